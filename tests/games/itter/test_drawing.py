"""Castle Itter's picture shows what the data say: complete, small, legible, and never by colour alone."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from dataclasses import asdict
from functools import cache
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree as Tree

import pytest

import garrison
from garrison.core import record
from garrison.core.show import words
from garrison.core.show.scene import Board
from garrison.games.itter import tables
from garrison.games.itter.show.drawing import castle, hill, pen, tracks
from garrison.games.itter.show.drawing.silhouettes import BUSTS
from support import paths
from support.browser.paint import contrast, sheet, theme

RECORDS = sorted(paths.RECORDS.glob("itter-*.txt"))
SVG = "{http://www.w3.org/2000/svg}"
BOARDS = [(edition, lang) for edition in tables.EDITIONS for lang in words.LANGS]
FIRE = {"red": "light", "purple": "light", "green": "light", "yellow": "dark", "black": "light"}


@cache
def board(edition: str = "published", lang: str = "en") -> Board:
    difficulty = next(name for of, name in tables.MODES if of == edition)
    options = {"edition": edition, "difficulty": difficulty}
    return garrison.games()["itter"].show.board(options, lang)


def parsed(fragment: str) -> Tree.Element:
    return Tree.fromstring(f"<svg xmlns='http://www.w3.org/2000/svg'>{fragment}</svg>")


def fragments(found: Board) -> list[str]:
    return [*found.layers, *(sprite.svg for sprite in found.sprites)]


@cache
def lettering(edition: str = "published", lang: str = "en") -> list[tuple[str, float, float]]:
    """Every text of the layers with its place."""
    return [
        (text.text or "", float(text.get("x", 0)), float(text.get("y", 0)))
        for layer in board(edition, lang).layers
        for text in parsed(layer).iter(f"{SVG}text")
    ]


# Whole and lean


@pytest.mark.parametrize(("edition", "lang"), BOARDS)
def test_every_drawing_is_well_formed_and_uses_paint_only(edition: str, lang: str) -> None:
    painted = sheet()
    for fragment in fragments(board(edition, lang)):
        for element in parsed(fragment).iter():
            assert not {"style", "onclick", "onload"} & set(element.attrib)
            assert element.tag.removeprefix(SVG) not in ("script", "style", "image", "foreignObject", "a")
            for name in element.get("class", "").split():
                assert f".{name}" in painted, f"paint.css has no class {name}"
            for key in ("fill", "stroke", "stop-color"):
                assert element.get(key, "none").startswith(("none", "url(#")), "a colour of its own"


@pytest.mark.parametrize(("edition", "lang"), BOARDS)
def test_whatever_a_drawing_uses_is_defined_once(edition: str, lang: str) -> None:
    found = board(edition, lang)
    ids = Counter(e.get("id") for layer in found.layers for e in parsed(layer).iter() if e.get("id"))
    assert set(ids.values()) == {1}
    assert all(str(ident).startswith(pen.MINE) for ident in ids)
    text = "".join(fragments(found))
    used = set(re.findall(r"href='#([^']+)'", text)) | set(re.findall(r"url\(#([^)]+)\)", text))
    assert used <= set(ids)
    assert set(ids) - used <= ({f"{pen.MINE}back-sturm"} if edition == "playtest" else set()), "never used"
    assert not any(element.get("id") for sprite in found.sprites for element in parsed(sprite.svg).iter())


@pytest.mark.parametrize(("edition", "lang"), BOARDS)
def test_the_drawing_stays_lean(edition: str, lang: str) -> None:
    found = board(edition, lang)
    sent = json.dumps(
        [found.layers, [asdict(sprite) for sprite in found.sprites]], ensure_ascii=False
    ).encode()
    assert len(sent) < 112_000
    assert len(gzip.compress(sent)) < 30_000


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_everything_shown_in_a_game_has_its_sprite_and_its_dial(path: Path) -> None:
    read = record.open_file(path)
    marks = Counter()
    for row in (0, *range(20, len(read.rows), 37), len(read.rows) - 1):
        match = record.replay(read, upto=row if row < len(read.rows) - 1 else None)
        found = match.game.show.board(match.options, "en")
        sprites = {sprite.id: sprite for sprite in found.sprites}
        scene = match.scene()
        places = {place.id for place in found.places}
        for piece in scene.pieces:
            if piece.silent:
                assert (piece.id, piece.spot) == ("tank-wreck", castle.wreck_spot())
                continue
            size = (120, 80) if piece.sprite.startswith("card-") else (40, 40)
            assert (sprites[piece.sprite].w, sprites[piece.sprite].h) == size
            assert size == (40, 40) or piece.at not in places
            assert set(piece.over) <= set(sprites)
            assert len(piece.over) == (len(piece.marks) if size == (40, 40) else 0)
            marks.update(piece.over)
        gauges = {gauge.id for gauge in scene.gauges if gauge.at in places | set(tables.LOCATIONS)}
        assert {dial.id for dial in found.dials} == gauges
        assert {dial.sprite for dial in found.dials} <= set(sprites)
    assert marks["mark-exhausted"]


def test_every_card_has_a_drawing_of_its_own_kind() -> None:
    drawn = {sprite.id: sprite.svg for sprite in board().sprites if sprite.id.startswith("card-")}
    assert set(drawn) == {f"card-{name}" for name in tables.CARD_NAMES}
    twins = {one for one, other in combinations(drawn, 2) if drawn[one] == drawn[other]}
    assert twins == {"card-sturm-1"}, "the competitive Sturm does the same"


# It says what the data say


@pytest.mark.parametrize(("edition", "lang"), BOARDS)
def test_every_square_shows_its_letters_numbers_and_weapon(edition: str, lang: str) -> None:
    game = garrison.games()["itter"]
    for q, row in enumerate(tables.BOARD_FILE["square"]):
        near = [each for each in lettering(edition, lang) if abs(each[1] - row["x"]) <= 24]
        strip = {said for said, _, y in near if row["y"] - 40 < y < row["y"] - 24}
        letters = [game.tell.name("letter", colour, lang) for colour in row["colours"]]
        wanted = set(letters or [game.tell.name("letter", "white", lang)])
        if row["numbers"]:
            last = row["numbers"][-1]
            wanted.add(str(last) if len(row["numbers"]) == 1 else f"{row['numbers'][0]}–{last}")
        if row.get("crew"):
            wanted.add("T")
        assert strip == wanted or row["location"] == "cellar", row["id"]
        assert row["id"].upper() in {said for said, _, y in near if abs(y - row["y"]) < 24}
        foot = {said for said, _, y in near if row["y"] + 24 < y < row["y"] + 36}
        if "weapon" in row:
            gun = row["weapon"]
            assert {gun["name"], f"{gun['attack']}/{gun['suppress']}"} <= foot
        if q == tables.LOAD_SQUARE:
            assert foot == {game.tell.term("load-square", lang)}


@pytest.mark.parametrize(("edition", "lang"), BOARDS)
def test_every_circle_shows_its_letter_and_number_above_the_counter(edition: str, lang: str) -> None:
    game = garrison.games()["itter"]
    for row in tables.BOARD_FILE["circle"]:
        said = {
            text
            for text, x, y in lettering(edition, lang)
            if abs(x - row["x"]) < 22 and row["y"] - 46 < y < row["y"] - 20
        }
        assert {str(row["id"]), game.tell.name("letter", row["colour"], lang)} <= said


@pytest.mark.parametrize(("edition", "lang"), BOARDS)
def test_every_defender_has_a_counter_with_name_values_and_attributes(edition: str, lang: str) -> None:
    game = garrison.games()["itter"]
    sprites = {sprite.id: sprite.svg for sprite in board(edition, lang).sprites}
    mode = next(mode for mode, (of, _) in enumerate(tables.MODES) if of == edition)
    for d, ident in enumerate(tables.DEFENDERS):
        said = [text.text for text in parsed(sprites[f"defender-{ident}"]).iter(f"{SVG}text")]
        name = game.tell.name("defender", ident, lang)
        values = [str(tables.ATTACK[d]), str(tables.SUPPRESS[d])]
        assert said == [name, *values, *tables.ATTRIBUTES[mode][d]]
    kinds = {kind for k, kind in enumerate(tables.KINDS) if tables.KIND_COUNT[mode][k]}
    assert {ident for ident in sprites if ident.startswith("ss-")} == {f"ss-{kind}" for kind in kinds}
    for k, kind in enumerate(tables.KINDS):
        if kind in kinds:
            said = [text.text for text in parsed(sprites[f"ss-{kind}"]).iter(f"{SVG}text")]
            dice = tables.DISRUPT[mode][k]
            assert said[1:] == [str(tables.KIND_DEFENCE[mode][k]), *([str(dice)] if dice else [])]


def test_long_names_are_squeezed_into_their_counter() -> None:
    for sprite in board().sprites:
        for text in parsed(sprite.svg).iter(f"{SVG}text"):
            size, said = float(text.get("font-size", 0)), text.text or ""
            assert size >= 7
            wide = float(text.get("textLength", 0)) or pen.width(said, size)
            assert wide <= 36


def test_every_silhouette_is_used() -> None:
    used = set(re.findall(rf"href='#{pen.MINE}(?:card|back|sky)-(\w+)'", "".join(fragments(board()))))
    assert set(BUSTS) <= used


# Where things lie


def test_counters_never_lie_upon_each_other() -> None:
    for one, other in combinations(board().places, 2):
        assert max(abs(one.x - other.x), abs(one.y - other.y)) >= 46, (one.id, other.id)


def test_rooms_hold_their_squares_and_nothing_else() -> None:
    rooms = castle.rooms()
    for q, row in enumerate(tables.BOARD_FILE["square"]):
        left, top, right, bottom = rooms[tables.LOCATIONS[tables.LOCATION[q]]]
        assert left <= row["x"] - 32
        assert row["x"] + 32 <= right
        assert top <= row["y"] - 48
        assert row["y"] + 32 <= bottom
    for (ax, ay, bx, by), (cx, cy, dx, dy) in combinations(rooms.values(), 2):
        assert bx <= cx or dx <= ax or by <= cy or dy <= ay
    for x, y in tracks.SPOT.values():
        for left, top, right, bottom in rooms.values():
            assert not (left - 20 < x < right + 20 and top - 20 < y < bottom + 20)
    for place, row in enumerate(tables.BOARD_FILE["location"]):
        left, top, right, bottom = castle.room(place)
        assert (row["x"], row["y"]) == ((left + right) // 2, (top + bottom) // 2)


def test_the_board_lies_as_the_country_does() -> None:
    spots = {row["id"]: (row["x"], row["y"]) for row in tables.BOARD_FILE["location"]}
    hall = spots["great-hall"]
    assert spots["keep"][0] < hall[0] < spots["gate-house"][0] < spots["tank"][0]
    assert spots["north-terrace"][1] < hall[1] < spots["south-terrace"][1]
    at = tracks.SPOT
    assert all(at[area][0] < 100 for area in (3, 4))
    assert all(at[area][1] < 100 for area in (5, 6))
    assert all(at[area][0] > 900 for area in (7, 8, 9, 10))
    assert all(at[area][1] > 650 for area in (2, 11, 12))
    heights = [hill.height(x, y) for x, y in at.values()]
    assert hill.height(*hall) > max(heights), "the castle stands on the hill"


def test_zoom_boxes_show_their_places() -> None:
    found = board()
    boxes = {group.id: group.box for group in found.groups}
    for place in found.places:
        x, y, w, h = boxes[place.group]
        assert x <= place.x - 20
        assert place.x + 20 <= x + w
        assert y <= place.y - 20
        assert place.y + 20 <= y + h
    for dial in found.dials:
        assert 0 < dial.x < found.size[0]
        assert 0 < dial.y < found.size[1]


def test_tracks_run_from_circle_to_circle_and_end_at_the_wall() -> None:
    walls = [castle.grown(box, 10) for name, box in castle.rooms().items() if name in castle.WALLED]
    for at, (x, y) in tracks.gates().items():
        assert tables.NEXT[at] == tables.CASTLE
        assert any(left <= x <= left + w and top <= y <= top + h for left, top, w, h in walls)
    for at, way in zip(tables.CIRCLES, tracks.ways(), strict=True):
        assert way[0] == tracks.SPOT[at]
        assert way[-1] == tracks.SPOT.get(tables.NEXT[at], tracks.gates().get(at))


# Legible in both themes


@pytest.mark.parametrize("name", ["light", "dark"])
def test_lettering_stands_out(name: str) -> None:
    colours = theme(name)
    fills = sheet()

    def of(cls: str) -> str:
        return re.sub(r"var\((--[\w-]+)\)", lambda use: colours[use[1]], fills[f".p-{cls}"]["fill"])

    for fire, letters in FIRE.items():
        assert contrast(of(letters), of(fire)) >= 4.5, fire
    for tint in ("olive", "field", "rust", "blue"):
        assert contrast(of("light"), of(tint)) >= 4.5, tint
    for ground in ("paper", "sheet", "floor"):
        assert contrast(colours["--ink"], of(ground)) >= 4.5
        assert contrast(colours["--soft"], of(ground)) >= 4.5
        assert contrast(colours["--glow"], of(ground)) >= 3
    for ink, ground in (("card-ink", "card"), ("card-ink", "token"), ("back-ink", "back"), ("dark", "burst")):
        assert contrast(of(ink), of(ground)) >= 4.5, (ink, ground)
    assert contrast(of("dark"), of("back-ink")) >= 4.5


def test_hatches_only_strengthen_the_lettering() -> None:
    """A hatch under a letter may not take its contrast below what is legible."""
    fills = sheet()
    strokes = {"red": "hatch", "green": "hatch", "yellow": "hatch-light", "black": "hatch-pale"}
    for fire, letters in FIRE.items():
        hatch = fills[f".p-{strokes.get(fire, 'hatch-dot')}"]
        ink = hatch.get("stroke") or hatch["fill"]
        share = float(hatch.get("stroke-opacity") or hatch["fill-opacity"])
        base = fills[f".p-{fire}"]["fill"]
        mixed = "#" + "".join(
            f"{round(int(ink[k : k + 2], 16) * share + int(base[k : k + 2], 16) * (1 - share)):02x}"
            for k in (1, 3, 5)
        )
        assert contrast(fills[f".p-{letters}"]["fill"], mixed) >= 4.5, fire


def test_every_colour_of_fire_has_its_own_hatch() -> None:
    patterns = {e.get("id"): e for e in parsed(board().layers[0]).iter(f"{SVG}pattern")}
    hatches = [Tree.tostring(patterns[f"{pen.MINE}hatch-{colour}"]) for colour in tables.COLOURS]
    drawings = {re.sub(rb"id=\"[^\"]*\"", b"", each) for each in hatches}
    assert len(drawings) == len(tables.COLOURS)


# The pen


def test_numbers_are_written_short() -> None:
    assert [pen.num(each) for each in (0, 12.0, 0.5, -0.5, -3.25, -0.01, 10.04, -20)] == [
        "0", "12", ".5", "-.5", "-3.2", "0", "10", "-20",
    ]  # fmt: skip


def test_texts_are_escaped() -> None:
    assert "&lt;b&gt; &amp;" in pen.text("<b> &", 0, 0, 8)
    assert Tree.fromstring(pen.rect(0, 0, 1, 1, fill="a'b")).get("fill") == "a'b"
