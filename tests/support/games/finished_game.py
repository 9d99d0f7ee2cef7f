"""Files for tests of commands: a scenario that passes, and the record of a whole game."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from garrison.core import registry
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match

GOOD_SCENARIO = """
id = "one"
game = "itter"
options = { edition = "published", difficulty = "beginner" }
[position]
actions_left = 1
counters = { 26 = ["scout"] }
tokens = { black = 2 }
ss_deck = ["rifleman-2/1"]
[[step]]
do = "pass"
dice = [5, 6, 4, 5]
only = ["spend 0", "spend 1", "spend 2"]
[[step]]
illegal = { "spend 3" = "ITP-4.3c" }
"""


@cache
def whole_game() -> str:
    """A record with an undo in it, played to the end by taking the first choice."""
    game = registry.find("itter")
    match = Match(game, registry.settle(game, {}), KeyedDice(seed_key(8)))
    match.play("lee")
    match.play("place nt2")
    match.undo()
    match.play("place nt3")
    while not match.over:
        match.play(match.legal()[0])
    return match.record()


def save_finished(tmp_path: Path) -> Path:
    """The record of a whole game, where saved games live."""
    path = tmp_path / "home" / "itter-2000-01-01-01.txt"
    path.parent.mkdir()
    path.write_text(whole_game())
    return path
