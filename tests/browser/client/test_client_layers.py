"""Which folder of the client may import which; each page fetches at once all that it needs, and only that."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

import garrison

WEB = Path(garrison.__file__).parent / "table" / "web"
PAGES = sorted(WEB.glob("pages/*.html"))
ALLOWED = {
    "lib": set[str](),
    "board": {"lib"},
    "people": {"lib"},
    "report": {"lib", "people"},
    "match": {"lib", "board", "people", "report"},
    "pages": {"lib", "board", "people", "report", "match"},
}
"""By folder: the others whose modules it may import; imports of types count as well."""

LOADED = re.compile(r'^(?:import|export) [^;]*?from "([^"]+)"|^import "([^"]+)"', re.MULTILINE)
"""Files loaded with a module."""
NAMED = re.compile(r'(?:\bfrom |\bimport\(|^import )"([^"]+)"', re.MULTILINE)
"""Anything a module names: loaded with it, loaded later, or a type."""


def modules(web: Path) -> Iterator[str]:
    return (path.relative_to(web).as_posix() for path in sorted(web.rglob("*.js")))


def target(module: str, name: str) -> str:
    """The module that a name in an import leads to, seen from the web folder."""
    return posixpath.normpath(PurePosixPath(module).parent / name)


def wrong_imports(web: Path) -> list[str]:
    """Every import that leads where its folder may not go, or to no module at all."""
    found = []
    for module in modules(web):
        folder = module.partition("/")[0]
        for name in NAMED.findall((web / module).read_text()):
            other = target(module, name)
            into = other.partition("/")[0]
            if not (web / other).is_file() or (into != folder and into not in ALLOWED.get(folder, ())):
                found.append(f"{module}: {name}")
    return found


def loaded_with(web: Path, module: str) -> set[str]:
    """A module and all that is loaded with it."""
    seen: set[str] = set()
    left = [module]
    while left:
        each = left.pop()
        if each not in seen:
            seen.add(each)
            names = LOADED.findall((web / each).read_text())
            left += [target(each, one or other) for one, other in names]
    return seen


def test_modules_import_only_what_their_folder_may() -> None:
    assert wrong_imports(WEB) == []


def test_every_module_is_in_a_folder_of_its_layer() -> None:
    assert {module.partition("/")[0] for module in modules(WEB)} == set(ALLOWED)


def test_no_two_modules_have_one_name() -> None:
    names = [Path(module).name for module in modules(WEB)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("lib/low.js", 'import { high } from "../board/high.js";'),
        ("board/high.js", 'import { top } from "../pages/top.js";'),
        ("board/high.js", 'const { top } = await import("../pages/top.js");'),
        ("board/high.js", 'import "../pages/top.js";'),
        ("board/high.js", '/** @typedef {import("../pages/top.js").Top} Top */'),
        ("board/high.js", 'export { top } from "../pages/top.js";'),
        ("pages/top.js", 'import { none } from "../lib/none.js";'),
        ("other/new.js", 'import { low } from "../lib/low.js";'),
    ],
)
def test_an_import_that_is_not_allowed_is_noticed(tmp_path: Path, module: str, line: str) -> None:
    tree = {
        "lib/low.js": "export const low = 1;\n",
        "board/high.js": 'import { low } from "../lib/low.js";\nexport const high = low;\n',
        "pages/top.js": 'import { high } from "../board/high.js";\nexport const top = high;\n',
        "other/new.js": "export const made = 1;\n",
    }
    for path, text in tree.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    assert wrong_imports(tmp_path) == []
    (tmp_path / module).write_text(f"{tree[module]}{line}\n")
    assert [each.partition(":")[0] for each in wrong_imports(tmp_path)] == [module]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_a_page_fetches_all_its_modules_at_once(page: Path) -> None:
    text = page.read_text()
    (entry,) = re.findall(r'<script type="module" src="/web/([^"]+)"', text)
    ahead = re.findall(r'<link rel="modulepreload" href="/web/([^"]+)"', text)
    assert sorted(ahead) == sorted(loaded_with(WEB, entry) - {entry})


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_the_styles_of_a_page_are_there(page: Path) -> None:
    styles = re.findall(r'<link rel="stylesheet" href="/web/([^"]+)"', page.read_text())
    assert [each for each in styles if each != "paint.css" and not (WEB / each).is_file()] == []
