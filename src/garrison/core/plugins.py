"""Plug-ins: games and players that packages bring by entry points, each loaded when first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, TypeVar

from garrison.core.errors import Unknown
from garrison.core.show import words

T = TypeVar("T")
OURS = "garrison"
ERROR_CHARACTERS = 200


class BrokenPlugin(Unknown):
    """A plug-in that cannot be used; the text names it, says what is wrong and what would be right.

    `problem` and `values` give the same sentence in another language.
    """

    def __init__(self, problem: str, **values: str) -> None:
        self.problem, self.values = problem, values
        super().__init__(self.said(words.LANGS[0]))

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.problem, self.values)

    def said(self, lang: str) -> str:
        return words.broken_plugin(self.problem, self.values, lang)


def _again(problem: str, values: dict[str, str]) -> BrokenPlugin:
    return BrokenPlugin(problem, **values)


def installed(group: str) -> Iterable[EntryPoint]:
    """The entry points of a group, in every package that Python finds."""
    return entry_points(group=group)


def _package(point: EntryPoint) -> str:
    return point.value if point.dist is None else f"{point.dist.name} {point.dist.version}"


def error_text(error: BaseException) -> str:
    """An error of somebody else's code, on one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())[:ERROR_CHARACTERS]


class Plugins(Generic[T]):
    """The plug-ins of one kind, which are objects of `wanted`.

    `kind`: `game` or `player`. `points`: finds their entry points.
    `other_name(name, plugin)`: the name a plug-in has by itself, if that is not its entry point's.
    """

    def __init__(
        self,
        kind: str,
        wanted: type[T],
        points: Callable[[], Iterable[EntryPoint]],
        other_name: Callable[[str, T], str | None] = lambda _name, _plugin: None,
    ) -> None:
        self.kind, self.wanted, self.points, self.other_name = kind, wanted, points, other_name
        self.refresh()

    def refresh(self) -> None:
        """Forget what was found and loaded, so that packages installed since then are found."""
        self._found: dict[str, list[EntryPoint]] | None = None
        self._loaded: dict[str, T | BrokenPlugin] = {}

    def names(self) -> tuple[str, ...]:
        """Every name in alphabetical order; nothing is loaded for it."""
        return tuple(self._points())

    def load(self, name: str) -> T:
        """The plug-in of a name that exists; raises BrokenPlugin."""
        if name not in self._loaded:
            try:
                self._loaded[name] = self._checked(name)
            except BrokenPlugin as error:
                self._loaded[name] = error
        found = self._loaded[name]
        if isinstance(found, BrokenPlugin):
            raise found.with_traceback(None)
        return found

    def all(self) -> dict[str, T]:
        """Every plug-in that can be used, by name."""
        self.broken()
        return {
            name: each for name in self.names() if not isinstance(each := self._loaded[name], BrokenPlugin)
        }

    def broken(self) -> list[BrokenPlugin]:
        """The plug-ins that cannot be used."""
        found = []
        for name, points in self._points().items():
            try:
                self.load(name)
            except BrokenPlugin as error:
                found.append(error)
            else:
                found += [self._problem("taken", name, each) for each in points[1:]]
        return found

    def _points(self) -> dict[str, list[EntryPoint]]:
        """By name, its entry points: one, unless packages claim the same name. Ours comes first."""
        if self._found is None:
            found: dict[str, list[EntryPoint]] = {}
            for point in sorted(self.points(), key=lambda each: each.name):
                others = found.setdefault(point.name, [])
                if all(point.value != each.value for each in others):
                    others.append(point)
            for points in found.values():
                if len(points) > 1:
                    points.sort(
                        key=lambda each: (each.dist is None or each.dist.name != OURS, _package(each))
                    )
            self._found = found
        return self._found

    def _checked(self, name: str) -> T:
        first, *others = points = self._points()[name]
        if others and (first.dist is None or first.dist.name != OURS):
            raise BrokenPlugin("twice", **self._named(name, points))
        try:
            plugin = first.load()
        except (Exception, SystemExit) as error:
            raise self._problem("fails", name, first, error=error_text(error)) from error
        if not isinstance(plugin, self.wanted):
            found = {"found": type(plugin).__name__, "wanted": self.wanted.__name__}
            raise self._problem("type", name, first, value=first.value, **found)
        other = self.other_name(name, plugin)
        if other is not None:
            raise self._problem("name", name, first, other=other)
        return plugin

    def _problem(self, problem: str, name: str, point: EntryPoint, **values: str) -> BrokenPlugin:
        return BrokenPlugin(problem, **self._named(name, [point]), **values)

    def _named(self, name: str, points: Sequence[EntryPoint]) -> dict[str, str]:
        return {"kind": self.kind, "name": name, "package": ", ".join(map(_package, points))}
