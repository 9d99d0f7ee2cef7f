"""The Night Market: a tiny game for three with answers that are given together, and gifts put in a basket.

Whoever's day it is opens the market, where a basket of goods may be sent to a neighbour. Then the porters
muster: any of the four may stay at home. The others are posted at gates one after another, and every gate
at or under the face of a die earns a penny.
"""

# ruff: noqa: ARG001, ARG005

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from garrison.core import kernel
from garrison.core.errors import OTHER_QUESTION, Damaged
from garrison.core.game import Book, Game, Kind, Knowledge, ReportTable, Stage, Utility
from garrison.core.kernel import ask, finish, then
from garrison.core.rules import Offers, Question, Result, Rules
from garrison.core.show.scene import Board, Gauge, Group, Piece, Place, Scene, SummaryLine, Tray
from garrison.core.show.templates import fill
from garrison.core.show.words import LANGS, EventKind, Words
from garrison.core.state import ALL, ARBITER, Action, Dice, Event, Options, Seat, State, Tell, View, bit

SEATS = ("anna", "bruno", "carla")
SIDES = ("left", "right")
GOODS, PORTERS, GATES = 12, 4, 6
DAYS = 6
"""Two for each seat."""
BASKET = 2
"""Most goods in a basket."""
BASKETS = 2
"""Most baskets a day."""

# The action table

CLOSE, MARCH, GATE = 0, 1, 2
ACTIONS: tuple[str, ...] = ("close", "march", "gate")
STAY = len(ACTIONS) - 1
ACTIONS += tuple(f"stay {n}" for n in range(1, PORTERS + 1))
POST = len(ACTIONS) - 1
ACTIONS += tuple(f"post {n}" for n in range(1, GATES + 1))
TO = len(ACTIONS)
ACTIONS += tuple(f"basket {side}" for side in SIDES)
PUT = len(ACTIONS) - 1
ACTIONS += tuple(f"put {n}" for n in range(1, GOODS + 1))
DROP, SEND, TAKE, LEAVE = (len(ACTIONS) + n for n in range(4))
ACTIONS += ("drop", "send", "take", "leave")
STAYS, POSTS = range(STAY + 1, STAY + 1 + PORTERS), range(POST + 1, POST + 1 + GATES)
DRAFTS = range(TO, SEND)


class Market(State):
    """`owner` is whose each good is; `basket` is what lies in it, `to` the side it is for, plus one."""

    __slots__ = ("basket", "baskets", "day", "open", "owner", "posts", "score", "sent", "stay", "to")
    saved = (*State.saved, *__slots__)

    def __init__(self, rules: int) -> None:
        super().__init__(rules)
        self.day = self.open = self.to = self.sent = self.baskets = 0
        self.owner, self.score = [0] * GOODS, [0] * 3
        self.stay: list[int] = []
        self.posts: list[int] = []
        self.basket: list[int] = []

    def copy(self) -> Market:
        new = type(self).__new__(type(self))
        new.rules, new.ask, new.known = self.rules, self.ask, None
        new.answers, new.agenda = self.answers[:], self.agenda[:]
        new.day, new.open, new.to = self.day, self.open, self.to
        new.sent, new.baskets = self.sent, self.baskets
        new.owner, new.score, new.stay = self.owner[:], self.score[:], self.stay[:]
        new.posts, new.basket = self.posts[:], self.basket[:]
        return new


def turn(s: Market) -> Seat:
    return (s.day - 1) % 3


def goods(s: Market, seat: Seat) -> list[int]:
    return [n for n in range(1, GOODS + 1) if s.owner[n - 1] == seat]


def receiver(s: Market) -> Seat:
    """The neighbour for whom the basket is."""
    return (turn(s) + s.to) % 3


# Steps


def deal(s: Market, dice: Dice, tell: Tell) -> None:
    """NM-1"""
    cards = list(range(1, GOODS + 1))
    dice.shuffle(cards, "goods")
    for n, card in enumerate(cards):
        s.owner[card - 1] = n % 3
        tell((bit(n % 3), "dealt", card))
    then(s, ("day",))


def day(s: Market, dice: Dice, tell: Tell) -> None:
    s.day += 1
    s.open = 1
    s.stay, s.posts, s.baskets = [], [], 0
    tell((ALL, "day_begins", turn(s)))
    ask(s, "market", bit(turn(s)))


def muster(s: Market, dice: Dice, tell: Tell) -> None:
    ask(s, "muster", bit(turn(s)))


def gates(s: Market, dice: Dice, tell: Tell) -> None:
    ask(s, "gates", bit(turn(s)))


def toll(s: Market, dice: Dice, tell: Tell) -> None:
    """NM-4"""
    (face,) = dice.roll(1, "toll")
    tell((ALL, "rolled", turn(s), (face,)))
    gained = sum(post <= face for post in s.posts)
    s.score[turn(s)] += gained
    tell((ALL, "earned", turn(s), gained))
    if s.day == DAYS:
        tell((ALL, "market_ends"))
        finish(s)
    else:
        then(s, ("day",))


# Questions


def market_legal(s: Market, seat: Seat) -> list[Action]:
    return [CLOSE]


def market_judge(s: Market, seat: Seat, action: Action) -> str | None:
    return None if action == CLOSE else OTHER_QUESTION


def market(s: Market, seat: Seat, action: Action, dice: Dice, tell: Tell) -> None:
    """NM-2: a basket that nobody took lapses."""
    if s.sent:
        tell((bit(seat) | bit(receiver(s)), "lapsed", seat))
    s.open = s.sent = s.to = 0
    s.basket = []
    then(s, ("muster",))


def muster_legal(s: Market, seat: Seat) -> list[Action]:
    return [MARCH, *(STAY + n for n in range(1, PORTERS + 1) if n not in s.stay)]


def muster_judge(s: Market, seat: Seat, action: int) -> str | None:
    if action == MARCH:
        return None
    if action not in STAYS:
        return OTHER_QUESTION
    return "NM-3" if action - STAY in s.stay else None


def mustered(s: Market, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    """NM-3"""
    if action == MARCH:
        tell((ALL, "marched", seat, PORTERS - len(s.stay)))
        then(s, ("gates",))
        return
    s.stay = sorted([*s.stay, action - STAY])
    tell((ALL, "stayed", seat, action - STAY))
    then(s, ("muster",))


def gates_legal(s: Market, seat: Seat) -> list[Action]:
    free = len(s.posts) + len(s.stay) < PORTERS
    return [GATE, *(POST + n for n in range(1, GATES + 1) if free and n not in s.posts)]


def gates_judge(s: Market, seat: Seat, action: int) -> str | None:
    if action == GATE:
        return None
    if action not in POSTS:
        return OTHER_QUESTION
    return "NM-4" if action - POST in s.posts or len(s.posts) + len(s.stay) >= PORTERS else None


def posted(s: Market, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    """NM-4"""
    if action == GATE:
        then(s, ("toll",))
        return
    s.posts = sorted([*s.posts, action - POST])
    tell((ALL, "posted", seat, action - POST))
    then(s, ("gates",))


# Baskets


def may(s: Market) -> int:
    """NM-2: while the market is open."""
    return 0b111 if s.open else 0


def baskets_legal(s: Market, seat: Seat) -> list[Action]:
    if not s.open:
        return []
    if seat != turn(s):
        return [TAKE, LEAVE] if s.sent and seat == receiver(s) else []
    if s.sent or (not s.to and s.baskets == BASKETS):
        return []
    if not s.to:
        return [TO, TO + 1]
    free = [n for n in goods(s, seat) if n not in s.basket] if len(s.basket) < BASKET else []
    return [*(PUT + n for n in free), DROP, *([SEND] if s.basket else [])]


def baskets_judge(s: Market, seat: Seat, action: int) -> str | None:
    """NM-2"""
    own, drafted = seat == turn(s), s.to > 0 and not s.sent
    if not s.open:
        return "NM-2"
    if action >= TAKE:
        return None if s.sent and not own and seat == receiver(s) else "NM-2"
    if action <= PUT:
        return None if own and not s.to and s.baskets < BASKETS else "NM-2"
    if action < DROP:
        mine = s.owner[action - PUT - 1] == seat and action - PUT not in s.basket
        return None if own and drafted and mine and len(s.basket) < BASKET else "NM-2"
    return None if own and drafted and (s.basket or action == DROP) else "NM-2"


def baskets(s: Market, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    """NM-2: only the two hear of a basket; all can count what was taken."""
    if action <= PUT:
        s.to = action - TO + 1
        s.baskets += 1
        tell((bit(seat), "drafted", action - TO))
    elif action < DROP:
        s.basket = sorted([*s.basket, action - PUT])
        tell((bit(seat), "put", action - PUT))
    elif action == SEND:
        s.sent = 1
        for card in s.basket:
            tell((bit(seat) | bit(receiver(s)), "offered", seat, card))
    else:
        if action == TAKE:
            for card in s.basket:
                s.owner[card - 1] = seat
            tell((ALL, "took", seat, len(s.basket)))
        elif action == LEAVE:
            tell((bit(seat) | bit(turn(s)), "left", seat))
        else:
            tell((bit(seat), "dropped"))
        s.to = s.sent = 0
        s.basket = []


# Words

WORD_LINES = """
names.seat.anna     Anna | Anna
names.seat.bruno    Bruno | Bruno
names.seat.carla    Carla | Carla
names.side.left     left | sinistra
names.side.right    right | destra
terms.goods         goods | merci
terms.line          officer | chi gioca
terms.porter        porter | facchino
terms.score         pence | soldi
terms.market        market | mercato
terms.gate          gate {0} | porta {0}
terms.hidden        hidden | coperta
terms.stay          March, {0:one stays|{0} of {1} stay} | Partenza, {0:ne resta uno|ne restano {0} su {1}}
terms.earned        {0:one penny|{0} pence} | {0:un soldo|{0} soldi}
terms.days          The days | Le giornate
terms.who           Merchant | Mercante
events.dealt        You got {0}. | Hai ricevuto {0}.
events.day_begins   {0} opens the market. | {0} apre il mercato.
events.stayed       {0}'s porter {1} stays at home. | Il facchino {1} di {0} resta a casa.
events.marched      {0}'s porters march: {1}. | I facchini di {0} partono: {1}.
events.posted       {0} posts a porter at gate {1}. | {0} manda un facchino alla porta {1}.
events.rolled       {0} rolls {1}. | {0} tira {1}.
events.earned       {0} earns {1} pence. | {0} guadagna {1} soldi.
events.drafted      You take a basket for the {0}. | Prendi un cesto per chi siede a {0}.
events.put          You put in {0}. | Metti dentro {0}.
events.dropped      You put the basket away. | Metti via il cesto.
events.offered      {0} sends {1}. | {0} manda {1}.
events.took         {0} takes {1} goods. | {0} prende {1} merci.
events.left         {0} leaves the basket. | {0} lascia il cesto.
events.lapsed       {0}'s basket comes back. | Il cesto di {0} torna indietro.
events.market_ends  The market is over. | Il mercato è finito.
choices.close       close the market | chiudi il mercato
choices.march       march | partenza
choices.gate        open the gates | apri le porte
choices.stay        porter {0} stays | il facchino {0} resta
choices.post        gate {0} | porta {0}
choices.basket      a basket for the {0} | un cesto per chi siede a {0}
choices.put         put in {0} | metti dentro {0}
choices.drop        put the basket away | metti via il cesto
choices.send        send the basket | manda il cesto
choices.take        take the basket | prendi il cesto
choices.leave       leave the basket | lascia il cesto
offers.basket.name  Take a basket | Prendi un cesto
offers.basket.step1 For whom? | Per chi?
offers.put.name     Put in goods | Metti dentro merci
offers.put.step1    Which? | Quali?
offers.drop.name    Put the basket away | Metti via il cesto
offers.send.name    Send the basket | Manda il cesto
prompts.market      The market is open. | Il mercato è aperto.
prompts.muster      Who stays at home? | Chi resta a casa?
prompts.gates       Which gate? | Quale porta?
headings.day        {0}'s day | Giornata di {0}
names.good.none     no crate | nessuna cassa
""" + "\n".join(f"names.good.g{n} crate {n} | la cassa {n}" for n in range(1, GOODS + 1))
RULE_LINES = """
NM-1 Each merchant begins with four crates. | Si comincia con quattro casse a testa.
NM-2 While the own market is open, a basket may be sent. | A mercato aperto si può mandare un cesto.
NM-3 Any of the porters may stay at home. | Ogni facchino può restare a casa.
NM-4 A gate at or under the die earns a penny. | Una porta pari o sotto al dado rende un soldo.
"""
ROWS = [each.split(maxsplit=1) for each in WORD_LINES.strip().splitlines()]
RULES = [each.split(maxsplit=1) for each in RULE_LINES.strip().splitlines()]
TEXTS = {
    f"{file}.{lang}.toml": "\n".join(f'{key} = "{said.split(" | ")[n]}"' for key, said in rows)
    for n, lang in enumerate(LANGS)
    for file, rows in (("words", ROWS), ("rules", [[f'"{rule}".text', said] for rule, said in RULES]))
}


def _phrase(row: int) -> tuple[Any, ...]:
    verb, *rest = ACTIONS[row].split()
    return (verb, *(SIDES.index(part) if part in SIDES else int(part) for part in rest))


WORDS = Words(
    text=TEXTS.__getitem__,
    langs=LANGS,
    names={"seat": SEATS, "side": SIDES, "good": ("none", *(f"g{n}" for n in range(1, GOODS + 1)))},
    events={
        "dealt": EventKind(("good",), "NM-1", news=True),
        "day_begins": EventKind(("seat",), heading="day", level=1, passing=True),
        "stayed": EventKind(("seat", "n"), "NM-3"),
        "marched": EventKind(("seat", "n"), "NM-3"),
        "posted": EventKind(("seat", "n"), "NM-4"),
        "rolled": EventKind(("seat", "dice"), "NM-4", "roll", ("market",), news=True),
        "earned": EventKind(("seat", "n"), "NM-4", news=True),
        "drafted": EventKind(("side",), "NM-2"),
        "put": EventKind(("good",), "NM-2"),
        "dropped": EventKind((), "NM-2"),
        "offered": EventKind(("seat", "good"), "NM-2", news=True),
        "took": EventKind(("seat", "n"), "NM-2", news=True),
        "left": EventKind(("seat",), "NM-2", news=True),
        "lapsed": EventKind(("seat",), "NM-2"),
        "market_ends": EventKind(sign="end"),
    },
    asks={"market": (), "muster": (), "gates": ()},
    phrases=tuple(map(_phrase, range(len(ACTIONS)))),
    phrase_types={
        **dict.fromkeys(("close", "march", "gate", "drop", "send", "take", "leave"), ()),
        **dict.fromkeys(("stay", "post"), ("n",)),
        "basket": ("side",),
        "put": ("good",),
    },
)


# Views


def view(s: Market, seat: Seat) -> View:
    named = SEATS[seat] if seat >= 0 else "arbiter" if seat == ARBITER else "spectator"
    shown = seat == ARBITER or (s.open and (seat == turn(s) or (s.sent and seat == receiver(s))))
    held = {name: goods(s, each) for each, name in enumerate(SEATS)}
    return {
        "viewer": named,
        "day": s.day,
        "open": s.open,
        "stay": s.stay[:],
        "posts": s.posts[:],
        "score": s.score[:],
        "goods": {name: mine if named in ("arbiter", name) else len(mine) for name, mine in held.items()},
        "basket": [s.to, s.sent, s.baskets, s.basket[:]] if shown else [],
        **kernel.pending(s, seat),
    }


def load(view: View) -> Market:
    s = Market(view["rules"])
    s.day, s.open, s.stay, s.posts = view["day"], view["open"], view["stay"][:], view["posts"][:]
    s.score = view["score"][:]
    for seat, name in enumerate(SEATS):
        for card in view["goods"][name]:
            s.owner[card - 1] = seat
    s.to, s.sent, s.baskets, basket = view["basket"]
    s.basket = basket[:]
    kernel.resume(s, view)
    return s


def sample(view: View, dice: Dice) -> Market:
    held = dict(view["goods"])
    basket = view["basket"] or [0, 0, 0, []]
    owner, day = "", view["day"]
    if day:
        owner = SEATS[(day - 1) % 3]
    known = {card for each in held.values() if isinstance(each, list) for card in each} | {*basket[3]}
    rest = [card for card in range(1, GOODS + 1) if card not in known]
    dice.shuffle(rest, "sample")
    for name, mine in held.items():
        if isinstance(mine, int):
            cards = basket[3][:] if name == owner else []
            while len(cards) < mine:
                cards.append(rest.pop())
            held[name] = cards
    return load({**view, "goods": held, "basket": basket})


def stock(options: Options) -> dict[str, int]:
    return {f"crate {n}": 1 for n in range(1, GOODS + 1)}


def count(view: View) -> dict[str, int]:
    return {f"crate {card}": 1 for mine in view["goods"].values() for card in mine}


def position(begun: View, changes: View) -> View:
    raise Damaged("position: the Night Market has no scenarios")


# Looks


def board(options: Options, lang: str) -> Board:
    places = [
        Place(f"gate-{n}", 60 * n, 20, "circle", "market", fill(WORDS.term("gate", lang), n))
        for n in range(1, GATES + 1)
    ]
    places += [
        Place(name, 100 * n + 100, 80, "square", "market", WORDS.name("seat", name, lang))
        for n, name in enumerate(SEATS)
    ]
    return Board((420, 110), tuple(places), (Group("market", WORDS.term("market", lang), (0, 0, 420, 110)),))


def scene(view: View, lang: str) -> Scene:
    pieces, trays, gauges = list[Piece](), list[Tray](), list[Gauge]()
    owner = SEATS[(view["day"] - 1) % 3] if view["day"] else ""
    for n, (name, mine) in enumerate(view["goods"].items()):
        called = f"{WORDS.name('seat', name, lang)}: "
        trays.append(Tray(f"line-{name}", called + WORDS.term("line", lang)))
        trays.append(
            Tray(f"goods-{name}", called + WORDS.term("goods", lang), cards=True, line=f"line-{name}")
        )
        gauges.append(Gauge(f"score-{name}", name, str(view["score"][n]), WORDS.term("score", lang)))
        if isinstance(mine, int):
            hidden = WORDS.term("hidden", lang)
            pieces += [Piece(f"back-{name}-{each}", "card", f"goods-{name}", hidden) for each in range(mine)]
        else:
            for card in mine:
                said = WORDS.name("good", f"g{card}", lang)
                pieces.append(Piece(f"good-{card}", "card", f"goods-{name}", said))
        out = [each for each in range(1, PORTERS + 1) if each not in view["stay"]]
        for each in range(1, PORTERS + 1):
            at = name
            if name == owner and each in out and out.index(each) < len(view["posts"]):
                at = f"gate-{view['posts'][out.index(each)]}"
            pieces.append(
                Piece(f"porter-{name}-{each}", "porter", at, f"{WORDS.term('porter', lang)} {each}")
            )
    return Scene(tuple(pieces), tuple(trays), tuple(gauges), ("market",), turn=owner)


def click_targets(view: View, action: Action) -> tuple[str, ...]:
    row, viewer = kernel.row_of(action), view["viewer"]
    if row in STAYS:
        return (f"porter-{viewer}-{row - STAY}",)
    if row in POSTS:
        return (f"gate-{row - POST}",)
    if PUT < row < DROP:
        return (f"good-{row - PUT}",)
    return (SEATS[(SEATS.index(viewer) + row - TO + 1) % 3],) if row in (TO, TO + 1) else ()


def meanings(view: View, thing: str) -> list[Action]:
    """A click on a porter at a gate means the gate."""
    at = {piece.id: piece.at for piece in scene(view, "en").pieces}.get(thing, thing)
    if at.startswith("gate-"):
        return [POST + int(at.removeprefix("gate-"))]
    found = [row for row in STAYS if thing == f"porter-{view['viewer']}-{row - STAY}"]
    return [*found]


def weight(view: View, action: Action) -> str:
    return {CLOSE: "final", DROP: "quiet"}.get(kernel.row_of(action), "main")


def tally(view: View, action: Action, ticked: int, of: int, lang: str) -> str:
    """How many stay, those among them who have been told to already."""
    stay = len(view["stay"]) + ticked
    return fill(WORDS.term("stay", lang), stay, PORTERS) if stay and action == MARCH else ""


def summary(told: Sequence[Event], lang: str) -> list[SummaryLine]:
    """What each has earned."""
    earned: dict[Seat, int] = {}
    for event in told:
        if event[1] == "earned":
            earned[event[2]] = earned.get(event[2], 0) + event[3]
    return [
        SummaryLine(WORDS.name("seat", SEATS[seat], lang), fill(WORDS.term("earned", lang), pence))
        for seat, pence in earned.items()
    ]


def report(end: View, told: Sequence[Event], lang: str) -> list[ReportTable]:
    days = [event for event in told if event[1] == "earned"]
    rows = [(WORDS.name("seat", SEATS[event[2]], lang), str(event[3])) for event in days]
    head = (WORDS.term("who", lang), WORDS.term("score", lang))
    return [ReportTable(WORDS.term("days", lang), head, tuple(rows))]


# The game


def setup(rules: int, options: Options, dice: Dice) -> Market:
    s = Market(rules)
    then(s, ("deal",))
    return s


def result(s: Market) -> Result | None:
    if not kernel.over(s):
        return None
    best = max(s.score)
    won = tuple(seat for seat in (0, 1, 2) if s.score[seat] == best)
    utility = tuple(float(seat in won) / len(won) for seat in (0, 1, 2))
    return Result(won, tuple(s.score), utility, "tie" if len(won) > 1 else "richest")


MARKET: Game[Market] = Game(
    id="market",
    rules=1,
    options={},
    seats=lambda options: SEATS,
    kind=Kind(seats=(3, 3), hidden=True, offers=True, utility=Utility(low=0, high=1, total=1)),
    play=Rules(
        ACTIONS,
        setup,
        steps={step.__name__: step for step in (deal, day, muster, gates, toll)},
        questions={
            "market": Question("NM-2", market_legal, market_judge, market, always=True),
            "muster": Question("NM-3", muster_legal, muster_judge, mustered, gathers=STAYS, ticks=True),
            "gates": Question("NM-4", gates_legal, gates_judge, posted, always=True, gathers=POSTS),
        },
        result=result,
        bound=lambda options: 1 + DAYS * (5 * BASKETS + 1 + PORTERS + 1 + PORTERS + 1),
        anytime=Offers(
            "NM-2",
            baskets_legal,
            baskets_judge,
            baskets,
            rows=range(TO, len(ACTIONS)),
            replies=(TAKE, LEAVE),
            drafts=DRAFTS,
            waits=lambda s: bit(receiver(s)) if s.open and s.sent else 0,
            may=may,
        ),
    ),
    know=Knowledge(view, load, sample, position, stock, count),
    tell=WORDS,
    show=Stage(
        board,
        scene,
        click_targets,
        meanings=meanings,
        weight=weight,
        tally=tally,
        summary=summary,
    ),
    book=Book(report=report),
    preview=True,
)
"""The Night Market."""
