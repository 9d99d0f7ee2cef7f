"""The layers of the board, from the ground up."""

from __future__ import annotations

from functools import lru_cache

from garrison.core.show.pen import group
from garrison.games.colditz.show.drawing.barriers import barriers, tunnels
from garrison.games.colditz.show.drawing.castle import castle
from garrison.games.colditz.show.drawing.ground import ground
from garrison.games.colditz.show.drawing.lettering import lettering
from garrison.games.colditz.show.drawing.office import office
from garrison.games.colditz.show.drawing.spaces import spaces


def layers(edition: str, lang: str) -> tuple[str, ...]:
    """Ground and castle; spaces with what stands between them; what is written upon it."""
    below, *above = _drawn()
    house = (group(office(lang)),) if edition == "modern" else ()
    return (below, *house, *above, group(lettering(lang)))


@lru_cache(maxsize=1)
def _drawn() -> tuple[str, ...]:
    """All that is the same in every language."""
    return group(ground()) + group(castle() + tunnels()), group(spaces()), group(barriers())
