"""Plug-ins in the browser: a game in English only says so, and somebody else's bot has a name."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import expect

from support.browser.visitor import Visit, accessible_too
from support.table.plugin_server import plugin_server
from support.table.server import Forked

REMARK = "Night Watch non ha testi in italiano, perciò sono in inglese."


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forked]:
    with plugin_server(tmp_path_factory.mktemp("table") / "home") as server:
        yield server


@pytest.mark.proof
@pytest.mark.parametrize("path", ["/rules/english", "/notes/english"])
def test_a_page_in_another_language_says_so(visit: Visit, table: Forked, path: str) -> None:
    page = visit(path, at=table, locale="it-IT").page
    expect(page.locator("#remark")).to_have_text(REMARK)
    expect(page.locator("#book")).to_have_attribute("lang", "en")
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#remark")).to_be_hidden()
    expect(page.locator("#book")).not_to_have_attribute("lang", "en")


def test_a_match_in_another_language_says_so(visit: Visit, table: Forked) -> None:
    made = httpx.post(f"{table.url}/api/matches", json={"game": "english", "options": {}}).json()
    page = visit(f"/match/{made['id']}#{made['seats'][0]['token']}", at=table, locale="it-IT").page
    expect(page.locator("#question")).to_have_text("Which lantern do you show?")
    expect(page.locator("#question")).to_have_attribute("lang", "en")
    expect(page.locator("#remark")).to_have_text(REMARK)
    accessible_too(page)
    page.get_by_role("button", name="English").click()
    expect(page.locator("#remark")).to_be_hidden()
    expect(page.locator("#question")).not_to_have_attribute("lang", "en")


def test_somebody_else_s_bot_is_called_by_its_name(visit: Visit, table: Forked) -> None:
    seats = {"anna": "me", "bruno": "bot:first", "carla": "bot:sound"}
    made = httpx.post(f"{table.url}/api/matches", json={"game": "english", "seats": seats}).json()
    page = visit(f"/match/{made['id']}#{made['seats'][0]['token']}", at=table).page
    page.get_by_role("tab", name="Seats").click()
    expect(page.locator("#panel-seats")).to_contain_text("first")
