// The tables' time as the broadcast has it, and the clock of what is asked.

import { byId } from "/static/dom.js";
import { looks } from "./looks.js";

const HURRY = 6;
const SAMPLES = 8;
let differences = [];

// A message can come late, never early: the largest difference is the nearest to the truth. A hello sets it anew.
export function hearTime(theirs, anew) {
  differences = [...(anew ? [] : differences), theirs - Date.now()].slice(-SAMPLES);
}

export const now = () => Date.now() + (differences.length ? Math.max(...differences) : 0);

// How long it was is known from when this question, or this call of it, was first seen.
const firstSeen = new Map();

function share(table, left) {
  const key = `${table.code} ${table.ends_at}`;
  if (!firstSeen.has(key)) {
    if (firstSeen.size > 50) firstSeen.clear();
    firstSeen.set(key, Math.max(1, left));
  }
  return Math.min(1, left / firstSeen.get(key));
}

export function showClock(table) {
  const clock = byId("clock");
  const runs = Boolean(table?.ends_at) && table.phase !== "closed" && looks.show.has("clock");
  clock.hidden = !runs;
  if (!runs) return;
  const left = Math.max(0, table.ends_at - now());
  const seconds = Math.ceil(left / 1000);
  clock.style.setProperty("--left", share(table, left).toFixed(4));
  document.documentElement.classList.toggle("hurry", seconds <= HURRY && table.phase === "playing");
  const text = seconds < 100 ? String(seconds) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (byId("clock-seconds").textContent !== text) byId("clock-seconds").textContent = text;
}
