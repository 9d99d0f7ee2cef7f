"""The seats of a match on the table: those of a new match, their tokens, and who may change what."""

from __future__ import annotations

import base64
import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from garrison import players
from garrison.core.game import AnyGame
from garrison.core.limits import AWAY_SECONDS, BOT_TRIES
from garrison.core.registry import Unknown
from garrison.core.state import SPECTATOR, Seat
from garrison.table.http import game_info
from garrison.table.refusals import (
    AWAY,
    NO_BOT,
    NOT_YOUR_SEAT,
    SEATS,
    TAKEN_SEAT,
    TOKEN,
    WATCHING,
    TableRefusal,
)
from garrison.table.store.models import BOT, FRIEND, MINE, WATCH, SeatHolder

ME = "me"
BOTS = "bot:"
TOKEN_BYTES = 16


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def derived(key: str, what: object, size: int = TOKEN_BYTES) -> bytes:
    """Bytes that nobody knows without a request's key, and that are the same if it is made again."""
    return hashlib.sha256(f"garrison {key} {what}".encode()).digest()[:size]


def token_for(key: str, what: object) -> str:
    """A token for something, by the key of a request; without a key a new one."""
    return base64.urlsafe_b64encode(derived(key, what)).decode().rstrip("=") if key else new_token()


def hashed(token: str) -> str:
    """The hash of a token, which is all that is stored: reading the store gives nobody a seat."""
    return hashlib.sha256(token.encode()).hexdigest()


def find_holder(holders: Iterable[SeatHolder], token: str) -> SeatHolder | None:
    """The seat holder that a token belongs to, if any."""
    wanted = hashed(token).encode()
    found = [holder for holder in holders if secrets.compare_digest((holder.token or "").encode(), wanted)]
    return found[0] if found else None


def seat_of(holders: Iterable[SeatHolder], token: str, *, invited: bool = False) -> Seat:
    """The seat of a token; raises TableRefusal.

    An invitation shows nothing of a seat until it is exchanged: its sender has it too.
    """
    holder = find_holder(holders, token)
    if holder is None or (is_invitation(holder) and not invited):
        raise TableRefusal(TOKEN)
    return holder.seat


def spectator_token(holders: Mapping[Seat, SeatHolder]) -> str | None:
    """The hash of the spectators' token, which stays the same for as long as there is the match."""
    return holders[SPECTATOR].token if SPECTATOR in holders else None


def is_invitation(holder: SeatHolder) -> bool:
    """True if a seat's token is an invitation that is still to be exchanged."""
    return holder.kind == FRIEND and not holder.taken


# A new match


def creators_seats(
    seats: Sequence[str], when: int, key: str = ""
) -> tuple[dict[Seat, SeatHolder], dict[Seat, str]]:
    """All seats for the creator of the match, already taken; with their tokens."""
    tokens = {seat: token_for(key, seat) for seat in (*range(len(seats)), SPECTATOR)}
    holders = {
        seat: SeatHolder(seat, MINE, hashed(token), salt="", joined=when, seen=when)
        for seat, token in tokens.items()
        if seat != SPECTATOR
    }
    holders[SPECTATOR] = SeatHolder(SPECTATOR, WATCH, hashed(tokens[SPECTATOR]))
    return holders, tokens


def requested_seats(
    game: AnyGame, seats: Sequence[str], wanted: Mapping[str, str], name: str, key: str = ""
) -> tuple[dict[Seat, SeatHolder], dict[Seat, str]]:
    """The seats as the creator wants them: by seat `me`, `friend` or `bot:NAME`; with tokens for people."""
    if set(wanted) != set(seats) or ME not in wanted.values():
        raise TableRefusal(SEATS, seats=", ".join(seats))
    holders: dict[Seat, SeatHolder] = {}
    for seat, called in enumerate(seats):
        what = wanted[called]
        if what == ME:
            holders[seat] = SeatHolder(seat, MINE, name=name)
        elif what == FRIEND:
            holders[seat] = SeatHolder(seat, FRIEND)
        elif what.startswith(BOTS):
            holders[seat] = SeatHolder(seat, BOT, bot=known_bot(game, what.removeprefix(BOTS)))
        else:
            raise TableRefusal(SEATS, seats=", ".join(seats))
    holders[SPECTATOR] = SeatHolder(SPECTATOR, WATCH)
    tokens = {seat: token_for(key, seat) for seat, holder in holders.items() if holder.kind != BOT}
    people = {seat: replace(holders[seat], token=hashed(tokens[seat])) for seat in tokens}
    return {**holders, **people}, tokens


def seats_again(
    people: Sequence[SeatHolder], by: Seat, shift: int, key: str = ""
) -> tuple[dict[Seat, SeatHolder], dict[Seat, str]]:
    """The seats of a match that is played again, with the tokens of its new creator.

    `by` is the seat of whoever starts it, and everybody moves on by `shift` seats. For another person the
    token of the old seat is the invitation: nobody else has it, and nothing secret need be sent.
    """
    own = next(holder for holder in people if holder.seat == by)
    holders = {SPECTATOR: SeatHolder(SPECTATOR, WATCH)}
    for old in people:
        seat = (old.seat + shift) % len(people)
        if _own(own, old):
            bot = None if old.seat == by else old.bot
            holders[seat] = SeatHolder(seat, MINE, bot=bot, name=old.name)
        elif old.kind == BOT or is_invitation(old):
            holders[seat] = SeatHolder(seat, BOT, bot=old.bot)
        else:
            holders[seat] = SeatHolder(seat, FRIEND, old.token, old.bot, old.name)
    tokens = {seat: token_for(key, seat) for seat, each in holders.items() if each.kind in (MINE, WATCH)}
    mine = {seat: replace(holders[seat], token=hashed(tokens[seat])) for seat in tokens}
    return {**holders, **mine}, tokens


def known_bot(game: AnyGame, name: str) -> str:
    """The name of a bot that can play this game; raises TableRefusal."""
    try:
        players.known(name, game)
        most = int(name.partition(players.SEPARATOR)[2] or 0)
        if most > BOT_TRIES:
            raise Unknown(f"{name} would take too long")
    except Unknown as error:
        raise TableRefusal(NO_BOT, bot=name[:40], bots=", ".join(game_info.bots(game))) from error
    return name


def salt(seats: Sequence[str], holders: Mapping[Seat, SeatHolder]) -> str:
    """The salt made of the parts of all who have joined, or a line if nobody added anything."""
    parts = [
        f"{seats[seat]}:{holder.salt}"
        for seat, holder in sorted(holders.items())
        if seat != SPECTATOR and holder.salt
    ]
    return "+".join(parts) or "-"


def all_joined(holders: Mapping[Seat, SeatHolder]) -> bool:
    """True if the match can begin: its creator is there, and every invited friend."""
    made = any(holder.kind == MINE and holder.joined is not None for holder in holders.values())
    return made and not any(holder.awaited for holder in holders.values())


# Who may change what


def may_seat_bot(by: SeatHolder, holder: SeatHolder, online: bool, now: int) -> None:
    """Check that a person may let a bot play a seat; raises TableRefusal.

    Their own at any time; another's if nobody has come, or if its player has been away for a while.
    """
    check_seated(by)
    if _own(by, holder) or holder.kind == BOT or holder.joined is None:
        return
    if holder.kind == WATCH:
        raise TableRefusal(NOT_YOUR_SEAT)
    if online or now - holder.seen < AWAY_SECONDS * 1000:
        raise TableRefusal(AWAY, seconds=AWAY_SECONDS)


def may_take_back(by: SeatHolder, holder: SeatHolder) -> None:
    """Check that a person may take a seat back from a bot; raises TableRefusal."""
    check_seated(by)
    if not _own(by, holder):
        raise TableRefusal(NOT_YOUR_SEAT)


def may_invite(by: SeatHolder, holder: SeatHolder) -> None:
    """Check that a person may invite a friend to a seat, one that no person has; raises TableRefusal."""
    check_seated(by)
    if holder.kind not in (BOT, FRIEND) or holder.taken or holder.joined is not None:
        raise TableRefusal(TAKEN_SEAT)


def check_seated(by: SeatHolder) -> None:
    """Check that this is not a spectator, who may change nothing; raises TableRefusal."""
    if by.seat == SPECTATOR:
        raise TableRefusal(WATCHING)


def _own(by: SeatHolder, holder: SeatHolder) -> bool:
    return by.seat == holder.seat or (by.kind == MINE and holder.kind == MINE)
