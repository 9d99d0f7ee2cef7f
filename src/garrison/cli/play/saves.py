"""Saved games: a record that grows row by row, and the key of its dice until the game is over."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from garrison.cli import invocation
from garrison.cli.texts import NotSaved
from garrison.core import record
from garrison.core.dice import fingerprint
from garrison.core.errors import Damaged
from garrison.core.limits import LINE_CHARACTERS, RECORD_BYTES
from garrison.core.match import Match
from garrison.core.show.words import LANGS

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

PERSON = "me"
"""A seat played by a person at the terminal."""
GAMES_A_DAY = 999
KEY_BYTES = 4096


def home(given: str | None) -> Path:
    """The folder of saved games: as given, from the environment, or the platform's default."""
    told = given or os.environ.get("GARRISON_HOME")
    folder = Path(told).absolute() if told else _usual_home()
    try:
        usable = folder.is_dir() or not folder.exists()
    except OSError as error:
        raise NotSaved("home-unreadable", folder=folder, reason=error.strerror) from error
    if not usable:
        raise NotSaved("home-no-folder", folder=folder)
    return folder


def _usual_home() -> Path:
    try:
        own = Path.home()
    except RuntimeError as error:
        raise NotSaved("home-none") from error
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or own / "AppData" / "Local") / "garrison"
    if sys.platform == "darwin":
        return own / "Library" / "Application Support" / "garrison"
    return Path(os.environ.get("XDG_DATA_HOME") or own / ".local" / "share") / "garrison"


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
    """Make a new directory entry survive a power cut, where the platform can."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _replace(path: Path, text: str) -> None:
    """Replace a file atomically."""
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


def _stamp(path: Path) -> tuple[int, ...] | None:
    """A fingerprint that changes when another program touches a file; None if it does not exist."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


def key_path(path: Path) -> Path:
    return path.with_suffix(".key")


@dataclass(frozen=True, slots=True)
class Seating:
    """Further content of the key file: who plays each seat, and the language."""

    players: tuple[str, ...] = ()
    lang: str = LANGS[0]

    def lines(self) -> str:
        """Only what differs from the default: people in every seat, the first language."""
        players = f"players {','.join(self.players)}\n" if self.players else ""
        return players + (f"lang {self.lang}\n" if self.lang != LANGS[0] else "")


@dataclass(slots=True)
class Saved:
    """A running game on disk: `text` is the content of the record. Its key file stays locked."""

    path: Path
    match: Match
    seating: Seating
    lock: int
    text: str
    written: int
    dropped: str | None = None
    stamp: tuple[int, ...] | None = field(init=False)

    def __post_init__(self) -> None:
        self.stamp = _stamp(self.path)

    def keep(self) -> bool:
        """Write all rows the file does not have yet; once the game is over, also the key and the end.

        Return True if the record or its key was missing and has been rewritten.
        """
        rows = range(self.written, len(self.match.rows))
        new = "".join(record.row_line(self.match, number) + "\n" for number in rows)
        if self.lock < 0:
            return False
        try:
            stamp = self._unchanged()
            if self.match.over:
                self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                _replace(self.path, self.match.record())
                self.close()
                key_path(self.path).unlink(missing_ok=True)
                return False
            lost = self._restore_key()
            if stamp is None:
                _replace(self.path, self.text + new)
            elif new:
                _append(self.path, new)
        except OSError as error:
            raise NotSaved("unwritten", path=self.path, reason=error.strerror or error) from error
        self.text += new
        self.written = len(self.match.rows)
        self.stamp = _stamp(self.path)
        return lost or stamp is None

    def _unchanged(self) -> tuple[int, ...] | None:
        """The record's stamp, None if it is missing; raises if somebody else has changed it."""
        stamp = _stamp(self.path)
        if stamp is None or stamp == self.stamp:
            return stamp
        if self.path.read_bytes() != self.text.encode():
            raise NotSaved("changed", path=self.path, row=self.written - 1)
        return stamp

    def _restore_key(self) -> bool:
        """Rewrite a missing key file: without it the game could not go on."""
        key = self.match.key
        if key is None or key_path(self.path).exists():
            return False
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = _write_key(self.path, key, self.seating)
        self.close()
        self.lock = lock
        return True

    def close(self) -> None:
        if self.lock >= 0:
            os.close(self.lock)
            self.lock = -1


def _append(path: Path, text: str) -> None:
    """Append to an existing file; a file that has vanished is not restarted without its header."""
    with path.open("r+", encoding="utf-8", newline="\n") as file:
        file.seek(0, os.SEEK_END)
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def create(match: Match, folder: Path, players: Sequence[str] = (), lang: str = LANGS[0]) -> Saved:
    """Start a new file for a match; never touch an existing one."""
    seating = Seating(tuple(players), lang)
    lines = record.header_lines(match, reveal=False)
    lines += [record.row_line(match, number) for number in range(len(match.rows))]
    text = "\n".join(lines) + "\n"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for number in range(1, GAMES_A_DAY + 1):
            path = folder / f"{match.game.id}-{date.today().isoformat()}-{number:02d}.txt"
            lock = None if path.exists() else _claim(path, match, seating, text)
            if lock is not None:
                saved = Saved(path, match, seating, lock, text, len(match.rows))
                if match.over:
                    saved.keep()
                return saved
    except OSError as error:
        raise NotSaved("home-unusable", folder=folder, reason=error.strerror or error) from error
    raise NotSaved("home-full", folder=folder, count=GAMES_A_DAY)


def _claim(path: Path, match: Match, seating: Seating, text: str) -> int | None:
    """Write key and record under an unused name and return the locked key file; None if the name is taken."""
    key = match.key
    if key is None:
        raise Damaged("only a match with keyed dice can be saved")
    try:
        lock = _write_key(path, key, seating)
    except FileExistsError:
        return None
    try:
        _write_new(path, text)
    except BaseException as error:
        os.close(lock)
        key_path(path).unlink()
        if isinstance(error, FileExistsError):
            return None
        raise
    _sync_folder(path.parent)
    return lock


def _write_key(path: Path, key: bytes, seating: Seating) -> int:
    """Write a new locked key file: the key in hexadecimal, then the seats."""
    lock = os.open(key_path(path), os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        _lock(lock)
        os.write(lock, f"{key.hex()}\n{seating.lines()}".encode())
        os.fsync(lock)
    except BaseException:
        os.close(lock)
        key_path(path).unlink()
        raise
    return lock


def _write_new(path: Path, text: str) -> None:
    """Create a file, complete or not at all."""
    with path.open("x", encoding="utf-8", newline="\n") as file:
        try:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        except BaseException:
            path.unlink()
            raise


# Finding saved games


def unfinished(folder: Path) -> list[Path]:
    """Unfinished games, newest first."""
    try:
        found = [path for path in folder.glob("*.txt") if key_path(path).exists() and not _ended(path)]
        return sorted(found, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)
    except OSError as error:
        raise NotSaved("home-unreadable", folder=folder, reason=error.strerror or error) from error


def _ended(path: Path) -> bool:
    """True if a record has its last line: a crash can leave the key of a finished game behind."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - LINE_CHARACTERS))
            return b"\nend " in file.read()
    except PermissionError:
        return False


def find(folder: Path, name: str | None) -> Path:
    """The saved game of this name, or the newest."""
    if name is not None:
        path = Path(name) if Path(name).name != name else folder / name
        if not path.exists() and path.suffix != ".txt":
            path = path.with_name(path.name + ".txt")
        if not path.exists():
            names = ", ".join(each.stem for each in unfinished(folder)[:5]) or "-"
            raise NotSaved("no-such-game", name=name, folder=folder, names=names)
        return path
    found = unfinished(folder)
    if not found:
        raise NotSaved("no-game", folder=folder, command=invocation.command("play"))
    return found[0]


def resume(path: Path) -> Saved:
    """Open a saved game to continue. A half-written last line is dropped from the file too."""
    read_running(path)
    lock = _open_key(path)
    try:
        key, seating = _read_key(path, os.read(lock, KEY_BYTES))
        text, read = read_running(path)
        if fingerprint(key) != read.header.hash:
            raise NotSaved("key-other", path=path, key=key_path(path))
        match = record.replay(read, key=key)
        if read.dropped is not None:
            text = text[: text.rindex("\n") + 1]
            _replace(path, text)
    except OSError as error:
        os.close(lock)
        raise NotSaved("unusable", path=path, reason=error.strerror or error) from error
    except BaseException:
        os.close(lock)
        raise
    return Saved(path, match, seating, lock, text, len(match.rows), read.dropped)


def read_running(path: Path) -> tuple[str, record.Record]:
    """The record of a game that is not over."""
    text = record.read_file(path, RECORD_BYTES)
    read = record.parse(text, str(path))
    if read.end is not None:
        raise NotSaved("is-over", path=path, command=invocation.command("replay", path))
    return text, read


def _open_key(path: Path) -> int:
    """Open and lock the key file."""
    where = key_path(path)
    try:
        lock = os.open(where, os.O_RDWR)
    except FileNotFoundError as error:
        raise NotSaved("key-missing", path=path, key=where.name) from error
    except OSError as error:
        raise NotSaved("unusable", path=where, reason=error.strerror) from error
    if not _lock(lock):
        os.close(lock)
        raise NotSaved("locked", path=path)
    return lock


def _read_key(path: Path, content: bytes) -> tuple[bytes, Seating]:
    first, *rest = content.decode("ascii", "replace").split("\n")
    try:
        key = bytes.fromhex(first)
    except ValueError as error:
        raise NotSaved("key-damaged", path=path, key=key_path(path)) from error
    known = dict(line.partition(" ")[::2] for line in rest if line)
    players = tuple(known["players"].split(",")) if "players" in known else ()
    lang = known.get("lang", LANGS[0])
    return key, Seating(players, lang if lang in LANGS else LANGS[0])


def language(path: Path) -> str:
    """The language of a saved game, as far as it can be read without opening it."""
    try:
        content = key_path(path).read_bytes()[:KEY_BYTES]
        return _read_key(path, content)[1].lang
    except (OSError, NotSaved):
        return LANGS[0]
