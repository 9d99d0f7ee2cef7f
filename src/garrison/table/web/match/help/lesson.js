/** Lessons: the list of a game's, and each one played on the page of a match. The server stores nothing of them. */

import { announce, showNotice } from "../../lib/announcer.js";
import { get, post, Refusal } from "../../lib/api.js";
import { byId, make } from "../../lib/dom.js";
import { setLinks, setTitle, startPage } from "../../lib/header.js";
import { recall, remember } from "../../lib/saved/storage.js";
import { fillTexts, t } from "../../lib/words.js";
import { MatchController } from "../controller.js";

/** @typedef {import("../../lib/types.js").Frame} Frame */
/** @typedef {import("../../lib/types.js").Match} Match */
/** @typedef {import("../../lib/types.js").Reply} Reply */
/** @typedef {import("../../lib/types.js").Suggestion} Suggestion */
/** @typedef {{id: string, title: string, about: string, steps: number}} Lesson */
/** @typedef {{title: string, lang: string, remark: string, lessons: Lesson[]}} Lessons */

/**
 * @typedef {object} LessonState where a reader is
 * @property {number} step
 * @property {number} steps
 * @property {string[]} answers those that count
 * @property {boolean} over
 * @property {boolean} reading whether there is nothing to play now
 * @property {string} after on what the last answer did
 * @property {string} text
 * @property {string[]} look things to look at
 * @property {Suggestion[]} ideas the answer that the step is about
 * @property {string} refused why the last answer does not serve
 * @property {string} rule
 * @property {string} seat
 * @property {string} name of the seat
 * @property {Record<string, string>} options
 * @property {Frame[]} frames
 */

/** The answer to a step that is only read. */
const NEXT = "";

// Progress

/**
 * The lessons of a game that were done on this device.
 * @param {string} game
 * @returns {Set<string>}
 */
function doneLessons(game) {
  return new Set((recall(`garrison:lessons:${game}`) ?? "").split(" ").filter(Boolean));
}

/**
 * @param {string} game
 * @param {string} id
 */
function markDone(game, id) {
  remember(`garrison:lessons:${game}`, [...doneLessons(game).add(id)].join(" "));
}

/**
 * @param {string} game
 * @param {string} [lesson]
 */
function address(game, lesson) {
  return `/learn/${encodeURIComponent(game)}${lesson ? `?lesson=${encodeURIComponent(lesson)}` : ""}`;
}

// The page

/** Open the list of a game's lessons, or the lesson of the address. @param {string} game */
export async function openLessons(game) {
  await startPage({ heading: true });
  setLinks([{ href: "/", key: "both.home" }, { href: address(game), key: "learn.lessons" }]);
  try {
    const book = /** @type {Lessons} */ (await get(`/api/games/${encodeURIComponent(game)}/lessons`));
    const wanted = new URLSearchParams(location.search).get("lesson") ?? "";
    if (book.lessons.some(({ id }) => id === wanted)) await openLesson(game, book, wanted);
    else openList(game, book);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    showNotice(error.message, true);
  }
}

/**
 * @param {string} game
 * @param {Lessons} book
 */
function openList(game, book) {
  document.body.classList.add("in-lobby", "learning");
  const home = byId("lobby", HTMLElement);
  home.hidden = false;
  const show = () => showList(home, game, book);
  document.addEventListener("garrison:lang", async () => {
    Object.assign(book, await get(`/api/games/${encodeURIComponent(game)}/lessons`));
    show();
  });
  show();
}

/**
 * @param {HTMLElement} home
 * @param {string} game
 * @param {Lessons} book
 */
function showList(home, game, book) {
  const done = doneLessons(game);
  const next = book.lessons.find(({ id }) => !done.has(id));
  setTitle(book.title);
  const rows = book.lessons.map((each) => {
    const link = make("a", { class: each === next ? "button main" : "button", href: address(game, each.id) }, each.title);
    const mark = done.has(each.id) && make("span", { class: "lesson-done" }, ` ✓ ${t("learn.done")}`);
    return make("li", {}, link, mark, make("p", { class: "soft" }, each.about));
  });
  const none = !rows.length && make("p", {}, t("learn.none"));
  const play = make("p", {}, make("a", { href: "/" }, t("learn.play")));
  home.replaceChildren(
    make("h2", { id: "lobby-title", tabindex: "-1" }, t("learn.title", { game: book.title })),
    make("p", { class: "waits" }, book.remark || t("learn.about")),
    none || make("ol", { class: "lessons" }, ...rows),
    play,
  );
}

/**
 * @param {string} game
 * @param {Lessons} book
 * @param {string} id
 */
async function openLesson(game, book, id) {
  const path = `/api/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(id)}`;
  const saved = `garrison:lesson:${game}:${id}`;
  const answers = JSON.parse(recall(saved, "session") ?? "[]");
  const state = /** @type {LessonState} */ (await post(path, { answers }));
  // Nothing is stored: like a match that has not begun, a lesson has no record and no replay.
  /** @type {Match} */
  const match = {
    id: `lesson-${id}`, game, title: book.title, lang: book.lang, remark: book.remark, options: state.options,
    seats: [{ seat: state.seat, name: state.name }], teams: [], seat: state.seat, n: 0, over: false,
    board: state.frames[0]?.board ?? "", begun: false, secret: false, may_draw: false, bots: [],
  };
  document.body.classList.add("learning");
  new LessonController(match, { game, book, id, path, saved }, state);
  document.body.classList.remove("in-lobby");
  setTitle(book.title);
}

/** @typedef {{game: string, book: Lessons, id: string, path: string, saved: string}} Place a lesson among the others, and its addresses */

class LessonController extends MatchController {
  /**
   * @param {Match} match
   * @param {Place} place
   * @param {LessonState} state
   */
  constructor(match, place, state) {
    super(match, "");
    this.answers.confirms = false; // a wrong try is answered, and nothing is lost by it
    this.place = place;
    this.state = state;
    /** @type {LessonState | null} */
    this.announced = null;
    /** The reply to the last try. */
    this.reply = "";
    this.panel = make("section", { id: "lesson", class: "lesson", "aria-labelledby": "lesson-title" });
    this.unfold = make("button", { type: "button", class: "lesson-more", "aria-controls": "lesson", click: () => this.showWhole(!this.panel.classList.contains("whole")) });
    byId("side", HTMLElement).prepend(this.panel);
    new ResizeObserver(() => this.offerWhole()).observe(this.panel);
    for (const id of ["tab-seats", "tab-chat"]) byId(id, HTMLElement).hidden = true;
    for (const [id, key] of [["undo", "learn.back"], ["hint", "learn.show-me"]]) byId(id ?? "", HTMLElement).dataset["t"] = key;
    fillTexts();
    this.show(state);
  }

  /**
   * @override
   * @param {ConstructorParameters<typeof import("../../lib/connection.js").Connection>[0]} how
   */
  connect(how) {
    this.onFrame = how.onFrame;
    return { send: (/** @type {Record<string, any>} */ message) => this.send(message), refresh: () => void this.again(), changeSeat: () => {} };
  }

  /** @override A lesson explains the table bit by bit. */
  welcome() {}

  // Talking to the server

  /**
   * What a match would send over its connection.
   * @param {Record<string, any>} message
   * @returns {Promise<Reply>}
   */
  async send(message) {
    const { answers, ideas } = this.state;
    try {
      if ("do" in message) return await this.attempt([...answers, message["do"]]);
      if ("undo" in message) return await this.restart(answers.slice(0, -1));
      if ("hint" in message) return { ideas };
      const why = message["why"] ?? message["instead"];
      if (why === undefined) return { refused: "lesson", text: "" };
      const { refused, rule } = await this.ask({ answers, why });
      return { text: refused, rule };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { refused: error.refused, text: error.message };
    }
  }

  /**
   * @param {object} body
   * @returns {Promise<LessonState>}
   */
  ask(body) {
    return post(this.place.path, body);
  }

  /**
   * @param {string[]} answers
   * @returns {Promise<Reply>}
   */
  async attempt(answers) {
    const had = this.state.answers.length;
    const state = await this.ask({ answers, have: this.frame?.n ?? 0 });
    this.reply = state.refused;
    if (!state.refused || state.answers.length < had) {
      this.show(state, state.answers.length < had);
      return {};
    }
    this.showPanel();
    this.sidebar.scrollToQuestion();
    announce([state.refused]);
    return { refused: "lesson", text: "" };
  }

  /**
   * Begin again, with some of the answers.
   * @param {string[]} answers
   * @returns {Promise<Reply>}
   */
  async restart(answers) {
    this.reply = "";
    this.show(await this.ask({ answers }), true);
    return {};
  }

  /** The language has changed. */
  async again() {
    this.place.book = await get(`/api/games/${encodeURIComponent(this.place.game)}/lessons`);
    await this.restart(this.state.answers);
  }

  /**
   * @override
   * @param {number} n
   */
  async past(n) {
    const { frames } = await this.ask({ answers: this.state.answers, look: n });
    return /** @type {Frame} */ (frames[0]);
  }

  // Showing

  /**
   * @param {LessonState} state
   * @param {boolean} [whole] whether the whole log is shown again
   */
  show(state, whole = false) {
    const { game, id, saved } = this.place;
    this.state = state;
    remember(saved, JSON.stringify(state.over ? [] : state.answers), "session");
    if (state.over) markDone(game, id);
    if (whole) {
      this.frame = null;
      this.wholeLog = true;
    }
    for (const frame of state.frames) {
      frame.undo = state.answers.length ? frame.n : null; // one step back is always possible, and no farther by the log
      this.onFrame?.(frame);
    }
  }

  /** @override */
  async translate() {
    await this.again().catch((error) => this.trouble(error));
    setTitle(this.place.book.title);
    this.showMore();
  }

  /** @override */
  wayBack() {
    return /** @type {const} */ ("");
  }

  /**
   * @override
   * @param {Frame} frame
   */
  showSide(frame) {
    const last = frame === this.state.frames.at(-1);
    if (last) {
      this.showPanel();
      if (this.announced !== this.state) announce([this.state.after, this.state.text]);
      this.announced = this.state;
    }
    super.showSide(frame);
    if (last) this.outline();
  }

  /** Outline what to look at, and the answers about it. */
  outline() {
    for (const each of document.querySelectorAll(".outlined")) each.classList.remove("outlined");
    const { look } = this.state;
    for (const id of look) this.view?.things.get(id)?.element.classList.add("outlined");
    for (const { choice, button } of this.sidebar.choices.rows) button.classList.toggle("outlined", look.includes(choice.at));
  }

  showPanel() {
    const { book, game, id } = this.place;
    const { after, over, reading, step, steps, text } = this.state;
    const at = book.lessons.findIndex((each) => each.id === id);
    const next = book.lessons[at + 1];
    const counted = over ? t("learn.over") : t("learn.step", { n: step, last: steps });
    const button = (/** @type {string} */ key, /** @type {() => void} */ click, kind = "") => make("button", { type: "button", class: kind, click }, t(key));
    const link = (/** @type {string} */ href, /** @type {string} */ words, kind = "") => make("a", { class: `button ${kind}`, href }, words);
    const ways = over
      ? [
        next ? link(address(game, next.id), t("learn.next", { title: next.title }), "main") : link("/", t("learn.play"), "main"),
        button("learn.again", () => void this.restart([])),
        link(address(game), t("learn.lessons"), "quiet"),
      ]
      : reading
        ? [button("learn.go-on", () => void this.send({ do: NEXT }), "main")]
        : [];
    const focused = this.panel.contains(document.activeElement);
    const said = make("p", { class: "lesson-text", tabindex: "-1" }, text);
    this.panel.replaceChildren(...make("div", {},
      make("h2", { id: "lesson-title" }, t("learn.lesson", { n: at + 1, title: book.lessons[at]?.title ?? "" }), " ", make("small", {}, counted)),
      make("progress", { max: steps, value: over ? steps : step - 1, "aria-hidden": "true" }),
      after && make("p", { class: "lesson-after" }, after),
      said,
      this.reply && make("p", { class: "lesson-reply" }, this.reply),
      ways.length > 0 && make("div", { class: "row" }, ...ways),
      this.unfold,
    ).children);
    this.showWhole(false);
    if (focused || reading) said.focus({ preventScroll: true });
  }

  /**
   * Show all of a text, or as much as leaves the answers in sight.
   * @param {boolean} whole
   */
  showWhole(whole) {
    this.panel.classList.toggle("whole", whole);
    this.panel.scrollTop = 0;
    this.offerWhole();
  }

  /** Offer the whole text where a small window cuts it. */
  offerWhole() {
    const whole = this.panel.classList.contains("whole");
    const cut = this.panel.scrollHeight > this.panel.clientHeight + 1;
    this.unfold.hidden = !whole && !cut;
    this.unfold.textContent = t(whole ? "learn.less" : "learn.more");
    this.unfold.setAttribute("aria-expanded", String(whole));
  }
}
