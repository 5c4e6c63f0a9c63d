// Your hand and your moves, made from the card's offers alone: the page knows no game.

import { byId, el, say } from "./dom.js";
import { fieldOf } from "./fields.js";
import { send } from "./send.js";

const MOST_DIRECT = 12;

async function press(button, line, card, { hidden = false } = {}) {
  const buttons = button.closest(".dock").querySelectorAll("button");
  buttons.forEach((one) => one.setAttribute("aria-disabled", "true"));
  try {
    await send(line, { table: card.code, ask: card.ask, hidden, pressed: true, from: button });
  } finally {
    buttons.forEach((one) => one.removeAttribute("aria-disabled"));
  }
}

function held(button) {
  return button.getAttribute("aria-disabled") === "true";
}

function moveButton(card, offer, line, label, classes) {
  const button = el("button", { type: "button", class: classes, title: offer.help },
    label, offer.secret ? el("small", { class: "tag" }, say("in-secret")) : null);
  button.addEventListener("click", () => { if (!held(button)) press(button, line, card, { hidden: offer.secret }); });
  return button;
}

// One choice and nothing else: a button each.
function directChoices(card, offer) {
  const [field] = offer.fields;
  return el("fieldset", { class: "direct" }, el("legend", {}, offer.label, " ", el("small", {}, offer.help)),
    el("div", { class: "button-row" }, field.among.map((choice) =>
      moveButton(card, offer, `${offer.verb} ${choice.word}`, choice.label, "main-button"))));
}

// What somebody filled in, by table, Ask and move: it stays while others move.
const filled = new Map();
const MOST_FILLED = 50;

function keepFilled(form, fields, key) {
  const before = filled.get(key) ?? {};
  fields.filter((field) => field.name in before).forEach((field) => field.put(before[field.name]));
  const note = () => {
    if (filled.size > MOST_FILLED) filled.clear();
    filled.set(key, Object.fromEntries(fields.map((field) => [field.name, field.words()])));
  };
  for (const kind of ["input", "change", "click"]) form.addEventListener(kind, note);
}

function moveForm(card, offer) {
  const fields = offer.fields.map(fieldOf);
  const key = `${card.code} ${card.ask} ${offer.verb}`;
  const button = el("button", { type: "submit", class: "main-button" },
    offer.label, offer.secret ? el("small", { class: "tag" }, say("in-secret")) : null);
  const form = el("form", { class: "move-form", "data-move": key, "aria-label": offer.label },
    el("p", { class: "hint" }, offer.help), fields.filter((field) => !field.flag).map((field) => field.node),
    el("div", { class: "go" }, fields.filter((field) => field.flag).map((field) => field.node), button));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (held(button)) return;
    const plain = fields.filter((field) => !field.flag).flatMap((field) => field.words());
    const flags = fields.filter((field) => field.flag).flatMap((field) => field.words());
    press(button, [offer.verb, ...plain, ...flags].join(" "), card, { hidden: offer.secret });
  });
  keepFilled(form, fields, key);
  return form;
}

function isDirect(offer) {
  return offer.fields.length === 1 && offer.fields[0].kind === "one" && offer.fields[0].among.length <= MOST_DIRECT;
}

function offerNodes(card) {
  const plain = card.offers.filter((offer) => !offer.fields.length);
  const rest = card.offers.filter((offer) => offer.fields.length);
  const buttons = plain.map((offer) => moveButton(card, offer, offer.verb, offer.label, "main-button"));
  return [
    ...rest.map((offer) => (isDirect(offer) ? directChoices(card, offer) : moveForm(card, offer))),
    buttons.length ? el("div", { class: "button-row" }, buttons) : null,
    card.offers.length || card.phase !== "playing" || !card.seats.some((seat) => seat.you) ? null : el("p", { class: "hint" }, say("no-moves")),
  ].filter(Boolean);
}

function commandButton(card, command, first) {
  const button = el("button", { type: "button", class: first ? "main-button" : "quiet" }, command.label);
  button.addEventListener("click", () => {
    if (held(button)) return;
    const extra = command.word === "join" ? byId("dice-text")?.value.trim() : "";
    press(button, extra ? `${command.word} ${extra}` : command.word, card);
  });
  return button;
}

// Whoever sits down may add a text that is mixed into the dice.
function diceText() {
  return el("details", { class: "dice-text" }, el("summary", {}, say("dice-text")),
    el("label", { class: "unseen", for: "dice-text" }, say("dice-text")),
    el("input", { id: "dice-text", maxlength: 100, autocomplete: "off" }), el("p", { class: "hint" }, say("dice-text-help")));
}

function commandNodes(card) {
  const buttons = card.commands.map((command, index) => commandButton(card, command, index === 0 && !card.offers.length));
  return card.commands.some((command) => command.word === "join") ? [...buttons, diceText()] : buttons;
}

// Only what changed is built anew: a half-filled form stays as it is while others move.
function renew(box, key, build) {
  if (box.dataset.key === key) return;
  const hadFocus = box.contains(document.activeElement);
  const form = hadFocus ? document.activeElement.closest("form") : null;
  const place = form ? touchable(form).indexOf(document.activeElement) : -1;
  box.dataset.key = key;
  box.replaceChildren(...build());
  const same = form && [...box.querySelectorAll("form")].find((one) => one.dataset.move === form.dataset.move);
  if (!same) byId("dock").scrollTop = 0;
  if (hadFocus) ((same && touchable(same)[place]) || byId("dock")).focus({ preventScroll: true });
}

const touchable = (form) => [...form.querySelectorAll("input, select, button")];

export function showMoves(card) {
  const own = byId("own");
  own.hidden = !card?.own.length;
  renew(own, JSON.stringify(card?.own ?? []), () => (card?.own ?? []).map((line) => el("p", {}, line)));
  if (card === null) {
    renew(byId("offers"), "", () => []);
    renew(byId("commands"), "", () => []);
    return;
  }
  renew(byId("offers"), JSON.stringify([card.code, card.ask, card.offers, card.phase]), () => offerNodes(card));
  renew(byId("commands"), JSON.stringify([card.code, card.ask, card.commands, card.offers.length > 0]), () => commandNodes(card));
  byId("dock").classList.toggle("busy", card.offers.length > 0);
}
