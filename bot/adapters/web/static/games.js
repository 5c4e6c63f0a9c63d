// The games that can be opened: the same for everybody, so they are fetched once, when they are first needed.

import { boot } from "./dom.js";

let asked = null;

async function fetched() {
  const answer = await fetch(boot.games);
  if (!answer.ok) throw new Error(`games: ${answer.status}`);
  return answer.json();
}

// Whoever could not be answered may ask again.
export function allGames() {
  asked ??= fetched().catch((trouble) => {
    asked = null;
    throw trouble;
  });
  return asked;
}

// One of them; undefined where there is none of this name, or they can't be had now.
export const gameNamed = (name) => allGames().then((games) => games.find((one) => one.name === name), () => undefined);

// What an option of a game means, by the word that chooses it.
export async function meaningOf(name) {
  const explained = (await gameNamed(name))?.explained ?? {};
  return (word) => explained[`value-${word}`] ?? "";
}
