/** Types of the protocol, for the type checker. Nothing here runs. */

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
 * @property {[number, number][]} outline the corners of a place that is an area
 * @property {string} about its label in words
 */

/** @typedef {[number, number, number, number]} Box x, y, width, height in units of the board */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {{id: string, name: string, box: Box, path: string[], end: string, close: boolean, about: string}} Group */
/** @typedef {{id: string, w: number, h: number, svg: string}} Sprite */
/** @typedef {{id: string, x: number, y: number, sprite: string, size: number}} Dial */

/** @typedef {{text: string, stacks: string[][], box: Box | null}} LegendLine with stacks of sprites, or a part of the board */

/**
 * @typedef {object} Board
 * @property {[number, number]} size
 * @property {Place[]} places
 * @property {Group[]} groups
 * @property {string[]} layers
 * @property {Sprite[]} sprites
 * @property {Dial[]} dials
 * @property {[string, string][]} short
 * @property {LegendLine[]} legend how to read it
 * @property {[string, string][]} explanations by gauge, what it means
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
 * @property {[number, number] | null} spot its free position
 * @property {number} turn degrees clockwise
 * @property {boolean} silent drawn, but never announced
 * @property {string[]} traits its text in words
 */

/** `line` is the tray in whose line its cards are shown small as well. @typedef {{id: string, name: string, text: string, cards: boolean, line: string}} Tray */
/** @typedef {{id: string, at: string, value: string, name: string, about: string}} Gauge */
/** @typedef {{text: string, rule: string, who: string[], until: number | null, about: string[], waiting: string}} Prompt */

/**
 * @typedef {object} Choice
 * @property {string} do
 * @property {string} at the thing to click, or "": only in the list
 * @property {string} say
 * @property {[number, number] | null} odds
 * @property {string} odds_of
 * @property {string[]} also
 * @property {"main" | "quiet" | "final"} weight `quiet` gives something up, `final` ends something
 * @property {string} then what it does at once, beyond its own sentence
 * @property {string} ends what ends with it, as a request
 * @property {string} kind the heading it is listed under
 * @property {string} fold a heading it shares with others that are possible rather than worth choosing
 * @property {string} note a word or number on what it takes, such as a cost
 * @property {string} badge a sign of what it takes or does besides: its ring is doubled
 * @property {string} takes note and badge in words
 * @property {boolean} deselect whether it lets go of the piece that was chosen to act
 * @property {boolean} plain whether it is like many others, such as a step of a walk
 * @property {boolean} tick whether it is one of several that are ticked, and given together with the one that closes the question
 * @property {string[]} tally the sentences of the one that closes it, by the number of those that are ticked
 */

/** One that `drafts` only prepares an offer. @typedef {{do: string, say: string, kind: string, parts: string[], drafts: boolean, weight: Choice["weight"]}} Offer */
/** @typedef {{id: string, name: string, steps: string[]}} OfferKind */
/** @typedef {{at: string, say: string, label: string, urgent: boolean, counts: string}} Alarm */
/** @typedef {{name: string, low: number, high: number, step: number, unit: string, control: string, rule: string, label: string}} Field */

/**
 * @typedef {object} Throw where the numbers of a form lead; it names fields
 * @property {[string, string]} point
 * @property {string} turn
 * @property {string} force
 * @property {string} by
 * @property {[number, number, number][]} rows far, along, across
 * @property {number[]} spread equally likely deviations, in thousandths of a half axis
 * @property {number} radius of what is thrown, in hundredths
 * @property {{kind: string, id: string, places: string[], name: string}[]} targets what it may strike
 */

/**
 * @typedef {object} Form
 * @property {number} row
 * @property {string} notation
 * @property {Field[]} fields
 * @property {string[]} bars
 * @property {number} scale units of the board per unit of its points
 * @property {number[]} start
 * @property {Throw | null} throw
 * @property {string} about
 * @property {string} point the name of its point
 * @property {string} goal the name of its target
 * @property {string} send
 */

/**
 * @typedef {object} Scene
 * @property {Piece[]} pieces
 * @property {Tray[]} trays
 * @property {Gauge[]} gauges
 * @property {string[]} focus
 * @property {Prompt | null} ask
 * @property {Choice[]} choices in the order to list them
 * @property {Form | null} form
 * @property {string[]} minor_kinds headings of the kinds of choices that are folded where the list is long
 * @property {Alarm[]} alarms
 * @property {Choice[]} replies answers to offers that the seat has got
 * @property {Offer[]} offers what the seat may offer others
 * @property {OfferKind[]} offer_kinds
 * @property {string} turn the seat whose turn it is, or "" where that is simply who is asked
 */

/**
 * @typedef {object} FrameStep
 * @property {string} say
 * @property {string} kind
 * @property {string} rule
 * @property {string} gesture `move`, `walk`, `roll`, `show`, `mark`, `count`, `fly` or nothing
 * @property {string[]} things
 * @property {number[]} dice
 * @property {number} dice_at where the sentence tells them, -1 if it does not
 * @property {number} need the number that one of them must reach, 0 if there is none
 * @property {string} heading what it stands under in the log
 * @property {number} level 1 for a turn, 2 for a phase
 * @property {string} sign the sign beside it
 * @property {boolean} passing whether it only leads to what is told next
 */

/**
 * @typedef {object} Moment the content of one frame
 * @property {number} n
 * @property {FrameStep[]} steps
 * @property {number | null} back the frame restored by an undo
 * @property {string[]} agreed the seats that consented
 */
/** @typedef {{won: string[], score: number[], how: string, text: string, cause: string, things: string[], title: string}} Ending `cause` is what decided the game, `things` what it is about; `title` is what it means to the viewer, in brief */

/**
 * @typedef {object} Frame
 * @property {number} n
 * @property {number | null} ask
 * @property {FrameStep[]} steps
 * @property {Scene} scene
 * @property {string} board
 * @property {string} seat
 * @property {number | null} back
 * @property {string[]} agreed
 * @property {number | null} undo
 * @property {Ending | null} result
 * @property {Moment[]} [past]
 * @property {Summary} [summary]
 */

/** What others have done since a frame, in brief: by player, or under no name. @typedef {{since: number, lines: {who: string, text: string}[]}} Summary */

/** @typedef {{do: string, say: string, reason: string, chance: number | null, plan: {do: string, say: string}[]}} Suggestion */

/**
 * @typedef {object} Reply the server's answer to a message with an id
 * @property {string} [done]
 * @property {string | null} [refused]
 * @property {number} [n]
 * @property {Suggestion[]} [ideas]
 * @property {string | null} [rule]
 * @property {string} [text]
 * @property {boolean} [sealed] the answer is in and still secret
 * @property {string} [token] an invitation
 * @property {string[]} [supposed] of the actions that were supposed, those that stand
 * @property {Offer[]} [offers] what could be offered then
 * @property {OfferKind[]} [offer_kinds]
 */

/** @typedef {{move?: number, bank?: number, add?: number}} Clock seconds per decision, or for the game with an increment */
/** @typedef {{clock: Clock | null, least: number, pace: number}} Terms the agreed terms */

/**
 * @typedef {object} Seat a seat and its player
 * @property {string} seat
 * @property {string} name the seat's name
 * @property {string} who the player's name or ""
 * @property {"mine" | "friend" | "bot"} kind
 * @property {string | null} bot the bot that plays there now
 * @property {boolean} joined
 * @property {boolean} taken
 * @property {boolean} online
 * @property {number | null} away when they were last seen, null while present
 */

/**
 * @typedef {object} Proposal a request to undo, resign or end in a draw
 * @property {number} proposal
 * @property {"undo" | "resign" | "draw"} what
 * @property {string} by
 * @property {number | null} n the frame to go back to
 * @property {string[]} agreed
 * @property {string[]} waits the seats that are asked and have not agreed yet
 */

/**
 * @typedef {object} Table seats, presence and terms of a match
 * @property {boolean} begun
 * @property {string} you
 * @property {{sha256: string, salt: string | null}} dice
 * @property {Seat[]} seats
 * @property {number} watchers
 * @property {Terms} terms
 * @property {Record<string, {left: number, until: number | null}> | null} clocks time left as of the last row, and when it ends
 * @property {number | null} closes the earliest end of a sealed window
 * @property {boolean} sealed whether this seat's answer to the open window is in
 * @property {Proposal | null} proposal
 */

/** @typedef {{what: string, seat?: string, seats?: string[], bot?: string, by?: string, match?: string, places?: Record<string, string>}} Note an event at the table */

/**
 * @typedef {object} Entry a chat message, or a note
 * @property {number} n
 * @property {"seats" | "watchers" | "table"} channel
 * @property {string | null} seat
 * @property {string} who
 * @property {string} text
 * @property {Note | null} note
 * @property {string} at
 */

/**
 * @typedef {object} Match
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {string} lang language of the game's texts
 * @property {string} remark for readers of another language
 * @property {Record<string, string>} options
 * @property {{seat: string, name: string}[]} seats
 * @property {string[][]} teams the seats that win and lose together
 * @property {string} seat
 * @property {number} n
 * @property {boolean} over
 * @property {string} board
 * @property {boolean} begun
 * @property {boolean} secret whether seats have secrets
 * @property {boolean} may_draw whether all can agree on a draw
 * @property {string[]} bots bots for this game, best first
 */

export {};
