"""Everything the tests need beside Python packages is fetched, or one line says what is missing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tools import fetch

APT = """#!/bin/sh
echo "$@" >> {log}
{does}
"""


def program(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


def run_fetch(path: Path, **env: str) -> subprocess.CompletedProcess[str]:
    """Fetch with these programs alone; PostgreSQL is there already."""
    there = path / "postgres"
    there.mkdir()
    program(there / "initdb", "")
    return subprocess.run(
        [sys.executable, fetch.__file__],
        env={"PATH": str(path), "POSTGRES": str(there), **env},
        capture_output=True,
        text=True,
        check=False,
    )


def as_root(folder: Path) -> None:
    """A sudo that simply does it, for who is not root already."""
    program(folder / "sudo", '#!/bin/sh\nshift\nexec "$@"\n')


def test_a_machine_without_chromium_and_apt_is_told_in_one_line(tmp_path: Path) -> None:
    done = run_fetch(tmp_path)
    assert done.returncode == 1
    assert not done.stdout
    assert done.stderr == (
        "browser tests need Chromium, and it is not installed: apt-get install chromium-headless-shell\n"
    )


def test_a_wrong_name_of_chromium_is_told_in_one_line(tmp_path: Path) -> None:
    done = run_fetch(tmp_path, CHROMIUM="/nowhere/chromium")
    assert done.returncode == 1
    assert "CHROMIUM names /nowhere/chromium, which is no file" in done.stderr
    assert done.stderr.count("\n") == 1


def test_apt_that_fails_is_told_in_one_line(tmp_path: Path) -> None:
    as_root(tmp_path)
    program(tmp_path / "apt-get", APT.format(log=tmp_path / "log", does="echo 'E: no network' >&2; exit 100"))
    done = run_fetch(tmp_path)
    assert done.returncode == 1
    assert done.stderr == "browser tests need Chromium, and apt-get cannot install it: E: no network\n"


def test_chromium_comes_from_debians_packages(tmp_path: Path) -> None:
    as_root(tmp_path)
    browser = tmp_path / fetch.SHELL
    does = f'case "$*" in *install*) : > {browser}; /bin/chmod 755 {browser};; esac'
    program(tmp_path / "apt-get", APT.format(log=tmp_path / "log", does=does))
    done = run_fetch(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "log").read_text().splitlines() == [
        "-q update",
        "-q -y --no-install-recommends install chromium-headless-shell",
    ]


def test_a_chromium_with_windows_will_do_where_apt_fails(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetch, "fetch_postgres", lambda: None)
    assert fetch.chromium() == bare / fetch.SHELL
    (bare / fetch.SHELL).rename(bare / "chromium")
    as_root(bare)
    program(bare / "apt-get", APT.format(log=bare / "log", does="exit 100"))
    assert fetch.main() == 0
    assert (bare / "log").read_text() == "-q update\n"
    assert fetch.chromium() == bare / "chromium"


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with nothing but a browser; its programs and Debian's PostgreSQL would be here."""
    program(tmp_path / fetch.SHELL, "")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    monkeypatch.delenv("POSTGRES", raising=False)
    monkeypatch.setattr(fetch, "DEBIAN", tmp_path / "debian")
    monkeypatch.setattr(fetch, "fetch_typescript", lambda: None)
    return tmp_path


def test_a_machine_without_postgres_and_apt_is_told_in_one_line(
    bare: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fetch.main() == 1
    told = "tests need PostgreSQL, and it is not installed: apt-get install postgresql\n"
    assert capsys.readouterr() == ("", told)
    assert not (bare / "log").exists()


def test_a_wrong_folder_of_postgres_is_told_in_one_line(
    bare: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program(bare / "apt-get", APT.format(log=bare / "log", does=""))
    monkeypatch.setenv("POSTGRES", "/nowhere/bin")
    assert fetch.main() == 1
    assert capsys.readouterr().err == (
        "tests need PostgreSQL, and POSTGRES names /nowhere/bin, which does not hold its programs\n"
    )
    assert not (bare / "log").exists(), "nothing is installed in its place"


def test_postgres_comes_from_debians_packages(bare: Path, capsys: pytest.CaptureFixture[str]) -> None:
    as_root(bare)
    folder = bare / "debian" / "15" / "bin"
    does = f'case "$*" in *install*) /bin/mkdir -p {folder}; : > {folder}/initdb;; esac'
    program(bare / "apt-get", APT.format(log=bare / "log", does=does))
    assert fetch.main() == 0, capsys.readouterr().err
    assert fetch.postgres() == folder
    assert (bare / "log").read_text().splitlines() == [
        "-q update",
        "-q -y --no-install-recommends install postgresql",
    ]


def test_the_newest_of_debians_versions_is_taken(bare: Path) -> None:
    for version in ("9.6", "15", "11"):
        folder = bare / "debian" / version / "bin"
        folder.mkdir(parents=True)
        program(folder / "initdb", "")
    assert fetch.postgres() == bare / "debian" / "15" / "bin"
    program(bare / "initdb", "")
    assert fetch.postgres() == bare.resolve(), "one that is on the path was chosen by somebody"


def test_another_package_than_the_known_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pack(command: Sequence[str | Path], _: str, cwd: Path) -> None:
        assert f"typescript@{fetch.TYPESCRIPT}" in command
        assert "--ignore-scripts" in command
        (cwd / "typescript.tgz").write_bytes(b"something else")

    monkeypatch.setattr(fetch, "COMPILER", tmp_path / "compiler")
    monkeypatch.setattr(fetch, "run", pack)
    with pytest.raises(fetch.Missing, match="is not the package we know"):
        fetch.fetch_typescript()
    assert not (tmp_path / "compiler").exists()


def test_the_compiler_is_asked_for_where_it_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetch, "COMPILER", tmp_path / "compiler")
    with pytest.raises(fetch.Missing, match="need the TypeScript compiler"):
        fetch.tsc()
    assert not list(tmp_path.iterdir())
