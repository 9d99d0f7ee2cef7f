"""Several people in one match in the browser: lobby, spectators, hotseat, chat, bots, clocks, consent."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from garrison.client import Table
from support.browser.match_page import (
    Laid,
    answering,
    asked,
    confirm,
    host,
    lay,
    lit,
    log,
    over,
    pick,
    question,
    sentences,
    settled,
    side,
    whoever_is_asked,
)
from support.browser.visitor import (
    DESKTOP,
    PHONE,
    Visit,
    accessible,
    accessible_too,
    becomes,
    fits,
    whole_page_accessible,
)
from support.table.server import Server, Wire

TWO = {"defender": "me", "ss": "friend"}
AGAINST_BOT = {"defender": "me", "ss": "bot:random"}
ONE_DEVICE = {"anna": "me", "bruno": "me", "carla": "me"}
SHOW = "Which lantern do you show?"
MOST = 900
"""No competitive game played at random asks as often."""


def tab(page: Page, name: str) -> Locator:
    return page.get_by_role("tab", name=re.compile(name))


def seat_line(page: Page, name: str) -> Locator:
    """A seat in the list of seats."""
    return page.get_by_role("listitem").filter(has=page.locator(".head", has_text=re.compile(f"^{name}")))


def live(page: Page) -> Locator:
    return page.locator("[aria-live=polite]")


def said(page: Page) -> Locator:
    return page.get_by_role("list", name="Chat").get_by_role("listitem")


def speak(page: Page, text: str) -> None:
    tab(page, "Chat").click()
    page.get_by_role("textbox", name="Say something").fill(text)
    page.keyboard.press("Enter")
    expect(said(page).filter(has_text=text)).to_have_count(1)


def take(page: Page, *beginnings: str) -> None:
    """Take choices by how their sentences begin."""
    for each in beginnings:
        settled(page)
        sentences(page).filter(has_text=re.compile(f"^.{{0,3}}{re.escape(each)}", re.DOTALL)).first.click()
    settled(page)


def two(visit: Visit, server: Server, **more: Any) -> tuple[Page, Page, Laid]:
    """Anna defends, Bruno has come by invitation; the match has begun."""
    laid = lay(server, seats=TWO, name="Anna", **more)
    anna = host(visit, laid)
    bruno = visit(laid.joined("ss", "Bruno")).page
    for page in (anna, bruno):
        expect(question(page)).not_to_be_empty()
    return anna, bruno, laid


def orders_laid(*pages: Page) -> Page:
    """Let the one who is asked take first choices until the other is asked; gives that one."""
    first = next(page for page in pages if asked(page))
    for _ in range(20):
        if not asked(first):
            break
        sentences(first).first.click()
        confirm(first)
        settled(first)
    (other,) = (page for page in pages if page is not first)
    expect(other.get_by_text("your decision")).to_be_visible()
    return other


# Gathering


def gathered(visit: Visit, server: Server) -> tuple[Page, Page]:
    """Anna waits for Bruno, who comes by the link she has for him; the match begins."""
    laid = lay(server, seats=TWO, name="Anna", pace=0)
    anna = host(visit, laid)
    expect(anna.get_by_role("heading", name="Take your seats")).to_be_visible()
    expect(anna.get_by_text("Waiting for SS player.")).to_be_visible()
    expect(seat_line(anna, "SS player")).to_contain_text("not here yet")
    link = anna.get_by_role("textbox", name="Invitation for SS player").input_value()
    assert re.search(rf"/join/{laid.id}#[\w-]+$", link)
    bruno = visit(link.removeprefix(server.url)).page
    bruno.get_by_role("textbox", name="Your name").fill("Bruno")
    bruno.get_by_role("button", name=re.compile("Sit down|Take")).click()
    for page in (anna, bruno):
        expect(question(page)).not_to_be_empty()
        expect(page.get_by_role("heading", name="Take your seats")).to_have_count(0)
    return anna, bruno


def test_two_gather_by_invitation_and_play(visit: Visit, server: Server) -> None:
    orders_laid(*gathered(visit, server))


@pytest.mark.proof
def test_two_gather_by_invitation_and_play_a_whole_game(visit: Visit, server: Server) -> None:
    pages = gathered(visit, server)
    chance = random.Random(6)
    for times in range(MOST):
        page = whoever_is_asked(*pages)
        if page is None:
            break
        settled(page)
        things = lit(page) if times % 2 and lit(page).count() else sentences(page)
        with answering(page):
            pick(things, chance)
    for page in pages:
        expect(over(page)).to_be_visible()
        expect(page.get_by_role("dialog").get_by_role("heading", name="Score sheet")).to_be_visible()
        page.keyboard.press("Escape")
        expect(log(page).last).to_contain_text("The game is over")


@pytest.mark.proof
def test_the_promise_of_the_dice_is_there_before_the_match(visit: Visit, server: Server) -> None:
    laid = lay(server, seats=TWO, clock={"move": 60})
    page = host(visit, laid)
    promised = page.get_by_role("region", name="Take your seats")
    expect(promised).to_contain_text(re.compile("[0-9a-f]{64}"))
    expect(promised).to_contain_text("for each decision")
    salt = promised.get_by_text(re.compile("^[0-9a-f]{32}$")).inner_text()
    assert salt == json.loads(page.evaluate("localStorage.getItem('garrison.matches')"))[0]["salt"]
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy: Invitation for SS player").click()
    expect(promised.get_by_text("The link was copied.")).to_be_visible()
    assert f"/join/{laid.id}#" in page.evaluate("navigator.clipboard.readText()")
    expect(promised.get_by_text("garrison serve --host 0.0.0.0").first).to_be_visible()
    page.get_by_text("Link for spectators").click()
    link = page.get_by_role("textbox", name="Link for spectators")
    assert link.input_value().endswith(laid.watching)


@pytest.mark.proof
def test_a_bot_fills_an_awaited_seat_and_the_match_begins(visit: Visit, server: Server) -> None:
    page = host(visit, lay(server, seats=TWO))
    page.get_by_role("button", name="Fill with a bot: SS player").click()
    expect(question(page)).not_to_be_empty()
    expect(page.get_by_text("Defender: your decision")).to_be_visible()
    tab(page, "Seats").click()
    expect(seat_line(page, "SS player")).to_contain_text("a bot plays")


@pytest.mark.parametrize(
    ("size", "locale"),
    [(DESKTOP, "en-GB"), pytest.param(PHONE, "it-IT", marks=pytest.mark.proof)],
    ids=["desktop", "phone, Italian"],
)
def test_gathering_is_accessible(visit: Visit, server: Server, size: dict[str, object], locale: str) -> None:
    page = host(visit, lay(server, seats=TWO), size=size, locale=locale)
    expect(page.get_by_role("heading", name=re.compile("Take your seats|Prendete posto"))).to_be_visible()
    page.get_by_text(re.compile("Link for spectators|Link per gli spettatori")).click()
    whole_page_accessible(page)
    fits(page)


@pytest.mark.proof
def test_a_match_that_begins_at_once_shows_its_log(visit: Visit, server: Server) -> None:
    """Also while what is shown before the match is still being fetched."""
    laid = lay(server, seats=TWO)
    guest, held = visit("", keeping=laid.kept()), list[Route]()
    page = guest.page

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/people/lobby.js", hold)
    with page.expect_request("**/people/lobby.js"):
        guest.go(f"/match/{laid.id}")
    expect(tab(page, "Chat")).to_have_attribute("aria-selected", "true")
    with laid.take("ss") as bruno:
        assert bruno.frame
        expect(tab(page, "Log")).to_have_attribute("aria-selected", "true")
        expect(log(page).first).to_be_visible()
        held[0].continue_()
        expect(page.get_by_role("heading", name="Take your seats")).to_have_count(0)


@pytest.mark.proof
def test_what_is_typed_or_opened_stays_when_somebody_comes(visit: Visit, server: Server) -> None:
    laid = lay(server, "toy", seats={"anna": "me", "bruno": "friend", "carla": "friend"})
    page = host(visit, laid)
    link = page.get_by_role("textbox", name="Invitation for Bruno")
    expect(link).to_be_visible()
    page.get_by_text("Link for spectators").click()
    name = page.get_by_role("textbox", name="Your name at this table")
    name.fill("Annabel")
    laid.joined("bruno")
    expect(link).to_have_count(0)
    expect(name).to_have_value("Annabel")
    expect(name).to_be_focused()
    expect(page.get_by_role("textbox", name="Link for spectators")).to_be_visible()


# At the table


def test_who_is_there_and_who_has_left_is_told_in_words(visit: Visit, server: Server) -> None:
    laid = lay(server, seats=TWO, name="Anna")
    anna = host(visit, laid)
    with laid.take("ss", "Bruno") as bruno:
        assert bruno.frame
        tab(anna, "Seats").click()
        expect(seat_line(anna, "Defender")).to_contain_text("Anna · you")
        expect(seat_line(anna, "SS player")).to_contain_text("Bruno · here")
        accessible_too(anna)
        bruno.close()
        expect(seat_line(anna, "SS player")).to_contain_text("Bruno · away since")
        bruno.say("Here I am again")
        expect(seat_line(anna, "SS player")).to_contain_text("Bruno · here")


@pytest.mark.proof
def test_a_name_is_changed_and_everybody_sees_it(visit: Visit, server: Server) -> None:
    laid = lay(server, seats=TWO, name="Anna")
    anna = host(visit, laid)
    with laid.take("ss", "Bruno") as bruno:
        assert bruno.frame
        tab(anna, "Seats").click()
        anna.get_by_role("textbox", name="Your name at this table").fill("Annabel")
        anna.get_by_role("button", name="Save").click()
        expect(seat_line(anna, "Defender")).to_contain_text("Annabel · you")
        bruno.called("Bruno <b>")
        expect(seat_line(anna, "SS player")).to_contain_text("Bruno <b> · here")
        assert bruno.table_now["seats"][0]["who"] == "Annabel"


@pytest.mark.proof
def test_cards_are_shown_though_the_match_is_heard_to_begin_after_its_first_frame(
    visit: Visit, server: Server
) -> None:
    laid = lay(server, seats=TWO, name="Anna")
    guest, late = visit(""), list[Callable[[], None]]()
    bruno = guest.page

    def begun_later(line: WebSocketRoute) -> None:
        def pass_on(said: str | bytes) -> None:
            if '"begun":true' in str(said):
                late.append(lambda: line.send(said))
            else:
                line.send(said)

        line.connect_to_server().on_message(pass_on)

    bruno.route_web_socket("**/ws/*", begun_later)
    guest.go(laid.joined("ss", "Bruno"))
    expect(bruno.locator("#lobby")).to_be_visible()
    visit(laid.link("defender"))
    expect(bruno.locator("#choices .choice").first).to_be_attached()
    becomes(lambda: bruno.evaluate("0") == 0 and len(late) > 0, True)  # what the line says is heard meanwhile
    late[0]()
    expect(tab(bruno, "Cards")).to_have_attribute("aria-selected", "true")


@pytest.mark.proof
def test_talk_reaches_the_others_and_counts_as_unread(visit: Visit, server: Server) -> None:
    laid = lay(server, seats=TWO, name="Anna")
    bruno = visit(laid.joined("ss", "Bruno")).page
    with laid.sit("defender") as anna:
        assert anna.frame
        expect(tab(bruno, "Cards")).to_have_attribute("aria-selected", "true")
        anna.say("Good luck, <i>Bruno</i>!")
    expect(tab(bruno, "Chat")).to_have_accessible_name(re.compile(r"Chat\s*1\s*unread"))
    expect(live(bruno)).to_contain_text("Defender (Anna): Good luck, <i>Bruno</i>!")
    tab(bruno, "Chat").click()
    expect(tab(bruno, "Chat")).to_have_accessible_name("Chat")
    expect(said(bruno).filter(has_text="The match begins.")).to_have_count(1)
    field = bruno.get_by_role("textbox", name="Say something")
    field.fill("x" * 400)
    assert len(field.input_value()) == 300
    expect(bruno.get_by_text("300 of 300 characters")).to_be_visible()
    speak(bruno, "Thanks")
    assert not live(bruno).get_by_text("Thanks").count()
    accessible(bruno)
    bruno.reload()
    tab(bruno, "Chat").click()
    expect(said(bruno).filter(has_text="Thanks")).to_contain_text("You")
    expect(said(bruno).filter(has_text="Good luck")).to_contain_text("Defender (Anna)")
    bruno.get_by_role("button", name="Italiano").click()
    expect(bruno.get_by_text("La partita comincia.").first).to_be_visible()


@pytest.mark.proof
def test_spectators_look_on_and_talk_among_themselves(visit: Visit, server: Server) -> None:
    laid = lay(server, seats=TWO, name="Anna")
    anna = host(visit, laid)
    with laid.take("ss", "Bruno") as bruno, Table(server.url).join(laid.id, laid.watch) as other:
        assert bruno.frame
        watcher = visit(laid.watching).page
        other.say("Anybody else?")
        expect(watcher.get_by_text("You are watching.")).to_be_visible()
        expect(watcher.get_by_role("button", name="Undo")).to_have_count(0)
        expect(watcher.get_by_role("button", name="Hint")).to_have_count(0)
        expect(lit(watcher)).to_have_count(0)
        tab(anna, "Seats").click()
        expect(anna.get_by_text("2 spectators are watching.")).to_be_visible()
        tab(watcher, "Seats").click()
        expect(watcher.get_by_text("2 spectators are watching.")).to_be_visible()
        expect(watcher.get_by_role("tabpanel", name="Seats").get_by_role("button")).to_have_count(0)
        speak(watcher, "What a castle")
        expect(said(watcher).filter(has_text="Anybody else?")).to_contain_text("A spectator")
        speak(anna, "Nobody else reads this?")
        expect(said(watcher).filter(has_text="Nobody else reads this?")).to_contain_text("Defender (Anna)")
        assert not said(anna).filter(has_text=re.compile("What a castle|Anybody else")).count()
        tab(watcher, "Log").click()
        many = log(watcher).count()
        bruno.do(bruno.choices[0])
        expect(log(watcher)).not_to_have_count(many)
        accessible(watcher)


# Bots


@pytest.mark.proof
def test_a_bot_plays_for_somebody_until_they_want_their_seat_back(visit: Visit, server: Server) -> None:
    page = host(visit, lay(server, seats=AGAINST_BOT, pace=0.2))
    expect(page.get_by_text("Defender: your decision")).to_be_visible()
    many = log(page).count()
    tab(page, "Seats").click()
    page.get_by_role("button", name="Let a bot play for me").click()
    expect(page.get_by_text("A bot is playing your seat:")).to_be_visible()
    expect(sentences(page)).to_have_count(0)
    back = page.get_by_role("group", name="Who plays this seat").get_by_role(
        "button", name="Take my seat back"
    )
    before = back.element_handle()
    tab(page, "Log").click()
    expect(log(page).nth(many + 3)).to_be_attached()
    assert before.evaluate("each => each.isConnected"), "replaced under a finger, it would not be pressed"
    accessible(page)
    back.click()
    expect(page.get_by_text("A bot is playing your seat:")).to_have_count(0)
    expect(sentences(page).first.or_(over(page))).to_be_visible()
    speak(page, "I am back")
    expect(said(page).filter(has_text="is letting a bot play")).to_have_count(1)
    expect(said(page).filter(has_text="is back and playing again")).to_have_count(1)


@pytest.mark.proof
def test_the_bot_of_a_seat_is_changed_and_gives_way_to_a_friend(visit: Visit, server: Server) -> None:
    laid = lay(server, seats=AGAINST_BOT)
    page = host(visit, laid)
    tab(page, "Seats").click()
    which = page.get_by_role("combobox", name="Bot at SS player")
    expect(which).to_have_value("random")
    which.focus()
    which.select_option("sound")
    expect(seat_line(page, "SS player")).to_contain_text("a bot plays: sound")
    expect(which).to_be_focused()
    page.get_by_role("button", name="Invite a friend instead of the bot: SS player").click()
    link = page.get_by_role("textbox", name="Invitation for SS player")
    friend = visit(link.input_value().removeprefix(server.url)).page
    friend.get_by_role("textbox", name="Your name").fill("Bruno")
    friend.get_by_role("button", name=re.compile("Sit down|Take")).click()
    expect(question(friend)).not_to_be_empty()
    expect(seat_line(page, "SS player")).to_contain_text("Bruno · here")
    expect(link).to_have_count(0)


def test_nothing_can_be_pressed_before_it_works(visit: Visit, server: Server) -> None:
    """A tab that is shown while the match or its table is still to come would lose the click."""
    laid = lay(server, seats=AGAINST_BOT)
    guest, held = visit("", keeping=laid.kept()), list[Route]()
    lines, late = list[WebSocketRoute](), list[str | bytes]()
    page = guest.page

    def hold(route: Route) -> None:
        held.append(route)

    def later(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server().on_message(keep)

    def keep(said: str | bytes) -> None:
        late.append(said)

    page.route(re.compile(rf"/api/matches/{laid.id}\?"), hold)
    page.route_web_socket("**/ws/*", later)
    with page.expect_request(re.compile(rf"/api/matches/{laid.id}\?")):
        guest.go(f"/match/{laid.id}")
    inside = page.locator("main")
    expect(page.get_by_role("banner")).to_be_visible()
    expect(inside.get_by_role("tab")).to_have_count(0)
    expect(inside.get_by_role("button")).to_have_count(0)
    held[0].continue_()
    becomes(lambda: page.title() and any('"frame"' in str(each) for each in late), True)
    expect(inside.get_by_role("tab")).to_have_count(0)
    expect(inside.get_by_role("button")).to_have_count(0)
    for each in late:
        lines[0].send(each)
    tab(page, "Seats").click()
    expect(page.get_by_role("combobox", name="Bot at SS player")).to_have_value("random")


@pytest.mark.proof
def test_a_bot_is_called_for_somebody_who_has_been_away(visit: Visit, server: Server) -> None:
    """The table says that Bruno left more than a minute ago; what is sent then is what counts."""
    laid = lay(server, seats=TWO, name="Anna")
    guest = visit("", keeping=laid.kept())
    anna, sent = guest.page, list[dict[str, Any]]()

    def later(line: WebSocketRoute) -> None:
        beyond = line.connect_to_server()

        def hear(text: str | bytes) -> None:
            heard = json.loads(text)
            for each in heard.get("table", {}).get("seats", ()):
                each["away"] = each["away"] and heard["now"] - 61_000
            line.send(json.dumps(heard))

        def say(text: str | bytes) -> None:
            sent.append(json.loads(text))
            beyond.send(text)

        beyond.on_message(hear)
        line.on_message(say)

    anna.route_web_socket("**/ws/*", later)
    guest.go(f"/match/{laid.id}")
    call = anna.get_by_role("button", name="Call a bot for SS player")
    with laid.take("ss", "Bruno") as bruno:
        bruno.say("Hello")
        tab(anna, "Seats").click()
        expect(seat_line(anna, "SS player")).to_contain_text("here")
        expect(call).to_have_count(0)
    call.click()
    expect(anna.get_by_text("A bot can take over only for a player who has been away").first).to_be_visible()
    assert {key: sent[-1][key] for key in ("bot", "seat")} == {"bot": "sound", "seat": "ss"}


# One device


def shown(page: Page) -> str:
    """Everything that is in the page, seen or unseen, and in its title."""
    text: str = page.evaluate("document.title + document.documentElement.outerHTML")
    return text


def test_one_device_goes_from_hand_to_hand_and_nothing_is_left_behind(visit: Visit, server: Server) -> None:
    page = host(visit, lay(server, "toy", seats=ONE_DEVICE))
    hands: dict[str, set[str]] = {}
    for name in ("Anna", "Bruno", "Carla"):
        screen = page.get_by_role("region", name=f"Pass the device to {name}")
        expect(screen).to_be_visible()
        assert "lantern" not in shown(page)
        accessible(page)
        show = screen.get_by_role("button", name=f"{name}: show the table")
        expect(show).to_be_focused()
        page.keyboard.press("Enter")
        expect(question(page)).to_have_text(SHOW)
        own = page.get_by_role("region", name="Beside the board").get_by_role("button")
        hands[name] = set(
            re.findall(r"lantern \d+", " ".join(own.evaluate_all("all => all.map(e => e.ariaLabel)")))
        )
        assert len(hands[name]) == 3
        left = {card for other, cards in hands.items() if other != name for card in cards} - hands[name]
        assert not [card for card in left if re.search(rf"{card}\b", shown(page))]
        settled(page)
        page.keyboard.press("2")
    # The window is closed: whoever leads is next, and that may be the last one again.
    screen = page.get_by_role("region", name="Pass the device to")
    expect(screen.or_(question(page).filter(has_text="stake"))).to_be_visible()
    assert screen.is_hidden() or "lantern" not in shown(page)


@pytest.mark.proof
def test_whoever_hands_the_device_on_may_look_once_more(visit: Visit, server: Server) -> None:
    page = host(visit, lay(server, "toy", seats=ONE_DEVICE))
    page.get_by_role("button", name="Anna: show the table").click()
    take(page, "show lantern")
    page.get_by_role("button", name="Anna: look again").click()
    expect(page.get_by_text("Waiting for Bruno and Carla")).to_be_visible()
    expect(page.get_by_text("It is now up to Bruno.")).to_be_visible()
    page.get_by_role("button", name="Pass it on").click()
    expect(page.get_by_role("button", name="Bruno: show the table")).to_be_focused()
    page.get_by_role("button", name="Bruno: show the table").click()
    expect(page.get_by_text("Bruno: your decision")).to_be_visible()
    tab(page, "More").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Export the log").click()
    assert "\nseat bruno\n" in saved.value.path().read_text()
    tab(page, "Seats").click()
    expect(seat_line(page, "Carla")).to_contain_text("on this device")
    page.get_by_role("button", name="Pass the device to Carla").click()
    page.get_by_role("button", name="Carla: show the table").click()
    expect(page.get_by_text("Carla: your decision")).to_be_visible()


@pytest.mark.proof
def test_where_nothing_is_hidden_the_device_needs_no_screen_between(visit: Visit, server: Server) -> None:
    """The same table, told that its seats have no secrets."""
    laid = lay(server, "toy", seats=ONE_DEVICE)
    guest = visit("", keeping=laid.kept())
    page = guest.page

    def open_secrets(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "secret": False})

    page.route(re.compile(rf"/api/matches/{laid.id}\?"), open_secrets)
    guest.go(f"/match/{laid.id}")
    for name in ("Anna", "Bruno", "Carla"):
        expect(page.get_by_text(f"{name}: your decision")).to_be_visible()
        take(page, "show lantern")
    tab(page, "Seats").click()
    expect(page.get_by_text("your decision")).to_be_visible()
    waits = page.get_by_role("button", name=re.compile("Pass the device to")).first
    waits.click()
    expect(page.get_by_text("It is now up to")).to_be_visible()
    page.get_by_role("button", name="Pass it on").click()
    expect(page.get_by_text("your decision")).to_be_visible()


@pytest.mark.proof
def test_opened_again_the_table_stays_hidden_until_asked_for(visit: Visit, server: Server) -> None:
    page = host(visit, lay(server, "toy", seats=ONE_DEVICE), size=PHONE, locale="it-IT")
    page.get_by_role("button", name="Anna: mostra il tavolo").tap()
    expect(sentences(page).first).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Anna: mostra il tavolo")).to_be_visible()
    assert "lantern" not in shown(page)
    accessible(page)
    fits(page)


# Going back by consent


def beyond(page: Page) -> None:
    """Ask for what cannot be taken back alone."""
    settled(page)
    page.keyboard.press("u")
    page.get_by_role("button", name="Ask the others").click()


def test_all_agree_to_go_back(visit: Visit, server: Server) -> None:
    anna, bruno, _ = two(visit, server)
    page = orders_laid(anna, bruno)
    other = bruno if page is anna else anna
    was = question(other).inner_text()
    other.keyboard.press("u")
    expect(other.get_by_role("group", name="Undo")).to_contain_text("You cannot undo this by yourself")
    accessible_too(other)
    other.get_by_role("button", name="Ask the others").click()
    expect(other.get_by_text("You asked to go back to:")).to_be_visible()
    panel = page.get_by_role("group", name=re.compile("asks to go back to:"))
    expect(panel).to_be_visible()
    expect(live(page)).to_contain_text("asks to go back to:")
    accessible_too(page)
    panel.get_by_role("button", name="Agree").focus()
    page.keyboard.press("Enter")
    for each in (anna, bruno):
        tab(each, "Log").click()
        expect(log(each).filter(has_text="Undone with everybody's consent.")).to_have_count(1)
        expect(each.get_by_role("group", name=re.compile("go back to:"))).to_have_count(0)
    assert question(other).inner_text() != was
    assert asked(other)


@pytest.mark.proof
def test_one_no_is_enough_and_a_proposal_can_be_withdrawn(visit: Visit, server: Server) -> None:
    anna, bruno, _ = two(visit, server)
    page = orders_laid(anna, bruno)
    other = bruno if page is anna else anna
    beyond(other)
    page.get_by_role("button", name="Decline").click()
    for each in (anna, bruno):
        expect(each.get_by_role("group", name=re.compile("go back to:"))).to_have_count(0)
    tab(other, "Chat").click()
    expect(said(other).filter(has_text="does not agree to go back")).to_have_count(1)
    beyond(other)
    expect(page.get_by_role("button", name="Agree")).to_be_visible()
    other.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_role("button", name="Agree")).to_have_count(0)


@pytest.mark.proof
def test_at_one_device_it_is_handed_on_for_consent(visit: Visit, server: Server) -> None:
    page = host(visit, lay(server, seats={"defender": "me", "ss": "me"}))
    page.get_by_role("button", name="SS player: show the table").click()
    expect(page.get_by_text("SS player: your decision")).to_be_visible()
    was = question(page).inner_text()
    for _ in range(20):
        settled(page)
        if not asked(page):
            break
        sentences(page).first.click()
        confirm(page)
    page.get_by_role("button", name="Defender: show the table").click()
    expect(page.get_by_text("Defender: your decision")).to_be_visible()
    beyond(page)
    page.get_by_role("button", name="SS player: show the table").click()
    page.get_by_role("button", name="Agree").click()
    expect(page.get_by_text("SS player: your decision")).to_be_visible()
    tab(page, "Log").click()
    expect(log(page).filter(has_text="Undone with everybody's consent.")).to_have_count(1)
    assert question(page).inner_text() != was


@pytest.mark.proof
def test_a_line_of_the_log_is_asked_back_to(visit: Visit, server: Server) -> None:
    anna, bruno, _ = two(visit, server)
    page = orders_laid(anna, bruno)
    other = bruno if page is anna else anna
    log(other).first.get_by_role("button").last.click()
    other.get_by_role("button", name="Ask to go back to here").click()
    # Each reads the sentence of their own log that stands there.
    before = log(page).first.get_by_role("button").last.inner_text()
    expect(page.get_by_role("group", name=re.compile(re.escape(before)))).to_be_visible()
    page.get_by_role("button", name="Look at it").click()
    expect(page.get_by_text("You are looking at an earlier moment")).to_be_visible()
    page.get_by_role("button", name="Back to now").click()
    page.get_by_role("button", name="Agree").click()
    expect(log(page).filter(has_text="Undone with everybody's consent.")).to_have_count(1)


def test_against_a_bot_nobody_has_to_be_asked(visit: Visit, server: Server) -> None:
    page = host(visit, lay(server, seats=AGAINST_BOT, pace=0))
    expect(page.get_by_text("Defender: your decision")).to_be_visible()
    settled(page)
    page.keyboard.press("u")
    page.get_by_role("button", name="Undo it anyway").click()
    expect(log(page).filter(has_text="Undone with everybody's consent.")).to_have_count(1)


# Clocks and closed windows


@pytest.mark.proof
def test_clocks_run_and_their_end_is_announced(visit: Visit, server: Server) -> None:
    laid = lay(server, seats=AGAINST_BOT, clock={"move": 20}, pace=0)
    page = host(visit, laid)
    tab(page, "Seats").click()
    clock = seat_line(page, "Defender").locator(".runs")
    expect(clock).to_have_text(re.compile(r"^0:(20|1\d)$"))
    expect(clock).to_have_text(re.compile(r"⚠ 0:(10|0\d)"))
    expect(live(page)).to_contain_text(re.compile("(10|9|8) seconds left"))
    accessible(page)
    expect(live(page).get_by_text("seconds left")).to_have_count(1)
    tab(page, "Chat").click()
    expect(said(page).filter(has_text="has run out of time")).not_to_have_count(0)


@pytest.mark.proof
def test_an_answer_stays_closed_until_the_window_closes(visit: Visit, server: Server) -> None:
    seats = {"anna": "me", "bruno": "friend", "carla": "friend"}
    laid = lay(server, "toy", seats=seats, least=8)
    anna = host(visit, laid)
    with laid.take("bruno") as bruno, laid.take("carla") as carla:
        for friend in (bruno, carla):
            friend.say("Here I am")
        for friend in (bruno, carla):
            friend.do(next(do for do in friend.choices if do.startswith("commit")))
    take(anna, "show lantern")
    expect(live(anna)).to_contain_text("Your answer is in.")
    expect(sentences(anna).filter(has_text="show lantern")).to_have_count(0)
    expect(tab(anna, "Offers")).to_be_visible()
    expect(side(anna)).to_contain_text(re.compile(r"Your answer is in\..*Not before 0:0\d from now"))
    assert not log(anna).filter(has_text="shows lantern").count()
    accessible(anna)
    for name in ("Anna", "Bruno", "Carla"):
        expect(log(anna).filter(has_text=f"{name} shows lantern")).to_have_count(1)
    expect(side(anna)).not_to_contain_text("Your answer is in.")


# Being told


TOLD = """
window.told = [];
window.Notification = class extends EventTarget {
  static permission = "default";
  static async requestPermission() { return (this.permission = "granted"); }
  constructor(title, how) { super(); window.told.push(`${title}: ${how.body}`); }
  close() {}
};
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) { window.told.push("a tone"); start.apply(this, at); };
window.leave = () => {
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  document.hasFocus = () => false;
};
"""


@pytest.mark.proof
def test_whose_turn_has_come_is_told(visit: Visit, server: Server) -> None:
    laid = lay(server, seats=TWO, name="Anna")
    guest = visit("", keeping=laid.kept())
    anna = guest.page
    anna.add_init_script(TOLD)
    guest.go(f"/match/{laid.id}")
    with laid.take("ss", "Bruno") as bruno:
        assert bruno.choices
        expect(question(anna)).not_to_be_empty()
        expect(anna).not_to_have_title(re.compile("^● "))
        tab(anna, "More").click()
        switch = anna.get_by_role("checkbox", name="Show a notification")
        expect(switch).not_to_be_checked()
        switch.check()
        anna.evaluate("leave()")
        while bruno.choices:
            assert anna.evaluate("told") == []
            bruno.do(bruno.choices[0])
        expect(anna).to_have_title(re.compile("^● "))
        told = anna.evaluate("told")
        assert told.count("Castle Itter: Defender: it is your turn.") == 1
        assert told.count("a tone") == 2
        accessible(anna)


@pytest.mark.proof
def test_a_sound_can_be_switched_off(visit: Visit, server: Server) -> None:
    page = host(visit, lay(server, seats=AGAINST_BOT))
    tab(page, "More").click()
    page.get_by_role("checkbox", name="Play a short sound").uncheck()
    page.reload()
    tab(page, "More").click()
    expect(page.get_by_role("checkbox", name="Play a short sound")).not_to_be_checked()
    page.get_by_text("Call a web address").click()
    page.get_by_role("textbox", name="Address").fill("not an address")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").filter(has_text=re.compile("address|call")).first).to_be_visible()
    accessible(page)


# Coming back


@pytest.mark.proof
def test_everything_is_there_again_after_the_line_was_lost(visit: Visit, tmp_path: Path) -> None:
    running = Server(tmp_path / "home")
    laid = lay(running, seats=TWO, name="Anna")
    guest = visit(f"/match/{laid.id}", at=running, keeping=laid.kept())
    for known in ("ERR_CONNECTION_REFUSED", "WebSocket"):
        guest.excuse(known)
    anna = guest.page
    speak(anna, "Is anybody there?")
    lost = anna.get_by_text("The connection was lost.")
    with anna.expect_console_message(lambda said: "ERR_CONNECTION_REFUSED" in said.text):
        running.kill()
        expect(lost).to_be_visible()
    running = Server(tmp_path / "home", running.port)
    expect(lost).to_be_hidden()
    with laid.take("ss", "Bruno") as bruno:
        bruno.say("Here I am")
        assert "Is anybody there?" in [each["text"] for each in bruno.talk]
        expect(question(anna)).not_to_be_empty()
        tab(anna, "Chat").click()
        expect(said(anna).filter(has_text="Here I am")).to_have_count(1)
    anna.close()
    running.end()


@pytest.mark.proof
def test_a_match_that_was_deleted_says_so(visit: Visit, server: Server) -> None:
    laid = lay(server, seats=TWO)
    bruno = visit(laid.joined("ss")).page
    expect(bruno.get_by_role("heading", name="Take your seats")).to_be_visible()
    Wire(server.url).ask("DELETE", f"/api/matches/{laid.id}", token=laid.tokens["defender"])
    expect(bruno.get_by_text("It may have been deleted.")).to_be_visible()
    expect(bruno.get_by_role("link", name="Home").first).to_be_visible()


@pytest.mark.proof
def test_a_seat_that_got_a_new_link_says_so(visit: Visit, server: Server) -> None:
    """The line breaks, and the table no longer takes the token."""
    laid = lay(server, seats=AGAINST_BOT)
    guest = visit("")
    lines: list[WebSocketRoute] = []

    def refuse(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) == 1:
            line.connect_to_server()
            return
        line.send(json.dumps({"refused": None, "rule": "token", "text": "This link does not open it."}))
        line.close(code=1008)

    guest.page.route_web_socket("**/ws/*", refuse)
    guest.go(laid.link("defender"))
    expect(question(guest.page)).not_to_be_empty()
    lines[0].close(code=1013)
    expect(guest.page.get_by_text("This seat has a new link")).to_be_visible()
    guest.page.wait_for_timeout(600)
    assert len(lines) == 2, "trying again would not help"
    expect(guest.page.get_by_text("This seat has a new link")).to_be_visible()


@pytest.mark.proof
def test_a_hello_that_is_refused_for_now_is_said_again(visit: Visit, server: Server) -> None:
    """The table cannot reach its database for a while; the page says why, and comes again by itself."""
    guest, why = visit(""), "The matches cannot be reached right now."
    lines: list[WebSocketRoute] = []

    def refuse(line: WebSocketRoute) -> None:
        lines.append(line)
        if len(lines) in (2, 3):
            line.send(json.dumps({"refused": None, "rule": "not-reached", "text": why}))
            line.close(code=1013)
        else:
            line.connect_to_server()

    guest.page.route_web_socket("**/ws/*", refuse)
    guest.go(lay(server, seats=AGAINST_BOT).link("defender"))
    expect(question(guest.page)).not_to_be_empty()
    lines[0].close(code=1012)
    expect(guest.page.get_by_text(why)).to_be_visible()
    expect(guest.page.get_by_text(why)).to_be_hidden()
    assert len(lines) == 4
    expect(sentences(guest.page).first).to_be_visible()


def test_an_invitation_opened_as_a_seat_leads_to_the_invitation(visit: Visit, server: Server) -> None:
    laid = lay(server, seats=TWO)
    page = visit(laid.link("ss")).page
    expect(page).to_have_url(re.compile(f"/join/{laid.id}"))
    expect(page.get_by_role("textbox", name="Your name")).to_be_visible()


# Keys and phones


@pytest.mark.proof
def test_the_tabs_and_seats_by_keys_alone(visit: Visit, server: Server) -> None:
    page = host(visit, lay(server, seats=AGAINST_BOT))
    expect(sentences(page).first).to_be_visible()
    tab(page, "Log").focus()
    for name in ("Cards", "Seats"):
        page.keyboard.press("ArrowRight")
        expect(tab(page, name)).to_be_focused()
    away = page.get_by_role("button", name="Let a bot play for me")
    expect(away).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(away).to_be_focused()
    page.keyboard.press("Enter")
    back = page.get_by_role("tabpanel", name="Seats").get_by_role("button", name="Take my seat back")
    expect(back).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Let a bot play for me")).to_be_focused()
    tab(page, "Seats").focus()
    page.keyboard.press("ArrowRight")
    expect(tab(page, "Chat")).to_be_focused()
    page.get_by_role("textbox", name="Say something").focus()
    page.keyboard.type("undo? 1 2 3")
    page.keyboard.press("Enter")
    expect(said(page).filter(has_text="undo? 1 2 3")).to_have_count(1)


@pytest.mark.parametrize(
    ("locale", "seats"),
    [("en-GB", "Seats"), ("it-IT", "Posti")],
    ids=["English", "Italian"],
)
@pytest.mark.proof
def test_a_phone_has_room_for_all_of_it(visit: Visit, server: Server, locale: str, seats: str) -> None:
    page = host(visit, lay(server, seats=AGAINST_BOT, clock={"bank": 600}), size=PHONE, locale=locale)
    expect(sentences(page).first).to_be_visible()
    for name in (seats, "Chat"):
        tab(page, name).tap()
        expect(tab(page, name)).to_have_attribute("aria-selected", "true")
        accessible(page)
        fits(page)
