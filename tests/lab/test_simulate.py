"""Many games: the same results on any number of processes, and correct intervals."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from statistics import stdev

import pytest

from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.errors import GarrisonError
from garrison.core.match import Match
from garrison.core.rules import Result
from garrison.core.state import Action, Ask, Seat, View
from garrison.lab import simulate
from garrison.lab.tally import Tally, normal, wilson
from garrison.players import make, steady
from support.fixtures import Register
from support.games import toy
from support.games.toy_warren import WARREN


@pytest.fixture(autouse=True)
def games(register: Register) -> None:
    register(toy.TOY)


@pytest.mark.parametrize("game", ["itter", "toy"])
def test_the_number_of_processes_changes_nothing(game: str) -> None:
    one = simulate.run(game, {}, ["random"], 30, 7, jobs=1)
    assert simulate.run(game, {}, ["random"], 30, 7, jobs=3) == one
    assert simulate.run(game, {}, ["random"], 30, 7, jobs=2) == one


def test_another_seed_gives_other_games() -> None:
    one = simulate.run("toy", {}, ["random"], 20, 1, jobs=1)
    assert simulate.run("toy", {}, ["random"], 20, 2, jobs=1) != one


def test_the_report_is_the_sum_of_its_games() -> None:
    found = simulate.run("toy", {"edition": "grand"}, ["random"], 12, 5, jobs=1)
    matches = [simulate.one("toy", {"edition": "grand"}, ["random"] * 3, 5, n) for n in range(12)]
    results = [match.result for match in matches]
    for seat, name in enumerate(toy.SEATS):
        assert found["won"][name][0] == sum(seat in result.won for result in results if result)
    scores = [result.score[0] for result in results if result]
    assert found["score"]["mean"] == sum(scores) / 12
    assert found["rows"]["mean"] == sum(len(match.rows) - 1 for match in matches) / 12
    assert found["how"] == Counter(result.how for result in results if result)
    assert found["options"] == {"edition": "grand"}


def test_progress_ends_with_all_games() -> None:
    seen: list[tuple[int, int]] = []
    simulate.run("toy", {}, ["random"], 10, 1, jobs=1, progress=lambda *now: seen.append(now))
    assert seen[-1] == (10, 10)
    assert [done for done, _ in seen] == sorted({done for done, _ in seen})


@pytest.mark.parametrize(
    ("hits", "cases", "low", "high"),
    [(5, 10, 0.2366, 0.7634), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662)],
)
def test_the_interval_of_a_share_is_wilson_s(hits: int, cases: int, low: float, high: float) -> None:
    assert wilson(hits, cases) == pytest.approx((low, high), abs=5e-5)


def test_the_interval_of_a_mean_is_normal() -> None:
    found = normal(3, 1 + 2 + 3, 1 + 4 + 9)
    half = 1.959964 / math.sqrt(3)
    assert found == pytest.approx({"mean": 2, "low": 2 - half, "high": 2 + half})
    assert normal(1, -4, 16) == {"mean": -4, "low": -4, "high": -4}


def test_the_random_player_chooses_evenly_and_by_its_key_alone() -> None:
    player, again, other = (make("random", key, toy.TOY, 0) for key in (b"a", b"a", b"b"))
    actions = [4, 8, (9, 1)]
    chosen = [player.choose({}, ("who", 1), actions, 0)[0] for _ in range(3000)]
    assert chosen == [again.choose({}, ("who", 1), actions, 0)[0] for _ in range(3000)]
    assert chosen != [other.choose({}, ("who", 1), actions, 0)[0] for _ in range(3000)]
    for action in actions:
        assert abs(chosen.count(action) - 1000) < 120


def test_players_that_do_not_look_get_no_view() -> None:
    class Looking:
        name = "looking"
        looks = True
        views = 0

        def choose(
            self, view: dict[str, object], _: object, actions: list[int], __: float
        ) -> tuple[int, str]:
            Looking.views += bool(view)
            return actions[0], "first"

    class Blind(Looking):
        looks = False

    game = registry.find("toy")
    match = Match(game, registry.settle(game, {}), KeyedDice(seed_key(1)))
    simulate.play_out(match, [Looking(), Blind(), Blind()])
    assert match.over
    assert Looking.views == sum(row.seat == 0 for row in match.rows)


@pytest.mark.parametrize(
    ("game", "name"), [("itter", "random"), ("itter", "sound"), ("toy", "random"), ("toy", "search:2")]
)
def test_players_play_games_to_their_end(game: str, name: str) -> None:
    assert simulate.run(game, {}, [name], 1, 1, jobs=1)["games"] == 1


def test_who_does_not_know_a_game_is_refused_before_it_starts() -> None:
    with pytest.raises(registry.Unknown, match="toy has no guide"):
        simulate.series("toy", {}, ["random", "sound", "random"], 1)
    with pytest.raises(registry.Unknown, match="there is no player 'stockfish'"):
        simulate.series("itter", {}, ["stockfish"], 1)


def test_search_by_the_clock_is_made_steady_and_named_so() -> None:
    one, again = (simulate.series("toy", {}, ["search"], 1) for _ in range(2))
    assert one == again
    assert one.players == (steady("search"),) * 3
    assert one.players[0].startswith("search:")
    quick = [simulate.run("toy", {}, ["search:3"], 2, 5, jobs=jobs) for jobs in (1, 2)]
    assert quick[0] == quick[1]
    assert quick[0]["players"] == ["search:3"] * 3


def test_games_come_in_order_and_slow_ones_one_by_one() -> None:
    def sizes(name: str, games: int) -> list[int]:
        of = simulate.series("toy", {}, [name], 1)
        dealt = simulate._deal(of, range(5, 5 + games), 2)
        assert [number for numbers in dealt for number in numbers] == list(range(5, 5 + games))
        return [len(numbers) for numbers in dealt]

    assert set(sizes("search:1", 500)) == {1}
    assert set(sizes("random", 60)) == {1}
    assert max(sizes("random", 100_000)) == simulate.LARGEST_CHUNK


def test_a_series_goes_on_where_it_was_left() -> None:
    of = simulate.series("toy", {}, ["random"], 8)
    whole = simulate.gather(simulate.stream(of, range(12), 1), 12)
    parts = simulate.gather(simulate.stream(of, range(5), 1), 12)
    parts.add(simulate.gather(simulate.stream(of, range(5, 12), 2), 12))
    assert parts == whole


# Sides


SIDED = {"leaders": (0, 1), "left": (2,)}


def test_players_are_named_for_all_for_each_side_or_for_each_seat(register: Register) -> None:
    register(toy.with_sides())

    def players(*names: str) -> tuple[str, ...]:
        return simulate.series("toy", {}, names, 1).players

    assert players("random") == ("random",) * 3
    assert players("random", "search:2") == ("random", "random", "search:2")
    assert players("random", "search:1", "search:2") == ("random", "search:1", "search:2")
    with pytest.raises(registry.Unknown) as refused:
        players("random", "random", "random", "random")
    assert str(refused.value) == (
        "4 players were named for 3 seats (anna, bruno, carla) on 2 sides (leaders, left); "
        "name one for all, one for each side or one for each seat"
    )


def test_without_sides_players_are_named_for_seats() -> None:
    told = "2 players were named for 3 seats; name one for all or one for each"
    with pytest.raises(registry.Unknown, match=told):
        simulate.series("toy", {}, ["random", "random"], 1)
    assert "sides" not in simulate.run("toy", {}, ["random"], 1, 1, jobs=1)


def test_a_game_that_names_its_sides_wrongly_is_refused(register: Register) -> None:
    register(toy.vary(toy.TOY, sides=lambda _: {"leaders": (0, 2)}))
    with pytest.raises(GarrisonError, match=r"the sides of toy have the seats \[0, 2\], not each of 3 once"):
        simulate.series("toy", {}, ["random"], 1)


def test_results_are_by_side_and_by_seat_with_utility(register: Register) -> None:
    register(toy.with_sides())
    found = simulate.run("toy", {}, ["random", "search:1"], 12, 5, jobs=1)
    names = ["random", "random", "search:1"]
    results = [simulate.one("toy", found["options"], names, 5, n).result for n in range(12)]
    assert found["players"] == names
    for at, seat in enumerate(toy.SEATS):
        worth = [result.utility[at] for result in results if result]
        assert found["won"][seat][0] == sum(at in result.won for result in results if result)
        assert found["utility"][seat]["mean"] == pytest.approx(sum(worth) / 12, abs=1e-6)
    assert list(found["sides"]) == list(SIDED)
    for side, seats in SIDED.items():
        told = found["sides"][side]
        worth = [sum(result.utility[at] for at in seats) / len(seats) for result in results if result]
        won = sum(any(at in result.won for at in seats) for result in results if result)
        assert told["won"] == [won, *wilson(won, 12)]
        assert told["seats"] == [toy.SEATS[at] for at in seats]
        half = 1.959964 * stdev(worth) / math.sqrt(12)
        mean = sum(worth) / 12
        wanted = {"mean": mean, "low": mean - half, "high": mean + half}
        assert told["utility"] == pytest.approx(wanted, abs=1e-5)
    assert [told["players"] for told in found["sides"].values()] == [["random"], ["search:1"]]


def test_the_number_of_processes_changes_no_utility(register: Register) -> None:
    register(toy.with_sides())
    one = simulate.run("toy", {}, ["random"], 30, 7, jobs=1)
    assert simulate.run("toy", {}, ["random"], 30, 7, jobs=3) == one


def test_a_side_wins_a_game_once_however_many_of_its_seats_have_won() -> None:
    tally = Tally(won=[0] * 3)
    tally.note(Result((0, 1), (5, 5, 2), (0.5, 0.5, 0.0), "tie"), 9, tuple(SIDED.values()))
    tally.note(Result((2,), (1, 2, 3), (0.0, 0.0, 1.0), "dawn"), 7, tuple(SIDED.values()))
    assert (tally.won, tally.side_won) == ([1, 1, 1], [1, 1])
    assert tally.seat_utility(0)["mean"] == tally.side_utility(0, 2)["mean"] == 0.25
    assert tally.side_utility(1, 1)["mean"] == 0.5


def test_six_seats_take_two_players(register: Register) -> None:
    register(WARREN)
    found = simulate.run("warren", {"rounds": "2"}, ["random", "sound"], 2, 1, jobs=1)
    assert found["players"] == ["random"] + ["sound"] * 5
    assert {side: len(told["seats"]) for side, told in found["sides"].items()} == {"watch": 1, "runners": 5}
    assert len(found["utility"]) == 6
    two = simulate.run("warren", {"rounds": "2", "players": "2"}, ["random", "sound"], 1, 1, jobs=1)
    assert {side: told["seats"] for side, told in two["sides"].items()} == {
        "watch": ["warden"],
        "runners": ["anna"],
    }
    assert two["utility"].keys() == {"warden", "anna"}
    without = simulate.run("siege", {}, ["random"], 1, 1, jobs=1)
    assert not {"sides", "utility"} & without.keys()


# Offers


class Swapper:
    """Leads if it is Anna, and then offers each neighbour a lantern; answers offers in one way."""

    name = "swapper"
    looks = True

    def __init__(self, seat: Seat, way: str) -> None:
        self.seat, self.way = seat, way
        self.unasked: list[list[str]] = []

    def choose(self, view: View, ask: Ask, actions: Sequence[Action], _: float) -> tuple[Action, str]:
        texts = [toy.ACTIONS[action] for action in actions]
        assert view["viewer"] == toy.SEATS[self.seat]
        if not ask[1] >> self.seat & 1:
            self.unasked.append(texts)
        wanted = ["hold", "refuse"] if self.seat else ["commit", "bid", "dare"]
        if self.seat == 0 and ask[0] == "bid":
            wanted = ["offer", "bid"]
        for word in (self.way, *wanted):
            for action, text in zip(actions, texts, strict=True):
                if text.startswith(word):
                    return action, text
        raise AssertionError(texts)


@pytest.mark.parametrize("way", ["accept", "decline"])
def test_a_bot_answers_an_offer_outside_its_turn_at_once(way: str) -> None:
    """Anna stakes in her own turn; Bruno, whom nobody asks, answers before she goes on."""
    game = registry.find("toy")
    match = Match(game, registry.settle(game, {}), KeyedDice(seed_key(1)))
    players = [Swapper(seat, way) for seat in range(3)]
    simulate.play_out(match, players)
    assert match.over
    rows = [(row.seat, match.write(row.action).split()[0]) for row in match.rows[1:]]
    offers = [at for at, (_, verb) in enumerate(rows) if verb == "offer"]
    assert len(offers) == match.view()["hour"]
    for at in offers:
        assert [rows[at], rows[at + 1], rows[at + 2]] == [(0, "offer"), (1, way), (0, "bid")]
    kinds = [event[1] for number in range(len(match.rows)) for event in match.events(number)]
    assert kinds.count("swapped" if way == "accept" else "declined") == len(offers)
    assert "lapsed" not in kinds
    assert len(players[1].unasked) == len(offers)
    assert all(text.split()[0] in ("accept", "decline") for texts in players[1].unasked for text in texts)
    assert players[2].unasked == []


@pytest.mark.parametrize("name", ["random", "search:1"])
def test_games_full_of_offers_come_to_an_end(name: str) -> None:
    """No offer lapses: who has got one answers it before anybody else decides."""
    for number in range(10):
        match = simulate.one("toy", {"edition": "grand"}, [name] * 3, 2, number)
        assert match.over
        told = [event[1] for row in range(len(match.rows)) for event in match.events(row)]
        assert "lapsed" not in told
        assert told.count("offered") == told.count("swapped") + told.count("declined")
