"""Positions as numbers, for games whose own `learn` part says nothing else.

The fallback hashes a seat's view into a fixed number of counts: what is in the view is in the numbers,
and nothing else can be. A game's own features are smaller, and tell a learner what belongs together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from garrison.core.game import AnyGame, Feature, Learning
from garrison.core.state import Seat, State

BUCKETS = 1024
MOST = 255
"""Largest count of a bucket; more are told as this many."""
VIEW = Feature("view", (BUCKETS,), 0, MOST)


def size(features: Sequence[Feature]) -> int:
    """Length of an encoded position."""
    return sum(feature.size for feature in features)


def offsets(features: Sequence[Feature]) -> dict[str, int]:
    """Where each feature begins in an encoded position, by name."""
    found, at = {}, 0
    for feature in features:
        found[feature.name] = at
        at += feature.size
    return found


@lru_cache(maxsize=16)
def learning(game: AnyGame) -> Learning[Any]:
    """The game's own features, or the hashed view."""
    if game.learn is not None:
        return game.learn

    def encode(state: State, seat: Seat) -> list[float]:
        counts = [0.0] * BUCKETS
        for leaf in _leaves(game.know.view(state, seat)):
            at = _bucket(leaf)
            counts[at] = min(counts[at] + 1, MOST)
        return counts

    return Learning(game.rules, (VIEW,), encode)


def _leaves(value: object, path: str = "") -> Iterator[str]:
    """Every value in a view with the way to it, as text."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _leaves(each, f"{path}.{key}")
    elif isinstance(value, list):
        for place, each in enumerate(value):
            yield from _leaves(each, f"{path}.{place}")
    else:
        yield f"{path}={value!r}"


@lru_cache(maxsize=100_000)
def _bucket(leaf: str) -> int:
    return int.from_bytes(hashlib.blake2s(leaf.encode(), digest_size=4).digest(), "big") % BUCKETS
