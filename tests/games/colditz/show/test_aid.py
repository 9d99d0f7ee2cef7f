"""The player aids: one page for each edition, in both languages, that names rules of its own edition only."""

import re

import pytest

from garrison.cli import output
from garrison.core.show import rulebook
from garrison.core.show.words import LANGS
from garrison.games.colditz.castle.layout import ROOM_SYMBOL, ROOMS, SYMBOLS
from garrison.games.colditz.game import COLDITZ
from support.terminal.command import runner

EDITIONS = ("modern", "classic")
PAGES = [(edition, lang) for edition in EDITIONS for lang in LANGS]
LINES = 80
"""A page of 80 lines of `output.WIDTH` characters: A4 in type of nine points."""
ID = re.compile(r"\b(?:COL-[OC]-\w+|AMB-\d\d)\b")
RANGE = re.compile(r"COL-O-(\d{3}) (?:to|a) COL-O-(\d{3})")
TITLES = {"en": "Escape from Colditz, {} edition: ", "it": "Escape from Colditz, edizione {}: "}
NAMES = {"en": {"modern": "modern", "classic": "classic"}, "it": {"modern": "moderna", "classic": "classica"}}
ELSEWHERE = {
    ("modern", "en"): ("Do or Die", "3, 7", "Detected", "COL-C-"),
    ("modern", "it"): ("spacca", "3, 7", "individuata", "COL-C-"),
    ("classic", "en"): ("marker", "the office", "Commander", "Interrupt", "general", "iscovered", "COL-O-"),
    ("classic", "it"): (
        "segnalin",
        "l'ufficio",
        "comandante",
        "Interruzion",
        "generale",
        "scopert",
        "COL-O-",
    ),
}
"""Words of the other edition."""


@pytest.fixture
def garrison(monkeypatch, capsys, tmp_path):
    return runner(monkeypatch, capsys, tmp_path)


def page(edition, lang):
    return COLDITZ.tell.text(f"aid.{edition}.{lang}.md")


def cited(text):
    """The ids of a page; `COL-O-083 to COL-O-085` are three."""
    found = set(ID.findall(text))
    for first, last in RANGE.findall(text):
        found |= {f"COL-O-{number:03d}" for number in range(int(first), int(last) + 1)}
    return found


@pytest.mark.parametrize(("edition", "lang"), PAGES)
def test_the_aid_is_printed_on_one_page(garrison, edition, lang):
    done = garrison("rules", "colditz", "--edition", edition, "--aid", "--lang", lang)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"# {TITLES[lang].format(NAMES[lang][edition])}")
    assert len(done.out.splitlines()) <= LINES
    assert max(map(len, done.out.splitlines())) <= output.WIDTH
    assert done.flat == " ".join(page(edition, lang).split())


@pytest.mark.parametrize(("lang", "command"), [("en", "aid"), ("it", "scheda")])
def test_the_aid_can_be_read_during_a_game(garrison, lang, command):
    match = ("play", "colditz", "--edition", "classic", "--players", "me,random", "--lang", lang)
    assert f"\n> {command}\n# Escape from Colditz" in garrison(*match, typed=f"{command}\n").out


@pytest.mark.parametrize(("edition", "lang"), PAGES)
def test_the_aid_names_rules_of_its_edition_only(edition, lang):
    rules = rulebook.rules(COLDITZ, lang)
    here = {ident for ident, rule in rules.items() if edition in rule["editions"]}
    assert cited(page(edition, lang)) <= here | set(rulebook.ruling_titles(COLDITZ, lang, edition))


@pytest.mark.parametrize(("edition", "lang"), PAGES)
def test_the_aid_says_nothing_of_the_other_edition(edition, lang):
    text = page(edition, lang)
    assert [word for word in ELSEWHERE[edition, lang] if word in text] == []


@pytest.mark.parametrize(("edition", "lang"), PAGES)
def test_every_line_of_the_aid_but_the_lists_of_rooms_names_its_rule(edition, lang):
    lines = [line for line in page(edition, lang).splitlines() if line and not line.startswith("#")]
    assert len([line for line in lines if not line.endswith("]")]) == 2


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_languages_say_the_same_by_the_same_rules(edition):
    english, italian = (page(edition, lang).splitlines() for lang in LANGS)
    assert [cited(line) for line in english] == [cited(line) for line in italian]
    assert [line[:3] for line in english if line.startswith("#")] == [
        line[:3] for line in italian if line.startswith("#")
    ]


@pytest.mark.parametrize(("edition", "lang"), PAGES)
def test_the_aid_tells_what_is_made_in_which_room(edition, lang):
    text = page(edition, lang).lower()
    for number, symbol in enumerate(SYMBOLS):
        rooms = [COLDITZ.tell.called("room", ROOMS[room], lang).lower() for room in _with(number)]
        made = COLDITZ.tell.called("symbol", symbol, lang)
        told = [f"{made}: {one}, {other}" in text for one, other in (rooms, rooms[::-1])]
        assert any(told), (symbol, rooms)


def _with(symbol):
    return [room for room, made in enumerate(ROOM_SYMBOL) if made == symbol]
