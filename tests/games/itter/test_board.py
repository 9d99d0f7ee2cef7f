"""Squares, weapons, counters and cards are as printed, and a new game is set up completely."""

from collections import Counter

import pytest

import garrison
from garrison.games.itter import tables
from garrison.games.itter.tables import (
    CASTLE,
    CIRCLES,
    COLOUR,
    COLOURS,
    COPIES,
    DEFENDERS,
    FIRST_TACTIC,
    KINDS,
    LOCATION,
    LOCATIONS,
    MODES,
    NEXT,
    NUMBERED,
    REGIMENT,
    SQUARES,
    TACTICS_REMOVED,
)

BOARD = {
    "north-terrace": ["nt2", "nt3", "nt5", "nt6"],
    "south-terrace": ["st2", "st4", "st5", "st6"],
    "keep": ["k1", "k2", "k3", "k4"],
    "great-hall": ["ghp", "ghg", "gh3", "gh4"],
    "gate-house": ["g1", "g2", "g3", "g4"],
    "tank": ["bj1", "bj2", "bj3", "bj4"],
    "cellar": ["c1", "c2", "c3", "c4", "c5"],
}
WEAPONS = {
    "g4": ("M1919A4", 2, 3, False),
    "bj2": ("76mm", 4, 7, True),
    "bj3": ("M2HB", 2, 4, False),
    "bj4": ("M1919A4", 2, 3, False),
}


def named(squares):
    return [SQUARES[q] for q in squares]


@pytest.mark.rule("itter", "ITP-1.2a", "IT3-14")
def test_every_square_lies_in_its_location():
    found = {name: named(q for q in range(29) if LOCATION[q] == at) for at, name in enumerate(LOCATIONS)}
    assert found == BOARD
    assert dict(zip(LOCATIONS, map(named, tables.LOCATION_SQUARES), strict=True)) == BOARD
    assert named(tables.TANK_SQUARES) == BOARD["tank"]
    assert named(tables.CELLAR_SQUARES) == BOARD["cellar"]
    assert list(SQUARES[tables.HALL]) == BOARD["great-hall"]
    special = [LOCATIONS[at] for at in (tables.GREAT_HALL, tables.TANK, tables.CELLAR)]
    assert special == ["great-hall", "tank", "cellar"]


@pytest.mark.rule("itter", "ITP-1.2a", "IT3-14", "ITP-0b")
def test_every_location_but_the_cellar_has_its_defence_values():
    tracks = {LOCATIONS[at]: track for at, track in enumerate(tables.DEFENCE_TRACK)}
    assert tracks == {**dict.fromkeys(BOARD, (6, 5, 4)), "tank": (6, 5, 4, 0), "cellar": ()}
    assert [LOCATIONS[at] for at in tables.TARGETS] == [name for name in BOARD if name != "cellar"]


@pytest.mark.rule("itter", "ITP-1.2a", "IT3-14", "ITP-3.6a")
def test_weapons_stand_on_the_crews_squares():
    rows = zip(
        tables.WEAPON_NAME,
        tables.WEAPON_ATTACK,
        tables.WEAPON_SUPPRESS,
        tables.NEEDS_LOAD,
        strict=True,
    )
    assert dict(zip(SQUARES, rows, strict=True)) == {
        name: WEAPONS.get(name, ("", 0, 0, False)) for name in SQUARES
    }
    crew = [name for name, with_crew in zip(SQUARES, tables.CREW_SQUARE, strict=True) if with_crew]
    assert crew == ["g4", *BOARD["tank"]]
    assert SQUARES[tables.LOAD_SQUARE] == "bj1"


@pytest.mark.rule("itter", "ITP-1.2a", "IT3-14")
def test_fire_at_a_colour_looks_at_each_of_its_squares_once():
    for colour, squares in enumerate(tables.TARGET_SQUARES):
        assert squares == tuple(sorted(set(squares), key=squares.index)), COLOURS[colour]
        assert set(squares) == set(NUMBERED[colour])
    black = tables.TARGET_SQUARES[COLOURS.index("black")]
    assert named(black) == ["g1", "g2", "g3", "g4"]


@pytest.mark.rule("itter", "ITP-1.2a", "IT3-14")
def test_circles_lead_to_the_castle_and_nowhere_else():
    assert CASTLE == 0
    assert tables.LAST_AREA == 12
    assert list(CIRCLES) == list(range(2, 33))
    assert [circle for circle in CIRCLES if NEXT[circle] == CASTLE] == [21, 25, 31]
    assert len(NEXT) == len(COLOUR) == 33
    assert (NEXT[:2], COLOUR[:2]) == ([CASTLE, CASTLE], [-1, -1])


@pytest.mark.rule("itter", "ITP-0k", "IT3-12")
@pytest.mark.parametrize("mode", range(len(MODES)))
def test_kinds_of_counter_with_their_number_and_values(mode):
    found = dict(
        zip(
            KINDS,
            zip(
                tables.KIND_COUNT[mode],
                tables.KIND_DEFENCE[mode],
                tables.DISRUPT[mode],
                tables.PUSHES,
                strict=True,
            ),
            strict=True,
        )
    )
    published = {
        "rifleman": (36, 3, 0, True),
        "scout": (16, 4, 0, True),
        "sturm": (15, 5, 0, True),
        "mg": (5, 4, 2, False),
        "mortar": (5, 4, 3, False),
    }
    playtest = {
        "rifleman": (36, 3, 1, True),
        "scout": (18, 4, 0, True),
        "sturm": (0, 0, 0, True),
        "mg": (7, 4, 2, False),
        "mortar": (6, 4, 3, False),
    }
    assert found == (playtest if MODES[mode][0] == "playtest" else published)


ROLL = """
    lee us 1 2 CT
    basse us 1 2 CT
    seiner us 1 2 T
    szymczyk us 1 2 T
    rushford us 1 2 T
    mchaley us 1 2 T
    pollock us 2 3 -
    worsham us 1 1 -
    sutton us 1 1 -
    petrukovich us 1 1 -
    schrader german 1 2 C
    gangl german 1 2 COS
    dietrich german 1 1 O
    hockel german 1 1 O
    blechschmidt german 1 1 O
    rifleman1 german 1 1 M
    rifleman2 german 1 1 M
    rifleman3 german 1 1 M
    rifleman4 german 1 1 M
    rifleman5 german 1 1 M
    wegscheider german 1 2 OR
    linson german 1 2 R
    waltl austrian 1 2 R
    clemenceau french 0 1 I
    gamelin french 0 1 I
    delarocque french 0 1 I
    reynaud french 0 1 I
    borotra french 0 1 E
"""


@pytest.mark.rule("itter", "ITP-0j", "IT3-11", "IT3-58")
def test_every_defender_has_what_his_counter_shows():
    roll = [line.split() for line in ROLL.strip().splitlines()]
    assert [row[0] for row in roll] == list(DEFENDERS)
    assert [row[1] for row in roll] == list(tables.NATION)
    assert [(int(row[2]), int(row[3])) for row in roll] == list(
        zip(tables.ATTACK, tables.SUPPRESS, strict=True)
    )
    bearers = {
        letter: [name for name, _, _, _, letters in roll if letter in letters] for letter in "CTOMIRSE"
    }
    tests = {
        "C": tables.COMMANDS,
        "T": tables.CREW,
        "O": tables.OFFICER,
        "M": tables.LOW_MORALE,
        "I": tables.INSPIRES,
        "R": tables.REINFORCEMENT,
    }
    for letter, table in tests.items():
        assert [name for name, has in zip(DEFENDERS, table, strict=True) if has] == bearers[letter], letter
    assert [DEFENDERS[d] for d in tables.OFFICERS] == bearers["O"]
    assert [DEFENDERS[d] for d in tables.FAINT_HEARTED] == bearers["M"]
    assert [DEFENDERS[d] for d in tables.INSPIRERS] == bearers["I"]
    assert [DEFENDERS[tables.GANGL], DEFENDERS[tables.BOROTRA]] == ["gangl", "borotra"]
    french = [name for name, is_french in zip(DEFENDERS, tables.FRENCH, strict=True) if is_french]
    assert french == [*bearers["I"], "borotra"]


@pytest.mark.rule("itter", "ITP-0g", "IT3-02", "ITP-0h")
@pytest.mark.parametrize("mode", range(len(MODES)))
def test_all_cards_of_a_mode(mode):
    edition, difficulty = MODES[mode]
    ss, regiment, tactics = COPIES[mode][:REGIMENT], COPIES[mode][REGIMENT], COPIES[mode][FIRST_TACTIC:]
    with_tactics = edition == "published" and difficulty != "beginner"
    assert (sum(ss), regiment) == {"playtest": (72, 0)}.get(edition, (60 + (difficulty == "competitive"), 1))
    wanted = Counter()
    for row in tables.TACTIC_FILE["tactic"] if with_tactics else ():
        wanted.update({f"{row['name']}/{deck}": n for deck, n in enumerate(row["decks"], 1) if n})
    assert +Counter(dict(zip(tables.CARDS[FIRST_TACTIC:], tactics, strict=True))) == wanted
    removed = {"veteran": (4, 3, 3, 3), "elite": (3, 3, 3, 3), "competitive": (2, 3, 3, 3)}
    assert TACTICS_REMOVED[mode] == (removed[difficulty] if with_tactics else ())


# The set-up as a new game has it


@pytest.mark.rule("itter", "ITP-0b", "IT3-09")
@pytest.mark.parametrize("mode", range(len(MODES)))
def test_a_new_game_is_set_up_whole(mode):
    edition, difficulty = MODES[mode]
    match = garrison.new("itter", seed=1, edition=edition, difficulty=difficulty)
    view = match.view()
    assert view["defence"] == dict.fromkeys([name for name in BOARD if name != "cellar"], 6)
    assert match.game.know.count(view) == match.game.know.stock(match.options)
    kinds = [event[1] for event in match.events(0)]
    assert kinds.count("reconstruction") == (edition == "playtest")
    assert kinds.count("arrayed") == 11
    assert view["turn"] == 1


@pytest.mark.rule("itter", "ITP-0g", "IT3-03")
@pytest.mark.parametrize(
    ("edition", "difficulty", "aside"),
    [
        ("published", "beginner", 1),
        ("published", "elite", 1),
        ("published", "competitive", 1),
        ("playtest", "normal", 12),
        ("playtest", "veteran", 6),
        ("playtest", "elite", 0),
    ],
)
def test_cards_beside_the_board_at_the_start(edition, difficulty, aside):
    removed = garrison.new("itter", seed=1, edition=edition, difficulty=difficulty).view()["removed"]
    assert len(removed) == aside
    assert ("regiment-142" in removed) is (edition == "published")


@pytest.mark.rule("itter", "ITP-0c", "IT3-06", "ITP-2.1a")
@pytest.mark.parametrize("edition", ["published", "playtest"])
def test_the_french_stand_on_the_cellar_squares_from_the_start(edition):
    match = garrison.new("itter", seed=1, edition=edition)
    match.play("lee")
    places = {match.write(action) for action in match.legal()}
    assert places == {f"place {name}" for name in SQUARES if name not in BOARD["cellar"]}
