"""What each officer has done meanwhile, in a line each, from what a seat was told and nothing else.

Walks are told by where they lead, what only leads to something else not at all, and many of a kind by number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from garrison.core.show.scene import SummaryLine
from garrison.core.show.templates import fill
from garrison.core.state import Event
from garrison.games.colditz.castle.layout import AREA, AREAS, ROOM_OF, ROOMS
from garrison.games.colditz.show.staging import SHUT
from garrison.games.colditz.state import nation_of
from garrison.games.colditz.tables import FINDS, FIRST_GUARD, ITEMS, OFFICERS, SECURITY_OFFICER
from garrison.games.colditz.words import WORDS

MANY: Final = 3
"""More throws than these are left out, more names told by their number."""


class Deed(NamedTuple):
    """How an event is told: the key of its words, who did it, and which of its arguments are named.

    `by` is the argument that tells the officer; without it, it was the Security Officer.
    """

    key: str
    by: int | None = 0
    named: tuple[int, ...] = ()


DEEDS: Final[Mapping[str, Deed]] = {
    "drew": Deed("drew"),
    "drew_part": Deed("part"),
    "discarded": Deed("discarded"),
    "played": Deed("played", 0, (1,)),
    "made": Deed("made", 0, (1,)),
    "lost": Deed("lost", 0, (1,)),
    "released": Deed("released", 0, (0,)),
    "refused": Deed("refused", 0, (0,)),
    "escaped": Deed("escaped", 0, (0, 1)),
    "entered": Deed("entered", 0, (0, 1)),
    "card_shown": Deed("shown", 0, (1,)),
    "allowed": Deed("allowed", 0, (1, 2)),
    "denied": Deed("denied", 0, (1, 2)),
    "drove_off": Deed("drove", 0, (0,)),
    "alighted": Deed("alighted", 0, (0, 1)),
    "ran": Deed("ran", 0, (0, 1, 2)),
    "traded": Deed("traded", 0, (1, 2, 3)),
    "offered": Deed("offered", 0, (1,)),
    "declined": Deed("declined", 1, (0,)),
    "general_search": Deed("general", None),
    "searched": Deed("searched", None, (0,)),
    "discovered": Deed("discovered", None, (0,)),
    "detected": Deed("detected", None, (0,)),
    "confiscated": Deed("confiscated", None, (0,)),
    "shot": Deed("shot", None, (1,)),
    "missed": Deed("missed", None, (1,)),
    "withdrawn": Deed("withdrawn", None),
}
TYPES: Final[Mapping[str, tuple[str, ...]]] = {
    **{deed.key: tuple(WORDS.events[kind].args[each] for each in deed.named) for kind, deed in DEEDS.items()},
    **dict.fromkeys(("caught", "walked-into", "arrested-inner", "arrested-outer"), ("pawn",)),
    "took": ("one",),
    **dict.fromkeys(("cleared", "lured"), ()),
    "saved": ("pawn", "card"),
}
"""By key, the types of what is named. Deeds that name nothing are counted."""
LISTED: Final = frozenset(("pawn", "card"))
"""Types of what is told in one list, if all else about it is the same; other names are told one by one."""
EACH: Final = frozenset(("traded",))
"""What is told as often as it was done, though the words are the same; of the rest they may say how often."""
COMMON: Final = frozenset((*SHUT, "last_turns", "team_out"))
"""What nobody in particular has done: told in the sentences of the log."""
ANSWERED: Final = frozenset(("traded", "declined", "recalled", "lapsed"))
"""What becomes of an offer, which then is no longer open."""
TELLS_MORE: Final = {"escaped": 0, "drove_off": 0, "ran": 0, "withdrawn": 0, "shot": 1}
"""Events that tell more of a pawn than its walk, with the argument that is the pawn."""
COMES: Final = frozenset(("moved", "posted", "searched", "general_search", "played", "rolled"))
"""Events that may lead to an arrest."""
BLOCKS: Final = ("inner", "outer")


def summary(told: Sequence[Event], lang: str) -> list[SummaryLine]:
    """A line for each officer of whom something was told, in the order in which they acted, then the rest."""
    meanwhile = Meanwhile()
    for event in told:
        meanwhile.hear(event[1], event[2:])
    lines = [
        SummaryLine(WORDS.name("seat", OFFICERS[officer], lang), f"{', '.join(phrases).removesuffix('.')}.")
        for officer in meanwhile.deeds
        if (phrases := [*meanwhile.phrases(officer, lang)])
    ]
    common = [WORDS.line(event, lang) for event in told if event[1] in COMMON]
    return [*lines, SummaryLine("", " ".join(common))] if common else lines


def _officer_of(pawn: int) -> int:
    return SECURITY_OFFICER if pawn >= FIRST_GUARD else nation_of(pawn)


class Meanwhile:
    """All that was told, sorted by who did it and by what it was, in the order in which each came first."""

    def __init__(self) -> None:
        self.deeds: dict[int, dict[str, list[tuple[int, ...]]]] = {}
        """By officer and key, what each deed names."""
        self.at: dict[int, int] = {}
        """By pawn that has walked, where to."""
        self.paid: dict[int, Counter[int]] = {}
        """By POW, what he used to get over barriers."""
        self.player, self.card = SECURITY_OFFICER, -1
        """Who played the last card, and which."""
        self.shut = False
        """True while the end of a tunnel is told."""
        self.walker = -1
        """The pawn that has come last, if it was on foot."""

    def hear(self, kind: str, about: tuple[Any, ...]) -> None:
        self.shut = kind in SHUT or (self.shut and kind == "arrested")
        if kind in ANSWERED:
            self._close_offer(about[0], about[1])
        if kind in TELLS_MORE:
            self._forget_walk(about[TELLS_MORE[kind]])
        if kind in IN_ITS_OWN_WAY:
            IN_ITS_OWN_WAY[kind](self, *about)
        elif kind in DEEDS:
            self._do(kind, about)
        if kind in COMES:
            self.walker = about[0] if kind == "moved" else -1
        if kind == "played":
            self.player, self.card = about

    def _do(self, kind: str, about: tuple[Any, ...]) -> None:
        deed, by = DEEDS[kind], SECURITY_OFFICER
        if deed.by is not None:
            by = about[deed.by]
            if WORDS.events[kind].args[deed.by] == "pawn":
                by = _officer_of(by)
        self._add(by, deed.key, *(about[each] for each in deed.named))

    def _add(self, officer: int, key: str, *named: int) -> None:
        self.deeds.setdefault(officer, {}).setdefault(key, []).append(named)

    def _forget_walk(self, pawn: int) -> None:
        self.at.pop(pawn, None)
        self.paid.pop(pawn, None)

    def _forget_guards(self, space: int) -> None:
        """Leave out the walk of a guard to what he did there."""
        for pawn, at in [*self.at.items()]:
            if pawn >= FIRST_GUARD and at == space:
                self._forget_walk(pawn)

    def _close_offer(self, sender: int, other: int) -> None:
        offers = self.deeds.get(sender, {}).get("offered", [])
        if (other,) in offers:
            offers.remove((other,))

    # What is told in its own way

    def rolled(self, officer: int, one: int, other: int) -> None:
        self._add(officer, "rolled", one, other)

    def moved(self, pawn: int, way: tuple[int, ...], points: int) -> None:
        """A POW who is sent to the appel has gone nowhere by himself."""
        if points:
            self.at[pawn] = way[-1]
            self._add(_officer_of(pawn), "moved", pawn)
        else:
            self._forget_walk(pawn)

    def crossed(self, pawn: int, space: int, item: int, cards: int) -> None:
        self.at[pawn] = space
        self.paid.setdefault(pawn, Counter())[item] += cards
        self._add(_officer_of(pawn), "moved", pawn)

    def arrested(self, pawn: int, space: int, block: int) -> None:
        """By a guard, because he walked into one, or because the tunnel is closed."""
        self._forget_walk(pawn)
        self._forget_guards(space)
        if self.shut:
            self._add(nation_of(pawn), "caught", pawn)
        elif self.walker == pawn:
            self._add(nation_of(pawn), "walked-into", pawn)
        else:
            self._add(SECURITY_OFFICER, f"arrested-{BLOCKS[block]}", pawn)

    def posted(self, _guard: int, post: int) -> None:
        self._add(SECURITY_OFFICER, "posted", post)

    def cleared(self, _nation: int, space: int, by_guard: int) -> None:
        if by_guard:
            self._forget_guards(space)
            self._add(SECURITY_OFFICER, "cleared")

    def lured(self, guard: int, _quarters: int) -> None:
        self._forget_walk(guard)
        self._add(self.player, "lured")

    def took(self, nation: int, item: int) -> None:
        """A card that finds one thing says what it is."""
        if self.card not in FINDS:
            self._add(nation, "took", item)

    def saved(self, pawn: int, card: int) -> None:
        nation = nation_of(pawn)
        played = self.deeds.get(nation, {}).get("played", [])
        if (card,) in played:
            played.remove((card,))
        self._add(nation, "saved", pawn, card)

    # In words

    def phrases(self, officer: int, lang: str) -> Iterator[str]:
        """What an officer did, piece by piece. Verbs depend on whether it was one person or a nation."""
        said: Mapping[str, str] = WORDS.load(lang)["summary"]
        for key, done in self.deeds[officer].items():
            told = self._walks([pawn for (pawn,) in done], lang) if key == "moved" else _told(key, done, lang)
            for found, *places in told:
                yield fill(said[str(found)], *places, n=1 if officer == SECURITY_OFFICER else 2)

    def _walks(self, pawns: Sequence[int], lang: str) -> Iterator[tuple[str | int, ...]]:
        """Where pawns have gone: guards by number, POWs by name, unless there are many."""
        walked = [pawn for pawn in dict.fromkeys(pawns) if pawn in self.at]
        if walked and walked[0] >= FIRST_GUARD:
            yield "guards-moved", len(walked)
            return
        for pawn in filter(self.paid.__contains__, walked):
            area = AREAS[AREA[self.at[pawn]]]
            yield f"crossed-{area}", WORDS.argument("pawn", pawn, lang), _items(self.paid[pawn], lang)
        by_room: dict[int, list[int]] = {}
        for pawn in walked:
            if pawn not in self.paid:
                by_room.setdefault(ROOM_OF.get(self.at[pawn], -1), []).append(pawn)
        others = [pawn for room in by_room.values() for pawn in room]
        if len(others) > MANY:
            yield "moved", _several("pawn", others, lang)
            return
        for room, there in by_room.items():
            into = "" if room < 0 else WORDS.name("into", ROOMS[room], lang)
            yield "moved" if room < 0 else "moved-to-room", _several("pawn", there, lang), into


IN_ITS_OWN_WAY: Final[Mapping[str, Callable[..., None]]] = {
    "rolled": Meanwhile.rolled,
    "moved": Meanwhile.moved,
    "crossed": Meanwhile.crossed,
    "arrested": Meanwhile.arrested,
    "posted": Meanwhile.posted,
    "cleared": Meanwhile.cleared,
    "lured": Meanwhile.lured,
    "took": Meanwhile.took,
    "saved": Meanwhile.saved,
}


def _told(key: str, done: Sequence[tuple[int, ...]], lang: str) -> Iterator[tuple[str | int, ...]]:
    """Deeds of one key: the keys of their words, each with what is filled in; nothing where none is left."""
    if key == "rolled":
        if len(done) <= MANY:
            yield key, _listed([f"{one}+{other}" for one, other in done], lang)
    elif key == "posted":
        posts = ", ".join(WORDS.argument("space", post, lang) for (post,) in done)
        yield (key, len(done)) if len(done) > MANY else ("posted-at", len(done), posts)
    elif not TYPES[key]:
        yield key, len(done)
    elif TYPES[key] == ("one",):
        yield key, _items(Counter(item for (item,) in done), lang)
    elif TYPES[key][0] in LISTED:
        yield from ((key, *each) for each in _together(TYPES[key], done, lang))
    else:
        for about, times in Counter(done).items():
            named = [WORDS.argument(kind, value, lang) for kind, value in zip(TYPES[key], about, strict=True)]
            told: tuple[str | int, ...] = (key, *named, times)
            yield from [told] * (times if key in EACH else 1)


def _together(types: Sequence[str], done: Sequence[tuple[int, ...]], lang: str) -> Iterator[tuple[str, ...]]:
    """Deeds that differ in what they name first are told once, with all of that."""
    first: dict[tuple[int, ...], list[int]] = {}
    for value, *others in done:
        first.setdefault(tuple(others), []).append(value)
    for rest, values in first.items():
        named = (WORDS.argument(kind, value, lang) for kind, value in zip(types[1:], rest, strict=True))
        yield _several(types[0], values, lang), *named


def _several(kind: str, values: Sequence[int], lang: str) -> str:
    """Some things by name, each once; many POWs or cards by number."""
    many = {"pawn": "pows", "card": "cards"}.get(kind)
    if many and len(values) > MANY:
        return fill(WORDS.load(lang)["summary"][many], len(values))
    return _listed([*dict.fromkeys(WORDS.argument(kind, value, lang) for value in values)], lang)


def _items(cards: Mapping[int, int], lang: str) -> str:
    return ", ".join(fill(WORDS.name("counted", ITEMS[item], lang), n) for item, n in cards.items())


def _listed(names: Sequence[str], lang: str) -> str:
    *others, last = names
    return fill(WORDS.load(lang)["summary"]["list"], ", ".join(others), last) if others else last
