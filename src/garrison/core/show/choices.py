"""The choices of a scene: each legal action as a sentence, with what is certain to follow from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import Final, NamedTuple, TypeAlias

from garrison.core import kernel, notation
from garrison.core.dice import SealedDice
from garrison.core.errors import NoDice
from garrison.core.game import AnyGame
from garrison.core.show.scene import Choice, Note, Offer, OfferKind
from garrison.core.state import Action, Event, Seat, State, View


class OwnAnswer(NamedTuple):
    """An answer of the seat in its position: one it chooses, or one that follows as there is no other."""

    action: Action
    view: View


class Supposed(NamedTuple):
    """A draft that nobody has written: its rows, and what the seat could offer then."""

    rows: tuple[str, ...]
    offers: tuple[Offer, ...]
    kinds: tuple[OfferKind, ...]


class _NewsTold(Exception):
    """Something was told that nobody can know beforehand."""


Listed: TypeAlias = "tuple[tuple[Choice, ...], tuple[str, ...]]"
"""Choices in the order to list them, and the headings of those that may be folded."""


def choices(game: AnyGame, state: State, seat: Seat, view: View, lang: str) -> Listed:
    """All a seat may answer to the open question, as a reader of the language sees it.

    Kinds come in the order of their headings, the best odds first, then what is cheapest, and what is plain
    last; choices of no kind come after them.
    """
    if seat < 0:
        return (), ()
    actions = kernel.answers(game.play, state, seat)
    minor_kinds = game.show.minor_kinds
    headings: Mapping[str, str] = game.tell.load(lang).get("kinds", {})
    minor = dict.fromkeys(title for kind, title in headings.items() if kind in minor_kinds)
    return _listed(game, state, seat, view, actions, lang), tuple(minor)


def replies(game: AnyGame, state: State, seat: Seat, view: View, lang: str) -> tuple[Choice, ...]:
    """All a seat may answer to the offers it has got."""
    found = kernel.replies(game.play, state, seat)
    return _listed(game, state, seat, view, found, lang) if found else ()


def offers(
    game: AnyGame, state: State, seat: Seat, view: View, lang: str
) -> tuple[tuple[Offer, ...], tuple[OfferKind, ...]]:
    """All a seat may offer others, and the kinds of these offers."""
    anytime, tell = game.play.anytime, game.tell
    if anytime is None or seat < 0 or state.ask is None:
        return (), ()
    found: list[Offer] = []
    for action in anytime.legal(state, seat):
        row = kernel.row_of(action)
        if row not in anytime.replies:
            do, (kind, *_) = notation.write(game, action), tell.phrase(action)
            said, parts = sentence(game, view, action, lang), tell.parts(action, lang)
            found.append(Offer(do, said, kind, parts, row in anytime.drafts, game.show.weight(view, action)))
    kinds = dict.fromkeys(each.kind for each in found)
    return tuple(found), tuple(tell.offer_kind(kind, lang) for kind in kinds)


def supposed(game: AnyGame, state: State, seat: Seat, rows: Sequence[str], lang: str) -> Supposed:
    """What a seat could offer, had it drafted this; what it could not have is left out."""
    trial, done = state.copy(), list[str]()
    for action in [notation.read(game, text) for text in rows]:
        draft = kernel.unasked(game.play, action) is not None and kernel.prepares(game.play, trial, action)
        if draft and kernel.listed(game.play, trial, seat, action):
            kernel.apply(game.play, trial, seat, action, SealedDice(), _unheard)
            done.append(notation.write(game, action))
    return Supposed(tuple(done), *offers(game, trial, seat, game.know.view(trial, seat), lang))


def _unheard(_: Event) -> None:
    """A listener for what is only supposed."""


def _listed(
    game: AnyGame, state: State, seat: Seat, view: View, actions: Sequence[Action], lang: str
) -> tuple[Choice, ...]:
    headings: Mapping[str, str] = game.tell.load(lang).get("kinds", {})
    keys, titles = [*headings], [*headings.values()]
    found: list[tuple[tuple[float, ...], Choice]] = []
    notes = game.show.notes(view, actions, game.tell.spoken(lang))
    for action, told in zip(actions, notes, strict=True):
        kind, note = game.show.kind(view, action), told if isinstance(told, Note) else Note(told)
        choice = _choice(game, state, seat, view, action, lang, headings[kind] if kind else "", note)
        hits, cases = (choice.odds or (0, 1)) if kind else (0, 1)
        cost = int(note.text) if note.text.isdecimal() else 0
        place = (titles.index(choice.kind), -hits / cases, note.plain, keys.index(kind), cost) if kind else ()
        found.append((place or LAST, choice))
    found.sort(key=lambda each: each[0])
    return tuple(choice for _, choice in found)


LAST: Final = (inf,)
"""The place of choices that have no kind."""


def _choice(
    game: AnyGame, state: State, seat: Seat, view: View, action: Action, lang: str, kind: str, note: Note
) -> Choice:
    tell, show = game.tell, game.show
    question = "" if state.ask is None else state.ask[0]
    odds = kernel.odds(game.play, state, seat, action)
    at, *also = show.click_targets(view, action) or ("",)
    answers = [OwnAnswer(action, view), *_following(game, state, seat, action)]
    doing = next((each for each in answers[1:] if at in show.subjects(tuple(each.view["ask"]))), None)
    fold = show.fold(view, action)
    ends = next(filter(None, (show.ends(each.view, each.action) for each in answers)), "")
    tick, tally = _ticked(game, state, seat, view, action, lang)
    return Choice(
        notation.write(game, action),
        at,
        tally[0] if tally else sentence(game, view, action, lang),
        odds,
        tell.odds_of(question, lang) if odds else "",
        tuple(also),
        show.weight(view, action),
        sentence(game, doing.view, doing.action, lang) if doing else "",
        tell.load(lang)["ends"][ends] if ends else "",
        kind,
        tell.load(lang)["folds"][fold] if fold else "",
        *note,
        tick=tick,
        tally=tally,
        deselect=action == show.deselect(view),
    )


def _ticked(
    game: AnyGame, state: State, seat: Seat, view: View, action: Action, lang: str
) -> tuple[bool, tuple[str, ...]]:
    """True if an answer is ticked with others; else its sentences by the number of those that are."""
    question = None if state.ask is None else game.play.questions[state.ask[0]]
    if question is None or not question.ticks or kernel.unasked(game.play, action):
        return False, ()
    if kernel.row_of(action) in question.gathers:
        return True, ()
    of = sum(kernel.row_of(each) in question.gathers for each in kernel.answers(game.play, state, seat))
    usual, spoken = sentence(game, view, action, lang), game.tell.spoken(lang)
    return False, tuple(game.show.tally(view, action, n, of, spoken) or usual for n in range(of + 1))


def sentence(game: AnyGame, view: View, action: Action, lang: str) -> str:
    """An action as it is listed: in the words that the position calls for, or else the usual ones."""
    said = game.show.wording(view, action, game.tell.spoken(lang))
    return said or game.tell.choice(action, lang, view["ask"][0] if view["ask"] else "")


def _following(game: AnyGame, state: State, seat: Seat, action: Action) -> Iterator[OwnAnswer]:
    """The answers that would follow an action by themselves, up to the first draw or news."""
    if state.ask is None or state.ask[1] != 1 << seat or kernel.window(game.play, state):
        return
    if kernel.unasked(game.play, action):
        return

    def told(event: Event) -> None:
        if game.tell.kind(event).news:
            raise _NewsTold

    trial = state.copy()
    try:
        for _, forced in kernel.forced(game.play, trial, seat, action, SealedDice(), told):
            yield OwnAnswer(forced, game.know.view(trial, seat))
    except (NoDice, _NewsTold):
        return
