// The tables of the place as they are now: who sits, what they wait for, and what a moderator may do about it.

import { boot, byId, el, name, say } from "/static/dom.js";
import { allGames } from "/static/games.js";
import { optionsOf } from "/static/options.js";
import { listen, openPanels } from "./live.js";
import { told } from "./send.js";

const button = (does, word, act, kind = "quiet") => el("button", { type: "button", class: kind, "data-do": does, onclick: act }, say(word));

export async function press(text, table) {
  const answer = await told(text, table);
  byId("said").textContent = answer.text ?? "";
  byId("said").classList.toggle("bad", !answer.ok);
  return answer;
}

function buttons({ code, phase, paused }) {
  const found = [];
  if (!paused && phase === "lobby") found.push(button("start", "control-start", () => press("start", code), "main-button"));
  if (!paused && phase === "between") found.push(button("next", "control-next", () => press("next", code), "main-button"));
  found.push(paused ? button("resume", "control-resume", () => press("resume", code), "main-button") : button("pause", "control-pause", () => ask(code, PAUSE)));
  if (phase === "playing") found.push(button("reset", "control-call-off", () => ask(code, CALL_OFF)));
  else found.push(button("end", "control-close", () => ask(code, CLOSE)));
  return found;
}

// Whoever is removed is asked for once more, with a reason; nobody removes themselves by a slip.
function remover(seat, code) {
  if (seat.you) return null;
  const label = say("control-remove", { name: seat.name });
  return el("button", { type: "button", class: "remove", "data-do": `remove-${seat.seat}`, "aria-label": label, title: label, onclick: () => ask(code, { ...REMOVE, line: `remove ${seat.name}` }) }, "×");
}

function seatsOf(seats, code) {
  if (!seats.length) return el("p", { class: "hint" }, say("control-none"));
  return el("ul", { class: "seats" }, seats.map((seat) => el("li", { class: seat.awaited ? "awaited" : "" }, name(seat.name), seat.bot ? el("small", {}, say("bot")) : null, seat.away ? el("small", {}, say("away")) : null, remover(seat, code))));
}

function card(panel) {
  const state = [say(`phase-${panel.phase}`), panel.paused ? say("control-paused") : "", say("control-seats", { sitting: panel.sitting, most: panel.most })].filter(Boolean).join(" · ");
  const awaited = panel.seats.filter((seat) => seat.awaited && panel.phase === "playing").map((seat) => seat.name);
  return [
    el("h3", {}, `${panel.title} `, el("span", { class: "code" }, panel.code)),
    el("p", { class: "state" }, state),
    seatsOf(panel.seats, panel.code),
    awaited.length ? el("p", {}, say("control-to-move", { names: awaited.join(", ") })) : null,
    el("div", { class: "row" }, buttons(panel)),
  ].filter(Boolean);
}

// A card is drawn anew only where something in it is other than before, and keeps the button that had the focus.
function draw(node, panel) {
  const { title, code, phase, paused, seats, sitting, most } = panel;
  const key = JSON.stringify([title, code, phase, paused, sitting, most, seats.map((seat) => [seat.name, seat.awaited, seat.bot, seat.away])]);
  if (node.dataset.key === key) return node;
  const focused = node.contains(document.activeElement) ? document.activeElement.dataset.do : "";
  node.dataset.key = key;
  node.replaceChildren(...card(panel));
  if (focused) (node.querySelector(`[data-do="${focused}"]`) ?? node.querySelector("button"))?.focus();
  return node;
}

function show() {
  const panels = openPanels();
  const before = new Map([...byId("tables").children].map((node) => [node.dataset.table, node]));
  const nodes = panels.map(([id, panel]) => draw(before.get(id) ?? el("li", { "data-table": id }), panel));
  if (nodes.length !== before.size || nodes.some((node, at) => byId("tables").children[at] !== node)) byId("tables").replaceChildren(...nodes);
  byId("no-tables").hidden = nodes.length > 0;
}

const CALL_OFF = { line: "reset", title: "control-call-off-title", sure: "control-call-off-sure", yes: "control-call-off-yes", no: "control-call-off-no" };
const CLOSE = { line: "end", title: "control-close-title", sure: "control-close-sure", yes: "control-close-yes", no: "control-close-no" };
const REMOVE = { title: "control-remove-title", sure: "control-remove-sure", yes: "control-remove-yes", no: "control-remove-no" };
const PAUSE = { line: "pause", title: "control-pause-title", sure: "control-pause-sure", yes: "control-pause-yes", no: "control-pause-no" };

// What holds a game up or undoes it for good has a reason, and is asked for once more as the table stands then.
function ask(code, deed, asked = null) {
  const dialog = byId("sure");
  byId("sure-title").textContent = say(deed.title, { code });
  byId("sure-about").textContent = asked?.text ?? say(deed.sure);
  byId("sure-yes").textContent = say(deed.yes);
  byId("sure-no").textContent = say(deed.no);
  byId("reason-field").hidden = byId("reason").disabled = asked !== null;
  if (!asked) byId("reason").value = "";
  byId("sure-yes").onclick = async () => {
    if (!byId("reason").reportValidity()) return;
    dialog.close();
    const line = asked ? asked.confirm.replace(`${code} `, "") : `${deed.line} ${byId("reason").value}`;
    const answer = await press(line, code);
    if (answer.confirm) ask(code, deed, answer);
  };
  byId("sure-no").onclick = () => dialog.close();
  byId("reason").onkeydown = (event) => { if (event.key === "Enter") { event.preventDefault(); byId("sure-yes").click(); } };
  dialog.showModal();
}

// What a table is opened with otherwise than as this place opens the game; drawn when it is first looked at.
let options = null;

async function drawOptions() {
  const game = (await allGames()).find((one) => one.name === byId("game").value);
  if (!game || options?.game === game) return;
  options = { game, ...optionsOf(game, [], "now-") };
  options.node.querySelector(".tournament-box")?.remove();
  byId("open-inside").replaceChildren(options.node);
}

function chosenOptions() {
  return byId("open-with")?.open && options?.game.name === byId("game").value ? options.words() : [];
}

async function openNow() {
  await press([byId("game").value, ...chosenOptions()].join(" "));
}

// `also`: what else is drawn whenever something has happened.
export function startTables(also = () => {}) {
  byId("no-tables").textContent = say("control-no-tables");
  byId("open-now").addEventListener("submit", (event) => {
    event.preventDefault();
    openNow();
  });
  byId("open-with")?.addEventListener("toggle", () => { if (byId("open-with").open) drawOptions(); });
  byId("game").addEventListener("change", () => { if (byId("open-with")?.open) drawOptions(); });
  byId("poll")?.addEventListener("click", () => press("stream poll"));
  listen(() => { show(); also(); });
}
