"""Real Chromium: how it is started, and devices that one test after another takes."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright

from support.visitor import PATIENCE
from tools import fetch

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def start(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=fetch.chromium(), args=FLAGS)


class Devices:
    """Browser profiles that are lent, wiped and lent again; only files in the browser's cache stay.

    Starting a profile and filling its cache takes longer than most of what is tested with it.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[BrowserContext]] = defaultdict(list)
        self._lent: list[tuple[str, BrowserContext]] = []

    def page(self, origin: str, *, new: bool = False, **how: Any) -> Page:
        """A page of a device that nobody else has now and that knows nothing of the origin.

        A new one was nowhere before and has nothing in its cache.
        """
        kind = json.dumps(how, sort_keys=True)
        free = self._free[kind]
        kept = not new and bool(free)
        context = free.pop() if kept else self._browser.new_context(**how)
        self._lent.append((kind, context))
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        if kept:
            wiping = context.new_cdp_session(page)
            wiping.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
            wiping.detach()
        return page

    def take_back(self) -> None:
        """Every page is closed; a device forgets what it was allowed."""
        for kind, context in self._lent:
            for page in context.pages:
                page.close()
            context.clear_permissions()
            self._free[kind].append(context)
        self._lent.clear()
