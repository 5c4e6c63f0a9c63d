// What moved, found from two boards and told by nobody: a piece that came is taken for the nearest that went and looks
// the same. Two backs look alike to everybody, so nothing is told by it that could not be seen.

const MOST_GHOSTS = 30;
export const STEP = 130;
const FLY = { duration: 700, easing: "cubic-bezier(.4, 0, .6, 1)", fill: "forwards" };
const GO = { duration: 260, easing: "ease-in", fill: "forwards" };
const MOVE = { duration: 320, easing: "cubic-bezier(.2, .8, .3, 1)" };
const APPEAR = { duration: 220, easing: "ease-out" };
export const STILL = new Set(["space", "text", "badge"]);
const wanted = matchMedia("(prefers-reduced-motion: reduce)");
let asked = false;
const calm = { get matches() { return asked || wanted.matches; } };

const looks = ({ kind, face }) => `${kind} ${face}`;
const place = ({ left, top, width, height }) => [left, top, width, height].join(" ");
const far = (one, other) => Math.hypot(one.left - other.left, one.top - other.top);

// Nothing moves from now on, though the browser was not told so.
export function beCalm(is) {
  asked = is;
}

export const isCalm = () => calm.matches;

// `from`, for each piece: undefined where it lay before as it does now, where it came from, or null where it has just
// appeared. `gone`: those that lie nowhere any more.
export function origins(before, after) {
  const left = [...before];
  const found = new Array(after.length);
  const take = (fits) => after.forEach((piece, at) => {
    if (found[at]) return;
    const near = left.filter((one) => fits(one, piece)).sort((one, other) => far(one, piece) - far(other, piece))[0];
    if (!near) return;
    left.splice(left.indexOf(near), 1);
    found[at] = { from: near };
  });
  take((one, piece) => looks(one) === looks(piece) && place(one) === place(piece));
  take((one, piece) => piece.key && one.key === piece.key && one.kind === piece.kind);
  take((one, piece) => !piece.key && !one.key && !STILL.has(piece.kind) && looks(one) === looks(piece));
  const from = Array.from(found, (one, at) => (!one ? null : place(one.from) === place(after[at]) ? undefined : one.from));
  return { from, gone: left, were: Array.from(found, (one) => one?.from) };
}

// Whether it went further than its own size: not only aside.
export const isStep = (piece, from) => Math.abs(piece.left - from.left) >= piece.width || Math.abs(piece.top - from.top) >= piece.height;

// What only makes room stays below what lies on it.
function walked(node, piece, from, unit) {
  const [x, y] = [(from.left - piece.left) * unit, (from.top - piece.top) * unit];
  const size = piece.width ? from.width / piece.width : 1;
  const over = { transformOrigin: "0 0", ...(isStep(piece, from) ? { zIndex: 5 } : {}) };
  return node.animate([{ transform: `translate(${x}px, ${y}px) scale(${size})`, ...over }, { transform: "none", ...over }], MOVE);
}

// One that came in steps goes them one by one, each with a hop. `lands`: from so high at last.
export function stepped(piece, from, unit, lands = 0) {
  const at = (right, down, hop = 0) => ({ transform: `translate(${right * unit}px, ${(down - hop) * unit}px)`, zIndex: 5 });
  const places = [[from.left - piece.left, from.top - piece.top], ...(piece.way ?? []), [0, 0]];
  const frames = places.flatMap(([right, down], index) => {
    if (!index) return [at(right, down)];
    const [before, under] = places[index - 1];
    return [at((right + before) / 2, (down + under) / 2, 7), at(right, down, index === places.length - 1 ? lands : 0)];
  });
  return lands ? [...frames, at(0, 0, lands), at(0, 0, lands), at(0, 0)] : frames;
}

const middle = (piece) => [piece.left + piece.width / 2, piece.top + piece.height / 2];

// The places of seats that have won just now: there the light went on.
function winners(before, after) {
  const isLit = (piece) => piece.kind === "space" && typeof piece.seat === "number" && piece.looks?.includes("lit");
  const lit = new Set(before.filter(isLit).map((piece) => piece.seat));
  return after.filter((piece) => isLit(piece) && !lit.has(piece.seat));
}

// What went is seen to go: chips to whoever won them, all else fades.
function went(board, piece, ghost, to, unit) {
  ghost.classList.add("ghost");
  ghost.setAttribute("aria-hidden", "true");
  ghost.removeAttribute("aria-label");
  ghost.inert = true;
  board.append(ghost);
  const [x, y] = middle(piece);
  const [right, down] = to ? middle(to) : [x, y];
  const flies = piece.kind === "chip" && to;
  const end = flies ? `translate(${(right - x) * unit}px, ${(down - y) * unit}px) scale(.7)` : "scale(.7)";
  const moved = ghost.animate([{ transform: "none", opacity: 1 }, { transform: end, opacity: flies ? 0.9 : 0 }], flies ? FLY : GO);
  moved.finished.then(() => ghost.remove(), () => ghost.remove());
}

export const nearest = (places, piece) => places.toSorted((one, other) => far(one, piece) - far(other, piece))[0];

function appeared(node, piece) {
  if (calm.matches || STILL.has(piece.kind)) return node.animate([{ opacity: 0 }, { opacity: 1 }], APPEAR);
  if (piece.kind === "card") return node.animate([{ transform: "scaleX(0)" }, { transform: "none" }], APPEAR);
  return node.animate([{ transform: "scale(.6)", opacity: 0 }, { transform: "none", opacity: 1 }], APPEAR);
}

function walk(node, piece, from, unit) {
  if (!piece.way?.length || !isStep(piece, from)) return walked(node, piece, from, unit);
  return node.animate(stepped(piece, from, unit), { duration: STEP * (piece.way.length + 1), easing: "linear" });
}

// Move what moved between two boards, once the later one is laid out. What is still under way jumps to its end.
// `ghosts`: the nodes of before, by their piece.
export function animate(board, before, after, ghosts) {
  const nodes = board.querySelectorAll(":scope > .piece:not(.ghost)");
  const unit = board.clientWidth / 400;
  const { from, gone } = origins(before, after);
  if (gone.length || from.some((origin) => origin !== undefined)) board.querySelectorAll(":scope > .ghost").forEach((ghost) => ghost.remove());
  from.forEach((origin, at) => {
    const node = nodes[at];
    if (!node || origin === undefined) return;
    node.getAnimations().forEach((one) => one.finish());
    if (origin === null) appeared(node, after[at]);
    else if (!calm.matches) walk(node, after[at], origin, unit);
  });
  if (calm.matches) return;
  const won = winners(before, after);
  for (const piece of gone.filter((one) => !STILL.has(one.kind) && !one.isGone).slice(0, MOST_GHOSTS)) {
    const ghost = ghosts.get(piece);
    if (ghost) went(board, piece, ghost, nearest(won, piece), unit);
  }
}

// The nodes of the pieces on a board as they are now, to be seen to go should they go.
export function copied(board, pieces) {
  if (calm.matches) return new Map();
  const nodes = board.querySelectorAll(":scope > .piece:not(.ghost)");
  return new Map(pieces.map((piece, at) => [piece, STILL.has(piece.kind) ? null : nodes[at]?.cloneNode(true)]));
}
