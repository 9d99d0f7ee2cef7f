"""Interpret what a player types: a number, a notation, a name, or the beginning of one."""

from __future__ import annotations

import difflib
from collections.abc import Container, Mapping, Sequence
from contextlib import suppress

from garrison.cli.screen.choice_list import ChoiceList, asked_scene, gathered_answers, possible
from garrison.cli.screen.text_board import Drawing
from garrison.cli.texts import BadAnswer, Words, fold
from garrison.core.errors import NoDice, Unreadable
from garrison.core.match import Match
from garrison.core.notation import Values
from garrison.core.show.perspective import Perspective
from garrison.core.show.scene import Board, Choice, Scene
from garrison.core.show.words import as_sentence
from garrison.core.state import Action, Seat, decimal

ECHOED = 60
"""Characters of the input that an error message repeats."""
LONGEST_NUMBER = 9


def read(
    match: Match,
    seat: Seat,
    text: str,
    words: Words,
    commands: Mapping[str, str] | None = None,
    board: Board | None = None,
    shown: Container[str] | None = None,
) -> Action:
    """The action a text stands for; an abbreviation that also fits a command is ambiguous.

    With a board, a choice is also found by the name of the place or piece where it would be clicked. With
    `shown`, the notations that have been listed by request, a number means nothing that was not listed.
    """
    tidy = text.lower()
    perspective = Perspective(match, seat)
    listed = match.legal(seat)
    notations = [match.write(action) for action in listed]
    if tidy in notations:
        return listed[notations.index(tidy)]
    values = perspective.values()
    bare = tidy.isascii() and tidy.isdecimal()
    if values is not None and (bare or values.read(tidy) is not None):
        return _valued(match, values, tidy, words)
    scene = asked_scene(perspective, words.lang)
    count = len(scene.choices)
    if bare:
        number = int(tidy[:LONGEST_NUMBER])
        if len(tidy) > LONGEST_NUMBER or not 1 <= number <= count:
            raise BadAnswer(words("number-range", number=tidy[:20], **_range(count)))
        known = ChoiceList.of(perspective, words, board)
        untold = known.untold(number)
        if shown is not None and untold is not None and known[number].do not in shown:
            raise BadAnswer(known.instead(untold, number))
        return listed[notations.index(known[number].do)]
    try:
        return match.read(tidy)
    except Unreadable:
        pass
    choices = scene.choices
    things = _Things(board, scene, words)
    # Numbers are never guessed: `x=3` is not the beginning of `x=30`.
    if scene.form is not None and ("=" in tidy or not _meant(tidy, choices, things)):
        written = match.game.tell.numbers(scene.form, match.game.play.actions, tidy, words.lang)
        if written:
            raise BadAnswer(words("open-unread", text=text[:ECHOED], numbers=written))
    found = (
        _meant(tidy, choices, things)
        or _meant(tidy, scene.replies, things)
        or [each.do for each in scene.offers if _abbreviates(tidy, each.do)]
    )
    begun = {command: alias for alias, command in (commands or {}).items() if alias.startswith(tidy)}
    if found and (len(found) > 1 or begun):
        raise BadAnswer(words("ambiguous", text=text, matches=words.some([*found, *begun.values()])))
    if found:
        return listed[notations.index(found[0])]
    verb, _, thing = tidy.rpartition(" ")
    for each in things.called(thing):
        with suppress(Unreadable):
            return match.read(f"{verb} {each}")
    forbidden = [match.meant(each, seat) for each in things.called(tidy)]
    if len(forbidden) == 1 and forbidden[0] is not None:
        return forbidden[0]
    if values is not None:
        raise BadAnswer(words("number-impossible", number=text[:ECHOED], numbers=possible(values, words)))
    raise BadAnswer(_unknown(tidy, text, choices, count, words))


def several(match: Match, seat: Seat, text: str, words: Words, board: Board | None = None) -> list[Action]:
    """The answers that a line gives together: numbers, names or notations one after the other.

    `1 3 5`, or `refuse anna-1 anna-3`. Nothing where it is to be read as one answer. They are tried in their
    order, so that what follows from the first is known to the next; BadAnswer if one is not allowed.
    """
    own = gathered_answers(match, seat)
    verb, *typed = text.lower().replace(",", " ").split() or [""]
    if not own or not typed or text.lower() in own:
        return []
    known = [each.do for each in ChoiceList.of(Perspective(match, seat), words).choices]
    verbs = [*dict.fromkeys(do.split()[0] for do in own)]
    if verb not in verbs:
        verb, typed = "", [verb, *typed]
    trial, found = match.copy(), list[Action]()
    for left, word in zip(range(len(typed) - 1, -1, -1), typed, strict=True):
        if word.isascii() and word.isdecimal() and not verb:
            if len(word) > LONGEST_NUMBER or not 1 <= int(word) <= len(known):
                raise BadAnswer(words("number-range", number=word[:20], **_range(len(known))))
            meant = [known[int(word) - 1]]
        else:
            meant = _gathered_as(trial, seat, word, verb, words, board)
        if not meant and found and (verb or len(verbs) == 1):
            with suppress(Unreadable):
                _try(trial, seat, match.read(f"{verb or verbs[0]} {word}"), words)
        # What goes on may reveal something: whether more could follow is not tried out.
        if len(meant) != 1 or (
            left and meant[0] not in gathered_answers(trial, seat) and meant[0] not in own
        ):
            return []
        action = match.read(meant[0])
        if action not in found:
            found.append(action)
            _try(trial, seat, action, words)
    return found if len(found) > 1 else []


def _gathered_as(
    match: Match, seat: Seat, word: str, verb: str, words: Words, board: Board | None
) -> list[str]:
    """The answers that a word stands for, by the thing it names, or one that is a single word."""
    scene = asked_scene(Perspective(match, seat), words.lang)
    things = _Things(board, scene, words)
    called, own = things.called(word), gathered_answers(match, seat)
    beside = [each for each in scene.choices if each.do in own and each.do.startswith(verb)]
    ways = (
        [each.do for each in beside if each.do.split()[-1] == word],
        [each.do for each in beside if each.at in called or things.place(each.at) in called],
        [each.do for each in scene.choices if each.do not in own and each.do == word],
    )
    return next((way for way in ways if way), [])


def _try(trial: Match, seat: Seat, action: Action, words: Words) -> None:
    """Play an answer on a copy, as far as nothing is drawn; BadAnswer if it is not allowed."""
    rule = trial.refusal(action, seat)
    if rule is not None:
        reason = as_sentence(trial.why(action, seat, words.lang) or "")
        raise BadAnswer(refused(trial, seat, action, reason, words))
    with suppress(NoDice):
        trial.play(action, seat)


def named_things(match: Match, seat: Seat, text: str, words: Words, board: Board | None) -> list[str]:
    """The things of the table that a text names."""
    scene = Perspective(match, seat).scene(words.lang)
    return _Things(board, scene, words).called(text.lower().split()[-1]) or [text.lower().split()[-1]]


def given(match: Match, seat: Seat, after: int) -> list[Action]:
    """The seat's answers after a row that still stand."""
    rows = ((number, match.rows[number]) for number in match.line)
    return [row.action for number, row in rows if number > after and row.seat == seat]


def _valued(match: Match, values: Values, tidy: str, words: Words) -> Action:
    """The action of a number, where answers are numbers; one that is not listed may be an open choice."""
    number = values.read(tidy)
    if number is not None:
        with suppress(Unreadable):
            return match.read(values.answers.get(number, f"{values.stem}{decimal(number)}"))
    between = number is not None and number % 100 != 0
    numbers = possible(values, words, steps=between)
    raise BadAnswer(words("number-impossible", number=tidy[:20], numbers=numbers))


def refused(match: Match, seat: Seat, action: Action, reason: str, words: Words) -> str:
    """The reply to an action that is not allowed; where answers are numbers, with those that are possible."""
    said = words("refused", notation=match.write(action), reason=reason)
    values = Perspective(match, seat).values()
    if values is None or isinstance(action, tuple) or not match.write(action).startswith(values.stem):
        return said
    return f"{said} {words('numbers-possible', numbers=possible(values, words))}"


def _range(count: int) -> dict[str, int]:
    return {"first": min(1, count), "last": count}


class _Things:
    """What the things of a table are called: places and pieces by name, and as they stand on a map."""

    def __init__(self, board: Board | None, scene: Scene, words: Words) -> None:
        self._map = None if board is None else Drawing(board, scene, words).map
        self._names = {place.id: fold(place.name) for place in board.places} if board is not None else {}
        self._names |= {piece.id: fold(piece.name) for piece in scene.pieces}

    def exactly(self, tidy: str) -> list[str]:
        """The things of exactly this name or id."""
        bare = fold(tidy)
        return [each for each, name in self._names.items() if tidy == each or (name == bare and bare)]

    def called(self, tidy: str) -> list[str]:
        """The things of exactly this name or id; or the place that a map shows so."""
        return self.exactly(tidy) or self.shown(tidy)

    def shown(self, tidy: str) -> list[str]:
        """The places that a map shows so."""
        return [] if self._map is None else self._map.shown_as(tidy)

    def place(self, thing: str) -> str | None:
        """Where a piece stands on a map."""
        return None if self._map is None else self._map.place_of(thing)

    def name(self, choice: Choice) -> str:
        """The name of the thing where a choice is clicked, folded; empty if it has none."""
        return self._names.get(choice.at, "")


def _meant(tidy: str, choices: Sequence[Choice], things: _Things) -> list[str]:
    """The notations a text may stand for, by the first reading that fits any."""
    bare = fold(tidy)
    if not bare:
        return []
    exact = things.exactly(tidy)
    called = exact or things.shown(tidy)
    verb, _, thing = tidy.rpartition(" ")
    meant = things.called(thing) if verb else []
    names = {each.do: things.name(each) for each in choices}
    ways = (
        [each.do for each in choices if _begins(each.do, tidy, exact=bool(exact))],
        [each.do for each in choices if each.do.rpartition(" ")[2] == tidy],
        [each.do for each in choices if fold(each.say) == bare],
        [each.do for each in choices if each.do == each.at and things.place(each.at) in called],
        [each.do for each in choices if each.at in called or things.place(each.at) in called],
        [
            each.do
            for each in choices
            if each.do.rpartition(" ")[0] == verb and (each.at in meant or things.place(each.at) in meant)
        ],
        [each.do for each in choices if _begins(each.do.rpartition(" ")[2], tidy, exact=bool(exact))],
        [each.do for each in choices if _begins(fold(each.say), bare, exact=bool(exact), number=True)],
        [each.do for each in choices if _begins(names[each.do], bare, exact=bool(exact), number=True)],
    )
    return next((way for way in ways if way), [])


def _abbreviates(typed: str, notation: str) -> bool:
    """True if each word typed begins the word of the notation in its place: `tra fr`."""
    words, names = typed.split(), notation.split()
    return len(words) <= len(names) and all(
        name.startswith(word) for word, name in zip(words, names, strict=False)
    )


def _begins(said: str, typed: str, *, exact: bool, number: bool = False) -> bool:
    """True if a text begins as typed.

    Where a thing is called `exact`ly so, no other is meant: the Hall is not the beginning of the Hallway. In
    names and sentences a `number` is typed whole: Hall 9 is not the beginning of Hall 96.
    """
    if not said.startswith(typed):
        return False
    following = said[len(typed) : len(typed) + 1]
    if exact:
        return not following.isalnum()
    return not (number and typed[-1].isdigit() and following.isdigit())


def _unknown(tidy: str, text: str, choices: Sequence[Choice], count: int, words: Words) -> str:
    """The error message for a text that fits nothing."""
    said = {name: each.do for each in choices for name in (fold(each.say), each.do)}
    near = difflib.get_close_matches(tidy[:ECHOED], said, 3)
    close = list(dict.fromkeys(said[name] for name in near))
    if close:
        return words("unknown-close", text=text[:ECHOED], matches=words.some(close))
    return words("unknown", text=text[:ECHOED], **_range(count))
