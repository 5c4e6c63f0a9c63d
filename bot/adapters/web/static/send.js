// What is said goes out with an id of its own, the same when repeated: said twice, it is done once (F7).

import { byId, freshId, say } from "./dom.js";
import { showAnswer, status } from "./answer.js";
import { addressOf, headers } from "./key.js";

const WAITS = [600, 1500, 3000, 6000, 10000, 20000, 30000, 50000];
const waiting = new Set();
// Whoever has become a moderator is shown what moderators may do, once the answer has been read.
const STAFF = /^\W?staff\s/i;
const READ = 2000;
// What counts until something else happens at the table.
const PASSES = /^\W?odds\b/i;

// Wait so long, or until the line is back.
function pause(ms) {
  return new Promise((done) => {
    const go = () => {
      waiting.delete(go);
      clearTimeout(timer);
      done();
    };
    const timer = setTimeout(go, ms);
    waiting.add(go);
  });
}

// What could not be sent is sent now.
export const lineIsBack = () => [...waiting].forEach((go) => go());

let line = null;

// What is said goes by this line while it stands, else by a form.
export function speakOn(live) {
  line = live;
}

export async function post(path, content) {
  return fetch(addressOf(path), { method: "POST", headers: headers(), body: JSON.stringify(content) });
}

async function once(content) {
  if (line?.speaks) {
    try {
      const answer = await line.say(content);
      return { json: () => answer };
    } catch {
      // The line broke, or the answer is late: a form asks for it, under the same id.
    }
  }
  return post("say", content);
}

async function persistently(content) {
  for (const wait of WAITS) {
    try {
      return await once(content);
    } catch {
      status(say("not-sent"), { bad: true });
      await pause(wait);
    }
  }
  return once(content);
}

// Say a line; the answer. What names no table means the one in view.
export async function answerTo(text, { table = "", ask = "", hidden = false, pressed = false } = {}) {
  const said = { id: freshId(), text, table, ask, private: hidden, pressed, looks_at: byId("panel").dataset.table ?? "" };
  const content = await (await persistently(said)).json();
  document.dispatchEvent(new CustomEvent("answered", { detail: { said, answer: content } }));
  return content;
}

// Say a line, and show the answer; true if it was taken.
export async function send(text, { from = null, brief = false, boxed = false, ...how } = {}) {
  try {
    const content = await answerTo(text, how);
    showAnswer(content, from, { brief, boxed, passes: PASSES.test(text), sayIt: (line) => send(line, { hidden: true, from }) });
    if (content.ok && STAFF.test(text)) setTimeout(() => location.reload(), READ);
    return content.ok;
  } catch {
    status(say("connection-lost"), { bad: true });
    return false;
  }
}

export const giveUp = () => post("give-up", {});
