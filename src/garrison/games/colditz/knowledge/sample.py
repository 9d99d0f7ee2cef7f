"""Samples: a full state that a seat's view allows."""

from __future__ import annotations

from garrison.core.state import Dice, View
from garrison.games.colditz.editions import PARTS_APART
from garrison.games.colditz.knowledge.view import DECKS, HIDDEN, HIDDEN_PART, load, mode_of
from garrison.games.colditz.state import ColditzState
from garrison.games.colditz.tables import (
    CARD_COPIES,
    CARDS,
    DO_OR_DIE_THROWS,
    EQUIPMENT,
    FIRST_SECURITY_CARD,
    KIT_PARTS,
    STOCK,
)


def sample(seen: View, dice: Dice) -> ColditzState:
    """Deal the cards that the viewer does not know to the places where it sees an unknown one.

    Nothing tells unknown cards of a deck apart for the viewer, so every deal is equally likely. Simplified:
    unknown equipment is dealt in the same way, though trades are made with a purpose, and of several equal
    cards one is given away more often. Against trades made at random the chances are off by 0.12 to 0.14 on
    average, 0.33 at worst, as `tests/games/colditz/knowledge/test_samples.py` measures. A card that the
    viewer knew in a hand from which one was discarded face down is dealt anywhere, not to that hand or the
    bottom of the deck alone. What other seats know, and offers that the viewer does not see, are left out.
    """
    hands = {seat: list(cards) for seat, cards in seen["hands"].items()}
    decks = {key: list(seen[key]) for key in DECKS}
    left = dict(zip(CARDS, CARD_COPIES, strict=True))
    for cards in (*hands.values(), *decks.values()):
        for card in cards:
            if card in left:
                left[card] -= 1
    apart = PARTS_APART[mode_of(seen)]
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
    equipment, sure = _equipment(seen, dice)
    known = {**seen_by(seen), "equipment": sure}
    pack = _do_or_die(seen, dice)
    return load({**seen, "hands": hands, **decks, "do_or_die": pack, "equipment": equipment, "seen": known})


def _do_or_die(seen: View, dice: Dice) -> list[int]:
    """COL-C-51a: the pack, with the cards that nobody has seen in any order."""
    rest = [throws for throws in DO_OR_DIE_THROWS if throws not in seen["do_or_die"]]
    if HIDDEN in seen["do_or_die"]:
        dice.shuffle(rest, "sample")
    return [rest.pop() if throws == HIDDEN else throws for throws in seen["do_or_die"]]


def _equipment(seen: View, dice: Dice) -> tuple[View, View]:
    """Whole holdings, and what each seat is sure of; nothing of that while all know all."""
    held: dict[str, dict[str, int]] = {nation: dict(goods) for nation, goods in seen["equipment"].items()}
    unknown = {nation: goods.pop(HIDDEN) for nation, goods in held.items()}
    if not any(unknown.values()):
        return held, {}
    certain = {nation: dict(goods) for nation, goods in held.items()}
    rest = [
        name
        for name, stock in zip(EQUIPMENT, STOCK, strict=True)
        for _ in range(stock - seen["supply"][name] - sum(goods[name] for goods in held.values()))
    ]
    order = list(range(len(rest)))
    dice.shuffle(order, "sample")
    for nation, number in unknown.items():
        for _ in range(number):
            held[nation][rest[order.pop()]] += 1
    return held, dict.fromkeys(seen["hands"], certain)


def seen_by(seen: View) -> View:
    """What the viewer knows of the cards, as a saved state has it: which hidden places it can name."""
    names = list(seen["hands"])
    viewer = 1 << names.index(seen["viewer"]) if seen["viewer"] in names else (1 << len(names)) - 1

    def bits(cards: list[str]) -> list[int]:
        return [viewer if card not in (HIDDEN, HIDDEN_PART) else 0 for card in cards]

    return {
        "hands": {seat: bits(cards) for seat, cards in seen["hands"].items()},
        **{key: bits(seen[key]) for key in DECKS},
        "do_or_die": bits(seen["do_or_die"]),
    }
