"""The report of a finished game, against what the positions of the game show."""

import re
from itertools import pairwise

import pytest

from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.core.record import open_file, replay
from garrison.core.registry import settle
from garrison.core.show.perspective import Perspective
from garrison.core.state import ALL, SPECTATOR
from garrison.games.colditz.castle.layout import AREA, NUMBER
from garrison.games.colditz.game import COLDITZ
from garrison.games.colditz.tables import NATIONS, PAWNS
from support.games.colditz_lively import OFFER, drawn
from support.games.colditz_matches import new
from support.paths import RECORDS

CELLS = ("cell_inner", "cell_outer")
PAWN = re.compile(r"\b(British|French|Polish|Dutch|American) (\d)\b")
AREA_NAMES = ("inner courtyard", "outer courtyard", "outside the castle")
ADJECTIVES = dict(zip(("British", "French", "Polish", "Dutch", "American"), NATIONS, strict=True))


def watched(seed, **options):
    """A chance game, and its public positions after each row."""
    match = Match(COLDITZ, settle(COLDITZ, options), KeyedDice(seed_key(seed)))
    chance, views = KeyedDice(seed_key(seed), "chance"), [match.view(SPECTATOR)]
    while not match.over:
        seat = match.awaited[0]
        if not chance.pick(OFFER, "offer"):
            other = chance.pick(len(match.seats), "seat")
            seat = other if match.legal(other) else seat
            actions = match.legal(seat)
        else:
            actions = match.answers(seat)
        match.play(drawn(match, list(actions), chance), seat)
        views.append(match.view(SPECTATOR))
    return match, views


def tables(match, lang="en", seat=0):
    return Perspective(match, seat).report(lang)


def numbers(text):
    return [int(each) for each in re.findall(r"\d+", text)]


def came(views, pawn, where, whence=None):
    """How often a pawn has come to one of some places, from certain others or from anywhere else."""
    places = [view["pawns"][pawn] for view in views]
    return sum(
        then in where and (before not in where if whence is None else before in whence)
        for before, then in pairwise(places)
    )


def recorded(name):
    """A game of `tests/records`, and its public positions."""
    match = replay(open_file(RECORDS / f"{name}.txt"))
    return match, [match.at(row).view(SPECTATOR) for row in match.line]


GAMES = {
    "an officer escapes in the modern game": lambda: recorded("colditz-1-modern-3"),
    "six seats": lambda: watched(2, seats="6", rounds="10"),
    "alone against the guards": lambda: watched(3, seats="2", rounds="20"),
    "runs that fail": lambda: watched(15, edition="classic", seats="5", rounds="20"),
    "the first with two escapes": lambda: watched(33, edition="classic", seats="5", rounds="20"),
}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_is_counted_is_what_the_positions_show(game):
    match, views = game()
    end = views[-1]
    nations = [seat for seat in match.seats if seat != "security"]
    pows = {nation: [pawn for pawn in end["pawns"] if pawn.startswith(nation)] for nation in nations}
    everybody = [pawn for own in pows.values() for pawn in own]
    into = [sum(came(views, pawn, (cell,)) for pawn in everybody) for cell in CELLS]
    out = sum(came(views, pawn, NUMBER, CELLS) for pawn in everybody)
    for lang in ("en", "it"):
        figures, losses, results, *escapes = tables(match, lang)
        played, arrests, releases, shots = (cell for _, cell in figures.rows)
        rounds = int(match.options["rounds"])
        assert numbers(played) == [rounds - end["round"] + 1, rounds]
        assert numbers(arrests) == [sum(into), *into]
        assert int(releases) == out
        assert numbers(shots)[1] <= numbers(shots)[0]
        assert len(losses.rows) == len(results.rows) == len(nations)
        for nation, (_, escaped, arrested, shot) in zip(nations, losses.rows, strict=True):
            assert int(escaped) == end["escaped"][nation]
            assert int(arrested) == sum(came(views, pawn, CELLS) for pawn in pows[nation])
            assert int(shot) == sum(end["pawns"][pawn] == "shot" for pawn in pows[nation])
        assert sum(len(table.rows) for table in escapes) == sum(end["escaped"].values())
    for nation, (_, told, _) in zip(nations, results.rows, strict=True):
        made = sum(each.startswith("make ") for each in done(match, nation))
        assert made == sum(numbers(told)) + sum(told.count(one) for one in ("un ", "una ")), told


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_how_far_they_got_is_where_they_were_seen(game):
    match, views = game()
    nations = [seat for seat in match.seats if seat != "security"]
    for nation, (_, _, said) in zip(nations, tables(match)[2].rows, strict=True):
        seen = [
            AREA[NUMBER[at]]
            for view in views
            for pawn, at in view["pawns"].items()
            if pawn.startswith(nation) and at in NUMBER
        ]
        if said.startswith("escaped: "):
            names = [f"{ADJECTIVES[who]}-{n}" for who, n in PAWN.findall(said)]
            assert names
            assert {views[-1]["pawns"][name] for name in names} == {"escaped"}
        else:
            area = AREA_NAMES.index(said.split(",")[0])
            # Who walks into a guard was there, and is in a cell before anybody sees him.
            assert area == max(seen) or (area > max(seen) and forced(match, nation))


def done(match, nation):
    """What an officer has done that stands, as text."""
    rows = [match.rows[row] for row in match.line]
    return [match.write(row.action) for row in rows if row.seat == match.seats.index(nation)]


def forced(match, nation):
    return any(each.startswith("force ") for each in done(match, nation))


def test_the_words_of_a_report():
    end = new(seats="3", rounds="30").view(SPECTATOR)
    told = [
        (ALL, "begun", 30),
        (ALL, "moved", PAWNS.index("british-1"), (NUMBER["in_091"], NUMBER["ext_035"]), 4),
        (ALL, "made", 1, 0),
        (ALL, "made", 1, 0),
        (ALL, "made", 1, 3),
        (ALL, "round", 29),
        (ALL, "missed", PAWNS.index("guard-1"), PAWNS.index("french-2")),
        (ALL, "shot", PAWNS.index("guard-1"), PAWNS.index("french-2")),
        (ALL, "arrested", PAWNS.index("french-3"), NUMBER["out_042"], 1),
        (ALL, "released", PAWNS.index("french-3"), NUMBER["out_042"]),
        (ALL, "escaped", PAWNS.index("french-1"), NUMBER["t_north"]),
    ]
    figures, losses, results, escapes = COLDITZ.book.report(end, told, "en")
    assert figures.title == "The game in figures"
    assert figures.head == ()
    assert figures.rows == (
        ("Rounds played", "2 of 30"),
        ("Arrests", "1 (inner cells: 0, outer cells: 1)"),
        ("Let out of solitary", "1"),
        ("Shots", "2 (1 hit)"),
    )
    assert losses.head == ("Escape Officer", "Escaped", "Arrested", "Shot")
    assert losses.rows == (("British", "0", "0", "0"), ("French", "1", "1", "1"))
    british, french = results.rows
    assert british == (
        "British",
        "nothing",
        "outside the castle, 1 step from the north-east target (British 1)",
    )
    assert french == ("French", "2 ropes, a wire cutter", "escaped: French 1")
    assert escapes.rows == (("French 1", "north target", "29"),)
    figures, _, results, escapes = COLDITZ.book.report(end, told, "it")
    assert figures.rows[3] == ("Spari", "2 (1 a segno)")
    assert results.rows[1] == ("Francesi", "2 corde, un paio di tronchesi", "evaso: Francese 1")
    assert escapes.head == ("Prigioniero", "Dove", "Segnalino dei round")


def test_before_the_end_there_is_none_and_after_an_early_end_there_is():
    match = new(seats="3")
    assert tables(match) == ()
    match.resign(match.seats.index("security"))
    figures, _, results = tables(match)
    assert figures.rows[0] == ("Rounds played", "1 of 50")
    assert [row[1:] for row in results.rows] == [("nothing", "inner courtyard")] * 2


def test_everybody_reads_the_same_report():
    match, _ = watched(15, edition="classic", seats="5", rounds="20")
    assert all(tables(match, "en", seat) == tables(match) for seat in (1, 4, SPECTATOR))
