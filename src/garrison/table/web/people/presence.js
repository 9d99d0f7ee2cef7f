/** Presence at a seat (here, away, awaited, or a bot), in words and as an icon. */

import { draw } from "../lib/dom.js";
import { t, timeOfDay } from "../lib/words.js";
import { botName } from "./names.js";

/** @typedef {import("../lib/types.js").Seat} Seat */
/** @typedef {import("../lib/types.js").Table} Table */
/** @typedef {"here" | "away" | "awaited" | "bot"} Presence */

/**
 * The presence at a seat. All seats of the creator are on one device: all are present, or none.
 * @param {Seat} seat
 * @param {Table} table
 * @returns {Presence}
 */
export function presence(seat, table) {
  if (seat.bot !== null) return "bot";
  const here = seat.kind === "mine" ? table.seats.some((each) => each.kind === "mine" && each.online) : seat.online;
  if (here) return "here";
  return seat.joined ? "away" : "awaited";
}

/**
 * The same in words.
 * @param {Seat} seat
 * @param {Table} table
 */
export function presenceText(seat, table) {
  const how = presence(seat, table);
  if (how === "bot") return t("play.bot-plays", { bot: botName(seat.bot ?? "") });
  if (how === "away" && seat.away !== null) return t("play.away-since", { time: timeOfDay(seat.away) });
  return t(`play.is-${how}`);
}

/**
 * An icon: present (full), away (hollow), awaited (dashed), or a bot, with its description beside it.
 * @param {Presence} how
 */
export function presenceIcon(how) {
  const icon = draw("svg", { viewBox: "0 0 24 24", width: 22, height: 22, "aria-hidden": "true", class: `figure ${how}` });
  if (how === "bot") {
    icon.append(draw("path", { d: "M12 3v4M5 7h14v11H5zM2 11v4M22 11v4M9 21h6" }), draw("path", { d: "M9 11.5h.01M15 11.5h.01", class: "eyes" }));
  } else icon.append(draw("circle", { cx: 12, cy: 7.5, r: 4 }), draw("path", { d: "M4 21c0-5 3.5-7.5 8-7.5s8 2.5 8 7.5Z" }));
  return icon;
}

/** A pennant: whose turn it is. */
export function flag() {
  return draw("svg", { viewBox: "0 0 24 24", width: 15, height: 15, "aria-hidden": "true", class: "figure here flag" }, draw("path", { d: "M5 22V3l15 5-15 5" }));
}
