// The overlay on air: what the live line brings, on a ground that is perfectly transparent.

import { boot, byId } from "/static/dom.js";
import { hearTime, showClock } from "./clock.js";
import { Line } from "./line.js";
import { apply, fromAddress } from "./looks.js";
import { sample, sampleDoor } from "./sample.js";
import { OnAir } from "./tables.js";
import { fit, showDoor, showTable } from "./table.js";
import { hearLines, showToasts } from "./toasts.js";

// For as long the last picture stands when the line is lost: nobody should see it go for a short moment.
const KEPT = 30000;
const TICK = 250;

const asked = new URLSearchParams(location.search);
const commentator = asked.get("commentator") === "1";
const fixed = fromAddress(asked);
let door = "";
let lostTimer = 0;
let shown = "live";
let drawn = null;
let preview = null;
const live = new OnAir();

const tables = () => (shown === "live" ? live : sample(shown, commentator));

function draw() {
  drawn = tables().newest();
  showTable(drawn);
  showDoor(shown === "live" ? door : sampleDoor);
  showClock(drawn);
  showToasts(drawn);
  fit();
}

function onAir(is) {
  byId("overlay").classList.toggle("away-from-air", !is);
}

function nothing() {
  live.clear();
  door = "";
  if (shown === "live") onAir(false);
  draw();
}

function hear(message) {
  clearTimeout(lostTimer);
  lostTimer = 0;
  hearTime(message.now, message.type === "hello");
  if (message.type === "hello") {
    ({ door } = message);
    if (preview === null) apply({ ...message.settings, ...fixed });
  } else {
    live.hear(message.tables, message.whole);
    if (message.whole) onAir(true);
  }
  draw();
}

function lost() {
  lostTimer ||= setTimeout(nothing, KEPT);
}

// Only the page that this one stands in may try looks on, and only in a preview.
function tryOn(event) {
  if (event.origin !== location.origin || event.source !== parent || event.source === window) return;
  preview = event.data.settings;
  shown = event.data.source;
  apply(preview);
  onAir(true);
  draw();
}

function tick() {
  if (tables().newest() !== drawn) draw();
  showClock(drawn);
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
