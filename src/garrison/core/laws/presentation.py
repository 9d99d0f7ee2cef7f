"""Law 12: everything has a place and words, and what was told can be shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from functools import lru_cache, partial
from itertools import groupby
from typing import Any

from garrison.core import notation
from garrison.core.dice import KeyedDice
from garrison.core.game import AnyGame
from garrison.core.laws.comparison import Broken, called, viewers
from garrison.core.laws.random_moves import edges, forms
from garrison.core.match import Match
from garrison.core.show import boards, rulebook
from garrison.core.show.perspective import Perspective
from garrison.core.show.scene import BADGE_CHARACTERS, NOTE_CHARACTERS, SIGNS, Board, Form, Note, Scene
from garrison.core.state import ARBITER, Action, Seat

WEIGHTS = ("main", "quiet", "final")
GESTURES = ("", "move", "walk", "roll", "show", "mark", "count", "fly")


@lru_cache(maxsize=64)
def _board(game: AnyGame, options: tuple[tuple[str, str], ...], lang: str) -> Board:
    """The board, which must be the same drawn from all options and from those it says it depends on."""
    if game.show.board_options is None:
        return boards.board(game, dict(options), lang)
    known = ", ".join(game.show.board_options) or "none"
    more = f"the board depends on more options than it says ({known})"
    try:
        board = boards.board(game, dict(options), lang)
    except KeyError as error:
        raise Broken(12, f"{more}: {error}") from error
    if game.show.board(dict(options), lang) != board:
        raise Broken(12, more)
    return board


def things_have_places_and_words(match: Match, chance: KeyedDice) -> None:
    _open_notation(match, chance)
    _leads_somewhere(match)
    for lang in match.game.tell.langs:
        board = _board(match.game, tuple(match.options.items()), lang)
        for event in match.events(len(match.rows) - 1):
            _said(f"event {event}", partial(match.game.tell.line, event, lang))
        for seat in range(len(match.seats)):
            _noted(match, seat, lang)
        for seat in (*viewers(match), ARBITER):
            _placed(match, seat, board, match.scene(seat, lang))
            _summed_up(match, seat, lang)


def _summed_up(match: Match, seat: Seat, lang: str) -> None:
    """Every line of a summary says something, and every row of the report has a cell for each column."""
    seen = Perspective(match, seat)

    def summed() -> str:
        found = seen.summary(lang)
        texts = ["nothing"] if found is None else [line.text.strip() for line in found.lines]
        return " ".join(texts) if all(texts) else ""

    _said(f"the summary for {called(match, seat)}", summed)
    for table in seen.report(lang):
        columns = len(table.head) or 2
        wrong = [row for row in table.rows if len(row) != columns]
        if not table.title.strip() or wrong:
            raise Broken(12, f"the table '{table.title}' has {columns} columns and a title, not {wrong[:1]}")


def _said(what: str, say: Callable[[], str]) -> None:
    try:
        text = say()
    except (KeyError, IndexError, ValueError, TypeError) as error:
        raise Broken(12, f"{what} cannot be said: {type(error).__name__} {error}") from error
    if not text.strip():
        raise Broken(12, f"{what} is said without a word")


def _noted(match: Match, seat: Seat, lang: str) -> None:
    """One note for each choice, short enough to be drawn within a place; a badge is said in words too."""
    game, actions = match.game, match.legal(seat)
    notes = game.show.notes(match.view(seat), actions, game.tell.spoken(lang))
    if len(notes) != len(actions):
        raise Broken(12, f"{len(notes)} notes for {len(actions)} choices of {called(match, seat)}")
    for action, told in zip(actions, notes, strict=True):
        note, do = told if isinstance(told, Note) else Note(told), match.write(action)
        if len(note.text) > NOTE_CHARACTERS or note.text != " ".join(note.text.split()):
            raise Broken(12, f"the note '{note.text}' of '{do}' does not fit into a place")
        if len(note.badge) > BADGE_CHARACTERS or note.badge != "".join(note.badge.split()):
            raise Broken(12, f"the badge '{note.badge}' of '{do}' does not fit to a place")
        if note.badge and not note.takes.strip():
            raise Broken(12, f"the badge '{note.badge}' of '{do}' is said without a word")


def _placed(match: Match, seat: Seat, board: Board, scene: Scene) -> None:
    places = {place.id for place in board.places}
    groups = {group.id for group in board.groups}
    trays = {tray.id for tray in scene.trays}
    pieces = [piece.id for piece in scene.pieces]
    gauges = {gauge.id for gauge in scene.gauges}
    twice = sorted({each for each in pieces if pieces.count(each) > 1})
    if twice:
        raise Broken(12, f"piece '{twice[0]}' is in the scene of {called(match, seat)} twice")
    lost = [piece.id for piece in scene.pieces if piece.at not in places | trays]
    lost += [gauge.id for gauge in scene.gauges if gauge.at not in places | trays | groups | {""}]
    lost += [each for each in scene.focus if each not in groups | trays]
    lost += [each for each in (scene.ask.about if scene.ask else ()) if each not in places.union(pieces)]
    if lost:
        raise Broken(12, f"'{lost[0]}' is nowhere in the scene of {called(match, seat)}")
    for piece in scene.pieces:
        if piece.spot is not None and not _on(board, piece.spot, piece.at):
            raise Broken(12, f"'{piece.id}' of '{piece.at}' lies at {piece.spot}, off the board {board.size}")
    if scene.turn not in ("", *match.seats):
        raise Broken(12, f"it is the turn of '{scene.turn}', which is no seat")
    unnamed = [piece.id for piece in scene.pieces if not piece.name]
    unnamed += [tray.id for tray in scene.trays if not tray.name]
    unnamed += [gauge.id for gauge in scene.gauges if not gauge.name]
    if unnamed:
        raise Broken(12, f"'{unnamed[0]}' has no name in the scene of {called(match, seat)}")
    dials = {dial.id for dial in board.dials} & gauges
    things = places | groups | trays | dials | set(pieces)
    _alarming(scene, things | gauges)
    _ticked_and_lined(scene)
    unread = {match.write(action): action for action in (match.legal(seat) if seat >= 0 else ())}
    for choice in (*scene.choices, *scene.replies):
        for thing in (choice.at, *choice.also):
            if thing in gauges - dials:
                raise Broken(12, f"'{choice.do}' is at '{thing}', a number that is only read")
            if thing not in things and (thing or choice.also):
                raise Broken(12, f"'{choice.do}' is at '{thing}', which is nothing in the scene")
        if choice.weight not in WEIGHTS:
            raise Broken(12, f"'{choice.do}' weighs '{choice.weight}', which is none of {', '.join(WEIGHTS)}")
        if match.read(choice.do) != unread.pop(choice.do, None):
            raise Broken(12, f"'{choice.do}' reads as another action than the one offered")
    _offered(match, scene, unread)
    if unread:
        raise Broken(12, f"'{min(unread)}' is not among the choices of {called(match, seat)}")
    headings = [kind for kind, _ in groupby(choice.kind for choice in scene.choices)]
    if len(headings) > len(set(headings)):
        raise Broken(12, f"the choices of {called(match, seat)} are not listed by kind: {headings}")


def _offered(match: Match, scene: Scene, unread: dict[str, Action]) -> None:
    """Offers are told apart by their parts, which have a question each."""
    steps = {kind.id: kind.steps for kind in scene.offer_kinds}
    met: set[tuple[str, ...]] = set()
    for offer in scene.offers:
        if match.read(offer.do) != unread.pop(offer.do, None):
            raise Broken(12, f"'{offer.do}' reads as another action than the one offered")
        if len(offer.parts) != len(steps[offer.kind]) or not all(offer.parts):
            raise Broken(12, f"'{offer.do}' has the parts {offer.parts}, its kind asks {steps[offer.kind]}")
        if offer.weight not in WEIGHTS:
            raise Broken(12, f"'{offer.do}' weighs '{offer.weight}', which is none of {', '.join(WEIGHTS)}")
        if (offer.kind, *offer.parts) in met:
            raise Broken(12, f"'{offer.do}' has the same parts as another offer: {offer.parts}")
        met.add((offer.kind, *offer.parts))


def _ticked_and_lined(scene: Scene) -> None:
    """What closes a question has a sentence for each number of ticks; small cards lie in another tray."""
    for choice in scene.choices:
        if not all(said.strip() for said in choice.tally):
            raise Broken(12, f"'{choice.do}' is said without a word for some number of ticks")
    lines = {tray.id for tray in scene.trays if not tray.cards}
    for tray in scene.trays:
        if tray.line and not (tray.cards and tray.line in lines):
            raise Broken(12, f"the line '{tray.line}' of '{tray.id}' is no tray to see its cards in")


def _alarming(scene: Scene, things: Set[str]) -> None:
    for alarm in scene.alarms:
        if alarm.at not in things:
            raise Broken(12, f"an alarm is at '{alarm.at}', which is nothing in the scene")
        if not alarm.say.strip():
            raise Broken(12, f"the alarm at '{alarm.at}' is said without a word")


def _on(board: Board, spot: tuple[int, int], at: str) -> bool:
    """True if a spot lies on the board, where a piece of a place may lie."""
    inside = all(0 <= each <= most for each, most in zip(spot, board.size, strict=True))
    return inside and any(place.id == at for place in board.places)


def _leads_somewhere(match: Match) -> None:
    """A form's throw refers to its own fields, and there are words for it."""
    for seat in range(len(match.seats)):
        for form in forms(match, seat):
            text, throw = match.game.play.actions[form.row], form.throw
            if throw is None:
                continue
            fields = {field.name: field for field in form.fields}
            for name in (*throw.point, throw.turn, throw.force, throw.by):
                if name not in fields:
                    raise Broken(12, f"'{text}' leads somewhere by '{name}', which is no field of its form")
            by = fields[throw.by]
            if by.low < 100 or by.low % 100 or by.step % 100 or by.high > 100 * len(throw.rows):
                raise Broken(
                    12, f"'{text}' leads somewhere by '{by.name}', which counts other rows than it has"
                )
            for lang in match.game.tell.langs:
                _said(f"where '{text}' leads", partial(_about, match.game, form, lang))


def _about(game: AnyGame, form: Form, lang: str) -> str:
    found = game.tell.form(form, game.play.actions[form.row], lang)
    return " ".join((found.about, found.point, found.goal, found.send))


def _open_notation(match: Match, chance: KeyedDice) -> None:
    """An open choice reads back; where its numbers are a row of the grid, as that row."""
    for seat in range(len(match.seats)):
        for form in forms(match, seat):
            for numbers in edges(form, chance):
                action = (form.row, *numbers)
                text = match.write(action)
                if match.read(text) != action and text not in match.game.play.actions:
                    raise Broken(12, f"{action} is written '{text}', which reads as {match.read(text)}")


def events_are_staged(match: Match, chance: KeyedDice) -> None:  # noqa: ARG001
    """Every event has a rule or none, and things for its gesture: a frame can be made of it."""
    game = match.game
    ids = rulebook.rules(game, "en")
    for number in range(len(match.rows)):
        told = match.events(number)
        for at, event in enumerate(told):
            try:
                rule, things = game.tell.rule_of(told, at), game.tell.things_of(event)
                game.tell.need(event)
            except Exception as error:
                raise Broken(12, f"{event} cannot be shown: {type(error).__name__} {error}") from error
            if rule and game.play.cited(match.state, rule) not in ids:
                raise Broken(12, f"{event} follows '{rule}', which is no rule of {game.id}")
            if not all(isinstance(each, str) for each in things):
                raise Broken(12, f"{event} is shown by {things}, which are no ids")


def table_and_words_are_complete(match: Match, chance: KeyedDice) -> None:  # noqa: ARG001
    """The checks that do not depend on the position: the action table and the words of both languages."""
    game = match.game
    langs = game.tell.langs
    for lang in langs:
        _complete(match, lang)
    for row, text in enumerate(game.play.actions):
        if not text.isascii() or text != " ".join(text.lower().split()):
            raise Broken(12, f"'{text}' is not lower-case ASCII with single spaces")
        if notation.read(game, notation.write(game, row)) != row:
            raise Broken(12, f"row {row}, '{text}', reads as another row")
        if "=?" not in text:
            for lang in langs:
                _said(f"choice '{text}'", partial(game.tell.choice, row, lang))
    for lang in langs[1:]:
        for key in sorted({*_keys(game.tell.load(langs[0]))} ^ {*_keys(game.tell.load(lang))}):
            raise Broken(12, f"the words of {game.id} have '{key}' in one language only")
        for rule in sorted({*rulebook.rules(game, langs[0])} ^ {*rulebook.rules(game, lang)}):
            raise Broken(12, f"rule {rule} of {game.id} is told in one language only")
    for kind, told in game.tell.events.items():
        if told.gesture not in GESTURES:
            raise Broken(12, f"'{told.gesture}' of event '{kind}' is no gesture a client knows")
        if told.sign not in ("", *SIGNS):
            raise Broken(12, f"'{told.sign}' of event '{kind}' is no sign a client draws")


def _keys(table: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _keys(value, f"{prefix}{key}.")
        else:
            yield prefix + key


def _offer_words(game: AnyGame) -> Iterator[str]:
    """What offers are called, and the question for each of their parts."""
    offers, tell = game.play.anytime, game.tell
    rows = [row for row in offers.rows if row not in offers.replies] if offers is not None else []
    for key in dict.fromkeys(tell.phrases[row][0] for row in rows):
        yield f"offers.{key}.name"
        yield from (f"offers.{key}.step{n}" for n, _ in enumerate(tell.phrase_types[key], start=1))


def _complete(match: Match, lang: str) -> None:
    game = match.game
    for place in _board(game, tuple(match.options.items()), lang).places:
        if 0 < len(place.outline) < 3:
            raise Broken(12, f"the outline of '{place.id}' has fewer corners than an area")
    found = {*_keys(game.tell.load(lang))}
    wanted = [f"names.{kind}.{ident}" for kind, idents in game.tell.names.items() for ident in idents]
    wanted += [f"names.seat.{seat}" for seat in match.seats]
    wanted += [f"events.{kind}" for kind in game.tell.events]
    wanted += [f"headings.{told.heading}" for told in game.tell.events.values() if told.heading]
    wanted += [f"choices.{key}" for key in game.tell.phrase_types]
    wanted += [f"prompts.{question}" for question in (*game.tell.asks, *game.play.questions)]
    wanted += [
        f"names.field.{part[:-2]}" for text in game.play.actions for part in text.split() if part[-2:] == "=?"
    ]
    wanted += _offer_words(game)
    missing = [key for key in wanted if key not in found]
    if missing:
        raise Broken(12, f"'{missing[0]}' of {game.id} has no words in {lang}")
    rules = rulebook.rules(game, lang)
    cited = [question.rule for question in game.play.questions.values()]
    cited += [game.play.anytime.rule] if game.play.anytime is not None else []
    untold = [rule for rule in {**dict.fromkeys(cited), **rules} if not rules.get(rule, {}).get("text")]
    if untold:
        raise Broken(12, f"rule {untold[0]} of {game.id} has no text in {lang}")
