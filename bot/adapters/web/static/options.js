// The options of a game as a host sets them, in words: what is as it was is not said in the line that opens the table.

import { el, number, say } from "./dom.js";

// What every table has stands outside of presets.
const NO_PRESETS = new Set(["money", "bots", "table", "tournament"]);
const MANY = 20;

export const range = ([low, high]) => (low === high ? number(low) : `${number(low)}–${number(high)}`);

// How many may play; of a crowd only the least.
export function players([low, high]) {
  if (high === 1) return say("one-player");
  return say("players", { count: high > MANY ? `${number(low)}+` : range([low, high]) });
}

function choice(type, group, { word, meaning }, checked) {
  return el("label", { class: "choice" }, el("input", { type, name: group, value: word, checked }), el("span", {}, meaning));
}

const boxes = (node) => [...node.querySelectorAll("input")];

// One of a few, each told by what it means.
function oneOf(id, option) {
  const node = el("div", { class: "choices" }, option.values.map((value) => choice("radio", id, value, value.word === option.usual)));
  return {
    node,
    read: () => boxes(node).find((box) => box.checked)?.value ?? "",
    put: (word) => boxes(node).forEach((box) => { box.checked = box.value === word; }),
  };
}

// Some of a few, one at least.
function someOf(id, option) {
  const node = el("div", { class: "choices" }, option.values.map((value) => choice("checkbox", id, value, option.usual.split("+").includes(value.word))));
  node.addEventListener("change", (event) => { if (!boxes(node).some((box) => box.checked)) event.target.checked = true; });
  return {
    node,
    read: () => boxes(node).filter((box) => box.checked).map((box) => box.value).join("+"),
    put: (words) => boxes(node).forEach((box) => { box.checked = words.split("+").includes(box.value); }),
  };
}

const isNumber = (word) => /^[0-9]+$/.test(word);

// A number; empty is as usual, where that is no number.
function aNumber(id, option) {
  const node = el("input", { id, type: "number", step: 1, min: option.low, max: option.high, value: isNumber(option.usual) ? option.usual : "", inputmode: "numeric", autocomplete: "off", placeholder: "–" });
  return {
    node,
    read: () => (node.value === "" ? "" : String(Number(node.value))),
    put: (word) => { node.value = isNumber(word) ? word : ""; },
  };
}

// An option gives its node, and the word for the line. `usually` takes what it is under another preset.
class Setting {
  constructor(id, option) {
    this.option = option;
    this.usual = option.usual;
    const several = (option.values ?? []).length > 0;
    this.field = (!several ? aNumber : option.several ? someOf : oneOf)(id, option);
    this.note = option.meaning ? el("small", { class: "setting-note" }, option.meaning) : null;
    this.node = several
      ? el("fieldset", { class: "setting" }, el("legend", {}, option.name), this.field.node)
      : el("div", { class: "setting a-number" }, el("label", { for: id }, option.name), this.field.node, this.note);
    this.node.addEventListener("input", () => this.mark());
  }

  get isChanged() {
    const now = this.field.read();
    return now !== "" && now !== this.usual;
  }

  mark() {
    this.node.classList.toggle("changed", this.isChanged);
    if (this.note) this.note.textContent = this.isChanged || this.usual !== this.option.usual ? this.before() : this.option.meaning;
  }

  before() {
    if (this.stood) return isNumber(this.usual) ? say("until-now", { value: number(Number(this.usual)) }) : "";
    return isNumber(this.usual) ? say("usually", { value: number(Number(this.usual)) }) : this.option.meaning;
  }

  // What the table plays now, since its host has set it.
  stands(word) {
    this.stood = true;
    this.field.put(word);
    this.usual = word;
    this.mark();
  }

  // It is set so, and no more than set.
  put(word) {
    this.field.put(word);
    this.mark();
  }

  usually(word) {
    if (this.stood) return;
    const usual = word ?? this.option.usual;
    if (usual === this.usual) return;
    if (!this.isChanged) this.field.put(usual);
    this.usual = usual;
    this.mark();
  }

  get word() {
    return this.isChanged ? `${this.option.key}=${this.field.read()}` : "";
  }
}

// Ways to play the whole game: a card for each.
function presetsOf(game, changed, now = 0, kind = "") {
  const presets = game.presets ?? [];
  if (!presets.length) return { node: null, word: () => "", other: () => "" };
  const group = `${kind}preset-${game.name}`;
  const differs = new Set(presets.map((one) => players(one.players))).size > 1;
  const cards = presets.map((one, at) => el("label", { class: "preset-card" }, el("input", { type: "radio", name: group, value: at, checked: at === now }),
    el("span", {}, el("b", {}, one.name), el("small", {}, one.meaning), differs ? el("small", { class: "seats-of" }, players(one.players)) : null)));
  const node = el("fieldset", { class: "presets" }, el("legend", {}, say("way-to-play")), cards);
  const chosen = () => presets[boxes(node).findIndex((box) => box.checked)];
  node.addEventListener("change", () => changed(chosen()));
  return { node, word: () => chosen().sets ?? "", other: () => (chosen() === presets[now] ? "" : chosen().option) };
}

function folded(title, settings) {
  if (!settings.length) return null;
  return el("details", { class: "more-settings" }, el("summary", {}, title), el("div", { class: "settings" }, settings.map((one) => one.node)));
}

function open(settings) {
  return settings.length ? el("div", { class: "settings" }, settings.map((one) => one.node)) : null;
}

// What is bought in with is asked where purses are played for; a tournament is played for its own chips.
function followMoney(settings) {
  const [money, buyin] = ["money", "buyin"].map((key) => settings.find((one) => one.option.key === key));
  if (!money || !buyin) return () => {};
  const follow = (several) => {
    money.node.hidden = several;
    buyin.node.hidden = several || money.field.read() !== "purse";
  };
  money.node.addEventListener("change", () => follow(false));
  follow(false);
  return follow;
}

// A tournament over several tables, of a game that has such: its own settings show where it is wanted.
function tournamentOf(game, settings, follow) {
  if (!game.tournament) return { node: null, wanted: () => false };
  const box = el("input", { type: "checkbox" });
  const own = open(settings);
  own.hidden = true;
  box.addEventListener("change", () => {
    own.hidden = !box.checked;
    follow(box.checked);
  });
  return { node: el("div", { class: "tournament-box" }, el("label", { class: "choice" }, box, el("span", {}, say("tournament"))), own), wanted: () => box.checked };
}

// Which of the presets a table plays; the first is the usual one.
const presetOf = (game, given) => Math.max(0, (game.presets ?? []).findIndex((one) => given.some(([key, word]) => one.option === `${key}=${word}`)));

const takes = (setting, word) => (setting.option.values ?? []).length > 0 || isNumber(word);

// The options that the host of a table may change between games; its words are those that shall be other ones than now.
export function changeOf(game, given) {
  const groups = ["first", "rules", "clock", "bots", "table"];
  const all = (game.options ?? []).filter((one) => groups.includes(one.group)).map((one) => new Setting(`change-${one.group}-${one.key}`, one));
  const of = (...some) => all.filter((one) => some.includes(one.option.group));
  const follow = (preset) => all.forEach((one) => { if (!NO_PRESETS.has(one.option.group)) one.usually((preset.usual ?? {})[one.option.key]); });
  const presets = presetsOf(game, follow, presetOf(game, given));
  if (game.presets?.length) follow(game.presets[presetOf(game, given)]);
  for (const [key, word] of given) {
    all.filter((one) => one.option.key === key && takes(one, word)).forEach((one) => one.stands(word));
  }
  const nodes = [presets.node, open(of("first")), folded(say("settings-rules"), of("rules")), folded(say("settings-clock"), of("clock")), folded(say("settings-table"), of("bots", "table"))];
  return { node: el("div", { class: "all-settings" }, nodes), words: () => [presets.other(), ...all.map((one) => one.word)].filter(Boolean) };
}

const isShown = (one) => !one.node.hidden && !one.node.parentElement.hidden;

// All options of a game; the command that opens it, and its words. `given`: what is otherwise than usual from the first.
// `kind`: where the options of a game stand twice on a page, what tells these apart.
export function optionsOf(game, given = [], kind = "") {
  const all = (game.options ?? []).map((one) => new Setting(`${kind}set-${game.name}-${one.group}-${one.key}`, one));
  const of = (...groups) => all.filter((one) => groups.includes(one.option.group));
  const under = (preset) => all.forEach((one) => {
    if (!NO_PRESETS.has(one.option.group)) one.usually((preset.usual ?? {})[one.option.key]);
  });
  const at = presetOf(game, given);
  const presets = presetsOf(game, under, at, kind);
  if (given.length && game.presets?.length) under(game.presets[at]);
  for (const [key, word] of given) {
    all.filter((one) => one.option.key === key && takes(one, word)).forEach((one) => one.put(word));
  }
  const follow = followMoney(all);
  const several = tournamentOf(game, of("tournament"), follow);
  const nodes = [presets.node, open(of("money", "first")), several.node, folded(say("settings-rules"), of("rules")), folded(say("settings-clock"), of("clock")), folded(say("settings-table"), of("bots", "table"))];
  return {
    node: el("div", { class: "all-settings" }, nodes),
    command: () => (several.wanted() ? "tournament" : "open"),
    words: () => [presets.word(), ...all.filter(isShown).map((one) => one.word)].filter(Boolean),
  };
}
