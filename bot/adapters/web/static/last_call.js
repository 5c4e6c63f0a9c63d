// Calls whoever looks elsewhere before their time is up, and a house bot acts for them.

import { status } from "./answer.js";
import { now } from "./clock.js";
import { number, say } from "./dom.js";
import { notice } from "./sound.js";

// So many ms before the end; whoever touched the page as lately looks at it.
const LAST = 12_000;
const MOST_KNOWN = 50;
// What was asked when there was more time than that, and whether it was called since.
const known = new Map();
let touched = 0;

for (const kind of ["pointermove", "pointerdown", "keydown"]) addEventListener(kind, () => { touched = Date.now(); }, { passive: true });

// The sentence for the first of these tables whose time runs out for this person; empty: there is none.
export function lastCall(tables) {
  for (const { panel, awaitsYou } of tables) {
    const left = awaitsYou && panel.ends_at && panel.phase === "playing" && !panel.paused ? panel.ends_at - now() : 0;
    const key = `${panel.code} ${panel.ends_at}`;
    if (left > LAST && !known.has(key)) {
      if (known.size > MOST_KNOWN) known.clear();
      known.set(key, false);
    } else if (left > 0 && known.has(key)) {
      const told = left <= LAST ? say("turn-ends", { seconds: number(Math.ceil(left / 1000)) }) : "";
      if (told && !known.get(key)) call(key, told);
      if (told) return told;
    }
  }
  return "";
}

function call(key, told) {
  known.set(key, true);
  if (!document.hidden && Date.now() - touched < LAST) return;
  status(told);
  notice(told);
}
