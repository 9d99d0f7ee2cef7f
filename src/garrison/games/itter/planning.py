"""The Planning Phase of the competitive variant, section 6.2: the SS player lays his orders face down."""

from __future__ import annotations

from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.game import ALL, Dice, Question, Seat, Tell
from garrison.core.kernel import ask, then
from garrison.games.itter.actions import PLAN_ROW, PLANNED
from garrison.games.itter.state import DEFENDER_PHASE, PLANNING_PHASE, SS_BIT, ItterState
from garrison.games.itter.tables import FIRST_TACTIC, MUST_BE_PLAYED

FIRST_HAND = 4, 3
"""ITP-6.2c: SS and Tactic cards drawn before the first turn."""
DRAWN_AHEAD = 3, 1
"""ITP-6.2e: and in every Planning Phase for the next turn."""
ORDERS = 3
"""ITP-6.2d."""


def planning(s: ItterState, dice: Dice, tell: Tell) -> None:
    """ITP-6.2c: it opens the turn; on the first, the SS player draws his hand."""
    s.phase = PLANNING_PHASE
    if s.turn == 1:
        draw(s, tell, *FIRST_HAND)
    then(s, ("orders",))


def orders(s: ItterState, dice: Dice, tell: Tell) -> None:
    """ITP-6.2d: three SS cards and a Tactic card, as the hand allows; ITP-6.2e: then the next are drawn."""
    laid = orders_laid(s)
    if laid < wanted(s) or (tactics_in(s.hand) and not tactics_in(s.plan)):
        ask(s, "plan", SS_BIT, laid)
    else:
        then(s, ("draw_ahead",))


def orders_laid(s: ItterState) -> int:
    return len(s.plan) - len(tactics_in(s.plan))


def wanted(s: ItterState) -> int:
    """Three orders; fewer only if there are no more cards (AMB-48)."""
    return min(ORDERS, len([card for card in s.hand + s.plan if card < FIRST_TACTIC]))


def tactics_in(cards: list[int]) -> list[int]:
    return [card for card in cards if card >= FIRST_TACTIC]


def plan_legal(s: ItterState, seat: Seat, laid: int) -> list[int]:
    """ITP-6.2d: SS cards until the orders lie, then a Tactic card. Cards of the same name are alike."""
    room = wanted(s) - laid
    if room:
        kept = [card for card in s.hand if card in MUST_BE_PLAYED]
        # ITP-6.2f: the last places are for those that must be played.
        found = kept if len(kept) >= room else [card for card in s.hand if card < FIRST_TACTIC]
    else:
        found = tactics_in(s.hand)
    return [PLAN_ROW[card] for card in dict.fromkeys(found)]


def plan_judge(s: ItterState, seat: Seat, action: int, laid: int) -> str | None:
    if action not in PLANNED:
        return OTHER_QUESTION
    card = PLANNED[action]
    room = wanted(s) - laid
    if card not in s.hand or (card < FIRST_TACTIC) != (room > 0):
        return "ITP-6.2d"
    kept = [other for other in MUST_BE_PLAYED if other in s.hand]
    return "ITP-6.2f" if room and card not in kept and len(kept) >= room else None


def plan(s: ItterState, seat: Seat, action: int, dice: Dice, tell: Tell, laid: int) -> None:
    """ITP-6.2d: face down; only the SS player knows which card it is (AMB-50)."""
    card = PLANNED[action]
    s.hand.remove(card)
    s.plan.append(card)
    if card < FIRST_TACTIC:
        tell((ALL, "planned", laid + 1))
        tell((SS_BIT, "planned_card", card, laid + 1))
    else:
        tell((ALL, "planned_tactic"))
        tell((SS_BIT, "planned_tactic_card", card))
    then(s, ("orders",))


def draw_ahead(s: ItterState, dice: Dice, tell: Tell) -> None:
    """ITP-6.2e: the next cards are drawn now, and the Defender Phase starts.

    ITP-6.2h: if there is no SS card to draw, this turn is the last (AMB-48): its end waits below all else.
    """
    if not s.deck:
        s.agenda.insert(0, ("deck_end",))
        tell((ALL, "last_turn"))
    draw(s, tell, *DRAWN_AHEAD)
    s.phase = DEFENDER_PHASE


def draw(s: ItterState, tell: Tell, cards: int, tactics: int) -> None:
    """All see how many; what they are is the SS player's. Drawing sets nothing off (AMB-49)."""
    drawn = [s.deck.pop() for _ in range(min(cards, len(s.deck)))]
    drawn += [s.tactic_deck.pop() for _ in range(min(tactics, len(s.tactic_deck)))]
    if not drawn:
        return
    s.hand = sorted(s.hand + drawn)
    new_tactics = len(tactics_in(drawn))
    tell((ALL, "drew", len(drawn) - new_tactics, new_tactics))
    for card in drawn:
        tell((SS_BIT, "drew_card", card))


PLAN: Final[Question] = Question("ITP-6.2d", plan_legal, plan_judge, plan, always=True)
