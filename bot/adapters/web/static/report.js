// Tells moderators about a line of the chat, with a reason.

import { boot, el, say } from "./dom.js";
import { send } from "./send.js";

function ask(line) {
  const reason = el("input", { type: "text", maxlength: 200, required: true, autocomplete: "off", autofocus: true });
  const stay = el("button", { type: "submit", value: "", class: "quiet", formnovalidate: true }, say("close"));
  const go = el("button", { type: "submit", value: "yes", class: "main-button" }, say("report"));
  const dialog = el("dialog", { class: "sure", "aria-labelledby": "report-title" }, el("form", { method: "dialog" },
    el("h2", { id: "report-title" }, say("report-title", { name: line.name })), el("p", { class: "quote", dir: "auto" }, line.text),
    el("label", { class: "field" }, say("report-why"), reason), el("div", { class: "button-row" }, go, stay)));
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (dialog.returnValue === "yes") send(`report <@web:${line.by}> ${reason.value}`, { hidden: true, pressed: true });
  });
  document.body.append(dialog);
  dialog.showModal();
}

// The button at somebody else's line; none where nobody hears reports.
export function reportButton(line) {
  if (!boot.reports || line.by === boot.id || !line.by) return null;
  return el("button", { type: "button", class: "report", title: say("report"), "aria-label": `${say("report")}: ${line.name}`, onclick: () => ask(line) }, "⚑");
}
