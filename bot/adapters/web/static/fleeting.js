// What this person alone is told for seconds only: it stands with the moves, and says how long it will. Covered, it
// still says that there is something, and how long.

import { byId, el, number, say } from "./dom.js";
import { showGlimpses } from "./glimpse.js";

let shown = "";

export function showFleeting(log, now, covered) {
  const lines = log?.fleeting ?? [];
  const box = byId("fleeting");
  const key = JSON.stringify([covered, lines.map((line) => [line.order, line.at, line.text])]);
  if (key !== shown) {
    shown = key;
    byId("fleeting-lines").replaceChildren(...lines.map((line) => el("li", {}, covered ? say("covered-line") : line.text)));
    document.body.classList.toggle("fleets", lines.length > 0 && !covered);
  }
  if (!lines.length) return;
  if (!covered) showGlimpses(lines, now);
  const next = lines.reduce((soonest, line) => (line.until < soonest.until ? line : soonest));
  const left = Math.max(0, next.until - now);
  box.style.setProperty("--stays", Math.min(1, left / next.lasts).toFixed(3));
  const text = say("gone-in", { seconds: number(Math.ceil(left / 1000)) });
  if (byId("fleeting-seconds").textContent !== text) byId("fleeting-seconds").textContent = text;
}
