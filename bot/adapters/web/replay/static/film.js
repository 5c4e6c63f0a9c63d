// The frames of the game, fetched once for each pair of eyes.

import { boot } from "/static/dom.js";

const films = new Map();

// Return the film, or null where there is none to be had.
export async function fetched(eyes) {
  if (films.has(eyes)) return films.get(eyes);
  try {
    const answer = await fetch(`${boot.base}/film.json?eyes=${encodeURIComponent(eyes)}`);
    if (!answer.ok) return null;
    films.set(eyes, await answer.json());
  } catch {
    return null;
  }
  return films.get(eyes);
}
