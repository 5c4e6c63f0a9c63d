// Ways to a replay: it is watched in a tab of its own, or its address is passed on.

import { passOn, showAnswer, status } from "./answer.js";
import { say } from "./dom.js";
import { answerTo } from "./send.js";

const LINK = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/;

// What leads to the replay that a line asks for; null: why nothing does is said.
async function replayOf(line, table) {
  const answer = await answerTo(line, { table, hidden: true, pressed: true }).catch(() => ({ ok: false, text: say("connection-lost") }));
  const [url] = answer.text.match(LINK) ?? [];
  if (!url) status(answer.text, { bad: !answer.ok });
  return url ? { url, answer } : null;
}

// Its address is passed on; where that can't be done for them, it is shown until the next game begins.
export async function share(button, { code }) {
  const found = await replayOf("replay", code);
  if (found && !(await passOn(button, found.url))) showAnswer(found.answer, button, { goes: true });
}

// A tab can be opened in the moment of the press alone; where none can, the replay takes this one.
export async function watch(line, table = "") {
  const tab = window.open("", "_blank");
  const found = await replayOf(line, table);
  if (!found) tab?.close();
  else if (tab) {
    tab.opener = null;
    tab.location.replace(found.url);
  } else location.assign(found.url);
}
