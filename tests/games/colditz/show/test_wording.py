"""Questions and choices say what is at stake: who comes for whom, what an offer is, what ends with a turn."""

import pytest

from garrison.games.colditz.game import COLDITZ
from support.games.colditz_matches import at, officer, play, question, roll, security

THREE = {"seats": "3"}
INSIDE = (("chapel", 0), ("theatre", 1))


def prompt(match, seat=0, lang="en"):
    return match.scene(seat, lang).ask.text


def said(match, do, seat=0, lang="en"):
    """A choice, an answer to an offer, or an offer, as a reader of the language sees it."""
    scene = match.scene(seat, lang)
    return next(each.say for each in (*scene.choices, *scene.replies, *scene.offers) if each.do == do)


def note(match, do, seat):
    return next(each.note for each in match.scene(seat, "en").choices if each.do == do)


@pytest.mark.rule("colditz", "COL-O-079")
def test_an_officer_is_told_which_guard_comes_for_whom_and_where():
    near = {"british-1": "in_115", "guard-1": "in_116"}
    match = security(5, near, hands={"british": ["release"]}, equipment={"british": {"rope": 1}})
    play(match, "guard-1", "arrest british-1")
    assert prompt(match) == "Do you play a card? Guard 1 is about to arrest British 1 at west courtyard 115."
    assert prompt(match, lang="it").startswith(
        "Giochi una carta? Guardia 1 sta per arrestare Britannico 1 nel"
    )
    posted = security(5, {"british-1": "post_in_1"}, hands={"british": ["release"]})
    play(posted, "post post_in_1")
    assert "Guard 1 is being posted at inner post 1 and is about to arrest British 1" in prompt(posted)


@pytest.mark.rule("colditz", "COL-O-009", "COL-O-079")
def test_a_shot_tells_what_the_roll_must_reach_and_who_is_in_danger():
    there = {"british-1": "ext_121", "guard-1": "ext_124", "guard-2": "out_300"}
    match = security(0, there, hands={"british": ["release"], "security": ["shoot"]})
    play(match, "play shoot")
    assert question(match) == "shooter"
    assert [note(match, f"guard-{n}", 1) for n in (1, 2)] == ["3", "4"]
    match.dice.feed([2, 2])
    play(match, "guard-1")
    assert prompt(match, 1) == "A double: 4 so far. Do you throw again?"
    play(match, "keep")
    assert (
        prompt(match) == "Do you play a card? Guard 1 is about to shoot British 1 at outside south-east 121."
    )


@pytest.mark.rule("colditz", "COL-O-079")
def test_a_search_names_its_room_to_those_who_may_answer():
    match = security(
        3,
        {"british-1": "store_1"},
        hands={"british": ["warning"], "security": ["search"]},
        equipment={"british": {"rope": 1}},
    )
    play(match, "play search")
    assert prompt(match).endswith("announces this: Search. Room: store.")


@pytest.mark.rule("colditz", "COL-O-083", "COL-O-084")
def test_who_stayed_away_is_named_and_an_empty_search_is_told():
    pawns = {"british-1": "in_031", "british-2": "in_034", "guard-1": "post_out_1"}
    match = at(turn="security", pawns=pawns, hands={"security": ["appel"]})
    play(match, "play appel")
    assert said(match, "done") == "All go to the appel area"
    play(match, "refuse british-2")
    assert said(match, "done") == "1 stays away, 1 goes to the appel area"
    play(match, "done")
    assert prompt(match, 1) == "General search or a normal turn? Not at the Appel: British 2."
    match.dice.feed([1, 2])
    assert "found_nobody" in play(match, "general-search")


@pytest.mark.rule("colditz", "COL-O-127")
def test_ending_a_turn_tells_which_tunnel_collapses():
    below = {"inside": ["british-1"], "tunnels": {"theatre": "open", "chapel": "open"}}
    match = officer(3, {"british-1": "tun_theatre_3"}, **below)
    fates = "with nobody in it", "and the POW in it goes to solitary"
    fall = [f"the {name} tunnel collapses, {fates[n]} (inside: {n} of 2)" for name, n in INSIDE]
    assert said(match, "end") == f"End your turn: {'; '.join(fall)}"
    assert said(officer(3, {"british-1": "in_031"}), "end") == "End your turn"


def ending(match, seat=0):
    """What each choice ends, if it ends something."""
    return {choice.do: choice.ends for choice in match.scene(seat, "en").choices if choice.ends}


@pytest.mark.rule("colditz", "COL-C-51d")
def test_a_choice_says_if_it_ends_the_turn_the_posting_or_the_game_of_a_team():
    classic = {"edition": "classic"}
    run = at(classic, pawns={"british-1": "canteen_5"}, kits=["british"], do_or_die=[3])
    assert ending(run) == {"do-or-die british-1": "Stake the whole team on Do or Die"}
    assert ending(officer(3, {"british-1": "in_031"}, classic)) == {"end": "End your turn"}
    posts = {f"guard-{n}": f"post_{post}" for n, post in enumerate(("in_1", "out_1", "out_2"), 1)}
    posting = at(classic, phase="deploy", turn="security", rest="start", pawns=posts)
    assert ending(posting, 1) == {"done": "Finish posting the guards"}
    called = at(classic, turn="security", pawns={"british-1": "in_031"}, hands={"security": ["appel"]})
    play(called, "play appel")
    assert "done" in map(called.write, called.legal())
    assert ending(called) == {}


@pytest.mark.rule("colditz", "COL-O-100")
@pytest.mark.ruling("colditz", "AMB-66")
def test_an_offer_is_told_with_what_is_in_it():
    match = officer(3, {}, THREE, equipment={"british": {"rope": 2}, "french": {"key": 1}})
    play(match, "trade french", "put rope", "put rope", "want key")
    sent = "to the French Escape Officer: you give 2 ropes and ask for 1 key"
    assert said(match, "send") == f"Send the offer {sent}"
    assert said(match, "drop") == f"Drop the offer {sent}"
    assert said(match, "end") == "End your turn: your offer is dropped, as it has not been sent"
    play(match, "send")
    assert said(match, "end") == "End your turn: your offer lapses"
    told = "Accept the offer of the British Escape Officer: you get 2 ropes and give 1 key"
    assert said(match, "accept british", 1) == told
    assert said(match, "accept british", 1, "it").endswith("britannico: ricevi 2 corde e dai 1 chiave")
    gift = officer(3, {}, THREE, equipment={"british": {"rope": 1}})
    play(gift, "trade french", "put rope", "send")
    assert said(gift, "accept british", 1).endswith("you get 1 rope and give nothing")


def round_told(match, lang="en"):
    return next(gauge.value for gauge in match.scene(0, lang).gauges if gauge.id == "round")


@pytest.mark.rule("colditz", "COL-O-136")
def test_with_two_pows_away_the_round_is_told_to_be_the_last():
    one = {"british-1": "escaped", "british-2": "in_031"}
    two = {"british-1": "escaped", "british-2": "escaped", "british-3": "in_031"}
    assert round_told(officer(3, one, round=20)) == "20"
    match = officer(3, two, round=20)
    assert (round_told(match), round_told(match, "it")) == ("20, the last", "20, l'ultimo")
    assert prompt(match) == "What do you do? It is your last turn, with 3 movement points."
    ready = at(phase="ready", turn="security", round=20, pawns=two)
    assert prompt(ready, 1).endswith("It is your last turn.")


@pytest.mark.rule("colditz", "COL-O-141")
def test_with_a_common_goal_as_many_escapes_as_officers_make_the_round_the_last():
    shared = {"seats": "3", "goal": "shared"}
    one, two = {"british-1": "escaped"}, {"british-1": "escaped", "french-1": "escaped"}
    here = {"british-3": "in_031"}
    assert round_told(officer(3, {**one, **here}, shared, round=20)) == "20"
    assert round_told(officer(3, {**two, **here}, shared, round=20)) == "20, the last"


@pytest.mark.rule("colditz", "COL-O-135")
def test_the_last_turns_are_told_before_they_are_played():
    assert round_told(officer(3, {"british-1": "in_031"}, round=1)) == "1, the last"
    assert round_told(officer(3, {"british-1": "in_031"}, round=2)) == "2"


def test_the_double_of_a_movement_roll_is_asked_as_usual():
    match = at(pawns={"british-1": "in_031"})
    roll(match, 3, 3)
    assert prompt(match) == "A double. Do you throw again?"


@pytest.mark.parametrize(("lang", "word"), [("en", "reconstructed"), ("it", "ricostruita")])
def test_a_card_in_hand_says_that_it_is_reconstructed(lang, word):
    match = at(hands={"british": ["talisman", "release"]})
    marks = {piece.id: piece.marks for piece in match.scene(0, lang).pieces if piece.at == "hand-british"}
    assert marks == {"talisman-british-0": (word,), "release-british-0": ()}
    told = {name.partition(" (")[0]: remark for name, _, remark in COLDITZ.book.cards("modern", lang)}
    assert [told[COLDITZ.tell.name("card", card, lang)] for card in ("talisman", "release")] == [word, ""]


@pytest.mark.rule("colditz", "COL-O-074")
@pytest.mark.parametrize("edition", ["modern", "classic"])
def test_the_question_says_that_there_are_too_many_cards(edition):
    hand = ["release", "talisman", "warning", "diversion"]
    for cards, asked in (
        (hand, "Too many cards: you hold 4 and may keep 3 when the turn ends. What do you do? You have 2"),
        (hand[1:], "What do you do? You have 2 movement points."),
    ):
        match = officer(2, {}, {"edition": edition}, hands={"british": cards})
        assert prompt(match).startswith(asked)
    kit_part = officer(2, {}, {"seats": "6"}, hands={"british": [*hand[1:], "kit-food"]})
    assert prompt(kit_part) == "What do you do? You have 2 movement points."
