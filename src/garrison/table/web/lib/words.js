/** The client's texts, one file per language: `await load("it")`, then `t("pages.play")`. */

/** @typedef {{[key: string]: string | Words}} Words */

/** @type {Map<string, Words>} */
const known = new Map();
/** @type {Words} */
let words = {};
let current = "";

/** The current language. */
export function language() {
  return current;
}

/**
 * Fetch a language's texts once and switch to them.
 * @param {string} lang
 */
export async function load(lang) {
  let found = known.get(lang);
  if (!found) {
    const answer = await fetch(`/api/words/${lang}`);
    if (!answer.ok) throw new Error(`/api/words/${lang}: ${answer.status}`);
    found = /** @type {Words} */ (await answer.json());
    known.set(lang, found);
  }
  words = found;
  current = lang;
}

/**
 * @param {string} key
 * @returns {string | Words | undefined}
 */
function find(key) {
  /** @type {string | Words | undefined} */
  let entry = words;
  for (const part of key.split(".")) entry = typeof entry === "object" ? entry[part] : undefined;
  return entry;
}

/**
 * The text of a key that may have none; `otherwise` is used then.
 * @param {string} key
 * @param {string} otherwise
 */
export function optional(key, otherwise) {
  return find(key) === undefined ? otherwise : t(key);
}

/**
 * The text of a key such as `pages.play`, with `{name}` replaced by the value of that name. An entry with `one` and
 * `other` is chosen by the value `n`.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  let entry = find(key);
  if (typeof entry === "object" && "n" in values) {
    const form = new Intl.PluralRules(current).select(Number(values["n"]));
    entry = entry[form] ?? entry["other"];
  }
  if (typeof entry !== "string") {
    console.error(`no words for ${key} in ${current}`);
    return key;
  }
  return entry.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? formatted(values[name]) : whole));
}

/**
 * A number in the reader's format; a text unchanged.
 * @param {string | number | undefined} value
 * @param {Intl.NumberFormatOptions} [style]
 */
export function formatted(value, style = {}) {
  return typeof value === "number" ? new Intl.NumberFormat(current, style).format(value) : String(value);
}

/**
 * A name capitalised to begin a line.
 * @param {string} text
 */
export function capital(text) {
  return text.charAt(0).toLocaleUpperCase(current) + text.slice(1);
}

/**
 * A phrase as a sentence.
 * @param {string} text
 */
export function sentence(text) {
  return capital(text) + (/[.!?…]$/.test(text) || !text ? "" : ".");
}

/**
 * A date and time in the reader's format, from seconds since 1970 or an ISO text.
 * @param {number | string} moment
 */
export function date(moment) {
  const when = new Date(typeof moment === "number" ? moment * 1000 : moment);
  return new Intl.DateTimeFormat(current, { dateStyle: "medium", timeStyle: "short" }).format(when);
}

/**
 * A time of day, with the date if not today.
 * @param {number | string} when
 */
export function timeOfDay(when) {
  const then = new Date(when);
  const today = then.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(current, { ...(today ? {} : { dateStyle: "medium" }), timeStyle: "short" }).format(then);
}

/**
 * Show the remark that a game's texts are in another language, and mark elements with such texts for screen readers.
 * @param {{lang: string, remark: string}} texts
 * @param {string[]} ids
 */
export function showLanguage({ lang, remark }, ...ids) {
  const line = document.getElementById("remark");
  if (line) {
    line.textContent = remark;
    line.hidden = !remark;
  }
  for (const id of ids) {
    const element = document.getElementById(id);
    if (lang === current) element?.removeAttribute("lang");
    else element?.setAttribute("lang", lang);
  }
}

/**
 * Give every element with `data-t`, `data-t-label` or `data-t-hint` its text, accessible name or placeholder.
 * @param {ParentNode} [root]
 */
export function fillTexts(root = document) {
  for (const each of root.querySelectorAll("[data-t]")) each.textContent = t(each.getAttribute("data-t") ?? "");
  for (const each of root.querySelectorAll("[data-t-label]")) {
    each.setAttribute("aria-label", t(each.getAttribute("data-t-label") ?? ""));
  }
  for (const each of root.querySelectorAll("[data-t-hint]")) {
    each.setAttribute("placeholder", t(each.getAttribute("data-t-hint") ?? ""));
  }
}
