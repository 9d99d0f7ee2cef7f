"""A match longer than what the server tells of it at once: log and replay reach its first moment."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import expect

from garrison.client import Table
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.limits import LOG_FRAMES
from garrison.core.match import Match
from garrison.core.registry import settle
from support.browser.visitor import Visit
from support.fixtures import Register
from support.games.toy_warren import WARREN
from support.table.long_match import long_record
from support.table.server import Server

ROWS = 2 * LOG_FRAMES + 101
DRAG = """(to) => {
    const scrubber = document.getElementById("scrubber");
    for (let n = 10; n <= to; n++) {
        scrubber.value = String(n);
        scrubber.dispatchEvent(new Event("input"));
    }
}"""
"""What a hand does that pulls the scrubber past many moments."""


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


def test_dragging_through_a_replay_fetches_the_moments_that_are_shown_and_no_others(
    visit: Visit, server: Server
) -> None:
    """Each moment passed counted as a request, and a long match has more of them than an address may make."""
    rows, wanted = 200, list[str]()
    with Table(server.url).load(long_record(rows)) as loaded:
        page = visit(f"/replay/{loaded.match}?n=1#{loaded.token}").page
        expect(page.get_by_text(f"1 of {rows + 1:,}", exact=True)).to_be_visible()
        page.on("request", lambda request: wanted.extend(re.findall(r"/frames/(\d+)", request.url)))
        with page.expect_response(re.compile(f"/frames/{rows}\\b")):
            page.evaluate(DRAG, rows)
        expect(page.get_by_text(f"{rows} of {rows + 1:,}", exact=True)).to_be_visible()
        page.wait_for_url(re.compile(rf"[?&]n={rows}\b"))
        assert wanted[-2:] == ["10", str(rows)]
        assert wanted[:-2] in ([], ["2"])  # the page fetches what comes next


@pytest.fixture
def burrowed(register: Register) -> Match:
    """A match with more lines than a page shows at once."""
    register(WARREN)
    match, chance = Match(WARREN, settle(WARREN, {"rounds": "240"}), KeyedDice(seed_key(1), "s")), Random(1)
    while len(match.rows) < 1200:
        seat = chance.choice(match.awaited)
        match.play(chance.choice(match.legal(seat)), seat)
    return match


@pytest.mark.proof
def test_the_log_of_a_replay_shows_the_lines_around_the_moment_and_others_on_request(
    visit: Visit, server: Server, burrowed: Match
) -> None:
    head = f"\nkey {seed_key(1).hex()}\n0 |"
    with Table(server.url).load(burrowed.record().replace("\n0 |", head)) as loaded:
        page = visit(f"/replay/{loaded.match}?n=1#{loaded.token}").page
        lines, current = page.locator("#log > li[data-n]"), page.locator("#log [aria-current]")
        earlier, later = (page.get_by_role("button", name=f"{what} moments") for what in ("Earlier", "Later"))

        def shown() -> list[int]:
            return [int(n) for n in lines.evaluate_all("all => all.map((each) => each.dataset.n)")]

        expect(current).to_have_attribute("data-n", "1")
        expect(lines).to_have_count(41)
        expect(earlier).to_have_count(0)
        later.click()
        expect(lines).to_have_count(121)
        assert shown() == sorted(shown())
        scrubber = page.get_by_role("slider", name="Moment")
        there = int(scrubber.get_attribute("max") or 0) // 2
        scrubber.fill(str(there))
        expect(lines).to_have_count(81)
        expect(current).to_be_in_viewport()
        first, middle = shown()[0], int(current.get_attribute("data-n") or 0)
        assert middle == max(n for n in shown() if n <= there)
        earlier.click()
        expect(lines).to_have_count(161)
        expect(page.locator(f"#log > li[data-n='{first}']")).to_be_in_viewport()
        page.keyboard.press("ArrowUp")
        expect(lines.and_(page.locator(":focus-within"))).to_have_attribute("data-n", str(shown()[79]))
        page.get_by_role("button", name="Last moment").click()
        expect(later).to_have_count(0)
        expect(lines.last).to_be_in_viewport()
