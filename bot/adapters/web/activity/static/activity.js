// The door of the room inside Discord: who looks is asked of Discord's app; with its code our server gives the page a
// key, and what the room begins with. Only then the room's own scripts are loaded.

import { Discord, instance, isInside } from "./discord.js";
import { holdKey } from "./key.js";

const byId = (id) => document.getElementById(id);
const { client, origins, scopes } = JSON.parse(byId("boot").textContent);
const words = JSON.parse(byId("words").textContent);
let discord = null;

function says(text, { bad = false, again = false } = {}) {
  byId("door-says").textContent = text;
  byId("door-says").classList.toggle("bad", bad);
  byId("door-again").hidden = !again;
  if (again) byId("door-again").focus();
}

async function keyFor(code) {
  try {
    const answer = await fetch("sign-in", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ code, instance }) });
    return await answer.json();
  } catch {
    return { ok: false, text: words.trouble };
  }
}

// The room's scripts read what they begin with out of the page.
async function openRoom({ key, boot, title, user }) {
  holdKey(key);
  byId("boot").textContent = JSON.stringify({ ...boot, room: `${location.pathname}${location.search}` });
  document.title = title;
  document.querySelector(".bar h1").textContent = title;
  document.querySelector(".bar .brand").removeAttribute("href");
  document.querySelector("#menu summary bdi").textContent = boot.name;
  // It hears of each table that the room shows, so it is there first.
  const { startAround } = await import("./around.js");
  startAround(discord, user);
  await import("./room.js");
  document.body.classList.replace("at-the-door", "in-activity");
  byId("door").remove();
}

async function comeIn() {
  says(words["activity-asking"]);
  let code = "";
  try {
    code = await discord.authorize(scopes);
  } catch {
    says(words["activity-declined"], { again: true });
    return;
  }
  says(words["activity-signing-in"]);
  const answer = await keyFor(code);
  if (!answer.ok) {
    says(answer.text, { bad: true, again: true });
    return;
  }
  try {
    await openRoom(answer);
  } catch {
    says(words.trouble, { bad: true, again: true });
  }
}

async function begin() {
  if (!isInside) {
    byId("door-title").textContent = words["activity-outside-title"];
    says(words["activity-outside"]);
    return;
  }
  says(words["activity-connecting"]);
  discord = new Discord(client, origins);
  try {
    await discord.ready();
  } catch {
    says(words["activity-silent"], { bad: true });
    return;
  }
  byId("door-again").addEventListener("click", comeIn);
  await comeIn();
}

await begin();
