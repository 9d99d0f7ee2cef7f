/** Offers: those that wait for the reader's answer, and one to be put together step by step. */

import { announce } from "../lib/announcer.js";
import { byId, make } from "../lib/dom.js";
import { t } from "../lib/words.js";

/** @typedef {import("../lib/types.js").Scene} Scene */
/** @typedef {import("../lib/types.js").Offer} Offer */

export class OffersPanel {
  /** @param {(notation: string, at: string) => void} take */
  constructor(take) {
    this.take = take;
    this.home = byId("panel-offers", HTMLElement);
    /** The kind of the offer that is being put together, and what was chosen in its steps. */
    this.kind = "";
    /** @type {string[]} */
    this.chosen = [];
    /** @type {Scene | null} */
    this.scene = null;
    /** The answers that were there before, to tell when there are others. */
    this.had = "";
  }

  /** Whether there is, or was, anything to offer or to answer. @param {Scene} scene */
  show(scene) {
    this.scene = scene;
    const { replies } = scene;
    const has = replies.map((each) => each.do).join();
    if (replies.length && has !== this.had) announce([t("play.offer-waits")]);
    this.had = has;
    this.draw();
  }

  draw() {
    const { scene } = this;
    if (!scene) return;
    const focus = this.focused();
    const { replies, offers } = scene;
    this.home.replaceChildren(
      ...(replies.length ? [this.waiting(scene)] : []),
      ...(offers.length ? this.building(scene) : []),
      ...(replies.length || offers.length ? [] : [make("p", { class: "soft" }, t("play.offer-none"))]),
    );
    const again = focus && this.home.querySelector(`[data-focus="${CSS.escape(focus)}"]`);
    if (again instanceof HTMLElement) again.focus();
  }

  /** What of the panel has the focus. */
  focused() {
    const now = document.activeElement;
    return now instanceof HTMLElement && this.home.contains(now) ? (now.dataset["focus"] ?? "") : "";
  }

  /** The offers that others have made. @param {Scene} scene */
  waiting({ replies }) {
    const rows = replies.map((choice) =>
      make("li", {}, make("button", { type: "button", class: "choice", "data-focus": `reply ${choice.do}`, click: () => this.take(choice.do, choice.at) }, choice.say)));
    return make("section", { class: "replies", "aria-labelledby": "replies-title" }, make("h3", { id: "replies-title" }, t("play.offers-got")), make("ul", {}, ...rows));
  }

  // Making one

  /** The offers that can still be meant, if so many steps are as chosen. @param {Scene} scene @param {number} steps */
  meant({ offers }, steps) {
    return offers.filter((offer) => offer.kind === this.kind && this.chosen.slice(0, steps).every((part, n) => offer.parts[n] === part));
  }

  /**
   * The steps as far as they have been taken, and what comes of it.
   * @param {Scene} scene
   */
  building(scene) {
    const kinds = scene.offer_kinds;
    const kind = kinds.find(({ id }) => id === this.kind) ?? kinds[0];
    if (!kind) return [];
    this.kind = kind.id;
    const first = kinds.length > 1 ? [this.step("kind", t("play.offer-kind"), kinds.map(({ name }) => name), kind.name, (name) => this.turnTo(scene, name))] : [];
    const steps = kind.steps.flatMap((question, n) => {
      if (n > this.chosen.length) return [];
      const parts = [...new Set(this.meant(scene, n).map((offer) => offer.parts[n] ?? ""))];
      if (!parts.includes(this.chosen[n] ?? "")) this.chosen.length = Math.min(this.chosen.length, n);
      if (parts.length === 1 && this.chosen.length === n) this.chosen.push(parts[0] ?? "");
      return [this.step(String(n), question, parts, this.chosen[n], (part) => this.choose(n, part))];
    });
    const whole = this.chosen.length === kind.steps.length ? this.meant(scene, kind.steps.length)[0] : undefined;
    const send = make("button", { type: "submit", class: "main", "data-focus": "send", "aria-describedby": "offer-said" }, t("play.offer-send"));
    send.disabled = !whole;
    const form = make("form", { "aria-labelledby": "offer-title" }, ...first, ...steps,
      make("p", { id: "offer-said", class: "said" }, whole ? whole.say : t("play.offer-unfinished")), send);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (whole) this.send(whole);
    });
    return [make("section", { class: "offering", "aria-labelledby": "offer-title" }, make("h3", { id: "offer-title" }, kind.name), form)];
  }

  /**
   * @param {string} id
   * @param {string} question
   * @param {string[]} parts
   * @param {string | undefined} chosen
   * @param {(part: string) => void} choose
   */
  step(id, question, parts, chosen, choose) {
    const options = parts.map((part) => {
      const input = make("input", { type: "radio", name: `offer-${id}`, value: part, "data-focus": `${id} ${part}`, change: () => choose(part) });
      input.checked = part === chosen;
      return make("label", {}, input, make("span", {}, part));
    });
    return make("fieldset", {}, make("legend", {}, question), make("div", { class: "parts" }, ...options));
  }

  /** @param {Scene} scene @param {string} name */
  turnTo(scene, name) {
    this.kind = scene.offer_kinds.find((each) => each.name === name)?.id ?? "";
    this.chosen = [];
    this.draw();
  }

  /**
   * What was chosen in later steps stays where it is still possible.
   * @param {number} n
   * @param {string} part
   */
  choose(n, part) {
    this.chosen[n] = part;
    this.draw();
  }

  /** @param {Offer} offer */
  send(offer) {
    this.chosen = [];
    this.take(offer.do, "");
  }
}
