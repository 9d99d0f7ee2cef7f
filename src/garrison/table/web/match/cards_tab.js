/** The tab of the cards: it takes the place of the log while the question is about them, and costs the board no space. */

import { byId } from "../lib/dom.js";

/** @typedef {import("../lib/types.js").Scene} Scene */

export class CardsTab {
  /** @param {(id: string) => void} open opens a tab */
  constructor(open) {
    this.open = open;
    this.matter = false;
  }

  /** Whoever turns to another tab meanwhile stays there. @param {Scene} scene */
  show({ trays, pieces, focus }) {
    const cards = trays.filter((tray) => tray.cards);
    const before = this.matter;
    this.matter = cards.some(({ id }) => focus.includes(id) && pieces.some((piece) => piece.at === id));
    byId("tab-cards", HTMLElement).hidden = !cards.length;
    if (!before) this.replaceLog();
    if (!this.matter && (before || !cards.length) && isOpen("cards")) this.open("tab-log");
  }

  /** Cards that matter take the place of the log. */
  replaceLog() {
    if (this.matter && isOpen("log")) this.open("tab-cards");
  }
}

/** @param {string} name */
function isOpen(name) {
  return !byId(`panel-${name}`, HTMLElement).hidden;
}
