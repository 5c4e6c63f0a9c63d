// The setup: what is sent is first shown as what it would change, and done only when that is confirmed.

import { boot, byId, el, freshId, say } from "/static/dom.js";

let now = boot.now;
const MOST = 1200000;

async function send(path, content) {
  try {
    const answer = await fetch(`${boot.base}${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ id: freshId(), ...content }) });
    return await answer.json();
  } catch {
    return { ok: false, text: say("setup-failed") };
  }
}

function tell(form, answer) {
  const said = form.querySelector(".said");
  form.append(said);
  said.textContent = answer.text ?? "";
  said.classList.toggle("bad", !answer.ok);
  document.querySelectorAll("[aria-invalid]").forEach((one) => one.removeAttribute("aria-invalid"));
  const field = answer.head && document.querySelector(`[name="${CSS.escape(answer.head)}"]`);
  if (field) {
    field.setAttribute("aria-invalid", "true");
    field.after(said);
    field.focus();
  }
  if (answer.now) draw(answer.now);
}

const title = (head) => (head.startsWith("options ") ? say("setup-rule-options", { game: now.titles[head] }) : say(`setup-rule-${head}`));
const how = (head) => (head.startsWith("options ") ? say("setup-rule-options-how") : say(`setup-rule-${head}-how`));

function change(name, before, after) {
  return [el("dt", { dir: "auto" }, name), el("dd", {}, el("del", { dir: "auto" }, before), " ", el("ins", { dir: "auto" }, after))];
}

// Resolves to whether it was confirmed.
function sure(answer, brings) {
  [byId("sure-title").textContent, byId("sure-more").textContent] = answer.text.split(/\n([^]*)/);
  const changes = (answer.changes ?? []).flatMap((one) => change(title(one.head), one.before, one.now));
  byId("changes").replaceChildren(...changes, ...(answer.examples ?? []).flatMap((one) => change(one.id, one.before, one.now)));
  byId("sure-save").hidden = brings;
  byId("sure-bring").hidden = !brings;
  const dialog = byId("sure");
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((done) => dialog.addEventListener("close", () => done(dialog.returnValue === "yes"), { once: true }));
}

async function wish(form, content) {
  const first = await send("setup", { version: now.version, ...content });
  if (!first.ok || !first.mark) {
    tell(form, first);
    return;
  }
  tell(form, { ok: true });
  if (await sure(first, false)) tell(form, await send("setup", { version: now.version, ...content, sure: true }));
}

async function bring(form, csv) {
  const first = await send("setup/balances", { csv });
  if (!first.ok) {
    tell(form, first);
    return;
  }
  tell(form, { ok: true });
  if (await sure(first, true)) tell(form, await send("setup/balances", { csv, mark: first.mark, reason: form.elements.reason.value }));
}

// A file is read when it is chosen; the same one can be chosen again.
function onFile(form, name, act) {
  form.elements[name].addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    if (!file) return;
    if (file.size > MOST) tell(form, { ok: false, text: say("setup-too-big") });
    else await act(form, await file.text());
    target.value = "";
  });
}

function draw(shown) {
  now = shown;
  const games = ([head]) => head.startsWith("options ");
  const rules = Object.entries(now.rules);
  byId("fields").replaceChildren(...[...rules.filter((one) => !games(one)), ...rules.filter(games)].map(([head, value]) => el("label", { class: "field" }, title(head),
    el("small", {}, head === "archive" && !now.owns ? say("setup-owner") : how(head)),
    el("input", { type: "text", name: head, value, maxlength: 1000, autocomplete: "off", disabled: head === "archive" && !now.owns }))));
  document.forms.sentences.elements.sentences.value = now.sentences;
  byId("bringing").hidden = !now.owns;
  byId("brought").replaceChildren(...now.brought.map((one) => el("li", {}, el("p", { dir: "auto" }, one.told),
    el("button", { type: "button", class: "quiet", onclick: async () => tell(byId("balances"), await send("setup/balances", { mark: one.mark, back: true })) }, say("setup-give-back")))));
  document.body.dataset.ready = "yes";
}

byId("rules").addEventListener("submit", async (event) => {
  event.preventDefault();
  const typed = [...new FormData(event.target)].filter(([head, value]) => value.trim() !== now.rules[head]);
  await wish(event.target, { lines: Object.fromEntries(typed) });
});
byId("sentences").addEventListener("submit", async (event) => {
  event.preventDefault();
  await wish(event.target, { sentences: event.target.elements.sentences.value });
});
onFile(byId("file"), "file", (form, file) => wish(form, { file }));
onFile(byId("balances"), "csv", bring);
draw(now);
