"""The competitive variant: who may know what, that nobody learns more, and that the cards add up."""

import json
from collections import Counter
from functools import cache
from itertools import combinations

import pytest

import garrison
from garrison.core import kernel, words
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.errors import NOT_ASKED, UNDO_DRAW, UNDO_NEWS, UNDO_OTHERS
from garrison.core.game import ARBITER, SPECTATOR
from garrison.core.twins import nobody_learns_untold

ITTER = garrison.games()["itter"]
OPTIONS = {"edition": "published", "difficulty": "competitive"}
DEFENDER, SS = 0, 1
OUTSIDE = (DEFENDER, SPECTATOR)
"""Who may not know what the SS player holds and plans."""
CARDS = list(ITTER.names["card"])
SECRETS = ("ss_hand", "ss_plan", "tactic_hand", "tactic_plan")
REGIMENT, REINFORCEMENTS, STURM = "regiment-142", "reinforcements/3", "sturm-competitive/1"
SS_DECKS = [1] * 13 + [2] * 19 + [3] * 17 + [4] * 12
TACTIC_DECKS = [1] * 6 + [2] * 6 + [3] * 6 + [4] * 4
"""The decks after the set-up, top first: sixty cards and the Sturm; 33 tactics less 2, 3, 3, 3."""
CLEAR = {str(area): [] for area in range(2, 13)}
THREE = ["western-approach/1", "smoke-screen/1", "dug-in/1"]
FILLERS = ["suppressive-fire/2", "suppressive-fire/3", "suppressive-fire/4", "suppressive-fire/4"]
"""Cards that roll nothing while no heavy weapon is on the board."""


def in_table_order(cards):
    return sorted(cards, key=CARDS.index)


def new(seed):
    return garrison.new("itter", seed=seed, **OPTIONS)


def from_view(view, seed=1):
    return garrison.Match(ITTER, OPTIONS, KeyedDice(seed_key(seed)), start=view)


def at(seed=1, **changes):
    """A match at a position; Defenders not named are casualties."""
    base = {"phase": "planning", "turn": 1, "rest": "casualty", "counters": CLEAR}
    piles = {key: [] for key in (*SECRETS, "ss_deck", "tactic_deck")}
    return from_view(ITTER.position(new(1).view(), {**base, **piles, **changes}), seed)


def plan(match, orders, tactic):
    for card in orders:
        match.play(f"plan {card}", SS)
    match.play(f"tactic {tactic}", SS)


def texts(match, seat=None):
    return [match.write(action) for action in match.legal(seat)]


def asked(match):
    return None if match.ask is None else match.ask[0]


# All that a seat can get

TRIED = [
    row for row, text in enumerate(ITTER.actions) if text.startswith(("plan ", "tactic ")) or row % 29 == 0
]


def gets(match, seat):
    """All that a seat can get out of a match, by path, as text."""
    everything = range(len(match.rows))
    found = {
        "view": json.dumps(match.view(seat), sort_keys=True),
        "list": repr(match.legal(seat)),
        "question": repr((match.ask, match.awaited)),
        "refusals": repr([match.refusal(row, seat) for row in range(len(ITTER.actions))]),
        "events": repr([match.events(row, seat) for row in everything]),
        "undo": repr([match.undo_bar(seat, row) for row in match.line[:-1]]),
        "result": repr(match.result),
    }
    for lang in words.LANGS:
        found[f"why, {lang}"] = repr([match.why(row, seat, lang) for row in TRIED])
        found[f"scene, {lang}"] = repr(match.scene(seat, lang))
        found[f"frames, {lang}"] = repr([match.frame(row, seat, lang) for row in everything])
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
    "other cards": ((0, 1, 2, 0), (1, 2, 3, 0)),
    "other order": ((0, 1, 2, 0), (2, 0, 1, 0)),
    "only the last two exchanged": ((0, 1, 2, 0), (0, 2, 1, 0)),
    "other tactic": ((0, 1, 2, 0), (0, 1, 2, 1)),
    "everything": ((0, 1, 2, 0), (3, 2, 0, 2)),
}
"""Places in the hand for the three orders, and in the tactic hand."""


@pytest.mark.rule("itter", "ITP-6.2d", "ITP-6.2g")
@pytest.mark.ruling("itter", "AMB-50")
@pytest.mark.parametrize("name", CHOICES)
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
@pytest.mark.parametrize("piles", HIDDEN_FROM, ids="-".join)
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


def escaped_match(seed):
    """Borotra escaped on turn 18; of the four last cards, the 142nd one of them, three were drawn since.

    No dice are rolled.
    """
    match = at(
        seed,
        turn=18,
        phase="defender",
        actions_left=2,
        defenders={"borotra": "st2", "worsham": "gh3"},
        defence={"tank": 0},
        ss_discard=["sturm-1/4"],
        ss_plan=["panzerfaust/2", "panzerfaust/2", "panzerfaust/3"],
        ss_hand=["panzerfaust/3", *FILLERS[1:]],
        ss_deck=["rifleman-2/4", "rifleman-3/4", "mg-1/4"],
        tactic_hand=THREE,
        tactic_plan=["barrage/1"],
        tactic_deck=["barrage/2"],
    )
    match.play("borotra", DEFENDER)
    match.play("escape", DEFENDER)
    match.play("pass", DEFENDER)
    assert match.view()["turn"] == 19
    plan(match, FILLERS[1:], "dug-in/1")
    return match


@cache
def drawn_or_not():
    """Two seeds: with the one the 142nd is drawn while planning turn 19, with the other it is not."""
    held = [REGIMENT in escaped_match(seed).view()["ss_hand"] for seed in range(40)]
    return held.index(True), held.index(False)


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
    return repr([match.frame(row, seat, lang) for row in range(len(match.rows))])


@pytest.mark.rule("itter", "ITP-6.2c", "ITP-6.2d")
@pytest.mark.ruling("itter", "AMB-50")
@pytest.mark.parametrize("seat", OUTSIDE)
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
        names = [words.name(ITTER, "card", card, lang) for card in CARDS]
        assert [name for name in names if name in shown(match, seat, lang)] == []
        assert len([name for name in names if name in shown(match, SS, lang)]) > 8


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
    row = len(match.rows) - 1
    for lang in words.LANGS:
        said = {
            seat: " ".join(step.text for step in match.frame(row, seat, lang).steps)
            for seat in (SS, *OUTSIDE)
        }
        for card in drawn:
            name = words.name(ITTER, "card", card, lang)
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
            assert {match.refusal(row, seat) for row in range(len(ITTER.actions))} == {NOT_ASKED}
            assert len({match.why(row, seat, lang) for row in TRIED}) == 1
        match.play(f"plan {card}", SS)
    match.play(f"tactic {match.view(SS)['tactic_hand'][0]}", SS)
    assert match.awaited == (DEFENDER,)
    assert match.legal(SS) == []
    assert {match.refusal(row, SS) for row in range(len(ITTER.actions))} == {NOT_ASKED}
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


# Full states that a view allows


def deck_of(card):
    return 0 if card == REGIMENT else int(card.split("/")[1])


class Places:
    """Where cards can be, from what everybody knows: how the decks lay and how many were drawn when.

    A card of the last ones, the 142nd shuffled in, is counted to deck 4, as they all are.
    """

    def __init__(self, mixed=0):
        """`mixed` is the number of last cards among which an Escape put the 142nd, itself included."""
        self.stack = [*SS_DECKS, 4] if mixed else SS_DECKS
        self.reach = len(self.stack) - mixed
        """The first place of the deck where the 142nd can lie."""

    def wrong(self, view):
        """What of a full state cannot be; an empty list if all is well."""
        found = []
        drawn = len(self.stack) - len(view["ss_deck"])
        before = min(4 + 3 * (view["turn"] - 1), len(self.stack))
        last = before - 3 if view["turn"] > 1 else 0
        decks = [4 if card == REGIMENT else deck_of(card) for card in view["ss_deck"]]
        if decks != self.stack[drawn:]:
            found.append("deck numbers of the deck")
        if REGIMENT in view["ss_deck"][: max(self.reach - drawn, 0)]:
            found.append("the 142nd above its part of the deck")
        seen = Counter(map(deck_of, view["ss_discard"] + view["ss_played"]))
        known = Counter(self.stack[:before]) - seen
        new_regiment, old_regiment = drawn > max(before, self.reach), before > max(last, self.reach)
        if not any(
            Counter(_numbers(fresh)) == Counter(self.stack[before:drawn])
            and Counter(_numbers(kept + view["ss_plan"])) == known
            and (new_regiment or REGIMENT not in fresh)
            and (old_regiment or REGIMENT not in kept + view["ss_plan"])
            and self._playable(view, kept)
            for fresh, kept in _parts(view["ss_hand"], drawn - before)
        ):
            found.append("SS cards in hand and among the orders")
        return found + self._wrong_tactics(view)

    @staticmethod
    def _playable(view, kept):
        """No card that must be played stays in the hand (ITP-6.2f)."""
        forced = sum(card in (REGIMENT, REINFORCEMENTS) for card in kept)
        if view["phase"] != "planning":
            return not forced
        return forced <= min(3, len(view["ss_plan"]) + len(kept)) - len(view["ss_plan"])

    @staticmethod
    def _wrong_tactics(view):
        found = []
        drawn = len(TACTIC_DECKS) - len(view["tactic_deck"])
        before = min(3 + view["turn"] - 1, len(TACTIC_DECKS))
        if [deck_of(card) for card in view["tactic_deck"]] != TACTIC_DECKS[drawn:]:
            found.append("deck numbers of the tactic deck")
        if Counter(map(deck_of, view["face_down"])) != {1: 2, 2: 3, 3: 3, 4: 3}:
            found.append("tactics removed")
        used = [card for card in view["removed"] if CARDS.index(card) > CARDS.index(REGIMENT)]
        known = Counter(TACTIC_DECKS[:before]) - Counter(map(deck_of, used + view["tactics"]))
        if not any(
            Counter(map(deck_of, fresh)) == Counter(TACTIC_DECKS[before:drawn])
            and Counter(map(deck_of, kept + view["tactic_plan"])) == known
            for fresh, kept in _parts(view["tactic_hand"], drawn - before)
        ):
            found.append("tactics in hand and beside the orders")
        return found


def _numbers(cards):
    return [4 if card == REGIMENT else deck_of(card) for card in cards]


def _parts(hand, n):
    """Every way to tell n cards just drawn from those kept."""
    for fresh in combinations(range(len(hand)), n):
        yield [hand[i] for i in fresh], [card for i, card in enumerate(hand) if i not in fresh]


@cache
def plain_seed():
    """A deal where one who always plays his oldest cards never keeps the Reinforcements, drawn late."""
    return next(seed for seed in range(1000) if _dealt(new(seed).view())[0].index(REINFORCEMENTS) in (43, 44))


def _dealt(view):
    """The two stacks as they lay, as far as it matters: the first cards drawn come first."""
    return view["ss_hand"] + view["ss_deck"], view["tactic_hand"] + view["tactic_deck"]


def midgame(turn, seed=1, **changes):
    """The start of a turn of a game in which the SS player always played his oldest cards."""
    cards, tactics = _dealt(new(plain_seed()).view())
    done = 3 * (turn - 1)
    piles = {
        "ss_discard": cards[:done][::-1],
        "ss_hand": in_table_order(cards[done : done + 4]),
        "ss_deck": cards[done + 4 :],
        "tactics": tactics[max(turn - 2, 0) : turn - 1],
        "tactic_hand": in_table_order(tactics[turn - 1 : turn + 2]),
        "tactic_deck": tactics[turn + 2 :],
    }
    setup = new(plain_seed()).view()
    base = {"phase": "planning", "turn": turn, "rest": "casualty", "counters": CLEAR}
    base["defenders"] = {"worsham": "gh3"}
    return from_view(ITTER.position(setup, {**base, **piles, **changes}), seed)


def samples(match, seat, n=3):
    for number in range(n):
        yield ITTER.sample(match.view(seat), KeyedDice(seed_key(number)))


def check_samples(match, places, n=3):
    """Samples look the same to the seat, hold every card once and put none where it cannot be."""
    assert places.wrong(match.view()) == []
    for seat in (DEFENDER, SS):
        view = match.view(seat)
        for state in samples(match, seat, n):
            full = ITTER.view(state, ARBITER)
            assert ITTER.view(state, seat) == view
            assert state.ask == match.ask
            assert list(kernel.legal(ITTER, state, seat)) == match.legal(seat)
            assert ITTER.count(full) == ITTER.stock(OPTIONS)
            assert places.wrong(full) == []


def test_the_check_of_places_notices_cards_that_cannot_be_there():
    match = midgame(4)
    plan(match, match.view()["ss_hand"][1:], match.view()["tactic_hand"][0])
    view = match.view()
    assert Places().wrong(view) == []
    assert [deck_of(card) for card in view["ss_plan"]] == [1, 1, 1]
    assert sorted(map(deck_of, view["ss_hand"])) == [1, 2, 2, 2]
    newest = view["ss_hand"].index(next(card for card in view["ss_hand"] if deck_of(card) == 2))
    moved = {**view, "ss_plan": list(view["ss_plan"]), "ss_hand": list(view["ss_hand"])}
    moved["ss_plan"][0], moved["ss_hand"][newest] = moved["ss_hand"][newest], moved["ss_plan"][0]
    assert Places().wrong(moved) == ["SS cards in hand and among the orders"]
    moved = {**view, "ss_deck": [view["ss_deck"][-1], *view["ss_deck"][1:-1], view["ss_deck"][0]]}
    assert Places().wrong(moved) == ["deck numbers of the deck"]
    *others, last = view["tactic_deck"]
    moved = {**view, "tactic_plan": [last], "tactic_deck": others + view["tactic_plan"]}
    assert len(Places().wrong(moved)) == 2
    kept = next(card for card in view["ss_hand"] if deck_of(card) == 1)
    hand = [REGIMENT if card == kept else card for card in view["ss_hand"]]
    assert Places().wrong({**view, "ss_hand": hand}) == ["SS cards in hand and among the orders"]


@pytest.mark.rule("itter", "ITP-6.2e")
@pytest.mark.ruling("itter", "AMB-50")
@pytest.mark.parametrize("seed", range(2))
def test_samples_fit_what_is_known_in_a_whole_game(seed):
    match = new(seed)
    chance = KeyedDice(seed_key(seed + 50))
    places = Places()
    while not match.over:
        if asked(match) in ("plan", "fire", "spend") or len(match.rows) % 7 == 0:
            check_samples(match, places, 2)
        match.play(_not_away(match, chance))


def _not_away(match, chance):
    """A random action, but no Escape."""
    actions = [action for action in match.legal() if match.write(action) != "escape"]
    return actions[chance.pick(len(actions), "choice")]


BOROTRA = {"borotra": "st2", "worsham": "gh3"}


def get_away(match):
    """Borotra's Escape, and the places where the 142nd can then be."""
    match.play("borotra", DEFENDER)
    match.play("escape", DEFENDER)
    return Places(match.view(DEFENDER)["regiment_among"])


@pytest.mark.rule("itter", "ITP-6.2e", "ITP-6.2f", "ITP-2.8e")
@pytest.mark.ruling("itter", "AMB-49", "AMB-50", "AMB-51")
@pytest.mark.parametrize("turn", [5, 10, 15, 16, 17, 18, 19, 20])
@pytest.mark.parametrize("seed", range(2))
def test_samples_fit_what_is_known_after_an_escape(turn, seed):
    match = midgame(turn, seed, defenders=BOROTRA)
    chance = KeyedDice(seed_key(seed))
    while asked(match) == "plan":
        check_samples(match, Places(), 2)
        match.play(_not_away(match, chance))
    places = get_away(match)
    check_samples(match, places)
    while not match.over:
        match.play(_not_away(match, chance))
        if match.over:
            break
        check_samples(match, places, 2)
    if match.result.how != "breach":
        assert match.view()["turn"] >= min(turn + 1, 20)


@pytest.mark.rule("itter", "ITP-6.2f", "ITP-6.2d")
@pytest.mark.ruling("itter", "AMB-49")
@pytest.mark.parametrize("turn", [12, 13])
def test_samples_never_keep_the_reinforcements_back(turn):
    """All cards held are of deck 3, where the Reinforcements still are: for the others he may have them."""
    match = midgame(turn, tokens={"red": 8, "purple": 7, "green": 7, "black": 8})
    places = Places()
    found = set()
    for card in match.view()["ss_hand"][1:]:
        match.play(f"plan {card}", SS)
        check_samples(match, places, 60)
        for state in samples(match, DEFENDER, 60):
            view = ITTER.view(state, ARBITER)
            found |= {(key, len(view["ss_plan"])) for key in SECRETS if REINFORCEMENTS in view[key]}
    assert found == {("ss_plan", 1), ("ss_plan", 2), ("ss_plan", 3), ("ss_hand", 1), ("ss_hand", 2)}
    match.play(match.legal()[0], SS)
    while match.view()["turn"] == turn:
        check_samples(match, places, 10)
        match.play("spend 0" if asked(match) == "spend" else match.legal()[-1])


@pytest.mark.rule("itter", "ITP-2.8e", "ITP-6.2f")
@pytest.mark.ruling("itter", "AMB-49", "AMB-51")
def test_samples_put_the_142nd_wherever_it_can_be_and_nowhere_else():
    held, not_held = (escaped_match(seed) for seed in drawn_or_not())

    def where(match, seat):
        found = set()
        for state in samples(match, seat, 60):
            view = ITTER.view(state, ARBITER)
            found |= {key for key in (*SECRETS, "ss_deck", "ss_discard", "removed") if REGIMENT in view[key]}
        return found

    for match in (held, not_held):
        for seat in OUTSIDE:
            assert where(match, seat) == {"ss_hand", "ss_deck"}
    assert where(held, SS) == {"ss_hand"}
    assert where(not_held, SS) == {"ss_deck"}
    early = midgame(10, defenders=BOROTRA)
    plan(early, early.view()["ss_hand"][:3], early.view()["tactic_hand"][0])
    get_away(early)
    for seat in (DEFENDER, SS):
        assert where(early, seat) == {"ss_deck"}


@pytest.mark.ruling("itter", "AMB-50")
def test_samples_differ_where_the_seat_cannot_know():
    match = midgame(9)
    plan(match, match.view()["ss_hand"][1:], match.view()["tactic_hand"][0])
    decks = ("ss_deck", "tactic_deck", "face_down")
    for seat, hidden in ((DEFENDER, (*SECRETS, *decks)), (SS, decks)):
        views = [ITTER.view(state, ARBITER) for state in samples(match, seat, 12)]
        for key in hidden:
            assert len({tuple(view[key]) for view in views}) > 1, (seat, key)


# The cards add up


class Lucky(KeyedDice):
    """Dice that never fail the Defender, so that games last to their end."""

    def roll(self, n, label):
        faces = super().roll(n, label)
        always = {"attack": 6, "suppression": 6, "fire": 1}.get(label)
        if always is not None:
            faces = [always] * n
            self.draws[-1] = (label, faces.copy())
        return faces


def check_turn(match, turn):
    """What lies where as a turn opens, in a game without an Escape."""
    view = match.view()
    assert (view["phase"], view["turn"], match.awaited) == ("planning", turn, (SS,))
    assert (len(view["ss_hand"]), len(view["ss_plan"])) == (4, 0)
    assert (len(view["tactic_hand"]), len(view["tactic_plan"])) == (3, 0)
    assert len(view["ss_deck"]) == 61 - 4 - 3 * (turn - 1)
    assert len(view["tactic_deck"]) == 22 - 3 - (turn - 1)
    assert len(view["ss_discard"]) == 3 * (turn - 1)
    assert len(view["tactics"]) == min(turn - 1, 1)


def check_planned(match, turn):
    """What lies where as the Defender Phase opens."""
    view = match.view()
    last = turn == 20
    assert (view["phase"], view["turn"], match.awaited) == ("defender", turn, (DEFENDER,))
    assert (len(view["ss_hand"]), len(view["ss_plan"])) == (1 if last else 4, 3)
    assert (len(view["tactic_hand"]), len(view["tactic_plan"])) == (2 if last else 3, 1)
    assert len(view["ss_deck"]) == (0 if last else 61 - 4 - 3 * turn)
    assert len(view["tactic_deck"]) == (0 if last else 22 - 3 - turn)


def play_through(match, seed):
    """A whole game: random orders, a Defender with some sense; gives the number of turns played."""
    chance = KeyedDice(seed_key(seed))
    turn, orders = 0, []
    while not match.over:
        if match.view()["turn"] > turn:
            turn += 1
            check_turn(match, turn)
            held = match.view()["ss_hand"]
            forced = [card for card in held if card == REINFORCEMENTS]
            for _ in range(3):
                orders.append(texts(match)[chance.pick(len(texts(match)), "choice")])
                match.play(orders[-1], SS)
            assert not set(forced) & set(match.view()["ss_hand"])
            match.play(texts(match)[chance.pick(len(texts(match)), "choice")], SS)
            check_planned(match, turn)
        elif match.awaited == (SS,):
            match.play(match.legal()[0], SS)
        elif "spend 1" in texts(match):
            match.play("spend 1", DEFENDER)
        else:
            actions = [action for action in match.legal() if match.write(action) != "escape"]
            match.play(ITTER.sensible(match, actions), DEFENDER)
    played = [f"plan {card}" for card in (match.view()["ss_played"] + match.view()["ss_discard"])[::-1]]
    if match.result.how == "deck-end":
        assert played == orders
    return turn


@pytest.mark.rule("itter", "ITP-6.2e", "ITP-6.2h", "ITP-6.2c")
@pytest.mark.ruling("itter", "AMB-48")
@pytest.mark.parametrize("seed", range(3))
def test_cards_add_up_over_twenty_turns(seed):
    tokens = {"red": 8, "purple": 7, "green": 7, "black": 8}
    start = ITTER.position(new(seed).view(), {"counters": CLEAR, "tokens": tokens})
    match = garrison.Match(ITTER, OPTIONS, Lucky(seed_key(seed)), start=start)
    assert play_through(match, seed) == 20
    assert match.result.how == "deck-end"
    view = match.view()
    left = {"ss_hand": 1, "ss_plan": 0, "tactic_hand": 2, "tactic_plan": 0, "ss_deck": 0, "tactic_deck": 0}
    assert {key: len(view[key]) for key in left} == left
    assert len(view["ss_discard"]) == 60
    assert REINFORCEMENTS in view["ss_discard"]
    used = [card for card in view["removed"] if CARDS.index(card) > CARDS.index(REGIMENT)]
    assert (len(used), len(view["tactics"]), len(view["face_down"])) == (19, 1, 11)


@pytest.mark.rule("itter", "ITP-6.2e", "ITP-6.2f")
@pytest.mark.parametrize("seed", range(4))
def test_cards_add_up_in_games_that_may_end_early(seed):
    match = new(seed)
    play_through(match, seed)
    assert match.result.how in ("breach", "deck-end")
    assert ITTER.count(match.view()) == ITTER.stock(OPTIONS)


# The set-up


@pytest.mark.rule("itter", "ITP-0e", "ITP-6.2a")
def test_the_competitive_sturm_is_shuffled_into_deck_1_of_this_variant_only():
    places = set()
    for seed in range(120):
        view = new(seed).view()
        cards = view["ss_hand"] + view["ss_deck"]
        assert [deck_of(card) for card in cards] == SS_DECKS
        assert cards.count(STURM) == 1
        places.add(view["ss_deck"].index(STURM) if STURM in view["ss_deck"] else "hand")
    assert places == {"hand", *range(9)}
    for difficulty in ("beginner", "veteran", "elite"):
        view = garrison.new("itter", seed=1, difficulty=difficulty).view()
        assert len(view["ss_deck"]) == 60
        assert STURM not in view["ss_deck"]


@pytest.mark.rule("itter", "ITP-6.2a")
def test_two_sit_at_the_table_and_the_start_is_not_shuffled():
    assert ITTER.seats(OPTIONS) == ("defender", "ss")
    for seed in range(3):
        assert new(seed).view()["counters"] == {
            str(circle): ["rifleman"] if circle <= 12 else [] for circle in range(2, 33)
        }


# Who wins


RESULTS = {
    "the defender": ({"defenders": {"worsham": "gh3"}}, (DEFENDER,), (1, -1)),
    "nobody": ({"counters": {**CLEAR, "2": ["mg", "mg"]}, "defenders": {"worsham": "gh3"}}, (), (-1, 1)),
}


@pytest.mark.rule("itter", "ITP-5.0b", "ITP-6.2h")
@pytest.mark.ruling("itter", "AMB-34")
@pytest.mark.parametrize("name", RESULTS)
def test_the_end_of_the_deck_is_won_by_points_or_by_nobody(name):
    changes, won, score = RESULTS[name]
    match = at(turn=20, ss_hand=FILLERS, tactic_hand=THREE, **changes)
    plan(match, FILLERS[:3], "dug-in/1")
    while not match.over:
        match.play("pass", DEFENDER)
    assert (match.result.how, match.result.won, match.result.score) == ("deck-end", won, score)


@pytest.mark.rule("itter", "ITP-5.0b", "ITP-4.3e")
@pytest.mark.ruling("itter", "AMB-34")
def test_a_breach_is_won_by_the_ss_player():
    counters = {**CLEAR, **{str(circle): ["rifleman"] for circle in range(2, 33)}}
    match = at(
        turn=5, counters=counters, ss_hand=["sturm-1/1", *FILLERS[:3]], tactic_hand=THREE, ss_deck=["mg-1/4"]
    )
    plan(match, ["sturm-1/1", *FILLERS[:2]], "dug-in/1")
    assert match.over
    assert (match.result.how, match.result.won) == ("breach", (SS,))
    assert match.result.score == (0, 0)


@pytest.mark.rule("itter", "ITP-5.0a", "ITP-6.2g")
@pytest.mark.ruling("itter", "AMB-34", "AMB-49")
def test_the_142nd_is_won_by_points():
    match = at(
        turn=18,
        defenders={"borotra": "escaped"},
        ss_hand=[*FILLERS[:3], REGIMENT],
        tactic_hand=THREE,
        ss_deck=["rifleman-2/4", "mg-1/4", "mortar-1/4"],
    )
    plan(match, [FILLERS[0], REGIMENT, FILLERS[1]], "dug-in/1")
    assert (match.result.how, match.result.won, match.result.score) == ("regiment-142", (DEFENDER,), (5, -5))


@pytest.mark.rule("itter", "ITP-6.2d", "ITP-6.2e")
@pytest.mark.parametrize("seed", [11, 14])
def test_nobody_learns_what_was_not_told_in_games_that_last(seed):
    match = new(seed)
    while match.ask is not None:
        match.play(ITTER.sensible(match, match.legal()))
    assert match.view()["turn"] == 20
    for chance in range(3):
        nobody_learns_untold(match, KeyedDice(seed_key(chance)))
