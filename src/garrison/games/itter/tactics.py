"""Section 6.1: Tactic cards of the Veteran and Elite game, and what those in force change.

Most effects are our reconstruction; the data file says which. All of them touch the SS Phase only, so a card
lying face up through the next Defender Phase does nothing there (TAC-b).
"""

from __future__ import annotations

from garrison.core.game import ALL, Dice, Tell
from garrison.games.itter.state import ItterState
from garrison.games.itter.tables import (
    ADDS,
    CARD_TABLE,
    DIFFICULTIES,
    EFFECT,
    EXTRA_DICE,
    EXTRA_ON,
    KIND_DEFENCE,
    MOST,
    ORIGIN,
    TACTICS_REMOVED,
    TOUCHES,
)

IN_FORCE = tuple({"veteran": 1, "elite": 2}.get(name, 0) for name in DIFFICULTIES)
"""How many cards lie face up at once: ITP-6.1.2c, ITP-6.1.3c; none for beginners (ITP-0h)."""


def reveal_tactics(s: ItterState, dice: Dice, tell: Tell) -> None:
    """ITP-6.1.2c, ITP-6.1.3c: the oldest card leaves, a new one is turned up; Elite starts with two.

    With an empty deck the old card still leaves (TAC-f).
    """
    room = IN_FORCE[s.difficulty]
    if room and len(s.tactics) == room:
        gone = s.tactics.pop(0)
        s.removed.append(gone)
        tell((ALL, "tactic_gone", gone))
    first = s.turn == 1
    for _ in range(room if first else min(room, 1)):
        if s.tactic_deck and len(s.tactics) < room:
            card = s.tactic_deck.pop()
            s.tactics.append(card)
            tell((ALL, "tactic", card, card, ORIGIN[card]))


def uses_tactics(difficulty: int) -> bool:
    return bool(TACTICS_REMOVED[difficulty])


def extra_dice(s: ItterState, tell: Tell, roller: str) -> int:
    """Dice that cards in force add to a roll; bonuses add up (TAC-c)."""
    extra = 0
    for card in s.tactics:
        if roller in EXTRA_ON[card]:
            extra += EXTRA_DICE[card]
            tell((ALL, "extra_dice", EXTRA_DICE[card], card))
    return extra


def approach(s: ItterState, tell: Tell, kind: int) -> tuple[int, ...]:
    """The one-die table for a counter's area, if a card in force has one; the newer decides (TAC-d)."""
    for card in reversed(s.tactics):
        if EFFECT[card] == "approach" and kind in TOUCHES[card]:
            tell((ALL, "approach", card))
            return CARD_TABLE[card]
    return ()


def suppressed_defence(s: ItterState, kind: int) -> int:
    """A counter's Defence against Suppression; two cards add up, to the cards' cap (TAC-e)."""
    needed = KIND_DEFENCE[kind]
    for card in s.tactics:
        if EFFECT[card] == "defence" and kind in TOUCHES[card]:
            needed = min(needed + ADDS[card], MOST[card])
    return needed


def most_spent(s: ItterState, kind: int, tokens: int) -> int:
    """How many of the tokens at hand may be spent against a counter."""
    for card in s.tactics:
        if EFFECT[card] == "cap" and kind in TOUCHES[card]:
            tokens = min(tokens, MOST[card])
    return tokens


def pinned(s: ItterState) -> bool:
    """Whether a Disrupted token also exhausts."""
    return any(EFFECT[card] == "pin" for card in s.tactics)
