// The table as everybody sees it: title, clock, lines, seats, pot.

import { showClock } from "./clock.js";
import { byId, disc, el, name, number, say, unseen } from "./dom.js";
import { drawBoard } from "./board.js";
import { play } from "./play.js";

const MOST_SEATS = 16;
const FEW_SEATS = 6;
const HEADLINE = 100;
const FEW_TABS = 3;

function awaitedLine(panel) {
  const awaited = panel.seats.filter((seat) => seat.awaited);
  if (awaited.some((seat) => seat.you)) return el("span", { class: "turn yours" }, say("your-turn"));
  if (panel.phase !== "playing") return null;
  if (!awaited.length) return panel.offers.length ? el("span", { class: "turn may" }, say("you-may")) : null;
  const names = awaited.slice(0, 3).map((seat) => seat.name).join(", ");
  const words = awaited.length > 3 ? "waiting-for-many" : "waiting-for";
  return el("span", { class: "turn" }, el("bdi", {}, say(words, { names, count: number(awaited.length - 3) })));
}

function head(panel) {
  return el("header", { class: "panel-head" },
    el("div", { class: "panel-title" },
      el("h2", {}, panel.title),
      el("p", { class: "under" },
        el("span", { class: "code" }, unseen(`${say("table-code", { code: "" })} `), panel.code), " ",
        el("span", { class: `phase ${panel.phase}` }, say(`phase-${panel.phase}`)), " ", awaitedLine(panel), " ", potNode(panel))),
    el("div", { class: "clock", id: "clock", role: "timer", hidden: true },
      el("span", { id: "clock-seconds", "aria-hidden": "true" }), unseen("")));
}

function potNode(panel) {
  return panel.pot ? el("span", { class: "pot" }, el("span", { class: "chips", "aria-hidden": "true" }), say("pot", { amount: number(panel.pot) })) : null;
}

function tag(word) {
  return el("span", { class: `tag ${word}` }, say(word));
}

function seatNode(panel, seat) {
  const marks = [seat.you ? "you" : "", seat.awaited ? "to-move" : "", seat.away ? "away" : "", seat.bot ? "bot" : ""];
  const face = disc(seat.name, seat.seat);
  face.append(el("span", { class: "place" }, number(seat.seat + 1)));
  const stack = seat.stack === null ? null : el("span", { class: "stack" },
    el("span", { "aria-hidden": "true" }, number(seat.stack)), unseen(say("stack", { amount: number(seat.stack) })));
  return el("li", { class: `seat ${marks.filter(Boolean).join(" ")}` },
    unseen(say("seat-number", { number: seat.seat + 1 })), face,
    el("div", { class: "seat-text" },
      el("span", { class: "seat-name" }, name(seat.name), seat.you ? tag("you") : null),
      el("span", { class: "seat-under" }, stack, marks.slice(1).filter(Boolean).map(tag))));
}

// A crowd is cut: oneself and those who are awaited first.
function seatsNode(panel) {
  const shown = [...panel.seats];
  if (shown.length > MOST_SEATS) shown.sort((a, b) => (b.you - a.you) || (b.awaited - a.awaited) || (a.seat - b.seat));
  const cut = shown.slice(0, MOST_SEATS);
  const kind = ["seats", shown.length > FEW_SEATS || panel.board ? "many" : ""].filter(Boolean).join(" ");
  const list = el("ul", { class: kind, "aria-label": say("seats-at", { code: panel.code }) }, cut.map((seat) => seatNode(panel, seat)));
  const more = Math.max(panel.sitting, shown.length) - cut.length;
  if (more > 0) list.append(el("li", { class: "more" }, say("and-more-seats", { count: number(more) })));
  return list;
}

// One box for all boards, so that what stays on it is changed in place.
const boardBox = el("div", { class: "board-box" });

export function showBoard() {
  drawBoard(boardBox, play.board, { play, of: play.panel?.code });
}

// Of much that happened at once the last sentences say how it ended: what came before them, and they.
function ending(text) {
  const starts = [0, ...[...text.matchAll(/(?<=[.!?…])\s+/g)].map((gap) => gap.index + gap[0].length)];
  const cut = starts.find((start) => text.length - start <= HEADLINE) ?? starts.at(-1);
  return [text.slice(0, cut).trim(), text.slice(cut).trim()];
}

// How the last game ended, until the next begins.
function resultNode(result) {
  if (!result?.all) return null;
  const [before, end] = ending(result.all.trim());
  return el("div", { class: result.own ? "result both" : "result" }, result.own ? el("p", { class: "own-result" }, result.own) : null,
    before ? el("p", { class: "before-that" }, before) : null, el("p", { class: "end" }, end));
}

function linesNode(lines, kind) {
  return lines.length ? el("div", { class: kind }, lines.map((line) => el("p", {}, line))) : null;
}

// What is seen on the board, for those who would rather read it. Open stays open.
let wantsWords = false;

function inWords(lines) {
  if (!lines.length) return null;
  const node = el("details", { class: "in-words", open: wantsWords }, el("summary", {}, say("in-words")), linesNode(lines, "lines more-lines"));
  node.addEventListener("toggle", () => { wantsWords = node.open; });
  return node;
}

export function showPanel(panel, result = null) {
  byId("empty").hidden = panel !== null;
  byId("panel").hidden = panel === null;
  if (panel === null) return;
  // The head says already which phase it is.
  const told = say(`phase-${panel.phase}`).toLocaleLowerCase();
  const lines = panel.lines.filter((line) => line.toLocaleLowerCase() !== told);
  // What is asked stands over the board; what the other lines say is seen there.
  const above = panel.board ? 1 : lines.length;
  const first = linesNode(lines.slice(0, above), "lines");
  const rest = [resultNode(result), seatsNode(panel), inWords(lines.slice(above))].filter(Boolean);
  const nodes = panel.board ? [el("div", { class: "board-area" }, first, boardBox, el("div", { class: "beside-board" }, rest))] : [first, ...rest];
  byId("panel").replaceChildren(head(panel), ...nodes.filter(Boolean));
  showBoard();
  showClock(panel);
  if (panel.offers.length && panel.ask !== lastAsk) lookAt();
  lastAsk = panel.ask;
}

// A new question begins at the top of the panel.
let lastAsk = "";

function lookAt() {
  byId("felt").scrollTop = 0;
}

export function showTabs(tables, selected, select) {
  const tabs = byId("tabs");
  const key = JSON.stringify([...tables].map(([id, table]) => [id, table.panel.code, table.panel.short || table.panel.title, table.panel.phase, table.yours, table.awaitsYou]).concat([selected]));
  if (tabs.dataset.key === key) return;
  const focused = tabs.contains(document.activeElement) ? document.activeElement.dataset.table : null;
  tabs.dataset.key = key;
  tabs.replaceChildren(...[...tables].map(([id, { panel, awaitsYou, yours }]) => el("button", {
    type: "button",
    "data-table": id,
    class: [yours ? "yours" : "", awaitsYou ? "awaits" : "", panel.phase].join(" "),
    "aria-current": id === selected ? "true" : null,
    title: panel.short || panel.title,
    onclick: () => select(id),
  }, el("b", {}, panel.code), el("span", {}, panel.short || panel.title), awaitsYou ? unseen(say("your-turn")) : null)));
  tabs.classList.toggle("several", tables.size > 1);
  tabs.classList.toggle("many", tables.size > FEW_TABS);
  if (focused) tabs.querySelector(`[data-table="${CSS.escape(focused)}"]`)?.focus();
  showCurrentTab();
}

function showCurrentTab() {
  byId("tabs").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

new ResizeObserver(showCurrentTab).observe(byId("tabs"));
