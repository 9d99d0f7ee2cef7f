"""The board fills the window at seven sizes, and trays, cards and choices have their place beside it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.core.registry import find, settle
from support.browser.layout import BEYOND, ENOUGH, SIZES, at_each_size, enough_choices
from support.browser.match_page import (
    answering,
    confirm,
    lay,
    near_the_end,
    question,
    sentences,
    settled,
    sit_down,
)
from support.browser.visitor import Visit, becomes, fits
from support.games.colditz_matches import NATIONS
from support.games.itter_scenarios import at
from support.paths import RECORDS
from support.proof import few
from support.table.colditz_tables import colditz_match
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
TABLET = (820, 1180)
HANDS = ("talisman", "talisman", "warning", "black-market", "release")
"""By nation, a card of which there are three left."""
LINES = """() => {
  const strip = document.querySelector(".strip");
  const [placed, scrolled] = [getComputedStyle(strip), getComputedStyle(document.querySelector(".beside"))];
  const scrolls = placed.position === "static" || scrolled.overflowY === "auto";
  const room = () => scrolls ? new DOMRect(0, 0, innerWidth, innerHeight) : strip.getBoundingClientRect();
  const within = (box, other) => box.left >= other.left - 1 && box.right <= other.right + 1
    && box.top >= other.top - 1 && box.bottom <= other.bottom + 1;
  const trays = [...document.querySelectorAll("#trays .tray")];
  const faults = trays.flatMap((tray) => {
    if (scrolls) tray.scrollIntoView({ block: "center" });
    const own = tray.getBoundingClientRect();
    const [head, title] = [tray.querySelector(".head"), tray.querySelector("h3")];
    const found = within(own, room()) ? [] : ["is cut off"];
    if (!within(head.getBoundingClientRect(), own)) found.push("has no room for its heading");
    if (title.scrollWidth > title.clientWidth + 1) found.push("has no room for its name");
    for (const piece of tray.querySelectorAll(".piece")) {
      const { left, top, width, height } = piece.getBoundingClientRect();
      const at = (x, y) => document.elementFromPoint(left + x * width, top + y * height)?.closest(".piece");
      const counted = piece.querySelectorAll("use").length > 1;
      const read = counted ? [[0.62, 0.76], [0.72, 0.76], [0.84, 0.76]] : [[0.85, 0.5]];
      if (!within(piece.getBoundingClientRect(), own)) found.push(`${piece.dataset.id} sticks out`);
      if (!read.every(([x, y]) => at(x, y) === piece)) found.push(`${piece.dataset.id} is covered`);
    }
    return found.map((each) => `${title.textContent}: ${each}`);
  });
  const status = document.querySelector("#status");
  if (status.scrollHeight > status.clientHeight + 2) faults.push("gauges have no room");
  return { officers: trays.filter(({ dataset }) => dataset.id.startsWith("officer-")).length, faults };
}"""
"""How many officers have a line, and what of lines, counts and gauges cannot be seen."""


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


# The officers of Escape from Colditz


def laden(edition: str, seats: str) -> dict[str, Any]:
    """Every officer has all he can hold; of the equipment others know two kinds, if it can be traded."""
    nations = NATIONS[: int(seats) - 1]
    goods = {"rope": 2, "key": 1, "pass": 1}
    known = {"rope": 1, "key": 1, "pass": 0, "cutter": 0}
    cards = ["release", "diversion", "find-rope", "hideaway"]
    return {
        "hands": {
            **{nation: [HANDS[n]] * 3 for n, nation in enumerate(nations)},
            "british": cards,
            "security": ["appel", "shoot", "search"],
        },
        "equipment": {nation: {**goods, "cutter": int(n < 4)} for n, nation in enumerate(nations)},
        "seen": {"equipment": {viewer: dict.fromkeys(nations, known) for viewer in (*nations, "security")}},
        **({"kits": list(nations)} if edition == "modern" else {}),
    }


def sit(visit: Visit, link: str, **how: Any) -> Page:
    """Somebody who has seen the legend before."""
    guest = visit("", **how)
    guest.page.add_init_script("localStorage.setItem('garrison.legends', 'colditz')")
    page = guest.go(link)
    expect(page.locator("#trays .tray").first).to_be_visible()
    return page


def lines_are_whole(page: Page, officers: int) -> None:
    """At every size each officer's line is in sight; in a sheet, once it is scrolled there."""
    for size in (*SIZES, TABLET):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        becomes(lambda: page.evaluate("[innerWidth, innerHeight]"), list(size))
        becomes(lambda: (size, page.evaluate(LINES)), (size, {"officers": officers, "faults": []}))  # noqa: B023
        fits(page)


@pytest.mark.parametrize(
    ("seats", "edition", "lang"),
    few(1, [(seats, *how) for seats in "6432" for how in (("modern", "it-IT"), ("classic", "en-GB"))]),
)
def test_each_officer_has_a_whole_line_and_counts_are_readable(
    visit: Visit, server: Server, seats: str, edition: str, lang: str
) -> None:
    position = laden(edition, seats)
    begun = colditz_match(server, position=position, seats=seats, edition=edition)
    page = sit(visit, begun["british"], locale=lang)
    expect(sentences(page).first).to_be_visible()
    settled(page)
    expect(page.locator(".tray.own")).to_have_attribute("data-id", "officer-british")
    lines_are_whole(page, int(seats))
    if seats == "3":  # those who do not decide, and those who only watch, see the same lines
        for who in ("security", "spectator"):
            lines_are_whole(sit(visit, begun[who]), int(seats))


def test_own_cards_are_small_in_the_line_and_to_be_read_and_played_among_the_cards(
    visit: Visit, server: Server
) -> None:
    begun = colditz_match(server, position={"hands": {"british": ["find-rope", "hideaway"]}}, seats="3")
    page = sit(visit, begun["british"])
    line = page.locator(".tray[data-id=officer-british]")
    expect(line.get_by_role("button", name="Rope")).to_be_visible()
    page.get_by_role("tab", name="Cards").click()
    rope, hideaway = (
        page.locator("#cards .card").filter(has=page.get_by_text(title, exact=True))
        for title in ("Rope", "Hideaway")
    )
    expect(rope).to_contain_text("Take a rope")
    expect(hideaway).to_contain_text("safe space")
    # A card is lit when the same is lit in the line, and the sentence points at both.
    expect(rope).to_have_class(re.compile(r"\blit\b"))
    expect(hideaway).not_to_have_class(re.compile(r"\blit\b"))
    sentences(page).filter(has_text="Play Rope").hover()
    expect(rope).to_have_class(re.compile(r"\bnear\b"))
    with answering(page):
        rope.click()
    expect(page.locator("#cards .card").filter(has_text="Hideaway")).to_have_count(1)
    expect(page.locator("#cards .card[data-id=find-rope-british-0]")).to_have_count(0)
    expect(page.locator("#cards .card[data-id=rope-british-0]")).to_have_count(1)
    expect(line.locator("[data-id=rope-british-0]")).to_have_count(1)
