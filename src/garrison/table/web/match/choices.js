/** The choices as a list of sentences, each with a key; the list alone is enough to play a whole game. */

import { cost, takes, traitsOf } from "../board/descriptions.js";
import { make } from "../lib/dom.js";
import { byKeyboard } from "../lib/keyboard.js";
import { odds } from "../lib/log/odds.js";
import { t } from "../lib/words.js";

/** @typedef {import("../lib/types.js").Choice} Choice */
/** @typedef {import("../lib/types.js").Piece} Piece */
/** @typedef {{name: string, choices: Choice[], folded: boolean}} Part choices under one heading */
/** @typedef {{button: HTMLButtonElement, list: HTMLElement, key: string | undefined}} Fold */

/** Keys in the order they are assigned, to what a stray key may play; U and H are undo and hint. */
const KEYS = [..."123456789abcdefgijklmnopqrstvwxyz"];
/** Longer lists are grouped, by kind or else by place. */
const LONG = 9;
/** More choices at places than this are folded to one line with a search field; of those that are all alike, more than are listed in full. */
const MANY = 40;
/** The end of a choice that is a number. */
const NUMBER = / -?\d+(\.\d+)?$/;
/** Sentences up to this length are set two on a line. */
const BRIEF = 36;

export class Choices {
  /**
   * @param {HTMLElement} home
   * @param {object} how
   * @param {(choice: Choice) => void} how.take
   * @param {() => Set<string>} how.ticked the notations of those that are ticked
   * @param {(ids: string[]) => void} how.near
   * @param {(id: string) => Piece | undefined} how.piece
   * @param {(id: string) => string} how.place the name of a place
   * @param {(id: string) => string} how.region the name of the area a thing is in
   * @param {(ids: string[]) => void} how.reveal show what has the focus
   * @param {(id: string) => boolean} how.isPlace
   * @param {(id: string) => boolean} how.loose whether a thing is neither part of the board nor placed on it
   */
  constructor(home, how) {
    this.home = home;
    this.how = how;
    /** @type {{choice: Choice, button: HTMLButtonElement, key: string | undefined}[]} */
    this.rows = [];
    /** Headings that open their choices. @type {Fold[]} */
    this.folds = [];
    /** The headings that were opened, of these choices. @type {{of: string, names: Set<string>}} */
    this.opened = { of: "", names: new Set() };
    /** Many places to choose from. @type {import("./place_list.js").PlaceList | null} */
    this.places = null;
    /** Makes their list. @type {typeof import("./place_list.js").PlaceList | null} fetched with the first of them */
    this.PlaceList = null;
    /** Makes a slider of them. @type {typeof import("./slider.js") | null} fetched with the first that seem to be numbers */
    this.sliders = null;
    /** The choices shown. @type {Choice[]} */
    this.shown = [];
    /** What their list was left like. @type {import("./place_list.js").Left} */
    this.left = { open: false, query: "" };
    this.busy = false;
    home.addEventListener("keydown", (event) => this.moved(event));
  }

  /**
   * @param {Choice[]} choices
   * @param {string[]} [minor] headings of the kinds that are folded where the list is long
   * @param {string} [whole] the heading of a list that is wholly folded, because a form does the same
   */
  show(choices, minor = [], whole = "") {
    const searching = document.activeElement !== null && document.activeElement === this.places?.field;
    const had = byKeyboard() && this.home.contains(document.activeElement);
    this.busy = false;
    this.home.removeAttribute("aria-busy");
    const of = JSON.stringify(choices.map((choice) => choice.do));
    if (of !== this.opened.of) {
      this.opened = { of, names: new Set() };
      this.left = { open: false, query: "" };
    }
    this.rows = [];
    this.folds = [];
    const closing = choices.filter(({ tally }) => tally.length);
    const main = choices.filter((choice) => choice.weight === "main" && !closing.includes(choice));
    const numbered = !whole && main.length > LONG && main.every((choice) => NUMBER.test(choice.do));
    const numbers = numbered && this.sliders ? this.sliders.byNumber(main) : [];
    const folded = whole || (numbers.length ? t("play.list") : "");
    const many = new Set(folded ? [] : this.many(main));
    this.shown = choices;
    if ((many.size && !this.PlaceList) || (numbered && !this.sliders)) void this.fetch(numbered, () => this.show(choices, minor, whole));
    this.places = many.size && this.PlaceList ? new this.PlaceList(this, [...many], this.left) : null;
    const rest = main.filter((choice) => !many.has(choice));
    const parts = folded && main.length ? [{ name: folded, choices: main, folded: true }] : this.parted(rest, minor);
    if (this.places) this.folds.push(this.places.fold);
    if (closing.length) parts.push({ name: "", choices: closing, folded: false });
    const lists = parts.map((part, n) => this.part(part, n));
    const slider = numbers.length && this.sliders ? [this.sliders.makeSlider(numbers, (choice) => this.take(choice))] : [];
    const ticks = main.some(({ tick }) => tick) ? [make("p", { class: "ticks-about" }, t("play.ticks-about"))] : [];
    this.home.replaceChildren(...ticks, ...slider, ...(this.places ? [this.places.element] : []), ...lists, ...this.apart(choices.filter((choice) => choice.weight !== "main" && !closing.includes(choice))));
    this.assignKeys();
    this.showTicks();
    if (searching && this.places) this.places.field.focus({ preventScroll: true });
    else if (had) this.focus();
  }

  /**
   * Those that are folded to one line, so that what is special about the others is in sight.
   * @param {Choice[]} main
   */
  many(main) {
    const placed = main.filter(({ at }) => this.how.isPlace(at));
    const plain = placed.filter((choice) => choice.plain);
    if (main.length > LONG && plain.length > LONG) return plain;
    return placed.length > MANY ? placed : [];
  }

  /**
   * Fetch what shows a long list in another way.
   * @param {boolean} numbered whether as a slider
   * @param {() => void} then
   */
  async fetch(numbered, then) {
    const { shown } = this;
    if (numbered) this.sliders = await import("./slider.js");
    else this.PlaceList = (await import("./place_list.js")).PlaceList;
    if (shown === this.shown) then();
  }

  /**
   * @param {Part} part
   * @param {number | string} n
   * @param {"h3" | "h4"} [level]
   */
  part({ name, choices, folded }, n, level = "h3") {
    const brief = choices.length > 3 && choices.every((choice) => `${choice.say} ${takes(choice)} ${this.traits(choice, name)}`.length <= BRIEF && !choice.odds);
    const traits = { id: `part-${n}-list`, class: brief && "brief", "aria-labelledby": name ? `part-${n}` : null };
    const list = make("ol", traits, ...choices.map((choice) => this.row(choice, name)));
    const title = folded ? this.fold(name, list, n) : name && make(level, { id: `part-${n}` }, name);
    return make("div", { class: "part" }, title, list);
  }

  // Folded choices

  /**
   * A heading that opens and closes its list.
   * @param {string} name
   * @param {HTMLOListElement} list
   * @param {number | string} n
   */
  fold(name, list, n) {
    const count = list.childElementCount;
    const button = make(
      "button",
      { type: "button", class: "fold", "aria-controls": list.id, "aria-label": `${name}, ${t("play.several", { n: count })}`, click: () => this.turn(fold, name) },
      make("kbd", { "aria-hidden": "true" }), make("span", { id: `part-${n}` }, name), make("span", { class: "soft" }, String(count)),
    );
    /** @type {Fold} */
    const fold = { button, list, key: undefined };
    this.folds.push(fold);
    this.setOpen(fold, this.opened.names.has(name));
    return make("h3", {}, button);
  }

  /**
   * @param {Fold} fold
   * @param {string} name
   */
  turn(fold, name) {
    const open = fold.list.hidden;
    if (open) this.opened.names.add(name);
    else this.opened.names.delete(name);
    this.setOpen(fold, open);
    this.assignKeys();
  }

  /**
   * @param {Fold} fold
   * @param {boolean} open
   */
  setOpen({ button, list }, open) {
    list.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
  }

  /**
   * Keys for all that is visible, from top to bottom; what is folded gets its own when it is opened. An open list of
   * places comes last: no other key changes its meaning by it.
   */
  assignKeys() {
    const keys = [...KEYS];
    const inList = (/** @type {Element} */ button) => Number(this.places?.list.contains(button) ?? false);
    for (const each of [...this.rows, ...this.folds]) each.key = undefined;
    for (const button of this.visible().sort((a, b) => inList(a) - inList(b))) {
      const row = this.rows.find((each) => each.button === button);
      const owner = row ?? this.folds.find((each) => each.button === button);
      if (owner && row?.choice.weight !== "quiet" && row?.choice.weight !== "final") owner.key = keys.shift();
    }
    for (const { button, key } of [...this.rows, ...this.folds]) {
      if (key) button.setAttribute("aria-keyshortcuts", key);
      else button.removeAttribute("aria-keyshortcuts");
      const shown = button.querySelector("kbd");
      if (shown) shown.textContent = key?.toUpperCase() ?? "";
    }
  }

  /** The buttons in sight, from top to bottom. */
  visible() {
    return [...this.home.querySelectorAll("button")].filter((button) => !button.closest("[hidden]"));
  }

  /**
   * Choices under the names of their regions.
   * @param {Choice[]} choices
   */
  regions(choices) {
    return [...this.byPlace(choices)].map(([name, inside], n) => this.part({ name, choices: inside, folded: false }, `place-${n}`, "h4"));
  }

  /** Their rows are shown no more. @param {Choice[]} choices */
  forget(choices) {
    const gone = new Set(choices);
    this.rows = this.rows.filter(({ choice }) => !gone.has(choice));
  }

  // Focus

  /** Focus the first sentence, or the question if there is none. */
  focus() {
    const first = this.visible()[0] ?? document.getElementById("question");
    first?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: "nearest" });
  }

  /**
   * What gives something up or ends something: last, apart, and without a key. Several of a kind are folded.
   * @param {Choice[]} choices
   */
  apart(choices) {
    const [several, single] = [/** @type {Part[]} */ ([]), /** @type {Choice[]} */ ([])];
    for (const [name, inside] of byHeading(choices, ({ fold }) => fold)) {
      if (name && inside.length > 1) several.push({ name, choices: inside, folded: true });
      else single.push(...inside);
    }
    const folded = several.map((part, n) => this.part(part, `apart-${n}`));
    return [...folded, ...(single.length ? [make("ul", { class: "apart" }, ...single.map((choice) => this.row(choice)))] : [])];
  }

  /** Show that the answer is being sent. */
  wait() {
    this.busy = true;
    this.home.setAttribute("aria-busy", "true");
  }

  // Headings

  /**
   * @param {Choice[]} choices
   * @param {string[]} minor
   * @returns {Part[]}
   */
  parted(choices, minor) {
    const whole = { name: "", choices, folded: false };
    if (choices.length <= LONG) return choices.length ? [whole] : [];
    if (choices.some((choice) => choice.kind)) {
      const parts = byHeading(choices, ({ kind }) => kind);
      return parts.size < 2 ? [whole] : [...parts].map(([name, inside]) => ({ name, choices: inside, folded: minor.includes(name) }));
    }
    const fresh = choices.filter(({ fold }) => !fold);
    const folded = fresh.length ? choices.filter(({ fold }) => fold) : [];
    const parts = this.byPlace(fresh.length ? fresh : choices);
    if (parts.size + folded.length < 2) return [whole];
    const headed = parts.size > 1 && (fresh.length > LONG || !folded.length);
    return [
      ...(headed ? [...parts].map(([name, inside]) => ({ name, choices: inside, folded: false })) : [{ name: "", choices: fresh, folded: false }]),
      ...[...byHeading(folded, ({ fold }) => fold)].map(([name, inside]) => ({ name, choices: inside, folded: true })),
    ];
  }

  /**
   * A long list begins with choices that belong to no place: at the end they would be out of sight.
   * @param {Choice[]} choices
   */
  byPlace(choices) {
    const loose = choices.filter(({ at }) => this.how.loose(at));
    return byHeading([...loose, ...choices.filter((each) => !loose.includes(each))], ({ at }) => this.how.region(at) || t("play.elsewhere"));
  }

  /**
   * The description of a piece that is chosen by name only, as it is printed; of its place what the heading leaves open.
   * @param {Choice} choice
   * @param {string} heading
   */
  traits({ at, say }, heading) {
    const piece = this.how.piece(at);
    if (piece?.name !== say) return "";
    const place = this.how.place(piece.at);
    const rest = heading && place.startsWith(heading) ? place.slice(heading.length).trim() : place;
    return [piece.text, rest, ...piece.marks].filter(Boolean).join(" · ");
  }

  /**
   * The same for screen readers.
   * @param {Choice} choice
   */
  spoken({ at, say }) {
    const piece = this.how.piece(at);
    return piece?.name === say ? [...traitsOf(piece), this.how.place(piece.at), ...piece.marks].filter(Boolean).join(", ") : "";
  }

  /**
   * @param {Choice} choice
   * @param {string} [heading]
   */
  row(choice, heading = "") {
    const chance = odds(choice);
    const traits = this.traits(choice, heading);
    const near = () => this.how.near([choice.at, ...choice.also]);
    const far = () => this.how.near([]);
    const focus = () => {
      near();
      if (byKeyboard()) this.how.reveal([choice.at]);
    };
    const button = make(
      "button",
      {
        type: "button", class: "choice", "data-at": choice.at,
        "aria-label": [choice.say, choice.takes || choice.note, this.spoken(choice) || traits, choice.then, chance].filter(Boolean).join(", "),
        click: () => this.take(choice), pointerenter: near, focus, pointerleave: far, blur: far,
      },
      choice.weight === "main" && make("kbd", { "aria-hidden": "true" }),
      make("span", { class: "body" },
        make("span", { class: "say" }, choice.say, ...cost(choice), traits && " ", traits && make("small", {}, traits), choice.then && make("small", { class: "then" }, choice.then)),
        " ", chance && make("span", { class: "odds" }, chance)),
    );
    if (choice.tick) button.setAttribute("role", "checkbox");
    button.classList.toggle("tick", choice.tick);
    button.classList.toggle("closing", choice.tally.length > 0);
    this.rows.push({ choice, button, key: undefined });
    return make("li", {}, button);
  }

  /** Show which of them are ticked, and what the answer says that closes the question. */
  showTicks() {
    const ticked = this.how.ticked();
    for (const { choice, button } of this.rows) {
      if (choice.tick) button.setAttribute("aria-checked", String(ticked.has(choice.do)));
      if (!choice.tally.length) continue;
      const said = tallied(choice, ticked.size);
      button.setAttribute("aria-label", said);
      button.querySelector(".say")?.replaceChildren(said);
    }
  }

  /** @param {Choice} choice */
  take(choice) {
    if (!this.busy) this.how.take(choice);
  }

  /** @param {KeyboardEvent} event */
  moved(event) {
    if (event.shiftKey || event.ctrlKey || event.altKey) return;
    const shown = this.visible();
    const now = shown.findIndex((button) => button === document.activeElement);
    /** @type {Record<string, number>} */
    const ways = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: shown.length - 1 };
    const next = ways[event.key];
    if (now < 0 || next === undefined) return;
    event.preventDefault();
    shown[Math.min(Math.max(next, 0), shown.length - 1)]?.focus();
  }

  /**
   * Take the choice of a key, or open what is folded there.
   * @param {string} key
   */
  keyed(key) {
    const pressed = key.toLowerCase();
    const fold = this.folds.find((each) => each.key === pressed);
    const row = this.rows.find((each) => each.key === pressed);
    if (fold) {
      fold.button.focus();
      fold.button.click();
      return true;
    }
    if (!row) return false;
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
    for (const { button, list } of this.folds) {
      const hidden = list === this.places?.list ? this.places.hides(id) : list.hidden && list.querySelector(".near") !== null;
      button.classList.toggle("near", hidden);
    }
  }
}

/**
 * The sentence of a choice, by the number of those that are ticked.
 * @param {Choice} choice
 * @param {number} ticked
 */
export function tallied({ say, tally }, ticked) {
  return tally[ticked] ?? say;
}

/**
 * The choices by heading, in the order they come.
 * @param {Choice[]} choices
 * @param {(choice: Choice) => string} heading
 */
function byHeading(choices, heading) {
  /** @type {Map<string, Choice[]>} */
  const parts = new Map();
  for (const choice of choices) {
    const name = heading(choice);
    const part = parts.get(name);
    if (part) part.push(choice);
    else parts.set(name, [choice]);
  }
  return parts;
}
