"""Resigning and offering a draw in the browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from support.browser.match_page import host, lay, log, over, question, settled
from support.browser.visitor import PHONE, Visit, accessible, accessible_too, fits
from support.table.server import Server

COMPETITIVE = {"edition": "published", "difficulty": "competitive"}


def dialog(page: Page, button: str) -> Locator:
    """The question asked once a button of the last tab was pressed."""
    page.get_by_role("tab", name=re.compile("More|Altro")).click()
    page.get_by_role("button", name=button).click()
    return page.get_by_role("dialog")


def test_resigning_asks_once_and_ends_the_game(visit: Visit, server: Server) -> None:
    page = host(visit, lay(server, "itter", {}))
    settled(page)
    asked = dialog(page, "Resign…")
    expect(asked).to_contain_text("This cannot be undone.")
    expect(asked.get_by_role("button", name="Keep playing")).to_be_focused()
    accessible_too(page)
    page.keyboard.press("Escape")
    expect(asked).to_have_count(0)
    expect(over(page)).to_have_count(0)
    expect(page.get_by_role("button", name="Offer a draw…")).to_have_count(0)  # nobody to agree with
    dialog(page, "Resign…").get_by_role("button", name="Resign").click()
    expect(page.get_by_role("dialog")).to_contain_text("Defender resigned.")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Resign…")).to_have_count(0)
    page.get_by_role("tab", name="Log").click()
    expect(log(page).filter(has_text="Defender resigned.")).to_have_count(1)


@pytest.mark.proof
def test_a_draw_is_offered_and_answered_on_a_phone(visit: Visit, server: Server) -> None:
    laid = lay(server, options=COMPETITIVE, seats={"defender": "me", "ss": "friend"})
    page = host(visit, laid, size=PHONE, locale="it-IT")
    with laid.take("ss") as other:
        assert other.frame["n"] == 1
        settled(page)
        dialog(page, "Proponi la patta…").get_by_role("button", name="Proponi la patta").click()
        expect(page.get_by_text("Hai proposto la patta.")).to_be_visible()
        while other.table_now["proposal"] is None:
            other._listen(30)
        other.agree(False)
        expect(page.get_by_text("Hai proposto la patta.")).to_have_count(0)
        other.offer_draw()
        panel = page.get_by_role("group", name=re.compile("propone la patta"))
        expect(panel).to_be_visible()
        accessible(page)
        fits(page)
        panel.get_by_role("button", name="D'accordo").click()
        expect(question(page)).to_have_text("Pareggio")
        expect(page.locator("#end")).to_contain_text("Patta di comune accordo.")
