"""Lessons as plain data. Nothing of a reader is stored: each request brings the answers so far."""

from __future__ import annotations

from typing import Any

from garrison.core import lesson
from garrison.core.game import AnyGame
from garrison.core.lesson import LessonRun, Reply
from garrison.core.show.scene import Frame
from garrison.table.http import boards, game_info
from garrison.table.messages import LessonRequest
from garrison.table.refusals import NO_FRAME, NO_LESSON, TableRefusal

MOMENTS = 8
"""Most moments shown one by one; a reader who has missed more gets the newest with the log."""


def find(game: AnyGame, name: str) -> lesson.Lesson:
    """The lesson of a name; raises TableRefusal."""
    found = lesson.find(game, name)
    if found is None:
        raise TableRefusal(NO_LESSON, lesson=name[:40])
    return found


def lessons(game: AnyGame, lang: str) -> dict[str, Any]:
    """The lessons of a game in their order."""
    return {
        "title": game.title(lang),
        **game_info.language(game, lang),
        "lessons": [
            {
                "id": each.name,
                "title": each.say(each.title, lang),
                "about": each.say(each.about, lang),
                "steps": each.own_steps,
            }
            for each in lesson.lessons(game)
        ],
    }


def progress(found: lesson.Lesson, wanted: LessonRequest, lang: str) -> dict[str, Any]:
    """A reader's lesson after the answers so far; the first that does not serve is replied to."""
    run, reply = LessonRun(found), Reply(done=True)
    for text in wanted.answers:
        reply = run.answer(text, lang)
        if not reply.done:
            break
    if wanted.why is not None:
        reply = run.why(wanted.why, lang)
    seat = run.match.seats[found.seat]
    return {
        "step": run.number,
        "steps": found.own_steps,
        "answers": run.answers,
        "over": run.over,
        "reading": run.reading,
        "after": run.after(lang),
        "text": run.text(lang),
        "look": run.look,
        "ideas": _ideas(run, lang),
        "refused": reply.text,
        "rule": reply.rule,
        "seat": seat,
        "name": game_info.seats(found.game, [seat], lang)[0]["name"],
        "options": run.match.options,
        "frames": [
            boards.with_board(each, found.game, run.match.options, lang)
            for each in _frames(run, wanted, lang)
        ],
    }


def _ideas(run: LessonRun, lang: str) -> list[dict[str, Any]]:
    """The answer that the step is about, as a hint."""
    advice = run.advice(lang)
    answer = {"do": advice.do, "say": advice.say}
    return [{**answer, "reason": advice.reason, "chance": None, "plan": [answer]}] if advice.do else []


def _frames(run: LessonRun, wanted: LessonRequest, lang: str) -> list[Frame]:
    """The past frame asked for; else a frame for each moment since the reader's last, or one with all."""
    seen = run.perspective
    if wanted.look is not None:
        if not 1 <= wanted.look <= seen.count:
            raise TableRefusal(NO_FRAME, n=wanted.look, last=seen.count)
        return [seen.look_back(wanted.look, lang)]
    if wanted.have is None or not 0 <= seen.count - wanted.have <= MOMENTS:
        return [run.frame(lang, 0)]
    between = [seen.look_back(n, lang) for n in range(wanted.have + 1, seen.count)]
    return [*between, run.frame(lang)]
