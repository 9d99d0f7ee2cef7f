/** Messages to the reader: announcements for screen readers, and the notice at the top of the match page. */

import { byId, make } from "./dom.js";
import { t } from "./words.js";

/** Announce something to screen readers. @param {string[]} sentences */
export function announce(sentences) {
  const live = byId("live", HTMLElement);
  live.append(...sentences.filter(Boolean).map((each) => make("p", {}, each)));
  while (live.children.length > 40) live.firstElementChild?.remove();
}

/** Clear the announcement. */
export function clearAnnouncements() {
  byId("live", HTMLElement).replaceChildren();
}

/**
 * Show or remove the notice above the board.
 * @param {string} [said]
 * @param {boolean} [home] whether to link to the home page
 */
export function showNotice(said = "", home = false) {
  const element = byId("notice", HTMLElement);
  element.hidden = !said;
  element.replaceChildren(said, " ", home ? make("a", { href: "/" }, t("both.home")) : "");
}
