/** Controls the match page: shows incoming frames and sends choices. */

import { newlyUrgent } from "../board/alarms.js";
import { closePopup } from "../board/popup.js";
import { connectToolbar, showToolbar } from "../board/toolbar.js";
import { BoardView } from "../board/view.js";
import { announce, clearAnnouncements, showNotice } from "../lib/announcer.js";
import { get, Refusal } from "../lib/api.js";
import { Connection } from "../lib/connection.js";
import { byId, make } from "../lib/dom.js";
import { setTitle } from "../lib/header.js";
import { byKeyboard } from "../lib/keyboard.js";
import { updateMatch } from "../lib/saved/saved_matches.js";
import { sound } from "../lib/sound/sounds.js";
import { tabs } from "../lib/tabs.js";
import { showLanguage, t } from "../lib/words.js";
import { Answers } from "./answers.js";
import { CardsTab } from "./cards_tab.js";
import { MatchHistory } from "./history.js";
import { Legend } from "./help/legend.js";
import { Log } from "./log.js";
import { Players } from "./players.js";
import { ruleLinks } from "./help/rule_links.js";
import { listenToKeys } from "./shortcuts.js";
import { Sidebar } from "./sidebar.js";

/** @typedef {import("../lib/types.js").Frame} Frame */
/** @typedef {import("../lib/types.js").Match} Match */
/** @typedef {import("../lib/types.js").Reply} Reply */

/** Frames that the server sends of a log at once. */
const LOG_PAGE = 500;

export class MatchController {
  /**
   * @param {Match} match
   * @param {string} token
   */
  constructor(match, token) {
    this.match = match;
    this.token = token;
    /** The seat whose view is shown. */
    this.seat = match.seat;
    const edition = match.options["edition"];
    const link = ruleLinks(match.game, edition, (rule) => this.openRule(rule));
    this.link = link;
    /** @type {import("./help/rulebook.js").Rulebook | null} fetched when its tab is first opened */
    this.rulebook = null;
    /** The rule at which it opens. */
    this.rule = "";
    this.log = new Log(byId("log", HTMLElement), {
      look: (n, things) => this.look(n, things), back: (n) => this.answers.undo(n), earlier: (first) => this.earlier(first), link,
    });
    this.sidebar = new Sidebar({
      view: () => this.view,
      link,
      take: (notation, at) => this.answers.take(notation, at, true),
      ticked: () => this.answers.ticked(),
      ready: () => this.answers.ready,
      think: () => this.connection.send({ hint: null }),
      begun: () => this.log.told > 1,
      ended: () => void this.showAfterGame(),
    });
    this.history = new MatchHistory({
      frame: () => this.frame,
      fetch: (n) => this.past(n),
      show: (then) => this.showThen(then),
      mark: (n) => this.log.current(n),
      present: () => this.showNow(),
      way: (n) => this.wayBack(n),
      back: (n, way) => (way === "back" ? this.answers.undo(n) : this.players.propose(n)),
    });
    this.answers = new Answers(this);
    this.legend = new Legend(match.game);
    this.openTab = tabs((id) => this.tabShown(id));
    this.cardsTab = new CardsTab(this.openTab);
    /** @type {typeof import("./more_tab.js") | null} fetched when the tab is first opened */
    this.moreTab = null;
    /** @type {import("./offers.js").OffersPanel | null} fetched when something can be offered: in most games nothing can */
    this.offers = null;
    byId("offered", HTMLElement).addEventListener("click", () => this.openOffers());
    /** @type {BoardView | null} */
    this.view = null;
    /** @type {Frame | null} */
    this.frame = null;
    this.board = "";
    /** Boards by name. The first is fetched at once: the first frame will name it. @type {Map<string, Promise<import("../lib/types.js").Board>>} */
    this.boards = new Map();
    this.fetchBoard(match.board).catch(() => undefined); // reported where the board is shown
    /** Whether the next frame brings the whole log again, as after a change of language or seat. */
    this.wholeLog = false;
    /** Frames are shown one after the other. */
    this.queue = Promise.resolve();
    this.players = new Players(this);
    this.connection = this.connect({
      id: match.id,
      hello: () => this.players.hello(),
      seat: () => this.seat,
      onFrame: (frame) => {
        this.queue = this.queue.then(() => this.receive(frame)).catch((error) => this.trouble(error));
      },
      onTable: (table, now) => this.players.receive(table, now),
      onChat: (said) => this.players.hear(said),
      onRefused: (reply) => this.refused(reply),
      onState: (connected, why) => this.lost(!connected, why),
    });
    this.listen();
    this.showMore();
  }

  /**
   * @param {ConstructorParameters<typeof Connection>[0]} how
   * @returns {Pick<Connection, "send" | "refresh" | "changeSeat">}
   */
  connect(how) {
    return new Connection(how);
  }

  /** The page is visible and its controls work. */
  open() {
    document.body.classList.remove("opening");
  }

  showMore() {
    this.moreTab?.showMoreTab(this);
    showLanguage(this.match, "board", "trays", "question", "choices", "log");
  }

  listen() {
    connectToolbar(() => this.view);
    byId("undo", HTMLButtonElement).addEventListener("click", () => this.answers.undo(null));
    byId("hint", HTMLButtonElement).addEventListener("click", () => this.hint());
    document.addEventListener("garrison:lang", () => this.translate());
    document.addEventListener("visibilitychange", () => document.hidden && this.view?.finish());
    listenToKeys({
      view: () => this.view,
      choices: this.sidebar.choices,
      away: () => this.history.n !== null || this.answers.confirmation.choice !== null,
      skip: () => this.answers.skip(),
      back: () => this.answers.confirmation.close() || this.sidebar.closeStuck() || this.history.now() || this.answers.letGo(),
      offers: () => this.openOffers(),
      undo: () => this.answers.undo(null),
      hint: () => this.hint(),
    });
  }

  hint() {
    void this.sidebar.hint().catch((error) => this.trouble(error));
  }

  /** @param {unknown} error */
  trouble(error) {
    this.open();
    showNotice(error instanceof Error ? error.message : String(error));
    if (!(error instanceof Refusal)) throw error;
  }

  /** A refusal of the connection: final if the seat has a new owner or the match was deleted. @param {Reply} reply */
  refused({ rule, text }) {
    showNotice(rule === "token" && this.players.table ? t("play.seat-lost") : (text ?? ""), true);
  }

  /**
   * @param {boolean} lost
   * @param {string} [why] the table's reason
   */
  lost(lost, why) {
    const element = byId("notice", HTMLElement);
    if (lost) showNotice(why || t("play.lost"));
    else if (element.dataset["lost"] === "") showNotice();
    if (lost) element.dataset["lost"] = "";
    else delete element.dataset["lost"];
  }

  // Frames

  /** @param {Frame} frame */
  async receive(frame) {
    if (frame.seat !== this.seat || this.players.covered(frame)) return;
    showNotice(); // clear the notice about the last one
    const before = this.frame;
    const fresh = !this.view || frame.board !== this.board;
    if (fresh) await this.setBoard(frame.board);
    const { view } = this;
    if (!view || frame.seat !== this.seat) return;
    const missed = frame.past ?? [];
    this.open();
    this.frame = frame;
    this.history.leave();
    this.answers.confirmation.close();
    closePopup();
    const focused = document.activeElement?.closest(".thing");
    if (this.wholeLog) this.log.clear();
    this.wholeLog = false;
    if (fresh || missed.length || !before || frame.back !== null || frame.n === before.n) this.showScene(frame);
    else {
      announce(frame.steps.map((step) => step.say));
      this.sidebar.pause();
      await view.animate(frame.steps, before.scene, frame.scene, { lit: this.lit(frame) });
    }
    const dangers = before ? newlyUrgent(before.scene, frame.scene) : [];
    if (dangers.length) sound("alarm");
    announce(dangers);
    this.log.add([...missed, frame]);
    this.showSide(frame);
    // Not before the frame is laid out: moving the view lays the whole picture out again.
    requestAnimationFrame(() => {
      // A wheel or finger that scrolled the last list may still be scrolling; the keyboard's focus stays in sight.
      if (!document.activeElement?.closest(".thing")) this.sidebar.scrollToQuestion();
      view.camera.begin(frame.ask);
      view.camera.question();
    });
    this.sidebar.scrollToQuestion();
    if (focused && byKeyboard() && view.tabStop && frame.back === null) view.input?.focus(view.tabStop);
    this.sidebar.keepFocus(frame.back !== null || Boolean(focused && !byKeyboard()));
    if (before && frame.ask !== before.ask && this.players.standing(frame).asked) this.answers.guard.raise();
    if (!before && !frame.result) this.welcome();
    const over = frame.result !== null;
    updateMatch(this.match.id, { changed: new Date().toISOString(), over });
    if (over !== this.match.over) {
      this.match.over = over;
      this.showMore();
      if (this.players.table) this.players.show(this.players.table);
    }
    if (frame.result?.cause && before && !before.result) sound("alarm");
    if (frame.result && before && !before.result && !fresh) await this.report();
    this.players.pass();
  }

  /** The first frame is shown: somebody who has never seen this table is told how to read it. */
  welcome() {
    this.legend.welcome();
  }

  /**
   * @param {string} name
   * @returns {Promise<import("../lib/types.js").Board>}
   */
  fetchBoard(name) {
    const known = this.boards.get(name) ?? get(`/api/boards/${encodeURIComponent(name)}`);
    this.boards.set(name, known);
    known.catch(() => this.boards.delete(name));
    return known;
  }

  /** @param {string} name */
  async setBoard(name) {
    const board = await this.fetchBoard(name);
    this.emptyBoard();
    this.board = name;
    this.view = new BoardView(byId("board", SVGSVGElement), board, {
      onThing: (ids, at) => this.answers.thing(ids, at),
      onNear: (id) => this.sidebar.choices.near(id),
      trays: byId("trays", HTMLElement),
      cards: byId("cards", HTMLElement),
      status: byId("status", HTMLElement),
    });
    showToolbar(this.view);
    this.legend.show(this.view);
  }

  emptyBoard() {
    this.view?.leave();
    this.view = null;
    const old = byId("board", SVGSVGElement);
    old.parentElement?.querySelector(":scope > .ground")?.remove();
    old.replaceWith(/** @type {SVGSVGElement} */ (old.cloneNode(false)));
    for (const id of ["trays", "cards", "status"]) byId(id, HTMLElement).replaceChildren();
  }

  /** Whether choices are highlighted: not while a bot plays this seat. @param {Frame} frame */
  lit(frame) {
    return !this.players.standing(frame).bot;
  }

  /** @param {Frame} frame */
  showScene(frame) {
    this.view?.show(frame.scene, { lit: this.lit(frame) });
    this.view?.markDecisive(frame.result?.things ?? []);
  }

  /** @param {Frame} frame */
  showSide(frame) {
    const standing = this.players.standing(frame);
    this.view?.markDecisive(frame.result?.things ?? []);
    this.cardsTab.show(frame.scene);
    this.answers.keepTicks(frame);
    this.sidebar.show(frame, standing);
    void this.showOffers(frame, standing.bot).catch((error) => this.trouble(error));
    this.log.undoable(frame.undo);
    this.players.frameShown(frame, standing);
  }

  /**
   * The frames before one, as many as the server sends at once.
   * @param {number} first
   * @returns {Promise<import("../lib/types.js").Moment[]>}
   */
  async earlier(first) {
    try {
      const from = Math.max(1, first - LOG_PAGE);
      const { frames } = await get(`/api/matches/${encodeURIComponent(this.match.id)}/log?from=${from}`, { token: this.token });
      return frames.filter((/** @type {{n: number}} */ { n }) => n < first);
    } catch (error) {
      this.trouble(error);
      return [];
    }
  }

  /** Redraw the frame after a change outside the game. */
  refresh() {
    const { frame, view } = this;
    if (!frame || !view || view.moving || this.history.n !== null) return;
    this.showScene(frame);
    this.showSide(frame);
    this.players.pass();
  }

  /** Remove everything the last seat saw before another one looks. */
  forget() {
    this.frame = null;
    this.answers.forget();
    this.board = "";
    closePopup();
    this.history.leave();
    this.emptyBoard();
    this.sidebar.clear();
    this.log.clear();
    clearAnnouncements();
    showNotice();
    for (const each of document.querySelectorAll("dialog")) each.close();
    setTitle(this.match.title);
  }

  /** Redraw everything in the current language: texts are loaded, the server resends the rest. */
  async translate() {
    this.wholeLog = true;
    this.connection.refresh();
    if (this.frame) this.showSide(this.frame);
    this.players.translate();
    try {
      Object.assign(this.match, await get(`/api/matches/${encodeURIComponent(this.match.id)}`, { token: this.token }));
      setTitle(this.match.title);
      this.showMore();
      this.players.translate();
      if (!byId("panel-rules", HTMLElement).hidden) await this.openRulebook();
    } catch (error) {
      this.trouble(error);
    }
  }

  /** What is offered after the end. */
  async showAfterGame() {
    const { AfterGame } = await import("./after_game.js");
    if (this.frame?.result) new AfterGame(byId("end", HTMLElement), this).show();
  }

  async report() {
    const { showReport } = await import("../report/report.js");
    await showReport(this.match.id, this.token);
  }

  // Looking elsewhere

  /**
   * A past frame.
   * @param {number} n
   * @returns {Promise<Frame>}
   */
  past(n) {
    return get(`/api/matches/${encodeURIComponent(this.match.id)}/frames/${n}`, { token: this.token });
  }

  /**
   * @param {number} n
   * @param {string[]} [things] what to point at there
   */
  async look(n, things = []) {
    this.view?.finish();
    await this.history.look(n).catch((error) => this.trouble(error));
    this.view?.recall(things);
  }

  /** @param {Frame} then */
  showThen(then) {
    closePopup();
    this.view?.show(then.scene, { lit: false });
    this.view?.markDecisive(then.result?.things ?? []);
    this.view?.camera.overview();
  }

  showNow() {
    if (!this.frame) return;
    this.showScene(this.frame);
    this.view?.camera.question();
  }

  /**
   * @param {number} n
   * @returns {import("./history.js").Way}
   */
  wayBack(n) {
    const { frame } = this;
    if (!frame || frame.result || !this.log.standing().has(n)) return "";
    if (frame.undo !== null && n >= frame.undo) return "back";
    const { consent } = this.players.standing(frame);
    return consent === "others" ? "ask" : consent && "anyway";
  }

  /**
   * Offers have a tab of their own, with the number of those that wait for an answer.
   * @param {Frame} frame
   * @param {boolean} bot whether a bot plays this seat
   */
  async showOffers({ scene, steps, result }, bot) {
    const { replies, offers } = scene;
    const tab = byId("tab-offers", HTMLElement);
    const waiting = bot || result ? 0 : replies.length && 1;
    byId("offered", HTMLElement).hidden = !waiting;
    if (!this.offers && (bot || !(replies.length || offers.length))) return;
    tab.hidden = false;
    tab.replaceChildren(t("play.offers-title"), ...(waiting ? [make("span", { class: "count" }, "!", make("span", { class: "heard" }, ` ${t("play.offer-waits")}`))] : []));
    const { OffersPanel } = await import("./offers.js");
    this.offers ??= new OffersPanel({
      take: (notation, at) => this.answers.take(notation, at, true),
      takeAll: (notations) => this.answers.takeAll(notations),
      suppose: (notations) => this.connection.send({ suppose: notations }),
    });
    if (this.frame && this.frame.scene !== scene) return;
    this.offers.show(bot || result ? { ...scene, replies: [], offers: [] } : scene, steps.map(({ say }) => say));
  }

  openOffers() {
    if (byId("tab-offers", HTMLElement).hidden) return;
    this.openTab("tab-offers");
    const panel = byId("panel-offers", HTMLElement);
    panel.scrollIntoView({ block: "nearest" });
    const first = panel.querySelector("button, input");
    if (first instanceof HTMLElement) first.focus();
  }

  /** @param {string} rule */
  openRule(rule) {
    closePopup();
    this.rule = rule;
    this.openTab("tab-rules");
  }

  /** @param {string} id */
  tabShown(id) {
    if (id === "tab-rules") void this.openRulebook().catch((error) => this.trouble(error));
    if (id === "tab-chat") this.players.inChat((chat) => chat.open());
    if (id === "tab-seats") void this.players.openSeatPanel().catch((error) => this.trouble(error));
    if (id === "tab-more" && !this.moreTab) void this.openMore().catch((error) => this.trouble(error));
  }

  async openRulebook() {
    const { Rulebook } = await import("./help/rulebook.js");
    const { game, options } = this.match;
    this.rulebook ??= new Rulebook(byId("panel-rules", HTMLElement), game, options["edition"]);
    await this.rulebook.open(this.rule);
  }

  async openMore() {
    const panel = byId("panel-more", HTMLElement);
    panel.setAttribute("aria-busy", "true");
    this.moreTab = await import("./more_tab.js");
    this.showMore();
    panel.removeAttribute("aria-busy");
  }
}
