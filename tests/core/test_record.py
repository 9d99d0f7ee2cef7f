"""Records: writing, reading, replaying, verifying, and every way one can be damaged."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

import garrison
from garrison.core import kernel, record, registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.errors import Damaged
from garrison.core.game import AnyGame
from garrison.core.history import UNDO_ROW
from garrison.core.limits import LINE_CHARACTERS, RECORD_BYTES
from garrison.core.match import Match
from garrison.core.state import Options, View
from support.fixtures import NewToy, Register
from support.games.moves import EVERYBODY
from support.games.toy import MOST, TOY, vary
from support.games.toy_warren import WARREN
from support.games.toy_warren_map import PLACES


def played(new_toy: NewToy, seed: int = 1, undone: bool = False) -> Match:
    """A whole game: everybody takes the second choice where there is one."""
    match = new_toy(seed=seed)
    while not match.over:
        if undone and len(match.rows) == 9:
            match.undo(0, to=5, consent=EVERYBODY)
        match.play(match.legal()[:2][-1])
    return match


def test_a_record_reads_as_it_was_played(new_toy: NewToy) -> None:
    match = new_toy(seed=1)
    card = match.view()["hands"]["carla"][0]
    match.play(f"commit {card}", 2)
    match.undo()
    match.play(f"offer left {card}", 2)
    head, rows = match.record().splitlines()[:7], match.record().splitlines()[7:]
    assert head == [
        "garrison-record 1",
        "game toy",
        "rules 1",
        "options edition=plain",
        "seats anna bruno carla",
        "salt 0",
        # sha256sum of the 32 bytes that are SHA-256 of "1"
        "dice sha256:9c2e4d8fe97d881430de4e754b4205b9c27ce96715231cffc4337340cb110280",
    ]
    assert rows[0].startswith("0 | lanterns ")
    assert rows[1:] == [f"1 carla commit {card}", "2 undo 0 carla", f"3 carla offer left {card}"]


def test_the_key_is_told_once_the_game_is_over(new_toy: NewToy) -> None:
    match = new_toy(seed=1)
    assert "\nkey " not in match.record()
    over = played(new_toy).record()
    assert f"\nkey {seed_key(1).hex()}\n" in over
    assert over.splitlines()[-1].startswith("end won=")


@pytest.mark.parametrize("undone", [False, True])
def test_a_record_replays_to_the_same_game(new_toy: NewToy, undone: bool) -> None:
    match = played(new_toy, undone=undone)
    again = record.replay(record.parse(match.record()))
    assert again.state == match.state
    assert again.result == match.result
    assert again.line == match.line
    assert [again.events(row) for row in range(len(again.rows))] == [
        match.events(row) for row in range(len(match.rows))
    ]
    assert again.record() == match.record()
    assert any(row.seat == UNDO_ROW for row in match.rows) is undone


def test_a_game_can_be_replayed_up_to_a_row_and_played_on(new_toy: NewToy) -> None:
    match = played(new_toy)
    part = record.replay(record.parse(match.record()), upto=6)
    assert len(part.rows) == 7
    for row in match.rows[7:]:
        part.play(row.action, row.seat)
    assert part.record() == match.record()


def test_an_unfinished_game_goes_on_with_its_key(new_toy: NewToy) -> None:
    match = new_toy(seed=1)
    match.play("hold")
    again = record.replay(record.parse(match.record()), key=match.key)
    assert again.record() == match.record()
    for each in (match, again):
        while not each.over:
            each.play(each.legal()[0])
    assert again.record() == match.record()


def test_a_game_with_scripted_dice_has_a_record_too(new_toy: NewToy) -> None:
    match = new_toy(dice=(5, 3))
    for text in ("hold", "hold", "hold", "bid x=1.25", "dare 2"):
        match.play(text)
    text = match.record()
    assert "\nsalt -\ndice scripted\n" in text
    assert "\n5 anna dare 2 | climb 5 3\n" in text
    assert record.replay(record.parse(text)).record() == text


def played_on(toy: AnyGame, new_toy: NewToy) -> Match:
    """A finished match that began where another had got to."""
    before = new_toy(seed=4)
    for _ in range(4):
        before.play(before.legal()[0])
    match = Match(toy, before.options, KeyedDice(seed_key(9)), before.view(), before.rules)
    while not match.over:
        match.play(match.legal()[-1])
    return match


def test_a_match_played_on_from_a_position_is_a_record_too(toy: AnyGame, new_toy: NewToy) -> None:
    match = played_on(toy, new_toy)
    found = record.parse(match.record())
    assert record.replay(found).view() == match.view()
    assert record.replay(found).record() == match.record()
    assert record.verify(found).ok


@pytest.mark.parametrize(
    "change",
    [
        lambda _: {},
        lambda _: [1],
        lambda view: {**view, "edition": "grand"},
        lambda view: {**view, "hour": "one"},
        lambda view: {**view, "pile": [*view["pile"], 1, 1]},
        lambda view: {**view, "ask": ["no such question", 1]},
        lambda view: {**view, "agenda": [], "ask": None},
        lambda view: {**view, "more": 1},
        lambda view: {**view, "stake": 10**7},
        lambda view: {**view, "ask": [view["ask"][0], 1 << 3, *view["ask"][2:]]},
        lambda view: {**view, "ask": [view["ask"][0], -1, *view["ask"][2:]]},
        lambda view: {**view, "ask": ["dare", 1, -1]},
        lambda view: {**view, "ask": ["dare", 1, 10**5]},
        lambda view: {**view, "ask": ["dare", 1, max(MOST) + 1]},
        lambda view: {**view, "ask": ["dare", 1, 100.0]},
        lambda view: {**view, "ask": ["dare", 1, True]},
        lambda view: {**view, "ask": ["dare", 1, "100"]},
        lambda view: {**view, "agenda": [["no such step"]]},
        lambda view: {**view, "agenda": [["close", 1]]},
    ],
)
def test_a_position_no_game_has_made_is_refused(toy: AnyGame, new_toy: NewToy, change: Any) -> None:
    lines = played_on(toy, new_toy).record().splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith("start "))
    lines[at] = "start " + json.dumps(change(json.loads(lines[at][6:]))) + "\n"
    with pytest.raises(Damaged, match="the line 'start' does not give a position of toy"):
        record.parse("".join(lines))


def started(match: Match, **changes: Any) -> Match:
    """A match that begins with the view of another, changed, as its record gives it."""
    begun = Match(match.game, match.options, KeyedDice(seed_key(9)), {**match.view(), **changes}, match.rules)
    return record.replay(record.parse(begun.record()))


def test_a_position_may_name_every_number_of_the_games_own_tables(toy: AnyGame, new_toy: NewToy) -> None:
    match = new_toy(seed=4)
    assert max(MOST) > len(toy.play.actions)
    ask = ["dare", 1, max(MOST)]
    assert started(match, ask=ask).ask == tuple(ask)
    few = vary(TOY, largest=0)
    with pytest.raises(Damaged, match="the line 'start' does not give a position of toy"):
        read_start(few, match.options, {**match.view(), "ask": ask})
    rows = ["dare", 1, len(few.play.actions)]
    assert read_start(few, match.options, {**match.view(), "ask": rows})["ask"] == rows


def read_start(game: AnyGame, options: Options, view: View) -> View:
    """The position of a line `start`."""
    return record._start(game, dict(options), json.dumps(view), "record")


def test_a_position_of_a_large_board_names_its_places(register: Register) -> None:
    register(WARREN)
    match = Match(WARREN, registry.settle(WARREN, {}), KeyedDice(seed_key(1)))
    while match.ask is None or match.ask[0] != "where":
        match.play(match.legal()[0])
    far = PLACES - 1
    for step in (["arrive", match.ask[2], far], ["arrive", match.ask[2], 1042]):
        assert far > 1042
        begun = started(match, agenda=[*match.view()["agenda"], step])
        assert begun.state.agenda[-1] == tuple(step)
    with pytest.raises(Damaged):
        started(match, agenda=[*match.view()["agenda"], ["arrive", 0, len(WARREN.play.actions) + 1]])


@pytest.mark.parametrize("game", ["itter", "siege"])
def test_every_position_of_a_game_is_within_its_tables(game: str) -> None:
    found, chance = registry.find(game), Random(1)
    for seed in range(2):
        match = Match(found, registry.settle(found, {}), KeyedDice(seed_key(seed)))
        while not match.over:
            assert not kernel.outside_tables(found.play, match.state)
            match.play(chance.choice(match.legal()))
    assert kernel.numbers(found.play)[-1] < 10_000


def test_what_the_rules_asked_of_the_dice_and_the_key_give_every_draw(new_toy: NewToy) -> None:
    match = new_toy(seed=5, edition="grand")
    while not match.over:
        match.play(match.legal()[0])
    again = KeyedDice(seed_key(5))
    for number, row in enumerate(record.wanted(match)):
        again.start(number)
        for kind, n, label in row:
            getattr(again, kind)(list(range(n)) if kind == "shuffle" else n, label)
        assert again.draws == match.rows[number].draws
    assert {kind for row in record.wanted(match) for kind, _, _ in row} == {"roll", "shuffle"}


def line(number: int, text: str) -> Callable[[list[str]], list[str]]:
    """Put another line in the place of one; counted from 1."""
    return lambda lines: [*lines[: number - 1], text, *lines[number:]]


def without(number: int) -> Callable[[list[str]], list[str]]:
    return lambda lines: [*lines[: number - 1], *lines[number:]]


def added(text: str) -> Callable[[list[str]], list[str]]:
    return lambda lines: [*lines, text]


DAMAGE: dict[str, tuple[Callable[[list[str]], list[str]], str]] = {
    "empty": (lambda _: [], "line 1: 'garrison-record 1' was expected"),
    "other format": (line(1, "garrison-record 2"), "line 1: 'garrison-record 1' was expected"),
    "unknown head line": (line(3, "colour red"), "line 3: 'colour' is not a line of a record's header"),
    "head line twice": (line(3, "game toy"), "line 3: 'game' .* occurs twice"),
    "no game": (without(2), "the header has no line 'game'"),
    "no salt": (without(6), "the header has no line 'salt'"),
    "empty salt": (line(6, "salt "), "the salt must have 1 to 600 characters"),
    "long salt": (line(6, "salt " + "x" * 601), "the salt must have 1 to 600 characters"),
    "unknown game": (line(2, "game chess"), "there is no game 'chess'"),
    "unknown edition": (line(4, "options edition=vast"), "has no edition 'vast'"),
    "unknown option": (line(4, "options colour=red"), "no option 'colour'"),
    "later rules": (line(3, "rules 2"), "rules '2' of toy are unknown, 1 to 1 exist"),
    "no rules": (line(3, "rules new"), "rules 'new' of toy are unknown"),
    "other seats": (line(5, "seats anna bruno"), "the seats must be 'anna bruno carla'"),
    "short fingerprint": (line(7, "dice sha256:12"), "must be sha256: and 64 hexadecimal digits"),
    "short key": (line(8, "key 12"), "the key must have 64 hexadecimal digits"),
    "other key": (line(8, "key " + "0" * 64), "the key does not match the fingerprint"),
    "no rows": (lambda lines: lines[:8], "row 0, the set-up, is missing"),
    "row left out": (without(11), "line 11: row 2 was expected, but '3' was found"),
    "played in the set-up": (line(9, "0 anna hold"), "line 9: row 0 is the set-up"),
    "unknown seat": (line(10, "1 dora hold"), "line 10: there is no seat 'dora', the seats are anna, bruno"),
    "no action": (line(10, "1 anna jump"), "line 10: 'jump' is not an action of toy"),
    "nothing": (line(10, ""), "line 10: row 1 was expected"),
    "long line": (line(10, "1 anna " + "x" * LINE_CHARACTERS), "line 10: longer than 4000 characters"),
    "strange draw": (line(10, "1 anna hold | climb x"), "line 10: a draw needs a label and whole numbers"),
    "negative draw": (line(10, "1 anna hold | climb -1"), "line 10: a draw needs"),
    "undo of nothing": (line(10, "1 undo"), "line 10: 'undo' must give the row to go back to"),
    "undo by nobody": (line(10, "1 undo 0"), "line 10: 'undo' must give the row"),
    "undo by a stranger": (line(10, "1 undo 0 dora"), "line 10: 'undo' must give the row"),
    "after the end": (added("30 anna hold"), "line .*: nothing may follow the line 'end'"),
    "undo that does not stand": (line(11, "2 undo 7 anna"), "row 2: cannot go back to row 7"),
    "undo to where it is": (line(11, "2 undo 1 anna"), "row 2: cannot go back to row 1"),
    "undo without consent": (line(11, "2 undo 0 bruno"), "row 2: .* needed the consent of all seats"),
    "illegal action": (line(10, "1 anna dare 1"), "row 1: dare 1: .*"),
    "answered twice": (line(11, "2 anna hold"), "row 2: hold: this seat has already answered"),
    "draw too many": (
        line(10, "1 anna hold | climb 1"),
        "row 1: the record has more draws than the rules make",
    ),
    "draw missing": (line(9, "0"), "row 0: a draw for lanterns is missing"),
    "two shuffles": (
        lambda lines: [*lines[:8], lines[8] + lines[8][1:], *lines[9:]],
        "row 0: the record has more draws",
    ),
    "other end": (
        lambda lines: [*lines[:-1], "end won=- score=1,2,3 how=dawn"],
        "the last line says 'end won=-",
    ),
    "end too early": (lambda lines: [*lines[:12], lines[-1]], "but the rows lead to not over"),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_a_damaged_record_is_told_in_one_sentence(new_toy: NewToy, what: str) -> None:
    damage, told = DAMAGE[what]
    lines = damage(played(new_toy).record().splitlines())
    with pytest.raises(Damaged, match=told) as raised:
        record.replay(record.parse("\n".join(lines) + "\n", "game.txt"))
    assert "\n" not in str(raised.value)
    assert "game.txt" in str(raised.value) or "row" in told or "last line" in told or "rows lead" in told


def test_a_half_written_last_line_is_dropped_and_kept_to_be_told(new_toy: NewToy) -> None:
    match = new_toy(seed=1)
    match.play("hold")
    found = record.parse(match.record() + "2 bruno co")
    assert found.dropped == "2 bruno co"
    assert len(found.rows) == 2
    assert record.parse(match.record()).dropped is None


def test_verify_finds_a_changed_draw(new_toy: NewToy) -> None:
    text = played(new_toy, undone=True).record()
    rows = record.parse(text).rows
    draws = sum(len(row.draws) for row in rows)
    assert record.verify(record.parse(text)) == record.Verdict(len(rows), draws, True, None)
    found = set()
    for line in text.splitlines():
        if "| climb" not in line:
            continue
        head, _, last = line.rpartition(" ")
        changed = text.replace(f"\n{line}\n", f"\n{head} {int(last) % 6 + 1}\n")
        with suppress(Damaged):
            verdict = record.verify(record.parse(changed))
            assert (verdict.ok, verdict.first_bad) == (False, int(line.split()[0]))
            found.add(line)
    assert found


def test_verify_finds_a_changed_shuffle(new_toy: NewToy) -> None:
    match = new_toy(seed=1)
    for _ in range(3):
        match.play("hold")
    lines = match.record().splitlines()
    numbers = lines[7].split()
    numbers[3] = "0" if numbers[3] != "0" else "1"
    lines[7] = " ".join(numbers)
    verdict = record.verify(record.parse("\n".join(lines) + "\n"), seed_key(1))
    assert (verdict.ok, verdict.first_bad) == (False, 0)


def test_verify_wants_the_right_key(new_toy: NewToy) -> None:
    found = record.parse(new_toy(seed=1).record())
    assert record.verify(found, seed_key(1)).ok
    with pytest.raises(Damaged, match="has no key yet"):
        record.verify(found)
    with pytest.raises(Damaged, match="does not match the fingerprint"):
        record.verify(found, seed_key(2))


def test_files_are_opened_within_limits(new_toy: NewToy, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(played(new_toy).record())
    assert garrison.open(path).record() == path.read_text()
    with pytest.raises(Damaged, match=r"none\.txt: No such file"):
        garrison.open(tmp_path / "none.txt")
    path.write_bytes(b"garrison-record 1\n\xff\xfe\n")
    with pytest.raises(Damaged, match=r"game\.txt: not UTF-8 text"):
        garrison.open(path)
    path.write_bytes(b"x" * (RECORD_BYTES + 1))
    with pytest.raises(Damaged, match="larger than the limit of 5,000,000 bytes"):
        garrison.open(path)
