"""Joining a match in the browser: players, invitations, saved seats, spectators and the end of the game."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from garrison.client import Table
from support.browser.match_page import Laid, lay, question
from support.browser.visitor import (
    DESKTOP,
    PHONE,
    Visit,
    Visitor,
    accessible,
    accessible_too,
    becomes,
    fits,
    whole_page_accessible,
)
from support.proof import few
from support.table.server import Server

MATCHES = "garrison.matches"
ONE_DEVICE = {"defender": "me", "ss": "me"}
HEX = re.compile("[0-9a-f]{32}")
AT_MATCH = re.compile(r"/match/[0-9a-f]{16}$")
PATIENT = 120.0
"""Seconds a bot may take for a decision."""


def card(page: Page) -> Locator:
    return page.get_by_role("form", name="Castle Itter")


def competitive(page: Page) -> Locator:
    """The card of the game for two, with its options open."""
    card(page).get_by_text("Options", exact=True).click()
    card(page).get_by_role("radio", name=re.compile("Competitive")).check()
    return card(page)


def seat(page: Page, name: str) -> Locator:
    return card(page).get_by_role("group", name=name, exact=True)


def sits(page: Page, name: str, who: str) -> None:
    seat(page, name).get_by_text(who, exact=True).click()
    expect(seat(page, name).get_by_role("radio", name=who)).to_be_checked()


def unfold(page: Page) -> None:
    """Show what else can be agreed."""
    card(page).get_by_text("Name, clock and pace").click()


def begin(page: Page) -> dict[str, Any]:
    """Press Play; gives what was asked of the server."""
    with page.expect_request(lambda sent: sent.method == "POST" and "/api/matches" in sent.url) as asking:
        card(page).get_by_role("button", name="Play Castle Itter").click()
    expect(page).to_have_url(AT_MATCH)
    return dict(asking.value.post_data_json or {})


def kept(page: Page) -> dict[str, Any]:
    """The newest match as the device keeps it."""
    found: list[dict[str, Any]] = json.loads(page.evaluate("key => localStorage.getItem(key)", MATCHES))
    return found[0]


def invitation(page: Page) -> str:
    """The path of the link for a friend, as the device keeps it."""
    mine = kept(page)
    return f"/join/{mine['id']}#{mine['invitations']['ss']}"


def inviting(server: Server) -> Laid:
    """Anna has set up a game with a friend."""
    return lay(server, seats={"defender": "me", "ss": "friend"}, name="Anna")


def seated(visit: Visit, laid: Laid, path: str = "") -> Visitor:
    """The host of a match, at its page or at another one, on the device that knows it."""
    guest = visit(path or f"/match/{laid.id}", keeping=laid.kept())
    if not path:
        expect(guest.page.get_by_role("heading", name="Take your seats")).to_be_visible()
    return guest


def taken(visit: Visit, laid: Laid, name: str = "Bruno") -> Visitor:
    """A friend has taken the seat."""
    friend = visit(laid.invitation("ss"))
    friend.page.get_by_role("textbox").fill(name)
    friend.page.get_by_role("button", name="Take this seat").click()
    expect(friend.page).to_have_url(AT_MATCH)
    return friend


def mine(page: Page) -> Locator:
    """The newest match of the list on the first page."""
    return page.get_by_role("region", name="My matches").get_by_role("listitem").first


# Who plays


@pytest.mark.proof
def test_a_game_for_one_asks_nothing_of_seats(visit: Visit) -> None:
    page = visit("/").page
    expect(card(page).get_by_role("group", name="Who plays")).to_have_count(0)
    assert begin(page)["seats"] == {"defender": "me"}


def test_for_several_one_chooses_who_plays(visit: Visit) -> None:
    page = visit("/").page
    competitive(page)
    expect(seat(page, "Defender").get_by_role("radio", name="You")).to_be_checked()
    expect(seat(page, "SS player").get_by_role("radio", name="Bot")).to_be_checked()
    sits(page, "SS player", "A friend")
    expect(card(page)).to_contain_text("a link to send to each friend")
    expect(card(page)).to_contain_text("Defender: You · SS player: A friend")
    sits(page, "SS player", "Bot")
    which = page.get_by_role("combobox", name="Which bot plays SS player")
    expect(which).to_have_accessible_description(re.compile(r"\w+ \w+"))
    which.select_option("random")
    expect(card(page)).to_contain_text("The game begins at once.")
    assert begin(page)["seats"] == {"defender": "me", "ss": "bot:random"}
    assert kept(page)["tokens"].keys() == {"defender"}
    assert kept(page)["invitations"] == {}


@pytest.mark.proof
def test_seats_are_chosen_by_keys(visit: Visit) -> None:
    page = visit("/").page
    competitive(page)
    sits(page, "SS player", "A friend")
    seat(page, "SS player").get_by_role("radio", name="A friend").focus()
    page.keyboard.press("ArrowRight")
    expect(seat(page, "SS player").get_by_role("radio", name="Bot")).to_be_checked()
    expect(seat(page, "SS player").get_by_role("radio", name="Bot")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("combobox", name="Which bot plays SS player")).to_be_focused()


@pytest.mark.proof
def test_everybody_can_play_on_one_device(visit: Visit) -> None:
    page = visit("/").page
    competitive(page).get_by_role("button", name="Everybody on this device").click()
    expect(card(page)).to_contain_text("pass it on")
    assert begin(page)["seats"] == {"defender": "me", "ss": "me"}
    found = kept(page)
    assert found["tokens"].keys() == {"defender", "ss"}
    assert found["token"] == found["tokens"]["defender"]
    assert len({*found["tokens"].values(), found["watch"]}) == 3


@pytest.mark.proof
def test_one_seat_must_be_ones_own(visit: Visit) -> None:
    page = visit("/").page
    competitive(page)
    sits(page, "Defender", "Bot")
    page.get_by_role("button", name="Play Castle Itter").click()
    expect(card(page).get_by_role("alert")).to_contain_text("At least one seat must be yours")
    assert page.url.endswith("/")


@pytest.mark.proof
def test_what_is_agreed_is_asked_for(visit: Visit) -> None:
    page = visit("/").page
    competitive(page)
    unfold(page)
    card(page).get_by_role("textbox", name="Your name").fill("Anna")
    card(page).get_by_role("radio", name="For the whole game").check()
    card(page).get_by_role("combobox", name="Time for all decisions").select_option("20 minutes")
    card(page).get_by_role("combobox", name="Extra time after each decision").select_option("10 seconds")
    card(page).get_by_role("combobox", name="Bots wait").select_option("at once")
    asked = begin(page)
    assert (asked["name"], asked["clock"], asked["pace"]) == ("Anna", {"bank": 1200, "add": 10}, 0)
    page.goto(page.url.partition("/match")[0])
    competitive(page)
    unfold(page)
    expect(card(page).get_by_role("textbox", name="Your name")).to_have_value("Anna")


@pytest.mark.proof
def test_a_least_time_is_offered_where_several_are_asked_at_once(visit: Visit) -> None:
    page = visit("/").page
    competitive(page)
    unfold(page)
    expect(card(page).get_by_role("combobox", name="Minimum time")).to_have_count(0)
    toy = page.get_by_role("form").filter(has=page.get_by_role("button", name="Play toy"))
    toy.get_by_text("Options", exact=True).click()
    toy.get_by_text("Name, clock and pace").click()
    least = toy.get_by_role("combobox", name="Minimum time")
    expect(least).to_have_accessible_description(re.compile("nobody can tell who answered when"))
    expect(least.locator("option:checked")).to_have_text("2 seconds")
    toy.get_by_role("group", name="Bruno", exact=True).get_by_text("A friend", exact=True).click()
    expect(least.locator("option:checked")).to_have_text("5 seconds")
    toy.get_by_role("group", name="Bruno", exact=True).get_by_text("Bot", exact=True).click()
    least.select_option("10 seconds")
    with page.expect_request(re.compile("/api/matches[?]")) as asking:
        toy.get_by_role("button", name="Play toy").click()
    expect(page).to_have_url(AT_MATCH)
    asked = asking.value.post_data_json
    assert asked["least"] == 10
    assert asked["seats"] == {"anna": "me", "bruno": "bot:search", "carla": "bot:search"}


@pytest.mark.parametrize(
    "size", [DESKTOP, pytest.param(PHONE, marks=pytest.mark.proof)], ids=["desktop", "phone"]
)
def test_the_choice_of_seats_is_accessible(visit: Visit, size: dict[str, object]) -> None:
    page = visit("/", size=size).page
    competitive(page)
    sits(page, "SS player", "Bot")
    unfold(page)
    card(page).get_by_role("radio", name="For the whole game").check()
    whole_page_accessible(page)
    fits(page)


# An invitation


def test_a_friend_takes_a_seat_by_a_click_and_never_by_looking(visit: Visit) -> None:
    host = visit("/")
    competitive(host.page)
    sits(host.page, "SS player", "A friend")
    unfold(host.page)
    card(host.page).get_by_role("textbox", name="Your name").fill("Anna")
    begin(host.page)
    expect(host.page.get_by_role("heading", name="Take your seats")).to_be_visible()
    friend = visit(invitation(host.page))
    page = friend.page
    for _ in range(2):  # as a preview of the link would
        expect(page.get_by_role("heading", level=1)).to_have_text("Castle Itter")
        page.reload()
    expect(page.get_by_text("Anna invites you to")).to_be_visible()
    expect(page.get_by_text("Published · Competitive")).to_be_visible()
    seats = page.get_by_role("listitem")
    expect(seats.filter(has_text="Defender")).to_contain_text("Anna")
    expect(seats.filter(has_text="SS player")).to_contain_text("your seat")
    promise = kept(host.page)["sha256"]
    page.get_by_role("textbox", name="Your name").fill("Bruno")
    page.get_by_role("button", name="Take this seat: SS player").click()
    expect(page).to_have_url(AT_MATCH)
    found = kept(page)
    assert found["seat"] == "ss"
    assert found["tokens"] == {"ss": found["token"]}
    assert found["token"] != kept(host.page)["invitations"].get("ss")
    assert found["sha256"] == promise
    assert HEX.fullmatch(found["salt"])
    assert found["salt"] != kept(host.page)["salt"]


@pytest.mark.parametrize(
    ("size", "locale", "take"),
    few(1, [(DESKTOP, "en-GB", "Take this seat"), (PHONE, "it-IT", "Prendi questo posto")]),
    ids=["desktop", "phone, Italian"],
)
def test_an_invitation_is_accessible(
    visit: Visit, server: Server, size: dict[str, object], locale: str, take: str
) -> None:
    page = visit(inviting(server).invitation("ss"), size=size, locale=locale).page
    expect(page.get_by_role("button", name=take)).to_be_visible()
    whole_page_accessible(page)
    fits(page)


def test_a_used_invitation_says_what_to_do(visit: Visit, server: Server) -> None:
    laid = inviting(server)
    laid.joined("ss")
    late = visit(laid.invitation("ss"))
    late.excuse("status of 401 .*/api/matches/")
    page = late.page
    expect(page.get_by_role("alert")).to_contain_text("already been used")
    expect(page.get_by_role("alert")).to_contain_text("ask the person who invited you for a new link")
    accessible_too(page)
    page.get_by_role("link", name="To the home page").click()
    expect(page.get_by_text("No matches yet.")).to_be_visible()


@pytest.mark.proof
def test_one_of_two_who_press_at_once_is_told_so(visit: Visit, server: Server) -> None:
    laid = inviting(server)
    slow = visit(laid.invitation("ss"))
    slow.excuse(r"status of 40\d .*/seat")
    expect(slow.page.get_by_role("button", name="Take this seat")).to_be_visible()
    laid.joined("ss")
    slow.page.get_by_role("button", name="Take this seat").click()
    expect(slow.page.get_by_role("alert").filter(has_text="already been used")).to_be_visible()
    assert slow.page.evaluate("key => localStorage.getItem(key)", MATCHES) is None


def test_a_link_that_was_cut_short_says_so(visit: Visit, server: Server) -> None:
    page = visit(inviting(server).invitation("ss").partition("#")[0]).page
    expect(page.get_by_role("alert")).to_contain_text("The link is incomplete")


@pytest.mark.proof
def test_an_invitation_opened_where_one_sits_leads_to_the_match(visit: Visit, server: Server) -> None:
    laid = inviting(server)
    link = laid.invitation("ss")
    host = seated(visit, laid, link)
    expect(host.page).to_have_url(AT_MATCH)
    assert kept(host.page)["tokens"] == {"defender": laid.tokens["defender"]}
    expect(visit(link).page.get_by_role("button", name="Take this seat")).to_be_visible()


# What a device keeps


def asked_as(page: Page, path: str = "") -> str:
    """The token with which a page asks for its match when it is opened, or loaded again."""
    with page.expect_request(re.compile(r"/api/matches/[0-9a-f]{16}\?")) as asking:
        if path:
            page.goto(path)
        else:
            page.reload()
    return asking.value.headers["authorization"].removeprefix("Bearer ")


@pytest.mark.proof
def test_two_seats_of_one_match_sit_in_two_tabs(visit: Visit) -> None:
    guest = visit("/")
    competitive(guest.page).get_by_role("button", name="Everybody on this device").click()
    begin(guest.page)
    address, tokens = guest.page.url, kept(guest.page)["tokens"]
    other = guest.page.context.new_page()
    assert asked_as(other, f"{address}#{tokens['ss']}") == tokens["ss"]
    expect(other).to_have_url(AT_MATCH)
    assert asked_as(other) == tokens["ss"]
    assert asked_as(guest.page) == tokens["defender"]
    assert kept(guest.page)["tokens"] == tokens


@pytest.mark.proof
def test_looking_on_keeps_ones_own_seat(visit: Visit, server: Server) -> None:
    guest = seated(visit, inviting(server))
    found = kept(guest.page)
    address = guest.page.url
    other = guest.page.context.new_page()
    assert asked_as(other, f"{address}#{found['watch']}") == found["watch"]
    expect(other).to_have_url(AT_MATCH)
    assert asked_as(other) == found["watch"]
    now = kept(other)
    assert (now["token"], now["tokens"]) == (found["token"], found["tokens"])
    other.goto(guest.address)
    mine(other).get_by_role("link", name=re.compile("^Resume")).click()
    expect(other).to_have_url(AT_MATCH)
    assert asked_as(other) == found["token"]


@pytest.mark.proof
def test_a_link_opened_where_one_sits_already_is_followed(visit: Visit, server: Server) -> None:
    guest = seated(visit, inviting(server))
    page, watch = guest.page, kept(guest.page)["watch"]
    assert asked_as(page, f"{page.url}#{watch}") == watch
    expect(page).to_have_url(AT_MATCH)
    page.goto(f"{page.url}#main")
    assert asked_as(page) == watch


def test_a_match_kept_by_an_earlier_version_goes_on(visit: Visit, server: Server) -> None:
    laid = lay(server, options={})
    old: dict[str, Any] = {"id": laid.id, "token": laid.tokens["defender"], "seat": "defender"}
    old |= {"game": "itter", "title": "Castle Itter", "changed": 1_770_000_000_000, "over": False}
    guest = visit("/", keeping=json.dumps([old]))
    resume = mine(guest.page).get_by_role("link", name=re.compile("^Resume Castle Itter"))
    expect(mine(guest.page).get_by_role("button", name=re.compile("^Delete Castle Itter"))).to_be_visible()
    resume.click()
    expect(guest.page).to_have_url(AT_MATCH)
    assert asked_as(guest.page) == old["token"]
    expect(guest.page.get_by_role("button", name="Hint")).to_be_visible()
    assert kept(guest.page)["tokens"] == {"defender": old["token"]}


# My matches


@pytest.mark.proof
def test_the_list_tells_whose_turn_it_is(visit: Visit, server: Server) -> None:
    laid = inviting(server)
    host = seated(visit, laid, "/")
    page = host.page
    expect(mine(page)).to_contain_text("Waiting for friends: SS player")
    expect(mine(page)).to_contain_text("SS player: not here yet")
    expect(mine(page).get_by_role("link", name=re.compile("^Replay"))).to_have_count(0)
    friend = taken(visit, laid)
    with laid.sit("defender") as anna:
        assert anna.frame
    host.go("/")
    turns = {"Your turn", "Waiting for Bruno"}
    expect(mine(page)).to_contain_text(re.compile("|".join(turns)))
    expect(mine(page)).to_contain_text("Defender: you · SS player: Bruno")
    accessible(page)
    friend.go("/")
    expect(mine(friend.page)).to_contain_text("Defender: Anna · SS player: you")
    expect(mine(friend.page)).to_contain_text(re.compile("Your turn|Waiting for Anna"))
    yours = [("Your turn" in mine(each).inner_text()) for each in (page, friend.page)]
    assert sorted(yours) == [False, True]


@pytest.mark.proof
def test_only_who_made_a_match_deletes_it(visit: Visit, server: Server) -> None:
    laid = inviting(server)
    friend = taken(visit, laid)
    friend.go("/")
    forget = mine(friend.page).get_by_role("button", name=re.compile("^Remove Castle Itter"))
    expect(forget).to_be_visible()
    expect(mine(friend.page).get_by_role("button", name=re.compile("^Delete"))).to_have_count(0)
    forget.click()
    asked = friend.page.get_by_role("dialog", name="Remove this match from this device?")
    accessible(friend.page)
    asked.get_by_role("button", name="Cancel").click()
    forget.click()
    asked.get_by_role("button", name="Remove from this device").click()
    expect(friend.page.get_by_text("The match was removed from this device.")).to_be_visible()
    expect(friend.page.get_by_text("No matches yet.")).to_be_visible()
    host = seated(visit, laid, "/")
    delete = mine(host.page).get_by_role("button", name=re.compile("^Delete Castle Itter"))
    delete.click()
    host.page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(host.page.get_by_text("No matches yet.")).to_be_visible()


@pytest.mark.proof
def test_a_spectator_keeps_the_match_to_watch(visit: Visit, server: Server) -> None:
    laid = lay(server, seats={"defender": "me", "ss": "bot:random"})
    with laid.sit("defender") as anna:
        assert anna.frame
    guest = visit(laid.watching)
    expect(guest.page).to_have_url(AT_MATCH)
    expect(guest.page.get_by_role("heading", level=1)).to_contain_text("Castle Itter")
    guest.go("/")
    expect(mine(guest.page)).to_contain_text("you are watching")
    expect(mine(guest.page).get_by_role("link", name=re.compile("^Watch Castle Itter"))).to_be_visible()
    mine(guest.page).get_by_role("link", name=re.compile("^Replay Castle Itter")).click()
    expect(guest.page.get_by_text("you see what spectators have seen")).to_be_visible()
    seen = guest.page.get_by_role("combobox", name="Seen by")
    expect(seen).to_be_disabled()
    expect(seen).to_have_value("spectator")
    guest.go("/")
    mine(guest.page).get_by_role("button", name=re.compile("^Remove Castle Itter")).click()
    expect(guest.page.get_by_text("No matches yet.")).to_be_visible()


# Looking back, and the end


@pytest.mark.proof
def test_a_match_that_waits_has_nothing_to_replay_yet(visit: Visit, server: Server) -> None:
    laid = inviting(server)
    host = seated(visit, laid, f"/replay/{laid.id}")
    host.excuse("status of 409 .*/log")
    page = host.page
    expect(page.get_by_role("alert")).to_contain_text(re.compile(r"not begun|begin"))
    expect(page.get_by_role("link", name="To the home page")).to_be_visible()
    accessible(page)


@pytest.mark.proof
def test_own_seats_are_looked_through_while_the_game_runs(visit: Visit, server: Server) -> None:
    laid = lay(server, seats=ONE_DEVICE)
    with laid.sit("defender") as anna, laid.sit("ss") as bruno:
        anna.say("Here")
        assert bruno.frame
    page = seated(visit, laid, f"/replay/{laid.id}").page
    seen = page.get_by_role("combobox", name="Seen by")
    expect(seen.get_by_role("option")).to_have_text(["Defender", "SS player"])
    drawn = page.get_by_role("listitem").filter(has_text="Drawn: ")
    expect(page.locator("#trays")).not_to_be_empty()
    expect(drawn).to_have_count(0)
    seen.select_option("SS player")
    expect(drawn).not_to_have_count(0)


def played_out(visit: Visit) -> Visitor:
    """A short game of three bots, one of them in the seat of somebody who looks on; it is over."""
    guest = visit("/")
    page = guest.page
    toy = page.get_by_role("form").filter(has=page.get_by_role("button", name="Play toy"))
    toy.get_by_text("Options", exact=True).click()
    for name in ("Bruno", "Carla"):
        toy.get_by_role("group", name=name, exact=True).get_by_text("Bot", exact=True).click()
        page.get_by_role("combobox", name=f"Which bot plays {name}").select_option("random")
    toy.get_by_text("Name, clock and pace").click()
    toy.get_by_role("combobox", name="Bots wait").select_option("at once")
    toy.get_by_role("button", name="Play toy").click()
    expect(page).to_have_url(AT_MATCH)
    expect(question(page)).to_be_visible()
    found = kept(page)
    with Table(guest.address).join(found["id"], found["token"]) as anna:
        anna.bot("random")
        while not anna.over:
            anna.wait(PATIENT)
    return guest


def reported(page: Page) -> Locator:
    page.get_by_role("button", name="Final report").click()
    report = page.get_by_role("dialog")
    report.get_by_role("button", name="Verify every draw").click()
    for who in ("This page", "The server"):
        verdict = report.get_by_role("listitem").filter(has_text=who)
        expect(verdict).to_contain_text("all of them as the key says")
    return report


@pytest.mark.proof
def test_the_end_of_a_game_for_several(visit: Visit) -> None:
    guest = played_out(visit)
    found = kept(guest.page)
    page = guest.go(f"/replay/{found['id']}")
    report = reported(page)
    device = report.get_by_role("listitem").filter(has_text="This device")
    expect(device).to_have_count(2)
    expect(device.first).to_contain_text("the one shown here before the first roll")
    expect(device.last).to_contain_text(f"added before the first roll: {found['salt']}")
    expect(report.get_by_text(f"anna:{found['salt']}")).to_be_visible()
    scores = report.get_by_role("table").first
    expect(scores.get_by_role("row").filter(has_text="Anna")).to_be_visible()
    expect(scores.get_by_role("row").filter(has_text="Bruno")).to_contain_text("Bot (random)")
    accessible(page)
    page.set_viewport_size(PHONE["viewport"])
    becomes(lambda: page.evaluate("innerWidth"), PHONE["viewport"]["width"])
    assert report.evaluate("each => each.scrollWidth <= each.clientWidth")
    page.set_viewport_size(DESKTOP["viewport"])
    report.get_by_role("button", name="Close").click()

    page.get_by_role("button", name="Share this moment").click()
    shared = page.get_by_role("dialog")
    expect(shared).to_contain_text("it carries no seat")
    link = shared.get_by_role("textbox", name="Link").input_value()
    assert link.endswith(f"#{found['watch']}")
    other = visit(link.removeprefix(guest.address))
    report = reported(other.page)
    expect(report.get_by_role("listitem").filter(has_text="This device")).to_have_count(0)
    expect(report.get_by_role("table").first).to_contain_text("Bruno")
    report.get_by_role("button", name="Close").click()
    seen = other.page.get_by_role("combobox", name="Seen by")
    expect(seen.get_by_role("option")).to_have_count(5)
    seen.select_option("Bruno")
    expect(other.page).to_have_url(re.compile("seat=bruno"))
    expect(other.page.get_by_role("alert")).to_have_count(0)

    lies = {**found, "salt": "0" * 32, "sha256": "f" * 64}
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [MATCHES, json.dumps([lies])])
    page.reload()
    report = reported(page)
    expect(report.get_by_role("listitem").filter(has_text="This device").first).to_contain_text(
        f"ifferent fingerprint was shown here before the first roll: {'f' * 64}"
    )
    expect(report.get_by_role("listitem").filter(has_text="This device").last).to_contain_text(
        "is not in the salt"
    )
