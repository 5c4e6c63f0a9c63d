// The rules of the game that is played, in pictures: beside the board, never over it; what is played now comes first.

import { byId, el, say } from "./dom.js";
import { momentOf } from "./explain.js";
import { lessonsAt } from "./lessons.js";

// What is hidden meanwhile forgets how far it was scrolled.
const SCROLLED = ["dock", "dock-top", "felt"];

let cameFrom = null;
let stood = [];

function close() {
  byId("rules").hidden = true;
  document.body.classList.remove("reads-rules");
  (cameFrom?.isConnected ? cameFrom : byId("dock")).focus({ preventScroll: true });
  stood.forEach(([id, top]) => { byId(id).scrollTop = top; });
}

// Open the rules of a panel's game; false where it has none in pictures, or they can't be had now. `ask`: says a line,
// given the button that was pressed.
export async function openRules(panel, from, ask) {
  const row = await momentOf(panel).then(({ name }) => lessonsAt(panel.game, name)).catch(() => null);
  if (!row) return false;
  cameFrom = from;
  if (byId("rules").hidden) stood = SCROLLED.map((id) => [id, byId(id).scrollTop]);
  const move = panel.phase === "playing" ? panel.offers[0]?.verb : "";
  const ways = [[move ? `rules ${move}` : "", "rules-now"], ["rules", "rules-in-words"]].filter(([line]) => line);
  byId("rules-pictures").replaceChildren(row.node);
  const aim = row.first ? [el("button", { type: "button", class: "quiet", onclick: () => row.go(0) }, say("rules-aim"))] : [];
  byId("rules-more").replaceChildren(...aim, ...ways.map(([line, word]) => el("button", { type: "button", class: "quiet", onclick: (event) => ask(event.currentTarget, line) }, say(word))));
  byId("rules").hidden = false;
  document.body.classList.add("reads-rules");
  row.begin();
  byId("rules").focus({ preventScroll: true });
  return true;
}

export function startRules() {
  byId("rules-close").addEventListener("click", close);
  byId("rules").addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
}
