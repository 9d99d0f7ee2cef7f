"""Visitors of the table: real browsers that note whatever goes wrong, and what must hold on every page."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Page, Request, expect

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
    "device_scale_factor": 2,
}
PATIENCE = 30_000
"""Milliseconds until something that should be seen is given up."""

TAUGHT = "localStorage.setItem('garrison.legends', 'aim colditz english itter siege toy warren')"
"""The legend of every game was shown on this device: it does not open by itself."""

PAUSE = 0.01
"""Seconds between two looks: a page that is asked all the time gets to nothing else."""

expect.set_options(timeout=PATIENCE)


class Visitor:
    """Somebody with a browser of their own, who notes everything that goes wrong.

    A refused request is an error on the console, and so is one that the policy of our pages does not allow.
    Listening to each response instead would double what a page costs here.
    """

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.troubles: list[str] = []
        self.excused: list[str] = []
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("requestfailed", self._failed)
        page.on("crash", lambda _: self.troubles.append("the page crashed"))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.troubles.append(f"console: {message.text} ({message.location.get('url')})")

    def _failed(self, request: Request) -> None:
        # A page that is left drops what it was still fetching.
        if request.failure != "net::ERR_ABORTED":
            self.troubles.append(f"failed: {request.method} {request.url}: {request.failure}")

    def excuse(self, pattern: str) -> None:
        """What a test provokes on purpose is no trouble."""
        self.excused.append(pattern)

    def go(self, path: str) -> Page:
        self.page.goto(self.address + path)
        return self.page

    def all_well(self) -> None:
        found = [each for each in self.troubles if not any(re.search(known, each) for known in self.excused)]
        assert not found, "\n".join(found)
        assert all(any(re.search(known, each) for each in self.troubles) for known in self.excused)


Visit = Callable[..., Visitor]


WHOLE_PAGES = "WHOLE_PAGES" in os.environ
"""`make proof` sets it: then every check of accessibility is one of the whole page, colours included."""
COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules that take longest, and all that a scheme can change: our style sheets give it other colours."""
AXE = {"resultTypes": ["violations"], "preload": False}
"""What is fetched for rules about media and about style sheets that turn a page is of no use here."""
BOARD = {"exclude": [["#view"]]}
"""By far the most of a page, and the same whatever opens beside it."""


def violations(page: Page, context: dict[str, Any] | None = None, **options: Any) -> str:
    """The faults that axe finds; its script is put into each page once."""
    axe = Axe(axe_script="") if page.evaluate("'axe' in window") else Axe()
    found = axe.run(page, context, {**AXE, **options}).response["violations"]
    return "\n".join(
        f"{each['id']}: {each['help']}: {node['target']} {node.get('failureSummary', '')}"
        for each in found
        for node in each["nodes"][:5]
    )


def accessible(page: Page) -> None:
    """Axe finds nothing wrong around the board but, perhaps, its colours: those are for whole pages."""
    if WHOLE_PAGES:
        whole_page_accessible(page)
    else:
        without = {rule: {"enabled": False} for rule in COLOURS}
        assert not (found := violations(page, BOARD, rules=without)), found


def accessible_too(page: Page) -> None:
    """The same of what opens on a page that another test of `make test` has under axe: for `make proof`."""
    if WHOLE_PAGES:
        whole_page_accessible(page)


def whole_page_accessible(page: Page) -> None:
    """Axe finds nothing wrong, in light and in dark; on phones `make test` leaves out the colours."""
    if not WHOLE_PAGES and page.viewport_size == PHONE["viewport"]:
        accessible(page)
        return
    page.emulate_media(color_scheme="light")
    assert not (found := violations(page)), found
    page.emulate_media(color_scheme="dark")
    found = violations(page, runOnly={"type": "rule", "values": COLOURS})
    assert not found, f"in dark: {found}"


def becomes(found: Callable[[], object], wanted: object) -> None:
    """What is measured is so before long: a page may still be on its way there."""
    latest = time.monotonic() + PATIENCE / 1000
    while (now := found()) != wanted and time.monotonic() < latest:
        time.sleep(PAUSE)
    assert now == wanted, now


def fits(page: Page) -> None:
    """Nothing makes the page scroll sideways."""
    wide, room = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide <= room
