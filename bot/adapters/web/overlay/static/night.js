// A night that begins within the hour, as long as no table is open.

import { byId } from "/static/dom.js";
import { now } from "./clock.js";
import { looks } from "./looks.js";

let upcoming = null;

export function hearNight(told) {
  upcoming = told;
}

export function showNight(table, live) {
  const box = byId("night");
  box.hidden = !live || upcoming === null || !looks.show.has("night") || table !== null || now() > upcoming.at;
  if (!box.hidden) byId("night-line").textContent = upcoming.text;
}
