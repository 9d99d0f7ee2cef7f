"""docs/testing.md lists every test file with the first line of its docstring."""

from support import paths
from tools import index_tests


def test_the_list_of_test_files_is_up_to_date():
    text = index_tests.DOCUMENT.read_text("utf-8")
    assert index_tests.BEGIN in text
    assert index_tests.written(text) == text, "make test-index writes it"


def test_every_test_file_says_what_it_proves():
    files = sorted(paths.TESTS.rglob("test_*.py"))
    assert [path.name for path in files if not index_tests.first_line(path)] == []
