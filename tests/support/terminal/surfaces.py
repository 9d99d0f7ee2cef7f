"""All that the commands and the terminal show a seat of a match, as text, for comparing twins."""

from __future__ import annotations

import io
from argparse import Namespace
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from types import SimpleNamespace

from garrison.cli.commands import image, record_files
from garrison.cli.play.terminal import Terminal
from garrison.cli.screen.plain_screen import LineScreen
from garrison.core.match import Match
from garrison.core.state import Seat


class Listening(LineScreen):
    """A screen that keeps what is said."""

    def __init__(self) -> None:
        super().__init__()
        self.said = ""

    def say(self, text: str = "") -> None:
        self.said += f"{text}\n"


class Surfaces:
    """All that the commands print for a seat of a match, by command."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.compared = 0

    def __call__(self, match: Match, seat: Seat) -> dict[str, str]:
        self.compared += 1
        kept, drawing = self.folder / "match.txt", self.folder / "picture.svg"
        kept.write_text(match.record())
        given = {"file": str(kept), "at": None, "seat": str(seat), "lang": "en", "json": False}
        drawn = {"out": str(drawing), "theme": "light", "width": 800}
        return {
            "replay": printed(lambda: record_files.replay(Namespace(**given))),
            "show": printed(lambda: record_files.show(Namespace(**given))),
            "show --json": printed(lambda: record_files.show(Namespace(**{**given, "json": True}))),
            "draw": printed(lambda: image.draw(Namespace(**given, **drawn))),
            "picture": drawing.read_text(),
            **self.terminal(match, seat),
        }

    def terminal(self, match: Match, seat: Seat) -> dict[str, str]:
        """All a person in that seat reads: what happened, the log, the question, the table, after `undo`."""
        screen = LineScreen()
        screen.keyboard = SimpleNamespace(answer=print)  # type: ignore[assignment]
        saved = SimpleNamespace(match=match, path="match.txt")
        person = Terminal(saved, seat, {}, "en", "garrison resume", screen)  # type: ignore[arg-type]
        moment = person.moment()
        return {
            "news": printed(person.catch_up),
            "log": printed(lambda: person.log("")),
            "longer log": printed(lambda: person.log("999")),
            "question": "" if match.over else printed(lambda: screen.ask(moment, person.mark())),
            "board": printed(lambda: person.show_board("")),
            "screen": repr((moment.title, moment.scene, moment.phase, moment.shape, moment.story)),
            "undo": "" if seat < 0 else printed(lambda: self.undo(match.copy(), seat)),
        }

    def undo(self, match: Match, seat: Seat) -> None:
        saved = SimpleNamespace(match=match, path="match.txt", keep=lambda: False)
        Terminal(saved, seat, {}, "en", "garrison resume", LineScreen()).handle("undo")  # type: ignore[arg-type]


def printed(run: Callable[[], object]) -> str:
    with redirect_stdout(io.StringIO()) as out:
        status = run()
    assert status in (None, 0, out.getvalue()), status
    return out.getvalue()
