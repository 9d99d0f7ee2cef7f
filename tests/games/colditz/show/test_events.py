"""What Escape from Colditz tells of what happens: who, where, on which way, at what price."""

from itertools import pairwise

import pytest

from garrison.core.show.perspective import Perspective
from garrison.core.show.words import LANGS
from garrison.core.state import ALL, SPECTATOR, bit
from garrison.games.colditz.castle.layout import NEIGHBOURS, NUMBER
from garrison.games.colditz.game import COLDITZ
from garrison.games.colditz.tables import CARD, OFFICERS, PAWNS, ROPE
from garrison.games.colditz.words import WORDS
from support.games.colditz import begun
from support.games.colditz_matches import at, new, officer, play, security

B1, GUARD = PAWNS.index("british-1"), PAWNS.index("guard-1")


def told(match, text, *dice):
    """The events of an answer without whom they are for."""
    match.dice.feed(dice)
    return [event[1:] for event in match.play(text)]


@pytest.mark.rule("colditz", "COL-O-059")
def test_a_roll_is_told_with_both_dice():
    match = at(pawns={"british-1": "in_100"})
    assert told(match, "roll", 3, 6) == [("rolled", OFFICERS.index("british"), 3, 6)]


@pytest.mark.rule("colditz", "COL-O-060")
def test_a_walk_is_told_space_by_space():
    match = officer(5, {"british-1": "in_118"})
    play(match, "british-1")
    goal = next(text for text in map(match.write, match.legal()) if text.startswith("to "))
    (kind, pawn, way, steps), *_ = told(match, goal)
    assert (kind, pawn, way[0], way[-1]) == ("moved", B1, NUMBER["in_118"], NUMBER[goal[3:]])
    assert all(other in NEIGHBOURS[space] for space, other in pairwise(way))
    assert steps == len(way) - 1 == 5 - match.view()["points"]


@pytest.mark.rule("colditz", "COL-O-066")
def test_who_made_something_is_told_to_go_directly():
    match = officer(0, {"british-1": "chapel_4", "british-2": "chapel_6"})
    play(match, "make rope")
    assert told(match, "to appel_001") == [("moved", B1, (NUMBER["chapel_4"], NUMBER["appel_001"]), 0)]


@pytest.mark.rule("colditz", "COL-O-059", "COL-O-066", "COL-O-099")
def test_the_log_says_who_is_sent_to_the_appel_and_who_walks():
    places = {"british-1": "kitchen_1", "british-2": "sick_bay_1", "british-3": "kitchen_2"}
    match = officer(2, {**places, "british-4": "in_101"})

    def logged(text):
        events = match.play(text)
        return COLDITZ.tell.rule_of(events, 0), COLDITZ.tell.line(events[0], "en")

    play(match, "british-3")
    assert logged("to kitchen_3") == ("COL-O-059", "British 3 goes to kitchen 3 (1 point).")
    play(match, "british-4")
    assert logged("to appel_019") == ("COL-O-059", "British 4 goes to appel 19 (1 point).")
    play(match, "make cutter", "british-1", "british-2")
    assert logged("to appel_001") == ("COL-O-066", "British 1 goes directly to appel 1.")


@pytest.mark.rule("colditz", "COL-O-020", "COL-O-113")
def test_a_crossing_is_told_with_its_price():
    match = officer(2, {"british-1": "orderlies_quarters_4"}, equipment={"british": {"rope": 2}})
    play(match, "british-1")
    assert told(match, "cross out_252") == [
        ("crossed", B1, NUMBER["out_252"], ROPE, 1),
        ("marker", 0, NUMBER["orderlies_quarters_4"]),
    ]


@pytest.mark.rule("colditz", "COL-O-025", "COL-O-090")
@pytest.mark.parametrize(("space", "block"), [("post_in_1", 0), ("post_out_1", 1)])
def test_an_arrest_is_told_with_the_place_and_the_cells(space, block):
    match = security(1, {"british-1": space})
    assert told(match, f"post {space}") == [
        ("posted", GUARD, NUMBER[space]),
        ("arrested", B1, NUMBER[space], block),
    ]


@pytest.mark.rule("colditz", "COL-O-055", "COL-O-089")
def test_the_end_of_a_turn_tells_whose_is_next_and_who_is_no_longer_exempt():
    match = officer(3, {"british-1": "out_366"}, returning=["british-1"])
    assert told(match, "end") == [("exemption_over", B1), ("turn", OFFICERS.index("security"))]


@pytest.mark.rule("colditz", "COL-O-012", "COL-O-042")
def test_the_round_marker_is_told_and_the_last_turns_are():
    match = security(0, {"british-1": "in_100"}, round=2)
    assert told(match, "end") == [("round", 1), ("last_turns",), ("turn", 0)]
    sooner = security(0, {"british-1": "in_100"}, round=3)
    assert told(sooner, "end") == [("round", 2), ("turn", 0)]


@pytest.mark.rule("colditz", "COL-O-048", "COL-O-071")
def test_a_card_is_told_to_who_draws_it_alone():
    match = at(opportunity_deck=["talisman"], pawns={"british-1": "in_100"})
    told(match, "roll", 1, 2)
    assert match.play("draw") == [(ALL, "drew", 0), (bit(0), "drew_card", CARD["talisman"])]


@pytest.mark.rule("colditz", "COL-O-074")
@pytest.mark.ruling("colditz", "AMB-55")
def test_a_card_too_many_is_told_to_who_discards_it_alone():
    match = officer(0, {}, hands={"british": ["talisman", "release", "warning", "diversion"]})
    assert match.play("discard warning") == [
        (ALL, "discarded", 0),
        (bit(0), "discarded_card", CARD["warning"]),
    ]


@pytest.mark.rule("colditz", "COL-O-126")
@pytest.mark.parametrize(("lang", "name"), [("en", "Tunnel Discovered"), ("it", "Galleria scoperta")])
def test_the_card_that_discovers_a_tunnel_has_its_modern_name(lang, name):
    below = {"inside": ["british-1", "british-2"], "tunnels": {"chapel": "open"}}
    here = {"british-1": "chapel_5", "british-2": "chapel_9"}
    match = security(3, here, hands={"security": ["tunnel-found"]}, **below)
    match.play("play tunnel-found")
    view = Perspective(match, 0)
    assert any(name in line for line in view.sentences(view.count, lang))


@pytest.mark.rule("colditz", "COL-O-117", "COL-O-133")
def test_a_marker_gone_is_told_with_its_nation_its_place_and_if_a_guard_took_it():
    markers = {"french": ["in_002"]}
    match = security(1, {"guard-1": "in_002"}, {"seats": "3"}, markers=markers)
    play(match, "guard-1")
    assert told(match, "clear in_002") == [("cleared", 1, NUMBER["in_002"], 1)]
    away = officer(1, {"french-1": "ext_057"}, {"seats": "3"}, turn="french", markers=markers)
    play(away, "french-1", "escape t_northwest")
    assert told(away, "strip in_002") == [("cleared", 1, NUMBER["in_002"], 0)]


@pytest.mark.rule("colditz", "COL-O-048")
def test_the_first_line_tells_where_the_round_marker_stands():
    assert new(rounds="30").events(0)[0] == (ALL, "begun", 30)


@pytest.mark.rule("colditz", "COL-O-106", "COL-O-107")
def test_kit_parts_are_shown_when_they_are_used_and_known_to_all_at_the_bottom():
    match = at({"kits": "none"}, hands={"british": ["kit-food", "kit-disguise"]})
    play(match, "make kit")
    assert told(match, "with both") == [
        ("played", 0, CARD["kit-food"]),
        ("played", 0, CARD["kit-disguise"]),
        ("made", 0, 4),
    ]
    for seat in (0, 1, SPECTATOR):
        assert set(match.view(seat)["opportunity_deck"][-2:]) == {"kit-food", "kit-disguise"}


@pytest.mark.rule("colditz", "COL-O-091")
def test_the_last_card_of_any_nation_is_lost_without_a_question():
    match = security(
        1,
        {"french-1": "post_out_1"},
        {"seats": "3"},
        equipment={"french": {"cutter": 1}, "british": {"rope": 1}},
    )
    assert ("lost", 1, 3) in told(match, "post post_out_1")
    assert match.view()["equipment"]["french"]["cutter"] == 0
    assert match.view()["equipment"]["british"]["rope"] == 1


@pytest.mark.rule("colditz", "COL-O-141")
def test_with_a_shared_goal_the_officers_are_one_team():
    shared, alone = {"seats": "4", "goal": "shared"}, {"seats": "4", "goal": "nation"}
    assert COLDITZ.teams(shared) == ((0, 1, 2), (3,))
    assert COLDITZ.teams(alone) == ((0,), (1,), (2,), (3,))
    assert COLDITZ.sides(alone) == {"escape": (0, 1, 2), "security": (3,)}


@pytest.mark.rule("colditz", "COL-O-046", "COL-O-047", "COL-O-049")
def test_kits_and_decks_at_the_start():
    four, six = begun(), begun(seats="6")
    assert (four.kits, six.kits, begun(kits="none").kits) == (0b111, 0b11111, 0)
    assert (len(four.opportunity), len(four.security), len(four.parts)) == (47 - 3, 16 - 1, 0)
    assert (len(six.opportunity), len(six.security), len(six.parts)) == (41 - 5, 16 - 1, 6)
    assert four.opportunity != sorted(four.opportunity, reverse=True)
    assert six.parts != sorted(six.parts, reverse=True)
    assert (four.turn, four.ask[0]) == (3, "deploy")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.rule("colditz", "COL-O-129")
def test_an_escape_has_a_picture_with_its_sentence(lang):
    match = officer(1, {"british-1": "ext_044"})
    play(match, "british-1", "escape t_north")
    view = Perspective(match, 0)
    (step,) = [each for each in view.moment(view.count, lang).steps if each.gesture == "show"]
    (picture,) = step.things
    assert picture in {sprite.id for sprite in COLDITZ.show.board(match.options, lang).sprites}
    assert picture not in {piece.id for piece in view.scene(lang).pieces}
    assert step.say == WORDS.load(lang)["events"]["escaped"].format(
        WORDS.name("pawn", "british-1", lang),
        {"en": "the north target", "it": "alla meta nord"}[lang],
    )
