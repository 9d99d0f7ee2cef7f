/** The choices as a list of sentences, each with a key; the list alone is enough to play a whole game. */

import { make } from "../lib/dom.js";
import { byKeyboard } from "../lib/keyboard.js";
import { odds } from "../lib/odds.js";
import { t } from "../lib/words.js";

/** @typedef {import("../lib/types.js").Choice} Choice */
/** @typedef {import("../lib/types.js").Piece} Piece */

/** Keys in the order they are assigned, to what a stray key may play; U and H are undo and hint. */
const KEYS = [..."123456789abcdefgijklmnopqrstvwxyz"];
/** Longer lists are grouped by place. */
const LONG = 9;
/** Sentences up to this length are set two on a line. */
const BRIEF = 20;

export class Choices {
  /**
   * @param {HTMLElement} home
   * @param {object} how
   * @param {(choice: Choice) => void} how.take
   * @param {(ids: string[]) => void} how.near
   * @param {(id: string) => Piece | undefined} how.piece
   * @param {(id: string) => string} how.place the name of a place
   * @param {(id: string) => string} how.region the name of the area a thing is in
   * @param {(id: string) => boolean} how.loose whether a thing is neither part of the board nor placed on it
   */
  constructor(home, how) {
    this.home = home;
    this.how = how;
    /** @type {{choice: Choice, button: HTMLButtonElement}[]} */
    this.rows = [];
    this.busy = false;
    home.addEventListener("keydown", (event) => this.moved(event));
  }

  /** @param {Choice[]} choices */
  show(choices) {
    const had = byKeyboard() && this.home.contains(document.activeElement);
    this.busy = false;
    this.home.removeAttribute("aria-busy");
    const parts = this.parted(choices.filter(({ weight }) => weight === "main"));
    this.rows = [];
    const lists = parts.map(([name, inside], n) => {
      const brief = inside.length > 4 && inside.every((choice) => `${choice.say} ${this.traits(choice)}`.length <= BRIEF && !choice.odds);
      const traits = { class: brief && "brief", "aria-labelledby": name ? `part-${n}` : "question" };
      const list = make("ol", traits, ...inside.map((choice) => this.row(choice)));
      return make("div", { class: "part" }, name && make("h3", { id: `part-${n}` }, name), list);
    });
    this.home.replaceChildren(...lists, ...this.apart(choices.filter(({ weight }) => weight !== "main")));
    if (had) this.focus();
  }

  /** Focus the first sentence, or the question if there is none. */
  focus() {
    const first = this.rows[0]?.button ?? document.getElementById("question");
    first?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: "nearest" });
  }

  /**
   * What gives something up or ends something: last, apart, and without a key.
   * @param {Choice[]} choices
   */
  apart(choices) {
    return choices.length ? [make("ul", { class: "apart", "aria-labelledby": "question" }, ...choices.map((choice) => this.row(choice, ""))) ] : [];
  }

  /** Show that the answer is being sent. */
  wait() {
    this.busy = true;
    this.home.setAttribute("aria-busy", "true");
  }

  /**
   * A long list begins with choices that belong to no place: at the end they would be out of sight.
   * @param {Choice[]} choices
   * @returns {[string, Choice[]][]}
   */
  parted(choices) {
    if (choices.length <= LONG) return choices.length ? [["", choices]] : [];
    /** @type {Map<string, Choice[]>} */
    const parts = new Map();
    const loose = choices.filter(({ at }) => this.how.loose(at));
    for (const choice of [...loose, ...choices.filter((each) => !loose.includes(each))]) {
      const name = this.how.region(choice.at) || t("play.elsewhere");
      const part = parts.get(name);
      if (part) part.push(choice);
      else parts.set(name, [choice]);
    }
    return parts.size > 1 ? [...parts] : [["", choices]];
  }

  /**
   * The description of a piece that is chosen by name only.
   * @param {Choice} choice
   */
  traits({ at, say }) {
    const piece = this.how.piece(at);
    return piece?.name === say ? [piece.text, this.how.place(piece.at), ...piece.marks].filter(Boolean).join(" · ") : "";
  }

  /**
   * @param {Choice} choice
   * @param {string | undefined} [key]
   */
  row(choice, key = KEYS[this.rows.length]) {
    const chance = odds(choice);
    const traits = this.traits(choice);
    const near = () => this.how.near([choice.at, ...choice.also]);
    const far = () => this.how.near([]);
    const button = make(
      "button",
      {
        type: "button", class: "choice", "data-at": choice.at, "aria-keyshortcuts": key || null,
        click: () => this.take(choice), pointerenter: near, focus: near, pointerleave: far, blur: far,
      },
      key !== "" && make("kbd", { "aria-hidden": "true" }, key?.toUpperCase() ?? ""),
      make("span", { class: "body" },
        make("span", { class: "say" }, choice.say, traits && " ", traits && make("small", {}, traits), choice.then && make("small", { class: "then" }, choice.then)),
        " ", chance && make("span", { class: "odds" }, chance)),
    );
    this.rows.push({ choice, button });
    return make("li", {}, button);
  }

  /** @param {Choice} choice */
  take(choice) {
    if (!this.busy) this.how.take(choice);
  }

  /** @param {KeyboardEvent} event */
  moved(event) {
    if (event.shiftKey) return;
    const now = this.rows.findIndex(({ button }) => button === document.activeElement);
    /** @type {Record<string, number>} */
    const ways = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: this.rows.length - 1 };
    const next = ways[event.key];
    if (now < 0 || next === undefined) return;
    event.preventDefault();
    this.rows[Math.min(Math.max(next, 0), this.rows.length - 1)]?.button.focus();
  }

  /**
   * The choice for a key.
   * @param {string} key
   */
  keyed(key) {
    const row = this.rows[KEYS.indexOf(key.toLowerCase())];
    if (!row || key.length !== 1 || row.choice.weight !== "main") return false;
    this.take(row.choice);
    return true;
  }

  /**
   * Highlight the sentences about a thing.
   * @param {string | null} id
   */
  near(id) {
    for (const { choice, button } of this.rows) {
      button.classList.toggle("near", id !== null && [choice.at, ...choice.also].includes(id));
    }
  }
}
