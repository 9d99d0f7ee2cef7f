"""The board fills the window at seven sizes, and trays, cards and choices have their place beside it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.core.registry import find, settle
from support.browser.layout import BEYOND, ENOUGH, SIZES, at_each_size, enough_choices
from support.browser.match_page import confirm, lay, near_the_end, question, sentences, settled, sit_down
from support.browser.visitor import Visit, becomes, fits
from support.games.itter_scenarios import at
from support.paths import RECORDS
from support.table.server import Server

LEAST = {
    (1280, 800): 800,
    (1920, 1080): 1280,
    (1024, 768): 670,
    (390, 844): 390,
    (844, 390): 455,
    (320, 568): 220,
    (640, 400): 335,
}
"""Pixels that a board of 4 by 3 is wide in a window of each size."""

COVERED = """(ids) => ids.flatMap((id) => {
  const drawn = document.querySelector(`#board [data-id="${id}"] > use`).getBoundingClientRect();
  const spots = { name: [0.3, 0.12], "name's end": [0.9, 0.12], figure: [0.78, 0.5], middle: [0.5, 0.5] };
  return Object.entries(spots).flatMap(([part, [x, y]]) => {
    const met = document.elementFromPoint(drawn.left + x * drawn.width, drawn.top + y * drawn.height);
    return met?.closest("[data-id]")?.dataset.id === id ? [] : [`${part} of ${id}`];
  });
})"""
"""Of counters on one place, the parts that lie under another."""
PIECE = 34
"""Pixels that a piece in a tray is wide, at least."""
LONG_HAND = 180
"""The seed of a hand whose cards take the most words."""
LATE = 139
"""Moments before the end of the record."""


def boxes(page: Page, selector: str) -> list[Any]:
    return [each.bounding_box() for each in page.locator(selector).all()]


def test_the_board_fills_the_window_and_four_choices_are_seen(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server).page
    sentences(page).filter(has_text="Lee").click()
    expect(question(page)).to_have_text("Where does Lee take position?")
    expect(page.locator(".settling")).to_have_count(0)
    for size, seen in at_each_size(page):
        assert seen["wide"] > LEAST[size] - 0.5, size  # the view may have come closer, by rounded numbers
        assert seen["choices"] >= ENOUGH, size
        assert min(each["width"] for each in boxes(page, ".tray .piece:not(.card)")) >= PIECE, size
        assert [seen["covering"], seen["hidden"], seen["cut"]] == [[], [], []], size
        fits(page)


@pytest.mark.proof
def test_late_in_a_game_gauges_are_whole_and_the_fresh_come_first(visit: Visit, server: Server) -> None:
    """24 cards discarded, nine Defenders fresh and twelve not."""
    (link,) = near_the_end(server, (RECORDS / "itter-1-playtest-veteran.txt").read_text(), LATE)
    page = visit(link).page
    expect(sentences(page).first).to_be_visible()
    settled(page)
    fold = page.get_by_role("button", name="Can only recover, 12 choices")
    expect(fold).to_have_attribute("aria-expanded", "false")
    expect(sentences(page).first).to_have_attribute("aria-keyshortcuts", "1")
    expect(sentences(page).filter(has_text="Exhausted")).to_have_count(0)
    expect(page.locator(".chip").filter(has_text="SS discards 24, top: SS Squads")).to_have_count(1)
    assert page.locator("#board .lit.faint").count() == 12
    for size, seen in at_each_size(page):
        becomes(lambda: page.evaluate(BEYOND), False)
        assert seen["choices"] >= ENOUGH, size
        assert [seen["covering"], seen["hidden"], seen["cut"]] == [[], [], []], size
        fits(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    fold.click()
    expect(sentences(page).filter(has_text="Exhausted").first).to_be_visible()


@pytest.mark.proof
def test_four_answers_are_in_sight_however_long_they_and_the_question_are(
    visit: Visit, server: Server
) -> None:
    """Cards with the longest effects; how far the arm is drawn; who acts, each named with where he is."""
    itter, siege = find("itter"), (RECORDS / "siege-1-powerful.txt").read_text()
    cards = Match(itter, settle(itter, {"difficulty": "competitive"}), KeyedDice(seed_key(LONG_HAND)))
    for record, left, seat in ((cards.record(), 0, 1), (siege, 11, 0), (siege, 10, 1)):
        page = visit(near_the_end(server, record, left)[seat], locale="it-IT").page
        expect(page.locator(".choice:visible, .fold").first).to_be_visible()
        settled(page)
        enough_choices(page)


@pytest.mark.proof
def test_trays_keep_their_place_when_one_empties(visit: Visit, server: Server) -> None:
    """Lee is the last in the supply: once he is placed, only its heading is left, where it was."""
    crowded = {"9": ["mg", "mortar", "rifleman"]}
    there, _ = at({"defenders": {"lee": "supply"}, "rest": "casualty", "counters": crowded})
    record = Match(find("itter"), there.options, KeyedDice(seed_key(1)), start=there.view()).record()
    (link,) = near_the_end(server, record, 0)
    page = visit(link).page
    expect(sentences(page).first).to_be_visible()
    assert page.evaluate(COVERED, ["mg@9", "mortar@9", "rifleman@9"]) == []
    before = boxes(page, "#view, .tray .head")
    supply = page.locator(".tray[data-id=supply]")
    tall = boxes(page, ".tray[data-id=supply]")[0]["height"]
    for said in ("Lee", "NT5"):
        sentences(page).filter(has_text=said).first.click()
        settled(page)
    expect(supply.locator(".piece")).to_have_count(0)
    assert boxes(page, "#view, .tray .head") == before
    assert boxes(page, ".tray[data-id=supply]")[0]["height"] < tall / 2


def test_cards_are_shown_while_they_matter_and_cost_the_board_nothing(visit: Visit, server: Server) -> None:
    laid = lay(server, seats={"defender": "me", "ss": "me"})
    page = visit(laid.link("ss")).page
    expect(question(page)).to_contain_text("Which SS card")
    cards = page.get_by_role("tabpanel", name="Cards")
    expect(cards.get_by_role("button").first).to_be_in_viewport()
    board = boxes(page, "#view")
    while page.get_by_text("your decision").count():
        sentences(page).first.click()
        confirm(page)
        settled(page)
    expect(cards).to_be_hidden()
    expect(page.get_by_role("tabpanel", name="Log")).to_be_visible()
    assert boxes(page, "#view") == board
    page.get_by_role("tab", name="Cards").click()
    expect(cards.get_by_text("SS player's hand")).to_be_visible()


@pytest.mark.proof
def test_a_replay_shows_dice_and_cards_upon_the_board_and_can_be_zoomed(visit: Visit, server: Server) -> None:
    laid = lay(server, options={})
    page = visit(f"/replay/{laid.id}#{laid.tokens['defender']}").page
    expect(page.locator("#table .ground")).to_be_visible()
    assert boxes(page, ".replay-table .over") == boxes(page, "#table")
    farther = page.get_by_role("button", name="Farther")
    expect(farther).to_be_disabled()
    page.get_by_role("button", name="Closer").click()
    expect(farther).to_be_enabled()
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        becomes(lambda: page.evaluate("[innerWidth, innerHeight]"), list(size))
        fits(page)
        (table,) = boxes(page, "#table")
        assert table["height"] < size[1]
        if size in SIZES[:2]:
            assert table["width"] >= LEAST[size]
