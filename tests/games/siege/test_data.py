"""Every rule and ruling of Castle under Siege is stated in both languages, every figure has a source."""

import re
from collections import Counter

import pytest

from garrison.core.figure_sources import CONFIDENCE
from garrison.core.registry import find
from garrison.core.show import rulebook, words
from garrison.games.siege import flight, tables
from garrison.games.siege.tables import CASTLE_FILE, COMPONENT_FILE, COUNTERS, FLIGHT_FILE, SHOTS

SIEGE = find("siege")
RULES = [f"CUS-{n:02d}" for n in range(1, 47)]
RULINGS = [f"CUS-A{n}" for n in range(1, 28)] + [f"CUS-B{n}" for n in range(1, 12)]
CARDS = {row["id"]: row["count"] for row in COMPONENT_FILE["cards"]}
CREW = {row["id"]: row["count"] for row in COMPONENT_FILE["crew"]}
AMMUNITION = {row["id"]: row["count"] for row in COMPONENT_FILE["ammunition"]}


def numbers(text):
    """The numbers of a sentence, whichever way its language writes them."""
    return {float(found.replace(",", ".")) for found in re.findall(r"\d+(?:[.,]\d+)?", text)}


def places(text):
    return set(re.findall(r"{(\d+)}", text))


# Rules and rulings


def test_every_rule_and_ruling_is_stated_in_both_languages():
    english, italian = (rulebook.rules(SIEGE, lang) for lang in words.LANGS)
    assert sorted(english) == sorted(italian) == sorted(RULES + RULINGS)
    for ident, rule in english.items():
        other = italian[ident]
        assert rule["title"].strip(), ident
        assert rule["text"].strip(), ident
        assert rule["text"] != other["text"], ident
        assert (rule["section"], rule["rulings"]) == (other["section"], other["rulings"]), ident


@pytest.mark.parametrize("lang", words.LANGS)
def test_rules_stand_under_headings_and_rulings_apart(lang):
    headings = rulebook.sections(SIEGE, lang, None)
    titles = SIEGE.tell.load(lang)["sections"]
    assert list(headings) == list(titles.values())
    assert headings[titles["rulings"]] + headings[titles["table"]] == RULINGS


@pytest.mark.parametrize("lang", words.LANGS)
def test_every_ruling_is_explained_in_the_notes(lang):
    told = rulebook.rulings(SIEGE, lang)
    assert list(told) == RULINGS
    for ident, (title, text) in told.items():
        assert title.endswith("?"), ident
        assert text.strip(), ident


def test_every_ruling_belongs_to_a_rule():
    for lang in words.LANGS:
        named = {ruling for rule in rulebook.rules(SIEGE, lang).values() for ruling in rule["rulings"]}
        assert named == set(RULINGS)


@pytest.mark.parametrize("lang", words.LANGS)
def test_ids_in_texts_are_ids_of_rules(lang):
    texts = [rule["text"] for rule in rulebook.rules(SIEGE, lang).values()]
    for text in (*texts, SIEGE.tell.text(f"notes.{lang}.md")):
        assert set(re.findall(r"CUS-\w+", text)) <= {*RULES, *RULINGS}


@pytest.mark.parametrize("lang", words.LANGS)
def test_rules_tell_the_figures_of_the_data(lang):
    rules = rulebook.rules(SIEGE, lang)
    inches = {name: FLIGHT_FILE["distance"][name] / 1000 for name in ("first", "later", "moved")}
    pull = [FLIGHT_FILE["pull"][name] / 100 for name in ("least", "most", "step")]
    table = [CASTLE_FILE["table"][name] / 1000 for name in ("width", "height")]
    told = {ident: numbers(rules[ident]["text"]) for ident in rules}
    assert told["CUS-03"] == {sum(CARDS.values())}
    assert told["CUS-07"] == {CARDS["castle"], CARDS["wall-damage"], sum(CREW.values())}
    assert told["CUS-06"] == {inches["first"]}
    assert told["CUS-14"] == {inches["later"]}
    assert told["CUS-A15"] == {inches["first"], inches["later"]}
    assert told["CUS-31"] == {inches["moved"]}
    assert {*table, *pull[:2]} <= told["CUS-B10"]
    assert pull[2] in told["CUS-B11"]


# What the box holds


@pytest.mark.rule("siege", "CUS-03")
def test_the_game_has_18_cards():
    assert CARDS == {"castle": 8, "wall-damage": 6, "catapult": 1, "troops": 1, "ammunition": 2}
    assert sum(CARDS.values()) == 18


@pytest.mark.rule("siege", "CUS-04")
def test_the_counters_are_cut_from_three_cards():
    assert CARDS["troops"] + CARDS["ammunition"] == 3
    short, long = sorted(CASTLE_FILE["card"][side] for side in ("width", "height"))
    assert (short, long) == (2500, 3500)
    wide, high = (COMPONENT_FILE["counter"][side] for side in ("width", "height"))
    assert (short // wide) * (long // high) == 24 * CARDS["troops"]
    across = 2 * COMPONENT_FILE["shot"]["radius"]
    assert (short // across) * (long // across) * CARDS["ammunition"] == 24


@pytest.mark.rule("siege", "CUS-07")
def test_24_soldiers_and_crew_hold_the_castle():
    assert CREW == {"wizard": 1, "priest": 3, "mason": 3, "waterboy": 3, "soldier": 14}
    assert len(COUNTERS) == len(set(COUNTERS)) == 24
    for row in COMPONENT_FILE["crew"]:
        assert len(row["post"]) == row["count"]
        assert set(row["post"]) <= set(tables.SECTIONS)


@pytest.mark.rule("siege", "CUS-02")
def test_24_shots_of_three_kinds():
    assert AMMUNITION == {"boulder": 12, "fire": 8, "disease": 4}
    assert Counter(shot.rpartition("-")[0] for shot in SHOTS) == AMMUNITION
    assert all(count % CARDS["ammunition"] == 0 for count in AMMUNITION.values())


@pytest.mark.rule("siege", "CUS-09", "CUS-10")
def test_eight_castle_cards_of_which_six_have_a_wall_damage_card():
    laid = Counter(" ".join(CASTLE_FILE["layout"]["rows"]).split())
    assert laid == {"tower": 4, "gatehouse": 2, "keep": 2}
    assert sum(laid.values()) == CARDS["castle"]
    assert laid["tower"] + laid["gatehouse"] == CARDS["wall-damage"]


@pytest.mark.rule("siege", "CUS-08")
def test_the_powerful_castle_is_never_the_weaker_one():
    for row in CASTLE_FILE["strength"]:
        assert row["powerful"] > row["average"] > 0, row["structure"]


@pytest.mark.rule("siege", "CUS-05")
def test_each_line_throws_higher_shorter_and_less_surely():
    lines = FLIGHT_FILE["bend"]
    assert len(lines) == 3
    for key in ("angle", "along", "across"):
        given = [line[key] for line in lines]
        assert given == sorted(set(given)), key
    reaches = [flight.BENDS[line].reach for line in range(3)]
    assert reaches == sorted(set(reaches), reverse=True)


@pytest.mark.parametrize("lang", words.LANGS)
def test_six_of_seven_shots_lie_in_the_oval_as_told(lang):
    """The oval's half axes are two deviations."""
    inside = sum(along**2 + across**2 <= 2000**2 for along in flight.NORMAL for across in flight.NORMAL)
    assert round(7 * inside / len(flight.NORMAL) ** 2, 1) == pytest.approx(6, abs=0.1)
    said = {"en": "six of seven", "it": "sei tiri su sette"}[lang]
    assert said in SIEGE.tell.load(lang)["forms"]["aim"]
    assert said in SIEGE.tell.text(f"notes.{lang}.md")


# Figures and their sources


def test_every_figure_names_its_source_and_confidence():
    figures = SIEGE.book.figures("en")
    assert len(figures) > 40
    for what, value, confidence, source in figures:
        assert confidence in CONFIDENCE, what
        assert value, what
        assert source, what


def test_what_was_reconstructed_is_marked():
    """What the rulebook does not say is never called its word."""
    rulebook = {
        what: value for what, value, confidence, _ in SIEGE.book.figures("en") if confidence == "rulebook"
    }
    apart = "first shot: 14 in.; later shots: 12 in.; between two shots: 2 in."
    assert rulebook == {
        "gatehouse": "number of sides: 2",
        "keep": "number of sides: 2",
        "cards, castle": "number: 8",
        "cards, Wall Damage": "number: 6",
        "cards, troops and crew": "number: 1",
        "cards, ammunition": "number: 2",
        "distance of the catapult, at least": apart,
    }
    inferred = {what for what, _, confidence, _ in SIEGE.book.figures("en") if confidence == "inferred"}
    assert inferred == {"layout of the castle", "cards, catapult", "soldiers and crew, Wizard", "scatter"}


def test_the_players_are_told_at_the_start_that_the_cards_are_lost():
    assert "reconstruction" in SIEGE.tell.events
    for lang in words.LANGS:
        intro = SIEGE.tell.term("intro", lang)
        assert re.search("reconstruction|ricostruzione", intro)


def test_every_source_is_explained_and_told_in_the_readers_words():
    known = set(SIEGE.tell.load("en")["sources"])
    for file in (CASTLE_FILE, COMPONENT_FILE, FLIGHT_FILE):
        assert set(file["sources"]) <= known
    for lang in words.LANGS:
        told = {*SIEGE.tell.load(lang)["figure-sources"].values(), *known}
        for what, _, _, source in SIEGE.book.figures(lang):
            assert source in told, (what, source)


def test_lengths_are_told_in_inches_and_shares_in_percent():
    english, italian = ({what: value for what, value, *_ in SIEGE.book.figures(lang)} for lang in words.LANGS)
    assert english["soldier or crew counter"] == "width: 0.625 in.; height: 0.583 in."
    assert italian["segnalino della guarnigione"] == "larghezza: 0,625 poll.; altezza: 0,583 poll."
    third = FLIGHT_FILE["bend"][2]
    along, across = (f"{third[way] / 10:g} %" for way in ("along", "across"))
    assert english["bend line 3"] == (
        f"angle of the throw in degrees: {third['angle']}; "
        f"scatter along the way: {along}; scatter across the way: {across}"
    )
    assert english["pull of the arm"] == "least: 0.5 in.; most: 3 in.; step: 0.02 in."


# Words


@pytest.mark.parametrize("table", ["events", "choices", "prompts", "because", "terms"])
def test_sentences_say_the_same_things_in_both_languages(table):
    english, italian = (SIEGE.tell.load(lang)[table] for lang in words.LANGS)
    assert list(english) == list(italian)
    for key, text in english.items():
        assert places(text) == places(italian[key]), key


def test_an_event_names_all_it_is_about():
    for kind, row in SIEGE.tell.events.items():
        told = SIEGE.tell.load("en")["events"][kind]
        assert places(told) == {str(n) for n in range(len(row.args))}, kind


@pytest.mark.parametrize("lang", words.LANGS)
def test_things_that_differ_have_names_that_differ(lang):
    names = SIEGE.tell.load(lang)["names"]
    for kind in (
        "seat",
        "section",
        "structure",
        "counter",
        "kind",
        "shot",
        "site",
        "ending",
        "tray",
        "group",
    ):
        assert len(set(names[kind].values())) == len(names[kind]), kind
    crew, shots = ([names["letter"][each] for each in ids] for ids in (CREW, AMMUNITION))
    assert len(set(crew)) == len(crew)
    assert len(set(shots)) == len(shots)
    for name, values in SIEGE.options.items():
        assert name in names["option"]
        assert set(values) <= {*names["option"]} & {*names["option-text"]}
