"""The competitive game: nothing of the SS player's hand and plan reaches another seat."""

import json
from functools import cache

import pytest

import garrison
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.errors import NOT_ASKED, UNDO_DRAW, UNDO_NEWS, UNDO_OTHERS
from garrison.core.laws.secrecy import nobody_learns_untold
from garrison.core.show import words
from garrison.core.show.perspective import Perspective
from garrison.core.state import SPECTATOR
from support.games.competitive import (
    CARDS,
    DEFENDER,
    FILLERS,
    ITTER,
    OUTSIDE,
    REGIMENT,
    REINFORCEMENTS,
    SECRETS,
    SS,
    THREE,
    asked,
    at,
    drawn_or_not,
    escaped_match,
    from_view,
    in_table_order,
    new,
    plan,
)
from support.games.moves import sample_play
from support.proof import few

# All that a seat can get

TRIED = [
    row
    for row, text in enumerate(ITTER.play.actions)
    if text.startswith(("plan ", "tactic ")) or row % 29 == 0
]


def gets(match, seat):
    """All that a seat can get out of a match, by path, as text."""
    everything = range(len(match.rows))
    found = {
        "view": json.dumps(match.view(seat), sort_keys=True),
        "list": repr(match.legal(seat)),
        "question": repr((match.ask, match.awaited)),
        "refusals": repr([match.refusal(row, seat) for row in range(len(ITTER.play.actions))]),
        "events": repr([match.events(row, seat) for row in everything]),
        "undo": repr([match.undo_bar(seat, row) for row in match.line[:-1]]),
        "result": repr(match.result),
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


def alike(one, other, seats=OUTSIDE):
    for seat in seats:
        assert differ(one, other, seat) == []


def defend_alike(one, other, seats=OUTSIDE):
    """The same Defender Phase in both, up to its last action."""
    number = 0
    while one.view()["actions_left"] > 1 or asked(one) != "who":
        number += 1
        action = one.legal(DEFENDER)[number % len(one.legal(DEFENDER))]
        one.play(action, DEFENDER)
        other.play(action, DEFENDER)
        alike(one, other, seats)
    assert number >= 4


@cache
def varied_seed():
    """A deal of four different SS cards."""
    return next(seed for seed in range(1000) if len(set(new(seed).view()["ss_hand"])) == 4)


CHOICES = {
    "everything": ((0, 1, 2, 0), (3, 2, 0, 2)),
    "only the last two exchanged": ((0, 1, 2, 0), (0, 2, 1, 0)),
    "other cards": ((0, 1, 2, 0), (1, 2, 3, 0)),
    "other order": ((0, 1, 2, 0), (2, 0, 1, 0)),
    "other tactic": ((0, 1, 2, 0), (0, 1, 2, 1)),
}
"""Places in the hand for the three orders, and in the tactic hand."""


@pytest.mark.rule("itter", "ITP-6.2d", "ITP-6.2g")
@pytest.mark.ruling("itter", "AMB-50")
@pytest.mark.parametrize("name", few(2, CHOICES))
def test_what_was_planned_reaches_nobody_else_before_it_is_turned_up(name):
    one, other = new(varied_seed()), new(varied_seed())
    hand, tactics = one.view(SS)["ss_hand"], one.view(SS)["tactic_hand"]
    for mine, theirs in list(zip(*CHOICES[name], strict=True))[:3]:
        one.play(f"plan {hand[mine]}", SS)
        other.play(f"plan {hand[theirs]}", SS)
        alike(one, other)
    mine, theirs = CHOICES[name][0][3], CHOICES[name][1][3]
    one.play(f"tactic {tactics[mine]}", SS)
    other.play(f"tactic {tactics[theirs]}", SS)
    alike(one, other)
    assert {"view", "events", "scene, en", "scene, it"} <= set(differ(one, other, SS))
    defend_alike(one, other)
    one.play("pass", DEFENDER)
    other.play("pass", DEFENDER)
    for seat in OUTSIDE:
        assert "events" in differ(one, other, seat)


def swapped(view, here, there):
    """A view with two cards exchanged: the first of one pile, and one of the same deck and another name."""
    changed = {**view, **{key: list(view[key]) for key in (*SECRETS, "ss_deck", "tactic_deck", "face_down")}}
    for mine, card in enumerate(changed[here]):
        for theirs, found in enumerate(changed[there]):
            if card != found and card.split("/")[1:] == found.split("/")[1:]:
                changed[here][mine], changed[there][theirs] = changed[there][theirs], changed[here][mine]
                for key in ("ss_hand", "tactic_hand"):
                    changed[key] = in_table_order(changed[key])
                return changed
    raise AssertionError(f"no cards to swap between {here} and {there}")


HIDDEN_FROM = {
    ("ss_hand", "ss_deck"): OUTSIDE,
    ("ss_hand", "ss_plan"): OUTSIDE,
    ("ss_plan", "ss_plan"): OUTSIDE,
    ("ss_plan", "ss_deck"): OUTSIDE,
    ("tactic_hand", "tactic_deck"): OUTSIDE,
    ("tactic_hand", "tactic_plan"): OUTSIDE,
    ("tactic_plan", "face_down"): OUTSIDE,
    ("ss_deck", "ss_deck"): (*OUTSIDE, SS),
    ("tactic_deck", "tactic_deck"): (*OUTSIDE, SS),
    ("tactic_deck", "face_down"): (*OUTSIDE, SS),
}


@pytest.mark.rule("itter", "ITP-6.2b", "ITP-6.2c", "ITP-6.2e")
@pytest.mark.ruling("itter", "AMB-50")
@pytest.mark.parametrize("piles", few(4, zip(HIDDEN_FROM)), ids="-".join)
def test_another_shuffle_looks_the_same_to_who_may_not_know(piles):
    first = new(varied_seed())
    hand = first.view(SS)["ss_hand"]
    plan(first, hand[:3], first.view(SS)["tactic_hand"][0])
    view = first.view()
    one, other = from_view(view), from_view(swapped(view, *piles))
    assert one.view() != other.view()
    alike(one, other, HIDDEN_FROM[piles])
    assert (differ(one, other, SS) == []) == (SS in HIDDEN_FROM[piles])
    defend_alike(one, other, HIDDEN_FROM[piles])


@pytest.mark.rule("itter", "ITP-6.2g", "ITP-6.2d")
@pytest.mark.ruling("itter", "AMB-50")
def test_the_third_order_stays_secret_while_the_first_two_are_resolved():
    hand = ["rifleman-2/1", "scout-2/1", "flak37/1", "pak40-east/1"]
    tokens = dict.fromkeys(("red", "purple", "green", "black"), 4)
    piles = {"ss_hand": hand, "ss_deck": FILLERS[:3], "tactic_hand": THREE}
    one, other = (at(tokens=tokens, tactic_deck=["barrage/2"], **piles) for _ in range(2))
    plan(one, [hand[0], hand[1], hand[2]], "dug-in/1")
    plan(other, [hand[0], hand[1], hand[3]], "dug-in/1")
    for _ in range(3):
        assert asked(one) == "spend"
        alike(one, other)
        one.play("spend 0", DEFENDER)
        other.play("spend 0", DEFENDER)
    assert one.view(DEFENDER)["ss_played"] == ["rifleman-2/1", "scout-2/1"]
    alike(one, other)
    one.play("spend 0", DEFENDER)
    other.play("spend 0", DEFENDER)
    assert "events" in differ(one, other, DEFENDER)


@pytest.mark.rule("itter", "ITP-6.2f")
@pytest.mark.ruling("itter", "AMB-49", "AMB-50")
def test_a_card_that_must_be_played_betrays_itself_by_nothing():
    three = ["suppressive-fire/2", "suppressive-fire/4", "suppressive-fire/4"]
    rest = {"turn": 12, "defenders": {"worsham": "gh3"}, "tactic_hand": THREE, "tactic_deck": ["barrage/3"]}
    one = at(ss_hand=[*three, REINFORCEMENTS], ss_deck=["suppressive-fire/3", "mg-1/4", "mortar-1/4"], **rest)
    other = at(
        ss_hand=[three[0], "suppressive-fire/3", *three[1:]],
        ss_deck=[REINFORCEMENTS, "mg-1/4", "mortar-1/4"],
        **rest,
    )
    alike(one, other)
    for mine, theirs in ((three[0], three[0]), (three[1], three[1]), (REINFORCEMENTS, "suppressive-fire/3")):
        one.play(f"plan {mine}", SS)
        other.play(f"plan {theirs}", SS)
        alike(one, other)
    one.play("tactic dug-in/1", SS)
    other.play("tactic dug-in/1", SS)
    alike(one, other)
    for _ in range(4):
        one.play("pass", DEFENDER)
        other.play("pass", DEFENDER)
        alike(one, other)


@pytest.mark.rule("itter", "ITP-6.2f", "ITP-2.8e")
@pytest.mark.ruling("itter", "AMB-49", "AMB-51")
def test_whether_the_142nd_was_drawn_is_known_to_the_ss_player_alone():
    one, other = (escaped_match(seed) for seed in drawn_or_not())
    alike(one, other)
    assert "view" in differ(one, other, SS)
    for _ in range(5):
        one.play("pass", DEFENDER)
        other.play("pass", DEFENDER)
        alike(one, other)
    held = [match.view(SS)["ss_hand"] for match in (one, other)]
    orders = [[card for card in hand if card == REGIMENT] for hand in held]
    for mine, hand in zip(orders, held, strict=True):
        mine += [card for card in hand if card != REGIMENT]
    for mine, theirs in list(zip(*orders, strict=True))[:3]:
        one.play(f"plan {mine}", SS)
        other.play(f"plan {theirs}", SS)
        alike(one, other)
    one.play("tactic smoke-screen/1", SS)
    other.play("tactic smoke-screen/1", SS)
    assert one.view()["turn"] == other.view()["turn"] == 20
    alike(one, other)


# What is hidden and what is open


def shown(match, seat, lang):
    """All sentences and scenes a seat was sent."""
    perspective = Perspective(match, seat)
    return repr([perspective.look_back(n, lang) for n in range(1, perspective.count + 1)])


@pytest.mark.slow
@pytest.mark.rule("itter", "ITP-6.2c", "ITP-6.2d")
@pytest.mark.ruling("itter", "AMB-50")
@pytest.mark.parametrize("seat", few(1, OUTSIDE))
def test_others_see_how_many_cards_there_are_and_no_name(seat):
    match = new(varied_seed())
    counts = {"ss_hand": 4, "ss_plan": 0, "tactic_hand": 3, "tactic_plan": 0}
    for card in match.view(SS)["ss_hand"][1:]:
        view = match.view(seat)
        assert {key: view[key] for key in SECRETS} == {key: ["?"] * n for key, n in counts.items()}
        match.play(f"plan {card}", SS)
        counts["ss_hand"] -= 1
        counts["ss_plan"] += 1
    match.play(f"tactic {match.view(SS)['tactic_hand'][1]}", SS)
    counts = {"ss_hand": 4, "ss_plan": 3, "tactic_hand": 3, "tactic_plan": 1}
    view = match.view(seat)
    assert {key: view[key] for key in SECRETS} == {key: ["?"] * n for key, n in counts.items()}
    assert (len(view["ss_deck"]), len(view["tactic_deck"])) == (54, 18)
    text = json.dumps(view)
    assert [card for card in CARDS if card in text] == [REGIMENT]
    for lang in words.LANGS:
        names = [ITTER.tell.name("card", card, lang) for card in CARDS]
        theirs, own = shown(match, seat, lang), shown(match, SS, lang)
        assert [name for name in names if name in theirs] == []
        assert len([name for name in names if name in own]) > 8


@pytest.mark.rule("itter", "ITP-6.2c", "ITP-6.2e")
@pytest.mark.ruling("itter", "AMB-50")
def test_the_ss_player_sees_his_own_cards_and_no_deck():
    match = new(varied_seed())
    plan(match, match.view()["ss_hand"][1:], match.view()["tactic_hand"][2])
    mine, everything = match.view(SS), match.view()
    assert {key: mine[key] for key in SECRETS} == {key: everything[key] for key in SECRETS}
    for key in ("ss_deck", "tactic_deck", "face_down"):
        assert len(mine[key]) == len(everything[key])
        assert {name[0] for name in mine[key]} == {"?"}


@pytest.mark.rule("itter", "ITP-6.2e")
def test_what_is_drawn_is_told_to_the_ss_player_alone():
    match = new(varied_seed())
    kept = match.view()["ss_hand"][0]
    plan(match, match.view()["ss_hand"][1:], match.view()["tactic_hand"][2])
    drawn = match.view()["ss_hand"]
    drawn.remove(kept)
    assert len(drawn) == 3
    for lang in words.LANGS:
        said = {
            seat: " ".join(step.say for step in Perspective(match, seat).frame(lang).steps)
            for seat in (SS, *OUTSIDE)
        }
        for card in drawn:
            name = ITTER.tell.name("card", card, lang)
            assert [seat for seat in said if name in said[seat]] == [SS]
        assert said[DEFENDER] == said[SPECTATOR] != ""


@pytest.mark.rule("itter", "ITP-6.2g", "ITP-6.2d")
@pytest.mark.ruling("itter", "AMB-50")
def test_what_was_used_is_open_and_what_was_kept_is_not():
    match = new(varied_seed())
    orders, tactic = match.view()["ss_hand"][1:], match.view()["tactic_hand"][2]
    plan(match, orders, tactic)
    chance = KeyedDice(seed_key(3))
    while match.view()["turn"] == 1:
        actions = match.legal()
        match.play("pass" if asked(match) == "who" else actions[chance.pick(len(actions), "choice")])
    for seat in (*OUTSIDE, SS):
        view = match.view(seat)
        assert view["ss_discard"] == orders[::-1]
        assert view["tactics"] == [tactic]
        if seat != SS:
            assert view["ss_hand"] == ["?"] * 4
            assert view["tactic_hand"] == ["?"] * 3


@pytest.mark.rule("itter", "ITP-6.2c", "ITP-6.2d")
@pytest.mark.parametrize("lang", words.LANGS)
def test_who_is_not_asked_has_no_list_and_one_and_the_same_refusal(lang):
    match = new(varied_seed())
    for card in match.view(SS)["ss_hand"][:3]:
        for seat in OUTSIDE:
            assert match.legal(seat) == []
            assert match.scene(seat, lang).choices == ()
            assert {match.refusal(row, seat) for row in range(len(ITTER.play.actions))} == {NOT_ASKED}
            assert len({match.why(row, seat, lang) for row in TRIED}) == 1
        match.play(f"plan {card}", SS)
    match.play(f"tactic {match.view(SS)['tactic_hand'][0]}", SS)
    assert match.awaited == (DEFENDER,)
    assert match.legal(SS) == []
    assert {match.refusal(row, SS) for row in range(len(ITTER.play.actions))} == {NOT_ASKED}
    with pytest.raises(garrison.NotAsked):
        match.play("pass", SS)


# Undoing


def bar(match, seat, to=None):
    with pytest.raises(garrison.Refused) as refused:
        match.undo(seat, to)
    return refused.value.rule


@pytest.mark.rule("itter", "ITP-6.2d")
def test_orders_can_be_taken_back_while_planning():
    match = new(varied_seed())
    hand = match.view(SS)["ss_hand"]
    states = [match.state.copy()]
    for card in hand[:3]:
        match.play(f"plan {card}", SS)
        states.append(match.state.copy())
    for state in states[-2::-1]:
        match.undo(SS)
        assert match.state == state
    for card in hand[1:]:
        match.play(f"plan {card}", SS)
    match.undo(SS, to=0)
    assert match.state == states[0]
    match.play(f"plan {hand[2]}", SS)
    assert bar(match, DEFENDER) == UNDO_OTHERS


@pytest.mark.rule("itter", "ITP-6.2e")
def test_once_cards_were_drawn_the_plan_stands():
    match = new(varied_seed())
    plan(match, match.view()["ss_hand"][1:], match.view()["tactic_hand"][2])
    for to in (None, 0):
        assert bar(match, SS, to) in (UNDO_DRAW, UNDO_NEWS)
        assert bar(match, DEFENDER, to) == UNDO_OTHERS
    before = match.state.copy()
    match.play("lee", DEFENDER)
    assert bar(match, SS) == UNDO_OTHERS
    match.undo(DEFENDER)
    assert match.state == before
    assert bar(match, SS) in (UNDO_DRAW, UNDO_NEWS)


@pytest.mark.rule("itter", "ITP-6.2h")
def test_with_nothing_left_to_draw_the_tactic_can_be_taken_back_too():
    match = at(turn=20, defenders={"worsham": "gh3"}, ss_hand=FILLERS, tactic_hand=THREE)
    for card in FILLERS[:3]:
        match.play(f"plan {card}", SS)
    before = match.state.copy()
    match.play("tactic dug-in/1", SS)
    assert match.view()["phase"] == "defender"
    match.undo(SS)
    assert match.state == before


@pytest.mark.rule("itter", "ITP-6.2d")
@pytest.mark.ruling("itter", "AMB-50")
def test_an_order_taken_back_tells_nobody_what_it_was():
    one, other = new(varied_seed()), new(varied_seed())
    hand = one.view(SS)["ss_hand"]
    for match, first in ((one, hand[0]), (other, hand[1])):
        match.play(f"plan {first}", SS)
        match.undo(SS)
    alike(one, other)
    assert one.state == other.state
    for match, rest in ((one, hand[1:]), (other, hand[2::-1])):
        plan(match, rest, match.view(SS)["tactic_hand"][0])
    alike(one, other)


@pytest.mark.proof
@pytest.mark.rule("itter", "ITP-6.2d", "ITP-6.2e")
@pytest.mark.parametrize("seed", [11, 14])
def test_nobody_learns_what_was_not_told_in_games_that_last(seed):
    match = new(seed)
    while match.ask is not None:
        match.play(sample_play(match))
    assert match.view()["turn"] == 20
    for chance in range(3):
        nobody_learns_untold(match, KeyedDice(seed_key(chance)))
