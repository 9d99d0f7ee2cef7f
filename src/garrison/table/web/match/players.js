/** The people of a match: seats, presence, chat, clocks, proposals, and passing the device on. */

import { announce, showNotice } from "../lib/announcer.js";
import { byId, make } from "../lib/dom.js";
import { newSalt, ownTokens, saveDicePromise, savedMatch, saveInvitation, SPECTATOR, updateMatch } from "../lib/saved/saved_matches.js";
import { capital, language, t } from "../lib/words.js";
import { Clock } from "../people/clock.js";
import { Handover } from "../people/handover.js";
import { botName, displayName, seatOf } from "../people/names.js";
import { showSeatLine } from "../people/seat_line.js";

/** @typedef {import("../lib/types.js").Frame} Frame */
/** @typedef {import("../lib/types.js").Reply} Reply */
/** @typedef {import("../lib/types.js").Table} Table */
/** @typedef {import("./sidebar.js").Standing} Standing */

export class Players {
  /** @param {import("./controller.js").MatchController} controller */
  constructor(controller) {
    this.controller = controller;
    const { match } = controller;
    /** @type {Table | null} */
    this.table = null;
    /** Tokens of the seats on this device, also where nothing is saved. @type {ReadonlyMap<string, string>} */
    this.own = new Map(controller.seat === SPECTATOR ? [] : Object.entries({ ...ownTokens(savedMatch(match.id)), [controller.seat]: controller.token }));
    this.several = match.seats.length > 1;
    this.clock = new Clock();
    /** @type {import("../people/turn_alerts.js").TurnAlerts | null} fetched by those who wait for others */
    this.turnAlerts = null;
    const send = (/** @type {Record<string, unknown>} */ message) => this.send(message);
    /** Fetched where there is anybody to talk to. @type {Promise<import("../people/chat.js").Chat> | null} */
    this.chat = this.several ? this.openChat() : null;
    /** All that was said and noted. @type {import("../lib/types.js").Entry[]} */
    this.said = [];
    /** @type {import("../people/seats.js").How} */
    this.how = {
      match, own: () => this.own, seat: () => controller.seat, now: () => this.clock.now(), send, sit: (seat) => this.choose(seat),
    };
    /** @type {import("../people/seats.js").SeatPanel | null} fetched when its tab is first opened */
    this.seatPanel = null;
    /** @type {import("../people/proposal.js").Proposals | null} fetched with the first of them */
    this.proposals = null;
    this.handover = new Handover({ own: () => this.own, name: (seat) => this.name(seat), sit: (seat) => this.sit(seat) });
    /** @type {import("../people/lobby.js").Lobby | null} */
    this.lobby = null;
    /** What is shown between the reader and the decision. */
    this.bar = "";
    /** Whether the table stays hidden until somebody says who they are. */
    this.closed = match.secret && !match.over && this.own.size > 1;
    /** The seat being switched to, until its first frame has arrived. */
    this.coming = "";
    /** The seat whose frame was hidden last, and its question. @type {{seat: string, ask: number | null}} */
    this.last = { seat: "", ask: null };
    byId("seat-line", HTMLButtonElement).addEventListener("click", () => this.openSeats());
    byId("tab-chat", HTMLElement).hidden = !this.several;
    document.body.classList.toggle("in-lobby", !match.begun);
    if (this.several && !this.spectating) void this.openTurnAlerts().catch((error) => controller.trouble(error));
  }

  get spectating() {
    return this.controller.seat === SPECTATOR;
  }

  /** @param {string} seat */
  name(seat) {
    return this.controller.match.seats.find((each) => each.seat === seat)?.name ?? "";
  }

  // Sending

  /** The first message: the player and, before the match begins, a part of the salt. */
  hello() {
    const { match, token } = this.controller;
    const saved = savedMatch(match.id);
    const begun = this.table?.begun ?? match.begun;
    if (!begun && !saved?.salt && !this.spectating) updateMatch(match.id, { salt: newSalt() });
    const salt = begun ? undefined : savedMatch(match.id)?.salt;
    const name = this.own.size === 1 ? saved?.name : undefined;
    return { token, lang: language(), ...(salt ? { salt } : {}), ...(name ? { name } : {}) };
  }

  /**
   * Send a message other than a move; a refusal is shown.
   * @param {Record<string, unknown>} message
   * @returns {Promise<Reply>}
   */
  async send(message) {
    const reply = await this.controller.connection.send(message);
    if (reply.refused !== undefined && reply.text) {
      showNotice(reply.text);
      announce([reply.text]);
    }
    return reply;
  }

  /** @param {number | null} n the frame to go back to, null for one step */
  propose(n) {
    void this.send({ propose: n });
  }

  /** @param {import("../lib/types.js").Entry[]} said */
  hear(said) {
    this.said.push(...said);
    this.inChat((chat) => chat.add(said));
    if (said.some(({ note }) => note?.what === "again")) void this.controller.showAfterGame();
  }

  // The table

  /**
   * @param {Table} table
   * @param {number} now
   */
  receive(table, now) {
    const { controller } = this;
    const before = this.table;
    this.table = table;
    this.clock.set(table, now);
    saveDicePromise(controller.match.id, table);
    const saved = savedMatch(controller.match.id)?.invitations ?? {};
    for (const { seat, taken } of table.seats) if (taken && saved[seat]) saveInvitation(controller.match.id, seat, null);
    if (table.begun !== before?.begun) void this.begin(table, before !== null).catch((error) => controller.trouble(error));
    this.show(table);
    const stands = (/** @type {Table} */ each) => JSON.stringify([each.sealed, each.closes, this.botOf(each), each.proposal]);
    if (!before || stands(before) !== stands(table)) controller.queue = controller.queue.then(() => controller.refresh()).catch((error) => controller.trouble(error));
  }

  /** @param {Table} table */
  botOf(table) {
    return seatOf(table, this.controller.seat)?.bot ?? null;
  }

  /** @param {Table} table */
  show(table) {
    if (table.begun) this.seatPanel?.show(table);
    this.lobby?.show(table);
    this.showProposal();
    byId("seat-line", HTMLButtonElement).hidden = !this.several;
    this.showLine();
    this.clock.tick();
  }

  showProposal() {
    if (this.proposals) this.proposals.show(this.table, this.spectating);
    else if (this.table?.proposal) void this.openProposals().catch((error) => this.controller.trouble(error));
  }

  async openProposals() {
    const { Proposals } = await import("../people/proposal.js");
    const { controller } = this;
    this.proposals ??= new Proposals(byId("proposal", HTMLElement), {
      mine: (seat) => seat === controller.seat,
      moment: (n) => controller.log.sentence(n),
      look: (n) => controller.look(n),
      send: (message) => this.send(message),
    });
    this.proposals.show(this.table, this.spectating);
  }

  /** The line of seats: also who has to decide, and whose turn it is. */
  showLine() {
    const { frame, match, seat } = this.controller;
    if (!this.several || !this.table) return;
    const who = frame && !frame.result ? (frame.scene.ask?.who ?? []) : [];
    const acts = new Set(match.seats.filter(({ name }) => who.includes(name)).map((each) => each.seat));
    showSeatLine(byId("seat-line", HTMLButtonElement), this.table, seat, acts, frame && !frame.result ? frame.scene.turn : "");
  }

  /**
   * Show the lobby, or begin the match.
   * @param {Table} table
   * @param {boolean} waited whether the lobby was shown
   */
  async begin({ begun }, waited) {
    const { controller } = this;
    controller.match.begun = begun;
    document.body.classList.toggle("in-lobby", !begun);
    byId("lobby", HTMLElement).hidden = begun;
    for (const id of ["tab-log", "tab-seats"]) byId(id, HTMLElement).hidden = !begun;
    if (begun) {
      if (waited) {
        controller.openTab("tab-log");
        controller.cardsTab.replaceLog(); // a frame may have come before
      }
      controller.showMore();
      this.lobby = null;
      byId("lobby", HTMLElement).replaceChildren();
      return;
    }
    controller.openTab("tab-chat");
    controller.open();
    const { Lobby } = await import("../people/lobby.js");
    if (this.lobby || !this.table || this.table.begun) return;
    this.lobby = new Lobby(byId("lobby", HTMLElement), this.how);
    this.lobby.show(this.table);
  }

  async openChat() {
    const { controller } = this;
    const { id } = controller.match;
    const { Chat } = await import("../people/chat.js");
    return new Chat(byId("panel-chat", HTMLElement), byId("tab-chat", HTMLElement), {
      table: () => this.table,
      spectating: () => this.spectating,
      mine: (seat) => seat === controller.seat && !this.spectating,
      say: (text) => this.send({ say: text }),
      read: savedMatch(id)?.read ?? 0,
      onRead: (read) => updateMatch(id, { read }),
    });
  }

  /** Do something in the chat once it is there. @param {(chat: import("../people/chat.js").Chat) => void} does */
  inChat(does) {
    void this.chat?.then(does).catch((error) => this.controller.trouble(error));
  }

  /** The panel of the seats is opened. */
  async openSeatPanel() {
    const { SeatPanel } = await import("../people/seats.js");
    this.seatPanel ??= new SeatPanel(byId("panel-seats", HTMLElement), this.how);
    if (this.table?.begun) this.seatPanel.show(this.table);
    this.clock.tick();
  }

  openSeats() {
    this.controller.openTab("tab-seats");
    byId("tab-seats", HTMLElement).focus();
    byId("tab-seats", HTMLElement).scrollIntoView({ block: "nearest" });
  }

  translate() {
    this.inChat((chat) => chat.translate());
    this.showTurnAlerts();
    if (this.table) this.show(this.table);
    if (this.handover.up) this.handover.show(this.handover.wanted, this.last.seat, this.table);
  }

  async openTurnAlerts() {
    const { controller } = this;
    const { TurnAlerts } = await import("../people/turn_alerts.js");
    this.turnAlerts = new TurnAlerts(controller.match.id, (hook) => this.send({ hook }));
    this.showTurnAlerts();
    if (controller.frame) this.alert(this.standing(controller.frame));
  }

  showTurnAlerts() {
    if (!this.turnAlerts) return;
    const home = byId("turn-alerts", HTMLElement);
    home.hidden = false;
    home.replaceChildren(make("h3", {}, t("play.my-turn")), ...this.turnAlerts.settings());
  }

  /** @param {Standing} standing */
  alert({ asked, name }) {
    this.turnAlerts?.show(this.controller.match.title, asked, capital(name));
  }

  // The game

  /**
   * @param {Frame} frame
   * @returns {Standing}
   */
  standing(frame) {
    const name = this.name(frame.seat);
    const bot = this.table !== null && this.botOf(this.table) !== null;
    const sealed = !bot && this.table?.sealed === true;
    const asked = !bot && !sealed && (frame.scene.ask?.who.includes(name) ?? false);
    const awaited = this.controller.match.seats.filter((each) => frame.scene.ask?.who.includes(each.name)).map((each) => seatOf(this.table, each.seat) ?? { ...each, who: "" });
    const passing = asked && (this.table?.closes ?? null) !== null && frame.scene.choices.length === 1;
    return { name, asked, awaited, bot, sealed, passing, spectating: this.spectating, consent: this.spectating ? "" : this.several ? "others" : "own" };
  }

  /**
   * Called when a frame has been shown.
   * @param {Frame} frame
   * @param {Standing} standing
   */
  frameShown(frame, standing) {
    this.alert(standing);
    this.clock.own = frame.seat;
    this.showProposal();
    this.showBar(frame, standing);
    this.showLine();
    this.clock.tick();
  }

  /**
   * What keeps the reader from deciding: a bot in their seat, or the device in the wrong hands.
   * @param {Frame} frame
   * @param {Standing} standing
   */
  showBar(frame, standing) {
    const bar = byId("bar", HTMLElement);
    const { seat } = this.controller;
    const next = this.handover.lingering === frame.ask ? this.handover.next(frame, standing.asked, this.table) : null;
    bar.hidden = (!standing.bot || Boolean(frame.result)) && !next;
    // While bots play, frames follow quickly: a button replaced under a finger cannot be pressed.
    const key = JSON.stringify([language(), seat, this.table?.seats, standing.bot, next]);
    if (key === this.bar) return;
    this.bar = key;
    const focused = bar.contains(document.activeElement);
    if (standing.bot && this.table) {
      const back = () => void this.send({ bot: null, seat });
      bar.replaceChildren(make("p", {}, t("play.bot-for-you", { bot: botName(this.botOf(this.table) ?? "") })),
        make("button", { type: "button", class: "main", click: back }, t("play.take-back")));
    } else if (next) {
      const name = displayName(seatOf(this.table, next) ?? { who: "", name: this.name(next) });
      bar.replaceChildren(make("p", {}, t("play.hand-on-about", { name })),
        make("button", { type: "button", class: "main", click: () => this.go(next) }, t("play.hand-on")));
    } else bar.replaceChildren();
    if (focused) byId("question", HTMLElement).focus({ preventScroll: true });
  }

  /**
   * Explain why nothing can be undone alone, and offer to ask the others.
   * @param {Frame} frame
   */
  stuck(frame) {
    const { sidebar } = this.controller;
    const standing = this.standing(frame);
    if (standing.spectating) return;
    const why = sidebar.stuck(frame, standing);
    const alone = this.table?.seats.every(({ seat, bot }) => bot !== null || seat === this.controller.seat) ?? false;
    if (sidebar.asks(frame, standing)) sidebar.offer(why, alone, () => this.propose(null));
    else showNotice(why);
  }

  // Passing the device on

  /** Switch to another seat on this device if the question is for that one. */
  pass() {
    const { frame } = this.controller;
    if (!frame || this.handover.up) return;
    const seat = this.handover.next(frame, this.standing(frame).asked, this.table);
    if (seat !== null && this.handover.lingering !== frame.ask) this.go(seat);
  }

  /**
   * Switch to another own seat, hiding the table in between if there are secrets.
   * @param {string} seat
   */
  go(seat) {
    this.handover.lingering = null;
    if (this.controller.match.secret && !this.controller.match.over) this.cover(seat);
    else this.sit(seat);
  }

  /**
   * Hide the table until the player of a seat has the device.
   * @param {string} seat
   */
  cover(seat) {
    this.last = { seat: this.controller.seat, ask: this.controller.frame?.ask ?? null };
    this.controller.forget();
    this.proposals?.show(null, false);
    this.handover.show(seat, this.last.seat, this.table);
  }

  /**
   * View the table from another own seat, even if it is not asked.
   * @param {string} seat
   */
  choose(seat) {
    const ask = this.controller.frame?.ask ?? null;
    this.go(seat);
    this.handover.lingering = ask;
  }

  /**
   * Switch to a seat over the same connection.
   * @param {string} seat
   */
  sit(seat) {
    const { controller } = this;
    if (this.handover.up && seat !== this.handover.wanted) this.handover.lingering = this.last.ask;
    this.coming = seat;
    this.closed = false;
    controller.seat = seat;
    controller.token = this.own.get(seat) ?? controller.token;
    controller.frame = null;
    controller.wholeLog = true;
    controller.showMore();
    this.inChat((chat) => chat.translate());
    controller.connection.changeSeat();
  }

  /**
   * Whether a frame stays hidden because nobody has said yet who has the device.
   * @param {Frame} frame
   */
  covered(frame) {
    if (this.coming === frame.seat || frame.result) {
      this.coming = "";
      this.closed = false;
      if (this.handover.up) this.handover.hide();
      return false;
    }
    if (!this.handover.up && !this.closed) return false;
    this.closed = false;
    this.last.ask = frame.ask;
    const { asked } = this.standing(frame);
    const next = asked ? frame.seat : this.handover.next(frame, false, this.table);
    this.handover.show(next ?? (this.handover.wanted || frame.seat), this.last.seat, this.table);
    return true;
  }
}
