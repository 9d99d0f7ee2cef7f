"""Commands over records and scenarios, what they print, and what bad input gets."""

from __future__ import annotations

import json
import re
import string
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import toy
from garrison.cli import texts, tools
from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.game import Game, Result
from garrison.core.match import Match
from garrison.lab import bench
from test_cli_play import BOTS, Run, only, runner

GOOD_SCENARIO = """
id = "one"
game = "itter"
options = { edition = "published", difficulty = "beginner" }
[position]
actions_left = 1
counters = { 26 = ["scout"] }
tokens = { black = 2 }
ss_deck = ["rifleman-2/1"]
[[step]]
do = "pass"
dice = [5, 6, 4, 5]
only = ["spend 0", "spend 1", "spend 2"]
[[step]]
illegal = { "spend 3" = "ITP-4.3c" }
"""


@pytest.fixture
def garrison(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return runner(monkeypatch, capsys, tmp_path)


@cache
def whole_game() -> str:
    """A record with an undo in it, played to the end by taking the first choice."""
    game = registry.find("itter")
    match = Match(game, registry.settle(game, {}), KeyedDice(seed_key(8)))
    match.play("lee")
    match.play("place nt2")
    match.undo()
    match.play("place nt3")
    while not match.over:
        match.play(match.legal()[0])
    return match.record()


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """The record of a whole game, where saved games live."""
    path = tmp_path / "home" / "itter-2000-01-01-01.txt"
    path.parent.mkdir()
    path.write_text(whole_game())
    return path


@pytest.fixture
def secretive(garrison: Run, tmp_path: Path) -> Path:
    """The record of a whole game for three with secret hands."""
    folder = tmp_path / "three"
    garrison("play", "toy", "--seed", 3, "--home", folder, "--players", BOTS, typed="1\n" * 200)
    return only(folder)


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.toml"
    path.write_text(GOOD_SCENARIO)
    return path


def told(run: Run, *argv: object) -> dict[str, Any]:
    """The one object a command prints."""
    done = run(*argv, "--json")
    found = json.loads(done.out)
    assert isinstance(found, dict)
    return found


# check


def test_check_passes_scenarios_and_records(garrison: Run, good: Path, finished: Path) -> None:
    assert told(garrison, "check", good, finished) == {"passed": 2, "failed": []}
    done = garrison("check", good, finished)
    assert (done.status, done.out) == (0, "2 passed\n")


def test_check_tells_each_difference_with_its_step(garrison: Run, tmp_path: Path, good: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(GOOD_SCENARIO.replace('"spend 2"]', '"spend 2", "spend 3"]').replace("4.3c", "4.3d"))
    done = garrison("check", good, bad, "--json")
    assert done.status == 1
    found = json.loads(done.out)
    assert set(found) == {"passed", "failed"}
    assert found["passed"] == 1
    assert found["failed"] == [
        {
            "file": str(bad),
            "step": 1,
            "what": "only",
            "expected": ["spend 0", "spend 1", "spend 2", "spend 3"],
            "got": ["spend 0", "spend 1", "spend 2"],
        },
        {
            "file": str(bad),
            "step": 2,
            "what": "illegal spend 3",
            "expected": "ITP-4.3d",
            "got": "ITP-4.3c",
        },
    ]
    text = garrison("check", good, bad)
    assert text.status == 1
    assert text.out.splitlines()[-1] == "1 passed, 1 failed"


# show


def test_show_has_exactly_the_promised_parts(garrison: Run, finished: Path) -> None:
    found = told(garrison, "show", finished, "--at", 2, "--seat", "defender")
    assert list(found) == ["ask", "awaited", "legal", "view", "events"]
    assert found["ask"][:2] == ["what", 1]
    assert found["awaited"] == ["defender"]
    assert "suppress purple=2" in found["legal"]
    assert found["view"]["defenders"]["lee"] == "nt2"
    assert [event[0] for event in found["events"]] == ["placed"]


def test_show_counts_undo_rows(garrison: Run, finished: Path) -> None:
    assert told(garrison, "show", finished, "--at", 3)["view"]["defenders"]["lee"] == "supply"
    assert told(garrison, "show", finished, "--at", 4)["view"]["defenders"]["lee"] == "nt3"


def test_show_of_the_end(garrison: Run, finished: Path) -> None:
    found = told(garrison, "show", finished)
    assert (found["ask"], found["awaited"], found["legal"]) == (None, [], [])
    assert "End: won=" in garrison("show", finished).out


@pytest.mark.parametrize(
    ("seat", "hands"),
    [
        ("anna", {"anna": list, "bruno": int, "carla": int}),
        ("1", {"anna": int, "bruno": list, "carla": int}),
        ("spectator", {"anna": int, "bruno": int, "carla": int}),
        ("arbiter", {"anna": list, "bruno": list, "carla": list}),
        ("Arbiter", {"anna": list, "bruno": list, "carla": list}),
    ],
)
def test_show_tells_a_seat_what_it_may_know(
    garrison: Run, secretive: Path, seat: str, hands: dict[str, type]
) -> None:
    found = told(garrison, "show", secretive, "--at", 0, "--seat", seat)
    assert {who: type(cards) for who, cards in found["view"]["hands"].items()} == hands
    cards = [event for event in found["events"] if event[0] == "drew_card"]
    assert len(cards) == 3 * list(hands.values()).count(list)
    assert bool(found["legal"]) == (seat in ("anna", "1"))
    assert found["awaited"] == ["anna", "bruno", "carla"]


def test_show_of_a_scenario_counts_steps(garrison: Run, good: Path) -> None:
    position = told(garrison, "show", good, "--at", 0, "--seat", 0)
    assert position["view"]["tokens"]["black"] == 2
    assert position["ask"][0] == "who"
    step = told(garrison, "show", good, "--at", 1, "--seat", 0)
    assert step["legal"] == ["spend 0", "spend 1", "spend 2"]
    assert "rolled_area" in [event[0] for event in step["events"]]
    assert told(garrison, "show", good, "--at", 2)["events"] == []


def test_show_in_words(garrison: Run, finished: Path) -> None:
    out = garrison("show", finished, "--at", 2, "--lang", "it").out
    assert out.startswith("Riga 2\n")
    assert "Che cosa fa Lee?" in out
    assert "Si attende: Difensore" in out


# replay, verify


def test_replay_tells_the_whole_game(garrison: Run, finished: Path) -> None:
    out = garrison("replay", finished).out
    assert "2  Defender: place nt2\n    Lee takes position on NT2.\n" in out
    assert "3  taken back, to row 1\n" in out
    assert "The game is over: nobody has won." in out


def test_replay_for_a_seat_keeps_the_secrets_of_others(garrison: Run, secretive: Path) -> None:
    whole = garrison("replay", secretive).out
    anna = garrison("replay", secretive, "--seat", "anna").out
    assert "Bruno: " in whole
    assert "Bruno: " not in anna
    assert anna.count("You took") < whole.count("You took")


def test_verify_proves_a_finished_game(garrison: Run, finished: Path) -> None:
    found = told(garrison, "verify", finished)
    assert list(found) == ["rows", "draws", "ok", "first_bad"]
    assert found["ok"] is True
    assert found["first_bad"] is None
    lines = finished.read_text().splitlines()
    assert found["rows"] == sum(line[0].isdigit() for line in lines)
    assert found["draws"] == sum(line.count(" | ") for line in lines)


def test_verify_finds_a_roll_that_was_changed(garrison: Run, finished: Path) -> None:
    text = finished.read_text()
    found = re.search(r"^(\d+) .*\| attack (\d)$", text, re.MULTILINE)
    assert found is not None
    row = int(found[1])
    head = "\n".join(text.splitlines()[: text[: found.end()].count("\n") + 1])
    other = str(int(found[2]) % 6 + 1)
    forged = finished.with_name("forged.txt")
    forged.write_text(head[:-1] + other + "\n")
    done = garrison("verify", forged, "--json")
    assert done.status == 1
    assert json.loads(done.out)["first_bad"] == row
    assert f"row {row}" in garrison("verify", forged).out


# Many games


def test_simulate_has_exactly_the_promised_parts(garrison: Run) -> None:
    found = told(garrison, "simulate", "itter", "--games", 4, "--difficulty", "elite", "--jobs", 1)
    assert list(found) == ["game", "options", "players", "games", "won", "score", "rows"]
    assert found["game"] == "itter"
    assert found["options"] == {"edition": "published", "difficulty": "elite"}
    assert found["players"] == ["random"]
    assert found["games"] == 4
    assert list(found["won"]) == ["defender"]
    won, low, high = found["won"]["defender"]
    assert 0 <= low <= won / 4 <= high <= 1
    assert list(found["score"]) == ["mean", "low", "high"]
    assert list(found["rows"]) == ["mean"]


def test_simulate_in_words(garrison: Run) -> None:
    done = garrison("simulate", "toy", "--games", 5, "--players", "random,random,random", "--jobs", 1)
    assert done.status == 0
    assert re.search(r"^carla +random +\d +\d+\.\d%", done.out, re.MULTILINE)
    assert "mean score of anna: " in done.out
    assert done.err == ""


def test_bench_has_the_promised_parts(garrison: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    measure = bench.run
    monkeypatch.setattr(bench, "run", lambda game, options: measure(game, options, 1, 0.02))
    found = told(garrison, "bench", "itter")
    figures = ["decisions_per_s", "games_per_s", "copies_per_s", "mean_legal", "copy_us"]
    assert list(found) == ["game", *figures, "replay"]
    assert all(found[name] > 0 for name in figures)
    assert "random games" in garrison("bench").out


def test_fuzz_has_exactly_the_promised_parts(garrison: Run) -> None:
    found = told(garrison, "fuzz", "--game", "toy", "--games", 2)
    assert list(found) == ["games", "rows", "laws", "failures"]
    assert found["games"] == 2
    assert found["failures"] == []


def test_fuzz_failures_are_told_and_saved_as_records(garrison: Run, tmp_path: Path) -> None:
    class Broken(toy.Toy):
        def result(self, _: toy.Watch) -> Result | None:
            raise RuntimeError("no result today")

    known = registry.games()
    known["toy"] = Broken()
    folder = tmp_path / "failures"
    done = garrison("fuzz", "--game", "toy", "--games", 1, "--save", folder)
    assert done.status == 1
    assert "no result today" in done.flat
    assert "1 games" in done.out
    known["toy"] = toy.Toy()
    saved = list(folder.iterdir())
    assert saved
    assert garrison("check", *saved).status == 0


# What a game knows


def test_games_lists_ids_and_options(garrison: Run) -> None:
    found = told(garrison, "games")
    assert [game["id"] for game in found["games"]] == ["itter", "toy"]
    out = garrison("games").out
    assert "itter: Castle Itter\n" in out
    assert "--difficulty beginner | veteran | elite" in out


def test_rules_prints_all_or_one(garrison: Run) -> None:
    out = garrison("rules", "itter").out
    for ident in ("ITP-0a", "ITP-4.3c"):
        assert re.search(rf"^{ident}  \S", out, re.MULTILINE)
    one = garrison("rules", "itter", "itp-4.3c", "--lang", "it").out
    assert one.startswith("ITP-4.3c  ")
    assert one.count("ITP-4.3c  ") == 1
    assert all(len(line) <= texts.WIDTH for line in out.splitlines())


def test_notes_prints_rulings_and_doubtful_figures_first(garrison: Run) -> None:
    for lang in ("en", "it"):
        out = garrison("notes", "itter", "--lang", lang).out
        said = texts.words(lang)
        assert "AMB-01" in out
        first = out.index(said("figures-reconstruction"))
        assert first < out.index(said("figures-inferred")) < out.index(said("figures-one-source"))


def test_notes_lists_no_figure_the_rulebook_states(garrison: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Doubtful(type(registry.find("itter"))):  # type: ignore[misc]
        def figures(self, _: str) -> list[tuple[str, str, str, str]]:
            return [
                ("alpha", "1", "rulebook", "B"),
                ("beta", "2", "one-source", "P"),
                ("gamma", "3", "agreed", "B, P"),
                ("delta", "4", "reconstruction", "F"),
            ]

        def text(self, file: str) -> str:
            found: str = registry.find("itter").text(file)
            return found

    games: Mapping[str, Game[Any]] = {"doubtful": Doubtful(), "itter": registry.find("itter")}
    monkeypatch.setattr(registry, "games", lambda: games)
    out = garrison("notes", "doubtful").out
    assert re.search(r"delta: 4 \(F\).*beta: 2 \(P\)", out, re.DOTALL)
    assert "alpha: 1" not in out
    assert "gamma: 3" not in out


def test_garrison_alone_is_friendly(garrison: Run) -> None:
    done = garrison()
    assert done.status == 0
    assert "garrison play" in done.out
    assert garrison("--help").status == 0
    assert garrison("--version").out.startswith("garrison ")


# Bad input: one sentence on stderr, status 2, nothing changed

DAMAGE: dict[str, tuple[Callable[[str], str], str]] = {
    "not a record": (lambda _: "hello\n", "line 1: 'garrison-record 1' was expected"),
    "empty": (lambda _: "", "line 1"),
    "unknown edition": (lambda text: text.replace("edition=published", "edition=first"), "edition 'first'"),
    "unknown game": (lambda text: text.replace("game itter", "game chess"), "no game 'chess'"),
    "rules of tomorrow": (lambda text: text.replace("\nrules 1", "\nrules 99"), "rules '99'"),
    "wrong seats": (lambda text: text.replace("seats defender", "seats garrison"), "seats must be"),
    "a row missing": (lambda text: re.sub(r"\n2 .*", "", text), "row 2 was expected"),
    "no such notation": (lambda text: text.replace("place nt2", "place nt9"), "place nt9"),
    "a forbidden action": (lambda text: text.replace("place nt2", "place c1"), "row 2: place c1"),
    "a draw missing": (lambda text: re.sub(r" \| attack \d", "", text, count=1), "attack is missing"),
    "a draw too many": (lambda text: text.replace("place nt2", "place nt2 | attack 1"), "row 2: more draws"),
    "not a face": (lambda text: re.sub(r"\| attack \d", "| attack 7", text, count=1), "outside 1 to 6"),
    "undo of nothing": (lambda text: text.replace("undo 1 defender", "undo 9 defender"), "row 3"),
    "undo by nobody": (lambda text: text.replace("undo 1 defender", "undo"), ""),
    "another result": (lambda text: re.sub(r"score=\S+", "score=99", text), "score=99"),
    "another key": (lambda text: re.sub(r"key \w", "key z", text), "64 hexadecimal digits"),
    "a key of others": (lambda text: re.sub(r"key .*", "key " + "0" * 64, text), "fingerprint"),
    "no head": (lambda text: text.replace("salt 0\n", ""), "no line 'salt'"),
    "a line too long": (lambda text: text.replace("place nt2", "x" * 5000), "longer than"),
    "too large": (lambda text: text + "\n" * 5_000_001, "larger than the limit of 5,000,000 bytes"),
}


FORGED = ("a draw missing", "a draw too many", "not a face")
"""What `verify` finds as a difference from the key, before anything is replayed."""


@pytest.mark.parametrize("damage", FORGED)
def test_verify_names_the_first_forged_row(garrison: Run, finished: Path, damage: str) -> None:
    path = finished.with_name("forged.txt")
    path.write_text(DAMAGE[damage][0](finished.read_text()))
    done = garrison("verify", path, "--json")
    assert done.status == 1
    found = json.loads(done.out)
    assert found["ok"] is False
    assert found["first_bad"] in (2, 5)


REFUSED = [
    (damage, command)
    for damage in DAMAGE
    for command in ("check", "show", "replay", "verify", "resume")
    if command != "verify" or damage not in FORGED
]


@pytest.mark.parametrize(("damage", "command"), REFUSED)
def test_a_damaged_record_is_told_in_one_sentence(
    garrison: Run, finished: Path, damage: str, command: str
) -> None:
    spoil, said = DAMAGE[damage]
    path = finished.with_name("damaged.txt")
    path.write_text(spoil(finished.read_text()))
    before = path.read_bytes()
    done = garrison(command, path, typed="1\n1\n")
    assert done.status == 2
    assert len(done.err.splitlines()) == 1
    assert str(path) in done.err
    assert "Traceback" not in done.err
    if command != "resume":
        assert said in done.err
    assert path.read_bytes() == before
    assert sorted(each.name for each in path.parent.iterdir()) == ["damaged.txt", finished.name]


SCENARIOS: dict[str, tuple[str, str, str]] = {
    "not TOML": ("[position]", "[position", "not TOML"),
    "unknown key": ('id = "one"', 'name = "one"', "unknown key 'name'"),
    "unknown game": ('"itter"', '"iter"', "no game 'iter'"),
    "unknown edition": ('"published"', '"v9"', "no edition 'v9'"),
    "unknown option": ("difficulty =", "hardness =", "no option 'hardness'"),
    "a wrong name in the position": ('["scout"]', '["scuot"]', "scuot"),
    "a wrong card": ("rifleman-2/1", "rifleman-9/1", "rifleman-9/1"),
    "a wrong circle": ("26 =", "99 =", "99"),
    "a notation that does not parse": ('do = "pass"', 'do = "psas"', "step 1: 'psas'"),
    "a wrong name in a list": ('"spend 2"]', '"spend two"]', "step 1: 'spend two'"),
    "a wrong kind of list": ('only = ["spend 0"', "only = [0", ""),
    "no face of a die": ("[5, 6, 4, 5]", "[5, 6, 4, 7]", "7"),
    "an unknown key of a step": ("only =", "onyl =", "step 1: unknown key 'onyl'"),
    "an unknown seat": ('do = "pass"', 'do = "pass"\nseat = "attacker"', "no seat 'attacker'"),
    "nested too deeply": ("actions_left = 1", "actions_left = " + "[" * 3000 + "]" * 3000, ""),
    "too large": ("\nid", "\n" + "#" * 1_000_001 + "\nid", "larger than the limit of 1,000,000 bytes"),
}


@pytest.mark.parametrize("fault", SCENARIOS)
def test_a_bad_scenario_is_told_in_one_sentence(garrison: Run, good: Path, fault: str) -> None:
    old, new, said = SCENARIOS[fault]
    assert old in GOOD_SCENARIO
    good.write_text(GOOD_SCENARIO.replace(old, new, 1))
    before = good.read_bytes()
    done = garrison("check", good)
    assert (done.status, done.out) == (2, "")
    assert len(done.err.splitlines()) == 1
    assert str(good) in done.err
    assert said in done.err
    assert good.read_bytes() == before


COMMANDS: list[tuple[list[str], str]] = [
    (["plya"], "invalid choice: 'plya'"),
    (["play", "chess"], "there is no game 'chess'; installed: itter, toy"),
    (["play", "itter", "--edition", "v9"], "no edition 'v9'; choose one of published"),
    (["play", "itter", "--difficulty", "easy"], "beginner, veteran, elite"),
    (["play", "itter", "--seed", "abc"], "'abc' is no whole number"),
    (["play", "itter", "--seed", "-1"], "-1"),
    (["play", "itter", "--seed", "1_0"], "'1_0' is no whole number"),
    (["play", "itter", "--seed", "9" * 40], "is no whole number"),
    (["play", "itter", "--seed"], "--seed"),
    (["play", "itter", "--lang", "fr"], "'fr'"),
    (["play", "itter", "--bogus"], "--bogus"),
    (["play", "itter", "extra"], "extra"),
    (["play", "itter", "--players", "nobody"], "no player 'nobody'"),
    (["play", "itter", "--players", "random"], "no seat is left for you"),
    (["play", "itter", "--players", "me,random"], "2 players were named"),
    (["play", "toy", "--difficulty", "elite"], "toy has no option 'difficulty'"),
    (["resume"], "no unfinished game"),
    (["resume", "nothing"], "no saved game 'nothing'"),
    (["check"], "FILE"),
    (["check", "absent.toml"], "absent.toml: No such file"),
    (["show", "absent.txt", "--at", "1"], "absent.txt: No such file"),
    (["replay", "."], ".: Is a directory"),
    (["verify", "."], ".: Is a directory"),
    (["check", "."], ".: Is a directory"),
    (["simulate", "itter", "--games", "0"], "at least 1"),
    (["simulate", "itter", "--games", "many"], "'many' is no whole number"),
    (["simulate", "chess"], "no game 'chess'"),
    (["simulate", "itter", "--players", "clever"], "no player 'clever'"),
    (["simulate", "toy", "--players", "random,random"], "2 players were named for 3 seats"),
    (["fuzz", "--game", "chess", "--games", "1"], "no game 'chess'"),
    (["fuzz", "--games", "1", "--seconds", "1"], "not allowed with"),
    (["bench", "chess"], "no game 'chess'"),
    (["notes", "chess"], "no game 'chess'"),
    (["notes", "toy"], "toy"),
    (["rules", "itter", "ITP-4.3"], "Similar ids: ITP-4.3a"),
    (["rules", "itter", "xyzzy"], "no rule 'xyzzy'"),
    (["rules", "chess"], "no game 'chess'"),
]


@pytest.mark.parametrize(("argv", "said"), COMMANDS, ids=[" ".join(argv)[:40] for argv, _ in COMMANDS])
def test_a_wrong_command_is_told_in_one_sentence(
    garrison: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, argv: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = garrison(*argv, typed="1\n")
    assert (done.status, done.out) == (2, "")
    assert len(done.err.splitlines()) == 1
    assert said in done.err
    assert not list(tmp_path.rglob("*.*"))


def test_a_mistake_points_to_the_help_of_its_command(garrison: Run) -> None:
    assert "'garrison play --help'" in garrison("play", "--seed", "x").err


@pytest.mark.parametrize("command", ["check", "show", "replay", "verify", "resume"])
def test_a_file_that_may_not_be_read_is_told(
    garrison: Run, finished: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied", str(finished))

    monkeypatch.setattr(Path, "read_text", forbidden)
    done = garrison(command, finished)
    assert done.status == 2
    assert done.err == f"garrison: {finished}: Permission denied\n"


def test_bytes_that_are_no_text_are_told(garrison: Run, tmp_path: Path) -> None:
    path = tmp_path / "noise.txt"
    path.write_bytes(b"\xff\xfe\x00")
    assert "not a text in UTF-8" in garrison("check", path).err


def test_a_home_that_is_a_file_is_told(garrison: Run, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("mine")
    done = garrison("play", "itter", "--home", path)
    assert done.status == 2
    assert done.err.count("\n") == 1
    assert path.read_text() == "mine"


def test_rows_and_steps_that_are_not_there(garrison: Run, finished: Path, good: Path) -> None:
    assert "no row 9999" in garrison("show", finished, "--at", 9999).err
    assert "no step 3" in garrison("show", good, "--at", 3).err
    done = garrison("show", finished, "--seat", "pope")
    assert done.status == 2
    assert "choose one of defender, arbiter, spectator" in done.err


def test_verify_of_a_running_game_says_that_the_key_comes_later(garrison: Run, tmp_path: Path) -> None:
    garrison("play", "itter", typed="lee\n")
    done = garrison("verify", only(tmp_path / "home"))
    assert done.status == 2
    assert "no key yet" in done.err


def test_a_finished_game_is_not_resumed(garrison: Run, finished: Path) -> None:
    before = finished.read_bytes()
    done = garrison("resume", finished.stem)
    assert done.status == 2
    assert "this game is over" in done.err
    assert finished.read_bytes() == before


@pytest.mark.parametrize("text", ["", "xyz", "00" * 32])
def test_a_wrong_key_is_told(garrison: Run, tmp_path: Path, text: str) -> None:
    garrison("play", "itter", typed="lee\n")
    key = only(tmp_path / "home", "*.key")
    key.write_text(text)
    done = garrison("resume")
    assert done.status == 2
    assert str(key) in done.err


def test_a_missing_key_is_told(garrison: Run, tmp_path: Path) -> None:
    garrison("play", "itter", typed="lee\n")
    only(tmp_path / "home", "*.key").unlink()
    done = garrison("resume", only(tmp_path / "home").stem)
    assert done.status == 2
    assert "its key" in done.err


def test_a_game_that_cannot_be_loaded_is_told(garrison: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise ImportError("no module named moat")

    monkeypatch.setattr(registry, "games", broken)
    done = garrison("play")
    assert (done.status, done.err) == (
        2,
        "garrison: a game cannot be loaded: ImportError: no module named moat\n",
    )


# Words


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_languages_say_the_same_things() -> None:
    english, italian = texts.words("en"), texts.words("it")
    assert list(english.say) == list(italian.say)
    for key in english.say:
        assert _places(english.say[key]) == _places(italian.say[key]), key
    assert set(english.commands.values()) == set(italian.commands.values())
    assert english.help.count("\n- ") == italian.help.count("\n- ") == 8


def test_no_sentence_was_left_in_english() -> None:
    english, italian = texts.words("en"), texts.words("it")
    same = {key for key in english.say if english.say[key] == italian.say[key]}
    spoken = {key for key in same if re.search(r"[a-z]{2}", re.sub(r"\{.*?\}", "", english.say[key]))}
    assert spoken == set()


def test_every_word_is_used() -> None:
    folder = Path(tools.__file__).parent
    code = "".join(path.read_text() for path in folder.glob("*.py"))
    unused = [key for key in texts.words("en").say if f'"{key}"' not in code and f"'{key}'" not in code]
    made = {"figures-reconstruction", "figures-inferred", "figures-one-source"}
    made |= {"why-legal-after", "why-not-after"}
    assert set(unused) <= made
