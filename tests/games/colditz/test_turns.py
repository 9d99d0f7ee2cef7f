"""A turn of Escape from Colditz: the roll, doubles, cards for low throws, and moving pawn by pawn."""

import pytest

from garrison.core.errors import OTHER_QUESTION
from garrison.core.state import SPECTATOR
from garrison.games.colditz.tables import CARD_FILE, SECURITY_CARDS
from support.games.colditz_matches import (
    COLDITZ,
    acting,
    at,
    awaited,
    deeds,
    deployed,
    idle,
    pawns,
    play,
    question,
    refuse,
    roll,
)

LONE = {"british-1": "appel_016"}
"""A POW in the middle of the appel; nobody else is in the game."""


def points(match):
    return match.view()["points"]


# Playing the game


@pytest.mark.rule("colditz", "COL-O-055")
def test_turns_go_round_from_the_first_escape_officer_to_the_security_officer():
    match = deployed(seats="5")
    order = ["british", "french", "polish", "dutch", "security"]
    for name in order * 2:
        assert (question(match), awaited(match), match.view()["turn"]) == ("ready", name, name)
        assert match.view()["phase"] == "ready"
        assert "rolled" in roll(match, 3, 4)
        assert match.view()["phase"] == "act"
        play(match, "end")
    assert awaited(match) == "british"


@pytest.mark.rule("colditz", "COL-O-056")
def test_a_turn_is_a_roll_and_then_moves_with_items_made_before_or_after():
    places = {"british-1": "store_1", "british-2": "store_2", "british-3": "appel_016"}
    for before in (True, False):
        match = at(pawns=places)
        assert deeds(match) == ["roll", "make rope"]
        assert match.refusal("make rope") is None
        assert match.refusal("british-3") == match.refusal("end") == OTHER_QUESTION
        if before:
            play(match, "make rope", "to appel_001", "to appel_002")
            assert deeds(match) == ["roll"]
        roll(match, 3, 4)
        assert match.refusal("roll") == OTHER_QUESTION
        assert ("make rope" in deeds(match)) is not before
        play(match, "british-3", "to appel_014", "end")
        assert awaited(match) == "security"


@pytest.mark.rule("colditz", "COL-O-058")
def test_what_the_legend_says_of_spaces_is_enforced():
    light = acting(pawns={"british-1": "out_332"})
    play(light, "british-1")
    assert refuse(light, "to light_066") == "COL-O-030"
    for start, space, rule in (
        ("in_191", "safe_in_8", "COL-O-029"),
        ("out_109", "walk_1", "COL-O-033"),
        ("in_122", "kitchen_2", "COL-O-032"),
    ):
        match = acting(turn="security", pawns={"guard-1": start})
        play(match, "guard-1")
        assert refuse(match, f"to {space}") == rule


# Movement


@pytest.mark.rule("colditz", "COL-O-059")
def test_a_pawn_walks_as_far_as_the_sum_of_the_dice():
    match = at(pawns=LONE)
    roll(match, 3, 4)
    assert (question(match), points(match)) == ("act", 7)
    play(match, "british-1")
    assert match.refusal("to in_018") is None  # seven steps
    assert refuse(match, "to in_020") == "COL-O-059"  # eight
    play(match, "to in_018")
    assert (pawns(match, "british-1"), points(match)) == (["in_018"], 0)
    assert refuse(match, "british-1") == "COL-O-059"


@pytest.mark.rule("colditz", "COL-O-059")
def test_every_turn_begins_with_a_roll_of_its_own():
    match = deployed()
    for _ in range(2):
        assert (question(match), points(match), match.view()["thrown"]) == ("ready", 0, [])
        idle(match, 5, 6)
    idle(match, 1, 6)
    assert awaited(match) == "security"


@pytest.mark.rule("colditz", "COL-O-060")
def test_the_total_is_divided_among_own_pawns_as_one_likes():
    """The rulebook's example: three pawns two spaces each and another pawn three."""
    places = {f"british-{n}": f"appel_{space:03d}" for n, space in enumerate((1, 9, 36, 31), 1)}
    match = at({"seats": "3"}, pawns={**places, "french-1": "appel_016", "guard-1": "post_in_1"})
    roll(match, 4, 5)
    assert refuse(match, "french-1") == "COL-O-060"
    assert refuse(match, "guard-1") == "COL-O-060"
    for pawn, goal, left in (
        ("british-1", "in_041", 7),
        ("british-2", "in_050", 5),
        ("british-3", "in_172", 3),
        ("british-4", "in_165", 0),
    ):
        play(match, pawn, f"to {goal}")
        assert points(match) == left
    assert deeds(match) == ["end"]


@pytest.mark.rule("colditz", "COL-O-060")
def test_eight_pawns_may_go_a_space_each():
    match = at(rest="start")
    roll(match, 2, 6)
    start = match.view()["pawns"]
    for number, goal in zip((1, 2, 3, 4, 5, 6, 7, 8), (24, 25, 26, 27, 28, 23, 11, 7), strict=True):
        play(match, f"british-{number}", f"to appel_{goal:03d}")
    assert points(match) == 0
    moved = match.view()["pawns"]
    assert all(moved[name] != place for name, place in start.items() if name.startswith("british"))


@pytest.mark.rule("colditz", "COL-O-060")
@pytest.mark.parametrize("space", ["appel_016", "store_1", "out_300", "ext_099"])
def test_a_pow_may_be_moved_wherever_he_stands(space):
    match = acting(pawns={"british-1": space})
    assert match.refusal("british-1") is None
    assert deeds(match) == ["british-1", "end"]


@pytest.mark.rule("colditz", "COL-O-060")
def test_guards_are_moved_by_the_security_officer_alone():
    match = acting(turn="security", pawns={"british-1": "in_101", "guard-1": "in_089"})
    assert refuse(match, "british-1") == "COL-O-060"
    assert refuse(match, "guard-2") == "COL-O-068"
    assert match.refusal("guard-1") is None


@pytest.mark.rule("colditz", "COL-O-061")
def test_points_may_be_left_and_are_gone_then():
    match = deployed()
    idle(match, 6, 5)
    assert (awaited(match), points(match)) == ("security", 0)
    roll(match, 1, 5)
    assert points(match) == 6


@pytest.mark.rule("colditz", "COL-O-062")
@pytest.mark.parametrize("other", ["british-2", "french-1", "guard-1"])
def test_no_pawn_moves_through_another(other):
    """The south passage past the cells is one space wide."""
    match = acting({"seats": "3"}, pawns={"british-1": "in_215", other: "in_219"})
    play(match, "british-1")
    assert refuse(match, "to in_219") == "COL-O-062"
    assert refuse(match, "to in_223") == "COL-O-062"
    assert match.refusal("to in_209") is None
    free = acting({"seats": "3"}, pawns={"british-1": "in_215", other: "in_203"})
    play(free, "british-1", "to in_223")
    assert points(free) == 7


@pytest.mark.rule("colditz", "COL-O-062")
@pytest.mark.parametrize("other", ["british-2", "guard-2"])
def test_no_guard_moves_through_another_pawn(other):
    match = acting(turn="security", pawns={"guard-1": "in_215", other: "in_219"})
    play(match, "guard-1")
    assert refuse(match, "to in_219") == "COL-O-062"
    assert refuse(match, "to in_223") == "COL-O-062"
    assert match.refusal("to in_209") is None


@pytest.mark.rule("colditz", "COL-O-062")
def test_the_way_round_a_pawn_is_longer():
    """From one side of the appel to the other, past a wall of pawns."""
    line = {f"british-{n}": f"appel_{space:03d}" for n, space in enumerate((14, 15, 16), 2)}
    steps = []
    for wall in ({}, line):
        match = acting(pawns={"british-1": "appel_007", **wall})
        play(match, "british-1", "to appel_026")
        steps.append(9 - points(match))
    assert steps == [3, 4]


@pytest.mark.rule("colditz", "COL-O-062")
def test_a_pawn_shut_in_cannot_be_taken():
    match = acting(pawns={"british-1": "safe_in_1", "british-2": "safe_in_2"})
    assert refuse(match, "british-1") == "COL-O-062"
    play(match, "british-2", "to in_010")
    assert match.refusal("british-1") is None


@pytest.mark.rule("colditz", "COL-O-066")
def test_what_happens_directly_costs_no_points():
    match = acting(pawns={"british-1": "store_1", "british-2": "store_2", "british-3": "in_101"}, points=1)
    play(match, "make rope", "to appel_031", "to appel_036")
    assert pawns(match, "british-1", "british-2") == ["appel_031", "appel_036"]
    assert points(match) == 1
    guard = acting(
        turn="security",
        points=3,
        pawns={"british-1": "out_294", "guard-1": "out_300"},
    )
    play(guard, "guard-1", "arrest british-1")
    assert pawns(guard, "british-1", "guard-1") == ["cell_outer", "office"]
    assert points(guard) == 2


@pytest.mark.ruling("colditz", "AMB-57")
def test_a_pawn_may_wait_for_another_and_move_on():
    match = acting(pawns={"british-1": "in_215", "british-2": "in_219"}, points=8)
    play(match, "british-2", "to in_225", "british-1", "to in_219", "british-2", "to in_230")
    play(match, "british-1", "to in_225")
    assert pawns(match, "british-1", "british-2") == ["in_225", "in_230"]
    assert points(match) == 0


@pytest.mark.ruling("colditz", "AMB-57")
def test_a_guard_posted_in_this_turn_may_walk_on():
    match = acting(turn="security", points=3, pawns={})
    play(match, "post post_in_1", "guard-1")
    walks = [text for text in deeds(match) if text.startswith("to ")]
    play(match, walks[0])
    assert pawns(match, "guard-1") == [walks[0].removeprefix("to ")]


@pytest.mark.ruling("colditz", "AMB-57")
def test_where_a_pow_ends_is_where_he_stands_at_the_end_of_the_turn():
    """Without equipment he may be arrested in the courtyard on a guard post only."""
    for ends, rule in (("post_in_1", None), ("in_018", "COL-O-087")):
        match = at(pawns={"british-1": "in_029", "guard-1": "in_020"})
        roll(match, 3, 4)
        play(match, "british-1", "to post_in_1")
        if ends != "post_in_1":
            play(match, "british-1", f"to {ends}")
        play(match, "end")
        roll(match, 6, 5)
        play(match, "guard-1")
        assert match.refusal("arrest british-1") == rule


# Putting a pawn back


@pytest.mark.ruling("colditz", "AMB-71")
def test_a_pawn_in_hand_can_be_put_back_twelve_times_a_turn():
    match = at(pawns={**LONE, "british-2": "appel_001"})
    for turn in range(2):
        roll(match, 3, 4)
        for number in range(12):
            play(match, f"british-{number % 2 + 1}", "back")
        assert points(match) == 7
        play(match, "british-1")
        assert refuse(match, "back") == "AMB-71"
        play(match, "to appel_014" if turn == 0 else "to appel_016", "end")
        idle(match)


# Doubles


@pytest.mark.rule("colditz", "COL-O-064")
@pytest.mark.parametrize("seat", ["british", "security"])
def test_after_a_double_one_throws_again_and_adds(seat):
    match = at(turn=seat, pawns={**LONE, "guard-1": "post_in_1"})
    roll(match, 4, 4)
    assert (question(match), awaited(match), deeds(match)) == ("double", seat, ["throw", "keep"])
    assert match.refusal("roll") == match.refusal("end") == OTHER_QUESTION
    roll(match, 5, 6)
    assert (question(match), points(match)) == ("act", 19)
    assert match.view()["thrown"] == [4, 4, 5, 6]


@pytest.mark.rule("colditz", "COL-O-064")
def test_there_is_no_second_throw_without_a_double():
    match = at(pawns=LONE)
    roll(match, 6, 5)
    assert question(match) == "act"
    assert match.refusal("throw") == OTHER_QUESTION


@pytest.mark.rule("colditz", "COL-O-065")
def test_doubles_give_two_more_throws_and_no_third():
    match = at(pawns=LONE)
    roll(match, 4, 4, 5, 5, 6, 6)
    assert (question(match), points(match)) == ("act", 30)
    assert match.refusal("throw") == OTHER_QUESTION


@pytest.mark.ruling("colditz", "AMB-03")
def test_nobody_has_to_throw_again():
    match = at(pawns=LONE)
    roll(match, 4, 4)
    play(match, "keep")
    assert (question(match), points(match)) == ("act", 8)
    again = at(pawns=LONE)
    roll(again, 4, 4, 3, 3)
    assert deeds(again) == ["throw", "keep"]
    play(again, "keep")
    assert (question(again), points(again)) == ("act", 14)


# Cards


@pytest.mark.rule("colditz", "COL-O-071")
@pytest.mark.parametrize(("dice", "low"), [((1, 2), True), ((1, 4), True), ((2, 3), True), ((1, 5), False)])
def test_a_roll_of_five_or_less_gives_a_card_of_ones_own_deck(dice, low):
    tops = {"opportunity_deck": ["talisman", "release"], "security_deck": ["riot", "search"]}
    for seat, card in (("british", "talisman"), ("security", "riot")):
        match = at(turn=seat, **tops)
        roll(match, *dice)
        if not low:
            assert question(match) == "act"
            assert match.refusal("draw") == OTHER_QUESTION
            continue
        assert (question(match), deeds(match)) == ("draw", ["draw", "leave"])
        assert "drew" in play(match, "draw")
        hands = match.view()["hands"]
        assert hands == {"british": [], "security": [], seat: [card]}
        assert (question(match), points(match)) == ("act", sum(dice))


@pytest.mark.rule("colditz", "COL-O-072")
def test_a_low_double_gives_another_throw_and_one_card_in_all():
    match = at(pawns=LONE)
    roll(match, 1, 1)
    assert question(match) == "double"
    roll(match, 2, 2, 1, 2)
    assert (question(match), points(match)) == ("draw", 9)
    play(match, "draw")
    assert question(match) == "act"
    assert len(match.view()["hands"]["british"]) == 1


@pytest.mark.ruling("colditz", "AMB-01")
@pytest.mark.parametrize(
    ("dice", "low"),
    [
        ((3, 3, 1, 2), True),
        ((2, 2, 6, 5), True),
        ((3, 3, 5, 5, 1, 4), True),
        ((3, 3, 4, 2), False),
        ((4, 4, 3, 3, 1, 5), False),
    ],
)
def test_each_single_throw_counts_for_the_card(dice, low):
    match = at(pawns=LONE)
    roll(match, *dice)
    assert (question(match), points(match)) == ("draw" if low else "act", sum(dice))


@pytest.mark.ruling("colditz", "AMB-01")
def test_the_card_is_drawn_before_moving():
    match = at(pawns=LONE)
    roll(match, 1, 2)
    assert match.refusal("british-1") == OTHER_QUESTION
    play(match, "leave", "british-1", "to appel_014")
    assert match.refusal("draw") == OTHER_QUESTION


@pytest.mark.ruling("colditz", "AMB-02")
def test_a_card_may_be_left():
    match = at(pawns=LONE)
    deck = match.view()["opportunity_deck"]
    roll(match, 1, 2)
    assert "drew" not in play(match, "leave")
    assert (question(match), points(match)) == ("act", 3)
    assert match.view()["hands"]["british"] == []
    assert match.view()["opportunity_deck"] == deck


@pytest.mark.ruling("colditz", "AMB-02")
def test_who_holds_three_cards_may_draw_and_must_part_with_one():
    match = at(hands={"british": ["release", "talisman", "diversion"]}, opportunity_deck=["warning"])
    roll(match, 1, 2)
    play(match, "draw")
    assert sorted(match.view()["hands"]["british"]) == ["diversion", "release", "talisman", "warning"]
    assert refuse(match, "end") == "COL-O-074"


@pytest.mark.rule("colditz", "COL-O-073")
def test_only_the_movement_roll_gives_a_card():
    """Short moves, arrests and releases give none, nor is there a second chance in the turn."""
    places = {"british-1": "in_101", "british-2": "cell_inner", "guard-1": "in_097"}
    match = at(pawns=places)
    kinds = roll(match, 3, 3)
    kinds += play(match, "keep", "release british-2", "british-1", "force guard-1", "end")
    assert {"released", "arrested"} <= set(kinds)
    assert "drew" not in kinds
    assert match.view()["hands"] == {"british": [], "security": []}


@pytest.mark.rule("colditz", "COL-O-074")
@pytest.mark.parametrize(
    ("seat", "hand", "foreign"),
    [
        ("british", ["release", "talisman", "diversion", "warning"], "hideaway"),
        ("security", ["appel", "shoot", "search", "riot"], "confiscate"),
    ],
)
def test_a_fourth_card_must_go_before_the_turn_ends(seat, hand, foreign):
    match = acting(turn=seat, hands={seat: hand}, pawns={**LONE, "guard-1": "post_in_1"})
    assert refuse(match, "end") == "COL-O-074"
    discards = [text for text in deeds(match) if text.startswith("discard ")]
    assert sorted(discards) == sorted(f"discard {card}" for card in hand)
    assert refuse(match, f"discard {foreign}") == "COL-O-076"
    play(match, f"discard {hand[1]}")
    assert sorted(match.view()["hands"][seat]) == sorted([hand[0], *hand[2:]])
    assert refuse(match, f"discard {hand[0]}") == "COL-O-074"
    assert match.refusal("end") is None
    play(match, "end")
    assert awaited(match) != seat


@pytest.mark.rule("colditz", "COL-O-074")
def test_a_fourth_card_may_be_used_instead():
    hand = ["kit-food", "kit-disguise", "talisman", "warning"]
    match = acting({"kits": "none"}, hands={"british": hand})
    play(match, "make kit", "with both", "end")
    assert match.view()["hands"]["british"] == ["talisman", "warning"]


def four_classic_cards(give, *hand):
    """The British hold a card too many, and these are on offer to the French."""
    here = {"british-1": "tun_chapel_5", "british-2": "tun_chapel_6", "french-1": "in_101"}
    below = {"inside": ["british-1", "british-2"], "tunnels": {"chapel": "british"}}
    options = {"edition": "classic", "seats": "3"}
    match = acting(options, pawns=here, hands={"british": ["chapel-tunnel", *hand]}, **below)
    for text in ("trade french", *(f"put {card}" for card in give), "send"):
        match.play(text, 0)
    return match, [text for text in deeds(match) if text.startswith("discard ")]


@pytest.mark.rule("colditz", "COL-C-27b")
@pytest.mark.ruling("colditz", "AMB-58", "AMB-66")
def test_a_card_on_offer_is_discarded_only_if_there_is_nothing_else_and_an_open_one_never():
    hand = ("release", "talisman", "talisman")
    match, discards = four_classic_cards(["release", "talisman"], *hand)
    assert discards == ["discard talisman"]
    assert match.refusal("discard talisman") is None
    assert refuse(match, "discard release") == "AMB-66"
    assert refuse(match, "discard chapel-tunnel") == "COL-C-53a"
    match, discards = four_classic_cards(hand, *hand)
    assert discards == ["discard release", "discard talisman"]
    assert match.refusal("discard release") is None
    assert refuse(match, "discard chapel-tunnel") == "COL-C-53a"
    play(match, "discard release")
    assert sorted(match.view()["hands"]["british"]) == ["chapel-tunnel", "talisman", "talisman"]


@pytest.mark.rule("colditz", "COL-O-056", "COL-O-076", "COL-O-106")
@pytest.mark.parametrize("moment", [at, acting], ids=["before the roll", "after it"])
def test_neither_a_card_one_lacks_is_played_nor_an_interrupt_nor_a_kit_part(moment):
    match = moment(hands={"british": ["kit-food", "talisman"]})
    assert refuse(match, "play release") == refuse(match, "play talisman") == "COL-O-076"
    assert refuse(match, "play kit-food") == "COL-O-106"


@pytest.mark.rule("colditz", "COL-O-077")
def test_appel_is_too_late_after_the_roll_and_other_cards_are_not():
    match = at(turn="security", hands={"security": ["appel", "search"]})
    assert match.refusal("play appel") != "COL-O-077"
    roll(match, 3, 4)
    assert refuse(match, "play appel") == "COL-O-077"
    assert match.refusal("play search") != "COL-O-077"


@pytest.mark.rule("colditz", "COL-O-078")
@pytest.mark.parametrize(
    ("seat", "deck", "hand"),
    [
        ("british", "opportunity_deck", ["release", "talisman", "diversion", "warning"]),
        ("security", "security_deck", ["appel", "shoot", "search", "riot"]),
    ],
)
def test_a_discarded_card_goes_face_down_to_the_bottom_of_its_deck(seat, deck, hand):
    match = acting({"seats": "3"}, turn=seat, hands={seat: hand})
    before = match.view()[deck]
    play(match, f"discard {hand[0]}")
    assert match.view()[deck] == [*before, hand[0]]
    own = match.seats.index(seat)
    for viewer in (0, 1, 2, SPECTATOR):
        heard = [event[1] for event in match.events(match.line[-1], viewer)]
        assert "discarded" in heard
        if viewer != own:
            assert all("card" not in COLDITZ.tell.events[each].args for each in heard)
            assert match.view(viewer)[deck] == ["hidden"] * (len(before) + 1)


@pytest.mark.rule("colditz", "COL-O-078")
def test_a_used_card_goes_to_the_bottom_of_its_deck():
    match = acting({"kits": "none"}, hands={"british": ["kit-food", "kit-disguise", "talisman"]})
    before = match.view()["opportunity_deck"]
    play(match, "make kit", "with both")
    after = match.view()["opportunity_deck"]
    assert (after[:-2], sorted(after[-2:])) == (before, ["kit-disguise", "kit-food"])
    for seat in (0, 1):  # played in the open
        assert match.view(seat)["opportunity_deck"] == [*["hidden"] * len(before), *after[-2:]]


@pytest.mark.ruling("colditz", "AMB-50")
def test_there_is_no_draw_while_all_cards_are_in_hands():
    all_cards = [row["id"] for row in CARD_FILE["security"] for _ in range(row["count"])]
    assert (len(all_cards), set(all_cards)) == (16, set(SECURITY_CARDS))
    match = at(turn="security", hands={"security": all_cards})
    roll(match, 1, 2)
    assert question(match) == "act"
    one_left = at(turn="security", hands={"security": all_cards[1:]})
    roll(one_left, 1, 2)
    assert question(one_left) == "draw"


# Posting and arresting


@pytest.mark.rule("colditz", "COL-O-068", "COL-C-34a3")
@pytest.mark.parametrize(("edition", "rule"), [("modern", None), ("classic", "COL-C-34a3")])
def test_in_the_modern_rules_guards_are_posted_after_an_arrest_too(edition, rule):
    options = {"edition": edition}
    match = acting(options, turn="security", pawns={"guard-1": "out_300", "british-1": "out_294"})
    play(match, "guard-1", "arrest british-1", *(["outer"] if edition == "classic" else []))
    assert match.refusal("post post_in_1") == rule
    assert ("post post_in_1" in deeds(match)) is (rule is None)


# Guards in the Commander's office


@pytest.mark.rule("colditz", "COL-O-070")
def test_a_guard_who_left_the_board_is_in_barracks_only_after_the_turn():
    posts = {f"guard-{n}": f"post_out_{n}" for n in range(1, 7)}
    match = at(turn="security", pawns={**posts, **LONE})
    roll(match, 5, 6)
    play(match, "withdraw guard-1")
    assert pawns(match, "guard-1") == ["office"]
    assert refuse(match, "post post_in_1") == "COL-O-019"
    play(match, "end")
    assert pawns(match, "guard-1", "guard-2") == ["barracks", "post_out_2"]
    idle(match)
    roll(match, 5, 6)
    play(match, "post post_in_1")
    assert pawns(match, "guard-1") == ["post_in_1"]


@pytest.mark.rule("colditz", "COL-O-070")
def test_an_escape_officers_turn_brings_no_guard_back_to_barracks():
    match = at(pawns={**LONE, "guard-1": "office"})
    idle(match)
    assert pawns(match, "guard-1") == ["office"]
    idle(match)
    assert pawns(match, "guard-1") == ["barracks"]
