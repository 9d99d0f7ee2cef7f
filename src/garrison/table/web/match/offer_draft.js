/**
 * An offer that is put together piece by piece: with whom, then what goes into its columns.
 *
 * Nothing of it is played before it is sent: the server only supposes it, and says what could be added then.
 */

import { announce } from "../lib/announcer.js";
import { make, setEnabled } from "../lib/dom.js";
import { t } from "../lib/words.js";

/** @typedef {import("../lib/types.js").Offer} Offer */
/** @typedef {import("../lib/types.js").OfferKind} OfferKind */
/** @typedef {import("../lib/types.js").Scene} Scene */

/** @typedef {{rows: string[], offers: Offer[], kinds: OfferKind[]}} Stage a draft, and what could be done with it */
/** @typedef {{question: string, goods: Offer[]}} Column one kind of what a draft can hold */

/** Whether this goes into a draft. @param {Offer} offer */
const adds = ({ drafts, weight }) => drafts && weight !== "quiet";
/** Whether this gives a draft up. @param {Offer} offer */
const drops = ({ drafts, weight }) => drafts && weight === "quiet";
/** Whether this sends a draft. @param {Offer} offer */
const sends = ({ drafts, weight }) => !drafts && weight !== "quiet";

/** @type {Stage} */
const NOTHING = { rows: [], offers: [], kinds: [] };

/** What an offer adds, in a word or two. @param {Offer} offer */
const named = ({ parts, say }) => parts.join(", ") || say;

/**
 * The entries missing from the second list, as many of each as are missing.
 * @param {string[]} all
 * @param {string[]} left
 */
function lost(all, left) {
  const there = [...left];
  return all.filter((each) => {
    const at = there.indexOf(each);
    if (at >= 0) there.splice(at, 1);
    return at < 0;
  });
}

/**
 * A question with one answer.
 * @param {string} id
 * @param {string} question
 * @param {string[]} parts
 * @param {string | undefined} chosen
 * @param {(part: string) => void} choose
 */
export function step(id, question, parts, chosen, choose) {
  const options = parts.map((part) => {
    const input = make("input", { type: "radio", name: `offer-${id}`, value: part, "data-focus": `${id} ${part}`, change: () => choose(part) });
    input.checked = part === chosen;
    return make("label", {}, input, make("span", {}, part));
  });
  return make("fieldset", {}, make("legend", {}, question), make("div", { class: "parts" }, ...options));
}

export class OfferDraft {
  /**
   * @param {import("./offers.js").OfferMessages} messages
   * @param {() => void} redraw
   */
  constructor({ take, takeAll, suppose }, redraw) {
    this.take = take;
    this.takeAll = takeAll;
    this.suppose = suppose;
    this.redraw = redraw;
    /** What a draft can begin with: one of these. @type {Offer[]} */
    this.openers = [];
    /** Where a draft begins that the table already knows of. */
    this.begun = false;
    /** What is meant, whether or not the server has confirmed it. @type {string[]} */
    this.rows = [];
    /** The table without a draft, with its first row only, and with all of it. */
    this.bare = NOTHING;
    this.first = NOTHING;
    this.whole = NOTHING;
    /** Counts what was asked: only the newest answer counts. */
    this.asked = 0;
    this.waiting = false;
    /** Whether the table has changed since the draft was last supposed. */
    this.stale = false;
    /** What could not stay in. */
    this.note = "";
  }

  /** Whether an offer can be put together piece by piece now. */
  get possible() {
    return this.bare.offers.some(({ drafts }) => drafts);
  }

  /**
   * The table has changed, or its language.
   * @param {Scene} scene
   * @param {boolean} looked whether the reader looks at the draft
   */
  show({ offers, offer_kinds }, looked) {
    this.asked += 1;
    this.waiting = false;
    this.stale = false;
    this.note = "";
    this.bare = { rows: [], offers, kinds: offer_kinds };
    if (!this.possible) {
      // Once sent, it is no draft any more; while nothing can be offered for a moment, it is kept.
      if (offers.length) this.rows = [];
      return;
    }
    this.begun = offers.some(drops);
    this.openers = this.begun ? [] : offers.filter(adds);
    this.stale = true;
    if (looked) this.look();
  }

  /** The reader looks at it. */
  look() {
    if (!this.stale || !this.possible) return;
    this.stale = false;
    const [only, ...others] = this.openers;
    if (!this.rows.length && only && !others.length) this.rows = [only.do];
    void this.ask(this.rows, true);
  }

  /**
   * Ask what could be done with such a draft.
   * @param {string[]} rows
   * @param {boolean} refresh whether to load the columns again, since they may have changed
   * @param {boolean} [said] whether the reader hears how the offer reads then
   */
  async ask(rows, refresh, said = false) {
    this.asked += 1;
    const { asked } = this;
    this.rows = rows;
    this.note = "";
    this.waiting = true;
    this.redraw();
    const opening = this.begun ? [] : rows.slice(0, 1);
    const replies = await Promise.all([this.stage(rows), refresh ? this.stage(opening) : this.first]);
    if (asked !== this.asked) return;
    this.waiting = false;
    const [whole, first] = replies;
    if (typeof whole === "string" || typeof first === "string") {
      this.rows = this.whole.rows;
      this.note = typeof whole === "string" ? whole : "";
    } else this.supposed(rows, whole, first);
    this.redraw();
    announce([this.note, said ? this.said : ""]);
  }

  /**
   * The server's answer for a draft, or why there is none.
   * @param {string[]} rows
   * @returns {Promise<Stage | string>}
   */
  async stage(rows) {
    if (!rows.length) return this.bare;
    const { refused, text = "", supposed = [], offers = [], offer_kinds: kinds = [] } = await this.suppose(rows);
    return refused === undefined ? { rows: supposed, offers, kinds } : text;
  }

  /**
   * @param {string[]} rows what was asked about
   * @param {Stage} whole
   * @param {Stage} first
   */
  supposed(rows, whole, first) {
    const known = [...this.bare.offers, ...this.columns().flatMap(({ goods }) => goods)];
    this.whole = whole;
    this.first = first;
    const gone = lost(rows, whole.rows).flatMap((row) => known.find((offer) => offer.do === row) ?? []);
    if (gone.length) this.note = t("play.offer-lost", { what: gone.map(named).join(", ") });
    // Without its first row nothing of it can stand.
    this.rows = this.begun || this.openers.some((offer) => offer.do === whole.rows[0]) ? whole.rows : [];
  }

  /** The offer as it reads now. */
  get said() {
    return this.whole.offers.find(sends)?.say ?? t("play.offer-empty");
  }

  // What is changed

  /** @param {Offer} opener */
  open(opener) {
    void this.ask([opener.do, ...this.rows.slice(1)], true, true);
  }

  /** @param {Offer} thing */
  add(thing) {
    if (this.may(thing)) void this.ask([...this.rows, thing.do], false, true);
  }

  /** @param {Offer} thing */
  remove(thing) {
    const at = this.rows.lastIndexOf(thing.do);
    if (at >= 0) void this.ask(this.rows.toSpliced(at, 1), false, true);
  }

  clear() {
    void this.ask(this.openers.length > 1 ? [] : this.rows.slice(0, this.openers.length), false, true);
  }

  send() {
    const sender = this.waiting ? undefined : this.whole.offers.find(sends);
    if (sender) this.takeAll([...this.rows, sender.do]);
  }

  /** Whether one more of this can be added. While an answer is awaited that is left to the server. @param {Offer} thing */
  may(thing) {
    return this.whole.offers.some((offer) => offer.do === thing.do);
  }

  /** @param {string} row */
  many(row) {
    return this.rows.filter((each) => each === row).length;
  }

  // What is shown

  /** By kind what can be in a draft that has begun. @returns {Column[]} */
  columns() {
    if (!this.begun && !this.rows.length) return [];
    const kinds = new Map([...this.first.kinds, ...this.whole.kinds].map((kind) => [kind.id, kind]));
    const all = new Map([...this.first.offers, ...this.whole.offers].filter(adds).map((offer) => [offer.do, offer]));
    return [...kinds.values()].flatMap(({ id, name, steps }) => {
      const goods = [...all.values()].filter(({ kind }) => kind === id);
      return goods.length ? [{ question: steps[0] ?? name, goods }] : [];
    });
  }

  sections() {
    const kind = this.bare.kinds.find(({ id }) => this.bare.offers.some((offer) => adds(offer) && offer.kind === id));
    const opener = this.openers.find((offer) => offer.do === this.rows[0]);
    const title = this.begun || !kind ? t("play.offers-title") : kind.name;
    const form = make("form", { class: "draft", "aria-labelledby": "draft-title" },
      this.openers.length > 0 && step("first", kind?.steps[0] ?? title, this.openers.map(named), opener && named(opener), (part) => {
        const chosen = this.openers.find((offer) => named(offer) === part);
        if (chosen) this.open(chosen);
      }),
      ...this.drafted());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    return [make("section", { class: "offering", "aria-labelledby": "draft-title" }, make("h3", { id: "draft-title", tabindex: -1 }, title), form)];
  }

  /** What is in the draft, how it reads, and what becomes of it. */
  drafted() {
    const columns = this.columns();
    if (!columns.length) return [this.note && make("p", { class: "said" }, this.note)];
    const send = make("button", { type: "submit", class: "main", "data-focus": "send", "aria-describedby": "draft-said" }, t("play.offer-send"));
    send.disabled = this.waiting || !this.whole.offers.some(sends);
    const held = this.rows.length > this.openers.slice(0, 1).length;
    const clear = held && make("button", { type: "button", "data-focus": "clear", click: () => this.clear() }, t("play.offer-clear"));
    const dropped = this.bare.offers.find(drops);
    const drop = dropped && make("button", { type: "button", "data-focus": "drop", click: () => this.take(dropped.do, "") }, dropped.say);
    return [
      make("div", { class: "goods", keydown: (/** @type {KeyboardEvent} */ event) => pressed(event) }, ...columns.map((column, n) => this.column(column, n))),
      this.note && make("p", { class: "note" }, this.note),
      make("div", { class: "closing" }, make("p", { id: "draft-said", class: "said" }, this.said), make("div", { class: "row" }, send, clear, drop)),
    ];
  }

  /**
   * @param {Column} column
   * @param {number} n
   */
  column({ question, goods }, n) {
    const rows = goods.map((thing) => {
      const many = this.many(thing.do);
      const what = named(thing);
      const add = make("button", { type: "button", class: "good", "data-focus": `add ${thing.do}`, click: () => this.add(thing) },
        make("span", {}, what), many > 0 && make("span", { class: "times" }, `× ${many}`));
      setEnabled(add, this.may(thing));
      const less = many > 0 && make("button", { type: "button", class: "less", "data-focus": `less ${thing.do}`, "aria-label": t("play.offer-less", { what }), click: () => this.remove(thing) }, "−");
      return make("li", many > 0 ? { class: "included" } : {}, add, less);
    });
    return make("fieldset", { "data-column": n }, make("legend", {}, question), make("ul", {}, ...rows));
  }
}

/**
 * Arrow keys move within the columns and between them.
 * @param {KeyboardEvent} event
 */
function pressed(event) {
  const { target, key, currentTarget } = event;
  if (!(target instanceof HTMLElement) || !(currentTarget instanceof HTMLElement)) return;
  const own = target.closest("fieldset");
  if (!own || event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
  const columns = [...currentTarget.querySelectorAll("fieldset")];
  const line = [...own.querySelectorAll("li")].findIndex((each) => each.contains(target));
  const [down, aside] = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[key] ?? [0, 0];
  if (!down && !aside) return;
  const lines = columns[columns.indexOf(own) + aside]?.querySelectorAll("li");
  const next = lines?.[Math.min(line + down, lines.length - 1)]?.querySelector("button");
  if (!next) return;
  event.preventDefault();
  next.focus();
}
