"""Do or Die: who may run, how far, and what a failed run costs the team."""

import pytest

from garrison.core.state import ALL
from garrison.games.colditz.castle.layout import MOAT_TARGETS, NUMBER, run_lengths
from support.games.colditz_matches import at, play, question, refuse, where

THREE = {"edition": "classic", "seats": "3"}
FAILS = [6, 5, 5, 2, 6, 1]
"""31 of the 36 steps from the canteen window."""


def ready(dice=FAILS, throws=3, options=THREE, **more):
    """The British have a kit, and british-1 is at the window of the canteen."""
    pawns = {"british-1": "canteen_5", "french-1": "in_064", **more.pop("pawns", {})}
    match = at(options, pawns=pawns, kits=more.pop("kits", ["british"]), do_or_die=[throws], **more)
    match.dice.feed(dice)
    return match


@pytest.mark.rule("colditz", "COL-C-51b")
def test_a_tunneller_does_not_run_but_those_above_him_do():
    pawns = {"british-1": "chapel_9", "british-2": "chapel_10", "british-3": "tun_chapel_7"}
    tunnel = {"inside": ["british-1", "british-3"], "tunnels": {"chapel": "british"}}
    match = ready(pawns=pawns, hands={"british": ["chapel-tunnel"]}, **tunnel)
    listed = [match.write(each) for each in match.legal() if match.write(each).startswith("do-or-die")]
    assert listed == ["do-or-die british-2"]
    assert match.refusal("do-or-die british-2") is None
    assert refuse(match, "do-or-die british-1") == refuse(match, "do-or-die british-3") == "COL-C-51b"


@pytest.mark.rule("colditz", "COL-C-51a", "COL-C-51c")
@pytest.mark.parametrize("short", [0, 1])
def test_the_throws_reach_the_target_or_fall_short_by_one(short):
    steps = run_lengths(MOAT_TARGETS)[NUMBER["canteen_5"]]
    assert steps == 36
    match = ready([6, 5, 6, 5, 6, 5, 1, 2] if not short else [6, 5, 6, 5, 6, 4, 1, 2], 4)
    events = match.play("do-or-die british-1")
    assert (ALL, "ran", 0, 36 - short, 36) in events
    assert ("escaped" in [event[1] for event in events]) is (not short)
    assert where(match, "british-1") == ("shot" if short else "escaped")


@pytest.mark.rule("colditz", "COL-C-51d")
@pytest.mark.ruling("colditz", "AMB-48")
def test_a_failed_run_takes_everything_of_the_team_off_the_table():
    match = ready(
        pawns={"british-2": "staff_car", "british-3": "out_361", "british-4": "cell_inner"},
        driver="british-2",
        returning=["british-3"],
        equipment={"british": {"rope": 2, "key": 1}, "french": {"rope": 3, "pass": 1, "cutter": 1}},
        hands={"british": ["release", "talisman"], "french": ["warning"]},
    )
    play(match, "do-or-die british-1")
    seen = match.view()
    assert [where(match, f"british-{n}") for n in range(1, 5)] == ["shot", "out", "out", "out"]
    assert (seen["driver"], seen["returning"], seen["exempt"]) == ("", [], [])
    assert seen["equipment"]["british"] == {"rope": 0, "key": 0, "pass": 0, "cutter": 0}
    assert seen["equipment"]["french"] == {"rope": 3, "key": 0, "pass": 1, "cutter": 1}
    assert seen["hands"] == {"british": [], "french": ["warning"], "security": []}
    assert (seen["kits"], seen["teams_out"], seen["turn"]) == ([], ["british"], "french")


@pytest.mark.rule("colditz", "COL-C-51d")
@pytest.mark.ruling("colditz", "AMB-48")
def test_another_teams_driver_drives_on():
    match = ready(pawns={"french-2": "staff_car"}, driver="french-2")
    play(match, "do-or-die british-1")
    assert match.view()["driver"] == "french-2"


@pytest.mark.rule("colditz", "COL-C-51d", "COL-C-47b")
def test_the_second_team_gives_back_all_kinds_of_cards_too():
    goods = {"british": {"rope": 1}, "french": {"rope": 2, "key": 1, "pass": 2, "cutter": 3}}
    match = ready(
        turn="french",
        kits=["french"],
        equipment=goods,
        pawns={"french-1": "canteen_5", "british-1": "in_064"},
    )
    play(match, "do-or-die french-1")
    seen = match.view()
    assert not any(seen["equipment"]["french"].values())
    assert seen["equipment"]["british"]["rope"] == 1
    assert seen["supply"] == {"rope": 11, "key": 6, "pass": 5, "cutter": 4}


@pytest.mark.rule("colditz", "COL-C-51d", "COL-C-53a")
def test_tunnels_of_other_teams_stay_open():
    pawns = {"french-2": "tun_chapel_6", "french-3": "tun_chapel_5"}
    tunnel = {"inside": ["french-2", "french-3"], "tunnels": {"chapel": "french"}}
    match = ready(pawns=pawns, hands={"french": ["chapel-tunnel"]}, **tunnel)
    play(match, "do-or-die british-1")
    assert match.view()["tunnels"]["chapel"] == "french"
    assert match.view()["inside"] == ["french-2", "french-3"]


@pytest.mark.rule("colditz", "COL-C-51d", "COL-C-53a")
@pytest.mark.ruling("colditz", "AMB-48", "AMB-58")
def test_the_second_teams_tunnel_is_closed_before_anything_else_and_no_offer_stands():
    pawns = {
        "british-1": "tun_chapel_6",
        "british-2": "in_064",
        "french-1": "canteen_5",
        "french-2": "tun_chapel_5",
    }
    tunnel = {"inside": ["british-1", "french-2"], "tunnels": {"chapel": "french"}}
    hands = {"french": ["chapel-tunnel", "release"]}
    match = ready(turn="french", kits=["french"], pawns=pawns, hands=hands, **tunnel)
    for text in ("trade british", "put release", "send"):
        match.play(text, 1)
    play(match, "do-or-die french-1")
    seen = match.view()
    assert (question(match), seen["offers"]) == ("cell", {})
    play(match, "inner")
    assert (where(match, "british-1"), match.view()["tunnels"]["chapel"]) == ("cell_inner", "closed")
    assert match.view()["hands"]["french"] == []
    assert match.view()["turn"] == "security"


@pytest.mark.rule("colditz", "COL-C-51d")
@pytest.mark.ruling("colditz", "AMB-48", "AMB-66")
def test_offers_from_and_to_a_team_that_is_out_are_over_and_it_trades_no_more():
    four = {**THREE, "seats": "4"}
    match = ready(options=four, equipment={nation: {"rope": 1} for nation in ("british", "french", "polish")})
    for seat, texts in (
        (0, ("trade french", "put rope", "send")),
        (1, ("trade british", "put rope")),
        (2, ("trade british", "put rope", "send")),
    ):
        for text in texts:
            match.play(text, seat)
    events = match.play("do-or-die british-1")
    over = [event[1] for event in events if event[1] in ("lapsed", "dropped")]
    assert sorted(over) == ["dropped", "lapsed", "lapsed"]
    assert all(not offer["to"] for offer in match.view()["offers"].values())
    assert match.refusal("trade british", 1) == match.refusal("trade french", 0) == "AMB-66"
    assert match.refusal("trade polish", 1) is None
    assert [match.write(each) for each in match.legal(1) if match.write(each).startswith("trade")] == [
        "trade polish"
    ]
    assert match.legal(0) == []


@pytest.mark.rule("colditz", "COL-C-51d")
@pytest.mark.ruling("colditz", "AMB-48", "AMB-49")
def test_the_last_turns_end_the_game_though_the_last_team_is_out():
    match = ready(
        round=1, turn="french", kits=["french"], pawns={"french-1": "canteen_5", "british-1": "in_064"}
    )
    kinds = play(match, "do-or-die french-1")
    assert (match.result.how, match.result.won) == ("held", (2,))
    assert "ended" in kinds


@pytest.mark.rule("colditz", "COL-C-51a", "COL-C-21")
@pytest.mark.ruling("colditz", "AMB-48")
def test_after_a_successful_run_nobody_else_moves_but_things_can_be_made():
    pawns = {"british-2": "store_1", "british-3": "store_2"}
    match = ready([6, 6, 6, 5, 6, 5, 6, 5], pawns=pawns)
    play(match, "do-or-die british-1")
    assert (question(match), match.view()["points"], match.view()["escaped"]["british"]) == ("act", 0, 1)
    assert [match.write(each) for each in match.answers(0)] == ["make rope", "end"]
    assert match.view()["kits"] == ["british"], "a kit is kept for the whole game"
