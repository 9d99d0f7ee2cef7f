/** The lobby before a match begins: who is there, who is missing, their invitations, and the hash of the dice. */

import { make } from "../lib/dom.js";
import { savedMatch } from "../lib/saved/saved_matches.js";
import { capital, t } from "../lib/words.js";
import { displayNames } from "./names.js";
import { refill, SeatPanel } from "./seats.js";
import { termSentences } from "./terms.js";

/** @typedef {import("./seats.js").How} How */
/** @typedef {import("../lib/types.js").Table} Table */

export class Lobby {
  /**
   * @param {HTMLElement} home
   * @param {How} how
   */
  constructor(home, how) {
    this.how = how;
    this.status = make("p", { class: "waits", role: "status" });
    this.about = make("p", { class: "soft" });
    this.list = make("div", { id: "lobby-seats" });
    this.dice = make("section", { class: "promise" });
    this.seatPanel = new SeatPanel(this.list, how);
    this.title = make("h2", { id: "lobby-title", tabindex: "-1" });
    home.replaceChildren(this.title, this.status, this.about, this.list, this.dice);
  }

  /** @param {Table} table */
  show(table) {
    const { match } = this.how;
    const missing = table.seats.filter(({ joined, bot, kind }) => kind === "friend" && !joined && bot === null).map(({ seat }) => seat);
    const said = missing.length ? t("play.gather-awaited", { names: displayNames(table, missing) }) : t("play.gather-ready");
    this.title.textContent = t("play.gather");
    if (this.status.textContent !== said) this.status.textContent = said;
    const options = "option_names" in match ? Object.values(/** @type {Record<string, string>} */ (match.option_names)) : [];
    this.about.textContent = [...options.map(capital), ...termSentences(table.terms)].join(" · ");
    this.seatPanel.show(table);
    this.promise(table);
  }

  /** @param {Table} table */
  promise({ dice }) {
    const salt = savedMatch(this.how.match.id)?.salt;
    refill(this.dice, [
      make("h3", {}, t("play.promise")),
      make("p", {}, t("play.promise-about")),
      make("dl", {},
        make("dt", {}, t("pages.report-fingerprint")), make("dd", { class: "mono" }, dice.sha256),
        ...(salt ? [make("dt", {}, t("play.own-salt")), make("dd", { class: "mono" }, salt)] : [])),
    ]);
  }
}
