"""The table around the game, as it is sent: seats, clocks, proposal, chat."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from garrison.core.game import SPECTATOR, Seat
from garrison.core.limits import ONLINE_SECONDS
from garrison.core.show import words
from garrison.table.http import match_info
from garrison.table.messages import encode
from garrison.table.session.session import Room
from garrison.table.socket.outbox import Link
from garrison.table.store.models import TABLE, WATCHERS, Chair, Entry, Kept, Terms


def online(room: Room, chair: Chair, now: int) -> bool:
    """True if the player of a seat is there: connected here, or recorded lately by another process."""
    if room.here(chair.seat):
        return True
    return room.shared and now - chair.seen < ONLINE_SECONDS * 1000


def terms(found: Terms) -> dict[str, Any]:
    """The terms, in the form they were requested in."""
    clock: dict[str, float] | None = None
    if found.move is not None:
        clock = {"move": found.move}
    elif found.bank is not None:
        clock = {"bank": found.bank, "add": found.add}
    return {"clock": clock, "least": found.least, "pace": found.pace}


def sitter(room: Room, chair: Chair, lang: str) -> dict[str, Any]:
    """The player of a seat."""
    seat = room.name(chair.seat)
    return {
        "seat": seat,
        "name": words.called(room.game, "seat", seat, lang),
        "who": chair.name,
        "kind": chair.kind,
        "bot": chair.bot,
        "joined": chair.joined is not None,
        "taken": chair.taken,
    }


def _chair(room: Room, chair: Chair, lang: str, now: int) -> dict[str, Any]:
    """The same, with presence."""
    there = online(room, chair, now)
    away = None if there or chair.joined is None else chair.seen
    return {**sitter(room, chair, lang), "online": there, "away": away}


def table(room: Room, seat: Seat, lang: str, now: int) -> dict[str, Any]:
    """The table as a seat may know it."""
    kept = room.kept
    return {
        "begun": room.begun,
        "you": room.name(seat),
        "dice": {name: found for name, found in dice(kept).items() if name != "key"},
        "seats": [_chair(room, chair, lang, now) for chair in kept.people],
        "watchers": sum(link.seat == SPECTATOR for link in room.links),
        "terms": terms(kept.terms),
        "clocks": _clocks(room),
        "closes": _closes(room),
        "sealed": seat in room.sealed,
        "proposal": _proposal(room, seat),
    }


def dice(kept: Kept) -> dict[str, str | None]:
    """The promise of the dice, the salt once all have added to it, the key once the game is over."""
    if kept.match is not None:
        return match_info.dice(kept.match)
    return {"salt": None, "sha256": kept.plan.promise if kept.plan is not None else "", "key": None}


def _clocks(room: Room) -> dict[str, Any] | None:
    clocks = room.clocks
    if clocks is None:
        return None
    seats = range(len(room.seats))
    return {room.name(each): {"left": clocks.left(each), "until": clocks.until(each)} for each in seats}


def _closes(room: Room) -> int | None:
    """The earliest end of an open window whose answers are sealed."""
    if not room.begun or not room.seals:
        return None
    return room.put + int(room.kept.terms.least * 1000)


def _proposal(room: Room, seat: Seat) -> dict[str, Any] | None:
    found = room.proposal
    if found is None or room.moot:
        return None
    return {
        "proposal": found.number,
        "by": room.name(found.seat),
        "n": room.perspective(seat).frame_of(found.back),
        "agreed": [room.name(each) for each in found.agreed],
    }


def show_table(room: Room, now: int, links: Iterable[Link] | None = None) -> None:
    """Send the table's state to connections, all unless some are named, if it is new to them."""
    made: dict[tuple[Seat, str], bytes] = {}
    for link in room.links if links is None else links:
        if link.heard is None:
            continue
        key = (link.seat, link.lang)
        if key not in made:
            made[key] = encode(table(room, *key, now))
        if link.table != made[key]:
            link.table = made[key]
            link.send(b'{"table":%b,"now":%d}' % (made[key], now))


# Chat


def hears(room: Room, seat: Seat, entry: Entry) -> bool:
    """True if a seat may read a message: spectators have their own channel until the game is over."""
    if entry.channel != WATCHERS or seat == SPECTATOR:
        return True
    return room.begun and room.match.over


def said(room: Room, entry: Entry) -> dict[str, Any] | None:
    """A chat message as sent; nothing if it is damaged in the store."""
    try:
        note = json.loads(entry.text) if entry.channel == TABLE else None
    except ValueError:
        return None
    if entry.seat is not None and entry.seat not in room.kept.chairs:
        return None
    return {
        "n": entry.n,
        "channel": entry.channel,
        "seat": None if entry.seat is None else room.name(entry.seat),
        "who": entry.name,
        "text": "" if note else entry.text,
        "note": note,
        "at": match_info.when(entry.at // 1000),
    }


def tell_talk(room: Room, link: Link, entries: Iterable[Entry]) -> None:
    """Send a connection the chat messages it does not have yet."""
    if link.heard is None:
        return
    fresh = [entry for entry in entries if entry.n > link.heard]
    told = [found for entry in fresh if hears(room, link.seat, entry) and (found := said(room, entry))]
    if fresh:
        link.heard = fresh[-1].n
    if told:
        link.send(encode({"chat": told}))
