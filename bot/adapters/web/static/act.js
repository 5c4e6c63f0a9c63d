// What of a later board is seen before all else of it: dice that roll, cups that are lifted, a tower that is captured, a
// cup that is sold, somebody's last card. Found from the two boards alone; no page in it.

import { STEP, STILL, isStep, nearest, origins, stepped } from "./motion.js";

const MOST = 1500;
const TUMBLE = 900;
const CARRIED = 1000;
const LANDS = 450;
const HIGH = 16;
const LARGE = 1.4;
const LIFT = 600;
// So much longer for each figure of the pot.
const BY_POT = 300;
const SHAKES = 360;
// Of the last sale: bids lie open so long before the cup goes to its buyer, who has it so long before cups are lifted.
const OPEN = 350;
const BOUGHT = 450;
// So far beside a mark stands what it says.
const BESIDE = 8;
const SWAPS = 900;
// Of a swapped cup's way: so many parts, and so far aside.
const TURNS = 12;
const ASIDE = 0.3;
// Of a cup's size: so wide is what it hides, and so far down it stands.
const INSIDE = 0.58;
const FOOT = 0.9;
const ROLLING = [
  { transform: "translate(-60%, -130%) rotate(-620deg) scale(.9)", opacity: 0, easing: "ease-in" },
  { transform: "translate(-24%, 0) rotate(-330deg)", opacity: 1, offset: 0.34, easing: "ease-out" },
  { transform: "translate(-10%, -42%) rotate(-150deg)", offset: 0.54, easing: "ease-in" },
  { transform: "translate(-2%, 0) rotate(-40deg)", offset: 0.74, easing: "ease-out" },
  { transform: "translate(0, -8%) rotate(-12deg)", offset: 0.86, easing: "ease-in" },
  { transform: "none", opacity: 1 },
];
// First it only stirs.
const RISING = [
  { transform: "none" },
  { transform: "translate(0, -8%) rotate(-4deg)", offset: 0.54, easing: "ease-in" },
  { transform: "translate(10%, -85%) rotate(14deg)", opacity: 1, offset: 0.86 },
  { transform: "translate(10%, -100%) rotate(14deg)", opacity: 0 },
];
// What lies under it is not seen before.
const UNDER = [{ opacity: 0 }, { opacity: 0, offset: 0.5 }, { opacity: 1, offset: 0.54 }, { opacity: 1 }];
const SHAKEN = [{ transform: "none" }, { transform: "rotate(-9deg)" }, { transform: "rotate(7deg)" }, { transform: "none" }];

const touch = (one, other) => one.left < other.left + other.width && other.left < one.left + one.width && one.top < other.top + other.height && other.top < one.top + one.height;
// What will lie there no more can be pressed no more.
const leaving = (piece) => ({ ...piece, id: undefined, isGone: true });
const isElsewhere = (one, other) => one.left !== other.left || one.top !== other.top;
const isOfSeat = ({ seat }) => Number.isInteger(seat);
// A die that is named by its sides shows no number yet.
const shows = ({ face, label }) => face.includes("-") || Boolean(label && label !== face);

// From one place to another, large on the way.
const carried = (piece, was) => ({ piece, was, ms: CARRIED, frames: (unit) => carrying(piece, was, unit) });
function carrying(piece, from, unit) {
  const [x, y] = [(from.left - piece.left) * unit, (from.top - piece.top) * unit];
  const size = piece.width ? from.width / piece.width : 1;
  return [
    { transform: `translate(${x}px, ${y}px) scale(${size})` },
    { transform: `translate(${x}px, ${y - HIGH * unit}px) scale(${size * LARGE})`, offset: 0.25, easing: "cubic-bezier(.5, 0, .3, 1)" },
    { transform: `translate(0, ${-HIGH * unit}px) scale(${LARGE})`, offset: 0.8, easing: "ease-in" },
    { transform: "none" },
  ].map((one) => ({ ...one, transformOrigin: "0 0" }));
}

// A cup that was turned over and is so no more, with the new dice that lie where it stood, or before its seat.
function lifted(before, all) {
  const isDown = (piece) => piece?.kind === "cup" && piece.face === "down";
  const cups = before.filter((cup) => isDown(cup) && !isDown(all.find(({ was }) => was === cup)?.piece));
  const found = new Map();
  for (const { piece } of all.filter(({ isNew, piece }) => isNew && piece.kind === "die")) {
    const cup = nearest(cups.filter((one) => touch(one, piece) || (isOfSeat(one) && one.seat === piece.seat)), piece);
    if (cup) found.set(cup, [...(found.get(cup) ?? []), piece]);
  }
  return found;
}

// As they lie under it, side by side.
function lifts({ lay, pot }, delay) {
  const ms = Math.min(MOST - delay, LIFT + BY_POT * Math.log10(1 + pot));
  return [...lay].flatMap(([cup, dice]) => {
    const size = Math.min(dice[0].width, (cup.width * INSIDE) / dice.length);
    const under = (die, at) => ({ ...die, width: size, height: size, left: cup.left + cup.width / 2 + size * (at - dice.length / 2), top: cup.top + cup.height * FOOT - size });
    return [...dice.map((die, at) => ({ piece: under(die, at), frames: () => UNDER, ms, delay })), { piece: leaving(cup), was: cup, frames: () => RISING, ms, delay }];
  });
}

// What came out of nowhere or shows another number than before, and a number at all. What lay under a cup was not thrown.
function thrown({ before, all, gone, lay, rolls }, start) {
  const under = [...lay.values()].flat();
  const isNow = (piece, was) => was.face !== piece.face || was.label !== piece.label;
  const others = all.filter(({ piece, was, isNew }) => piece.kind === "die" && shows(piece) && !under.includes(piece) && (isNew || isNow(piece, was)));
  // A roll that changed none: of the only one with pips, if it is nobody's, that is certain.
  const pips = rolls && !others.length ? all.filter(({ piece }) => piece.kind === "die" && piece.face.includes("-")) : [];
  const dice = pips.length === 1 && !isOfSeat(pips[0].piece) ? pips : others;
  const delay = Math.min(start, MOST - TUMBLE);
  const lies = (one) => dice.some(({ piece, was }) => was === one || (gone.includes(one) && !STILL.has(one.kind) && touch(one, piece)));
  return [
    // What lay there lies there until then.
    ...before.filter(lies).map((one) => ({ piece: leaving(one), was: one, frames: () => [{ opacity: 1 }, { opacity: 0 }], ms: 1, delay })),
    // Nor is it seen yet which of them has won.
    ...dice.map(({ piece, was }) => ({ piece: { ...piece, looks: was?.looks ?? [] }, was, frames: () => ROLLING, ms: TUMBLE, delay })),
  ];
}

function caught({ before }, going) {
  const stays = before.filter((one) => one.kind === "cone" && !going.some(({ was }) => was === one));
  return stays.filter((one) => going.some(({ piece, was }) => touch(one, piece) && !touch(one, was)));
}

// The last move, after which the next dice roll; what it captures is shaken once it lands there.
function moved(boards) {
  const going = boards.all.filter(({ piece, was }) => piece.kind === "cone" && was && isStep(piece, was));
  const under = caught(boards, going);
  const lands = under.length ? LANDS : 0;
  const acts = going.map(({ piece, was }) => {
    const ms = Math.min(STEP * ((piece.way?.length ?? 0) + 1), MOST - LANDS) + lands;
    return { piece, was, frames: (unit) => stepped(piece, was, unit, lands && HIGH), ms };
  });
  const delay = Math.max(0, ...acts.map(({ ms }) => ms)) - SHAKES / 2;
  return [...under.map((piece) => ({ piece, was: piece, frames: () => SHAKEN, ms: SHAKES, delay })), ...acts];
}

// The cup that was on sale goes to whoever has bought it.
function sold({ all }) {
  const bought = all.filter(({ piece, was }) => piece.kind === "cup" && was?.looks?.includes("lit") && piece.seat !== was.seat && isStep(piece, was));
  return bought.map(({ piece, was }) => carried({ ...piece, face: was.face, label: was.label }, was));
}

// The last cup was sold, and no other is: before any is lifted, the bids lie open, and it goes to whoever has bought it.
function closed({ before, all, gone }) {
  const lot = gone.find((one) => one.kind === "cup" && one.looks?.includes("lit"));
  const isMark = ({ piece, isNew }) => isNew && isOfSeat(piece) && (piece.face === "gavel" || piece.kind === "chip");
  const marks = all.filter(isMark).map(({ piece }) => piece);
  const bought = marks.find(({ face }) => face === "gavel");
  if (!lot || !bought) return [];
  const isBeside = (one, mark) => one.kind === "text" && touch(one, { ...mark, width: mark.width + BESIDE });
  const bids = all.filter(({ piece }) => marks.some((mark) => piece === mark || isBeside(piece, mark)));
  const hidden = before.filter((one) => one !== lot && ["text", "figure", "chip"].includes(one.kind) && bids.some(({ piece, was }) => was !== one && touch(one, piece)));
  const [width, height] = [lot.width / 2, lot.height / 2];
  const goes = { ...leaving(lot), width, height, left: bought.left, top: bought.top - height };
  return [
    ...hidden.map((one) => ({ piece: leaving(one), was: one, frames: () => [{ opacity: 0 }, { opacity: 0 }], ms: 1 })),
    ...bids.map(({ piece, was }) => ({ piece, was })),
    { ...carried(goes, lot), ms: BOUGHT, delay: OPEN },
  ];
}

// Two cups that are swapped, which is told of them: one passes over the other.
function swapped({ before, after }) {
  const cups = after.filter((piece) => piece.kind === "cup" && piece.key && piece.looks?.includes("last"));
  return cups.flatMap((piece) => {
    const was = before.find((one) => one.kind === "cup" && one.key === piece.key);
    return was && isElsewhere(piece, was) ? [{ piece, was, ms: SWAPS, frames: (unit) => arc(piece, was, unit) }] : [];
  });
}

// Half a turn around the middle between both: each of the two on its own side, and more and more as large as it will be.
function arc(piece, from, unit) {
  const [x, y, size] = [(from.left - piece.left) * unit, (from.top - piece.top) * unit, from.width / piece.width - 1];
  return Array.from({ length: TURNS + 1 }, (_, at) => {
    const [along, aside] = [(1 + Math.cos((Math.PI * at) / TURNS)) / 2, Math.sin((Math.PI * at) / TURNS) * ASIDE];
    return { transform: `translate(${x * along - y * aside}px, ${y * along + x * aside}px) scale(${1 + size * along})`, transformOrigin: "0 0", zIndex: 5 };
  });
}

// Of the one seat that has no card any more: what it played.
function lastCards({ before, after, all, gone }) {
  const has = (pieces) => new Set(pieces.filter((one) => one.kind === "card" && isOfSeat(one)).map(({ seat }) => seat));
  const done = [...has(before)].filter((seat) => !has(after).has(seat));
  if (done.length !== 1) return [];
  const isHis = (one) => one?.kind === "card" && one.seat === done[0];
  const last = gone.find(isHis);
  const played = all.filter(({ piece, was, isNew }) => piece.kind === "card" && piece.face !== "back" && !isOfSeat(piece) && (isHis(was) || (isNew && last)));
  return played.map(({ piece, was }) => carried(piece, was ?? last));
}

let nodes = 0;

// The pieces of the board as it was, and last among them those with an `act` of their own, at the place where they will
// lie; and for how many ms it lasts. Null: nothing comes first. `rolls`: it was told that dice were rolled.
export function actOf(before, after, { pot = 0, rolls = false } = {}) {
  const { from, gone, were } = origins(before, after);
  const all = after.map((piece, at) => ({ piece, was: were[at], isNew: from[at] === null }));
  const boards = { before, after, all, gone, pot, rolls, lay: lifted(before, all) };
  const going = moved(boards);
  const start = Math.max(0, ...going.map(({ ms, delay = 0 }) => ms + delay));
  const sale = closed(boards);
  const first = [...sale, ...lifts(boards, sale.length ? OPEN + BOUGHT : 0), ...thrown(boards, start), ...sold(boards), ...swapped(boards), ...lastCards(boards)];
  if (!first.length && !going.some(({ delay }) => delay)) return null;
  const acts = [...going, ...first];
  const old = new Set(acts.map(({ was }) => was));
  const shown = acts.map(({ piece, ...act }) => ({ ...piece, node: `act ${nodes += 1}`, act }));
  // What stays keeps its node.
  const still = before.map(({ act, ...one }, at) => !old.has(before[at]) && { ...one, node: one.node ?? (one.key || `at ${at}`) }).filter(Boolean);
  return { pieces: [...still, ...shown], ms: Math.min(MOST, Math.max(...acts.map(({ ms = 0, delay = 0 }) => ms + delay))) };
}

export function perform(board, pieces) {
  const drawn = board.querySelectorAll(":scope > .piece:not(.ghost)");
  const unit = board.clientWidth / 400;
  pieces.forEach(({ act }, at) => {
    if (act?.frames) drawn[at].animate(act.frames(unit), { duration: act.ms, delay: act.delay ?? 0, fill: "both" });
  });
}
