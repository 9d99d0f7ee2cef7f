"""Posting: guards come from barracks to a post, and leave one for the office or barracks (COL-O-014)."""

from __future__ import annotations

from garrison.core.errors import OTHER_QUESTION
from garrison.core.state import ALL, Tell
from garrison.games.colditz.actions import POST, WITHDRAW
from garrison.games.colditz.arrest import BY_POST, arrest_barred, endanger, liable
from garrison.games.colditz.castle.layout import KIND, POST_BITS, POSTS
from garrison.games.colditz.castle.layout import POST as POST_KIND
from garrison.games.colditz.editions import POSTS_FIRST, VACANT_POSTS
from garrison.games.colditz.state import (
    BARRACKS,
    NOBODY,
    ColditzState,
    first_in_barracks,
    guards,
    pawn_on,
    place,
    stand_down,
)
from garrison.games.colditz.tables import FIRST_GUARD


def post_rows(s: ColditzState) -> list[int]:
    """COL-O-019, COL-O-068, COL-O-094, COL-C-34a3, AMB-09: free posts, and POWs to arrest there."""
    if first_in_barracks(s) == NOBODY or (POSTS_FIRST[s.mode] and s.arrested):
        return []
    return [POST[number] for number, post in enumerate(POSTS) if _open_post(s, post)]


def _open_post(s: ColditzState, post: int) -> bool:
    if not s.occupied >> post & 1:
        return True
    if VACANT_POSTS[s.mode]:
        return False
    there = pawn_on(s, post)
    return there < FIRST_GUARD and liable(s, there, 0)


def withdraw_rows(s: ColditzState) -> list[int]:
    """COL-O-069"""
    return [
        WITHDRAW[guard - FIRST_GUARD]
        for guard in guards(s)
        if s.at[guard] >= 0 and POST_BITS >> s.at[guard] & 1
    ]


def posting_judge(s: ColditzState, action: int, points: int) -> str | None:
    if action in POST:
        return _post_judge(s, POSTS[action - POST[0]], points)
    if action in WITHDRAW:
        at = s.at[FIRST_GUARD + action - WITHDRAW[0]]
        if at < 0 or KIND[at] != POST_KIND:
            return "COL-O-069"
        return None if points else "COL-O-059"
    return OTHER_QUESTION


def _post_judge(s: ColditzState, post: int, points: int) -> str | None:
    """COL-O-019, AMB-09, AMB-73, COL-C-34a1, COL-C-34a3, COL-C-34b"""
    waiting = [guard for guard in guards(s) if s.at[guard] == BARRACKS]
    if not waiting:
        return "COL-O-019"
    if all(s.stopped >> guard & 1 for guard in waiting):
        return "AMB-73"
    if all((s.stopped | s.off_duty) >> guard & 1 for guard in waiting):
        return "COL-C-34b"
    if POSTS_FIRST[s.mode] and s.arrested:
        return "COL-C-34a3"
    there = pawn_on(s, post)
    if there >= FIRST_GUARD or (there != NOBODY and VACANT_POSTS[s.mode]):
        return "AMB-09"
    barred = arrest_barred(s, there) if there != NOBODY else None
    if barred is not None:
        return barred
    return None if points else "COL-O-059"


def can_take(s: ColditzState, pawn: int) -> bool:
    """AMB-09: a POW who can be arrested on the post where he stands."""
    return not VACANT_POSTS[s.mode] and pawn < FIRST_GUARD and arrest_barred(s, pawn) is None


def post(s: ColditzState, number: int, tell: Tell) -> None:
    """COL-O-068: for a point; as many guards as there are points and posts (COL-C-34a2, AMB-61)."""
    s.points -= 1
    post_guard(s, POSTS[number], tell)


def post_guard(s: ColditzState, space: int, tell: Tell) -> None:
    """COL-O-068, COL-O-094: from barracks to a post; a POW who stands there is arrested."""
    guard, there = first_in_barracks(s), pawn_on(s, space)
    if there == NOBODY:
        place(s, guard, space)
        tell((ALL, "posted", guard, space))
    else:
        endanger(s, tell, there, guard, BY_POST)


def withdraw(s: ColditzState, guard: int, tell: Tell) -> None:
    """COL-O-069"""
    s.points -= 1
    stand_down(s, guard, tell)
    if s.at[guard] == BARRACKS:
        s.off_duty |= 1 << guard  # COL-C-34b
