// What this person alone is told: a short sentence beside the moves, or a box for what is longer or secret.

import { isCovered, onCover, open as openCover } from "./cover.js";
import { byId, el, say } from "./dom.js";
import { rich } from "./markdown.js";

const SHORT = 140;
let clearing = 0;
let statusIsSecret = false;

export function status(text, { bad = false, stays = 9000 } = {}) {
  const line = byId("status");
  statusIsSecret = false;
  line.textContent = text;
  line.classList.toggle("bad", bad);
  clearTimeout(clearing);
  if (text) clearing = setTimeout(() => { line.textContent = ""; }, stays);
}

export function bytes(base64) {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}

// A picture is shown, and pressed to keep it.
export function fileLink({ name, content }, words = say("download", { name }), looks = "main-button") {
  const picture = name.endsWith(".png");
  const link = URL.createObjectURL(new Blob([bytes(content)], { type: picture ? "image/png" : "application/octet-stream" }));
  if (picture) return el("a", { class: "picture", href: link, download: name }, el("img", { src: `data:image/png;base64,${content}`, alt: words }));
  return el("a", { class: looks, href: link, download: name }, words);
}

function confirmButton(line, sayIt) {
  const button = el("button", { type: "button", class: "main-button", id: "answer-confirm" }, say("confirm-yes"));
  button.addEventListener("click", () => {
    close();
    sayIt(line);
  });
  return button;
}

// What may be said next; games of the archive are watched from their list.
const next = (ways, sayIt) => ways.filter(({ word }) => sayIt && !word.startsWith("replay ")).map(({ word, label }) => el("button", { type: "button", class: "quiet", onclick: () => { close(); sayIt(word); } }, label));

function showButton() {
  const button = el("button", { type: "button", class: "main-button", id: "answer-show" }, say("show-hand"));
  button.addEventListener("click", () => {
    openCover(true);
    byId("answer").focus();
  });
  return button;
}

// Where a page may not use the clipboard, as over plain http, a field may still be copied in the old way.
function copied(text) {
  const field = el("textarea", { class: "unseen", readonly: true }, text);
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

// By a phone's own share sheet, or copied. Returns whether it could be passed on; who turns the share sheet down has
// nothing to be told.
export async function passOn(button, url) {
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ url });
      return true;
    }
    await navigator.clipboard.writeText(url);
  } catch ({ name }) {
    if (name === "AbortError") return true;
    if (!copied(url)) return false;
    button.focus();
  }
  button.textContent = say("copied");
  button.classList.add("done");
  return true;
}

const ADDRESS = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g;

// An answer that leads somewhere is gone to, and passed on, by pressing; one that is secret is for this person alone.
function wayOn(text) {
  const [url] = text.match(ADDRESS) ?? [];
  if (!url) return [];
  const share = el("button", { type: "button", class: "quiet", id: "answer-share", onclick: (event) => passOn(event.currentTarget, url) }, say("share"));
  return [el("a", { class: "main-button", href: url, target: "_blank", rel: "noopener" }, say("open-link")), share];
}

// What leads somewhere is a button below: an only address that ends its line is told only where nothing else is.
const LAST = new RegExp(`(^|[.!?]|\\s*:)[ \\t]*${ADDRESS.source}$`, "m");
const withoutLink = (text) => (text.match(ADDRESS)?.length === 1 && text.replace(LAST, (_, before) => before.trim().replace(":", ".")).trim()) || text;

// A hash, or a seal in letters.
const HASH = /\b(?:[0-9a-f]{64}|[a-z2-7]{26})\b/;
const SENTENCE = /(?<=[.!?…])\s+/;

// What of an answer binds a secret move, and what is told besides.
export function parted({ text, receipt = "" }) {
  const isProof = (sentence) => receipt && (sentence.includes(receipt) || HASH.test(sentence));
  const sentences = receipt ? text.split(SENTENCE) : [text];
  return { proof: sentences.filter(isProof).join(" "), rest: sentences.filter((one) => !isProof(one)).join(" ") };
}

let cameFrom = null;
let held = null;

function fill() {
  const { text, files, confirm, secret, sayIt, ways } = held;
  dropFiles();
  if (secret && isCovered()) {
    byId("answer-text").replaceChildren(el("p", {}, say("covered-answer")));
    byId("answer-files").replaceChildren(showButton());
    return;
  }
  const leads = secret ? [] : wayOn(text);
  byId("answer-text").replaceChildren(...rich(leads.length ? withoutLink(text) : text));
  byId("answer-files").replaceChildren(...files.map((file) => fileLink(file)), ...leads, ...(confirm ? [confirmButton(confirm, sayIt)] : []), ...next(ways, sayIt));
}

function dropFiles() {
  byId("answer-files").querySelectorAll("a").forEach((link) => URL.revokeObjectURL(link.href));
}

function cover() {
  if (held !== null && held.secret) fill();
  if (statusIsSecret && isCovered()) status("");
}

// `brief`: a move's answer stands beside the moves, secret or not; the box is for what was asked for.
// `boxed`: it was looked up, so it stands in the box however short it is.
// `confirm`: nothing was done yet; this line does it, and `sayIt` sends it. `unasked`: it was said elsewhere, so that
// whoever fills in a form here is not disturbed.
// `passes`: it counts until something changes at the table. `goes`: it goes with the button that asked for it.
export function showAnswer(answer, from = null, { brief = false, boxed = false, sayIt = null, unasked = false, passes = false, goes = false } = {}) {
  const { ok, secret, files, confirm = "", ways = [] } = answer;
  const text = parted(answer).rest;
  if (!text && !files.length) {
    status("");
    return;
  }
  const long = boxed || text.length > SHORT || text.includes("\n") || (!brief && /https?:\/\//.test(text)) || (secret && !brief) || files.length > 0 || confirm !== "";
  if (!long) {
    status(secret && isCovered() ? say("covered-answer") : text, { bad: !ok, stays: ok && brief ? 4000 : 9000 });
    statusIsSecret = secret;
    return;
  }
  status("");
  cameFrom = from ?? document.activeElement;
  held = { text, files, confirm, secret, sayIt, ways, counts: passes ? byId("panel").dataset.key : null, goes };
  fill();
  byId("answer").hidden = false;
  byId("answer-text").scrollTop = 0;
  if (!unasked || document.activeElement === document.body) byId("answer").focus();
}

function close() {
  byId("answer").hidden = true;
  byId("answer-text").replaceChildren();
  dropFiles();
  held = null;
  (cameFrom?.isConnected ? cameFrom : byId("dock")).focus();
}

// Another table is looked at: what was told of this one is over.
export function dropAnswer() {
  if (!byId("answer").hidden) close();
}

// What counted for the last step counts no more.
function outdate() {
  if (held === null) return;
  if (held.goes ? !cameFrom.isConnected : held.counts !== null && held.counts !== byId("panel").dataset.key) close();
}

export function startAnswers() {
  document.addEventListener("shown", outdate);
  onCover(cover);
  byId("answer-close").addEventListener("click", close);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !byId("answer").hidden && !byId("open").open) close();
  });
}
