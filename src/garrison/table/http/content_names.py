"""Names of content that clients cache forever, such as boards: one half tells it apart, one is its hash.

So a process that is asked for content it has not made yet finds out what it is without making any other.
"""

from __future__ import annotations

import hashlib

HALF = 16
"""Hexadecimal digits of each half."""


def identity(*parts: object) -> str:
    """The first half of a name, by what the content is made from."""
    return _digits(repr(parts).encode())


def name(first_half: str, content: bytes) -> str:
    """The whole name of content."""
    return first_half + _digits(content)


def _digits(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()[:HALF]
