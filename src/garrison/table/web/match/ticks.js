/** Answers that are ticked together, such as who stays away: nothing is played before the one that closes the question. */

/** @typedef {import("../lib/types.js").Choice} Choice */
/** @typedef {import("../lib/types.js").Frame} Frame */

export class Ticks {
  /** @param {() => import("../board/view.js").BoardView | null} view */
  constructor(view) {
    this.view = view;
    /** The number of the question they answer. @type {number | null} */
    this.ask = null;
    /** Notations. @type {Set<string>} */
    this.ticked = new Set();
  }

  /** What was ticked stays as long as the question is the same and it is still a choice. @param {Frame} frame */
  keep({ ask, scene }) {
    const here = new Set(scene.choices.filter((choice) => choice.tick).map((choice) => choice.do));
    if (ask !== this.ask) this.ticked.clear();
    for (const each of this.ticked) if (!here.has(each)) this.ticked.delete(each);
    this.ask = ask;
    this.mark(scene.choices);
  }

  /**
   * @param {Choice} choice
   * @param {Choice[]} choices
   */
  turn(choice, choices) {
    if (!this.ticked.delete(choice.do)) this.ticked.add(choice.do);
    this.mark(choices);
  }

  /**
   * What is played before an answer: all that is ticked, if it closes the question.
   * @param {Choice} choice
   * @param {Choice[]} choices
   */
  before(choice, choices) {
    return choice.tally.length ? choices.filter((each) => this.ticked.has(each.do)).map((each) => each.do) : [];
  }

  /** Show on the board what is ticked. @param {Choice[]} choices */
  mark(choices) {
    for (const element of document.querySelectorAll(".thing[aria-pressed]")) {
      element.classList.remove("ticked");
      element.removeAttribute("aria-pressed");
    }
    for (const { at, tick, do: notation } of choices) {
      const element = tick ? this.view()?.things.get(at)?.element : undefined;
      const ticked = this.ticked.has(notation);
      element?.classList.toggle("ticked", ticked);
      element?.setAttribute("aria-pressed", String(ticked));
    }
  }
}
