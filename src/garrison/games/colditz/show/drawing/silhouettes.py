"""Things and signs as simple silhouettes of our own, each in a box of 32 by 32.

They are drawn on light cards (`CARD`) or on dark ones (`BACK`); a cut shows the card again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from garrison.core.show.pen import group, num, path


class Ground(NamedTuple):
    """The classes of a silhouette: what is filled, thick lines, holes, and thin lines cut out of it."""

    ink: str
    line: str
    hole: str
    cut: str


CARD: Final = Ground("card-ink", "card-line", "card-fill", "card-cut")
BACK: Final = Ground("back-ink", "back-line", "back-fill", "back-cut")


class Silhouette(NamedTuple):
    """What is filled, thick lines, holes, and thin lines cut out, one upon the other."""

    filled: str = ""
    lines: str = ""
    holes: str = ""
    cuts: str = ""


def ring(x: float, y: float, r: float) -> str:
    """A circle within a path."""
    return f"M{num(x)} {num(y - r)}a{num(r)} {num(r)} 0 1 1-.1 0z"


THICK: Final = 2.3
THIN: Final = 1.3

# Equipment and the parts of a kit

ROPE: Final = Silhouette(
    "M11 3.4h10v6.2h-10z",
    "M16 5.2q11.4 1 11.4 10.6t-11.4 9.8q-11.4-.2-11.4-9.8t11.4-10.6"
    "M16 9q7.4.8 7.4 6.9t-7.4 6.1q-7.4 0-7.4-6.1"
    "t7.4-6.9M16 12.6q3.6.6 3.6 3.3t-3.6 2.9q-3.6-.2-3.6-2.9t3.6-3.3M18 25.4q6.4.4 7.6 4.4",
    "",
    "M13.4 3.4v6.2M16 3.4v6.2M18.6 3.4v6.2",
)
"""A coil of rope, tied together at the top."""
KEY: Final = Silhouette(
    "M9.6 2.6a7 7 0 0 1 6.2 10.2l12.6 12.6v4h-4.2v-3.2h-3.2v-3.2h-3.2l-5-5a7 7 0 1 1-3.2-15.4z",
    "",
    ring(9, 9, 2.8),
    "M15.4 14.6l11 11",
)
PASS: Final = Silhouette(
    "M5.6 3h20.8v26h-20.8z",
    "",
    "M8 5.4h16v21.2h-16z",
)
"""A paper with a frame; photograph, lines and stamp are drawn upon it."""
PASS_FACE: Final = Silhouette(
    "M9.8 7.2h6.6v8.2h-6.6z",
    "",
    "M13.1 8.4a1.9 2 0 1 1-.1 0zM10.4 15.4q0-3 2.7-3t2.7 3z",
)
PASS_LINES: Final = "M18.6 8.6h3.8M18.6 11.6h3.8M18.6 14.6h2.4M9.8 18.4h12.6M9.8 21.4h5M9.8 24.2h4"
PASS_STAMP: Final = ring(19.6, 22.6, 2.7)
CUTTER: Final = Silhouette(
    "M15.6 17l-5.2-4.6q-1.6-5.6 2-10.6 2.2 3.2 2.4 8.4h2.4q.2-5.2 2.4-8.4 3.6 5 2 10.6l-5.2 4.6z"
    "M13.8 14.6h4.4l1 4h-6.4z",
    "M14.6 17.4q-6 4.4-6.8 12M17.4 17.4q6 4.4 6.8 12",
    ring(16, 15.4, 1.5),
)
"""Pliers with two long handles."""
KIT: Final = Silhouette(
    "M3 10.6h26q1.6 0 1.6 1.6v15q0 1.6-1.6 1.6h-26q-1.6 0-1.6-1.6v-15q0-1.6 1.6-1.6z",
    "M11 10v-4q0-1.4 1.4-1.4h7.2q1.4 0 1.4 1.4v4",
    "M13.4 16.8h5.2v4h-5.2z",
    "M7.6 10.6v18.2M24.4 10.6v18.2M1.4 18.8h12M18.6 18.8h12",
)
"""A small suitcase with two straps."""
BREAD: Final = Silhouette(
    "M2 17.4q-.4-8.4 14-8.4t14 8.4q0 2.6-2.2 3v6.2h-23.6v-6.2q-2.2-.4-2.2-3z",
    "",
    "",
    "M9 12.4l3.4 4.4M15 11.4l3.4 4.8M21.2 12l2.8 4",
)
COMPASS: Final = Silhouette(
    "M16 3.4l3 10.6 10.6 3-10.6 3-3 10.6-3-10.6-10.6-3 10.6-3z",
    "M16 5.4a11.6 11.6 0 1 1-.1 0z",
    ring(16, 17, 1.6),
)
DISGUISE: Final = Silhouette(
    "M3 11.8q1 1.8 3 1.4 10-2.4 20 0 2 .4 3-1.4.4 2.6-2.2 3.6-10.8-2.6-21.6 0-2.6-1-2.2-3.6z"
    "M8.6 11.4q-.8-8.4 3.4-8.8 2.2 1.4 4 1.4t4-1.4q4.2.4 3.4 8.8-7.4-1.8-14.8 0z"
    "M16 25.6q-1.6-2-3.8-1.2-2.4 1.4-4.6-.4.6 4.6 4.8 4.4 2.6-.2 3.6-1.6 1 1.4 3.6 1.6 4.2.2 4.8-4.4"
    "-2.2 1.8-4.6.4"
    "-2.2-.8-3.8 1.2z",
    f"{ring(11.4, 19, 2.9)}{ring(20.6, 19, 2.9)}M14.4 18.6q1.6-1 3.2 0",
    "",
    "M8.6 10.6q7.4-1.8 14.8 0",
)
"""A hat, spectacles and a moustache."""
PAPERS: Final = Silhouette(
    "M9.4 2.6h13l5 5v17.2h-18z",
    "M5.4 8v21h17",
    "M11.8 5h8.8v4.4h4.4v13h-13.2z",
)
PAPERS_LINES: Final = "M14 12h8.6M14 15.2h8.6M14 18.4h5"

# What cards do

RELEASE: Final = Silhouette(
    "M2.6 2.6h18.4v3.4h-18.4zM2.6 26h18.4v3.4h-18.4zM22.2 10.4l8 5.8-8 5.8z",
    "M4.8 4v24M9.4 4v24M14 4v6M14 22v6M18.8 4v6M18.8 22v6M13 16.2h10",
)
"""The bars of a cell, two of them broken, and the way out."""
TUNNEL: Final = Silhouette(
    "M2 29.6v-12.4q0-14 14-14t14 14v12.4z",
    "",
    "",
    "M8.6 29.6v-11.4q0-8.4 7.4-8.4t7.4 8.4v11.4M2 22h6.6M30 22"
    "h-6.6M3.4 12.6l6 2.6M28.6 12.6l-6 2.6M9.8 5l2.8 5.6"
    "M22.2 5l-2.8 5.6",
)
"""A mouth of stone; what shows where it begins stands in its dark."""
WINDOW: Final = Silhouette("", "", "M12 28v-9q0-3.6 4-6.6 4 3 4 6.6v9z", "")
CUP: Final = Silhouette(
    "",
    "",
    "M10.6 17.4h8.4v1.2q3.8-.4 3.6 2.8-.2 2.6-3.8 2.8-.6 3-2.2 3.6"
    "h-3.6q-2.2-1.4-2.4-10.4zM19 20v2.6q1.6-.2 1.6-1.4"
    "t-1.6-1.2z",
)
MASK: Final = Silhouette("", "", "M10.4 15.4q5.6-1.8 11.2 0 .8 10.4-5.6 12.8-6.4-2.4-5.6-12.8z")
MASK_FACE: Final = (
    "M12.2 19q1.2-1.4 2.6 0-1.4 1-2.6 0zM17.2 19q1.4-1.4 2.6 0-1.2 1-2.6 0"
    "zM12.6 22.6q3.4 1.2 6.8 0-1 3.2-3.4 3.4-2.4-.2-3.4-3.4z"
)
CAR: Final = Silhouette(
    "M1 21.8q0-3 2.8-3.4l6-.8 3.4-5.6q.8-1.4 2.6-1.4h6.8q1.8 0 2.6 1.6l2.4 4.8 2 .6q1.6.6 1.6 2.4v3h-30.2z",
    "",
    "M13 17.4l2.2-3.8q.4-.8 1.4-.8h1v4.6zM19.6 12.8h2.8q1 0 1.4.8l1.8 3.8h-6z",
    f"{ring(8, 22.4, 4.4)}{ring(24, 22.4, 4.4)}",
)
CAR_WHEELS: Final = f"{ring(8, 22.6, 3.5)}{ring(24, 22.6, 3.5)}"
CAR_HUBS: Final = f"{ring(8, 22.6, 1.2)}{ring(24, 22.6, 1.2)}"
HORSESHOE: Final = Silhouette(
    "M8.4 29.4h-5.2v-2.4h1.4q-4-10.6-.4-17.4 3.4-6.8 11.8-6.8t11.8 6.8"
    "q3.6 6.8-.4 17.4h1.4v2.4h-5.2q-1-1.6.2-4"
    " 3.2-8.6.8-13.2-2.4-4.2-8.6-4.2t-8.6 4.2q-2.4 4.6.8 13.2 1.2 2.4.2 4z",
    "",
    "".join(
        ring(x, y, 1.1)
        for x, y in ((5.6, 18.6), (6.2, 12.2), (10.2, 7), (21.8, 7), (25.8, 12.2), (26.4, 18.6))
    ),
)
HIDEAWAY: Final = Silhouette(
    "M4 3h24v24.6h-2v2h-3v-2h-14v2h-3v-2h-2zM0 0",
    "",
    "M6.4 5.4h5v19.8h-5zM20.6 5.4h5v19.8h-5zM14.2 11.2a2 2.4 0 1 1-.1 0zM17.9 11.2a2 2.4 0 1 1-.1 0z",
)
"""A cupboard with its doors ajar, and two eyes in it."""
HIDEAWAY_EYES: Final = (
    f"{ring(14.5, 13.8, 0.9)}{ring(17.5, 13.8, 0.9)}M9.2 14.4h1.4v3h-1.4zM21.4 14.4h1.4v3h-1.4z"
)
BELL: Final = Silhouette(
    "M16 2.6q2.2 0 2.4 2.2 6.2 1.6 6.6 9.4.2 6.4 2.8 8.6v1.6"
    "h-23.6v-1.6q2.6-2.2 2.8-8.6.4-7.8 6.6-9.4.2-2.2 2.4-2.2z"
    "M12.6 25.6h6.8q-.6 3.6-3.4 3.6t-3.4-3.6z",
    "M3.8 5.4q-2.4 3-2.2 6.8M28.2 5.4q2.4 3 2.2 6.8",
    "",
    "M10.6 20.6q.8-1.6.8-6 .2-4.4 2.6-6.2",
)
BALL: Final = Silhouette(
    "M19.6 13.2l4.8 3.5-1.8 5.6h-6l-1.8-5.6zM10.6 10.6l3.6-2.6-.4 3.6-3.6 2.8"
    "zM25 8l3.6 2.6.4 3.8-3.6-2.8zM30.4 19.6l-1.2 4.2-3 1.8"
    "zM22.6 29l-3 .6-3-.6 3-2zM8.8 19.6l1.2 4.2 3 1.8z",
    "M19.6 7.4a11 11 0 1 1-.1 0zM19.6 8v5.4M24.2 16.8l4-2.8M22.4 21.8l3 3.4M16.8 21.8l-3 3.4M15 16.8l-4-2.8"
    "M2 9q3-4.6 8-5.4M1.6 15.6q.4-1.6 1.4-3",
)
"""A football, flying."""
CAP: Final = Silhouette(
    "M2.6 11.4q3.4-7.8 13.4-7.8t13.4 7.8q-2.4 3-5.4 3.2h-16q-3-.2-5.4-3.2zM8 15.8h16l.8 5.2h-17.6z"
    "M6.4 22q9.6-2.6 19.2 0 1 3.8-2.8 5.8-6.8-3.4-13.6 0-3.8-2-2.8-5.8z",
    "",
    "",
    "M8 19.2q8-1.8 16 0M16 4.8v8.6",
)
"""The peaked cap of a general."""
CIGARETTES: Final = Silhouette(
    "M6 13.4h20v16h-20z",
    "",
    "M8.4 19h15.2v6h-15.2z",
    "",
)
CIGARETTE_ENDS: Final = "M9.4 12.6v-6M13.8 12.6v-9.4M18.2 12.6v-7.4M22.6 12.6v-4.4"
ARROWS: Final = "M10.4 21.2h8M15.8 19.6l2.6 1.6M21.6 23h-8M16.2 24.6l-2.6-1.6"
WHISTLE: Final = Silhouette(
    "M12 12h18v6.4h-9.4q.4 1 .4 2.2a9 9 0 1 1-9-8.6z",
    "M14.6 8.4l.6-4.4M20 8.4l2.2-4M9.4 8.8l-1.6-3.6",
    ring(12, 21, 3),
    "M22 12v3.2h8",
)
RIFLE: Final = Silhouette(
    "M-2.6 15.6q0-1 1-1.2l8.4-2.2h3.6q1.4.2 2 .8h2.4l.2-1.2h1.4v1.2"
    "h4.2v-.6h13v1.5h-12.6l-.6 1.7h-8.2l-.6 1.4q-.2 1.6-1.8 1.6"
    "l.2-2.8h-1.4l-7.4 4.2q-2 1-3-.4zM14.6 16.6h3l-.4 2.2h-2.2zM31 10.9h1v2h-1z",
    "",
    "",
    "M11.4 15.2q1 .8 2.4.4",
)
"""It lies level; its card shows it aslant."""
LANTERN: Final = Silhouette("", "", "M13.4 16.6h5.2l1.6 2.4v7h-8.4v-7zM14.4 16.2q1.6-3 3.2 0z")
LANTERN_FLAME: Final = "M16 19q2.4 2.6 0 5-2.4-2.4 0-5z"
MAGNIFIER: Final = Silhouette(
    "M20.2 17.4l10 9.6-3.4 3.4-9.6-10z",
    "M12.6 3.4a9.4 9.4 0 1 1-.1 0z",
    "",
    "M19 19.4l2 2",
)
MAGNIFIER_GLINT: Final = "M7.6 13q-.2-4.6 4.4-5.4"
HANDCUFFS: Final = Silhouette(
    "M11 9.4h3.4v5.6h-3.4zM17.6 9.4h3.4v5.6h-3.4z",
    f"{ring(7.8, 19.4, 6.4)}{ring(24.2, 19.4, 6.4)}M12.8 9.6q.4-4.6 3.2-4.6t3.2 4.6",
)
PADLOCK: Final = Silhouette(
    "M5.4 14h21.2v15.2h-21.2z",
    "M10 14v-4.2q0-6.2 6-6.2t6 6.2v4.2",
    "M16 17.6a2.4 2.4 0 0 1 1.2 4.4l.8 4h-4l.8-4a2.4 2.4 0 0 1 1.2-4.4z",
)
SQUAD: Final = Silhouette(
    "M11 11.8q-.4-7.4 5-7.4t5 7.4l1.8 1.8q-6.8-1.8-13.6 0zM12 14.4"
    "q4-1 8 0-.2 4.6-4 4.6t-4-4.6zM7 29q-.4-9 6-9.6l3 1.6 3-1.6"
    "q6.4.6 6 9.6z"
    "M1.6 15.6q-.4-5.8 4.2-6 2.6.2 3.4 2l-1.6 2 .6 1.6 1.4.4q-.4 3-3.4 3.2-3-.2-3.4-3.2"
    "zM.4 29q-.4-8.4 5-9.2l2.4 1q-2.4 3-2.2 8.2z"
    "M30.4 15.6q.4-5.8-4.2-6-2.6.2-3.4 2l1.6 2-.6 1.6-1.4.4q.4 3 3.4 3.2 3-.2 3.4-3.2"
    "zM31.6 29q.4-8.4-5-9.2l-2.4 1q2.4 3 2.2 8.2z",
)
"""Three men side by side."""
PLUS: Final = "M24.2 21.6h3.4v3.8h3.8v3.4h-3.8v3.8h-3.4v-3.8h-3.8v-3.4h3.8z"


def drawn(shape: Silhouette, ground: Ground, thick: float = THICK) -> str:
    """A silhouette on its ground."""
    return (
        (path(shape.filled, ground.ink, fill_rule="evenodd") if shape.filled else "")
        + (path(shape.lines, ground.line, stroke_width=thick) if shape.lines else "")
        + (path(shape.holes, ground.hole, fill_rule="evenodd") if shape.holes else "")
        + (path(shape.cuts, ground.cut, stroke_width=THIN) if shape.cuts else "")
    )


def put(drawing: str, x: float, y: float, size: float = 1) -> str:
    """A drawing with its upper left corner at a point."""
    scale = f" scale({num(size) if size * 10 % 1 == 0 else round(size, 2)})" if size != 1 else ""
    return group(drawing, transform=f"translate({num(x)} {num(y)}){scale}")


def _pass(ground: Ground) -> str:
    return (
        drawn(PASS, ground)
        + drawn(PASS_FACE, ground)
        + path(PASS_LINES, ground.line, stroke_width=1.2)
        + path(PASS_STAMP, ground.line, stroke_width=1.4)
    )


def _papers(ground: Ground) -> str:
    return drawn(PAPERS, ground, 1.8) + path(PAPERS_LINES, ground.line, stroke_width=1.4)


def _tunnel(shape: Silhouette, ground: Ground, face: str = "") -> str:
    return drawn(TUNNEL, ground) + drawn(shape, ground) + (path(face, ground.ink) if face else "")


def _car(ground: Ground) -> str:
    return drawn(CAR, ground) + path(CAR_WHEELS, ground.ink) + path(CAR_HUBS, ground.hole)


def _cupboard(ground: Ground) -> str:
    return drawn(HIDEAWAY, ground) + path(HIDEAWAY_EYES, ground.ink)


def _market(ground: Ground) -> str:
    return (
        drawn(CIGARETTES, ground)
        + path(CIGARETTE_ENDS, ground.line, stroke_width=2.8)
        + path(ARROWS, ground.line, stroke_width=1.2)
    )


def _search(ground: Ground) -> str:
    return drawn(MAGNIFIER, ground, 3) + path(MAGNIFIER_GLINT, ground.line, stroke_width=1.6)


def _found(item: str, ground: Ground) -> str:
    """A thing that is found: a plus at its corner."""
    return (
        put(picture(item, ground), 0, 0, 0.9)
        + path(PLUS, ground.cut, stroke_width=3)
        + path(PLUS, ground.ink)
    )


PLAIN: Final[Mapping[str, Silhouette]] = {
    "rope": ROPE,
    "key": KEY,
    "cutter": CUTTER,
    "kit": KIT,
    "bread": BREAD,
    "compass": COMPASS,
    "disguise": DISGUISE,
    "release": RELEASE,
    "talisman": HORSESHOE,
    "warning": BELL,
    "diversion": BALL,
    "inspection": CAP,
    "appel": WHISTLE,
    "arrest-holder": HANDCUFFS,
    "confiscate": PADLOCK,
    "riot": SQUAD,
}
"""By name of a thing or card: those that are a silhouette and no more."""


def picture(name: str, ground: Ground) -> str:
    """A thing, or what stands for a card."""
    if name in PLAIN:
        return drawn(PLAIN[name], ground)
    if name.startswith("find-"):
        return _found(name.removeprefix("find-"), ground)
    return COMPOSED[name](ground)


def _two(one: str, other: str, ground: Ground) -> str:
    """Both parts of half a kit."""
    at = HALVES[one, other]
    return put(picture(one, ground), *at[0]) + put(picture(other, ground), *at[1])


HALVES: Final = {
    ("bread", "compass"): ((-1, 10, 0.72), (12, -2, 0.62)),
    ("papers", "disguise"): ((12, -1, 0.66), (-2, 9, 0.74)),
}
COMPOSED: Final[Mapping[str, Callable[[Ground], str]]] = {
    "pass": _pass,
    "papers": _papers,
    "chapel-tunnel": lambda ground: _tunnel(WINDOW, ground),
    "canteen-tunnel": lambda ground: _tunnel(CUP, ground),
    "theatre-tunnel": lambda ground: _tunnel(MASK, ground, MASK_FACE),
    "tunnel-found": lambda ground: _tunnel(LANTERN, ground, LANTERN_FLAME),
    "staff-car": _car,
    "hideaway": _cupboard,
    "black-market": _market,
    "search": _search,
    "shoot": lambda ground: group(drawn(RIFLE, ground), transform="rotate(-40 16 16)"),
    "kit-food": lambda ground: _two("bread", "compass", ground),
    "kit-disguise": lambda ground: _two("papers", "disguise", ground),
}
"""By name of a thing or card: those that are put together."""
