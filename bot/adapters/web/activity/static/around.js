// Who else is in the Activity, as Discord names them: a list below the table that gathers its players, out of which its
// host asks people to sit down.

import { showAnswer } from "./answer.js";
import { byId, disc, el, hue, name, say } from "./dom.js";
import { post } from "./send.js";

const MOST_SHOWN = 40;
const GATHERS = ["lobby", "between"];
let people = [];
let panel = null;
let shown = "";

const called = (one) => one.nickname || one.global_name || one.username || "?";

// At a table by invitation nobody sits down by this button: its host invites them by name.
const mayInvite = () => panel !== null && panel.is_host && !panel.admits && GATHERS.includes(panel.phase) && panel.sitting < panel.most;

async function invite(one, button) {
  button.disabled = true;
  try {
    const answer = await post("invite", { user: String(one.id), table: panel.code });
    showAnswer(await answer.json(), button);
  } catch {
    showAnswer({ ok: false, text: say("trouble"), secret: false, files: [] }, button);
  } finally {
    button.disabled = false;
  }
}

function personNode(one) {
  const label = say("activity-invite", { name: called(one) });
  const asks = mayInvite()
    ? el("button", { type: "button", class: "quiet", "aria-label": label, onclick: (event) => invite(one, event.currentTarget) }, say("invite"))
    : null;
  return el("li", {}, disc(called(one), hue(String(one.id))), name(called(one)), asks);
}

function box() {
  const found = byId("around");
  if (found) return found;
  const made = el("section", { id: "around", class: "around", "aria-labelledby": "around-title" },
    el("h2", { id: "around-title" }, say("activity-around")), el("ul", {}));
  byId("felt").append(made);
  return made;
}

// While a game is on, its table has all the room.
function show() {
  const around = box();
  around.hidden = people.length === 0 || (panel !== null && !GATHERS.includes(panel.phase));
  const key = JSON.stringify([people, mayInvite(), panel?.code]);
  if (key === shown) return;
  shown = key;
  around.querySelector("ul").replaceChildren(...people.slice(0, MOST_SHOWN).map(personNode));
}

export function startAround(discord, user) {
  document.addEventListener("shown", (event) => {
    panel = event.detail;
    show();
  });
  // Without the list all else works.
  discord.followPeople((told) => {
    people = told.filter((one) => !one.bot && one.id !== user);
    show();
  }).catch(() => null);
}
