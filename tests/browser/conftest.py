"""Real Chromium before a real server, for the tests of this folder: a test takes `visit`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from support.browser.chromium import start
from support.browser.visitor import DESKTOP, PATIENCE, TAUGHT, Visit, Visitor
from support.table.server import Forked, Server, forked

KEEP = "localStorage.getItem('garrison.matches') ?? localStorage.setItem('garrison.matches', %s)"
"""Before the first page opens, the device knows its matches."""


@pytest.fixture(scope="package")
def chromium(request: pytest.FixtureRequest) -> Iterator[Browser]:
    # Not for the whole session: its event loop would be in the way of other tests.
    assert isinstance(request.node, pytest.Package), "without __init__.py it would outlive this folder"
    with sync_playwright() as playwright:
        browser = start(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forked]:
    """One table for all browser tests of a worker; matches are as apart as those of strangers."""
    with forked(tmp_path_factory.mktemp("table")) as running:
        yield running


@pytest.fixture
def visit(chromium: Browser, server: Forked) -> Iterator[Visit]:
    """Opens a page in a fresh browser profile; at the end nothing may have gone wrong in any of them.

    With an empty path nothing is loaded yet. `keeping` is the saved list of matches the profile begins with.
    Only a `newcomer` has the legend open in the first match.
    """
    visitors: list[Visitor] = []

    def open_page(
        path: str = "/",
        size: dict[str, Any] = DESKTOP,
        at: Server | Forked = server,
        keeping: str = "",
        newcomer: bool = False,
        **how: Any,
    ) -> Visitor:
        wanted = {"locale": "en-GB", "reduced_motion": "reduce", "color_scheme": "light", **size, **how}
        page = chromium.new_context(**wanted).new_page()
        page.set_default_timeout(PATIENCE)
        if not newcomer:
            page.add_init_script(TAUGHT)
        if keeping:
            page.add_init_script(KEEP % json.dumps(keeping))
        visitors.append(Visitor(page, at.url))
        if path:
            visitors[-1].go(path)
        return visitors[-1]

    yield open_page
    for visitor in visitors:
        visitor.page.context.close()
    for visitor in visitors:
        visitor.all_well()
