"""The documents for contributors name what is there: test files, modules and functions."""

import re

from support import paths
from tools import index_tests


def test_the_list_of_test_files_is_up_to_date():
    text = index_tests.DOCUMENT.read_text("utf-8")
    assert index_tests.BEGIN in text
    assert index_tests.written(text) == text, "make test-index writes it"


def test_every_test_file_says_what_it_proves():
    files = sorted(paths.TESTS.rglob("test_*.py"))
    assert [path.name for path in files if not index_tests.first_line(path)] == []


HOP = re.compile(r"^\| \d+ \| (.*?) \| (.*) \|$", re.MULTILINE)
"""A row of the tables that follow an action: where, and what happens."""


def missing_in(text):
    """The files and functions that the rows of a document name and the source does not have."""
    path = None
    for where, what in HOP.findall(text):
        for name in re.findall(r"`([^`]+)`", where):
            if "/" in name:
                path = paths.SOURCE / name
                if not path.is_file():
                    yield name
            elif "." not in name or name[0].isupper():
                found = path.read_text("utf-8") if path is not None and path.is_file() else ""
                yield from (part for part in name.split(".") if not re.search(rf"\b{part}\b", found))
        yield from (
            name
            for name in re.findall(r"`([a-z]\w+/[\w/]+\.(?:py|js))`", what)
            if not any(folder.joinpath(name).is_file() for folder in FOLDERS)
        )


FOLDERS = (paths.SOURCE, paths.SOURCE / "table" / "web", paths.SOURCE / "games" / "itter")


def test_the_way_of_a_click_names_files_and_functions_that_are_there():
    text = (paths.DOCS / "how-a-click-becomes-a-rule.md").read_text("utf-8")
    assert len(HOP.findall(text)) > 20
    assert list(missing_in(text)) == []
    assert list(missing_in("| 1 | `core/nowhere.py`, `nothing` | `core/none.py` |")) == [
        "core/nowhere.py",
        "nothing",
        "core/none.py",
    ]
