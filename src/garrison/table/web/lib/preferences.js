/** The reader's preferences: language, theme, motion, speed, and the name to play under. */

import { recall, remember } from "./storage.js";

/** Every language there is, by its own name. */
export const LANGUAGES = Object.freeze({ en: "English", it: "Italiano" });
/** @typedef {"auto" | "light" | "dark"} Theme */

/** The themes in the order in which the button goes through them. */
export const THEMES = /** @type {const} */ (["auto", "light", "dark"]);
const LANG = "garrison.lang";
const THEME = "garrison.theme";
const MOTION = "garrison.motion";
const SPEED = "garrison.speed";
const NAME = "garrison.name";
/** Characters a person's name may have. */
export const NAME_LENGTH = 24;
/** How fast what happened is shown. */
export const SPEEDS = /** @type {const} */ (["slow", "usual", "fast"]);

/** @returns {string} the language chosen, or the first of the browser's that we have */
export function preferredLanguage() {
  const wanted = [recall(LANG) ?? "", ...navigator.languages.map((each) => each.slice(0, 2).toLowerCase())];
  return wanted.find((each) => each in LANGUAGES) ?? "en";
}

/** @returns {Theme} */
export function theme() {
  const kept = recall(THEME);
  return THEMES.find((each) => each === kept) ?? "auto";
}

/** @param {Theme} wanted */
export function setTheme(wanted) {
  remember(THEME, wanted);
  showTheme(wanted);
}

/** @param {Theme} wanted */
export function showTheme(wanted) {
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

export function showMotion() {
  document.documentElement.dataset["motion"] = motion() ? "on" : "off";
}


/** @param {string} lang */
export function setPreferredLanguage(lang) {
  remember(LANG, lang);
}
