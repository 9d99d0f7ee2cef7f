/** Pictures by a game's own drawing, in the colours of the page; each is fetched when it comes into sight. */

import { make } from "../lib/dom.js";

/** @typedef {import("../lib/api.js").Picture} Picture */

const THEMES = /** @type {const} */ (["light", "dark"]);

/**
 * The picture for each theme; the style sheet shows one, and the other is never fetched.
 * @param {Picture} picture
 * @param {string} alt nothing where the caption is beside it
 */
export function images(picture, alt) {
  const { width, height } = picture;
  return THEMES.map((theme) =>
    make("img", { class: `in-${theme}`, loading: "lazy", decoding: "async", width, height, alt, src: `/api/pictures/${picture[theme]}` }),
  );
}

/**
 * A picture with its caption below.
 * @param {Picture} picture
 */
export function figure(picture) {
  return make("figure", { class: "illustration" }, ...images(picture, ""), make("figcaption", {}, picture.caption));
}
