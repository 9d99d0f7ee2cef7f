/** The invitation page: the game, its players and the free seat. Only a click uses the invitation up. */

import { get, post, Refusal } from "../lib/api.js";
import { byId, make } from "../lib/dom.js";
import { setLinks, setTitle, startPage } from "../lib/header.js";
import { myName, setMyName } from "../lib/saved/preferences.js";
import { newSalt, ownTokens, savedMatch, saveMatch } from "../lib/saved/saved_matches.js";
import { capital, t } from "../lib/words.js";
import { nameList, occupant } from "../people/names.js";
import { termSentences } from "../people/terms.js";

/** @typedef {import("../lib/api.js").Match} Match */

const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const invitation = decodeURIComponent(location.hash.slice(1));
const path = `/api/matches/${encodeURIComponent(id)}`;

/** @type {Match | null} */
let match = null;

/** Go to the table; the back button skips the invitation. @param {string} [token] */
function enter(token = "") {
  location.replace(`/match/${encodeURIComponent(id)}${token ? `#${token}` : ""}`);
}

async function show() {
  try {
    if (!invitation) throw new Refusal(401, "");
    match = /** @type {Match} */ (await get(path, { token: invitation }));
  } catch (trouble) {
    refuse(trouble);
    return;
  }
  const own = match.seats.find(({ seat }) => seat === match?.seat);
  // Not an invitation, but a taken seat or the spectators' link: go to the table.
  if (!own || match.kind !== "friend" || own.taken) enter(invitation);
  else showInvitation(match);
}

/** @param {Match} found */
function showInvitation(found) {
  const people = found.seats.filter(({ who, bot }) => who && !bot).map(({ who }) => who);
  const seat = found.seats.find((each) => each.seat === found.seat)?.name ?? "";
  setTitle(t("pages.join-to", { title: found.title }));
  byId("invited-by", HTMLElement).textContent = people.length ? t("pages.join-by", { n: people.length, names: nameList(people) }) : t("pages.join-you");
  byId("invited-title", HTMLElement).textContent = found.title;
  byId("invited-how", HTMLElement).textContent = Object.values(found.option_names).map(capital).join(" · ");
  byId("seats", HTMLElement).replaceChildren(
    ...found.seats.map((each) =>
      make(
        "li",
        { class: each.seat === found.seat ? "own" : "" },
        make("span", { class: "seat-name" }, each.name),
        make("span", {}, each.seat === found.seat ? t("pages.join-seat") : occupant(each)),
      ),
    ),
  );
  const said = [...termSentences(found.terms), ...(found.begun ? [t("pages.join-begun")] : [])];
  byId("agreed", HTMLElement).replaceChildren(...said.map((each) => make("li", {}, each)));
  byId("take-go", HTMLButtonElement).textContent = t("pages.join-go");
  byId("take-go", HTMLButtonElement).setAttribute("aria-label", t("pages.join-go-as", { seat }));
  showBooks(found);
  byId("invited", HTMLElement).hidden = false;
}

/** @param {Match} found */
function showBooks({ game, title, options }) {
  const edition = options["edition"] ? `?edition=${encodeURIComponent(options["edition"])}` : "";
  // In a new tab, so that the invitation stays open.
  const way = (/** @type {string} */ href, /** @type {string} */ text) => make("a", { href, target: "_blank", rel: "noopener" }, text);
  byId("books", HTMLElement).replaceChildren(way(`/rules/${game}${edition}`, t("pages.rules-of", { name: title })));
}

/**
 * Explain what is wrong and what would help.
 * @param {unknown} trouble
 */
function refuse(trouble) {
  if (!(trouble instanceof Refusal)) throw trouble;
  setTitle(t("pages.join-not"));
  const used = [401, 403, 409].includes(trouble.status);
  byId("no-seat-why", HTMLElement).textContent = !invitation ? t("pages.join-cut") : used ? t("pages.join-used") : trouble.message;
  byId("invited", HTMLElement).hidden = true;
  byId("no-seat", HTMLElement).hidden = false;
}

async function take() {
  const button = byId("take-go", HTMLButtonElement);
  const name = byId("name", HTMLInputElement).value.trim();
  const error = byId("take-error", HTMLElement);
  setMyName(name);
  error.textContent = "";
  button.disabled = true;
  try {
    const taken = await post(`${path}/seat`, { name }, { token: invitation, once: true });
    keepSeat(taken, name);
    enter(taken.token);
  } catch (trouble) {
    button.disabled = false;
    if (trouble instanceof Refusal && ![401, 403, 404, 409].includes(trouble.status)) error.textContent = trouble.message;
    else refuse(trouble);
  }
}

/**
 * Whoever joins before the first row adds to the salt and has seen the hash.
 * @param {{seat: string, token: string}} taken
 * @param {string} name
 */
function keepSeat({ seat, token }, name) {
  if (!match) return;
  const { game, title, begun, dice } = match;
  const { watch } = savedMatch(id) ?? {};
  const before = begun ? {} : { salt: newSalt(), sha256: dice.sha256 };
  saveMatch({ id, token, seat, tokens: { [seat]: token }, name, game, title, over: false, ...(watch ? { watch } : {}), ...before });
}

async function begin() {
  if (Object.keys(ownTokens(savedMatch(id))).length) {
    enter();
    return;
  }
  await startPage();
  setLinks([{ href: "/", key: "both.home" }]);
  byId("name", HTMLInputElement).value = myName();
  byId("take", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    void take();
  });
  document.addEventListener("garrison:lang", () => void show());
  await show();
}

await begin();
