"""The layers of the board, from the ground up."""

from __future__ import annotations

from functools import lru_cache

from garrison.core.show.pen import group
from garrison.games.colditz.show.drawing.barriers import barriers, tunnels
from garrison.games.colditz.show.drawing.castle import castle
from garrison.games.colditz.show.drawing.ground import ground
from garrison.games.colditz.show.drawing.lettering import ground_names, lettering
from garrison.games.colditz.show.drawing.spaces import spaces


def layers(lang: str) -> tuple[str, ...]:
    """Ground and castle, with faint names; spaces with what stands between them; what is written upon it."""
    below, above = _drawn()
    return (*below, group(ground_names(lang)), *above, group(lettering(lang)))


@lru_cache(maxsize=1)
def _drawn() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All that is the same in every language."""
    below = (group(ground()), group(castle() + tunnels()))
    return below, (group(spaces()), group(barriers()))
