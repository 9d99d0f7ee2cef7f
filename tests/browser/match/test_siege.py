"""Castle under Siege in a real browser: aiming by mouse, touch and keyboard, whole games on both sides."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Locator, Page, expect

from garrison.client import Chair, Table
from garrison.core.dice import KeyedDice, seed_key
from garrison.core.match import Match
from garrison.games.siege.hit_chance import aims, hit_chances
from garrison.games.siege.tables import BOULDER, STRUCTURES
from support import paths
from support.browser.match_page import answering, lay, log, near_the_end, over, question, sentences, settled
from support.browser.pointer import drag, finger, middle
from support.browser.visitor import (
    PATIENCE,
    PHONE,
    Visit,
    accessible,
    accessible_too,
    becomes,
    fits,
    whole_page_accessible,
)
from support.games.siege import SIEGE, at
from support.proof import few
from support.table.server import Server

RECORD = (paths.RECORDS / "siege-1-average.txt").read_text()
MOST = 120
"""No game of these is so long that somebody is asked as often."""


def place(page: Page, ident: str) -> Locator:
    return page.locator(f".place[data-id={ident}] .hit")


def north_gate(page: Page) -> tuple[float, float]:
    """Between its two halves."""
    box = place(page, "gate-n-w").bounding_box()
    assert box is not None
    return box["x"] + box["width"], box["y"] + box["height"] / 2


def handle(page: Page, name: str) -> Locator:
    return page.get_by_role("slider", name=name, exact=True)


def grip(page: Page, name: str) -> tuple[float, float]:
    return middle(handle(page, name).locator(".grip"))


def shoot(page: Page) -> Locator:
    return page.get_by_role("button", name="Shoot")


def field(page: Page, name: str) -> Locator:
    return page.get_by_role("spinbutton", name=re.compile(f"^{name}"))


def number(page: Page, name: str) -> float:
    return float(field(page, name).input_value())


def play(page: Page, seat: str, act: Callable[[], None]) -> int:
    """Act until the game is over; gives how often that was."""
    mine = page.get_by_text(f"{seat}: your decision")
    for times in range(MOST):
        expect(mine.or_(over(page))).to_be_visible()
        settled(page)
        if over(page).is_visible():
            return times
        with answering(page):
            act()
    raise AssertionError(f"the game is not over after {MOST} answers")


class Aiming:
    """The attacker in a browser, asked to aim; the garrison stands as usual."""

    def __init__(self, visit: Visit, server: Server, stack: ExitStack) -> None:
        self.visit, self.table, self.stack = visit, Table(server.url), stack

    def __call__(self, **how: object) -> Page:
        attacker = self.stack.enter_context(self.table.new("siege"))
        defender = self.stack.enter_context(self.table.join(attacker.match, attacker.seats[1]["token"]))
        self.answer(defender, "post rest")
        self.answer(attacker, "load boulder")
        self.answer(defender, "wait")
        page = self.visit(f"/match/{attacker.match}#{attacker.token}", **how).page
        expect(shoot(page)).to_be_visible()
        return page

    def answer(self, chair: Chair, do: str) -> None:
        while do not in chair.choices:
            chair.wait(PATIENCE / 1000)
        chair.do(do)


class Begun:
    """A match at a position, and the chairs of both sides."""

    def __init__(self, server: Server, stack: ExitStack) -> None:
        self.table, self.stack = Table(server.url), stack

    def __call__(self, **position: object) -> tuple[Chair, Chair]:
        there = at(**position)
        record = Match(SIEGE, there.options, KeyedDice(seed_key(1)), start=there.view()).record()
        with self.table.load(record) as looked:
            mine = self.table.play_on(looked.match, looked.token, looked.frame["n"])
        other = self.table.join(mine.match, mine.seats[1]["token"])
        return self.stack.enter_context(mine), self.stack.enter_context(other)


@pytest.fixture
def begun(server: Server) -> Iterator[Begun]:
    with ExitStack() as stack:
        yield Begun(server, stack)


@pytest.fixture
def aiming(visit: Visit, server: Server) -> Iterator[Aiming]:
    with ExitStack() as stack:
        yield Aiming(visit, server, stack)


@pytest.mark.proof
def test_an_attacker_drags_and_shoots_in_a_whole_game(visit: Visit, server: Server) -> None:
    """From the set-up, against a bot."""
    laid = lay(server, "siege", seats={"attacker": "me", "defender": "bot:random"}, pace=0)
    page = visit(laid.link("attacker")).page

    def act() -> None:
        if not shoot(page).is_visible():
            sentences(page).first.click()
            return
        aim, gate = grip(page, "Aim"), north_gate(page)
        if max(abs(aim[0] - gate[0]), abs(aim[1] - gate[1])) > 3:
            drag(page, aim, gate)
        shoot(page).click()

    assert play(page, "Attacker", act) > 3
    expect(log(page).filter(has_text="Shot: boulder 1.")).to_have_count(1)


def defend(page: Page) -> int:
    """Tap until the game is over; gives the number of answers."""
    usual = sentences(page).filter(has_text=re.compile("All others|End your turn|keep", re.IGNORECASE))
    acted: list[str] = []

    def act() -> None:
        asked = question(page).inner_text()
        lit = page.locator(".piece.lit, .place.lit")
        if asked not in acted and lit.count() and "post" not in asked:
            lit.first.tap(force=True)  # by the board, once for each question
            if page.get_by_role("menuitem").count():
                page.get_by_role("menuitem").first.tap()
        else:
            (usual.first if usual.count() else sentences(page).first).tap()
        acted.append(asked)

    times = play(page, "Defender", act)
    fits(page)
    return times


@pytest.mark.proof
def test_a_defender_taps_on_a_phone_in_a_whole_game(visit: Visit, server: Server) -> None:
    laid = lay(server, "siege", seats={"attacker": "bot:sound", "defender": "me"}, pace=0)
    assert defend(visit(laid.link("defender"), size=PHONE).page) > 3


@pytest.mark.proof
def test_a_defender_taps_on_a_phone_to_the_end(visit: Visit, server: Server) -> None:
    """Against a bot, from a few shots before the end."""
    attacker, defender = near_the_end(server, RECORD, 45)
    match, _, token = attacker.removeprefix("/match/").partition("#")
    with Table(server.url).join(match, token) as other:
        other.bot("sound")
    assert defend(visit(defender, size=PHONE).page) > 1


@pytest.mark.proof
def test_a_defender_looks_closely_and_clicks_through_what_lies_about(visit: Visit, begun: Begun) -> None:
    """The fire is the wall's, and its middle is over the court."""
    _, defender = begun(
        phase="defence",
        rest="usual",
        ammunition={"fire-1": "wall-nw-w"},
        shows={"fire-1": 2},
        lies={"fire-1": [22750, 19200]},
    )
    page = visit(f"/match/{defender.match}#{defender.token}").page
    expect(sentences(page).last).to_contain_text("End your turn")
    west, east = middle(place(page, "tower-nw")), middle(place(page, "tower-ne"))
    assert east[0] - west[0] > 300
    page.locator(".piece[data-id=soldier-13]").click()
    expect(question(page)).to_contain_text("Soldier 13")
    settled(page)
    page.mouse.click(*middle(page.locator(".piece[data-id=fire-1]")))
    expect(log(page).filter(has_text="Soldier 13 moves to the inner court.")).to_have_count(1)
    settled(page)
    sentences(page).last.click()
    page.get_by_role("button", name="End the defender's turn").click()
    expect(page.get_by_text("Waiting for Attacker")).to_be_visible()


@pytest.mark.proof
def test_a_marked_place_is_clicked_and_the_goal_stays(aiming: Aiming) -> None:
    page = aiming()
    page.keyboard.press("0")
    page.get_by_role("button", name="The view follows the game").click()
    goal = grip(page, "Aim")
    x, y = middle(place(page, "e4"))
    page.mouse.click(x + 4, y - 3)
    expect(field(page, "From the left")).to_have_value("46.75")
    expect(field(page, "From the top")).to_have_value("25")
    assert number(page, "Direction") == pytest.approx(281.5, abs=1)
    becomes(lambda: grip(page, "Aim"), pytest.approx(goal, abs=1.5))


def test_it_is_aimed_by_keys_on_the_handles_alone(aiming: Aiming) -> None:
    page = aiming()
    keys = page.keyboard
    question(page).focus()
    for _ in range(60):
        keys.press("Shift+Tab")
        if handle(page, "Aim").and_(page.locator(":focus")).count():
            break
    force = number(page, "Pull of the arm")
    for key in ("ArrowLeft", "ArrowUp", "Shift+ArrowUp", "ArrowDown"):
        keys.press(key)
    expect(field(page, "Direction")).to_have_value("179")
    becomes(lambda: number(page, "Pull of the arm"), pytest.approx(force + 0.1, abs=0.011))
    expect(handle(page, "Aim")).to_have_attribute(
        "aria-valuetext", re.compile("^Direction 179 °, Pull of the arm")
    )
    expect(handle(page, "Aim").get_by_text("Aim").first).to_be_visible()
    keys.press("Tab")
    expect(handle(page, "Catapult")).to_be_focused()
    left = number(page, "From the left")
    keys.press("Shift+ArrowLeft")
    becomes(lambda: number(page, "From the left"), left - 1.5)
    shoot(page).focus()
    keys.press("Enter")
    expect(log(page).filter(has_text="Direction 179°")).to_have_count(1)


@pytest.mark.proof
def test_what_is_too_near_is_refused_and_the_aim_stays(aiming: Aiming) -> None:
    page = aiming()
    x, y = north_gate(page)
    begins = number(page, "From the top")
    drag(page, grip(page, "Catapult"), (x, y - 60))
    expect(field(page, "From the top")).not_to_have_value(f"{begins:g}")
    stands = number(page, "From the top")
    shoot(page).click()
    settled(page)
    expect(page.get_by_role("status").filter(has_text=re.compile(r"inches.*\(CUS-"))).to_be_visible()
    assert number(page, "From the top") == stands
    expect(shoot(page)).to_be_visible()
    field(page, "Pull of the arm").fill("9")
    shoot(page).click()
    settled(page)
    expect(page.get_by_role("status").filter(has_text="0.5 to 3 in")).to_be_visible()
    whole_page_accessible(page)


@pytest.mark.proof
def test_the_form_fits_beside_the_board(aiming: Aiming) -> None:
    """All of it is seen above the button, without scrolling."""
    page = aiming()
    button = shoot(page).bounding_box()
    assert button is not None
    assert button["y"] + button["height"] < 800
    fields = page.locator("#form input, #form .turn")
    assert fields.count() >= 8
    for each in fields.all():
        box = each.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= button["y"]


@pytest.mark.parametrize("locale", few(1, ["it-IT", "en-GB"]))
def test_every_gauge_is_seen_whole(visit: Visit, begun: Begun, locale: str) -> None:
    _, defender = begun(phase="defence", rest="usual")
    page = visit(f"/match/{defender.match}#{defender.token}", locale=locale).page
    row, chips = page.locator("#status"), page.locator("#status .chip")
    expect(chips.nth(4)).to_be_visible()
    inside = row.bounding_box()
    assert inside is not None
    for chip in chips.all():
        box = chip.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= inside["x"] + inside["width"], chip.inner_text()
        assert chip.evaluate("each => each.scrollHeight <= each.clientHeight + 1"), chip.inner_text()


def test_a_finger_aims_and_the_board_lies_still(aiming: Aiming) -> None:
    page = aiming(size=PHONE)
    gate = north_gate(page)
    finger(page, grip(page, "Aim"), gate)
    becomes(lambda: grip(page, "Aim"), pytest.approx(gate, abs=6))
    assert north_gate(page) == pytest.approx(gate)
    fits(page)
    shoot(page).tap()
    settled(page)
    expect(log(page).filter(has_text="Shot: boulder 1.")).to_have_count(1)


# Aiming with the chances in sight, and with a hint


def chances(page: Page) -> dict[str, int]:
    """The numbers beside the oval, in per cent."""
    lines = page.locator(".strikes text").all_text_contents()
    return {line.rpartition(" ")[0]: int(line.rpartition(" ")[2].rstrip("%")) for line in lines}


def expected(page: Page) -> dict[str, int]:
    """The same by the game's own count, from the numbers of the form."""
    x, y, angle, pull = (
        round(100 * number(page, name))
        for name in ("From the left", "From the top", "Direction", "Pull of the arm")
    )
    found = hit_chances((10 * x, 10 * y), angle, pull, 1, aims(BOULDER, 0, range(len(STRUCTURES))))
    shares = {SIEGE.tell.name(each.kind, each.id, "en"): share for each, share in found}
    likely, others = [*shares.items()][:3], [*shares.values()][3:]
    told = [*likely, *[("others", sum(others))] * bool(others), ("nothing", 1 - sum(shares.values()))]
    return {name: round(100 * share) for name, share in told}


def width(page: Page) -> float:
    """Of the castle on the screen."""
    return middle(place(page, "tower-ne"))[0] - middle(place(page, "tower-nw"))[0]


@pytest.mark.proof
def test_the_chances_of_each_structure_stand_beside_the_oval(aiming: Aiming) -> None:
    page = aiming()
    castle = width(page)
    becomes(lambda: sum(chances(page).values()), pytest.approx(100, abs=2))
    assert chances(page) == pytest.approx(expected(page), abs=1)
    drag(page, grip(page, "Aim"), north_gate(page))
    becomes(lambda: next(iter(chances(page))), "north gatehouse")
    assert chances(page) == pytest.approx(expected(page), abs=1)
    told = page.get_by_text(re.compile("^Chance of striking: north gatehouse"))
    # Once in the form, and once announced when the hand rests.
    expect(told).to_have_count(2)
    # Catapult and castle fill the view; all of the table is smaller.
    page.keyboard.press("0")
    becomes(lambda: width(page) < 0.8 * castle, True)


@pytest.mark.proof
def test_a_hint_sets_the_aim_and_the_lists_wait_until_they_are_opened(aiming: Aiming) -> None:
    page = aiming()
    assert sentences(page).count() == 0
    before = field(page, "Direction").input_value()
    page.get_by_role("button", name="Hint").click()
    idea = page.locator(".suggestion").first
    expect(idea.get_by_text(re.compile("^Shoot from"))).to_be_visible()
    say = idea.get_by_role("listitem").inner_text()
    left, top, angle, pull = re.findall(r"[\d.]+", say)[:4]
    for name, value in (
        ("From the left", left),
        ("From the top", top),
        ("Direction", angle),
        ("Pull of the arm", pull),
    ):
        expect(field(page, name)).to_have_value(value)
    field(page, "Direction").fill(before)
    page.get_by_role("button", name=f"Show it: {say}").click()
    expect(field(page, "Direction")).to_have_value(angle)
    accessible_too(page)
    page.get_by_role("button", name="Or choose from a list").click()
    expect(page.locator("#choices").get_by_role("listitem").nth(19)).to_be_visible()
    with answering(page):
        page.get_by_role("button", name=f"Play it: {say}").click()
    expect(log(page).filter(has_text=f"Direction {angle}°, arm drawn {pull}")).to_have_count(1)
    # The view has gone on to the castle, where the damage is seen.
    becomes(lambda: width(page) > 300, True)


IN_SIGHT = """each => {
  const { left, right, top, bottom } = each.getBoundingClientRect();
  const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return each.contains(met) && bottom <= document.querySelector("#aids").getBoundingClientRect().top + 1;
}"""


@pytest.mark.proof
def test_a_small_window_has_room_for_the_whole_form(aiming: Aiming) -> None:
    page = aiming()
    for wide, high in ((844, 390), (320, 568), (640, 400)):
        page.set_viewport_size({"width": wide, "height": high})
        for name in ("From the left", "From the top", "Direction", "Pull of the arm"):
            becomes(lambda name=name: field(page, name).evaluate(IN_SIGHT), True)  # type: ignore[misc]
        becomes(lambda: page.get_by_role("radio", name="3").evaluate(IN_SIGHT), True)
        becomes(lambda: width(page) > 44, True)
        fits(page)


@pytest.mark.proof
def test_a_long_list_of_numbers_is_a_slider_until_it_is_opened(aiming: Aiming) -> None:
    """From a place in the south directions go on past 0; then how far the arm is drawn."""
    page = aiming()
    page.get_by_role("button", name="Or choose from a list").click()
    sentences(page).filter(has_text="south side, place 3").click()
    turn = page.get_by_role("slider", name=re.compile("Which way do you turn it"))
    expect(turn).to_have_attribute("aria-valuetext", "Turn it to 0°")
    assert sentences(page).count() == 0
    turn.press("ArrowLeft")
    page.get_by_role("button", name="Turn it to 359°").click()
    expect(question(page)).to_contain_text("The catapult is turned to 359°")
    pull = page.get_by_role("slider", name=re.compile("How far do you draw the arm"))
    pull.press("End")
    last = pull.get_attribute("aria-valuetext")
    accessible(page)
    page.get_by_role("button", name="Or choose from a list").click()
    expect(sentences(page).last).to_contain_text(f"{last}")


def offered(chair: Chair, notation: str) -> None:
    """Play an action once it is asked for."""
    while notation not in chair.choices:
        chair.wait()
    chair.do(notation)


def test_who_waits_reads_who_decides_and_an_action_is_one_line(visit: Visit, server: Server) -> None:
    laid = lay(server, "siege", {}, seats={"attacker": "me", "defender": "friend"})
    with laid.take("defender", "Otto") as otto, laid.sit("attacker") as attacker:
        assert attacker.table_now
        assert otto.frame["seat"] == "defender"
        page = visit(laid.watching).page
        expect(question(page)).to_have_text(re.compile("^Otto is posting "))
        expect(page.get_by_text("Waiting for Defender (Otto)")).to_be_visible()
        expect(page.get_by_role("button", name=re.compile("^Seats"))).to_contain_text("Defender (Otto)")
        otto.do("post rest")
        expect(question(page)).to_have_text("Attacker is loading the catapult, unseen")
        offered(attacker, "load boulder")
        offered(otto, "wait")
        offered(attacker, "site n3")
        while attacker.choices:
            attacker.do(attacker.choices[0])
        offered(otto, "mason-1")
        chosen = log(page).get_by_text("The defender chooses Stonemason 1.")
        expect(chosen).to_be_visible()
        expect(question(page)).to_have_text("Otto is choosing what Stonemason 1 does")
        otto.do(otto.choices[0])
        expect(log(page).get_by_role("button", name=re.compile("^Stonemason 1"))).to_have_count(2)
        expect(chosen).to_be_hidden()
        expect(page.get_by_role("heading", name="Defender's turn", level=4)).to_be_visible()
