// What lies on the board, in plain words: beside what is pointed at, pressed or focused; and all of it as a list.

import { byId, el } from "./dom.js";
import { gameNamed } from "./games.js";
import { play } from "./play.js";
import { piecesOf } from "./told.js";

const WIDTH = 400;
const STAYS = 7000;
const AFTER = 350;
const EDGE = 8;

let explained = {};
let gameOf = "";
let timer = 0;
// What was asked for last: what comes late is no longer wanted.
let wanted = null;
let shownKey = "";

// What the pieces of a panel's game are. Where it can't be had now, they are named all the same.
async function learn(game) {
  if (!game || game === gameOf) return;
  const found = await gameNamed(game);
  [gameOf, explained] = [found ? game : "", found?.explained ?? {}];
}

const aboutOf = (piece) => explained[`value-${piece.word}`] ?? explained[piece.about] ?? "";
const nameOf = (piece) => (piece.name ?? "").replace(/^./u, (first) => first.toLocaleUpperCase());
const holds = (piece, x, y) => x >= piece.left && x <= piece.left + piece.width && y >= piece.top && y <= piece.top + piece.height;

// Letters beside a thing tell of it.
function toldBy(piece, at, pieces) {
  const before = pieces[at - 1];
  return piece.kind === "text" && !piece.about && piece.seat === undefined && before?.about && Math.abs(before.top - piece.top) < before.height ? before : piece;
}

// The smallest thing at a point of the board that something can be said of.
function pieceAt(board, { clientX, clientY }) {
  const { left, top, width, height } = board.getBoundingClientRect();
  const [x, y] = [((clientX - left) * WIDTH) / width, ((clientY - top) * play.board.height) / height];
  const { pieces } = play.board;
  const found = pieces.flatMap((piece, at) => (holds(piece, x, y) ? [toldBy(piece, at, pieces)] : [])).filter((piece) => piece.about || (piece.name && piece.kind !== "space"));
  return found.sort((one, other) => one.width * one.height - other.width * other.height)[0] ?? null;
}

function hide() {
  clearTimeout(timer);
  wanted = null;
  byId("explains").hidden = true;
}

function put(box, board, piece) {
  const outer = board.getBoundingClientRect();
  const unit = outer.width / WIDTH;
  const [left, top] = [outer.left + (piece.left + piece.width / 2) * unit, outer.top + piece.top * unit];
  // What is high on the board is told below, so that the headline stays in sight.
  const below = piece.top < play.board.height / 2;
  box.style.left = `${Math.max(EDGE, Math.min(innerWidth - box.offsetWidth - EDGE, left - box.offsetWidth / 2))}px`;
  box.style.top = `${below ? top + piece.height * unit + EDGE : top - box.offsetHeight - EDGE}px`;
}

async function show(board, piece, { stays = 0 } = {}) {
  wanted = piece;
  await learn(play.panel?.game);
  const [name, about] = [nameOf(piece), aboutOf(piece)];
  if (wanted !== piece || !board.isConnected || !(name || about)) return;
  const box = byId("explains");
  box.replaceChildren(...[name ? el("b", {}, name) : null, about ? el("span", {}, about) : null].filter(Boolean));
  box.hidden = false;
  put(box, board, piece);
  clearTimeout(timer);
  if (stays) timer = setTimeout(hide, stays);
}

const boardOf = ({ target }) => (play.board ? target.closest?.("#panel .board") : null);

function pointed(event) {
  const board = boardOf(event);
  const piece = board && event.pointerType === "mouse" ? pieceAt(board, event) : null;
  clearTimeout(timer);
  if (piece) timer = setTimeout(() => show(board, piece), AFTER);
  else if (event.pointerType === "mouse") hide();
}

// What can be pressed does what it is pressed for.
function pressed(event) {
  const board = boardOf(event);
  const piece = board && !event.target.closest("button") ? pieceAt(board, event) : null;
  if (piece) show(board, piece, { stays: STAYS });
  else hide();
}

function focused(event) {
  const board = boardOf(event);
  const piece = board && event.target.matches("button.piece:focus-visible") ? play.board.pieces.find((one) => one.id === event.target.dataset.id) : null;
  if (piece) show(board, piece);
}

// What somebody reads stays, as long as the table stands as it did.
function drawnAnew() {
  const { key = "" } = byId("panel").dataset;
  if (key !== shownKey) hide();
  shownKey = key;
}

export function startExplaining() {
  const panel = byId("panel");
  panel.addEventListener("pointermove", pointed);
  panel.addEventListener("pointerleave", hide);
  panel.addEventListener("focusin", focused);
  panel.addEventListener("focusout", hide);
  document.addEventListener("click", pressed);
  document.addEventListener("scroll", ({ target }) => { if (target.contains(panel)) hide(); }, { capture: true, passive: true });
  document.addEventListener("keydown", ({ key }) => { if (key === "Escape") hide(); });
  document.addEventListener("shown", drawnAnew);
  document.addEventListener("room", hide);
}

// Fill a list with all that lies on the board and is explained, each kind once.
export async function listExplained(list, panel) {
  await learn(panel.game);
  const found = new Map((play.board?.pieces ?? []).filter(aboutOf).map((piece) => [piece.about, piece]));
  list.replaceChildren(...[...found.values()].map((piece) => el("li", {}, nameOf(piece) ? el("b", {}, `${nameOf(piece)}: `) : null, aboutOf(piece))));
}

// What a panel asks for, and what it is about in a sentence; empty: nothing is told of it. What lies on the board may say
// more than its phase.
export async function momentOf({ game, stage, board }) {
  await learn(game);
  const lessons = (await gameNamed(game))?.lessons ?? [];
  const about = (name) => lessons.find(({ phases }) => phases?.includes(name));
  const name = (board ? piecesOf(board) : []).map((piece) => piece.about).find(about) ?? stage;
  return { name, text: explained[`scene-${name}`] ?? about(name)?.text ?? "" };
}
