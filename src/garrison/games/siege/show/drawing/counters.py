"""Everything cut out of cards: the crew, both sides, round ammunition, the catapult, damage slips."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Final

from garrison.core.show.pen import circle, define, group, lines, num, painted, path, pattern, rect, text, use
from garrison.core.show.scene import Sprite
from garrison.games.siege.show.drawing import silhouettes
from garrison.games.siege.show.drawing.scale import units
from garrison.games.siege.tables import COUNTER_SIZE, COUNTERS, FIRE_TURNS, KIND_COUNT, KINDS, RADIUS

Letter = Callable[[str], str]
"""By kind of counter or shot: its letter in the reader's language."""

BOX: Final = (14, 13)
"""A counter's sprite: the counter itself with its shadow around the middle."""
WIDE, HIGH = units(COUNTER_SIZE[0]), units(COUNTER_SIZE[1])
EDGE: Final = ((BOX[0] - WIDE) / 2, (BOX[1] - HIGH) / 2)
TINT: Final = {"soldier": "rust", "wizard": "purple", "priest": "field", "mason": "olive", "waterboy": "blue"}
DISC: Final = 18
R: Final = units(RADIUS)
MIDDLE: Final = DISC / 2
SLIP: Final = (27, 13)
CATAPULT: Final = (30, 32)
PLATE: Final = (21, 10)
POINTERS: Final = (24, 34, 44)
"""Possible distances from the shot to a plate with its share."""
BENDS: Final = (9, 12.5, 16)
"""Distances of the bend lines from the catapult's front edge."""


def definitions() -> str:
    """Blank counters, discs and their hatches, figures and signs."""
    left, top = EDGE
    shadow = rect(left + 0.5, top + 0.7, WIDE, HIGH, "shade", rx=1)
    blank = shadow + rect(left, top, WIDE, HIGH, "counter", rx=0.9)
    stripes = "".join(f"M{num(left + 0.4 + 2.4 * n)} {num(top + HIGH - 0.6)}l4-10.5" for n in range(4))
    back = (
        shadow + rect(left, top, WIDE, HIGH, "back", rx=0.9) + path(stripes, "spent-line", stroke_width=0.6)
    )
    hatches = {
        "boulder": circle(1.5, 1.5, 0.5, "hatch-dot") + circle(4, 4, 0.5, "hatch-dot"),
        "fire": path("M-1 6l7-7M-1 1l2-2M4 6l2-2", "hatch", stroke_width=0.8),
        "disease": path("M0 2.5h5M2.5 0v5", "hatch", stroke_width=0.6),
    }
    discs = "".join(
        pattern(f"s-hatch-{kind}", 5, 5, hatches[kind])
        + define(f"s-disc-{kind}", _disc(kind) + circle(MIDDLE, MIDDLE, R, fill=painted(f"s-hatch-{kind}")))
        for kind in KINDS
    )
    foul = path("M-1 8l9-9M-1 1l2-2M6 8l2-2", "foul-line", stroke_width=1.5)
    return (
        define("s-blank", blank)
        + define("s-back", back)
        + discs
        + pattern("s-foul", 7, 7, foul)
        + define("s-catapult", _frame())
        + silhouettes.figures()
        + silhouettes.signs()
    )


def _disc(cls: str) -> str:
    return circle(MIDDLE + 0.5, MIDDLE + 0.9, R, "shade") + circle(MIDDLE, MIDDLE, R - 0.3, f"disc {cls}")


# The crew


def role(counter: str) -> str:
    """`soldier-3` is a soldier."""
    return counter.partition("-")[0]


def sides(letter: Letter) -> str:
    """Both sides of each kind of counter, for the board's definitions."""
    return "".join(
        define(f"s-front-{kind}", _front(kind, letter(kind)))
        + define(f"s-turned-{kind}", _turned(letter(kind)))
        for kind in silhouettes.CREW
    )


def _front(kind: str, letter: str) -> str:
    left, top = EDGE
    spot = f"translate({num(left + 0.5)} {num(top + 0.9)}) scale(.5)"
    figure = group(use(f"s-{kind}"), TINT[kind], transform=spot)
    return use("s-blank") + figure + text(letter, left + 10.4, top + 4.7, 4.4, f"figure {TINT[kind]}")


def _turned(letter: str) -> str:
    """The other side: dark, with a great cross and the letter."""
    left, top = EDGE
    cross = f"M{num(left + 2.8)} {num(top + 1.3)}h2.8v2.8h2.2v2.8h-2.2v2.8h-2.8v-2.8h-2.2v-2.8h2.2z"
    plate = rect(left + 8.1, top + 0.8, 4, HIGH - 1.6, "card-fill", rx=0.6)
    return (
        use("s-back")
        + path(cross, "bandage")
        + plate
        + text(letter, left + 10.1, top + 4.9, 4.2, "figure card-ink")
    )


def _numbered(side: str, counter: str) -> str:
    kind, _, number = counter.partition("-")
    spot = (EDGE[0] + 10.1, EDGE[1] + 10.2)
    said = text(number, *spot, 4.2 if len(number) < 2 else 3.5, "figure card-ink") if number else ""
    return use(f"s-{side}-{kind}") + said


def crew() -> list[Sprite]:
    """Both sides of every counter."""
    found = [Sprite(f"counter-{each}", *BOX, _numbered("front", each)) for each in COUNTERS]
    found += [Sprite(f"injured-{each}", *BOX, _numbered("turned", each)) for each in COUNTERS]
    pawn = path(
        "M.8 12q0-1.5 1.1-1.8l.2-1.4a1.5 1.5 0 1 1 1.6 0l.2 1.4q1.1.3 1.1 1.8z", "pawn", stroke_width=0.5
    )
    return [*found, Sprite("mark-acted", *BOX, pawn)]


# Ammunition


def _shot(kind: str, letter: str) -> str:
    sign = group(use(f"s-{kind}"), transform="translate(2.9 4.2) scale(.5)")
    return use(f"s-disc-{kind}") + sign + text(letter, 13.4, 11.4, 6.2, "figure dark")


def _burning(turns: int) -> str:
    """Turns to the next damage; a small fire, which has more, has a small flame."""
    flame = "translate(4 7.4) scale(.3)" if turns > FIRE_TURNS else "translate(2.6 4.6) scale(.46)"
    return (
        use("s-disc-fire")
        + group(use("s-fire"), transform=flame)
        + text(str(turns), 13, 12.2, 8.6, "figure dark")
    )


def _pile(points: int) -> str:
    sign = group(use("s-boulder"), transform="translate(1.8 4.6) scale(.44)")
    return use("s-disc-boulder") + sign + text(str(points), 12.8, 12.4, 9, "figure dark")


def _badge(count: int) -> str:
    wide = 5.6 if count < 10 else 8.4
    return rect(DISC - wide, 11.9, wide, 6.4, "back", rx=1.4) + text(
        str(count), DISC - wide / 2, 17, 5.8, "figure light"
    )


def burst(x: float, y: float, far: float, near: float, points: int) -> str:
    """A jagged star."""
    turns = [(far if k % 2 == 0 else near, pi * k / points) for k in range(2 * points)]
    return lines([(x + r * sin(a), y - r * cos(a)) for r, a in turns], closed=True)


def ammunition(letter: Letter) -> list[Sprite]:
    """Each kind: in flight, burning, in a pile, counted, and where it fell."""
    drawn = {f"shot-{kind}": _shot(kind, letter(kind)) for kind in KINDS}
    drawn |= {f"burning-{turns}": _burning(turns) for turns in (1, 2, 3, 4)}
    drawn |= {f"pile-{points}": _pile(points) for points in (1, 2)}
    drawn |= {f"count-{n}": _badge(n) for n in range(max(KIND_COUNT) + 1)}
    drawn["shot-hidden"] = _disc("veiled") + text("?", MIDDLE, 12.8, 10.5, "figure light")
    drawn["landing"] = circle(MIDDLE, MIDDLE, R, "shade") + circle(
        MIDDLE, MIDDLE, R, "landing", stroke_width=1, stroke_dasharray="2.2 1.4"
    )
    drawn["touch"] = path(burst(MIDDLE, MIDDLE, 6, 2.6, 8), "landing", stroke_width=1)
    drawn["stand"] = path(f"M{MIDDLE - 5} {MIDDLE}h10M{MIDDLE} {MIDDLE}v-5", "landing", stroke_width=1.2)
    return [Sprite(ident, DISC, DISC, svg) for ident, svg in drawn.items()]


def plates() -> list[Sprite]:
    """A plate for a share of the shot, its figures, and the lines to it."""
    wide, high = PLATE
    plate = rect(0.8, 1.2, wide - 0.8, high - 1, "shade", rx=1.6) + rect(
        0.3, 0.3, wide - 0.8, high - 1, "note", rx=1.6
    )
    found = [Sprite("share", *PLATE, plate + text("%", 16.2, 7.6, 6.4, "figure card-ink"))]
    figures = {f"share-{n}0": (str(n), 4.6) for n in range(1, 10)}
    figures |= {f"share-{n}": (str(n), 9.4) for n in range(10)} | {"share-100": ("100", 6.6)}
    for ident, (said, x) in figures.items():
        size = 6 if len(said) > 1 else 8
        found.append(Sprite(ident, *PLATE, text(said, x, 7.9, size, "figure card-ink")))
    for far in POINTERS:
        line = path(f"M1 {far - 3}V0", "landing", stroke_width=1)
        found.append(Sprite(f"pointer-{far}", 2, 2 * far, line))
    return found


# Beside the castle


def _frame() -> str:
    """The card from above, throwing towards the top: wheels, beams, a tongue with a cup, three lines."""
    wide, high = CATAPULT
    sides = f"M5 4v{high - 8}M{wide - 5} 4v{high - 8}M5 7h{wide - 10}M5 {high - 6}h{wide - 10}"
    tongue = "M10.5 2v20a4.5 4.5 0 0 0 9 0v-20"
    bends = "".join(f"M10 {num(y)}h10" for y in BENDS)
    return (
        rect(1.6, 2, wide - 2, high - 2, "shade", rx=1)
        + rect(0.8, 0.4, wide - 1.6, high - 1.2, "card", rx=1)
        + path("M2 6v5M28 6v5M2 21v5M28 21v5", "card-line", stroke_width=2.4)
        + path(sides, "arm", stroke_width=2.6)
        + path(f"{tongue}z", "timber")
        + path(tongue, "card-line", stroke_width=0.8)
        + circle(15, 22.5, 3, "beam-fill")
        + path(bends, "card-line", stroke_width=0.7, stroke_dasharray="1.4 1.2")
        + path("M12.6 3.6l2.4-3 2.4 3z", "card-ink")
    )


def _catapult(bend: int) -> str:
    """The bent line, with its number."""
    y = BENDS[bend - 1]
    crease = path(f"M7.6 {num(y)}h14.8", "crease", stroke_width=1.6)
    plate = rect(22.8, y - 2.8, 4.6, 5.4, "card-fill", rx=0.8)
    return use("s-catapult") + crease + plate + text(str(bend), 25, y + 1.9, 5.4, "figure card-ink")


def devices() -> list[Sprite]:
    """The catapult at each of its bends, and the damage slip."""
    wide, high = SLIP
    slip = rect(0.7, 1.1, wide - 1, high - 1, "shade", rx=1) + rect(
        0.3, 0.3, wide - 0.9, high - 1, "card", rx=1
    )
    return [
        *(Sprite(f"catapult-{bend}", *CATAPULT, _catapult(bend)) for bend in (1, 2, 3)),
        Sprite("slip", *SLIP, slip),
    ]
