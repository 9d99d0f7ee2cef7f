"""Nothing happens that one did not mean: stray keys and clicks, last actions, changes of mind."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.games.itter.game import ITTER
from support.browser.match_page import (
    confirmation,
    log,
    near_the_end,
    question,
    sentences,
    settled,
    sit_down,
)
from support.browser.visitor import PHONE, Visit
from support.games.itter_scenarios import at
from support.table.server import Server

OPTIONS = {"edition": "published", "difficulty": "beginner"}
LAST_ACTION = {
    "rest": "casualty",
    "actions_left": 1,
    "defenders": {"lee": "ghg", "basse": "k1"},
    "marks": {"lee": ["exhausted"]},
}
"""Lee can only recover, Basse can do anything; there is one action left."""

MEANING = {
    "turn": "about twenty turns",
    "phase": "in the SS Phase three SS cards are played",
    "actions": "five actions a turn",
    "score": "1 or more wins",
    "discards": "The game ends when the SS deck is used up",
}


def seat_at(visit: Visit, server: Server, position: dict[str, object], **how: object) -> Page:
    """The only player of a match that begins with this position."""
    there, _ = at(position, OPTIONS)
    match = Match(ITTER, there.options, KeyedDice(seed_key(1)), start=there.view())
    page = visit(near_the_end(server, match.record(), 0)[0], **how).page
    expect(sentences(page).first).to_be_visible()
    settled(page)
    return page


def piece(page: Page, ident: str) -> Locator:
    return page.locator(f".piece[data-id={ident}]")


def press(page: Page, said: str) -> None:
    """The key of a sentence."""
    settled(page)
    button = sentences(page).filter(has_text=re.compile(f"^.{{0,3}}{said}", re.DOTALL)).first
    page.keyboard.press(button.get_attribute("aria-keyshortcuts") or "none")


def test_space_and_chips_and_double_clicks_play_nothing(visit: Visit, server: Server) -> None:
    """Space ends no animation and presses nothing, a chip is only read, a second click comes too soon."""
    page = sit_down(visit, server, reduced_motion="no-preference").page
    for said in ("Lee", "NT2:", "Attack"):
        press(page, said)
    expect(page.locator(".caption")).to_contain_text("Esc: skip")
    page.keyboard.press("Space")
    expect(page.locator(".caption")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".caption")).to_have_count(0)
    settled(page)
    for _ in range(3):
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
    expect(question(page)).to_contain_text("Actions left: 4")
    chips = page.locator("#status .chip")
    expect(chips.filter(has_text="Actions left 4")).to_have_count(1)
    assert page.locator("#status .lit").count() == 0
    expect(chips.first).to_have_accessible_description(re.compile("about twenty turns"))
    for chip in chips.all():
        chip.click()
        expect(page.get_by_role("dialog")).to_contain_text(MEANING[chip.get_attribute("data-id") or ""])
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    settled(page)
    expect(question(page)).to_contain_text("Actions left: 4")
    piece(page, "basse").dblclick()
    settled(page)
    expect(question(page)).to_have_text("Where does Basse take position?")
    assert page.evaluate("document.activeElement?.matches('.choice, .thing')") is False
    page.keyboard.press("Space")
    expect(question(page)).to_have_text("Where does Basse take position?")


def hold(page: Page, key: str) -> None:
    """A key held for a second: it repeats, each time long after the guard's moment."""
    for _ in range(3):
        page.keyboard.down(key)
        page.wait_for_timeout(400)
    page.keyboard.up(key)
    settled(page)


@pytest.mark.proof
def test_a_held_key_plays_once(visit: Visit, server: Server) -> None:
    page = seat_at(visit, server, LAST_ACTION)
    sentences(page).last.focus()
    hold(page, "Enter")
    expect(confirmation(page)).to_be_focused()
    page.keyboard.press("Escape")
    hold(page, "2")
    expect(question(page)).to_have_text("What does Basse do?")
    hold(page, "u")
    expect(question(page)).to_contain_text("Actions left: 1")


def test_giving_up_stands_last_without_a_key_and_asks_before_the_phase_ends(
    visit: Visit, server: Server
) -> None:
    page = seat_at(visit, server, LAST_ACTION)
    give_up = sentences(page).last
    expect(give_up).to_have_text("Give up this action")
    assert give_up.get_attribute("aria-keyshortcuts") is None
    give_up.click()
    expect(confirmation(page)).to_have_text("End the Defender Phase")
    settled(page)
    page.get_by_role("button", name="Not yet").click()
    expect(confirmation(page)).to_have_count(0)
    expect(question(page)).to_contain_text("Actions left: 1")
    # What a Defender would do at once is seen before, and a second click lets go of him.
    piece(page, "lee").click()
    expect(page.get_by_role("group", name=re.compile("^Lee: Recover"))).to_be_visible()
    settled(page)
    piece(page, "lee").click()
    expect(confirmation(page)).to_have_count(0)
    settled(page)
    piece(page, "lee").click()
    settled(page)
    piece(page, "basse").click()
    expect(question(page)).to_have_text("What does Basse do?")
    expect(confirmation(page)).to_have_count(0)
    settled(page)
    page.locator("[data-id='st2']").click()
    # The button says what is done first, and what ends with it.
    expect(confirmation(page)).to_have_accessible_name("Move to ST2: sees green. End the Defender Phase")
    settled(page)
    confirmation(page).click()
    expect(log(page).filter(has_text="Basse moves to ST2.")).to_have_count(1)
    expect(log(page).filter(has_text=re.compile("^Turn 2 begins|The SS"))).not_to_have_count(0)


@pytest.mark.proof
def test_who_wants_no_question_before_a_phase_ends_gets_none(visit: Visit, server: Server) -> None:
    page = seat_at(visit, server, LAST_ACTION)
    page.get_by_role("tab", name="More").click()
    page.get_by_role("checkbox", name="Ask before a phase or turn ends").uncheck()
    page.get_by_role("tab", name="Log").click()
    sentences(page).last.click()
    expect(log(page).filter(has_text="An action is given up. Actions left: 0.")).to_have_count(1)


def test_a_click_changes_ones_mind(visit: Visit, server: Server) -> None:
    """On another Defender, on the same one, and on another square: an undo and no dialogue."""
    page = sit_down(visit, server).page
    for ident, asked in (("lee", "Where does Lee"), ("basse", "Where does Basse"), ("basse", "Who acts?")):
        settled(page)
        piece(page, ident).click()
        expect(question(page)).to_contain_text(asked)
    expect(page.get_by_role("dialog")).to_have_count(0)
    settled(page)
    piece(page, "lee").click()
    expect(question(page)).to_contain_text("Where does Lee")
    settled(page)
    for square in ("nt2", "k1"):
        page.locator(f"[data-id='{square}']").click()
        expect(question(page)).to_have_text("What does Lee do?")
        expect(log(page).last).to_contain_text(f"Lee takes position on {square.upper()}.")
        settled(page)
    piece(page, "lee").click()
    expect(question(page)).to_contain_text("Who acts?")
    expect(page.locator("#status .chip").filter(has_text="Actions left 5")).to_have_count(1)


@pytest.mark.proof
def test_a_tap_changes_ones_mind_on_a_phone(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server, size=PHONE).page
    for ident, asked in (("lee", "Where does Lee"), ("basse", "Where does Basse"), ("basse", "Who acts?")):
        settled(page)
        piece(page, ident).tap()
        expect(question(page)).to_contain_text(asked)


@pytest.mark.proof
def test_alone_one_undoes_dice_all_the_same_and_the_report_counts_it(visit: Visit, server: Server) -> None:
    position = {**LAST_ACTION, "actions_left": 2, "turn": 12, "ss_deck": []}
    page = seat_at(visit, server, position)
    for said in ("Basse", "Attack"):
        press(page, said)
        settled(page)
    expect(question(page)).to_contain_text("Actions left: 1")
    page.keyboard.press("u")
    page.get_by_role("button", name="Undo it anyway").click()
    expect(question(page)).to_have_text("What does Basse do?")
    expect(log(page).last).to_contain_text("Undone, though dice were rolled")
    page.get_by_role("tab", name="More").click()
    page.get_by_role("button", name="Resign…").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.get_by_role("dialog")).to_contain_text("Once, a roll or a reveal was undone.")
