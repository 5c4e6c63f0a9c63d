// Hide what is on air, at once, and show it again.

import { boot, byId, say } from "/static/dom.js";

function show() {
  byId("curtain").textContent = say(boot.hidden ? "show-again" : "hide-now");
  byId("curtain").setAttribute("aria-pressed", String(boot.hidden));
}

async function draw() {
  const status = byId("curtain-status");
  try {
    const answer = await fetch(`${boot.base}/hidden`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ hidden: !boot.hidden }) });
    const { ok, text } = await answer.json();
    if (ok) boot.hidden = !boot.hidden;
    status.textContent = text;
  } catch {
    status.textContent = say("failed");
  }
  show();
}

export function startCurtain() {
  byId("curtain").addEventListener("click", draw);
  show();
}
