"""Escape from Colditz before the first turn: what is in the box, who plays, who stands where."""

from collections import Counter

import pytest

from garrison.core.errors import OTHER_QUESTION, Unknown, Unreadable
from garrison.core.registry import settle
from garrison.core.state import SPECTATOR
from garrison.games.colditz.tables import OPPORTUNITY, PIECE_FILE, SECURITY_CARDS
from support.games.colditz_matches import (
    APPEL_START,
    COLDITZ,
    GUARDS,
    NATIONS,
    POWS,
    SEATS,
    acting,
    at,
    awaited,
    deeds,
    deployed,
    idle,
    new,
    pawns,
    play,
    question,
    refuse,
    roll,
)

INNER_POSTS = [f"post post_in_{n}" for n in range(1, 7)]
OUTER_POSTS = [f"post post_out_{n}" for n in range(1, 11)]


def everybody(match):
    """All who may look at a match, but for the arbiter."""
    return (*range(len(match.seats)), SPECTATOR)


def unreadable(match, text):
    try:
        match.read(text)
    except Unreadable:
        return True
    return False


# Components


@pytest.mark.rule("colditz", "COL-O-001")
@pytest.mark.parametrize(
    ("space", "beside", "cell", "ropes"),
    [
        ("in_101", "in_089", "cell_inner", 1),
        ("out_294", "out_300", "cell_outer", 0),
        ("ext_026", "ext_044", "cell_outer", 0),
    ],
)
def test_an_arrest_differs_by_inner_courtyard_outer_courtyard_and_outside(space, beside, cell, ropes):
    match = acting(
        turn="security",
        points=1,
        pawns={"british-1": space, "guard-1": beside},
        equipment={"british": {"rope": 1}},
    )
    play(match, "guard-1", "arrest british-1")
    assert pawns(match, "british-1", "guard-1") == [cell, "office"]
    assert match.view()["equipment"]["british"]["rope"] == ropes


@pytest.mark.rule("colditz", "COL-O-001")
def test_leaving_by_wire_leads_outside_the_castle():
    """Guards go home after an escape if nobody is left in that one area, however far apart its sides are."""
    far_away = {"british-1": "ext_044", "british-2": "ext_175", "guard-1": "ext_026"}
    near = {**far_away, "british-2": "out_294"}
    for places, guard in ((far_away, "ext_026"), (near, "office")):
        match = acting(pawns=places)
        play(match, "british-1", "escape t_north")
        assert pawns(match, "guard-1") == [guard]


@pytest.mark.rule("colditz", "COL-O-002")
def test_two_dice_are_thrown_together():
    match = at(pawns={"british-1": "in_101"})
    roll(match, 6, 5)
    assert match.dice.left == []
    assert match.dice.draws == [("movement", [6, 5])]
    assert match.view()["thrown"] == [6, 5]


@pytest.mark.rule("colditz", "COL-O-003", "COL-O-041")
@pytest.mark.parametrize("rounds", ["50", "40", "30", "20", "10"])
def test_one_marker_shows_the_rounds_agreed_on(rounds):
    match = new(rounds=rounds)
    for seat in everybody(match):
        assert match.view(seat)["round"] == int(rounds)


@pytest.mark.rule("colditz", "COL-O-041")
def test_new_players_get_fifty_rounds_unless_they_say_otherwise():
    assert new().view()["round"] == 50
    assert list(COLDITZ.options["rounds"]) == ["50", "40", "30", "20", "10"]


@pytest.mark.rule("colditz", "COL-O-004", "COL-O-005")
def test_there_are_sixteen_guards_and_five_nations_of_eight():
    match = new(seats="6")
    for name, most in (("guard", 16), *((nation, 8) for nation in NATIONS)):
        assert not any(unreadable(match, f"{name}-{n}") for n in range(1, most + 1))
        assert unreadable(match, f"{name}-{most + 1}")
    assert unreadable(match, "german-1")


@pytest.mark.rule("colditz", "COL-O-005")
def test_nations_have_the_colours_of_the_box():
    assert {row["id"]: row["colour"] for row in PIECE_FILE["nations"]} == {
        "american": "blue",
        "british": "red",
        "dutch": "orange",
        "french": "brown",
        "polish": "green",
    }


@pytest.mark.rule("colditz", "COL-O-006")
def test_every_nation_leaves_markers_of_its_own():
    for seats in SEATS:
        assert new(seats=seats).view()["markers"] == {nation: [] for nation in NATIONS[: int(seats) - 1]}
    ropes = {"british": {"rope": 1}, "french": {"rope": 1}}
    match = acting({"seats": "3"}, pawns={"british-1": "canteen_5", "french-1": "theatre_4"}, equipment=ropes)
    play(match, "british-1", "cross out_129", "end")
    roll(match, 3, 4)
    play(match, "french-1", "cross out_340")
    assert match.view()["markers"] == {"british": ["canteen_5"], "french": ["theatre_4"]}


@pytest.mark.rule("colditz", "COL-O-007")
@pytest.mark.parametrize("seats", SEATS)
def test_sixteen_security_47_opportunity_27_equipment_and_five_kits(seats):
    match = new(seats=seats, kits="start")
    view, officers = match.view(), int(seats) - 1
    assert len(view["security_deck"]) + len(view["hands"]["security"]) == 16
    held = sum(len(cards) for seat, cards in view["hands"].items() if seat != "security")
    assert len(view["opportunity_deck"]) + len(view["kit_parts"]) + held == 47
    assert sum(view["supply"].values()) == 27
    assert len(view["kits"]) == officers <= 5


@pytest.mark.rule("colditz", "COL-O-008")
def test_nobody_can_do_or_die():
    for match in (deployed(), deployed(seats="6")):
        assert match.view()["do_or_die"] == []
        assert refuse(match, "do-or-die british-1") == "COL-O-008"


# Rounds, seats, pawns


@pytest.mark.rule("colditz", "COL-O-043")
@pytest.mark.ruling("colditz", "AMB-72")
@pytest.mark.parametrize("seats", SEATS)
def test_each_escape_officer_has_a_nation_and_the_last_seat_is_the_security_officer(seats):
    match = new(seats=seats)
    assert match.seats == (*NATIONS[: int(seats) - 1], "security")
    assert [match.view(seat)["viewer"] for seat in range(int(seats))] == list(match.seats)
    assert (question(match), awaited(match)) == ("deploy", "security")
    assert (match.view()["phase"], match.view()["turn"]) == ("deploy", "security")


@pytest.mark.ruling("colditz", "AMB-72")
def test_nations_are_alike_in_play():
    """The same walk from the same place with the same dice."""
    goals = []
    for nation in NATIONS:
        match = at({"seats": "6"}, turn=nation, pawns={f"{nation}-1": "appel_016"})
        roll(match, 3, 4)
        play(match, f"{nation}-1")
        goals.append(deeds(match))
    assert goals == [goals[0]] * 5


@pytest.mark.rule("colditz", "COL-O-044")
@pytest.mark.parametrize("seats", SEATS)
def test_pawns_depend_on_the_number_of_players(seats):
    numbers = Counter(name.rpartition("-")[0] for name in new(seats=seats).view()["pawns"])
    nations = NATIONS[: int(seats) - 1]
    assert numbers == {"guard": GUARDS[seats], **dict.fromkeys(nations, POWS[seats])}


# Cards


@pytest.mark.rule("colditz", "COL-O-045")
def test_equipment_lies_in_four_piles_that_all_can_see():
    match = new(seats="6")
    piles = {"rope": 12, "key": 6, "pass": 5, "cutter": 4}
    assert [match.view(seat)["supply"] for seat in everybody(match)] == [piles] * 7


@pytest.mark.rule("colditz", "COL-O-046")
@pytest.mark.parametrize("seats", SEATS)
def test_every_escape_officer_starts_with_a_kit(seats):
    assert new(seats=seats).view()["kits"] == list(NATIONS[: int(seats) - 1])


@pytest.mark.rule("colditz", "COL-O-140")
def test_the_game_can_be_played_without_starting_kits():
    assert new(seats="4", kits="none").view()["kits"] == []
    options, places = {"kits": "none"}, {"british-1": "ext_044"}
    away, waits = (acting({**options, "kits": kits}, pawns=places) for kits in ("start", "none"))
    for match in (away, waits):
        play(match, "british-1")
    assert "escape t_north" in deeds(away)
    assert refuse(waits, "escape t_north") == "COL-O-131"


@pytest.mark.rule("colditz", "COL-O-047")
@pytest.mark.parametrize("deck", ["opportunity_deck", "security_deck"])
def test_decks_are_shuffled_and_lie_face_down(deck):
    first, second = new(1), new(2)
    orders = [match.view()[deck] for match in (first, second)]
    assert orders[0] != orders[1]
    names = OPPORTUNITY if deck == "opportunity_deck" else SECURITY_CARDS
    for match, order in zip((first, second), orders, strict=True):
        assert sorted(order, key=names.index) != order
        for seat in everybody(match):
            assert match.view(seat)[deck] == ["hidden"] * len(order)


@pytest.mark.rule("colditz", "COL-O-047")
def test_decks_that_no_shuffle_changes_lie_in_the_order_of_the_tables():
    """So scenario files rely on it: the first card is on top, and the deal has taken it."""
    view = deployed().view()
    assert (view["hands"]["british"], view["hands"]["security"]) == (["kit-food"], ["appel"])
    for deck, names in (("opportunity_deck", OPPORTUNITY), ("security_deck", SECURITY_CARDS)):
        assert view[deck] == sorted(view[deck], key=names.index)


@pytest.mark.rule("colditz", "COL-O-048")
@pytest.mark.parametrize("seats", SEATS)
def test_each_player_is_dealt_one_card_of_his_own_deck(seats):
    hands = new(seats=seats).view()["hands"]
    assert [len(cards) for cards in hands.values()] == [1] * int(seats)
    for name, (card,) in hands.items():
        assert card in (SECURITY_CARDS if name == "security" else OPPORTUNITY)


@pytest.mark.rule("colditz", "COL-O-049")
@pytest.mark.parametrize("seats", SEATS)
def test_with_six_players_the_kit_parts_lie_apart_face_down(seats):
    match = new(seats=seats)
    view = match.view()
    others = [*view["opportunity_deck"], *(card for cards in view["hands"].values() for card in cards)]
    parts = Counter(card for card in others if card.startswith("kit-"))
    if seats == "6":
        assert parts == {}
        assert Counter(view["kit_parts"]) == {"kit-food": 3, "kit-disguise": 3}
    else:
        assert parts == {"kit-food": 3, "kit-disguise": 3}
        assert view["kit_parts"] == []
    for seat in everybody(match):
        shown = match.view(seat)["kit_parts"]
        assert len(shown) == len(view["kit_parts"])
        assert all(card.startswith("hidden") for card in shown)


@pytest.mark.ruling("colditz", "AMB-51")
def test_the_card_of_the_deal_is_one_of_the_three():
    match = deployed()
    for held in (2, 3, 4):
        roll(match, 1, 2)
        play(match, "draw")
        assert len(match.view()["hands"]["british"]) == held
        if held < 4:
            play(match, "end")
            idle(match)
    assert refuse(match, "end") == "COL-O-074"


@pytest.mark.ruling("colditz", "AMB-55")
def test_all_count_the_cards_of_others_and_see_none_of_them():
    hands = {"british": ["release", "talisman"], "french": ["diversion"], "security": ["appel"]}
    match = at({"seats": "3"}, hands=hands, equipment={"british": {"rope": 2, "key": 1}})
    for seat in everybody(match):
        seen = match.view(seat)
        for owner, cards in hands.items():
            known = seat >= 0 and match.seats[seat] == owner
            assert sorted(seen["hands"][owner]) == (sorted(cards) if known else ["hidden"] * len(cards))
        assert sum(seen["equipment"]["british"].values()) == 3
        assert sum(seen["equipment"]["french"].values()) == 0


@pytest.mark.ruling("colditz", "AMB-55")
def test_all_are_told_of_a_draw_but_only_the_drawer_which_card():
    match = at({"seats": "3"}, opportunity_deck=["talisman"])
    roll(match, 2, 3)
    play(match, "draw")
    for seat in everybody(match):
        heard = [event[1] for event in match.events(match.line[-1], seat)]
        assert "drew" in heard
        assert ("drew_card" in heard) is (seat == 0)
    assert [match.view(seat)["hands"]["british"] for seat in (0, 1, 2)] == [
        ["talisman"],
        ["hidden"],
        ["hidden"],
    ]


@pytest.mark.ruling("colditz", "AMB-55")
def test_all_see_what_is_claimed_from_the_supply():
    match = acting({"seats": "3"}, pawns={"british-1": "store_1", "british-2": "store_2"})
    play(match, "make rope")
    made = [event[1:] for event in match.events(match.line[-1], 2) if event[1] == "made"]
    assert made == [event[1:] for event in match.events(match.line[-1]) if event[1] == "made"]
    assert len(made) == 1
    for seat in everybody(match):
        assert match.view(seat)["supply"]["rope"] == 11
        assert sum(match.view(seat)["equipment"]["british"].values()) == 1


# POWs and guards


@pytest.mark.rule("colditz", "COL-O-034", "COL-O-040", "COL-O-050")
@pytest.mark.parametrize("seats", SEATS)
def test_pows_start_on_the_appel_by_the_diagram(seats):
    """By seat, not by nation: the second set stands where the diagram has it, whoever it is."""
    places = new(seats=seats).view()["pawns"]
    for nation, spaces in zip(NATIONS, APPEL_START[seats], strict=False):
        assert len(spaces) == POWS[seats]
        for number, space in enumerate(spaces, 1):
            assert places[f"{nation}-{number}"] == f"appel_{space:03d}"


@pytest.mark.rule("colditz", "COL-O-051")
@pytest.mark.parametrize("seats", SEATS)
def test_first_a_guard_for_each_escape_officer_goes_to_an_inner_post(seats):
    match = new(seats=seats)
    for officer in range(int(seats) - 1):
        assert (question(match), match.rule) == ("deploy", "COL-O-051")
        assert deeds(match) == INNER_POSTS[officer:]
        assert refuse(match, "post post_out_1") == "COL-O-051"
        assert refuse(match, "done") == "COL-O-051"
        play(match, INNER_POSTS[officer])
    assert deeds(match) == OUTER_POSTS


@pytest.mark.rule("colditz", "COL-O-052")
def test_two_to_seven_more_go_to_outer_posts():
    match = new(seats="3")
    play(match, "post post_in_6", "post post_in_2")
    for number, post in enumerate((4, 1, 9, 7, 2, 10, 6)):
        assert refuse(match, "post post_in_1") == "COL-O-052"
        if number < 2:
            assert refuse(match, "done") == "COL-O-052"
        else:
            assert match.refusal("done") is None
        assert "posted" in play(match, f"post post_out_{post}")
        if number < 6:
            assert refuse(match, f"post post_out_{post}") == "COL-O-062"
    assert (question(match), awaited(match)) == ("ready", "british")
    assert match.refusal("post post_out_8") == OTHER_QUESTION


@pytest.mark.rule("colditz", "COL-O-053")
def test_the_other_guards_start_in_barracks():
    match = new(seats="4")
    posted = ["post_in_1", "post_in_4", "post_in_5", "post_out_10", "post_out_3"]
    play(match, *(f"post {post}" for post in posted), "done")
    places = match.view()["pawns"]
    assert [places[f"guard-{n}"] for n in range(1, 15)] == [*posted, *["barracks"] * 9]


@pytest.mark.ruling("colditz", "AMB-53")
def test_six_guards_are_enough_for_two_players():
    match = new(seats="2")
    play(match, "post post_in_1", "post post_out_1", "post post_out_2")
    assert match.refusal("done") is None
    play(match, "post post_out_3", "post post_out_4", "post post_out_5")
    assert "barracks" not in match.view()["pawns"].values()
    assert question(match) == "ready"


# Options


@pytest.mark.rule("colditz", "COL-O-142")
def test_options_are_agreed_on_before_the_game_and_stay():
    chosen = {"seats": "4", "rounds": "30", "kits": "none", "goal": "shared", "doorways": "clear"}
    match = deployed(**chosen)
    for seat in everybody(match):
        assert match.view(seat)["options"] == {"edition": "modern", **chosen}
    idle(match)
    assert match.view()["options"] == {"edition": "modern", **chosen}
    for wrong in ({"rounds": "45"}, {"kits": "two"}, {"goal": "three"}, {"seats": "7"}):
        with pytest.raises(Unknown):
            settle(COLDITZ, wrong)


@pytest.mark.rule("colditz", "COL-O-139")
def test_a_game_can_be_longer_or_shorter():
    for rounds in ("10", "50"):
        match = deployed(rounds=rounds)
        idle(match)
        idle(match)
        assert match.view()["round"] == int(rounds) - 1


@pytest.mark.rule("colditz", "COL-O-141")
@pytest.mark.ruling("colditz", "AMB-65")
def test_a_shared_goal_needs_two_escape_officers_or_more():
    with pytest.raises(Unknown):
        settle(COLDITZ, {"seats": "2", "goal": "shared"})
    for seats in SEATS[1:]:
        assert settle(COLDITZ, {"seats": seats, "goal": "shared"})["goal"] == "shared"
