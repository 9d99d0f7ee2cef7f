"""The command `offers`: what others have offered a seat, and an offer of its own, made step by step."""

from __future__ import annotations

from collections.abc import Sequence

from garrison.cli.screen import text_board
from garrison.cli.screen.choice_list import Row
from garrison.cli.texts import BadAnswer, fold, glued, wrap
from garrison.core.show.scene import Choice, Offer, OfferKind

LISTED = 12
"""As many offers are listed in full; more are asked for step by step."""


def lines(drawing: text_board.Drawing, text: str) -> list[str]:
    """What can be answered, and what can be offered: all of it, or what begins with these words."""
    scene, words = drawing.scene, drawing.words
    if not scene.replies and not scene.offers:
        raise BadAnswer(words("offers-none"))
    found: list[str] = []
    if scene.replies and not text:
        found += [words("offers-to-you"), *_listed(drawing, scene.replies)]
    for kind in scene.offer_kinds:
        own = [offer for offer in scene.offers if offer.kind == kind.id]
        found += _made(drawing, kind, own, text.split())
    if text and not found:
        raise BadAnswer(words("offers-unknown", text=text[:40]))
    return found


def _listed(drawing: text_board.Drawing, choices: Sequence[Choice]) -> list[str]:
    return text_board.choices(drawing, [Row("", (choice,)) for choice in choices])


def _made(
    drawing: text_board.Drawing, kind: OfferKind, offers: Sequence[Offer], typed: list[str]
) -> list[str]:
    """Offers of one kind with what was typed: a few in full, of many the question for the next part."""
    words = drawing.words
    for step, word in enumerate(typed):
        offers = beginning(offers, step, word)
    if not offers:
        return []
    if len(offers) <= LISTED or len(typed) >= len(kind.steps) - 1:
        choices = [Choice(offer.do, "", offer.say) for offer in offers]
        return [wrap(f"{kind.name}:"), *_listed(drawing, choices)]
    parts = list(dict.fromkeys(offer.parts[len(typed)] for offer in offers))
    command = words("offers-command", parts=" ".join([*typed, _typed(offers[0], len(typed))]))
    return [
        wrap(f"{kind.name}: {kind.steps[len(typed)]}"),
        wrap(", ".join(map(glued, parts)), text_board.STEP, text_board.STEP),
        wrap(words("offers-next", command=glued(command)), text_board.STEP, text_board.STEP),
    ]


def beginning(offers: Sequence[Offer], step: int, word: str) -> list[Offer]:
    """The offers with this word in one of their parts; those with exactly this word, if there are any."""
    wanted = fold(word)
    known = [(offer, _words(offer, step)) for offer in offers if step < len(offer.parts)]
    exact = [offer for offer, names in known if wanted in names]
    return exact or [offer for offer, names in known if any(name.startswith(wanted) for name in names)]


def _words(offer: Offer, step: int) -> list[str]:
    """How a part of an offer can be typed: as it is told, and as its notation has it."""
    return [*map(fold, offer.parts[step].split()), fold(_typed(offer, step))]


def _typed(offer: Offer, step: int) -> str:
    """A part as the notation has it, where that has a word for each; else the last word of what is told."""
    notation = offer.do.split()[1:]
    return notation[step] if len(notation) == len(offer.parts) else offer.parts[step].split()[-1]
