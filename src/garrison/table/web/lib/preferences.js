/** What the reader prefers (language, light, motion), and the bar at the top of each page where it is chosen. */

import { draw, make } from "./dom.js";
import { fill, language, load, t } from "./words.js";

/** Every language there is, by its own name. */
export const LANGUAGES = Object.freeze({ en: "English", it: "Italiano" });
const THEMES = /** @type {const} */ (["auto", "light", "dark"]);
const LANG = "garrison.lang";
const THEME = "garrison.theme";
const MOTION = "garrison.motion";
const SPEED = "garrison.speed";
const NAME = "garrison.name";
/** Characters a person's name may have. */
export const NAME_LENGTH = 24;
/** How fast what happened is shown. */
export const SPEEDS = /** @type {const} */ (["slow", "usual", "fast"]);

/** @typedef {{href: string, key: string}} Way a link of the bar: where to, and the key of its words */

/** @type {Way[]} */
let ways = [];
let heading = "";
let withHeading = false;

/** @typedef {"local" | "session"} Where kept on this device, or for this tab only */

/** Some browsers refuse even to be asked. @param {Where} where */
function storage(where) {
  return where === "local" ? localStorage : sessionStorage;
}

/**
 * A text kept on this device; some browsers keep nothing.
 * @param {string} key
 * @param {Where} [where]
 * @returns {string | null}
 */
export function recall(key, where = "local") {
  try {
    return storage(where).getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} text
 * @param {Where} [where]
 * @returns {boolean} whether it is kept
 */
export function remember(key, text, where = "local") {
  try {
    storage(where).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** @returns {string} the language kept, or the first of the browser's that we have */
function preferred() {
  const wanted = [recall(LANG) ?? "", ...navigator.languages.map((each) => each.slice(0, 2).toLowerCase())];
  return wanted.find((each) => each in LANGUAGES) ?? "en";
}

/** @returns {"auto" | "light" | "dark"} */
export function theme() {
  const kept = recall(THEME);
  return THEMES.find((each) => each === kept) ?? "auto";
}

/** @param {"auto" | "light" | "dark"} wanted */
export function setTheme(wanted) {
  remember(THEME, wanted);
  showTheme(wanted);
}

/** @param {"auto" | "light" | "dark"} wanted */
function showTheme(wanted) {
  if (wanted === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = wanted;
}

/** Whether things move: as chosen here, else as the system says. */
export function motion() {
  const kept = recall(MOTION);
  return kept === null ? !matchMedia("(prefers-reduced-motion: reduce)").matches : kept === "on";
}

/** @param {boolean} on */
export function setMotion(on) {
  remember(MOTION, on ? "on" : "off");
  showMotion();
}

/** @returns {string} one of SPEEDS */
export function speed() {
  return SPEEDS.find((each) => each === recall(SPEED)) ?? "usual";
}

/** @param {string} wanted */
export function setSpeed(wanted) {
  remember(SPEED, wanted);
}

/** What the reader is called at a table, or nothing. */
export function myName() {
  return recall(NAME) ?? "";
}

/** @param {string} name */
export function setMyName(name) {
  remember(NAME, name.trim().slice(0, NAME_LENGTH));
}

function showMotion() {
  document.documentElement.dataset["motion"] = motion() ? "on" : "off";
}

/**
 * Read another language: the page's texts change in place, then the page hears "garrison:lang" and brings its own.
 * @param {string} lang
 */
export async function setLanguage(lang) {
  await load(lang);
  remember(LANG, lang);
  showLanguage();
  document.dispatchEvent(new CustomEvent("garrison:lang", { detail: lang }));
}

function showLanguage() {
  document.documentElement.lang = language();
  fill();
  showBar();
}

/**
 * Name the page: in the window's title and, where the bar has a heading, there.
 * @param {string} text
 */
export function entitle(text) {
  heading = text;
  document.title = text ? `${text} · Garrison` : "Garrison";
  const shown = document.querySelector(".bar h1");
  if (shown) shown.textContent = text;
}

/**
 * The links of the bar.
 * @param {Way[]} wanted
 */
export function lead(wanted) {
  ways = wanted;
  showBar();
}

/**
 * Begin a page: light, motion, words and bar. Everything else of a page follows.
 * @param {{heading?: boolean}} [how] whether the bar carries the page's heading
 */
export async function start(how = {}) {
  withHeading = how.heading ?? false;
  showTheme(theme());
  showMotion();
  try {
    await load(preferred());
  } catch (error) {
    document.body.replaceChildren(make("p", { class: "alone" }, `Garrison: the server does not answer. Il server non risponde.`));
    throw error;
  } finally {
    document.documentElement.dataset["ready"] = "";
  }
  showLanguage();
}

/** The bar is the page's first element; what has the focus in it keeps it. */
function showBar() {
  const focused = document.activeElement?.closest(".bar [data-way]")?.getAttribute("data-way");
  const bar = make(
    "header",
    { class: "bar" },
    make("a", { class: "skip", href: "#main" }, t("both.skip")),
    make("a", { class: "brand", href: "/", "aria-label": "Garrison" }, emblem(), make("span", {}, "Garrison")),
    withHeading && make("h1", {}, heading),
    make("nav", { "aria-label": t("both.nav") }, ...ways.map(wayTo)),
    make("div", { class: "switches" }, ...Object.entries(LANGUAGES).filter(([code]) => code !== language()).map(languageSwitch),
      themeSwitch()),
  );
  const old = document.querySelector("body > .bar");
  if (old) old.replaceWith(bar);
  else document.body.prepend(bar);
  if (focused) bar.querySelector(`[data-way="${focused}"]`)?.dispatchEvent(new Event("garrison:focus"));
}

/** @param {Way} way */
function wayTo(way) {
  const here = new URL(way.href, location.href).pathname === location.pathname;
  return make("a", { href: way.href, "aria-current": here ? "page" : null }, t(way.key));
}

/** @param {[string, string]} other */
function languageSwitch([code, name]) {
  const traits = { type: "button", class: "quiet", lang: code, "aria-label": name, "data-way": "lang" };
  const short = make("span", { class: "short" }, name.slice(0, 2).toUpperCase());
  const button = make("button", { ...traits, click: () => setLanguage(code) }, make("span", { class: "long" }, name), short);
  button.addEventListener("garrison:focus", () => button.focus());
  return button;
}

function themeSwitch() {
  const now = theme();
  const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length] ?? "auto";
  const label = t(`both.theme-${now}`);
  const change = () => {
    setTheme(next);
    showBar();
  };
  const button = make(
    "button",
    { type: "button", class: "quiet icon", title: label, "aria-label": label, "data-way": "theme", click: change },
    themeIcon(now),
  );
  button.addEventListener("garrison:focus", () => button.focus());
  return button;
}

/** @param {"auto" | "light" | "dark"} now */
function themeIcon(now) {
  const icon = draw("svg", { viewBox: "0 0 24 24", width: 22, height: 22, "aria-hidden": "true", class: "line" });
  if (now === "dark") icon.append(draw("path", { d: "M19 14.5A8 8 0 1 1 9.5 5a6.5 6.5 0 0 0 9.5 9.5Z" }));
  else {
    icon.append(draw("circle", { cx: 12, cy: 12, r: now === "light" ? 4 : 8 }));
    if (now === "auto") icon.append(draw("path", { d: "M12 4a8 8 0 0 1 0 16Z", class: "solid" }));
    else {
      for (let turn = 0; turn < 360; turn += 45) {
        icon.append(draw("path", { d: "M12 2.5v3", transform: `rotate(${turn} 12 12)` }));
      }
    }
  }
  return icon;
}

/** A crenellated tower: the mark of the house. */
function emblem() {
  const icon = draw("svg", { viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true", class: "solid" });
  icon.append(draw("path", { d: "M4 3h4v3h2V3h4v3h2V3h4v7l-2 2v9h-4v-4a2 2 0 0 0-4 0v4H6v-9l-2-2Z" }));
  return icon;
}
