"""The Night Watch with a throw: the leader's stake is a point of the board and an angle, not a number.

In the first hour the leader throws a lantern at the wall and turns its light. The nearer to the wall it
lies, the more is at stake; a light that shines down halves it. The grid: upon the wall with the light up or
down, to the left and right of it, and in the far corner. From the second hour on the lantern is slung: from
a point not too near to the wall, with an angle, a force and one of three bends. Everything else is the toy's;
its offers have the last rows of the table here too.
"""

# ruff: noqa: ARG001

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import cos, radians, sin
from typing import Any

from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import ask
from garrison.core.rules import Question
from garrison.core.show.scene import Board, Field, Form, Piece, Scene, Throw
from garrison.core.show.words import EventKind
from garrison.core.state import ALL, ARBITER, Action, Dice, Options, Seat, Tell, View, bit
from support.games import toy
from support.games.toy import ACCEPT, ACTIONS, MOST, OFFER, TEXTS, TOY, WORDS, Watch, vary

GRID = ((50, 35, 0), (50, 35, 180), (30, 20, 0), (70, 20, 0), (90, 50, 270))
"""Paces from the left, paces from the top, degrees."""
WALL = (5000, 3500)
OUTLINE = ((44, 31), (50, 28), (56, 31), (56, 40), (44, 40))
FIELDS = (
    Field("x", 1000, 9000, 100, control="point"),
    Field("y", 1000, 5000, 100, control="point"),
    Field("dir", 0, 34500, 1500, "°", control="angle"),
)
NEAR = OFFER[0] + 1
OPEN_THROW = NEAR + len(GRID)
PACE = 5
"""Pence less for each pace off the wall."""

ROD = 10
"""Paces of a rod, in which slings are measured."""
FROM = ((2, 2, 135, 2, 1), (8, 2, 225, 2, 1), (2, 5, 60, 2, 2))
"""Rods from the left, rods from the top, degrees, force, bend."""
NEAREST = 100
SLUNG = (
    Field("x", 100, 900, 25, control="point", rule="AIM-2.1"),
    Field("y", 100, 500, 25, control="point", rule="AIM-2.1"),
    Field("dir", 0, 34500, 1500, "°", control="angle"),
    Field("force", 50, 300, 10, "ells"),
    Field("bend", 100, 300, 100),
)
BENDS = ((800, 120, 60), (600, 100, 60), (400, 80, 50))
SLING = Throw(("x", "y"), "dir", "force", "bend", BENDS)
SLING_ROW = OPEN_THROW + 1
OPEN_SLING = SLING_ROW + len(FROM)
FIRST_OFFER = OPEN_SLING + 1
MOVED = FIRST_OFFER - NEAR
"""How many rows later the toy's offers stand."""


class Thrown(Watch):
    """`lies` is where the lantern lies and how it is turned, in paces and degrees; empty before the first."""

    __slots__ = ("lies",)
    saved = (*Watch.saved, "lies")

    def __init__(self, rules: int, edition: int) -> None:
        super().__init__(rules, edition)
        self.lies: list[int] = []

    def copy(self) -> Thrown:
        new = super().copy()
        assert isinstance(new, Thrown)
        new.lies = self.lies[:]
        return new


def stake(s: Thrown, dice: Dice, tell: Tell) -> None:
    s.phase = 1
    ask(s, "throw" if s.hour == 1 else "sling", bit(s.leader))


def staked(s: Thrown, seat: Seat, lies: tuple[int, int, int], tell: Tell) -> None:
    """AIM-1.2"""
    x, y, way = lies
    s.lies = [x, y, way]
    s.stake = MOST[s.edition] - PACE * max(abs(x - WALL[0] // 100), abs(y - WALL[1] // 100))
    if 90 < way < 270:
        s.stake //= 2
    tell((ALL, "staked", seat, s.stake))


def throw_legal(s: Thrown, seat: Seat) -> list[Action]:
    return list(range(NEAR, OPEN_THROW))


def throw_judge(s: Thrown, seat: Seat, action: Action) -> str | None:
    """AIM-1.1 allows all that its form allows."""
    if isinstance(action, tuple) or NEAR <= action < OPEN_THROW:
        return None
    return OTHER_QUESTION


def throw_form(s: Thrown, seat: Seat) -> Form:
    return Form(OPEN_THROW, FIELDS)


def numbers(action: Action) -> tuple[int, ...]:
    """Where to and which way, in hundredths."""
    if isinstance(action, tuple):
        return action[1:]
    row = GRID[action - NEAR] if action < OPEN_THROW else FROM[action - SLING_ROW]
    return tuple(100 * n for n in row)


def throw(s: Thrown, seat: Seat, action: Action, dice: Dice, tell: Tell) -> None:
    x, y, way = (n // 100 for n in numbers(action))
    tell((ALL, "threw", seat, x, y, way))
    staked(s, seat, (x, y, way), tell)


def sling_legal(s: Thrown, seat: Seat) -> list[Action]:
    return list(range(SLING_ROW, OPEN_SLING))


def sling_judge(s: Thrown, seat: Seat, action: Action) -> str | None:
    """AIM-2.2: not too near to the wall."""
    if not isinstance(action, tuple):
        return None if SLING_ROW <= action < OPEN_SLING else OTHER_QUESTION
    x, y = (ROD * n for n in action[1:3])
    near = max(abs(x - WALL[0]), abs(y - WALL[1])) < ROD * NEAREST
    return "AIM-2.2" if near else None


def sling_form(s: Thrown, seat: Seat) -> Form:
    start = tuple(100 * n for n in FROM[0])
    return Form(OPEN_SLING, SLUNG, bars=("AIM-2.2",), scale=ROD, start=start, throw=SLING)


def sling(s: Thrown, seat: Seat, action: Action, dice: Dice, tell: Tell) -> None:
    """AIM-2.3: farther with more force and less bend; a gust carries it one pace on, or not."""
    x, y, way, force, bend = numbers(action)
    far = force * force * BENDS[bend // 100 - 1][0] * ROD / 10**7 + dice.pick(2, "gust")
    turn = radians(way / 100)
    lies = round(x * ROD / 100 + far * sin(turn)), round(y * ROD / 100 - far * cos(turn))
    tell((ALL, "slung", seat, x, y, force, bend // 100))
    staked(s, seat, (min(max(lies[0], 0), 100), min(max(lies[1], 0), 60), way // 100), tell)


MORE = {
    "words.en.toml": """
names.field.y = "y"
names.field.dir = "dir"
names.field.force = "strength of the pull"
names.field.bend = "bend"
forms.sling-point = "Sling"
forms.sling-goal = "Where to"
forms.sling-send = "Let it fly"
forms.sling = "The lantern comes to lie within the dashed line."
events.threw = "{0} throws a lantern to {1}, {2}; its light is turned by {3}°."
events.slung = "{0} slings a lantern from {1}, {2} with force {3} and bend {4}."
choices.throw = "throw a lantern to {0}, {1}, its light turned by {2}°"
choices.sling = "sling a lantern from {0}, {1}, turned by {2}°, with force {3} and bend {4}"
prompts.throw = "Where do you throw your lantern?"
prompts.sling = "How do you sling your lantern?"
terms.lantern = "thrown lantern"
""",
    "words.it.toml": """
names.field.y = "y"
names.field.dir = "dir"
names.field.force = "forza del tiro"
names.field.bend = "piega"
forms.sling-point = "Fionda"
forms.sling-goal = "Verso dove"
forms.sling-send = "Lancia"
forms.sling = "La lanterna cade entro la linea tratteggiata."
events.threw = "{0} lancia una lanterna a {1}, {2}; la luce è girata di {3}°."
events.slung = "{0} fionda una lanterna da {1}, {2} con forza {3} e piega {4}."
choices.throw = "lancia una lanterna a {0}, {1}, con la luce girata di {2}°"
choices.sling = "fionda una lanterna da {0}, {1}, girata di {2}°, con forza {3} e piega {4}"
prompts.throw = "Dove lanci la tua lanterna?"
prompts.sling = "Come fiondi la tua lanterna?"
terms.lantern = "lanterna lanciata"
""",
    "rules.en.toml": """
"AIM-1.1".text = "The leader throws a lantern 10 to 90 paces across, 10 to 50 down; its light turns by 15°."
"AIM-1.2".text = "300 pence are at stake (grand: 400), 5 less a pace off the wall; a light down halves it."
"AIM-2.1".text = "From the second hour on the lantern is slung, from a point 1 to 9 rods across, 1 to 5 down."
"AIM-2.2".text = "Nobody slings from nearer than a rod to the middle of the wall."
"AIM-2.3".text = "A lantern flies farther with more force and with less bend."
""",
    "rules.it.toml": """
"AIM-1.1".text = "Si lancia una lanterna da 10 a 90 passi di lato, da 10 a 50 in basso; la luce gira di 15°."
"AIM-1.2".text = "In palio 300 soldi (ronda grande: 400), 5 in meno a passo dalle mura; luce in basso: metà."
"AIM-2.1".text = "Dalla seconda ora la lanterna si fionda, da 1 a 9 pertiche di lato e da 1 a 5 in basso."
"AIM-2.2".text = "Non si fionda da meno di una pertica dal centro delle mura."
"AIM-2.3".text = "La lanterna vola più lontano con più forza e con meno piega."
""",
}


def _phrase(row: int) -> tuple[Any, ...]:
    if row < NEAR:
        return WORDS.phrases[row]
    if row >= FIRST_OFFER:
        return WORDS.phrases[row - MOVED]
    verb = AIM_ACTIONS[row].split()[0]
    return (verb,) if row in (OPEN_THROW, OPEN_SLING) else (verb, *numbers(row))


AIM_ACTIONS = (
    *ACTIONS[:NEAR],
    *(f"throw x={x} y={y} dir={way}" for x, y, way in GRID),
    "throw x=? y=? dir=?",
    *(f"sling x={x} y={y} dir={way} force={force} bend={bend}" for x, y, way, force, bend in FROM),
    "sling x=? y=? dir=? force=? bend=?",
    *ACTIONS[NEAR:],
)
AIM_WORDS = replace(
    WORDS,
    text=lambda file: TEXTS[file] + MORE[file],
    events={
        **WORDS.events,
        "threw": EventKind(("seat", "n", "n", "n"), "AIM-1.1", "fly", ("{0}", "wall")),
        "slung": EventKind(
            ("seat", "hundredths", "hundredths", "hundredths", "n"),
            "AIM-2.3",
            "fly",
            ("{0}", "wall", "", "lantern"),
        ),
        "staked": replace(WORDS.events["staked"], rule="AIM-1.2"),
    },
    asks={**{name: kinds for name, kinds in WORDS.asks.items() if name != "bid"}, "throw": (), "sling": ()},
    phrases=tuple(map(_phrase, range(len(AIM_ACTIONS)))),
    phrase_types={**WORDS.phrase_types, "throw": ("hundredths",) * 3, "sling": ("hundredths",) * 5},
)


def view(state: Thrown, seat: Seat) -> View:
    return {**toy.view(state, seat), "lies": state.lies[:]}


def load(view: View) -> Thrown:
    state = toy.load(view, Thrown)
    assert isinstance(state, Thrown)
    state.lies = list(view["lies"])
    return state


def sample(view: View, dice: Dice) -> Thrown:
    return load({**toy.view(toy.sample(view, dice), ARBITER), "lies": view["lies"]})


def board(options: Options, lang: str) -> Board:
    """The toy's, but the wall is an area."""
    board = toy.board(options, lang)
    places = tuple(replace(each, outline=OUTLINE) if each.id == "wall" else each for each in board.places)
    return replace(board, places=places)


def scene(view: View, lang: str) -> Scene:
    scene = toy.scene(view, lang)
    if not view["lies"]:
        return scene
    x, y, way = view["lies"]
    lantern = Piece("lantern", "lamp", "wall", AIM_WORDS.term("lantern", lang), spot=(x, y), turn=way)
    return replace(scene, pieces=(*scene.pieces, lantern))


def click_targets(view: View, action: Action) -> tuple[str, ...]:
    if isinstance(action, tuple) or NEAR <= action < FIRST_OFFER:
        return ("wall",)
    return toy.click_targets(view, action if action < NEAR else action - MOVED)


assert TOY.play.anytime is not None
OFFERS = replace(
    TOY.play.anytime,
    legal=lambda s, seat: [row + MOVED for row in toy.offers_legal(s, seat)],
    judge=lambda s, seat, action: toy.offers_judge(s, seat, action - MOVED),
    answer=lambda s, seat, action, dice, tell: toy.offers(s, seat, action - MOVED, dice, tell),
    rows=range(FIRST_OFFER, len(AIM_ACTIONS)),
    replies=range(ACCEPT[0] + 1 + MOVED, len(AIM_ACTIONS)),
)


AIM = vary(
    TOY,
    id="aim",
    actions=AIM_ACTIONS,
    anytime=OFFERS,
    setup=partial(toy.setup, kept=Thrown),
    steps={**TOY.play.steps, "stake": stake},
    questions={
        **{name: question for name, question in TOY.play.questions.items() if name != "bid"},
        "throw": Question("AIM-1.1", throw_legal, throw_judge, throw, form=throw_form),
        "sling": Question("AIM-2.1", sling_legal, sling_judge, sling, form=sling_form),
    },
    view=view,
    load=load,
    sample=sample,
    tell=AIM_WORDS,
    learn=None,
    board=board,
    scene=scene,
    click_targets=click_targets,
)
"""The Night Watch, with a lantern to throw."""
