/** Proposals to go back farther than a player may alone: all others agree or decline. */

import { announce } from "../lib/announcer.js";
import { make } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { displayNames } from "./names.js";

/** @typedef {import("../lib/types.js").Proposal} Proposal */
/** @typedef {import("../lib/types.js").Reply} Reply */
/** @typedef {import("../lib/types.js").Table} Table */

export class Proposals {
  /**
   * @param {HTMLElement} home
   * @param {object} how
   * @param {(seat: string) => boolean} how.mine
   * @param {(n: number) => string} how.moment a frame's sentence
   * @param {(n: number) => void} how.look
   * @param {(message: Record<string, unknown>) => Promise<Reply>} how.send
   */
  constructor(home, how) {
    this.home = home;
    this.how = how;
    this.shown = "";
  }

  /**
   * @param {Table | null} table
   * @param {boolean} spectating
   */
  show(table, spectating) {
    const proposal = table?.proposal ?? null;
    this.home.hidden = !proposal;
    if (!table || !proposal) {
      this.shown = "";
      this.home.replaceChildren();
      return;
    }
    const said = this.told(table, proposal);
    const key = JSON.stringify([proposal, said, spectating]);
    if (key === this.shown) return;
    this.shown = key;
    const focused = this.home.contains(document.activeElement);
    this.home.replaceChildren(
      make("p", { id: "proposal-text" }, make("b", {}, said), " ", t("play.proposal-about")),
      ...this.waiting(table, proposal),
      make("div", { class: "row" }, ...(spectating ? [] : this.answers(proposal)),
        make("button", { type: "button", class: "quiet", click: () => this.how.look(proposal.n) }, t("play.proposal-look"))),
    );
    if (focused) this.home.querySelector("button")?.focus();
    else if (!this.how.mine(proposal.by)) announce([said]);
  }

  /**
   * @param {Table} table
   * @param {Proposal} proposal
   */
  told(table, { by, n }) {
    const moment = this.how.moment(n) || t("play.proposal-begin");
    return this.how.mine(by) ? t("play.proposal-own", { moment }) : t("play.proposal-by", { name: displayNames(table, [by]), moment });
  }

  /**
   * @param {Table} table
   * @param {Proposal} proposal
   */
  waiting(table, { agreed }) {
    const left = table.seats.filter(({ seat, bot }) => bot === null && !agreed.includes(seat) && !this.how.mine(seat)).map(({ seat }) => seat);
    return left.length ? [make("p", { class: "soft" }, t("play.proposal-waits", { names: displayNames(table, left) }))] : [];
  }

  /** @param {Proposal} proposal */
  answers({ proposal, by, agreed }) {
    const answer = (/** @type {boolean} */ agree) => () => void this.how.send({ agree, proposal });
    if (this.how.mine(by)) return [make("button", { type: "button", click: answer(false) }, t("play.withdraw"))];
    if (agreed.some((seat) => this.how.mine(seat))) return [make("span", {}, t("play.agreed"))];
    return [
      make("button", { type: "button", class: "main", click: answer(true) }, t("play.agree")),
      make("button", { type: "button", click: answer(false) }, t("play.decline")),
    ];
  }
}
