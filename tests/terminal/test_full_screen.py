"""The full screen in a real terminal: a game from start to end, resizing, and the terminal afterwards."""

from __future__ import annotations

import os
import random
import re
import signal
import termios
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.text import Text

import garrison as package
from garrison.cli import output
from garrison.cli.play.lookups import Onlooker
from garrison.cli.play.start import words
from garrison.cli.play.terminal import Terminal
from garrison.cli.screen import full_screen, layout
from garrison.cli.screen.layout import Size
from garrison.core.state import SPECTATOR
from support.games.toy_secrets import BUSY, LANTERN, may_know
from support.proof import few
from support.terminal.command import Run, only, rows
from support.terminal.terminal_window import ALTERNATE, BACK, Window

Open = Callable[..., Window]
CTRL_C, CTRL_D = "\x03", "\x04"
UP, DOWN, PAGE_UP, PAGE_DOWN, HOME, END = "\x1b[A", "\x1b[B", "\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F"
ERASING = re.compile(r"\x1b\[[0-3]?[JK]")
ITTER = ("play", "itter", "--seed", 3)
TOY = ("play", "toy", "--seed", 3)


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Open]:
    opened: list[Window] = []

    def start(*argv: object, columns: int = 100, rows: int = 30, fresh: bool = False, **env: str) -> Window:
        opened.append(Window(tmp_path, *argv, columns=columns, rows=rows, env=env, fresh=fresh))
        return opened[-1].settle()

    yield start
    for each in opened:
        each.close()


# A game


@pytest.mark.parametrize(("columns", "height"), few(1, [(100, 30), (120, 40), (170, 50)]))
def test_table_question_choices_cards_and_log_stand_together(window: Open, columns: int, height: int) -> None:
    seen = window(*ITTER, columns=columns, rows=height)
    assert "Hold the castle until the SS deck runs out" in seen.shown
    assert "letters are R red, P purple" in seen.shown
    seen.type("lee")
    assert seen.asking
    for part in (
        "Turn 1",
        "Actions left 5",
        "North Terrace Defence 6",
        "C1 W Clemenceau 0/1 I",
        "2G Ri3",
        "tokens 0",
    ):
        assert part in seen.shown
    assert "Where does Lee take position? [ITP-2.1a]" in seen.shown
    assert "24 place bj4" in seen.shown
    assert "cards left in the deck: 60" in seen.shown
    assert "Turn 1 begins." in seen.shown
    seen.type("place g4; attack rifleman@9 weapon")
    assert "› Lee takes position on G4." in seen.shown
    assert "9B ›26" in seen.shown
    assert re.search(r"Lee( 1/2 CT)? \(E", seen.shown)


@pytest.mark.proof
def test_a_whole_game_goes_as_in_the_line_mode(window: Open, tmp_path: Path, garrison: Run) -> None:
    chance = random.Random(5)
    seen = window(*ITTER, "--difficulty", "elite")
    typed: list[str] = []
    while not seen.ended and len(typed) < 400:
        if seen.reading:
            if "── The game is over ──" in seen.shown:
                break
            seen.press("\r")
            continue
        typed.append("; ".join(chance.choice(["1", "2", "3", "pass", "pass"]) for _ in range(12)))
        seen.press(f"{typed[-1]}\r")
    assert "Result: " in seen.shown
    assert "North Terrace" in seen.shown
    assert seen.end("\r") == 0
    assert "Every roll came from this key" in " ".join(" ".join(seen.main.display).split())
    played = rows(only(tmp_path))
    done = garrison(*ITTER, "--difficulty", "elite", typed="\n".join(typed) + "\n")
    assert "Every roll came from this key" in done.flat
    assert rows(only(tmp_path / "home")) == played
    assert len(played) > 20


def test_what_does_not_fit_in_the_log_is_read_first(window: Open) -> None:
    seen = window(*ITTER).type("pass; pass; pass; pass; pass")
    assert seen.reading
    assert "── What happened ──" in seen.shown
    assert "North Terrace" in seen.shown
    told = ""
    while seen.reading:
        told += seen.shown
        seen.press("\r")
    assert told.index("Actions left: 4.") < told.index("SS Phase begins.") < told.index("Turn 2 begins.")
    assert "Who acts?" in seen.shown
    assert "› Turn 2 begins." in seen.shown


def test_escape_at_the_prompt_takes_no_letter_of_what_is_typed_next(window: Open) -> None:
    seen = window(*ITTER).read_on()
    os.write(seen.mine, b"\x1b")
    seen.settle().type("why lee")
    assert "lee is allowed now." in seen.shown
    seen.press("lex\x1b[D\x1b[D").press("\x1b[C\x1b[3~").press("e\r")
    assert "Where does Lee take position?" in seen.shown, "the arrow keys edit the line as before"


def test_going_on_shows_what_was_said_before_the_screen_opened(window: Open) -> None:
    first = window(*ITTER)
    first.type("lee")
    assert first.end(CTRL_D) == 0
    seen = window("resume")
    assert "Continuing itter-" in seen.shown
    assert "This is where you left off." in seen.shown
    seen.read_on()
    assert "Where does Lee take position?" in seen.shown


def test_italian(window: Open) -> None:
    seen = window(*ITTER, "--lang", "it")
    assert seen.lines[-1].startswith("Invio: chiudi")
    seen.type("lee")
    assert "Dove prende posizione Lee?" in seen.shown or "Lee" in seen.shown
    assert "Azioni rimaste 5" in seen.shown
    assert "2Ve Fu3" in seen.shown
    assert seen.lines[-1].startswith("aiuto  consiglio  annulla")


def to_the_end(seen: Window) -> Window:
    """Give the first answer, and turn every page but the last."""
    for _ in range(60):
        if "── The game is over ──" in seen.shown:
            return seen
        if seen.reading:
            seen.press("\r")
        else:
            seen.type("1")
    raise AssertionError(seen.shown)


def test_programs_play_their_seats_and_can_be_followed(window: Open) -> None:
    seen = to_the_end(window(*TOY, "--players", "me,random,random"))
    assert "Bruno" in seen.shown
    assert seen.end("\r") == 0


def test_an_open_choice_says_what_can_be_typed(window: Open, tmp_path: Path) -> None:
    seen = window("play", "toy", "--seed", 4, "--players", "me,random,random")
    for _ in range(30):
        seen.read_on()
        if "or type bid x=…" in seen.shown:
            seen.type("bid x=1.25")
            assert "bid x=1.25" in "".join(rows(only(tmp_path)))
            return
        seen.type("commit 5" if "commit 5" in seen.shown else "2")
    pytest.fail("no open choice came")


# Answers


def test_a_long_answer_is_read_back_and_forth(window: Open) -> None:
    seen = window(*ITTER).type("rules")
    assert seen.reading
    top = seen.lines[1]
    found = re.search(r"1 to (\d+) of (\d+)", seen.lines[0])
    assert found is not None
    height, count = int(found[1]), int(found[2])
    assert count > 2 * height
    assert seen.press(DOWN).lines[1] != top
    assert seen.press(UP).lines[1] == top
    assert f"{height + 1} to {2 * height} of" in seen.press(PAGE_DOWN).lines[0]
    assert seen.press(PAGE_UP).lines[1] == top
    assert f"{count - height + 1} to {count} of" in seen.press(END).lines[0]
    assert seen.press(HOME).lines[1] == top
    assert seen.press("\r").reading
    assert seen.press("\x1b").asking
    assert "Who acts?" in seen.shown


def test_enter_alone_reads_to_the_end_and_closes(window: Open) -> None:
    seen = window(*ITTER).type("help")
    assert "At every prompt you can also type" in seen.shown
    pages = 0
    while seen.reading:
        seen.press("\r")
        pages += 1
    assert pages == 2
    assert "Who acts?" in seen.shown


def test_a_message_fills_the_lines_beside_the_log(window: Open) -> None:
    seen = window(*ITTER, columns=150, rows=50).type("why wegscheider")
    lines = [line.partition("\u2502")[0].rstrip() for line in seen.lines]
    first = next(n for n, line in enumerate(lines) if line.startswith("wegscheider: "))
    last = next(n for n, line in enumerate(lines) if line.endswith(")") and n >= first)
    assert last > first
    assert all(len(line) > 90 for line in lines[first:last])


def test_short_answers_stand_above_the_prompt(window: Open) -> None:
    seen = window(*ITTER).type("xyzzy")
    assert seen.lines[-3].startswith("'xyzzy' is not one of the choices. Type a number from 1 to 21")
    seen.type("why wegscheider")
    assert "(ITP-" in "".join(seen.lines[-5:-2])
    seen.type("save")
    assert "every row so far is written" in seen.shown
    seen.type("lee")
    assert "every row so far" not in seen.shown
    seen.type("undo")
    assert seen.lines[-3] == "Undone: lee."
    assert "Who acts?" in seen.shown
    seen.type("lee; place g4; odds attack rifleman@9 weapon")
    assert seen.lines[-3] == "attack rifleman@9 weapon: 8 of 9, 89 %"


UNUSABLE = {
    "en": {
        "log 0": "log needs the number of rows to look back, 1 or more, for example: log 20.",
        "hint lee": "hint is typed on its own, without 'lee'.",
        "quit now": "quit is typed on its own, without 'now'.",
    },
    "it": {
        "registro 00": "registro ha bisogno del numero di righe da rileggere, da 1 in su",
        "annulla 2": "'2' non è un sì, quindi non è stato annullato nulla.",
        "salva 2": "salva va scritto da solo, senza «2».",
        "annulla": "Non è stato annullato nulla: ",
    },
}


@pytest.mark.parametrize("lang", UNUSABLE)
def test_what_a_command_cannot_use_is_told(window: Open, lang: str) -> None:
    seen = window(*ITTER, "--lang", lang)
    for typed, said in UNUSABLE[lang].items():
        seen.type(typed)
        assert seen.lines[-3].startswith(said), typed
        assert "Hint" not in seen.shown


def test_commands_answer(window: Open) -> None:
    seen = window(*ITTER, HINT_SECONDS="0.05")
    for word, said in (("hint", "Hint: "), ("rule", "ITP-2.0a"), ("board", "Turn: 1; Phase")):
        assert said in seen.type(word).shown, word


def test_an_empty_line_turns_the_page_of_the_choices(window: Open, tmp_path: Path) -> None:
    seen = window(*ITTER).type("lee; place g4").read_on()
    assert "Enter: more" not in seen.shown
    seen.resize(46, 14)
    found = re.search(r"1 to (\d+) of (\d+);", seen.shown)
    assert found is not None
    assert " 1 attack rifleman@7 " in seen.shown
    seen.press("\r")
    assert f"{int(found[1]) + 1} to {found[2]} of {found[2]}" in seen.shown
    assert " 1 attack rifleman@7 " not in seen.shown
    assert " 1 attack rifleman@7 " in seen.press("\r").shown
    assert len(rows(only(tmp_path))) == 2


def test_a_page_after_a_message_begins_where_the_shown_one_ended(window: Open) -> None:
    seen = window(*ITTER).type("seiner")
    seen.resize(46, 14)
    whole = re.search(r"1 to (\d+) of 24;", seen.shown)
    seen.type("odds")
    small = re.search(r"1 to (\d+) of 24;", seen.shown)
    assert whole is not None
    assert small is not None
    assert int(small[1]) < int(whole[1])
    last = int(small[1])
    while last < 24:
        found = re.search(r"(\d+) to (\d+) of 24", seen.press("\r").shown)
        assert found is not None
        assert int(found[1]) == last + 1
        last = int(found[2])
        assert f"{last} place " in seen.shown


def test_folded_choices_can_be_listed(window: Open) -> None:
    seen = window(*ITTER, columns=170, rows=50).type("seiner; place bj3")
    assert "14-33 20 choices from move nt2 to move g4; to list them: choices move" in seen.shown
    assert "8 of 9, 89 %" in seen.shown
    seen.type("choices move")
    assert "33 move g4 Move to G4: sees black; M1919A4" in seen.shown


SHOOTING = ("play", "siege", "--seed", 7, "--players", "me,sound")


def test_the_catapult_is_drawn_as_far_as_the_number_says(window: Open, tmp_path: Path) -> None:
    """A number is the value where answers are numbers, not the place in a list."""
    seen = window(*SHOOTING, columns=120, rows=40).type("load boulder").type("site s3")
    assert "Type a number: 0 to 23 or 337 to 359." in seen.shown
    seen.type("8")
    assert "The catapult is turned to 8°." in seen.shown
    seen.type("undo").type("0")
    assert "In direction 0°: south gatehouse 14.5 to 17 inches (arm drawn 1.93 to 2.09)" in seen.shown
    seen.type("1")
    assert "Not allowed: pull 1." in seen.shown
    assert "Possible here: 1.88 to 2.54 in steps of 0.02." in seen.shown
    seen.type("2")
    assert [row for row in rows(only(tmp_path)) if "pull" in row] == ["attacker pull 2"]


def test_a_line_of_the_plain_mode_is_the_number_too(window: Open, tmp_path: Path) -> None:
    seen = window(*SHOOTING, "--plain", columns=120, rows=40)
    for line in ("load boulder", "site s3", "8", "undo", "0", "2.05", "2"):
        before = len(seen.all)
        os.write(seen.mine, f"{line}\r".encode())
        seen.await_text(before, r"> $")
    flat = " ".join(seen.all.split())
    assert "The catapult is turned to 8°." in flat
    assert "> 2.05 2.05 is not possible here. Possible: 1.88 to 2.54 in steps of 0.02." in flat
    turns = [row for row in rows(only(tmp_path)) if "turn" in row or "pull" in row]
    assert turns == ["attacker turn 8", "attacker turn 0", "attacker pull 2"]


def test_what_fits_as_a_whole_leaves_no_hidden_page(window: Open) -> None:
    seen = window(*ITTER, "--lang", "it", HINT_SECONDS="0.05")
    seen.type("why wegscheider; why lee; why seiner").read_on()
    seen.type("consiglio").read_on()
    first = re.search(r"da 1 a (\d+) di 21", seen.shown)
    assert first is not None
    seen.press("\r")
    assert " 1 lee" in seen.shown
    assert " di 21" not in seen.shown
    seen.type("consiglio").read_on()
    assert f"da 1 a {first[1]} di 21" in seen.shown


def test_the_page_is_the_first_when_the_question_changes(window: Open) -> None:
    seen = window(*ITTER).type("lee; place g4").read_on()
    seen.resize(46, 14)
    seen.press("\r")
    assert " 1 attack rifleman@7 " not in seen.shown
    seen.type("undo").type("place g4")
    assert " 1 attack rifleman@7 " in seen.shown


@pytest.mark.parametrize("command", few(1, ["rules", "help"]))
def test_what_is_typed_while_reading_is_the_next_answer(window: Open, command: str) -> None:
    seen = window(*ITTER)
    for answer in ("lee", "borotra", "1", "quarter; lee"):
        seen.type(command)
        assert seen.reading
        seen.press(answer)
        assert seen.asking
        assert seen.lines[-2] == f"> {answer}"
        seen.press("\r")
        said = {"quarter; lee": "'quarter' is not one", "borotra": "?"}.get(answer, "take position?")
        assert said in seen.shown, answer
        assert not seen.lines[-2].strip("> ")
        seen.type("undo")
        assert "Who acts?" in seen.shown


def test_what_is_typed_at_once_while_reading_is_played(window: Open, tmp_path: Path) -> None:
    seen = window(*ITTER).type("help").press("lee\r")
    assert "Where does Lee take position?" in seen.read_on().shown
    assert [row.split(" ", 1)[1] for row in rows(only(tmp_path))] == ["lee"]


def test_what_is_typed_at_the_news_is_the_next_answer(window: Open) -> None:
    seen = window(*ITTER).type("pass; pass; pass; pass; pass")
    assert "── What happened ──" in seen.shown
    assert seen.press("l\u00e8").lines[-2] == "> l\u00e8"
    assert seen.press("\x7fee\r").asking
    assert "Where does Lee take position?" in seen.shown


def test_an_accent_can_be_the_first_that_is_typed(window: Open) -> None:
    pytest.importorskip("readline")
    seen = window(*ITTER, LC_ALL="C.UTF-8").type("help")
    assert seen.press("\u00e8").lines[-2] == "> \u00e8"


def test_letters_do_not_close_the_last_page_of_a_game(window: Open) -> None:
    seen = to_the_end(window(*TOY, "--players", "me,random,random"))
    assert "type your answer" not in seen.lines[-1]
    assert "── The game is over ──" in seen.press("lee").shown
    assert seen.end("\r") == 0


def test_an_answer_of_some_lines_leaves_the_question_and_choices_on_the_screen(window: Open) -> None:
    seen = window(*ITTER).type("seiner; place bj3").type("odds")
    assert seen.asking
    assert seen.lines[-3].startswith("attack rifleman@10: ")
    assert seen.lines[-10].startswith("attack rifleman@7 weapon: ")
    assert "What does Seiner do?" in seen.shown
    assert " 1 attack rifleman@7 weapon 89 % " in seen.shown
    assert "North Terrace Defence 6" in seen.shown
    assert "… 6 more; to see all: board" in seen.shown
    assert "… 3 more; to see all: board" in seen.press("\r").shown


@pytest.mark.proof
def test_what_is_said_of_a_chance_keeps_its_sign(window: Open) -> None:
    seen = window(*ITTER, HINT_SECONDS="0.05").type("hint")
    for columns in range(101, 121):
        seen.resize(columns, 30)
        assert "Hint: " in seen.shown
        assert "%" in seen.shown
        assert not [line for line in seen.lines if line.lstrip().startswith("%")]


def test_line_editing_works_at_the_prompt(window: Open) -> None:
    pytest.importorskip("readline")
    seen = window(*ITTER).type("xyzzy")
    assert seen.press(UP).lines[-2] == "> xyzzy"
    assert seen.press("\x15lex\x7fe").lines[-2] == "> lee"
    assert "Where does Lee" in seen.press("\r").shown


def test_a_very_long_line_stays_on_its_line(window: Open) -> None:
    pytest.importorskip("readline")
    seen = window(*ITTER).read_on()
    before = seen.lines
    seen.press("x" * 300)
    assert seen.lines[:-2] == before[:-2]
    assert seen.lines[-1] == before[-1]


# Frames


def test_no_frame_is_erased_before_the_next(window: Open) -> None:
    seen = window(*ITTER)
    for line in (
        "lee",
        "place g4",
        "attack rifleman@9 weapon",
        "odds",
        "help",
        "pass; pass; pass; pass",
        "1",
        "board",
    ):
        seen.type(line)
    inside = seen.all.partition(ALTERNATE)[2].partition("\x1b[2J")[2]
    assert len(seen.frames) > 8
    for frame in seen.frames:
        assert not ERASING.search(frame)
        assert [int(row) for row in re.findall(r"\x1b\[(\d+);1H", frame)] == [*range(1, 31), 29]
    # Between frames only the line editor writes, and only on its own line.
    assert "\x1b[2J" not in inside
    assert not re.search(r"\x1b\[[0-2]?J", inside)


def test_a_frame_is_one_write(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[bytes] = []
    monkeypatch.setattr(os, "write", lambda _, data: written.append(bytes(data)) or len(data))
    monkeypatch.setattr(output.sys.stdout, "fileno", lambda: 1, raising=False)
    screen = full_screen.FullScreen(words("en"))
    screen._show(layout.alone(["hello"], Size(100, 30)), Size(100, 30), typing=True)
    assert len(written) == 1
    assert b"hello" in written[0]
    assert written[0].startswith(full_screen.BEGIN.encode())
    assert written[0].endswith(full_screen.END.encode())


@pytest.mark.parametrize("number", [signal.SIGWINCH, signal.SIGTSTP])
@pytest.mark.parametrize("reading", [False, True])
def test_a_signal_between_a_frame_and_the_wait_for_keys_draws_it_anew(
    monkeypatch: pytest.MonkeyPatch, number: signal.Signals, reading: bool
) -> None:
    screen, frames = Unattended("en", iter(["lee"])), []

    def put(text: str) -> None:
        frames.append(text)
        if len(frames) == 1:
            screen._signalled(number, None)

    monkeypatch.setattr(output, "put", put)
    monkeypatch.setattr(full_screen.FullScreen, "_pause", lambda _: None)
    monkeypatch.setattr(full_screen, "size", lambda: Size(100, 30))
    if reading:
        assert screen._read([Text("something")], "Title") == ""
    else:
        assert screen.enter("> ") == "lee"
    assert len(frames) == 2


def test_no_colour_where_none_is_wanted(window: Open) -> None:
    coloured, bare = window(*ITTER).read_on(), window(*ITTER, NO_COLOR="1").read_on()
    colour = re.compile(r"\x1b\[(?:[0-9]+;)*(?:3[0-7]|9[0-7])(?:;[0-9]+)*m")
    assert colour.search(coloured.all)
    assert not colour.search(bare.all)
    assert [line for line in bare.lines if "Saved" not in line] == coloured.lines


def test_an_output_without_accents_gets_a_screen_too(window: Open) -> None:
    seen = window(*ITTER, "--lang", "it", PYTHONIOENCODING="ascii")
    seen.type("lee; place g4; attack rifleman@9 weapon").read_on()
    assert seen.all.isascii()
    assert "7Ne Fu3 >22Gi" in seen.shown
    assert seen.lines[-1].endswith("...")
    for line in re.split(r"\x1b\[\d+;1H", seen.frames[-1]):
        assert len(re.sub(r"\x1b\[[?0-9;]*[a-zA-Z]", "", line)) <= 100


# The window's size


def test_another_size_redraws_and_keeps_what_was_typed(window: Open) -> None:
    seen = window(*ITTER).read_on()
    seen.press("le")
    for columns, height in ((120, 40), (170, 45), (100, 30)):
        seen.resize(columns, height)
        assert len(seen.lines) == height
        assert seen.lines[-2].startswith("> le")
        assert "North Terrace" in seen.shown
        assert any(len(line) > columns - 10 for line in seen.lines)
    assert "Where does Lee" in seen.press("e\r").shown


def test_too_small_a_window_keeps_the_question_and_says_so(window: Open) -> None:
    seen = window(*ITTER).read_on()
    seen.resize(80, 24)
    assert "The window has 80 columns and 24 rows" in seen.shown
    assert "Who acts?" in seen.shown
    assert "North Terrace" not in seen.shown
    seen.resize(100, 30)
    assert "The window has" not in seen.shown
    assert "North Terrace" in seen.shown


def test_a_text_that_is_read_follows_the_size(window: Open) -> None:
    seen = window(*ITTER).type("help")
    seen.resize(110, 60)
    assert seen.reading
    assert "Reading the table" in seen.shown


def test_a_pause_gives_the_screen_back(window: Open) -> None:
    seen = window(*ITTER).read_on()
    seen.press("le")
    seen.press("\x1a")  # nobody could wake it here, so the system lets it go on at once
    assert seen.all.count(BACK) == 1
    assert seen.all.count(ALTERNATE) == 2
    assert seen.lines[-2] == "> le"
    assert "North Terrace" in seen.shown


# What is left


LEAVING = [("quit\r", 0), (CTRL_D, 0), (CTRL_C, 130), ("le" + CTRL_C, 130)]


@pytest.mark.parametrize(("keys", "status"), LEAVING)
def test_the_terminal_is_as_it_was_after_leaving_at_the_prompt(window: Open, keys: str, status: int) -> None:
    leave(window(*ITTER).read_on(), keys, status)


@pytest.mark.parametrize(("keys", "status"), LEAVING[1:3])
def test_the_terminal_is_as_it_was_after_leaving_a_page(window: Open, keys: str, status: int) -> None:
    leave(window(*ITTER), keys, status)


@pytest.mark.parametrize(("keys", "status"), few(1, LEAVING[:3]))
def test_the_terminal_is_as_it_was_after_the_interpreter_ended(window: Open, keys: str, status: int) -> None:
    leave(window(*ITTER, fresh=True).read_on(), keys, status)


def leave(seen: Window, keys: str, status: int) -> None:
    assert seen.end(keys) == status
    left_as_it_was(seen)
    said = " ".join(" ".join(seen.main.display).split())
    assert re.fullmatch(r"The game is saved in \S+\. To continue from here: \S.* resume", said)


def left_as_it_was(seen: Window) -> None:
    assert seen.screen is seen.main
    assert not seen.main.cursor.hidden
    assert termios.tcgetattr(seen.its) == seen.modes
    assert (
        seen.all.rindex("\x1b[?2004l") > seen.all.rfind("\x1b[?2004h") if "\x1b[?2004h" in seen.all else True
    )


def test_an_end_from_outside_leaves_the_terminal_as_it_was(window: Open) -> None:
    seen = window(*ITTER).read_on()
    seen.signal(signal.SIGTERM)
    assert seen.wait() == 130
    left_as_it_was(seen)
    assert "The game is saved in" in seen.shown


def test_an_error_leaves_the_terminal_as_it_was(window: Open, tmp_path: Path) -> None:
    seen = window(*ITTER).read_on()
    only(tmp_path).write_text("mine")
    assert seen.end("lee\r") == 2
    left_as_it_was(seen)
    assert seen.shown.startswith("garrison: ")
    assert "another program has changed this saved game" in "".join(seen.main.display)


# Where lines are used


@pytest.mark.parametrize(
    ("argv", "columns", "height", "env"),
    [
        (("--plain",), 100, 30, {}),
        ((), 100, 30, {"TERM": "dumb"}),
        ((), 99, 30, {}),
        ((), 100, 29, {}),
    ],
)
def test_lines_where_a_full_screen_is_not_wanted_or_not_possible(
    window: Open, argv: tuple[str, ...], columns: int, height: int, env: dict[str, str]
) -> None:
    seen = window(*ITTER, *argv, columns=columns, rows=height, **env)
    assert ALTERNATE not in seen.all
    assert not seen.frames
    flat = " ".join(seen.all.split())
    told = re.findall(r"The window has only \d+ columns and \d+ rows", flat)
    assert len(told) == (not argv and not env)
    assert not told or re.search(
        r"at least 100 columns by 30 rows, then quit and continue with: .* resume", flat
    )
    assert seen.end("quit\r") == 0


# Several people


def sit(window: Open) -> Window:
    seen = window(*TOY)
    assert "Next at the keyboard: Anna." in seen.shown
    assert "At this terminal: Anna, Bruno, Carla." in seen.shown
    seen.press("\r").read_on()
    assert "Anna> " in seen.screen.display[-2]
    return seen


def test_the_hand_over_shows_nothing_else(window: Open) -> None:
    seen = sit(window)
    assert "lantern 5" in seen.shown
    before = len(seen.all)
    seen.press("commit 5\r")
    assert [line for line in seen.lines if line] == [
        "Next at the keyboard: Bruno.",
        "Please look away: Anna, Carla.",
        "Bruno: press Enter when nobody else can see the screen.",
        ">",
    ]
    frame = seen.all[before:].partition(full_screen.BEGIN)[2]
    assert frame.startswith(output.WIPE)
    assert "antern" not in frame
    seen.press("\r").read_on()
    assert "Bruno> " in seen.screen.display[-2]
    assert "lantern 3, lantern 4, lantern 7" in seen.shown
    assert "lantern 5" not in seen.shown


def test_what_was_still_to_be_read_is_not_shown_to_the_next(window: Open) -> None:
    seen = sit(window).press("log; odds; offer left 6; commit 5\r")
    assert seen.lines[0] == "Next at the keyboard: Bruno."
    assert len([line for line in seen.lines if line]) == 4
    seen.press("\r").read_on()
    assert "No choice here rolls dice" not in seen.shown
    assert "Bruno> " in seen.screen.display[-2]


def test_what_is_typed_at_the_hand_over_shows_nothing(window: Open, tmp_path: Path) -> None:
    seen = sit(window)
    seen.press("commit 5\r").press("commit 6\r")
    assert seen.lines[0] == "That was not played: only Enter, undo or quit work here."
    assert "commit" not in seen.shown
    assert "antern" not in seen.shown
    assert rows(only(tmp_path)) == ["anna commit 5"]


@pytest.mark.parametrize("keys", ["quit\r", CTRL_D, CTRL_C])
@pytest.mark.parametrize("handing", [False, True])
def test_who_leaves_leaves_no_secret(window: Open, keys: str, handing: bool) -> None:
    seen = sit(window)
    if handing:
        seen.press("commit 5\r")
    seen.end(keys)
    left_as_it_was(seen)
    assert re.fullmatch(r"The game is saved in \S+\. To continue from here: \S.* resume", seen.shown)
    assert re.search(r"\x1b\[H\x1b\[2J\x1b\[\?1049l", seen.all)


class Scripted:
    """A keyboard without a terminal: lines that are typed, and Enter for everything that is read."""

    live = True

    def __init__(self, lines: Iterator[str]) -> None:
        self.lines = lines

    def answer(self, *_: str) -> str:
        return next(self.lines)

    enter = answer

    def pressed(self) -> full_screen.Key:
        return full_screen.Key.ENTER

    def echo(self, on: bool) -> None: ...

    def share(self) -> None: ...

    def forget(self) -> None: ...


class Unattended(full_screen.FullScreen):
    """A full screen without a terminal behind it."""

    def __init__(self, lang: str, typed: Iterator[str]) -> None:
        super().__init__(words(lang))
        self.keyboard = Scripted(typed)  # type: ignore[assignment]

    def __enter__(self) -> full_screen.FullScreen:
        return self

    def __exit__(self, *_: object) -> None:
        self.closed = True


@pytest.mark.parametrize(("passes", "read"), [(False, "lee"), (True, "")])
def test_enter_is_an_answer_only_where_it_passes(
    monkeypatch: pytest.MonkeyPatch, passes: bool, read: str
) -> None:
    monkeypatch.setattr(full_screen, "size", lambda: Size(100, 30))
    monkeypatch.setattr(output, "put", lambda _: None)
    screen = Unattended("en", iter(["", "lee"]))
    saved: Any = SimpleNamespace(match=package.new("itter", seed=1), path=Path("match.txt"))
    moment = Terminal(saved, 0, {}, "en", "garrison resume", screen).moment()
    assert not moment.passes
    assert screen.ask(replace(moment, passes=passes), "> ") == read


@pytest.mark.parametrize(
    ("lang", "options"),
    [
        ("it", ("--difficulty", "competitive", "--players", "sound,me")),
        pytest.param("en", ("--difficulty", "competitive"), marks=pytest.mark.proof),
        pytest.param("it", ("--edition", "playtest", "--difficulty", "normal"), marks=pytest.mark.proof),
    ],
)
def test_whole_games_in_both_languages(
    garrison: Run, monkeypatch: pytest.MonkeyPatch, lang: str, options: tuple[str, ...]
) -> None:
    chance = random.Random(9)
    typed = ("; ".join(chance.choice(["1", "2", "3", "pass"]) for _ in range(3)) for _ in range(2000))
    hand_over = iter(lambda: next(typed) if chance.random() < 0.6 else "", None)
    frames: list[str] = []
    monkeypatch.setattr(full_screen, "size", lambda: Size(100, 30))
    monkeypatch.setattr(output, "put", frames.append)
    monkeypatch.setattr("garrison.cli.screen.detection.choose", lambda *_: Unattended(lang, hand_over))
    monkeypatch.setenv("GARRISON_DEBUG", "1")
    done = garrison("play", "itter", "--seed", 5, "--lang", lang, *options)
    assert (done.status, done.err) == (0, "")
    assert "garrison verify" in done.flat
    assert len(frames) > 20
    assert sum("North Terrace" in frame for frame in frames) > 10


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.proof) for n in range(1, 6))])
def test_no_frame_names_a_lantern_its_reader_may_not_know(
    garrison: Run, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    lookers: list[Onlooker] = []
    begin = Onlooker.__init__
    read: dict[int, int] = {}

    chance = random.Random(seed)
    typed = iter([chance.choice(BUSY) for _ in range(500)])

    def noted(self: Onlooker, *args: object) -> None:
        lookers.append(self)
        begin(self, *args)  # type: ignore[arg-type]

    def put(text: str) -> None:
        looker = lookers[-1]
        named = {int(number) for number in LANTERN.findall(text)}
        if not looker.match.over:
            assert named <= may_know(looker.match, looker.seat), (looker.seat, text)
        read[looker.seat] = read.get(looker.seat, 0) + len(named)

    monkeypatch.setattr(Onlooker, "__init__", noted)
    monkeypatch.setattr(full_screen, "size", lambda: Size(100, 30))
    monkeypatch.setattr(output, "put", put)
    monkeypatch.setattr("garrison.cli.screen.detection.choose", lambda *_: Unattended("en", typed))
    monkeypatch.setenv("GARRISON_DEBUG", "1")
    done = garrison("play", "toy", "--seed", seed, "--edition", "grand")
    assert done.status == 0
    assert "The game is over" in done.out
    assert all(read[seat] > 1 for seat in (0, 1, 2)), read
    assert SPECTATOR in read


# Lessons


def test_a_lesson_on_the_full_screen(window: Open) -> None:
    seen = window("learn", "toy", 1)
    assert seen.reading
    assert "Three wardens keep the castle." in seen.shown
    seen.press("\r")
    assert "Step 2 of 4: Show your highest lantern, 12." in seen.shown
    seen.type("commit 9")
    assert "That works too, but here try this: show lantern 12." in seen.shown
    assert "Step 2 of 4: Show your highest lantern, 12." in seen.shown
    seen.type("commit 12")
    assert "Carla too, so you lead." in seen.shown
    assert "Step 3 of 4: Stake 2 pence or more." in seen.shown
    assert seen.end(CTRL_C) == 130
    assert re.search("To take this lesson again: .*learn toy 1", seen.shown)
