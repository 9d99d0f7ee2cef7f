/** All seats at a glance, over the question. */

import { make } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { displayName } from "./names.js";
import { flag, presence, presenceIcon, presenceText } from "./presence.js";

/** @typedef {import("../lib/types.js").Table} Table */

/**
 * All seats on one line: who has to decide, whose turn it is, who is away. A click opens the panel.
 * @param {HTMLElement} home
 * @param {Table} table
 * @param {string} you
 * @param {ReadonlySet<string>} acts the seats that have to decide
 * @param {string} turn the seat whose turn it is, if it is known
 */
export function showSeatLine(home, table, you, acts, turn) {
  const told = table.seats.map((seat) => {
    const marks = [presenceText(seat, table), acts.has(seat.seat) && t("play.acts"), seat.seat === turn && t("play.turn")];
    return `${displayName(seat)}: ${marks.filter(Boolean).join(", ")}`;
  });
  const label = [t("play.seats"), ...told].join(". ");
  const key = `${you} ${label}`;
  if (home.dataset["shown"] === key) return;
  home.dataset["shown"] = key;
  home.setAttribute("aria-label", label);
  home.classList.toggle("several", table.seats.length > 2);
  home.replaceChildren(...table.seats.map((seat) => {
    const how = presence(seat, table);
    const gone = how === "away" || how === "awaited";
    return make("span", { class: `seat-short ${how} ${acts.has(seat.seat) ? "acts" : ""}`, "data-seat": seat.seat }, presenceIcon(how),
      make("span", { class: "name" }, displayName(seat)), seat.seat === you && make("i", {}, t("play.you")),
      seat.seat === turn && flag(), gone && make("i", { class: "gone" }, t(`play.is-${how}`)),
      make("span", { class: "time", "data-clock": seat.seat }));
  }));
}
