"""The rules of the Warren: its action table, state, steps, questions and offers."""

# ruff: noqa: ARG001

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from heapq import heappop, heappush

from garrison.core import kernel
from garrison.core.errors import OTHER_QUESTION
from garrison.core.kernel import ask, finish, then
from garrison.core.rules import Offers, Question, Result, Rules
from garrison.core.state import ALL, Action, Dice, Options, Seat, State, Tell, bit
from support.games.toy_warren_map import (
    CELL,
    CELLAR,
    CELLS,
    CHEST,
    COST,
    DOOR,
    EDITIONS,
    GATE,
    IDS,
    KIND,
    NEIGHBOURS,
    PLACES,
    POSTS,
    WIDE,
)

# Data

SEATS = ("warden", "anna", "bruno", "carla", "dario", "elena")
RUNNERS = SEATS[1:]
GUARDS, TEAM = 3, 2
PIECES = (
    *(f"guard-{n}" for n in range(1, GUARDS + 1)),
    *(f"{runner}-{n}" for runner in RUNNERS for n in range(1, TEAM + 1)),
)
OUT = -1
"""The place of a runner who has left the castle."""
OPTIONS = {
    "edition": EDITIONS,
    "players": ("6", "5", "4", "3", "2"),
    "rounds": ("20", "2", "8", "240"),
    "cards": ("2", "0", "1", "3", "4"),
}
TRIALS = (
    {"rounds": "2"},
    {"rounds": "2", "cards": "3", "players": "3", "edition": "new"},
    {"rounds": "2", "cards": "1", "players": "2", "edition": "new"},
    {"rounds": "2", "cards": "4", "players": "5"},
    {"rounds": "8", "players": "4", "edition": "new"},
    {"cards": "0"},
    {"rounds": "240", "cards": "0", "players": "2"},
)
"""The option sets that laws and fuzzing look at, short games first."""
BADGES = ("crown", "star", "moon", "sun", "oak", "rose", "lion", "fish")
CARDS = ("rope", "map", "alarm", "hush", *BADGES)
ROPE, MAP, ALARM, HUSH = range(4)
BADGE = 4
STOCK = (6, 6, 8, 8, *(4 for _ in BADGES))
HAND = 5
TOOLS = 20
ROPE_POINTS, MOST_POINTS = 4, 12
TURN_ROWS = 20
"""Rows of a turn: piece, place, rope, map, tool; at most five answers at a door, five offers and replies."""

# The action table

ACTIONS: tuple[str, ...] = tuple(f"pick {n}" for n in range(1, GUARDS + 1))
STAY = len(ACTIONS)
ACTIONS += ("stay",)
USE = len(ACTIONS)
ACTIONS += ("use rope", "use map")
MAKE = len(ACTIONS)
ACTIONS += tuple(f"make {badge}" for badge in BADGES)
LET = len(ACTIONS)
ACTIONS += ("let", "play alarm", "play hush")
TO = len(ACTIONS)
ACTIONS += tuple(f"to {place}" for place in IDS)
OFFER = len(ACTIONS)
SWAPS = tuple(
    (to, give, want)
    for to in range(1, len(SEATS))
    for give in range(len(CARDS))
    for want in range(len(CARDS))
    if give != want
)
ACTIONS += tuple(f"offer {SEATS[to]} {CARDS[give]} {CARDS[want]}" for to, give, want in SWAPS)
ACCEPT = len(ACTIONS)
ACTIONS += tuple(f"accept {runner}" for runner in RUNNERS)
DECLINE = len(ACTIONS)
ACTIONS += tuple(f"decline {runner}" for runner in RUNNERS)


class Warren(State):
    """`place` is by piece, `hands` by seat and card, `kit` the tools by seat; the deck's top is last.

    `made`: who has made an offer this turn. `offered_to` is 0 for none; `give` and `want` are its cards.
    `used`: bits of the rope, the map and the badges used this turn.
    """

    # fmt: off
    __slots__ = (
        "cards", "deck", "edition", "give", "hands", "kit", "made", "offered_to", "pile", "place", "points",
        "round", "rounds", "seats", "tools", "turn", "used", "want",
    )
    # fmt: on
    saved = (*State.saved, *__slots__)

    def __init__(self, rules: int, edition: int, seats: int, rounds: int, cards: int) -> None:
        super().__init__(rules)
        self.edition, self.seats, self.rounds, self.cards = edition, seats, rounds, cards
        self.round = self.turn = self.points = self.used = 0
        self.place = [*POSTS, *CELLS[: TEAM * (seats - 1)]]
        self.hands = [0] * (seats * len(CARDS))
        self.deck = [card for card, count in enumerate(STOCK) for _ in range(count)]
        self.pile = [0] * len(CARDS)
        self.kit, self.tools = [0] * seats, TOOLS
        self.made, self.offered_to, self.give, self.want = ([0] * seats for _ in range(4))

    def copy(self) -> Warren:
        new = Warren.__new__(Warren)
        new.rules, new.ask, new.known = self.rules, self.ask, None
        new.answers, new.agenda = self.answers[:], self.agenda[:]
        new.edition, new.seats, new.rounds, new.cards = self.edition, self.seats, self.rounds, self.cards
        new.round, new.turn, new.points, new.used = self.round, self.turn, self.points, self.used
        new.place, new.hands, new.deck, new.pile = self.place[:], self.hands[:], self.deck[:], self.pile[:]
        new.kit, new.tools, new.made = self.kit[:], self.tools, self.made[:]
        new.offered_to, new.give, new.want = self.offered_to[:], self.give[:], self.want[:]
        return new


def own(seat: Seat) -> range:
    """The pieces of a seat."""
    if seat == 0:
        return range(GUARDS)
    return range(GUARDS + TEAM * (seat - 1), GUARDS + TEAM * seat)


def owner(piece: int) -> Seat:
    return 0 if piece < GUARDS else 1 + (piece - GUARDS) // TEAM


def held(s: Warren, seat: Seat) -> int:
    """How many cards a seat has, which everybody sees."""
    return sum(s.hands[seat * len(CARDS) : (seat + 1) * len(CARDS)])


def free(s: Warren, seat: Seat, card: int) -> int:
    """How many of a card a seat can use: not those on offer or laid at a door (WA-3.3)."""
    count = s.hands[seat * len(CARDS) + card]
    if s.offered_to[seat] and s.give[seat] == card:
        count -= 1
    if card > MAP and (seat, LET - 1 + card) in s.answers:
        count -= 1
    return count


def escaped(s: Warren) -> list[int]:
    """By seat, how many runners have left."""
    return [sum(s.place[piece] == OUT for piece in own(seat)) for seat in range(s.seats)]


def walks(s: Warren, piece: int, points: int) -> Mapping[int, int]:
    """By place that the piece can walk to, what it costs (WA-2.2, WA-2.3)."""
    guards = tuple(s.place[:GUARDS]) if piece >= GUARDS else ()
    return _reach(s.edition, s.place[piece], points, guards)


@lru_cache(maxsize=64)
def _reach(edition: int, start: int, points: int, guards: tuple[int, ...]) -> Mapping[int, int]:
    beside, kind = NEIGHBOURS[edition], KIND[edition]
    best = dict.fromkeys(guards, -1)
    best[start] = 0
    rings: list[list[int]] = [[] for _ in range(points + 1)]
    rings[0].append(start)
    for cost, ring in enumerate(rings):
        for place in ring:
            if best[place] < cost:
                continue
            for other in beside[place]:
                total = cost + COST[kind[other]]
                if total <= points and total < best.get(other, points + 1):
                    best[other] = total
                    rings[total].append(other)
    return {place: cost for place, cost in best.items() if cost > 0}


def way(s: Warren, piece: int, goal: int) -> tuple[int, ...]:
    """The places a piece walks over, from where it stands to its goal: the cheapest way."""
    kind, cost, found = KIND[s.edition], walks(s, piece, s.points), [goal]
    while before := cost[found[-1]] - COST[kind[found[-1]]]:
        found.append(next(each for each in NEIGHBOURS[s.edition][found[-1]] if cost.get(each) == before))
    found.append(s.place[piece])
    return tuple(reversed(found))


# Steps


def draw(s: Warren, dice: Dice, tell: Tell, seat: Seat) -> None:
    """WA-1.1: the pile is shuffled once the deck is empty."""
    if not s.deck and any(s.pile):
        s.deck = [card for card, count in enumerate(s.pile) for _ in range(count)]
        s.pile = [0] * len(CARDS)
        dice.shuffle(s.deck, "cards")
        tell((ALL, "reshuffled"))
    if s.deck and held(s, seat) < HAND:
        card = s.deck.pop()
        s.hands[seat * len(CARDS) + card] += 1
        tell((ALL, "drew", seat))
        tell((bit(seat), "drew_card", card))


def deal(s: Warren, dice: Dice, tell: Tell, cards: int) -> None:
    for _ in range(cards):
        for seat in range(s.seats):
            draw(s, dice, tell, seat)
    then(s, ("turn",))


def turn(s: Warren, dice: Dice, tell: Tell) -> None:
    """WA-1.2, WA-2.1"""
    if s.turn == 0:
        s.round += 1
        tell((ALL, "round_begins", s.round))
    s.used = 0
    _roll(s, dice, tell, s.turn)
    then(s, ("close",))
    ask(s, "pick", bit(s.turn), s.points)


def _roll(s: Warren, dice: Dice, tell: Tell, seat: Seat) -> None:
    faces = dice.roll(2, "points")
    s.points = sum(faces)
    tell((ALL, "rolled", seat, tuple(faces), s.points))


def discard(s: Warren, tell: Tell, seat: Seat, card: int) -> None:
    """A card goes to the pile; nobody deals with an empty hand (WA-5.1)."""
    s.hands[seat * len(CARDS) + card] -= 1
    s.pile[card] += 1
    if not held(s, seat):
        for sender in range(s.seats):
            if s.offered_to[sender] == seat:
                _lapse(s, tell, sender)


def _lapse(s: Warren, tell: Tell, sender: Seat) -> None:
    tell((bit(sender) | bit(s.offered_to[sender]), "lapsed", sender, s.offered_to[sender]))
    _clear(s, sender)


def _clear(s: Warren, sender: Seat) -> None:
    s.offered_to[sender] = s.give[sender] = s.want[sender] = 0


def close(s: Warren, dice: Dice, tell: Tell) -> None:
    """WA-5.2, WA-6.1: offers lapse with the turn; the next seat's turn comes, or the end."""
    for sender in range(s.seats):
        if s.offered_to[sender]:
            _lapse(s, tell, sender)
    s.made = [0] * s.seats
    s.turn = (s.turn + 1) % s.seats
    if s.turn == 0 and s.round == s.rounds:
        tell((ALL, "night_over"))
        finish(s)
    else:
        then(s, ("turn",))


def arrive(s: Warren, dice: Dice, tell: Tell, piece: int, goal: int) -> None:
    """A piece walks, and what its place does happens (WA-4)."""
    seat, start, places = owner(piece), s.place[piece], way(s, piece, goal)
    s.place[piece] = goal
    tell((ALL, "walked", piece, start, goal, places))
    caught = [other for other in range(GUARDS, len(s.place)) if s.place[other] == goal and other != piece]
    if caught:
        _catch(s, tell, caught[0])
    kind = KIND[s.edition][goal]
    if kind == CELLAR:
        draw(s, dice, tell, seat)
    elif kind == CHEST and seat:
        _take_tool(s, tell, seat)
    elif kind == GATE and seat:
        s.kit[seat] -= 1
        s.tools += 1
        s.place[piece] = OUT
        tell((ALL, "left", piece, seat))
        if sum(escaped(s)) >= s.seats - 1:
            tell((ALL, "all_out"))
            finish(s)


def _catch(s: Warren, tell: Tell, piece: int) -> None:
    """WA-4.3"""
    seat = owner(piece)
    s.place[piece] = CELLS[piece - GUARDS]
    tell((ALL, "caught", piece, s.place[piece]))
    if s.kit[seat]:
        s.kit[seat] -= 1
        s.kit[0] += 1
        tell((ALL, "lost_tool", seat))


def _take_tool(s: Warren, tell: Tell, seat: Seat) -> None:
    if s.tools:
        s.tools -= 1
        s.kit[seat] += 1
        tell((ALL, "took_tool", seat))


# Questions: which piece, where, and what is played at a door


def pick_legal(s: Warren, seat: Seat, points: int) -> list[Action]:
    rows: list[Action] = [n for n, piece in enumerate(own(seat)) if s.place[piece] != OUT]
    rows.append(STAY)
    rows += [USE + card for card in (ROPE, MAP) if free(s, seat, card) and not s.used & bit(card)]
    if seat and s.tools and not s.used & bit(BADGE):
        rows += [MAKE + n for n in range(len(BADGES)) if free(s, seat, BADGE + n) > 1]
    return rows


def pick_judge(s: Warren, seat: Seat, action: int, points: int) -> str | None:
    if action < STAY:
        standing = action < len(own(seat)) and s.place[own(seat)[action]] != OUT
        return None if standing else "WA-2.1"
    if action == STAY:
        return None
    if action < MAKE:
        card = action - USE
    elif action < LET:
        card = BADGE + action - MAKE
        if seat == 0 or not s.tools:
            return "WA-4.1"
    else:
        return OTHER_QUESTION
    if s.used & bit(min(card, BADGE)):
        return "WA-3.4"
    if s.hands[seat * len(CARDS) + card] < (2 if card >= BADGE else 1):
        return "WA-3.2"
    return None if free(s, seat, card) >= (2 if card >= BADGE else 1) else "WA-3.3"


def pick(s: Warren, seat: Seat, action: int, dice: Dice, tell: Tell, points: int) -> None:
    if action == STAY:
        tell((ALL, "stayed", seat))
        return
    if action < STAY:
        tell((ALL, "picked", own(seat)[action]))
        ask(s, "where", bit(seat), own(seat)[action], points)
        return
    if action < MAKE:
        s.used |= bit(action - USE)
        discard(s, tell, seat, action - USE)
        if action - USE == MAP:
            tell((ALL, "read_map", seat))
            _roll(s, dice, tell, seat)
        else:
            s.points = min(MOST_POINTS, s.points + ROPE_POINTS)
            tell((ALL, "used_rope", seat, s.points))
    else:
        s.used |= bit(BADGE)
        tell((ALL, "showed", seat, BADGE + action - MAKE))
        for _ in range(2):
            discard(s, tell, seat, BADGE + action - MAKE)
        _take_tool(s, tell, seat)
    ask(s, "pick", bit(seat), s.points)


def where_legal(s: Warren, seat: Seat, piece: int, points: int) -> list[Action]:
    kind, taken = KIND[s.edition], set(s.place[:GUARDS] if seat == 0 else s.place)
    return [
        STAY,
        *(
            TO + place
            for place in sorted(walks(s, piece, points))
            if place not in taken
            and kind[place] != CELL
            and (kind[place] != GATE or seat == 0 or s.kit[seat])
        ),
    ]


def where_judge(s: Warren, seat: Seat, action: int, piece: int, points: int) -> str | None:
    if action == STAY:
        return None
    if not TO <= action < OFFER:
        return OTHER_QUESTION
    goal = action - TO
    if KIND[s.edition][goal] == CELL:
        return "WA-2.4"
    if KIND[s.edition][goal] == GATE and seat and not s.kit[seat]:
        return "WA-4.2"
    if goal in (s.place[:GUARDS] if seat == 0 else s.place):
        return "WA-2.3"
    return None if _walkable(s, piece, goal, points) else "WA-2.2"


def _walkable(s: Warren, piece: int, goal: int, points: int) -> bool:
    """True if the points are enough: looked for from the goal, unlike `walks`."""
    start, kind = s.place[piece], KIND[s.edition]
    if abs(start % WIDE - goal % WIDE) + abs(start // WIDE - goal // WIDE) > points:
        return False
    barred = set(s.place[:GUARDS] if piece >= GUARDS else ())
    queue, seen = [(COST[kind[goal]], goal)], set[int]()
    while queue:
        cost, place = heappop(queue)
        if place in seen or cost > points:
            continue
        seen.add(place)
        for other in NEIGHBOURS[s.edition][place]:
            if other == start:
                return True
            if other not in seen and other not in barred:
                heappush(queue, (cost + COST[kind[other]], other))
    return False


def where(s: Warren, seat: Seat, action: int, dice: Dice, tell: Tell, piece: int, points: int) -> None:
    if action == STAY:
        tell((ALL, "stayed", seat))
        return
    goal = action - TO
    doors = [place for place in way(s, piece, goal)[1:] if KIND[s.edition][place] == DOOR]
    others = sum(bit(other) for other in range(s.seats) if other != seat and held(s, other))
    if seat and doors and others:
        tell((ALL, "heads", piece, goal, doors[0]))
        ask(s, "door", others, piece, doors[0], goal)
    else:
        then(s, ("arrive", piece, goal))


def door_legal(s: Warren, seat: Seat, piece: int, door: int, goal: int) -> list[Action]:
    return [LET, *(LET - 1 + card for card in (ALARM, HUSH) if free(s, seat, card))]


def door_judge(s: Warren, seat: Seat, action: int, piece: int, door: int, goal: int) -> str | None:
    if not LET <= action < TO:
        return OTHER_QUESTION
    if action == LET or free(s, seat, action - LET + 1):
        return None
    return "WA-3.3" if s.hands[seat * len(CARDS) + action - LET + 1] else "WA-3.2"


def door_window(
    s: Warren, pairs: list[tuple[Seat, int]], dice: Dice, tell: Tell, piece: int, door: int, goal: int
) -> None:
    """WA-3.1: more alarms than hushes send the runner back."""
    for seat, action in pairs:
        if action != LET:
            tell((ALL, "played", seat, action - LET + 1))
            discard(s, tell, seat, action - LET + 1)
    played = [action - LET + 1 for _, action in pairs]
    if played.count(ALARM) > played.count(HUSH):
        tell((ALL, "turned_back", piece, door))
    else:
        then(s, ("arrive", piece, goal))


# Offers


def may_deal(s: Warren) -> int:
    """WA-5.1: in a runner's turn, the runners who have cards, if there are two of them."""
    dealers = [seat for seat in range(1, s.seats) if held(s, seat)] if s.turn else []
    return sum(map(bit, dealers)) if len(dealers) > 1 else 0


def offered(s: Warren) -> int:
    """The runners to whom an offer stands."""
    return sum(map(bit, {seat for seat in s.offered_to if seat}))


def offers_legal(s: Warren, seat: Seat) -> list[Action]:
    dealers = may_deal(s)
    if not dealers >> seat & 1:
        return []
    rows: list[Action] = []
    if not s.made[seat]:
        gives = [card for card in range(len(CARDS)) if free(s, seat, card)]
        block = len(CARDS) - 1
        for to in range(1, s.seats):
            if to != seat and dealers >> to & 1:
                for give in gives:
                    first = OFFER + ((to - 1) * len(CARDS) + give) * block
                    rows += range(first, first + block)
    senders = [sender for sender in range(1, s.seats) if s.offered_to[sender] == seat]
    rows += [ACCEPT + sender - 1 for sender in senders if free(s, seat, s.want[sender])]
    return rows + [DECLINE + sender - 1 for sender in senders]


def offers_judge(s: Warren, seat: Seat, action: int) -> str | None:
    if not may_deal(s) >> seat & 1:
        return "WA-5.1"
    if action >= ACCEPT:
        sender = 1 + (action - ACCEPT) % len(RUNNERS)
        if sender >= s.seats or s.offered_to[sender] != seat:
            return "WA-5.3"
        return _cannot_use(s, seat, s.want[sender]) if action < DECLINE else None
    to, give, _ = SWAPS[action - OFFER]
    if to >= s.seats or to == seat or not held(s, to):
        return "WA-5.1"
    return "WA-5.2" if s.made[seat] else _cannot_use(s, seat, give)


def _cannot_use(s: Warren, seat: Seat, card: int) -> str | None:
    if not s.hands[seat * len(CARDS) + card]:
        return "WA-3.2"
    return None if free(s, seat, card) else "WA-3.3"


def offers(s: Warren, seat: Seat, action: int, dice: Dice, tell: Tell) -> None:
    """WA-5.2, WA-5.3: only the two runners hear of it."""
    if action < ACCEPT:
        s.made[seat] = 1
        s.offered_to[seat], s.give[seat], s.want[seat] = SWAPS[action - OFFER]
        tell((bit(seat) | bit(s.offered_to[seat]), "offered", seat, *SWAPS[action - OFFER]))
        return
    sender = 1 + (action - ACCEPT) % len(RUNNERS)
    give, want = s.give[sender], s.want[sender]
    _clear(s, sender)
    if action >= DECLINE:
        tell((bit(seat) | bit(sender), "declined", seat, sender))
        return
    for to, card, source in ((seat, give, sender), (sender, want, seat)):
        s.hands[to * len(CARDS) + card] += 1
        s.hands[source * len(CARDS) + card] -= 1
    tell((bit(seat) | bit(sender), "swapped", sender, give, seat, want))


# The whole of it


def seats(options: Options) -> tuple[str, ...]:
    return SEATS[: int(options["players"])]


def sides(options: Options) -> dict[str, tuple[Seat, ...]]:
    return {"watch": (0,), "runners": tuple(range(1, len(seats(options))))}


def setup(rules: int, options: Options, dice: Dice) -> Warren:
    players, rounds, cards = (int(options[name]) for name in ("players", "rounds", "cards"))
    state = Warren(rules, EDITIONS.index(options["edition"]), players, rounds, cards)
    dice.shuffle(state.deck, "cards")
    then(state, ("deal", cards))
    return state


def result(s: Warren) -> Result | None:
    """WA-6.1: a runner who got nobody out has lost more than one who did."""
    if not kernel.over(s):
        return None
    out = escaped(s)
    won = (0,) if sum(out) < s.seats - 1 else tuple(range(1, s.seats))
    utility = tuple(1.0 if seat in won else out[seat] / (2 * TEAM) for seat in range(s.seats))
    return Result(won, points(s), utility, "dawn" if won == (0,) else "out")


def points(s: Warren) -> tuple[int, ...]:
    out = escaped(s)
    return (s.kit[0], *out[1:])


def bound(options: Options) -> int:
    return 1 + int(options["rounds"]) * int(options["players"]) * TURN_ROWS


RULES: Rules[Warren] = Rules(
    ACTIONS,
    setup,
    steps={step.__name__: step for step in (deal, turn, arrive, close)},
    questions={
        "pick": Question("WA-2.1", pick_legal, pick_judge, pick, begins=True),
        "where": Question("WA-2.2", where_legal, where_judge, where),
        "door": Question("WA-3.1", door_legal, door_judge, door_window, silence=LET, window=True),
    },
    result=result,
    bound=bound,
    anytime=Offers(
        "WA-5.1",
        offers_legal,
        offers_judge,
        offers,
        rows=range(OFFER, len(ACTIONS)),
        replies=range(ACCEPT, len(ACTIONS)),
        waits=offered,
        may=may_deal,
    ),
    points=points,
)
assert len(IDS) == PLACES
