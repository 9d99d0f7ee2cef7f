"""A game: a record of parts, by who needs them.

The kernel takes the rules, bots rules and knowledge, surfaces the rest. Legality, applying, refusing,
recording and undoing are core's and the same for all games. What is optional has a default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, runtime_checkable

from garrison.core.rules import Rules
from garrison.core.show.scene import Board, Note, Scene, SummaryLine
from garrison.core.show.words import Words
from garrison.core.state import Action, Ask, Dice, Event, Options, S, Seat, View

# What kind of game it is


@dataclass(frozen=True, slots=True)
class Utility:
    """The range of `Result.utility`, and its sum over all seats of a match for several.

    `total` is None where that sum varies.
    """

    low: float = -1.0
    high: float = 1.0
    total: float | None = 0.0


@dataclass(frozen=True, slots=True)
class Kind:
    """The type of a game over all option sets: the first thing a researcher asks.

    `seats`: least and most. `chance`: dice or shuffled cards. `hidden`: a seat may know what another must
    not, so that people at one device look away. `windows`: several seats answer at once, unseen.
    `offers`: a seat may act without being asked. `open_choices`: actions with numbers of the player's own.
    `draws`: a game for several may end in a draw, so all may agree on one.
    `minutes`: how long a match takes two or fewer people, least and most; nothing where nobody has measured.
    """

    seats: tuple[int, int]
    chance: bool = True
    hidden: bool = False
    windows: bool = False
    offers: bool = False
    open_choices: bool = False
    draws: bool = False
    utility: Utility = Utility()
    minutes: tuple[int, int] | None = None


# For Match, bots and the store


@dataclass(frozen=True, slots=True, eq=False)
class Knowledge(Generic[S]):
    """Views of seats, and whole states as plain data.

    `view(state, seat)`: the data the seat may know. The ARBITER's view is the saved state; it gives the
    options of the match, by name or in a table `options`.
    `load(view)`: the state an ARBITER's view describes; without `agenda`, the phase starts afresh.
    `sample(view, dice)`: some full state that this seat's view allows.
    `position(setup, changes)`: the ARBITER's view of a scenario's position, `changes` laid over the set-up.
    `stock(options)`: the contents of the box, from the data files.
    `count(view)`: everything found anywhere in an ARBITER's view, in the same terms as `stock`.
    `unordered`: keys of a view whose lists have no order, for comparing with what a scenario expects.
    """

    view: Callable[[S, Seat], View]
    load: Callable[[View], S]
    sample: Callable[[View, Dice], S]
    position: Callable[[View, View], View]
    stock: Callable[[Options], dict[str, int]]
    count: Callable[[View], dict[str, int]]
    unordered: frozenset[str] = frozenset()


class Guide(Protocol):
    """Knowledge of how to play a game well. Given a state, it looks only at what the seat may know of it.

    So it finds the same on every state that `Knowledge.sample` makes of one view.
    """

    def rank(self, state: Any, seat: Seat, actions: Sequence[Action]) -> Sequence[float]:
        """How good each action looks at first sight, the more the better; 1 is about a game won or lost."""

    def worth(self, state: Any, seat: Seat) -> float | None:
        """The seat's chance of winning from here, or None where no moment to judge it has come."""

    def reason(self, state: Any, seat: Seat, action: Action, lang: str) -> str:
        """A sentence with the reason for an action."""


@runtime_checkable
class OpenGuide(Guide, Protocol):
    """A guide for a game with open choices."""

    def open_choice(self, state: Any, seat: Seat, action: Action) -> Action:
        """The open choice to make instead of this answer from the list, or the answer itself."""


def first_best(guide: Guide, state: Any, seat: Seat, actions: Sequence[Action]) -> Action:
    """The action that looks best, the first among equals."""
    ranks = guide.rank(state, seat, actions)
    return actions[max(range(len(actions)), key=ranks.__getitem__)]


class Feature(NamedTuple):
    """Some numbers of an encoded position: `shape` tells how many, `low` and `high` their range."""

    name: str
    shape: tuple[int, ...]
    low: float = 0
    high: float = 1

    @property
    def size(self) -> int:
        return prod(self.shape)


@dataclass(frozen=True, slots=True, eq=False)
class Learning(Generic[S]):
    """Numbers for learners.

    `version` goes up when the same position would be encoded otherwise, so that a model knows its numbers.
    `encode(state, seat)`: the values of all `features`, one after the other, from what the seat may know.
    """

    version: int
    features: tuple[Feature, ...]
    encode: Callable[[S, Seat], list[float]]


# For surfaces


def no_subjects(_: Ask) -> tuple[str, ...]:
    """Games whose questions are about no piece in particular."""
    return ()


def usual_wording(_view: View, _action: Action | None, _lang: str) -> str:
    """Games whose sentences do not depend on the position."""
    return ""


def all_main(_view: View, _action: Action) -> str:
    """Games in which no answer gives anything up."""
    return "main"


def no_tally(_view: View, _action: Action, _ticked: int, _of: int, _lang: str) -> str:
    """Games without answers that are ticked, or whose closing sentence does not count them."""
    return ""


def nothing_to_deselect(_view: View) -> Action | None:
    """Games in which whoever was chosen has to act."""
    return None


def nothing_ends(_view: View, _action: Action) -> str:
    """Games without phases that a player could end too soon."""
    return ""


def none_folded(_view: View, _action: Action) -> str:
    """Games that list all answers in full."""
    return ""


def one_kind(_view: View, _action: Action) -> str:
    """Games whose answers are all of one kind."""
    return ""


def no_notes(_view: View, actions: Sequence[Action], _lang: str) -> Sequence[str | Note]:
    """Games whose sentences say enough."""
    return ("",) * len(actions)


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """How a game looks, and where it is clicked.

    `board(options, lang)`: the drawing that never changes. It is made once for each language and each set of
    the options it depends on, `board_options`, and is given no others; without them, it depends on all.
    `click_targets(view, action)`: the things of the scene where a choice is clicked, the foremost first: ids
    of places, pieces, trays, groups or gauges of the board; none for a choice of the list alone. A gauge
    without a dial is only read, never clicked.
    `subjects(ask)`: the pieces and places that a question is about: who was chosen to act.
    `deselect(view)`: the answer to the open question by which a seat lets go of whom it has chosen, at no
    cost, in a game that has one; else nothing. A click on another piece plays it where no undo is open.
    `wording(view, action, lang)`: the sentence of a choice, or of the question for None, where the position
    calls for another than the usual; else nothing.
    `tally(view, action, ticked, of, lang)`: the sentence of an answer that closes a question with `ticks`,
    when so many of those on offer are ticked; nothing for the usual one.
    `meanings(view, thing)`: the actions that a click on a thing may mean, allowed or not; without it, the
    rows whose notation names the thing.
    `fold(view, action)`: the key of a heading in the words `folds`, for an answer that is possible rather
    than worth choosing, such as a soldier who can only move; else nothing. Where lists are long, it is told
    in brief with others of that heading, and on the board it is lit faintly.
    `kind(view, action)`: the key of a heading in the words `kinds`, for answers that are listed by kind, in
    the order of that table: attack, suppress, move. Keys may share a heading: at equal odds the answer of
    the first key comes first. Nothing for an answer that needs no heading.
    `minor_kinds`: the kinds seldom wanted, whose answers are folded where lists are long.
    `weight(view, action)`: `main`; `quiet` for an answer that gives something up, `final` for one that ends
    something: they stand last and apart, and a stray key or click never plays them.
    `ends(view, action)`: the key of a request in the words `ends`, for an answer with which a phase or turn
    of the seat ends, whatever dice it rolls; else nothing.
    `notes(view, actions, lang)`: for each of these actions a note of a few characters, such as a cost, that
    is drawn where it is clicked; else nothing. A `Note` says more: a badge for what it takes beside the cost,
    both in words, and whether it is one of many alike. Asked once for all of them.
    `summary(told, lang)`: what these events, in order, come to: a line for each player. It is read by whoever
    was away, and is made of nothing but what that seat was told. Without it, the news are its sentences.
    """

    board: Callable[[Options, str], Board]
    scene: Callable[[View, str], Scene]
    click_targets: Callable[[View, Action], tuple[str, ...]]
    subjects: Callable[[Ask], tuple[str, ...]] = no_subjects
    meanings: Callable[[View, str], list[Action]] | None = None
    wording: Callable[[View, Action | None, str], str] = usual_wording
    fold: Callable[[View, Action], str] = none_folded
    kind: Callable[[View, Action], str] = one_kind
    minor_kinds: frozenset[str] = frozenset()
    weight: Callable[[View, Action], str] = all_main
    ends: Callable[[View, Action], str] = nothing_ends
    notes: Callable[[View, Sequence[Action], str], Sequence[str | Note]] = no_notes
    board_options: tuple[str, ...] | None = None
    tally: Callable[[View, Action, int, int, str], str] = no_tally
    summary: Callable[[Sequence[Event], str], Sequence[SummaryLine]] | None = None
    deselect: Callable[[View], Action | None] = nothing_to_deselect


Card: TypeAlias = "tuple[str, str, str]"
"""Name, effect, and a remark such as "reconstructed"."""
Figure: TypeAlias = "tuple[str, str, str, str]"
"""What, value, confidence, source."""


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table about a finished game: the first cell of a row says what the row is about.

    Without a head, each row is a fact and its value.
    """

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Illustration:
    """A picture by the game's own drawing, with a caption.

    It shows `stacks`, sprites upon each other, side by side; or else the part of the board in `box`, all of
    it without one, with the pieces of a `position`: changes laid over the set-up, as in a scenario. There
    `marked` things have a ring. `options` are those that differ from the default, `rules` the ids of the
    rules it belongs to.
    """

    caption: str
    rules: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    position: Mapping[str, Any] = field(default_factory=dict)
    box: tuple[int, int, int, int] | None = None
    marked: tuple[str, ...] = ()
    stacks: tuple[tuple[str, ...], ...] = ()


def no_cover(_lang: str) -> Illustration | None:
    """Games without a picture of themselves."""
    return None


def no_illustrations(_edition: str, _lang: str) -> Sequence[Illustration]:
    """Games whose rules have no pictures."""
    return ()


def no_cards(_edition: str, _lang: str) -> list[Card]:
    """Games without cards."""
    return []


def no_figures(_lang: str) -> list[Figure]:
    """Games whose figures all come from the rulebook."""
    return []


def no_sources(_lang: str) -> dict[str, str]:
    """Games without figures from elsewhere."""
    return {}


def no_sheet(_view: View, _lang: str) -> list[tuple[str, int]]:
    """Games whose score needs no explanation."""
    return []


def no_report(_end: View, _told: Sequence[Event], _lang: str) -> Sequence[ReportTable]:
    """Games that are told by their result and score."""
    return ()


def no_reason(_view: View, _action: Action, _rule: str, _lang: str) -> str:
    """Games whose rules say enough."""
    return ""


def nothing_meanwhile(_view: View, _thing: str, _lang: str) -> str:
    """Games whose rules say why a thing cannot be chosen."""
    return ""


def no_outlook(_view: View, _action: Action | None, _lang: str) -> str:
    """Games whose answers have exact odds, or are certain."""
    return ""


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """Reference for players, beside the rules themselves.

    `cards(edition, lang)`: every card a player of an edition can meet.
    `figures(lang)`: where figures come from, and `sources(lang)`, the short names of sources in full.
    `sheet(view, lang)`: how a score comes about, line by line.
    `report(end, told, lang)`: how a finished game went, in tables, from what is public: the last view of a
    spectator, and all events told to everybody.
    `because(view, action, rule, lang)`: why this position makes the rule forbid the action, in a sentence.
    `meanwhile(view, thing, lang)`: why a thing cannot be chosen while the open question is about another:
    whose action it is, and what is the matter with this one; else nothing.
    `outlook(view, action, lang)`: what can be said beforehand of an answer that has no exact odds, such as
    where a shot will come down; without an action, of the open question: what lies where.
    `cover(lang)`: the picture by which one chooses the game.
    `illustrations(edition, lang)`: the pictures beside the rules of an edition.
    `lessons`: those who do not know the game play these first, in this order: the names, without `.toml`, of
    the files in the folder `lessons` that `Words.text` reads.
    """

    cards: Callable[[str, str], list[Card]] = no_cards
    figures: Callable[[str], list[Figure]] = no_figures
    sources: Callable[[str], dict[str, str]] = no_sources
    sheet: Callable[[View, str], list[tuple[str, int]]] = no_sheet
    because: Callable[[View, Action, str, str], str] = no_reason
    outlook: Callable[[View, Action | None, str], str] = no_outlook
    cover: Callable[[str], Illustration | None] = no_cover
    illustrations: Callable[[str, str], Sequence[Illustration]] = no_illustrations
    lessons: tuple[str, ...] = ()
    meanwhile: Callable[[View, str, str], str] = nothing_meanwhile
    report: Callable[[View, Sequence[Event], str], Sequence[ReportTable]] = no_report


# For statistics


def no_facts(_end: View, _told: Sequence[Event]) -> dict[str, Any]:
    """Games that are told by their result alone."""
    return {}


def no_test(_: Event) -> tuple[str, int, int, bool] | None:
    """Games in which every test is somebody's choice."""
    return None


@dataclass(frozen=True, slots=True, eq=False)
class Study:
    """A finished game in figures.

    `facts`: what `find` finds, by name: int, str, bool or list, which is one of str. Any may be None.
    `find(end, told)`: these facts, from the ARBITER's last view and all events.
    `throws`: by label of a roll, the side that rolls, a key of the words `names.side`.
    `tested(event)`: a test that nobody chose: the side that rolls, hits, cases, and whether it succeeded.
    `policy(view, actions)`: a plain way to play, for long sample games; without it, the guide's.
    `means`: facts whose means the tables of strength show instead of the score of the first seat. A list
    counts by its length, and a game in which a fact is None counts for the others only.
    """

    facts: Mapping[str, type] = field(default_factory=dict)
    find: Callable[[View, Sequence[Event]], dict[str, Any]] = no_facts
    throws: Mapping[str, str] = field(default_factory=dict)
    tested: Callable[[Event], tuple[str, int, int, bool] | None] = no_test
    policy: Callable[[View, Sequence[Action]], Action] | None = None
    means: tuple[str, ...] = ()


def all_allowed(_: Options) -> str | None:
    """Games whose options go together in any combination."""
    return None


@dataclass(frozen=True, slots=True, eq=False)
class Game(Generic[S]):
    """One game with all its editions.

    `rules` goes up when a recorded game would go differently. `options`: allowed values, the default first.
    `later`: options the game got after its first records. A match has one only if its value is not the
    default, so that older records, headers and views stay as they are.
    `trials`: the sets of options by which laws, fuzzing and tables of strength try the game, where all are
    too many. Each gives what differs from the first set that fits; every value of every option is in one.
    `seats(options)`: names of the seats, in turn order.
    `allowed(options)`: a sentence saying what is wrong with this combination of options, or None.
    `sides(options)`: by id, a key of the words `names.side`, the seats that play the same part in the game,
    in the order of their first seats, every seat in one side. Whether they win together, `teams` says.
    Without it, each seat is a side of its own, called as the seat is.
    `teams(options)`: the seats that win and lose together, every seat in one team; without it, each is alone.
    `preview`: rules are still missing. It can be played by its name, but the home page does not offer it.
    """

    id: str
    rules: int
    options: Mapping[str, tuple[str, ...]]
    seats: Callable[[Options], tuple[str, ...]]
    kind: Kind
    play: Rules[S]
    know: Knowledge[S]
    tell: Words
    show: Stage
    allowed: Callable[[Options], str | None] = all_allowed
    later: frozenset[str] = frozenset()
    trials: tuple[Options, ...] = ()
    book: Book = Book()
    guide: Guide | None = None
    learn: Learning[S] | None = None
    study: Study = Study()
    sides: Callable[[Options], Mapping[str, tuple[Seat, ...]]] | None = None
    teams: Callable[[Options], Sequence[tuple[Seat, ...]]] | None = None
    preview: bool = False

    def title(self, lang: str) -> str:
        """The game's name, or its id where it has none."""
        return self.tell.optional_term("title", lang) or self.id


AnyGame: TypeAlias = "Game[Any]"
"""A game whose state type does not matter to the caller, which is true of all surfaces."""
