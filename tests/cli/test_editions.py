"""Comparing editions: what changed, the player aid, the rules of a single edition, which options combine."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from garrison.cli import output
from garrison.cli.commands import edition_diff
from garrison.cli.play.lookups import Onlooker
from garrison.cli.screen.plain_screen import LineScreen
from garrison.core import registry
from garrison.core.scenario import start
from garrison.core.show import rulebook
from garrison.core.state import Options
from support.fixtures import Register
from support.games import toy
from support.games.toy_warren import WARREN
from support.terminal.command import BOTS, Run, only, runner

EDITIONS = ("old", "new", "odd")
CHANGE = "Old: one lantern. New: two."
RULES: dict[str, dict[str, Any]] = {
    "N-1": {"editions": ["new"]},
    "N-2": {"editions": ["new"], "rulings": ["AMB-2"]},
    "N-3": {"editions": ["new"]},
    "N-4": {"editions": ["new"]},
    "N-5": {"editions": ["new"]},
    "N-6": {"editions": ["new"]},
    "O-1": {"editions": ["old"], "counterparts": ["N-1"], "same": True},
    "O-2": {
        "editions": ["old"],
        "counterparts": ["N-2", "N-3"],
        "same": False,
        "change": CHANGE,
        "rulings": ["AMB-1"],
    },
    "O-3": {"editions": ["old"], "counterparts": ["N-3"], "same": True},
    "O-4": {"editions": ["old"], "counterparts": [], "same": False},
    "O-5": {"editions": ["old"], "counterparts": ["N-5"], "same": False},
    "O-6": {"editions": ["old"], "counterparts": ["N-4", "X-1"], "same": True},
    "B-1": {"editions": ["old", "new"], "rulings": ["AMB-3"]},
    "B-2": {"editions": ["old", "new", "odd"], "counterparts": [], "same": False},
    "X-1": {"editions": ["odd"]},
}
NOTES = "\n".join(f"### AMB-{n} Ruling {n}\n\nSo be it.\n" for n in (1, 2, 3, 4))
AID = "# How it goes\n\n- Show a lantern, then climb. " + "It is dark and the wall is high. " * 5


def text(file: str) -> str:
    if file.startswith("rules"):
        return "\n".join(f"[{ident}]\n" + rule(ident, file[6:8]) for ident in RULES)
    if file.startswith("notes"):
        return NOTES
    if file.startswith("aid.old"):
        return AID + file[8:10]
    return toy.WORDS.text(file)


def rule(ident: str, lang: str) -> str:
    said = {"title": f"Title {ident} {lang}", "text": f"What {ident} says in {lang}.", **RULES[ident]}
    return "\n".join(f"{key} = {json.dumps(value)}" for key, value in said.items()) + "\n"


def setup(rules: int, _: Options, dice: Any) -> toy.Watch:
    return toy.setup(rules, {"edition": "plain"}, dice)


VERSIONS = toy.vary(toy.TOY, options={"edition": EDITIONS}, text=text, setup=setup)
"""The toy with three editions, linked rules, rulings and a page for players of the old one."""


@pytest.fixture
def garrison(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, register: Register
) -> Run:
    run = runner(monkeypatch, capsys, tmp_path)
    register(VERSIONS)
    return run


def diff(garrison: Run, before: str, after: str, *more: str) -> Any:
    done = garrison("diff", "toy", "--from", before, "--to", after, *more)
    assert (done.status, done.err) == (0, "")
    return json.loads(done.out) if "--json" in more else done.out


# What changed


def test_diff_has_exactly_the_promised_parts(garrison: Run) -> None:
    assert diff(garrison, "old", "new", "--json") == {
        "game": "toy",
        "from": "old",
        "to": "new",
        "changed": [
            {"from": ["O-2", "O-3"], "to": ["N-2", "N-3"], "change": [CHANGE]},
            {"from": ["O-5"], "to": ["N-5"], "change": []},
        ],
        "dropped": ["O-4"],
        "added": ["N-6"],
        "same": [
            {"from": ["O-1"], "to": ["N-1"]},
            {"from": ["O-6"], "to": ["N-4"]},
            {"from": ["B-1"], "to": ["B-1"]},
            {"from": ["B-2"], "to": ["B-2"]},
        ],
    }


def turned(pairs: list[dict[str, list[str]]]) -> list[dict[str, list[str]]]:
    return sorted(({**pair, "from": pair["to"], "to": pair["from"]} for pair in pairs), key=str)


def test_diff_goes_both_ways(garrison: Run) -> None:
    there, back = diff(garrison, "old", "new", "--json"), diff(garrison, "new", "old", "--json")
    assert (back["from"], back["to"]) == ("new", "old")
    assert (back["dropped"], back["added"]) == (there["added"], there["dropped"])
    for key in ("changed", "same"):
        assert turned(back[key]) == sorted(there[key], key=str)


def test_diff_of_editions_without_links(garrison: Run) -> None:
    found = diff(garrison, "new", "odd", "--json")
    assert found["dropped"] == ["N-1", "N-2", "N-3", "N-4", "N-5", "N-6", "B-1"]
    assert (found["added"], found["changed"]) == (["X-1"], [])
    assert found["same"] == [{"from": ["B-2"], "to": ["B-2"]}]


def test_diff_tells_both_statements_one_under_the_other(garrison: Run) -> None:
    out = diff(garrison, "old", "new")
    assert (
        f"## Changed (2)\n\nWhat differs: {CHANGE}\n"
        "Edition old:\n  O-2  Title O-2 en\n    What O-2 says in en.\n  O-3  Title" in out
    )
    assert "Edition old:\n  O-5  Title O-5 en\n    What O-5 says in en.\nEdition new:\n  N-5  Title" in out
    assert "## Only in edition old (1)\n\n  O-4  Title O-4 en\n    What O-4 says in en.\n" in out
    assert "## Only in edition new (1)\n\n  N-6  Title N-6 en\n    What N-6 says in en.\n" in out
    assert out.endswith("\n## Unchanged (4)\n\nTo list them: --all\n")
    for ident in RULES:
        assert out.count(f"  {ident}  ") <= 1
        assert (f"  {ident}  " in out) == (ident[0] in "NO" and ident not in ("O-1", "N-1", "O-6", "N-4"))


def test_diff_lists_what_did_not_change_on_demand(garrison: Run) -> None:
    out = diff(garrison, "old", "new", "--all")
    assert out.endswith(
        "\n## Unchanged (4)\n\n  O-1 = N-1  Title N-1 en\n  O-6 = N-4  Title N-4 en\n"
        "  B-1  Title B-1 en\n  B-2  Title B-2 en\n"
    )


def test_diff_in_italian(garrison: Run) -> None:
    out = diff(garrison, "old", "new", "--lang", "it")
    assert f"## Cambiate (2)\n\nChe cosa cambia: {CHANGE}\nEdizione old:\n  O-2  Title O-2 it\n" in out
    assert "## Solo nell'edizione new (1)" in out
    assert out.endswith("Per elencarle: --all\n")


MISTAKES = [
    (["toy", "--from", "old", "--to", "old"], "edition old was named twice; name two of old, new, odd"),
    (["toy", "--from", "old", "--to", "v9"], "toy has no edition 'v9'; choose one of old, new, odd"),
    (["toy", "--from", "v9", "--to", "v9"], "toy has no edition 'v9'"),
    (["bare", "--from", "old", "--to", "new"], "bare does not have two editions to compare"),
    (["chess", "--from", "old", "--to", "new"], "there is no game 'chess'"),
    (["toy", "--from", "old"], "missing: --to; for help: garrison diff --help"),
    (["toy"], "missing: --from, --to"),
]


@pytest.mark.parametrize(("argv", "said"), MISTAKES)
def test_what_cannot_be_compared_is_told_in_one_sentence(
    garrison: Run, argv: list[str], said: str, register: Register
) -> None:
    register(toy.vary(toy.TOY, id="bare", options={"edition": ("only",)}))
    for json_or_not in ([], ["--json"]):
        done = garrison("diff", *argv, *json_or_not)
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
        assert said in done.err


def test_what_cannot_be_compared_is_told_in_italian(garrison: Run) -> None:
    for argv, said in (
        (["old", "--to", "old"], "è stata indicata due volte l'edizione old"),
        (["old", "--to", "v9"], "toy non ha un'edizione 'v9'"),
    ):
        assert said in garrison("diff", "toy", "--from", *argv, "--lang", "it").err


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_rule_of_the_real_editions_stands_in_one_place(lang: str) -> None:
    rules = rulebook.rules(registry.find("itter"), lang)
    found = edition_diff.compare(rules, "playtest", "published")
    pairs = found.changed + found.same
    before = sorted(found.dropped + [ident for pair in pairs for ident in pair.before])
    after = sorted(found.added + [ident for pair in pairs for ident in pair.after])
    assert before == sorted(ident for ident in rules if "playtest" in rules[ident]["editions"])
    assert after == sorted(ident for ident in rules if "published" in rules[ident]["editions"])
    assert max(len(pair.before) + len(pair.after) for pair in pairs) < 12


# The player aid


def test_the_player_aid_is_a_page_of_the_rules(garrison: Run) -> None:
    out = garrison("rules", "toy", "--edition", "old", "--aid").out
    assert out.startswith("# How it goes\n\n- Show a lantern, then climb.")
    assert max(map(len, out.splitlines())) <= output.WIDTH
    assert out.endswith("en\n")
    assert garrison("rules", "toy", "--edition", "old", "--aid", "--lang", "it").out.endswith("it\n")


def test_an_edition_without_a_player_aid_names_those_with_one(garrison: Run, register: Register) -> None:
    done = garrison("rules", "toy", "--edition", "new", "--aid")
    assert (done.status, done.out) == (2, "")
    assert done.err == "garrison: toy has no player aid for edition new; these editions have one: old\n"
    italian = garrison("rules", "toy", "--edition", "new", "--aid", "--lang", "it")
    assert "ce l'hanno queste edizioni: old" in italian.err
    register(toy.TOY)
    assert garrison("rules", "toy", "--aid").err == "garrison: toy has no player aid in this language (en)\n"


def test_the_player_aid_is_no_rule(garrison: Run) -> None:
    done = garrison("rules", "toy", "--aid", "O-1")
    assert (done.status, done.err) == (2, "garrison: ID and --aid cannot be used together\n")


def test_the_real_player_aid_is_there_in_both_languages(garrison: Run) -> None:
    for lang in ("en", "it"):
        out = garrison("rules", "itter", "--edition", "playtest", "--aid", "--lang", lang).out
        assert out.startswith("# Castle Itter")
        assert "IT3-" in out


def test_the_player_aid_in_play(garrison: Run) -> None:
    typed = "help\naid\nai\n"
    out = garrison("play", "toy", "--edition", "old", "--players", BOTS, typed=typed).out
    assert "\n- aid: the player aid, the actions on one page\n- save" in out
    assert "\n> aid\n# How it goes\n\n- Show a lantern" in out
    italian = garrison("play", "toy", "--edition", "old", "--players", BOTS, "--lang", "it", typed="scheda\n")
    assert "\n> scheda\n# How it goes\n" in italian.out


def test_where_there_is_no_player_aid_it_is_not_offered(garrison: Run) -> None:
    done = garrison("play", "toy", "--edition", "new", "--players", BOTS, typed="help\naid\n")
    assert "- aid" not in done.out
    assert "This edition has no player aid; rules lists its rules." in done.out
    attacking = garrison("play", "itter", "--seed", 3, typed="lee; nt2\na\n").out
    assert "aid" not in re.findall(r"^'a' could be (.*)$", attacking, re.MULTILINE)[0]


# The rules of one edition


def test_rules_are_those_of_the_edition(garrison: Run) -> None:
    out = garrison("rules", "toy").out
    assert out.startswith(
        "toy: the rules of edition old. Other editions: garrison rules toy --edition new,\n"
        "garrison rules toy --edition odd\n"
    )
    shown = re.findall(r"^([A-Z]-\d)  ", out, re.MULTILINE)
    assert shown == ["O-1", "O-2", "O-3", "O-4", "O-5", "O-6", "B-1", "B-2"]
    other = garrison("rules", "toy", "--edition", "odd", "--lang", "it").out
    assert re.findall(r"^([A-Z]-\d)  ", other, re.MULTILINE) == ["B-2", "X-1"]
    assert other.startswith(
        "toy: le regole dell'edizione odd. Altre edizioni: garrison rules toy --edition old --lang it,"
    )


def test_rules_in_play_are_those_of_the_edition_with_its_rulings(garrison: Run) -> None:
    """A ruling that only rules of other editions name is another's; one that no rule names is everybody's."""
    out = garrison("play", "toy", "--edition", "new", "--players", BOTS, typed="rules\n").out
    listed = re.findall(r"^  ((?:[A-Z]|AMB)-\d)  ", out[out.index("> rules") :], re.MULTILINE)
    assert listed[:8] == ["N-1", "N-2", "N-3", "N-4", "N-5", "N-6", "B-1", "B-2"]
    assert listed[8:] == ["AMB-2", "AMB-3", "AMB-4"]


def test_a_rule_of_another_edition_says_so(garrison: Run) -> None:
    assert garrison("rules", "toy", "N-1").out.endswith("\n  Edition: new\n")
    assert "Edition" not in garrison("rules", "toy", "O-1").out
    assert "Edition" not in garrison("rules", "toy", "--edition", "new", "N-1").out
    typed = "rule N-2\nrule O-2\n"
    out = garrison("play", "toy", "--edition", "new", "--players", BOTS, typed=typed).out
    assert "  What O-2 says in en.\n  Rulings: AMB-1\n  Edition: old\n" in out
    assert out.count("Edition:") == 1


def test_an_id_may_stand_after_the_options(garrison: Run) -> None:
    assert garrison("rules", "toy", "--lang", "it", "b-1").out.startswith("B-1  Title B-1 it\n")
    assert "not understood: N-1 N-2" in garrison("rules", "toy", "--lang", "en", "N-1", "N-2").err


def test_cards_and_rules_of_the_real_editions_are_their_own(garrison: Run) -> None:
    published, playtest = (
        garrison("rules", "itter", "--edition", each).out for each in ("published", "playtest")
    )
    assert "\nITP-2.4d  " in published
    assert "\nIT3-" not in published
    assert "\nIT3-35  " in playtest
    assert "\nITP-" not in playtest
    assert published.partition("## Cards")[2] != playtest.partition("## Cards")[2] != ""


def test_a_question_names_the_rule_of_its_edition(garrison: Run) -> None:
    out = garrison("play", "itter", "--edition", "playtest", "--seed", 3, typed="rule\n").out
    assert "[IT3-18]" in out
    assert re.search(r"^IT3-18  \S", out, re.MULTILINE)


def test_a_text_of_the_game_may_be_one_option_s_own(garrison: Run, register: Register) -> None:
    def wordy(file: str) -> str:
        own = 'terms.intro = "Night falls."\nterms.intro-new = "Dawn breaks."\n'
        return own + text(file) if file.startswith("words") else text(file)

    register(toy.vary(VERSIONS, text=wordy))
    for edition, said in (("old", "Night falls."), ("new", "Dawn breaks.")):
        out = garrison("play", "toy", "--edition", edition, "--players", BOTS).out
        assert [text for text in ("Night falls.", "Dawn breaks.") if text in out] == [said]


# What goes together


def test_games_tells_which_options_go_together_and_for_whom(garrison: Run) -> None:
    out = garrison("games").out
    assert "  --edition published --difficulty beginner | veteran | elite (seats: Defender)\n" in out
    assert "  --edition published --difficulty competitive (seats: Defender, SS player)\n" in out
    assert "  --edition playtest --difficulty normal | veteran | elite (seats: Defender)\n" in out
    assert out.count("  with any of these: --escape white | coloured --command early | late\n") == 1
    assert "toy: toy\n  --edition old | new | odd (seats: Anna, Bruno, Carla)\n" in out
    assert "(posti: Difensore" in garrison("games", "--lang", "it").out


def test_a_game_of_200_option_sets_is_told_in_a_line_for_each_table(
    garrison: Run, register: Register
) -> None:
    register(WARREN)
    told = garrison("games").flat.partition("warren: ")[2]
    rounds = "--rounds 20 | 2 | 8 | 240 --cards 2 | 0 | 1 | 3 | 4"
    assert told.count(f"--edition old | new --option-players 3 {rounds} (seats: Warden, Anna, Bruno)") == 1
    assert told.count("--edition") == 5


def test_games_tells_the_same_as_data(garrison: Run) -> None:
    itter, siege, other = json.loads(garrison("games", "--json").out)["games"]
    sets = registry.combinations(registry.find("itter"))
    assert [each["options"] for each in itter["combinations"]] == sets
    duel = {"edition": "published", "difficulty": "competitive"}
    assert {"options": duel, "seats": ["defender", "ss"]} in itter["combinations"]
    assert len(siege["combinations"]) == 24
    assert other["combinations"][1] == {"options": {"edition": "new"}, "seats": list(toy.SEATS)}


def test_a_game_without_options_is_told_too(garrison: Run, register: Register) -> None:
    register(toy.vary(toy.TOY, options={}))
    assert garrison("games").out.endswith("toy: toy\n  (seats: Anna, Bruno, Carla)\n")


def test_a_game_without_options_has_nothing_after_its_title(
    garrison: Run, register: Register, tmp_path: Path
) -> None:
    plain = {"edition": "plain"}
    register(
        toy.vary(
            toy.TOY,
            options={},
            setup=lambda rules, _, dice: toy.setup(rules, plain, dice),
            bound=lambda _: toy.bound(plain),
        )
    )
    for lang, begun, kept in (("en", "You play Anna.", "rows"), ("it", "Giochi come Anna.", "righe")):
        home = ("--lang", lang, "--home", tmp_path / lang)
        shown = garrison("play", "toy", "--players", BOTS, *home, typed="hold\n").out
        assert shown.startswith(f"toy. {begun}")
        assert re.search(rf"toy-\S+: toy; {kept} ", garrison("resume", "--list", *home).flat)
        assert f"toy. {begun}" in garrison("resume", *home).flat
        assert garrison("replay", only(tmp_path / lang), *home[:2]).out.startswith("toy\n")


def test_why_reaches_questions_that_answer_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    position = {
        "rest": "casualty",
        "defenders": {"lee": "k1", "worsham": "k2", "sutton": "st2"},
        "marks": {"lee": ["exhausted"], "worsham": ["suppressed"]},
    }
    options = {"edition": "playtest", "difficulty": "normal"}
    match, _ = start({"game": "itter", "options": options, "dice": [], "position": position, "step": []}, "")
    looking = Onlooker(match, 0, "en", "garrison resume", LineScreen())
    for asked, said in (
        (("lee", "attack rifleman@3"), "(IT3-40)"),
        (("worsham", "recover exhausted"), "(IT3-43)"),
        (("sutton", "recover exhausted"), "(IT3-41)"),
    ):
        looking.why(*asked)
        assert said in capsys.readouterr().out
    assert len(match.rows) == 1
