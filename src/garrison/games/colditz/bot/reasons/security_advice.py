"""The Security Officer's reasons: which run he expects, what a guard covers, whom it pays to arrest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from garrison.games.colditz.actions import (
    BACK,
    CELL,
    DISCARD,
    DONE,
    DOWN,
    DRAW,
    END,
    GENERAL_SEARCH,
    KEEP,
    LEAVE,
    OFFICER,
    PASS_ROW,
    PAWN,
    PLAY,
    ROLL,
    ROOM_ROW,
    THROW,
    TO,
    TUNNEL_ROW,
    WITHDRAW,
)
from garrison.games.colditz.bot.cover import PLUGS, cover
from garrison.games.colditz.bot.odds import reaches
from garrison.games.colditz.bot.reasons.speaker import Speaker
from garrison.games.colditz.bot.security_cards import shooters
from garrison.games.colditz.bot.security_officer import AT_LEAST, EVEN, ranks, why
from garrison.games.colditz.bot.suspicion import suspicion
from garrison.games.colditz.cards.appel import ignoring
from garrison.games.colditz.cards.hands import counted
from garrison.games.colditz.cards.interrupts import caught_legal
from garrison.games.colditz.cards.security import distance, searched
from garrison.games.colditz.castle.layout import AREA, CAR_SPACE, INNER, NEIGHBOURS, ROOM_OF
from garrison.games.colditz.equipment import held
from garrison.games.colditz.movement import move_legal
from garrison.games.colditz.state import READY_PHASE, ColditzState, nation_of, tunnellers
from garrison.games.colditz.tables import CARD, CLASSIC, FIRST_GUARD, HAND_LIMIT, SECURITY
from garrison.games.colditz.turn import act_legal, discards

CARD_KEYS: Final = {
    CARD["appel"]: ("play-appel", "keep-appel"),
    CARD["shoot"]: ("play-shoot", "keep-shoot"),
    CARD["tunnel-found"]: ("play-found", "keep-found"),
    CARD["search"]: ("play-search", "keep-search"),
    CARD["confiscate"]: ("play-confiscate", "keep-confiscate"),
    CARD["riot"]: ("play-riot", "keep-riot"),
}
"""By card, what its reasons are called: for playing it, and for keeping it."""
PLAIN: Final = {THROW: "throw", KEEP: "keep", LEAVE: "leave"}
"""Answers that nobody has to think about."""
Values = Mapping[str, int]
A_GUARD: Final = "guard-any"
"""How a guard is called who is not the one in question."""


def reason(s: ColditzState, row: int, speaker: Speaker) -> str:
    assert s.ask is not None
    question, _, *args = s.ask
    if row in PLAIN:
        return speaker.say(PLAIN[row])
    if row == ROLL:
        return speaker.say("roll-guards", feared=_feared(s, speaker))
    if question in _CHOICES:
        return _CHOICES[question](s, row, args, speaker)
    if row in PLAY:
        return _play(s, row - PLAY[0], speaker)
    if row in DISCARD:
        return _discard(s, row - DISCARD[0], speaker)
    if row == END:
        return _end(s, speaker)
    if row == DONE:
        return speaker.say("deploy-done" if question == "deploy" else "riot-done")
    if row == DRAW:
        full = counted(s, SECURITY[s.mode]) >= HAND_LIMIT
        return speaker.say("draw-full" if full else "draw")
    return _planned(s, row, speaker)


# Guards


def _planned(s: ColditzState, row: int, speaker: Speaker) -> str:
    """The plan behind a guard's move, as the judgement names it."""
    key, values = why(s, row)
    if key == "stay" and row in PAWN:
        if "goal" not in values and values["space"] not in (CAR_SPACE, *PLUGS):
            return speaker.say("stay-idle", guard=speaker.pawn(row))
        return speaker.say("stay", guard=speaker.pawn(row), rest=_standing(s, values, speaker, "guard-he"))
    if row in WITHDRAW:
        good = ranks(s, [row])[0] > EVEN + AT_LEAST
        guard = speaker.pawn(FIRST_GUARD + row - WITHDRAW[0])
        return speaker.say("withdraw" if good else "withdraw-not", guard=guard)
    if key == "stay":
        return _standing(s, values, speaker)
    if key == "clear":
        return speaker.say("clear", at=speaker.at(values["space"]))
    return _arrest(s, values, speaker) if key.startswith("arrest") else _place(s, values, speaker, key)


def _standing(s: ColditzState, values: Values, speaker: Speaker, who: str = A_GUARD) -> str:
    """What a guard does where he is."""
    space = values["space"]
    if "goal" in values:
        return _place(s, values, speaker, "bar" if space in suspicion(s).barring else "cover", who)
    key = "car" if space == CAR_SPACE else "plug" if space in PLUGS else "watch"
    return _place(s, values, speaker, key, who)


def _place(s: ColditzState, values: Values, speaker: Speaker, key: str, who: str = A_GUARD) -> str:
    """What a guard does on a space: bars a way, blocks a door, chases or covers somebody."""
    at, guard = speaker.at(values["space"]), speaker.say(who)
    if "goal" not in values:
        if key == "plug":
            return _door(values["space"], speaker, guard)
        return speaker.say("guard-car" if key == "car" else "watch", at=at, guard=guard)
    run, times = _run(s, values, speaker), speaker.times(values["through"] / 100)
    out = _is_out(s, values["pawn"])
    if key == "bar":
        return speaker.say("bar-runner" if out else "bar", at=at, guard=guard, run=run)
    key = "chase" if out else "cover"
    return speaker.say(key, at=at, guard=guard, run=run, times=times)


def _door(space: int, speaker: Speaker, guard: str) -> str:
    rooms = [ROOM_OF[each] for each in NEIGHBOURS[space] if each in ROOM_OF]
    at = speaker.at(space)
    if not rooms:
        return speaker.say("plug-passage", at=at, guard=guard)
    return speaker.say("plug", at=at, guard=guard, room=speaker.room(rooms[0]))


def _is_out(s: ColditzState, pawn: int) -> bool:
    return s.at[pawn] >= 0 and (AREA[s.at[pawn]] != INNER or bool(s.inside >> pawn & 1))


def _run(s: ColditzState, values: Values, speaker: Speaker, *, named: bool = False) -> str:
    """The run that is expected: of somebody who is out, or of a nation."""
    pawn, goal, steps = values["pawn"], values["goal"], values["steps"]
    if _is_out(s, pawn):
        return speaker.say("runner", pawn=speaker.pawn(pawn), n=steps, off=speaker.off(goal))
    return speaker.run(s.mode, pawn, values["first"], goal, steps, named=named)


def _arrest(s: ColditzState, values: Values, speaker: Speaker) -> str:
    """How near he is to getting away, and what his arrest costs his officer."""
    pawn = values["pawn"]
    costly = AREA[s.at[pawn]] != INNER and held(s, nation_of(pawn)) > 0
    cost = speaker.say("cost") if costly else ""
    who = speaker.pawn(pawn)
    if "goal" not in values:
        return speaker.say("arrest", pawn=who, cost=cost)
    run = _run(s, values, speaker, named=True)
    times = speaker.times(values["through"] / 100)
    return speaker.say(
        "arrest-runner" if _is_out(s, pawn) else "arrest-near", pawn=who, run=run, times=times, cost=cost
    )


def _move(s: ColditzState, row: int, args: Sequence[int], speaker: Speaker) -> str:
    """A move, and whether another is better."""
    guard = args[0]
    rows = move_legal(s, SECURITY[s.mode], guard, s.points)
    worths = dict(zip(rows, ranks(s, rows), strict=True))
    if row not in TO:
        return _planned(s, row, speaker)
    best = max(rows, key=worths.__getitem__)
    here = speaker.pawn(guard)
    if worths[row] < EVEN - AT_LEAST:
        return speaker.say("move-worse", guard=here, rest=_standing(s, why(s, BACK)[1], speaker, "guard-he"))
    if worths[best] - worths[row] > AT_LEAST and best in TO:
        return speaker.say("move-less", rest=_planned(s, row, speaker), space=speaker.space(best - TO[0]))
    return _planned(s, row, speaker)


def _end(s: ColditzState, speaker: Speaker) -> str:
    """Nothing is left to do; or the guard, post or card with which more can be done."""
    rows = [row for row in act_legal(s, SECURITY[s.mode], s.points) if row != END]
    worths = ranks(s, rows)
    best = max(range(len(rows)), key=worths.__getitem__, default=-1)
    if best >= 0 and worths[best] > EVEN + AT_LEAST:
        rest = reason(s, rows[best], speaker).rstrip(".")
        return speaker.say("end-guards-early", rest=rest)
    return speaker.say("end-guards" if s.points else "end-guards-spent", feared=_feared(s, speaker))


# Cards


def _feared(s: ColditzState, speaker: Speaker) -> str:
    """The run that is likeliest, and likeliest to get through."""
    threats, through = suspicion(s).threats, cover(s).through
    if not threats:
        return speaker.say("feared-nobody")
    best = max(range(len(threats)), key=lambda n: threats[n].weight * through[n])
    way, pawn = threats[best].way, threats[best].pawn
    values = {
        "pawn": pawn,
        "first": way.spaces[0],
        "goal": way.goal,
        "steps": threats[best].before + len(way.spaces),
    }
    return speaker.say("feared", run=_run(s, values, speaker))


def _play(s: ColditzState, card: int, speaker: Speaker) -> str:
    played, kept = CARD_KEYS[card]
    good = ranks(s, [PLAY[card]])[0] > EVEN
    if not good and s.phase == READY_PHASE and card != CARD["appel"]:
        return speaker.say("play-later")
    return speaker.say(played if good else kept, feared=_feared(s, speaker))


def _discard(s: ColditzState, card: int, speaker: Speaker) -> str:
    rows = discards(s, SECURITY[s.mode])
    worths = dict(zip(rows, ranks(s, rows), strict=True))
    least = max(rows, key=worths.__getitem__)
    if worths[DISCARD[card]] >= worths[least]:
        return speaker.say("discard")
    edition = "classic" if CLASSIC[s.mode] else "modern"
    return speaker.say("discard-other", card=speaker.card(least - DISCARD[0], edition))


def _aim(s: ColditzState, row: int, args: Sequence[int], speaker: Speaker) -> str:
    guard = min(shooters(s, row), key=lambda each: distance(s, each, row))
    return _shot(s, guard, row, speaker)


def _shooter(s: ColditzState, row: int, args: Sequence[int], speaker: Speaker) -> str:
    return _shot(s, row, args[0], speaker)


def _shot(s: ColditzState, guard: int, pawn: int, speaker: Speaker) -> str:
    steps = distance(s, guard, pawn)
    times = speaker.times(reaches(s.mode, steps))
    return speaker.say("shot", guard=speaker.pawn(guard), pawn=speaker.pawn(pawn), n=steps, times=times)


def _room(s: ColditzState, row: int, args: Sequence[int], speaker: Speaker) -> str:
    room = row - ROOM_ROW[0]
    there = len(searched(s, room))
    most = max(len(searched(s, each)) for each in {*ROOM_OF.values()})
    key = "room-most" if there == most else "room-less"
    return speaker.say(key, room=speaker.room(room), n=there, number=speaker.number(there))


def _tunnel(s: ColditzState, row: int, args: Sequence[int], speaker: Speaker) -> str:
    tunnel = row - TUNNEL_ROW[0]
    n = len(tunnellers(s, tunnel))
    return speaker.say("tunnel", tunnel=speaker.tunnel(tunnel), n=n, number=speaker.number(n))


def _officer(s: ColditzState, row: int, args: Sequence[int], speaker: Speaker) -> str:
    nation = row - OFFICER[0]
    n = held(s, nation)
    if not n:
        return speaker.say("officer-none", people=speaker.people(nation))
    values = {"people": speaker.people(nation), "n": n, "number": speaker.number(n)}
    worths = ranks(s, [OFFICER[each] for each in range(SECURITY[s.mode])])
    return speaker.say("officer-most" if worths[nation] >= max(worths) else "officer-less", **values)


def _hunt(s: ColditzState, row: int, args: Sequence[int], speaker: Speaker) -> str:
    n = ignoring(s).bit_count()
    worth = ranks(s, [GENERAL_SEARCH])[0]
    search = row == GENERAL_SEARCH
    if worth > EVEN:
        key = "hunt" if search else "hunt-not"
    else:
        key = "search-not" if search else "no-search"
    return speaker.say(key, n=n, number=speaker.number(n))


def _caught(s: ColditzState, row: int, args: Sequence[int], speaker: Speaker) -> str:
    pawn, gate = args
    rows = caught_legal(s, SECURITY[s.mode], pawn, gate)
    if row == PASS_ROW and len(rows) == 1:
        return speaker.say("no-card")
    good = max(ranks(s, [each for each in rows if each != PASS_ROW])) > EVEN
    key = "caught" if good else "caught-wait"
    if (row == PASS_ROW) == good:
        key = "caught-not" if good else "caught-early"
    return speaker.say(key, pawn=speaker.pawn(pawn), at=speaker.at(gate))


# Markers and cells


def _after(s: ColditzState, row: int, args: Sequence[int], speaker: Speaker) -> str:
    return speaker.say("down" if row == DOWN else "to-office", guard=speaker.pawn(args[0]))


def _strip(s: ColditzState, row: int, args: Sequence[int], speaker: Speaker) -> str:
    people = speaker.people(args[0])
    return speaker.say("strip-done" if row == DONE else "strip", people=people)


def _cell(s: ColditzState, row: int, args: Sequence[int], speaker: Speaker) -> str:
    return speaker.say("cell-inner" if row == CELL[0] else "cell-outer", pawn=speaker.pawn(args[0]))


_CHOICES: Final[dict[str, Callable[[ColditzState, int, Sequence[int], Speaker], str]]] = {
    "move": _move,
    "aim": _aim,
    "shooter": _shooter,
    "room": _room,
    "tunnel": _tunnel,
    "officer": _officer,
    "hunt": _hunt,
    "caught": _caught,
    "after": _after,
    "strip": _strip,
    "cell": _cell,
}
