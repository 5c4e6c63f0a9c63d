// The form of the settings: each field is read as the words that one would type, and filled from them.

import { boot, byId, el, say } from "/static/dom.js";
import { allGames } from "/static/games.js";
import { optionsOf } from "/static/options.js";

const OFF = "off";
// Who subscribes, and who is a VIP, is known of a stream's channel alone.
const GROUPS = boot.streams ? ["moderators", "vips", "subscribers"] : ["moderators"];
const inputs = (name) => [...document.querySelectorAll(`input[name="${name}"]`)];
const ticked = (name) => inputs(name).filter((one) => one.checked).map((one) => one.value);
const tick = (name, words) => inputs(name).forEach((one) => { one.checked = words.includes(one.value); });
const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";

// A list of words, however they are parted.
const words = (id) => ({
  read: () => byId(id).value.split(/[\s,;]+/).filter(Boolean).join(" ") || OFF,
  put: (value) => { byId(id).value = value === OFF ? "" : value; },
});

const FIELDS = {
  open: {
    read: () => (ticked("open").includes("everybody") ? "everybody" : GROUPS.filter((one) => ticked("open").includes(one)).join(" ") || "me"),
    put: (value) => tick("open", value === "everybody" ? ["everybody", ...GROUPS] : value.split(" ")),
  },
  games: {
    read: () => (inputs("games").every((one) => one.checked) ? "all" : ticked("games").join(" ") || "all"),
    put: (value) => inputs("games").forEach((one) => { one.checked = value === "all" || value.split(" ").includes(one.value); }),
  },
  tables: {
    read: () => byId("at-once").value || "usual",
    put: (value) => { byId("at-once").value = value === "usual" ? "" : value; },
  },
  cooldown: {
    read: () => (Number(byId("cooldown").value) ? byId("cooldown").value : OFF),
    put: (value) => { byId("cooldown").value = value === OFF ? 0 : value; },
  },
  stakes: {
    read: () => [byId("least").value, byId("most").value].filter(Boolean).join(" ") || OFF,
    put: (value) => { [byId("least").value, byId("most").value] = value === OFF ? ["", ""] : value.split(" "); },
  },
  quiet: {
    read: () => (byId("from").value || byId("to").value ? `${byId("from").value || "-"} ${byId("to").value || "-"} ${byId("zone").value.trim().replaceAll(" ", "_")}`.trim() : OFF),
    put: (value) => { [byId("from").value, byId("to").value, byId("zone").value] = value === OFF ? ["", "", zone()] : value.split(" "); },
  },
  offline: {
    read: () => (ticked("offline")[0] === "pause" ? `pause ${byId("hours").value}`.trim() : ticked("offline")[0]),
    put: (value) => {
      const [word, hours] = value.split(" ");
      tick("offline", [word]);
      byId("hours").value = hours ?? 6;
    },
  },
  ...Object.fromEntries(["generous", "announce", "predictions", "raids", "secrets"].map((name) => [name, { read: () => ticked(name)[0], put: (value) => tick(name, [value]) }])),
  words: { read: () => ticked("words")[0], put: (value) => tick("words", [value]) },
  others: words("others"),
  freed: words("freed"),
  prefix: {
    read: () => byId("prefix").value.trim() || OFF,
    put: (value) => { byId("prefix").value = value === OFF ? "" : value; },
  },
};

// The options of one game, folded away; they are drawn when they are first looked at.
class Usual {
  constructor(game, changed) {
    this.game = game;
    this.summary = el("small", {});
    this.inside = el("div", { class: "inside" });
    this.node = el("details", { class: "game", "data-line": `defaults ${game.name}` }, el("summary", {}, el("span", {}, game.title), this.summary), this.inside);
    this.inside.addEventListener("input", () => { this.count(); changed(); });
  }

  put(value) {
    const given = value === OFF ? [] : value.split(" ").map((one) => one.split(/=(.*)/s).slice(0, 2));
    this.options = optionsOf(this.game, given);
    this.options.node.querySelector(".tournament-box")?.remove();
    this.inside.replaceChildren(this.options.node);
    this.count();
  }

  read() {
    return this.options.words().join(" ") || OFF;
  }

  count() {
    const count = this.options.words().length;
    this.summary.textContent = count ? say("control-options-set", { count }) : say("control-options-usual");
    this.node.classList.toggle("chosen", count > 0);
  }
}

export class Form {
  constructor(node, { values }) {
    this.node = node;
    this.fields = { ...FIELDS };
    this.values = values;
    this.shown = {};
    byId("zones").replaceChildren(...(Intl.supportedValuesOf?.("timeZone") ?? []).map((value) => el("option", { value })));
    byId("which").addEventListener("change", (event) => { if (!ticked("games").length) event.target.checked = true; });
    inputs("open").forEach((box) => box.addEventListener("change", () => this.everybody(box)));
    node.addEventListener("input", () => this.follow());
    this.take(values);
    this.withGames();
  }

  // Where everybody may, each group may; whoever unticks a group does not mean everybody.
  everybody(box) {
    if (box.value === "everybody" && box.checked) tick("open", ["everybody", ...GROUPS]);
    else if (!box.checked) inputs("open")[0].checked = false;
  }

  async withGames() {
    const games = await allGames();
    const named = (name) => games.find((game) => game.name === name);
    const names = Object.keys(this.values).filter((head) => head.startsWith("defaults ")).map((head) => head.slice(9)).filter(named);
    byId("which").replaceChildren(...names.map((name) => el("label", {}, el("input", { type: "checkbox", name: "games", value: name }), el("span", {}, named(name).title))));
    byId("game").replaceChildren(...names.map((value) => el("option", { value }, named(value).title)));
    const usual = names.map((name) => new Usual(named(name), () => {}));
    usual.forEach((one) => { this.fields[`defaults ${one.game.name}`] = one; });
    byId("usual").replaceChildren(...usual.map((one) => one.node));
    this.take(this.values, { keep: this.changed() });
    this.node.dataset.ready = "yes";
  }

  // Fill the fields; what is to be kept stays as it stands in them.
  take(values, { keep = {} } = {}) {
    this.values = values;
    for (const [head, field] of Object.entries(this.fields)) {
      if (!(head in values)) continue;
      const mine = field.options || FIELDS[head] ? keep[head] : undefined;
      field.put(values[head]);
      this.shown[head] = field.read();
      if (mine !== undefined) field.put(mine);
    }
    this.follow();
  }

  // What stands otherwise in the form than what is stored, by the words that it begins with.
  changed() {
    const heads = Object.keys(this.fields).filter((head) => head in this.shown && this.fields[head].read() !== this.shown[head]);
    return Object.fromEntries(heads.map((head) => [head, this.fields[head].read()]));
  }

  follow() {
    byId("hours-box").hidden = ticked("offline")[0] !== "pause";
  }

  at(head) {
    return this.node.querySelector(`[data-line="${CSS.escape(head)}"]`) ?? this.node.querySelector(`[data-line="${head}"]`);
  }

  name(head) {
    const node = this.at(head);
    const label = node?.querySelector(":scope > legend, :scope > label, :scope > summary > span");
    return (label?.firstChild?.textContent ?? head).trim();
  }

  inWords(head, value) {
    if (value === OFF) return "–";
    if (head.startsWith("defaults ")) return say("control-options-set", { count: value.split(" ").length });
    const labels = [...(this.at(head)?.querySelectorAll(".pills input") ?? [])].map((one) => [one.value, one.nextElementSibling.textContent]);
    return value.split(" ").map((word) => labels.find(([one]) => one === word)?.[1] ?? word).join(", ");
  }

  refuse(head) {
    const node = this.at(head);
    if (!node) return;
    if (node.tagName === "DETAILS") node.open = true;
    node.classList.add("refused");
    const input = node.querySelector("input, select");
    node.querySelectorAll("input:not([type=radio], [type=checkbox])").forEach((one) => one.setAttribute("aria-invalid", "true"));
    input?.focus();
  }

  accept() {
    this.node.querySelectorAll(".refused").forEach((one) => one.classList.remove("refused"));
    this.node.querySelectorAll("[aria-invalid]").forEach((one) => one.removeAttribute("aria-invalid"));
  }
}
