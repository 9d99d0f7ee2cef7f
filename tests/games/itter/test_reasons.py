"""Castle Itter says why not: a sentence about the position, then the rule, for everything a rule forbids."""

import re
from itertools import islice, product

import pytest

import garrison
from garrison.core.errors import REASONS
from garrison.core.registry import find
from garrison.core.scenario import load, start
from garrison.core.show import rulebook, words
from garrison.games.itter.editions import IN_PLAYTEST
from garrison.games.itter.show.reasons import FINDERS
from support.games.itter_scenarios import FILES
from support.games.moves import sample_play
from support.proof import few


def at(position, *actions, **options):
    found = {"game": "itter", "options": options, "dice": [], "position": position, "step": []}
    match, _ = start(found, "test")
    for action in actions:
        match.play(action)
    return match


TOLD = [
    ({}, ["lee", "place bj2"], "attack rifleman@2", "BJ2 sees black; circle 2 is green."),
    ({}, ["lee", "place bj2"], "attack mortar@7", "There is no SS Mortar on circle 7."),
    ({}, ["lee", "place bj2"], "suppress black=1", "Lee on BJ2 puts down exactly 2, on black."),
    ({}, ["lee", "place gh3"], "suppress yellow=2", "GH3 has no colour with a Suppression square."),
    ({}, ["lee", "place st2"], "suppress green=1 red=1", "ST2 does not have both colours: green, red."),
    ({}, ["lee", "place bj1"], "attack rifleman@7", "BJ1 is white."),
    ({}, ["lee"], "place c1", "C1 is taken by Clemenceau."),
    ({}, [], "clemenceau", "Defenders still to be placed: 20."),
    ({}, ["lee", "place k1"], "done", "Lee has not moved within the location yet."),
    ({}, ["lee", "place k1", "shift k2"], "shift k3", "Lee has already moved within the location."),
    ({}, ["lee", "place k1"], "shift nt2", "NT2 is in another location: North Terrace."),
    ({}, ["lee", "place k1"], "move k2", "K2 is in the same location (Keep); that is a shift."),
    ({}, ["lee", "place k1", "suppress red=2"], "lee", "Lee has already acted this turn."),
    ({}, [], "waltl", "Waltl is still set aside."),
    ({}, ["lee", "place k1"], "load", "The 76mm is loaded from BJ1, but Lee is on K1."),
    ({"load": True}, ["lee", "place bj1"], "load", "The 76mm is already loaded."),
    (
        {},
        ["lee", "place bj1"],
        "suppress black=2 weapon",
        "BJ1 has no weapon: the 76mm is only loaded there.",
    ),
    ({}, ["lee", "place bj2"], "suppress black=7 weapon", "The 76mm is not loaded."),
    ({}, ["lee", "place k1"], "suppress red=3 weapon", "K1 is no [T] square."),
    ({}, ["sutton", "place bj2"], "suppress black=7 weapon", "Sutton is not tank crew."),
    ({}, ["sutton", "place k1"], "load", "Sutton is not tank crew."),
]


SECOND = ["lee", "place k1", "suppress red=2", "szymczyk"]
MEANWHILE = [
    (SECOND, "lee", "It is Szymczyk's action; Lee is Exhausted."),
    ([*SECOND, "place k2"], "lee", "It is Szymczyk's action; Lee is Exhausted."),
    ([*SECOND, "place k2"], "basse", "It is Szymczyk's action."),
    ([*SECOND, "place k2"], "waltl", "It is Szymczyk's action; Waltl is still set aside."),
    ([*SECOND, "place k2"], "szymczyk", ""),
    ([*SECOND, "place k2"], "k1", ""),
    ([], "lee", ""),
]


@pytest.mark.parametrize(("actions", "thing", "said"), MEANWHILE)
def test_another_than_the_one_who_acts_is_told_whose_action_it_is(actions, thing, said):
    match = at({}, *actions)
    assert match.game.book.meanwhile(match.view(0), thing, "en") == said
    assert bool(match.game.book.meanwhile(match.view(0), thing, "it")) == bool(said)


@pytest.mark.parametrize(("position", "actions", "tried", "said"), TOLD)
def test_the_sentence_names_what_is_in_the_way(position, actions, tried, said):
    told = at(position, *actions).why(tried)
    assert told.startswith(said)
    assert re.search(r"\(ITP-[\d.]+[a-z]\)$", told)


@pytest.mark.ruling("itter", "AMB-18")
def test_the_reading_that_was_chosen_is_named_where_it_forbids_an_escape():
    beside = {"rest": "casualty", "defenders": {"borotra": "bj1", "sutton": "k1"}}
    said = "BJ1 is white; by the reading you chose he escapes only from a square with a colour."
    assert at(beside, "borotra", escape="coloured").why("escape").startswith(said)


SENTENCES = {
    "ITP-4.1d": ["casualty"],
    "ITP-2.8d": ["gone"],
    "ITP-3.4a": ["aside"],
    "ITP-2.0a": ["acted"],
    "ITP-2.7d": ["commanded"],
    "ITP-2.1b": ["deploying"],
    "ITP-2.1c": ["deploying"],
    "ITP-2.1a": ["taken", "useless"],
    "ITP-2.4d": ["unfit"],
    "ITP-2.5b": ["taken"],
    "ITP-2.6a": ["unfit"],
    "ITP-2.6b": ["not-marked", "other-edition"],
    "ITP-1.3c": ["white"],
    "ITP-2.2a": ["sight", "not-there"],
    "ITP-2.2b": ["no-dice"],
    "ITP-2.3a": ["exactly", "no-tokens"],
    "ITP-2.3b": ["not-both"],
    "ITP-2.4b": ["shifted", "not-shifted", "stands-there", "elsewhere"],
    "ITP-2.5a": ["same-location"],
    "ITP-2.8b": ["in-the-way", "no-colour"],
    "ITP-3.6a": ["not-crew", "no-crew-square"],
    "ITP-3.6c": ["load-from", "already-loaded", "no-weapon"],
    "ITP-3.6d": ["not-loaded"],
    "ITP-4.3c": ["tokens-there"],
    "ITP-6.1.2c": ["card-forbids"],
    "ITP-6.1.3c": ["card-forbids"],
    "ITP-2.7b": ["not-here"],
    "ITP-2.7c": ["commander"],
    "ITP-2.7e": ["has-acted"],
    "ITP-6.2d": ["not-in-hand", "tactic-later", "orders-lie"],
    "ITP-6.2f": ["must-play"],
    "ITP-6.2g": ["card-forbids"],
    "IT3-30": ["one-colour", "exactly", "no-tokens"],
    "IT3-44": ["not-marked", "other-edition"],
    "IT3-48": ["unfit"],
    "IT3-54": ["began-elsewhere", "no-colour"],
    "IT3-95": ["no-squad"],
}
"""By rule: the sentences that can say why it bites, one of which does."""


def refusals_by(rule):
    """The reasons a player is told wherever a scenario says that this rule forbids something."""
    for path in FILES:
        if f'= "{rule}"' not in path.read_text("utf-8"):
            continue
        found = load(path)
        match, dice = start(found, path.stem)
        for step in found["step"]:
            if "do" in step:
                dice.feed(step.get("dice", []))
                match.play(step["do"])
            for tried, by in step.get("illegal", {}).items():
                if by == rule:
                    yield match.why(tried)


@pytest.mark.parametrize(
    ("rule", "keys"),
    [pytest.param(*row, id=row[0], marks=pytest.mark.rule("itter", row[0])) for row in SENTENCES.items()],
)
def test_a_rule_that_forbids_says_what_it_meets_in_the_position(rule, keys):
    itter = find("itter")
    known = itter.tell.load("en")["because"]
    likely = [re.sub(r"\\{\d\\}", ".+", re.escape(known[key])) for key in keys]
    text = rulebook.reason(itter, rule, "en")
    told = list(islice(refusals_by(rule), 20))
    assert all(each.endswith(text) for each in told)
    assert [each for each in told if re.fullmatch("|".join(likely), each.removesuffix(text).strip())]


@pytest.mark.rule("itter", "IT3-43")
def test_who_is_suppressed_is_told_to_be_before_the_only_answer_is_given():
    match = at(
        {"rest": "casualty", "defenders": {"lee": "k1"}, "marks": {"lee": ["suppressed"]}}, edition="playtest"
    )
    view = match.view(0)
    view["ask"] = ["what", 1, 0, 0]
    told = {match.game.book.because(view, match.read(text), "IT3-43", "en") for text in ("move nt2", "load")}
    assert told == {"Lee is Suppressed."}


def test_every_reason_has_its_sentences_here():
    of_its_own = set(FINDERS) - set(IN_PLAYTEST.values()) | {"IT3-30", "IT3-54"}
    assert set(SENTENCES) == of_its_own - {"IT3-43"}


def test_what_is_allowed_has_no_reason():
    assert garrison.new("itter", seed=1).why("lee") is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "lang"),
    few(2, sorted(product(range(6), words.LANGS), key=lambda pair: pair not in ((0, "en"), (1, "it")))),
)
def test_every_refusal_of_a_game_can_be_told(seed, lang):
    match = garrison.new("itter", seed=seed, difficulty=("beginner", "veteran", "elite")[seed % 3])
    met = set()
    while match.ask is not None:
        for row in range(seed, len(match.game.play.actions), 11):
            rule = match.refusal(row)
            if rule is None or rule in REASONS:
                continue
            met.add(rule)
            told = match.why(row, lang=lang)
            assert told.endswith(f"({rule})")
            assert "{" not in told
        match.play(sample_play(match))
    assert len(met & set(FINDERS)) > 5


@pytest.mark.parametrize(
    ("played", "thing", "notation", "rule"),
    [
        ("", "lee", "lee", None),
        ("", "clemenceau", "clemenceau", "ITP-2.1c"),
        ("lee", "nt2", "place nt2", None),
        ("lee, place ghp", "lee", "shift ghp", "ITP-2.4b"),
        ("lee, place ghp", "10", "attack rifleman@10", "ITP-2.2a"),
        ("lee, place ghp", "rifleman@10", "attack rifleman@10", "ITP-2.2a"),
        ("lee, place ghp", "tokens-red", "suppress red=1", "ITP-2.3a"),
    ],
)
def test_a_click_is_understood_where_it_falls(played, thing, notation, rule):
    match = garrison.new("itter", seed=1)
    for each in filter(None, played.split(", ")):
        match.play(each)
    action = match.meant(thing)
    assert match.write(action) == notation
    assert match.refusal(action) == rule


@pytest.mark.parametrize("thing", ["turn", "supply", "nobody", "tokens-", "14"])
def test_a_click_on_what_is_not_asked_about_means_nothing(thing):
    assert garrison.new("itter", seed=1).meant(thing) is None
