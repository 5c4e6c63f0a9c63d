// A tune for whoever won, made of their name: the same one whenever they win, and seldom another's.

import { looks } from "./looks.js";

// Two octaves of a scale in which nothing sounds wrong, in Hz.
const SCALE = [392, 440, 523, 587, 659, 784, 880, 1047, 1175, 1319];
const RHYTHM = [0.14, 0.14, 0.28];
const NOTES = 5;
const LAST = 0.9;
const LOUD = 0.22;
let context = null;

// FNV-1a: as good as any for a tune.
const numberOf = (text) => [...text].reduce((sum, letter) => Math.imul(sum ^ letter.codePointAt(0), 16777619) >>> 0, 2166136261);

// [pitch, seconds] of each note; it climbs, and ends on the key note with its fifth.
export function tuneOf(name) {
  let number = numberOf(name);
  const next = (most) => { number = Math.imul(number ^ (number >>> 15), 2246822519) >>> 0; return number % most; };
  let at = next(3);
  const notes = Array.from({ length: NOTES }, () => {
    const note = [SCALE[at], RHYTHM[next(RHYTHM.length)]];
    at = Math.max(0, Math.min(SCALE.length - 1, at + next(4) - (at > 6 ? 3 : 0)));
    return note;
  });
  return [...notes, [1047, LAST]];
}

function ring(pitch, at, seconds, loud) {
  const source = new OscillatorNode(context, { type: "triangle", frequency: pitch });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  source.connect(volume).connect(context.destination);
  source.start(at);
  source.stop(at + seconds);
}

export function playJingle(name) {
  if (!looks.sound || document.hidden) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  const loud = LOUD * (looks.sound / 100);
  let at = context.currentTime + 0.03;
  for (const [pitch, seconds] of tuneOf(name)) {
    ring(pitch, at, seconds * 1.6, loud);
    at += seconds;
  }
  ring(784, at - LAST, LAST * 1.6, loud);
}
