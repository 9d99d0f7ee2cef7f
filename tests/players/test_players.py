"""Bots: what they see, how much time they take, the reasons they give, and some sense."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median

import pytest

from garrison.core import kernel, registry
from garrison.core.dice import KeyedDice, ScriptedDice, seed_key
from garrison.core.game import AnyGame
from garrison.core.match import Match
from garrison.core.registry import Unknown
from garrison.core.rules import Question, Result
from garrison.core.state import Action, Dice, Seat, State, Tell, View
from garrison.games.itter.game import ITTER
from garrison.games.itter.tables import MODES
from garrison.lab.simulate import play_out
from garrison.players import known, make, steady
from garrison.players.hint import KeptIdeas, hint
from garrison.players.search import RolloutDice, Search
from garrison.players.sound import Sound
from support.games import toy
from support.proof import few

TOY = toy.TOY
UNLIKE = sorted(MODES, key=lambda mode: mode not in (("published", "competitive"), ("playtest", "elite")))
"""All modes; the first two differ most: in edition, seats and what is hidden."""


def new(mode: tuple[str, str], seed: int) -> Match:
    return Match(ITTER, {"edition": mode[0], "difficulty": mode[1]}, KeyedDice(seed_key(seed)))


def watched(mode: tuple[str, str], seed: int, every: int = 1) -> Iterator[tuple[Match, Seat, list[Action]]]:
    """Positions of a game between sound players."""
    match = new(mode, seed)
    players = [Sound(ITTER, seat, "en") for seat in range(len(match.seats))]
    row = 0
    while match.ask is not None:
        seat = match.awaited[0]
        actions = match.legal(seat)
        row += 1
        if row % every == 0:
            yield match, seat, actions
        match.play(players[seat].choose(match.view(seat), match.ask, actions, 1)[0], seat)


# What they see


@pytest.mark.slow
@pytest.mark.parametrize("mode", few(2, zip(UNLIKE)), ids="-".join)
def test_a_guide_finds_the_same_whatever_is_hidden(mode: tuple[str, str]) -> None:
    """Every state that a view allows is judged alike: nothing hidden is looked at."""
    for match, seat, actions in watched(mode, 11, every=3):
        view = match.view(seat)
        true = ITTER.guide.rank(match.state, seat, actions)
        worth = ITTER.guide.worth(match.state, seat)
        said = ITTER.guide.reason(match.state, seat, actions[0], "en")
        for deal in range(3):
            other = ITTER.know.sample(view, KeyedDice(seed_key(deal)))
            assert ITTER.guide.rank(other, seat, actions) == true
            assert ITTER.guide.worth(other, seat) == worth
            assert ITTER.guide.reason(other, seat, actions[0], "en") == said


@pytest.mark.parametrize("name", ["sound", "search:6"])
def test_players_leave_the_match_and_the_view_alone(name: str) -> None:
    match = new(("published", "competitive"), 3)
    player = make(name, b"key", ITTER, 1)
    view = match.view(1)
    before, seen = match.state.copy(), match.view(1)
    player.choose(view, match.ask or (), match.legal(1), 1)
    assert match.state == before
    assert view == seen
    assert len(match.rows) == 1


# How long they take


@pytest.mark.proof
@pytest.mark.quiet
def test_sound_decides_in_a_few_milliseconds() -> None:
    player = Sound(ITTER, 0, "en")
    times = []
    for match, seat, actions in watched(("published", "beginner"), 5):
        view = match.view(seat)
        start = time.process_time()
        player.choose(view, match.ask or (), actions, 1)
        times.append(time.process_time() - start)
    assert median(times) < 0.005


def test_search_keeps_to_its_seconds() -> None:
    match = new(("published", "beginner"), 5)
    player = Search(b"key", ITTER, 0, "en")
    start, worked = time.perf_counter(), time.process_time()
    player.suggestions(match.view(0), match.legal(), 0.3)
    assert time.perf_counter() - start > 0.2
    assert time.process_time() - worked < 2


def test_search_is_the_same_for_the_same_key_and_number_of_tries() -> None:
    def chosen(key: bytes, name: str) -> list[tuple[Action, str]]:
        player = make(name, key, ITTER, 0)
        match = new(("published", "beginner"), 5)
        found = []
        for _ in range(12):
            found.append(player.choose(match.view(0), match.ask or (), match.legal(), 9))
            match.play(found[-1][0])
        return found

    assert chosen(b"one", "search:20") == chosen(b"one", "search:20")
    ideas = Search(b"one", ITTER, 0, "en", 20).suggestions(
        new(MODES[0], 5).view(0), new(MODES[0], 5).legal(), 9
    )
    other = Search(b"two", ITTER, 0, "en", 20).suggestions(
        new(MODES[0], 5).view(0), new(MODES[0], 5).legal(), 9
    )
    assert [idea.chance for idea in ideas] != [idea.chance for idea in other]


def test_search_tries_about_as_often_as_it_is_told() -> None:
    match = new(("published", "beginner"), 5)
    for wanted in (12, 24, 96):
        ideas = Search(b"key", ITTER, 0, "en", wanted).suggestions(match.view(0), match.legal(), 9)
        assert wanted / 2 <= sum(idea.tries for idea in ideas) <= wanted


def test_the_chances_of_a_label_do_not_depend_on_the_others() -> None:
    one, two = RolloutDice(b"key", 1), RolloutDice(b"key", 1)
    two.roll(50, "other")
    assert one.roll(2000, "same") == two.roll(2000, "same")
    assert one.roll(20, "same") != RolloutDice(b"key", 2).roll(20, "same")
    faces = RolloutDice(b"k", 3).roll(6000, "many")
    assert all(850 < faces.count(face) < 1150 for face in range(1, 7))
    cards = list(range(9))
    one.shuffle(cards, "cards")
    assert sorted(cards) == list(range(9))
    assert {one.pick(3, "pick") for _ in range(60)} == {0, 1, 2}


# Any game, any seat


@pytest.mark.parametrize("edition", TOY.options["edition"])
def test_search_plays_a_game_it_knows_nothing_about(edition: str) -> None:
    """Windows, offers, an open choice, secret hands, no guide: the contract is enough."""
    options = registry.settle(TOY, {"edition": edition})
    match = Match(TOY, options, KeyedDice(seed_key(2)))
    play_out(match, [make("search:12", bytes([seat]), TOY, seat) for seat in range(len(match.seats))])
    assert match.result is not None


@pytest.mark.proof
def test_search_beats_chance_in_a_game_it_knows_nothing_about() -> None:
    """One seat thinks, the others choose blindly: it wins more than its share."""
    options = registry.settle(TOY, {})
    won = 0
    for seed in range(30):
        match = Match(TOY, options, KeyedDice(seed_key(seed)))
        players = [
            make("search:40" if seat == 0 else "random", bytes([seat]), TOY, seat) for seat in range(3)
        ]
        play_out(match, players)
        won += match.result is not None and 0 in match.result.won
    assert won >= 15


@pytest.mark.parametrize("mode", few(2, zip(UNLIKE)), ids="-".join)
def test_sound_plays_every_mode_to_its_end(mode: tuple[str, str]) -> None:
    match = new(mode, 8)
    play_out(match, [make("sound", b"", ITTER, seat) for seat in range(len(match.seats))])
    assert match.result is not None


# What they say


@pytest.mark.slow
@pytest.mark.parametrize("mode", few(2, zip(UNLIKE)), ids="-".join)
def test_every_answer_has_a_reason_in_both_languages(mode: tuple[str, str]) -> None:
    for match, seat, actions in watched(mode, 4, every=4):
        state = ITTER.know.sample(match.view(seat), KeyedDice(b""))
        for action in actions:
            said = [ITTER.guide.reason(state, seat, action, lang) for lang in ("en", "it")]
            assert all(sentence.endswith(".") and "{" not in sentence for sentence in said)
            assert said[0] != said[1]


def test_the_reason_speaks_of_the_action_chosen() -> None:
    match = new(("published", "beginner"), 5)
    action, why = Sound(ITTER, 0, "en").choose(match.view(0), match.ask or (), match.legal(), 1)
    assert match.write(action) in ("seiner", "szymczyk", "rushford", "mchaley")
    assert "tank crew can use the machine gun there, the M2HB: attack 2, suppress 4." in why
    assert (
        "un carrista lì può usare la mitragliatrice"
        in Sound(ITTER, 0, "it").choose(match.view(0), match.ask or (), match.legal(), 1)[1]
    )


def test_the_reason_for_an_attack_counts_free_circles_as_the_board_does() -> None:
    match = new(("published", "beginner"), 5)
    for text in ("lee", "place g4"):
        match.play(text)
    shown = {each.at: each.label for each in match.scene(0, "en").alarms}
    why = ITTER.guide.reason(match.state, 0, match.read("attack rifleman@7"), "en")
    assert shown["7"] == "4"
    assert why.startswith("On the way from area 7 to the castle 4 circles are free; without")


def test_players_without_a_guide_say_something_too() -> None:
    match = Match(TOY, registry.settle(TOY, {}), KeyedDice(seed_key(2)))
    seat = match.awaited[0]
    for name in ("random", "search:9"):
        said = {
            make(name, b"", TOY, seat, lang).choose(match.view(seat), match.ask or (), match.legal(seat), 1)[
                1
            ]
            for lang in ("en", "it")
        }
        assert len(said) == 2


# Sense


def after_deployment(seed: int) -> Match:
    for match, _, _ in watched(("published", "beginner"), seed):
        if match.view(0)["turn"] == 5:
            return match
    raise AssertionError("the game ended before the fifth turn")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_sound_deploys_with_sense(seed: int) -> None:
    view = after_deployment(seed).view(0)
    where = view["defenders"]
    crew = {"lee", "basse", "seiner", "szymczyk", "rushford", "mchaley"}
    on_guns = {name for name in crew if where[name] in ("bj2", "bj3", "bj4", "g4")}
    assert len(on_guns) >= 3
    places = [where[name].rstrip("0123456789")[:2] for name in ("lee", "basse", "schrader", "gangl")]
    standing = [place for place in places if where["lee"] != "casualty" and place != "ca"]
    assert len(set(standing)) == len(standing)
    officers = {where[name][:2] for name in ("gangl", "dietrich", "hockel", "blechschmidt")}
    riflemen = [where[f"rifleman{n}"] for n in range(1, 6)]
    assert sum(place[:2] in officers for place in riflemen if place != "casualty") >= 3


def test_sound_brings_prisoners_up_to_inspire() -> None:
    up = 0
    for match, _, _ in watched(("published", "beginner"), 6):
        view = match.view(0)
        up = max(
            up,
            sum(
                view["defenders"][name][0] != "c"
                for name in ("clemenceau", "gamelin", "delarocque", "reynaud")
            ),
        )
    assert up >= 2


def position(**changes: object) -> Match:
    setup = new(("published", "beginner"), 1).view()
    start = ITTER.know.position(setup, dict(changes))
    return Match(ITTER, {"edition": "published", "difficulty": "beginner"}, KeyedDice(seed_key(1)), start)


def deployed(**more: object) -> dict[str, object]:
    """All twenty in place, so that anybody may act."""
    squares = [
        "bj1",
        "bj2",
        "bj3",
        "bj4",
        "g4",
        "g1",
        "g2",
        "g3",
        "k1",
        "k2",
        "k3",
        "k4",
        "st2",
        "st4",
        "st5",
        "st6",
        "nt2",
        "nt5",
        "nt6",
        "gh3",
    ]
    where = new(("published", "beginner"), 1).view()["defenders"]
    names = [name for name, place in where.items() if place == "supply"]
    return {"defenders": {**dict(zip(names, squares, strict=True)), **more}}


def chosen(name: str, match: Match) -> str:
    return match.write(make(name, b"", ITTER, 0).choose(match.view(0), match.ask or (), match.legal(), 1)[0])


@pytest.mark.parametrize("name", ["sound", "search:40"])
def test_borotra_leaves_when_the_way_is_free(name: str) -> None:
    clear = {str(circle): [] for circle in (5, 6, 19, 20)}
    match = position(**deployed(borotra="nt3"), counters=clear)
    assert chosen(name, match) == "borotra"
    match.play("borotra")
    assert chosen(name, match) == "escape"


@pytest.mark.parametrize("name", ["sound", "search:40"])
def test_everything_is_spent_on_whoever_would_take_the_castle(name: str) -> None:
    """Area 12's track is full: what lands there loses the game."""
    full = {str(circle): ["rifleman"] for circle in (12, 32, 30, 31)}
    match = position(
        **deployed(), actions_left=1, counters=full, tokens={"green": 4}, ss_deck=["sturm-1/1"] * 1
    )
    state = match.state
    kernel.apply(ITTER.play, state, 0, match.read("pass"), ScriptedDice([6, 6]), lambda _: None)
    view, ask = ITTER.know.view(state, 0), state.ask or ()
    assert ask[0] == "spend"
    chosen, why = make(name, b"", ITTER, 0).choose(view, ask, list(kernel.legal(ITTER.play, state, 0)), 1)
    assert match.write(chosen) == "spend 4"
    assert "the castle falls" in why


def test_a_hint_has_a_choice_two_runners_up_and_a_chance() -> None:
    match = new(("published", "beginner"), 5)
    before = match.state.copy()
    ideas = hint(match, 0, "en", seconds=0.2)
    assert len(ideas) == 3
    assert len({idea.plan[0].do for idea in ideas}) == 3
    allowed = {match.write(action) for action in match.legal()}
    assert all(idea.plan[0].do in allowed and 0 <= idea.chance <= 1 and idea.reason for idea in ideas)
    assert match.state == before


def test_a_hint_plans_an_action_to_its_end() -> None:
    """Every answer but the last leads to another of the same action, without dice; the last one does not."""
    lengths = set()
    for match, seat, actions in watched(("published", "beginner"), 3, every=9):
        plan = hint(match, seat, "en", 0.0)[0].plan
        lengths.add(len(plan))
        trial = match.copy(KeyedDice(b"other"))
        for number, answer in enumerate(plan):
            assert answer in [(choice.do, choice.say) for choice in trial.scene(seat).choices]
            trial.play(answer.do, seat)
            fell = bool(trial.rows[-1].draws)
            ended = trial.ask is None or fell or trial.ask[0] == "who"
            assert ended == (number == len(plan) - 1), (plan, actions)
    assert min(lengths) == 1
    assert max(lengths) > 2


def test_what_is_left_of_a_plan_is_kept_to() -> None:
    match = new(("published", "beginner"), 5)
    ideas = hint(match, 0, "en", 0.0)
    kept = KeptIdeas(0, "en", len(match.rows), ideas)
    assert kept.left(match, 0, "en") == []  # nothing of it is played yet
    other = ideas[1]
    match.play(other.plan[0].do)
    assert kept.left(match, 0, "en") == [other._replace(plan=other.plan[1:])]
    assert kept.left(match, 0, "it") == []
    match.play(next(action for action in match.legal() if match.write(action) != other.plan[1].do))
    assert kept.left(match, 0, "en") == []
    match.undo()
    assert kept.left(match, 0, "en") == []


def test_a_game_without_a_guide_gets_plans_of_one_answer() -> None:
    match = Match(TOY, {"edition": "plain"}, KeyedDice(seed_key(3)))
    assert {len(idea.plan) for idea in hint(match, 0, "en", 0.0)} == {1}


def test_a_hint_judges_a_single_answer_too() -> None:
    match = new(("published", "beginner"), 5)
    ideas = Search(b"key", ITTER, 0, "en").suggestions(match.view(0), match.legal()[:1], 0.05)
    assert [idea.action for idea in ideas] == match.legal()[:1]
    assert ideas[0].tries
    assert 0 < ideas[0].chance < 1


# Names


def test_players_are_known_by_name() -> None:
    assert steady("search") == "search:30"
    assert steady("search:7") == "search:7"
    assert steady("sound") == "sound"
    for wrong in (
        "",
        "nobody",
        "sound:3",
        "search:",
        "search:0",
        "search:-1",
        "search:x",
        "search:99999999999999",
    ):
        with pytest.raises(Unknown):
            known(wrong, ITTER)
    with pytest.raises(Unknown, match="no guide"):
        known("sound", TOY)
    known("search:1000000", TOY)


# Windows


class Pennies(State):
    """Two lay a penny each, unseen; the first wins if they are alike."""

    __slots__ = ("alike",)
    saved = (*State.saved, "alike")
    alike: int

    def __init__(self, rules: int = 1) -> None:
        super().__init__(rules)
        self.alike = -1

    def copy(self) -> Pennies:
        new = Pennies(self.rules)
        new.ask, new.answers, new.agenda = self.ask, self.answers[:], self.agenda[:]
        new.alike = self.alike
        return new


def laid(s: Pennies, pairs: list[tuple[int, int]], dice: Dice, tell: Tell) -> None:  # noqa: ARG001
    s.alike = int(pairs[0][1] == pairs[1][1])


def pennies() -> AnyGame:
    def setup(rules: int, _: object, __: Dice) -> Pennies:
        state = Pennies(rules)
        kernel.ask(state, "lay", 0b11)
        return state

    def load(view: View) -> Pennies:
        state = Pennies()
        kernel.resume(state, view)
        return state

    def result(s: Pennies) -> Result | None:
        won = 1 - s.alike
        utility = (float(s.alike), float(won))
        return None if s.alike < 0 else Result((won,), (0, 0), utility, "laid")

    lay = Question("P-1", lambda _s, _seat: [0, 1], lambda _s, _seat, _row: None, laid, silence=0)
    return toy.vary(
        TOY,
        actions=("heads", "tails"),
        setup=setup,
        steps={},
        questions={"lay": lay},
        anytime=None,
        result=result,
        seats=lambda _: ("even", "odd"),
        view=lambda s, seat: {**kernel.pending(s, seat), "alike": s.alike},
        load=load,
        sample=lambda view, _: load(view),
    )


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_answers_a_window_knowing_what_was_sealed(seat: int) -> None:
    """Two who guess win half of the time: who expects to be seen through would expect to lose."""
    game = pennies()
    match = Match(game, {"edition": "plain"}, KeyedDice(seed_key(1)))
    player = make("search:2000", b"key", game, seat)
    assert isinstance(player, Search)
    found = player.suggestions(match.view(seat), match.legal(seat), 1)
    assert all(0.35 < each.chance < 0.65 for each in found), found
