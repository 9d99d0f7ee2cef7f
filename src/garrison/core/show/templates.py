"""Templates of sentences: places for names and numbers, and the right word beside a number."""

from __future__ import annotations

from string import Formatter
from typing import Any

FORMS = "|"


class _Template(Formatter):
    def format_field(self, value: Any, format_spec: str) -> str:
        one, parted, other = format_spec.partition(FORMS)
        if not parted:
            return str(super().format_field(value, format_spec))
        return one if str(value) == "1" else other


_TEMPLATE = _Template()


def fill(template: str, /, *places: object, **named: object) -> str:
    """Fill a template as `str.format` does; `{0:turn|turns}` is the word for one, or for any other number."""
    if FORMS in template:
        return _TEMPLATE.vformat(template, places, named)
    return template.format(*places, **named)
