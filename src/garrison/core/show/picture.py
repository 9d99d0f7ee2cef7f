"""A scene as a picture: one SVG that needs nothing else, for any game, also one without drawings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from itertools import combinations
from math import hypot, inf
from typing import Final
from xml.sax.saxutils import escape

from garrison.core.show import alarm_mark, crop
from garrison.core.show.alarm_mark import Extent
from garrison.core.show.scene import Alarm, Board, Dial, Gauge, Group, Piece, Place, Scene, Sprite, Tray

THEMES: Final = ("light", "dark")
MARGIN: Final = 16
UNIT: Final = 40
"""Width of an ordinary piece, by which a plain board is scaled."""
LEAST: Final = 240
"""Width below which nothing could be read beside the board."""
FAN: Final = 7
"""How far each further piece on a place is shifted."""
FIGURE: Final = 15
"""Height of a dial's figures, unless it says otherwise."""
CARD: Final = (132, 170)
HEAD: Final = 22
GAP: Final = 8
_BLOCK: Final = re.compile(r"([^{}]+)\{([^{}]*)\}")
_CLASS: Final = re.compile(r"class='([^']*)'")
_SHAPES: Final = re.compile(r"<defs>.*?</defs>", re.DOTALL)
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_VARIABLE: Final = re.compile(r"(--[\w-]+):\s*([^;]+);")
_USE: Final = re.compile(r"var\((--[\w-]+)\)")


def svg(board: Board, scene: Scene, theme: str = "light", title: str = "", across: int = 0) -> str:
    """The board with its pieces, dials, lit choices and alarms; below it the gauges and trays.

    `across` is how wide it is shown; the drawing itself scales.
    """
    painter = _Painter(board, scene)
    wide, high, content = painter.whole()
    width = across or wide
    height = round(high * width / wide)
    name = escape(title or painter.title())
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {wide} {high}'"
        f" width='{width}' height='{height}' role='img'>"
        f"<title>{name}</title><style>{style(theme)}</style>{painter.defs()}{content}</svg>"
    )


def part(
    board: Board,
    scene: Scene,
    box: tuple[int, int, int, int],
    theme: str = "light",
    title: str = "",
    marked: Sequence[str] = (),
) -> str:
    """A part of the board with what lies there; `marked` things have a ring."""
    painter = _Painter(board, scene)
    painter.lit = {*marked}
    return _whole(box, crop.cropped(painter.board_alone(), box), painter, theme, title)


def samples(board: Board, stacks: Sequence[Sequence[str]], theme: str = "light", title: str = "") -> str:
    """Sprites of a board, upon each other in a stack, the stacks side by side."""
    painter = _Painter(board, Scene((), (), ()))
    content, x = painter.shapes(), float(GAP)
    wide, high = samples_size(board, stacks)
    for stack in stacks:
        w, h = painter.extent(stack)
        content += "".join(painter.sprite(each, x, (high - h) / 2) for each in stack)
        x += w + GAP
    return _whole((0, 0, wide, high), content, painter, theme, title)


def samples_size(board: Board, stacks: Sequence[Sequence[str]]) -> tuple[int, int]:
    """The size of a row of samples."""
    painter = _Painter(board, Scene((), (), ()))
    sizes = [painter.extent(stack) for stack in stacks]
    return GAP + sum(w + GAP for w, _ in sizes), 2 * GAP + max(h for _, h in sizes)


def _whole(box: tuple[int, int, int, int], content: str, painter: _Painter, theme: str, title: str) -> str:
    x, y, w, h = box
    content = crop.without_unused(painter.defs() + content)
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='{x} {y} {w} {h}' width='{w}' height='{h}'"
        f" role='img'><title>{escape(title)}</title><style>{_used(style(theme), content)}</style>"
        f"{content}</svg>"
    )


# Paint


def _used(sheet: str, content: str) -> str:
    """The rules of a sheet that a drawing makes use of."""
    classes = {each for said in _CLASS.findall(content) for each in said.split()}
    return "".join(
        f"{selectors}{{{body}}}"
        for selectors, body in _BLOCK.findall(sheet)
        if any(each.strip().removeprefix(".") in classes for each in selectors.split(","))
    )


@lru_cache(maxsize=4)
def style(theme: str) -> str:
    """The classes of paint.css with the colours of a theme put in."""
    if theme not in THEMES:
        raise ValueError(f"theme: {theme!r} is not one of {', '.join(THEMES)}")
    sheet = _COMMENT.sub("", files("garrison.core").joinpath("paint.css").read_text("utf-8"))
    blocks = [(selector.strip(), " ".join(body.split())) for selector, body in _BLOCK.findall(sheet)]
    colours = dict(_VARIABLE.findall(next(body for selector, body in blocks if selector == ":root")))
    if theme == "dark":
        dark = next(body for selector, body in blocks if selector == ':root[data-theme="dark"]')
        colours |= dict(_VARIABLE.findall(dark))
    rules = (f"{selector}{{{body}}}" for selector, body in blocks if selector.startswith("."))
    return _USE.sub(lambda found: colours[found.group(1)], "".join(rules))


def _text(said: str, x: float, y: float, size: float, cls: str = "p-text", room: float = 0) -> str:
    """Lettering; with `room` it is squeezed when it would be wider."""
    wide = room and len(said) * size * 0.54 > room
    squeeze = f" textLength='{room:g}' lengthAdjust='spacingAndGlyphs'" if wide else ""
    return f"<text class='{cls}' x='{x:g}' y='{y:g}' font-size='{size:g}'{squeeze}>{escape(said)}</text>"


def _rect(x: float, y: float, w: float, h: float, cls: str, more: str = "") -> str:
    return f"<rect class='{cls}' x='{x:g}' y='{y:g}' width='{w:g}' height='{h:g}'{more}/>"


def _lines(said: str, letters: int) -> list[str]:
    """A text in lines of limited length, words kept whole."""
    found = [""]
    for word in said.split():
        if found[-1] and len(found[-1]) + 1 + len(word) > letters:
            found.append("")
        found[-1] = f"{found[-1]} {word}".strip()
    return found


def _balanced(said: str, letters: int) -> list[str]:
    """The same number of lines, about equally long."""
    found = _lines(said, letters)
    while letters > 1 and len(_lines(said, letters - 1)) == len(found):
        letters -= 1
        found = _lines(said, letters)
    return found


def _scale(board: Board) -> float:
    """How much a plain board is enlarged, so that its places have room for pieces and names."""
    spots = {(place.x, place.y) for place in board.places}
    apart = min((hypot(a - c, b - d) for (a, b), (c, d) in combinations(spots, 2)), default=0)
    return max(3 * UNIT / apart if apart else 1.0, 12 * UNIT / max(1, *board.size))


@lru_cache(maxsize=16)
def _spacing(places: tuple[Place, ...]) -> Mapping[str, float]:
    """The distance of each place from its nearest neighbour, as in the client's `polygon.js`."""
    ordered = sorted(places, key=lambda place: place.x)
    found: dict[str, float] = {}
    for n, place in enumerate(ordered):
        least = inf
        for side in (ordered[n + 1 :], reversed(ordered[:n])):
            for other in side:
                if abs(other.x - place.x) >= least:
                    break
                least = min(least, hypot(other.x - place.x, other.y - place.y) or inf)
        found[place.id] = least
    return found


class _Painter:
    """Puts one scene on one board; sprites are written once and used by name."""

    def __init__(self, board: Board, scene: Scene) -> None:
        self.board = board
        self.scene = scene
        self.places: Mapping[str, Place] = {place.id: place for place in board.places}
        self.groups: Mapping[str, Group] = {group.id: group for group in board.groups}
        self.trays: Mapping[str, Tray] = {tray.id: tray for tray in scene.trays}
        self.sprites: Mapping[str, Sprite] = {sprite.id: sprite for sprite in board.sprites}
        self.dials: Mapping[str, Dial] = {dial.id: dial for dial in board.dials}
        self.used: dict[str, str] = {}
        """The sprites in use by their names in the picture: of content, as a page may hold many pictures."""
        self.lit = {choice.at for choice in scene.choices}
        self.faint = self.lit - {choice.at for choice in scene.choices if not choice.fold}
        """Things that can be chosen, but hardly would be."""
        self.notes: dict[str, list[str]] = {}
        for choice in scene.choices:
            if choice.note and choice.note not in self.notes.setdefault(choice.at, []):
                self.notes[choice.at].append(choice.note)
        self.scale = 1.0 if board.layers else _scale(board)
        self._spacing = _spacing(tuple(place for place in board.places if not place.outline))

    def title(self) -> str:
        return self.scene.ask.text if self.scene.ask else "Garrison"

    def whole(self) -> tuple[int, int, str]:
        width = max(LEAST, round(self.board.size[0] * self.scale))
        high = round(self.board.size[1] * self.scale)
        board = self._board(width, high)
        below, total = self._below(width, high)
        return width, total, _rect(0, 0, width, total, "p-sheet") + board + below

    def board_alone(self) -> str:
        """The board with its pieces, without what lies beside it."""
        width, high = (round(each * self.scale) for each in self.board.size)
        return self._board(width, high)

    def shapes(self) -> str:
        """The shapes that sprites refer to: the board's layers define them."""
        return "".join(each for layer in self.board.layers for each in _SHAPES.findall(layer))

    def extent(self, stack: Sequence[str]) -> tuple[int, int]:
        """The size of sprites that lie upon each other."""
        found = [self.sprites[each] for each in stack]
        return max(each.w for each in found), max(each.h for each in found)

    def defs(self) -> str:
        """The sprites in use; call it after everything is drawn."""
        known = {name: self.sprites[ident].svg for ident, name in self.used.items()}
        said = (f"<g id='{name}'>{drawing}</g>" for name, drawing in known.items())
        return f"<defs>{''.join(said)}</defs>"

    def sprite(self, ident: str, x: float, y: float) -> str:
        """A sprite with its upper left corner at a point."""
        if ident not in self.used:
            self.used[ident] = f"sprite-{sha256(self.sprites[ident].svg.encode()).hexdigest()[:12]}"
        return f"<use href='#{self.used[ident]}' x='{x:g}' y='{y:g}'/>"

    # The board

    def _board(self, width: int, high: int) -> str:
        said = f"<svg width='{width}' height='{high}'>{''.join(self.board.layers)}</svg>"
        if not self.board.layers:
            said = _rect(0, 0, width, high, "p-paper") + self._plain()
        said += "".join(self._place_ring(place) for place in self.board.places if place.id in self.lit)
        said += "".join(self._group_ring(group) for group in self.board.groups if group.id in self.lit)
        said += "".join(self._dial(gauge) for gauge in self.scene.gauges if gauge.id in self.dials)
        for ident, place in self.places.items():
            here = [piece for piece in self.scene.pieces if piece.at == ident and piece.spot is None]
            x, y = place.x * self.scale, place.y * self.scale
            for n, piece in enumerate(here):
                shift = FAN * (n - (len(here) - 1) / 2)
                said += self._lying(piece, x + shift, y + FAN * n * 0.6)
        for piece in self.scene.pieces:
            if piece.spot is not None:
                said += self._lying(piece, piece.spot[0] * self.scale, piece.spot[1] * self.scale)
        said += "".join(self._note(place) for place in self.board.places if place.id in self.notes)
        return said + "".join(map(self._alarm, self.scene.alarms))

    def _note(self, place: Place) -> str:
        """What choosing a place takes, within it."""
        note = "/".join(self.notes[place.id])
        if not place.outline:
            wide = high = 2 * self._half(place)
        else:
            wide, high = (self.scale * (max(each) - min(each)) for each in zip(*place.outline, strict=True))
        size = min(high * 0.6, wide * 0.86 / (0.62 * len(note)), UNIT * 0.6)
        at = f"x='{place.x * self.scale:g}' y='{place.y * self.scale + size * 0.36:g}'"
        lines = f"font-size='{size:g}' stroke-width='{size * 0.34:g}'"
        return f"<text class='p-figure p-choice-note' {at} {lines}>{escape(note)}</text>"

    def _lying(self, piece: Piece, x: float, y: float) -> str:
        """A piece on the board, turned as it lies there."""
        said = self._piece(piece, x, y)
        return f"<g transform='rotate({piece.turn} {x:g} {y:g})'>{said}</g>" if piece.turn else said

    def _plain(self) -> str:
        """Ways, then places with their names, then gauges that belong to a place."""
        s = self.scale
        ways = {
            (place, self.places[other])
            for place in self.board.places
            for other in place.neighbours
            if other in self.places
        }
        d = "".join(
            f"M{a.x * s:g} {a.y * s:g}L{b.x * s:g} {b.y * s:g}"
            for a, b in sorted(ways, key=lambda way: (way[0].id, way[1].id))
        )
        said = f"<path class='p-faint' stroke-width='2' stroke-dasharray='1 7' d='{d}'/>" if d else ""
        for place in self.board.places:
            x, y = place.x * s, place.y * s
            said += self._outline(place, "p-plate", 0) + _text(
                place.name, x, y + UNIT + 4, 13, "p-title p-strong"
            )
            said += _text(place.label, x, y - UNIT * 0.75, 10, "p-text p-quiet") if place.label else ""
        for gauge in self.scene.gauges:
            if gauge.at in self.places and gauge.id not in self.dials:
                place = self.places[gauge.at]
                line = f"{gauge.name}: {gauge.value}"
                said += _text(line, place.x * s, place.y * s + UNIT + 19, 12, "p-text p-quiet")
        return said

    def _outline(self, place: Place, cls: str, grow: float) -> str:
        if place.outline:
            corners = " ".join(f"{x * self.scale:g},{y * self.scale:g}" for x, y in place.outline)
            return f"<polygon class='{cls}' points='{corners}' stroke-linejoin='round'/>"
        x, y, half = place.x * self.scale, place.y * self.scale, self._half(place) + grow
        if place.shape == "square":
            return _rect(x - half, y - half, 2 * half, 2 * half, cls, " rx='4'")
        return f"<circle class='{cls}' cx='{x:g}' cy='{y:g}' r='{half:g}'/>"

    def _half(self, place: Place) -> float:
        """Half the width of a place: less where its neighbours are near, so that rings stay apart."""
        return min(UNIT * 0.6, max(self._spacing[place.id] * self.scale / 2 - 2, 5))

    def _place_ring(self, place: Place) -> str:
        faint = "-faint" if place.id in self.faint else ""
        return self._outline(place, f"p-under{faint}", 0.5) + self._outline(place, f"p-ring{faint}", 0.5)

    def _group_ring(self, group: Group) -> str:
        x, y, w, h = (each * self.scale for each in group.box)
        return self._ring(group.id, x + 4, y + 4, w - 8, h - 8)

    def _dial(self, gauge: Gauge) -> str:
        dial = self.dials[gauge.id]
        sprite = self.sprites.get(dial.sprite)
        said = self.sprite(sprite.id, dial.x - sprite.w / 2, dial.y - sprite.h / 2) if sprite else ""
        half = dial.size + 1
        ring = self._ring(gauge.id, dial.x - half, dial.y - half, 2 * half, 2 * half)
        size = f" style='font-size:{dial.size}px'" if dial.size != FIGURE else ""
        at = f"x='{dial.x}' y='{dial.y + dial.size / 3:g}'"
        return said + f"<text class='p-dial' {at}{size}>{escape(gauge.value)}</text>" + ring

    def _piece(self, piece: Piece, x: float, y: float) -> str:
        """A piece around its middle: its sprite, or a plain counter with its name."""
        sprite = self.sprites.get(piece.sprite)
        w, h = (sprite.w, sprite.h) if sprite else (UNIT, UNIT)
        left, top = x - w / 2, y - h / 2
        if sprite:
            said = self.sprite(sprite.id, left, top)
        else:
            said = _rect(left, top, w, h, "p-card", " rx='4'")
            said += "".join(
                _text(line, x, y + 3 + 10 * n - 5 * (len(shown) - 1), 9, "p-text p-card-ink", w - 4)
                for shown in [_lines(piece.name, 8)[:3]]
                for n, line in enumerate(shown)
            )
        said += "".join(self.sprite(each, left, top) for each in piece.over if each in self.sprites)
        return said + self._ring(piece.id, left - 2, top - 2, w + 4, h + 4)

    def _ring(self, ident: str, x: float, y: float, w: float, h: float) -> str:
        """The ring of a thing, if it can be chosen."""
        if ident not in self.lit:
            return ""
        faint = "-faint" if ident in self.faint else ""
        return "".join(_rect(x, y, w, h, f"{line}{faint}", " rx='5'") for line in ("p-under", "p-ring"))

    def _alarm(self, alarm: Alarm) -> str:
        """An alarm at its thing on the board; one beside the board is told in words below."""
        found = self._extent(alarm.at)
        return alarm_mark.mark(alarm, found) if found else ""

    def _extent(self, ident: str) -> Extent | None:
        """Where a thing lies on the board, and how large it is."""
        middle = self.board.size[0] / 2
        if ident in self.dials:
            dial = self.dials[ident]
            sprite = self.sprites.get(dial.sprite)
            half = (sprite.w / 2, sprite.h / 2) if sprite else (dial.size, dial.size)
            return Extent(dial.x, dial.y, half, dial.size / FIGURE, dial.x > middle)
        piece = next((each for each in self.scene.pieces if each.id == ident), None)
        place = self.places.get(piece.at if piece else ident)
        if place is None:
            return None
        at = (piece.spot if piece else None) or (place.x, place.y)
        sprite = self.sprites.get(piece.sprite) if piece else None
        half = (sprite.w / 2, sprite.h / 2) if sprite else (UNIT * 0.6, UNIT * 0.6)
        scale = max(half) / (UNIT * 0.6)
        return Extent(at[0] * self.scale, at[1] * self.scale, half, scale, at[0] > middle)

    # Below the board

    def _below(self, width: int, top: int) -> tuple[str, int]:
        """Gauges without a dial as a line, then the trays side by side as far as they fit."""
        loose = [
            gauge for gauge in self.scene.gauges if gauge.id not in self.dials and not self._drawn(gauge)
        ]
        said, y = self._status(loose, width, top + GAP)
        x, row = float(MARGIN), 0.0
        lying = {
            tray.id: [each for each in self.scene.pieces if each.at == tray.id] for tray in self.scene.trays
        }
        tall = False
        for tray in sorted(self.scene.trays, key=lambda each: each.cards and bool(lying[each.id])):
            pieces = lying[tray.id]
            if not pieces and not tray.text and tray.id not in self.lit:
                continue
            w, h, content = self._tray(tray, pieces, width - 2 * MARGIN)
            begins = tray.cards and bool(pieces) and not tall
            tall = tall or begins
            if x > MARGIN and (begins or x + w > width - MARGIN):
                x, y, row = float(MARGIN), y + row + GAP, 0.0
            said += f"<g transform='translate({x:g} {y:g})'>{content}</g>"
            x, row = x + w + GAP, max(row, h)
        return said, round(y + row + MARGIN)

    def _drawn(self, gauge: Gauge) -> bool:
        return not self.board.layers and gauge.at in self.places

    def _status(self, gauges: Iterable[Gauge], width: int, top: float) -> tuple[str, float]:
        said, x, y = "", float(MARGIN), top + 14
        for gauge in gauges:
            line = f"{gauge.name}: {gauge.value}"
            w = len(line) * 7 + 20
            if x > MARGIN and x + w > width - MARGIN:
                x, y = float(MARGIN), y + 18
            said += _text(line, x, y, 13, "p-text p-left")
            said += self._ring(gauge.id, x - 5, y - 14, w - 10, 20)
            x += w
        for alarm in self.scene.alarms:
            if self._extent(alarm.at) is None:
                y += 18
                line = f"! {alarm.say}" if alarm.urgent else alarm.say
                said += _text(line, MARGIN, y, 13, "p-text p-left p-strong", width - 2 * MARGIN)
        return said, y + GAP + 4

    def _tray(self, tray: Tray, pieces: list[Piece], most: float) -> tuple[float, float, str]:
        """Width, height and drawing of a tray with what lies in it."""
        across, down = CARD if tray.cards else (UNIT + 6, UNIT + 6)
        columns = max(1, min(len(pieces), int((most - 2 * GAP) // (across + GAP // 2))))
        rows = -(-len(pieces) // columns)
        head = f"{tray.name}: {tray.text}" if tray.text else tray.name
        letters = max(40, round(columns * across / 6.4))
        heads = _lines(head, letters)
        w = (
            max(columns * (across + GAP // 2) if pieces else 0, max(len(line) for line in heads) * 6.8)
            + 2 * GAP
        )
        deep = HEAD + 15 * (len(heads) - 1)
        h = deep + rows * (down + GAP // 2) + GAP
        said = _rect(0, 0, w, h, "p-paper", " rx='4'") + _rect(
            0, 0, w, h, "p-faint", " rx='4' stroke-width='1'"
        )
        for n, line in enumerate(heads):
            said += _text(line, GAP, 16 + 15 * n, 12, "p-title p-left p-strong", w - 2 * GAP)
        for n, piece in enumerate(pieces):
            x = GAP + n % columns * (across + GAP // 2)
            y = deep + n // columns * (down + GAP // 2)
            said += self._card(piece, x, y) if tray.cards else self._held(piece, x + across / 2, y + down / 2)
        return w, h, said + self._ring(tray.id, 1, 1, w - 2, h - 2)

    def _held(self, piece: Piece, x: float, y: float) -> str:
        """A piece in a tray: one that is small on its board is enlarged, so that it can be read."""
        sprite = self.sprites.get(piece.sprite)
        larger = UNIT / max(sprite.w, sprite.h) if sprite else 1
        if larger <= 1:
            return self._piece(piece, x, y)
        return f"<g transform='translate({x:g} {y:g}) scale({larger:.3g})'>{self._piece(piece, 0, 0)}</g>"

    def _card(self, piece: Piece, x: float, y: float) -> str:
        """A card to be read: title, drawing, effect and remark."""
        w, h = CARD
        said = _rect(x, y, w, h, "p-card", " rx='6'")
        for n, line in enumerate(_balanced(piece.name, 18)[:2]):
            said += _text(line, x + w / 2, y + 14 + 12 * n, 10.5, "p-title p-strong p-card-ink", w - 10)
        sprite = self.sprites.get(piece.sprite)
        at = y + 32
        if sprite:
            said += self.sprite(sprite.id, x + (w - sprite.w) / 2, at)
            at += sprite.h
        shown = _lines(piece.text, 26)
        shown += [f"({mark})" for mark in piece.marks]
        step = min(10.5, (y + h - at - 4) / max(1, len(shown)))
        for n, line in enumerate(shown):
            size = min(8.6, step * 0.85)
            said += _text(line, x + w / 2, at + 2 + step * (n + 0.75), size, "p-text p-card-ink")
        return said + self._ring(piece.id, x - 1, y - 1, w + 2, h + 2)
