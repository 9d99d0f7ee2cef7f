"""The draw command: a moment of a record or scenario as an SVG or PNG file."""

from __future__ import annotations

import re
from argparse import Namespace
from pathlib import Path

from garrison.cli.commands.record_files import moment
from garrison.cli.output import say
from garrison.cli.texts import BadInput, words
from garrison.core.limits import PICTURE_LEAST, PICTURE_MOST
from garrison.core.show import boards, picture

KINDS = (".svg", ".png")


def draw(args: Namespace) -> int:
    path = Path(args.out)
    if path.suffix.lower() not in KINDS:
        raise BadInput("draw-kind", path=path)
    if not PICTURE_LEAST <= args.width <= PICTURE_MOST:
        raise BadInput("draw-wide", width=args.width, least=PICTURE_LEAST, most=PICTURE_MOST)
    perspective, _, head = moment(args)
    match = perspective.match
    title = f"{match.game.title(args.lang)}, {head}"
    board = boards.board(match.game, match.options, args.lang)
    drawn = picture.svg(board, perspective.scene(args.lang), args.theme, title, args.width)
    if path.suffix.lower() == ".png":
        path.write_bytes(_points(drawn))
    else:
        path.write_text(drawn, "utf-8")
    say(words(args.lang)("draw-done", path=path, width=args.width, height=_height(drawn), moment=head))
    return 0


def _height(drawn: str) -> str:
    found = re.search(r"<svg[^>]* height='(\d+)'", drawn)
    return found.group(1) if found else ""


def _points(drawn: str) -> bytes:
    """Render the picture as PNG, with the fonts of this machine."""
    try:
        import resvg_py
    except ImportError as error:
        raise BadInput("draw-extra") from error
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn))
