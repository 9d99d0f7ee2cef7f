"""The match page: language, undo, hints, reasons, log, reconnecting and accessibility."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

import garrison
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.core.registry import find
from support import paths
from support.browser.match_page import (
    KEYS,
    answering,
    confirm,
    lay,
    lit,
    log,
    near_the_end,
    question,
    sentences,
    settled,
    side,
    sit_down,
)
from support.browser.visitor import (
    DESKTOP,
    PHONE,
    Visit,
    accessible,
    accessible_too,
    fits,
    whole_page_accessible,
)
from support.games.itter_scenarios import at
from support.proof import few
from support.table.server import Forked, Server

WHO = "Who acts?"


def take(page: Page, *said: str) -> None:
    """Take choices by how their sentences begin."""
    for each in said:
        settled(page)
        sentences(page).filter(has_text=re.compile(f"^.{{0,3}}{re.escape(each)}", re.DOTALL)).first.click()
    settled(page)


def told(page: Page, sentence: str) -> None:
    expect(log(page).filter(has_text=sentence).first).to_be_visible()


def test_the_language_changes_in_the_middle_of_a_game(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server).page
    take(page, "Lee", "NT2:")
    asked, many = question(page).inner_text(), sentences(page).count()
    page.get_by_role("button", name="Italiano").click()
    expect(question(page)).to_have_text("Che cosa fa Lee?")
    expect(log(page).filter(has_text="Lee prende posizione in NT2")).to_have_count(1)
    expect(page.locator("html[lang=it]")).to_have_count(1)
    expect(page.get_by_role("button", name="Consiglio")).to_be_visible()
    assert sentences(page).count() == many
    page.get_by_role("button", name="English").click()
    expect(question(page)).to_have_text(asked)
    told(page, "Lee takes position on NT2.")


def test_one_sees_who_is_fresh_who_was_chosen_what_is_lost_and_where_they_may_break_in(
    visit: Visit, server: Server
) -> None:
    record = (paths.RECORDS / "itter-1-elite.txt").read_text("utf-8")
    page = visit(near_the_end(server, record, 3)[0]).page
    expect(question(page)).to_contain_text(WHO)
    expect(page.get_by_role("img", name="Circle 25, yellow, 25 is the last free circle")).to_be_visible()
    expect(page.locator("#board .alarms text").filter(has_text=re.compile("^!$"))).to_have_count(1)
    expect(page.locator("#board .alarms text").filter(has_text=re.compile(r"^\d$"))).to_have_count(11)
    expect(page.locator("#board [data-id=tank-wreck]")).to_be_visible()
    fresh, tired = page.locator("#board [data-id=gamelin]"), page.locator("#board [data-id=linson]")
    expect(fresh).to_have_class(re.compile(r"\blit\b(?!.*faint)"))
    expect(tired).to_have_class(re.compile(r"\blit\b.*\bfaint\b"))
    stroke, fill = (f"each => getComputedStyle(each).{name}" for name in ("strokeWidth", "fillOpacity"))
    wide = [float(each.locator(".glow").evaluate(stroke).removesuffix("px")) for each in (fresh, tired)]
    assert wide[0] > wide[1]
    fresh.click()
    expect(page.locator("#board [data-id=gamelin].subject .ring")).to_be_visible()
    assert fresh.locator(".glow").evaluate(fill) == "0", "nothing is laid over what he can do"


def test_undo_goes_back_step_by_step_until_dice_fell(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server).page
    undo = page.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_be_disabled()
    take(page, "Lee", "NT2:")
    undo.click()
    expect(question(page)).to_have_text("Where does Lee take position?")
    page.keyboard.press("u")
    expect(question(page)).to_contain_text(WHO)
    expect(log(page).filter(has_text="Undone.").filter(visible=True)).to_have_count(1)
    expect(undo).to_be_disabled()
    take(page, "Lee", "NT2:", "Attack")
    expect(question(page)).to_contain_text("Actions left: 4")
    undo.click()
    expect(page.get_by_role("group", name="Undo")).to_contain_text("Dice were rolled")
    page.get_by_role("button", name="Undo it anyway").click()
    expect(question(page)).to_have_text("What does Lee do?")
    told(page, "Undone, though dice were rolled or something was revealed.")


@pytest.mark.proof
def test_a_line_of_the_log_leads_back_to_it(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server).page
    take(page, "Lee", "NT2:", "Suppress", "Basse", "NT3:")
    line = log(page).filter(has_text="Lee takes position on NT2.")
    line.get_by_role("button", name="Back to here").click()
    expect(question(page)).to_have_text("What does Lee do?")
    take(page, "Suppress")
    told(page, "Lee suppresses")


@pytest.mark.proof
def test_what_is_clicked_at_a_new_frame_counts_before_the_last_answer_came(visit: Visit) -> None:
    """A frame can be on the screen a while before the word that the action was done."""
    page = visit("/").page

    def slowly(line: WebSocketRoute) -> None:
        beyond = line.connect_to_server()
        beyond.on_message(lambda said: "done" in json.loads(said) or line.send(said))

    page.route_web_socket("**/ws/*", slowly)
    page.get_by_role("button", name="Play Castle Itter").click()
    expect(sentences(page).first).to_be_visible()
    take(page, "Lee", "NT2:", "Suppress")
    told(page, "Lee suppresses")
    page.keyboard.press("u")
    expect(question(page)).to_have_text("What does Lee do?")


@pytest.mark.proof
def test_a_line_of_the_log_shows_its_moment(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server).page
    take(page, "Lee", "NT2:", "Suppress", "Basse", "K1:")
    board = page.get_by_role("group", name="Board", exact=True)
    expect(board.get_by_role("img", name=re.compile("^Lee"))).to_be_visible()
    page.get_by_role("button", name="Turn 1", exact=True).click()
    expect(page.get_by_text("You are looking at an earlier moment")).to_be_visible()
    expect(board.get_by_role("img", name=re.compile("^Lee"))).to_have_count(0)
    expect(lit(page)).to_have_count(0)
    page.get_by_role("button", name="Back to now").click()
    expect(page.get_by_text("You are looking at an earlier moment")).to_be_hidden()
    expect(board.get_by_role("img", name=re.compile("^Lee"))).to_be_visible()
    expect(lit(page)).not_to_have_count(0)


@pytest.mark.proof
def test_a_hint_has_a_reason_and_can_be_played(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server).page
    take(page, "Lee", "NT2:")
    page.get_by_role("button", name="Hint").click()
    expect(side(page).get_by_role("heading", name="Best idea")).to_be_visible()
    expect(side(page).get_by_text(re.compile(r"chance of winning \d+")).first).to_be_visible()
    accessible(page)
    best = page.get_by_role("button", name=re.compile("^Play it: ")).first
    expect(best).to_be_focused()
    page.keyboard.press("Enter")
    expect(side(page).get_by_role("heading", name="Best idea")).to_have_count(0)
    told(page, "Lee takes position on NT2.")
    expect(log(page).last).not_to_contain_text("Lee takes position on NT2.")


PRESS_A_KEY = """new MutationObserver(
  () => document.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" })),
).observe(document.getElementById("question"), { childList: true })"""
"""A key is pressed the moment another question is asked."""


SLOW = """const set = window.setTimeout;
window.setTimeout = (then, wait) => set(then, wait === 280 ? 700 : wait);
0"""
"""A new question is guarded for longer than a plan waits, as happens on a slow machine."""


def plan(page: Page) -> list[str]:
    page.get_by_role("button", name="Hint").click()
    expect(side(page).get_by_role("heading", name="Best idea")).to_be_visible()
    return page.locator(".suggestion").first.get_by_role("listitem").all_inner_texts()


def test_a_hint_plans_the_whole_action(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server).page
    first, *rest = plan(page)
    assert len(rest) > 1
    square = rest[0].partition(":")[0]
    page.evaluate(SLOW)
    page.get_by_role("button", name=f"Play it: {'; '.join([first, *rest])}").click()
    expect(question(page)).to_contain_text("Actions left: 4")
    told(page, f"{first} takes position on {square}.")


@pytest.mark.proof
def test_a_plan_waits_for_who_presses_a_key_and_is_kept_to(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server).page
    _, *rest = plan(page)
    assert len(rest) > 1
    page.evaluate(SLOW)
    page.evaluate(PRESS_A_KEY)
    page.get_by_role("button", name=re.compile("^Play it: ")).first.click()
    expect(question(page)).not_to_contain_text("Actions left")
    settled(page)
    assert plan(page) == rest
    sentences(page).filter(has_text=rest[0]).first.click()
    settled(page)
    assert plan(page) == rest[1:]


def test_what_is_not_lit_says_why_with_the_rule(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server).page
    page.get_by_role("img", name=re.compile("^Clemenceau")).click()
    note = page.get_by_role("dialog", name="Why not?")
    expect(note).to_be_visible()
    assert len(note.inner_text()) > 20
    accessible_too(page)
    page.keyboard.press("Escape")
    take(page, "Lee", "NT2:")
    page.keyboard.press("0")  # the view may have come closer to Lee
    page.get_by_role("img", name="SS Rifleman, defence 3, Area 11").click()
    rule = note.get_by_role("link")
    expect(rule).to_be_visible()
    ident = rule.inner_text().strip()
    assert re.fullmatch(r"ITP-\d+\.\d+\w*", ident)
    rule.click()
    expect(page.get_by_role("tabpanel", name="Rules").get_by_text(ident, exact=True)).to_be_visible()


@pytest.mark.proof
def test_the_question_opens_the_rulebook_at_its_rule(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server).page
    side(page).get_by_role("link", name="Rule ITP-2.0a").click()
    expect(page.get_by_role("tab", name="Rules")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tabpanel", name="Rules").get_by_text("ITP-2.0a", exact=True)).to_be_in_viewport()
    accessible(page)
    page.get_by_role("tab", name="More").click()
    expect(page.get_by_role("button", name="Export the log")).to_be_visible()
    accessible(page)


@pytest.mark.proof
def test_of_two_counters_of_a_kind_either_can_be_clicked(visit: Visit, server: Server) -> None:
    match, chance = garrison.new("itter", seed=48), random.Random(48)
    while "attack mortar@4" not in (choices := [match.write(each) for each in match.legal(0)]):
        match.play(chance.choice(choices))
    assert match.view()["counters"]["4"].count("mortar") == 2
    page = visit(near_the_end(server, match.record(), 0)[0]).page
    expect(sentences(page).first).to_be_visible()
    with answering(page):
        page.locator("[data-id='mortar@4#2']").click(force=True)
    expect(log(page).last).to_contain_text("Mortar")


def test_a_thing_with_several_choices_opens_a_menu_with_odds(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server).page
    take(page, "Basse")
    page.get_by_role("button", name=re.compile("G4:")).last.click(force=True)
    settled(page)
    several = lit(page).filter(has=page.locator("xpath=self::*[@aria-haspopup]")).first
    several.click(force=True)
    menu = page.get_by_role("menu")
    expect(menu).to_be_visible()
    expect(menu.get_by_role("menuitem").first).to_be_focused()
    accessible(page)
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    expect(sentences(page).filter(has_text=re.compile(r"\d+ of \d+, \d+%")).first).to_be_visible()


def test_what_happens_is_told_to_a_screen_reader(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server).page
    take(page, "Lee", "NT2:")
    live = page.locator("[aria-live=polite]")
    expect(live).to_contain_text("Lee takes position on NT2.")
    expect(live).to_contain_text("What does Lee do?")


@pytest.mark.proof
def test_who_plays_alone_has_nobody_to_talk_to_but_may_let_a_bot_play(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server).page
    expect(page.get_by_role("tab", name="Chat")).to_have_count(0)
    page.get_by_role("tab", name="Seats").click()
    seats = page.get_by_role("tabpanel", name="Seats")
    seats.get_by_role("button", name="Let a bot play for me").click()
    expect(page.get_by_text("A bot is playing your seat:")).to_be_visible()
    accessible(page)
    seats.get_by_role("button", name="Take my seat back").click()
    expect(sentences(page).first).to_be_visible()


def test_a_match_is_there_again_after_a_reload_and_from_the_first_page(visit: Visit, server: Server) -> None:
    guest = sit_down(visit, server)
    page = guest.page
    take(page, "Lee", "NT2:")
    page.reload()
    expect(question(page)).to_have_text("What does Lee do?")
    told(page, "Lee takes position on NT2.")
    assert "#" not in page.url, "the address no longer shows the seat's secret"
    page.get_by_role("link", name="Home").first.click()
    page.get_by_role("link", name=re.compile("^Resume Castle Itter")).click()
    expect(question(page)).to_have_text("What does Lee do?")


READ = """() => {
  const later = window.setTimeout;
  window.setTimeout = (act, after, ...given) => later(act, after > 800 ? 2 ** 30 : after, ...given);
}"""
"""What is shown for a while stays until it is skipped."""
READ_CARD = READ.replace("800", "1500")
"""Cards stay until they are skipped, dice do not."""


@pytest.mark.proof
def test_dice_move_unless_that_is_not_wanted(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server, reduced_motion="no-preference").page
    take(page, "Lee", "NT2:")
    page.evaluate(READ)
    attack = sentences(page).filter(has_text="Attack").first
    attack.click()
    caption = page.locator(".caption")
    expect(caption).to_contain_text("Lee fires at")
    page.keyboard.press("Escape")
    expect(question(page)).to_contain_text("Actions left: 4")
    expect(caption).to_have_count(0)
    page.get_by_role("tab", name="More").click()
    moving = page.get_by_role("checkbox", name="Animate dice, moves and cards")
    expect(moving).to_be_checked()
    moving.uncheck()
    take(page, "Basse", "NT3:")
    sentences(page).filter(has_text="Attack").first.click()
    settled(page)
    expect(question(page)).to_contain_text("Actions left: 3")


@pytest.mark.proof
def test_the_board_shows_each_step_while_later_ones_are_told(visit: Visit, server: Server) -> None:
    """Lee fires with the last action: while an SS card is shown, he is already Exhausted."""
    there, _ = at({"defenders": {"lee": "g4"}, "rest": "casualty", "actions_left": 1})
    record = Match(find("itter"), there.options, KeyedDice(seed_key(1)), start=there.view()).record()
    (link,) = near_the_end(server, record, 0)
    page = visit(link, reduced_motion="no-preference").page
    take(page, "Lee")
    lee = page.locator("#board [data-id=lee] > use")
    expect(lee).to_have_count(1)
    page.evaluate(READ_CARD)
    sentences(page).filter(has_text="Attack").first.click()
    confirm(page)
    expect(page.locator(".card.large")).to_be_visible()
    expect(lee).not_to_have_count(1)
    # The gauges say so too, unless the phase is told to its end: then they are marked as out of date.
    phase = page.locator(".chip").filter(has_text="Phase")
    expect(phase.filter(has_text="SS").or_(page.locator(".outdated")).first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".caption")).to_have_count(0)


@pytest.mark.proof
def test_a_hint_waits_until_all_is_shown(visit: Visit, server: Server) -> None:
    """What the next question is must not be told while dice and cards that lead to it are still shown."""
    page = sit_down(visit, server, reduced_motion="no-preference").page
    take(page, "Lee")
    sentences(page).filter(has_text="BJ2:").click()
    settled(page)
    page.evaluate(READ)
    sentences(page).filter(has_text="Attack").first.click()
    expect(page.locator(".caption")).to_contain_text("Lee fires at")
    page.keyboard.press("h")
    assert page.get_by_text("Thinking").count() == 0
    page.keyboard.press("Escape")
    expect(page.locator(".caption")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.get_by_text("Best idea")).to_be_visible()


@pytest.mark.parametrize(
    ("size", "locale"), few(1, [(DESKTOP, "en-GB"), (PHONE, "it-IT")]), ids=["desktop", "phone, Italian"]
)
def test_the_match_page_is_accessible(visit: Visit, size: dict[str, object], locale: str) -> None:
    page = visit("/", size=size, locale=locale).page
    page.get_by_role("button", name=re.compile("Castle Itter")).click()
    expect(sentences(page).first).to_be_visible()
    whole_page_accessible(page)
    fits(page)
    for _ in range(3):
        sentences(page).first.click()
        settled(page)
    accessible_too(page)
    fits(page)


def test_a_lost_connection_is_told_and_mended(visit: Visit, tmp_path: Path) -> None:
    running = Forked(tmp_path / "home")
    guest = visit(at=running)
    for known in ("ERR_CONNECTION_REFUSED", "WebSocket"):
        guest.excuse(known)
    page = guest.page
    page.get_by_role("button", name="Play Castle Itter").click()
    take(page, "Lee")
    lost = page.get_by_text("The connection was lost.")
    with page.expect_console_message(lambda said: "ERR_CONNECTION_REFUSED" in said.text):
        running.kill()
        expect(lost).to_be_visible()
    running = Forked(tmp_path / "home", running.port)
    expect(lost).to_be_hidden()
    take(page, "NT2:")
    told(page, "Lee takes position on NT2.")
    running.end()


# Choices by kind


def test_choices_are_listed_by_kind_and_moves_are_folded(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server).page
    take(page, "Seiner")
    expect(sentences(page).filter(has_text="BJ3: sees black; M2HB")).to_be_visible()
    take(page, "BJ3:")
    headings = side(page).get_by_role("heading", level=3)
    assert headings.all_inner_texts()[:2] == ["Attack", "Suppress"]
    shares = [int(found) for found in re.findall(r"(\d+)%", side(page).inner_text())]
    assert shares == sorted(shares, reverse=True)
    expect(sentences(page).first).to_contain_text("with the M2HB")
    moves = side(page).get_by_role("button", name=re.compile("^Move"), expanded=False)
    expect(moves).to_have_count(1)
    expect(sentences(page).filter(has_text="Move to")).to_have_count(0)
    shown = sentences(page).count()
    # The key after those of the sentences opens the rest, and gives them keys.
    page.keyboard.press(KEYS[shown])
    expect(moves).to_have_count(0)
    within = sentences(page).filter(has_text="Move within to BJ4").first
    expect(within).to_be_visible()
    accessible_too(page)
    page.keyboard.press("ArrowDown")
    expect(sentences(page).nth(shown)).to_be_focused()
    page.keyboard.press(within.get_attribute("aria-keyshortcuts") or "")
    settled(page)
    expect(page.locator("#log")).to_contain_text("BJ4")


# Reading the table


@pytest.mark.parametrize(
    "size", [DESKTOP, pytest.param(PHONE, marks=pytest.mark.proof)], ids=["desktop", "phone"]
)
def test_the_legend_opens_in_the_first_match_and_never_again(
    visit: Visit, server: Server, size: dict[str, Any]
) -> None:
    guest = sit_down(visit, server, size=size, newcomer=True)
    page = guest.page
    legend = page.get_by_role("region", name="Reading the table")
    button = page.get_by_role("button", name="Reading the table")
    expect(legend).to_be_visible()
    expect(legend.get_by_role("listitem").first).to_contain_text("Lee is 1/2 CT: attack 1, suppress 2")
    assert legend.get_by_role("listitem").first.locator("svg").count() == 1
    expect(question(page)).to_be_in_viewport()
    expect(button).to_be_in_viewport()
    accessible(page)
    if size is DESKTOP:  # it covers nothing that can be chosen: the first click is an action, and closes it
        page.locator(".beside").get_by_role("button").first.click()
        settled(page)
    else:
        legend.get_by_role("button", name="Got it").tap()
    expect(legend).to_be_hidden()
    guest.go(lay(server, options={}).link("defender"))
    expect(sentences(page).first).to_be_visible()
    expect(legend).to_be_hidden()
    button.focus()
    page.keyboard.press("Enter")
    expect(legend).to_be_visible()
    expect(legend.get_by_role("heading")).to_be_focused()
    page.keyboard.press("Escape")
    expect(legend).to_be_hidden()
    expect(button).to_be_focused()


@pytest.mark.proof
def test_tooltips_and_names_speak_in_words_and_come_only_when_asked_for(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server).page
    tip = page.locator(".tooltip")
    spoken = page.get_by_role("group", name="Board", exact=True).aria_snapshot()
    assert "text:" not in spoken  # what is drawn is not read out
    assert re.search('"SS (Rifleman|Scout), defence [34], Area 2"', spoken)
    lee = page.get_by_role("button", name="Lee, attack 1 die, suppress 2, Command, tank crew: choose")
    lee.hover()
    expect(tip).to_contain_text("attack 1 die, suppress 2, Command, tank crew")
    for target in lit(page).all():
        assert not _overlap(tip, target)
    lee.click()
    expect(question(page)).to_have_text("Where does Lee take position?")
    page.evaluate("new Promise((done) => setTimeout(done, 700))")  # longer than a pointer has to rest
    expect(tip).to_have_count(0)
    page.keyboard.press("Shift+ArrowUp")
    expect(tip).to_be_visible()
    page.mouse.wheel(0, 10)
    expect(tip).to_have_count(0)


def _overlap(one: Locator, other: Locator) -> bool:
    a, b = one.bounding_box(), other.bounding_box()
    assert a
    assert b
    beside = (a["x"] + a["width"] <= b["x"], b["x"] + b["width"] <= a["x"])
    return not any((*beside, a["y"] + a["height"] <= b["y"], b["y"] + b["height"] <= a["y"]))


@pytest.mark.proof
def test_another_than_the_one_who_acts_says_whose_action_it_is(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server).page
    take(page, "Lee", "NT2:", "Suppress", "Szymczyk", "K1:")
    page.get_by_role("img", name=re.compile("^Lee, .*Exhausted")).click(force=True)
    note = page.get_by_role("dialog", name="Why not?")
    expect(note).to_contain_text("It is Szymczyk's action; Lee is Exhausted.")
    expect(note).to_contain_text("attack 1 die, suppress 2, Command, tank crew")


@pytest.mark.proof
def test_while_something_moves_the_last_question_does_not_look_alive(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server, reduced_motion="no-preference").page
    page.evaluate("localStorage.setItem('garrison.speed', 'slow')")
    undo, hint = (page.get_by_role("button", name=name, exact=True) for name in ("Undo", "Hint"))
    take(page, "Lee", "NT2:")
    expect(page.locator("#side.paused")).to_have_count(0)
    hint.click()
    expect(page.get_by_role("button", name=re.compile("^Play it")).first).to_be_visible()
    sentences(page).filter(has_text="Attack").first.click()
    expect(page.locator("#side.paused")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Play it"))).to_have_count(0)
    expect(undo).to_be_disabled()
    expect(hint).to_be_disabled()
    expect(page.locator(".dice .need")).to_have_text("needs 3+")
    page.keyboard.press("Escape")
    expect(page.locator("#side.paused")).to_have_count(0)
    expect(hint).to_be_enabled()
