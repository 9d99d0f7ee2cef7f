"""Commands for the host of a table: back up, restore, export, import, list, delete and check matches."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import garrison
from garrison.cli import output
from garrison.cli.commands import serve
from garrison.cli.commands.record_files import naming, print_json
from garrison.cli.output import say
from garrison.cli.play import saves
from garrison.cli.texts import BadInput, Words, words, wrap
from garrison.core import record
from garrison.core.errors import Damaged, GarrisonError
from garrison.core.match import Match
from garrison.lab.progress import gauge

if TYPE_CHECKING:
    from garrison.cli.admin.snapshot import Snapshot, Summary
    from garrison.table.store.database import File, Place
    from garrison.table.store.store import Store

DAY = 86_400_000
"""Milliseconds."""
YES = ("y", "yes", "s", "si", "sì")


def run(args: Namespace) -> int:
    """Run an admin command; no other command loads the table's libraries."""
    from garrison.table.refusals import TableRefusal
    from garrison.table.store.transactions import NotKept, NotReached

    try:
        status: int = args.task(args, words(args.lang))
    except TableRefusal as error:
        raise BadInput("plain", text=error.text(args.lang)) from error
    except (NotKept, NotReached) as error:
        raise BadInput("admin-not-kept", reason=error) from error
    return status


# Opening the store


def _place(args: Namespace) -> Place:
    from garrison.table.process.startup import home

    return home(saves.home(args.home), serve.database(args))


@contextmanager
def _writing(args: Namespace) -> Iterator[Store]:
    """Open the matches for writing; a database file only while no server uses it."""
    from garrison.table.store.database import File
    from garrison.table.store.store import Store

    place = _place(args)
    with _locked(place) if isinstance(place, File) else nullcontext():
        found = Store(place.path if isinstance(place, File) else serve.database(args) or "")
        try:
            yield found
        finally:
            found.close()


@contextmanager
def _locked(file: File) -> Iterator[None]:
    from garrison.table.process.file_lock import Lock, Taken

    try:
        lock = Lock(file.lock)
    except Taken as error:
        raise BadInput("admin-running", place=file, address=error.address or "-") from error
    try:
        yield
    finally:
        lock.close()


def _watch(done: int, whole: int) -> None:
    """Show progress at a terminal."""
    if sys.stderr.isatty() and whole:
        print(f"\r{gauge(done, whole)}", end="\n" if done == whole else "", file=sys.stderr, flush=True)


# Everything in one file


def backup(args: Namespace, said: Words) -> int:
    from garrison.cli.admin import archive, snapshot

    path = Path(args.file)
    with naming(path), snapshot.open_snapshot(_place(args)) as found:
        counted = archive.save(found.connection, path, garrison.__version__, _watch)
    return _told(args, said("admin-saved", path=path, count=counted["matches"]), file=str(path), **counted)


def restore(args: Namespace, said: Words) -> int:
    from garrison.cli.admin import archive

    path = Path(args.file)
    with naming(path), _writing(args) as stored, stored.transactions.writing() as connection:
        counted = archive.load(connection, path, _watch)
    return _told(args, said("admin-restored", path=path, count=counted["matches"]), file=str(path), **counted)


def _told(args: Namespace, text: str, **values: object) -> int:
    if args.json:
        print_json(values)
    else:
        say(wrap(text))
    return 0


# One match


def export(args: Namespace, said: Words) -> int:
    from garrison.cli.admin import archive, snapshot

    with snapshot.open_snapshot(_place(args)) as found:
        written = found.read(args.match)
    if written is None:
        raise BadInput("admin-no-match", match=args.match[:40])
    try:
        match = written.played().match
    except Damaged as error:
        raise BadInput("admin-broken", match=args.match, error=error) from error
    if match is None:
        raise BadInput("admin-not-begun", match=args.match)
    text = match.record()
    if args.out is None:
        return _record_said(args, match, text)
    path = Path(args.out)
    with naming(path), archive.created(path) as out:
        out.write(text.encode())
    return _told(args, said("admin-exported", path=path), match=args.match, over=match.over, file=str(path))


def _record_said(args: Namespace, match: Match, text: str) -> int:
    if args.json:
        print_json({"match": args.match, "over": match.over, "record": text})
    else:
        say(text.rstrip("\n"))
    return 0


def bring(args: Namespace, said: Words) -> int:
    """Import records as matches: all of them, or none if one cannot be read."""
    matches = [(name, _read(Path(name))) for name in args.files]
    with _writing(args) as stored:
        made = [_brought(stored, name, match, args.url.rstrip("/")) for name, match in matches]
    if args.json:
        print_json({"matches": made})
        return 0
    for each in made:
        say(wrap(said("admin-imported", path=each["file"], match=each["match"])))
        for seat in each["seats"]:
            say(f"  {seat['seat']:<12} {seat['link']}")
        say(f"  {said('admin-watch'):<12} {each['watch']}")
    return 0


def _read(path: Path) -> Match:
    with naming(path):
        return record.replay(record.open_file(path))


def _brought(stored: Store, name: str, match: Match, url: str) -> dict[str, Any]:
    from garrison.core.state import SPECTATOR
    from garrison.table.session import seat_access
    from garrison.table.session.pool import new_id
    from garrison.table.store.clock import now

    ident = new_id()
    holders, tokens = seat_access.creators_seats(match.seats, now())
    stored.create(ident, match, list(holders.values()), imported=True)
    link = f"{url}/match/{ident}#"
    seats = [{"seat": seat, "link": link + tokens[at]} for at, seat in enumerate(match.seats)]
    return {"file": name, "match": ident, "seats": seats, "watch": link + tokens[SPECTATOR]}


# Many matches


def listed(args: Namespace, said: Words) -> int:
    from garrison.cli.admin import snapshot

    with snapshot.open_snapshot(_place(args)) as found:
        matches = found.summaries()
    if args.json:
        print_json({"matches": [asdict(each) for each in matches]})
        return 0
    for each in matches:
        say(_line(each, said))
    say(said("admin-count", count=len(matches)))
    return 0


def _line(match: Summary, said: Words) -> str:
    told = said("admin-over" if match.over else "admin-running-now" if match.begun else "admin-gathering")
    people = ", ".join(match.people)
    return f"{match.id}  {_day(match.used)}  {match.rows:>5}  {told:<9}  {match.game}  {people}".rstrip()


def _day(when: int) -> str:
    return datetime.fromtimestamp(when / 1000, UTC).strftime("%Y-%m-%d")


def delete(args: Namespace, said: Words) -> int:
    from garrison.cli.admin import snapshot

    if bool(args.matches) == (args.older_than is not None):
        raise BadInput("admin-which")
    place = _place(args)
    with snapshot.open_snapshot(place) as found:
        known = found.summaries()
    if args.matches:
        gone = _named(args.matches, known)
    else:
        before = int(time.time() * 1000) - args.older_than * DAY
        gone = [each.id for each in known if each.used < before]
    if gone and not args.yes and not _agreed(said, len(gone), place):
        return _told(args, said("admin-kept"), deleted=[])
    if gone:
        with _writing(args) as stored:
            for ident in gone:
                stored.delete(ident)
    return _told(args, said("admin-deleted", count=len(gone)), deleted=gone)


def _named(wanted: Sequence[str], known: Sequence[Summary]) -> list[str]:
    there = {each.id for each in known}
    for ident in wanted:
        if ident not in there:
            raise BadInput("admin-no-match", match=ident[:40])
    return list(dict.fromkeys(wanted))


def attended() -> bool:
    """True if somebody at a terminal can be asked."""
    return sys.stdin is not None and sys.stdin.isatty()


def _agreed(said: Words, count: int, place: Place) -> bool:
    """Ask for confirmation at the terminal; without one it must be given on the command line."""
    if not attended():
        raise BadInput("admin-yes", count=count)
    say(wrap(said("admin-sure", count=count, place=place)))
    output.flush()
    return sys.stdin.readline().strip().lower() in YES


def check(args: Namespace, said: Words) -> int:
    """Replay every match; draws made here must also follow from its key."""
    from garrison.cli.admin import snapshot

    with snapshot.open_snapshot(_place(args)) as found:
        every = found.ids()
        damaged: list[dict[str, str]] = []
        for at, ident in enumerate(every, 1):
            reason = _wrong(found, ident, said)
            if reason:
                damaged.append({"match": ident, "error": reason})
            _watch(at, len(every))
    if args.json:
        print_json({"matches": len(every), "damaged": damaged})
    else:
        for each in damaged:
            say(wrap(said("admin-wrong", **each)))
        say(said("admin-checked", count=len(every), damaged=len(damaged)))
    return 1 if damaged else 0


def _wrong(found: Snapshot, ident: str, said: Words) -> str:
    """Describe what is wrong with a match; empty if nothing is."""
    from garrison.cli.admin import archive

    if any(archive.NUL in each for each in found.clients(ident)):
        return said("admin-nul")
    try:
        written = found.read(ident)
        stored = None if written is None else written.played()
        if stored is None or stored.match is None or stored.imported or stored.match.key is None:
            return ""
        verdict = record.verify(record.parse(record.write(stored.match)), stored.match.key)
    except GarrisonError as error:
        return str(error)
    return "" if verdict.ok else said("admin-draws", row=verdict.first_bad)
