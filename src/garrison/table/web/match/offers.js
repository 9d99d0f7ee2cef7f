/** Offers: those that wait for the reader's answer, the reader's own that waits, and one to be put together. */

import { announce } from "../lib/announcer.js";
import { byId, make } from "../lib/dom.js";
import { t } from "../lib/words.js";
import { OfferDraft, step } from "./offer_draft.js";

/** @typedef {import("../lib/types.js").Scene} Scene */
/** @typedef {import("../lib/types.js").Offer} Offer */

/**
 * @typedef {object} OfferMessages what the panel sends
 * @property {(notation: string, at: string) => void} take
 * @property {(notations: string[]) => void} takeAll plays an offer with all that prepares it
 * @property {(notations: string[]) => Promise<import("../lib/types.js").Reply>} suppose asks what could be offered after these
 */

/** The panel brings its own style sheet: in most games nothing can be offered. */
function styled() {
  const href = new URL("offers.css", import.meta.url).pathname;
  if (!document.querySelector(`link[href="${href}"]`)) document.head.append(make("link", { rel: "stylesheet", href }));
}

/** Whether an offer that has been made can be taken back by this. @param {Offer} offer */
const withdraws = ({ drafts, weight }) => !drafts && weight === "quiet";

export class OffersPanel {
  /** @param {OfferMessages} messages */
  constructor(messages) {
    styled();
    this.take = messages.take;
    this.home = byId("panel-offers", HTMLElement);
    this.draft = new OfferDraft(messages, () => this.draw());
    /** The kind of the offer that is being put together, and what was chosen in its steps. */
    this.kind = "";
    /** @type {string[]} */
    this.chosen = [];
    /** @type {Scene | null} */
    this.scene = null;
    /** The answers that were there before, to tell when there are others. */
    this.had = "";
    /** Whether an own offer waited before, and what became of it: shown until something else is put together. */
    this.waited = false;
    this.outcome = "";
    // What could be offered piece by piece is asked for only while it is looked at.
    new MutationObserver(() => this.turned()).observe(this.home, { attributeFilter: ["hidden"] });
  }

  /**
   * Whether there is, or was, anything to offer or to answer.
   * @param {Scene} scene
   * @param {string[]} told what led to it
   */
  show(scene, told) {
    this.scene = scene;
    const { replies } = scene;
    const waits = scene.offers.some(withdraws);
    if (waits) this.outcome = "";
    else if (this.waited) this.outcome = told.join(" ");
    this.waited = waits;
    const has = replies.map((each) => each.do).join();
    if (replies.length && has !== this.had) announce([t("play.offer-waits")]);
    this.had = has;
    this.draft.show(scene, !this.home.hidden);
    this.draw();
  }

  /** The panel is opened or closed. */
  turned() {
    if (!this.home.hidden) this.draft.look();
  }

  draw() {
    const { scene } = this;
    if (!scene) return;
    const focus = this.focused();
    const { replies, offers } = scene;
    const own = offers.filter(withdraws);
    const made = offers.filter((offer) => !withdraws(offer));
    this.home.replaceChildren(
      ...(replies.length ? [this.waiting(scene)] : []),
      ...(own.length ? [this.standing(own)] : []),
      ...(this.outcome && this.draft.rows.length < 2 ? [make("p", { class: "note outcome" }, this.outcome)] : []),
      ...(this.draft.possible ? this.draft.sections() : made.length ? this.building(scene) : []),
      ...(replies.length || offers.length ? [] : [make("p", { class: "soft", tabindex: -1 }, t("play.offer-none"))]),
    );
    if (focus === null) return;
    const again = this.home.querySelector(`[data-focus="${CSS.escape(focus)}"]:not(:disabled)`) ?? this.home.querySelector("[tabindex='-1']");
    if (again instanceof HTMLElement) again.focus();
  }

  /** What of the panel has the focus; null if it is elsewhere. */
  focused() {
    const now = document.activeElement;
    return now instanceof HTMLElement && this.home.contains(now) ? (now.dataset["focus"] ?? "") : null;
  }

  /** The offers that others have made. @param {Scene} scene */
  waiting({ replies }) {
    return this.list("replies", t("play.offers-got"), replies);
  }

  /** The reader's own offer, which nobody has answered yet. @param {Offer[]} offers */
  standing(offers) {
    return this.list("standing", t("play.offer-own"), offers.map((offer) => ({ ...offer, at: "" })));
  }

  /**
   * @param {string} id
   * @param {string} title
   * @param {{do: string, say: string, at: string, weight: string}[]} choices
   */
  list(id, title, choices) {
    const rows = choices.map((choice) =>
      make("li", {}, make("button", { type: "button", class: `choice ${choice.weight}`, "data-focus": `${id} ${choice.do}`, click: () => this.take(choice.do, choice.at) }, choice.say)));
    return make("section", { class: "replies", "aria-labelledby": `${id}-title` }, make("h3", { id: `${id}-title`, tabindex: -1 }, title), make("ul", {}, ...rows));
  }

  // Making one that is sent whole

  /** The offers that can still be meant, if so many steps are as chosen. @param {Scene} scene @param {number} steps */
  meant({ offers }, steps) {
    return offers.filter((offer) => offer.kind === this.kind && this.chosen.slice(0, steps).every((part, n) => offer.parts[n] === part));
  }

  /**
   * The steps as far as they have been taken, and what comes of it.
   * @param {Scene} scene
   */
  building(scene) {
    const kinds = scene.offer_kinds.filter(({ id }) => scene.offers.some((offer) => offer.kind === id && !withdraws(offer)));
    const kind = kinds.find(({ id }) => id === this.kind) ?? kinds[0];
    if (!kind) return [];
    this.kind = kind.id;
    const first = kinds.length > 1 ? [step("kind", t("play.offer-kind"), kinds.map(({ name }) => name), kind.name, (name) => this.turnTo(scene, name))] : [];
    const steps = kind.steps.flatMap((question, n) => {
      if (n > this.chosen.length) return [];
      const parts = [...new Set(this.meant(scene, n).map((offer) => offer.parts[n] ?? ""))];
      if (!parts.includes(this.chosen[n] ?? "")) this.chosen.length = Math.min(this.chosen.length, n);
      if (parts.length === 1 && this.chosen.length === n) this.chosen.push(parts[0] ?? "");
      return [step(String(n), question, parts, this.chosen[n], (part) => this.choose(n, part))];
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
    return [make("section", { class: "offering", "aria-labelledby": "offer-title" }, make("h3", { id: "offer-title", tabindex: -1 }, kind.name), form)];
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
