"""Castle under Siege says why not: a sentence about the position, then the rule."""

import re

import pytest

from garrison.core.registry import find
from garrison.core.scenario import start
from garrison.core.show import rulebook, words
from garrison.games.siege.show.reasons import FINDERS

SIEGE = find("siege")


def at(position, *actions, **options):
    found = {"game": "siege", "options": options, "dice": [], "position": position, "step": []}
    match, _ = start(found, "test")
    for action in actions:
        match.play(action)
    return match


def attacking(*actions, difficulty="1", **position):
    """The attacker's second turn: the Wizard cannot cast."""
    return at({"phase": "attack", "turn": 2, "cast": 1, **position}, *actions, difficulty=difficulty)


def defending(*actions, priest="anywhere", **position):
    return at({"phase": "defence", "turn": 2, **position}, *actions, priest=priest)


def near_priest():
    return defending("priest-1", counters=HURT, priest="section")


def first_shot():
    return at({}, "load fire", "wait")


def later_shot(**position):
    return attacking("load fire", catapult=[27000, 2000], **position)


def asked(*ask):
    """A question that comes only after a rare shot, asked of the usual array."""
    match = defending()
    match.state.ask = ask
    return match


NO_DISEASE = {f"disease-{n}": "spent" for n in range(1, 5)}
HURT = {"soldier-1": {"at": "tower-nw", "health": "injured"}}
KILLED = {"soldier-1": "killed"}
BURNING = {"ammunition": {"fire-1": "gate-n"}, "shows": {"fire-1": 2}, "lies": {"fire-1": [26000, 17000]}}
RUIN = {"counters": {"mason-1": "wall-nw-n"}, "structures": {"wall-nw-n": 3}}
SHUT_IN = {
    "contaminated": ["wall-nw-n", "wall-nw-w"],
    "counters": {"soldier-5": "court", "soldier-9": "court"},
}
AIM = "aim x=27 y={} dir=180 force=2 bend={}"

TOLD = [
    ("CUS-12", lambda: attacking(ammunition=NO_DISEASE), "load disease", "No ammunition of this kind is"),
    ("CUS-06", first_shot, "site n8", "That place is 12.5 inches from the castle; at least 14 are needed."),
    ("CUS-06", first_shot, AIM.format(2.26, 1), "That place is 13.99 inches from the castle; at least 14"),
    ("CUS-14", later_shot, AIM.format(6, 1), "That place is 10.25 inches from the castle; at least 12 are"),
    ("CUS-31", later_shot, AIM.format(3.9, 1), "That place is 1.9 inches from the last one; at least 2 are"),
    ("CUS-B3", lambda: later_shot(difficulty="3"), AIM.format(0, 2), "Line 2 is easier than the agreed"),
    ("CUS-B11", lambda: attacking("load fire", "site n3"), "turn 0", "From here (north side, place 3 (far))"),
    ("CUS-B11", lambda: attacking("load fire", "site n3", "turn 180"), "pull 0.5", "Turned to 180°, a pull"),
    ("CUS-40", lambda: defending(counters=HURT), "soldier-1", "Soldier 1 is injured."),
    ("CUS-29", lambda: defending(counters={"wizard": "killed"}), "wizard", "Wizard has been killed."),
    (
        "CUS-A5",
        lambda: defending("priest-1", "move keep-w"),
        "priest-1",
        "Priest 1 has already acted this turn.",
    ),
    ("CUS-25", lambda: defending(**SHUT_IN), "soldier-1", "Soldier 1 can do nothing: every"),
    ("CUS-25", lambda: defending("priest-1", **SHUT_IN), "move wall-nw-n", "The north wall (we"),
    (
        "CUS-36",
        lambda: defending("soldier-1"),
        "move court",
        "The inner court cannot be reached from the north-west",
    ),
    ("CUS-36", lambda: defending("soldier-1"), "move tower-nw", "Soldier 1 is already there."),
    ("CUS-37", lambda: defending("soldier-2", counters=HURT), "heal soldier-1", "Soldier 2 is not a Priest."),
    ("CUS-37", lambda: defending("priest-1"), "heal soldier-1", "Soldier 1 is not injured."),
    ("CUS-37", lambda: defending("priest-1", counters=KILLED), "heal soldier-1", "Soldier 1 has been ki"),
    ("CUS-A7", near_priest, "heal soldier-1", "Soldier 1 stands in another section: north-west tower."),
    ("CUS-38", lambda: defending("soldier-1"), "repair", "Soldier 1 is not a Stonemason."),
    ("CUS-38", lambda: defending("mason-1"), "repair", "The north gatehouse has no damage."),
    ("CUS-38", lambda: defending("mason-1", counters={"mason-1": "court"}), "repair", "Stonemason 1 stands"),
    ("CUS-A14", lambda: defending("mason-1", **RUIN), "repair", "The north wall (west) is destroyed."),
    ("CUS-39", lambda: defending("soldier-1", **BURNING), "douse fire-1", "Soldier 1 is not a Water boy."),
    ("CUS-39", lambda: defending("waterboy-1"), "douse fire-1", "This fire is not burning: fire 1."),
    ("CUS-39", lambda: defending("waterboy-2", **BURNING), "douse fire-1", "This fire burns elsewhere: no"),
    (
        "CUS-26",
        lambda: asked("flee", 2, 10),
        "flee keep-w",
        "The keep (west) cannot be reached from the north-west",
    ),
    ("CUS-A16", lambda: asked("struck", 1, 0, 0, 4), "strike keep", "It lies evenly on these: north-west"),
    ("CUS-A26", lambda: asked("struck", 1, 20, 0, 12), "foul keep-w", "It lies evenly on these: north-west"),
]
"""Rule, position, what is tried, how the sentence begins."""


def refused(rule, make, tried, lang="en"):
    """The sentence before the rule."""
    told = make().why(tried, lang=lang)
    text = rulebook.reason(SIEGE, rule, lang)
    assert told.endswith(text)
    return told.removesuffix(text).strip()


@pytest.mark.parametrize(
    ("rule", "make", "tried", "said"),
    [pytest.param(*row, marks=pytest.mark.rule("siege", row[0])) for row in TOLD],
)
def test_the_sentence_names_what_is_in_the_way(rule, make, tried, said):
    assert refused(rule, make, tried).startswith(said)


@pytest.mark.parametrize("lang", words.LANGS)
def test_every_rule_that_forbids_and_every_sentence_is_tried_here(lang):
    assert {row[0] for row in TOLD} == set(FINDERS)
    told = [refused(*row[:-1], lang) for row in TOLD]
    for key, text in SIEGE.tell.load(lang)["because"].items():
        likely = re.sub(r"\\{\d\\}", ".+", re.escape(text))
        assert any(re.fullmatch(likely, each) for each in told), key


def test_the_sentence_is_told_in_the_readers_language():
    assert refused("CUS-40", lambda: defending(counters=HURT), "soldier-1", "it") == "Soldato 1 è ferito."


def test_what_is_allowed_has_no_reason():
    assert defending().why("soldier-1") is None


def test_another_than_the_one_who_acts_is_told_whose_action_it_is():
    said, mason = SIEGE.book.meanwhile, defending("mason-1", counters=HURT).view(1)
    assert said(mason, "soldier-1", "en") == "It is Stonemason 1's action; Soldier 1 is injured."
    assert said(mason, "soldier-2", "it") == "È l'azione di Tagliapietre 1."
    assert said(mason, "mason-1", "en") == ""
    assert said(defending("priest-1", counters=HURT).view(1), "soldier-2", "en") == ""
