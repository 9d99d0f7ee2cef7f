"""Interpret what a player types: a number, a notation, a name, or the beginning of one."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence

from garrison.cli.texts import BadAnswer, Words, fold
from garrison.core.errors import Unreadable
from garrison.core.match import Match
from garrison.core.show.scene import Choice
from garrison.core.state import Action, Seat

ECHOED = 60
"""Characters of the input that an error message repeats."""
LONGEST_NUMBER = 9


def numbers(notations: Sequence[str]) -> list[int]:
    """The numbers of a list: 1, 2, ...; `spend 0`, `spend 1`, ... keep their own."""
    parts = [notation.split(" ") for notation in notations]
    if all(len(part) == 2 and part[1].isascii() and part[1].isdecimal() for part in parts):
        own = [int(number) for _, number in parts]
        if len({verb for verb, _ in parts}) == 1 and own == list(range(own[0], own[0] + len(own))):
            return own
    return list(range(1, len(parts) + 1))


def read(
    match: Match, seat: Seat, text: str, words: Words, commands: Mapping[str, str] | None = None
) -> Action:
    """The action a text stands for; an abbreviation that also fits a command is ambiguous."""
    tidy = text.lower()
    listed = match.legal(seat)
    notations = [match.write(action) for action in listed]
    if tidy in notations:
        return listed[notations.index(tidy)]
    count = numbers(notations)
    if tidy.isascii() and tidy.isdecimal():
        number = int(tidy[:LONGEST_NUMBER])
        if len(tidy) > LONGEST_NUMBER or number not in count:
            raise BadAnswer(words("number-range", number=tidy[:20], **_range(count)))
        return listed[count.index(number)]
    try:
        return match.read(tidy)
    except Unreadable:
        pass
    scene = match.scene(seat, words.lang)
    # Numbers are never guessed: `x=3` is not the beginning of `x=30`.
    if scene.form is not None and "=" in tidy:
        written = match.game.tell.numbers(scene.form, match.game.play.actions, tidy, words.lang)
        if written:
            raise BadAnswer(words("open-unread", text=text[:ECHOED], numbers=written))
    choices = scene.choices
    found = _meant(tidy, choices)
    begun = {command: alias for alias, command in (commands or {}).items() if alias.startswith(tidy)}
    if found and (len(found) > 1 or begun):
        raise BadAnswer(words("ambiguous", text=text, matches=words.some([*found, *begun.values()])))
    if found:
        return listed[notations.index(found[0])]
    raise BadAnswer(_unknown(tidy, text, choices, count, words))


def _range(count: Sequence[int]) -> dict[str, int]:
    return {"first": count[0], "last": count[-1]} if count else {"first": 0, "last": 0}


def _meant(tidy: str, choices: Sequence[Choice]) -> list[str]:
    """The notations a text may stand for, by the first reading that fits any."""
    bare = fold(tidy)
    if not bare:
        return []
    ways = (
        [each.do for each in choices if each.do.startswith(tidy)],
        [each.do for each in choices if each.do.rpartition(" ")[2] == tidy],
        [each.do for each in choices if fold(each.say) == bare],
        [each.do for each in choices if each.do.rpartition(" ")[2].startswith(tidy)],
        [each.do for each in choices if fold(each.say).startswith(bare)],
    )
    return next((way for way in ways if way), [])


def _unknown(tidy: str, text: str, choices: Sequence[Choice], count: Sequence[int], words: Words) -> str:
    """The error message for a text that fits nothing."""
    said = {name: each.do for each in choices for name in (fold(each.say), each.do)}
    near = difflib.get_close_matches(tidy[:ECHOED], said, 3)
    close = list(dict.fromkeys(said[name] for name in near))
    if close:
        return words("unknown-close", text=text[:ECHOED], matches=words.some(close))
    return words("unknown", text=text[:ECHOED], **_range(count))
