"""Solitary in Escape from Colditz: who gets out of a cell, when, at what cost, and where he starts."""

import pytest

from garrison.core.errors import OTHER_QUESTION
from support.games.colditz_matches import acting, at, awaited, deeds, pawns, play, question, refuse, roll

INNER, OUTER = "in_219", "out_366"
"""The spaces that the arrows of the cells mark."""


def releases(match):
    return [text for text in deeds(match) if text.startswith("release ")]


def free(match):
    """Points and doubles that are left."""
    return match.view()["points"], match.view()["doubles"]


@pytest.mark.rule("colditz", "COL-O-026")
@pytest.mark.parametrize("cell", ["cell_inner", "cell_outer"])
def test_nobody_leaves_solitary_without_a_double(cell):
    match = at(pawns={"british-1": cell, "british-2": "in_101"})
    roll(match, 5, 6)
    assert refuse(match, "british-1") == "COL-O-026"
    assert refuse(match, "release british-1") == "COL-O-143"
    assert refuse(match, "release british-2") == "COL-O-026"
    play(match, "end")
    assert pawns(match, "british-1") == [cell]


@pytest.mark.rule("colditz", "COL-O-026")
def test_a_double_of_the_security_officer_frees_nobody():
    match = at(turn="security", pawns={"british-1": "cell_inner"})
    roll(match, 4, 4, 2, 6)
    assert (free(match), releases(match)) == ((16, 0), [])
    assert match.refusal("release british-1") == OTHER_QUESTION
    play(match, "end")
    roll(match, 3, 4)
    assert refuse(match, "release british-1") == "COL-O-143"


@pytest.mark.rule("colditz", "COL-O-063")
def test_a_double_lets_one_pow_of_his_choice_out_for_a_point():
    places = {"british-1": "cell_inner", "british-2": "cell_outer", "french-1": "cell_inner"}
    match = at({"seats": "3"}, pawns=places)
    roll(match, 4, 4)
    play(match, "keep")
    assert free(match) == (8, 1)
    assert releases(match) == ["release british-1", "release british-2"]
    assert refuse(match, "release french-1") == "COL-O-026"
    assert "released" in play(match, "release british-2")
    assert (free(match), releases(match)) == ((7, 0), [])
    assert pawns(match, "british-1", "british-2") == ["cell_inner", OUTER]


@pytest.mark.rule("colditz", "COL-O-063")
def test_a_release_needs_a_point_and_may_be_left():
    match = at(pawns={"british-1": "cell_inner", "british-2": "appel_016"})
    roll(match, 4, 4)
    play(match, "keep", "british-2", "to in_020")  # eight steps
    assert free(match) == (0, 1)
    assert refuse(match, "release british-1") == "COL-O-059"
    play(match, "end")
    assert pawns(match, "british-1") == ["cell_inner"]


@pytest.mark.rule("colditz", "COL-O-143")
@pytest.mark.ruling("colditz", "AMB-04")
@pytest.mark.parametrize(
    ("dice", "doubles"),
    [((5, 6), 0), ((4, 4, 5, 6), 1), ((4, 4, 3, 3, 5, 6), 2), ((4, 4, 3, 3, 5, 5), 3)],
)
def test_one_release_for_each_double_thrown(dice, doubles):
    match = at(pawns={f"british-{n}": "cell_inner" for n in range(1, 5)})
    roll(match, *dice)
    assert free(match) == (sum(dice), doubles)
    for number in range(1, doubles + 1):
        play(match, f"release british-{number}")
        if question(match) == "spot":
            play(match, deeds(match)[0])
        assert free(match) == (sum(dice) - number, doubles - number)
    assert refuse(match, "release british-4") == "COL-O-143"
    cells = pawns(match, *(f"british-{n}" for n in range(1, 5)))
    assert cells.count("cell_inner") == 4 - doubles


@pytest.mark.ruling("colditz", "AMB-04")
def test_doubles_do_not_carry_over_to_the_next_turn():
    match = at(pawns={"british-1": "cell_inner", "british-2": "in_101"})
    roll(match, 4, 4)
    play(match, "keep", "end")
    roll(match, 3, 4)
    play(match, "end")
    roll(match, 3, 4)
    assert free(match) == (7, 0)
    assert refuse(match, "release british-1") == "COL-O-143"


@pytest.mark.rule("colditz", "COL-O-027")
@pytest.mark.parametrize(("cell", "space"), [("cell_inner", INNER), ("cell_outer", OUTER)])
def test_a_released_pow_starts_where_the_arrow_points(cell, space):
    match = acting(pawns={"british-1": cell}, doubles=1)
    play(match, "release british-1")
    assert (pawns(match, "british-1"), question(match)) == ([space], "act")
    assert match.view()["returning"] == match.view()["exempt"] == ["british-1"] * (cell == "cell_outer")


@pytest.mark.ruling("colditz", "AMB-05")
@pytest.mark.parametrize(
    ("cell", "goal", "steps"), [("cell_inner", "in_206", 3), ("cell_outer", "out_361", 4)]
)
def test_a_released_pow_moves_on_at_once(cell, goal, steps):
    match = acting(pawns={"british-1": cell}, doubles=1, points=6)
    play(match, "release british-1", "british-1", f"to {goal}")
    assert pawns(match, "british-1") == [goal]
    assert match.view()["points"] == 5 - steps


# The way home


@pytest.mark.rule("colditz", "COL-O-111")
@pytest.mark.ruling("colditz", "AMB-36")
@pytest.mark.parametrize(
    ("start", "gate", "inside", "rule"),
    [
        ("out_358", "key_inner", "in_231", "COL-O-022"),
        ("out_321", "pass_inner", "in_222", "COL-O-023"),
    ],
)
def test_only_who_comes_from_the_outer_cells_goes_in_free(start, gate, inside, rule):
    match = acting(pawns={"british-1": start, "british-2": "out_347"}, returning=["british-1"], points=4)
    play(match, "british-1")
    for goal in (gate, inside):
        assert f"to {goal}" in deeds(match)
        assert match.refusal(f"to {goal}") is None
    play(match, "back", "british-2")
    assert refuse(match, f"to {gate}") == rule
    assert refuse(match, f"to {inside}") == "COL-O-059"


@pytest.mark.ruling("colditz", "AMB-37")
def test_a_wrong_step_before_an_arrest_does_not_spoil_the_next_release():
    places = {"british-1": "out_348", "guard-1": "out_344", "guard-2": "out_355"}
    match = acting(pawns=places, returning=["british-1"], doubles=1, points=3)
    play(match, "british-1", "to out_343", "british-1", "force guard-1")
    assert pawns(match, "british-1") == ["cell_outer"]
    play(match, "release british-1", "end")
    assert match.view()["exempt"] == ["british-1"], "with a guard before him he could come no nearer"


# The arrow's space is taken


@pytest.mark.rule("colditz", "COL-O-027")
@pytest.mark.ruling("colditz", "AMB-07")
@pytest.mark.parametrize(
    ("cell", "arrow", "nearest", "farther"),
    [
        ("cell_inner", INNER, ["in_215", "in_223"], "in_209"),
        ("cell_outer", OUTER, ["out_348", "out_355"], "out_354"),
    ],
)
def test_if_it_is_taken_the_owner_chooses_among_the_nearest(cell, arrow, nearest, farther):
    for goal in nearest:
        match = acting({"seats": "3"}, pawns={"british-1": cell, "french-1": arrow}, doubles=1, points=5)
        play(match, "release british-1")
        assert (question(match), awaited(match)) == ("spot", "british")
        assert sorted(deeds(match)) == [f"to {space}" for space in nearest]
        assert refuse(match, f"to {arrow}") == "COL-O-062"
        assert refuse(match, f"to {farther}") is not None
        play(match, f"to {goal}")
        assert (pawns(match, "british-1"), match.view()["points"]) == ([goal], 4)


@pytest.mark.ruling("colditz", "AMB-07")
def test_the_nearest_is_found_past_other_pawns():
    taken = {"guard-1": INNER, "guard-2": "in_215", "guard-3": "in_223"}
    match = acting(pawns={"british-1": "cell_inner", **taken}, doubles=1)
    play(match, "release british-1")
    assert sorted(deeds(match)) == ["to in_209", "to in_225"]
    alone = acting(pawns={"british-1": "cell_inner", **taken, "guard-4": "in_225"}, doubles=1)
    play(alone, "release british-1")
    assert (pawns(alone, "british-1"), question(alone)) == (["in_209"], "act")


@pytest.mark.ruling("colditz", "AMB-07")
def test_no_post_or_room_is_chosen_beside_the_inner_cells():
    """Within four steps all is taken; at five are a post and a room among ordinary spaces."""
    near = [219, 215, 223, 209, 225, 206, 226, 198, 207, 229]
    taken = {f"guard-{n}": f"in_{space}" for n, space in enumerate(near, 1)}
    match = acting({"seats": "4"}, pawns={"british-1": "cell_inner", **taken}, doubles=1)
    play(match, "release british-1")
    ring = ["in_187", "in_199", "in_203", "in_210", "in_228", "in_230"]
    assert sorted(deeds(match)) == [f"to {space}" for space in ring]


@pytest.mark.ruling("colditz", "AMB-07")
@pytest.mark.parametrize(
    ("more", "space"),
    [
        ([], "out_353"),  # not post_out_8 nor light_066, which are as near
        ([353, 340, 352, 351, 365], "out_310"),  # not the tunnel circles or lights
    ],
)
def test_no_light_post_or_tunnel_is_chosen_beside_the_outer_cells(more, space):
    near = [366, 348, 355, 336, 343, 354, 344, 342, 362, 337, 361, 360, 372, 332, 341, 359]
    taken = {f"guard-{n}": f"out_{each}" for n, each in enumerate(near, 1)}
    others = [*(f"french-{n}" for n in range(1, 5)), "polish-1"]
    taken |= {name: f"out_{each}" for name, each in zip(others, more, strict=False)}
    match = acting({"seats": "6"}, pawns={"british-1": "cell_outer", **taken}, doubles=1)
    play(match, "release british-1")
    assert pawns(match, "british-1") == [space]
