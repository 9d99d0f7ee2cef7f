"""One seat's perspective on a match: its frames, counted by itself, so that unseen rows leave no gap.

Terminal, replay, pictures and table all ask it, so that there is one place where a leak could be.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from garrison.core import notation
from garrison.core.errors import GAME_OVER, UNDO_NOTHING, UNDO_UNSEEN, NoDice, Refused
from garrison.core.game import ReportTable
from garrison.core.history import UNDO_ROW
from garrison.core.match import Match, Told
from garrison.core.notation import Values
from garrison.core.rules import Result
from garrison.core.show import rulebook, summary
from garrison.core.show.choices import Supposed, supposed
from garrison.core.show.scene import Ending, Frame, FrameStep, Moment, Scene, Summary
from garrison.core.show.words import as_sentence, outcome
from garrison.core.state import ARBITER, SPECTATOR, Action, Event, Seat

WATCHERS = {SPECTATOR: "spectator", ARBITER: "arbiter"}


class Reconsidered(NamedTuple):
    """A change of mind: the row to go back to, the action to play from there, if any, and those after it.

    Where the row is the last that stands, nothing is undone.
    """

    row: int
    action: Action | None
    after: tuple[Action, ...] = ()

    @property
    def actions(self) -> tuple[Action, ...]:
        """All that is played from there."""
        return self.after if self.action is None else (self.action, *self.after)


class Perspective:
    """A seat's side of a match. It follows the match as rows are added.

    `alone` is true where all other seats are bots', which have nothing against an undo.
    """

    __slots__ = ("_rows", "_scanned", "_standing", "alone", "match", "seat")

    def __init__(self, match: Match, seat: Seat, *, alone: bool = False) -> None:
        self.match = match
        self.seat = seat
        self.alone = alone
        self._rows: list[int] = []
        self._standing: list[int] = []
        self._scanned = 0

    @property
    def name(self) -> str:
        return self.match.seats[self.seat] if self.seat >= 0 else WATCHERS[self.seat]

    @property
    def rows(self) -> list[int]:
        """The rows this seat knows of; frame n shows the n-th of them."""
        while self._scanned < len(self.match.rows):
            number, row = self._scanned, self.match.rows[self._scanned]
            known = self._knows(number)
            if known:
                self._rows.append(number)
            if row.seat == UNDO_ROW:
                del self._standing[bisect_right(self._standing, row.back) :]
            elif known:
                self._standing.append(number)
            self._scanned += 1
        return self._rows

    @property
    def count(self) -> int:
        """The number of the newest frame."""
        return len(self.rows)

    @property
    def standing(self) -> list[int]:
        """The numbers of the frames that have not been taken back."""
        rows = self.rows
        return [bisect_right(rows, row) for row in self._standing]

    @property
    def complete(self) -> bool:
        """True if it knows every row, so that frame n is row n - 1: the arbiter does, and a single seat."""
        return self.seat == ARBITER or (self.seat == 0 and len(self.match.seats) == 1)

    def _knows(self, number: int) -> bool:
        """A seat knows its own rows, what it was told of, what put a new question, and what undid these."""
        row = self.match.rows[number]
        if row.seat == UNDO_ROW:
            return self._standing[-1] > row.back
        if number == 0 or self.seat in (row.seat, ARBITER):
            return True
        if self.match.asked(number) != self.match.asked(number - 1):
            return True
        return bool(self.match.events(number, self.seat))

    def frame_of(self, row: int) -> int:
        """The number of the last frame up to a row."""
        return bisect_right(self.rows, row)

    # Steps

    def events(self, n: int) -> list[Event]:
        """The events a frame told."""
        return self.match.events(self.rows[n - 1], self.seat)

    def sentences(self, n: int, lang: str) -> list[str]:
        """The same as lines of the log."""
        return [line for line, _ in self._lines(n, lang, echoes=True)]

    def log_lines(self, frames: Sequence[int], lang: str) -> list[str]:
        """The log of several frames in brief.

        It leaves out what repeats the seat's own choice, and what only leads to what is told next, unless a
        heading would say it.
        """
        told = [each for n in frames for each in self._lines(n, lang, echoes=False)]
        return [line for line, leads_on in told[:-1] if not leads_on] + [line for line, _ in told[-1:]]

    def _lines(self, n: int, lang: str, echoes: bool) -> list[tuple[str, bool]]:
        """The lines of a frame, each with True if it only leads to what is told next."""
        tell, done = self.match.game.tell, self.action(n)
        own = done is not None and done[0] == self.seat and not echoes
        found = []
        for event in self.events(n):
            kind, line = tell.kind(event), tell.line(event, lang)
            if line and not (own and kind.echo):
                found.append((line, kind.passing and not kind.heading))
        return found

    def action(self, n: int) -> tuple[Seat, Action] | None:
        """The seat and the action of a frame, where it may know them: its own; the arbiter knows all."""
        row = self.match.rows[self.rows[n - 1]]
        if row.seat < 0 or self.seat not in (ARBITER, row.seat):
            return None
        return row.seat, row.action

    def back(self, n: int) -> int | None:
        """The frame that an undo went back to; None for every other frame."""
        row = self.match.rows[self.rows[n - 1]]
        return self.frame_of(row.back) if row.seat == UNDO_ROW else None

    def story(self, after: int = 0) -> tuple[Told, ...]:
        """All frames after one as plain data: what was told, done and undone."""
        game, found = self.match.game, list[Told]()
        for n in range(after + 1, self.count + 1):
            back, done = self.back(n), self.action(n)
            if back is not None:
                found.append(("undid", back))
            elif done is not None and done[0] == self.seat:
                found.append(("did", self.match.write(done[1])))
            for event in self.events(n):
                kind, *arguments = game.tell.plain(event)
                given = (tuple(each) if isinstance(each, list) else each for each in arguments)
                found.append(("told", kind, *given))
        return tuple(found)

    def moment(self, n: int, lang: str) -> Moment:
        """The steps of a frame."""
        back = self.back(n)
        if back is not None:
            return Moment(n, (), back, self._agreed(self.rows[n - 1]))
        told = self.events(n)
        return Moment(n, tuple(self._step(told, at, lang) for at in range(len(told))))

    def _agreed(self, number: int) -> tuple[str, ...]:
        """The seats whose consent an undo took, if any; a single player's own, for more than law 6 allows."""
        match, consent = self.match, self.match.rows[number].consent
        if len(consent) == 1 and not match.took_back_more(number):
            return ()
        return tuple(match.seats[seat] for seat in consent)

    def log(self, lang: str, after: int = 0, most: int | None = None) -> tuple[Moment, ...]:
        """The steps of the frames after one, at most `most` of them."""
        last = self.count if most is None else min(self.count, after + most)
        return tuple(self.moment(n, lang) for n in range(after + 1, last + 1))

    def _step(self, told: list[Event], at: int, lang: str) -> FrameStep:
        game, event = self.match.game, told[at]
        kind, rule = game.tell.kind(event), game.tell.rule_of(told, at)
        return FrameStep(
            game.tell.line(event, lang),
            event[1],
            game.play.cited(self.match.state, rule) if rule else "",
            kind.gesture,
            game.tell.things_of(event),
            _faces(kind.args, event[2:]),
            game.tell.dice_at(event, lang),
            game.tell.need(event),
            game.tell.heading(event, lang),
            kind.level if kind.heading else 0,
            game.tell.sign(event),
            kind.passing,
        )

    # What happened meanwhile

    def last_decision(self) -> int:
        """The last frame in which the seat decided something, 0 if it has not: to pass over is no decision.

        Whoever only watches reads on from where the last turn began.
        """
        if self.seat < 0:
            return self._last_turn()
        line = self.match.line
        for at in range(len(line) - 1, 0, -1):
            row = self.match.rows[line[at]]
            if row.seat == self.seat and not self._silent(row.action, line[at - 1]):
                return self.frame_of(line[at])
        return 0

    def _silent(self, action: Action, before: int) -> bool:
        """True for the answer that also stands for saying nothing."""
        ask = self.match.question(before)
        return ask is not None and self.match.game.play.questions[ask[0]].silence == action

    def _last_turn(self) -> int:
        """The frame before that in which the turn before this one began, by the headings of the log; or 0."""
        turns = (n for n in reversed(self.standing) if any(map(self._begins_turn, self.events(n))))
        this, last = next(turns, 0), next(turns, 0)
        return last - 1 if this and last else 0

    def _begins_turn(self, event: Event) -> bool:
        kind = self.match.game.tell.kind(event)
        return bool(kind.heading) and kind.level == 1

    def summary(self, lang: str) -> Summary | None:
        """What others have done since the seat's last decision, if it is worth summing up.

        It is made of the events the seat was told, so it tells nothing that its log does not.
        """
        match = self.match
        if match.over or len(match.seats) == 1:
            return None
        since = self.last_decision()
        first = bisect_right(self._standing, self.rows[max(since, 1) - 1])
        told = [event for row in self._standing[first:] for event in match.events(row, self.seat)]
        if since and self.seat < 0:  # a turn begins amid what the last row of another tells
            told = told[next(at for at, event in enumerate(told) if self._begins_turn(event)) :]
        if sum(not match.game.tell.kind(event).passing for event in told) < summary.STEPS_WORTH:
            return None
        before = reversed(self._standing[:first])
        earlier = (event for row in before for event in reversed(match.events(row, self.seat)))
        lines = summary.lines(match.game, told, earlier, lang)
        return Summary(since, lines) if lines else None

    def report(self, lang: str) -> Sequence[ReportTable]:
        """How a finished game went, from what everybody could know; nothing before its end."""
        match = self.match
        if not match.over:
            return ()
        told = [event for row in match.line for event in match.events(row, SPECTATOR)]
        return match.game.book.report(match.view(SPECTATOR), told, match.game.tell.spoken(lang))

    # Frames

    def scene(self, lang: str) -> Scene:
        """The table as the seat sees it now, with the open question and its choices."""
        return self.match.scene(self.seat, lang)

    def told_scene(self, lang: str) -> Scene:
        """The same for a surface without names of people: who is not asked reads who decides about what."""
        scene = self.scene(lang)
        ask = scene.ask
        if ask is None or self.seat == ARBITER or self.seat in self.match.awaited:
            return scene
        text = as_sentence(ask.waiting.replace("{0}", ", ".join(ask.who)))
        return replace(scene, ask=replace(ask, text=text))

    def frame(self, lang: str, have: int | None = None, *, returns: bool = False) -> Frame:
        """The newest frame; with `have`, also the steps since that one.

        It has a summary for whoever returns; if the game makes one, also for a seat that is awaited.
        """
        n = self.count
        told = self.moment(n, lang)
        past = () if have is None else self.log(lang, have)[:-1]
        match = self.match
        return Frame(
            n,
            self.name,
            self.scene(lang),
            () if have is not None and have >= n else told.steps,
            told.back,
            told.agreed,
            None if match.over else match.asked(),
            self.undo_reach(),
            self.ending(lang),
            past,
            self.summary(lang) if returns or self._summed_up else None,
        )

    @property
    def _summed_up(self) -> bool:
        return self.match.game.show.summary is not None and self.seat in self.match.awaited

    def look_back(self, n: int, lang: str) -> Frame:
        """A past frame, without its choices."""
        told = self.moment(n, lang)
        then = Perspective(self.match.at(self.rows[n - 1]), self.seat)
        scene: Scene = replace(then.scene(lang), choices=(), form=None, replies=(), offers=(), offer_kinds=())
        return Frame(n, self.name, scene, told.steps, told.back, told.agreed, result=then.ending(lang))

    def ending(self, lang: str) -> Ending | None:
        """The result of the match, once it is over."""
        match, result = self.match, self.match.result
        if result is None:
            return None
        won = tuple(match.seats[seat] for seat in result.won)
        if match.ended_early:
            text = self.sentences(self.count, lang)[0].rstrip(".")
        else:
            text = match.game.tell.called("result", result.how, lang)
        cause, things = self._cause(result.how, lang)
        return Ending(won, result.score, result.how, text, cause, things, self._title(result, lang))

    def _title(self, result: Result, lang: str) -> str:
        """Victory, defeat or draw for this seat, with the score; for others, who has won."""
        match, tell = self.match, self.match.game.tell
        alone, level = len(match.seats) == 1, result.more.get("level", "")
        seat = 0 if alone else self.seat
        if alone and level in tell.load(lang)["names"].get("result", {}):
            said = tell.called("result", level, lang)  # the game's own word for victory, defeat or draw
        else:
            winners = (tell.called("seat", match.seats[each], lang) for each in result.won)
            said = outcome(_outcome(result, seat), lang, ", ".join(winners))
        score = tell.score(result.how, result.score, seat, match.options, lang) if match.counted else ""
        return " · ".join(filter(None, (said[:1].upper() + said[1:].rstrip("."), score)))

    def _cause(self, how: str, lang: str) -> tuple[str, tuple[str, ...]]:
        """The event that decided the game, as told to this seat: its sentence, and the things in it."""
        tell = self.match.game.tell
        decisive = [event for event in self.events(self.count) if how in tell.kind(event).decides]
        if not decisive:
            return "", ()
        return tell.line(decisive[-1], lang), tell.things_of(decisive[-1])

    def sheet(self, lang: str) -> list[tuple[str, int]]:
        """How the score comes about; nothing where the game ended before anything was counted."""
        game = self.match.game
        if not self.match.counted:
            return []
        return game.book.sheet(self.match.view(self.seat), game.tell.spoken(lang))

    # Answers

    def supposed(self, rows: Sequence[str], lang: str) -> Supposed:
        """What the seat could offer, had it drafted this; raises Unreadable."""
        return supposed(self.match.game, self.match.state, self.seat, rows, lang)

    def values(self) -> Values | None:
        """The answers to the open question, if all of them are numbers: `pull 1.9`, `pull 1.92`.

        There a bare number is the value it names, and never a place in a list.
        """
        match = self.match
        return notation.values(map(match.write, match.answers(self.seat)))

    def outlook(self, lang: str, action: Action | None = None) -> str:
        """The outlook of an answer that has no exact odds, or of the open question."""
        match = self.match
        if match.over:
            return ""
        return match.game.book.outlook(match.view(self.seat), action, match.game.tell.spoken(lang))

    # Undo

    def undo_reach(self) -> int | None:
        """The farthest frame this seat may go back to on its own."""
        match, reach = self.match, None
        if self.seat < 0 or match.over:
            return None
        line, known = match.line, {*self.rows} if self.alone else set[int]()
        for at in range(len(line) - 1, 0, -1):
            if self.alone and line[at] not in known:
                continue
            if self._hidden(line, at) or match.row_bar(self.seat, line[at]) is not None:
                break
            reach = line[at - 1]
        return None if reach is None else self.frame_of(reach)

    def undo(self, n: int | None = None) -> None:
        """Go back to a frame, or by one row, as far as law 6 lets the seat.

        Where others may have acted unseen since then, bots agree to it, whether they have or not.
        """
        match, target, reach = self.match, self.goal(n), self.undo_reach()
        later = range(match.line.index(target) + 1, len(match.line))
        if any(self._hidden(match.line, at) for at in later):
            raise self._refused(UNDO_UNSEEN)
        agrees = self.alone and reach is not None and self.frame_of(target) >= reach
        unseen = agrees and any(self._may_act(match.line, at) for at in later)
        match.undo(self.seat, target, range(len(match.seats)) if unseen else ())

    def instead(self, thing: str) -> Reconsidered | None:
        """The meaning of a click on a thing that answers an earlier question about the same subject.

        Another answer to that question, or none: the click let go of what had been chosen there. Nothing is
        found where something was drawn or revealed since, as the seat could not undo that alone. Where it
        could not because others may act unseen, the answer by which the game lets go of a piece will do.

        Of answers that are gathered the others are kept, or nothing is found where they cannot be.
        """
        match, show = self.match, self.match.game.show
        if match.ask is None or self.seat not in match.awaited:
            return None
        if match.game.play.questions[match.ask[0]].gathers:
            return self._one_of_several(thing)
        if not show.subjects(match.ask):
            return None
        line = match.line
        for at in range(len(line) - 1, 0, -1):
            unseen = self._hidden(line, at) or self._may_act(line, at)
            if unseen or match.row_bar(self.seat, line[at]) is not None:
                return self._deselected(thing)
            then = match.at(line[at - 1])
            meant = self._at(then, thing)
            if meant:
                again = len(meant) > 1 or meant[0] == match.rows[line[at]].action
                return Reconsidered(line[at - 1], None if again else meant[0])
            if then.ask is None or show.subjects(then.ask) != show.subjects(match.ask):
                return None
        return None

    def deselect(self) -> Action | None:
        """The answer by which the seat lets go of the piece it has chosen, if it can."""
        match = self.match
        if match.ask is None or self.seat not in match.awaited:
            return None
        found = match.game.show.deselect(match.view(self.seat))
        return found if found is not None and found in match.answers(self.seat) else None

    def _deselected(self, thing: str) -> Reconsidered | None:
        """The same by that answer: a click on the chosen piece lets go of it, one on another chooses that."""
        match, show, now = self.match, self.match.game.show, self.match.line[-1]
        let_go = self.deselect()
        if let_go is None or match.ask is None:
            return None
        if thing in show.subjects(match.ask):
            return Reconsidered(now, let_go)
        trial = match.at(now)
        try:
            trial.play(let_go, self.seat)
        except NoDice:
            return None
        meant = self._at(trial, thing)
        return Reconsidered(now, let_go, (meant[0],)) if len(meant) == 1 else None

    def _at(self, match: Match, thing: str) -> list[Action]:
        """The answers of the seat that are clicked at a thing."""
        view, targets = match.view(self.seat), match.game.show.click_targets
        return [each for each in match.answers(self.seat) if thing in targets(view, each)]

    def _one_of_several(self, thing: str) -> Reconsidered | None:
        """The same where the open question has been answered several times in a row."""
        match, show, line = self.match, self.match.game.show, self.match.line
        if self._at(match, thing):
            return None
        view = match.view(self.seat)
        asked = None if match.ask is None else match.ask[0]
        means = show.meanings(view, thing) if show.meanings else ()
        kept: list[Action] = []
        for at in range(len(line) - 1, 0, -1):
            then = match.at(line[at - 1])
            if self._hidden(line, at) or match.row_bar(self.seat, line[at]) is not None:
                return None
            if then.ask is None or then.ask[0] != asked:
                return None
            view, done, own = then.view(self.seat), match.rows[line[at]].action, then.answers(self.seat)
            meant = [each for each in own if each in means or thing in show.click_targets(view, each)]
            if meant:
                again = None if done in meant else meant[0]
                found = Reconsidered(line[at - 1], again, tuple(reversed(kept)))
                return found if self._possible(found) else None
            kept.append(done)
        return None

    def _possible(self, meant: Reconsidered) -> bool:
        trial = self.match.at(meant.row)
        try:
            for action in meant.actions:
                trial.play(action, self.seat)
        except (Refused, NoDice):
            return False
        return True

    def goal(self, n: int | None) -> int:
        """The row whose outcome stands again after going back to a frame, or by one; raises Refused."""
        if self.match.over:
            raise self._refused(GAME_OVER)
        line, known = self.match.line, set(self.rows)
        if n is None:
            later = [row for row in line[1:] if row in known][-1:]
        else:
            later = [row for row in line[1:] if self.frame_of(row) > n] if 1 <= n < self.count else []
        if not later:
            raise self._refused(UNDO_NOTHING)
        return line[line.index(later[0]) - 1]

    def _hidden(self, line: Sequence[int], at: int) -> bool:
        """True if others may have acted unseen since a row of the line, so that an undo would reveal it.

        They may where the row answers a question put to several or leaves one open, and where they may act
        unasked after it. That goes by what everybody knows, so it tells nothing of whether they did.
        """
        window, _ = self.match.unseen(line[at])
        answered, _ = self.match.unseen(line[at - 1])
        return bool((window | answered) & self._others) or (not self.alone and self._may_act(line, at))

    def _may_act(self, line: Sequence[int], at: int) -> bool:
        """True if others may act unasked after a row of the line."""
        _, offers = self.match.unseen(line[at])
        return bool(offers & self._others)

    @property
    def _others(self) -> int:
        """Bits of the other seats."""
        return (1 << len(self.match.seats)) - 1 & ~(1 << self.seat)

    def _refused(self, rule: str) -> Refused:
        return Refused(rule, rulebook.reason(self.match.game, rule, "en"))


def _faces(kinds: Sequence[str], values: Sequence[Any]) -> tuple[int, ...]:
    """The dice an event tells of, in order."""
    found: list[int] = []
    for kind, value in zip(kinds, values, strict=True):
        if kind == "dice":
            found += value
        elif kind == "die":
            found.append(value)
    return tuple(found)


def _outcome(result: Result, seat: Seat) -> str:
    """What a result means to a seat; to anybody else, who has won."""
    if seat in result.won:
        return "won"
    if seat < 0:
        return "won-by" if result.won else "draw"
    return "lost" if result.won or result.utility[seat] < 0 else "draw"
