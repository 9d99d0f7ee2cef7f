"""The shot of Castle under Siege: the model against floating point, its scatter, its proof, and the grid."""

import math
import random
import re
import statistics
import tomllib
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garrison.core import record
from garrison.core.dice import KeyedDice, ScriptedDice, seed_key
from garrison.core.notation import decimal
from garrison.games.siege import actions, aim_grid, flight, tables
from garrison.games.siege.flight import BENDS, NORMAL, ONE
from garrison.games.siege.geometry import on_sections, touches_castle
from support import paths
from support.games.siege import ATTACKER, SIEGE, asked, at, deeds, new

DATA = tomllib.loads((Path(flight.__file__).parent / "data" / "flight.toml").read_text("utf-8"))
THROW = DATA["throw"]
LINES = range(1, 4)
pulls = st.integers(flight.LEAST_PULL, flight.MOST_PULL)
angles = st.integers(0, flight.TURN - 1)
points = st.tuples(st.integers(0, 54000), st.integers(0, 42000))


# The model against its formulas


def test_sines_are_right_to_two_billionths():
    for angle in range(flight.TURN):
        assert abs(flight.sine(angle) - ONE * math.sin(math.radians(angle / 100))) < 2, angle
    assert [flight.sine(angle) for angle in (0, 9000, 18000, 27000, 3000)] == [0, ONE, 0, -ONE, ONE // 2]
    assert [flight.cosine(angle) for angle in (0, 9000, 18000, 27000, 6000)] == [ONE, 0, -ONE, 0, ONE // 2]
    assert flight.sine(-100) == flight.sine(35900) == -flight.sine(100)


def by_formula(line, inches):
    """The ways through the air, of the hop and of the slide, for a pull in inches."""
    row = DATA["bend"][line - 1]
    speed, angle = THROW["speed"] * inches, math.radians(row["angle"])
    rise, onward, friction = (THROW[name] / 1000 for name in ("rise", "onward", "friction"))
    up, forward = speed * math.sin(angle), speed * math.cos(angle)
    air = 2 * up * forward / THROW["gravity"]
    hop = 2 * (rise * up) * (onward * forward) / THROW["gravity"]
    slide = (onward * onward * forward) ** 2 / (2 * friction * THROW["gravity"])
    return air, hop, slide


@pytest.mark.parametrize("line", LINES)
def test_the_way_is_that_of_the_formulas(line):
    for pull in range(flight.LEAST_PULL, flight.MOST_PULL + 1):
        inches = pull / 100
        air, hop, slide = by_formula(line, inches)
        assert abs(flight.way(line, pull) - 1000 * (air + hop + slide)) <= 1.5 * inches * inches + 0.5
        touch, _ = flight.shoot((0, 0), 9000, pull, line, ScriptedDice([100, 100]))
        assert abs(touch[0] / flight.way(line, pull) - air / (air + hop + slide)) < 0.002


@pytest.mark.parametrize("line", LINES)
def test_every_part_of_the_castle_can_be_reached_from_fourteen_inches(line):
    corner = math.hypot(tables.RIGHT - tables.LEFT, 14000 + tables.BOTTOM - tables.TOP)
    assert flight.way(line, flight.LEAST_PULL) < 12000
    assert flight.way(line, flight.MOST_PULL) > corner


@settings(max_examples=150)
@given(st.sampled_from(LINES), st.integers(1000, 27000))
def test_the_pull_for_a_distance_is_the_last_that_does_not_go_farther(line, far):
    pull = flight.pull_for(line, far)
    assert flight.way(line, pull) <= far + 1
    assert flight.way(line, pull + 1) > far - 1


@settings(max_examples=150)
@given(points, angles, st.integers(0, 35000), st.integers(-5000, 5000))
def test_ahead_is_the_point_in_that_direction(start, angle, far, aside):
    turn = math.radians(angle / 100)
    x, y = flight.ahead(start, angle, far, aside)
    assert abs(x - (start[0] + far * math.sin(turn) + aside * math.cos(turn))) < 0.51
    assert abs(y - (start[1] - far * math.cos(turn) + aside * math.sin(turn))) < 0.51


@settings(max_examples=300)
@given(points, points)
def test_towards_is_the_direction_of_the_target(start, target):
    across, down = target[0] - start[0], target[1] - start[1]
    angle, far = flight.towards(start, target)
    assert 0 <= angle < flight.TURN
    assert far == math.isqrt(across**2 + down**2)
    if far > 10:
        wanted = math.degrees(math.atan2(across, -down)) % 360
        off = abs(angle / 100 - wanted)
        assert min(off, 360 - off) < 0.0201


@pytest.mark.parametrize(
    ("target", "angle"),
    [
        ((0, -9), 0),
        ((9, 0), 9000),
        ((0, 9), 18000),
        ((-9, 0), 27000),
        ((200, -20000), 58),
        ((-200, -20000), 35943),
        ((5000, 5000), 13500),
        ((-5000, 5000), 22500),
    ],
)
def test_towards_the_corners_of_the_compass(target, angle):
    assert flight.towards((0, 0), target)[0] == angle


@settings(max_examples=100)
@given(st.integers(-(10**9), 10**9), st.integers(1, 10**6))
def test_halves_are_rounded_away_from_nothing(upper, lower):
    found = flight.rounded(upper, lower)
    assert abs(2 * (found * lower - upper)) <= lower
    assert flight.rounded(-upper, lower) == -found
    assert [flight.rounded(n, 2) for n in (1, -1, 3, -3)] == [1, -1, 2, -2]


# Scatter


def test_the_table_of_scatter_is_the_normal_distribution():
    normal = statistics.NormalDist()
    assert list(NORMAL) == [round(1000 * normal.inv_cdf((n + 0.5) / 200)) for n in range(200)]
    assert sum(NORMAL) == 0
    assert list(NORMAL) == sorted(NORMAL)
    assert 985 < statistics.pstdev(NORMAL) < 1000


def nearest(number):
    """To a whole number, halves away from 0."""
    size = math.floor(abs(number) + Fraction(1, 2))
    return size if number >= 0 else -size


@pytest.mark.rule("siege", "CUS-05", "CUS-14")
@pytest.mark.parametrize("line", LINES)
def test_shots_scatter_around_the_aim_as_the_data_say(line):
    start, pull = (27000, 40250), flight.pull_for(line, 19000)
    whole, row = flight.way(line, pull), DATA["bend"][line - 1]
    for place, picks in (
        ("along", [(n, 100) for n in range(200)]),
        ("across", [(100, n) for n in range(200)]),
    ):
        lies = [flight.shoot(start, 0, pull, line, ScriptedDice(pick))[1] for pick in picks]
        ways = [start[1] - y if place == "along" else x - start[0] for x, y in lies]
        assert abs(statistics.mean(ways) - (whole if place == "along" else 0)) < 1
        deviation = 1000 * statistics.pstdev(ways) / whole
        assert 0.985 * row[place] < deviation < 1.0 * row[place]
        assert len(set(ways)) == 200
        off = [Fraction(whole * row[place] * each, 1_000_000) for each in NORMAL]
        beside = Fraction(whole * row["across"] * NORMAL[100], 1_000_000)
        assert ways == [whole * (place == "along") + nearest(each) for each in off]
        assert {x - start[0] for x, _ in lies} == {nearest(beside)} or place == "across"


@pytest.mark.rule("siege", "CUS-14")
def test_scatter_is_rounded_to_the_nearest_thousandth():
    row = DATA["bend"][0]
    for pull in range(200, 240):
        whole = flight.way(1, pull)
        for pick, times in enumerate(NORMAL):
            _, lies = flight.shoot((0, 0), 9000, pull, 1, ScriptedDice([pick, pick]))
            along, across = (
                nearest(Fraction(whole * row[name] * times, 10**6)) for name in ("along", "across")
            )
            assert lies == (whole + along, across)


def test_along_and_across_are_drawn_apart_and_along_first():
    dice = KeyedDice(seed_key(4))
    flight.shoot((27000, 40250), 0, 220, 1, dice)
    assert [label for label, _ in dice.draws] == ["scatter-along", "scatter-across"]
    plain = flight.expected((27000, 40250), 0, 220, 1)
    far = flight.shoot((27000, 40250), 0, 220, 1, ScriptedDice([199, 100]))[1]
    aside = flight.shoot((27000, 40250), 0, 220, 1, ScriptedDice([100, 199]))[1]
    assert plain[1] - far[1] > 3000 > far[0] - plain[0]
    assert aside[0] - plain[0] > 3000 > abs(aside[1] - plain[1])


@settings(max_examples=100)
@given(points, angles, pulls, st.sampled_from(LINES), st.integers(0, 199), st.integers(0, 199))
def test_a_shot_touches_down_on_its_way_and_goes_on(start, angle, pull, line, along, across):
    touch, lies = flight.shoot(start, angle, pull, line, ScriptedDice([along, across]))
    assert {type(part) for part in (*touch, *lies)} == {int}
    share = BENDS[line - 1].flight / BENDS[line - 1].reach
    for begin, middle, end in zip(start, touch, lies, strict=True):
        assert abs(middle - (begin + share * (end - begin))) < 2
    shorter = math.dist(start, touch) < math.dist(start, lies)
    assert shorter or math.dist(start, lies) < 3
    reached = math.dist(start, lies)
    assert reached < 10**6


def test_a_shot_never_flies_backwards():
    for pick in range(200):
        _, lies = flight.shoot((0, 0), 9000, 300, 3, ScriptedDice([pick, 100]))
        assert lies[0] >= 0


# Reproducible and provable


def test_the_same_key_and_row_give_the_same_landing():
    def lands(seed, row):
        dice = KeyedDice(seed_key(seed))
        dice.start(row)
        return flight.shoot((27000, 40250), 0, 220, 1, dice)

    assert lands(1, 5) == lands(1, 5)
    assert len({lands(seed, row) for seed, row in product(range(3), range(3))}) == 9


@pytest.fixture(scope="module")
def finished():
    """A whole game, its aims by the grid and by numbers."""
    match, chance = new(3), random.Random(3)
    aimed = 0
    while not match.over:
        listed = match.legal()
        if match.ask[0] == "aim" and (aimed := aimed + 1) % 2:
            form = match.scene(ATTACKER).form
            match.play((form.row, *form.start))
        elif match.ask[0] == "who":
            match.play("done")
        elif match.ask[0] == "post":
            match.play("post rest")
        else:
            match.play(chance.choice(listed))
    return match


def test_a_record_of_shots_is_proven_by_its_key(finished, garrison, tmp_path):
    path = tmp_path / "siege.txt"
    path.write_text(finished.record(), "utf-8")
    found = record.verify(record.parse(finished.record()))
    assert found.ok
    labels = [label for row in finished.rows for label, _ in row.draws]
    assert labels == ["scatter-along", "scatter-across"] * (len(labels) // 2)
    assert found.draws == len(labels) >= 20
    assert garrison("verify", path).status == 0


def test_a_landing_that_was_changed_is_found(finished, garrison, tmp_path):
    text = finished.record()
    draw = re.search(r"scatter-across[ =:]*(\d+)", text)
    other = "7" if draw[1] != "7" else "8"
    forged = text[: draw.start(1)] + other + text[draw.end(1) :]
    path = tmp_path / "forged.txt"
    path.write_text(forged, "utf-8")
    assert garrison("verify", path).status != 0


# The grid


@pytest.mark.rule("siege", "CUS-B11")
def test_every_place_has_directions_and_every_direction_pulls():
    assert len(tables.SITES) == 40
    for site in range(tables.SITE_COUNT):
        assert 30 < len(aim_grid.directions(site)) < 60
        for row in aim_grid.directions(site):
            for line in LINES:
                found = aim_grid.pulls(line, site, row - actions.TURN[0])
                assert 0 < len(found) < 60
                assert found == sorted(set(found))


@pytest.mark.rule("siege", "CUS-B11")
@pytest.mark.parametrize("line", LINES)
def test_the_grid_holds_exactly_what_leads_to_the_castle_or_within_an_inch_of_it(line):
    left, top, right, bottom = (
        tables.LEFT - 1000,
        tables.TOP - 1000,
        tables.RIGHT + 1000,
        tables.BOTTOM + 1000,
    )
    for site in range(line - 1, tables.SITE_COUNT, 3):
        for row in aim_grid.directions(site):
            degrees = row - actions.TURN[0]
            offered = {actions.PULLS[each - actions.PULL[0]] for each in aim_grid.pulls(line, site, degrees)}
            for pull in actions.PULLS:
                x, y = flight.expected(tables.SITE_AT[site], 100 * degrees, pull, line)
                inside = min(x - left, right - x, y - top, bottom - y)
                if abs(inside) > 2:
                    assert (pull in offered) == (inside > 0), (tables.SITE_NAMES[site], degrees, pull)


def over_the_castle(start, degrees):
    """How many thousandths of a straight way lie over the castle with an inch around it."""
    turn, near, far = math.radians(degrees), 0.0, math.inf
    ways = (math.sin(turn), -math.cos(turn))
    sides = ((tables.LEFT - 1000, tables.RIGHT + 1000), (tables.TOP - 1000, tables.BOTTOM + 1000))
    for begin, way, (low, high) in zip(start, ways, sides, strict=True):
        if abs(way) < 1e-12:
            far = far if low <= begin <= high else 0
            continue
        first, last = sorted(((low - begin) / way, (high - begin) / way))
        near, far = max(near, first), min(far, last)
    return far - near


@pytest.mark.rule("siege", "CUS-B11")
def test_offered_is_every_direction_that_leads_over_an_inch_of_the_castle_or_more():
    for site, start in enumerate(tables.SITE_AT):
        offered = [row - actions.TURN[0] for row in aim_grid.directions(site)]
        assert offered == [degrees for degrees in range(360) if over_the_castle(start, degrees) >= 1000]


@pytest.mark.rule("siege", "CUS-B11", "CUS-B10")
def test_every_aim_of_the_grid_is_allowed_in_numbers_too():
    match = at(loaded="boulder", catapult=[500, 500])
    assert deeds(match) == [f"site {name}" for name in tables.SITE_NAMES]
    for site, (x, y) in enumerate(tables.SITE_AT):
        for row in aim_grid.directions(site):
            degrees = row - actions.TURN[0]
            found = aim_grid.pulls(1, site, degrees)
            for each in {found[0], found[-1]}:
                pull = actions.PULLS[each - actions.PULL[0]]
                assert match.refusal((actions.AIM, x // 10, y // 10, 100 * degrees, pull, 100)) is None


@pytest.mark.rule("siege", "CUS-B11", "CUS-14")
@pytest.mark.parametrize("difficulty", ["1", "2", "3"])
def test_both_ways_of_aiming_lead_to_the_same_shot(difficulty):
    chance = random.Random(int(difficulty))
    for _ in range(15):
        ways = [at({"difficulty": difficulty}, loaded="fire") for _ in range(2)]
        scatter = [chance.randrange(200), chance.randrange(200)]
        for match in ways:
            match.dice.feed(scatter)
        chosen = []
        while asked(ways[0]) in ("aim", "direction", "strength"):
            chosen.append(chance.choice(deeds(ways[0])))
            ways[0].play(chosen[-1])
        site, degrees, pull = (text.split()[1] for text in chosen)
        x, y = (decimal(part // 10) for part in tables.SITES[site])
        ways[1].play(f"aim x={x} y={y} dir={degrees} force={pull} bend={difficulty}")
        assert ways[0].state == ways[1].state
        told = [[event for row in range(1, len(way.rows)) for event in way.events(row)] for way in ways]
        assert [event for event in told[0] if event[1] != "turned"] == told[1]


# What a player is shown before


@pytest.mark.parametrize("difficulty", ["1", "2", "3"])
@pytest.mark.parametrize("catapult", [[], [27000, 41000], [5000, 21000], [12000, 36000]])
def test_the_form_begins_with_an_allowed_aim_at_the_middle_of_the_castle(difficulty, catapult):
    match = at({"difficulty": difficulty}, loaded="disease", catapult=catapult)
    form = match.scene(ATTACKER).form
    assert match.refusal((form.row, *form.start)) is None
    x, y, angle, pull, bend = form.start
    lies = flight.expected((10 * x, 10 * y), angle, pull, bend // 100)
    assert math.dist(lies, (27000, 21000)) < 300
    assert SIEGE.play.actions[form.row].startswith("aim ")


def test_the_preview_shows_the_expected_place_and_two_deviations():
    throw = at(loaded="fire").scene(ATTACKER).form.throw
    assert (throw.point, throw.turn, throw.force, throw.by) == (("x", "y"), "dir", "force", "bend")
    for line, (far, along, across) in zip(LINES, throw.rows, strict=True):
        row = DATA["bend"][line - 1]
        assert (along, across) == (2 * row["along"], 2 * row["across"])
        for pull in (50, 173, 300):
            assert abs(flight.way(line, pull) - far * pull * pull / 10_000) <= 0.5


# The page about it


PAGE = paths.DOCS / "siege-flight.md"


def figures(pattern):
    """Rows of the page's tables."""
    return [[float(each) for each in row] for row in re.findall(pattern, PAGE.read_text("utf-8"))]


def test_the_page_has_the_figures_of_the_data():
    rows = figures(r"\| line (\d) \|" + r" ([\d.]+) \|" * 6)
    wanted = [
        [line, bend["angle"], *by_formula(line, 1), bend["along"] / 10, bend["across"] / 10]
        for line, bend in zip(LINES, DATA["bend"], strict=True)
    ]
    assert rows == [[round(each, 3) for each in row] for row in wanted]
    text = " ".join(PAGE.read_text("utf-8").split())
    assert f"*v* = {THROW['speed']} *f*" in text
    assert f"*g* = {THROW['gravity']} inches" in text
    rise, onward, friction = (THROW[name] / 1000 for name in ("rise", "onward", "friction"))
    assert f"keeps {rise:g} of its upward and {onward:g} of its forward speed" in text
    assert f"friction ({friction:g})" in text


def test_the_worked_example_of_the_page_is_what_the_code_does():
    text = PAGE.read_text("utf-8")
    (aim,) = re.findall(r"`(aim x=.*?)`", text)
    (scatter,) = re.findall(r"`scatter-along (\d+)`, `scatter-across (\d+)`", text)
    match = at({"difficulty": "2"}, loaded="boulder")
    match.dice.feed([int(pick) for pick in scatter])
    told = match.play(aim)
    last = match.view()["last"]
    for key in ("touch", "lies"):
        (point,) = figures(rf"\| {key} \| ([\d.]+), ([\d.]+) \|")
        assert [round(1000 * part) for part in point] == last[key]
    share = float(re.findall(r"([\d.]+) % of the boulder", text)[0])
    assert last["sections"] == {"keep-w": round(10 * share)}
    assert told[-1][1:3] == ("damaged", tables.KEEP)
    pull = told[1][4]
    whole = flight.way(2, pull)
    (way,) = re.findall(r"way: .*? \| ([\d.]+) \|", text)
    assert round(1000 * float(way)) == whole
    for name, pick in zip(("along", "across"), scatter, strict=True):
        (off,) = re.findall(rf"{name}: pick .*? \| (-?[\d.]+) \|", text)
        assert round(1000 * float(off)) == nearest(
            Fraction(whole * DATA["bend"][1][name] * NORMAL[int(pick)], 10**6)
        )


@pytest.mark.slow
def test_the_page_says_how_often_a_shot_hits():
    start, middle = (27000, 40250), (27000, 21000)
    angle, far = flight.towards(start, middle)
    assert angle == 0  # so the one draw gives x, the other y; and east is as west
    rows = figures(r"\| at line (\d) \| (\d+) % \| (\d+) % \|")
    assert len(rows) == 3
    for line, *wanted in rows:

        def lies(*pick, line=int(line)):
            return flight.shoot(start, angle, flight.pull_for(line, far), line, ScriptedDice(pick))[1]

        xs, ys = [lies(0, pick)[0] for pick in range(100)], [lies(pick, 0)[1] for pick in range(200)]
        found = [on_sections(*point) for point in product(xs, ys) if touches_castle(*point)]
        keep = [any(tables.STRUCTURE_OF[section] == tables.KEEP for section in each) for each in found]
        assert [round(sum(map(bool, each)) / 200) for each in (found, keep)] == wanted
