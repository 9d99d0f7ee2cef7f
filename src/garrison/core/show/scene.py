"""Scenes, what a viewer sees: plain values any surface can draw without knowing the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple


@dataclass(frozen=True, slots=True)
class Place:
    """A spot of the board; its shape is `square` or `circle`, its `label` a short text.

    Nothing is told by colour alone.

    `colours` have the names of CSS. The label then begins with letters for them, equally many for each.
    `outline` are the corners of a place that is an area; its `x` and `y` are where pieces upon it stand.
    `about` says in words what the label says in code: "sees yellow and black".
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
    outline: tuple[tuple[int, int], ...] = ()
    about: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Places that belong together. A `path` is a way from first to last place, and on to `end`.

    One that no place belongs to is only looked at. One that is `close` is small for its board: it is looked
    at closely while a question is about it.
    `about` says what its name means, where that needs saying.
    """

    id: str
    name: str
    box: tuple[int, int, int, int]
    path: tuple[str, ...] = ()
    end: str = ""
    close: bool = False
    about: str = ""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A small drawing in SVG, in a box from 0, 0 to w, h. A piece's is centred on its place."""

    id: str
    w: int
    h: int
    svg: str


@dataclass(frozen=True, slots=True)
class Dial:
    """Where the gauge of this id is written on the board, upon a sprite if one is named.

    `size` is the height of its figures.
    """

    id: str
    x: int
    y: int
    sprite: str = ""
    size: int = 15


@dataclass(frozen=True, slots=True)
class LegendLine:
    """How to read one thing, with a sample of it: `stacks` of sprites, or the part of the board in `box`."""

    text: str
    stacks: tuple[tuple[str, ...], ...] = ()
    box: tuple[int, int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """Sent once and cached: what never changes during a match.

    `layers` are drawn below all else, in SVG with the classes of `paint.css`.
    `short` gives what may stand for a name, label or mark where room is scarce; nothing means leave it out.
    `legend` tells a newcomer how to read counters and board, a line for each thing.
    `explanations` say by gauge what it means, in a sentence or two.
    """

    size: tuple[int, int]
    places: tuple[Place, ...]
    groups: tuple[Group, ...]
    layers: tuple[str, ...] = ()
    sprites: tuple[Sprite, ...] = ()
    dials: tuple[Dial, ...] = ()
    short: tuple[tuple[str, str], ...] = ()
    legend: tuple[LegendLine, ...] = ()
    explanations: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """Something on the board or in a tray; `at` is the id of a place or of a tray.

    `text` is drawn upon a plain counter and a card in a tray; a sprite draws its own. `traits` say in words
    what it says in code: "attack 1 die", "tank crew".
    `marks` say in words what is the matter with it, `over` are the sprites that show it.
    `spot` is the point of the board where it lies freely, within its place or not; `turn` how far it is
    turned, in degrees clockwise. One that is `silent` is a mark of the drawing: what it says is said
    elsewhere, so lists and screen readers leave it out.
    """

    id: str
    sprite: str
    at: str
    name: str
    text: str = ""
    marks: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    spot: tuple[int, int] | None = None
    turn: int = 0
    silent: bool = False
    traits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tray:
    """A named area beside the board. What lies among `cards` is to be read, not only to be counted.

    It can also be seen at a glance, small, in the `line` of another tray that is no tray of cards.
    """

    id: str
    name: str
    text: str = ""
    cards: bool = False
    line: str = ""


@dataclass(frozen=True, slots=True)
class Gauge:
    """A number that belongs to a place, a group or the table (`at` is then empty).

    `about` says it all in words, where name and value do not: "damage 2 of 4".
    """

    id: str
    at: str
    value: str
    name: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """One number of an open choice, in hundredths. `control` is `number`, `angle` or `point`.

    `rule` is the rule that sets its limits, where one does. Core fills `label`, its name for a person.
    """

    name: str
    low: int
    high: int
    step: int = 1
    unit: str = ""
    control: str = "number"
    rule: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """Something a throw may strike: the places of the board that count as it, all of them areas.

    `kind` and `id` name it in the words `names`; core fills `name`.
    """

    kind: str
    id: str
    places: tuple[str, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Throw:
    """Where the numbers of a form lead, as far as can be said before: an ellipse. It names fields.

    With force f, the row of `rows` that `by` counts from 1, and `turn` in degrees clockwise from up, the
    middle is f * f * far / 1000 away from `point`. The half axes are so many thousandths of that distance.

    `spread` are equally likely deviations along and, independently, across, in thousandths of a half axis.
    What is thrown is round, of this `radius` in hundredths, and strikes the nearest of the `targets` that
    it touches. Without targets, nothing is said of chances.
    """

    point: tuple[str, str]
    turn: str
    force: str
    by: str
    rows: tuple[tuple[int, int, int], ...]
    """far, along, across"""
    spread: tuple[int, ...] = ()
    radius: int = 0
    targets: tuple[Target, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """An open choice: the row it belongs to and the ranges of its numbers.

    `bars` are the rules that may still forbid numbers within the ranges. `scale` is how many units of the
    board a whole number of its points is, `start` the numbers to begin with, `throw` where they lead.
    Core fills `notation`, the words of an answer that stand before its numbers; and of one that leads
    somewhere `about`, a sentence on that, what its `point` and its `goal` are called, and what it is to
    `send` it.
    """

    row: int
    fields: tuple[Field, ...]
    notation: str = ""
    bars: tuple[str, ...] = ()
    scale: int = 1
    start: tuple[int, ...] = ()
    throw: Throw | None = None
    about: str = ""
    point: str = ""
    goal: str = ""
    send: str = ""


NOTE_CHARACTERS: Final = 6
"""Longest note of a choice: it is drawn within a place."""
BADGE_CHARACTERS: Final = 3
"""Longest badge of a choice: it is drawn at the edge of a place."""


class Note(NamedTuple):
    """What a choice takes, as a game tells it; the fields of `Choice` say what each is."""

    text: str = ""
    badge: str = ""
    takes: str = ""
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action: notation, the thing to click, the sentence, the exact odds of its roll.

    `odds_of` says what they are the odds of; `also` are other things where it may be clicked. One that is
    clicked nowhere, with nothing `at`, is in the list alone.
    A `tick` is one of several that together are one answer: a surface lets the player tick them, and gives
    all that are ticked at once, with the choice that closes the question. `tally` has that choice's sentences
    with none of them ticked, with one, with two.
    `weight` is `main`; `quiet` if it gives something up; `final` if it ends something. `then` is what it does
    beyond its own sentence, because nothing else is left to choose. `ends` is what ends with it, as a
    request: "End the Defender Phase". `kind` is the heading it is listed under with others of its kind.
    One with a `fold`, a heading it shares with others, is possible rather than worth choosing: lists may tell
    it in brief, boards light it faintly. `note` is a word or number on what it takes, such as a cost: it
    stands behind the sentence, and in the lit place. `badge` is a sign of what else it takes or does, such as
    a rope that is used up: what has one is lit by a doubled ring with the badge at its edge, and told by that
    from what only costs its note. `takes` says note and badge in words: "7 points and 1 rope". One that is
    `plain` is like many others, such as a step of a walk: where there are many, lists fold them to one line.
    `deselect` marks the one that lets go of the piece that was chosen to act.
    """

    do: str
    at: str
    say: str
    odds: tuple[int, int] | None = None
    odds_of: str = ""
    also: tuple[str, ...] = ()
    weight: str = "main"
    then: str = ""
    ends: str = ""
    kind: str = ""
    fold: str = ""
    note: str = ""
    badge: str = ""
    takes: str = ""
    plain: bool = False
    tick: bool = False
    tally: tuple[str, ...] = ()
    deselect: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """Something a seat may offer others unasked: notation and sentence.

    It is put together step by step: `kind` is what kind of offer it is, `parts` what is chosen in each step.
    One that `drafts` only prepares an offer, piece by piece: what can be done next is known once it is done,
    or supposed to be. `weight` is like a choice's: `quiet` for one that gives a draft or an offer up.
    """

    do: str
    say: str
    kind: str
    parts: tuple[str, ...]
    drafts: bool = False
    weight: str = "main"


@dataclass(frozen=True, slots=True)
class OfferKind:
    """A kind of offer: what it is to make one, and for each of its parts the question for it."""

    id: str
    name: str
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Alarm:
    """A danger, drawn at a thing: `say` is its sentence, `label` a short text such as a number.

    One that is `urgent` is drawn strongly and pulses. `counts` names what the label counts: where there is
    only text, all alarms that count the same are told in one line. Alarms may share a sentence, which is
    then said once.
    """

    at: str
    say: str
    label: str = ""
    urgent: bool = False
    counts: str = ""


@dataclass(frozen=True, slots=True)
class Prompt:
    """The open question as a reader sees it.

    `about` are the pieces and places it is about, `until` when it closes.
    `waiting` is what everybody else reads: a sentence in which `{0}` stands for those who decide.
    """

    text: str
    rule: str
    who: tuple[str, ...]
    until: int | None = None
    about: tuple[str, ...] = ()
    waiting: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything visible now. Core fills `ask`, `choices`, `form`, `minor_kinds` and all about offers.

    The choices are the answers to the open question, in the order to list them: by kind, the best odds first.
    `replies` are the answers to offers that the seat has got, `offers` those it may make itself.
    """

    pieces: tuple[Piece, ...]
    trays: tuple[Tray, ...]
    gauges: tuple[Gauge, ...]
    focus: tuple[str, ...] = ()
    """Groups and trays the open question is about."""
    ask: Prompt | None = None
    choices: tuple[Choice, ...] = ()
    form: Form | None = None
    minor_kinds: tuple[str, ...] = ()
    """Headings of the kinds of choices that are folded where the list is long."""
    alarms: tuple[Alarm, ...] = ()
    replies: tuple[Choice, ...] = ()
    offers: tuple[Offer, ...] = ()
    offer_kinds: tuple[OfferKind, ...] = ()
    turn: str = ""
    """The seat whose turn it is, in games where others are asked meanwhile."""


SIGNS: Final = (
    "alarm", "card", "count", "dice", "disease", "end", "fire", "help", "hit", "load",
    "lost", "mark", "miss", "move", "pass", "repair", "shield", "shot", "spell",
)  # fmt: skip
"""The signs beside the lines of a log. A client draws them all; games name them."""


@dataclass(frozen=True, slots=True)
class FrameStep:
    """One thing that happened: its sentence, the rule it follows, and how to show it.

    `things` are what its gesture is about: of a `move` what, from where, where to; of a `walk` what, and all
    the places on its way from first to last; of a `fly` from where, where to, and if it is thrown high the
    sprite (or nothing) and where it hops on to; of the others what they point at.
    `dice` are the faces of a `roll`; they are told in the sentence from `dice_at` on, and `need` is the
    number that one must reach, 0 if there is none.
    In a log, `heading` is what it stands under and `level` the heading's: 1 for a turn, 2 for a phase.
    `sign` is the sign beside it. One that is `passing` only leads to what is told next.
    """

    say: str
    kind: str
    rule: str = ""
    gesture: str = ""
    things: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    dice_at: int = -1
    need: int = 0
    heading: str = ""
    level: int = 0
    sign: str = ""
    passing: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """The part of a frame that tells a seat what happened.

    `back` is the frame that stands again after an undo, `agreed` the seats whose consent it took; a single
    player's own, if dice or news were taken back all the same.
    """

    n: int
    steps: tuple[FrameStep, ...] = ()
    back: int | None = None
    agreed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """A result with names: the seats that won, points by seat, the kind of ending and a phrase on it.

    `cause` is the sentence of the event that decided the game, if one did, and `things` what it is about.
    `title` says in brief what it means to the viewer: "Minor victory · 12 points".
    """

    won: tuple[str, ...]
    score: tuple[int, ...]
    how: str
    text: str
    cause: str = ""
    things: tuple[str, ...] = ()
    title: str = ""


@dataclass(frozen=True, slots=True)
class SummaryLine:
    """What somebody has done meanwhile, in brief: `who` is a player, a heading, or empty."""

    who: str
    text: str


@dataclass(frozen=True, slots=True)
class Summary:
    """What has happened after the frame `since`, in a few lines."""

    since: int
    lines: tuple[SummaryLine, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """A message to a seat after a row it may know of. `n` is the seat's own count: unseen rows leave no gap.

    `ask` numbers the open question, `undo` is the farthest frame the seat may go back to on its own.
    `past` are moments the reader has not had yet, `summary` is what others have done meanwhile.
    """

    n: int
    seat: str
    scene: Scene
    steps: tuple[FrameStep, ...] = ()
    back: int | None = None
    agreed: tuple[str, ...] = ()
    ask: int | None = None
    undo: int | None = None
    result: Ending | None = None
    past: tuple[Moment, ...] = ()
    summary: Summary | None = None
