"""paint.css as the tests read it: its classes, its colours by theme, and how far two colours stand apart."""

from __future__ import annotations

import re
from importlib.resources import files


def source() -> str:
    text = files("garrison.core").joinpath("paint.css").read_text("utf-8")
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def _blocks() -> list[tuple[str, dict[str, str]]]:
    return [
        (selector.strip(), dict(re.findall(r"([\w-]+):\s*([^;]+);", body)))
        for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", source())
    ]


def sheet() -> dict[str, dict[str, str]]:
    """The properties that each class sets."""
    found: dict[str, dict[str, str]] = {}
    for selectors, values in _blocks():
        for selector in selectors.split(","):
            if selector.strip().startswith("."):
                found.setdefault(selector.strip(), {}).update(values)
    return found


def palettes() -> dict[str, dict[str, str]]:
    """The colours by selector, as they stand in the file."""
    return {selector: values for selector, values in _blocks() if selector.startswith(":root")}


def theme(name: str) -> dict[str, str]:
    found = palettes()
    return {**found[":root"], **(found[':root[data-theme="dark"]'] if name == "dark" else {})}


def _light(colour: str) -> float:
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (s / 12.92 if s <= 0.03928 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2."""
    high, low = sorted((_light(one), _light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)
