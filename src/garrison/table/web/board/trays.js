/** Trays of pieces and cards beside the board, and the gauges that have no dial on it. */

import { make } from "../lib/dom.js";
import { gaugeName, pieceName } from "./descriptions.js";

/** @typedef {import("../lib/types.js").Piece} Piece */
/** @typedef {import("../lib/types.js").Scene} Scene */
/** @typedef {import("../lib/types.js").Tray} Tray */
/** @typedef {import("../lib/types.js").Gauge} Gauge */
/** @typedef {import("./view.js").BoardView} BoardView */
/** @typedef {{element: HTMLElement, head: HTMLElement, title: HTMLElement, note: HTMLElement, held: HTMLElement, most: number}} TrayElements */

/** Up to this number of pieces in all trays, they are shown larger; more trays than this stand in a grid. */
const FEW = 12;
const MANY = 5;
/** A tray of the grid that has held more than this is twice as wide. */
const ROW = 6;
/** Classes of a piece that the card it is read on has as well. */
const SHARED = ["lit", "faint", "near", "chosen", "subject", "outlined", "alarmed"];

export class Trays {
  /**
   * @param {BoardView} view
   * @param {HTMLElement | undefined} trays
   * @param {HTMLElement | undefined} cards
   * @param {HTMLElement | undefined} status
   */
  constructor(view, trays, cards, status) {
    this.view = view;
    this.trays = trays;
    this.cards = cards ?? trays;
    this.status = status;
    for (const home of [trays, cards, status]) home?.replaceChildren();
    /** @type {Map<string, TrayElements>} */
    this.shown = new Map();
    /** @type {Map<string, {element: HTMLElement, key: string}>} */
    this.pieces = new Map();
    /** What is shown small in the line of another tray is read on a card as well. @type {Map<string, {element: HTMLElement, key: string}>} */
    this.copies = new Map();
    /** Many light a piece up, none of whom knows that there may be a card of it: the card is lit when the piece is. */
    this.lights = new MutationObserver((changes) => changes.forEach(({ target }) => this.follow(/** @type {HTMLElement} */ (target))));
    /** @type {Map<string, {element: HTMLElement, key: string}>} */
    this.chips = new Map();
  }

  /** @param {Scene} scene */
  show(scene) {
    if (this.trays) this.showTrays(this.trays, scene);
    if (this.status) this.showStatus(this.status, scene.gauges);
  }

  /**
   * @param {HTMLElement} home
   * @param {Scene} scene
   */
  showTrays(home, scene) {
    const open = new Set(scene.trays.map((each) => each.id));
    for (const [id, parts] of this.shown) {
      if (open.has(id)) continue;
      parts.element.remove();
      this.shown.delete(id);
      this.view.unregister(id, parts.head);
    }
    const own = new Set(scene.trays.map(({ line }) => line));
    const [seen, read] = [/** @type {Set<string>} */ (new Set()), /** @type {Set<string>} */ (new Set())];
    for (const tray of scene.trays) {
      const parts = this.showTray(tray.cards && this.cards ? this.cards : home, tray);
      parts.element.classList.toggle("own", own.has(tray.id));
      const held = inside(tray, scene);
      this.reserve(parts, held.length);
      held.forEach((piece, n) => {
        (tray.line ? read : seen).add(piece.id);
        const element = tray.line ? this.copy(piece) : this.piece(piece, tray);
        element.style.setProperty("--n", String(n));
        if (parts.held.children[n] !== element) parts.held.insertBefore(element, parts.held.children[n] ?? null);
      });
    }
    forget(this.copies, read, () => undefined);
    for (const id of this.copies.keys()) this.lights.observe(/** @type {HTMLElement} */ (this.pieces.get(id)?.element), { attributeFilter: ["class"] });
    const most = scene.trays.flatMap(({ id, cards }) => (cards ? [] : [this.shown.get(id)?.most ?? 0]));
    const [beside, wide] = [most.length, most.filter((each) => each > ROW).length];
    home.classList.toggle("many", beside > MANY);
    home.style.setProperty("--columns", String(Math.ceil((beside + wide) / 2)));
    home.classList.toggle("few", most.reduce((sum, each) => sum + each, 0) <= FEW && beside <= MANY);
    forget(this.pieces, seen, (id, element) => this.view.unregister(id, element));
  }

  /**
   * @param {HTMLElement} home
   * @param {Tray} tray
   */
  showTray(home, tray) {
    let parts = this.shown.get(tray.id);
    if (!parts) {
      const [title, note, held] = [make("h3"), make("p", { class: "soft" }), make("div", { class: "held" })];
      const head = make("div", { class: "thing head", "data-id": tray.id }, title, note);
      parts = { element: make("section", { class: "tray", "data-id": tray.id }, head, held), head, title, note, held, most: -1 };
      home.append(parts.element);
      this.shown.set(tray.id, parts);
    }
    say(parts.title, tray.name);
    say(parts.note, tray.text);
    parts.note.hidden = !tray.text;
    this.view.register(tray.id, "tray", parts.head, tray.name);
    return parts;
  }

  /**
   * Keep the room of the most pieces a tray has held: no tray moves when another empties.
   * @param {TrayElements} parts
   * @param {number} many
   */
  reserve(parts, many) {
    const { element } = parts;
    element.classList.toggle("empty", many === 0);
    if (many <= parts.most) return;
    parts.most = many;
    element.style.setProperty("--most", String(many));
    element.classList.toggle("wide", many > ROW);
  }

  /**
   * @param {Piece} piece
   * @param {Tray} tray
   */
  piece(piece, tray) {
    const key = JSON.stringify([piece, tray.cards]);
    const known = this.pieces.get(piece.id);
    const element = known?.element ?? make("div", { class: "thing piece", "data-id": piece.id });
    element.style.visibility = "";
    if (known?.key !== key) {
      element.classList.toggle("card", tray.cards);
      // Where things can be chosen, each gets a card that describes it.
      if (this.view.how.passive && !tray.cards) element.title = pieceName(piece);
      const drawn = this.view.sprites.has(piece.sprite) || !tray.cards;
      element.replaceChildren(
        ...(drawn ? [this.view.sprites.picture(piece)] : []),
        ...(tray.cards ? cardText(piece) : []),
      );
      this.pieces.set(piece.id, { element, key });
    }
    this.view.register(piece.id, "piece", element, pieceName(piece));
    return element;
  }

  /**
   * The card of a piece that lies in a line: to be read, and a click on it is one on the piece.
   * @param {Piece} piece
   */
  copy(piece) {
    const key = JSON.stringify(piece);
    const known = this.copies.get(piece.id);
    const element = known?.element ?? make("div", { class: "piece card", "data-id": piece.id });
    if (known?.key !== key) {
      element.replaceChildren(...(this.view.sprites.has(piece.sprite) ? [this.view.sprites.picture(piece)] : []), ...cardText(piece));
      this.copies.set(piece.id, { element, key });
    }
    return element;
  }

  /** @param {HTMLElement} lying a piece whose light has changed */
  follow(lying) {
    const copy = this.copies.get(lying.dataset["id"] ?? "")?.element;
    for (const each of SHARED) copy?.classList.toggle(each, lying.classList.contains(each));
  }

  /**
   * Before something is animated: gauges that it will change are marked as out of date.
   * @param {Scene} after
   */
  outdate({ gauges }) {
    for (const { id, value } of gauges) {
      const now = this.view.scene?.gauges.find((each) => each.id === id);
      this.chips.get(id)?.element.classList.toggle("outdated", now?.value !== value);
    }
  }

  /**
   * Show all gauges as they are in the next scene.
   * @param {Scene} after
   */
  settle({ gauges }) {
    if (this.status) this.showStatus(this.status, gauges);
  }

  /**
   * @param {HTMLElement} home
   * @param {Gauge[]} gauges
   */
  showStatus(home, gauges) {
    const loose = gauges.filter((gauge) => !this.view.dials.has(gauge.id));
    const open = new Set(loose.map((each) => each.id));
    for (const [id, { element }] of this.chips) {
      if (open.has(id)) continue;
      element.remove();
      this.chips.delete(id);
      this.view.unregister(id, element);
    }
    for (const gauge of loose) {
      const about = gauge.at ? this.view.titleOf(gauge.at) : "";
      const name = about ? `${about}: ${gauge.name}` : gauge.name;
      const known = this.chips.get(gauge.id);
      const element = known?.element ?? make("div", { class: "chip thing", "data-id": gauge.id });
      const key = `${name}\n${gauge.value}`;
      if (known?.key !== key) {
        const said = gauge.value.toLowerCase().includes(name.toLowerCase());
        element.replaceChildren(said ? "" : make("span", {}, name), " ", make("b", {}, gauge.value));
        if (known) this.view.pulse(element);
        this.chips.set(gauge.id, { element, key });
      }
      if (this.view.how.passive) element.title = this.view.explanations.get(gauge.id) ?? "";
      element.classList.remove("outdated");
      if (!element.isConnected) home.append(element);
      this.view.register(gauge.id, "gauge", element, gaugeName(gauge, about));
    }
  }
}

/**
 * What lies in a tray, and in the trays that are shown in its line.
 * @param {Tray} tray
 * @param {Scene} scene
 */
function inside({ id }, { trays, pieces }) {
  const ids = [id, ...trays.filter(({ line }) => line === id).map((each) => each.id)];
  return ids.flatMap((each) => pieces.filter(({ at }) => at === each));
}

/**
 * Remove the elements of what is shown no more.
 * @param {Map<string, {element: HTMLElement}>} known
 * @param {Set<string>} seen
 * @param {(id: string, element: HTMLElement) => void} then
 */
function forget(known, seen, then) {
  for (const [id, { element }] of known) {
    if (seen.has(id)) continue;
    element.remove();
    known.delete(id);
    then(id, element);
  }
}

/**
 * Set a text only if it differs: even an equal one would trigger a layout.
 * @param {Element} element
 * @param {string} text
 */
function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * A readable card: title, effect, remarks.
 * @param {Piece} piece
 */
export function cardText(piece) {
  return [
    make("b", {}, piece.name),
    make("p", {}, piece.text),
    ...piece.marks.map((mark) => make("p", { class: "remark" }, mark)),
  ];
}
