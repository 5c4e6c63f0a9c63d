// What somebody at the table did or said last, at their seat, for a moment: the log has it to be read again.

import { el } from "./dom.js";
import { seatAt } from "./named.js";

const KEY = "potluck.bubbles";
const STAYS = 3600;
const MOST = 30;
const OF_CHAT = 40;
// On a board narrower than this (px) what one has done covers what another has.
const NARROW = 480;
// How far from its name a bubble may lie, and how finely its place is looked for, in px; the ground counts little.
const FAR = 150;
const STEP = 8;
const GROUND = 0.05;

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

const over = (one, other) => Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) * Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

// Where around its name, in pixels from its corner, a bubble covers nothing, or least; the nearer the better.
function roomFor(bubble, name) {
  const board = name.parentElement.getBoundingClientRect();
  // It may still be on its way there.
  const own = new DOMRect(board.left + name.offsetLeft, board.top + name.offsetTop, name.offsetWidth, name.offsetHeight);
  const edge = name.closest(".board-box").getBoundingClientRect();
  const others = [...name.parentElement.querySelectorAll(".piece, .bubble"), ...document.querySelectorAll("#panel .panel-head > *")];
  const pieces = others.filter((node) => node !== bubble)
    .map((node) => ({ box: node.getBoundingClientRect(), counts: node.matches(".kind-space") ? GROUND : node.matches(".piece") ? 2 : 20 }));
  const { offsetWidth: width, offsetHeight: height } = bubble;
  let best = { cost: Infinity, x: 0, y: own.height };
  for (let y = -height - FAR; y <= own.height + FAR; y += STEP) {
    for (let x = -width - FAR; x <= own.width + FAR; x += STEP) {
      const box = { left: own.left + x, top: own.top + y, right: own.left + x + width, bottom: own.top + y + height };
      if (box.left < edge.left || box.top < edge.top || box.right > edge.right || box.bottom > edge.bottom) continue;
      const far = Math.max(0, x - own.width, -x - width) + Math.max(0, y - own.height, -y - height) + Math.abs(x + (width - own.width) / 2) / 20;
      if (far >= best.cost) continue;
      const cost = pieces.reduce((sum, piece) => sum + piece.counts * over(box, piece.box), far);
      if (cost < best.cost) best = { cost, x, y };
    }
  }
  return best;
}

function lay(bubble) {
  const name = bubble.parentElement;
  const { x, y } = roomFor(bubble, name);
  // Its sharp corner points at whoever it is.
  const corner = `border${y > 0 ? "Top" : "Bottom"}${x + bubble.offsetWidth / 2 > name.offsetWidth / 2 ? "Left" : "Right"}Radius`;
  Object.assign(bubble.style, { left: `${x}px`, top: `${y}px`, borderRadius: "", [corner]: "2px" });
}

// Where the board is laid anew their names stand elsewhere.
export const layAgain = () => document.querySelectorAll(".bubble").forEach(lay);

// Put it beside the name of a seat on the board; where none stands there, nothing is shown.
function put(seat, text, kind) {
  const name = document.querySelector(`#panel .named[data-seat="${seat}"]`);
  if (!name) return;
  const others = name.parentElement.clientWidth < NARROW ? name.parentElement : name;
  others.querySelectorAll(`[data-seat="${seat}"] > .bubble, .bubble.${kind.split(" ")[0]}`).forEach((one) => one.remove());
  const bubble = el("span", { class: `bubble ${kind}`, "data-seat": seat, "aria-hidden": "true" }, text);
  name.append(bubble);
  lay(bubble);
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
