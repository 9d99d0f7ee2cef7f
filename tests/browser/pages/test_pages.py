"""The pages around a match: first page, records, replay, report, rules and notes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from garrison.client import Table
from support import paths
from support.browser.match_page import question, sentences, settled, sit_down
from support.browser.visitor import (
    DESKTOP,
    PHONE,
    Visit,
    Visitor,
    accessible,
    accessible_too,
    fits,
    whole_page_accessible,
)
from support.proof import few
from support.table.server import Server

RECORDS = paths.RECORDS
RECORD = (RECORDS / "itter-1-veteran.txt").read_text()
ESCAPED = (RECORDS / "colditz-1-modern-3.txt").read_text()
MOMENT_ON = re.compile("Next moment|Momento successivo")
WON = (RECORDS / "itter-1-playtest-elite.txt").read_text()


def bring_in(page: Page, record: str) -> None:
    page.get_by_role("textbox", name="or paste the record").fill(record)
    page.get_by_role("button", name="Import", exact=True).click()


def replayed(
    visit: Visit, server: Server, record: str = RECORD, title: str = "Replay: Castle Itter", **how: Any
) -> Visitor:
    """Somebody at the replay of a record."""
    with Table(server.url).load(record) as looked:
        guest = visit(f"/replay/{looked.match}#{looked.token}", **how)
    expect(guest.page.get_by_role("heading", name=title)).to_be_visible()
    expect(controls(guest.page).get_by_role("button", name=MOMENT_ON)).to_be_visible()
    return guest


def controls(page: Page) -> Locator:
    """Where one goes from moment to moment. To look for a button on the whole page takes long in a replay."""
    return page.locator(".replay-controls")


def turn(page: Page, number: int) -> Locator:
    """The line of the log with which a turn begins."""
    return page.locator("#log").get_by_role("button", name=f"Turn {number}", exact=True)


def moment(page: Page) -> tuple[int, int]:
    """The moment shown and the last one, as the page counts them."""
    shown = page.locator("#count").filter(visible=True)
    expect(shown).to_have_text(re.compile(r"^\d+ of \d+$"))
    now, last = shown.inner_text().split(" of ")
    return int(now), int(last)


def shows(page: Page, n: int, last: int) -> None:
    expect(page.locator("#count").filter(visible=True)).to_have_text(f"{n} of {last}")


# The first page


@pytest.mark.parametrize(
    ("size", "locale", "play"),
    few(1, [(DESKTOP, "en-GB", "Play Castle Itter"), (PHONE, "it-IT", "Gioca a Castle Itter")]),
    ids=["desktop", "phone, Italian"],
)
def test_the_first_page_is_accessible(visit: Visit, size: dict[str, object], locale: str, play: str) -> None:
    page = visit("/", size=size, locale=locale).page
    expect(page.get_by_role("button", name=play)).to_be_visible()
    whole_page_accessible(page)
    fits(page)


def without_toys(route: Route) -> None:
    """The games that a table offers, without those of the tests."""
    answer = route.fetch()
    route.fulfill(response=answer, json=[game for game in answer.json() if game["id"] in ("itter", "siege")])


SMALLEST: dict[str, Any] = {**PHONE, "viewport": {"width": 320, "height": 568}}
TABLET: dict[str, Any] = {"viewport": {"width": 1024, "height": 768}}


def test_every_game_is_seen_and_played_without_scrolling(visit: Visit) -> None:
    """Picture, players, minutes and Play are above the fold; what can be chosen is folded."""
    for size, many in ((DESKTOP, 2), (TABLET, 2), (PHONE, 2), (SMALLEST, 1)):
        guest = visit("", size=size)
        guest.page.route(re.compile("/api/games[?]"), without_toys)
        page = guest.go("/")
        for name in ("Castle Itter", "Castle under Siege")[:many]:
            expect(page.get_by_role("button", name=f"Play {name}")).to_be_in_viewport(ratio=1)
            card = page.get_by_role("form", name=name)
            expect(card.get_by_role("img", name=re.compile("castle", re.IGNORECASE))).to_be_in_viewport()
            expect(card.get_by_text(re.compile(r"players · \d+ to \d+ minutes"))).to_be_visible()
            expect(card.get_by_role("radio")).to_have_count(0)
            drawn = "card => [...card.querySelectorAll('img')].filter(each => each.naturalWidth > 0).length"
            assert card.evaluate(drawn) == 1, "the picture of the other theme was fetched too"
        fits(page)


def test_who_comes_alone_and_presses_play_plays_at_once(visit: Visit) -> None:
    page = visit("/").page
    page.get_by_role("button", name="Play Castle under Siege").click()
    expect(question(page)).to_have_text("What do you load, unseen?")
    expect(sentences(page)).to_have_count(3)


PALE = "@media (prefers-color-scheme: dark) { main > button { color: #777; background: #666 } }"


@pytest.mark.proof
def test_what_is_not_accessible_is_found(visit: Visit) -> None:
    page = visit("/").page
    expect(page.get_by_role("button", name="Play Castle Itter")).to_be_visible()
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    with pytest.raises(AssertionError, match="button-name"):
        accessible(page)
    page.evaluate("document.querySelector('main > button').textContent = 'Play'")
    accessible(page)
    page.evaluate(
        "rule => document.styleSheets[0].insertRule(rule, document.styleSheets[0].cssRules.length)", PALE
    )
    with pytest.raises(AssertionError, match="in dark: color-contrast"):
        whole_page_accessible(page)


@pytest.mark.proof
def test_only_sets_of_options_that_exist_can_be_chosen(visit: Visit) -> None:
    page = visit("/").page
    form = page.get_by_role("form", name="Castle Itter")
    form.get_by_text("Options", exact=True).click()
    expect(form.get_by_role("radio", name="Published")).to_be_checked()
    expect(form.get_by_role("radio", name="Beginner")).to_be_checked()
    expect(form.get_by_role("radio", name=re.compile("Competitive"))).to_be_visible()
    form.get_by_role("radio", name=re.compile("Playtest")).check()
    expect(form.get_by_role("radio", name="Beginner")).to_have_count(0)
    expect(form.get_by_role("radio", name=re.compile("Competitive"))).to_have_count(0)
    form.get_by_role("radio", name="Elite").check()
    expect(form.get_by_text("Playtest v0.3 · Elite", exact=True)).to_be_visible()
    form.get_by_role("button", name="Play Castle Itter").click()
    expect(sentences(page).first).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("^Rule IT3-")).first).to_be_visible()


@pytest.mark.proof
def test_a_stricter_reading_is_chosen_among_the_rarer_options(visit: Visit) -> None:
    page = visit("/").page
    form = page.get_by_role("form", name="Castle Itter")
    form.get_by_text("Options", exact=True).click()
    form.get_by_text("Borotra's escape: also from the white Load square").click()
    form.get_by_role("radio", name="From coloured squares only").check()
    expect(form.get_by_role("radio", name="Allowed at once")).to_be_checked()
    form.get_by_role("button", name="Play Castle Itter").click()
    expect(sentences(page).first).to_be_visible()
    page.get_by_role("link", name="Home").first.click()
    expect(page.get_by_text("Published · Beginner · From coloured squares only")).to_be_visible()


def test_a_match_is_deleted_after_one_question(visit: Visit, server: Server) -> None:
    page = sit_down(visit, server).page
    address = page.url
    page.get_by_role("link", name="Home").first.click()
    delete = page.get_by_role("button", name=re.compile("^Delete Castle Itter"))
    delete.click()
    asked = page.get_by_role("dialog", name="Delete this match?")
    expect(asked).to_be_visible()
    accessible_too(page)
    asked.get_by_role("button", name="Cancel").click()
    expect(asked).to_have_count(0)
    delete.click()
    asked.get_by_role("button", name="Delete").click()
    expect(delete).to_have_count(0)
    expect(page.get_by_text("The match was deleted.")).to_be_visible()
    expect(page.get_by_text("No matches yet.")).to_be_visible()
    assert page.url != address


def test_a_match_of_somebody_else_is_refused_in_words(visit: Visit, server: Server) -> None:
    mine = sit_down(visit, server)
    path = mine.page.url.removeprefix(mine.address)
    other = visit()
    other.excuse(r"status of 40\d .*/api/matches/")
    page = other.go(path.partition("#")[0])
    expect(page.get_by_role("status").first).to_contain_text(re.compile(r"\w+ \w+"))
    expect(page.get_by_role("link", name="Home").first).to_be_visible()
    expect(sentences(page)).to_have_count(0)


# Records


def damaged(record: str) -> str:
    """Another die in the first row that rolls."""
    changed, times = re.subn(
        r"(\n\d+ .* \| [a-z-]+) (\d)", lambda m: f"{m[1]} {9 - int(m[2])}", record, count=1
    )
    assert times
    return changed


@pytest.mark.proof
def test_a_damaged_record_is_refused_with_a_sentence(visit: Visit) -> None:
    guest = visit("/")
    guest.excuse("status of 422 .*/api/matches/new/record")
    error = guest.page.get_by_role("alert").filter(has_text="This record cannot be used.")
    for record, said in (
        (damaged(RECORD), r"row \d+.*draw|number"),
        (RECORD[: len(RECORD) // 2], "line|end"),
        ("<img src=x onerror=alert(1)>", "garrison-record"),
    ):
        bring_in(guest.page, record)
        expect(error).to_contain_text(re.compile(said))
        assert len(error.inner_text()) < 400
    accessible(guest.page)
    expect(guest.page.get_by_text("No matches yet.")).to_be_visible()


@pytest.mark.proof
def test_a_record_goes_out_and_comes_in_again(visit: Visit, tmp_path: Path) -> None:
    page = visit("/").page
    bring_in(page, RECORD)
    expect(page.get_by_role("heading", name="Replay: Castle Itter")).to_be_visible()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Export").click()
    file = tmp_path / coming.value.suggested_filename
    coming.value.save_as(file)
    assert file.suffix == ".txt"
    assert file.read_text() == RECORD
    page.get_by_role("link", name="Home").first.click()
    with page.expect_file_chooser() as choosing:
        page.get_by_text("Choose a file", exact=True).click()
    choosing.value.set_files(file)
    expect(page.get_by_role("button", name="Next moment")).to_be_visible()
    page.get_by_role("link", name="Home").first.click()
    expect(page.get_by_role("button", name=re.compile("^Export Castle Itter"))).to_have_count(2)
    expect(page.get_by_text(re.compile("imported")).first).to_be_visible()


@pytest.mark.proof
def test_a_running_match_gives_its_frames_and_no_dice(visit: Visit, server: Server, tmp_path: Path) -> None:
    page = sit_down(visit, server).page
    page.get_by_role("tab", name="More").click()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Export the log").click()
    coming.value.save_as(tmp_path / "frames.txt")
    text = (tmp_path / "frames.txt").read_text()
    assert "Turn 1 begins." in text
    assert " | " not in text
    assert "key" not in text


# Replay


def test_a_replay_goes_to_any_moment(visit: Visit, server: Server) -> None:
    page = replayed(visit, server).page
    _, last = moment(page)
    buttons = controls(page)
    buttons.get_by_role("button", name="Last moment").click()
    shows(page, last, last)
    buttons.get_by_role("button", name="First moment").click()
    shows(page, 1, last)
    buttons.get_by_role("button", name="Next moment").click()
    shows(page, 2, last)
    scrubber = buttons.get_by_role("slider", name="Moment")
    scrubber.focus()
    page.keyboard.press("ArrowRight")
    shows(page, 3, last)
    page.keyboard.press("End")
    shows(page, last, last)
    buttons.get_by_role("button", name="Previous moment").click()
    shows(page, last - 1, last)
    turn(page, 2).click()
    there = moment(page)[0]
    assert 1 < there < last - 1
    line = (
        page.locator("#log")
        .get_by_role("listitem")
        .filter(has=page.get_by_role("heading", name="Turn 2", exact=True))
    )
    expect(line).to_have_attribute("aria-current", "step")
    expect(page).to_have_url(re.compile(rf"[?&]n={there}\b"))
    page.reload()
    shows(page, there, last)
    # Keys zoom and move the view; without Ctrl, arrows go from moment to moment.
    board = page.locator("#table svg.board")
    seen = [board.get_attribute("viewBox")]
    for key in ("+", "Control+ArrowRight"):
        page.keyboard.press(key)
        expect(board).not_to_have_attribute("viewBox", seen[-1] or "")
        seen.append(board.get_attribute("viewBox"))
    shows(page, there, last)
    page.keyboard.press("ArrowRight")
    shows(page, there + 1, last)


@pytest.mark.proof
def test_a_replay_runs_by_itself_and_pauses(visit: Visit, server: Server) -> None:
    page = replayed(visit, server).page
    _, last = moment(page)
    shows(page, 1, last)
    page.get_by_role("combobox", name="Speed").select_option("fast")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_text(f"1 of {last}", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert 1 < moment(page)[0] < last


@pytest.mark.proof
def test_a_finished_game_is_seen_from_any_seat(visit: Visit, server: Server) -> None:
    page = replayed(visit, server).page
    expect(page.locator("#trays")).not_to_be_empty()
    before = page.get_by_role("main").text_content() or ""
    page.get_by_role("combobox", name="Seen by").select_option("Somebody who sees everything")
    expect(page.get_by_role("main")).not_to_have_text(before)
    accessible(page)


@pytest.mark.proof
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_replay_is_accessible(visit: Visit, server: Server, size: dict[str, object]) -> None:
    page = replayed(visit, server, size=size).page
    whole_page_accessible(page)
    fits(page)


@pytest.mark.proof
def test_playing_on_from_a_moment_makes_a_new_match(visit: Visit, server: Server) -> None:
    page = replayed(visit, server).page
    turn(page, 2).click()
    n, last = moment(page)
    shows(page, n, last)
    page.get_by_role("button", name="Play on from here").click()
    asked = page.get_by_role("dialog", name=f"Play on from moment {n}?")
    expect(asked).to_be_visible()
    accessible_too(page)
    asked.get_by_role("button", name="Start the match").click()
    expect(sentences(page).first).to_be_visible()
    expect(page.get_by_text("Turn 2").first).to_be_visible()
    told = question(page).inner_text()
    sentences(page).first.click()
    settled(page)
    expect(question(page)).not_to_have_text(told)
    page.get_by_role("link", name="Home").first.click()
    expect(page.get_by_text(f"played on from moment {n} of another match")).to_be_visible()


@pytest.mark.proof
def test_a_shared_moment_opens_for_somebody_else(visit: Visit) -> None:
    mine = visit("/")
    bring_in(mine.page, RECORD)
    mine.page.get_by_role("button", name="Turn 2", exact=True).click()
    n, last = moment(mine.page)
    mine.page.get_by_role("button", name="Share this moment").click()
    dialog = mine.page.get_by_role("dialog", name=re.compile("Link to moment"))
    expect(dialog).to_contain_text("it carries no seat")
    accessible(mine.page)
    link = dialog.get_by_role("textbox", name="Link").input_value()
    other = visit(link.removeprefix(mine.address))
    shows(other.page, n, last)
    expect(other.page.get_by_role("combobox", name="Seen by")).to_have_value("defender")
    other.go("/")
    expect(other.page.get_by_role("button", name=re.compile("^Remove"))).to_be_visible()
    expect(other.page.get_by_role("button", name=re.compile("^Delete"))).to_have_count(0)


@pytest.mark.proof
def test_a_shared_moment_of_a_running_game_warns_that_it_carries_the_seat(
    visit: Visit, server: Server
) -> None:
    page = sit_down(visit, server).page
    page.get_by_role("tab", name="More").click()
    page.get_by_role("link", name="Replay").click()
    page.get_by_role("button", name="Share this moment").click()
    dialog = page.get_by_role("dialog", name=re.compile("Link to moment"))
    expect(dialog).to_contain_text("This link carries your seat: whoever has it")


# The end


def test_the_report_shows_score_luck_and_dice_that_can_be_verified(visit: Visit, server: Server) -> None:
    page = replayed(visit, server, WON).page
    page.get_by_role("button", name="Final report").click()
    report = page.get_by_role("dialog")
    expect(report.get_by_role("heading", name="Score sheet")).to_be_visible()
    expect(report.get_by_role("table")).to_contain_text("Points")
    expect(report.get_by_role("img", name=re.compile(r"^Defender: rolled [\d,.]+, expected"))).to_be_visible()
    expect(report.get_by_role("img", name=re.compile(r"^SS: rolled [\d,.]+, expected"))).to_be_visible()
    key = re.search(r"^key (\w+)$", WON, re.MULTILINE)
    assert key
    expect(report.get_by_text(key[1])).to_be_visible()
    report.get_by_role("button", name="Verify every draw").click()
    draws, rows = WON.count(" | "), len(re.findall(r"^\d", WON, re.MULTILINE))
    for who in ("This page", "The server"):
        verdict = report.get_by_role("listitem").filter(has_text=who)
        expect(verdict).to_contain_text(f"{draws} draws in {rows} rows, all of them as the key says.")
    accessible(page)


@pytest.mark.parametrize(
    ("size", "locale", "words"),
    [
        (DESKTOP, "en-GB", ("Final report", "Escapes", "Where", "French 7")),
        (PHONE, "it-IT", ("Resoconto finale", "Evasioni", "Dove", "Francese 7")),
    ],
    ids=["desktop", "phone, Italian"],
)
def test_the_report_has_the_tables_of_the_game(
    visit: Visit, server: Server, size: dict[str, Any], locale: str, words: tuple[str, ...]
) -> None:
    button, escapes, where, who = words
    page = replayed(visit, server, ESCAPED, "Escape from Colditz", size=size, locale=locale).page
    page.get_by_role("button", name=button).click()
    report = page.get_by_role("dialog")
    expect(report.get_by_role("table")).to_have_count(5)  # the scores come first
    table = report.get_by_role("table", name=escapes)
    expect(table.get_by_role("columnheader", name=where)).to_be_visible()
    expect(table.get_by_role("row").filter(has=page.get_by_role("rowheader", name=who))).to_have_count(1)
    box, room = (each.bounding_box() for each in (table, report))
    assert box
    assert room
    assert box["x"] + box["width"] <= room["x"] + room["width"]
    whole_page_accessible(page)


# Rules and notes


@pytest.mark.parametrize(
    ("path", "size", "title"),
    [
        ("/rules/itter", DESKTOP, "Castle Itter"),
        pytest.param("/rules/itter?edition=playtest", PHONE, "Castle Itter", marks=pytest.mark.proof),
        pytest.param("/notes/itter", DESKTOP, "Castle Itter", marks=pytest.mark.proof),
        pytest.param("/notes/itter", PHONE, "Castle Itter", marks=pytest.mark.proof),
        pytest.param("/notes/siege", PHONE, "Castle under Siege", marks=pytest.mark.proof),
    ],
    ids=["rules", "rules of the playtest on a phone", "notes", "notes on a phone", "notes of another game"],
)
def test_rules_and_notes_are_accessible(visit: Visit, path: str, size: dict[str, object], title: str) -> None:
    page = visit(path, size=size).page
    expect(page.get_by_role("heading", level=1)).to_contain_text(title)
    expect(page.get_by_role("heading", level=2).first).to_be_visible()
    accessible(page)
    fits(page)


def test_rules_are_found_by_words_by_id_and_by_edition(visit: Visit) -> None:
    page = visit("/rules/itter?edition=published#ITP-4.3c").page
    expect(page.get_by_role("link", name="Link to ITP-4.3c")).to_be_in_viewport()
    page.get_by_role("searchbox").fill("zzzz")
    expect(page.get_by_text("No rule contains these words.")).to_be_visible()
    page.get_by_role("searchbox").fill("suppression token")
    expect(page.get_by_text(re.compile(r"\d+ rules? found"))).to_be_visible()
    page.get_by_role("searchbox").fill("")
    page.get_by_role("combobox", name="Edition").select_option(label="Playtest v0.3")
    expect(page.get_by_text(re.compile("^IT3-")).first).to_be_visible()
    page.get_by_role("button", name="Italiano").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Regole")
    expect(page.get_by_role("combobox", name="Edizione")).to_be_visible()


def test_rules_lead_to_rulings_and_back(visit: Visit) -> None:
    page = visit("/rules/itter").page
    link = page.get_by_role("main").locator("a[href^='/notes/itter#']").first
    ident = link.inner_text().strip()
    link.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Notes")
    expect(page.get_by_role("link", name=f"Link to {ident}", exact=True)).to_be_in_viewport()


@pytest.mark.proof
def test_rules_have_pictures_by_the_boards_drawing(visit: Visit) -> None:
    """They are fetched when they come into sight, in the colours of the page, each with its caption."""
    page = visit("/rules/itter", color_scheme="dark").page
    rule = page.locator("[id='ITP-0j']")
    expect(rule.locator("figcaption")).to_contain_text('"1/2 CT"')
    seen = (
        "figure => [...figure.querySelectorAll('img')].map(each => [each.className, each.naturalWidth > 0])"
    )
    last = page.locator("[id='ITP-4.3d'] figure")
    assert last.evaluate(seen) == [["in-light", False], ["in-dark", False]]
    rule.scroll_into_view_if_needed()
    page.wait_for_function("document.querySelector(\"[id='ITP-0j'] img.in-dark\").naturalWidth > 0")
    assert rule.locator("figure").evaluate(seen) == [["in-light", False], ["in-dark", True]]
    accessible(page)
