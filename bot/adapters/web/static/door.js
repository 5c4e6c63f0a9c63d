// The door of a place on another platform: sign in there; where one can't, type the code that this page shows.

import { ask, onPress, trouble } from "./ask.js";
import { boot, byId, number, say } from "./dom.js";
import { goOn } from "./going_on.js";
import { showSeats } from "./seats_here.js";

const EVERY = 2000;
const WORD = `${boot.prefix}page`;
let endsAt = 0;
let timer = 0;
let asking = false;

function close(answer) {
  clearInterval(timer);
  byId("code-box").hidden = true;
  byId("ways").hidden = false;
  trouble(answer);
}

function arrived(answer) {
  clearInterval(timer);
  byId("code-box").hidden = true;
  byId("ways").hidden = true;
  trouble(answer);
  goOn({ ...answer, back: boot.door });
}

// Once more when the time is over: the answer may have been given in the last moment.
async function look() {
  if (asking || byId("code-box").hidden) return;
  asking = true;
  const late = Date.now() >= endsAt;
  const answer = await ask(`${boot.door}/bound`);
  asking = false;
  if (answer?.ok) arrived(answer);
  else if (answer?.text) close(answer);
  else if (late) close({ ok: false, text: say("code-over") });
}

function tick() {
  byId("code-left").textContent = say("code-seconds", { seconds: number(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))) });
}

async function showCode() {
  const answer = await ask(`${boot.door}/code`);
  trouble(answer);
  if (!answer?.ok) return;
  endsAt = Date.now() + answer.seconds * 1000;
  byId("code").textContent = `${WORD} ${answer.code}`;
  byId("code-says").textContent = say("type-in-chat", { title: boot.title });
  byId("code-copy").textContent = say("copy");
  byId("ways").hidden = true;
  byId("code-box").hidden = false;
  byId("code").focus({ preventScroll: true });
  clearInterval(timer);
  let ticks = 0;
  timer = setInterval(() => {
    tick();
    ticks += 1;
    if (ticks % (EVERY / 1000) === 0 && !document.hidden) look();
  }, 1000);
  tick();
}

async function copy() {
  getSelection().selectAllChildren(byId("code"));
  await navigator.clipboard?.writeText(byId("code").textContent).then(() => { byId("code-copy").textContent = say("copied"); }, () => null);
}

async function signIn() {
  const answer = await ask(`${boot.door}/sign-in`);
  trouble(answer);
  if (answer?.ok) location.assign(answer.go);
}

if (boot.signsIn) {
  byId("sign-in").textContent = say("sign-in-with", { platform: boot.platform });
  byId("sign-in").hidden = false;
  onPress(byId("sign-in"), signIn);
} else {
  byId("by-code").hidden = false;
  onPress(byId("show-code"), showCode);
}
byId("code-copy").addEventListener("click", copy);
// Whoever answered the bot in another app is back.
document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
showSeats(boot.door);
