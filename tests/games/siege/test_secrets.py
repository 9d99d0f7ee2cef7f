"""The shot loaded behind the catapult is the attacker's secret until the shot; all else is public."""

import json
from collections import Counter

import pytest

import garrison
from garrison.core.dice import KeyedDice, ScriptedDice, seed_key
from garrison.core.errors import NOT_ASKED, UNDO_NEWS, UNDO_OTHERS
from garrison.core.laws.secrecy import nobody_learns_untold
from garrison.core.show import words
from garrison.core.show.perspective import Perspective
from garrison.core.state import SPECTATOR
from garrison.games.siege import tables
from support.games.siege import ATTACKER, DEFENDER, OUTSIDE, SIEGE, WIZARD, aim, asked, at, done, new, shoot

OTHERS = (DEFENDER, SPECTATOR)
KINDS = tables.KINDS
TRIED = [
    row
    for row in range(len(SIEGE.play.actions))
    if row % 23 == 0 or SIEGE.play.actions[row].startswith("load ")
]


def gets(match, seat):
    """All that a seat can get out of a match, by path, as text."""
    found = {
        "view": json.dumps(match.view(seat), sort_keys=True),
        "list": repr(match.legal(seat)),
        "question": repr((match.ask, match.awaited)),
        "refusals": repr([match.refusal(row, seat) for row in range(len(SIEGE.play.actions))]),
        "events": repr([match.events(row, seat) for row in range(len(match.rows))]),
        "undo": repr([match.undo_bar(seat, row) for row in match.line[:-1]]),
    }
    for lang in words.LANGS:
        found[f"why, {lang}"] = repr([match.why(row, seat, lang) for row in TRIED])
        found[f"scene, {lang}"] = repr(match.scene(seat, lang))
        found[f"frames, {lang}"] = repr(Perspective(match, seat).log(lang))
    return found


def differ(one, other, seat):
    """The paths by which a seat could tell two matches apart."""
    mine, theirs = gets(one, seat), gets(other, seat)
    return [path for path in mine if mine[path] != theirs[path]]


def both(matches, text):
    """The same action in both; nobody else could tell them apart before."""
    for seat in OTHERS:
        assert differ(*matches, seat) == []
    assert {"view", "events"} <= set(differ(*matches, ATTACKER))
    for match in matches:
        match.play(text)


@pytest.mark.rule("siege", "CUS-12")
@pytest.mark.parametrize(
    ("mine", "theirs"), [("boulder", "fire"), ("boulder", "disease"), ("fire", "disease")]
)
@pytest.mark.parametrize("spell", ["cast", "wait"])
def test_another_kind_looks_the_same_to_all_others_until_the_shot(mine, theirs, spell):
    matches = new(7), new(7)
    for match, kind in zip(matches, (mine, theirs), strict=True):
        match.play("post rest")
        match.play(f"load {kind}")
    for text in (spell, "site n3", "turn 180", "pull 2.1"):
        both(matches, text)
    for seat in OTHERS:
        assert "events" in differ(*matches, seat)


@pytest.mark.rule("siege", "CUS-12")
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seat", OTHERS)
def test_others_see_that_something_is_loaded_and_not_what(kind, seat):
    match = at(counters=WIZARD)
    match.play(f"load {kind}")
    assert match.view(seat)["loaded"] == "hidden"
    assert match.view(ATTACKER)["loaded"] == match.view()["loaded"] == kind
    assert set(match.view(seat)["ammunition"].values()) == {"supply"}
    assert [event[1] for event in match.events(1, seat)] == ["loaded"]
    assert [event[1] for event in match.events(1, ATTACKER)] == ["loaded", "loaded_kind"]
    for lang in words.LANGS:
        names = [SIEGE.tell.name("kind", each, lang) for each in KINDS]
        said = {
            who: " ".join(step.say for step in Perspective(match, who).frame(lang).steps)
            for who in (seat, ATTACKER)
        }
        assert not [name for name in names if name in said[seat]]
        assert SIEGE.tell.name("kind", kind, lang) in said[ATTACKER]
    text, scatter = aim_of(match)
    match.dice.feed(scatter)
    match.play(text)
    assert match.view(seat)["loaded"] == ""
    assert match.view(seat)["last"]["shot"] == f"{kind}-1"


def aim_of(match):
    match.play("wait")
    return aim(match, OUTSIDE)


@pytest.mark.rule("siege", "CUS-12", "CUS-13")
def test_the_defender_has_no_list_and_one_refusal_while_the_attacker_loads():
    match = at(counters=WIZARD)
    for seat in OTHERS:
        assert match.legal(seat) == []
        assert {match.refusal(row, seat) for row in range(len(SIEGE.play.actions))} == {NOT_ASKED}
    with pytest.raises(garrison.NotAsked):
        match.play("load boulder", DEFENDER)
    match.play("load boulder")
    assert match.legal(ATTACKER) == []
    assert {match.refusal(row, ATTACKER) for row in range(len(SIEGE.play.actions))} == {NOT_ASKED}


@pytest.mark.rule("siege", "CUS-12")
def test_everything_else_is_open():
    match = new(5)
    match.play("post rest")
    for _ in range(3):
        for text in ("load fire", "wait", "aim"):
            if asked(match) == "aim":
                form = match.scene(ATTACKER).form
                match.play((form.row, *form.start))
            elif text.split()[0] == asked(match) or asked(match) == "spell":
                match.play(text)
        while asked(match) not in ("load", ""):
            listed = match.legal()
            match.play("done" if asked(match) == "who" else listed[0])
        views = [match.view(seat) for seat in (*OTHERS, ATTACKER)]
        assert views[0] == views[1] == views[2] == match.view()


# Samples


def sampled(match, seat, count=200):
    """The shots behind the catapult in so many samples of a seat's view, each of which must fit it."""
    seen = match.view(seat)
    found = Counter()
    for n in range(count):
        dice = KeyedDice(seed_key(n))
        state = SIEGE.know.sample(seen, dice)
        assert SIEGE.know.view(state, seat) == seen
        found[SIEGE.know.view(state, ATTACKER)["loaded"]] += 1
    return found


@pytest.mark.rule("siege", "CUS-12")
@pytest.mark.parametrize("seat", OTHERS)
def test_samples_hold_every_kind_that_is_left_the_more_the_likelier(seat):
    match = at(counters=WIZARD)
    match.play("load disease")
    found = sampled(match, seat)
    assert set(found) == set(KINDS)
    assert found["boulder"] > found["fire"] > found["disease"] > 0
    gone = {f"boulder-{n}": "spent" for n in range(1, 13)}
    fewer = at(counters=WIZARD, ammunition=gone)
    fewer.play("load disease")
    assert set(sampled(fewer, seat)) == {"fire", "disease"}


@pytest.mark.rule("siege", "CUS-12")
def test_the_attacker_samples_what_he_has_loaded_and_others_too_once_it_is_shot():
    match = at(counters=WIZARD)
    match.play("load fire")
    assert set(sampled(match, ATTACKER, 20)) == {"fire"}
    shoot(match, "fire", OUTSIDE)
    for seat in (ATTACKER, *OTHERS):
        assert set(sampled(match, seat, 5)) == {""}
    done(match)
    for seat in (ATTACKER, *OTHERS):
        assert set(sampled(match, seat, 5)) == {""}


def test_a_sample_draws_nothing_when_there_is_nothing_to_guess():
    match = at()
    for seat in (ATTACKER, *OTHERS):
        SIEGE.know.sample(match.view(seat), ScriptedDice())


# Undoing and twins


@pytest.mark.rule("siege", "CUS-12")
def test_the_attacker_may_think_again_until_the_wizard_has_spoken():
    match = at(counters=WIZARD)
    match.play("load fire")
    with pytest.raises(garrison.Refused) as refused:
        match.undo(DEFENDER)
    assert refused.value.rule == UNDO_OTHERS
    match.undo(ATTACKER)
    match.play("load boulder")
    for seat in OTHERS:
        assert match.view(seat)["loaded"] == "hidden"
        told = [event[1] for row in range(len(match.rows)) for event in match.events(row, seat)]
        assert "loaded_kind" not in told
    match.play("wait")
    with pytest.raises(garrison.Refused) as refused:
        match.undo(ATTACKER)
    assert refused.value.rule == UNDO_OTHERS


@pytest.mark.rule("siege", "CUS-13")
@pytest.mark.parametrize("word", ["cast", "wait"])
def test_what_the_wizard_has_said_stands(word):
    match = at(counters=WIZARD)
    match.play("load fire")
    match.play(word)
    with pytest.raises(garrison.Refused) as refused:
        match.undo(DEFENDER)
    assert refused.value.rule == UNDO_NEWS
    match.play("site n3")
    match.play("turn 180")
    match.undo(ATTACKER)
    match.undo(ATTACKER)
    with pytest.raises(garrison.Refused) as refused:
        match.undo(DEFENDER)
    assert refused.value.rule == UNDO_NEWS
    assert match.view()["spell"] == (word == "cast")


@pytest.mark.rule("siege", "CUS-12")
def test_a_shot_cannot_be_taken_back():
    match = at()
    shoot(match, "boulder", OUTSIDE)
    with pytest.raises(garrison.Refused) as refused:
        match.undo(ATTACKER)
    assert refused.value.rule.startswith("undo-")


@pytest.mark.rule("siege", "CUS-12")
@pytest.mark.parametrize("seed", range(4))
def test_twins_tell_nobody_anything(seed):
    match, chance = new(seed), KeyedDice(seed_key(100 + seed))
    match.play("post rest")
    while not match.over and match.view()["turn"] < 5:
        listed = match.legal()
        match.play("done" if asked(match) == "who" else listed[chance.pick(len(listed), "choice")])
    for n in range(4):
        chance.start(n)
        nobody_learns_untold(match, chance)
