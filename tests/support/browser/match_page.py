"""Sitting at the table in a browser, by clicks, keys and what can be seen: for tests of the match page."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, expect

from garrison.client import Chair, Table
from support.browser.visitor import PATIENCE, PAUSE, Visit, Visitor
from support.table.server import Server, Wire

KEYS = "123456789abcdefgijklmnopqrstvwxyz"
FARTHEST = 200
"""More stops than a page has for the Tab key."""
MOST = 400
"""No game of Castle Itter played at random asks as often."""


@dataclass(frozen=True)
class Laid:
    """A match as the server made it."""

    server: Server
    id: str
    kinds: dict[str, str]
    tokens: dict[str, str]
    watch: str

    def link(self, seat: str) -> str:
        """The address of a seat that is somebody's."""
        return f"/match/{self.id}#{self.tokens[seat]}"

    def invitation(self, seat: str) -> str:
        """The address to send to the friend who is invited to a seat."""
        return f"/join/{self.id}#{self.tokens[seat]}"

    @property
    def watching(self) -> str:
        return f"/match/{self.id}#{self.watch}"

    def kept(self) -> str:
        """The match as its creator's device keeps it."""
        by_kind = {
            kind: {seat: token for seat, token in self.tokens.items() if self.kinds[seat] == kind}
            for kind in ("mine", "friend")
        }
        seat, token = next(iter(by_kind["mine"].items()))
        known = {"id": self.id, "seat": seat, "token": token, "watch": self.watch}
        return json.dumps([{**known, "tokens": by_kind["mine"], "invitations": by_kind["friend"]}])

    def sit(self, seat: str) -> Chair:
        """A program in one of the host's own seats; it connects with its first request."""
        return Table(self.server.url).join(self.id, self.tokens[seat])

    def take(self, seat: str, name: str = "") -> Chair:
        """A program in a friend's seat; it connects with its first request."""
        return Table(self.server.url).take(self.id, self.tokens[seat], name)

    def joined(self, seat: str, name: str = "") -> str:
        """A friend has taken the seat; gives the address that is theirs alone."""
        answer = Wire(self.server.url).ask(
            "POST", f"/api/matches/{self.id}/seat", {"name": name}, self.tokens[seat]
        )
        assert answer.status == 200, answer.body
        return f"/match/{self.id}#{answer.json['token']}"


def lay(server: Server, game: str = "itter", options: dict[str, str] | None = None, **more: Any) -> Laid:
    """A new match with the seats that are asked for."""
    if options is None:
        options = {"difficulty": "competitive"} if game == "itter" else {}
    body = {"game": game, "options": options, "lang": "en", **more}
    answer = Wire(server.url).ask("POST", "/api/matches", body)
    assert answer.status == 201, answer.body
    made = answer.json
    kinds = {each["seat"]: each["kind"] for each in made["seats"]}
    tokens = {each["seat"]: each["token"] for each in made["seats"] if each["token"]}
    return Laid(server, made["id"], kinds, tokens, made["watch"])


def near_the_end(server: Server, record: str, left: int) -> list[str]:
    """The links of all seats of a match that is played on from so many moments before the end of a record."""
    table = Table(server.url)
    with table.load(record) as looked:
        last: int = looked.frame["n"]
        with table.play_on(looked.match, looked.token, last - left) as mine:
            return [f"/match/{mine.match}#{seat['token']}" for seat in mine.seats]


def host(visit: Visit, laid: Laid, **how: Any) -> Page:
    """The creator of a match, with all their seats and invitations on one device."""
    return visit(f"/match/{laid.id}", keeping=laid.kept(), **how).page


def sit_down(visit: Visit, server: Server, **how: Any) -> Visitor:
    """Somebody at a running game for one."""
    laid = lay(server, options={})
    guest = visit(laid.link("defender"), **how)
    expect(sentences(guest.page).first).to_be_visible()
    return guest


def side(page: Page) -> Locator:
    """Where the question and its answers stand."""
    return page.locator("#side")


def question(page: Page) -> Locator:
    return side(page).get_by_role("heading", level=2)


def sentences(page: Page) -> Locator:
    return side(page).get_by_role("listitem").get_by_role("button")


def lit(page: Page) -> Locator:
    """Everything on and beside the board that can be clicked; such a name says what for, behind a colon."""
    board = page.locator("#board").get_by_role("button", name=re.compile(": "))
    return board.or_(page.locator(".beside").get_by_role("button"))


def over(page: Page) -> Locator:
    return side(page).get_by_text("The game is over", exact=True)


def asked(page: Page) -> bool:
    return page.get_by_text("your decision").count() > 0


def whoever_is_asked(*pages: Page) -> Page | None:
    """The page that says so, once the last answer has come that far; none when the game is over."""
    latest = time.monotonic() + PATIENCE / 1000
    while not over(pages[0]).count():
        found = next(filter(asked, pages), None)
        if found is not None:
            return found
        assert time.monotonic() < latest, "nobody is asked"
        time.sleep(PAUSE)
    return None


def log(page: Page) -> Locator:
    return page.get_by_role("tabpanel", name=re.compile("Log|Cronaca")).get_by_role("listitem")


def settled(page: Page) -> None:
    """The last answer has come: nothing is busy any more.

    The page itself looks, frame by frame: asked from here, it is asked ever more seldom, up to half a second.
    """
    page.wait_for_function("() => !document.querySelector('[aria-busy=true]')")


def confirmation(page: Page) -> Locator:
    """The button that confirms a choice, where the page asks for that."""
    return page.locator("#confirmation").get_by_role("button").first


def confirm(page: Page) -> None:
    """Confirm the choice just made if the page asks for that: by Enter on the focus, or else by a click."""
    button = confirmation(page)
    if not button.count():
        return
    settled(page)
    if button.and_(page.locator(":focus")).count():
        page.keyboard.press("Enter")
    else:
        button.click()


@contextmanager
def answering(page: Page) -> Iterator[None]:
    """Do something that is an answer: the log goes on with it. A note instead says why it was none."""
    told = page.locator("#log > li")
    many = told.count()
    yield
    confirm(page)
    expect(told.nth(many).or_(page.get_by_role("dialog")).first).to_be_attached()
    settled(page)
    if told.count() == many:
        raise AssertionError(f"what was lit could not be clicked: {page.get_by_role('dialog').inner_text()}")


IN_VIEW = """(all) => {
  const seen = document.querySelector("#board").getBoundingClientRect();
  const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
  const within = ([x, y]) => seen.left < x && x < seen.right && seen.top < y && y < seen.bottom;
  const reached = (each) => !each.closest("#board") || within(middle(each.getBoundingClientRect()));
  return all.flatMap((each, n) => reached(each) ? [n] : []);
}"""
"""Which things are beside the board, or on the part of it that is seen."""


def pick(things: Locator, chance: random.Random) -> None:
    """Click or tap one in its middle, whatever lies there; where a menu opens, choose from it.

    Where the view shows none of them, take a sentence.
    """
    page = things.page
    seen = things.evaluate_all(IN_VIEW)
    thing = things.nth(chance.choice(seen)) if seen else sentences(page).first
    # On a board things lie over things: what a click in the middle meets is meant too.
    force = thing.evaluate("each => each.matches('.thing')")
    touch = page.evaluate("navigator.maxTouchPoints") > 0
    (thing.tap if touch else thing.click)(force=force)
    items = page.get_by_role("menuitem")
    if many := items.count():
        items.nth(chance.randrange(many)).click()


def tab_to(wanted: Locator, key: str = "Tab") -> None:
    """Press Tab until what is wanted has the focus."""
    page, there = wanted.page, wanted.element_handles()
    for _ in range(FARTHEST):
        if page.evaluate("wanted => wanted.includes(document.activeElement)", there):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never reaches it")


def choose_by_keys(page: Page, chance: random.Random) -> None:
    """To the lit things, from one to another by arrow keys, and into a menu if one opens."""
    tab_to(lit(page), "Shift+Tab")
    for _ in range(chance.randrange(4)):
        page.keyboard.press(chance.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
    page.keyboard.press("Enter")
    if many := page.get_by_role("menuitem").count():
        for _ in range(chance.randrange(many)):
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")


def play(page: Page, act: Callable[[], None]) -> int:
    """Act until the game is over; gives how often that was."""
    settled(page)
    for times in range(MOST):
        if over(page).is_visible():
            return times
        with answering(page):
            act()
    raise AssertionError(f"the game is not over after {MOST} actions")
