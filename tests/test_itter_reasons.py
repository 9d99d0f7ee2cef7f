"""Why not: one sentence about the position, then the rule, for everything a rule can forbid."""

import re

import pytest

import garrison
from garrison.core import words
from garrison.core.errors import REASONS
from garrison.core.scenario import start
from garrison.games.itter.reasons import FINDERS


def at(position, *actions):
    found = {"game": "itter", "options": {}, "dice": [], "position": position, "step": []}
    match, _ = start(found, "test")
    for action in actions:
        match.play(action)
    return match


TOLD = [
    ({}, ["lee", "place bj2"], "attack rifleman@2", "BJ2 sees black; circle 2 is green."),
    ({}, ["lee", "place bj2"], "attack mortar@7", "There is no SS Mortar on circle 7."),
    ({}, ["lee", "place bj2"], "suppress black=1", "Lee on BJ2 puts down exactly 2, on black."),
    ({}, ["lee", "place gh3"], "suppress yellow=2", "GH3 has no colour with a Suppression square."),
    ({}, ["lee", "place st2"], "suppress green=1 red=1", "ST2 has not both colours: green, red."),
    ({}, ["lee", "place bj1"], "attack rifleman@7", "BJ1 is white."),
    ({}, ["lee"], "place c1", "C1 is taken by Clemenceau."),
    ({}, [], "clemenceau", "Defenders still to be placed: 20."),
    ({}, ["lee", "place k1"], "done", "Lee has not moved within yet."),
    ({}, ["lee", "place k1", "shift k2"], "shift k3", "Lee has moved within already."),
    ({}, ["lee", "place k1"], "shift nt2", "NT2 is in another location: North Terrace."),
    ({}, ["lee", "place k1"], "move k2", "K2 is in the same location (Keep); that is a shift."),
    ({}, ["lee", "place k1", "suppress red=2"], "lee", "Lee has acted this turn."),
    ({}, [], "waltl", "Waltl is still set aside."),
]


@pytest.mark.parametrize(("position", "actions", "tried", "said"), TOLD)
def test_the_sentence_names_what_is_in_the_way(position, actions, tried, said):
    told = at(position, *actions).why(tried)
    assert told.startswith(said)
    assert re.search(r"\(ITP-[\d.]+[a-z]\)$", told)


def test_what_is_allowed_has_no_reason():
    assert garrison.new("itter", seed=1).why("lee") is None


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("lang", words.LANGS)
def test_every_refusal_of_a_game_can_be_told(seed, lang):
    match = garrison.new("itter", seed=seed, difficulty=("beginner", "veteran", "elite")[seed % 3])
    met = set()
    while match.ask is not None:
        for row in range(seed, len(match.game.actions), 11):
            rule = match.refusal(row)
            if rule is None or rule in REASONS:
                continue
            met.add(rule)
            told = match.why(row, lang=lang)
            assert told.endswith(f"({rule})")
            assert "{" not in told
        match.play(match.game.sensible(match, match.legal()))
    assert len(met & set(FINDERS)) > 5
