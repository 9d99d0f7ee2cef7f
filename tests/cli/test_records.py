"""Commands on records and scenarios: what they print."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from garrison.cli import output, texts
from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.core.rules import Result
from garrison.lab import bench
from support.fixtures import Register
from support.games import toy
from support.games.finished_game import GOOD_SCENARIO, save_finished
from support.games.moves import play
from support.terminal.command import BOTS, Run, only


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    return save_finished(tmp_path)


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


def test_check_goes_on_after_a_file_that_cannot_be_read(garrison: Run, good: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(GOOD_SCENARIO.replace("4.3c", "4.3d"))
    files = (tmp_path / "absent.toml", good, bad, tmp_path)
    done = garrison("check", *files)
    assert done.status == 2
    assert [line.split(": ")[1] for line in done.err.splitlines()] == [str(files[0]), str(files[3])]
    assert done.out.splitlines()[-1] == "1 passed, 1 failed, 2 could not be read"
    found = garrison("check", *files, "--json")
    assert found.status == 2
    assert (found.err, json.loads(found.out)["passed"]) == (done.err, 1)
    assert json.loads(garrison("check", files[0], "--json").out) == {"passed": 0, "failed": []}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("", "the scenario is empty or names no game", id="nothing"),
        pytest.param("# later\n", "the scenario is empty or names no game", id="comment"),
        pytest.param('id = "a"\n', "the scenario is empty or names no game", id="no game"),
        pytest.param('game = "itter"\n', "neither a position nor steps", id="no steps"),
    ],
)
def test_an_empty_scenario_is_told_as_such(garrison: Run, tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "empty.toml"
    path.write_text(text)
    for command in ("check", "show"):
        done = garrison(command, path)
        assert (done.status, done.out) == (2, "")
        assert f"{path}: " in done.err
        assert said in done.err


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
    out = garrison("show", finished).out
    assert "\nResult: defeat.\nHow it ended: " in out
    assert "won=" not in out


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
    assert "In attesa di: Difensore" in out


# replay, verify


def test_replay_tells_the_whole_game(garrison: Run, finished: Path) -> None:
    out = garrison("replay", finished).out
    assert "2  Defender: place nt2\n    Lee takes position on NT2.\n" in out
    assert "3  undone, back to row 1\n" in out
    assert "Result: defeat." in out


def test_replay_for_a_seat_keeps_the_secrets_of_others(garrison: Run, secretive: Path) -> None:
    whole = garrison("replay", secretive).out
    anna = garrison("replay", secretive, "--seat", "anna").out
    assert "Bruno: " in whole
    assert "Bruno: " not in anna
    assert anna.count("You took") < whole.count("You took")


def test_show_keeps_who_has_answered_a_window(garrison: Run, tmp_path: Path) -> None:
    garrison("play", "toy", "--seed", 3, typed="\ncommit 5\n")
    path = only(tmp_path / "home")
    everybody = ["anna", "bruno", "carla"]
    for seat, awaited in (
        ("arbiter", ["bruno", "carla"]),
        ("anna", ["bruno", "carla"]),
        ("bruno", everybody),
        ("spectator", everybody),
    ):
        assert told(garrison, "show", path, "--seat", seat)["awaited"] == awaited


def test_replay_tells_of_an_undo_only_to_who_knew_what_was_undone(garrison: Run, tmp_path: Path) -> None:
    match = Match(toy.TOY, {"edition": "plain"}, KeyedDice(seed_key(3)))
    play(match, "anna commit 9")
    match.undo()
    play(match, "anna commit 9", "bruno hold", "carla hold", "anna bid x=1")
    match.undo()
    play(match, "anna bid x=2")
    path = tmp_path / "match.txt"
    path.write_text(match.record())
    counts = {"anna": 2, "bruno": 1, "carla": 1, "spectator": 1}
    for seat, count in counts.items():
        assert garrison("replay", path, "--seat", seat).out.count("an answer was undone") == count
    assert garrison("replay", path, "--seat", "arbiter").out.count("undone, back to row") == 2


def test_verify_proves_a_finished_game(garrison: Run, finished: Path) -> None:
    found = told(garrison, "verify", finished)
    assert list(found) == ["rows", "draws", "ok", "first_bad"]
    assert found["ok"] is True
    assert found["first_bad"] is None
    lines = finished.read_text().splitlines()
    assert found["rows"] == sum(line[0].isdigit() for line in lines)
    assert found["draws"] == sum(line.count(" | ") for line in lines)


def test_verify_tells_of_a_line_it_left_out(garrison: Run, finished: Path) -> None:
    left_out = "The last line was only half written and has been left out.\n"
    assert left_out not in garrison("verify", finished).out
    cut = finished.with_name("cut.txt")
    cut.write_text("\n".join(finished.read_text().splitlines()[:12]) + "\n4 defen")
    done = garrison("verify", cut)
    assert (done.status, done.out.startswith(left_out)) == (0, True)


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
    assert list(found) == ["games", "rows", "players", "laws", "failures"]
    assert found["games"] == 2
    assert found["failures"] == []


def test_fuzz_failures_are_told_and_saved_as_records(
    garrison: Run, register: Register, tmp_path: Path
) -> None:
    def broken(_: toy.Watch) -> Result | None:
        raise RuntimeError("no result today")

    register(toy.vary(toy.TOY, result=broken))
    folder = tmp_path / "failures"
    done = garrison("fuzz", "--game", "toy", "--games", 1, "--save", folder)
    assert done.status == 1
    assert "no result today" in done.flat
    assert re.search(r"^1 game, \d+ rows, \d failures?$", done.out, re.MULTILINE)
    register(toy.TOY)
    saved = list(folder.iterdir())
    assert saved
    assert garrison("check", *saved).status == 0


# What a game knows


def test_games_lists_ids_and_options(garrison: Run) -> None:
    found = told(garrison, "games")
    assert [game["id"] for game in found["games"]] == ["itter", "siege", "toy"]
    out = garrison("games").out
    assert "itter: Castle Itter\n" in out
    assert "--difficulty beginner | veteran | elite" in out
    assert "  --castle average | powerful --difficulty 1 | 2 | 3 --survivors" in out  # all go together
    assert out.count("--castle") == 1


def test_rules_prints_all_or_one(garrison: Run) -> None:
    out = garrison("rules", "itter").out
    for ident in ("ITP-0a", "ITP-4.3c"):
        assert re.search(rf"^{ident}  \S", out, re.MULTILINE)
    one = garrison("rules", "itter", "itp-4.3c", "--lang", "it").out
    assert one.startswith("ITP-4.3c  ")
    assert one.count("ITP-4.3c  ") == 1
    assert all(len(line) <= output.WIDTH for line in out.splitlines())


def cards(edition: str, lang: str) -> list[tuple[str, str, str]]:
    return [("Owl", f"hoots ({edition}, {lang})", "reconstructed"), ("Bat", "flies", "")]


def text(file: str) -> str:
    """The texts of the toy, with headings for its rules."""
    found = toy.WORDS.text(file)
    if file.startswith("words"):
        return found + '\n[sections]\n2 = "Showing"\nsetup = "Before"\n'
    return found.replace('"NW-1.1".text', '"NW-1.1".section = "setup 3"\n"NW-1.1".text').replace(
        '"NW-2.1".text', '"NW-2.1".section = "2.4.1"\n"NW-2.1".text'
    )


def test_rules_stand_under_headings_and_cards_below(garrison: Run, register: Register) -> None:
    register(toy.vary(toy.TOY, cards=cards, text=text))
    out = garrison("rules", "toy").out
    assert "## Before\n\nNW-1.1" in out
    assert "## Showing\n\nNW-2.1" in out
    assert out.endswith("\n\n## Cards\n\n- Owl: hoots (plain, en) (reconstructed)\n- Bat: flies\n")
    assert "## Carte\n" in garrison("rules", "toy", "--lang", "it").out


def test_rules_without_headings_of_their_own_stand_under_numbers(garrison: Run, register: Register) -> None:
    register(toy.vary(toy.TOY, text=lambda file: text(file).partition("\n[sections]")[0]))
    out = garrison("rules", "toy").out
    assert "## 2\n\nNW-2.1" in out
    assert "## Cards" not in out


@pytest.mark.parametrize("command", ["rules", "notes"])
def test_a_ruling_is_shown_by_its_id(garrison: Run, command: str) -> None:
    for lang in ("en", "it"):
        out = garrison(command, "itter", "amb-41", "--lang", lang).out
        assert out.startswith("AMB-41  ")
        assert out.count("\n  ") >= 2
        assert "###" not in out
        assert "AMB-42" not in out
    done = garrison(command, "itter", "AMB-4", "--lang", "it")
    assert done.status == 2
    assert "Sigle simili: AMB-4" in done.err
    assert done.err.endswith(f"Per elencarle tutte: garrison {command} itter --lang it\n")


def test_notes_prints_rulings_and_doubtful_figures_first(garrison: Run) -> None:
    for lang in ("en", "it"):
        out = garrison("notes", "itter", "--lang", lang).out
        said = texts.words(lang)
        assert "AMB-01" in out
        first = out.index(said("figures-reconstruction"))
        assert first < out.index(said("figures-inferred")) < out.index(said("figures-one-source"))


def test_notes_lists_no_figure_the_rulebook_states(garrison: Run, register: Register) -> None:
    figures = [
        ("alpha", "1", "rulebook", "B"),
        ("beta", "2", "one-source", "P"),
        ("gamma", "3", "agreed", "B, P"),
        ("delta", "4", "reconstruction", "F"),
    ]
    itter = registry.find("itter")
    register(toy.vary(itter, id="doubtful", figures=lambda _: figures))
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
