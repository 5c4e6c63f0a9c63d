// The bar above the table: its rules, and its menu.

import { byId, el, say } from "./dom.js";
import { press, renew } from "./form.js";
import { openMenu } from "./menu.js";
import { openRules } from "./rules.js";

// What stands in the menu, not among the moves.
const IN_THE_BAR = new Set(["rules", "verify", "tournament", "leave", "close"]);
export const isInTheBar = ({ word }) => IN_THE_BAR.has(word);

function rulesButton(panel, { label }) {
  const ask = (pressed) => press(pressed, "rules", panel, { brief: false });
  const button = el("button", { type: "button", class: "quiet", id: "show-rules", "aria-label": label, title: label },
    el("span", { class: "sign", "aria-hidden": "true" }, "?"), el("span", { class: "words", "aria-hidden": "true" }, label));
  button.addEventListener("click", async () => { if (!(await openRules(panel, button, ask))) ask(button); });
  return button;
}

function menuButton(panel) {
  return el("button", { type: "button", id: "more", class: "quiet", "aria-haspopup": "dialog", "aria-label": say("more"), title: say("more"), onclick: () => openMenu(panel) },
    el("span", { class: "sign", "aria-hidden": "true" }, "☰"), el("span", { class: "words", "aria-hidden": "true" }, say("more")));
}

export function showBar(panel) {
  const shown = panel?.commands.filter(isInTheBar) ?? [];
  const key = panel && JSON.stringify([panel.code, panel.ask, shown, panel.phase, panel.is_host, panel.paused, panel.given]);
  renew(byId("table-bar"), key ?? "", () => (panel ? [...shown.filter(({ word }) => word === "rules").map((one) => rulesButton(panel, one)), menuButton(panel)] : []));
}
