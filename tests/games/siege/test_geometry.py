"""Exact areas of Castle under Siege against another calculation: slices and fractions."""

import ast
from fractions import Fraction
from itertools import combinations, pairwise
from math import hypot
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from garrison.games.siege import flight, geometry
from garrison.games.siege.tables import (
    BOTTOM,
    CARD,
    CARD_SECTIONS,
    CORNERS,
    COUNTER_AT,
    COUNTER_SIZE,
    COURT_PARTS,
    LEFT,
    OUTLINE,
    RADIUS,
    RIGHT,
    SECTIONS,
    SPOTS,
    STRUCTURE_OF,
    TOP,
)
from support.games.siege import EAST, SOUTH, mirrored

WHOLE = Fraction(geometry.ROUND_AREA, 2)
xs = st.integers(LEFT - 500, RIGHT + 500)
ys = st.integers(TOP - 500, BOTTOM + 500)


def worth(area):
    return Fraction(area[0], 2 * area[1])


# Another way: cut both shapes into upright slices


def edges(polygon, x, upper):
    """The height of a convex polygon's upper or lower rim over x, where it has any."""
    found = []
    for (a, b), (c, d) in pairwise((*polygon, polygon[0])):
        if a != c and min(a, c) <= x <= max(a, c):
            found.append(b + Fraction(d - b, c - a) * (x - a))
    return (max if upper else min)(found)


def common(one, other):
    """The area that two convex polygons have in common."""
    low = max(min(x for x, _ in shape) for shape in (one, other))
    high = min(max(x for x, _ in shape) for shape in (one, other))
    if low >= high:
        return Fraction(0)
    cuts = sorted({low, high, *(x for shape in (one, other) for x, _ in shape if low < x < high)})
    return sum((slice_of(one, other, left, right) for left, right in pairwise(cuts)), Fraction(0))


def slice_of(one, other, left, right):
    """Between two cuts all rims are straight: they are cut again where they cross."""
    rims = [
        tuple(edges(shape, x, upper) for x in (left, right))
        for shape in (one, other)
        for upper in (True, False)
    ]
    cuts = {Fraction(0), Fraction(1)}
    for (a, b), (c, d) in combinations(rims, 2):
        if (a - c) * (b - d) < 0:
            cuts.add((a - c) / (a - c - b + d))

    def height(t):
        at = [a + (b - a) * t for a, b in rims]
        return max(Fraction(0), min(at[0], at[2]) - max(at[1], at[3]))

    return sum((height(s) + height(t)) * (t - s) for s, t in pairwise(sorted(cuts))) * (right - left) / 2


def disc(x, y):
    return tuple((x + u, y + v) for u, v in geometry.ROUND)


def box(polygon):
    xs, ys = ([point[axis] for point in polygon] for axis in (0, 1))
    return min(xs), min(ys), max(xs), max(ys)


def might_touch(x, y, polygon):
    left, top, right, bottom = box(polygon)
    return left - RADIUS < x < right + RADIUS and top - RADIUS < y < bottom + RADIUS


def test_the_slices_know_what_a_square_and_a_triangle_have_in_common():
    square = ((0, 0), (4, 0), (4, 4), (0, 4))
    assert common(square, ((2, 2), (6, 2), (6, 6), (2, 6))) == 4
    assert common(square, ((0, 0), (4, 4), (0, 4))) == 8
    assert common(square, ((3, 1), (5, 2), (3, 3))) == Fraction(3, 2)
    assert common(square, ((5, 0), (6, 0), (6, 1))) == 0


@settings(max_examples=60)
@given(xs, ys)
@example(LEFT, TOP)
@example(25250, 18750)
@example(27000, 21000)
@example(23250, 17750)
def test_shares_of_sections_are_exact(x, y):
    found = geometry.on_sections(x, y)
    for section, polygon in enumerate(CORNERS):
        wanted = common(disc(x, y), polygon) if might_touch(x, y, polygon) else 0
        assert worth(found.get(section, (0, 1))) == wanted, SECTIONS[section]
    assert Fraction(*geometry.on_court(x, y)) == 2 * sum(common(disc(x, y), part) for part in COURT_PARTS)
    assert geometry.sticks_out(x, y) == (common(disc(x, y), OUTLINE) < WHOLE)


@settings(max_examples=80)
@given(
    st.sampled_from([(section, spot) for section, spots in enumerate(SPOTS) for spot in range(len(spots))]),
    st.integers(-800, 800),
    st.integers(-800, 800),
)
def test_shares_of_counters_are_exact(where, across, down):
    section, spot = where
    x, y = SPOTS[section][spot]
    shape = COUNTER_AT[section][spot]
    found = geometry.on_counter(x + across, y + down, geometry.cutter(shape))
    assert worth(found) == common(disc(x + across, y + down), shape)


@settings(max_examples=150)
@given(xs, ys)
def test_cards_court_and_outside_make_up_the_whole_shot(x, y):
    cards = sum(map(worth, geometry.on_sections(x, y).values()))
    court = sum(worth(geometry.overlap(x, y, geometry.cutter(part))) for part in COURT_PARTS)
    inside = worth(geometry.overlap(x, y, geometry.cutter(OUTLINE)))
    assert cards + court == inside <= WHOLE
    assert (inside < WHOLE) == geometry.sticks_out(x, y)
    assert bool(court) == bool(geometry.on_court(x, y)[0])
    if cards + court:
        assert geometry.touches_castle(x, y)


@settings(max_examples=100)
@given(xs, ys)
def test_structures_have_the_shares_of_their_sections(x, y):
    sections = geometry.on_sections(x, y)
    wanted = {}
    for section, area in sections.items():
        wanted[STRUCTURE_OF[section]] = wanted.get(STRUCTURE_OF[section], 0) + worth(area)
    found = {structure: worth(area) for structure, area in geometry.on_structures(sections).items()}
    assert found == wanted
    best = max(wanted.values(), default=0)
    assert geometry.largest(geometry.on_structures(sections)) == [
        n for n, area in sorted(wanted.items()) if area == best
    ]


# What must hold wherever a shot lies


@settings(max_examples=100)
@given(xs, ys)
def test_the_castle_is_the_same_in_a_mirror(x, y):
    here = {SECTIONS[n]: worth(area) for n, area in geometry.on_sections(x, y).items()}
    for swap, there in (
        (EAST, (LEFT + RIGHT - x, y)),
        (SOUTH, (x, TOP + BOTTOM - y)),
    ):
        seen = {SECTIONS[n]: worth(area) for n, area in geometry.on_sections(*there).items()}
        assert {mirrored(name, swap): share for name, share in here.items()} == seen


@settings(max_examples=100)
@given(
    st.integers(0, CARD_SECTIONS - 1),
    st.integers(-900, 900),
    st.integers(-900, 900),
    st.integers(-(10**6), 10**6),
    st.integers(-(10**6), 10**6),
)
def test_only_where_things_lie_to_each_other_counts(section, across, down, right, low):
    polygon = CORNERS[section]
    x, y = polygon[0][0] + across, polygon[0][1] + down
    moved = tuple((a + right, b + low) for a, b in polygon)
    here = geometry.overlap(x, y, geometry.cutter(polygon))
    there = geometry.overlap(x + right, y + low, geometry.cutter(moved))
    assert geometry.equal(here, there)
    assert worth(here) == worth(there)


@settings(max_examples=100)
@given(st.integers(LEFT + 1500, RIGHT - 1500), st.integers(-RADIUS - 50, RADIUS + 50), st.integers(1, 300))
def test_further_in_more_of_the_shot_lies_on_the_castle(x, off, more):
    outline = geometry.cutter(OUTLINE)
    further_out, further_in = (
        geometry.overlap(x, TOP + off, outline),
        geometry.overlap(x, TOP + off + more, outline),
    )
    assert not geometry.larger(further_out, further_in)
    whole = (geometry.ROUND_AREA, 1)
    if off > -RADIUS and off < RADIUS:
        assert geometry.larger(further_in, further_out)
    assert geometry.equal(further_in, whole) == (off + more >= RADIUS)
    assert (further_out == geometry.NOTHING) == (off <= -RADIUS)


@pytest.mark.rule("siege", "CUS-A1")
@settings(max_examples=100)
@given(st.sampled_from(OUTLINE), st.integers(RADIUS, 1000), st.booleans())
def test_a_shot_whose_middle_lies_on_a_straight_edge_is_exactly_half_inside(corner, along, upright):
    x, y = corner
    x += 0 if upright else (along if x == LEFT else -along)
    y += 0 if not upright else (along if y == TOP else -along)
    inside = geometry.overlap(x, y, geometry.cutter(OUTLINE))
    assert worth(inside) == WHOLE / 2
    assert not geometry.more_than_half(inside)
    assert geometry.permille(inside) == 500


@settings(max_examples=60)
@given(st.integers(250, 600))
def test_on_the_slanting_line_between_two_walls_both_have_the_same(along):
    x, y = 23250 + 2 * along, 17750 + along
    shares = geometry.on_sections(x, y)
    names = [SECTIONS[n] for n in geometry.largest(shares)]
    assert names == ["wall-nw-n", "wall-nw-w"]


@settings(max_examples=200)
@given(st.integers(0, 10**6), st.integers(1, 10**6))
def test_what_is_shown_never_hides_a_trace_nor_makes_half_or_all_of_less(upper, lower):
    area = (upper % (geometry.ROUND_AREA * lower + 1), lower)
    share = worth(area) / WHOLE
    shown = geometry.permille(area)
    assert isinstance(shown, int)
    assert abs(shown - 1000 * share) < 1
    assert (shown == 0) == (share == 0)
    assert (shown > 500) == (share > Fraction(1, 2)) == geometry.more_than_half(area)
    assert (shown == 500) == (share == Fraction(1, 2))
    assert (shown == 1000) == (share == 1)


@pytest.mark.parametrize(
    ("thousandths", "shown"),
    [
        (Fraction(1, 100), 1),
        (Fraction(49949, 100), 499),
        (Fraction(49999, 100), 499),
        (Fraction(50001, 100), 501),
        (Fraction(99999, 100), 999),
        (Fraction(3004, 10), 300),
        (Fraction(3006, 10), 301),
        (Fraction(5014, 10), 501),
    ],
)
def test_shares_are_shown_to_the_nearest_thousandth(thousandths, shown):
    share = thousandths * geometry.ROUND_AREA / 1000
    assert geometry.permille((share.numerator, share.denominator)) == shown


# The shapes themselves


def turns(polygon):
    """The turn at each corner: above 0 where it goes clockwise, as seen on the table."""
    ring = (*polygon, *polygon[:2])
    return [
        (c - a) * (f - d) - (d - b) * (e - c)
        for (a, b), (c, d), (e, f) in zip(ring, ring[1:], ring[2:], strict=False)
    ]


@pytest.mark.parametrize("polygon", [*CORNERS, *COURT_PARTS, OUTLINE, geometry.ROUND], ids=str)
def test_every_shape_is_convex_and_goes_clockwise(polygon):
    assert all(turn > 0 for turn in turns(polygon))
    assert geometry.doubled(polygon) > 0


def test_cards_and_court_fill_the_castle_without_a_gap():
    cards = sum(map(geometry.doubled, CORNERS))
    assert cards == 8 * 2 * CARD[0] * CARD[1]
    assert cards + sum(map(geometry.doubled, COURT_PARTS)) == geometry.doubled(OUTLINE)
    for one, other in combinations([*CORNERS, *COURT_PARTS], 2):
        assert common(one, other) == 0


def test_the_shot_is_round():
    assert len(geometry.ROUND) == 16
    assert all(abs(hypot(*point) - RADIUS) < 0.6 for point in geometry.ROUND)
    assert {(-x, -y) for x, y in geometry.ROUND} == set(geometry.ROUND) == {(y, x) for x, y in geometry.ROUND}
    assert 0.96 < float(WHOLE) / (3.14159 * RADIUS**2) < 1


@pytest.mark.parametrize("section", range(len(SECTIONS)), ids=SECTIONS.__getitem__)
def test_counters_stand_inside_their_section_and_beside_each_other(section):
    parts = COURT_PARTS if SECTIONS[section] == "court" else (CORNERS[section],)
    for shape in COUNTER_AT[section]:
        left, top, right, bottom = box(shape)
        assert (right - left, bottom - top) == COUNTER_SIZE
        assert sum(common(shape, part) for part in parts) == COUNTER_SIZE[0] * COUNTER_SIZE[1]
    for one, other in combinations(COUNTER_AT[section], 2):
        assert common(one, other) == 0


@settings(max_examples=100)
@given(st.integers(0, 54000), st.integers(0, 42000))
def test_the_distance_to_the_castle_is_the_straight_one(x, y):
    nearest = min(max(x, LEFT), RIGHT), min(max(y, TOP), BOTTOM)
    assert geometry.distance_squared(x, y) == geometry.apart_squared((x, y), nearest)
    assert abs(geometry.apart_squared((x, y), nearest) ** 0.5 - hypot(x - nearest[0], y - nearest[1])) < 1e-6


# Whole numbers only


@pytest.mark.parametrize("module", [geometry, flight])
def test_there_is_no_inexact_number_in_the_code(module):
    for node in ast.walk(ast.parse(Path(module.__file__).read_text("utf-8"))):
        assert not isinstance(node, ast.Div), ast.dump(node)
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float | complex)), node.value
        assert not (isinstance(node, ast.Name) and node.id in ("float", "round", "complex")), node.id
        if isinstance(node, ast.ImportFrom) and node.module == "math":
            assert [name.name for name in node.names] == ["isqrt"]
        assert not (isinstance(node, ast.Import) and any(name.name == "math" for name in node.names))


@settings(max_examples=50)
@given(xs, ys)
def test_every_area_is_made_of_whole_numbers(x, y):
    sections = geometry.on_sections(x, y)
    for area in (
        *sections.values(),
        *geometry.on_structures(sections).values(),
        geometry.overlap(x, y, geometry.cutter(OUTLINE)),
    ):
        assert [type(part) for part in area] == [int, int]
        assert area[1] > 0
        assert type(geometry.permille(area)) is int
