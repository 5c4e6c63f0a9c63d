// The tables of the place as the live line tells them, and the last lines of what happened there.

import { boot, byId, say } from "/static/dom.js";
import { brought, newsOf } from "/static/told.js";

const SOON = 600;
const LATEST = 10000;
const MOST_LINES = 3;
let tables = new Map();
let lines = [];
let tries = 0;

// Whoever sits there is told of their own panel alone.
const sits = (own) => own?.seats.some((seat) => seat.you) ?? false;

export const openPanels = () => [...tables]
  .map(([id, { place, own }]) => [id, sits(own) && place?.phase !== "closed" ? own : place ?? own])
  .filter(([, panel]) => panel.phase !== "closed");

// What everybody may read, the latest last; nothing that is told to this person alone.
export const lastLines = () => lines.slice(-MOST_LINES);

function note(update) {
  const fresh = newsOf(update).filter((line) => !line.own && !line.fine && line.fades === null);
  const keys = new Set(lines.map((line) => line.key));
  const told = fresh.map((line) => ({ ...line, key: `${update.table} ${line.order} ${line.text}` })).filter((line) => !keys.has(line.key));
  lines = [...lines, ...told].sort((one, other) => one.at - other.at).slice(-2 * MOST_LINES);
}

function hear({ type, tables: updates }) {
  if (type === "snapshot") tables = new Map();
  for (const update of updates) {
    const known = tables.get(update.table) ?? {};
    const kind = update.own ? "own" : "place";
    if (update.panel || known[kind]) tables.set(update.table, { ...known, [kind]: brought(known[kind], update) });
    note(update);
  }
}

function line(state, word) {
  byId("link").dataset.state = state;
  byId("link").textContent = word ? say(word) : "";
}

export function listen(show) {
  const socket = new WebSocket(new URL(`${boot.base}live`, location.href).href.replace(/^http/, "ws"));
  socket.addEventListener("message", (event) => {
    tries = 0;
    line("ok", "connected");
    hear(JSON.parse(event.data));
    show();
  });
  socket.addEventListener("close", (event) => {
    if (event.code === 4003) return line("lost", boot.linked ? "linked-seat-lost" : "seat-lost");
    line("lost", "connection-lost");
    tries += 1;
    return setTimeout(() => listen(show), Math.min(LATEST, SOON * 2 ** tries) * (0.5 + Math.random() / 2));
  });
}
