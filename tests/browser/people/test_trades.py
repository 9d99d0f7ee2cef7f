"""Trades of Escape from Colditz in the browser: put together on the page, sent at once, answered in words."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from support.browser.match_page import log, question, settled
from support.browser.visitor import PHONE, Visit, accessible, fits
from support.table.colditz_tables import colditz_match
from support.table.server import Forked

BRITISH, FRENCH, SECURITY = "british", "french", "security"
READY = {
    "phase": "ready",
    "turn": BRITISH,
    "equipment": {BRITISH: {"rope": 2, "pass": 1}, FRENCH: {"key": 1}},
}
"""The British are about to roll; they have ropes and a pass, the French a key."""
MOST_CLICKS = 5
COUNT = """
    () => document.addEventListener("click", (event) => {
        window.clicks = (window.clicks ?? 0) + (event.isTrusted && !event.target.matches("input") ? 1 : 0);
    }, true)
"""
"""A click on a label reaches its radio button as another one, which nobody has made."""


def together(visit: Visit, server: Forked) -> list[Page]:
    """British, French and the Security Officer, each with a browser of their own."""
    found = colditz_match(server, position=READY, seats="3")
    return [opened(visit, found[seat]) for seat in (BRITISH, FRENCH, SECURITY)]


def opened(visit: Visit, link: str, **how: Any) -> Page:
    page = visit(link, **how).page
    expect(question(page)).to_have_text(re.compile("Do you roll|about to roll"))
    settled(page)
    page.evaluate(COUNT)
    return page


def clicks(page: Page) -> int:
    """The clicks that have been made on a page."""
    made: int = page.evaluate("window.clicks")
    return made


def goods(page: Page, way: str) -> Locator:
    """The buttons that put something into a column: `give` or `want`."""
    return page.get_by_role("group", name=f"What do you {way}?").get_by_role("button")


def thing(page: Page, way: str, name: str) -> Locator:
    return goods(page, way).filter(has_text=re.compile(f"^{name}"))


def tab(page: Page) -> Locator:
    return page.get_by_role("tab", name=re.compile("^Offers"))


def sender(page: Page) -> Locator:
    return page.get_by_role("button", name="Send the offer")


def draft(page: Page) -> Locator:
    """The offer in words, as it stands."""
    return page.locator("#draft-said")


def put(page: Page, *, given: str = "rope", wanted: str = "key") -> None:
    thing(page, "give", given).click()
    thing(page, "want", wanted).click()


def offered(page: Page) -> None:
    """The British offer the French a rope for a key, and wait."""
    tab(page).click()
    put(page)
    sender(page).click()
    expect(page.get_by_role("region", name="Your own offer waits for an answer")).to_be_visible()


def answer(page: Page, word: str) -> Locator:
    """The button that accepts or declines."""
    return page.get_by_role("region", name="Offers to you").get_by_role("button", name=re.compile(f"^{word}"))


def outcome(page: Page) -> Locator:
    """What became of the own offer."""
    return page.locator("#panel-offers .outcome")


def told(page: Page, said: str | re.Pattern[str]) -> Locator:
    """The lines of the log that say so."""
    page.get_by_role("tab", name="Log").click()
    return log(page).filter(has_text=said)


def test_three_people_trade_a_rope_for_a_key_with_four_clicks(visit: Visit, server: Forked) -> None:
    british, french, security = together(visit, server)
    tab(british).click()
    before = clicks(british)
    expect(draft(british)).to_have_text("Nothing is in the offer yet.")
    expect(sender(british)).to_be_disabled()
    put(british)
    expect(draft(british)).to_have_text(
        re.compile("French Escape Officer: you give 1 rope and ask for 1 key")
    )
    accessible(british)
    assert not told(french, re.compile("offer")).count()  # a draft is nobody's business
    sender(british).click()
    mine = british.get_by_role("region", name="Your own offer waits for an answer")
    expect(mine.get_by_role("button")).to_have_text(re.compile("^Take back.* 1 rope and ask for 1 key"))
    expect(mine.get_by_role("heading")).to_be_focused()
    assert clicks(british) - before <= MOST_CLICKS - 2  # there is but one to trade with
    french.get_by_role("button", name="An offer waits for your answer").click()
    expect(answer(french, "Accept")).to_contain_text("you get 1 rope and give 1 key")
    expect(answer(french, "Decline")).to_contain_text("you would get 1 rope and give 1 key")
    accessible(french)
    answer(french, "Accept").click()
    expect(british.get_by_role("heading", name="Offer a trade")).to_be_visible()
    expect(outcome(british)).to_contain_text("gives the French Escape Officer 1 card and gets 1")
    # Each has what the other had: the columns say so.
    expect(goods(british, "give")).to_have_text(["rope", "key", "pass"])
    expect(goods(french, "give")).to_have_text(["rope"])
    for page in (british, french, security):
        expect(told(page, "gives the French Escape Officer 1 card and gets 1")).to_have_count(1)
    assert not told(security, re.compile("offers")).count()


def test_among_several_officers_a_trade_takes_five_clicks(visit: Visit, server: Forked) -> None:
    found = colditz_match(server, position=READY, seats="4")
    british, polish = opened(visit, found[BRITISH]), opened(visit, found["polish"])
    tab(british).click()
    before = clicks(british)
    whom = british.get_by_role("group", name="To whom?")
    expect(goods(british, "give")).to_have_count(0)
    whom.get_by_text("Polish").click()
    put(british)
    # With another officer it is the same offer.
    whom.get_by_text("French").click()
    expect(draft(british)).to_have_text(
        re.compile("French Escape Officer: you give 1 rope and ask for 1 key")
    )
    whom.get_by_text("Polish").click()
    expect(draft(british)).to_have_text(
        re.compile("Polish Escape Officer: you give 1 rope and ask for 1 key")
    )
    sender(british).click()
    expect(british.get_by_role("region", name="Your own offer waits for an answer")).to_be_visible()
    assert clicks(british) - before - 2 <= MOST_CLICKS  # without the change of mind
    polish.get_by_role("button", name="An offer waits for your answer").click()
    # They have no key: they can only decline, and are asked nothing more.
    expect(answer(polish, "Accept")).to_have_count(0)
    answer(polish, "Decline").click()
    expect(british.get_by_role("heading", name="Offer a trade")).to_be_visible()
    expect(told(british, re.compile("is declined by the Polish"))).to_have_count(1)


def test_what_is_put_in_is_counted_and_taken_out_again(visit: Visit, server: Forked) -> None:
    british, french, _ = together(visit, server)
    tab(british).click()
    rope = thing(british, "give", "rope")
    rope.click()
    rope.click()
    expect(rope).to_have_text("rope× 2")
    expect(rope).to_have_attribute("aria-disabled", "true")  # there is no third
    expect(draft(british)).to_contain_text("you give 2 ropes and ask for nothing")
    expect(british.locator("#live").get_by_text("you give 2 ropes and ask for nothing")).to_have_count(1)
    british.get_by_role("button", name="Take out: rope").click()
    expect(draft(british)).to_contain_text("you give 1 rope and")
    expect(british.get_by_role("button", name="Take out: rope")).to_be_focused()
    british.get_by_role("button", name="Start again").click()
    expect(draft(british)).to_have_text("Nothing is in the offer yet.")
    expect(sender(british)).to_be_disabled()
    # Nothing of it was played.
    assert not told(french, re.compile("offer")).count()
    assert not told(british, re.compile("offer")).count()


def test_an_offer_is_taken_back_and_another_is_declined(visit: Visit, server: Forked) -> None:
    british, french, _ = together(visit, server)
    offered(british)
    waits = french.get_by_role("button", name="An offer waits for your answer")
    expect(waits).to_be_visible()
    british.get_by_role("button", name=re.compile("^Take back the offer")).click()
    expect(waits).to_be_hidden()
    expect(draft(british)).to_have_text("Nothing is in the offer yet.")
    put(british, given="pass")
    sender(british).click()
    waits.click()
    answer(french, "Decline").click()  # without being asked again
    expect(waits).to_be_hidden()
    expect(sender(british)).to_be_visible()
    expect(outcome(british)).to_contain_text("declined")
    put(british)
    expect(outcome(british)).to_have_count(0)
    expect(told(british, re.compile("takes back|is declined"))).to_have_count(2)


def test_a_draft_outlasts_what_others_do_and_loses_what_is_gone(visit: Visit, server: Forked) -> None:
    british, french, _ = together(visit, server)
    tab(british).click()
    put(british, given="pass")
    thing(british, "give", "rope").click()
    expect(draft(british)).to_contain_text("you give 1 rope, 1 pass")
    focused = thing(british, "give", "rope")
    expect(focused).to_be_focused()
    tab(french).click()
    put(french, given="key", wanted="pass")
    sender(french).click()
    # The draft is still there beside the offer to answer, and so is the focus.
    expect(answer(british, "Accept")).to_be_visible()
    expect(draft(british)).to_contain_text("you give 1 rope, 1 pass")
    expect(focused).to_be_focused()
    answer(british, "Accept").click()
    expect(draft(british)).to_contain_text("you give 1 rope and ask for 1 key")
    expect(british.locator("#panel-offers .note")).to_have_text("Not possible now, so it is left out: pass.")
    expect(british.locator("#live").get_by_text("left out: pass")).to_have_count(1)


def test_late_replies_do_not_count(visit: Visit, server: Forked) -> None:
    """Of all that was supposed only the newest draft is shown, however the answers come."""
    held_back: list[str] = []
    rope = '["trade french","put rope"'
    found = colditz_match(server, position=READY, seats="3")
    visitor = visit("")
    page = visitor.page

    def relay(socket: WebSocketRoute) -> None:
        table = socket.connect_to_server()

        def hear(said: str | bytes) -> None:
            text = str(said)
            if f'"supposed":{rope}]' in text and not held_back:
                held_back.append(text)
                return
            socket.send(text)
            if f'"supposed":{rope},"want key"]' in text:
                socket.send(held_back[0])

        table.on_message(hear)

    page.route_web_socket(re.compile("/ws/"), relay)
    visitor.go(found[BRITISH])
    expect(question(page)).to_have_text(re.compile("Do you roll"))
    settled(page)
    tab(page).click()
    thing(page, "give", "rope").click()
    expect(thing(page, "give", "rope")).to_have_text("rope× 1")
    expect(sender(page)).to_be_disabled()  # it is not confirmed yet
    thing(page, "want", "key").click()
    expect(draft(page)).to_contain_text("you give 1 rope and ask for 1 key")
    expect(sender(page)).to_be_enabled()
    assert held_back
    thing(page, "want", "key").click()
    expect(draft(page)).to_contain_text("you give 1 rope and ask for 2 keys")


def test_whoever_looked_at_the_offers_by_key_goes_on_by_key(visit: Visit, server: Forked) -> None:
    british, _, _ = together(visit, server)
    british.keyboard.press(".")
    expect(british.get_by_role("radio", name="French")).to_be_focused()
    british.keyboard.press("1")
    expect(question(british)).not_to_have_text(re.compile("Do you roll"))


def test_a_trade_by_keys_alone(visit: Visit, server: Forked) -> None:
    british, french, _ = together(visit, server)
    british.keyboard.press(".")
    expect(british.get_by_role("radio", name="French")).to_be_focused()
    expect(goods(british, "give").first).to_be_visible()
    british.keyboard.press("Tab")
    expect(thing(british, "give", "rope")).to_be_focused()
    british.keyboard.press("Enter")
    expect(draft(british)).to_contain_text("you give 1 rope and ask for nothing")
    british.keyboard.press("ArrowRight")
    british.keyboard.press("ArrowDown")
    expect(thing(british, "want", "key")).to_be_focused()
    british.keyboard.press("Enter")
    expect(draft(british)).to_contain_text("ask for 1 key")
    expect(thing(british, "want", "key")).to_be_focused()
    expect(sender(british)).to_be_enabled()
    for _ in range(4):  # past one that takes out, a pass and a wire cutter
        british.keyboard.press("Tab")
    expect(sender(british)).to_be_focused()
    british.keyboard.press("Enter")
    waits = french.get_by_role("button", name="An offer waits for your answer")
    expect(waits).to_be_visible()
    french.keyboard.press(".")
    expect(answer(french, "Accept")).to_be_focused()
    french.keyboard.press("Enter")
    expect(waits).to_be_hidden()
    expect(goods(french, "give")).to_have_text(["rope"])


def test_a_trade_on_phones(visit: Visit, server: Forked) -> None:
    found = colditz_match(server, position=READY, seats="3")
    british, french = (opened(visit, found[seat], size=PHONE) for seat in (BRITISH, FRENCH))
    tab(british).tap()
    thing(british, "give", "rope").tap()
    thing(british, "want", "key").tap()
    fits(british)
    accessible(british)
    for button in goods(british, "give").all() + goods(british, "want").all():
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44
    sender(british).tap()
    french.get_by_role("button", name="An offer waits for your answer").tap()
    answer(french, "Accept").tap()
    expect(goods(french, "give")).to_have_text(["rope"])
    fits(french)


def test_in_the_classic_rules_cards_are_traded_in_italian(visit: Visit, server: Forked) -> None:
    """The list of what can be wanted is long there; what sends the offer stays in sight."""
    found = colditz_match(server, position=READY, seats="3", edition="classic")
    page = visit(found[BRITISH], locale="it-IT").page
    page.get_by_role("tab", name="Offerte").click()
    wanted = page.get_by_role("group", name="Che cosa vuoi?").get_by_role("button")
    expect(wanted.nth(8)).to_be_visible()
    page.get_by_role("group", name="Che cosa dai?").get_by_role("button", name="corda").click()
    wanted.last.click()
    send = page.get_by_role("button", name="Invia l'offerta")
    expect(send).to_be_in_viewport(ratio=1)
    expect(draft(page)).to_contain_text(re.compile(r"all'Ufficiale di fuga .*: dai 1 corda e chiedi "))
    send.click()
    expect(page.get_by_role("region", name="La tua offerta aspetta una risposta")).to_be_visible()
