"""Studies of the balance of Escape from Colditz: what cards, a ruling and options do to the results.

    PYTHONPATH=tests python tests/tools/balance.py WHAT [--options NAME=VALUE/VALUE,...] [--games N]

`cards`: how often each card is played, and who wins then. That is no effect: long games see more cards.
`cards --without CARD`, or `all` of them in turn: games in which nobody plays it, against the usual ones.
`amb-46`: guards go off the board if no POW is left in the part of outside where the escape was.
`options`: other values of the options in VARIED.

The column `difference` is what a change does to the share of games the Security Officer wins, with its 95 %
interval: of twenty changes that do nothing, one is expected to have an interval without 0.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import replace
from functools import cache, partial
from math import hypot
from typing import Any, NamedTuple
from unittest.mock import patch

from garrison.core.errors import GarrisonError
from garrison.core.match import Match
from garrison.core.state import Dice, Tell
from garrison.games.colditz import do_or_die, gathering, movement
from garrison.games.colditz.actions import ANSWER, ANSWERS, ENTER, PLAY, WITH
from garrison.games.colditz.castle.layout import NEIGHBOURS, OUTSIDE_BITS
from garrison.games.colditz.escape import escape
from garrison.games.colditz.game import COLDITZ
from garrison.games.colditz.state import ColditzState, guards, stand_down
from garrison.games.colditz.tables import (
    CARD,
    CARD_NAMES,
    CARDS,
    CLASSIC_NAMES,
    FIRST_GUARD,
    FIRST_SECURITY_CARD,
    KIT_PARTS,
    TUNNEL_CARDS,
)
from garrison.lab import workers
from garrison.lab.simulate import Row, Series, Under, gather, series, stream
from garrison.lab.strength import chosen, share, table
from garrison.lab.tally import Tally, wilson

VARIED = {"doorways": ("open", "clear"), "rounds": ("50", "40", "30")}
ALL = "all"
MODERN_NAMES = {name: card for card, name in CLASSIC_NAMES.items()}


# Cards


def plays(match: Match) -> Counter[str]:
    """How often each card was played; a tunnel card of the classic rules is when it is shown."""
    found: Counter[str] = Counter()
    for row in match.line:
        for event in match.events(row):
            if event[1] == "played":
                name = CARD_NAMES[event[3]]
                found[MODERN_NAMES.get(name, name)] += 1
            elif event[1] == "card_shown":
                found[CARDS[TUNNEL_CARDS[event[3]]]] += 1
    return found


def noted(of: Series, _number: int, match: Match) -> Row:
    assert match.result is not None
    won = {*match.result.won}
    return {"plays": plays(match), "won": [not won.isdisjoint(seats) for seats in of.sides.values()]}


def rows_of(card: int) -> set[int]:
    """All actions that play a card."""
    found = {PLAY[card]}
    if CARDS[card] in ANSWERS:
        found.add(ANSWER[ANSWERS.index(CARDS[card])])
    if card in TUNNEL_CARDS:
        found.add(ENTER[TUNNEL_CARDS.index(card)])
    if card in KIT_PARTS:
        part = KIT_PARTS.index(card)
        found |= {row for row, parts in zip(WITH, gathering.PART_SETS, strict=True) if part in parts}
    return found


@contextmanager
def without(card: int) -> Iterator[None]:
    """Nobody is offered a card to play, unless there is nothing else to do."""
    barred = rows_of(card)

    def kept(legal: Callable[..., Sequence[Any]], *args: Any) -> Sequence[Any]:
        offered = legal(*args)
        return [action for action in offered if action not in barred] or offered

    def ways(*args: Any) -> list[int]:
        return [row for row in with_legal(*args) if row not in barred]

    with_legal, questions = gathering.with_legal, COLDITZ.play.questions
    changed = {name: replace(each, legal=partial(kept, each.legal)) for name, each in questions.items()}
    with patch.dict(questions, changed), patch.object(gathering, "with_legal", ways):
        yield


# AMB-46


@cache
def region(space: int) -> frozenset[int]:
    """The spaces outside that can be reached from one of them without leaving outside."""
    found, edge = {space}, [space]
    while edge:
        new = {other for other in NEIGHBOURS[edge.pop()] if OUTSIDE_BITS >> other & 1} - found
        found |= new
        edge += new
    return frozenset(found)


def _escape_from_region(s: ColditzState, pawn: int, target: int, tell: Tell) -> None:
    escape(s, pawn, target, tell)
    if ("pursuit",) in s.agenda:  # not if the game is won
        s.agenda[s.agenda.index(("pursuit",))] = ("pursuit", target)


def _pursuit_in_region(s: ColditzState, _dice: Dice, tell: Tell, target: int) -> None:
    there = region(target)
    if any(s.at[pawn] in there and not s.inside >> pawn & 1 for pawn in range(FIRST_GUARD)):
        return
    for guard in guards(s):
        if s.at[guard] in there:
            stand_down(s, guard, tell)


@contextmanager
def by_region() -> Iterator[None]:
    """AMB-46 the other way round: one part of outside counts, that of the escape, not all of it."""
    with ExitStack() as changes:
        changes.enter_context(patch.dict(COLDITZ.play.steps, {"pursuit": _pursuit_in_region}))
        for module in (movement, do_or_die):
            changes.enter_context(patch.object(module, "escape", _escape_from_region))
        yield


# Games and tables


class Sample(NamedTuple):
    """Games played in one way: their sums, and of each which side won and what was played."""

    name: str
    of: Series
    tally: Tally
    games: list[Row]

    def held(self) -> int:
        """Games the Security Officer won."""
        return self.tally.side_won[[*self.of.sides].index("security")]


def play(name: str, options: dict[str, str], args: argparse.Namespace, under: Under = nullcontext) -> Sample:
    """The games of a series in a context; the same seed gives the same dice in all of them."""
    of, games = series(COLDITZ.id, options, args.players.split(","), args.seed), list[Row]()
    watch = workers.Watch(on_death=partial(print, file=sys.stderr))
    chunks = stream(of, range(args.games), args.jobs, noted, watch, under)
    found = Sample(name, of, gather(chunks, args.games, take=games.extend), games)
    print(f"{name}: security won {found.held()} of {args.games}", file=sys.stderr, flush=True)
    return found


def compared(samples: Sequence[Sample]) -> str:
    """All samples by side and then by seat, and how the others differ from the first."""
    first = samples[0]
    sides, seats = [], []
    for each in samples:
        n = each.tally.games
        head = {"variant": each.name, "games": str(n)}
        won = zip(each.of.sides, each.tally.side_won, strict=True)
        sides.append(head | {f"{side} won": share(hits, n) for side, hits in won})
        sides[-1]["rows"] = f"{each.tally.rows / n:.0f}"
        sides[-1]["difference"] = "" if each is first else difference(each.held(), first.held(), n)
        by_seat = zip(each.of.seats, each.tally.won, strict=True)
        seats.append(head | {f"{seat} won": share(hits, n) for seat, hits in by_seat})
    return f"{table(sides)}\n\n{table(seats)}"


def difference(hits: int, usual: int, n: int) -> str:
    """The rise from `usual` to `hits` of `n` games, in percentage points, with Newcombe's 95 % interval."""
    one, other = hits / n, usual / n
    (low, high), (other_low, other_high) = wilson(hits, n), wilson(usual, n)
    least = one - other - hypot(one - low, other_high - other)
    most = one - other + hypot(high - one, other - other_low)
    return f"{100 * (one - other):+.1f} ({100 * least:+.1f} to {100 * most:+.1f})"


def card_table(sample: Sample) -> str:
    """By card: plays, and the share of games its side wins with it and without."""
    return table([_card_line(sample, name) for name in CARDS])


def _card_line(sample: Sample, card: str) -> dict[str, str]:
    side = "escape" if CARD[card] < FIRST_SECURITY_CARD else "security"
    at, n = [*sample.of.sides].index(side), sample.tally.games
    seen = [game["won"][at] for game in sample.games if game["plays"][card]]
    unseen = [game["won"][at] for game in sample.games if not game["plays"][card]]
    return {
        "card": card,
        "side": side,
        "plays a game": f"{sum(game['plays'][card] for game in sample.games) / n:.2f}",
        "played in": share(len(seen), n),
        "side won if played": share(sum(seen), len(seen)) if seen else "",
        "side won if not": share(sum(unseen), len(unseen)) if unseen else "",
    }


# The command


def cards(options: dict[str, str], args: argparse.Namespace) -> str:
    usual = play("usual", options, args)
    if not args.without:
        return f"{compared([usual])}\n\n{card_table(usual)}"
    names = CARDS if args.without == ALL else (args.without,)
    others = [play(f"without {name}", options, args, partial(without, CARD[name])) for name in names]
    played = [
        sum(game["plays"][name] for game in other.games) for name, other in zip(names, others, strict=True)
    ]
    still = [f"{name} {count}" for name, count in zip(names, played, strict=True) if count]
    note = f"\n\nPlayed all the same, where nothing else was left: {', '.join(still)}." if still else ""
    return compared([usual, *others]) + note


def amb_46(options: dict[str, str], args: argparse.Namespace) -> str:
    return compared([play("all of outside", options, args), play("by region", options, args, by_region)])


def other_options(options: dict[str, str], args: argparse.Namespace) -> str:
    """A comparison for each option of which these options allow several values."""
    found = []
    for name, values in VARIED.items():
        sets = [options | {name: value} for value in values]
        sets = [each for each in sets if COLDITZ.allowed(each) is None]
        if len(sets) > 1:
            found.append(compared([play(f"{name} {each[name]}", each, args) for each in sets]))
    return "\n\n".join(found)


STUDIES = {"cards": cards, "amb-46": amb_46, "options": other_options}


def main(argv: Sequence[str] | None = None) -> int:
    text, _, more = (__doc__ or "").partition("\n")
    parser = argparse.ArgumentParser(
        description=text, epilog=more, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=STUDIES)
    parser.add_argument("--without", metavar="CARD", choices=(ALL, *CARDS), help="only with cards")
    parser.add_argument("--options", metavar="NAME=VALUE/VALUE,...", action="append")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--players", metavar="NAME,...", default="sound")
    args = parser.parse_args(argv)
    if args.without and args.what != "cards":
        parser.error("--without is for cards only")
    try:
        for options in chosen(COLDITZ, args.options or ["edition=modern"]):
            named = ", ".join(f"{name} {value}" for name, value in options.items())
            print(f"## {named}: players {args.players}, seed {args.seed}\n")
            print(f"{STUDIES[args.what](options, args)}\n", flush=True)
    except GarrisonError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
