/** What players, seats and bots are called. */

import { capital, language, t } from "../lib/words.js";

/** @typedef {import("../lib/api.js").Sitting} Sitting */
/** @typedef {import("../lib/types.js").Chair} Chair */
/** @typedef {import("../lib/types.js").Table} Table */

/**
 * What a bot is called; `search:30` is a search with a number of tries.
 * @param {string} bot
 */
export function botName(bot) {
  const [kind = "", tries] = bot.split(":");
  const name = t(`both.bot-${kind}`);
  return tries ? t("both.tries", { name, n: Number(tries) }) : name;
}

/**
 * How it plays.
 * @param {string} bot
 */
export function botText(bot) {
  return t(`both.how-${bot.split(":")[0]}`);
}

/**
 * Who sits on a chair.
 * @param {Sitting} chair
 * @param {boolean} [own]
 */
export function sitter(chair, own = false) {
  if (chair.bot) return t("both.bot", { name: botName(chair.bot) });
  if (own) return t("both.you");
  if (chair.who) return chair.who;
  return t(chair.kind === "friend" && !chair.taken ? "both.empty" : "both.somebody");
}

/**
 * Several in a sentence: "Anna, Bruno and Carla".
 * @param {string[]} all
 */
export function several(all) {
  return new Intl.ListFormat(language()).format(all);
}

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
