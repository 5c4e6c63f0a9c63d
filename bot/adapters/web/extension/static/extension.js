// The door of the room in a Twitch Extension: Twitch's helper says who looks at which channel, by a token that our server
// checks. Who shared their identity gets a seat; everybody else looks on. Only then the room's own scripts are loaded.

import { server } from "./address.js";
import { headers, holdKey } from "./key.js";

const SILENCE = 15000;
const byId = (id) => document.getElementById(id);
const words = JSON.parse(byId("words").textContent);
const helper = window.Twitch?.ext;
let token = "";
let state = "outside";

function says(text, { bad = false, again = false } = {}) {
  byId("door-says").textContent = text;
  byId("door-says").classList.toggle("bad", bad);
  byId("door-again").hidden = !again;
  if (again) byId("door-again").focus();
}

async function post(path, content) {
  try {
    const answer = await fetch(new URL(path, server), { method: "POST", headers: headers(), body: JSON.stringify(content) });
    return { status: answer.status, ...(await answer.json()) };
  } catch {
    return { status: 0, ok: false, text: words.trouble };
  }
}

// What a token says of whoever looks. It is for our server to believe it.
function claims() {
  try {
    return JSON.parse(atob(token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    return {};
  }
}

const isKnown = () => Boolean(claims().user_id);
const isLoggedIn = () => !String(claims().opaque_user_id ?? "").startsWith("A");

function share() {
  if (isLoggedIn()) helper.actions.requestIdShare();
  else byId("share-says").textContent = words["extension-sign-in-first"];
}

function shareBox() {
  const box = document.createElement("div");
  const button = Object.assign(document.createElement("button"), { type: "button", className: "main-button", id: "share", textContent: words["extension-share"] });
  const note = Object.assign(document.createElement("p"), { id: "share-says", textContent: `${words["extension-looking-on"]} ${words["extension-share-first"]}` });
  note.setAttribute("role", "status");
  box.className = "share";
  box.append(note, button);
  button.addEventListener("click", share);
  return box;
}

// Whatever an onlooker presses on the table to play is the same press.
function lookOn() {
  document.body.classList.add("onlooker");
  byId("dock").prepend(shareBox());
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.(".chair-button, .board-box button")) return;
    event.stopPropagation();
    event.preventDefault();
    byId("share").focus();
    share();
  }, { capture: true });
}

// The room's scripts read what they begin with out of the page.
async function openRoom({ key, boot, title }) {
  holdKey(key || token, server);
  state = key ? "seated" : "looking on";
  const here = { room: `${location.pathname}${location.search}`, games: new URL(boot.games, server).href };
  byId("boot").textContent = JSON.stringify({ ...boot, ...here });
  document.title = title;
  document.querySelector(".bar h1").textContent = title;
  document.querySelector(".bar .brand").removeAttribute("href");
  document.querySelector("#menu summary bdi").textContent = boot.name;
  if (!key) lookOn();
  await import("./room.js");
  document.body.classList.replace("at-the-door", "in-extension");
  byId("door").remove();
}

async function comeIn() {
  state = "coming in";
  says(words["extension-finding"]);
  const answer = await post("sign-in", { token });
  if (!answer.ok) {
    state = "outside";
    says(answer.text, { bad: true, again: true });
    return;
  }
  try {
    await openRoom(answer);
  } catch {
    says(words.trouble, { bad: true, again: true });
  }
}

// Twitch gives a new token before the old one ends, and as soon as somebody shares who they are, or takes it back.
async function renewed() {
  if (state === "looking on") {
    holdKey(token, server);
    if (isKnown()) location.reload();
  } else if (state === "seated") {
    const answer = isKnown() ? await post("renew", { token }) : { status: 403 };
    // A seat that was opened on another device says so by itself.
    if (answer.status === 403 && byId("link").dataset.state === "ok") location.reload();
  }
}

function authorized(given) {
  token = given.token;
  if (state === "outside") comeIn();
  else renewed();
}

// A panel lies below the stream: who never scrolls there costs nobody a line.
function inSight() {
  return new Promise((done) => {
    new IntersectionObserver((seen, observer) => {
      if (!seen.some((one) => one.isIntersecting)) return;
      observer.disconnect();
      done();
    }).observe(byId("door"));
  });
}

byId("door-again").addEventListener("click", comeIn);
if (helper) {
  await inSight();
  setTimeout(() => { if (!token) says(words["extension-silent"], { bad: true }); }, SILENCE);
  helper.onAuthorized(authorized);
} else {
  says(words["extension-silent"], { bad: true });
}
