"""Six seats: choosing who plays, seeing who decides, and one device for several people."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from support.browser.match_page import confirm, host, lay, question, sentences, settled
from support.browser.visitor import DESKTOP, PHONE, Visit, accessible, accessible_too, fits
from support.proof import few
from support.table.server import Server

SIX = ("warden", "anna", "bruno", "carla", "dario", "elena")
SHOW = "Which lantern do you show?"


def warren(page: Page) -> Locator:
    """The card of the game on the first page, its options open."""
    card = page.get_by_role("form").filter(has=page.get_by_role("button", name="Play The Warren"))
    card.get_by_text("Options", exact=True).click()
    return card


def stay(page: Page) -> None:
    settled(page)
    sentences(page).filter(has_text="move nobody").click()
    confirm(page)


def chosen(card: Locator) -> list[str]:
    """Who plays each seat: me, friend or bot."""
    found: list[str] = card.locator(".seat input:checked").evaluate_all("all => all.map(each => each.value)")
    return found


@pytest.mark.parametrize("size", few(1, [PHONE, DESKTOP]))
def test_who_comes_alone_plays_against_bots_and_friends_are_added_one_by_one(
    visit: Visit, size: dict[str, object]
) -> None:
    page = visit("/", size=size).page
    card = warren(page)
    alone = ["me", "bot", "bot", "bot", "bot", "bot"]
    assert chosen(card) == alone
    fits(page)
    back = card.get_by_role("button", name="You, and bots in all other seats")
    expect(back).to_have_count(0)  # it is so already
    friend = card.get_by_role("button", name="Add a friend")
    friend.click()
    friend.click()
    assert chosen(card) == ["me", "friend", "friend", "bot", "bot", "bot"]
    expect(friend).to_be_focused()
    expect(card.locator("summary").first).to_contain_text("You: Warden · 2 friends · 3 bots")
    back.click()
    assert chosen(card) == alone
    # Another seat of one's own: with one more click it is the only one.
    card.get_by_role("group", name="Elena").get_by_text("You", exact=True).click()
    assert chosen(card) == ["me", "bot", "bot", "bot", "bot", "me"]
    card.get_by_role("button", name="Everybody on this device").click()
    assert chosen(card) == ["me"] * 6
    card.get_by_role("group", name="Carla").get_by_text("A friend", exact=True).click()
    back.click()
    assert chosen(card) == ["bot", "bot", "bot", "bot", "bot", "me"]
    expect(card.get_by_role("radio", name="You").last).to_be_focused()
    fits(page)
    accessible_too(page)
    friend.click()
    card.get_by_role("button", name="Play The Warren").click()
    expect(page.locator("#lobby-seats .seat")).to_have_count(6)


@pytest.mark.parametrize("size", few(1, [PHONE, DESKTOP]))
def test_who_decides_whose_turn_it_is_and_who_is_away_is_seen_at_a_glance(
    visit: Visit, server: Server, size: dict[str, object]
) -> None:
    seats = {seat: "me" if seat == "warden" else "friend" for seat in SIX}
    laid = lay(server, "warren", {"cards": "0"}, seats=seats)
    chairs = [laid.take(seat) for seat in SIX[1:]]
    assert all(chair.table_now for chair in chairs)
    page = visit(laid.link("warden"), size=size).page
    line = page.locator("#seat-line")
    expect(line.locator(".acts")).to_have_attribute("data-seat", "warden")
    expect(line.locator(".seat-short:has(.flag)")).to_have_attribute("data-seat", "warden")
    expect(line.locator(".seat-short.here")).to_have_count(6)
    for chair in chairs[1:]:
        chair.close()
    expect(line.locator(".seat-short.away")).to_have_count(4)
    expect(line.locator(".seat-short.away").first).to_contain_text("away")
    expect(line).to_have_accessible_name(
        re.compile(r"Warden: here, to decide, has the turn\. Anna: here\. Bruno: away since")
    )
    stay(page)
    expect(line.locator(".acts")).to_have_attribute("data-seat", "anna")
    expect(line.locator(".seat-short:has(.flag)")).to_have_attribute("data-seat", "anna")
    chairs[0].close()
    cut = "all => all.filter(each => each.getBoundingClientRect().right > innerWidth).length"
    assert line.locator(".seat-short").evaluate_all(cut) == 0
    fits(page)
    accessible(page)


def test_the_device_goes_to_whoever_takes_it(visit: Visit, server: Server) -> None:
    """All three are asked at once: any of them may be the first, and it goes on from there by itself."""
    page = host(visit, lay(server, "toy", seats={"anna": "me", "bruno": "me", "carla": "me"}), size=PHONE)
    expect(page.get_by_role("region", name="Pass the device to Anna")).to_be_visible()
    others = page.get_by_role("group", name="Or somebody else takes it:").get_by_role("button")
    expect(others).to_have_text(["Bruno: show the table", "Carla: show the table"])
    accessible_too(page)
    fits(page)
    others.last.click()
    expect(question(page)).to_have_text(SHOW)
    expect(page.get_by_text("Carla: your decision")).to_be_visible()
    settled(page)
    page.keyboard.press("2")
    expect(page.get_by_role("region", name="Pass the device to Anna")).to_be_visible()
    expect(others).to_have_text(["Bruno: show the table", "Carla: look again"])
    page.get_by_role("button", name="Anna: show the table").click()
    expect(page.get_by_text("Anna: your decision")).to_be_visible()
    settled(page)
    page.keyboard.press("2")
    expect(page.get_by_role("region", name="Pass the device to Bruno")).to_be_visible()


@pytest.mark.proof
def test_six_people_have_one_device(visit: Visit, server: Server) -> None:
    page = host(visit, lay(server, "warren", {"cards": "0"}, seats=dict.fromkeys(SIX, "me")), size=PHONE)
    screen = page.locator("#handover")
    for name in ("Warden", "Anna", "Bruno"):
        expect(screen.get_by_role("button", name=f"{name}: show the table")).to_be_focused()
        expect(screen.get_by_role("button")).to_have_count(6)
        fits(page)
        page.keyboard.press("Enter")
        expect(page.get_by_text(f"{name}: your decision")).to_be_visible()
        stay(page)
    # Somebody who is not asked takes a look, and passes it on.
    screen.get_by_role("button", name="Elena: show the table").click()
    expect(page.get_by_text("Waiting for Carla")).to_be_visible()
    page.get_by_role("button", name="Pass it on").click()
    expect(screen.get_by_role("button", name="Carla: show the table")).to_be_focused()
