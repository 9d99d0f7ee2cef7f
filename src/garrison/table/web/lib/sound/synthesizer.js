/** Short sounds, made on the spot: dice on wood, a counter put down, an alarm. */

/** @typedef {import("./sounds.js").Sound} Sound */

const LOUD = 0.2;

/** @type {AudioContext | null} */
let audio = null;

/**
 * A volume that rises at once and dies away.
 * @param {AudioContext} context
 * @param {number} at seconds
 * @param {number} lasts
 * @param {number} loud
 */
function envelope(context, at, lasts, loud) {
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.0005, at + lasts);
  volume.connect(context.destination);
  return volume;
}

/**
 * A knock: noise around a pitch.
 * @param {AudioContext} context
 * @param {number} at
 * @param {number} pitch
 * @param {number} lasts
 */
function knock(context, at, pitch, lasts) {
  const buffer = new AudioBuffer({ length: Math.ceil(lasts * context.sampleRate), sampleRate: context.sampleRate });
  const noise = buffer.getChannelData(0);
  for (let n = 0; n < noise.length; n += 1) noise[n] = 2 * Math.random() - 1;
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 4 })).connect(envelope(context, at, lasts, 3 * LOUD));
  source.start(at);
}

/**
 * A note.
 * @param {AudioContext} context
 * @param {number} at
 * @param {number} pitch
 * @param {number} lasts
 */
function note(context, at, pitch, lasts) {
  const tone = new OscillatorNode(context, { frequency: pitch, type: "triangle" });
  tone.connect(envelope(context, at, lasts, LOUD));
  tone.start(at);
  tone.stop(at + lasts);
}

/** @type {Record<Sound, (context: AudioContext, now: number) => void>} */
const SOUNDS = {
  dice: (context, now) => [0, 0.07, 0.12, 0.2, 0.24, 0.31].forEach((after, n) => knock(context, now + after, n % 2 ? 2300 : 1700, 0.06)),
  move: (context, now) => knock(context, now, 420, 0.12),
  alarm: (context, now) => [440, 349, 440, 349].forEach((pitch, n) => note(context, now + 0.18 * n, pitch, 0.2)),
};

/** @param {Sound} kind */
export function play(kind) {
  audio ??= new AudioContext();
  SOUNDS[kind](audio, audio.currentTime + 0.01);
}
