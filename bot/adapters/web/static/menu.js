// A table's menu: the commands that are wanted now and then. The server says which; those of the host and of moderators
// stand there for them alone.

import { allGames } from "./games.js";
import { boot, byId, el, say } from "./dom.js";
import { press } from "./form.js";
import { openInvite } from "./invite.js";
import { changeOf } from "./options.js";
import { sure } from "./sure.js";

const GROUPS = { table: "menu-table", history: "menu-history", you: "menu-you", staff: "menu-staff" };
// The buttons of a table that stand in its menu: where, and which are asked about in the middle of a game.
const OF_GROUP = { table: ["tournament"], history: ["verify"], last: ["leave", "close"] };

function fits({ who, when }, panel) {
  if (who && !panel.is_host && !(boot.staff && who.includes("staff"))) return false;
  return !when || { looking: !panel.seats.some((seat) => seat.you), playing: panel.phase === "playing", paused: panel.paused, running: !panel.paused && panel.phase !== "closed" }[when];
}

function box() {
  const found = byId("table-menu");
  if (found) return found;
  const made = el("dialog", { id: "table-menu", class: "table-menu", "aria-labelledby": "table-menu-title" });
  made.addEventListener("click", (event) => { if (event.target === made) made.close(); });
  // The button that opened it may have been drawn anew meanwhile.
  made.addEventListener("close", () => { if (document.activeElement === document.body) byId("more")?.focus(); });
  document.body.append(made);
  return made;
}

function fill(title, ...content) {
  const close = el("button", { type: "button", class: "quiet", onclick: () => box().close() }, say("close"));
  box().replaceChildren(el("header", {}, el("h2", { id: "table-menu-title", tabindex: -1 }, title), close), ...content);
}

async function sendIt(line, panel) {
  box().close();
  await press(byId("more"), line, panel, { brief: false });
}

// Whom, and why: what a moderator says besides; or a code that was given elsewhere, a name, a word.
function askFor(entry, panel) {
  const asked = { code: "menu-code", name: "menu-name", word: "menu-word" }[entry.asks] ?? "menu-reason";
  const alone = entry.asks === "whom";
  const reason = el("input", { id: asked, maxlength: 120, autocomplete: "off" });
  const seats = el("select", { id: "menu-seat" }, panel.seats.map(({ name }) => el("option", { value: name }, name)));
  const whom = alone || entry.asks === "seat" ? [el("label", { for: "menu-seat" }, say("menu-seat")), seats] : [];
  const form = el("form", { method: "dialog", class: "menu-ask" }, whom, alone ? [] : [el("label", { for: asked }, say(asked)), reason],
    el("div", { class: "button-row" }, el("button", { type: "submit", class: "main-button" }, entry.label)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const words = [entry.line, ...(whom.length ? [seats.value] : []), reason.value.trim()];
    sendIt(words.filter(Boolean).join(" "), panel);
  });
  fill(entry.label, form);
  (whom.length ? seats : reason).focus();
}

// The options as a form, for the host between games; for all others in words.
async function changeOptions(panel) {
  const games = await allGames().catch(() => []);
  const game = games.find((one) => one.name === panel.game);
  if (!game) return sendIt("options", panel);
  const options = changeOf(game, panel.given);
  const set = el("button", { type: "submit", class: "main-button" }, say("set-options"));
  const told = el("p", { class: "hint", role: "status" });
  const form = el("form", { method: "dialog", class: "menu-options" }, options.node, el("footer", {}, told, set));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const words = options.words();
    if (words.length) sendIt(["options", ...words].join(" "), panel);
    else told.textContent = say("nothing-changed");
  });
  fill(say("options"), form);
  return byId("table-menu-title").focus();
}

const maySet = (panel) => (panel.is_host || boot.staff) && ["lobby", "between"].includes(panel.phase);

function act(entry, panel) {
  if (entry.asks) return askFor(entry, panel);
  return entry.line === "options" && maySet(panel) ? changeOptions(panel) : sendIt(entry.line, panel);
}

function entryButton(entry, panel) {
  return el("button", { type: "button", class: "quiet menu-entry", "data-line": entry.line, onclick: () => act(entry, panel) }, entry.label, entry.asks ? " …" : "");
}

function invitation(panel) {
  return boot.invite && panel.phase !== "closed"
    ? el("button", { type: "button", class: "quiet menu-entry", onclick: () => { box().close(); openInvite(panel); } }, say("invite")) : null;
}

function commandEntries(group, panel) {
  return panel.commands.filter(({ word }) => OF_GROUP[group]?.includes(word)).map(({ word, label }) => {
    const go = async () => {
      box().close();
      if (group !== "last" || panel.phase !== "playing" || (await sure(word))) sendIt(word, panel);
    };
    return el("button", { type: "button", class: "quiet menu-entry", "data-line": word, onclick: go }, label);
  });
}

// What ends something stands apart.
function lastNode(panel) {
  const entries = commandEntries("last", panel);
  return entries.length ? el("section", { class: "menu-group menu-last" }, el("div", { class: "menu-entries" }, entries)) : null;
}

function groupNode(group, panel) {
  const listed = boot.menu.filter((entry) => entry.group === group && fits(entry, panel)).map((entry) => entryButton(entry, panel));
  const entries = [...commandEntries(group, panel), ...listed];
  const all = group === "table" ? [invitation(panel), ...entries].filter(Boolean) : entries;
  if (!all.length) return null;
  return el("section", { class: "menu-group" }, el("h3", {}, say(GROUPS[group])), el("div", { class: "menu-entries" }, all));
}

export function openMenu(panel) {
  fill(say("menu-of", { code: panel.code }), ...Object.keys(GROUPS).map((group) => groupNode(group, panel)).filter(Boolean), lastNode(panel) ?? "");
  if (!box().open) box().showModal();
}

export function openOptions(panel) {
  fill(say("options"));
  box().showModal();
  changeOptions(panel);
}
