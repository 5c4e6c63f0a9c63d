// Something to look at while no table is open.

import { say } from "/static/dom.js";
import { now } from "./clock.js";
import { celebrate } from "./results.js";
import { OnAir } from "./tables.js";
import { hearLines } from "./toasts.js";

// Longer than a real one: it is nobody's.
const CODE = "SAMPLE";
const SECONDS = 45;
const FACES = ["owl", "fox", "lion", "panda", "frog", "tiger", "duck"];
const CROWD = 312;
const made = new Map();
export const sampleDoor = say("sample-door");
export const sampleWay = { door: sampleDoor, typed: "!{line}", typed_at: "!{code} {line}" };

function seatsOf(source) {
  const names = say("sample-names").split(",").map((one) => one.trim());
  const sits = (_, seat) => ({
    seat,
    name: names[seat % names.length] + (seat < names.length ? "" : ` ${seat + 1}`),
    stack: 60 + ((seat * 37) % 90) * (seat === 3 ? 100 : 1),
    awaited: !["between", "lobby"].includes(source) && seat === 1,
    away: seat === 4,
    bot: seat === 2,
    face: seat === 2 ? "robot" : FACES[seat % FACES.length],
    gain: source === "between" ? 140 - 60 * seat : null,
    won: source === "between" && seat === 0,
    place: source === "between" ? seat + 1 : 0,
  });
  return Array.from({ length: source === "crowd" ? 24 : names.length }, sits);
}

function sampleOf(source, commentator) {
  const between = source === "between";
  const phase = { between: "between", lobby: "lobby" }[source] ?? "playing";
  const seats = seatsOf(source);
  return {
    code: CODE, title: say("sample-title"), phase, lines: [say("sample-line")], seats,
    sitting: source === "crowd" ? CROWD : seats.length, pot: 140, ends_at: between ? null : now() + SECONDS * 1000,
    board: null, by_board: [], free: { lobby: 3, crowd: 500 - CROWD }[source] ?? 0, hands: false, art: ["cup-down", "die-d20", "card-QH", "cone-R"], join: source === "crowd" ? "GAME 50" : "join", admits: "",
    news: [{ text: say("sample-news"), order: 2 * Math.floor(now() / 1000), at: now(), until: null, replaces: false, cues: [] }],
    commentary: between && commentator ? Array(3).fill(say("sample-commentary")) : [],
  };
}

// Of other evenings.
export function sampleResults(source) {
  if (!["between", "lobby"].includes(source)) return [];
  const names = say("sample-names").split(",").map((one) => one.trim());
  return names.slice(0, 3).map((one, at) => ({ id: `sample ${at}`, code: CODE, title: say("sample-title"), winners: [{ name: one, gain: 140 - 30 * at }], more: 0, at: now() }));
}

export function sampleSeason(source) {
  if (!["between", "lobby"].includes(source)) return null;
  return { name: say("sample-season"), lines: say("sample-season-lines").split("|").map((line) => line.trim()) };
}

export function sampleEvening(source) {
  if (source !== "evening") return null;
  return { lines: [say("sample-evening"), ...say("sample-evening-lines").split("|").map((line) => line.trim())], at: now() };
}

// It begins anew whenever its clock has run out.
export function sample(source, commentator) {
  const [tables, until] = made.get(source) ?? [null, 0];
  if (tables !== null && until > now()) return tables;
  const fresh = new OnAir();
  fresh.told = hearLines;
  if (source !== "evening") fresh.hear([sampleOf(source, commentator)]);
  if (source === "between") celebrate(sampleResults(source)[0]);
  made.set(source, [fresh, now() + SECONDS * 1000]);
  return fresh;
}
