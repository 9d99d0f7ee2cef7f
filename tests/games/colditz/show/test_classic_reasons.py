"""The classic rules of Escape from Colditz say why not in their own terms."""

import re

import pytest

from garrison.core.show import words
from garrison.games.colditz.editions import IN_CLASSIC
from garrison.games.colditz.game import COLDITZ
from garrison.games.colditz.show.reasons import CLASSIC, FINDERS, MODERN
from support.games.colditz_matches import at, officer, play, security
from support.games.colditz_reasons import case, refused

TWO = {"edition": "classic"}
THREE = {"edition": "classic", "seats": "3"}
ROPES = {"equipment": {"british": {"rope": 2}}}
CHAPEL = {"tunnels": {"chapel": "british"}, "hands": {"british": ["chapel-tunnel"]}}
DUG = {"british-1": "tun_chapel_5", "british-2": "tun_chapel_6"}
BELOW = {"inside": ["british-1", "british-2"], **CHAPEL}
DETECTED = {**BELOW, "detected": ["chapel"], "equipment": {"british": {"rope": 1}}}
HOMEWARD = {"returning": ["british-1"]}
NEEDS_KIT = "The British Escape Officer has no Escape Kit."
NO_TRADES = (
    "Escape Officers do not trade while somebody is being arrested, nor while a card may be played against "
    "an arrest, an Appel or a Search."
)
NO_CARD = "You hold no card of this tunnel that you could use now: chapel tunnel."
GOING_HOME = "British 1 is on his way home."


def after(match, *texts):
    play(match, *texts)
    return match


def pow_at(space, points=3, options=TWO, others=(), **more):
    """british-1 is in hand."""
    return after(officer(points, {"british-1": space, **dict(others)}, options, **more), "british-1")


def guard_at(space, points=3, options=TWO, others=(), **more):
    """guard-1 is in hand."""
    return after(security(points, {"guard-1": space, **dict(others)}, options, **more), "guard-1")


def on_guard(points, *cards, pawns=(), **more):
    """The Security Officer holds these cards."""
    return security(points, dict(pawns), TWO, hands={"security": list(cards)}, **more)


def caught():
    """A guard has arrested british-1, and his officer may play a card."""
    pawns = {"guard-1": "in_118", "british-1": "in_117"}
    match = security(3, pawns, THREE, equipment={"british": {"rope": 1}}, hands={"british": ["release"]})
    return after(match, "guard-1", "arrest british-1")


def offered():
    """The French could give the British a fourth card."""
    hands = {"british": ["release", "talisman", "hideaway"], "french": ["warning"]}
    match = officer(3, {"british-1": "in_064", "french-1": "in_074"}, THREE, hands=hands, turn="french")
    for seat, text in ((0, "trade french"), (0, "want warning"), (0, "send")):
        match.play(text, seat)
    return match


def denied():
    pawns = {"british-1": "chapel_8", "french-1": "tun_chapel_5", "french-2": "tun_chapel_6"}
    hands = {"french": ["chapel-tunnel"]}
    match = officer(
        9, pawns, THREE, inside=["french-1", "french-2"], tunnels={"chapel": "french"}, hands=hands
    )
    return after(match, "british-1", "enter chapel", "deny", "british-1")


def crawling_beside_another_nation():
    pawns = {"british-1": "tun_chapel_5", "french-1": "tun_chapel_6"}
    match = officer(3, pawns, THREE, **{**BELOW, "inside": [*pawns]})
    return after(match, "british-1")


def too_many():
    hands = {"british": ["chapel-tunnel", "release", "talisman", "hideaway"]}
    return officer(3, DUG, TWO, **{**BELOW, "hands": hands})


def too_many_on_offer():
    """One of the cards in hand is offered to the French; the tunnel card is not."""
    hands = {"british": ["chapel-tunnel", "release", "talisman", "hideaway"]}
    match = officer(3, DUG, THREE, **{**BELOW, "hands": hands})
    for text in ("trade french", "put release", "send"):
        match.play(text, 0)
    return match


def out():
    pawns = {"british-1": "in_064", "french-1": "out", "polish-1": "in_074"}
    return officer(3, pawns, {**THREE, "seats": "4"})


def searching(**more):
    return after(security(6, {"guard-1": "in_087", "british-1": "chapel_1"}, TWO, **more), "play search")


def warned():
    match = searching(
        hands={"security": ["search"], "british": ["warning"]}, equipment={"british": {"rope": 1}}
    )
    return after(match, "answer warning", "guard-1")


TOLD = [
    (
        "COL-C-11",
        lambda: pow_at("in_002"),
        "cross out_121",
        "It takes 2 ropes; the British Escape Officer holds 0.",
    ),
    (
        "COL-C-11",
        lambda: pow_at("out_086"),
        "cross ext_070",
        "The wire takes a wire cutter; the British Escape Officer holds none.",
    ),
    ("COL-C-11", lambda: pow_at("in_118"), "cross in_117", "There is no barrier to step over for British 1."),
    (
        "COL-C-11",
        lambda: pow_at("in_228", paid={"out": ["in_227"]}),
        "cross out_330",
        "There is no barrier to step over for British 1.",
    ),
    (
        "COL-C-11",
        lambda: pow_at("out_330", paid={"back": ["in_227"]}, trails={"british-1": ["in_227"]}),
        "cross in_227",
        "There is no barrier to step over for British 1.",
    ),
    (
        "COL-C-11",
        lambda: pow_at("out_330", paid={"out": ["in_227"]}, trails={"british-1": ["in_227"]}),
        "cross in_227",
        "It takes 1 rope; the British Escape Officer holds 0.",
    ),
    ("COL-C-19b", lambda: pow_at("in_118", 1), "to in_090", None),
    (
        "COL-C-23a",
        lambda: pow_at("in_118", others={"british-2": "in_117"}),
        "to in_117",
        "British 2 stands on that space.",
    ),
    ("COL-C-27a", offered, "accept british", "Somebody would then hold more than three Opportunity cards."),
    (
        "COL-C-29a",
        lambda: at(TWO, pawns={"british-1": "store_1"}),
        "make rope",
        "POWs in rooms for this: 1 of 2 (rope).",
    ),
    (
        "COL-C-29a",
        lambda: at(
            TWO,
            pawns={"british-1": "kitchen_1", "british-2": "kitchen_2"},
            equipment={"british": {"cutter": 4}},
        ),
        "make cutter",
        "No card of this kind is left: wire cutter.",
    ),
    ("COL-C-31a", lambda: pow_at("ext_057"), "escape t_northwest", NEEDS_KIT),
    ("COL-C-32a", lambda: at(TWO), "make kit", "Missing for the kit: food, documents, compass, disguise."),
    (
        "COL-C-33a",
        lambda: at(TWO, kits=["british"]),
        "make kit",
        "You hold an Escape Kit already, and it serves for the whole game.",
    ),
    ("COL-C-34a1", lambda: security(3, {}, TWO), "guard-1", "Guard 1 is in the barracks."),
    (
        "COL-C-34a1",
        lambda: security(3, {"british-1": "post_in_1"}, TWO),
        "post post_in_1",
        "British 1 stands on that space.",
    ),
    (
        "COL-C-34a1",
        lambda: security(3, {f"guard-{n}": f"post_in_{n}" for n in range(1, 7)}, TWO),
        "post post_out_1",
        "No guard is in the barracks.",
    ),
    (
        "COL-C-34a3",
        lambda: security(3, {}, TWO, arrested=True),
        "post post_in_1",
        "Somebody has been arrested in this turn: no more guards are posted.",
    ),
    (
        "COL-C-34b",
        lambda: after(
            security(3, {f"guard-{n}": f"post_in_{n}" for n in range(1, 7)}, TWO), "withdraw guard-1"
        ),
        "post post_in_1",
        "The guards in the barracks were withdrawn in this turn.",
    ),
    (
        "COL-C-34c1",
        lambda: guard_at("in_074", others={"british-1": "in_064"}),
        "arrest british-1",
        "The British Escape Officer holds no equipment.",
    ),
    ("COL-C-34c1", lambda: guard_at("in_074"), "arrest british-1", "British 1 is not on the board."),
    (
        "COL-C-34c1",
        lambda: guard_at("in_074", others={"british-1": "safe_in_1"}),
        "arrest british-1",
        "British 1 is in a safe area.",
    ),
    (
        "COL-C-37a",
        lambda: officer(3, {"british-1": "cell_inner"}, TWO),
        "british-1",
        "British 1 is in a solitary cell.",
    ),
    (
        "COL-C-37a",
        lambda: officer(3, {"british-1": "cell_inner"}, TWO),
        "release british-1",
        "There is no double left in this turn for a release.",
    ),
    (
        "COL-C-37a",
        lambda: officer(3, {"british-1": "in_118"}, TWO, doubles=1),
        "release british-1",
        "None of your POWs is in a solitary cell.",
    ),
    (
        "COL-C-39a",
        lambda: pow_at("out_358", **HOMEWARD),
        "to key_inner",
        "British 1 is on his way home from the outer cells: he can go in only by the inner inspection point.",
    ),
    (
        "COL-C-39b",
        lambda: guard_at("out_357", others={"british-1": "out_358"}, **HOMEWARD),
        "arrest british-1",
        GOING_HOME,
    ),
    ("COL-C-40", lambda: pow_at("out_121", **ROPES), "cross in_002", "British 1 has not come out that way."),
    (
        "COL-C-41",
        lambda: pow_at("in_227"),
        "to key_inner",
        "That step takes a key; the British Escape Officer holds none.",
    ),
    ("COL-C-42", lambda: pow_at("out_313", 9), "to light_027", "That is a searchlight space."),
    (
        "COL-C-44",
        lambda: guard_at("in_087"),
        "to chapel_1",
        "This room is closed to guards: chapel. Neither Search nor Appel has been played in this turn.",
    ),
    (
        "COL-C-44",
        lambda: after(
            security(9, {**DUG, "british-3": "chapel_8", "guard-1": "in_092"}, TWO, **DETECTED), "guard-1"
        ),
        "arrest british-3",
        "Nobody is arrested in a room unless Search or Appel has been played in this turn: chapel.",
    ),
    (
        "COL-C-47a",
        lambda: officer(3, {}, TWO),
        "play release",
        "You do not hold this card: Release from Solitary.",
    ),
    (
        "COL-C-47a",
        lambda: on_guard(3),
        "play tunnel-found",
        "You do not hold this card: Tunnel Detected.",
    ),
    ("COL-C-48", caught, "trade french", NO_TRADES),
    (
        "COL-C-49",
        lambda: officer(3, {}, TWO, hands={"british": ["talisman"]}),
        "play talisman",
        "This card is played when its moment comes, not in your own turn: Talisman.",
    ),
    (
        "COL-C-49",
        warned,
        "arrest british-1",
        "The British Escape Officer was warned: in rooms British POWs cannot be arrested in this turn.",
    ),
    ("COL-C-51a", lambda: at(TWO, pawns={"british-1": "in_118"}), "do-or-die british-1", NEEDS_KIT),
    (
        "COL-C-51a",
        lambda: officer(3, {"british-1": "in_118"}, TWO, kits=["british"]),
        "do-or-die british-1",
        "A run takes the place of the roll, and you have rolled already.",
    ),
    (
        "COL-C-51b",
        lambda: at(TWO, pawns={"british-1": "out_358"}, kits=["british"]),
        "do-or-die british-1",
        "British 1 is not in the inner courtyard or one of its rooms.",
    ),
    (
        "COL-C-52a",
        lambda: officer(3, {"british-1": "in_118"}, TWO, hands={"british": ["staff-car"]}),
        "play staff-car",
        "None of your POWs stands at the staff car.",
    ),
    (
        "COL-C-52b",
        lambda: guard_at("out_207", others={"british-1": "staff_car"}, driver="british-1"),
        "arrest british-1",
        "British 1 drives the staff car: nobody can arrest him.",
    ),
    ("COL-C-53a", lambda: pow_at("chapel_8", 9), "enter chapel", NO_CARD),
    (
        "COL-C-53a",
        denied,
        "enter chapel",
        "The French Escape Officer has not let your POWs into this tunnel in this turn: chapel tunnel.",
    ),
    (
        "COL-C-53a",
        lambda: after(officer(3, DUG, TWO, **BELOW), "british-1"),
        "enter canteen",
        "British 1 is in a tunnel already.",
    ),
    (
        "COL-C-53a",
        crawling_beside_another_nation,
        "enter chapel",
        "British 1 is in a tunnel already.",
    ),
    (
        "COL-C-53a",
        lambda: officer(3, {}, TWO, hands={"british": ["chapel-tunnel"]}),
        "play chapel-tunnel",
        "This card is not played: while you hold it, your POWs may enter the tunnel.",
    ),
    (
        "COL-C-53e",
        lambda: after(security(9, {**DUG, "guard-1": "out_086"}, TWO, **BELOW), "guard-1"),
        "arrest british-1",
        "British 1 is in a tunnel: only Tunnel Detected and two guards get him out.",
    ),
    (
        "AMB-47",
        lambda: on_guard(3, "shoot"),
        "play shoot",
        "No POW who could be shot at is outside the castle.",
    ),
    (
        "AMB-70",
        lambda: on_guard(3, "tunnel-found"),
        "play tunnel-found",
        "No tunnel is in use that has not been detected yet.",
    ),
    (
        "AMB-70",
        lambda: on_guard(3, "search", searching=True),
        "play search",
        "Guards may enter rooms in this turn already.",
    ),
    (
        "COL-C-53a",
        too_many_on_offer,
        "discard chapel-tunnel",
        "This card lies open while its tunnel is in use.",
    ),
    (
        "COL-C-53a",
        too_many,
        "discard chapel-tunnel",
        "This card lies open while its tunnel is in use.",
    ),
    ("COL-C-27b", too_many, "end", "Cards you hold: 4; you may keep 3."),
    ("AMB-66", out, "trade french", "That team is out of the game."),
    (
        "AMB-70",
        lambda: on_guard(3, "appel", searching=True),
        "play appel",
        "Nobody is called, and guards may enter rooms in this turn already.",
    ),
]
"""Rule, position, what is tried, the sentence; None where its words are those of the modern rules."""
FIRST = {row[0]: row for row in reversed(TOLD)}


@pytest.mark.parametrize(("rule", "make", "tried", "said"), [case(*row) for row in TOLD])
def test_the_sentence_is_in_terms_of_the_classic_rules(rule, make, tried, said):
    told = refused(rule, make, tried)
    assert told == said if said else told


@pytest.mark.parametrize(("rule", "make", "tried"), [case(*FIRST[rule][:3]) for rule in FIRST])
def test_the_sentence_is_told_in_the_readers_language(rule, make, tried):
    told = refused(rule, make, tried, "it")
    assert told
    assert told != refused(rule, make, tried)


@pytest.mark.parametrize("lang", words.LANGS)
def test_every_classic_rule_that_forbids_and_every_sentence_is_tried_here(lang):
    rules = {*CLASSIC, *(IN_CLASSIC[rule] for rule in MODERN if rule in IN_CLASSIC)}
    assert rules - {row[0] for row in TOLD} == set()
    assert rules <= set(FINDERS)
    told = [refused(*row[:-1], lang) for row in TOLD]
    for key, text in COLDITZ.tell.load(lang)["because-classic"].items():
        likely = re.sub(r"\\\{\d.*?\\\}", ".+", re.escape(text))
        assert any(re.fullmatch(likely, each) for each in told), key
