"""Names, events, questions and choices of Castle under Siege; their sentences are in the word files."""

from __future__ import annotations

from typing import Final

from garrison.core.show.words import LANGS, Words, event_kinds, folder
from garrison.games.siege.actions import PHRASES
from garrison.games.siege.show.staging import THINGS, cause
from garrison.games.siege.state import ENDINGS
from garrison.games.siege.tables import CASTLES, COUNTERS, KINDS, SECTIONS, SHOTS, SITE_NAMES, STRUCTURES

_text = folder("garrison.games.siege")

WORDS: Final = Words(
    text=_text,
    langs=LANGS,
    names={
        "counter": COUNTERS,
        "section": SECTIONS,
        "structure": STRUCTURES,
        "shot": SHOTS,
        "kind": KINDS,
        "site": SITE_NAMES,
        "castle": CASTLES,
        "ending": ENDINGS,
    },
    events=event_kinds(_text("events.toml")),
    cause=cause,
    things=THINGS,
    asks={
        "post": ("counter",),
        "load": (),
        "spell": (),
        "aim": (),
        "direction": ("site", "n"),
        "strength": ("site", "n", "hundredths", "hundredths", "hundredths", "hundredths"),
        "struck": ("shot",),
        "flee": ("counter",),
        "who": (),
        "what": ("counter",),
    },
    phrases=PHRASES,
    phrase_types={
        "who": ("counter",),
        "done": (),
        "move": ("section",),
        "heal": ("counter",),
        "repair": (),
        "douse": ("shot",),
        "post": ("section",),
        "post-rest": (),
        "flee": ("section",),
        "load": ("kind",),
        "cast": (),
        "wait": (),
        "site": ("site",),
        "aim": ("hundredths", "hundredths", "hundredths", "hundredths", "hundredths"),
        "turn": ("n",),
        "pull": ("hundredths",),
        "strike": ("structure",),
        "foul": ("section",),
    },
)
