// A board laid out for the shape of its box, 400 units wide: whoever looks sits below, the others around what lies in
// the middle, in as many rows as make their places large; all of the box is taken.

const WIDTH = 400;
const EDGE = 4;
const GAP = 6;
// Of the size that the board gives a place.
const LARGEST = 1.6;
const MOST_ROWS = 3;
const MOST_APART = 40;
// How much larger than all else whoever looks may see what is their own; it counts half as much as the places of others,
// up to sizes that are enough.
const OWN = [1, 1.2, 1.4, 1.6];
const ENOUGH = 1.1;
const ENOUGH_OWN = 1.7;
const SEAT = /^seat-\d+$/;

function boxOf({ pieces }) {
  const [right, bottom] = [Math.max(...pieces.map((one) => one.left + one.width)), Math.max(...pieces.map((one) => one.top + one.height))];
  return { width: right, height: bottom };
}

const isSeat = ({ name }) => SEAT.test(name ?? "");

// Zones of one row after the other; null where they lie on each other or beside what is no place, as around a track.
function rowsOf(zones) {
  const there = zones.filter(({ pieces }) => pieces.length).map((zone) => ({ zone, ...boxOf(zone), left: zone.left ?? 0, top: zone.top ?? 0, seat: isSeat(zone) }));
  there.sort((one, other) => one.top - other.top || one.left - other.left);
  const rows = [];
  for (const one of there) {
    const last = rows.at(-1);
    if (!last || one.top >= last.bottom) rows.push({ zones: [one], bottom: one.top + one.height, seats: one.seat });
    else if (last.seats && one.seat && one.top === last.zones[0].top) last.zones.push(one);
    else return null;
  }
  return rows;
}

const isOwn = (own) => ({ zone }) => zone.name === `seat-${own}`;

// Where a row of seats is above the middle and one below, the seats are turned around the table until `own` is below.
function turned(rows, own) {
  const [above, below, ...more] = rows.filter((row) => row.seats);
  const around = below ? [...above.zones, ...below.zones.toReversed()] : [];
  const from = around.findIndex(isOwn(own));
  if (from < 0 || more.length || rows[0] !== above) return rows;
  const first = from - above.zones.length - Math.floor(below.zones.length / 2) + around.length;
  const moved = around.map((_, at) => around[(first + at) % around.length]);
  const of = new Map([[above, moved.slice(0, above.zones.length)], [below, moved.slice(above.zones.length).toReversed()]]);
  return rows.map((row) => ({ ...row, zones: of.get(row) ?? row.zones }));
}

// All places in one row above the middle, for a box that is low and wide.
function inOneRow(rows) {
  const seats = rows.filter((row) => row.seats);
  const [above] = seats;
  if (seats.length !== 2 || rows[0] !== above) return rows;
  const zones = [...above.zones, ...seats[1].zones.toReversed()];
  return [{ ...above, zones }, ...rows.filter((row) => !row.seats)];
}

const inRows = (row, count) => {
  const across = Math.ceil(row.zones.length / count);
  return Array.from({ length: Math.ceil(row.zones.length / across) }, (_, at) => ({ ...row, zones: row.zones.slice(at * across, (at + 1) * across) }));
};

// With so many rows for each of the board's. Of a lone row above the middle the last goes below it, with `own`.
function parted(rows, count, own) {
  const [first, ...rest] = rows;
  const at = first.seats && !rest.some((row) => row.seats) ? first.zones.findIndex(isOwn(own)) : -1;
  if (at < 0 || count === 1) return rows.flatMap((row) => (row.seats ? inRows(row, count) : [row]));
  const zones = [...first.zones.slice(at + 1), ...first.zones.slice(0, at + 1)];
  const seats = inRows({ ...first, zones }, count);
  const middle = rest.filter((row) => row.zones[0].zone.name !== "own");
  return [...seats.slice(0, -1), ...middle, ...seats.slice(-1), ...rest.filter((row) => !middle.includes(row))];
}

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
const isHand = ({ zones: [{ zone }] }) => zone.name === "own";
const isThing = ({ kind }) => !["space", "text", "figure"].includes(kind);

// How much larger a hand may lie, around the middle of its zone.
function mostOfHand(rows) {
  const [{ zone: { pieces }, width }] = rows.find(isHand)?.zones ?? [{ zone: { pieces: [] }, width: 0 }];
  const far = pieces.filter(isThing).map((one) => Math.max(width / 2 - one.left, one.left + one.width - width / 2));
  return far.length ? Math.min(LARGEST, (WIDTH - 2 * EDGE) / 2 / Math.max(...far)) : 1;
}

// How large places and the hand are, and what lies between them; what is one's own is larger by `more`.
function sized(rows, count, room, own, more) {
  const laid = parted(rows, count, own);
  const by = (one) => (isOwn(own)(one) ? more : 1);
  const high = (row) => Math.max(...row.zones.map((one) => one.height * by(one)));
  const [seats, hand, others] = [(row) => row.seats, isHand, (row) => !row.seats && !isHand(row)].map((of) => sum(laid.filter(of).map(high)));
  const free = room - 2 * EDGE - GAP * (laid.length - 1);
  const wide = (row) => (WIDTH - 2 * EDGE - GAP * (row.zones.length - 1)) / sum(row.zones.map((one) => one.width * by(one)));
  const most = Math.min(LARGEST, ...laid.filter((row) => row.seats).map(wide));
  const middle = Math.min((WIDTH - 2 * EDGE) / (WIDTH - 16), free / (seats + others + hand), most);
  const held = Math.max(middle, Math.min(middle * more, mostOfHand(rows)));
  const places = seats ? Math.min(most, (free - others * middle - hand * held) / seats) : middle;
  const scale = (one, row) => (row.seats ? places * by(one) : isHand(row) ? held : middle);
  const mine = hand ? held : places * more;
  return { laid, scale, score: 2 * Math.min(places, ENOUGH) + Math.min(mine, ENOUGH_OWN) + places / 10 };
}

const scaled = (by) => (piece) => ({ ...piece, left: piece.left * by, top: piece.top * by, width: piece.width * by, height: piece.height * by, by });

// Below the middle the names stand at the edge of the table, as above it, and what lies before them towards the middle.
function turnedOver(pieces, high) {
  const plate = pieces.find(({ face }) => face === "plate");
  if (!plate) return pieces;
  const end = plate.top + plate.height;
  const down = high - end - plate.top;
  const rest = pieces.filter((one) => one.kind !== "space" && one.top >= end);
  const up = rest.length ? Math.min(...rest.map(({ top }) => top)) - plate.top : 0;
  return pieces.map((one) => (one.height >= high ? one : { ...one, top: one.top + (one.top >= end ? -up : down) }));
}

// A place takes the air beside it, so that more of a name is read.
function widened(pieces, high, more) {
  const name = pieces.find(({ kind, seat }) => kind === "text" && typeof seat === "number");
  if (!name) return pieces;
  const [right, bottom] = [name.left + name.width, name.top + name.height];
  return pieces.map((one) => {
    if (one === name || one.height >= high) return { ...one, width: one.width + more };
    const by = one.top >= bottom ? more / 2 : one.left >= right ? more : 0;
    return { ...one, left: one.left + by };
  });
}

// A hand grows around its middle; the name at its edge stays as it is, and ends before it. What lies beside the name makes
// room for it.
function grown({ zone, width }, by) {
  const centred = zone.pieces.filter(isThing).map(scaled(by)).map((one) => ({ ...one, left: one.left - (width * (by - 1)) / 2 }));
  const name = zone.pieces.find(({ kind }) => kind === "text") ?? { top: 0, height: 0 };
  const isBeside = ({ top }) => top < name.top + name.height;
  const [first, last] = [Math.min, Math.max].map((of, at) => of(...centred.filter(isBeside).map((one) => one.left + at * one.width)));
  const aside = Math.max(0, Math.min(width - last, name.left + name.width + GAP - first));
  const things = centred.map((one) => (isBeside(one) ? { ...one, left: one.left + aside } : one));
  const rest = zone.pieces.filter((one) => !isThing(one)).map((one) => {
    if (one.kind === "space") return { ...one, height: one.height * by };
    const beside = things.filter(({ top }) => top < one.top + one.height).map(({ left }) => left - GAP);
    return { ...one, width: Math.min(one.width, ...beside.map((left) => left - one.left)) };
  });
  return [...rest, ...things];
}

function placed(one, left, top, by, below, more) {
  const { zone, height, seat } = one;
  if (zone.name === "own" && by > 1) return { ...zone, top, pieces: grown(one, by) };
  const wide = seat && more > 0 ? widened(zone.pieces, height, more) : zone.pieces;
  const pieces = seat && below ? turnedOver(wide, height) : wide;
  return { ...zone, left, top, pieces: pieces.map(scaled(by)) };
}

// What lies in a row, from the left, with some air between.
function laidInRow({ zones }, top, scale, below) {
  const wide = sum(zones.map((one) => one.width * scale(one)));
  const high = Math.max(...zones.map((one) => one.height * scale(one)));
  const air = Math.min((WIDTH - 2 * EDGE - wide) / (zones.length + 1), MOST_APART);
  const more = Math.max(0, air - GAP);
  let left = (WIDTH - wide - air * (zones.length - 1)) / 2 - more / 2;
  return zones.map((one) => {
    const by = scale(one);
    const down = below ? high - one.height * by : 0;
    const found = placed(one, one.seat ? left : left + more / 2, top + down, by, below, more / by);
    left += one.width * by + air;
    return [one.zone, found];
  });
}

// `room`: how many units high the box is. `own`: the seat of whoever looks.
export function fitted(board, room, own = null) {
  const rows = room > 0 ? rowsOf(board.zones) : null;
  if (!rows?.some(({ seats }) => seats)) return board;
  const around = turned(rows, own);
  const parts = [...Array.from({ length: MOST_ROWS }, (_, at) => [around, at + 1]), [inOneRow(around), 1]];
  const ways = parts.flatMap(([some, count]) => OWN.map((more) => sized(some, count, room, own, more)));
  const { laid, scale } = ways.toSorted((one, other) => other.score - one.score)[0];
  const highs = laid.map((row) => Math.max(...row.zones.map((one) => one.height * scale(one, row))));
  const gap = Math.min(MOST_APART, (room - sum(highs)) / (laid.length + 1));
  const last = laid.findLastIndex((row) => !row.seats && !isHand(row));
  let top = (room - sum(highs) - gap * (laid.length - 1)) / 2;
  const lies = new Map(laid.flatMap((row, at) => {
    const found = laidInRow(row, top, (one) => scale(one, row), last >= 0 && at > last);
    top += highs[at] + gap;
    return found;
  }));
  return { ...board, height: room, zones: board.zones.map((zone) => lies.get(zone) ?? zone) };
}
