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

// What is pressed is meant for the table as it stands then.
let newest = null;

function rulesButton({ label }) {
  const ask = (pressed, line = "rules") => press(pressed, line, newest, { brief: false });
  const button = barButton("show-rules", "?", label);
  button.addEventListener("click", async () => { if (!(await openRules(newest, button, ask))) ask(button); });
  return button;
}

const menuButton = (id, sign, part) => barButton(id, sign, say(`menu-${part}`), { "aria-haspopup": "dialog", onclick: () => openMenu(newest, part, id) });

export function showBar(panel) {
  newest = panel;
  const rules = panel?.commands.find(({ word }) => word === "rules");
  const [table, history] = [Boolean(panel), hasPart("history", panel)];
  renew(byId("table-bar"), JSON.stringify([rules, table, history]), () => [rules && rulesButton(rules), table && menuButton("more", "☰", "table"), history && menuButton("was", "↺", "history")].filter(Boolean));
  showOwnEntries(panel);
}
