"""Nothing of one edition of Escape from Colditz happens, is named or is said in the other."""

import json
import re
from dataclasses import asdict
from functools import cache

import pytest

from garrison.core.registry import settle
from garrison.core.show import rulebook
from garrison.core.show.perspective import Perspective
from garrison.core.state import SPECTATOR
from garrison.games.colditz.actions import ACTIONS
from garrison.games.colditz.game import COLDITZ
from garrison.table.http import game_info
from support import paths
from support.games.colditz_matches import played

LANGS = ("en", "it")
FILES = {
    edition: [
        path
        for path in sorted((paths.SCENARIOS / "colditz").glob("*.toml"))
        if path.stem.startswith("classic-") == (edition == "classic")
    ]
    for edition in ("modern", "classic")
}
OTHER = {"modern": "classic", "classic": "modern"}
SAID = {
    (
        "modern",
        "en",
    ): r"Escape Attempt|Commander|general search|collapses|Tunnel Discovered|eagle|Interrupt\.",
    (
        "modern",
        "it",
    ): r"segnalin[oi] di fuga|comandante|perquisizione generale|crolla|Galleria scoperta|aquila"
    r"|Interruzione\.",
    ("classic", "en"): r"Do or Die|Tunnel Detected|Out of turn\.",
    ("classic", "it"): r"la va o la spacca|Galleria individuata|Fuori turno\.",
}
"""By edition and language, words for things that only it has."""
RULES_SAID = {"modern": {"COL-O-008"}, "classic": set()}
"""Rules that name a thing of the other edition, to say that it is not used."""
ASKED = {"modern": {"hunt", "room", "strip", "after"}, "classic": {"cell", "consent"}}
TOLD = {
    "modern": {
        "marker",
        "cleared",
        "kit_gone",
        "general_search",
        "found_nobody",
        "searched",
        "drew_part",
        "opened",
        "collapsed",
        "discovered",
    },
    "classic": {
        "cards_traded",
        "dared",
        "team_out",
        "rooms_opened",
        "allowed",
        "denied",
        "detected",
        "closed_again",
        "card_shown",
    },
}
ENDED = {"modern": {"nation", "shared"}, "classic": {"first", "out"}}
DONE = {
    "modern": r"clear|strip|down|office|general-search|normal-turn|room",
    "classic": r"do-or-die|inner|outer|allow|deny",
}


@cache
def seen(edition):
    """All that the scenarios of an edition ask, tell, list and say, by the file where it came first."""
    asked, told, listed, ended, texts = {}, {}, {}, {}, {lang: {} for lang in LANGS}
    for path in FILES[edition]:
        for match in played(path):
            asked.setdefault(match.ask[0] if match.ask else "", path.stem)
            ended.setdefault(match.result.how if match.result else "", path.stem)
            for event in match.events(len(match.rows) - 1):
                told.setdefault(event[1], path.stem)
            for seat in match.awaited or (SPECTATOR,):
                for action in match.legal(seat) if seat >= 0 else ():
                    listed.setdefault(match.write(action), path.stem)
                for lang in LANGS:
                    frame = Perspective(match, seat).frame(lang)
                    texts[lang].setdefault(json.dumps(asdict(frame), default=str), path.stem)
    return asked, told, listed, ended, texts


EDITIONS = pytest.mark.parametrize("edition", ["modern", "classic"])


@EDITIONS
def test_questions_events_answers_and_endings_are_those_of_the_edition(edition):
    asked, told, listed, ended, _ = seen(edition)
    other = OTHER[edition]
    for found, own, foreign in (
        (asked, ASKED[edition], ASKED[other]),
        (told, TOLD[edition], TOLD[other]),
        (ended, ENDED[edition], ENDED[other]),
    ):
        assert own <= {*found}
        assert {each: found[each] for each in foreign if each in found} == {}
    assert [each for each in listed if re.match(rf"({DONE[other]})\b", each)] == []
    assert [each for each in listed if re.match(rf"({DONE[edition]})\b", each)] != []


@EDITIONS
@pytest.mark.parametrize("lang", LANGS)
def test_what_is_shown_and_said_has_no_word_and_no_rule_of_the_other_edition(edition, lang):
    texts = seen(edition)[4][lang]
    foreign = re.compile(rf"{SAID[OTHER[edition], lang]}|COL-{'C' if edition == 'modern' else 'O'}-\d+")
    assert {name: found.group() for text, name in texts.items() if (found := foreign.search(text))} == {}
    assert any(re.search(SAID[edition, lang], text) for text in texts), "the words looked for are really used"


@EDITIONS
@pytest.mark.parametrize("lang", LANGS)
def test_rule_pages_cards_and_legend_are_those_of_the_edition(edition, lang):
    foreign = re.compile(rf"{SAID[OTHER[edition], lang]}|COL-{'C' if edition == 'modern' else 'O'}-\d+")
    page = game_info.rules(COLDITZ, edition, lang)
    for section in page["sections"]:
        for rule in section["rules"]:
            if rule["id"] not in RULES_SAID[edition]:
                assert foreign.search(json.dumps(rule, ensure_ascii=False)) is None, rule["id"]
    assert foreign.search(json.dumps(page["cards"], ensure_ascii=False)) is None
    board = COLDITZ.show.board(settle(COLDITZ, {"edition": edition}), lang)
    said = [*(line.text for line in board.legend), *(text for _, text in board.explanations)]
    assert [line for line in said if foreign.search(line)] == []
    terms = COLDITZ.tell.load(lang)["terms"]
    assert foreign.search(terms["help-actions" if edition == "modern" else "help-actions-classic"]) is None


@pytest.mark.parametrize("lang", LANGS)
def test_every_rule_belongs_to_one_edition_and_every_ruling_that_forbids_to_those_it_is_for(lang):
    for ident, rule in rulebook.rules(COLDITZ, lang).items():
        if ident.startswith("COL-"):
            assert rule["editions"] == ["modern" if ident.startswith("COL-O") else "classic"], ident


@EDITIONS
def test_no_refusal_is_by_a_rule_of_the_other_edition(edition):
    """Over the whole table of actions in a position of every fifth scenario."""
    pages = {ident for ident, rule in rulebook.rules(COLDITZ, "en").items() if edition in rule["editions"]}
    for path in FILES[edition][::5]:
        *_, match = played(path)
        for notation in ACTIONS if match.ask else ():
            rule = match.refusal(notation, match.awaited[0])
            assert rule is None or rule in pages or not rule.startswith(("COL", "AMB")), (path.stem, notation)
