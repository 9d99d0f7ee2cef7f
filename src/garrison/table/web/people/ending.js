/** Ending a game before its time: resigning, or offering a draw. */

import { confirmDialog, make } from "../lib/dom.js";
import { t } from "../lib/words.js";

/** @typedef {import("../lib/types.js").Match} Match */
/** @typedef {import("../lib/types.js").Reply} Reply */

/**
 * The buttons to resign and to offer a draw.
 * @param {HTMLElement} home
 * @param {Match} match
 * @param {string} seat the reader's seat
 * @param {(message: Record<string, unknown>) => Promise<Reply>} send
 */
export function showEnding(home, match, seat, send) {
  const team = match.teams.find((each) => each.includes(seat)) ?? [];
  home.hidden = !team.length || !match.begun || match.over;
  const ask = async (/** @type {"resign" | "draw"} */ end, /** @type {string} */ text) => {
    const words = { title: t(`play.end-title-${end}`), text: t(`play.end-text-${text}`), yes: t(`play.end-yes-${end}`), no: t("play.keep-playing") };
    if (await confirmDialog(words)) await send({ end });
  };
  const resign = () => ask("resign", team.length > 1 ? "team" : "resign");
  home.replaceChildren(
    make("button", { type: "button", click: resign }, t("play.resign")),
    ...(match.may_draw ? [make("button", { type: "button", click: () => ask("draw", "draw") }, t("play.offer-draw"))] : []),
  );
}
