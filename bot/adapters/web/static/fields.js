// An argument of a move as something to touch: each gives its node, the words that it stands for, and takes words back.
// `isPlain`: it is as suggested.

import { el, number, say } from "./dom.js";

let counter = 0;
const nextId = () => `f${(counter += 1)}`;
const FEW = 7;
// More than so many letters in all, of more than four things, stand in a list.
const LETTERS = 40;
const isLong = (among) => among.length > FEW || (among.length > 4 && among.map(({ label }) => label).join("").length > LETTERS);
const SMALL_RANGE = 20;

function chips(field, choose) {
  const { low, high } = field;
  const half = Math.floor((low + high) / 2);
  const values = new Map([[low, "min"], [half, "half"], [high, "max"]]);
  return el("div", { class: "chip-row" }, [...values].map(([value, word]) => el("button", {
    type: "button", class: "quiet chip-button", onclick: () => choose(value),
  }, say(word), " ", el("b", {}, number(value)))));
}

const within = ({ low, high }, value) => Math.min(high, Math.max(low, value));

function numberField(field) {
  return field.high > field.low && field.high - field.low < FEW ? fewNumbers(field) : anyNumber(field);
}

// Each of a few numbers is one touch away.
function fewNumbers(field) {
  const id = nextId();
  const value = within(field, field.suggest);
  const all = Array.from({ length: field.high - field.low + 1 }, (_, index) => field.low + index);
  const node = el("fieldset", { class: "field one few" }, el("legend", {}, field.label),
    el("div", { class: "pills" }, all.map((one) => pill("radio", id, { word: one, label: number(one) }, one === value))));
  const radios = [...node.querySelectorAll("input")];
  radios.forEach((radio) => { radio.required = true; });
  // What was chosen and is too low by now is chosen no more: nobody says more than they meant to.
  const put = ([word], sent) => {
    const low = word === "" || Number(word) < field.low;
    if (!low || !sent) radios.forEach((radio) => { radio.checked = !low && Number(radio.value) === Math.min(field.high, Number(word)); });
  };
  const chosen = () => radios.find((radio) => radio.checked)?.value ?? "";
  return { node, put, isPlain: () => chosen() === String(value), words: () => [chosen()] };
}

function anyNumber(field) {
  const id = nextId();
  const value = within(field, field.suggest);
  const input = el("input", { type: "number", id, min: field.low, max: field.high, step: 1, value, required: true, inputmode: "numeric" });
  const slider = el("input", { type: "range", min: field.low, max: field.high, step: 1, value, "aria-label": field.label });
  const show = (chosen) => { input.value = chosen; slider.value = chosen; };
  const choose = (chosen) => { show(chosen); input.dispatchEvent(new Event("input", { bubbles: true })); };
  slider.addEventListener("input", () => { input.value = slider.value; });
  input.addEventListener("input", () => { slider.value = input.value; });
  const wide = field.high > field.low;
  const node = el("div", { class: "field number" },
    el("div", { class: "number-row" }, el("label", { for: id }, field.label), wide ? slider : null, input), field.high - field.low >= SMALL_RANGE ? chips(field, choose) : null);
  // What was typed and is too low by now is left for its owner to raise: nobody pays more than they said.
  const put = ([word], sent) => { if (!sent || Number(word) >= field.low) show(word === "" ? "" : Math.min(field.high, Number(word))); };
  const isPlain = () => Number(input.value) === value;
  return { node, put, isPlain, isAmount: true, words: () => [input.value === "" ? "" : String(Number(input.value))] };
}

function pill(type, group, choice, checked) {
  return el("label", { class: "pill" }, el("input", { type, name: group, value: choice.word, checked }), el("span", {}, choice.label));
}

// Nobody chooses by silence: nothing is chosen beforehand, unless `begun` says so.
function oneField(field, { begun = false } = {}) {
  const id = nextId();
  if (isLong(field.among)) {
    const select = el("select", { id, required: true }, begun ? null : el("option", { value: "" }, "…"), field.among.map((choice) => el("option", { value: choice.word }, choice.label)));
    return { node: el("div", { class: "field" }, el("label", { for: id }, field.label), select), put: ([word]) => { if (field.among.some((choice) => choice.word === word)) select.value = word; }, words: () => [select.value] };
  }
  const node = el("fieldset", { class: "field one" }, el("legend", {}, field.label),
    el("div", { class: "pills" }, field.among.map((choice, index) => pill("radio", id, choice, begun && index === 0))));
  node.querySelectorAll("input").forEach((radio) => { radio.required = true; });
  const put = ([word]) => node.querySelectorAll("input").forEach((radio) => { radio.checked ||= radio.value === word; });
  return { node, put, words: () => [node.querySelector("input:checked")?.value ?? ""] };
}

function someField(field) {
  const id = nextId();
  const hint = field.least === field.most ? say("choose-exactly", { most: field.most }) : say("choose-between", { least: field.least, most: field.most });
  const node = el("fieldset", { class: "field" }, el("legend", {}, field.label, " ", el("small", {}, hint)),
    el("div", { class: "pills" }, field.among.map((choice) => pill("checkbox", id, choice, false))));
  const boxes = [...node.querySelectorAll("input")];
  const chosen = () => boxes.filter((box) => box.checked);
  const judge = () => {
    const count = chosen().length;
    boxes[0]?.setCustomValidity(count < field.least || count > field.most ? hint : "");
    boxes.forEach((box) => { box.disabled = !box.checked && count >= field.most; });
  };
  node.addEventListener("change", judge);
  judge();
  // Two dice may be alike: each word stands for one of them.
  const put = (words) => {
    const left = [...words];
    boxes.forEach((box) => {
      const at = left.indexOf(box.value);
      box.checked = at >= 0;
      if (box.checked) left.splice(at, 1);
    });
    judge();
  };
  return { node, put, words: () => chosen().map((box) => box.value) };
}

function orderField(field) {
  const list = el("ol", { class: "order" });
  const move = (item, step, button) => {
    const other = step < 0 ? item.previousElementSibling : item.nextElementSibling;
    if (!other) return;
    if (step < 0) other.before(item);
    else other.after(item);
    button.focus();
  };
  for (const choice of field.among) {
    const item = el("li", { "data-word": choice.word }, el("span", {}, choice.label));
    for (const [step, word, arrow] of [[-1, "move-up", "↑"], [1, "move-down", "↓"]]) {
      const button = el("button", { type: "button", class: "quiet", "aria-label": say(word, { what: choice.label }) }, arrow);
      button.addEventListener("click", () => move(item, step, button));
      item.append(button);
    }
    list.append(item);
  }
  const node = el("fieldset", { class: "field" }, el("legend", {}, field.label), list);
  const put = (words) => list.append(...[...list.children].sort((a, b) => words.indexOf(a.dataset.word) - words.indexOf(b.dataset.word)));
  return { node, put, words: () => [...list.children].map((item) => item.dataset.word) };
}

function flagField(field) {
  const box = el("input", { type: "checkbox" });
  const node = el("label", { class: "field flag" }, box, el("span", {}, field.label));
  return { node, put: (words) => { box.checked = words.length > 0; }, flag: true, words: () => (box.checked ? [field.name] : []) };
}

// Nothing to choose: its words stand in the line and nowhere else.
function fixedField(field) {
  return { node: null, put: () => {}, words: () => field.among.map((choice) => choice.word) };
}

// Several moves of one verb that a fixed word tells apart: the word is chosen first, then what the move with it asks.
function variantsField({ variants, teller, fills }) {
  const shown = el("div", { class: "field-rest" });
  const choose = oneField({ label: variants[0][teller].label, among: variants.map((fields) => fields[teller].among[0]) }, { begun: true });
  const parts = variants.map((fields) => fields.map((field, index) => (index === teller ? fixedField(field) : settled(field) ?? fieldOf(field))));
  choose.node.dataset.fills = fills;
  let current = -1;
  const show = () => {
    const [word] = choose.words();
    const next = variants.findIndex((fields) => fields[teller].among[0].word === word);
    if (next === current) return;
    // What was chosen goes along where it may.
    if (current >= 0) parts[next].forEach((part, index) => part.put(parts[current][index].words(), true));
    current = next;
    shown.replaceChildren(...parts[current].map((part) => part.node).filter(Boolean));
  };
  const put = (words, sent) => {
    choose.put([words[teller]]);
    show();
    parts[current].forEach((part, index) => part.put([words[index]], sent));
  };
  choose.node.addEventListener("change", show);
  show();
  const isPlain = () => current === 0 && parts[0].every((part) => part.isPlain?.() ?? true);
  return { node: el("div", { class: "variants" }, choose.node, shown), put, isPlain, words: () => parts[current].flatMap((part) => part.words()) };
}

// What one of them leaves no choice in is seen, as it is not in all of them the same.
function settled(field) {
  if (field.kind !== "fixed") return null;
  return { ...fixedField(field), node: el("p", { class: "field settled" }, el("b", {}, field.label), " ", field.among.map((choice) => choice.label).join(" ")) };
}

const KINDS = { fixed: fixedField, number: numberField, one: oneField, some: someField, order: orderField, flag: flagField, variants: variantsField };

export const fieldOf = (field) => ({ name: field.name, ...KINDS[field.kind](field) });
