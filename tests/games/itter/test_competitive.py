"""The competitive game as a whole: samples are possible, cards add up, somebody wins."""

from collections import Counter
from functools import cache
from itertools import combinations

import pytest

import garrison
from garrison.core import kernel
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.state import ARBITER
from garrison.games.itter.bot import baseline
from support.games.competitive import (
    CARDS,
    CLEAR,
    DEFENDER,
    FILLERS,
    ITTER,
    OPTIONS,
    OUTSIDE,
    REGIMENT,
    REINFORCEMENTS,
    SECRETS,
    SS,
    SS_DECKS,
    STURM,
    TACTIC_DECKS,
    THREE,
    asked,
    at,
    drawn_or_not,
    escaped_match,
    from_view,
    in_table_order,
    new,
    plan,
    texts,
)
from support.proof import few

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
        """The faults of a full state; an empty list if all is well."""
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
    return from_view(ITTER.know.position(setup, {**base, **piles, **changes}), seed)


def samples(match, seat, n=3):
    for number in range(n):
        yield ITTER.know.sample(match.view(seat), KeyedDice(seed_key(number)))


def check_samples(match, places, n=3):
    """Samples look the same to the seat, hold every card once and put none where it cannot be."""
    assert places.wrong(match.view()) == []
    for seat in (DEFENDER, SS):
        view = match.view(seat)
        for state in samples(match, seat, n):
            full = ITTER.know.view(state, ARBITER)
            assert ITTER.know.view(state, seat) == view
            assert state.ask == match.ask
            assert list(kernel.legal(ITTER.play, state, seat)) == match.legal(seat)
            assert ITTER.know.count(full) == ITTER.know.stock(OPTIONS)
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


@pytest.mark.slow
@pytest.mark.rule("itter", "ITP-6.2e", "ITP-6.2f", "ITP-2.8e")
@pytest.mark.ruling("itter", "AMB-49", "AMB-50", "AMB-51")
@pytest.mark.parametrize("turn", few(4, [5, 16, 18, 20, 10, 15, 17, 19]))
@pytest.mark.parametrize("seed", few(1, range(2)))
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
@pytest.mark.parametrize("turn", few(1, [13, 12]))
def test_samples_never_keep_the_reinforcements_back(turn):
    """All cards held are of deck 3, where the Reinforcements still are: for the others he may have them."""
    match = midgame(turn, tokens={"red": 8, "purple": 7, "green": 7, "black": 8})
    places = Places()
    found = set()
    for card in match.view()["ss_hand"][1:]:
        match.play(f"plan {card}", SS)
        check_samples(match, places, 60)
        for state in samples(match, DEFENDER, 60):
            view = ITTER.know.view(state, ARBITER)
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
            view = ITTER.know.view(state, ARBITER)
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
        views = [ITTER.know.view(state, ARBITER) for state in samples(match, seat, 12)]
        for key in hidden:
            assert len({tuple(view[key]) for view in views}) > 1, (seat, key)


def sampled(match, number=60):
    return [ITTER.know.view(state, ARBITER) for state in samples(match, DEFENDER, number)]


def of_deck(cards, deck):
    return len([card for card in cards if card.endswith(f"/{deck}")])


WAITING = {"phase": "defender", "actions_left": 1, "defenders": {"worsham": "gh3"}}
ONES = ["rifleman-2/1", "scout-2/1", "mg-1/1"]
TWOS = ["panzerfaust/2", "panzerfaust/2", "flak30/2", "suppressive-fire/2"]


@pytest.mark.rule("itter", "ITP-6.2e", "ITP-6.2f")
def test_samples_keep_an_old_card_or_a_later_one():
    """The three cards drawn last are of deck 2; which of the other four was kept is open."""
    match = at(turn=6, **WAITING, ss_plan=ONES, ss_hand=TWOS, ss_deck=["sniper/3"])
    assert {of_deck(view["ss_hand"], 1) for view in sampled(match)} == {0, 1}


@pytest.mark.rule("itter", "ITP-2.8e", "ITP-6.2f")
def test_samples_keep_an_old_card_or_a_later_one_beside_the_142nd():
    """With the 142nd two others of deck 4 were drawn last; a third may have been kept, or planned."""
    match = at(
        turn=19,
        **WAITING,
        ss_plan=["panzerfaust/3", "sniper/3", "rifleman-2/4"],
        ss_hand=["suppressive-fire/3", "rifleman-3/4", "mg-1/4", REGIMENT],
        ss_deck=["sturm-1/4"],
        regiment_among=4,
    )
    held = [view["ss_hand"] for view in sampled(match, 100) if REGIMENT in view["ss_hand"]]
    assert {of_deck(hand, 3) for hand in held} == {0, 1}


@pytest.mark.rule("itter", "ITP-6.2d", "ITP-6.2f")
def test_samples_lay_the_reinforcements_at_any_place_among_the_orders():
    orders = [REINFORCEMENTS, "sniper/3", "panzerfaust/3"]
    match = at(turn=14, **WAITING, ss_plan=orders, ss_hand=FILLERS[1:], ss_deck=["sturm-1/4"])
    assert {view["ss_plan"].index(REINFORCEMENTS) for view in sampled(match)} == {0, 1, 2}


@pytest.mark.rule("itter", "ITP-2.8e", "ITP-6.2f")
def test_while_orders_are_laid_the_142nd_can_be_among_them():
    """It was shuffled into the last four cards, of which three are left: it may have been drawn last turn."""
    match = at(
        turn=18,
        ss_plan=["sniper/3"],
        ss_hand=["panzerfaust/3", "suppressive-fire/3", "mg-1/4"],
        ss_deck=["rifleman-3/4", REGIMENT, "sturm-1/4"],
        regiment_among=4,
    )
    found = {
        key for view in sampled(match) for key in ("ss_deck", "ss_plan", "ss_hand") if REGIMENT in view[key]
    }
    assert found == {"ss_deck", "ss_plan", "ss_hand"}


@pytest.mark.ruling("itter", "AMB-50")
def test_used_cards_are_counted_for_everybody():
    for used, said in (
        ([], "0"),
        (["sniper/3", "rifleman-2/1", "rifleman-2/1"], "Rifleman, place 2 ×2, Sniper"),
    ):
        match = at(turn=3, **WAITING, ss_hand=FILLERS, ss_discard=used)
        for seat in (*OUTSIDE, SS):
            assert {tray.id: tray.text for tray in match.scene(seat).trays}["ss-used"] == said


def test_the_hand_lies_in_table_order_and_every_card_of_a_kind_can_be_clicked():
    hand = ["flak37/1", "rifleman-2/1", "sturm-1/1", "rifleman-2/1"]
    match = at(turn=3, ss_hand=hand)
    scene = match.scene(SS)
    named = [piece.name.partition(" (")[0] for piece in scene.pieces if piece.at == "ss-hand"]
    assert named == ["Rifleman, place 2", "Rifleman, place 2", "Sturm, place 1", "88mm Flak 37"]
    rifleman = next(choice for choice in scene.choices if choice.do == "plan rifleman-2/1")
    assert (rifleman.at, rifleman.also) == ("ss-hand-1", ("ss-hand-2",))


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
    """The places of the cards as a turn opens, in a game without an Escape."""
    view = match.view()
    assert (view["phase"], view["turn"], match.awaited) == ("planning", turn, (SS,))
    assert (len(view["ss_hand"]), len(view["ss_plan"])) == (4, 0)
    assert (len(view["tactic_hand"]), len(view["tactic_plan"])) == (3, 0)
    assert len(view["ss_deck"]) == 61 - 4 - 3 * (turn - 1)
    assert len(view["tactic_deck"]) == 22 - 3 - (turn - 1)
    assert len(view["ss_discard"]) == 3 * (turn - 1)
    assert len(view["tactics"]) == min(turn - 1, 1)


def check_planned(match, turn):
    """The places of the cards as the Defender Phase opens."""
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
            match.play(baseline.policy(match.view(DEFENDER), actions), DEFENDER)
    played = [f"plan {card}" for card in (match.view()["ss_played"] + match.view()["ss_discard"])[::-1]]
    if match.result.how == "deck-end":
        assert played == orders
    return turn


@pytest.mark.rule("itter", "ITP-6.2e", "ITP-6.2h", "ITP-6.2c")
@pytest.mark.ruling("itter", "AMB-48")
@pytest.mark.parametrize("seed", range(3))
def test_cards_add_up_over_twenty_turns(seed):
    tokens = {"red": 8, "purple": 7, "green": 7, "black": 8}
    start = ITTER.know.position(new(seed).view(), {"counters": CLEAR, "tokens": tokens})
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
    assert ITTER.know.count(match.view()) == ITTER.know.stock(OPTIONS)


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
