// What people said to each other while the game was on, as far as the room still keeps it.

import { boot, byId, el } from "/static/dom.js";

const clock = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short" });

const line = ({ name, text, at }) => el("li", {}, el("time", { datetime: new Date(at).toISOString() }, clock.format(at)), " ", el("b", {}, el("bdi", {}, name)), " ", el("span", { dir: "auto" }, text));

export function showSaid(section) {
  section.hidden = boot.chat.length === 0;
  byId("chat").replaceChildren(...boot.chat.map(line));
}
