"""Lessons in the browser: by clicks, by keys alone and by taps, with wrong tries, to their end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from support.browser.layout import BEYOND, enough_choices
from support.browser.match_page import log, sentences, settled, side
from support.browser.visitor import DESKTOP, PHONE, Visit, accessible, becomes, fits


def lesson(page: Page) -> Locator:
    """The text of the lesson."""
    return page.locator("#lesson")


def at_step(page: Page, words: str) -> None:
    expect(lesson(page)).to_contain_text(words)
    settled(page)


def take(page: Page, said: str) -> None:
    sentences(page).filter(has_text=said).first.click()


def read_whole(page: Page) -> None:
    """On a small phone the text is opened whole and closed again. Turned, the board fits at once."""
    cut = "each => each.scrollHeight > each.clientHeight + 1"
    for width, height in ((320, 568), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        becomes(lambda: page.evaluate(BEYOND), False)
        becomes(lambda: lesson(page).evaluate(cut), True)
        lesson(page).get_by_role("button", name="Read on").click()
        becomes(lambda: lesson(page).evaluate(cut), False)
        lesson(page).get_by_role("button", name="Show less").click()
        becomes(lambda: lesson(page).evaluate(cut), True)


def test_a_lesson_is_played_by_clicks_with_wrong_tries_to_its_end(visit: Visit) -> None:
    page = visit("/").page
    page.get_by_role("link", name="Learn to play Castle Itter").first.click()
    expect(page.get_by_role("heading", name="Learn to play Castle Itter")).to_be_visible()
    expect(page.get_by_role("listitem")).to_have_count(6)
    accessible(page)
    page.get_by_role("link", name="Place and shoot").click()
    at_step(page, "step 1 of 6")
    outlined = page.locator("[data-id].outlined")
    expect(outlined).to_have_attribute("data-id", "lee")
    expect(page.locator(".choice.outlined")).to_contain_text("Lee")
    accessible(page)

    take(page, "Pollock")  # allowed, but not what the lesson is about
    at_step(page, "For this lesson let it be Lee")
    expect(page.locator("#live")).to_contain_text("For this lesson let it be Lee")
    page.locator("#trays [data-id=lee]").click()
    at_step(page, "step 2 of 6")
    expect(lesson(page)).not_to_contain_text("let it be Lee")
    expect(page.locator("#live")).to_contain_text("Put him on G4")
    assert outlined.evaluate_all("all => all.map((each) => each.dataset.id)") == ["g4", "7", "8", "9", "10"]

    for scrolled in ("#side", "#sheet"):
        page.locator(scrolled).evaluate("each => { each.scrollTop = each.scrollHeight; }")
    page.locator("#board [data-id=g4]").click(force=True)
    at_step(page, "step 3 of 6")
    expect(page.locator("#question")).to_be_in_viewport()
    enough_choices(page)
    read_whole(page)
    page.set_viewport_size(DESKTOP["viewport"])
    expect(lesson(page).get_by_role("button", name="Read on")).to_be_hidden()
    page.locator("#board [data-id='rifleman@5']").click(force=True)  # forbidden: the rule answers
    expect(page.get_by_role("dialog")).to_contain_text("G4 sees black; circle 5 is purple")
    page.keyboard.press("Escape")
    take(page, "circle 9 with the M")
    at_step(page, "The 5 beats Defence 3")
    expect(log(page).filter(has_text="Lee fires at the SS Rifleman on circle 9").first).to_be_visible()

    for said in ("Szymczyk", "BJ1:", "Load the 76mm"):
        take(page, said)
        settled(page)
    at_step(page, "The Load token lies on BJ2")
    expect(lesson(page)).to_contain_text("attack 1 die, suppress 2 tokens, Command, tank crew")
    expect(lesson(page).get_by_role("link", name="Next: Suppress")).to_be_visible()
    lesson(page).get_by_role("link", name="Lessons").click()
    expect(page.get_by_role("listitem").first).to_contain_text("✓ done")


@pytest.mark.proof
def test_a_lesson_goes_back_survives_a_reload_and_changes_its_language(visit: Visit) -> None:
    page = visit("/learn/itter?lesson=place-and-shoot").page
    at_step(page, "step 1 of 6")
    for said in ("Lee", "G4:", "circle 9 with the M1919A4"):
        take(page, said)
        settled(page)
    at_step(page, "step 4 of 6")
    log(page).filter(has_text="Lee takes position on G4.").get_by_role("button").first.click()
    expect(page.locator("#history")).to_be_visible()  # the log leads back to a past moment
    page.locator("#to-present").click()
    side(page).get_by_role("button", name="Back").click()
    at_step(page, "step 3 of 6")
    expect(log(page).filter(has_text="Lee fires")).to_have_count(0)
    page.reload()  # the tab remembers where it was
    at_step(page, "step 3 of 6")
    page.get_by_role("button", name="Italiano").click()
    at_step(page, "passo 3 di 6")
    enough_choices(page)
    page.set_viewport_size(DESKTOP["viewport"])
    side(page).get_by_role("button", name="Mostrami").click()
    side(page).get_by_role("button", name=re.compile("^Gioca")).first.click()
    at_step(page, "Il 5 batte la Difesa 3")
    for said in ("Szymczyk", "BJ1:", "Carica il cannone"):
        take(page, said)
        settled(page)
    at_step(page, "finita")
    expect(lesson(page)).to_contain_text("attacco 1 dado, soppressione 2 segnalini, Comando, carrista")
    expect(lesson(page).get_by_role("link", name="Prossima: Sopprimi")).to_be_visible()
    lesson(page).get_by_role("link", name="Lezioni").click()
    expect(page.get_by_role("listitem").first).to_contain_text("✓ fatta")


@pytest.mark.proof
def test_a_lesson_by_keyboard_alone(visit: Visit) -> None:
    page = visit("/learn/itter?lesson=hold-a-track").page
    at_step(page, "step 1 of 6")
    expect(lesson(page).locator(".lesson-text")).to_be_focused()
    page.keyboard.press("Tab")
    expect(lesson(page).get_by_role("button", name="Go on")).to_be_focused()
    page.keyboard.press("Enter")
    for words, step in (
        ("Choose him", 3),
        ("Shoot him off", 4),
        ("last action", 5),
        ("both tokens", 6),
        ("89 %", 0),
    ):
        at_step(page, words)
        page.keyboard.press("h")
        play = side(page).get_by_role("button", name=re.compile("^Play"))
        expect(play.first).to_be_focused()
        page.keyboard.press("Enter")
        confirm = page.locator("#confirmation").get_by_role("button").first
        expect(
            lesson(page)
            .get_by_text(f"step {step} of 6" if step else "Next lesson")
            .or_(confirm)
            .or_(lesson(page).get_by_role("link", name=re.compile("^Next:")))
            .first
        ).to_be_visible()
        if confirm.is_visible():
            settled(page)
            expect(confirm).to_be_focused()
            page.keyboard.press("Enter")
    expect(lesson(page)).to_contain_text("You are ready for a real turn.")


@pytest.mark.proof
def test_lessons_of_the_other_game_by_taps_on_a_phone(visit: Visit) -> None:
    page = visit("/learn/siege?lesson=load-and-aim", size=PHONE).page
    at_step(page, "step 1 of 2")
    fits(page)
    expect(
        page.get_by_role("link", name="Lessons", exact=True)
    ).to_be_hidden()  # the tools of the board need the room
    accessible(page)
    sentences(page).filter(has_text="boulder").first.tap()
    at_step(page, "step 2 of 2")
    shoot = page.get_by_role("button", name="Shoot")
    shoot.tap()
    at_step(page, "would not come to rest on the north gatehouse")
    pull = page.get_by_role("spinbutton", name=re.compile("Pull"))
    pull.fill("2.01")
    shoot.tap()
    at_step(page, "2 points of damage")
    lesson(page).get_by_role("button", name="Once more").tap()
    at_step(page, "step 1 of 2")


@pytest.mark.proof
def test_a_coach_leads_through_a_first_turn(visit: Visit) -> None:
    page = visit("/learn/itter?lesson=first-turn").page
    for words in ("step 1 of 3", "step 2 of 3"):
        at_step(page, words)
        lesson(page).get_by_role("button", name="Go on").click()
    at_step(page, "I would choose “Seiner”. Seiner to BJ3")
    take(page, "Lee")
    at_step(page, "I would choose “")
    expect(page.locator("[data-id].outlined")).to_have_count(1)


def test_a_lesson_that_does_not_exist_opens_the_list(visit: Visit) -> None:
    page = visit("/learn/itter?lesson=none").page
    expect(page.get_by_role("link", name="Place and shoot")).to_be_visible()
