// The tables of a room: a tab for each, with its game's sign, what goes on, its clock and who sits there; and all of them
// as cards.

import { drawBoard } from "./board.js";
import { now } from "./clock.js";
import { boot, byId, el, name, number, say } from "./dom.js";
import { gameNamed } from "./games.js";
import { closeDialog, openDialog } from "./menu.js";

// More than these have no room on any screen.
const MOST_TABS = 10;
const FEW_NAMES = 2;
const SOME_NAMES = 6;
const SVG = "http://www.w3.org/2000/svg";

function emblem(game) {
  if (!boot.emblems?.[game]) return null;
  const picture = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  picture.setAttribute("class", "emblem");
  picture.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `${boot.symbols}#${boot.emblems[game]}`);
  picture.append(use);
  return picture;
}

// Where nobody may look on, nobody is named.
function whoSits({ seats, sitting }, most) {
  if (!seats.length) return sitting ? say(sitting === 1 ? "one-player" : "players", { count: number(sitting) }) : "";
  const more = Math.max(sitting, seats.length) - Math.min(most, seats.length);
  const names = seats.slice(0, most).map((seat) => seat.name).join(", ");
  return more > 0 ? `${names} ${say("and-more-seats", { count: number(more) })}` : names;
}

function goesOn({ panel, awaitsYou, yours }) {
  if (awaitsYou) return say("your-turn");
  if (panel.paused) return say("paused");
  if (panel.phase === "between") return say("state-over");
  if (yours && panel.phase === "playing") return say("state-waiting");
  return panel.phase === "lobby" && panel.room > 0 ? say("seats-free", { count: number(panel.room) }) : say(`phase-${panel.phase}`);
}

const titleOf = (panel) => panel.short || panel.title;

function coverOf(game) {
  const box = el("div", { class: "board-box cover", "aria-hidden": "true" });
  gameNamed(game).then((found) => drawBoard(box, found?.cover ?? null));
  return box;
}

// What goes on, and how long it may.
function stateOf(id, table) {
  return [el(table.awaitsYou ? "b" : "span", { class: table.awaitsYou ? "calls" : "" }, goesOn(table)), el("span", { class: "time-left", "data-clock": id })];
}

function minutes(left) {
  const seconds = Math.ceil(Math.max(0, left) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// The clocks of all tables, wherever they are shown.
export function showClocks(tables) {
  for (const node of document.querySelectorAll("[data-clock]")) {
    const panel = tables.get(node.dataset.clock)?.panel;
    const runs = panel?.ends_at && panel.phase === "playing" && !panel.paused;
    const told = runs ? minutes(panel.ends_at - now()) : "";
    if (node.textContent !== told) node.textContent = told;
  }
}

function cardOf([id, table], isShown, select) {
  const { panel, yours } = table;
  const choose = () => {
    closeDialog();
    select(id);
  };
  return el("li", { class: yours ? "game-card table-card yours" : "game-card table-card" }, coverOf(panel.game),
    el("h3", {}, el("button", { type: "button", "data-table": id, "aria-current": isShown ? "true" : null, onclick: choose }, titleOf(panel))),
    el("p", { class: "who-is-there" }, name(whoSits(panel, SOME_NAMES))), el("p", { class: "goes-on" }, stateOf(id, table)));
}

export const tableCards = (tables, selected, select) => [...tables].map((one) => cardOf(one, one[0] === selected, select));

// Where the bar has no room for the button that opens one more.
const opensInList = () => !boot.handAlone && !byId("open-button").offsetWidth;

function openOneMore() {
  closeDialog();
  byId("open-button").click();
}

function openList(from, tables, selected, select) {
  const more = opensInList() ? el("footer", {}, el("button", { type: "button", class: "main-button", onclick: openOneMore }, byId("open-button").querySelector(".words").textContent)) : "";
  openDialog(from, say("all-tables"), el("ul", { class: "game-cards" }, tableCards(tables, selected, select)), more);
  showClocks(tables);
}

function tabOf(id, table, isShown, press) {
  const { panel, awaitsYou, yours } = table;
  const who = whoSits(panel, FEW_NAMES);
  return el("button", {
    type: "button",
    "data-table": id,
    class: [yours ? "yours" : "", awaitsYou ? "awaits" : "", panel.phase].join(" "),
    id: isShown ? "shown-tab" : null,
    "aria-current": isShown ? "true" : null,
    title: [titleOf(panel), goesOn(table), who].filter(Boolean).join(" · "),
    onclick: press,
  }, emblem(panel.game), el("span", { class: "tab-text" }, el("b", {}, titleOf(panel)),
    el("small", {}, stateOf(id, table), who ? name(`· ${who}`) : null)));
}

// What of the tables is told in their tabs and cards.
export const toldOf = (tables) => [...tables].map(([id, table]) => [id, titleOf(table.panel), whoSits(table.panel, SOME_NAMES), goesOn(table), table.yours, table.awaitsYou]);

export function showTabs(tables, selected, select) {
  const tabs = byId("tabs");
  const key = JSON.stringify([toldOf(tables), selected]);
  if (tabs.dataset.key === key) return;
  const focused = tabs.contains(document.activeElement) ? document.activeElement.dataset.table : null;
  tabs.dataset.key = key;
  // On a phone the table in view leads to all of them.
  const press = (id) => (id === selected && opensInList() ? openList("shown-tab", tables, selected, select) : select(id));
  tabs.replaceChildren(...[...tables].map(([id, table]) => tabOf(id, table, id === selected, () => press(id))));
  tabs.classList.toggle("several", tables.size > 1);
  byId("more-tables").onclick = () => openList("more-tables", tables, selected, select);
  showClocks(tables);
  fold();
  if (focused) tabs.querySelector(`[data-table="${CSS.escape(focused)}"]`)?.focus();
}

// What has no room, from the last on, stands behind a button; not what is in view.
function fold() {
  const [tabs, more] = [byId("tabs"), byId("more-tables")];
  const all = [...tabs.children];
  all.forEach((tab, at) => { tab.hidden = at >= MOST_TABS && !tab.matches("[aria-current]"); });
  byId("shown-tab")?.setAttribute("aria-haspopup", opensInList() ? "dialog" : "false");
  const folded = () => all.filter((tab) => tab.hidden);
  const tell = () => { more.textContent = say("more-tables", { count: number(folded().length) }); };
  more.hidden = tabs.scrollWidth <= tabs.clientWidth && !folded().length;
  tell();
  for (const tab of all.slice(1).reverse()) {
    if (tabs.scrollWidth <= tabs.clientWidth) break;
    tab.hidden = !tab.matches("[aria-current]");
    more.hidden = false;
    tell();
  }
  if (tabs.scrollWidth > tabs.clientWidth && folded().length < all.length - 1) all[0].hidden = true;
  tell();
  more.hidden = !folded().length;
  more.classList.toggle("awaits", folded().some((tab) => tab.matches(".awaits")));
}

const room = new ResizeObserver(fold);
[byId("tabs").closest(".bar"), byId("table-bar")].forEach((one) => room.observe(one));
