// A board of pieces: drawn with the symbols that all surfaces share, and pressed where the offers say so.

import { actOf, perform } from "./act.js";
import { boot } from "./dom.js";
import { Face } from "./face.js";
import { html, render } from "./html.js";
import { animate, copied, isCalm } from "./motion.js";
import { piecesOf } from "./told.js";

const WIDTH = 400;
// What is pressed is so many px wide and high at least.
const LEAST = 24;
// A name of more letters has no room in a line that is not so many times as wide as high.
const SHORT = 7;
const NARROW = 13;
// How much of a plate's width its face takes, and a letter at its largest, in heights of the plate. Letters become so
// much smaller at most, so that more of them have room.
const FACE = 1.35;
const LETTER = 0.27;
const SMALLEST = 0.6;
const DRAWN_IN_ANY_SIZE = new Set(["space", "badge", "text"]);
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const percent = (part, whole) => `${(100 * part) / whole}%`;

// `by`: how much larger a piece lies there than the board says.
function place(piece, board) {
  const { by = 1 } = piece;
  return {
    left: percent(piece.left, WIDTH), top: percent(piece.top, board.height),
    width: percent(piece.width, WIDTH), height: percent(piece.height, board.height),
    "--high": piece.height / by, "--side": Math.min(piece.width, piece.height) / by, "--by": by,
  };
}

function inside(piece) {
  const symbol = DRAWN_IN_ANY_SIZE.has(piece.kind) ? null
    : html`<svg class="symbol" aria-hidden="true"><use href=${`${boot.symbols}#${piece.kind}-${piece.face}`} /></svg>`;
  return [symbol, piece.label ? html`<bdi class="letters" aria-hidden="true">${piece.label}</bdi>` : null];
}

// `asks`: no space is lit as if it could be pressed.
function looksOf(piece, asks, more = []) {
  const isGoal = asks && piece.kind === "space" && piece.fills?.length > 0 && piece.face !== "seat";
  const looks = (piece.looks ?? []).filter((look) => !(isGoal && look === "lit")).map((look) => `is-${look}`);
  return ["piece", `kind-${piece.kind}`, `face-${piece.face}`, piece.label ? "labelled" : "", piece.label?.length > 2 ? "long" : "", ...looks, ...more].filter(Boolean).join(" ");
}

// The name of somebody who sits there, with their face: in smaller letters, or in two lines, where a long one has little
// room.
function Named({ piece, board, seat }) {
  const { face, label: { length }, width, height } = piece;
  const fit = (width / height - FACE) / LETTER / length;
  const isCut = face === "plate" ? fit < SMALLEST : length > SHORT && width < NARROW * height;
  const marks = [seat.you ? "you" : "", seat.away ? "away" : "", isCut ? "narrow" : ""];
  const style = { ...place(piece, board), "--fit": Math.max(SMALLEST, Math.min(1, fit)) };
  return html`<span class=${looksOf(piece, false, ["named", ...marks])} style=${style} data-seat=${piece.seat} aria-hidden="true"><${Face} seat=${seat} /><bdi class="letters">${piece.label}</bdi></span>`;
}

function Still({ piece, board, asks }) {
  const spoken = piece.name ? { role: "img", "aria-label": piece.name } : { "aria-hidden": "true" };
  return html`<span class=${looksOf(piece, asks)} style=${place(piece, board)} ...${spoken}>${inside(piece)}</span>`;
}

function Pressable({ piece, board, play }) {
  const picked = play.isPicked(piece);
  const looks = looksOf(piece, true, ["pressable", picked ? "picked" : "", play.isNext(piece) ? "next" : ""]);
  return html`<button type="button" class=${looks} style=${place(piece, board)} data-id=${piece.id} data-word=${piece.word ?? ""}
    aria-label=${piece.name || piece.label || piece.word} aria-pressed=${picked ? "true" : "false"} onClick=${() => play.press(piece)}>${inside(piece)}</button>`;
}

// What has a button beside the board, too, is none where a finger would miss it. `unit`: in px.
const isMissed = ({ word, width, height }, unit) => word === undefined && unit > 0 && Math.min(width, height) * unit < LEAST;

// `play`: says which pieces can be pressed, and takes the press; null: there is nothing to press.
function Board({ board, pieces, play, seats, unit }) {
  // Whoever has left still has a plate.
  const left = ({ face, label }) => (face === "plate" ? { seat: 0, name: label } : undefined);
  const whose = (piece) => (piece.kind === "text" ? seats.get(piece.seat) ?? left(piece) : undefined);
  // What can be pressed keeps its own node: none becomes another piece under somebody's finger.
  const part = (piece, at) => {
    if (play?.canPress(piece) && !isMissed(piece, unit)) return html`<${Pressable} key=${piece.id} piece=${piece} board=${board} play=${play} />`;
    const [key, seat] = [piece.node ?? (piece.key || `at ${at}`), whose(piece)];
    return seat ? html`<${Named} key=${key} piece=${piece} board=${board} seat=${seat} />` : html`<${Still} key=${key} piece=${piece} board=${board} asks=${play !== null} />`;
  };
  return html`<div class="board" role="group" aria-label=${board.name} style=${{ "--high-board": board.height }} onKeyDown=${walk}>${pieces.map(part)}</div>`;
}

function middle(node) {
  const { left, top, width, height } = node.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

// The arrows lead to the nearest piece that can be pressed and lies that way.
function walk(event) {
  const way = ARROWS[event.key];
  const from = event.target.closest?.("button.piece");
  if (!way || !from) return;
  event.preventDefault();
  const [x, y] = middle(from);
  const others = [...event.currentTarget.querySelectorAll("button.piece")].filter((one) => one !== from).map((node) => {
    const [left, top] = middle(node);
    const along = (left - x) * way[0] + (top - y) * way[1];
    const beside = Math.abs((left - x) * way[1]) + Math.abs((top - y) * way[0]);
    return { node, along, far: along + 2 * beside };
  }).filter(({ along }) => along > 1);
  others.sort((one, other) => one.far - other.far);
  others[0]?.node.focus();
}

const shown = new WeakMap();

// Those of a page that plays know what they are pressed for.
const piecesIn = (board) => (board === null ? [] : board.pieces ?? piecesOf(board));

function put(box, board, pieces, play, seats) {
  render(board === null ? null : html`<${Board} board=${board} pieces=${pieces} play=${play} seats=${new Map(seats.map((seat) => [seat.seat, seat]))} unit=${box.clientWidth / WIDTH} />`, box);
}

// Draw a board into a box; null empties it. `of`: the table; a board of the same that was there before is moved on, any
// other jumps to how things stand, as it does where nobody looks. `seats`: who sits there, for their faces. `pot`: what
// lies in it, for the next act.
export function drawBoard(box, board, { play = null, of = "", seats = [], pot = 0 } = {}) {
  const before = shown.get(box);
  const pieces = piecesIn(board);
  const moves = before && board && before.of === of && !document.hidden;
  const ghosts = moves ? copied(box.firstElementChild, before.pieces) : null;
  put(box, board, pieces, play, seats);
  shown.set(box, board === null ? null : { of, board, pieces, pot });
  if (moves) animate(box.firstElementChild, before.pieces, pieces, ghosts);
}

// What can be pressed now, as long as it still can.
function lasting(box, play) {
  const there = new Set([...box.querySelectorAll("button.piece")].map((one) => one.dataset.id));
  return play && { ...play, canPress: (piece) => there.has(piece.id) && play.canPress(piece) };
}

// Where a piece lies, by its key, and how others can be drawn into a layer over its board; null: there is none.
export function lying(box, key) {
  const { board: { height }, pieces = [] } = (box && shown.get(box)) ?? { board: {} };
  const at = pieces.findIndex((piece) => piece.key === key);
  const board = box?.firstElementChild;
  if (at < 0 || !board) return null;
  const node = board.querySelectorAll(":scope > .piece:not(.ghost)")[at];
  const draw = (layer, others) => render(others.map((piece) => html`<${Still} piece=${piece} board=${{ height }} asks=${false} />`), layer);
  return { board, node, height, piece: pieces[at], unit: board.clientWidth / WIDTH, draw };
}

// Show what of a board comes first; all else stays as it was until the board is drawn. `rolls`: it was told that
// dice were rolled. Returns for how many ms it lasts.
export function playAct(box, board, { play = null, of = "", seats = [], pot = 0, rolls = false } = {}) {
  const before = shown.get(box);
  if (!before || board === null || before.of !== of || document.hidden || isCalm()) return 0;
  const act = actOf(before.pieces, piecesIn(board), { pot: Math.max(pot ?? 0, before.pot ?? 0), rolls });
  if (act === null) return 0;
  const height = Math.max(before.board.height, ...act.pieces.map((piece) => piece.top + piece.height));
  const now = { ...before.board, height };
  put(box, now, act.pieces, lasting(box, play), seats);
  shown.set(box, { ...before, board: now, pieces: act.pieces });
  perform(box.firstElementChild, act.pieces);
  return act.ms;
}
