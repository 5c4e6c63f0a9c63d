// How to join, whole, for as long as seats are free: what is typed, how many seats are left, how long, and a QR code.
// While a game is on in which people have hands: where theirs is.

import { byId, el, number, say } from "/static/dom.js";
import { now } from "./clock.js";
import { looks } from "./looks.js";

let way = {};

const shortened = (address) => address.replace(/^https?:\/\//, "").replace(/\/$/, "");

function drawCode({ code, modules }) {
  const box = byId("qr");
  box.hidden = !code;
  if (!code || box.dataset.drawn === code) return;
  box.dataset.drawn = code;
  box.firstElementChild.setAttribute("viewBox", `0 0 ${modules} ${modules}`);
  box.querySelector("path").setAttribute("d", code);
}

// The sentence around what is typed, which stands out and is never broken.
function how(line) {
  if (!line) return [say("join-press")];
  const [before, after] = say("join-typed", { line: "\n" }).split("\n");
  return [before, el("b", {}, line), after];
}

function time(ends) {
  const seconds = Math.max(0, Math.ceil((ends - now()) / 1000));
  return seconds < 100 ? say("seconds-left", { seconds: number(seconds) }) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// An address ends a line behind a slash, not in the middle of a name.
const breakable = (text) => text.split(/(?<=[/_])/).flatMap((part, at) => (at ? [el("wbr"), part] : [part]));

export function hearWay(found) {
  way = found;
}

export const isJoinable = (table) => Boolean(table?.free) && table.phase !== "closed" && looks.show.has("join");

export function showJoin(table, several) {
  const box = byId("join");
  const joinable = isJoinable(table);
  const ofHands = !joinable && Boolean(table?.hands && way.door) && looks.show.has("join");
  box.hidden = !joinable && !ofHands;
  box.classList.toggle("of-hands", ofHands);
  for (const id of ["join-how", "join-left"]) byId(id).hidden = ofHands;
  if (box.hidden) return;
  const typed = (several ? way.typed_at : way.typed) ?? "";
  const line = typed.replace("{code}", table.code).replace("{line}", table.join);
  if (box.dataset.line !== line) byId("join-how").replaceChildren(...how(line));
  box.dataset.line = line;
  drawCode(way);
  const door = way.door ? say("join-door", { address: shortened(way.door) }) : "";
  byId("join-door").hidden = !door;
  if (byId("join-door").textContent !== door) byId("join-door").replaceChildren(...breakable(door));
  showLeft(table);
}

// While a crowd's round is on its clock is that round's, and who comes now is in with the next one.
function begins(table) {
  if (table.phase === "playing") return say("next-round");
  return table.ends_at ? say("starts-in", { time: time(table.ends_at) }) : "";
}

// It ticks.
export function showLeft(table) {
  if (!isJoinable(table)) return;
  const parts = [say("seats-left", { count: number(table.free) }), table.admits, begins(table)];
  const text = parts.filter(Boolean).join(" · ");
  if (byId("join-left").textContent !== text) byId("join-left").textContent = text;
}
