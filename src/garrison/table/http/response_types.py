"""The shapes of HTTP answers, for /openapi.json; those of frames and boards are core's."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

from garrison.core.game import ReportTable
from garrison.core.show.scene import Ending, Frame, Moment
from garrison.table.store.models import MATCH_ID

BOARD_ID = "^[0-9a-f]{32}$"

MatchId = Annotated[str, Meta(pattern=MATCH_ID)]
BoardId = Annotated[str, Meta(pattern=BOARD_ID)]
PictureId = Annotated[str, Meta(pattern=BOARD_ID)]
Hash = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Time = Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$")]
Count = Annotated[int, Meta(ge=0)]
Kind = Literal["mine", "friend", "bot", "watch"]


class Refusal(TypedDict):
    """A refusal: a short reason, the rule if one forbids it, and a sentence."""

    refused: str
    rule: str | None
    text: str


# Matches


class Sitter(TypedDict):
    """A seat: its id, its player, its kind, the bot that plays now."""

    seat: str
    name: str
    who: str
    kind: Literal["mine", "friend", "bot"]
    bot: str | None
    joined: bool
    taken: bool


class MadeSeat(TypedDict):
    """A seat of a new match. A friend's token is the invitation; a bot's seat has none."""

    seat: str
    name: str
    kind: Literal["mine", "friend", "bot"]
    token: str | None


class Promise(TypedDict):
    """The hash of the dice key."""

    sha256: Hash


class Made(TypedDict):
    """A new match; `watch` is the spectators' token."""

    id: MatchId
    seats: list[MadeSeat]
    watch: str
    dice: Promise


class Taken(TypedDict):
    """A friend's seat, with the friend's own token."""

    seat: str
    name: str
    token: str


class Offered(TypedDict):
    """A link to another device: its secret, and until when it is good."""

    transfer: str
    until: str


class Carried(TypedDict):
    """The seats that such a link has carried over, and the spectators' token if it was among them."""

    seats: list[Taken]
    watch: str | None


class Dice(TypedDict):
    """The promise of the dice; the salt once the match has begun, the key once it is over."""

    salt: str | None
    sha256: Hash
    key: Hash | None


class AgreedClock(TypedDict, total=False):
    """Seconds for each decision (`move`), or for all of them (`bank`) and some more after each (`add`)."""

    move: float
    bank: float
    add: float


class Agreed(TypedDict):
    """The terms of a match, in seconds."""

    clock: AgreedClock | None
    least: float
    pace: float


class From(TypedDict):
    """The moment of another match from which this one was started."""

    match: str
    n: int


class Match(TypedDict):
    """The description and current state of a match, as the token's owner knows it.

    `lang` is the language of the game's texts; `remark` says so to readers whose language it does not have.
    `teams` are the seats that win and lose together; `may_draw` is true if all can agree on a draw.
    """

    id: MatchId
    game: str
    title: str
    lang: str
    remark: str
    options: dict[str, str]
    option_names: dict[str, str]
    rules: Count
    seats: list[Sitter]
    awaited: list[str]
    bots: list[str]
    seat: str
    kind: Kind
    begun: bool
    secret: bool
    teams: list[list[str]]
    may_draw: bool
    terms: Agreed
    n: Count
    over: bool
    result: Ending | None
    created: Time
    changed: Time
    board: BoardId
    dice: Dice
    origin: From | None
    imported: bool


class Log(TypedDict):
    """Frames without scenes, and the number of the newest."""

    frames: list[Moment]
    n: Count


# Once it is over


class Draws(TypedDict):
    """By row: kind (`roll`, `pick` or `shuffle`), size and label of every draw."""

    rows: list[list[Annotated[list[str | int], Meta(min_length=3, max_length=3)]]]


class Verdict(TypedDict):
    """The verdict on whether all draws come from the key."""

    ok: bool
    rows: Count
    draws: Count


class Side(TypedDict):
    """The luck of one side."""

    side: str
    name: str
    dice: Count
    sum: Count
    expected: float
    tests: Count
    hits: Count
    expected_hits: float
    chance: float


class Luck(TypedDict):
    sides: list[Side]


class Report(TypedDict):
    """Score sheet, award, what the game tells of how it went, and luck."""

    won: bool
    title: str
    text: str
    award: str
    lines: list[tuple[str, int]]
    tables: list[ReportTable]
    score: int
    taken_back: int
    luck: Luck
    dice: Dice


# Games and their books


class OptionValue(TypedDict):
    value: str
    label: str
    text: str


class Option(TypedDict):
    name: str
    label: str
    values: list[OptionValue]


class Combination(TypedDict):
    """A valid combination of options, with the names and ids of its seats."""

    options: dict[str, str]
    seats: list[str]
    ids: list[str]


class Picture(TypedDict):
    """An illustration: its name in each theme, its size in pixels, and its caption."""

    light: PictureId
    dark: PictureId
    width: int
    height: int
    caption: str


class Game(TypedDict):
    """A game; `windows` says whether it asks several seats at once, `bots` who can play it.

    `players` and `minutes` are least and most, `lessons` is their number.
    """

    id: str
    name: str
    text: str
    blurb: str
    players: tuple[int, int]
    minutes: tuple[int, int] | None
    picture: Picture | None
    windows: bool
    bots: list[str]
    lessons: Count
    options: list[Option]
    combinations: list[Combination]


class Edition(TypedDict):
    edition: str
    name: str


class Rule(TypedDict):
    id: str
    title: str
    text: str
    page: str | int | None
    rulings: list[str]
    pictures: list[Picture]


class Section(TypedDict):
    title: str
    rules: list[Rule]


class Rules(TypedDict):
    """The rulebook of an edition; a card is name, effect and remark."""

    title: str
    lang: str
    remark: str
    edition: str
    editions: list[Edition]
    sections: list[Section]
    cards: list[tuple[str, str, str]]


class LessonTitle(TypedDict):
    """A lesson, with the number of its steps."""

    id: str
    title: str
    about: str
    steps: Count


class Lessons(TypedDict):
    """The lessons of a game in their order."""

    title: str
    lang: str
    remark: str
    lessons: list[LessonTitle]


class PlannedAnswer(TypedDict):
    """An answer: its notation and its sentence."""

    do: str
    say: str


class Advice(TypedDict):
    """An answer worth trying, like a hint, with the reason where a coach gives one."""

    do: str
    say: str
    reason: str
    chance: None
    plan: list[PlannedAnswer]


class LessonState(TypedDict):
    """A reader in a lesson.

    `answers` are those that count; `refused` says why the last one does not, and `rule` which rule forbids
    it. `after` is on what the last answer did, `text` the step itself, `look` the things it is about,
    `reading` true if it is only read. `ideas` has the answer it is about. `frames` is what to show.
    """

    step: Count
    steps: Count
    answers: list[str]
    over: bool
    reading: bool
    after: str
    text: str
    look: list[str]
    ideas: list[Advice]
    refused: str
    rule: str
    seat: str
    name: str
    options: dict[str, str]
    frames: list[Frame]


class Ruling(TypedDict):
    id: str
    title: str
    text: str
    rules: list[str]


class Notes(TypedDict):
    """Rulings; a figure is what, value, confidence and source."""

    title: str
    lang: str
    remark: str
    rulings: list[Ruling]
    figures: list[tuple[str, str, str, str]]
    sources: dict[str, str]


class Plural(TypedDict):
    one: str
    other: str


Words = dict[str, dict[str, str | Plural]]
"""The client's own words, by page and key."""


class Ready(TypedDict):
    """The table can store what players do."""

    ok: bool


class Health(TypedDict):
    ok: bool
    version: str
