"""The game loop for a person: show what happened, ask, read an answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial

from garrison.cli import invocation
from garrison.cli.play import answers, ending, log, one_line_offer
from garrison.cli.play.lookups import Onlooker
from garrison.cli.play.saves import Saved, home
from garrison.cli.screen.choice_list import ChoiceList, gathered_answers
from garrison.cli.screen.keyboard import Closed
from garrison.cli.screen.screen import Moment, Screen
from garrison.cli.texts import BadAnswer, glued, wrap
from garrison.core.errors import (
    OTHER_QUESTION,
    UNDO_DRAW,
    UNDO_NEWS,
    UNDO_OTHERS,
    UNDO_UNSEEN,
    NoDice,
    Refused,
    Unreadable,
)
from garrison.core.show import rulebook
from garrison.core.show.perspective import Perspective
from garrison.core.show.scene import Offer
from garrison.core.show.words import LANGS
from garrison.core.state import ARBITER, Action, Seat
from garrison.lab.simulate import THINKING_SECONDS
from garrison.players import Player

INTERRUPTED = 130
NOT_PLAYED = 3
"""Unplayed answers listed by name."""
ALONE = ("help", "hint", "aid", "later", "save", "quit")
"""Commands that take no arguments."""
TAKEN_ANYWAY = (UNDO_DRAW, UNDO_NEWS, UNDO_OTHERS, UNDO_UNSEEN)
"""Reasons that keep anyone from undoing alone, but not a single player."""
MUCH_NEWS = 6
"""With at least this many sentences of news, what others have done is summed up too."""
LOOK_BACK = "5"
"""Rows repeated when a game is resumed."""


class Quit(Exception):
    """The player quits."""


class Terminal(Onlooker):
    """One person at one terminal; bots play the other seats."""

    def __init__(
        self,
        saved: Saved,
        seat: Seat,
        bots: Mapping[Seat, Player],
        lang: str,
        command: str,
        screen: Screen,
    ) -> None:
        super().__init__(saved.match, seat, lang, command, screen)
        self.saved = saved
        self.bots = bots
        # The seat that reads the outcome, even when everything is shown at the end.
        self.played = seat
        self.told = 0
        # True if the last answer went on with an offer that is not sent yet.
        self.drafted = False
        # The answers to offers that the person has left open for now.
        self.put_off: list[Action] = []
        self.actions: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "board": self.show_board,
            "map": self.show_map,
            "near": self.near,
            "cards": self.cards,
            "offer": self.offer,
            "choices": self.choices,
            "offers": self.offers,
            "later": self.later,
            "call": self.call,
            "log": self.log,
            "undo": self.undo,
            "odds": self.odds,
            "hint": self.hint,
            "rule": self.rule,
            "rules": self.rules,
            "aid": self.aid,
            "resign": partial(ending.resign, self),
            "draw": partial(ending.draw, self),
            "save": self.save,
            "quit": self.quit,
        }

    # The loop

    def run(self) -> int:
        """Play until the game is over or the player quits."""
        try:
            with self.screen:
                self.greet()
                self.take_turns()
        except (Quit, Closed):
            self.leave()
            return 0
        except KeyboardInterrupt:
            self.leave()
            return INTERRUPTED
        finally:
            self.saved.close()
        self.finish()
        return 0

    def take_turns(self) -> None:
        """Ask for answers until the game is over."""
        while True:
            self.let_bots_play()
            self.sit_down()
            self.catch_up()
            if self.match.over:
                break
            self.handle(self.screen.ask(self.moment(), self.mark()))
        self.screen.end(self.last_look(), [*self.outcome(), *self.report()])

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
        self.sum_up()

    def welcome(self, key: str, seat: str) -> None:
        match = self.match
        self.tell(
            key,
            match=log.titled(match.game, match.options, self.words, ": "),
            seat=seat,
        )
        remark = match.game.tell.remark(match.game.title(self.lang), self.lang)
        if remark:
            self.say(wrap(remark))

    def introduce(self, where: str) -> None:
        self.tell(where, path=glued(str(self.saved.path)))
        self.show_term("intro")

    def sit_down(self) -> None:
        """Seat the person who is asked. A single player is always seated."""

    def away(self) -> bool:
        """True if somebody else is to look at the screen now."""
        return False

    def let_bots_play(self) -> None:
        """Let the bots answer until it is a person's turn."""
        match = self.match
        while match.ask is not None and not self.offered():
            found = match.next_decision(self.bots)
            if found is None:
                return
            seat, actions = found
            self.screen.thinking(self.moment, self.words("thinking", seat=self.name(seat)))
            view = match.view(seat) if self.bots[seat].looks else {}
            action, _ = self.bots[seat].choose(view, match.ask, actions, THINKING_SECONDS)
            self.play(action, seat)

    def offered(self) -> bool:
        """True if an offer waits for the person's answer, who has not left it for later."""
        if self.seat not in self.match.waiting:
            self.put_off = []
        return self.match.replies(self.seat) != self.put_off

    def later(self, _: str) -> None:
        """Leave an offer open, and let the others go on."""
        if not self.offered():
            raise BadAnswer(self.words("later-nothing"))
        self.put_off = self.match.replies(self.seat)

    def call(self, _: str) -> None:
        """Call somebody else to the keyboard. A single player is alone there."""
        raise BadAnswer(self.words("call-nobody"))

    def play(self, action: Action, seat: Seat) -> None:
        self.play_all([action], seat)

    def play_all(self, actions: Sequence[Action], seat: Seat) -> None:
        """Play actions that together are one, such as an offer piece by piece: all of them, or none."""
        self.match.play_all(actions, seat)
        self.keep()
        self.screen.changed()

    def keep(self) -> None:
        """Bring the record up to date, with a notice if it was missing."""
        if self.saved.keep():
            self.notice(self.words("restored", path=glued(str(self.saved.path))))

    def notice(self, sentence: str) -> None:
        """Print something that everybody may know."""
        self.say(wrap(sentence))

    def unheard(self, seat: Seat) -> list[str]:
        """The news since the last time, as far as a seat may know it."""
        perspective = self.perspective(seat)
        return self.heard([n for n in perspective.standing if perspective.rows[n - 1] >= self.told], seat)

    def catch_up(self) -> None:
        """Print the news since the last time; after much of it, what others have done in brief."""
        news = self.unheard(self.seat)
        self.screen.happened(news)
        self.told = len(self.match.rows)
        if len(news) >= MUCH_NEWS and self.seat in self.match.awaited:
            self.sum_up()

    def sum_up(self) -> None:
        """Print what others have done since the seat's last decision, where its game sums that up."""
        for n, line in enumerate(log.summary(self.perspective(self.seat), self.words)):
            self.say(line if n else f"\n{line}")

    # Answers

    def handle(self, line: str) -> None:
        """Handle a line: a command, or answers separated by semicolons and played in order."""
        parts = [" ".join(part.split()) for part in line.split(";")]
        if not any(parts):
            passing = self.passing()
            if passing is None:
                self.screen.again()
            else:
                self.play(passing, self.seat)
            return
        rest: Sequence[str] = ()
        self.drafted = False
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
            if self.drafted and not self.away():
                self.show_offers("")
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
        """Handle one command or answer."""
        command = self._command(text)
        if command == "offer" and self.readable(text):
            command = None
        if command == "why":
            self.why(text.partition(" ")[2])
        elif command is not None:
            word, _, rest = text.partition(" ")
            if rest and command in ALONE:
                raise BadAnswer(self.words("typed-alone", command=word, rest=rest[:40]))
            self.actions[command](rest)
        else:
            self.answer(text)

    def passing(self) -> Action | None:
        match = self.match
        if match.ask is None or self.seat not in match.awaited:
            return None
        silence = match.game.play.questions[match.ask[0]].silence
        return silence if silence is not None and match.answers(self.seat) == [silence] else None

    def answer_help(self) -> str:
        if self.passing() is not None:
            return self.words("enter-passes")
        several = gathered_answers(self.match, self.seat)
        if len(several) < 2:
            return ""
        numbers = [n for n, each in enumerate(self._listed(), 1) if each in several]
        return self.words("several-at-once", numbers=" ".join(map(str, numbers[:2])))

    def _listed(self) -> list[str]:
        """The notations of the choices in the order of their numbers."""
        return [each.do for each in ChoiceList.of(self.perspective(self.seat), self.words).choices]

    def readable(self, text: str) -> bool:
        """True for a notation of the game."""
        try:
            self.match.read(text.lower())
        except Unreadable:
            return False
        return True

    def answer(self, text: str) -> None:
        several = answers.several(self.match, self.seat, text, self.words, self.board)
        if several:
            self.play_several(several)
            return
        action = answers.read(
            self.match, self.seat, text, self.words, self.commands, self.board, self.numbered()
        )
        drafting = any(offer.drafts and offer.weight == "main" for offer in self.offers_of([action]))
        try:
            self.play(action, self.seat)
        except Refused as error:
            reason = self.reason(self.match, action)
            said = answers.refused(self.match, self.seat, action, reason, self.words)
            if error.rule == OTHER_QUESTION:
                said = f"{said} {self.way_to(action)}".rstrip()
            raise BadAnswer(said) from error
        self.drafted = drafting

    def offers_of(self, actions: Sequence[Action]) -> list[Offer]:
        """What the seat could offer now by one of these actions."""
        if self.match.game.play.anytime is None:
            return []
        made = [*map(self.match.write, actions)]
        return [offer for offer in self.perspective(self.seat).scene(self.lang).offers if offer.do in made]

    def way_to(self, action: Action) -> str:
        """How to get from the open question to one where an action is allowed: by letting go of a piece."""
        let_go = self.perspective(self.seat).deselect()
        if let_go is not None and self._leads_to(let_go, action):
            first = self.match.write(let_go)
            both = glued(f"{first}; {self.match.write(action)}")
            return self.words("first-this", first=glued(first), both=both)
        return "" if self.perspective(self.seat).undo_reach() is None else self.words("undo-instead")

    def _leads_to(self, answer: Action, action: Action) -> bool:
        """True if an action is allowed once this answer is given, as far as nothing is drawn."""
        trial = self.match.copy()
        with suppress(NoDice):
            trial.play(answer, self.seat)
            return trial.refusal(action, self.seat) is None
        return False

    def play_several(self, actions: Sequence[Action]) -> None:
        """Play answers that are known to be allowed one after the other: those that are ticked at once."""
        question = self.match.ask and self.match.game.play.questions[self.match.ask[0]]
        if question and question.ticks:
            self.play_all(actions, self.seat)
            return
        for action in actions:
            self.play(action, self.seat)

    def offer(self, text: str) -> None:
        """Make an offer in one line, or say how that is written."""
        made = one_line_offer.read(self.match, self.seat, text, self.words)
        if made.actions:
            self.play_all(made.actions, self.seat)
        for line in made.lines:
            self.say(line)

    def undo(self, text: str) -> None:
        """Take back the last answer, as far as that tells nothing of what others did unseen.

        With a yes, someone who plays alone or against bots takes back dice and news as well. With the name of
        a thing, the one of several answers that it stands for.
        """
        mine = self.perspective(self.seat)
        if text and not ending.is_yes(self, text):
            self.let_go(text)
            return
        if text and self.alone and mine.undo_reach() is None:
            self.retract(self.undo_anyway)
            self.tell("taken-back-anyway")
            return
        last = mine.action(mine.standing[-1])
        self.retract(self.undo_alone)
        if last is not None:
            self.tell("taken-back", notation=self.match.write(last[1]))

    def undo_alone(self) -> None:
        """Take back the last answer, as far as the seat may without asking anybody."""
        self.perspective(self.seat).undo()

    def let_go(self, text: str) -> None:
        """Take back one of several answers in a row, and keep the others."""
        mine = self.perspective(self.seat)
        for thing in answers.named_things(self.match, self.seat, text, self.words, self.board):
            meant = mine.instead(thing)
            if meant is not None and meant.action is None:
                back = self.match.at(meant.row)
                gone = [*map(self.match.write, answers.given(self.match, self.seat, meant.row))]
                kept = [*map(back.write, meant.actions)]
                self.match.undo(self.seat, meant.row)
                for action in meant.actions:
                    self.match.play(action, self.seat)
                self.keep()
                self.screen.changed()
                self.tell("taken-back", notation=next(each for each in gone if each not in kept))
                return
        raise BadAnswer(self.words("undo-unread", text=text[:40]))

    @property
    def alone(self) -> bool:
        """True if all other seats are bots'."""
        return len(self.bots) == len(self.match.seats) - 1

    def perspective(self, seat: Seat) -> Perspective:
        found = super().perspective(seat)
        found.alone = self.alone and seat not in self.bots
        return found

    def undo_anyway(self) -> None:
        """Go back to the question of the person's own last answer."""
        line = self.match.line
        own = [at for at, row in enumerate(line) if self.match.rows[row].seat == self.seat]
        to = line[own[-1] - 1] if own else None
        self.match.undo(self.seat, to, range(len(self.match.seats)))

    def retract(self, undo: Callable[[], None]) -> None:
        """Take an answer back, or say why that cannot be done."""
        try:
            undo()
        except Refused as error:
            said = rulebook.reason(self.match.game, error.rule, self.lang)
            more = f" {self.words('undo-anyway')}" if self.alone and error.rule in TAKEN_ANYWAY else ""
            raise BadAnswer(self.words("undo-refused", reason=said.rstrip(".")) + more) from error
        self.keep()
        self.screen.changed()

    def agreed(self, seats: Sequence[Seat], key: str) -> bool:  # noqa: ARG002
        """True if all other people agree; a single player has none."""
        return not seats

    def save(self, _: str) -> None:
        self.keep()
        self.tell("saved", path=glued(str(self.saved.path)))

    def quit(self, _: str) -> None:
        raise Quit

    # The end

    def leave(self) -> None:
        """Once the game is safely on disk, say where it is and how to resume it."""
        self.keep()
        self.tell("quit", path=glued(str(self.saved.path)))
        self.say(f"  {self.command}")

    def last_look(self) -> Moment:
        """The table when the game is over and nothing is secret."""
        if len(self.match.seats) > 1:
            self.seat = ARBITER
        return self.moment()

    def outcome(self) -> list[str]:
        """How the game ended, for the people who played it."""
        result = self.match.result
        return [] if result is None else log.outcome(self.match, result, self.played, self.words)

    def report(self) -> list[str]:
        """How the game went, in tables, where its game makes them."""
        return log.report(self.perspective(self.played), self.words)

    def finish(self) -> None:
        """Print how it ended, how to verify the dice, and how to play again."""
        self.say()
        for line in (*self.outcome(), *self.report()):
            self.say(line)
        self.show_board("")
        self.say()
        if self.match.key is not None:
            self.tell("key", key=self.match.key.hex())
        self.tell("verify", path=glued(str(self.saved.path)))
        self.say(f"  {invocation.command('verify', self.saved.path)}")
        self.tell("again")
        self.say(f"  {self.again()}")

    def again(self) -> str:
        """The command that starts the same game once more, with the same options and players."""
        match, seating, folder = self.match, self.saved.seating, self.saved.path.parent
        words = [
            word for name, value in match.options.items() for word in (invocation.option_flag(name), value)
        ]
        words += ["--players", ",".join(seating.players)] if seating.players else []
        words += ["--lang", self.lang] if self.lang != LANGS[0] else []
        where = [] if folder == home(None) else ["--home", folder]
        return invocation.command("play", match.game.id, *words, *where)
