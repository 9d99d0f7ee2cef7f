"""Posting in Escape from Colditz: guards come from barracks to posts, and leave posts for the office."""

import pytest

from support.games.colditz_matches import asked, deeds, held, may, play, refuse, security, where

POSTS = [f"post_in_{n}" for n in range(1, 7)] + [f"post_out_{n}" for n in range(1, 11)]
ON_INNER_POSTS = {f"guard-{n}": f"post_in_{n}" for n in range(1, 7)}
"""All six guards of a match of two."""


@pytest.mark.rule("colditz", "COL-O-014", "COL-O-068")
def test_a_guard_comes_from_barracks_to_any_post_for_a_point():
    match = security(2, {"guard-1": "in_031"})
    assert [text for text in deeds(match) if text.startswith("post ")] == [f"post {post}" for post in POSTS]
    assert "posted" in play(match, "post post_out_9")
    assert where(match, "guard-2") == "post_out_9", "the lowest number in barracks"
    assert match.view()["points"] == 1
    play(match, "post post_in_3")
    assert where(match, "guard-3") == "post_in_3"
    assert refuse(match, "post post_in_1") == "COL-O-059"


@pytest.mark.rule("colditz", "COL-O-068")
def test_a_guard_just_posted_may_walk_on():
    match = security(2, {})
    play(match, "post post_in_1", "guard-1", "to in_031")
    assert (where(match, "guard-1"), match.view()["points"]) == ("in_031", 0)


@pytest.mark.rule("colditz", "COL-O-019")
def test_only_guards_from_barracks_are_posted():
    match = security(3, {**ON_INNER_POSTS, "guard-6": "office"})
    assert refuse(match, "post post_out_1") == "COL-O-019"
    assert not any(text.startswith("post ") for text in deeds(match))
    reserve = security(3, {**ON_INNER_POSTS, "guard-6": "barracks"})
    assert may(reserve, "post post_out_1")


@pytest.mark.rule("colditz", "COL-O-014", "COL-O-069")
def test_a_guard_leaves_a_post_for_the_office_for_a_point():
    match = security(2, {"guard-1": "post_in_1", "guard-2": "post_out_1", "guard-3": "in_031"})
    assert refuse(match, "withdraw guard-3") == "COL-O-069", "he stands on no post"
    assert "withdrawn" in play(match, "withdraw guard-2")
    assert (where(match, "guard-2"), match.view()["points"]) == ("office", 1)
    play(match, "withdraw guard-1")
    assert (where(match, "guard-1"), match.view()["points"]) == ("office", 0)


@pytest.mark.rule("colditz", "COL-O-059", "COL-O-069")
def test_without_a_point_nobody_is_posted_and_nobody_leaves_a_post():
    match = security(0, {"guard-1": "post_in_1"})
    assert [refuse(match, f"post {post}") for post in POSTS] == ["AMB-09"] + ["COL-O-059"] * 15
    assert refuse(match, "withdraw guard-1") == "COL-O-059"


@pytest.mark.rule("colditz", "COL-O-094")
@pytest.mark.parametrize(("post", "cell"), [("post_in_1", "cell_inner"), ("post_out_1", "cell_outer")])
def test_a_guard_posted_onto_a_pow_arrests_him_at_once_and_goes_to_the_office(post, cell):
    match = security(2, {"british-1": post})
    assert "arrested" in play(match, f"post {post}")
    assert (where(match, "british-1"), where(match, "guard-1")) == (cell, "office")
    assert match.view()["points"] == 1
    play(match, f"post {post}")
    assert where(match, "guard-2") == post


@pytest.mark.rule("colditz", "COL-O-094", "COL-O-091")
def test_such_an_arrest_costs_a_card_on_an_outer_post_only():
    ropes = {"british": {"rope": 2}}
    outer = security(2, {"british-1": "post_out_1"}, equipment=ropes)
    play(outer, "post post_out_1")
    assert asked(outer) == ("lose", "british")
    inner = security(2, {"british-1": "post_in_1"}, equipment=ropes)
    play(inner, "post post_in_1")
    assert (asked(inner), held(inner)) == (("act", "security"), {"rope": 2})


@pytest.mark.ruling("colditz", "AMB-09")
def test_no_guard_is_posted_where_a_guard_stands():
    match = security(2, {"guard-1": "post_in_1", "guard-2": "post_in_2"})
    assert refuse(match, "post post_in_1") == "AMB-09"
    assert may(match, "post post_in_3")


@pytest.mark.ruling("colditz", "AMB-09")
def test_an_exempt_returner_bars_a_post_until_his_officer_has_equipment():
    pawns, home = {"british-1": "post_out_7"}, ["british-1"]
    assert refuse(security(2, pawns, returning=home), "post post_out_7") == "COL-O-089"
    armed = security(2, pawns, returning=home, equipment={"british": {"key": 1}})
    play(armed, "post post_out_7")
    assert (where(armed, "british-1"), held(armed)) == ("cell_outer", {})
    strayed = security(2, pawns, returning=home, exempt=[])
    play(strayed, "post post_out_7")
    assert where(strayed, "british-1") == "cell_outer"
