"""Sentences about a position: the wreck, cards just played, free circles, where a choice leads."""

import pytest

from garrison.core import record
from garrison.core.show.perspective import Perspective
from garrison.games.itter.tables import AREAS, CASTLE, CIRCLES, NEXT
from support.games.finished_game import whole_game
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
    inside = [piece for piece in scene.pieces if piece.at.startswith("bj")]
    wrecks = {piece.at: (piece.name, piece.sprite) for piece in inside if not piece.silent}
    assert wrecks == dict.fromkeys(("bj1", "bj2", "bj3", "bj4"), (wreck, "wreck"))
    assert [piece.sprite for piece in inside if piece.silent] == ["tank-wreck"]
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
    assert "tank-wreck" not in {piece.sprite for piece in match.scene(0).pieces}
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


def alarms(match, lang="en"):
    return {alarm.at: alarm for alarm in match.scene(0, lang).alarms}


def with_counters(counters, **position):
    found = {**NO_SS, **counters}
    return at({"rest": "casualty", "defenders": {"worsham": "k1"}, "counters": found, **position}, BEGINNER)


def arriving(card, counters, faces, mode=BEGINNER):
    """The match as a card's first counter rolls its area, with a token of each colour there."""
    position = {
        "actions_left": 1,
        "tokens": dict.fromkeys(("red", "purple", "green", "black"), 1),
        "ss_deck": [card],
        "rest": "casualty",
        "defenders": {"worsham": "k1"},
        "counters": {**NO_SS, **counters},
    }
    match, dice = at(position, mode)
    dice.feed(faces)
    match.play("pass")
    return match


def test_every_area_shows_how_many_circles_are_free_on_its_way_through_joined_tracks():
    match, _ = with_counters({"13": ["scout"], "16": ["sturm"], "24": ["rifleman"], "7": ["mg"]})
    found = alarms(match)
    labels = {area: int(found[str(area)].label) for area in AREAS}
    assert labels == {area: sum(circle not in (13, 16, 24) for circle in way(area)) for area in AREAS}
    assert not any(alarm.urgent for alarm in found.values())
    assert {alarm.counts for alarm in found.values()} == {"Free circles by area"}
    assert found["2"].say == "3 circles are free on the way from area 2 to the castle."
    assert alarms(match, "it")["2"].say == "Dall'area 2 al castello restano 3 cerchi liberi."


def test_the_last_free_circle_is_urgent_for_all_areas_that_lead_there():
    taken = {str(circle): ["rifleman"] for area in (2, 3, 4) for circle in way(area) if circle != 16}
    found = alarms(with_counters(taken)[0])
    assert found["16"].urgent
    assert found["16"].say == "16 is the last free circle on the way from areas 2, 3 and 4."
    assert [(found[area].label, found[area].urgent) for area in "234"] == [("1", False)] * 3


def test_an_area_may_itself_be_the_last_free_circle():
    taken = {str(circle): ["rifleman"] for circle in way(9)[1:]}
    found = alarms(with_counters(taken)[0], "it")
    assert (found["9"].label, found["9"].urgent) == ("1", True)
    assert found["9"].say == "9 è l'ultimo cerchio libero dall'area 9 al castello."


@pytest.mark.rule("itter", "ITP-4.3e")
def test_a_full_track_is_announced_and_a_miss_is_said_to_lose_the_castle():
    full = {str(circle): ["rifleman"] for circle in way(9)}
    match = arriving("rifleman-2/1", full, [4, 5])
    assert (alarms(match)["9"].label, alarms(match)["9"].urgent) == ("0", True)
    said = "on the way from area 9: one more arrival there breaks into the castle."
    assert alarms(match)["9"].say.endswith(said)
    asked = match.scene(0).ask
    assert "its track is full: it would push the SS Rifleman on 25 into the castle." in asked.text
    assert "Unless it is held off, the castle falls and the game is lost." in asked.text
    assert "il castello cade" in match.scene(0, "it").ask.text
    assert asked.about == ("9",)


@pytest.mark.rule("itter", "ITP-4.3d")
def test_the_question_says_who_would_be_pushed_where():
    match = arriving("rifleman-2/1", {"9": ["scout"], "26": ["sturm"]}, [4, 5])
    assert "It would push the SS Scout from 9 to 26, the SS Sturm from 26 to 27." in match.scene(0).ask.text
    assert "Scout SS da 9 a 26, Sturm SS da 26 a 27." in match.scene(0, "it").ask.text
    alone = arriving("rifleman-2/1", {"26": ["sturm"], "9": ["mg"]}, [4, 5])
    assert "heads for area 9, where it would push nobody." in alone.scene(0).ask.text


@pytest.mark.rule("itter", "ITP-4.3f")
def test_heavy_weapons_are_said_to_stay_and_do_not_fill_a_track():
    full = {str(circle): ["rifleman"] for circle in way(9)}
    for mode, said in (
        (BEGINNER, "stay, push nobody and fire at once."),
        (NORMAL, "where it would stay and push nobody."),
    ):
        assert said in arriving("mg-1/1", full, [4, 5], mode).scene(0).ask.text
    heavy = {str(area): ["mg", "mortar"] for area in AREAS[:5]}
    assert alarms(with_counters(heavy)[0])["2"].label == "5"


def test_a_game_that_is_over_raises_no_alarm():
    full = {str(circle): ["rifleman"] for circle in way(9)}
    match = arriving("rifleman-2/1", full, [4, 5])
    match.play("spend 0")
    assert match.over
    assert match.scene(0).alarms == ()


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


@pytest.mark.rule("itter", "ITP-2.6a")
def test_defenders_who_can_only_recover_are_folded():
    standing = {"rest": "casualty", "defenders": {"worsham": "k1", "sutton": "k2", "lee": "ghp"}}
    match, _ = at({**standing, "marks": {"sutton": ["exhausted"], "lee": ["disrupted"]}}, BEGINNER)
    for lang, heading in (("en", "Can only recover"), ("it", "Può solo recuperare")):
        folds = {choice.do: choice.fold for choice in match.scene(0, lang).choices}
        assert folds == {"lee": heading, "worsham": "", "sutton": heading, "pass": ""}


@pytest.mark.parametrize(
    ("lang", "lee", "scout", "gun", "plain"),
    [
        (
            "en",
            ("attack 1 die", "suppress 2", "Command", "tank crew"),
            ("defence 4",),
            "sees black; M2HB: attack 2, suppress 4, tank crew only",
            "sees purple and yellow; targeted by 5",
        ),
        (
            "it",
            ("attacco 1 dado", "soppressione 2", "Comando", "carrista"),
            ("difesa 4",),
            "vede nero; M2HB: attacco 2, soppressione 4, solo carristi",
            "vede viola e giallo; colpita con 5",
        ),
    ],
)
def test_counters_and_squares_are_described_in_words(lang, lee, scout, gun, plain):
    match, _ = at({"counters": {"2": ["scout"]}}, BEGINNER)
    pieces = {piece.id: piece.traits for piece in match.scene(0, lang).pieces}
    assert (pieces["lee"], pieces["scout@2"]) == (lee, scout)
    places = {place.id: place.about for place in match.game.show.board(match.options, lang).places}
    assert (places["bj3"], places["nt5"]) == (gun, plain)
    groups = {group.id: group.about for group in match.game.show.board(match.options, lang).groups}
    assert groups["north-terrace"] == ("terrazza nord" if lang == "it" else "")


# The end


@pytest.mark.parametrize(
    ("options", "counters", "english", "italian"),
    [
        (BEGINNER, [], "Minor victory · 2 points", "Vittoria minore · 2 punti"),
        (BEGINNER, ["rifleman", "mg", "mortar"], "Draw · -1 points", "Pareggio · -1 punti"),
        (
            NORMAL,
            [],
            "Victory · Casualty points: 34 (fewer is better)",
            "Vittoria · Punti dei caduti: 34 (meno sono, meglio è)",
        ),
    ],
)
def test_the_title_of_an_ending_says_victory_or_draw_and_the_score(options, counters, english, italian):
    there = {"rest": "casualty", "defenders": {"lee": "ghg", "clemenceau": "c1"}}
    deck = {"actions_left": 1, "ss_deck": ["reinforcements/3"]}
    match, _ = at({**there, **deck, "counters": {**NO_SS, "5": counters}}, options)
    match.play("pass")
    titles = [Perspective(match, 0).ending(lang).title for lang in ("en", "it")]
    assert titles == [english, italian]


@pytest.mark.rule("itter", "ITP-5.0b")
def test_a_castle_that_has_fallen_is_a_defeat_without_a_score():
    match = record.replay(record.parse(whole_game()))
    assert Perspective(match, 0).ending("en").title == "Defeat"
    assert Perspective(match, 0).ending("it").title == "Sconfitta"
