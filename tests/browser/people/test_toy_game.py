"""The toy game in three browsers: windows, offers and open choices need no client code of their own."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest
from playwright.sync_api import Page, expect

from garrison.client import Chair, Table
from support.browser.match_page import (
    asked,
    confirm,
    log,
    over,
    question,
    sentences,
    settled,
    whoever_is_asked,
)
from support.browser.visitor import Visit, accessible, accessible_too, whole_page_accessible
from support.table.server import Server

SHOW = "Which lantern do you show?"
STAKE = "How much do you stake?"


@pytest.fixture
def three(visit: Visit, server: Server) -> list[Page]:
    """Anna, Bruno and Carla, each with the link of their seat."""
    made = httpx.post(f"{server.url}/api/matches", json={"game": "toy", "options": {}, "lang": "en"}).json()
    pages = [visit(f"/match/{made['id']}#{seat['token']}").page for seat in made["seats"]]
    for page in pages:
        expect(question(page)).to_have_text(SHOW)
    return pages


def take(page: Page, said: str) -> None:
    sentences(page).filter(has_text=said).first.click()
    settled(page)


@pytest.fixture
def staking(server: Server) -> Iterator[list[Chair]]:
    """All have shown a lantern: whoever is asked for the stake comes first."""
    with ExitStack() as stack:
        table = Table(server.url)
        anna = stack.enter_context(table.new("toy"))
        others = [table.join(anna.match, seat["token"]) for seat in anna.seats[1:]]
        chairs = [anna, *map(stack.enter_context, others)]
        for chair in chairs:
            chair.do(next(do for do in chair.choices if do.startswith("commit")))
        for chair in chairs:
            while chair.frame["scene"]["ask"]["text"] != STAKE:
                chair.wait()
        yield sorted(chairs, key=lambda chair: chair.frame["scene"]["form"] is None)


@pytest.mark.proof
def test_danger_is_seen_and_heard_and_no_highlight_outlives_its_question(three: list[Page]) -> None:
    for page in three:
        # Showing no lantern is merely possible: the wall has a thin line, lanterns a strong one.
        expect(page.locator(".faint")).to_have_count(1)
        expect(page.locator("#board [data-id=wall].lit.faint .ring")).to_be_visible()
        take(page, "show lantern")
    leader = whoever_is_asked(*three)
    assert leader
    expect(question(leader)).to_have_text(STAKE)
    wall, pointed_at = leader.locator("#board [data-id=wall]"), leader.locator("#board .near")
    wall.click()
    expect(pointed_at).to_have_count(1)
    leader.keyboard.press("Escape")
    expect(pointed_at).to_have_count(0)
    wall.click()
    leader.get_by_role("menuitem", name="stake 200 pence").click()
    expect(question(leader)).to_have_text("200 pence are at stake: how many dice?")
    expect(pointed_at).to_have_count(0)
    said = "The climb is hard: it takes a 5."
    expect(leader.locator("#board .alarms text")).to_have_text("!5")
    expect(leader.locator("#live").get_by_text(said)).to_have_count(1)
    expect(wall).to_have_attribute("aria-label", re.compile(f"^wall, {re.escape(said)}: "))
    # The note of these choices: on the board once, behind each sentence, and to be heard.
    expect(leader.locator("#board .notes text")).to_have_text("5+")
    climbs = sentences(leader).filter(has_text="climb, dice:")
    expect(climbs.first).to_have_text(re.compile(r"climb, dice: 3 5\+"))
    expect(climbs.first).to_have_accessible_name(re.compile(r"^climb, dice: 3, 5\+, "))
    ring = leader.locator(".alarm-ring")
    assert ring.evaluate("each => getComputedStyle(each).animationName") == "none"
    leader.emulate_media(reduced_motion="no-preference")
    leader.reload()
    assert ring.evaluate("each => getComputedStyle(each).animationName") == "alarm"
    accessible_too(leader)
    wall.click()
    leader.get_by_role("menuitem", name="dice: 1").click()
    for page in three:
        expect(page.locator("#board :is(.alarms, .notes) > *")).to_have_count(0)


def test_a_window_keeps_each_answer_hidden_until_all_are_in(three: list[Page]) -> None:
    anna, bruno, carla = three
    take(anna, "show lantern")
    expect(anna.get_by_text(re.compile("Waiting for Bruno and Carla"))).to_be_visible()
    for other in (bruno, carla):
        assert asked(other)
        expect(log(other).filter(has_text="shows lantern")).to_have_count(0)
    # A card that can be shown lies lit in the tray; that it may be offered too is another matter.
    bruno.get_by_role("region", name="Beside the board").get_by_role("button").first.click()
    confirm(bruno)
    expect(bruno.get_by_text("Waiting for Anna and Carla")).to_be_visible()
    anna.reload()  # all that is told to her is there
    expect(anna.get_by_text("Waiting for Bruno and Carla")).to_be_visible()
    expect(log(anna).filter(has_text="shows lantern")).to_have_count(0)
    take(carla, "show no lantern")
    for page in three:
        expect(log(page).filter(has_text="Anna shows lantern")).to_have_count(1)
        expect(log(page).filter(has_text="Carla shows no lantern")).to_have_count(1)


def test_an_offer_is_made_and_accepted_while_somebody_else_is_asked(three: list[Page]) -> None:
    anna, bruno, carla = three
    take(anna, "show lantern")
    expect(sentences(anna)).to_have_count(0)
    assert not sentences(bruno).filter(has_text=re.compile("offer|swap")).count()
    anna.get_by_role("tab", name="Offers").click()
    send = anna.get_by_role("button", name="Send the offer")
    expect(send).to_be_disabled()
    anna.get_by_role("group", name="To whom?").get_by_label("left").check()
    anna.get_by_role("group", name="Which lantern do you give?").get_by_role("radio").first.check()
    accessible(anna)
    send.click()
    anna.get_by_role("tab", name="Log").click()
    expect(log(carla).filter(has_text="Anna offers")).to_have_count(0)
    expect(carla.get_by_role("button", name="An offer waits")).to_have_count(0)
    bruno.get_by_role("button", name="An offer waits for your answer").click()
    expect(bruno.get_by_role("tab", name=re.compile("Offers.*An offer waits"))).to_have_attribute(
        "aria-selected", "true"
    )
    accessible(bruno)
    bruno.get_by_role("region", name="Offers to you").get_by_role("button").first.click()
    expect(bruno.get_by_role("button", name="An offer waits")).to_have_count(0)
    bruno.get_by_role("tab", name="Log").click()
    for page in (anna, bruno):
        expect(log(page).filter(has_text=re.compile("gives lantern"))).to_have_count(1)
    carla.reload()  # all that is told to her is there
    expect(question(carla)).to_have_text(SHOW)
    expect(log(carla).filter(has_text=re.compile("gives lantern|offers"))).to_have_count(0)


def test_an_offer_is_put_together_and_answered_by_keys_alone(three: list[Page]) -> None:
    anna, bruno, _ = three
    anna.keyboard.press(".")
    anna.keyboard.press("Space")  # to the left
    anna.keyboard.press("ArrowRight")  # to the right after all
    anna.keyboard.press("ArrowLeft")
    anna.keyboard.press("Tab")
    anna.keyboard.press("Space")
    anna.keyboard.press("Enter")
    waits = bruno.get_by_role("button", name="An offer waits for your answer")
    expect(waits).to_be_visible()
    bruno.keyboard.press(".")
    bruno.keyboard.press("Enter")
    expect(waits).to_have_count(0)
    bruno.get_by_role("tab", name="Log").click()
    expect(log(bruno).filter(has_text="gives lantern")).to_have_count(1)


@pytest.mark.proof
def test_an_open_choice_is_a_form_with_number_and_slider(visit: Visit, staking: list[Chair]) -> None:
    leader, *others = staking
    page = visit(f"/match/{leader.match}#{leader.token}").page
    number = page.get_by_role("spinbutton")
    slider = page.get_by_role("slider")
    whole_page_accessible(page)
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(number).to_have_value("0.75")
    number.fill("9")
    page.get_by_role("button", name="Take this").click()
    settled(page)
    expect(question(page)).to_have_text(STAKE)
    number.fill("1.25")
    page.get_by_role("button", name="Take this").click()
    expect(log(page).filter(has_text="stakes 125 pence")).to_have_count(1)
    for other in others:
        assert "stakes 125 pence" in str(other.wait()["steps"])
    expect(question(page)).to_contain_text("125 pence are at stake")
    expect(sentences(page).filter(has_text=re.compile(r"climb, dice: 1\s*4\+\s*3 of 6, 50%"))).to_have_count(
        1
    )


def test_the_log_has_headings_signs_and_dice_and_shows_what_is_clicked(
    visit: Visit, staking: list[Chair]
) -> None:
    leader, other, _ = staking
    (name,) = leader.frame["scene"]["ask"]["who"]
    page = visit(f"/match/{other.match}#{other.token}").page
    expect(question(page)).to_have_text(f"{name} is deciding")
    expect(page.get_by_role("button", name="Hour 1 begins.")).to_be_hidden()  # the heading says it
    leader.do("bid x=1")
    expect(question(page)).to_have_text(f"{name} is choosing the dice for 100 pence")
    leader.do("dare 1")
    for heading, level in (("Hour 1", 3), ("The climb", 4)):
        expect(page.get_by_role("heading", name=heading, level=level)).to_be_visible()
    rolled = log(page).filter(has_text=f"{name} rolls")
    line = rolled.get_by_role("button", name=re.compile(rf"{name} rolls\s+[1-6]\s*\.\s+needs 4\+"))
    expect(line.locator("svg.die")).to_have_count(1)
    expect(line.locator("svg.sign path")).to_have_count(1)
    rule = rolled.get_by_role("link", name="Rule NW-4.2").first
    expect(rule).to_have_css("opacity", "0")
    line.click()
    expect(rolled).to_have_attribute("aria-current", "step")
    expect(rule).to_have_css("opacity", "1")
    expect(page.locator("#board .near[data-id=wall]")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(rule).to_be_focused()
    accessible_too(page)


@pytest.mark.proof
def test_who_is_not_asked_is_told_why_not(visit: Visit, staking: list[Chair]) -> None:
    _, chair, _ = staking
    other = visit(f"/match/{chair.match}#{chair.token}").page
    expect(question(other)).to_contain_text("is deciding")
    other.get_by_role("img", name=re.compile("leader's lamp")).click(force=True)
    expect(other.get_by_role("dialog", name="Why not?")).to_be_visible()


@pytest.mark.proof
def test_three_play_a_whole_watch(three: list[Page]) -> None:
    chance = random.Random(4)
    for _ in range(60):
        page = whoever_is_asked(*three)
        if page is None:
            break
        answers = sentences(page).filter(has_not_text=re.compile("offer"))
        answers.nth(chance.randrange(answers.count())).click()
        confirm(page)
        settled(page)
    for page in three:
        expect(over(page)).to_be_visible()
        expect(log(page).filter(has_text="The watch ends.")).to_have_count(1)
