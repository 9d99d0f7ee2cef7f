"""The command `offer`: a whole offer in one line, `offer french: rope for key`, for any game with offers.

Where offers are put together piece by piece, the kind of piece that begins one is named first, then after a
colon what is chosen of each further kind, in the order of the action table, with `for` between the kinds.
Nothing is drafted to find out what could be offered: that is only supposed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from garrison.cli.play import log
from garrison.cli.play.offers import beginning
from garrison.cli.screen.text_board import STEP
from garrison.cli.texts import BadAnswer, Words, fold, glued, wrap
from garrison.core.errors import Refused
from garrison.core.match import Match
from garrison.core.show.perspective import Perspective
from garrison.core.show.scene import Offer
from garrison.core.state import Action, Seat

MOST = 9
"""The highest number of one thing that is read."""


class Made(NamedTuple):
    """What a line comes to: actions to play together, or lines that say how to go on."""

    actions: Sequence[Action] = ()
    lines: Sequence[str] = ()


class Piece(NamedTuple):
    """A row that prepares an offer: what it adds, in words and as notation has it."""

    row: Action
    do: str
    name: str


def read(match: Match, seat: Seat, text: str, words: Words) -> Made:
    """The offer that a line makes, or how to write one."""
    seen = Perspective(match, seat)
    scene = seen.scene(words.lang)
    kinds = _pieces(match, words)
    if not kinds:
        return _whole(match, scene.offers, text, words)
    return _Composer(seen, kinds, words).read(text)


def example(seen: Perspective, words: Words, *, trade: bool = False) -> str:
    """An offer in one line that could be made or begun now; nothing where offers are not made of pieces.

    A `trade` is something for something, or else nothing.
    """
    kinds = _pieces(seen.match, words)
    return _Composer(seen, kinds, words).example(trade=trade) if kinds else ""


def _pieces(match: Match, words: Words) -> dict[str, list[Piece]]:
    """By kind of piece, in the order of the action table, the rows that add one."""
    offers, tell = match.game.play.anytime, match.game.tell
    found: dict[str, list[Piece]] = {}
    for row in offers.rows if offers is not None else ():
        parts = tell.parts(row, words.lang) if offers is not None and row in offers.drafts else ()
        if len(parts) == 1:
            found.setdefault(tell.phrase(row)[0], []).append(Piece(row, match.write(row), parts[0]))
    return found


# Offers that are one action


def _whole(match: Match, offers: Sequence[Offer], text: str, words: Words) -> Made:
    """The one offer whose parts begin with the words of a line."""
    if not offers:
        raise BadAnswer(words("offers-none"))
    between = {fold(each) for each in words("offer-for").split()}
    typed = [each for each in re.split(r"[\s,:]+", text) if each and fold(each) not in between]
    found = list(offers)
    for step, word in enumerate(typed):
        found = beginning(found, step, word)
    if len(found) == 1 and typed:
        return Made([match.read(found[0].do)])
    if not found:
        raise BadAnswer(words("offers-unknown", text=text[:40]))
    return Made(lines=[wrap(words("offers-next", command=glued(found[0].do)))])


# Offers that are put together


class _Composer:
    """Puts an offer together from the words of a line."""

    def __init__(self, seen: Perspective, kinds: dict[str, list[Piece]], words: Words) -> None:
        self.seen = seen
        self.match = seen.match
        self.words = words
        (self.opening, self.openers), *self.sides = kinds.items()

    def read(self, text: str) -> Made:
        words = self.words
        before, colon, after = text.partition(":")
        if not colon:
            before, _, after = text.strip().partition(" ")
        if not before.strip():
            return Made(lines=self.usage(self.start()))
        opener = self.named(before, self.openers, self.start())
        if not after.strip():
            return Made(lines=self.usage([*self.start(), opener.do]))
        middle = "|".join(map(re.escape, words("offer-for").split()))
        sections = re.split(rf"(?:^|\s)(?:{middle})(?:\s|$)", after, flags=re.IGNORECASE)
        if len(sections) > len(self.sides):
            raise BadAnswer(words("offer-sections", command=self.example() or words("offers-word")))
        begun = [*self.start(), opener.do]
        self.tried(begun)
        chosen = [
            [*self.things(section, pieces, begun)]
            for section, (_, pieces) in zip(sections, self.sides, strict=False)
        ]
        rows = [*begun, *(piece.do for side in chosen for piece in side)]
        sections += [""] * (len(self.sides) - len(sections))
        if not all(map(str.strip, sections)):
            self.tried(rows)
            named = [piece.name for side in chosen for piece in side]
            raise BadAnswer(self.half(opener, [each.strip() for each in sections], named, begun))
        return Made([self.match.read(each) for each in [*rows, self.ending(rows)]])

    def half(self, opener: Piece, sections: Sequence[str], named: Sequence[str], begun: Sequence[str]) -> str:
        """What to type where a line does not say what is given, or what for: a trade, or a gift."""
        ready = [
            section or next((each.name for each in pieces if each.name not in named), "")
            for section, pieces in zip(sections, self.possible(begun), strict=True)
        ]
        trade, gift = self.command(opener, ready), self.command(opener, sections)
        if trade == gift:
            return self.words("offer-sections", command=glued(gift))
        return self.words("offer-half", trade=glued(trade), gift=glued(gift))

    def command(self, opener: Piece, things: Iterable[str]) -> str:
        """An offer in one line, with `nothing` for what is empty."""
        nothing = self.words("offer-nothing").split()[0]
        between = f" {self.words('offer-for').split()[0]} "
        told = between.join(each or nothing for each in things)
        return self.words("offer-command", who=opener.name, things=told).lower()

    def possible(self, begun: Sequence[str]) -> list[list[Piece]]:
        """Of each kind, what could be added once this is done."""
        ready = {each.do for each in self.seen.supposed(begun, self.words.lang).offers}
        return [[each for each in pieces if each.do in ready] for _, pieces in self.sides]

    def start(self) -> list[str]:
        """What has to be given up first: a draft that was not sent."""
        offers = self.seen.supposed((), self.words.lang).offers
        if any(each.kind == self.opening for each in offers):
            return []
        return [each.do for each in offers if each.drafts and each.weight != "main"][:1]

    def ending(self, rows: Sequence[str]) -> str:
        """The row that sends what these prepare; BadAnswer if one of them is not allowed."""
        offers = Perspective(self.tried(rows), self.seen.seat).scene(self.words.lang).offers
        sent = [each.do for each in offers if not each.drafts and each.weight == "main"]
        if not sent:
            raise BadAnswer(self.words("offer-sections", command=self.example()))
        return sent[0]

    def tried(self, rows: Sequence[str]) -> Match:
        """A copy with these rows, which only prepare an offer; BadAnswer if one of them is not allowed."""
        trial = self.match.copy()
        for text in rows:
            action = trial.read(text)
            try:
                trial.play(action, self.seen.seat)
            except Refused as error:
                reason = log.reason(trial, action, self.seen.seat, self.words.lang)
                raise BadAnswer(self.words("refused", notation=text, reason=reason)) from error
        return trial

    # Words

    def things(self, section: str, pieces: Sequence[Piece], begun: Sequence[str]) -> Iterator[Piece]:
        """The pieces that a part of the line names: `2 ropes, a key`."""
        joints = "|".join(map(re.escape, self.words("offer-and").split()))
        for item in re.split(rf",|\+|\s(?:{joints})\s", section):
            if item.strip() and fold(item) not in self.words("offer-nothing").split():
                yield from self.counted(item.split(), pieces, begun)

    def counted(self, typed: Sequence[str], pieces: Sequence[Piece], begun: Sequence[str]) -> Iterator[Piece]:
        """Things without commas between them: the most words that name one thing come first."""
        count = 1
        while typed:
            word, *rest = typed
            if word.isascii() and word.isdecimal() and rest:
                count, typed = min(MOST, int(word[:2])), rest
                continue
            known = (n for n in range(len(typed), 0, -1) if self.matching(" ".join(typed[:n]), pieces))
            size = next(known, len(typed))
            piece = self.named(" ".join(typed[:size]), pieces, begun)
            yield from [piece] * count
            count, typed = 1, typed[size:]

    def named(self, text: str, pieces: Sequence[Piece], begun: Sequence[str]) -> Piece:
        """The one piece that a text names: of those on offer once this is done, or else of all."""
        ready = {each.do for each in self.seen.supposed(begun, self.words.lang).offers}
        now = [piece for piece in pieces if piece.do in ready]
        found = self.matching(text, now) or self.matching(text, pieces)
        if len(found) == 1:
            return found[0]
        if len({*found} & {*now}) > 1:
            names = self.words.some([piece.name for piece in found])
            raise BadAnswer(self.words("ambiguous", text=text.strip(), matches=names))
        possible = self.words.some([piece.name for piece in now] or self.words("offer-nothing").split()[:1])
        raise BadAnswer(self.words("offer-unknown", text=text.strip()[:40], names=possible))

    def matching(self, text: str, pieces: Sequence[Piece]) -> list[Piece]:
        """The pieces a text may mean, by the first reading that fits any."""
        wanted = fold(text)
        ways = (
            lambda piece: wanted in (fold(piece.name), fold(piece.do.split()[-1])),
            lambda piece: any(name.startswith(wanted) for name in _names(piece)),
            lambda piece: any(_plural(wanted, name) for name in _names(piece)),
        )
        return next((found for fits in ways if wanted and (found := [*filter(fits, pieces)])), [])

    # How to write one

    def usage(self, rows: Sequence[str]) -> list[str]:
        """What could be offered, and an example."""
        words, now = self.words, self.seen.supposed(rows, self.words.lang)
        if not now.offers:
            raise BadAnswer(words("offers-none"))
        lines = []
        for kind in now.kinds:
            names = [each.parts[0] for each in now.offers if each.kind == kind.id and len(each.parts) == 1]
            if names:
                lines.append(wrap(f"{kind.name}: {kind.steps[0]} {', '.join(map(glued, names))}", "", STEP))
        shown = self.example(rows)
        return [*lines, wrap(words("offers-next", command=glued(shown)))] if shown else lines

    def example(self, rows: Sequence[str] = (), *, trade: bool = False) -> str:
        """`offer french: rope for key`: the first things that could be offered."""
        lang = self.words.lang
        begun = list(rows) or self.start()
        opener = next((each for each in self.openers if each.do in begun), None)
        if opener is None:
            now = self.seen.supposed(begun, lang)
            ready = {each.do for each in now.offers if each.kind == self.opening}
            opener = next((each for each in self.openers if each.do in ready), None)
            begun = [*begun, opener.do] if opener is not None else begun
        if opener is None:
            return ""
        taken: list[str] = []
        for pieces in self.possible(begun):
            other = [each.name for each in pieces if each.name not in taken] or [each.name for each in pieces]
            taken += other[:1] or [""]
        return self.command(opener, taken) if all(taken) or not trade else ""


def _names(piece: Piece) -> list[str]:
    """How a piece can be typed: its name, each word of it, and the last word of the notation."""
    return [fold(piece.name), *map(fold, piece.name.split()), fold(piece.do.split()[-1])]


def _plural(typed: str, name: str) -> bool:
    """True if a word is another with one or two letters more, or another last one: `passes`, `corde`."""
    longer = typed.startswith(name) and len(typed) <= len(name) + 2
    return len(name) > 2 and (longer or typed[:-1] == name[:-1])
