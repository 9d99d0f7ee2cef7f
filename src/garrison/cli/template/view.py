"""Views. Here all is public; a game with secrets hides them in `view`."""

from __future__ import annotations

from garrison.core.errors import Damaged
from garrison.core.kernel import pending, resume, then
from garrison.core.scenario import merge
from garrison.core.state import Dice, Options, Seat, View
from garrison.core.validation import known_index, whole

from .state import ENDINGS, TowerState
from .turn import CAPACITY, GOAL, ROUNDS, SIZES

SEATS = ("red", "blue")
MOST = max(GOAL) + CAPACITY


def view(s: TowerState, seat: Seat) -> View:
    """Plain data with names. The arbiter's view is the saved state."""
    return {
        **pending(s, seat),
        "size": SIZES[s.size],
        "round": s.round,
        "mover": SEATS[s.mover],
        "cart": s.cart,
        "walls": dict(zip(SEATS, s.walls, strict=True)),
        "ending": ENDINGS[s.ending],
    }


def load(seen: View) -> TowerState:
    """The state of an arbiter's view, every value checked. Without `agenda` the turn begins afresh."""
    s = TowerState(whole(seen["rules"], 1, 1_000_000, "rules"), known_index(SIZES, seen["size"], "size"))
    s.round = whole(seen["round"], 1, max(ROUNDS), "round")
    s.mover = known_index(SEATS, seen["mover"], "seat")
    s.cart = whole(seen["cart"], 0, CAPACITY, "cart")
    s.walls = [whole(seen["walls"][seat], 0, MOST, f"wall of {seat}") for seat in SEATS]
    s.ending = known_index(ENDINGS, seen["ending"], "ending")
    if "agenda" in seen:
        resume(s, seen)
    elif not s.ending:
        then(s, ("turn",))
    return s


def sample(seen: View, dice: Dice) -> TowerState:  # noqa: ARG001
    """A full state that the view allows: nothing is hidden, so there is only one."""
    return load(seen)


def position(setup: View, changes: View) -> View:
    """A scenario's position: changes to the set-up."""
    for key in changes:
        if key not in setup:
            raise Damaged(f"a position has no '{key}'; it has {', '.join(sorted(setup))}")
    full = merge(setup, changes)
    if "agenda" not in changes:
        for key in ("ask", "answers", "agenda"):
            full.pop(key, None)
    return full


def stock(options: Options) -> dict[str, int]:  # noqa: ARG001
    """The pieces in the box, each of which must always be somewhere."""
    return {"cart": 1}


def count(seen: View) -> dict[str, int]:
    return {"cart": int("cart" in seen)}
