"""The facts of a finished game, as its study finds them."""

from __future__ import annotations

from typing import Any

from garrison.core.match import Match


def facts(match: Match) -> dict[str, Any]:
    """All of them, by name."""
    told = [event for each in match.line for event in match.events(each)]
    return match.game.study.find(match.view(), told)


def measures(match: Match) -> dict[str, int | None]:
    """Those whose means are wanted, as numbers; None where this game has none."""
    found, means = facts(match), match.game.study.means
    return {name: len(found[name]) if isinstance(found[name], list) else found[name] for name in means}
