/** The last tab of the match page: links, export, settings, and the list of keys. */

import { MAC } from "../board/view_keys.js";
import { showNotice } from "../lib/announcer.js";
import { text } from "../lib/api.js";
import { byId, download, make } from "../lib/dom.js";
import { asksFirst, motion, setAsksFirst, setMotion, setSounds, setSpeed, sounds, speed, SPEEDS } from "../lib/saved/preferences.js";
import { sound } from "../lib/sound/sounds.js";
import { t } from "../lib/words.js";
import { showEnding } from "../people/ending.js";
import { rulesPage } from "./help/rule_links.js";

/** @typedef {import("../lib/types.js").Match} Match */

/**
 * The last tab: links, settings and keys.
 * @param {import("./controller.js").MatchController} controller
 */
export function showMoreTab({ match, token, seat, players }) {
  const game = encodeURIComponent(match.game);
  /** @type {[string, string][]} */
  const ways = [
    ...(match.begun ? [/** @type {[string, string]} */ ([`/replay/${encodeURIComponent(match.id)}`, "play.to-replay"])] : []),
    [`/learn/${game}`, "play.to-lessons"],
    [rulesPage(match.game, match.options["edition"]), "play.to-rules"],
    [`/notes/${game}`, "play.to-notes"],
    ["/", "play.to-home"],
  ];
  byId("links", HTMLElement).replaceChildren(...ways.map(([href, key]) => make("li", {}, make("a", { href }, t(key)))));
  const keys = ["choose", "move", "ask", "undo", "hint", "skip", "zoom", MAC ? "pan-mac" : "pan", "find", "offers"];
  byId("keys", HTMLElement).replaceChildren(
    ...keys.flatMap((key) => [make("dt", {}, t(`play.key-${key}`)), make("dd", {}, t(`play.key-${key.replace("-mac", "")}-does`))]),
  );
  showDevice(byId("device", HTMLElement), match, [...players.own.values()].filter(Boolean));
  showEnding(byId("ending", HTMLElement), match, seat, (message) => players.send(message));
  const asking = byId("ask-first", HTMLInputElement);
  asking.checked = asksFirst();
  asking.onchange = () => setAsksFirst(asking.checked);
  const moving = byId("motion", HTMLInputElement);
  const pace = byId("pace", HTMLSelectElement);
  pace.replaceChildren(...SPEEDS.map((each) => make("option", { value: each, selected: each === speed() }, t(`pages.speed-${each}`))));
  pace.onchange = () => setSpeed(pace.value);
  moving.checked = motion();
  pace.disabled = !moving.checked;
  moving.onchange = () => {
    setMotion(moving.checked);
    pace.disabled = !moving.checked;
  };
  const heard = byId("sounds", HTMLInputElement);
  heard.checked = sounds();
  heard.onchange = () => {
    setSounds(heard.checked);
    sound("dice");
  };
  const saving = byId("export", HTMLButtonElement);
  saving.hidden = !match.begun;
  saving.textContent = t(match.over ? "play.export" : "play.export-story");
  saving.onclick = async () => {
    try {
      download(`${match.game}-${match.id}.txt`, await text(`/api/matches/${encodeURIComponent(match.id)}/record`, { token }));
    } catch (error) {
      showNotice(error instanceof Error ? error.message : String(error));
    }
  };
}

/**
 * The way to another device, for whoever has a seat here.
 * @param {HTMLElement} home
 * @param {Match} match
 * @param {string[]} own the tokens of own seats, none in a lesson
 */
function showDevice(home, match, own) {
  home.hidden = !own.length;
  const click = async () => {
    try {
      const { showTransfer } = await import("../people/other_device.js");
      await showTransfer(home, match, own);
    } catch (error) {
      showNotice(error instanceof Error ? error.message : String(error));
    }
  };
  home.replaceChildren(make("button", { type: "button", click }, t("play.device-make")));
}
