// What somebody at the table did or said last, at their seat, for a moment: the log has it to be read again.

import { el } from "./dom.js";
import { seatAt } from "./named.js";

const KEY = "potluck.bubbles";
const STAYS = 3600;
const MOST = 30;
const OF_CHAT = 40;
// On a board narrower than this (px) what one has done covers what another has.
const NARROW = 480;
// Below this share of the board there is more room above a name than below it.
const LOW = 0.6;

let muted = remembered();

function remembered() {
  try {
    return localStorage.getItem(KEY) === "no";
  } catch {
    return false;
  }
}

export const areMuted = () => muted;

export function mute(is) {
  muted = is;
  if (is) clear();
  try {
    localStorage.setItem(KEY, is ? "no" : "yes");
  } catch {
    // A browser that remembers nothing: it holds until the page is closed.
  }
}

// Put it below the name of a seat on the board, or above, where it stays when the board is laid anew; where none stands there,
// nothing is shown.
function put(seat, text, kind) {
  const name = document.querySelector(`#panel .named[data-seat="${seat}"]`);
  if (!name) return;
  const others = name.parentElement.clientWidth < NARROW ? name.parentElement : name;
  others.querySelectorAll(`[data-seat="${seat}"] > .bubble, .bubble.${kind.split(" ")[0]}`).forEach((one) => one.remove());
  const right = name.offsetLeft + name.offsetWidth / 2 > name.parentElement.clientWidth / 2;
  const low = name.offsetTop > name.parentElement.clientHeight * LOW;
  const bubble = el("span", { class: `bubble ${kind} ${right ? "to-left" : ""} ${low ? "above" : ""}`, "data-seat": seat, "aria-hidden": "true" }, text);
  name.append(bubble);
  setTimeout(() => bubble.remove(), STAYS);
}

// Another table, or another game: nothing that was done before is seen there.
export const clear = () => document.querySelectorAll(".bubble").forEach((one) => one.remove());

// Whose doing a sentence tells: it begins with their name.
function doerOf(text, seats) {
  const seat = seatAt(text, 0, seats);
  return seat && text[seat.name.length] === " " ? seat : null;
}

// Show at their seats what others have just done, as the log tells it.
export function showDone(news, seats) {
  for (const { text, own, fine, game } of news) {
    const seat = own || fine || !game ? null : doerOf(text, seats);
    const done = seat && text.slice(seat.name.length + 1).split(/[.:;,…]\s|[.;…]$/)[0];
    if (done && !seat.you && done.length <= MOST) put(seat.seat, done, "done");
  }
}

// Show at their seat what somebody says in the chat.
export function showSaid({ by, text, command }, seats) {
  const seat = by ? seats.find((one) => one.guest === by) : null;
  if (seat && !muted && !command && text.length <= OF_CHAT) put(seat.seat, text, /^\p{Extended_Pictographic}\uFE0F?$/u.test(text) ? "said large" : "said");
}
