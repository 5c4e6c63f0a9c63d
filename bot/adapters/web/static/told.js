// What the live line tells of a table, made into panels again. No page in it: what is known and what is told, in and out.

const LINE = { fades: null, game: true, cues: [] };

// Of a line of news only what is not as usual is told.
export const newsOf = ({ news = [] }) => news.map((line) => ({ ...LINE, ...line }));

// By which letters changes tell fields that they tell often (`SHORT` in `page_updates.py`).
const LONG = {
  a: "about", b: "fills", d: "word", e: "key", f: "face", h: "height", k: "kind", l: "label", n: "name", o: "looks", p: "pieces", s: "seat",
  v: "way", w: "width", x: "left", y: "top", z: "zones",
};

// A list in runs of one that is known (from where on, and how many), what is another in some fields than one of that or
// than the last of this list (-1), and what is new.
function listed(runs, known) {
  const now = [];
  for (const one of runs) {
    const [from, more] = Array.isArray(one) ? one : [];
    if (typeof from !== "number") now.push(one);
    else if (typeof more === "number") now.push(...known.slice(from, from + more));
    else now.push(changed(known[from] ?? now.at(from), more));
  }
  return now;
}

// What something is now: told whole, or of what is known only the fields, or the places of a list, that have changed.
// `all`: of a list that has become longer or shorter. Letters alone: fields of a piece that are gone.
function changed(known, told) {
  if (typeof told === "string" && known?.kind) {
    const lost = new Set([...told].map((letter) => LONG[letter]));
    return Object.fromEntries(Object.entries(known).filter(([name]) => !lost.has(name)));
  }
  if (typeof told !== "object" || told === null || Array.isArray(told)) return told;
  if (told.all) return listed(told.all, known ?? []);
  if (Array.isArray(known)) return known.map((one, at) => (at in told ? changed(one, told[at]) : one));
  if (!known) return told;
  const now = { ...known };
  for (const [short, more] of Object.entries(told)) {
    const name = LONG[short] ?? short;
    now[name] = changed(known[name], more);
  }
  return now;
}

const FIELD = { low: 0, high: 0, suggest: 0, least: 1, most: 1, among: [] };

// Of what may be done only what is not as usual is told, too.
const offersOf = (panel) => panel.offers.map((offer) => ({ ...offer, fields: (offer.fields ?? []).map((field) => ({ ...FIELD, ...field })) }));

// All pieces of a board, each by how far it lies from the board's corner.
export const piecesOf = ({ zones }) => zones.flatMap(({ pieces, left = 0, top = 0 }) => (
  left || top ? pieces.map((piece) => ({ ...piece, left: left + piece.left, top: top + piece.top })) : pieces
));

// A panel as it is now: told whole, or what has changed of it since. Lines that its board shows, too, are told by where
// they stand among the lines; untold, they stand where they stood.
export function brought(before, { panel, change }) {
  if (panel) return { ...panel, offers: offersOf(panel) };
  if (!change || !before) return before;
  const { lines } = before;
  const { by_board: shown = before.by_board.map((line) => (lines.includes(line) ? lines.indexOf(line) : line)), ...rest } = change;
  const now = changed(before, rest);
  now.by_board = shown.map((at) => now.lines[at] ?? at);
  if (rest.offers) now.offers = offersOf(now);
  return now;
}
