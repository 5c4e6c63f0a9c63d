// What lies before the seats. What a move can be about is pressed right where it lies: the form says the same, and is the truth.

import { byId, el, unseen } from "./dom.js";

const DIE = /^d([0-9]+)(?![0-9])[\s,:;·-]*/i;
const CHOSEN = new Set(["one", "some"]);

function choosable(panel) {
  const fields = panel.offers.flatMap((offer) => offer.fields).filter((field) => CHOSEN.has(field.kind));
  return new Set(fields.flatMap((field) => field.among.map((choice) => choice.word)));
}

function fullName({ name, label }) {
  return name.toLocaleLowerCase().endsWith(label.toLocaleLowerCase()) ? name : `${name}: ${label}`;
}

// A thing whose label begins with a die shows the die; all else stands under a cup.
function face(thing) {
  const die = DIE.exec(thing.label);
  const label = die ? thing.label.slice(die[0].length) : thing.label;
  const glyph = die ? el("span", { class: `die d${die[1]}` }, `d${die[1]}`) : el("span", { class: "cup" });
  return el("span", { class: "face", "aria-hidden": "true" }, glyph, label ? el("span", { class: "thing-label" }, label) : null);
}

function thingNode(thing, pressable) {
  const looks = { class: `thing ${thing.state ? `is-${thing.state}` : ""}`.trim() };
  if (!pressable) return el("li", {}, el("span", looks, face(thing), unseen(fullName(thing))));
  return el("li", {}, el("button", { ...looks, type: "button", "data-word": thing.word, "aria-label": fullName(thing), onclick: () => press(thing.word) }, face(thing)));
}

export function thingsBefore(panel, seat) {
  const things = panel.things.filter((thing) => thing.seat === seat);
  if (!things.length) return null;
  const words = choosable(panel);
  return el("ul", { class: "things" }, things.map((thing) => thingNode(thing, words.has(thing.word))));
}

// The part of the form that stands for a thing: a pill, a choice of a list, or a button of its own.
function partFor(word) {
  const value = CSS.escape(word);
  const offers = byId("offers");
  return offers.querySelector(`.pill input[value="${value}"], button[data-word="${value}"]`) ??
    offers.querySelector(`option[value="${value}"]`)?.closest("select") ?? null;
}

function press(word) {
  const part = partFor(word);
  if (part === null || part.disabled) return;
  if (part.matches("select")) {
    part.value = word;
    part.dispatchEvent(new Event("change", { bubbles: true }));
  } else {
    part.click();
  }
}

function isChosen(part, word) {
  return part.matches("select") ? part.value === word : part.checked;
}

export function markThings() {
  for (const button of byId("panel").querySelectorAll("button[data-word]")) {
    const part = partFor(button.dataset.word);
    const acts = part === null || part.matches("button");
    if (acts) button.removeAttribute("aria-pressed");
    else button.setAttribute("aria-pressed", String(isChosen(part, button.dataset.word)));
    if (part === null || part.disabled) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  }
}

// Whoever has one of them in focus keeps it there when the panel is drawn anew.
export function keepFocus(redraw) {
  const held = document.activeElement?.closest("#panel button[data-word]");
  redraw();
  if (!held) return;
  const same = byId("panel").querySelector(`button[data-word="${CSS.escape(held.dataset.word)}"]`);
  (same ?? byId("dock")).focus({ preventScroll: true });
}

export function startThings() {
  for (const kind of ["change", "click"]) byId("offers").addEventListener(kind, markThings);
}
