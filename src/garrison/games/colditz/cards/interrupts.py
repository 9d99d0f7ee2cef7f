"""Cards out of turn: windows before an arrest, at a gate, and when Appel or Search is announced (AMB-27)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import ask, then
from garrison.core.rules import Question, Step
from garrison.core.state import ALL, Dice, Seat, Tell, bit
from garrison.games.colditz import tunnels
from garrison.games.colditz.actions import ANSWER, ANSWERS, PASS_ROW, TO
from garrison.games.colditz.arrest import (
    AT_GATE,
    BY_GENERAL_SEARCH,
    BY_MOVE,
    BY_POST,
    BY_SEARCH,
    BY_SHOT,
    arrest,
    confine,
    endanger,
    forget_way_home,
)
from garrison.games.colditz.cards.hands import counted, show
from garrison.games.colditz.castle import routes
from garrison.games.colditz.castle.layout import AREA, INNER, INNER_SAFE, KIND, SAFE, SPACE_COUNT
from garrison.games.colditz.castle.reach import guard_ways, path, reach, rows_of, stops
from garrison.games.colditz.movement import step_onto, way_onto
from garrison.games.colditz.offers import usable
from garrison.games.colditz.state import (
    NOBODY,
    SHOT,
    ColditzState,
    pair,
    place,
    send_off,
    team,
)
from garrison.games.colditz.tables import CARD, SECURITY

TALISMAN, HIDEAWAY, WARNING = CARD["talisman"], CARD["hideaway"], CARD["warning"]
ARREST_HOLDER: Final = CARD["arrest-holder"]
ROW: Final = {CARD[name]: row for name, row in zip(ANSWERS, ANSWER, strict=True)}
"""By card that interrupts, its row."""
CARD_OF: Final = {row: card for card, row in ROW.items()}
BY_GUARD: Final = (BY_MOVE, BY_POST)


def _answers(s: ColditzState, seat: Seat, cards: Sequence[int]) -> list[int]:
    """Passing, and those of some cards that are in a hand, in the order of the table."""
    held = usable(s, seat)
    return [PASS_ROW, *sorted(ROW[card] for card in cards if card in held)]


def _not_held(s: ColditzState, seat: Seat, action: int, cards: Sequence[int]) -> str | None:
    """COL-O-076: only a card that answers this, and is in hand."""
    known = action in CARD_OF and CARD_OF[action] in cards
    return None if known and CARD_OF[action] in usable(s, seat) else OTHER_QUESTION


# saved: one of his POWs is about to be arrested or shot


def can_hide(s: ColditzState, pawn: int) -> bool:
    """OPP-09, AMB-70: a POW in the inner courtyard, not in a cell or tunnel; an inner safe space is free."""
    at = s.at[pawn]
    return at >= 0 and AREA[at] == INNER and not s.inside >> pawn & 1 and bool(INNER_SAFE & ~s.occupied)


def saved_legal(s: ColditzState, seat: Seat, pawn: int, by: int, how: int) -> list[int]:
    """COL-O-079, OPP-08, OPP-09: Talisman against all, Hideaway against a guard in the inner courtyard."""
    hides = how in BY_GUARD and can_hide(s, pawn)
    return _answers(s, seat, (HIDEAWAY, TALISMAN) if hides else (TALISMAN,))


def saved_judge(s: ColditzState, seat: Seat, action: int, pawn: int, by: int, how: int) -> str | None:
    """COL-O-076, AMB-70"""
    if action == PASS_ROW:
        return None
    missing = _not_held(s, seat, action, (TALISMAN, HIDEAWAY))
    if missing is not None or CARD_OF[action] == TALISMAN:
        return missing
    inside = AREA[s.at[pawn]] == INNER and not s.inside >> pawn & 1
    free = [space for space, kind in enumerate(KIND) if kind == SAFE and AREA[space] == INNER]
    room = any(not routes.occupied(s, space) for space in free)
    return None if how in (BY_MOVE, BY_POST) and inside and room else OTHER_QUESTION


def saved(
    s: ColditzState, pairs: list[tuple[Seat, int]], dice: Dice, tell: Tell, pawn: int, by: int, how: int
) -> None:
    """COL-O-079: nothing happens to him if a card answers it."""
    seat, action = pairs[0]
    if action == PASS_ROW:
        then(s, ("seize", pawn, by, how))
        return
    card = CARD_OF[action]
    show(s, seat, card, tell)
    tell((ALL, "saved", pawn, card))
    stop_guard(s, tell, pawn, by, how)
    if s.detected:  # COL-C-53e
        tunnels.raided(s, tell)
    if card == HIDEAWAY:
        ask(s, "den", bit(seat), pawn)


def stop_guard(s: ColditzState, tell: Tell, pawn: int, guard: int, how: int) -> None:
    """OPP-08, AMB-73: he does not try that POW again in this turn, and if it was no shot, he stops.

    One who moved stops where he last may on his way; his points are lost.
    """
    if how not in (BY_MOVE, BY_POST, BY_SHOT):
        return
    s.spared.append(pair(guard, pawn))
    if how == BY_SHOT:
        return
    s.stopped |= 1 << guard
    if how == BY_POST:
        return
    way = way_onto(s, guard, s.at[pawn])
    s.points -= len(way) - 1
    last = max((n for n, space in enumerate(way[:-1]) if stops(s, guard) >> space & 1), default=NOBODY)
    walked = way[: last + 1] if last != NOBODY else _aside(s, guard)
    if len(walked) > 1:
        place(s, guard, walked[-1])
        tell((ALL, "moved", guard, walked, len(walked) - 1))


def _aside(s: ColditzState, guard: int) -> tuple[int, ...]:
    """COL-O-125, AMB-40: who took a marker where he may not end goes to the nearest space where he may."""
    open_ways, may_stop = guard_ways(s), stops(s, guard)
    rings = reach(s.at[guard], SPACE_COUNT, open_ways, s.occupied)
    nearest = next((ring & may_stop for ring in rings if ring & may_stop), 1 << s.at[guard])
    return path(rings, (nearest & -nearest).bit_length() - 1, open_ways)


def seize(s: ColditzState, dice: Dice, tell: Tell, pawn: int, by: int, how: int) -> None:
    """COL-O-079, COL-O-086, COL-O-094: no card has helped him."""
    space = s.at[pawn]
    if how == BY_SHOT:
        forget_way_home(s, pawn)
        place(s, pawn, SHOT)
        tell((ALL, "shot", by, pawn))
        send_off(s, by)
    elif how == AT_GATE:  # SEC-05: the card he used is the whole loss
        confine(s, tell, pawn, by)
    elif how in (BY_SEARCH, BY_GENERAL_SEARCH):
        arrest(s, tell, pawn, NOBODY, space)
    else:
        if how == BY_MOVE:
            step_onto(s, by, space, tell)
        else:
            tell((ALL, "posted", by, space))
        arrest(s, tell, pawn, by, space)


# caught: a POW has used a key or a pass


def toll(s: ColditzState, dice: Dice, tell: Tell, pawn: int, gate: int) -> None:
    """AMB-27: the Security Officer is asked, if he has cards."""
    if counted(s, SECURITY[s.mode]):
        ask(s, "caught", bit(SECURITY[s.mode]), pawn, gate)


def caught_legal(s: ColditzState, seat: Seat, pawn: int, gate: int) -> list[int]:
    return _answers(s, seat, (ARREST_HOLDER,))


def caught_judge(s: ColditzState, seat: Seat, action: int, pawn: int, gate: int) -> str | None:
    """COL-O-076"""
    return None if action == PASS_ROW else _not_held(s, seat, action, (ARREST_HOLDER,))


def caught(
    s: ColditzState, pairs: list[tuple[Seat, int]], dice: Dice, tell: Tell, pawn: int, gate: int
) -> None:
    """SEC-05, COL-O-079: he is arrested on the gate, unless a Talisman answers it."""
    seat, action = pairs[0]
    if action != PASS_ROW:
        show(s, seat, ARREST_HOLDER, tell)
        endanger(s, tell, pawn, gate, AT_GATE)


# warned: Appel or Search is announced


def announce(s: ColditzState, dice: Dice, tell: Tell, card: int, room: int) -> None:
    """AMB-27: every Escape Officer with a card is asked, all at once."""
    s.warned = 0
    asked = sum(bit(seat) for seat in range(SECURITY[s.mode]) if counted(s, seat))
    if asked:
        ask(s, "warned", asked, card, room)


def hiders(s: ColditzState, seat: Seat) -> list[int]:
    """OPP-09, COL-O-079: the POWs whom an officer can hide."""
    return [pawn for pawn in team(s, seat) if can_hide(s, pawn)]


def warned_legal(s: ColditzState, seat: Seat, card: int, room: int) -> list[int]:
    """COL-O-079, OPP-09, OPP-10"""
    return _answers(s, seat, (WARNING, HIDEAWAY) if hiders(s, seat) else (WARNING,))


def warned_judge(s: ColditzState, seat: Seat, action: int, card: int, room: int) -> str | None:
    """COL-O-076, AMB-70"""
    if action == PASS_ROW:
        return None
    missing = _not_held(s, seat, action, (WARNING, HIDEAWAY))
    if missing is not None or CARD_OF[action] == WARNING:
        return missing
    inner = [pawn for pawn in team(s, seat) if s.at[pawn] >= 0 and AREA[s.at[pawn]] == INNER]
    safe = [space for space, kind in enumerate(KIND) if kind == SAFE and AREA[space] == INNER]
    hides = any(not s.inside >> pawn & 1 for pawn in inner)
    return None if hides and any(not routes.occupied(s, space) for space in safe) else OTHER_QUESTION


def warned(
    s: ColditzState, pairs: list[tuple[Seat, int]], dice: Dice, tell: Tell, card: int, room: int
) -> None:
    """COL-O-079, OPP-10: who is warned is not touched by that card.

    OPP-09: who hides chooses a POW and his place.
    """
    hiding = []
    for seat, action in pairs:
        if action == PASS_ROW:
            continue
        show(s, seat, CARD_OF[action], tell)
        if CARD_OF[action] == WARNING:
            s.warned |= bit(seat)
            tell((ALL, "forewarned", seat))
        else:
            hiding.append(("hiding", seat))
    then(s, *hiding)


# hide, den: Hideaway


def hiding(s: ColditzState, dice: Dice, tell: Tell, seat: Seat) -> None:
    """COL-O-079: nobody hides if others have taken the last safe space."""
    if hiders(s, seat):
        ask(s, "hide", bit(seat))


def hide_legal(s: ColditzState, seat: Seat) -> list[int]:
    return hiders(s, seat)


def hide_judge(s: ColditzState, seat: Seat, action: int) -> str | None:
    """COL-O-079"""
    own = action in team(s, seat) and s.at[action] >= 0 and AREA[s.at[action]] == INNER
    return None if own and not s.inside >> action & 1 else OTHER_QUESTION


def hide(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    tell((ALL, "chosen", action))
    ask(s, "den", bit(seat), action)


def den_legal(s: ColditzState, seat: Seat, pawn: int) -> list[int]:
    """OPP-09, COL-O-062"""
    return rows_of(INNER_SAFE & ~s.occupied, TO[0])


def den_judge(s: ColditzState, seat: Seat, action: int, pawn: int) -> str | None:
    if action not in TO or KIND[action - TO[0]] != SAFE or AREA[action - TO[0]] != INNER:
        return OTHER_QUESTION
    return "COL-O-062" if routes.occupied(s, action - TO[0]) else None


def den(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell, pawn: int) -> None:
    """OPP-09, COL-O-066: directly to a free inner safe space."""
    start = s.at[pawn]
    place(s, pawn, action - TO[0])
    tell((ALL, "moved", pawn, (start, action - TO[0]), 0))


def _window(
    legal: Callable[..., list[int]], judge: Callable[..., str | None], answer: Callable[..., None]
) -> Question:
    """Asked whether there is a card to play or not (AMB-28); saying nothing plays none."""
    return Question(
        "COL-O-079", legal, judge, answer, silence=PASS_ROW, always=True, window=True, begins=True
    )


STEPS: Final[Mapping[str, Step]] = {"seize": seize, "toll": toll, "announce": announce, "hiding": hiding}
QUESTIONS: Final[Mapping[str, Question]] = {
    "saved": _window(saved_legal, saved_judge, saved),
    "caught": _window(caught_legal, caught_judge, caught),
    "warned": _window(warned_legal, warned_judge, warned),
    "hide": Question("COL-O-079", hide_legal, hide_judge, hide),
    "den": Question("COL-O-079", den_legal, den_judge, den),
}
