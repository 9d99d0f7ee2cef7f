"""Static tables of Castle under Siege, built once from the data files. Lengths are thousandths of an inch."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from itertools import product
from typing import Any, Final

Point = tuple[int, int]
Polygon = tuple[Point, ...]


def _file(name: str) -> dict[str, Any]:
    return tomllib.loads(files("garrison.games.siege").joinpath(f"data/{name}.toml").read_text("utf-8"))


CASTLE_FILE: Final = _file("castle")
COMPONENT_FILE: Final = _file("components")
"""CUS-03, CUS-04: all cards, and those cut into counters."""
FLIGHT_FILE: Final = _file("flight")

# Options

CASTLES: Final = ("average", "powerful")
DIFFICULTIES: Final = ("1", "2", "3")
SURVIVORS: Final = ("living", "healthy")
PRIESTS: Final = ("anywhere", "section")
OPTIONS: Final = {
    "castle": CASTLES,
    "difficulty": DIFFICULTIES,
    "survivors": SURVIVORS,
    "priest": PRIESTS,
}
MODES: Final = tuple(product(*OPTIONS.values()))
"""Every combination of options; a state keeps the row."""
AVERAGE, POWERFUL = 0, 1
CASTLE: Final = tuple(CASTLES.index(mode[0]) for mode in MODES)
EASIEST: Final = tuple(int(mode[1]) for mode in MODES)
"""CUS-05: the easiest line at which the catapult may be bent."""
HEALTHY_ONLY: Final = tuple(mode[2] == "healthy" for mode in MODES)
NEAR_PRIEST: Final = tuple(mode[3] == "section" for mode in MODES)

# Sections: where counters stand

CORNERS_OF_CASTLE: Final = ("nw", "ne", "sw", "se")
TOWERS: Final = tuple(f"tower-{corner}" for corner in CORNERS_OF_CASTLE)
WALLS: Final = tuple(f"wall-{corner}-{side}" for corner in CORNERS_OF_CASTLE for side in corner)
GATES: Final = ("gate-n", "gate-s")
KEEP_NAME: Final = "keep"
SIDES: Final = tuple(f"{gate}-{side}" for gate in GATES for side in "we")
KEEP_SIDES: Final = ("keep-w", "keep-e")
SECTIONS: Final = (*TOWERS, *WALLS, *SIDES, *KEEP_SIDES, "court")
SECTION_COUNT: Final = len(SECTIONS)
CARD_SECTIONS: Final = SECTION_COUNT - 1
"""The court is not a card (CUS-A25); it comes last."""
COURT: Final = SECTION_COUNT - 1

# Structures: what can be destroyed

STRUCTURES: Final = (*TOWERS, *WALLS, *GATES, KEEP_NAME)
"""The two wall sections of a tower card are two structures (CUS-A20)."""
STRUCTURE_COUNT: Final = len(STRUCTURES)
FIRST_WALL: Final = len(TOWERS)
FIRST_GATE: Final = FIRST_WALL + len(WALLS)
KEEP: Final = STRUCTURE_COUNT - 1
_NAMED: Final = {name: number for number, name in enumerate(STRUCTURES)}
STRUCTURE_OF: Final = tuple(
    _NAMED[name] if name in _NAMED else _NAMED[name.rpartition("-")[0]] for name in SECTIONS[:CARD_SECTIONS]
)
"""By section: the structure it belongs to; the court has none."""
KIND_OF_STRUCTURE: Final = ("tower",) * len(TOWERS) + ("wall",) * len(WALLS) + ("gatehouse",) * 2 + ("keep",)
HAS_PILE: Final = tuple(kind in ("tower", "keep") for kind in KIND_OF_STRUCTURE)
"""CUS-18: damage lies beside it as boulders; CUS-17: else it is on a Wall Damage card."""
_STRENGTHS: Final = {row["structure"]: row for row in CASTLE_FILE["strength"]}
STRENGTH: Final = tuple(
    tuple(int(_STRENGTHS[kind][castle]) for kind in KIND_OF_STRUCTURE) for castle in CASTLES
)
"""By castle and structure."""
_MATERIALS: Final = {row["structure"]: row for row in CASTLE_FILE["material"]}


def _wooden(castle: str, section: int) -> bool:
    material = str(_MATERIALS[KIND_OF_STRUCTURE[STRUCTURE_OF[section]]][castle])
    roofed = "wooden roof on the east side" in material and SECTIONS[section] == "keep-e"
    return material == "wood" or roofed


WOODEN: Final = tuple(
    tuple(_wooden(castle, section) for section in range(CARD_SECTIONS)) for castle in CASTLES
)
"""By castle and section."""
ADJOINING: Final = tuple(
    tuple(FIRST_WALL + 2 * tower + side for side in range(2)) for tower in range(len(TOWERS))
)
"""CUS-42: by tower, its two wall sections."""

# Layout

HUNDREDTH: Final = 10
"""Thousandths of an inch: open choices count in hundredths."""
UNITS_PER_INCH: Final[int] = CASTLE_FILE["table"]["units"]
TABLE: Final[Point] = (CASTLE_FILE["table"]["width"], CASTLE_FILE["table"]["height"])
CARD: Final[Point] = (CASTLE_FILE["card"]["width"], CASTLE_FILE["card"]["height"])
LEFT, TOP = CASTLE_FILE["layout"]["x"], CASTLE_FILE["layout"]["y"]
_GAP: Final = CASTLE_FILE["layout"]["court"]
RIGHT: Final = LEFT + 3 * CARD[0]
BOTTOM: Final = TOP + 3 * CARD[1] + 2 * _GAP
_KEEP_AT: Final = (LEFT + CARD[0] // 2, TOP + CARD[1] + _GAP)
OUTLINE: Final[Polygon] = ((LEFT, TOP), (RIGHT, TOP), (RIGHT, BOTTOM), (LEFT, BOTTOM))
_TOWER: Final = CASTLE_FILE["tower"]["side"]


def _box(left: int, top: int, width: int, height: int) -> Polygon:
    return ((left, top), (left + width, top), (left + width, top + height), (left, top + height))


def _mirrored(corner: str, points: Polygon) -> Polygon:
    """Mirror a shape from the north-west corner of the castle to another; still clockwise."""
    east, south = corner[1] == "e", corner[0] == "s"
    turned = [(RIGHT + LEFT - x if east else x, BOTTOM + TOP - y if south else y) for x, y in points]
    return tuple(turned[::-1] if east != south else turned)


def _shapes() -> dict[str, Polygon]:
    """CUS-09: the layout, as reconstructed."""
    width, height = CARD
    inner, corner = (LEFT + width, TOP + height), (LEFT + _TOWER, TOP + _TOWER)
    along = ((LEFT + _TOWER, TOP), (LEFT + width, TOP), inner, corner)
    flank = ((LEFT, TOP + _TOWER), corner, inner, (LEFT, TOP + height))
    found = {}
    for name in CORNERS_OF_CASTLE:
        found[f"tower-{name}"] = _mirrored(name, _box(LEFT, TOP, _TOWER, _TOWER))
        found[f"wall-{name}-{name[0]}"] = _mirrored(name, along)
        found[f"wall-{name}-{name[1]}"] = _mirrored(name, flank)
    half = width // 2
    for side, gate in (("w", LEFT + width), ("e", LEFT + width + half)):
        found[f"gate-n-{side}"] = _box(gate, TOP, half, height)
        found[f"gate-s-{side}"] = _box(gate, BOTTOM - height, half, height)
    for number, name in enumerate(KEEP_SIDES):
        found[name] = _box(_KEEP_AT[0] + number * width, _KEEP_AT[1], width, height)
    return found


_SHAPES: Final = _shapes()
CORNERS: Final[tuple[Polygon, ...]] = tuple(_SHAPES[name] for name in SECTIONS[:CARD_SECTIONS])
"""By section except the court: its corners, clockwise as seen on the table."""
COURT_PARTS: Final[tuple[Polygon, ...]] = (
    _box(LEFT, TOP + CARD[1], RIGHT - LEFT, _GAP),
    _box(LEFT, _KEEP_AT[1] + CARD[1], RIGHT - LEFT, _GAP),
    _box(LEFT, _KEEP_AT[1], _KEEP_AT[0] - LEFT, CARD[1]),
    _box(_KEEP_AT[0] + 2 * CARD[0], _KEEP_AT[1], _KEEP_AT[0] - LEFT, CARD[1]),
)
"""The ground between the cards: above, below, west and east of the keep."""


def _links() -> set[frozenset[str]]:
    """CUS-36, one space; in both directions (CUS-A6)."""
    found = {frozenset(("court", name)) for name in (*WALLS, *KEEP_SIDES)}
    for corner in CORNERS_OF_CASTLE:
        found |= {frozenset((f"wall-{corner}-{side}", f"tower-{corner}")) for side in corner}
        found.add(frozenset((f"wall-{corner}-{corner[0]}", f"gate-{corner[0]}-{corner[1]}")))
    found |= {frozenset((f"{name}-w", f"{name}-e")) for name in (*GATES, KEEP_NAME)}
    return found


_LINKS: Final = _links()
NEXT_TO: Final = tuple(
    tuple(other for other in range(SECTION_COUNT) if frozenset((SECTIONS[other], name)) in _LINKS)
    for name in SECTIONS
)
"""By section: those one space away, in table order."""
NEXT_BITS: Final = tuple(sum(1 << other for other in others) for others in NEXT_TO)


def _points(left: int, top: int, right: int, bottom: int, columns: int, rows: int) -> list[Point]:
    """Middles of the cells of a rectangle cut into columns and rows."""
    return [
        (
            left + (right - left) * (2 * c + 1) // (2 * columns),
            top + (bottom - top) * (2 * r + 1) // (2 * rows),
        )
        for r in range(rows)
        for c in range(columns)
    ]


def _standing(name: str) -> tuple[Point, ...]:
    kind, *where = name.split("-")
    if kind == "court":
        return tuple((LEFT + x, TOP + y) for part in CASTLE_FILE["court"]["stand"] for x, y in _points(*part))
    if kind == "wall":
        stand = CASTLE_FILE["wall"]["along" if where[1] == where[0][0] else "flank"]
    else:
        stand = CASTLE_FILE["gatehouse" if kind == "gate" else kind]["stand"]
    found = [point for part in stand for point in _points(*part)]
    if kind in ("gate", "keep"):
        left, top = min(x for x, _ in _SHAPES[name]), min(y for _, y in _SHAPES[name])
        return tuple((left + x, top + y) for x, y in found)
    return tuple(_mirrored(where[0], ((LEFT + x, TOP + y),))[0] for x, y in found)


SPOTS: Final[tuple[tuple[Point, ...], ...]] = tuple(_standing(name) for name in SECTIONS)
"""By section: standing points, filled in this order (CUS-B5)."""

# Counters

CREW: Final = tuple(row["id"] for row in COMPONENT_FILE["crew"])
COUNTERS: Final = tuple(
    f"{row['id']}-{n + 1}" if row["count"] > 1 else str(row["id"])
    for row in COMPONENT_FILE["crew"]
    for n in range(row["count"])
)
COUNTER_COUNT: Final = len(COUNTERS)
KIND_OF_COUNTER: Final = tuple(CREW.index(name.partition("-")[0]) for name in COUNTERS)
WIZARD, PRIEST, MASON, WATERBOY, SOLDIER = range(len(CREW))
THE_WIZARD: Final = COUNTERS.index("wizard")
SOLDIERS: Final = tuple(c for c in range(COUNTER_COUNT) if KIND_OF_COUNTER[c] == SOLDIER)
USUAL_POST: Final = tuple(SECTIONS.index(place) for row in COMPONENT_FILE["crew"] for place in row["post"])
COUNTER_SIZE: Final[Point] = (COMPONENT_FILE["counter"]["width"], COMPONENT_FILE["counter"]["height"])
COUNTER_AT: Final[tuple[tuple[Polygon, ...], ...]] = tuple(
    tuple(_box(x - COUNTER_SIZE[0] // 2, y - COUNTER_SIZE[1] // 2, *COUNTER_SIZE) for x, y in spots)
    for spots in SPOTS
)
"""By section and standing point: the area a counter there covers."""

# Ammunition

KINDS: Final = tuple(row["id"] for row in COMPONENT_FILE["ammunition"])
"""CUS-02"""
BOULDER, FIRE, DISEASE = range(len(KINDS))
KIND_COUNT: Final = tuple(int(row["count"]) for row in COMPONENT_FILE["ammunition"])
SHOTS: Final = tuple(
    f"{kind}-{n + 1}" for kind, most in zip(KINDS, KIND_COUNT, strict=True) for n in range(most)
)
SHOT_COUNT: Final = len(SHOTS)
KIND_OF_SHOT: Final = tuple(KINDS.index(name.partition("-")[0]) for name in SHOTS)
FIRST_SHOT: Final = tuple(KIND_OF_SHOT.index(kind) for kind in range(len(KINDS)))
FIRES: Final = tuple(a for a in range(SHOT_COUNT) if KIND_OF_SHOT[a] == FIRE)
RADIUS: Final[int] = COMPONENT_FILE["shot"]["radius"]
SHOT_CORNERS: Final[int] = COMPONENT_FILE["shot"]["corners"]

FIRE_TURNS: Final = 2
"""CUS-22: turns before the next damage."""
SMALL_FIRE_TURNS: Final = 4
"""CUS-33."""
WIZARD_PAUSE: Final = 4
"""CUS-13: full turns between two spells (CUS-A19)."""

# Distances and the grid of places

FIRST_DISTANCE: Final[int] = FLIGHT_FILE["distance"]["first"]
LATER_DISTANCE: Final[int] = FLIGHT_FILE["distance"]["later"]
MOVED_DISTANCE: Final[int] = FLIGHT_FILE["distance"]["moved"]
SITES_A_SIDE: Final = 5


def _sites() -> dict[str, Point]:
    """Five places on each side of the castle on a far and on a near line."""
    grid = FLIGHT_FILE["grid"]
    across, down = (LEFT + RIGHT) // 2, (TOP + BOTTOM) // 2
    found = {}
    for side in "nesw":
        for line, off in enumerate((grid["far"], grid["near"])):
            for n in range(SITES_A_SIDE):
                along = (n - SITES_A_SIDE // 2) * grid["apart"]
                at = {
                    "n": (across + along, TOP - off),
                    "e": (RIGHT + off, down + along),
                    "s": (across + along, BOTTOM + off),
                    "w": (LEFT - off, down + along),
                }[side]
                found[f"{side}{line * SITES_A_SIDE + n + 1}"] = at
    return found


SITES: Final = _sites()
SITE_NAMES: Final = tuple(SITES)
SITE_AT: Final = tuple(SITES.values())
SITE_COUNT: Final = len(SITE_NAMES)
