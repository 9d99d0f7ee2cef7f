"""A match as lines of the database, and back: loading one replays its rows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection

from garrison.core import record, registry
from garrison.core.errors import Damaged
from garrison.core.match import Match
from garrison.core.state import SPECTATOR, Seat
from garrison.table.store import statements as sql
from garrison.table.store.models import BOT, FRIEND, MINE, WATCH, Job, Plan, SeatHolder, StoredMatch, Terms

# Reading


@dataclass(frozen=True, slots=True)
class MatchData:
    """A match as read, not yet replayed."""

    head: Mapping[str, Any]
    rows: Sequence[Mapping[str, Any]]
    holders: dict[Seat, SeatHolder]

    def played(self) -> StoredMatch:
        """The match replayed from its rows, or its plan; needs no store. Raises Damaged."""
        head, rows = self.head, self.rows
        if not rows and head["salt"]:
            raise Damaged("it has begun, but its rows are missing")
        try:
            stored = StoredMatch(
                head["id"],
                record.replay(_record(head, rows)) if rows else None,
                None if rows else _plan(head),
                self.holders,
                msgspec.convert(asdict(Terms(**json.loads(head["terms"]))), Terms),
                head["created"],
                None if head["origin"] is None else json.loads(head["origin"]),
                head["imported"],
                {row["row"]: row["client"] for row in rows if row["client"] is not None},
                [row["at"] for row in rows],
            )
            _check_holders(stored)
        except Damaged:
            raise
        except Exception as error:  # whatever trips over what is not as it was written
            raise Damaged(f"{type(error).__name__}: {error}") from error
        return stored


def read_match(connection: Connection, ident: str) -> MatchData | None:
    """The stored match, or None if there is none."""
    head = connection.execute(sql.SELECT_MATCH, {"ident": ident}).mappings().first()
    rows = read_rows(connection, ident, -1)
    holders = read_holders(connection, ident)
    return None if head is None else MatchData(dict(head), rows, holders)


def read_rows(connection: Connection, ident: str, after: int) -> list[dict[str, Any]]:
    found = connection.execute(sql.SELECT_ROWS, {"ident": ident, "after": after})
    names = tuple(found.keys())  # a mapping of each row would take longer than the query
    return [dict(zip(names, row, strict=True)) for row in found.all()]


def read_holders(connection: Connection, ident: str) -> dict[Seat, SeatHolder]:
    found = connection.execute(sql.SELECT_HOLDERS, {"ident": ident}).all()
    return {each.seat: SeatHolder(**each._mapping) for each in found}


def follow(match: Match, rows: Sequence[Mapping[str, Any]]) -> None:
    """Play the rows that others have written meanwhile; the match keeps its own dice. Raises Damaged."""
    record.follow(match, [_line(row) for row in rows])


def _check_holders(stored: StoredMatch) -> None:
    """Check that every seat of the game is stored, and one for spectators; raises Damaged."""
    found = stored.match or stored.plan
    seats = 0 if found is None else len(found.game.seats(found.options))
    kinds = {holder.seat: holder.kind for holder in stored.holders.values()}
    if set(kinds) != {*range(seats), SPECTATOR} or kinds.pop(SPECTATOR) != WATCH:
        raise Damaged("its stored seats are not those of the game")
    if not {MINE, FRIEND, BOT} >= set(kinds.values()):
        raise Damaged("it is not known whose its seats are")


def _plan(head: Mapping[str, Any]) -> Plan:
    game = registry.find(head["game"])
    return Plan(game, registry.settle(game, _options(head)), head["key"])


def _options(head: Mapping[str, Any]) -> dict[str, str]:
    return dict(item.split("=", 1) for item in head["options"].split())


def _record(head: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> record.Record:
    """A match as a record. Rows after the first are read by column, in half the time of a text."""
    where = f"match {head['id']}"
    found = record.parse(_text(head, rows[:1]), where)
    for number, row in enumerate(rows[1:], 1):
        if row["row"] != number:
            raise Damaged(f"{where}: row {number} was expected, but '{row['row']}' was found")
        found.rows.append(record.read_row(found, row["seat"], row["notation"], row["draws"], where))
    return found


def _text(head: Mapping[str, Any], rows: Sequence[Mapping[str, Any]]) -> str:
    """A match as the text of a record, including the key."""
    lines = [
        record.FIRST_LINE,
        f"game {head['game']}",
        f"rules {head['rules']}",
        f"options {head['options']}",
        "seats " + " ".join(registry.find(head["game"]).seats(_options(head))),
        f"salt {head['salt']}",
        f"dice {head['dice']}",
    ]
    lines += [f"key {head['key'].hex()}"] if head["key"] is not None else []
    lines += [f"start {head['start']}"] if head["start"] is not None else []
    lines += map(_line, rows)
    return "\n".join(lines) + "\n"


def _line(row: Mapping[str, Any]) -> str:
    said = " ".join(str(part) for part in (row["row"], row["seat"], row["notation"]) if part != "")
    return f"{said} | {row['draws']}" if row["draws"] else said


# Writing: values by column


def match_values(match: Match) -> dict[str, Any]:
    """The lines above the rows, as in a record's header."""
    lines = dict(line.partition(" ")[::2] for line in record.header_lines(match, reveal=False)[1:])
    return {
        "game": match.game.id,
        "options": lines["options"],
        "rules": match.rules,
        "salt": lines["salt"],
        "dice": lines["dice"],
        "key": match.key,
        "start": lines.get("start"),
    }


def plan_values(plan: Plan) -> dict[str, Any]:
    """The same before there are rows: the salt is not known yet."""
    return {
        "game": plan.game.id,
        "options": " ".join(f"{name}={value}" for name, value in plan.options.items()),
        "rules": plan.game.rules,
        "salt": "",
        "dice": f"sha256:{plan.promise}",
        "key": plan.key,
        "start": None,
    }


def row_values(ident: str, match: Match, number: int, when: int, client: str | None = None) -> dict[str, Any]:
    """A row as in a record: `seat` is empty for the set-up, and `undo` for an undo."""
    said, _, draws = record.row_line(match, number).partition(" | ")
    _, _, rest = said.partition(" ")
    seat, _, notation = rest.partition(" ")
    return {
        "match": ident,
        "row": number,
        "seat": seat,
        "notation": notation,
        "draws": draws,
        "client": client,
        "at": when,
    }


def job_values(job: Job) -> dict[str, Any]:
    return {
        "match": job.match,
        "kind": job.kind,
        "seat": job.seat,
        "ask": job.ask,
        "due": job.due,
        "lease": 0,
        "tries": 0,
    }


def field_values(thing: Any) -> dict[str, Any]:
    """The fields of a plain class."""
    return {name: getattr(thing, name) for name in thing.__slots__}
