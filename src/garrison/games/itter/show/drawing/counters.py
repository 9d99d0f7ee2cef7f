"""Counters as die-cut cardboard: Defenders with their values, dark attackers, marks and gauges."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from garrison.core.show.scene import Sprite
from garrison.games.itter.show.drawing.pen import circle, define, fitted, group, lines, path, rect, text, use
from garrison.games.itter.show.drawing.silhouettes import bust
from garrison.games.itter.tables import (
    ATTACK,
    ATTRIBUTES,
    COMMANDS,
    CREW,
    DEFENDER_COUNT,
    DEFENDERS,
    DISRUPT,
    KIND_COUNT,
    KIND_DEFENCE,
    KINDS,
    MODES,
    NATION,
    OFFICER,
    SUPPRESS,
)
from garrison.games.itter.words import WORDS

SIZE: Final = 40
BAND: Final = 11
TINT: Final = {"us": "olive", "german": "field", "austrian": "rust", "french": "blue"}
CIVILIANS: Final = {
    "clemenceau": "bowler",
    "gamelin": "general",
    "delarocque": "homburg",
    "reynaud": "bare",
    "borotra": "player",
}


def figure_of(d: int) -> str:
    """The silhouette of a Defender: his clothes and arms follow from his counter."""
    if DEFENDERS[d] in CIVILIANS:
        return CIVILIANS[DEFENDERS[d]]
    if CREW[d]:
        return "tanker"
    if OFFICER[d] or COMMANDS[d]:
        return "officer"
    if NATION[d] == "us":
        return "gunner" if ATTACK[d] > 1 else "rifleman"
    if NATION[d] == "austrian" or "R" in ATTRIBUTES[0][d]:
        return "resister"
    return "german"


def blanks() -> str:
    """Empty counters for the board's definitions: one for each tint of the band, and the dark one."""
    shadow = rect(1.2, 1.8, SIZE, SIZE, "shade", rx=4.5)
    edge = SIZE - 0.8
    light = shadow + rect(0.4, 0.4, edge, edge, "card", rx=4)
    # Two shapes, apart: side by side the figures would read as one number.
    light += circle(24.2, 19.6, 6.2, "card-ink") + path(
        "M31.5 13.2h7v12.8h-7z", "card-line", stroke_width=0.9
    )
    band = f"M.8 {BAND}V4.4A3.6 3.6 0 0 1 4.4.8h31.2a3.6 3.6 0 0 1 3.6 3.6V{BAND}z"
    dark = (
        shadow + rect(0.4, 0.4, edge, edge, "back", rx=4) + path("M3 11.2h34", "back-line", stroke_width=0.5)
    )
    dark += path("M24.6 14h12.8v7.6q-.4 5.6-6.4 8.4-6-2.8-6.4-8.4z", "back-ink")
    return "".join(define(f"blank-{tint}", light + path(band, tint)) for tint in TINT.values()) + define(
        "blank-ss", dark
    )


def _defender(d: int, name: str, tags: str) -> str:
    tint = TINT[NATION[d]]
    said = use(f"blank-{tint}") + fitted(name, 20, 8.7, 8.6, 36, "text strong light")
    said += group(bust(figure_of(d), "card"), tint, transform="translate(1.8 12.6)")
    said += text(str(ATTACK[d]), 24.2, 23.6, 11.5, "figure light") + text(
        str(SUPPRESS[d]), 35, 23.6, 11.5, "figure card-ink"
    )
    for k, letter in enumerate(tags):
        x = 38.8 - 6 * (len(tags) - k)
        said += rect(x, 28.6, 5.6, 8.6, tint, rx=1.2) + text(letter, x + 2.8, 35.8, 7.6, "figure light")
    return said


def _attacker(kind: str, name: str, defence: int, dice: int) -> str:
    """Dark, with the defence figure in a shield and the dice of its fire in a burst."""
    said = use("blank-ss") + fitted(name, 20, 8.8, 8, 35, "text strong back-ink")
    if kind == "mg":
        said += group(use("machine-gun"), "back-ink", transform="translate(2 15.5) scale(.78)")
    elif kind == "mortar":
        said += group(use("mortar"), "back-ink", transform="translate(-.5 13) scale(.92)")
    else:
        bust_name = "german" if kind == "rifleman" else kind
        said += group(bust(bust_name, "back"), "back-ink", transform="translate(2.4 12.4)")
    said += text(str(defence), 31, 26, 13, "figure dark")
    if dice:
        said += path(burst(32, 34.6, 5.6, 4.2, 10), "burst") + text(str(dice), 32, 37.5, 7.8, "figure dark")
    return said


def burst(x: float, y: float, far: float, near: float, points: int) -> str:
    """A jagged star."""
    turns = [(far if k % 2 == 0 else near, pi * k / points) for k in range(2 * points)]
    return lines([(x + r * sin(a), y - r * cos(a)) for r, a in turns], closed=True)


def marks() -> dict[str, str]:
    """Markers on a Defender's counter: exhausted, disrupted, has acted, commanded."""
    spent = path(f"M.8 {BAND}h38.4v24.6a3.6 3.6 0 0 1-3.6 3.6h-31.2a3.6 3.6 0 0 1-3.6-3.6z", "spent")
    slopes = (
        (1.5, 19, 7.5),
        (1.5, 27, 15.5),
        (1.5, 35, 23.5),
        (5.5, 39, 27.5),
        (13.5, 39, 25),
        (21.5, 39, 17),
    )
    stripes = path("".join(f"M{x} {y}l{far} -{far}" for x, y, far in slopes), "spent-line")
    trouble = path(burst(34, 34, 8.6, 6, 9), "burst") + text("!", 34, 38, 11.5, "figure dark")
    pawn = path("M3 38.4q-.2-3.4 2.4-4.2l.6-4a3.6 3.6 0 1 1 4 0l.6 4q2.6.8 2.4 4.2z", "pawn")
    order = path("M13 38.8v-12h8.4l-1.8 2.8 1.8 2.8h-6.4v6.4z", "pawn")
    return {
        "mark-exhausted": spent + stripes,
        "mark-disrupted": trouble,
        "mark-suppressed": trouble,
        "mark-acted": pawn,
        "mark-commanded": order,
    }


def wreck() -> str:
    """A square of the burnt-out tank."""
    charred = rect(1.2, 1.8, SIZE, SIZE, "shade", rx=4.5) + rect(
        0.4, 0.4, SIZE - 0.8, SIZE - 0.8, "back", rx=4
    )
    flame = path(burst(20, 20, 15, 8.5, 9), "burst")
    return charred + flame + path("M8 8l24 24M32 8l-24 24", "back-line", stroke_width=3)


SHIELD: Final = path("M1.5 2.5q11 2.6 22 0v11.5q-.8 8.6-11 13.5-10.2-4.9-11-13.5z", "card")
SHELL: Final = rect(0.5, 0.5, 51, 19, "card", rx=4) + path(
    "M5 15v-6q.4-4.4 2.6-5.6 2.2 1.2 2.6 5.6v6z", "card-ink"
)
"""A plate for the gun's load: a shell beside the word."""
TOKEN: Final = (
    circle(13.8, 14.4, 12, "shade")
    + circle(13, 13, 12, "token")
    + circle(13, 13, 9.6, "card-line", stroke_width=0.5)
)


def counter_sprites(edition: str, lang: str) -> list[Sprite]:
    mode = next(mode for mode, (of, _) in enumerate(MODES) if of == edition)
    found = []
    for d in range(DEFENDER_COUNT):
        name = WORDS.name("defender", DEFENDERS[d], lang)
        found.append(Sprite(f"defender-{DEFENDERS[d]}", SIZE, SIZE, _defender(d, name, ATTRIBUTES[mode][d])))
    for k, kind in enumerate(KINDS):
        if KIND_COUNT[mode][k]:
            name = WORDS.name("counter", kind, lang)
            svg = _attacker(kind, name, KIND_DEFENCE[mode][k], DISRUPT[mode][k])
            found.append(Sprite(f"ss-{kind}", SIZE, SIZE, svg))
    found += [Sprite(ident, SIZE, SIZE, svg) for ident, svg in marks().items()]
    return [
        *found,
        Sprite("wreck", SIZE, SIZE, wreck()),
        Sprite("shield", 25, 30, SHIELD),
        Sprite("token", 26, 26, TOKEN),
        Sprite("shell", 52, 20, SHELL),
    ]
