"""The action table: every notation of the game, its row, and what the row means.

Rows are only ever appended: learning programs use a row's number as its index.
"""

from __future__ import annotations

from typing import Any, Final

from garrison.games.itter.tables import (
    AREAS,
    CARDS,
    CIRCLES,
    COLOUR_COUNT,
    COLOURS,
    COMPETITIVE,
    COPIES,
    DEFENDER_COUNT,
    DEFENDERS,
    EFFECT_TEXT,
    FIRST_TACTIC,
    HAS_TOKENS,
    INSPIRERS,
    KINDS,
    PUSHES,
    SQUARE_COLOURS,
    SQUARE_COUNT,
    SQUARES,
    SUPPRESS,
    TOKENS,
    WEAPON_SUPPRESS,
    by_edition,
)

_notations: list[str] = []
_phrases: list[tuple[Any, ...]] = []


def _row(notation: str, *phrase: Any) -> int:
    _notations.append(notation)
    _phrases.append(phrase)
    return len(_notations) - 1


# who: a Defender, or pass. The row of a Defender is his number.
for _d in range(DEFENDER_COUNT):
    _row(DEFENDERS[_d], "who", _d)
PASS: Final = _row("pass", "pass")

# where
PLACE: Final = [_row(f"place {SQUARES[q]}", "place", q) for q in range(SQUARE_COUNT)]

# what: attack. `weapon` rows lie a fixed distance behind the others.
TARGET: Final[dict[int, tuple[int, int]]] = {}
"""By row of an attack without `weapon`: (circle, kind)."""
ATTACK_ROW: Final = [-1] * (max(CIRCLES) + 1)
"""By circle: the row of an attack on the first kind; the other kinds follow."""
for _circle in CIRCLES:
    ATTACK_ROW[_circle] = len(_notations)
    for _kind in range(len(KINDS)):
        if PUSHES[_kind] or _circle in AREAS:
            TARGET[_row(f"attack {KINDS[_kind]}@{_circle}", "attack", _kind, _circle)] = (_circle, _kind)
FIRST_ATTACK: Final = min(TARGET)
WEAPON: Final = len(TARGET)
"""Offset from the row of an attack to the same attack with `weapon`."""
for _circle, _kind in list(TARGET.values()):
    _row(f"attack {KINDS[_kind]}@{_circle} weapon", "attack-weapon", _kind, _circle)

# what: suppress
MOST_TOKENS: Final = max(*SUPPRESS, *WEAPON_SUPPRESS) + len(INSPIRERS)
MOST_OWN: Final = max(SUPPRESS) + len(INSPIRERS)
Put = tuple[tuple[int, int], ...]
"""Tokens put down: (colour, number) once or twice."""
PUT: Final[dict[int, Put]] = {}
"""By row of a suppression, with or without `weapon`: the tokens it puts down."""
_SINGLES: Final = [(colour, n) for colour in range(COLOUR_COUNT) for n in range(1, MOST_TOKENS + 1)]
_PAIRS: Final = sorted(
    {
        tuple(sorted((colour for colour in colours if HAS_TOKENS[colour]), key=lambda c: COLOURS[c]))
        for colours in SQUARE_COLOURS
        if sum(HAS_TOKENS[colour] for colour in colours) == 2
    }
)
_single_rows: dict[tuple[int, int], int] = {}
for _colour, _n in _SINGLES:
    _single_rows[_colour, _n] = _row(f"suppress {COLOURS[_colour]}={_n}", "suppress", _n, _colour)
    PUT[_single_rows[_colour, _n]] = ((_colour, _n),)
_weapon_rows: dict[tuple[int, int], int] = {}
for _colour, _n in _SINGLES:
    _weapon_rows[_colour, _n] = _row(
        f"suppress {COLOURS[_colour]}={_n} weapon", "suppress-weapon", _n, _colour
    )
    PUT[_weapon_rows[_colour, _n]] = ((_colour, _n),)
_pair_rows: dict[Put, int] = {}
for _one, _two in _PAIRS:
    for _total in range(2, MOST_OWN + 1):
        for _n in range(1, _total):
            _put: Put = ((_one, _n), (_two, _total - _n))
            _pair_rows[_put] = _row(
                f"suppress {COLOURS[_one]}={_n} {COLOURS[_two]}={_total - _n}",
                "suppress-both",
                _n,
                _one,
                _total - _n,
                _two,
            )
            PUT[_pair_rows[_put]] = _put
WEAPON_PUTS: Final = frozenset(_weapon_rows.values())

# what: moves and the rest
SHIFT: Final = [_row(f"shift {SQUARES[q]}", "shift", q) for q in range(SQUARE_COUNT)]
MOVE: Final = [_row(f"move {SQUARES[q]}", "move", q) for q in range(SQUARE_COUNT)]
RECOVER_EXHAUSTED: Final = _row("recover exhausted", "recover-exhausted")
RECOVER_DISRUPTED: Final = _row("recover disrupted", "recover-disrupted")
COMMAND: Final = _row("command", "command")
LOAD: Final = _row("load", "load")
ESCAPE: Final = _row("escape", "escape")

# command
_EVERYBODY: Final = list(enumerate(DEFENDERS))
HELP_EXHAUSTED: Final = [_row(f"recover exhausted {name}", "help-exhausted", d) for d, name in _EVERYBODY]
HELP_DISRUPTED: Final = [_row(f"recover disrupted {name}", "help-disrupted", d) for d, name in _EVERYBODY]
DONE: Final = _row("done", "done")

# spend, sacrifice, fire
SPEND: Final = [_row(f"spend {n}", "spend", n) for n in range(max(TOKENS) + 1)]
SACRIFICE: Final = _row("sacrifice", "sacrifice")
KEEP: Final = _row("keep", "keep")
FIRE_MG: Final = _row("mg", "fire-mg")
FIRE_MORTAR: Final = _row("mortar", "fire-mortar")

# playtest edition: what, command, squads
REMOVE_SUPPRESSED: Final = _row("remove suppressed", "remove-suppressed")
HELP_SUPPRESSED: Final = [_row(f"remove suppressed {name}", "help-suppressed", d) for d, name in _EVERYBODY]
SQUAD: Final = [_row(name, "squad", colour) for colour, name in enumerate(COLOURS)]

# competitive variant: plan
PLANNED: Final[dict[int, int]] = {}
"""By row of laying a card face down: the card."""
for _card, _copies in enumerate(COPIES[COMPETITIVE.index(True)]):
    if _copies:
        _verb = "plan" if _card < FIRST_TACTIC else "tactic"
        _effect = EFFECT_TEXT[COMPETITIVE.index(True)][_card]
        PLANNED[_row(f"{_verb} {CARDS[_card]}", _verb, _card, _effect)] = _card
PLAN_ROW: Final = {card: row for row, card in PLANNED.items()}

ACTIONS: Final = tuple(_notations)
PHRASES: Final = tuple(_phrases)


def _suppress_rows(q: int, n: int, *, split: bool) -> list[int]:
    """All rows that put n tokens from a square, in table order (ITP-2.3a, IT3-30; split: ITP-2.3b)."""
    colours = [colour for colour in SQUARE_COLOURS[q] if HAS_TOKENS[colour]]
    if not n:
        return []
    rows = [_single_rows[colour, n] for colour in colours]
    if split and len(colours) == 2 and n <= MOST_OWN:
        one, two = sorted(colours, key=lambda c: COLOURS[c])
        rows += [_pair_rows[(one, each), (two, n - each)] for each in range(1, n)]
    return sorted(rows)


SPLITS: Final = by_edition(published=True, playtest=False)
"""Suppress: tokens over both colours of a square (ITP-2.3b), or on one of them (IT3-30, AMB-26)."""
_WAYS: Final = {
    split: [[_suppress_rows(q, n, split=split) for n in range(MOST_TOKENS + 1)] for q in range(SQUARE_COUNT)]
    for split in (False, True)
}
SUPPRESS_ROWS: Final = [_WAYS[split] for split in SPLITS]
"""By mode, by square, by number of tokens."""
SUPPRESS_WEAPON_ROWS: Final = [
    [
        [_weapon_rows[colour, n] for colour in SQUARE_COLOURS[q] if HAS_TOKENS[colour] and n]
        for n in range(MOST_TOKENS + 1)
    ]
    for q in range(SQUARE_COUNT)
]
