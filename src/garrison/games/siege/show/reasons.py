"""Why an action is refused, in one sentence about the position. The rule itself follows it."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt
from typing import Final

from garrison.core.show.templates import fill
from garrison.core.state import Action, View
from garrison.games.siege.actions import ACTIONS, PULL, PULLS
from garrison.games.siege.aim_grid import pulls
from garrison.games.siege.geometry import apart_squared, distance_squared
from garrison.games.siege.tables import (
    COUNTERS,
    FIRST_DISTANCE,
    HUNDREDTH,
    KIND_OF_SHOT,
    KINDS,
    LATER_DISTANCE,
    MOVED_DISTANCE,
    SECTIONS,
    SITE_AT,
    SITE_NAMES,
    STRUCTURE_OF,
    STRUCTURES,
    Point,
)
from garrison.games.siege.words import WORDS

Said = tuple[str, ...]
"""Key of a sentence, and its arguments in words."""
SILENT: Final[Said] = ("",)
COURT: Final = "court"


def because(view: View, action: Action, rule: str, lang: str) -> str:
    """A sentence about this position; empty if the rule says it all."""
    finder = FINDERS.get(rule)
    if finder is None or view["ask"] is None:
        return ""
    key, *parts = finder(Tried(view, action, lang))
    return fill(WORDS.load(lang)["because"][key], *parts) if key else ""


def meanwhile(view: View, thing: str, lang: str) -> str:
    """Another counter than the one that acts: whose action it is, and what is the matter with this one.

    What a Priest cannot heal is told by the rule of healing.
    """
    ask = view["ask"]
    if ask is None or ask[0] != "what" or thing not in COUNTERS or thing == COUNTERS[ask[2]]:
        return ""
    actor = COUNTERS[ask[2]]
    if actor.startswith("priest"):
        return ""
    words, row = WORDS.load(lang), view["counters"][thing]
    matters = {
        "dead": row["at"] == "killed",
        "injured": row["health"] == "injured",
        "acted": thing in view["acted"],
    }
    key = next((each for each, true in matters.items() if true), "")
    action = fill(words["descriptions"]["meanwhile"], WORDS.name("counter", actor, lang))
    matter = fill(words["because"][key], WORDS.name("counter", thing, lang)) if key else ""
    return f"{action}; {matter}" if matter else f"{action}."


class Tried:
    """A refused action and its position: the verb and its object as in the notation."""

    def __init__(self, view: View, action: Action, lang: str) -> None:
        self.view, self.lang = view, lang
        self.numbers = action[1:] if isinstance(action, tuple) else ()
        row = action[0] if isinstance(action, tuple) else action
        self.deed, _, self.thing = ACTIONS[row].partition(" ")

    def name(self, kind: str, ident: str) -> str:
        return WORDS.name(kind, ident, self.lang)

    def inches(self, thousandths: int) -> str:
        """Rounded down: a distance that falls just short must not look like enough."""
        return WORDS.argument("hundredths", thousandths // HUNDREDTH, self.lang)

    def place(self) -> Point:
        """The place intended for the catapult."""
        if self.numbers:
            return self.numbers[0] * HUNDREDTH, self.numbers[1] * HUNDREDTH
        return SITE_AT[SITE_NAMES.index(self.thing)]

    def actor(self) -> str:
        """The counter of the question."""
        ask: list[int] = self.view["ask"]
        return COUNTERS[ask[2]]

    def stands(self, counter: str) -> str:
        return str(self.view["counters"][counter]["at"])

    def is_a(self, role: str) -> bool:
        return self.actor().partition("-")[0] == role

    def structure(self) -> str:
        """The structure under the counter of the question."""
        return STRUCTURES[STRUCTURE_OF[SECTIONS.index(self.stands(self.actor()))]]


# The attacker


def _none_left(t: Tried) -> Said:
    return "none-left", t.name("kind", t.thing)


def _too_near(least: int) -> Callable[[Tried], Said]:
    def say(t: Tried) -> Said:
        return "too-near", t.inches(isqrt(distance_squared(*t.place()))), t.inches(least)

    return say


def _not_moved(t: Tried) -> Said:
    x, y = t.view["catapult"]
    return "not-moved", t.inches(isqrt(apart_squared(t.place(), (x, y)))), t.inches(MOVED_DISTANCE)


def _easier(t: Tried) -> Said:
    tried, agreed = t.numbers[-1] // 100, int(t.view["options"]["difficulty"])
    return ("easier-line", str(agreed), str(tried)) if 0 < tried < agreed else SILENT


def _off_the_castle(t: Tried) -> Said:
    """From a place of the grid: past the castle, short of it or beyond it."""
    site = t.view["ask"][2]
    if t.deed == "turn":
        return "wide", t.name("site", SITE_NAMES[site])
    degrees = t.view["ask"][3]
    rows = pulls(int(t.view["options"]["difficulty"]), site, degrees)
    least, most = (t.inches(PULLS[row - PULL[0]] * HUNDREDTH) for row in (rows[0], rows[-1]))
    return "pull-off", str(degrees), least, most


def _not_struck(t: Tried) -> Said:
    shot, *targets = t.view["ask"][2:]
    disease = KINDS[KIND_OF_SHOT[shot]] == "disease"
    kind, ids = ("section", SECTIONS) if disease else ("structure", STRUCTURES)
    return "not-struck", ", ".join(t.name(kind, ids[target]) for target in targets)


# The defender


def _chosen(key: str) -> Callable[[Tried], Said]:
    """A sentence about the counter chosen to act: its notation is its name."""

    def say(t: Tried) -> Said:
        return key, t.name("counter", t.deed)

    return say


def _closed(t: Tried) -> Said:
    if t.thing:
        return "contaminated", t.name("section", t.thing)
    return "shut-in", t.name("counter", t.deed)


def _too_far(t: Tried) -> Said:
    here = t.stands(t.actor())
    if here == t.thing:
        return "stands-there", t.name("counter", t.actor())
    return "not-adjacent", t.name("section", here), t.name("section", t.thing)


def _no_patient(t: Tried) -> Said:
    if not t.is_a("priest"):
        return "not-priest", t.name("counter", t.actor())
    patient = t.name("counter", t.thing)
    return ("dead", patient) if t.stands(t.thing) == "killed" else ("not-injured", patient)


def _patient_elsewhere(t: Tried) -> Said:
    return "other-section", t.name("counter", t.thing), t.name("section", t.stands(t.thing))


def _no_repair(t: Tried) -> Said:
    who = t.name("counter", t.actor())
    if not t.is_a("mason"):
        return "not-mason", who
    if t.stands(t.actor()) == COURT:
        return "no-structure", who
    return "undamaged", t.name("structure", t.structure())


def _ruined(t: Tried) -> Said:
    return "ruined", t.name("structure", t.structure())


def _no_fire(t: Tried) -> Said:
    if not t.is_a("waterboy"):
        return "not-waterboy", t.name("counter", t.actor())
    at = t.view["ammunition"][t.thing]
    if at not in STRUCTURES:
        return "no-fire", t.name("shot", t.thing)
    return "fire-elsewhere", t.name("structure", at)


FINDERS: Final[dict[str, Callable[[Tried], Said]]] = {
    "CUS-B3": _easier,
    "CUS-06": _too_near(FIRST_DISTANCE),
    "CUS-12": _none_left,
    "CUS-14": _too_near(LATER_DISTANCE),
    "CUS-25": _closed,
    "CUS-26": _too_far,
    "CUS-29": _chosen("dead"),
    "CUS-31": _not_moved,
    "CUS-36": _too_far,
    "CUS-37": _no_patient,
    "CUS-38": _no_repair,
    "CUS-39": _no_fire,
    "CUS-40": _chosen("injured"),
    "CUS-A5": _chosen("acted"),
    "CUS-A7": _patient_elsewhere,
    "CUS-A14": _ruined,
    "CUS-A16": _not_struck,
    "CUS-A26": _not_struck,
    "CUS-B11": _off_the_castle,
}
