"""The list of choices: fresh pieces first, worn and idle ones folded, and nothing told twice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from garrison.cli import texts
from garrison.cli.screen.choice_list import ChoiceList, headed
from garrison.cli.screen.text_board import Drawing, choices
from garrison.core.show.scene import Board, Choice, Piece, Scene
from support.terminal.command import Run, itter, only, rows

SIEGE = ("play", "siege", "--seed", 7, "--players")


def listed(*worn: str) -> ChoiceList:
    """Six Defenders to choose from, and `pass`; some are worn."""
    names = ("lee", "basse", "seiner", "pollock", "gangl", "sutton")
    pieces = tuple(
        Piece(name, "", "k1", name.title(), marks=("Exhausted",) if name in worn else ()) for name in names
    )
    choices = (*(Choice(name, name, name.title()) for name in names), Choice("pass", "", "Give up"))
    return ChoiceList(Scene(pieces, (), (), choices=choices), texts.words("en"))


def test_the_fresh_come_first_and_the_worn_are_folded() -> None:
    found = listed("lee", "seiner", "gangl")
    assert [(row.number, row.said or row.choices[0].do) for row in found.rows()] == [
        ("1", "basse"),
        ("2", "pollock"),
        ("3", "sutton"),
        ("4-6", "Exhausted: lee, seiner, gangl"),
        ("7", "pass"),
    ]
    assert [found[number].do for number in range(1, 8)] == [
        *("basse", "pollock", "sutton"),
        *("lee", "seiner", "gangl"),
        "pass",
    ]
    assert len(found.rows(folded=False)) == 7


@pytest.mark.parametrize("worn", [(), ("lee",), ("lee", "basse", "seiner", "pollock", "gangl", "sutton")])
def test_a_few_worn_pieces_or_nothing_else_is_listed_in_full(worn: tuple[str, ...]) -> None:
    assert not any(row.said for row in listed(*worn).rows())


def walks(many: int, rooms: int) -> ChoiceList:
    """Where a pawn can go: plain steps, rooms, a wall that takes a rope, and taking the pawn back."""
    steps = (Choice(f"to c{n}", f"c{n}", f"Go to c{n}", kind="Go", note="1", plain=True) for n in range(many))
    inside = (Choice(f"to r{n}", f"r{n}", f"Go to r{n}", kind="Into a room", note="4") for n in range(rooms))
    wall = Choice(
        "cross w1", "w1", "Climb", kind="Over a wall", note="9", badge="+R", takes="9 points and 1 rope"
    )
    back = Choice("back", "", "Put it back", weight="quiet")
    return ChoiceList(Scene((), (), (), choices=(*steps, *inside, wall, back)), texts.words("en"))


def test_among_many_plain_walks_what_is_special_comes_first_and_they_are_one_line() -> None:
    found = walks(20, 2)
    told = [(row.number, row.said or row.choices[0].do) for row in found.rows()]
    assert told[:3] == [("1", "to r0"), ("2", "to r1"), ("3", "cross w1")]
    assert told[3][0] == "4-23"
    assert "20 choices from to c0 to to c19" in told[3][1].replace("\ue000", " ")
    assert told[4:] == [("24", "back")]
    assert [found[number].do for number in (1, 3, 4, 24)] == ["to r0", "cross w1", "to c0", "back"]
    assert [heading for heading, _ in headed(found.rows())] == ["Into a room", "", "Over a wall", "Go", ""]


def test_many_special_places_of_a_kind_are_named_on_a_line_with_what_they_cost() -> None:
    rooms = walks(20, 9).rows()[0]
    assert rooms.number == "1-9"
    assert rooms.said.replace("\ue000", " ").startswith("Into a room: to r0 (4), r1 (4), r2 (4)")
    assert headed(walks(20, 9).rows())[0][0] == "", "the line says it itself"


def test_a_few_plain_walks_keep_their_place() -> None:
    assert [row.choices[0].do for row in walks(3, 1).rows()] == [
        *("to c0", "to c1", "to c2"),
        *("to r0", "cross w1", "back"),
    ]


def test_a_choice_says_in_words_what_it_takes_besides_points() -> None:
    drawing = Drawing(Board((1, 1), (), ()), Scene((), (), ()), texts.words("en"))
    lines = "\n".join(choices(drawing, walks(3, 1).rows()))
    assert "cross w1  9+R  Climb [9 points and 1 rope]" in lines
    assert "to r0       4  Go to r0" in lines


def test_moves_are_one_line_that_says_how_to_list_and_give_them(garrison: Run, home: Path) -> None:
    out = itter(garrison, "lee", "nt2", "choices move", "choices moat", "move k1").out
    (line,) = re.findall(r"^ +(\d+)-(\d+)  20 choices from move st2 to move bj4; (.*)$", out, re.MULTILINE)
    assert line[2] == "to list them: choices move"
    shown = out[out.index("> choices move") : out.index("> choices moat")]
    assert re.findall(r"^ +(\d+)  move ", shown, re.MULTILINE) == [
        str(number) for number in range(int(line[0]), int(line[1]) + 1)
    ]
    assert "No choice begins with 'moat'." in out
    assert rows(only(home))[-1] == "defender move k1"
    italian = itter(garrison, "lee", "nt2", "scelte move", lang="it").out
    assert "20 scelte da move st2 a move bj4; per elencarle: scelte move" in italian
    assert re.search(r"^ +\d+  move k1 ", italian, re.MULTILINE)


def test_a_number_of_a_folded_line_is_one_of_its_choices(garrison: Run, home: Path) -> None:
    out = garrison(*SIEGE, "random,me", typed="post rest\ncast\n5\n").out
    folded = re.search(r"^ +(\d+)-\d+  Nothing to do but move: wizard, priest-1", out, re.MULTILINE)
    assert folded is not None
    first = int(folded[1])
    out = garrison(*SIEGE, "random,me", "--home", home / "2", typed=f"post rest\ncast\n{first}\n").out
    assert rows(only(home / "2"))[-1] == "defender wizard"


def test_soldiers_with_nothing_to_do_are_one_line(garrison: Run) -> None:
    for lang, said in (("en", "Nothing to do but move"), ("it", "Possono soltanto muoversi")):
        out = garrison(*SIEGE, "sound,me", "--lang", lang, typed="post rest\ncast\n").out
        asked = out[out.rindex("[CUS-40]") :]
        assert said in asked
        assert "soldier-1 … soldier-14" in asked
        assert not re.search(r"^ +\d+  soldier-", asked, re.MULTILINE)
        assert re.search(r"^ +1  mason-1 ", asked, re.MULTILINE)


def test_places_of_the_catapult_are_a_line_a_side(garrison: Run) -> None:
    out = garrison(*SIEGE, "me,sound", typed="load boulder\n").out
    asked = out[out.index("Where does the catapult stand?") :]
    assert re.findall(r"^ +(\d+-\d+)  .*: site (\S+ … \S+)$", asked, re.MULTILINE) == [
        ("1-5", "n1 … n5"),
        ("6-10", "e1 … e5"),
        ("11-15", "s1 … s5"),
        ("16-20", "w1 … w5"),
    ]


@pytest.mark.parametrize(("typed", "lang"), [("odds", "en"), ("probabilità", "it")])
def test_odds_tell_the_scatter_where_nothing_has_exact_odds(garrison: Run, typed: str, lang: str) -> None:
    done = garrison(*SIEGE, "me,sound", "--lang", lang, typed=f"load boulder\n{typed}\nsite s3\n{typed} 8\n")
    after = " ".join(done.out[done.out.index(f"> {typed}") :].split())
    assert ("13.5 % of the way" if lang == "en" else "meno del 13,5 %") in after
    eight = " ".join(done.out[done.out.index(f"> {typed} 8") :].split())
    assert ("In direction 8°: south wall (east) 14.75" if lang == "en" else "In direzione 8°: ") in eight


def test_nobody_is_told_his_own_choice(garrison: Run) -> None:
    done = garrison(*SIEGE, "sound,me", typed="post rest\ncast\nmason-1\nrepair\ndone\nlog 99\n")
    played, _, log = done.out.partition("> log 99")
    for echo in ("The defender chooses", "takes post", "casts his deflection spell"):
        assert echo not in played
        assert echo in log
    assert "Stonemason 1 repairs the north gatehouse." in played
    attacker = garrison(*SIEGE, "me,sound", typed="load boulder\nsite n3\nturn 180\npull 2.02\n").out
    assert "The defender chooses" in attacker
    assert "It is turned to" not in attacker


def test_choices_stand_under_the_headings_of_their_kinds(garrison: Run, home: Path) -> None:
    out = itter(garrison, "seiner", "bj3", "9").out
    asked = out[out.rindex("What does Seiner do?") :]
    heads = re.findall(r"^(\w+):\n +(\d+)  (\S+)", asked, re.MULTILINE)
    assert heads == [("Attack", "1", "attack"), ("Suppress", "9", "suppress"), ("Move", "11", "shift")]
    assert "89 %" in asked[: asked.index("67 %")]
    assert rows(only(home))[-1] == "defender suppress black=4 weapon"


def test_a_number_that_stands_beside_no_choice_is_not_played(garrison: Run, home: Path) -> None:
    """Of many moves that are only counted, nobody knows which number is which; once listed, they count."""
    done = itter(garrison, "lee", "nt2", "12")
    assert "Nothing was played: number 12 would be one of 20 choices" in done.flat
    assert "Type its notation, such as move " in done.flat
    assert rows(only(home))[-1] == "defender place nt2"
    italian = itter(garrison, "lee", "nt2", "12", lang="it")
    assert "Non è stato giocato nulla: il numero 12" in italian.flat


def test_once_all_choices_are_listed_their_numbers_count_until_something_is_played(
    garrison: Run, home: Path
) -> None:
    itter(garrison, "lee", "nt2", "choices", "12")
    assert rows(only(home))[-1].startswith("defender move ")
