"""The contract between a game and everything that plays it.

A game supplies data, steps and questions. Legality, applying, refusing, recording and undoing are
core's and the same for all games.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from garrison.core.show.scene import Board, Form, Scene

Seat: TypeAlias = int
SPECTATOR: Seat = -1
ARBITER: Seat = -2

Action: TypeAlias = "int | tuple[int, ...]"
"""A row of `Game.actions`; an open choice is (row, whole number, ...), numbers in hundredths."""

Event: TypeAlias = "tuple[Any, ...]"
"""(to, kind, argument, ...): `to` is ALL or the bits of the seats that may know it."""

Ask: TypeAlias = "tuple[Any, ...]"
"""(question, bits of the seats asked, public argument, ...)"""

View: TypeAlias = "dict[str, Any]"
"""Plain data with names, the same as JSON: this is the edge where types end."""

Options: TypeAlias = "Mapping[str, str]"
Tell: TypeAlias = "Callable[[Event], None]"

ALL = -1
"""Every bit set: an event everybody may know."""


def bit(seat: Seat) -> int:
    return 1 << seat


class Dice(Protocol):
    """Chance comes from outside the state, through these three doors."""

    def roll(self, n: int, label: str) -> list[int]:
        """n six-sided dice, as thrown."""

    def pick(self, n: int, label: str) -> int:
        """A number from 0 to n - 1."""

    def shuffle(self, cards: list[int], label: str) -> None:
        """Shuffle in place."""


S = TypeVar("S", bound="State")


class State:
    """The part common to all states. A game adds slots of ints and flat lists and writes its own `copy`.

    `known` remembers the list of the open Ask: it is neither copied nor saved nor compared.
    """

    __slots__ = ("agenda", "answers", "ask", "known", "rules")

    rules: int
    ask: Ask | None
    answers: list[tuple[Seat, Action]]
    agenda: list[tuple[Any, ...]]
    known: Sequence[Action] | None

    saved: ClassVar[tuple[str, ...]] = ("rules", "ask", "answers", "agenda")

    def __init__(self, rules: int) -> None:
        self.rules = rules
        self.ask = None
        self.answers = []
        self.agenda = []
        self.known = None

    def copy(self: S) -> S:
        """A state of its own, sharing nothing mutable; written by hand in each game."""
        raise TypeError(f"{type(self).__name__} has no copy of its own")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.saved)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.saved)
        return f"{type(self).__name__}({inside})"


def no_odds(*_: object) -> None:
    """Most answers roll nothing."""
    return


def no_form(*_: object) -> None:
    """Most questions have no open choice."""
    return


@dataclass(frozen=True, slots=True)
class Question:
    """One thing a seat can be asked. All functions get (state, seat, [action,] ..., *args of the Ask).

    `hit` is the kind of event that tells that a roll with `odds` succeeded.
    `always` asks even when there is one answer, because silence would betray a secret.
    `rows` says which rows are this question's; only an `anytime` question needs it.
    """

    rule: str
    legal: Callable[..., Sequence[Action]]
    judge: Callable[..., str | None]
    answer: Callable[..., None]
    odds: Callable[..., tuple[int, int] | None] = no_odds
    form: Callable[..., Form | None] = no_form
    silence: Action | None = None
    hit: str = ""
    always: bool = False
    rows: Container[int] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: who won, points by seat, the kind of ending, and what else the game names."""

    won: tuple[Seat, ...]
    score: tuple[int, ...]
    how: str
    more: Mapping[str, str] = field(default_factory=dict)


Step: TypeAlias = Callable[..., None]


class Guide(Protocol):
    """Knowledge of how to play a game well. Given a state, it looks only at what the seat may know of it.

    So it finds the same on every state that `Game.sample` makes of one view.
    """

    def rank(self, state: Any, seat: Seat, actions: Sequence[Action]) -> Sequence[float]:
        """How good each action looks at first sight, the more the better; 1 is about a game won or lost."""

    def worth(self, state: Any, seat: Seat) -> float | None:
        """The seat's chance of winning from here, or None where no moment to judge it has come."""

    def reason(self, state: Any, seat: Seat, action: Action, lang: str) -> str:
        """A sentence with the reason for an action."""


class Game(ABC, Generic[S]):
    """One game with all its editions. Instances hold no state that changes."""

    id: ClassVar[str]
    rules: ClassVar[int]
    options: ClassVar[Mapping[str, tuple[str, ...]]]
    actions: ClassVar[tuple[str, ...]]
    news: ClassVar[frozenset[str]]
    steps: ClassVar[Mapping[str, Step]]
    questions: ClassVar[Mapping[str, Question]]
    anytime: ClassVar[Question | None] = None
    guide: ClassVar[Guide | None] = None
    secrets: ClassVar[bool] = True
    """True if seats have secrets. If not, people at one device need not look away."""

    names: ClassVar[Mapping[str, Sequence[str]]]
    """By type of argument: the ids its numbers stand for. `n`, `die` and `dice` are numbers themselves.

    So are `hundredths` (325 is told as 3.25) and `permille` (325 is told as 32.5 %).
    """
    events: ClassVar[Mapping[str, tuple[str, ...]]]
    """By kind of event: the types of its arguments."""
    asks: ClassVar[Mapping[str, tuple[str, ...]]]
    """By question: the types of its public arguments."""
    gestures: ClassVar[Mapping[str, str]]
    """By kind of event: how a client shows it (`move`, `roll`, `show`, `mark`, `count`, `fly`)."""
    grounds: ClassVar[Mapping[str, str]] = {}
    """By kind of event: the rule it follows."""
    throws: ClassVar[Mapping[str, str]] = {}
    """By label of a roll: the side that rolls, a key of the words `names.side`."""

    @abstractmethod
    def seats(self, options: Options) -> tuple[str, ...]:
        """Names of the seats, in turn order."""

    @abstractmethod
    def allowed(self, options: Options) -> str | None:
        """A sentence saying what is wrong with this combination of options, or None."""

    def cited(self, state: S, rule: str) -> str:  # noqa: ARG002
        """The id of a rule in the edition being played, where code names it by another edition's."""
        return rule

    @abstractmethod
    def setup(self, options: Options, dice: Dice) -> S:
        """The state before the first step; steps tell what everybody sees of the set-up."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """The result once the game is over."""

    @abstractmethod
    def bound(self, options: Options) -> int:
        """No game has more rows than this."""

    @abstractmethod
    def view(self, state: S, seat: Seat) -> View:
        """The data the seat may know. The ARBITER's view is the saved state."""

    @abstractmethod
    def load(self, view: View) -> S:
        """The state an ARBITER's view describes; without `agenda`, the phase starts afresh."""

    @abstractmethod
    def sample(self, view: View, dice: Dice) -> S:
        """Some full state that this seat's view allows."""

    @abstractmethod
    def stock(self, options: Options) -> dict[str, int]:
        """The contents of the box, from the data files."""

    @abstractmethod
    def count(self, view: View) -> dict[str, int]:
        """Everything found anywhere in an ARBITER's view, in the same terms as `stock`."""

    @abstractmethod
    def position(self, setup: View, changes: View) -> View:
        """The ARBITER's view of a scenario's position: `changes` laid over the set-up."""

    @abstractmethod
    def phrase(self, action: Action) -> tuple[Any, ...]:
        """(key of a sentence, argument, ...) for a choice."""

    unordered: ClassVar[frozenset[str]] = frozenset()
    """Keys of a view whose lists have no order, for comparing with what a scenario expects."""

    phrases: ClassVar[Mapping[str, tuple[str, ...]]]
    """By key of a choice's sentence: the types of its arguments."""

    def figures(self, lang: str) -> list[tuple[str, str, str, str]]:  # noqa: ARG002
        """Where figures come from: what, value, confidence, source. A game without data files has none."""
        return []

    def sources(self, lang: str) -> dict[str, str]:  # noqa: ARG002
        """The meanings of the short names of sources in `figures`."""
        return {}

    def because(self, view: View, action: Action, rule: str, lang: str) -> str:  # noqa: ARG002
        """One sentence on why this position makes the rule forbid the action, or nothing."""
        return ""

    def cards(self, edition: str, lang: str) -> list[tuple[str, str, str]]:  # noqa: ARG002
        """Every card a player of an edition can meet: name, effect, and a remark such as "reconstructed"."""
        return []

    def sheet(self, view: View, lang: str) -> list[tuple[str, int]]:  # noqa: ARG002
        """How a score comes about, line by line."""
        return []

    studied: ClassVar[Mapping[str, type]] = {}
    """The facts that `study` finds, by name: int, str, bool or list, which is one of str."""

    def study(self, end: View, told: Sequence[Event]) -> dict[str, Any]:  # noqa: ARG002
        """A finished game in a few facts, for statistics: from the ARBITER's last view and all events."""
        return {}

    def text(self, file: str) -> str:
        """A text file of the game's folder: words, rules, notes."""
        return files(type(self).__module__.rpartition(".")[0]).joinpath(file).read_text("utf-8")

    @abstractmethod
    def board(self, options: Options, lang: str) -> Board: ...

    @abstractmethod
    def scene(self, view: View, lang: str) -> Scene: ...

    @abstractmethod
    def at(self, view: View, action: Action) -> str:
        """The thing of the scene where a choice is clicked."""

    def about(self, ask: Ask) -> tuple[str, ...]:  # noqa: ARG002
        """The pieces of the scene that a question is about: who was chosen to act."""
        return ()

    def also(self, view: View, action: Action) -> tuple[str, ...]:  # noqa: ARG002
        """Other things of the scene where a choice may be clicked as well."""
        return ()

    def meant(self, view: View, thing: str) -> list[Action]:  # noqa: ARG002
        """The actions that a click on a thing may mean: rows that name it, allowed or not."""
        return [row for row, notation in enumerate(self.actions) if thing in notation.split()]

    def ground(self, told: Sequence[Event], at: int) -> str:
        """The rule that an event follows, among all that was told with it; nothing where no rule does."""
        return self.grounds.get(told[at][1], "")

    def tried(self, event: Event) -> tuple[str, int, int, bool] | None:  # noqa: ARG002
        """A test that nobody chose: the side that rolls, hits, cases, and whether it succeeded."""
        return None

    def things(self, event: Event) -> tuple[str, ...]:  # noqa: ARG002
        """The things an event's gesture is about, as in `scene.Shown`: ids of the scene, of sprites."""
        return ()


AnyGame: TypeAlias = "Game[Any]"
"""A game whose state type does not matter to the caller, which is true of all surfaces."""
