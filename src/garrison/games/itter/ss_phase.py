"""The SS Phase, section 4: three cards, each resolved before the next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import ask, then
from garrison.core.rules import Question, Step
from garrison.core.state import ALL, Dice, Seat, Tell
from garrison.games.itter.actions import FIRE_MG, FIRE_MORTAR, SQUAD
from garrison.games.itter.attributes import remove, wrecked
from garrison.games.itter.editions import AIMS_AT_NOBODY, SEARCH, SHAKEN
from garrison.games.itter.scoring import end
from garrison.games.itter.state import (
    ASIDE,
    DECK_END,
    DEFENDER_BIT,
    DESTROYED,
    DESTROYED_EMPTY,
    DISRUPTED,
    EXHAUSTED,
    NO_COUNTER,
    RELIEVED,
    SPENT,
    SS_BIT,
    SS_PHASE,
    SUPPLY,
    WRECK,
    ItterState,
    occupied,
)
from garrison.games.itter.tables import (
    AREAS,
    CARD_DICE,
    CARD_KIND,
    CARD_NAMES,
    CARD_NUMBER,
    CARD_TABLE,
    CARD_TARGET,
    CIRCLES,
    COLOUR,
    COLOUR_COUNT,
    COMPETITIVE,
    DEFENCE_TRACK,
    DEFENDER_COUNT,
    DISRUPT,
    EFFECT,
    EFFECT_TEXT,
    KINDS,
    LAST_AREA,
    LOCATION,
    LOCATION_SQUARES,
    MG,
    MORTAR,
    NUMBERED,
    REINFORCEMENT,
    TANK,
    TANK_SQUARES,
    TARGET_SQUARES,
)
from garrison.games.itter.tactics import extra_dice, pinned

CARDS_A_TURN = 3
"""ITP-4.0b, IT3-72."""
NOBODY = -1
ORDERS_FIRE: Final = tuple(SS_BIT if two else DEFENDER_BIT for two in COMPETITIVE)
"""The seat that decides which weapon fires first: the only player, or the SS player (AMB-22, AMB-50)."""


def ss_phase(s: ItterState, dice: Dice, tell: Tell) -> None:
    """ITP-4.0a, IT3-71: Action and Command tokens come off; ITP-4.0b, IT3-73: three cards end the turn."""
    s.phase = SS_PHASE
    for d in range(DEFENDER_COUNT):
        s.marks[d] &= ~SPENT
    tell((ALL, "ss_phase"))
    then(s, ("reveal_tactics",), *[("reveal_card",)] * CARDS_A_TURN, ("turn_ends",))


def reveal_card(s: ItterState, dice: Dice, tell: Tell) -> None:
    """ITP-4.0b, ITP-4.0c, IT3-72, IT3-74: the next card, or the next order, and its effect.

    A short deck gives fewer cards (AMB-16).
    """
    if COMPETITIVE[s.mode]:
        if not s.plan:
            return
        card = s.plan.pop(0)  # ITP-6.2g: from the top
    elif s.deck:
        card = s.deck.pop()
    else:
        return
    s.played.append(card)
    tell((ALL, "card", card, EFFECT_TEXT[s.mode][card]))
    if EFFECT[s.mode][card] == "place":
        then(s, *[("arrive", CARD_KIND[card])] * CARD_NUMBER[card])
    else:
        then(s, (EFFECT[s.mode][card], card))


def turn_ends(s: ItterState, dice: Dice, tell: Tell) -> None:
    """ITP-4.0b: the played cards are discarded. ITP-5.0a, IT3-100: an empty deck ends the game.

    In the competitive game it is empty sooner: planning has scheduled the end of the last turn (AMB-48).
    """
    s.discard += s.played
    s.played.clear()
    if not s.agenda:
        then(s, ("turn",) if s.deck or COMPETITIVE[s.mode] else ("deck_end",))


def deck_end(s: ItterState, dice: Dice, tell: Tell) -> None:
    """ITP-5.0a, IT3-100; ITP-6.2h: no further turn is played for cards the SS player still holds."""
    end(s, tell, DECK_END)


def relief(s: ItterState, dice: Dice, tell: Tell, card: int) -> None:
    """ITP-5.0a: the 142nd ends the game at once; the remaining cards are not read (AMB-32)."""
    end(s, tell, RELIEVED)


def reinforcements(s: ItterState, dice: Dice, tell: Tell, card: int) -> None:
    """ITP-3.4a, IT3-64: the three set aside join the supply; ITP-3.4b, IT3-65: they may wait there."""
    for d in range(DEFENDER_COUNT):
        if REINFORCEMENT[d] and s.where[d] == ASIDE:
            s.where[d] = SUPPLY
            tell((ALL, "reinforced", d))


# Targets of fire at a colour


def anybody(s: ItterState, colour: int) -> bool:
    return any(s.who[q] >= 0 for q in TARGET_SQUARES[colour])


def target(s: ItterState, colour: int, rolled: int) -> int:
    """ITP-4.1b, ITP-4.4c: the square rolled; if empty, the next higher; if none, the nearest lower (AMB-21).

    IT3-76, IT3-77, IT3-97: in the playtest edition only upwards.
    """
    squares = NUMBERED[colour]
    for face in SEARCH[s.mode][rolled]:
        d = s.who[squares[face - 1]]
        if d >= 0:
            return d
    return NOBODY


def aim(s: ItterState, dice: Dice, tell: Tell, colour: int) -> int:
    """Roll a die for a square of a colour; return the Defender found, or NOBODY."""
    if not AIMS_AT_NOBODY[s.mode] and not anybody(s, colour):
        tell((ALL, "nobody_there", colour))
        return NOBODY
    rolled = dice.roll(1, "square")[0]
    d = target(s, colour, rolled)
    if d == NOBODY:
        tell((ALL, "nobody_above", rolled, colour))
    else:
        tell((ALL, "aimed", rolled, d, s.where[d]))
    return d


def aim_colour(s: ItterState, dice: Dice, tell: Tell, card: int) -> int:
    """A die for the colour, by the card's table."""
    rolled = dice.roll(1, "colour")[0]
    colour: int = CARD_TABLE[s.mode][card][rolled - 1]
    tell((ALL, "aimed_colour", rolled, colour))
    return colour


def hits(s: ItterState, dice: Dice, tell: Tell, n: int, place: int) -> bool:
    """Roll dice against a location: at least one that reaches its current Defence is a hit."""
    rolled = dice.roll(n, "fire")
    tell((ALL, "fired", place, tuple(rolled), s.defence[place]))
    return max(rolled) >= s.defence[place]


# 4.1 Attack Defender


def sniper(s: ItterState, dice: Dice, tell: Tell, card: int) -> None:
    """ITP-4.1a, IT3-75: a die for the colour; ITP-4.1b, IT3-76: a die for the square.

    ITP-4.1c, IT3-78: four or five dice, a hit kills.
    """
    d = aim(s, dice, tell, aim_colour(s, dice, tell, card))
    if d == NOBODY:
        return
    n = CARD_DICE[s.mode][card] + extra_dice(s, tell, "sniper")
    if hits(s, dice, tell, n, LOCATION[s.where[d]]):
        then(s, ("doom", 0, d))
    else:
        tell((ALL, "unhurt", d))


# 4.2 Attack Location


def location(s: ItterState, dice: Dice, tell: Tell, card: int) -> None:
    """ITP-4.2a, IT3-79, IT3-80: a die for the location, then the card's dice (IT3-81).

    ITP-4.2d, IT3-83: Panzerfaust is for the tank.
    """
    place = CARD_TARGET[card]
    if CARD_TABLE[s.mode][card]:
        place = aim_location(s, dice, tell, card)
    if place == TANK and wrecked(s):
        # ITP-4.2f, IT3-85: an attack on the wreck does nothing.
        tell((ALL, "wreck_hit"))
        return
    n = CARD_DICE[s.mode][card] + extra_dice(s, tell, CARD_NAMES[card])
    if hits(s, dice, tell, n, place):
        batter(s, tell, place)
    else:
        tell((ALL, "walls_held", place))


def aim_location(s: ItterState, dice: Dice, tell: Tell, card: int) -> int:
    """A die for the location, by the card's table."""
    rolled = dice.roll(1, "location")[0]
    place: int = CARD_TABLE[s.mode][card][rolled - 1]
    tell((ALL, "aimed_location", rolled, place))
    return place


def batter(s: ItterState, tell: Tell, place: int) -> None:
    """ITP-4.2b, IT3-81: one step down, for the tank 4 to 0 (AMB-36); at the end ITP-4.2c, IT3-82."""
    track = DEFENCE_TRACK[place]
    step = track.index(s.defence[place]) + 1
    if step == len(track):
        disrupt_all(s, tell, place)
        return
    s.defence[place] = track[step]
    tell((ALL, "battered", place, track[step]))
    if place == TANK and not track[step]:
        destroy_tank(s, tell)


def disrupt_all(s: ItterState, tell: Tell, place: int) -> None:
    """ITP-4.2c, IT3-82: one event for the whole location; a second token kills (AMB-23)."""
    inside = [d for d in range(DEFENDER_COUNT) if s.where[d] >= 0 and LOCATION[s.where[d]] == place]
    if not inside:
        tell((ALL, "nobody_in", place))
    dying = [d for d in inside if s.marks[d] & DISRUPTED]
    for d in inside:
        if d in dying:
            tell((ALL, "second_token", d))
        else:
            shake(s, tell, d)
    if dying:
        then(s, ("doom", 0, *dying))


def destroy_tank(s: ItterState, tell: Tell) -> None:
    """ITP-4.2e, IT3-84: the tank and everybody inside are lost; Sacrifice is not possible (AMB-09).

    ITP-4.2f: nobody can enter it again (AMB-25). The Load token is lost (AMB-46).
    """
    inside = [s.who[q] for q in TANK_SQUARES if s.who[q] >= 0]
    s.tank = DESTROYED if inside else DESTROYED_EMPTY
    tell((ALL, "tank_destroyed"))
    for d in inside:
        remove(s, d)
        tell((ALL, "killed", d))
    for q in TANK_SQUARES:
        s.who[q] = WRECK


# 4.3 and 4.4 Disrupt Defenders


def shake(s: ItterState, tell: Tell, d: int) -> None:
    """A Disrupted or Suppressed token; with the tactic Pinning Fire he is Exhausted too."""
    s.marks[d] |= DISRUPTED
    tell((ALL, SHAKEN[s.mode], d))
    if pinned(s) and not s.marks[d] & EXHAUSTED:
        s.marks[d] |= EXHAUSTED
        tell((ALL, "pinned", d))


def disrupt(s: ItterState, tell: Tell, d: int) -> None:
    """ITP-4.3h, ITP-4.4d, IT3-99: a second token kills."""
    if s.marks[d] & DISRUPTED:
        tell((ALL, "second_token", d))
        then(s, ("doom", 0, d))
    else:
        shake(s, tell, d)


def harass(s: ItterState, dice: Dice, tell: Tell, kind: int, area: int) -> None:
    """ITP-4.3g, ITP-4.4d: one Defender of the area's colour, 2 or 3 dice; none there: no effect (AMB-20)."""
    d = aim(s, dice, tell, COLOUR[area])
    if d != NOBODY:
        fire_at(s, dice, tell, d, DISRUPT[s.mode][kind] + extra_dice(s, tell, KINDS[kind]))


def fire_at(s: ItterState, dice: Dice, tell: Tell, d: int, n: int) -> None:
    """Dice at one Defender: a hit puts a token on him."""
    if hits(s, dice, tell, n, LOCATION[s.where[d]]):
        disrupt(s, tell, d)
    else:
        tell((ALL, "unhurt", d))


def flak30(s: ItterState, dice: Dice, tell: Tell, card: int) -> None:
    """ITP-4.4a: a die for the colour, then each Defender of it by rising number (AMB-44)."""
    colour = aim_colour(s, dice, tell, card)
    if not anybody(s, colour):
        tell((ALL, "nobody_there", colour))
        return
    then(s, *[("flak30_at", card, q) for q in TARGET_SQUARES[colour]])


def flak30_location(s: ItterState, dice: Dice, tell: Tell, card: int) -> None:
    """IT3-94: a die for the location, then each Defender in it by rising number (AMB-44, AMB-35)."""
    place = aim_location(s, dice, tell, card)
    squares = LOCATION_SQUARES[place]
    if all(s.who[q] < 0 for q in squares):
        tell((ALL, "nobody_in", place))
        return
    then(s, *[("flak30_at", card, q) for q in squares])


def flak30_at(s: ItterState, dice: Dice, tell: Tell, card: int, q: int) -> None:
    """ITP-4.4a, IT3-94: two or three dice for the Defender there when his turn comes, if any."""
    d = s.who[q]
    if d < 0:
        return
    tell((ALL, "flak_at", d))
    fire_at(s, dice, tell, d, CARD_DICE[s.mode][card] + extra_dice(s, tell, "flak30"))


def suppressive_fire(s: ItterState, dice: Dice, tell: Tell, card: int) -> None:
    """ITP-4.4b: every Machine Gunner and Mortar, from the lowest area upwards."""
    heavy = s.heavy
    if not any(heavy):
        tell((ALL, "no_heavy"))
    then(s, *[("volley", area, heavy[2 * area], heavy[2 * area + 1]) for area in AREAS])


def volley(s: ItterState, dice: Dice, tell: Tell, area: int, guns: int, mortars: int) -> None:
    """ITP-4.4b: one after the other; with both kinds left in one area the player chooses the order (AMB-22).

    In the competitive game that is the SS player (AMB-50).
    """
    if guns and mortars:
        ask(s, "fire", ORDERS_FIRE[s.mode], area, guns, mortars)
    elif guns or mortars:
        shoot(s, tell, MG if guns else MORTAR, area, guns, mortars)


def shoot(s: ItterState, tell: Tell, kind: int, area: int, guns: int, mortars: int) -> None:
    tell((ALL, "opens_fire", kind, area))
    left = (guns - 1, mortars) if kind == MG else (guns, mortars - 1)
    then(s, ("harass", kind, area), ("volley", area, *left))


def fire_legal(s: ItterState, seat: Seat, area: int, guns: int, mortars: int) -> list[int]:
    return [FIRE_MG, FIRE_MORTAR]


def fire_judge(s: ItterState, seat: Seat, action: int, area: int, guns: int, mortars: int) -> str | None:
    return None if action in (FIRE_MG, FIRE_MORTAR) else OTHER_QUESTION


def fire(
    s: ItterState, seat: Seat, action: int, dice: Dice, tell: Tell, area: int, guns: int, mortars: int
) -> None:
    shoot(s, tell, MG if action == FIRE_MG else MORTAR, area, guns, mortars)


# SS Squads of the playtest edition: each colour fires once, with all its counters together


def ss_squads(s: ItterState, dice: Dice, tell: Tell, card: int) -> None:
    """IT3-95: every colour that holds SS counters, one after the other."""
    colours = 0
    for circle in CIRCLES:
        if occupied(s, circle):
            colours |= 1 << COLOUR[circle]
    if not colours:
        tell((ALL, "no_squads"))
    then(s, ("next_squad", colours))


def next_squad(s: ItterState, dice: Dice, tell: Tell, colours: int) -> None:
    """IT3-95: the player chooses which of the colours left is next."""
    if colours:
        ask(s, "squads", DEFENDER_BIT, colours)


def squads_legal(s: ItterState, seat: Seat, colours: int) -> list[int]:
    return [SQUAD[colour] for colour in range(COLOUR_COUNT) if colours >> colour & 1]


def squads_judge(s: ItterState, seat: Seat, action: int, colours: int) -> str | None:
    if action not in SQUAD:
        return OTHER_QUESTION
    return None if colours >> SQUAD.index(action) & 1 else "IT3-95"


def choose_squad(s: ItterState, seat: Seat, action: int, dice: Dice, tell: Tell, colours: int) -> None:
    colour = action - SQUAD[0]
    then(s, ("squad", colour), ("next_squad", colours & ~(1 << colour)))


def squad_value(s: ItterState, colour: int) -> int:
    """IT3-96: the suppress values of all counters on a colour, added up."""
    values, total = DISRUPT[s.mode], 0
    for circle in CIRCLES:
        if COLOUR[circle] == colour:
            total += values[s.light[circle]] if s.light[circle] != NO_COUNTER else 0
            if circle <= LAST_AREA:
                total += s.heavy[2 * circle] * values[MG] + s.heavy[2 * circle + 1] * values[MORTAR]
    return total


def squad(s: ItterState, dice: Dice, tell: Tell, colour: int) -> None:
    """IT3-96: with a total of 1 or more a die finds the target; IT3-98: as many dice as the total at him."""
    total = squad_value(s, colour)
    if not total:
        tell((ALL, "squad_silent", colour))
        return
    tell((ALL, "squad_fires", colour, total))
    d = aim(s, dice, tell, colour)
    if d != NOBODY:
        fire_at(s, dice, tell, d, total)


STEPS: Final[Mapping[str, Step]] = {
    "ss_phase": ss_phase,
    "reveal_card": reveal_card,
    "sniper": sniper,
    "location": location,
    "harass": harass,
    "flak30": flak30,
    "flak30-location": flak30_location,
    "flak30_at": flak30_at,
    "ss-squads": ss_squads,
    "next_squad": next_squad,
    "squad": squad,
    "suppressive-fire": suppressive_fire,
    "volley": volley,
    "reinforcements": reinforcements,
    "relief": relief,
    "turn_ends": turn_ends,
    "deck_end": deck_end,
}
"""The steps of a card bear the name of its effect."""
QUESTIONS: Final[Mapping[str, Question]] = {
    "squads": Question("IT3-95", squads_legal, squads_judge, choose_squad),
    "fire": Question("ITP-4.4b", fire_legal, fire_judge, fire),
}
