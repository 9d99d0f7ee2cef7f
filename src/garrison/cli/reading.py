"""What a match or a result says, as lines for a reader. Shared by the terminal and the tools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from garrison.cli.texts import Words, wrap
from garrison.core import words as game_words
from garrison.core.game import ARBITER, Action, AnyGame, Options, Result, Seat
from garrison.core.match import SETUP_ROW, UNDO_ROW, Match


def term(game: AnyGame, ident: str, lang: str) -> str:
    """A text of the game, or nothing where the game has none."""
    return str(game_words.load(game, lang).get("terms", {}).get(ident, ""))


def title(game: AnyGame, lang: str) -> str:
    """The game's name, or its id where it has none."""
    return term(game, "title", lang) or game.id


def _names(game: AnyGame, table: str, lang: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = game_words.load(game, lang).get("names", {}).get(table, {})
    return found


def _named(game: AnyGame, table: str, ident: str, lang: str) -> str:
    return str(_names(game, table, lang).get(ident, ident))


def seat_name(match: Match, seat: Seat, lang: str) -> str:
    return _named(match.game, "seat", match.seats[seat], lang)


def settings(game: AnyGame, options: Options, words: Words) -> str:
    """The options a match is played with."""
    return ", ".join(
        words(
            "setting",
            name=_named(game, "option", name, words.lang),
            value=_named(game, "option", value, words.lang),
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
        return [count + words("log-undo", row=row.back)] if count else [words("log-undo-some")]
    heard = [wrap(line, "    ", "      ") for line in sentences(match, number, seat, words.lang)]
    if row.seat == SETUP_ROW:
        head = words("log-setup")
    elif seat in (ARBITER, row.seat):
        who = seat_name(match, row.seat, words.lang)
        head = words("log-row", seat=who, notation=match.write(row.action))
    else:
        return heard
    return [wrap(count + head), *heard]


def reason(match: Match, action: Action, seat: Seat, lang: str) -> str:
    """Why not, as a sentence of its own."""
    said = match.why(action, seat, lang) or ""
    return said[:1].upper() + said[1:] + ("" if said[-1:] in ".!?)" else ".")


# The end of a game


def outcome(match: Match, result: Result, seat: Seat, words: Words) -> list[str]:
    """How a game ended, for one seat or for somebody who only looks on."""
    lang = words.lang
    more = dict(result.more)
    if len(match.seats) == 1 and more.get("level") in _names(match.game, "result", lang):
        # The level says won, drawn or lost in the game's own words: once is enough.
        level = _named(match.game, "result", more.pop("level"), lang)
        lines = [words("over-level", level=level.rstrip("."))]
    else:
        lines = [_winners(match, result, seat, words)]
    lines.append(words("result-how", how=_named(match.game, "result", result.how, lang).rstrip(".")))
    lines += [
        words(
            "result-more",
            name=term(match.game, name, lang) or name,
            value=_named(match.game, "result", value, lang),
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
    return words("over-none" if seat >= 0 else "over-nobody")


def _points(match: Match, result: Result, seat: Seat, words: Words) -> list[str]:
    """The score, below the sum it comes from where the game can tell it."""
    lang = words.lang
    tally = match.game.sheet(match.view(seat), lang)
    figures = max((len(str(points)) for _, points in tally), default=0)
    lines = [wrap(text, f"  {points:>{figures}}  ", " " * (figures + 4)) for text, points in tally]
    if len(match.seats) > 1:
        named = ", ".join(f"{seat_name(match, at, lang)} {n}" for at, n in enumerate(result.score))
        return [*lines, wrap(words("result-score", score=named))]
    total = sum(points for _, points in tally)
    if tally and total != result.score[0]:
        lines.append(words("result-sum", sum=total))
    return [*lines, words("result-score", score=result.score[0])]
