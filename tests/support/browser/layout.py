"""What can be seen of a match page in windows of several sizes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page

from support.browser.visitor import becomes

SIZES = ((1280, 800), (1920, 1080), (1024, 768), (390, 844), (844, 390), (320, 568), (640, 400))
BEYOND = """() => {
  const board = document.querySelector("#board");
  const { left, top, right, bottom } = board.getBoundingClientRect();
  const turned = board.getScreenCTM().inverse();
  const corners = [new DOMPoint(left, top), new DOMPoint(right, bottom)];
  const [near, far] = corners.map((each) => each.matrixTransform(turned));
  const { width, height } = document.querySelector("#view > .ground > g").getBBox();
  const [wide, high] = [far.x - near.x, far.y - near.y];
  const aside = wide < width && (near.x < -1 || far.x > width + 1);
  return aside || (high < height && (near.y < -1 || far.y > height + 1));
}"""
"""True if the view shows more than the board on one side of it, while another part of it is hidden."""
ENOUGH = 4
"""Answers that are in sight in every window, if there are so many."""

SEEN = """() => {
  const box = (each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return { left, top, right, bottom };
  };
  const all = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
  const met = (each) => {
    const { left, top, right, bottom } = box(each);
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return y < innerHeight && each.contains(document.elementFromPoint(x, y));
  };
  const whole = (each) => {
    const { top, bottom } = box(each);
    const [side, aids] = ["#side", "#aids"].map((part) => box(document.querySelector(part)));
    return met(each) && top >= side.top && bottom <= aids.top + 1;
  };
  const [view] = all("#view");
  const [, , width, height] = document.querySelector("#board").getAttribute("viewBox").split(" ").map(Number);
  const here = box(view);
  const over = (each) => {
    const { left, top, right, bottom } = box(each);
    return left < here.right - 1 && right > here.left + 1 && top < here.bottom - 1 && bottom > here.top + 1;
  };
  return {
    wide: Math.min(here.right - here.left, ((here.bottom - here.top) * width) / height),
    covering: all(".tray, .chip, .zoom, #side, .tabbed").filter(over).map((each) => each.className),
    choices: all(".choice, .fold").filter(whole).length,
    offered: all(".choice, .fold").length,
    low: all(".choice, .fold").map((each) => each.offsetHeight).filter((high) => high < 24),
    hidden: all(".chip, .apart *, #undo, #hint").filter((each) => !met(each)).map((each) => each.innerText),
    cut: all(".chip").filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.innerText),
  };
}"""
"""How wide the board is drawn, what lies over it, and what can be seen and pressed without scrolling."""


DRAWN = "() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))"


def seen_now(page: Page) -> dict[str, Any]:
    """What is seen once two looks, some frames apart, show the same."""
    before: dict[str, Any] = {}
    while (now := page.evaluate(SEEN)) != before:
        before = now
        page.evaluate(DRAWN)
    return before


def at_each_size(page: Page) -> Iterator[tuple[tuple[int, int], dict[str, Any]]]:
    """Every size, and what is seen there."""
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        becomes(lambda: page.evaluate("[innerWidth, innerHeight]"), list(size))
        yield size, seen_now(page)


def enough_choices(page: Page) -> None:
    """At every size four answers, or all of fewer, are whole in sight and large enough to be hit."""

    def missing() -> object:
        seen = page.evaluate(SEEN)
        return None if seen["choices"] >= min(ENOUGH, seen["offered"]) > 0 and not seen["low"] else seen

    for _ in at_each_size(page):
        becomes(missing, None)
