"""A turn: ready, the movement roll, a card for certain throws, then acting until the player ends it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import ask, then
from garrison.core.rules import Question, Step
from garrison.core.state import ALL, Dice, Seat, Tell, bit
from garrison.games.colditz import (
    do_or_die,
    gathering,
    movement,
    posting,
    rolls,
    solitary,
    staff_car,
    trades,
    tunnels,
)
from garrison.games.colditz.actions import (
    ALIGHT,
    DISCARD,
    DO_OR_DIE,
    DRAW,
    END,
    KEEP,
    LEAVE,
    MAKE,
    PAWN,
    PLAY,
    POST,
    RELEASE,
    ROLL,
    THROW,
    WITHDRAW,
)
from garrison.games.colditz.cards import appel, opportunity, security
from garrison.games.colditz.cards import hands as cards
from garrison.games.colditz.cards.appel import APPEL_CARD
from garrison.games.colditz.castle.layout import POW_WALK, near
from garrison.games.colditz.castle.reach import POW_STOPS, beside, guard_ways, pow_ways, stops
from garrison.games.colditz.editions import (
    CARD_THROWS,
    HELD_TUNNELS,
    MOST_THROWS,
    OUT_OF_TURN,
    ROOMS_BY_CARD,
    TIMED_APPEL,
    USES_DO_OR_DIE,
)
from garrison.games.colditz.escape import hand_in_kit
from garrison.games.colditz.markers import leave_rooms
from garrison.games.colditz.offers import free_cards, on_offer, unopened, usable
from garrison.games.colditz.state import (
    ACT_PHASE,
    BARRACKS,
    IN_CELLS,
    NOBODY,
    OFFICE,
    READY_PHASE,
    ColditzState,
    guards,
    hand,
    is_out,
    is_security,
    nation_of,
    officer,
    team,
)
from garrison.games.colditz.tables import (
    EQUIPMENT_KINDS,
    FIRST_GUARD,
    FIRST_SECURITY_CARD,
    HAND_LIMIT,
    INTERRUPTS,
    KIT_PARTS,
    LAST_ROUND,
    SECURITY,
)

# The turn


def begin_turn(s: ColditzState, dice: Dice, tell: Tell, seat: int) -> None:
    """COL-O-055; COL-O-059, COL-O-063, COL-O-132, AMB-71, AMB-73: nothing is left of another's turn.

    Nor of what only the classic rules have: COL-C-34a3, COL-C-34b, COL-C-50, AMB-58.
    """
    if is_out(s, seat):
        then(s, ("pass_over", seat))  # COL-C-51d
        return
    s.turn = seat
    s.phase = READY_PHASE
    s.points = s.doubles = s.escapes = s.backs = s.elsewhere = s.strayed = 0
    s.refused = s.warned = s.stopped = 0
    s.paid = s.arrested = s.off_duty = s.searching = s.denied = s.homeward = 0
    s.thrown, s.spared = [], []
    tell((ALL, "turn", officer(s, seat)))
    ask(s, "ready", bit(seat))


def pass_over(s: ColditzState, dice: Dice, tell: Tell, seat: int) -> None:
    """COL-C-51d, AMB-48: the turn of a team that is out is skipped."""
    s.turn = seat
    next_turn(s)


def next_turn(s: ColditzState) -> None:
    """COL-O-055, COL-O-135, AMB-31: the next seat, but no Security Officer after the last turns."""
    if is_security(s, s.turn) or (is_security(s, s.turn + 1) and s.round == LAST_ROUND):
        then(s, ("round_over",))
    else:
        then(s, ("turn", s.turn + 1))


def go_on(s: ColditzState, dice: Dice, tell: Tell) -> None:
    """Back to the question of the phase."""
    if s.phase == READY_PHASE:
        ask(s, "ready", bit(s.turn))
    else:
        ask(s, "act", bit(s.turn), s.points)


def settle(s: ColditzState, dice: Dice, tell: Tell, pawn: int) -> None:
    """A pawn has come to a space: the turn goes on, or the pawn, if it may not stop there."""
    movement.settle(s, pawn)


# ready


def ready_legal(s: ColditzState, seat: Seat) -> list[int]:
    """COL-O-056, COL-O-076: items may be made and cards played before the roll; COL-C-51a: or a run."""
    rows = [ROLL] if is_security(s, seat) else [ROLL, *gathering.make_legal(s, seat)]
    rows += plays(s, seat, usable(s, seat))
    if USES_DO_OR_DIE[s.mode] and not is_security(s, seat):
        rows += do_or_die.run_rows(s, seat)
    return rows


def ready_judge(s: ColditzState, seat: Seat, action: int) -> str | None:
    """COL-O-008, COL-O-056"""
    if action == ROLL:
        return None
    if action in MAKE and not is_security(s, seat):
        return gathering.make_judge(s, seat, action - MAKE[0])
    if action in PLAY:
        return play_judge(s, seat, action - PLAY[0])
    if action in DO_OR_DIE and not is_security(s, seat):
        return do_or_die.run_judge(s, seat, action - DO_OR_DIE[0]) if USES_DO_OR_DIE[s.mode] else "COL-O-008"
    return OTHER_QUESTION


def ready(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    if action == ROLL:
        throw(s, dice, tell)
    elif action in PLAY:
        play(s, seat, action - PLAY[0], tell)
    elif action in DO_OR_DIE:
        do_or_die.run(s, action - DO_OR_DIE[0], dice, tell)
    else:
        gathering.make(s, seat, action - MAKE[0])


# Cards, before and after the roll


def plays(s: ColditzState, seat: Seat, held: list[int]) -> list[int]:
    """COL-O-076, COL-O-077, AMB-70: the cards of a hand that can be played now."""
    if not held:
        return []
    return [PLAY[card] for card in sorted({*held} - NEVER_PLAYED) if _has_effect(s, seat, card)]


NEVER_PLAYED: Final = INTERRUPTS | frozenset(KIT_PARTS)
"""Cards that answer others, and those that are used when a kit is made."""


def _has_effect(s: ColditzState, seat: Seat, card: int) -> bool:
    if card < FIRST_SECURITY_CARD:
        return opportunity.has_effect(s, seat, card)
    if card == APPEL_CARD:
        return (s.phase == READY_PHASE or not TIMED_APPEL[s.mode]) and appel.has_effect(s)
    return security.has_effect(s, card)


def play_judge(s: ColditzState, seat: Seat, card: int) -> str | None:
    """COL-O-076, COL-O-077, COL-O-106, COL-C-27c: in hand, no interrupt, no kit part; Appel first."""
    if card not in hand(s, seat):
        return "COL-O-076"
    if card in INTERRUPTS:
        return OUT_OF_TURN[s.mode]
    if card not in usable(s, seat):
        return "AMB-66"
    if card in KIT_PARTS:
        return "COL-O-106"
    if card < FIRST_SECURITY_CARD:
        return opportunity.barred(s, seat, card)
    if card == APPEL_CARD:
        late = s.phase != READY_PHASE and TIMED_APPEL[s.mode]
        return "COL-O-077" if late else appel.barred(s)
    return security.barred(s, card)


def play(s: ColditzState, seat: Seat, card: int, tell: Tell) -> None:
    """COL-O-076, COL-O-079: shown to all; after an Appel the turn may end without going on."""
    cards.show(s, seat, card, tell)
    if card == APPEL_CARD:
        appel.take_effect(s, tell)
        return
    then(s, ("go_on",))
    if card < FIRST_SECURITY_CARD:
        opportunity.take_effect(s, seat, card, tell)
    else:
        security.take_effect(s, card, tell)


# The movement roll


def throw(s: ColditzState, dice: Dice, tell: Tell) -> None:
    """COL-O-002, COL-O-059, COL-O-063, COL-O-064: both dice; a double gives a release and another throw.

    COL-C-20b: all throws are added up before anybody moves.
    """
    one, other = dice.roll(2, "movement")
    s.thrown += (one, other)
    s.points += one + other
    tell((ALL, "rolled", officer(s, s.turn), one, other))
    double = one == other
    if double and not is_security(s, s.turn):
        s.doubles += 1
    if double and len(s.thrown) < 2 * MOST_THROWS[s.mode]:
        ask(s, "double", bit(s.turn))
    else:
        then(s, ("rolled",))


_DOUBLE = [THROW, KEEP]


def double_legal(s: ColditzState, seat: Seat, *_: int) -> list[int]:
    """AMB-03: offered, not demanded."""
    return _DOUBLE


def double_judge(s: ColditzState, seat: Seat, action: int, *_: int) -> str | None:
    return None if action in (THROW, KEEP) else OTHER_QUESTION


def double(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell, *other_roll: int) -> None:
    """COL-O-064: in a movement roll, or in another one with its purpose and what there is of it so far."""
    if other_roll:
        purpose, total, throws, *about = other_roll
        if action == THROW:
            rolls.throw(s, dice, tell, rolls.PURPOSES[purpose], total, throws, *about)
        else:
            then(s, (rolls.PURPOSES[purpose], total, *about))
    elif action == THROW:
        throw(s, dice, tell)
    else:
        then(s, ("rolled",))


def rolled(s: ColditzState, dice: Dice, tell: Tell) -> None:
    """COL-O-071 to COL-O-073, COL-C-22a, AMB-01: a single throw of the movement roll entitles to a card.

    COL-C-22b: he moves by it all the same.
    """
    s.phase = ACT_PHASE
    lucky = any(sum(s.thrown[n : n + 2]) in CARD_THROWS[s.mode] for n in range(0, len(s.thrown), 2))
    if lucky and cards.deck_of(s, s.turn):
        ask(s, "draw", bit(s.turn))
    else:
        ask(s, "act", bit(s.turn), s.points)


_DRAW = [DRAW, LEAVE]


def draw_legal(s: ColditzState, seat: Seat) -> list[int]:
    """AMB-02: drawing is not compulsory."""
    return _DRAW


def draw_judge(s: ColditzState, seat: Seat, action: int) -> str | None:
    return None if action in (DRAW, LEAVE) else OTHER_QUESTION


def draw(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    if action == DRAW:
        cards.draw(s, seat, tell)
    then(s, ("go_on",))


# act


def act_legal(s: ColditzState, seat: Seat, points: int) -> list[int]:
    """COL-O-074: with a card too many there are discards and no `end`. COL-O-017: a driver may get out.

    AMB-66: no card is played that is on offer.
    """
    held = hand(s, seat)
    over = len(held) > HAND_LIMIT and cards.counted(s, seat) > HAND_LIMIT
    if is_security(s, seat):
        rows = _guards_in_hand(s, points) + plays(s, seat, held)
        if over:
            rows += discards(s, seat)
        if points:
            rows += posting.post_rows(s)
            rows += posting.withdraw_rows(s)
    else:
        rows = _officer_acts(s, seat, points) + plays(s, seat, usable(s, seat) if s.trades else held)
        if over:
            rows += discards(s, seat)
        if s.driver != NOBODY and nation_of(s.driver) == seat:
            rows.append(ALIGHT)
    if not over:
        rows.append(END)
    return rows


def _officer_acts(s: ColditzState, seat: Seat, points: int) -> list[int]:
    rows: list[int] = []
    if points:
        sets, free = near(), POW_WALK & POW_STOPS[s.mode] & ~s.occupied
        special = s.inside | (1 << s.driver if s.driver != NOBODY else 0)
        for pawn in team(s, seat):
            at = s.at[pawn]
            if at < 0 or s.stopped >> pawn & 1:
                continue
            if (sets[at] & free and not special >> pawn & 1) or movement.can_move(
                s, pawn, points, pow_ways(s, pawn)
            ):
                rows.append(pawn)
        if s.doubles:
            rows += [RELEASE[pawn] for pawn in team(s, seat) if s.at[pawn] in IN_CELLS]
    return rows + gathering.make_legal(s, seat)


def _guards_in_hand(s: ColditzState, points: int) -> list[int]:
    rows: list[int] = []
    if not points:
        return rows
    sets, open_ways = beside(s), guard_ways(s)
    free = open_ways.walk & stops(s, FIRST_GUARD) & ~s.occupied
    for guard in guards(s):
        at = s.at[guard]
        if at < 0 or s.stopped >> guard & 1:
            continue
        if sets[at] & free or movement.can_move(s, guard, points, open_ways):
            rows.append(guard)
    return rows


def discards(s: ColditzState, seat: Seat) -> list[int]:
    """COL-O-074: a card too many must go; kit parts with six seats do not count (AMB-26)."""
    return [DISCARD[card] for card in sorted(discardable(s, seat)) if cards.may_discard(s, card)]


def discardable(s: ColditzState, seat: Seat) -> set[int]:
    """COL-O-074, COL-C-28: any card of the hand.

    COL-C-27b, AMB-58, AMB-66: what is on offer only if there is nothing else; no card that lies open.
    """
    if not HELD_TUNNELS[s.mode] or is_security(s, seat):
        return {*hand(s, seat)}
    free = {card for card, number in enumerate(free_cards(s, seat)) if number > 0}
    if free:
        return free
    return {card for card, number in enumerate(unopened(s, seat)) if number > 0}


def act_judge(s: ColditzState, seat: Seat, action: int, points: int) -> str | None:
    """COL-O-008, COL-O-017, COL-O-060, COL-O-074, COL-O-076, COL-O-097, COL-O-143, COL-C-51a"""
    security = is_security(s, seat)
    if action in PAWN:
        return _pawn_judge(s, seat, action, points)
    if action in PLAY:
        return play_judge(s, seat, action - PLAY[0])
    if action in DISCARD:
        return _discard_judge(s, seat, action - DISCARD[0])
    if action == END:
        return "COL-O-074" if cards.counted(s, seat) > HAND_LIMIT else None
    if security:
        return posting.posting_judge(s, action, points)
    if action in RELEASE:
        return _release_judge(s, seat, action - RELEASE[0], points)
    if action in MAKE:
        return gathering.make_judge(s, seat, action - MAKE[0])
    if action in DO_OR_DIE:
        return "COL-O-008"
    if action == ALIGHT:
        return None if s.driver != NOBODY and nation_of(s.driver) == seat else "COL-O-017"
    return OTHER_QUESTION


def _pawn_judge(s: ColditzState, seat: Seat, pawn: int, points: int) -> str | None:
    own = pawn >= FIRST_GUARD if is_security(s, seat) else nation_of(pawn) == seat
    if not own:
        return "COL-O-060"
    at = s.at[pawn]
    if at < 0:
        return "COL-O-026" if at in IN_CELLS else "COL-O-068" if at == BARRACKS else "COL-O-060"
    if s.stopped >> pawn & 1:
        return "AMB-73"
    if not points:
        return "COL-O-059"
    return None if movement.any_move(s, pawn, points) else "COL-O-062"


def _discard_judge(s: ColditzState, seat: Seat, card: int) -> str | None:
    """COL-O-074, COL-O-076, AMB-26"""
    if card not in hand(s, seat):
        return "COL-O-076"
    spared = card in KIT_PARTS and cards.parts_apart(s)
    if spared or cards.counted(s, seat) <= HAND_LIMIT:
        return "COL-O-074"
    if card in discardable(s, seat):
        return None
    return "AMB-66" if on_offer(s, seat)[EQUIPMENT_KINDS + card] else "COL-O-036"


def _release_judge(s: ColditzState, seat: Seat, pawn: int, points: int) -> str | None:
    """COL-O-026, COL-O-143"""
    if nation_of(pawn) != seat or s.at[pawn] not in IN_CELLS:
        return "COL-O-026"
    if not s.doubles:
        return "COL-O-143"
    return None if points else "COL-O-059"


def act(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell, points: int) -> None:
    if action in PAWN:
        tell((ALL, "chosen", action))
        ask(s, "move", bit(seat), action, points)
    elif action == END:  # COL-O-061: points may be left
        then(s, ("end_turn",))
    elif action in RELEASE:
        s.doubles -= 1
        s.points -= 1  # COL-O-063
        then(s, ("go_on",))
        solitary.release(s, action - RELEASE[0], tell)
    elif action in MAKE:
        gathering.make(s, seat, action - MAKE[0])
    elif action in PLAY:
        play(s, seat, action - PLAY[0], tell)
    elif action == ALIGHT:
        staff_car.alight(s, tell)
        then(s, ("go_on",))
    elif action in DISCARD:
        if seat != SECURITY[s.mode] and action - DISCARD[0] not in usable(s, seat):
            trades.lapse(s, seat, tell)
        cards.discard(s, seat, action - DISCARD[0], tell)
        then(s, ("go_on",))
    elif action in POST:
        then(s, ("go_on",))
        posting.post(s, action - POST[0], tell)
    else:
        then(s, ("go_on",))
        posting.withdraw(s, FIRST_GUARD + action - WITHDRAW[0], tell)


# The end of a turn


def end_turn(s: ColditzState, dice: Dice, tell: Tell) -> None:
    """Offers and tunnels end with anybody's turn (AMB-66, COL-O-127); the rest depends on whose it was.

    COL-O-070: guards in the office; COL-O-089, COL-O-131: returners and kits; COL-O-135: the last turns.
    COL-C-44, COL-C-53c: guards in rooms; tunnels with one POW.
    """
    next_turn(s)
    trades.end_trades(s, tell)
    if is_security(s, s.turn):
        leave_at_last(s, tell)
    else:
        solitary.end_exemptions(s, s.turn, tell)
        hand_in_kit(s, s.turn, tell)
    tunnels.end_of_turn(s, tell)


def leave_at_last(s: ColditzState, tell: Tell) -> None:
    """COL-O-070, COL-O-096: from the office to barracks. COL-C-44, AMB-76: out of rooms and off tunnels."""
    for guard in guards(s):
        if s.at[guard] == OFFICE:
            s.at[guard] = BARRACKS
    if s.detected:
        tunnels.leave_circles(s, tell)
    if ROOMS_BY_CARD[s.mode]:
        s.searching = 0
        leave_rooms(s, tell)


STEPS: Final[Mapping[str, Step]] = {
    "turn": begin_turn,
    "pass_over": pass_over,
    "go_on": go_on,
    "settle": settle,
    "rolled": rolled,
    "end_turn": end_turn,
}
QUESTIONS: Final[Mapping[str, Question]] = {
    "ready": Question("COL-O-056", ready_legal, ready_judge, ready, always=True, begins=True),
    "double": Question("COL-O-064", double_legal, double_judge, double),
    "draw": Question("COL-O-071", draw_legal, draw_judge, draw),
    "act": Question("COL-O-060", act_legal, act_judge, act, always=True, begins=True),
}
