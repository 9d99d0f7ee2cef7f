"""Reference pages of a game: rules, rulings, cards, figures, player aids."""

from __future__ import annotations

import difflib
from argparse import Namespace
from collections.abc import Iterable

from garrison.cli import invocation
from garrison.cli.commands import player_aid
from garrison.cli.output import say
from garrison.cli.texts import BadAnswer, BadInput, Words, glued, paragraphs, words, wrap
from garrison.core import registry
from garrison.core.game import AnyGame
from garrison.core.show import rulebook
from garrison.core.show.words import LANGS

SURE = ("rulebook", "agreed")
DOUBTS = ("reconstruction", "inferred", "one-source")
NEAR = 5


# Rules and rulings


def entry_id(game: AnyGame, text: str, said: Words, listing: str) -> str:
    """The id of a rule or ruling as the game spells it; the error suggests similar ids and `listing`."""
    ids = [*rulebook.rules(game, said.lang), *rulebook.rulings(game, said.lang)]
    by_lower = {ident.lower(): ident for ident in ids}
    tidy = text.strip().lower()
    if tidy in by_lower:
        return by_lower[tidy]
    near = [ident for lower, ident in by_lower.items() if tidy and tidy in lower][:NEAR]
    near = near or [by_lower[each] for each in difflib.get_close_matches(tidy, by_lower, NEAR)]
    key = "rule-close" if near else "rule-unknown"
    raise BadAnswer(said(key, id=text[:40], matches=", ".join(near), listing=listing))


def statement(game: AnyGame, ident: str, said: Words, indent: str = "") -> str:
    """A rule with its title."""
    found = rulebook.rules(game, said.lang)[ident]
    head = wrap(f"{ident}  {found.get('title', '')}".rstrip(), indent)
    return f"{head}\n{wrap(str(found['text']), indent + '  ')}"


def entry(game: AnyGame, ident: str, said: Words, edition: str | None) -> str:
    """A rule with its rulings, and its edition if another; or a ruling; or both."""
    if ident not in rulebook.rules(game, said.lang):
        title, body = rulebook.rulings(game, said.lang)[ident]
        return "\n".join([wrap(f"{ident}  {title}".rstrip()), paragraphs(body.strip(), "  ")])
    found = rulebook.rules(game, said.lang)[ident]
    lines = [statement(game, ident, said)]
    if found.get("rulings"):
        lines.append(wrap(said("rule-rulings", rulings=", ".join(found["rulings"])), "  "))
    if not rulebook.belongs(found, edition):
        lines.append(wrap(said("rule-edition", editions=_editions(game, found["editions"], said)), "  "))
    if ident in rulebook.rulings(game, said.lang):
        lines.append(paragraphs(rulebook.rulings(game, said.lang)[ident][1].strip(), "  "))
    return "\n".join(lines)


def _editions(game: AnyGame, editions: Iterable[str], said: Words) -> str:
    return ", ".join(game.tell.called("option", each, said.lang) for each in editions)


def index(game: AnyGame, said: Words, edition: str | None) -> list[str]:
    """The ids of an edition's rules and rulings with their titles."""
    known = rulebook.rules(game, said.lang)
    lines = []
    for heading, idents in rulebook.sections(game, said.lang, edition).items():
        lines += ["", wrap(heading)] if heading else []
        lines += [titled(ident, known[ident].get("title", known[ident]["text"])) for ident in idents]
    titles = rulebook.ruling_titles(game, said.lang, edition)
    if titles:
        lines += ["", said("rulings")]
    return lines + [titled(ident, title) for ident, title in titles.items()]


def titled(ident: str, title: str) -> str:
    return wrap(title, f"  {ident}  ", "      ")


# Commands


def _edition(game: AnyGame, options: dict[str, str]) -> str | None:
    return registry.settle(game, options).get("edition")


def _lang(lang: str) -> list[str]:
    """The language option for a command to copy."""
    return [] if lang == LANGS[0] else ["--lang", lang]


def _remark(game: AnyGame, lang: str) -> None:
    """Say if the texts are in another language than the reader's."""
    remark = game.tell.remark(game.title(lang), lang)
    if remark:
        say(wrap(remark) + "\n")


def _one(game: AnyGame, args: Namespace, edition: str | None) -> None:
    """Print the entry a command names."""
    said = words(args.lang)
    listing = invocation.command(args.command, game.id, *_lang(args.lang))
    try:
        ident = entry_id(game, args.id, said, listing)
    except BadAnswer as error:
        raise BadInput("plain", text=error) from error
    say(entry(game, ident, said, edition))


def rules(args: Namespace, options: dict[str, str]) -> int:
    game = registry.find(args.game)
    edition = _edition(game, options)
    if args.aid and args.id is not None:
        raise BadInput("arg-both", name="ID", other="--aid")
    _remark(game, args.lang)
    if args.aid:
        say(paragraphs(player_aid.wanted(game, edition, args.lang)))
    elif args.id is not None:
        _one(game, args, edition)
    else:
        say("\n\n".join(_all(game, words(args.lang), edition)))
    return 0


def _all(game: AnyGame, said: Words, edition: str | None) -> list[str]:
    """All rules of an edition, and its cards."""
    blocks = _which(game, said, edition)
    for heading, idents in rulebook.sections(game, said.lang, edition).items():
        blocks += [wrap(f"## {heading}")] if heading else []
        blocks += [entry(game, ident, said, edition) for ident in idents]
    cards = game.book.cards(edition or "", game.tell.spoken(said.lang))
    if cards:
        blocks += [f"## {said('cards')}", "\n".join(_card(*card) for card in cards)]
    return blocks


def _which(game: AnyGame, said: Words, edition: str | None) -> list[str]:
    """The edition shown, where there are several, and how to read the others."""
    others = [each for each in game.options.get("edition", ()) if each != edition]
    if edition is None or not others:
        return []
    name = game.tell.called("option", edition, said.lang)
    head = said("rules-of", title=game.title(said.lang), edition=name)
    lang = _lang(said.lang)
    commands = [glued(invocation.command("rules", game.id, "--edition", each, *lang)) for each in others]
    return [wrap(f"{head} {said('rules-others', commands=', '.join(commands))}")]


def _card(name: str, effect: str, note: str) -> str:
    return wrap(f"{name}: {effect}" + (f" ({note})" if note else ""), "- ", "  ")


def notes(args: Namespace) -> int:
    game = registry.find(args.game)
    _remark(game, args.lang)
    if args.id is not None:
        _one(game, args, None)
        return 0
    try:
        text = game.tell.text(f"notes.{game.tell.spoken(args.lang)}.md")
    except (OSError, LookupError) as error:
        raise BadInput("notes-none", game=game.id, code=args.lang) from error
    say(paragraphs(text.rstrip()))
    _figures(game, words(args.lang))
    return 0


def _figures(game: AnyGame, said: Words) -> None:
    """Print uncertain figures, the least certain first, and their sources."""
    doubtful = [each for each in game.book.figures(game.tell.spoken(said.lang)) if each[2] not in SURE]
    if not doubtful:
        return
    order = {confidence: at for at, confidence in enumerate(DOUBTS)}
    for confidence in sorted({each[2] for each in doubtful}, key=lambda each: (order.get(each, 99), each)):
        say(f"\n### {said.say.get(f'figures-{confidence}', confidence)}\n")
        for what, value, given, source in doubtful:
            if given == confidence:
                say(wrap(said("figures-line", what=what, value=value, source=source), "- ", "  "))
    sources = game.book.sources(game.tell.spoken(said.lang))
    if sources:
        say(f"\n### {said('sources')}\n")
    for name, text in sources.items():
        say(wrap(f"{name}: {text}", "- ", "  "))
