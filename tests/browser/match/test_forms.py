"""Open choices in a real browser: numbers, angles and points by mouse, touch, keyboard and typing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from garrison.client import Chair, Table
from support.browser.match_page import log, question, sentences, settled, side
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
from support.table.server import Server

THROW = "Where do you throw your lantern?"
STAKE = "How much do you stake?"
SLING = "How do you sling your lantern?"
ANNA, CARLA = (15, 45), (85, 45)
"""Where they stand on the board of the toys."""


class Sitting:
    """Anna in a browser, who leads and is asked; Bruno's chair, from which something may come."""

    def __init__(self, page: Page, bruno: Chair) -> None:
        self.page = page
        self.bruno = bruno

    def number(self, name: str) -> Locator:
        return self.page.get_by_role("spinbutton", name=re.compile(rf"^{name}\b"))

    def slider(self, name: str) -> Locator:
        return self.page.get_by_role("slider", name=name, exact=True)

    def has(self, **wanted: str) -> None:
        for name, value in wanted.items():
            expect(self.number(name)).to_have_value(value)

    def take(self, name: str = "Take this") -> None:
        self.page.get_by_role("button", name=name).click()
        settled(self.page)

    def thrown(self, said: str) -> None:
        expect(log(self.page).filter(has_text=f"Anna throws a lantern to {said}")).to_have_count(1)

    def spot(self, x: float, y: float) -> tuple[float, float]:
        """A point of the board on the screen, however close it is looked at."""
        anna, carla = (middle(self.page.locator(f".place[data-id={who}] .hit")) for who in ("anna", "carla"))
        scale = (carla[0] - anna[0]) / (CARLA[0] - ANNA[0])
        return anna[0] + (x - ANNA[0]) * scale, anna[1] + (y - ANNA[1]) * scale

    def aimed(self, x: float, y: float) -> None:
        """The cross on the board stands there."""

        def off() -> tuple[float, ...]:
            stands = middle(self.page.locator(".aim:not(.goal) .grip"))
            return tuple(a - b for a, b in zip(stands, self.spot(x, y), strict=True))

        becomes(off, pytest.approx((0, 0), abs=1.5))


class Sit:
    """Opens matches in which Anna leads, and closes the chairs of the others in the end."""

    def __init__(self, visit: Visit, server: Server, stack: ExitStack) -> None:
        self.visit, self.table, self.stack = visit, Table(server.url), stack

    def __call__(self, game: str = "aim", asked: str = THROW, hour: int = 1, **how: Any) -> Sitting:
        anna = self.stack.enter_context(self.table.new(game))
        others = [
            self.stack.enter_context(self.table.join(anna.match, seat["token"])) for seat in anna.seats[1:]
        ]
        lead(anna, *others)
        if hour == 2:
            anna.do("throw x=50 y=35 dir=0")
            anna.do("dare 1")
            meet(anna, *others)
            if "refuse" in others[0].choices:
                others[0].do("refuse")
            meet(anna, *others)
            lead(anna, *others)
        page = self.visit(f"/match/{anna.match}#{anna.token}", **how).page
        expect(question(page)).to_have_text(asked)
        meet(*others)
        return Sitting(page, others[0])


def lead(anna: Chair, *others: Chair) -> None:
    """An hour begins, and Anna alone shows a lantern."""
    anna.do(next(do for do in anna.choices if do.startswith("commit")))
    for chair in others:
        chair.do("hold")
    meet(anna, *others)


def meet(*chairs: Chair) -> None:
    """All have heard of the newest question."""
    newest = max(chair.frame["ask"] for chair in chairs)
    for chair in chairs:
        while chair.frame["ask"] < newest:
            chair.wait(PATIENCE / 1000)


@pytest.fixture
def sit(visit: Visit, server: Server) -> Iterator[Sit]:
    with ExitStack() as stack:
        yield Sit(visit, server, stack)


# A point


def test_a_point_is_clicked_on_the_board(sit: Sit) -> None:
    anna = sit()
    expect(anna.page.get_by_text("Click or drag on the board, or enter two numbers.")).to_be_visible()
    anna.aimed(10, 10)
    anna.page.mouse.click(*anna.spot(62.3, 20.4))
    anna.has(x="62", y="20", dir="0")
    anna.aimed(62, 20)
    anna.take()
    anna.thrown("62, 20; its light is turned by 0°.")
    expect(anna.page.locator(".aim")).to_have_count(0)


@pytest.mark.proof
def test_a_point_is_picked_where_something_lies_as_well(sit: Sit) -> None:
    anna = sit()
    anna.page.mouse.click(*anna.spot(50, 35))
    anna.has(x="50", y="35")
    expect(anna.page.get_by_role("menuitem")).to_have_count(0)
    expect(question(anna.page)).to_have_text(THROW)


@pytest.mark.proof
def test_the_cross_is_dragged_and_stays_where_it_may_be(sit: Sit) -> None:
    anna = sit()
    drag(anna.page, middle(anna.page.locator(".aim")), anna.spot(70, 15), anna.spot(30, 45))
    anna.has(x="30", y="45")
    anna.aimed(30, 45)
    drag(anna.page, anna.spot(30, 45), anna.spot(97, 57))
    anna.has(x="90", y="50")
    anna.aimed(90, 50)
    anna.take()
    anna.thrown("90, 50")


@pytest.mark.proof
def test_the_cross_is_dragged_on_a_board_looked_at_closely(sit: Sit) -> None:
    anna = sit()
    anna.number("x").fill("50")
    anna.number("y").fill("35")
    anna.page.get_by_role("button", name="Closer").click()
    anna.aimed(50, 35)
    before = anna.spot(50, 35)
    drag(anna.page, before, anna.spot(60, 40))
    anna.has(x="60", y="40")
    assert anna.spot(50, 35) == pytest.approx(before)


@pytest.mark.proof
def test_the_cross_rests_while_an_earlier_moment_is_looked_at(sit: Sit) -> None:
    anna = sit()
    anna.page.mouse.click(*anna.spot(62, 20))
    log(anna.page).get_by_role("button", name="Hour 1", exact=True).click()
    expect(anna.page.get_by_role("button", name="Back to now")).to_be_visible()
    anna.page.mouse.click(*anna.spot(30, 45))
    drag(anna.page, anna.spot(62, 20), anna.spot(40, 40))
    anna.page.get_by_role("button", name="Back to now").click()
    anna.has(x="62", y="20")
    anna.aimed(62, 20)
    anna.page.mouse.click(*anna.spot(30, 45))
    anna.has(x="30", y="45")


@pytest.mark.proof
def test_a_point_is_typed(sit: Sit) -> None:
    anna = sit()
    anna.number("x").fill("44")
    anna.number("y").fill("12")
    anna.aimed(44, 12)
    expect(anna.slider("x")).to_have_value("4400")
    anna.take()
    anna.thrown("44, 12")


# An angle


@pytest.mark.proof
def test_an_angle_is_turned_by_mouse(sit: Sit) -> None:
    anna = sit()
    dial = anna.slider("dir")
    x, y = middle(dial)
    anna.page.mouse.click(x + 30, y)
    anna.has(dir="90")
    expect(dial).to_have_attribute("aria-valuetext", "90 °")
    drag(anna.page, (x + 30, y), (x, y + 30), (x - 30, y + 30))
    anna.has(dir="225")
    anna.take()
    anna.thrown("10, 10; its light is turned by 225°.")


@pytest.mark.proof
def test_a_full_turn_ends_at_the_nearest_mark(sit: Sit) -> None:
    anna = sit()
    for left, value in ((1, "0"), (6, "345")):
        anna.number("dir").fill("180")
        x, y = middle(anna.slider("dir"))
        anna.page.mouse.click(x - left, y - 30)
        anna.has(dir=value)


@pytest.mark.proof
def test_an_angle_is_typed_and_the_dial_follows(sit: Sit) -> None:
    anna = sit()
    anna.number("dir").fill("135")
    expect(anna.slider("dir")).to_have_attribute("aria-valuenow", "135")
    anna.take()
    anna.thrown("10, 10; its light is turned by 135°.")


# By keyboard alone


def test_point_and_angle_are_given_by_keyboard_alone(sit: Sit) -> None:
    anna = sit()
    keys = anna.page.keyboard
    question(anna.page).focus()
    while not anna.number("x").evaluate("input => input === document.activeElement"):
        keys.press("Tab")
    keys.press("ControlOrMeta+a")
    keys.type("61")
    keys.press("Tab")
    expect(anna.slider("x")).to_be_focused()
    keys.press("ArrowRight")
    anna.has(x="62")
    keys.press("Tab")
    expect(anna.number("y")).to_be_focused()
    keys.press("ArrowUp")
    anna.has(y="11")
    anna.aimed(62, 11)
    keys.press("Tab")
    keys.press("Tab")
    expect(anna.number("dir")).to_be_focused()
    keys.press("Tab")
    expect(anna.slider("dir")).to_be_focused()
    for key, value in [("ArrowUp", "15"), ("ArrowRight", "30"), ("PageUp", "180"), ("ArrowLeft", "165")]:
        keys.press(key)
        anna.has(dir=value)
    for key, value in [("End", "345"), ("ArrowDown", "330"), ("Home", "0"), ("ArrowLeft", "0")]:
        keys.press(key)
        anna.has(dir=value)
    keys.press("Tab")
    expect(anna.page.get_by_role("button", name="Take this")).to_be_focused()
    keys.press("Enter")
    anna.thrown("62, 11; its light is turned by 0°.")


@pytest.mark.proof
def test_the_grid_is_there_as_sentences(sit: Sit) -> None:
    anna = sit()
    sentences(anna.page).filter(has_text="to 30, 20").click()
    anna.thrown("30, 20")


@pytest.mark.proof
def test_a_number_that_is_wiped_away_to_be_typed_anew_does_no_harm(sit: Sit) -> None:
    anna = sit()
    keys = anna.page.keyboard
    for name in ("x", "y", "dir"):
        anna.number(name).focus()
        keys.press("ControlOrMeta+a")
        keys.press("Delete")
        anna.has(**{name: ""})
    anna.slider("dir").focus()
    keys.press("ArrowUp")
    anna.has(dir="15")
    anna.number("x").focus()
    keys.type("70")
    anna.number("y").focus()
    keys.type("30")
    anna.aimed(70, 30)
    keys.press("Enter")
    anna.thrown("70, 30; its light is turned by 15°.")


@pytest.mark.proof
def test_nothing_is_sent_while_a_number_is_missing(sit: Sit) -> None:
    anna = sit()
    anna.number("y").fill("")
    anna.take()
    expect(question(anna.page)).to_have_text(THROW)
    expect(anna.number("y")).to_be_focused()
    anna.number("y").fill("20")
    anna.take()
    anna.thrown("10, 20")


# What is out of range


@pytest.mark.proof
@pytest.mark.parametrize(
    ("field", "wrong", "right"), [("x", "95", "90"), ("y", "9", "10"), ("dir", "20", "30")]
)
def test_what_is_out_of_range_is_refused_kindly(sit: Sit, field: str, wrong: str, right: str) -> None:
    anna = sit()
    anna.number("x").fill("77")
    anna.number(field).fill(wrong)
    anna.take()
    refused = anna.page.get_by_role("status").filter(has_text="outside the range offered")
    expect(refused).to_be_visible()
    expect(question(anna.page)).to_have_text(THROW)
    anna.has(**{"x": "77", field: wrong})
    side(anna.page).get_by_role("link", name=re.compile("AIM-1.1")).click()
    rules = anna.page.get_by_role("tabpanel", name="Rules")
    expect(rules.get_by_text("10 to 90 paces across")).to_be_visible()
    anna.page.get_by_role("tab", name="Log").click()
    anna.number(field).fill(right)
    anna.take()
    anna.thrown("")
    expect(refused).to_be_hidden()


def test_a_number_is_slid_typed_and_refused_out_of_range(sit: Sit) -> None:
    anna = sit("toy", STAKE)
    slider = anna.slider("x")
    box = slider.bounding_box()
    assert box is not None
    anna.page.mouse.click(box["x"] + box["width"] - 3, box["y"] + box["height"] / 2)
    anna.has(x="3")
    drag(anna.page, (box["x"] + box["width"] - 8, middle(slider)[1]), (box["x"], middle(slider)[1]))
    anna.has(x="0.5")
    anna.number("x").fill("3.1")
    anna.take()
    expect(anna.page.get_by_role("status").filter(has_text="outside the range offered")).to_be_visible()
    anna.has(x="3.1")
    anna.number("x").fill("2.75")
    anna.take()
    expect(log(anna.page).filter(has_text="Anna stakes 275 pence")).to_have_count(1)


@pytest.mark.proof
def test_an_offer_that_comes_in_takes_nothing_back(sit: Sit) -> None:
    anna = sit()
    anna.page.mouse.click(*anna.spot(33, 44))
    anna.number("dir").focus()
    anna.page.keyboard.press("ControlOrMeta+a")
    anna.page.keyboard.type("4")
    anna.bruno.do(next(do for do in anna.bruno.offers if do.startswith("offer right")))
    expect(log(anna.page).filter(has_text="Bruno offers Anna")).to_have_count(1)
    expect(anna.number("dir")).to_be_focused()
    anna.page.keyboard.type("5")
    anna.has(x="33", y="44", dir="45")
    anna.aimed(33, 44)
    anna.take()
    anna.thrown("33, 44; its light is turned by 45°.")


# Where it leads


def goal(anna: Sitting) -> tuple[float, float]:
    """The middle of the ellipse, in rods."""
    x, y = middle(anna.page.locator(".aiming .reach").first)
    left, top = anna.spot(0, 0)
    scale = (anna.spot(100, 0)[0] - left) / 10
    return (x - left) / scale, (y - top) / scale


def rods(anna: Sitting, x: float, y: float) -> tuple[float, float]:
    return anna.spot(10 * x, 10 * y)


def handle(page: Page, name: str) -> Locator:
    return page.get_by_role("slider", name=name, exact=True)


@pytest.mark.proof
def test_it_is_seen_where_the_numbers_lead(sit: Sit) -> None:
    anna = sit(asked=SLING, hour=2)
    page = anna.page
    expect(page.get_by_text("The lantern comes to lie within the dashed line.")).to_be_visible()
    anna.has(x="2", y="2", dir="135", strength="2")
    anna.aimed(20, 20)
    # 2 * 2 * 800 / 1000 rods to the lower right
    becomes(lambda: goal(anna), pytest.approx((2 + 3.2 * 0.707, 2 + 3.2 * 0.707), abs=0.06))
    page.get_by_role("radiogroup", name="bend").get_by_role("radio", name="3").check()
    becomes(lambda: goal(anna), pytest.approx((2 + 1.6 * 0.707, 2 + 1.6 * 0.707), abs=0.06))
    anna.number("dir").fill("90")
    anna.number("strength").fill("3")
    becomes(lambda: goal(anna), pytest.approx((5.6, 2), abs=0.06))
    box = page.locator(".aiming .reach").first.bounding_box()
    scale = rods(anna, 1, 0)[0] - rods(anna, 0, 0)[0]
    assert box is not None
    assert (box["width"] / scale, box["height"] / scale) == pytest.approx(
        (2 * 3.6 * 0.08, 2 * 3.6 * 0.05), abs=0.1
    )
    anna.take("Let it fly")
    expect(
        log(page).filter(has_text="Anna slings a lantern from 2, 2 with force 3 and bend 3.")
    ).to_have_count(1)
    expect(page.locator(".aiming")).to_have_count(0)


@pytest.mark.proof
def test_point_and_goal_are_dragged(sit: Sit) -> None:
    anna = sit(asked=SLING, hour=2)
    page = anna.page
    drag(page, rods(anna, 2, 2), rods(anna, 9, 3), rods(anna, 3, 2))
    # The goal stays at 4.26, 4.26 as near as the numbers can: the root of 2.59 * 1000 / 800 is 1.8
    anna.has(x="3", y="2", dir="150", strength="1.8")
    anna.aimed(30, 20)
    drag(page, middle(page.locator(".aim.goal .grip")), rods(anna, 5, 4), rods(anna, 7, 2))
    # 4 rods to the right: the root of 4 * 1000 / 800 is 2.24
    anna.has(x="3", y="2", dir="90", strength="2.2")
    becomes(lambda: goal(anna)[1], pytest.approx(2, abs=0.05))
    drag(page, middle(page.locator(".aim.goal .grip")), rods(anna, 3, 1.9))
    anna.has(dir="0", strength="0.5")
    page.get_by_role("button", name="Closer").click()
    drag(page, middle(page.locator(".aim.goal .grip")), rods(anna, 3, 4))
    anna.has(x="3", y="2", dir="180", strength="1.6")


@pytest.mark.proof
def test_point_and_goal_are_moved_by_keys(sit: Sit) -> None:
    anna = sit(asked=SLING, hour=2)
    page, keys = anna.page, anna.page.keyboard
    place = handle(page, "Sling")
    place.focus()
    for key in ("ArrowRight", "ArrowDown", "Shift+ArrowRight"):
        keys.press(key)
    anna.has(x="4.75", y="2.25")
    expect(place).to_have_attribute("aria-valuetext", "x 4.75, y 2.25")
    anna.aimed(47.5, 22.5)
    aim = handle(page, "Where to")
    aim.focus()
    for key in ("ArrowLeft", "ArrowUp", "Shift+ArrowDown"):
        keys.press(key)
    anna.has(dir="120", strength="1.1", x="4.75")
    expect(aim).to_have_attribute("aria-valuetext", "dir 120 °, strength of the pull 1.1 ells")
    anna.number("dir").fill("345")
    aim.focus()
    keys.press("ArrowRight")
    anna.has(dir="0")
    expect(question(page)).to_have_text(SLING)


@pytest.mark.proof
def test_what_is_too_near_is_refused_and_what_was_given_stays(sit: Sit) -> None:
    anna = sit(asked=SLING, hour=2)
    page = anna.page
    page.mouse.click(*rods(anna, 5, 3.5))
    anna.has(x="5", y="3.5")
    anna.take("Let it fly")
    told = page.get_by_role("status")
    expect(told.filter(has_text="Nobody slings from nearer than a rod")).to_be_visible()
    anna.number("x").fill("11")
    anna.take("Let it fly")
    expect(told.filter(has_text="X: 1 to 9, in steps of 0.25. From the second hour on")).to_be_visible()
    anna.has(x="11", y="3.5", dir="225")
    accessible(page)


@pytest.mark.proof
def test_an_area_is_lit_as_it_is_and_what_lies_on_it_stays_to_be_clicked(sit: Sit) -> None:
    anna = sit(asked=SLING, hour=2)
    wall = anna.page.locator(".place[data-id=wall] polygon.hit")
    left, top = anna.spot(44, 28)
    box = wall.bounding_box()
    assert box is not None
    assert (box["x"], box["y"]) == pytest.approx((left, top), abs=1)
    assert middle(wall) == pytest.approx(anna.spot(50, 34), abs=1)
    lantern = anna.page.locator(".piece[data-id=lantern]")
    assert middle(lantern.locator("rect").first) == pytest.approx(anna.spot(50, 35), abs=1)
    expect(lantern).not_to_have_class(re.compile("covers"))


HELD = """() => {
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...how) {
    const moving = animate.apply(this, how);
    moving.pause();
    moving.currentTime = 300;
    return moving;
  };
}"""
"""Whatever begins to move stands still on its way, until it is skipped."""


@pytest.mark.proof
def test_what_is_slung_flies_high_over_its_shadow_and_can_be_skipped(sit: Sit) -> None:
    anna = sit(asked=SLING, hour=2, reduced_motion="no-preference")
    page = anna.page
    page.evaluate(HELD)
    page.get_by_role("button", name="Let it fly").click()
    shot, shadow = page.locator(".flight .shot"), page.locator(".flight .shadow")
    expect(shadow).to_be_attached()
    assert middle(shot)[1] < middle(shadow)[1] - 20
    expect(page.locator(".aiming")).to_have_css("opacity", "0")
    page.keyboard.press("Escape")
    expect(shot).to_have_count(0)
    expect(log(page).filter(has_text="Anna slings a lantern from 2, 2")).to_have_count(1)


# Everybody


def test_the_form_is_accessible_and_italian(sit: Sit) -> None:
    anna = sit(locale="it-IT", asked="Dove lanci la tua lanterna?")
    expect(
        anna.page.get_by_text("Fai clic o trascina sul tabellone, oppure inserisci due numeri.")
    ).to_be_visible()
    expect(anna.page.get_by_label("dir (°), da 0 a 345")).to_be_visible()
    whole_page_accessible(anna.page)
    anna.number("x").fill("99")
    anna.page.get_by_role("button", name="Scegli questo").click()
    expect(anna.page.get_by_role("status").filter(has_text="fuori")).to_be_visible()
    accessible_too(anna.page)


def test_a_phone_taps_drags_and_turns(sit: Sit) -> None:
    anna = sit(size=PHONE)
    page = anna.page
    # Away from all that is lit: what is near draws the browser's taps to itself.
    page.touchscreen.tap(*anna.spot(30, 25))
    anna.has(x="30", y="25")
    anna.aimed(30, 25)
    accessible_too(page)
    finger(page, anna.spot(30, 25), anna.spot(55, 38))
    anna.has(x="55", y="38")
    anna.aimed(55, 38)
    dial = anna.slider("dir")
    dial.scroll_into_view_if_needed()
    x, y = middle(dial)
    page.touchscreen.tap(x + 30, y)
    anna.has(dir="90")
    finger(page, (x + 30, y), (x, y + 30))
    anna.has(dir="180")
    fits(page)
    page.get_by_role("button", name="Take this").tap()
    settled(page)
    anna.thrown("55, 38; its light is turned by 180°.")


@pytest.mark.proof
def test_a_phone_drags_point_and_goal(sit: Sit) -> None:
    anna = sit(asked=SLING, hour=2, size=PHONE)
    page = anna.page
    finger(page, rods(anna, 2, 2), rods(anna, 3, 2))
    anna.has(x="3", y="2")
    finger(page, middle(page.locator(".aim.goal .grip")), rods(anna, 7, 2))
    anna.has(x="3", y="2", dir="90", strength="2.2")
    page.get_by_role("radiogroup", name="bend").get_by_role("radio", name="2").tap()
    accessible(page)
    fits(page)
    page.get_by_role("button", name="Let it fly").tap()
    settled(page)
    expect(log(page).filter(has_text="from 3, 2 with force 2.2 and bend 2.")).to_have_count(1)
