"""The table around the game, as it is sent: seats, clocks, proposal, chat."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from garrison.core.limits import ONLINE_SECONDS
from garrison.core.state import SPECTATOR, Seat
from garrison.table.http import match_info
from garrison.table.messages import encode
from garrison.table.session.session import Session
from garrison.table.socket.outbox import Outbox
from garrison.table.store.models import TABLE, WATCHERS, Entry, SeatHolder, StoredMatch, Terms


def online(session: Session, holder: SeatHolder, now: int) -> bool:
    """True if the player of a seat is there: connected here, or recorded lately by another process."""
    if session.connected(holder.seat):
        return True
    return session.shared and now - holder.seen < ONLINE_SECONDS * 1000


def terms(found: Terms) -> dict[str, Any]:
    """The terms, in the form they were requested in."""
    clock: dict[str, float] | None = None
    if found.move is not None:
        clock = {"move": found.move}
    elif found.bank is not None:
        clock = {"bank": found.bank, "add": found.add}
    return {"clock": clock, "least": found.least, "pace": found.pace}


def seat_info(session: Session, holder: SeatHolder, lang: str) -> dict[str, Any]:
    """A seat and who has it."""
    seat = session.name(holder.seat)
    return {
        "seat": seat,
        "name": session.game.tell.called("seat", seat, lang),
        "who": holder.name,
        "kind": holder.kind,
        "bot": holder.bot,
        "joined": holder.joined is not None,
        "taken": holder.taken,
    }


def _seat_with_presence(session: Session, holder: SeatHolder, lang: str, now: int) -> dict[str, Any]:
    """The same, with presence."""
    there = online(session, holder, now)
    away = None if there or holder.joined is None else holder.seen
    return {**seat_info(session, holder, lang), "online": there, "away": away}


def table(session: Session, seat: Seat, lang: str, now: int) -> dict[str, Any]:
    """The table as a seat may know it."""
    stored = session.stored
    return {
        "begun": session.begun,
        "you": session.name(seat),
        "dice": {name: found for name, found in dice(stored).items() if name != "key"},
        "seats": [_seat_with_presence(session, holder, lang, now) for holder in stored.people],
        "watchers": sum(outbox.seat == SPECTATOR for outbox in session.outboxes),
        "terms": terms(stored.terms),
        "clocks": _clocks(session),
        "closes": _closes(session),
        "sealed": seat in session.sealed,
        "proposal": _proposal(session, seat),
    }


def dice(stored: StoredMatch) -> dict[str, str | None]:
    """The promise of the dice, the salt once all have added to it, the key once the game is over."""
    if stored.match is not None:
        return match_info.dice(stored.match)
    return {"salt": None, "sha256": stored.plan.promise if stored.plan is not None else "", "key": None}


def _clocks(session: Session) -> dict[str, Any] | None:
    clocks = session.clocks
    if clocks is None:
        return None
    seats = range(len(session.seats))
    return {session.name(each): {"left": clocks.left(each), "until": clocks.until(each)} for each in seats}


def _closes(session: Session) -> int | None:
    """The earliest end of an open window whose answers are sealed."""
    if not session.begun or not session.seals:
        return None
    return session.question_opened + int(session.stored.terms.least * 1000)


def _proposal(session: Session, seat: Seat) -> dict[str, Any] | None:
    found = session.proposal
    if found is None or session.moot:
        return None
    return {
        "proposal": found.number,
        "what": found.what,
        "by": session.name(found.seat),
        "n": session.perspective(seat).frame_of(found.back) if found.back >= 0 else None,
        "agreed": [session.name(each) for each in found.agreed],
        "waits": [session.name(each) for each in session.not_agreed(found)],
    }


def send_table(session: Session, now: int, outboxes: Iterable[Outbox] | None = None) -> None:
    """Send the table's state to connections, all unless some are named, if it is new to them."""
    made: dict[tuple[Seat, str], bytes] = {}
    for outbox in session.outboxes if outboxes is None else outboxes:
        if outbox.heard is None:
            continue
        key = (outbox.seat, outbox.lang)
        if key not in made:
            made[key] = encode(table(session, *key, now))
        if outbox.table != made[key]:
            outbox.table = made[key]
            outbox.send(b'{"table":%b,"now":%d}' % (made[key], now))


# Chat


def may_read(session: Session, seat: Seat, entry: Entry) -> bool:
    """True if a seat may read a message: spectators have their own channel until the game is over."""
    if entry.channel != WATCHERS or seat == SPECTATOR:
        return True
    return session.begun and session.match.over


def chat_message(session: Session, entry: Entry) -> dict[str, Any] | None:
    """A chat message as sent; nothing if it is damaged in the store."""
    try:
        note = json.loads(entry.text) if entry.channel == TABLE else None
    except ValueError:
        return None
    if entry.seat is not None and entry.seat not in session.stored.holders:
        return None
    return {
        "n": entry.n,
        "channel": entry.channel,
        "seat": None if entry.seat is None else session.name(entry.seat),
        "who": entry.name,
        "text": "" if note else entry.text,
        "note": note,
        "at": match_info.when(entry.at // 1000),
    }


def send_chat(session: Session, outbox: Outbox, entries: Iterable[Entry]) -> None:
    """Send a connection the chat messages it does not have yet."""
    if outbox.heard is None:
        return
    fresh = [entry for entry in entries if entry.n > outbox.heard]
    visible = [
        found
        for entry in fresh
        if may_read(session, outbox.seat, entry) and (found := chat_message(session, entry))
    ]
    if fresh:
        outbox.heard = fresh[-1].n
    if visible:
        outbox.send(encode({"chat": visible}))
