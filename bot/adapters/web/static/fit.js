// A board in a box that is higher than it: its rows of zones stand further apart, all else is as the board says.

const MOST_APART = 34;

function span({ pieces, top = 0 }) {
  const tops = pieces.map((piece) => top + piece.top);
  const bottoms = pieces.map((piece) => top + piece.top + piece.height);
  return [Math.min(...tops), Math.max(...bottoms)];
}

// Zones beside each other, or one on another, are of one row.
function rowsOf(zones) {
  const spans = zones.map((zone, at) => ({ at, span: span(zone) })).filter(({ at }) => zones[at].pieces.length);
  spans.sort((one, other) => one.span[0] - other.span[0]);
  const rows = [];
  for (const one of spans) {
    const last = rows.at(-1);
    if (last && one.span[0] < last.bottom) {
      last.zones.push(one.at);
      last.bottom = Math.max(last.bottom, one.span[1]);
    } else rows.push({ zones: [one.at], bottom: one.span[1] });
  }
  return rows;
}

// `room`: how many units high the box is.
export function fitted(board, room) {
  const more = Math.floor(room - board.height);
  if (more <= 0) return board;
  const rows = rowsOf(board.zones);
  const gap = Math.min(MOST_APART, Math.floor(more / Math.max(1, rows.length - 1)));
  const lower = new Map(rows.flatMap((row, at) => row.zones.map((zone) => [zone, at * gap])));
  const zones = board.zones.map((zone, at) => (lower.get(at) ? { ...zone, top: (zone.top ?? 0) + lower.get(at) } : zone));
  return { ...board, height: board.height + gap * (rows.length - 1), zones };
}
