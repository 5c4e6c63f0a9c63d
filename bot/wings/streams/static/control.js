// The control room: what is set is saved together; what is open is shown live, with what can be done about it.

import { boot, byId, el, freshId, say } from "/static/dom.js";
import { Form } from "./form.js";
import { startRewards } from "./rewards.js";
import { startTables } from "./tables.js";
import { told } from "./send.js";

const form = new Form(byId("settings"), boot);
let version = boot.version;
let busy = false;

function status(text, bad = false) {
  byId("status").textContent = text;
  byId("status").classList.toggle("bad", bad);
}

function unsaved() {
  const count = Object.keys(form.changed()).length;
  status(count ? say("control-unsaved", { count }) : "");
}

// What somebody else has saved meanwhile; where both have changed the same, the one's own stays in the form.
function showChanges(now) {
  const mine = form.changed();
  const changes = Object.keys(now.values).filter((head) => now.values[head] !== form.values[head]).map((head) => {
    const line = say("control-changed", { what: form.name(head), before: form.inWords(head, form.values[head]), now: form.inWords(head, now.values[head]) });
    return el("li", {}, line, head in mine ? el("small", {}, say("control-changed-by-both")) : null);
  });
  form.take(now.values, { keep: mine });
  byId("changes").replaceChildren(...changes);
}

function answered(answer) {
  showHidden(answer.now.hidden);
  if (answer.ok || answer.stale) version = answer.now.version;
  if (answer.ok) {
    form.take(answer.now.values);
    byId("changes").replaceChildren();
  } else if (answer.stale) {
    showChanges(answer.now);
  } else if (answer.line) {
    form.refuse(answer.line);
  }
  status(answer.text, !answer.ok);
}

function save(event) {
  event.preventDefault();
  const lines = form.changed();
  form.accept();
  if (Object.keys(lines).length) send(lines);
  else status(say("control-nothing-to-save"));
}

// What was saved last can be put back as it was, until it is saved again.
function offerUndo(before) {
  const heads = Object.keys(before).filter((head) => before[head] !== form.values[head]);
  byId("undo").hidden = !heads.length;
  byId("undo").textContent = say("control-undo", { count: heads.length });
  byId("undo").onclick = () => send(Object.fromEntries(heads.map((head) => [head, before[head]])));
}

async function send(lines) {
  if (busy) return;
  busy = true;
  const before = Object.fromEntries(Object.keys(lines).map((head) => [head, form.values[head]]));
  try {
    const answer = await fetch(`${boot.base}control`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ id: freshId(), version, lines }) });
    const content = await answer.json();
    if (content.now) answered(content);
    else status(content.text, true);
    if (content.ok) offerUndo(before);
  } catch {
    status(say("control-failed"), true);
  } finally {
    busy = false;
  }
}

// The panic button: one press hides all of the overlay.
let hidden = boot.hidden;

function showHidden(now) {
  hidden = now;
  byId("overlay-state").textContent = say(hidden ? "control-is-hidden" : "control-is-shown");
  byId("panic").textContent = say(hidden ? "control-show" : "control-hide");
  byId("panic").classList.toggle("hidden-now", hidden);
}

async function panic() {
  const answer = await told(hidden ? "overlay show" : "overlay hide");
  if (answer.ok) showHidden(!hidden);
  else byId("overlay-state").textContent = answer.text;
}

showHidden(hidden);
document.body.classList.toggle("no-streams", !boot.streams);
byId("prefix-box").hidden = !boot.signs;
byId("generous-box").hidden = !boot.owns;
byId("panic").addEventListener("click", panic);
byId("settings").addEventListener("submit", save);
byId("settings").addEventListener("input", unsaved);
startTables();
startRewards();
