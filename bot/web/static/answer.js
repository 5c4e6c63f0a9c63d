// What this person alone is told: a short sentence beside the moves, or a panel for what is longer or secret.

import { byId, el, say } from "./dom.js";
import { rich } from "./markdown.js";

const SHORT = 140;
let clearing = 0;

export function status(text, { bad = false, stays = 9000 } = {}) {
  const line = byId("status");
  line.textContent = text;
  line.classList.toggle("bad", bad);
  clearTimeout(clearing);
  if (text) clearing = setTimeout(() => { line.textContent = ""; }, stays);
}

function bytes(base64) {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}

function fileLink({ name, content }) {
  const link = URL.createObjectURL(new Blob([bytes(content)], { type: "application/octet-stream" }));
  return el("a", { class: "main-button", href: link, download: name }, say("download", { name }));
}

function confirmButton(line, sayIt) {
  const button = el("button", { type: "button", class: "main-button", id: "answer-confirm" }, say("confirm-yes"));
  button.addEventListener("click", () => {
    close();
    sayIt(line);
  });
  return button;
}

let cameFrom = null;

// `brief`: a move's answer stands beside the moves, secret or not; the panel is for what was asked for.
// `confirm`: nothing was done yet; this line does it, and `sayIt` sends it.
export function showAnswer({ ok, text, secret, files, confirm = "" }, from = null, { brief = false, sayIt = null } = {}) {
  if (!text && !files.length) {
    status("");
    return;
  }
  const long = text.length > SHORT || text.includes("\n") || (secret && !brief) || files.length > 0 || confirm !== "";
  if (!long) {
    status(text, { bad: !ok, stays: ok && brief ? 4000 : 9000 });
    return;
  }
  status("");
  cameFrom = from ?? document.activeElement;
  byId("answer-text").replaceChildren(...rich(text));
  byId("answer-files").replaceChildren(...files.map(fileLink), ...(confirm ? [confirmButton(confirm, sayIt)] : []));
  byId("answer").hidden = false;
  byId("answer-text").scrollTop = 0;
  byId("answer").focus();
}

function close() {
  byId("answer").hidden = true;
  byId("answer-files").querySelectorAll("a").forEach((link) => URL.revokeObjectURL(link.href));
  (cameFrom?.isConnected ? cameFrom : byId("dock")).focus();
}

export function startAnswers() {
  byId("answer-close").addEventListener("click", close);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !byId("answer").hidden && !byId("open").open) close();
  });
}
