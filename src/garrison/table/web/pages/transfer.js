/** Where a link for another device leads: one's own seats come to this browser. Only a click uses the link up. */

import { post, Refusal } from "../lib/api.js";
import { byId } from "../lib/dom.js";
import { setLinks, setTitle, startPage } from "../lib/header.js";
import { saveCarried } from "../lib/saved/saved_matches.js";
import { t } from "../lib/words.js";

const id = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const secret = location.hash.slice(1);

function show() {
  setTitle(t("pages.carry"));
  if (!secret) refuse(t("pages.carry-cut"));
}

/** @param {string} why */
function refuse(why) {
  setTitle(t("pages.carry-not"));
  byId("no-seats-why", HTMLElement).textContent = why;
  byId("carry", HTMLElement).hidden = true;
  byId("no-seats", HTMLElement).hidden = false;
}

async function carry() {
  const button = byId("carry-go", HTMLButtonElement);
  const error = byId("carry-error", HTMLElement);
  button.disabled = true;
  error.textContent = "";
  try {
    const carried = await post(`/api/matches/${encodeURIComponent(id)}/transfer/redeem`, null, { token: secret, once: true });
    const token = saveCarried(id, carried);
    location.replace(`/match/${encodeURIComponent(id)}${token ? `#${token}` : ""}`); // the back button skips the used link
  } catch (trouble) {
    if (!(trouble instanceof Refusal)) throw trouble;
    button.disabled = false;
    if ([401, 404, 409].includes(trouble.status)) refuse(trouble.message);
    else error.textContent = trouble.message;
  }
}

await startPage();
setLinks([{ href: "/", key: "both.home" }]);
byId("carry-go", HTMLButtonElement).addEventListener("click", () => void carry());
document.addEventListener("garrison:lang", show);
show();
