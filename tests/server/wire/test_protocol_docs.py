"""The examples of docs/protocol.md are what a server sends."""

from __future__ import annotations

import doctest
import json
import re
import string
from collections.abc import Iterator
from typing import Any

import pytest

from garrison.core import limits
from garrison.table.refusals import PASSING
from support import paths
from support.table.server import Wire, forked

DOCS = paths.DOCS / "protocol.md"
ANYTHING = "…"
TOYS = ("aim", "toy", "warren")
"""Games that only the tests have: a reader's server does not list them."""


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    with forked(tmp_path_factory.mktemp("table") / "home") as server:
        yield Wire(server.url)


def agree(shown: Any, said: Any, known: dict[str, str], where: str) -> None:
    """Compare what is shown with what was said; a `$name` that is not known yet becomes known."""
    if shown == ANYTHING:
        return
    if isinstance(shown, str) and shown.startswith("$"):
        assert known.setdefault(shown[1:], said) == said, where
    elif isinstance(shown, dict):
        wanted = {key: value for key, value in shown.items() if key != ANYTHING}
        assert isinstance(said, dict), where
        assert set(wanted) <= set(said) if ANYTHING in shown else set(wanted) == set(said), (
            where,
            sorted(said),
        )
        for key, value in wanted.items():
            agree(value, said[key], known, f"{where}.{key}")
    elif isinstance(shown, list):
        more = shown[-1:] == [ANYTHING]
        wanted_list = shown[:-1] if more else shown
        assert isinstance(said, list), where
        assert len(said) >= len(wanted_list) if more else len(said) == len(wanted_list), (where, said)
        for number, value in enumerate(wanted_list):
            agree(value, said[number], known, f"{where}[{number}]")
    else:
        assert shown == said, where


def filled(text: str, known: dict[str, str]) -> str:
    return string.Template(text).safe_substitute(known)


def request(wire: Wire, block: str, known: dict[str, str]) -> None:
    asked, answered = block.strip().split("\n\n")
    first, *rest = filled(asked, known).split("\n")
    method, path = first.split(" ")
    headers = dict(line.split(": ", 1) for line in rest if line.startswith("Authorization"))
    body = "\n".join(line for line in rest if not line.startswith("Authorization"))
    status, shown = answered.split("\n", 1)
    answer = wire.ask(method, path, body.encode() if body else None, headers=headers)
    assert answer.status == int(status), (first, answer.body)
    said = answer.json
    if path.startswith("/api/games?"):
        said = [game for game in said if game["id"] not in TOYS]
    agree(json.loads(shown), said, known, first)


def conversation(wire: Wire, block: str, known: dict[str, str]) -> None:
    match, said = block.strip().split("\n", 1)
    with wire.talk(filled(match, known)) as talking:
        for part in re.split(r"\n(?=[<>] )", said):
            if part.startswith("> "):
                talking.say(filled(part[2:], known))
            else:
                agree(json.loads(part[2:]), talking.hear(), known, part[:60])


def test_every_example_of_the_protocol_is_what_a_server_says(wire: Wire) -> None:
    known: dict[str, str] = {}
    blocks = re.findall(r"```(http|ws)\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert len(blocks) > 15
    for kind, block in blocks:
        (request if kind == "http" else conversation)(wire, block, known)
    people = {"both", "anna", "invitation", "bert", "watch", "eve", "secret"}
    assert set(known) == {"id", "token", "board", "other", "key"} | people


def test_the_python_examples_run(wire: Wire) -> None:
    failed, tried = doctest.testfile(
        str(DOCS), module_relative=False, globs={"url": wire.url}, encoding="utf-8"
    )
    assert tried >= 2
    assert failed == 0


def test_the_limits_are_as_told() -> None:
    text = DOCS.read_text("utf-8")
    for shown in (
        f"{limits.MESSAGE_BYTES:,} bytes a message",
        f"{limits.BODY_BYTES:,} bytes a body",
        f"{limits.MESSAGES_A_SECOND:.0f} messages a second with {limits.MESSAGES_AT_ONCE} in a burst",
        f"{limits.MATCHES_AN_HOUR} new matches an hour and {limits.CONNECTIONS} connections",
        f"{limits.NAME_CHARACTERS} characters a name, {limits.CHAT_CHARACTERS} a remark",
        f"{limits.CHAT_A_MINUTE} remarks",
        f"away for {limits.AWAY_SECONDS} seconds",
        f"{limits.IMPORT_BYTES // 10**6} MB a record",
        f"{limits.MATCH_ROWS:,} rows a match",
        f"{limits.MATCHES:,} matches",
        f"steps of {limits.LOG_FRAMES} frames at most",
        f"{limits.REQUESTS_A_SECOND:.0f} requests a second and {limits.REQUESTS_AT_ONCE:,} at once",
        f"at most {limits.HINT_SECONDS:.0f};",
        f"a list of at most {limits.TOGETHER} notations",
        f"the drafts of an offer, at most {limits.TOGETHER},",
    ):
        assert shown in text


def test_the_refusals_that_pass_are_all_told() -> None:
    """And only those: a reason stands in the line of its close code."""
    lines = {
        code: set(re.findall("`([a-z-]+)`", line))
        for code, line in re.findall(r"^\| (\d{4}) \|(.+)$", DOCS.read_text("utf-8"), re.MULTILINE)
    }
    assert lines["1013"] == {*PASSING, "hello"}
    assert not lines["1008"] & {*PASSING}
