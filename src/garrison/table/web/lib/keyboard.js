/** Tells whether the reader uses the keyboard now: only then may the focus rest on something that can be pressed. */

let keys = false;

addEventListener("keydown", () => {
  keys = true;
}, true);
addEventListener("pointerdown", () => {
  keys = false;
}, true);

export function byKeyboard() {
  return keys;
}
