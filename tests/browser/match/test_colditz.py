"""Escape from Colditz in the browser: whole games, and how each kind of question is answered.

Whole games are for `make proof`; `make test` plays the beginning of each.
"""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from support.browser.colditz_player import answered, choose, next_asked, on_the_board, play_together, tick
from support.browser.match_page import (
    KEYS,
    choose_by_keys,
    confirm,
    confirmation,
    lay,
    lit,
    log,
    question,
    sentences,
    settled,
    tab_to,
)
from support.browser.visitor import DESKTOP, PHONE, Visit, accessible, becomes, fits
from support.proof import few
from support.table.colditz_tables import TRADING, colditz_match
from support.table.server import Server

TEN: dict[str, str] = {"rounds": "10"}
OTHERS = ("french", "polish", "dutch", "american", "security")
SOME = 16
"""Answers of the beginning of a game: the guards are posted, and somebody has moved."""
LARGE = {"viewport": {"width": 1920, "height": 1080}}
LAPTOP = {"viewport": {"width": 1024, "height": 768}}
LONG = 1500
"""More than any game of ten rounds has."""
SPAN = [SOME, pytest.param(LONG, marks=pytest.mark.proof)]
"""How many answers are given: some, and all of a game."""


def thing(page: Page, ident: str) -> Locator:
    return page.locator(f"#board [data-id='{ident}']")


def choice(page: Page, said: str) -> Locator:
    return page.locator("#choices .choice").filter(has_text=re.compile(said))


def chip(page: Page, name: str) -> Locator:
    return page.locator("#status .chip").filter(has_text=name).locator("b")


def ended(page: Page) -> None:
    expect(page.get_by_role("dialog").get_by_role("heading", name="All scores")).to_be_visible()
    page.keyboard.press("Escape")
    expect(log(page).last).to_contain_text("The game is over")


# Whole games


@pytest.mark.parametrize("most", SPAN)
def test_two_people_play_by_clicks(visit: Visit, server: Server, most: int) -> None:
    laid = lay(server, "colditz", {**TEN, "seats": "2"}, seats={"british": "me", "security": "me"})
    pages = [visit(laid.link(seat)).page for seat in laid.kinds]
    chance = random.Random(3)
    assert play_together(pages, lambda page: choose(page, chance), most) > SOME - 1
    if most == LONG:
        for page in pages:
            ended(page)


@pytest.mark.parametrize("most", SPAN)
def test_one_person_plays_with_five_bots(visit: Visit, server: Server, most: int) -> None:
    seats = {"british": "me", **dict.fromkeys(OTHERS, "bot:random")}
    laid = lay(server, "colditz", {**TEN, "seats": "6"}, seats=seats, pace=0)
    page, chance = visit(laid.link("british")).page, random.Random(5)
    assert play_together([page], lambda page: choose(page, chance), most // 2) >= SOME // 2
    if most == LONG:
        ended(page)
    else:
        fits(page)


@pytest.mark.parametrize("most", SPAN)
def test_a_game_on_a_phone_by_taps(visit: Visit, server: Server, most: int) -> None:
    seats = {"british": "me", "security": "bot:random"}
    laid = lay(server, "colditz", {**TEN, "seats": "2"}, seats=seats, pace=0)
    page, chance = visit(laid.link("british"), size=PHONE).page, random.Random(7)
    assert play_together([page], lambda page: choose(page, chance), most // 2) >= SOME // 2
    fits(page)
    if most == LONG:
        ended(page)


def by_keys(page: Page, chance: random.Random) -> None:
    """A key of the list, or the lit things of the board one after the other and Enter."""
    if tick(page, chance):
        return
    if lit(page).count() and chance.random() < 0.5:
        choose_by_keys(page, chance)
        return
    ending = sentences(page).filter(has_text="End your turn")
    keyed = page.locator("#choices .choice[aria-keyshortcuts]").filter(visible=True)
    if not keyed.count() or (ending.count() and chance.random() < 0.4):
        tab_to(sentences(page).last)
        page.keyboard.press("Enter")
        return
    key = keyed.nth(chance.randrange(keyed.count())).get_attribute("aria-keyshortcuts")
    assert key in KEYS
    page.keyboard.press(key)


@pytest.mark.parametrize("rounds", [1, pytest.param(5, marks=pytest.mark.proof)])
def test_rounds_by_keyboard_and_what_is_announced_alone(visit: Visit, server: Server, rounds: int) -> None:
    seats = {"british": "me", "security": "bot:random"}
    laid = lay(server, "colditz", {**TEN, "seats": "2"}, seats=seats, pace=0)
    page, chance = visit(laid.link("british")).page, random.Random(11)
    heard = page.locator("#live")
    expect(sentences(page).first).to_be_visible()
    settled(page)
    accessible(page)
    first = chip(page, "Round").inner_text()
    while chip(page, "Round").inner_text() != str(int(first) - rounds):
        assert next_asked([page])
        expect(heard).to_contain_text(question(page).inner_text().split("\n")[0])
        answered(page, lambda: by_keys(page, chance))
    accessible(page)


# Single questions


def ready(visit: Visit, server: Server, position: dict[str, Any], *rows: str, **how: Any) -> Page:
    """The British, with the points of a throw, where the position puts them."""
    at = {"phase": "act", "turn": "british", "points": 8, **position}
    page = visit(colditz_match(server, rows, at, seats="2")["british"], **how).page
    expect(sentences(page).first).to_be_visible()
    settled(page)
    return page


WINDOW = {"pawns": {"british-1": "dentist_8"}, "equipment": {"british": {"rope": 2}}}


def test_a_pawn_is_taken_in_hand_changed_and_put_where_it_can_go(visit: Visit, server: Server) -> None:
    page = ready(visit, server, {"pawns": {"british-1": "in_031", "british-2": "in_034"}})
    thing(page, "british-1").click(force=True)
    expect(question(page)).to_contain_text("Where does British 1 go?")
    settled(page)
    thing(page, "british-2").click(force=True)
    expect(question(page)).to_contain_text("Where does British 2 go?")
    settled(page)
    far = page.locator("#board .place.lit")
    assert far.count() > 30
    notes = page.locator("#board .notes text").all_text_contents()
    assert {*notes} >= {str(n) for n in range(1, 9)}, notes
    # A space out of reach says why it cannot be chosen.
    page.get_by_role("combobox", name="Look at").select_option(label="Whole board")
    thing(page, "t_north").click(force=True)
    expect(page.get_by_role("dialog")).to_contain_text(re.compile("COL-|AMB-"))
    page.keyboard.press("Escape")
    page.get_by_role("button", name="The view follows the game").click()
    assert on_the_board(page, random.Random(2))
    confirm(page)
    expect(log(page).filter(has_text="British 2 goes to")).to_have_count(1)
    settled(page)


def test_among_traders_a_pawn_is_changed_and_put_back_by_a_click_a_key_and_undo(
    visit: Visit, server: Server
) -> None:
    page = visit(colditz_match(server, (), TRADING, seats="3")["british"]).page
    asked = question(page)

    def clicked(ident: str, said: str) -> None:
        settled(page)
        thing(page, ident).click(force=True)
        expect(asked).to_contain_text(said)

    clicked("british-1", "Where does British 1 go?")
    clicked("british-2", "Where does British 2 go?")
    clicked("british-2", "What do you do?")
    clicked("british-1", "Where does British 1 go?")
    settled(page)
    page.keyboard.press("Escape")
    expect(asked).to_contain_text("What do you do?")
    clicked("british-2", "Where does British 2 go?")
    settled(page)
    page.get_by_role("button", name="Undo").click()
    expect(asked).to_contain_text("What do you do?")


def test_a_card_is_played_only_when_that_is_confirmed(visit: Visit, server: Server) -> None:
    page = ready(visit, server, {"hands": {"british": ["black-market"]}})
    page.locator("#trays .piece[data-id^='black-market']").click()
    expect(confirmation(page)).to_contain_text("Play Black Market")
    expect(log(page).filter(has_text="plays a card")).to_have_count(0)
    settled(page)
    confirmation(page).click()
    expect(log(page).filter(has_text="plays a card: Black Market").first).to_be_attached()


def test_a_note_on_the_board_gives_way_to_a_click_and_names_its_rule_once(
    visit: Visit, server: Server
) -> None:
    page = ready(visit, server, {"pawns": {"british-1": "in_031"}}, "british-1")
    page.get_by_role("combobox", name="Look at").select_option(label="Whole board")
    thing(page, "t_north").click(force=True)
    note = page.get_by_role("dialog")
    expect(note.get_by_role("link", name=re.compile("COL-"))).to_be_visible()
    assert len(re.findall(r"(?:COL|AMB)-", note.inner_text())) == 1
    note.get_by_text("North target").click()
    expect(note).to_have_count(0)


def test_walking_into_a_guard_is_confirmed(visit: Visit, server: Server) -> None:
    page = ready(visit, server, {"pawns": {"british-1": "out_351", "guard-1": "out_347"}}, "british-1")
    choice(page, "Walk into Guard 1").click()
    expect(confirmation(page)).to_have_text("Let him be arrested")
    settled(page)
    confirmation(page).click()
    expect(log(page).filter(has_text="British 1 is arrested").first).to_be_attached()


def test_the_log_draws_the_dice_and_tells_them_in_words(visit: Visit, server: Server) -> None:
    page = visit(
        colditz_match(server, ("roll",), {"phase": "ready", "turn": "british"}, seats="2")["british"]
    ).page
    line = log(page).filter(has_text="rolls").locator(".sentence")
    expect(line).to_have_text(re.compile(r"rolls \d and \d\.$"))
    assert line.locator("svg").count() == 2


def test_guards_are_posted_by_clicks_on_the_posts(visit: Visit, server: Server) -> None:
    page = visit(colditz_match(server, seats="2")["security"]).page
    expect(question(page)).to_contain_text("post")
    chance = random.Random(1)
    posts = page.locator("#board .place.lit")
    for manned in range(3):
        settled(page)
        assert posts.count() > 3
        answered(page, lambda: on_the_board(page, chance))
        expect(page.locator("#log").get_by_text(re.compile("is posted at"))).to_have_count(manned + 1)


def test_who_stays_away_from_an_appel_is_ticked_and_sent_at_once(visit: Visit, server: Server) -> None:
    seats = colditz_match(
        server,
        ("play appel",),
        {
            "phase": "ready",
            "turn": "security",
            "hands": {"security": ["appel"]},
            "pawns": {"british-1": "in_031", "british-2": "dentist_1", "british-3": "chapel_1"},
        },
        seats="3",
    )
    page, other = visit(seats["british"]).page, visit(seats["spectator"]).page
    expect(question(page)).to_contain_text("stay away")
    settled(page)
    boxes = page.locator("#choices").get_by_role("checkbox")
    going = boxes.count()
    assert going >= 3
    finish = sentences(page).last
    expect(finish).to_contain_text("All go to the appel area")
    expect(log(other).first).to_be_attached()
    settled(other)
    told = log(other).count()
    boxes.first.click()
    thing(page, "british-3").click(force=True)
    expect(boxes.first).to_be_checked()
    expect(finish).to_contain_text(re.compile(f"2 stay away, {going - 2} go(es)? to the appel area"))
    boxes.first.click()
    expect(finish).to_contain_text(re.compile(f"1 stays away, {going - 1} go(es)? to the appel area"))
    page.keyboard.press("2")
    expect(boxes.nth(1)).to_be_checked()
    accessible(page)
    assert log(other).count() == told, "something was played before the last click"
    finish.click()
    expect(question(page)).not_to_contain_text("stay away from")
    expect(page.locator("#board [aria-pressed]")).to_have_count(0)
    expect(log(other).filter(has_text="British 3 stays away").first).to_be_attached()
    expect(log(other).filter(has_text="British 2 stays away").first).to_be_attached()


DANGER = {
    "turn": "security",
    "phase": "act",
    "points": 8,
    "pawns": {"british-1": "out_351", "guard-1": "out_347"},
    "equipment": {"british": {"rope": 2}},
    "hands": {"british": ["talisman", "release"], "french": ["release"]},
}
"""A guard beside a POW who may be saved by a card."""


@pytest.mark.parametrize("size", few(1, [{}, {"size": PHONE}]))
def test_an_interrupt_says_what_happens_and_a_card_is_played_by_a_click(
    visit: Visit, server: Server, size: dict[str, Any]
) -> None:
    seats = colditz_match(server, ("guard-1",), DANGER, seats="3")
    british, french, guards = (visit(seats[seat], **size).page for seat in ("british", "french", "security"))
    expect(question(guards)).to_contain_text("Where does Guard 1 go?")
    settled(guards)
    choice(guards, "Arrest British 1").click()
    confirm(guards)
    expect(question(british)).to_contain_text("Do you play a card?")
    expect(question(british)).to_contain_text(re.compile("Guard 1.*British 1"))
    accessible(british)
    expect(french.get_by_text("your decision")).to_have_count(0)
    british.get_by_role("tab", name="Cards").click()
    card = british.locator("#cards .card").filter(has_text="Talisman")
    settled(british)
    card.click()
    confirm(british)
    expect(log(guards).filter(has_text="Talisman").first).to_be_attached()
    expect(log(french).filter(has_text="Talisman").first).to_be_attached()
    expect(question(guards)).to_contain_text("What do you do?")


LADEN = {
    "points": 8,
    "equipment": {"british": {"rope": 2, "key": 1, "pass": 1, "cutter": 1}},
    "hands": {"british": ["talisman", "release", "warning", "hideaway", "chapel-tunnel"]},
}
"""Ten things in one line of an officer."""
OVERLAPS = """(tray) => {
  const boxes = [...tray.querySelectorAll(".piece")].map((each) => each.getBoundingClientRect());
  const beside = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  return boxes.flatMap((a, n) => boxes.slice(n + 1).filter((b) => !beside(a, b))).length;
}"""


@pytest.mark.parametrize("size", few(1, [DESKTOP, PHONE, LARGE, LAPTOP]))
def test_whoever_holds_much_sees_all_of_it_among_six(
    visit: Visit, server: Server, size: dict[str, Any]
) -> None:
    at = {"phase": "act", "turn": "british", **LADEN}
    page = visit(colditz_match(server, (), at, seats="6")["british"], size=size).page
    own = page.locator("#trays .tray[data-id='officer-british']")
    expect(own.locator(".piece")).to_have_count(10)
    settled(page)
    assert own.evaluate(OVERLAPS) == 0
    fits(page)


SEEN = """(each) => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return each.contains(document.elementFromPoint(x, y));
}"""
"""Whether nothing covers a thing, and it is not scrolled away."""


def test_what_is_found_is_in_sight_beside_open_offers(visit: Visit, server: Server) -> None:
    """Whoever has nothing to give reads a long column of what can be asked for."""
    at = {**TRADING, "points": 14, "equipment": {"french": {"key": 1}}}
    page = visit(colditz_match(server, ("british-1",), at, edition="classic", seats="3")["british"]).page
    page.get_by_role("tab", name="Offers").click()
    expect(page.locator("#panel-offers .good").nth(4)).to_be_attached()
    field = page.get_by_role("searchbox", name="Find a space")
    field.fill("dentist")
    settled(page)
    assert field.evaluate(SEEN)
    assert page.locator("#place-list .choice").first.evaluate(SEEN)
    assert choice(page, "Put the pawn back").evaluate(SEEN)


WALKS = {
    "french": (("laundry_1", "laundry_3"), ("kitchen_1", "kitchen_2")),
    "polish": (("dentist_1", "dentist_3"), ("showers_1", "showers_2")),
    "dutch": (("store_1", "store_2"), ("orderlies_quarters_1", "orderlies_quarters_2")),
    "american": (("parcel_office_1", "parcel_office_2"), ("wc_1", "wc_2")),
}
"""By nation, from where to where its first two pawns walk in a round."""
GUARDED = ("roll", "guard-1", "to in_115", "post post_in_1", "post post_in_2", "end")


@pytest.mark.parametrize("size", [DESKTOP, LARGE])
def test_the_summary_of_a_whole_round_of_six_is_all_in_sight(
    visit: Visit, server: Server, size: dict[str, Any]
) -> None:
    pawns = {"british-1": "in_031", "guard-1": "in_117"}
    rows = ["roll", "british-1", "to in_034", "end"]
    for nation, walks in WALKS.items():
        named = [(f"{nation}-{n}", *walk) for n, walk in enumerate(walks, 1)]
        pawns |= {pawn: start for pawn, start, _ in named}
        rows += ["roll", *(row for pawn, _, goal in named for row in (pawn, f"to {goal}")), "end"]
    at = {"phase": "ready", "turn": "british", "pawns": pawns}
    page = visit(colditz_match(server, (*rows, *GUARDED), at, seed=24, seats="6")["british"], size=size).page
    lines = page.locator("#meanwhile li")
    expect(lines).to_have_count(5)
    settled(page)
    assert lines.evaluate_all(f"(lines) => lines.every({SEEN})")


def test_what_others_did_is_summed_up_for_whoever_was_away(visit: Visit, server: Server) -> None:
    away = colditz_match(
        server,
        (
            "roll",
            "british-1",
            "to in_034",
            "end",
            "roll",
            "guard-1",
            "to in_115",
            "post post_in_1",
            "post post_in_2",
            "end",
        ),
        {"phase": "ready", "turn": "british", "pawns": {"british-1": "in_031", "guard-1": "in_116"}},
        seats="2",
        seed=4,
    )
    page = visit(away["british"]).page
    box = page.get_by_role("region", name="Since your last decision")
    expect(box).to_contain_text("Security Officer: rolled")
    assert "British" not in box.inner_text()
    accessible(page)
    box.get_by_role("button", name="Close").click()
    expect(box).to_have_count(0)
    expect(question(page)).to_be_visible()
    assert not confirmation(page).count()
    becomes(lambda: page.locator("#meanwhile").is_visible(), False)


def test_a_tap_on_a_pow_who_cannot_be_arrested_moves_no_guard(visit: Visit, server: Server) -> None:
    at = {
        "phase": "act",
        "turn": "security",
        "points": 8,
        "pawns": {"british-1": "in_080", "guard-1": "in_081"},
    }
    page = visit(colditz_match(server, ("guard-1",), at, seats="2")["security"], size=PHONE).page
    expect(question(page)).to_contain_text("Where does Guard 1 go?")
    settled(page)
    box = thing(page, "british-1").locator("use").first.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.get_by_role("dialog")).to_contain_text(re.compile("British 1.*COL-", re.DOTALL))
    expect(question(page)).to_contain_text("Where does Guard 1 go?")


def test_a_tap_on_the_middle_of_a_small_space_means_that_space(visit: Visit, server: Server) -> None:
    page = ready(visit, server, {"pawns": {"british-1": "in_031"}}, "british-1", size=PHONE)
    expect(question(page)).to_contain_text("Where does British 1 go?")
    settled(page)
    box = thing(page, "in_034").locator(".hit").bounding_box()
    assert box is not None
    assert box["width"] < 30, "it is larger than a thumb"
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(log(page).filter(has_text="British 1 goes to")).to_have_count(1)
