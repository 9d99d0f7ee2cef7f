"""Law 5 over the wire: whatever one seat's secrets are, the others receive the same bytes until told."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from garrison.core import registry
from garrison.core.game import AnyGame
from garrison.core.laws.secrecy import TwinDice
from garrison.core.match import Match
from garrison.core.show import choices, perspective
from garrison.core.show.perspective import Perspective
from garrison.core.state import SPECTATOR, Seat
from garrison.table.session.session import Session
from garrison.table.store.models import Terms
from support.games.moves import play
from support.games.toy import TOY
from support.games.toy_market import MARKET
from support.installed import with_games
from support.proof import few
from support.table.twin_servers import Different, Leak, Pair, dealt, swaps, twins

COMPETITIVE = {"edition": "published", "difficulty": "competitive"}
COLDITZ = {"seats": "4", "rounds": "10"}
GAMES: dict[str, dict[str, str]] = {
    "itter": COMPETITIVE,
    "market": {},
    "toy": {"edition": "plain"},
    "colditz": COLDITZ,
}
STEPS = {"itter": 40, "market": 30, "toy": 24, "colditz": 60}
TERMS = {
    "no clock": Terms(),
    "a bank": Terms(bank=3600, add=3),
    "a clock for each decision": Terms(move=3600),
}


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "GAMES", with_games(TOY, MARKET))


class Drive:
    """Plays on both sides alike, by chance, and looks now and then at everything."""

    def __init__(self, pair: Pair, seed: int) -> None:
        self.pair, self.chance = pair, random.Random(seed)

    def actor(self) -> tuple[Seat, str] | None:
        """Somebody who can act on both sides, and one action of theirs that both sides list."""
        one, other = self.pair.sides
        seats = [seat for seat in one.viewers if one.choices(seat)]
        self.chance.shuffle(seats)
        for seat in seats:
            both = [each for each in one.choices(seat) if each in other.choices(seat)]
            if both:
                return seat, self.chance.choice(both)
        return None

    def step(self, *, tried: bool) -> bool:
        """One action; whether there was one, and it was played on both sides."""
        found = self.actor()
        pair = self.pair
        if found is None or not pair.alike or any(side.over for side in pair.sides):
            return False
        pair.tick()
        seat, do = found
        asks = [side.links[seat].frame["ask"] for side in pair.sides]
        went = pair.say(seat, *({"do": do, "ask": ask} for ask in asks))
        pair.same(f"after '{do}' of {seat}")
        if tried and pair.alike and not any(side.over for side in pair.sides):
            pair.try_all(self.chance)
            pair.look(self.chance)
        return went

    def steps(self, count: int, every: int = 8) -> int:
        """So many, or until nobody is left who must not notice anything; gives how many it were."""
        for number in range(count):
            if not self.step(tried=number % every == every - 1):
                return number
        return count


@pytest.mark.parametrize("game", few(1, ["toy", "itter", "market", "colditz"]))
@pytest.mark.parametrize("seed", few(1, [0, 1, 2]))
def test_a_hidden_card_exchanged_changes_nothing_for_who_is_not_told(
    tmp_path: Path, game: str, seed: int
) -> None:
    chance = random.Random(seed)
    one = dealt(game, GAMES[game], seed)
    other = dealt(game, GAMES[game], seed, swaps(one, chance))
    with twins(tmp_path, one, other, list(TERMS.values())[seed]) as pair:
        drive = Drive(pair, seed)
        pair.try_all(chance)
        pair.look(chance)
        drive.steps(STEPS[game])
        for what in ({"undo": None}, {"propose": None}):
            for seat in sorted(pair.alike):
                pair.say(seat, what)
            pair.same(f"after {what}")
        assert pair.compared > 20


@pytest.mark.parametrize("seed", few(1, [1, 0, 2]))
def test_another_choice_changes_nothing_for_who_is_not_told(tmp_path: Path, seed: int) -> None:
    one = dealt("itter", COMPETITIVE, seed)
    with twins(tmp_path, one, dealt("itter", COMPETITIVE, seed)) as pair:
        drive = Drive(pair, seed)
        drive.steps(3 * seed, every=3)
        pair.tick()
        seat = next(seat for seat in pair.sides[0].viewers if len(pair.sides[0].choices(seat)) > 1)
        ask = pair.sides[0].links[seat].frame["ask"]
        first, second = drive.chance.sample(pair.sides[0].choices(seat), 2)
        pair.alike.discard(seat)
        assert pair.say(seat, {"do": first, "ask": ask}, {"do": second, "ask": ask})
        pair.same(f"after '{first}' or '{second}'")
        pair.try_all(drive.chance)
        pair.look(drive.chance)
        drive.steps(8, every=4)


def offering(pair: Pair, seat: Seat, *, there: bool = False) -> None:
    """An offer on the one side; on the other none, or another if wanted."""
    ask = pair.sides[0].links[seat].frame["ask"]
    offers = [do for do in pair.sides[0].choices(seat) if do.startswith("offer left")]
    pair.tick()
    pair.alike -= {seat, (seat + 1) % 3}
    if there:
        assert pair.say(seat, {"do": offers[0], "ask": ask}, {"do": offers[1], "ask": ask})
    else:
        assert pair.only(seat, {"do": offers[0], "ask": ask})
    pair.same("after an offer")


@pytest.mark.parametrize("there", few(1, [True, False]))
def test_what_two_officers_of_colditz_trade_the_third_and_the_guards_cannot_find_out(
    tmp_path: Path, there: bool
) -> None:
    """An offer sent as a whole; on the other side another, or none."""
    one, other = (dealt("colditz", COLDITZ, 3) for _ in range(2))
    for match in (one, other):
        assert isinstance(match.dice, TwinDice)
        while match.ask is None or match.ask[0] != "ready":
            match.dice.at += 1
            match.play(match.legal(match.awaited[0])[-1], match.awaited[0])
    with twins(tmp_path, one, other) as pair:
        ask = pair.sides[0].links[0].frame["ask"]
        offers = [["trade french", f"want {thing}", "send"] for thing in ("rope", "key")]
        pair.tick()
        pair.alike -= {0, 1}
        said = [{"do": offer, "ask": ask} for offer in offers]
        assert pair.say(0, *said) if there else pair.only(0, said[0])
        pair.same("after an offer")
        assert pair.alike == {SPECTATOR, 2, 3}
        chance = random.Random(4)
        pair.try_all(chance)
        pair.look(chance)
        for what in ({"undo": None}, {"say": "Hm."}, {"suppose": ["trade french", "want key"]}):
            pair.say(2, what)
            pair.same(f"after {what}", played=False)
        pair.look(chance)
        assert pair.compared > 20


@pytest.mark.parametrize("terms", few(1, ["a bank", "no clock", "a clock for each decision"]))
@pytest.mark.parametrize("there", few(1, [True, False]))
def test_what_neighbours_offer_each_other_in_secret_nobody_else_can_find_out(
    tmp_path: Path, terms: str, there: bool
) -> None:
    with twins(tmp_path, dealt("toy", {}, 5), dealt("toy", {}, 5), TERMS[terms]) as pair:
        hidden_offer(pair, there=there)


def hidden_offer(pair: Pair, *, there: bool) -> None:
    """Anna offers Bruno a card; Carla, who has shown her lantern, and the spectator try all they can."""
    chance = random.Random(1)
    answer(pair, 2)
    offering(pair, 0, there=there)
    assert pair.alike == {SPECTATOR, 2}
    pair.try_all(chance)
    pair.look(chance)
    for what in ({"undo": None}, {"undo": 1}, {"propose": None}, {"say": "Hm."}, {"hint": 0}):
        pair.say(2, what)
        pair.same(f"after {what}", played=False)
    answer(pair, 1)
    pair.look(chance)
    answer(pair, 0)
    pair.look(chance)
    assert pair.compared > 30


def answer(pair: Pair, seat: Seat) -> None:
    """A seat shows no lantern in this window."""
    pair.tick()
    ask = pair.sides[0].links[seat].frame["ask"]
    assert pair.say(seat, {"do": "hold", "ask": ask})
    pair.same(f"after the answer of {seat}")


@pytest.mark.parametrize("least", few(1, [0.0, 0.3]))
def test_who_answers_first_nobody_else_can_find_out(tmp_path: Path, least: float) -> None:
    with twins(tmp_path, dealt("toy", {}, 6), dealt("toy", {}, 6), Terms(least=least)) as pair:
        answers(pair, least)


def answers(pair: Pair, least: float) -> None:
    """On one side Anna answers first, on the other Bruno; then the other of them; then Carla."""
    chance, one = random.Random(2), pair.sides[0]
    ask = one.links[0].frame["ask"]
    lanterns = [[do for do in one.choices(seat) if do.startswith("commit")] for seat in range(3)]
    pair.alike = {SPECTATOR, 2}
    for order in ((0, 1), (1, 0)):
        pair.tick(10)
        ident = pair.ident()
        for side, seat in zip(pair.sides, order, strict=True):
            side.say(seat, {"do": lanterns[seat][0], "ask": ask}, ident)
        pair.same("after an answer")
        pair.try_all(chance)
        pair.look(chance)
    assert pair.alike == {SPECTATOR, 2}
    assert one.links[2].frame["ask"] == ask
    pair.say(2, {"do": lanterns[2][0], "ask": ask})
    if least:
        pair.same("all answers are in")
        assert one.links[SPECTATOR].frame["ask"] == ask
        until_closed(pair, ask)
    pair.same("the window is closed")
    assert one.links[SPECTATOR].frame["ask"] != ask


def until_closed(pair: Pair, ask: int) -> None:
    """Let the least time pass, and wait until everybody has the next question."""
    pair.tick(1000)
    for side in pair.sides:
        for seat in side.viewers:
            while side.links[seat].frame["ask"] == ask:
                side.until(seat, "frame")


SLIP = ("anna hold", "bruno hold", "carla hold", "anna bid x=1", "anna dare 1")


def slipped(seed: int, swap: tuple[int, int, int] = (-1, 0, 0)) -> Match:
    """Anna has slipped, if the seed has it: then Bruno alone is asked for a rope by an even lantern."""
    match = dealt("toy", {}, seed, swap)
    assert isinstance(match.dice, TwinDice)
    for match.dice.at, said in enumerate(SLIP, start=1):
        play(match, said)
    return match


def rope_or_none() -> tuple[Match, Match]:
    """Twins: in the first Bruno has an even lantern for a rope, in the other he has none."""
    for seed in range(200):
        one = slipped(seed)
        if one.ask is None or one.ask[0] != "help" or len(one.answers(1)) == 1:
            continue
        for swap in ((0, first, second) for first in range(12) for second in range(first)):
            other = slipped(seed, swap)
            alike = all(one.view(seat) == other.view(seat) for seat in (SPECTATOR, 0, 2))
            if alike and [other.write(each) for each in other.answers(1)] == ["refuse"]:
                return one, other
    raise AssertionError("no such deal")


def test_a_window_for_one_seat_does_not_tell_whether_it_had_a_choice(tmp_path: Path) -> None:
    with twins(tmp_path, *rope_or_none(), Terms(least=0.3)) as pair:
        asked_for_a_rope(pair)


def asked_for_a_rope(pair: Pair) -> None:
    """Where Bruno could throw a rope he refuses at once; where he has none he passes by himself."""
    chance, one = random.Random(3), pair.sides[0]
    pair.alike.discard(1)
    assert pair.alike == {SPECTATOR, 0, 2}
    ask = one.links[0].frame["ask"]
    assert pair.only(1, {"do": "refuse", "ask": ask})
    pair.same("one has answered")
    pair.try_all(chance)
    pair.look(chance)
    assert {side.links[SPECTATOR].frame["ask"] for side in pair.sides} == {ask}
    until_closed(pair, ask)
    pair.same("the window is closed")
    pair.look(chance)
    assert pair.alike == {SPECTATOR, 0, 2}
    assert pair.compared > 15


def test_nor_does_a_clock_that_runs_out_on_it(tmp_path: Path) -> None:
    with twins(tmp_path, *rope_or_none(), Terms(least=4, move=4)) as pair:
        silent_about_a_rope(pair)


def silent_about_a_rope(pair: Pair) -> None:
    """Bruno says nothing: where he could throw a rope his time runs out, where he has none he passes."""
    chance, ask = random.Random(3), pair.sides[0].links[0].frame["ask"]
    pair.alike.discard(1)
    pair.tick(3000)
    until_closed(pair, ask)
    pair.same("the window is closed")
    pair.look(chance)
    pair.same("nothing is added to it")
    assert pair.alike == {SPECTATOR, 0, 2}
    assert pair.compared > 15


def neighbours_goods() -> tuple[Match, Match]:
    """Twins: Bruno and Carla have a crate of each other's, of which Anna knows nothing."""
    return dealt("market", {}, 5), dealt("market", {}, 5, (0, 1, 2))


def test_what_is_supposed_does_not_tell_what_others_hold(tmp_path: Path) -> None:
    with twins(tmp_path, *neighbours_goods()) as pair:
        supposing(pair)


def supposing(pair: Pair) -> None:
    """Anna, whose market it is, supposes baskets of all kinds, then sends one in a single message."""
    pair.alike -= {1, 2}
    assert pair.alike == {SPECTATOR, 0}
    put = [f"put {n}" for n in range(1, 13)]
    for side in ("left", "right"):
        for row in put:
            assert pair.say(0, {"suppose": [f"basket {side}", row]})
        assert pair.say(0, {"suppose": [f"basket {side}", *put, "send"]})
        pair.same(f"after supposing a basket for the {side}", played=False)
    ask = pair.sides[0].links[0].frame["ask"]
    mine = [row for row in put if row.replace("put ", "good-") in goods(pair)]
    pair.tick()
    assert pair.say(0, {"do": ["basket left", *mine[:2], "send"], "ask": ask})
    pair.same("after a basket in one message")
    pair.try_all(random.Random(4))
    assert pair.alike == {SPECTATOR, 0}
    assert pair.compared > 20


def goods(pair: Pair) -> set[str]:
    return {piece["id"] for piece in pair.sides[0].links[0].frame["scene"]["pieces"]}


# That the twins notice what they should


PLANT = pytest.MonkeyPatch()
"""Puts a leak into the server's process, for good; what is not there cannot be replaced."""


def _every_row() -> None:
    """Rows that a seat knows nothing of are counted after all."""
    PLANT.setattr(Perspective, "_knows", lambda *_: True)


def _times() -> None:
    """When a match changed is told, whoever changed it."""
    PLANT.setattr(Session, "last_change", lambda self, _: self.stored.times[-1])


def _undo() -> None:
    """Who may go back depends on what others did unseen."""
    PLANT.setattr(Perspective, "_hidden", lambda *_: False)


def _events() -> None:
    """Everybody is told everything."""
    told = Match.events
    PLANT.setattr(Match, "events", lambda self, number, _=None: told(self, number))


def _sealed() -> None:
    """Everybody is told whether Anna has answered."""
    from garrison.table.session import table_view

    told = table_view.table

    def table(session: Session, seat: Seat, lang: str, now: int) -> dict[str, object]:
        return {**told(session, seat, lang, now), "sealed": 0 in session.sealed}

    PLANT.setattr(table_view, "table", table)


def _nothing_to_play() -> None:
    """A window is not kept open for those who have nothing to play."""

    def seals(self: Session) -> bool:
        match = self.match
        choice = any(len(match.answers(seat)) > 1 for seat in match.awaited)
        return bool(self.stored.terms.least) and match.window and choice

    PLANT.setattr(Session, "seals", property(seals))


def _supposed() -> None:
    """What a seat supposes is answered by what its neighbours hold."""
    told = choices.supposed

    def supposed(game: AnyGame, state: Any, *more: Any) -> choices.Supposed:
        found = told(game, state, *more)
        return found._replace(rows=(*found.rows, str(state.owner)))

    PLANT.setattr(perspective, "supposed", supposed)


LEAKS: dict[str, tuple[Leak, Callable[[Pair], None]]] = {
    "rows": (_every_row, lambda pair: hidden_offer(pair, there=False)),
    "times": (_times, lambda pair: hidden_offer(pair, there=False)),
    "undo": (_undo, lambda pair: hidden_offer(pair, there=False)),
    "events": (_events, lambda pair: hidden_offer(pair, there=True)),
    "sealed answers": (_sealed, lambda pair: answers(pair, 0.3)),
    "nothing to play": (_nothing_to_play, asked_for_a_rope),
    "supposed offers": (_supposed, supposing),
}


LAID = {asked_for_a_rope: rope_or_none, supposing: neighbours_goods}


@pytest.mark.parametrize("leak", few(1, [*LEAKS]))
def test_a_server_that_leaks_is_found_out(tmp_path: Path, leak: str) -> None:
    spoil, tried = LEAKS[leak]
    terms = Terms(least=0.3 if spoil in (_sealed, _nothing_to_play) else 0)
    one, other = LAID.get(tried, lambda: (dealt("toy", {}, 5), dealt("toy", {}, 5)))()
    with pytest.raises(Different), twins(tmp_path, one, other, terms, spoil) as pair:
        tried(pair)
