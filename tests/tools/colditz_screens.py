"""The moments of Escape from Colditz that docs/screens shows, each from a position and reached by clicks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect

from garrison.client import Table
from support import paths
from support.browser.match_page import settled
from support.table.colditz_tables import colditz_match
from support.table.server import Server

RECORD = paths.RECORDS / "colditz-1-modern-3.txt"
PAWNS = {
    "british-1": "dentist_8",
    "british-2": "in_080",
    "british-3": "in_131",
    "british-4": "chapel_3",
    "british-5": "in_148",
    "british-6": "out_060",
    "french-1": "in_064",
    "french-2": "canteen_2",
    "french-3": "cell_inner",
    "french-4": "in_190",
    "guard-1": "post_in_1",
    "guard-2": "in_120",
    "guard-3": "post_out_3",
    "guard-4": "post_out_7",
    "guard-5": "out_351",
    "guard-6": "out_068",
    "guard-7": "post_out_10",
}
"""An hour into a game of three."""
POSITION: dict[str, Any] = {
    "phase": "act",
    "turn": "british",
    "points": 9,
    "round": 34,
    "thrown": [5, 4],
    "pawns": PAWNS,
    "equipment": {"british": {"rope": 2, "key": 1}, "french": {"pass": 1, "cutter": 1}},
    "hands": {
        "british": ["talisman", "release"],
        "french": ["warning"],
        "security": ["appel", "shoot"],
    },
}
OUTSIDE = {**PAWNS, "british-1": "ext_026", "british-2": "ext_040", "guard-6": "ext_060"}


class Moment(NamedTuple):
    """Whose page it is, what the position has besides, what was played, and the clicks that lead there."""

    seat: str
    position: dict[str, Any]
    rows: tuple[str, ...] = ()
    reach: Callable[[Page], None] = settled


def whole_board(page: Page) -> None:
    page.get_by_role("combobox", name="Look at").select_option(label="Whole board")
    settled(page)


def in_hand(page: Page) -> None:
    expect(page.locator("#board .notes text").first).to_be_attached()
    settled(page)


def trade(page: Page) -> None:
    """An offer put together, before it is sent."""
    page.get_by_role("tab", name=re.compile("Offers")).click()
    panel = page.get_by_role("tabpanel", name=re.compile("Offers"))
    rope, wanted = (panel.get_by_role("button", name=re.compile(each)) for each in ("rope", "pass"))
    rope.first.click()
    expect(panel.locator("#draft-said")).to_contain_text("rope")
    wanted.last.click()
    expect(panel.locator("#draft-said")).to_contain_text("pass")
    panel.get_by_role("heading", name="Offer a trade").scroll_into_view_if_needed()


def arrest(page: Page) -> None:
    expect(page.get_by_role("heading", name=re.compile("Do you play a card"))).to_be_visible()
    settled(page)


MOMENTS = {
    "board": Moment("spectator", {}, (), whole_board),
    "courtyard": Moment("british", {}, ("british-2",), in_hand),
    "outside": Moment("british", {"pawns": OUTSIDE}, ("british-1",), in_hand),
    "trade": Moment("british", {}, (), trade),
    "interrupt": Moment(
        "british",
        {"turn": "security", "points": 8, "pawns": {**PAWNS, "guard-2": "in_081"}},
        ("guard-2", "arrest british-2"),
        arrest,
    ),
}


def address(server: Server, name: str) -> str:
    """Where a moment is seen."""
    if name == "end":
        with Table(server.url).load(RECORD.read_text()) as looked:
            return f"/match/{looked.match}#{looked.token}"
    moment = MOMENTS[name]
    seats = colditz_match(server, moment.rows, {**POSITION, **moment.position}, seats="3")
    return seats[moment.seat]


def reach(page: Page, name: str) -> None:
    """The clicks that lead from the page as it opens to the moment."""
    if name != "end":
        MOMENTS[name].reach(page)
        return
    page.get_by_role("button", name="Result and luck").click()
    expect(page.get_by_role("dialog").get_by_role("heading").first).to_be_visible()


NAMES = (*MOMENTS, "end")
