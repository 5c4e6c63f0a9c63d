// The tables of a room: a tab for each, with its game's sign, who sits there and what goes on; and all of them as cards.

import { drawBoard } from "./board.js";
import { boot, byId, el, name, number, say, unseen } from "./dom.js";
import { gameNamed } from "./games.js";
import { closeDialog, openDialog } from "./menu.js";

const FEW_TABS = 3;
// A tab that is narrower, in pixels, shows no name.
const LEAST_NAMED = 110;
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

function goesOn(panel) {
  if (panel.paused) return say("paused");
  return panel.phase === "lobby" && panel.room > 0 ? say("seats-free", { count: number(panel.room) }) : say(`phase-${panel.phase}`);
}

const titleOf = (panel) => panel.short || panel.title;

function coverOf(game) {
  const box = el("div", { class: "board-box cover", "aria-hidden": "true" });
  gameNamed(game).then((found) => drawBoard(box, found?.cover ?? null));
  return box;
}

function cardOf([id, { panel, awaitsYou, yours }], isShown, select) {
  const choose = () => {
    closeDialog();
    select(id);
  };
  const state = awaitsYou ? el("b", { class: "calls" }, say("your-turn")) : goesOn(panel);
  return el("li", { class: yours ? "game-card table-card yours" : "game-card table-card" }, coverOf(panel.game),
    el("h3", {}, el("button", { type: "button", "data-table": id, "aria-current": isShown ? "true" : null, onclick: choose }, titleOf(panel))),
    el("p", { class: "who-is-there" }, name(whoSits(panel, SOME_NAMES))), el("p", { class: "goes-on" }, state));
}

export const tableCards = (tables, selected, select) => [...tables].map((one) => cardOf(one, one[0] === selected, select));

function openList(tables, selected, select) {
  openDialog("", say("all-tables"), el("ul", { class: "game-cards" }, tableCards(tables, selected, select)));
}

function tabOf(id, { panel, awaitsYou, yours }, isShown, press) {
  return el("button", {
    type: "button",
    "data-table": id,
    class: [yours ? "yours" : "", awaitsYou ? "awaits" : "", panel.phase].join(" "),
    "aria-current": isShown ? "true" : null,
    title: titleOf(panel),
    onclick: press,
  }, emblem(panel.game), el("span", { class: "tab-text" }, el("b", {}, titleOf(panel)),
    el("small", {}, name(whoSits(panel, FEW_NAMES)), " · ", goesOn(panel)), awaitsYou ? unseen(say("your-turn")) : null));
}

// What of the tables is told in their tabs and cards.
export const toldOf = (tables) => [...tables].map(([id, { panel, yours, awaitsYou }]) => [id, titleOf(panel), whoSits(panel, SOME_NAMES), goesOn(panel), yours, awaitsYou]);

// The tab of the table that is in view leads to all of them.
export function showTabs(tables, selected, select) {
  const tabs = byId("tabs");
  const key = JSON.stringify([toldOf(tables), selected]);
  if (tabs.dataset.key === key) return;
  const focused = tabs.contains(document.activeElement) ? document.activeElement.dataset.table : null;
  tabs.dataset.key = key;
  const several = tables.size > 1;
  tabs.replaceChildren(...[...tables].map(([id, table]) => {
    const isShown = id === selected;
    const tab = tabOf(id, table, isShown, isShown && several ? () => openList(tables, selected, select) : () => select(id));
    if (isShown && several) {
      tab.setAttribute("aria-haspopup", "dialog");
      tab.append(el("span", { class: "all-of-them", "aria-hidden": "true" }, `▾ ${number(tables.size)}`), unseen(say("all-tables")));
    }
    return tab;
  }));
  tabs.classList.toggle("several", several);
  shrink();
  tabs.classList.toggle("calls", [...tables].some(([id, { awaitsYou }]) => awaitsYou && id !== selected));
  if (focused) tabs.querySelector(`[data-table="${CSS.escape(focused)}"]`)?.focus();
  showCurrentTab();
}

// With names as long as there is room; else the one in view alone has its name.
function shrink() {
  const tabs = byId("tabs");
  tabs.classList.remove("many");
  const cut = tabs.childElementCount > FEW_TABS && [...tabs.children].some((tab) => tab.offsetWidth < LEAST_NAMED);
  tabs.classList.toggle("many", cut);
}

function showCurrentTab() {
  byId("tabs").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

new ResizeObserver(() => {
  shrink();
  showCurrentTab();
}).observe(byId("tabs").closest(".bar"));
