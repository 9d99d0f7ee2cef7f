"""Sentences about a match or a result. Shared by the terminal and the tools."""

from __future__ import annotations

from collections.abc import Sequence

from garrison.cli import output
from garrison.cli.texts import Words, glued, wrap
from garrison.core.game import AnyGame, ReportTable
from garrison.core.match import Match
from garrison.core.rules import Result
from garrison.core.show import words as game_words
from garrison.core.show.perspective import Perspective
from garrison.core.state import Action, Options, Seat


def seat_name(match: Match, seat: Seat, lang: str) -> str:
    return match.game.tell.called("seat", match.seats[seat], lang)


def titled(game: AnyGame, options: Options, words: Words, between: str) -> str:
    """A game by its title, with the options it is played with, if it has any."""
    settings = ", ".join(
        words(
            "setting",
            name=game.tell.called("option", name, words.lang),
            value=game.tell.called("option", value, words.lang),
        )
        for name, value in options.items()
    )
    return between.join(filter(None, (game.title(words.lang), settings)))


def told(perspective: Perspective, n: int, words: Words) -> list[str]:
    """A frame as the log shows it: who did what, as far as the seat may know, and the outcome.

    If others play too, rows are not numbered: a gap would reveal a hidden row.
    """
    number = f"{n - 1}  " if perspective.complete else ""
    back = perspective.back(n)
    if back is not None:
        if not number:
            return [words("log-undo-some")]
        anyway = perspective.moment(n, words.lang).agreed
        return [number + words("log-undo-anyway" if anyway else "log-undo", row=back - 1)]
    heard = [wrap(line, "    ", "      ") for line in perspective.sentences(n, words.lang)]
    action = perspective.action(n)
    if n == 1:
        head = words("log-setup")
    elif action is not None:
        match = perspective.match
        who = seat_name(match, action[0], words.lang)
        head = words("log-row", seat=who, notation=match.write(action[1]))
    else:
        return heard
    return [wrap(number + head), *heard]


def reason(match: Match, action: Action, seat: Seat, lang: str) -> str:
    """The reason an action is refused, as a sentence."""
    return game_words.as_sentence(match.why(action, seat, lang) or "")


# The end of a game


def outcome(match: Match, result: Result, seat: Seat, words: Words) -> list[str]:
    """How a game ended, for one seat or a spectator."""
    lang = words.lang
    more = dict(result.more)
    names = match.game.tell.load(lang)["names"].get("result", {})
    if len(match.seats) == 1 and more.get("level") in names:
        # The level already says won, drawn or lost in the game's own words.
        lines = [words("over-level", level=names[more.pop("level")].rstrip("."))]
    else:
        lines = [_winners(match, result, seat, words)]
    ending = Perspective(match, seat).ending(lang)
    if ending is not None:
        lines.append(f"{words('result-how', how=ending.text.rstrip('.'))} {ending.cause}".rstrip())
    lines += [
        words(
            "result-more",
            name=match.game.tell.optional_term(name, lang, match.options) or name,
            value=names.get(value, value),
        )
        for name, value in more.items()
    ]
    return [*map(wrap, lines), *_points(match, result, seat, words)]


def report(perspective: Perspective, words: Words) -> list[str]:
    """How a finished game went, in tables, each after a blank line; nothing where its game makes none."""
    return [line for table in perspective.report(words.lang) for line in ("", *_table(table))]


def _table(table: ReportTable) -> list[str]:
    """A table in columns; where the page is too narrow, each row as a list."""
    rows = [table.head, *table.rows] if table.head else [*table.rows]
    columns = max(map(len, rows), default=0)
    wide = [max((len(row[at]) for row in rows if at < len(row)), default=0) for at in range(columns)]
    title = wrap(f"{table.title}:")
    if sum(wide) + 2 * columns <= output.width():
        even = [f"  {''.join(f'{cell:<{wide[at] + 2}}' for at, cell in enumerate(row))}" for row in rows]
        return [title, *(wrap(glued(line.rstrip()[2:]), "  ") for line in even)]
    return [title, *(_listed(table.head, row) for row in table.rows)]


def _listed(head: Sequence[str], row: Sequence[str]) -> str:
    first, *cells = row
    named = head[1:] if len(head) == len(row) else [""] * len(cells)
    told = (f"{name}: {cell}" if name else cell for name, cell in zip(named, cells, strict=True) if cell)
    return wrap(f"{first}: {'; '.join(told)}", "  ", "    ")


def summary(perspective: Perspective, words: Words) -> list[str]:
    """What others have done since the seat's last decision, where its game sums that up; who did it first."""
    found = perspective.summary(words.lang) if perspective.match.game.show.summary is not None else None
    if found is None:
        return []
    told = [f"{line.who}: {line.text}" if line.who else line.text for line in found.lines]
    return [words("since"), *(wrap(line, "  ", "    ") for line in told)]


def _winners(match: Match, result: Result, seat: Seat, words: Words) -> str:
    others = ", ".join(seat_name(match, each, words.lang) for each in result.won if each != seat)
    if seat in result.won:
        return words("over-shared", names=others) if others else words("over-won")
    if others:
        return words("over-lost", names=others)
    return words("over-none" if len(match.seats) == 1 else "over-nobody")


def _points(match: Match, result: Result, seat: Seat, words: Words) -> list[str]:
    """The score, after the points it is made of, if the game lists them."""
    lang = words.lang
    if not match.counted:
        return []
    tally = Perspective(match, seat).sheet(lang)
    figures = max((len(str(points)) for _, points in tally), default=0)
    lines = [wrap(text, f"  {points:>{figures}}  ", " " * (figures + 4)) for text, points in tally]
    own = match.game.tell.optional_term("result-score", lang, match.options)
    if own:
        return [*lines, own.format(*result.score)]
    if len(match.seats) > 1:
        named = ", ".join(f"{seat_name(match, at, lang)} {n}" for at, n in enumerate(result.score))
        return [*lines, wrap(words("result-score", score=named))]
    total = sum(points for _, points in tally)
    if tally and total != result.score[0]:
        lines.append(words("result-sum", sum=total))
    return [*lines, words("result-score", score=result.score[0])]
