// The table as a corner shows it: what lies in its middle, as large as there is room and without words; what somebody
// has stands beside their name. The words stand around it.

import { looks } from "./looks.js";

const WIDTH = 400;
const EDGE = 4;
const HIGHEST = 400;
// A place of which the table has several, as `seat-3`: somebody's.
const SOMEBODYS = /^[a-z]+-/;
// So many spaces are a way that pieces go; fewer are the ground that things lie on.
const A_WAY = 12;
const SHORT = 3;
const LARGEST = 2.2;
const IN_A_RING = 1.6;
const MARGIN = 60;
// Between two things there is no more air than this; what is smaller than the smallest is a sign beside words.
const AIR = 12;
const SMALLEST = 18;
const WORDS = new Set(["text", "space"]);
const HELD = new Set(["die", "card", "cup", "cone", "figure"]);
const LETTERED = new Set(["die", "card", "badge"]);
const MOST_HELD = 5;
const HELD_HIGH = 100;

export const isCorner = () => looks.form === "panel" && !["top", "bottom"].includes(looks.at);

const isWay = ({ pieces }) => pieces.filter((one) => one.kind === "space").length >= A_WAY;
const laid = ({ pieces, left = 0, top = 0 }) => pieces.map((one) => ({ ...one, left: left + one.left, top: top + one.top }));

function boxOf(pieces) {
  const side = (of) => pieces.map(of);
  const [left, top] = [Math.min(...side((one) => one.left)), Math.min(...side((one) => one.top))];
  const [right, bottom] = [Math.max(...side((one) => one.left + one.width)), Math.max(...side((one) => one.top + one.height))];
  return { left, top, width: right - left, height: bottom - top };
}

const short = ({ label = "" }) => (label.length > SHORT ? "" : label);

// What can be seen without reading: numbers and signs, no sentences.
function drawn(piece, way) {
  if (piece.kind === "space" && (way || piece.face === "slot")) return { ...piece, label: "" };
  // The pot stands above in figures.
  if (!piece.label && (piece.kind === "chip" || (piece.kind === "figure" && piece.height < SMALLEST))) return null;
  if (WORDS.has(piece.kind) || (piece.kind === "badge" && !short(piece))) return null;
  return { ...piece, label: short(piece) };
}

const scaled = (piece, by, [left, top], [right, down]) => ({
  ...piece, left: right + (piece.left - left) * by, top: down + (piece.top - top) * by, width: piece.width * by, height: piece.height * by,
});

// What lies within a ring of spaces has all of its room.
function enlarged(pieces, ring) {
  const box = boxOf(pieces);
  const inside = box.left > ring.left + MARGIN && box.top > ring.top + MARGIN
    && box.left + box.width < ring.left + ring.width - MARGIN && box.top + box.height < ring.top + ring.height - MARGIN;
  if (!inside) return pieces;
  const middle = [box.left + box.width / 2, box.top + box.height / 2];
  return pieces.map((one) => scaled(one, IN_A_RING, middle, [ring.left + ring.width / 2, ring.top + ring.height / 2]));
}

// Things that words stood between lie together.
function closer(pieces, start, size) {
  let [end, moved] = [-Infinity, 0];
  const found = [...pieces].sort((one, other) => one[start] - other[start]).map((one) => {
    if (end > -Infinity) moved += Math.max(0, one[start] - end - AIR);
    end = Math.max(end, one[start] + one[size]);
    return [one, { ...one, [start]: one[start] - moved }];
  });
  const by = new Map(found);
  return pieces.map((one) => by.get(one));
}

// The board without anybody's place, cut to what lies there; null where nothing does.
export function inCorner(board) {
  if (board === null) return null;
  const common = board.zones.filter((zone) => !SOMEBODYS.test(zone.name ?? ""));
  const seen = common.map((zone) => laid(zone).map((one) => drawn(one, isWay(zone))).filter(Boolean)).filter((pieces) => pieces.length);
  if (!seen.length) return null;
  const way = common.find(isWay);
  const pieces = way ? seen.flatMap((one) => enlarged(one, boxOf(laid(way)))) : closer(closer(seen.flat(), "left", "width"), "top", "height");
  const box = boxOf(pieces);
  const by = Math.min((WIDTH - 2 * EDGE) / box.width, HIGHEST / box.height, LARGEST);
  const left = (WIDTH - box.width * by) / 2;
  return { ...board, width: WIDTH, height: Math.ceil(box.height * by + 2 * EDGE), zones: [{ pieces: pieces.map((one) => scaled(one, by, [box.left, box.top], [left, EDGE])) }] };
}

const isOf = ({ pieces }, { seat, name }) => pieces.some((one) => one.seat === seat || (one.kind === "text" && one.label === name));

// What somebody has; also whose colour is theirs.
const isHeld = ({ kind, face }) => HELD.has(kind) || (kind === "badge" && face.length === 1);

// In a row that ends at the right; null where it is nothing.
export function heldBy(board, seat) {
  const places = board?.zones.filter((zone) => SOMEBODYS.test(zone.name ?? "") && isOf(zone, seat)) ?? [];
  const held = places.flatMap(({ pieces }) => pieces.filter(isHeld)).slice(0, MOST_HELD);
  if (!held.length) return null;
  const wide = held.reduce((all, one) => all + (HELD_HIGH * one.width) / one.height + EDGE, 0);
  const high = HELD_HIGH * Math.min(1, WIDTH / wide);
  let left = WIDTH;
  const row = held.reverse().map((one) => {
    const by = high / one.height;
    left -= one.width * by + EDGE;
    return { ...one, left, top: EDGE + HELD_HIGH - high, width: one.width * by, height: high, label: LETTERED.has(one.kind) ? short(one) : "", looks: [], way: [] };
  });
  return { height: HELD_HIGH + 2 * EDGE, width: WIDTH, name: "", zones: [{ pieces: row.reverse() }] };
}
