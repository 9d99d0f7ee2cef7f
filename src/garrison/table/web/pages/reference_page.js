/** Shared by the rules page and the notes page: entries with ids, search, contents, and opening the entry in the address. */

import { byId, make } from "../lib/dom.js";
import { t } from "../lib/words.js";

const ID = /[A-Z][A-Z0-9]*-?[0-9][\w.]*/g;

/**
 * A text with links for its ids of rules and rulings.
 * @param {string} text
 * @param {(id: string) => string | undefined} where
 * @returns {(Node | string)[]}
 */
function linked(text, where) {
  /** @type {(Node | string)[]} */
  const found = [];
  let at = 0;
  for (const match of text.matchAll(ID)) {
    const id = match[0].replace(/\.$/, "");
    const href = where(id);
    if (href === undefined) continue;
    found.push(text.slice(at, match.index), make("a", { href }, id));
    at = match.index + id.length;
  }
  return [...found, text.slice(at)];
}

/**
 * The paragraphs of a plain text.
 * @param {string} text
 * @param {(id: string) => string | undefined} where
 */
export function paragraphs(text, where) {
  const blocks = text.split(/\n\s*\n/).filter((each) => each.trim());
  return blocks.map((block) => make("p", {}, ...linked(block.replace(/\s*\n\s*/g, " ").trim(), where)));
}

/**
 * A heading with its id as a link to itself.
 * @param {string} id
 * @param {string} title
 * @param {string} [more]
 */
export function entryHeading(id, title, more = "") {
  return make(
    "div",
    { class: "entry-head" },
    make("h3", {}, title || id),
    make("span", { class: "soft small" }, more),
    make("a", { class: "anchor mono", href: `#${encodeURIComponent(id)}`, "aria-label": t("pages.rules-link", { id }) }, id),
  );
}

/**
 * The contents: a link per section.
 * @param {{id: string, title: string}[]} sections
 */
export function showContents(sections) {
  const items = sections.map(({ id, title }) => make("li", {}, make("a", { href: `#${id}` }, title)));
  byId("contents", HTMLElement).replaceChildren(make("h2", {}, t("pages.rules-contents")), make("ul", {}, ...items));
}

/** @param {string} text */
function folded(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * Show only the entries (`.entry`) that contain all words of the search box; empty sections are hidden.
 * @param {string} found text key for the count
 * @param {string} none text key if there are none
 */
export function filterEntries(found, none) {
  const wanted = folded(byId("find", HTMLInputElement).value).split(/\s+/).filter(Boolean);
  let n = 0;
  for (const section of byId("book", HTMLDivElement).querySelectorAll("section")) {
    const here = filterSection(section, wanted);
    section.toggleAttribute("hidden", !here);
    const way = document.querySelector(`#contents a[href="#${CSS.escape(section.id)}"]`);
    way?.closest("li")?.toggleAttribute("hidden", !here);
    n += here;
  }
  byId("found", HTMLElement).textContent = wanted.length ? (n ? t(found, { n }) : t(none)) : "";
}

/**
 * @param {Element} section
 * @param {string[]} wanted
 * @returns {number} the number of matching entries
 */
function filterSection(section, wanted) {
  let here = 0;
  for (const entry of section.querySelectorAll(".entry")) {
    const text = folded(entry.textContent ?? "");
    const fits = wanted.every((word) => text.includes(word));
    entry.toggleAttribute("hidden", !fits);
    here += Number(fits);
  }
  for (const folder of section.querySelectorAll("details")) {
    const some = folder.querySelector(".entry:not([hidden])") !== null;
    folder.toggleAttribute("hidden", !some);
    if (wanted.length && some) folder.open = true;
  }
  return here;
}

/**
 * Scroll to the entry in the address, and mark it.
 * @returns {string} an id that does not exist, or ""
 */
export function openEntry() {
  const id = decodeURIComponent(location.hash.slice(1));
  for (const each of document.querySelectorAll(".entry.here")) each.classList.remove("here");
  if (!id) return "";
  const entry = document.getElementById(id);
  if (!entry) return id;
  if (entry.hidden) {
    const field = byId("find", HTMLInputElement);
    field.value = "";
    field.dispatchEvent(new Event("input"));
  }
  entry.classList.add("here");
  entry.scrollIntoView({ block: "start" });
  if (!entry.hasAttribute("tabindex")) entry.setAttribute("tabindex", "-1");
  entry.focus({ preventScroll: true });
  return "";
}
