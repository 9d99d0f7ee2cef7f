"""Matches of one seat in a store, and how they are loaded."""

from __future__ import annotations

import garrison as package
from garrison.core.match import Match
from garrison.core.state import SPECTATOR
from garrison.table.store.models import WATCH, SeatHolder, StoredMatch
from garrison.table.store.store import Store

HOLDERS = [SeatHolder(0, token="hash", joined=5), SeatHolder(SPECTATOR, WATCH, "other")]


def loaded(store: Store, ident: str) -> StoredMatch:
    written = store.read(ident)
    assert written is not None
    return written.played()


def played(stored: StoredMatch) -> Match:
    assert stored.match is not None
    return stored.match


def begun(store: Store, ident: str = "m", seed: int = 2) -> Match:
    """A match of one seat that is kept."""
    match = package.new("itter", seed=seed)
    store.create(ident, match, HOLDERS)
    return match
