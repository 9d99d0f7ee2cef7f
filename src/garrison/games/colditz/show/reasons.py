"""Why an action is refused, in one sentence about the position. The rule itself follows it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Final

from garrison.core.kernel import row_of
from garrison.core.show.templates import fill
from garrison.core.state import Action, View
from garrison.games.colditz.actions import (
    ACCEPT,
    ACTIONS,
    ARREST,
    CROSS,
    DECLINE,
    DISCARD,
    DO_OR_DIE,
    END,
    ENTER,
    ESCAPE,
    FORCE,
    MAKE,
    PAWN,
    PLAY,
    POST,
    PUT,
    RECALL,
    SEND,
    TO,
    TRADE,
    WITH,
)
from garrison.games.colditz.castle.layout import (
    DROP_60,
    GATES,
    KIND,
    LINK_DOWN,
    LINK_KIND,
    LINK_UP,
    NUMBER,
    ROOM_OF,
    ROOMS,
    SAFE,
    SPACE_COUNT,
    SYMBOLS,
    TUNNELS,
    WIRE,
)
from garrison.games.colditz.castle.routes import links_back, links_open
from garrison.games.colditz.editions import IN_CLASSIC, ROOMS_BY_CARD
from garrison.games.colditz.gathering import (
    COMPONENT_SYMBOL,
    MAKERS,
    PART_SETS,
    makers,
    uncovered,
)
from garrison.games.colditz.show.costs import Costs, walking
from garrison.games.colditz.show.wording import things
from garrison.games.colditz.state import NOBODY, ColditzState, nation_of, pawn_on, team
from garrison.games.colditz.tables import (
    CARDS,
    EQUIPMENT,
    FINDS,
    FIRST_GUARD,
    HAND_LIMIT,
    ITEMS,
    KIT_PARTS,
    NATIONS,
    OFFER_THINGS,
    OFFERS,
    PAWNS,
    TUNNEL_CARDS,
)
from garrison.games.colditz.words import WORDS, edition_name

Said = tuple[object, ...]
"""Key of a sentence, and its arguments in words or as numbers."""
SILENT: Final[Said] = ("",)
ANYWHERE: Final = SPACE_COUNT
"""More points than any way takes."""


def because(view: View, action: Action, rule: str, lang: str) -> str:
    """A sentence about this position; empty if the rule says it all."""
    finder = FINDERS.get(rule)
    if finder is None or view["ask"] is None:
        return ""
    key, *parts = finder(Tried(view, action, lang))
    said = WORDS.load(lang)
    own = said["because-classic"] if view["options"]["edition"] == "classic" else {}
    return fill(own.get(str(key)) or said["because"][str(key)], *parts) if key else ""


def meanwhile(view: View, thing: str, lang: str) -> str:
    """What comes first where a click on a pawn or a space cannot be meant for the open question."""
    if view["ask"] is None or not (thing in view["pawns"] or thing in NUMBER):
        return ""
    said: str = WORDS.load(lang)["meanwhile"].get(view["ask"][0], "")
    return said


class Tried:
    """A refused action and its position: the verb and its object as in the notation."""

    def __init__(self, view: View, action: Action, lang: str) -> None:
        self.view, self.lang = view, lang
        self.row = row_of(action)
        self.deed, _, self.thing = ACTIONS[self.row].partition(" ")
        self.moving = view["ask"][0] == "move"

    @cached_property
    def state(self) -> ColditzState:
        return walking(self.view)

    @property
    def pawn(self) -> int:
        """The pawn of the question."""
        asked: int = self.view["ask"][2]
        return asked

    @property
    def points(self) -> int:
        left: int = self.view["points"]
        return left

    @property
    def space(self) -> int:
        """The space that the action names."""
        return NUMBER[self.thing]

    def name(self, kind: str, ident: str) -> str:
        return WORDS.name(kind, ident, self.lang)

    def pawn_name(self, pawn: int) -> str:
        return self.name("pawn", PAWNS[pawn])

    def nation_name(self, pawn: int) -> str:
        """The nation of a POW."""
        return self.name("nation", NATIONS[nation_of(pawn)])

    def held(self, item: str) -> int:
        """The number of cards that the officer of the POW in question holds."""
        found: int = self.view["equipment"][NATIONS[nation_of(self.pawn)]].get(item, 0)
        return found

    def costs(self, occupied: int) -> Costs:
        return Costs(self.state, self.pawn, ANYWHERE, occupied)


# Ways


def _too_far(t: Tried) -> Said:
    """COL-O-059"""
    if not t.moving:
        return ("no-points",)
    cost = t.costs(0).cost(t.row)
    if cost is None and t.row in TO and t.pawn < FIRST_GUARD and t.space in LINK_UP:
        return ("barrier-first",)
    if cost is None:
        return "no-way", t.pawn_name(t.pawn)
    return "too-far", cost, t.points


def _in_the_way(t: Tried) -> Said:
    """COL-O-062"""
    if t.row in PAWN:
        return "blocked-in", t.pawn_name(t.row)
    if t.thing in NUMBER:
        there = pawn_on(t.state, t.space)
        if there != NOBODY and t.row not in ESCAPE:
            return "stands-there", t.pawn_name(there)
    if not t.moving:
        return SILENT
    met = [pawn_on(t.state, space) for space in t.costs(0).way(t.row)[1:]]
    names = ", ".join(t.pawn_name(pawn) for pawn in met if pawn != NOBODY)
    if not names:
        return SILENT
    round_about = t.costs(t.state.occupied).cost(t.row)
    return ("shut-off", names) if round_about is None else ("in-the-way", names, round_about, t.points)


# Barriers


def _rope(t: Tried) -> Said:
    """COL-O-020, COL-O-021"""
    link = LINK_UP.get(t.space, LINK_DOWN.get(t.space))
    needed = 2 if link is not None and LINK_KIND[link] == DROP_60 else 1
    return "no-rope", needed, t.nation_name(t.pawn), t.held("rope")


def _gate(t: Tried) -> Said:
    """COL-O-022, COL-O-023: without the card, or with it by the wrong word."""
    space = t.state.at[FIRST_GUARD + t.row - FORCE[0]] if t.row in FORCE else t.space
    item = GATES[space]
    if t.row in TO and t.held(item):
        return "with-cross", t.name("item", item)
    return f"no-{item}", t.nation_name(t.pawn)


def _wire(t: Tried) -> Said:
    """COL-O-024: no cutter, or nothing to be paid for."""
    link = LINK_UP.get(t.space, LINK_DOWN.get(t.space))
    if link is not None and LINK_KIND[link] == WIRE and not t.held("cutter"):
        cut = t.state.markers[nation_of(t.pawn)] >> link & 1
        if not cut:
            return "no-cutter", t.nation_name(t.pawn)
    return "no-barrier", t.pawn_name(t.pawn)


def _barrier(t: Tried) -> Said:
    """COL-C-11: ropes or a cutter are missing, or there is nothing to be paid for."""
    if t.row not in CROSS:
        return SILENT
    link = LINK_UP.get(t.space, LINK_DOWN.get(t.space))
    if link is None or t.space in GATES or not _is_barred(t, link):
        return "no-barrier", t.pawn_name(t.pawn)
    return ("no-cutter", t.nation_name(t.pawn)) if LINK_KIND[link] == WIRE else _rope(t)


def _is_barred(t: Tried, link: int) -> bool:
    """COL-C-11, COL-C-50: his team has not paid for that link in this turn."""
    outward = t.space in LINK_UP
    return link not in (links_open if outward else links_back)(t.state, t.pawn)


def _home_by_the_pass(t: Tried) -> Said:
    """COL-C-39a"""
    return "pass-home", t.pawn_name(t.pawn)


def _other_way(t: Tried) -> Said:
    """COL-C-40"""
    return "other-way", t.pawn_name(t.pawn)


def _light(t: Tried) -> Said:
    """COL-O-030"""
    cost = t.costs(t.state.occupied).cost(t.row) if t.row in CROSS else None
    return ("in-light",) if cost is None else ("light-beyond", t.points - cost)


def _closed_room(t: Tried) -> Said:
    """COL-O-032; COL-C-44: Tunnel Detected lets guards into a room, but not to arrest anybody there."""
    if t.row not in ARREST:
        return "closed-room", t.name("room", ROOMS[ROOM_OF[t.space]])
    room = t.name("room", ROOMS[ROOM_OF[t.state.at[t.row - ARREST[0]]]])
    return "no-room-arrest" if ROOMS_BY_CARD[t.state.mode] else "closed-room", room


# Arrests and escapes


def _prisoner(t: Tried) -> int:
    """The POW whom a guard would arrest, by stepping onto him or by being posted."""
    return t.row - ARREST[0] if t.row in ARREST else pawn_on(t.state, t.space)


def _no_equipment(t: Tried) -> Said:
    """COL-O-087"""
    return "no-equipment", t.nation_name(_prisoner(t))


def _going_home(t: Tried) -> Said:
    """COL-O-089"""
    pawn = _prisoner(t)
    return "going-home", t.pawn_name(pawn), t.nation_name(pawn)


def _barred_inside(t: Tried) -> Said:
    """COL-C-34c1"""
    pawn = _prisoner(t)
    if t.state.at[pawn] < 0:
        return "not-there", t.pawn_name(pawn)
    return ("safe", t.pawn_name(pawn)) if KIND[t.state.at[pawn]] == SAFE else _no_equipment(t)


def _out_of_turn(t: Tried) -> Said:
    """COL-C-49: an officer was warned of the card that opened the rooms; or a card waits for its moment."""
    return ("forewarned", t.nation_name(_prisoner(t))) if t.row in ARREST else _not_in_hand(t)


def _target(t: Tried) -> Said:
    """COL-O-131"""
    if t.pawn >= FIRST_GUARD:
        return ("guard-target",)
    if t.row in ESCAPE or not t.state.kits >> nation_of(t.pawn) & 1:
        return "needs-kit", t.nation_name(t.pawn)
    return ("target-step",)


# Making


def _seat(t: Tried) -> int:
    return NATIONS.index(t.view["viewer"])


def _few_makers(t: Tried) -> Said:
    """COL-O-097"""
    item = ITEMS.index(t.thing)
    count = len(makers(t.state, _seat(t), item))
    return ("few-makers", count, t.name("symbol", SYMBOLS[item])) if count < MAKERS else SILENT


def _makers_or_pile(t: Tried) -> Said:
    """COL-C-29a"""
    if t.row in MAKE and _few_makers(t) != SILENT:
        return _few_makers(t)
    return "empty-pile", t.name("item", t.thing)


def _one_kit(_: Tried) -> Said:
    """COL-C-33a"""
    return ("one-kit",)


def _kit_parts(t: Tried) -> Said:
    """COL-O-105: the components that neither a POW nor a card brings."""
    held = t.view["hands"][t.view["viewer"]]
    parts = PART_SETS[t.row - WITH[0]] if t.row in WITH else PART_SETS[-1]
    there = tuple(part for part in parts if CARDS[KIT_PARTS[part]] in held)
    symbols = [COMPONENT_SYMBOL[component] for component in uncovered(there)]
    missing = [SYMBOLS[symbol] for symbol in symbols if not makers(t.state, _seat(t), symbol)]
    return ("kit-missing", ", ".join(t.name("symbol", each) for each in missing)) if missing else SILENT


# Pawns that cannot act


def _in_cell(t: Tried) -> Said:
    """COL-O-026"""
    return ("in-cell", t.pawn_name(t.row)) if t.row in PAWN else SILENT


def _in_barracks(t: Tried) -> Said:
    """COL-O-068"""
    return ("in-barracks", t.pawn_name(t.row)) if t.row in PAWN else SILENT


def _release(t: Tried) -> Said:
    """COL-C-37a"""
    if t.row in PAWN:
        return _in_cell(t)
    places = [t.view["pawns"][PAWNS[pawn]] for pawn in team(t.state, _seat(t))]
    return ("no-double",) if any(place.startswith("cell_") for place in places) else ("nobody-in-cell",)


def _posting(t: Tried) -> Said:
    """COL-C-34a1"""
    if t.row in PAWN:
        return _in_barracks(t)
    return ("no-guard",) if "barracks" not in t.view["pawns"].values() else _taken_post(t)


def _after_arrest(_: Tried) -> Said:
    """COL-C-34a3"""
    return ("after-arrest",)


def _off_duty(t: Tried) -> Said:
    """COL-C-34b"""
    return ("off-duty",) if t.row in POST else SILENT


def _taken_post(t: Tried) -> Said:
    """AMB-09"""
    there = pawn_on(t.state, t.space) if t.row in POST else NOBODY
    return SILENT if there == NOBODY else ("stands-there", t.pawn_name(there))


# Cards, the staff car, tunnels, trades


def _idle_card(t: Tried) -> Said:
    """AMB-70: why a card would change nothing."""
    if t.row not in PLAY:
        return SILENT
    card = t.row - PLAY[0]
    if card in TUNNEL_CARDS:
        return "idle-tunnel", t.name("tunnel", TUNNELS[TUNNEL_CARDS.index(card)])
    if card in FINDS:
        return "idle-pile", t.name("item", EQUIPMENT[FINDS.index(card)])
    return (IDLE[t.thing],)


IDLE: Final = {
    "release": "idle-release",
    "diversion": "idle-lure",
    "inspection": "idle-lure",
    "black-market": "idle-piles",
    "appel": "idle-appel",
    "shoot": "idle-shoot",
    "tunnel-found": "idle-found",
    "search": "idle-search",
    "confiscate": "idle-confiscate",
    "riot": "idle-riot",
}
"""By card that would change nothing, the sentence that says why."""


def _not_in_hand(t: Tried) -> Said:
    """COL-O-076: he does not have it, or it waits for its moment."""
    held = t.thing in t.view["hands"].get(t.view["viewer"], ())
    name = edition_name("card", t.thing, t.view["options"]["edition"], t.lang)
    return "waits" if held else "not-in-hand", name


def _too_many_cards(t: Tried) -> Said:
    """COL-O-074"""
    held = len(t.view["hands"].get(t.view["viewer"], ()))
    return ("too-many-cards", held, HAND_LIMIT) if t.row == END else SILENT


def _car(t: Tried) -> Said:
    """COL-O-017"""
    driver = t.state.driver
    if t.row in PLAY:
        return ("car-nobody",) if driver == NOBODY else ("car-away", t.pawn_name(driver))
    if t.row in ARREST or t.row in POST:
        return "driving", t.pawn_name(_prisoner(t))
    return ("no-driver",)


def _closed_tunnel(t: Tried) -> Said:
    """COL-O-036"""
    if t.state.inside >> t.pawn & 1:
        return "inside-already", t.pawn_name(t.pawn)
    return "tunnel-closed", t.name("tunnel", t.thing)


def _tunnel_card(t: Tried) -> Said:
    """COL-C-53a"""
    if t.row not in ENTER:
        return ("card-lies-open",) if t.row in DISCARD else ("tunnel-card",)
    holder = t.view["tunnels"][t.thing]
    if t.state.inside >> t.pawn & 1 or holder not in NATIONS:
        return _closed_tunnel(t)
    return "tunnel-denied", t.name("nation", holder), t.name("tunnel", t.thing)


def _no_run(t: Tried) -> Said:
    """COL-C-51a, COL-C-51b"""
    pawn = t.row - DO_OR_DIE[0]
    if nation_of(pawn) != _seat(t):
        return SILENT
    if t.view["phase"] != "ready":
        return ("after-the-roll",)
    if not t.state.kits >> _seat(t) & 1:
        return "needs-kit", t.nation_name(pawn)
    return "not-grey", t.pawn_name(pawn)


def _undiscovered(t: Tried) -> Said:
    """COL-O-126"""
    return "undiscovered", t.pawn_name(_prisoner(t))


def _nobody_outside(t: Tried) -> Said:
    """COL-O-009"""
    return ("nobody-outside",) if t.row in PLAY else SILENT


def _bad_trade(t: Tried) -> Said:
    """AMB-66: what is wrong with a step of a trade."""
    viewer = t.view["viewer"]
    if viewer not in t.view["equipment"]:
        return ("only-officers",)
    own = t.view["offers"].get(viewer, {"to": "", "sent": False})
    if t.row in ACCEPT or t.row in DECLINE:
        return _bad_reply(t)
    if t.row == RECALL:
        return ("nothing-sent",)
    if own["sent"]:
        return "offer-open", t.name("nation", own["to"])
    if t.row in TRADE:
        if own["to"]:
            return "offer-drafted", t.name("nation", own["to"])
        if t.thing == viewer or t.thing not in t.view["equipment"]:
            return ("no-partner",)
        if {viewer, t.thing} & {*t.view.get("teams_out", ())}:
            return ("team-out",)
        return "offers-used-up", OFFERS
    if not own["to"]:
        return ("no-draft",)
    if t.row == SEND:
        return ("offer-empty" if not any((*own["give"].values(), *own["want"].values())) else "offer-gone",)
    side = own["give" if t.row in PUT else "want"]
    if sum(side.values()) >= OFFER_THINGS:
        return "offer-full", OFFER_THINGS
    return "no-more", t.name("thing", t.thing)


def _bad_reply(t: Tried) -> Said:
    """AMB-66: there is no such offer, or what it asks for is not there."""
    offer = t.view["offers"].get(t.thing)
    if offer is None or not offer["sent"]:
        return "no-such-offer", t.name("nation", t.thing)
    return "cannot-meet", things(offer["want"], t.lang)


def _four_cards(_: Tried) -> Said:
    """COL-C-27a"""
    return ("four-cards",)


def _no_trades(_: Tried) -> Said:
    """COL-O-100"""
    return ("trades-closed",)


MODERN: Final[dict[str, Callable[[Tried], Said]]] = {
    "COL-O-009": _nobody_outside,
    "COL-O-017": _car,
    "COL-O-020": _rope,
    "COL-O-021": _rope,
    "COL-O-022": _gate,
    "COL-O-023": _gate,
    "COL-O-024": _wire,
    "COL-O-026": _in_cell,
    "COL-O-030": _light,
    "COL-O-032": _closed_room,
    "COL-O-036": _closed_tunnel,
    "COL-O-059": _too_far,
    "COL-O-062": _in_the_way,
    "COL-O-068": _in_barracks,
    "COL-O-074": _too_many_cards,
    "COL-O-076": _not_in_hand,
    "COL-O-087": _no_equipment,
    "COL-O-089": _going_home,
    "COL-O-097": _few_makers,
    "COL-O-100": _no_trades,
    "COL-O-105": _kit_parts,
    "COL-O-126": _undiscovered,
    "COL-O-131": _target,
    "AMB-09": _taken_post,
    "AMB-66": _bad_trade,
    "AMB-70": _idle_card,
}
CLASSIC: Final[dict[str, Callable[[Tried], Said]]] = {
    "COL-C-11": _barrier,
    "COL-C-27a": _four_cards,
    "COL-C-29a": _makers_or_pile,
    "COL-C-33a": _one_kit,
    "COL-C-34a1": _posting,
    "COL-C-34a3": _after_arrest,
    "COL-C-34b": _off_duty,
    "COL-C-34c1": _barred_inside,
    "COL-C-37a": _release,
    "COL-C-39a": _home_by_the_pass,
    "COL-C-40": _other_way,
    "COL-C-49": _out_of_turn,
    "COL-C-51a": _no_run,
    "COL-C-51b": _no_run,
    "COL-C-52b": _car,
    "COL-C-53a": _tunnel_card,
}
"""What several modern rules say is one classic rule, or only that edition says it."""
FINDERS: Final = {
    **MODERN,
    **{classic: MODERN[rule] for rule, classic in IN_CLASSIC.items() if rule in MODERN},
    **CLASSIC,
}
"""By rule that forbids, what to say about the position."""
