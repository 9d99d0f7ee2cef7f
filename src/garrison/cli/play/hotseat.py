"""Several people at one terminal: they take turns at the keyboard, and nobody sees another's secrets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from garrison.cli.play import ending
from garrison.cli.play.saves import PERSON, Saved
from garrison.cli.play.terminal import Quit, Terminal
from garrison.cli.screen.screen import Screen
from garrison.cli.texts import BadAnswer, fold, paragraphs, wrap
from garrison.core import kernel
from garrison.core.state import SPECTATOR, Action, Seat
from garrison.players import Player

EXAMPLE = "random"
"""A bot for any game."""


class SharedTerminal(Terminal):
    """The seat asked or called is at the keyboard; while nobody is, `seat` is SPECTATOR."""

    def __init__(
        self,
        saved: Saved,
        people: Sequence[Seat],
        bots: Mapping[Seat, Player],
        lang: str,
        command: str,
        screen: Screen,
    ) -> None:
        super().__init__(saved, SPECTATOR, bots, lang, command, screen)
        self.people = people
        self.notices: list[str] = []
        # Nothing to hide before the first person sits down.
        self.used = False
        # True if somebody has just sat down.
        self.returned = False
        # Who is called to the keyboard without being asked, and whether the person there was.
        self.called: Seat | None = None
        self.visitor = False
        # The row from which on whoever was called last may have acted unseen.
        self.visited = 0
        self.screen.keyboard.share()

    def run(self) -> int:
        try:
            return super().run()
        except BaseException:
            self.screen.hide()
            raise

    def mark(self) -> str:
        return self.words("prompt-seat", seat=self.name(self.seat))

    def begin(self) -> None:
        self.welcome("welcome-shared", self.names(self.people))
        if not self.bots:
            program = [EXAMPLE] * (len(self.people) - 1)
            self.tell("bots-hint", example=",".join([PERSON, *program]))
        self.introduce("saved-new-shared")
        self.warn()

    def go_on(self) -> None:
        self.welcome("welcome-back-shared", self.names(self.people))
        self.warn()

    def warn(self) -> None:
        if not self.screen.can_hide():
            self.tell("cannot-wipe")

    def names(self, seats: Sequence[Seat]) -> str:
        return ", ".join(map(self.name, seats))

    def help(self, text: str) -> None:
        super().help(text)
        self.say()
        self.tell("help-shared")

    def notice(self, sentence: str) -> None:
        """Repeat a notice at the next handover, which clears the screen."""
        super().notice(sentence)
        self.notices.append(sentence)

    def offered(self) -> bool:
        """The program calls nobody to the keyboard for an offer: that would tell the others of it."""
        return False

    def call(self, text: str) -> None:
        """Let a person come to the keyboard who is not asked, to make or answer an offer."""
        if not self.match.game.kind.offers:
            raise BadAnswer(self.words("offers-none"))
        others = [seat for seat in self.people if seat != self.seat]
        names = {seat: (fold(self.name(seat)), self.match.seats[seat]) for seat in others}
        wanted = fold(text)
        exact = [seat for seat in others if wanted in names[seat]]
        found = exact or [
            seat for seat in others if wanted and any(name.startswith(wanted) for name in names[seat])
        ]
        if len(found) != 1:
            raise BadAnswer(self.words("call-whom", names=self.names(others)))
        self.called = found[0]

    def later(self, text: str) -> None:
        if self.called is None:
            super().later(text)
        self.called = None

    def play_all(self, actions: Sequence[Action], seat: Seat) -> None:
        """Play actions. Whoever was called gives the keyboard back after them, but not with half an offer."""
        offers = kernel.unasked(self.match.game.play, actions[-1])
        given_up = offers is not None and any(
            offer.weight != "main" for offer in self.offers_of(actions[-1:])
        )
        super().play_all(actions, seat)
        row = kernel.row_of(actions[-1])
        if offers is not None and row in offers.drafts:
            return
        if seat == self.called:
            self.called = None
        elif seat == self.seat and offers is not None and row not in offers.replies and not given_up:
            self.tell("offer-made")

    def away(self) -> bool:
        return self.seat not in ((self.called,) if self.called is not None else self.match.awaited)

    def not_played(self, parts: Sequence[str]) -> None:
        """Do not repeat what a person typed ahead to the next one."""
        if parts and self.away():
            self.notice(self.words("rest-dropped"))
        else:
            super().not_played(parts)

    # Handover

    def sit_down(self) -> None:
        while not self.match.over and self.away():
            self.hand_over(self.match.awaited[0] if self.called is None else self.called)
        if self.match.over:
            self.seat = SPECTATOR

    def hand_over(self, seat: Seat) -> None:
        """Hide everything, show what is public, and wait for the next person."""
        # Around a visit nothing is taken back: whether that works would tell if the visitor did anything.
        visit = self.visitor or self.called is not None
        last, self.seat = SPECTATOR if visit else self.seat, SPECTATOR
        self.visitor = self.called is not None
        self.visited = len(self.match.rows) if self.visitor else self.visited
        self.cover()
        known = [wrap(line, "", "  ") for line in self.unheard(SPECTATOR)] + [*map(wrap, self.notices)]
        self.notices.clear()
        for line in (*known, "") if known else ():
            self.say(line)
        if self.comes(seat, last):
            self.take_over(seat)

    def cover(self) -> None:
        """Hide everything that only one person may see."""
        if not (self.used and self.screen.hide()):
            self.screen.separate()

    def comes(self, seat: Seat, last: Seat) -> bool:
        """Wait until the next person presses Enter; False if the last one took an answer back instead."""
        others = self.names([each for each in self.people if each != seat])
        while True:
            self.say(paragraphs(self.words("hand-over", seat=self.name(seat), others=others)))
            self.screen.keyboard.forget()
            typed = self.screen.enter(self.words("prompt-mark")).strip().lower()
            command = self.commands.get(typed)
            if command == "quit":
                raise Quit
            if command == "undo" and last != SPECTATOR:
                if self.take_back(last):
                    return False
            elif typed:
                # Somebody is typing answers unaware of the handover. Ask a person again; let a file go on.
                self.screen.hide()
                self.tell("hand-over-only")
                if not self.screen.keyboard.live:
                    return True
            else:
                return True

    def undo_alone(self) -> None:
        """Take back the last answer. Nobody at this terminal acts unasked without being called to it."""
        mine, match = self.perspective(self.seat), self.match
        goal = mine.goal(None)
        later = match.line[match.line.index(goal) + 1 :]
        if later[0] >= self.visited and not any(map(self.unseen, (goal, *later))):
            match.undo(self.seat, goal)
        else:
            mine.undo()

    def unseen(self, row: int) -> bool:
        """True if others could act after a row who are not at this terminal, or who answer in secret."""
        several, unasked = self.match.unseen(row)
        away = [seat for seat in range(len(self.match.seats)) if seat not in self.people]
        return bool(several) or any(unasked >> seat & 1 for seat in away)

    def take_back(self, seat: Seat) -> bool:
        """Take a person's last answer back without showing it.

        Nobody acted unseen after it: the others sit down later, and bots answer before a person is asked.
        """
        try:
            self.retract(partial(self.match.undo, seat))
        except BadAnswer as error:
            self.say(wrap(str(error)))
            return False
        self.notice(self.words("hand-over-undone"))
        return True

    def agreed(self, seats: Sequence[Seat], key: str) -> bool:
        """Ask the others in turn, with nothing on the screen that only one of them may see."""
        if not seats:
            return True
        by, self.seat = self.seat, SPECTATOR
        self.cover()
        for seat in seats:
            if not ending.ask(self, key, self.name(seat), self.name(by)):
                self.notice(self.words("end-declined", seat=self.name(seat)))
                return False
        return True

    def take_over(self, seat: Seat) -> None:
        """Show everything to this seat from now on, first what it has not read yet."""
        if self.used:
            self.screen.hide()
        self.used = True
        self.seat = seat
        self.told = self.left_at(seat)
        self.returned = True

    def catch_up(self) -> None:
        """Print what a person missed under a heading: it is more than the outcome of the last answer."""
        heading = self.words("news", seat=self.name(self.seat)) if self.returned else ""
        if self.returned and self.visitor and self.seat not in self.match.awaited:
            self.tell("called", seat=self.names(self.match.awaited))
        back, self.returned = self.returned, False
        self.screen.happened(self.unheard(self.seat), heading)
        self.told = len(self.match.rows)
        if back:
            self.sum_up()

    def left_at(self, seat: Seat) -> int:
        """The row to read on from: the person's own last answer, whose outcome the handover hid."""
        mine = self.perspective(seat)
        own = [mine.rows[n - 1] for n in mine.standing if mine.action(n) is not None]
        return own[-1] if own else 1

    def leave(self) -> None:
        self.cover()
        super().leave()
