// The overlay on air: what the live line brings, on a ground that is perfectly transparent.

import { boot, byId } from "/static/dom.js";
import { hearTime, showClock } from "./clock.js";
import { Line } from "./line.js";
import { apply, fromAddress, looks } from "./looks.js";
import { sample, sampleDoor, sampleEvening, sampleResults, sampleSeason, sampleWay } from "./sample.js";
import { forgetEvening, hearEvening, showEvening } from "./evening.js";
import { hearNight, showNight } from "./night.js";
import { OnAir } from "./tables.js";
import { hearWay, showJoin, showLeft } from "./join.js";
import { forgetSeason, hearSeason, showSeason } from "./season.js";
import { forgetResults, hearResults, showResults, showWinner } from "./results.js";
import { sound } from "/static/sound.js";
import { suspend, waits } from "/static/suspense.js";
import { fit, showAct, showDoor, showTable } from "./table.js";
import { hearLines, showToasts } from "./toasts.js";

// For as long the last picture stands when the line is lost: nobody should see it go for a short moment.
const KEPT = 30000;
const TICK = 250;

const asked = new URLSearchParams(location.search);
const commentator = asked.get("commentator") === "1";
const fixed = fromAddress(asked);
const NO_WAY = { door: "", code: "", modules: 0, typed: "", typed_at: "" };
let way = NO_WAY;
let hidden = false;
let muted = false;
let lostTimer = 0;
let shown = "live";
let drawn = null;
let preview = null;
const live = new OnAir();

const tables = () => (shown === "live" ? live : sample(shown, commentator));

// What is heard once dice lie still.
const cues = [];

// `rolls`: it was told just now that dice were rolled there.
function draw(rolls = false) {
  drawn = tables().newest();
  suspend(showAct(drawn, rolls), drawAll);
}

function drawAll() {
  const here = tables();
  document.documentElement.classList.toggle("muted", muted && shown === "live");
  hearWay(shown === "live" ? way : { ...sampleWay, code: way.code, modules: way.modules });
  showTable(drawn);
  showDoor(shown === "live" ? way.door : sampleDoor);
  showJoin(drawn, here.several());
  showResults(drawn, shown === "live" ? null : sampleResults(shown));
  showSeason(drawn, shown === "live" ? null : sampleSeason(shown));
  showEvening(drawn, shown === "live" ? null : sampleEvening(shown));
  showNight(drawn, shown === "live");
  showClock(drawn);
  showWinner(drawn);
  showToasts(drawn);
  fit();
  sound(cues.splice(0));
}

function onAir(is) {
  byId("overlay").classList.toggle("away-from-air", !is);
  // Hidden by the streamer it is gone this very moment, without a fade.
  byId("overlay").hidden = hidden;
}

function nothing() {
  live.clear();
  way = NO_WAY;
  forgetResults();
  forgetEvening();
  forgetSeason();
  hearNight(null);
  if (shown === "live") onAir(false);
  draw();
}

function hear(message) {
  clearTimeout(lostTimer);
  lostTimer = 0;
  let rolls = false;
  hearTime(message.now, message.type === "hello");
  if (message.type === "hello") {
    way = message.way_in;
    ({ hidden, muted } = message);
    hearNight(message.upcoming);
    byId("overlay").hidden = hidden;
    if (preview === null) apply({ ...message.settings, ...fixed });
  } else {
    live.hear(message.tables, message.whole);
    if (message.results !== null) hearResults(message.results);
    hearEvening(message.evening);
    hearSeason(message.season);
    if (message.whole) onAir(true);
    else if (!hidden && shown === "live") rolls = hearCues(cuesOf(message.tables));
  }
  draw(rolls);
}

// Dice are heard while they roll. Returns whether any do.
function hearCues(heard) {
  const rolls = heard.includes("roll");
  if (rolls) sound(["roll"]);
  cues.push(...heard.filter((cue) => cue !== "roll"));
  return rolls;
}

// Of the table that is shown: another's are heard by nobody.
function cuesOf(changed) {
  const code = live.newest()?.code;
  const cues = changed.filter((table) => table.code === code).flatMap((table) => table.news.flatMap((line) => line.cues));
  // Whoever won has a tune of their own, once they are shown.
  return looks.show.has("winner") ? cues.filter((cue) => cue !== "win") : cues;
}

function lost() {
  lostTimer ||= setTimeout(nothing, KEPT);
}

// Only the page that this one stands in may try looks on, and only in a preview.
function tryOn(event) {
  if (event.origin !== location.origin || event.source !== parent || event.source === window || !event.data?.settings) return;
  preview = event.data.settings;
  shown = event.data.source;
  apply(preview);
  onAir(true);
  draw();
}

function tick() {
  if (tables().newest() !== drawn) draw();
  if (waits()) return;
  showClock(drawn);
  showLeft(drawn);
  showSeason(drawn, shown === "live" ? null : sampleSeason(shown));
  showEvening(drawn, shown === "live" ? null : sampleEvening(shown));
  showNight(drawn, shown === "live");
  showWinner(drawn);
  showToasts(drawn);
  fit();
}

apply(fixed);
if (boot.preview) {
  addEventListener("message", tryOn);
  parent.postMessage("ready", location.origin);
}
live.told = hearLines;
new Line({ address: boot.live, hail: { key: boot.preview ? "" : location.hash.slice(1), commentator }, hear, lost, refused: nothing });
setInterval(tick, TICK);
