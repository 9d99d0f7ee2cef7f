/** Who sits where, in words and small pictures. */

import { botName } from "./names.js";
import { draw } from "../lib/dom.js";
import { capital, language, t } from "../lib/words.js";

/** @typedef {import("../lib/types.js").Chair} Chair */
/** @typedef {import("../lib/types.js").Table} Table */
/** @typedef {"here" | "away" | "awaited" | "bot"} Presence */

/**
 * @param {Table | null} table
 * @param {string} seat
 * @returns {Chair | undefined}
 */
export function chairOf(table, seat) {
  return table?.seats.find((each) => each.seat === seat);
}

/**
 * What somebody is called: by their own name and the seat's, or by the seat's alone.
 * @param {{who: string, name: string}} chair
 */
export function called({ who, name }) {
  if (!who || who.toLowerCase() === name.toLowerCase()) return capital(name);
  return t("play.person", { who, name });
}

/**
 * Several seats in one breath.
 * @param {Table | null} table
 * @param {string[]} seats
 */
export function calledAll(table, seats) {
  const names = seats.map((seat) => chairOf(table, seat)).filter((each) => each !== undefined);
  return new Intl.ListFormat(language()).format(names.map(called));
}

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
  if (how === "away" && chair.away !== null) return t("play.away-since", { time: clockTime(chair.away) });
  return t(`play.is-${how}`);
}

/**
 * A time of day; with the date where it was not today.
 * @param {number | string} when
 */
export function clockTime(when) {
  const then = new Date(when);
  const today = then.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(language(), { ...(today ? {} : { dateStyle: "medium" }), timeStyle: "short" }).format(then);
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
