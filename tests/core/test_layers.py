"""Layers: who may import whom, and that nobody outside core reaches into a match."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import garrison

ROOT = Path(garrison.__file__).parent

VERSION = "garrison"
"""The package itself: what a user of the library imports; other layers take its version from it."""
ALLOWED: dict[str, set[str]] = {
    "core": set(),
    "games": {"core"},
    "players": {"core"},
    "lab": {"core", "players", VERSION},
    "table": {"core", "players", VERSION},
    "cli": {"core", "games", "players", "lab", "table", VERSION},
    "client": {"core"},
    VERSION: {"core", "games"},
    "__main__": {"cli"},
}
"""By layer: the others it may import. A game is a layer of its own, so that no game imports another."""

LOADERS = ("import_module", "__import__", "files")
"""Functions that take the name of a module as text."""
DOCUMENTED = ("_asdict", "_fields", "_make", "_mapping", "_replace")
"""Names of tuples and of SQLAlchemy's rows that begin so, but are for everybody."""
OWN_STATE = ("core", "games")
"""Layers that handle the state of a game: the rules and what runs them."""


def names(root: Path) -> dict[str, Path]:
    """Every module below a package's folder by its full name."""
    found = {}
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def layer(name: str) -> str:
    """The layer of a module; `games.itter` for one of a game."""
    parts = name.split(".")
    if len(parts) == 1:
        return VERSION
    return ".".join(parts[1:3]) if parts[1] == "games" else parts[1]


Read = dict[str, tuple[Path, list[ast.AST]]]
"""Modules by their full names: their file, and all nodes of it."""


def read(root: Path) -> Read:
    return {
        name: (path, list(ast.walk(ast.parse(path.read_text("utf-8"))))) for name, path in names(root).items()
    }


@pytest.fixture(scope="module")
def source() -> Read:
    """The package itself, read once: it is large."""
    return read(ROOT)


def imported(name: str, modules: Read) -> Iterator[tuple[int, str]]:
    """Line and full name of every module that is imported anywhere in a file, also within functions."""
    path, nodes = modules[name]
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            start = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                whole = f"{start}.{alias.name}"
                yield node.lineno, whole if whole in modules else start
        elif isinstance(node, ast.Call) and _called(node.func) in LOADERS and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield node.lineno, first.value


def _called(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def forbidden(root: Path, modules: Read) -> list[str]:
    """Every import that the table above does not allow."""
    found = []
    for name, (path, _) in modules.items():
        here = layer(name)
        may = ALLOWED.get(here.partition(".")[0], set())
        for line, target in imported(name, modules):
            if target.split(".")[0] != root.name or layer(target) == here:
                continue
            if layer(target).partition(".")[0] not in may:
                found.append(f"{path.relative_to(root)}:{line}: {here} imports {target}")
    return found


# The state of a match, and what is private


def _private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in DOCUMENTED


def _of_self(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")


def intrusions(root: Path, modules: Read) -> list[str]:
    """Every place outside core that touches the state of a match, or what another module keeps private."""
    found = []
    for name, (path, nodes) in modules.items():
        here = layer(name).partition(".")[0]
        if here == "core":
            continue
        own = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
        own |= {node.attr for node in nodes if isinstance(node, ast.Attribute) and _of_self(node)}
        for node in nodes:
            wrong: list[str] = []
            if isinstance(node, ast.Attribute) and not _of_self(node):
                if node.attr == "state" and here not in OWN_STATE:
                    wrong = ["state"]
                elif _private(node.attr) and node.attr not in own:
                    wrong = [node.attr]
            elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == root.name:
                wrong = [alias.name for alias in node.names if _private(alias.name)]
            found += [f"{path.relative_to(root)}:{node.lineno}: reaches for {each}" for each in wrong]
    return found


def test_every_layer_imports_only_what_it_may(source: Read) -> None:
    assert forbidden(ROOT, source) == []


def test_nobody_outside_core_reaches_into_a_match(source: Read) -> None:
    assert intrusions(ROOT, source) == []


def test_every_module_is_in_a_layer_with_a_line_in_the_table() -> None:
    assert {layer(name).partition(".")[0] for name in names(ROOT)} == set(ALLOWED)


# That the two notice what they should


TREE = ("__init__", "cli/__init__", "cli/main", "core/__init__", "core/match", "games/__init__")
TREE += ("games/itter/__init__", "games/siege/__init__", "players/__init__", "table/__init__")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small package of the same shape, with nothing in its modules."""
    root = tmp_path / "garrison"
    for each in TREE:
        path = root / f"{each}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    assert forbidden(root, read(root)) == intrusions(root, read(root)) == []
    return root


def plant(root: Path, module: str, text: str) -> tuple[Path, Read]:
    path = root / f"{module}.py"
    path.write_text(text)
    return root, read(root)


@pytest.mark.parametrize(
    ("module", "text", "told"),
    [
        ("table/jobs", "from garrison.cli import main", "1: table imports garrison.cli.main"),
        ("table/jobs", "from garrison.cli.main import run", "1: table imports garrison.cli.main"),
        ("table/jobs", "import garrison.cli.main", "1: table imports garrison.cli.main"),
        ("table/jobs", "from garrison import cli", "1: table imports garrison.cli"),
        ("table/jobs", "from ..cli import main", "1: table imports garrison.cli.main"),
        ("table/jobs", "def f():\n    import garrison.cli", "2: table imports garrison.cli"),
        (
            "table/jobs",
            "if TYPE_CHECKING:\n    from garrison.cli import main",
            "2: table imports garrison.cli",
        ),
        ("table/jobs", "import_module('garrison.cli.main')", "1: table imports garrison.cli.main"),
        ("table/jobs", "files('garrison.cli')", "1: table imports garrison.cli"),
        ("table/jobs", "from garrison.games import itter", "1: table imports garrison.games.itter"),
        ("core/fuzz", "from garrison.players import make", "1: core imports garrison.players"),
        ("core/fuzz", "from garrison import __version__", "1: core imports garrison"),
        ("players/hint", "from garrison.games.itter import board", "1: players imports garrison.games.itter"),
        (
            "games/itter/view",
            "from garrison.games import siege",
            "1: games.itter imports garrison.games.siege",
        ),
        ("games/itter/view", "from garrison.table import x", "1: games.itter imports garrison.table"),
        ("client", "from garrison.table import x", "1: client imports garrison.table"),
        ("shop/__init__", "from garrison.core import match", "1: shop imports garrison.core.match"),
    ],
)
def test_an_import_that_is_not_allowed_is_found(tree: Path, module: str, text: str, told: str) -> None:
    (tree / module).parent.mkdir(exist_ok=True)
    (found,) = forbidden(*plant(tree, module, text))
    assert found.startswith(f"{module}.py:{told}")


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("table/jobs", "from garrison.core import match\nfrom garrison.players import make\nimport asyncio"),
        ("table/jobs", "from garrison import __version__, table"),
        ("games/itter/view", "from garrison.games.itter import board\nfrom garrison.core.match import Match"),
        ("cli/play", "from garrison.table import app\nfrom . import main"),
        ("core/match", "from . import kernel\nfrom garrison.core.kernel import run"),
    ],
)
def test_an_import_that_is_allowed_is_no_fault(tree: Path, module: str, text: str) -> None:
    assert forbidden(*plant(tree, module, text)) == []


@pytest.mark.parametrize(
    ("module", "text", "told"),
    [
        ("table/room", "x = match.state", "1: reaches for state"),
        ("table/room", "self.kept.match.state.answers.append(1)", "1: reaches for state"),
        ("cli/play", "line = self.match._line", "1: reaches for _line"),
        ("players/hint", "from garrison.core.match import _nobody", "1: reaches for _nobody"),
        ("games/itter/view", "kernel._asked(s, 0)", "1: reaches for _asked"),
    ],
)
def test_reaching_into_a_match_is_found(tree: Path, module: str, text: str, told: str) -> None:
    assert intrusions(*plant(tree, module, text)) == [f"{module}.py:{told}"]


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("core/match", "other._line = list(self._line)\nx = match.state"),
        ("games/itter/view", "x = position.state"),
        ("table/room", "self._line = 1\nother._line = 2\nx = self.state"),
        ("table/room", "row._replace(seat=1)\nx.__class__"),
    ],
)
def test_what_is_one_s_own_is_no_fault(tree: Path, module: str, text: str) -> None:
    assert intrusions(*plant(tree, module, text)) == []
