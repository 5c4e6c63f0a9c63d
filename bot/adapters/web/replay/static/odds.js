// The chances that whoever moved had before they did: asked for one step at a time, once it is looked at.

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

export const isShown = () => byId("chances").getAttribute("aria-pressed") === "true";

// Whoever wants to see them can have them where there are any; whoever sees them can do without at any step.
function draw(odds) {
  byId("chances").hidden = !odds && !isShown();
  byId("odds").hidden = !odds || !isShown();
  if (!odds) return;
  byId("odds-title").textContent = say("chances-of", { name: boot.seats[odds.who].name });
  byId("odds-lines").replaceChildren(...[odds.had, ...odds.lines].filter(Boolean).map((line) => el("li", {}, el("bdi", {}, line))));
}

// Show the chances of this step, unless another is looked at by the time they are here; `passes`: none asks for them.
export function showOdds(step, eyes, passes) {
  wanted = `${step}.${eyes}`;
  clearTimeout(timer);
  if (passes && !isShown()) {
    byId("chances").hidden = true;
    return;
  }
  timer = setTimeout(async () => {
    const odds = await fetched(step, eyes);
    if (wanted === `${step}.${eyes}`) draw(odds);
  }, known.has(wanted) ? 0 : WAIT);
}
