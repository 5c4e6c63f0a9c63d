// What moved, found from two boards and told by nobody: a piece that came is taken for the nearest that went and looks
// the same. Two backs look alike to everybody, so nothing is told by it that could not be seen.

const MOVE = { duration: 320, easing: "cubic-bezier(.2, .8, .3, 1)" };
const APPEAR = { duration: 220, easing: "ease-out" };
const TUMBLE = { duration: 480, easing: "cubic-bezier(.3, 1.4, .5, 1)" };
const STILL = new Set(["space", "text", "badge"]);
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const looks = ({ kind, face }) => `${kind} ${face}`;
const place = ({ left, top, width, height }) => [left, top, width, height].join(" ");
const far = (one, other) => Math.hypot(one.left - other.left, one.top - other.top);

// For each piece: undefined where it lay before as it does now, where it came from, or null where it has just appeared.
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
  return found.length ? Array.from(found, (one, at) => (!one ? null : place(one.from) === place(after[at]) ? undefined : one.from)) : [];
}

function walked(node, piece, from, unit) {
  const [x, y] = [(from.left - piece.left) * unit, (from.top - piece.top) * unit];
  const size = piece.width ? from.width / piece.width : 1;
  return node.animate([{ transform: `translate(${x}px, ${y}px) scale(${size})`, transformOrigin: "0 0", zIndex: 5 }, { transform: "none", transformOrigin: "0 0", zIndex: 5 }], MOVE);
}

function appeared(node, piece) {
  if (calm.matches || STILL.has(piece.kind)) return node.animate([{ opacity: 0 }, { opacity: 1 }], APPEAR);
  if (piece.kind === "die") return node.animate([{ transform: "translateY(-60%) rotate(-200deg) scale(.8)", opacity: 0.2 }, { transform: "none", opacity: 1 }], TUMBLE);
  if (piece.kind === "card") return node.animate([{ transform: "scaleX(0)" }, { transform: "none" }], APPEAR);
  return node.animate([{ transform: "scale(.6)", opacity: 0 }, { transform: "none", opacity: 1 }], APPEAR);
}

// Move what moved between two boards, once the later one is laid out. What is still under way jumps to its end.
export function animate(board, before, after) {
  const nodes = board.querySelectorAll(":scope > .piece");
  const unit = board.clientWidth / 400;
  origins(before, after).forEach((from, at) => {
    const node = nodes[at];
    if (!node || from === undefined) return;
    node.getAnimations().forEach((one) => one.finish());
    if (from === null) appeared(node, after[at]);
    else if (!calm.matches) walked(node, after[at], from, unit);
  });
}
