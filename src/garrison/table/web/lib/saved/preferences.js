/** The reader's preferences: language, theme, motion, speed, sounds, and the name to play under. */

import { recall, remember } from "./storage.js";

/** All languages by their own names. */
export const LANGUAGES = Object.freeze({ en: "English", it: "Italiano" });
/** @typedef {"auto" | "light" | "dark"} Theme */

/** The themes in the order the button cycles through them. */
export const THEMES = /** @type {const} */ (["auto", "light", "dark"]);
const LANG = "garrison.lang";
const THEME = "garrison.theme";
const MOTION = "garrison.motion";
const FOLLOWS = "garrison.follows";
const SPEED = "garrison.speed";
const ASK_FIRST = "garrison.ask-first";
const SOUNDS = "garrison.sounds";
const NAME = "garrison.name";
/** Maximum length of a person's name. */
export const NAME_LENGTH = 24;
/** Speeds of animations. */
export const SPEEDS = /** @type {const} */ (["slow", "usual", "fast"]);

/** @returns {string} the chosen language, or the first of the browser's that is available */
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

/** Whether animations are on: as chosen here, else the system's setting. */
export function motion() {
  const kept = recall(MOTION);
  return kept === null ? !matchMedia("(prefers-reduced-motion: reduce)").matches : kept === "on";
}

/** @param {boolean} on */
export function setMotion(on) {
  remember(MOTION, on ? "on" : "off");
  showMotion();
}

/** Whether the view of the board follows what happens. */
export function follows() {
  return recall(FOLLOWS) !== "off";
}

/** @param {boolean} on */
export function setFollows(on) {
  remember(FOLLOWS, on ? "on" : "off");
}

/** @returns {string} one of SPEEDS */
export function speed() {
  return SPEEDS.find((each) => each === recall(SPEED)) ?? "usual";
}

/** @param {string} wanted */
export function setSpeed(wanted) {
  remember(SPEED, wanted);
}

/** Whether the page asks before a choice that ends a phase or a turn. */
export function asksFirst() {
  return recall(ASK_FIRST) !== "off";
}

/** @param {boolean} on */
export function setAsksFirst(on) {
  remember(ASK_FIRST, on ? "on" : "off");
}

/** Whether what happens on the table is heard. */
export function sounds() {
  return recall(SOUNDS) === "on";
}

/** @param {boolean} on */
export function setSounds(on) {
  remember(SOUNDS, on ? "on" : "off");
}

/** The reader's name at a table, or "". */
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
