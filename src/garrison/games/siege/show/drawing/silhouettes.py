"""The crew and the signs of the shots as simple silhouettes, distinct even when very small.

Each stands in a box 16 wide and 20 high and takes the colour of the group it is drawn in; a cut shows the
card again.
"""

from __future__ import annotations

from typing import Final

from garrison.core.show.pen import define, path

SOLDIER: Final = (
    "M3.6 7.4q-.3-6.4 4.2-6.4t4.2 6.4zM4.6 8h6.4v1.6q0 2.2-3.2 2.2t-3.2-2.2z"
    "M1.6 20q-.4-7 6.2-8 6.6 1 6 8zM14 5h1v15h-1zM14.5 0l1.5 3.4-1.5 2.4-1.5-2.4z",
    "M4.4 7.7h6.8M7.8 7.7v3M2.8 13.4h6.6q.2 4-3.3 6.2-3.5-2.2-3.3-6.2zM6.1 13.6v5.6M3 15.6h6.2",
)
"""A helmet with nose guard, a shield, a spear."""
WIZARD: Final = (
    "M7.4 0l3.4 6.6h-6.4zM2.4 6.6q5.2-1.8 10.2 0l1 1.4q-6-1.2-12.2 0zM4.8 8.4h5.4v1.4l-2.7 4.2-2.7-4.2z"
    "M1 20l2.6-8q1-1.4 1.6-1l2.3 3.6 2.3-3.6q.6-.4 1.6 1l2 8z"
    "M13.6 5.6h1.1v14.4h-1.1zM14.2 1l.6 1.6 1.4.5-1.4.6-.6 1.6-.7-1.6-1.4-.6 1.4-.5z",
    "M4 6.5h6.8M7.5 15v4.4M6 2.8l2.4 1.2",
)
"""A pointed hat, a beard, a staff with a star."""
PRIEST: Final = (
    "M4 6.8q0-4.8 3.4-4.8t3.4 4.8q0 3.6-3.4 3.6t-3.4-3.6zM2 20v-5.2q.2-3.4 3-3.8l2.4.8 2.4-.8q2.8.4 3 3.8"
    "v5.2zM13.4 2.4h1.6v17.6h-1.6zM11.4 5.2h4.6v1.6h-4.6z",
    "M4.6 4.6q2.8 1 5.6 0M7.4 12.6v6.4M5.4 14.8h4",
)
"""A shaven crown, a gown with a cross, a tall cross in hand."""
MASON: Final = (
    "M3.8 5.2q-.4-3.8 3.4-3.8t3.4 3.8zM3.2 5.2h8v1.2h-8zM4.2 6.8h6v1.4q0 2.6-3 2.6t-3-2.6z"
    "M1.4 16v-1.4q.2-3 3.2-3.4h5.2l4-4.2 1.4 1.4-3.6 4.6v3zM10.6 2.4h5.4v3.8h-5.4zM12.8 6.2h1.2l.6 3h-1.2z"
    "M.8 16.8h14.2v3.2h-14.2z",
    "M5.4 17v3M10.4 17v3M4.2 13h5",
)
"""A raised hammer over a course of stone."""
WATERBOY: Final = (
    "M5.2 5.8q0-3.4 2.8-3.4t2.8 3.4-2.8 3.4-2.8-3.4zM5 20v-8.6q.2-1.8 3-1.8t3 1.8v8.6h-2.2v-4.4h-1.6v4.4z"
    "M.6 10.4q7.4-2.6 14.8 0v1.2q-7.4-2.4-14.8 0zM0 15h4.6l-.6 5h-3.4zM11.4 15h4.6l-.6 5h-3.4z"
    "M.4 15l1.6-4 .6.2 1.6 3.8h-.8l-1.1-2.8-1.1 2.8zM11.8 15l1.6-4 .6.2 1.6 3.8h-.8l-1.1-2.8-1.1 2.8z",
    "M.6 16.6h3.4M12 16.6h3.4",
)
"""A yoke with two buckets."""
CREW: Final = {"soldier": SOLDIER, "wizard": WIZARD, "priest": PRIEST, "mason": MASON, "waterboy": WATERBOY}
"""By role: what is filled, and what is cut out of it as thin lines."""

STONE: Final = "M2 12l1-6 5-4.4 6.4 3 .8 7-4.4 5.6-6.4-.6z"
STONE_CUT: Final = "M3.4 6.4l4.6 2 5.8-3.4M8 8.4l-1.4 7.6M8.2 8.6l6.4 3"
FLAME: Final = "M8.4 0q.4 4 3.6 6.6 2.8 2.6 2.8 6.4 0 6-6.8 7-6.8-1-6.8-7 0-3 2.2-5 .2 2 1.4 3 .4-6 3.6-11z"
FLAME_CUT: Final = "M8.2 9.6q2.8 3.4 2.4 6-.4 2.4-2.6 2.6-2.4-.4-2.4-3 .2-2.6 2.6-5.6z"
SKULL: Final = "M1.4 8.2q0-7.2 6.6-7.2t6.6 7.2q0 3.4-2.4 4.8v4.4h-8.4v-4.4q-2.4-1.4-2.4-4.8z"
SKULL_HOLES: Final = "M3.2 8.2h3.6v3.4h-3.6zM9.2 8.2h3.6v3.4h-3.6zM8 11.8l1.2 2.4h-2.4z"
SKULL_CUT: Final = "M6.4 15v2.4M9.6 15v2.4"
SIGNS: Final = ("boulder", "fire", "disease")


def figures() -> str:
    """All of them, for the board's definitions."""
    return "".join(
        define(f"s-{name}", path(filled) + path(cut, "card-cut", stroke_width=0.9))
        for name, (filled, cut) in CREW.items()
    )


def signs() -> str:
    """The signs on the shots: a stone, a flame, a skull."""
    return (
        define("s-boulder", path(STONE, "dark") + path(STONE_CUT, "boulder-cut", stroke_width=1))
        + define("s-fire", path(FLAME, "dark") + path(FLAME_CUT, "fire"))
        + define(
            "s-disease",
            path(SKULL, "dark")
            + path(SKULL_HOLES, "disease")
            + path(SKULL_CUT, "disease-cut", stroke_width=1),
        )
    )
