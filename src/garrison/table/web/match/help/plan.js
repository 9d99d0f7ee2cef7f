/** Plays a plan of the hint, one answer after the other; stops at once if something differs or the player does anything. */

/** @typedef {import("../../lib/types.js").Choice} Choice */
/** @typedef {import("../../lib/types.js").Frame} Frame */
/** @typedef {import("../../lib/types.js").Suggestion} Suggestion */

/** Milliseconds between two answers, so that each can be seen. */
const PACE = 450;
/** Milliseconds until another look, while no answer is taken. */
const AGAIN = 50;

export class PlanPlayer {
  /**
   * @param {(notation: string, at: string) => void} take
   * @param {() => boolean} ready whether an answer would be taken now: on a slow machine a new question is guarded for longer
   */
  constructor(take, ready) {
    this.take = take;
    this.ready = ready;
    /** @type {string[]} the answers left */
    this.left = [];
    /** The last frame answered. */
    this.answered = 0;
    /** @type {number | undefined} */
    this.pause = undefined;
    document.addEventListener("pointerdown", () => this.stop(), true);
    document.addEventListener("keydown", ({ key }) => key !== "Escape" && this.stop(), true); // Escape skips what is shown
  }

  /**
   * @param {Suggestion} suggestion
   * @param {Frame} frame
   */
  start({ plan }, frame) {
    this.left = plan.map((answer) => answer.do);
    this.answer(frame);
  }

  stop() {
    clearTimeout(this.pause);
    this.left = [];
  }

  /**
   * A frame is shown: go on, if it asks what the plan answers.
   * @param {Frame} frame
   * @param {Choice[]} choices
   */
  next(frame, choices) {
    if (!this.left.length || frame.n === this.answered) return;
    const next = this.left[0] ?? "";
    const open = frame.scene.form?.notation ?? "";
    clearTimeout(this.pause); // a frame may be shown more than once
    const fits = choices.some((choice) => choice.do === next) || (open && next.startsWith(`${open} `));
    if (frame.back !== null || !fits) this.stop();
    else this.pause = setTimeout(() => this.answer(frame), PACE);
  }

  /** @param {Frame} frame */
  answer(frame) {
    if (!this.ready()) {
      this.pause = setTimeout(() => this.answer(frame), AGAIN);
      return;
    }
    this.answered = frame.n;
    let ticked = true;
    while (ticked && this.left.length) {
      const next = this.left.shift() ?? "";
      const choice = frame.scene.choices.find((each) => each.do === next);
      this.take(next, choice?.at ?? "");
      ticked = choice?.tick ?? false; // which brings no frame
    }
  }
}
