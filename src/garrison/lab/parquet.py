"""Games as a table, one row per game, in a Parquet file for pandas, polars and others.

The columns depend only on the game, its options and its seats. Rows are written in batches, so memory
use does not grow with the number of games.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

import garrison
from garrison.core import registry
from garrison.core.errors import GarrisonError
from garrison.core.match import Match
from garrison.lab.facts import facts
from garrison.lab.simulate import Row, Series

SUFFIX: Final = ".parquet"
HEAP: Final = 2000
"""Rows per batch, which is a row group of the file."""
METADATA: Final = b"garrison"


class NotKept(GarrisonError):
    """The table cannot be written; the text says why and what to do."""


def columns(of: Series) -> dict[str, type]:
    """Name and type of every column, in order; a list holds texts."""
    game = registry.find(of.game)
    found: dict[str, type] = {"game": str, "rules": int}
    found |= {f"option_{name}": str for name in of.options}
    found |= {"seed": int, "number": int}
    found |= {f"player_{seat}": str for seat in of.seats}
    found |= {f"won_{seat}": bool for seat in of.seats}
    found |= {f"score_{seat}": int for seat in of.seats}
    if of.several:
        found |= {f"utility_{seat}": float for seat in of.seats}
    if of.named:
        found |= {"sides_won": list}
    found |= {"how": str, "rows": int}
    for name, kind in game.study.facts.items():
        if name in found:
            raise NotKept(f"{of.game} calls a fact of its own '{name}', which is a column of every game")
        found[name] = kind
    return found


def row(of: Series, number: int, match: Match) -> Row:
    """One finished game, by column."""
    game, result = match.game, match.result
    assert result is not None
    told = facts(match)
    if told.keys() != game.study.facts.keys():
        raise NotKept(f"{of.game} finds other facts than it names: {', '.join(told)}")
    found: Row = {"game": of.game, "rules": match.rules}
    found |= {f"option_{name}": value for name, value in of.options.items()}
    found |= {"seed": of.seed, "number": number}
    for at, seat in enumerate(of.seats):
        found[f"player_{seat}"] = of.players[at]
        found[f"won_{seat}"] = at in result.won
        found[f"score_{seat}"] = result.score[at]
        if of.several:
            found[f"utility_{seat}"] = result.utility[at]
    if of.named:
        won = {*result.won}
        found["sides_won"] = [side for side, seats in of.sides.items() if not won.isdisjoint(seats)]
    return {**found, "how": result.how, "rows": len(match.rows) - 1, **told}


def _metadata(of: Series) -> dict[bytes, bytes]:
    """Everything needed to play the same games again."""
    told = {
        "version": garrison.__version__,
        "game": of.game,
        "rules": registry.find(of.game).rules,
        "options": of.options,
        "seats": of.seats,
        "players": of.players,
        "seed": of.seed,
    }
    if of.named:
        told["sides"] = {side: [of.seats[seat] for seat in seats] for side, seats in of.sides.items()}
    return {METADATA: json.dumps(told).encode()}


class Table:
    """A table being written, batch by batch."""

    empty = True

    def __init__(self, of: Series, target: BinaryIO) -> None:
        import pyarrow as pa
        from pyarrow import parquet

        kinds = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}
        kinds |= {list: pa.list_(pa.string())}
        self._schema = pa.schema(
            [(name, kinds[kind]) for name, kind in columns(of).items()], metadata=_metadata(of)
        )
        self._writer = parquet.ParquetWriter(target, self._schema, compression="zstd")
        self._made = pa.Table.from_pylist
        self._waiting: list[Row] = []

    def take(self, rows: Sequence[Row]) -> None:
        for each in rows:
            self.empty = False
            self._waiting.append(each)
            if len(self._waiting) == HEAP:
                self.flush()

    def flush(self) -> None:
        if self._waiting:
            self._writer.write_table(self._made(self._waiting, schema=self._schema))
        self._waiting.clear()

    def close(self) -> None:
        """Write the rest and what makes the file readable."""
        try:
            self.flush()
        finally:
            self._writer.close()


@contextmanager
def written(path: Path, of: Series) -> Iterator[Table]:
    """Open a table for writing; the file appears at the end. Raises NotKept before any game is played.

    A run that ends early, for whatever reason, leaves a table of the games so far, if there were any.
    """
    _fit(path)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        target = part.open("xb")
    except OSError as error:
        raise NotKept(f"{path}: cannot be written: {error.strerror or error}") from error
    complete = readable = False
    try:
        with target:
            table = Table(of, target)
            try:
                yield table
                complete = True
            finally:
                table.close()
                target.close()
                readable = complete or not table.empty
    finally:
        if readable:
            part.replace(path)
        else:
            part.unlink(missing_ok=True)


def _fit(path: Path) -> None:
    if path.suffix != SUFFIX:
        raise NotKept(f"{path}: the games are written as Parquet, so the name must end in {SUFFIX}")
    if path.exists():
        raise NotKept(f"{path} already exists and is not overwritten; name another file")
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as error:
        raise NotKept('saving games needs pyarrow; to install it: pip install "garrison[lab]"') from error
