"""All matches in one file that can be loaded into any database: compressed lines of JSON.

The first line is a header, each other line a table name and one row of that table; the last counts them.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, LargeBinary, Table, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from garrison.cli.texts import BadInput
from garrison.core.limits import ARCHIVE_LINE_BYTES
from garrison.table.store import schema

KIND = "garrison-archive"
FORMAT = 1
TABLES = tuple(table for table in schema.META.sorted_tables if table not in (schema.about, schema.transfers))
"""The tables in an archive; links to other devices are good for minutes."""
AT_ONCE = 500
"""Rows inserted with one statement."""
_LEFT_OUT = {"jobs": ("id", "lease")}
"""Columns of a job that are not archived: the database assigns new ids, and no lease survives."""

NUL, CLIENT = "\0", "client"
"""The character that PostgreSQL takes in no text, and the column of clients' ids, where older tables had it.

Such an id recognises repeats only, so another does as well.
"""

Watch = Callable[[int, int], None]


# Writing an archive


@contextmanager
def created(path: Path) -> Iterator[IO[bytes]]:
    """Create a file that only its owner can read, complete or not at all; raises BadInput."""
    if path.exists():
        raise BadInput("admin-exists", path=path)
    part = path.with_name(path.name + ".part")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def save(connection: Connection, path: Path, version: str, watch: Watch) -> Counter[str]:
    """Write all matches to a new file; return the number of rows by table."""
    with created(path) as raw, gzip.GzipFile("", "wb", 6, raw, 0) as out:
        return _write(connection, out, version, watch)


def _write(connection: Connection, out: gzip.GzipFile, version: str, watch: Watch) -> Counter[str]:
    sizes = {
        table: connection.execute(select(func.count()).select_from(table)).scalar_one() for table in TABLES
    }
    whole, counted = sum(sizes.values()), Counter[str]()
    _put(out, {KIND: FORMAT, "schema": schema.SCHEMA, "version": version})
    for table in TABLES:
        wanted = select(table).order_by(*table.primary_key.columns)
        for row in connection.execution_options(yield_per=AT_ONCE).execute(wanted).mappings():
            _put(out, [table.name, _plain(table, dict(row))])
            counted[table.name] += 1
            if counted.total() % AT_ONCE == 0:
                watch(counted.total(), whole)
    _put(out, {"end": counted})
    watch(whole, whole)
    return counted


def _put(out: gzip.GzipFile, value: object) -> None:
    out.write(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode() + b"\n")


def _plain(table: Table, row: dict[str, Any]) -> dict[str, Any]:
    for name in _LEFT_OUT.get(table.name, ()):
        del row[name]
    return {name: value.hex() if isinstance(value, bytes) else value for name, value in row.items()}


# Loading an archive


def load(connection: Connection, path: Path, watch: Watch) -> Counter[str]:
    """Load all matches of an archive into an empty database; raises BadInput."""
    if connection.execute(select(schema.matches.c.id).limit(1)).first() is not None:
        raise BadInput("admin-not-empty")
    counted, waiting, size = Counter[str](), list[dict[str, Any]](), 0
    at: Table | None = None
    for table, row, bytes_read in _lines(path, watch):
        if waiting and (table is not at or len(waiting) >= AT_ONCE or size >= ARCHIVE_LINE_BYTES):
            _fill(connection, at, waiting, path)
            waiting, size = [], 0
        at = table
        size += bytes_read
        waiting.append(row)
        counted[table.name] += 1
    _fill(connection, at, waiting, path)
    return counted


def _fill(connection: Connection, table: Table | None, rows: list[dict[str, Any]], path: Path) -> None:
    if table is None or not rows:
        return
    try:
        connection.execute(insert(table), rows)
    except SQLAlchemyError as error:
        raise damaged(path, f"{table.name}: {getattr(error, 'orig', None) or error}") from error


def damaged(path: Path, where: str) -> BadInput:
    return BadInput("admin-damaged", path=path, where=where[:200])


def _lines(path: Path, watch: Watch) -> Iterator[tuple[Table, dict[str, Any], int]]:
    """Yield the rows between header and footer with their size, and check them against both."""
    whole = path.stat().st_size
    counted = Counter[str]()
    with path.open("rb") as raw:
        lines = _unpacked(path, raw)
        _first(path, next(lines, None))
        last: Any = None
        for number, value, size in lines:
            if last is not None:
                raise damaged(path, f"line {number}")
            if isinstance(value, dict):
                last = value
                continue
            table, row = _line(path, number, value)
            counted[table.name] += 1
            if counted.total() % AT_ONCE == 0:
                watch(raw.tell(), whole)
            yield table, row, size
    if not isinstance(last, dict) or last != {"end": counted}:
        raise BadInput("admin-cut", path=path)
    watch(whole, whole)


def _unpacked(path: Path, raw: IO[bytes]) -> Iterator[tuple[int, Any, int]]:
    """Yield each line with its number and its size."""
    try:
        with gzip.open(raw) as found:
            for number in count(1):
                line = found.readline(ARCHIVE_LINE_BYTES + 1)
                if not line:
                    return
                if len(line) > ARCHIVE_LINE_BYTES:
                    raise damaged(path, f"line {number} is too long")
                yield number, json.loads(line.decode()), len(line)
    except (EOFError, zlib.error, gzip.BadGzipFile, ValueError, RecursionError) as error:
        raise damaged(path, str(error)) from error


def _first(path: Path, line: tuple[int, Any, int] | None) -> None:
    found = line[1] if line is not None else None
    if not isinstance(found, dict) or found.get(KIND) != FORMAT:
        raise BadInput("admin-no-archive", path=path)
    if found.get("schema") not in schema.ARCHIVED_ALIKE:
        raise BadInput("admin-other", path=path, version=str(found.get("version"))[:20])


def _line(path: Path, number: int, value: Any) -> tuple[Table, dict[str, Any]]:
    known = {table.name: table for table in TABLES}
    if (
        not isinstance(value, list)
        or len(value) != 2
        or value[0] not in known
        or not isinstance(value[1], dict)
    ):
        raise damaged(path, f"line {number}")
    table, row = known[value[0]], value[1]
    left_out = _LEFT_OUT.get(table.name, ())
    if set(row) != {name for name in table.columns.keys() if name not in left_out}:  # noqa: SIM118
        raise damaged(path, f"line {number}")
    try:
        for column in table.columns:
            if isinstance(column.type, LargeBinary) and row[column.name] is not None:
                row[column.name] = bytes.fromhex(row[column.name])
    except (TypeError, ValueError) as error:
        raise damaged(path, f"line {number}") from error
    for name, text in row.items():
        if isinstance(text, str) and NUL in text:
            if name != CLIENT:
                raise damaged(path, f"line {number}, match {row.get('match', row.get('id'))!r:.40}: {name}")
            row[name] = hashlib.sha256(text.encode()).hexdigest()
    return table, {**row, "lease": 0} if table is schema.jobs else row
