"""The figures of Castle Itter add up: counters, cards, Defenders, targets and tracks."""

import re
from collections import Counter

import pytest

import garrison
from garrison.core import words
from garrison.core.dice import KeyedDice, ScriptedDice, seed_key
from garrison.core.kernel import begin
from garrison.games.itter import tables
from garrison.games.itter.tables import (
    AREAS,
    ATTRIBUTES,
    CARD_KIND,
    CARD_NUMBER,
    CIRCLES,
    COLOUR,
    COLOURS,
    COPIES,
    DECKS,
    DEFENDER_COUNT,
    DEFENDERS,
    DIFFICULTIES,
    FIRST_TACTIC,
    KIND_COUNT,
    KINDS,
    NEXT,
    NUMBERED,
    REGIMENT,
    SQUARES,
    START,
    START_ARRAY,
    TACTICS_REMOVED,
    deck_of,
)


@pytest.mark.rule("itter", "ITP-0d")
def test_77_counters_are_just_what_starts_and_cards_need():
    assert sum(KIND_COUNT) == 77
    for kind, name in enumerate(KINDS):
        starting = max(array.count(kind) for array in START_ARRAY)
        placed = sum(CARD_NUMBER[card] * COPIES[card] for card in range(REGIMENT) if CARD_KIND[card] == kind)
        assert KIND_COUNT[kind] == starting + placed, name


@pytest.mark.rule("itter", "ITP-0e")
def test_60_cards_in_decks_of_12_19_17_12_make_20_turns():
    sizes = [len(deck_of(deck, tactics=False)) for deck in DECKS]
    assert sizes == [12, 19, 17, 12]
    assert sum(sizes) == 3 * 20
    assert not [card for card in tables.CARDS if "competitive" in card]


@pytest.mark.rule("itter", "ITP-0h")
def test_33_tactics_in_decks_of_8_9_9_7():
    assert [len(deck_of(deck, tactics=True)) for deck in DECKS] == [8, 9, 9, 7]
    assert sum(COPIES[FIRST_TACTIC:]) == 33


@pytest.mark.rule("itter", "ITP-6.1.2b", "ITP-6.1.3b")
def test_tactics_left_serve_20_turns():
    left = {name: 33 - sum(TACTICS_REMOVED[DIFFICULTIES.index(name)]) for name in ("veteran", "elite")}
    assert left == {"veteran": 20, "elite": 21}


@pytest.mark.rule("itter", "ITP-0j", "ITP-0c")
def test_28_defenders_with_their_attributes():
    assert DEFENDER_COUNT == 28
    assert Counter(START) == {"supply": 20, "aside": 3, "cellar": 5}
    letters = Counter("".join(ATTRIBUTES))
    assert letters == {"C": 4, "T": 6, "O": 5, "M": 5, "I": 4, "R": 3, "S": 1, "E": 1}
    assert len(set(DEFENDERS)) == 28


@pytest.mark.rule("itter", "ITP-0i")
def test_tokens_of_the_box():
    tokens = tables.COUNTER_FILE["tokens"]
    assert (tokens["action"], tokens["command"], tokens["disrupted"]) == (5, 12, 23)
    assert (tokens["load"], tokens["suppression"], tokens["dice"]) == (1, 30, 5)
    # Four commanders with three recoveries each can need twelve Command tokens.
    assert sum("C" in letters for letters in ATTRIBUTES) * 3 == tokens["command"]


@pytest.mark.rule("itter", "ITP-0k")
def test_a_counter_shows_its_defence_and_disrupt_value():
    shown = {piece.id: piece.text for piece in garrison.new("itter", seed=1).scene(0).pieces}
    assert shown["rifleman@9"] == "3"
    view = garrison.new("itter", seed=1).view()
    view["counters"]["9"] = ["mg", "mortar", "mortar"]
    pieces = {piece.id: piece.text for piece in garrison.games()["itter"].scene(view, "en").pieces}
    assert (pieces["mg@9"], pieces["mortar@9"], pieces["mortar@9#2"]) == ("4/2", "4/3", "4/3")


@pytest.mark.rule("itter", "ITP-1.2a")
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
    while circle:
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


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_everything_of_the_box_is_in_one_place_after_the_set_up(difficulty):
    itter = garrison.games()["itter"]
    options = {"edition": "published", "difficulty": difficulty}
    state = begin(itter, options, ScriptedDice(), lambda _: None)
    assert itter.count(itter.view(state, garrison.ARBITER)) == itter.stock(options)


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


@pytest.mark.ruling("itter", "TAC-a")
@pytest.mark.parametrize(("difficulty", "removed"), [("veteran", [4, 3, 3, 3]), ("elite", [3, 3, 3, 3])])
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
        start=itter.position(setup, changes),
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


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize(
    "row", [*tables.CARD_FILE["card"], *tables.TACTIC_FILE["tactic"]], ids=lambda row: row["name"]
)
def test_a_cards_words_tell_the_figures_of_its_data(row, lang):
    itter = garrison.games()["itter"]
    effect = words.name(itter, "effect", row["name"], lang)
    told = {int(number) for number in re.findall(r"\d+", effect)}
    if "number" in row:
        assert row["number"] in told
    if "dice" in row and row["effect"] != "extra-die":
        assert row["dice"] in told
    for target in dict.fromkeys(row.get("table", [])):
        faces = [face for face, each in enumerate(row["table"], 1) if each == target]
        span = f"{faces[0]}-{faces[-1]}" if len(faces) > 1 else f"{faces[0]}"
        kind = "colour" if target in COLOURS else "location"
        name = f"area {target}" if isinstance(target, int) else words.name(itter, kind, target, lang)
        assert f"{span} {name}" in effect
