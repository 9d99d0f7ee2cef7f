/** Asks once before a choice that does more than it says: ends a phase, gives up the rest, or acts at once. */

import { announce } from "../lib/announcer.js";
import { make } from "../lib/dom.js";
import { asksFirst } from "../lib/saved/preferences.js";
import { t } from "../lib/words.js";

/** @typedef {import("../lib/types.js").Choice} Choice */

/**
 * Whether a choice is confirmed before it is played. What acts at once was seen before if it was chosen from the list.
 * @param {Choice} choice
 * @param {boolean} listed
 */
export function needsConfirmation(choice, listed) {
  if (asksFirst() && (choice.ends || choice.weight === "final")) return true;
  return Boolean(choice.then) && !listed;
}

export class Confirmation {
  /**
   * @param {HTMLElement} home
   * @param {(choice: Choice | null) => void} onChange called with the choice that waits for its confirmation
   * @param {() => boolean} meant whether what is pressed now is meant
   */
  constructor(home, onChange, meant) {
    this.home = home;
    this.meant = meant;
    this.onChange = onChange;
    /** @type {Choice | null} */
    this.choice = null;
  }

  /**
   * @param {Choice} choice
   * @param {string} sentence what it says
   * @param {boolean} focus whether the keyboard is used
   * @param {() => void} go
   */
  ask(choice, sentence, focus, go) {
    this.choice = choice;
    const said = [sentence, choice.then].filter(Boolean).join(": ");
    // Something is done first: the button says that, and then what ends with it.
    const deed = choice.ends && choice.weight === "main";
    const label = deed ? [choice.then || sentence, make("small", {}, choice.ends)] : [choice.ends || choice.then || sentence];
    const yes = () => {
      if (!this.meant()) return;
      this.close();
      go();
    };
    this.home.replaceChildren(
      make("p", { id: "confirmation-text" }, said),
      make("div", { class: "row" },
        make("button", { type: "button", class: "main", "aria-label": deed ? `${choice.then || sentence}. ${choice.ends}` : null, click: yes }, ...label),
        make("button", { type: "button", class: "quiet", click: () => this.close() }, t("play.not-yet"))),
    );
    this.home.hidden = false;
    this.onChange(choice);
    announce([said, choice.ends && t("play.sure", { what: choice.ends })].filter(Boolean));
    if (focus) this.home.querySelector("button")?.focus();
  }

  /** Let go of the choice. Returns whether there was one. */
  close() {
    if (!this.choice) return false;
    this.choice = null;
    const inside = this.home.contains(document.activeElement);
    this.home.hidden = true;
    this.home.replaceChildren();
    this.onChange(null);
    if (inside) document.getElementById("question")?.focus({ preventScroll: true });
    return true;
  }
}
