"""The picture of Colditz Castle: legible on every ground, complete, small, quick, and true to the data."""

from __future__ import annotations

import ast
import gzip
import json
import math
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as Tree

import pytest

import garrison
from garrison.core.show import pen, picture, words
from garrison.core.show.scene import Board, Scene
from garrison.games.colditz.castle import layout
from garrison.games.colditz.show.board import LINK_ENDS, SAMPLE_SPACES, kind_of
from garrison.games.colditz.show.drawing import barriers, lettering, office, shapes, spaces
from garrison.games.colditz.show.drawing.contours import CONTOURS
from garrison.games.colditz.show.drawing.scale import AT, RING, SCALE, SIZE
from garrison.games.colditz.words import WORDS, parts
from garrison.table.http import boards
from garrison.table.http.compression import LEVEL
from support.browser.paint import contrast, sheet, theme
from tools import contours

SVG = "{http://www.w3.org/2000/svg}"
THEMES = pytest.mark.parametrize("shade", picture.THEMES)
BY_LANG = pytest.mark.parametrize("lang", words.LANGS)
EDITIONS = ("modern", "classic")
GROUND_PAINT = {
    "court": ("court",),
    "room": ("room",),
    "terrace": ("terrace",),
    "lawn": ("lawn",),
    "slate": ("slate",),
    "grass": ("footpath", "grass"),
    "beam": ("terrace", "lawn", "beam-light on terrace", "beam-light on lawn"),
}
"""By ground: everything that is painted under the rings there."""
FILLED_ON = {
    "appel": ("court",),
    "lit": ("beam-light on terrace", "beam-light on lawn"),
    "walkway": ("boards",),
    "safe": ("den", "terrace"),
    "post": ("court", "terrace"),
    "gate": ("court", "terrace"),
    "cell": ("cell-floor",),
    "bunk": ("slate-block",),
    "tunnel": ("terrace", "lawn", "room", "roof"),
    "mouth": ("terrace", "lawn", "room"),
}
SIGNS = {
    "lit": "lit-sign",
    "walkway": "walkway-sign",
    "safe": "safe-sign",
    "post": "post-sign",
    "gate": "gate-sign",
    "cell": "cell-sign",
    "bunk": "post-sign",
    "tunnel": "tunnel-sign",
    "mouth": "mouth-sign",
}


@cache
def board(lang: str = "en", edition: str = "modern") -> Board:
    return garrison.games()["colditz"].show.board({"edition": edition}, lang)


def parsed(fragment: str) -> Tree.Element:
    return Tree.fromstring(f"<svg xmlns='http://www.w3.org/2000/svg'>{fragment}</svg>")


def drawn() -> str:
    return "".join(board().layers)


# Paint


def paint(cls: str, shade: str) -> str:
    """The colour of a class in a theme; of something that lets its ground shine through, mixed with that."""
    if " on " in cls:
        upper, _, ground = cls.partition(" on ")
        share = float(sheet()[f".p-{upper}"]["fill-opacity"])
        pairs = zip(channels(paint(upper, shade)), channels(paint(ground, shade)), strict=True)
        return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)
    rule = sheet()[f".p-{cls}"]
    value = rule["stroke"] if rule["fill"] == "none" else rule["fill"]
    return re.sub(r"var\((--[\w-]+)\)", lambda use: theme(shade)[use[1]], value)


def channels(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


@THEMES
def test_the_ring_of_every_ordinary_space_stands_out_on_its_ground(shade: str) -> None:
    for ground, found in spaces.ordinary().items():
        assert found, f"no space is on the ground {ground}"
        for under in GROUND_PAINT[ground]:
            ratio = contrast(paint(f"space-{ground}", shade), paint(under, shade))
            assert ratio >= 3, f"{ground} on {under}: {ratio:.2f}"


@THEMES
def test_every_filled_space_stands_out_on_its_ground_and_its_sign_upon_it(shade: str) -> None:
    assert set(FILLED_ON) == {*spaces.FILLED.values(), "tunnel", "mouth"}
    for name, grounds in FILLED_ON.items():
        disc, edge = paint(f"space-{name}", shade), paint(f"space-{name}-edge", shade)
        for under in grounds:
            ratio = max(contrast(each, paint(under, shade)) for each in (disc, edge))
            assert ratio >= 3, f"{name} on {under}: {ratio:.2f}"
        assert name not in SIGNS or contrast(paint(SIGNS[name], shade), disc) >= 3, name


@THEMES
def test_heights_landings_targets_and_arrows_stand_out(shade: str) -> None:
    grounds = ("court", "room", "terrace", "lawn", "slate", "footpath")
    for under in (paint(each, shade) for each in grounds):
        assert contrast(paint("height", shade), under) >= 4.5
        assert max(contrast(paint(f"landing-{each}", shade), under) for each in ("edge", "ring")) >= 3
        assert contrast(paint("release", shade), under) >= 3
        assert max(contrast(paint(f"target-{each}", shade), under) for each in ("edge", "outer")) >= 3
    assert contrast(paint("height-dark", shade), paint("space-walkway", shade)) >= 4.5


@THEMES
def test_names_are_legible_where_they_stand(shade: str) -> None:
    for under in ("terrace", "lawn", "grass"):
        assert contrast(paint("target-name", shade), paint(under, shade)) >= 4.5
        assert contrast(paint(f"yard-name on {under}", shade), paint(under, shade)) >= 4.5
    assert contrast(paint("plate-icon", shade), paint("plate", shade)) >= 4.5
    assert contrast(paint("light", shade), paint("plate-dark", shade)) >= 4.5


# Outlines and names


def inside(spot: tuple[int, int], outlines: list[list[list[int]]]) -> bool:
    """Within an odd number of closed lines."""
    x, y = spot
    odd = False
    for line in outlines:
        for (a, b), (c, d) in zip(line, [*line[1:], line[0]], strict=True):
            if (b > y) != (d > y) and x < a + (y - b) / (d - b) * (c - a):
                odd = not odd
    return odd


def test_every_space_lies_in_the_part_of_the_castle_that_the_data_says() -> None:
    keep, walls = CONTOURS["keep"], CONTOURS["walls"]
    blocks = (layout.BARRACKS_DISC, layout.CELL_OUTER_DISC)
    for space, name in enumerate(layout.SPACES):
        if space in layout.BURIED:
            continue
        area = layout.AREA[space]
        assert inside(AT[space], walls) == (area != layout.OUTSIDE), name
        if layout.KIND[space] not in blocks:
            assert inside(AT[space], keep) == (area == layout.INNER), name


def test_spaces_on_lawns_and_roofs_lie_within_their_outlines() -> None:
    grounds = {"lawn": CONTOURS["yards"]["lawn"], "slate": CONTOURS["yards"]["roof"]}
    for ground, outlines in grounds.items():
        found = spaces.ordinary()[ground]
        assert found
        assert all(inside(AT[space], outlines) for space in found)
    for space in spaces.ordinary()["terrace"]:
        assert not any(inside(AT[space], outlines) for outlines in grounds.values()), layout.SPACES[space]


def gap(plate: tuple[float, ...], spot: tuple[int, int]) -> float:
    """From a turned rectangle to a spot; 0 upon it."""
    x, y, wide, high, turn = plate
    way = math.radians(turn)
    dx, dy = spot[0] - x, spot[1] - y
    along, across = dx * math.cos(way) + dy * math.sin(way), dy * math.cos(way) - dx * math.sin(way)
    return math.hypot(max(0, abs(along) - wide / 2), max(0, abs(across) - high / 2))


def rectangles() -> Iterator[tuple[str, tuple[float, ...]]]:
    """Everything that is written on the board, and where it stands."""
    for name, plate in CONTOURS["plates"].items():
        yield name, tuple(plate)
    for key, (x, y, size, turn, lines) in CONTOURS["names"].items():
        yield key, (x, y, *lettering.yard_size(key, size, lines), turn)
    for target, (x, y) in CONTOURS["targets"].items():
        yield target, (x, y, *lettering.target_size(target), 0)


def corners(plate: tuple[float, ...]) -> list[tuple[float, float]]:
    x, y, wide, high, turn = plate
    way = math.radians(turn)
    return [
        (
            x + u * wide / 2 * math.cos(way) - v * high / 2 * math.sin(way),
            y + u * wide / 2 * math.sin(way) + v * high / 2 * math.cos(way),
        )
        for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]


def test_no_name_covers_or_touches_a_space() -> None:
    for name, plate in rectangles():
        for space, spot in enumerate(AT):
            assert gap(plate, spot) > RING + spaces.LINE, (name, layout.SPACES[space])


def test_the_name_of_a_lit_area_is_clearly_nearer_to_it_than_to_a_safe_area() -> None:
    safe = shapes.of_kind(layout.SAFE)
    for name, lit in contours.labelled().items():
        if name.startswith("searchlight"):
            plate = tuple(CONTOURS["plates"][name])
            to_lit, to_safe = (min(gap(plate, AT[space]) for space in kind) for kind in (lit, safe))
            assert to_lit + contours.NEARER < to_safe, name


def test_every_name_is_whole_on_the_board_and_clear_of_the_others() -> None:
    found = list(rectangles())
    cells, barracks, house, searchlights, walkways, courtyard = 3, 2, 1, 4, 2, 1
    blocks = cells + barracks + house + searchlights + walkways + courtyard
    assert len(found) == len(layout.ROOMS) + blocks + len(lettering.YARDS) + len(layout.TARGETS)
    for n, (name, plate) in enumerate(found):
        assert all(0 < x < SIZE[0] and 0 < y < SIZE[1] for x, y in corners(plate)), name
        for other, beside in found[n + 1 :]:
            spots = [(round(x), round(y)) for x, y in (*corners(beside), beside[:2])]
            assert all(gap(plate, spot) > 0 for spot in spots), (name, other)


def test_trees_stand_on_grass_and_cover_nothing() -> None:
    assert len(CONTOURS["trees"]) > 60
    for x, y in CONTOURS["trees"]:
        assert not inside((x, y), CONTOURS["walls"])
        assert min(math.dist((x, y), spot) for spot in AT) > RING + 15
        assert all(gap(plate, (x, y)) > 13 for _, plate in rectangles())


@pytest.mark.proof
def test_the_outlines_are_those_that_the_data_gives() -> None:
    """`make contours` after a change of the board."""
    assert contours.text(contours.made()) + "\n" == contours.FILE.read_text("utf-8")


@BY_LANG
def test_each_room_has_a_plate_with_its_name_and_symbol_and_both_fit(lang: str) -> None:
    plates = parsed(board(lang).layers[-1]).findall(f".//{SVG}path[@class='p-plate-icon']/..")
    assert not parsed(board(lang).layers[-1]).findall(".//*[@textLength]"), "lettering is squeezed"
    found = {}
    for plate in plates:
        said = [text.text or "" for text in plate.iter(f"{SVG}text")]
        ground, icon = plate.find(f"{SVG}rect[@class='p-plate']"), plate.find(f"{SVG}path")
        assert ground is not None
        assert icon is not None
        room = float(ground.get("width", 0)) - lettering.ICON - lettering.PAD
        assert all(pen.width(line, lettering.LETTERS) <= room for line in said)
        found[" ".join(said)] = icon.get("d")
    wanted = {
        WORDS.name("group", room, lang): lettering.ICONS[layout.SYMBOLS[symbol]]
        for room, symbol in zip(layout.ROOMS, layout.ROOM_SYMBOL, strict=True)
    }
    assert found == wanted
    assert len(set(lettering.ICONS.values())) == len(layout.SYMBOLS)


# Marks


def at(space: int, mark: str) -> str:
    """A mark as it stands in the layers."""
    return f"M{AT[space][0]} {AT[space][1]}{mark}"


def marked() -> Iterator[tuple[int, str]]:
    """Each special space with the lines that tell it from others without its colour."""
    kinds = {
        layout.LIGHT: spaces.SUN,
        layout.SAFE: spaces.ROOF,
        layout.POST: spaces.SHIELD,
        layout.CELL_INNER_DISC: spaces.BARS,
        layout.CELL_OUTER_DISC: spaces.BARS,
        layout.BARRACKS_DISC: spaces.BED,
    }
    ends = {chain[end] for chain in layout.CHAINS for end in (0, -1)}
    for space, kind in enumerate(layout.KIND):
        if space in layout.TUNNEL_OF:
            yield space, spaces.LADDER if space in ends else spaces.WAVE
        elif kind in kinds:
            yield space, kinds[kind]
        elif kind == layout.WALKWAY:
            yield space, spaces.PLANKS_APART if space in layout.LINK_DOWN else spaces.PLANKS
        if space in layout.GATES:
            inner = {"key": spaces.KEYHOLE, "pass": spaces.WRITING}
            gate = inner if kind == layout.POST else barriers.GATE_SIGNS
            yield space, gate[layout.GATES[space]]
    for space in layout.RELEASE:
        yield space, spaces.ARROW


def test_every_special_space_has_a_mark_besides_its_colour() -> None:
    text = drawn()
    wanted = list(marked())
    assert len({mark for _, mark in wanted}) == 14
    for space, mark in wanted:
        assert at(space, mark) in text, layout.SPACES[space]


@BY_LANG
def test_the_commander_s_office_is_on_the_board_of_the_modern_rules_alone(lang: str) -> None:
    mark = at(office.SPACE, office.CAP)
    modern, classic = (board(lang, edition) for edition in ("modern", "classic"))
    name = f">{WORDS.term('plate-office', lang)}</text>"
    assert mark in "".join(modern.layers)
    assert name in "".join(modern.layers)
    assert mark not in "".join(classic.layers)
    assert name not in "".join(classic.layers)
    assert {each.id for each in modern.places} - {each.id for each in classic.places} == {"commander_office"}
    assert len(modern.legend) > len(classic.legend)


def test_no_space_lies_under_the_commander_s_office() -> None:
    house = (*AT[office.SPACE], office.WIDE, office.HIGH, 0)
    for space, spot in enumerate(AT):
        assert space == office.SPACE or gap(house, spot) > RING + spaces.LINE, layout.SPACES[space]
    for name, plate in rectangles():
        assert all(gap(house, (round(x), round(y))) > 0 for x, y in corners(plate)), name


def test_drops_say_their_height_and_end_in_a_white_ring() -> None:
    above = parsed(board().layers[-2])
    heights = {(text.get("x"), text.get("y")): text.text for text in above.iter(f"{SVG}text")}
    white = parsed(board().layers[-3]).find(f".//{SVG}path[@class='p-landing-ring']")
    assert white is not None
    for link, (upper, lower) in enumerate(LINK_ENDS):
        kind = layout.LINK_KIND[link]
        if kind != layout.WIRE:
            x, y = AT[upper]
            assert heights[str(x), str(y + 7)] == ("60" if kind == layout.DROP_60 else "30")
            assert at(lower, spaces.CIRCLE) in white.get("d", "")


def test_targets_have_rings_around_their_ring() -> None:
    for cls in ("target-outer", "target-inner", "target-eye"):
        found = parsed(board().layers[-3]).find(f".//{SVG}path[@class='p-{cls}']")
        assert found is not None
        assert all(at(target, "h0") in found.get("d", "") for target in layout.TARGETS)


@BY_LANG
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_line_of_the_legend_has_a_sample_of_what_it_explains(lang: str, edition: str) -> None:
    found = board(lang, edition)
    known = {sprite.id for sprite in found.sprites}
    for line in found.legend:
        assert bool(line.stacks) != bool(line.box), line.text
        assert all(each in known for stack in line.stacks for each in stack)
    assert {*SAMPLE_SPACES} <= {*WORDS.load(lang)["legend"]}
    for key, name in SAMPLE_SPACES.items():
        space = layout.NUMBER[name]
        said = kind_of(space, edition)
        assert said in (key, "post-key", "") or (key, said) == ("appel", ""), key
        assert not said.startswith("post-") or key == "gate-post"


# From the data alone

MOVED = {"in_115": (4, -6), "light_036": (-4, 4), "post_in_1": (6, 4), "key_north": (2, 6)}
OTHER_BOARD = """
import json, sys
read, moves = json.loads, json.loads(sys.argv[1])

def moved(text, **how):
    found = read(text, **how)
    if isinstance(found, dict) and "special_edges" in found:
        for row in found["spaces"]:
            x, y = moves.get(row["id"], (0, 0))
            row["x"] += x
            row["y"] += y
    return found

json.loads = moved
from garrison.games.colditz.show import drawing
json.loads = read
print(json.dumps(drawing.layers("modern", "en")))
"""


@pytest.mark.slow
def test_whoever_moves_a_space_in_the_data_moves_it_in_the_picture() -> None:
    done = subprocess.run(
        [sys.executable, "-c", OTHER_BOARD, json.dumps(MOVED)], capture_output=True, text=True, check=True
    )
    after, before = "".join(json.loads(done.stdout)), drawn()
    marks = {
        "in_115": (spaces.CIRCLE,),
        "light_036": ("h0", spaces.SUN),
        "post_in_1": ("h0", spaces.SHIELD),
        "key_north": ("h0", barriers.KEY),
    }
    for name, (dx, dy) in MOVED.items():
        space = layout.NUMBER[name]
        x, y = (
            round((layout.BOARD["spaces"][space][axis] + by) * SCALE) for axis, by in (("x", dx), ("y", dy))
        )
        for mark in marks[name]:
            assert at(space, mark) in before, name
            assert at(space, mark) not in after, name
            assert f"M{x} {y}{mark}" in after, name
    for other in layout.NEIGHBOURS[layout.NUMBER["in_115"]]:
        assert floor(layout.NUMBER["in_115"], other, (0, 0)) in before
        assert floor(layout.NUMBER["in_115"], other, (0, 0)) not in after
        assert floor(layout.NUMBER["in_115"], other, MOVED["in_115"]) in after


def floor(space: int, other: int, by: tuple[int, int]) -> str:
    """The floor along a link of a space that was moved."""
    ends = {other: AT[other]}
    row = layout.BOARD["spaces"][space]
    ends[space] = round((row["x"] + by[0]) * SCALE), round((row["y"] + by[1]) * SCALE)
    (x, y), (u, v) = ends[min(space, other)], ends[max(space, other)]
    return f"M{x} {y}l{u - x} {v - y}".replace(" -", "-")


def test_no_rule_looks_at_the_drawing() -> None:
    """`game.py` and `words.py`, which put the game together and into words, know how it is shown."""
    shown, root = "garrison.games.colditz.show", Path(layout.__file__).parents[1]
    apart = ("show", "game.py", "words.py")
    rules = [path for path in root.rglob("*.py") if path.relative_to(root).parts[0] not in apart]
    assert len(rules) > 20
    for path in rules:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                module = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
                assert not any(f"{module}{alias.name}".startswith(shown) for alias in node.names), path
            elif isinstance(node, ast.Constant):
                assert not str(node.value).startswith(shown), path


# Lean and quick


@BY_LANG
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_drawing_stays_lean(lang: str, edition: str) -> None:
    found = board(lang, edition)
    assert sum(len(svg.encode()) for svg in (*found.layers, *(each.svg for each in found.sprites))) < 300_000
    game = garrison.games()["colditz"]
    sent = boards.find(boards.name(game, {"edition": edition}, lang))
    assert sent is not None
    assert len(gzip.compress(sent, LEVEL, mtime=0)) < 80_000


def test_a_picture_shows_nothing_beyond_the_edges_of_its_board() -> None:
    drawn_whole = Tree.fromstring(picture.svg(board(), Scene((), (), ())))
    sheet_of = drawn_whole.find(f"{SVG}svg")
    assert sheet_of is not None
    assert (sheet_of.get("width"), sheet_of.get("height")) == (str(SIZE[0]), str(SIZE[1]))
    assert sheet_of.find(f".//{SVG}path[@class='p-moat']") is not None


ALONE = """
import time
import garrison
show = garrison.games()["colditz"].show
import garrison.games.colditz.show.board
start = time.perf_counter()
show.board({"edition": "modern"}, "en")
print(time.perf_counter() - start)
"""


@pytest.mark.proof
@pytest.mark.quiet
def test_a_board_is_made_in_a_fifth_of_a_second_in_a_fresh_process() -> None:
    took = []
    for _ in range(5):
        done = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True)
        took.append(float(done.stdout))
    assert min(took) < 0.2


def test_the_parts_that_names_belong_to_are_parts_of_the_board() -> None:
    assert {part for named in contours.YARD_PARTS.values() for part in named} <= set(parts())
    assert set(contours.YARD_PARTS) == set(lettering.YARDS) == set(CONTOURS["names"])
