"""Parameters of which `make test` takes a few and `make proof` all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def few(count: int, values: Iterable[object]) -> list[Any]:
    """The first ones for `make test`, the others for `make proof` too. A tuple has a value for each name."""
    return [
        pytest.param(
            *(each if isinstance(each, tuple) else (each,)),
            marks=() if number < count else pytest.mark.proof,
        )
        for number, each in enumerate(values)
    ]
