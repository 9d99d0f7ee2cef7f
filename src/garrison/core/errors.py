"""The errors. Each text says what is wrong and what would be right."""

from __future__ import annotations


class GarrisonError(Exception):
    """Any error of ours; its text is one sentence for a person."""


class Refused(GarrisonError):
    """An action that may not be played now.

    `rule` is the id of the rule that forbids it, or one of the core reasons in `REASONS`.
    """

    def __init__(self, rule: str, text: str) -> None:
        super().__init__(text)
        self.rule = rule


class Unreadable(Refused):
    """The text is not a notation of this game."""


class Illegal(Refused):
    """The action exists, but a rule forbids it now."""


class NotAsked(Refused):
    """The seat is not asked anything now."""


class GameOver(Refused):
    """The game has ended."""


class Unknown(GarrisonError):
    """A game, edition, option or player that does not exist; the text names those that do."""


class Damaged(GarrisonError):
    """A file cannot be used: it says which file, which line, and what was expected."""


class NoDice(GarrisonError):
    """A copy of a match was to draw, and has no dice of its own."""


UNREADABLE = "unreadable"
NOT_ASKED = "not-asked"
ANSWERED = "answered"
OTHER_QUESTION = "other-question"
INCOMPLETE = "incomplete"
OUT_OF_RANGE = "out-of-range"
GAME_OVER = "game-over"
UNDO_NOTHING = "undo-nothing"
UNDO_DRAW = "undo-draw"
UNDO_NEWS = "undo-news"
UNDO_OTHERS = "undo-others"
UNDO_UNSEEN = "undo-unseen"
RESIGN_TEAM = "resign-team"
DRAW_UNKNOWN = "draw-unknown"
DRAW_ALL = "draw-all"

REASONS = (
    UNREADABLE,
    NOT_ASKED,
    ANSWERED,
    OTHER_QUESTION,
    INCOMPLETE,
    OUT_OF_RANGE,
    GAME_OVER,
    UNDO_NOTHING,
    UNDO_DRAW,
    UNDO_NEWS,
    UNDO_OTHERS,
    UNDO_UNSEEN,
    RESIGN_TEAM,
    DRAW_UNKNOWN,
    DRAW_ALL,
)
"""Reasons that come from no rulebook. Their words are in `words.<lang>.toml` beside this file."""
