// What the live line tells of a table, made into panels again. No page in it: what is known and what is told, in and out.

const LINE = { fades: null, game: true, cues: [] };

// Of a line of news only what is not as usual is told.
export const newsOf = ({ news = [] }) => news.map((line) => ({ ...LINE, ...line }));

// By which letters changes tell fields that they tell often (`SHORT` in `page_updates.py`).
const LONG = {
  a: "about", b: "fills", d: "word", e: "key", f: "face", g: "offers", h: "height", i: "fields", j: "board", k: "kind", l: "label", m: "among",
  n: "name", o: "looks", p: "pieces", q: "seats", r: "lines", s: "seat", t: "awaited", u: "ends_at", v: "way", w: "width", x: "left", y: "top",
  z: "zones",
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

// What something is now: told whole, or of what is known only what has changed. `all`: in runs. A name in a list begins
// like the known one, or a nameless piece's word: with so many of its letters.
function changed(known, told) {
  if (typeof told !== "object" || told === null || Array.isArray(told)) return told;
  if (told.all) return listed(told.all, known ?? []);
  if (!known) return told;
  if (Array.isArray(known)) return withItems(known, told);
  const now = { ...known };
  for (const [short, more] of Object.entries(told)) {
    const name = LONG[short] ?? short;
    now[name] = name === "name" && Array.isArray(more) ? (known.name || known.word).slice(0, more[0]) + more[1] : changed(known[name], more);
  }
  return now;
}

// A list with some items changed: by their places, or by names of fields, with what these are now and for which places.
function withItems(known, told) {
  const now = [...known];
  for (const [key, more] of Object.entries(told)) {
    const names = key.split(",");
    if (key in now) now[key] = changed(now[key], more);
    else for (const later of more) for (const at of later.slice(names.length)) names.forEach((name, field) => { now[at] = changed(now[at], { [name]: later[field] }); });
  }
  return now;
}

const FIELD = { low: 0, high: 0, suggest: 0, least: 1, most: 1, among: [] };

// Of what may be done only what is not as usual is told, too.
const offersOf = (panel) => panel.offers.map((offer) => ({ secret: false, ...offer, fields: (offer.fields ?? []).map((field) => ({ ...FIELD, ...field })) }));

// All pieces of a board, each by how far it lies from the board's corner.
export const piecesOf = ({ zones }) => zones.flatMap(({ pieces, left = 0, top = 0 }) => (
  left || top ? pieces.map((piece) => ({ ...piece, left: left + piece.left, top: top + piece.top })) : pieces
));

// A panel as it is now: told whole, or what has changed of it since. Lines that its board shows, too, are told as runs of
// all; untold, they stand where they stood.
export function brought(before, { panel, change }) {
  if (panel) return { ...panel, offers: offersOf(panel) };
  if (!change || !before) return before;
  const { by_board: shown, ...rest } = change;
  const now = changed(before, rest);
  now.by_board = listed(shown ?? before.by_board.map((line) => [before.lines.indexOf(line), 1]), now.lines);
  if (now.offers !== before.offers) now.offers = offersOf(now);
  return now;
}
