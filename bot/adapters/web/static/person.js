// What one may do about somebody who is here: look at their profile, or never sit down with them.

import { boot, el, name, say } from "./dom.js";
import { openDialog, sendIt } from "./menu.js";

const WORDS = ["stats", "block"];

const entries = () => boot.menu.filter(({ line }) => WORDS.includes(line));

function openPerson({ id, name: called }) {
  const ask = (line) => sendIt(`${line} <@web:${id}>`, null, true);
  openDialog("my-menu", name(called), el("div", { class: "menu-entries menu-part" }, entries().map(({ line, label }) => el("button", { type: "button", class: "quiet menu-entry", onclick: () => ask(line) }, line === "block" ? say("block") : label))));
}

// Their name, to be pressed where something may be done about them.
export function personName(one, ...shown) {
  if (one.id === boot.id || boot.handAlone || !entries().length) return shown;
  return [el("button", { type: "button", class: "person", "data-person": one.id, "aria-haspopup": "dialog", onclick: () => openPerson(one) }, shown)];
}
