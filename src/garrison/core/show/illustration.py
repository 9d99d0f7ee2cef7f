"""Illustrations: a game's own drawing beside a rule, or on the page where games are chosen."""

from __future__ import annotations

from dataclasses import replace

from garrison.core import kernel, registry
from garrison.core.dice import ScriptedDice
from garrison.core.game import AnyGame, Illustration
from garrison.core.match import Match
from garrison.core.show import boards, picture
from garrison.core.show.scene import Board
from garrison.core.state import ARBITER, SPECTATOR


def svg(game: AnyGame, found: Illustration, theme: str, lang: str) -> str:
    """The illustration as an SVG that needs nothing else."""
    board = _board(game, found, lang)
    if found.stacks:
        return picture.samples(board, found.stacks, theme, found.caption)
    scene = position(game, found).scene(SPECTATOR, game.tell.spoken(lang))
    bare = replace(scene, choices=(), form=None)
    return picture.part(board, bare, _box(board, found), theme, found.caption, found.marked)


def size(game: AnyGame, found: Illustration, lang: str) -> tuple[int, int]:
    """Width and height of an illustration, in units of the board."""
    board = _board(game, found, lang)
    return picture.samples_size(board, found.stacks) if found.stacks else _box(board, found)[2:]


def position(game: AnyGame, found: Illustration) -> Match:
    """The match that an illustration shows: its changes laid over the set-up, as in a scenario."""
    options = registry.settle(game, dict(found.options))
    begun = kernel.begin(game.play, game.rules, options, ScriptedDice([]), lambda _: None)
    start = game.know.position(game.know.view(begun, ARBITER), dict(found.position))
    return Match(game, options, ScriptedDice([]), start=start)


def _board(game: AnyGame, found: Illustration, lang: str) -> Board:
    return boards.board(game, registry.settle(game, dict(found.options)), lang)


def _box(board: Board, found: Illustration) -> tuple[int, int, int, int]:
    return found.box or (0, 0, *board.size)
