/** The signs beside the lines of the log, one for each word that the server may use. They repeat what the line says. */

import { draw } from "../dom.js";

/** Lines on a field of 16 by 16. @type {Record<string, string>} */
const PATHS = {
  alarm: "M8 2 15 14H1ZM8 6.5v3.5M8 12v.2",
  card: "M4 2h8v12H4zM6.5 5h3M6.5 7.5h3",
  count: "M3 13V9M6.4 13V6M9.8 13V8M13.2 13V3",
  dice: "M3 3h10v10H3zM6 6v.2M10 10v.2M8 8v.2",
  disease: "M8 5a3 3 0 1 0 .1 0M8 5V2M8 11v3M5 8H2M11 8h3M5.9 5.9 4 4M10.1 10.1 12 12M10.1 5.9 12 4M5.9 10.1 4 12",
  end: "M4 15V2M4 2.5h9l-2.2 3L13 8.500H4",
  fire: "M8 14c-3 0-4.5-2-4.5-4.300C3.5 7 6 6 6.5 2c3 1.5 6 4.5 6 7.700C12.5 12 11 14 8 14ZM8 14c-1.5-1-1.5-3 0-4.5 1.5 1.5 1.5 3.5 0 4.5",
  help: "M8 3v10M3 8h10",
  hit: "M8 1.5 9.7 5.8 14 4.5 11.5 8l3 3.3-4.3-.2L8.5 15 7 11.100l-4.5 1L5 8.5 1.8 5.300l4.4.5Z",
  load: "M8 2v7M5 6.5 8 9.500l3-3M3 13.500h10",
  lost: "M6 2h4v3h3v3h-3v6H6V8H3V5h3Z",
  mark: "M8 3a5 5 0 1 0 .1 0M8 7.500a.5.5 0 1 0 .1 0",
  miss: "M4 4l8 8M12 4l-8 8",
  move: "M2 8h11M9 4l4 4-4 4",
  pass: "M4.5 3v10M9 3l4.5 5L9 13",
  repair: "M3 13l6-6M8 3.5 12.5 8l-2 2L6 5.500ZM11 3l2 2",
  shield: "M8 2c2 1.5 4 1.8 5.5 1.8C13.5 9 12 12 8 14 4 12 2.5 9 2.5 3.8 4 3.8 6 3.5 8 2Z",
  shot: "M2 13C4 6 9 4 13 5M10 2.5 13.2 5l-2 3.5",
  spell: "M3 13l7-7M11 2v3M9.5 3.500h3M13.5 7v2M12.5 8h2M6 3v2M5 4h2",
};

/**
 * A sign, or an empty field of the same size for a word that is none.
 * @param {string} name
 */
export function sign(name) {
  const path = PATHS[name];
  const traits = { viewBox: "0 0 16 16", width: 16, height: 16, "aria-hidden": "true", focusable: "false", class: "sign" };
  return draw("svg", traits, path ? draw("path", { d: path }) : null);
}
