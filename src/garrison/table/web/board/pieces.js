/** Draws sprites and pieces, on the board and in trays. A game without drawings gets plain counters. */

import { draw } from "../lib/dom.js";
import { spacing } from "./polygon.js";

/** @typedef {import("../lib/types.js").Board} Board */
/** @typedef {import("../lib/types.js").Piece} Piece */
/** @typedef {import("../lib/types.js").Point} Point */
/** @typedef {import("../lib/types.js").Sprite} Sprite */

/** Side of a plain counter in units of a board with drawings. */
export const COUNTER = 40;
/** Distance of pieces on one place, to the left and down: with up to three, the centre of each can be clicked. */
const [FAN, DROP] = [21, 13];

/**
 * The elements of an SVG fragment, never parsed as HTML.
 * @param {string} fragment
 * @returns {Node[]}
 */
export function parseSvg(fragment) {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${fragment}</svg>`;
  const found = new DOMParser().parseFromString(text, "image/svg+xml");
  const broken = found.querySelector("parsererror");
  if (broken) throw new Error(`a drawing of the board is damaged: ${broken.textContent}`);
  return [...found.documentElement.childNodes].map((node) => document.importNode(node, true));
}

/**
 * The free spot of a piece, or null.
 * @param {Piece} piece
 * @returns {Point | null}
 */
export function spotOf({ spot }) {
  return spot && { x: spot[0], y: spot[1] };
}

/**
 * Fan out pieces on one place, so that of each the name above and the values on the right can be seen and clicked.
 * @param {Point} place
 * @param {number} n its index, from below
 * @param {number} of
 * @param {number} unit
 * @returns {Point}
 */
export function fanned(place, n, of, unit) {
  const step = of > 1 ? Math.min(FAN, (2 * FAN) / (of - 1)) * unit : 0;
  return { x: place.x + ((of - 1) / 2 - n) * step, y: place.y + n * DROP * unit };
}

let views = 0;

/** Room around a picture for its shadow, and for marks, relative to half its size. */
const [EDGE, MARKED] = [0.08, 0.16];

export class Sprites {
  /** @param {Board} board */
  constructor(board) {
    views += 1;
    /** Its number among the boards of the page. */
    this.view = views;
    /** @type {Map<string, Sprite & {key: string}>} */
    this.known = new Map(board.sprites.map((each, n) => [each.id, { ...each, key: `sprite-${views}-${n}` }]));
    this.short = new Map(board.short);
    this.unit = board.sprites.length ? 1 : plainUnit(board);
    this.defs = draw("defs", { "aria-hidden": "true" }, ...[...this.known.values()].map(symbol));
  }

  /** @param {string} id */
  has(id) {
    return this.known.has(id);
  }

  /**
   * A sprite centred on a point, or null if there is none of this name.
   * @param {string} id
   * @param {number} [x]
   * @param {number} [y]
   */
  use(id, x = 0, y = 0) {
    const found = this.known.get(id);
    if (!found) return null;
    const { key, w, h } = found;
    return draw("use", { href: `#${key}`, x: x - w / 2, y: y - h / 2, width: w, height: h });
  }

  /**
   * Half the size of a piece's drawing.
   * @param {string} id
   * @returns {[number, number]}
   */
  half(id) {
    const found = this.known.get(id);
    return found ? [found.w / 2, found.h / 2] : [(COUNTER * this.unit) / 2, (COUNTER * this.unit) / 2];
  }

  /**
   * The drawing of a piece, centred on 0, 0.
   * @param {Piece} piece
   * @returns {Node[]}
   */
  figure(piece) {
    const body = this.use(piece.sprite) ?? this.plain(piece);
    const over = piece.over.map((each) => this.use(each)).filter((each) => each !== null);
    const marked = piece.marks.length > 0 && over.length === 0 && !this.has(piece.sprite);
    return [body, ...over, ...(marked ? [this.plainMark(piece)] : [])];
  }

  /** @param {Piece} piece */
  plain(piece) {
    const side = COUNTER * this.unit;
    const name = this.short.get(piece.name) || piece.name;
    const told = piece.text.length <= 8 ? piece.text : "";
    return draw(
      "g",
      { class: "plain-piece", "font-size": 9 * this.unit },
      draw("rect", { x: -side / 2, y: -side / 2, width: side, height: side, rx: side / 8, "stroke-width": this.unit }),
      ...lines(name, this.unit, told ? 2 : 3),
      told && draw("text", { y: side * 0.38, "font-size": 12 * this.unit, class: "strong" }, told),
    );
  }

  /** @param {Piece} piece */
  plainMark(piece) {
    const r = 7 * this.unit;
    const at = (COUNTER * this.unit) / 2;
    const mark = draw("g", { class: "plain-mark", transform: `translate(${at} ${-at})`, "font-size": 10 * this.unit });
    mark.append(draw("circle", { r }), draw("text", { y: r / 2 }, piece.marks.length > 1 ? String(piece.marks.length) : "!"));
    return mark;
  }

  /**
   * Sprites upon each other, as a picture of their own.
   * @param {string} sprite
   * @param {string[]} over
   */
  sample(sprite, over) {
    return this.picture({ id: "", sprite, at: "", name: "", text: "", marks: [], over, spot: null, turn: 0, silent: true, traits: [] });
  }

  /**
   * A standalone picture for a page: a piece in a tray, a card's drawing.
   * @param {Piece} piece
   */
  picture(piece) {
    const [w, h] = this.half(piece.sprite);
    const edge = (piece.over.length ? MARKED : EDGE) * Math.max(w, h);
    const box = [-w - edge, -h - edge, 2 * (w + edge), 2 * (h + edge)].join(" ");
    return draw("svg", { viewBox: box, "aria-hidden": "true", focusable: "false" }, ...this.figure(piece));
  }
}

/**
 * A track on a board without drawings.
 * @param {string[]} path
 * @param {Map<string, import("../lib/types.js").Place>} places
 * @param {number} unit
 */
export function plainPath(path, places, unit) {
  const points = path.map((id) => places.get(id)).filter((each) => each !== undefined);
  return draw("polyline", { class: "plain-path", points: points.map(({ x, y }) => `${x},${y}`).join(" "), "stroke-width": 2 * unit });
}

/**
 * The name of a place below it and its label on it, on a board without drawings.
 * @param {import("../lib/types.js").Place} place
 * @param {number} below
 * @param {number} unit
 */
export function plainNames({ name, label }, below, unit) {
  const size = 9 * unit;
  const traits = { class: "plain-name", "aria-hidden": "true", "font-size": size };
  return [draw("text", { ...traits, y: below * unit }, name), ...(label ? [draw("text", { ...traits, y: size / 3 }, label)] : [])];
}

/** @param {Sprite & {key: string}} sprite */
function symbol(sprite) {
  const box = `0 0 ${sprite.w} ${sprite.h}`;
  return draw("symbol", { id: sprite.key, viewBox: box, overflow: "visible" }, .../** @type {Element[]} */ (parseSvg(sprite.svg)));
}

/**
 * A board without drawings may have any size; its counters are sized by the distance of its places.
 * @param {Board} board
 */
function plainUnit(board) {
  return Math.min(Math.min(...board.size) / 2, ...spacing(board.places).values()) / (COUNTER * 1.6);
}

/**
 * A name in a limited number of short lines.
 * @param {string} name
 * @param {number} unit
 * @param {number} most
 */
function lines(name, unit, most) {
  /** @type {string[]} */
  const found = [];
  for (const word of name.split(" ")) {
    const last = found.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= 8) found[found.length - 1] = `${last} ${word}`;
    else found.push(word);
  }
  const kept = found.slice(0, most);
  const top = -((kept.length - 1) * 5) - (most === 2 ? 5 : 0) + 3;
  const squeezed = { textLength: (COUNTER - 4) * unit, lengthAdjust: "spacingAndGlyphs" };
  return kept.map((text, n) => draw("text", { y: (top + n * 10) * unit, ...(text.length > 9 ? squeezed : {}) }, text));
}

/**
 * All that is seen of a piece, wherever it lies.
 * @param {Piece} piece
 */
export function appearance({ sprite, name, text, marks, over }) {
  return JSON.stringify([sprite, name, text, marks, over]);
}

/**
 * The pieces on the same place that nobody can tell from this one: where one of them can be chosen, all can.
 * @param {Piece | undefined} one
 * @param {Piece[]} among
 */
export function alike(one, among) {
  if (!one || one.spot) return [];
  const seen = appearance(one);
  return among.filter((piece) => piece !== one && piece.at === one.at && appearance(piece) === seen);
}
