// The control room as a dock: what is on air, and what has to be done at once, each by one press.

import { boot, byId, el, freshId, say } from "/static/dom.js";
import { allGames } from "/static/games.js";
import { lastLines, openPanels } from "./live.js";
import { press, startTables } from "./tables.js";
import { told } from "./send.js";

const air = { hidden: boot.hidden, muted: boot.muted };
let { version, values } = boot;

function heard({ ok, text }) {
  byId("said").textContent = text ?? "";
  byId("said").classList.toggle("bad", !ok);
}

const playing = () => openPanels().map(([, panel]) => panel).filter((panel) => panel.phase === "playing");

function pressed(id, is, word, other) {
  byId(id).textContent = say(is ? other : word);
  byId(id).setAttribute("aria-pressed", String(is));
}

function show() {
  document.body.classList.toggle("air-hidden", air.hidden);
  byId("overlay-state").textContent = say(air.hidden ? "control-is-hidden" : air.muted ? "control-is-muted" : "control-is-shown");
  pressed("panic", air.hidden, "control-hide-short", "control-show-short");
  pressed("mute", air.muted, "control-mute", "control-unmute");
  const all = playing();
  pressed("pause-all", all.length > 0 && all.every((panel) => panel.paused), "control-pause-all", "control-resume-all");
  byId("pause-all").disabled = !all.length;
  byId("last-lines").replaceChildren(...lastLines().map((line) => el("li", { dir: "auto" }, line.text)));
}

async function turn(what, on, line) {
  const answer = await told(`overlay ${line}`);
  if (answer.ok) air[what] = on;
  heard(answer);
  show();
  return answer;
}

const hide = (on) => turn("hidden", on, on ? "hide" : "show");
const mute = (on) => turn("muted", on, on ? "mute" : "unmute");

async function pauseAll(on) {
  const some = playing().filter((panel) => Boolean(panel.paused) !== on);
  return Promise.all(some.map((panel) => press(on ? `pause ${say("control-pause-reason")}` : "resume", panel.code)));
}

// What viewers see goes first; then the tables stand still. What could not be done is said.
async function everything() {
  const answers = [await hide(true), await mute(true), ...(await pauseAll(true))];
  const failed = answers.find((answer) => !answer.ok);
  heard(failed ?? { ok: true, text: say("control-all-off") });
}

// Several rules at once. What they were before can be put back, until others have changed them.
async function save(lines) {
  try {
    const answer = await fetch(`${boot.base}control`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ id: freshId(), version, lines }) });
    const content = await answer.json();
    if (content.now) ({ version, values } = content.now);
    return content;
  } catch {
    return { ok: false, text: say("control-failed") };
  }
}

function offerUndo(before) {
  const heads = Object.keys(before).filter((head) => before[head] !== values[head]);
  byId("undo").hidden = !heads.length;
  byId("undo").textContent = say("control-undo", { count: heads.length });
  byId("undo").onclick = async () => {
    heard(await save(Object.fromEntries(heads.map((head) => [head, before[head]]))));
    byId("undo").hidden = true;
  };
}

async function preset(event) {
  const word = event.currentTarget.dataset.preset;
  const before = values;
  let answer = await save({ preset: word });
  if (answer.stale) answer = await save({ preset: word });
  heard(answer);
  if (!answer.ok) return;
  offerUndo(before);
  if (word === "crowd" && boot.crowd && !openPanels().length) await press(boot.crowd);
}

async function fillGames() {
  const games = await allGames();
  const here = games.filter((game) => `defaults ${game.name}` in values);
  byId("game").replaceChildren(...here.map((game) => el("option", { value: game.name }, game.title)));
  document.body.dataset.ready = "yes";
}

byId("everything").addEventListener("click", everything);
byId("panic").addEventListener("click", () => hide(!air.hidden));
byId("mute").addEventListener("click", () => mute(!air.muted));
byId("pause-all").addEventListener("click", (event) => pauseAll(event.currentTarget.getAttribute("aria-pressed") !== "true"));
document.querySelectorAll("[data-preset]").forEach((button) => button.addEventListener("click", preset));
new ResizeObserver(() => byId("stage").style.setProperty("--fit", String(byId("stage").clientWidth / 1920))).observe(byId("stage"));
startTables(show);
show();
fillGames();
