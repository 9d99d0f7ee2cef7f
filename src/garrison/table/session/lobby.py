"""The lobby, and everything people do besides playing: join, chat, change seats, ask to go back or to end.

The caller of every function holds the session's lock; each writes first and sends afterwards.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from garrison.core.dice import KeyedDice
from garrison.core.errors import DRAW_UNKNOWN, GAME_OVER, Refused
from garrison.core.history import DRAW_ROW, RESIGN_ROW
from garrison.core.limits import CHAT_A_MINUTE
from garrison.core.match import Match
from garrison.core.record import JOINT
from garrison.core.show import rulebook
from garrison.core.state import SPECTATOR, Seat
from garrison.table.background.schedule import due
from garrison.table.messages import Hello
from garrison.table.refusals import (
    ALONE,
    NO_DRAW,
    NO_PROPOSAL,
    OTHER_TEAM,
    PROPOSED,
    QUIET,
    TAKEN_SEAT,
    TableRefusal,
)
from garrison.table.session import seat_access
from garrison.table.session.play import Play
from garrison.table.session.session import Session, damage_logged
from garrison.table.session.table_view import online, send_chat, send_table
from garrison.table.socket.outbox import Outbox
from garrison.table.store.clock import now
from garrison.table.store.executor import Executor, NotKnown
from garrison.table.store.models import FRIEND, SEATS, TABLE, WATCHERS, Entry, Proposal, SeatHolder
from garrison.table.store.store import Store
from garrison.table.store.transactions import Conflict

MINUTE = 60_000
NUMBERS = 900_000


class Lobby:
    """The people of one session."""

    def __init__(self, session: Session, executor: Executor) -> None:
        self.session = session
        self.executor = executor
        self._play = Play(session, executor)

    async def _update_holder(self, holder: SeatHolder) -> None:
        """Change a seat, with the jobs that follow from it."""
        session, when = self.session, now()
        stored = session.stored
        holders = {**stored.holders, holder.seat: holder}
        jobs = (
            []
            if stored.match is None
            else due(replace(stored, holders=holders), session.clocks, when, session.sealed)
        )
        try:
            await self.executor.run(
                Store.update_holder, session.id, holder, jobs=jobs, was=stored.holders[holder.seat]
            )
        except (Conflict, NotKnown):
            session.drop()
            raise
        stored.holders = holders
        session.wake()

    # Coming

    async def welcome(self, outbox: Outbox, seat: Seat, hello: Hello) -> None:
        """Let a connection in, or change its seat or language: table, chat and frame are sent again."""
        session, lang = self.session, hello.lang
        session.check_room(outbox, seat)
        await self.join(seat, hello.salt, hello.name)
        greeting = await session.greeting(seat, lang, hello.have) if session.begun else b""
        outbox.seat, outbox.lang, outbox.token = seat, lang, session.holder(seat).token
        outbox.table, outbox.heard, outbox.shown = b"", hello.heard, None
        session.outboxes.add(outbox)
        with outbox.welcoming():
            self.show()
            await self.catch_up()
            if greeting:
                session.greet(outbox, greeting)

    async def join(self, seat: Seat, salt: str = "", name: str = "") -> None:
        """Note who is here; the first time, their part goes into the salt and the match may begin."""
        session, when = self.session, now()
        holder = session.holder(seat)
        first = seat != SPECTATOR and holder.joined is None
        if first:
            part = "" if session.begun else salt
            await self._update_holder(
                replace(holder, joined=when, seen=when, salt=part, name=name or holder.name)
            )
        if seat != SPECTATOR:
            with suppress(TableRefusal):  # it is in the log, and no reason to keep anybody out
                await self.executor.run(Store.record_presence, [(session.id, seat)], when)
            session.stored.holders[seat] = replace(session.holder(seat), seen=when)
        if first and holder.kind == FRIEND:
            await self.note({"what": "joined", "seat": session.name(seat)})
        await self.finish_interrupted()

    async def finish_interrupted(self) -> None:
        """Finish what a kill interrupted, or what two processes saw half of each:

        begin once all are here, open a window that all have answered, drop a proposal that is done.
        """
        session = self.session
        await self.begin()
        if not session.begun:
            return
        if session.settled:
            await self._set_proposal(None)
        if session.seals and not session.awaited() and session.affordable:
            await self._play.close(session.match.asked(), {})

    async def begin(self) -> None:
        """Make the first row, once all are here."""
        session, plan = self.session, self.session.stored.plan
        if plan is None or not seat_access.all_joined(session.stored.holders):
            return
        stored, when = session.stored, now()
        salt = seat_access.salt(session.seats, stored.holders)
        with damage_logged(session.id):
            match = await asyncio.to_thread(Match, plan.game, plan.options, KeyedDice(plan.key, salt))
        fresh = replace(stored, match=match, plan=None, times=[when])
        session.fill(fresh, (), None)
        jobs = due(fresh, session.clocks, when, ())
        try:
            await self.executor.run(Store.begin, session.id, match, jobs=jobs, when=when)
        except BaseException:
            session.drop()
            raise
        session.wake()
        session.send_frames()
        await self.note({"what": "begun"})

    async def take(self, seat: Seat, name: str, token: str = "") -> str:
        """Exchange an invitation for a token that nobody else has, a new one unless it is given."""
        holder = self.session.holder(seat)
        if holder.kind != FRIEND or holder.taken:
            raise TableRefusal(TAKEN_SEAT)
        token = token or seat_access.new_token()
        await self._update_holder(
            replace(holder, token=seat_access.hashed(token), taken=True, bot=None, name=name)
        )
        self.disconnect(seat)
        self.show()
        return token

    def disconnect(self, seat: Seat) -> None:
        """End the connections whose token is no longer valid."""
        for outbox in [outbox for outbox in self.session.outboxes if outbox.seat == seat]:
            outbox.end()

    def show(self) -> None:
        send_table(self.session, now())

    # Talking

    async def say(self, seat: Seat, text: str, client: str) -> int:
        """Say something; returns its number."""
        channel = WATCHERS if seat == SPECTATOR else SEATS
        name = "" if seat == SPECTATOR else self.session.holder(seat).name
        return await self._add_entry(Entry(channel, seat, name, text, now(), client=client))

    async def _add_entry(self, entry: Entry) -> int:
        session = self.session
        if entry.channel != TABLE:
            self.check_rate(entry.channel, entry.seat)
        numbered = await self.executor.run(Store.add_chat, session.id, entry)
        if session.shared:  # another process may have written what comes before it
            await self.catch_up()
        for outbox in session.outboxes:
            send_chat(session, outbox, [numbered])
        return numbered.n

    def check_rate(self, channel: str, seat: Seat | None) -> None:
        """Check the rate of messages and changes that everybody is told about; raises TableRefusal."""
        session, when = self.session, now()
        lately = [each for each in session.spoken.get((channel, seat), ()) if each > when - MINUTE]
        if len(lately) >= CHAT_A_MINUTE:
            raise TableRefusal(QUIET, most=CHAT_A_MINUTE)
        session.spoken[channel, seat] = [*lately, when]

    async def note(self, what: dict[str, Any], by: Seat | None = None, once: str | None = None) -> None:
        """Add a note of what happened at the table, for everybody; with an id, `once`, only once."""
        name = "" if by is None else self.session.holder(by).name
        await self._add_entry(Entry(TABLE, by, name, json.dumps(what), now(), client=once))

    async def announce_again(self, by: Seat, match: str, seats: Mapping[Seat, Seat]) -> None:
        """Tell everybody that the match is played again, and which seat each of them has there."""
        session = self.session
        named = {session.name(old): session.name(new) for old, new in seats.items()}
        what = {"what": "again", "match": match, "places": named, "by": session.name(by)}
        await self.note(what, by, match)

    async def catch_up(self) -> None:
        """Send what was said in other processes."""
        session = self.session
        heard = min((outbox.heard for outbox in session.outboxes if outbox.heard is not None), default=None)
        if heard is not None:
            entries = await self.executor.run(Store.chat_after, session.id, heard)
            for outbox in session.outboxes:
                send_chat(session, outbox, entries)

    # Seats

    async def set_name(self, seat: Seat, name: str) -> None:
        """Set a person's name."""
        seat_access.check_seated(self.session.holder(seat))
        self.check_rate(TABLE, seat)
        await self._update_holder(replace(self.session.holder(seat), name=name))
        self.show()

    async def seat_bot(self, by: Seat, seat: Seat, bot: str) -> None:
        """Let a bot play a seat."""
        session, holder = self.session, self.session.holder(seat)
        seat_access.may_seat_bot(session.holder(by), holder, online(session, holder, now()), now())
        found = seat_access.known_bot(session.game, bot)
        self.check_rate(TABLE, by)
        await self._update_holder(replace(holder, bot=found))
        await self.note({"what": "bot", "seat": session.name(seat), "bot": bot, "by": session.name(by)}, by)
        await self.begin()
        if session.proposal is not None and not session.moot and not session.not_agreed(session.proposal):
            await self._record_agreement(session.proposal)
        self.show()

    async def take_back(self, by: Seat, seat: Seat) -> None:
        """Give a seat back to a person."""
        session, holder = self.session, self.session.holder(seat)
        seat_access.may_take_back(session.holder(by), holder)
        if holder.bot is not None:
            await self._update_holder(replace(holder, bot=None))
            await self.note({"what": "back", "seat": session.name(seat), "by": session.name(by)}, by)
            self.show()

    async def invite(self, by: Seat, seat: Seat) -> str:
        """Open a seat to a friend; returns the invitation, from now on the only valid one."""
        session, holder = self.session, self.session.holder(seat)
        seat_access.may_invite(session.holder(by), holder)
        self.check_rate(TABLE, by)
        token = seat_access.new_token()
        # A bot goes on playing until the friend is there and takes the seat.
        await self._update_holder(replace(holder, kind=FRIEND, token=seat_access.hashed(token), taken=False))
        self.disconnect(seat)
        await self.note({"what": "invited", "seat": session.name(seat), "by": session.name(by)}, by)
        self.show()
        return token

    async def set_webhook(self, seat: Seat, url: str | None) -> None:
        """Set the webhook of a seat, already checked."""
        seat_access.check_seated(self.session.holder(seat))
        self.check_rate(TABLE, seat)
        await self._update_holder(replace(self.session.holder(seat), hook=url))

    # Going back and ending by consent

    async def propose(self, seat: Seat, n: int | None) -> int:
        """Ask all to go back to a frame; returns the proposal's number."""
        session = self.session
        session.may_act(seat)
        perspective = session.perspective(seat)
        goal, reach = perspective.goal(n), perspective.undo_reach()
        alone = reach is not None and perspective.frame_of(goal) >= reach
        return await self._ask_all(seat, goal, alone=alone)

    async def end(self, seat: Seat, how: str, client: str) -> dict[str, int]:
        """Resign, or offer a draw; returns the frame that shows it, or the number of the proposal."""
        session = self.session
        session.may_act(seat)
        match = session.match
        if how == JOINT[RESIGN_ROW] and match.team(seat) == (seat,):
            rows = len(match.rows)
            n = await self._play.resign(seat, client)
            if len(session.match.rows) > rows:
                await self.note({"what": "resigned", "seats": [session.name(seat)]})
                self.show()
            return {"n": n}
        if match.over:
            raise Refused(GAME_OVER, rulebook.reason(match.game, GAME_OVER, "en"))
        if how == JOINT[RESIGN_ROW]:
            return {"proposal": await self._ask_all(seat, RESIGN_ROW)}
        if not match.may_draw:
            raise Refused(DRAW_UNKNOWN, rulebook.reason(match.game, DRAW_UNKNOWN, "en"))
        if any(holder.bot is not None for holder in session.stored.people):
            raise TableRefusal(NO_DRAW)
        return {"proposal": await self._ask_all(seat, DRAW_ROW)}

    async def _ask_all(self, seat: Seat, goal: int, *, alone: bool = False) -> int:
        """Open a proposal, unless it is open already; returns its number."""
        session, found = self.session, self.session.proposal
        if found is not None and session.moot:
            await self._set_proposal(None)
        elif found is not None and (found.seat, found.back) == (seat, goal):
            return found.number
        elif found is not None:
            raise TableRefusal(PROPOSED)
        if alone:
            raise TableRefusal(ALONE)
        self.check_rate(TABLE, seat)
        number = NUMBERS // 9 + secrets.randbelow(NUMBERS)
        proposal = Proposal(number, seat, goal, (seat,))
        await self._record_agreement(proposal)
        if session.proposal is not None:
            await self.note({"what": _noted("proposed", proposal), "seat": session.name(seat)}, seat)
        self.show()
        return number

    async def agree(self, seat: Seat, number: int, yes: bool) -> None:
        """A seat's answer to a proposal: carried out once all agree, dropped at the first no."""
        session, found = self.session, self.session.proposal
        session.may_act(seat)
        if yes and session.just_carried_out(number):
            return  # this consent was the last, and it was not known whether it was stored
        if found is None or found.number != number or session.moot:
            raise TableRefusal(NO_PROPOSAL)
        if seat not in (*found.agreed, *session.not_agreed(found)):
            raise TableRefusal(OTHER_TEAM)
        if yes:
            await self._record_agreement(replace(found, agreed=tuple(sorted({*found.agreed, seat}))))
        else:
            await self._set_proposal(None)
            await self.note({"what": _noted("declined", found), "seat": session.name(seat)}, seat)
        self.show()

    async def _set_proposal(self, proposal: Proposal | None) -> None:
        session = self.session
        try:
            await self.executor.run(Store.propose, session.id, proposal, was=session.proposal)
        except (Conflict, NotKnown):
            session.drop()
            raise
        session.proposal = proposal

    async def _record_agreement(self, proposal: Proposal) -> None:
        """Store who agrees, or do what was proposed once all do."""
        session = self.session
        if session.not_agreed(proposal):
            await self._set_proposal(proposal)
            return
        await self._play.carry_out(proposal)
        if session.proposal is not None:  # should it stay, it is moot, and `finish_interrupted` finds it
            await self.executor.run(Store.propose, session.id, None)
            session.proposal = None
        done = {DRAW_ROW: "drawn", RESIGN_ROW: "resigned"}.get(proposal.back, "undone")
        consent = session.match.rows[-1].consent
        await self.note({"what": done, "seats": [session.name(seat) for seat in consent]})


def _noted(what: str, proposal: Proposal) -> str:
    """The id of a note on a proposal, which for an undo is the plain word."""
    return what if proposal.back >= 0 else f"{what}-{proposal.what}"
