"""Pictures of every page for docs/screens: desktop and phone, light and dark. `make screens` runs it."""

from __future__ import annotations

import base64
import random
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Route, expect, sync_playwright

from support import paths
from support.browser.chromium import start
from support.browser.match_page import pick, sentences, settled
from support.browser.visitor import DESKTOP, PHONE, TAUGHT, Visitor
from support.table.server import Server, serving
from tools import colditz_screens

FOLDER = paths.DOCS / "screens"
RECORD = paths.RECORDS / "itter-1-playtest-elite.txt"
LARGE: dict[str, Any] = {"viewport": {"width": 1920, "height": 1080}}
SMALL: dict[str, Any] = {**PHONE, "device_scale_factor": 1.5}
ROOMS = {"desktop": DESKTOP, "large": LARGE, "phone": SMALL}
OWN = ("itter", "siege")
QUALITY = 50
FINE = 34
"""The same for the large board of Escape from Colditz, of which there are many pictures."""
LIMIT = 9_000_000
"""All pictures together, in bytes."""

UP = """() => {
  scrollTo(0, 0);
  for (const each of document.querySelectorAll("main *")) {
    if (!each.closest("[role=tabpanel], aside")) each.scrollTop = 0;
  }
}"""
"""Back to the top of the page and of what scrolls in it, but for the logs."""

NEW = """async (wanted) => {
  const options = { edition: "published", difficulty: "competitive" };
  const body = JSON.stringify({ game: "itter", options, ...wanted });
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("/api/matches", { method: "POST", headers, body });
  return answer.json();
}"""
"""A match that somebody else made."""

TAKEN = (
    "Lee",
    "NT5:",
    "Suppress",
    "Pollock",
    "BJ1:",
    "Attack",
    "Gangl",
    "G1:",
    "Suppress",
)


def home(page: Page) -> None:
    expect(page.get_by_role("button", name="Play Castle Itter")).to_be_visible()


def match(page: Page) -> None:
    """A game some actions on, where somebody is to be placed."""
    home(page)
    page.get_by_role("button", name="Play Castle Itter").click()
    expect(sentences(page).first).to_be_visible()
    for said in TAKEN:
        found = sentences(page).filter(has_text=re.compile(f"^.{{0,3}}{said}", re.DOTALL))
        if found.count():
            found.first.click()
            settled(page)
    chance = random.Random(7)
    for _ in range(12):
        busy = sentences(page).filter(has_not_text=re.compile("[Pp]ass|Move to"))
        pick(busy if busy.count() else sentences(page), chance)
        settled(page)
    not_yet = page.get_by_role("button", name="Not yet")
    if not_yet.count():
        not_yet.click()


def brought_in(page: Page) -> None:
    home(page)
    page.get_by_role("textbox", name="or paste the record").fill(RECORD.read_text())
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("button", name="Next moment")).to_be_visible()


def replay(page: Page) -> None:
    brought_in(page)
    page.get_by_role("button", name="Turn 4", exact=True).click()
    expect(page.get_by_role("img").first).to_be_visible()


def report(page: Page) -> None:
    brought_in(page)
    page.get_by_role("button", name="Final report").click()
    expect(page.get_by_role("heading", name="Score sheet")).to_be_visible()


def matches(page: Page) -> None:
    """The first page of somebody who has played."""
    match(page)
    page.go_back()
    home(page)
    brought_in(page)
    page.go_back()
    home(page)
    expect(page.get_by_role("button", name=re.compile("^Export .*Castle Itter"))).to_have_count(2)
    page.get_by_role("textbox", name="or paste the record").fill("")


def several(page: Page) -> None:
    """The card of a game for two."""
    home(page)
    page.get_by_role("form", name="Castle Itter").get_by_text("Options", exact=True).click()
    page.get_by_role("radio", name=re.compile("Competitive")).check()


def seats(page: Page) -> None:
    several(page)
    page.get_by_text("Name, clock and pace").first.click()
    page.get_by_role("textbox", name="Your name").first.fill("Anna")
    page.get_by_role("radio", name="For the whole game").first.check()


def gather(page: Page) -> None:
    """A match that waits for a friend."""
    several(page)
    page.get_by_role("group", name="SS player", exact=True).get_by_text("A friend", exact=True).click()
    page.get_by_role("button", name="Play Castle Itter").click()
    expect(page.get_by_role("heading", name="Take your seats")).to_be_visible()


def join(page: Page) -> None:
    """An invitation, in the browser of who gets it."""
    home(page)
    made = page.evaluate(NEW, {"seats": {"defender": "me", "ss": "friend"}, "name": "Anna"})
    page.goto(f"{page.url}join/{made['id']}#{made['seats'][1]['token']}")
    expect(page.get_by_role("button", name="Take this seat")).to_be_visible()


def versus(page: Page) -> None:
    """A game against a bot, some actions on."""
    several(page)
    page.get_by_role("group", name="SS player", exact=True).get_by_text("Bot", exact=True).click()
    page.get_by_role("button", name="Play Castle Itter").click()
    chance = random.Random(7)
    for _ in range(8):
        expect(sentences(page).first).to_be_visible()
        settled(page)
        pick(sentences(page), chance)
    expect(sentences(page).first).to_be_visible()


def watch(page: Page) -> None:
    """The same game for those who look on."""
    address = page.url
    versus(page)
    kept = page.evaluate("() => JSON.parse(localStorage.getItem('garrison.matches'))[0]")
    page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    page.goto(address)
    page.goto(f"{address}match/{kept['id']}#{kept['watch']}")
    expect(page.get_by_role("tab", name="Log")).to_be_visible()
    expect(page.get_by_role("tabpanel", name="Log").get_by_role("listitem").first).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


def besieged(page: Page, mine: str, bots: str) -> None:
    """Castle under Siege against a bot."""
    card = page.get_by_role("button", name="Play Castle under Siege").locator("xpath=ancestor::form")
    card.get_by_text("Options", exact=True).click()
    for seat, who in ((mine, "You"), (bots, "Bot")):
        card.get_by_role("group", name=seat, exact=True).get_by_text(who, exact=True).click()
    page.get_by_role("button", name="Play Castle under Siege").click()
    expect(sentences(page).first).to_be_visible()
    settled(page)


def aim(page: Page) -> None:
    """Where the catapult stands and where the shot will probably lie."""
    home(page)
    besieged(page, "Attacker", "Defender")
    sentences(page).filter(has_text="Load: boulder").click()
    expect(page.get_by_role("spinbutton").first).to_be_visible()
    settled(page)


def defend(page: Page) -> None:
    """The defender's turn after a shot."""
    home(page)
    besieged(page, "Defender", "Attacker")
    sentences(page).filter(has_text="as usual").click()
    settled(page)
    sentences(page).filter(has_text=re.compile("spell", re.IGNORECASE)).last.click()
    expect(page.get_by_role("heading", name=re.compile("^Who acts"))).to_be_visible()
    settled(page)


def rules(page: Page) -> None:
    page.goto(page.url + "rules/itter?edition=published")
    expect(page.get_by_role("heading", level=2).first).to_be_visible()


def notes(page: Page) -> None:
    page.goto(page.url + "notes/itter")
    expect(page.get_by_role("heading", level=2).first).to_be_visible()


PAGES: dict[str, Callable[[Page], None]] = {
    "home": matches,
    "seats": seats,
    "join": join,
    "gather": gather,
    "match": match,
    "versus": versus,
    "watch": watch,
    "aim": aim,
    "defend": defend,
    "replay": replay,
    "report": report,
    "rules": rules,
    "notes": notes,
}


def own_games(route: Route) -> None:
    """The toys of the tests are no games to show."""
    answer = route.fetch()
    route.fulfill(response=answer, json=[game for game in answer.json() if game["id"] in OWN])


def picture(page: Page, folder: Path, name: str, whole: bool = False, quality: int = QUALITY) -> None:
    """One picture as WebP, which Chromium writes itself."""
    page.mouse.move(0, 0)
    how: dict[str, Any] = {"format": "webp", "quality": quality}
    session = page.context.new_cdp_session(page)
    if whole:
        size = session.send("Page.getLayoutMetrics")["cssContentSize"]
        how |= {"captureBeyondViewport": True, "clip": {**size, "scale": 1}}
    data = base64.b64decode(session.send("Page.captureScreenshot", how)["data"])
    (folder / f"{name}.webp").write_bytes(data)


def take(
    browser: Browser, server: Server, folder: Path, name: str, size: dict[str, Any], scheme: str
) -> None:
    """A page in light or dark; the match in colours as many people see them too, and on a large screen."""
    context = browser.new_context(**size, locale="en-GB", reduced_motion="reduce", color_scheme=scheme)
    context.route(re.compile("/api/games[?]"), own_games)
    context.add_init_script(TAUGHT)
    guest = Visitor(context.new_page(), server.url)
    page = guest.go("/")
    PAGES[name](page)
    room = "phone" if size is SMALL else "desktop"
    page.evaluate(UP)
    picture(page, folder, f"{name}-{room}-{scheme}", whole=name in ("home", "seats"))
    if name == "match" and size is DESKTOP:
        page.set_viewport_size(LARGE["viewport"])
        picture(page, folder, f"{name}-large-{scheme}")
        if scheme == "light":
            session = context.new_cdp_session(page)
            session.send("Emulation.setEmulatedVisionDeficiency", {"type": "deuteranopia"})
            picture(page, folder, f"{name}-large-deuteranopia")
    context.close()
    guest.all_well()


def take_colditz(browser: Browser, server: Server, folder: Path, name: str, room: str) -> None:
    """A moment of Escape from Colditz: in light, as seen without red and green, and in dark."""
    context = browser.new_context(**ROOMS[room], locale="en-GB", reduced_motion="reduce")
    context.add_init_script(TAUGHT)
    guest = Visitor(context.new_page(), server.url)
    page = guest.go(colditz_screens.address(server, name))
    page.evaluate(UP)
    colditz_screens.reach(page, name)
    session = context.new_cdp_session(page)
    looks = {"light": "none", "deuteranopia": "deuteranopia", "dark": "none"}
    for look, deficiency in looks.items():
        page.emulate_media(color_scheme="dark" if look == "dark" else "light")
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": deficiency})
        picture(page, folder, f"colditz-{name}-{room}-{look}", quality=FINE)
    context.close()
    guest.all_well()


def take_all(folder: Path) -> None:
    with serving(folder / "home") as server, sync_playwright() as playwright:
        browser = start(playwright)
        for name in PAGES:
            for size in (DESKTOP, SMALL):
                for scheme in ("light", "dark"):
                    take(browser, server, folder, name, size, scheme)
        for name in colditz_screens.NAMES:
            for room in ROOMS:
                take_colditz(browser, server, folder, name, room)
        browser.close()


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        take_all(Path(folder))
        taken = sorted(Path(folder).glob("*.webp"))
        total = sum(each.stat().st_size for each in taken)
        if total > LIMIT:
            print(f"{total / 1e6:.1f} MB of pictures, {LIMIT / 1e6:.0f} are allowed", file=sys.stderr)
            return 1
        FOLDER.mkdir(parents=True, exist_ok=True)
        for old in FOLDER.glob("*.webp"):
            old.unlink()
        for each in taken:
            shutil.copy(each, FOLDER)
    print(f"{len(taken)} pictures, {total / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
