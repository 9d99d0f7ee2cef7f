"""Escape Attempt markers: put on drops and wire by POWs, taken away by guards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import ask, then
from garrison.core.rules import Question, Step
from garrison.core.state import ALL, Dice, Seat, Tell, bit
from garrison.games.colditz.actions import DONE, DOWN, OFFICE_ROW, STRIP
from garrison.games.colditz.castle import routes
from garrison.games.colditz.castle.layout import (
    ALL_ROOMS,
    CASTLE_SIDE,
    FAR_SIDE,
    LINK_COUNT,
    LINK_DOWN,
    LINK_UP,
    ROOM_OF,
)
from garrison.games.colditz.castle.reach import opened
from garrison.games.colditz.state import NOBODY, ColditzState, guards, place, stand_down
from garrison.games.colditz.tables import NATION_COUNT, SECURITY

NO_LINK: Final = -1


def owner(s: ColditzState, link: int) -> int:
    """The nation whose marker lies on a link, or NOBODY."""
    for nation in range(NATION_COUNT):
        if s.markers[nation] >> link & 1:
            return nation
    return NOBODY


def take_marker(s: ColditzState, link: int) -> None:
    for nation in range(NATION_COUNT):
        s.markers[nation] &= ~(1 << link)


def put_marker(s: ColditzState, nation: int, link: int, tell: Tell) -> None:
    """COL-O-113, COL-O-118, AMB-12: one on a link; it replaces another nation's."""
    take_marker(s, link)
    s.markers[nation] |= 1 << link
    tell((ALL, "marker", nation, CASTLE_SIDE[link]))


# A guard takes a marker away


def clear(s: ColditzState, guard: int, space: int, tell: Tell) -> None:
    """COL-O-117, COL-O-119: who took it in a room goes down the drop or to the office."""
    link = LINK_UP[space] if space in LINK_UP else LINK_DOWN[space]
    tell((ALL, "cleared", owner(s, link), CASTLE_SIDE[link], 1))
    take_marker(s, link)
    leave_rooms(s, tell, guard)
    if space in ROOM_OF:
        ask(s, "after", bit(SECURITY[s.mode]), guard, link)
    else:
        then(s, ("settle", guard))


def leave_rooms(s: ColditzState, tell: Tell, but: int = NOBODY) -> None:
    """AMB-11, AMB-76: guards in a room that is not open to them any more go off the board."""
    closed = ALL_ROOMS & ~opened(s)
    for guard in guards(s):
        if guard != but and s.at[guard] >= 0 and closed >> s.at[guard] & 1:
            stand_down(s, guard, tell)


def after_legal(s: ColditzState, seat: Seat, guard: int, link: int) -> list[int]:
    """COL-O-119, AMB-11"""
    if s.points and not s.occupied >> FAR_SIDE[link] & 1:
        return [DOWN, OFFICE_ROW]
    return [OFFICE_ROW]


def after_judge(s: ColditzState, seat: Seat, action: int, guard: int, link: int) -> str | None:
    """COL-O-119"""
    if action == DOWN:
        if not s.points:
            return "COL-O-059"
        return "COL-O-062" if routes.occupied(s, FAR_SIDE[link]) else None
    return None if action == OFFICE_ROW else OTHER_QUESTION


def after(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell, guard: int, link: int) -> None:
    if action == DOWN:
        place(s, guard, FAR_SIDE[link])
        s.points -= 1
        tell((ALL, "moved", guard, (CASTLE_SIDE[link], FAR_SIDE[link]), 1))
        then(s, ("settle", guard))
    else:
        stand_down(s, guard, tell)
        then(s, ("go_on",))


# The Security Officer strips the markers of an escaped nation


def strip(s: ColditzState, dice: Dice, tell: Tell, nation: int) -> None:
    """COL-O-133, AMB-64: asked at once, marker by marker."""
    if s.markers[nation]:
        ask(s, "strip", bit(SECURITY[s.mode]), nation)


def strip_legal(s: ColditzState, seat: Seat, nation: int) -> list[int]:
    return [DONE, *(STRIP[link] for link in range(LINK_COUNT) if s.markers[nation] >> link & 1)]


def strip_judge(s: ColditzState, seat: Seat, action: int, nation: int) -> str | None:
    if action in STRIP:
        return None if s.markers[nation] >> action - STRIP[0] & 1 else "COL-O-133"
    return None if action == DONE else OTHER_QUESTION


def strip_answer(s: ColditzState, seat: Seat, action: int, dice: Dice, tell: Tell, nation: int) -> None:
    if action == DONE:
        return
    link = action - STRIP[0]
    take_marker(s, link)
    tell((ALL, "cleared", nation, CASTLE_SIDE[link], 0))
    leave_rooms(s, tell)
    then(s, ("strip", nation))


STEPS: Final[Mapping[str, Step]] = {"strip": strip}
QUESTIONS: Final[Mapping[str, Question]] = {
    "after": Question("COL-O-119", after_legal, after_judge, after),
    "strip": Question("COL-O-133", strip_legal, strip_judge, strip_answer, begins=True),
}
