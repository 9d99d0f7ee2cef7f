"""The Night Watch: a tiny game for three that uses everything a game can use.

Every hour all wardens show a lantern at once, unseen; the highest leads. The leader stakes some pence
and climbs the wall with one to three dice; after a slip the next neighbour may throw a rope, which takes an
even lantern. All the while neighbours may swap lanterns in secret. The grand watch has more lanterns,
more hours, easier climbs, and shuffles the used lanterns back in.
"""

# ruff: noqa: ARG001

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from garrison.core import kernel, scenario
from garrison.core.errors import OTHER_QUESTION, Damaged
from garrison.core.game import Book, Feature, Game, Kind, Knowledge, Learning, Stage, Study, Utility
from garrison.core.kernel import ask, finish, then
from garrison.core.rules import Offers, Question, Result, Rules
from garrison.core.show.scene import Alarm, Board, Field, Form, Gauge, Group, Piece, Place, Scene, Tray
from garrison.core.show.words import LANGS, EventKind, Words
from garrison.core.state import ALL, ARBITER, Action, Dice, Options, Seat, State, Tell, View, bit

# Data: by edition, plain then grand

EDITIONS = ("plain", "grand")
CARDS = (12, 15)
HOURS = (3, 4)
EASY = (4, 3)
MOST = (300, 400)
AFTER_HOUR: tuple[tuple[tuple[str], ...], ...] = ((("hour",),), (("reshuffle",), ("hour",)))

SEATS = ("anna", "bruno", "carla")
SIDES = ("left", "right")
PHASES = ("watch", "stake", "climb")
HAND, DECK, PILE, NOWHERE = 3, 3, 4, 5
"""Seats keep HAND cards; an owner is a seat, or one of the other three."""

# The action table: `row - base` is the card or number meant

LAST = max(CARDS)
CARD = range(1, LAST + 1)
ACTIONS = ("hold", *(f"commit {card}" for card in CARD))
DARE = len(ACTIONS) - 1
ACTIONS += tuple(f"dare {n}" for n in (1, 2, 3))
BID = len(ACTIONS) - 1
ACTIONS += tuple(f"bid x={n}" for n in (1, 2, 3, 4))
OPEN_BID = len(ACTIONS)
ACTIONS += ("bid x=?",)
REFUSE = HELP = len(ACTIONS)
ACTIONS += ("refuse", *(f"help {card}" for card in CARD))
OFFER = (len(ACTIONS) - 1, len(ACTIONS) - 1 + LAST)
ACTIONS += tuple(f"offer {side} {card}" for side in SIDES for card in CARD)
ACCEPT = (len(ACTIONS) - 1, len(ACTIONS) - 1 + LAST)
ACTIONS += tuple(f"accept {side} {card}" for side in SIDES for card in CARD)
DECLINE = len(ACTIONS)
ACTIONS += tuple(f"decline {side}" for side in SIDES)


class Watch(State):
    """`offered` is the card a seat holds out, `towards` the side it holds it to; the deck's top is last."""

    # fmt: off
    __slots__ = (
        "deck", "edition", "hour", "leader", "made", "offered",
        "owner", "phase", "rescued", "score", "stake", "towards",
    )
    # fmt: on
    saved = (*State.saved, *__slots__)

    def __init__(self, rules: int, edition: int) -> None:
        super().__init__(rules)
        self.edition = edition
        self.hour = self.leader = self.phase = self.stake = self.rescued = 0
        self.owner = [NOWHERE] + [DECK if card <= CARDS[edition] else NOWHERE for card in CARD]
        self.deck = list(range(1, CARDS[edition] + 1))
        self.score, self.made, self.offered, self.towards = [0] * 3, [0] * 3, [0] * 3, [0] * 3

    def copy(self) -> Watch:
        new = type(self).__new__(type(self))
        new.rules, new.ask, new.known = self.rules, self.ask, None
        new.answers, new.agenda = self.answers[:], self.agenda[:]
        new.edition, new.hour, new.leader, new.phase = self.edition, self.hour, self.leader, self.phase
        new.stake, new.rescued, new.deck, new.owner = self.stake, self.rescued, self.deck[:], self.owner[:]
        new.score, new.made = self.score[:], self.made[:]
        new.offered, new.towards = self.offered[:], self.towards[:]
        return new


def neighbour(seat: Seat, side: int) -> Seat:
    return (seat + 1 + side) % 3


def hand(s: Watch, seat: Seat) -> list[int]:
    return [card for card in CARD if s.owner[card] == seat]


def bound_card(s: Watch, seat: Seat, card: int) -> str | None:
    """Why a seat cannot use a card (NW-2.1, NW-2.2, NW-5.2); looks at nothing but its own things."""
    if s.owner[card] != seat:
        return "NW-2.1"
    if (seat, card) in s.answers and s.ask is not None and s.ask[0] == "commit":
        return "NW-2.2"
    return "NW-5.2" if s.offered[seat] == card else None


def free(s: Watch, seat: Seat) -> list[int]:
    return [card for card in hand(s, seat) if bound_card(s, seat, card) is None]


def standing(s: Watch, seat: Seat, side: int) -> int:
    """The card the neighbour on that side holds out to this seat, or 0."""
    sender = neighbour(seat, side)
    return s.offered[sender] if s.towards[sender] == 1 - side else 0


# Steps: what the rules do by themselves


def draw(s: Watch, tell: Tell, seat: Seat) -> None:
    card = s.deck.pop()
    s.owner[card] = seat
    tell((ALL, "drew", seat))
    tell((bit(seat), "drew_card", card))


def deal(s: Watch, dice: Dice, tell: Tell) -> None:
    """NW-1.1"""
    for seat in (0, 1, 2) * HAND:
        draw(s, tell, seat)
    then(s, ("hour",))


def hour(s: Watch, dice: Dice, tell: Tell) -> None:
    s.hour += 1
    tell((ALL, "hour_begins", s.hour))
    then(s, *((phase,) for phase in PHASES), ("close",))


def watch(s: Watch, dice: Dice, tell: Tell) -> None:
    s.phase = 0
    ask(s, "commit", 0b111)


def stake(s: Watch, dice: Dice, tell: Tell) -> None:
    s.phase = 1
    ask(s, "bid", bit(s.leader))


def climb(s: Watch, dice: Dice, tell: Tell) -> None:
    s.phase = 2
    ask(s, "dare", bit(s.leader), s.stake)


def cry(s: Watch, dice: Dice, tell: Tell) -> None:
    """NW-4.3: the climb waits on the agenda while the neighbour is asked."""
    ask(s, "help", bit(neighbour(s.leader, 0)), s.leader)


def settle(s: Watch, dice: Dice, tell: Tell) -> None:
    """NW-4.4"""
    gained = 0 if s.rescued else -(s.stake // 2)
    s.rescued = 0
    s.score[s.leader] += gained
    tell((ALL, "scored", s.leader, gained))


def close(s: Watch, dice: Dice, tell: Tell) -> None:
    """NW-1.2, NW-5.1: offers lapse, hands are filled, the next hour comes."""
    for seat in (0, 1, 2):
        if s.offered[seat]:
            other = neighbour(seat, s.towards[seat])
            tell((bit(seat) | bit(other), "lapsed", seat, other))
        s.offered[seat] = s.made[seat] = s.towards[seat] = 0
        while s.deck and len(hand(s, seat)) < HAND:
            draw(s, tell, seat)
    if s.hour < HOURS[s.edition]:
        then(s, *AFTER_HOUR[s.edition])
    else:
        tell((ALL, "watch_ends"))
        finish(s)


def reshuffle(s: Watch, dice: Dice, tell: Tell) -> None:
    """NW-1.3: only in the grand watch."""
    s.deck = [card for card in CARD if s.owner[card] in (PILE, DECK)]
    for card in s.deck:
        s.owner[card] = DECK
    dice.shuffle(s.deck, "lanterns")
    tell((ALL, "reshuffled"))


# Questions: what the wardens decide


def commit_legal(s: Watch, seat: Seat) -> list[Action]:
    return [0, *free(s, seat)]


def commit_judge(s: Watch, seat: Seat, action: int) -> str | None:
    if action > LAST:
        return OTHER_QUESTION
    return bound_card(s, seat, action) if action else None


def commit(s: Watch, pairs: list[tuple[Seat, int]], dice: Dice, tell: Tell) -> None:
    """NW-2.3: the highest lantern leads; if nobody shows one, the leader stays."""
    for seat, card in pairs:
        tell((ALL, "showed", seat, card))
        s.owner[card] = PILE if card else NOWHERE
    highest, seat = max((card, seat) for seat, card in pairs)
    if highest:
        s.leader = seat
    tell((ALL, "leads", s.leader))


def bid_legal(s: Watch, seat: Seat) -> list[Action]:
    return list(range(BID + 1, BID + 1 + MOST[s.edition] // 100))


def bid_judge(s: Watch, seat: Seat, action: Action) -> str | None:
    if isinstance(action, tuple):
        return None
    if not BID < action < OPEN_BID:
        return OTHER_QUESTION
    return None if (action - BID) * 100 <= MOST[s.edition] else "NW-3.1"


def bid_form(s: Watch, seat: Seat) -> Form:
    return Form(OPEN_BID, (Field("x", 50, MOST[s.edition], 25, "d"),))


def bid(s: Watch, seat: Seat, action: Action, dice: Dice, tell: Tell) -> None:
    s.stake = action[1] if isinstance(action, tuple) else (action - BID) * 100
    tell((ALL, "staked", seat, s.stake))


def needed(s: Watch) -> int:
    """NW-4.2: the face at least one die must show."""
    return EASY[s.edition] + (s.stake >= 200)


def dare_legal(s: Watch, seat: Seat, pence: int) -> list[Action]:
    return list(range(DARE + 1, DARE + 2 + min(2, len(hand(s, seat)))))


def dare_judge(s: Watch, seat: Seat, action: Action, pence: int) -> str | None:
    if isinstance(action, tuple) or not DARE < action <= BID:
        return OTHER_QUESTION
    return None if action - DARE <= s.owner.count(seat) + 1 else "NW-4.1"


def dare_odds(s: Watch, seat: Seat, action: int, pence: int) -> tuple[int, int]:
    n = action - DARE
    return 6**n - (needed(s) - 1) ** n, 6**n


def dare(s: Watch, seat: Seat, action: int, dice: Dice, tell: Tell, pence: int) -> None:
    """NW-4.2, and NW-4.3 after a slip."""
    faces = dice.roll(action - DARE, "climb")
    tell((ALL, "rolled", seat, tuple(faces), needed(s)))
    if max(faces) >= needed(s):
        tell((ALL, "reached", seat))
        s.score[seat] += s.stake
        tell((ALL, "scored", seat, s.stake))
    else:
        tell((ALL, "slipped", seat))
        then(s, ("cry",), ("settle",))


def help_legal(s: Watch, seat: Seat, climber: Seat) -> list[Action]:
    return [REFUSE, *(HELP + card for card in free(s, seat) if card % 2 == 0)]


def help_judge(s: Watch, seat: Seat, action: Action, climber: Seat) -> str | None:
    if isinstance(action, tuple) or not REFUSE <= action <= HELP + LAST:
        return OTHER_QUESTION
    if action == REFUSE:
        return None
    return bound_card(s, seat, action - HELP) or ("NW-4.3" if (action - HELP) % 2 else None)


def help_climber(s: Watch, pairs: list[tuple[Seat, int]], dice: Dice, tell: Tell, climber: Seat) -> None:
    """NW-4.3: a window for the one who may throw the rope."""
    seat, action = pairs[0]
    if action == REFUSE:
        tell((ALL, "refused", seat, climber))
        return
    s.owner[action - HELP] = PILE
    s.rescued = 1
    tell((ALL, "helped", seat, climber, action - HELP))


# Offers: what a warden may do unasked


def offers_legal(s: Watch, seat: Seat) -> list[Action]:
    cards = free(s, seat)
    rows: list[Action] = []
    if not s.made[seat]:
        rows += [base + card for base in OFFER for card in cards]
    rows += [ACCEPT[side] + card for side in (0, 1) if standing(s, seat, side) for card in cards]
    return rows + [DECLINE + side for side in (0, 1) if standing(s, seat, side)]


def offers_judge(s: Watch, seat: Seat, action: int) -> str | None:
    if action >= DECLINE:
        return None if standing(s, seat, action - DECLINE) else "NW-5.3"
    if action > ACCEPT[0]:
        side, card = divmod(action - ACCEPT[0] - 1, LAST)
        return bound_card(s, seat, card + 1) if standing(s, seat, side) else "NW-5.3"
    if s.made[seat]:
        return "NW-5.1"
    return bound_card(s, seat, (action - OFFER[0] - 1) % LAST + 1)


def offered_to(s: Watch) -> int:
    """The wardens to whom a lantern is held out."""
    return sum(1 << seat for seat in (0, 1, 2) if standing(s, seat, 0) or standing(s, seat, 1))


def offers(s: Watch, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    """NW-5.1, NW-5.3: only the two neighbours ever hear of it."""
    if action <= ACCEPT[0]:
        side, card = divmod(action - OFFER[0] - 1, LAST)
        s.made[seat], s.offered[seat], s.towards[seat] = 1, card + 1, side
        other = neighbour(seat, side)
        tell((bit(seat) | bit(other), "offered", seat, other, card + 1))
        return
    side = action - DECLINE if action >= DECLINE else (action - ACCEPT[0] - 1) // LAST
    sender = neighbour(seat, side)
    wanted = s.offered[sender]
    s.offered[sender] = s.towards[sender] = 0
    if action >= DECLINE:
        tell((bit(seat) | bit(sender), "declined", seat, sender))
        return
    given = (action - ACCEPT[0] - 1) % LAST + 1
    s.owner[wanted], s.owner[given] = seat, sender
    tell((bit(seat) | bit(sender), "swapped", sender, wanted, seat, given))


WORD_LINES = """
names.seat.anna     Anna | Anna
names.seat.bruno    Bruno | Bruno
names.seat.carla    Carla | Carla
names.side.left     left | sinistra
names.side.right    right | destra
names.side.leaders  the leaders | chi guida
names.field.x       x | x
terms.hand          hand | mano
terms.deck          deck | mazzo
terms.pile          used lanterns | lanterne usate
terms.score         pence | soldi
terms.leader        leader's lamp | lume di chi guida
terms.hour          hour | ora
terms.wall          wall | mura
terms.castle        castle | castello
terms.needed        Face needed | Punteggio necessario
terms.climb         The climb takes a {0}. | Per salire serve un {0}.
terms.hard-climb    The climb is hard: it takes a {0}. | La salita è dura: serve un {0}.
explanations.hour   Every hour each warden shows a lantern. | Ogni ora ogni guardiano mostra una lanterna.
folds.dark          Staying in the dark | Restare al buio
events.drew         {0} takes a lantern. | {0} prende una lanterna.
events.drew_card    You took {0}. | Hai preso {0}.
events.hour_begins  Hour {0} begins. | Comincia l'ora {0}.
events.showed       {0} shows {1}. | {0} mostra {1}.
events.leads        {0} leads. | {0} guida la ronda.
events.staked       {0} stakes {1} pence. | {0} punta {1} soldi.
events.rolled       {0} rolls {1}. | {0} tira {1}.
events.reached      {0} reaches the top. | {0} arriva in cima.
events.slipped      {0} slips. | {0} perde la presa.
events.scored       {0}'s pence change by {1}. | I soldi di {0} cambiano di {1}.
events.refused      {0} throws {1} no rope. | {0} non lancia la corda a {1}.
events.helped       {0} throws {1} a rope by {2}. | {0} lancia la corda a {1} con {2}.
events.offered      {0} offers {1} {2}. | {0} offre a {1} {2}.
events.declined     {0} declines {1}'s offer. | {0} rifiuta lo scambio con {1}.
events.swapped      {0} gives {1}, {2} gives {3}. | {0} cede {1}, {2} cede {3}.
events.lapsed       {0}'s offer to {1} lapses. | Decade lo scambio che {0} proponeva a {1}.
events.reshuffled   Used lanterns are shuffled back in. | Le lanterne usate tornano nel mazzo, mescolate.
events.watch_ends   The watch ends. | La ronda è finita.
choices.hold        show no lantern | non mostrare lanterne
choices.commit      show {0} | mostra {0}
choices.bid         stake {0} pence | punta {0} soldi
choices.dare        climb, dice: {0} | arrampicati, dadi: {0}
choices.refuse      throw no rope | non lanciare la corda
choices.help        throw a rope by {0} | lancia la corda con {0}
choices.offer       offer {1} to the {0} | offri {1} a {0}
choices.accept      swap {1} for what is offered from the {0} | cedi {1} per quella offerta da {0}
choices.decline     decline the offer from the {0} | rifiuta lo scambio proposto da {0}
kinds.watch         The watch | La ronda
offers.offer.name   Offer a swap | Proponi uno scambio
offers.offer.step1  To whom? | A chi?
offers.offer.step2  Which lantern do you give? | Quale lanterna dai?
prompts.commit      Which lantern do you show? | Quale lanterna mostri?
prompts.bid         How much do you stake? | Quanto punti?
prompts.dare        {0} pence are at stake: how many dice? | In palio {0} soldi: quanti dadi?
prompts.help        {0} has slipped: do you throw a rope? | {0} ha perso la presa: lanci la corda?
ends.hour           End the hour | Concludi l'ora
headings.hour       Hour {0} | Ora {0}
headings.climb      The climb | La salita
waiting.commit      {0} {n:is|are} choosing a lantern | {0} {n:sceglie|scelgono} una lanterna
waiting.dare        {0} is choosing the dice for {1} pence | {0} sceglie i dadi per {1} soldi
names.card.none     no lantern | nessuna lanterna
""" + "\n".join(f"names.card.c{card} lantern {card} | la lanterna {card}" for card in CARD)

RULE_LINES = """
NW-1.1 Each warden begins with three lanterns. | Si comincia con tre lanterne a testa.
NW-1.2 After an hour hands are filled to three while the deck lasts.
     | Finita un'ora, le mani tornano a tre lanterne finché il mazzo basta.
NW-1.3 In the grand watch used lanterns are shuffled back in after each hour.
     | Nella ronda grande le lanterne usate rientrano nel mazzo, mescolate, dopo ogni ora.
NW-2.1 A warden uses only lanterns from the own hand. | Si usano soltanto lanterne della propria mano.
NW-2.2 A lantern chosen for showing is used for nothing else.
     | La lanterna scelta per essere mostrata non serve ad altro.
NW-2.3 All show at once, a lantern or none; the highest leads the hour.
     | Tutti mostrano insieme una lanterna o nessuna; la più alta guida l'ora.
NW-3.1 The leader stakes 50 to 300 pence, 400 in the grand watch, in steps of 25.
     | Chi guida punta da 50 a 300 soldi, 400 nella ronda grande, a passi di 25.
NW-4.1 A climb takes one die, and one more for each lantern in hand, at most three.
     | Per salire si tira un dado, più uno per ogni lanterna in mano, tre al massimo.
NW-4.2 One die of 4 (grand: 3) or more reaches the top; from 200 pence on, one higher.
     | Basta un dado da 4 in su (ronda grande: 3); da 200 soldi in poi, un punto di più.
NW-4.3 When the leader slips, the neighbour on the left may throw a rope by an even lantern.
     | Se chi guida perde la presa, il vicino a sinistra può usare una lanterna pari per la corda.
NW-4.4 A fall without a rope costs half the stake. | Cadere senza corda costa metà della puntata.
NW-5.1 Once an hour a warden may offer a neighbour a lantern; the offer lapses with the hour.
     | Una volta l'ora si può offrire una lanterna a un vicino; lo scambio decade con l'ora.
NW-5.2 A lantern on offer is used for nothing else. | La lanterna offerta non serve ad altro.
NW-5.3 Only a standing offer can be answered. | Si risponde soltanto a uno scambio ancora proposto.
"""


def texts(lang: int) -> tuple[str, str]:
    """The word file and the rules file of a language, as TOML."""
    words = [line.split(maxsplit=1) for line in WORD_LINES.strip().splitlines()]
    rules = [line.split(maxsplit=1) for line in RULE_LINES.strip().replace("\n     |", " |").splitlines()]
    return (
        "\n".join(f'{key} = "{said.split(" | ")[lang]}"' for key, said in words),
        "\n".join(f'"{rule}".text = "{said.split(" | ")[lang]}"' for rule, said in rules),
    )


FILES = ("words.en.toml", "rules.en.toml", "words.it.toml", "rules.it.toml")
TEXTS = dict(zip(FILES, texts(0) + texts(1), strict=True))
TEXTS["lessons/first-hour.toml"] = """
game = "toy"
seat = "anna"
title = { en = "The first hour", it = "La prima ora" }
about = { en = "Show a lantern, stake, climb.", it = "Mostra una lanterna, punta, arrampicati." }
end = { en = "You know the watch.", it = "Ora conosci la guardia." }

[[step]]
text = { en = "Three wardens keep the castle. Read on.", it = "Tre guardie vegliano sul castello. Prosegui." }
look = ["castle", "hour"]

[[step]]
text = { en = "Show your highest lantern, 12.", it = "Mostra la tua lanterna più alta, la 12." }
look = ["hand-anna", "card-12"]
do = "commit 12"

[[step]]
seat = "bruno"
do = "commit 5"
after = { en = "Bruno shows a small one.", it = "Bruno ne mostra una piccola." }

[[step]]
seat = "carla"
do = "commit 4"
after = { en = "Carla too, so you lead.", it = "Carla pure: guidi tu." }

[[step]]
text = { en = "Stake 2 pence or more.", it = "Punta almeno 2 soldi." }
look = ["wall"]
do = "bid x=2"
also = ["bid x=2.5"]
goal = { stake = 300 }
other = { en = "More than that.", it = "Di più." }

[[step]]
text = { en = "Climb with two dice.", it = "Arrampicati con due dadi." }
look = ["wall", "score-anna"]
do = "dare 2"
dice = [1, 6]
other = { en = "Two are safer than one.", it = "Due sono più sicuri di uno." }
after = { en = "The 6 is enough.", it = "Il 6 basta." }
"""


# The record


def seats(options: Options) -> tuple[str, ...]:
    return SEATS


def setup(rules: int, options: Options, dice: Dice, kept: type[Watch] = Watch) -> Watch:
    state = kept(rules, EDITIONS.index(options["edition"]))
    dice.shuffle(state.deck, "lanterns")
    then(state, ("deal",))
    return state


def result(state: Watch) -> Result | None:
    if not kernel.over(state):
        return None
    best = max(state.score)
    won = tuple(seat for seat in (0, 1, 2) if state.score[seat] == best)
    utility = tuple(float(seat in won) / len(won) for seat in (0, 1, 2))
    return Result(won, tuple(state.score), utility, "tie" if len(won) > 1 else "dawn")


def bound(options: Options) -> int:
    """An hour: three lanterns, stake, dice, rope, and three offers with their answers."""
    return 1 + 12 * HOURS[EDITIONS.index(options["edition"])]


def view(state: Watch, seat: Seat) -> View:
    s = state
    hands = {each: hand(s, each) for each in (0, 1, 2)}
    return {
        "edition": EDITIONS[s.edition],
        "viewer": SEATS[seat] if seat >= 0 else "arbiter" if seat == ARBITER else "spectator",
        "hour": s.hour,
        "phase": PHASES[s.phase],
        "leader": SEATS[s.leader],
        "stake": s.stake,
        "rescued": s.rescued,
        "score": dict(zip(SEATS, s.score, strict=True)),
        "hands": {
            SEATS[each]: cards if seat in (ARBITER, each) else len(cards) for each, cards in hands.items()
        },
        "deck": s.deck[::-1] if seat == ARBITER else len(s.deck),
        "pile": [card for card in CARD if s.owner[card] == PILE],
        "made": {SEATS[each]: s.made[each] for each in (0, 1, 2) if seat in (ARBITER, each)},
        "offers": {
            SEATS[each]: [SIDES[s.towards[each]], s.offered[each]]
            for each in (0, 1, 2)
            if s.offered[each] and seat in (ARBITER, each, neighbour(each, s.towards[each]))
        },
        **kernel.pending(s, seat),
    }


def load(view: View, kept: type[Watch] = Watch) -> Watch:
    s = kept(view["rules"], EDITIONS.index(view["edition"]))
    s.hour, s.stake, s.rescued = view["hour"], view["stake"], view["rescued"]
    s.phase, s.leader = PHASES.index(view["phase"]), SEATS.index(view["leader"])
    s.deck = view["deck"][::-1]
    for seat, warden in enumerate(SEATS):
        s.score[seat], s.made[seat] = view["score"][warden], view["made"][warden]
        for card in view["hands"][warden]:
            s.owner[card] = seat
    for card in view["pile"]:
        s.owner[card] = PILE
    for warden, (side, card) in view["offers"].items():
        s.offered[SEATS.index(warden)], s.towards[SEATS.index(warden)] = card, SIDES.index(side)
    if "agenda" in view:
        kernel.resume(s, view)
    else:
        then(s, *((phase,) for phase in PHASES[s.phase :]), ("close",))
    return s


def sample(view: View, dice: Dice) -> Watch:
    known = {card for cards in view["hands"].values() if isinstance(cards, list) for card in cards}
    seen = {warden: [card for _, card in [view["offers"][warden]]] for warden in view["offers"]}
    known |= {card for cards in seen.values() for card in cards} | set(view["pile"])
    rest = [card for card in range(1, CARDS[EDITIONS.index(view["edition"])] + 1) if card not in known]
    dice.shuffle(rest, "sample")
    hands = {}
    for warden, held in view["hands"].items():
        hands[warden] = held if isinstance(held, list) else seen.get(warden, [])
        while not isinstance(held, list) and len(hands[warden]) < held:
            hands[warden].append(rest.pop())
    made = {warden: view["made"].get(warden, int(warden in seen)) for warden in SEATS}
    return load({**view, "hands": hands, "deck": rest, "made": made})


def stock(options: Options) -> dict[str, int]:
    return {f"lantern {card}": 1 for card in range(1, CARDS[EDITIONS.index(options["edition"])] + 1)}


def count(view: View) -> dict[str, int]:
    found: dict[str, int] = {}
    for cards in (view["deck"], view["pile"], *view["hands"].values()):
        for card in cards:
            found[f"lantern {card}"] = found.get(f"lantern {card}", 0) + 1
    return found


def position(begun: View, changes: View) -> View:
    """Lanterns named in `changes` lie there; those nobody has then lie under the deck."""
    if set(changes) - set(begun):
        raise Damaged(f"position: '{min(set(changes) - set(begun))}' is no part of a view")
    view = scenario.merge(begun, changes)
    if "agenda" not in changes:
        view = {key: view[key] for key in view if key not in ("ask", "answers", "agenda")}
    hands, named = changes.get("hands", {}), set(changes.get("deck", [])) | set(changes.get("pile", []))
    named |= {card for cards in hands.values() for card in cards}
    for place in {"deck", "pile"} - set(changes):
        view[place] = [card for card in view[place] if card not in named]
    for warden in set(view["hands"]) - set(hands):
        view["hands"] = {**view["hands"], warden: [c for c in view["hands"][warden] if c not in named]}
    placed, box = count(view), stock({"edition": view["edition"]})
    view["deck"] = view["deck"] + [int(card.split()[1]) for card in box if card not in placed]
    if count(view) != box or set(view["hands"]) != set(SEATS):
        raise Damaged("position: a lantern lies in two places, or in none of this game")
    return view


# Words and looks


def _phrase(row: int) -> tuple[Any, ...]:
    verb, *rest = ACTIONS[row].split()
    if row == OPEN_BID:
        return (verb,)
    if verb == "bid":
        return (verb, (row - BID) * 100)
    return (verb, *(SIDES.index(part) if part in SIDES else int(part) for part in rest))


WORDS = Words(
    text=TEXTS.__getitem__,
    langs=LANGS,
    names={"seat": SEATS, "side": SIDES, "card": ("none", *(f"c{card}" for card in CARD))},
    events={
        "drew": EventKind(("seat",), "NW-1.2", "mark", ("hand-{0}",)),
        "drew_card": EventKind(("card",), "NW-1.2", "show", ("lantern {0}",), news=True),
        "hour_begins": EventKind(("n",), heading="hour", level=1, passing=True),
        "showed": EventKind(("seat", "card"), "NW-2.3", "fly", ("hand-{0}", "pile"), news=True),
        "leads": EventKind(("seat",), "NW-2.3", "move", ("leader", "leader", "{0}")),
        "staked": EventKind(("seat", "n"), "NW-3.1"),
        "rolled": EventKind(
            ("seat", "dice", "n"), "NW-4.2", "roll", ("wall",), news=True, need="{2}", heading="climb"
        ),
        "reached": EventKind(("seat",), "NW-4.2", sign="hit"),
        "slipped": EventKind(("seat",), "NW-4.2", sign="miss"),
        "scored": EventKind(("seat", "n"), "", "count", ("score-{0}",)),
        "refused": EventKind(("seat", "seat"), "NW-4.3"),
        "helped": EventKind(("seat", "seat", "card"), "NW-4.3", news=True),
        "offered": EventKind(("seat", "seat", "card"), "NW-5.1", news=True),
        "declined": EventKind(("seat", "seat"), "NW-5.3"),
        "swapped": EventKind(("seat", "card", "seat", "card"), "NW-5.3", news=True),
        "lapsed": EventKind(("seat", "seat"), "NW-5.1"),
        "reshuffled": EventKind((), "NW-1.3"),
        "watch_ends": EventKind(sign="end"),
    },
    things={"lantern": lambda card: (f"card-{card[1:]}",)},
    asks={"commit": (), "bid": (), "dare": ("n",), "help": ("seat",)},
    phrases=tuple(map(_phrase, range(len(ACTIONS)))),
    phrase_types={
        **dict.fromkeys(("hold", "refuse"), ()),
        **dict.fromkeys(("commit", "help"), ("card",)),
        **dict.fromkeys(("bid", "dare"), ("n",)),
        **dict.fromkeys(("offer", "accept"), ("side", "card")),
        "decline": ("side",),
    },
)


def board(options: Options, lang: str) -> Board:
    spots = {"anna": (15, 45), "bruno": (50, 10), "carla": (85, 45)}
    homes = [
        Place(warden, *spots[warden], "circle", "castle", WORDS.name("seat", warden, lang))
        for warden in SEATS
    ]
    wall = Place("wall", 50, 35, "square", "castle", WORDS.term("wall", lang), neighbours=SEATS)
    castle = Group("castle", WORDS.term("castle", lang), (0, 0, 100, 60))
    return Board((100, 60), (*homes, wall), (castle,), explanations=WORDS.explanations(lang, options))


def scene(view: View, lang: str) -> Scene:
    pieces = [Piece("leader", "lamp", view["leader"], WORDS.term("leader", lang))]
    trays = [Tray("pile", WORDS.term("pile", lang), " ".join(map(str, view["pile"])))]
    gauges = [Gauge("hour", "castle", str(view["hour"]), WORDS.term("hour", lang))]
    for warden, held in view["hands"].items():
        tray = f"hand-{warden}"
        trays.append(Tray(tray, f"{WORDS.name('seat', warden, lang)}: {WORDS.term('hand', lang)}"))
        gauges.append(Gauge(f"score-{warden}", warden, str(view["score"][warden]), WORDS.term("score", lang)))
        for n in range(held) if isinstance(held, int) else held:
            called = WORDS.name("card", "none" if isinstance(held, int) else f"c{n}", lang)
            hidden = isinstance(held, int)
            pieces.append(Piece(f"back-{warden}-{n}" if hidden else f"card-{n}", "card", tray, called))
    return Scene(tuple(pieces), tuple(trays), tuple(gauges), ("castle",), alarms=alarms(view, lang))


def face_needed(view: View) -> int:
    """NW-4.2"""
    return EASY[EDITIONS.index(view["edition"])] + (view["stake"] >= 200)


def alarms(view: View, lang: str) -> tuple[Alarm, ...]:
    """The face a climb takes; a hard one is urgent (NW-4.2)."""
    if view["ask"] is None or view["ask"][0] != "dare":
        return ()
    hard, face = view["stake"] >= 200, face_needed(view)
    said = WORDS.term("hard-climb" if hard else "climb", lang).format(face)
    return (Alarm("wall", said, str(face), hard, WORDS.term("needed", lang)),)


def fold(view: View, action: Action) -> str:
    """Nobody leads without a lantern."""
    return "dark" if action == 0 else ""


def click_targets(view: View, action: Action) -> tuple[str, ...]:
    if not isinstance(action, tuple):
        verb, *rest = ACTIONS[action].split()
        if verb in ("commit", "help", "offer", "accept"):
            return (f"card-{rest[-1]}",)
        if verb == "decline":
            return (SEATS[neighbour(SEATS.index(view["viewer"]), SIDES.index(rest[0]))],)
    return ("wall",)


def notes(view: View, actions: Sequence[Action], lang: str) -> list[str]:
    """The face that one of the dice of a climb must show."""
    return [f"{face_needed(view)}+" if DARE < kernel.row_of(each) <= BID else "" for each in actions]


def weight(view: View, action: Action) -> str:
    return {0: "quiet", REFUSE: "final"}.get(kernel.row_of(action), "main")


def ends(view: View, action: Action) -> str:
    """The hour ends with the rope, thrown or not."""
    return "hour" if REFUSE <= kernel.row_of(action) <= HELP + LAST else ""


def kind(view: View, action: Action) -> str:
    return "" if kernel.row_of(action) > OFFER[0] else "watch"


FEATURES = (
    Feature("edition", (2,)),
    Feature("hour", (1,), 0, max(HOURS)),
    Feature("phase", (3,)),
    Feature("leader", (3,)),
    Feature("stake", (1,), 0, max(MOST)),
    Feature("score", (3,), -10 * max(MOST), 10 * max(MOST)),
    Feature("hands", (3,), 0, LAST),
    Feature("deck", (1,), 0, LAST),
    Feature("own", (LAST,)),
    Feature("pile", (LAST,)),
)


def encode(s: Watch, seat: Seat) -> list[float]:
    def flags(chosen: int, n: int) -> list[int]:
        return [int(each == chosen) for each in range(n)]

    numbers = [*flags(s.edition, 2), s.hour, *flags(s.phase, 3), *flags(s.leader, 3), s.stake, *s.score]
    numbers += [*(s.owner.count(each) for each in (0, 1, 2)), len(s.deck)]
    numbers += [int(s.owner[card] == seat) for card in CARD] + [int(s.owner[card] == PILE) for card in CARD]
    return list(map(float, numbers))


TOY: Game[Watch] = Game(
    id="toy",
    rules=1,
    options={"edition": EDITIONS},
    seats=seats,
    kind=Kind(
        seats=(3, 3),
        hidden=True,
        windows=True,
        offers=True,
        open_choices=True,
        utility=Utility(low=0, high=1, total=1),
    ),
    play=Rules(
        ACTIONS,
        setup,
        steps={
            step.__name__: step for step in (deal, hour, watch, stake, climb, cry, settle, close, reshuffle)
        },
        questions={
            "commit": Question("NW-2.3", commit_legal, commit_judge, commit, silence=0),
            "bid": Question("NW-3.1", bid_legal, bid_judge, bid, form=bid_form),
            "dare": Question("NW-4.1", dare_legal, dare_judge, dare, odds=dare_odds, hit="reached"),
            "help": Question("NW-4.3", help_legal, help_judge, help_climber, silence=REFUSE, window=True),
        },
        result=result,
        bound=bound,
        largest=max(MOST),
        anytime=Offers(
            "NW-5.1",
            offers_legal,
            offers_judge,
            offers,
            rows=range(OFFER[0] + 1, len(ACTIONS)),
            replies=range(ACCEPT[0] + 1, len(ACTIONS)),
            waits=offered_to,
        ),
    ),
    know=Knowledge(view, load, sample, position, stock, count),
    tell=WORDS,
    show=Stage(
        board,
        scene,
        click_targets,
        fold=fold,
        weight=weight,
        ends=ends,
        kind=kind,
        notes=notes,
    ),
    book=Book(lessons=("first-hour",)),
    learn=Learning(1, FEATURES, encode),
    study=Study(throws={"climb": "leaders"}),
)
"""The Night Watch."""


def without_options() -> Game[Any]:
    """The plain edition as a game that has no options."""
    plain = {"edition": EDITIONS[0]}
    return vary(
        TOY,
        options={},
        setup=lambda rules, _, dice: setup(rules, plain, dice),
        bound=lambda _: bound(plain),
        stock=lambda _: stock(plain),
    )


def early_offers() -> Game[Any]:
    """Swaps only while lanterns are shown: later in the hour nobody may act unasked (NW-5.1)."""
    assert TOY.play.anytime is not None
    offers = replace(
        TOY.play.anytime,
        legal=lambda s, seat: [] if s.phase else offers_legal(s, seat),
        judge=lambda s, seat, action: "NW-5.1" if s.phase else offers_judge(s, seat, action),
        waits=lambda s: 0 if s.phase else offered_to(s),
        may=lambda s: 0 if s.phase else ALL,
    )
    return vary(TOY, id="early", anytime=offers)


def with_sides() -> Game[Any]:
    """The toy with two of its seats on one side; each still wins alone."""
    return vary(TOY, sides=lambda _: {"leaders": (0, 1), "left": (2,)})


def vary(game: Game[Any], **parts: Any) -> Game[Any]:
    """The game with other fields, its own or those of its parts: `vary(TOY, view=...)`."""
    changes: dict[str, Any] = {}
    for part in fields(game):
        inside = getattr(game, part.name)
        own = {field.name for field in fields(inside)} if is_dataclass(inside) else set()
        if part.name in parts:
            changes[part.name] = parts.pop(part.name)
        elif own & parts.keys():
            changes[part.name] = replace(inside, **{name: parts.pop(name) for name in own & parts.keys()})
    assert not parts, f"no part of a game is called {', '.join(parts)}"
    return replace(game, **changes)
