/** Alerts that it is the player's turn: title, sound, notification, badge, webhook. They reveal nothing else. */

import { make } from "../lib/dom.js";
import { setTitle } from "../lib/header.js";
import { sounds } from "../lib/saved/preferences.js";
import { recall, remember } from "../lib/saved/storage.js";
import { t } from "../lib/words.js";

/** @typedef {(address: string | null) => Promise<import("../lib/types.js").Reply>} SetHook */

const SOUND = "garrison.sound";
const NOTIFY = "garrison.notify";
/** A player who is looking at the table hears a sound only after waiting this long, in milliseconds, or with sounds on. */
const LONG = 4000;

/** Two soft notes. @type {[number, number][]} pitch and start time */
const NOTES = [[659, 0], [880, 0.16]];
const LASTS = 0.5;
const LOUD = 0.12;

/** @type {AudioContext | null} */
let audio = null;

/** A short sound; browsers allow it only after the page was touched. */
function chime() {
  if (!navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  for (const [pitch, begins] of NOTES) {
    const at = audio.currentTime + begins;
    const tone = new OscillatorNode(audio, { frequency: pitch, type: "sine" });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(LOUD, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, at + LASTS);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + LASTS);
  }
}

export class TurnAlerts {
  /**
   * @param {string} id of the match
   * @param {SetHook} setHook
   */
  constructor(id, setHook) {
    this.id = id;
    this.setHook = setHook;
    /** @type {boolean | null} whether it is their turn; null while unknown */
    this.asked = null;
    this.waitsSince = 0;
    /** @type {Notification | null} */
    this.note = null;
    document.addEventListener("visibilitychange", () => document.hidden || this.note?.close());
  }

  get sound() {
    return recall(SOUND) !== "off";
  }

  /** Whether notifications are wanted and allowed. */
  get notify() {
    return recall(NOTIFY) === "on" && "Notification" in globalThis && Notification.permission === "granted";
  }

  /**
   * Called when whose turn it is may have changed.
   * @param {string} title
   * @param {boolean} asked
   * @param {string} name the seat's name
   */
  show(title, asked, name) {
    setTitle(title);
    if (asked) document.title = `● ${document.title}`;
    if (this.asked === false && asked) this.tell(title, name);
    if (!asked && this.asked !== false) this.waitsSince = Date.now();
    if (this.asked !== asked) badge(asked);
    this.asked = asked;
    if (!asked) this.note?.close();
  }

  /**
   * @param {string} title
   * @param {string} name
   */
  tell(title, name) {
    const looking = !document.hidden && document.hasFocus();
    if (this.sound && (!looking || sounds() || Date.now() - this.waitsSince > LONG)) chime();
    if (!this.notify || !document.hidden) return;
    try {
      this.note = new Notification(title, { body: t("play.turn-come", { name }), tag: `garrison-${this.id}`, icon: new URL("../favicon.svg", import.meta.url).pathname });
    } catch {
      return; // phones show none for a page that is not installed; title, sound and badge remain
    }
    this.note.addEventListener("click", () => focus());
  }

  /** The switches. */
  settings() {
    const sound = make("input", { type: "checkbox", checked: this.sound });
    sound.addEventListener("change", () => {
      remember(SOUND, sound.checked ? "on" : "off");
      if (sound.checked) chime();
    });
    const said = make("small", { class: "soft", id: "notify-about", role: "status" });
    const notify = make("input", { type: "checkbox", checked: this.notify, disabled: !("Notification" in globalThis), "aria-describedby": "notify-about" });
    const tell = () => {
      if (!("Notification" in globalThis)) said.textContent = t("play.notify-never");
      else if (Notification.permission === "denied") said.textContent = t("play.notify-denied");
      else said.textContent = t("play.notify-about");
    };
    notify.addEventListener("change", async () => {
      if (notify.checked) await Notification.requestPermission();
      remember(NOTIFY, notify.checked ? "on" : "off");
      notify.checked = this.notify;
      tell();
    });
    tell();
    return [
      make("label", { class: "check" }, sound, make("span", {}, t("play.sound"))),
      make("label", { class: "check" }, notify, make("span", {}, t("play.notify"))),
      said,
      webhookForm(this.setHook),
    ];
  }
}

/** Set the badge of an installed page. @param {boolean} on */
function badge(on) {
  if (!("setAppBadge" in navigator)) return;
  const done = on ? navigator.setAppBadge() : navigator.clearAppBadge();
  done.catch(() => undefined); // a page that is not installed has no icon
}

/**
 * The webhook: an address called when it is the player's turn.
 * @param {SetHook} set
 */
function webhookForm(set) {
  const field = make("input", { type: "text", inputmode: "url", id: "hook", placeholder: t("play.hook-hint"), autocomplete: "off", "aria-describedby": "hook-about" });
  const said = make("small", { class: "soft", role: "status" });
  const save = async (/** @type {string | null} */ address) => {
    const reply = await set(address);
    if (reply.refused !== undefined) said.textContent = reply.text ?? "";
    else said.textContent = t(address === null ? "play.hook-removed" : "play.hook-saved");
    if (address === null) field.value = "";
  };
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    void save(field.value.trim() || null);
  };
  return make("details", { class: "hook" },
    make("summary", {}, t("play.hook")),
    make("p", { class: "soft", id: "hook-about" }, t("play.hook-about")),
    make("form", { submit }, make("label", { class: "field", for: "hook" }, make("span", {}, t("play.hook-address"))), field,
      make("div", { class: "row" }, make("button", { type: "submit" }, t("play.save")),
        make("button", { type: "button", click: () => save(null) }, t("play.hook-remove")), said)));
}
