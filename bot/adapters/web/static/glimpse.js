// A piece that this person alone sees for a moment: out of the bag, over the piece that will hide it, and under that.
// The line beside the moves says it for longer; whoever wants no motion sees it lie there for as long.

import { byId } from "./dom.js";
import { lying } from "./board.js";
import { isCalm } from "./motion.js";

const LASTS = 4400;
// One after the other: which cup it is must be seen.
const AFTER = 3600;
const LARGE = 1.5;
const BAG = 56;
const seen = new WeakSet();

// From the middle of the board to over its cup, where it stays, and down.
function falling({ right, down, high }) {
  const over = `translate(0, ${-0.55 * high}px) scale(${LARGE})`;
  return [
    { transform: `translate(${right}px, ${down}px) scale(.3)`, opacity: 0 },
    { transform: `translate(${right}px, ${down - high}px) scale(1.2)`, opacity: 1, offset: 0.14 },
    { transform: over, opacity: 1, offset: 0.32, easing: "linear" },
    { transform: over, opacity: 1, offset: 0.8, easing: "ease-in" },
    { transform: "scale(.7)", opacity: 1, offset: 0.92 },
    { transform: "scale(.6)", opacity: 0 },
  ];
}

const TIPPED = [{ transform: "none", offset: 0.76 }, { transform: "translateY(-45%) rotate(-14deg)", offset: 0.84 }, { transform: "translateY(-45%) rotate(-14deg)", offset: 0.92 }, { transform: "none" }];
const OPENED = [{ opacity: 0 }, { opacity: 1, offset: 0.05 }, { opacity: 1, offset: 0.2 }, { opacity: 0, offset: 0.32 }, { opacity: 0 }];
const STAYS = [{ opacity: 0 }, { opacity: 1, offset: 0.06 }, { opacity: 1, offset: 0.94 }, { opacity: 0 }];

function show([kind, face, letters, under], delay) {
  const place = lying(byId("panel").querySelector(".board-box"), under);
  if (!place) return false;
  const { board, unit, height, piece: hides, node, draw } = place;
  const size = Math.min(hides.width, hides.height);
  const at = { left: hides.left + (hides.width - size) / 2, top: hides.top, width: size, height: size };
  const calm = isCalm();
  const bag = { kind: "figure", face: "bag", left: 200 - BAG / 2, top: (height - BAG) / 2, width: BAG, height: BAG };
  const layer = document.createElement("div");
  layer.className = "glimpse";
  layer.setAttribute("aria-hidden", "true");
  board.append(layer);
  draw(layer, [...(calm ? [] : [bag]), { kind, face, label: letters, ...at }]);
  const [right, down] = [200 - at.left - size / 2, height / 2 - at.top - size / 2].map((way) => way * unit);
  const last = layer.lastElementChild.animate(calm ? STAYS : falling({ right, down, high: size * unit }), { duration: LASTS, delay, fill: "both" });
  if (!calm) {
    layer.firstElementChild.animate(OPENED, { duration: LASTS, delay, fill: "both" });
    node?.animate(TIPPED, { duration: LASTS, delay });
  }
  last.finished.then(() => layer.remove(), () => layer.remove());
  return true;
}

// What is shown now belongs to a table that is no longer in view.
export const clearGlimpses = () => document.querySelectorAll(".glimpse").forEach((layer) => layer.remove());

// Each once, where it can be seen, and for no longer than its line stands.
export function showGlimpses(lines, now) {
  if (document.hidden) return;
  let delay = 0;
  for (const line of lines) {
    if (!line.glimpse || seen.has(line) || line.until - now < delay + LASTS || !show(line.glimpse, delay)) continue;
    seen.add(line);
    delay += AFTER;
  }
}
