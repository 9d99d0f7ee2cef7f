"""The plain line mode: what happened, the question, the choices, an answer. No cursor, no colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from garrison.cli import answers, draw, reading, running
from garrison.cli.keyboard import Closed, Keyboard
from garrison.cli.looking import Onlooker
from garrison.cli.store import Saved
from garrison.cli.texts import BadAnswer, glued, wrap
from garrison.core import words as game_words
from garrison.core.errors import Refused
from garrison.core.game import ARBITER, Action, Seat
from garrison.lab.simulate import THINKING_SECONDS
from garrison.players import Player

INTERRUPTED = 130
NOT_PLAYED = 3
"""Answers that were not played and are told by name."""
LOOK_BACK = "5"
"""Rows that are told again when a game goes on."""


class Quit(Exception):
    """The player leaves."""


class Terminal(Onlooker):
    """One person at one terminal; the other seats are filled by players that choose by themselves."""

    def __init__(
        self, saved: Saved, seat: Seat, bots: Mapping[Seat, Player], lang: str, command: str
    ) -> None:
        super().__init__(saved.match, seat, lang, command)
        self.saved = saved
        self.bots = bots
        self.keyboard = Keyboard()
        self.told = 0
        self.drawn: tuple[object, object] | None = None
        self.taught: set[Seat] = set()
        self.listed = False
        self.actions = {
            "help": self.help,
            "board": self.show_board,
            "log": self.log,
            "undo": self.undo,
            "odds": self.odds,
            "rule": self.rule,
            "rules": self.rules,
            "aid": self.aid,
            "save": self.save,
            "quit": self.quit,
        }

    # The loop

    def run(self) -> int:
        """Play until the game is over or the player leaves."""
        try:
            self.greet()
            while True:
                self.let_bots_play()
                self.sit_down()
                self.catch_up()
                if self.match.over:
                    break
                self.draw_if_new()
                self.question()
                self.handle(self.keyboard.answer(self.mark()))
        except (Quit, Closed):
            self.leave()
            return 0
        except KeyboardInterrupt:
            self.say()
            self.leave()
            return INTERRUPTED
        finally:
            self.saved.close()
        self.finish()
        return 0

    def mark(self) -> str:
        return self.words("prompt-mark")

    def greet(self) -> None:
        if len(self.match.rows) == 1:
            self.begin()
        else:
            self.go_on()
        self.told = len(self.match.rows)

    def begin(self) -> None:
        self.welcome("welcome", self.name(self.seat))
        self.introduce("saved-new")

    def go_on(self) -> None:
        self.welcome("welcome-back", self.name(self.seat))
        self.say()
        self.log(LOOK_BACK)

    def welcome(self, key: str, seat: str) -> None:
        match = self.match
        self.tell(
            key,
            title=reading.title(match.game, self.lang),
            options=reading.settings(match.game, match.options, self.words),
            seat=seat,
        )

    def introduce(self, where: str) -> None:
        self.tell(where, path=glued(str(self.saved.path)))
        self.show_term("intro")

    def name(self, seat: Seat) -> str:
        return reading.seat_name(self.match, seat, self.lang)

    def sit_down(self) -> None:
        """Let the person who is asked sit down. One person alone is always there."""

    def away(self) -> bool:
        """Whether somebody else is to look at the screen now."""
        return False

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
        self.keep()
        self.listed = False

    def keep(self) -> None:
        """Bring the record up to date; says so if it had gone."""
        if self.saved.keep():
            self.notice(self.words("restored", path=glued(str(self.saved.path))))

    def notice(self, sentence: str) -> None:
        """Say something that everybody may know."""
        self.say(wrap(sentence))

    def unheard(self, seat: Seat) -> list[str]:
        """What has happened since the last time, as far as a seat may know it."""
        rows = [row for row in self.match.line if row >= self.told]
        said = [line for row in rows for line in reading.sentences(self.match, row, seat, self.lang)]
        return [wrap(line, "", "  ") for line in said]

    def catch_up(self) -> None:
        """Tell what has happened since the last time."""
        for line in self.unheard(self.seat):
            self.say(line)
        self.told = len(self.match.rows)

    def draw_if_new(self) -> None:
        """The whole table at the start and when turn or phase change; a reader is not flooded between."""
        view = self.match.view(self.seat)
        now = (view.get("turn"), view.get("phase"))
        if now != self.drawn:
            self.show_board("")
            if self.seat not in self.taught:
                self.show_term("legend")
                self.taught.add(self.seat)
            self.drawn = now

    def question(self) -> None:
        """The question with what it is about and its choices after each change; else the question alone."""
        scene = self.match.scene(self.seat, self.lang)
        drawing = draw.Drawing(self.board, scene, self.words)
        if not self.listed and not self.fresh:
            focus = drawing.focus()
            for line in ("", *focus) if focus else ():
                self.say(line)
        self.say()
        self.say(draw.prompt(scene, self.words))
        if not self.listed:
            for line in draw.choices(self.board, scene, self.words):
                self.say(line)
            if scene.form is not None:
                shape = self.match.game.actions[scene.form.row]
                self.say(draw.open_choice(scene.form, shape, self.words))
        self.listed = True
        self.fresh = False

    # Answers

    def handle(self, line: str) -> None:
        """A line: a command, or answers separated by semicolons, played in turn."""
        parts = [" ".join(part.split()) for part in line.split(";")]
        if not any(parts):
            self.listed = False
            return
        rest: Sequence[str] = ()
        try:
            if self._command(parts[0]) == "why":
                self.why(parts[0].partition(" ")[2], *parts[1:])
                return
            for at, part in enumerate(parts):
                rest = parts[at + 1 :]
                if part:
                    self.one(part)
                    self.let_bots_play()
                    if self.away():
                        break
                    self.catch_up()
                if self.match.over:
                    break
        except BadAnswer as error:
            self.say(wrap(str(error)))
        self.not_played([part for part in rest if part])

    def not_played(self, parts: Sequence[str]) -> None:
        if not parts:
            return
        told = "; ".join(parts[:NOT_PLAYED])
        if len(parts) > NOT_PLAYED:
            told = self.words("and-more", some=told, count=len(parts) - NOT_PLAYED)
        self.tell("not-played", rest=told)

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
        action = answers.read(self.match, self.seat, text, self.words, self.commands)
        try:
            self.play(action, self.seat)
        except Refused as error:
            reason = self.reason(self.match, action)
            raise BadAnswer(
                self.words("refused", notation=self.match.write(action), reason=reason)
            ) from error

    def undo(self, _: str) -> None:
        self.tell("taken-back", notation=self.retract(self.seat))

    def retract(self, seat: Seat) -> str:
        """Take a seat's last answer back; gives its notation."""
        last = self.match.rows[self.match.line[-1]]
        try:
            self.match.undo(seat)
        except Refused as error:
            said = game_words.reason(self.match.game, error.rule, self.lang)
            raise BadAnswer(self.words("undo-refused", reason=said.rstrip("."))) from error
        self.keep()
        self.listed = False
        return self.match.write(last.action)

    def save(self, _: str) -> None:
        self.keep()
        self.tell("saved", path=glued(str(self.saved.path)))

    def quit(self, _: str) -> None:
        raise Quit

    # The end

    def leave(self) -> None:
        """Where the game is, once it is certain that it is there, and how to go on."""
        self.keep()
        self.tell("quit", path=glued(str(self.saved.path)))
        self.say(f"  {self.command}")

    def finish(self) -> None:
        """How it ended, and how to prove that the dice were fair."""
        match = self.match
        result = match.result
        if result is None:
            return
        self.say()
        for line in reading.outcome(match, result, self.seat, self.words):
            self.say(line)
        if len(match.seats) > 1:
            self.seat = ARBITER  # nothing is secret any more
        self.show_board("")
        self.say()
        if match.key is not None:
            self.tell("key", key=match.key.hex())
        self.tell("verify", path=glued(str(self.saved.path)))
        self.say(f"  {running.command('verify', self.saved.path)}")
