"""Visitors of the table: real browsers that note whatever goes wrong, and what must hold on every page."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Page, Request, Response, expect

DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
    "device_scale_factor": 2,
}
PATIENCE = 30_000
"""Milliseconds until something that should be seen is given up."""

PAUSE = 0.01
"""Seconds between two looks: a page that is asked all the time gets to nothing else."""

expect.set_options(timeout=PATIENCE)


class Visitor:
    """Somebody with a browser of their own, who notes everything that goes wrong."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.troubles: list[str] = []
        self.excused: list[str] = []
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)
        page.on("crash", lambda _: self.troubles.append("the page crashed"))

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.troubles.append(f"console: {message.text} ({message.location.get('url')})")

    def _failed(self, request: Request) -> None:
        # A page that is left drops what it was still fetching.
        if request.failure != "net::ERR_ABORTED":
            self.troubles.append(f"failed: {request.method} {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.troubles.append(f"status {response.status}: {response.request.method} {response.url}")
        local = urlsplit(response.url)
        if local.scheme.startswith("http") and local.netloc != urlsplit(self.address).netloc:
            self.troubles.append(f"fetched from elsewhere: {response.url}")

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


AXE = {"resultTypes": ["violations"], "preload": False}
"""What is fetched for rules about media and about style sheets that turn a page is of no use here."""
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
"""What a scheme can change: our style sheets give it other colours and nothing else."""


def accessible(page: Page, *schemes: str) -> None:
    """Axe finds nothing wrong, in light and in dark."""
    first, *others = schemes or ("light", "dark")
    for scheme in (first, *others):
        page.emulate_media(color_scheme=scheme)
        asked = AXE if scheme is first else {**AXE, "runOnly": COLOURS}
        axe = Axe() if scheme is first else Axe(axe_script="")  # it is in the page already
        found = axe.run(page, options=asked).response["violations"]
        assert not found, "\n".join(
            f"{scheme}: {each['id']}: {each['help']}: {node['target']} {node.get('failureSummary', '')}"
            for each in found
            for node in each["nodes"][:5]
        )


def becomes(found: Callable[[], object], wanted: object) -> None:
    """What is measured is so before long: a page may still be on its way there."""
    latest = time.monotonic() + PATIENCE / 1000
    while (now := found()) != wanted and time.monotonic() < latest:
        time.sleep(PAUSE)
    assert now == wanted


def fits(page: Page) -> None:
    """Nothing makes the page scroll sideways."""
    wide, room = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide <= room
