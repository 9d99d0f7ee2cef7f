"""Law 5 at the terminal: `play`, `replay`, `show` and `draw` tell a seat what its perspective knows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from garrison.cli.play import log
from garrison.cli.texts import Words
from garrison.core import record
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.laws.comparison import Broken, first_difference, nobody
from garrison.core.laws.secrecy import TwinDice, nobody_learns_untold
from garrison.core.match import Match
from garrison.core.registry import find, settle
from garrison.core.show.perspective import Perspective
from garrison.core.state import ARBITER, SPECTATOR, Seat
from support.fixtures import NewToy, Register
from support.games.moves import play
from support.games.toy import TOY, vary
from support.proof import few
from support.terminal.command import Run
from support.terminal.surfaces import Surfaces

COMPETITIVE = {"edition": "published", "difficulty": "competitive"}
GAMES: dict[str, dict[str, str]] = {"toy": {"edition": "plain"}, "itter": COMPETITIVE, "siege": {}}
ROWS = 30
"""So far a match is played before its twins are looked at."""
COMPARED = (10, 40)
"""So many times a seat of a game is looked at, at least; the second is for `make proof`."""
SHORT = ("post rest", "done")
"""Chosen where it can be: more that is hidden happens in fewer rows."""

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def surfaces(tmp_path: Path) -> Surfaces:
    return Surfaces(tmp_path)


def begun(game: str, seed: int, rows: int = ROWS) -> Match:
    """A match some way on, played by chance."""
    found = find(game)
    match = Match(found, settle(found, GAMES[game]), KeyedDice(seed_key(seed)))
    chance = KeyedDice(seed_key(seed), "player")
    while not match.over and len(match.rows) < rows:
        seat = match.awaited[chance.pick(len(match.awaited), "seat")]
        listed = match.legal(seat)
        listed = [action for action in listed if match.write(action) in SHORT] or listed
        match.play(listed[chance.pick(len(listed), "action")], seat)
    return match


# One perspective: where the commands used to answer by themselves


def same(surfaces: Surfaces, one: Match, other: Match, *seats: Seat) -> None:
    for seat in seats:
        mine, theirs = surfaces(one, seat), surfaces(other, seat)
        for name, text in mine.items():
            assert text == theirs[name], (seat, name, first_difference(text, theirs[name]))


def test_an_offer_between_others_leaves_no_trace(new_toy: NewToy, surfaces: Surfaces) -> None:
    """The row of a secret offer must not be told by its number, nor by what is no longer told after it."""
    one, other = new_toy(seed=5), new_toy(seed=5)
    for match in (one, other):
        play(match, "carla hold")
    card = one.view()["hands"]["anna"][0]
    play(one, f"anna offer left {card}")
    same(surfaces, one, other, 2, SPECTATOR)


def test_undo_does_not_tell_that_another_seat_has_answered(new_toy: NewToy, surfaces: Surfaces) -> None:
    """Whoever waits in a window must not learn by `undo` who else has answered."""
    one, other = new_toy(seed=5), new_toy(seed=5)
    for match in (one, other):
        play(match, "anna hold")
    play(one, "carla hold")
    assert "others may have acted unseen" in surfaces.terminal(one, 0)["undo"]
    same(surfaces, one, other, 0, 1)


def test_an_offer_taken_back_leaves_no_trace(new_toy: NewToy, surfaces: Surfaces) -> None:
    """Also where something that everybody had seen was taken back before."""
    one, other = new_toy(seed=5), new_toy(seed=5)
    for match in (one, other):
        best = max(match.view()["hands"]["anna"])
        play(match, f"anna commit {best}", "bruno hold", "carla hold", "anna bid x=1")
        match.undo()
    card = one.view()["hands"]["anna"][0]
    play(one, f"anna offer left {card}")
    one.undo(0, consent=(0, 1, 2))
    same(surfaces, one, other, 2, SPECTATOR)


def test_a_question_taken_back_is_told_though_nothing_else_was(
    garrison: Run, register: Register, tmp_path: Path
) -> None:
    """Questions are public: who puts one and takes it back is heard, as at the table."""
    stake = TOY.play.questions["bid"]
    quiet = replace(
        stake, answer=lambda s, seat, action, dice, _: stake.answer(s, seat, action, dice, nobody)
    )
    game = register(vary(TOY, questions={**TOY.play.questions, "bid": quiet}))
    match = Match(game, {"edition": "plain"}, KeyedDice(seed_key(5)))
    best = max(match.view()["hands"]["anna"])
    play(match, f"anna commit {best}", "bruno hold", "carla hold", "anna bid x=1")
    assert match.events(4, 2) == []
    match.undo()
    path = tmp_path / "match.txt"
    path.write_text(match.record())
    for seat in ("anna", "carla", "spectator"):
        assert garrison("replay", path, "--seat", seat).out.count("an answer was undone") == 1


def test_what_is_not_seen_does_not_shorten_the_story_on_the_screen(
    new_toy: NewToy, surfaces: Surfaces, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("garrison.cli.play.lookups.STORY_ROWS", 2)
    test_an_offer_between_others_leaves_no_trace(new_toy, surfaces)


# Twins


def twins(game: str, seed: int, surfaces: Surfaces) -> None:
    nobody_learns_untold(begun(game, seed), KeyedDice(seed_key(seed)), surfaces)


@pytest.mark.parametrize("compared", few(1, COMPARED))
@pytest.mark.parametrize("game", GAMES)
def test_nobody_reads_what_was_not_told(surfaces: Surfaces, game: str, compared: int) -> None:
    seed = 0
    while surfaces.compared < compared:
        twins(game, seed, surfaces)
        seed += 1


def test_the_record_of_a_twin_tells_the_twin() -> None:
    """Otherwise `replay` would be shown the same match twice."""
    one, other = (
        Match(find("toy"), GAMES["toy"], TwinDice(KeyedDice(seed_key(1)), swap))
        for swap in ((-1, 0, 0), (0, 1, 7))
    )
    assert one.view() != other.view()
    for match in (one, other):
        assert record.replay(record.parse(match.record())).view() == match.view()


# That they notice what they should


def _private_events(patch: pytest.MonkeyPatch) -> None:
    """Everybody is told everything."""
    patch.setattr(Perspective, "events", lambda self, n: self.match.events(self.rows[n - 1], ARBITER))


def _row_numbers(patch: pytest.MonkeyPatch) -> None:
    """Rows are counted that a seat knows nothing of."""
    told = log.told

    def numbered(perspective: Perspective, n: int, said: Words) -> list[str]:
        return [f"{perspective.rows[n - 1]} {line}" for line in told(perspective, n, said)]

    patch.setattr(log, "told", numbered)


def _every_row(patch: pytest.MonkeyPatch) -> None:
    """A row that a seat knows nothing of is the last it is shown."""
    patch.setattr(Perspective, "_knows", lambda *_: True)


def _actions(patch: pytest.MonkeyPatch) -> None:
    """The log names what everybody did, row by row."""
    _every_row(patch)
    action = Perspective.action
    patch.setattr(Perspective, "action", lambda self, n: action(Perspective(self.match, ARBITER), n))


def _scenes(patch: pytest.MonkeyPatch) -> None:
    """Everybody sees the table as the arbiter does."""
    patch.setattr(Perspective, "scene", lambda self, lang: self.match.scene(ARBITER, lang))


def _row_count(patch: pytest.MonkeyPatch) -> None:
    """The number of the last row is told."""
    patch.setattr(Perspective, "complete", True)


LEAKS = (_private_events, _actions, _row_numbers, _every_row, _scenes, _row_count)


def found(game: str, surfaces: Surfaces) -> Broken | None:
    """The findings of the twins of some matches."""
    for seed in range(20):
        try:
            twins(game, seed, surfaces)
        except Broken as broken:
            return broken
    return None


@pytest.mark.parametrize("leak", few(2, LEAKS))
def test_a_leak_is_found(
    surfaces: Surfaces, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    leak(monkeypatch)
    broken = found("toy", surfaces)
    assert broken is not None
    assert broken.law == 5


@pytest.mark.parametrize("game", ["itter", "siege"])
def test_a_leak_is_found_in_every_game(
    surfaces: Surfaces, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    _private_events(monkeypatch)
    broken = found(game, surfaces)
    assert broken is not None
    assert broken.law == 5
