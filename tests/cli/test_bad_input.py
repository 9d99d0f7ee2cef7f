"""Bad input gets one sentence on stderr and status 2, changes nothing, and is explained in both languages."""

from __future__ import annotations

import json
import re
import string
from collections.abc import Callable
from pathlib import Path

import pytest

from garrison.cli import texts
from support.games.finished_game import GOOD_SCENARIO, save_finished
from support.terminal.command import Run, only


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    return save_finished(tmp_path)


@pytest.fixture
def good(tmp_path: Path) -> Path:
    path = tmp_path / "good.toml"
    path.write_text(GOOD_SCENARIO)
    return path


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
    "a draw too many": (
        lambda text: text.replace("place nt2", "place nt2 | attack 1"),
        "row 2: the record has more draws",
    ),
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
"""Changes that `verify` finds as a difference from the key, before anything is replayed."""


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
    "not a face of a die": ("[5, 6, 4, 5]", "[5, 6, 4, 7]", "7"),
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
    (["plya"], "no command 'plya' (did you mean play"),
    (["play", "chess"], "there is no game 'chess'; installed: colditz, itter, siege, toy"),
    (["play", "itter", "--edition", "v9"], "no edition 'v9'; choose one of published"),
    (["play", "itter", "--difficulty", "easy"], "no difficulty 'easy'; choose one of beginner"),
    (["play", "itter", "--seed", "abc"], "'abc' is not a whole number"),
    (["play", "itter", "--seed", "-1"], "-1"),
    (["play", "itter", "--seed", "1_0"], "'1_0' is not a whole number"),
    (["play", "itter", "--seed", "9" * 40], "the limit is 999999999999999999;"),
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
    (["simulate", "itter", "--games", "0"], "the minimum is 1"),
    (["simulate", "itter", "--games", "many"], "'many' is not a whole number"),
    (["simulate", "chess"], "no game 'chess'"),
    (["simulate", "itter", "--players", "clever"], "no player 'clever'"),
    (["simulate", "toy", "--players", "random,random"], "2 players were named for 3 seats"),
    (["fuzz", "--game", "chess", "--games", "1"], "no game 'chess'"),
    (["fuzz", "--games", "1", "--seconds", "1"], "--seconds and --games cannot be used together"),
    (["bench", "chess"], "no game 'chess'"),
    (["notes", "chess"], "no game 'chess'"),
    (["notes", "toy"], "toy has no notes in this language (en)"),
    (["notes", "itter", "AMB-999"], "Similar ids: AMB-"),
    (["rules", "itter", "ITP-4.3"], "Similar ids: ITP-4.3a"),
    (["rules", "itter", "xyzzy"], "no rule or ruling 'xyzzy'. To list them all: garrison rules itter"),
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


ITALIAN: list[tuple[list[str], str]] = [
    (
        ["play", "itter", "--bogus"],
        "argomento sconosciuto: --bogus; per saperne di più: garrison play --help",
    ),
    (["play", "itter", "--seed", "x"], "'x' non è un numero intero"),
    (["play", "itter", "--seed", "9" * 30], "il limite è 999999999999999999"),
    (["play", "itter", "--players", "nobody"], "non c'è nessun giocatore 'nobody'"),
    (["play", "itter", "--players", "me,me"], "i giocatori indicati sono 2"),
    (["play", "itter", "--players", "random"], "non resta un posto per te"),
    (["play", "toy", "--players", "me,me"], "i giocatori indicati sono 2"),
    (["play", "itter", "--home", "/dev/null"], "/dev/null non è una cartella"),
    (["resume"], "non c'è nessuna partita da riprendere"),
    (["resume", "nothing"], "non c'è nessuna partita salvata 'nothing'"),
    (["show"], "manca: FILE"),
    (["show", "good.toml", "--at", "9"], "non il passo 9"),
    (["show", "good.toml", "--seat", "x"], "non c'è nessun posto 'x'"),
    (["rules", "itter", "xyzzy"], "Non c'è nessuna regola o decisione 'xyzzy'"),
]


@pytest.mark.parametrize(("argv", "said"), ITALIAN, ids=[" ".join(argv)[:40] for argv, _ in ITALIAN])
@pytest.mark.parametrize("flag", [["--lang", "it"], ["--lang=it"]])
def test_mistakes_are_told_in_italian_to_who_asks_for_it(
    garrison: Run, good: Path, monkeypatch: pytest.MonkeyPatch, argv: list[str], said: str, flag: list[str]
) -> None:
    monkeypatch.chdir(good.parent)
    done = garrison(*argv, *flag)
    assert (done.status, done.out) == (2, "")
    assert said in done.err


def test_a_mistake_points_to_the_help_of_its_command(garrison: Run) -> None:
    assert garrison("play", "--seed", "x").err.endswith("; for help: garrison play --help\n")
    assert garrison("show", "x", "--bogus").err.endswith(
        "not understood: --bogus; for help: garrison show --help\n"
    )


@pytest.mark.parametrize("command", ["check", "show", "replay", "verify", "resume"])
def test_a_file_that_may_not_be_read_is_told(
    garrison: Run, finished: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbidden(*_: object, **__: object) -> str:
        raise PermissionError(13, "Permission denied", str(finished))

    monkeypatch.setattr(Path, "open", forbidden)
    done = garrison(command, finished)
    assert done.status == 2
    assert done.err == f"garrison: {finished}: Permission denied\n"


def test_bytes_that_are_no_text_are_told(garrison: Run, tmp_path: Path) -> None:
    path = tmp_path / "noise.txt"
    path.write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8 text" in garrison("check", path).err


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


# Words


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_both_languages_say_the_same_things() -> None:
    english, italian = texts.words("en"), texts.words("it")
    assert list(english.say) == list(italian.say)
    for key in english.say:
        assert _places(english.say[key]) == _places(italian.say[key]), key
    assert set(english.commands.values()) == set(italian.commands.values())
    for said in (english, italian):
        assert said.help.replace("{aid}", said.help_aid).count("\n- ") == len({*said.commands.values()}) - 1
    assert _places(english.help) == _places(italian.help)


def test_no_sentence_was_left_in_english() -> None:
    english, italian = texts.words("en"), texts.words("it")
    same = {key for key in english.say if english.say[key] == italian.say[key]}
    spoken = {key for key in same if re.search(r"[a-z]{2}", re.sub(r"\{.*?\}", "", english.say[key]))}
    assert spoken == set()


def test_every_word_is_used() -> None:
    folder = Path(texts.__file__).parent
    code = "".join(path.read_text() for path in folder.rglob("*.py"))
    unused = [key for key in texts.words("en").say if f'"{key}"' not in code and f"'{key}'" not in code]
    made = {"figures-reconstruction", "figures-inferred", "figures-one-source"}
    made |= {"why-legal-after", "why-not-after"}
    assert set(unused) <= made
