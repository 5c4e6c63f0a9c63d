// "Open a table": a form of the games there are and their options.

import { boot, byId, el, say } from "./dom.js";
import { send } from "./send.js";

function optionField(game, [key, preset, values]) {
  const id = `option-${game.name}-${key}`;
  const label = el("label", { for: id }, key.replaceAll("_", " "));
  const input = values.length
    ? el("select", { id, "data-key": key, "data-preset": preset }, values.map((value) => el("option", { value, selected: value === preset },
        value === preset ? `${value} (${say("default")})` : value)))
    : el("input", { id, "data-key": key, "data-preset": preset, value: preset, maxlength: 40, pattern: "\\S*", inputmode: /^[0-9]+$/.test(preset) ? "numeric" : null });
  const node = el("div", { class: "option" }, label, input);
  input.addEventListener("input", () => node.classList.toggle("changed", input.value.trim() !== preset));
  return node;
}

function gameNode(game, index) {
  const radio = el("input", { type: "radio", name: "game", value: game.name, id: `game-${game.name}`, checked: index === 0 });
  const options = game.options.length
    ? el("details", { class: "options" }, el("summary", {}, say("options")), el("div", { class: "option-grid" }, game.options.map((option) => optionField(game, option))))
    : null;
  return el("div", { class: "game" }, el("label", { class: "game-choice", for: radio.id }, radio,
    el("span", {}, el("b", {}, game.title), el("small", {}, game.about))), options);
}

function line() {
  const chosen = byId("open-games").querySelector("input[name=game]:checked");
  const fields = [...chosen.closest(".game").querySelectorAll("[data-key]")];
  const options = fields.map((field) => [field.dataset.key, field.value.trim(), field.dataset.preset])
    .filter(([, value, preset]) => value && value !== preset).map(([key, value]) => `${key}=${value}`);
  return [`${boot.prefix}open`, chosen.value, ...options].join(" ");
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
