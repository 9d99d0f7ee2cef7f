"""Reach: what the quick search offers is what the plain one allows, wherever pawns stand."""

from itertools import pairwise, product
from random import Random

import pytest

from garrison.games.colditz import movement, turn
from garrison.games.colditz.actions import ACTIONS, BACK, TO
from garrison.games.colditz.castle.layout import (
    AREA,
    CASTLE_SIDE,
    FAR_SIDE,
    INNER,
    KIND,
    NEIGHBOURS,
    OUTSIDE,
    POST,
    ROOM_OF,
    TARGET,
    TUNNEL_PAIRS,
    members,
)
from garrison.games.colditz.castle.reach import path, reach, steps_away, ways
from garrison.games.colditz.castle.routes import no_stop, routes
from garrison.games.colditz.state import guards, team
from garrison.games.colditz.tables import FIRST_GUARD, PAWNS, SEAT_COUNT, SECURITY
from support.games.colditz import strewn
from support.proof import few

POSITIONS = 100
"""Random positions in a block; `make test` takes one block of each test, `make proof` all."""
PAWNS_A_POSITION = 6
LINKS = {*zip(CASTLE_SIDE, FAR_SIDE, strict=True), *zip(FAR_SIDE, CASTLE_SIDE, strict=True)}


def walkers(s, seed):
    """Some pawns that stand on the surface."""
    there = [pawn for pawn, at in enumerate(s.at) if at >= 0 and not s.inside >> pawn & 1]
    return Random(seed).sample(there, min(PAWNS_A_POSITION, len(there)))


EDITIONS = pytest.mark.parametrize("edition", ["modern", "classic"])


@EDITIONS
@pytest.mark.parametrize("block", few(1, range(40)))
def test_both_searches_reach_the_same_spaces_in_as_many_steps(block, edition):
    kinds = set()
    for seed in range(block * POSITIONS, (block + 1) * POSITIONS):
        s = strewn(seed, edition)
        for pawn in walkers(s, seed):
            rings = reach(s.at[pawn], s.points, ways(s, pawn), s.occupied)
            plain = {space: steps for space, steps in routes(s, pawn).items() if steps <= s.points}
            quick = {space: n for n, ring in enumerate(rings) for space in members(ring)}
            assert quick == plain, (seed, PAWNS[pawn])
            kinds.add((pawn >= FIRST_GUARD, bool(s.returning >> pawn & 1), AREA[s.at[pawn]]))
    assert {
        (True, False, INNER),
        (True, False, OUTSIDE),
        (False, False, INNER),
        (False, True, OUTSIDE),
    } <= kinds


OFFERED = {"to", "cross", "force", "arrest", "back"}


@EDITIONS
@pytest.mark.parametrize("block", few(1, range(40)))
def test_every_answer_offered_is_allowed_and_every_other_one_forbidden(block, edition):
    """The list of `move` against its judge, over all rows that pawns in hand have."""
    seen = set()
    for seed in range(block * POSITIONS, (block + 1) * POSITIONS, 4):
        s = strewn(seed, edition)
        for pawn in walkers(s, seed)[:2]:
            s.turn = SECURITY[s.mode] if pawn >= FIRST_GUARD else pawn // 8
            listed = movement.move_legal(s, s.turn, pawn, s.points)
            allowed = [
                row
                for row in range(TO[0], BACK + 1)
                if movement.move_judge(s, s.turn, row, pawn, s.points) is None
            ]
            assert listed == allowed, (seed, PAWNS[pawn])
            seen.update(ACTIONS[row].split()[0] for row in listed)
    assert OFFERED | ({"clear"} if edition == "modern" else set()) <= seen


@EDITIONS
@pytest.mark.parametrize("block", few(1, range(20)))
def test_who_can_be_taken_in_hand_has_a_move_and_nobody_else(block, edition):
    for seed in range(block * POSITIONS, (block + 1) * POSITIONS, 2):
        s = strewn(seed, edition)
        for seat in range(SEAT_COUNT[s.mode]):
            s.turn = seat
            s.inside = 0 if seat == SECURITY[s.mode] else s.inside
            listed = [row for row in turn.act_legal(s, seat, s.points) if row < len(PAWNS)]
            own = guards(s) if seat == SECURITY[s.mode] else team(s, seat)
            able = [
                pawn
                for pawn in own
                if s.at[pawn] >= 0
                and not s.inside >> pawn & 1
                and any(row != BACK for row in movement.move_legal(s, seat, pawn, s.points))
            ]
            assert [row for row in listed if not s.inside >> row & 1] == able, (seed, seat)


@pytest.mark.rule("colditz", "COL-O-060", "COL-O-061")
def test_a_walk_takes_as_many_points_as_steps_and_never_passes_a_pawn():
    for seed in range(POSITIONS):
        s = strewn(seed)
        for pawn in walkers(s, seed)[:2]:
            open_ways = ways(s, pawn)
            rings = reach(s.at[pawn], s.points, open_ways, s.occupied)
            for goal, steps in routes(s, pawn).items():
                if 0 < steps <= s.points and no_stop(s, pawn, goal) is None and goal % 5 == seed % 5:
                    way = path(rings, goal, open_ways)
                    assert len(way) - 1 == steps == steps_away(rings, 1 << goal)
                    assert (way[0], way[-1]) == (s.at[pawn], goal)
                    assert not any(s.occupied >> space & 1 for space in way[1:])


@EDITIONS
@pytest.mark.rule("colditz", "COL-O-060", "COL-C-19b")
def test_a_walk_goes_from_each_space_to_one_beside_it_or_at_the_other_end_of_a_link(edition):
    jumps = set()
    for seed in range(POSITIONS):
        s = strewn(seed, edition)
        for pawn in walkers(s, seed)[:2]:
            open_ways, steps = ways(s, pawn), routes(s, pawn)
            rings = reach(s.at[pawn], s.points, open_ways, s.occupied)
            for goal in members(rings[-1]):
                way = path(rings, goal, open_ways)
                assert [steps[space] for space in way] == list(range(len(rings))), (seed, PAWNS[pawn])
                apart = {pair for pair in pairwise(way) if pair[1] not in NEIGHBOURS[pair[0]]}
                assert apart <= LINKS
                assert edition == "modern" or TUNNEL_PAIRS.isdisjoint(pairwise(way))
                jumps |= apart
    assert jumps


@pytest.mark.rule("colditz", "COL-O-062", "COL-O-145")
def test_no_pawn_is_walked_through_however_far_one_goes():
    """With points for one step, for the known rings of an empty board, and far beyond them."""
    for seed, points in product(range(8), (1, 11, 12, 13, 36)):
        s = strewn(seed)
        for pawn in walkers(s, seed)[:3]:
            found = [members(ring) for ring in reach(s.at[pawn], points, ways(s, pawn), s.occupied)]
            plain = routes(s, pawn)
            assert {space: n for n, ring in enumerate(found) for space in ring} == {
                space: steps for space, steps in plain.items() if steps <= points
            }


# The board itself, against walks that the fact sheet gives


def test_nobody_leaves_the_castle_on_foot():
    """With nobody in the way and nothing in hand, a POW in the courtyard stays in it."""
    s = strewn(1)
    s.markers = [0] * len(s.markers)
    s.returning = 0
    pawn = next(pawn for pawn in range(FIRST_GUARD) if s.at[pawn] >= 0 and AREA[s.at[pawn]] == INNER)
    found = routes(s, pawn, past_pawns=True)
    assert {AREA[space] for space in found} == {INNER}
    assert any(space in ROOM_OF for space in found)
    assert any(KIND[space] == POST for space in found)
    assert not any(KIND[space] == TARGET for space in found)
    assert all(any(other in found for other in NEIGHBOURS[space]) for space in found)
