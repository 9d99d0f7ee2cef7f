/** Continuing on another device: a link and a QR code that carry one's own seats there, once. */

import { announce } from "../lib/announcer.js";
import { post } from "../lib/api.js";
import { make } from "../lib/dom.js";
import { qrPicture } from "../lib/qr.js";
import { savedMatch, transferLink } from "../lib/saved/saved_matches.js";
import { t, timeOfDay } from "../lib/words.js";
import { shareLink } from "./share_link.js";

/**
 * Make a link and show it; the last one is no longer good.
 * @param {HTMLElement} home
 * @param {{id: string, title: string}} match
 * @param {string[]} own the tokens of own seats, at least one: not every browser saves them
 */
export async function showTransfer(home, { id, title }, own) {
  const watch = savedMatch(id)?.watch;
  const tokens = [...own, ...(watch ? [watch] : [])];
  /** @type {{transfer: string, until: string}} */
  const made = await post(`/api/matches/${encodeURIComponent(id)}/transfer`, { tokens }, { token: own[0] ?? "" });
  const link = transferLink(id, made.transfer);
  const heading = make("h3", { tabindex: "-1" }, t("play.device"));
  const about = t("play.device-about", { time: timeOfDay(made.until) });
  home.replaceChildren(
    heading,
    make("p", {}, about),
    ...picture(link),
    shareLink({ link, label: t("play.device-link"), title }),
    make("p", { class: "soft small" }, t("play.device-own")),
  );
  heading.focus({ preventScroll: true });
  home.scrollIntoView({ block: "start" });
  announce([about]);
}

/** The code; nothing for an address too long for one. @param {string} link */
function picture(link) {
  try {
    return [qrPicture(link, t("play.device-qr"))];
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return [];
  }
}
