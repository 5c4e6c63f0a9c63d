// A move with something to choose in it, as a form. What somebody filled in stays while others move.

import { byId, el, number, say } from "./dom.js";
import { fieldOf } from "./fields.js";
import { meaningOf } from "./games.js";
import { send } from "./send.js";

// Send a line for what this panel asks; true if it was taken. The button may be one that was built anew meanwhile.
export async function press(button, line, panel, { hidden = false, brief = true, boxed = false } = {}) {
  const buttons = button.closest(".dock, .lobby, .rules")?.querySelectorAll("button") ?? [button];
  buttons.forEach((one) => one.setAttribute("aria-disabled", "true"));
  try {
    return await send(line, { table: panel.code, ask: panel.ask, hidden, pressed: true, from: button, brief, boxed });
  } finally {
    buttons.forEach((one) => one.removeAttribute("aria-disabled"));
  }
}

export const held = (button) => button.getAttribute("aria-disabled") === "true";

export const secretTag = (offer) => (offer.secret ? el("small", { class: "tag" }, say("in-secret")) : null);

const fixedWords = (field) => (field.kind === "fixed" ? field.among.map((choice) => choice.word) : []);

export const asked = (offer) => offer.fields.filter((field) => field.kind !== "fixed");

// The line of an offer whose one open field, if there is any, is this word.
export function lineOf(offer, word = null) {
  return [offer.verb, ...offer.fields.flatMap((field) => (field.kind === "fixed" ? fixedWords(field) : [word]))].join(" ");
}

// By table, Ask and move; `sent`: this was the last that was sent.
const filled = new Map();
const MOST_FILLED = 50;

function keepFilled(form, fields, key) {
  const before = filled.get(key);
  fields.filter((field) => before && field.name in before.words).forEach((field) => field.put(before.words[field.name], before.sent));
  const note = (event) => {
    const touched = fields.find((field) => field.node?.contains(event.target));
    if (!touched) return;
    if (filled.size > MOST_FILLED) filled.clear();
    const words = { ...filled.get(key)?.words, [touched.name]: touched.words() };
    // A number that is as suggested follows the suggestion.
    if (touched.isPlain?.()) delete words[touched.name];
    filled.set(key, { words, sent: false });
  };
  for (const kind of ["input", "change", "click"]) form.addEventListener(kind, note);
}

let meanings = 0;

// What each option means stands in it before it is chosen, where its game says so; a screen reader reads it after its name.
export async function explainOptions(node, panel) {
  const meaning = await meaningOf(panel.game);
  for (const one of node.querySelectorAll(".pills input, button[data-word]")) {
    const about = meaning(one.value || one.dataset.word);
    if (!about) continue;
    const told = el("small", { class: "meaning", id: `meaning-${(meanings += 1)}`, "aria-hidden": "true" }, about);
    one.setAttribute("aria-describedby", told.id);
    (one.nextElementSibling?.matches("span") ? one.nextElementSibling : one).append(told);
  }
}

// On a small screen, only what the option means that is chosen.
function explainChoice(form, panel) {
  const told = el("p", { class: "choice-about", role: "status" });
  form.querySelector(".go").before(told);
  const tell = async () => {
    const chosen = [...form.querySelectorAll("[data-fills] :checked")].map(({ value }) => value);
    const meaning = chosen.length ? await meaningOf(panel.game) : () => "";
    told.textContent = chosen.map(meaning).join(" ").trim();
  };
  form.addEventListener("change", tell);
  tell();
}

function sayAmount(form, label, offer, field) {
  const tell = () => {
    const [amount] = field.words();
    label.textContent = amount === "" ? offer.label : say("move-with-amount", { move: offer.label, amount: number(amount) });
  };
  form.addEventListener("input", tell);
  tell();
}

// `others`: the buttons of moves that take nothing, beside this one.
export function moveForm(panel, offer, others = []) {
  const fields = offer.fields.map(fieldOf);
  const key = [panel.code, panel.ask, offer.verb, ...offer.fields.flatMap(fixedWords)].join(" ");
  const flags = fields.filter((field) => field.flag);
  const rest = fields.filter((field) => !field.flag);
  // What it is about is chosen first, and then how much.
  const inOrder = [...rest.filter((field) => !field.isAmount), ...rest.filter((field) => field.isAmount)];
  rest.filter((field) => field.node).forEach((field) => { field.node.dataset.fills = `${offer.verb}.${field.name}`; });
  const label = el("span", {}, offer.label);
  const button = el("button", { type: "submit", class: "main-button" }, label, secretTag(offer));
  // Where an amount is all that is asked, the button says it and comes first: as it is suggested, it takes one press.
  const lone = inOrder.length === 1 && offer.fields[0].kind === "number" ? inOrder[0] : null;
  const form = el("form", { class: "move-form", "data-move": key, "aria-label": offer.label },
    el("p", { class: "hint" }, offer.help), lone ? null : inOrder.map((field) => field.node),
    el("div", { class: "go" }, flags.map((field) => field.node), button, others.length ? el("div", { class: "button-row" }, others) : null), lone?.node);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (held(button)) return;
    const words = [...rest, ...flags].flatMap((field) => field.words());
    const taken = await press(button, [offer.verb, ...words].join(" "), panel, { hidden: offer.secret });
    if (taken && filled.has(key)) filled.get(key).sent = true;
  });
  keepFilled(form, fields, key);
  explainOptions(form, panel);
  explainChoice(form, panel);
  if (lone) sayAmount(form, label, offer, lone);
  return form;
}

// What a piece of the board stands for in a form that is there: an option that can be chosen.
const inForm = ({ fills = [], word }) => fills.flatMap((fill) => [...document.querySelectorAll(`.offers [data-fills="${fill}"] :is([type=radio], option)`)]).filter(({ value }) => value === word);

export function chooseInForm(piece) {
  for (const option of inForm(piece)) {
    if (option.matches("option")) {
      option.selected = true;
      option.dispatchEvent(new Event("change", { bubbles: true }));
    } else option.click();
  }
}

export const isChosenInForm = (piece) => inForm(piece).some((option) => option.checked || option.selected);

// Only what changed is built anew: a half-filled form stays as it is while others move.
export function renew(box, key, build) {
  if (box.dataset.key === key) return;
  const hadFocus = box.contains(document.activeElement);
  const form = hadFocus ? document.activeElement.closest("form") : null;
  const place = form ? touchable(form).indexOf(document.activeElement) : -1;
  box.dataset.key = key;
  box.replaceChildren(...build());
  const same = form && [...box.querySelectorAll("form")].find((one) => one.dataset.move === form.dataset.move);
  if (!same) byId("dock-top").scrollTop = 0;
  if (hadFocus) ((same && touchable(same)[place]) || byId("dock")).focus({ preventScroll: true });
}

const touchable = (form) => [...form.querySelectorAll("input, select, button")];
