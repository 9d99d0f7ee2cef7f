"""The types of the fixtures in conftest.py."""

from collections.abc import Callable

from garrison.core.match import Match
from support.games.toy import Toy

Register = Callable[[Toy], Toy]
NewToy = Callable[..., Match]
