"""Escape from Colditz as a Game: one Security Officer against one to five Escape Officers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.game import Book, Game, Kind, Knowledge, Stage, Utility
from garrison.core.rules import Rules
from garrison.core.state import Options, Seat
from garrison.games.colditz import (
    arrest,
    do_or_die,
    escape,
    gathering,
    markers,
    movement,
    scoring,
    setup,
    solitary,
    tunnels,
    turn,
)
from garrison.games.colditz.actions import ACTIONS
from garrison.games.colditz.bot.guide import ColditzGuide
from garrison.games.colditz.cards import appel, interrupts, opportunity, security
from garrison.games.colditz.editions import cited_in
from garrison.games.colditz.knowledge.encode import LEARNING
from garrison.games.colditz.knowledge.position import position
from garrison.games.colditz.knowledge.sample import sample
from garrison.games.colditz.knowledge.study import STUDY
from garrison.games.colditz.knowledge.view import count, load, stock, view
from garrison.games.colditz.length import bound
from garrison.games.colditz.show.board import board
from garrison.games.colditz.show.clicks import click_targets, deselect, meanings, subjects
from garrison.games.colditz.show.costs import notes
from garrison.games.colditz.show.figures import cards, figures, sources
from garrison.games.colditz.show.reasons import because, meanwhile
from garrison.games.colditz.show.report import report
from garrison.games.colditz.show.scene import scene
from garrison.games.colditz.show.summary import summary
from garrison.games.colditz.show.weight import ends, fold, kind, weight
from garrison.games.colditz.show.wording import tally, wording
from garrison.games.colditz.state import ColditzState
from garrison.games.colditz.tables import NATIONS, OPTIONS
from garrison.games.colditz.trades import TRADES
from garrison.games.colditz.words import WORDS

TRIALS: Final[tuple[Options, ...]] = (
    {"rounds": "10"},
    {"seats": "3", "rounds": "10", "kits": "none", "doorways": "clear"},
    {"seats": "4", "rounds": "10", "goal": "shared"},
    {"seats": "5", "rounds": "10", "kits": "none", "goal": "shared", "doorways": "clear"},
    {"seats": "6", "rounds": "10"},
    {"edition": "classic", "rounds": "10"},
    {"edition": "classic", "seats": "3", "rounds": "10"},
    {"edition": "classic", "seats": "4", "rounds": "10"},
    {"edition": "classic", "seats": "5", "rounds": "10"},
    {"edition": "classic", "seats": "6", "rounds": "10"},
    {"rounds": "20", "doorways": "clear"},
    {"rounds": "30", "kits": "none"},
    {"rounds": "40"},
    {},
)
"""The option sets that laws and fuzzing look at: each value of every option, short games first."""


def seats(options: Options) -> tuple[str, ...]:
    """COL-O-043, COL-C-16, AMB-72"""
    return (*NATIONS[: int(options["seats"]) - 1], "security")


def sides(options: Options) -> Mapping[str, tuple[Seat, ...]]:
    officers = int(options["seats"]) - 1
    return {"escape": tuple(range(officers)), "security": (officers,)}


def teams(options: Options) -> tuple[tuple[Seat, ...], ...]:
    """COL-O-141: with a shared goal the Escape Officers win and lose together."""
    officers = int(options["seats"]) - 1
    if options["goal"] == "shared":
        return (tuple(range(officers)), (officers,))
    return tuple((seat,) for seat in range(officers + 1))


def allowed(options: Options) -> str | None:
    """AMB-65; COL-C-05b, COL-C-31a, COL-C-45: no choice of kits, goal and doorways in the classic rules."""
    if options["edition"] == "classic":
        for name, value in (("kits", "none"), ("goal", "nation"), ("doorways", "clear")):
            if options[name] != value:
                return f"the classic rules are played with {name} {value}: leave that option out"
    if options["goal"] == "shared" and options["seats"] == "2":
        return "a shared goal needs two or more Escape Officers: choose 3 to 6 seats, or goal nation"
    return None


def cited(s: ColditzState, rule: str) -> str:
    """The id of a rule in the edition played."""
    return cited_in(s.mode, rule)


COLDITZ: Final[Game[ColditzState]] = Game(
    id="colditz",
    rules=1,
    options=OPTIONS,
    seats=seats,
    kind=Kind(seats=(2, 6), hidden=True, windows=True, offers=True, utility=Utility(-1, 1, None)),
    play=Rules(
        ACTIONS,
        setup.setup,
        steps={
            **setup.STEPS,
            **turn.STEPS,
            **movement.STEPS,
            **arrest.STEPS,
            **interrupts.STEPS,
            **opportunity.STEPS,
            **security.STEPS,
            **appel.STEPS,
            **markers.STEPS,
            **gathering.STEPS,
            **escape.STEPS,
            **tunnels.STEPS,
            **do_or_die.STEPS,
            **scoring.STEPS,
        },
        questions={
            **setup.QUESTIONS,
            **turn.QUESTIONS,
            **movement.QUESTIONS,
            **arrest.QUESTIONS,
            **interrupts.QUESTIONS,
            **opportunity.QUESTIONS,
            **security.QUESTIONS,
            **appel.QUESTIONS,
            **solitary.QUESTIONS,
            **markers.QUESTIONS,
            **gathering.QUESTIONS,
        },
        result=scoring.result,
        points=scoring.points,
        bound=bound,
        anytime=TRADES,
        cited=cited,
    ),
    know=Knowledge(
        view,
        load,
        sample,
        position,
        stock,
        count,
        unordered=frozenset(
            {
                "kits",
                "hands",
                "markers",
                "inside",
                "returning",
                "exempt",
                "refused",
                "warned",
                "stopped",
                "off_duty",
                "homeward",
                "teams_out",
                "detected",
                "denied",
            }
        ),
    ),
    tell=WORDS,
    show=Stage(
        board,
        scene,
        click_targets,
        subjects,
        meanings,
        wording,
        kind=kind,
        fold=fold,
        weight=weight,
        ends=ends,
        notes=notes,
        board_options=("edition",),
        tally=tally,
        summary=summary,
        deselect=deselect,
    ),
    book=Book(
        cards=cards, figures=figures, sources=sources, because=because, meanwhile=meanwhile, report=report
    ),
    allowed=allowed,
    trials=TRIALS,
    guide=ColditzGuide(),
    learn=LEARNING,
    study=STUDY,
    sides=sides,
    teams=teams,
    preview=True,
)
