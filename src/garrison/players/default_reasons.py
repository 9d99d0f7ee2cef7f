"""Reasons in words, for games whose guide gives none."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files

from garrison.core.show.templates import fill


@lru_cache(maxsize=4)
def _load(lang: str) -> dict[str, str]:
    return tomllib.loads(files("garrison.players").joinpath(f"words.{lang}.toml").read_text("utf-8"))


def default_reason(lang: str, key: str, **values: int) -> str:
    return fill(_load(lang)[key], **values)
