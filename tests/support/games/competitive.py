"""The competitive game for tests: matches, positions, planning."""

from functools import cache

import garrison
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.state import SPECTATOR

ITTER = garrison.games()["itter"]
OPTIONS = {"edition": "published", "difficulty": "competitive"}
DEFENDER, SS = 0, 1
OUTSIDE = (DEFENDER, SPECTATOR)
"""The viewers who may not know what the SS player holds and plans."""
CARDS = list(ITTER.tell.names["card"])
SECRETS = ("ss_hand", "ss_plan", "tactic_hand", "tactic_plan")
REGIMENT, REINFORCEMENTS, STURM = "regiment-142", "reinforcements/3", "sturm-competitive/1"
SS_DECKS = [1] * 13 + [2] * 19 + [3] * 17 + [4] * 12
TACTIC_DECKS = [1] * 6 + [2] * 6 + [3] * 6 + [4] * 4
"""The decks after the set-up, top first: sixty cards and the Sturm; 33 tactics less 2, 3, 3, 3."""
CLEAR = {str(area): [] for area in range(2, 13)}
THREE = ["western-approach/1", "smoke-screen/1", "dug-in/1"]
FILLERS = ["suppressive-fire/2", "suppressive-fire/3", "suppressive-fire/4", "suppressive-fire/4"]
"""Cards that roll nothing while no heavy weapon is on the board."""


def in_table_order(cards):
    return sorted(cards, key=CARDS.index)


def new(seed):
    return garrison.new("itter", seed=seed, **OPTIONS)


def from_view(view, seed=1):
    return garrison.Match(ITTER, OPTIONS, KeyedDice(seed_key(seed)), start=view)


def at(seed=1, **changes):
    """A match at a position; Defenders not named are casualties."""
    base = {"phase": "planning", "turn": 1, "rest": "casualty", "counters": CLEAR}
    piles = {key: [] for key in (*SECRETS, "ss_deck", "tactic_deck")}
    return from_view(ITTER.know.position(new(1).view(), {**base, **piles, **changes}), seed)


def plan(match, orders, tactic):
    for card in orders:
        match.play(f"plan {card}", SS)
    match.play(f"tactic {tactic}", SS)


def texts(match, seat=None):
    return [match.write(action) for action in match.legal(seat)]


def asked(match):
    return None if match.ask is None else match.ask[0]


def escaped_match(seed):
    """Borotra escaped on turn 18; of the four last cards, the 142nd one of them, three were drawn since.

    No dice are rolled.
    """
    match = at(
        seed,
        turn=18,
        phase="defender",
        actions_left=2,
        defenders={"borotra": "st2", "worsham": "gh3"},
        defence={"tank": 0},
        ss_discard=["sturm-1/4"],
        ss_plan=["panzerfaust/2", "panzerfaust/2", "panzerfaust/3"],
        ss_hand=["panzerfaust/3", *FILLERS[1:]],
        ss_deck=["rifleman-2/4", "rifleman-3/4", "mg-1/4"],
        tactic_hand=THREE,
        tactic_plan=["barrage/1"],
        tactic_deck=["barrage/2"],
    )
    match.play("borotra", DEFENDER)
    match.play("escape", DEFENDER)
    match.play("pass", DEFENDER)
    assert match.view()["turn"] == 19
    plan(match, FILLERS[1:], "dug-in/1")
    return match


@cache
def drawn_or_not():
    """Two seeds: with the one the 142nd is drawn while planning turn 19, with the other it is not."""
    held = [REGIMENT in escaped_match(seed).view()["ss_hand"] for seed in range(40)]
    return held.index(True), held.index(False)
