"""Events of Castle Itter in the browser: the rule, the gesture, and a sentence that stands alone."""

from collections import Counter
from functools import cache
from typing import NamedTuple

import pytest

import garrison
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.registry import find
from garrison.core.show import rulebook, words
from garrison.core.show.perspective import Perspective
from garrison.core.show.scene import Scene
from garrison.core.state import ARBITER, SPECTATOR, Event
from garrison.games.itter.editions import IN_PLAYTEST, cited
from garrison.games.itter.state import DEFENDER, SS, ItterState
from garrison.games.itter.tables import MODES
from support.games.itter_scenarios import BY_EVENTFUL, EVENTFUL, played
from support.games.itter_scenarios import at as position_at
from support.games.moves import sample_play
from support.games.toy import EDITIONS, TOY

ITTER = find("itter")
RULES = rulebook.rules(ITTER, "en")
PUBLISHED = {"edition": "published", "difficulty": "beginner"}
BY_MODE = pytest.mark.parametrize("mode", MODES, ids="-".join)
NAMED = [
    rule
    for row in ITTER.tell.events.values()
    for rule in ([row.rule] if isinstance(row.rule, str) else row.rule.values())
]
"""Every rule an event can follow, by the id the code has for it."""
SIZES = {"move": (3, 6), "fly": (2,), "show": (2,)}
"""How many things these gestures take."""


def random_match(seed, mode):
    match = garrison.new("itter", seed=seed, edition=mode[0], difficulty=mode[1])
    chance = KeyedDice(seed_key(seed))
    while match.ask:
        actions = match.legal()
        match.play(actions[chance.pick(len(actions), "choice")], match.awaited[0])
    return match


def sensible_match(seed, mode):
    match = garrison.new("itter", seed=seed, edition=mode[0], difficulty=mode[1])
    while match.ask:
        match.play(sample_play(match))
    return match


@cache
def games(mode):
    return [random_match(1, mode), sensible_match(2, mode)]


class Told(NamedTuple):
    """A row: what was seen before and after it, and what was told."""

    match: garrison.Match
    before: Scene
    events: list[Event]
    after: Scene


def seen(match):
    return ITTER.show.scene(match.view(ARBITER), "en")


def in_scenarios(files):
    for path in files:
        before = None
        for _, match, events in played(path):
            after = seen(match)
            if before is not None:
                yield Told(match, before, events, after)
            before = after


def in_game(ended):
    match = ended.at(0)
    match.dice = ended.dice.copy()
    before = seen(match)
    for row in ended.rows[1:]:
        events = match.play(row.action, row.seat)
        after = seen(match)
        yield Told(match, before, events, after)
        before = after
    assert match.result == ended.result


@cache
def all_told(which):
    """The rows of these scenarios, and of two whole games in every mode."""
    whole = [game for mode in MODES for game in games(mode)]
    return [*in_scenarios(EVENTFUL[which]), *(told for game in whole for told in in_game(game))]


# Rules


@pytest.mark.slow
@BY_EVENTFUL
def test_every_event_names_a_rule_of_its_edition(which):
    named = set()
    for match, _, told, _ in all_told(which):
        for at, event in enumerate(told):
            rule = ITTER.play.cited(match.state, ITTER.tell.rule_of(told, at))
            named.add((match.options["edition"], event[1], rule))
    assert [each for each in named if each[0] not in RULES.get(each[2], {"editions": ()})["editions"]] == []
    told_in_set_up = {"arrayed", "reconstruction"}
    assert {kind for _, kind, _ in named} | told_in_set_up == set(ITTER.tell.events)


def test_every_kind_of_event_has_a_rule():
    assert set(NAMED) <= set(RULES)


@BY_MODE
def test_rules_are_called_by_their_counterparts_in_the_edition(mode):
    number = MODES.index(mode)
    for rule in NAMED:
        found = cited(ItterState(1, number), rule)
        if RULES[rule]["editions"] != RULES[found]["editions"]:
            pair = (found, rule) if found.startswith("IT3") else (rule, found)
            assert pair[1] in RULES[pair[0]]["counterparts"]


def test_only_the_starting_array_has_another_rule_at_each_difficulty():
    for number in range(len(MODES)):
        for rule in IN_PLAYTEST:
            wanted = IN_PLAYTEST[rule] if MODES[number][0] == "playtest" else rule
            assert cited(ItterState(1, number), rule) == wanted or rule == "ITP-0d"


def grounds(edition, **position):
    """By kind: the rules named when one card is turned up."""
    difficulty = "beginner" if edition == "published" else "normal"
    dice = position.pop("dice")
    base = {"rest": "casualty", "actions_left": 1}
    match, script = position_at({**base, **position}, {"edition": edition, "difficulty": difficulty})
    script.feed(dice)
    told = match.play("pass")
    return [
        (event[1], ITTER.play.cited(match.state, ITTER.tell.rule_of(told, at)))
        for at, event in enumerate(told)
    ]


WORSHAM = {"worsham": "g1"}
CAUSES = {
    "sniper": (
        "published",
        {"ss_deck": ["sniper/2"], "dice": [1, 1, 1, 1, 1, 1]},
        [("card", "ITP-4.1a"), ("aimed_colour", "ITP-4.1a"), ("aimed", "ITP-4.1b"), ("fired", "ITP-4.1c")],
    ),
    "arrival": (
        "published",
        {"ss_deck": ["mg-1/1"], "dice": [4, 5, 1, 6, 1]},
        [
            ("card", "ITP-4.3a"),
            ("rolled_area", "ITP-4.3b"),
            ("landed", "ITP-4.3f"),
            ("aimed", "ITP-4.3g"),
            ("fired", "ITP-4.3g"),
            ("disrupted", "ITP-4.3g"),
        ],
    ),
    "suppressive fire": (
        "published",
        {"ss_deck": ["suppressive-fire/2"], "counters": {"9": ["mg"]}, "dice": [1, 1, 1]},
        [
            ("card", "ITP-4.4b"),
            ("opens_fire", "ITP-4.4b"),
            ("aimed", "ITP-4.4c"),
            ("fired", "ITP-4.4d"),
            ("unhurt", "ITP-4.4d"),
        ],
    ),
    "flak 30": (
        "published",
        {"ss_deck": ["flak30/2"], "dice": [6]},
        [("card", "ITP-4.4a"), ("aimed_colour", "ITP-4.4a"), ("nobody_there", "ITP-4.4a")],
    ),
    "tank": (
        "published",
        {
            "ss_deck": ["panzerfaust/2"],
            "defenders": {**WORSHAM, "lee": "bj2"},
            "defence": {"tank": 4},
            "dice": [4, 1, 1, 1],
        },
        [
            ("card", "ITP-4.2d"),
            ("fired", "ITP-4.2d"),
            ("battered", "ITP-4.2b"),
            ("tank_destroyed", "ITP-4.2e"),
            ("killed", "ITP-4.2e"),
        ],
    ),
    "sniper of the playtest edition": (
        "playtest",
        {"ss_deck": ["sniper/2"], "dice": [1, 6]},
        [("card", "IT3-75"), ("aimed_colour", "IT3-75"), ("nobody_above", "IT3-77")],
    ),
    "gun of the playtest edition": (
        "playtest",
        {"ss_deck": ["flak37/1"], "dice": [1, 1, 1, 1, 1, 1, 1]},
        [("card", "IT3-80"), ("aimed_location", "IT3-80"), ("fired", "IT3-81"), ("walls_held", "IT3-81")],
    ),
    "wreck of the playtest edition": (
        "playtest",
        {"ss_deck": ["panzerfaust/2"], "defence": {"tank": 0}, "dice": []},
        [("card", "IT3-83"), ("wreck_hit", "IT3-85")],
    ),
}


@pytest.mark.parametrize("name", CAUSES)
def test_the_rule_is_that_of_the_cause(name):
    edition, position, expected = CAUSES[name]
    found = grounds(edition, **{"defenders": WORSHAM, **position})
    start = next(at for at, (kind, _) in enumerate(found) if kind == "card")
    assert found[start : start + len(expected)] == expected


def test_difficulties_have_their_own_rules_of_set_up_and_tactics():
    found = {}
    for mode in MODES:
        match = games(mode)[0]
        told = [event for row in range(len(match.rows)) for event in match.events(row)]
        found[mode] = [
            ITTER.play.cited(match.state, ITTER.tell.rule_of(told, at))
            for kind in ("arrayed", "tactic")
            for at in [next((at for at, event in enumerate(told) if event[1] == kind), None)]
            if at is not None
        ]
    assert found == {
        ("published", "beginner"): ["ITP-0d"],
        ("published", "veteran"): ["ITP-6.1.2a", "ITP-6.1.2c"],
        ("published", "elite"): ["ITP-6.1.3a", "ITP-6.1.3c"],
        ("published", "competitive"): ["ITP-6.2a", "ITP-6.2g"],
        ("playtest", "normal"): ["IT3-08"],
        ("playtest", "veteran"): ["IT3-08"],
        ("playtest", "elite"): ["IT3-08"],
    }


# Gestures


@cache
def drawn():
    return ITTER.show.board(dict(zip(("edition", "difficulty"), MODES[0], strict=True)), "en")


@cache
def sprites():
    return {sprite.id for sprite in drawn().sprites}


@cache
def spots():
    return {place.id for place in drawn().places}


def known(scene):
    """The things of a scene, those of the board left out."""
    return {thing.id for things in (scene.pieces, scene.trays, scene.gauges) for thing in things}


@pytest.mark.slow
@BY_EVENTFUL
def test_gestures_are_about_things_that_are_there(which):
    everywhere = sprites() | spots() | {""}
    missing = {
        (event[1], thing)
        for _, before, events, after in all_told(which)
        for event in events
        for thing in set(ITTER.tell.things_of(event)) - everywhere - known(before) - known(after)
    }
    assert missing == set()


def test_each_seat_sees_the_things_of_its_gestures():
    ended = games(("published", "competitive"))[1]
    for seat in (DEFENDER, SS, SPECTATOR):
        match = ended.at(0)
        before = match.scene(seat)
        match.dice = ended.dice.copy()
        for number, row in enumerate(ended.rows[1:], 1):
            match.play(row.action, row.seat)
            after = match.scene(seat)
            things = {thing for event in match.events(number, seat) for thing in ITTER.tell.things_of(event)}
            assert things <= sprites() | spots() | {""} | known(before) | known(after)
            before = after


@pytest.mark.slow
@BY_EVENTFUL
def test_gestures_have_as_many_things_as_they_take(which):
    shown = {}
    for _, _, events, _ in all_told(which):
        for event in events:
            shown.setdefault(event[1], set()).add(len(ITTER.tell.things_of(event)))
    for kind, counts in shown.items():
        gesture = ITTER.tell.events[kind].gesture
        assert counts == {0} if not gesture else 0 not in counts, kind
        assert counts <= set(SIZES.get(gesture, counts)), kind
    assert {kind for kind, row in ITTER.tell.events.items() if row.gesture} <= set(shown)


def standing(scene):
    """Defenders by name, SS counters by drawing: how many of each are where."""
    found = Counter()
    for piece in scene.pieces:
        what = piece.sprite if piece.sprite.startswith("ss-") and "@" in piece.id else piece.id
        if "card" not in piece.sprite and "wreck" not in piece.sprite:
            found[what, piece.at] += 1
    return found


def moved(before, events):
    """Where everything stands once all that was told has moved."""
    found = standing(before)
    pieces = {piece.id: piece for piece in before.pieces}
    places = {*spots(), *(tray.id for tray in before.trays)}
    for event in events:
        if ITTER.tell.events[event[1]].gesture != "move" or event[1] == "held_off":
            continue
        things = ITTER.tell.things_of(event)
        for at in range(0, len(things), 3):
            what, start, to = things[at : at + 3]
            if start == what:
                start = next(place for (each, place), n in found.items() if each == what and n)
            if "@" in what:
                what = pieces[what].sprite
            if start:
                found[what, start] -= 1
            if to in places:
                found[what, to] += 1
            assert min(found.values()) >= 0, (event, things)
    return +found


@pytest.mark.slow
@BY_EVENTFUL
def test_the_moves_told_lead_from_what_was_seen_to_what_is_seen(which):
    for match, before, events, after in all_told(which):
        assert moved(before, events) == +standing(after), (match.options, events)


def test_dice_of_a_roll_are_shown():
    for match in (games(MODES[0])[0], games(MODES[-1])[1]):
        steps = [step for moment in Perspective(match, 0).log("en") for step in moment.steps]
        assert all(step.dice for step in steps if step.gesture == "roll")
        assert {step.kind for step in steps if len(step.dice) == 1} >= {"aimed", "aimed_location"}
        assert all(step.rule for step in steps)


def test_a_shot_goes_from_the_defender_to_the_counter():
    crew = {"lee": "g4", "worsham": "g1"}
    match, script = position_at({"rest": "casualty", "defenders": crew, "counters": {"9": ["mg"]}}, PUBLISHED)
    script.feed([6])
    match.play("lee")
    attacked, destroyed = match.play("attack mg@9")
    assert ITTER.tell.things_of(attacked) == ("lee", "mg@9")
    assert ITTER.tell.things_of(destroyed) == ("mg@9", "9", "")


def test_a_breach_goes_over_the_nearest_walls():
    full = {str(circle): ["rifleman"] for circle in (11, 32, 30, 31)}
    position = {"rest": "casualty", "actions_left": 1, "counters": full, "ss_deck": ["sturm-1/1"]}
    match, script = position_at({**position, "defenders": WORSHAM}, PUBLISHED)
    script.feed([5, 6])
    *_, breached, _ = match.play("pass")
    assert ITTER.tell.things_of(breached) == ("ss-rifleman", "31", "defence-gate-house")


# Sentences


@pytest.mark.slow
@pytest.mark.parametrize("lang", words.LANGS)
@BY_EVENTFUL
def test_every_sentence_stands_alone(which, lang):
    sentences = {
        (event[1], ITTER.tell.sentence(event, lang)) for told in all_told(which) for event in told.events
    }
    for kind, said in sentences:
        assert said[0].isupper() or said[0].isdigit(), (kind, said)
        assert said[-1] in ".!)", (kind, said)
        assert "  " not in said, (kind, said)
        assert "{" not in said, (kind, said)
        assert ".." not in said, (kind, said)
    assert len({kind for kind, _ in sentences}) > 60


# The toy's own small versions


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_toy_shows_each_seat_what_it_can_see(edition):
    toy = TOY
    spots_ = {place.id for place in toy.show.board({"edition": edition}, "en").places}
    shows = []
    for viewer in (0, 1, 2, SPECTATOR):
        match = garrison.Match(toy, {"edition": edition}, KeyedDice(seed_key(5)))
        chance = KeyedDice(seed_key(6))
        shown = set()
        while match.ask is not None:
            before, seat = match.scene(viewer), match.awaited[-1]
            actions = match.legal(seat)
            match.play(actions[chance.pick(len(actions), "choice")], seat)
            told = match.events(-1, viewer)
            things = {thing for event in told for thing in toy.tell.things_of(event)}
            assert things <= spots_ | known(before) | known(match.scene(viewer))
            shown |= {toy.tell.events[event[1]].gesture for event in told}
        assert shown >= {"mark", "fly", "move", "roll", "count"}
        shows.append("show" in shown)
    assert any(shows)
    assert not shows[-1]
    told = {toy.tell.rule_of([(-1, kind)], 0) for kind in toy.tell.events} - {""}
    assert told <= set(rulebook.rules(toy, "en"))


# The end

TRACKS = {
    "21": "2 to 6, at the Keep",
    "25": "7 to 9, at the Gate House",
    "31": "10 to 12, at the Gate House",
}
"""By the last circle before the castle: the areas whose tracks lead there, and the wall behind it."""


@pytest.mark.rule("itter", "ITP-4.3e")
def test_a_breach_says_by_which_track_they_came_and_where():
    match = garrison.new("itter", seed=8)
    while not match.over:
        match.play(match.legal()[0])
    assert match.result.how == "breach"
    for viewer in (0, SPECTATOR, ARBITER):
        ending = Perspective(match, viewer).ending("en")
        _, circle, wall = ending.things
        assert f"on circle {circle} breaks into the castle!" in ending.cause
        assert ending.cause.endswith(f"from areas {TRACKS[circle]}.")
        assert wall in {gauge.id for gauge in match.scene(viewer, "en").gauges}
    ending = Perspective(match, 0).ending("it")
    areas = TRACKS[circle].partition(",")[0]
    assert ending.cause.endswith(f"dalle aree da {areas.replace('to', 'a')}.")


def test_a_game_that_nobody_broke_into_has_no_such_cause():
    match = garrison.new("itter", seed=16)
    while not match.over:
        match.play(sample_play(match))
    assert match.result.how != "breach"
    ending = Perspective(match, 0).ending("en")
    assert (ending.cause, ending.things) == ("", ())
