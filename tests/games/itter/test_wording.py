"""What the table says of a position: the wreck, cards just played, full tracks, and where a choice leads."""

import pytest

from garrison.games.itter.tables import AREAS, CASTLE, CIRCLES, NEXT
from support.games.itter_scenarios import NORMAL, at

BEGINNER = {"edition": "published", "difficulty": "beginner"}
NO_SS = {str(circle): [] for circle in CIRCLES}


def say(match, do, lang="en"):
    return next(choice.say for choice in match.scene(0, lang).choices if choice.do == do)


def gauges(match, lang="en"):
    return {gauge.id: (gauge.name, gauge.value) for gauge in match.scene(0, lang).gauges}


# The destroyed tank


@pytest.mark.rule("itter", "ITP-4.2f")
@pytest.mark.parametrize(
    ("lang", "destroyed", "wreck"), [("en", "destroyed", "wreck"), ("it", "distrutto", "relitto")]
)
def test_a_destroyed_tank_is_said_to_be_destroyed_and_none_of_its_squares_is_open(lang, destroyed, wreck):
    match, _ = at({"rest": "casualty", "defenders": {"worsham": "k1"}, "defence": {"tank": 0}}, BEGINNER)
    scene = match.scene(0, lang)
    wrecks = {piece.at: (piece.name, piece.sprite) for piece in scene.pieces if piece.at.startswith("bj")}
    assert wrecks == dict.fromkeys(("bj1", "bj2", "bj3", "bj4"), (wreck, "wreck"))
    assert gauges(match, lang)["defence-tank"] == (destroyed, "")
    assert gauges(match, lang)["load"][1] == ""


def test_a_click_on_the_wreck_is_told_why_not():
    match, _ = at(
        {"rest": "casualty", "defenders": {"worsham": "k1", "sutton": "k2"}, "defence": {"tank": 0}}, BEGINNER
    )
    match.play("worsham")
    assert match.meant("wreck-bj2", 0) == match.meant("bj2", 0)
    assert match.refusal("move bj2") == "ITP-4.2f"


def test_a_tank_that_stands_has_its_defence_and_its_load():
    match, _ = at({"rest": "casualty", "defenders": {"worsham": "k1"}, "load": True}, BEGINNER)
    assert gauges(match)["defence-tank"] == ("Defence", "6")
    assert gauges(match)["load"] == ("76mm loaded", "yes")


# Cards


def test_cards_played_in_this_phase_are_told_apart_from_the_deck():
    position = {"actions_left": 1, "tokens": {"black": 2}, "ss_deck": ["rifleman-2/1", "rifleman-2/1"]}
    match, dice = at({**position, "rest": "casualty", "defenders": {"worsham": "k1"}}, BEGINNER)
    dice.feed([4, 5])
    match.play("pass")
    for lang, played in (("en", "played this phase"), ("it", "giocata in questa fase")):
        (card,) = [piece for piece in match.scene(0, lang).pieces if piece.at == "ss-cards"]
        assert card.marks == (played,)


# Tracks


def way(area):
    found = [area]
    while NEXT[found[-1]] != CASTLE:
        found.append(NEXT[found[-1]])
    return found


@pytest.mark.rule("itter", "ITP-4.3e")
def test_a_full_track_is_announced_and_a_miss_is_said_to_lose_the_castle():
    full = {**NO_SS, **{str(circle): ["rifleman"] for circle in way(9)}}
    position = {"actions_left": 1, "tokens": {"black": 2}, "ss_deck": ["rifleman-2/1", "mg-1/1"]}
    match, dice = at(
        {**position, "rest": "casualty", "defenders": {"worsham": "k1"}, "counters": full}, BEGINNER
    )
    assert gauges(match)["full-tracks"][1] == "9"
    dice.feed([4, 5])
    match.play("pass")
    said = "heads for area 9, and its track is full: unless it is held off, the castle falls."
    assert said in match.scene(0).ask.text
    assert "il castello cade" in match.scene(0, "it").ask.text


def test_a_track_with_a_gap_is_not_full():
    for gap in way(9):
        one = {**NO_SS, **{str(circle): ["rifleman"] for circle in way(9) if circle != gap}}
        match, _ = at({"rest": "casualty", "defenders": {"worsham": "k1"}, "counters": one}, BEGINNER)
        assert "9" not in gauges(match).get("full-tracks", ("", ""))[1].split(", ")


def test_heavy_weapons_do_not_fill_a_track():
    heavy = {**NO_SS, **{str(area): ["mg", "mortar"] for area in AREAS[:5]}}
    match, _ = at({"rest": "casualty", "defenders": {"worsham": "k1"}, "counters": heavy}, BEGINNER)
    assert "full-tracks" not in gauges(match)


# Choices


@pytest.mark.ruling("itter", "AMB-02")
def test_a_move_within_that_leaves_nothing_to_do_is_said_to_be_his_action():
    hall = {"worsham": "ghp", "sutton": "ghg", "pollock": "gh3", "petrukovich": "gh4"}
    cellar = {"rest": "casualty", "defenders": {"clemenceau": "c1", **hall}}
    match, _ = at(cellar, BEGINNER)
    match.play("clemenceau")
    assert say(match, "shift c2") == "Move within to C2: that is his action, and exhausts him"
    assert say(match, "shift c2", "it") == "Spostati in C2: è la sua azione, e resta Esausto"
    del cellar["defenders"]["sutton"]
    match, _ = at(cellar, BEGINNER)
    match.play("clemenceau")
    assert say(match, "shift c2") == "Move within to C2, before his action: sees nothing"


@pytest.mark.rule("itter", "IT3-96")
def test_the_squads_of_each_colour_are_offered_with_their_dice():
    counters = {**NO_SS, "9": ["rifleman", "mortar"], "7": ["scout"], "2": ["rifleman"]}
    position = {"actions_left": 1, "ss_deck": ["ss-squads/1"], "counters": counters}
    match, _ = at({**position, "rest": "casualty", "defenders": {"worsham": "k1"}}, NORMAL)
    match.play("pass")
    assert {choice.do: choice.say for choice in match.scene(0).choices} == {
        "green": "The squads on green: 1 die",
        "black": "The squads on black: 4 dice",
    }
    assert say(match, "green", "it") == "Le squadre sul verde: 1 dado"


def test_squares_say_what_they_see_and_a_weapon_to_those_who_can_use_it() -> None:
    match, _ = at({}, BEGINNER)
    match.play("lee")
    assert say(match, "place nt5") == "NT5: sees purple and yellow"
    assert say(match, "place g4", "it") == "G4: vede nero; M1919A4"
    assert say(match, "place bj1") == "BJ1: loads the 76mm"
    match.play("place bj3")
    assert say(match, "attack rifleman@7 weapon") == "Attack the SS Rifleman on circle 7 with the M2HB"
    assert say(match, "move k1") == "Move to K1: sees red"
    kinds = [choice.kind for choice in match.scene(0, "en").choices]
    assert [*dict.fromkeys(kinds)] == ["Attack", "Suppress", "Move"]
    first, second = (choice.do for choice in match.scene(0, "en").choices if "@7" in choice.do)
    assert (first, second) == ("attack rifleman@7 weapon", "attack rifleman@7")
    other, _ = at({}, BEGINNER)
    other.play("sutton")
    assert say(other, "place g4") == "G4: sees black"
