"""`make compiled` builds core and rules with mypyc, checks the laws on them and measures both builds."""

from __future__ import annotations

import ast
import importlib
import inspect
from pathlib import Path

import pytest

import garrison.cli.main
from garrison.core import registry
from support import paths
from tools import compiled

SMALL = ["--optimise", "0", "--games", "2", "--rounds", "1", "--runs", "1", "--seconds", "0.05"]


@pytest.mark.proof
def test_the_compiled_build_keeps_the_laws_and_is_measured_beside_the_pure_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compiled.main([*SMALL, "--folder", str(tmp_path / "build")]) == 0
    told = capsys.readouterr().out
    assert "2 games with" in told
    assert "golden playthroughs agree" in told
    assert "decisions a second" in told
    assert "microseconds a copy" in told
    for game in registry.games():
        assert told.count(f"\n{game}") == len(compiled.KINDS) + 1


def test_the_laws_find_the_slots_of_every_state() -> None:
    found = compiled.slots_seen()
    assert found.keys() == registry.games().keys()
    assert all({"agenda", "answers", "ask", "rules"} < set(names) for names in found.values())


def test_every_pattern_names_modules() -> None:
    patterns = (*compiled.COMPILED, *compiled.INTERPRETED, *compiled.EMPTY)
    assert [pattern for pattern in patterns if not list(paths.SOURCE.glob(pattern))] == []
    named = {path.as_posix() for path in compiled.modules()}
    assert {"core/kernel.py", "core/state.py", "games/itter/state.py", "games/siege/bot/guide.py"} <= named
    assert not named & {"core/game.py", "core/__init__.py", "games/itter/game.py"}


def test_no_interpreted_class_inherits_from_a_compiled_one() -> None:
    """Python would refuse it only when the class is used. The template of new games is copied, never used."""
    assert garrison.cli.main
    native = {compiled.dotted(path) for path in compiled.modules()}
    for name in sorted(native):
        importlib.import_module(name)
    wrong = [
        f"{child.__module__}.{child.__name__}"
        for name in sorted(native)
        for _, kind in inspect.getmembers(importlib.import_module(name), inspect.isclass)
        if kind.__module__ == name
        for child in kind.__subclasses__()
        if child.__module__.startswith("garrison.") and child.__module__ not in native
        if not child.__module__.startswith("garrison.cli.template.")
    ]
    assert wrong == []


def test_a_build_that_is_not_what_it_should_be_is_not_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """The tests run on the pure build."""
    assert compiled.strays(compiled.PURE) == []
    assert "garrison.core.kernel" in compiled.strays(compiled.NATIVE)
    with pytest.raises(SystemExit, match=r"not of the compiled build: garrison\.core"):
        compiled.tell(compiled.NATIVE, dict)
    assert capsys.readouterr().out == ""


def test_classes_that_are_copied_get_a_new_of_their_own() -> None:
    for file, name in compiled.EMPTY.items():
        changed = ast.parse(compiled.with_own_new((paths.SOURCE / file).read_text("utf-8"), name))
        kind = next(part for part in changed.body if isinstance(part, ast.ClassDef) and part.name == name)
        methods = [part.name for part in kind.body if isinstance(part, ast.FunctionDef)]
        assert methods[:2] == ["__new__", "__init__"]
    with pytest.raises(compiled.Failed, match="no class Nobody"):
        compiled.with_own_new("", "Nobody")


def test_without_a_compiler_one_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    assert compiled.main([]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == (
        "There is no C compiler 'no-such-compiler' on this machine; install one, or name yours in CC.\n"
    )


def test_a_law_that_is_broken_or_a_game_that_goes_otherwise_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    failure = {"game": "itter", "seed": 3, "row": 7, "text": "law 3: a copy shares deck with the state"}
    said = {"rows": 10, "failures": [failure]}
    monkeypatch.setattr(compiled, "in_process", lambda _, __, call: said if "fuzzed" in call else [])
    with pytest.raises(compiled.Failed, match="itter, seed 3, row 7: law 3: a copy shares deck"):
        compiled.check_laws(Path(), 2)
    rows = iter((10, 11))
    monkeypatch.setattr(
        compiled,
        "in_process",
        lambda _, __, call: {"rows": next(rows), "failures": []} if "fuzzed" in call else [],
    )
    with pytest.raises(compiled.Failed, match="The same 2 games went otherwise"):
        compiled.check_laws(Path(), 2)
    found = iter((["deck"], []))
    monkeypatch.setattr(compiled, "in_process", lambda _, __, call: next(found) if "slots" in call else [])
    with pytest.raises(compiled.Failed, match="do not find the same slots"):
        compiled.check_laws(Path(), 2)
    monkeypatch.setattr(compiled, "in_process", lambda *_: ["The golden playthrough x goes another way."])
    with pytest.raises(compiled.Failed, match="The golden playthrough x goes another way"):
        compiled.check_laws(Path(), 2)


def test_figures_stand_side_by_side() -> None:
    lines = [compiled.Line("itter", "random", 50_000, 125_000), compiled.Line("itter", "copies", 5e5, 1e6)]
    assert list(compiled.tables(lines)) == [
        "decisions a second                  pure    compiled    ratio",
        "itter     random games            50,000     125,000     2.50",
        "",
        "microseconds a copy                 pure    compiled    ratio",
        "itter                               2.00        1.00     2.00",
    ]
