"""What a viewer sees: plain values any surface can draw, with no word of a game in the surface."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Place:
    """A spot of the board. `label` is its short text; nothing is told by colour alone.

    `colours` have the names of CSS. The label then begins with letters for them, equally many for each.
    """

    id: str
    x: int
    y: int
    shape: str
    group: str
    name: str
    label: str = ""
    neighbours: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Places that belong together. A `path` is a way from first to last place, and on to `end`."""

    id: str
    name: str
    box: tuple[int, int, int, int]
    path: tuple[str, ...] = ()
    end: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """Sent once and cached: what never changes during a match.

    `short` gives what may stand for a name, label or mark where room is scarce; nothing means leave it out.
    """

    size: tuple[int, int]
    places: tuple[Place, ...]
    groups: tuple[Group, ...]
    layers: tuple[str, ...] = ()
    sprites: tuple[tuple[str, str], ...] = ()
    short: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """Something on the board or in a tray; `at` is the id of a place or of a tray."""

    id: str
    sprite: str
    at: str
    name: str
    text: str = ""
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tray:
    """A named area beside the board. What lies among `cards` is to be read, not only to be counted."""

    id: str
    name: str
    text: str = ""
    cards: bool = False


@dataclass(frozen=True, slots=True)
class Gauge:
    """A number that belongs to a place, a group or the table (`at` is then empty)."""

    id: str
    at: str
    value: str
    name: str


@dataclass(frozen=True, slots=True)
class Field:
    """One number of an open choice, in hundredths. `control` is `number`, `angle` or `point`."""

    name: str
    low: int
    high: int
    step: int = 1
    unit: str = ""
    control: str = "number"


@dataclass(frozen=True, slots=True)
class Form:
    """An open choice: the row it belongs to and the ranges of its numbers."""

    row: int
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action: notation, the thing to click, the sentence, the exact odds of its roll."""

    do: str
    at: str
    say: str
    odds: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Prompt:
    """The open question as a reader sees it."""

    text: str
    rule: str
    who: tuple[str, ...]
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything visible now. Core fills `ask`, `choices` and `form`."""

    pieces: tuple[Piece, ...]
    trays: tuple[Tray, ...]
    gauges: tuple[Gauge, ...]
    focus: tuple[str, ...] = ()
    """Groups and trays the open question is about."""
    ask: Prompt | None = None
    choices: tuple[Choice, ...] = ()
    form: Form | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """One thing that happened: its sentence and how to show it."""

    text: str
    kind: str
    gesture: str


@dataclass(frozen=True, slots=True)
class Frame:
    """What a seat is sent after a row it may know of. `n` is the seat's own count."""

    n: int
    steps: tuple[Shown, ...] = ()
    scene: Scene = field(default_factory=lambda: Scene((), (), ()))
