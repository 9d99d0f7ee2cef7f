"""Carrying matches between devices in the browser: a link and QR code that work once, and a backup file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from support.browser import qr_decoder
from support.browser.match_page import host, lay, over, sentences, settled
from support.browser.visitor import PHONE, Visit, accessible_too, fits, whole_page_accessible
from support.table.server import Server, Wire

HOT_SEAT = {"defender": "me", "ss": "me"}
MATCHES = "garrison.matches"


def kept(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(page.evaluate("key => localStorage.getItem(key)", MATCHES))
    return found


def scanned(picture: Locator) -> str:
    """The text a camera reads of the code, from its drawn modules."""
    size = int((picture.get_attribute("viewBox") or "").split()[2]) - 8
    drawn = picture.locator("path").get_attribute("d") or ""
    dark = {(int(y) - 4, int(x) - 4) for x, y in re.findall(r"M(\d+) (\d+)", drawn)}
    return qr_decoder.decoded([[(y, x) in dark for x in range(size)] for y in range(size)])


def test_a_link_carries_all_seats_to_another_device_once(visit: Visit, server: Server) -> None:
    laid = lay(server, seats=HOT_SEAT)
    page = host(visit, laid)
    page.get_by_role("button", name="SS player: show the table").click()
    settled(page)
    page.get_by_role("tab", name="More").click()
    page.get_by_role("button", name="Continue on another device…").click()
    panel = page.get_by_role("tabpanel", name="More")
    expect(panel.get_by_role("heading", name="Continue on another device")).to_be_focused()
    expect(panel).to_contain_text("works once, and is good until")
    expect(panel).to_contain_text("This device keeps its seats as well.")
    link = panel.get_by_role("textbox", name="Link for my other device").input_value()
    assert scanned(panel.get_by_role("img", name="QR code")) == link
    accessible_too(page)

    phone = visit("", size=PHONE)
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    path, secret = link.removeprefix(server.url), link.partition("#")[2]
    phone.go(path)
    whole_page_accessible(phone.page)
    fits(phone.page)
    phone.page.reload()  # looking alone does not use it up
    phone.page.get_by_role("button", name="Continue here").click()
    expect(phone.page).to_have_url(f"{server.url}/match/{laid.id}")
    expect(phone.page.get_by_role("heading", name=re.compile("Pass the device to"))).to_be_visible()
    (saved,) = kept(phone.page)
    assert (saved["tokens"], saved["watch"]) == (laid.tokens, laid.watch)
    assert not [url for url in asked if secret in url]

    late = visit(path)
    late.excuse("409")
    late.page.get_by_role("button", name="Continue here").click()
    expect(late.page.get_by_role("alert")).to_contain_text("This link has already been used")
    expect(late.page.get_by_role("button", name="Continue here")).to_have_count(0)
    cut = visit(path.partition("#")[0], locale="it-IT")
    expect(cut.page.get_by_role("alert")).to_contain_text("Il link è incompleto")
    page.reload()
    expect(page.get_by_role("button", name="SS player: show the table")).to_be_visible()
    assert kept(page)[0]["tokens"] == laid.tokens


def lost(route: Route) -> None:
    """The server does what it is asked for, but its answer does not arrive."""
    route.fetch()
    route.abort("connectionreset")


def test_a_link_whose_answer_is_lost_is_used_by_pressing_again(visit: Visit, server: Server) -> None:
    laid = lay(server, seats=HOT_SEAT)
    asked = {"tokens": [laid.tokens["ss"], laid.tokens["defender"]]}
    made = Wire(server.url).ask("POST", f"/api/matches/{laid.id}/transfer", asked, laid.tokens["ss"]).json
    phone = visit(f"/transfer/{laid.id}#{made['transfer']}", size=PHONE)
    phone.excuse("CONNECTION_RESET")
    phone.page.route(re.compile("/transfer/redeem"), lost, times=1)
    button = phone.page.get_by_role("button", name="Continue here")
    button.click()
    expect(phone.page.get_by_role("alert")).to_contain_text("The server is not answering")
    button.click()
    expect(phone.page).to_have_url(f"{server.url}/match/{laid.id}")
    assert kept(phone.page)[0]["tokens"] == laid.tokens


NO_STORAGE = """
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });
    }
"""


@pytest.mark.proof
def test_a_browser_that_saves_nothing_gets_a_seat_by_a_link_and_plays_again(
    visit: Visit, server: Server
) -> None:
    laid = lay(server, options={})
    token = laid.tokens["defender"]
    made = Wire(server.url).ask("POST", f"/api/matches/{laid.id}/transfer", {"tokens": [token]}, token).json
    guest = visit("", newcomer=True)
    guest.page.add_init_script(NO_STORAGE)
    page = guest.go(f"/transfer/{laid.id}#{made['transfer']}")
    page.get_by_role("button", name="Continue here").click()
    expect(page).to_have_url(f"{server.url}/match/{laid.id}#{token}")
    page.get_by_role("button", name="Got it").click()
    page.get_by_role("tab", name="More").click()  # from here it goes on to a third device
    page.get_by_role("button", name="Continue on another device…").click()
    expect(page.get_by_role("textbox", name="Link for my other device")).to_have_value(re.compile(laid.id))
    with laid.sit("defender") as chair:
        chair.resign()
    expect(over(page)).to_be_visible()
    page.locator("#side").get_by_role("button", name="Play again", exact=True).dispatch_event("click")
    expect(page).not_to_have_url(re.compile(laid.id))
    expect(sentences(page).first).to_be_visible()


def told(page: Page) -> Locator:
    return page.get_by_role("region", name="My matches").get_by_role("status")


def load(page: Page, content: str) -> None:
    page.locator("#backup-file").set_input_files(
        {"name": "links.json", "mimeType": "application/json", "buffer": content.encode()}
    )


@pytest.mark.proof
def test_a_backup_brings_all_matches_back_and_never_replaces_what_is_known(
    visit: Visit, server: Server
) -> None:
    first, second = lay(server, seats=HOT_SEAT), lay(server, "itter", {})
    both = [*json.loads(first.kept()), *json.loads(second.kept())]
    page = visit("/", keeping=json.dumps(both)).page
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Save a backup of my links").click()
    content = Path(downloading.value.path()).read_text()
    assert downloading.value.suggested_filename.endswith(".json")

    partly = [{**both[0], "tokens": {"defender": "x" * 22}, "name": "Anna"}]
    page = visit("/", keeping=json.dumps(partly)).page
    load(page, content)
    expect(told(page)).to_have_text("1 match added. 1 completed with more seats. 0 were known already.")
    expect(page.get_by_role("link", name=re.compile("^Resume"))).to_have_count(2)
    by_id = {each["id"]: each for each in kept(page)}
    assert by_id[first.id]["tokens"] == {"defender": "x" * 22, "ss": first.tokens["ss"]}
    assert by_id[first.id]["name"] == "Anna"
    before = kept(page)
    load(page, content)
    expect(told(page)).to_have_text("0 matches added. 0 completed with more seats. 2 were known already.")
    backup = json.loads(content)
    for wrong, said in (
        ("garrison-record 1", "not a backup"),
        (json.dumps({**backup, "garrison-backup": 2}), "another version"),
        (json.dumps({**backup, "matches": [{"id": first.id, "token": "<b>"}]}), "damaged"),
        (json.dumps({**backup, "matches": [{**both[0], "tokens": ["x" * 22]}]}), "damaged"),
        (json.dumps({**backup, "matches": [{**both[0], "title": "x" * 201}]}), "damaged"),
        (" " * 5_000_001, "too large"),
    ):
        load(page, wrong)
        expect(told(page)).to_contain_text(said)
    load(page, json.dumps({**backup, "origin": "https://elsewhere.example"}))
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert kept(page) == before
    accessible_too(page)
