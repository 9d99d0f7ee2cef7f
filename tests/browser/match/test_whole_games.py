"""Games of Castle Itter to their end in the browser: by mouse, by keyboard, by taps, by roles and names.

They are whole games of `make proof`; the end of one by keyboard is in `make test`.
"""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from support import paths
from support.browser.match_page import (
    KEYS,
    choose_by_keys,
    confirm,
    lit,
    log,
    near_the_end,
    pick,
    play,
    question,
    sentences,
    settled,
    tab_to,
)
from support.browser.visitor import PHONE, Visit, fits
from support.table.server import Server

RECORD = (paths.RECORDS / "itter-1-beginner.txt").read_text()
LEFT = 24
"""From this many moments before its end a game takes some ten decisions more, whatever is thrown."""


def ended(page: Page) -> None:
    """The end is told: a report opens by itself, and the page leads on."""
    report = page.get_by_role("dialog")
    expect(report.get_by_role("heading", name="Score sheet")).to_be_visible()
    expect(report.get_by_role("heading", name="Luck")).to_be_visible()
    page.keyboard.press("Escape")
    expect(report).to_have_count(0)
    expect(page.get_by_role("link", name="Review the game").first).to_be_visible()
    expect(log(page).last).to_contain_text("The game is over")


def from_the_first_page(visit: Visit, **how: Any) -> Page:
    """Two clicks from nothing to a running game: the address, and Play."""
    page = visit("/", **how).page
    page.get_by_role("button", name="Play Castle Itter").click()
    expect(sentences(page).first).to_be_visible()
    return page


def on_the_board(page: Page) -> Locator:
    """All that is lit; where a question has its answers in the list alone, these."""
    found = lit(page)
    return found if found.count() else sentences(page)


@pytest.mark.proof
def test_a_whole_game_by_clicks_on_the_board(visit: Visit) -> None:
    page, chance = from_the_first_page(visit), random.Random(1)
    assert play(page, lambda: pick(on_the_board(page), chance)) > 10
    ended(page)


def by_keys(page: Page) -> None:
    chance = random.Random(2)
    first = sentences(page).first

    def act() -> None:
        way = chance.choice(["key", "arrows", "board"])
        if way == "board" and lit(page).count():
            choose_by_keys(page, chance)
            return
        if way == "key" and (keyed := page.locator(".choice[aria-keyshortcuts]").count()):
            page.keyboard.press(KEYS[chance.randrange(keyed)])
            return
        wanted = sentences(page).nth(chance.randrange(sentences(page).count()))
        tab_to(first, "Tab" if lit(page).and_(page.locator(":focus")).count() else "Shift+Tab")
        tab_to(wanted, "ArrowDown")
        page.keyboard.press("Enter")

    page.keyboard.press(KEYS[0])
    assert play(page, act) > 3
    ended(page)


@pytest.mark.proof
def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    page = visit("/").page
    start = page.get_by_role("button", name="Play Castle Itter")
    expect(start).to_be_visible()
    tab_to(start)
    page.keyboard.press("Enter")
    expect(question(page)).to_be_visible()
    by_keys(page)


def test_the_end_of_a_game_by_keyboard_alone(visit: Visit, server: Server) -> None:
    page = visit(near_the_end(server, RECORD, LEFT)[0]).page
    expect(sentences(page).first).to_be_visible()
    by_keys(page)


@pytest.mark.proof
def test_a_whole_game_by_taps_on_a_phone(visit: Visit) -> None:
    page, chance = from_the_first_page(visit, size=PHONE), random.Random(3)
    fits(page)
    assert play(page, lambda: pick(chance.choice([on_the_board, sentences])(page), chance)) > 10
    fits(page)
    settled(page)
    ended(page)


LISTEN = """() => {
  window.heard = [];
  const texts = ({ addedNodes }) => [...addedNodes].map((each) => each.textContent);
  const note = (all) => window.heard.push(...all.flatMap(texts));
  new MutationObserver(note).observe(document.querySelector("[aria-live=polite]"), { childList: true });
}"""
NAMED = re.compile(r"""- '?(?:button|img) ("(?:[^"\\]|\\.)*")""")


def names(part: Locator) -> list[str]:
    """What a screen reader calls the buttons and pictures of a part of the page."""
    return [json.loads(each) for each in NAMED.findall(part.aria_snapshot().replace("''", "'"))]


def plain(said: list[str]) -> None:
    """No name is empty or says a thing twice."""
    assert said
    for each in said:
        parts = re.split(r"[:;,] ", each.lower())
        assert re.search(r"\w", each)
        assert len(set(parts)) == len(parts), f"repeated: {each}"


def asked_now(page: Page) -> str:
    """The question in one line, whatever stands below its first sentence."""
    return " ".join(question(page).inner_text().split())


def by_roles_and_names(page: Page) -> None:
    """Answer what is announced by a button of the region that bears the question as its name."""
    chance = random.Random(4)
    page.evaluate(LISTEN)
    asked = asked_now(page)

    def act() -> None:
        nonlocal asked
        region = page.get_by_role("region", name=asked, exact=True)
        listed = names(region)
        assert len(set(listed)) == len(listed), f"of the same name: {listed}"
        plain(listed)
        plain(names(page.get_by_role("group", name="Board", exact=True)))
        choices = region.get_by_role("listitem").get_by_role("button")
        choices.nth(chance.randrange(choices.count())).press("Enter")
        confirm(page)
        settled(page)
        asked = asked_now(page)
        heard = page.evaluate("() => window.heard.splice(0)")
        assert heard.count(asked) == 1, f"not announced once: {asked}"

    assert play(page, act) > 3
    assert re.match("(Defeat|Draw|.* victory)", asked)
    ended(page)


@pytest.mark.proof
def test_a_whole_game_by_roles_and_names_alone(visit: Visit) -> None:
    by_roles_and_names(from_the_first_page(visit))
