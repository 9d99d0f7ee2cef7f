"""Names, events, questions and choices; their sentences are in the word file."""

from __future__ import annotations

from garrison.core.show.words import Words, event_kinds, folder

from .state import ENDINGS
from .view import SEATS

_text = folder(__package__)

WORDS = Words(
    text=_text,
    langs=("en",),
    names={"seat": SEATS, "ending": ENDINGS},
    events=event_kinds(_text("events.toml")),
    asks={"work": ()},
    phrases=(("haul",), ("build",)),
    phrase_types={"haul": (), "build": ()},
)
