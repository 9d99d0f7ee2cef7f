"""Castle under Siege for tests: positions, and shots that come to lie where they should."""

import tomllib

from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.core.notation import decimal
from garrison.core.registry import find, settle
from garrison.core.scenario import start
from garrison.games.siege import flight, tables
from garrison.games.siege.geometry import cutter, on_counter, on_sections, permille
from support import paths

SIEGE = find("siege")
ATTACKER, DEFENDER = 0, 1
OUTSIDE = (36000, 12000)
"""A point of the bare table."""
ON_COURT = (27000, 19250)
"""Between the north gatehouse and the keep, on no card."""
FACING = {"s": 0, "w": 9000, "n": 18000, "e": 27000}
"""From which side a shot comes, and in which direction it flies."""
SITE = {"s": (27000, 40250), "w": (6750, 21000), "n": (27000, 1750), "e": (47250, 21000)}
"""About there it starts: as far away along the table as this."""


def new(seed=1, **options):
    """A match from the set-up, with keyed dice."""
    return Match(SIEGE, settle(SIEGE, options), KeyedDice(seed_key(seed)))


def at(options=None, **position):
    """A match from a position, with scripted dice. Unless told, all are dead but a soldier in the keep."""
    position = {"rest": "killed", "counters": KEEPER, **position}
    return start(
        {"game": "siege", "options": options or {}, "dice": [], "position": position, "step": []}, "here"
    )[0]


def asked(match):
    return match.ask[0] if match.ask else ""


def said(events):
    """Events in ids: the kind, then what it names."""
    return [
        " ".join(
            [event[1]]
            + [
                SIEGE.tell.names[kind][value] if kind in SIEGE.tell.names else str(value)
                for kind, value in zip(SIEGE.tell.events[event[1]].args, event[2:], strict=True)
            ]
        )
        for event in events
    ]


def deeds(match):
    """All that may be done now, as text."""
    return [match.write(action) for action in match.legal()]


def damage(match):
    return {name: n for name, n in match.view()["structures"].items() if n}


def health(match, counter):
    return match.view()["counters"][counter]["health"]


def tomls():
    """The scenario files, as they are read."""
    for path in sorted((paths.SCENARIOS / "siege").glob("*.toml")):
        yield path, tomllib.loads(path.read_text("utf-8"))


def refuse(match, text):
    """The rule against an action, which is then not in the list either."""
    action = match.read(text)
    assert isinstance(action, tuple) or action not in match.legal()
    return match.refusal(action)


# Shots that lie where they should

NEAR_TO_NONE = [each for off in range(100) for each in (100 + off, 99 - off)]
"""Picks of a scatter, the least first."""


def scattered(whole, share, picks):
    """By pick: what scatter adds to a way."""
    return [(pick, flight.rounded(whole * share * flight.NORMAL[pick], 1_000_000)) for pick in picks]


def aims(lies, side, bend):
    """Aims from one side as text, with their scatter, after which a shot lies exactly there."""
    s, c = (flight.sine(FACING[side]) // flight.ONE, flight.cosine(FACING[side]) // flight.ONE)
    x, y = SITE[side]
    wanted = abs(x - lies[0]) if s else abs(y - lies[1])
    middle, line = flight.pull_for(bend, wanted), flight.BENDS[bend - 1]
    for pull in range(middle, middle + 15):
        whole = flight.way(bend, pull)
        for along, longer in scattered(whole, line.along, NEAR_TO_NONE[:30]):
            x, y = lies[0] - (whole + longer) * s, lies[1] + (whole + longer) * c
            if (x % 10 and s) or (y % 10 and c):
                continue
            for across, aside in scattered(whole, line.across, NEAR_TO_NONE):
                left, top = x - aside * c, y - aside * s
                if left % 10 == 0 == top % 10:
                    place = f"x={decimal(left // 10)} y={decimal(top // 10)}"
                    turn = f"dir={decimal(FACING[side])} force={decimal(pull)} bend={bend}"
                    yield f"aim {place} {turn}", [along, across]


def aim(match, lies, bend=None, sides="snwe"):
    """An aim that is allowed, and the scatter with which it leads to a point."""
    bend = bend or tables.EASIEST[match.state.mode]
    for side in sides:
        for text, scatter in aims(lies, side, bend):
            if match.refusal(text) is None:
                return text, scatter
    raise AssertionError(f"no shot from {sides} lies at {lies}")


def shoot(match, kind, lies, *, cast=False, sides="snwe"):
    """A whole shot that comes to lie at a point; gives what is told of it after the landing.

    But for what of it lies on the court, which does nothing.
    """
    if asked(match) == "load":
        match.play(f"load {kind}")
    if asked(match) == "spell":
        match.play("cast" if cast else "wait")
    text, scatter = aim(match, lies, sides=sides)
    match.dice.feed(scatter)
    told = said(match.play(text))
    assert match.view()["last"]["lies"] == list(lies)
    after = told[told.index(next(each for each in told if each.startswith("landed "))) + 1 :]
    return [each for each in after if not each.startswith("beside ")]


def miss(match):
    """A boulder on the bare table, and the defender does nothing."""
    shoot(match, "boulder", OUTSIDE)
    return done(match)


def done(match):
    return said(match.play("done")) if asked(match) == "who" else []


def turns_of_fire(match, turns):
    """The fire's figure and the damage at the end of each of these turns, nobody doing anything."""
    found = []
    for n in range(turns):
        told = done(match) if n == 0 else miss(match)
        view = match.view()
        found.append((view["shows"].get("fire-1"), damage(match), told[1]))
    return found


# Where shots lie


def slide(share_at, share, start, end):
    """A point on the straight way from start to end, along a row or column, where so much of a shot counts.

    At `start` more of it counts, at `end` less. Where no such point is, it lies up to 0.1 inches beside.
    """
    far = abs(end[0] - start[0]) + abs(end[1] - start[1])
    across, down = ((b > a) - (b < a) for a, b in zip(start, end, strict=True))
    for beside in range(100):

        def point(step, beside=beside):
            return start[0] + across * step + down * beside, start[1] + down * step + across * beside

        low, high = 0, far
        while low < high:
            middle = (low + high) // 2
            if share_at(*point(middle)) > share:
                low = middle + 1
            else:
                high = middle
        if share_at(*point(low)) == share:
            return point(low)
    raise AssertionError(f"no shot between {start} and {end} has {share} thousandths there")


def on(section):
    """How much of a shot lies on a section, in thousandths, by its middle."""
    number = tables.SECTIONS.index(section)
    return lambda x, y: permille(on_sections(x, y).get(number, (0, 1)))


def on_spot(section, spot=0):
    """The same for a counter on a standing point."""
    shape = cutter(tables.COUNTER_AT[tables.SECTIONS.index(section)][spot])
    return lambda x, y: permille(on_counter(x, y, shape))


def spot(section, number=0):
    return tables.SPOTS[tables.SECTIONS.index(section)][number]


def at_the_edge(section, share):
    """So much of a shot on an outer section, the rest outside the castle; near the section's middle."""
    inside, outside = EDGES[section]
    return slide(on(section), share, inside, outside)


def mirrored(name, swap):
    """The section on the other side of the castle: `swap` exchanges two letters of the compass."""
    kind, *parts = name.split("-")
    return "-".join([kind, *("".join(swap.get(letter, letter) for letter in part) for part in parts)])


EAST, SOUTH = {"w": "e", "e": "w"}, {"n": "s", "s": "n"}


def _edges():
    found = {
        "tower-nw": ((22500, 17000), (22500, 15000)),
        "wall-nw-n": ((24250, 16900), (24250, 15000)),
        "wall-nw-w": ((22250, 18250), (20000, 18250)),
        "gate-n-w": ((26100, 17000), (26100, 15000)),
    }
    across, down = tables.LEFT + tables.RIGHT, tables.TOP + tables.BOTTOM
    for name, points in list(found.items()):
        found[mirrored(name, EAST)] = tuple((across - x, y) for x, y in points)
    for name, points in list(found.items()):
        found[mirrored(name, SOUTH)] = tuple((x, down - y) for x, y in points)
    return found


EDGES = _edges()
"""By outer section: a point where a whole shot lies on it, and one outside, straight before it."""


def on_keep(share):
    """So much of a shot on the east side of the keep, the rest on the court."""
    return slide(on("keep-e"), share, (28750, 20500), (28750, 19000))


def place(structure, share):
    """So much of a shot on a structure, and on no other."""
    if structure == "keep":
        return on_keep(share)
    return at_the_edge(f"{structure}-w" if structure.startswith("gate") else structure, share)


# What many tests begin with

KEEPER = {"soldier-14": "keep-w"}
"""Somebody must be left, or the attacker has won."""
WIZARD = {"wizard": "keep-e", **KEEPER}
HURT = {"at": "tower-se", "health": "injured"}
SOME = ("wall-nw-n", "wall-se-e", "tower-sw", "gate-n", "keep")
STRENGTHS = {
    "average": {"wall": 3, "tower": 4, "gate": 4, "keep": 6},
    "powerful": {"wall": 4, "tower": 5, "gate": 6, "keep": 8},
}


def strength(castle, structure):
    return STRENGTHS[castle][structure.partition("-")[0]]


COURT_SPOT = spot("court")
LESS = slide(on_spot("court"), 300, COURT_SPOT, (22300, COURT_SPOT[1]))
"""Three tenths of a shot on whoever stands on the court's first point, and no card under it."""
MORE = slide(on_spot("court"), 600, COURT_SPOT, (22300, COURT_SPOT[1]))
