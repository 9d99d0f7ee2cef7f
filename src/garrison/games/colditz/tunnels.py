"""Tunnels: opened by a card, entered at the mouth, left at the exit, and collapsing below two POWs."""

from __future__ import annotations

from typing import Final

from garrison.core.state import ALL, Tell
from garrison.games.colditz.actions import ENTER
from garrison.games.colditz.arrest import confine
from garrison.games.colditz.castle import routes
from garrison.games.colditz.castle.layout import CHAINS, TUNNELS
from garrison.games.colditz.castle.reach import crawl
from garrison.games.colditz.markers import leave_rooms
from garrison.games.colditz.state import CLOSED, OPEN, ColditzState, tunnellers

LEAST_INSIDE: Final = 2
"""COL-O-122, COL-O-127"""


def open_tunnel(s: ColditzState, tunnel: int, tell: Tell) -> None:
    """COL-O-036, COL-O-122, COL-O-123: open to the POWs of all officers until it collapses."""
    s.tunnels[tunnel] = OPEN
    tell((ALL, "opened", tunnel))


# Moving inside


def mouth(tunnel: int) -> int:
    """COL-O-039: the circle in the room, where POWs enter."""
    return CHAINS[tunnel][0]


def enter_rows(s: ColditzState, reached: int) -> list[int]:
    """COL-O-123, COL-O-124: open tunnels whose mouth can be reached and is free of tunnellers."""
    return [
        ENTER[tunnel]
        for tunnel, state in enumerate(s.tunnels)
        if state != CLOSED
        and reached >> mouth(tunnel) & 1
        and all(s.at[pawn] != mouth(tunnel) for pawn in tunnellers(s, tunnel))
    ]


def enter_judge(s: ColditzState, pawn: int, points: int, tunnel: int) -> str | None:
    """COL-O-036, COL-O-062"""
    if s.tunnels[tunnel] == CLOSED or s.inside >> pawn & 1:
        return "COL-O-036"
    entrance = mouth(tunnel)
    if any(at == entrance and s.inside >> other & 1 for other, at in enumerate(s.at)):
        return "COL-O-062"
    steps = routes.routes(s, pawn).get(entrance, routes.NO_WAY)
    past_pawns = routes.routes(s, pawn, past_pawns=True).get(entrance, routes.NO_WAY)
    return routes.too_far(steps, past_pawns, points)


def within(s: ColditzState, pawn: int, points: int) -> list[int]:
    """AMB-17: the circles that a tunneller can crawl to, overtaking nobody."""
    circles = crawl(s, pawn)
    here = circles.index(s.at[pawn])
    return [circle for n, circle in enumerate(circles) if 0 < abs(n - here) <= points]


def to_exit(s: ColditzState, pawn: int) -> tuple[int, ...]:
    """COL-O-124: the circles on a tunneller's way out, his own first; none if somebody is before him."""
    circles = crawl(s, pawn)
    here = circles.index(s.at[pawn])
    ahead = circles[here:]
    return ahead if ahead[-1] == _exit(s.at[pawn]) else ()


def _exit(circle: int) -> int:
    return next(chain[-1] for chain in CHAINS if circle in chain)


def along(s: ColditzState, pawn: int, circle: int) -> tuple[int, ...]:
    """AMB-17: the circles from a tunneller to another circle of his tunnel."""
    circles = crawl(s, pawn)
    here, there = circles.index(s.at[pawn]), circles.index(circle)
    return circles[here : there + 1] if here <= there else circles[there : here + 1][::-1]


# Collapse


def end_of_turn(s: ColditzState, tell: Tell) -> None:
    """COL-O-127, COL-O-128, AMB-15, AMB-16: at the end of anybody's turn, with fewer than two POWs inside.

    The one who is left goes to solitary, and loses nothing. Guards leave the room (AMB-11).
    """
    if not any(s.tunnels):
        return
    for tunnel in range(len(TUNNELS)):
        inside = tunnellers(s, tunnel)
        if s.tunnels[tunnel] != CLOSED and len(inside) < LEAST_INSIDE:
            s.tunnels[tunnel] = CLOSED
            tell((ALL, "collapsed", tunnel))
            for pawn in inside:
                confine(s, tell, pawn, s.at[pawn])
    leave_rooms(s, tell)
