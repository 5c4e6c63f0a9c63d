// The face of somebody at a table, or of who is in the room: drawn where it is known, else the first letter of the name.

import { boot } from "./dom.js";
import { html } from "./html.js";

const letter = (name) => ([...name.trim()][0] ?? "?").toLocaleUpperCase();

export function Face({ seat, children = null }) {
  const drawn = seat.face && boot.symbols;
  return html`<span class=${`disc hue-${seat.seat % 10} ${drawn ? "drawn" : ""}`} aria-hidden="true">${drawn
    ? html`<svg class="face"><use href=${`${boot.symbols}#face-${seat.face}`} /></svg>` : letter(seat.name)}${children}</span>`;
}

// Whoever has won, or has become what this figure says.
export const Crowned = ({ seat, figure = "crown" }) => html`<span class="crowned"><${Face} seat=${seat} />${boot.symbols
  ? html`<svg class="crown" aria-hidden="true"><use href=${`${boot.symbols}#figure-${figure}`} /></svg>` : null}</span>`;
