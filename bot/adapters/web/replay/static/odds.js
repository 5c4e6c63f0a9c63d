// The chances that whoever moved had before they did: asked for one step at a time, when somebody wants to see them.

import { boot, byId, el, say } from "/static/dom.js";

const known = new Map();
const WAIT = 250;
let wanted = "";
let timer = 0;

async function fetched(step, eyes) {
  const key = `${step}.${eyes}`;
  if (known.has(key)) return known.get(key);
  try {
    const answer = await fetch(`${boot.base}/odds.json?step=${step}&eyes=${encodeURIComponent(eyes)}`);
    if (!answer.ok) return null;
    known.set(key, await answer.json());
  } catch {
    return null;
  }
  return known.get(key);
}

function draw(odds) {
  byId("odds-title").textContent = odds ? say("chances-of", { name: boot.seats[odds.who].name }) : say("no-chances");
  const lines = odds ? [odds.had, ...odds.lines].filter(Boolean) : [];
  byId("odds-lines").replaceChildren(...lines.map((line) => el("li", {}, el("bdi", {}, line))));
}

export const isShown = () => byId("chances").getAttribute("aria-pressed") === "true";

// Show the chances of this step, unless another is looked at by the time they are here.
export function showOdds(step, eyes) {
  byId("odds").hidden = !isShown();
  if (!isShown()) return;
  wanted = `${step}.${eyes}`;
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const odds = await fetched(step, eyes);
    if (wanted === `${step}.${eyes}`) draw(odds);
  }, known.has(wanted) ? 0 : WAIT);
}
