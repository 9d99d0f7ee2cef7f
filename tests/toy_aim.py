"""The Night Watch with a throw: the leader's stake is a point of the board and an angle, not a number.

The leader throws a lantern at the wall and turns its light. The nearer to the wall it lies, the more is at
stake; a light that shines down halves it. The grid: upon the wall with the light up or down, to the left
and right of it, and in the far corner. Everything else is the toy's.
"""

# ruff: noqa: ARG001, RUF012

from __future__ import annotations

from typing import Any

from garrison.core.errors import OTHER_QUESTION
from garrison.core.game import ALL, Action, Dice, Event, Question, Seat, Tell, View, bit
from garrison.core.kernel import ask
from garrison.core.scene import Field, Form
from toy import ACTIONS, MOST, SEATS, TEXTS, Toy, Watch

GRID = ((50, 35, 0), (50, 35, 180), (30, 20, 0), (70, 20, 0), (90, 50, 270))
"""Paces from the left, paces from the top, degrees."""
WALL = (5000, 3500)
FIELDS = (
    Field("x", 1000, 9000, 100, control="point"),
    Field("y", 1000, 5000, 100, control="point"),
    Field("dir", 0, 34500, 1500, "°", control="angle"),
)
NEAR = len(ACTIONS)
OPEN_THROW = NEAR + len(GRID)
PACE = 5
"""Pence less for each pace off the wall."""


def stake(s: Watch, dice: Dice, tell: Tell) -> None:
    s.phase = 1
    ask(s, "throw", bit(s.leader))


def throw_legal(s: Watch, seat: Seat) -> list[Action]:
    return list(range(NEAR, OPEN_THROW))


def throw_judge(s: Watch, seat: Seat, action: Action) -> str | None:
    """AIM-1.1 allows all that its form allows."""
    if isinstance(action, tuple) or NEAR <= action < OPEN_THROW:
        return None
    return OTHER_QUESTION


def throw_form(s: Watch, seat: Seat) -> Form:
    return Form(OPEN_THROW, FIELDS)


def numbers(action: Action) -> tuple[int, ...]:
    """Where to and which way, in hundredths."""
    return action[1:] if isinstance(action, tuple) else tuple(100 * n for n in GRID[action - NEAR])


def throw(s: Watch, seat: Seat, action: Action, dice: Dice, tell: Tell) -> None:
    """AIM-1.2"""
    x, y, way = numbers(action)
    off = max(abs(x - WALL[0]), abs(y - WALL[1])) // 100
    s.stake = MOST[s.edition] - PACE * off
    if 9000 < way < 27000:
        s.stake //= 2
    tell((ALL, "threw", seat, x // 100, y // 100, way // 100))
    tell((ALL, "staked", seat, s.stake))


MORE = {
    "words.en.toml": """
events.threw = "{0} throws a lantern to {1}, {2}; its light is turned by {3}°."
choices.throw = "throw a lantern to {0}, {1}, its light turned by {2}°"
prompts.throw = "Where do you throw your lantern?"
""",
    "words.it.toml": """
events.threw = "{0} lancia una lanterna a {1}, {2}; la luce è girata di {3}°."
choices.throw = "lancia una lanterna a {0}, {1}, con la luce girata di {2}°"
prompts.throw = "Dove lanci la tua lanterna?"
""",
    "rules.en.toml": """
"AIM-1.1".text = "The leader throws a lantern 10 to 90 paces across, 10 to 50 down; its light turns by 15°."
"AIM-1.2".text = "300 pence are at stake (grand: 400), 5 less a pace off the wall; a light down halves it."
""",
    "rules.it.toml": """
"AIM-1.1".text = "Si lancia una lanterna da 10 a 90 passi di lato, da 10 a 50 in basso; la luce gira di 15°."
"AIM-1.2".text = "In palio 300 soldi (ronda grande: 400), 5 in meno a passo dalle mura; luce in basso: metà."
""",
}


class Aim(Toy):
    """The Night Watch, with a lantern to throw."""

    id = "aim"
    actions = (
        *ACTIONS,
        *(f"throw x={x} y={y} dir={way}" for x, y, way in GRID),
        "throw x=? y=? dir=?",
    )
    steps = {**Toy.steps, "stake": stake}
    questions = {
        **{name: question for name, question in Toy.questions.items() if name != "bid"},
        "throw": Question("AIM-1.1", throw_legal, throw_judge, throw, form=throw_form),
    }
    events = {**Toy.events, "threw": ("seat", "n", "n", "n")}
    asks = {**{name: kinds for name, kinds in Toy.asks.items() if name != "bid"}, "throw": ()}
    gestures = {**Toy.gestures, "threw": "fly"}
    grounds = {**Toy.grounds, "threw": "AIM-1.1", "staked": "AIM-1.2"}
    phrases = {**Toy.phrases, "throw": ("n", "n", "n")}

    def phrase(self, action: Action) -> tuple[Any, ...]:
        if isinstance(action, tuple) or action >= NEAR:
            return ("throw", *(n // 100 for n in numbers(action)))
        return super().phrase(action)

    def text(self, file: str) -> str:
        return TEXTS[file] + MORE[file]

    def at(self, view: View, action: Action) -> str:
        thrown = isinstance(action, tuple) or action >= NEAR
        return "wall" if thrown else super().at(view, action)

    def things(self, event: Event) -> tuple[str, ...]:
        return (SEATS[event[2]], "wall") if event[1] == "threw" else super().things(event)
