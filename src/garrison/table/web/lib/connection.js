/** The WebSocket of a match: sends hello, reconnects by itself, and resends unanswered messages. */

/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").Reply} Reply */
/** @typedef {import("./types.js").Table} Table */
/** @typedef {{message: Record<string, unknown>, resolve: (reply: Reply) => void}} Waiting */
/** @typedef {{token: string, lang: string, salt?: string, name?: string}} Hello */

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5000;
/** The close code for a hello that will always be refused, such as a wrong token: retrying would not help. */
const POLICY = 1008;

export class Connection {
  /**
   * @param {object} how
   * @param {string} how.id
   * @param {() => Hello} how.hello the first message
   * @param {() => string} how.seat the present seat: frames for another are ignored
   * @param {(frame: Frame) => void} how.onFrame
   * @param {(table: Table, now: number) => void} how.onTable with the server's time, in milliseconds
   * @param {(said: Entry[]) => void} how.onChat
   * @param {(reply: Reply) => void} how.onRefused refusals that belong to no message
   * @param {(connected: boolean, why?: string) => void} how.onState with the table's reason, if it gave one
   */
  constructor(how) {
    this.how = how;
    this.have = 0;
    /** Number of the last chat entry received. */
    this.heard = 0;
    this.pause = FIRST_PAUSE;
    this.count = 0;
    this.closed = false;
    /** Why the table has refused the last hello, until it accepts one. */
    this.refusal = "";
    /** Ids must differ from those of an earlier visit: the server remembers them. */
    this.prefix = crypto.getRandomValues(new Uint32Array(2)).join("-");
    /** @type {Map<string, Waiting>} */
    this.waiting = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.retry());
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws/${encodeURIComponent(this.how.id)}`);
    this.socket = socket;
    this.refusal = "";
    socket.addEventListener("open", () => this.resume());
    socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => this.lost(socket, event.code));
  }

  /** Reconnect now instead of after the pause. */
  retry() {
    if (this.closed || this.socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.open();
  }

  /**
   * @param {WebSocket} socket
   * @param {number} code
   */
  lost(socket, code) {
    if (socket !== this.socket || this.closed) return;
    this.closed = code === POLICY;
    if (this.closed) return;
    this.how.onState(false, this.refusal);
    this.timer = setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  resume() {
    this.hello();
    for (const each of this.waiting.values()) this.write(each.message);
  }

  hello() {
    this.write({ hello: { ...this.how.hello(), have: this.have, heard: this.heard } });
  }

  /** Ask for everything again, in the current language. */
  refresh() {
    this.have = 0;
    if (this.socket?.readyState === WebSocket.OPEN) this.hello();
  }

  /** Switch to another seat; pending answers of the last one are dropped. */
  changeSeat() {
    const left = [...this.waiting.values()];
    this.waiting.clear();
    this.refresh();
    for (const { resolve } of left) resolve({ refused: null, text: "" });
  }

  /** @param {Record<string, unknown>} message */
  write(message) {
    this.socket?.send(JSON.stringify(message));
  }

  /**
   * Send a message and wait for its answer, however often the connection breaks in between.
   * @param {Record<string, unknown>} message
   * @returns {Promise<Reply>}
   */
  send(message) {
    this.count += 1;
    const id = `${this.prefix}-${this.count}`;
    const named = { ...message, id };
    return new Promise((resolve) => {
      this.waiting.set(id, { message: named, resolve });
      if (this.socket?.readyState === WebSocket.OPEN) this.write(named);
    });
  }

  /** @param {Reply & {frame?: Frame, table?: Table, now?: number, chat?: Entry[]}} said */
  receive(said) {
    if (said.frame) this.frame(said.frame);
    else if (said.table) this.table(said.table, said.now ?? Date.now());
    else if (said.chat) {
      this.heard = Math.max(this.heard, ...said.chat.map(({ n }) => n));
      this.how.onChat(said.chat);
    } else this.answer(said);
  }

  /** @param {Frame} frame */
  frame(frame) {
    if (frame.seat !== this.how.seat()) return;
    this.restored();
    this.have = frame.n;
    this.how.onFrame(frame);
  }

  /**
   * @param {Table} table
   * @param {number} now
   */
  table(table, now) {
    if (table.you !== this.how.seat()) return;
    this.restored();
    this.how.onTable(table, now);
  }

  /** The connection works again. */
  restored() {
    this.pause = FIRST_PAUSE;
    this.refusal = "";
    this.how.onState(true);
  }

  /** @param {Reply} said */
  answer(said) {
    const id = said.done ?? said.refused;
    const waiting = id ? this.waiting.get(id) : undefined;
    if (!id || !waiting) {
      if (said.refused === undefined) return;
      this.refusal = said.text ?? "";
      this.how.onRefused(said);
      return;
    }
    this.waiting.delete(id);
    waiting.resolve(said);
  }
}
