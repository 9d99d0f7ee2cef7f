/** Bots and other sitters in words: what each is called, and how it plays. */

import { language, t } from "../lib/words.js";

/** @typedef {import("../lib/api.js").Sitting} Sitting */

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
