// One's own hand is covered until one asks for it, and again soon after: the screen may be on a stream (T17, T25).
// What is covered is not in the page at all, so that no screen reader says it and no picture of the page holds it.

import { boot, byId, say } from "./dom.js";

const KEY = "potluck.cover";
const SECONDS = 60;
const listeners = [];
let isOpen = false;
let timer = 0;

function chosen() {
  try {
    return localStorage.getItem(KEY) === "yes";
  } catch {
    return false;
  }
}

let wanted = boot.linked || chosen();

export const isCovered = () => wanted && !isOpen;
export const onCover = (listen) => listeners.push(listen);

function stay() {
  clearTimeout(timer);
  if (wanted && isOpen) timer = setTimeout(() => open(false), SECONDS * 1000);
}

export function open(wish) {
  isOpen = wish;
  stay();
  listeners.forEach((listen) => listen());
}

function want(box) {
  wanted = box.checked;
  try {
    localStorage.setItem(KEY, wanted ? "yes" : "no");
  } catch {
    // A browser that remembers nothing: it holds until the page is closed.
  }
  open(false);
}

// Where seats hold nothing that others may not see, there is nothing to cover; before a game there may be nothing yet.
function covers(table) {
  if (!table?.yours || !table.panel.hands) return false;
  return table.panel.phase !== "lobby" || table.panel.own.length > 0 || table.log.hasOwn;
}

export function showCover(table) {
  const bar = byId("cover-bar");
  bar.hidden = !(wanted && covers(table));
  bar.classList.toggle("open", isOpen);
  byId("cover").textContent = say(isOpen ? "hide-hand" : "show-hand");
  byId("cover").setAttribute("aria-pressed", String(isOpen));
  byId("cover-says").textContent = isOpen ? "" : say("covered");
}

// The panel as somebody may see it who looks over a shoulder: while a game is on, as its whole place sees it.
export function underCover(panel, place) {
  const covered = { ...panel, own: [] };
  if (panel.phase === "lobby") return covered;
  const { lines = [], by_board = [], asks = "", board = null } = place ?? {};
  return { ...covered, covered: true, offers: [], lines, by_board, asks, board };
}

export function startCover() {
  byId("cover").addEventListener("click", () => open(!isOpen));
  document.addEventListener("visibilitychange", () => { if (document.hidden) open(false); });
  for (const kind of ["pointerdown", "keydown", "wheel"]) document.addEventListener(kind, stay, { passive: true, capture: true });
  const box = byId("cover-mine");
  box.closest("label").hidden = boot.linked;
  box.checked = wanted;
  box.addEventListener("change", () => want(box));
}
