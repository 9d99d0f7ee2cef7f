/** The log, frame by frame. A click on a line shows its moment; undone lines are struck through. */

import { addRovingFocus, make } from "../lib/dom.js";
import { t } from "../lib/words.js";

/** @typedef {import("../lib/types.js").Moment} Moment */
/** @typedef {import("./rulebook.js").RuleLink} RuleLink */
/** @typedef {{moment: Moment, element: HTMLLIElement}} Entry */

export class Log {
  /**
   * @param {HTMLElement} list
   * @param {object} how
   * @param {(n: number) => void} how.look
   * @param {(n: number) => void} how.back
   * @param {(first: number) => Promise<Moment[]>} how.earlier fetch the frames just before one
   * @param {RuleLink} how.link
   */
  constructor(list, how) {
    this.list = list;
    this.how = how;
    /** @type {Map<number, Entry>} */
    this.entries = new Map();
    /** The farthest frame that can be undone. @type {number | null} */
    this.reach = null;
    /** Counts how often the log was cleared: what was fetched for an older one is dropped. */
    this.cleared = 0;
    this.more = make("button", { type: "button", click: () => void this.showEarlier() });
    this.earlier = make("li", { class: "earlier" }, this.more);
    addRovingFocus(list, ".line");
  }

  /** The number of valid frames, not counting undos. */
  get told() {
    return [...this.standing()].filter((n) => this.entries.get(n)?.moment.back === null).length;
  }

  /**
   * The last sentence up to a frame.
   * @param {number} n
   */
  sentence(n) {
    const told = [...this.standing()].filter((each) => each <= n).flatMap((each) => this.entries.get(each)?.moment.steps ?? []);
    return told.at(-1)?.say ?? "";
  }

  clear() {
    this.cleared += 1;
    this.entries.clear();
    this.list.replaceChildren();
  }

  /** The number of the first frame shown; of a long match the server sends only the last. */
  get first() {
    return this.entries.keys().next().value ?? 1;
  }

  /** @param {Moment[]} moments */
  add(moments) {
    const fresh = moments.filter((moment) => !this.entries.has(moment.n));
    const next = this.entries.size ? Math.max(...this.entries.keys()) + 1 : 1;
    if (fresh[0] && fresh[0].n > next) this.clear(); // too many were missed: those before can be fetched again
    for (const moment of fresh) {
      const element = this.entry(moment);
      this.entries.set(moment.n, { moment, element });
      this.list.append(element);
    }
    if (fresh.length) this.update();
  }

  /** Mark what was undone, and offer what came before. */
  update() {
    const stand = this.standing();
    for (const [n, { element }] of this.entries) element.classList.toggle("undone", !stand.has(n));
    this.more.textContent = t("play.earlier");
    if (this.first > 1) this.list.prepend(this.earlier);
    else this.earlier.remove();
  }

  async showEarlier() {
    const { cleared, first } = this;
    const moments = await this.how.earlier(first);
    if (this.cleared !== cleared || this.first !== first) return;
    const later = [...this.entries];
    const before = moments.map((moment) => ({ moment, element: this.entry(moment) }));
    this.entries.clear();
    for (const each of before) this.entries.set(each.moment.n, each);
    for (const [n, each] of later) this.entries.set(n, each);
    this.earlier.after(...before.map(({ element }) => element));
    this.update();
    this.undoable(this.reach);
    if (this.first > 1) this.more.focus();
    else this.list.querySelector("button")?.focus();
  }

  /** @param {Moment} moment */
  entry({ n, steps, back, agreed }) {
    const look = () => this.how.look(n);
    const told = back === null ? steps : [{ say: t(agreed.length > 1 ? "play.taken-back-all" : agreed.length ? "play.taken-back-anyway" : "play.taken-back"), rule: "" }];
    const lines = told.map((step) => make("p", {},
      make("button", { type: "button", class: "line", click: look }, step.say), step.rule ? this.how.link(step.rule) : null));
    return make("li", { "data-n": n }, ...lines);
  }

  /** The frames that were not undone. */
  standing() {
    /** @type {Set<number>} */
    const stand = new Set();
    for (const [n, { moment }] of this.entries) {
      const { back } = moment;
      if (back !== null) for (const each of [...stand]) if (each > back) stand.delete(each);
      stand.add(n);
    }
    return stand;
  }

  /**
   * Offer to go back to each frame from `reach` on, except the last, which is the present.
   * @param {number | null} reach
   */
  undoable(reach) {
    this.reach = reach;
    const stand = [...this.standing()].filter((n) => this.entries.get(n)?.moment.back === null);
    const last = stand.at(-1);
    for (const [n, { moment, element }] of this.entries) {
      const can = reach !== null && n >= reach && n !== last && stand.includes(n) && moment.steps.length > 0;
      const button = element.querySelector(".back");
      if (can && !button) {
        const label = t("play.back-to-here");
        const back = () => this.how.back(n);
        element.lastElementChild?.append(make("button", { type: "button", class: "back", title: label, "aria-label": label, click: back }, "↶"));
      } else if (!can) button?.remove();
    }
  }

  /** @param {number | null} n the frame being viewed */
  current(n) {
    for (const [each, { element }] of this.entries) {
      if (each === n) element.setAttribute("aria-current", "step");
      else element.removeAttribute("aria-current");
    }
  }
}
