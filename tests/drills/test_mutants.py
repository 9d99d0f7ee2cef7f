"""`make mutants` lists a planted gap, and no rule that is proven."""

import json
import os
import subprocess
import sys

import pytest

from support import paths
from tools.mutations import mutants, shifted

TOOL = paths.TESTS / "tools" / "mutants.py"
RULES = '''"""A tiny game."""

LIMIT = 3
"""ITP-1.0a."""


def _table(n):
    """ITP-1.0b."""
    return [n + 1] * 2


TABLE = _table(4)


def judge(n):
    if n > LIMIT:
        return "ITP-1.0a"
    return None


def play(n, told):
    """ITP-1.0c: all are told, in order."""
    told += [each for each in (n, n - 1) if each]
    told.sort()
    told.append("end")


def wait(n):
    """ITP-1.0d."""
    while n:
        n -= 1
    return n


def rest():
    return 5
'''
TESTS = """import pytest
from tiny.rules import TABLE, judge, play, wait


@pytest.mark.rule("tiny", "ITP-1.0a")
def test_the_limit():
    assert [judge(n) for n in (3, 4)] == [None, "ITP-1.0a"]


@pytest.mark.rule("tiny", "ITP-1.0b")
def test_the_table():
    assert TABLE == [5, 5]


@pytest.mark.rule("tiny", "ITP-1.0c")
def test_what_is_told():
    told = []
    play(2, told)
    assert told[-1] == "end"
    assert {1, 2} <= set(told)


@pytest.mark.rule("tiny", "ITP-1.0d")
def test_waiting_ends():
    assert wait(3) == 0
"""


def broken(source, tmp_path, **known):
    path = tmp_path / "tiny.py"
    path.write_text(source)
    return list(mutants(path, path.stem, **known))


def changes(source, tmp_path):
    return [mutant.what for mutant in broken(source, tmp_path)]


def test_conditions_numbers_and_calls_are_broken_and_nothing_twice(tmp_path):
    source = 'def f(s, n):\n    """ITP-1.0a."""\n    if n == 1 and s:\n        s.go(n)\n        return\n'
    assert changes(source, tmp_path) == [
        "if n == 1 and s: -> if not (n == 1 and s):",
        "if n == 1 and s: -> if n == 1 or s:",
        "if n == 1 and s: -> if n == 1 and (not s):",
        "if n == 1 and s: -> if n != 1 and s:",
        "if n == 1 and s: -> if n == 2 and s:",
        "dropped: s.go(n)",
        "dropped: return",
    ]


def test_what_cites_no_rule_is_left_alone(tmp_path):
    assert changes("def f(n):\n    return n > 1\n\n\nLIMIT = 3\n", tmp_path) == []


def test_tables_are_broken_where_an_id_stands_beside_them(tmp_path):
    source = (
        "# Values (ITP-1.0a)\n\nONE = by_edition(1, 2)\n"
        'TWO = {"a": 1}\n"""ITP-1.0b."""\n\n'
        "# Others\n\nTHREE = 3\n"
    )
    found = broken(source, tmp_path)
    assert {mutant.function for mutant in found} == {"ONE", "TWO"}
    assert {mutant.rules for mutant in found if mutant.function == "TWO"} == {
        frozenset({"ITP-1.0a", "ITP-1.0b"})
    }
    assert {mutant.what for mutant in found if mutant.function == "ONE"} == {
        "ONE = by_edition(1, 2) -> ONE = by_edition(1, 1)",
        "ONE = by_edition(1, 2) -> ONE = by_edition(2, 2)",
        "ONE = by_edition(1, 2) -> ONE = by_edition(1, 3)",
        "shifted: ONE",
    }


def test_an_entry_that_cites_its_rule_stands_for_that_rule_alone(tmp_path):
    source = 'WHY = {\n    "ITP-1.0a": 1,\n    "ITP-1.0b": 2,\n}\n'
    left_out = {mutant.what: mutant.rules for mutant in broken(source, tmp_path) if "left out" in mutant.what}
    assert left_out == {
        "left out: 'ITP-1.0a': 1": {"ITP-1.0a"},
        "left out: 'ITP-1.0b': 2": {"ITP-1.0b"},
    }


def test_a_judges_id_stands_for_the_rule_of_the_other_edition_too(tmp_path):
    source = 'def judge(n):\n    return "ITP-1.0a" if n else None\n'
    found = broken(source, tmp_path, other={"ITP-1.0a": "IT3-99"})
    assert {mutant.rules for mutant in found} == {frozenset({"ITP-1.0a", "IT3-99"})}


def test_a_break_within_a_function_of_a_function_takes_effect(tmp_path):
    source = (
        'def f(n):\n    """ITP-1.0a."""\n    add = lambda each: each + 1\n'
        "    return [add(each) for each in range(n)]\n"
    )
    scope = {}
    exec(source, scope)
    results = []
    for mutant in broken(source, tmp_path):
        scope["f"].__code__ = mutant.code
        results.append(scope["f"](2))
    assert results == [[-1, 0], [2, 3]]


@pytest.mark.parametrize(
    ("value", "other"),
    [
        (3, 4),
        (True, False),
        ((1, (2, False)), (2, (3, True))),
        (("a", "b", "c"), ("b", "c", "a")),
        ({"a": (), "b": ("x",)}, {"a": ("x",), "b": ()}),
        ({"a": 1}, {"a": 2}),
        (slice(1, 3), slice(2, 4)),
    ],
)
def test_a_shifted_table_has_other_figures_or_its_names_in_other_places(value, other):
    assert shifted(value) == other


@pytest.fixture
def tiny(tmp_path):
    """A package with a planted gap: nothing proves that what is told is sorted."""
    package, tests = tmp_path / "tiny", tmp_path / "tests"
    package.mkdir()
    (tests / "tools").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text(RULES)
    (tests / "test_tiny.py").write_text(TESTS)
    (tests / "pytest.ini").write_text("[pytest]\nmarkers = rule\n    ruling\n")

    def run(*options):
        out = tmp_path / "out.json"
        command = [sys.executable, TOOL, "--package", "tiny", "--tests", tests, "--json", out, *options]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(paths.TESTS)])}
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        return done, json.loads(out.read_text()) if out.exists() else []

    return tests, run


GAP = "dropped: told.sort()"


@pytest.mark.proof
def test_a_planted_gap_is_listed_and_what_is_proven_is_not(tiny):
    _, run = tiny
    done, rows = run("--jobs", "2")
    assert done.returncode == 1, done.stderr
    survived = [row for row in rows if row["verdict"] == "survived"]
    assert [(row["function"], row["what"]) for row in survived] == [("play", GAP)]
    assert f"rules.py:24 play: {GAP}" in done.stdout
    circles = {row["what"] for row in rows if row["verdict"] == "in circles"}
    assert circles == {"n -= 1 -> n -= 2", "dropped: n -= 1"}
    noticed = {row["function"]: row["test"] for row in rows if row["verdict"] == "noticed"}
    assert {name: test.partition("::")[2] for name, test in noticed.items()} == {
        "LIMIT": "test_the_limit",
        "_table": "test_the_table",
        "judge": "test_the_limit",
        "play": "test_what_is_told",
    }


@pytest.mark.proof
def test_an_explained_survivor_stands_apart_and_a_wrong_explanation_is_told(tiny):
    tests, run = tiny
    row = '[[explained]]\nfile = "rules"\nfunction = "play"\nbreaks = ["{}"]\nwhy = "order is for the eye"\n'
    (tests / "tools" / "mutants.toml").write_text(row.format(GAP))
    done, rows = run("--rule", "ITP-1.0c")
    assert done.returncode == 0, done.stdout
    assert [row["why"] for row in rows if row["verdict"] == "explained"] == ["order is for the eye"]
    (tests / "tools" / "mutants.toml").write_text(row.format(GAP) + row.format("dropped: told.append('end')"))
    done, _ = run("--rule", "ITP-1.0c")
    assert done.returncode == 1
    assert "explained, but noticed or not there" in done.stdout


@pytest.mark.proof
def test_nothing_is_broken_while_a_test_fails_anyway(tiny):
    tests, run = tiny
    path = tests / "test_tiny.py"
    path.write_text(path.read_text().replace("[5, 5]", "[5, 6]"))
    done, rows = run()
    assert done.returncode == 1
    assert "these must pass before anything is broken" in done.stderr
    assert rows == []


@pytest.mark.proof
def test_where_nothing_is_broken_nothing_is_noticed(tiny):
    _, run = tiny
    done, rows = run("--control")
    assert done.returncode == 0, done.stdout
    assert [row["verdict"] for row in rows] == ["survived", "survived"]
