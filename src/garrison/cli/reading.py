"""What a match, a rule or a result says, as lines for a reader. Shared by the terminal and the tools."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

from garrison.cli.texts import BadAnswer, Words, wrap
from garrison.core import words as game_words
from garrison.core.game import ARBITER, AnyGame, Result, Seat
from garrison.core.match import SETUP_ROW, UNDO_ROW, Match


def title(game: AnyGame, lang: str) -> str:
    """The game's name, or its id where it has none."""
    return str(game_words.load(game, lang).get("terms", {}).get("title", game.id))


def legend(game: AnyGame, lang: str) -> str:
    """What the letters and numbers on the table mean, where the game says so."""
    return str(game_words.load(game, lang).get("terms", {}).get("legend", ""))


def _named(game: AnyGame, table: str, ident: str, lang: str) -> str:
    names: Mapping[str, Any] = game_words.load(game, lang).get("names", {}).get(table, {})
    return str(names.get(ident, ident))


def seat_name(match: Match, seat: Seat, lang: str) -> str:
    return _named(match.game, "seat", match.seats[seat], lang)


def settings(match: Match, words: Words) -> str:
    """The options a match is played with."""
    return ", ".join(
        words(
            "setting",
            name=_named(match.game, "option", name, words.lang),
            value=_named(match.game, "option", value, words.lang),
        )
        for name, value in match.options.items()
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


def reason(game: AnyGame, rule: str, lang: str) -> str:
    """Why not, as a sentence of its own."""
    said = game_words.reason(game, rule, lang)
    return said[:1].upper() + said[1:] + ("" if said[-1:] in ".!?)" else ".")


def rule_id(game: AnyGame, text: str, words: Words) -> str:
    """The id of a rule as the game writes it; says which ids are near if there is none."""
    known = game_words.rules(game, words.lang)
    by_lower = {ident.lower(): ident for ident in known}
    tidy = text.strip().lower()
    if tidy in by_lower:
        return by_lower[tidy]
    if not tidy:
        raise BadAnswer(words("rule-usage", example=next(iter(known))))
    near = [ident for lower, ident in by_lower.items() if tidy in lower][:5]
    near = near or [by_lower[each] for each in difflib.get_close_matches(tidy, by_lower, 5)]
    if near:
        raise BadAnswer(words("rule-close", id=text[:40], matches=", ".join(near)))
    raise BadAnswer(words("rule-unknown", id=text[:40]))


def rule(game: AnyGame, ident: str, words: Words) -> str:
    """A rule with its title and the rulings that belong to it."""
    found = game_words.rules(game, words.lang)[ident]
    lines = [wrap(f"{ident}  {found.get('title', '')}".rstrip()), wrap(str(found["text"]), "  ")]
    if found.get("rulings"):
        lines.append(wrap(words("rule-rulings", game=game.id, rulings=", ".join(found["rulings"])), "  "))
    return "\n".join(lines)


def outcome(match: Match, result: Result, seat: Seat, words: Words) -> list[str]:
    """How a game ended, for one seat or for somebody who only looks on."""
    lang = words.lang
    others = ", ".join(seat_name(match, each, lang) for each in result.won if each != seat)
    if seat in result.won:
        lines = [words("over-shared", names=others) if others else words("over-won")]
    elif others:
        lines = [words("over-lost", names=others)]
    else:
        lines = [words("over-none" if seat >= 0 else "over-nobody")]
    lines.append(words("result-how", how=_named(match.game, "result", result.how, lang).rstrip(".")))
    if len(match.seats) == 1:
        score = str(result.score[0])
    else:
        score = ", ".join(f"{seat_name(match, at, lang)} {n}" for at, n in enumerate(result.score))
    lines.append(words("result-score", score=score))
    terms: Mapping[str, Any] = game_words.load(match.game, lang).get("terms", {})
    lines += [
        words(
            "result-more",
            name=str(terms.get(name, name)),
            value=_named(match.game, "result", value, lang),
        )
        for name, value in result.more.items()
    ]
    return lines
