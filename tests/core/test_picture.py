"""Pictures of scenes: self-contained, for any game, in both themes, from Python and from the command line."""

from __future__ import annotations

import re
import struct
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as Tree

import pytest

import garrison as library
from garrison.core import record, registry
from garrison.core.match import Match
from garrison.core.show import crop, illustration, picture, rulebook
from garrison.core.show.scene import (
    Alarm,
    Board,
    Choice,
    Dial,
    Gauge,
    Group,
    Piece,
    Place,
    Scene,
    Sprite,
    Tray,
)
from garrison.core.state import SPECTATOR
from support import paths
from support.browser.paint import palettes, source, theme
from support.fixtures import NewToy
from support.terminal.command import Run

RECORD = paths.RECORDS / "itter-1-veteran.txt"
SCENARIO = paths.SCENARIOS / "itter" / "competitive" / "AMB-48-turn-21-with-two-cards.toml"
SVG = "{http://www.w3.org/2000/svg}"
NASTY = "<script>alert(\"1\")</script> & 'so' ]]> on"


def texts(drawn: str) -> list[str]:
    return [each.text or "" for each in Tree.fromstring(drawn).iter(f"{SVG}text")]


def rings(drawn: str) -> int:
    return drawn.count("'p-ring'")


def used(drawn: str) -> list[tuple[str, str, str]]:
    """The uses of names outside the definitions: name and place."""
    found = re.findall(r"<use href='#(sprite-\w+)' x='([^']+)' y='([^']+)'/>", drawn)
    return [(name, x, y) for name, x, y in found]


def at(row: int) -> Match:
    return record.replay(record.open_file(RECORD), upto=row)


SQUARE = "<path class='p-card' d='M0 0h40v40h-40z'/>"
TABLE = Board(
    (200, 100),
    (Place("a", 50, 50, "square", "g", "A"), Place("b", 150, 50, "circle", "g", "B")),
    (Group("g", "G", (0, 0, 200, 100)),),
    ("<g><path class='p-paper' d='M0 0h200v100h-200z'/></g>",),
    (Sprite("man", 40, 40, SQUARE), Sprite("hurt", 40, 40, SQUARE.replace("0h40", "1h39"))),
    (Dial("n", 100, 20, "hurt"),),
)


def drawn(*pieces: Piece, board: Board = TABLE, **more: object) -> str:
    scene = Scene(pieces, (Tray("t", "Tray"),), (Gauge("n", "g", "17", "N"), Gauge("m", "", "23", "M")))
    return picture.svg(board, replace(scene, **more))  # type: ignore[arg-type]


# What is in a picture


def test_rings_of_near_neighbours_stay_apart() -> None:
    """Each by its own neighbours: a place with room around it keeps its size."""
    at = {"a": 20, "b": 60, "c": 80, "d": 200}
    places = tuple(Place(ident, x, 20, "circle", "g", ident) for ident, x in at.items())
    choices = tuple(Choice(ident, ident, ident) for ident in at)
    drawn = picture.svg(Board((300, 40), places, (), layers=("<g/>",)), Scene((), (), (), choices=choices))
    radius = {float(x): float(r) for x, r in re.findall(r"'p-ring' cx='([^']+)' cy='20' r='([^']+)'", drawn)}
    assert [*radius] == [*at.values()]
    assert radius[200] == 24.5
    assert radius[20] + radius[60] <= 40
    assert radius[60] + radius[80] <= 20


def test_notes_are_drawn_within_the_places_they_are_about() -> None:
    """Also within one that has an outline; several of one place are told beside each other."""
    area = ((60, 60), (80, 60), (80, 80), (60, 80))
    places = (Place("a", 20, 20, "circle", "g", "A"), Place("b", 70, 70, "area", "g", "B", outline=area))
    choices = tuple(
        Choice(f"go {n}", at, "Go", note=note)
        for n, (at, note) in enumerate((("a", "3"), ("b", "4"), ("b", "<2")))
    )
    board = Board((100, 100), places, (), layers=("<g/>",))
    drawn = picture.svg(board, Scene((), (), (), choices=choices))
    notes = [each for each in Tree.fromstring(drawn).iter(f"{SVG}text") if each.text in ("3", "4/<2")]
    assert [(each.text, each.get("x")) for each in notes] == [("3", "20"), ("4/<2", "70")]
    small = float(notes[1].get("font-size", ""))
    assert 4 * small * 0.62 <= 20, "it is wider than its area"


def test_a_toy_without_drawings_gets_a_plain_picture(new_toy: NewToy) -> None:
    match = new_toy()
    board = match.game.show.board(match.options, "en")
    found = picture.svg(board, match.scene(1))
    said = texts(found)
    assert {"Anna", "Bruno", "Carla", "wall", "hour: 1", "pence: 0"} <= set(said)
    assert {"11", "lantern"} <= set(" ".join(said).split())
    lit = {choice.at for choice in match.scene(1).choices}
    faint = found.count("'p-ring-faint'")
    assert (rings(found), faint, len(lit)) == (3, 1, 4), "showing no lantern is merely possible"
    assert rings(picture.svg(board, match.scene(SPECTATOR))) == 0


@pytest.mark.parametrize("row", [0, 40, 120, 206])
@pytest.mark.parametrize("name", picture.THEMES)
def test_a_picture_is_whole_by_itself(row: int, name: str) -> None:
    match = at(row) if row < 206 else library.open(RECORD)
    found = picture.svg(match.game.show.board(match.options, "it"), match.scene(0, "it"), name)
    tree = Tree.fromstring(found)
    ids = {each.get("id") for each in tree.iter()}
    for each in re.findall(r"href='#([^']+)'", found) + re.findall(r"url\(#([^)]+)\)", found):
        assert each in ids
    assert "var(" not in found
    assert "http" not in found.replace("http://www.w3.org/2000/svg", "")
    style = tree.find(f"{SVG}style")
    assert style is not None
    classes = {name for each in tree.iter() for name in each.get("class", "").split()}
    assert classes <= set(re.findall(r"\.(p-[\w-]+)", style.text or ""))


def test_every_piece_is_drawn_once_with_its_marks() -> None:
    match = at(120)
    scene = match.scene(0)
    found = picture.svg(match.game.show.board(match.options, "en"), scene)
    shown = len(scene.pieces) + sum(len(piece.over) for piece in scene.pieces)
    dials = match.game.show.board(match.options, "en").dials
    assert len(used(found)) == shown + len(dials)
    assert sum(len(piece.over) for piece in scene.pieces) > 10


def test_pieces_on_one_place_are_fanned() -> None:
    three = [Piece(f"p{n}", "man", "a", "Man") for n in range(3)]
    spots = used(drawn(*three))[-3:]
    assert len({(x, y) for _, x, y in spots}) == 3
    alone = used(drawn(three[0]))[-1]
    assert alone[1:] == ("30", "30")


def test_a_piece_lies_at_a_spot_of_its_own_turned_and_above_the_others() -> None:
    free = Piece("p", "man", "a", "Man", spot=(70, 33), turn=30)
    others = [Piece("q", "man", "a", "Man"), Piece("r", "man", "b", "Man")]
    found = drawn(free, *others)
    assert [spot for _, *spot in used(found)[-3:]] == [["30", "30"], ["130", "30"], ["50", "13"]]
    assert found.count("rotate(") == 1
    assert "<g transform='rotate(30 70 33)'><use" in found
    in_tray = drawn(replace(others[0], at="t", turn=30))
    assert "rotate(" not in in_tray


def test_an_area_is_ringed_along_its_outline() -> None:
    area = replace(TABLE.places[0], outline=((10, 10), (90, 20), (50, 90)))
    board = replace(TABLE, places=(area, *TABLE.places[1:]))
    assert "<polygon" not in drawn(board=board)
    found = drawn(board=board, choices=(Choice("do", "a", "Do"),))
    assert rings(found) == 1
    assert "<polygon class='p-ring' points='10,10 90,20 50,90'" in found
    plain = picture.svg(replace(board, layers=()), Scene((), (), ()))
    assert "<polygon class='p-plate' points=" in plain


def test_marks_lie_over_their_piece() -> None:
    man, over = used(drawn(Piece("p", "man", "b", "Man", over=("hurt", "unknown"))))[-2:]
    assert man[0] != over[0]
    assert man[1:] == over[1:] == ("130", "30")


def test_gauges_stand_on_their_dial_or_below() -> None:
    found = Tree.fromstring(drawn())
    (dial,) = [each for each in found.iter(f"{SVG}text") if each.get("class") == "p-dial"]
    assert (dial.text, dial.get("x")) == ("17", "100")
    assert "M: 23" in texts(drawn())
    assert "N: 17" not in texts(drawn())


@pytest.mark.parametrize("thing", ["a", "b", "g", "n", "m", "t", "p", "q"])
def test_whatever_may_be_chosen_has_a_ring(thing: str) -> None:
    pieces = [Piece("p", "man", "a", "P"), Piece("q", "man", "t", "Q")]
    assert rings(drawn(*pieces)) == 0
    assert rings(drawn(*pieces, choices=(Choice("do", thing, "Do"),))) == 1


def test_what_is_merely_possible_has_a_thin_ring() -> None:
    folded, worth = Choice("do", "a", "Do", fold="Seldom"), Choice("try", "a", "Try")
    assert (rings(drawn(choices=(folded,))), drawn(choices=(folded,)).count("'p-ring-faint'")) == (0, 1)
    assert rings(drawn(choices=(folded, worth))) == 1


@pytest.mark.parametrize("thing", ["a", "b", "n", "p"])
def test_an_alarm_is_drawn_at_its_thing_and_an_urgent_one_with_a_ring_and_a_mark(thing: str) -> None:
    man = Piece("p", "man", "a", "P")
    calm, urgent = Alarm(thing, "Three are left.", "3"), Alarm(thing, "Beware.", "0", urgent=True)
    assert "3" in texts(drawn(man, alarms=(calm,)))
    assert "class='p-alarm-ring'" not in drawn(man, alarms=(calm,))
    assert "!0" in texts(drawn(man, alarms=(urgent,)))
    assert drawn(man, alarms=(urgent,)).count("class='p-alarm-ring'") == 1


def test_an_alarm_beside_the_board_is_told_in_words() -> None:
    said = texts(drawn(alarms=(Alarm("t", "The tray is empty."), Alarm("m", "Beware.", urgent=True))))
    assert {"The tray is empty.", "! Beware."} <= {*said}


def test_cards_can_be_read_in_their_tray() -> None:
    tray = Tray("hand", "Hand", "cards: 1", cards=True)
    card = Piece("c", "man", "hand", "The long night (deck 2)", "All lanterns go out at once.", ("doubtful",))
    said = texts(drawn(card, trays=(tray,)))
    assert "Hand: cards: 1" in said
    assert "The long night (deck 2) All lanterns go out at once. (doubtful)" in " ".join(said)


def test_texts_are_never_taken_as_markup() -> None:
    board = replace(TABLE, layers=(), places=(Place("a", 1, 1, "square", "g", NASTY, NASTY),))
    piece, card = Piece("p", NASTY, "a", NASTY), Piece("q", "", "t", NASTY, NASTY, (NASTY,))
    gauges = (Gauge("n", "", NASTY, NASTY),)
    scene = Scene((piece, card), (Tray("t", NASTY, NASTY, cards=True),), gauges)
    found = Tree.fromstring(picture.svg(board, scene, title=NASTY))
    assert not list(found.iter(f"{SVG}script"))
    title = found.find(f"{SVG}title")
    assert title is not None
    assert title.text == NASTY
    assert NASTY in texts(picture.svg(board, scene))


def test_a_board_of_one_place_or_none_can_be_drawn() -> None:
    for places in ((), TABLE.places[:1]):
        Tree.fromstring(picture.svg(Board((0, 0), places, ()), Scene((), (), ())))


def test_two_pictures_on_a_page_do_not_mix_their_sprites() -> None:
    other = replace(TABLE, sprites=(Sprite("man", 40, 40, SQUARE.replace("40v", "39v")), *TABLE.sprites[1:]))
    piece = Piece("p", "man", "a", "P")
    one, two = used(drawn(piece))[-1][0], used(drawn(piece, board=other))[-1][0]
    assert one != two


def test_a_match_shows_itself_in_a_notebook(new_toy: NewToy) -> None:
    assert texts(library.new("itter", seed=1)._repr_svg_()).count("Suppression tokens") == 1
    hands = [said for said in texts(new_toy()._repr_svg_()) if said.isdigit()]
    assert not hands, "everybody's hand is hidden from whoever looks"


# Paint


def test_dark_is_the_same_by_choice_and_by_the_system() -> None:
    found = palettes()
    assert found[':root[data-theme="dark"]'] == found[':root:not([data-theme="light"])']
    assert set(found[":root"]) == set(found[':root[data-theme="dark"]'])


def test_themes_differ_and_an_unknown_one_is_refused() -> None:
    assert theme("dark")["--paper"] in picture.style("dark")
    assert theme("light")["--paper"] not in picture.style("dark")
    with pytest.raises(ValueError, match="sepia"):
        picture.style("sepia")


def test_every_colour_is_used_by_a_class_or_by_the_pages() -> None:
    pages = "".join(
        path.read_text("utf-8") for path in Path(picture.__file__).parents[1].glob("table/web/**/*.*")
    )
    for name in theme("light"):
        if name.startswith("--"):
            assert f"var({name})" in source() + pages, name


# The command


def png_size(path: Path) -> tuple[int, int]:
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    return width, height


@pytest.mark.parametrize("file", [RECORD, SCENARIO], ids=["record", "scenario"])
@pytest.mark.parametrize("ending", ["svg", "png"])
def test_a_moment_of_a_file_is_drawn(garrison: Run, tmp_path: Path, file: Path, ending: str) -> None:
    out = tmp_path / f"board.{ending}"
    done = garrison("draw", file, "--at", 2, "--seat", "defender", "-o", out, "--width", 500)
    assert (done.status, done.err) == (0, "")
    height = re.search(r"500 by (\d+)", done.out)
    assert height is not None
    if ending == "png":
        assert png_size(out) == (500, int(height[1]))
    else:
        tree = Tree.fromstring(out.read_text("utf-8"))
        assert (tree.get("width"), tree.get("height")) == ("500", height[1])


def test_language_theme_and_row_are_drawn(garrison: Run, tmp_path: Path) -> None:
    def made(*more: object) -> str:
        out = tmp_path / "board.svg"
        assert garrison("draw", RECORD, "-o", out, *more).status == 0
        return out.read_text("utf-8")

    assert "Turn: 1" in texts(made("--at", 1))
    assert "Turno: 1" in texts(made("--at", 1, "--lang", "it"))
    assert "Turn: 1" not in texts(made("--at", 100))
    assert theme("dark")["--paper"] in made("--theme", "dark")


def test_secrets_of_the_other_seat_are_not_in_the_picture(garrison: Run, tmp_path: Path) -> None:
    out = tmp_path / "board.svg"
    file = paths.RECORDS / "itter-1-published-competitive.txt"
    seen = {}
    for seat in ("defender", "ss", "spectator"):
        garrison("draw", file, "--at", 3, "--seat", seat, "-o", out)
        seen[seat] = " ".join(texts(out.read_text("utf-8")))
    assert "place 2" in seen["ss"]
    assert "place 2" not in seen["defender"] + seen["spectator"]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("-o", "board.gif"), "board.gif: the name of a picture must end in .svg or .png"),
        (("-o", "b.png", "--width", 9000), "100 to 8000 points wide, not 9000"),
        (("-o", "b.svg", "--width", 5), "100 to 8000 points wide, not 5"),
        (("-o", "b.svg", "--at", 5000), "no row 5000"),
        (("-o", "b.svg", "--seat", "nobody"), "there is no seat 'nobody'"),
        (("-o", "b.svg", "--theme", "sepia"), "'sepia'"),
        (("-o", "missing/b.svg"), "missing/b.svg: No such file"),
        ((), "-o"),
    ],
)
def test_mistakes_are_told_in_one_sentence(
    garrison: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[object, ...], told: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = garrison("draw", RECORD, *more)
    assert (done.status, done.out) == (2, "")
    assert told in done.err
    assert done.err.count("\n") == 1
    assert not list(tmp_path.glob("*.*"))


@pytest.mark.parametrize(
    ("lang", "told"), [("en", 'pip install "garrison[draw]"'), ("it", "serve un pacchetto")]
)
def test_a_missing_package_is_told_kindly(
    garrison: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str, told: str
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    done = garrison("draw", RECORD, "-o", tmp_path / "board.png", "--lang", lang)
    assert done.status == 2
    assert told in done.err
    assert not (tmp_path / "board.png").exists()
    assert garrison("draw", RECORD, "-o", tmp_path / "board.svg").status == 0


# Illustrations


@pytest.mark.parametrize("game", ["itter", "siege"])
def test_every_illustration_can_be_drawn_and_belongs_to_a_rule(game: str) -> None:
    """In both languages and themes, with all that it refers to, and no more style than it has use for."""
    found = registry.find(game)
    for lang in found.tell.langs:
        rules = rulebook.rules(found, lang)
        for edition in found.options.get("edition", ("",)):
            shown = [found.book.cover(lang), *found.book.illustrations(edition, lang)]
            assert len(shown) > 6
            for each in shown:
                assert each is not None
                assert each.caption
                assert {*each.rules} <= {*rules}
                wide, high = illustration.size(found, each, lang)
                drawings = [illustration.svg(found, each, theme, lang) for theme in picture.THEMES]
                assert drawings[0] != drawings[1]
                tree = Tree.fromstring(drawings[0])
                assert tree.get("viewBox", "").split()[2:] == [str(wide), str(high)]
                named = {each.get("id") for each in tree.iter()}
                used_ids = {each.get("href", "")[1:] for each in tree.iter(f"{SVG}use")}
                assert used_ids <= named
                assert len(drawings[0]) < 120_000


def test_a_part_of_a_board_has_what_lies_there_and_rings_what_is_marked() -> None:
    scene = Scene((Piece("m", "man", "a", "Man"),), (Tray("t", "Tray"),), (Gauge("n", "g", "17", "N"),))
    drawn_part = picture.part(TABLE, scene, (0, 0, 100, 100), marked=("m",))
    assert rings(drawn_part) == 1
    assert texts(drawn_part) == ["17"]
    assert ".p-card{" in drawn_part
    assert ".p-water{" not in drawn_part
    pair = picture.samples(TABLE, (("man", "hurt"), ("man",)))
    assert len(used(pair)) == 3
    assert picture.samples_size(TABLE, (("man", "hurt"), ("man",))) == (104, 56)


# Parts of a drawing


def test_a_part_leaves_out_lines_beyond_its_edges() -> None:
    near, far, bent = "M10 10h20v20z", "M500 500l9 9q4 4 9 0z", "M500 10t-600 0"
    path = "<path class='p-line' d='{}'/>"
    box = (0, 0, 100, 100)
    assert crop.cropped(path.format(near + far), box) == path.format(near)
    assert crop.cropped(path.format(far), box) == ""
    assert crop.cropped(path.format("M300 50H-300"), box) == path.format("M300 50H-300")
    # An arc reaches beyond its ends; where a smooth curve goes is not known.
    for kept in ("M150 50a60 60 0 0 1 0 .1", bent):
        assert crop.cropped(path.format(kept), box) == path.format(kept)
    for kept in (
        f"<g transform='translate(-450 -450)'>{path.format(far)}</g>",
        f"<defs><g id='a'>{path.format(far)}</g></defs>",
        f"<path fill='url(#a)' d='{near}{far}'/>",
        f"<path transform='scale(.1)' d='{far}'/>",
    ):
        assert crop.cropped(kept + path.format(far), box) == kept


def test_definitions_that_nothing_refers_to_are_left_out() -> None:
    used = "<g id='a'><g><use href='#b'/></g></g><pattern id='b'><path d='M0 0h1'/></pattern>"
    idle = "<g id='c'><use href='#d'/></g><g id='d'/>"
    assert crop.without_unused(f"<defs>{used}{idle}</defs><use href='#a'/>") == (
        f"<defs>{used}</defs><use href='#a'/>"
    )
    assert crop.without_unused(f"<defs>{idle}</defs><g/>") == "<g/>"


@pytest.mark.parametrize("name", ["itter", "siege"])
def test_whatever_a_cover_refers_to_is_in_it(name: str) -> None:
    game = registry.find(name)
    cover = game.book.cover("en")
    assert cover
    drawn = illustration.svg(game, cover, "light", "en")
    names = re.findall(r"\bid='([^']+)'", drawn)
    assert {*re.findall(r"(?:href='#|url\(#)([\w-]+)", drawn)} == {*names}
