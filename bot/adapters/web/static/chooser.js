// "Open a table": a card for each game, and behind it the game's own page: the rules in pictures, the options.

import { drawBoard } from "./board.js";
import { boot, byId, el, say } from "./dom.js";
import { allGames } from "./games.js";
import { lessonsNode } from "./lessons.js";
import { optionsOf, players, range } from "./options.js";
import { send } from "./send.js";
import { sure } from "./sure.js";

const DIFFICULTIES = ["difficulty-1", "difficulty-2", "difficulty-3"];
let chosen = null;

function fact(kind, text) {
  return el("li", { class: `fact ${kind}` }, text);
}

// How hard it is: dots for the eye, a word for all.
function difficulty(level) {
  const dots = DIFFICULTIES.map((_, at) => el("i", { class: at < level ? "dot full" : "dot" }));
  return el("li", { class: "fact" }, el("span", { class: "dots", "aria-hidden": "true" }, dots), say(DIFFICULTIES[level - 1]));
}

export function facts(game) {
  return el("ul", { class: "facts" },
    game.players ? fact("players", players(game.players)) : null,
    game.minutes ? fact("minutes", say("minutes", { count: range(game.minutes) })) : null,
    game.difficulty ? difficulty(game.difficulty) : null);
}

export function coverOf(game) {
  if (!game.cover) return null;
  const box = el("div", { class: "board-box cover", "aria-hidden": "true" });
  drawBoard(box, game.cover);
  return box;
}

// The whole card can be pressed; its button is the title.
function cardOf(game) {
  const button = el("button", { type: "button", id: `game-${game.name}`, "data-game": game.name }, game.title);
  const card = el("li", { class: "game-card" }, coverOf(game), el("h3", {}, button), facts(game), el("p", {}, game.about));
  card.addEventListener("click", () => showGame(game));
  return card;
}

function inSight(part, title) {
  byId("open-back").hidden = part !== "game";
  byId("open-footer").hidden = part !== "game";
  byId("open-title").textContent = title;
  byId("open").dataset.part = part;
  byId("open-games").scrollTop = 0;
}

function showList(games) {
  const last = chosen?.game;
  chosen = null;
  inSight("list", say("open-title"));
  byId("open-games").replaceChildren(el("ul", { class: "game-cards" }, games.map(cardOf)));
  if (last) byId(`game-${last.name}`)?.focus();
}

function showGame(game) {
  chosen = { game, options: optionsOf(game) };
  inSight("game", game.title);
  const about = el("div", { class: "about-game" }, facts(game), el("p", { class: "about" }, game.about));
  const lessons = lessonsNode(game);
  byId("open-games").replaceChildren(el("div", { class: lessons ? "game-page" : "game-page plain" }, el("div", { class: "game-rules" }, about, lessons), chosen.options.node));
  byId("open-title").focus();
}

// While the games are on their way, and where they can't be had.
function showWaiting(word) {
  chosen = null;
  inSight("waiting", say("open-title"));
  const again = el("button", { type: "button", class: "quiet", onclick: fill }, say("try-again"));
  byId("open-games").replaceChildren(el("div", { class: "waiting" }, el("p", { role: "status" }, say(word)), word === "no-games" ? again : null));
}

async function fill() {
  showWaiting("games-come");
  try {
    showList(await allGames());
  } catch {
    showWaiting("no-games");
  }
}

function line() {
  const { game, options } = chosen;
  return [`${boot.prefix}${options.command()}`, game.name, ...options.words()].join(" ");
}

// What is wrong is shown, however deep it is folded away.
function unfold(event) {
  for (let node = event.target.closest("details"); node; node = node.parentElement.closest("details")) node.open = true;
}

// The tables here that this person opened and hosts.
let hosted = [];
export const hostsMost = () => hosted.length >= boot.mostHosted;

async function closeOne({ code, phase }) {
  if (phase !== "playing" || (await sure("close"))) send("close", { table: code, pressed: true });
}

// Say that no more may be opened before a form is filled in for it, and offer to close one.
export function showHosted(panels) {
  hosted = panels.filter((panel) => panel.counts);
  const key = hosted.map(({ code, phase }) => code + phase).join(" ");
  const box = byId("open-limit");
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  const close = (panel) => {
    const who = panel.seats.find((seat) => !seat.you)?.name;
    const table = [panel.short || panel.title, who].filter(Boolean).join(", ");
    return el("button", { type: "button", class: "quiet", onclick: () => closeOne(panel) }, say("close-one", { table }));
  };
  box.replaceChildren(...(hostsMost() ? [el("span", {}, say("hosts-most", { count: hosted.length })), ...hosted.map(close)] : []));
}

// Open the dialog at one game.
export function openGame(game) {
  byId("open").showModal();
  showGame(game);
}

export function startOpening() {
  const dialog = byId("open");
  byId("open-button").addEventListener("click", () => {
    dialog.showModal();
    fill();
  });
  byId("open-close").addEventListener("click", () => dialog.close());
  byId("open-back").addEventListener("click", async () => showList(await allGames()));
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  byId("open-form").addEventListener("invalid", unfold, true);
  byId("open-form").addEventListener("submit", (event) => {
    if (chosen) send(line(), { pressed: true, from: byId("open-button") });
    else event.preventDefault();
  });
}
