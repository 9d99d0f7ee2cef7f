"""Ways to break a rule: every systematic change of the places in a source file that cite rule ids.

An id stands where its rule bites. In a function it is cited by the docstring, by a comment, or as what a
judge answers; beside a table at module level by the docstring under it, by a comment, or by the comment that
opens its section, alone on its line and followed by an empty one.
"""

from __future__ import annotations

import ast
import os
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

RULE = re.compile(
    r"\b(?:ITP|IT3)-[0-9][0-9a-z.]*[0-9a-z]|\b(?:AMB|TAC)-[0-9a-z]+|\bCUS-[AB]?[0-9]+|\bCOL-O-[0-9]{3}|\bCOL-C-[0-9]{2}[a-f]?[1-3]?"
)
OTHER_RULES = {"CUS": ("CUS-01", "CUS-02"), "COL": ("COL-O-001", "COL-O-002")}
ANOTHER_RULE = "ITP-0a", "ITP-0b"
"""The id that a cited one is changed to; the second where it is the first itself."""
LONGEST = 110
"""A break is told by its whole statement, unless that is longer."""

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
NEGATIONS = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
"""Comparisons that are negated by turning them."""

Rules = frozenset[str]
Entry = tuple[ast.expr | None, ast.expr]
"""A key of a dictionary and its value."""


class Mutant(NamedTuple):
    """One break: where, what, the rules cited there, and the code with it."""

    file: str
    function: str
    """The function, or the table of the module."""
    line: int
    what: str
    rules: Rules
    code: CodeType
    whole: bool
    """True if `code` is the module's, to be imported again, or the function's alone."""

    @property
    def place(self) -> tuple[str, str, str]:
        return self.file, self.function, self.what


def cited(text: str) -> Rules:
    return frozenset(RULE.findall(text))


def mutants(
    path: Path, file: str, at_import: frozenset[str] = frozenset(), other: Mapping[str, str] | None = None
) -> Iterator[Mutant]:
    """Every break of the module `file` at `path`.

    Functions named in `at_import` have done their work once it is imported.
    `other` says which rule of another edition an answered id stands for there: its proofs count too.
    """
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    for place in _cited_places(tree, text):
        name = _name(place.top)
        alone = isinstance(place.top, ast.FunctionDef) and place.top in tree.body and name not in at_import
        known = {ast.dump(place.top)}
        for node, home, entry, what in breaks(place.top):
            rules, broken = place.rules(home, entry), ast.dump(place.top)
            rules |= {(other or {})[rule] for rule in rules & place.answers & set(other or {})}
            if rules and broken not in known:
                known.add(broken)
                module = compile(ast.fix_missing_locations(tree), str(path), "exec")
                code = _code(module, name) if alone else module
                line = getattr(node, "lineno", home.lineno)
                yield Mutant(file, name, line, what, rules, code, not alone)


def unbroken(path: Path, mutant: Mutant, rules: Rules) -> Mutant:
    """A mutant of the same place with nothing changed, to be tried against all proofs: none may notice."""
    module = compile(path.read_text("utf-8"), str(path), "exec")
    code = module if mutant.whole else _code(module, mutant.function)
    return mutant._replace(what="nothing", rules=rules, code=code)


def _name(top: ast.stmt) -> str:
    if isinstance(top, ast.FunctionDef):
        return top.name
    if isinstance(top, ast.AnnAssign | ast.AugAssign):
        return ast.unparse(top.target)
    return ast.unparse(top.targets[0]) if isinstance(top, ast.Assign) else ast.unparse(top).split("\n")[0]


def _code(module: CodeType, name: str) -> CodeType:
    return next(each for each in module.co_consts if isinstance(each, CodeType) and each.co_name == name)


# Where rules are cited


class Place:
    """A function or table, and which rules its parts cite, as long as nothing is broken."""

    def __init__(self, top: ast.stmt, whole: Rules, beside: dict[int, Rules]) -> None:
        self.top = top
        self.answers = {
            each.value
            for each in ast.walk(top)
            if isinstance(each, ast.Constant) and isinstance(each.value, str) and RULE.fullmatch(each.value)
        }
        self.statements = {part: whole | _own(part, beside) for part in _statements(top)}
        told = cited(ast.get_docstring(top) or "") if isinstance(top, ast.FunctionDef) else frozenset()
        self.entries: dict[Entry, Rules] = {}
        for entry in set(_entries(ast.walk(top)).values()):
            key, value = entry
            lines = range((key or value).lineno, (value.end_lineno or value.lineno) + 1)
            own = _strings(key) | _strings(value) | {rule for line in lines for rule in beside.get(line, ())}
            if own:
                self.entries[entry] = told | own

    def rules(self, home: ast.stmt, entry: Entry | None) -> Rules:
        """Those of a statement; an entry that cites its own stands for these alone."""
        found = self.entries.get(entry) if entry is not None else None
        return self.statements[home] if found is None else found


def _cited_places(tree: ast.Module, text: str) -> Iterator[Place]:
    beside, sections = _comments(text)
    scopes = [tree.body, *[each.body for each in tree.body if isinstance(each, ast.ClassDef)]]
    for scope in scopes:
        for at, top in enumerate(scope):
            if isinstance(top, ast.FunctionDef):
                whole = cited(ast.get_docstring(top) or "") or _strings(top)
            elif isinstance(top, ast.Import | ast.ImportFrom | ast.ClassDef) or _docstring(top):
                continue
            else:
                under = scope[at + 1] if at + 1 < len(scope) else None
                section = sections[top.lineno] if scope is tree.body else frozenset()
                whole = section | (_strings(under) if _docstring(under) else frozenset())
            place = Place(top, whole, beside)
            if any(place.statements.values()):
                yield place


def _comments(text: str) -> tuple[dict[int, Rules], dict[int, Rules]]:
    """Rules named in comments by line, and for every line those of the section it stands in."""
    lines = text.split("\n")
    beside: dict[int, Rules] = {}
    opened: dict[int, Rules] = {}
    for token in tokenize.generate_tokens(StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            line, column = token.start
            beside[line] = cited(token.string)
            if not column and not lines[line].strip():
                opened[line] = cited(token.string)
    section: Rules = frozenset()
    sections = {}
    for line in range(1, len(lines) + 1):
        section = opened.get(line, section)
        sections[line] = section
    return beside, sections


def _statements(top: ast.stmt) -> list[ast.stmt]:
    return [part for part in ast.walk(top) if isinstance(part, ast.stmt)]


def _docstring(part: ast.stmt | None) -> bool:
    return (
        isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant) and type(part.value.value) is str
    )


def _strings(node: ast.AST | None) -> Rules:
    """Rules named in the strings under a node."""
    found: set[str] = set()
    for each in ast.walk(node) if node is not None else ():
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            found |= cited(each.value)
    return frozenset(found)


def _own(part: ast.stmt, beside: dict[int, Rules]) -> Rules:
    """Rules named by a statement and the comment on or above it.

    A condition decides what its simple statements do, so what they name is named by its head too.
    """
    body = getattr(part, "body", None)
    inner = [each for each in body if isinstance(each, ast.stmt)] if isinstance(body, list) else []
    last = inner[0].lineno - 1 if inner else part.end_lineno or part.lineno
    found: set[str] = set()
    for line in range(part.lineno - 1, last + 1):
        found |= beside.get(line, frozenset())
    if inner:
        for each in inner:
            if isinstance(part, ast.If) and not hasattr(each, "body"):
                found |= _strings(each)
    else:
        found |= _strings(part)
    return frozenset(found)


# The breaks


def breaks(top: ast.stmt) -> Iterator[tuple[ast.AST, ast.stmt, Entry | None, str]]:
    """Every way to break a function or table, made in the tree while the consumer looks at it.

    Gives the node, its statement, its entry if it belongs to one, and what is changed.
    """
    homes = _home(top)
    parents = {child: node for node in ast.walk(top) for child in ast.iter_child_nodes(node)}
    entries = _entries(homes)
    for node in list(homes):
        home, entry = homes[node], entries.get(node)
        told = home if len(_head(home)) <= LONGEST else parents.get(node, node)
        if entry is not None and len(_head(told)) > LONGEST:
            told = entry[1]
        for changes in _expression_breaks(node, parents.get(node)):
            old = _head(told)
            _apply(changes)
            yield node, home, entry, f"{old} -> {_head(told)}"
            _restore(changes)
        for at, left_out in enumerate(_pairs(node)):
            changes = [_Set(node, name, _without(getattr(node, name), at)) for name in ("keys", "values")]
            _apply(changes)
            yield left_out[1], home, left_out, f"left out: {_entry_text(left_out)}"
            _restore(changes)
    for node in _statements(top):
        for field in ("body", "orelse"):
            block = getattr(node, field, [])
            for at, part in enumerate(block):
                if _droppable(part, top):
                    empty = ast.copy_location(ast.Pass(), part)
                    changes = [_Set(node, field, [*block[:at], empty, *block[at + 1 :]])]
                    _apply(changes)
                    yield part, part, None, f"dropped: {_head(part)}"
                    _restore(changes)
    if not isinstance(top, ast.FunctionDef):
        yield from _table_breaks(top)


def _entries(nodes: Iterable[ast.AST]) -> dict[ast.AST, Entry]:
    """For every node under a dictionary, the innermost entry it belongs to."""
    found: dict[ast.AST, Entry] = {}
    for node in nodes:
        for entry in _pairs(node):
            for part in entry:
                found.update(dict.fromkeys(ast.walk(part), entry) if part is not None else {})
    return found


def _pairs(node: ast.AST) -> list[Entry]:
    return list(zip(node.keys, node.values, strict=True)) if isinstance(node, ast.Dict) else []


def _entry_text(entry: Entry) -> str:
    key, value = entry
    return f"{_head(key) if key is not None else '**'}: {_head(value)}"


class _Set:
    """A field set to something else, and back."""

    def __init__(self, node: ast.AST, field: str, new: Any) -> None:
        self.node, self.field, self.new, self.old = node, field, new, getattr(node, field)


def _apply(changes: Sequence[_Set]) -> None:
    for each in changes:
        setattr(each.node, each.field, each.new)


def _restore(changes: Sequence[_Set]) -> None:
    for each in changes:
        setattr(each.node, each.field, each.old)


def _home(top: ast.stmt) -> dict[ast.AST, ast.stmt]:
    """Every node under a function or table, with the statement it belongs to; no types, no docstring."""
    homes: dict[ast.AST, ast.stmt] = {}

    def visit(node: ast.AST, home: ast.stmt) -> None:
        if isinstance(node, ast.arguments) or (isinstance(node, ast.stmt) and _docstring(node)):
            return
        homes[node] = home = node if isinstance(node, ast.stmt) else home
        for field, value in ast.iter_fields(node):
            if field not in ("annotation", "returns", "decorator_list"):
                for each in value if isinstance(value, list) else [value]:
                    if isinstance(each, ast.AST):
                        visit(each, home)

    visit(top, top)
    return homes


def _head(node: ast.AST) -> str:
    return ast.unparse(node).strip().split("\n")[0]


def _negated(test: ast.expr) -> ast.expr:
    return ast.copy_location(ast.UnaryOp(ast.Not(), test), test)


def _plain(test: ast.expr) -> bool:
    """True if nothing within a condition negates it as a whole: it has to be negated itself."""
    if isinstance(test, ast.Compare):
        return len(test.ops) > 1 or not isinstance(test.ops[0], NEGATIONS)
    return not (isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not))


def _expression_breaks(node: ast.AST, parent: ast.AST | None) -> Iterator[list[_Set]]:
    if isinstance(node, ast.Compare):
        for at, op in enumerate(node.ops):
            yield [_Set(node, "ops", [*node.ops[:at], TURNED[type(op)](), *node.ops[at + 1 :]])]
    elif isinstance(node, ast.BoolOp):
        yield [_Set(node, "op", ast.Or() if isinstance(node.op, ast.And) else ast.And())]
        for at, value in enumerate(node.values):
            if not isinstance(value, ast.Compare | ast.BoolOp) and _plain(value):
                yield [_Set(node, "values", [*node.values[:at], _negated(value), *node.values[at + 1 :]])]
    elif isinstance(node, ast.Constant):
        yield from _constant_breaks(node, parent)
    elif isinstance(node, ast.If | ast.IfExp):
        if _plain(node.test):
            yield [_Set(node, "test", _negated(node.test))]
    elif isinstance(node, ast.comprehension):
        for at, test in enumerate(node.ifs):
            if _plain(test):
                yield [_Set(node, "ifs", [*node.ifs[:at], _negated(test), *node.ifs[at + 1 :]])]
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not) and parent is not None:
        yield from _in_place_of(node, node.operand, parent)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        yield [_Set(node, "op", ast.Sub() if isinstance(node.op, ast.Add) else ast.Add())]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "by_edition":
        yield from _editions_alike(node)


def _constant_breaks(node: ast.Constant, parent: ast.AST | None) -> Iterator[list[_Set]]:
    if type(node.value) is int:
        yield [_Set(node, "value", node.value + 1)]
    elif type(node.value) is bool:
        yield [_Set(node, "value", not node.value)]
    elif isinstance(node.value, str) and RULE.fullmatch(node.value) and not isinstance(parent, ast.Dict):
        # In a dictionary the entry is left out, which is the same break.
        others = OTHER_RULES.get(node.value[:3], ANOTHER_RULE)
        yield [_Set(node, "value", others[node.value == others[0]])]


def _without(values: list[Any], at: int) -> list[Any]:
    return values[:at] + values[at + 1 :]


def _in_place_of(old: ast.AST, new: ast.AST, parent: ast.AST) -> Iterator[list[_Set]]:
    for field, value in ast.iter_fields(parent):
        if value is old:
            yield [_Set(parent, field, new)]
        elif isinstance(value, list) and any(each is old for each in value):
            yield [_Set(parent, field, [new if each is old else each for each in value])]


def _editions_alike(call: ast.Call) -> Iterator[list[_Set]]:
    """Both editions as the one has it, and both as the other."""
    if call.args:
        one, other = call.args
        yield [_Set(call, "args", [one, one])]
        yield [_Set(call, "args", [other, other])]
    else:
        for at in (0, 1):
            value = call.keywords[at].value
            yield [_Set(call, "keywords", [ast.keyword(each.arg, value) for each in call.keywords])]


def _droppable(part: ast.stmt, top: ast.stmt) -> bool:
    """Calls, changes of something that is there before, and the end of a step.

    Where a name is first given its value, doing without could only stop the program.
    """
    if isinstance(part, ast.Return):
        return part.value is None
    if isinstance(part, ast.Expr):
        return isinstance(part.value, ast.Call)
    if isinstance(part, ast.Assign):
        return any(_was_there(target, part, top) for target in part.targets)
    return isinstance(part, ast.AugAssign | ast.Delete)


def _was_there(target: ast.expr, part: ast.stmt, top: ast.stmt) -> bool:
    if isinstance(target, ast.Tuple):
        return any(_was_there(each, part, top) for each in target.elts)
    if not isinstance(target, ast.Name):
        return True
    earlier = {
        each.id
        for statement in _statements(top)
        if statement.lineno < part.lineno and isinstance(statement, ast.Assign | ast.AnnAssign)
        for each in ast.walk(statement)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    }
    given = {each.arg for each in ast.walk(top) if isinstance(each, ast.arg)}
    return target.id in earlier | given


def _table_breaks(top: ast.stmt) -> Iterator[tuple[ast.AST, ast.stmt, Entry | None, str]]:
    """A table's figures, all of them shifted."""
    value = getattr(top, "value", None)
    question = isinstance(value, ast.Call) and ast.unparse(value.func) == "Question"
    plain = isinstance(value, ast.Constant)
    if isinstance(top, ast.Assign | ast.AnnAssign) and value is not None and not question and not plain:
        shifting = ast.parse("__import__('breaking').shifted(0)", mode="eval").body
        assert isinstance(shifting, ast.Call)
        shifting.args = [value]
        changes = [_Set(top, "value", ast.copy_location(shifting, value))]
        _apply(changes)
        yield top, top, None, f"shifted: {_name(top)}"
        _restore(changes)


def shifted(value: Any) -> Any:
    """A table with other figures: numbers one more, switches turned, names in their neighbours' places."""
    new = _shifted(value)
    if new == value:
        os.write(2, f"a value that cannot be shifted: {value!r:.60}\n".encode())
        os._exit(3)
    return new


def _shifted(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, slice):
        return slice(value.start + 1, value.stop + 1)
    if isinstance(value, dict):
        return dict(zip(value, _shifted(list(value.values())), strict=True))
    if isinstance(value, frozenset | set):
        return type(value)(map(_shifted, value))
    if isinstance(value, tuple | list):
        if not _figures(value):
            return type(value)([*value[1:], *value[:1]])
        return type(value)(map(_shifted, value))
    return value


def _figures(value: Any) -> bool:
    """True if a value is made of numbers and switches, or of names."""
    if isinstance(value, tuple | list | dict):
        return any(map(_figures, value.values() if isinstance(value, dict) else value))
    return isinstance(value, int)
