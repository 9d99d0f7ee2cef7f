"""Templates of sentences: places for names and numbers, and the right word beside a number."""

from __future__ import annotations

import re
from typing import Final

_FORMS: Final = re.compile(r"\{(\w+):([^|{}]*)\|((?:[^{}]|\{\w+\})*)\}")


def fill(template: str, /, *places: object, **named: object) -> str:
    """Fill a template as `str.format` does; `{0:turn|turns}` is the word for one, or for any other number.

    The latter may have places of its own: `{0:a turn|{0} turns}`.
    """

    def word(found: re.Match[str]) -> str:
        name, one, other = found.groups()
        value = places[int(name)] if name.isdigit() else named[name]
        return str(one if str(value) == "1" else other)

    return _FORMS.sub(word, template).format(*places, **named)
