"""Many games: the same results on any number of processes, and correct intervals."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.lab import simulate
from garrison.players import make, steady
from support.fixtures import Register
from support.games import toy


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
    assert simulate.wilson(hits, cases) == pytest.approx((low, high), abs=5e-5)


def test_the_interval_of_a_mean_is_normal() -> None:
    found = simulate.normal(3, 1 + 2 + 3, 1 + 4 + 9)
    half = 1.959964 / math.sqrt(3)
    assert found == pytest.approx({"mean": 2, "low": 2 - half, "high": 2 + half})
    assert simulate.normal(1, -4, 16) == {"mean": -4, "low": -4, "high": -4}


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
