/** Pictures by a game's own drawing, in the colours of the page; each is fetched when it comes into sight. */

import { make } from "../lib/dom.js";

/** @typedef {import("../lib/api.js").Picture} Picture */

const THEMES = /** @type {const} */ (["light", "dark"]);

/**
 * The picture for each theme; the style sheet shows one, and the other is never fetched.
 * @param {Picture} picture
 * @param {string} alt nothing where the caption is beside it
 * @param {boolean} [seen] whether it is in sight from the beginning: then it is fetched at once
 */
export function images(picture, alt, seen = false) {
  const { width, height } = picture;
  const now = seen && getComputedStyle(document.documentElement).colorScheme;
  return THEMES.map((theme) =>
    make("img", { class: `in-${theme}`, loading: theme === now ? "eager" : "lazy", decoding: "async", width, height, alt, src: `/api/pictures/${picture[theme]}` }),
  );
}

/**
 * A picture with its caption below.
 * @param {Picture} picture
 */
export function figure(picture) {
  return make("figure", { class: "illustration" }, ...images(picture, ""), make("figcaption", {}, picture.caption));
}
