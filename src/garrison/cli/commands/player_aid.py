"""The player aid: one page of an edition's procedures and figures, `aid.<edition>.<lang>.md`."""

from __future__ import annotations

from garrison.cli.texts import BadInput
from garrison.core.game import AnyGame


def page(game: AnyGame, edition: str | None, lang: str) -> str:
    """The page, or an empty text if the edition has none."""
    try:
        return game.tell.text(f"aid.{edition}.{game.tell.spoken(lang)}.md").strip()
    except (OSError, LookupError):
        return ""


def wanted(game: AnyGame, edition: str | None, lang: str) -> str:
    """The page; if there is none, the error names the editions that have one."""
    found = page(game, edition, lang)
    if found:
        return found
    having = [each for each in game.options.get("edition", ()) if page(game, each, lang)]
    if having:
        raise BadInput("aid-other", game=game.id, edition=edition, editions=", ".join(having))
    raise BadInput("aid-none", game=game.id, code=lang)
