/** A tooltip that describes a thing on the board, for a resting pointer, the focus or a long touch. */

import { make } from "../lib/dom.js";

/** @typedef {import("./view.js").BoardView} BoardView */

/** How long a pointer rests before the tooltip opens, in milliseconds. */
const REST = 450;

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
  const known = [
    [piece?.text, ...(piece?.marks ?? [])],
    [piece || gauge ? view.nameOf(piece?.at ?? gauge?.at ?? "") : "", place?.label, gauge?.value, tray?.text],
    gauge ? [] : held.map((each) => `${each.name} ${each.value}`),
    new Set([id, place?.id ?? "", ...held.map((each) => each.id)].flatMap((each) => view.alarms.said.get(each) ?? [])),
  ];
  const lines = known.map((line) => [...line].filter(Boolean).join(" · ")).filter(Boolean);
  return name ? [make("b", {}, name), ...lines.map((line) => make("p", {}, line))] : [];
}

export class Tooltip {
  /** @param {BoardView} view */
  constructor(view) {
    this.view = view;
    this.card = make("div", { class: "tooltip", "aria-hidden": "true" });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /**
   * Show it soon, unless the pointer moves on.
   * @param {string | null} id
   */
  soon(id) {
    this.hide();
    if (id) this.timer = setTimeout(() => this.show(id), REST);
  }

  get shown() {
    return this.card.isConnected;
  }

  hide() {
    clearTimeout(this.timer);
    this.card.remove();
  }

  /** @param {string} id */
  show(id) {
    const element = this.view.things.get(id)?.element;
    const told = describe(this.view, id);
    if (!element?.isConnected || !told.length || element.matches(".card") || this.view.zoom.dragged) return;
    this.card.replaceChildren(...told);
    (document.querySelector("main") ?? document.body).append(this.card);
    const thing = element.getBoundingClientRect();
    const { width, height } = this.card.getBoundingClientRect();
    const left = thing.x + thing.width / 2 - width / 2;
    const above = thing.top - height - 8;
    this.card.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    this.card.style.top = `${above < 8 ? thing.bottom + 8 : above}px`;
  }
}
