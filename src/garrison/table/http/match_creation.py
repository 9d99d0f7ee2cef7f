"""New matches: alone, with friends, from a moment of another, or played again."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress
from dataclasses import replace
from typing import Any

from fastapi import Request
from starlette.responses import Response

from garrison.core import registry
from garrison.core.dice import KeyedDice
from garrison.core.limits import MATCHES_AN_HOUR
from garrison.core.match import Match
from garrison.core.state import SPECTATOR, Seat
from garrison.table import rate_limit
from garrison.table.context import Context
from garrison.table.http import game_info, match_info
from garrison.table.http.match_info import finished, row_shown, viewer
from garrison.table.http.response import json_response
from garrison.table.messages import Again, NewMatch, Origin
from garrison.table.refusals import ADDRESS, CLOCK, ENDED, RUSH, TableRefusal
from garrison.table.session import seat_access, table_view
from garrison.table.session.lobby import Lobby
from garrison.table.session.pool import ID_BYTES, SessionPool, new_id
from garrison.table.session.session import Session
from garrison.table.store.clock import now
from garrison.table.store.models import FRIEND, Plan, SeatHolder, Terms


def check_new_match(request: Request, context: Context) -> None:
    """Check that an address may start one more match; raises TableRefusal."""
    address = rate_limit.counted(request.scope, proxied=context.proxied)
    if context.matches.crowded(address):
        raise TableRefusal(RUSH)
    if not context.matches.take(address):
        raise TableRefusal(ADDRESS, most=MATCHES_AN_HOUR)


async def _create(
    sessions: SessionPool,
    plan: Plan | Match,
    seated: tuple[dict[Seat, SeatHolder], dict[Seat, str]],
    lang: str,
    key: str,
    ident: str = "",
    **about: Any,
) -> Response:
    """Store a new match and answer its creator: the tokens of the seats, and the promise of the dice.

    A request made again under its key, as after a lost answer, finds the match it has already made.
    """
    holders, tokens = seated
    if key and not ident:
        ident = seat_access.derived(key, "match", ID_BYTES).hex()
    ident = await sessions.create(plan, holders, ident, **about)
    promise = plan.promise if isinstance(plan, Plan) else match_info.dice(plan)["sha256"]
    if key:
        async with sessions.open(ident) as session:
            promise = table_view.dice(session.stored)["sha256"]
    names = game_info.seats(plan.game, plan.game.seats(plan.options), lang)
    seats = [
        {**each, "kind": holders[seat].kind, "token": tokens.get(seat)} for seat, each in enumerate(names)
    ]
    return json_response(
        {"id": ident, "seats": seats, "watch": tokens[SPECTATOR], "dice": {"sha256": promise}}, 201
    )


async def create_own(
    sessions: SessionPool, match: Match, lang: str, key: str = "", ident: str = "", **about: Any
) -> Response:
    """Store a new match all of whose seats belong to its creator."""
    seated = seat_access.creators_seats(match.seats, now(), key)
    return await _create(sessions, match, seated, lang, key, ident, **about)


async def create_gathering(
    sessions: SessionPool, plan: Plan, wanted: NewMatch, lang: str, key: str = ""
) -> Response:
    """Store a match that begins once all invited players have come."""
    clock = wanted.clock
    if clock is not None and (clock.move is None) == (clock.bank is None):
        raise TableRefusal(CLOCK)
    terms = Terms(least=wanted.least, pace=wanted.pace, lang=lang)
    if clock is not None:
        terms = replace(terms, move=clock.move, bank=clock.bank, add=clock.add)
    names = plan.game.seats(plan.options)
    seated = seat_access.requested_seats(plan.game, names, wanted.seats or {}, wanted.name, key)
    return await _create(sessions, plan, seated, lang, key, terms=terms)


async def create_from_moment(
    sessions: SessionPool, origin: Origin, opens: str, lang: str, key: str = ""
) -> Response:
    """A new match from a moment of another, with new dice.

    While that one is running, whatever its player cannot see is dealt again: nobody can look ahead this way.
    """
    async with sessions.enter(origin.match, opens) as (session, own):
        seat = viewer(session, own, origin.seat)
        new = await asyncio.to_thread(_from_moment, session, seat, origin.n)
    return await create_own(sessions, new, lang, key, origin={"match": origin.match, "n": origin.n})


async def create_again(
    sessions: SessionPool, wanted: Again, opens: str, lang: str, key: str = ""
) -> Response:
    """A finished match once more, with the same options, terms, people and bots, and with new dice.

    The others are told in the old match, where their tokens are their invitations to the new one.
    """
    ident = seat_access.derived(key, "match", ID_BYTES).hex() if key else new_id()
    async with sessions.enter(wanted.match, opens) as (session, seat):
        seat_access.check_seated(session.holder(seat))
        game, people = finished(session).game, session.stored.people
        shift = int(wanted.swap)
        seated = seat_access.seats_again(people, seat, shift, key)
        options, terms = registry.settle(game, session.options), replace(session.stored.terms, lang=lang)
    made = await _create(sessions, Plan(game, options, os.urandom(32)), seated, lang, key, ident, terms=terms)
    places = {old.seat: (old.seat + shift) % len(people) for old in people}
    if invited := {old: new for old, new in places.items() if seated[0][new].kind == FRIEND}:
        with suppress(TableRefusal):  # it is in the log, and the new match can invite them as well
            await sessions.act(
                wanted.match, lambda old: Lobby(old, sessions.executor).announce_again(seat, ident, invited)
            )
    return made


def _from_moment(session: Session, seat: Seat, n: int) -> Match:
    match = session.match
    then = match.at(row_shown(session, seat, n))
    if then.over:
        raise TableRefusal(ENDED)
    start = then.view() if match.over else then.sampled(seat, KeyedDice(os.urandom(32), "sample"))
    dice = KeyedDice(os.urandom(32), os.urandom(8).hex())
    return Match(match.game, match.options, dice, start, match.rules)
