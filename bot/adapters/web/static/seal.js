// The seal beside a game that has ended. Pressed, it turns green where this browser finds by itself that all dice and
// cards fell as sealed, red where not; hashes stand only behind it. The script that checks is that of the page for records.

import { bytes, fileLink, status } from "./answer.js";
import { el, say } from "./dom.js";
import { answerTo } from "./send.js";

const CHECKER = "/verify.js";
const HASH = /\b[0-9a-f]{64}\b/g;
const HASHES = { commitment: "seal-commitment", entropy: "seal-entropy", end: "seal-end" };
const NAMES = { open: "seal-check", busy: "seal-busy", good: "seal-good", late: "seal-late", start: "seal-late", bad: "seal-bad" };
const SAYS = { good: "seal-is-good", late: "seal-is-late", start: "seal-is-start", bad: "seal-is-bad" };
let loading = null;

/* global POTLUCK */
function checker() {
  loading ??= new Promise((done, failed) => {
    document.head.append(el("script", { src: CHECKER, onload: () => done(POTLUCK), onerror: failed }));
  }).catch((trouble) => {
    loading = null;
    throw trouble;
  });
  return loading;
}

// What a line of fine print tells: of which game, which it names first, its hashes, and when it came (`Log.finePrint`).
const read = ([text, when]) => ({ game: text.match(/\d+/)?.[0], hashes: new Set(text.match(HASH) ?? []), ...when });

// What this page was told goes with the record, or against it; or it came too late to be told. Two hashes tell how a game
// began, or how it ended. A seal that came together with the end, as this page opened, proves nothing; one that came with the start
// of a game, as its table was opened, only that nothing was changed afterwards.
function compared(found, told) {
  const number = found.game.split("/").at(-1);
  const goes = ({ hashes }, ...names) => names.every((name) => hashes.has(found[name]));
  const ofIt = told.filter(({ game, hashes }) => game === number && hashes.size > 1);
  if (!ofIt.every((line) => goes(line, "commitment", "entropy") || goes(line, "end", "seed"))) return "bad";
  const [seals, ends] = ["commitment", "end"].map((name) => told.filter((line) => goes(line, name)));
  const inTime = seals.filter((seal) => ends.some((end) => !seal.snapshot || seal.snapshot !== end.snapshot));
  if (!inTime.length) return "late";
  const start = seals.find((line) => goes(line, "entropy"));
  return start && seals.every(({ order }) => order >= start.order) ? "start" : "good";
}

async function judged(file, fine) {
  const checks = await checker();
  try {
    const found = checks.check(new TextDecoder().decode(bytes(file.content)), {});
    return { found, state: compared(found, fine.map(read)) };
  } catch (wrong) {
    return { found: null, state: "bad", row: wrong.line ?? 1 };
  }
}

const ADDRESS = /https?:\/\/\S*verify\.html#\/game\/[\w-]+/;

function behind({ found, state, row }, { files, text }) {
  const hashes = found === null ? [] : Object.keys(HASHES).flatMap((name) => [el("dt", {}, say(HASHES[name])), el("dd", {}, found[name])]);
  const page = text.match(ADDRESS)?.[0];
  return [el("p", { role: "status" }, say(SAYS[state])),
    el("details", { open: state === "bad" }, el("summary", {}, say("seal-behind")), el("p", {}, say("seal-how"), row ? ` ${say("seal-line", { row })}` : null), hashes.length ? el("dl", {}, hashes) : null,
      el("div", { class: "button-row" }, files.map((file) => fileLink(file, say("seal-save"), "quiet")), page ? el("a", { class: "quiet", href: page, target: "_blank", rel: "noopener" }, say("seal-page")) : null))];
}

// `fine`: returns the fine print that this page was told at the table (`Log.finePrint`).
export function sealOf(panel, fine) {
  const button = el("button", { type: "button", class: "quiet seal" });
  const box = el("div", { class: "seal-box" }, button);
  const show = (state) => {
    box.dataset.state = state;
    button.textContent = say(NAMES[state]);
  };
  show("open");
  button.addEventListener("click", async () => {
    if (box.dataset.state !== "open") return;
    show("busy");
    let state = "open";
    try {
      const answer = await answerTo("verify", { table: panel.code, hidden: true, pressed: true });
      if (!answer.files.length) return status(answer.text, { bad: !answer.ok });
      const judgement = await judged(answer.files[0], fine());
      state = judgement.state;
      box.append(...behind(judgement, answer));
    } catch {
      status(say("connection-lost"), { bad: true });
    } finally {
      show(state);
    }
    return undefined;
  });
  return box;
}
