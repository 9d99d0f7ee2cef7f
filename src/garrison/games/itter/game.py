"""Castle Itter as a Game: two solitaire editions, the published game for two, and two readings as options."""

from __future__ import annotations

from typing import Final

from garrison.core.game import Book, Game, Kind, Knowledge, Stage
from garrison.core.rules import Rules
from garrison.core.state import Options
from garrison.games.itter import (
    attributes,
    defender_phase,
    placement,
    planning_phase,
    setup,
    ss_phase,
    tactics,
)
from garrison.games.itter.actions import ACTIONS
from garrison.games.itter.bot.guide import ItterGuide
from garrison.games.itter.editions import cited
from garrison.games.itter.knowledge.encode import LEARNING
from garrison.games.itter.knowledge.position import position
from garrison.games.itter.knowledge.sample import sample
from garrison.games.itter.knowledge.study import STUDY
from garrison.games.itter.knowledge.view import count, load, stock, view
from garrison.games.itter.length import bound
from garrison.games.itter.scoring import result
from garrison.games.itter.show.board import board
from garrison.games.itter.show.clicks import click_targets, meanings, subjects
from garrison.games.itter.show.figures import figures, sources
from garrison.games.itter.show.illustrations import cover, illustrations
from garrison.games.itter.show.reasons import because, meanwhile
from garrison.games.itter.show.reference import cards, sheet
from garrison.games.itter.show.scene import scene
from garrison.games.itter.show.weight import ends, fold, weight
from garrison.games.itter.show.wording import kind, wording
from garrison.games.itter.state import ItterState
from garrison.games.itter.tables import MODES, OPTIONS, READINGS
from garrison.games.itter.words import WORDS

LESSONS: Final = (
    "place-and-shoot",
    "suppress",
    "ss-phase",
    "recover-and-command",
    "hold-a-track",
    "first-turn",
)


def seats(options: Options) -> tuple[str, ...]:
    return ("defender", "ss") if options["difficulty"] == "competitive" else ("defender",)


def allowed(options: Options) -> str | None:
    edition, difficulty = options["edition"], options["difficulty"]
    if (edition, difficulty) in MODES:
        return None
    known = [name for of, name in MODES if of == edition]
    return f"edition {edition} has no difficulty '{difficulty}'; choose one of {', '.join(known)}"


ITTER: Final[Game[ItterState]] = Game(
    id="itter",
    rules=1,
    options=OPTIONS,
    seats=seats,
    allowed=allowed,
    later=frozenset(READINGS),
    # 45 minutes is what the rulebook of the playtest edition says; a match for two has more decisions.
    kind=Kind(seats=(1, 2), hidden=True, draws=True, minutes=(45, 60)),
    play=Rules(
        ACTIONS,
        setup.setup,
        steps={
            **setup.STEPS,
            **planning_phase.STEPS,
            **defender_phase.STEPS,
            **ss_phase.STEPS,
            **tactics.STEPS,
            **placement.STEPS,
            **attributes.STEPS,
        },
        questions={
            **planning_phase.QUESTIONS,
            **defender_phase.QUESTIONS,
            **ss_phase.QUESTIONS,
            **placement.QUESTIONS,
            **attributes.QUESTIONS,
        },
        result=result,
        bound=bound,
        cited=cited,
    ),
    know=Knowledge(
        view,
        load,
        sample,
        position,
        stock,
        count,
        unordered=frozenset({"counters", "marks", "removed", "face_down"}),
    ),
    tell=WORDS,
    show=Stage(
        board,
        scene,
        click_targets,
        subjects,
        meanings,
        wording,
        fold,
        weight=weight,
        ends=ends,
        kind=kind,
        minor_kinds=frozenset({"move"}),
        board_options=("edition",),
    ),
    book=Book(
        cards,
        figures,
        sources,
        sheet,
        because,
        cover=cover,
        illustrations=illustrations,
        lessons=LESSONS,
        meanwhile=meanwhile,
    ),
    guide=ItterGuide(),
    learn=LEARNING,
    study=STUDY,
)
