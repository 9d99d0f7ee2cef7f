"""A match longer than what the server tells of it at once: log and replay reach its first moment."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from garrison.client import Table
from garrison.core.limits import LOG_FRAMES
from support.browser.visitor import Visit
from support.table.long_match import long_record
from support.table.server import Server

ROWS = 2 * LOG_FRAMES + 101


@pytest.mark.proof
def test_the_log_and_the_replay_of_a_long_match_reach_its_first_moment(visit: Visit, server: Server) -> None:
    with Table(server.url).load(long_record(ROWS)) as loaded:
        page = visit(f"/match/{loaded.match}#{loaded.token}").page
        lines = page.locator("#log > li[data-n]")

        def shown() -> list[int]:
            return [int(n) for n in lines.evaluate_all("all => all.map((each) => each.dataset.n)")]

        for first in (ROWS - LOG_FRAMES, ROWS - 2 * LOG_FRAMES):
            expect(lines.first).to_have_attribute("data-n", str(first))
            assert shown() == list(range(first, ROWS + 1))
            page.get_by_role("button", name="Earlier moments").click()
        expect(lines.first).to_have_attribute("data-n", "1")
        assert shown() == list(range(1, ROWS + 1))
        expect(page.get_by_role("button", name="Earlier moments")).to_have_count(0)
        page.get_by_role("button", name="Turn 1", exact=True).click()
        expect(page.get_by_text("You are looking at an earlier moment (1)")).to_be_visible()
        replay = visit(f"/replay/{loaded.match}?n={ROWS}#{loaded.token}").page
        expect(replay.get_by_text(f"{ROWS:,} of {ROWS:,}", exact=True)).to_be_visible()
        replay.get_by_role("button", name=re.compile("^First")).click()
        expect(replay.get_by_text(f"1 of {ROWS:,}", exact=True)).to_be_visible()
