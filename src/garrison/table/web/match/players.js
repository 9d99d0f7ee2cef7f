/** Those at the table: who has come, who plays now, what they say, their clocks, and whose hands the device is in. */

import { announce, notice } from "../lib/announcer.js";
import { make, part } from "../lib/dom.js";
import { find, invited, own, ownSalt, promised, SPECTATOR, update } from "../lib/saved_matches.js";
import { capital, language, t } from "../lib/words.js";
import { Chat } from "../people/chat.js";
import { Clock } from "../people/clock.js";
import { Handover } from "../people/handover.js";
import { botName, called, chairOf } from "../people/names.js";
import { Proposals } from "../people/proposal.js";
import { around, Chairs } from "../people/seats.js";
import { hookForm, Notices } from "../people/turn_alerts.js";

/** @typedef {import("../lib/types.js").Frame} Frame */
/** @typedef {import("../lib/types.js").Reply} Reply */
/** @typedef {import("../lib/types.js").Table} Table */
/** @typedef {import("./sidebar.js").Standing} Standing */

export class Party {
  /** @param {import("./controller.js").Play} play */
  constructor(play) {
    this.play = play;
    const { match } = play;
    /** @type {Table | null} */
    this.table = null;
    /** Tokens of the seats that are played on this device. @type {ReadonlyMap<string, string>} */
    this.own = new Map(play.seat === SPECTATOR ? [] : Object.entries(own(find(match.id))));
    this.several = match.seats.length > 1;
    this.clock = new Clock();
    this.notices = new Notices(match.id, this.several && !this.watching);
    const send = (/** @type {Record<string, unknown>} */ message) => this.send(message);
    this.chat = new Chat(part("panel-chat", HTMLElement), part("tab-chat", HTMLElement), {
      table: () => this.table,
      watching: () => this.watching,
      mine: (seat) => seat === play.seat && !this.watching,
      say: (text) => this.send({ say: text }),
      read: find(match.id)?.read ?? 0,
      onRead: (read) => update(match.id, { read }),
    });
    /** @type {import("../people/seats.js").How} */
    this.how = {
      match, own: () => this.own, seat: () => play.seat, now: () => this.clock.now(), send, sit: (seat) => this.choose(seat),
    };
    this.chairs = new Chairs(part("panel-seats", HTMLElement), this.how);
    this.proposals = new Proposals(part("proposal", HTMLElement), {
      mine: (seat) => seat === play.seat,
      moment: (n) => play.log.sentence(n),
      look: (n) => play.look(n),
      send,
    });
    this.handover = new Handover({ own: () => this.own, name: (seat) => this.name(seat), sit: (seat) => this.sit(seat) });
    /** @type {import("../people/lobby.js").Gather | null} */
    this.gather = null;
    /** What stands between the reader and the decision, as it is shown. */
    this.bar = "";
    /** Whether the table must not be shown before somebody says who they are. */
    this.closed = match.secret && !match.over && this.own.size > 1;
    /** The seat that sits down now, until its first frame has come. */
    this.coming = "";
    /** The seat whose frame was hidden last, and the question it was at. @type {{seat: string, ask: number | null}} */
    this.last = { seat: "", ask: null };
    part("around", HTMLButtonElement).addEventListener("click", () => this.openSeats());
    part("tab-chat", HTMLElement).hidden = !this.several;
    document.body.classList.toggle("gathering", !match.begun);
    this.showNotices();
  }

  get watching() {
    return this.play.seat === SPECTATOR;
  }

  /** @param {string} seat */
  name(seat) {
    return this.play.match.seats.find((each) => each.seat === seat)?.name ?? "";
  }

  // Speaking

  /** The first message: who it is, and before the match begins a part of the salt. */
  hello() {
    const { match, token } = this.play;
    const kept = find(match.id);
    const begun = this.table?.begun ?? match.begun;
    if (!begun && !kept?.salt && !this.watching) update(match.id, { salt: ownSalt() });
    const salt = begun ? undefined : find(match.id)?.salt;
    const name = this.own.size === 1 ? kept?.name : undefined;
    return { token, lang: language(), ...(salt ? { salt } : {}), ...(name ? { name } : {}) };
  }

  /**
   * Send something that is not played; what is refused is told.
   * @param {Record<string, unknown>} message
   * @returns {Promise<Reply>}
   */
  async send(message) {
    const reply = await this.play.line.send(message);
    if (reply.refused !== undefined && reply.text) {
      notice(reply.text);
      announce([reply.text]);
    }
    return reply;
  }

  /** @param {number | null} n the frame to go back to, or one step */
  propose(n) {
    void this.send({ propose: n });
  }

  // The table

  /**
   * @param {Table} table
   * @param {number} now
   */
  come(table, now) {
    const { play } = this;
    const before = this.table;
    this.table = table;
    this.clock.set(table, now);
    promised(play.match.id, table);
    const kept = find(play.match.id)?.invitations ?? {};
    for (const { seat, taken } of table.seats) if (taken && kept[seat]) invited(play.match.id, seat, null);
    if (table.begun !== before?.begun) void this.begin(table, before !== null).catch((error) => play.trouble(error));
    this.show(table);
    const stands = (/** @type {Table} */ each) => JSON.stringify([each.sealed, this.botOf(each), each.proposal]);
    if (!before || stands(before) !== stands(table)) play.queue = play.queue.then(() => play.renew()).catch((error) => play.trouble(error));
  }

  /** @param {Table} table */
  botOf(table) {
    return chairOf(table, this.play.seat)?.bot ?? null;
  }

  /** @param {Table} table */
  show(table) {
    if (table.begun) this.chairs.show(table);
    this.gather?.show(table);
    this.proposals.show(table, this.watching);
    const line = part("around", HTMLButtonElement);
    line.hidden = !this.several;
    if (this.several) around(line, table, this.play.seat);
    this.clock.tick();
  }

  /**
   * The match gathers, or begins.
   * @param {Table} table
   * @param {boolean} gathered whether it was waited for here
   */
  async begin({ begun }, gathered) {
    const { play } = this;
    play.match.begun = begun;
    document.body.classList.toggle("gathering", !begun);
    part("gather", HTMLElement).hidden = begun;
    for (const id of ["tab-log", "tab-seats"]) part(id, HTMLElement).hidden = !begun;
    if (begun) {
      if (gathered) play.openTab("tab-log");
      play.showMore();
      this.gather = null;
      part("gather", HTMLElement).replaceChildren();
      return;
    }
    play.openTab("tab-chat");
    play.open();
    const { Gather } = await import("../people/lobby.js");
    if (this.gather || !this.table || this.table.begun) return;
    this.gather = new Gather(part("gather", HTMLElement), this.how);
    this.gather.show(this.table);
  }

  openSeats() {
    this.play.openTab("tab-seats");
    part("tab-seats", HTMLElement).focus();
    part("tab-seats", HTMLElement).scrollIntoView({ block: "nearest" });
  }

  translate() {
    this.chat.translate();
    this.showNotices();
    if (this.table) this.show(this.table);
    if (this.handover.up) this.handover.show(this.handover.wanted, this.last.seat, this.table);
  }

  showNotices() {
    const home = part("notices", HTMLElement);
    home.hidden = !this.several || this.watching;
    home.replaceChildren(make("h3", {}, t("play.my-turn")), ...this.notices.settings(), hookForm((hook) => this.send({ hook })));
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
    return { name, asked, bot, sealed, watching: this.watching, consent: this.several && !this.watching };
  }

  /**
   * A frame is shown.
   * @param {Frame} frame
   * @param {Standing} standing
   */
  told(frame, standing) {
    this.notices.show(this.play.match.title, standing.asked, capital(standing.name));
    this.clock.own = frame.seat;
    this.proposals.show(this.table, this.watching);
    this.showBar(frame, standing);
    this.clock.tick();
  }

  /**
   * What stands between the reader and the decision: a bot in their chair, or the device in the wrong hands.
   * @param {Frame} frame
   * @param {Standing} standing
   */
  showBar(frame, standing) {
    const bar = part("bar", HTMLElement);
    const { seat } = this.play;
    const next = this.handover.lingering === frame.ask ? this.handover.next(frame, standing.asked, this.table) : null;
    bar.hidden = (!standing.bot || Boolean(frame.result)) && !next;
    // While bots play, frames come one upon another: a button that is made anew under a finger is not pressed.
    const key = JSON.stringify([language(), seat, this.table?.seats, standing.bot, next]);
    if (key === this.bar) return;
    this.bar = key;
    const focused = bar.contains(document.activeElement);
    if (standing.bot && this.table) {
      const back = () => void this.send({ bot: null, seat });
      bar.replaceChildren(make("p", {}, t("play.bot-for-you", { bot: botName(this.botOf(this.table) ?? "") })),
        make("button", { type: "button", class: "main", click: back }, t("play.take-back")));
    } else if (next) {
      const name = called(chairOf(this.table, next) ?? { who: "", name: this.name(next) });
      bar.replaceChildren(make("p", {}, t("play.hand-on-about", { name })),
        make("button", { type: "button", class: "main", click: () => this.go(next) }, t("play.hand-on")));
    } else bar.replaceChildren();
    if (focused) part("question", HTMLElement).focus({ preventScroll: true });
  }

  /**
   * What cannot be taken back alone: why, and whom to ask.
   * @param {Frame} frame
   */
  stuck(frame) {
    const { side } = this.play;
    const standing = this.standing(frame);
    if (standing.watching) return;
    const why = side.stuck(frame, standing);
    const alone = this.table?.seats.every(({ seat, bot }) => bot !== null || seat === this.play.seat) ?? false;
    if (side.asks(frame, standing)) side.offer(why, alone, () => this.propose(null));
    else notice(why);
  }

  // Whose hands the device is in

  /** If the question has gone to another seat of this device: on to that one. */
  pass() {
    const { frame } = this.play;
    if (!frame || this.handover.up) return;
    const seat = this.handover.next(frame, this.standing(frame).asked, this.table);
    if (seat !== null && this.handover.lingering !== frame.ask) this.go(seat);
  }

  /**
   * On to another own seat, with the table hidden in between where there is something to hide.
   * @param {string} seat
   */
  go(seat) {
    this.handover.lingering = null;
    if (this.play.match.secret && !this.play.match.over) this.cover(seat);
    else this.sit(seat);
  }

  /**
   * Hide the table, for the device to be handed to a seat.
   * @param {string} seat
   */
  cover(seat) {
    this.last = { seat: this.play.seat, ask: this.play.frame?.ask ?? null };
    this.play.forget();
    this.proposals.show(null, false);
    this.handover.show(seat, this.last.seat, this.table);
  }

  /**
   * Another own seat wants to look, though it may not be asked.
   * @param {string} seat
   */
  choose(seat) {
    const ask = this.play.frame?.ask ?? null;
    this.go(seat);
    this.handover.lingering = ask;
  }

  /**
   * A seat looks at the table from now on: over the same line, as somebody else.
   * @param {string} seat
   */
  sit(seat) {
    const { play } = this;
    if (this.handover.up && seat !== this.handover.wanted) this.handover.lingering = this.last.ask;
    this.coming = seat;
    this.closed = false;
    play.seat = seat;
    play.token = this.own.get(seat) ?? play.token;
    play.frame = null;
    play.anew = true;
    play.showMore();
    this.chat.translate();
    play.line.change();
  }

  /**
   * Whether a frame stays unseen: the table is hidden, and nobody has said who they are.
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
