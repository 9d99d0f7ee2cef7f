"""Questions and choices in the words a position calls for: who is in danger, what is offered, what ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from garrison.core.kernel import row_of
from garrison.core.show.templates import fill
from garrison.core.state import Action, View
from garrison.games.colditz.actions import (
    ACCEPT,
    ANSWER,
    ANSWERS,
    DECLINE,
    DISCARD,
    DO_OR_DIE,
    DONE,
    DROP,
    END,
    PASS_ROW,
    PLAY,
    RECALL,
    SEND,
    WITHDRAW,
)
from garrison.games.colditz.arrest import BY_MOVE, BY_POST, BY_SHOT
from garrison.games.colditz.cards.security import SEARCH
from garrison.games.colditz.castle.layout import (
    CLASSIC_CHAINS,
    INNER_POSTS,
    MOAT_TARGETS,
    NUMBER,
    POSTS,
    ROOMS,
    SPACES,
    TUNNELS,
    run_lengths,
)
from garrison.games.colditz.editions import PARTS_APART
from garrison.games.colditz.knowledge.view import HIDDEN_PART, mode_of
from garrison.games.colditz.tables import (
    CARDS,
    EQUIPMENT,
    ESCAPES_TO_WIN,
    FIRST_GUARD,
    HAND_LIMIT,
    KIT_PARTS,
    LAST_ROUND,
    NATIONS,
    OPPORTUNITY,
    OUTER_LEAST,
    OUTER_MOST,
    PAWNS,
)
from garrison.games.colditz.tunnels import LEAST_INSIDE
from garrison.games.colditz.words import WORDS, edition_name

GUARDS: Final = {BY_MOVE: "guard-near", BY_POST: "guard-posted", BY_SHOT: "guard-aims"}
"""By danger from a guard, the sentence that names him."""
DANGER_KEYS: Final = {BY_MOVE: "near", BY_POST: "posted", BY_SHOT: "shot"}
"""By danger from a guard, what sentences about a card against it are called."""


OWN_OFFER: Final = {SEND: "send", DROP: "drop", RECALL: "recall"}
"""Rows about an officer's own offer, and their sentences."""


def wording(view: View, action: Action | None, lang: str) -> str:
    """The sentence of a choice, or of the question for None; empty where the usual one will do."""
    if action is None:
        return _question(view, lang) if view["ask"] else ""
    row, said = row_of(action), _said(lang)
    for key, rows in (("accept", ACCEPT), ("decline", DECLINE)):
        if row in rows:
            nation = NATIONS[row - rows[0]]
            offer = view["offers"][nation]
            gets, gives = things(offer["give"], lang), things(offer["want"], lang)
            return fill(said[key], _name("nation", nation, lang), gets, gives)
    if row in OWN_OFFER:
        offer = view["offers"][view["viewer"]]
        other = _name("nation", offer["to"], lang)
        key = OWN_OFFER[row]
        return fill(said[key], other, things(offer["give"], lang), things(offer["want"], lang))
    if row == END:
        return _end(view, lang)
    edition = view["options"]["edition"]
    for key, rows in (("play", PLAY), ("discard", DISCARD)):
        if row in rows:
            return fill(said[key], edition_name("card", CARDS[row - rows[0]], edition, lang))
    if row in WITHDRAW:
        key = "withdraw-office" if edition == "modern" else "withdraw-barracks"
        return fill(said[key], _name("pawn", PAWNS[FIRST_GUARD + row - WITHDRAW[0]], lang))
    if row in DO_OR_DIE:
        pawn = PAWNS[row - DO_OR_DIE[0]]
        steps = run_lengths(MOAT_TARGETS)[NUMBER[view["pawns"][pawn]]]
        return fill(said["dare"], _name("pawn", pawn, lang), steps)
    if row in (PASS_ROW, *ANSWER):
        return _window(view, row, lang)
    return ""


def tally(view: View, action: Action, ticked: int, of: int, lang: str) -> str:
    """COL-O-082: who comes to the Appel, if so many more stay away."""
    if row_of(action) != DONE or view["ask"][0] != "appel":
        return ""
    away, going, said = ticked + view["ask"][2].bit_count(), of - ticked, _said(lang)
    if not away:
        return said["all-go"]
    return fill(said["some-go"], away, going) if going else said["none-go"]


# Cards out of turn


def _window(view: View, row: int, lang: str) -> str:
    """What a card played now does, and what happens without it."""
    name, _, *about = view["ask"]
    pawn, by, key = "", "", name
    if name in ("saved", "caught"):
        pawn = _name("pawn", PAWNS[about[0]], lang)
    if name == "saved":
        key = DANGER_KEYS.get(about[2], "saved")
        by = _name("pawn", PAWNS[about[1]], lang) if about[2] in GUARDS else ""
    said, edition = _said(lang), view["options"]["edition"]
    if row == PASS_ROW:
        return fill(said.get(f"pass-{key}", ""), pawn, by)
    card = ANSWERS[row - ANSWER[0]]
    against = edition_name("card", CARDS[about[0]], edition, lang) if name == "warned" else ""
    effect = said.get(f"{card}-{key}") or said[f"{card}-{name}"]
    return fill(effect, edition_name("card", card, edition, lang), pawn or against, by)


def _said(lang: str) -> Mapping[str, str]:
    found: Mapping[str, str] = WORDS.load(lang)["wording"]
    return found


def _name(kind: str, ident: str, lang: str) -> str:
    return WORDS.name(kind, ident, lang)


def things(cards: Mapping[str, int], lang: str) -> str:
    """Cards of an offer: equipment as `2 ropes, 1 key`, then Opportunity cards by name, each copy."""
    named = [fill(_name("items", item, lang), cards[item]) for item in EQUIPMENT if cards[item]]
    named += [_name("thing", card, lang) for card in OPPORTUNITY for _ in range(cards.get(card, 0))]
    return ", ".join(named) or WORDS.term("nothing", lang)


# What ends with a turn


def _end(view: View, lang: str) -> str:
    """COL-O-127, AMB-66: tunnels that collapse, and an offer that lapses."""
    said = _said(lang)
    closing = said["collapses" if view["options"]["edition"] == "modern" else "closes"]
    ending = [fill(closing, name, inside, LEAST_INSIDE) for name, inside in _unsafe(view, lang)]
    offer = view["offers"].get(view["viewer"])
    if offer and offer["to"]:
        ending.append(said["lapses" if offer["sent"] else "unsent"])
    return fill(said["end"], "; ".join(ending)) if ending else ""


def _unsafe(view: View, lang: str) -> Iterator[tuple[str, int]]:
    """Open tunnels with fewer POWs in them than must be there."""
    circles = [NUMBER[view["pawns"][pawn]] for pawn in view["inside"]]
    for tunnel, chain in zip(TUNNELS, CLASSIC_CHAINS, strict=True):
        inside = sum(circle in chain for circle in circles)
        if view["tunnels"][tunnel] != "closed" and inside < LEAST_INSIDE:
            yield _name("tunnel", tunnel, lang), inside


# Questions


def _question(view: View, lang: str) -> str:
    name, _, *about = view["ask"]
    said = _said(lang)
    if name == "saved":
        return _danger(view, lang, *about)
    if name == "warned" and about[0] == SEARCH and view["options"]["edition"] == "modern":
        return fill(said["search"], _name("card", CARDS[SEARCH], lang), _name("room", ROOMS[about[1]], lang))
    if name == "tunnel" and view["options"]["edition"] == "classic":
        return said["which-tunnel"]
    if name == "deploy":
        return _deploy(view, lang)
    if name == "hunt":
        away = ", ".join(_name("pawn", pawn, lang) for pawn in view["refused"])
        return fill(said["hunt"], away)
    if name == "double" and about:
        return fill(said["double"], about[1])
    if name == "act" and (cards := _counted(view)) > HAND_LIMIT:
        return fill(said["act-full"], cards, HAND_LIMIT, about[0])
    return fill(said[f"{name}-last"], *about) if name in ("ready", "act") and last_round(view) else ""


def last_round(view: View) -> bool:
    """COL-O-135, COL-O-136, COL-O-141: the game ends with this round, whatever happens in it."""
    away: Sequence[int] = [*view["escaped"].values()]
    shared = view["options"]["goal"] == "shared"
    won = sum(away) >= len(away) if shared else max(away) >= ESCAPES_TO_WIN
    return won or bool(view["round"] == LAST_ROUND)


def _deploy(view: View, lang: str) -> str:
    """COL-O-051, COL-O-052: how many posts of either kind are still to be manned."""
    said, manned = _said(lang), {*view["pawns"].values()}
    inner = sum(SPACES[post] in manned for post in INNER_POSTS)
    outer = sum(SPACES[post] in manned for post in POSTS[len(INNER_POSTS) :])
    if (left := len(view["escaped"]) - inner) > 0:
        return fill(said["deploy-inner"], left, OUTER_LEAST, OUTER_MOST)
    if outer < OUTER_LEAST:
        return fill(said["deploy-outer"], OUTER_LEAST - outer, OUTER_MOST)
    return fill(said["deploy-more"], outer, OUTER_MOST)


def _counted(view: View) -> int:
    """COL-O-074, AMB-26: the cards of whoever has the turn that count against the limit."""
    apart = {HIDDEN_PART, *(CARDS[part] for part in KIT_PARTS)} if PARTS_APART[mode_of(view)] else {}
    return sum(card not in apart for card in view["hands"][view["turn"]])


def _danger(view: View, lang: str, pawn: int, by: int, how: int) -> str:
    """Who comes for whom, and where."""
    if how not in GUARDS:
        return ""
    place = _name("at", view["pawns"][PAWNS[pawn]], lang)
    guard, prisoner = _name("pawn", PAWNS[by], lang), _name("pawn", PAWNS[pawn], lang)
    return fill(_said(lang)[GUARDS[how]], guard, prisoner, place)
