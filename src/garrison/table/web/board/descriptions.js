/** Things in words: their names for screen readers, and what tooltips and notes say of them. */

import { make } from "../lib/dom.js";
import { odds } from "../lib/log/odds.js";
import { t } from "../lib/words.js";

/** @typedef {import("../lib/types.js").Choice} Choice */
/** @typedef {import("../lib/types.js").Gauge} Gauge */
/** @typedef {import("../lib/types.js").Piece} Piece */
/** @typedef {import("../lib/types.js").Place} Place */
/** @typedef {import("./view.js").BoardView} BoardView */

/**
 * What a piece can do: in words, or as it is printed if the game has none.
 * @param {Piece} piece
 */
export function traitsOf({ traits, text }) {
  return traits.length ? traits : [text];
}

/**
 * @param {Piece} piece
 * @param {string} [where] the name of its place
 */
export function pieceName(piece, where = "") {
  return [piece.name, ...traitsOf(piece), ...piece.marks, where].filter(Boolean).join(", ");
}

/** @param {Place} place */
export function placeName({ name, about }) {
  return [name, about].filter(Boolean).join(", ");
}

/**
 * @param {Gauge} gauge
 * @param {string} [at] the name of the thing it belongs to
 */
export function gaugeName({ name, value, about }, at = "") {
  const said = value.toLowerCase().includes(name.toLowerCase()) ? value : [name, value].filter(Boolean).join(": ");
  return [at, about || said].filter(Boolean).join(", ");
}

/**
 * What a click on a thing does, behind its name: the parts of the sentence that say more than the name does.
 * @param {Choice[]} choices at least one
 * @param {string} name
 */
export function choiceName(choices, name) {
  const only = choices.length === 1 ? choices[0] : undefined;
  if (!only) return t("play.several", { n: choices.length });
  const named = new Set(words(name));
  const more = only.say.split(/[:;] /).filter((part) => words(part).some((each) => !named.has(each)));
  return [more.join(": ") || t("play.choose"), only.takes || only.note, odds(only)].filter(Boolean).join(", ");
}

/**
 * What a choice takes, as it is shown: in words where it is more than its note.
 * @param {Choice} choice
 */
export function takes({ badge, note, takes }) {
  return badge ? takes : note;
}

/**
 * The same behind its sentence.
 * @param {Choice} choice
 */
export function cost(choice) {
  const said = takes(choice);
  return said ? [choice.badge ? ", " : " ", make("b", { class: choice.badge ? "takes" : "note-said" }, said)] : [];
}

/** @param {string} text */
function words(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * The description of a thing: its name, abilities, state and position.
 * @param {BoardView} view
 * @param {string} id
 * @returns {HTMLElement[]}
 */
export function describe(view, id) {
  const { scene, board } = view;
  const piece = view.piece(id);
  const tray = scene?.trays.find((each) => each.id === id);
  const gauge = scene?.gauges.find((each) => each.id === id);
  const place = view.places.get(piece?.at ?? id);
  const group = board.groups.find((each) => each.id === (place?.group ?? id));
  const held = (scene?.gauges ?? []).filter(({ at }) => at && (at === place?.id || at === group?.id));
  const name = piece?.name ?? gauge?.name ?? tray?.name ?? place?.name ?? group?.name ?? "";
  const at = piece?.at ?? gauge?.at ?? "";
  const known = [
    piece ? [traitsOf(piece).join(", "), ...piece.marks] : [],
    [view.titleOf(at), group?.about, place?.about || place?.label, gauge?.about || gauge?.value, tray?.text],
    gauge ? [view.explanations.get(id)] : held.map((each) => gaugeName(each)),
    new Set([id, place?.id ?? "", ...held.map((each) => each.id)].flatMap((each) => view.alarms.said.get(each) ?? [])),
  ];
  const lines = known.map((line) => [...line].filter(Boolean).join(" · ")).filter(Boolean);
  return name ? [make("b", {}, name), ...lines.map((line) => make("p", {}, line))] : [];
}
