"""Names, events, questions and choices of Castle Itter; their sentences are in the word files."""

from __future__ import annotations

from typing import Final

from garrison.core.show.words import LANGS, Words, event_kinds, folder
from garrison.games.itter.actions import PHRASES
from garrison.games.itter.planning_phase import STAGES
from garrison.games.itter.show.staging import THINGS, aside, cause
from garrison.games.itter.state import ENDINGS
from garrison.games.itter.tables import (
    CARDS,
    COLOURS,
    DEFENDERS,
    EFFECT_TEXTS,
    KINDS,
    LOCATIONS,
    SQUARES,
)

_text = folder("garrison.games.itter")

WORDS: Final = Words(
    text=_text,
    langs=LANGS,
    names={
        "defender": DEFENDERS,
        "square": SQUARES,
        "location": LOCATIONS,
        "colour": COLOURS,
        "kind": KINDS,
        "card": CARDS,
        "effect": EFFECT_TEXTS,
        "origin": ("known", "reconstructed"),
        "ending": ENDINGS,
        "stage": STAGES,
    },
    events=event_kinds(_text("events.toml")),
    cause=cause,
    aside=aside,
    things=THINGS,
    asks={
        "who": ("n",),
        "where": ("defender",),
        "what": ("defender",),
        "command": ("defender", "n"),
        "spend": ("kind", "n"),
        "sacrifice": ("defender",),
        "fire": ("n", "n", "n"),
        "squads": (),
        "plan": ("n", "stage"),
    },
    phrases=PHRASES,
    phrase_types={
        "who": ("defender",),
        "pass": (),
        "place": ("square",),
        "attack": ("kind", "n"),
        "attack-weapon": ("kind", "n"),
        "suppress": ("n", "colour"),
        "suppress-weapon": ("n", "colour"),
        "suppress-both": ("n", "colour", "n", "colour"),
        "shift": ("square",),
        "move": ("square",),
        "recover-exhausted": (),
        "recover-disrupted": (),
        "command": (),
        "load": (),
        "escape": (),
        "help-exhausted": ("defender",),
        "help-disrupted": ("defender",),
        "done": (),
        "spend": ("n",),
        "sacrifice": (),
        "keep": (),
        "fire-mg": (),
        "fire-mortar": (),
        "remove-suppressed": (),
        "help-suppressed": ("defender",),
        "squad": ("colour",),
        "plan": ("card", "effect"),
        "tactic": ("card", "effect"),
    },
)
