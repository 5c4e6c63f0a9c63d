// "Open a table": a form of the games there are and their options.

import { boot, byId, el, say } from "./dom.js";
import { optionsOf } from "./options.js";
import { send } from "./send.js";

const options = new Map();

function gameNode(game, index) {
  const radio = el("input", { type: "radio", name: "game", value: game.name, id: `game-${game.name}`, checked: index === 0 });
  options.set(game.name, optionsOf(game));
  return el("div", { class: "game" }, el("label", { class: "game-choice", for: radio.id }, radio,
    el("span", {}, el("b", {}, game.title), el("small", {}, game.about))), ...options.get(game.name).nodes);
}

function line() {
  const chosen = byId("open-games").querySelector("input[name=game]:checked").value;
  const { command, words } = options.get(chosen);
  return [`${boot.prefix}${command()}`, chosen, ...words()].join(" ");
}

export function startOpening() {
  const dialog = byId("open");
  byId("empty-title").textContent = say("empty-room");
  byId("open-games").replaceChildren(...boot.games.map(gameNode));
  for (const button of [byId("open-button"), byId("empty-open")]) button.addEventListener("click", () => dialog.showModal());
  byId("open-close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  byId("open-form").addEventListener("submit", () => send(line(), { pressed: true, from: byId("open-button") }));
}
