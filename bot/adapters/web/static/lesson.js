// What a phase of a game is about, said once: when its turn first comes to somebody, in this browser.

import { byId, say } from "./dom.js";
import { aboutPhase } from "./explain.js";
import { isAway } from "./play.js";

const KEY = "potluck.lessons";
const MOST = 200;

function known() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

function note(phase) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...known(), phase])].slice(-MOST)));
  } catch {
    // A browser that remembers nothing is told it again.
  }
}

let told = "";

function hide() {
  if (told) note(told);
  told = "";
  byId("lesson").hidden = true;
  document.body.classList.remove("teaches");
}

const asksMe = (panel) => panel?.phase === "playing" && !panel.paused && !panel.covered && panel.offers.length > 0 && !isAway(panel);

// Said as long as it is asked, or until it is put away.
export async function showLesson(panel) {
  const phase = asksMe(panel) && panel.stage ? `${panel.game} ${panel.stage}` : "";
  if (phase === told) return;
  hide();
  if (!phase || known().includes(phase)) return;
  told = phase;
  const text = await aboutPhase(panel.game, panel.stage);
  if (told !== phase || !text) return;
  byId("lesson-text").textContent = text;
  byId("lesson").hidden = false;
  document.body.classList.add("teaches");
}

export function startLessons() {
  byId("lesson-close").setAttribute("aria-label", say("close"));
  byId("lesson-close").addEventListener("click", () => {
    const phase = told;
    hide();
    told = phase;
  });
}
