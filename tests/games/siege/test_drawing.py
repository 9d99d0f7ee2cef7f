"""Castle under Siege's picture is to scale, complete, small and legible, and shows what happens."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import asdict
from itertools import combinations
from xml.etree import ElementTree as Tree

import pytest

import garrison
from garrison.cli.screen.text_board import Drawing
from garrison.cli.texts import words as cli_words
from garrison.core.show import words
from garrison.core.show.scene import Board, Piece, Scene
from garrison.core.state import ARBITER, SPECTATOR
from garrison.games.siege import tables
from garrison.games.siege.show.drawing import castle, castle_box, counters, pile_spot, ruins, scale, slip_spot
from support.browser.paint import contrast, sheet, theme
from support.games import siege
from support.games.siege_games import GAMES, SIEGE, board, played, sprites, told

SVG = "{http://www.w3.org/2000/svg}"
BOARDS = [(chosen, lang) for chosen in tables.CASTLES for lang in words.LANGS]
BY_BOARD = pytest.mark.parametrize(("chosen", "lang"), BOARDS)


def parsed(fragment: str) -> Tree.Element:
    return Tree.fromstring(f"<svg xmlns='http://www.w3.org/2000/svg'>{fragment}</svg>")


def fragments(found: Board) -> list[str]:
    return [*found.layers, *(sprite.svg for sprite in found.sprites)]


# Games to look at


def on_table(**changes: object) -> Scene:
    """The scene of a position laid over the set-up, everybody at the usual posts."""
    match = garrison.new("siege", seed=1)
    match.play("post rest")
    view = match.view(ARBITER)
    for key, value in changes.items():
        view[key] = {**view[key], **value} if isinstance(value, dict) else value
    return SIEGE.show.scene(view, "en")


def piece(scene: Scene, ident: str) -> Piece:
    return next(each for each in scene.pieces if each.id == ident)


# Whole and lean


@BY_BOARD
def test_every_drawing_is_well_formed_and_uses_paint_only(chosen: str, lang: str) -> None:
    painted = sheet()
    for fragment in fragments(board(chosen, lang)):
        for element in parsed(fragment).iter():
            assert element.tag.removeprefix(SVG) not in ("script", "style", "image", "foreignObject", "a")
            assert "style" not in element.attrib
            for name in element.get("class", "").split():
                assert f".{name}" in painted, f"paint.css has no class {name}"
            for key in ("fill", "stroke", "stop-color"):
                assert element.get(key, "none").startswith(("none", "url(#")), "a colour of its own"


@BY_BOARD
def test_whatever_a_drawing_uses_is_defined_once(chosen: str, lang: str) -> None:
    found = board(chosen, lang)
    ids = Counter(e.get("id") for layer in found.layers for e in parsed(layer).iter() if e.get("id"))
    assert set(ids.values()) == {1}
    assert all(str(ident).startswith("s-") for ident in ids)
    text = "".join(fragments(found))
    used = set(re.findall(r"href='#([^']+)'", text)) | set(re.findall(r"url\(#([^)]+)\)", text))
    assert used <= set(ids)
    unused = set(ids) - used
    assert unused <= {"s-roof", "s-wood-up"}, "planks and shingles are for one of the castles"
    assert not any(element.get("id") for sprite in found.sprites for element in parsed(sprite.svg).iter())


@BY_BOARD
def test_the_drawing_stays_lean(chosen: str, lang: str) -> None:
    found = board(chosen, lang)
    sent = json.dumps([found.layers, [asdict(sprite) for sprite in found.sprites]], ensure_ascii=False)
    assert len(sent.encode()) < 75_000


def test_the_view_of_the_castle_holds_five_boulders_on_the_keep() -> None:
    left, *_ = castle_box("castle")
    assert left <= min(pile_spot("keep", number)[0] for number in range(5)) - counters.DISC / 2


def test_everything_shown_in_a_game_has_its_sprite_and_its_dial() -> None:
    known, places = sprites(), {place.id for place in board().places}
    dials = {dial.id for dial in board().dials}
    shown: Counter[str] = Counter()
    for _, _, scene in told()[::14] + told()[-1:]:
        for each in scene.pieces:
            assert {each.sprite, *each.over} <= set(known), each
            assert (each.spot is None) == (each.at not in places), "what lies on the table has its own spot"
            shown[each.sprite.partition("-")[0]] += 1
        assert dials == {gauge.id for gauge in scene.gauges if gauge.id.startswith("damage-")}
    assert set(shown) >= {
        "counter", "injured", "shot", "burning", "pile", "landing", "touch", "stand", "catapult", "foul",
        "ruin",
    }  # fmt: skip


def test_counters_shots_ruins_and_stains_have_a_sprite_each() -> None:
    known = set(sprites())
    wanted = {f"{side}-{counter}" for side in ("counter", "injured") for counter in tables.COUNTERS}
    wanted |= {f"shot-{kind}" for kind in (*tables.KINDS, "hidden")}
    wanted |= {f"ruin-{structure}" for structure in tables.STRUCTURES}
    wanted |= {f"crack-{how}-{structure}" for how in (1, 2, 3) for structure in tables.STRUCTURES}
    wanted |= {f"foul-{section}" for section in tables.SECTIONS[: tables.CARD_SECTIONS]}
    wanted |= {f"burning-{turns}" for turns in range(1, tables.SMALL_FIRE_TURNS + 1)}
    wanted |= {f"count-{n}" for n in range(max(tables.KIND_COUNT) + 1)}
    wanted |= {"share", "share-100", *(f"share-{n}" for n in (*range(10), *range(10, 100, 10)))}
    wanted |= {f"pointer-{far}" for far in counters.POINTERS}
    wanted |= {"pile-1", "pile-2", "landing", "touch", "stand", "slip", "mark-acted"}
    wanted |= {f"catapult-{bend}" for bend in tables.DIFFICULTIES}
    assert known == wanted


# In scale


def test_sections_lie_where_the_rules_measure_them() -> None:
    places = {place.id: place for place in board().places}
    for number, section in enumerate(tables.SECTIONS[: tables.CARD_SECTIONS]):
        exact = [
            (x * tables.UNITS_PER_INCH / 1000, y * tables.UNITS_PER_INCH / 1000)
            for x, y in tables.CORNERS[number]
        ]
        assert list(places[section].outline) == exact
    for name, (x, y) in tables.SITES.items():
        assert (places[name].x, places[name].y) == (round(x / 50), round(y / 50))


def test_the_castle_is_drawn_in_the_same_corners() -> None:
    for number, chosen in enumerate(tables.CASTLES):
        drawn = castle.plan(number)
        assert drawn in board(chosen).layers[1]
        for section in tables.SECTIONS[: tables.CARD_SECTIONS]:
            assert "M" + " ".join(f"{x:g} {y:g}" for x, y in scale.corners(section)) + "z" in drawn, section


def area(points: tuple[tuple[int, int], ...]) -> float:
    following = (*points[1:], points[0])
    return abs(sum(x * d - c * y for (x, y), (c, d) in zip(points, following, strict=True))) / 2


def test_the_court_is_what_the_cards_leave_free() -> None:
    court = next(place for place in board().places if place.id == "court")
    parts = sum(area(part) for part in tables.COURT_PARTS)
    assert area(court.outline) == parts * (tables.UNITS_PER_INCH / 1000) ** 2


def test_counters_and_shots_are_as_large_as_the_rules_say() -> None:
    blank = parsed(board().layers[0]).find(f".//*[@id='s-blank']/{SVG}rect[@class='p-counter']")
    assert blank is not None
    assert [float(blank.get(key, 0)) for key in ("width", "height")] == [
        round(each / 50, 1) for each in tables.COUNTER_SIZE
    ]
    assert tables.RADIUS / 50 == counters.R
    landing = parsed(sprites()["landing"]).find(f"{SVG}circle")
    assert landing is not None
    assert float(landing.get("r", 0)) == counters.R


def test_counters_stand_on_their_points_and_stacks_are_fanned() -> None:
    crew = {f"soldier-{n}": {"at": "tower-nw", "spot": 0, "health": "healthy"} for n in (1, 2)}
    scene = on_table(counters=crew)
    first, second = (piece(scene, ident).spot for ident in crew)
    assert first == scale.whole(tables.SPOTS[0][0])
    assert second != first


def test_what_lies_beside_the_castle_covers_none_of_it() -> None:
    left, top, right, bottom = scale.LEFT, scale.TOP, scale.RIGHT, scale.BOTTOM

    def outside(x: int, y: int, across: float, down: float) -> bool:
        return x + across <= left or x - across >= right or y + down <= top or y - down >= bottom

    wide, high = counters.SLIP
    for structure in tables.STRUCTURES:
        assert outside(*slip_spot(structure), wide / 2, high / 2 - 1), structure
    for number, structure in enumerate(tables.STRUCTURES):
        if tables.HAS_PILE[number]:
            spots = [pile_spot(structure, n) for n in range(max(row[number] for row in tables.STRENGTH))]
            assert all(outside(*spot, counters.R, counters.R) for spot in spots), structure
            assert all(
                max(abs(a - c), abs(b - d)) >= 2 * counters.R for (a, b), (c, d) in combinations(spots, 2)
            )


def test_ruins_and_stains_lie_on_what_they_are_of() -> None:
    everything = {"structures": dict(zip(tables.STRUCTURES, tables.STRENGTH[0], strict=True))}
    scene = on_table(**everything, contaminated=list(tables.SECTIONS[: tables.CARD_SECTIONS]))
    sizes = {sprite.id: (sprite.w, sprite.h) for sprite in board().sprites}
    for each in scene.pieces:
        kind, _, of = each.id.partition("-")
        if kind in ("ruin", "foul"):
            points = ruins.around(of) if kind == "ruin" else scale.corners(of)
            x, y, w, h = scale.box(points)
            assert each.spot is not None
            for at, start, size, reach in zip(each.spot, (x, y), (w, h), sizes[each.sprite], strict=True):
                assert abs(at - (start + size / 2)) <= 0.5
                assert size <= reach <= size + 2


# It says what there is


def test_cracks_show_how_far_a_structure_is_damaged() -> None:
    scene = on_table(structures={"keep": 1, "gate-n": 2, "gate-s": 3, "wall-nw-n": 2, "wall-ne-n": 3})
    cracks = {each.at: (each.sprite, *each.over) for each in scene.pieces if each.silent}
    worst = {
        "keep-w": ("keep", 1),
        "gate-n-w": ("gate-n", 2),
        "gate-s-w": ("gate-s", 3),
        "wall-nw-n": ("wall-nw-n", 3),
    }
    assert cracks == {
        at: tuple(f"crack-{how}-{of}" for how in range(1, degree + 1)) for at, (of, degree) in worst.items()
    }


@pytest.mark.rule("siege", "CUS-16", "CUS-23")
def test_what_a_hit_or_a_fire_would_destroy_raises_an_alarm_at_its_slip() -> None:
    damaged = {"keep": 5, "gate-n": 2, "gate-s": 1, "tower-ne": 3, "wall-nw-n": 3}
    burning = {"ammunition": {"fire-1": "tower-ne"}, "shows": {"fire-1": 1}, "lies": {"fire-1": [1, 1]}}
    found = {alarm.at: alarm for alarm in on_table(structures=damaged, **burning).alarms}
    assert {ident: alarm.urgent for ident, alarm in found.items()} == {
        "damage-keep": True,
        "damage-gate-n": False,
        "damage-tower-ne": True,
    }
    assert found["damage-keep"].say == "One more point of damage destroys the keep."
    assert found["damage-gate-n"].say == "A boulder squarely on the north gatehouse destroys it."
    assert found["damage-tower-ne"].say.startswith(
        "The fire destroys the north-east tower at the end of this"
    )


def test_a_fire_is_drawn_beside_the_counters_where_it_lies() -> None:
    """It falls upon one of those at the north gate, and covers none of them."""
    stood = [each.spot for each in on_table().pieces if each.sprite.startswith("counter-") and each.spot]
    x, y = next(each.spot for each in on_table().pieces if each.at == "gate-n-w" and each.spot)
    lies = [round(1000 * each / tables.UNITS_PER_INCH) for each in (x, y)]
    burning = {"ammunition": {"fire-1": "gate-n"}, "shows": {"fire-1": 1}, "lies": {"fire-1": lies}}
    found = piece(on_table(**burning), "fire-1").spot
    assert found is not None
    assert abs(found[0] - x) + abs(found[1] - y) < 40
    assert all(abs(found[0] - a) >= 16 or abs(found[1] - b) >= 15.5 for a, b in stood)


@pytest.mark.rule("siege", "CUS-16", "CUS-23")
def test_two_fires_destroy_what_withstands_two_points() -> None:
    fires = dict.fromkeys(("fire-1", "fire-2"), "wall-nw-n")
    burning = {
        "ammunition": fires,
        "shows": dict.fromkeys(fires, 1),
        "lies": {shot: [1, 1] for shot in fires},
    }
    (alarm,) = on_table(structures={"wall-nw-n": 1}, **burning).alarms
    assert (alarm.at, alarm.urgent) == ("damage-wall-nw-n", True)
    assert "fire" in alarm.say


@pytest.mark.rule("siege", "CUS-16", "CUS-20")
def test_fire_alone_is_no_danger_to_stone() -> None:
    spent = {"ammunition": {f"boulder-{n}": "spent" for n in range(1, 13)}}
    damaged = {"keep": 5, "wall-nw-n": 2}
    assert [alarm.at for alarm in on_table(structures=damaged, **spent).alarms] == ["damage-wall-nw-n"]


@pytest.mark.rule("siege", "CUS-16")
def test_what_nothing_can_hit_any_more_raises_no_alarm() -> None:
    spent = {"ammunition": dict.fromkeys(tables.SHOTS, "spent")}
    assert on_table(structures={"keep": 5, "gate-n": 2}, **spent).alarms == ()


@pytest.mark.parametrize("lang", words.LANGS)
def test_letters_and_numbers_tell_counters_and_shots_apart(lang: str) -> None:
    layer = parsed(board("average", lang).layers[0])
    said = {
        kind: ["".join(text.itertext()) for text in layer.findall(f".//*[@id='s-{side}-{kind}']/{SVG}text")]
        for kind in tables.CREW
        for side in ("front", "turned")
    }
    letters = {kind: SIEGE.tell.name("letter", kind, lang) for kind in tables.CREW}
    assert said == {kind: [letter] for kind, letter in letters.items()}
    assert len(set(letters.values())) == len(letters)
    shots = [SIEGE.tell.name("letter", kind, lang) for kind in tables.KINDS]
    assert len(set(shots)) == len(shots)
    drawn = sprites("average", lang)
    for counter in tables.COUNTERS:
        number = counter.partition("-")[2]
        for side in ("counter", "injured"):
            texts = [text.text for text in parsed(drawn[f"{side}-{counter}"]).iter(f"{SVG}text")]
            assert texts == ([number] if number else [])
    for kind, letter in zip(tables.KINDS, shots, strict=True):
        assert f">{letter}</text>" in drawn[f"shot-{kind}"]


def test_shots_differ_by_hatch_and_sign_and_not_by_colour_alone() -> None:
    layer = parsed(board().layers[0])
    for what in ("s-hatch-{}", "s-{}"):
        drawings = []
        for kind in tables.KINDS:
            found = layer.find(f".//*[@id='{what.format(kind)}']")
            assert found is not None
            drawings.append(re.sub(r" (id|class)=\"[^\"]*\"", "", Tree.tostring(found, "unicode")))
        assert len(set(drawings)) == len(tables.KINDS)


def test_materials_are_told_by_hatch_and_by_word() -> None:
    for number, chosen in enumerate(tables.CASTLES):
        places = {place.id: place for place in board(chosen).places}
        for section, name in enumerate(tables.SECTIONS[: tables.CARD_SECTIONS]):
            assert (castle.material(number, name) != "stone") == tables.WOODEN[number][section]
            assert places[name].label == SIEGE.tell.name("material", castle.material(number, name), "en")
    assert "url(#s-roof)" in board("powerful").layers[1]
    assert "url(#s-roof)" not in board("average").layers[1]


def test_a_fire_shows_its_turns_and_a_small_one_has_a_small_flame() -> None:
    lying = {"ammunition": {"fire-1": "gate-n"}, "lies": {"fire-1": [26000, 17600]}}
    for turns in range(1, 5):
        found = piece(on_table(**lying, shows={"fire-1": turns}), "fire-1")
        assert found.sprite == f"burning-{turns}"
        assert found.spot == (520, 352)
        assert f">{turns}</text>" in sprites()[found.sprite]
        assert ("scale(.3)" in sprites()[found.sprite]) == (turns > tables.FIRE_TURNS)
        assert (SIEGE.tell.name("mark", "small", "en") in found.marks) == (turns > tables.FIRE_TURNS)


def test_the_last_shot_tells_the_shares_that_counted() -> None:
    last = {
        "shot": "boulder-2", "bend": 2, "dir": 18000, "from": [27000, 1750], "touch": [27000, 15000],
        "lies": [27000, 16300], "sections": {"gate-n-w": 355, "gate-n-e": 400}, "counters": {"mason-1": 40},
    }  # fmt: skip
    scene = on_table(last=last, catapult=[27000, 1750])
    found = piece(scene, "last-boulder-2")
    assert found.spot == (540, 326)
    assert [re.sub(r"[^\d.%]+", "", mark.rpartition(":")[2]) for mark in found.marks] == [
        "35.5%",
        "40%",
        "4%",
    ]
    thrower = piece(scene, "catapult")
    assert (thrower.sprite, thrower.turn) == ("catapult-2", 180)
    assert thrower.spot == (540, 35 - counters.CATAPULT[1] // 2), "its front edge is where the rules measure"
    off = on_table(
        last={**last, "lies": [-3000, 99000], "sections": {}, "counters": {}}, catapult=[27000, 1750]
    )
    assert piece(off, "last-boulder-2").spot == (0, 840)
    assert piece(off, "last-boulder-2").marks == (SIEGE.tell.term("missed", "en"),)


def overlap(one: Piece, other: Piece) -> bool:
    sizes = {sprite.id: (sprite.w, sprite.h) for sprite in board().sprites}
    assert one.spot is not None
    assert other.spot is not None
    (w, h), (v, g) = sizes[one.sprite], sizes[other.sprite]
    return abs(one.spot[0] - other.spot[0]) < (w + v) / 2 and abs(one.spot[1] - other.spot[1]) < (h + g) / 2


def test_the_largest_shares_stand_on_plates_that_cover_nothing() -> None:
    most = 0
    for _, _, scene in told()[::5]:
        plates = [each for each in scene.pieces if each.sprite == "share"]
        last = next((each for each in scene.pieces if each.sprite == "landing"), None)
        known = [] if last is None else [mark for mark in last.marks if "%" in mark]
        assert len(plates) == min(3, len(known))
        assert {plate.name for plate in plates} <= set(known)
        standing = [
            each for each in scene.pieces if each.sprite.startswith(("counter-", "injured-")) and each.spot
        ]
        assert not any(overlap(plate, each) for plate in plates for each in standing)
        assert not any(overlap(*pair) for pair in combinations(plates, 2))
        most = max(most, len(plates))
    assert most == 3


@pytest.mark.parametrize(
    ("share", "figures"), [(4, "1"), (5, "1"), (96, "10"), (355, "36"), (994, "99"), (1000, "100")]
)
def test_a_plate_tells_whole_per_cent(share: int, figures: str) -> None:
    last = {
        "shot": "boulder-2", "bend": 1, "dir": 0, "from": [27000, 40000], "touch": [27000, 18000],
        "lies": [27000, 17000], "sections": {"gate-n-w": share}, "counters": {},
    }  # fmt: skip
    plate = piece(on_table(last=last, catapult=[27000, 40000]), "share-boulder-2-0")
    written = [text.text or "" for each in plate.over for text in parsed(sprites()[each]).iter(f"{SVG}text")]
    assert "".join(written) == figures


def test_only_the_attacker_sees_what_is_loaded() -> None:
    match = garrison.new("siege", seed=1)
    match.play("post rest")
    match.play("load disease")
    seen = {viewer: match.scene(viewer) for viewer in (0, 1, SPECTATOR)}
    assert [piece(seen[viewer], "loaded").sprite for viewer in seen] == [
        "shot-disease",
        "shot-hidden",
        "shot-hidden",
    ]
    assert [piece(seen[viewer], "disease").over for viewer in seen] == [
        ("count-3",),
        ("count-4",),
        ("count-4",),
    ]


@pytest.mark.parametrize("name", ["light", "dark"])
def test_lettering_stands_out(name: str) -> None:
    colours, fills = theme(name), sheet()

    def of(cls: str) -> str:
        return re.sub(r"var\((--[\w-]+)\)", lambda use: colours[use[1]], fills[f".p-{cls}"]["fill"])

    for shot in tables.KINDS:
        assert contrast(of("dark"), of(shot)) >= 4.5, shot
    for tint in counters.TINT.values():
        assert contrast(of(tint), of("counter")) >= 3.5, tint
    for ink, ground in (
        ("card-ink", "counter"),
        ("card-ink", "ruler"),
        ("title", "table"),
        ("light", "veiled"),
    ):
        assert contrast(of(ink), of(ground)) >= 4.5, (ink, ground)
    assert contrast(of("quiet"), of("table")) >= 3
    assert contrast(colours["--glow"], of("table")) >= 2.3


# Words, focus and clicks


@BY_BOARD
def test_places_groups_and_the_legend_are_named(chosen: str, lang: str) -> None:
    found = board(chosen, lang)
    names = [each.name for each in (*found.places, *found.groups)]
    assert len(set(names)) == len(names)
    assert all(name[0].isupper() for name in names)
    assert len(found.legend) > 4
    assert {place.group for place in found.places} == {group.id for group in found.groups}


def test_every_place_is_next_to_its_neighbours_both_ways() -> None:
    places = {place.id: place for place in board().places}
    for place in places.values():
        assert all(place.id in places[other].neighbours for other in place.neighbours), place.id
        assert place.neighbours or place.id == "table"


def test_the_question_says_where_to_look() -> None:
    focus: dict[str, set[tuple[str, ...]]] = {}
    for seed, chosen in GAMES:
        ended = played(seed, chosen)
        for row in range(1, len(ended.rows) - 1, 5):
            match = ended.at(row)
            assert match.ask is not None
            focus.setdefault(match.ask[0], set()).add(match.scene(match.awaited[0]).focus)
    assert focus["who"] == focus["what"] == {("castle",)}
    assert focus["aim"] == focus["strength"] == {("castle",)}
    assert [group.id for group in board().groups if group.close] == ["castle"]


def test_a_click_means_what_names_the_thing_or_its_section() -> None:
    match = garrison.new("siege", seed=1)
    match.play("post rest")
    view = match.view(1)
    meant = {
        thing: {match.write(row) for row in SIEGE.show.meanings(view, thing)}
        for thing in ("soldier-1", "keep-e", "fire-3", "n4")
    }
    assert {"soldier-1", "heal soldier-1", "move tower-nw", "strike tower-nw"} <= meant["soldier-1"]
    assert {"post keep-e", "flee keep-e", "foul keep-e", "strike keep", "repair"} <= meant["keep-e"]
    assert meant["fire-3"] == {"douse fire-3"}
    assert meant["n4"] == {"site n4"}


def test_plates_and_their_lines_are_drawn_and_not_told() -> None:
    match = siege.at()
    match.play("load boulder")
    match.dice.feed([100, 100])  # type: ignore[union-attr]
    match.play("aim x=27 y=2 dir=180 force=2.1 bend=1")
    scene = match.scene(1, "en")
    silent = [piece for piece in scene.pieces if piece.silent]
    assert {piece.id.split("-")[0] for piece in silent} <= {"line", "share", "crack"}
    drawing = Drawing(match.game.show.board(match.options, "en"), scene, cli_words("en"))
    text = " ".join(" ".join(drawing.lines()).split())
    assert "Last shot: boulder 1" in text
    assert all(text.count(piece.name) <= 1 for piece in silent if not piece.id.startswith("crack-"))
