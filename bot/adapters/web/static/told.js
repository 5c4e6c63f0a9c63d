// What the live line tells of a table, made into panels again. No page in it: what is known and what is told, in and out.

const LINE = { fades: null, game: true, cues: [] };

// Of a line of news only what is not as usual is told.
export const newsOf = ({ news = [] }) => news.map((line) => ({ ...LINE, ...line }));

// A list in runs of one that is known (from where on, and how many), what is another in some fields than one of that or
// than the last of this list (-1), and what is new.
function listed(runs, known) {
  const now = [];
  for (const one of runs) {
    const [from, more] = Array.isArray(one) ? one : [];
    if (typeof from !== "number") now.push(one);
    else if (typeof more === "number") now.push(...known.slice(from, from + more));
    else now.push({ ...known[from] ?? now.at(from), ...more });
  }
  return now;
}

const FIELD = { low: 0, high: 0, suggest: 0, least: 1, most: 1, among: [] };

// Of what may be done only what is not as usual is told, too.
const offersOf = (panel) => panel.offers.map((offer) => ({ ...offer, fields: (offer.fields ?? []).map((field) => ({ ...FIELD, ...field })) }));

// Each zone is told by which of those before it is. Else by where it lies, which it was or what a new one is called, and
// what has changed of its pieces.
function boardOf([height, called, zones], before) {
  const zone = ([left, top, at, runs]) => {
    const { name = at, pieces: known = [] } = before[at] ?? {};
    return { left, top, name, pieces: runs ? listed(runs, known) : known };
  };
  return { height, name: called, zones: zones.map((one) => before[one] ?? zone(one)) };
}

// All pieces of a board, each by how far it lies from the board's corner.
export const piecesOf = ({ zones }) => zones.flatMap(({ pieces, left = 0, top = 0 }) => (
  left || top ? pieces.map((piece) => ({ ...piece, left: left + piece.left, top: top + piece.top })) : pieces
));

// A panel as it is now: told whole, or what has changed of it since. Lines that its board shows, too, are told by where
// they stand among the lines.
export function brought(before, { panel, change }) {
  if (panel) return { ...panel, offers: offersOf(panel) };
  if (!change) return before;
  const { fields = {}, lists = {}, board = null } = change;
  const { by_board: shown, ...rest } = lists;
  const now = { ...before, ...fields };
  for (const [field, runs] of Object.entries(rest)) now[field] = listed(runs, before[field]);
  if (shown) now.by_board = listed(shown, now.lines);
  if (board) now.board = boardOf(board, before.board?.zones ?? []);
  if (rest.offers) now.offers = offersOf(now);
  return now;
}
