"""Records on the server: export, import of good, damaged and hostile ones, playing on, verifying the dice."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest

import garrison as package
from garrison.core import record
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.limits import IMPORT_BYTES
from garrison.core.match import Match
from garrison.core.registry import find
from garrison.core.show.perspective import Perspective
from garrison.core.state import ARBITER, SPECTATOR
from garrison.table.store.models import StoredMatch
from garrison.table.store.store import Store
from support.table.long_match import long_record
from support.table.server import Forked, Wire, forked


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forked]:
    with forked(tmp_path_factory.mktemp("table") / "home") as server:
        yield server


@pytest.fixture(scope="module")
def wire(server: Forked) -> Wire:
    return Wire(server.url)


def stored(server: Forked, match: str) -> StoredMatch:
    """A match as the server keeps it, secrets and all."""
    store = Store(server.home / "table.sqlite")
    written = store.read(match)
    store.close()
    assert written is not None
    return written.played()


def finished(seed: int = 5) -> str:
    """The record of a whole game."""
    match, rng = package.new("itter", seed=seed), random.Random(seed)
    while match.ask:
        match.play(rng.choice(match.legal()))
    return match.record()


def with_key(match: Match, seed: int) -> str:
    """The record of a running game with the key of its dice in it."""
    return match.record().replace("\n0 |", f"\nkey {seed_key(seed).hex()}\n0 |")


def load(wire: Wire, text: str) -> tuple[str, str]:
    made = wire.ask("POST", "/api/matches/new/record", text.encode())
    assert made.status == 201, made.json
    return made.json["id"], made.json["seats"][0]["token"]


# Export and import


def test_an_imported_record_is_the_same_game(wire: Wire) -> None:
    text = finished()
    match, token = load(wire, text)
    told = wire.ask("GET", f"/api/matches/{match}", token=token).json
    assert (told["over"], told["imported"], told["origin"]) == (True, True, None)
    assert told["result"]["how"] == "breach"
    assert told["dice"]["key"] == seed_key(5).hex()
    exported = wire.ask("GET", f"/api/matches/{match}/record", token=token)
    assert exported.headers["content-type"].startswith("text/plain")
    assert exported.body.decode() == text
    verdict = wire.ask("POST", f"/api/matches/{match}/verify", token=token).json
    assert verdict == {"ok": True, "rows": told["n"], "draws": verdict["draws"]}
    assert verdict["draws"] > 10


def test_line_ends_of_other_systems_and_a_missing_last_one_do_no_harm(wire: Wire) -> None:
    text = finished()
    for written in (text.replace("\n", "\r\n"), text.rstrip("\n"), "\ufeff" + text):
        match, token = load(wire, written)
        assert wire.ask("GET", f"/api/matches/{match}/record", token=token).body.decode() == text


def test_the_draws_can_be_made_anew_from_what_is_told(wire: Wire) -> None:
    match, token = load(wire, finished())
    told = wire.ask("GET", f"/api/matches/{match}", token=token).json["dice"]
    written = record.parse(wire.ask("GET", f"/api/matches/{match}/record", token=token).body.decode())
    rows = wire.ask("GET", f"/api/matches/{match}/draws", token=token).json["rows"]
    dice = KeyedDice(bytes.fromhex(told["key"]), told["salt"])
    assert len(rows) == len(written.rows)
    for number, (kinds, row) in enumerate(zip(rows, written.rows, strict=True)):
        dice.start(number)
        for kind, size, label in kinds:
            if kind == "shuffle":
                dice.shuffle(list(range(size)), label)
            else:
                getattr(dice, kind)(size, label)
        assert dice.draws == row.draws


def test_a_forged_roll_is_found(wire: Wire) -> None:
    match, rng = package.new("itter", seed=5), random.Random(5)
    while match.ask:
        match.play(rng.choice(match.legal()))
    lines = match.record().split("\n")
    for at, line in enumerate(lines):
        if " | attack " in line:
            for face in "123456":
                forged = [*lines[:at], line[:-1] + face, *lines[at + 1 :]]
                made = wire.ask("POST", "/api/matches/new/record", "\n".join(forged).encode())
                if made.status == 201 and face != line[-1]:
                    path = f"/api/matches/{made.json['id']}/verify"
                    verdict = wire.ask("POST", path, token=made.json["seats"][0]["token"]).json
                    assert verdict["ok"] is False
                    return
    raise AssertionError("no roll could be forged")


def test_the_end_is_told_with_score_luck_and_key(wire: Wire) -> None:
    match, token = load(wire, finished())
    told = wire.ask("GET", f"/api/matches/{match}/report?lang=it", token=token).json
    keys = {"won", "title", "text", "award", "lines", "score", "tables", "taken_back", "luck", "dice"}
    assert {*told} == keys
    assert (told["won"], told["score"], told["title"]) == (False, 0, "Sconfitta")
    sides = {side["side"]: side for side in told["luck"]["sides"]}
    assert set(sides) == {"defender", "ss"}
    assert sides["ss"]["expected"] == sides["ss"]["dice"] * 3.5
    assert told["dice"]["key"]


def test_once_over_the_game_is_seen_from_every_seat(wire: Wire) -> None:
    match, token = load(wire, finished())
    for seat in ("defender", "spectator", "arbiter"):
        log = wire.ask("GET", f"/api/matches/{match}/log?seat={seat}", token=token).json["frames"]
        frame = wire.ask("GET", f"/api/matches/{match}/frames/{len(log)}?seat={seat}", token=token).json
        assert (frame["seat"], frame["n"], frame["result"]["how"]) == (seat, len(log), "breach")


def test_before_the_end_a_seat_exports_what_it_was_told(wire: Wire) -> None:
    match, (token,) = wire.new()
    with wire.join(match, token) as talking:
        for number, notation in enumerate(("lee", "place g4", "attack rifleman@9 weapon"), 1):
            talking.do(notation, f"c{number}")
        talking.do("pass", "c4")
        talking.ask({"undo": None, "id": "u1"})
    text = wire.ask("GET", f"/api/matches/{match}/record?lang=it", token=token).body.decode()
    lines = text.splitlines()
    assert lines[0] == "garrison-frames 1"
    assert "seat defender" in lines
    assert "Lee" in text
    assert " | " not in text
    answer = wire.ask("POST", "/api/matches/new/record", text.encode())
    assert (answer.status, answer.json["refused"]) == (422, "story")
    assert "still running" in answer.json["text"]


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda text: text[:0], "line 1: 'garrison-record 1' was expected"),
        (lambda text: "hello\n" + text, "line 1"),
        (lambda text: text.replace("game itter", "game chess"), "no game 'chess'"),
        (lambda text: text.replace("rules 1", "rules 99"), "rules '99'"),
        (lambda text: text.replace("\n1 defender ", "\n1 defender zz"), "line"),
        (lambda text: text.replace("\n2 defender ", "\n3 defender "), "row 2 was expected"),
        (lambda text: text.replace("key ", "key 00"), "key"),
        (lambda text: text.replace("how=breach", "how=deck-end"), "the last line says"),
        (lambda text: text.replace("\n0 |", "\n0 | extra 1 |"), "row 0"),
        (lambda text: text + "more\n", "nothing may follow"),
        (lambda text: text.replace("\n0 |", "\n0 | ss-1 " + "1 " * 3000 + "|"), "longer than"),
    ],
)
def test_a_damaged_record_is_refused_with_what_is_wrong(wire: Wire, spoil: object, said: str) -> None:
    assert callable(spoil)
    answer = wire.ask("POST", "/api/matches/new/record", spoil(finished()).encode())
    assert (answer.status, answer.json["refused"]) == (422, "damaged")
    assert said in answer.json["text"].lower()


def test_what_is_no_text_or_too_long_is_refused(wire: Wire) -> None:
    assert wire.ask("POST", "/api/matches/new/record", b"\xff\xfe\x00").json["refused"] == "damaged"
    answer = wire.ask("POST", "/api/matches/new/record", b"x" * (IMPORT_BYTES + 1))
    assert (answer.status, answer.json["refused"]) == (413, "too-long")


def test_a_record_made_to_take_forever_is_refused_quickly(wire: Wire) -> None:
    """Each undo plays everything before it again, so that a short text can mean very much work."""
    match, rng = package.new("itter", seed=9), random.Random(9)
    while len(match.rows) < 60 or match.ask is None or match.ask[0] != "who":
        match.play(rng.choice(match.legal()))
    lines = match.record().splitlines()
    who, before = match.write(match.legal()[0]), len(match.rows) - 1
    for number in range(before + 1, before + 9001, 2):
        lines += [f"{number} defender {who}", f"{number + 1} undo {before} defender"]
    for many, status in ((6, 201), (9000, 422)):
        text = "\n".join(lines[: len(lines) - 9000 + many]) + "\n"
        answer = wire.ask("POST", "/api/matches/new/record", text.encode())
        assert answer.status == status, answer.json
    assert answer.json["refused"] == "too-slow"


def test_a_record_of_a_running_game_without_its_key_can_be_looked_at_and_played_on(wire: Wire) -> None:
    match = package.new("itter", seed=4)
    for notation in ("lee", "place g4"):
        match.play(notation)
    ident, token = load(wire, match.record())
    told = wire.ask("GET", f"/api/matches/{ident}", token=token).json
    assert (told["n"], told["over"], told["imported"]) == (3, False, True)
    with wire.join(ident, token) as talking:
        first = talking.frame["scene"]["choices"][0]["do"]
        assert talking.do(first, "c1")["rule"] == "no-key"
    made = wire.ask("POST", "/api/matches", {"from": {"match": ident, "n": 3}}, token)
    assert made.status == 201
    with wire.join(made.json["id"], made.json["seats"][0]["token"]) as talking:
        assert talking.do(first, "c1") == {"done": "c1", "n": 2}


def test_a_record_of_a_running_game_with_its_key_goes_on_with_the_same_dice(wire: Wire) -> None:
    match = package.new("itter", seed=4)
    for notation in ("lee", "place g4"):
        match.play(notation)
    ident, token = load(wire, with_key(match, 4))
    match.play("attack rifleman@9 weapon")
    with wire.join(ident, token) as talking:
        assert talking.do("attack rifleman@9 weapon", "c1") == {"done": "c1", "n": 4}
        rolled = next(step["dice"] for step in talking.frame["steps"] if step["dice"])
    assert rolled == match.rows[3].draws[0][1]


def test_a_finished_record_without_its_key_cannot_be_proven(wire: Wire) -> None:
    match, token = load(wire, finished().replace(f"key {seed_key(5).hex()}\n", ""))
    assert wire.ask("GET", f"/api/matches/{match}", token=token).json["dice"]["key"] is None
    answer = wire.ask("POST", f"/api/matches/{match}/verify", token=token)
    assert (answer.status, answer.json["refused"]) == (409, "no-key")
    assert wire.ask("GET", f"/api/matches/{match}/draws", token=token).status == 200


# Playing on


def test_playing_on_from_a_running_match_deals_what_is_hidden_anew(wire: Wire, server: Forked) -> None:
    ident, (token,) = wire.new()
    with wire.join(ident, token) as talking:
        talking.do("lee", "c1")
        seen = talking.frame["scene"]
        talking.do("place g4", "c2")
    made = wire.ask("POST", "/api/matches", {"from": {"match": ident, "n": 2, "seat": "defender"}}, token)
    told = wire.ask("GET", f"/api/matches/{made.json['id']}", token=made.json["seats"][0]["token"]).json
    assert (told["origin"], told["imported"], told["n"]) == ({"match": ident, "n": 2}, False, 1)
    old, new = stored(server, ident).match.at(1), stored(server, made.json["id"]).match
    assert old.view(0) == new.view(0)
    assert old.view(ARBITER)["ss_deck"] != new.view(ARBITER)["ss_deck"]
    assert old.key != new.key
    with wire.join(made.json["id"], made.json["seats"][0]["token"]) as talking:
        assert talking.frame["scene"] == seen  # other cards lie hidden, and nothing that is sent tells of it
        assert talking.do("place g4", "c1") == {"done": "c1", "n": 2}


def test_playing_on_from_a_finished_match_leaves_everything_where_it_lay(wire: Wire, server: Forked) -> None:
    ident, token = load(wire, finished())
    made = wire.ask("POST", "/api/matches", {"from": {"match": ident, "n": 20, "seat": "arbiter"}}, token)
    old = stored(server, ident).match
    new = stored(server, made.json["id"]).match
    assert new.view(ARBITER) == old.at(Perspective(old, ARBITER).rows[19]).view(ARBITER)
    assert new.key != old.key


def test_a_match_that_was_played_on_ends_with_a_record_that_verifies(wire: Wire) -> None:
    ident, token = load(wire, finished())
    made = wire.ask("POST", "/api/matches", {"from": {"match": ident, "n": 20}}, token).json
    rng, own = random.Random(1), made["seats"][0]["token"]
    with wire.join(made["id"], own) as talking:
        number = 0
        while talking.frame["result"] is None:
            number += 1
            talking.do(rng.choice(talking.frame["scene"]["choices"])["do"], f"c{number}")
    text = wire.ask("GET", f"/api/matches/{made['id']}/record", token=own).body.decode()
    assert "\nstart {" in text
    assert record.verify(record.parse(text)).ok
    assert wire.ask("POST", f"/api/matches/{made['id']}/verify", token=own).json["ok"]
    again, _ = load(wire, text)
    assert again != made["id"]


def test_nobody_plays_on_from_what_is_not_theirs_or_not_there(wire: Wire) -> None:
    ident, tokens = wire.new("toy")
    for body, status, reason in (
        ({"match": ident, "n": 1, "seat": "arbiter"}, 403, "not-yours"),
        ({"match": ident, "n": 1, "seat": "bruno"}, 403, "not-yours"),
        ({"match": ident, "n": 2}, 404, "no-frame"),
        ({"match": "nowhere", "n": 1}, 404, "no-match"),
    ):
        answer = wire.ask("POST", "/api/matches", {"from": body}, tokens[0])
        assert (answer.status, answer.json["refused"]) == (status, reason)
    over, token = load(wire, finished())
    last = wire.ask("GET", f"/api/matches/{over}", token=token).json["n"]
    answer = wire.ask("POST", "/api/matches", {"from": {"match": over, "n": last}}, token)
    assert (answer.status, answer.json["refused"]) == (409, "ended")


# Hostile positions


def hostile(change: object) -> str:
    """A record whose line `start` was tampered with."""
    match = package.new("itter", seed=3)
    view = match.view(ARBITER)
    assert callable(change)
    change(view)
    game = find("itter")
    head = record.header_lines(Match(game, match.options, KeyedDice(seed_key(3))), reveal=False)
    return "\n".join([*head, "start " + json.dumps(view), "0"]) + "\n"


@pytest.mark.parametrize(
    "change",
    [
        lambda view: view.update(turn="x"),
        lambda view: view.update(turn=10**30),
        lambda view: view.pop("ss_deck"),
        lambda view: view.update(ss_deck=view["ss_deck"] * 50),
        lambda view: view.update(agenda=[["no such step"]]),
        lambda view: view.update(ask=["no such question", 1]),
        lambda view: view.clear(),
    ],
)
def test_a_position_that_no_game_can_have_is_refused(wire: Wire, change: object) -> None:
    answer = wire.ask("POST", "/api/matches/new/record", hostile(change).encode())
    assert answer.status == 422
    assert answer.json["refused"] in ("damaged", "too-slow")
    assert wire.ask("GET", "/healthz").status == 200


# Secrets


def test_before_the_end_neither_key_nor_draws_nor_hidden_cards_leave_the_server(
    wire: Wire, server: Forked
) -> None:
    ident, token = load(wire, with_key(package.new("itter", seed=8, difficulty="veteran"), 8))
    heard: list[bytes] = []
    rng = random.Random(8)
    with wire.join(ident, token) as talking:
        for number in range(40):
            choice = rng.choice(talking.frame["scene"]["choices"])["do"]
            talking.do(choice, f"c{number}")
            heard.append(json.dumps(talking.frame).encode())
        heard.append(json.dumps(talking.ask({"why": "pass", "id": "w"})).encode())
        heard.append(json.dumps(talking.ask({"hint": 0.01, "id": "h"})).encode())
    for path in ("", "/record", "/log", "/frames/1", "/frames/20", "/draws", "/report"):
        answer = wire.ask("GET", f"/api/matches/{ident}{path}", token=token)
        heard += [answer.body, json.dumps(answer.headers).encode()]
    match = stored(server, ident).match
    assert not match.over
    assert match.key is not None
    for text in heard:
        assert match.key.hex().encode() not in text
        assert b"draws" not in text
        assert b'"ss_deck"' not in text
    raw = (server.home / "table.sqlite").read_bytes() + (server.home / "table.sqlite-wal").read_bytes()
    assert token.encode() not in raw


@pytest.mark.usefixtures("toy")
def test_at_a_table_of_three_nobody_is_sent_what_others_hold(wire: Wire, server: Forked) -> None:
    ident, tokens = wire.new("toy")
    with wire.join(ident, tokens[0]) as anna, wire.join(ident, tokens[1]) as bruno:
        anna.do("hold", "c1")
        texts = {0: json.dumps(anna.frame), 1: json.dumps(bruno.frame)}
    state = stored(server, ident).match
    for seat, name in enumerate(("anna", "bruno")):
        hands = state.view(ARBITER)["hands"]
        for other, cards in hands.items():
            for card in cards:
                assert (f'"card-{card}"' in texts[seat]) == (other == name), (name, other, card)
    assert state.view(SPECTATOR)["hands"]["anna"] == 3


def test_the_server_writes_no_token_anywhere(wire: Wire, server: Forked) -> None:
    ident, (token,) = wire.new()
    wire.ask("GET", f"/api/matches/{ident}", token=token)
    with wire.join(ident, token) as talking:
        talking.do("lee", "c1")
    for path in server.home.rglob("*"):
        if path.is_file():
            assert token.encode() not in path.read_bytes(), path


def test_a_record_goes_under_an_id_of_ones_own_once(wire: Wire) -> None:
    text, path = finished().encode(), "/api/matches/0123456789abcdef/record"
    made = wire.ask("POST", path, text)
    assert (made.status, made.json["id"]) == (201, "0123456789abcdef")
    again = wire.ask("POST", path, text)
    assert (again.status, again.json["refused"]) == (409, "taken")
    token = made.json["seats"][0]["token"]
    assert wire.ask("GET", "/api/matches/0123456789abcdef", token=token).json["imported"] is True


@pytest.mark.parametrize(
    "ident", ["0123456789ABCDEF", "1234", "0123456789abcdef0", "old", "0123456789abcde%0A"]
)
def test_another_kind_of_id_is_refused(wire: Wire, ident: str) -> None:
    answer = wire.ask("POST", f"/api/matches/{ident}/record", finished().encode())
    assert (answer.status, answer.json["refused"]) == (422, "no-id")


@pytest.mark.proof
def test_a_record_of_five_thousand_rows_is_imported_and_looked_at(wire: Wire) -> None:
    answer = wire.ask("POST", "/api/matches/new/record", long_record(5000).encode())
    assert answer.status == 201
    path, token = f"/api/matches/{answer.json['id']}", answer.json["seats"][0]["token"]
    for n in (1, 2500, 5000):
        assert wire.ask("GET", f"{path}/frames/{n}", token=token).json["n"] == n
    assert wire.ask("GET", f"{path}/log?from=4501", token=token).json["n"] == 5001
