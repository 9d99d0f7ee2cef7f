"""Where chance comes from: keyed dice that can be proven, scripted dice for tests, written dice for replays.

Each keeps `draws`, the draws of the current row: (label, numbers). A shuffle is written as its
Fisher-Yates choices, from the last place to the second.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeAlias

from garrison.core.errors import Damaged, NoDice
from garrison.core.limits import SALT_CHARACTERS

Draw = tuple[str, list[int]]

_FACE = tuple(byte % 6 + 1 if byte < 252 else 0 for byte in range(256))


def seed_key(seed: int) -> bytes:
    """The key of a seed, known to everybody: SHA-256 of its digits."""
    return hashlib.sha256(str(seed).encode()).digest()


def fingerprint(key: bytes) -> str:
    """The fingerprint of a key, shown before the key is revealed."""
    return hashlib.sha256(key).hexdigest()


class KeyedDice:
    """The only generator: block b of row r is SHA-256(key + "salt/r/b").

    A die takes the next byte below 252, modulo 6, plus 1; a pick takes two bytes, high byte first,
    below the largest multiple of n, modulo n.
    """

    __slots__ = ("_at", "_block", "_bytes", "_row", "draws", "key", "salt")

    def __init__(self, key: bytes, salt: str = "0") -> None:
        if not salt or len(salt) > SALT_CHARACTERS or not salt.isascii() or not salt.isprintable():
            raise Damaged(f"a salt must be 1 to {SALT_CHARACTERS} printable ASCII characters on one line")
        self.key = key
        self.salt = salt
        self.start(0)

    def start(self, row: int) -> None:
        self._row = row
        self._block = 0
        self._bytes = b""
        self._at = 0
        self.draws: list[Draw] = []

    def copy(self) -> KeyedDice:
        return KeyedDice(self.key, self.salt)

    def _next(self) -> int:
        if self._at == len(self._bytes):
            text = f"{self.salt}/{self._row}/{self._block}"
            self._bytes = hashlib.sha256(self.key + text.encode()).digest()
            self._block += 1
            self._at = 0
        byte = self._bytes[self._at]
        self._at += 1
        return byte

    def roll(self, n: int, label: str) -> list[int]:
        faces: list[int] = []
        while len(faces) < n:
            face = _FACE[self._next()]
            if face:
                faces.append(face)
        self.draws.append((label, faces))
        return faces.copy()

    def _pick(self, n: int) -> int:
        if not 1 <= n <= 65536:
            raise ValueError(f"a pick is from 1 to 65536 things, not {n}")
        limit = 65536 - 65536 % n
        while True:
            number = self._next() << 8
            number += self._next()
            if number < limit:
                return number % n

    def pick(self, n: int, label: str) -> int:
        chosen = self._pick(n)
        self.draws.append((label, [chosen]))
        return chosen

    def shuffle(self, cards: list[int], label: str) -> None:
        picks = [self._pick(place + 1) for place in range(len(cards) - 1, 0, -1)]
        _exchange(cards, picks)
        self.draws.append((label, picks))


def _exchange(cards: list[int], picks: Sequence[int]) -> None:
    """Fisher-Yates from the end, with the choices given."""
    for place, other in zip(range(len(cards) - 1, 0, -1), picks, strict=True):
        cards[place], cards[other] = cards[other], cards[place]


class OutOfDice(Exception):
    """A script had fewer numbers than the rules needed."""


class ScriptedDice:
    """Gives the listed numbers, in the order thrown. Its shuffles change nothing."""

    __slots__ = ("draws", "left")

    def __init__(self, numbers: Sequence[int] = ()) -> None:
        self.left = list(numbers)
        self.draws: list[Draw] = []

    def start(self, row: int) -> None:  # noqa: ARG002
        self.draws = []

    def copy(self) -> ScriptedDice:
        return ScriptedDice(self.left)

    def feed(self, numbers: Sequence[int]) -> None:
        self.left.extend(numbers)

    def _take(self, n: int, label: str) -> list[int]:
        if n > len(self.left):
            raise OutOfDice(f"{label} needs {n} more, {len(self.left)} left")
        taken, self.left = self.left[:n], self.left[n:]
        return taken

    def roll(self, n: int, label: str) -> list[int]:
        faces = self._take(n, label)
        for face in faces:
            if not 1 <= face <= 6:
                raise Damaged(f"{face} is not a face of a die (for {label}): a die shows 1 to 6")
        self.draws.append((label, faces))
        return faces.copy()

    def pick(self, n: int, label: str) -> int:
        chosen = self._take(1, label)[0]
        if not 0 <= chosen < n:
            raise Damaged(f"{chosen} cannot be picked (for {label}): 0 to {n - 1} can")
        self.draws.append((label, [chosen]))
        return chosen

    def shuffle(self, cards: list[int], label: str) -> None:
        self.draws.append((label, list(range(len(cards) - 1, 0, -1))))


class WrittenDice:
    """Gives back the draws of a record; raises Damaged when the rules ask for others."""

    __slots__ = ("_row", "_waiting", "draws", "promise")

    def __init__(self, promise: tuple[str, str] | None = None) -> None:
        self.promise = promise
        """Salt and fingerprint of the dice that were thrown, where their key is not known."""
        self._row = 0
        self._waiting: list[Draw] = []
        self.draws: list[Draw] = []

    def start(self, row: int) -> None:
        self._row = row
        self.draws = []

    def copy(self) -> WrittenDice:
        return WrittenDice(self.promise)

    def feed(self, draws: Sequence[Draw]) -> None:
        self._waiting = list(draws)

    def left(self) -> int:
        return len(self._waiting)

    def _take(self, label: str, n: int, faces: tuple[int, int]) -> list[int]:
        if not self._waiting:
            raise Damaged(f"row {self._row}: a draw for {label} is missing")
        written, numbers = self._waiting.pop(0)
        if written != label or len(numbers) != n:
            raise Damaged(
                f"row {self._row}: {n} numbers for {label} were expected, "
                f"{len(numbers)} for {written} are written"
            )
        if numbers and not faces[0] <= min(numbers) <= max(numbers) <= faces[1]:
            raise Damaged(f"row {self._row}: a number for {label} is outside {faces[0]} to {faces[1]}")
        self.draws.append((label, numbers))
        return numbers.copy()

    def roll(self, n: int, label: str) -> list[int]:
        return self._take(label, n, (1, 6))

    def pick(self, n: int, label: str) -> int:
        return self._take(label, 1, (0, n - 1))[0]

    def shuffle(self, cards: list[int], label: str) -> None:
        picks = self._take(label, max(len(cards) - 1, 0), (0, max(len(cards) - 1, 0)))
        if any(other > place for place, other in zip(range(len(cards) - 1, 0, -1), picks, strict=True)):
            raise Damaged(f"row {self._row}: the shuffle {label} names a place that is not there")
        _exchange(cards, picks)


class SealedDice:
    """No dice: the match is a copy, which must not know the draws to come. It refuses to draw."""

    __slots__ = ("draws", "promise")

    def __init__(self, promise: tuple[str, str] | None = None) -> None:
        self.promise = promise
        """Salt and fingerprint of the dice of the match it was copied from."""
        self.draws: list[Draw] = []

    def start(self, row: int) -> None:  # noqa: ARG002
        self.draws = []

    def copy(self) -> SealedDice:
        return SealedDice(self.promise)

    def roll(self, n: int, label: str) -> list[int]:  # noqa: ARG002
        raise self._refused(label)

    def pick(self, n: int, label: str) -> int:  # noqa: ARG002
        raise self._refused(label)

    def shuffle(self, cards: list[int], label: str) -> None:  # noqa: ARG002
        raise self._refused(label)

    def _refused(self, label: str) -> NoDice:
        return NoDice(
            f"this copy of a match has no dice for '{label}'; copy(dice=...) gives it some of its own"
        )


def sealed(dice: RowDice) -> SealedDice:
    """Stand-in for the dice of a match in its copies."""
    if isinstance(dice, KeyedDice):
        return SealedDice((dice.salt, fingerprint(dice.key)))
    return SealedDice(None if isinstance(dice, ScriptedDice) else dice.promise)


Wanted = tuple[str, int, str]
"""A request of the rules: `roll`, `pick` or `shuffle`, the number of dice or things, and the label."""


class AskedDice(WrittenDice):
    """Gives back the draws of a record and keeps the requests: with the key, enough to draw again."""

    __slots__ = ("wanted",)

    def start(self, row: int) -> None:
        super().start(row)
        self.wanted: list[Wanted] = []

    def roll(self, n: int, label: str) -> list[int]:
        self.wanted.append(("roll", n, label))
        return super().roll(n, label)

    def pick(self, n: int, label: str) -> int:
        self.wanted.append(("pick", n, label))
        return super().pick(n, label)

    def shuffle(self, cards: list[int], label: str) -> None:
        self.wanted.append(("shuffle", len(cards), label))
        super().shuffle(cards, label)


RowDice: TypeAlias = KeyedDice | ScriptedDice | WrittenDice | SealedDice
"""Dice a Match can use: they are told when a row starts and keep its draws."""
