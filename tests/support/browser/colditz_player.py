"""Playing Escape from Colditz on its page as a person does: by clicks, taps or keys on what is seen."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Page, expect

from support.browser.match_page import asked, confirm, confirmation, over, pick, sentences, settled
from support.browser.visitor import PATIENCE, PAUSE

IN_SIGHT = """() => {
  const view = document.querySelector("#view").getBoundingClientRect();
  return [...document.querySelectorAll("#board .thing.lit")].flatMap((thing) => {
    const { left, right, top, bottom } = (thing.querySelector(".hit") ?? thing).getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const within = x > view.left && x < view.right && y > view.top && y < view.bottom;
    const met = within && document.elementFromPoint(x, y)?.closest("[data-id]");
    return met && met.dataset.id === thing.dataset.id ? [{ id: thing.dataset.id, x, y }] : [];
  });
}"""
"""All that is lit on the board and can be clicked where it is seen."""

END = "End your turn"
MOST = 1500
"""No game of ten rounds asks as often."""


def in_sight(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(IN_SIGHT)
    return found


def press(page: Page, x: float, y: float) -> None:
    """Click, or tap where the page is on a phone."""
    if page.evaluate("navigator.maxTouchPoints") > 0:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)


def on_the_board(page: Page, chance: random.Random) -> bool:
    """Choose something that is lit, and from its menu if one opens; False if nothing is."""
    found = in_sight(page)
    if not found:
        return False
    thing = chance.choice(found)
    press(page, thing["x"], thing["y"])
    items = page.get_by_role("menuitem")
    if many := items.count():
        items.nth(chance.randrange(many)).click()
    return True


def tick(page: Page, chance: random.Random) -> bool:
    """Where answers are ticked, tick one or none, and finish by key; False elsewhere."""
    boxes = page.locator("#choices").get_by_role("checkbox")
    if not (many := boxes.count()):
        return False
    if chance.random() < 0.5:
        boxes.nth(chance.randrange(many)).click()
    finish = page.locator("#choices .closing")
    page.keyboard.press(finish.get_attribute("aria-keyshortcuts") or "Enter")
    return True


def choose(page: Page, chance: random.Random) -> None:
    """On the board twice out of three times, else from the list; a turn is not spun out."""
    if tick(page, chance):
        return
    ending = sentences(page).filter(has_text=END)
    if ending.count() and chance.random() < 0.3:
        ending.first.click()
    elif chance.random() < 0.34 or not on_the_board(page, chance):
        pick(sentences(page), chance)


def answered(page: Page, act: Callable[[], None]) -> None:
    """Do something that is an answer, confirm it, and wait until it has come."""
    settled(page)
    frame = page.locator("#log > li")
    many = frame.count()
    act()
    if confirmation(page).count():
        confirm(page)
    done = frame.nth(many).or_(page.locator("#sealed:visible")).or_(page.get_by_role("dialog"))
    expect(done.first).to_be_attached()
    settled(page)
    note = page.get_by_role("dialog")
    if note.count() and frame.count() == many:
        raise AssertionError(f"what was lit could not be chosen: {note.first.inner_text()}")


def next_asked(pages: Sequence[Page]) -> Page | None:
    """The page that is asked, once the last answer has come that far; none when the game is over."""
    latest = time.monotonic() + PATIENCE / 1000
    while not over(pages[0]).count():
        for page in pages:
            if asked(page) and sentences(page).count():
                return page
        assert time.monotonic() < latest, "nobody is asked"
        time.sleep(PAUSE)
    return None


def play_together(pages: Sequence[Page], act: Callable[[Page], None], most: int = MOST) -> int:
    """Whoever is asked acts, until the game is over or that often; gives how often that was."""
    for times in range(most):
        page = next_asked(pages)
        if page is None:
            return times
        answered(page, lambda page=page: act(page))
    return most
