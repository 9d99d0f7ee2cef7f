"""Reference pages: the cards of an edition, and how a score comes about."""

from __future__ import annotations

from garrison.core.state import View
from garrison.games.itter.editions import SCORES_CASUALTIES
from garrison.games.itter.knowledge.view import load_open, mode_of
from garrison.games.itter.scoring import tally_lines
from garrison.games.itter.show.scene import card_name
from garrison.games.itter.tables import CARD_NAMES, CARDS, COPIES, DOUBTFUL, EFFECT_TEXT, EFFECT_TEXTS, MODES
from garrison.games.itter.words import WORDS


def cards(edition: str, lang: str) -> list[tuple[str, str, str]]:
    """Every SS and Tactic card of an edition once, with its effect; reconstructed ones say so."""
    found: dict[str, tuple[str, str, str]] = {}
    for mode in [mode for mode, (of, _) in enumerate(MODES) if of == edition]:
        for card in [card for card, n in enumerate(COPIES[mode]) if n]:
            remark = WORDS.term("reconstructed", lang) if DOUBTFUL[mode][card] else ""
            effect = WORDS.name("effect", EFFECT_TEXTS[EFFECT_TEXT[mode][card]], lang)
            found[CARD_NAMES[card]] = (card_name(CARDS[card], lang), effect, remark)
    return list(found.values())


def sheet(view: View, lang: str) -> list[tuple[str, int]]:
    """The points line by line; a lost published game has none, and says so."""
    if view["result"].get("how") == "breach" and not SCORES_CASUALTIES[mode_of(view)]:
        return [(WORDS.term("points-none", lang), 0)]
    return [
        (WORDS.term(f"points-{name}", lang).format(n), points)
        for name, n, points in tally_lines(load_open(view))
        if n
    ]
