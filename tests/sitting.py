"""Sitting at the table in a browser, by clicks, keys and what can be seen: for tests of the match page."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from visiting import Visit, Visitor

KEYS = "123456789abcdefgijklmnopqrstvwxyz"
MOST = 400
"""No game of Castle Itter played at random asks as often."""


def sit_down(visit: Visit, **how: object) -> Visitor:
    """Two clicks from nothing to a running game: the address, and Play."""
    guest = visit("/", **how)
    guest.page.get_by_role("button", name="Play Castle Itter").click()
    expect(sentences(guest.page).first).to_be_visible()
    return guest


def side(page: Page) -> Locator:
    """Where the question and its answers stand."""
    return page.get_by_role("region").filter(has=page.get_by_role("button", name=re.compile("Undo|Annulla")))


def question(page: Page) -> Locator:
    return side(page).get_by_role("heading", level=2)


def sentences(page: Page) -> Locator:
    return side(page).get_by_role("listitem").get_by_role("button")


def lit(page: Page) -> Locator:
    """Everything on and beside the board that can be clicked; such a name says what for, behind a colon."""
    table = page.get_by_role("region", name="Table").get_by_role("button", name=re.compile(": "))
    return table.or_(page.get_by_role("region", name="Beside the board").get_by_role("button"))


def over(page: Page) -> Locator:
    return page.get_by_text("The game is over", exact=True)


def log(page: Page) -> Locator:
    return page.get_by_role("tabpanel", name=re.compile("Log|Cronaca")).get_by_role("listitem")


def settled(page: Page) -> None:
    """The last answer has come: nothing is busy any more."""
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


def pick(things: Locator, chance: random.Random) -> str:
    """Click or tap one in its middle, whatever lies there; where a menu opens, choose from it."""
    page = things.page
    thing = things.nth(chance.randrange(things.count()))
    name = thing.get_attribute("aria-label")
    # On a board things lie over things: what a click in the middle meets is meant too.
    touch = page.evaluate("navigator.maxTouchPoints") > 0
    (thing.tap if touch else thing.click)(force=name is not None)
    items = page.get_by_role("menuitem")
    if many := items.count():
        items.nth(chance.randrange(many)).click()
    return name or "a sentence"


def play(page: Page, act: Callable[[], str]) -> int:
    """Act until the game is over; gives how often that was. An act says what it did."""
    done = ""
    for times in range(MOST):
        settled(page)
        if over(page).is_visible():
            return times
        notes = page.get_by_role("dialog").all_inner_texts()
        assert not notes, f"what was lit could not be clicked: {notes}, after {done}"
        done = act()
    raise AssertionError(f"the game is not over after {MOST} actions")
