"""Rate limits: how much a connection and an address may ask for. Nothing here is stored or shared.

Requests from this machine are not counted, unless a proxy stands in front of the table. IPv6 addresses
count by their network, because one customer has all of it.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from ipaddress import IPv6Address, ip_address, ip_network

from starlette.types import Scope

from garrison.core.limits import (
    ADDRESSES,
    CONNECTIONS,
    FIRST_MATCHES,
    HOUSE_MATCHES_AN_HOUR,
    HOUSE_RESERVE,
    MATCHES_AN_HOUR,
    MESSAGES_A_SECOND,
    MESSAGES_AT_ONCE,
    MESSAGES_REFUSED,
    REQUESTS_A_SECOND,
    REQUESTS_AT_ONCE,
)

HOUR = 3600.0
NETWORK = 64
"""Bits of an IPv6 address that every customer has to themselves."""
NETWORKS = {56: 2, 48: 5}
"""Wider networks, which a home or a company may have: how many times as much they may ask for."""
PASSED_ON = (b"x-forwarded-for", b"forwarded", b"via", b"x-real-ip")
"""Headers that a proxy sets, whether we know of it or not."""
FORGIVEN = MESSAGES_REFUSED / MESSAGES_A_SECOND
"""Refusals that one accepted message makes up for: a second of calm makes up for all."""
Timer = Callable[[], float]


# Where a request comes from


def _plain(address: str) -> str:
    """An address in one spelling, for IPv6 its network; anything else stays as it is."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    if isinstance(found, IPv6Address) and not found.is_loopback:
        return str(ip_network((int(found), NETWORK), strict=False))
    return str(found)


def _networks(address: str) -> Iterator[tuple[str, int]]:
    """An address and the networks around it, each with how many times as much it may ask for."""
    yield address, 1
    if address.endswith(f"/{NETWORK}"):
        for bits, times in NETWORKS.items():
            yield str(ip_network(address).supernet(new_prefix=bits)), times


def _loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def _peer(scope: Scope) -> str:
    """The sender of a request. Where a proxy is trusted, the server has already put its word there."""
    client = scope.get("client")
    return _plain(client[0]) if client else ""


def counted(scope: Scope, *, proxied: bool) -> str | None:
    """The address that a request counts for; None if it is not counted."""
    found = _peer(scope)
    return None if _loopback(found) and not proxied else found


def local(scope: Scope) -> bool:
    """True if a request comes from this machine and was not passed on by a proxy."""
    return _loopback(_peer(scope)) and not any(name in PASSED_ON for name, _ in scope["headers"])


# How much


class Bucket:
    """A token bucket: fills at a steady rate up to its brim; each request takes one out."""

    __slots__ = ("_at", "_brim", "_level", "_rate", "_timer")

    def __init__(self, rate: float, brim: float, timer: Timer = time.monotonic) -> None:
        self._rate, self._brim, self._timer = rate, brim, timer
        self._level, self._at = brim, timer()

    @property
    def level(self) -> float:
        """How many are in it."""
        now = self._timer()
        self._level = min(self._brim, self._level + (now - self._at) * self._rate)
        self._at = now
        return self._level

    @property
    def used(self) -> float:
        """How many are missing."""
        return self._brim - self.level

    def take(self, count: int = 1) -> bool:
        """Take some out; False if there are not so many."""
        if self.level < count:
            return False
        self._level -= count
        return True


class Messages:
    """The rate limit of one connection. One that goes on when told to slow down is `hopeless`."""

    def __init__(self, timer: Timer = time.monotonic) -> None:
        self._bucket = Bucket(MESSAGES_A_SECOND, MESSAGES_AT_ONCE, timer)
        self._refused = 0.0

    def take(self) -> bool:
        """True if one more message is accepted."""
        heard = self._bucket.take()
        self._refused = max(0.0, self._refused - FORGIVEN) if heard else self._refused + 1
        return heard

    @property
    def hopeless(self) -> bool:
        return self._refused >= MESSAGES_REFUSED


class Addresses:
    """A bucket for each address and for the networks around it; those unused longest are forgotten first."""

    def __init__(self, rate: float, brim: float, timer: Timer = time.monotonic) -> None:
        self._rate, self._brim, self._timer = rate, brim, timer
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str | None, count: int = 1) -> bool:
        """True if an address may ask for so much; always for None. What is refused is taken from nobody."""
        if address is None:
            return True
        buckets = self._buckets_of(address)
        return all(bucket.level >= count for bucket in buckets) and all(
            bucket.take(count) for bucket in buckets
        )

    def _buckets_of(self, address: str) -> list[Bucket]:
        found = []
        for name, times in _networks(address):
            bucket = self._buckets.get(name)
            if bucket is None:
                bucket = self._buckets[name] = Bucket(times * self._rate, times * self._brim, self._timer)
            self._buckets.move_to_end(name)
            found.append(bucket)
        while len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
        return found


class Requests(Addresses):
    """The requests of an address, by what they count for."""

    def __init__(self, timer: Timer = time.monotonic) -> None:
        super().__init__(REQUESTS_A_SECOND, REQUESTS_AT_ONCE, timer)


class Matches(Addresses):
    """The matches that may be started: by an address, by its networks, and by all together."""

    def __init__(self, timer: Timer = time.monotonic) -> None:
        super().__init__(MATCHES_AN_HOUR / HOUR, MATCHES_AN_HOUR, timer)
        self._house = Bucket(HOUSE_MATCHES_AN_HOUR / HOUR, HOUSE_MATCHES_AN_HOUR, timer)

    def crowded(self, address: str | None) -> bool:
        """True if too many are being started by all together; the last are for those who started few."""
        if address is None:
            return False
        few = all(bucket.used < FIRST_MATCHES for bucket in self._buckets_of(address))
        return self._house.level < (1 if few else 1 + HOUSE_RESERVE)

    def take(self, address: str | None, count: int = 1) -> bool:
        """True if an address may start one more match; always for None."""
        if self.crowded(address) or not super().take(address, count):
            return False
        return address is None or self._house.take(count)


class Connections:
    """The number of open connections per address, and per network around it."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    def enter(self, address: str | None) -> bool:
        """True if one more connection is let in; it must `leave` in the end."""
        if address is None:
            return True
        if any(self._open[name] >= times * CONNECTIONS for name, times in _networks(address)):
            return False
        self._open.update(name for name, _ in _networks(address))
        return True

    def leave(self, address: str | None) -> None:
        if address is not None:
            self._open -= Counter(name for name, _ in _networks(address))
