"""Webhooks: telling players elsewhere that it is their turn.

Whoever has a seat may name an address, so it must not lead into the network this server stands in. The name
is looked up here, every address it has must be on the public internet, and the connection goes to exactly an
address that was looked at. That is so when a hook is set and again each time it is called.
"""

from __future__ import annotations

import asyncio
import json
import re
import socket
import ssl
import time
import tomllib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.resources import files
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

from garrison.core.limits import HOOK_ANSWER, HOOK_CHARACTERS, HOOK_SECONDS, HOOK_THREADS
from garrison.table.refusals import HOOK, HOOK_FORM, HOOK_NAME, TableRefusal

T = TypeVar("T")
PORTS = {"http": 80, "https": 443}
HOST = re.compile(r"[a-z0-9_]([a-z0-9_.-]{0,252}[a-z0-9])?\.?|[0-9a-f:.]+")
"""A name, or a numeric address; anything else a resolver might understand is left out."""
STATUS = re.compile(rb"HTTP/1\.[01] 2\d\d")
STATUS_BYTES = 12

_UNICAST = ip_network("2000::/3")
_NOT_ROUTED = (
    ip_network("192.0.0.0/24"),
    ip_network("192.88.99.0/24"),
    ip_network("2001::/23"),
    ip_network("2001:db8::/32"),
    ip_network("3fff::/20"),
)
"""Networks that `is_global` accepts in some versions of Python."""
_INSIDE_CLOUDS = (
    ip_network("168.63.129.16/32"),  # Azure
    ip_network("161.26.0.0/16"),  # IBM Cloud
    ip_network("166.8.0.0/14"),
)
"""Numbers of the public internet at which a provider of servers serves these alone, without a password."""
_NAT64 = ip_network("64:ff9b::/96")


class Endpoint(NamedTuple):
    """The parts of a webhook's address."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def named(self) -> str:
        """The host as the header of a request has it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


class Address(NamedTuple):
    """Where a connection goes."""

    family: int
    to: tuple[Any, ...]


# What may be called


def endpoint(url: str) -> Endpoint:
    """The parts of a webhook's address; raises TableRefusal if its form is wrong."""
    if len(url) > HOOK_CHARACTERS or not all("!" <= sign <= "~" for sign in url) or "\\" in url:
        raise TableRefusal(HOOK_FORM, most=HOOK_CHARACTERS)
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise TableRefusal(HOOK_FORM, most=HOOK_CHARACTERS) from error
    if parts.scheme not in PORTS or "@" in parts.netloc or not HOST.fullmatch(host):
        raise TableRefusal(HOOK_FORM, most=HOOK_CHARACTERS)
    port = PORTS[parts.scheme] if port is None else port
    if port not in PORTS.values():
        raise TableRefusal(HOOK_FORM, most=HOOK_CHARACTERS)
    path = parts.path or "/"
    return Endpoint(parts.scheme, host, port, f"{path}?{parts.query}" if parts.query else path)


def public(address: str) -> bool:
    """True if an address is on the public internet, however it is written or wrapped."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, IPv6Address):
        inner = _embedded_ipv4(found)
        if inner is not None:
            found = inner
        elif found not in _UNICAST:
            return False
    if found.is_multicast or found.is_reserved or any(found in each for each in _NOT_ROUTED + _INSIDE_CLOUDS):
        return False
    return found.is_global


def _embedded_ipv4(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address inside an IPv6 one: mapped, 6to4 or NAT64."""
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour


def resolve(found: Endpoint) -> list[Address]:
    """The addresses of a webhook, all of which may be called; raises TableRefusal if any of them may not."""
    try:
        answers = socket.getaddrinfo(found.host, found.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise TableRefusal(HOOK_NAME, host=found.host) from error
    if not answers:
        raise TableRefusal(HOOK_NAME, host=found.host)
    addresses = [Address(family, to) for family, _, _, _, to in answers]
    if not all(public(str(address.to[0])) for address in addresses):
        raise TableRefusal(HOOK, host=found.host)
    return addresses


def check(url: str) -> None:
    """Check that a webhook may be called; raises TableRefusal. Blocks while the name is looked up."""
    resolve(endpoint(url))


# The call


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def post(url: str, payload: dict[str, str]) -> bool:
    """Call a webhook once; True if it accepted. Blocks; raises TableRefusal if it must not be called."""
    found = endpoint(url)
    address = resolve(found)[0]
    end = time.monotonic() + HOOK_SECONDS
    try:
        with socket.socket(address.family, socket.SOCK_STREAM) as line:
            line.settimeout(HOOK_SECONDS)
            line.connect(address.to)
            if found.scheme == "http":
                return _send_request(line, _request(found, payload), end)
            line.settimeout(_seconds_left(end))
            with _tls().wrap_socket(line, server_hostname=found.host) as safe:
                return _send_request(safe, _request(found, payload), end)
    except (OSError, ValueError):  # nobody there, no valid certificate, too slow
        return False


def _seconds_left(end: float) -> float:
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _request(found: Endpoint, payload: dict[str, str]) -> bytes:
    body = json.dumps(payload, ensure_ascii=False).encode()
    lines = [
        f"POST {found.path} HTTP/1.1",
        f"Host: {found.named}",
        "User-Agent: garrison",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "Connection: close",
    ]
    return "\r\n".join(lines).encode("ascii") + b"\r\n\r\n" + body


def _send_request(line: socket.socket, request: bytes, end: float) -> bool:
    """Send the request and read only the first line of the answer. A redirect counts as a failure."""
    line.settimeout(_seconds_left(end))
    line.sendall(request)
    answer = b""
    while len(answer) < STATUS_BYTES:
        line.settimeout(_seconds_left(end))
        part = line.recv(HOOK_ANSWER)
        if not part:
            break
        answer += part
    return STATUS.match(answer) is not None


# The words


@cache
def _words(lang: str) -> dict[str, str]:
    return tomllib.loads(files("garrison.table").joinpath(f"calls.{lang}.toml").read_text("utf-8"))


def turn(game: str, seat: str, lang: str) -> str:
    """The message to a player whose turn it is, with the names of game and seat."""
    return _words(lang)["turn"].format(game=game, seat=seat)


class Webhooks:
    """Webhook calls in threads of their own, so that a slow server keeps nobody else waiting."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(HOOK_THREADS, "hooks")

    async def check(self, url: str) -> None:
        """Check that a webhook may be set; raises TableRefusal, also if its name is not found in time."""
        found = endpoint(url)
        try:
            await self._in_thread(lambda: resolve(found))
        except TimeoutError as error:
            raise TableRefusal(HOOK_NAME, host=found.host) from error

    async def call(self, url: str, payload: dict[str, str]) -> bool:
        """Call a webhook once; True if it accepted. Raises TableRefusal if it must not be called."""
        try:
            return await self._in_thread(lambda: post(url, payload))
        except TimeoutError:
            return False

    async def _in_thread(self, task: Callable[[], T]) -> T:
        """Look up the name, then make the call; each has its own time limit."""
        loop = asyncio.get_running_loop()
        return await asyncio.wait_for(loop.run_in_executor(self._threads, task), 2 * HOOK_SECONDS)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
