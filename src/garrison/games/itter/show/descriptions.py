"""In words what counters and squares print in figures and letters, for tooltips and screen readers."""

from __future__ import annotations

from garrison.core.show.templates import fill
from garrison.games.itter.tables import (
    ATTACK,
    ATTRIBUTES,
    BOARD_FILE,
    COLOUR,
    COLOURS,
    CREW_SQUARE,
    DISRUPT,
    KIND_DEFENCE,
    PLAYTEST,
    SQUARE_COLOURS,
    SUPPRESS,
    WEAPON_ATTACK,
    WEAPON_NAME,
    WEAPON_SUPPRESS,
)
from garrison.games.itter.words import WORDS


def _say(key: str, lang: str, *values: object) -> str:
    return fill(WORDS.load(lang)["descriptions"][key], *values)


def defender(mode: int, d: int, lang: str) -> tuple[str, ...]:
    """`attack 1 die`, `suppress 2`, `Command`, `tank crew`."""
    own = (WORDS.name("attribute", letter, lang) for letter in ATTRIBUTES[mode][d])
    return (_say("attack", lang, ATTACK[d]), _say("suppress", lang, SUPPRESS[d]), *own)


def counter(mode: int, kind: int, lang: str) -> tuple[str, ...]:
    """`defence 3`, and for one that fires `fires 2 dice`."""
    defence, fire = _say("defence", lang, KIND_DEFENCE[mode][kind]), DISRUPT[mode][kind]
    if not fire:
        return (defence,)
    return defence, _say("suppress" if PLAYTEST[mode] else "fires", lang, fire)


def square(q: int, lang: str) -> str:
    """`sees yellow and black; targeted by 1; M2HB: attack 2, suppress 4, tank crew only`."""
    seen = [WORDS.name("colour", COLOURS[colour], lang) for colour in SQUARE_COLOURS[q]]
    numbers = BOARD_FILE["square"][q]["numbers"]
    parts = [_say("sees" if seen else "sees-nothing", lang, _say("and", lang).join(seen))]
    if numbers:
        parts.append(_say("targeted", lang, "-".join(map(str, dict.fromkeys((numbers[0], numbers[-1]))))))
    if WEAPON_NAME[q]:
        weapon = _say("weapon", lang, WEAPON_NAME[q], WEAPON_ATTACK[q], WEAPON_SUPPRESS[q])
        parts.append(weapon + (_say("crew", lang) if CREW_SQUARE[q] else ""))
    elif CREW_SQUARE[q]:
        parts.append(_say("load", lang) + _say("crew", lang))
    return "; ".join(parts)


def location(place: str, lang: str) -> str:
    """A location in the reader's language, where the printed rules leave its name in another."""
    room = WORDS.name("room", place, lang)
    return "" if room == WORDS.name("location", place, lang) else room


def circle(number: int, lang: str) -> str:
    """The colour from which it is seen."""
    return WORDS.name("colour", COLOURS[COLOUR[number]], lang)
