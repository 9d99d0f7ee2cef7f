"""Games as a table: the columns, and that the file is complete, in order and never overwritten."""

from __future__ import annotations

import builtins
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet as pq

from garrison import __version__
from garrison.core import registry
from garrison.core.match import Match
from garrison.core.rules import Result
from garrison.games.itter.tables import DEFENDERS
from garrison.lab import parquet, simulate
from garrison.lab.parquet import NotKept
from garrison.lab.simulate import Series
from support.fixtures import Register
from support.games import toy
from support.terminal.command import Run

ITTER = [("published", "beginner"), ("published", "competitive"), ("playtest", "elite")]


@pytest.fixture(autouse=True)
def games(register: Register) -> None:
    register(toy.TOY)


def of(game: str = "toy", seed: int = 3, **options: str) -> Series:
    return simulate.series(game, options, ["random"], seed)


def save(path: Path, series: Series, games: int, jobs: int = 1) -> list[dict[str, Any]]:
    with parquet.written(path, series) as table:
        chunks = simulate.stream(series, range(games), jobs, parquet.row)
        simulate.gather(chunks, games, take=table.take)
    found: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return found


def played(series: Series, number: int) -> tuple[Match, Result]:
    match = simulate.one(series.game, series.options, series.players, series.seed, number)
    assert match.result is not None
    return match, match.result


def test_a_row_tells_one_game(tmp_path: Path) -> None:
    series = of(edition="grand")
    rows = save(tmp_path / "toy.parquet", series, 5)
    for number, row in enumerate(rows):
        match, result = played(series, number)
        expected = {"game": "toy", "rules": 1, "option_edition": "grand", "seed": 3, "number": number}
        expected |= {f"player_{seat}": "random" for seat in toy.SEATS}
        expected |= {f"won_{seat}": at in result.won for at, seat in enumerate(toy.SEATS)}
        expected |= {f"score_{seat}": result.score[at] for at, seat in enumerate(toy.SEATS)}
        expected |= {f"utility_{seat}": result.utility[at] for at, seat in enumerate(toy.SEATS)}
        expected |= {"how": result.how, "rows": len(match.rows) - 1}
        assert row == expected
        assert list(row) == list(parquet.columns(series))


def test_sides_of_several_seats_are_told(tmp_path: Path, register: Register) -> None:
    register(toy.with_sides())
    path = tmp_path / "toy.parquet"
    rows = save(path, of(), 8)
    assert len({tuple(row["sides_won"]) for row in rows}) > 1
    for row in rows:
        leaders = row["won_anna"] or row["won_bruno"]
        assert row["sides_won"] == ["leaders"] * leaders + ["left"] * row["won_carla"]
    types = {field.name: str(field.type) for field in pq.read_schema(path)}
    assert types["utility_anna"] == "double"
    told = json.loads(pq.read_schema(path).metadata[parquet.METADATA])
    assert told["sides"] == {"leaders": ["anna", "bruno"], "left": ["carla"]}


def test_two_seats_have_the_columns_they_always_had() -> None:
    found = parquet.columns(of("siege"))
    assert not [name for name in found if "utility" in name or "side" in name]


@pytest.mark.parametrize(("edition", "difficulty"), ITTER)
def test_castle_itter_tells_cards_and_casualties(tmp_path: Path, edition: str, difficulty: str) -> None:
    series = of("itter", edition=edition, difficulty=difficulty)
    rows = save(tmp_path / "itter.parquet", series, 6)
    for number, row in enumerate(rows):
        match, result = played(series, number)
        view = match.view()
        fallen = [name for name, place in view["defenders"].items() if place == "casualty"]
        assert sorted(row["casualties"]) == sorted(fallen)
        gone = [
            *row["casualties"],
            *row["survivors"],
            *row["unplaced"],
            *["borotra"] * row["borotra_escaped"],
        ]
        assert sorted(gone) == sorted(DEFENDERS)
        piles = view["ss_played"] + view["ss_discard"]
        assert sorted(row["cards_seen"]) == sorted(piles)
        assert row["turns"] == view["turn"]
        assert row["level"] == result.more["level"]
        assert row["award"] == result.more.get("award")
        assert row["ss_counters_left"] == sum(len(kinds) for kinds in view["counters"].values())
        assert row["tank_destroyed"] == (view["defence"]["tank"] == 0)
    assert any(row["casualties"] for row in rows)


def test_the_order_is_the_order_in_which_it_happened() -> None:
    series = of("itter", edition="published", difficulty="veteran")
    match, _ = played(series, 1)
    row = parquet.row(series, 1, match)
    seen, fallen, tactics = [], [], []
    names = match.game.tell.names
    for number in range(len(match.rows)):
        for event in match.events(number):
            if event[1] == "card":
                seen.append(names["card"][event[2]])
            elif event[1] == "tactic":
                tactics.append(names["card"][event[2]])
            elif event[1] in ("killed", "lost_heart"):
                fallen.append(names["defender"][event[2]])
    assert row["cards_seen"] == seen
    assert row["tactics_seen"] == tactics
    assert row["casualties"] == fallen
    assert len(tactics) > 0 < len(seen)


def test_all_modes_of_a_game_have_the_same_facts() -> None:
    game = registry.find("itter")
    for options in registry.trials(game):
        series = simulate.series("itter", options, ["random"], 1)
        assert list(parquet.columns(series))[-len(game.study.facts) :] == list(game.study.facts)
        assert parquet.row(series, 0, played(series, 0)[0]).keys() == parquet.columns(series).keys()


def test_the_number_of_processes_changes_no_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "HEAP", 7)
    series = of("itter")
    paths = [tmp_path / f"{jobs}.parquet" for jobs in (1, 3)]
    one, three = (save(path, series, 40, jobs) for path, jobs in zip(paths, (1, 3), strict=True))
    assert one == three
    assert [row["number"] for row in one] == list(range(40))
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert pq.ParquetFile(paths[0]).num_row_groups == 6


def test_the_file_says_how_to_play_the_same_games_again(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    save(path, of(seed=9, edition="grand"), 1)
    assert json.loads(pq.read_schema(path).metadata[parquet.METADATA]) == {
        "version": __version__,
        "game": "toy",
        "rules": 1,
        "options": {"edition": "grand"},
        "seats": list(toy.SEATS),
        "players": ["random"] * 3,
        "seed": 9,
    }


def test_columns_have_their_types_even_when_empty(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    assert save(path, of("itter", edition="playtest", difficulty="normal"), 0) == []
    types = {field.name: str(field.type) for field in pq.read_schema(path)}
    assert types["award"] == types["option_edition"] == "string"
    assert types["score_defender"] == types["turns"] == types["seed"] == "int64"
    assert types["won_defender"] == types["borotra_escaped"] == "bool"
    assert types["casualties"] == types["cards_seen"] == "list<element: string>"


@pytest.mark.parametrize("finished", [0, 1, 9])
def test_a_run_that_is_stopped_leaves_the_games_so_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, finished: int
) -> None:
    monkeypatch.setattr(parquet, "HEAP", 7)
    path = tmp_path / "a.parquet"
    series = of()
    rows = [parquet.row(series, number, played(series, number)[0]) for number in range(finished)]

    def stopped() -> None:
        with parquet.written(path, series) as table:
            table.take(rows)
            assert not path.exists()
            assert len(list(tmp_path.iterdir())) == 1
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert list(tmp_path.iterdir()) == ([path] if finished else [])
    assert not finished or pq.read_table(path).to_pylist() == rows


def test_a_game_must_find_what_it_names(register: Register) -> None:
    register(toy.vary(toy.TOY, facts={"turns": int}))
    series = of()
    with pytest.raises(NotKept, match="toy finds other facts than it names"):
        parquet.row(series, 0, played(series, 0)[0])
    register(toy.vary(toy.TOY, facts={"rows": int}))
    with pytest.raises(NotKept, match="'rows', which is a column of every game"):
        parquet.columns(series)


# The command


def spoil_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Callable[..., Any] = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)


def test_simulate_saves_what_it_reports(garrison: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    done = garrison("simulate", "toy", "--games", 6, "--jobs", 1, "--save", path, "--json")
    assert done.status == 0
    found = json.loads(done.out)
    rows = pq.read_table(path).to_pylist()
    assert len(rows) == 6
    for seat in toy.SEATS:
        assert found["won"][seat][0] == sum(row[f"won_{seat}"] for row in rows)
    assert found["rows"]["mean"] == sum(row["rows"] for row in rows) / 6


def test_what_hinders_saving_is_told_before_a_game_is_played(
    garrison: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = tmp_path / "there.parquet"
    there.write_bytes(b"precious")
    cases = {
        tmp_path / "games.csv": "the name must end in .parquet",
        there: "already exists and is not overwritten",
        tmp_path / "no" / "games.parquet": "No such file or directory",
        there / "games.parquet": "Not a directory",
    }
    monkeypatch.setattr(simulate, "one", lambda *_: pytest.fail("a game was played"))
    for path, told in cases.items():
        done = garrison("simulate", "toy", "--games", 2, "--jobs", 1, "--save", path)
        assert done.status == 2
        assert told in done.err
        assert len(done.err.splitlines()) == 1
        assert done.out == ""
    spoil_pyarrow(monkeypatch)
    done = garrison("simulate", "toy", "--games", 2, "--jobs", 1, "--save", tmp_path / "games.parquet")
    assert done.status == 2
    assert 'pip install "garrison[lab]"' in done.err
    assert there.read_bytes() == b"precious"
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".part"] == []
