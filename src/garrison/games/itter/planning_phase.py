"""The Planning Phase of the competitive variant, section 6.2: the SS player lays his orders face down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import after_all, ask, then
from garrison.core.rules import Question, Step
from garrison.core.state import ALL, Dice, Seat, Tell
from garrison.games.itter.actions import PLAN_ROW, PLANNED
from garrison.games.itter.ss_phase import CARDS_A_TURN
from garrison.games.itter.state import DEFENDER_PHASE, PLANNING_PHASE, SS_BIT, ItterState
from garrison.games.itter.tables import FIRST_TACTIC, MUST_BE_PLAYED
from garrison.games.itter.tactics import tactics_in

FIRST_HAND = 4, 3
"""ITP-6.2c: SS and Tactic cards drawn before the first turn."""
DRAWN_AHEAD = 3, 1
"""ITP-6.2e: and in every Planning Phase for the next turn."""
AN_ORDER, A_TACTIC = 0, 1
STAGES = "order", "tactic"
"""The kind of card laid next."""
ORDERS = CARDS_A_TURN
"""ITP-6.2d."""
KEPT = FIRST_HAND[0] - ORDERS, FIRST_HAND[1] - 1
"""Cards left in hand once a turn is planned: SS and Tactic."""


def planning(s: ItterState, dice: Dice, tell: Tell) -> None:
    """ITP-6.2c: it opens the turn; on the first, the SS player draws his hand."""
    s.phase = PLANNING_PHASE
    if s.turn == 1:
        draw(s, tell, *FIRST_HAND)
    then(s, ("orders",))


def orders(s: ItterState, dice: Dice, tell: Tell) -> None:
    """ITP-6.2d: three SS cards and a Tactic card, as the hand allows; ITP-6.2e: then the next are drawn."""
    laid = len(s.plan) - len(tactics_in(s.plan))
    if room(s, laid):
        ask(s, "plan", SS_BIT, laid, AN_ORDER)
    elif tactics_in(s.hand) and not tactics_in(s.plan):
        ask(s, "plan", SS_BIT, laid, A_TACTIC)
    else:
        then(s, ("draw_ahead",))


def room(s: ItterState, laid: int) -> int:
    """The number of orders still to be laid: three in all, fewer only if there are no more cards (AMB-48)."""
    return min(ORDERS - laid, len(s.hand) - len(tactics_in(s.hand)))


def plan_legal(s: ItterState, seat: Seat, laid: int, stage: int) -> list[int]:
    """ITP-6.2d: SS cards until the orders are laid, then a Tactic card. Cards of the same name are alike."""
    if stage == AN_ORDER:
        places = room(s, laid)
        forced = [card for card in s.hand if card in MUST_BE_PLAYED]
        # ITP-6.2f: the last places are reserved for cards that must be played.
        found = forced if len(forced) >= places else [card for card in s.hand if card < FIRST_TACTIC]
    else:
        found = tactics_in(s.hand)
    return [PLAN_ROW[card] for at, card in enumerate(found) if not at or found[at - 1] != card]


def plan_judge(s: ItterState, seat: Seat, action: int, laid: int, stage: int) -> str | None:
    if action not in PLANNED:
        return OTHER_QUESTION
    card = PLANNED[action]
    if card not in s.hand or (card < FIRST_TACTIC) != (stage == AN_ORDER):
        return "ITP-6.2d"
    forced = [other for other in MUST_BE_PLAYED if other in s.hand]
    leaves_one = stage == AN_ORDER and card not in forced and len(forced) >= room(s, laid)
    return "ITP-6.2f" if leaves_one else None


def plan(s: ItterState, seat: Seat, action: int, dice: Dice, tell: Tell, laid: int, stage: int) -> None:
    """ITP-6.2d: face down; only the SS player knows which card it is (AMB-50)."""
    card = PLANNED[action]
    s.hand.remove(card)
    s.plan.append(card)
    if stage == AN_ORDER:
        tell((ALL, "planned", laid + 1))
        tell((SS_BIT, "planned_card", card, laid + 1))
    else:
        tell((ALL, "planned_tactic"))
        tell((SS_BIT, "planned_tactic_card", card))
    then(s, ("orders",))


def draw_ahead(s: ItterState, dice: Dice, tell: Tell) -> None:
    """ITP-6.2e: the next cards are drawn now, and the Defender Phase starts.

    ITP-6.2h: if no SS card can be drawn, this turn is the last (AMB-48): its end is scheduled after all else.
    """
    if not s.deck:
        after_all(s, ("deck_end",))
        tell((ALL, "last_turn"))
    draw(s, tell, *DRAWN_AHEAD)
    s.phase = DEFENDER_PHASE


def draw(s: ItterState, tell: Tell, cards: int, tactics: int) -> None:
    """Everybody sees how many; only the SS player sees which. Drawing has no effect (AMB-49)."""
    drawn = [s.deck.pop() for _ in range(min(cards, len(s.deck)))]
    drawn += [s.tactic_deck.pop() for _ in range(min(tactics, len(s.tactic_deck)))]
    if not drawn:
        return
    s.hand = sorted(s.hand + drawn)
    new_tactics = len(tactics_in(drawn))
    tell((ALL, "drew", len(drawn) - new_tactics, new_tactics))
    for card in drawn:
        tell((SS_BIT, "drew_card", card))


STEPS: Final[Mapping[str, Step]] = {"planning": planning, "orders": orders, "draw_ahead": draw_ahead}
QUESTIONS: Final[Mapping[str, Question]] = {
    "plan": Question("ITP-6.2d", plan_legal, plan_judge, plan, always=True)
}
