"""The view of the board follows the question and what happens; one that the player has chosen stays his."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from garrison.client import Table
from support.browser.match_page import confirm, log, question, sentences, settled, sit_down
from support.browser.pointer import drag, middle
from support.browser.visitor import DESKTOP, PHONE, Visit, accessible, accessible_too, becomes
from support.proof import few
from support.table.colditz_tables import colditz_match
from support.table.server import Server

SMALL = {"viewport": {"width": 1024, "height": 720}}
"""A desktop on which counters are too small to be read at ease."""
LARGE = {"viewport": {"width": 1920, "height": 1080}}

HELD = """() => {
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...how) {
    const moving = animate.apply(this, how);
    moving.pause();
    return moving;
  };
}"""
"""Whatever begins to move stands still until it is skipped."""


def box(page: Page) -> list[float]:
    return [float(part) for part in (page.locator("#board").get_attribute("viewBox") or "").split()]


def whole(page: Page) -> bool:
    return box(page)[:2] == [0, 0] and page.locator("#farther").is_disabled()


def sees(page: Page, ident: str) -> bool:
    """True if a thing is within what is shown of the board."""
    around, thing = (
        page.locator("#view").bounding_box(),
        page.locator(f"#board [data-id='{ident}']").bounding_box(),
    )
    assert around is not None
    assert thing is not None
    left, top = thing["x"] - around["x"], thing["y"] - around["y"]
    return (
        min(left, top) >= 0
        and left + thing["width"] <= around["width"]
        and top + thing["height"] <= around["height"]
    )


def take(page: Page, *said: str) -> None:
    for each in said:
        sentences(page).filter(has_text=each).first.click()
        settled(page)


def following(page: Page, pressed: str) -> None:
    expect(page.get_by_role("button", name="The view follows the game")).to_have_attribute(
        "aria-pressed", pressed
    )


def test_the_view_comes_to_the_question_unless_the_player_has_zoomed(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server, size=SMALL).page
    following(page, "true")
    take(page, "Lee", "NT2:")
    becomes(lambda: box(page)[2] < 960, True)
    assert sees(page, "lee")
    assert sees(page, "rifleman@5")
    # The wheel zooms around the pointer, and the view is the player's from then on.
    at = middle(page.locator("#board [data-id='nt2']"))
    before = box(page)
    page.mouse.move(*at)
    page.mouse.wheel(0, -240)
    becomes(lambda: box(page)[2] < before[2], True)
    assert middle(page.locator("#board [data-id='nt2']")) == pytest.approx(at, abs=1.5)
    following(page, "false")
    own = box(page)
    take(page, "Suppress")
    expect(question(page)).to_contain_text("Actions left: 4")
    assert box(page) == own
    drag(page, at, (at[0] + 60, at[1] + 40))
    becomes(lambda: box(page)[0] < own[0], True)
    page.keyboard.press("0")
    becomes(lambda: whole(page), True)
    following(page, "true")
    take(page, "Basse")  # where to: what the squares see is all around the castle
    assert whole(page)
    assert sees(page, "rifleman@5")
    take(page, "NT3:")
    becomes(lambda: whole(page), False)
    # Turned off, it stays off, here and after a reload; turned on, it goes there at once.
    page.keyboard.press("0")
    page.get_by_role("button", name="The view follows the game").click()
    page.reload()
    expect(sentences(page).first).to_be_visible()
    following(page, "false")
    assert whole(page)
    page.get_by_role("button", name="The view follows the game").click()
    becomes(lambda: whole(page), False)
    accessible_too(page)


@pytest.mark.proof
def test_where_everything_is_large_enough_the_view_rests(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server, size=LARGE).page
    take(page, "Lee", "NT2:")
    assert whole(page)


@pytest.mark.proof
def test_a_phone_follows_as_well(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server, size=PHONE).page
    take(page, "Lee", "NT2:")
    becomes(lambda: box(page)[2] < 900, True)


@pytest.mark.proof
def test_what_happens_outside_the_players_view_is_shown_and_the_view_returns(
    visit: Visit, server: Server
) -> None:
    page = sit_down(visit, server, size=SMALL, reduced_motion="no-preference").page
    take(page, "Lee", "NT2:")
    page.get_by_role("combobox", name="Look at").select_option("Cellar")
    becomes(lambda: sees(page, "rifleman@5"), False)
    expect(page.locator("#board")).to_have_class(re.compile("close"))
    becomes(lambda: sees(page, "clemenceau"), True)
    own = settled_box(page)
    page.evaluate(HELD)
    sentences(page).filter(has_text="Attack the SS Rifleman on circle 5").click()
    expect(page.locator(".caption")).to_be_visible()
    becomes(lambda: sees(page, "rifleman@5"), True)
    page.keyboard.press("Escape")
    expect(page.locator(".caption")).to_have_count(0)
    becomes(lambda: box(page), own)


def settled_box(page: Page) -> list[float]:
    """The view once it has stopped gliding."""
    page.evaluate(
        """async () => {
          const board = document.getElementById("board");
          for (let seen = ""; seen !== board.getAttribute("viewBox");) {
            seen = board.getAttribute("viewBox");
            await new Promise((resolve) => setTimeout(resolve, 120));
          }
        }"""
    )
    return box(page)


@pytest.mark.proof
def test_a_replay_zooms_too(visit: Visit, server: Server) -> None:
    with Table(server.url).new("itter") as chair:
        page = visit(f"/replay/{chair.match}#{chair.token}").page
        expect(page.get_by_role("button", name="Closer")).to_be_visible()
        board = page.locator("#table svg.board")
        page.mouse.move(*middle(board))
        page.mouse.wheel(0, -240)
        becomes(lambda: float((board.get_attribute("viewBox") or "").split()[2]) < 999, True)
        page.get_by_role("combobox", name="Look at").select_option("Whole board")
        becomes(lambda: (board.get_attribute("viewBox") or "").split()[2], "1000")
        accessible(page)


# Escape from Colditz: a large board on which pawns are small

LIT = """() => {
  const { left, right, top, bottom } = document.querySelector("#view").getBoundingClientRect();
  const lit = [...document.querySelectorAll("#board .lit")];
  const boxes = lit.map((each) => each.querySelector(".hit, use").getBoundingClientRect());
  const spots = boxes.map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
  const far = ([x, y], [u, v]) => Math.hypot(x - u, y - v);
  return {
    many: lit.length,
    outside: spots.filter(([x, y]) => x < left || x > right || y < top || y > bottom).length,
    least: Math.min(...boxes.map(({ width, height }) => Math.min(width, height))),
    edge: Math.min(...spots.map(([x, y]) => Math.min(x - left, right - x, y - top, bottom - y))),
    apart: Math.min(...spots.flatMap((one, n) => spots.slice(n + 1).map((other) => far(one, other)))),
  };
}"""
"""What can be chosen on the board: how much of it, where it is, how large it is and how far apart."""
SPREAD = {"british-1": "out_200", "british-2": "walk_5", "british-3": "canteen_6"}
"""Pawns in the outer courtyard, on a walkway and in a room; the others stand where they begin."""
PAWN = 24
"""Pixels that a pawn measures at least where it is to be tapped."""


def lit(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(LIT)
    return found


def officer(visit: Visit, server: Server, size: dict[str, Any], pawns: dict[str, str] | None = None) -> Page:
    """The British Escape Officer with points to walk."""
    position = {"phase": "act", "points": 9, "pawns": pawns or {}}
    guest = visit("", size=size)
    guest.page.add_init_script("localStorage.setItem('garrison.legends', 'colditz')")
    page = guest.go(colditz_match(server, position=position, seats="4")["british"])
    expect(page.locator("#board .piece.lit")).to_have_count(6)
    settled(page)
    return page


def test_on_a_phone_pawns_to_choose_from_are_as_large_as_a_finger_needs(visit: Visit, server: Server) -> None:
    page = officer(visit, server, PHONE)
    becomes(lambda: lit(page)["least"] >= PAWN, True)
    assert lit(page)["outside"] == 0
    following(page, "true")
    page.locator("#board [data-id=british-1]").tap()
    expect(question(page)).to_contain_text("Where does British 1 go?")
    becomes(lambda: sees(page, "british-1") and lit(page)["apart"] > 27.9, True)


@pytest.mark.proof
@pytest.mark.parametrize("size", [DESKTOP, SMALL, LARGE])
def test_the_view_goes_to_the_pawns_and_to_all_that_the_pawn_in_hand_can_reach(
    visit: Visit, server: Server, size: dict[str, Any]
) -> None:
    page = officer(visit, server, size)
    becomes(lambda: lit(page)["least"] >= 20 and not whole(page), True)
    assert lit(page)["outside"] == 0
    page.locator("#board [data-id=british-1]").click()
    expect(question(page)).to_contain_text("Where does British 1 go?")
    becomes(lambda: lit(page)["outside"] == 0 and lit(page)["apart"] > 19.9, True)
    assert lit(page)["many"] > 100


@pytest.mark.parametrize("size", few(1, [DESKTOP, SMALL, LARGE]))
def test_all_that_a_driver_can_reach_is_well_within_the_view(
    visit: Visit, server: Server, size: dict[str, Any]
) -> None:
    """Not only within a part of the castle that happens to hold it at its edge."""
    position = {"phase": "act", "points": 9, "pawns": {"british-1": "staff_car"}, "driver": "british-1"}
    page = visit(colditz_match(server, ("british-1",), position, seats="2")["british"], size=size).page
    expect(page.locator("#board .place.lit")).to_have_count(9)
    settled(page)
    becomes(lambda: lit(page)["edge"] > 24, True)


@pytest.mark.proof
@pytest.mark.parametrize("size", [PHONE, SMALL, LARGE])
def test_pawns_in_several_parts_of_the_castle_are_all_in_sight(
    visit: Visit, server: Server, size: dict[str, Any]
) -> None:
    page = officer(visit, server, size, SPREAD)
    becomes(lambda: lit(page)["outside"], 0)
    take(page, "Move British 1")
    becomes(lambda: sees(page, "british-1"), True)


WATCHING = """(place) => {
  const [seen, at] = [[], document.querySelector(`#board [data-id="${place}"]`)];
  const look = () => {
    const caption = document.querySelector(".caption")?.textContent ?? "";
    const [spot, view] = [at, document.querySelector("#view")].map((each) => each.getBoundingClientRect());
    const across = (spot.x + spot.width / 2 - view.x) / view.width;
    if (caption.includes("goes to west courtyard")) seen.push(across);
    requestAnimationFrame(look);
  };
  look();
  window.seen = seen;
}"""
"""From then on, where in the view a place is while somebody goes there: 0 is the left edge, 1 the right."""


def test_the_view_stays_with_an_arrest_though_the_guard_is_sent_to_the_office(
    visit: Visit, server: Server
) -> None:
    at = {
        "phase": "act",
        "turn": "security",
        "points": 8,
        "pawns": {"british-2": "in_080", "guard-2": "in_081"},
        "equipment": {"british": {"rope": 1}},
    }
    seats = colditz_match(server, ("guard-2",), at, seats="2")
    page = visit(seats["security"], reduced_motion="no-preference").page
    expect(question(page)).to_contain_text("Where does Guard 2 go?")
    settled_box(page)
    page.evaluate(WATCHING, "in_080")
    arrest = page.locator("#choices .choice").filter(has_text="Arrest British 2")
    arrest.click()
    confirm(page)
    expect(log(page).filter(has_text="British 2 is arrested").first).to_be_attached()
    seen = page.evaluate("window.seen")
    assert seen
    assert all(0.15 < each < 0.85 for each in seen), (min(seen), max(seen))


@pytest.mark.proof
def test_whoever_looks_elsewhere_in_the_castle_stays_there_until_the_view_is_to_follow(
    visit: Visit, server: Server
) -> None:
    page = officer(visit, server, DESKTOP)
    becomes(lambda: lit(page)["outside"], 0)
    page.get_by_role("combobox", name="Look at").select_option("Outer courtyard, garrison yard south")
    following(page, "false")
    becomes(lambda: lit(page)["outside"] > 0, True)
    own = box(page)
    take(page, "Move British 2")
    expect(question(page)).to_contain_text("Where does British 2 go?")
    assert box(page) == own
    page.get_by_role("button", name="The view follows the game").click()
    becomes(lambda: lit(page)["outside"], 0)
    following(page, "true")
