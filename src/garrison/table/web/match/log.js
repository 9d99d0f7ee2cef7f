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
   * @param {RuleLink} how.link
   */
  constructor(list, how) {
    this.list = list;
    this.how = how;
    /** @type {Map<number, Entry>} */
    this.entries = new Map();
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
    this.entries.clear();
    this.list.replaceChildren();
  }

  /** @param {Moment[]} moments */
  add(moments) {
    const fresh = moments.filter((moment) => !this.entries.has(moment.n));
    for (const moment of fresh) {
      const element = this.entry(moment);
      this.entries.set(moment.n, { moment, element });
      this.list.append(element);
    }
    if (!fresh.length) return;
    const stand = this.standing();
    for (const [n, { element }] of this.entries) element.classList.toggle("undone", !stand.has(n));
  }

  /** @param {Moment} moment */
  entry({ n, steps, back, agreed }) {
    const look = () => this.how.look(n);
    const told = back === null ? steps : [{ say: t(agreed.length ? "play.taken-back-all" : "play.taken-back"), rule: "" }];
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
