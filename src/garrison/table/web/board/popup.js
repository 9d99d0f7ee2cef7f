/** Popups at the place of a click: a menu of choices, or a note. Escape or a click elsewhere closes them. */

import { make } from "../lib/dom.js";
import { odds } from "../lib/log/odds.js";
import { t } from "../lib/words.js";
import { cost } from "./descriptions.js";

/** @typedef {import("../lib/types.js").Choice} Choice */
/** @typedef {import("../lib/types.js").Point} Point */

/** @type {{element: HTMLElement, before: Element | null, closed: () => void} | null} */
let open = null;

/** @param {boolean} [back] whether to restore the focus */
export function closePopup(back = false) {
  if (!open) return false;
  const { element, before, closed } = open;
  open = null;
  closed();
  const inside = element.contains(document.activeElement);
  element.remove();
  if (back && inside && (before instanceof HTMLElement || before instanceof SVGElement)) before.focus();
  return true;
}

addEventListener("pointerdown", (event) => {
  if (open && event.target instanceof Node && !open.element.contains(event.target)) closePopup();
}, true);
addEventListener("resize", () => closePopup());

/**
 * @param {HTMLElement} element
 * @param {Point} at
 * @param {() => void} [closed]
 */
function place(element, at, closed = () => undefined) {
  closePopup();
  open = { element, before: document.activeElement, closed };
  (document.querySelector("main") ?? document.body).append(element);
  const { width, height } = element.getBoundingClientRect();
  const [wide, high] = [document.documentElement.clientWidth, innerHeight];
  const below = at.y + 12 + height <= high - 8;
  element.style.left = `${Math.max(8, Math.min(at.x - width / 2, wide - width - 8))}px`;
  element.style.top = `${Math.max(8, below ? at.y + 12 : at.y - height - 12)}px`;
}

/**
 * @param {Point} at
 * @param {string} title
 * @param {Choice[]} choices
 * @param {(choice: Choice) => void} take
 * @param {(ids: string[]) => void} near
 */
export function openMenu(at, title, choices, take, near) {
  const items = choices.map((choice) => {
    const chance = odds(choice);
    const pick = () => {
      closePopup(true);
      take(choice);
    };
    return make("button", { type: "button", role: "menuitem", tabindex: "-1", click: pick, focus: () => near([choice.at, ...choice.also]) },
      make("span", {}, choice.say, ...cost(choice)), chance && make("span", { class: "odds" }, chance));
  });
  const heading = make("p", { class: "title", "aria-hidden": "true" }, title);
  const menu = make("div", { class: "popup" }, title && heading, make("div", { role: "menu", "aria-label": title }, ...items));
  menu.addEventListener("keydown", (event) => {
    const now = items.findIndex((each) => each === document.activeElement);
    /** @type {Record<string, number>} */
    const ways = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 };
    const next = ways[event.key];
    if (next !== undefined) items.at(next % items.length)?.focus();
    else if (event.key === "Escape") closePopup(true);
    else if (event.key === "Tab") closePopup(true);
    else return;
    event.stopPropagation();
    if (event.key !== "Tab") event.preventDefault();
  });
  place(menu, at, () => near([]));
  items[0]?.focus();
}

/**
 * A note at the click: what the thing is, why it cannot be chosen, and the rule.
 * @param {Point} at
 * @param {HTMLElement[]} about
 * @param {string} [text]
 * @param {HTMLElement | null} [link]
 */
export function openNote(at, about, text = "", link = null) {
  const close = make("button", { type: "button", class: "quiet icon", "aria-label": t("play.close"), click: () => closePopup(true) }, "×");
  const note = make("div", { class: "popup note", role: "dialog", "aria-label": text ? t("play.why") : (about[0]?.textContent ?? "") },
    ...about, text && make("p", {}, text), make("div", { class: "row" }, link, close));
  note.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    closePopup(true);
  });
  // It may cover what is clicked next: then it gives way, unless its words are being marked.
  note.addEventListener("click", ({ target }) => {
    if (target instanceof Element && !target.closest("a, button") && getSelection()?.isCollapsed !== false) closePopup(true);
  });
  place(note, at);
}
