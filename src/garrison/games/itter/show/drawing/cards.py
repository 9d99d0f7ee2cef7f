"""Drawings on the cards, 120 by 80: the event, in front of the castle on its hill."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from garrison.core.show.scene import Sprite
from garrison.games.itter.show.drawing.counters import burst
from garrison.games.itter.show.drawing.pen import circle, define, group, lines, path, rect, tag, use
from garrison.games.itter.show.drawing.silhouettes import MACHINE_GUN, MORTAR, bust
from garrison.games.itter.tables import CARD_NAMES

W: Final = 120
H: Final = 80
CASTLE: Final = "M0 30v-14h2v-3h3v3h2v-3h3v3h2v-16l5-5 5 5v10h14v-3l4-4 4 4v6h3v-3h3v3h3v17z"
"""A small castle in a box 53 wide and 36 high, from its foot at y 30."""
WINDOWS: Final = "M15.6 4h2.8v5h-2.8zM26 17h2.4v4h-2.4zM31 17h2.4v4h-2.4zM42.8 11h2.4v4h-2.4z"
TANK: Final = (
    "M2 20h46l4-6-5-3h-10l-2-7h-18l-3 7h-11l-5 4zM37 6h22v2.6h-22z"
    "M4 21.4h46q3 .4 3 4t-4 5h-43q-4-.8-4-4.8t2-4.2z"
)
FIELD_GUN: Final = (
    "M24 11l40-9 .6 2.6-39 9.4zM62 .6l5-1.2.9 4.2-5 1.2zM20 1l4.6 1 3.4 20-4.6 1zM16 15l-17 13 1.4 2.4 18-10z"
    "M22 14a8.6 8.6 0 1 1-.1 0zM22 17.6a5 5 0 1 0 .1 0zM20.6 18h2.8v9.6h-2.8zM17.2 21.2h9.6v2.8h-9.6z"
)
FLAK: Final = "M12 22l46-26 1.6 2.8-45 27.2zM8 20h14l2 8h-18zM0 28h30v3h-30zM14 12l6-1 3 12h-6z"
ROCKET: Final = "M0 8h34v3h-34zM34 9.5l4-5h8l6 5-6 5h-8zM8 11h4v6h-4z"
TRUCK: Final = (
    "M0 6h24v16h-24zM26 10h9l5 6v6h-14zM4 22a4 4 0 1 0 8 0zM15 22a4 4 0 1 0 8 0zM28 22a4 4 0 1 0 8 0z"
)
CLOUD: Final = "M0 12a6 6 0 0 1 5-9 9 9 0 0 1 16-1 7 7 0 0 1 10 4 5 5 0 0 1-1 8h-26a4 4 0 0 1-4-2z"
FIR: Final = "M0 0l6 9h-3l5 8h-3l5 8h-8.6v4h-2.8v-4h-8.6l5-8h-3l5-8h-3z"


SHAPES: Final = {
    "machine-gun": MACHINE_GUN,
    "mortar": MORTAR,
    "tank-side": TANK,
    "field-gun": FIELD_GUN,
    "flak": FLAK,
    "rocket": ROCKET,
    "truck": TRUCK,
    "cloud": CLOUD,
    "fir": FIR,
}


def _moved(x: float, y: float, size: float) -> str:
    return f"translate({x:g} {y:g})" + (f"scale({size:g})" if size != 1 else "")


def _put(drawing: str, x: float, y: float, size: float = 1) -> str:
    return group(drawing, transform=_moved(x, y, size))


def _man(kind: str, x: float, y: float, size: float) -> str:
    return _put(group(bust(kind, "sky"), "card-ink"), x, y, size)


def _shape(name: str, x: float, y: float, size: float = 1, cls: str = "card-ink") -> str:
    return group(use(name), cls, transform=_moved(x, y, size))


def _machine_gun(x: float, y: float, size: float) -> str:
    """The machine gun aims to the left on its counter, to the right on cards."""
    return group(use("machine-gun"), "card-ink", transform=f"translate({x:g} {y:g})scale({-size:g} {size:g})")


def _keep(x: float, y: float, size: float) -> str:
    return _put(use("card-castle"), x, y, size)


def parts() -> str:
    """Shapes that several cards share, for the board's definitions."""
    hill = "M0 62q26-6 48-18 12-6 24 0 22 12 48 16v20h-120z"
    ground = rect(0, 0, W, H, "sky") + circle(96, 18, 9, "sun") + path(hill, "hill")
    castle = path(CASTLE, "card-far") + path(WINDOWS, "sky")
    blast = path(burst(0, 0, 10, 5, 9), "flame") + path(burst(0, 0, 5, 2.8, 7), "sun")
    drawings = {
        "card-ground": ground,
        "card-castle": castle,
        "blast": blast,
        **{name: path(d) for name, d in SHAPES.items()},
    }
    return "".join(define(name, drawing) for name, drawing in drawings.items())


def _ground() -> str:
    return use("card-ground")


def _far() -> str:
    """The castle on its hill, behind everything."""
    return _ground() + _keep(38, 16, 0.85)


def _men(kind: str, count: int) -> str:
    size = 2.1 if count < 3 else 1.75
    step = 18 * size * 0.95
    left = W / 2 - step * count / 2
    return _far() + "".join(_man(kind, left + step * k, H - 26 * size, size) for k in range(count))


def _fire(x: float, y: float, r: float) -> str:
    return _put(use("blast"), x, y, r / 10)


def _shot(*points: tuple[float, float]) -> str:
    return path(lines(points), "card-line", stroke_width=1.4, stroke_dasharray="6 4")


def _cross(x: float, y: float, r: float) -> str:
    """A marksman's sight."""
    d = f"M{x - r - 6} {y}h{r}M{x + 6} {y}h{r}M{x} {y - r - 6}v{r}M{x} {y + 6}v{r}"
    return circle(x, y, r, "card-line", stroke_width=2) + path(d, "card-line", stroke_width=1.2)


def _arrow(points: Sequence[tuple[float, float]]) -> str:
    """A broad arrow along points, as staffs draw an advance."""
    (ax, ay), (bx, by) = points[-2], points[-1]
    length = max(1.0, ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
    ux, uy = (bx - ax) / length, (by - ay) / length
    head = [(bx + 10 * ux, by + 10 * uy), (bx - 9 * uy, by + 9 * ux), (bx + 9 * uy, by - 9 * ux)]
    return path(lines(points), "advance", stroke_width=8) + path(lines(head, closed=True), "rust")


def _approach(*ways: Sequence[tuple[float, float]]) -> str:
    """The castle on its contour lines, and the directions of the attack."""
    rings = "".join(
        tag("ellipse", "card-line", cx=60, cy=42, rx=22 + 11 * k, ry=14 + 8 * k, stroke_width=0.7)
        for k in range(4)
    )
    return rect(0, 0, W, H, "sky") + rings + _keep(42, 30, 0.68) + "".join(_arrow(way) for way in ways)


def _smoke() -> str:
    spots = ((2, 40, 1.3), (36, 44, 1.5), (78, 40, 1.3), (20, 54, 1.5), (62, 56, 1.6))
    clouds = "".join(_shape("cloud", x, y, size, "smoke") for x, y, size in spots)
    return _far() + _man("german", 48, 34, 1.5) + clouds


def _dug_in() -> str:
    trench = "M0 58q10-6 20 0t20 0 20 0 20 0 20 0 20 0v22h-120z"
    return (
        _far()
        + _machine_gun(86, 30, 1.6)
        + path(trench, "earth")
        + path("M8 66h16M40 70h20M78 66h22", "card-line", stroke_width=1)
    )


def _tank_hit() -> str:
    return _ground() + _shape("tank-side", 54, 34, 1.1) + _shape("rocket", 4, 24, 0.8) + _fire(60, 34, 13)


def _gun(target: str) -> str:
    aim = {"east": (62, 30), "southwest": (50, 30)}.get(target, (58, 24))
    return _far() + _shape("field-gun", 6, 42, 1.05) + _fire(*aim, 10)


def _heavy() -> str:
    return _ground() + _keep(66, 20, 0.8) + _shape("flak", 2, 44, 1.05) + _fire(88, 22, 11)


def _light_flak() -> str:
    tracers = "".join(_shot((40, 46 - 6 * k), (112, 14 + 4 * k)) for k in range(3))
    return (
        _ground() + _keep(70, 24, 0.75) + tracers + _shape("flak", 4, 46, 0.75) + _shape("flak", 12, 40, 0.75)
    )


def _volley() -> str:
    shots = _shot((46, 46), (112, 22)) + _shot((46, 50), (112, 38)) + _shot((46, 54), (112, 56))
    return _ground() + _keep(70, 22, 0.75) + shots + _machine_gun(48, 44, 1.25)


def _sniper() -> str:
    return _ground() + _keep(26, 10, 1.25) + _cross(52, 30, 19)


def _relief() -> str:
    return (
        _far()
        + _shape("truck", 6, 48, 1.05)
        + _shape("truck", 52, 50, 0.95)
        + _shape("tank-side", 84, 52, 0.58)
    )


def _infiltration() -> str:
    trees = "".join(
        _shape("fir", x, y, size, "pine")
        for x, y, size in ((16, 30, 1.3), (36, 44, 1), (84, 36, 1.2), (106, 30, 1.4), (66, 52, 0.9))
    )
    return _far() + trees + _shot((8, 76), (40, 70), (54, 56), (60, 46)) + _man("scout", 46, 44, 1.4)


def _assault() -> str:
    return _approach([(12, 70), (40, 52)], [(60, 78), (60, 62)], [(108, 70), (80, 52)])


def _pinned() -> str:
    shots = "".join(_shot((4, y), (70, y + 4)) for y in (14, 26, 38))
    return _far() + shots + _man("rifleman", 76, 38, 1.6) + _fire(74, 22, 9)


def _converging() -> str:
    return (
        _far() + _arrow([(10, 72), (38, 46)]) + _arrow([(110, 72), (82, 46)]) + _arrow([(60, 78), (60, 56)])
    )


def _barrage() -> str:
    return _far() + _fire(28, 52, 15) + _fire(62, 30, 17) + _fire(94, 50, 14)


DRAWN: Final[dict[str, Callable[[], str]]] = {
    "rifleman-2": lambda: _men("german", 2),
    "rifleman-3": lambda: _men("german", 3),
    "scout-2": lambda: _men("scout", 2),
    "sturm-1": lambda: _men("sturm", 1),
    "sturm-2": lambda: _men("sturm", 2),
    "sturm-competitive": lambda: _men("sturm", 1),
    "mg-1": lambda: _far() + _machine_gun(94, 30, 2.2),
    "mortar-1": lambda: _far() + _shape("mortar", 26, 26, 2),
    "sniper": _sniper,
    "flak37": _heavy,
    "pak40-east": lambda: _gun("east"),
    "pak40-southwest": lambda: _gun("southwest"),
    "panzerfaust": _tank_hit,
    "flak30": _light_flak,
    "suppressive-fire": _volley,
    "reinforcements": lambda: (
        _far()
        + _man("officer", 10, 34, 1.75)
        + _man("resister", 44, 34, 1.75)
        + _man("resister", 78, 34, 1.75)
    ),
    "ss-squads": lambda: _men("german", 3) + _fire(20, 24, 8) + _fire(100, 28, 8),
    "regiment-142": _relief,
    "barrage": _barrage,
    "focus-fire": _converging,
    "eastern-approach": lambda: _approach([(116, 42), (94, 42)]),
    "northern-approach": lambda: _approach([(60, 2), (60, 16)]),
    "southern-approach": lambda: _approach([(60, 78), (60, 66)]),
    "western-approach": lambda: _approach([(4, 42), (26, 42)]),
    "smoke-screen": _smoke,
    "dug-in": _dug_in,
    "sharpshooters": lambda: _ground() + _keep(26, 10, 1.25) + _cross(40, 30, 15) + _cross(82, 40, 15),
    "flak-concentration": lambda: _light_flak() + _fire(104, 24, 9),
    "tank-hunters": lambda: _tank_hit() + _man("sturm", 4, 42, 1.4),
    "pinning-fire": _pinned,
    "infiltration": _infiltration,
    "storm-assault": _assault,
}


def card_sprites() -> list[Sprite]:
    """A drawing for every card."""
    return [Sprite(f"card-{name}", W, H, DRAWN[name]()) for name in dict.fromkeys(CARD_NAMES)]
