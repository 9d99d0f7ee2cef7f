"""`garrison admin`: archives, records in and out, lists, deletions and checks."""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
import stat
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from garrison.cli import arguments
from garrison.cli.admin import operations
from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.core.state import SPECTATOR
from garrison.table.session.seat_access import creators_seats
from garrison.table.store import schema
from garrison.table.store.database import place
from garrison.table.store.models import (
    FRIEND,
    MINE,
    WATCH,
    Entry,
    Job,
    Plan,
    Proposal,
    SealedAnswer,
    SeatHolder,
    Terms,
    Transfer,
)
from garrison.table.store.store import Store
from support import paths
from support.proof import few
from support.table.server import Wire, forked
from support.terminal.command import Run

pytest_plugins = ["support.table.postgres"]

RUNNING, OVER, GATHERING = "00000000000000aa", "00000000000000bb", "00000000000000cc"
DAY = 86_400_000


def played(seed: int, rows: int) -> Match:
    game = registry.find("itter")
    match = Match(game, registry.settle(game, {}), KeyedDice(seed_key(seed), "salt"))
    while not match.over and len(match.rows) <= rows:
        match.play(match.legal()[0])
    return match


def fill(store: Store) -> None:
    """A running match with all that can belong to one, one that is over, one that has not begun."""
    running, over = played(3, 5), played(4, 10_000)
    assert over.over
    holders = [
        SeatHolder(0, MINE, "hash", name="Änna ☃", salt="", joined=7, seen=8, hook="https://example.org/")
    ]
    holders.append(SeatHolder(SPECTATOR, WATCH, "other"))
    store.create(
        RUNNING, running, holders, terms=Terms(bank=60, add=2, pace=0), origin={"match": "x", "n": 3}
    )
    store.add_chat(RUNNING, Entry("seats", 0, "Änna", 'Guten Tag, "Welt"\\', 9))
    store.seal(RUNNING, running.asked(), SealedAnswer(0, "lee", "c1", 10))
    store.propose(RUNNING, Proposal(2, 0, 1, (0,)))
    store.offer_transfer(RUNNING, Transfer(0, "hash of a link", "sealed", 2**53))
    store.add_jobs(
        [Job(RUNNING, "clock", -1, running.asked(), 2**53), Job(RUNNING, "bot", 0, running.asked(), 5)]
    )
    store.take(6, 1000, 1)
    store.create(OVER, over, list(creators_seats(over.seats, 1)[0].values()), imported=True)
    plan = Plan(over.game, over.options, bytes(range(32)))
    waiting = [SeatHolder(0, FRIEND), SeatHolder(SPECTATOR, WATCH)]
    store.create(GATHERING, plan, waiting)


@pytest.fixture
def filled(home: Path) -> Path:
    """A home with matches."""
    store = Store(home / "table.sqlite")
    fill(store)
    store.close()
    return home


def content(given: str | Path) -> dict[str, list[dict[str, Any]]]:
    """All that is kept, but for what belongs to the server that runs."""
    engine = place(given).open()
    found = {}
    with engine.begin() as connection:
        for table in schema.META.sorted_tables:
            wanted = select(table).order_by(*table.columns)
            found[table.name] = [dict(row) for row in connection.execute(wanted).mappings()]
    engine.dispose()
    del found["transfers"]
    for job in found["jobs"]:
        del job["id"], job["lease"]
    return found


# Archives


def test_an_archive_holds_everything_and_only_its_owner_can_read_it(
    garrison: Run, filled: Path, tmp_path: Path
) -> None:
    archive, other = tmp_path / "all.gz", tmp_path / "other"
    done = garrison("admin", "backup", archive)
    assert (done.status, done.err) == (0, "")
    assert "3 matches" in done.flat
    assert stat.S_IMODE(archive.stat().st_mode) == 0o600
    assert garrison("admin", "restore", archive, "--home", other).status == 0
    before, after = content(filled / "table.sqlite"), content(other / "table.sqlite")
    assert all(before[name] for name in before)
    assert after == before
    garrison("admin", "backup", tmp_path / "again.gz", "--home", other)
    packed = gzip.decompress(archive.read_bytes())
    assert packed == gzip.decompress((tmp_path / "again.gz").read_bytes())
    assert b"hash of a link" not in packed, "links to other devices are good for minutes"


def test_an_archive_of_the_format_before_is_restored(garrison: Run, filled: Path, tmp_path: Path) -> None:
    archive, other = tmp_path / "all.gz", tmp_path / "other"
    garrison("admin", "backup", archive)
    archive.write_bytes(_lines(_first(schema=2))(archive.read_bytes()))
    assert garrison("admin", "restore", archive, "--home", other).status == 0
    assert content(other / "table.sqlite") == content(filled / "table.sqlite")


@pytest.mark.slow
def test_matches_move_from_a_file_to_a_database_and_back(
    garrison: Run, filled: Path, tmp_path: Path, database: str
) -> None:
    garrison("admin", "backup", tmp_path / "all.gz")
    done = garrison("admin", "restore", tmp_path / "all.gz", "--database", database)
    assert (done.status, done.err) == (0, "")
    assert content(database) == content(filled / "table.sqlite")
    store = Store(database)
    assert len(store.take(2**60, 1, 9)) == 2
    store.add_jobs([Job(RUNNING, "notice", 0, 1, 1)])
    store.close()
    done = garrison("admin", "backup", tmp_path / "back.gz", "--database", database, "--json")
    assert json.loads(done.out)["matches"] == 3
    assert garrison("admin", "restore", tmp_path / "back.gz", "--home", tmp_path / "new").status == 0
    assert garrison("admin", "check", "--home", tmp_path / "new").status == 0


def nul(home: Path) -> None:
    """Give a row, a remark and an answer an id that PostgreSQL cannot store, as older tables did."""
    with sqlite3.connect(home / "table.sqlite") as file:
        file.execute(f"UPDATE rows SET client = 'c' || char(0) || row WHERE match = '{RUNNING}' AND row > 0")
        file.execute("UPDATE chat SET client = 'c' || char(0)")
        file.execute("UPDATE answers SET client = 'c' || char(0)")
    file.close()


def test_an_id_that_no_database_can_store_is_replaced(garrison: Run, filled: Path, tmp_path: Path) -> None:
    nul(filled)
    garrison("admin", "backup", tmp_path / "all.gz")
    assert garrison("admin", "restore", tmp_path / "all.gz", "--home", tmp_path / "new").status == 0
    assert garrison("admin", "check", "--home", tmp_path / "new").status == 0
    found = content(tmp_path / "new" / "table.sqlite")
    ids = [row["client"] for name in ("rows", "chat", "answers") for row in found[name]]
    assert not any("\0" in each for each in ids if each is not None)
    rows = [row["client"] for row in found["rows"] if row["match"] == RUNNING and row["row"]]
    assert len(set(rows)) == len(rows) == 5


@pytest.mark.slow
def test_a_file_with_such_an_id_moves_to_a_database(
    garrison: Run, filled: Path, tmp_path: Path, database: str
) -> None:
    nul(filled)
    garrison("admin", "backup", tmp_path / "all.gz")
    assert garrison("admin", "restore", tmp_path / "all.gz", "--database", database).status == 0
    assert garrison("admin", "check", "--database", database).status == 0


def test_any_other_text_that_no_database_can_store_is_named_with_its_match(
    garrison: Run, filled: Path, tmp_path: Path
) -> None:
    with sqlite3.connect(filled / "table.sqlite") as file:
        file.execute(f"UPDATE chairs SET name = 'A' || char(0) WHERE match = '{RUNNING}'")
    file.close()
    garrison("admin", "backup", tmp_path / "all.gz")
    done = garrison("admin", "restore", tmp_path / "all.gz", "--home", tmp_path / "new")
    assert done.status == 2
    assert f"match '{RUNNING}': name" in " ".join(done.err.split())


def test_an_archive_without_line_breaks_takes_little_memory(
    garrison: Run, home: Path, tmp_path: Path
) -> None:
    archive = tmp_path / "long.gz"
    with gzip.open(archive, "wb") as out:
        for _ in range(30):
            out.write(b"[" + b" " * 1_000_000)
    tracemalloc.start()
    done = garrison("admin", "restore", archive, "--home", home)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert done.status == 2
    assert "line 1 is too long" in " ".join(done.err.split())
    assert most < 10_000_000


def test_nothing_is_overwritten(garrison: Run, filled: Path, tmp_path: Path) -> None:
    archive = tmp_path / "all.gz"
    archive.write_text("mine")
    done = garrison("admin", "backup", archive)
    assert done.status == 2
    assert "overwritten" in done.err
    assert archive.read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir() if "part" in path.name] == []
    archive.unlink()
    garrison("admin", "backup", archive)
    before = content(filled / "table.sqlite")
    done = garrison("admin", "restore", archive, "--lang", "it")
    assert done.status == 2
    assert "ci sono già delle partite" in done.err
    assert content(filled / "table.sqlite") == before


def _lines(change: Callable[[list[bytes]], list[bytes]]) -> Callable[[bytes], bytes]:
    return lambda packed: gzip.compress(b"\n".join(change(gzip.decompress(packed).splitlines())) + b"\n")


def _first(**values: object) -> Callable[[list[bytes]], list[bytes]]:
    return lambda lines: [json.dumps({**json.loads(lines[0]), **values}).encode(), *lines[1:]]


SPOILED: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda packed: packed[: len(packed) // 2],
    "text": lambda _: b"garrison-record 1\n",
    "empty": lambda _: b"",
    "no end": _lines(lambda lines: lines[:-1]),
    "a line lost": _lines(lambda lines: [*lines[:5], *lines[6:]]),
    "a line twice": _lines(lambda lines: [*lines[:5], lines[4], *lines[5:]]),
    "more": _lines(lambda lines: [*lines, lines[3]]),
    "another format": _lines(_first(schema=99)),
    "another kind": _lines(_first(**{"garrison-archive": 2})),
    "another table": _lines(lambda lines: [lines[0], b'["about",{"name":"schema","value":"1"}]', *lines[1:]]),
    "another column": _lines(lambda lines: [lines[0], lines[1].replace(b'"salt"', b'"sugar"'), *lines[2:]]),
    "a key": _lines(lambda lines: [lines[0], lines[1].replace(b'"key":"', b'"key":"x'), *lines[2:]]),
    "no JSON": _lines(lambda lines: [lines[0], b"{", *lines[1:]]),
    "no UTF-8": _lines(lambda lines: [lines[0], b"\xff", *lines[1:]]),
}


@pytest.mark.parametrize("how", few(5, SPOILED))
def test_of_a_damaged_archive_nothing_is_restored(
    garrison: Run, filled: Path, tmp_path: Path, how: str
) -> None:
    archive, other = tmp_path / "all.gz", tmp_path / "other"
    garrison("admin", "backup", archive, "--home", filled)
    archive.write_bytes(SPOILED[how](archive.read_bytes()))
    done = garrison("admin", "restore", archive, "--home", other)
    assert (done.status, done.out) == (2, "")
    assert str(archive) in done.err
    assert "Traceback" not in done.err
    assert content(other / "table.sqlite")["matches"] == []


@pytest.mark.slow
def test_an_archive_is_made_while_the_table_is_running_and_nothing_else_is_changed_then(
    garrison: Run, tmp_path: Path
) -> None:
    home = tmp_path / "served"
    with forked(home) as server:
        wire = Wire(server.url)
        match, (token,) = wire.new()
        with wire.join(match, token) as talking:
            talking.do("lee", "c1")
        for task in ("backup", "export", "list", "check"):
            more = {"backup": [tmp_path / "all.gz"], "export": [match]}.get(task, [])
            assert garrison("admin", task, *more, "--home", home).status == 0
        record = tmp_path / "record.txt"
        record.write_text(played(4, 10_000).record())
        for task, what in (("restore", tmp_path / "all.gz"), ("import", record), ("delete", match)):
            more = ["--yes"] if task == "delete" else []
            done = garrison("admin", task, what, *more, "--home", home)
            assert done.status == 2
            assert server.url in done.err
            assert "close it first" in done.err
        assert wire.ask("GET", f"/api/matches/{match}", token=token).status == 200
    assert garrison("admin", "delete", match, "--yes", "--home", home).status == 0


# Records


@pytest.mark.slow
def test_a_record_goes_out_and_comes_in_again(garrison: Run, filled: Path, tmp_path: Path) -> None:
    out = tmp_path / "record.txt"
    assert garrison("admin", "export", OVER, "-o", out).status == 0
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert out.read_text() == played(4, 10_000).record() == garrison("admin", "export", OVER).out
    assert garrison("verify", out).status == 0
    done = garrison("admin", "import", out, out, "--url", "https://castle.example/", "--json")
    made = json.loads(done.out)["matches"]
    assert len({each["match"] for each in made}) == 2
    with forked(filled) as server:
        wire = Wire(server.url)
        address, _, token = made[0]["seats"][0]["link"].partition("#")
        assert address == f"https://castle.example/match/{made[0]['match']}"
        told = wire.ask("GET", f"/api/matches/{made[0]['match']}", token=token).json
        assert (told["imported"], told["over"], told["seat"]) == (True, True, "defender")
        watch = made[1]["watch"].partition("#")[2]
        told = wire.ask("GET", f"/api/matches/{made[1]['match']}", token=watch).json
        assert told["seat"] == "spectator"
    links = [line.split() for line in garrison("admin", "import", out).out.splitlines()[-2:]]
    assert [name for name, _ in links] == ["defender", "spectators"]
    assert all(link.startswith("/match/") for _, link in links)


def test_of_several_records_all_are_taken_or_none(garrison: Run, filled: Path, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(played(4, 10_000).record())
    bad.write_text("this is no record\n")
    done = garrison("admin", "import", good, bad)
    assert done.status == 2
    assert str(bad) in done.err
    assert len(content(filled / "table.sqlite")["matches"]) == 3


@pytest.mark.usefixtures("filled")
def test_a_running_match_gives_its_record_without_the_key(garrison: Run) -> None:
    text = garrison("admin", "export", RUNNING).out
    assert text == played(3, 5).record()
    assert seed_key(3).hex() not in text


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(("match", "said"), [("ff", "no match 'ff'"), (GATHERING, "not begun")])
def test_what_has_no_record_is_told(garrison: Run, match: str, said: str) -> None:
    done = garrison("admin", "export", match)
    assert (done.status, done.out) == (2, "")
    assert said in done.err


# Lists and deletions


@pytest.mark.usefixtures("filled")
def test_all_matches_are_listed(garrison: Run) -> None:
    lines = garrison("admin", "list", "--lang", "it").out.splitlines()
    assert [line.split()[0] for line in lines] == [RUNNING, OVER, GATHERING, "3"]
    assert [
        next(word for word in ("in corso", "finita", "in attesa") if word in line) for line in lines[:3]
    ] == ["in corso", "finita", "in attesa"]
    assert "Änna ☃" in lines[0]
    told = json.loads(garrison("admin", "list", "--json").out)["matches"]
    assert [each["id"] for each in told] == [RUNNING, OVER, GATHERING]
    assert [each["rows"] > 0 for each in told] == [True, True, False]


def _age(home: Path, match: str, days: int) -> None:
    """Let a match have been left alone for so long."""
    with sqlite3.connect(home / "table.sqlite") as file:
        for statement in (
            "UPDATE matches SET created = created - ? WHERE id = ?",
            "UPDATE rows SET at = at - ? WHERE match = ?",
            "UPDATE chairs SET seen = 0 * ? WHERE match = ?",
        ):
            file.execute(statement, (days * DAY, match))
    file.close()


def _deleted(garrison: Run, days: int) -> list[str]:
    found: list[str] = json.loads(garrison("admin", "delete", "--older-than", days, "--yes", "--json").out)[
        "deleted"
    ]
    return found


def test_what_nobody_has_used_for_long_is_deleted(garrison: Run, filled: Path) -> None:
    _age(filled, OVER, 40)
    _age(filled, RUNNING, 20)
    assert json.loads(garrison("admin", "delete", "--older-than", 50, "--yes", "--json").out) == {
        "deleted": []
    }
    done = garrison("admin", "delete", "--older-than", 30, "--yes", "--json")
    assert json.loads(done.out) == {"deleted": [OVER]}
    stored = content(filled / "table.sqlite")
    assert {row["match"] for row in stored["rows"]} == {RUNNING}
    with sqlite3.connect(filled / "table.sqlite") as file:
        file.execute("UPDATE chairs SET seen = ? WHERE match = ?", (2**52, RUNNING))
    file.close()
    assert json.loads(garrison("admin", "delete", "--older-than", 10, "--yes", "--json").out) == {
        "deleted": []
    }
    garrison("admin", "delete", RUNNING, GATHERING, "--yes")
    assert not any(rows for name, rows in content(filled / "table.sqlite").items() if name != "about")


def test_nothing_is_deleted_unasked(garrison: Run, filled: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = content(filled / "table.sqlite")
    done = garrison("admin", "delete", OVER)
    assert done.status == 2
    assert "--yes" in done.err
    monkeypatch.setattr(operations, "attended", lambda: True)
    for typed in ("no\n", "\n", ""):
        assert "Nothing was deleted" in garrison("admin", "delete", OVER, typed=typed).out
    assert content(filled / "table.sqlite") == before
    done = garrison("admin", "delete", OVER, "--lang", "it", typed="sì\n")
    assert "Continuare?" in done.out
    assert len(content(filled / "table.sqlite")["matches"]) == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "either name the matches"),
        ((OVER, "--older-than", 3), "either name the matches"),
        ((OVER, "ff", "--yes"), "no match 'ff'"),
        (("--older-than", "x"), "not a whole number"),
    ],
)
def test_a_deletion_that_is_not_clear_deletes_nothing(
    garrison: Run, filled: Path, words: tuple[object, ...], said: str
) -> None:
    before = content(filled / "table.sqlite")
    done = garrison("admin", "delete", *words)
    assert done.status == 2
    assert said in done.err
    assert content(filled / "table.sqlite") == before


# Checks


DAMAGE = {
    "a row lost": f"DELETE FROM rows WHERE match = '{RUNNING}' AND row = 2",
    "a row changed": f"UPDATE rows SET notation = 'pass' WHERE match = '{RUNNING}' AND row = 1",
    "a draw changed": f"UPDATE rows SET draws = replace(draws, ' 1', ' 2') WHERE match = '{RUNNING}'",
    "the key": f"UPDATE matches SET key = x'00' WHERE id = '{RUNNING}'",
    "the options": f"UPDATE matches SET options = 'nonsense' WHERE id = '{RUNNING}'",
    "an id of a message": f"UPDATE rows SET client = 'c' || char(0) WHERE match = '{RUNNING}' AND row = 2",
    "an id of a remark": f"UPDATE chat SET client = 'c' || char(0) WHERE match = '{RUNNING}'",
    "an id of an answer": f"UPDATE answers SET client = 'c' || char(0) WHERE match = '{RUNNING}'",
    "another game": f"UPDATE matches SET game = 'chess' WHERE id = '{RUNNING}'",
}


@pytest.mark.parametrize("how", few(3, DAMAGE))
def test_every_damaged_match_is_named(garrison: Run, filled: Path, how: str) -> None:
    done = garrison("admin", "check")
    assert (done.status, done.out) == (0, "3 matches checked, 0 damaged.\n")
    with sqlite3.connect(filled / "table.sqlite") as file:
        assert file.execute(DAMAGE[how]).rowcount
    file.close()
    done = garrison("admin", "check", "--json")
    told = json.loads(done.out)
    assert (done.status, told["matches"]) == (1, 3)
    assert [each["match"] for each in told["damaged"]] == [RUNNING]
    assert f"la partita {RUNNING} è danneggiata" in garrison("admin", "check", "--lang", "it").flat


# The page for hosts


def commands() -> list[str]:
    """Every command line of docs/hosting.md."""
    text = (paths.DOCS / "hosting.md").read_text()
    found = re.findall(
        r"(?:^    |`|^ExecStart=\S*/|exec \S*/)(garrison (?:serve|admin) [^`'#\n]+)", text, re.MULTILINE
    )
    return [line.replace('"', "").replace("...", "").replace("$(date +%%F)", "x") for line in found]


def test_every_command_for_hosts_is_one() -> None:
    found = commands()
    tasks = {line.split()[2] for line in found if line.startswith("garrison admin")}
    assert tasks == {"backup", "restore", "export", "import", "delete", "list", "check"}
    assert len(found) > 12
    for line in found:
        arguments.read(line.split()[1:], "en")


# What cannot be done


@pytest.mark.parametrize("task", ["backup x.gz", "list", "check", "export x", "delete x"])
def test_where_no_matches_are_kept_none_are_made_up(
    garrison: Run, tmp_path: Path, task: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = garrison("admin", *task.split(), "--home", tmp_path / "nowhere")
    assert done.status == 2
    assert "no matches are kept there" in done.err
    assert not (tmp_path / "nowhere").exists()


def test_a_file_of_another_format_is_not_touched(garrison: Run, filled: Path) -> None:
    with sqlite3.connect(filled / "table.sqlite") as file:
        file.execute("UPDATE about SET value = '99'")
    file.close()
    for task in (("list",), ("delete", OVER, "--yes"), ("import", __file__)):
        assert garrison("admin", *task).status == 2
    done = garrison("admin", "list")
    assert "format 99" in done.err


def test_a_database_that_cannot_be_reached_is_told_without_its_password(garrison: Run) -> None:
    done = garrison("admin", "list", "--database", "postgresql://me:secret@127.0.0.1:1/none")
    assert done.status == 2
    assert "secret" not in done.err
    assert "127.0.0.1" in done.err
