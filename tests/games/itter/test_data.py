"""The figures of Castle Itter add up: counters, cards, Defenders, targets and tracks."""

import re
from collections import Counter

import pytest

import garrison
from garrison.core.dice import KeyedDice, ScriptedDice, seed_key
from garrison.core.kernel import begin
from garrison.core.show import words
from garrison.games.itter import tables
from garrison.games.itter.planning_phase import DRAWN_AHEAD, FIRST_HAND, KEPT, ORDERS
from garrison.games.itter.tables import (
    AREAS,
    ATTRIBUTES,
    CARD_KIND,
    CARD_NUMBER,
    CASTLE,
    CIRCLES,
    COLOUR,
    COLOURS,
    COPIES,
    DECKS,
    DEFENDER_COUNT,
    DEFENDERS,
    EFFECT_TEXTS,
    FIRST_TACTIC,
    KIND_COUNT,
    KINDS,
    MODES,
    NEXT,
    NUMBERED,
    REGIMENT,
    SQUARES,
    START,
    START_ARRAY,
    TACTICS_REMOVED,
    deck_of,
)

PUBLISHED = range(4)
BEGINNER, VETERAN, ELITE, COMPETITIVE = PUBLISHED
PLAYTEST = range(4, 7)


def placed_by_cards(mode, kind):
    return sum(CARD_NUMBER[card] * COPIES[mode][card] for card in range(REGIMENT) if CARD_KIND[card] == kind)


def test_modes_stand_in_the_order_used_here():
    names = ["beginner", "veteran", "elite", "competitive", "normal", "veteran", "elite"]
    assert [difficulty for _, difficulty in MODES] == names
    assert [edition for edition, _ in MODES] == ["published"] * 4 + ["playtest"] * 3


@pytest.mark.rule("itter", "ITP-0d")
def test_77_counters_are_just_what_starts_and_cards_need():
    for mode in PUBLISHED:
        assert sum(KIND_COUNT[mode]) == 77
    for kind, name in enumerate(KINDS):
        starting = max(START_ARRAY[mode].count(kind) for mode in PUBLISHED)
        assert KIND_COUNT[BEGINNER][kind] == starting + placed_by_cards(BEGINNER, kind), name
        needed = START_ARRAY[COMPETITIVE].count(kind) + placed_by_cards(COMPETITIVE, kind)
        assert KIND_COUNT[COMPETITIVE][kind] >= needed, name


@pytest.mark.rule("itter", "IT3-08")
@pytest.mark.parametrize("mode", PLAYTEST)
def test_67_counters_are_just_what_starts_and_all_72_cards_need(mode):
    assert sum(KIND_COUNT[mode]) == 67
    assert START_ARRAY[mode] == (KINDS.index("rifleman"),) * 11
    for kind, name in enumerate(KINDS):
        needed = START_ARRAY[mode].count(kind) + placed_by_cards(mode, kind)
        assert KIND_COUNT[mode][kind] == needed, name


@pytest.mark.rule("itter", "ITP-0e")
def test_60_cards_in_decks_of_12_19_17_12_make_20_turns():
    for mode in (BEGINNER, VETERAN, ELITE):
        sizes = [len(deck_of(mode, deck, tactics=False)) for deck in DECKS]
        assert sizes == [12, 19, 17, 12]
        assert sum(sizes) == 3 * 20
        assert not [card for card in range(REGIMENT) if COPIES[mode][card] and "compet" in tables.CARDS[card]]


@pytest.mark.rule("itter", "ITP-6.2a", "ITP-0e")
def test_the_competitive_sturm_is_the_61st_card_and_lies_in_deck_1():
    sizes = [len(deck_of(COMPETITIVE, deck, tactics=False)) for deck in DECKS]
    assert sizes == [13, 19, 17, 12]
    names = [tables.CARDS[card] for card in deck_of(COMPETITIVE, 1, tactics=False)]
    assert names.count("sturm-competitive/1") == 1


@pytest.mark.rule("itter", "IT3-02", "IT3-03", "IT3-103")
@pytest.mark.parametrize(
    ("mode", "sizes"), [(4, [12, 19, 17, 12]), (5, [13, 21, 19, 13]), (6, [14, 23, 21, 14])]
)
def test_72_cards_of_which_a_difficulty_leaves_the_marked_ones_out(mode, sizes):
    assert [len(deck_of(mode, deck, tactics=False)) for deck in DECKS] == sizes
    assert sum(sizes) == {4: 60, 5: 66, 6: 72}[mode]
    assert sum(COPIES[mode]) == 72


PLAYTEST_CARDS = {
    "rifleman-2": ([3, 3, 0, 2], [0, 0, 0, 0], [0, 0, 0, 0]),
    "rifleman-3": ([0, 0, 1, 1], [0, 0, 0, 1], [0, 0, 0, 0]),
    "scout-2": ([3, 2, 1, 2], [0, 0, 0, 0], [0, 1, 0, 0]),
    "mg-1": ([1, 2, 1, 1], [0, 1, 0, 0], [0, 0, 1, 0]),
    "mortar-1": ([1, 2, 1, 1], [0, 0, 0, 0], [1, 0, 0, 0]),
    "sniper": ([0, 1, 1, 0], [0, 0, 1, 0], [0, 0, 0, 1]),
    "flak37": ([1, 1, 2, 0], [0, 1, 0, 0], [0, 0, 0, 0]),
    "pak40-east": ([1, 0, 2, 0], [1, 0, 0, 0], [0, 0, 0, 0]),
    "pak40-southwest": ([1, 1, 2, 0], [0, 0, 0, 0], [0, 0, 0, 0]),
    "panzerfaust": ([0, 2, 2, 0], [0, 0, 0, 0], [0, 0, 1, 0]),
    "flak30": ([0, 2, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]),
    "ss-squads": ([1, 3, 2, 5], [0, 0, 1, 0], [0, 1, 0, 0]),
    "reinforcements": ([0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]),
}


@pytest.mark.rule("itter", "IT3-02", "IT3-103")
@pytest.mark.parametrize("difficulty", ["normal", "veteran", "elite"])
def test_the_playtest_decks_hold_the_reconstructed_cards(difficulty):
    used = {"normal": 1, "veteran": 2, "elite": 3}[difficulty]
    wanted = Counter()
    for name, marked in PLAYTEST_CARDS.items():
        for decks in marked[:used]:
            wanted.update({f"{name}/{deck}": n for deck, n in enumerate(decks, 1) if n})
    view = garrison.new("itter", seed=3, edition="playtest", difficulty=difficulty).view()
    assert Counter(view["ss_deck"]) == wanted
    assert len(view["removed"]) == 72 - wanted.total()


@pytest.mark.rule("itter", "ITP-0h")
def test_33_tactics_in_decks_of_8_9_9_7():
    for mode in (VETERAN, ELITE, COMPETITIVE):
        assert [len(deck_of(mode, deck, tactics=True)) for deck in DECKS] == [8, 9, 9, 7]
        assert sum(COPIES[mode][FIRST_TACTIC:]) == 33
    assert not any(sum(COPIES[mode][FIRST_TACTIC:]) for mode in (BEGINNER, *PLAYTEST))


@pytest.mark.rule("itter", "ITP-6.1.2b", "ITP-6.1.3b", "ITP-6.2b")
def test_tactics_left_serve_20_turns():
    left = {mode: 33 - sum(TACTICS_REMOVED[mode]) for mode in (VETERAN, ELITE, COMPETITIVE)}
    assert left == {VETERAN: 20, ELITE: 21, COMPETITIVE: 22}


@pytest.mark.rule("itter", "ITP-6.2c", "ITP-6.2e", "ITP-6.2h")
def test_the_cards_of_a_competitive_game_are_drawn_by_turn_19():
    cards = sum(len(deck_of(COMPETITIVE, deck, tactics=False)) for deck in DECKS)
    assert (FIRST_HAND, DRAWN_AHEAD, ORDERS, KEPT) == ((4, 3), (3, 1), 3, (1, 2))
    assert FIRST_HAND[0] + 19 * DRAWN_AHEAD[0] == cards == 61
    assert FIRST_HAND[1] + 19 * DRAWN_AHEAD[1] == 33 - sum(TACTICS_REMOVED[COMPETITIVE]) == 22
    assert (cards - 20 * ORDERS, 22 - 20) == KEPT


@pytest.mark.rule("itter", "ITP-0j", "ITP-0c", "IT3-11")
@pytest.mark.parametrize("mode", range(len(MODES)))
def test_28_defenders_with_their_attributes(mode):
    assert DEFENDER_COUNT == 28
    assert Counter(START) == {"supply": 20, "aside": 3, "cellar": 5}
    letters = Counter("".join(ATTRIBUTES[mode]))
    standing_in = {} if mode in PLAYTEST else {"S": 1}
    assert letters == {"C": 4, "T": 6, "O": 5, "M": 5, "I": 4, "R": 3, "E": 1, **standing_in}
    assert len(set(DEFENDERS)) == 28


@pytest.mark.rule("itter", "IT3-10")
def test_tokens_of_the_playtest_box():
    tokens = tables.COUNTER_FILE["tokens"]["playtest"]
    assert (tokens["action"], tokens["command"], tokens["disrupted"]) == (5, 10, 28)
    assert (tokens["load"], tokens["suppression"], tokens["dice"], tokens["defence"]) == (1, 20, 6, 6)
    box = garrison.new("itter", seed=1, edition="playtest").view()["box"]
    assert {key: box[key] for key in ("suppression", "suppressed", "command", "action")} == {
        "suppression": 20,
        "suppressed": 28,
        "command": 10,
        "action": 5,
    }


@pytest.mark.rule("itter", "ITP-0i")
def test_tokens_of_the_box():
    tokens = tables.COUNTER_FILE["tokens"]
    assert (tokens["action"], tokens["command"], tokens["disrupted"]) == (5, 12, 23)
    assert (tokens["load"], tokens["suppression"], tokens["dice"]) == (1, 30, 5)
    # Four commanders with three recoveries each can need twelve Command tokens.
    assert sum("C" in letters for letters in ATTRIBUTES[BEGINNER]) * 3 == tokens["command"]


@pytest.mark.rule("itter", "ITP-0k")
def test_a_counter_shows_its_defence_and_disrupt_value():
    shown = {piece.id: piece.text for piece in garrison.new("itter", seed=1).scene(0).pieces}
    assert shown["rifleman@9"] == "3"
    view = garrison.new("itter", seed=1).view()
    view["counters"]["9"] = ["mg", "mortar", "mortar"]
    pieces = {piece.id: piece.text for piece in garrison.games()["itter"].show.scene(view, "en").pieces}
    assert (pieces["mg@9"], pieces["mortar@9"], pieces["mortar@9#2"]) == ("4/2", "4/3", "4/3")


@pytest.mark.rule("itter", "IT3-12")
def test_a_counter_of_the_playtest_shows_its_defence_and_suppress_value():
    match = garrison.new("itter", seed=1, edition="playtest")
    view = match.view()
    view["counters"]["9"] = ["rifleman", "mg", "mortar"]
    view["counters"]["26"] = ["scout"]
    pieces = {piece.id: piece.text for piece in match.game.show.scene(view, "en").pieces}
    shown = [pieces[ident] for ident in ("rifleman@9", "mg@9", "mortar@9", "scout@26")]
    assert shown == ["3/1", "4/2", "4/3", "4"]


@pytest.mark.rule("itter", "ITP-1.2a", "IT3-14")
def test_29_squares_31_circles_11_areas():
    assert (len(SQUARES), len(CIRCLES), AREAS) == (29, 31, tuple(range(2, 13)))


@pytest.mark.parametrize("colour", range(len(COLOURS)))
def test_each_colour_has_all_six_numbers(colour):
    assert len(NUMBERED[colour]) == 6
    assert all(colour in tables.SQUARE_COLOURS[q] for q in NUMBERED[colour])


def test_targets_as_in_the_table():
    names = {COLOURS[colour]: [SQUARES[q] for q in squares] for colour, squares in enumerate(NUMBERED)}
    assert names == {
        "red": ["k1", "k2", "k3", "k4", "st5", "nt6"],
        "purple": ["ghp", "nt2", "nt3", "k4", "nt5", "nt6"],
        "green": ["ghg", "st2", "k3", "st4", "st5", "st6"],
        "yellow": ["g1", "g2", "gh3", "gh4", "nt5", "st6"],
        "black": ["g1", "g2", "g3", "g4", "g4", "g4"],
    }


TRACKS = {
    2: ("green", [13, 14, 16, 21]),
    3: ("red", [13, 14, 16, 21]),
    4: ("red", [15, 14, 16, 21]),
    5: ("purple", [18, 17, 16, 21]),
    6: ("purple", [20, 19, 17, 16, 21]),
    7: ("black", [22, 23, 24, 25]),
    8: ("black", [26, 27, 24, 25]),
    9: ("black", [26, 27, 24, 25]),
    10: ("black", [28, 29, 30, 31]),
    11: ("green", [32, 30, 31]),
    12: ("green", [32, 30, 31]),
}


@pytest.mark.rule("itter", "ITP-1.2a")
@pytest.mark.parametrize("area", sorted(TRACKS))
def test_track_leads_from_its_area_to_the_castle(area):
    colour, steps = TRACKS[area]
    assert COLOURS[COLOUR[area]] == colour
    way = []
    circle = NEXT[area]
    while circle != CASTLE:
        way.append(circle)
        circle = NEXT[circle]
    assert way == steps


@pytest.mark.rule("itter", "ITP-1.3a")
def test_small_circles_have_their_colours():
    found = {name: [] for name in COLOURS}
    for circle in range(13, 33):
        found[COLOURS[COLOUR[circle]]].append(circle)
    assert found == {
        "red": [13, 14, 15, 16, 17, 18, 21],
        "purple": [19, 20],
        "green": [28, 29, 32],
        "yellow": [22, 23, 24, 25, 26, 27, 30, 31],
        "black": [],
    }


@pytest.mark.parametrize(("edition", "difficulty"), MODES)
def test_everything_of_the_box_is_in_one_place_after_the_set_up(edition, difficulty):
    itter = garrison.games()["itter"]
    options = {"edition": edition, "difficulty": difficulty}
    state = begin(itter.play, itter.rules, options, ScriptedDice(), lambda _: None)
    assert itter.know.count(itter.know.view(state, garrison.ARBITER)) == itter.know.stock(options)


def decks_in_order(cards):
    return [int(card.split("/")[1]) for card in cards]


@pytest.mark.rule("itter", "ITP-0e", "ITP-0f")
def test_each_deck_is_shuffled_and_deck_1_lies_on_top():
    piles = {tuple(garrison.new("itter", seed=seed).view()["ss_deck"]) for seed in range(20)}
    assert len(piles) == 20
    for pile in piles:
        assert decks_in_order(pile) == [1] * 12 + [2] * 19 + [3] * 17 + [4] * 12
    for start, end in ((0, 12), (12, 31), (31, 48), (48, 60)):
        assert len({pile[start:end] for pile in piles}) > 15


@pytest.mark.rule("itter", "IT3-04")
@pytest.mark.parametrize(("difficulty", "ends"), [("normal", (12, 31, 48, 60)), ("elite", (14, 37, 58, 72))])
def test_each_playtest_deck_is_shuffled_and_deck_1_lies_on_top(difficulty, ends):
    new = [garrison.new("itter", seed=seed, edition="playtest", difficulty=difficulty) for seed in range(20)]
    piles = {tuple(match.view()["ss_deck"]) for match in new}
    for pile in piles:
        assert decks_in_order(pile) == sorted(decks_in_order(pile))
    for start, end in zip((0, *ends), ends, strict=False):
        assert len({pile[start:end] for pile in piles}) > 15
        assert {deck for pile in piles for deck in decks_in_order(pile[start:end])} == {ends.index(end) + 1}


@pytest.mark.ruling("itter", "TAC-a")
@pytest.mark.rule("itter", "ITP-6.2b")
@pytest.mark.parametrize(
    ("difficulty", "removed"),
    [("veteran", [4, 3, 3, 3]), ("elite", [3, 3, 3, 3]), ("competitive", [2, 3, 3, 3])],
)
def test_tactic_decks_are_shuffled_before_their_top_cards_leave(difficulty, removed):
    gone = set()
    for seed in range(40):
        view = garrison.new("itter", seed=seed, difficulty=difficulty).view()
        assert Counter(decks_in_order(view["face_down"])) == dict(zip((1, 2, 3, 4), removed, strict=True))
        assert decks_in_order(view["tactic_deck"]) == sorted(decks_in_order(view["tactic_deck"]))
        gone |= set(view["face_down"])
    assert gone == set(tables.CARDS[FIRST_TACTIC:])


def escape_with(top, deck):
    """Borotra alone in the Keep, nobody in his way, and a given discard."""
    itter = garrison.games()["itter"]
    setup = garrison.new("itter", seed=1).view()
    changes = {
        "rest": "casualty",
        "actions_left": 2,
        "defenders": {"borotra": "k1", "lee": "g1"},
        "counters": {str(circle): [] for circle in CIRCLES},
        "ss_deck": deck,
        "ss_discard": [top],
    }
    return lambda seed: garrison.Match(
        itter,
        {"edition": "published", "difficulty": "beginner"},
        KeyedDice(seed_key(seed)),
        start=itter.know.position(setup, changes),
    )


@pytest.mark.rule("itter", "ITP-2.8e")
@pytest.mark.parametrize(
    ("top", "among"), [("sniper/2", 9), ("sniper/3", 6), ("suppressive-fire/4", 4), ("rifleman-2/1", 9)]
)
def test_the_142nd_is_shuffled_with_the_last_cards_only(top, among):
    deck = [card for card in garrison.new("itter", seed=5).view()["ss_deck"] if card != top][-12:]
    make = escape_with(top, deck)
    depths = set()
    for seed in range(120):
        match = make(seed)
        match.play("borotra")
        match.play("escape")
        after = match.view()["ss_deck"]
        assert after[: 12 - among] == deck[: 12 - among]
        assert sorted(after) == sorted([*deck, "regiment-142"])
        depths.add(after.index("regiment-142"))
        assert match.view(0)["regiment_among"] == among + 1
    assert depths == set(range(12 - among, 13))


@pytest.mark.ruling("itter", "AMB-15")
def test_with_fewer_cards_left_the_142nd_is_shuffled_into_all():
    make = escape_with("sniper/2", ["rifleman-2/4", "sturm-1/4"])
    depths = set()
    for seed in range(40):
        match = make(seed)
        match.play("borotra")
        match.play("escape")
        depths.add(match.view()["ss_deck"].index("regiment-142"))
    assert depths == {0, 1, 2}


@pytest.mark.rule("itter", "ITP-6.1.2a", "ITP-6.1.3a")
@pytest.mark.parametrize(
    ("difficulty", "mix"),
    [("veteran", {"rifleman": 5, "scout": 6}), ("elite", {"rifleman": 4, "scout": 4, "sturm": 3})],
)
def test_the_starting_counters_are_shuffled_over_the_areas(difficulty, mix):
    arrays = set()
    for seed in range(20):
        counters = garrison.new("itter", seed=seed, difficulty=difficulty).view()["counters"]
        array = tuple(counters[str(area)][0] for area in AREAS)
        assert Counter(array) == mix
        arrays.add(array)
    assert len(arrays) > 15


def cards_of_both_editions():
    for row in [*tables.CARD_FILE["card"], *tables.TACTIC_FILE["tactic"]]:
        yield row["name"], row
        if "playtest" in row:
            edited = {**row, **row["playtest"]}
            yield edited.get("text", row["name"]), edited


def test_every_sentence_on_a_card_belongs_to_one():
    assert set(EFFECT_TEXTS) == {text for text, _ in cards_of_both_editions()}


def figures_not_told(text, row, lang):
    itter = garrison.games()["itter"]
    effect = itter.tell.name("effect", text, lang)
    told = {int(number) for number in re.findall(r"\d+", effect)}
    if "number" in row and row["number"] not in told:
        yield row["number"]
    if "dice" in row and row["effect"] != "extra-die" and row["dice"] not in told:
        yield row["dice"]
    for target in dict.fromkeys(row.get("table", [])):
        faces = [face for face, each in enumerate(row["table"], 1) if each == target]
        span = f"{faces[0]}-{faces[-1]}" if len(faces) > 1 else f"{faces[0]}"
        kind = "colour" if target in COLOURS else "location"
        name = f"area {target}" if isinstance(target, int) else itter.tell.name(kind, target, lang)
        if f"{span} {name}" not in effect:
            yield f"{span} {name}"


def test_every_cards_words_tell_the_figures_of_its_data():
    cards = list(cards_of_both_editions())
    assert [
        (text, lang, figure)
        for text, row in cards
        for lang in words.LANGS
        for figure in figures_not_told(text, row, lang)
    ] == []
