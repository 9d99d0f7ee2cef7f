"""Escape from Colditz says why not: a sentence about the position, then the rule."""

import re

import pytest

from garrison.core.show import words
from garrison.games.colditz.game import COLDITZ
from garrison.games.colditz.show.reasons import MODERN
from support.games.colditz_matches import at, officer, play, question, security
from support.games.colditz_reasons import case, refused

THREE, NO_KITS = {"seats": "3"}, {"kits": "none"}
ROPE, ROPES, KEY, PASS, CUTTER = (
    {"equipment": {"british": held}}
    for held in ({"rope": 1}, {"rope": 2}, {"key": 1}, {"pass": 1}, {"cutter": 1})
)
TOP, CUT = {"markers": {"british": ["in_002"]}}, {"markers": {"british": ["out_086"]}}
HOMEWARD = {"returning": ["british-1"]}
HALF = {"british-1": "laundry_4", "british-2": "office_2"}
"""Disguise and documents."""
BESIDE = {"british-1": "ext_046", "british-2": "ext_057", "british-3": "ext_066"}
"""One a step farther from the north-west target than the others."""
CORNERED = {"british-1": "in_002", "british-2": "in_001"}


def pow_at(space, points=3, options=None, others=(), **more):
    """british-1 is in hand."""
    return after(officer(points, {"british-1": space, **dict(others)}, options, **more), "british-1")


def guard_at(space, points=3, options=None, others=(), **more):
    """guard-1 is in hand."""
    return after(security(points, {"guard-1": space, **dict(others)}, options, **more), "guard-1")


def after(match, *texts):
    play(match, *texts)
    return match


def kit(*cards, pawns=()):
    """The British are asked how they make a kit."""
    return after(officer(3, dict(pawns), NO_KITS, hands={"british": list(cards)}), "make kit")


def third_escape():
    escapes = ("british-2", "escape t_northwest", "british-3", "escape t_northwest", "british-1")
    return after(officer(3, BESIDE), *escapes)


def released():
    pawns = {"british-1": "out_366", "british-2": "cell_outer"}
    return after(officer(3, pawns, doubles=1), "release british-2")


def paraded():
    pawns = {"british-1": "store_1", "british-2": "store_2", "british-3": "appel_020"}
    return after(officer(3, pawns), "make rope")


def guard_line():
    """Two in a row on the only way of three steps."""
    return pow_at("out_280", options=THREE, others={"guard-1": "out_270", "french-1": "out_264"})


NO_POINTS = "No movement points are left."
NO_WALK = "British 1 cannot walk there: no open way leads there."
CROSS_FIRST = "A barrier lies before that space: it is stepped over with cross, for its equipment."
NO_BARRIER = "There is no barrier to step over for British 1."
NO_KEY = "That step takes a key; the British Escape Officer holds none."
NO_PASS = "That step takes a pass; the British Escape Officer holds none."
NO_CUTTER = "The wire takes a wire cutter; the British Escape Officer holds none."
DENTIST = "This room is closed to guards: dentist. No Escape Attempt marker lies in it."
GOING_HOME = "British 1 is on his way home, and the British Escape Officer holds no equipment."
NEEDS_KIT = "The British Escape Officer has no Escape Kit."
NO_TRADES = (
    "Escape Officers do not trade in the Security Officer's turn, nor while a card may be played against an "
    "arrest, an Appel or a Search."
)
NOBODY_CALLED = (
    "All POWs are on the appel area already, or they are not called: those in tunnels, cells, safe areas, "
    "the staff car or outside."
)
BELOW = {"inside": ["british-1"], "tunnels": {"theatre": "open"}}
AT_WHEEL = {"driver": "british-1"}
LIGHT = "That is a searchlight space"


def ropes(needed, held):
    return f"It takes {needed}; the British Escape Officer holds {held}."


def far(steps, points):
    return f"That is {steps} steps away; you have {points}."


def shut_off(names):
    return f"In the way: {names}. There is no other way."


def dealt(*cards, pawns=(), **more):
    """The British hold these cards."""
    return officer(3, dict(pawns), hands={"british": list(cards)}, **more)


def on_guard(*cards, pawns=(), **more):
    """The Security Officer holds these cards."""
    return security(3, dict(pawns), hands={"security": list(cards)}, **more)


def stranded():
    """A POW outside in the north-west, to whom no marker leads."""
    return on_guard("shoot", pawns={"british-1": "ext_046", "guard-1": "post_in_1"})


def trading(*texts, rope=1, **more):
    """The British hold a rope and have come so far with an offer."""
    return after(officer(3, {}, THREE, equipment={"british": {"rope": rope}}, **more), *texts)


def asked_for_ropes():
    """The French have offered nothing for two ropes."""
    match = officer(3, {}, THREE, equipment={"british": {"rope": 1}})
    for text in ("trade british", "want rope", "want rope", "send"):
        match.play(text, 1)
    return match


def gone():
    """A rope in the draft has been used since."""
    pawns = {"british-1": "in_227"}
    match = officer(3, pawns, THREE, equipment={"british": {"rope": 1}})
    return after(match, "trade french", "put rope", "british-1", "cross out_330")


def eight_offers():
    return trading(*["trade french", "put rope", "send", "recall"] * 8)


def stripped():
    """In the turn of an Escape Officer the Security Officer is asked about markers."""
    match = officer(3, {"british-1": "ext_057"}, THREE, markers={"british": ["in_002"]})
    return after(match, "british-1", "escape t_northwest")


TRADES = [
    (stripped, "trade french", "Only Escape Officers trade."),
    (trading, "recall", "You have not sent an offer."),
    (
        lambda: trading("trade french", "put rope", "send"),
        "put rope",
        "Your offer to the French Escape Officer is still open: it can be recalled.",
    ),
    (
        lambda: trading("trade french"),
        "trade french",
        "You are still preparing an offer to the French Escape Officer: send it or drop it first.",
    ),
    (trading, "trade british", "There is no such partner for you in this game."),
    (trading, "trade polish", "There is no such partner for you in this game."),
    (eight_offers, "trade french", "You have made 8 offers in this turn already."),
    (trading, "put rope", "Name a partner first, with trade and a nation."),
    (lambda: trading("trade french"), "send", "There is nothing in the offer yet."),
    (gone, "send", "You no longer hold what you have put in: drop the offer."),
    (
        lambda: trading("trade french", *["want key"] * 6),
        "want key",
        "Either side of an offer has 6 cards at most.",
    ),
    (
        lambda: trading("trade french", "put rope"),
        "put rope",
        "You hold no more cards of this kind: rope.",
    ),
    (
        trading,
        "accept french",
        "No offer of the French Escape Officer is open to you.",
    ),
    (
        asked_for_ropes,
        "accept french",
        "The offer asks for 2 ropes, and you do not have that to give.",
    ),
]
"""Position, what is tried of a trade, the sentence (AMB-66)."""

TOLD = [
    *(("AMB-66", *row) for row in TRADES),
    (
        "AMB-70",
        lambda: dealt("release"),
        "play release",
        "None of your POWs is in a solitary cell.",
    ),
    (
        "AMB-70",
        lambda: dealt("chapel-tunnel", tunnels={"chapel": "open"}),
        "play chapel-tunnel",
        "That tunnel is open already: chapel tunnel.",
    ),
    ("AMB-70", lambda: dealt("diversion"), "play diversion", "No guard is on the board."),
    ("AMB-70", lambda: dealt("inspection"), "play inspection", "No guard is on the board."),
    (
        "AMB-70",
        lambda: dealt("find-pass", equipment={"british": {"pass": 5}}),
        "play find-pass",
        "No card of this kind is left: pass.",
    ),
    (
        "AMB-70",
        lambda: dealt("black-market", equipment={"british": {"rope": 12, "key": 6, "pass": 5, "cutter": 4}}),
        "play black-market",
        "No Equipment card is left.",
    ),
    ("AMB-70", lambda: at(turn="security", hands={"security": ["appel"]}), "play appel", NOBODY_CALLED),
    ("AMB-70", stranded, "play shoot", "No guard who may still act has a way to a POW outside."),
    (
        "AMB-70",
        lambda: on_guard("tunnel-found"),
        "play tunnel-found",
        "No tunnel is open that has not been discovered yet.",
    ),
    (
        "AMB-70",
        lambda: on_guard("search", pawns={"british-1": "store_1"}),
        "play search",
        "No room holds a POW whose officer has equipment.",
    ),
    ("AMB-70", lambda: on_guard("confiscate"), "play confiscate", "No Escape Officer holds equipment."),
    (
        "AMB-70",
        lambda: on_guard("riot", pawns={f"guard-{n}": "office" for n in range(1, 7)}),
        "play riot",
        "No guard can be posted.",
    ),
    (
        "COL-O-009",
        lambda: on_guard("shoot", pawns={"british-1": "in_118"}),
        "play shoot",
        "No POW who could be shot at is outside the castle.",
    ),
    ("COL-O-017", lambda: dealt("staff-car"), "play staff-car", "None of your POWs stands at the staff car."),
    (
        "COL-O-017",
        lambda: dealt("staff-car", pawns={"british-1": "out_214"}, **AT_WHEEL),
        "play staff-car",
        "The staff car is on the road: British 1 drives it.",
    ),
    ("COL-O-017", lambda: dealt("staff-car"), "alight", "None of your POWs drives the staff car."),
    (
        "COL-O-017",
        lambda: guard_at("out_220", others={"british-1": "out_214"}, **AT_WHEEL),
        "arrest british-1",
        "British 1 drives the staff car: nobody can arrest him.",
    ),
    ("COL-O-036", lambda: pow_at("chapel_8"), "enter chapel", "That tunnel is closed: chapel tunnel."),
    (
        "COL-O-036",
        lambda: pow_at("tun_theatre_3", **BELOW),
        "enter theatre",
        "British 1 is in a tunnel: he leaves it by its exit.",
    ),
    ("COL-O-076", lambda: dealt("release"), "play diversion", "You do not hold this card: Diversion."),
    (
        "COL-O-076",
        lambda: dealt("talisman"),
        "play talisman",
        "This card is played when its moment comes, not in your own turn: Talisman.",
    ),
    ("COL-O-100", lambda: security(3, {}, THREE), "trade french", NO_TRADES),
    (
        "COL-O-126",
        lambda: guard_at("out_340", others={"british-1": "tun_theatre_3"}, **BELOW),
        "arrest british-1",
        "British 1 is in a tunnel that has not been discovered.",
    ),
    ("COL-O-020", lambda: pow_at("in_227"), "cross out_330", ropes("1 rope", 0)),
    ("COL-O-021", lambda: pow_at("in_002"), "cross out_121", ropes("2 ropes", 0)),
    ("COL-O-021", lambda: pow_at("in_002", **ROPE), "cross out_121", ropes("2 ropes", 1)),
    ("COL-O-021", lambda: pow_at("out_121", **ROPE, **TOP), "cross in_002", ropes("2 ropes", 1)),
    (
        "COL-O-022",
        lambda: pow_at("out_337", **KEY),
        "to key_south",
        "That step takes a key: it is made with cross.",
    ),
    ("COL-O-022", lambda: pow_at("out_337"), "to key_south", NO_KEY),
    ("COL-O-022", lambda: pow_at("out_337", **PASS), "cross key_south", NO_KEY),
    ("COL-O-022", lambda: pow_at("out_337", others={"guard-1": "key_south"}), "force guard-1", NO_KEY),
    (
        "COL-O-023",
        lambda: pow_at("out_300", **PASS),
        "to pass_main_gate",
        "That step takes a pass: it is made with cross.",
    ),
    ("COL-O-023", lambda: pow_at("out_300"), "to pass_main_gate", NO_PASS),
    ("COL-O-023", lambda: pow_at("out_300", **KEY), "cross pass_main_gate", NO_PASS),
    ("COL-O-023", lambda: pow_at("in_118", others={"guard-1": "post_out_3"}), "force guard-1", NO_PASS),
    ("COL-O-024", lambda: pow_at("out_086", **ROPES), "cross ext_070", NO_CUTTER),
    ("COL-O-024", lambda: pow_at("in_118"), "cross in_117", NO_BARRIER),
    ("COL-O-024", lambda: pow_at("in_002", **ROPES, **TOP), "cross out_121", NO_BARRIER),
    ("COL-O-024", lambda: pow_at("out_086", **CUTTER, **CUT), "cross ext_070", NO_BARRIER),
    ("COL-O-024", lambda: pow_at("out_358", **HOMEWARD), "cross key_inner", NO_BARRIER),
    (
        "COL-O-026",
        lambda: officer(3, {"british-1": "cell_inner"}),
        "british-1",
        "British 1 is in a solitary cell.",
    ),
    ("COL-O-026", lambda: officer(3, {"british-1": "in_118"}), "release british-1", ""),
    ("COL-O-030", lambda: pow_at("out_313"), "to light_038", f"{LIGHT}."),
    (
        "COL-O-030",
        lambda: pow_at("sick_bay_7", 2, **ROPE),
        "cross light_031",
        f"{LIGHT}, and 1 point would not be enough to get out of the light.",
    ),
    (
        "COL-O-030",
        lambda: pow_at("sick_bay_7", 1, **ROPE),
        "cross light_031",
        f"{LIGHT}, and 0 points would not be enough to get out of the light.",
    ),
    ("COL-O-032", lambda: guard_at("in_118"), "to dentist_8", DENTIST),
    ("COL-O-032", lambda: guard_at("in_118", others={"british-1": "dentist_8"}), "arrest british-1", DENTIST),
    ("COL-O-059", lambda: officer(0, CORNERED), "british-1", NO_POINTS),
    ("COL-O-059", lambda: officer(0, {"british-1": "cell_outer"}, doubles=1), "release british-1", NO_POINTS),
    ("COL-O-059", lambda: security(0, {}), "post post_in_1", NO_POINTS),
    ("COL-O-059", lambda: security(0, {"guard-1": "post_in_1"}), "withdraw guard-1", NO_POINTS),
    ("COL-O-059", lambda: pow_at("in_002", **ROPES), "to out_121", CROSS_FIRST),
    ("COL-O-059", lambda: pow_at("out_086"), "to ext_070", CROSS_FIRST),
    ("COL-O-059", lambda: pow_at("in_118"), "to out_003", NO_WALK),
    ("COL-O-059", lambda: guard_at("in_118"), "to cell_in_1", NO_WALK.replace("British", "Guard")),
    ("COL-O-059", lambda: guard_at("in_118"), "to ext_131", NO_WALK.replace("British", "Guard")),
    ("COL-O-059", lambda: pow_at("in_169", 1), "to in_155", far(2, "1 point")),
    ("COL-O-059", lambda: pow_at("ext_090", 1), "to ext_099", far(2, "1 point")),
    ("COL-O-059", lambda: pow_at("in_169", 1, others={"guard-1": "in_161"}), "to in_155", far(2, "1 point")),
    ("COL-O-059", lambda: pow_at("in_003", 2), "cross out_121", far(3, "2 points")),
    ("COL-O-059", third_escape, "escape t_northwest", far(2, "1 point")),
    (
        "COL-O-059",
        lambda: pow_at("in_169", 1, others={"guard-1": "in_155"}),
        "force guard-1",
        far(2, "1 point"),
    ),
    ("COL-O-059", lambda: guard_at("in_118", **TOP), "clear in_002", far(13, "3 points")),
    (
        "COL-O-059",
        lambda: guard_at("in_118", others={"british-1": "in_161"}, **ROPE),
        "arrest british-1",
        far(14, "3 points"),
    ),
    ("COL-O-062", lambda: officer(5, CORNERED), "british-1", "British 1 can reach no space to stop on."),
    (
        "COL-O-062",
        lambda: pow_at("in_118", others={"british-2": "in_117"}),
        "to in_117",
        "British 2 stands on that space.",
    ),
    (
        "COL-O-062",
        lambda: pow_at("in_002", others={"guard-1": "out_121"}),
        "cross out_121",
        "Guard 1 stands on that space.",
    ),
    ("COL-O-062", released, "to out_366", "British 1 stands on that space."),
    ("COL-O-062", paraded, "to appel_020", "British 3 stands on that space."),
    ("COL-O-062", lambda: pow_at("in_169", others={"guard-1": "in_161"}), "to in_155", shut_off("Guard 1")),
    (
        "COL-O-062",
        lambda: pow_at("ext_096", others={"guard-1": "ext_099"}),
        "to ext_102",
        shut_off("Guard 1"),
    ),
    (
        "COL-O-062",
        lambda: pow_at("in_003", others={"guard-1": "in_001"}),
        "cross out_121",
        shut_off("Guard 1"),
    ),
    (
        "COL-O-062",
        lambda: pow_at("in_169", others={"guard-1": "in_155", "guard-2": "in_161"}),
        "force guard-1",
        shut_off("Guard 2"),
    ),
    (
        "COL-O-062",
        lambda: pow_at("ext_046", others={"guard-1": "ext_057"}),
        "escape t_northwest",
        shut_off("Guard 1"),
    ),
    (
        "COL-O-062",
        lambda: guard_at("in_175", others={"british-1": "in_161", "guard-2": "in_169"}, **ROPE),
        "arrest british-1",
        shut_off("Guard 2"),
    ),
    (
        "COL-O-062",
        lambda: guard_at("in_003", others={"british-1": "in_001"}, **TOP),
        "clear in_002",
        shut_off("British 1"),
    ),
    (
        "COL-O-062",
        lambda: pow_at("out_280", 2, others={"guard-1": "out_270"}),
        "to out_264",
        "In the way: Guard 1. Going round would take 4 points; you have 2.",
    ),
    (
        "COL-O-062",
        guard_line,
        "to out_256",
        "In the way: Guard 1, French 1. Going round would take 5 points; you have 3.",
    ),
    ("COL-O-068", lambda: security(3, {}), "guard-1", "Guard 1 is in the barracks."),
    (
        "COL-O-087",
        lambda: guard_at("in_118", others={"british-1": "in_161"}),
        "arrest british-1",
        "The British Escape Officer holds no equipment.",
    ),
    (
        "COL-O-089",
        lambda: guard_at("in_118", others={"british-1": "out_355"}, **HOMEWARD),
        "arrest british-1",
        GOING_HOME,
    ),
    (
        "COL-O-089",
        lambda: security(3, {"british-1": "post_out_7"}, **HOMEWARD),
        "post post_out_7",
        GOING_HOME,
    ),
    ("COL-O-097", at, "make rope", "POWs in rooms for this: 0 of 2 (rope)."),
    (
        "COL-O-097",
        lambda: at(pawns={"british-1": "store_1", "british-2": "sick_bay_1"}),
        "make cutter",
        "POWs in rooms for this: 1 of 2 (wire cutter).",
    ),
    (
        "COL-O-105",
        lambda: at(NO_KITS),
        "make kit",
        "Missing for the kit: food, documents, compass, disguise.",
    ),
    ("COL-O-105", lambda: at(NO_KITS, pawns=HALF), "make kit", "Missing for the kit: food, compass."),
    (
        "COL-O-105",
        lambda: at(NO_KITS, pawns={"british-1": "laundry_4"}, hands={"british": ["kit-food"]}),
        "make kit",
        "Missing for the kit: documents.",
    ),
    ("COL-O-105", lambda: kit("kit-food", pawns=HALF), "with pows", "Missing for the kit: food, compass."),
    (
        "COL-O-105",
        lambda: kit("kit-food", "kit-disguise"),
        "with kit-food",
        "Missing for the kit: documents, disguise.",
    ),
    ("COL-O-105", lambda: kit("kit-food", pawns=HALF), "with both", ""),
    ("COL-O-131", lambda: guard_at("ext_057"), "to t_northwest", "Guards do not enter targets."),
    ("COL-O-131", lambda: pow_at("ext_057", options=NO_KITS), "escape t_northwest", NEEDS_KIT),
    ("COL-O-131", lambda: pow_at("ext_057", options=NO_KITS), "to t_northwest", NEEDS_KIT),
    ("COL-O-131", lambda: pow_at("ext_057"), "to t_northwest", "A target is entered with escape."),
    (
        "COL-O-074",
        lambda: dealt("release", "talisman", "hideaway", "warning"),
        "end",
        "Cards you hold: 4; you may keep 3.",
    ),
    ("COL-O-074", lambda: dealt("release", pawns={"british-1": "in_118"}), "discard release", ""),
    (
        "AMB-09",
        lambda: security(3, {"guard-1": "post_in_1"}),
        "post post_in_1",
        "Guard 1 stands on that space.",
    ),
]
"""Rule, position, what is tried, the sentence; none where the rule says it all."""
FIRST = {row[0]: row for row in reversed(TOLD) if row[3]}


@pytest.mark.parametrize(("rule", "make", "tried", "said"), [case(*row) for row in TOLD])
def test_the_sentence_names_what_is_in_the_way(rule, make, tried, said):
    assert refused(rule, make, tried) == said


@pytest.mark.parametrize(("rule", "make", "tried"), [case(*FIRST[rule][:3]) for rule in MODERN])
def test_the_sentence_is_told_in_the_readers_language(rule, make, tried):
    told = refused(rule, make, tried, "it")
    assert told
    assert told != refused(rule, make, tried)


@pytest.mark.parametrize("lang", words.LANGS)
def test_every_rule_that_forbids_and_every_sentence_is_tried_here(lang):
    assert {row[0] for row in TOLD} == set(MODERN)
    told = [refused(*row[:-1], lang) for row in TOLD]
    for key, text in COLDITZ.tell.load(lang)["because"].items():
        likely = re.sub(r"\\\{\d.*?\\\}", ".+", re.escape(text))
        assert any(re.fullmatch(likely, each) for each in told), key


@pytest.mark.parametrize(
    ("rule", "make", "tried"),
    [
        case("COL-O-060", lambda: officer(3, {"british-1": "in_118"}), "guard-1"),
        case("COL-O-062", lambda: officer(3, {"british-1": "in_118"}), "down"),
        case("COL-O-062", lambda: pow_at("in_118"), "to in_117"),
        case("COL-O-068", lambda: security(3, {}), "post post_in_1"),
        case("COL-O-097", lambda: at(pawns={"british-1": "store_1", "british-2": "store_2"}), "make rope"),
        case(
            "COL-O-105",
            lambda: at(NO_KITS, pawns={**HALF, "british-3": "wc_1", "british-4": "canteen_8"}),
            "make kit",
        ),
        case("AMB-09", lambda: security(3, {}), "post post_in_1"),
        case("AMB-09", lambda: security(3, {}), "guard-1"),
    ],
)
def test_nothing_is_said_of_what_is_not_in_the_way(rule, make, tried):
    match = make()
    assert COLDITZ.book.because(match.view(match.awaited[0]), match.read(tried), rule, "en") == ""


def test_nothing_is_said_where_nothing_is_asked():
    match = officer(3, CORNERED)
    view = {**match.view(0), "ask": None}
    assert COLDITZ.book.because(view, match.read("british-1"), "COL-O-062", "en") == ""


@pytest.mark.rule("colditz", "COL-O-024")
def test_a_way_through_the_wire_that_is_open_takes_no_cutter():
    match = officer(3, {"british-1": "out_086"}, markers={"british": ["out_086"]})
    play(match, "british-1")
    action = match.read("cross ext_070")
    said = COLDITZ.book.because(match.view(0), action, "COL-O-024", "en")
    assert said == "There is no barrier to step over for British 1."


@pytest.mark.parametrize(("lang", "said"), [("en", "Roll the dice first"), ("it", "Prima tira i dadi")])
def test_a_click_on_a_pawn_before_the_roll_is_told_what_comes_first(lang, said):
    match = at(THREE, phase="ready", turn="british", pawns={"british-1": "in_031", "french-1": "in_034"})
    for thing in ("british-1", "french-1"):
        _, text = match.explanation(thing, 0, lang)
        assert text.startswith(said)


def test_a_click_on_a_pawn_while_a_card_may_be_drawn_is_told_what_comes_first():
    match = at(THREE, phase="ready", turn="british", pawns={"british-1": "in_031"})
    match.dice.feed([1, 2])
    play(match, "roll")
    assert question(match) == "draw"
    assert match.explanation("british-1", 0, "en")[1].startswith("First say whether you draw a card")
