"""Fuzzing with players: seating, the share of random moves, and the report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

import garrison
from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.game import AnyGame
from garrison.core.laws import fuzz, persistence
from garrison.core.laws.inspector import play_and_check
from garrison.core.match import Match
from garrison.core.state import Action, Seat
from support.fixtures import Register
from support.games.toy import SEATS, TOY, with_sides

Asked = list[tuple[bytes, Seat]]


def first_of_list(asked: Asked | None = None) -> fuzz.Maker:
    """A player who takes whatever comes first, and notes by which key it was asked for which seat."""

    def make(_: AnyGame, __: Seat, key: bytes) -> fuzz.Chooser:
        def choose(_: Match, seat: Seat, actions: Sequence[Action]) -> Action:
            if asked is not None:
                asked.append((key, seat))
            return actions[0]

        return choose

    return make


def knows_nothing(_: AnyGame, __: Seat, ___: bytes) -> None:
    return


def fuzzed(game: AnyGame, players: Mapping[str, fuzz.Maker | None], count: int, seed: int = 1) -> fuzz.Report:
    return fuzz.run([game], players=players, count=count, seed=seed, laws=[2])


def test_players_sit_down_in_every_order(toy: AnyGame) -> None:
    casts = 2 ** len(SEATS)
    report = fuzzed(toy, {"random": None, "first": first_of_list()}, 2 * casts)
    assert report.failures == []
    assert report.players.keys() == {
        "random",
        "first",
        "random,random,first",
        "random,first,random",
        "random,first,first",
        "first,random,random",
        "first,random,first",
        "first,first,random",
    }
    assert {told["games"] for told in report.players.values()} == {2}
    assert sum(told["games"] for told in report.players.values()) == report.games == 16
    assert sum(told["rows"] for told in report.players.values()) == report.rows > 0


def test_players_take_sides_and_all_seats_of_a_side_have_the_same(register: Register) -> None:
    """Two sides are four line-ups, however many seats they have."""
    game = register(with_sides())
    seen: set[tuple[str, Seat]] = set()

    def note(name: str) -> fuzz.Maker:
        def make(_: AnyGame, __: Seat, ___: bytes) -> fuzz.Chooser:
            def choose(_: Match, seat: Seat, actions: Sequence[Action]) -> Action:
                seen.add((name, seat))
                return actions[0]

            return choose

        return make

    report = fuzz.run([game], players={"one": note("one"), "two": note("two")}, laws=[2])
    assert report.failures == []
    assert {names: told["games"] for names, told in report.players.items()} == {
        "one": 2,
        "one,two": 2,
        "two,one": 2,
        "two": 2,
    }
    seen.clear()
    report = fuzz.run([game], players={"one": note("one"), "two": note("two")}, count=2, seed=3, laws=[2])
    assert list(report.players) == ["one", "one,two"]
    assert seen == {("one", 0), ("one", 1), ("one", 2), ("two", 2)}


def test_every_option_set_gets_every_cast(toy: AnyGame) -> None:
    """Two option sets and a number of casts that two divides must not fall into step."""
    seen: set[tuple[str, str]] = set()

    def note(name: str) -> fuzz.Maker:
        def make(_: AnyGame, __: Seat, key: bytes) -> fuzz.Chooser:
            def choose(match: Match, _: Seat, actions: Sequence[Action]) -> Action:
                assert key
                seen.add((match.options["edition"], name))
                return actions[0]

            return choose

        return make

    fuzzed(toy, {"one": note("one"), "two": note("two")}, 16)
    assert seen == {(edition, name) for edition in toy.options["edition"] for name in ("one", "two")}


def test_a_player_is_asked_for_his_seat_with_a_key_of_his_own_and_now_and_then_not(toy: AnyGame) -> None:
    asked: Asked = []
    report = fuzzed(toy, {"first": first_of_list(asked)}, 10)
    keys = {key for key, _ in asked}
    assert len(keys) == 10 * len(SEATS)
    assert len({(key, seat) for key, seat in asked}) == len(keys)
    decisions = report.rows - report.games
    assert 0.5 * decisions < len(asked) < decisions


def test_by_default_every_table_is_played_once_by_every_cast(toy: AnyGame) -> None:
    players: dict[str, fuzz.Maker | None] = {"random": None, "first": first_of_list()}
    report = fuzz.run([toy], players=players, laws=[2])
    assert report.games == 2 * 2 ** len(SEATS)
    assert {told["games"] for told in report.players.values()} == {2}


def test_the_same_seed_plays_the_same_games(toy: AnyGame) -> None:
    players: dict[str, fuzz.Maker | None] = {"random": None, "first": first_of_list()}
    one, again, other = (fuzzed(toy, players, 8, seed) for seed in (1, 1, 2))
    assert one.plain() == again.plain()
    assert one.plain() != other.plain()


def test_games_by_chance_are_those_they_always_were(toy: AnyGame) -> None:
    """A table at which only chance sits plays as `play_and_check` does."""
    report = fuzz.run([toy], count=2, seed=4, laws=[])
    matches = [
        play_and_check(toy, {"edition": edition}, 4 + n, []) for n, edition in enumerate(("plain", "grand"))
    ]
    assert report.rows == sum(len(match.rows) for match in matches)


def test_a_player_answers_an_offer_without_being_asked_and_makes_none_then(toy: AnyGame) -> None:
    unasked: list[str] = []

    def make(_: AnyGame, __: Seat, ___: bytes) -> fuzz.Chooser:
        def choose(match: Match, seat: Seat, actions: Sequence[Action]) -> Action:
            if seat not in match.awaited:
                assert list(actions) == match.replies(seat) != []
                unasked.append(match.write(actions[-1]).split()[0])
            return actions[-1]

        return choose

    report = fuzzed(toy, {"last": make}, 6)
    assert report.failures == []
    assert set(unasked) == {"decline"}


@pytest.mark.proof
def test_all_laws_hold_with_players_at_the_table(toy: AnyGame) -> None:
    report = fuzz.run([toy], players={"first": first_of_list(), "random": None}, count=16)
    assert report.failures == []
    assert all(report.laws.values())


def test_who_does_not_know_a_game_is_not_asked_to_play_it(toy: AnyGame) -> None:
    report = fuzzed(toy, {"random": None, "stranger": knows_nothing}, 3)
    assert list(report.players) == ["random"]
    with pytest.raises(registry.Unknown, match=r"none of the players named \(stranger\) knows toy"):
        fuzzed(toy, {"stranger": knows_nothing}, 1)


def test_a_player_who_breaks_the_rules_is_a_failure_that_names_him(
    register: Register, tmp_path: Path
) -> None:
    def make(_: AnyGame, __: Seat, ___: bytes) -> fuzz.Chooser:
        return lambda match, seat, _: next(
            row for row in range(len(match.game.play.actions)) if row not in match.legal(seat)
        )

    game = register(TOY)
    report = fuzz.run([game], players={"cheat": make}, count=1, laws=[], save_dir=tmp_path)
    (failure,) = report.failures
    assert failure.law == 0
    assert failure.players == ("cheat",) * len(SEATS)
    assert failure.file is not None
    assert garrison.open(failure.file).key == seed_key(1)


@pytest.mark.parametrize(("length", "least", "most"), [(1000, 200, 200), (10, 60, 140), (1, 5, 40)])
def test_undoing_in_long_games_is_replayed_now_and_then(
    toy: AnyGame, monkeypatch: pytest.MonkeyPatch, length: int, least: int, most: int
) -> None:
    """A match of ten rows, called long or short: every look plays and undoes, but not every one replays."""
    match = Match(toy, {"edition": "grand"}, KeyedDice(seed_key(1)))
    while len(match.rows) < 10:
        match.play(match.legal()[0])
    replayed: list[int] = []
    monkeypatch.setattr(persistence, "replays", lambda law, _: replayed.append(law))
    monkeypatch.setattr(persistence, "REPLAYED_ROWS", length)
    chance = KeyedDice(b"looks")
    for turn in range(200):
        chance.start(turn)
        persistence.undo_goes_back(match, chance)
    assert least <= len(replayed) <= most
