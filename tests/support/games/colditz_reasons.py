"""Why an action is refused in Escape from Colditz: cases of a test, and the sentence about the position."""

import pytest

from garrison.core.show import rulebook
from garrison.games.colditz.game import COLDITZ


def case(rule, *values):
    mark = pytest.mark.ruling if rule.startswith("AMB") else pytest.mark.rule
    return pytest.param(rule, *values, marks=mark("colditz", rule))


def refused(rule, make, tried, lang="en"):
    """The sentence before the rule."""
    match = make()
    assert match.refusal(tried) == rule
    told, text = match.why(tried, lang=lang), rulebook.reason(COLDITZ, rule, lang)
    assert told.endswith(text)
    return told.removesuffix(text).strip()
