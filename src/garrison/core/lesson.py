"""Lessons: scenarios with a text for each step, by which a reader learns a game while playing it.

A step tells something, names what to look at, and waits for the answer it is about; others are refused
kindly. The dice are scripted, so that every reader sees the same. A coached lesson goes on with dice of a
seed: the reader chooses freely, and the game's guide says at each decision what it would do, and why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeAlias

from garrison.core import scenario
from garrison.core.dice import KeyedDice, OutOfDice, RowDice, ScriptedDice, seed_key
from garrison.core.errors import UNREADABLE, Damaged, GarrisonError, Refused, Unreadable
from garrison.core.game import AnyGame, first_best
from garrison.core.limits import LESSON_ANSWERS
from garrison.core.match import Match
from garrison.core.show import boards, rulebook, words
from garrison.core.show.choices import sentence
from garrison.core.show.perspective import Perspective
from garrison.core.show.scene import Frame, Scene
from garrison.core.state import Action, Seat

Texts: TypeAlias = "Mapping[str, str]"
"""A text by language."""
NEXT = ""
"""The answer to a step that is only read."""
_EXAMPLE = "{ en = ... }"


@dataclass(frozen=True, slots=True)
class LessonStep:
    """A step of a lesson: a text to read, an answer to try, or what another seat does.

    `do`: the answer to try, nothing in a step that is only read; `also`: others that serve as well.
    `goal`: part of the seat's view; any answers that lead there serve as well.
    `look`: ids of things of the scene. `dice`: those that the answer throws.
    `other`: said of an answer that is allowed, but not what this is about; `after`: said when it is done.
    """

    text: Texts
    look: tuple[str, ...]
    do: str
    also: tuple[str, ...]
    goal: Mapping[str, Any] | None
    seat: Seat
    dice: tuple[int, ...]
    other: Texts
    after: Texts

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers that serve, the one to try first."""
        return (self.do, *self.also)


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A lesson of a game, ready to be started.

    `until`: part of the view at which coaching ends; None for a lesson without a coach.
    """

    game: AnyGame
    name: str
    title: Texts
    about: Texts
    seat: Seat
    steps: tuple[LessonStep, ...]
    end: Texts
    until: Mapping[str, Any] | None
    found: Mapping[str, Any]

    @property
    def own_steps(self) -> int:
        """The steps that a reader goes through; all of the coaching is one."""
        return sum(each.seat == self.seat for each in self.steps) + (self.until is not None)

    def say(self, texts: Texts, lang: str) -> str:
        """A text in the reader's language, or in the one the game has; nothing if there is none."""
        return texts.get(self.game.tell.spoken(lang), "")


# Files


def lessons(game: AnyGame) -> tuple[Lesson, ...]:
    """All lessons of a game in their order; raises Damaged."""
    return tuple(_load(game, name) for name in game.book.lessons)


def find(game: AnyGame, name: str) -> Lesson | None:
    """The lesson of this name."""
    return _load(game, name) if name in game.book.lessons else None


@lru_cache(maxsize=128)
def _load(game: AnyGame, name: str) -> Lesson:
    where = f"{game.id}, lessons/{name}.toml"
    try:
        text = game.tell.text(f"lessons/{name}.toml")
    except (OSError, LookupError) as error:
        raise Damaged(f"{where}: there is no such file, though the game names it") from error
    return read(game, name, text, where)


def read(game: AnyGame, name: str, text: str, where: str) -> Lesson:
    """A lesson from its text; raises Damaged with file and field."""
    found = scenario.parse(text, where)
    if found["game"] != game.id:
        raise Damaged(f"{where}: 'game' must be '{game.id}', not '{found['game']}'")
    match = _start(game, found, where)
    seat = _seat(match, found.get("seat", match.seats[0]), f"{where}: 'seat'")
    lesson = Lesson(
        game,
        name,
        _texts(game, found, "title", where),
        _texts(game, found, "about", where),
        seat,
        tuple(
            _step(game, match, step, seat, f"{where}, step {n}") for n, step in enumerate(found["step"], 1)
        ),
        _texts(game, found, "end", where),
        found.get("until"),
        found,
    )
    coached = "until" in found
    if coached != ("seed" in found) or not isinstance(found.get("until", {}), dict):
        raise Damaged(f"{where}: a coached lesson needs both 'seed', a number, and 'until', a table")
    if coached and (game.guide is None or not isinstance(found["seed"], int)):
        raise Damaged(f"{where}: 'seed' must be a number, and the game needs a guide to coach by")
    if coached and any(each.do for each in lesson.steps):
        raise Damaged(f"{where}: the steps before the coaching are only read, so none has a 'do'")
    if not coached and not any(each.do and each.seat == seat for each in lesson.steps):
        raise Damaged(f"{where}: no step has a 'do' for the reader to try")
    return lesson


def _start(game: AnyGame, found: dict[str, Any], where: str) -> Match:
    match, _ = scenario.start(found, where, game)
    if not isinstance(found.get("seed"), int):
        return match
    return Match(
        game, match.options, KeyedDice(seed_key(found["seed"])), match.start if found["position"] else None
    )


def _seat(match: Match, name: Any, where: str) -> Seat:
    if name not in match.seats:
        raise Damaged(f"{where} must be one of {', '.join(match.seats)}, not {name!r}")
    return match.seats.index(name)


def _texts(game: AnyGame, table: Mapping[str, Any], key: str, where: str, *, needed: bool = True) -> Texts:
    if key not in table and not needed:
        return {}
    found = table.get(key)
    if not isinstance(found, dict) or not all(isinstance(text, str) for text in found.values()):
        raise Damaged(f"{where}: '{key}' must have a text for each language, as in {key} = {_EXAMPLE}")
    missing = [lang for lang in game.tell.langs if not found.get(lang, "").strip()]
    if missing:
        raise Damaged(f"{where}: '{key}' has no text in '{missing[0]}'")
    return {lang: " ".join(text.split()) for lang, text in found.items()}


def _step(game: AnyGame, match: Match, step: Mapping[str, Any], seat: Seat, where: str) -> LessonStep:
    for key in ("look", "also"):
        if not isinstance(step.get(key, []), list) or not all(isinstance(e, str) for e in step.get(key, [])):
            raise Damaged(f"{where}: '{key}' must be a list of strings")
    if not isinstance(step.get("goal", {}), dict):
        raise Damaged(f"{where}: 'goal' must be a table with part of the view")
    by = _seat(match, step["seat"], f"{where}: 'seat'") if "seat" in step else seat
    own = by == seat
    if not own and "do" not in step:
        raise Damaged(f"{where}: a step of another seat needs 'do'")
    for key in ("text", "look", "also", "goal", "other"):
        if not own and key in step:
            raise Damaged(f"{where}: '{key}' is for steps of the reader's own seat")
    for key in ("also", "goal", "other", "after"):
        if "do" not in step and key in step:
            raise Damaged(f"{where}: '{key}' is for steps with 'do'")
    return LessonStep(
        _texts(game, step, "text", where, needed=own),
        tuple(step.get("look", ())),
        step.get("do", NEXT),
        tuple(step.get("also", ())),
        step.get("goal"),
        by,
        tuple(step.get("dice", ())),
        _texts(game, step, "other", where, needed=False),
        _texts(game, step, "after", where, needed=False),
    )


# Running


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply to a try. If it does not serve, `text` says why, and `rule` which rule forbids it."""

    done: bool
    text: str = ""
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Advice:
    """An answer worth trying, as a sentence, with the reason where a coach gives one."""

    do: str
    say: str
    reason: str = ""


class LessonRun:
    """One reader in a lesson. It knows the step and the position, and stores nothing elsewhere."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.match = _start(lesson.game, dict(lesson.found), lesson.name)
        self.at = 0
        self.answers: list[str] = []
        """The answers so far that count."""
        # Texts said of what has been done since the last answer.
        self._after: list[Texts] = []
        self._let_others_play()
        # Where the present step began: its match, and the answers before it.
        self._begun = self.match, 0

    @property
    def step(self) -> LessonStep | None:
        """The step the reader is at; None while a coach helps, and at the end."""
        return self.lesson.steps[self.at] if self.at < len(self.lesson.steps) else None

    @property
    def coaching(self) -> bool:
        until = self.lesson.until
        if self.step is not None or until is None or self.match.over:
            return False
        return bool(scenario.compare(until, self.match.view(self.lesson.seat)))

    @property
    def over(self) -> bool:
        return self.step is None and not self.coaching

    @property
    def reading(self) -> bool:
        """True if nothing is to be played now."""
        step = self.step
        return self.over or (step is not None and not step.do)

    @property
    def number(self) -> int:
        """The number of the present step, from 1."""
        own = sum(each.seat == self.lesson.seat for each in self.lesson.steps[: self.at])
        return min(own + 1, self.lesson.own_steps)

    @property
    def perspective(self) -> Perspective:
        return Perspective(self.match, self.lesson.seat)

    # What is shown

    def after(self, lang: str) -> str:
        """The text on what the last answer did."""
        return " ".join(filter(None, (self.lesson.say(each, lang) for each in self._after)))

    def text(self, lang: str) -> str:
        """The text of the present step, of the coach, or of the end."""
        if self.step is not None:
            return self.lesson.say(self.step.text, lang)
        if not self.coaching:
            return self.lesson.say(self.lesson.end, lang)
        advice = self.advice(lang)
        return words.lesson_words(lang)["coach"].format(say=advice.say, reason=advice.reason).strip()

    @property
    def look(self) -> tuple[str, ...]:
        """The things of the scene to look at."""
        if self.step is not None:
            return self.step.look
        return self._targets(self._best(self.lesson.seat)) if self.coaching else ()

    def scene(self, lang: str) -> Scene:
        """The scene; without a question while something is to be read."""
        return self._shown(self.perspective.scene(lang))

    def frame(self, lang: str, have: int | None = None) -> Frame:
        """The newest frame; with `have`, also the steps since that one."""
        frame = self.perspective.frame(lang, have)
        shown = replace(frame, scene=self._shown(frame.scene), undo=None, summary=None)
        return replace(shown, ask=None) if self.reading else shown

    def _shown(self, scene: Scene) -> Scene:
        return replace(scene, ask=None, choices=(), form=None) if self.reading else scene

    def advice(self, lang: str) -> Advice:
        """The answer that the step is about, or the one the coach would give."""
        step, seat = self.step, self.lesson.seat
        if self.reading:
            return Advice(NEXT, "")
        action = self._best(seat) if step is None else self.match.read(step.do)
        reason = ""
        if step is None and self.lesson.game.guide is not None:
            spoken = self.lesson.game.tell.spoken(lang)
            reason = self.lesson.game.guide.reason(self.match.state, seat, action, spoken)
        return Advice(self.match.write(action), self._say(action, lang), reason)

    def _say(self, action: Action, lang: str) -> str:
        """An action as a sentence, as it is listed."""
        return sentence(self.lesson.game, self.match.view(self.lesson.seat), action, lang).rstrip(".")

    def _targets(self, action: Action) -> tuple[str, ...]:
        return self.lesson.game.show.click_targets(self.match.view(self.lesson.seat), action)[:1]

    # Answers

    def answer(self, text: str, lang: str) -> Reply:
        """Try an answer, or go on from a step that was read; a refused one changes nothing."""
        if self.reading:
            if text == NEXT and not self.over:
                self._go_on(self.match, text, ())
                return Reply(True)
            return Reply(False, words.lesson_words(lang)["over" if self.over else "read"])
        try:
            action = self.match.read(text)
        except Unreadable:
            return Reply(False, words.as_sentence(rulebook.reason(self.lesson.game, UNREADABLE, lang)))
        rule = self.match.refusal(action, self.lesson.seat)
        if rule is not None:
            return Reply(False, words.as_sentence(self.match.why(action, self.lesson.seat, lang) or ""), rule)
        return self._play(self.match.write(action), lang)

    def why(self, thing: str, lang: str) -> Reply:
        """Why a click on a thing, or a notation, does nothing here; nothing to say where none is meant."""
        found = self.match.explanation(thing, self.lesson.seat, lang)
        return Reply(False, found.text, found.rule or "")

    def _play(self, text: str, lang: str) -> Reply:
        step = self.step
        if step is None:
            self._go_on(self._tried(self.match.dice.copy(), text), text, ())
            return Reply(True)
        if text not in step.answers and step.goal is None:
            return Reply(False, self._other(step, lang))
        try:
            trial = self._tried(ScriptedDice(step.dice), text)
        except (OutOfDice, Damaged):
            return self._begin_again(step, lang)
        if text in step.answers or self._reached(step, trial):
            self._go_on(trial, text, (step.after,))
            return Reply(True)
        if trial.rows[-1].draws or self.lesson.seat not in trial.awaited:
            return self._begin_again(step, lang)
        self.match, self._after = trial, []
        self.answers.append(text)
        return Reply(True)

    def _begin_again(self, step: LessonStep, lang: str) -> Reply:
        """A goal was missed: the step begins again, whatever answers led past it."""
        self.match, count = self._begun
        del self.answers[count:]
        return Reply(False, self._other(step, lang))

    def _reached(self, step: LessonStep, trial: Match) -> bool:
        return step.goal is not None and not scenario.compare(step.goal, trial.view(self.lesson.seat))

    def _tried(self, dice: RowDice, text: str) -> Match:
        trial = self.match.copy(dice)
        trial.play(text, self.lesson.seat)
        return trial

    def _other(self, step: LessonStep, lang: str) -> str:
        said = self.lesson.say(step.other, lang)
        return said or words.lesson_words(lang)["other"].format(say=self._say(self.match.read(step.do), lang))

    def _go_on(self, match: Match, text: str, after: Sequence[Texts]) -> None:
        """Go to the next step of the reader; the other seats act before it."""
        self.match, self._after = match, list(after)
        self.answers.append(text)
        self.at += self.step is not None
        self._let_others_play()
        self._begun = self.match, len(self.answers)

    def _let_others_play(self) -> None:
        seat = self.lesson.seat
        while (step := self.step) is not None and step.seat != seat:
            self.match = self.match.copy(ScriptedDice(step.dice))
            try:
                self.match.play(step.do, step.seat)
            except (Refused, OutOfDice) as error:
                raise Damaged(f"lesson {self.lesson.name}, step {self.at + 1}: {error}") from error
            self._after.append(step.after)
            self.at += 1
        while self.coaching and seat not in self.match.awaited:
            other = self.match.awaited[0]
            trial = self.match.copy(self.match.dice.copy())
            trial.play(self._best(other), other)
            self.match = trial

    def _best(self, seat: Seat) -> Action:
        """The action that the guide likes best."""
        guide, listed = self.lesson.game.guide, self.match.legal(seat)
        return listed[0] if guide is None else first_best(guide, self.match.state, seat, listed)


# Checking


def check(lesson: Lesson) -> list[str]:
    """Play a lesson to its end in every way it offers; returns what is wrong with it, a sentence each."""
    wrong: list[str] = []
    _checked_line(lesson, {}, wrong)
    for n, step in enumerate(lesson.steps):
        for other in step.also:
            _checked_line(lesson, {n: other}, wrong)
    return list(dict.fromkeys(wrong))


def _checked_line(lesson: Lesson, instead: Mapping[int, str], wrong: list[str]) -> None:
    """Play to the end by the main answers, but for those given, with a wrong try at each step before it."""
    try:
        run = LessonRun(lesson)
        answers = 0
        while not run.over and answers < LESSON_ANSWERS:
            where = f"lesson {lesson.name}, step {run.at + 1}"
            wrong += [f"{where}: {each}" for each in _faults(run)]
            text = instead.get(run.at, run.advice(words.LANGS[0]).do)
            step = run.step
            reply = run.answer(text, words.LANGS[0])
            if not reply.done:
                wrong.append(f"{where}: '{text}' is not accepted: {reply.text}")
                return
            if step is not None and isinstance(run.match.dice, ScriptedDice) and run.match.dice.left:
                wrong.append(f"{where}: not all dice are used, {run.match.dice.left} are left")
            answers += 1
    except GarrisonError as error:
        wrong.append(str(error))
        return
    if not run.over or run.match.over:
        wrong.append(f"lesson {lesson.name}: it must come to its end while the game goes on")


def _faults(run: LessonRun) -> list[str]:
    """The faults of a step: things to look at that are not there, wrong tries without a reply."""
    lesson, found = run.lesson, []
    scene, board = run.scene(words.LANGS[0]), boards.board(lesson.game, run.match.options, words.LANGS[0])
    there = {
        each.id
        for part in (board.places, board.groups, scene.pieces, scene.trays, scene.gauges)
        for each in part
    }
    found += [f"nothing in the scene is called '{each}'" for each in run.look if each not in there]
    for lang in lesson.game.tell.langs:
        if not run.text(lang):
            found.append(f"no text in '{lang}'")
        for text in _wrong_tries(run):
            reply = run.answer(text, lang)
            if reply.done or not reply.text:
                found.append(f"'{text}' is a wrong try and gets no reply in '{lang}'")
    return found


def _wrong_tries(run: LessonRun) -> list[str]:
    """Something that is no action; and, where only some answers serve, an allowed and a forbidden one."""
    step, match, seat = run.step, run.match, run.lesson.seat
    tries = ["?"]
    if step is None or not step.do:
        return tries
    legal = [match.write(each) for each in match.legal(seat)]
    if step.goal is None:
        tries += [each for each in legal if each not in step.answers][:1]
    actions = match.game.play.actions
    forbidden = (each for row, each in enumerate(actions) if "=?" not in each and match.refusal(row, seat))
    return [*tries, *[each for each in (next(forbidden, None),) if each]]
