// The address for OBS: told when it is made, hidden until it is asked for, since this page may be on air itself (T18).

import { boot, byId, say } from "/static/dom.js";

let address = "";
let open = false;

function show() {
  byId("address-none").hidden = boot.has_key || address !== "";
  byId("address-made").hidden = !boot.has_key || address !== "";
  byId("address-new").hidden = address === "";
  byId("address").textContent = open ? address : say("address-hidden");
  byId("address").classList.toggle("hidden", !open);
  byId("address-show").textContent = say(open ? "hide" : "show");
  byId("address-show").setAttribute("aria-pressed", String(open));
}

function ask(asks) {
  byId("sure").hidden = !asks;
  byId("make").hidden = asks;
  byId(asks ? "make-yes" : "make").focus();
}

async function make() {
  ask(false);
  try {
    const answer = await fetch(`${boot.base}/key`, { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" });
    const { ok, key, text } = await answer.json();
    if (!ok) throw new Error(text);
    address = `${location.origin}/overlay#${key}`;
    open = false;
    boot.has_key = true;
    show();
  } catch {
    byId("status").textContent = say("failed");
  }
}

// Pages that come over plain http have no clipboard for us: there the address is shown, and selected.
async function copy(event) {
  const button = event.currentTarget;
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(address);
    button.textContent = say("copied");
    setTimeout(() => { button.textContent = before; }, 2000);
  } catch {
    open = true;
    show();
    getSelection().selectAllChildren(byId("address"));
  }
}

export function startAddress() {
  byId("make").addEventListener("click", () => (boot.has_key ? ask(true) : make()));
  byId("make-yes").addEventListener("click", make);
  byId("make-no").addEventListener("click", () => ask(false));
  byId("address-show").addEventListener("click", () => { open = !open; show(); });
  byId("address-copy").addEventListener("click", copy);
  show();
}
