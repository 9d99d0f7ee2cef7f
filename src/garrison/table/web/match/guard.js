/** Protects from stray keys and clicks: for a moment after a new question, nothing is played. */

/** How long, in milliseconds: the second click of a double click comes sooner, one that is meant hardly ever. */
const MOMENT = 280;

export class Guard {
  /** @param {Element} board busy for that moment */
  constructor(board) {
    this.board = board;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Whether what is pressed now was hardly meant for what is shown now. */
  get up() {
    return this.timer !== undefined;
  }

  raise() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.lower(), MOMENT);
    document.body.classList.add("settling");
    this.board.setAttribute("aria-busy", "true");
  }

  lower() {
    clearTimeout(this.timer);
    this.timer = undefined;
    document.body.classList.remove("settling");
    this.board.removeAttribute("aria-busy");
  }
}
