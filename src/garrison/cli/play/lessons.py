"""Lessons in the terminal: a list to choose from, and one step after the other."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import replace

from garrison.cli import invocation, output
from garrison.cli.play.lookups import Onlooker
from garrison.cli.play.terminal import INTERRUPTED, Quit
from garrison.cli.screen import detection
from garrison.cli.screen.keyboard import Closed, Keyboard
from garrison.cli.screen.screen import Moment, Screen
from garrison.cli.texts import BadAnswer, BadInput, Words, glued, words, wrap
from garrison.core.game import AnyGame
from garrison.core.lesson import NEXT, Lesson, LessonRun, lessons
from garrison.core.show.words import as_sentence


def learn(args: Namespace, game: AnyGame) -> int:
    """Play the lessons of a game in this terminal: the one named, then those that are chosen."""
    said, found = words(args.lang), lessons(game)
    if not found:
        raise BadInput("lesson-none", game=game.id, command=invocation.command("play", game.id))
    done: set[int] = set()
    at = None if args.lesson is None else _wanted(found, args.lesson, game)
    try:
        while True:
            if at is None:
                at = _chosen(game, found, done, said)
            screen = detection.choose(args.plain, said)
            lesson = LessonTerminal(LessonRun(found[at]), at + 1, len(found), args.lang, screen)
            if not lesson.run():
                return 0
            done.add(at)
            at = None
    except (Quit, Closed):
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED


def _wanted(found: Sequence[Lesson], text: str, game: AnyGame) -> int:
    """The lesson that a number or name means."""
    names = [each.name for each in found]
    if text in names:
        return names.index(text)
    if text.isascii() and text.isdecimal() and len(text) < 5 and 1 <= int(text) <= len(found):
        return int(text) - 1
    raise BadInput("lesson-unknown", game=game.id, text=text[:40], last=len(found), names=", ".join(names))


def _chosen(game: AnyGame, found: Sequence[Lesson], done: set[int], said: Words) -> int:
    """The lesson chosen from the list; Enter means the next one that is not done yet."""
    following = next((n for n in range(max(done, default=-1) + 1, len(found)) if n not in done), None)
    output.say(wrap(said("lesson-list", game=game.title(said.lang))))
    for n, each in enumerate(found):
        mark = said("lesson-mark") if n in done else ""
        title, about = each.say(each.title, said.lang), each.say(each.about, said.lang)
        output.say(wrap(f"{n + 1}  {mark}{title}: {about}", "  ", "     "))
    if following is None:
        output.say(wrap(said("lesson-last", command=glued(invocation.command("play", game.id)))))
    else:
        output.say(wrap(said("lesson-choose", number=following + 1)))
    keyboard = Keyboard()
    while True:
        text = keyboard.answer(said("prompt-mark")).strip().lower()
        if said.commands.get(text) == "quit" or (not text and following is None):
            raise Quit
        if not text and following is not None:
            return following
        try:
            return _wanted(found, text, game)
        except BadInput as error:
            output.say(wrap(as_sentence(error.said(said.lang))))


class LessonTerminal(Onlooker):
    """One lesson at the terminal."""

    def __init__(self, lesson: LessonRun, number: int, count: int, lang: str, screen: Screen) -> None:
        command = invocation.command("learn", lesson.lesson.game.id, number)
        super().__init__(lesson.match, lesson.lesson.seat, lang, command, screen)
        self.lesson = lesson
        self.number, self.count = number, count
        # The rows of the log that have been told, and the step whose text has been.
        self.told = len(self.match.rows)
        self.actions: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "board": self.show_board,
            "map": self.show_map,
            "near": self.near,
            "cards": self.cards,
            "choices": self.choices,
            "offers": self.offers,
            "log": self.log,
            "undo": self.undo,
            "odds": self.odds,
            "why": self.why,
            "hint": self.hint,
            "rule": self.rule,
            "rules": self.rules,
            "aid": self.aid,
            "quit": self.quit,
        }

    def run(self) -> bool:
        """Go through the lesson; False if the reader quits before its end."""
        lesson = self.lesson.lesson
        try:
            with self.screen:
                title = lesson.say(lesson.title, self.lang)
                self.tell("lesson-title", number=self.number, count=self.count, title=title)
                while not self.lesson.over:
                    self.catch_up()
                    if self.lesson.reading:
                        self.show_text()
                        self.take(NEXT)
                    else:
                        self.handle(self.screen.ask(self.moment(), self.words("prompt-mark")))
                self.catch_up()
                self.show_text()
        except (Quit, Closed):
            self.leave()
            return False
        except KeyboardInterrupt:
            self.leave()
            raise
        return True

    def leave(self) -> None:
        """Say how to take the lesson again."""
        self.tell("lesson-left", command=glued(self.command))

    def show_text(self) -> None:
        """Show the text of a step that is only read, or of the end, until the reader goes on."""
        lines = [self.text()] if self.lesson.over else [self.text(), *self._look()]
        self.screen.read(self.moment(), self.heading(), lines, self.words("lesson-go-on"))

    def catch_up(self) -> None:
        """Show what has happened since the last answer, and what the lesson says of it."""
        seen = self.perspective(self.seat)
        self.screen.happened(
            self.heard([n for n in seen.standing if seen.rows[n - 1] >= self.told], self.seat)
        )
        if self.told < len(self.match.rows) and self.lesson.after(self.lang):
            self.say(wrap(self.lesson.after(self.lang)))
        self.told = len(self.match.rows)

    # What is shown

    def heading(self) -> str:
        lesson = self.lesson
        if lesson.over:
            return self.words("lesson-end", number=self.number)
        return self.words("lesson-step", number=lesson.number, count=lesson.lesson.own_steps)

    def text(self) -> str:
        return self.lesson.text(self.lang)

    def _look(self) -> list[str]:
        """The names of the things to look at."""
        scene = self.lesson.scene(self.lang)
        names: dict[str, str] = {}
        for part in (self.board.places, self.board.groups, scene.pieces, scene.trays, scene.gauges):
            names |= {each.id: each.name for each in part}
        found = list(dict.fromkeys(names[each] for each in self.lesson.look))
        return [self.words("lesson-look", things=", ".join(found))] if found else []

    def moment(self) -> Moment:
        """The table; the question comes after what the step says."""
        moment = super().moment()
        scene = self.lesson.scene(self.lang)
        if scene.ask is not None:
            parts = [f"{self.heading()}:", self.text(), *self._look(), scene.ask.text]
            scene = replace(scene, ask=replace(scene.ask, text=" ".join(parts)))
        return replace(moment, scene=scene)

    # Answers

    def handle(self, line: str) -> None:
        """Handle a line: a command, or an answer."""
        text = " ".join(line.split())
        if not text:
            self.screen.again()
            return
        word, _, rest = text.partition(" ")
        command = self.words.commands.get(word.lower())
        if text.lower() in map(self.match.write, self.match.legal(self.seat)):
            command = None
        try:
            if command is None:
                self.take(self.match.write(self.read(self.match, text)))
            elif command in self.actions:
                self.actions[command](rest)
            else:
                self.tell("lesson-no-command", word=word)
        except BadAnswer as error:
            self.say(wrap(str(error)))

    def take(self, text: str) -> None:
        """Try an answer, and say why if it is not the one."""
        reply = self.lesson.answer(text, self.lang)
        if reply.text:
            self.say(wrap(reply.text))
        if reply.done or self.match is not self.lesson.match:
            self.follow()

    def follow(self) -> None:
        """The lesson has gone on or back."""
        self.match = self.lesson.match
        self.told = min(self.told, len(self.match.rows))
        self._perspectives.clear()
        self.screen.changed()

    def undo(self, _: str) -> None:
        """Go back by one answer."""
        given = self.lesson.answers[:-1]
        self.lesson = LessonRun(self.lesson.lesson)
        for text in given:
            self.lesson.answer(text, self.lang)
        self.follow()
        self.told = len(self.match.rows)

    def hint(self, _: str) -> None:
        """Show the answer that the step is about."""
        advice = self.lesson.advice(self.lang)
        self.tell("lesson-hint", notation=glued(advice.do), say=advice.say)

    def help(self, _: str) -> None:
        self.tell("lesson-help")

    def quit(self, _: str) -> None:
        raise Quit
