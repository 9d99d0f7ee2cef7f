"""The plain line mode: what happened, the question, the choices, an answer. No cursor, no colours."""

from __future__ import annotations

import difflib
import os
import shlex
import sys
from collections.abc import Mapping, Sequence

from garrison.cli import draw, reading
from garrison.cli.store import Saved
from garrison.cli.texts import BadAnswer, paragraphs, words, wrap
from garrison.core import words as game_words
from garrison.core.dice import KeyedDice
from garrison.core.errors import Refused, Unreadable
from garrison.core.game import Action, Seat
from garrison.core.match import Match
from garrison.lab.simulate import THINKING_SECONDS
from garrison.players import Player

LOG_ROWS = 10
INTERRUPTED = 130
SHOWN_MATCHES = 6


class Quit(Exception):
    """The player leaves; all rows are written."""


class Terminal:
    """One person at one terminal; the other seats are filled by players that choose by themselves.

    `command` is what to type to go on after leaving.
    """

    def __init__(
        self, saved: Saved, seat: Seat, bots: Mapping[Seat, Player], lang: str, command: str
    ) -> None:
        self.saved = saved
        self.command = command
        self.match = saved.match
        self.seat = seat
        self.bots = bots
        self.lang = lang
        self.words = words(lang)
        self.board = self.match.game.board(self.match.options, lang)
        self.told = 0
        self.drawn: tuple[object, object] | None = None
        self.listed = False
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self.actions = {
            "help": self.help,
            "board": self.show_board,
            "log": self.log,
            "undo": self.undo,
            "odds": self.odds,
            "rule": self.rule,
            "save": self.save,
            "quit": self.quit,
        }

    # Talking

    def say(self, text: str = "") -> None:
        print(text)

    def tell(self, key: str, /, **values: object) -> None:
        self.say(wrap(self.words(key, **values)))

    def ask(self) -> str:
        """A line of input; end of input means leaving."""
        mark = self.words("prompt-mark")
        try:
            if self.interactive:
                return input(mark)
            line = sys.stdin.readline()
        except EOFError:
            self.say()
            raise Quit from None
        except UnicodeDecodeError:
            return "\N{REPLACEMENT CHARACTER}"
        if not line:
            self.say(mark.rstrip())
            raise Quit
        # What was typed is not on the page when answers come from a file: write it there.
        self.say(mark + line.rstrip("\r\n"))
        return line

    # The loop

    def run(self) -> int:
        """Play until the game is over or the player leaves."""
        if self.interactive:
            _line_editing()
        self.greet()
        try:
            while True:
                self.let_bots_play()
                self.catch_up()
                if self.match.over:
                    break
                self.draw_if_new()
                self.question()
                self.handle(self.ask())
        except Quit:
            self.tell("quit", path=self.saved.path, command=self.command)
            return 0
        except KeyboardInterrupt:
            self.say()
            self.tell("quit", path=self.saved.path, command=self.command)
            return INTERRUPTED
        finally:
            self.saved.close()
        self.finish()
        return 0

    def greet(self) -> None:
        match = self.match
        new = len(match.rows) == 1
        seat = game_words.name(match.game, "seat", match.seats[self.seat], self.lang)
        self.tell(
            "welcome" if new else "welcome-back",
            title=reading.title(match.game, self.lang),
            options=reading.settings(match, self.words),
            seat=seat,
        )
        if new:
            self.tell("saved-new", path=self.saved.path)
        else:
            self.say()
            self.log("5")
            self.told = len(match.rows)

    def let_bots_play(self) -> None:
        """Let every seat that is filled answer, until it is the person's turn."""
        match = self.match
        while match.ask is not None:
            waiting = [seat for seat in match.awaited if seat in self.bots]
            if not waiting:
                return
            seat = waiting[0]
            view = match.view(seat) if self.bots[seat].looks else {}
            action, _ = self.bots[seat].choose(view, match.ask, match.legal(seat), THINKING_SECONDS)
            self.play(action, seat)

    def play(self, action: Action, seat: Seat) -> None:
        self.match.play(action, seat)
        self.saved.keep()
        self.listed = False

    def catch_up(self) -> None:
        """Tell what has happened since the last time."""
        for row in range(self.told, len(self.match.rows)):
            for line in reading.sentences(self.match, row, self.seat, self.lang):
                self.say(wrap(line, "", "  "))
        self.told = len(self.match.rows)

    def draw_if_new(self) -> None:
        """The whole table at the start and when turn or phase change; a reader is not flooded between."""
        view = self.match.view(self.seat)
        now = (view.get("turn"), view.get("phase"))
        if now != self.drawn:
            self.show_board("")
            if self.drawn is None:
                self.legend()
            self.drawn = now

    def question(self) -> None:
        """The question and its choices, once after each change."""
        if self.listed:
            return
        self.listed = True
        scene = self.match.scene(self.seat, self.lang)
        self.say()
        self.say(draw.prompt(scene, self.words))
        for line in draw.choices(self.board, scene, self.words):
            self.say(line)
        if scene.form is not None:
            shape = self.match.game.actions[scene.form.row]
            self.say(draw.open_choice(scene.form, shape, self.words))

    # Answers

    def handle(self, line: str) -> None:
        """A line: a command, or answers separated by semicolons, played in turn."""
        parts = [" ".join(part.split()) for part in line.split(";")]
        if not any(parts):
            self.listed = False
            return
        if self._command(parts[0]) == "why":
            self.why(parts[0].partition(" ")[2], *parts[1:])
            return
        for at, part in enumerate(parts):
            if not part:
                continue
            try:
                self.one(part)
            except BadAnswer as error:
                self.say(wrap(str(error)))
                self._not_played(parts[at + 1 :])
                return
            self.let_bots_play()
            self.catch_up()
            if self.match.over:
                self._not_played(parts[at + 1 :])
                return

    def _not_played(self, parts: Sequence[str]) -> None:
        rest = "; ".join(part for part in parts if part)
        if rest:
            self.tell("not-played", rest=rest)

    def _command(self, text: str) -> str | None:
        """The command a text begins with, unless it is a choice of the game."""
        word = text.partition(" ")[0].lower()
        if any(self.match.write(action) == text.lower() for action in self.match.legal(self.seat)):
            return None
        return self.words.commands.get(word)

    def one(self, text: str) -> None:
        """One command or one answer."""
        command = self._command(text)
        if command == "why":
            self.why(text.partition(" ")[2])
        elif command is not None:
            self.actions[command](text.partition(" ")[2])
        else:
            self.answer(text)

    def answer(self, text: str) -> None:
        action = self.read(self.match, text)
        try:
            self.play(action, self.seat)
        except Refused as error:
            raise BadAnswer(
                self.words("refused", notation=self.match.write(action), reason=self.reason(error.rule))
            ) from error

    def read(self, match: Match, text: str) -> Action:
        """The action a number, a notation, a unique prefix or a unique last word means."""
        tidy = text.lower()
        listed = match.legal(self.seat)
        notations = [match.write(action) for action in listed]
        if tidy in notations:
            return listed[notations.index(tidy)]
        if tidy.isascii() and tidy.isdecimal():
            if len(tidy) > 4 or not 1 <= int(tidy) <= len(listed):
                raise BadAnswer(self.words("number-range", number=tidy[:20], last=len(listed)))
            return listed[int(tidy) - 1]
        try:
            return match.read(tidy)
        except Unreadable:
            pass
        starting = [each for each in notations if each.startswith(tidy)]
        starting = starting or [each for each in notations if each.rpartition(" ")[2] == tidy]
        if len(starting) == 1:
            return listed[notations.index(starting[0])]
        if starting:
            raise BadAnswer(self.words("ambiguous", text=text, matches=self._some(starting)))
        close = difflib.get_close_matches(tidy, notations, 3)
        if close:
            raise BadAnswer(self.words("unknown-close", text=text[:60], matches=self._some(close)))
        raise BadAnswer(self.words("unknown", text=text[:60], last=len(listed)))

    def _some(self, names: Sequence[str]) -> str:
        if len(names) > SHOWN_MATCHES:
            some = ", ".join(names[:SHOWN_MATCHES])
            return self.words("and-more", some=some, count=len(names) - SHOWN_MATCHES)
        return ", ".join(names[:-1]) + self.words("or") + names[-1] if len(names) > 1 else names[0]

    def reason(self, rule: str) -> str:
        return reading.reason(self.match.game, rule, self.lang)

    # Commands

    def help(self, _: str) -> None:
        self.say(paragraphs(self.words.help.strip()))
        self.legend()

    def legend(self) -> None:
        text = reading.legend(self.match.game, self.lang)
        if text:
            self.say()
            self.say(paragraphs(text.strip()))

    def show_board(self, part: str) -> None:
        scene = self.match.scene(self.seat, self.lang)
        drawing = draw.Drawing(self.board, scene, self.words)
        lines = drawing.part(part.lower()) if part else drawing.lines()
        if not lines:
            parts = ", ".join(drawing.parts())
            raise BadAnswer(self.words("board-unknown", text=part[:40], parts=parts))
        self.listed = self.listed and bool(part)
        for line in ("", *lines):
            self.say(line)

    def log(self, count: str) -> None:
        if count and not (count.isascii() and count.isdecimal() and len(count) < 7):
            raise BadAnswer(self.words("log-number"))
        told = [reading.told(self.match, row, self.seat, self.words) for row in self.match.line]
        wanted = int(count) if count else LOG_ROWS
        for lines in [lines for lines in told if lines][-wanted or len(told) :]:
            for line in lines:
                self.say(line)

    def undo(self, _: str) -> None:
        last = self.match.rows[self.match.line[-1]]
        try:
            self.match.undo(self.seat)
        except Refused as error:
            raise BadAnswer(self.words("undo-refused", reason=self.reason(error.rule))) from error
        self.saved.keep()
        self.listed = False
        self.tell("taken-back", notation=self.match.write(last.action))

    def odds(self, text: str) -> None:
        if text:
            action = self.read(self.match, text)
            notation = self.match.write(action)
            rule = self.match.refusal(action, self.seat)
            if rule is not None:
                raise BadAnswer(self.words("refused", notation=notation, reason=self.reason(rule)))
            found = self.match.odds(action, self.seat)
            if found is None:
                self.tell("odds-none-one", notation=notation)
            else:
                self.say(f"{notation}: {draw.chance(found, self.words)}")
            return
        rolling = [each for each in self.match.scene(self.seat, self.lang).choices if each.odds]
        if not rolling:
            self.tell("odds-none")
        for choice in rolling:
            if choice.odds is not None:
                self.say(f"{choice.do}: {draw.chance(choice.odds, self.words)}")

    def why(self, *parts: str) -> None:
        """Whether the last notation is allowed, after the others were played on a copy."""
        asked = [" ".join(part.split()) for part in parts if part.strip()]
        try:
            if not asked:
                example = self.match.write(self.match.legal(self.seat)[0])
                raise BadAnswer(self.words("why-usage", example=example))
            self.say(wrap(self._why(asked[:-1], asked[-1])))
        except BadAnswer as error:
            self.say(wrap(str(error)))

    def _why(self, earlier: Sequence[str], last: str) -> str:
        copy = self.match.copy()
        # The real dice must not be looked at: a copy rolls others, and what they show is not used.
        copy.dice = KeyedDice(os.urandom(32))
        played: list[str] = []
        for text in earlier:
            action = self.read(copy, text)
            notation = copy.write(action)
            try:
                events = copy.play(action, self.seat)
            except Refused as error:
                return self.words("why-first", notation=notation, reason=self.reason(error.rule))
            played.append(notation)
            if copy.rows[-1].draws or any(event[1] in copy.game.news for event in events):
                return self.words("why-chance", notation=notation)
        first = "; ".join(played)
        if copy.over:
            return self.words("why-over", first=first)
        action = self.read(copy, last)
        rule = copy.refusal(action, self.seat)
        key = ("why-legal" if rule is None else "why-not") + ("-after" if played else "")
        reason = "" if rule is None else self.reason(rule)
        return self.words(key, notation=copy.write(action), first=first, reason=reason)

    def rule(self, ident: str) -> None:
        game = self.match.game
        ask = self.match.ask
        if not ident and ask is not None:
            ident = game.questions[ask[0]].rule
        self.say(reading.rule(game, reading.rule_id(game, ident, self.words), self.words))

    def save(self, _: str) -> None:
        self.tell("saved", path=self.saved.path)

    def quit(self, _: str) -> None:
        raise Quit

    # The end

    def finish(self) -> None:
        """How it ended, and how to prove that the dice were fair."""
        match = self.match
        result = match.result
        if result is None:
            return
        self.say()
        for line in reading.outcome(match, result, self.seat, self.words):
            self.say(wrap(line))
        if match.key is not None:
            self.tell("key", key=match.key.hex())
        self.tell("verify", path=self.saved.path)
        self.say(f"  garrison verify {shlex.quote(str(self.saved.path))}")


def _line_editing() -> None:
    """Arrow keys and history at the prompt, where the platform has them."""
    try:
        import readline  # noqa: F401
    except ImportError:
        return
