/**
 * QR codes (ISO/IEC 18004) for links: byte mode, error correction level M, versions 1 to 10, drawn as SVG.
 */

import { draw } from "./dom.js";

/** By version: codewords of error correction a block, and the sizes of the blocks' data. @type {readonly [number, readonly number[]][]} */
const BLOCKS = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
/** By version: centres of the alignment patterns. @type {readonly (readonly number[])[]} */
const ALIGNED = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
/** The eight masks: whether the module at row and column is inverted. @type {readonly ((y: number, x: number) => boolean)[]} */
const MASKS = [
  (y, x) => (y + x) % 2 === 0,
  (y) => y % 2 === 0,
  (_, x) => x % 3 === 0,
  (y, x) => (y + x) % 3 === 0,
  (y, x) => ((y >> 1) + Math.floor(x / 3)) % 2 === 0,
  (y, x) => ((y * x) % 2) + ((y * x) % 3) === 0,
  (y, x) => (((y * x) % 2) + ((y * x) % 3)) % 2 === 0,
  (y, x) => (((y + x) % 2) + ((y * x) % 3)) % 2 === 0,
];
/** The bits of level M in the format information. */
const LEVEL = 0;
/** Light modules around the code. */
const QUIET = 4;

/** @typedef {(boolean | null)[][]} Grid rows of modules: dark, light, or not set yet */

// Codewords

/**
 * The smallest version that holds this number of bytes.
 * @param {number} length
 */
function versionFor(length) {
  const found = BLOCKS.findIndex(([, data], at) => 4 + (at < 9 ? 8 : 16) + 8 * length <= 8 * sum(data));
  if (found < 0) throw new RangeError("too long for a QR code");
  return found + 1;
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((all, each) => all + each, 0);
}

/**
 * The data as codewords: mode, length, bytes, terminator and padding.
 * @param {Uint8Array} bytes
 * @param {number} version
 */
function dataWords(bytes, version) {
  const [, sizes] = block(version);
  const size = sum(sizes);
  /** @type {number[]} */
  const bits = [];
  const put = (/** @type {number} */ value, /** @type {number} */ count) => {
    for (let at = count - 1; at >= 0; at -= 1) bits.push((value >> at) & 1);
  };
  put(0b0100, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const each of bytes) put(each, 8);
  put(0, Math.min(4, 8 * size - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  const words = [];
  for (let at = 0; at < bits.length; at += 8) words.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let at = 0; words.length < size; at += 1) words.push(at % 2 ? 0x11 : 0xec);
  return words;
}

/** @param {number} version */
function block(version) {
  const found = BLOCKS[version - 1];
  if (!found) throw new RangeError("no such version");
  return found;
}

/**
 * The product of two elements of GF(256), modulo x^8 + x^4 + x^3 + x^2 + 1.
 * @param {number} a
 * @param {number} b
 */
function times(a, b) {
  let product = 0;
  for (let at = 7; at >= 0; at -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if ((b >> at) & 1) product ^= a;
  }
  return product;
}

/**
 * The Reed-Solomon codewords of a block.
 * @param {readonly number[]} data
 * @param {number} count
 */
function correction(data, count) {
  /** @type {number[]} the generator without its leading 1, the highest power first */
  let generator = [];
  let root = 1;
  for (let degree = 0; degree < count; degree += 1) {
    generator = [...generator, 0].map((each, at) => each ^ times(at ? (generator[at - 1] ?? 0) : 1, root));
    root = times(root, 2);
  }
  let rest = /** @type {number[]} */ (new Array(count).fill(0));
  for (const each of data) {
    const factor = each ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((word, at) => word ^ times(generator[at] ?? 0, factor));
  }
  return rest;
}

/**
 * All codewords in the order they are drawn: the blocks interleaved.
 * @param {Uint8Array} bytes
 * @param {number} version
 */
function allWords(bytes, version) {
  const [count, sizes] = block(version);
  const words = dataWords(bytes, version);
  let from = 0;
  const data = sizes.map((size) => words.slice(from, (from += size)));
  const checks = data.map((each) => correction(each, count));
  const woven = (/** @type {number[][]} */ rows) =>
    Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, at) => rows.flatMap((row) => row.slice(at, at + 1))).flat();
  return [...woven(data), ...woven(checks)];
}

// Modules

/** @param {number} version */
function emptyGrid(version) {
  const size = 17 + 4 * version;
  return /** @type {Grid} */ (Array.from({ length: size }, () => new Array(size).fill(null)));
}

/**
 * @param {Grid} grid
 * @param {number} y
 * @param {number} x
 * @param {boolean} dark
 */
function set(grid, y, x, dark) {
  const row = grid[y];
  if (row && x >= 0 && x < row.length) row[x] = dark;
}

/**
 * Everything but data and format: finders, timing, alignment, version.
 * @param {Grid} grid
 * @param {number} version
 */
function drawPatterns(grid, version) {
  const last = grid.length - 1;
  for (let at = 0; at <= last; at += 1) {
    set(grid, 6, at, at % 2 === 0);
    set(grid, at, 6, at % 2 === 0);
  }
  const rings = (/** @type {number} */ y, /** @type {number} */ x, /** @type {number} */ reach, /** @type {number[]} */ dark) => {
    for (let dy = -reach; dy <= reach; dy += 1) {
      for (let dx = -reach; dx <= reach; dx += 1) set(grid, y + dy, x + dx, dark.includes(Math.max(Math.abs(dy), Math.abs(dx))));
    }
  };
  for (const [y, x] of /** @type {const} */ ([[3, 3], [3, last - 3], [last - 3, 3]])) rings(y, x, 4, [0, 1, 3]);
  const centres = ALIGNED[version - 1] ?? [];
  const far = centres.at(-1);
  for (const y of centres) {
    for (const x of centres) {
      const finder = (y === 6 && (x === 6 || x === far)) || (y === far && x === 6);
      if (!finder) rings(y, x, 2, [0, 2]);
    }
  }
  set(grid, last - 7, 8, true);
  if (version < 7) return;
  const bits = (version << 12) | remainder(version, 12, 0x1f25);
  for (let at = 0; at < 18; at += 1) {
    const [long, short] = [Math.floor(at / 3), last - 10 + (at % 3)];
    set(grid, long, short, ((bits >> at) & 1) === 1);
    set(grid, short, long, ((bits >> at) & 1) === 1);
  }
}

/**
 * The check bits of a BCH code.
 * @param {number} value
 * @param {number} count
 * @param {number} generator
 */
function remainder(value, count, generator) {
  let rest = value;
  for (let at = 0; at < count; at += 1) rest = (rest << 1) ^ (((rest >> (count - 1)) & 1) * generator);
  return rest;
}

/**
 * The level and the mask, twice.
 * @param {Grid} grid
 * @param {number} mask
 */
function drawFormat(grid, mask) {
  const last = grid.length - 1;
  const data = (LEVEL << 3) | mask;
  const bits = ((data << 10) | remainder(data, 10, 0x537)) ^ 0x5412;
  for (let at = 0; at < 15; at += 1) {
    const dark = ((bits >> at) & 1) === 1;
    set(grid, at < 6 ? at : at < 8 ? at + 1 : last - 14 + at, 8, dark);
    set(grid, 8, at < 8 ? last - at : at < 9 ? 7 : 14 - at, dark);
  }
}

/**
 * The codewords in columns of two, upwards and downwards in turn.
 * @param {Grid} grid
 * @param {number[]} words
 * @param {(y: number, x: number) => boolean} inverted
 */
function drawWords(grid, words, inverted) {
  const last = grid.length - 1;
  let at = 0;
  for (let right = last; right > 0; right -= 2) {
    if (right === 6) right = 5;
    const up = ((right + 1) & 2) === 0;
    for (let step = 0; step <= last; step += 1) {
      const y = up ? last - step : step;
      for (const x of [right, right - 1]) {
        if (grid[y]?.[x] !== null) continue;
        const bit = ((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1;
        set(grid, y, x, (bit === 1) !== inverted(y, x));
        at += 1;
      }
    }
  }
}

/**
 * How hard a grid is to read, by the four rules of the standard; the mask with the least is used.
 * @param {boolean[][]} grid
 */
function penalty(grid) {
  const size = grid.length;
  const columns = grid.map((_, x) => grid.map((row) => row[x] ?? false));
  let found = 0;
  for (const line of [...grid, ...columns]) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) found += run.length - 2;
    for (let at = 0; at + 11 <= size; at += 1) {
      const part = text.slice(at, at + 11);
      if (part === "10111010000" || part === "00001011101") found += 40;
    }
  }
  let dark = 0;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const here = grid[y]?.[x];
      if (here) dark += 1;
      if (here === grid[y]?.[x + 1] && here === grid[y + 1]?.[x] && here === grid[y + 1]?.[x + 1]) found += 3;
    }
  }
  return found + 10 * Math.floor(Math.abs((dark * 100) / (size * size) - 50) / 5);
}

/**
 * The modules of a text, true where dark.
 * @param {string} text
 * @returns {boolean[][]}
 */
export function qrModules(text) {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  const words = allWords(bytes, version);
  const made = MASKS.map((inverted, mask) => {
    const grid = emptyGrid(version);
    drawPatterns(grid, version);
    drawFormat(grid, mask);
    drawWords(grid, words, inverted);
    return grid.map((row) => row.map((dark) => dark === true));
  });
  const scores = made.map(penalty);
  return /** @type {boolean[][]} */ (made[scores.indexOf(Math.min(...scores))]);
}

/**
 * The code as a picture, dark on light in every theme; `label` is its text alternative.
 * @param {string} text
 * @param {string} label
 */
export function qrPicture(text, label) {
  const modules = qrModules(text);
  const size = modules.length + 2 * QUIET;
  const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : ""))).join("");
  return draw(
    "svg",
    { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    draw("rect", { class: "qr-light", width: size, height: size }),
    draw("path", { class: "qr-dark", d: path }),
  );
}
