// The season's table, between games: who is in front. In a corner it takes turns with the results of tonight.

import { byId, el } from "/static/dom.js";
import { now } from "./clock.js";
import { isCorner } from "./corner.js";
import { looks } from "./looks.js";

const TURN = 10000;
const MOST_IN_CORNER = 3;
let season = null;

export function hearSeason(told) {
  if (told !== null) season = told;
}

export function forgetSeason() {
  season = null;
}

// Results and season share a corner, each in its turn.
function takeTurns() {
  const both = isCorner() && !byId("results").hidden && !byId("season").hidden;
  const ofSeason = Math.floor(now() / TURN) % 2 === 1;
  byId("results").classList.toggle("not-now", both && ofSeason);
  byId("season").classList.toggle("not-now", both && !ofSeason);
}

export function showSeason(table, sample = null) {
  const told = sample ?? season;
  const box = byId("season");
  box.hidden = told === null || !told.lines.length || !looks.show.has("results") || table === null || !["lobby", "between"].includes(table.phase);
  if (!box.hidden) {
    const lines = told.lines.slice(0, isCorner() ? MOST_IN_CORNER : told.lines.length);
    const key = JSON.stringify([told.name, lines]);
    if (box.dataset.key !== key) {
      box.dataset.key = key;
      byId("season-head").firstElementChild.textContent = told.name;
      byId("season-list").replaceChildren(...lines.map((line) => el("li", { dir: "auto" }, line)));
    }
  }
  takeTurns();
}
