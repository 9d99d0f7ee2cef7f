"""Tunnels: in use by a card played or held, entered at the mouth, left at the exit, closed below two POWs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.kernel import then
from garrison.core.rules import Step
from garrison.core.state import ALL, Dice, Tell
from garrison.games.colditz.actions import ENTER
from garrison.games.colditz.arrest import confine
from garrison.games.colditz.cards import hands
from garrison.games.colditz.castle import routes
from garrison.games.colditz.castle.layout import CHAINS, TUNNELS, members
from garrison.games.colditz.castle.reach import crawl, detected_circles
from garrison.games.colditz.editions import BOTH_ENDS, HELD_TUNNELS, TUNNEL_CHAINS, TUNNEL_SHUT
from garrison.games.colditz.markers import leave_rooms
from garrison.games.colditz.offers import free_cards
from garrison.games.colditz.state import (
    CLOSED,
    NOBODY,
    OPEN,
    OWNED,
    ColditzState,
    guards,
    nation_of,
    stand_down,
    tunnel_of,
    tunnellers,
)
from garrison.games.colditz.tables import TUNNEL_CARDS

LEAST_INSIDE: Final = 2
"""COL-O-122, COL-O-127, COL-C-53c"""
RAIDERS: Final = 2
"""COL-C-53e"""


def open_tunnel(s: ColditzState, tunnel: int, tell: Tell) -> None:
    """COL-O-036, COL-O-122, COL-O-123: open to the POWs of all officers until it collapses."""
    s.tunnels[tunnel] = OPEN
    tell((ALL, "opened", tunnel))


def owner(s: ColditzState, tunnel: int) -> int:
    """COL-C-53a: the nation whose officer holds the card of a tunnel in use, or NOBODY."""
    return s.tunnels[tunnel] - OWNED if s.tunnels[tunnel] >= OWNED else NOBODY


def show_card(s: ColditzState, nation: int, tunnel: int, tell: Tell) -> None:
    """COL-C-53a, AMB-58: the card is shown when the first POW goes in, and stays before its officer."""
    if HELD_TUNNELS[s.mode] and s.tunnels[tunnel] == CLOSED:
        hands.reveal(s, nation, TUNNEL_CARDS[tunnel])
        s.tunnels[tunnel] = OWNED + nation
        tell((ALL, "card_shown", nation, tunnel))


def shut_to(s: ColditzState, pawn: int, tunnel: int) -> bool:
    """COL-O-036, COL-C-53a: no card has opened it; in the classic rules, his officer does not hold it.

    AMB-58: nor is anybody asked again who has said no in this turn.
    """
    if not HELD_TUNNELS[s.mode]:
        return s.tunnels[tunnel] == CLOSED
    if s.tunnels[tunnel] == CLOSED:
        return not free_cards(s, nation_of(pawn))[TUNNEL_CARDS[tunnel]]
    return owner(s, tunnel) != nation_of(pawn) and bool(s.denied >> tunnel & 1)


# Moving inside


def mouth(tunnel: int) -> int:
    """COL-O-039: the circle in the room, where POWs enter."""
    return CHAINS[tunnel][0]


def enter_rows(s: ColditzState, pawn: int, reached: int) -> list[int]:
    """COL-O-123, COL-O-124: open tunnels whose mouth can be reached and is free of tunnellers."""
    return [
        ENTER[tunnel]
        for tunnel in range(len(TUNNELS))
        if reached >> mouth(tunnel) & 1
        and not shut_to(s, pawn, tunnel)
        and all(s.at[pawn] != mouth(tunnel) for pawn in tunnellers(s, tunnel))
    ]


def enter_judge(s: ColditzState, pawn: int, points: int, tunnel: int) -> str | None:
    """COL-O-036, COL-O-062, COL-C-53a"""
    if shut_to(s, pawn, tunnel) or s.inside >> pawn & 1:
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


def ways_out(s: ColditzState, pawn: int) -> list[tuple[int, ...]]:
    """COL-O-124, AMB-17: the circles on a tunneller's ways out, his own first, if nobody is before him.

    By the exit; in the classic rules by the entrance as well.
    """
    circles, chain = crawl(s, pawn), TUNNEL_CHAINS[s.mode][tunnel_of(s, s.at[pawn])]
    here = circles.index(s.at[pawn])
    found = [circles[here:]] if circles[-1] == chain[-1] else []
    if BOTH_ENDS[s.mode] and circles[0] == chain[0]:
        found.append(circles[here::-1])
    return found


def along(s: ColditzState, pawn: int, circle: int) -> tuple[int, ...]:
    """AMB-17: the circles from a tunneller to another circle of his tunnel."""
    circles = crawl(s, pawn)
    here, there = circles.index(s.at[pawn]), circles.index(circle)
    return circles[here : there + 1] if here <= there else circles[there : here + 1][::-1]


# Collapse


def end_of_turn(s: ColditzState, tell: Tell) -> None:
    """COL-O-127, COL-O-128, AMB-15, AMB-16: at the end of anybody's turn, with fewer than two POWs inside.

    The one who is left goes to solitary (COL-C-55), and loses nothing. Guards leave the room (AMB-11).
    """
    if not any(s.tunnels):
        return
    for tunnel in range(len(TUNNELS)):
        if s.tunnels[tunnel] != CLOSED and len(tunnellers(s, tunnel)) < LEAST_INSIDE:
            close(s, tunnel, tell)


def close(s: ColditzState, tunnel: int, tell: Tell) -> None:
    """COL-O-127, COL-O-128, COL-C-53c: all inside go to solitary, and then it is shut."""
    tell((ALL, TUNNEL_SHUT[s.mode], tunnel))
    then(s, ("shut", tunnel))
    for pawn in reversed(tunnellers(s, tunnel)):
        confine(s, tell, pawn, s.at[pawn])


def shut(s: ColditzState, dice: Dice, tell: Tell, tunnel: int) -> None:
    """COL-O-128, COL-C-53a, AMB-58: it needs its card again; one that was held goes to the bottom.

    COL-C-53e: it is not detected any more. Guards leave the room (AMB-11).
    """
    holder = owner(s, tunnel)
    if holder != NOBODY:
        hands.return_card(s, holder, TUNNEL_CARDS[tunnel])
    s.tunnels[tunnel] = CLOSED
    s.detected &= ~(1 << tunnel)
    leave_rooms(s, tell)


# Tunnel Detected


def raided(s: ColditzState, tell: Tell) -> None:
    """COL-C-53e: two guards on circles of a detected tunnel clear it, and go to barracks."""
    for tunnel in members(s.detected):
        chain = TUNNEL_CHAINS[s.mode][tunnel]
        there = [guard for guard in guards(s) if s.at[guard] in chain]
        if len(there) >= RAIDERS:
            s.arrested = 1
            for guard in there:
                stand_down(s, guard, tell)
            close(s, tunnel, tell)


def leave_circles(s: ColditzState, tell: Tell) -> None:
    """COL-C-53f, AMB-76: a guard who waits alone on a detected tunnel goes to barracks when the turn ends."""
    circles = detected_circles(s)
    s.detected = 0
    for guard in guards(s):
        if s.at[guard] >= 0 and circles >> s.at[guard] & 1:
            stand_down(s, guard, tell)


STEPS: Final[Mapping[str, Step]] = {"shut": shut}
