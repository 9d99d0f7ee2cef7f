"""Core and the games' rules compiled with mypyc, and measured beside the pure build: `make compiled`.

A copy of `src/garrison` is compiled under `build/compiled`, which takes minutes and is skipped if nothing has
changed since. The laws, the records and the golden playthroughs must hold on it as on the pure build; then
both builds are measured in turns. The wheel that people install stays pure.

    python tests/tools/compiled.py [--rounds N] [--runs N] [--seconds N] [--games N] [--optimise 0-3]
                             [--folder FOLDER]
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import io
import json
import os
import platform
import shlex
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import garrison
from garrison.cli.main import main as command
from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.errors import GarrisonError
from garrison.core.laws.comparison import slots
from garrison.core.match import Match
from garrison.lab import bench
from garrison.players import make
from support import paths
from tools import golden

FOLDER = paths.PROJECT / "build" / "compiled"

COMPILED = (
    "core/*.py",
    "core/laws/legality.py",
    "core/laws/secrecy.py",
    "games/*/*.py",
    "games/*/cards/*.py",
    "games/*/castle/*.py",
    "games/*/bot/*.py",
    "games/*/knowledge/*.py",
)
"""The modules to compile. Two of the laws are among them because they derive dice of their own from core's,
and an interpreted class cannot inherit from a compiled one."""

INTERPRETED = {
    "**/__init__.py": "they have a docstring and nothing else",
    "core/rules.py": "mypyc cannot make a dataclass that is generic (Rules)",
    "core/game.py": "mypyc cannot make a dataclass that is generic (Game, Knowledge)",
    "core/errors.py": "interpreted modules derive errors of their own",
    "core/record.py": "mypyc fails on `in (*_HEAD, ...)`; it reads and writes text, and plays nothing itself",
    "core/scenario.py": "reads TOML files, and plays nothing itself",
    "core/registry.py": "finds the games once",
    "core/luck.py": "a report after the game",
    "core/figure_sources.py": "a report on data files",
    "games/*/game.py": "puts the parts of a game together once",
    "games/*/words.py": "tables of words, read once",
}
"""Those that stay interpreted, and why. The rest of the package is at the edge: text, drawing, server."""

EMPTY = {"core/state.py": "State", "core/match.py": "Match"}
"""Classes whose `copy` begins with an empty object, `X.__new__(X)`. In a compiled class this calls `__init__`
too, unless the class has a `__new__` of its own. It is added in the build folder, because in pure Python it
would only make copies slower."""
FUTURE = "from __future__ import annotations\n"
SELF = "from typing import Self\n"
OWN_NEW = """
    def __new__(cls, *_: object, **__: object) -> Self:
        return object.__new__(cls)
"""

BUILDS = PURE, NATIVE = "pure", "compiled"
KINDS = {"random": "random games", "replay": "replayed games", "sound": "sound players"}
SOUND_SEED = 7
SETUP = """from mypyc.build import mypycify
from setuptools import setup

setup(name="garrison-compiled", packages=[], ext_modules=mypycify({arguments!r}, opt_level={level!r}))
"""


class Failed(Exception):
    """One sentence that says what went wrong."""


def modules(source: Path = paths.SOURCE) -> list[Path]:
    """The files to compile, relative to the package."""
    left_out = {path for pattern in INTERPRETED for path in source.glob(pattern)}
    found = {path for pattern in COMPILED for path in source.glob(pattern)}
    return sorted(path.relative_to(source) for path in found - left_out)


def dotted(module: Path) -> str:
    return ".".join(("garrison", *module.with_suffix("").parts))


# Building


def missing() -> str | None:
    """The sentence for a machine that cannot compile, or None."""
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if shutil.which(compiler) is None:
        return f"There is no C compiler '{compiler}' on this machine; install one, or name yours in CC."
    header = Path(sysconfig.get_path("include")) / "Python.h"
    if not header.is_file():
        return f"Python's C headers are missing ({header}); install the development package of this Python."
    return None


def with_own_new(text: str, name: str) -> str:
    """A module's source with a `__new__` before the `__init__` of one of its classes."""
    head, found, rest = text.partition(f"\nclass {name}:\n")
    above, init, below = rest.partition("\n    def __init__(")
    if not found or not init or FUTURE not in head:
        raise Failed(f"There is no class {name} with an __init__ to put a __new__ before.")
    return head.replace(FUTURE, FUTURE + SELF, 1) + found + above + OWN_NEW + init + below


def fingerprint(setup: str) -> str:
    """A digest of everything the build is made from."""
    digest = hashlib.sha256(f"{version('mypy')} {sys.version} {setup} {EMPTY} {OWN_NEW}".encode())
    for path in sorted(path for path in paths.SOURCE.rglob("*") if path.is_file() and path.suffix != ".pyc"):
        digest.update(path.as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def build(folder: Path, level: str) -> float:
    """Compile a copy of the package in a folder of its own; gives the seconds, 0 if it was there already."""
    named = [f"garrison/{path.as_posix()}" for path in modules()]
    # No settings: the project's own would lead mypy back to src.
    setup = SETUP.format(arguments=["--config-file=", *named], level=level)
    note, mark = folder / "fingerprint", fingerprint(setup)
    if note.is_file() and note.read_text("utf-8") == mark:
        return 0.0
    shutil.rmtree(folder, ignore_errors=True)
    package = folder / "garrison"
    shutil.copytree(paths.SOURCE, package, ignore=shutil.ignore_patterns("__pycache__"))
    for file, name in EMPTY.items():
        path = package / file
        path.write_text(with_own_new(path.read_text("utf-8"), name), "utf-8")
    (folder / "setup.py").write_text(setup, "utf-8")
    started = time.monotonic()
    with (folder / "log").open("w", encoding="utf-8") as log:
        done = subprocess.run(
            [sys.executable, "setup.py", "build_ext", "--inplace"],
            cwd=folder,
            env={**os.environ, "MYPYPATH": str(folder)},
            stdout=log,
            stderr=subprocess.STDOUT,
            check=False,
        )
    if done.returncode:
        said = (folder / "log").read_text("utf-8").strip().splitlines() or [""]
        raise Failed(f"Compiling failed, see {folder / 'log'}: {said[-1]}")
    note.write_text(mark, "utf-8")
    return time.monotonic() - started


# In a process of each build


def in_process(name: str, folder: Path, call: str) -> Any:
    """The plain data that a function of this module gives in a process of a build."""
    where = paths.SOURCE.parent if name == PURE else folder
    # -P: a package in the current folder must not come before the build.
    done = subprocess.run(
        [
            sys.executable,
            "-P",
            "-c",
            f"from tools import compiled; compiled.tell({name!r}, lambda: compiled.{call})",
        ],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(where), str(paths.TESTS)])},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = done.stderr.strip().splitlines() or ["it said nothing"]
        raise Failed(f"The {name} build ended with status {done.returncode}: {said[-1]}")
    return json.loads(done.stdout)


def tell(name: str, work: Callable[[], object]) -> None:
    """Print what some work gives as JSON, once it is certain that this is the build it should be."""
    wrong = strays(name)
    if wrong:
        sys.exit(f"these modules are not of the {name} build: {', '.join(wrong)}")
    print(json.dumps(work()))


def strays(name: str) -> list[str]:
    """The modules that are compiled and should not be, or the other way round."""
    wrong = []
    for module in map(dotted, modules()):
        file = str(importlib.import_module(module).__file__)
        if file.endswith(tuple(EXTENSION_SUFFIXES)) != (name == NATIVE):
            wrong.append(module)
    return wrong


def option_sets() -> int:
    return sum(len(registry.trials(game)) for game in registry.games().values())


def fuzzed(games: int) -> dict[str, Any]:
    """The report of `garrison fuzz`."""
    said = io.StringIO()
    with redirect_stdout(said):
        command(["fuzz", "--games", str(games), "--json"])
    report: dict[str, Any] = json.loads(said.getvalue())
    return report


def slots_seen() -> dict[str, list[str]]:
    """The slots of each game's state, as the laws find them: a law that finds none proves nothing."""
    return {name: slots(garrison.new(name, seed=1).state) for name in registry.games()}


def differences() -> list[str]:
    """Sentences on the records and golden playthroughs that this build does not replay as they are."""
    found = []
    for path in sorted(paths.RECORDS.glob("*.txt")):
        try:
            ended = garrison.open(path).over
        except GarrisonError as error:
            found.append(f"The record {path.name} does not replay: {error}")
            continue
        if not ended:
            found.append(f"The record {path.name} does not reach the end of the game.")
    for name in golden.GAMES:
        if golden.text(name) != (golden.FOLDER / f"{name}.txt").read_text("utf-8"):
            found.append(f"The golden playthrough {name} goes another way.")
    return found


def measured(game: str, runs: int, seconds: float) -> dict[str, float]:
    """Decisions a second by kind of games, and copies of a state a second."""
    found = bench.run(game, runs=runs, seconds=seconds)
    figures = {"random": found["decisions_per_s"], "copies": found["copies_per_s"]}
    if found["replay"] is not None:
        figures["replay"] = found["replay"]["decisions_per_s"]
    return {**figures, "sound": sound_speed(game, runs * seconds)}


def sound_speed(game: str, seconds: float) -> float:
    """Decisions a second in games between sound players, who look, choose and give a reason each time."""
    found = registry.find(game)
    options = registry.settle(found, {})
    decisions = games = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        match = Match(found, options, KeyedDice(seed_key(SOUND_SEED + games)))
        players = [make("sound", b"", found, seat) for seat in range(len(match.seats))]
        while match.ask is not None:
            seat = match.awaited[0]
            match.play(players[seat].choose(match.view(seat), match.ask, match.legal(seat), 0)[0], seat)
            decisions += 1
        games += 1
    return decisions / (time.perf_counter() - start)


# Laws


def check_laws(folder: Path, games: int | None) -> str:
    """Fail with a sentence if the compiled build breaks a law or plays otherwise; else say what was seen."""
    wrong = in_process(NATIVE, folder, "differences()")
    if wrong:
        raise Failed(wrong[0])
    if in_process(PURE, folder, "slots_seen()") != in_process(NATIVE, folder, "slots_seen()"):
        raise Failed("The laws do not find the same slots in the states of both builds.")
    count = option_sets() if games is None else games
    pure, native = (in_process(name, folder, f"fuzzed({count})") for name in BUILDS)
    if native["failures"]:
        first = native["failures"][0]
        raise Failed(f"{first['game']}, seed {first['seed']}, row {first['row']}: {first['text']}")
    if pure != native:
        raise Failed(f"The same {count} games went otherwise in the compiled build than in the pure one.")
    return (
        f"{count} games with {native['rows']:,} rows under all laws, the same in both builds; "
        f"{len(list(paths.RECORDS.glob('*.txt')))} records and {len(golden.GAMES)} golden playthroughs agree"
    )


# Measuring


class Line(NamedTuple):
    """One thing measured, a figure for each build; higher is faster."""

    game: str
    kind: str
    pure: float
    native: float

    @property
    def ratio(self) -> float:
        return self.native / self.pure


def measure(folder: Path, rounds: int, runs: int, seconds: float) -> list[Line]:
    """Measure every game on one build, then on the other, and so on; the best of the rounds counts.

    Other work on the machine can only make a round slower.
    """
    figures: dict[tuple[str, str], dict[str, list[float]]] = {}
    for _ in range(rounds):
        for game in registry.games():
            for name in BUILDS:
                told = in_process(name, folder, f"measured({game!r}, {runs}, {seconds})")
                for kind, figure in told.items():
                    figures.setdefault((game, kind), {}).setdefault(name, []).append(figure)
    return [Line(game, kind, max(both[PURE]), max(both[NATIVE])) for (game, kind), both in figures.items()]


def tables(lines: Sequence[Line]) -> Iterator[str]:
    """Decisions a second, then copies."""
    yield f"{'decisions a second':<28}{PURE:>12}{NATIVE:>12}{'ratio':>9}"
    for kind, title in KINDS.items():
        for line in lines:
            if line.kind == kind:
                yield f"{line.game:<10}{title:<18}{line.pure:>12,.0f}{line.native:>12,.0f}{line.ratio:>9.2f}"
    yield ""
    yield f"{'microseconds a copy':<28}{PURE:>12}{NATIVE:>12}{'ratio':>9}"
    for line in lines:
        if line.kind == "copies":
            pure, native = 1e6 / line.pure, 1e6 / line.native
            yield f"{line.game:<28}{pure:>12.2f}{native:>12.2f}{line.ratio:>9.2f}"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5, help="measure both builds this many times, in turns")
    parser.add_argument("--runs", type=int, default=5, help="runs of each measurement")
    parser.add_argument("--seconds", type=float, default=0.2, help="length of a run")
    parser.add_argument("--games", type=int, help="games under all laws; one for every option set by default")
    parser.add_argument(
        "--optimise", choices="0123", default="3", help="optimisation level of the C compiler"
    )
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the build goes")
    args = parser.parse_args(argv)
    try:
        cannot = missing()
        if cannot is not None:
            raise Failed(cannot)
        took = build(args.folder, args.optimise)
        how = f"compiled in {took:.0f} seconds" if took else "already compiled"
        print(
            f"{len(modules())} modules, {how}, {platform.python_implementation()} {platform.python_version()}"
        )
        print(check_laws(args.folder, args.games))
        print()
        print("\n".join(tables(measure(args.folder, args.rounds, args.runs, args.seconds))))
    except Failed as failure:
        print(failure, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
