"""Ending a game at the terminal before its time: resigning, and draws by agreement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from garrison.cli.texts import BadAnswer, wrap
from garrison.core.errors import DRAW_UNKNOWN
from garrison.core.show import rulebook

if TYPE_CHECKING:
    from garrison.cli.play.terminal import Terminal

COMMANDS = ("resign", "draw")
"""Typed in full: no other beginning of a word is taken for them."""


def resign(terminal: Terminal, text: str) -> None:
    """Resign, if the answer says yes and all who share the team agree."""
    match, seat = terminal.match, terminal.seat
    team = match.team(seat)
    if not confirmed(terminal, text):
        terminal.tell("resign-confirm" if team == (seat,) else "resign-team-confirm")
        return
    others = [each for each in team if each != seat and each not in terminal.bots]
    if terminal.agreed(others, "resign-ask"):
        match.resign(seat, team)
        ended(terminal)


def draw(terminal: Terminal, text: str) -> None:
    """End in a draw, if the answer says yes and all agree."""
    match, seat = terminal.match, terminal.seat
    if not match.may_draw:
        reason = rulebook.reason(match.game, DRAW_UNKNOWN, terminal.lang)
        raise BadAnswer(terminal.words("draw-refused", reason=reason))
    if terminal.bots:
        raise BadAnswer(terminal.words("draw-bots"))
    if not confirmed(terminal, text):
        terminal.tell("draw-confirm")
        return
    everybody = range(len(match.seats))
    if terminal.agreed([each for each in everybody if each != seat], "draw-ask"):
        match.agree_draw(everybody)
        ended(terminal)


def confirmed(terminal: Terminal, text: str) -> bool:
    """True if the command was typed with a yes; raises BadAnswer if with anything else."""
    if text and not is_yes(terminal, text):
        raise BadAnswer(terminal.words("end-unread", text=text[:40]))
    return bool(text)


def is_yes(terminal: Terminal, text: str) -> bool:
    return text.strip().lower() in terminal.words("yes").split()


def ended(terminal: Terminal) -> None:
    terminal.keep()
    terminal.screen.changed()


def ask(terminal: Terminal, key: str, seat: str, by: str) -> bool:
    """A question to one person at the keyboard, answered with yes or anything else."""
    terminal.say(wrap(terminal.words(key, seat=seat, by=by)))
    return is_yes(terminal, terminal.screen.enter(terminal.words("prompt-seat", seat=seat)))
