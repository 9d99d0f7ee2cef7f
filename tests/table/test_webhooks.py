"""Webhooks: which addresses are allowed, and that a call goes nowhere else."""

from __future__ import annotations

import asyncio
import json
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from garrison.core.limits import HOOK_CHARACTERS
from garrison.core.show.words import LANGS
from garrison.table.background import webhooks
from garrison.table.background.webhooks import Endpoint, Webhooks, check, endpoint, post, public, turn
from garrison.table.refusals import STATUS, TableRefusal
from support.table.server import PATIENCE, Wire, forked

TOLD = {"match": "m1", "game": "itter", "seat": "defender", "text": "È il tuo turno."}

# Form


@pytest.mark.parametrize(
    ("url", "found", "named"),
    [
        ("https://example.org", Endpoint("https", "example.org", 443, "/"), "example.org"),
        ("http://example.org/a/b?c=d&e#f", Endpoint("http", "example.org", 80, "/a/b?c=d&e"), "example.org"),
        ("HTTPS://Example.ORG:443/X", Endpoint("https", "example.org", 443, "/X"), "example.org"),
        ("http://example.org:443/", Endpoint("http", "example.org", 443, "/"), "example.org:443"),
        ("https://[2606:4700::1111]/x", Endpoint("https", "2606:4700::1111", 443, "/x"), "[2606:4700::1111]"),
    ],
)
def test_an_ordinary_address_is_taken_apart(url: str, found: Endpoint, named: str) -> None:
    assert endpoint(url) == found
    assert found.named == named


NO_ADDRESSES = [
    "",
    "example.org",
    "//example.org/",
    "ftp://example.org/",
    "file:///etc/passwd",
    "gopher://example.org:80/",
    "https://user@example.org/",
    "https://user:secret@example.org/",
    "https://example.org:8443/",
    "https://example.org:22/",
    "https://example.org:0/",
    "https://example.org:99999/",
    "https://example.org:x/",
    "https://example.org\\@127.0.0.1/",
    "https://exa mple.org/",
    "https://example.org/\r\nHost: 127.0.0.1",
    "https://example.org/\x00",
    "https://exämple.org/",
    "https://example.org/ä",
    "https://[::1/",
    "https://[fe80::1%25eth0]/",
    "https:///x",
    "https://-a.org/",
    "https://example.org/" + "x" * HOOK_CHARACTERS,
]


def refusal(look: Callable[[str], object], url: str) -> TableRefusal | None:
    try:
        look(url)
    except TableRefusal as refused:
        return refused
    return None


def test_anything_else_is_refused_and_says_what_would_be_right() -> None:
    refusals = {url: refusal(endpoint, url) for url in NO_ADDRESSES}
    assert [url for url, no in refusals.items() if no is None or no.reason != "hook-form"] == []
    assert STATUS["hook-form"] == 422
    said = [no.text(lang) for no in refusals.values() if no is not None for lang in LANGS]
    assert all("http" in text and "secret" not in text for text in said)


# Where it leads


PRIVATE = [
    "168.63.129.16", "161.26.0.10", "166.8.0.1", "::ffff:168.63.129.16", "64:ff9b::a83f:8110",
    "127.0.0.1", "127.9.9.9", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "192.0.0.8", "192.0.0.9", "192.0.2.1", "192.88.99.1", "198.18.0.1", "224.0.0.1",
    "240.0.0.1", "255.255.255.255", "::", "::1", "::7f00:1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
    "::ffff:0:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::808:808", "2002:7f00:1::",
    "2002:a00:1::1", "2001::1", "2001:db8::1", "3fff::1", "fc00::1", "fd12::1", "fe80::1",
    "fe80::1%eth0", "fec0::1", "ff02::1", "ff0e::1", "5f00::1", "4000::1", "nonsense", "",
]  # fmt: skip
PUBLIC = [
    "8.8.8.8",
    "93.184.215.14",
    "2606:4700::1111",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
    "2002:808:808::1",
]


def test_addresses_of_the_internet_are_public_and_no_others() -> None:
    assert [address for address in PRIVATE + PUBLIC if public(address)] == PUBLIC


def names(monkeypatch: pytest.MonkeyPatch, *addresses: tuple[str, int]) -> list[str]:
    """Lets every name have these addresses; gives the names that were looked up."""
    asked: list[str] = []

    def found(host: str, port: int, **_: Any) -> list[Any]:
        asked.append(host)
        if not addresses:
            raise socket.gaierror("not known")
        return [
            (
                socket.AF_INET6 if ":" in each else socket.AF_INET,
                socket.SOCK_STREAM,
                6,
                "",
                (each, at or port),
            )
            for each, at in addresses
        ]

    monkeypatch.setattr(socket, "getaddrinfo", found)
    return asked


OWN_NETWORK = [
    "http://127.0.0.1/",
    "http://localhost/",
    "http://0/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "https://169.254.169.254/latest/",
    "https://10.0.0.1/",
]


def test_an_address_of_the_servers_own_network_is_refused_however_it_is_written() -> None:
    refusals = {url: refusal(check, url) for url in OWN_NETWORK}
    assert [url for url, no in refusals.items() if no is None or no.reason != "hook"] == []
    assert STATUS["hook"] == 422
    for no in filter(None, refusals.values()):
        assert len({no.text(lang) for lang in LANGS}) == len(LANGS)


def test_a_name_with_one_private_address_among_others_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names(monkeypatch, ("8.8.8.8", 0), ("10.0.0.1", 0))
    with pytest.raises(TableRefusal) as caught:
        check("https://example.org/")
    assert caught.value.reason == "hook"
    names(monkeypatch, ("8.8.8.8", 0), ("2606:4700::1111", 0))
    check("https://example.org/")


def test_a_name_that_nobody_knows_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    names(monkeypatch)
    with pytest.raises(TableRefusal) as caught:
        check("https://nowhere.example.org/")
    assert (caught.value.reason, STATUS["hook-name"]) == ("hook-name", 422)
    assert all("nowhere.example.org" in caught.value.text(lang) for lang in LANGS)


# The call


class Listener:
    """A server on this machine that answers every connection with the same bytes."""

    def __init__(self, answer: bytes, context: ssl.SSLContext | None = None, pause: float = 0) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self.heard: list[bytes] = []
        self.names: list[str | None] = []
        self._answer, self._context, self._pause = answer, context, pause
        if context is not None:
            context.sni_callback = lambda _, name, __: self.names.append(name)
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                line, _ = self._socket.accept()
            except OSError:
                return
            try:
                if self._context is not None:
                    line = self._context.wrap_socket(line, server_side=True)
                self.heard.append(_whole(line))
                for at in range(len(self._answer)):
                    line.sendall(self._answer[at : at + 1])
                    time.sleep(self._pause)
            except OSError:
                pass
            finally:
                line.close()

    def close(self) -> None:
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)  # wakes who waits for a connection
        self._socket.close()


def _whole(line: socket.socket) -> bytes:
    found = b""
    while b"\r\n\r\n" not in found:
        found += line.recv(4096)
    head, _, body = found.partition(b"\r\n\r\n")
    length = int(head.split(b"Content-Length: ")[1].split(b"\r\n")[0])
    while len(body) < length:
        body += line.recv(4096)
    return head + b"\r\n\r\n" + body


Listen = Callable[..., Listener]


@pytest.fixture
def listen(monkeypatch: pytest.MonkeyPatch) -> Iterator[Listen]:
    """Starts listeners; for these tests this machine is public, and every name is the newest listener's."""
    found: list[Listener] = []

    def start(answer: bytes, **more: Any) -> Listener:
        found.append(Listener(answer, **more))
        names(monkeypatch, ("127.0.0.1", found[-1].port))
        return found[-1]

    monkeypatch.setattr(webhooks, "public", lambda address: address == "127.0.0.1")
    monkeypatch.setattr(webhooks, "HOOK_SECONDS", 60)  # this machine may be busy
    yield start
    for each in found:
        each.close()


OK = b"HTTP/1.1 204 No Content\r\n\r\n"


def test_a_call_is_a_small_json_text_with_the_name_of_the_address(listen: Listen) -> None:
    server = listen(OK)
    assert post("http://example.org/x?y=1", TOLD)
    (heard,) = server.heard
    head, _, body = heard.partition(b"\r\n\r\n")
    assert head.split(b"\r\n")[0] == b"POST /x?y=1 HTTP/1.1"
    assert b"Host: example.org" in head.split(b"\r\n")
    assert json.loads(body) == TOLD


@pytest.mark.parametrize(
    ("answer", "taken"),
    [
        (b"HTTP/1.1 200 OK\r\n", True),
        (b"HTTP/1.0 202 Accepted\r\n\r\n" + b"x" * 100_000, True),
        (b"HTTP/1.1 404 Not Found\r\n\r\n", False),
        (b"HTTP/1.1 500 Sorry\r\n\r\n", False),
        (b"HTTP/1.1 301 Moved\r\nLocation: http://127.0.0.1/\r\n\r\n", False),
        (b"SSH-2.0-OpenSSH_9\r\n", False),
        (b"HTTP/1.1 2", False),
        (b"", False),
    ],
)
def test_only_a_plain_yes_is_a_yes(listen: Listen, answer: bytes, taken: bool) -> None:
    server = listen(answer)
    assert post("http://example.org/", TOLD) is taken
    assert len(server.heard) == 1


def test_the_name_is_looked_up_once_so_that_it_cannot_change_in_between(
    listen: Listen, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = listen(OK)
    asked = names(monkeypatch, ("127.0.0.1", server.port))
    assert post("http://example.org/", TOLD)
    assert asked == ["example.org"]


def test_a_name_that_has_moved_into_the_private_network_since_is_not_called(
    listen: Listen, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = listen(OK)
    monkeypatch.setattr(webhooks, "public", public)
    with pytest.raises(TableRefusal) as caught:
        post("http://example.org/", TOLD)
    assert (caught.value.reason, server.heard) == ("hook", [])


def test_one_that_answers_drop_by_drop_is_given_up(listen: Listen, monkeypatch: pytest.MonkeyPatch) -> None:
    listen(OK, pause=0.2)
    monkeypatch.setattr(webhooks, "HOOK_SECONDS", 0.5)
    assert not post("http://example.org/", TOLD), "the whole answer would be a yes"


def test_nobody_there_is_a_no(listen: Listen) -> None:
    listen(OK).close()
    assert not post("http://example.org/", TOLD)


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate for example.org that nobody vouches for."""
    wanted = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=example.org"
    more = ["-addext", "subjectAltName=DNS:example.org", "-keyout", "key.pem", "-out", "cert.pem"]
    subprocess.run(["openssl", *wanted.split(), *more], cwd=tmp_path, check=True, capture_output=True)
    return tmp_path


def certified(folder: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    return context


def test_a_certificate_that_nobody_vouches_for_is_a_no(listen: Listen, certificate: Path) -> None:
    server = listen(OK, context=certified(certificate))
    assert not post("https://example.org/", TOLD)
    assert server.heard == []


@pytest.mark.parametrize(("host", "taken"), [("example.org", True), ("example.com", False)])
def test_a_certificate_must_be_for_the_name_of_the_address(
    listen: Listen, certificate: Path, monkeypatch: pytest.MonkeyPatch, host: str, taken: bool
) -> None:
    server = listen(OK, context=certified(certificate))
    trusting = ssl.create_default_context(cafile=str(certificate / "cert.pem"))
    monkeypatch.setattr(webhooks, "_tls", lambda: trusting)
    assert post(f"https://{host}/", TOLD) is taken
    assert server.names == [host]
    assert len(server.heard) == taken


# In threads


def test_whoever_makes_a_call_wait_makes_nobody_else_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: release.wait(10 * PATIENCE))
    monkeypatch.setattr(webhooks, "HOOK_SECONDS", 0.1)

    async def story() -> None:
        calls = Webhooks()
        async with asyncio.timeout(PATIENCE):
            setting = asyncio.create_task(calls.check("https://slow.example.org/"))
            calling = asyncio.create_task(calls.call("https://slow.example.org/", TOLD))
            with pytest.raises(TableRefusal) as caught:
                await setting
            assert caught.value.reason == "hook-name"
            assert not await calling
        calls.close()

    try:
        asyncio.run(story())
    finally:
        release.set()


def test_what_is_told_is_in_the_language_of_the_match() -> None:
    assert turn("Castle Itter", "Defender", "en") == "It is your turn: Castle Itter, Defender."
    assert turn("Castle Itter", "Difensore", "it") == "Tocca a te: Castle Itter, Difensore."


@pytest.mark.slow
def test_a_hook_is_looked_at_when_it_is_set(tmp_path: Path) -> None:
    with forked(tmp_path / "home") as server:
        wire = Wire(server.url)
        match, (token, *_) = wire.new()
        with wire.join(match, token) as talking:
            said = []
            urls = ("http://127.0.0.1/", "http://[::1]/", "https://a:b@example.org/", None)
            for at, url in enumerate(urls):
                talking.say({"hook": url, "id": f"h{at}"})
                while (heard := talking.hear()).keys().isdisjoint({"done", "refused"}):
                    pass
                said.append(heard.get("rule", "done"))
            assert said == ["hook", "hook", "hook-form", "done"]
