"""Reasons for answers: there is always one, it is well written, and it gives nothing away."""

import ast
import re
import tomllib
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from garrison.core import kernel
from garrison.core.dice import KeyedDice
from garrison.core.errors import Illegal
from garrison.core.registry import settle
from garrison.games.colditz.actions import ARREST, DO_OR_DIE, END, ESCAPE, ROLL
from garrison.games.colditz.bot import desperate
from garrison.games.colditz.bot.guide import ColditzGuide
from garrison.games.colditz.bot.plans import routes
from garrison.games.colditz.bot.reasons import (
    card_advice,
    escape_advice,
    move_advice,
    security_advice,
    situation,
    speaker,
    trade_advice,
)
from garrison.games.colditz.bot.reasons.advice import reason
from garrison.games.colditz.bot.reasons.situation import Situation
from garrison.games.colditz.bot.reasons.speaker import Speaker, sentence
from garrison.games.colditz.castle.layout import CAR_SPACE, ROOMS, SPACES, TARGETS
from garrison.games.colditz.game import COLDITZ
from garrison.games.colditz.tables import FIRST_GUARD, NATIONS, PAWNS, SECURITY
from garrison.games.colditz.words import WORDS
from support import paths
from support.games.colditz_matches import played

GUIDE = ColditzGuide()
LANGS = ("en", "it")
TABLES = [
    {"seats": "2", "rounds": "20"},
    {"seats": "4", "rounds": "20"},
    {"seats": "3", "rounds": "20", "goal": "shared", "kits": "none", "doorways": "clear"},
    {"edition": "classic", "seats": "2", "rounds": "20"},
    {"edition": "classic", "seats": "4", "rounds": "20"},
]
MODULES = (
    card_advice,
    escape_advice,
    move_advice,
    security_advice,
    situation,
    speaker,
    trade_advice,
)


@cache
def positions(table):
    """Whole games of the guide, with an answer or an offer at random now and then: who is asked, and what."""
    found = []
    for number in range(3):
        options = settle(COLDITZ, TABLES[table])
        dice, chance = KeyedDice(bytes([number + 1]) * 32), Random(10 * table + number)
        s = kernel.begin(COLDITZ.play, COLDITZ.rules, options, dice, lambda _: None)
        turn = 0
        while s.ask is not None:
            turn += 1
            dice.start(turn)
            seat, rows, offers = asked(s)
            found.append((s.copy(), seat, [*rows, *offers]))
            if offers and chance.random() < 0.05:
                action = chance.choice(offers)
            elif chance.random() < 0.1:
                action = chance.choice(rows)
            else:
                ranks = GUIDE.rank(s, seat, rows)
                action = rows[max(range(len(rows)), key=ranks.__getitem__)]
            kernel.apply(COLDITZ.play, s, seat, action, dice, lambda _: None)
    return found


def asked(s):
    waiting = kernel.waiting(COLDITZ.play, s)
    if waiting:
        return waiting[0], list(kernel.replies(COLDITZ.play, s, waiting[0])), []
    seat = kernel.awaited(s)[0]
    rows = list(kernel.legal(COLDITZ.play, s, seat))
    offers = [] if seat == SECURITY[s.mode] else COLDITZ.play.anytime.legal(s, seat)
    return seat, rows, [row for row in offers if row not in rows]


def some_of(rows, chance):
    """All answers to most questions; of many alike a few."""
    return rows if len(rows) < 8 else chance.sample(rows, 8)


USUAL = ("act", "move", "ready", "deploy", "double", "draw", "parade")


@cache
def told(table):
    """Answers of every kind in these games, and their reasons in both languages."""
    chance, found = Random(table), []
    for s, seat, rows in positions(table):
        if s.ask[0] in USUAL and chance.random() > 0.2:
            continue
        for row in some_of(rows, chance):
            found.append((s.ask, row, *(reason(s, seat, row, lang) for lang in LANGS)))
    return found


everywhere = pytest.mark.parametrize("table", range(len(TABLES)))

# What is said


@everywhere
def test_every_answer_has_a_reason_in_a_sentence_or_two(table):
    assert len(told(table)) > 200
    for ask, row, *texts in told(table):
        for text in texts:
            well_written(text, ask, row)


@pytest.mark.parametrize("start", ["classic-", "a-", ""])
def test_rare_questions_have_good_reasons_too(start):
    """Those of the scenarios: windows, tunnels, markers, the car, cards of every kind."""
    chance, seen = Random(1), set()
    for path in sorted((paths.SCENARIOS / "colditz").glob("*.toml")):
        if start == next(each for each in ("classic-", "a-", "") if path.stem.startswith(each)):
            for s, seat, rows in scenes(path):
                for row in rows if len(rows) < 5 else chance.sample(rows, 3):
                    for lang in LANGS:
                        well_written(reason(s, seat, row, lang), s.ask, row)
                seen.add(s.ask[0])
    assert len(seen) > 12


def scenes(path):
    """Who is asked in a scenario, and what; up to a step that is refused."""
    try:
        for match in played(path):
            for seat in match.awaited:
                yield match.state, seat, match.legal(seat)
    except Illegal:
        return


def well_written(text, ask, row):
    about = (ask, COLDITZ.play.actions[row], text)
    assert text[0].isupper() or text[0].isdigit(), about
    assert text.endswith("."), about
    assert not re.search(r"\.\.|  |[{}|]| [.,;:]|[,;:]\.|:[^.;]*:", text), about
    assert len(re.findall(r"\. [A-Z]", text.replace("W.C.", "WC"))) <= 1, about
    assert len(text) < 330, about


@everywhere
def test_both_languages_name_the_same_numbers(table):
    numbers = re.compile(r"\d+")
    for _, _, english, italian in told(table):
        words = {"once": "1", "una volta su": "1"}
        assert abs(len(numbers.findall(english)) - len(numbers.findall(italian))) <= 2, (
            english,
            italian,
            words,
        )


@everywhere
def test_reasons_differ_from_answer_to_answer_and_from_turn_to_turn(table):
    texts = [english for _, _, english, _ in told(table)]
    assert len({*texts}) > len(texts) / 5


@everywhere
def test_a_reason_tells_no_secrets(table):
    """It is the same for all that the seat's view allows."""
    dice, chance, different = KeyedDice(bytes(32)), Random(table), 0
    picked = [each for each in positions(table) if chance.random() < 0.06 or each[0].ask[0] not in USUAL]
    for number, (s, seat, rows) in enumerate(islice(chance.sample(picked, len(picked)), 45)):
        dice.start(number)
        seen = COLDITZ.know.view(s, seat)
        expected = {row: reason(s, seat, row, "en") for row in some_of(rows, chance)}
        for _ in range(3):
            other = COLDITZ.know.sample(seen, dice)
            different += other.hands != s.hands or other.equipment != s.equipment
            assert {row: reason(other, seat, row, "en") for row in expected} == expected, s.ask
    assert different > 20


# What is true


def test_a_run_of_do_or_die_is_told_by_its_exact_chance():
    seen = 0
    for s, seat, rows in (*positions(3), *positions(4)):
        for row in rows:
            if row in DO_OR_DIE:
                percent = round(100 * desperate.chance(s, seat, row - DO_OR_DIE[0]))
                text = reason(s, seat, row, "en")
                assert not 2 <= percent <= 99 or f" {percent} times in 100" in text
                seen += 1
    assert seen > 20


@pytest.mark.parametrize("table", [0, 1, 4])
def test_before_his_roll_an_officer_hears_of_his_plan(table):
    for s, seat, _ in positions(table):
        if s.ask[0] == "ready" and seat != SECURITY[s.mode]:
            here = Situation(s, seat, Speaker("en"))
            text = reason(s, seat, ROLL, "en")
            assert here.plan is None or here.way(here.plan.route) in text


def test_an_arrest_is_told_by_the_name_of_the_pow_and_an_escape_too():
    arrests = escapes = 0
    for table in range(len(TABLES)):
        for s, seat, rows in positions(table):
            for row in rows:
                if row in ARREST or row in ESCAPE:
                    pawn = row - ARREST[0] if row in ARREST else s.ask[2]
                    for lang in LANGS:
                        assert WORDS.name("pawn", PAWNS[pawn], lang) in reason(s, seat, row, lang)
                    arrests += row in ARREST
                    escapes += row in ESCAPE
    assert arrests + escapes > 10


@pytest.mark.parametrize("table", [0, 4])
def test_at_the_end_of_a_turn_it_is_said_when_somebody_could_still_move(table):
    early = 0
    for s, seat, rows in positions(table):
        if s.ask[0] == "act" and END in rows and seat != SECURITY[s.mode]:
            best = max(zip(GUIDE.rank(s, seat, rows), rows, strict=True))[1]
            text = reason(s, seat, END, "en")
            if best < FIRST_GUARD and "alone in the" not in text:
                assert "left, and" in text
                early += 1
    assert early > 10


# The words


def templates(lang):
    return tomllib.loads(files("garrison.games.colditz").joinpath(f"advice.{lang}.toml").read_text("utf-8"))


def test_both_languages_have_the_same_templates_with_the_same_places():
    english, italian = templates("en"), templates("it")
    assert list(english) == list(italian)
    for key, said in english.items():
        if isinstance(said, dict):
            assert list(said) == list(italian[key])
            continue
        one, other = ({*re.findall(r"\{(\w+)", text)} - {"n", "number"} for text in (said, italian[key]))
        assert one == other, key


def test_every_template_is_used_and_none_is_missing():
    strings, said = set(), set()
    for module in MODULES:
        tree = ast.parse(Path(module.__file__).read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                strings.add(node.value)
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "say":
                said |= keys_of(node.args[0])
    known = templates("en")
    assert [key for key in known if key not in strings] == []
    assert [key for key in said if key not in known] == []


def keys_of(node):
    """The keys that a call may say: a string, or either of two."""
    if isinstance(node, ast.IfExp):
        return keys_of(node.body) | keys_of(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) else set()


@pytest.mark.parametrize("lang", LANGS)
def test_all_rooms_nations_and_ways_out_have_names(lang):
    speaker = Speaker(lang)
    for room in range(len(ROOMS)):
        assert speaker.room(room)
    for nation in range(len(NATIONS)):
        assert speaker.officer(nation)
        assert speaker.people(nation)
        assert speaker.word("run-of", NATIONS[nation])
    for goal in (*TARGETS, CAR_SPACE):
        assert speaker.goal(goal)
        assert speaker.off(goal), SPACES[goal]
    for along in (False, True):
        for route in routes(along):
            assert speaker.start(route) != speaker.say("from-space", at=speaker.at(route.start))


def test_numbers_have_the_right_word_beside_them():
    english, italian = Speaker("en"), Speaker("it")
    assert english.things([2, 0, 0, 1]) == "two ropes and a wire cutter"
    assert italian.things([2, 0, 0, 1]) == "due corde e un paio di tronchesi"
    assert english.things([1, 1, 2, 0]) == "a rope, a key and two passes"
    assert italian.things([1, 1, 2, 0]) == "una corda, una chiave e due lasciapassare"
    assert [english.times(chance) for chance in (0.001, 0.01, 0.34, 1.0)] == [
        "less than once in 100",
        "once in 100",
        "34 times in 100",
        "practically every time",
    ]
    assert [italian.times(chance) for chance in (0.01, 0.34)] == ["una volta su 100", "34 volte su 100"]
    assert "turns away" in english.guard(0, 40)
    assert sentence("in the W.C.") == "In the W.C."
