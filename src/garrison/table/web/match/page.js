/** What surrounds the play: tabs, links, keys, zoom buttons, the notice of a lost line. */

import { text } from "../lib/api.js";
import { download, make, part } from "../lib/dom.js";
import { motion, setMotion, setSpeed, speed, SPEEDS } from "../lib/preferences.js";
import { t } from "../lib/words.js";

/** @typedef {import("../lib/types.js").Match} Match */
/** @typedef {import("../board/view.js").Stage} Stage */

/**
 * Tabs as a reader expects them: arrow keys choose.
 * @param {(name: string) => void} shown
 * @returns {(name: string) => void} opens a tab
 */
export function tabs(shown) {
  const all = [...document.querySelectorAll('[role="tab"]')].filter((each) => each instanceof HTMLElement);
  const open = () => all.filter((each) => !each.hidden);
  const choose = (/** @type {HTMLElement} */ tab) => {
    for (const each of all) {
      const on = each === tab;
      each.setAttribute("aria-selected", String(on));
      each.tabIndex = on ? 0 : -1;
      part(each.getAttribute("aria-controls") ?? "", HTMLElement).hidden = !on;
    }
    shown(tab.id);
  };
  all.forEach((tab) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const next = way && open().at((open().indexOf(tab) + way) % open().length);
      if (!next) return;
      event.preventDefault();
      choose(next);
      next.focus();
    });
  });
  return (id) => choose(part(id, HTMLElement));
}

/** Say something aloud. @param {string[]} sentences */
export function announce(sentences) {
  const live = part("live", HTMLElement);
  live.append(...sentences.filter(Boolean).map((each) => make("p", {}, each)));
  while (live.children.length > 40) live.firstElementChild?.remove();
}

/** What was said aloud is no longer to be found. */
export function clearLive() {
  part("live", HTMLElement).replaceChildren();
}

/**
 * A notice over the board, or none.
 * @param {string} [said]
 * @param {boolean} [home] whether to offer the way home
 */
export function notice(said = "", home = false) {
  const element = part("notice", HTMLElement);
  element.hidden = !said;
  element.replaceChildren(said, " ", home ? make("a", { href: "/" }, t("both.home")) : "");
}

/**
 * A button that can do nothing stays where the focus is.
 * @param {HTMLButtonElement} button
 * @param {boolean} can
 */
export function able(button, can) {
  button.setAttribute("aria-disabled", String(!can));
}

/** @param {() => Stage | null} stage */
export function zoomButtons(stage) {
  part("closer", HTMLButtonElement).addEventListener("click", () => stage()?.lens.step(1));
  part("farther", HTMLButtonElement).addEventListener("click", () => stage()?.lens.step(-1));
  const look = part("look", HTMLSelectElement);
  look.addEventListener("change", () => {
    const group = stage()?.board.groups.find(({ id }) => id === look.value);
    if (group) stage()?.lens.look(group.box);
    else stage()?.lens.whole();
  });
}

/**
 * What the page tells of a board: the parts to look at, and how it is read.
 * @param {Stage} stage
 */
export function boardTold(stage) {
  const look = part("look", HTMLSelectElement);
  const groups = stage.board.groups.map(({ id, name }) => make("option", { value: id }, name));
  const closer = make("option", { value: "?", hidden: true }, t("play.look-part"));
  const legend = stage.board.legend.split("\n").filter(Boolean);
  part("legend", HTMLElement).hidden = !legend.length;
  part("legend-lines", HTMLElement).replaceChildren(...legend.map((line) => make("li", {}, line)));
  look.replaceChildren(closer, make("option", { value: "", selected: true }, t("play.whole-board")), ...groups);
  stage.lens.onChange = () => {
    part("farther", HTMLButtonElement).disabled = stage.lens.zoom < 1.01;
    if (stage.lens.zoom < 1.01) look.value = "";
    else if (look.value === "") look.value = "?";
  };
  stage.lens.onChange();
}

/**
 * The last tab: where else to go, what is set, which keys there are.
 * @param {Match} match
 * @param {string} token
 * @param {string} rulesPage
 */
export function more(match, token, rulesPage) {
  const game = encodeURIComponent(match.game);
  /** @type {[string, string][]} */
  const ways = [
    ...(match.begun ? [/** @type {[string, string]} */ ([`/replay/${encodeURIComponent(match.id)}`, "play.to-replay"])] : []),
    [rulesPage, "play.to-rules"],
    [`/notes/${game}`, "play.to-notes"],
    ["/", "play.to-home"],
  ];
  part("links", HTMLElement).replaceChildren(...ways.map(([href, key]) => make("li", {}, make("a", { href }, t(key)))));
  const keys = ["choose", "move", "ask", "undo", "hint", "skip", "zoom"];
  part("keys", HTMLElement).replaceChildren(
    ...keys.flatMap((key) => [make("dt", {}, t(`play.key-${key}`)), make("dd", {}, t(`play.key-${key}-does`))]),
  );
  const moving = part("motion", HTMLInputElement);
  const pace = part("pace", HTMLSelectElement);
  pace.replaceChildren(...SPEEDS.map((each) => make("option", { value: each, selected: each === speed() }, t(`pages.speed-${each}`))));
  pace.onchange = () => setSpeed(pace.value);
  moving.checked = motion();
  pace.disabled = !moving.checked;
  moving.onchange = () => {
    setMotion(moving.checked);
    pace.disabled = !moving.checked;
  };
  const saving = part("export", HTMLButtonElement);
  saving.hidden = !match.begun;
  saving.textContent = t(match.over ? "play.export" : "play.export-story");
  saving.onclick = async () => {
    try {
      download(`${match.game}-${match.id}.txt`, await text(`/api/matches/${encodeURIComponent(match.id)}/record`, { token }));
    } catch (error) {
      notice(error instanceof Error ? error.message : String(error));
    }
  };
}
