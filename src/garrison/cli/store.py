"""Saved games: a record that grows row by row, and beside it the key of the dice until the game is over."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from garrison.core import record
from garrison.core.dice import fingerprint
from garrison.core.errors import Damaged, GarrisonError
from garrison.core.limits import LINE_CHARACTERS, RECORD_BYTES
from garrison.core.match import Match

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

GAMES_A_DAY = 999


class NotSaved(GarrisonError):
    """A saved game cannot be made, found or gone on with; the text says why."""


def home(given: str | None) -> Path:
    """Where saved games live: as told, as the environment says, or where the platform keeps such things."""
    told = given or os.environ.get("GARRISON_HOME")
    if told:
        return Path(told)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "garrison"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "garrison"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "garrison"


def _lock(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _sync_folder(folder: Path) -> None:
    """Make a new name in a folder last through a power cut, where the platform can."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _replace(path: Path, text: str) -> None:
    """Put a whole new text in a file's place, so that no reader ever sees half of it."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def key_path(path: Path) -> Path:
    return path.with_suffix(".key")


@dataclass(slots=True)
class Saved:
    """A running game on disk. Its key file is locked while a terminal plays it."""

    path: Path
    match: Match
    players: tuple[str, ...]
    lock: int
    written: int
    dropped: str | None = None

    def keep(self) -> None:
        """Write all rows the file does not have yet; once the game is over, the key and the end as well."""
        try:
            if self.match.over:
                _replace(self.path, self.match.record())
                self.written = len(self.match.rows)
                self.close()
                key_path(self.path).unlink(missing_ok=True)
                return
            with self.path.open("a", encoding="utf-8", newline="\n") as file:
                for number in range(self.written, len(self.match.rows)):
                    file.write(record.row_line(self.match, number) + "\n")
                file.flush()
                os.fsync(file.fileno())
            self.written = len(self.match.rows)
        except OSError as error:
            raise NotSaved(f"{self.path}: the last rows could not be written: {error.strerror}") from error

    def close(self) -> None:
        if self.lock >= 0:
            os.close(self.lock)
            self.lock = -1


def create(match: Match, folder: Path, players: Sequence[str] = ()) -> Saved:
    """Start a file of its own for a new match; nothing that exists is touched."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for number in range(1, GAMES_A_DAY + 1):
            path = folder / f"{match.game.id}-{date.today().isoformat()}-{number:02d}.txt"
            lock = None if path.exists() else _claim(path, match, players)
            if lock is not None:
                saved = Saved(path, match, tuple(players), lock, len(match.rows))
                if match.over:
                    saved.keep()
                return saved
    except OSError as error:
        raise NotSaved(f"{folder}: no game can be saved there: {error.strerror or error}") from error
    raise NotSaved(f"{folder}: {GAMES_A_DAY} games were saved today, no name is left")


def _claim(path: Path, match: Match, players: Sequence[str]) -> int | None:
    """Write key and record under a name nobody has; None if somebody has it. Gives the locked key file."""
    key = match.key
    if key is None:
        raise NotSaved("only a match with keyed dice can be saved")
    lines = record.header_lines(match, reveal=False)
    lines += [record.row_line(match, number) for number in range(len(match.rows))]
    try:
        lock = os.open(key_path(path), os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return None
    try:
        _lock(lock)
        os.write(lock, _key_text(key, players).encode())
        os.fsync(lock)
        _write_new(path, "\n".join(lines) + "\n")
    except BaseException as error:
        os.close(lock)
        key_path(path).unlink()
        if isinstance(error, FileExistsError):
            return None
        raise
    _sync_folder(path.parent)
    return lock


def _write_new(path: Path, text: str) -> None:
    """A file that did not exist, whole or not at all."""
    with path.open("x", encoding="utf-8", newline="\n") as file:
        try:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            path.unlink()
            raise


def _key_text(key: bytes, players: Sequence[str]) -> str:
    """The key in hexadecimal; a second line says who plays, where that is not one person alone."""
    seats = f"players {','.join(players)}\n" if players else ""
    return f"{key.hex()}\n{seats}"


def unfinished(folder: Path) -> list[Path]:
    """Saved games that are not over, the newest first."""
    try:
        found = [path for path in folder.glob("*.txt") if key_path(path).exists() and not _ended(path)]
        return sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)
    except OSError as error:
        raise NotSaved(f"{folder}: {error.strerror or error}") from error


def _ended(path: Path) -> bool:
    """Whether a record has its last line: a crash can leave the key of a finished game behind."""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - LINE_CHARACTERS))
        return b"\nend " in file.read()


def find(folder: Path, name: str | None) -> Path:
    """The saved game of this name, or the newest."""
    if name is not None:
        path = Path(name) if Path(name).name != name else folder / name
        if not path.exists() and path.suffix != ".txt":
            path = path.with_name(path.name + ".txt")
        if not path.exists():
            names = ", ".join(each.stem for each in unfinished(folder)[:5]) or "none"
            raise NotSaved(f"there is no saved game '{name}' in {folder}; unfinished ones: {names}")
        return path
    found = unfinished(folder)
    if not found:
        raise NotSaved(f"there is no unfinished game in {folder}; 'garrison play' starts one")
    return found[0]


def resume(path: Path) -> Saved:
    """Open a saved game to play on. A half-written last line is dropped, in the file too."""
    _read(path)
    lock, key, players = _open_key(path)
    try:
        text, read = _read(path)
        if fingerprint(key) != read.header.hash:
            raise Damaged(f"{path}: {key_path(path)} is not its key")
        match = record.replay(read, key=key)
        if read.dropped is not None:
            _replace(path, text[: text.rindex("\n") + 1])
    except OSError as error:
        os.close(lock)
        raise NotSaved(f"{path}: {error.strerror or error}") from error
    except BaseException:
        os.close(lock)
        raise
    return Saved(path, match, players, lock, len(match.rows), read.dropped)


def _read(path: Path) -> tuple[str, record.Record]:
    text = record.read_file(path, RECORD_BYTES)
    read = record.parse(text, str(path))
    if read.end is not None:
        raise NotSaved(f"{path}: this game is over; 'garrison replay {path}' tells it")
    return text, read


def _open_key(path: Path) -> tuple[int, bytes, tuple[str, ...]]:
    """The key file, locked, and what it says."""
    where = key_path(path)
    try:
        lock = os.open(where, os.O_RDWR)
    except FileNotFoundError as error:
        raise NotSaved(f"{path}: it cannot be played on, its key {where.name} is missing") from error
    except OSError as error:
        raise NotSaved(f"{path}: {where}: {error.strerror}") from error
    if not _lock(lock):
        os.close(lock)
        raise NotSaved(f"{path}: another terminal is playing this game")
    first, _, rest = os.read(lock, 4096).decode("ascii", "replace").partition("\n")
    try:
        key = bytes.fromhex(first)
    except ValueError as error:
        os.close(lock)
        raise Damaged(f"{path}: {where}, line 1: the key wants 64 hexadecimal digits") from error
    players = tuple(rest.strip().removeprefix("players ").split(",")) if rest.strip() else ()
    return lock, key, players
