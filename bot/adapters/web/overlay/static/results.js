// The night's results, and the moment of whoever won just now.

import { boot, byId, el, name, number, say } from "/static/dom.js";
import { drawArt, faceOf } from "./art.js";
import { now } from "./clock.js";
import { isCorner } from "./corner.js";
import { playJingle } from "./jingle.js";
import { looks } from "./looks.js";
import { howItEnded } from "./toasts.js";
import { writeWhole } from "./words_fit.js";

// What decided it is seen first.
const REVEAL = 2000;
const MOMENT = 5500;
const FRESH = 60000;
const MOST = 5;
const MOST_IN_CORNER = 3;
const MOST_FACES = 3;
const MOST_PLACES = 3;
const WON = "figure-crown";
let known = null;
let results = [];
let moment = null;

const gain = (winner) => (winner.gain > 0 ? el("span", { class: "gain" }, `+${number(winner.gain)}`) : null);

// Each with their own gain.
function named(result) {
  if (!result.winners.length) return [el("span", {}, say("nobody-won"))];
  const more = result.more > 0 ? [el("span", { class: "and-more" }, say("and-more", { count: number(result.more) }))] : [];
  return [...result.winners.map((winner) => el("span", { class: "winner" }, name(winner.name), gain(winner))), ...more];
}

const signOf = (gain) => (gain > 0 ? "+" : gain < 0 ? "−" : "±");
// Where there is no money, it brought nothing.
const change = ({ gain }) => (gain === null ? null : el("span", { class: "gain" }, `${signOf(gain)}${number(Math.abs(gain))}`));

// Who came after the winners.
const placed = (seats) => seats.filter((seat) => seat.place && !seat.won).sort((one, other) => one.place - other.place || one.seat - other.seat).slice(0, MOST_PLACES);

// What was won before this page looked on is history; a moment is of now.
export function hearResults(told) {
  const fresh = known === null ? [] : told.filter((one) => !known.has(one.id) && now() - one.at < FRESH && one.winners.length);
  known = new Set(told.map((one) => one.id));
  results = told;
  if (fresh.length) begin(fresh[0]);
}

export function forgetResults() {
  known = null;
  results = [];
  moment = null;
}

function begin(result) {
  const from = Date.now() + REVEAL;
  moment = { result, from, until: from + MOMENT };
  byId("winner-names").replaceChildren(...named(result));
  byId("winner-word").textContent = say(result.winners.length + result.more > 1 ? "they-win" : "wins", { game: result.title });
}

// For a sample: as if it had just been won.
export const celebrate = begin;

// What was remarkable, of the winners before others; whose it was is said where the name above does not.
function remarkOf({ seats }) {
  const won = seats.filter((seat) => seat.won);
  const seat = [...won, ...placed(seats), ...seats].find(({ remark }) => remark);
  if (!seat) return "";
  return seat.won && won.length === 1 ? seat.remark : `${seat.name}: ${seat.remark}`;
}

// A crown and what the game is played with, who won, and the winner's own tune.
function crown(table) {
  const half = Math.ceil(table.art.length / 2);
  drawArt(byId("winner-art"), [...table.art.slice(0, half), WON, ...table.art.slice(half)]);
  const won = table.seats.filter((seat) => seat.won && seat.face).slice(0, MOST_FACES);
  byId("winner-faces").replaceChildren(...won.map(faceOf));
  const places = placed(table.seats);
  byId("winner-places").hidden = !places.length;
  byId("winner-places").replaceChildren(...places.map((seat) => el("li", {},
    el("span", { class: `medal place-${seat.place}` }, number(seat.place)), seat.face ? faceOf(seat) : null, name(seat.name), change(seat))));
  if (!boot.preview) playJingle(moment.result.winners.map((winner) => winner.name).join(" "));
}

export function showWinner(table) {
  const is = moment !== null && Date.now() >= moment.from && Date.now() < moment.until && looks.show.has("winner") && table !== null && table.code === moment.result.code;
  const box = byId("winner");
  if (box.hidden !== !is) {
    box.hidden = !is;
    document.documentElement.classList.toggle("won", is);
    if (is) crown(table);
  }
  if (!is) return;
  const remark = remarkOf(table);
  byId("winner-remark").hidden = !remark;
  byId("winner-remark").textContent = remark;
  const how = howItEnded(table);
  byId("winner-how").hidden = !how;
  if (how) writeWhole(byId("winner-how"), how);
}

export function showResults(table, sample = null) {
  const shown = (sample ?? results).slice(0, isCorner() ? MOST_IN_CORNER : MOST);
  const box = byId("results");
  // While a game is on, it has the room.
  box.hidden = !shown.length || !looks.show.has("results") || table === null || !["lobby", "between"].includes(table.phase);
  const key = JSON.stringify(shown);
  if (box.hidden || box.dataset.key === key) return;
  box.dataset.key = key;
  byId("results-list").replaceChildren(...shown.map((one) => el("li", { class: "result" },
    el("span", { class: "result-names" }, named(one)), el("span", { class: "result-game" }, one.title))));
}
