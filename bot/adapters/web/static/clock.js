// The tables' time, and the clock of what is asked: a ring that empties, and a line above the moves.

import { byId, number, say } from "./dom.js";

const SAMPLES = 8;
const JUMP = 5000;
const HURRY = 6;
const NEARLY_OVER = 0.4;
let differences = [];

// A message can come late, never early: the largest difference is the nearest to the truth.
export function hearTime(theirs) {
  const difference = theirs - Date.now();
  const clockWasSet = differences.length > 0 && Math.abs(difference - Math.max(...differences)) > JUMP;
  differences = clockWasSet ? [difference] : [...differences, difference].slice(-SAMPLES);
}

export const now = () => Date.now() + (differences.length ? Math.max(...differences) : 0);

// How long it was is known from when this question, or this call of it, was first seen.
const firstSeen = new Map();

function share(panel, left) {
  const key = `${panel.code} ${panel.ask} ${panel.ends_at}`;
  if (!firstSeen.has(key)) {
    if (firstSeen.size > 50) firstSeen.clear();
    firstSeen.set(key, Math.max(1, left));
  }
  return Math.min(1, left / firstSeen.get(key));
}

// Only what draws it is styled anew, and only where that can be seen: the ring, the line above the moves, and the faces
// of those who are awaited.
function draw(clock, left) {
  for (const node of [clock, byId("dock"), ...document.querySelectorAll("#panel .named.is-turn > .disc")]) {
    if (node.style.getPropertyValue("--left") !== left) node.style.setProperty("--left", left);
  }
}

export function showClock(panel) {
  const clock = byId("clock");
  const runs = Boolean(clock && panel?.ends_at && panel.phase !== "closed");
  document.body.classList.toggle("timed", runs);
  const begins = document.querySelector("#commands .begins");
  const told = begins && runs && panel.phase !== "playing" ? ` ${say("begins-in", { seconds: number(Math.ceil(Math.max(0, panel.ends_at - now()) / 1000)) })}` : "";
  if (begins && begins.textContent !== told) begins.textContent = told;
  if (!clock) return;
  clock.hidden = !runs;
  if (!runs) return;
  const left = Math.max(0, panel.ends_at - now());
  const seconds = Math.ceil(left / 1000);
  const rest = share(panel, left);
  draw(clock, rest.toFixed(3));
  const isOwn = panel.seats.some((seat) => seat.you && seat.awaited);
  document.body.classList.toggle("hurry", isOwn && seconds <= HURRY && rest <= NEARLY_OVER);
  clock.classList.toggle("long", seconds >= 100);
  const text = byId("clock-seconds");
  const shown = seconds < 100 ? String(seconds) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (text.textContent !== shown) {
    text.textContent = shown;
    clock.lastElementChild.textContent = say("seconds-left", { seconds: number(seconds) });
  }
}
