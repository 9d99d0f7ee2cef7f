/** The panel of seats: who plays each, bots and invitations for them, and one's own name. */

import { make } from "../lib/dom.js";
import { NAME_LENGTH, setMyName } from "../lib/saved/preferences.js";
import { invitationLink, savedMatch, saveInvitation, spectatorLink } from "../lib/saved/saved_matches.js";
import { capital, t } from "../lib/words.js";
import { botDescription, botName, seatOf } from "./names.js";
import { presence, presenceIcon, presenceText } from "./presence.js";
import { shareLink } from "./share_link.js";

/** @typedef {import("../lib/types.js").Seat} Seat */
/** @typedef {import("../lib/types.js").Match} Match */
/** @typedef {import("../lib/types.js").Reply} Reply */
/** @typedef {import("../lib/types.js").Table} Table */

/**
 * @typedef {object} How
 * @property {Match} match
 * @property {() => ReadonlyMap<string, string>} own tokens of the seats on this device
 * @property {() => string} seat the present seat
 * @property {() => number} now the server's time
 * @property {(message: Record<string, unknown>) => Promise<Reply>} send
 * @property {(seat: string) => void} sit switch to another own seat
 */

/** After this time away, in milliseconds, a bot may take over a seat. */
const AWAY = 60_000;

/**
 * Replace an element's content, keeping the focus, typed text and opened details.
 * @param {HTMLElement} home
 * @param {HTMLElement[]} inside
 */
export function refill(home, inside) {
  const now = document.activeElement;
  const way = now instanceof HTMLElement && home.contains(now) ? now.dataset["way"] : undefined;
  const typed = [...home.querySelectorAll("input")].filter(({ value, defaultValue }) => value !== defaultValue);
  const opened = [...home.querySelectorAll("summary")].filter((each) => each.closest("details")?.open);
  home.replaceChildren(...inside);
  const ways = [...home.querySelectorAll("[data-way]")].filter((each) => each instanceof HTMLElement);
  const same = (/** @type {string | undefined} */ name) => ways.find((each) => each.dataset["way"] === name);
  for (const { value, defaultValue, dataset } of typed) {
    const field = same(dataset["way"]);
    if (field instanceof HTMLInputElement && field.value === defaultValue) field.value = value;
  }
  for (const { dataset } of opened) same(dataset["way"])?.closest("details")?.setAttribute("open", "");
  if (!way) return;
  const next = same(way) ?? home.querySelector("button, select, input");
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

export class SeatPanel {
  /**
   * @param {HTMLElement} home
   * @param {How} how
   */
  constructor(home, how) {
    this.home = home;
    this.how = how;
    this.shown = "";
    /** @type {Table | null} */
    this.table = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {Table | null} table */
  show(table) {
    this.table = table;
    clearTimeout(this.timer);
    if (!table) return;
    const { seats, watchers, begun } = table;
    const now = this.how.now();
    const soon = seats.map(({ away }) => (away === null ? 0 : away + AWAY - now)).filter((left) => left > 0);
    if (soon.length) this.timer = setTimeout(() => this.show(this.table), Math.min(...soon) + 500);
    const saved = savedMatch(this.how.match.id);
    const key = JSON.stringify([document.documentElement.lang, seats, watchers, begun, this.how.match.over, soon.length, saved?.invitations, saved?.watch, this.how.seat()]);
    if (key === this.shown) return;
    this.shown = key;
    refill(this.home, [
      make("ul", { class: "seat-list" }, ...seats.map((each) => this.seat(each, table))),
      ...(this.spectating ? [] : [this.nameForm(table)]),
      ...this.watchers(table),
    ]);
  }

  get spectating() {
    return !this.how.own().has(this.how.seat());
  }

  /** @param {Seat} seat */
  isOwn({ seat }) {
    return this.how.own().has(seat);
  }

  /**
   * @param {Seat} seat
   * @param {Table} table
   */
  seat(seat, table) {
    const { seat: id, name } = seat;
    const how = presence(seat, table);
    const mine = this.isOwn(seat);
    const here = mine && how !== "bot" ? t(id === this.how.seat() ? "play.you" : "play.this-device") : "";
    const states = [seat.who.toLowerCase() === name.toLowerCase() ? "" : seat.who, here || (mine ? t("play.you") : ""), here && how === "here" ? "" : presenceText(seat, table)];
    return make("li", { class: `seat ${how}`, "data-seat": id },
      make("p", { class: "head" }, presenceIcon(how), make("b", {}, capital(name)), make("span", { class: "time", "data-clock": id })),
      make("p", { class: "state" }, states.filter(Boolean).join(" · ")),
      ...(this.spectating ? [] : this.actions(seat, table)));
  }

  // Actions

  /**
   * @param {Seat} seat
   * @param {Table} table
   */
  actions(seat, table) {
    const { kind, bot } = seat;
    if (this.isOwn(seat)) return this.ownActions(seat, table);
    if (this.how.match.over) return [];
    if (kind === "bot") return [this.botChoice(seat), this.invitation(seat, "instead")];
    if (kind === "friend" && !seat.taken) {
      return [this.invitation(seat, "new"), bot === null ? this.row(this.botButton(seat, table.begun ? "call" : "fill")) : this.botChoice(seat)];
    }
    const away = seat.away !== null && this.how.now() - seat.away >= AWAY && !seat.online;
    return kind === "friend" && bot === null && away ? [this.row(this.botButton(seat, "call"))] : [];
  }

  /**
   * @param {Seat} seat
   * @param {Table} table
   */
  ownActions(seat, table) {
    const { seat: id, bot } = seat;
    const other = id !== this.how.seat();
    const back = () => void this.how.send({ bot: null, seat: id });
    const sit = make("button", { type: "button", "data-way": `${id}-sit`, click: () => this.how.sit(id) }, t("play.sit", { name: capital(seat.name) }));
    if (this.how.match.over) return [this.row(other && sit)];
    if (bot === null) return [this.row(table.begun && this.botButton(seat, "me"), table.begun && other && sit)];
    return [
      this.row(make("button", { type: "button", class: "main", "data-way": `${id}-back`, click: back }, t("play.take-back")), other && sit),
      this.botChoice(seat),
    ];
  }

  /** @param {(HTMLElement | false)[]} inside */
  row(...inside) {
    return make("div", { class: "row" }, ...inside);
  }

  /**
   * Put a bot in a seat.
   * @param {Seat} seat
   * @param {"me" | "call" | "fill"} why
   */
  botButton({ seat, name }, why) {
    const bot = this.how.match.bots[0];
    const click = () => void this.how.send({ bot, seat });
    return bot !== undefined && make("button", { type: "button", "data-way": `${seat}-bot`, "aria-label": t(`play.put-${why}-of`, { name }), click }, t(`play.put-${why}`));
  }

  /**
   * The choice of a bot.
   * @param {Seat} seat
   */
  botChoice({ seat, name, bot }) {
    const { bots } = this.how.match;
    const now = bot ?? "";
    const known = bots.includes(now) ? bots : [now, ...bots];
    const change = (/** @type {Event} */ event) => void this.how.send({ bot: /** @type {HTMLSelectElement} */ (event.currentTarget).value, seat });
    const id = `bot-${this.home.id}-${seat}`;
    return make("div", { class: "which" },
      make("select", { "data-way": `${seat}-which`, "aria-label": t("play.which-bot", { name }), "aria-describedby": id, change },
        ...known.map((each) => make("option", { value: each, selected: each === now }, capital(botName(each))))),
      make("small", { id }, botDescription(now)));
  }

  /**
   * The invitation link for a friend, or a button to make one.
   * @param {Seat} seat
   * @param {"instead" | "new"} why
   */
  invitation({ seat, name, who }, why) {
    const { match } = this.how;
    const token = savedMatch(match.id)?.invitations?.[seat];
    const click = async () => {
      const reply = await this.how.send({ invite: seat });
      if (!reply.token) return;
      saveInvitation(match.id, seat, reply.token);
      this.show(this.table);
    };
    const fresh = make("button", { type: "button", "data-way": `${seat}-invite`, "aria-label": t(`play.invite-${why}-of`, { name }), click }, t(`play.invite-${why}`));
    if (!token) return make("div", {}, who && make("p", { class: "soft small" }, t("play.again-told", { who })), this.row(fresh));
    const label = t("play.invitation", { name });
    return make("div", { class: "invite" }, make("p", { class: "soft" }, t("play.invitation-about")),
      shareLink({ link: invitationLink(match.id, token), label, title: match.title }));
  }

  // Beside the seats

  /** @param {Table} table */
  nameForm(table) {
    const own = seatOf(table, this.how.seat());
    const field = make("input", { type: "text", name: "who", maxlength: NAME_LENGTH, value: own?.who ?? "", autocomplete: "nickname", "data-way": `${this.how.seat()}-name` });
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      if (this.how.own().size === 1) setMyName(field.value.trim());
      void this.how.send({ name: field.value.trim() });
    };
    const several = this.how.own().size > 1 && own;
    const label = several ? t("play.name-of", { name: own.name }) : t("play.your-name");
    return make("form", { class: "naming", submit }, make("label", { class: "field" }, make("span", {}, label), field),
      make("button", { type: "submit", "data-way": "name-save" }, t("play.save")));
  }

  /** @param {Table} table */
  watchers({ watchers }) {
    const { match } = this.how;
    const token = savedMatch(match.id)?.watch;
    const many = watchers ? [make("p", { class: "watchers" }, t("play.watchers", { n: watchers }))] : [];
    if (!token) return many;
    return [...many, make("details", {}, make("summary", { "data-way": "watch" }, t("play.watch-link")), make("p", { class: "soft" }, t("play.watch-about")),
      shareLink({ link: spectatorLink(match.id, token), label: t("play.watch-link"), title: match.title }))];
  }
}
