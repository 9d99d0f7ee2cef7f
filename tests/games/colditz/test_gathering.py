"""Gathering in Escape from Colditz: equipment and kits are made in rooms, and used cards go back."""

from itertools import product

import pytest

from garrison.core.errors import OTHER_QUESTION, Unreadable
from garrison.core.state import SPECTATOR
from support.games.colditz_matches import (
    acting,
    at,
    awaited,
    deeds,
    idle,
    new,
    pawns,
    play,
    question,
    refuse,
    roll,
)

ROOMS = {
    "rope": (("chapel_4", "chapel_10"), ("store_1", "store_4")),
    "key": (("dentist_1", "dentist_9"), ("showers_1", "showers_3")),
    "pass": (("guard_house_1", "guard_house_2"), ("orderlies_quarters_1", "orderlies_quarters_8")),
    "cutter": (("kitchen_1", "kitchen_4"), ("sick_bay_1", "sick_bay_9")),
}
"""By equipment, spaces in the two rooms that have its symbol."""
COMPONENTS = {
    "food": ("canteen_4", "parcel_office_1"),
    "documents": ("interview_room_3", "office_2"),
    "compass": ("officers_quarters_9", "wc_1"),
    "disguise": ("laundry_2", "theatre_5"),
}
"""By component of a kit, a space in each of its two rooms."""
FOUR = {f"british-{n}": rooms[0] for n, rooms in enumerate(COMPONENTS.values(), 1)}
"""A POW in a room of each component."""
APPEL = [f"appel_{n:03d}" for n in range(1, 38)]
NO_KITS = {"kits": "none"}


def makers(*spaces, nation="british"):
    return {f"{nation}-{n}": space for n, space in enumerate(spaces, 1)}


def walks(match):
    return sorted(text.removeprefix("to ") for text in deeds(match) if text.startswith("to "))


# Equipment


@pytest.mark.rule("colditz", "COL-O-097", "COL-O-098")
@pytest.mark.parametrize("item", ROOMS)
def test_two_pows_in_one_room_or_one_in_each_make_equipment(item):
    one, other = ROOMS[item]
    for spaces in (one, other, (one[0], other[1])):
        match = acting(pawns=makers(*spaces))
        assert [text for text in deeds(match) if text.startswith("make ")] == [f"make {item}"]
    for space in (one[0], other[0]):
        assert refuse(acting(pawns=makers(space)), f"make {item}") == "COL-O-097"


@pytest.mark.rule("colditz", "COL-O-031")
def test_only_the_rooms_symbol_counts_and_nothing_is_made_at_its_door():
    items = tuple(ROOMS)
    for item, wrong in zip(items, (*items[1:], items[0]), strict=True):
        match = acting(pawns=makers(ROOMS[item][0][0], ROOMS[wrong][0][0]))
        assert [refuse(match, f"make {each}") for each in items] == ["COL-O-097"] * 4
    door = acting(pawns=makers("in_122", "kitchen_1"))
    assert refuse(door, "make cutter") == "COL-O-097"
    play(door, "british-1", "to kitchen_2")
    assert door.refusal("make cutter") is None


@pytest.mark.rule("colditz", "COL-O-031")
def test_kits_are_made_in_rooms_with_their_symbols():
    outside = {**FOUR, "british-4": "in_006"}  # at the laundry's door
    assert refuse(acting(NO_KITS, pawns=outside), "make kit") == "COL-O-105"
    elsewhere = {**FOUR, "british-4": "showers_1"}
    assert refuse(acting(NO_KITS, pawns=elsewhere), "make kit") == "COL-O-105"


@pytest.mark.rule("colditz", "COL-O-099")
def test_the_card_is_taken_and_both_go_to_any_free_appel_spaces():
    places = {**makers("sick_bay_1", "kitchen_4"), "british-5": "appel_016"}
    match = acting(pawns=places, points=4)
    assert "made" in play(match, "make cutter")
    view = match.view()
    assert (view["equipment"]["british"]["cutter"], view["supply"]["cutter"]) == (1, 3)
    assert (question(match), awaited(match)) == ("parade", "british")
    assert walks(match) == [space for space in APPEL if space != "appel_016"]
    assert refuse(match, "to appel_016") == "COL-O-062"
    assert refuse(match, "to in_101") == OTHER_QUESTION
    assert refuse(match, "end") == OTHER_QUESTION
    play(match, "to appel_037")
    assert pawns(match, "british-1", "british-2") == ["appel_037", "kitchen_4"]
    assert refuse(match, "to appel_037") == "COL-O-062"
    play(match, "to appel_001")
    assert pawns(match, "british-1", "british-2") == ["appel_037", "appel_001"]
    assert question(match) == "act"


@pytest.mark.rule("colditz", "COL-O-101")
def test_an_empty_pile_gives_nothing_until_a_card_comes_back():
    match = at(
        {"seats": "3"},
        pawns={**makers("guard_house_1", "guard_house_2"), "french-1": "in_221"},
        equipment={"french": {"pass": 5}},
    )
    assert match.view()["supply"]["pass"] == 0
    assert refuse(match, "make pass") == "COL-O-101"
    roll(match, 3, 4)
    assert refuse(match, "make pass") == "COL-O-101"
    play(match, "end")
    roll(match, 4, 5)
    play(match, "french-1", "cross pass_inner", "end")
    idle(match)
    assert match.refusal("make pass") is None
    play(match, "make pass", "to appel_001", "to appel_002")
    assert match.view()["supply"]["pass"] == 0


@pytest.mark.rule("colditz", "COL-O-109")
@pytest.mark.parametrize(
    ("start", "goal", "item", "cards"),
    [
        ("canteen_5", "out_129", "rope", 1),
        ("in_002", "out_121", "rope", 2),
        ("in_231", "key_inner", "key", 1),
        ("in_221", "pass_inner", "pass", 1),
        ("out_086", "ext_070", "cutter", 1),
    ],
)
def test_used_equipment_goes_back_to_its_pile(start, goal, item, cards):
    held = {"rope": 2, "key": 2, "pass": 2, "cutter": 2}
    match = acting(pawns=makers(start), equipment={"british": held})
    before = match.view()["supply"]
    play(match, "british-1", f"cross {goal}")
    assert match.view()["equipment"]["british"] == {**held, item: 2 - cards}
    assert match.view()["supply"] == {**before, item: before[item] + cards}


# When and by whom


@pytest.mark.ruling("colditz", "AMB-44")
def test_items_are_made_at_any_moment_and_those_who_made_them_walk_on():
    places = {**makers("store_2", "canteen_8"), "british-3": "dentist_1", "british-4": "dentist_2"}
    match = at(pawns=places)
    assert refuse(match, "make rope") == "COL-O-097"
    play(match, "make key", "to appel_019", "to appel_036")
    roll(match, 1, 5)
    play(match, "british-2", "to store_1")
    left = match.view()["points"]
    play(match, "make rope", "to appel_020", "to appel_009")
    assert match.view()["points"] == left == 5
    play(match, "british-1", "to in_104", "british-3", "to in_101")
    assert pawns(match, "british-1", "british-3") == ["in_104", "in_101"]
    assert match.view()["points"] == 3
    assert match.view()["equipment"]["british"] == {"rope": 1, "key": 1, "pass": 0, "cutter": 0}


@pytest.mark.ruling("colditz", "AMB-45")
def test_pows_of_two_nations_make_nothing_together():
    match = acting({"seats": "3"}, pawns={"british-1": "store_1", "french-1": "store_2"})
    assert refuse(match, "make rope") == "COL-O-097"
    mixed = {**FOUR, "british-4": "in_101", "french-4": FOUR["british-4"]}
    match = acting({"seats": "3", **NO_KITS}, pawns=mixed)
    assert refuse(match, "make kit") == "COL-O-105"


@pytest.mark.ruling("colditz", "AMB-63")
def test_a_tunneller_is_not_in_the_room_above():
    places = makers("chapel_4", "chapel_9", "store_1", "chapel_7")
    below = {"inside": ["british-2", "british-4"], "tunnels": {"chapel": "open"}}
    match = acting(pawns={**places, "british-3": "in_101"}, **below)
    assert refuse(match, "make rope") == "COL-O-097"
    match = acting(pawns=places, **below)
    play(match, "make rope")
    assert question(match) == "parade"  # no choice: only two are in the rooms
    play(match, "to appel_001", "to appel_002")
    assert pawns(match, *places) == ["appel_001", "chapel_9", "appel_002", "chapel_7"]
    below = {**FOUR, "british-1": "canteen_2", "british-5": "canteen_1"}
    match = acting(NO_KITS, pawns=below, inside=["british-1", "british-5"], tunnels={"canteen": "open"})
    assert refuse(match, "make kit") == "COL-O-105"


@pytest.mark.ruling("colditz", "AMB-67")
def test_the_officer_chooses_who_of_many_makes_it_and_where_each_goes():
    places = makers("store_1", "store_2", "chapel_4", "chapel_6", nation="french")
    match = acting({"seats": "3"}, turn="french", pawns={**places, "french-5": "in_101"})
    play(match, "make rope")
    assert (question(match), deeds(match)) == ("crew", [f"french-{n}" for n in range(1, 5)])
    assert refuse(match, "french-5") == OTHER_QUESTION
    play(match, "french-4")
    assert (question(match), deeds(match)) == ("crew", [f"french-{n}" for n in range(1, 4)])
    assert match.refusal("french-1") is None
    assert refuse(match, "french-4") == OTHER_QUESTION
    play(match, "french-2", "to appel_030", "to appel_004")
    now = pawns(match, *(f"french-{n}" for n in range(1, 5)))
    assert now == ["store_1", "appel_030", "chapel_4", "appel_004"]
    assert (match.view()["equipment"]["french"]["rope"], question(match)) == (1, "act")


@pytest.mark.ruling("colditz", "AMB-67")
def test_for_a_kit_he_chooses_in_each_kind_of_room():
    spaces = (*FOUR.values(), COMPONENTS["compass"][1], COMPONENTS["disguise"][1])
    places = makers(*spaces, nation="french")
    match = acting({"seats": "3", **NO_KITS}, turn="french", pawns=places)
    play(match, "make kit")
    offered = []
    while question(match) == "crew":
        offered.append(set(deeds(match)))
        play(match, deeds(match)[-1])
    assert sorted(map(sorted, offered)) == [["french-3", "french-5"], ["french-4", "french-6"]]
    play(match, *(f"to {space}" for space in APPEL[:4]))
    assert pawns(match, *places) == [*APPEL[:2], *spaces[2:4], *APPEL[2:4]]


# Kits


@pytest.mark.rule("colditz", "COL-O-104", "COL-O-105")
def test_a_kit_needs_a_pow_for_each_component_in_either_of_its_rooms():
    for spaces in product(*COMPONENTS.values()):
        assert acting(NO_KITS, pawns=makers(*spaces)).refusal("make kit") is None
        for missing in range(4):
            three = [*spaces[:missing], *spaces[missing + 1 :]]
            assert refuse(acting(NO_KITS, pawns=makers(*three)), "make kit") == "COL-O-105"
    twice = makers(*COMPONENTS["food"], *COMPONENTS["compass"])
    assert refuse(acting(NO_KITS, pawns=twice), "make kit") == "COL-O-105"


@pytest.mark.rule("colditz", "COL-O-105")
def test_who_makes_a_kit_sends_the_four_to_any_appel_spaces():
    match = acting(NO_KITS, pawns={**FOUR, "british-5": "laundry_1", "british-6": "in_101"}, points=2)
    assert "made" in play(match, "make kit", "british-5")
    assert match.view()["kits"] == ["british"]
    goals = ["appel_036", "appel_002", "appel_031", "appel_009"]
    for goal in goals:
        assert question(match) == "parade"
        play(match, f"to {goal}")
    places = pawns(match, "british-1", "british-2", "british-3", "british-5")
    assert (places, match.view()["points"], question(match)) == (goals, 2, "act")
    assert pawns(match, "british-4", "british-6") == ["laundry_2", "in_101"]
    assert sum(match.view()["equipment"]["british"].values()) == 0


@pytest.mark.rule("colditz", "COL-O-103")
def test_an_officer_holds_one_kit_at_a_time():
    assert refuse(acting(pawns=FOUR), "make kit") == "COL-O-103"
    assert acting(pawns=FOUR, kits=[]).refusal("make kit") is None
    others = {f"french-{n}": rooms[1] for n, rooms in enumerate(COMPONENTS.values(), 1)}
    match = acting({"seats": "3"}, turn="french", pawns=others, kits=["british"])
    play(match, "make kit", *(f"to {space}" for space in APPEL[:4]))
    assert match.view()["kits"] == ["british", "french"]


@pytest.mark.rule("colditz", "COL-O-103")
def test_a_kit_is_never_confiscated():
    for ropes in (0, 1, 2):
        match = acting(
            turn="security",
            pawns={"british-1": "out_294", "guard-1": "out_300"},
            equipment={"british": {"rope": ropes}},
        )
        play(match, "guard-1", "arrest british-1")
        if ropes > 1:
            assert (question(match), awaited(match), deeds(match)) == ("lose", "british", ["lose rope"])
            play(match, "lose rope")
        assert match.view()["kits"] == ["british"]
        assert match.view()["equipment"]["british"]["rope"] == max(ropes - 1, 0)
    with pytest.raises(Unreadable):
        match.read("lose kit")


@pytest.mark.ruling("colditz", "AMB-25")
def test_no_second_kit_by_cards_but_the_cards_are_kept():
    match = acting(hands={"british": ["kit-food", "kit-disguise"]}, pawns={"british-1": "in_101"})
    assert refuse(match, "make kit") == "COL-O-103"
    play(match, "end")
    assert sorted(match.view()["hands"]["british"]) == ["kit-disguise", "kit-food"]


@pytest.mark.rule("colditz", "COL-O-106")
@pytest.mark.parametrize(
    ("card", "needed"), [("kit-food", ("documents", "disguise")), ("kit-disguise", ("food", "compass"))]
)
def test_a_kit_part_stands_for_two_pows(card, needed):
    spaces = [COMPONENTS[component][0] for component in needed]
    match = acting(NO_KITS, pawns=makers(*spaces), hands={"british": [card, "talisman"]})
    play(match, "make kit")
    assert (question(match), deeds(match)) == ("with", [f"with {card}"])
    assert refuse(match, "with pows") == "COL-O-105"
    assert refuse(match, "with both") == "COL-O-105"
    assert "played" in play(match, f"with {card}", "to appel_001", "to appel_002")
    assert question(match) == "act"
    assert (match.view()["kits"], match.view()["hands"]["british"]) == (["british"], ["talisman"])
    assert pawns(match, "british-1", "british-2") == ["appel_001", "appel_002"]
    without = acting(NO_KITS, pawns=makers(*spaces), hands={"british": ["talisman"]})
    assert refuse(without, "make kit") == "COL-O-105"
    alone = acting(NO_KITS, pawns=makers(spaces[0]), hands={"british": [card]})
    assert refuse(alone, "make kit") == "COL-O-105"


@pytest.mark.rule("colditz", "COL-O-106")
def test_the_officer_may_use_pows_and_keep_his_kit_part():
    match = acting(NO_KITS, pawns=FOUR, hands={"british": ["kit-food"]})
    play(match, "make kit")
    assert deeds(match) == ["with pows", "with kit-food"]
    play(match, "with pows", *(f"to {space}" for space in APPEL[:4]))
    assert match.view()["hands"]["british"] == ["kit-food"]
    match = acting(NO_KITS, pawns=FOUR, hands={"british": ["kit-food"]})
    play(match, "make kit", "with kit-food", *(f"to {space}" for space in APPEL[:2]))
    stay = [FOUR["british-1"], FOUR["british-3"]]  # food and compass
    assert pawns(match, "british-1", "british-3") == stay
    assert question(match) == "act"


@pytest.mark.ruling("colditz", "AMB-55")
def test_whoever_holds_a_card_is_asked_how_he_makes_his_kit():
    """So that the question betrays no kit part."""
    match = acting(NO_KITS, pawns=FOUR, hands={"british": ["talisman"]})
    play(match, "make kit")
    assert (question(match), deeds(match)) == ("with", ["with pows"])
    match = acting(NO_KITS, pawns=FOUR)
    play(match, "make kit")
    assert question(match) == "parade"


@pytest.mark.rule("colditz", "COL-O-106")
@pytest.mark.ruling("colditz", "AMB-67")
def test_beside_a_kit_part_he_chooses_only_for_what_it_lacks():
    """Both rooms of food and of documents are manned; the part stands for the food."""
    spaces = (*COMPONENTS["food"], *COMPONENTS["documents"], COMPONENTS["disguise"][0])
    match = acting(NO_KITS, pawns=makers(*spaces), hands={"british": ["kit-food"]})
    play(match, "make kit", "with kit-food")
    assert (question(match), deeds(match)) == ("crew", ["british-3", "british-4"])
    play(match, "british-4", "to appel_001", "to appel_002")
    places = pawns(match, *(f"british-{n}" for n in range(1, 6)))
    assert places == [*spaces[:3], "appel_001", "appel_002"]


@pytest.mark.rule("colditz", "COL-O-107")
def test_both_kit_parts_make_a_kit_without_pows():
    match = at(NO_KITS, pawns=makers("in_101"), hands={"british": ["kit-food", "kit-disguise"]})
    play(match, "make kit")
    assert deeds(match) == ["with both"]
    play(match, "with both")
    assert (match.view()["kits"], match.view()["hands"]["british"]) == (["british"], [])
    assert (pawns(match, "british-1"), question(match)) == (["in_101"], "ready")
    manned = acting(NO_KITS, pawns=FOUR, hands={"british": ["kit-food", "kit-disguise"]})
    play(manned, "make kit", "with both")
    assert (pawns(manned, *FOUR), question(manned)) == ([*FOUR.values()], "act"), "nobody has to go"
    for same in ("kit-food", "kit-disguise"):
        twice = at(NO_KITS, pawns=makers("in_101"), hands={"british": [same, same]})
        assert refuse(twice, "make kit") == "COL-O-105"


# Six players


@pytest.mark.rule("colditz", "COL-O-108")
def test_with_six_players_each_escape_brings_a_kit_part_that_no_other_sees():
    match = acting(
        {"seats": "6"},
        pawns={"british-1": "ext_044", "british-2": "ext_026"},
        kit_parts=["kit-disguise", "kit-food"],
    )
    kinds = play(match, "british-1", "escape t_north")
    assert "drew_part" in kinds
    told = [[event[1] for event in match.events(match.line[-1], seat)] for seat in range(6)]
    assert ["drew_card" in heard for heard in told] == [True, *[False] * 5]
    assert match.view()["hands"]["british"] == ["kit-disguise"]
    for seat in (1, 5, SPECTATOR):
        shown = match.view(seat)
        assert len(shown["hands"]["british"]) == 1
        assert len(shown["kit_parts"]) == 5
        assert all(card.startswith("hidden") for card in (*shown["hands"]["british"], *shown["kit_parts"]))
    play(match, "british-2", "escape t_north")
    assert sorted(match.view()["hands"]["british"]) == ["kit-disguise", "kit-food"]
    assert len(match.view()["kit_parts"]) == 4


@pytest.mark.rule("colditz", "COL-O-108")
def test_with_five_players_an_escape_brings_no_card():
    match = acting({"seats": "5"}, pawns={"british-1": "ext_044"})
    assert "drew_part" not in play(match, "british-1", "escape t_north")
    assert match.view()["hands"]["british"] == []


@pytest.mark.ruling("colditz", "AMB-26")
def test_with_six_players_kit_parts_do_not_count_as_cards_in_hand():
    hand = ["release", "talisman", "diversion", "kit-food", "kit-disguise"]
    match = acting({"seats": "6"}, hands={"british": hand}, pawns=makers("in_101"))
    assert match.refusal("end") is None
    assert refuse(match, "discard kit-food") == "COL-O-074"
    full = acting({"seats": "6"}, hands={"british": [*hand, "warning"]}, pawns=makers("in_101"))
    assert refuse(full, "end") == "COL-O-074"
    assert refuse(full, "discard kit-food") == "COL-O-074"
    discards = {text for text in deeds(full) if text.startswith("discard ")}
    assert discards == {"discard release", "discard talisman", "discard diversion", "discard warning"}
    assert full.refusal("discard release") is None
    five = acting({"seats": "5"}, hands={"british": hand[:4]}, pawns=makers("in_101"))
    assert refuse(five, "end") == "COL-O-074"
    assert five.refusal("discard kit-food") is None


@pytest.mark.ruling("colditz", "AMB-26")
def test_with_six_players_used_parts_go_back_to_their_pile_and_an_empty_one_gives_none():
    all_parts = ["kit-food"] * 3 + ["kit-disguise"] * 3
    hands = {"british": all_parts[1:], "french": all_parts[:1]}
    match = acting({"seats": "6"}, pawns=makers("ext_044"), hands=hands, kits=["british"])
    assert "drew_part" not in play(match, "british-1", "escape t_north")
    assert match.view()["hands"]["british"].count("kit-disguise") == 3
    play(match, "end")
    while awaited(match) != "british":
        idle(match)
    deck = match.view()["opportunity_deck"]
    play(match, "make kit", "with both")
    assert sorted(match.view()["kit_parts"]) == ["kit-disguise", "kit-food"]
    assert match.view()["opportunity_deck"] == deck


@pytest.mark.rule("colditz", "COL-O-078", "COL-O-107")
def test_with_six_players_a_part_that_was_shown_is_known_wherever_it_goes():
    """All other parts are in hands: the American's is the only one that the British can draw."""
    hands = {"american": ["kit-food"], "dutch": ["kit-food"] * 2 + ["kit-disguise"] * 3}
    places = {"british-1": "ext_044", "american-1": "interview_room_1", "american-2": "laundry_1"}
    match = acting({"seats": "6"}, turn="american", pawns=places, hands=hands, kits=["british"])
    play(match, "make kit", "with kit-food", "to appel_001", "to appel_002")
    assert [match.view(seat)["kit_parts"] for seat in range(6)] == [["kit-food"]] * 6
    play(match, "end")
    idle(match)
    roll(match, 3, 4)
    play(match, "british-1", "escape t_north")
    assert [match.view(seat)["hands"]["british"] for seat in range(6)] == [["kit-food"]] * 6


@pytest.mark.ruling("colditz", "AMB-26")
def test_kit_parts_are_drawn_at_random():
    assert len({tuple(new(seed, seats="6").view()["kit_parts"]) for seed in range(8)}) > 4
