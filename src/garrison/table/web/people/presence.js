/** Whether the player of a seat is there, away or awaited, in words and as a small picture. */

import { draw } from "../lib/dom.js";
import { t, timeOfDay } from "../lib/words.js";
import { botName } from "./names.js";

/** @typedef {import("../lib/types.js").Chair} Chair */
/** @typedef {import("../lib/types.js").Table} Table */
/** @typedef {"here" | "away" | "awaited" | "bot"} Presence */

/**
 * How a chair stands. All chairs of who made the match are at one device: there are all of them or none.
 * @param {Chair} chair
 * @param {Table} table
 * @returns {Presence}
 */
export function presence(chair, table) {
  if (chair.bot !== null) return "bot";
  const here = chair.kind === "mine" ? table.seats.some((each) => each.kind === "mine" && each.online) : chair.online;
  if (here) return "here";
  return chair.joined ? "away" : "awaited";
}

/**
 * The same in words.
 * @param {Chair} chair
 * @param {Table} table
 */
export function presenceText(chair, table) {
  const how = presence(chair, table);
  if (how === "bot") return t("play.bot-plays", { bot: botName(chair.bot ?? "") });
  if (how === "away" && chair.away !== null) return t("play.away-since", { time: timeOfDay(chair.away) });
  return t(`play.is-${how}`);
}

/**
 * A small picture: somebody is there (full), away (hollow), awaited (dashed), or a bot. Its words stand beside it.
 * @param {Presence} how
 */
export function figure(how) {
  const icon = draw("svg", { viewBox: "0 0 24 24", width: 22, height: 22, "aria-hidden": "true", class: `figure ${how}` });
  if (how === "bot") {
    icon.append(draw("path", { d: "M12 3v4M5 7h14v11H5zM2 11v4M22 11v4M9 21h6" }), draw("path", { d: "M9 11.5h.01M15 11.5h.01", class: "eyes" }));
  } else icon.append(draw("circle", { cx: 12, cy: 7.5, r: 4 }), draw("path", { d: "M4 21c0-5 3.5-7.5 8-7.5s8 2.5 8 7.5Z" }));
  return icon;
}
