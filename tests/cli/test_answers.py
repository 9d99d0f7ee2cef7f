"""Typing a choice: every form that is accepted, and the reply to anything else."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from garrison.cli import texts
from garrison.cli.play import answers
from garrison.cli.screen import text_board
from garrison.cli.screen.choice_list import ChoiceList
from garrison.core import notation
from garrison.core.errors import Unreadable
from garrison.core.game import none_folded
from garrison.core.show.perspective import Perspective
from garrison.core.show.scene import Board, Choice, Scene
from support.terminal.command import BOTS, Run, itter, only, rows


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param("1", id="number"),
        pytest.param("lee", id="notation"),
        pytest.param("LEE", id="capitals"),
        pytest.param("  lee  ", id="spaces"),
        pytest.param("le", id="prefix"),
    ],
)
def test_a_choice_is_made_by_number_notation_or_unique_prefix(garrison: Run, home: Path, typed: str) -> None:
    assert itter(garrison, typed).status == 0
    assert rows(only(home)) == ["defender lee"]


def test_named_parts_may_come_in_any_order(garrison: Run, home: Path) -> None:
    itter(garrison, "lee; place k3", "suppress red=1  green=1")
    assert rows(only(home))[-1] == "defender suppress green=1 red=1"


def test_the_last_word_alone_is_enough_if_it_fits_one_choice(garrison: Run, home: Path) -> None:
    itter(garrison, "lee", "bj2")
    assert rows(only(home)) == ["defender lee", "defender place bj2"]


def test_an_ambiguous_prefix_says_what_it_could_mean(garrison: Run, home: Path) -> None:
    done = itter(garrison, "s")
    assert "'s' could be seiner, szymczyk, sutton, schrader or save." in done.out
    assert rows(only(home)) == []


def test_a_prefix_of_very_many_choices_does_not_list_them_all(garrison: Run) -> None:
    done = itter(garrison, "lee", "place")
    assert "place nt2, place nt3, place nt5, place nt6, place st2, place st4 and 18 more" in done.out


def test_a_whole_notation_is_never_taken_for_a_prefix(garrison: Run, home: Path) -> None:
    """`bid x=1` is a row of its own, though `bid x=1.25` begins with it; a refused one stays refused."""
    done = itter(garrison, "lee; bj3", "attack rifleman@2")
    assert "Not allowed: attack rifleman@2." in done.out
    assert len(rows(only(home))) == 2


@pytest.mark.parametrize("typed", ["0", "22", "99999999999999999999"])
def test_a_number_outside_the_list_is_refused_with_its_range(garrison: Run, home: Path, typed: str) -> None:
    assert "which goes from 1 to 21" in itter(garrison, typed).out
    assert rows(only(home)) == []


def test_a_slip_of_the_keyboard_gets_a_suggestion(garrison: Run) -> None:
    assert "Did you mean szymczyk?" in itter(garrison, "szymcyk").out


@pytest.mark.parametrize("typed", ["xyzzy", "é", "²", "\x00", "x" * 5000, "=", "=?", "%s {0}"])
def test_nonsense_is_told_and_nothing_is_played(garrison: Run, home: Path, typed: str) -> None:
    done = itter(garrison, typed)
    assert done.status == 0
    assert "is not one of the choices" in done.out
    assert rows(only(home)) == []


def test_several_answers_are_played_in_turn(garrison: Run, home: Path) -> None:
    itter(garrison, "lee; nt2 ;; attack rifleman@5; pass;")
    assert rows(only(home)) == [
        "defender lee",
        "defender place nt2",
        "defender attack rifleman@5",
        "defender pass",
    ]


def test_the_first_refused_answer_stops_the_rest_and_names_it(garrison: Run, home: Path) -> None:
    done = itter(garrison, "lee; place c1; pass; pass")
    assert "Not allowed: place c1." in done.out
    assert "Not played: pass; pass." in done.out
    assert rows(only(home)) == ["defender lee"]


def test_answers_after_the_end_of_the_game_are_named_as_not_played(garrison: Run) -> None:
    done = garrison("play", "toy", "--seed", 3, "--players", BOTS, typed="; ".join(["1"] * 30 + ["hold"]))
    assert "The game is over" in done.out
    assert re.search(r"Not played: 1; 1; 1 and \d+ more\.", done.flat)


def test_an_open_choice_shows_its_range_and_takes_a_number(garrison: Run, home: Path) -> None:
    done = garrison(
        "play",
        "toy",
        "--seed",
        5,
        "--players",
        BOTS,
        typed="commit 12\nlater\nbid x=2.75\n",
    )
    assert "or type bid x=…, x from 0.5 to 3 d" in done.out
    assert "anna bid x=2.75" in rows(only(home))


def test_an_open_choice_outside_its_range_is_refused(garrison: Run) -> None:
    done = garrison("play", "toy", "--seed", 5, "--players", BOTS, typed="commit 12\nlater\nbid x=2.80\n")
    assert "A number in that choice is outside the range offered." in done.out


@pytest.mark.parametrize(
    ("typed", "played"),
    [
        ("Höckel", "hockel"),
        ("HÖCK", "hockel"),
        ("hockel", "hockel"),
        ("fuciliere 1", "rifleman1"),
        ("Fuciliere1", "rifleman1"),
        ("rinuncia a", "pass"),
    ],
)
def test_a_displayed_name_or_sentence_is_an_answer(
    garrison: Run, home: Path, typed: str, played: str
) -> None:
    itter(garrison, typed, lang="it")
    assert rows(only(home)) == [f"defender {played}"]


def test_a_name_that_fits_several_says_which(garrison: Run, home: Path) -> None:
    out = itter(garrison, "fuciliere", lang="it").out
    assert "'fuciliere' può voler dire rifleman1, rifleman2, rifleman3, rifleman4 o rifleman5." in out
    assert rows(only(home)) == []


@pytest.mark.parametrize(("typed", "said"), [("l", "lee or log"), ("h", "hockel, help or hint")])
def test_a_letter_that_begins_a_command_too_plays_nothing(
    garrison: Run, home: Path, typed: str, said: str
) -> None:
    assert f"'{typed}' could be {said}. Type a little more." in itter(garrison, typed).out
    assert rows(only(home)) == []


class Listed:
    """Just enough of a match to answer a question with given choices."""

    ask = None
    game = SimpleNamespace(
        play=SimpleNamespace(anytime=None),
        tell=SimpleNamespace(load=lambda _: {}),
        show=SimpleNamespace(fold=none_folded),
    )

    def view(self, _: int) -> dict[str, int]:
        return {}

    def __init__(self, *choices: tuple[str, str]) -> None:
        self.choices = [Choice(do, "", say) for do, say in choices]

    def legal(self, _: int) -> list[int]:
        return list(range(len(self.choices)))

    answers = legal

    def write(self, action: int) -> str:
        return self.choices[action].do

    def read(self, text: str) -> int:
        found = [action for action in self.legal(0) if self.write(action) == text]
        if not found:
            raise Unreadable("unreadable", text)
        return found[0]

    def scene(self, *_: object) -> Scene:
        return Scene((), (), (), choices=tuple(self.choices))

    def answer(self, typed: str, lang: str = "en") -> str:
        return self.write(answers.read(self, 0, typed, texts.words(lang)))  # type: ignore[arg-type]


def test_first_letters_of_the_last_word_are_enough_if_they_fit_one_choice() -> None:
    listed = Listed(("recover exhausted rushford", "x"), ("recover exhausted lee", "y"), ("done", "Russian"))
    assert listed.answer("rus") == "recover exhausted rushford"
    assert listed.answer("lee") == "recover exhausted lee"
    assert listed.answer("russ") == "done"
    with pytest.raises(texts.BadAnswer, match="recover exhausted rushford or recover exhausted lee"):
        listed.answer("rec")


def test_notations_come_before_names() -> None:
    listed = Listed(("gate", "Hall"), ("hall", "Gate"))
    assert listed.answer("ga") == "gate"
    assert listed.answer("hall") == "hall"


@pytest.mark.parametrize(
    ("notations", "numbers"),
    [
        (["spend 0", "spend 1", "spend 2"], [0, 100, 200]),
        (["spend 0", "spend 2"], [0, 200]),
        (["spend 1", "spend 0"], [100, 0]),
        (["pull 1.88", "pull 1.9"], [188, 190]),
        (["bid x=0", "bid x=1"], [0, 100]),
        (["spend 0", "keep 1"], None),
        (["spend 0", "pass"], None),
        (["place k1", "place k2"], None),
        ([], None),
    ],
)
def test_answers_that_are_all_numbers_are_recognised(notations: list[str], numbers: list[int] | None) -> None:
    found = notation.values(notations)
    assert (found and list(found.answers)) == numbers


PULLS = Listed(*((f"pull {number / 100:g}", f"Draw {number}") for number in range(188, 256, 2)))
TURNS = Listed(*((f"turn {degrees}", f"Turn {degrees}") for degrees in (*range(24), *range(337, 360))))


@pytest.mark.parametrize(
    ("listed", "typed", "meant"),
    [
        (PULLS, "2", "pull 2"),
        (PULLS, "2.10", "pull 2.1"),
        (PULLS, "2,1", "pull 2.1"),
        (PULLS, "pull 2,10", "pull 2.1"),
        (TURNS, "8", "turn 8"),
        (TURNS, "0", "turn 0"),
        (TURNS, "359", "turn 359"),
    ],
)
def test_where_answers_are_numbers_a_bare_number_is_the_value(listed: Listed, typed: str, meant: str) -> None:
    assert listed.answer(typed) == meant


@pytest.mark.parametrize(
    ("listed", "typed", "lang", "said"),
    [
        (PULLS, "1", "en", "1 is not possible here. Possible: 1.88 to 2.54 in steps of 0.02."),
        (PULLS, "2.01", "en", "2.01 is not possible here. Possible: 1.88 to 2.54 in steps of 0.02."),
        (PULLS, "7", "it", "7 qui non è possibile. Possibili: da 1,88 a 2,54 a passi di 0,02."),
        (TURNS, "47", "en", "47 is not possible here. Possible: 0 to 23 or 337 to 359."),
        (TURNS, "-8", "en", "-8 is not possible here. Possible: 0 to 23 or 337 to 359."),
        (
            TURNS,
            "8.5",
            "it",
            "8.5 qui non è possibile. Possibili: da 0 a 23 a passi di 1 o da 337 a 359 a passi di 1.",
        ),
        (TURNS, "9" * 30, "en", f"{'9' * 20} is not possible here."),
        (TURNS, "straight", "en", "straight is not possible here. Possible: 0 to 23 or 337 to 359."),
    ],
)
def test_a_number_that_is_not_possible_is_refused_with_those_that_are(
    listed: Listed, typed: str, lang: str, said: str
) -> None:
    with pytest.raises(texts.BadAnswer, match=re.escape(said)):
        listed.answer(typed, lang)


def test_an_answer_to_the_question_before_is_told_how_to_go_back(garrison: Run) -> None:
    out = itter(garrison, "basse", "lee", "undo", "lee").flat
    assert out.count("from the one being asked. To choose differently before that, type undo.") == 1


def test_a_short_list_of_numbers_shows_them_as_they_are_typed() -> None:
    listed = Listed(("spend 0", "none"), ("spend 1", "one"), ("spend 2", "two"))
    assert [listed.answer(typed) for typed in "012"] == ["spend 0", "spend 1", "spend 2"]
    with pytest.raises(texts.BadAnswer, match=r"3 is not possible here\. Possible: 0 to 2\."):
        listed.answer("3")
    assert shown(listed) == ["  0  spend 0  none", "  1  spend 1  one", "  2  spend 2  two"]


def shown(listed: Listed) -> list[str]:
    rows = ChoiceList.of(Perspective(listed, 0), texts.words("en")).rows()  # type: ignore[arg-type]
    return text_board.choices(
        text_board.Drawing(Board((1, 1), (), ()), listed.scene(), texts.words("en")), rows
    )


def test_a_long_list_of_numbers_is_one_line() -> None:
    assert shown(PULLS) == ["  Type a number: 1.88 to 2.54 in steps of 0.02."]
    assert shown(TURNS) == ["  Type a number: 0 to 23 or 337 to 359."]


def test_an_open_choice_of_one_number_takes_it_bare(garrison: Run, home: Path) -> None:
    """Offers may be made all the while; they are no answers to the question."""
    argv = ("play", "toy", "--seed", 5, "--players", BOTS)
    done = garrison(*argv, typed="commit 12\nlater\n2.80\n2.75\n")
    assert "Not allowed: bid x=2.8. A number in that choice is outside the range offered." in done.flat
    assert "anna bid x=2.75" in rows(only(home))


def test_many_answers_that_were_not_played_are_counted(garrison: Run) -> None:
    out = itter(garrison, "xyzzy" + "; a; b; c; d; e", "xyzzy; a; b; c").out
    assert "Not played: a; b; c and 2 more.\n" in out
    assert "Not played: a; b; c.\n" in out


def test_what_would_act_on_a_terminal_is_written_out(garrison: Run) -> None:
    out = itter(garrison, "\x1b[31mred\x07", "board \x1b[2J", "rule \x9b", "why \u202e").out
    assert "> \\x1b[31mred\\x07\n'\\x1b[31mred\\x07' is not one of the choices." in out
    assert "no part '\\x1b[2J'" in out
    assert "'\\u202e' is not one" in out
    assert all(each.isprintable() or each == "\n" for each in out)


@pytest.mark.parametrize(
    ("typed", "lang", "said"),
    [
        ("aim x=27 y=40.25 dir=0 force=2", "en", "Missing: bend (Bend line). Write this choice as aim x=… "),
        (
            "aim x=27 dir=0",
            "en",
            "Missing: y (From the top edge), force (Pull of the arm), bend (Bend line).",
        ),
        (
            "aim x=27 y=40 dir=0 pull=2 bend=1",
            "en",
            "Missing: force (Pull of the arm). Unknown: pull.",
        ),
        ("aim", "en", "Write this choice as aim x=… y=… dir=… force=… bend=…"),
        ("aim x=27 y=40.25 dir=0 force=2", "it", "Da aggiungere: bend (Linea di piega)."),
    ],
)
def test_a_missing_number_of_an_open_choice_is_named(
    garrison: Run, home: Path, typed: str, lang: str, said: str
) -> None:
    argv = ("play", "siege", "--seed", 7, "--players", "me,random", "--lang", lang)
    done = garrison(*argv, typed=f"load boulder\n{typed}\nwhy {typed}\n")
    assert done.flat.count(said) == 2
    assert rows(only(home))[-1] != f"attacker {typed}"
