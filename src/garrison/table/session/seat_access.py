"""The seats of a match on the table: those of a new match, their tokens, and who may change what."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from garrison import players
from garrison.core.game import SPECTATOR, AnyGame, Seat
from garrison.core.limits import AWAY_SECONDS, BOT_TRIES
from garrison.core.registry import Unknown
from garrison.table.http import game_info
from garrison.table.refusals import AWAY, CHAIR, NO_BOT, SEATS, TAKEN_SEAT, TOKEN, WATCHING, TableRefusal
from garrison.table.store.models import BOT, FRIEND, MINE, WATCH, Chair

ME = "me"
BOTS = "bot:"
TOKEN_BYTES = 16


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(token: str) -> str:
    """The hash of a token, which is all that is stored: reading the store gives nobody a seat."""
    return hashlib.sha256(token.encode()).hexdigest()


def known(chairs: Iterable[Chair], token: str) -> Chair | None:
    """The seat that a token is for, if any."""
    wanted = hashed(token).encode()
    found = [chair for chair in chairs if secrets.compare_digest((chair.token or "").encode(), wanted)]
    return found[0] if found else None


def seat_of(chairs: Iterable[Chair], token: str, *, invited: bool = False) -> Seat:
    """The seat of a token; raises TableRefusal.

    An invitation shows nothing of a seat until it is exchanged: its sender has it too.
    """
    chair = known(chairs, token)
    if chair is None or (invitation(chair) and not invited):
        raise TableRefusal(TOKEN)
    return chair.seat


def watch(chairs: Mapping[Seat, Chair]) -> str | None:
    """The hash of the spectators' token, which stays the same for as long as there is the match."""
    return chairs[SPECTATOR].token if SPECTATOR in chairs else None


def invitation(chair: Chair) -> bool:
    """True if a seat's token is an invitation that is still to be exchanged."""
    return chair.kind == FRIEND and not chair.taken


# A new match


def own(seats: Sequence[str], when: int) -> tuple[dict[Seat, Chair], dict[Seat, str]]:
    """All seats for the creator of the match, already taken; with their tokens."""
    tokens = {seat: new_token() for seat in (*range(len(seats)), SPECTATOR)}
    chairs = {
        seat: Chair(seat, MINE, hashed(token), salt="", joined=when, seen=when)
        for seat, token in tokens.items()
        if seat != SPECTATOR
    }
    chairs[SPECTATOR] = Chair(SPECTATOR, WATCH, hashed(tokens[SPECTATOR]))
    return chairs, tokens


def planned(
    game: AnyGame, seats: Sequence[str], wanted: Mapping[str, str], name: str
) -> tuple[dict[Seat, Chair], dict[Seat, str]]:
    """The seats as the creator wants them: by seat `me`, `friend` or `bot:NAME`; with tokens for people."""
    if set(wanted) != set(seats) or ME not in wanted.values():
        raise TableRefusal(SEATS, seats=", ".join(seats))
    chairs: dict[Seat, Chair] = {}
    for seat, called in enumerate(seats):
        what = wanted[called]
        if what == ME:
            chairs[seat] = Chair(seat, MINE, name=name)
        elif what == FRIEND:
            chairs[seat] = Chair(seat, FRIEND)
        elif what.startswith(BOTS):
            chairs[seat] = Chair(seat, BOT, bot=known_bot(game, what.removeprefix(BOTS)))
        else:
            raise TableRefusal(SEATS, seats=", ".join(seats))
    chairs[SPECTATOR] = Chair(SPECTATOR, WATCH)
    tokens = {seat: new_token() for seat, chair in chairs.items() if chair.kind != BOT}
    return {**chairs, **{seat: replace(chairs[seat], token=hashed(tokens[seat])) for seat in tokens}}, tokens


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


def salt(seats: Sequence[str], chairs: Mapping[Seat, Chair]) -> str:
    """The salt made of the parts of all who have joined, or a line if nobody added anything."""
    parts = [f"{seats[s]}:{c.salt}" for s, c in sorted(chairs.items()) if s != SPECTATOR and c.salt]
    return "+".join(parts) or "-"


def complete(chairs: Mapping[Seat, Chair]) -> bool:
    """True if the match can begin: its creator is there, and every invited friend."""
    made = any(chair.kind == MINE and chair.joined is not None for chair in chairs.values())
    return made and not any(chair.awaited for chair in chairs.values())


# Who may change what


def may_seat_bot(by: Chair, chair: Chair, online: bool, now: int) -> None:
    """Check that a person may let a bot play a seat; raises TableRefusal.

    Their own at any time; another's if nobody has come, or if its player has been away for a while.
    """
    seated(by)
    if _own(by, chair) or chair.kind == BOT or chair.joined is None:
        return
    if chair.kind == WATCH:
        raise TableRefusal(CHAIR)
    if online or now - chair.seen < AWAY_SECONDS * 1000:
        raise TableRefusal(AWAY, seconds=AWAY_SECONDS)


def may_take_back(by: Chair, chair: Chair) -> None:
    """Check that a person may take a seat back from a bot; raises TableRefusal."""
    seated(by)
    if not _own(by, chair):
        raise TableRefusal(CHAIR)


def may_invite(by: Chair, chair: Chair) -> None:
    """Check that a person may invite a friend to a seat, one that no person has; raises TableRefusal."""
    seated(by)
    if chair.kind not in (BOT, FRIEND) or chair.taken or chair.joined is not None:
        raise TableRefusal(TAKEN_SEAT)


def seated(by: Chair) -> None:
    """Check that this is not a spectator, who may change nothing; raises TableRefusal."""
    if by.seat == SPECTATOR:
        raise TableRefusal(WATCHING)


def _own(by: Chair, chair: Chair) -> bool:
    return by.seat == chair.seat or (by.kind == MINE and chair.kind == MINE)
