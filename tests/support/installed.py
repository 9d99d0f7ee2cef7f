"""Plug-ins that a test has installed: as objects beside the real ones, or as a package in a folder."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from garrison.core import registry
from garrison.core.game import AnyGame
from garrison.core.plugins import Plugins


class Present(EntryPoint):
    """An entry point of something that is loaded already."""

    def load(self) -> Any:
        return vars(self)["thing"]


def point(name: str, thing: object) -> EntryPoint:
    found = Present(name, "tests:thing", "tests")
    vars(found).update(thing=thing)
    return found


def with_games(*games: AnyGame, alone: bool = False) -> Plugins[AnyGame]:
    """The value of `registry.GAMES` with these games; they replace others of their ids."""
    known, added = registry.GAMES, {game.id: point(game.id, game) for game in games}

    def points() -> list[EntryPoint]:
        others = [] if alone else [each for each in known.points() if each.name not in added]
        return [*others, *added.values()]

    return Plugins(known.kind, known.wanted, points, known.other_name)


def package(folder: Path, name: str, points: Mapping[str, Mapping[str, str]], **modules: str) -> Path:
    """Install a package into a folder for the path: entry points by group, texts of modules."""
    about = folder / f"{name.replace('-', '_')}-1.dist-info"
    about.mkdir(parents=True, exist_ok=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
    lines = [
        line
        for group, found in points.items()
        for line in (f"[{group}]", *(f"{point} = {value}" for point, value in found.items()))
    ]
    (about / "entry_points.txt").write_text("\n".join([*lines, ""]))
    for module, text in modules.items():
        (folder / f"{module}.py").write_text(text)
    return folder
