"""The Escape Officer's judgement: he gathers unseen, claims at once, runs when it is likely to succeed."""

import pytest

from garrison.core.game import first_best
from garrison.games.colditz.bot.distances import into_rooms
from garrison.games.colditz.bot.guide import ColditzGuide
from garrison.games.colditz.bot.launch import launch, threshold
from garrison.games.colditz.bot.runs import SHELTER, Open, steps_out, watched
from garrison.games.colditz.castle.layout import AREA, INNER, NEIGHBOURS, NUMBER, SPACES
from garrison.games.colditz.state import ESCAPED
from garrison.games.colditz.tables import CUTTER, ROPE
from support.games.colditz_matches import acting, at, officer

GUIDE = ColditzGuide()
READY = {
    "british-1": "chapel_4",
    "british-2": "chapel_10",
    "british-3": "store_1",
    "british-4": "store_4",
    "british-5": "kitchen_1",
    "british-6": "kitchen_4",
    "british-7": "dentist_2",
}
"""Two pairs who would make ropes, one for a wire cutter, and somebody at the Dentist's window."""
KITS = {"kits": ["british"]}
NOTHING_FREE = Open(0, 0, True)


def best(match):
    """What the sound player does, as text."""
    seat = match.awaited[0]
    return match.write(first_best(GUIDE, match.state, seat, match.answers(seat)))


def turn(match):
    """What he does until his turn ends or dice are asked for."""
    found = []
    while match.ask is not None and match.ask[0] not in ("ready", "double", "draw"):
        found.append(best(match))
        match.play(found[-1])
    return found


def test_with_all_in_place_he_claims_everything_at_once_and_runs():
    match = officer(11, READY, **KITS)
    found = launch(match.state, 0, 11)
    assert found is not None
    assert found.missing == (2, 0, 0, 1)
    assert found.chance >= threshold(49)
    done = turn(match)
    assert [each for each in done if each.startswith("make")] == ["make rope", "make rope", "make cutter"]
    assert "cross out_107" in done
    assert not match.state.equipment[ROPE]


def test_he_claims_nothing_as_long_as_nobody_can_run():
    pawns = {**READY, "british-7": "appel_016"}
    match = officer(2, pawns, **KITS)
    assert launch(match.state, 0, 2) is None
    assert not any(each.startswith("make") for each in turn(match))


def test_he_does_not_run_into_guards():
    guards = {"guard-1": "out_107", "guard-2": "out_115", "guard-3": "out_104", "guard-4": "out_117"}
    match = officer(4, {**READY, **guards}, **KITS)
    assert not any(each.startswith("cross") for each in turn(match))


def test_without_a_kit_nobody_runs():
    match = officer(11, READY, kits=[])
    assert launch(match.state, 0, 11) is None


def test_a_runner_takes_the_steps_that_bring_him_farthest_from_the_guards():
    pawns = {"british-1": "ext_009", "guard-1": "ext_018"}
    match = officer(8, pawns, **KITS)
    before = steps_out(NUMBER["t_north"], (0, 0, 0, 0), NOTHING_FREE)[match.state.at[0]]
    turn(match)
    after = steps_out(NUMBER["t_north"], (0, 0, 0, 0), NOTHING_FREE)[match.state.at[0]]
    assert before - after == 8


def test_a_runner_beside_his_target_escapes():
    beside = SPACES[NEIGHBOURS[NUMBER["t_north"]][0]]
    match = officer(3, {"british-1": beside, "british-2": "appel_016"}, **KITS)
    turn(match)
    assert match.state.at[0] == ESCAPED


def test_of_two_who_go_to_one_room_the_first_leaves_its_door_free():
    pawns = {"british-1": "kitchen_2", **{f"british-{n}": f"appel_{n:03d}" for n in range(2, 9)}}
    match = officer(3, pawns, equipment={"british": {"rope": 2}}, **KITS)
    goal = into_rooms(CUTTER)
    door, inner = goal[NUMBER["kitchen_2"]], goal[NUMBER["kitchen_4"]]
    assert inner < door
    assert match.state.at[0] == NUMBER["kitchen_2"]


def test_who_lies_in_the_cells_is_let_out_when_he_may():
    match = acting(points=5, doubles=1, pawns={"british-1": "cell_inner", "british-2": "appel_016"}, **KITS)
    assert best(match) == "release british-1"


def test_holding_equipment_nobody_stops_in_the_open_beside_a_guard():
    """COL-O-087: an armed team can be arrested; without equipment nobody minds the guard."""
    pawns = {f"british-{n}": f"appel_{n:03d}" for n in range(2, 9)}
    pawns |= {"british-1": "appel_020", "guard-1": "in_107", "guard-2": "in_105"}
    armed = officer(4, pawns, equipment={"british": {"key": 1}}, **KITS)
    turn(armed)
    assert not any(
        watched(armed.state)[space] < 5 for space in armed.state.at[:8] if not SHELTER >> space & 1
    )
    unarmed = officer(4, pawns, **KITS)
    turn(unarmed)
    assert any(not SHELTER >> space & 1 for space in unarmed.state.at[:8])


@pytest.mark.parametrize(("card", "kind"), [("find-rope", ROPE), ("find-cutter", CUTTER)])
def test_equipment_found_by_a_card_stays_unseen_until_the_run(card, kind):
    """What he finds makes all of his POWs liable to arrest: so the card stays in his hand (COL-O-087)."""
    match = officer(5, {"british-1": "appel_016"}, hands={"british": [card]}, **KITS)
    assert f"play {card}" not in turn(match)
    assert not match.state.equipment[kind]


def test_a_card_is_taken_and_dice_are_thrown_again():
    match = at(turn="british", phase="ready", pawns={"british-1": "appel_016"})
    assert best(match) == "roll"


def test_an_exempt_returner_goes_home():
    pawns = {"british-1": "out_365", "british-2": "appel_016"}
    match = officer(8, pawns, returning=["british-1"], exempt=["british-1"])
    turn(match)
    assert AREA[match.state.at[0]] == INNER
