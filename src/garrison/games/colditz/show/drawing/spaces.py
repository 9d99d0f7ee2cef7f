"""The spaces: rings on every ground, and signs for what is special about some."""

from __future__ import annotations

from functools import cache
from typing import Final

from garrison.core.show.pen import tag
from garrison.games.colditz.castle.layout import (
    APPEL,
    AREA,
    BARRACKS_DISC,
    CELL_INNER_DISC,
    CELL_OUTER_DISC,
    CHAINS,
    DOOR,
    FAR_SIDE,
    GATES,
    INSPECTION,
    KIND,
    LIGHT,
    LINK_COUNT,
    LINK_DOWN,
    LINK_KIND,
    OFFICE_DISC,
    OUTER,
    OUTSIDE,
    POST,
    RELEASE,
    ROOM_OF,
    SAFE,
    SPACE_COUNT,
    TARGETS,
    TUNNEL_OF,
    WALKWAY,
    WIRE,
)
from garrison.games.colditz.show.drawing.scale import AT, RING
from garrison.games.colditz.show.drawing.shapes import (
    BEAM,
    MINE,
    clusters,
    discs,
    dots,
    hull,
    of_kind,
    reuse,
    signs,
    within,
)
from garrison.games.colditz.words import parts

LINE: Final = 1.5
"""Half of a ring's line lies within it."""
SUN: Final = "m0 -9v18m-9 -9h18m-15.4 -6.4l12.8 12.8m0 -12.8l-12.8 12.8"
PLANKS: Final = "m-10 -4h20m-20 8h20"
PLANKS_APART: Final = "m-7 -11h14m-14 22h14"
ROOF: Final = "m-9 1l9 -9l9 9m-15 -1v8h12v-8"
WAVE: Final = "m-10 1q5 -9 10 0t10 0"
LADDER: Final = "m-5 -11v22m10 -22v22m-10 -17h10m-10 6h10m-10 6h10"
SHIELD: Final = "m-8 -9h16v8q0 8 -8 12q-8 -4 -8 -12z"
KEYHOLE: Final = "m0 -2a2.8 2.8 0 1 0 -.1 0m0 0v6"
WRITING: Final = "m-4 -4h8m-8 4h8m-6 4h4"
BARS: Final = "m-9 -10v20m9 -23v26m9 -23v20"
BED: Final = "m-10 8v-15m0 12h20v3m0 -3v-4q0 -3 -3 -3h-10v7"
ARROW: Final = "m0 -10v19m-7 -7l7 7l7 -7"
"""What is drawn in a space that is lit, on the ramparts (and around a height), safe, over a tunnel and at its
ends, a post (and within its shield, where it takes a key or a pass), a cell, barracks, a release space."""
CIRCLE: Final = f"m-{RING} 0a{RING} {RING} 0 1 0 {2 * RING} 0a{RING} {RING} 0 1 0 {-2 * RING} 0"
GROUNDS: Final = ("court", "room", "terrace", "lawn", "slate", "grass", "beam")


def ground_of(space: int) -> str:
    """The ground that an ordinary space lies on: the end of its ring's class."""
    if space in ROOM_OF:
        return "room"
    if space in in_beams():
        return "beam"
    if AREA[space] == OUTSIDE:
        return "grass"
    if AREA[space] == OUTER:
        return {"north-yard": "lawn", "garden": "lawn", "roofs": "slate"}.get(parts()[space], "terrace")
    return "court"


@cache
def in_beams() -> frozenset[int]:
    """Spaces that are not lit, but lie so near to searchlights that their ring is on the bright ground."""
    found = set()
    for lights in clusters(of_kind(LIGHT)):
        corners = hull(AT[space] for space in lights)
        for space in range(SPACE_COUNT):
            if KIND[space] != LIGHT and within(AT[space], corners, BEAM + RING):
                found.add(space)
    return frozenset(found)


def ordinary() -> dict[str, list[int]]:
    """By ground: spaces that are nothing but spaces."""
    found: dict[str, list[int]] = {ground: [] for ground in GROUNDS}
    for space in range(SPACE_COUNT):
        if space in TUNNEL_OF or KIND[space] in FILLED or space in TARGETS or KIND[space] == OFFICE_DISC:
            continue
        found[ground_of(space)].append(space)
    return found


FILLED: Final = {
    APPEL: "appel",
    LIGHT: "lit",
    WALKWAY: "walkway",
    SAFE: "safe",
    POST: "post",
    DOOR: "gate",
    INSPECTION: "gate",
    CELL_INNER_DISC: "cell",
    CELL_OUTER_DISC: "cell",
    BARRACKS_DISC: "bunk",
}
"""By kind of space that has a colour and a sign of its own: the end of its ring's class."""


def spaces() -> str:
    """Rings on the ground; those with a colour of their own are filled."""
    rings = "".join(signs(found, CIRCLE, f"space-{ground}", 3) for ground, found in ordinary().items())
    ends = [chain[end] for chain in CHAINS for end in (0, -1)]
    filled = [(name, _of(name)) for name in dict.fromkeys(FILLED.values())]
    filled += [("tunnel", [space for space in TUNNEL_OF if space not in ends]), ("mouth", ends)]
    defined = "".join(tag("path", d=dots(found), id=f"{MINE}{name}") for name, found in filled)
    drawn = "".join(
        reuse(name, RING + LINE, f"space-{name}-edge") + reuse(name, RING - LINE, f"space-{name}")
        for name, _ in filled
    )
    return f"<defs>{defined}</defs>{rings}{drawn}{_landings()}{_signs(ends)}{_release()}{_targets()}"


def _of(name: str) -> list[int]:
    kinds = [kind for kind, each in FILLED.items() if each == name]
    return [space for space in of_kind(*kinds) if space not in TUNNEL_OF]


def _landings() -> str:
    """Where a drop ends: a white ring around the space."""
    feet = [FAR_SIDE[link] for link in range(LINK_COUNT) if LINK_KIND[link] != WIRE]
    return signs(feet, CIRCLE, "landing-edge", 9) + signs(feet, CIRCLE, "landing-ring", 5)


def _signs(ends: list[int]) -> str:
    circles = [space for space in TUNNEL_OF if space not in ends]
    cells = of_kind(CELL_INNER_DISC, CELL_OUTER_DISC)
    walkways, posts = of_kind(WALKWAY), of_kind(POST)
    return (
        signs([space for space in of_kind(LIGHT) if space not in TUNNEL_OF], SUN, "lit-sign", 2.4)
        + signs([space for space in walkways if space not in LINK_DOWN], PLANKS, "walkway-sign", 2.4)
        + signs([space for space in walkways if space in LINK_DOWN], PLANKS_APART, "walkway-sign", 2.4)
        + signs(of_kind(SAFE), ROOF, "safe-sign", 2.4)
        + signs(circles, WAVE, "tunnel-sign", 2.6)
        + signs(ends, LADDER, "mouth-sign", 2.2)
        + signs(posts, SHIELD, "post-sign", 2.2)
        + signs([post for post in posts if GATES.get(post) == "key"], KEYHOLE, "post-sign", 2.6)
        + signs([post for post in posts if GATES.get(post) == "pass"], WRITING, "post-sign", 2)
        + signs(cells, BARS, "cell-sign", 3)
        + signs(of_kind(BARRACKS_DISC), BED, "post-sign", 2.4)
    )


def _release() -> str:
    """An arrow in a bold ring where prisoners are released."""
    return signs(RELEASE, CIRCLE, "release", 5) + signs(RELEASE, ARROW, "release", 3)


TARGET_RINGS: Final = (
    (13, "target-edge"),
    (10, "target-outer"),
    (3, "target-inner"),
    (-6, "target-edge"),
    (-9, "target-eye"),
)
"""How much wider than a space, and the paint, from without to within."""


def _targets() -> str:
    """Rings around rings, so that they are seen from afar."""
    return "".join(discs(TARGETS, RING + wider, cls) for wider, cls in TARGET_RINGS)
