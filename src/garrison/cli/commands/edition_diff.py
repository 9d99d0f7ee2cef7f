"""The differences between two editions of a game, rule by rule, from the links in its rule files."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from garrison.cli.commands import rule_pages
from garrison.cli.commands.record_files import print_json
from garrison.cli.output import say
from garrison.cli.texts import BadInput, Words, words, wrap
from garrison.core import registry
from garrison.core.game import AnyGame
from garrison.core.show import rulebook

Rules = Mapping[str, Mapping[str, Any]]


class Pair(NamedTuple):
    """Rules of one edition and their replacements in the other."""

    before: list[str]
    after: list[str]

    def plain(self) -> dict[str, list[str]]:
        return {"from": self.before, "to": self.after}


class Difference(NamedTuple):
    """Every rule of two editions, once."""

    changed: list[Pair]
    dropped: list[str]
    added: list[str]
    same: list[Pair]


def compare(rules: Rules, before: str, after: str) -> Difference:
    """Pair the rules of two editions: shared rules are unchanged, others are grouped by their links."""
    found = Difference([], [], [], [])
    old = [ident for ident, rule in rules.items() if rulebook.belongs(rule, before)]
    new = [ident for ident, rule in rules.items() if rulebook.belongs(rule, after)]
    links = _links(rules, set(old), set(new))
    seen: set[str] = set()
    for ident in (*old, *new):
        if ident in seen:
            continue
        group = _group(ident, links)
        seen |= group
        pair = Pair([each for each in old if each in group], [each for each in new if each in group])
        if not pair.after:
            found.dropped.extend(pair.before)
        elif not pair.before:
            found.added.extend(pair.after)
        elif all(_same(rules[each]) for each in group if each in links):
            found.same.append(pair)
        else:
            found.changed.append(pair)
    return found


def _links(rules: Rules, old: set[str], new: set[str]) -> dict[str, set[str]]:
    """Links between the two editions in both directions, whichever side declares them."""
    links: dict[str, set[str]] = {}
    for ident in old ^ new:
        for other in rules[ident].get("counterparts", ()):
            if other in old ^ new and (ident in old) != (other in old):
                links.setdefault(ident, set()).add(other)
                links.setdefault(other, set()).add(ident)
    return links


def _group(ident: str, links: Mapping[str, set[str]]) -> set[str]:
    """All rules reachable from one through links."""
    group = {ident}
    ahead = [ident]
    while ahead:
        further = links.get(ahead.pop(), set()) - group
        group |= further
        ahead += further
    return group


def _same(rule: Mapping[str, Any]) -> bool:
    """True if a rule plays like those it links to, or links to none."""
    return bool(rule.get("same")) or not rule.get("counterparts")


# The command


def diff(args: Namespace) -> int:
    game = registry.find(args.game)
    before, after = _editions(game, args.before, args.after)
    said = words(args.lang)
    found = compare(rulebook.rules(game, args.lang), before, after)
    if args.json:
        print_json(
            {
                "game": game.id,
                "from": before,
                "to": after,
                "changed": [
                    {**pair.plain(), "change": _changes(game, pair, args.lang)} for pair in found.changed
                ],
                "dropped": found.dropped,
                "added": found.added,
                "same": [pair.plain() for pair in found.same],
            }
        )
        return 0
    names = [game.tell.called("option", each, args.lang) for each in (before, after)]
    say(wrap(said("diff-title", title=game.title(args.lang), before=names[0], after=names[1])))
    for block in _blocks(game, found, names, said, everything=args.all):
        say(f"\n{block}")
    return 0


def _editions(game: AnyGame, *named: str) -> Sequence[str]:
    """The two editions named; raises BadInput unless the game has both and they differ."""
    known = game.options.get("edition", ())
    if len(known) < 2:
        raise BadInput("diff-none", game=game.id)
    for each in named:
        if each not in known:
            raise BadInput("no-edition", game=game.id, edition=each[:40], editions=", ".join(known))
    if len(set(named)) == 1:
        raise BadInput("diff-one", edition=named[0], editions=", ".join(known))
    return named


def _blocks(
    game: AnyGame, found: Difference, names: Sequence[str], said: Words, *, everything: bool
) -> Iterator[str]:
    """The sections, changed rules first, each with its count."""
    yield _heading("diff-changed", len(found.changed), said)
    for pair in found.changed:
        told = [wrap(said("diff-change", change=each)) for each in _changes(game, pair, said.lang)]
        sides = [
            f"{said('diff-side', edition=name)}\n{_statements(game, idents, said)}"
            for name, idents in zip(names, pair, strict=True)
        ]
        yield "\n".join([*told, *sides])
    for name, idents in zip(names, (found.dropped, found.added), strict=True):
        yield _heading("diff-only", len(idents), said, edition=name)
        yield from (_statements(game, [ident], said) for ident in idents)
    yield _heading("diff-same", len(found.same), said)
    if everything:
        yield "\n".join(_titles(game, pair, said) for pair in found.same)
    elif found.same:
        yield wrap(said("diff-all"))


def _changes(game: AnyGame, pair: Pair, lang: str) -> list[str]:
    """The differences in sentences, where the rules state them."""
    rules = rulebook.rules(game, lang)
    return [str(rules[ident]["change"]) for side in pair for ident in side if "change" in rules[ident]]


def _heading(key: str, count: int, said: Words, **values: object) -> str:
    return wrap(f"## {said(key, count=count, **values)}")


def _statements(game: AnyGame, idents: Sequence[str], said: Words) -> str:
    return "\n".join(rule_pages.statement(game, ident, said, "  ") for ident in idents)


def _titles(game: AnyGame, pair: Pair, said: Words) -> str:
    """`IT3-1 = ITP-1a  title`: for rules that play alike, the new title only."""
    rules = rulebook.rules(game, said.lang)
    idents = " = ".join(dict.fromkeys(", ".join(side) for side in pair))
    titles = "; ".join(str(rules[ident].get("title", rules[ident]["text"])) for ident in pair.after)
    return rule_pages.titled(idents, titles)
