"""Why an action is refused, in one sentence about the position. The rule itself follows it."""

from __future__ import annotations

from garrison.core.state import Action, View


def because(view: View, action: Action, rule: str, lang: str) -> str:
    return ""
