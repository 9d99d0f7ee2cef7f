/** The header of every page (title, links, language, theme), and the start of a page. */

import { draw, make } from "./dom.js";
import { LANGUAGES, preferredLanguage, setPreferredLanguage, setTheme, showMotion, showTheme, theme, THEMES } from "./saved/preferences.js";
import { fillTexts, language, load, t } from "./words.js";

/** @typedef {import("./saved/preferences.js").Theme} Theme */
/** @typedef {{href: string, key: string}} Way a link in the header: address and text key */

/** @type {Way[]} */
let ways = [];
let heading = "";
let withHeading = false;

/**
 * Switch the language: the page's texts change in place, then "garrison:lang" tells the page to reload its own.
 * @param {string} lang
 */
export async function setLanguage(lang) {
  await load(lang);
  setPreferredLanguage(lang);
  showLanguage();
  document.dispatchEvent(new CustomEvent("garrison:lang", { detail: lang }));
}

function showLanguage() {
  document.documentElement.lang = language();
  fillTexts();
  showHeader();
}

/**
 * Set the page's title, in the window and in the header if it has a heading.
 * @param {string} text
 */
export function setTitle(text) {
  heading = text;
  document.title = text ? `${text} · Garrison` : "Garrison";
  const shown = document.querySelector(".bar h1");
  if (shown) shown.textContent = text;
}

/**
 * The links of the header.
 * @param {Way[]} wanted
 */
export function setLinks(wanted) {
  ways = wanted;
  showHeader();
}

/**
 * Start a page: theme, motion, texts and header.
 * @param {{heading?: boolean}} [how] whether the header holds the page's heading
 */
export async function startPage(how = {}) {
  withHeading = how.heading ?? false;
  showTheme(theme());
  showMotion();
  try {
    await load(preferredLanguage());
  } catch (error) {
    document.body.replaceChildren(make("p", { class: "alone" }, `Garrison: the server does not answer. Il server non risponde.`));
    throw error;
  } finally {
    document.documentElement.dataset["ready"] = "";
  }
  showLanguage();
}

/** The header is the page's first element; an element focused in it keeps the focus. */
function showHeader() {
  const focused = document.activeElement?.closest(".bar [data-way]")?.getAttribute("data-way");
  const bar = make(
    "header",
    { class: "bar" },
    make("a", { class: "skip", href: "#main" }, t("both.skip")),
    make("a", { class: "brand", href: "/", "aria-label": "Garrison" }, emblem(), make("span", {}, "Garrison")),
    withHeading && make("h1", {}, heading),
    make("nav", { "aria-label": t("both.nav") }, ...ways.map(headerLink)),
    make("div", { class: "switches" }, ...Object.entries(LANGUAGES).filter(([code]) => code !== language()).map(languageSwitch),
      themeSwitch()),
  );
  const old = document.querySelector("body > .bar");
  if (old) old.replaceWith(bar);
  else document.body.prepend(bar);
  if (focused) bar.querySelector(`[data-way="${focused}"]`)?.dispatchEvent(new Event("garrison:focus"));
}

/** @param {Way} way */
function headerLink(way) {
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
    showHeader();
  };
  const button = make(
    "button",
    { type: "button", class: "quiet icon", title: label, "aria-label": label, "data-way": "theme", click: change },
    themeIcon(now),
  );
  button.addEventListener("garrison:focus", () => button.focus());
  return button;
}

/** @param {Theme} now */
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

/** A crenellated tower, the logo. */
function emblem() {
  const icon = draw("svg", { viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true", class: "solid" });
  icon.append(draw("path", { d: "M4 3h4v3h2V3h4v3h2V3h4v7l-2 2v9h-4v-4a2 2 0 0 0-4 0v4H6v-9l-2-2Z" }));
  return icon;
}
