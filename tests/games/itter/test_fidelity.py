"""Every rule and ruling of both editions is stated, cited and proven; every figure has a source."""

import ast
import re
import tomllib
from functools import cache

from garrison.core.figure_sources import CONFIDENCE
from garrison.core.registry import find
from garrison.core.show import rulebook, words
from garrison.games.itter.editions import IN_PLAYTEST
from garrison.games.itter.tables import CARD_DICE, CARD_NAMES
from support import paths
from support.games.itter_scenarios import FILES, head

SOURCE = paths.SOURCE / "games" / "itter"
GAME = "itter"
ITTER = find(GAME)
RULES = sorted(rulebook.rules(ITTER, "en"))
RULINGS = [f"AMB-{n:02d}" for n in range(1, 52)]
TACTIC_RULINGS = [f"TAC-{letter}" for letter in "abcdef"]
EXAMPLES = [f"ITP-EX{n}" for n in range(1, 18)] + [f"IT3-EX{n}" for n in range(1, 14)]
KEYS = ("section", "page", "rulings", "editions", "counterparts", "same")


@cache
def claims():
    """The proofs of each test or scenario file: its kind (rule or ruling), its name, and the ids."""
    found = []
    for path in FILES:
        file = head(path)
        found += [(kind, path.name, file.get(f"{kind}s", [])) for kind in ("rule", "ruling")]
    for path in sorted(paths.TESTS.rglob("test_*.py")):
        text = path.read_text("utf-8")
        found += marks(path.name, text) if f'"{GAME}"' in text else []
    return found


def marks(name, text):
    for node in ast.parse(text).body:
        for call in node.decorator_list if isinstance(node, ast.FunctionDef) else []:
            kind = ast.unparse(call.func).rpartition(".")[2] if isinstance(call, ast.Call) else ""
            given = [each.value for each in call.args if isinstance(each, ast.Constant)] if kind else []
            if kind in ("rule", "ruling") and given[:1] == [GAME]:
                yield kind, f"{name}::{node.name}", given[1:]


def proven(kind):
    return {ident for each, _, ids in claims() if each == kind for ident in ids}


CODE = "\n".join(path.read_text("utf-8") for path in sorted(SOURCE.rglob("*.py")))


def test_the_rule_file_has_every_rule_of_both_editions():
    published = [ident for ident in RULES if ident.startswith("ITP-")]
    assert len(published) == 112
    assert {ident for ident in published if ident.startswith("ITP-6.2")} == {
        f"ITP-6.2{x}" for x in "abcdefgh"
    }
    assert {ident for ident in RULES if ident not in published} == {f"IT3-{n:02d}" for n in range(1, 106)}


def test_every_rule_belongs_to_one_edition():
    rules = rulebook.rules(ITTER, "en")
    edition = {ident: ["published" if ident.startswith("ITP-") else "playtest"] for ident in RULES}
    assert {ident: rules[ident]["editions"] for ident in RULES} == edition


def names_its_counterparts(ident):
    english, italian = (rulebook.rules(ITTER, lang)[ident] for lang in words.LANGS)
    counterparts, same = english["counterparts"], english["same"]
    told = [rule.get("change", "") for rule in (english, italian)]
    return (
        all(other.startswith("ITP-") and other in RULES for other in counterparts)
        and bool(counterparts or not same)
        and all(told) is (not same and bool(counterparts))
        and (len(set(told)) == 2 or not any(told))
    )


def test_every_playtest_rule_names_its_counterparts_and_what_changed():
    playtest = [ident for ident in RULES if ident.startswith("IT3-")]
    assert [ident for ident in playtest if not names_its_counterparts(ident)] == []


def test_rules_that_refuse_are_counterparts_of_those_the_code_names():
    for published, playtest in IN_PLAYTEST.items():
        assert published in rulebook.rules(ITTER, "en")[playtest]["counterparts"], (published, playtest)


def is_stated(ident):
    english, italian = (rulebook.rules(ITTER, lang)[ident] for lang in words.LANGS)
    return (
        bool(english["text"].strip() and italian["text"].strip())
        and english["text"] != italian["text"]
        and all(english.get(key) == italian.get(key) for key in KEYS)
    )


def test_every_rule_is_stated_in_both_languages():
    assert [ident for ident in RULES if not is_stated(ident)] == []


def test_every_rule_is_cited_where_it_bites():
    cited = set(re.findall(r"\b(?:ITP|IT3)-\d[\d.]*[a-z]?\b", CODE))
    assert [ident for ident in RULES if ident not in cited] == []


def test_every_rule_is_proven_by_a_marked_test():
    assert [ident for ident in RULES if ident not in proven("rule")] == []


def test_no_test_claims_more_than_three_rules_or_unknown_ones():
    for _, name, ids in (claim for claim in claims() if claim[0] == "rule"):
        assert len(ids) <= 3, name
        assert set(ids) <= set(RULES), name


def test_every_ruling_is_tested():
    assert [ident for ident in RULINGS + TACTIC_RULINGS if ident not in proven("ruling")] == []


def test_every_ruling_is_explained_in_the_notes():
    for lang in words.LANGS:
        headings = set(re.findall(r"^### ([\w-]+)", ITTER.tell.text(f"notes.{lang}.md"), re.MULTILINE))
        assert [ident for ident in RULINGS + TACTIC_RULINGS if ident not in headings] == [], lang


def test_rulings_named_by_rules_exist():
    known = {*RULINGS, *TACTIC_RULINGS}
    for ident in RULES:
        assert set(rulebook.rules(ITTER, "en")[ident]["rulings"]) <= known, ident


SAID = {
    "ITP-2.1b": (r"stricter reading \(AMB-41\)", r"lettura più severa \(AMB-41\)"),
    "ITP-2.8b": (r"white Load square .*stricter reading \(AMB-18\)", r"bianca .*più severa \(AMB-18\)"),
    "ITP-3.1a": (r"add up, .*\(AMB-05\)", r"si sommano, .*\(AMB-05\)"),
    "ITP-3.1b": (r"add up, .*\(AMB-05\)", r"si sommano, .*\(AMB-05\)"),
    "ITP-3.3a": (r"no longer protects .*\(AMB-07\)", r"non li protegge più \(AMB-07\)"),
    "ITP-4.2d": (r"\b4 dice\b", r"\b4 dadi\b"),
    "IT3-08": (r"all other counters", r"tutti gli altri"),
    "IT3-25": (r"stricter reading \(AMB-41\)", r"lettura più severa \(AMB-41\)"),
    "IT3-54": (r"stricter reading \(AMB-18\)", r"più severa \(AMB-18\)"),
}
"""Words that a rule cannot do without, because its ruling or a figure says them."""


def test_a_rule_says_what_its_ruling_says():
    for ident, patterns in SAID.items():
        for lang, pattern in zip(words.LANGS, patterns, strict=True):
            text = rulebook.rules(ITTER, lang)[ident]["text"]
            assert re.search(pattern, text), (ident, lang)
    panzerfaust = next(card for card, name in enumerate(CARD_NAMES) if name == "panzerfaust")
    assert {dice[panzerfaust] for dice in CARD_DICE} == {4}


def test_doubtful_readings_are_called_so_and_offered_as_options():
    for lang, doubt in zip(words.LANGS, ("doubtful", "dubbia"), strict=True):
        found = rulebook.rulings(ITTER, lang)
        for ident, option in (("AMB-18", "escape"), ("AMB-41", "command")):
            strict = ITTER.tell.name("option", ITTER.options[option][1], lang)
            assert doubt in found[ident][1], (ident, lang)
            assert f'"{strict}"' in found[ident][1], (ident, lang)


def test_the_sources_disagree_about_wegscheider():
    for lang in words.LANGS:
        assert (
            "Wegscheider" in re.search(r"^### X18 .*$", ITTER.tell.text(f"notes.{lang}.md"), re.MULTILINE)[0]
        )
        disputed = [what for what, _, _, source in ITTER.book.figures(lang) if "A p14" in source]
        assert any("wegscheider" in what for what in disputed), lang


def test_every_rulebook_example_is_a_scenario():
    stems = [path.stem for path in FILES]
    shown = {found[1] for stem in stems if (found := re.fullmatch(r"(IT[P3]-EX\d+)([a-z].*|-.*)?", stem))}
    assert [ident for ident in EXAMPLES if ident not in shown] == []


def test_every_figure_names_its_source_and_confidence():
    figures = ITTER.book.figures("en")
    assert len(figures) > 150
    for what, value, confidence, source in figures:
        assert confidence in CONFIDENCE, what
        assert value, what
        assert source, what


def test_every_source_is_explained_and_told_in_the_readers_words():
    known = set(ITTER.tell.load("en")["sources"])
    for file in (SOURCE / "data").glob("*.toml"):
        assert set(tomllib.loads(file.read_text("utf-8"))["sources"]) <= known, file.name
    plain = re.compile(r"((A|B|F|R|P-(app|map|units|lib)|W[12])[ ,;]*|p?[\d.]+[ ,]*)+")
    for what, _, confidence, source in ITTER.book.figures("it"):
        translated = source in ITTER.tell.load("it")["figure-sources"].values()
        assert confidence in ("rulebook", "agreed") or translated or plain.fullmatch(source), (what, source)


def test_reconstructed_tactics_are_marked_and_shown_as_such():
    marked_cards = {
        what for what, _, confidence, _ in ITTER.book.figures("en") if confidence == "reconstruction"
    }
    effects = {row["name"] for row in tomllib.loads((SOURCE / "data" / "tactics.toml").read_text())["tactic"]}
    assert {f"tactic {name}" for name in effects} <= marked_cards
