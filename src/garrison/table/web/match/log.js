/** The log, frame by frame. A click on a line shows its moment; undone lines are struck through. */

import { addRovingFocus, make } from "../lib/dom.js";
import { logHeading, logLine } from "../lib/log/log_line.js";
import { t } from "../lib/words.js";

/** @typedef {import("../lib/types.js").Moment} Moment */
/** @typedef {import("../lib/types.js").FrameStep} FrameStep */
/** @typedef {import("./help/rule_links.js").RuleLink} RuleLink */
/** @typedef {{step: FrameStep, line: HTMLElement, heading: HTMLElement | null}} Line */
/** @typedef {{moment: Moment, element: HTMLLIElement, lines: Line[]}} Entry */

export class Log {
  /**
   * @param {HTMLElement} list
   * @param {object} how
   * @param {(n: number, things: string[]) => void} how.look show a frame, and in it what a line is about
   * @param {(n: number) => void} [how.back]
   * @param {(first: number) => Promise<Moment[]>} [how.earlier] fetch the frames just before one
   * @param {RuleLink} how.link
   */
  constructor(list, how) {
    this.list = list;
    this.how = how;
    /** @type {Map<number, Entry>} */
    this.entries = new Map();
    /** The line clicked last. @type {HTMLElement | null} */
    this.chosen = null;
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
      const entry = this.entry(moment);
      this.entries.set(moment.n, entry);
      this.list.append(entry.element);
    }
    if (fresh.length) this.update();
  }

  /** Mark what was undone, show what counts, and offer what came before. */
  update() {
    const stand = this.standing();
    for (const [n, { element }] of this.entries) element.classList.toggle("undone", !stand.has(n));
    this.showLines(stand);
    this.more.textContent = t("play.earlier");
    if (this.first > 1 && this.how.earlier) this.list.prepend(this.earlier);
    else this.earlier.remove();
  }

  /**
   * Headings are shown where they change. What only leads to something else is left out once that is told, or where the
   * heading says it; so is the undo of nothing else.
   * @param {Set<number>} stand the frames that were not undone
   */
  showLines(stand) {
    const last = [...stand].flatMap((n) => this.entries.get(n)?.lines ?? []).at(-1);
    /** The headings of turn and phase, and after which frame they were which. */
    let under = ["", ""];
    /** @type {Map<number, string[]>} */
    const after = new Map();
    /** Frames that stand so far and have lines to show. @type {number[]} */
    let shown = [];
    for (const [n, { moment: { back }, lines }] of this.entries) {
      const visible = back === null ? lines.some(({ step }) => !step.passing) : shown.some((each) => each > back);
      if (back !== null) {
        under = after.get(back) ?? ["", ""];
        shown = shown.filter((each) => each <= back);
      }
      for (const { step, line, heading } of lines) {
        const news = heading !== null && under[step.level - 1] !== step.heading;
        if (news) under = step.level === 1 ? [step.heading, ""] : [under[0] ?? "", step.heading];
        hide(heading, !news);
        // A log may begin in the middle of a turn: no level is left out above its first heading.
        if (heading && news && step.level > 1) heading.ariaLevel = under[0] ? null : "3";
        const said = news && step.say.toLowerCase().includes(step.heading.toLowerCase());
        const idle = step.passing && (said || line !== last?.line || !stand.has(n));
        hide(line, back === null ? idle : !visible);
      }
      after.set(n, under);
      if (back === null && visible) shown.push(n);
    }
  }

  async showEarlier() {
    const { cleared, first } = this;
    const moments = await this.how.earlier?.(first) ?? [];
    if (this.cleared !== cleared || this.first !== first) return;
    const later = [...this.entries];
    const before = moments.map((moment) => this.entry(moment));
    this.entries.clear();
    for (const each of before) this.entries.set(each.moment.n, each);
    for (const [n, each] of later) this.entries.set(n, each);
    this.earlier.after(...before.map(({ element }) => element));
    this.update();
    this.undoable(this.reach);
    if (this.first > 1) this.more.focus();
    else this.list.querySelector("button")?.focus();
  }

  /**
   * @param {Moment} moment
   * @returns {Entry}
   */
  entry(moment) {
    const { n, back, agreed } = moment;
    const said = back !== null ? [plain(t(agreed.length > 1 ? "play.taken-back-all" : agreed.length ? "play.taken-back-anyway" : "play.taken-back"))] : moment.steps;
    const steps = said.length || n > 1 ? said : [plain(t("pages.log-setup"))];
    const lines = steps.map((step) => {
      const look = () => {
        this.chosen = line;
        this.how.look(n, step.things);
      };
      const line = logLine(step, look, step.rule ? this.how.link(step.rule) : null);
      return { step, line, heading: step.heading ? logHeading(step, look) : null };
    });
    const element = make("li", { "data-n": n }, ...lines.flatMap(({ heading, line }) => [heading, line]));
    return { moment, element, lines };
  }

  /** The frames that were not undone. */
  standing() {
    /** @type {number[]} */
    const stand = [];
    for (const [n, { moment: { back } }] of this.entries) {
      if (back !== null) while ((stand.at(-1) ?? 0) > back) stand.pop();
      stand.push(n);
    }
    return new Set(stand);
  }

  /**
   * Offer to go back to each frame from `reach` on, except the last, which is the present.
   * @param {number | null} reach
   */
  undoable(reach) {
    this.reach = reach;
    const stand = new Set([...this.standing()].filter((n) => this.entries.get(n)?.moment.back === null));
    const last = [...stand].at(-1);
    for (const [n, { element, lines }] of this.entries) {
      const line = lines.findLast((each) => !each.line.hidden)?.line;
      const can = reach !== null && n >= reach && n !== last && stand.has(n) && line !== undefined;
      const button = element.querySelector(".back");
      if (can && !button) {
        const label = t("play.back-to-here");
        const back = () => this.how.back?.(n);
        line.append(make("button", { type: "button", class: "back", title: label, "aria-label": label, click: back }, "↶"));
      } else if (!can) button?.remove();
    }
  }

  /**
   * Mark the frame being viewed, and in it the line that was chosen.
   * @param {number | null} n
   */
  current(n) {
    for (const each of this.list.querySelectorAll(".here")) each.classList.remove("here");
    const shown = n === null ? undefined : [...this.entries.values()].findLast(({ moment, lines }) =>
      moment.n <= n && lines.some(({ line, heading }) => !line.hidden || heading?.hidden === false));
    for (const { moment, element } of this.entries.values()) {
      if (moment.n === shown?.moment.n) element.setAttribute("aria-current", "step");
      else element.removeAttribute("aria-current");
    }
    if (this.chosen?.closest("[aria-current]")) this.chosen.classList.add("here");
  }
}

/**
 * A line of the page's own.
 * @param {string} say
 * @returns {FrameStep}
 */
function plain(say) {
  return { say, kind: "", rule: "", gesture: "", things: [], dice: [], dice_at: -1, need: 0, heading: "", level: 0, sign: "", passing: false };
}

/**
 * Hide or show, touching the page only where that changes.
 * @param {HTMLElement | null} element
 * @param {boolean} hidden
 */
function hide(element, hidden) {
  if (element && element.hidden !== hidden) element.hidden = hidden;
}
