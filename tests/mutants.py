"""Break single rules and see whether the tests that claim to prove them notice: `make mutants`.

A rule's id stands where it bites: in the docstring of a function, beside a statement, or as what a judge
returns. Each such place is broken in every systematic way (a condition negated, a comparison or number
shifted, a call or assignment dropped), and only the tests marked with that id are run. What none of them
notices is listed. Not part of `make test`: it takes minutes.

    python tests/mutants.py [--rule ID ...] [--file NAME ...]
"""

from __future__ import annotations

import argparse
import ast
import importlib
import os
import re
import signal
import sys
import tokenize
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "garrison" / "games" / "itter"
PACKAGE = "garrison.games.itter"
RULE = re.compile(r"\b(?:ITP|IT3)-[0-9][0-9a-z.]*[0-9a-z]|\b(?:AMB|TAC)-[0-9a-z]+")
SECONDS = 20
"""A mutant that takes longer runs in circles, which counts as noticed."""

TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}


class Mutant(NamedTuple):
    """One break: where, what, and the function's code with it."""

    file: str
    function: str
    line: int
    what: str
    rules: frozenset[str]
    code: CodeType


def cited(text: str) -> frozenset[str]:
    return frozenset(RULE.findall(text))


def comments(text: str) -> dict[int, frozenset[str]]:
    """Rules named in comments, by line."""
    found = {}
    for token in tokenize.generate_tokens(StringIO(text).readline):
        if token.type == tokenize.COMMENT and cited(token.string):
            found[token.start[0]] = cited(token.string)
    return found


def statement_rules(statement: ast.stmt, beside: dict[int, frozenset[str]]) -> frozenset[str]:
    """Rules named in a statement's own strings and comments; a compound one has only its head."""
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if isinstance(body, list) else statement.end_lineno or statement.lineno
    found: set[str] = set()
    for line in range(statement.lineno - 1, last + 1):
        found |= beside.get(line, frozenset())
    for node in ast.walk(statement):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.lineno <= last:
            found |= cited(node.value)
    return frozenset(found)


def breaks(function: ast.FunctionDef) -> Iterator[tuple[ast.AST, str]]:
    """Every way to break a function, made in the tree while the consumer looks at it."""
    for node in [each for part in function.body for each in ast.walk(part)]:
        if isinstance(node, ast.Compare) and type(node.ops[0]) in TURNED:
            old, node.ops[0] = node.ops[0], TURNED[type(node.ops[0])]()
            yield node, f"compare: {ast.unparse(node)}"
            node.ops[0] = old
        elif isinstance(node, ast.BoolOp):
            old_op, node.op = node.op, ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield node, f"and, or: {ast.unparse(node)}"
            node.op = old_op
        elif isinstance(node, ast.Constant) and type(node.value) is int:
            node.value += 1
            yield node, f"number: {node.value}, one more"
            node.value -= 1
        elif isinstance(node, ast.If | ast.IfExp):
            test, node.test = node.test, ast.UnaryOp(ast.Not(), node.test)
            yield node, f"negated: {ast.unparse(test)}"
            node.test = test
    for parent in ast.walk(function):
        for field in ("body", "orelse"):
            block = getattr(parent, field, None)
            for at, part in enumerate(block if isinstance(block, list) else ()):
                if isinstance(part, ast.Assign | ast.AugAssign) or _call(part):
                    block[at] = ast.copy_location(ast.Pass(), part)
                    yield part, f"dropped: {ast.unparse(part)}"
                    block[at] = part


def _call(part: ast.stmt) -> bool:
    return isinstance(part, ast.Expr) and isinstance(part.value, ast.Call)


def mutants(path: Path) -> Iterator[Mutant]:
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    beside = comments(text)
    for function in tree.body:
        if not isinstance(function, ast.FunctionDef):
            continue
        whole = cited(ast.get_docstring(function) or "")
        own = {}
        for part in ast.walk(function):
            if isinstance(part, ast.stmt) and part is not function:
                for line in range(part.lineno, (part.end_lineno or part.lineno) + 1):
                    own[line] = statement_rules(part, beside) or own.get(line, frozenset())
        for node, what in breaks(function):
            line = getattr(node, "lineno", function.lineno)
            rules = whole | own.get(line, frozenset())
            if rules:
                module = compile(ast.fix_missing_locations(tree), str(path), "exec")
                yield Mutant(path.stem, function.name, line, what, rules, _code(module, function.name))


def _code(module: CodeType, name: str) -> CodeType:
    return next(each for each in module.co_consts if isinstance(each, CodeType) and each.co_name == name)


class Trial:
    """Instead of running the tests once, run for every mutant those that prove its rules."""

    def __init__(self, files: list[Path], wanted: frozenset[str]) -> None:
        self.files, self.wanted = files, wanted
        self.tried = 0
        self.survived: list[Mutant] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        proofs: dict[str, list[pytest.Item]] = {}
        # Scenarios first: they are the quickest.
        for item in sorted(session.items, key=lambda each: "scenarios" not in each.nodeid):
            for name in ("rule", "ruling"):
                for mark in item.iter_markers(name):
                    for rule in mark.args[1:]:
                        proofs.setdefault(rule, []).append(item)
        for path in self.files:
            for mutant in mutants(path):
                if self.wanted and not self.wanted & mutant.rules:
                    continue
                found = [item for rule in sorted(mutant.rules) for item in proofs.get(rule, ())]
                self.tried += 1
                if _survives(mutant, list(dict.fromkeys(found)), proofs):
                    self.survived.append(mutant)
                    print(f"{mutant.file}.py:{mutant.line} {mutant.function}: {mutant.what}", flush=True)
                    print(f"    proven by nothing of {', '.join(sorted(mutant.rules))}", flush=True)
        return True


def _survives(mutant: Mutant, items: list[pytest.Item], proofs: dict[str, list[pytest.Item]]) -> bool:
    """Whether all tests pass, in a process of its own, with the function's code replaced."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os._exit(_try(mutant, items, write))
    os.close(write)
    with os.fdopen(read) as told:
        name = told.read()
    _, status = os.waitpid(child, 0)
    # What noticed one break of a rule is likely to notice the next: it comes first from now on.
    for rule in mutant.rules:
        proofs.get(rule, []).sort(key=lambda item: item.nodeid != name)
    return status == 0


def _try(mutant: Mutant, items: list[pytest.Item], write: int) -> int:
    from _pytest.runner import runtestprotocol

    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    signal.alarm(SECONDS)
    function = getattr(importlib.import_module(f"{PACKAGE}.{mutant.file}"), mutant.function)
    function = getattr(function, "__wrapped__", function)
    if not isinstance(function, FunctionType):
        return 0
    function.__code__ = mutant.code
    for item in items:
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=None)):
            os.write(write, item.nodeid.encode())
            return 1
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rule", action="append", default=[], help="only places that cite this id")
    parser.add_argument("--file", action="append", default=[], help="only this file, such as ss")
    args = parser.parse_args()
    files = [path for path in sorted(SOURCE.glob("*.py")) if not args.file or path.stem in args.file]
    trial = Trial(files, frozenset(args.rule))
    options = [
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-m",
        "rule or ruling",
        str(Path(__file__).parent),
    ]
    status = pytest.main(options, plugins=[trial])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return int(status)
    share = 100 * len(trial.survived) / max(1, trial.tried)
    print(f"{trial.tried} mutants, {len(trial.survived)} survived ({share:.1f} %)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
