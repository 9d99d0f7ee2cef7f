"""Schemathesis tries a real server and finds nothing that /openapi.json does not describe."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from support import paths
from support.table.server import Wire, forked

RECORD = paths.RECORDS / "itter-1-published-competitive.txt"
MATCH = "/api/matches/{ident}"
SECONDS = 300
"""For one run on a busy machine; a quiet one takes a few."""

COMMON = """
continue-on-failure = true
generation = { max-examples = EXAMPLES, database = "none" }
seed = 1
[phases.stateful]
enabled = false
[phases.coverage]
enabled = COVERAGE
unexpected-methods = ["PUT", "PATCH", "DELETE", "POST", "GET", "OPTIONS", "TRACE"]
[checks]
# What is right by its shape may still name a game, an option or a record that is not there.
positive_data_acceptance.expected-statuses = ["2xx", "401", "403", "404", "409", "422", "429"]
negative_data_rejection.expected-statuses = ["401", "403", "404", "405", "409", "413", "422", "429"]
"""
KNOWN = """
[headers]
Authorization = "Bearer {token}"
[dictionaries.matches]
values = ["{match}"]
[dictionaries.frames]
values = [1, 2]
[dictionaries.games]
values = ["itter", "toy"]
[dictionaries.boards]
values = ["{board}"]
[[operations]]
include-path-regex = "^/api/matches/"
parameters = {{ "path.ident" = {{ dictionary = "matches", probability = 0.8 }} }}
[[operations]]
include-path-regex = "/frames/"
parameters = {{ "path.n" = {{ dictionary = "frames", probability = 0.8 }} }}
[[operations]]
include-path-regex = "^/api/games/"
parameters = {{ "path.ident" = {{ dictionary = "games", probability = 0.8 }} }}
[[operations]]
include-path-regex = "^/api/boards/"
parameters = {{ "path.name" = {{ dictionary = "boards", probability = 0.8 }} }}
"""


class Tries(NamedTuple):
    """How thoroughly an address is tried: requests by chance, and whether all edges of its shape as well."""

    examples: int
    coverage: bool


FEW, MANY = Tries(1, coverage=False), Tries(10, coverage=True)


class Known(NamedTuple):
    """Somebody at the table: whose token, of which match, and what they may get to see."""

    match: str
    token: str
    board: str


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    with forked(tmp_path_factory.mktemp("table") / "home") as server:
        yield Wire(server.url)


def tried(
    wire: Wire, folder: Path, known: Known | None = None, *options: str, tries: Tries = MANY
) -> set[str]:
    """Run Schemathesis over the description; gives what was answered as it was asked for.

    What does not hold is told with a way to see it again.
    """
    settings, report = folder / "schemathesis.toml", folder / "report.json"
    common = COMMON.replace("EXAMPLES", str(tries.examples)).replace("COVERAGE", str(tries.coverage).lower())
    settings.write_text(common + ("" if known is None else KNOWN.format(**known._asdict())))
    command = [sys.executable, "-m", "schemathesis.cli", "--no-color", "--config-file", str(settings), "run"]
    done = subprocess.run(
        [*command, f"{wire.url}/openapi.json", "--report-json-path", str(report), *options],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    rates = json.loads(report.read_text())["valid_rates"]
    return {
        operation for operation, phases in rates.items() if any(each["accepted"] for each in phases.values())
    }


def somebody(wire: Wire, match: str, token: str) -> Known:
    told = wire.ask("GET", f"/api/matches/{match}", token=token).json
    return Known(match, token, told["board"])


def seat(wire: Wire) -> Known:
    """Somebody in the middle of a game."""
    match, (token,) = wire.new()
    with wire.join(match, token) as talking:
        talking.do("lee", "c1")
    return somebody(wire, match, token)


def test_a_few_requests_of_a_seat_are_answered_as_described(wire: Wire, tmp_path: Path) -> None:
    answered = tried(wire, tmp_path, seat(wire), "--exclude-method", "DELETE", tries=FEW)
    assert answered >= {"GET /api/games", f"GET {MATCH}", f"GET {MATCH}/log"}


@pytest.mark.proof
def test_to_a_stranger_everything_is_as_described(wire: Wire, tmp_path: Path) -> None:
    assert tried(wire, tmp_path) >= {
        "GET /api/games",
        "GET /api/words/{lang}",
        "GET /healthz",
        "GET /metrics",
    }


@pytest.mark.proof
def test_before_it_begins_everything_is_as_described(wire: Wire, tmp_path: Path) -> None:
    seats = {"defender": "me", "ss": "friend"}
    made = {"game": "itter", "options": {"difficulty": "competitive"}, "seats": seats, "clock": {"move": 60}}
    told = wire.ask("POST", "/api/matches", made).json
    mine, friend = (each["token"] for each in told["seats"])
    where = ("--include-path-regex", "^/api/matches/", "--exclude-method", "DELETE")
    assert f"GET {MATCH}" in tried(wire, tmp_path, somebody(wire, told["id"], mine), *where)
    assert wire.ask("GET", f"/api/matches/{told['id']}", token=mine).json["begun"] is False
    where = ("--include-path-regex", "/seat$")
    assert tried(wire, tmp_path, somebody(wire, told["id"], friend), *where) == {f"POST {MATCH}/seat"}


@pytest.mark.proof
def test_to_a_seat_everything_is_as_described(wire: Wire, tmp_path: Path) -> None:
    answered = tried(wire, tmp_path, seat(wire), "--exclude-method", "DELETE")
    assert answered >= {
        f"GET {MATCH}",
        f"GET {MATCH}/log",
        f"GET {MATCH}/frames/{{n}}",
        f"GET {MATCH}/record",
    }
    assert answered >= {
        "GET /api/games/{ident}/rules",
        "GET /api/games/{ident}/notes",
        "GET /api/boards/{name}",
    }


@pytest.mark.proof
def test_once_over_everything_is_as_described(wire: Wire, tmp_path: Path) -> None:
    made = wire.ask("POST", "/api/matches/new/record", RECORD.read_bytes()).json
    known = somebody(wire, made["id"], made["seats"][1]["token"])
    where = ("--include-path-regex", "^/api/matches/", "--exclude-method", "DELETE")
    answered = tried(wire, tmp_path, known, *where)
    assert answered >= {f"GET {MATCH}/draws", f"GET {MATCH}/report", f"POST {MATCH}/verify"}


@pytest.mark.proof
def test_a_spectator_is_answered_as_described(wire: Wire, tmp_path: Path) -> None:
    made = wire.ask("POST", "/api/matches/new/record", RECORD.read_bytes()).json
    where = ("--include-path-regex", "^/api/matches/", "--exclude-method", "DELETE")
    answered = tried(wire, tmp_path, somebody(wire, made["id"], made["watch"]), *where)
    assert answered >= {f"GET {MATCH}", f"GET {MATCH}/record", f"GET {MATCH}/report"}
