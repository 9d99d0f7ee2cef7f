"""The lobby, and everything people do besides playing: join, chat, change seats, ask to go back.

The caller of every function holds the session's lock; each writes first and sends afterwards.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from dataclasses import replace
from typing import Any

from garrison.core.dice import KeyedDice
from garrison.core.game import SPECTATOR, Seat
from garrison.core.limits import CHAT_A_MINUTE
from garrison.core.match import Match
from garrison.table.background.schedule import due
from garrison.table.messages import Hello
from garrison.table.refusals import ALONE, NO_PROPOSAL, PROPOSED, QUIET, TAKEN_SEAT, No
from garrison.table.session import seat_access
from garrison.table.session.session import Room, sound
from garrison.table.session.table_view import online, show_table, tell_talk
from garrison.table.socket.outbox import Link
from garrison.table.store.executor import Keeper
from garrison.table.store.models import FRIEND, SEATS, TABLE, WATCHERS, Chair, Entry, Proposal
from garrison.table.store.store import Conflict, Store, now

MINUTE = 60_000
NUMBERS = 900_000


class Party:
    """The people of one session."""

    def __init__(self, room: Room, keeper: Keeper) -> None:
        self.room = room
        self.keeper = keeper

    async def _sit(self, chair: Chair) -> None:
        """Change a seat, with the jobs that follow from it."""
        room, when = self.room, now()
        kept = room.kept
        seated = {**kept.chairs, chair.seat: chair}
        jobs = [] if kept.match is None else due(replace(kept, chairs=seated), room.clocks, when, room.sealed)
        try:
            await self.keeper.run(Store.sit, room.id, chair, jobs=jobs, was=kept.chairs[chair.seat])
        except Conflict:
            room.drop()
            raise
        kept.chairs = seated
        room.wake()

    # Coming

    async def welcome(self, link: Link, seat: Seat, hello: Hello) -> None:
        """Let a connection in, or change its seat or language: table, chat and frame are sent again."""
        room, lang = self.room, hello.lang
        room.room_for(link, seat)
        await self.join(seat, hello.salt, hello.name)
        greeting = await room.greeting(seat, lang, hello.have) if room.begun else b""
        link.seat, link.lang, link.token = seat, lang, room.chair(seat).token
        link.table, link.heard, link.shown = b"", hello.heard, None
        room.links.add(link)
        self.show()
        await self.catch_up()
        if greeting:
            room.greet(link, greeting)

    async def join(self, seat: Seat, salt: str = "", name: str = "") -> None:
        """Note who is here; the first time, their part goes into the salt and the match may begin."""
        room, when = self.room, now()
        chair = room.chair(seat)
        first = seat != SPECTATOR and chair.joined is None
        if first:
            part = "" if room.begun else salt
            await self._sit(replace(chair, joined=when, seen=when, salt=part, name=name or chair.name))
        if seat != SPECTATOR:
            await self.keeper.run(Store.seen, [(room.id, seat)], when)
            room.kept.chairs[seat] = replace(room.chair(seat), seen=when)
        if first and chair.kind == FRIEND:
            await self.note({"what": "joined", "seat": room.name(seat)})
        await self.go_on()

    async def go_on(self) -> None:
        """Finish what a kill interrupted, or what two processes saw half of each:

        begin once all are here, open a window that all have answered, drop a proposal that is done.
        """
        room = self.room
        await self.begin()
        if not room.begun:
            return
        if room.settled:
            await self._put(None)
        if room.seals and not room.awaited() and room.affordable:
            await room.close(self.keeper, room.match.asked(), {})

    async def begin(self) -> None:
        """Make the first row, once all are here."""
        room, plan = self.room, self.room.kept.plan
        if plan is None or not seat_access.complete(room.kept.chairs):
            return
        kept, when = room.kept, now()
        salt = seat_access.salt(room.seats, kept.chairs)
        with sound(room.id):
            match = await asyncio.to_thread(Match, plan.game, plan.options, KeyedDice(plan.key, salt))
        fresh = replace(kept, match=match, plan=None, times=[when])
        room.fill(fresh, (), None)
        jobs = due(fresh, room.clocks, when, ())
        try:
            await self.keeper.run(Store.begin, room.id, match, jobs=jobs, when=when)
        except BaseException:
            room.drop()
            raise
        room.wake()
        room.tell_all()
        await self.note({"what": "begun"})

    async def take(self, seat: Seat, name: str) -> str:
        """Exchange an invitation for a token that nobody else has."""
        chair = self.room.chair(seat)
        if chair.kind != FRIEND or chair.taken:
            raise No(TAKEN_SEAT)
        token = seat_access.new_token()
        await self._sit(replace(chair, token=seat_access.hashed(token), taken=True, bot=None, name=name))
        self.let_go(seat)
        self.show()
        return token

    def let_go(self, seat: Seat) -> None:
        """End the connections whose token is no longer valid."""
        for link in [link for link in self.room.links if link.seat == seat]:
            link.end()

    def show(self) -> None:
        show_table(self.room, now())

    # Talking

    async def say(self, seat: Seat, text: str, client: str) -> int:
        """Say something; returns its number."""
        channel = WATCHERS if seat == SPECTATOR else SEATS
        name = "" if seat == SPECTATOR else self.room.chair(seat).name
        return await self._speak(Entry(channel, seat, name, text, now(), client=client))

    async def _speak(self, entry: Entry) -> int:
        room = self.room
        if entry.channel != TABLE:
            self._calm(entry.channel, entry.seat)
        numbered = await self.keeper.run(Store.say, room.id, entry)
        if room.shared:  # another process may have written what comes before it
            await self.catch_up()
        for link in room.links:
            tell_talk(room, link, [numbered])
        return numbered.n

    def _calm(self, channel: str, seat: Seat | None) -> None:
        """Check the rate of messages and changes that everybody is told about; raises No."""
        room, when = self.room, now()
        lately = [each for each in room.spoken.get((channel, seat), ()) if each > when - MINUTE]
        if len(lately) >= CHAT_A_MINUTE:
            raise No(QUIET, most=CHAT_A_MINUTE)
        room.spoken[channel, seat] = [*lately, when]

    async def note(self, what: dict[str, Any], by: Seat | None = None) -> None:
        """Add a note of what happened at the table, for everybody."""
        name = "" if by is None else self.room.chair(by).name
        await self._speak(Entry(TABLE, by, name, json.dumps(what), now()))

    async def catch_up(self) -> None:
        """Send what was said in other processes."""
        room = self.room
        heard = min((link.heard for link in room.links if link.heard is not None), default=None)
        if heard is not None:
            entries = await self.keeper.run(Store.talk, room.id, heard)
            for link in room.links:
                tell_talk(room, link, entries)

    # Chairs

    async def call(self, seat: Seat, name: str) -> None:
        """Set a person's name."""
        seat_access.seated(self.room.chair(seat))
        self._calm(TABLE, seat)
        await self._sit(replace(self.room.chair(seat), name=name))
        self.show()

    async def seat_bot(self, by: Seat, seat: Seat, bot: str) -> None:
        """Let a bot play a seat."""
        room, chair = self.room, self.room.chair(seat)
        seat_access.may_seat_bot(room.chair(by), chair, online(room, chair, now()), now())
        found = seat_access.known_bot(room.game, bot)
        self._calm(TABLE, by)
        await self._sit(replace(chair, bot=found))
        await self.note({"what": "bot", "seat": room.name(seat), "bot": bot, "by": room.name(by)}, by)
        await self.begin()
        if room.proposal is not None and not room.moot and not self._asked(room.proposal):
            await self._agreed(room.proposal)
        self.show()

    async def take_back(self, by: Seat, seat: Seat) -> None:
        """Give a seat back to a person."""
        room, chair = self.room, self.room.chair(seat)
        seat_access.may_take_back(room.chair(by), chair)
        if chair.bot is not None:
            await self._sit(replace(chair, bot=None))
            await self.note({"what": "back", "seat": room.name(seat), "by": room.name(by)}, by)
            self.show()

    async def invite(self, by: Seat, seat: Seat) -> str:
        """Open a seat to a friend; returns the invitation, from now on the only valid one."""
        room, chair = self.room, self.room.chair(seat)
        seat_access.may_invite(room.chair(by), chair)
        self._calm(TABLE, by)
        token = seat_access.new_token()
        # A bot goes on playing until the friend is there and takes the chair.
        await self._sit(replace(chair, kind=FRIEND, token=seat_access.hashed(token), taken=False))
        self.let_go(seat)
        await self.note({"what": "invited", "seat": room.name(seat), "by": room.name(by)}, by)
        self.show()
        return token

    async def hook(self, seat: Seat, url: str | None) -> None:
        """Set the webhook of a seat, already checked."""
        seat_access.seated(self.room.chair(seat))
        self._calm(TABLE, seat)
        await self._sit(replace(self.room.chair(seat), hook=url))

    # Going back by consent

    async def propose(self, seat: Seat, n: int | None) -> int:
        """Ask all to go back to a frame; returns the proposal's number."""
        room = self.room
        room.may_act(seat)
        perspective, found = room.perspective(seat), room.proposal
        goal, reach = perspective.goal(n), perspective.undo_reach()
        if found is not None and room.moot:
            await self._put(None)
        elif found is not None and (found.seat, found.back) == (seat, goal):
            return found.number
        elif found is not None:
            raise No(PROPOSED)
        if reach is not None and perspective.frame_of(goal) >= reach:
            raise No(ALONE)
        self._calm(TABLE, seat)
        number = NUMBERS // 9 + secrets.randbelow(NUMBERS)
        await self._agreed(Proposal(number, seat, goal, (seat,)))
        if room.proposal is not None:
            await self.note({"what": "proposed", "seat": room.name(seat)}, seat)
        self.show()
        return number

    async def agree(self, seat: Seat, number: int, yes: bool) -> None:
        """A seat's answer to a proposal: carried out once all agree, dropped at the first no."""
        room, found = self.room, self.room.proposal
        room.may_act(seat)
        if found is None or found.number != number or room.moot:
            raise No(NO_PROPOSAL)
        if yes:
            await self._agreed(replace(found, agreed=tuple(sorted({*found.agreed, seat}))))
        else:
            await self._put(None)
            await self.note({"what": "declined", "seat": room.name(seat)}, seat)
        self.show()

    async def _put(self, proposal: Proposal | None) -> None:
        room = self.room
        try:
            await self.keeper.run(Store.propose, room.id, proposal, was=room.proposal)
        except Conflict:
            room.drop()
            raise
        room.proposal = proposal

    async def _agreed(self, proposal: Proposal) -> None:
        """Store who agrees, or go back once everybody does; bots always agree."""
        room = self.room
        if self._asked(proposal):
            await self._put(proposal)
            return
        await room.undo_agreed(self.keeper, proposal)
        if room.proposal is not None:  # should it stay, it is moot, and `go_on` finds it
            await self.keeper.run(Store.propose, room.id, None)
            room.proposal = None
        await self.note({"what": "undone", "seats": list(room.seats)})

    def _asked(self, proposal: Proposal) -> set[Seat]:
        """The people who have not agreed yet."""
        people = {chair.seat for chair in self.room.kept.people if chair.bot is None}
        return people - set(proposal.agreed)
