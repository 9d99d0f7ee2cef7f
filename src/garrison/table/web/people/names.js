/** Names of players, seats and bots. */

import { capital, language, optional, t } from "../lib/words.js";

/** @typedef {import("../lib/api.js").SeatSummary} SeatSummary */
/** @typedef {import("../lib/types.js").Seat} Seat */
/** @typedef {import("../lib/types.js").Table} Table */

/**
 * The name of a bot; `search:30` is a search with a number of iterations. A bot of somebody else's is called by its id.
 * @param {string} bot
 */
export function botName(bot) {
  const [kind = "", tries] = bot.split(":");
  const name = optional(`both.bot-${kind}`, kind);
  return tries ? t("both.tries", { name, n: Number(tries) }) : name;
}

/**
 * A bot's style of play, if it is one of ours.
 * @param {string} bot
 */
export function botDescription(bot) {
  return optional(`both.how-${bot.split(":")[0]}`, "");
}

/**
 * The player of a seat: a name, a bot, or nobody yet.
 * @param {SeatSummary} seat
 * @param {boolean} [own]
 */
export function occupant(seat, own = false) {
  if (seat.bot) return t("both.bot", { name: botName(seat.bot) });
  if (own) return t("both.you");
  if (seat.who) return seat.who;
  return t(seat.kind === "friend" && !seat.taken ? "both.empty" : "both.somebody");
}

/**
 * Several names in a sentence: "Anna, Bruno and Carla".
 * @param {string[]} all
 */
export function nameList(all) {
  return new Intl.ListFormat(language()).format(all);
}

/**
 * @param {Table | null} table
 * @param {string} seat
 * @returns {Seat | undefined}
 */
export function seatOf(table, seat) {
  return table?.seats.find((each) => each.seat === seat);
}

/**
 * A seat's name and its player's, or the seat's alone.
 * @param {{who: string, name: string}} seat
 */
export function displayName({ who, name }) {
  if (!who || who.toLowerCase() === name.toLowerCase()) return capital(name);
  return t("play.person", { who, name: capital(name) });
}

/**
 * What to call somebody in a sentence: a player by name, else by the seat.
 * @param {{who: string, name: string, bot?: string | null}} seat
 */
export function callName({ who, name, bot }) {
  return who && !bot ? who : capital(name);
}

/**
 * Several seats as one phrase.
 * @param {Table | null} table
 * @param {string[]} seats
 */
export function displayNames(table, seats) {
  const names = seats.map((seat) => seatOf(table, seat)).filter((each) => each !== undefined);
  return new Intl.ListFormat(language()).format(names.map(displayName));
}
