"""Illustrations as they are sent: drawn once and addressed by their hash, for browsers to cache forever."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from garrison.core import registry
from garrison.core.game import AnyGame, Illustration
from garrison.core.show import illustration
from garrison.core.show.picture import THEMES

DIGITS = 32
ROOM = (460, 320)
"""Width and height that a part of a board is shown in, in pixels."""
SAMPLE = 88
"""Height that a row of sprites is shown in."""
MOST = 1024
"""Drawings kept."""

_by_name: dict[str, bytes] = {}
"""SVG by hash, those drawn last."""


@dataclass(frozen=True)
class _Drawing:
    """A drawing, known by its content: a game may create its illustrations again on every request."""

    game: AnyGame
    content: str
    theme: str
    lang: str
    found: Illustration = field(compare=False)


@lru_cache(maxsize=MOST)
def _svg(drawing: _Drawing) -> tuple[str, bytes]:
    svg = illustration.svg(drawing.game, drawing.found, drawing.theme, drawing.lang).encode()
    name = hashlib.sha256(svg).hexdigest()[:DIGITS]
    _by_name[name] = svg
    if len(_by_name) > MOST:
        del _by_name[next(iter(_by_name))]
    return name, svg


def _drawn(game: AnyGame, found: Illustration, theme: str, lang: str) -> tuple[str, bytes]:
    """The hash of an illustration and its SVG."""
    return _svg(_Drawing(game, repr(found), theme, lang, found))


def described(game: AnyGame, found: Illustration, lang: str) -> dict[str, Any]:
    """An illustration as a page needs it: its hash in each theme, its size and its caption."""
    spoken = game.tell.spoken(lang)
    w, h = illustration.size(game, found, spoken)
    scale = SAMPLE / h if found.stacks else min(ROOM[0] / w, ROOM[1] / h)
    names = {theme: _drawn(game, found, theme, spoken)[0] for theme in THEMES}
    return {**names, "width": round(w * scale), "height": round(h * scale), "caption": found.caption}


def find(wanted: str) -> bytes | None:
    """The illustration of this hash, drawn with the page that names it.

    Browsers may ask for one that this process has not drawn yet; if much is still to be drawn, it takes long.
    """
    if wanted in _by_name:
        return _by_name[wanted]
    for game in registry.games().values():
        for lang in game.tell.langs:
            for found in _all(game, lang):
                for theme in THEMES:
                    name, content = _drawn(game, found, theme, lang)
                    if name == wanted:
                        return content
    return None


def _all(game: AnyGame, lang: str) -> Iterator[Illustration]:
    cover = game.book.cover(lang)
    if cover is not None:
        yield cover
    for edition in game.options.get("edition", ("",)):
        yield from game.book.illustrations(edition, lang)
