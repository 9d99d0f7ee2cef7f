"""Set-up: POWs on the appel, decks shuffled, and the Security Officer posts his guards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import ask, then
from garrison.core.rules import Question, Step
from garrison.core.state import ALL, Dice, Options, Seat, Tell, bit
from garrison.games.colditz.actions import DONE, POST
from garrison.games.colditz.cards.hands import draw
from garrison.games.colditz.castle import routes
from garrison.games.colditz.castle.layout import APPEL_START, AREA, INNER, INNER_POSTS, POSTS
from garrison.games.colditz.editions import DEALS_CARDS, PARTS_APART, USES_DO_OR_DIE
from garrison.games.colditz.state import BARRACKS, NOBODY, ColditzState, first_in_barracks, place, team
from garrison.games.colditz.tables import (
    CARDS,
    DO_OR_DIE_THROWS,
    FIRST_GUARD,
    FIRST_ROUND,
    FIRST_SECURITY_CARD,
    GUARDS,
    KIT_PARTS,
    MODES,
    OPTIONS,
    OUTER_LEAST,
    OUTER_MOST,
    SEAT_COUNT,
    SECURITY,
    STARTING_KITS,
    deck,
)


def setup(rules: int, options: Options, dice: Dice) -> ColditzState:
    """COL-O-034, COL-O-041, COL-O-044, COL-O-046, COL-O-047, COL-O-049, COL-O-050, COL-C-14, COL-C-15"""
    s = ColditzState(rules, MODES.index(tuple(options[name] for name in OPTIONS)))
    seats = SEAT_COUNT[s.mode]
    s.round = FIRST_ROUND[s.mode]
    for nation in range(seats - 1):
        for number, pawn in enumerate(team(s, nation)):
            place(s, pawn, APPEL_START[seats][nation][number])
    for guard in range(FIRST_GUARD, FIRST_GUARD + GUARDS[seats]):
        s.at[guard] = BARRACKS
    s.kits = (1 << seats - 1) - 1 if STARTING_KITS[s.mode] else 0
    apart = PARTS_APART[s.mode]
    s.opportunity = deck(len(KIT_PARTS) if apart else 0, FIRST_SECURITY_CARD)
    s.parts = deck(0, len(KIT_PARTS)) if apart else []
    s.security = deck(FIRST_SECURITY_CARD, len(CARDS))
    for name in ("opportunity", "security", "parts"):
        cards: list[int] = getattr(s, name)
        cards.reverse()  # tops are last
        if cards:
            dice.shuffle(cards, name)
    if USES_DO_OR_DIE[s.mode]:
        s.do_or_die = list(reversed(DO_OR_DIE_THROWS))
        dice.shuffle(s.do_or_die, "do-or-die")
    s.turn = SECURITY[s.mode]
    then(s, ("deal",), ("deploying",))
    return s


def deal(s: ColditzState, dice: Dice, tell: Tell) -> None:
    """COL-O-048: one card each."""
    tell((ALL, "begun", FIRST_ROUND[s.mode]))
    for seat in range(SEAT_COUNT[s.mode]) if DEALS_CARDS[s.mode] else ():
        draw(s, seat, tell)


# deploy


def _inner_missing(s: ColditzState) -> int:
    """COL-O-051: inner posts still to be manned, one for each Escape Officer."""
    return SECURITY[s.mode] - sum(bool(s.occupied >> post & 1) for post in INNER_POSTS)


def _outer_guards(s: ColditzState) -> int:
    return sum(bool(s.occupied >> post & 1) for post in POSTS[len(INNER_POSTS) :])


def deploying(s: ColditzState, dice: Dice, tell: Tell) -> None:
    """COL-O-051 to COL-O-053"""
    if _outer_guards(s) == OUTER_MOST or first_in_barracks(s) == NOBODY:
        then(s, ("turn", 0))
    else:
        ask(s, "deploy", bit(SECURITY[s.mode]))


def deploy_legal(s: ColditzState, seat: Seat) -> list[int]:
    inner = _inner_missing(s) > 0
    rows = [
        POST[number]
        for number, post in enumerate(POSTS)
        if (number < len(INNER_POSTS)) == inner and not s.occupied >> post & 1
    ]
    if not inner and _outer_guards(s) >= OUTER_LEAST:
        rows.append(DONE)
    return rows


def deploy_judge(s: ColditzState, seat: Seat, action: int) -> str | None:
    if action != DONE and action not in POST:
        return OTHER_QUESTION
    manned = [post for post in POSTS if routes.occupied(s, post)]
    inner = sum(AREA[post] == INNER for post in manned)
    if inner < SECURITY[s.mode]:
        if action == DONE or AREA[POSTS[action - POST[0]]] != INNER:
            return "COL-O-051"
    elif action == DONE:
        return None if len(manned) - inner >= OUTER_LEAST else "COL-O-052"
    elif AREA[POSTS[action - POST[0]]] == INNER:
        return "COL-O-052"
    return "COL-O-062" if POSTS[action - POST[0]] in manned else None


def deploy(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    if action == DONE:
        then(s, ("turn", 0))
        return
    guard, post = first_in_barracks(s), POSTS[action - POST[0]]
    place(s, guard, post)
    tell((ALL, "posted", guard, post))
    then(s, ("deploying",))


STEPS: Final[Mapping[str, Step]] = {"deal": deal, "deploying": deploying}
QUESTIONS: Final[Mapping[str, Question]] = {
    "deploy": Question("COL-O-051", deploy_legal, deploy_judge, deploy, begins=True, gathers=frozenset(POST))
}
