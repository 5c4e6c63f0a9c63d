// A finished game, watched again: step by step or as a film, with the eyes of whoever sat there.

import { boot, byId, el, say } from "/static/dom.js";
import { drawBoard, playAct } from "/static/board.js";
import { rich } from "/static/markdown.js";
import { suspend, tellNow } from "/static/suspense.js";
import { fetched } from "./film.js";
import { isShown, showOdds } from "./odds.js";
import { showSaid } from "./said.js";
import { drawSeats, markSeats } from "./sat.js";
import { Story } from "./story.js";

const STEP = 1300;
// So many letters are read meanwhile; each further one takes so many ms.
const AT_A_GLANCE = 80;
const A_LETTER = 20;
const LONGEST = 4000;
// After dice lie still.
const RESTS = 400;
const KEYS = { ArrowLeft: () => go(at - 1), ArrowRight: () => go(at + 1), Home: () => go(0), End: () => go(film.frames.length - 1), " ": () => toggle() };

const seats = boot.seats.map(({ name, face }, seat) => ({ seat, name, face }));
let film = { frames: [], whole: 0 };
let at = 0;
let timer = 0;
const story = new Story(byId("story"), (step) => { stop(); go(step); });

const eyesOf = (eyes) => (eyes === "all" ? say("all-eyes") : eyes === "table" ? say("everybody") : say("eyes-of", { name: boot.seats[Number(eyes)].name }));
const list = (node, lines) => node.replaceChildren(...lines.map((line) => el("li", {}, el("bdi", {}, line))));

function told(frame) {
  return frame?.says.join(" ") || say("began");
}

// The address says which moment is seen, and with whose eyes.
function remember() {
  history.replaceState(null, "", `#${at + 1}.${byId("eyes").value}`);
}

function showFrame(frame) {
  drawBoard(byId("board"), frame.board, { of: boot.base, seats });
  byId("lines").hidden = frame.board !== null;
  list(byId("lines"), frame.lines);
  list(byId("own"), frame.own);
  byId("hands").hidden = frame.own.length === 0;
  byId("says").textContent = told(frame);
  markSeats(frame, at === film.whole - 1);
  story.mark(at);
  showOdds(at, byId("eyes").value, timer !== 0);
}

// The next step is told once its dice lie still; any other jumps there. Returns for how many ms they roll.
function go(to) {
  tellNow();
  const isNext = to === at + 1;
  at = Math.max(0, Math.min(film.frames.length - 1, to));
  const frame = film.frames[at];
  if (!frame) return 0;
  const ms = isNext ? playAct(byId("board"), frame.board, { of: boot.base, seats }) : 0;
  byId("where").value = String(at);
  const count = say("step-of", { at: at + 1, count: film.frames.length });
  byId("where").setAttribute("aria-valuetext", count);
  byId("count").textContent = count;
  for (const [id, off] of [["first", at === 0], ["back", at === 0], ["on", at === film.frames.length - 1], ["last", at === film.frames.length - 1]]) byId(id).setAttribute("aria-disabled", String(off));
  remember();
  suspend(ms, () => showFrame(frame));
  return ms;
}

function label() {
  byId("play").textContent = timer ? `⏸ ${say("pause")}` : `▶ ${say("play")}`;
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  label();
  showOdds(at, byId("eyes").value);
}

// Longer than a step only where much is to be read, or dice rolled for so many ms.
function pause(ms) {
  const more = Math.max(0, told(film.frames[at]).length - AT_A_GLANCE) * A_LETTER;
  return Math.max(ms + RESTS, Math.min(LONGEST, STEP + more)) / Number(byId("speed").value);
}

function tick() {
  if (at >= film.frames.length - 1) return stop();
  play(at + 1);
}

function play(step) {
  timer = setTimeout(tick, pause(go(step)));
}

function toggle() {
  if (timer) return stop();
  play(at < film.frames.length - 1 ? at + 1 : 0);
  label();
}

async function look(eyes) {
  byId("says").textContent = say("loading");
  const found = await fetched(eyes);
  if (byId("eyes").value !== eyes) return;
  if (found === null) {
    stop();
    byId("says").textContent = say("failed");
    byId("controls").hidden = true;
    return;
  }
  film = found;
  byId("controls").hidden = false;
  byId("where").max = String(film.frames.length - 1);
  story.fill(film.frames.map(told), film.frames.map((frame) => frame.who));
  byId("told").textContent = film.whole > film.frames.length ? say("cut", { count: film.frames.length }) : "";
  go(at);
}

async function share() {
  try {
    await navigator.clipboard.writeText(location.href);
    byId("told").textContent = say("copied");
  } catch {
    byId("told").textContent = say("copy-failed");
  }
}

// What is beside the board where there is room for it is behind its name where there is none.
function unfold() {
  const isWide = matchMedia("(width >= 60rem)").matches;
  for (const fold of document.querySelectorAll(".fold.wide")) fold.open = isWide;
  byId("happened").addEventListener("toggle", () => story.mark(at));
}

function begin() {
  unfold();
  byId("when").textContent = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }).format(boot.ended);
  byId("when").dateTime = new Date(boot.ended).toISOString();
  byId("options").hidden = boot.options.length === 0;
  byId("options").textContent = `${say("options")} ${boot.options.join(" ")}`;
  byId("posted").replaceChildren(...rich(boot.posted.join("\n")));
  showSaid(byId("said"));
  byId("practice").hidden = !boot.goesOn;
  drawSeats(byId("seats"));
  byId("eyes").replaceChildren(...boot.eyes.map((eyes) => el("option", { value: eyes }, eyesOf(eyes))));
  byId("eyes-field").hidden = boot.eyes.length < 2;
  const [, step, eyes] = location.hash.match(/^#(\d{1,4})\.(\w{1,5})$/) ?? [];
  if (boot.eyes.includes(eyes)) byId("eyes").value = eyes;
  at = Number(step ?? 1) - 1;
  byId("eyes").addEventListener("change", () => look(byId("eyes").value));
  byId("where").addEventListener("input", () => { stop(); go(Number(byId("where").value)); });
  for (const [id, to] of [["first", () => 0], ["back", () => at - 1], ["on", () => at + 1], ["last", () => film.frames.length - 1]]) byId(id).addEventListener("click", () => { stop(); go(to()); });
  byId("play").addEventListener("click", toggle);
  byId("chances").addEventListener("click", () => {
    byId("chances").setAttribute("aria-pressed", String(!isShown()));
    showOdds(at, byId("eyes").value);
  });
  byId("share").addEventListener("click", share);
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, button, a") || event.altKey || event.ctrlKey || event.metaKey || !(event.key in KEYS)) return;
    event.preventDefault();
    if (event.key !== " ") stop();
    KEYS[event.key]();
  });
  label();
  look(byId("eyes").value);
}

begin();
