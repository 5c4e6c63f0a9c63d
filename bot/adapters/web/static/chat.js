// The room's chat. What begins with the bot's prefix goes to the bot; the rest to everybody here. Whoever is of another
// platform speaks to the bot alone.

import { boot, byId, el, name, number, say, Scroll } from "./dom.js";
import { faceNode } from "./face.js";
import { personName } from "./person.js";
import { reportButton } from "./report.js";
import { giveUp, send } from "./send.js";
import { forget } from "./seats.js";

const MOST = 200;
let lines = [];
let people = [];
let scroll = null;
let unread = 0;

// Two guests of the same name are told apart by a piece of their id (T13).
function nameOf(id, text) {
  const same = [...lines.map((line) => [line.by, line.name]), ...people.map((one) => [one.id, one.name])];
  const key = text.normalize("NFKC").toLocaleLowerCase();
  const clash = same.some(([other, theirs]) => other !== id && theirs.normalize("NFKC").toLocaleLowerCase() === key);
  return [name(text), clash ? el("small", { class: "tag" }, ` ${id.slice(-3)}`) : null];
}

function lineNode(line) {
  const mine = line.by === boot.id;
  return el("li", { class: [mine ? "mine" : "", line.command ? "command" : ""].join(" ").trim() },
    faceNode(line.by, line.name),
    el("div", {}, el("span", { class: "who" }, nameOf(line.by, line.name)), " ", el("span", { class: "text", dir: "auto" }, line.text)),
    reportButton(line));
}

function mark() {
  if (document.body.dataset.view === "chat" || matchMedia("(min-width: 900px)").matches) unread = 0;
  byId("chat-mark").textContent = unread ? number(unread) : "";
}

export function hearChat(fresh, { all = false } = {}) {
  const list = byId("chat");
  scroll ??= new Scroll(list, byId("chat-newest"));
  scroll.around(() => {
    if (all) {
      lines = [];
      list.replaceChildren();
    }
    for (const line of fresh) {
      lines.push(line);
      list.append(lineNode(line));
      if (line.by !== boot.id && !all) unread += 1;
    }
    while (list.children.length > MOST) {
      lines.shift();
      list.firstElementChild.remove();
    }
  });
  byId("chat-empty").hidden = lines.length > 0;
  mark();
}

function personNode(one) {
  const shown = personName(one, faceNode(one.id, one.name), el("span", {}, nameOf(one.id, one.name)));
  return el("li", {}, shown, one.id === boot.id ? el("small", { class: "tag" }, say("you")) : null);
}

// Whoever is focused stays so while others come and go.
function list(box, nodes) {
  const focused = box.contains(document.activeElement) ? document.activeElement.dataset.person : null;
  box.replaceChildren(...nodes);
  if (focused) box.querySelector(`[data-person="${CSS.escape(focused)}"]`)?.focus();
}

export function hearPeople(here) {
  people = here;
}

// Who looks on is counted apart from who sits at a table here. `seated`: their ids; null: they are too many to be told.
export function showPeople(seated) {
  const parts = seated === null ? [people] : [people.filter(({ id }) => seated.has(id)), people.filter(({ id }) => !seated.has(id))];
  const box = byId("people");
  const key = JSON.stringify(parts);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  const counts = parts.map(({ length }) => number(length));
  const apart = parts.length > 1 && parts.every(({ length }) => length > 0);
  byId("here-count").textContent = apart ? say("here-apart", { playing: counts[0], watching: counts[1] }) : say("here-now", { count: number(people.length) });
  const listed = parts.flatMap((part, at) => (part.length ? [...(apart ? [el("li", { class: "part" }, el("h3", {}, say(at ? "looking-on" : "at-a-table")))] : []), ...part.map(personNode)] : []));
  list(box, listed);
  showAbout();
}

const MOST_ABOUT = 12;

// Who else is about, seen by whoever has no table in view yet.
function showAbout() {
  const others = people.filter(({ id }) => id !== boot.id);
  const more = others.length - MOST_ABOUT;
  byId("about-here").hidden = others.length === 0;
  list(byId("about-people"), [...others.slice(0, MOST_ABOUT).map(personNode), ...(more > 0 ? [el("li", {}, `+${number(more)}`)] : [])]);
}

async function submit(event) {
  event.preventDefault();
  const input = byId("line");
  const text = input.value.trim();
  if (!text) return;
  input.value = "";
  const taken = await send(text, { hidden: byId("private").checked, from: input });
  if (!taken && !input.value) input.value = text;
}

const switches = () => [...document.querySelectorAll(".switch button")];

// On a phone the table, the story or the chat is in view.
export function showView(to) {
  document.body.dataset.view = to;
  switches().forEach((one) => one.setAttribute("aria-pressed", String(one.dataset.to === to)));
  scroll?.toEnd();
  mark();
}

const startSwitch = () => switches().forEach((button) => button.addEventListener("click", () => showView(button.dataset.to)));

async function leave(event) {
  const button = event.currentTarget;
  if (!button.dataset.sure) {
    button.dataset.sure = "yes";
    button.textContent = say("give-up-sure");
    return;
  }
  forget(boot.id);
  await giveUp().catch(() => null);
  location.assign(boot.linked ? boot.room : "/");
}

export function startChat() {
  byId("say").addEventListener("submit", submit);
  byId("give-up").addEventListener("click", leave);
  addEventListener("resize", mark, { passive: true });
  document.addEventListener("click", (event) => { if (!byId("menu").contains(event.target)) byId("menu").open = false; });
  byId("menu").addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      byId("menu").open = false;
      byId("menu").querySelector("summary").focus();
    }
  });
  startSwitch();
}
