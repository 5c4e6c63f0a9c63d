// The rules of the game that is played, in pictures: beside the board, never over it.

import { byId, el, say } from "./dom.js";
import { showLessons } from "./lessons.js";

let cameFrom = null;

function close() {
  byId("rules").hidden = true;
  document.body.classList.remove("reads-rules");
  (cameFrom?.isConnected ? cameFrom : byId("dock")).focus({ preventScroll: true });
}

// Open the rules of a panel's game; false where it has none in pictures, or they can't be had now. `inWords`: asks for
// the whole text, given the button that was pressed.
export async function openRules(panel, from, inWords) {
  const shown = await showLessons(byId("rules-pictures"), panel.game).catch(() => false);
  if (!shown) return false;
  cameFrom = from;
  byId("rules-more").replaceChildren(el("button", { type: "button", class: "quiet", onclick: (event) => inWords(event.currentTarget) }, say("rules-in-words")));
  byId("rules").hidden = false;
  document.body.classList.add("reads-rules");
  byId("rules").focus({ preventScroll: true });
  return true;
}

export function startRules() {
  byId("rules-close").addEventListener("click", close);
  byId("rules").addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
}
