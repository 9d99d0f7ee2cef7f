"""Castle under Siege as a viewer sees it: what lies on the board, made from a view."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from garrison.core.show.scene import Gauge, Piece, Scene, Tray
from garrison.core.show.templates import fill
from garrison.core.state import View
from garrison.games.siege.flight import DEGREE, ONE, cosine, rounded, sine, towards
from garrison.games.siege.knowledge.view import HIDDEN, mode_of
from garrison.games.siege.show import drawing
from garrison.games.siege.show.alarms import DAMAGE, alarms
from garrison.games.siege.show.board import TABLE, group_of, middle
from garrison.games.siege.show.drawing import ruins
from garrison.games.siege.show.drawing.scale import box, corners, whole
from garrison.games.siege.show.last_shot import landing, on_table
from garrison.games.siege.tables import (
    BOTTOM,
    CASTLES,
    COUNTERS,
    EASIEST,
    FIRE_TURNS,
    KINDS,
    LEFT,
    RIGHT,
    SECTIONS,
    SHOTS,
    SITE_AT,
    SPOTS,
    STRENGTH,
    STRUCTURES,
    TOP,
    TOWERS,
    WALLS,
    WIZARD_PAUSE,
    Point,
)
from garrison.games.siege.words import WORDS

SHARED: Final = 10_000
"""Cache size for each kind of scene part."""
STACKED: Final = (3, -2)
"""Offset of a counter on top of another."""
DISC: Final = drawing.counters.DISC
FREE: Final = tuple((DISC + side) / 2 for side in drawing.counters.BOX)
"""From the middle of a shot to that of a counter, aside and below, when they only just touch."""
STEP: Final = 3
"""Distance of the points tried for a fire."""
REACH: Final = drawing.counters.CATAPULT[1] // 2
"""From the front edge of the catapult to its middle."""
MIDDLE: Final = ((LEFT + RIGHT) // 2, (TOP + BOTTOM) // 2)
AIMED: Final = ("direction", "strength")
"""Questions whose first argument is the present place of the catapult."""
FOCUS: Final = {
    "load": ("castle", "ammunition"),
}
"""The subject of a question, if not the castle."""


def scene(view: View, lang: str) -> Scene:
    shot = landing(view, lang)
    pieces = [_catapult(view, lang), *(each for each in shot if not each.silent)]
    pieces += [*_castle_pieces(view, lang), *_counters(view, lang), *_supply(view, lang)]
    pieces += [each for each in shot if each.silent]
    trays, gauges = _trays(view, lang), _gauges(view, lang)
    return Scene(tuple(pieces), tuple(trays), tuple(gauges), _focus(view), alarms=alarms(view, lang))


class Stand(NamedTuple):
    """The catapult's front edge, its direction in hundredths of a degree, and its bend."""

    at: Point
    angle: int
    bend: int


def _stand(view: View) -> Stand | None:
    """The place chosen while aiming step by step; else that of the last shot."""
    ask, last, easiest = view["ask"], view["last"], EASIEST[mode_of(view)]
    if ask is not None and ask[0] in AIMED:
        at = SITE_AT[ask[2]]
        return Stand(at, ask[3] * DEGREE if len(ask) > 3 else towards(at, MIDDLE)[0], easiest)
    if not view["catapult"]:
        return None
    x, y = view["catapult"]
    return (
        Stand((x, y), last["dir"], last["bend"])
        if last
        else Stand((x, y), towards((x, y), MIDDLE)[0], easiest)
    )


def _catapult(view: View, lang: str) -> Piece:
    """Before it is first placed it lies among the ammunition."""
    name, stand = WORDS.term("catapult", lang), _stand(view)
    bend = EASIEST[mode_of(view)] if stand is None else stand.bend
    text = WORDS.term("bend", lang).format(bend)
    if stand is None:
        return Piece("catapult", f"catapult-{bend}", "ammunition", name, text)
    x, y = (WORDS.argument("hundredths", each // 10, lang) for each in stand.at)
    text += f", x {x}, y {y} {WORDS.term('inch', lang)}"
    spot, turn = _behind(stand.at, stand.angle), stand.angle // DEGREE
    return Piece("catapult", f"catapult-{bend}", TABLE, name, text, spot=spot, turn=turn)


def _behind(at: Point, angle: int) -> Point:
    """The middle of the catapult: half its length behind the place of its front edge."""
    x, y = whole(at)
    back = (x - rounded(REACH * sine(angle), ONE), y + rounded(REACH * cosine(angle), ONE))
    return on_table(back)


def _castle_pieces(view: View, lang: str) -> list[Piece]:
    """Cracks and ruins, contaminated sections, and shots that stay."""
    strength = STRENGTH[CASTLES.index(view["options"]["castle"])]
    found = []
    for name, most in zip(STRUCTURES, strength, strict=True):
        damage = view["structures"][name]
        if damage >= most:
            found.append(_ruin(name, lang))
        elif damage:
            found.append(_cracks(name, ruins.degree(damage, most), lang))
    found += [_foul(section, lang) for section in view["contaminated"]]
    stood = _stood(view)
    piled = dict.fromkeys(STRUCTURES, 0)
    for shot in SHOTS:
        place, shown = view["ammunition"][shot], view["shows"].get(shot, 0)
        if place in ("supply", "spent"):
            continue
        kind = shot.partition("-")[0]
        if kind == "boulder":
            found.append(_boulder(shot, place, shown, piled[place], lang))
            piled[place] += 1
        elif kind == "fire":
            found.append(_fire(shot, place, shown, tuple(view["lies"][shot]), stood, lang))
        else:
            found.append(_disease(shot, place, tuple(view["lies"][shot]), lang))
    return found


@lru_cache(maxsize=SHARED)
def _ruin(structure: str, lang: str) -> Piece:
    name = WORDS.term("ruin-of", lang).format(WORDS.name("structure", structure, lang))
    ident, at = f"ruin-{structure}", ruins.sections_of(structure)[0]
    return Piece(ident, ident, at, name, spot=ruins.middle(ruins.around(structure)))


@lru_cache(maxsize=SHARED)
def _cracks(structure: str, degree: int, lang: str) -> Piece:
    """A mark of the drawing: its damage slip says the same."""
    at, spot = ruins.sections_of(structure)[0], ruins.middle(ruins.around(structure))
    first, *more = (f"crack-{how}-{structure}" for how in range(1, degree + 1))
    name = WORDS.term("damage", lang)
    return Piece(f"crack-{structure}", first, at, name, over=tuple(more), spot=spot, silent=True)


@lru_cache(maxsize=SHARED)
def _foul(section: str, lang: str) -> Piece:
    name = WORDS.term("foul-in", lang).format(WORDS.name("section", section, lang))
    ident = f"foul-{section}"
    return Piece(ident, ident, section, name, spot=ruins.middle(corners(section)))


@lru_cache(maxsize=SHARED)
def _boulder(shot: str, structure: str, points: int, number: int, lang: str) -> Piece:
    """A boulder of a damage pile, after `number` others."""
    mark = fill(WORDS.term("pile-of", lang), points, WORDS.name("structure", structure, lang))
    name, at = WORDS.name("shot", shot, lang), ruins.sections_of(structure)[0]
    return Piece(shot, f"pile-{points}", at, name, "", (mark,), spot=drawing.pile_spot(structure, number))


def _stood(view: View) -> frozenset[Point]:
    """The points of the board on which counters stand."""
    rows = view["counters"].values()
    return frozenset(
        whole(SPOTS[SECTIONS.index(row["at"])][row["spot"]]) for row in rows if row["at"] in SECTIONS
    )


@lru_cache(maxsize=len(STRUCTURES))
def _room(structure: str) -> tuple[Point, ...]:
    """The points of a structure tried for a fire."""
    corners_ = ruins.around(structure)
    left, top, w, h = (round(each) for each in box(corners_))
    rows, columns = range(top, top + h + 1, STEP), range(left, left + w + 1, STEP)
    return tuple((x, y) for x in columns for y in rows if ruins.inside(x, y, corners_, DISC / 4))


@lru_cache(maxsize=SHARED)
def _beside(at: Point, structure: str, stood: frozenset[Point]) -> Point:
    """The point of a structure nearest to where a shot lies on which it covers no counter, or the least."""
    spots = (at, *_room(structure))

    def away(spot: Point) -> int:
        return (spot[0] - at[0]) ** 2 + (spot[1] - at[1]) ** 2

    def covered(spot: Point) -> float:
        x, y = spot
        return sum(max(0.0, FREE[0] - abs(x - a)) * max(0.0, FREE[1] - abs(y - b)) for a, b in stood)

    nearest = sorted(spots, key=away)
    return next((spot for spot in nearest if not covered(spot)), None) or min(nearest, key=covered)


@lru_cache(maxsize=SHARED)
def _fire(
    shot: str, structure: str, turns: int, lies: tuple[int, int], stood: frozenset[Point], lang: str
) -> Piece:
    """A burning fire; drawn beside the counters that stand where it lies."""
    marks = [fill(WORDS.term("fire-turns", lang), turns)]
    if turns > FIRE_TURNS:
        marks.append(WORDS.name("mark", "small", lang))
    at = min(ruins.sections_of(structure), key=lambda each: abs(middle(each)[0] - whole(lies)[0]))
    name = WORDS.name("shot", shot, lang)
    return Piece(
        shot, f"burning-{turns}", at, name, "", tuple(marks), spot=_beside(whole(lies), structure, stood)
    )


@lru_cache(maxsize=SHARED)
def _disease(shot: str, section: str, lies: tuple[int, int], lang: str) -> Piece:
    return Piece(shot, "shot-disease", section, WORDS.name("shot", shot, lang), spot=whole(lies))


def _counters(view: View, lang: str) -> list[Piece]:
    found = []
    taken: dict[tuple[str, int], int] = {}
    acted = set(view["acted"])
    for ident in COUNTERS:
        row = view["counters"][ident]
        key = (row["at"], row["spot"])
        below = taken.get(key, 0)
        taken[key] = below + 1
        injured = row["health"] == "injured"
        found.append(_counter(ident, row["at"], row["spot"], below, injured, ident in acted, lang))
    return found


@lru_cache(maxsize=SHARED)
def _counter(ident: str, at: str, place: int, below: int, injured: bool, acted: bool, lang: str) -> Piece:
    """A counter on its standing point; `below` counters are under it in the stack."""
    marks = [mark for mark, on in (("injured", injured), ("acted", acted)) if on]
    named = tuple(WORDS.name("mark", mark, lang) for mark in marks)
    sprite = f"{'injured' if injured else 'counter'}-{ident}"
    name, traits = WORDS.name("counter", ident, lang), (_work_of(ident, lang),)
    if at not in SECTIONS:
        return Piece(ident, sprite, "crew" if at == "supply" else "killed", name, "", named, traits=traits)
    x, y = whole(SPOTS[SECTIONS.index(at)][place])
    spot = (x + below * STACKED[0], y + below * STACKED[1])
    over = ("mark-acted",) if acted else ()
    return Piece(ident, sprite, at, name, "", named, over, spot, traits=traits)


def _work_of(ident: str, lang: str) -> str:
    """The work of a counter or a kind of ammunition, in words."""
    return WORDS.name("work", ident.partition("-")[0], lang)


def _supply(view: View, lang: str) -> list[Piece]:
    """The ammunition left of each kind, and what lies behind the catapult, if the viewer may know."""
    loaded = view["loaded"]
    left = [shot.partition("-")[0] for shot, place in view["ammunition"].items() if place == "supply"]
    found = [_kind(kind, left.count(kind) - (kind == loaded), lang) for kind in KINDS]
    if loaded:
        name = WORDS.term("hidden-shot", lang) if loaded == HIDDEN else WORDS.name("kind", loaded, lang)
        found.append(Piece("loaded", f"shot-{loaded}", "loaded", name))
    return found


@lru_cache(maxsize=SHARED)
def _kind(kind: str, count: int, lang: str) -> Piece:
    name = f"{WORDS.name('kind', kind, lang)} ×{count}"
    over, traits = (f"count-{count}",), (_work_of(kind, lang),)
    return Piece(kind, f"shot-{kind}", "ammunition", name, "", (), over, traits=traits)


def _trays(view: View, lang: str) -> list[Tray]:
    def tray(ident: str, text: str = "") -> Tray:
        return Tray(ident, WORDS.name("tray", ident, lang), text)

    spent = [shot.partition("-")[0] for shot, place in view["ammunition"].items() if place == "spent"]
    used = [f"{WORDS.name('kind', kind, lang)} ×{spent.count(kind)}" for kind in KINDS if kind in spent]
    found = [tray("ammunition"), tray("loaded")]
    found += [tray("crew")] if view["phase"] == "setup" else []
    return [*found, tray("killed"), tray("spent", ", ".join(used))]


def _gauges(view: View, lang: str) -> list[Gauge]:
    killed, left = view["score"]
    unshot = sum(place == "supply" for place in view["ammunition"].values())
    values = {
        "turn": str(view["turn"]),
        "phase": WORDS.name("phase", view["phase"], lang),
        "shots-left": str(unshot),
        "spell": _spell(view, lang),
        "killed-left": f"{killed} / {left}",
    }
    found = [Gauge(ident, "", value, WORDS.term(ident, lang)) for ident, value in values.items()]
    strength = STRENGTH[CASTLES.index(view["options"]["castle"])]
    for structure, most in zip(STRUCTURES, strength, strict=True):
        found.append(_damage(structure, view["structures"][structure], most, lang))
    return found


@lru_cache(maxsize=SHARED)
def _damage(structure: str, damage: int, most: int, lang: str) -> Gauge:
    """Beside its section; a structure with two sides belongs to the front, or to the castle."""
    ident, value = DAMAGE + structure, f"{damage}/{most}"
    about = fill(WORDS.load(lang)["descriptions"]["damage"], damage, most)
    if structure in (*TOWERS, *WALLS):
        return Gauge(ident, structure, value, WORDS.term("damage", lang), about)
    called = WORDS.name("structure", structure, lang)
    name = WORDS.term("damage-to", lang).format(called)
    at = group_of(ruins.sections_of(structure)[0])
    return Gauge(ident, at, value, name[0].upper() + name[1:], f"{called}: {about}")


def _last_turn(view: View) -> int:
    """CUS-A2: a turn for every shot left; this turn's is among them until it is loaded."""
    unshot = sum(place == "supply" for place in view["ammunition"].values())
    loading = view["ask"] is not None and view["ask"][0] == "load"
    last: int = view["turn"] + unshot - (loading or bool(view["loaded"]))
    return last


def _spell(view: View, lang: str) -> str:
    """When the Wizard may cast."""
    wizard = view["counters"]["wizard"]
    if view["spell"]:
        return WORDS.term("spell-cast", lang)
    if wizard["at"] == "killed" or wizard["health"] == "injured":
        return WORDS.term("spell-never", lang)
    again = view["cast"] + WIZARD_PAUSE + 1
    if view["cast"] and view["turn"] < again:
        return WORDS.term("spell-turn" if again <= _last_turn(view) else "spell-over", lang).format(again)
    return WORDS.term("spell-ready", lang)


def _focus(view: View) -> tuple[str, ...]:
    """The groups and trays of the open question."""
    return FOCUS.get(view["ask"][0], ("castle",)) if view["ask"] is not None else ()
