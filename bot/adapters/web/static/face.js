// The face of somebody at a table, or of who is in the room: drawn where it is known, else the first letter of the name.

import { boot, el, hue } from "./dom.js";
import { html, render } from "./html.js";

const letter = (name) => ([...name.trim()][0] ?? "?").toLocaleUpperCase();

export function Face({ seat, children = null }) {
  const drawn = seat.face && boot.symbols;
  return html`<span class=${`disc hue-${seat.seat % 10} ${drawn ? "drawn" : ""}`} aria-hidden="true">${drawn
    ? html`<svg class="face"><use href=${`${boot.symbols}#face-${seat.face}`} /></svg>` : letter(seat.name)}${children}</span>`;
}

// Whoever has won, or has become what this figure says.
export const Crowned = ({ seat, figure = "crown" }) => html`<span class="crowned"><${Face} seat=${seat} />${boot.symbols
  ? html`<svg class="crown" aria-hidden="true"><use href=${`${boot.symbols}#figure-${figure}`} /></svg>` : null}</span>`;

// As `zlib.crc32`.
function crc32(text) {
  let sum = -1;
  for (const byte of new TextEncoder().encode(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
  }
  return ~sum >>> 0;
}

// What guests wear whom no table has given another face (`bot/render/seat_lines.py`).
export const ownFace = (id) => (boot.linked ? "" : boot.faces[crc32(`web:${id}`) % boot.faces.length]);

const MOST_DRAWN = 1000;
// What guests wear, by their ids, as they were seen last.
const worn = new Map();
const drawnOf = new Map();
const draw = (node, id, name) => render(html`<${Face} seat=${{ seat: hue(id), face: ownFace(id), ...worn.get(id), name }} />`, node);

const forget = () => [...drawnOf.keys()].filter((node) => !node.isConnected).forEach((node) => drawnOf.delete(node));

// The face of a guest, wherever they sit, as a node that follows what they wear.
export function faceNode(id, name) {
  const node = el("span", { class: "face-of" });
  draw(node, id, name);
  if (drawnOf.size > MOST_DRAWN) forget();
  drawnOf.set(node, () => draw(node, id, name));
  return node;
}

// Note what is worn at tables.
export function wear(seats) {
  const fresh = seats.map(({ you, guest, seat, face }) => [you ? boot.id : guest, { seat, face }]).filter(([id, { seat, face }]) => id && face && (worn.get(id)?.face !== face || worn.get(id).seat !== seat));
  if (!fresh.length) return;
  fresh.forEach(([id, one]) => worn.set(id, one));
  forget();
  drawnOf.forEach((redraw) => redraw());
}
