"""Reading what somebody wrote into a view or position: ids and numbers, or a sentence on what is right."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from garrison.core.errors import Damaged

FEW = 12
"""So many ids are named whole when one is not known."""


def known_index(ids: Sequence[str], ident: object, what: str) -> int:
    """The row of an id, or a sentence naming those there are; of many, those most like it."""
    if ident not in ids:
        few = ids if len(ids) <= FEW else difflib.get_close_matches(str(ident), ids, 5, 0.3) or ids[:5]
        named = "there are" if len(ids) <= FEW else "there are, among others,"
        raise Damaged(f"there is no {what} '{ident}'; {named} {', '.join(few)}")
    return ids.index(str(ident))


def whole(value: object, low: int, high: int, what: str) -> int:
    """A whole number within limits; true and false are none."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise Damaged(f"{what} wants a whole number from {low} to {high}, not {value!r}")
    return value
