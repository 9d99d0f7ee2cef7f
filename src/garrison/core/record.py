"""Records: a game as text, one row per line. Replay uses the draws as written; `verify` recomputes them.

A match started from a position gives it in a line `start`, as the ARBITER's view.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from garrison.core import kernel, registry
from garrison.core.dice import AskedDice, Draw, KeyedDice, SealedDice, Wanted, WrittenDice, fingerprint
from garrison.core.errors import Damaged, Unreadable
from garrison.core.game import AnyGame
from garrison.core.history import DRAW_ROW, RESIGN_ROW, SETUP_ROW, UNDO_ROW, Row
from garrison.core.limits import (
    LINE_CHARACTERS,
    RECORD_BYTES,
    SALT_CHARACTERS,
    START_CHARACTERS,
    START_NUMBER,
)
from garrison.core.match import Match
from garrison.core.notation import read as read_action
from garrison.core.replay import Replay, replay_row
from garrison.core.rules import Result
from garrison.core.state import ARBITER, Options, View

FIRST_LINE = "garrison-record 1"
_HEAD = ("game", "rules", "options", "seats", "salt", "dice")
JOINT = {UNDO_ROW: "undo", RESIGN_ROW: "resign", DRAW_ROW: "draw"}
"""Words that stand where other rows have their seat."""
_HEX = re.compile(r"[0-9a-f]{64}\Z")
_LABEL = re.compile(r"[a-z][a-z0-9-]*\Z")
_NUMBER = re.compile(r"(0|[1-9][0-9]{0,8})\Z")


@dataclass(frozen=True, slots=True)
class Header:
    """The lines above the rows."""

    game: AnyGame
    rules: int
    options: dict[str, str]
    seats: tuple[str, ...]
    salt: str
    hash: str
    key: bytes | None = None
    start: View | None = None


@dataclass(slots=True)
class Record:
    """A record as read, before it is replayed."""

    header: Header
    rows: list[Row] = field(default_factory=list)
    end: str | None = None
    dropped: str | None = None


def header_lines(match: Match, *, reveal: bool) -> list[str]:
    """The header of a match's record; `reveal` writes the key into it."""
    key = match.key
    lines = [
        FIRST_LINE,
        f"game {match.game.id}",
        f"rules {match.rules}",
        "options " + " ".join(f"{name}={value}" for name, value in match.options.items()),
        "seats " + " ".join(match.seats),
    ]
    if key is not None and isinstance(match.dice, KeyedDice):
        lines += [f"salt {match.dice.salt}", f"dice sha256:{fingerprint(key)}"]
        lines += [f"key {key.hex()}"] if reveal else []
    elif isinstance(match.dice, WrittenDice | SealedDice) and match.dice.promise is not None:
        salt, digest = match.dice.promise
        lines += [f"salt {salt}", f"dice sha256:{digest}"]
    else:
        lines += ["salt -", "dice scripted"]
    if match.start is not None:
        lines.append("start " + json.dumps(match.start, separators=(",", ":")))
    return lines


def row_line(match: Match, number: int) -> str:
    """`number seat notation | label numbers | ...`, or `number undo row seats`, `number resign seats`."""
    row = match.rows[number]
    if row.consent:
        agreed = " ".join(match.seats[seat] for seat in row.consent)
        back = f" {row.back}" if row.seat == UNDO_ROW else ""
        return f"{number} {JOINT[row.seat]}{back} {agreed}"
    said = "" if row.seat == SETUP_ROW else f" {match.seats[row.seat]} {match.write(row.action)}"
    drawn = "".join(f" | {label} {' '.join(map(str, numbers))}".rstrip() for label, numbers in row.draws)
    return f"{number}{said}{drawn}"


def end_line(match: Match, result: Result) -> str:
    """The last line: who won, the points, how it ended."""
    won = ",".join(match.seats[seat] for seat in result.won) or "-"
    score = ",".join(map(str, result.score))
    more = "".join(f" {name}={value}" for name, value in result.more.items())
    return f"end won={won} score={score} how={result.how}{more}"


def write(match: Match) -> str:
    """The whole record of a match."""
    lines = header_lines(match, reveal=match.over)
    lines += [row_line(match, number) for number in range(len(match.rows))]
    result = match.result
    if result is not None:
        lines.append(end_line(match, result))
    return "\n".join(lines) + "\n"


def read_file(path: Path, limit: int) -> str:
    """A text file within its size limit."""
    try:
        with path.open("rb") as file:
            content = file.read(limit + 1)
        if len(content) > limit:
            raise Damaged(f"{path}: larger than the limit of {limit:,} bytes")
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Damaged(f"{path}: not UTF-8 text") from error
    except OSError as error:
        raise Damaged(f"{path}: {error.strerror or error}") from error


def parse(text: str, where: str = "record") -> Record:
    """Read a record; a last line without line break was half written and is dropped."""
    lines = text.split("\n")
    half = lines.pop()
    if not lines or lines[0] != FIRST_LINE:
        raise Damaged(f"{where}, line 1: '{FIRST_LINE}' was expected")
    for number, line in enumerate(lines, 1):
        most = START_CHARACTERS if line.startswith("start ") else LINE_CHARACTERS
        if len(line) > most:
            raise Damaged(f"{where}, line {number}: longer than {most} characters")
    count = 1
    while count < len(lines) and not lines[count][:1].isdigit():
        count += 1
    record = Record(_header(lines[1:count], where))
    record.dropped = half or None
    for number, line in enumerate(lines[count:], count + 1):
        place = f"{where}, line {number}"
        if record.end is not None:
            raise Damaged(f"{place}: nothing may follow the line 'end'")
        if line.startswith("end "):
            record.end = line
        else:
            record.rows.append(_row(record, line, place))
    if not record.rows:
        raise Damaged(f"{where}: row 0, the set-up, is missing")
    return record


def _header(lines: list[str], where: str) -> Header:
    found: dict[str, str] = {}
    for number, line in enumerate(lines, 2):
        name, _, value = line.partition(" ")
        if name not in (*_HEAD, "key", "start") or name in found:
            raise Damaged(
                f"{where}, line {number}: '{name}' is not a line of a record's header, or occurs twice"
            )
        found[name] = value
    for name in _HEAD:
        if name not in found:
            raise Damaged(f"{where}: the header has no line '{name}'")
    try:
        game = registry.find(found["game"])
        given = dict(part.split("=", 1) for part in found["options"].split() if "=" in part)
        options = registry.settle(game, given)
    except registry.Unknown as error:
        raise Damaged(f"{where}: {error}") from error
    if not _NUMBER.match(found["rules"]) or not 1 <= int(found["rules"]) <= game.rules:
        raise Damaged(f"{where}: rules '{found['rules']}' of {game.id} are unknown, 1 to {game.rules} exist")
    seats = tuple(found["seats"].split())
    if seats != game.seats(options):
        raise Damaged(f"{where}: the seats must be '{' '.join(game.seats(options))}'")
    start = _start(game, options, found["start"], where) if "start" in found else None
    return Header(game, int(found["rules"]), options, seats, *_dice(found, where), start)


def _start(game: AnyGame, options: dict[str, str], text: str, where: str) -> View:
    """The position of a line `start`: a whole view of a game with these options, every piece in its place."""
    try:
        view = json.loads(text)
        state = game.know.load(view)
        told = game.know.view(state, ARBITER)
        fair = told == view and game.know.count(told) == game.know.stock(options) and not kernel.over(state)
        fresh = game.know.view(game.play.setup(game.rules, options, KeyedDice(bytes(32))), ARBITER)
        for name, *args in state.agenda:
            inspect.signature(game.play.steps[name]).bind(state, None, None, *args)
        asked = state.ask or (None, 1)
        fair = fair and 0 < asked[1] < 1 << len(game.seats(options))
        fair = fair and not kernel.outside_tables(game.play, state)
        kernel.run(game.play, state, WrittenDice(), lambda _: None)
    except Exception as error:  # any error a game raises over a view it has not made
        raise Damaged(f"{where}: the line 'start' does not give a position of {game.id}") from error
    if not fair or not says_options(told, options) or not _alike(told, fresh) or not _modest(told):
        raise Damaged(f"{where}: the line 'start' does not give a position of {game.id} with these options")
    return told


def says_options(view: View, options: Options) -> bool:
    """True if a view gives these options, by name or in a table `options`, and no others in that table."""
    own = view.get("options", {})
    said = {**view, **own}
    return all(said.get(name) == value for name, value in options.items()) and own.keys() <= options.keys()


def _alike(one: Any, other: Any) -> bool:
    """True if two views have the same types of values, as far as both have them."""
    if isinstance(one, dict) and isinstance(other, dict):
        return all(_alike(one[key], other[key]) for key in one.keys() & other.keys())
    return type(one) is type(other) or None in (one, other)


def _modest(value: Any) -> bool:
    """Refuse numbers so large that a rule would take long over them."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return all(map(_modest, value))
    return not isinstance(value, int) or abs(value) <= START_NUMBER


def _dice(found: dict[str, str], where: str) -> tuple[str, str, bytes | None]:
    kind, _, digest = found["dice"].partition(":")
    scripted = found["dice"] == "scripted"
    if not scripted and (kind != "sha256" or not _HEX.match(digest)):
        raise Damaged(f"{where}: the line 'dice' must be sha256: and 64 hexadecimal digits")
    if not 0 < len(found["salt"]) <= SALT_CHARACTERS:
        raise Damaged(f"{where}: the salt must have 1 to {SALT_CHARACTERS} characters")
    key = None
    if "key" in found:
        if not _HEX.match(found["key"]):
            raise Damaged(f"{where}: the key must have 64 hexadecimal digits")
        key = bytes.fromhex(found["key"])
        if not scripted and fingerprint(key) != digest:
            raise Damaged(f"{where}: the key does not match the fingerprint in the header")
    return found["salt"], digest, key


def _row(record: Record, line: str, where: str) -> Row:
    said, _, draws = line.partition(" | ")
    number, _, rest = said.partition(" ")
    if number != str(len(record.rows)):
        raise Damaged(f"{where}: row {len(record.rows)} was expected, but '{number[:20]}' was found")
    seat, _, text = rest.partition(" ")
    return read_row(record, seat, text, draws, where)


def read_row(record: Record, seat: str, text: str, drawn: str, where: str) -> Row:
    """The next row of a record, by its parts; raises Damaged. It is not added yet."""
    draws = [_draw(part, where) for part in drawn.split(" | ")] if drawn else []
    if not record.rows:
        if seat:
            raise Damaged(f"{where}: row 0 is the set-up; no seat plays in it")
        return Row(SETUP_ROW, -1, draws)
    seats = record.header.seats
    if seat not in seats:
        if seat in JOINT.values():
            return _joint_row(seat, text, seats, where)
        raise Damaged(f"{where}: there is no seat '{seat[:40]}', the seats are {', '.join(seats)}")
    try:
        action = read_action(record.header.game, text)
    except Unreadable as error:
        raise Damaged(f"{where}: {error}") from error
    return Row(seats.index(seat), action, draws)


def _joint_row(word: str, text: str, seats: tuple[str, ...], where: str) -> Row:
    kind = next(kind for kind, each in JOINT.items() if each == word)
    agreed, back, needs = text.split(), "0", "the seats that agreed"
    if kind == UNDO_ROW:
        back, *agreed = agreed or [""]
        needs = "the row to go back to and the seats that agreed"
    if not _NUMBER.match(back) or any(name not in seats for name in agreed) or not agreed:
        raise Damaged(f"{where}: '{word}' must give {needs}")
    consent = tuple(sorted({seats.index(name) for name in agreed}))
    return Row(kind, -1, [], int(back) if kind == UNDO_ROW else -1, consent)


def _draw(part: str, where: str) -> Draw:
    label, *numbers = part.split(" ")
    if not _LABEL.match(label) or not all(_NUMBER.match(number) for number in numbers):
        raise Damaged(f"{where}: a draw needs a label and whole numbers, not '{part[:40]}'")
    return label, [int(number) for number in numbers]


def replay(record: Record, *, upto: int | None = None, key: bytes | None = None) -> Match:
    """The match of a record. With the key (or once it is in the record) it can be played on."""
    head = record.header
    dice = WrittenDice((head.salt, head.hash) if head.hash else None)
    dice.feed(record.rows[0].draws)
    match = Match(head.game, head.options, dice, head.start, head.rules)
    if dice.left():
        raise Damaged("row 0: the record has more draws than the rules make")
    rows = record.rows if upto is None else record.rows[: upto + 1]
    again = Replay(match, rows, dice)
    for row in rows[1:]:
        again.play(row)
    known = head.key or key
    if known is not None:
        match.dice = KeyedDice(known, head.salt)
    if upto is None and record.end is not None:
        result = match.result
        if result is None or record.end != end_line(match, result):
            told = "not over" if result is None else f"'{end_line(match, result)}'"
            raise Damaged(f"the last line says '{record.end}', but the rows lead to {told}")
    return match


def follow(match: Match, lines: Sequence[str]) -> None:
    """Play further lines of the match's own record after its last row; then it uses its own dice again."""
    key = match.key
    head = Header(match.game, match.rules, match.options, match.seats, "", "", key, match.start)
    record, own, dice = Record(head, list(match.rows)), match.dice, WrittenDice()
    try:
        for line in lines:
            row = _row(record, line, f"row {len(record.rows)}")
            record.rows.append(row)
            replay_row(match, row, dice)
    finally:
        match.dice = own


def wanted(match: Match) -> list[list[Wanted]]:
    """The requests of the rules for dice, by row."""
    dice = AskedDice()
    dice.feed(match.rows[0].draws)
    again = Replay(Match(match.game, match.options, dice, match.start, match.rules), match.rows, dice)
    found = [dice.wanted]
    for row in match.rows[1:]:
        dice.wanted = []
        again.play(row)
        found.append(dice.wanted)
    return found


def open_file(path: Path) -> Record:
    """Read a record's file."""
    return parse(read_file(path, RECORD_BYTES), str(path))


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of recomputing the draws."""

    rows: int
    draws: int
    ok: bool
    first_bad: int | None


def verify(record: Record, key: bytes | None = None) -> Verdict:
    """Play the record again with dice from its key, and compare every draw."""
    head = record.header
    known = head.key or key
    if known is None:
        raise Damaged("the record has no key yet: it is added once the game is over")
    if fingerprint(known) != head.hash:
        raise Damaged("this key does not match the fingerprint in the record's header")
    match = Match(head.game, head.options, KeyedDice(known, head.salt), head.start, head.rules)
    bad = None if match.rows[0].draws == record.rows[0].draws else 0
    again = Replay(match, record.rows)
    for number, row in enumerate(record.rows[1:], 1):
        if bad is not None:
            break
        again.play(row)
        if match.rows[-1].draws != row.draws:
            bad = number
    if bad is None:
        replay(record)
    draws = sum(len(row.draws) for row in record.rows)
    return Verdict(len(record.rows), draws, bad is None, bad)
