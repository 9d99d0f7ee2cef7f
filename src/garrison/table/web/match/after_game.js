/** What is offered once a game is over: playing again with the same people, the replay, the report. */

import { showNotice } from "../lib/announcer.js";
import { post, Refusal } from "../lib/api.js";
import { make } from "../lib/dom.js";
import { newSalt, ownTokens, saveCarried, savedMatch, saveNewMatch } from "../lib/saved/saved_matches.js";
import { t } from "../lib/words.js";
import { displayName, seatOf } from "../people/names.js";
import { howItEnded } from "./sidebar.js";

/** @typedef {import("./controller.js").MatchController} MatchController */
/** @typedef {import("../lib/types.js").Note} Note */

/**
 * @typedef {object} Offer a new match that somebody else has started
 * @property {string} match
 * @property {string} by the name of whoever started it
 * @property {{seat: string, place: string, name: string}[]} seats own seats, the seats they become, and the names of the people in them
 */

export class AfterGame {
  /**
   * @param {HTMLElement} home
   * @param {MatchController} controller
   */
  constructor(home, controller) {
    this.home = home;
    this.controller = controller;
  }

  /** Whether no other person plays. */
  get alone() {
    const { own, table } = this.controller.players;
    return table?.seats.every(({ seat, kind, taken }) => own.has(seat) || kind === "bot" || (kind === "friend" && !taken)) ?? true;
  }

  /**
   * The newest match that somebody else has started for this device as well.
   * @returns {Offer | null}
   */
  get offer() {
    const { own, said, table } = this.controller.players;
    const ownSeats = (/** @type {Note | null | undefined} */ note) => Object.keys(note?.places ?? {}).filter((seat) => own.has(seat));
    // A newer one may be the reader's own, for the others.
    const note = said.map((entry) => entry.note).findLast((each) => each?.what === "again" && ownSeats(each).length);
    if (!note?.match) return null;
    const by = seatOf(table, note.by ?? "");
    return { match: note.match, by: by ? displayName(by) : "", seats: ownSeats(note).map((seat) => ({ seat, place: note.places?.[seat] ?? "", name: seatOf(table, seat)?.who ?? "" })) };
  }

  show() {
    const { match, players } = this.controller;
    const { spectating } = players;
    const button = (/** @type {string} */ kind, /** @type {string} */ key, /** @type {() => void} */ click) => make("button", { type: "button", class: kind, click }, t(key));
    const offer = spectating ? null : this.offer;
    const again = (/** @type {boolean} */ swap) => () => void this.again(swap);
    const other = match.seats.length === 2 ? "play.again-swap" : "play.again-shift";
    const result = this.controller.frame?.result;
    this.home.replaceChildren(
      ...(result ? [make("p", {}, howItEnded(result))] : []),
      ...(offer ? [make("p", { class: "offer" }, t("play.again-by", { name: offer.by })), button("main", "play.again-join", () => void this.join(offer))] : []),
      ...(spectating ? [] : [button(offer ? "" : "main", "play.again", again(false))]),
      ...(spectating || match.seats.length < 2 ? [] : [button("", other, again(true))]),
      make("a", { class: "button", href: `/replay/${encodeURIComponent(match.id)}` }, t("play.review")),
      button("", "play.report", () => void this.controller.report()),
      make("a", { class: "button", href: "/" }, t("play.to-home")),
      ...(spectating || offer || this.alone ? [] : [make("p", { class: "soft small" }, t("play.again-others"))]),
    );
  }

  /**
   * Start a new match: the same options, people and bots.
   * @param {boolean} swap whether everybody moves on by one seat
   */
  async again(swap) {
    const { match, token } = this.controller;
    await this.leave(async () => {
      const made = await post("/api/matches", { again: { match: match.id, swap } }, { token, once: true });
      const name = savedMatch(match.id)?.name;
      const first = saveNewMatch(made, { game: match.game, title: match.title, salt: newSalt(), sha256: made.dice.sha256, ...(name ? { name } : {}) });
      return { id: made.id, token: first };
    });
  }

  /**
   * Join the match somebody else has started: the tokens of this one are the invitations.
   * @param {Offer} offer
   */
  async join({ match, seats }) {
    const path = `/api/matches/${encodeURIComponent(match)}/seat`;
    await this.leave(async () => {
      const tokens = { ...ownTokens(savedMatch(match)) };
      for (const { seat, place, name } of seats) {
        if (tokens[place]) continue;
        const taken = await post(path, { name }, { token: this.controller.players.own.get(seat) ?? "", once: true });
        tokens[place] = saveCarried(match, { seats: [taken], watch: null }); // at once: the next request may fail
      }
      return { id: match, token: tokens[seats[0]?.place ?? ""] ?? "" };
    });
  }

  /** @param {() => Promise<{id: string, token: string}>} find the match to go to, and the token of an own seat: not every browser saves it */
  async leave(find) {
    const buttons = [...this.home.querySelectorAll("button")];
    for (const each of buttons) each.disabled = true;
    try {
      const { id, token } = await find();
      location.assign(`/match/${encodeURIComponent(id)}#${token}`);
    } catch (trouble) {
      for (const each of buttons) each.disabled = false;
      if (!(trouble instanceof Refusal)) throw trouble;
      showNotice(trouble.status === 401 ? t("play.again-lost") : trouble.message);
    }
  }
}
