/** Several seats on one device: who is next, and the screen that hides the table in between. */

import { announce } from "../lib/announcer.js";
import { byId, make } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { displayName, seatOf } from "./names.js";
import { presenceIcon } from "./presence.js";

/** @typedef {import("../lib/types.js").Frame} Frame */
/** @typedef {import("../lib/types.js").Table} Table */

export class Handover {
  /**
   * @param {object} how
   * @param {() => ReadonlyMap<string, string>} how.own tokens of the seats on this device
   * @param {(seat: string) => string} how.name the name of a seat
   * @param {(seat: string) => void} how.sit switch to a seat
   */
  constructor(how) {
    this.how = how;
    this.home = byId("handover", HTMLElement);
    /** Seats known not to be asked, each with the number of the question, so that nobody is asked twice. @type {Map<string, number | null>} */
    this.settled = new Map();
    /** The question at which the last player wants another look before passing the device on. @type {number | null} */
    this.lingering = null;
    /** The seat the device is for. */
    this.wanted = "";
  }

  /** Whether the table is hidden. */
  get up() {
    return !this.home.hidden;
  }

  /**
   * The own seat to decide next, on a proposal first, unless it is the present one.
   * @param {Frame} frame
   * @param {boolean} asked whether the present seat is asked
   * @param {Table | null} table
   * @returns {string | null}
   */
  next(frame, asked, table) {
    const { ask, seat } = frame;
    if (frame.result || this.how.own().size < 2) return null;
    if (frame.back !== null) this.settled.clear();
    const free = [...this.how.own().keys()].filter((each) => each !== seat && !seatOf(table, each)?.bot);
    const waits = table?.proposal?.waits;
    if (waits?.includes(seat)) return null;
    const silent = waits && free.find((each) => waits.includes(each));
    if (silent) return silent;
    if (asked) {
      this.settled.delete(seat);
      this.lingering = null; // whoever decides passes the device on
      return null;
    }
    this.settled.set(seat, ask);
    const who = frame.scene.ask?.who ?? [];
    return free.find((each) => who.includes(this.how.name(each)) && this.settled.get(each) !== ask) ?? null;
  }

  /**
   * Hide everything until the next player confirms having the device.
   * @param {string} seat
   * @param {string} last the previous player; "" when the page was just opened
   * @param {Table | null} table
   */
  show(seat, last, table) {
    const name = (/** @type {string} */ each) => displayName(seatOf(table, each) ?? { who: "", name: this.how.name(each) });
    const others = [...this.how.own().keys()].filter((each) => each !== seat && (each === last || !seatOf(table, each)?.bot));
    const elsewhere = this.up && seat === this.wanted && !this.home.contains(document.activeElement);
    this.wanted = seat;
    const show = make("button", { type: "button", class: "main", click: () => this.how.sit(seat) }, t("play.show-table", { name: name(seat) }));
    const rest = others.map((each) => make("button", { type: "button", class: "quiet", click: () => this.how.sit(each) }, t(each === last ? "play.look-again" : "play.show-table", { name: name(each) })));
    const title = make("h2", { id: "handover-title" }, t("play.handover", { name: name(seat) }));
    const anybody = rest.length > 1 ? [make("p", { id: "handover-else" }, t("play.handover-else")), make("div", { class: "anybody", role: "group", "aria-labelledby": "handover-else" }, ...rest)] : rest;
    this.home.replaceChildren(make("div", { class: "panel" }, presenceIcon("here"), title, make("p", {}, t("play.handover-about")), show, ...anybody));
    this.home.hidden = false;
    document.body.classList.add("covered");
    if (elsewhere) return;
    announce([title.textContent ?? ""]);
    show.focus();
  }

  hide() {
    this.wanted = "";
    this.home.hidden = true;
    this.home.replaceChildren();
    document.body.classList.remove("covered");
  }
}
