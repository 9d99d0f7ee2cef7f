/** The notes on a game: rulings where the rulebook is silent, and figures with their certainty and source. */

import { get, Refusal } from "../lib/api.js";
import { byId, make } from "../lib/dom.js";
import { setLinks, setTitle, startPage } from "../lib/header.js";
import { language, showLanguage, t } from "../lib/words.js";
import { entryHeading, filterEntries, openEntry, paragraphs, showContents } from "./reference_page.js";

/** @typedef {{id: string, title: string, text: string, rules: string[]}} Ruling */

/**
 * @typedef {object} Notes
 * @property {string} title
 * @property {string} lang
 * @property {string} remark
 * @property {Ruling[]} rulings
 * @property {[what: string, value: string, confidence: string, source: string][]} figures
 * @property {Record<string, string>} sources
 */

/** The least certain first; certain ones are folded. */
const CONFIDENCES = ["reconstruction", "inferred", "one-source", "agreed", "rulebook"];
const CERTAIN = ["agreed", "rulebook"];

const game = decodeURIComponent(location.pathname.split("/")[2] ?? "");

/** @param {string} title */
function name(title) {
  setTitle(title);
  byId("title", HTMLElement).textContent = title;
}

/** @param {Notes} notes */
function show(notes) {
  name(t("pages.notes-title", { title: notes.title }));
  const rulings = new Set(notes.rulings.map((each) => each.id));
  const rules = new Set(notes.rulings.flatMap((each) => each.rules));
  const where = (/** @type {string} */ id) => (rulings.has(id) ? `#${id}` : rules.has(id) ? ruleOf(id) : undefined);
  const sections = [
    make(
      "section",
      { id: "rulings", "aria-labelledby": "rulings-title" },
      make("h2", { id: "rulings-title" }, t("pages.notes-rulings")),
      ...notes.rulings.map((each) => rulingEntry(each, where)),
    ),
  ];
  const contents = [{ id: "rulings", title: t("pages.notes-rulings") }];
  if (notes.figures.length) {
    sections.push(figureSection(notes), sourceSection(notes.sources));
    contents.push({ id: "figures", title: t("pages.notes-figures") }, { id: "sources", title: t("pages.notes-sources") });
  }
  byId("book", HTMLDivElement).replaceChildren(...sections);
  showLanguage(notes, "book");
  showContents(contents);
  filterEntries("pages.notes-found", "pages.notes-none");
}

/** @param {string} rule */
function ruleOf(rule) {
  return `/rules/${encodeURIComponent(game)}#${encodeURIComponent(rule)}`;
}

/**
 * @param {Ruling} ruling
 * @param {(id: string) => string | undefined} where
 */
function rulingEntry(ruling, where) {
  const rules = ruling.rules.flatMap((id) => [" ", make("a", { href: ruleOf(id) }, id)]);
  return make(
    "article",
    { id: ruling.id, class: "entry" },
    entryHeading(ruling.id, ruling.title),
    ...paragraphs(ruling.text, where),
    rules.length > 0 && make("p", { class: "soft small" }, t("pages.notes-rules"), ...rules),
  );
}

/** @param {Notes} notes */
function figureSection(notes) {
  const others = notes.figures.map((each) => each[2]).filter((each) => !CONFIDENCES.includes(each));
  const groups = [...CONFIDENCES, ...new Set(others)].map((confidence) => {
    const here = notes.figures.filter((each) => each[2] === confidence);
    const name = CONFIDENCES.includes(confidence) ? t(`pages.confidence-${confidence}`) : confidence;
    return here.length ? figureGroup(confidence, name, here) : null;
  });
  return make(
    "section",
    { id: "figures", "aria-labelledby": "figures-title" },
    make("h2", { id: "figures-title" }, t("pages.notes-figures")),
    ...groups,
  );
}

/**
 * @param {string} confidence
 * @param {string} name
 * @param {Notes["figures"]} figures
 */
function figureGroup(confidence, name, figures) {
  const head = ["pages.notes-what", "pages.notes-value", "pages.notes-source"].map((key) => make("th", { scope: "col" }, t(key)));
  const rows = figures.map(([what, value, , source]) => {
    const cells = [make("td", {}, value), make("td", { class: "soft" }, source)];
    return make("tr", { class: "entry" }, make("th", { scope: "row" }, what), ...cells);
  });
  return make(
    "details",
    { open: !CERTAIN.includes(confidence) },
    make("summary", {}, make("h3", {}, name), make("span", { class: "soft small" }, String(figures.length))),
    make("table", { class: "figures" }, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows)),
  );
}

/** @param {Record<string, string>} sources */
function sourceSection(sources) {
  const items = Object.entries(sources).map(([name, text]) =>
    make("div", { class: "entry source" }, make("dt", { class: "mono" }, name), make("dd", {}, text)),
  );
  return make(
    "section",
    { id: "sources", "aria-labelledby": "sources-title" },
    make("h2", { id: "sources-title" }, t("pages.notes-sources")),
    make("dl", {}, ...items),
  );
}

async function open() {
  const trouble = byId("trouble", HTMLElement);
  trouble.textContent = "";
  try {
    const lang = language();
    const notes = await get(`/api/games/${encodeURIComponent(game)}/notes`);
    if (lang !== language()) return;
    show(notes);
    const missing = openEntry();
    if (missing) trouble.textContent = t("pages.rules-unknown", { id: missing });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    trouble.textContent = error.message;
  }
}

await startPage();
name(t("both.notes"));
setLinks([
  { href: "/", key: "both.home" },
  { href: `/rules/${game}`, key: "both.rules" },
  { href: `/notes/${game}`, key: "both.notes" },
]);
byId("find", HTMLInputElement).addEventListener("input", () => filterEntries("pages.notes-found", "pages.notes-none"));
document.addEventListener("garrison:lang", () => void open());
window.addEventListener("hashchange", () => void openEntry());
await open();
