/** The shapes of the protocol, for the type checker. Nothing here runs. */

/**
 * @typedef {object} Place
 * @property {string} id
 * @property {number} x
 * @property {number} y
 * @property {string} shape `square`, `circle`, `area`, ...
 * @property {string} group
 * @property {string} name
 * @property {string} label
 * @property {string[]} neighbours
 * @property {string[]} colours
 */

/** @typedef {[number, number, number, number]} Box x, y, width, height in units of the board */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{id: string, name: string, box: Box, path: string[], end: string}} Group */
/** @typedef {{id: string, w: number, h: number, svg: string}} Sprite */
/** @typedef {{id: string, x: number, y: number, sprite: string}} Dial */

/**
 * @typedef {object} Board
 * @property {[number, number]} size
 * @property {Place[]} places
 * @property {Group[]} groups
 * @property {string[]} layers
 * @property {Sprite[]} sprites
 * @property {Dial[]} dials
 * @property {[string, string][]} short
 * @property {string} legend how to read it, a line for each thing
 */

/**
 * @typedef {object} Piece
 * @property {string} id
 * @property {string} sprite
 * @property {string} at
 * @property {string} name
 * @property {string} text
 * @property {string[]} marks
 * @property {string[]} over
 */

/** @typedef {{id: string, name: string, text: string, cards: boolean}} Tray */
/** @typedef {{id: string, at: string, value: string, name: string}} Gauge */
/** @typedef {{text: string, rule: string, who: string[], until: number | null, about: string[]}} Prompt */
/** @typedef {{do: string, at: string, say: string, odds: [number, number] | null, odds_of: string, also: string[]}} Choice */
/** @typedef {{name: string, low: number, high: number, step: number, unit: string, control: string}} Field */
/** @typedef {{row: number, notation: string, fields: Field[]}} Form */

/**
 * @typedef {object} Scene
 * @property {Piece[]} pieces
 * @property {Tray[]} trays
 * @property {Gauge[]} gauges
 * @property {string[]} focus
 * @property {Prompt | null} ask
 * @property {Choice[]} choices
 * @property {Form | null} form
 */

/**
 * @typedef {object} Step
 * @property {string} say
 * @property {string} kind
 * @property {string} rule
 * @property {string} gesture `move`, `roll`, `show`, `mark`, `count`, `fly` or nothing
 * @property {string[]} things
 * @property {number[]} dice
 */

/** @typedef {{n: number, steps: Step[], back: number | null}} Moment what one frame told */
/** @typedef {{won: string[], score: number[], how: string, text: string}} Ending */

/**
 * @typedef {object} Frame
 * @property {number} n
 * @property {number | null} ask
 * @property {Step[]} steps
 * @property {Scene} scene
 * @property {string} board
 * @property {string} seat
 * @property {number | null} back
 * @property {number | null} undo
 * @property {Ending | null} result
 * @property {Moment[]} [past]
 */

/** @typedef {{do: string, say: string, reason: string, chance: number | null}} Idea */

/**
 * @typedef {object} Reply what the server answered to a message with an id
 * @property {string} [done]
 * @property {string | null} [refused]
 * @property {number} [n]
 * @property {Idea[]} [ideas]
 * @property {string | null} [rule]
 * @property {string} [text]
 */

/**
 * @typedef {object} Match
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {Record<string, string>} options
 * @property {{seat: string, name: string}[]} seats
 * @property {string} seat
 * @property {number} n
 * @property {boolean} over
 * @property {string} board
 */

export {};
