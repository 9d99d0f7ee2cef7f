"""Views: what a seat may know, the saved state, and how to load both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from garrison.core.errors import Damaged
from garrison.core.kernel import pending, resume, then
from garrison.core.state import ARBITER, Options, Seat, View
from garrison.core.validation import known_index, whole
from garrison.games.colditz import offers
from garrison.games.colditz.actions import ARREST, THINGS
from garrison.games.colditz.arrest import AT_GATE, BY_MOVE, BY_POST, BY_SHOT, DANGERS
from garrison.games.colditz.cards.hands import lay_open
from garrison.games.colditz.castle.layout import (
    ALL_ROOMS,
    CAR_ROUTE,
    CASTLE_SIDE,
    GATES,
    KIND,
    NUMBER,
    SAFE_BITS,
    SPACES,
    TARGET,
    TUNNELS,
)
from garrison.games.colditz.castle.reach import opened
from garrison.games.colditz.editions import (
    HELD_TUNNELS,
    MOST_THROWS,
    PARTS_APART,
    THINGS_TRADED,
    TUNNEL_CIRCLES,
    by_edition,
)
from garrison.games.colditz.equipment import PLACES, certain, held, supply
from garrison.games.colditz.length import MOST_POINTS
from garrison.games.colditz.movement import move_legal
from garrison.games.colditz.scoring import escaped, result
from garrison.games.colditz.state import (
    ACT_PHASE,
    BARRACKS,
    CARD_MASK,
    DEPLOY_PHASE,
    ENDINGS,
    ESCAPED,
    IN_CELLS,
    KNOWERS,
    NOBODY,
    OFF_BOARD,
    OFFICE,
    OPEN,
    OUT,
    OWNED,
    PAID_BACK,
    PAID_GATES,
    SEAT_SHIFT,
    SHOT,
    UNUSED,
    ColditzState,
    all_seats,
    at_large,
    hand,
    is_out,
    is_security,
    leave_trail,
    pair,
    team,
    tunnel_of,
)
from garrison.games.colditz.tables import (
    CARD_COPIES,
    CARDS,
    CLASSIC,
    DO_OR_DIE_THROWS,
    EQUIPMENT,
    EQUIPMENT_KINDS,
    FIRST_GUARD,
    FIRST_ROUND,
    FIRST_SECURITY_CARD,
    GUARDS,
    KIT_ESCAPES,
    KIT_PARTS,
    LAST_ROUND,
    MODES,
    NATION_COUNT,
    NATIONS,
    OFFER_THINGS,
    OFFERS,
    OPTIONS,
    PAWN_COUNT,
    PAWNS,
    PUT_BACK,
    SEAT_COUNT,
    SECURITY,
    STOCK,
    TEAM_SIZE,
    TUNNEL_CARDS,
)

PHASES: Final = ("deploy", "ready", "act")
TUNNEL_STATES: Final = ("closed", "open", "found")
HIDDEN, HIDDEN_PART = "hidden", "hidden-part"
"""A card that the viewer does not know; with six seats all see which are kit parts."""
POW_PLACES: Final = by_edition((*IN_CELLS, ESCAPED, SHOT), (*IN_CELLS, ESCAPED, SHOT, OUT))
GUARD_PLACES: Final = by_edition((BARRACKS, OFFICE), (BARRACKS,))
"""By row of MODES: where pawns are that are not on a space. COL-O-018, COL-C-34c3, COL-C-51d"""
DECKS: Final = {"opportunity_deck": "opportunity", "security_deck": "security", "kit_parts": "parts"}
"""Keys of a view and the slots they show, tops first."""


def seat_names(mode: int) -> tuple[str, ...]:
    """AMB-72"""
    return (*NATIONS[: SECURITY[mode]], "security")


def view(s: ColditzState, seat: Seat) -> View:
    """Hands, decks, kinds of equipment after trades and others' offers are hidden; all else is open."""
    found = result(s)
    goods = s.equipment if seat == ARBITER else certain(s, seat)
    names = seat_names(s.mode)
    nations = names[:-1]
    shown = {
        **pending(s, seat),
        "options": dict(zip(OPTIONS, MODES[s.mode], strict=True)),
        "viewer": names[seat] if seat >= 0 else "arbiter" if seat == ARBITER else "spectator",
        "round": s.round,
        "turn": names[s.turn],
        "phase": PHASES[s.phase],
        "points": s.points,
        "thrown": list(s.thrown),
        "doubles": s.doubles,
        "pawns": {PAWNS[pawn]: where(at) for pawn, at in enumerate(s.at) if at != UNUSED},
        "equipment": {nation: _equipment(s, goods, n, seat) for n, nation in enumerate(nations)},
        "supply": {name: supply(s, kind) for kind, name in enumerate(EQUIPMENT)},
        "kits": [nation for n, nation in enumerate(nations) if s.kits >> n & 1],
        "hands": {name: _hand(s, n, seat) for n, name in enumerate(names)},
        **{key: [_card(s, each, seat) for each in reversed(getattr(s, name))] for key, name in DECKS.items()},
        "do_or_die": [_throws(s, each, seat) for each in reversed(s.do_or_die)],
        "markers": {nation: _links(s.markers[n]) for n, nation in enumerate(nations)},
        "tunnels": {name: _tunnel_state(s, n) for n, name in enumerate(TUNNELS)},
        "inside": _pawns(s.inside),
        "driver": "" if s.driver == NOBODY else PAWNS[s.driver],
        "returning": _pawns(s.returning),
        "exempt": _pawns(s.exempt),
        "strayed": _pawns(s.strayed),
        "elsewhere": s.elsewhere,
        "refused": _pawns(s.refused),
        "warned": [nation for n, nation in enumerate(nations) if s.warned >> n & 1],
        "stopped": _pawns(s.stopped),
        "spared": [[PAWNS[pawn] for pawn in divmod(each, PAWN_COUNT)] for each in s.spared],
        "offers": _offers(s, seat),
        "escaped": dict(zip(nations, escaped(s), strict=True)),
        "escapes": s.escapes,
        "backs": s.backs,
        **(_classic(s) if CLASSIC[s.mode] else {}),
        "result": {} if found is None else {"how": found.how, "won": [names[each] for each in found.won]},
    }
    if seat == ARBITER:
        shown["seen"] = {
            "hands": {
                name: [each >> KNOWERS & 63 for each in s.hands if each >> SEAT_SHIFT == n]
                for n, name in enumerate(names)
            },
            **{key: [each >> KNOWERS for each in reversed(getattr(s, name))] for key, name in DECKS.items()},
        }
        if s.do_or_die:
            shown["seen"]["do_or_die"] = [each >> KNOWERS for each in reversed(s.do_or_die)]
        if s.sure:
            shown["seen"]["equipment"] = {name: _sure(s, n) for n, name in enumerate(names)}
    return shown


def _tunnel_state(s: ColditzState, tunnel: int) -> str:
    """COL-C-53a: closed, open or found; in the classic rules the nation that holds its card."""
    state = s.tunnels[tunnel]
    return NATIONS[state - OWNED] if state >= OWNED else TUNNEL_STATES[state]


def _throws(s: ColditzState, entry: int, seat: Seat) -> int | str:
    """COL-C-51a: the throws of a Do or Die card, for those who know it."""
    wanted = 1 << seat if seat >= 0 else all_seats(s)
    known = seat == ARBITER or entry >> KNOWERS & wanted == wanted
    return entry & CARD_MASK if known else HIDDEN


def _classic(s: ColditzState) -> dict[str, Any]:
    """What only the classic rules need."""
    return {
        "paid": {
            "out": _links(s.paid & (1 << PAID_BACK) - 1),
            "back": _links(s.paid >> PAID_BACK & (1 << PAID_BACK) - 1),
            "gates": [SPACES[gate] for gate in GATES if s.paid >> PAID_GATES + gate & 1],
        },
        "trails": {PAWNS[pawn]: _links(links) for pawn, links in enumerate(s.trails) if links},
        "arrested": bool(s.arrested),
        "off_duty": _pawns(s.off_duty),
        "searching": bool(s.searching),
        "detected": [name for n, name in enumerate(TUNNELS) if s.detected >> n & 1],
        "denied": [name for n, name in enumerate(TUNNELS) if s.denied >> n & 1],
        "homeward": _pawns(s.homeward),
        "teams_out": [nation for n, nation in enumerate(seat_names(s.mode)[:-1]) if s.out >> n & 1],
    }


def where(at: int) -> str:
    return SPACES[at] if at >= 0 else OFF_BOARD[at]


def _by_kind(cards: Sequence[int]) -> dict[str, int]:
    return dict(zip(EQUIPMENT, cards, strict=True))


def _by_thing(cards: Sequence[int]) -> dict[str, int]:
    """What is in an offer: equipment, in the classic rules also Opportunity cards."""
    return dict(zip(THINGS, cards, strict=False))


def _equipment(s: ColditzState, goods: Sequence[int], nation: int, seat: Seat) -> dict[str, int]:
    """COL-O-102, AMB-55: the cards that the viewer knows an officer to hold, and how many others he has."""
    first = nation * EQUIPMENT_KINDS
    known = goods[first : first + EQUIPMENT_KINDS]
    if seat == ARBITER:
        return _by_kind(known)
    return {**_by_kind(known), HIDDEN: held(s, nation) - sum(known)}


def _sure(s: ColditzState, seat: Seat) -> dict[str, dict[str, int]]:
    """By nation, the equipment that a seat is sure of."""
    first = seat * PLACES
    return {
        nation: _by_kind(s.sure[first + n * EQUIPMENT_KINDS : first + n * EQUIPMENT_KINDS + EQUIPMENT_KINDS])
        for n, nation in enumerate(NATIONS[: SECURITY[s.mode]])
    }


def _offers(s: ColditzState, seat: Seat) -> dict[str, dict[str, Any]]:
    """AMB-66: a seat sees its own draft or offer, and the offers that were sent to it."""
    found: dict[str, dict[str, Any]] = {}
    for nation in range(SECURITY[s.mode]) if s.trades else ():
        own = seat in (ARBITER, nation)
        size = offers.SIZE[s.mode]
        row = s.trades[nation * size : (nation + 1) * size]
        to = offers.partner(s, nation)
        if not any(row) or not (own or (offers.is_sent(s, nation) and to == seat)):
            continue
        found[NATIONS[nation]] = {
            "to": "" if to == NOBODY else NATIONS[to],
            "sent": offers.is_sent(s, nation),
            "give": _by_thing(offers.gives(s, nation)),
            "want": _by_thing(offers.wants(s, nation)),
        }
        if own:
            found[NATIONS[nation]] |= {
                "made": row[offers.MADE[s.mode]],
                "dropped": row[offers.DROPPED[s.mode]],
            }
    return found


def _card(s: ColditzState, entry: int, seat: Seat) -> str:
    """AMB-55: a card is named to those who know it; a spectator knows what all seats have seen."""
    card = entry & CARD_MASK
    wanted = 1 << seat if seat >= 0 else all_seats(s)
    if seat == ARBITER or entry >> KNOWERS & wanted == wanted:
        return CARDS[card]
    return HIDDEN_PART if card in KIT_PARTS and PARTS_APART[s.mode] else HIDDEN


def _hand(s: ColditzState, owner: int, seat: Seat) -> list[str]:
    """By card, not as the state sorts them: that would tell which of its cards others know."""
    shown = [_card(s, each, seat) for each in s.hands if each >> SEAT_SHIFT == owner]
    return shown if seat == ARBITER else sorted(shown, key=_HAND_ORDER.__getitem__)


_HAND_ORDER: Final = {card: number for number, card in enumerate((*CARDS, HIDDEN, HIDDEN_PART))}


def _links(links: int) -> list[str]:
    return [SPACES[space] for link, space in enumerate(CASTLE_SIDE) if links >> link & 1]


def _pawns(pawns: int) -> list[str]:
    return [name for pawn, name in enumerate(PAWNS) if pawns >> pawn & 1]


# Loading


def mode_of(seen: View) -> int:
    """The row of MODES of a view."""
    chosen = tuple(seen["options"][name] for name in OPTIONS)
    for (name, values), value in zip(OPTIONS.items(), chosen, strict=True):
        known_index(values, value, name)
    return MODES.index(chosen)


def load(seen: View) -> ColditzState:
    """The state of an ARBITER's view. Without `agenda` the phase begins from its start."""
    s = ColditzState(whole(seen.get("rules", 1), 1, 1000, "rules"), mode_of(seen))
    names = seat_names(s.mode)
    s.round = whole(seen["round"], LAST_ROUND, FIRST_ROUND[s.mode], "round")
    s.turn = known_index(names, seen["turn"], "turn")
    s.phase = known_index(PHASES, seen["phase"], "phase")
    s.points = whole(seen["points"], 0, MOST_POINTS, "points")
    s.thrown = [whole(face, 1, 6, "thrown, a die,") for face in seen["thrown"]]
    if len(s.thrown) > 2 * MOST_THROWS[s.mode] or len(s.thrown) % 2:
        raise Damaged(
            f"thrown has two dice for each of at most {MOST_THROWS[s.mode]} throws, not {len(s.thrown)}"
        )
    s.doubles = whole(seen["doubles"], 0, MOST_THROWS[s.mode], "doubles")
    _load_pawns(s, seen)
    _load_cards(s, seen, names)
    _load_markers(s, seen, names[:-1])
    _load_offers(s, seen, names[:-1])
    if CLASSIC[s.mode]:
        _load_classic(s, seen)
    s.escapes = whole(seen["escapes"], 0, KIT_ESCAPES, "escapes")
    s.backs = whole(seen["backs"], 0, PUT_BACK, "backs")
    s.elsewhere = whole(seen["elsewhere"], 0, MOST_POINTS, "elsewhere")
    s.ending = known_index(ENDINGS, seen.get("result", {}).get("how", ""), "ending")
    if "agenda" in seen:
        resume(s, seen)
        _check_asked(s)
    elif not s.ending:
        start_phase(s)
    _check_rooms(s)
    return s


def start_phase(s: ColditzState) -> None:
    """Set up the question of a phase, if a position has no agenda."""
    if is_out(s, s.turn):
        raise Damaged(f"it cannot be the turn of {NATIONS[s.turn]}: the team is out of the game")
    if s.phase == DEPLOY_PHASE:
        then(s, ("deploying",))
        return
    if s.round == LAST_ROUND and is_security(s, s.turn):
        raise Damaged("on round 1, the eagle, only Escape Officers have a turn")
    then(s, ("go_on",))


def _load_pawns(s: ColditzState, seen: View) -> None:
    playing = {*(pawn for nation in range(SECURITY[s.mode]) for pawn in team(s, nation))}
    playing |= {*range(FIRST_GUARD, FIRST_GUARD + GUARDS[SEAT_COUNT[s.mode]])}
    known = [PAWNS[pawn] for pawn in sorted(playing)]
    s.inside = _pawn_bits(seen["inside"], known)
    off = {name: code for code, name in OFF_BOARD.items()}
    for name, place in seen["pawns"].items():
        known_index(known, name, "pawn of this match")
        pawn = PAWNS.index(name)
        allowed = GUARD_PLACES[s.mode] if pawn >= FIRST_GUARD else POW_PLACES[s.mode]
        if place in off:
            if off[place] not in allowed:
                raise Damaged(f"{name} cannot be in '{place}'")
            s.at[pawn] = off[place]
            continue
        known_index(SPACES, place, "space")
        s.at[pawn] = NUMBER[place]
        _stand(s, pawn)
    missing = [name for name in known if s.at[PAWNS.index(name)] == UNUSED]
    if missing:
        raise Damaged(f"'pawns' does not say where {missing[0]} is")
    for pawn in range(PAWN_COUNT):
        if s.inside >> pawn & 1 and (pawn >= FIRST_GUARD or s.at[pawn] < 0):
            raise Damaged(f"{PAWNS[pawn]} cannot be inside a tunnel: only POWs on its circles are")
    s.driver = PAWNS.index(seen["driver"]) if seen["driver"] in known else NOBODY
    s.returning = _pawn_bits(seen["returning"], known)
    s.exempt = _pawn_bits(seen["exempt"], known)
    s.strayed = _pawn_bits(seen["strayed"], known)
    s.refused = _pawn_bits(seen["refused"], known)
    s.stopped = _pawn_bits(seen["stopped"], known)
    s.spared = [_spared(both, known) for both in seen["spared"]]
    if s.driver != NOBODY and s.at[s.driver] not in CAR_ROUTE:
        raise Damaged(f"{PAWNS[s.driver]} drives the staff car, so he is on its road")
    if s.exempt & ~s.returning:
        raise Damaged("only those who are returning from the outer cells are exempt")


def _stand(s: ColditzState, pawn: int) -> None:
    space = s.at[pawn]
    if s.inside >> pawn & 1:
        if space not in TUNNEL_CIRCLES[s.mode]:
            raise Damaged(f"{PAWNS[pawn]} is inside a tunnel, so it is on one of its circles")
        return
    if KIND[space] == TARGET:
        raise Damaged(f"nobody stands on a target: {PAWNS[pawn]} would be 'escaped'")
    if s.occupied >> space & 1:
        raise Damaged(f"two pawns stand on {SPACES[space]}")
    s.occupied |= 1 << space


def _pawn_bits(names: Sequence[str], known: Sequence[str]) -> int:
    found = 0
    for name in names:
        known_index(known, name, "pawn of this match")
        found |= 1 << PAWNS.index(name)
    return found


def _spared(both: Sequence[str], known: Sequence[str]) -> int:
    """A guard and a POW who was saved from him."""
    for name in both:
        known_index(known, name, "pawn of this match")
    guard, pawn = (PAWNS.index(name) for name in both)
    if guard < FIRST_GUARD or pawn >= FIRST_GUARD:
        raise Damaged("'spared' has pairs of a guard and a POW")
    return pair(guard, pawn)


def _load_cards(s: ColditzState, seen: View, names: Sequence[str]) -> None:
    nations = names[:-1]
    for nation, goods in seen["equipment"].items():
        first = known_index(nations, nation, "nation of this match") * EQUIPMENT_KINDS
        for name, number in goods.items():
            if name == HIDDEN:
                continue
            kind = known_index(EQUIPMENT, name, "equipment")
            s.equipment[first + kind] = whole(number, 0, STOCK[kind], f"{name} of {nation}")
    for kind, name in enumerate(EQUIPMENT):
        if supply(s, kind) < 0:
            raise Damaged(f"there are only {STOCK[kind]} cards '{name}'")
    for nation in seen["kits"]:
        s.kits |= 1 << known_index(nations, nation, "nation of this match")
    for nation in seen["warned"]:
        s.warned |= 1 << known_index(nations, nation, "nation of this match")
    known: Mapping[str, Any] = seen.get("seen", {})
    for key, slot in DECKS.items():
        cards = [known_index(CARDS, card, "card") for card in seen[key]]
        bits = known.get(key, [0] * len(cards))
        if PARTS_APART[s.mode] and slot == "opportunity" and not {*cards}.isdisjoint(KIT_PARTS):
            raise Damaged("with six seats the kit parts are a pile of their own, not in the opportunity_deck")
        pile = [card | whole(who, 0, 63, "seen") << KNOWERS for card, who in zip(cards, bits, strict=True)]
        setattr(s, slot, pile[::-1])
    for name, held_cards in seen["hands"].items():
        seat = known_index(names, name, "seat")
        bits = known.get("hands", {}).get(name, [0] * len(held_cards))
        for card, who in zip(held_cards, bits, strict=True):
            number = known_index(CARDS, card, "card")
            if (number >= FIRST_SECURITY_CARD) != is_security(s, seat):
                raise Damaged(f"'{card}' is no card of {name}")
            knowers = whole(who, 0, 63, "seen") | 1 << seat
            s.hands.append(number | knowers << KNOWERS | seat << SEAT_SHIFT)
    s.hands.sort()


def _load_offers(s: ColditzState, seen: View, nations: Sequence[str]) -> None:
    """Drafts and offers, and what each seat is sure of."""
    size, things = offers.SIZE[s.mode], THINGS[: THINGS_TRADED[s.mode]]
    for nation, offer in seen["offers"].items():
        n = known_index(nations, nation, "nation of this match")
        s.trades = s.trades or [0] * (NATION_COUNT * size)
        row = [0] * size
        if offer["to"]:
            row[offers.PARTNER] = 1 + known_index(nations, offer["to"], "nation of this match")
        row[offers.SENT] = int(bool(offer["sent"]))
        for first, key in ((offers.GIVES, "give"), (offers.WANTS[s.mode], "want")):
            for name, number in offer[key].items():
                thing = known_index(things, name, "card that can be traded")
                row[first + thing] = whole(number, 0, OFFER_THINGS, f"{name} in an offer")
        row[offers.MADE[s.mode]] = whole(offer.get("made", 0), 0, OFFERS, "offers made")
        row[offers.DROPPED[s.mode]] = whole(offer.get("dropped", 0), 0, OFFERS, "drafts dropped")
        if row[offers.PARTNER] == n + 1 or (row[offers.SENT] and not row[offers.PARTNER]):
            raise Damaged(f"the offer of {nation} is made to nobody")
        s.trades[n * size : (n + 1) * size] = row
        if row[offers.SENT] and min(*offers.free(s, n), *offers.free_cards(s, n)) < 0:
            raise Damaged(f"the offer of {nation} gives more than there is")
    sure: Mapping[str, Any] = seen.get("seen", {}).get("equipment", {})
    if sure:
        s.sure = [0] * (SEAT_COUNT[s.mode] * PLACES)
    for viewer, known in sure.items():
        first = known_index(seat_names(s.mode), viewer, "seat") * PLACES
        for nation, goods in known.items():
            n = known_index(nations, nation, "nation of this match")
            for name, number in goods.items():
                place = n * EQUIPMENT_KINDS + known_index(EQUIPMENT, name, "equipment")
                s.sure[first + place] = whole(number, 0, s.equipment[place], f"{name} that {viewer} knows of")


def _load_markers(s: ColditzState, seen: View, nations: Sequence[str]) -> None:
    castle_sides = [SPACES[space] for space in CASTLE_SIDE]
    for nation, links in seen["markers"].items():
        n = known_index(nations, nation, "nation of this match")
        for name in links:
            link = known_index(castle_sides, name, "castle side of a drop or wire")
            if any(other >> link & 1 for other in s.markers):
                raise Damaged(f"two markers lie at {name}")
            s.markers[n] |= 1 << link
    for name, state in seen["tunnels"].items():
        tunnel = known_index(TUNNELS, name, "tunnel")
        s.tunnels[tunnel] = _load_tunnel(s, state, nations)
    for pawn in range(FIRST_GUARD):
        if s.inside >> pawn & 1 and s.tunnels[tunnel_of(s, s.at[pawn])] < OPEN:
            raise Damaged(f"{PAWNS[pawn]} is inside a tunnel that is closed")


def _load_tunnel(s: ColditzState, state: str, nations: Sequence[str]) -> int:
    if not HELD_TUNNELS[s.mode]:
        return known_index(TUNNEL_STATES, state, "state of a tunnel")
    states = (TUNNEL_STATES[0], *nations)
    number = known_index(states, state, "state of a tunnel")
    return OWNED + number - 1 if number else 0


def _flag(value: object, what: str) -> int:
    if not isinstance(value, bool):
        raise Damaged(f"{what} must be true or false, not {value!r}")
    return int(value)


def _load_team_out(s: ColditzState, nation: int) -> None:
    """COL-C-51d"""
    s.out |= 1 << nation
    if any(s.at[pawn] not in (ESCAPED, SHOT, OUT) for pawn in team(s, nation)):
        raise Damaged(f"the {NATIONS[nation]} team is out of the game, so its pawns are escaped, shot or out")


_PACK: Final = tuple(str(throws) for throws in DO_OR_DIE_THROWS)


def _load_ways(s: ColditzState, seen: View, known: Sequence[str]) -> None:
    """COL-C-46a, COL-C-50: ways paid for, and those that POWs took."""
    castle_sides = [SPACES[space] for space in CASTLE_SIDE]
    paid = seen["paid"]
    for key in paid:
        known_index(("out", "back", "gates"), key, "kind of way paid for")
    for key, first in (("out", 0), ("back", PAID_BACK)):
        for name in paid.get(key, ()):
            s.paid |= 1 << first + known_index(castle_sides, name, "castle side of a drop or wire")
    gates = [SPACES[gate] for gate in GATES]
    for name in paid.get("gates", ()):
        known_index(gates, name, "gate")
        s.paid |= 1 << PAID_GATES + NUMBER[name]
    for name, links in seen["trails"].items():
        known_index(known[: -GUARDS[SEAT_COUNT[s.mode]]], name, "POW of this match")
        if links and not at_large(s, PAWNS.index(name)):
            raise Damaged(f"{name} leaves no trail: he is in the inner courtyard or off the board")
        for link in links:
            number = known_index(castle_sides, link, "castle side of a drop or wire")
            leave_trail(s, PAWNS.index(name), 1 << number)


def _load_classic(s: ColditzState, seen: View) -> None:
    """What only the classic rules need."""
    known = [name for pawn, name in enumerate(PAWNS) if s.at[pawn] != UNUSED]
    _load_ways(s, seen, known)
    s.arrested = _flag(seen["arrested"], "arrested")
    s.off_duty = _pawn_bits(seen["off_duty"], [name for name in known if PAWNS.index(name) >= FIRST_GUARD])
    s.homeward = _pawn_bits(seen["homeward"], known)
    if s.homeward & ~s.returning:
        raise Damaged("only those who are returning from the outer cells have come nearer to home")
    for nation in seen["teams_out"]:
        _load_team_out(s, known_index(seat_names(s.mode)[:-1], nation, "nation of this match"))
    s.searching = _flag(seen["searching"], "searching")
    for name in seen["detected"]:
        tunnel = known_index(TUNNELS, name, "tunnel")
        if not s.tunnels[tunnel]:
            raise Damaged(f"the {name} tunnel is closed, so nobody has detected it")
        s.detected |= 1 << tunnel
    for name in seen["denied"]:
        s.denied |= 1 << known_index(TUNNELS, name, "tunnel")
    bits = seen.get("seen", {}).get("do_or_die", [0] * len(seen["do_or_die"]))
    for throws, who in zip(seen["do_or_die"], bits, strict=True):
        number = known_index(_PACK, str(throws), "Do or Die card")
        s.do_or_die.insert(0, DO_OR_DIE_THROWS[number] | whole(who, 0, 63, "seen") << KNOWERS)
    for tunnel, state in enumerate(s.tunnels):
        nation = state - OWNED
        if state >= OWNED and TUNNEL_CARDS[tunnel] in hand(s, nation):
            lay_open(s, nation, TUNNEL_CARDS[tunnel])
        elif state >= OWNED and seen["hands"]:
            raise Damaged(f"{NATIONS[nation]} has no card of the {TUNNELS[tunnel]} tunnel in hand")


ABOUT_PAWNS: Final = {
    **dict.fromkeys(("move", "settle", "after", "den", "toll", "caught", "shooter", "find_out"), (1,)),
    **dict.fromkeys(("cell", "choose_cell", "consent"), (1,)),
    "forced": (1, 2),
    "fire": (2, 3),
}
"""By question or step that is about pawns on the board: which of its arguments they are."""


def _check_asked(s: ColditzState) -> None:
    """Questions, open or scheduled, must refer to pawns that can be asked about."""
    asked: list[tuple[Any, ...]] = [(s.ask[0], *s.ask[2:])] if s.ask else []
    for step in (*asked, *s.agenda):
        for place in ABOUT_PAWNS.get(step[0], ()):
            if not (len(step) > place and 0 <= step[place] < PAWN_COUNT and s.at[step[place]] >= 0):
                raise Damaged("the pawn asked about is not on the board")
        if step[0] in ("saved", "seize"):
            _check_danger(s, step)
    if s.ask and s.ask[0] == "move" and (len(s.ask) != 4 or s.ask[3] != s.points):
        raise Damaged("a move is made with the points that are left")
    if s.phase != ACT_PHASE and s.ask and s.ask[0] in ("act", "move"):
        raise Damaged("nobody moves before the roll")


def _check_danger(s: ColditzState, step: tuple[Any, ...]) -> None:
    """A POW on the board, in danger by a guard who can get to him."""
    _, pawn, by, how = step if len(step) == 4 else (*step, 0, 0, 0, 0)[:4]
    if not 0 <= pawn < FIRST_GUARD or s.at[pawn] < 0 or not 0 <= how < len(DANGERS):
        raise Damaged("the POW in danger is not on the board")
    guard = FIRST_GUARD <= by < PAWN_COUNT
    if how == BY_MOVE and not (
        guard and s.at[by] >= 0 and ARREST[pawn] in move_legal(s, s.turn, by, s.points)
    ):
        raise Damaged("the guard cannot arrest that POW")
    if how in (BY_POST, BY_SHOT) and not (guard and (s.at[by] == BARRACKS) == (how == BY_POST)):
        raise Damaged("the guard cannot be there")
    if how == AT_GATE and by not in GATES:
        raise Damaged("the space is no gate")


def _check_rooms(s: ColditzState) -> None:
    """Guards are in no closed room, but for one who has just taken its marker."""
    closed = (ALL_ROOMS | SAFE_BITS) & ~opened(s)
    leaving = s.ask[2] if s.ask and s.ask[0] == "after" else NOBODY
    for guard in range(FIRST_GUARD, PAWN_COUNT):
        if s.at[guard] >= 0 and closed >> s.at[guard] & 1 and guard != leaving:
            raise Damaged(f"{PAWNS[guard]} cannot be at {SPACES[s.at[guard]]}: no marker is there")


# Contents of the box


def stock(options: Options) -> dict[str, int]:
    """Pawns, equipment, cards of both decks."""
    seats = int(options["seats"])
    pawns = [f"{nation}-{n}" for nation in NATIONS[: seats - 1] for n in range(1, TEAM_SIZE[seats] + 1)]
    pawns += [f"guard-{n}" for n in range(1, GUARDS[seats] + 1)]
    return {
        **dict.fromkeys(pawns, 1),
        **dict(zip(EQUIPMENT, STOCK, strict=True)),
        **{f"card {name}": copies for name, copies in zip(CARDS, CARD_COPIES, strict=True)},
        **(
            {f"do-or-die {throws}": 1 for throws in DO_OR_DIE_THROWS}
            if options["edition"] == "classic"
            else {}
        ),
    }


def count(seen: View) -> dict[str, int]:
    """Everything by name over all places of an ARBITER's view."""
    found: dict[str, int] = dict.fromkeys(seen["pawns"], 1)
    for name in EQUIPMENT:
        found[name] = seen["supply"][name] + sum(held[name] for held in seen["equipment"].values())
    found |= {f"card {name}": 0 for name in CARDS}
    for cards in (*(seen[key] for key in DECKS), *seen["hands"].values()):
        for card in cards:
            found[f"card {card}"] += 1
    for throws in seen["do_or_die"]:
        found[f"do-or-die {throws}"] = found.get(f"do-or-die {throws}", 0) + 1
    return found
