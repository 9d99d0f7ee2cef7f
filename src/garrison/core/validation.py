"""Read ids and numbers that somebody wrote into a view or position, or say what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from garrison.core.errors import Damaged

FEW = 12
"""Up to this many ids are all named when one is unknown."""


def known_index(ids: Sequence[str], ident: object, what: str) -> int:
    """The row of an id, or a sentence naming the known ones; of many, the most similar."""
    if ident not in ids:
        few = ids if len(ids) <= FEW else difflib.get_close_matches(str(ident), ids, 5, 0.3) or ids[:5]
        named = "known:" if len(ids) <= FEW else "known, among others:"
        raise Damaged(f"there is no {what} '{ident}'; {named} {', '.join(few)}")
    return ids.index(str(ident))


def whole(value: object, low: int, high: int, what: str) -> int:
    """A whole number within limits; true and false do not count as numbers."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise Damaged(f"{what} must be a whole number from {low} to {high}, not {value!r}")
    return value
