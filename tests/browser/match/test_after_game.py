"""After the end in the browser: where they broke in, playing again alone or with friends, and the replay."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from garrison.client import Table
from support.browser.match_page import host, lay, over, question, sentences, settled, side
from support.browser.visitor import PHONE, Visit, accessible_too, becomes, fits
from support.games.finished_game import whole_game
from support.table.server import Server

AT_MATCH = re.compile(r"/match/[0-9a-f]{16}$")
TWO = {"defender": "me", "ss": "friend"}


def saved(page: Page, match: str) -> dict[str, str]:
    """The tokens of own seats of a match on this device."""
    found = json.loads(page.evaluate("localStorage.getItem('garrison.matches')"))
    tokens: dict[str, str] = next(each["tokens"] for each in found if each["id"] == match)
    return tokens


def seats_tab(page: Page) -> None:
    page.get_by_role("tab", name=re.compile("Seats|Posti")).click()


def test_a_breach_is_told_and_marked_and_the_game_is_played_again(visit: Visit, server: Server) -> None:
    with Table(server.url).load(whole_game()) as lost:
        page = visit(f"/match/{lost.match}#{lost.token}").page
    expect(over(page)).to_be_visible()
    expect(question(page)).to_have_text("Defeat")
    expect(page.locator("#end")).to_contain_text("The attackers entered the castle.")
    cause = side(page).get_by_text(
        re.compile(r"breaks into the castle! They came along the track from areas")
    )
    circle = re.search(r"circle (\d+)", cause.inner_text())
    assert circle is not None
    expect(page.locator(f'#board .decisive[data-id="{circle[1]}"]')).to_have_count(1)
    expect(page.locator("#board .decisive.gauge")).to_have_count(1)
    page.get_by_role("button", name="Result and luck").click()
    expect(page.get_by_role("dialog")).to_contain_text("They came along the track")
    page.keyboard.press("Escape")
    accessible_too(page)
    expect(side(page).get_by_role("link", name="Review the game")).to_have_attribute(
        "href", f"/replay/{lost.match}"
    )
    expect(side(page).get_by_role("button", name=re.compile("seats swapped"))).to_have_count(0)
    side(page).get_by_role("button", name="Play again", exact=True).click()
    expect(page).not_to_have_url(re.compile(lost.match))
    expect(page).to_have_url(AT_MATCH)
    expect(sentences(page).first).to_be_visible()


@pytest.mark.proof
def test_friends_play_again_with_swapped_seats_and_no_seat_is_taken_back(
    visit: Visit, server: Server
) -> None:
    laid = lay(server, seats=TWO, name="Anna")
    anna = host(visit, laid)
    link = laid.joined("ss", "Bert")
    bert = visit(link, size=PHONE).page
    settled(anna)
    seats_tab(anna)
    anna.get_by_role("button", name="Let a bot play for me").click()
    expect(anna.get_by_role("button", name="Take my seat back").first).to_be_visible()
    with laid.sit("defender") as chair:
        assert chair.frame["n"] >= 1
        chair.bot(None)
        chair.resign()
        chair.bot("random")
    for page in (anna, bert):
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        expect(over(page)).to_be_visible()
    expect(anna.get_by_role("button", name="Take my seat back")).to_have_count(0)
    expect(anna.get_by_role("button", name="Let a bot play for me")).to_have_count(0)
    expect(side(anna)).to_contain_text("The others see here that you want to play again")
    side(anna).get_by_role("button", name="Play again, seats swapped").click()
    expect(anna.get_by_text("Waiting for Defender (Bert)")).to_be_visible()
    expect(anna.get_by_text("Bert sees it on the page of the last match")).to_be_visible()
    expect(side(bert)).to_contain_text("Defender (Anna) has started a new match, to play again.")
    Table(server.url).again(laid.id, link.partition("#")[2])  # both want it: each still has the other's offer
    expect(bert.locator("#panel-chat .note").filter(has_text="to play again")).to_have_count(2)
    fits(bert)
    side(bert).get_by_role("button", name="Join it").click()
    expect(bert).to_have_url(AT_MATCH)
    for page, seat in ((anna, "SS player"), (bert, "Defender")):
        settled(page)
        expect(page.get_by_role("button", name=re.compile(f"^Seats.*{seat}"))).to_contain_text("you")


@pytest.mark.proof
def test_a_seat_taken_again_is_kept_when_the_next_cannot_be_taken(visit: Visit, server: Server) -> None:
    laid = lay(server, "toy", seats={"anna": "friend", "bruno": "me", "carla": "me"})
    with laid.take("anna", "Anna") as anna, laid.sit("bruno") as bruno, laid.sit("carla") as carla:
        assert anna.table_now
        assert bruno.table_now
        assert carla.frame
        anna.resign()
        device = visit(f"/match/{laid.id}", keeping=laid.kept())
        device.excuse("CONNECTION_RESET")
        both = device.page
        expect(over(both)).to_be_visible()
        again = Table(server.url).again(laid.id, anna.token)
    seats = re.compile(f"/api/matches/{again.match}/seat")
    asked: list[str] = []

    def second_fails(route: Route) -> None:
        asked.append(route.request.headers["authorization"])
        if len(asked) == 2:
            route.abort("connectionreset")
        else:
            route.continue_()

    both.route(seats, second_fails)
    join = side(both).get_by_role("button", name="Join it")
    join.click()
    expect(both.get_by_text("The server is not answering").first).to_be_visible()
    becomes(lambda: list(saved(both, again.match)), ["bruno"])
    join.click()
    expect(both).to_have_url(re.compile(again.match))
    assert list(saved(both, again.match)) == ["bruno", "carla"]
    assert len(asked) == 3


PLAYED = """
    window.played = 0;
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (at) { window.played += 1; start.call(this, at); };
"""
"""Counts the knocks of dice and counters."""


def test_sounds_are_off_until_they_are_wanted_and_only_then_loaded(visit: Visit, server: Server) -> None:
    guest = visit("")
    loaded: list[str] = []
    guest.page.on("request", lambda request: loaded.append(request.url))
    guest.page.add_init_script(PLAYED)
    page = guest.go(lay(server, options={}).link("defender"))
    settled(page)
    sentences(page).filter(has_text="Lee").click()
    settled(page)
    assert page.evaluate("window.played") == 0
    assert not [url for url in loaded if "synthesizer" in url]
    page.get_by_role("tab", name="More").click()
    wanted = page.get_by_role("checkbox", name="Sounds of dice, counters")
    expect(wanted).not_to_be_checked()
    wanted.check()
    becomes(lambda: page.evaluate("window.played"), 6)  # as an example, the dice
    page.get_by_role("tab", name="Log").click()
    sentences(page).first.click()
    becomes(lambda: page.evaluate("window.played > 6"), True)
