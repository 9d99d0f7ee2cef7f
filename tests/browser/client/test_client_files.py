"""The client's files, checked without a browser: types hold, no text becomes HTML, no word is missing."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import garrison
from garrison.table.http import pages
from tools import fetch

TABLE = Path(garrison.__file__).parent / "table"
WEB = TABLE / "web"
FILES = sorted(path for path in WEB.rglob("*") if path.is_file())
SCRIPTS = [path for path in FILES if path.suffix == ".js"]
PAGES = [path for path in FILES if path.suffix == ".html"]
STYLES = [path for path in FILES if path.suffix == ".css"]
LANGUAGES = ("en", "it")
LONGEST = 500
NAMESPACES = "http://www.w3.org/"

DANGEROUS = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|setHTML|srcdoc"
    r"|\beval\s*\(|\bnew\s+Function\b|text/html|javascript:"
)
ELSEWHERE = re.compile(r"(?:https?:)?//[a-z0-9-]+\.[a-z]", re.IGNORECASE)
WORD = re.compile(r"""["`]((?:both|learn|pages|play)\.[a-z0-9.-]+)(["`]|\$\{)""")
"""A key of the client's words, or the beginning of one that is put together."""


def found(paths: list[Path], wrong: Callable[[str], object]) -> dict[str, object]:
    """The faults in the texts of these files, by file; a file with nothing wrong is left out."""
    assert paths
    told = {path.relative_to(WEB).as_posix(): wrong(path.read_text()) for path in paths}
    return {name: each for name, each in told.items() if each}


def check_types(config: Path) -> subprocess.CompletedProcess[str]:
    command = [*fetch.tsc(), "--pretty", "false", "--skipLibCheck", "-p", str(config)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_types_hold_in_every_script() -> None:
    done = check_types(TABLE / "jsconfig.json")
    assert not done.returncode, done.stdout


def test_a_wrong_type_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "web" / "lib").mkdir(parents=True)
    (tmp_path / "web" / "lib" / "wrong.js").write_text('/** @type {number} */\nexport const n = "one";\n')
    (tmp_path / "jsconfig.json").write_text((TABLE / "jsconfig.json").read_text())
    done = check_types(tmp_path / "jsconfig.json")
    assert done.returncode
    assert "web/lib/wrong.js(2,14): error TS2322" in done.stdout


COMMENT = re.compile(r"/\*.*?\*/|^ *// .*?$", re.DOTALL | re.MULTILINE)


def test_scripts_and_styles_lose_nothing_but_their_comments_on_the_way() -> None:
    def changed(name: str) -> Callable[[str], bool]:
        def differs(source: str) -> bool:
            sent = pages.bare(name, source.encode()).decode()
            code = [COMMENT.sub("", text).split() for text in (source, sent)]
            return code[0] != code[1] or source.count("\n") != sent.count("\n")

        return differs

    assert not found(SCRIPTS, changed("a.js"))
    assert not found(STYLES, changed("a.css"))


def test_no_text_goes_over_the_end_of_a_line() -> None:
    """Indentation is left out on the way, and so are lines that are comments."""

    def open_ended(source: str) -> list[str]:
        return [line for line in COMMENT.sub("", source).splitlines() if line.count("`") % 2]

    assert open_ended("const all = `a\n  b`;")
    assert not found(SCRIPTS, open_ended)


def test_no_comment_begins_within_a_text() -> None:
    def quoted(source: str) -> list[str]:
        before = [source[: found.start()].rpartition("\n")[2] for found in re.finditer(r"/\*", source)]
        return [line for line in before if any(line.count(quote) % 2 for quote in "\"'`")]

    assert quoted('const all = "a/**/b";')
    assert not found([*SCRIPTS, *STYLES], quoted)


def test_no_text_is_taken_as_html_or_code() -> None:
    assert not found([*SCRIPTS, *PAGES], DANGEROUS.findall)


def test_what_would_take_text_as_html_is_noticed() -> None:
    wrong = 'a.innerHTML = b; eval ("1"); new Function("2"); parse(text, "text/html"); href="javascript:1"'
    assert len(DANGEROUS.findall(wrong)) == 5


class Reader(HTMLParser):
    """Collects what a strict Content-Security-Policy would block, and what a page needs."""

    def __init__(self) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.seen: list[str] = []
        self.lang = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.seen.append(tag)
        self.wrong += [f"<{tag} {key}>" for key in given if key.startswith("on") or key == "style"]
        if tag == "style" or (tag == "script" and not given.get("src")):
            self.wrong.append(f"<{tag}> inline")
        if tag == "html":
            self.lang = given.get("lang") or ""


def read(text: str) -> Reader:
    reader = Reader()
    reader.feed(text)
    return reader


def test_pages_hold_no_script_and_no_style_of_their_own() -> None:
    assert not found(PAGES, lambda text: read(text).wrong)


def test_pages_have_a_language_a_title_and_a_main_part() -> None:
    assert not found(PAGES, lambda text: read(text).lang not in LANGUAGES)
    assert not found(PAGES, lambda text: {"title", "main"} - set(read(text).seen))


def test_script_and_style_inside_a_page_are_noticed() -> None:
    page = read(
        '<p onclick="x()" style="color:red"><script>1</script><style></style><script src="/a.js"></script>'
    )
    assert page.wrong == ["<p onclick>", "<p style>", "<script> inline", "<style> inline"]


def test_nothing_comes_from_elsewhere() -> None:
    assert not found(FILES, lambda text: ELSEWHERE.findall(text.replace(NAMESPACES, "")))


def test_the_client_knows_no_game() -> None:
    games = re.compile(rf"\b(?:{'|'.join(garrison.games())})\b", re.IGNORECASE)
    assert not found([*SCRIPTS, *PAGES, *STYLES], games.findall)


def test_scripts_stay_readable() -> None:
    assert not found(SCRIPTS, lambda text: len(text.splitlines()) > LONGEST)


def flat(table: dict[str, Any], under: str = "") -> dict[str, str]:
    entries = {}
    for key, value in table.items():
        entries |= flat(value, f"{under}{key}.") if isinstance(value, dict) else {under + key: value}
    return entries


def words(lang: str) -> dict[str, str]:
    return flat(tomllib.loads((TABLE / f"words.{lang}.toml").read_text()))


def test_both_languages_have_the_same_words_with_the_same_blanks() -> None:
    english, italian = (
        {
            key: sorted(set(re.findall(r"\{\w+\}", text)) - ({"{n}"} if key.endswith(".one") else set()))
            for key, text in words(lang).items()
        }
        for lang in LANGUAGES
    )
    assert english == italian


def asked() -> set[tuple[str, bool]]:
    """Every key that pages name, and whether it is only the beginning of one."""
    texts = [path.read_text() for path in (*SCRIPTS, *PAGES)]
    return {(key, end == "${") for text in texts for key, end in WORD.findall(text)}


def entries() -> set[str]:
    return {re.sub(r"\.(one|other)$", "", key) for key in words("en")}


def test_every_word_a_page_asks_for_is_there() -> None:
    keys = {key for key, open_end in asked() if not open_end}
    assert len(keys) > 50
    assert sorted(keys - entries()) == []


def test_every_word_is_asked_for() -> None:
    whole = {key for key, open_end in asked() if not open_end}
    begun = tuple(key for key, open_end in asked() if open_end)
    assert sorted(key for key in entries() - whole if not key.startswith(begun)) == []
