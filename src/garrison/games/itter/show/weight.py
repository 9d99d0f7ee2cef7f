"""Answers apart from the rest: those that give something up, end a phase, or are merely possible."""

from __future__ import annotations

from typing import Final

from garrison.core.kernel import row_of
from garrison.core.state import Action, View
from garrison.games.itter.actions import DONE, PASS
from garrison.games.itter.defender_phase import VERB
from garrison.games.itter.knowledge.view import MARKS
from garrison.games.itter.planning_phase import A_TACTIC, ORDERS
from garrison.games.itter.state import UNFIT
from garrison.games.itter.tables import DEFENDER_COUNT, DEFENDERS

UNFIT_MARKS: Final = frozenset(name for marks in MARKS for bit, name in marks.items() if bit & UNFIT)
"""Marks of Defenders who can only recover."""


def weight(view: View, action: Action) -> str:
    """Giving up an action, or the rest of one; the last of the phase ends it."""
    row = row_of(action)
    if row == PASS and view["actions_left"] == 1:
        return "final"
    return "quiet" if row in (PASS, DONE) else "main"


def ends(view: View, action: Action) -> str:
    """ITP-1.1a: the Defender Phase ends with the last action, ITP-6.2c: planning with the last card laid."""
    question, _, *args = view["ask"]
    row = row_of(action)
    if question == "plan":
        return "planning" if _last_order(view, *args) else ""
    if question == "who":
        last = row == PASS and view["actions_left"] == 1
    elif question == "what":
        last = view["actions_left"] == 1 and VERB[row] not in ("shift", "command")
    elif question == "command":
        last = not view["actions_left"] and (row == DONE or args[1] == 1)
    else:
        last = False
    return "defender" if last else ""


def _last_order(view: View, laid: int, stage: int) -> bool:
    """ITP-6.2d: three orders, as the hand allows, then a Tactic card."""
    if stage == A_TACTIC:
        return True
    room = min(ORDERS - laid, len(view["ss_hand"]))
    return room == 1 and (not view["tactic_hand"] or bool(view["tactic_plan"]))


def fold(view: View, action: Action) -> str:
    """Defenders who can only recover (ITP-2.6a, IT3-40, IT3-43) are told apart from those who can fight."""
    row = row_of(action)
    if view["ask"][0] != "who" or row >= DEFENDER_COUNT:
        return ""
    return "recover" if UNFIT_MARKS.intersection(view["marks"][DEFENDERS[row]]) else ""
