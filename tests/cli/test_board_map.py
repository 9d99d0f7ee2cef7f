"""Large boards in the terminal: the map and its legend, what is near, answers by place, in both screens."""

from __future__ import annotations

import io
import random
import re
from dataclasses import replace

import pytest
from rich.console import Console

from garrison.cli import output, texts
from garrison.cli.play import answers
from garrison.cli.play.lookups import Onlooker
from garrison.cli.screen.board_map import MAP_PLACES, RULER, BoardMap, Box, grid, letters
from garrison.cli.screen.full_board import Tableau
from garrison.cli.screen.layout import Asked, Size, asking
from garrison.cli.screen.plain_screen import LineScreen
from garrison.cli.screen.text_board import Drawing
from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.core.show.scene import Board, Choice, Group, Piece, Place, Prompt, Scene
from garrison.core.state import Seat
from support.fixtures import Register
from support.games.colditz_matches import acting, deployed, roll
from support.games.colditz_matches import play as answered
from support.games.toy_warren import WARREN
from support.games.toy_warren_map import IDS, NEIGHBOURS, WIDE
from support.terminal.command import Run

WORDS = texts.words("en")
BOTS = "me,sound,sound,sound,sound,sound"


def warren(*lines: str, seed: int = 1, **given: str) -> Match:
    """A match in which the warden is asked; lines are its first answers."""
    match = Match(WARREN, registry.settle(WARREN, given), KeyedDice(seed_key(seed)))
    for line in lines:
        match.play(line)
    return match


def drawing(match: Match, seat: Seat = 0, lang: str = "en") -> Drawing:
    board = WARREN.show.board(match.options, lang)
    return Drawing(board, match.scene(seat, lang), texts.words(lang))


def mapped(match: Match, seat: Seat = 0) -> BoardMap:
    found = drawing(match, seat).map
    assert found is not None
    return found


def cells(shown: BoardMap, box: Box) -> dict[str, str]:
    """The two characters of each place in a part of the map."""
    rows = [row for row in shown.rows(box) if row[0].text.strip()]
    assert len(rows) == box.rows
    found = {}
    for down, row in enumerate(rows):
        assert all(len(cell.text) == 2 for cell in row[1:])
        for across, cell in enumerate(row[1:]):
            place = shown.grid.places.get((box.left + across, box.top + down))
            if place is not None:
                found[place.id] = cell.text
    return found


def made(spots: list[tuple[int, int]], joined: bool = False, label: str = "") -> Board:
    """A board with places at these points; joined to the one before."""
    places = tuple(
        Place(f"a{n}", x, y, "circle", "all", f"Field {n}", label, (f"a{n - 1}",) if joined and n else ())
        for n, (x, y) in enumerate(spots)
    )
    return Board((900, 600), places, (Group("all", "All", (0, 0, 900, 600)),))


# The grid


SPREAD = [(random.Random(n).randrange(900), random.Random(-n - 1).randrange(600)) for n in range(300)]
SHAPES = {
    "grid": [(30 * x, 30 * y) for y in range(15) for x in range(20)],
    "hexes": [(30 * x + 15 * (y % 2), 26 * y) for y in range(15) for x in range(20)],
    "scattered": SPREAD,
    "on one another": [(100, 100)] * 160 + [(500, 300)] * 20,
    "a line": [(5 * n, 40) for n in range(160)],
}


@pytest.mark.parametrize("joined", [False, True])
@pytest.mark.parametrize("shape", SHAPES)
def test_every_place_has_a_cell_of_its_own(shape: str, joined: bool) -> None:
    board = made(SHAPES[shape], joined)
    found = grid(board.places)
    assert len({*found.spots.values()}) == len(board.places) == len(found.places)
    assert all(0 <= x < found.columns and 0 <= y < found.rows for x, y in found.spots.values())
    shown = BoardMap(board, Scene((), (), ()), WORDS, {})
    assert cells(shown, shown.whole()).keys() == found.spots.keys()


@pytest.mark.parametrize("shape", ["grid", "hexes"])
def test_the_map_lies_as_the_board_does(shape: str) -> None:
    found = grid(made(SHAPES[shape]).places)
    places = [found.places[spot] for spot in sorted(found.places, key=lambda each: each[::-1])]
    assert [place.y for place in places] == sorted(place.y for place in places)
    for row in range(found.rows):
        across = [place.x for place in places if found.spots[place.id][1] == row]
        assert across == sorted(across)


def test_a_regular_board_keeps_its_columns_and_rows() -> None:
    found = grid(WARREN.show.board({"edition": "old"}, "en").places)
    assert (found.columns, found.rows) == (40, 30)
    assert all(found.spots[ident] == (n % WIDE, n // WIDE) for n, ident in enumerate(IDS))
    assert [found.name(IDS[n]) for n in (0, 25, 26, 39, 40, 1199)] == ["1A", "1Z", "1AA", "1AN", "2A", "30AN"]
    assert found.named("30an") == IDS[-1]
    assert found.named("1ao") is None
    assert found.named_backwards("an30") == IDS[-1]


def test_columns_go_on_after_z() -> None:
    assert [letters(n) for n in (0, 25, 26, 51, 52, 701)] == ["A", "Z", "AA", "AZ", "BA", "ZZ"]


def test_large_gaps_are_closed_up() -> None:
    board = made([(30 * x + 3000 * (x > 9), 30 * y) for y in range(10) for x in range(20)], joined=True)
    found = grid(board.places)
    assert (found.columns, found.rows) == (21, 10)


def test_only_boards_with_more_places_than_that_are_maps() -> None:
    for count, is_map in ((MAP_PLACES, False), (MAP_PLACES + 1, True)):
        board = made([(10 * n, 10) for n in range(count)])
        lines = "\n".join(Drawing(board, Scene((), (), ()), WORDS).lines())
        assert ("Empty: " in lines) == (not is_map)
        assert bool(re.search(r"^ +1 \. \.", lines, re.MULTILINE)) == is_map


# What is in a cell


def test_walls_stand_where_no_way_leads() -> None:
    shown = mapped(warren())
    found = cells(shown, shown.whole())
    plain = [n for n, ident in enumerate(IDS) if found[ident][0] in "._"]
    assert len(plain) > 900
    for n in plain:
        east, south = n + 1 in NEIGHBOURS[0][n], n + WIDE in NEIGHBOURS[0][n]
        assert (found[IDS[n]][1] == "|") == (n % WIDE < WIDE - 1 and not east), IDS[n]
        assert (found[IDS[n]][0] == "_") == (n < len(IDS) - WIDE and not south), IDS[n]


def test_a_board_without_ways_has_no_walls() -> None:
    board = made(SHAPES["grid"])
    lines = "\n".join(Drawing(board, Scene((), (), ()), WORDS).lines())
    assert "|" not in lines
    assert "_" not in lines


def test_pieces_have_letters_and_kinds_of_places_have_signs() -> None:
    match = warren()
    shown, board = mapped(match), WARREN.show.board(match.options, "en")
    found = cells(shown, shown.whole())
    at = match.view()["pieces"]
    assert found[at["guard-1"]] == "G1"
    assert found[at["anna-2"]] == "A2"
    signs = {place.label for place in board.places if found[place.id][0] == place.label}
    assert signs == {"+", "=", "%", "$", ">"}, "a cell is hidden by the runner in it"
    legend = shown.legend(shown.whole())
    assert "+ door, takes three points" in legend
    assert "Anna: A1 15R, A2 15S" in legend


def test_labels_that_are_words_get_signs_of_their_own() -> None:
    board = made(SHAPES["grid"])
    places = tuple(
        replace(place, label=("", "GATE", "B")[n % 3], about=("", "way out", "")[n % 3])
        for n, place in enumerate(board.places)
    )
    shown = BoardMap(replace(board, places=places), Scene((), (), ()), WORDS, {})
    found = cells(shown, shown.whole())
    assert [found[f"a{n}"] for n in (0, 1, 2)] == [". ", "+ ", "= "]
    assert {"+ way out", "= B"} <= {*shown.legend(shown.whole())}


def test_labels_that_only_number_the_places_are_left_out() -> None:
    board = made(SHAPES["grid"])
    places = tuple(replace(place, label=str(n)) for n, place in enumerate(board.places))
    shown = BoardMap(replace(board, places=places), Scene((), (), ()), WORDS, {})
    assert {*cells(shown, shown.whole()).values()} == {". "}


def test_pieces_without_letters_of_their_own_get_some_and_equal_ones_share_them() -> None:
    board = made(SHAPES["grid"])
    names = ["Guard 1", "Guard 2", "Goat", "Goat", "Grey goose", "Bell"]
    pieces = {f"a{n}": [Piece(f"x{n}", "", f"a{n}", name)] for n, name in enumerate(names)}
    pieces["a7"] = [Piece("y", "", "a7", "Cart", "T"), Piece("z", "", "a7", "Cart", "T")]
    shown = BoardMap(board, Scene((), (), ()), WORDS, pieces)
    found = cells(shown, shown.whole())
    assert [found[f"a{n}"] for n in range(6)] == ["G1", "G2", "Go", "Go", "GG", "Be"]
    assert found["a7"] == "T&"
    assert "T Cart (1H)" in shown.legend(shown.whole())


def test_places_that_can_be_chosen_have_their_notes() -> None:
    match = warren("pick 1")
    costs = {choice.at: choice.note for choice in match.scene(0).choices if choice.do.startswith("to ")}
    shown = mapped(match)
    found = cells(shown, shown.whole())
    assert len(costs) > 80
    for ident, cost in costs.items():
        if ident not in match.view()["pieces"].values():
            assert found[ident][0] == cost, ident
    assert "numbers: places you can choose" in shown.legend(shown.whole())


def test_a_note_of_several_characters_has_a_small_letter() -> None:
    board = made(SHAPES["grid"])
    notes = ["9", "12", "10", "no", "10", ""]
    choices = tuple(Choice(f"to a{n}", f"a{n}", "go", note=note) for n, note in enumerate(notes))
    shown = BoardMap(board, Scene((), (), (), choices=choices), WORDS, {})
    found = cells(shown, shown.whole())
    assert [found[f"a{n}"].strip() for n in range(6)] == ["9", "b", "a", "c", "a", "*"]
    lit = "numbers and small letters: places you can choose"
    assert {lit, "a 10", "b 12", "c no", "* a place you can choose"} <= {*shown.legend(shown.whole())}


# Which part is shown


def test_the_window_shows_all_that_can_be_chosen_if_it_fits() -> None:
    shown = mapped(warren("pick 1"))
    for columns, rows in ((40, 30), (30, 22)):
        box = shown.window(columns, rows)
        assert (box.columns, box.rows) == (columns, rows)
        assert all(box.holds(shown.grid.spots[place]) for place in shown.choices)


@pytest.mark.parametrize(("piece", "square"), [(1, (13, 14)), (2, (26, 15)), (3, (20, 21))])
def test_else_it_lies_around_what_the_question_is_about(piece: int, square: tuple[int, int]) -> None:
    shown = mapped(warren(f"pick {piece}"))
    box = shown.window(9, 5)
    assert abs(box.left + 4 - square[0]) <= 1
    assert abs(box.top + 2 - square[1]) <= 1


def test_without_choices_it_lies_around_what_is_asked_about_or_what_the_game_looks_at() -> None:
    board = made(SHAPES["grid"])
    corner = (replace(board.places[-1], group="corner"),)
    board = replace(board, places=(*board.places[:-1], *corner))
    asked = Scene((), (), (), ask=Prompt("?", "", (), about=("a299",)))
    for scene in (asked, Scene((), (), (), focus=("corner",))):
        box = BoardMap(board, scene, WORDS, {}).window(6, 6)
        assert box == Box(14, 9, 6, 6)
    assert BoardMap(board, Scene((), (), ()), WORDS, {}).window(6, 6) == Box(0, 0, 6, 6)


def test_without_choices_it_lies_around_who_has_just_moved_or_where_it_happened() -> None:
    board = made(SHAPES["grid"])
    moved = {"a299": [Piece("anna-1", "", "a299", "Anna 1")]}
    for happened in (("anna-1", "a0", "a299"), ("a299",)):
        shown = BoardMap(board, Scene((), (), (), focus=("all",)), WORDS, moved, happened)
        assert shown.window(6, 6) == Box(14, 9, 6, 6), happened
    elsewhere = BoardMap(board, Scene((), (), ()), WORDS, moved, ("a hand", "a card"))
    assert elsewhere.window(6, 6) == Box(14, 9, 6, 6), "then around the pieces"


def test_where_the_choices_do_not_all_fit_it_lies_around_what_has_just_happened() -> None:
    board = made(SHAPES["grid"])
    choices = tuple(Choice(f"to {place}", place, "") for place in ("a0", "a299", "a290"))
    scene = Scene((), (), (), choices=choices)
    assert BoardMap(board, scene, WORDS, {}, ("a299",)).window(6, 6) == Box(14, 9, 6, 6)
    asked = replace(scene, ask=Prompt("?", "", (), about=("a0",)))
    assert BoardMap(board, asked, WORDS, {}, ("a299",)).window(6, 6) == Box(0, 0, 6, 6), "the question first"


def test_a_place_shows_what_it_takes_besides_points() -> None:
    board = made(SHAPES["grid"])
    choices = (
        Choice("cross a0", "a0", "", note="5", badge="+R", takes="5 points and 1 rope"),
        Choice("to a1", "a1", "", note="5"),
        Choice("force guard-1", "guard-1", "", note="7", badge="!", takes="7 points"),
    )
    pieces = {"a2": [Piece("guard-1", "", "a2", "Guard 1")]}
    shown = BoardMap(board, Scene((), (), (), choices=choices), WORDS, pieces)
    found = cells(shown, Box(0, 0, 20, 15))
    assert found["a0"][0] == "a"
    assert found["a1"][0] == "5"
    legend = shown.legend(Box(0, 0, 20, 15))
    assert "a 5+R" in legend
    assert any("Guard 1" in line and line.endswith(": 7!)") for line in legend)


def test_the_legend_tells_of_what_is_seen_and_where_other_pieces_are() -> None:
    shown = mapped(warren())
    legend = shown.legend(Box(0, 0, 12, 8))
    assert "$ chest: take a tool" in legend
    assert not any(each.startswith(">") for each in legend)
    assert not any("Guard 1" in each or "G1" in each for each in legend), "what is in sight"
    assert shown.elsewhere(Box(0, 0, 12, 8))[0] == "elsewhere: Guard: G1 15N, G2 16AA, G3 22U"
    assert not shown.elsewhere(shown.whole())
    assert "Guard: G1 15N, G2 16AA, G3 22U" in shown.legend(shown.whole())


def test_pieces_come_before_signs_in_the_legend_and_say_in_which_part_they_are() -> None:
    board = made(SHAPES["grid"])
    cells = tuple(replace(each, group="cells", label="[", about="cell") for each in board.places[:3])
    groups = (Group("cells", "Cells", (0, 0, 9, 9)), *board.groups)
    pieces = {
        "a0": [Piece("anna-1", "", "a0", "Anna 1")],
        "a1": [Piece("anna-2", "", "a1", "Anna 2")],
        "a40": [Piece("anna-3", "", "a40", "Anna 3")],
        "a41": [Piece("anna-11", "", "a41", "Anna 11")],
    }
    changed = replace(board, places=(*cells, *board.places[3:]), groups=groups)
    shown = BoardMap(changed, Scene((), (), ()), WORDS, pieces)
    legend = shown.legend(shown.whole())
    assert legend[:3] == ["Anna: A3 3A, An (11) 3B", "Anna (Cells): A1 1A, A2 1B", "[ cell"]


def test_the_legend_names_the_rooms_in_sight_and_what_they_give() -> None:
    board = made(SHAPES["grid"])
    room = tuple(replace(each, group="dentist") for each in board.places[:2])
    far = (replace(board.places[-1], group="store"),)
    groups = (
        Group("dentist", "Dentist", (0, 0, 9, 9), about="key: made here"),
        Group("store", "Store", (0, 0, 9, 9), about="rope: made here"),
        *board.groups,
    )
    changed = replace(board, places=(*room, *board.places[2:-1], *far), groups=groups)
    shown = BoardMap(changed, Scene((), (), ()), WORDS, {})
    assert shown.legend(Box(0, 0, 6, 6)) == ["Dentist 1A-1B (key)"]
    assert "Store 15T (rope)" in shown.legend(shown.whole())
    table = Drawing(changed, Scene((), (), ()), WORDS)
    assert table.map_lines("dentist")[0] == "Dentist (key: made here)"
    assert table.map_lines("a1")[0] == "Field 1 (1B)"


# The page


def rows_of(lines: list[str]) -> list[str]:
    return [line for line in "\n".join(lines).splitlines() if re.match(r" [ \d]\d [^ ]", line)]


def test_the_whole_map_has_every_row_and_fits_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    found = drawing(warren())
    for width in (120, 100, 84, 60, 40):
        monkeypatch.setattr(output, "width", lambda width=width: width)
        lines = "\n".join(found.map_lines("")).splitlines()
        assert max(map(len, lines)) <= width
        numbers = [int(line[:3]) for line in lines if line[:3].strip().isdecimal()]
        strips = -(-40 // ((width - RULER) // 2))
        assert numbers == [*range(1, 31)] * strips


def test_a_part_of_the_map_is_a_group_or_lies_around_a_place_or_piece() -> None:
    found = drawing(warren())
    assert [line[:3].strip() for line in rows_of(found.map_lines("chap"))] == [str(n) for n in range(1, 10)]
    assert [line[:3].strip() for line in rows_of(found.part("chapel"))] == [str(n) for n in range(1, 10)]
    assert "G1" in "\n".join(found.map_lines("15n"))
    assert "C1" in rows_of(found.map_lines("carla 1"))[10]
    assert found.map_lines("nowhere") == []


def test_a_group_without_places_of_its_own_is_the_map_within_its_box() -> None:
    match = warren()
    board = WARREN.show.board(match.options, "en")
    corner = Group("corner", "Corner", (0, 0, board.size[0] // 4, board.size[1] // 4))
    found = Drawing(replace(board, groups=(*board.groups, corner)), match.scene(0, "en"), WORDS)
    rows = rows_of(found.part("corner"))
    assert 4 < len(rows) < 15
    assert [row[:3].strip() for row in rows] == [str(n) for n in range(1, 1 + len(rows))]
    assert rows_of(found.map_lines("corner"))[: len(rows)] == rows


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("size", [Size(100, 30), Size(120, 40), Size(200, 60)])
def test_the_full_screen_shows_the_same_map(size: Size, lang: str) -> None:
    match = warren("pick 2")
    looking = Onlooker(match, 0, lang, "garrison resume", LineScreen())
    moment = looking.moment()
    whole = rows_of(drawing(match, lang=lang).map_lines(""))
    console = Console(file=io.StringIO(), width=size.columns, height=size.rows, color_system=None)
    with console.capture() as capture:
        console.print(asking(Asked(moment), size).layout, end="")
    shown = capture.get().split("\n")
    seen = [line for line in shown if any(line.startswith(row) for row in whole)]
    assert len(seen) >= size.rows // 3
    assert any("G2" in line for line in seen)
    assert any(re.search(r"\d+-\d+ \d+ (places of the map|caselle della mappa)", line) for line in shown)
    assert len(Tableau(moment).groups(size.columns, 20)) <= 20


def test_hidden_rows_of_a_map_do_not_hide_the_question(register: Register) -> None:
    register(WARREN)
    moment = Onlooker(warren("pick 1"), 0, "en", "garrison resume", LineScreen()).moment()
    for said in range(0, 30, 3):
        size = Size(100, 30)
        console = Console(file=io.StringIO(), width=100, height=30, color_system=None)
        with console.capture() as capture:
            console.print(asking(Asked(moment, ["a message"] * said), size).layout, end="")
        lines = capture.get().rstrip("\n").split("\n")
        assert len(lines) == 30
        assert "Where does Guard 1 walk?" in "\n".join(lines)


# Answers


def typed(match: Match, text: str, lang: str = "en") -> str:
    board = WARREN.show.board(match.options, lang)
    return match.write(answers.read(match, 0, text, texts.words(lang), board=board))


@pytest.mark.parametrize(
    "text",
    [
        "14N",
        "14n",
        "n14",
        "to 14N",
        "to n14",
        "to p0534",
        "p0534",
        "p0534 ",
        "West walk 28",
        "westwalk28",
        "to west walk 28",
    ],
)
def test_a_place_is_chosen_by_square_id_or_name(text: str) -> None:
    match = warren("pick 1")
    assert typed(match, text.strip()) == "to p0534"
    found = next(n for n, each in enumerate(match.scene(0).choices, 1) if each.do == "to p0534")
    assert typed(match, str(found)) == "to p0534"


def test_the_beginning_of_an_id_or_name_is_enough_if_it_fits_one() -> None:
    match = warren("pick 1")
    listed = [match.write(action) for action in match.legal(0)]
    (only,) = [each for each in listed if each.startswith("to p021")]
    assert typed(match, "p021") == only
    assert typed(match, "hay lane 10") == "to p0810"
    with pytest.raises(texts.BadAnswer, match=r"could be to p\d+, .* and \d+ more"):
        typed(match, "west walk")
    assert typed(warren(), "guard 2") == "pick 2"


def test_letters_on_the_map_mean_the_piece_before_the_square_read_backwards() -> None:
    match = warren()
    pieces = match.view()["pieces"]
    shown = mapped(match)
    assert shown.found("g1") == [pieces["guard-1"]]
    assert shown.found("1g") == [IDS[6]]
    assert shown.found("g2") == [pieces["guard-2"]]
    assert shown.found("g4") == [IDS[6 + 3 * WIDE]]
    assert typed(match, "g3") == typed(match, "pick g3") == "pick 3"


def test_ids_and_names_come_before_what_the_map_shows() -> None:
    board = made(SHAPES["grid"])
    choices = tuple(Choice(f"to a{n}", f"a{n}", f"go to {n}") for n in (11, 100, 180, 200))
    things = answers._Things(board, Scene((), (), (), choices=choices), WORDS)
    texts = ("a11", "a10", "10a", "a6", "f1", "to a1")
    assert {text: answers._meant(text, choices, things) for text in texts} == {
        "a11": ["to a11"],
        "a10": [],  # a place of its own, and none to choose
        "10a": ["to a180"],
        "a6": [],
        "f1": [],
        "to a1": ["to a11", "to a100", "to a180"],
    }


def test_the_name_of_one_place_is_never_the_beginning_of_another() -> None:
    names = {"h9": "Hall 9", "h96": "Hall 96", "w": "Wall", "wk": "Wall walk", "wp": "Wallpaper"}
    places = tuple(
        Place(ident, 9 * n, 9, "circle", "", name) for n, (ident, name) in enumerate(names.items())
    )
    choices = tuple(Choice(f"to {each}", each, f"go to {names[each]}") for each in ("h96", "wk", "wp"))
    things = answers._Things(Board((99, 99), places, ()), Scene((), (), (), choices=choices), WORDS)
    texts = ("hall 9", "h9", "go to hall 9", "wall", "hall", "h", "wallp", "wall w", "hall 96")
    assert {text: answers._meant(text, choices, things) for text in texts} == {
        "hall 9": [],
        "h9": [],
        "go to hall 9": [],
        "wall": [],
        "hall": ["to h96"],
        "h": ["to h96"],
        "wallp": ["to wp"],
        "wall w": ["to wk"],
        "hall 96": ["to h96"],
    }


def test_a_place_out_of_reach_is_refused_though_another_name_begins_so(
    garrison: Run, register: Register
) -> None:
    register(WARREN)
    line = ("play", "warren", "--option-players", 2, "--players", "me,sound", "--seed", 0)
    done = garrison(*line, typed="pick 1\nwhy Armoury 9\nArmoury 9\n")
    assert done.flat.count("to p0009") == 2
    assert "Armoury 96." not in done.flat


def test_a_place_that_cannot_be_chosen_is_refused_by_its_rule(garrison: Run, register: Register) -> None:
    register(WARREN)
    done = garrison(
        "play", "warren", "--players", BOTS, "--seed", 1, typed="pick 1\n1a\nto 1a\nchapel 1\n15r\nto p0001\n"
    )
    assert done.flat.count("Not allowed: to p0001.") == 3
    assert "Not allowed: to p0029." in done.flat
    assert done.flat.count("(WA-2.2)") >= 3
    assert "Nobody stops in a cell. (WA-2.4)" in done.flat


# Commands


def play(garrison: Run, *lines: str, lang: str = "en") -> str:
    given = ("play", "warren", "--players", BOTS, "--seed", 1, "--rounds", "2", "--lang", lang)
    out = garrison(*given, typed="\n".join(lines) + "\n").out
    return out[out.index("> ") :]


def test_near_lists_the_choices_around_a_place_with_their_notes(garrison: Run, register: Register) -> None:
    register(WARREN)
    out = play(garrison, "pick 1", "near 17n", "near hay lane")
    near, lane = out.split("> near ")[1:3]
    assert "Around West walk 34 (17N) you can choose:" in near
    listed = re.findall(r"^ +(\d+)  to (p\d+) +(\d+)  to (.*) \((\w+)[,)]", near, re.MULTILINE)
    assert listed[0][1:] == ("p0654", "2", "West walk 34", "17N")
    assert all(abs("LMNOP".index(square[-1]) - 2) <= 2 for *_, square in listed)
    assert 15 <= len(listed) <= 25
    assert "Around Hay lane you can choose:" in lane
    assert "Hay lane" in lane.split("Where does")[0].split("choose:")[1]


def test_near_alone_is_around_the_piece_that_moves(garrison: Run, register: Register) -> None:
    register(WARREN)
    out = play(garrison, "near", "pick 1", "near", "near guard 1", "near chapel", "near xyz")
    assert "near needs a place or a piece, for example: near 15N." in out
    assert out.count("Around West walk 30 (15N) you can choose:") == 2
    assert "Nothing around Chapel can be chosen. The nearest:" in out
    assert "There is no place, piece or part 'xyz' on the board." in out


def test_a_number_of_the_map_is_what_a_place_costs_and_plays_no_place_by_its_place_in_the_list(
    garrison: Run, register: Register
) -> None:
    register(WARREN)
    out = play(garrison, "pick 1", "12", "near 17n", "1", "pick 1", "5")
    asked = " ".join(out.split("> 12")[1].split("> near")[0].split())
    assert re.search(
        r"Nothing was played: number 12 would be one of \d+ places .* such as \d+[A-Z]+\.", asked
    )
    listed = re.search(r"^ +(\d+)  to p0654 ", out, re.MULTILINE)
    assert listed is not None
    taken = play(garrison, "pick 1", "near 17n", listed[1])
    assert "Nothing was played" not in taken
    assert "Nothing was played" in play(garrison, "pick 1", "near 17n", "undo", "pick 1", listed[1])


def test_near_and_map_speak_italian(garrison: Run, register: Register) -> None:
    register(WARREN)
    out = play(garrison, "pick 1", "vicino 17n", "mappa cappella", "mappa xyz", "vicino", lang="it")
    assert "Vicino a Galleria ovest 34 (17N) puoi scegliere:" in out
    assert "numeri: caselle che puoi scegliere" in out
    assert "Sulla mappa non c'è una parte o una casella 'xyz'." in out
    assert "Vicino a Galleria ovest 30 (15N) puoi scegliere:" in out


def test_map_shows_all_or_a_part(garrison: Run, register: Register) -> None:
    register(WARREN)
    out = play(garrison, "map", "map chapel", "map xyz")
    whole, chapel, unknown = out.split("> map")[1:]
    assert len(rows_of(whole.split("You have")[0].splitlines())) == 30
    assert len(rows_of(chapel.split("You have")[0].splitlines())) == 9
    assert "The map has no part or place 'xyz'. Its parts: Armoury; Herb yard;" in " ".join(unknown.split())


def test_on_a_small_board_map_is_the_table_and_near_works(garrison: Run) -> None:
    out = garrison("play", "itter", "--seed", 3, typed="map north\nlee\nnear k4\n").out
    assert re.search(r"> map north\n\nNorth Terrace \(", out)
    assert re.search(r"Around Keep K4 you can choose:\n +\d+  place k4 ", out)


def test_a_question_shows_the_map_once_and_again_when_asked(garrison: Run, register: Register) -> None:
    register(WARREN)
    out = play(garrison, "odds", "", "pick 1", "rule")
    quiet, again, chosen, rule = re.split(r"> (?:odds|pick 1|rule)?\n", out)[1:5]
    assert not rows_of(quiet.splitlines())
    assert len(rows_of(again.splitlines())) == 20
    assert len(rows_of(chosen.splitlines())) == 20
    assert not rows_of(rule.splitlines())


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_whole_game_is_played_by_squares(garrison: Run, register: Register, lang: str) -> None:
    """A person moves the first guard to where the map shows, and lets runners pass the doors."""
    register(WARREN)
    out = play(garrison, "pick 1; 14n", "pick 1; n15", *["let"] * 9, lang=lang)
    assert re.search(r"^ 14 .*G1", out, re.MULTILINE)
    assert ("The game is over" if lang == "en" else "La partita è finita") in out


def test_a_part_that_is_only_looked_at_shows_the_places_within_it():
    game = registry.find("colditz")
    board = game.show.board(registry.settle(game, {}), "en")
    match = Match(game, registry.settle(game, {}), KeyedDice(seed_key(1)))
    ground = Drawing(board, match.scene(0, "en"), WORDS).map
    assert ground is not None
    yard = next(group for group in board.groups if group.name == "Kommandantur")
    left, top, wide, high = yard.box
    inside = [
        place.id for place in board.places if left <= place.x <= left + wide and top <= place.y <= top + high
    ]
    assert ground.found("komm") == ground.found(yard.id) == inside
    assert 100 < len(inside) < len(board.places) / 2


def test_of_what_can_be_chosen_the_map_shows_most_that_stands_out_and_says_how_much_is_not_on_it() -> None:
    board = made(SHAPES["grid"])
    walks = tuple(Choice(f"to a{n}", f"a{n}", "", plain=True) for n in (200, 201, 202, 203, 220, 221, 222))
    walls = tuple(Choice(f"cross a{n}", f"a{n}", "", note="9", badge="+R") for n in (0, 2, 19, 299))
    scene = Scene((), (), (), choices=(*walks, *walls))
    shown = BoardMap(board, scene, WORDS, {})
    box = shown.window(6, 6)
    assert [box.holds(shown.grid.spots[each.at]) for each in walls] == [True, True, False, False]
    assert shown.outside(box) == ["9 more outside this part, among them 1T, 15T"]
    walked = BoardMap(board, replace(scene, choices=walls), WORDS, {})
    assert walked.outside(walked.window(6, 6)) == ["2 more outside this part: 1T, 15T"]
    assert not walked.outside(walked.whole())


def test_where_no_place_answers_the_question_the_map_shows_most_pieces() -> None:
    board = made(SHAPES["grid"])
    mine = {f"a{n}": [Piece(f"anna-{n}", "", f"a{n}", f"Anna {n}")] for n in (0, 1, 2, 299)}
    scene = Scene((), (), (), choices=(Choice("draw", "", "Draw a card"),), focus=("hand",))
    shown = BoardMap(board, scene, WORDS, mine, ("anna-299",))
    assert shown.window(6, 6).holds(shown.grid.spots["a1"])


def test_whoever_decides_sees_most_of_what_can_be_chosen_and_not_where_others_moved() -> None:
    board = made(SHAPES["grid"])
    choices = tuple(Choice(f"anna-{n}", place, "") for n, place in enumerate(("a0", "a250", "a251", "a271")))
    scene = Scene((), (), (), choices=choices, focus=("all",))
    shown = BoardMap(board, scene, WORDS, {}, ("a19",)).window(6, 6)
    held = [each.at for each in choices if shown.holds(grid(board.places).spots[each.at])]
    assert held == ["a250", "a251", "a271"]


def test_before_the_first_click_the_map_shows_the_pieces_of_the_part_in_question() -> None:
    board = made(SHAPES["grid"])
    mine = {"a0": [Piece("anna-1", "", "a0", "Anna 1")], "a299": [Piece("bruno-1", "", "a299", "Bruno 1")]}
    near = (*(replace(each, group="near") for each in board.places[:60]), *board.places[60:])
    scene = Scene((), (), (), choices=(Choice("roll", "", "Roll"),), focus=("near",))
    shown = BoardMap(replace(board, places=near), scene, WORDS, mine, ("bruno-1",))
    assert shown.window(6, 6) == Box(0, 0, 6, 6)


# The castle of Colditz


def castle(lang: str = "en", **position: object) -> Drawing:
    """The table of Colditz as the British officer sees it."""
    match = acting(**position)
    board = match.game.show.board(match.options, lang)
    return Drawing(board, match.scene(0, lang), texts.words(lang))


def test_each_kind_of_space_that_the_legend_explains_has_a_sign_of_its_own() -> None:
    board = castle().board
    told = {place.about: place.label for place in board.places if place.about}
    assert len({*told.values()}) == len(told) >= 20
    signs = grid(board.places).signs
    assert all(signs[label] == label for label in told.values())
    for place in ("appel_001", "cell_in_1", "cell_out_1", "barracks_1"):
        (found,) = [each for each in board.places if each.id == place]
        assert found.label not in ("", "."), place


def test_a_pawn_in_a_cell_or_in_barracks_is_said_to_be_there() -> None:
    found = castle(pawns={"british-1": "cell_in_1", "guard-1": "barracks_2", "british-2": "dentist_8"})
    told = "; ".join(found.map_lines("")).replace("\n", " ")
    assert re.search(r"B1 British 1 \(\w+, Inner solitary cells\)", " ".join(told.split()))
    assert re.search(r"Guard \(Barracks\): G1 \w+, G2 ", " ".join(told.split()))
    assert re.search(r"B2 British 2 \(\w+, Dentist\)", " ".join(told.split()))


@pytest.mark.parametrize(
    ("text", "lang", "heads"),
    [
        ("office", "en", ["Office (documents: a POW here brings this part of an Escape Kit)"]),
        ("ufficio", "it", ["Ufficio (documenti: "]),
        ("north terrace", "en", ["Outer courtyard, north terrace"]),
        ("solitary", "en", ["Inner solitary cells", "Outer solitary cells"]),
        ("target", "en", ["North-west target (6A, "]),
        ("dentist", "en", ["Dentist (key: made here by POWs)"]),
        ("komm", "en", ["Kommandantur"]),
    ],
)
def test_a_part_of_the_castle_is_found_by_its_name_or_a_word_of_it(
    text: str, lang: str, heads: list[str]
) -> None:
    lines = "\n".join(castle(lang, pawns={}).map_lines(text)).splitlines()
    assert [head for head in heads if any(line.startswith(head) for line in lines)] == heads
    if text in ("office", "ufficio", "north terrace"):
        assert len(rows_of(lines)) <= 12


def test_the_room_a_pawn_can_reach_is_on_the_map_with_the_question() -> None:
    """Costs of plain walks fill the map; the rooms lie beyond its edge unless they count more."""
    match = deployed(seats="3")
    roll(match, 6, 2)
    answered(match, "british-7")
    board = match.game.show.board(match.options, "en")
    drawn = Drawing(board, match.scene(match.awaited[0], "en"), WORDS)
    assert drawn.map is not None
    clear = [place for place in drawn.map.choices if drawn.map.stands_out(place)]
    box = drawn.map.window(48, 20)
    assert {place.partition("_")[0] for place in clear} >= {"dentist", "wc"}
    assert all(box.holds(drawn.map.grid.spots[place]) for place in clear)
