"""Break single rules and see whether the tests that claim to prove them notice: `make mutants`.

Each place that cites a rule is broken in every systematic way (`mutations.py`), and only the tests marked
with the rules cited there are run, the quickest first, each mutant in a process of its own. What none of them
notices is listed. Some breaks change nothing that a game could show: `mutants.toml` names them and says why.
Not part of `make test`: it takes minutes.

    python tests/tools/mutants.py [--rule ID ...] [--file NAME ...] [--again FILE] [--jobs N] [--json FILE]
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import os
import pickle
import resource
import signal
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

from support import paths
from tools.mutations import Mutant, mutants, unbroken

PACKAGE = "garrison.games.itter"
LOADED = ("hypothesis", "garrison.core.laws.inspector", "garrison.cli.main")
"""Modules that most tests need and no mutant touches: imported once."""
PYTEST = [
    "-qq",
    "--no-summary",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:xdist",
    "-p",
    "no:schemathesis",
    "-m",
    "rule or ruling",
]
ILLUSTRATIONS = "illustrations.py"
"""It names the rules that a picture is shown with: no game goes differently by another picture."""
MEMORY = 2 << 30
SURVIVED, EXPLAINED, NOTICED, IN_CIRCLES = "survived", "explained", "noticed", "in circles"
"""In circles: it takes far longer than the unbroken test, which is noticed too."""
BROKEN = 3
"""How a process ends if the tool is at fault."""


class Proof(NamedTuple):
    """A marked test: where, what it proves, how long it takes unbroken, whether it passes then."""

    test: str
    path: str
    rules: frozenset[str]
    seconds: float
    passed: bool


class Verdict(NamedTuple):
    """The fate of a mutant, and which test noticed."""

    how: str
    test: str
    seconds: float


def claims(item: pytest.Item) -> frozenset[str]:
    """The rules and rulings a test is marked with."""
    marks = [mark for name in ("rule", "ruling") for mark in item.iter_markers(name)]
    return frozenset(ident for mark in marks for ident in mark.args[1:])


# Processes


def apart(work: Callable[[], tuple[int, str]]) -> tuple[int, int]:
    """Do some work in a process of its own: its id, and the end of a pipe that tells what it has found."""
    read, write = os.pipe()
    child = os.fork()
    if child:
        os.close(write)
        return child, read
    code = BROKEN
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        code, text = work()
        with os.fdopen(write, "w") as told:
            told.write(text)
    except BaseException as error:
        os.write(write, repr(error).encode())
    finally:
        os._exit(code)


def outcome(work: Callable[[], tuple[int, str]], what: str) -> str:
    """The results of one piece of work."""
    child, read = apart(work)
    with os.fdopen(read) as told:
        text = told.read()
    _, status = os.waitpid(child, 0)
    if status:
        raise SystemExit(f"{what}: {text or 'stopped'}")
    return text


def limit(seconds: float) -> None:
    """Stop this process when it has worked so long."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def try_all(
    broken: Sequence[Mutant], jobs: int, attempt: Callable[[Mutant], tuple[int, str]]
) -> Iterator[tuple[Mutant, Verdict]]:
    """Every mutant with its verdict, several at a time."""
    waiting = list(reversed(broken))
    running: dict[int, tuple[Mutant, int, float]] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            child, read = apart(lambda mutant=mutant: attempt(mutant))  # type: ignore[misc]
            running[child] = mutant, read, time.monotonic()
        child, status = os.wait()
        mutant, read, begun = running.pop(child)
        seconds = time.monotonic() - begun
        with os.fdopen(read) as told:
            text = told.read()
        if os.WIFSIGNALED(status):
            stopped = os.WTERMSIG(status) == signal.SIGPROF
            yield mutant, Verdict(IN_CIRCLES if stopped else NOTICED, text, seconds)
        elif os.WEXITSTATUS(status) == BROKEN:
            raise SystemExit(f"{mutant.file}.py:{mutant.line} cannot be tried: {mutant.what}: {text}")
        else:
            yield mutant, Verdict(NOTICED if status else SURVIVED, text, seconds)


# Before anything is broken


def modules(package: str) -> dict[Path, str]:
    """The files of a package and its sub-packages, with their names below it: `bot.guide`."""
    folder = Path(importlib.util.find_spec(package).submodule_search_locations[0])  # type: ignore[union-attr,index]
    return {
        path: ".".join(path.relative_to(folder).with_suffix("").parts)
        for path in sorted(folder.rglob("*.py"))
        if path.name != ILLUSTRATIONS
    }


def looked_up(package: str) -> tuple[dict[str, frozenset[str]], dict[str, str]]:
    """By file the functions that run while the package is imported: breaking them later would come too late.

    And the rules of another edition that ids in the code stand for.
    """

    def work() -> tuple[int, str]:
        seen: dict[str, set[str]] = {}
        files = modules(package)

        def notice(frame: Any, event: str, _: object) -> None:
            path = Path(frame.f_code.co_filename)
            if event == "call" and path in files:
                seen.setdefault(files[path], set()).add(frame.f_code.co_name)

        sys.setprofile(notice)
        for name in files.values():
            importlib.import_module(f"{package}.{name}".removesuffix(".__init__"))
        sys.setprofile(None)
        editions = sys.modules.get(f"{package}.editions")
        other = getattr(editions, "IN_PLAYTEST", None) or getattr(editions, "IN_CLASSIC", {})
        return 0, json.dumps([{stem: sorted(names) for stem, names in seen.items()}, other])

    found, other = json.loads(outcome(work, f"importing {package}"))
    return {stem: frozenset(names) for stem, names in found.items()}, other


class Measure:
    """Runs the tests marked with some rules, unbroken, and takes their time."""

    def __init__(self, rules: frozenset[str]) -> None:
        self.rules = rules
        self.proofs: list[Proof] = []

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if claims(item) & self.rules]

    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> bool:
        before = time.process_time()
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
        seconds = time.process_time() - before
        passed = not any(report.failed for report in reports)
        self.proofs.append(Proof(item.nodeid, str(item.path), claims(item), seconds, passed))
        return True


def measured(tests: Path, rules: frozenset[str]) -> list[Proof]:
    """The tests that prove these rules; all must pass."""

    def work() -> tuple[int, str]:
        measure = Measure(rules)
        status = pytest.main([*PYTEST, str(tests)], plugins=[measure])
        known = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
        rows = [[*proof[:2], sorted(proof.rules), *proof[3:]] for proof in measure.proofs]
        return int(status not in known), json.dumps(rows)

    rows = json.loads(outcome(work, "running the tests unbroken"))
    found = [Proof(test, path, frozenset(ids), seconds, ok) for test, path, ids, seconds, ok in rows]
    failing = [proof.test for proof in found if not proof.passed]
    if failing:
        raise SystemExit(f"these must pass before anything is broken: {', '.join(failing[:5])}")
    return found


# Broken tables: the module is imported with the break in it


class Broken(MetaPathFinder, Loader):
    """Finds one module with its code replaced."""

    def __init__(self, name: str, code: CodeType) -> None:
        self.name, self.code = name, code

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        return ModuleSpec(name, self, origin=self.code.co_filename) if name == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, module.__dict__)


class Chosen:
    """Runs what proves some rules, the quickest first, and keeps who noticed."""

    def __init__(self, rules: frozenset[str], seconds: dict[str, float]) -> None:
        self.rules, self.seconds = rules, seconds
        self.noticed = ""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if claims(item) & self.rules]
        items.sort(key=lambda item: self.seconds.get(item.nodeid, 0.0))

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        limit(_most(self.seconds.get(item.nodeid, 1.0)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.noticed = report.nodeid


def _most(seconds: float) -> float:
    """A broken test that works longer runs in circles."""
    return 1 + 10 * seconds


def remember(folder: Path) -> None:
    """Read the scenarios of a folder once for all processes to come."""
    read = tomllib.loads
    known = {}
    for path in folder.rglob("*.toml"):
        text = path.read_text("utf-8")
        known[text] = pickle.dumps(read(text))

    def loads(text: str, **options: Any) -> dict[str, Any]:
        found: dict[str, Any] = pickle.loads(known[text]) if text in known else read(text, **options)
        return found

    tomllib.loads = loads


def try_table(mutant: Mutant, package: str, proofs: Sequence[Proof]) -> tuple[int, str]:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.meta_path.insert(0, Broken(f"{package}.{mutant.file}", mutant.code))
    limit(30)
    found = [proof for proof in proofs if proof.rules & mutant.rules]
    if not found:
        return 0, ""
    chosen = Chosen(mutant.rules, {proof.test: proof.seconds for proof in found})
    status = pytest.main([*PYTEST, "-x", *sorted({proof.path for proof in found})], plugins=[chosen])
    if status == pytest.ExitCode.OK:
        return 0, ""
    return 1, chosen.noticed or "import"


# Broken functions: they are there already, and get other code


class Swap:
    """Instead of running the tests once, runs for every mutant those that prove its rules."""

    def __init__(
        self,
        broken: Sequence[Mutant],
        package: str,
        proofs: Sequence[Proof],
        jobs: int,
        take: Callable[[Mutant, Verdict], None],
    ) -> None:
        self.broken, self.package, self.jobs, self.take = broken, package, jobs, take
        self.seconds = {proof.test: proof.seconds for proof in proofs}
        self.items: list[tuple[pytest.Item, frozenset[str]]] = []
        self.last: dict[str, str] = {}
        """What noticed one break of a rule is likely to notice the next: it comes first."""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = [(item, claims(item)) for item in session.items if item.nodeid in self.seconds]
        for mutant, verdict in try_all(self.broken, self.jobs, self.attempt):
            if verdict.test:
                self.last.update(dict.fromkeys(mutant.rules, verdict.test))
            self.take(mutant, verdict)
        return True

    def attempt(self, mutant: Mutant) -> tuple[int, str]:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        function = getattr(importlib.import_module(f"{self.package}.{mutant.file}"), mutant.function)
        function = getattr(function, "__wrapped__", function)
        if not isinstance(function, FunctionType):
            return BROKEN, "not a function"
        function.__code__ = mutant.code
        first = {self.last.get(rule) for rule in mutant.rules}
        found = [item for item, rules in self.items if rules & mutant.rules]
        found.sort(key=lambda item: (item.nodeid not in first, self.seconds[item.nodeid]))
        for item in found:
            limit(_most(self.seconds[item.nodeid]))
            if any(report.failed for report in runtestprotocol(item, log=False, nextitem=None)):
                return 1, item.nodeid
        return 0, ""


# The report


class Report:
    """Verdicts as they come, a line of progress, and what is left at the end."""

    def __init__(self, total: int, explained: dict[tuple[str, str, str], str], started: float) -> None:
        self.total, self.explained, self.started = total, explained, started
        self.verdicts: list[tuple[Mutant, Verdict]] = []

    def take(self, mutant: Mutant, verdict: Verdict) -> None:
        self.verdicts.append((mutant, verdict))
        done, each = len(self.verdicts), 1 if sys.stderr.isatty() else 100
        if done % each == 0 or done == self.total:
            left = sum(found.how == SURVIVED for _, found in self.verdicts)
            seconds = time.monotonic() - self.started
            line = f"{done} of {self.total} mutants, {left} survive, {seconds:.0f} s"
            print(f"\r{line}" if each == 1 else line, end="" if each == 1 else "\n", file=sys.stderr)

    def survivors(self, *, explained: bool) -> list[Mutant]:
        found = [mutant for mutant, verdict in self.verdicts if verdict.how == SURVIVED]
        return sorted(
            (mutant for mutant in found if (mutant.place in self.explained) is explained),
            key=lambda mutant: (mutant.file, mutant.line),
        )

    def stale(self, *, whole: bool) -> list[tuple[str, str, str]]:
        """Explanations of what is noticed after all, or, in a whole run, of what there is not."""
        noticed = {mutant.place for mutant, verdict in self.verdicts if verdict.how != SURVIVED}
        survived = {mutant.place for mutant in self.survivors(explained=True)}
        gone = set(self.explained) - survived if whole else noticed & set(self.explained) - survived
        return sorted(gone)

    def show(self, *, whole: bool) -> int:
        print()
        open_ones = self.survivors(explained=False)
        for mutant in open_ones:
            print(f"{mutant.file.replace('.', '/')}.py:{mutant.line} {mutant.function}: {mutant.what}")
            print(f"    proven by nothing of {', '.join(sorted(mutant.rules))}")
        stale = self.stale(whole=whole)
        for file, function, what in stale:
            print(f"explained, but noticed or not there: {file}.py {function}: {what}")
        print(f"{'':12}{'mutants':>9}{'noticed':>9}{'in circles':>12}{'explained':>11}{'survived':>10}")
        rows = Counter((mutant.file, self.kind(mutant, verdict)) for mutant, verdict in self.verdicts)
        for file in sorted({file for file, _ in rows}):
            self.row(file, {kind: n for (of, kind), n in rows.items() if of == file})
        self.row("all", Counter(self.kind(*each) for each in self.verdicts))
        share = 100 * sum(verdict.how == SURVIVED for _, verdict in self.verdicts) / max(1, self.total)
        seconds = time.monotonic() - self.started
        print(f"{share:.1f} % of {self.total} mutants survive, explained ones counted; {seconds:.0f} s")
        return int(bool(open_ones or stale))

    def kind(self, mutant: Mutant, verdict: Verdict) -> str:
        return EXPLAINED if verdict.how == SURVIVED and mutant.place in self.explained else verdict.how

    def row(self, name: str, n: dict[str, int]) -> None:
        columns = (sum(n.values()), n.get(NOTICED, 0), n.get(IN_CIRCLES, 0), n.get(EXPLAINED, 0))
        print("{:12}{:9}{:9}{:12}{:11}{:10}".format(name, *columns, n.get(SURVIVED, 0)))

    def rows(self) -> list[dict[str, Any]]:
        """Every mutant with its verdict, for other programs."""
        return [
            {
                "file": mutant.file,
                "function": mutant.function,
                "line": mutant.line,
                "what": mutant.what,
                "rules": sorted(mutant.rules),
                "verdict": self.kind(mutant, verdict),
                "test": verdict.test,
                "seconds": round(verdict.seconds, 2),
                "why": self.explained.get(mutant.place, ""),
            }
            for mutant, verdict in self.verdicts
        ]


def explanations(path: Path, game: str) -> dict[tuple[str, str, str], str]:
    """Breaks known to change nothing a game could show: why, by file, function and what is changed."""
    if not path.exists():
        return {}
    return {
        (row["file"], row["function"], what): row["why"]
        for row in tomllib.loads(path.read_text("utf-8"))["explained"]
        for what in row["breaks"]
        if row.get("game", game) == game
    }


def survived_in(path: Path) -> set[tuple[str, str, str]]:
    """The mutants that an earlier run let live, as it wrote them down."""
    rows = json.loads(path.read_text("utf-8"))
    return {
        (row["file"], row["function"], row["what"]) for row in rows if row["verdict"] in (SURVIVED, EXPLAINED)
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rule", action="append", default=[], help="only places that cite this id")
    parser.add_argument(
        "--file", action="append", default=[], help="only this file, such as ss_phase or bot.guide"
    )
    parser.add_argument("--jobs", type=int, default=1, help="so many mutants at a time")
    parser.add_argument("--json", type=Path, help="write every mutant with its verdict to this file")
    parser.add_argument("--again", type=Path, help="only what survived in such a file")
    parser.add_argument("--package", default=PACKAGE, help="whose rules are broken")
    parser.add_argument("--tests", type=Path, default=paths.TESTS, help="where the marked tests are")
    parser.add_argument(
        "--control", action="store_true", help="break nothing: whatever notices that is wrong"
    )
    args = parser.parse_args()
    started = time.monotonic()
    for name in LOADED:
        importlib.import_module(name)
    at_import, other = looked_up(args.package)
    files = modules(args.package)
    wanted = frozenset(args.rule)
    again = survived_in(args.again) if args.again else None
    broken = [
        mutant
        for path, name in files.items()
        if not args.file or name in args.file
        for mutant in mutants(path, name, at_import.get(name, frozenset()), other)
        if (not wanted or wanted & mutant.rules) and (again is None or mutant.place in again)
    ]
    rules = frozenset(rule for mutant in broken for rule in mutant.rules)
    proofs = measured(args.tests, rules)
    if args.control:
        first = {mutant.whole: mutant for mutant in reversed(broken)}
        where = {name: path for path, name in files.items()}
        broken = [unbroken(where[each.file], each, rules) for each in first.values()]
    explained = explanations(args.tests / "tools" / "mutants.toml", args.package.rpartition(".")[2])
    report = Report(len(broken), explained, started)
    remember(args.tests)
    tables = [mutant for mutant in broken if mutant.whole]
    for mutant, verdict in try_all(tables, args.jobs, lambda each: try_table(each, args.package, proofs)):
        report.take(mutant, verdict)
    functions = [mutant for mutant in broken if not mutant.whole]
    if functions:
        pytest.main(
            [*PYTEST, str(args.tests)],
            plugins=[Swap(functions, args.package, proofs, args.jobs, report.take)],
        )
    status = report.show(whole=not (args.file or args.rule or args.again or args.control))
    if args.json:
        args.json.write_text(json.dumps(report.rows(), indent=1) + "\n", "utf-8")
    # Nothing was broken: what would be a gap otherwise is what should be.
    return int(len(report.survivors(explained=False)) < len(broken)) if args.control else status


if __name__ == "__main__":
    sys.exit(main())
