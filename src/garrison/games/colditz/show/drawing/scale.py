"""Where things lie on the picture: lengths are units of the board, `SCALE` of them one unit of the data."""

from __future__ import annotations

from typing import Final

from garrison.games.colditz.castle.layout import BOARD

SCALE: Final = 2.5
SIZE: Final = (round(BOARD["meta"]["frame"][0] * SCALE), round(BOARD["meta"]["frame"][1] * SCALE))
AT: Final[tuple[tuple[int, int], ...]] = tuple(
    (round(row["x"] * SCALE), round(row["y"] * SCALE)) for row in BOARD["spaces"]
)
"""By space, its middle."""
RING: Final = 18
"""Half the width of a space."""
