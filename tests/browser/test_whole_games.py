"""Whole games of Castle Itter in the browser: clicks on the board, keys alone, taps on a phone."""

from __future__ import annotations

import random

from playwright.sync_api import Locator, Page, expect

from support.match_page import KEYS, lit, log, pick, play, question, sentences, settled, sit_down
from support.visitor import PHONE, Visit, fits


def ended(page: Page) -> None:
    """The end is told: a report opens by itself, and the page leads on."""
    report = page.get_by_role("dialog")
    expect(report.get_by_role("heading", name="Score sheet")).to_be_visible()
    expect(report.get_by_role("heading", name="Luck")).to_be_visible()
    page.keyboard.press("Escape")
    expect(report).to_have_count(0)
    expect(page.get_by_role("link", name="Replay").first).to_be_visible()
    expect(log(page).last).to_contain_text("The game is over")


def test_a_whole_game_by_clicks_on_the_board(visit: Visit) -> None:
    page = sit_down(visit).page
    chance = random.Random(1)

    assert play(page, lambda: pick(lit(page), chance)) > 10
    ended(page)


def tab_to(wanted: Locator, key: str = "Tab") -> None:
    """Press Tab until what is wanted has the focus."""
    page = wanted.page
    for _ in range(60):
        if wanted.and_(page.locator(":focus")).count():
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never reaches it")


def by_keys_on_the_board(page: Page, chance: random.Random) -> None:
    """To the lit things, from one to another by arrow keys, and into a menu if one opens."""
    tab_to(lit(page), "Shift+Tab")
    for _ in range(chance.randrange(4)):
        page.keyboard.press(chance.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
    page.keyboard.press("Enter")
    if many := page.get_by_role("menuitem").count():
        for _ in range(chance.randrange(many)):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    page = visit("/").page
    chance = random.Random(2)
    start = page.get_by_role("button", name="Play Castle Itter")
    expect(start).to_be_visible()
    tab_to(start)
    page.keyboard.press("Enter")
    expect(question(page)).to_be_visible()
    first = sentences(page).first

    def act() -> None:
        way = chance.choice(["key", "arrows", "board"])
        if way == "board":
            by_keys_on_the_board(page, chance)
            return
        at = chance.randrange(min(sentences(page).count(), len(KEYS)))
        if way == "key":
            page.keyboard.press(KEYS[at])
            return
        tab_to(first, "Tab" if lit(page).and_(page.locator(":focus")).count() else "Shift+Tab")
        for _ in range(at):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")

    page.keyboard.press(KEYS[0])
    assert play(page, act) > 10
    ended(page)


def test_a_whole_game_by_taps_on_a_phone(visit: Visit) -> None:
    page = sit_down(visit, size=PHONE).page
    chance = random.Random(3)
    fits(page)

    assert play(page, lambda: pick(chance.choice([lit, sentences])(page), chance)) > 10
    fits(page)
    settled(page)
    ended(page)
