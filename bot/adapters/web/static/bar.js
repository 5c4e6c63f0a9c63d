// The bar above the table: its rules, what is wanted now and then, and what was.

import { byId, el, say } from "./dom.js";
import { press, renew } from "./form.js";
import { hasPart, openMenu, showOwnEntries } from "./menu.js";
import { openRules } from "./rules.js";

// What stands in the menu, not among the moves.
const IN_THE_BAR = new Set(["rules", "verify", "tournament", "leave", "close"]);
export const isInTheBar = ({ word }) => IN_THE_BAR.has(word);

function barButton(id, sign, label, more = {}) {
  return el("button", { type: "button", class: "quiet", id, "aria-label": label, title: label, ...more },
    el("span", { class: "sign", "aria-hidden": "true" }, sign), el("span", { class: "words", "aria-hidden": "true" }, label));
}

function rulesButton(panel, { label }) {
  const ask = (pressed, line = "rules") => press(pressed, line, panel, { brief: false });
  const button = barButton("show-rules", "?", label);
  button.addEventListener("click", async () => { if (!(await openRules(panel, button, ask))) ask(button); });
  return button;
}

const menuButton = (panel) => barButton("more", "☰", say("menu-table"), { "aria-haspopup": "dialog", onclick: () => openMenu(panel, "table", "more") });
const historyButton = (panel) => barButton("was", "↺", say("menu-history"), { "aria-haspopup": "dialog", onclick: () => openMenu(panel, "history", "was") });

function buttons(panel, shown) {
  const history = hasPart("history", panel) ? [historyButton(panel)] : [];
  return panel ? [...shown.filter(({ word }) => word === "rules").map((one) => rulesButton(panel, one)), menuButton(panel), ...history] : history;
}

export function showBar(panel) {
  const shown = panel?.commands.filter(isInTheBar) ?? [];
  const key = JSON.stringify(panel && [panel.code, panel.ask, panel.stage, panel.offers[0]?.verb, shown, panel.phase, panel.is_host, panel.paused, panel.given, panel.seats.map(({ name }) => name)]);
  renew(byId("table-bar"), key, () => buttons(panel, shown));
  showOwnEntries(panel);
}
