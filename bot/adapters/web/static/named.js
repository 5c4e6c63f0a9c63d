// Whose name stands in a sentence. It is whole where neither letter nor digit touches it; of two that fit, the longer is meant.

const TOUCHES_BEFORE = /[\p{L}\p{M}\p{N}]$/u;
const TOUCHES_AFTER = /^[\p{L}\p{M}\p{N}]/u;

// The seat that is named at this place of a text.
export function seatAt(text, at, seats) {
  if (TOUCHES_BEFORE.test(text.slice(0, at))) return null;
  const fits = ({ name }) => name && text.startsWith(name, at) && !TOUCHES_AFTER.test(text.slice(at + name.length));
  return seats.filter(fits).sort((one, other) => other.name.length - one.name.length)[0] ?? null;
}

export function isNamed(text, seat, seats) {
  for (let at = text.indexOf(seat.name); at >= 0; at = text.indexOf(seat.name, at + 1)) {
    if (seatAt(text, at, seats) === seat) return true;
  }
  return false;
}
