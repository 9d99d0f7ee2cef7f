"""Write a new game to begin with: the small game of the template, complete, under a name of its own."""

from __future__ import annotations

import keyword
import re
import sys
from argparse import Namespace
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from garrison.cli.output import say
from garrison.cli.texts import BadInput, words, wrap
from garrison.core import registry

TEMPLATE = "garrison.cli.template"
NAME = re.compile(r"[a-z][a-z0-9_]{1,29}")
PROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "garrison-{dashed}"
version = "0.1.0"
description = "{title}, a game for Garrison."
requires-python = ">=3.11"
dependencies = ["garrison"]

[project.entry-points."garrison.games"]
{name} = "{name}.game:{constant}"

[tool.setuptools.packages.find]
where = ["src"]

[tool.setuptools.package-data]
{name} = ["*.toml"]
"""
README = """\
# {title}

A game for Garrison.

    pip install -e .
    garrison play {name}
    garrison serve --open
    garrison simulate {name} --games 100 --players search:8,random
    python -m pytest
"""
ELSEWHERE = {"scenario.toml": "scenarios/first.toml", "test_game.py.txt": "tests/test_{name}.py"}
"""Files of the template that do not belong to the package, and where they go."""


def new_game(args: Namespace) -> int:
    name, said = args.name, words(args.lang)
    if not NAME.fullmatch(name) or keyword.iskeyword(name) or name in sys.stdlib_module_names:
        raise BadInput("new-game-name", name=name)
    if name in registry.names():
        raise BadInput("new-game-taken", name=name)
    folder = Path(args.into or ".") / name
    if folder.exists():
        raise BadInput("new-game-there", path=folder)
    for path, text in sorted(written(name).items()):
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    say(wrap(said("new-game-done", title=_title(name), path=folder)))
    for command in (f"pip install -e {folder}", f"garrison play {name}", f"python -m pytest {folder}"):
        say(f"  {command}")
    return 0


def written(name: str) -> dict[str, str]:
    """The files of a new game, by path."""
    named = {"name": name, "title": _title(name), "constant": name.upper(), "dashed": name.replace("_", "-")}
    found = {"pyproject.toml": PROJECT.format(**named), "README.md": README.format(**named)}
    for each in files(TEMPLATE).iterdir():
        if each.name.endswith((".py", ".toml", ".txt")):
            path = ELSEWHERE.get(each.name, f"src/{name}/{each.name}").format(name=name)
            found[path] = _renamed(each, name)
    return found


def _title(name: str) -> str:
    return " ".join(part.capitalize() for part in name.split("_") if part)


def _renamed(file: Traversable, name: str) -> str:
    """The text of a file of the template, with its game's name, and ids of rules, replaced."""
    title = _title(name)
    text = file.read_text("utf-8").replace("TowerState", title.replace(" ", "") + "State")
    text = text.replace("TOWER", name.upper()).replace("Tower", title).replace("tower", name)
    letters = re.sub(r"[^A-Z]", "", name.upper())
    return re.sub(r"\bTW-", f"{letters[:2]}-", text)
