// The desk: what is there is told anew every few seconds; each press says the line that one would type, with the reason.

import { boot, byId, el, freshId, say } from "/static/dom.js";

const EVERY = 4000;
let shown = "";

function told(text, bad) {
  byId("said").textContent = text;
  byId("said").classList.toggle("bad", bad);
}

async function press(line, table = "") {
  try {
    const answer = await fetch(`${boot.base}say`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ id: freshId(), text: line, table, private: true, pressed: true }) });
    const content = await answer.json();
    told(content.text || say("desk-pressed"), !content.ok);
  } catch {
    told(say("desk-failed"), true);
  }
  await look();
}

// What is asked twice in a chat is done at once here: the press is bound to the moment that the page shows.
function button(word, line, table = "", kind = "quiet", label = say(`desk-${word}`)) {
  return el("button", { type: "button", class: kind, "data-do": `${word} ${table}${line("")}`, onclick: () => {
    const typed = byId("reason").value.trim();
    if (!table) { // what is said of a table by default is no reason for anything else, and none is needed there
      press(line(typed === say("desk-reason-usual") ? "" : typed).trim());
      return;
    }
    if (!typed) {
      told(say("desk-needs-reason"), true);
      byId("reason").focus();
      return;
    }
    press(line(typed), table);
  } }, label);
}

function buttons({ code, phase, moment, paused }) {
  const found = [];
  if (paused) found.push(button("resume", (why) => `resume ${why}`, code, "main-button"));
  if (phase === "playing" && !paused) found.push(button("skip", (why) => `skip yes ${moment} ${why}`, code, "main-button"));
  if (!paused) found.push(button("pause", (why) => `pause ${why}`, code));
  if (phase !== "lobby") found.push(button("reset", (why) => `reset yes ${moment} ${why}`, code));
  found.push(button("end", (why) => `end yes ${moment} ${why}`, code));
  return el("div", { class: "row" }, found);
}

function table(one) {
  return el("li", { class: one.stuck ? "stuck" : "" },
    el("h3", {}, `${one.title} `, el("span", { class: "code" }, one.code), one.stuck ? el("small", {}, say("desk-stuck")) : null),
    one.says.map((line) => el("p", {}, line)), buttons(one));
}

const report = (one) => el("li", {}, one.lines.map((line, at) => el("p", { class: at ? "seen" : "", dir: "auto" }, at ? line.replace(/^> /, "") : line)),
  el("div", { class: "row" }, button("close", (why) => `mod close ${one.number} ${why}`)));

const sanction = (one) => el("li", {}, one.lines.map((line) => el("p", { dir: "auto" }, line)),
  el("div", { class: "row" }, button("forgive", (why) => `mod forgive #${one.number} ${why}`)));

// What other wings add, such as the nights that are planned.
const one = (it) => el("li", {}, it.lines.map((line) => el("p", { dir: "auto" }, line)), el("div", { class: "row" },
  it.presses.map(({ line, label, reasoned }) => button("", (why) => reasoned ? `${line} ${why}` : line, "", "quiet", label))));

const part = ({ id, title, items }) => el("section", { "aria-labelledby": `${id}-title` },
  el("h2", { id: `${id}-title` }, title), el("ul", { id }, items.map(one)));

// The button that had the focus keeps it.
function draw(now) {
  const key = JSON.stringify(now);
  if (key === shown) return;
  shown = key;
  const focused = document.activeElement?.dataset?.do;
  byId("tables").replaceChildren(...now.tables.map(table));
  byId("reports").replaceChildren(...now.reports.map(report));
  byId("sanctions").replaceChildren(...now.sanctions.map(sanction));
  byId("parts").replaceChildren(...now.parts.map(part));
  byId("moved").replaceChildren(...now.moved.map((line) => el("li", {}, el("p", {}, line))));
  if (focused) document.querySelector(`[data-do="${CSS.escape(focused)}"]`)?.focus();
  document.body.dataset.ready = "yes";
}

async function look() {
  try {
    const answer = await fetch(`${boot.base}desk/now`);
    const content = await answer.json();
    if (content.tables) draw(content);
    byId("link").textContent = content.tables ? "" : content.text ?? say("desk-lost");
  } catch {
    byId("link").textContent = say("desk-lost");
  }
}

byId("reason").value = say("desk-reason-usual");
draw(boot.now);
setInterval(() => { if (!document.hidden) look(); }, EVERY);
document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
