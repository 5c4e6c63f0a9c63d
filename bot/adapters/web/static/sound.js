// Sounds, made here and now out of tones and noise: off until somebody wants them. A short buzz on one's own turn, too.

import { byId, say } from "./dom.js";

const KEY = "potluck.sound";
const AT_ONCE = 3;
const GAP = 0.12;
const chosen = { on: false, asked: false, volume: 60, buzz: false, notify: false, ...remembered() };
let context = null;
let out = null;

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

function keep() {
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // A browser that remembers nothing: it holds until the page is closed.
  }
}

// A browser may allow no sound at all: then it is as if none were wanted.
function opened() {
  try {
    context ??= new AudioContext();
  } catch {
    chosen.on = false;
    return false;
  }
  if (out === null) {
    out = context.createGain();
    out.connect(context.destination);
  }
  out.gain.value = chosen.volume / 100;
  return true;
}

// A tone that glides from one pitch to another (in Hz), and dies away within so many seconds.
function tone(at, from, to, seconds, { kind = "triangle", loud = 0.3 } = {}) {
  const source = new OscillatorNode(context, { type: kind, frequency: from });
  source.frequency.exponentialRampToValueAtTime(to, at + seconds);
  ring(source, at, seconds, loud);
}

// Noise around one pitch.
function hiss(at, from, to, seconds, { loud = 0.4, narrow = 1.2 } = {}) {
  const length = Math.ceil(context.sampleRate * seconds);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  buffer.getChannelData(0).forEach((_, index, samples) => { samples[index] = Math.random() * 2 - 1; });
  const source = new AudioBufferSourceNode(context, { buffer });
  const band = new BiquadFilterNode(context, { type: "bandpass", frequency: from, Q: narrow });
  band.frequency.exponentialRampToValueAtTime(to, at + seconds);
  source.connect(band);
  ring(source, at, seconds, loud, band);
}

function ring(source, at, seconds, loud, last = source) {
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(loud, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  last.connect(volume).connect(out);
  source.start(at);
  source.stop(at + seconds);
}

const times = (count, each) => Array.from({ length: count }, (_, index) => index).forEach(each);

const SOUNDS = {
  roll: (at) => times(4, (index) => hiss(at + index * 0.07, 2400 - index * 300, 1500, 0.05, { loud: 0.5 - index * 0.06 })),
  deal: (at) => times(3, (index) => hiss(at + index * 0.09, 3200, 1800, 0.07, { loud: 0.25 })),
  draw: (at) => hiss(at, 1400, 3200, 0.12, { loud: 0.3 }),
  play: (at) => { hiss(at, 2600, 1200, 0.06); tone(at, 190, 90, 0.09, { kind: "sine" }); },
  slide: (at) => hiss(at, 500, 1500, 0.22, { loud: 0.35, narrow: 2 }),
  chips: (at) => times(2, (index) => tone(at + index * 0.06, 2300 + index * 500, 2200 + index * 500, 0.07, { loud: 0.16 })),
  capture: (at) => { tone(at, 420, 140, 0.12); hiss(at, 900, 400, 0.1); },
  burn: (at) => hiss(at, 2800, 300, 0.7, { loud: 0.5, narrow: 0.7 }),
  bite: (at) => times(2, (index) => tone(at + index * 0.11, 130, 60, 0.1, { kind: "sawtooth", loud: 0.25 })),
  kick: (at) => { tone(at, 150, 45, 0.2, { kind: "sine", loud: 0.6 }); hiss(at, 700, 300, 0.08); },
  win: (at) => [523, 659, 784, 1047].forEach((pitch, index) => tone(at + index * 0.1, pitch, pitch, 0.35, { loud: 0.2 })),
  lose: (at) => [392, 311].forEach((pitch, index) => tone(at + index * 0.16, pitch, pitch * 0.94, 0.3, { loud: 0.2 })),
  turn: (at) => [880, 1175].forEach((pitch, index) => tone(at + index * 0.09, pitch, pitch, 0.25, { kind: "sine", loud: 0.22 })),
};

// What can be heard one after another; of much at once, the last: that is how things stand.
export function sound(cues) {
  const known = [...new Set(cues)].filter((cue) => cue in SOUNDS).slice(-AT_ONCE);
  if (!chosen.on || !known.length || document.hidden) return;
  if (!opened()) return;
  if (context.state === "suspended") context.resume().catch(() => null);
  known.forEach((cue, index) => SOUNDS[cue](context.currentTime + 0.02 + index * GAP));
}

// Play at this volume (0: nothing), whatever this browser remembers: where another page says how loud it is.
export function playAt(volume) {
  Object.assign(chosen, { on: volume > 0, volume });
}

// The browser's own notice, for whoever looks elsewhere: it says whose turn it is, and nothing of a hand.
export function notice(told = say("your-turn")) {
  if (!chosen.notify || !document.hidden || !canNotify() || Notification.permission !== "granted") return;
  try {
    const shown = new Notification(told, { tag: "potluck-turn", renotify: true });
    shown.addEventListener("click", () => {
      window.focus();
      shown.close();
    });
  } catch {
    chosen.notify = false; // a phone's browser allows it to service workers alone
  }
}

// Android's browsers allow it to service workers alone.
const canNotify = () => "Notification" in window && isSecureContext && !/Android/.test(navigator.userAgent);

export function callTurn() {
  sound(["turn"]);
  if (chosen.buzz) navigator.vibrate?.(120);
  notice();
}

// One is asked once whether there shall be sounds: in the first game, until one's first move or for a minute; on a phone
// where there is room to ask, in an empty room and after that game.
const isPhone = () => matchMedia("(max-width: 899px)").matches;
const ASKS = 60_000;
const NO_GAME = "-";
let offeredIn = "";
export function offerSound(isSeated, phase = "") {
  const lastPhase = isPhone() ? "between" : "playing";
  if (offeredIn === lastPhase && phase !== lastPhase) wasAsked();
  const offer = byId("sound-offer");
  offer.hidden = !(isPhone() && !phase) && !(isSeated && phase === lastPhase) || chosen.asked || chosen.on;
  if (offer.hidden) return;
  if (phase && offeredIn !== phase) setTimeout(wasAsked, ASKS);
  offeredIn = phase;
  if (isPhone()) phase ? byId("dock").append(offer) : byId("empty-games").before(offer);
}

// Who has not answered is not asked again.
function wasAsked() {
  if (chosen.asked) return;
  chosen.asked = true;
  keep();
  byId("sound-offer").hidden = true;
}

function answerOffer(wish) {
  Object.assign(chosen, { asked: true, on: wish });
  keep();
  byId("sound-offer").hidden = true;
  byId("sound-on").checked = wish;
  byId("sound-volume").closest("label").hidden = !wish;
  sound(["turn"]);
}

async function wantNotice(box) {
  chosen.notify = box.checked && (await Notification.requestPermission()) === "granted";
  box.checked = chosen.notify;
  keep();
}

export function startSound() {
  const [on, volume, buzz, notify] = ["sound-on", "sound-volume", "buzz-on", "notify-on"].map(byId);
  const show = () => { volume.closest("label").hidden = !chosen.on; };
  document.addEventListener("answered", ({ detail: { said, answer } }) => {
    if (!isPhone() && answer.ok && said.ask && said.ask !== NO_GAME) wasAsked();
  });
  byId("sound-yes").addEventListener("click", () => answerOffer(true));
  byId("sound-no").addEventListener("click", () => answerOffer(false));
  notify.checked = chosen.notify && canNotify() && Notification.permission === "granted";
  notify.closest("label").hidden = !canNotify();
  notify.addEventListener("change", () => wantNotice(notify));
  on.checked = chosen.on;
  volume.value = chosen.volume;
  buzz.checked = chosen.buzz;
  buzz.closest("label").hidden = !("vibrate" in navigator);
  on.addEventListener("change", () => { chosen.on = on.checked; keep(); show(); sound(["turn"]); });
  volume.addEventListener("change", () => { chosen.volume = Number(volume.value); keep(); sound(["turn"]); });
  buzz.addEventListener("change", () => { chosen.buzz = buzz.checked; keep(); callTurn(); });
  show();
}
