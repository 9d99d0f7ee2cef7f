/** A link to copy, or to share through the device. */

import { announce } from "../lib/announcer.js";
import { make } from "../lib/dom.js";
import { t } from "../lib/words.js";

/** Loopback host names: such an address does not work from another device. */
const NEAR = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * @param {{link: string, label: string, title: string}} what `label` says what the link is, `title` goes with it when shared
 */
export function shareLink({ link, label, title }) {
  const field = make("input", { type: "text", readonly: true, value: link, "aria-label": label, "data-way": `${label}-field`, focus: () => field.select() });
  const said = make("span", { class: "said", role: "status" });
  const tell = (/** @type {string} */ text) => {
    said.textContent = text;
    announce([text]);
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      tell(t("pages.share-copied"));
    } catch {
      field.focus();
      tell(t("pages.share-hand"));
    }
  };
  const hand = () => navigator.share({ title, url: link }).catch((error) => {
    if (!(error instanceof DOMException && error.name === "AbortError")) tell(t("pages.share-hand"));
  });
  return make("div", { class: "share" }, field,
    make("button", { type: "button", "data-way": `${label}-copy`, "aria-label": t("play.copy-of", { label }), click: copy }, t("play.copy")),
    "share" in navigator && make("button", { type: "button", "data-way": `${label}-share`, "aria-label": t("play.share-of", { label }), click: hand }, t("play.share")),
    said, NEAR.test(location.hostname) && make("p", { class: "near" }, t("play.near-only")));
}
