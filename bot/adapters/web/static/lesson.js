// What a phase of a game is about, said once: when its turn first comes to somebody, in this browser.

import { byId, say } from "./dom.js";
import { momentOf } from "./explain.js";
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
let wanted = null;

function hide() {
  if (told) note(told);
  told = "";
  byId("lesson").hidden = true;
  document.body.classList.remove("teaches");
}

const asksMe = (panel) => panel?.phase === "playing" && !panel.paused && !panel.covered && panel.offers.length > 0 && !isAway(panel);

// Said as long as it is asked, or until it is put away.
export async function showLesson(panel) {
  wanted = panel;
  const { name, text } = asksMe(panel) && panel.stage ? await momentOf(panel) : {};
  if (wanted !== panel) return;
  const phase = name ? `${panel.game} ${name}` : "";
  if (phase === told) return;
  hide();
  if (!text || known().includes(phase)) return;
  told = phase;
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
