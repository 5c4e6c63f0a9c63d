// The options of a game, as a host sets them: what is as it was is not said.

import { el, say } from "./dom.js";

const spaced = (word) => word.replaceAll("_", " ");
const words = (key) => spaced(key.replace(/_seconds$/, "")).replace(/([a-z])([0-9])/g, "$1 $2");
// A tournament is played for its own chips.
const NOT_IN_TOURNAMENTS = new Set(["money", "buyin"]);
const isSet = (values) => values.some((value) => value.includes("+"));

function select(id, preset, values) {
  return el("select", { id }, values.map((value) => el("option", { value, selected: value === preset }, spaced(value))));
}

function input(id, preset) {
  return el("input", { id, value: preset, maxlength: 40, pattern: "\\S*", autocomplete: "off", inputmode: /^[0-9]+$/.test(preset) ? "numeric" : null });
}

// Some of a few, one at least: a pill for each; `read` joins those that are chosen.
function some(id, preset, values) {
  const chosen = new Set(preset.split("+"));
  const boxes = values.filter((value) => !value.includes("+")).map((value) => el("input", { type: "checkbox", value, checked: chosen.has(value) }));
  const node = el("div", { class: "pills", id, role: "group" }, boxes.map((box) => el("label", { class: "pill" }, box, el("span", {}, spaced(box.value)))));
  node.addEventListener("change", (event) => { if (!boxes.some((box) => box.checked)) event.target.checked = true; });
  return { node, read: () => boxes.filter((box) => box.checked).map((box) => box.value).join("+") };
}

function control(id, preset, values) {
  if (isSet(values)) return some(id, preset, values);
  const node = values.length ? select(id, preset, values) : input(id, preset);
  return { node, read: () => node.value.trim() };
}

// An option gives its node, and the word for the line that opens the table; an empty one where it is as it was.
function option(id, [key, preset, values]) {
  const { node, read } = control(id, preset, values);
  const group = node.matches("[role=group]");
  const before = el("small", { class: "preset", hidden: true }, say("default", { value: preset }));
  const label = el(group ? "span" : "label", group ? { id: `${id}-label`, class: "label" } : { for: id }, words(key));
  if (group) node.setAttribute("aria-labelledby", `${id}-label`);
  const shown = el("div", { class: group ? "option wide" : "option" }, label, node, before);
  const isChanged = () => read() !== "" && read() !== preset;
  shown.addEventListener("change", () => {
    shown.classList.toggle("changed", isChanged());
    before.hidden = !isChanged();
  });
  return { node: shown, word: () => (isChanged() ? `${key}=${read()}` : "") };
}

function groupNode(title, options) {
  if (!options.length) return null;
  return el("fieldset", { class: "option-group" }, title ? el("legend", {}, title) : null, el("div", { class: "option-grid" }, options.map((one) => one.node)));
}

// A tournament over several tables, of a game that has such: its own options show when it is wanted, and `others` not.
function tournamentOf(game, others) {
  if (!game.tournament?.length) return { node: null, wanted: () => false, own: [] };
  const id = `tournament-${game.name}`;
  const box = el("input", { type: "checkbox", id });
  const own = game.tournament.map((one) => option(`${id}-${one[0]}`, one));
  const group = groupNode(say("options-tournament"), own);
  group.hidden = true;
  box.addEventListener("change", () => {
    group.hidden = !box.checked;
    others.forEach((one) => { one.node.hidden = box.checked; });
  });
  const node = el("div", { class: "tournament" }, el("label", { class: "pill" }, box, el("span", {}, say("tournament"))), group);
  return { node, wanted: () => box.checked, own };
}

// All options of a game, in groups: its own, its times, and what every table has; and the command that opens it.
export function optionsOf(game) {
  const own = game.options.map((one) => ({ key: one[0], ...option(`option-${game.name}-${one[0]}`, one) }));
  const table = (game.table ?? []).map((one) => ({ key: one[0], ...option(`table-${game.name}-${one[0]}`, one) }));
  const several = tournamentOf(game, table.filter((one) => NOT_IN_TOURNAMENTS.has(one.key)));
  const isTime = (one) => one.key.endsWith("_seconds");
  const none = !own.length && !table.length;
  const node = none ? null : el("details", { class: "options" }, el("summary", {}, say("options")), groupNode("", own.filter((one) => !isTime(one))),
    groupNode(say("options-clock"), own.filter(isTime)), groupNode(say("options-table"), table));
  const said = (options) => options.filter((one) => !one.node.hidden).map((one) => one.word()).filter(Boolean);
  return {
    nodes: [several.node, node],
    command: () => (several.wanted() ? "tournament" : "open"),
    words: () => said([...(several.wanted() ? several.own : []), ...own, ...table]),
  };
}
