"""Outlines of grounds, walls and roofs, computed from the data of the board by `make contours`."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final

CONTOURS: Final[dict[str, Any]] = json.loads(
    files("garrison.games.colditz").joinpath("data/contours.json").read_text("utf-8")
)
