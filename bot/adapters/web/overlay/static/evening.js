// What an evening left behind: its head and five lines, once no table is open any more, for some minutes.

import { byId, el } from "/static/dom.js";
import { now } from "./clock.js";
import { looks } from "./looks.js";

// As in endings.py.
const SHOWN_FOR = 300000;
let evening = null;

export function hearEvening(told) {
  if (told !== null) evening = told;
}

export function forgetEvening() {
  evening = null;
}

export function showEvening(table, sample = null) {
  const told = sample ?? evening;
  const box = byId("evening");
  box.hidden = told === null || !told.lines.length || !looks.show.has("evening") || table !== null || now() - told.at > SHOWN_FOR;
  const key = JSON.stringify(told?.lines);
  if (box.hidden || box.dataset.key === key) return;
  box.dataset.key = key;
  const [head, ...lines] = told.lines;
  byId("evening-head").textContent = head;
  byId("evening-lines").replaceChildren(...lines.map((line) => el("li", { dir: "auto" }, line)));
}
