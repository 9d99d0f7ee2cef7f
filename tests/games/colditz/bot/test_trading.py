"""Trades by the guide: for what a plan lacks, against what it does not need, and never in circles."""

from garrison.games.colditz.bot import trading
from garrison.games.colditz.bot.camps import camp
from garrison.games.colditz.bot.guide import ColditzGuide
from garrison.games.colditz.bot.plans import plan
from garrison.games.colditz.offers import partner
from garrison.games.colditz.tables import CUTTER, KEY, ROPE
from support.games.colditz_matches import at

GUIDE = ColditzGuide()
PAWNS = {
    **{f"british-{n}": f"appel_{n:03d}" for n in range(1, 8)},
    **{f"french-{n}": f"appel_{n + 10:03d}" for n in range(1, 8)},
}


def ready(british, french, **more):
    """The British turn begins; both officers hold equipment."""
    held = {"british": british, "french": french}
    position = {"turn": "british", "phase": "ready", "pawns": PAWNS, "equipment": held, "round": 50, **more}
    return at({"seats": "3"}, kits=["british", "french"], **position)


def made(match):
    """The offer that the first officer makes, piece by piece, and what comes of it."""
    done = []
    while len(done) < 8 and not match.waiting:
        actions = match.legal(0)
        ranks = GUIDE.rank(match.state, 0, actions)
        done.append(match.write(actions[max(range(len(actions)), key=ranks.__getitem__)]))
        if done[-1] == "roll":
            break
        match.play(done[-1], 0)
    return done


def answer(match):
    actions = match.legal(1)
    ranks = GUIDE.rank(match.state, 1, actions)
    return match.write(actions[max(range(len(actions)), key=ranks.__getitem__)])


def test_he_asks_for_what_completes_his_way_and_offers_what_he_does_not_need():
    match = ready({"rope": 2, "key": 2}, {"cutter": 1, "rope": 1})
    found = plan(camp(match.state, 0))
    assert found is not None
    done = made(match)
    assert done[0] == "trade french"
    assert "put key" in done
    assert done[-1] == "send"
    given, wanted = trading.gives(match.state, 0), trading.wants(match.state, 0)
    assert given[KEY] == 1
    assert wanted[ROPE] + wanted[CUTTER] == 1


def test_he_makes_no_offer_if_he_lacks_nothing_that_others_have():
    assert made(ready({"rope": 2, "key": 2}, {"key": 1}))[0] == "roll"
    assert made(ready({}, {"cutter": 1}))[0] == "roll"


def test_he_does_not_ask_again_in_the_next_round():
    assert made(ready({"rope": 2, "key": 2}, {"cutter": 1, "rope": 1}, round=49))[0] == "roll"


def test_an_offer_that_was_declined_is_not_made_again_in_that_turn():
    match = ready({"rope": 2, "key": 2}, {"cutter": 1, "rope": 1})
    made(match)
    match.play("decline british", 1)
    assert made(match)[0] == "roll"
    assert partner(match.state, 0) < 0


def offered(match, give, want):
    match.play("trade french", 0)
    for things, verb in ((give, "put"), (want, "want")):
        for each in things:
            match.play(f"{verb} {each}", 0)
    match.play("send", 0)
    return answer(match)


def test_he_takes_what_he_needs_for_what_he_does_not():
    match = ready({"cutter": 1}, {"rope": 2, "key": 1})
    lacks = trading.needs(match.state, 1)
    assert lacks is not None
    assert lacks[CUTTER] > 0 > lacks[KEY]
    assert offered(match, ["cutter"], ["key"]) == "accept british"


def test_he_gives_nothing_that_he_needs():
    assert offered(ready({"key": 1}, {"rope": 2}), ["key"], ["rope"]) == "decline british"


def test_he_gives_nothing_to_who_is_about_to_win():
    pawns = {**PAWNS, "british-1": "escaped"}
    match = ready({"cutter": 1}, {"rope": 2, "key": 1}, pawns=pawns)
    assert offered(match, ["cutter"], ["key"]) == "decline british"


def test_with_nothing_in_hand_he_takes_no_gift_which_would_endanger_his_team():
    """COL-O-087: whoever holds equipment can be arrested inside."""
    assert offered(ready({"key": 1}, {}), ["key"], []) == "decline british"
