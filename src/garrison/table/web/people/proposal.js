/** Proposals to go back farther than a player may alone, to resign, to end in a draw: those asked agree or decline. */

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
    const { n } = proposal;
    const key = JSON.stringify([proposal, said, spectating]);
    if (key === this.shown) return;
    this.shown = key;
    const focused = this.home.contains(document.activeElement);
    this.home.replaceChildren(
      make("p", { id: "proposal-text" }, make("b", {}, said), " ", t(`play.proposal-about-${proposal.what}`)),
      ...this.waiting(table, proposal),
      make("div", { class: "row" }, ...(spectating ? [] : this.answers(proposal)),
        n !== null && make("button", { type: "button", class: "quiet", click: () => this.how.look(n) }, t("play.proposal-look"))),
    );
    if (focused) this.home.querySelector("button")?.focus();
    else if (!this.how.mine(proposal.by)) announce([said]);
  }

  /**
   * @param {Table} table
   * @param {Proposal} proposal
   */
  told(table, { what, by, n, agreed, waits }) {
    const moment = (n !== null && this.how.moment(n)) || t("play.proposal-begin");
    if (this.how.mine(by)) return t(`play.proposal-own-${what}`, { moment });
    const outside = what === "resign" && ![...agreed, ...waits].some((seat) => this.how.mine(seat));
    return t(`play.proposal-${outside ? "other" : "by"}-${what}`, { name: displayNames(table, [by]), moment });
  }

  /**
   * @param {Table} table
   * @param {Proposal} proposal
   */
  waiting(table, { waits }) {
    const left = waits.filter((seat) => !this.how.mine(seat));
    return left.length ? [make("p", { class: "soft" }, t("play.proposal-waits", { names: displayNames(table, left) }))] : [];
  }

  /** @param {Proposal} proposal */
  answers({ proposal, by, agreed, waits }) {
    const answer = (/** @type {boolean} */ agree) => () => void this.how.send({ agree, proposal });
    if (this.how.mine(by)) return [make("button", { type: "button", click: answer(false) }, t("play.withdraw"))];
    if (agreed.some((seat) => this.how.mine(seat))) return [make("span", {}, t("play.agreed"))];
    if (!waits.some((seat) => this.how.mine(seat))) return [];
    return [
      make("button", { type: "button", class: "main", click: answer(true) }, t("play.agree")),
      make("button", { type: "button", click: answer(false) }, t("play.decline")),
    ];
  }
}
