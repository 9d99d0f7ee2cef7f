"""A position of Escape from Colditz as numbers for learners, from what a seat may know."""

from __future__ import annotations

from typing import Final

from garrison.core.game import Feature, Learning
from garrison.core.learning import offsets, size
from garrison.core.state import Seat
from garrison.games.colditz import offers
from garrison.games.colditz.castle.layout import AREA, AREAS, BOARD, GATES, LINK_COUNT, TUNNELS
from garrison.games.colditz.equipment import certain, held, supply
from garrison.games.colditz.knowledge.view import PHASES, TUNNEL_STATES
from garrison.games.colditz.length import MOST_POINTS
from garrison.games.colditz.state import (
    CARD_MASK,
    KNOWERS,
    NOBODY,
    OWNED,
    PAID_BACK,
    PAID_GATES,
    UNUSED,
    ColditzState,
    all_seats,
    hand,
    officer,
)
from garrison.games.colditz.tables import (
    CARDS,
    CLASSIC,
    CLASSIC_THROWS,
    DO_OR_DIE_THROWS,
    EQUIPMENT_KINDS,
    FIRST_GUARD,
    FIRST_ROUND,
    KIT_ESCAPES,
    MODES,
    NATION_COUNT,
    OFFER_THINGS,
    OFFICERS,
    OPPORTUNITY,
    OPTIONS,
    PAWN_COUNT,
    SEAT_COUNT,
    STOCK,
)

QUESTIONS: Final = (
    "deploy",
    "ready",
    "double",
    "draw",
    "act",
    "move",
    "with",
    "crew",
    "parade",
    "spot",
    "lose",
    "after",
    "strip",
    "free",
    "lure",
    "goods",
    "aim",
    "shooter",
    "room",
    "tunnel",
    "officer",
    "riot",
    "appel",
    "hunt",
    "warned",
    "saved",
    "caught",
    "hide",
    "den",
    "cell",
    "consent",
)
ABOUT_A_PAWN: Final = frozenset(
    {"move", "parade", "spot", "after", "saved", "caught", "shooter", "den", "cell", "consent"}
)
_PLACES: Final = len(AREAS) - UNUSED - 1
"""Areas of the board, then the places off it."""
_WIDE, _HIGH = BOARD["meta"]["frame"]
_X: Final = tuple(row["x"] / _WIDE for row in BOARD["spaces"])
_Y: Final = tuple(row["y"] / _HIGH for row in BOARD["spaces"])
_CHOICES: Final = tuple(
    tuple(
        float(value == chosen)
        for (values, chosen) in zip(OPTIONS.values(), mode, strict=True)
        for value in values
    )
    for mode in MODES
)

FEATURES: Final = (
    Feature("options", (len(_CHOICES[0]),)),
    Feature("viewer", (len(OFFICERS),)),
    Feature("turn", (len(OFFICERS),)),
    Feature("phase", (len(PHASES),)),
    Feature("round", (1,), 0, max(FIRST_ROUND)),
    Feature("points", (1,), 0, MOST_POINTS),
    Feature("doubles", (1,), 0, CLASSIC_THROWS),
    Feature("question", (len(QUESTIONS),)),
    Feature("asked_about", (PAWN_COUNT,)),
    Feature("pawn_place", (PAWN_COUNT, _PLACES)),
    Feature("pawn_at", (PAWN_COUNT, 2)),
    Feature("inside", (FIRST_GUARD,)),
    Feature("returning", (FIRST_GUARD,)),
    Feature("exempt", (FIRST_GUARD,)),
    Feature("refused", (FIRST_GUARD,)),
    Feature("driver", (FIRST_GUARD,)),
    Feature("stopped", (PAWN_COUNT,)),
    Feature("warned", (NATION_COUNT,)),
    Feature("equipment", (NATION_COUNT, EQUIPMENT_KINDS), 0, max(STOCK)),
    Feature("unknown_equipment", (NATION_COUNT,), 0, sum(STOCK)),
    Feature("offer_partner", (NATION_COUNT, NATION_COUNT)),
    Feature("offer_sent", (NATION_COUNT,)),
    Feature("offer_gives", (NATION_COUNT, EQUIPMENT_KINDS), 0, OFFER_THINGS),
    Feature("offer_wants", (NATION_COUNT, EQUIPMENT_KINDS), 0, OFFER_THINGS),
    Feature("supply", (EQUIPMENT_KINDS,), 0, max(STOCK)),
    Feature("kits", (NATION_COUNT,)),
    Feature("escapes", (1,), 0, KIT_ESCAPES),
    Feature("markers", (NATION_COUNT, LINK_COUNT)),
    Feature("tunnels", (len(TUNNELS), len(TUNNEL_STATES))),
    Feature("hands", (len(OFFICERS),), 0, len(CARDS)),
    Feature("own_hand", (len(CARDS),), 0, 5),
    Feature("tunnel_owner", (len(TUNNELS), NATION_COUNT)),
    Feature("tunnel_detected", (len(TUNNELS),)),
    Feature("tunnel_denied", (len(TUNNELS),)),
    Feature("offered_cards", (NATION_COUNT, len(OPPORTUNITY)), 0, OFFER_THINGS),
    Feature("wanted_cards", (NATION_COUNT, len(OPPORTUNITY)), 0, OFFER_THINGS),
    Feature("paid_out", (LINK_COUNT,)),
    Feature("paid_back", (LINK_COUNT,)),
    Feature("paid_gates", (len(GATES),)),
    Feature("trails", (FIRST_GUARD, LINK_COUNT)),
    Feature("arrested", (1,)),
    Feature("off_duty", (PAWN_COUNT,)),
    Feature("homeward", (FIRST_GUARD,)),
    Feature("searching", (1,)),
    Feature("teams_out", (NATION_COUNT,)),
    Feature("do_or_die", (len(DO_OR_DIE_THROWS), len(DO_OR_DIE_THROWS))),
)
"""A pawn's place is an area or one of those off the board; `pawn_at` is 0, 0 there, else in parts of the
board's width and height. `hands` are numbers of cards; which they are a seat knows of its own."""
_AT: Final = offsets(FEATURES)
_SIZE: Final = size(FEATURES)


def encode(s: ColditzState, seat: Seat) -> list[float]:
    found = [0.0] * _SIZE
    first = _AT["options"]
    found[first : first + len(_CHOICES[s.mode])] = _CHOICES[s.mode]
    if seat >= 0:
        found[_AT["viewer"] + officer(s, seat)] = 1.0
    found[_AT["turn"] + officer(s, s.turn)] = found[_AT["phase"] + s.phase] = 1.0
    found[_AT["round"]], found[_AT["points"]], found[_AT["doubles"]] = s.round, s.points, s.doubles
    found[_AT["escapes"]] = s.escapes
    if s.ask is not None:
        found[_AT["question"] + QUESTIONS.index(s.ask[0])] = 1.0
        if s.ask[0] in ABOUT_A_PAWN:
            found[_AT["asked_about"] + s.ask[2]] = 1.0
    _encode_pawns(s, found)
    _encode_cards(s, seat, found)
    return found


def _encode_pawns(s: ColditzState, found: list[float]) -> None:
    at_place, at_point = _AT["pawn_place"], _AT["pawn_at"]
    for pawn, at in enumerate(s.at):
        if at >= 0:
            found[at_place + _PLACES * pawn + AREA[at]] = 1.0
            found[at_point + 2 * pawn : at_point + 2 * pawn + 2] = _X[at], _Y[at]
        elif at != UNUSED:
            found[at_place + _PLACES * pawn + len(AREAS) - 1 - at] = 1.0
    for name, pawns in (
        ("inside", s.inside),
        ("returning", s.returning),
        ("exempt", s.exempt),
        ("refused", s.refused),
    ):
        _bits(found, _AT[name], pawns)
    _bits(found, _AT["stopped"], s.stopped)
    if s.driver != NOBODY:
        found[_AT["driver"] + s.driver] = 1.0


def _bits(found: list[float], first: int, members: int) -> None:
    while members:
        lowest = members & -members
        found[first + lowest.bit_length() - 1] = 1.0
        members ^= lowest


def _encode_cards(s: ColditzState, seat: Seat, found: list[float]) -> None:
    first, goods = _AT["equipment"], certain(s, seat)
    found[first : first + len(goods)] = map(float, goods)
    for nation in range(NATION_COUNT):
        known = goods[nation * EQUIPMENT_KINDS : (nation + 1) * EQUIPMENT_KINDS]
        found[_AT["unknown_equipment"] + nation] = held(s, nation) - sum(known)
    _bits(found, _AT["warned"], s.warned)
    _encode_offers(s, seat, found)
    for kind in range(EQUIPMENT_KINDS):
        found[_AT["supply"] + kind] = supply(s, kind)
    _bits(found, _AT["kits"], s.kits)
    for nation, links in enumerate(s.markers):
        _bits(found, _AT["markers"] + LINK_COUNT * nation, links)
    for tunnel, state in enumerate(s.tunnels):
        if state < OWNED:
            found[_AT["tunnels"] + len(TUNNEL_STATES) * tunnel + state] = 1.0
        else:
            found[_AT["tunnel_owner"] + NATION_COUNT * tunnel + state - OWNED] = 1.0
    for each in range(SEAT_COUNT[s.mode]):
        found[_AT["hands"] + officer(s, each)] = len(hand(s, each))
    for card in hand(s, seat) if seat >= 0 else ():
        found[_AT["own_hand"] + card] += 1.0
    if CLASSIC[s.mode]:
        _encode_classic(s, seat, found)


def _encode_classic(s: ColditzState, seat: Seat, found: list[float]) -> None:
    """What only the classic rules have; Do or Die cards by place from the top, if the seat knows them."""
    _bits(found, _AT["tunnel_detected"], s.detected)
    _bits(found, _AT["tunnel_denied"], s.denied)
    _bits(found, _AT["paid_out"], s.paid & (1 << PAID_BACK) - 1)
    _bits(found, _AT["paid_back"], s.paid >> PAID_BACK & (1 << PAID_BACK) - 1)
    for number, gate in enumerate(GATES):
        found[_AT["paid_gates"] + number] = float(s.paid >> PAID_GATES + gate & 1)
    for pawn, links in enumerate(s.trails):
        _bits(found, _AT["trails"] + LINK_COUNT * pawn, links)
    found[_AT["arrested"]] = float(s.arrested)
    _bits(found, _AT["off_duty"], s.off_duty)
    _bits(found, _AT["homeward"], s.homeward)
    found[_AT["searching"]] = float(s.searching)
    _bits(found, _AT["teams_out"], s.out)
    wanted = 1 << seat if seat >= 0 else all_seats(s)
    for place, each in enumerate(reversed(s.do_or_die)):
        if each >> KNOWERS & wanted == wanted:
            row = _AT["do_or_die"] + len(DO_OR_DIE_THROWS) * place
            found[row + DO_OR_DIE_THROWS.index(each & CARD_MASK)] = 1.0


def _encode_offers(s: ColditzState, seat: Seat, found: list[float]) -> None:
    """The seat's own draft or offer, and those that were sent to it."""
    for nation in range(NATION_COUNT) if s.trades else ():
        to = offers.partner(s, nation)
        if to == NOBODY or not (nation == seat or (to == seat and offers.is_sent(s, nation))):
            continue
        found[_AT["offer_partner"] + NATION_COUNT * nation + to] = 1.0
        found[_AT["offer_sent"] + nation] = float(offers.is_sent(s, nation))
        for name, cards in (("gives", offers.gives(s, nation)), ("wants", offers.wants(s, nation))):
            first = _AT[f"offer_{name}"] + EQUIPMENT_KINDS * nation
            found[first : first + EQUIPMENT_KINDS] = map(float, cards[:EQUIPMENT_KINDS])
            rest = _AT["offered_cards" if name == "gives" else "wanted_cards"] + len(OPPORTUNITY) * nation
            found[rest : rest + len(cards) - EQUIPMENT_KINDS] = map(float, cards[EQUIPMENT_KINDS:])


LEARNING: Final[Learning[ColditzState]] = Learning(3, FEATURES, encode)
