"""The types of the fixtures in conftest.py."""

from collections.abc import Callable

from garrison.core.game import AnyGame
from garrison.core.match import Match

Register = Callable[[AnyGame], AnyGame]
NewToy = Callable[..., Match]
