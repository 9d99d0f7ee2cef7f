"""The scenario files of Castle Itter as parameters of tests, marked with the rules and rulings they prove."""

import tomllib

import pytest

from garrison.core.scenario import load, start
from support import paths
from support.proof import few

FOLDER = paths.SCENARIOS / "itter"
FILES = sorted(FOLDER.rglob("*.toml"))


def head(path):
    """The head of a file, before its position and steps."""
    return tomllib.loads(path.read_text("utf-8").partition("\n[")[0])


def marks(path):
    found = head(path)
    return [
        pytest.mark.rule("itter", *found.get("rules", [])),
        pytest.mark.ruling("itter", *found.get("rulings", [])),
    ]


RARE = ("AMB-51-escape-on-turn-20", "T14-storm-assault-sturm")
"""Scenarios of events that hardly any other tells."""
EVENTFUL = {
    "every third scenario": [path for n, path in enumerate(FILES) if n % 3 == 0 or path.stem in RARE],
    "all scenarios": FILES,
}
"""Files that tell every kind of event between them."""
BY_EVENTFUL = pytest.mark.parametrize("which", few(1, EVENTFUL))
MARKS = {path: marks(path) for path in FILES}


def scenarios(stems=None):
    """All files, or those of these names."""
    found = [path for path in FILES if stems is None or path.stem in stems]
    return [pytest.param(path, id=path.stem, marks=MARKS[path]) for path in found]


def played(path):
    """The match at each step of a scenario, with what was told: step 0 is the position."""
    found = load(path)
    match, dice = start(found, path.stem)
    yield 0, match, []
    for number, step in enumerate(found["step"], 1):
        if "do" in step:
            dice.feed(step.get("dice", []))
            yield number, match, match.play(step["do"])


NORMAL = {"edition": "playtest", "difficulty": "normal"}


def at(position, options=NORMAL):
    found = {"game": "itter", "options": options, "dice": [], "position": position, "step": []}
    return start(found, "test")
