"""People and arms as simple silhouettes of our own. A bust stands in a box 18 wide and 26 high.

They take the colour of the group they are drawn in; a cut shows the cardboard again.
"""

from __future__ import annotations

from typing import Final

from garrison.games.itter.show.drawing.pen import circle, define, path, use

FACE: Final = "M5.4 10.4h7.2v3a3.6 4 0 0 1-7.2 0z"
SHOULDERS: Final = "M.6 26v-3.6q.2-4.4 5-5.6l3.4 1.6 3.4-1.6q4.8 1.2 5 5.6v3.6z"
NECK: Final = "M7.2 15.6h3.6v3h-3.6z"
BODY: Final = FACE + NECK + SHOULDERS
AMERICAN: Final = "M3.3 9.6q-.2-7.2 5.7-7.2t5.7 7.2q-5.7-1.2-11.4 0z"
STEEL: Final = "M3.9 8.2q0-5.9 5.1-5.9t5.1 5.9l2.2 3.3q-2 .6-3.9-.4-3.4-1.6-6.8 0-1.9 1-3.9.4z"
PEAKED: Final = "M2.9 5.4q6.1-5 12.2 0l-1.7 2.6h-8.8zM4.4 8.4h9.2l.8 1.8q-5.4-1.2-10.8 0z"
FIELD_CAP: Final = "M4.2 8.6q-.4-4.6 2.2-5.6 2.6-1 5.2 0 2.6 1 2.2 5.6l1.8 1.5q-3 .3-4.6-.6-2.8-.6-6.8-.3z"
TANKER: Final = (
    "M4.3 8.6q0-6.2 4.7-6.2t4.7 6.2v1h-9.4zM3.1 8.4h2v6.4q-2-.3-2-2.8zM14.9 8.4h-2v6.4q2-.3 2-2.8z"
)
ALPINE: Final = (
    "M2.6 9.4q6.4-2.6 12.8 0l-.5 1.2q-5.9-1.6-11.8 0zM5 7.8q.4-5.4 2.5-5.4 1.5 1.2 3 0 2.1 0 2.5 5.4-4-1-8 0z"
)
FEATHER: Final = "M12.6 6.8q.6-5 3.7-6.6.4 4-2.6 7z"
HOMBURG: Final = (
    "M2.2 8.3q1 1.4 2.6 1 4.2-1 8.4 0 1.6.4 2.6-1 .6 1.4-.8 2.1-6-1-12 0-1.4-.7-.8-2.1z"
    "M5 8.2q-.6-5.8 2.2-6 1.8 1 3.6 0 2.8.2 2.2 6-4-.8-8 0z"
)
BOWLER: Final = (
    "M2.4 8.6q6.6-1.6 13.2 0-.2 1.7-1.4 1.8-5.2-1-10.4 0-1.2-.1-1.4-1.8z"
    "M4.7 8q-.1-5.8 4.3-5.8t4.3 5.8q-4.3-.9-8.6 0z"
)
KEPI: Final = "M5.2 2.6q3.8-.8 7.6 0l.8 5.2h-9.2zM4.2 8.4h9.6l1.4 2q-6.2-1.2-12.4 0z"
BARE: Final = "M4.9 10.2q-.9-7.6 4.1-7.6t4.1 7.6q-.9-3-2.7-3.6-3.4.8-4.6.2-.9 1.4-.9 3.4z"
BERET: Final = "M3.6 8.8q-1.4-5.4 5-6 6.2-.2 6.8 2.8.2 2.6-2.8 2.8-4.2-.8-9 .4zM8.2 3l.3-1.5h.9l.1 1.5z"
RIFLE: Final = "M16.2 1.4h1.2v24.6h-1.2zM15.6 13h2.4v8h-2.4z"
GUN: Final = "M2.4 23.2l12.4-3.6.3 1-3.6 1.1.5 3h-1.6l-.5-2.5-2.6.8.2 1.4h-1.5l-.1-1-3.2.8z"
RACKET: Final = "M15.9 9.4a3 3.9 15 1 1-.1 0zM15.8 10.5a2 2.9 15 1 0 .1 0zM13.8 16.6l1.3.4-2.2 8.4-1.6-.4z"
"""A frame with a hole, by the even-odd rule, and its handle."""
GLASSES: Final = "M4.4 11h4v3.4h-4zM9.6 11h4v3.4h-4zM8 11.8h2v1.4h-2z"

BUSTS: Final = {
    "rifleman": (AMERICAN + BODY + RIFLE, "M5.2 10.6h7.6M16.8 2v20"),
    "gunner": (AMERICAN + BODY, "M5.2 10.6h7.6"),
    "tanker": (TANKER + BODY, "M4.4 9.8h9.2M6 7h6"),
    "officer": (PEAKED + BODY, "M4.6 8.2h8.8M6.6 18.4l2.4 5 2.4-5"),
    "german": (STEEL + BODY + RIFLE, ""),
    "resister": (ALPINE + FEATHER + BODY + RIFLE, "M4.8 8.6h8.4"),
    "general": (KEPI + BODY, "M4.6 8.1h8.8M6.6 18.4l2.4 5 2.4-5"),
    "homburg": (HOMBURG + BODY, "M5 8.6h8M6 17.6l3 6 3-6M9 23v3"),
    "bowler": (BOWLER + BODY, "M4.8 8.6h8.4M6.4 13.4q2.6-1.4 5.2 0M6 17.6l3 6 3-6M9 23v3"),
    "bare": (BARE + BODY, "M6 17.6l3 6 3-6M9 23v3"),
    "player": (BERET + BODY, "M6.2 18l2.8 3 2.8-3"),
    "scout": (FIELD_CAP + BODY, ""),
    "sturm": (STEEL + BODY, ""),
}
"""By bust: what is filled, and what is cut out of it as thin lines."""


def bust(name: str, ground: str) -> str:
    """A defined bust: on a light counter (`card`), a dark one (`back`) or a card (`sky`)."""
    return use(f"{ground}-{name}")


def busts() -> str:
    """All busts in use, for the board's definitions."""
    grounds = {
        "card": [name for name in BUSTS if name not in ("scout", "sturm")],
        "back": ["german", "scout", "sturm"],
        "sky": ["german", "scout", "sturm", "officer", "resister", "rifleman"],
    }
    return "".join(
        define(f"{ground}-{name}", _drawn(name, ground))
        for ground, names in grounds.items()
        for name in names
    )


def _drawn(name: str, ground: str) -> str:
    cut, hole = f"{ground}-cut", f"{ground}-fill"
    filled, lines = BUSTS[name]
    said = path(filled)
    said += path(lines, cut, stroke_width=0.8) if lines else ""
    if name in ("gunner", "sturm"):
        said += path(GUN, hole)
    if name == "player":
        said += path(RACKET, fill_rule="evenodd")
        said += path("M14.4 11.4l2.8 4.6M17.4 11.2l-3.4 4.6", "card-strings", stroke_width=0.4)
    if name == "tanker":
        said += circle(6.9, 7, 1.5, hole) + circle(11.1, 7, 1.5, hole)
    if name == "scout":
        said += path(GLASSES) + path("M9 11.4v2.6M4.2 10.6h9.6", cut, stroke_width=0.6)
    return said


MACHINE_GUN: Final = (
    "M1 12h14v2h-14zM15 10.6h9v4.6h-9zM24 11.2l7-.8v5.6l-4 .4-3-2.4zM17 15.2h3l-1 5h-3z"
    "M5.6 14l-3 8h1.6l2.6-7.4 2.6 7.4h1.6l-3-8zM12 8.6h8v2h-8z"
)
"""A machine gun on its bipod, in a box 32 wide and 24 high."""
MORTAR: Final = "M19 1l4 1.8-9.4 19.4-4-1.8zM5 22h14v2.4h-14zM17 8l10 14.4h-2l-9-12.6zM16 12h6v1.4h-6z"
"""A mortar with plate and legs, in a box 32 wide and 26 high."""
