"""What lies beside the board, for each viewer, and which parts of the castle a question is about."""

import pytest

from garrison.core.state import SPECTATOR
from garrison.games.colditz.castle.layout import NUMBER
from garrison.games.colditz.show.drawing import office
from garrison.games.colditz.show.drawing.scale import AT
from support.games.colditz_matches import acting, asked, at, officer, play, question, security

THREE = {"seats": "3"}
FRENCH = 1
SECURITY = 2


def trays(match, seat=SPECTATOR):
    return [tray.id for tray in match.scene(seat, "en").trays]


def lying(match, tray, seat=SPECTATOR):
    """Names of what lies in a tray, with the number upon it."""
    pieces = match.scene(seat, "en").pieces
    return [(piece.name, piece.over) for piece in pieces if piece.at == tray]


def focus(match, seat=0):
    return match.scene(seat, "en").focus


LINES = ["officer-british", "officer-french", "officer-security"]


def test_every_officer_has_a_line_and_only_ones_own_cards_are_to_be_read():
    match = at(THREE, rest="start", hands={"british": ["release", "release"], "french": ["warning"]})
    assert trays(match) == [*LINES, "supply"]
    own = ["officer-british", "hand-british", "goods-british", "officer-french", "officer-security", "supply"]
    assert trays(match, 0) == own
    assert {tray.line for tray in match.scene(0, "en").trays if tray.cards} == {"officer-british"}
    assert trays(match, SECURITY) == [*LINES, "hand-security", "supply"]


def test_a_line_holds_cards_as_a_pile_and_equipment_by_kind():
    match = at(
        THREE,
        rest="start",
        hands={"british": ["release", "hideaway"]},
        equipment={"british": {"rope": 2, "key": 1}},
        kits=["british"],
    )
    goods = [("2 ropes", ("count-2",)), ("key", ()), ("Escape Kit", ())]
    said = [(name.lower(), over) for name, over in lying(match, "officer-british")]
    assert said[:2] == goods[:2]
    assert len(said) == 4
    assert said[-1][1] == ("count-2",), "the cards are no pile"
    assert lying(match, "officer-british", 0) == []
    assert len(lying(match, "hand-british", 0)) == 2
    assert len(lying(match, "goods-british", 0)) == 3


def test_trays_of_pawns_are_there_as_long_as_somebody_is():
    places = {
        "british-1": "escaped", "british-2": "shot", "french-1": "escaped",
    }  # fmt: skip
    match = at(THREE, rest="start", pawns=places)
    assert trays(match) == [*LINES, "supply", "escaped", "gone"]
    assert len(lying(match, "escaped")) == 2
    assert len(lying(match, "gone")) == 1
    line = next(tray for tray in match.scene(0, "en").trays if tray.id == "officer-british")
    assert (line.name, line.text) == ("British", "1 of 2 escaped")


def test_guards_in_the_office_stand_there_side_by_side():
    x, y = AT[NUMBER["commander_office"]]
    for count in range(1, 17):
        pawns = {f"guard-{n}": "office" for n in range(1, count + 1)}
        match = at({"seats": "6"}, rest="start", pawns=pawns)
        found = [piece for piece in match.scene(SPECTATOR, "en").pieces if piece.at == "commander_office"]
        assert [piece.id for piece in found] == [f"guard-{n}" for n in range(1, count + 1)]
        spots = [piece.spot for piece in found]
        assert len({*spots}) == count
        assert all(abs(u - x) < office.WIDE / 2 and abs(v - y) < office.HIGH / 2 for u, v in spots)
        assert spots[0] == (x, y) or count > 1


def test_a_guard_who_may_go_into_the_office_is_sent_there_by_a_click_upon_it():
    window = "officers_quarters_6"
    match = security(3, {"guard-1": window}, THREE, markers={"british": [window]})
    play(match, "guard-1", f"clear {window}")
    assert asked(match) == ("after", "security")
    view, clicks = match.view(SECURITY), match.game.show.click_targets
    (sent,) = [each for each in match.legal() if "commander_office" in clicks(view, each)]
    play(match, sent)
    assert match.view(SECURITY)["pawns"]["guard-1"] == "office"


def test_before_the_throw_and_in_his_turn_the_view_goes_to_an_officer_s_pawns():
    pawns = {"british-1": "canteen_6", "british-2": "out_200", "british-3": "cell_inner"}
    before = at(THREE, pawns=pawns)
    assert question(before) == "ready"
    during = acting(THREE, pawns=pawns)
    assert focus(before) == focus(during) == focus(during, FRENCH)
    assert len(focus(before)) == 2
    assert "canteen" in focus(before)


def test_with_a_pawn_in_hand_the_view_goes_where_it_can_go():
    match = officer(5, {"british-1": "canteen_6", "british-2": "out_200"}, THREE)
    play(match, "british-1")
    assert focus(match) == ()
    assert match.scene(0, "en").ask.about == ("british-1",)


@pytest.mark.parametrize("thing", ["marker-", "marker-x", "marker-appel_012", "pile-x", "british-", "-", ""])
def test_a_click_on_what_is_not_there_means_nothing(thing):
    match = officer(5, {"british-1": "in_031"})
    assert match.meant(thing) is None
    assert match.explanation(thing, 0, "en") == (None, "")


def test_the_car_is_under_whoever_drives_it_and_else_on_its_space():
    def car(match):
        (found,) = [piece for piece in match.scene(SPECTATOR, "en").pieces if piece.id == "car"]
        return found

    parked = car(officer(5, {"british-1": "in_031"}))
    assert (parked.at, parked.silent) == ("staff_car", True)
    driving = officer(5, {"british-1": "staff_car"}, driver="british-1")
    assert car(driving) == parked
    play(driving, "british-1")
    way = next(row for row in map(driving.write, driving.legal()) if row.startswith("to "))
    play(driving, way)
    assert car(driving).at == way.partition(" ")[2]
