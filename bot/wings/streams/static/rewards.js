// The rewards for a channel's points, for its broadcaster: each is offered at a price, changed, hidden and shown again.

import { boot, byId, say } from "/static/dom.js";
import { told } from "./send.js";

const number = (form, name) => form.elements[name]?.value ?? "";

// What the buttons of one reward do now: `made` is what viewers can take, or could.
function show(form, made) {
  const [offer, swap] = form.querySelectorAll("button");
  offer.textContent = say(made ? "control-reward-change" : "control-reward-offer");
  swap.hidden = !made;
  swap.textContent = say(made?.on ? "control-reward-off" : "control-reward-on");
  form.classList.toggle("chosen", Boolean(made?.on));
}

function watch(form, found) {
  const kind = form.dataset.reward;
  let made = found;
  if (made) {
    form.elements.cost.value = made.cost;
    if (form.elements.amount) form.elements.amount.value = made.amount;
  }

  async function press(words, then) {
    const buttons = [...form.querySelectorAll("button")];
    buttons.forEach((one) => { one.disabled = true; });
    const answer = await told(`stream reward ${kind} ${words}`);
    buttons.forEach((one) => { one.disabled = false; });
    byId("rewards-said").textContent = answer.text ?? "";
    byId("rewards-said").classList.toggle("bad", !answer.ok);
    if (answer.ok) made = then;
    show(form, made);
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    press(`${number(form, "cost")} ${number(form, "amount")}`.trim(), { on: true });
  });
  form.querySelector("button.quiet").addEventListener("click", () => press(made.on ? "off" : "on", { on: !made.on }));
  show(form, made);
}

export function startRewards() {
  byId("rewards").hidden = !boot.rewards;
  if (!boot.rewards) return;
  document.querySelectorAll("form[data-reward]").forEach((form) => watch(form, boot.rewards.find((one) => one.kind === form.dataset.reward)));
}
