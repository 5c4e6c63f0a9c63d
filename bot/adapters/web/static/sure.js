// Asks before what can't be undone.

import { el, say } from "./dom.js";

const SENTENCES = {
  leave: ["leave-sure-title", "leave-sure", "leave"],
  close: ["close-sure-title", "close-sure", "close-table"],
};

// True if it is meant: a dialog with the way back as its first button.
export function sure(word) {
  return new Promise((done) => {
    const stay = el("button", { type: "submit", value: "", class: "main-button", autofocus: true }, say("stay"));
    const [title, told, yes] = SENTENCES[word];
    const go = el("button", { type: "submit", value: "yes", class: "quiet" }, say(yes));
    const dialog = el("dialog", { class: "sure", "aria-labelledby": "sure-title" }, el("form", { method: "dialog" },
      el("h2", { id: "sure-title" }, say(title)), el("p", {}, say(told)), el("div", { class: "button-row" }, stay, go)));
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
