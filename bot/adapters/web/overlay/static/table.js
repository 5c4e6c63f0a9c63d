// The table as everybody may see it. Text nodes only; what stays is changed in place, so that it can move softly.

import { byId, el, name, number, say } from "/static/dom.js";
import { drawBoard, playAct } from "/static/board.js";
import { drawArt, faceOf } from "./art.js";
import { heldBy, inCorner, isCorner } from "./corner.js";
import { looks } from "./looks.js";

const MOST_SEATS = 10;
const CROWD = 24;
const FIRST_OF_A_CROWD = 6;
const FEWEST = 2;
// Of those who sit around a board that is drawn small.
const MOST_IN_CORNER = 5;
const ROUNDING = 2;
const MOST_LINES = 3;
const MOST_AWAITED = 2;
// Letters on a board are set as narrow as this before they are cut; names end in an ellipsis.
const NARROWEST = 0.66;
// Of the size that was asked for, until all of it is whole.
const SMALLER = 0.95;
const LEAST_SCALE = 0.3;

function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

function put(id, text, part) {
  const wanted = looks.show.has(part) && text !== "";
  byId(id).hidden = !wanted;
  if (wanted) write(byId(id).querySelector("bdi") ?? byId(id), text);
}

const of = ({ code, title, seats, pot }) => ({ of: [code, title].join(" "), seats, pot });

function seatNode(seat) {
  return el("li", { class: "seat fresh", "data-seat": seat.seat },
    el("span", { class: "number" }), el("span", { class: "sits" }), el("bdi", { class: "name" }), el("span", { class: "held board-box", "aria-hidden": "true" }), el("span", { class: "marks" }), el("span", { class: "stack" }));
}

function fillSeat(node, seat, table) {
  const [place, sits, called, held, marks, stack] = node.children;
  write(place, number(seat.seat + 1));
  write(called, seat.name);
  if (sits.dataset.face !== seat.face) sits.replaceChildren(...(seat.face ? [faceOf(seat)] : []));
  sits.dataset.face = seat.face;
  write(marks, [seat.bot ? say("bot") : "", seat.away ? say("away") : ""].filter(Boolean).join(" · "));
  write(stack, seat.stack === null ? "" : number(seat.stack));
  const has = isCorner() ? heldBy(table.board, seat) : null;
  held.hidden = has === null;
  drawBoard(held, has, of(table));
  for (const mark of ["awaited", "away", "bot"]) node.classList.toggle(mark, seat[mark]);
  node.classList.toggle("won", seat.won && table.phase !== "playing");
  node.setAttribute("aria-label", `${say("seat-number", { number: seat.seat + 1 })}${seat.awaited ? `, ${say("awaited")}` : ""}`);
}

// Of a crowd the first few; who is awaited is named above anyway. In a corner those whose turn it is, and who won, are among them.
function shownOf(table) {
  const small = isCorner() && table.board !== null;
  const most = small ? MOST_IN_CORNER : table.sitting > CROWD ? FIRST_OF_A_CROWD : MOST_SEATS;
  if (!small) return table.seats.slice(0, most);
  const first = [...table.seats].sort((one, other) => other.awaited - one.awaited || other.won - one.won).slice(0, most);
  return table.seats.filter((seat) => first.includes(seat));
}

function showSeats(table) {
  const list = byId("seats");
  const seats = looks.show.has("seats") ? shownOf(table) : [];
  list.hidden = !seats.length;
  const before = new Map([...list.children].map((node) => [Number(node.dataset.seat), node]));
  seats.forEach((seat, index) => {
    const node = before.get(seat.seat) ?? seatNode(seat);
    before.delete(seat.seat);
    fillSeat(node, seat, table);
    if (list.children[index] !== node) list.insertBefore(node, list.children[index] ?? null);
  });
  before.forEach((node) => node.remove());
  const hidden = table.sitting - seats.length;
  const text = seats.length && table.sitting > CROWD ? say("sitting", { count: number(table.sitting) }) : say("and-more", { count: number(hidden) });
  put("sitting", hidden > 0 ? text : "", "seats");
}

let shownTurn = "";

function showTurn(table) {
  const awaited = table.phase === "playing" ? table.seats.filter((seat) => seat.awaited) : [];
  byId("turn").hidden = !awaited.length || !looks.show.has("turn");
  const key = JSON.stringify(awaited.map((seat) => [seat.seat, seat.name, seat.face]));
  if (key === shownTurn) return;
  shownTurn = key;
  const few = awaited.length > MOST_AWAITED ? [] : awaited;
  const named = few.map((seat) => el("span", { class: "who" }, el("span", { class: "number" }, number(seat.seat + 1)), seat.face ? faceOf(seat) : null, name(seat.name)));
  const all = el("span", { id: "turn-more" }, say("several", { count: number(awaited.length) }));
  byId("turn-names").replaceChildren(...(few.length ? named : [all]));
}

let names = new Set();

const boardOf = (table) => (isCorner() ? inCorner(table.board) : table.board);

// Show what of the table comes first, on its board and beside the names. `rolls`: it was told that dice were rolled.
// Returns for how many ms it lasts.
export function showAct(table, rolls) {
  if (table === null) return 0;
  const board = looks.show.has("picture") ? playAct(byId("picture"), boardOf(table), { ...of(table), rolls }) : 0;
  const held = isCorner() ? [...byId("seats").children].map((node) => {
    const seat = table.seats.find((one) => one.seat === Number(node.dataset.seat));
    return seat ? playAct(node.querySelector(".held"), heldBy(table.board, seat), of(table)) : 0;
  }) : [];
  return Math.max(board, ...held);
}

function showBoard(table) {
  const box = byId("picture");
  const board = boardOf(table);
  box.hidden = board === null || !looks.show.has("picture");
  document.documentElement.dataset.board = box.hidden ? "no" : "yes";
  if (!box.hidden) box.style.setProperty("--high-board", board.height);
  drawBoard(box, box.hidden ? null : board, of(table));
  names = new Set(table.seats.map((seat) => seat.name));
}

// What lies on the table when this is played, while nothing lies there.
function showArt(table) {
  const box = byId("art");
  const is = table.board === null && table.art.length > 0 && looks.show.has("picture");
  box.hidden = !is;
  if (is) drawArt(box, table.art);
}

function showLines(node, lines) {
  node.hidden = !lines.length;
  if (JSON.stringify([...node.children].map((line) => line.textContent)) === JSON.stringify(lines)) return;
  node.replaceChildren(...lines.map((line) => el("p", { dir: "auto" }, line)));
}

function showCommentary(table) {
  const lines = table?.phase === "between" ? table.commentary : [];
  byId("commentary").hidden = !lines.length;
  showLines(byId("commentary-lines"), lines);
}

// What the board shows needs no words; the phase stands above. A corner shows no words on its board: what is asked
// stands beside it, unless it is whose turn it is.
function linesOf(table) {
  if (isCorner() && table.board !== null) return table.phase === "playing" && byId("turn").hidden ? table.lines.slice(0, 1) : [];
  const shown = new Set(byId("picture").hidden ? [] : table.by_board);
  return table.lines.filter((line, at) => !shown.has(at) && !(at === 0 && table.phase !== "playing"));
}

export function showTable(table) {
  byId("table").hidden = table === null;
  document.documentElement.dataset.phase = table?.phase ?? "";
  showCommentary(table);
  if (table === null) return;
  const phase = table.phase === "playing" ? "" : say(`phase-${table.phase}`);
  put("title", table.title, "table");
  put("code", table.code, "code");
  put("phase", phase, "table");
  byId("pot").hidden = !table.pot || !looks.show.has("pot");
  write(byId("pot-amount"), number(table.pot ?? 0));
  showTurn(table);
  showBoard(table);
  showArt(table);
  showLines(byId("lines"), looks.show.has("table") ? linesOf(table).slice(0, MOST_LINES) : []);
  showSeats(table);
  fitted = "";
}

// All parts may be switched off, or have nothing to show: then no empty frame stands there.
function tidy() {
  for (const group of ["head", "facts", "rest"]) byId(group).hidden = [...byId(group).children].every((part) => part.hidden);
  byId("table").classList.toggle("empty", byId("facts").hidden && byId("rest").hidden);
}

let fitted = "";

// Letters are as wide as their font, which may come later than the first table.
document.fonts.addEventListener("loadingdone", () => { fitted = ""; });

const isFull = (box) => box.scrollHeight > box.clientHeight + ROUNDING;

// What is no name is read to its end: an amount, or what is on sale.
function narrow(letters) {
  letters.removeAttribute("style");
  const [wide, room] = [letters.scrollWidth, letters.clientWidth];
  if (!room || wide <= room + 1 || names.has(letters.textContent)) return;
  const share = Math.max(NARROWEST, room / (wide + 1));
  const { textAlign } = getComputedStyle(letters);
  const side = ["end", "right"].includes(textAlign) ? 1 : textAlign === "center" ? 0.5 : 0;
  const [left, width] = [letters.offsetLeft, room / share];
  Object.assign(letters.style, { left: `${left + (room - width) * side}px`, right: "auto", width: `${width}px`, transform: `scaleX(${share})`, transformOrigin: `${100 * side}% 50%` });
}

// A plate holds its letters, narrower where it must; without room even then it is left out, whole.
function narrowOnPlate(letters) {
  letters.removeAttribute("style");
  const text = document.createRange();
  text.selectNodeContents(letters);
  const share = (letters.clientWidth - 2 * ROUNDING) / text.getBoundingClientRect().width;
  letters.parentElement.classList.toggle("no-letters", share < NARROWEST);
  if (share < 1) Object.assign(letters.style, { transform: `scaleX(${share})`, overflow: "visible" });
}

function leaveOut(boxes, parts) {
  parts.forEach((part) => part.classList.remove("no-room"));
  for (const part of parts) {
    if (!boxes.some(isFull)) return;
    part.classList.add("no-room");
  }
}

const measured = () => [
  innerWidth, innerHeight, looks.size, looks.at, looks.form, looks.safe,
  ...["toasts", "join", "results", "season", "winner", "door"].map((id) => byId(id).offsetHeight),
].join(" ");

function isInside(part) {
  const { left, top, right, bottom } = part.getBoundingClientRect();
  const air = byId("overlay");
  const { paddingLeft, paddingTop } = getComputedStyle(air);
  const [across, down] = [parseFloat(paddingLeft) - ROUNDING, parseFloat(paddingTop) - ROUNDING];
  return left >= across && top >= down && right <= air.clientWidth - across && bottom <= air.clientHeight - down;
}

// Whose turn it is, the board, who won and how to join: whatever was left out, these stand there, and whole.
function isWhole() {
  const parts = ["facts", "picture", "winner", "join"].map(byId).filter((part) => part.checkVisibility());
  const words = byId("join").hidden ? [] : [...byId("join-words").children];
  return ![byId("stack"), byId("table")].some(isFull) && parts.every(isInside) && !words.some((line) => line.scrollWidth > line.clientWidth + ROUNDING);
}

// What finds no room is left out; where even then not all is whole, everything is as much smaller as it has to be.
export function fit() {
  if (byId("table").hidden || measured() === fitted) return;
  const { style } = document.documentElement;
  for (let scale = looks.size / 100; ; scale *= SMALLER) {
    style.setProperty("--scale", String(scale));
    leaveOutWhatHasNoRoom();
    if (isWhole() || scale < LEAST_SCALE) break;
  }
  fitted = measured();
}

// As a whole: the lines first, then the last seats; of what was hidden, the beginning.
function leaveOutWhatHasNoRoom() {
  const table = byId("table");
  tidy();
  const seats = [...byId("seats").children].reverse();
  // Of a board that names all who play, the list stands there whole or not at all.
  const fewer = isCorner() ? seats.filter((seat) => !seat.matches(".awaited, .won")) : seats.slice(0, -FEWEST);
  const seatParts = byId("picture").hidden || isCorner() ? fewer : [byId("seats")];
  const older = [...byId("toasts").children].slice(0, -1);
  // What was left out of another table may be another part than what is left out of this one.
  document.querySelectorAll(".no-room").forEach((part) => part.classList.remove("no-room"));
  const boxes = [byId("stack"), table];
  const { classList } = document.documentElement;
  classList.remove("tight", "tighter");
  const codeOfHands = byId("join").classList.contains("of-hands") ? [byId("qr")] : [];
  const parts = [byId("lines"), ...older, byId("season"), byId("results"), byId("winner-places"), byId("winner-remark"), byId("art"), ...codeOfHands, ...seatParts];
  leaveOut(boxes, parts);
  // A smaller board, and at the very last not even the last line: it tells what is seen there.
  for (const smaller of byId("picture").hidden ? [] : ["tight", "tighter"]) {
    if (isWhole()) break;
    classList.add(smaller);
    leaveOut(boxes, parts);
  }
  if (!isWhole()) leaveOut(boxes, [...parts, byId("toasts")]);
  byId("picture").querySelectorAll(".piece:not(.kind-die, .kind-badge) > .letters").forEach(narrow);
  byId("picture").querySelectorAll(".kind-badge.long > .letters").forEach(narrowOnPlate);
  leaveOut([byId("commentary")], [...byId("commentary-lines").children].slice(0, -1));
}

export function showDoor(address) {
  const shown = address.replace(/^https?:\/\//, "").replace(/\/$/, "");
  put("door", shown ? say("door", { address: shown }) : "", "door");
}

