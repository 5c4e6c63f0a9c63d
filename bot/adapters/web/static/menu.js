// What is wanted now and then, parted into the table, what was there, and oneself, which stands under one's face. The
// server says which; those of the host and of moderators stand there for them alone.

import { gameNamed } from "./games.js";
import { boot, byId, el, say } from "./dom.js";
import { press } from "./form.js";
import { answerTo, send } from "./send.js";
import { invitation, mayInvite, openInvite } from "./invite.js";
import { changeOf } from "./options.js";
import { sure } from "./sure.js";
import { watch } from "./watching.js";

const PARTS = { table: "menu-table", history: "menu-history", staff: "menu-staff" };
// Entries of these groups look something up, mostly.
const TELLS = ["history", "you"];
// The buttons of a table that stand in its menu: where, and which are asked about in the middle of a game.
const OF_GROUP = { table: ["tournament"], history: ["verify"], last: ["leave", "close"] };

const OF_SOMEBODY = ["seat", "whom"];
const others = (panel) => panel.seats.filter(({ you }) => !you);

function fits({ who, when, anywhere, asks }, panel) {
  if (!panel) return Boolean(anywhere) && !who && !when;
  if (OF_SOMEBODY.includes(asks) && !others(panel).length) return false;
  if (who && !panel.is_host && !(boot.staff && who.includes("staff"))) return false;
  return !when || { looking: !panel.seats.some((seat) => seat.you), playing: panel.phase === "playing", paused: panel.paused, running: !panel.paused && panel.phase !== "closed", open: !panel.admits, closed: panel.admits }[when];
}

let cameFrom = "";

function box() {
  const found = byId("table-menu");
  if (found) return found;
  const made = el("dialog", { id: "table-menu", class: "table-menu", "aria-labelledby": "table-menu-title" });
  made.addEventListener("click", (event) => { if (event.target === made) made.close(); });
  // The button that opened it may have been drawn anew meanwhile.
  made.addEventListener("close", () => { if (document.activeElement === document.body) byId(cameFrom)?.focus(); });
  document.body.append(made);
  return made;
}

export const closeDialog = () => box().close();

function fill(title, ...content) {
  const close = el("button", { type: "button", class: "quiet", onclick: closeDialog }, say("close"));
  box().replaceChildren(el("header", {}, el("h2", { id: "table-menu-title", tabindex: -1 }, title), close), ...content);
}

// `from`: the id of what was pressed, which is focused again.
export function openDialog(from, title, ...content) {
  cameFrom = from;
  fill(title, ...content);
  if (!box().open) box().showModal();
}

export async function sendIt(line, panel, boxed = false) {
  closeDialog();
  if (panel) await press(byId(cameFrom) ?? byId("dock"), line, panel, { brief: false, boxed });
  else await send(`${boot.prefix}${line}`, { pressed: true, boxed, from: byId(cameFrom) });
}

// Whom, and why: what a moderator says besides; or a code that was given elsewhere, a name, a word. Where a person
// alone is asked for, the sign says that one is meant, whatever word their name is besides.
function askFor(entry, panel) {
  const asked = { code: "menu-code", name: "menu-name", word: "menu-word" }[entry.asks] ?? "menu-reason";
  const alone = entry.asks === "whom";
  const reason = el("input", { id: asked, maxlength: 120, autocomplete: "off" });
  const seats = el("select", { id: "menu-seat" }, (panel ? others(panel) : []).map(({ name }) => el("option", { value: `${alone ? "@" : ""}${name}` }, name)));
  const whom = OF_SOMEBODY.includes(entry.asks) ? [el("label", { for: "menu-seat" }, say("menu-seat")), seats] : [];
  const form = el("form", { method: "dialog", class: "menu-ask" }, whom, alone ? [] : [el("label", { for: asked }, say(asked)), reason],
    el("div", { class: "button-row" }, el("button", { type: "submit", class: "main-button" }, entry.label)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const words = [entry.line, ...(whom.length ? [seats.value] : []), reason.value.trim()];
    sendIt(words.filter(Boolean).join(" "), panel);
  });
  openDialog(cameFrom, entry.label, form);
  (whom.length ? seats : reason).focus();
}

// The options as a form, for the host between games; for all others in words.
async function changeOptions(panel) {
  const game = await gameNamed(panel.game);
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

function act(entry, panel, from) {
  cameFrom = from;
  byId("menu").open = false;
  if (entry.asks) return askFor(entry, panel);
  if (entry.line === "games") {
    closeDialog();
    return watch(entry.line);
  }
  return entry.line === "options" && maySet(panel) ? changeOptions(panel) : sendIt(entry.line, panel, TELLS.includes(entry.group));
}

function entryButton(entry, panel, from) {
  return el("button", { type: "button", class: "quiet menu-entry", "data-line": entry.line, onclick: () => act(entry, panel, from) }, entry.label, entry.asks ? " …" : "");
}

function inviting(panel) {
  return mayInvite(panel)
    ? el("button", { type: "button", class: "quiet menu-entry", onclick: () => { box().close(); openInvite(panel); } }, invitation(panel)) : null;
}

function commandEntries(group, panel) {
  return (panel?.commands ?? []).filter(({ word }) => OF_GROUP[group]?.includes(word)).map(({ word, label }) => {
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
  return entries.length ? el("div", { class: "menu-last menu-entries" }, entries) : null;
}

const ofGroup = (group, panel) => boot.menu.filter((entry) => entry.group === group && fits(entry, panel));
const buttons = (entries, panel, from) => entries.map((entry) => entryButton(entry, panel, from));

// The first few, and the others behind one press. `more`: what else stands there.
const MOST_FIRST = 5;
function fewFirst(entries, more = null) {
  const rest = entries.length > MOST_FIRST + 1 || more ? entries.slice(MOST_FIRST) : [];
  const first = entries.slice(0, entries.length - rest.length);
  const behind = rest.length || more ? el("details", { class: "menu-more" }, el("summary", { class: "quiet" }, say("commands")), el("div", { class: "menu-entries" }, rest), more) : null;
  return [el("div", { class: "menu-entries" }, first, behind)];
}

// What its host alone may do has a heading of its own.
function hostNode(entries, panel, from) {
  return entries.length ? el("div", { class: "menu-of-host" }, el("h3", {}, say("menu-as-host")), el("div", { class: "menu-entries" }, buttons(entries, panel, from))) : null;
}

// The room's last games, each of which leads to its replay; asked for when they come into sight.
const lastGames = () => (boot.menu.some(({ line }) => line === "games") ? el("ul", { class: "last-games", "aria-label": say("last-games") }) : null);

async function fillLastGames() {
  const list = box().querySelector(".last-games");
  if (!list || list.dataset.asked) return;
  list.dataset.asked = "yes";
  const { ways = [] } = await answerTo("games here", { hidden: true, pressed: true }).catch(() => ({}));
  list.replaceChildren(...ways.map(({ word, label }) => el("li", {}, el("button", { type: "button", class: "quiet", onclick: () => watch(word) }, label))));
}

function partNode(part, panel, from) {
  const [forAll, forHost] = [false, true].map((hosts) => ofGroup(part, panel).filter(({ who }) => Boolean(who) === hosts));
  const entries = [part === "table" && panel ? inviting(panel) : null, ...commandEntries(part, panel), ...buttons(forAll, panel, from)].filter(Boolean);
  const last = part === "table" ? lastNode(panel) : null;
  if (!entries.length && !forHost.length && !last) return null;
  const code = part === "table" && panel ? el("p", { class: "hint" }, say("code-of-table", { code: panel.code })) : null;
  const was = part === "history" ? lastGames() : null;
  return el("section", { class: "menu-part", "data-part": part }, was, fewFirst(entries, hostNode(forHost, panel, from)), last, code);
}

// One part is in sight, the others one press away.
function show(part) {
  box().querySelectorAll("section[data-part]").forEach((one) => { one.hidden = one.dataset.part !== part; });
  box().querySelectorAll("button[data-part]").forEach((one) => one.setAttribute("aria-pressed", String(one.dataset.part === part)));
  if (part === "history") fillLastGames();
}

export function openMenu(panel, part, from) {
  const parts = Object.keys(PARTS).map((one) => partNode(one, panel, from)).filter(Boolean);
  const names = parts.map(({ dataset }) => el("button", { type: "button", "data-part": dataset.part, onclick: () => show(dataset.part) }, say(PARTS[dataset.part])));
  openDialog(from, panel ? panel.title : say("menu-history"), names.length > 1 ? el("div", { class: "menu-parts", role: "group" }, names) : "", ...parts);
  show(parts.some(({ dataset }) => dataset.part === part) ? part : parts[0]?.dataset.part);
}

export const hasPart = (part, panel) => ofGroup(part, panel).length > 0;

// What is one's own stands under one's face, also where no table is in view.
export function showOwnEntries(panel) {
  const key = JSON.stringify([panel?.code, panel?.phase, panel?.is_host, panel?.paused]);
  const mine = byId("mine");
  if (mine.dataset.key === key) return;
  mine.dataset.key = key;
  mine.replaceChildren(...fewFirst(buttons(ofGroup("you", panel), panel, "my-menu")).filter(Boolean));
}

export function openOptions(panel) {
  openDialog("more", say("options"));
  changeOptions(panel);
}
