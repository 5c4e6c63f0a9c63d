// What is pressed goes to the bot as the line that one would type, from one's own seat.

import { boot, freshId, say } from "/static/dom.js";

export async function told(text, table = "") {
  try {
    const answer = await fetch(`${boot.base}say`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ id: freshId(), text, table, private: true, pressed: true }) });
    return await answer.json();
  } catch {
    return { ok: false, text: say("control-failed") };
  }
}
