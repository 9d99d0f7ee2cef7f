"""The data files of Escape from Colditz: cards, pawns and the whole board, with a source for every figure."""

import hashlib
import json
from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from garrison.core.figure_sources import CONFIDENCE, NOT_FIGURES, parts, rows
from garrison.games.colditz.castle.layout import (
    BOARD,
    FAR_AWAY,
    HOME_GATES,
    MOAT_TARGETS,
    PASS_HOME,
    run_lengths,
    way_home,
)
from garrison.games.colditz.castle.layout import SPACES as NAMES
from garrison.games.colditz.tables import CARD_FILE, PIECE_FILE
from support.games.colditz_matches import APPEL_START, GUARDS, NATIONS, POWS

SPACES = {row["id"]: row for row in BOARD["spaces"]}
EXTRAS = {name: row.get("extras", {}) for name, row in SPACES.items()}
GROUPS = BOARD["groups"]
NEAR = defaultdict(set)
for one, other in BOARD["edges"]:
    NEAR[one].add(other)
    NEAR[other].add(one)
LINKS = {kind: {} for kind in ("drop30", "drop60", "wire", "tunnel", "release")}
for link in BOARD["special_edges"]:
    LINKS[link["type"]][link["from"]] = link["to"]
GATES = {
    name: extras.get("needs") or extras["gate"]
    for name, extras in EXTRAS.items()
    if {"needs", "gate"} & {*extras}
}
"""By space that costs a POW a card to enter, which."""


def kind(name):
    return SPACES[name]["kind"].partition(":")[0]


def area(name):
    return SPACES[name]["area"]


def place(name):
    return round(SPACES[name]["x"]), round(SPACES[name]["y"])


def distances(starts, *, shut=(), within=None):
    """Plain steps from the nearest of some spaces, not through `shut` ones, in one area if it is given."""
    found = dict.fromkeys(starts, 0)
    queue = list(found)
    for name in queue:
        for other in NEAR[name]:
            if other not in found and other not in shut and within in (None, area(other)):
                found[other] = found[name] + 1
                queue.append(other)
    return found


def regions(where):
    """Sizes of the parts of an area that are separate while all gates are shut; targets can be walked on."""
    left = {
        name
        for name in SPACES
        if area(name) == where and name not in GATES and NEAR[name] and not EXTRAS[name].get("tunnel_only")
    }
    sizes = []
    while left:
        part = distances([min(left)], shut=GATES, within=where)
        sizes.append(len(part))
        left -= part.keys()
    return sorted(sizes, reverse=True)


# Cards

EQUIPMENT = {"rope": 12, "key": 6, "pass": 5, "cutter": 4}
OPPORTUNITY = {
    "kit-food": 3,
    "kit-disguise": 3,
    "release": 5,
    "chapel-tunnel": 2,
    "canteen-tunnel": 2,
    "theatre-tunnel": 2,
    "staff-car": 2,
    "talisman": 3,
    "hideaway": 3,
    "warning": 3,
    "diversion": 4,
    "inspection": 2,
    "find-rope": 4,
    "find-key": 2,
    "find-pass": 2,
    "find-cutter": 2,
    "black-market": 3,
}
SECURITY = {
    "appel": 2,
    "shoot": 3,
    "tunnel-found": 3,
    "search": 3,
    "arrest-holder": 2,
    "confiscate": 2,
    "riot": 1,
}


@pytest.mark.rule("colditz", "COL-O-007", "COL-C-14")
def test_47_opportunity_16_security_27_equipment_and_five_kit_cards():
    counts = {
        deck: {row["id"]: row["count"] for row in CARD_FILE[deck]} for deck in CARD_FILE if deck != "sources"
    }
    assert counts == {
        "equipment": EQUIPMENT,
        "kits": {"kit": 5},
        "do_or_die": {"3": 1, "4": 1, "5": 1, "6": 1, "7": 1},
        "opportunity": OPPORTUNITY,
        "security": SECURITY,
    }
    totals = {deck: sum(cards.values()) for deck, cards in counts.items()}
    assert totals == {"equipment": 27, "kits": 5, "do_or_die": 5, "opportunity": 47, "security": 16}
    for deck, short in (("opportunity", "OPP"), ("security", "SEC")):
        names = [row["name"] for row in CARD_FILE[deck]]
        assert names == [f"{short}-{n:02d}" for n in range(1, len(names) + 1)]


@pytest.mark.rule("colditz", "COL-O-106", "COL-O-107")
def test_the_two_kinds_of_kit_parts_stand_for_two_components_each():
    stand_for = {row["id"]: row["parts"] for row in CARD_FILE["opportunity"] if "parts" in row}
    assert stand_for == {"kit-food": ["food", "compass"], "kit-disguise": ["disguise", "documents"]}


# Pawns and limits


@pytest.mark.rule("colditz", "COL-O-044")
def test_pawns_by_number_of_players():
    found = {str(row["seats"]): (row["guards"], row["pows"]) for row in PIECE_FILE["pawns"]}
    assert found == {seats: (GUARDS[seats], POWS[seats]) for seats in GUARDS}


def test_limits_and_numbers_of_the_rulebook():
    assert [row["id"] for row in PIECE_FILE["nations"]] == list(NATIONS)
    figures = {
        table: {key: value for key, value in PIECE_FILE[table].items() if isinstance(value, int)}
        for table in ("cells", "deployment", "limits", "program")
    }
    assert figures == {
        "cells": {"inner": 12, "outer": 7},
        "deployment": {"outer_least": 2, "outer_most": 7},
        "limits": {"extra_throws": 2, "hand": 3, "escapes": 2, "kit_escapes": 2},
        "program": {"put_back": 12, "classic_throws": 12, "offers": 8, "offer_things": 6},
    }
    assert (PIECE_FILE["card_throws"]["modern_most"], PIECE_FILE["card_throws"]["classic"]) == (5, [3, 7, 11])


# The board as a whole


@pytest.mark.rule("colditz", "COL-O-001")
def test_three_areas_with_their_numbers_of_spaces():
    assert len(SPACES) == len(BOARD["spaces"]) == 1157
    assert Counter(map(area, SPACES)) == {"inner": 399, "outer": 539, "outside": 219}
    found = Counter((area(name), kind(name)) for name in SPACES)
    assert found == {
        ("inner", "normal"): 231,
        ("inner", "room"): 97,
        ("inner", "appel"): 37,
        ("inner", "safe"): 12,
        ("inner", "cell_inner"): 12,
        ("inner", "guard_post"): 6,
        ("inner", "door(key)"): 1,
        ("inner", "inspection(pass)"): 1,
        ("inner", "tunnel"): 2,
        ("outer", "normal"): 399,
        ("outer", "searchlight"): 66,
        ("outer", "walkway"): 15,
        ("outer", "tunnel"): 17,
        ("outer", "barracks"): 16,
        ("outer", "guard_post"): 10,
        ("outer", "cell_outer"): 7,
        ("outer", "door(key)"): 2,
        ("outer", "inspection(pass)"): 2,
        ("outer", "safe"): 3,
        ("outer", "staff_car"): 1,
        ("outer", "commander"): 1,
        ("outside", "normal"): 211,
        ("outside", "target"): 7,
        ("outside", "tunnel"): 1,
    }


def test_links_join_spaces_and_none_is_there_twice():
    assert len(BOARD["edges"]) == len({frozenset(edge) for edge in BOARD["edges"]}) == 2086
    assert all({*edge} <= {*SPACES} and len({*edge}) == 2 for edge in BOARD["edges"])
    numbers = Counter(row["type"] for row in BOARD["special_edges"])
    assert numbers == {"drop30": 21, "drop60": 10, "wire": 10, "tunnel": 26, "release": 19}
    assert all({row["from"], row["to"]} <= {*SPACES} for row in BOARD["special_edges"])


def test_circles_that_are_linked_touch():
    """A step is 17 to 19.8 units long; the links of the staff car and of cells are drawn by us."""
    far = []
    for one, other in BOARD["edges"]:
        apart = [SPACES[one][axis] - SPACES[other][axis] for axis in "xy"]
        if not 17 <= (apart[0] ** 2 + apart[1] ** 2) ** 0.5 <= 20.5 and "staff_car" not in (one, other):
            far.append((one, other))
    assert far == []


def test_areas_are_separate_but_for_gates_drops_wire_and_tunnels():
    shut = [name for name in SPACES if name in GATES]
    inner = distances(["appel_016"], shut=shut)
    assert {area(name) for name in inner} == {"inner"}
    assert len(inner) == 383
    assert regions("outer") == [240, 183, 29, 28, 14, 4, 3, 3, 2]
    assert regions("outside") == [53, 38, 33, 32, 32, 31]


def test_it_is_the_board_that_was_taken_off_the_photograph():
    """A digest of every space with its place, every link, group, room and tunnel."""
    content = {
        "spaces": sorted([row[key] for key in ("id", "x", "y", "area", "kind")] for row in BOARD["spaces"]),
        "edges": sorted(sorted(edge) for edge in BOARD["edges"]),
        "special_edges": sorted([row["type"], row["from"], row["to"]] for row in BOARD["special_edges"]),
        **{key: BOARD[key] for key in ("groups", "rooms", "tunnels", "staff_car", "wire_fence")},
    }
    told = json.dumps(content, sort_keys=True, separators=(",", ":"))
    assert hashlib.sha256(told.encode()).hexdigest() == DIGEST


DIGEST = "432e623916b17c6633bab6148a0222bfb8f7735578e884f2f2d25f2229292aa0"


# Rooms

ROOMS = {
    "officers_quarters": ("compass", 15, 15, {"in_208"}, 11, [30, 30, 30]),
    "wc": ("compass", 2, 2, {"in_004"}, 7, []),
    "laundry": ("disguise", 4, 4, {"in_006"}, 9, []),
    "theatre": ("disguise", 6, 5, {"in_224"}, 11, [30, 30]),
    "interview_room": ("documents", 7, 7, {"kitchen_1", "store_4"}, 10, []),
    "office": ("documents", 2, 2, {"in_155"}, 17, [30]),
    "canteen": ("food", 8, 6, {"in_012", "store_1"}, 9, [30]),
    "parcel_office": ("food", 2, 2, {"in_197"}, 8, []),
    "dentist": ("key", 9, 9, {"in_004", "in_007"}, 7, [60, 60]),
    "showers": ("key", 3, 3, {"in_214"}, 8, []),
    "guard_house": ("pass", 3, 3, {"in_229"}, 13, [60]),
    "orderlies_quarters": ("pass", 8, 8, {"in_202"}, 11, [30]),
    "chapel": ("rope", 11, 5, {"in_087", "safe_in_5"}, 8, []),
    "store": ("rope", 4, 4, {"canteen_8", "interview_room_1"}, 10, []),
    "kitchen": ("wire_cutter", 4, 4, {"in_122", "interview_room_7"}, 8, []),
    "sick_bay": ("wire_cutter", 9, 9, {"in_184"}, 12, [30, 30, 30]),
}
"""By room: symbol, spaces, those on which one may stop, spaces before its doors, steps from the edge of the
appel, drops inside."""


@pytest.mark.rule("colditz", "COL-O-098", "COL-O-104")
def test_sixteen_rooms_with_eight_symbols_two_each():
    symbols = Counter(room["symbol"] for room in BOARD["rooms"].values())
    equipment, components = (
        {"rope", "key", "pass", "wire_cutter"},
        {"food", "documents", "compass", "disguise"},
    )
    assert symbols == dict.fromkeys(equipment | components, 2)


def test_rooms_are_those_of_the_table():
    edge = distances([name for name in SPACES if kind(name) == "appel"], shut=GATES, within="inner")
    centre = distances(["appel_016"], shut=GATES, within="inner")
    found = {}
    for name, room in BOARD["rooms"].items():
        spaces = room["spaces"]
        assert {SPACES[space]["kind"] for space in spaces} == {f"room:{name}"}
        doors = {other for space in spaces for other in NEAR[space] if other not in spaces}
        steps = min(edge[space] for space in spaces)
        assert min(centre[space] for space in spaces) == steps + 3
        drops = sorted(EXTRAS[space]["drop"] for space in spaces if "drop" in EXTRAS[space])
        usable = sum("tunnel" not in EXTRAS[space] for space in spaces)
        found[name] = (room["symbol"], len(spaces), usable, doors, steps, drops)
        assert {EXTRAS[space]["symbol"] for space in spaces} == {room["symbol"]}
        assert {before for before, _ in room["entrances"]} == doors
    assert found == ROOMS
    assert sum(kind(name) == "room" for name in SPACES) == sum(row[1] for row in ROOMS.values()) == 97


# Drops and wire

DROPS_30 = {
    "canteen_5": "out_129",
    "out_124": "out_101",
    "orderlies_quarters_4": "out_252",
    "out_242": "out_226",
    "officers_quarters_6": "out_295",
    "out_284": "out_277",
    "officers_quarters_15": "out_342",
    "officers_quarters_14": "out_336",
    "theatre_4": "out_340",
    "theatre_6": "out_341",
    "out_365": "out_377",
    "out_372": "out_379",
    "office_1": "out_216",
    "out_194": "out_189",
    "walk_15": "ext_111",
    "sick_bay_4": "light_027",
    "sick_bay_7": "light_031",
    "sick_bay_9": "light_036",
    "in_227": "out_330",
    "out_313": "out_324",
    "out_315": "out_329",
}
DROPS_60 = {
    "in_002": "out_121",
    "dentist_1": "out_115",
    "dentist_2": "out_107",
    "out_333": "ext_131",
    "out_363": "ext_138",
    "out_374": "ext_147",
    "out_402": "ext_188",
    "out_401": "ext_181",
    "guard_house_2": "out_369",
    "in_155": "out_233",
}
WIRES = {
    "tun_chapel_2": "tun_chapel_1",
    "out_002": "ext_024",
    "out_006": "ext_030",
    "out_007": "ext_031",
    "out_020": "ext_049",
    "out_021": "ext_050",
    "out_022": "ext_052",
    "out_032": "ext_056",
    "out_086": "ext_070",
    "out_134": "ext_093",
}


def test_all_31_drops_have_their_height_and_landing():
    assert LINKS["drop30"] == DROPS_30
    assert LINKS["drop60"] == DROPS_60
    heights = {name: extras["drop"] for name, extras in EXTRAS.items() if "drop" in extras}
    assert heights == {**dict.fromkeys(DROPS_30, 30), **dict.fromkeys(DROPS_60, 60)}
    landings = {name for name, extras in EXTRAS.items() if "landing" in extras}
    assert landings == {*DROPS_30.values(), *DROPS_60.values()}
    outside = {start for start, end in {**DROPS_30, **DROPS_60}.items() if area(end) == "outside"}
    assert outside == {"out_333", "out_363", "out_374", "out_402", "out_401", "walk_15"}
    for start, end in {**DROPS_30, **DROPS_60}.items():
        assert area(start) != "outside"
        assert area(end) != "inner"
        assert end not in NEAR[start]


def test_ten_places_in_the_wire_lead_to_two_targets():
    assert LINKS["wire"] == WIRES
    assert {(area(start), area(end)) for start, end in WIRES.items()} == {("outer", "outside")}
    leads = Counter()
    for end in WIRES.values():
        reached = distances([end], within="outside")
        leads[tuple(name for name in GROUPS["targets"] if name in reached)] += 1
    assert leads == {("t_northwest",): 4, ("t_north",): 6}


# Gates and posts


def test_gates_are_those_of_the_table():
    wanted = {
        "key_inner": ("door(key)", "inner", 379, 607),
        "pass_inner": ("inspection(pass)", "inner", 413, 548),
        "key_south": ("door(key)", "outer", 700, 585),
        "key_north": ("door(key)", "outer", 717, 103),
        "pass_north_gate": ("inspection(pass)", "outer", 846, 104),
        "pass_main_gate": ("inspection(pass)", "outer", 868, 506),
    }
    gates = {name for name in SPACES if kind(name).partition("(")[0] in ("door", "inspection")}
    assert gates == {*wanted}
    for name, (sort, where, x, y) in wanted.items():
        assert (SPACES[name]["kind"], area(name)) == (sort, where)
        assert place(name) == (pytest.approx(x, abs=3), pytest.approx(y, abs=3))
    assert all(EXTRAS[name]["needs"] == name.partition("_")[0] for name in gates)
    assert {name: GATES[name] for name in GATES.keys() - gates} == {"post_out_2": "key", "post_out_3": "pass"}
    assert "post_out_2" in NEAR["key_north"]
    assert "post_out_3" in NEAR["pass_north_gate"]
    assert GROUPS["free_return_gates"] == ["key_inner", "pass_inner"]
    assert {name for name, extras in EXTRAS.items() if "free_return" in extras} == {"key_inner", "pass_inner"}


POSTS = {
    "post_in_1": (354, 235),
    "post_in_2": (533, 302),
    "post_in_3": (241, 322),
    "post_in_4": (282, 382),
    "post_in_5": (452, 435),
    "post_in_6": (360, 441),
    "post_out_1": (267, 77),
    "post_out_2": (720, 120),
    "post_out_3": (847, 121),
    "post_out_4": (618, 249),
    "post_out_5": (21, 422),
    "post_out_6": (839, 458),
    "post_out_7": (430, 599),
    "post_out_8": (509, 625),
    "post_out_9": (233, 639),
    "post_out_10": (318, 672),
}


def test_posts_are_those_of_the_table():
    assert {name: place(name) for name in SPACES if kind(name) == "guard_post"} == POSTS
    assert GROUPS["guard_posts_inner"] == list(POSTS)[:6]
    assert GROUPS["guard_posts_outer"] == list(POSTS)[6:]
    for name in POSTS:
        assert area(name) == ("inner" if name.startswith("post_in") else "outer")
    seen = {"post_in_1", "post_out_3", "post_out_4", "post_out_6", "post_out_8", "post_out_10"}
    doubtful = {name for name in BOARD["meta"]["doubtful"] if name.startswith("post_")}
    assert doubtful == {*POSTS} - seen


# Cells, targets, tunnels, the appel


def test_cells_release_spaces_and_the_way_home():
    assert (GROUPS["release_inner"], GROUPS["release_outer"]) == ("in_219", "out_366")
    for block, number in (("inner", 12), ("outer", 7)):
        cells = GROUPS[f"cells_{block}"]
        assert {*cells} == {name for name in SPACES if kind(name) == f"cell_{block}"}
        assert len(cells) == number
        assert {LINKS["release"][cell] for cell in cells} == {GROUPS[f"release_{block}"]}
    steps = distances(["out_366"], shut={"key_south"})
    assert (steps["key_inner"], steps["pass_inner"]) == (14, 15)
    assert distances(["out_366"])["key_south"] == 5
    shut = {"key_south", "post_out_7"}
    assert not {"key_inner", "pass_inner"} & distances(["out_366"], shut=shut).keys()


@pytest.mark.ruling("colditz", "AMB-37")
def test_the_way_home_is_the_shortest_for_which_nobody_pays():
    """From the inner gates outward: no other gate, no tunnel, nothing of the inner courtyard."""
    inner = {name for name in SPACES if area(name) == "inner"}
    buried = {name for name, extras in EXTRAS.items() if extras.get("tunnel_only")}
    targets = {*GROUPS["targets"]}
    steps = distances(GROUPS["free_return_gates"], shut=inner | {*GATES} | buried | targets)
    assert (steps["out_358"], steps["out_321"], steps["out_366"]) == (1, 1, 14)
    assert {name: n for name, n in zip(SPACES, way_home(HOME_GATES), strict=True) if n < FAR_AWAY} == steps


@pytest.mark.rule("colditz", "COL-C-39a")
def test_the_classic_way_home_leads_to_the_pass_circle_only():
    inner = {name for name in SPACES if area(name) == "inner"}
    buried = {name for name, extras in EXTRAS.items() if extras.get("tunnel_only")}
    steps = distances(["pass_inner"], shut=inner | {*GATES} | buried | {*GROUPS["targets"]})
    assert steps["out_366"] == 15
    assert {name: n for name, n in zip(SPACES, way_home((PASS_HOME,)), strict=True) if n < FAR_AWAY} == steps


@pytest.mark.rule("colditz", "COL-C-51b", "COL-C-51c")
def test_a_do_or_die_run_leads_over_the_moat_by_drops_and_gates_for_nothing():
    """The steps of section 2.1 of the fact sheet, counted there from the data by another program."""
    assert {NAMES[target] for target in MOAT_TARGETS} == {"t_east", "t_northeast", "t_southeast"}
    steps = dict(zip(SPACES, run_lengths(MOAT_TARGETS), strict=True))
    middle = GROUPS["appel_rows"][3][3]
    starts = ("canteen_5", "orderlies_quarters_4", "officers_quarters_6", middle)
    assert [steps[name] for name in starts] == [36, 37, 40, 50]


def test_seven_targets_and_sixteen_places_in_barracks():
    compass = {"north", "northeast", "east", "southeast", "south", "southwest", "northwest"}
    assert {*GROUPS["targets"]} == {f"t_{point}" for point in compass}
    assert {*GROUPS["targets"]} == {name for name in SPACES if kind(name) == "target"}
    assert {*GROUPS["barracks"]} == {name for name in SPACES if kind(name) == "barracks"}
    assert len(GROUPS["barracks"]) == 16


def test_tunnels_lead_from_their_room_to_their_exit():
    ends = {
        "chapel": (13, "chapel_9", "tun_chapel_1", "tun_chapel_2"),
        "canteen": (7, "canteen_2", "tun_canteen_1", "tun_canteen_1"),
        "theatre": (9, "theatre_3", "tun_theatre_8", "tun_theatre_8"),
    }
    for name, (circles, entrance, out, modern_exit) in ends.items():
        tunnel = BOARD["tunnels"][name]
        chain = tunnel["chain"]
        assert (len(chain), chain[0], chain[-1]) == (circles, entrance, out)
        assert (tunnel["entrance"], tunnel["exit"], tunnel["exit_osprey"]) == (entrance, out, modern_exit)
        assert SPACES[entrance]["kind"] == f"room:{name}"
        assert area(modern_exit) == "outer"
        assert all(LINKS["tunnel"][one] == other for one, other in pairwise(chain))
        assert [EXTRAS[circle]["tunnel"] for circle in chain] == [name] * circles
    assert sum("tunnel" in extras for extras in EXTRAS.values()) == 29
    assert sum("tunnel_only" in extras for extras in EXTRAS.values()) == 5


@pytest.mark.rule("colditz", "COL-O-040", "COL-O-050")
def test_the_appel_is_a_hexagon_and_the_start_block_lies_in_its_rows():
    lines = GROUPS["appel_rows"]
    assert [len(row) for row in lines] == [4, 5, 6, 7, 6, 5, 4]
    assert {name for row in lines for name in row} == {name for name in SPACES if kind(name) == "appel"}
    start = {
        seats: [[f"appel_{n:03d}" for n in nation] for nation in nations]
        for seats, nations in APPEL_START.items()
    }
    assert GROUPS["appel_start"] == start
    row_of = {name: letter for letter, row in zip("ABCDEFG", lines, strict=True) for name in row}
    letters = {
        seats: ["".join(row_of[name] for name in nation) for nation in nations]
        for seats, nations in start.items()
    }
    assert letters == {
        "2": ["DDDDDDDC"],
        "3": ["CCCCCCB", "EEEEEEF"],
        "4": ["CCCCCC", "DDDDDD", "EEEEEE"],
        "5": ["BBBBB", "CCCCC", "EEEEE", "FFFFF"],
        "6": ["BBBB", "CCCC", "DDDD", "EEEE", "FFFF"],
    }


# Routes


def cheapest():
    """By target and equipment spent, up to four ropes and one of each other kind, steps from mid-appel."""
    budget = (4, 1, 1, 1)
    price = {
        **dict.fromkeys(LINKS["drop30"], (1, 0, 0, 0)),
        **dict.fromkeys(LINKS["drop60"], (2, 0, 0, 0)),
        **dict.fromkeys(LINKS["wire"], (0, 0, 0, 1)),
    }
    down = {**LINKS["drop30"], **LINKS["drop60"], **LINKS["wire"]}
    gate = {"key": (0, 1, 0, 0), "pass": (0, 0, 1, 0)}
    moves = {}
    for name in SPACES:
        steps = [
            (other, gate[GATES[other]] if other in GATES and name not in GATES else (0, 0, 0, 0))
            for other in NEAR[name]
            if not EXTRAS[other].get("tunnel_only")
        ]
        moves[name] = steps + ([(down[name], price[name])] if name in down else [])
    start = ("appel_016", (0, 0, 0, 0))
    steps = {start: 0}
    queue = [start]
    for state in queue:
        name, spent = state
        if kind(name) == "target":
            continue
        for other, cost in moves[name]:
            total = spent if not any(cost) else tuple(map(sum, zip(spent, cost, strict=True)))
            reached = (other, total)
            if reached not in steps and all(used <= most for used, most in zip(total, budget, strict=True)):
                steps[reached] = steps[state] + 1
                queue.append(reached)
    return steps


def test_routes_to_the_targets_are_as_long_as_reckoned():
    """Ropes, keys, passes, wire cutters: the rows of the route table within that equipment."""
    steps = cheapest()
    wanted = {
        "northwest": {(2, 0, 0, 1): 37, (1, 0, 1, 1): 92, (1, 1, 0, 1): 96},
        "north": {(2, 0, 0, 1): 43, (1, 0, 1, 1): 112, (1, 1, 0, 1): 116},
        "south": {(4, 0, 0, 0): 41, (3, 0, 1, 0): 42, (3, 1, 0, 0): 46},
        "southwest": {(4, 0, 0, 0): 41, (3, 0, 1, 0): 55, (3, 1, 0, 0): 59},
        "southeast": {(2, 0, 1, 0): 65, (1, 1, 1, 0): 69},
        "northeast": {(2, 1, 1, 0): 50, (2, 0, 1, 0): 66, (1, 1, 1, 0): 83},
        "east": {(2, 1, 1, 0): 51, (3, 0, 0, 0): 55, (2, 0, 1, 0): 67, (2, 1, 0, 0): 69, (1, 1, 1, 0): 75},
    }
    found = {
        target: {spent: steps.get((f"t_{target}", spent)) for spent in sets}
        for target, sets in wanted.items()
    }
    assert found == wanted


# Sources


def test_every_figure_of_pawns_and_cards_has_a_source_and_a_confidence():
    for file in (PIECE_FILE, CARD_FILE):
        known = {*file["sources"]}
        for table, name, row in rows([file]):
            for _, confidence, source in parts(row, NOT_FIGURES):
                assert confidence in CONFIDENCE, (table, name)
                assert source.split()[0].rstrip(",") in known, (table, name)


def test_what_was_reconstructed_is_called_so():
    confidence = {
        row["id"]: row["confidence"] for deck in CARD_FILE if deck != "sources" for row in CARD_FILE[deck]
    }
    assert {name for name, how in confidence.items() if how == "rulebook"} == {"kit", "release", "appel"}
    assert {name for name, how in confidence.items() if how == "one-source"} == {*EQUIPMENT, *"34567"}
    assert {name for name, how in confidence.items() if how == "inferred"} == {"kit-food", "kit-disguise"}
    for row in PIECE_FILE["pawns"]:
        assert row["confidence"] == "rulebook"


def test_every_part_of_the_board_has_a_source():
    """Groups that are not named there are the spaces of a kind, written down once more."""
    meta = BOARD["meta"]
    told = meta["confidence"]
    assert {*told.values()} <= {*meta["sources"]} == {"R", "P", "I", "X"}
    assert {*LINKS, "spaces", "edges", "x", "y", "rooms", "tunnels", "staff_car", "wire_fence"} <= {*told}
    for name, group in GROUPS.items():
        named = any(name.startswith(part) for part in told)
        assert named or len({SPACES[space]["kind"] for space in group}) == 1, name
    assert (told["appel_start"], told["commander_office"], told["staff_car"]) == ("X", "X", "I")
    for name, said in meta["doubtful"].items():
        assert said[:2] in ("I:", "X:"), name
        assert name in {*SPACES, *GROUPS, "staff_car"}
