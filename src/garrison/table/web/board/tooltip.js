/** A small card that says what a thing is: where the pointer rests, the focus is, or a finger stays. */

import { make } from "../lib/dom.js";

/** @typedef {import("./view.js").Stage} Stage */

/** How long a pointer rests before it asks, in milliseconds. */
const REST = 450;

/**
 * What is to be known of a thing: its name, then what it can do, how it is and where it stands.
 * @param {Stage} stage
 * @param {string} id
 * @returns {HTMLElement[]}
 */
export function about(stage, id) {
  const { scene, board } = stage;
  const piece = stage.piece(id);
  const tray = scene?.trays.find((each) => each.id === id);
  const gauge = scene?.gauges.find((each) => each.id === id);
  const place = stage.places.get(piece?.at ?? id);
  const group = board.groups.find((each) => each.id === (place?.group ?? id));
  const held = (scene?.gauges ?? []).filter(({ at }) => at && (at === place?.id || at === group?.id));
  const name = piece?.name ?? gauge?.name ?? tray?.name ?? place?.name ?? group?.name ?? "";
  const known = [
    [piece?.text, ...(piece?.marks ?? [])],
    [piece || gauge ? stage.nameOf(piece?.at ?? gauge?.at ?? "") : "", place?.label, gauge?.value, tray?.text],
    gauge ? [] : held.map((each) => `${each.name} ${each.value}`),
  ];
  const lines = known.map((line) => line.filter(Boolean).join(" · ")).filter(Boolean);
  return name ? [make("b", {}, name), ...lines.map((line) => make("p", {}, line))] : [];
}

export class Peek {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.card = make("div", { class: "peek", "aria-hidden": "true" });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /**
   * Show it soon, unless the pointer goes on.
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
    const element = this.stage.things.get(id)?.element;
    const told = about(this.stage, id);
    if (!element?.isConnected || !told.length || element.matches(".card") || this.stage.lens.dragged) return;
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
