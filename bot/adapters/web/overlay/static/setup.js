// The set-up page: every change is tried on in the preview at once, and goes on air when it is saved.

import { boot, byId, el, number, say } from "/static/dom.js";
import { startAddress } from "./address.js";
import { startCurtain } from "./curtain.js";

const frame = byId("preview");

const chosen = (name) => [...document.querySelectorAll(`input[name="${name}"]:checked`)].map((input) => input.value);

function settings() {
  return {
    delay: Number(byId("delay").value),
    form: chosen("form")[0],
    safe: Number(byId("safe").value),
    sound: Number(byId("sound").value),
    calm: byId("calm").checked,
    theme: byId("theme").value,
    at: chosen("at")[0],
    size: Number(byId("size").value),
    show: chosen("part"),
    css: byId("css").value,
  };
}

function status(text, bad = false) {
  byId("status").textContent = text;
  byId("status").classList.toggle("bad", bad);
}

function tryOn() {
  frame.contentWindow?.postMessage({ settings: settings(), source: byId("source").value }, location.origin);
}

function told() {
  byId("size-told").textContent = say("percent", { size: number(Number(byId("size").value)) });
  byId("delay-told").textContent = say("seconds", { seconds: number(Number(byId("delay").value)) });
  const { form, theme, at, size, safe, sound, calm, show } = settings();
  byId("safe-told").textContent = say("percent", { size: number(safe) });
  byId("sound-told").textContent = sound ? say("percent", { size: number(sound) }) : say("silent");
  const asked = new URLSearchParams({ form, safe, theme, at, size, show: show.join(",") });
  if (sound) asked.set("sound", sound);
  if (calm) asked.set("calm", "1");
  if (byId("commentator").checked) asked.set("commentator", "1");
  byId("asked").textContent = `?${asked.toString().replaceAll("%2C", ",")}`;
}

function changed() {
  const long = new TextEncoder().encode(byId("css").value).length > boot.longest_css;
  byId("save").disabled = long;
  status(long ? say("too-long") : say("unsaved"), long);
  told();
  tryOn();
}

async function save(event) {
  event.preventDefault();
  try {
    const answer = await fetch(`${boot.base}/settings`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(settings()) });
    const { ok, text } = await answer.json();
    status(text, !ok);
  } catch {
    status(say("failed"), true);
  }
}

function choice(kind, name, value, word, checked) {
  return el("label", { class: word }, el("input", { type: kind, name, value, checked }), el("span", {}, say(word)));
}

function fill({ delay, form, theme, at, size, safe, sound, calm, show, css }) {
  byId("forms").replaceChildren(...boot.forms.map((one) => choice("radio", "form", one, `form-${one}`, one === form)));
  byId("safe").max = boot.widest_safe;
  byId("safe").value = safe;
  byId("sound").max = boot.loudest;
  byId("sound").value = sound;
  byId("calm").checked = calm;
  byId("theme").replaceChildren(...boot.themes.map((one) => el("option", { value: one, selected: one === theme }, say(`theme-${one}`))));
  byId("ats").replaceChildren(...boot.ats.map((one) => choice("radio", "at", one, `at-${one}`, one === at)));
  byId("parts").replaceChildren(...boot.parts.map((one) => choice("checkbox", "part", one, `part-${one}`, show.includes(one))));
  [byId("size").min, byId("size").max] = boot.sizes;
  byId("size").value = size;
  byId("delay").max = boot.longest_delay;
  byId("delay").value = delay;
  byId("css").value = css;
}

function look() {
  frame.src = `${boot.base}/view${byId("commentator").checked ? "?commentator=1" : ""}`;
}

function fit() {
  byId("stage").style.setProperty("--fit", String(byId("stage").clientWidth / (byId("stage").dataset.canvas === "tall" ? 1080 : 1920)));
}

fill(boot.settings);
told();
new ResizeObserver(fit).observe(byId("stage"));
addEventListener("message", (event) => { if (event.source === frame.contentWindow && event.origin === location.origin) tryOn(); });
byId("looks").addEventListener("input", changed);
byId("looks").addEventListener("submit", save);
byId("source").addEventListener("change", tryOn);
byId("backdrops").addEventListener("change", () => { [byId("stage").dataset.backdrop] = chosen("backdrop"); });
byId("commentator").addEventListener("change", () => { told(); look(); });
byId("canvases").addEventListener("change", () => { [byId("stage").dataset.canvas] = chosen("canvas"); fit(); });
startCurtain();
startAddress();
look();
