"""Too much from one: how much a connection and an address may ask for. Nothing here is kept or shared.

Who comes from this very machine is not counted, unless a proxy stands before the table. Addresses of IPv6
count by their network, because one customer has all of it.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import Scope

from garrison.core.limits import (
    ADDRESSES,
    CONNECTIONS,
    MATCHES_AN_HOUR,
    MESSAGES_A_SECOND,
    MESSAGES_AT_ONCE,
    MESSAGES_REFUSED,
)

HOUR = 3600.0
NETWORK = 64
"""Bits of an IPv6 address that tell one customer from another."""
PASSED_ON = (b"x-forwarded-for", b"forwarded", b"via", b"x-real-ip")
"""Headers of a proxy, whether it is known to stand there or not."""
FORGIVEN = MESSAGES_REFUSED / MESSAGES_A_SECOND
"""Refusals that one message which is heard makes up for: a second of calm makes up for all."""
Timer = Callable[[], float]


# Whose a request is


def _plain(address: str) -> str:
    """An address in one spelling, for IPv6 its network; what is no address stays as it is."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    if isinstance(found, IPv6Address) and not found.is_loopback:
        return str(ip_network((int(found), NETWORK), strict=False))
    return str(found)


def _loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def _peer(scope: Scope) -> str:
    """Who sent a request. Where a proxy is believed, the server has put there the address it told."""
    client = scope.get("client")
    return _plain(client[0]) if client else ""


def counted(scope: Scope, *, proxied: bool) -> str | None:
    """The address that a request counts for; None for who is not counted."""
    found = _peer(scope)
    return None if _loopback(found) and not proxied else found


def local(scope: Scope) -> bool:
    """Whether a request comes from this very machine, and nobody else has passed it on."""
    return _loopback(_peer(scope)) and not any(name in PASSED_ON for name, _ in scope["headers"])


# How much


class Bucket:
    """Fills at a steady rate up to its brim; whatever is asked for takes one out."""

    __slots__ = ("_at", "_brim", "_level", "_rate", "_timer")

    def __init__(self, rate: float, brim: float, timer: Timer = time.monotonic) -> None:
        self._rate, self._brim, self._timer = rate, brim, timer
        self._level, self._at = brim, timer()

    def take(self) -> bool:
        """Take one out; False if there is none."""
        now = self._timer()
        self._level = min(self._brim, self._level + (now - self._at) * self._rate)
        self._at = now
        if self._level < 1:
            return False
        self._level -= 1
        return True


class Messages:
    """What one connection may say. One that goes on when it is told to slow down is `hopeless`."""

    def __init__(self, timer: Timer = time.monotonic) -> None:
        self._bucket = Bucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE, timer)
        self._refused = 0.0

    def take(self) -> bool:
        """Whether one more message is heard."""
        heard = self._bucket.take()
        self._refused = max(0.0, self._refused - FORGIVEN) if heard else self._refused + 1
        return heard

    @property
    def hopeless(self) -> bool:
        return self._refused >= MESSAGES_REFUSED


class Matches:
    """How many matches an address may start. The addresses unused for longest are forgotten first."""

    def __init__(self, timer: Timer = time.monotonic) -> None:
        self._timer = timer
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str | None) -> bool:
        """Whether one more match is made for an address; for None always."""
        if address is None:
            return True
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = Bucket(MATCHES_AN_HOUR / HOUR, MATCHES_AN_HOUR, self._timer)
            self._buckets[address] = bucket
        self._buckets.move_to_end(address)
        if len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket.take()


class Connections:
    """How many connections an address has open."""

    def __init__(self) -> None:
        self._open: dict[str, int] = {}

    def enter(self, address: str | None) -> bool:
        """Whether one more connection is let in; who is must `leave` in the end."""
        if address is None:
            return True
        if self._open.get(address, 0) >= CONNECTIONS:
            return False
        self._open[address] = self._open.get(address, 0) + 1
        return True

    def leave(self, address: str | None) -> None:
        if address is None:
            return
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]
