"""Section 4: the SS Phase. Three cards, each resolved before the next."""

from __future__ import annotations

from typing import Final

from garrison.core.errors import OTHER_QUESTION
from garrison.core.game import ALL, Dice, Question, Seat, Tell
from garrison.core.kernel import ask, then
from garrison.games.itter.actions import FIRE_MG, FIRE_MORTAR
from garrison.games.itter.attributes import remove, wrecked
from garrison.games.itter.scoring import end
from garrison.games.itter.state import (
    ASIDE,
    DECK_END,
    DEFENDER_BIT,
    DESTROYED,
    DESTROYED_EMPTY,
    DISRUPTED,
    EXHAUSTED,
    RELIEVED,
    SPENT,
    SS_PHASE,
    SUPPLY,
    WRECK,
    ItterState,
)
from garrison.games.itter.tables import (
    AREAS,
    CARD_DICE,
    CARD_KIND,
    CARD_NUMBER,
    CARD_ROWS,
    CARD_TABLE,
    CARD_TARGET,
    COLOUR,
    DEFENCE_TRACK,
    DEFENDER_COUNT,
    DISRUPT,
    EFFECT,
    KINDS,
    LOCATION,
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
"""ITP-4.0b."""
NOBODY = -1


def ss_phase(s: ItterState, dice: Dice, tell: Tell) -> None:
    """ITP-4.0a: Action and Command tokens come off; ITP-4.0b: three cards, then the turn ends."""
    s.phase = SS_PHASE
    for d in range(DEFENDER_COUNT):
        s.marks[d] &= ~SPENT
    tell((ALL, "ss_phase"))
    then(s, ("reveal_tactics",), *[("reveal_card",)] * CARDS_A_TURN, ("turn_ends",))


def reveal_card(s: ItterState, dice: Dice, tell: Tell) -> None:
    """ITP-4.0b, ITP-4.0c: the next card and its effect; a short deck gives fewer cards (AMB-16)."""
    if not s.deck:
        return
    card = s.deck.pop()
    s.played.append(card)
    tell((ALL, "card", card, card))
    if EFFECT[card] == "place":
        then(s, *[("arrive", CARD_KIND[card])] * CARD_NUMBER[card])
    else:
        then(s, (EFFECT[card], card))


def turn_ends(s: ItterState, dice: Dice, tell: Tell) -> None:
    """ITP-4.0b: the played cards are discarded. ITP-5.0a: a used-up deck ends the game with the turn."""
    s.discard += s.played
    s.played.clear()
    if s.deck:
        then(s, ("turn",))
    else:
        end(s, tell, DECK_END)


def relief(s: ItterState, dice: Dice, tell: Tell, card: int) -> None:
    """ITP-5.0a: the 142nd ends the game at once, cards behind it stay unread (AMB-32)."""
    end(s, tell, RELIEVED)


def reinforcements(s: ItterState, dice: Dice, tell: Tell, card: int) -> None:
    """ITP-3.4a: the three set aside join the supply; ITP-3.4b: they may wait there."""
    for d in range(DEFENDER_COUNT):
        if REINFORCEMENT[d] and s.where[d] == ASIDE:
            s.where[d] = SUPPLY
            tell((ALL, "reinforced", d))


# Whom fire at a colour finds


def anybody(s: ItterState, colour: int) -> bool:
    return any(s.who[q] >= 0 for q in TARGET_SQUARES[colour])


def target(s: ItterState, colour: int, rolled: int) -> int:
    """ITP-4.1b, ITP-4.4c: the square rolled; empty: the next higher; none: the nearest lower (AMB-21)."""
    squares = NUMBERED[colour]
    for face in list(range(rolled, 7)) + list(range(rolled - 1, 0, -1)):
        d = s.who[squares[face - 1]]
        if d >= 0:
            return d
    raise ValueError("nobody stands on this colour")


def aim(s: ItterState, dice: Dice, tell: Tell, colour: int) -> int:
    """A die for the square of a colour; gives the Defender found, or NOBODY without a roll."""
    if not anybody(s, colour):
        tell((ALL, "nobody_there", colour))
        return NOBODY
    rolled = dice.roll(1, "square")[0]
    d = target(s, colour, rolled)
    tell((ALL, "aimed", rolled, d))
    return d


def hits(s: ItterState, dice: Dice, tell: Tell, n: int, place: int) -> bool:
    """Dice against a location: one at least its current Defence is a hit."""
    rolled = dice.roll(n, "fire")
    tell((ALL, "fired", place, tuple(rolled), s.defence[place]))
    return max(rolled) >= s.defence[place]


# 4.1 Attack Defender


def sniper(s: ItterState, dice: Dice, tell: Tell, card: int) -> None:
    """ITP-4.1a: a die for the colour; ITP-4.1b: a die for the square; ITP-4.1c: four dice, a hit kills."""
    rolled = dice.roll(1, "colour")[0]
    colour = CARD_TABLE[card][rolled - 1]
    tell((ALL, "aimed_colour", rolled, colour))
    d = aim(s, dice, tell, colour)
    if d == NOBODY:
        return
    if hits(s, dice, tell, CARD_DICE[card] + extra_dice(s, tell, "sniper"), LOCATION[s.where[d]]):
        then(s, ("doom", 0, d))
    else:
        tell((ALL, "unhurt", d))


# 4.2 Attack Location


def location(s: ItterState, dice: Dice, tell: Tell, card: int) -> None:
    """ITP-4.2a: a die for the location, then the card's dice; ITP-4.2d: Panzerfaust is for the tank."""
    place = CARD_TARGET[card]
    if CARD_TABLE[card]:
        rolled = dice.roll(1, "location")[0]
        place = CARD_TABLE[card][rolled - 1]
        tell((ALL, "aimed_location", rolled, place))
    if place == TANK and wrecked(s):
        # ITP-4.2f: an attack on the wreck does nothing.
        tell((ALL, "wreck_hit"))
        return
    n = CARD_DICE[card] + extra_dice(s, tell, str(CARD_ROWS[card]["name"]))
    if hits(s, dice, tell, n, place):
        batter(s, tell, place)
    else:
        tell((ALL, "walls_held", place))


def batter(s: ItterState, tell: Tell, place: int) -> None:
    """ITP-4.2b: one step down, for the tank 4 to 0 (AMB-36); ITP-4.2c: at the end all are Disrupted."""
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
    """ITP-4.2c: one event for the whole location; a second token kills (AMB-23)."""
    inside = [d for d in range(DEFENDER_COUNT) if s.where[d] >= 0 and LOCATION[s.where[d]] == place]
    dying = [d for d in inside if s.marks[d] & DISRUPTED]
    for d in inside:
        if d not in dying:
            shake(s, tell, d)
    if dying:
        then(s, ("doom", 0, *dying))


def destroy_tank(s: ItterState, tell: Tell) -> None:
    """ITP-4.2e: the tank is gone and all inside with it, nobody can stand in (AMB-09).

    ITP-4.2f: nobody enters it again. The Load token is lost (AMB-46).
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
    """A Disrupted token; with the tactic Pinning Fire he is Exhausted too."""
    s.marks[d] |= DISRUPTED
    tell((ALL, "disrupted", d))
    if pinned(s) and not s.marks[d] & EXHAUSTED:
        s.marks[d] |= EXHAUSTED
        tell((ALL, "pinned", d))


def disrupt(s: ItterState, tell: Tell, d: int) -> None:
    """ITP-4.3h, ITP-4.4d: a second token kills."""
    if s.marks[d] & DISRUPTED:
        then(s, ("doom", 0, d))
    else:
        shake(s, tell, d)


def harass(s: ItterState, dice: Dice, tell: Tell, kind: int, area: int) -> None:
    """ITP-4.3g, ITP-4.4d: one Defender of the area's colour, 2 or 3 dice; nobody there: nothing (AMB-20)."""
    d = aim(s, dice, tell, COLOUR[area])
    if d == NOBODY:
        return
    if hits(s, dice, tell, DISRUPT[kind] + extra_dice(s, tell, KINDS[kind]), LOCATION[s.where[d]]):
        disrupt(s, tell, d)
    else:
        tell((ALL, "unhurt", d))


def flak30(s: ItterState, dice: Dice, tell: Tell, card: int) -> None:
    """ITP-4.4a: a die for the colour, then each Defender of it by rising number (AMB-44)."""
    rolled = dice.roll(1, "colour")[0]
    colour = CARD_TABLE[card][rolled - 1]
    tell((ALL, "aimed_colour", rolled, colour))
    if not anybody(s, colour):
        tell((ALL, "nobody_there", colour))
        return
    then(s, *[("flak30_at", card, q) for q in TARGET_SQUARES[colour]])


def flak30_at(s: ItterState, dice: Dice, tell: Tell, card: int, q: int) -> None:
    """ITP-4.4a: two dice for whoever stands there when his turn comes."""
    d = s.who[q]
    if d < 0:
        return
    tell((ALL, "flak_at", d))
    if hits(s, dice, tell, CARD_DICE[card] + extra_dice(s, tell, "flak30"), LOCATION[q]):
        disrupt(s, tell, d)
    else:
        tell((ALL, "unhurt", d))


def suppressive_fire(s: ItterState, dice: Dice, tell: Tell, card: int) -> None:
    """ITP-4.4b: every Machine Gunner and Mortar, from the lowest area upwards."""
    heavy = s.heavy
    if not any(heavy):
        tell((ALL, "no_heavy"))
    then(s, *[("volley", area, heavy[2 * area], heavy[2 * area + 1]) for area in AREAS])


def volley(s: ItterState, dice: Dice, tell: Tell, area: int, guns: int, mortars: int) -> None:
    """ITP-4.4b: one after the other; with both kinds left in one area the player orders them (AMB-22)."""
    if guns and mortars:
        ask(s, "fire", DEFENDER_BIT, area, guns, mortars)
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


FIRE: Final[Question] = Question("ITP-4.4b", fire_legal, fire_judge, fire)
