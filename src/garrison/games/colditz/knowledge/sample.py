"""Samples: a full state that a seat's view allows."""

from __future__ import annotations

from garrison.core.state import Dice, View
from garrison.games.colditz.knowledge.view import DECKS, HIDDEN, HIDDEN_PART, load
from garrison.games.colditz.state import ColditzState
from garrison.games.colditz.tables import CARD_COPIES, CARDS, FIRST_SECURITY_CARD, KIT_PARTS, MOST_SEATS


def sample(seen: View, dice: Dice) -> ColditzState:
    """Deal the cards that the viewer does not know to the places where it sees an unknown one.

    Nothing tells these cards apart for the viewer, so every deal is equally likely.
    """
    hands = {seat: list(cards) for seat, cards in seen["hands"].items()}
    decks = {key: list(seen[key]) for key in DECKS}
    left = dict(zip(CARDS, CARD_COPIES, strict=True))
    for cards in (*hands.values(), *decks.values()):
        for card in cards:
            if card in left:
                left[card] -= 1
    apart = len(seen["hands"]) == MOST_SEATS
    families = (
        [card for n, card in enumerate(CARDS) if n < FIRST_SECURITY_CARD and not (apart and n in KIT_PARTS)],
        list(CARDS[FIRST_SECURITY_CARD:]),
        [CARDS[part] for part in KIT_PARTS] if apart else [],
    )
    for family, hidden, places in zip(
        families,
        (HIDDEN, HIDDEN, HIDDEN_PART),
        (
            [decks["opportunity_deck"], *(hands[seat] for seat in hands if seat != "security")],
            [decks["security_deck"], hands["security"]],
            [decks["kit_parts"], *(hands[seat] for seat in hands if seat != "security")],
        ),
        strict=True,
    ):
        rest = [CARDS.index(card) for card in family for _ in range(left[card])]
        if rest:
            dice.shuffle(rest, "sample")
        for cards in places:
            for place, card in enumerate(cards):
                if card == hidden:
                    cards[place] = CARDS[rest.pop()]
    known = seen_by(seen)
    return load({**seen, "hands": hands, **decks, "seen": known})


def seen_by(seen: View) -> View:
    """What the viewer knows of the cards, as a saved state has it: which hidden places it can name."""
    names = list(seen["hands"])
    viewer = 1 << names.index(seen["viewer"]) if seen["viewer"] in names else (1 << len(names)) - 1

    def bits(cards: list[str]) -> list[int]:
        return [viewer if card not in (HIDDEN, HIDDEN_PART) else 0 for card in cards]

    return {
        "hands": {seat: bits(cards) for seat, cards in seen["hands"].items()},
        **{key: bits(seen[key]) for key in DECKS},
    }
