"""What a match or a result says, as lines for a reader. Shared by the terminal and the tools."""

from __future__ import annotations

from garrison.cli.texts import Words, wrap
from garrison.core import words as game_words
from garrison.core.game import ARBITER, Action, AnyGame, Options, Result, Seat
from garrison.core.match import SETUP_ROW, UNDO_ROW, Match


def seat_name(match: Match, seat: Seat, lang: str) -> str:
    return game_words.called(match.game, "seat", match.seats[seat], lang)


def settings(game: AnyGame, options: Options, words: Words) -> str:
    """The options a match is played with."""
    return ", ".join(
        words(
            "setting",
            name=game_words.called(game, "option", name, words.lang),
            value=game_words.called(game, "option", value, words.lang),
        )
        for name, value in options.items()
    )


def sentences(match: Match, row: int, seat: Seat, lang: str) -> list[str]:
    """What a seat heard of a row."""
    said = [game_words.sentence(match.game, event, lang) for event in match.events(row, seat)]
    return [line for line in said if line]


def told(match: Match, number: int, seat: Seat, words: Words) -> list[str]:
    """A row as the log shows it: who did what, as far as the seat may know, and what came of it.

    Where others play too the rows have no numbers: a gap would betray what nobody was told.
    """
    row = match.rows[number]
    count = f"{number}  " if seat == ARBITER or len(match.seats) == 1 else ""
    if row.seat == UNDO_ROW:
        if count:
            return [count + words("log-undo", row=row.back)]
        known = any(_knows(match, each, seat) for each in _taken_back(match, number))
        return [words("log-undo-some")] if known else []
    heard = [wrap(line, "    ", "      ") for line in sentences(match, number, seat, words.lang)]
    if row.seat == SETUP_ROW:
        head = words("log-setup")
    elif seat in (ARBITER, row.seat):
        who = seat_name(match, row.seat, words.lang)
        head = words("log-row", seat=who, notation=match.write(row.action))
    else:
        return heard
    return [wrap(count + head), *heard]


def _knows(match: Match, row: int, seat: Seat) -> bool:
    return match.rows[row].seat == seat or bool(match.events(row, seat))


def _taken_back(match: Match, undo: int) -> list[int]:
    """The rows that an undo row took back."""
    line: list[int] = []
    for number, row in enumerate(match.rows[:undo]):
        if row.seat == UNDO_ROW:
            del line[line.index(row.back) + 1 :]
        else:
            line.append(number)
    return line[line.index(match.rows[undo].back) + 1 :]


def awaited(match: Match, seat: Seat) -> list[Seat]:
    """The seats that are asked, as far as a seat may know: who else has answered a window is unseen."""
    bits = 0 if match.ask is None else match.ask[1]
    asked = [each for each in range(len(match.seats)) if bits >> each & 1]
    return [each for each in asked if each in match.awaited or seat not in (ARBITER, each)]


def reason(match: Match, action: Action, seat: Seat, lang: str) -> str:
    """Why not, as a sentence of its own."""
    return game_words.as_sentence(match.why(action, seat, lang) or "")


# The end of a game


def outcome(match: Match, result: Result, seat: Seat, words: Words) -> list[str]:
    """How a game ended, for one seat or for somebody who only looks on."""
    lang = words.lang
    more = dict(result.more)
    names = game_words.load(match.game, lang)["names"].get("result", {})
    if len(match.seats) == 1 and more.get("level") in names:
        # The level says won, drawn or lost in the game's own words: once is enough.
        lines = [words("over-level", level=names[more.pop("level")].rstrip("."))]
    else:
        lines = [_winners(match, result, seat, words)]
    lines.append(words("result-how", how=names.get(result.how, result.how).rstrip(".")))
    lines += [
        words(
            "result-more",
            name=game_words.optional_term(match.game, name, lang, match.options) or name,
            value=names.get(value, value),
        )
        for name, value in more.items()
    ]
    return [*map(wrap, lines), *_points(match, result, seat, words)]


def _winners(match: Match, result: Result, seat: Seat, words: Words) -> str:
    others = ", ".join(seat_name(match, each, words.lang) for each in result.won if each != seat)
    if seat in result.won:
        return words("over-shared", names=others) if others else words("over-won")
    if others:
        return words("over-lost", names=others)
    return words("over-none" if len(match.seats) == 1 else "over-nobody")


def _points(match: Match, result: Result, seat: Seat, words: Words) -> list[str]:
    """The score, below the sum it comes from where the game can tell it."""
    lang = words.lang
    tally = match.game.sheet(match.view(seat), lang)
    figures = max((len(str(points)) for _, points in tally), default=0)
    lines = [wrap(text, f"  {points:>{figures}}  ", " " * (figures + 4)) for text, points in tally]
    own = game_words.optional_term(match.game, "result-score", lang, match.options)
    if own:
        return [*lines, own.format(*result.score)]
    if len(match.seats) > 1:
        named = ", ".join(f"{seat_name(match, at, lang)} {n}" for at, n in enumerate(result.score))
        return [*lines, wrap(words("result-score", score=named))]
    total = sum(points for _, points in tally)
    if tally and total != result.score[0]:
        lines.append(words("result-sum", sum=total))
    return [*lines, words("result-score", score=result.score[0])]
