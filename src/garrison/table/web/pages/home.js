/** The home page: choose a game and play, resume a match, import a record. */

import { get, post, Refusal } from "../lib/api.js";
import { byId, make } from "../lib/dom.js";
import { startPage } from "../lib/header.js";
import { myName } from "../lib/saved/preferences.js";
import { leaveSeats, newSalt, savedMatches, saveNewMatch } from "../lib/saved/saved_matches.js";
import { capital, language, t } from "../lib/words.js";
import { images } from "./illustration.js";
import { NewMatch } from "./new_match.js";

/** @typedef {import("../lib/api.js").Game} Game */
/** @typedef {import("../lib/api.js").Combination} Combination */
/** @typedef {import("../lib/api.js").Option} Option */

const IMPORT_BYTES = 1_000_000;
/** The number of cards in sight before the page is scrolled. */
const IN_SIGHT = 2;
/** Options of a game shown among all; the others are folded. */
const SHOWN = 2;

/** @type {Game[]} */
let games = [];
/** Chosen options by game; a change of language keeps them. @type {Map<string, Record<string, string>>} */
const chosen = new Map();
/** Seats and terms by game. @type {Map<string, NewMatch>} */
const newMatches = new Map();
/** Parts of cards that are open. @type {Set<string>} */
const opened = new Set();
/** @type {typeof import("./my_matches.js") | null} fetched once this device has matches, or loads them from a backup */
let mine = null;

// Games

/**
 * The chosen combination of options.
 * @param {Game} game
 * @returns {Combination}
 */
function combination(game) {
  const now = chosen.get(game.id) ?? {};
  const found = game.combinations.find(({ options }) => Object.keys(options).every((name) => options[name] === now[name]));
  return found ?? { options: now, seats: [], ids: [] };
}

/** @param {Game} game */
function sets(game) {
  return game.combinations.map((each) => each.options);
}

/** @param {Game} game */
function newMatch(game) {
  const known = newMatches.get(game.id) ?? new NewMatch(game, showGames);
  newMatches.set(game.id, known);
  return known;
}

/**
 * The first valid combination with a value, as close to the present choice as possible.
 * @param {Game} game
 * @param {string} name
 * @param {string} value
 */
function fitting(game, name, value) {
  const now = chosen.get(game.id) ?? {};
  const alike = (/** @type {Record<string, string>} */ each) => Object.keys(each).filter((key) => each[key] === now[key]).length;
  const able = sets(game).filter((each) => each[name] === value);
  return able.reduce((best, each) => (alike(each) > alike(best) ? each : best), able[0] ?? now);
}

/**
 * The values of an option that are valid given the options before it.
 * @param {Game} game
 * @param {number} at
 */
function open(game, at) {
  const now = chosen.get(game.id) ?? {};
  const option = game.options[at];
  if (!option) return [];
  const before = game.options.slice(0, at).map((each) => each.name);
  const able = sets(game).filter((each) => before.every((name) => each[name] === now[name]));
  return option.values.filter((value) => able.some((each) => each[option.name] === value.value));
}

function showGames() {
  const focused = document.activeElement?.id;
  byId("games", HTMLDivElement).replaceChildren(...games.map((game, n) => gameCard(game, n < IN_SIGHT)));
  if (focused) document.getElementById(focused)?.focus();
}

/**
 * @param {Game} game
 * @param {boolean} seen whether it is in sight from the beginning
 */
function gameCard(game, seen) {
  const error = make("p", { class: "error", role: "alert" });
  const button = make("button", { type: "submit", class: "main big" }, t("pages.play"));
  button.setAttribute("aria-label", t("pages.play-game", { name: game.name }));
  const form = make(
    "form",
    { class: "panel game", "aria-labelledby": `game-${game.id}` },
    make("div", { class: "game-picture" }, ...(game.picture ? images(game.picture, game.picture.caption, seen) : [])),
    make(
      "div",
      { class: "game-told" },
      make("h3", { id: `game-${game.id}` }, game.name),
      make("p", { class: "facts" }, facts(game)),
      game.blurb && make("p", { class: "blurb" }, game.blurb),
    ),
    make("div", { class: "row game-go" }, button, game.lessons > 0 && make("a", { class: "button", href: `/learn/${game.id}` }, t("pages.learn", { name: game.name }))),
    error,
    optionsFold(game),
    aboutFold(game),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void play(game, button, error);
  });
  return form;
}

/** Players and minutes. @param {Game} game */
function facts({ players: [least, most], minutes }) {
  const players = least === most ? t("pages.players", { n: most }) : t("pages.players-range", { least, most });
  return [players, minutes && t("pages.minutes", { least: minutes[0], most: minutes[1] })].filter(Boolean).join(" · ");
}

/**
 * Everything that can be chosen before a match, with a summary of what is chosen.
 * @param {Game} game
 */
function optionsFold(game) {
  const options = game.options.map((_, at) => optionChoice(game, at));
  const chosenNow = combination(game);
  const seats = newMatch(game).show(chosenNow);
  if (!options.length && !seats.length) return null;
  const said = [...shownOptions(game), ...newMatch(game).summary(chosenNow)];
  return fold(
    game, "options", [make("b", {}, t("pages.options")), " ", make("span", { class: "soft" }, said.join(" · "))],
    ...options.slice(0, SHOWN), rarer(game, options.slice(SHOWN)), ...seats,
  );
}

/** @param {Game} game */
function aboutFold(game) {
  return fold(
    game, "about", [t("pages.about-game")],
    make("p", {}, game.text),
    make(
      "p",
      { class: "ways" },
      make("a", { href: rulesOf(game) }, t("pages.rules-of", { name: game.name })),
      make("a", { href: `/notes/${game.id}` }, t("pages.notes-of", { name: game.name })),
    ),
  );
}

/**
 * A part of a card that opens; it stays open when the card is drawn again.
 * @param {Game} game
 * @param {string} name
 * @param {(Node | string)[]} summary
 * @param {...(Node | null)} inside
 */
function fold(game, name, summary, ...inside) {
  const id = `${game.id}-${name}`;
  const toggle = (/** @type {Event} */ event) => {
    const { open } = /** @type {HTMLDetailsElement} */ (event.currentTarget);
    if (open) opened.add(id);
    else opened.delete(id);
  };
  return make("details", { class: `fold ${name}`, open: opened.has(id), toggle }, make("summary", { id }, ...summary), ...inside);
}

/** The chosen values that a newcomer would ask for. @param {Game} game */
function shownOptions(game) {
  const now = chosen.get(game.id) ?? {};
  const differs = (/** @type {Option} */ { name, values }, /** @type {number} */ at) => at < SHOWN || values[0]?.value !== now[name];
  return game.options.filter(differs).map(({ name, values }) => capital(values.find((each) => each.value === now[name])?.label ?? ""));
}

/** @param {Game} game */
function rulesOf(game) {
  const edition = chosen.get(game.id)?.["edition"];
  return `/rules/${game.id}${edition ? `?edition=${encodeURIComponent(edition)}` : ""}`;
}

/**
 * Rarely changed options are folded, with a summary of their values.
 * @param {Game} game
 * @param {HTMLElement[]} options
 */
function rarer(game, options) {
  if (!options.length) return null;
  const now = chosen.get(game.id) ?? {};
  const said = game.options.slice(SHOWN).map(({ name, label, values }) => {
    const value = values.find((each) => each.value === now[name]);
    return `${capital(label)}: ${value?.label ?? ""}`;
  });
  return fold(game, "rarer", [said.join(" · ")], ...options);
}

/**
 * @param {Game} game
 * @param {number} at
 */
function optionChoice(game, at) {
  const option = game.options[at];
  if (!option) throw new Error("no such option");
  const values = open(game, at);
  const now = chosen.get(game.id)?.[option.name];
  return make(
    "fieldset",
    {},
    make("legend", {}, capital(option.label)),
    ...values.map((value) => {
      const id = `${game.id}-${option.name}-${value.value}`;
      const change = () => {
        chosen.set(game.id, fitting(game, option.name, value.value));
        showGames();
      };
      const name = `${game.id}-${option.name}`;
      const traits = { type: "radio", id, name, value: value.value, change, checked: value.value === now };
      const hint = value.text ? make("span", { class: "hint", id: `${id}-hint` }, value.text) : null;
      const radio = make("input", { ...traits, "aria-describedby": hint ? hint.id : null });
      return make("div", { class: "choice" }, radio, make("label", { for: id }, capital(value.label)), hint);
    }),
  );
}

/**
 * @param {Game} game
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} error
 */
async function play(game, button, error) {
  const seats = newMatch(game);
  const wanted = combination(game);
  error.textContent = seats.wrong(wanted);
  if (error.textContent) return;
  button.disabled = true;
  button.textContent = t("pages.starting");
  try {
    const made = await post("/api/matches", { game: game.id, options: wanted.options, ...seats.wanted(wanted) }, { once: true });
    const token = saveNewMatch(made, { game: game.id, title: game.name, name: myName(), salt: newSalt(), sha256: made.dice.sha256 });
    location.assign(`/match/${encodeURIComponent(made.id)}#${token}`);
  } catch (trouble) {
    error.textContent = said(trouble);
    button.disabled = false;
    button.textContent = t("pages.play");
  }
}

/** @param {unknown} trouble */
function said(trouble) {
  if (trouble instanceof Refusal) return trouble.message;
  throw trouble;
}

// Importing a record

/** @param {string} record */
async function importRecord(record) {
  const error = byId("import-error", HTMLElement);
  const button = byId("import-go", HTMLButtonElement);
  error.textContent = "";
  if (!record.trim()) {
    error.textContent = t("pages.import-empty");
    return;
  }
  button.disabled = true;
  button.textContent = t("pages.importing");
  try {
    const made = await post("/api/matches/new/record", record, { once: true });
    location.assign(`/replay/${encodeURIComponent(made.id)}#${saveNewMatch(made, {})}`);
  } catch (trouble) {
    error.textContent = `${t("pages.import-error")} ${said(trouble)}`;
  } finally {
    button.disabled = false;
    button.textContent = t("pages.import-go");
  }
}

/** @param {File | undefined} file */
async function importFile(file) {
  if (!file) return;
  const field = byId("import-text", HTMLTextAreaElement);
  if (file.size > IMPORT_BYTES) {
    byId("import-error", HTMLElement).textContent = t("pages.import-large", { most: IMPORT_BYTES / 1e6 });
    return;
  }
  field.value = await file.text();
  await importRecord(field.value);
}

function listenToImport() {
  const field = byId("import-text", HTMLTextAreaElement);
  const file = byId("import-file", HTMLInputElement);
  const drop = byId("import", HTMLFormElement);
  drop.addEventListener("submit", (event) => {
    event.preventDefault();
    // A record ends with a line break, which pasted text often lacks.
    void importRecord(field.value.trim() ? `${field.value.trimEnd()}\n` : "");
  });
  file.addEventListener("change", () => {
    void importFile(file.files?.[0]);
    file.value = "";
  });
  for (const kind of ["dragenter", "dragover"]) {
    drop.addEventListener(kind, (event) => {
      event.preventDefault();
      drop.classList.add("over");
    });
  }
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    void importFile(event.dataTransfer?.files[0]);
  });
}

// Matches of this device

async function myMatches() {
  const found = await import("./my_matches.js");
  if (!mine) found.listenToMyMatches();
  mine = found;
  return mine;
}

async function showMine() {
  if (mine || savedMatches().length) await (await myMatches()).showMyMatches();
  else byId("my-matches-none", HTMLElement).hidden = false;
}

function listenToMine() {
  const file = byId("backup-file", HTMLInputElement);
  file.addEventListener("change", async () => {
    const [backup] = file.files ?? [];
    file.value = "";
    if (backup) await (await myMatches()).loadFile(backup);
  });
  // On returning to this tab, refresh whose turn it is.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && !byId("my-matches", HTMLElement).contains(document.activeElement)) void showMine();
  });
}

// The page

async function show() {
  const lang = language();
  const [found] = await Promise.all([/** @type {Promise<Game[]>} */ (get("/api/games")), showMine()]);
  if (lang !== language()) return;
  games = found;
  for (const game of games) if (!chosen.has(game.id)) chosen.set(game.id, sets(game)[0] ?? {});
  showGames();
}

await startPage();
leaveSeats();
listenToImport();
listenToMine();
document.addEventListener("garrison:lang", () => void show());
window.addEventListener("pageshow", (event) => {
  if (event.persisted) void show();
});
await show();
