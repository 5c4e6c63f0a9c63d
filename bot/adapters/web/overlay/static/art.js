// Symbols that stand for a game: beside its name while nobody plays, and around whoever won it.

import { boot, el } from "/static/dom.js";

const SVG = "http://www.w3.org/2000/svg";

export function symbolOf(name) {
  const picture = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  picture.setAttribute("aria-hidden", "true");
  picture.setAttribute("class", `symbol-of ${name.split("-")[0]}`);
  use.setAttribute("href", `${boot.symbols}#${name}`);
  picture.append(use);
  return picture;
}

// The face of somebody at a table.
export function faceOf(seat) {
  const drawn = symbolOf(`face-${seat.face}`);
  drawn.setAttribute("class", "face");
  return el("span", { class: `disc hue-${seat.seat % 10}`, "aria-hidden": "true" }, drawn);
}

export function drawArt(box, names) {
  const key = names.join(" ");
  if (box.dataset.drawn === key) return;
  box.dataset.drawn = key;
  box.replaceChildren(...names.map(symbolOf));
}
