"""A board of 1,200 places with six seats: choices among many places, the view of them, walks and trays."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from garrison.client import Table
from support.browser.match_page import answering, question, sentences, settled
from support.browser.pointer import drag, middle
from support.browser.visitor import DESKTOP, PHONE, Visit, accessible, becomes, fits
from support.proof import few
from support.table.large_match import FIVE, TWELVE, where_links
from support.table.server import Server

WHERE = "Where does Guard 1 walk?"
LARGE = {"viewport": {"width": 1920, "height": 1080}}
TABLET = {**PHONE, "viewport": {"width": 820, "height": 1180}}
LAPTOP = {"viewport": {"width": 1024, "height": 768}}
NEAREST = """() => {
  const at = [...document.querySelectorAll("#board .place.lit")].map((each) => {
    const { left, right, top, bottom } = each.querySelector(".hit").getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  });
  const apart = at.flatMap(([x, y], n) => at.slice(n + 1).map(([u, v]) => Math.hypot(x - u, y - v)));
  return Math.min(...apart);
}"""
"""The least distance between two places that can be chosen, in pixels."""
INSIDE = """() => [...document.querySelectorAll("#board .place.lit")].map((place) => {
  const ring = place.querySelector(".hit").getBoundingClientRect();
  const [x, y] = [(ring.left + ring.right) / 2, (ring.top + ring.bottom) / 2];
  const within = (box) => x > box.left && x < box.right && y > box.top && y < box.bottom;
  const written = [...document.querySelectorAll("#board .notes text")];
  const notes = written.map((each) => [each, each.getBoundingClientRect()]);
  const [note, box] = notes.find(([, each]) => within(each)) ?? [null, null];
  if (!note) return "none";
  const inside = box.left >= ring.left && box.right <= ring.right;
  return inside ? note.textContent : `${note.textContent} sticks out`;
})"""
"""The note in each place that can be chosen."""


def box(page: Page) -> list[float]:
    return [float(part) for part in (page.locator("#board").get_attribute("viewBox") or "").split()]


def apart(page: Page) -> float:
    found: float = page.evaluate(NEAREST)
    return found


def sit(visit: Visit, server: Server, seed: int = TWELVE, seat: int = 0, **how: Any) -> Page:
    page: Page = visit(where_links(server.url, seed)[seat], **how).page
    expect(page.locator("#board .piece").first).to_be_visible()
    if seat == 0:
        expect(question(page)).to_have_text(WHERE)
    return page


def fold(page: Page) -> Any:
    return page.get_by_role("button", name=re.compile("243 spaces"))


# The list


def test_many_places_are_one_line_that_opens_by_region(visit: Visit, server: Server) -> None:
    page = sit(visit, server)
    line = fold(page)
    expect(line).to_have_text("1243 spaces: choose on the board, or show the list")
    expect(line).to_have_attribute("aria-expanded", "false")
    assert (line.bounding_box() or {})["height"] < 45, "it is no longer one line"
    # What is no place stays as it is.
    expect(sentences(page)).to_have_text(["move nobody"])
    expect(page.locator("#board .place.lit")).to_have_count(243)
    page.keyboard.press("1")
    expect(line).to_have_attribute("aria-expanded", "true")
    expect(sentences(page)).to_have_count(244)
    regions = page.locator("#choices").get_by_role("heading", level=4)
    expect(regions.filter(has_text="West walk")).to_have_count(1)
    west = page.get_by_role("list", name="West walk").get_by_role("button")
    expect(west.first).to_have_accessible_name(re.compile(r"^to West walk \d+, \d+$"))
    # Each region is listed once, with the places that belong to it.
    assert len(regions.all_inner_texts()) == len({*regions.all_inner_texts()}) > 3
    assert all("West walk" in name for name in west.all_inner_texts())
    accessible(page)


def test_a_place_is_found_by_its_name_and_chosen_by_keys_alone(visit: Visit, server: Server) -> None:
    page = sit(visit, server)
    field = page.get_by_role("searchbox", name="Find a space")
    expect(field).to_be_visible()
    settled(page)
    page.keyboard.press("/")
    expect(field).to_be_focused()
    page.keyboard.type("Sword 2")
    found = page.locator("#place-list").get_by_role("button")
    expect(page.locator(".find").get_by_role("status")).to_have_text(re.compile(r"^\d+ found$"))
    assert all("Sword lane" in name for name in found.all_inner_texts())
    page.keyboard.type("zzz")
    expect(found).to_have_count(0)
    page.keyboard.press("Escape")
    expect(field).to_have_value("")
    expect(page.locator("#place-list")).to_be_hidden()
    page.keyboard.type("bèll lane 14")  # whatever the accents
    expect(found).to_have_count(1)
    page.keyboard.press("Enter")  # plays nothing yet
    expect(found).to_be_focused()
    expect(question(page)).to_have_text(WHERE)
    with answering(page):
        page.keyboard.press("Enter")
    expect(
        page.locator("#log").get_by_text("Guard 1 walks from West walk 30 to Bell lane 14.")
    ).to_be_visible()


@pytest.mark.proof
def test_up_to_forty_places_are_listed_in_full(visit: Visit, server: Server) -> None:
    page = sit(visit, server, FIVE)
    expect(sentences(page)).to_have_count(40)
    expect(page.get_by_role("searchbox")).to_have_count(0)


@pytest.mark.proof
def test_the_list_stays_open_when_somebody_else_does_something(visit: Visit, server: Server) -> None:
    """The page is redrawn when somebody changes a name or chats; the question is still the same."""
    links = where_links(server.url)
    page, other = visit(links[0]).page, visit(links[1]).page
    fold(page).click()
    page.get_by_role("searchbox").fill("hay")
    shown = page.locator("#place-list").get_by_role("button")
    expect(shown.first).to_be_visible()
    many = shown.count()
    other.get_by_role("tab", name="Seats").click()
    other.get_by_role("button", name=re.compile("Let a bot")).first.click()
    expect(page.locator(".seat-short.bot")).to_have_count(1)
    expect(shown).to_have_count(many)
    expect(page.get_by_role("searchbox")).to_have_value("hay")
    expect(page.get_by_role("searchbox")).to_be_focused()


# Notes


@pytest.mark.proof
def test_the_cost_stands_in_each_lit_place(visit: Visit, server: Server) -> None:
    page = sit(visit, server, FIVE)
    notes = page.evaluate(INSIDE)
    assert len(notes) == 39
    assert {*notes} == {"1", "2", "3", "4", "5"}
    high = page.locator("#board .notes text").first.bounding_box()
    assert high is not None
    assert high["height"] > 10


# The view


@pytest.mark.parametrize(
    ("size", "least"), few(1, [(PHONE, 28), (LAPTOP, 20), (TABLET, 28), (DESKTOP, 20), (LARGE, 20)])
)
def test_the_view_comes_so_close_that_neighbours_can_be_told_apart(
    visit: Visit, server: Server, size: dict[str, Any], least: int
) -> None:
    page = sit(visit, server, size=size)
    becomes(lambda: apart(page) > least - 0.1, True)
    # What the question is about is in sight.
    around, guard = (
        page.locator("#view").bounding_box(),
        page.locator("#board [data-id='guard-1']").bounding_box(),
    )
    assert around is not None
    assert guard is not None
    assert around["x"] < guard["x"] < around["x"] + around["width"]
    assert around["y"] < guard["y"] < around["y"] + around["height"]
    expect(page.locator("#board .notes text")).to_have_count(243)
    fits(page)
    if size is PHONE:  # where the whole board cannot be seen; it is no closer than it must be
        assert apart(page) < 28.1
        before = box(page)
        page.keyboard.press("Control+ArrowRight")
        becomes(lambda: box(page)[0] > before[0], True)


@pytest.mark.proof
def test_a_view_that_the_player_took_stays_for_this_question(visit: Visit, server: Server) -> None:
    links = where_links(server.url, players="2")
    page = visit(links[0], size=PHONE).page
    becomes(lambda: apart(page) > 27.9, True)
    page.locator("#farther").click()
    page.locator("#farther").click()
    becomes(lambda: apart(page) < 15, True)
    page.set_viewport_size({"width": 380, "height": 840})
    expect(page.locator("#board")).to_have_js_property("clientWidth", 380)
    assert apart(page) < 15
    # The next question is another matter.
    page.get_by_role("searchbox").fill("bell lane 14")
    with answering(page):
        page.locator("#place-list .choice").click()
    match, _, token = links[1].removeprefix("/match/").partition("#")
    with Table(server.url).join(match, token) as anna:
        anna.do("stay")
    expect(question(page)).to_contain_text("Which piece moves?")
    assert not page.locator("#follow[aria-pressed=true]").count()
    sentences(page).filter(has_text="your piece 1").click()
    expect(question(page)).to_have_text(WHERE)
    becomes(lambda: apart(page) > 27.9, True)
    # Dragged, it stays as well.
    at = middle(page.locator("#view"))
    drag(page, at, (at[0] - 90, at[1]))
    own = box(page)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("#board")).to_have_js_property("clientWidth", 390)
    assert box(page)[0] == pytest.approx(own[0], abs=box(page)[2] * 0.1)


@pytest.mark.proof
def test_the_view_moves_by_keys_that_no_choice_has(visit: Visit, server: Server) -> None:
    page = sit(visit, server, size=PHONE)
    becomes(lambda: apart(page) > 27.9, True)
    before = box(page)
    page.keyboard.press("Control+ArrowRight")
    becomes(lambda: box(page)[0] > before[0] + 0.25 * before[2], True)
    assert box(page)[1:] == before[1:]
    page.keyboard.press("Control+ArrowDown")
    becomes(lambda: box(page)[1] > before[1] + 0.25 * before[3], True)
    page.keyboard.press("Control+ArrowLeft")
    page.keyboard.press("Control+ArrowUp")
    becomes(lambda: box(page), before)
    expect(question(page)).to_have_text(WHERE)
    page.get_by_role("tab", name="More").click()
    expect(page.locator("#keys")).to_contain_text("Ctrl and arrows")


def test_the_view_follows_the_focus_of_the_keyboard(visit: Visit, server: Server) -> None:
    page = sit(visit, server, size=PHONE)
    becomes(lambda: apart(page) > 27.9, True)
    page.keyboard.press("Shift+ArrowDown")
    focused = page.locator("#board .thing:focus")
    expect(focused).to_have_count(1)
    around = page.locator("#view").bounding_box()
    assert around is not None
    for _ in range(14):
        page.keyboard.press("ArrowUp")
    becomes(lambda: around["y"] <= middle(focused)[1] <= around["y"] + around["height"], True)
    assert apart(page) > 27.9, "it went farther away"


# A walk

WATCHED = """() => {
  window.walks = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, how) {
    const steps = frames.map((each) => each.transform);
    if (this.closest(".flight") && steps.length > 2) window.walks.push({ steps, lasts: how.duration });
    return animate.call(this, frames, how);
  };
}"""
"""Whatever moves over the board by more than two points is written down."""


def test_a_piece_walks_over_the_places_on_its_way_in_at_most_700_ms(visit: Visit, server: Server) -> None:
    page = sit(visit, server, reduced_motion="no-preference")
    page.evaluate(WATCHED)
    page.get_by_role("searchbox").fill("12")
    cost = page.locator("#place-list .choice", has=page.locator(".note-said", has_text=re.compile("^12$")))
    with answering(page):
        cost.first.click()
    (walk,) = page.evaluate("window.walks")
    assert walk["lasts"] == 700
    spots = [tuple(map(float, re.findall(r"-?[\d.]+", each))) for each in walk["steps"]]
    assert len(spots) > 8
    steps = [abs(a - c) + abs(b - d) for (a, b), (c, d) in pairwise(spots)]
    assert steps == [40] * len(steps), "it left out a place, or went through a wall"


@pytest.mark.parametrize("size", few(1, [LARGE, PHONE, LAPTOP, DESKTOP]))
def test_seven_tabs_stand_in_one_line(visit: Visit, server: Server, size: dict[str, Any]) -> None:
    page = sit(visit, server, seat=1, size=size, locale="it-IT")
    page.locator("#tab-offers").evaluate("(tab) => { tab.hidden = false; tab.textContent = 'Offerte 1'; }")
    tabs = page.locator(".tabbed .tabs")
    expect(tabs.get_by_role("tab")).to_have_count(7)
    assert tabs.evaluate("(each) => each.scrollWidth <= each.clientWidth")


@pytest.mark.proof
def test_who_wants_no_motion_sees_no_walk(visit: Visit, server: Server) -> None:
    page = sit(visit, server)
    page.evaluate(WATCHED)
    page.get_by_role("searchbox").fill("bell lane 14")
    with answering(page):
        page.locator("#place-list .choice").click()
    assert page.evaluate("window.walks") == []


# Trays

TRAYS = """() => {
  const { left, right, top, bottom } = document.querySelector("#trays").getBoundingClientRect();
  const strip = document.querySelector(".strip");
  const room = strip.getBoundingClientRect();
  const sheet = document.querySelector("#sheet").getBoundingClientRect();
  const cut = [...document.querySelectorAll("#trays .piece")].filter((piece) => {
    const [own, tray] = [piece.getBoundingClientRect(), piece.closest(".tray").getBoundingClientRect()];
    return own.left < tray.left || own.right > tray.right + 0.5 || own.bottom > tray.bottom + 0.5;
  });
  return {
    many: document.querySelectorAll("#trays .tray").length,
    pieces: document.querySelectorAll("#trays .piece").length,
    cut: cut.length,
    below: Math.max(0, Math.round(bottom - room.bottom)),
    aside: Math.max(0, Math.round(right - room.right), Math.round(room.left - left)),
  };
}"""
"""How many trays and pieces there are, and what of them cannot be seen."""


@pytest.mark.parametrize("size", few(2, [DESKTOP, PHONE, LARGE, TABLET, LAPTOP]))
def test_twelve_trays_are_in_sight_and_the_board_is_large(
    visit: Visit, server: Server, size: dict[str, Any]
) -> None:
    page = sit(visit, server, seat=-1, size=size)
    assert page.evaluate(TRAYS) == {"many": 12, "pieces": 24, "cut": 0, "below": 0, "aside": 0}
    seen = page.locator("#view").bounding_box()
    assert seen is not None
    if size is DESKTOP:
        assert seen["width"] >= 800
        assert seen["width"] / seen["height"] == pytest.approx(4 / 3, rel=0.01)
    fits(page)
