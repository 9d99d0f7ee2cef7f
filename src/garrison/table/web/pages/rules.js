/** The rules page of a game: sections, search, editions. Each rule has an address of its own. */

import { get, Refusal } from "../lib/api.js";
import { byId, make } from "../lib/dom.js";
import { setLinks, setTitle, startPage } from "../lib/header.js";
import { capital, language, showLanguage, t } from "../lib/words.js";
import { figure } from "./illustration.js";
import { entryHeading, filterEntries, openEntry, paragraphs, showContents } from "./reference_page.js";

/** @typedef {{id: string, title: string, text: string, page: number | string | null, rulings: string[], pictures: import("../lib/api.js").Picture[]}} Rule */
/** @typedef {{edition: string, name: string}} Edition */

/**
 * @typedef {object} Book
 * @property {string} title
 * @property {string} lang
 * @property {string} remark
 * @property {Edition[]} editions
 * @property {string} edition
 * @property {{title: string, rules: Rule[]}[]} sections
 * @property {[string, string, string][]} cards
 */

const game = decodeURIComponent(location.pathname.split("/")[2] ?? "");

/** @param {string | null} edition @returns {Promise<Book>} */
async function fetched(edition) {
  const asked = edition ? `?edition=${encodeURIComponent(edition)}` : "";
  return get(`/api/games/${encodeURIComponent(game)}/rules${asked}`);
}

/** @param {Book} book */
function show(book) {
  const rules = new Set(book.sections.flatMap((section) => section.rules.map((rule) => rule.id)));
  const rulings = new Set(book.sections.flatMap((section) => section.rules.flatMap((rule) => rule.rulings)));
  const where = (/** @type {string} */ id) => (rules.has(id) ? `#${id}` : rulings.has(id) ? noteOf(id) : undefined);
  name(t("pages.rules-title", { title: book.title }));
  const sections = book.sections.map((section, at) => ({ ...section, id: `section-${at + 1}` }));
  const shown = sections.map((section) =>
    make(
      "section",
      { id: section.id, "aria-labelledby": `${section.id}-title` },
      make("h2", { id: `${section.id}-title` }, section.title),
      ...section.rules.map((rule) => ruleEntry(rule, where)),
    ),
  );
  const contents = sections.map(({ id, title: text }) => ({ id, title: text }));
  if (book.cards.length) {
    shown.push(cardSection(book.cards));
    contents.push({ id: "cards", title: t("pages.rules-cards") });
  }
  byId("book", HTMLDivElement).replaceChildren(...shown);
  showLanguage(book, "book");
  showContents(contents);
  showEditions(book);
  filterEntries("pages.rules-found", "pages.rules-none");
}

/** @param {string} title */
function name(title) {
  setTitle(title);
  byId("title", HTMLElement).textContent = title;
}

/** @param {string} ruling */
function noteOf(ruling) {
  return `/notes/${encodeURIComponent(game)}#${encodeURIComponent(ruling)}`;
}

/**
 * @param {Rule} rule
 * @param {(id: string) => string | undefined} where
 */
function ruleEntry(rule, where) {
  const page = rule.page ? t("pages.rules-page", { page: rule.page }) : "";
  const rulings = rule.rulings.flatMap((id) => [" ", make("a", { href: noteOf(id) }, id)]);
  return make(
    "article",
    { id: rule.id, class: "entry" },
    entryHeading(rule.id, rule.title, page),
    ...paragraphs(rule.text, where),
    ...rule.pictures.map(figure),
    rulings.length > 0 && make("p", { class: "soft small" }, t("pages.rules-rulings"), ...rulings),
  );
}

/** @param {[string, string, string][]} cards */
function cardSection(cards) {
  return make(
    "section",
    { id: "cards", "aria-labelledby": "cards-title" },
    make("h2", { id: "cards-title" }, t("pages.rules-cards")),
    ...cards.map(([title, effect, remark]) =>
      make(
        "article",
        { class: "entry" },
        make("h3", {}, title),
        make("p", {}, effect),
        remark && make("p", { class: "soft small" }, remark),
      ),
    ),
  );
}

/** @param {Book} book */
function showEditions(book) {
  const field = byId("edition", HTMLSelectElement);
  const options = book.editions.map(({ edition, name: words }) =>
    make("option", { value: edition, selected: edition === book.edition }, capital(words)),
  );
  field.replaceChildren(...options);
  byId("edition-field", HTMLElement).hidden = book.editions.length < 2;
}

function chosen() {
  return new URLSearchParams(location.search).get("edition");
}

/** @param {string} edition */
function choose(edition) {
  history.replaceState(null, "", `${location.pathname}?edition=${encodeURIComponent(edition)}${location.hash}`);
}

/** An id of another edition opens that edition. */
async function seek() {
  const missing = openEntry();
  if (!missing) return;
  const now = await fetched(chosen());
  for (const { edition } of now.editions) {
    const book = await fetched(edition);
    if (book.sections.some((section) => section.rules.some((rule) => rule.id === missing))) {
      choose(edition);
      show(book);
      openEntry();
      return;
    }
  }
  byId("trouble", HTMLElement).textContent = t("pages.rules-unknown", { id: missing });
}

async function open() {
  const trouble = byId("trouble", HTMLElement);
  trouble.textContent = "";
  try {
    const lang = language();
    const book = await fetched(chosen());
    if (lang !== language()) return;
    show(book);
    await seek();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    trouble.textContent = error.message;
  }
}

await startPage();
name(t("both.rules"));
setLinks([
  { href: "/", key: "both.home" },
  { href: `/rules/${game}`, key: "both.rules" },
  { href: `/notes/${game}`, key: "both.notes" },
]);
byId("find", HTMLInputElement).addEventListener("input", () => filterEntries("pages.rules-found", "pages.rules-none"));
byId("edition", HTMLSelectElement).addEventListener("change", (event) => {
  choose(/** @type {HTMLSelectElement} */ (event.currentTarget).value);
  history.replaceState(null, "", location.pathname + location.search);
  void open();
});
document.addEventListener("garrison:lang", () => void open());
window.addEventListener("hashchange", () => void seek());
await open();
