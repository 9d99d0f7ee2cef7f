"""A match as plain data in the reader's language: its names, its dice, its story and its final report."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from garrison.core import luck, record
from garrison.core.errors import GarrisonError
from garrison.core.game import AnyGame
from garrison.core.history import UNDO_ROW
from garrison.core.match import Match
from garrison.core.show import words
from garrison.core.show.perspective import WATCHERS, Perspective
from garrison.core.state import ARBITER, SPECTATOR, Seat
from garrison.table.refusals import NO_FRAME, NO_SEAT, NOT_OVER, NOT_YOURS, TableRefusal

if TYPE_CHECKING:
    from garrison.table.session.session import Session


def viewer_named(match: Match, name: str) -> Seat:
    """The viewer of this name: a seat, `spectator` or `arbiter`; raises TableRefusal."""
    known = {**{each: seat for seat, each in enumerate(match.seats)}, **{v: k for k, v in WATCHERS.items()}}
    if name not in known:
        raise TableRefusal(NO_SEAT, seat=name[:40], seats=", ".join(known))
    return known[name]


def viewer(session: Session, own: Seat, name: str) -> Seat:
    """The perspective asked for; other than one's own only once the game is over; raises TableRefusal."""
    wanted = viewer_named(session.match, name) if name else own
    if wanted != own and not session.match.over:
        raise TableRefusal(NOT_YOURS)
    return wanted


def row_shown(session: Session, seat: Seat, n: int) -> int:
    """The row a frame shows; raises TableRefusal."""
    rows = session.perspective(seat).rows
    if not 1 <= n <= len(rows):
        raise TableRefusal(NO_FRAME, n=n, last=len(rows))
    return rows[n - 1]


def finished(session: Session) -> Match:
    """A match that is over; raises TableRefusal."""
    if not session.match.over:
        raise TableRefusal(NOT_OVER)
    return session.match


def seat_named(session: Session, name: str) -> Seat:
    """The seat of this name; raises TableRefusal."""
    if name not in session.seats:
        raise TableRefusal(NO_SEAT, seat=name[:40], seats=", ".join(session.seats))
    return session.seats.index(name)


def when(seconds: int) -> str:
    """A time as ISO 8601 writes it."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def dice(match: Match) -> dict[str, str | None]:
    """The promise of the dice, and their key once the game is over."""
    head = dict(line.partition(" ")[::2] for line in record.header_lines(match, reveal=False))
    key = match.key if match.over else None
    return {
        "salt": head["salt"],
        "sha256": head["dice"].partition(":")[2],
        "key": None if key is None else key.hex(),
    }


def option_names(found: AnyGame, options: Mapping[str, str], lang: str) -> dict[str, str]:
    """The names of the chosen options of a match."""
    return {name: found.tell.called("option", value, lang) for name, value in options.items()}


STORY = "garrison-frames"
"""The first line of the exported log of a running match."""


def story(match: Match, perspective: Perspective, lang: str) -> str:
    """A seat's frames as text, for a running game: what it was told, and no draws."""
    lines = [
        f"{STORY} 1",
        f"game {match.game.id}",
        "options " + " ".join(f"{name}={value}" for name, value in match.options.items()),
        f"seat {perspective.name}",
    ]
    for moment in perspective.log(lang):
        told = " ".join(step.say for step in moment.steps if step.say)
        back = "" if moment.back is None else f"<- {moment.back}"
        lines.append(f"{moment.n} {back}{told}".rstrip())
    return "\n".join(lines) + "\n"


def report(match: Match, seat: Seat, lang: str) -> dict[str, Any]:
    """The end of a game: score sheet, award, how it went, luck, and the key of the dice."""
    result = match.result
    if result is None:
        raise GarrisonError("a report needs a result")
    found = match.game
    award = result.more.get("award", "")
    viewer = seat if len(match.seats) > 1 else 0
    told = Perspective(match, ARBITER if viewer == SPECTATOR else viewer)
    ending = told.ending(lang)
    return {
        "won": viewer in result.won,
        "title": "" if ending is None else ending.title,
        "text": "" if ending is None else f"{words.as_sentence(ending.text)} {ending.cause}".strip(),
        "award": found.tell.called("result", award, lang) if award else "",
        "lines": told.sheet(lang),
        "tables": told.report(lang),
        "score": result.score[max(viewer, 0)],
        "taken_back": sum(
            row.seat == UNDO_ROW and match.took_back_more(number) for number, row in enumerate(match.rows)
        ),
        "luck": {"sides": [_luck(found, each, lang) for each in luck.luck(match)]},
        "dice": dice(match),
    }


def _luck(found: AnyGame, side: luck.Luck, lang: str) -> dict[str, Any]:
    return {
        "side": side.side,
        "name": found.tell.called("side", side.side, lang),
        "dice": side.dice,
        "sum": side.sum,
        "expected": float(side.expected),
        "tests": side.tests,
        "hits": side.hits,
        "expected_hits": round(float(side.expected_hits), 3),
        "chance": round(float(side.chance), 4),
    }
