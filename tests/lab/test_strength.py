"""Tables of strength: their cells, resuming a stopped run, and what they say."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from garrison.core import registry
from garrison.core.errors import GarrisonError
from garrison.core.game import Study
from garrison.lab import simulate, strength
from garrison.lab.simulate import Series
from garrison.lab.tally import Tally
from support.fixtures import Register
from support.games import toy
from support.games.toy_warren import WARREN


@pytest.fixture(autouse=True)
def games(register: Register) -> None:
    register(toy.TOY)


def cell() -> Series:
    return simulate.series("toy", {"edition": "plain"}, ["random"], 4)


def played(folder: Path, games: int, of: Series | None = None) -> strength.Cell:
    *_, last = strength.play(of or cell(), folder, games, None, 1)
    return last


def test_cells_are_all_options_with_all_line_ups_and_thinkers_come_last() -> None:
    found = strength.cells("itter", ("random", "sound", "search:5"), 1)
    solo = [of for of in found if len(of.seats) == 1]
    both = [of for of in found if len(of.seats) == 2]
    assert len(solo) == 6 * 3
    assert {of.players for of in both} == {
        (one, other) for one in ("random", "sound", "search:5") for other in ("random", "sound", "search:5")
    }
    assert len({strength.called(of) for of in found}) == len(found) == 27
    assert [strength.thinking(of) for of in found] == [False] * 16 + [True] * 11
    assert "itter-published-beginner-search5" in {strength.called(of) for of in found}


def test_a_cell_is_the_first_games_of_its_series(tmp_path: Path) -> None:
    found = played(tmp_path, 9)
    assert found.tally == simulate.gather(simulate.stream(cell(), range(9), 1), 9)
    assert strength.load(cell(), tmp_path) == found


def test_a_stopped_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    of = simulate.series("toy", {"edition": "plain"}, ["search:1"], 4)
    run = strength.play(of, tmp_path, 6, None, 1)
    for _ in range(3):
        next(run)
    run.close()
    assert strength.load(of, tmp_path).tally.games == 3
    numbers: list[int] = []
    real = simulate.one

    def noted(game: str, options: Any, names: Sequence[str], seed: int, number: int) -> Any:
        numbers.append(number)
        return real(game, options, names, seed, number)

    monkeypatch.setattr(simulate, "one", noted)
    found = played(tmp_path, 6, of)
    assert numbers == [3, 4, 5]
    assert found.tally == simulate.gather(simulate.stream(of, range(6), 1), 6)


def test_a_finished_cell_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = played(tmp_path, 5)
    monkeypatch.setattr(strength, "stream", lambda *_: pytest.fail("a game was played"))
    assert played(tmp_path, 5) == done
    assert played(tmp_path, 3) == done


def test_a_cell_of_other_players_or_another_seed_is_played_anew(tmp_path: Path) -> None:
    played(tmp_path, 5)
    path = tmp_path / f"{strength.called(cell())}.json"
    told = json.loads(path.read_text())
    told["first"][0] += 1
    path.write_text(json.dumps(told))
    assert played(tmp_path, 2).tally.games == 2
    other = cell()._replace(seed=5)
    assert strength.load(other, tmp_path).tally.games == 0


def test_a_cell_stops_when_its_time_is_over(tmp_path: Path) -> None:
    of = simulate.series("toy", {"edition": "plain"}, ["search:1"], 4)
    *_, last = strength.play(of, tmp_path, 50, 0.0, 1)
    assert last.tally.games == 1
    assert strength.load(of, tmp_path).tally.games == 1


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / f"{strength.called(cell())}.json"
    for text in ("{", "{}", '{"tally": {"games": 1, "ways": 3}}'):
        path.write_text(text)
        with pytest.raises(GarrisonError, match=r"random-random-random\.json"):
            strength.load(cell(), tmp_path)


def test_the_tables_say_shares_means_and_intervals() -> None:
    solo = simulate.series("itter", {}, ["sound"], 1)
    both = simulate.series("itter", {"difficulty": "competitive"}, ["random", "sound"], 1)
    found = strength.tables(
        [
            strength.Cell(both, Tally(10, [1, 8], 20, 90, 1000, Counter({"breach": 8, "deck-end": 2})), 0.5),
            strength.Cell(solo, Tally(10, [5], 20, 90, 4000, Counter({"breach": 3, "deck-end": 7})), 8.0),
            strength.Cell(solo),
        ]
    )
    assert found == (
        "| edition | difficulty | player | games | won | held | mean score | rows | ms a row |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
        "| published | beginner | sound | 10 | 50.0 % (23.7 to 76.3) | 70.0 % (39.7 to 89.2) "
        "| 2.00 (0.54 to 3.46) | 400 | 2.00 |\n"
        "\n"
        "| edition | difficulty | defender by | ss by | games | defender won | ss won | held | mean score "
        "| rows | ms a row |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
        "| published | competitive | random | sound | 10 | 10.0 % (1.8 to 40.4) | 80.0 % (49.0 to 94.3) "
        "| 20.0 % (5.7 to 51.0) | 2.00 (0.54 to 3.46) | 100 | 0.50 |"
    )


def test_the_command_plays_and_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["toy", "--players", "random", "--games", "3", "--jobs", "1", "--into", str(tmp_path)]
    assert strength.main([*line, "--only", "grand"]) == 0
    shown = capsys.readouterr()
    assert "| grand | random | random | random | 3 |" in shown.out
    assert "plain" not in shown.out
    assert "toy-grand-random-random-random" in shown.err
    assert strength.main([*line, "--tables"]) == 0
    assert "| plain |" not in capsys.readouterr().out
    assert strength.main([*line, "--players", "nobody"]) == 2
    assert "there is no player 'nobody'" in capsys.readouterr().err


# Sides


def test_cells_have_a_player_on_each_side(register: Register) -> None:
    register(toy.with_sides())
    found = strength.cells("toy", ("random", "search:1"), 1)
    assert len(found) == 2 * 2**2
    assert {of.players for of in found} == {
        ("random", "random", "random"),
        ("random", "random", "search:1"),
        ("search:1", "search:1", "random"),
        ("search:1", "search:1", "search:1"),
    }
    assert "toy-plain-random-search1" in {strength.called(of) for of in found}
    mixed = simulate.series("toy", {}, ["random", "search:1", "random"], 1)
    assert strength.called(mixed) == "toy-plain-random-search1-random"


def test_six_seats_of_two_sides_are_four_cells(register: Register) -> None:
    first = {name: values[:1] for name, values in WARREN.options.items()}
    register(toy.vary(WARREN, options=first, trials=()))
    found = strength.cells("warren", ("random", "sound"), 1)
    assert {len(of.players) for of in found} == {6}
    assert [strength.called(of) for of in found] == [
        f"warren-old-6-20-2-{watch}-{runners}"
        for watch in ("random", "sound")
        for runners in ("random", "sound")
    ]


def test_tables_are_by_side_and_then_by_seat(register: Register) -> None:
    register(toy.with_sides())
    of = simulate.series("toy", {}, ["random", "search:1"], 1)
    million = 1_000_000
    worth = [2 * million, 3 * million, 5 * million, 5 * million, 5 * million]
    squares = [each * million for each in worth]
    tally = Tally(10, [2, 3, 5], 20, 90, 1000, Counter({"dawn": 10}), [5, 5], worth, squares)
    assert strength.tables([strength.Cell(of, tally, 0.5)]) == (
        "| edition | leaders by | left by | games | leaders won | left won | leaders utility | left utility "
        "| mean score | rows | ms a row |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
        "| plain | random | search:1 | 10 | 50.0 % (23.7 to 76.3) | 50.0 % (23.7 to 76.3) "
        "| 0.25 (0.09 to 0.41) | 0.50 (0.17 to 0.83) | 2.00 (0.54 to 3.46) | 100 | 0.50 |\n"
        "\n"
        "| edition | leaders by | left by | games | anna won | bruno won | carla won "
        "| anna utility | bruno utility | carla utility |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
        "| plain | random | search:1 | 10 | 20.0 % | 30.0 % | 50.0 % | 0.200 | 0.300 | 0.500 |"
    )


def test_a_cell_by_other_sides_is_played_anew(tmp_path: Path, register: Register) -> None:
    path = played(tmp_path, 3).path(tmp_path)
    register(toy.with_sides())
    sided = simulate.series("toy", {"edition": "plain"}, ["random"], 4)
    path.replace(tmp_path / f"{strength.called(sided)}.json")
    assert strength.load(sided, tmp_path).tally.games == 0
    assert played(tmp_path, 2, sided).tally.side_won != []
    assert strength.load(sided, tmp_path).tally.games == 2


def test_a_cell_of_two_seats_written_before_there_were_sides_goes_on(tmp_path: Path) -> None:
    of = simulate.series("siege", {}, ["random"], 4)
    done = played(tmp_path, 1, of)
    path = tmp_path / f"{strength.called(of)}.json"
    told = json.loads(path.read_text())
    for key in ("side_won", "utility", "utility_squares"):
        del told["tally"][key]
    del told["sides"]
    path.write_text(json.dumps(told))
    assert strength.load(of, tmp_path) == done


# Chosen options


def test_chosen_options_are_all_combinations_of_the_values_named() -> None:
    found = strength.chosen(
        registry.find("colditz"), ["edition=modern/classic,seats=2/4", "seats=4,rounds=50", "doorways=clear"]
    )
    named = [(each["edition"], each["seats"], each["doorways"]) for each in found]
    assert named == [
        ("modern", "2", "open"),
        ("modern", "4", "open"),
        ("classic", "2", "clear"),
        ("classic", "4", "clear"),
        ("modern", "2", "clear"),
    ]


def test_cells_of_chosen_options_replace_the_trials(register: Register) -> None:
    register(toy.vary(WARREN, trials=()))
    found = strength.cells("warren", ("random", "sound"), 1, ["players=3/4,edition=new"])
    assert [(of.options["edition"], len(of.seats)) for of in found] == [("new", 3)] * 4 + [("new", 4)] * 4


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("seats", "write options as in"),
        ("seats=2,seats=4", "write options as in"),
        ("seats=7", "colditz has no seats '7'"),
        ("places=2", "colditz has no option 'places'"),
        ("edition=modern/classic,doorways=open", "the classic rules are played with doorways clear"),
    ],
)
def test_options_that_do_not_fit_are_refused_in_a_sentence(
    text: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert strength.main(["colditz", "--players", "random", "--options", text]) == 2
    assert sentence in capsys.readouterr().err


def test_the_command_plays_the_chosen_options_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = ["colditz", "--players", "random", "--games", "2", "--jobs", "1", "--into", str(tmp_path)]
    line += ["--options", "seats=2/3,rounds=10"]
    assert strength.main(line) == 0
    shown = capsys.readouterr().out
    assert "| modern | 2 | 10 | start | nation | open | random | random | 2 |" in shown
    assert "| modern | 3 | 10 | start | nation | open | random | random | 2 |" in shown
    monkeypatch.setattr(strength, "stream", lambda *_: pytest.fail("a game was played"))
    assert strength.main(line) == 0


def test_options_of_different_names_have_tables_of_their_own() -> None:
    found = [
        strength.Cell(simulate.series("itter", options, ["random"], 1), Tally(1, [1], rows=5))
        for options in ({}, {"escape": "coloured"}, {"difficulty": "elite"})
    ]
    first, other = strength.tables(found).split("\n\n")
    assert first.startswith("| edition | difficulty | player |")
    assert len(first.splitlines()) == 2 + 2
    assert other.startswith("| edition | difficulty | escape | player |")


# Means of a game's own facts


@pytest.fixture
def counted(register: Register) -> Series:
    """The toy with a fact that is no column, one that only some games have, and a list."""

    def find(_end: Any, told: Sequence[Any]) -> dict[str, Any]:
        size = len(told)
        return {"events": size, "late_news": None if size % 2 else size, "names": ["a"] * (size % 3)}

    kinds: dict[str, type] = {"events": int, "late_news": int, "names": list}
    register(toy.vary(toy.TOY, study=Study(kinds, find, means=("late_news", "names"))))
    return cell()


def events(of: Series, games: int) -> list[int]:
    matches = [simulate.one(of.game, of.options, of.players, of.seed, number) for number in range(games)]
    return [sum(len(match.events(row)) for row in match.line) for match in matches]


def test_a_cell_sums_the_facts_of_its_games(tmp_path: Path, counted: Series) -> None:
    sizes = events(counted, 9)
    late, names = [size for size in sizes if size % 2 == 0], [size % 3 for size in sizes]
    assert 0 < len(late) < 9
    played(tmp_path, 4, counted)
    found = played(tmp_path, 9, counted)
    assert found.tally.means == {
        "late_news": [len(late), sum(late), sum(size * size for size in late)],
        "names": [9, sum(names), sum(size * size for size in names)],
    }
    assert strength.load(counted, tmp_path) == found


def test_facts_do_not_depend_on_the_number_of_processes(tmp_path: Path, counted: Series) -> None:
    *_, one = strength.play(counted, tmp_path / "1", 30, None, 1)
    *_, two = strength.play(counted, tmp_path / "2", 30, None, 2)
    assert one.tally == two.tally


def test_a_cell_without_these_facts_is_played_anew(tmp_path: Path, counted: Series) -> None:
    path = played(tmp_path, 5, counted).path(tmp_path)
    told = json.loads(path.read_text())
    del told["tally"]["means"]
    path.write_text(json.dumps(told))
    assert strength.load(counted, tmp_path).tally.games == 0
    assert played(tmp_path, 3, counted).tally.means["names"][0] == 3


def test_the_tables_say_the_means_of_facts_and_how_many_games_have_them() -> None:
    tally = Tally(10, [5], 20, 90, 1000, Counter({"breach": 3}))
    tally.means = {"late_news": [4, 20, 120], "names": [10, 20, 90], "never": [0, 0, 0]}
    head, _, line = strength.tables(
        [strength.Cell(simulate.series("itter", {}, ["random"], 1), tally, 5)]
    ).split("\n")
    assert head.endswith("| held | late news | names | never | rows | ms a row | s a game |")
    assert line.endswith("| 5.00 (2.47 to 7.53) in 40.0 % | 2.00 (0.54 to 3.46) | none | 100 | 5.00 | 0.50 |")


def test_sums_of_facts_are_added() -> None:
    one, other, both = Tally(won=[0]), Tally(won=[0]), Tally(won=[0])
    for tally in (one, both):
        tally.note_facts({"late": 3})
    for tally in (other, both):
        tally.note_facts({"late": None})
        tally.note_facts({"late": 4})
    one.add(other)
    assert one == both
    assert one.means == {"late": [2, 7, 25]}
