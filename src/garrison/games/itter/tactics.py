"""Tactic cards, sections 6.1 and 6.2, and the effects of those in force.

Most effects are our reconstruction; the data file says which. All of them affect the SS Phase only, so a card
lying face up through the next Defender Phase does nothing there (TAC-b).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.rules import Step
from garrison.core.state import ALL, Dice, Tell
from garrison.games.itter.state import ItterState
from garrison.games.itter.tables import (
    ADDS,
    CARD_TABLE,
    COMPETITIVE,
    DOUBTFUL,
    EFFECT,
    EFFECT_TEXT,
    EXTRA_DICE,
    EXTRA_ON,
    FIRST_TACTIC,
    KIND_DEFENCE,
    MODES,
    MOST,
    TOUCHES,
)

_TACTICS: Final = {
    ("published", "veteran"): (1, "ITP-6.1.2c"),
    ("published", "elite"): (2, "ITP-6.1.3c"),
    ("published", "competitive"): (1, "ITP-6.2g"),
}
IN_FORCE: Final = tuple(_TACTICS.get(mode, (0, ""))[0] for mode in MODES)
"""Cards in force at once; none for beginners (ITP-0h)."""
TACTICS_RULE: Final = tuple(_TACTICS.get(mode, (0, ""))[1] for mode in MODES)
"""The rule by which a card in force binds the player."""


def reveal_tactics(s: ItterState, dice: Dice, tell: Tell) -> None:
    """ITP-6.1.2c, ITP-6.1.3c: the oldest card leaves and a new one is revealed; Elite starts with two.

    ITP-6.2g: in the competitive game the planned one. With an empty deck the old one still leaves (TAC-f).
    """
    room = IN_FORCE[s.mode]
    if room and len(s.tactics) == room:
        gone = s.tactics.pop(0)
        s.removed.append(gone)
        tell((ALL, "tactic_gone", gone))
    if COMPETITIVE[s.mode]:
        for card in tactics_in(s.plan):
            s.plan.remove(card)
            turn_up(s, tell, card)
        return
    first = s.turn == 1
    for _ in range(room if first else min(room, 1)):
        if s.tactic_deck and len(s.tactics) < room:
            turn_up(s, tell, s.tactic_deck.pop())


def turn_up(s: ItterState, tell: Tell, card: int) -> None:
    s.tactics.append(card)
    tell((ALL, "tactic", card, EFFECT_TEXT[s.mode][card], int(DOUBTFUL[s.mode][card])))


def tactics_in(cards: list[int]) -> list[int]:
    """The Tactic cards of a hand or plan, which holds SS cards too."""
    return [card for card in cards if card >= FIRST_TACTIC]


def extra_dice(s: ItterState, tell: Tell, roller: str) -> int:
    """Dice that cards in force add to a roll; bonuses add up (TAC-c)."""
    extra = 0
    for card in s.tactics:
        if roller in EXTRA_ON[card]:
            extra += EXTRA_DICE[card]
            tell((ALL, "extra_dice", EXTRA_DICE[card], card))
    return extra


def approach(s: ItterState, tell: Tell, kind: int) -> tuple[int, ...]:
    """The one-die table for a counter's area, if a card in force has one; the newest card decides (TAC-d)."""
    for card in reversed(s.tactics):
        if EFFECT[s.mode][card] == "approach" and kind in TOUCHES[card]:
            tell((ALL, "approach", card))
            return CARD_TABLE[s.mode][card]
    return ()


def suppressed_defence(s: ItterState, kind: int) -> int:
    """A counter's Defence against Suppression; two cards add up, to the cards' cap (TAC-e)."""
    needed = KIND_DEFENCE[s.mode][kind]
    for card in s.tactics:
        if EFFECT[s.mode][card] == "defence" and kind in TOUCHES[card]:
            needed = min(needed + ADDS[card], MOST[card])
    return needed


def most_spent(s: ItterState, kind: int, tokens: int) -> int:
    """The number of available tokens that may be spent against a counter."""
    for card in s.tactics:
        if EFFECT[s.mode][card] == "cap" and kind in TOUCHES[card]:
            tokens = min(tokens, MOST[card])
    return tokens


def pinned(s: ItterState) -> bool:
    """True if a Disrupted token also exhausts."""
    return any(EFFECT[s.mode][card] == "pin" for card in s.tactics)


STEPS: Final[Mapping[str, Step]] = {"reveal_tactics": reveal_tactics}
