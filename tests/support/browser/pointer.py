"""Mouse and finger on a page: dragging from point to point."""

from __future__ import annotations

import time

from playwright.sync_api import Locator, Page


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, *way: tuple[float, float]) -> None:
    page.mouse.move(*way[0])
    page.mouse.down()
    for at in way[1:]:
        page.mouse.move(*at, steps=5)
    page.mouse.up()


def finger(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Put a finger down, draw it along, let it rest, lift it; each takes its time, or it would be a fling."""
    line = page.context.new_cdp_session(page)
    shares = (0, 0.2, 0.4, 0.6, 0.8, 1, 1)
    began = time.time() - len(shares) / 10

    def touch(kind: str, n: int, *points: dict[str, float]) -> None:
        line.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": points, "timestamp": began + n / 10},
        )

    for n, share in enumerate(shares):
        x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
        touch("touchMove" if n else "touchStart", n, {"x": x, "y": y})
    touch("touchEnd", len(shares))
    line.detach()
