"""The Night Watch in English only: it has no other files, and its functions know no other language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from garrison.core.game import Guide
from garrison.core.state import Action, Seat
from support.games.toy import TEXTS, TOY, vary

ENGLISH_TEXTS = {
    **{name: text for name, text in TEXTS.items() if ".en." in name},
    "notes.en.md": "### NW-A Lanterns\n\nA lantern is a lamp.\n",
    "aid.plain.en.md": "Show, stake, climb.\n",
}
ENGLISH_TEXTS["words.en.toml"] += '\nterms.title = "Night Watch"'


def text(file: str) -> str:
    return ENGLISH_TEXTS[file]


def only_english(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function whose last argument is a language, and must be English."""

    def asked(*args: Any) -> Any:
        assert args[-1] == "en", f"{function} was asked for {args[-1]}"
        return function(*args)

    return asked


class EnglishGuide(Guide):
    def rank(self, state: Any, seat: Seat, actions: Any) -> list[float]:  # noqa: ARG002
        return [0.0] * len(actions)

    def worth(self, state: Any, seat: Seat) -> float | None:  # noqa: ARG002
        return None

    def reason(self, state: Any, seat: Seat, action: Action, lang: str) -> str:  # noqa: ARG002
        assert lang == "en"
        return "It is late."


ENGLISH = vary(
    TOY,
    id="english",
    langs=("en",),
    text=text,
    guide=EnglishGuide(),
    board=only_english(TOY.show.board),
    scene=only_english(TOY.show.scene),
    cards=only_english(lambda _edition, _lang: [("Lamp", "shines", "")]),
    figures=only_english(lambda _lang: [("oil", "3", "one-source", "P")]),
    sources=only_english(lambda _lang: {"P": "a page"}),
    sheet=only_english(lambda view, _lang: [("pence", view["score"]["anna"])]),
    because=only_english(lambda _view, _action, _rule, _lang: "Look at your hand."),
)
