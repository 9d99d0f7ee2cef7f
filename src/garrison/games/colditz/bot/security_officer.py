"""The Security Officer's judgement: how good each answer to an open question looks, and why.

Everything is measured in games, an escape being about half a one. `suspicion.py` tells who is to be feared,
`cover.py` what a guard is worth on a space, `security_cards.py` what cards are worth. Nothing is remembered
from one question to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from garrison.games.colditz.actions import (
    ARREST,
    CELL,
    CLEAR,
    DISCARD,
    DONE,
    DOWN,
    DRAW,
    END,
    GENERAL_SEARCH,
    OFFICER,
    PASS_ROW,
    PAWN,
    PLAY,
    POST,
    ROLL,
    ROOM_ROW,
    STRIP,
    THROW,
    TO,
    TUNNEL_ROW,
    WITHDRAW,
)
from garrison.games.colditz.bot.cover import PLUGS, Cover, cover
from garrison.games.colditz.bot.guard_moves import (
    PER_POINT,
    Moves,
    arrest_worth,
    clearing_worth,
    posting_worth,
)
from garrison.games.colditz.bot.odds import reaches
from garrison.games.colditz.bot.runs import watched
from garrison.games.colditz.bot.security_cards import (
    APPEL,
    KEPT,
    SHOOT,
    appel_worth,
    card_worth,
    confiscation_worth,
    keeping_worth,
    search_worth,
    shooters,
    shot_worth,
    tunnel_worth,
)
from garrison.games.colditz.bot.suspicion import Threat, suspicion
from garrison.games.colditz.cards.appel import ignoring
from garrison.games.colditz.castle.layout import AREA, CAR_SPACE, FAR_SIDE, INNER, POSTS, members
from garrison.games.colditz.castle.reach import reach
from garrison.games.colditz.editions import TIMED_APPEL
from garrison.games.colditz.state import ColditzState, first_in_barracks, nation_of, pawn_on
from garrison.games.colditz.tables import CLEAR_DOORWAYS, FIRST_GUARD

EVEN: Final = 0.5
"""The rank of doing nothing."""
AT_LEAST: Final = 0.0005
"""A move that gains less is not worth while."""
USUAL: Final = {THROW: 0.1, DRAW: 0.05, CELL[0]: 0.02, **dict.fromkeys(STRIP, 0.05)}
"""What is nearly always right: to throw again, to draw, the inner cells, to take away markers."""


def ranks(s: ColditzState, rows: Sequence[int]) -> list[float]:
    """How good each answer looks for the open question; the first of the highest is played."""
    assert s.ask is not None
    question, _, *args = s.ask
    match question:
        case "act":
            gains = _act(s, rows)
        case "move":
            gains = _move(s, rows, args[0])
        case "ready":
            gains = [_before_roll(s, row) for row in rows]
        case "deploy":
            gains = _deploy(s, rows)
        case "after":
            gains = _after(s, rows, args[0], args[1])
        case "hunt":
            gains = [_general_search(s) if row == GENERAL_SEARCH else 0.0 for row in rows]
        case "caught":
            gains = [0.0 if row == PASS_ROW else _caught(s, args[0], args[1]) for row in rows]
        case "riot":
            moves = Moves(s, s.points)
            gains = [0.0 if row == DONE else posting_worth(s, POSTS[row - POST[0]], moves) for row in rows]
        case _:
            gains = [_choice(s, row, question, args) for row in rows]
    return [EVEN + gain for gain in gains]


def _choice(s: ColditzState, row: int, question: str, args: Sequence[int]) -> float:
    """The choices that cards ask for, and those that nobody has to think about."""
    match question:
        case "aim":
            return max((shot_worth(s, row, guard) for guard in shooters(s, row)), default=0.0)
        case "shooter":
            return shot_worth(s, args[0], row)
        case "tunnel":
            return tunnel_worth(s, row - TUNNEL_ROW[0])
        case "room":
            return search_worth(s, row - ROOM_ROW[0])
        case "officer":
            return confiscation_worth(s, row - OFFICER[0])
        case _:
            return USUAL.get(row, 0.0)


# Guards


def _deploy(s: ColditzState, rows: Sequence[int]) -> list[float]:
    picture, guard = cover(s), first_in_barracks(s) - FIRST_GUARD
    least = picture.in_reserve(guard) + ENOUGH
    return [0.0 if row == DONE else picture.at(guard, POSTS[row - POST[0]]) - least for row in rows]


ENOUGH: Final = 0.004
"""What a guard on a post has to be worth more than one in barracks, from where he may go to any post."""


def _act(s: ColditzState, rows: Sequence[int]) -> list[float]:
    moves = Moves(s, s.points)
    found = [_gain(s, row, moves) for row in rows]
    if PLAY[SHOOT] in rows:  # from nearby one hits more often, so guards move first
        best = max((gain for row, gain in zip(rows, found, strict=True) if row in PAWN), default=0.0)
        if best > 2 * AT_LEAST:
            place = rows.index(PLAY[SHOOT])
            found[place] = min(found[place], best / 2)
    return found


def _gain(s: ColditzState, row: int, moves: Moves) -> float:
    if row in PAWN:
        return moves.best(row)[0]
    if row == END:
        return AT_LEAST
    if row in POST:
        return posting_worth(s, POSTS[row - POST[0]], moves) - PER_POINT
    if row in WITHDRAW:
        number = row - WITHDRAW[0]
        return moves.picture.in_reserve(number) - moves.picture.here(number) - PER_POINT
    if row in PLAY:
        return card_worth(s, row - PLAY[0], moves)
    return AT_LEAST * 2 - KEPT[row - DISCARD[0]] / 100


def _move(s: ColditzState, rows: Sequence[int], guard: int) -> list[float]:
    moves = Moves(s, s.points)
    number = guard - FIRST_GUARD
    worths, unit = moves.picture.worths(number), moves.picture.unit
    here = worths[s.at[guard]]
    arrests = {pawn: worth for worth, pawn in moves.arrests(guard)}
    rings = reach(s.at[guard], s.points, moves.ways, s.occupied)
    cost = {space: PER_POINT * steps for steps, ring in enumerate(rings) for space in members(ring)}
    found = []
    for row in rows:
        if row in TO:
            space = row - TO[0]
            found.append((worths[space] - here) * unit - cost.get(space, 0.0))
        elif row in ARREST:
            found.append(arrests.get(row - ARREST[0], 0.0))
        elif row in CLEAR:
            space = row - CLEAR[0]
            found.append(clearing_worth(s, space, guard, moves) - cost.get(space, 0.0))
        else:
            found.append(0.0)
    return found


def _after(s: ColditzState, rows: Sequence[int], guard: int, link: int) -> list[float]:
    picture, number = cover(s), guard - FIRST_GUARD
    down, off = picture.at(number, FAR_SIDE[link]), picture.in_reserve(number)
    return [down if row == DOWN else off for row in rows]


# Cards


def _before_roll(s: ColditzState, row: int) -> float:
    """All cards but the Appel of the modern rules can wait for the roll."""
    if row == ROLL:
        return 0.0
    card = row - PLAY[0]
    return appel_worth(s) - keeping_worth(s, card) if card == APPEL and TIMED_APPEL[s.mode] else -0.1


def _general_search(s: ColditzState) -> float:
    """The arrests to be expected, less what guards would do in a normal turn."""
    watch, picture, feared = watched(s), cover(s), suspicion(s)
    worth = sum(
        reaches(s.mode, watch[s.at[pawn]]) * arrest_worth(s, pawn, picture, feared)
        for pawn in members(ignoring(s))
        if s.at[pawn] >= 0
    )
    return worth - NORMAL


NORMAL: Final = 0.05
"""What a normal turn is worth."""


def _caught(s: ColditzState, pawn: int, gate: int) -> float:
    """Inside, a POW who is not yet on his way to anywhere is not worth the card."""
    weight = suspicion(s).by_nation.get(nation_of(pawn), 0.0)
    return weight + 0.05 - 0.1 * (AREA[gate] == INNER and weight < 0.1)


# Reasons

Reason = tuple[str, dict[str, int]]
"""A key, and numbers: pawns, spaces, nations, cards, steps, and chances in percent."""


def why(s: ColditzState, row: int) -> Reason:
    """The plan behind an answer."""
    assert s.ask is not None
    question, _, *args = s.ask
    if question == "act" and row in PAWN:
        deed = Moves(s, s.points).best(row)[1]
        return _stay(s, row) if deed == row else _move_reason(s, deed, row)
    if question == "move":
        return _move_reason(s, row, args[0])
    if row in POST:
        post = POSTS[row - POST[0]]
        there = pawn_on(s, post)
        return _arrest_reason(s, there) if 0 <= there < FIRST_GUARD else _place_reason(s, post)
    if row in WITHDRAW or (question == "deploy" and row == DONE):
        return "reserve", {}
    if row == END:
        return "enough", {}
    if row in PLAY:
        return "play", {"card": row - PLAY[0], **_played(s, row - PLAY[0])}
    if row in DISCARD:
        return "discard", {"card": row - DISCARD[0]}
    if question in {"aim", "shooter"}:
        pawn, guard = (row, NO_GUARD) if question == "aim" else (args[0], row)
        return "shoot", {**_arrest_reason(s, pawn)[1], "guard": guard}
    return question, {"row": row}


NO_GUARD: Final = -1


def _played(s: ColditzState, card: int) -> dict[str, int]:
    """The nation most to be feared, which a card is to hold up."""
    feared = suspicion(s).by_nation
    nation = max(feared, key=feared.__getitem__, default=-1)
    return {"nation": nation, "danger": round(100 * feared.get(nation, 0.0))}


def _stay(s: ColditzState, guard: int) -> Reason:
    return "stay", _place_reason(s, s.at[guard])[1]


def _move_reason(s: ColditzState, row: int, guard: int) -> Reason:
    if row in ARREST:
        return _arrest_reason(s, row - ARREST[0])
    if row in TO:
        return _place_reason(s, row - TO[0])
    if row in CLEAR:
        return "clear", {"space": row - CLEAR[0]}
    return _stay(s, guard)


def _arrest_reason(s: ColditzState, pawn: int) -> Reason:
    """A POW, and if he has a way to a target, how long it is and how likely he would get there."""
    feared, picture = suspicion(s), cover(s)
    threats = feared.by_pawn.get(pawn, [])
    if not threats:
        return "arrest", {"pawn": pawn}
    best = max(threats, key=lambda each: each.weight)
    key = "arrest_runner" if best.way.away else "arrest_nearest"
    return key, {"pawn": pawn, **_about(best, picture)}


def _place_reason(s: ColditzState, space: int) -> Reason:
    """What a guard on a space is there for: a run that he bars, a door, a runner, or a likely run."""
    feared, picture = suspicion(s), cover(s)
    if space == CAR_SPACE:
        return "car", {"space": space}
    barred = [feared.threats[n] for n in members(feared.barring.get(space, 0))]
    if barred:
        best = max(barred, key=lambda each: each.weight)
        return "bar", {"space": space, **_about(best, picture)}
    if space in PLUGS and not CLEAR_DOORWAYS[s.mode]:
        return "plug", {"space": space}
    covered = picture.covered_from(space)
    if covered is None:
        return "watch", {"space": space}
    return ("chase" if covered.way.away else "cover"), {"space": space, **_about(covered, picture)}


def _about(threat: Threat, picture: Cover) -> dict[str, int]:
    place = picture.feared.threats.index(threat)
    return {
        "nation": threat.nation,
        "pawn": threat.pawn,
        "first": threat.way.spaces[0],
        "goal": threat.way.goal,
        "steps": threat.before + len(threat.way.spaces),
        "through": round(100 * picture.through[place]),
    }
