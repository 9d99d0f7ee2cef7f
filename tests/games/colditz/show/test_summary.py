"""What each officer has done meanwhile: a line of it, from what a seat was told, in words that agree."""

import re
from collections import Counter

import pytest

from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.core.registry import settle
from garrison.core.show.perspective import Perspective
from garrison.core.state import ALL, SPECTATOR
from garrison.games.colditz.castle.layout import NUMBER
from garrison.games.colditz.game import COLDITZ
from garrison.games.colditz.show.summary import summary
from garrison.games.colditz.tables import CARDS, NATIONS, PAWNS
from support.games.colditz_lively import OFFER, drawn
from support.games.colditz_matches import acting, new, play

BRITISH, FRENCH, SECURITY = 0, 1, 5
SINGULAR = {"Security Officer", "Ufficiale della sicurezza"}
UNTIL = 700
"""Rows of a chance game."""


def pawn(name):
    return PAWNS.index(name)


def lines(*told, lang="en"):
    """The summary of events that all were told, by officer."""
    return {line.who: line.text for line in summary([(ALL, *event) for event in told], lang)}


def summed_up(seed, **options):
    """A chance game, with what all were told in it."""
    match = Match(COLDITZ, settle(COLDITZ, options), KeyedDice(seed_key(seed)))
    chance = KeyedDice(seed_key(seed), "chance")
    while not match.over and len(match.rows) < UNTIL:
        seat = match.awaited[0]
        actions = match.answers(seat)
        if not chance.pick(OFFER, "offer"):
            other = chance.pick(len(match.seats), "seat")
            seat, actions = (other, match.legal(other)) if match.legal(other) else (seat, actions)
        match.play(drawn(match, list(actions), chance), seat)
    return match, [event for row in match.line for event in match.events(row, SPECTATOR)]


def done(match, officer, verb):
    """How often an officer did this."""
    rows = [match.rows[row] for row in match.line]
    return sum(row.seat == officer and match.write(row.action).split()[0] == verb for row in rows)


GAMES = [
    (1, {"seats": "3"}),
    (2, {"seats": "6"}),
    (14, {"edition": "classic", "seats": "4"}),
    (15, {"edition": "classic", "seats": "6"}),
]


@pytest.mark.parametrize(("seed", "options"), GAMES)
def test_what_is_counted_was_done_so_often(seed, options):
    match, told = summed_up(seed, **options)
    said = {line.who: line.text for line in summary(told, "en")}
    for seat, name in enumerate(match.seats):
        text = said[match.game.tell.called("seat", name, "en")]
        own = Counter(event[1] for row in match.line for event in match.events(row, seat))
        drawn_alone = own["drew_card"] + sum(event[1:3] == ("drew_part", seat) for event in told)
        assert many("drew", text) + many("drew", text, "kit part") == drawn_alone, text
        assert many("discarded", text) == done(match, seat, "discard"), text
        assert ("made " in text) == (done(match, seat, "make") > 0), text
        if name == "security":
            assert many("posted", text, "guard") == sum(event[1] == "posted" for event in told)


def many(verb, text, what="card"):
    """The number in a phrase such as `drew 2 cards`."""
    found = re.search(rf"\b{verb} (an?|\d+) {what}s?\b", text)
    return 0 if found is None else 1 if found[1][0] == "a" else int(found[1])


@pytest.mark.parametrize(("seed", "options"), GAMES)
def test_verbs_agree_with_who_did_it(seed, options):
    """In Italian a nation is several, the Security Officer one; every text is a sentence of its own."""
    _, told = summed_up(seed, **options)
    for size in (9, 40, len(told)):
        for start in range(0, len(told), size):
            for line in summary(told[start : start + size], "it"):
                assert re.fullmatch(r"\S.*\S\.", line.text), line
                assert not re.search(r"[{}]|  | [,.]|\bNone\b", line.text), line
                if line.who:
                    verb = line.text.removeprefix("non ").removeprefix("si ").split()[0]
                    assert verb.endswith("no") == (line.who not in SINGULAR), line


def test_a_summary_reads_like_this():
    told = [
        ("rolled", BRITISH, 3, 3),
        ("rolled", BRITISH, 5, 2),
        ("drew", BRITISH),
        ("drew", BRITISH),
        ("moved", pawn("british-1"), (NUMBER["in_091"], NUMBER["chapel_8"]), 4),
        ("moved", pawn("british-2"), (NUMBER["in_091"],), 1),
        ("traded", BRITISH, FRENCH, 2, 1),
        ("traded", BRITISH, NATIONS.index("dutch"), 1, 0),
        ("rolled", SECURITY, 6, 1),
        ("moved", pawn("guard-1"), (NUMBER["in_091"],), 1),
        ("arrested", pawn("british-2"), NUMBER["in_091"], 0),
        ("played", SECURITY, CARDS.index("confiscate")),
        ("confiscated", FRENCH, 1),
        ("confiscated", FRENCH, 2),
        ("missed", pawn("guard-3"), pawn("french-1")),
        ("collapsed", 0),
    ]
    assert lines(*told) == {
        "British": "rolled 3+3 and 5+2, drew 2 cards, moved British 1 to the chapel, "
        "gave the French officer 2 cards and got 1, gave the Dutch officer a card and got 0.",
        "Security Officer": "rolled 6+1, arrested British 2 (inner cells), played Confiscate Equipment, "
        "took 2 Equipment cards from the French officer, shot at French 1 and missed.",
        "": "The chapel tunnel collapses.",
    }
    assert lines(*told, lang="it") == {
        "Britannici": "tirano 3+3 e 5+2, pescano 2 carte, portano Britannico 1 in cappella, "
        "danno 2 carte all'ufficiale francese e ne ricevono 1, "
        "danno una carta all'ufficiale olandese e ne ricevono 0.",
        "Ufficiale della sicurezza": "tira 6+1, arresta Britannico 2 (celle interne), gioca Confisca, "
        "toglie 2 carte Equipaggiamento all'ufficiale francese, spara a Francese 1 senza colpire.",
        "": "Crolla la galleria della cappella.",
    }


def test_names_with_an_article_are_told_one_by_one():
    told = [("discovered", n) for n in range(2)]
    told += [("card_shown", FRENCH, n) for n in range(2)]
    assert lines(*told) == {
        "Security Officer": "discovered the chapel tunnel, discovered the canteen tunnel.",
        "French": "showed the card of the chapel tunnel, showed the card of the canteen tunnel.",
    }
    said = lines(*told, ("offered", BRITISH, 4, (0,), (1,)), lang="it")
    assert said["Britannici"] == "propongono uno scambio all'ufficiale americano."
    assert said["Francesi"].startswith("mostrano la carta della galleria della cappella, mostrano")


def test_an_offer_that_was_answered_is_told_by_its_answer():
    offer = ("offered", BRITISH, FRENCH, (0,), (1,))
    assert lines(offer) == {"British": "offered the French officer a trade."}
    assert lines(offer, offer) == lines(offer)
    assert lines(offer, ("declined", BRITISH, FRENCH)) == {
        "French": "declined an offer of the British officer."
    }
    assert not lines(offer, ("recalled", BRITISH, FRENCH))
    assert not lines(offer, ("lapsed", BRITISH, FRENCH))


def test_who_walked_and_was_caught_did_not_get_far():
    walk = ("moved", pawn("french-1"), (NUMBER["in_091"],), 3)
    caught = ("arrested", pawn("french-1"), NUMBER["in_091"], 1)
    assert lines(walk) == {"French": "moved French 1."}
    came = ("moved", pawn("guard-1"), (NUMBER["in_091"],), 2)
    assert lines(walk, came, caught) == {"Security Officer": "arrested French 1 (outer cells)."}


def test_nothing_is_told_that_a_seat_was_not_told():
    """The two of an offer know of it, the others do not; a card drawn is named to nobody."""
    position = {"equipment": {"british": {"rope": 1}, "french": {"key": 1}}}
    match = acting({"seats": "4"}, pawns={"british-1": "in_091", "polish-1": "in_116"}, **position)
    play(match, "trade french", "put rope", "send", "end")
    told = {
        seat: "\n".join(line.text for line in summary(match.events(len(match.rows) - 2, seat), "en"))
        for seat in (0, 1, 2, 3, SPECTATOR)
    }
    assert {seat for seat, text in told.items() if "offered" in text} == {0, 1}


@pytest.mark.parametrize(("seed", "options"), GAMES)
def test_no_card_is_named_that_was_not_shown(seed, options):
    match, told = summed_up(seed, **options)
    tell, named = match.game.tell, {event[3] for event in told if event[1] in ("played", "saved")}
    hidden = [tell.argument("card", card, "en") for card in range(len(CARDS)) if card not in named]
    assert hidden
    for seat in range(len(match.seats)):
        others = [event for row in match.line for event in match.events(row, seat)]
        text = " ".join(line.text for line in summary(others, "en"))
        assert not [
            card for card in hidden if re.search(rf"(played|with|and|,) {re.escape(card)}[,. ]", text)
        ]


def test_it_begins_after_the_last_decision():
    match = new(seats="3")
    while len(match.rows) < 60:
        match.play(match.answers(match.awaited[0])[0], match.awaited[0])
    for seat in range(len(match.seats)):
        seen = Perspective(match, seat)
        found = seen.summary("en")
        if found is not None:
            after = [event for n in range(found.since + 1, seen.count + 1) for event in seen.events(n)]
            assert [*found.lines] == summary(after, "en")
            break
    else:
        pytest.fail("nobody was away for long enough")


def test_who_walks_into_a_guard_has_done_that_himself():
    match = acting({"seats": "2"}, turn="british", pawns={"british-1": "out_351", "guard-1": "out_347"})
    play(match, "british-1", "force guard-1")
    told = [event[1:] for row in match.line for event in match.events(row)]
    assert lines(*told) == {"British": "walked British 1 into a guard."}
    assert "addosso a una guardia" in lines(*told, lang="it")["Britannici"]
    guard, space = pawn("guard-1"), NUMBER["out_351"]
    walked = ("moved", pawn("british-1"), (NUMBER["out_347"], space), 1)
    came = ("moved", guard, (NUMBER["out_347"], space), 1)
    caught = lines(walked, ("rolled", SECURITY, 3, 4), came, ("arrested", pawn("british-1"), space, 1))
    assert caught == {"Security Officer": "rolled 3+4, arrested British 1 (outer cells)."}


def test_a_line_that_ends_in_an_abbreviation_has_one_full_stop():
    walk = ("moved", pawn("french-1"), (NUMBER["wc_2"],), 1)
    assert lines(walk) == {"French": "moved French 1 to the W.C."}
