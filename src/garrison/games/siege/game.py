"""Castle under Siege as a Game: two castles, three difficulties, and two readings of the rules as options."""

from __future__ import annotations

from typing import Final

from garrison.core.game import Book, Game, Kind, Knowledge, Stage
from garrison.core.rules import Rules
from garrison.core.state import Options
from garrison.games.siege import attacker_turn, defender_turn, landing, scoring, setup
from garrison.games.siege.actions import ACTIONS
from garrison.games.siege.bot.guide import SiegeGuide
from garrison.games.siege.knowledge.encode import LEARNING
from garrison.games.siege.knowledge.position import position
from garrison.games.siege.knowledge.sample import sample
from garrison.games.siege.knowledge.study import STUDY
from garrison.games.siege.knowledge.view import count, load, stock, view
from garrison.games.siege.show.board import board
from garrison.games.siege.show.clicks import click_targets, meanings, subjects
from garrison.games.siege.show.figures import figures, sources
from garrison.games.siege.show.illustrations import cover, illustrations
from garrison.games.siege.show.outlook import outlook
from garrison.games.siege.show.reasons import because, meanwhile
from garrison.games.siege.show.scene import scene
from garrison.games.siege.show.weight import ends, fold, kind, weight
from garrison.games.siege.state import SiegeState
from garrison.games.siege.tables import COUNTER_COUNT, HUNDREDTH, OPTIONS, SHOT_COUNT, TABLE
from garrison.games.siege.words import WORDS

ROWS_A_TURN: Final = 6 + COUNTER_COUNT + 2 * COUNTER_COUNT + 1
"""Counter, spell, three to aim, a tie to break; everybody flees; everybody acts; done."""

LESSONS: Final = ("load-and-aim", "fire-and-disease", "defend")


def seats(_: Options) -> tuple[str, ...]:
    """CUS-01"""
    return ("attacker", "defender")


def bound(_: Options) -> int:
    return 1 + COUNTER_COUNT + SHOT_COUNT * ROWS_A_TURN


SIEGE: Final[Game[SiegeState]] = Game(
    id="siege",
    rules=1,
    options=OPTIONS,
    seats=seats,
    # At the pace of Castle Itter, ten seconds a decision, and 140 decisions in a match of sound players.
    kind=Kind(seats=(2, 2), hidden=True, open_choices=True, minutes=(20, 45)),
    play=Rules(
        ACTIONS,
        setup.setup,
        steps={
            **setup.STEPS,
            **attacker_turn.STEPS,
            **landing.STEPS,
            **defender_turn.STEPS,
            **scoring.STEPS,
        },
        questions={
            **setup.QUESTIONS,
            **attacker_turn.QUESTIONS,
            **landing.QUESTIONS,
            **defender_turn.QUESTIONS,
        },
        result=scoring.result,
        points=scoring.points,
        bound=bound,
        largest=sum(TABLE) // HUNDREDTH,  # no distance on the table is longer
    ),
    know=Knowledge(
        view, load, sample, position, stock, count, unordered=frozenset({"acted", "contaminated"})
    ),
    tell=WORDS,
    show=Stage(
        board,
        scene,
        click_targets,
        subjects,
        meanings,
        fold=fold,
        weight=weight,
        ends=ends,
        kind=kind,
        board_options=("castle",),
    ),
    book=Book(
        figures=figures,
        sources=sources,
        because=because,
        outlook=outlook,
        cover=cover,
        illustrations=illustrations,
        lessons=LESSONS,
        meanwhile=meanwhile,
    ),
    guide=SiegeGuide(),
    learn=LEARNING,
    study=STUDY,
)
