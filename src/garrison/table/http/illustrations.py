"""Illustrations as they are sent: drawn once, under a name that changes with the content, for caches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from garrison.core import registry
from garrison.core.game import AnyGame, Illustration
from garrison.core.show import illustration
from garrison.core.show.picture import THEMES
from garrison.table.http import content_names

ROOM = (460, 320)
"""Width and height that a part of a board is shown in, in pixels."""
SAMPLE = 88
"""Height that a row of sprites is shown in."""
MOST = 1024
"""Drawings kept."""


@dataclass(frozen=True)
class _Drawing:
    """A drawing, known by its content: a game may create its illustrations again on every request."""

    game: AnyGame
    content: str
    theme: str
    lang: str
    found: Illustration = field(compare=False)

    @property
    def identity(self) -> str:
        return content_names.identity(self.game.id, self.content, self.theme, self.lang)


def _drawing(game: AnyGame, found: Illustration, theme: str, lang: str) -> _Drawing:
    return _Drawing(game, repr(found), theme, lang, found)


@lru_cache(maxsize=MOST)
def _svg(drawing: _Drawing) -> tuple[str, bytes]:
    """The name of an illustration, and the SVG."""
    svg = illustration.svg(drawing.game, drawing.found, drawing.theme, drawing.lang).encode()
    return content_names.name(drawing.identity, svg), svg


def described(game: AnyGame, found: Illustration, lang: str) -> dict[str, Any]:
    """An illustration as a page needs it: its name in each theme, its size and its caption."""
    spoken = game.tell.spoken(lang)
    w, h = illustration.size(game, found, spoken)
    scale = SAMPLE / h if found.stacks else min(ROOM[0] / w, ROOM[1] / h)
    names = {theme: _svg(_drawing(game, found, theme, spoken))[0] for theme in THEMES}
    return {**names, "width": round(w * scale), "height": round(h * scale), "caption": found.caption}


def find(wanted: str) -> bytes | None:
    """The illustration of this name: browsers may ask for one that this process has not drawn yet."""
    for game in registry.games().values():
        for lang in game.tell.langs:
            for found in _all(game, lang):
                for theme in THEMES:
                    drawing = _drawing(game, found, theme, lang)
                    if wanted.startswith(drawing.identity):
                        name, content = _svg(drawing)
                        return content if name == wanted else None
    return None


def _all(game: AnyGame, lang: str) -> Iterator[Illustration]:
    cover = game.book.cover(lang)
    if cover is not None:
        yield cover
    for edition in game.options.get("edition", ("",)):
        yield from game.book.illustrations(edition, lang)
