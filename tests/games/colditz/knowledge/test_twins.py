"""Law 5 where Escape from Colditz has its secrets: decks, offers, answers to windows, cards given up.

Twins of lively games differ in two cards of a deck, or in one row that others do not see. What everybody else
gets must stay the same, byte for byte, until they are told something different. And leaks that are planted
are found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from garrison.core import kernel
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.laws.comparison import Broken, one_of, viewers
from garrison.core.laws.secrecy import Pair, Surface, Twin, TwinDice
from garrison.core.match import Match
from garrison.core.state import ARBITER, Action, Seat, View
from garrison.games.colditz import arrest
from garrison.games.colditz.cards import hands, interrupts
from garrison.games.colditz.game import COLDITZ
from garrison.games.colditz.state import KNOWERS, ColditzState, all_seats, hand
from garrison.games.colditz.tables import INTERRUPTS, SECURITY
from support.games.colditz_lively import lively_match
from support.proof import few
from support.terminal.surfaces import Surfaces

ROWS = 400
AFTER = 20
"""Rows that are played on alike."""
SWAPPED = 80
"""Rows of a match with two cards swapped."""
DRAWN = 12
"""One of the two is among so many that are drawn first."""
EACH = 4
"""Twins of a kind from one match."""
REFUSALS = 3
"""Actions that each seat tries after every row."""
SCENES = 12
"""One row in so many is compared with all that is drawn and said."""
SEATS = "3435363"
SECRET = ("discard", "lose")
KINDS = ("deck", "offer", "no offer", "goods", "answer", "card")
MATCHES = 6
"""Matches of a block."""


def cut(match: Match, rows: int) -> Match:
    """The beginning of a match."""
    dice = match.dice
    assert isinstance(dice, KeyedDice)
    short = Match(match.game, match.options, KeyedDice(dice.key, dice.salt))
    for row in match.rows[1:rows]:
        short.play(row.action, row.seat)
    return short


def verb(match: Match, action: Action) -> str:
    return match.write(action).partition(" ")[0]


def kinds_of_twins(match: Match, chance: KeyedDice) -> dict[str, list[Twin]]:
    """By what is different: all twins of a match that differ in a row, and some in a shuffle."""
    dice = match.dice
    assert isinstance(dice, KeyedDice)
    probe_dice = TwinDice(dice)
    probe = Match(match.game, match.options, probe_dice)
    found: dict[str, list[Twin]] = {kind: [] for kind in KINDS}
    for number in range(1, len(match.rows)):
        row = match.rows[number]
        assert probe.ask is not None
        question = match.game.play.questions[probe.ask[0]]
        seats = tuple(seat for seat in viewers(match) if seat != row.seat)
        said = f"'{match.write(row.action)}' in row {number}"
        unasked = kernel.unasked(match.game.play, row.action) is not None
        if unasked:
            found["no offer"].append(Twin(number, seats, f"{said} left out", choice=True))
        kind = "offer" if unasked else "answer" if question.window else "card"
        if kind != "card" or verb(match, row.action) in SECRET:
            listed = [
                action
                for action in probe.legal(row.seat)
                if action != row.action and (kernel.unasked(match.game.play, action) is not None) == unasked
            ]
            if listed:
                alike = [action for action in listed if verb(match, action) == verb(match, row.action)]
                if alike and verb(match, row.action) == "put":
                    kind = "goods"
                action = one_of(alike or listed, chance)
                what = f"{said} made '{match.write(action)}'"
                found[kind].append(Twin(number, seats, what, choice=True, action=action))
        probe_dice.at = number
        probe.play(row.action, row.seat)
    found["deck"] = [*swaps(match, probe_dice.shuffles, chance)]
    return found


def swaps(match: Match, shuffles: list[tuple[int, int]], chance: KeyedDice) -> Iterator[Twin]:
    """A card that is drawn early and another of its deck; or one that was dealt and one that interrupts."""
    start = cut(match, 1).state
    assert isinstance(start, ColditzState)
    waiting = [n for n, card in enumerate(start.opportunity) if card in INTERRUPTS]
    for number in range(EACH):
        which, (at, cards) = one_of(list(enumerate(shuffles)), chance) if number % 2 else (0, shuffles[0])
        one = cards - 1 - chance.pick(min(DRAWN, cards) if number % 2 else SECURITY[start.mode], "card")
        other = (one + 1 + chance.pick(cards - 1, "card")) % cards if number % 2 else one_of(waiting, chance)
        swap = (which, min(one, other), max(one, other))
        yield Twin(at, viewers(match), f"cards swapped: {swap}", swap)


def twins(match: Match, seed: int, kinds: Container[str]) -> Iterator[tuple[str, Twin]]:
    """Some of each kind."""
    chance = KeyedDice(seed_key(seed), "twins")
    for kind, some in kinds_of_twins(match, chance).items():
        for _ in range(min(EACH, len(some)) if kind in kinds else 0):
            yield kind, some.pop(chance.pick(len(some), "twin"))


def lively(seed: int, game: Any = COLDITZ, edition: str = "modern") -> Match:
    """A match whose twins are played."""
    options = {"edition": edition, "seats": SEATS[seed % len(SEATS)]}
    if edition == "modern":
        options["kits"] = ("start", "none")[seed % 2]
    return lively_match(seed, ROWS, game, **options)


def compare(
    seeds: range,
    game: Any = COLDITZ,
    surface: Surface | None = None,
    after: int = AFTER,
    kinds: Container[str] = KINDS,
    swapped: int = SWAPPED,
    edition: str = "modern",
) -> Counter[str]:
    """Play twins of lively games; how many of each kind."""
    played: Counter[str] = Counter()
    for seed in seeds:
        match = lively(seed, game, edition)
        for kind, twin in twins(match, seed, kinds):
            rows = swapped if kind == "deck" else twin.row + after
            chance = KeyedDice(seed_key(seed), f"pair/{twin.what}")
            pair = Pair(cut(match, rows), twin, chance, surface)
            del pair.asked[REFUSALS:]
            pair.seldom = max(pair.seldom, SCENES)
            pair.play()
            played[kind] += 1
    return played


@pytest.mark.parametrize("edition", ["modern", "classic"])
@pytest.mark.parametrize("block", few(1, range(140)))
def test_nobody_learns_what_was_not_told(block: int, edition: str) -> None:
    """All blocks together: more than 10,000 twins of each edition."""
    played = compare(range(block * MATCHES, (block + 1) * MATCHES), edition=edition)
    assert played.total() > 12 * MATCHES
    assert {"deck", "offer", "no offer"} <= set(played)


@pytest.mark.parametrize("edition", ["modern", "classic"])
def test_twins_of_all_kinds_are_played(edition: str) -> None:
    kinds = Counter(
        kind for seed in range(24) for kind, _ in twins(lively(seed, edition=edition), seed, KINDS)
    )
    assert set(kinds) == set(KINDS)


@pytest.mark.parametrize("block", few(2, range(20)))
def test_nobody_reads_at_the_terminal_what_was_not_told(block: int, tmp_path: Path) -> None:
    surface = Surfaces(tmp_path)
    edition = ("modern", "classic")[block % 2]
    played = compare(range(block, block + 1), surface=surface.terminal, after=6, edition=edition)
    assert played.total() > 9


# Leaks that are planted


def by_kind(_: pytest.MonkeyPatch) -> Any:
    """Everybody sees which kinds of equipment an officer holds after a trade."""

    def view(s: ColditzState, seat: Seat) -> View:
        seen = COLDITZ.know.view(s, seat)
        if seat != ARBITER:
            full = COLDITZ.know.view(s, ARBITER)["equipment"]
            seen["equipment"] = {nation: {**goods, "hidden": 0} for nation, goods in full.items()}
        return seen

    return replace(COLDITZ, know=replace(COLDITZ.know, view=view))


def unasked(patch: pytest.MonkeyPatch) -> Any:
    """Only those are asked in a window who hold a card for one."""
    for module in (arrest, interrupts):
        patch.setattr(module, "counted", lambda s, seat: not INTERRUPTS.isdisjoint(hand(s, seat)))
    return COLDITZ


def bottom(patch: pytest.MonkeyPatch) -> Any:
    """Everybody sees the card that was discarded at the bottom of the deck."""
    discard = hands.discard

    def open_discard(s: ColditzState, seat: Seat, card: int, tell: Callable[..., None]) -> None:
        discard(s, seat, card, tell)
        hands.pile_of(s, card)[0] = card | all_seats(s) << KNOWERS

    patch.setattr(hands, "discard", open_discard)
    return COLDITZ


def list_length(_: pytest.MonkeyPatch) -> Any:
    """Everybody sees how much the officer in turn may do."""

    def view(s: ColditzState, seat: Seat) -> View:
        seen = COLDITZ.know.view(s, seat)
        if s.ask is not None and s.ask[0] == "act" and seat != ARBITER:
            seen["choices"] = len(kernel.answers(COLDITZ.play, s, s.turn))
        return seen

    return replace(COLDITZ, know=replace(COLDITZ.know, view=view))


def open_offers(_: pytest.MonkeyPatch) -> Any:
    """Everybody can count the offers that are out."""

    def view(s: ColditzState, seat: Seat) -> View:
        return {**COLDITZ.know.view(s, seat), "offers_out": sum(map(bool, s.trades[:1]))}

    return replace(COLDITZ, know=replace(COLDITZ.know, view=view))


def open_pack(_: pytest.MonkeyPatch) -> Any:
    """Everybody sees the Do or Die pack."""

    def view(s: ColditzState, seat: Seat) -> View:
        return {**COLDITZ.know.view(s, seat), "do_or_die": COLDITZ.know.view(s, ARBITER)["do_or_die"]}

    return replace(COLDITZ, know=replace(COLDITZ.know, view=view))


def open_trades(patch: pytest.MonkeyPatch) -> Any:
    """Everybody sees which Opportunity cards change hands."""
    hand_over = hands.hand_over

    def in_the_open(s: ColditzState, *about: Any) -> list[int]:
        return [card | all_seats(s) << KNOWERS for card in hand_over(s, *about)]

    patch.setattr(hands, "hand_over", in_the_open)
    return COLDITZ


@pytest.mark.parametrize(
    ("leak", "kind", "edition"),
    [
        (by_kind, "goods", "modern"),
        (unasked, "deck", "modern"),
        (bottom, "card", "modern"),
        (list_length, "deck", "modern"),
        (open_offers, "no offer", "modern"),
        (open_pack, "deck", "classic"),
        (open_trades, "goods", "classic"),
    ],
)
def test_a_leak_is_found(
    leak: Callable[..., Any], kind: str, edition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = leak(monkeypatch)
    with pytest.raises(Broken, match=r"law [56]: with"):
        compare(range(40), game, kinds=(kind,), swapped=ROWS, edition=edition)
