// The last lines: each arrives, stands for as long as it takes to read, and goes.

import { byId, el } from "/static/dom.js";
import { now } from "./clock.js";
import { looks } from "./looks.js";
import { writeWhole } from "./words_fit.js";

const MOST = 3;
const STAYS = 9000;
const A_LETTER = 60;
const LONGEST = 25000;
const GOES = 1000;
const lines = new Map();

const ends = (line) => Math.min(line.until ?? Infinity, line.at + Math.min(LONGEST, STAYS + A_LETTER * line.text.length));

// A line that replaces another stands for the last one that did.
export function hearLines(table) {
  let kept = lines.get(table.code) ?? [];
  for (const line of table.news) {
    if (kept.some((one) => one.order === line.order && one.text === line.text)) continue;
    const replaced = line.replaces ? kept.findLast((one) => one.replaces) : null;
    kept = [...kept.filter((one) => one !== replaced), line];
  }
  lines.delete(table.code);
  lines.set(table.code, kept.slice(-MOST - 3));
  if (lines.size > 16) lines.delete(lines.keys().next().value);
}

const nodes = new WeakMap();

function nodeOf(line) {
  if (!nodes.has(line)) nodes.set(line, el("li", { class: "toast fresh" }, el("span", { dir: "auto" })));
  return nodes.get(line);
}

// How the last game at a table ended: what it told last.
export const howItEnded = (table) => lines.get(table.code)?.findLast((line) => line.game)?.text ?? "";

export function showToasts(table) {
  const at = now();
  const kept = table === null || !looks.show.has("line") ? [] : lines.get(table.code) ?? [];
  const wanted = kept.filter((line) => ends(line) > at).slice(-MOST).map((line) => [nodeOf(line), line]);
  const list = byId("toasts");
  const keep = new Set(wanted.map(([node]) => node));
  [...list.children].filter((node) => !keep.has(node)).forEach((node) => node.remove());
  wanted.forEach(([node, line], index) => {
    if (list.children[index] !== node) list.insertBefore(node, list.children[index] ?? null);
    node.classList.toggle("going", ends(line) - at < GOES);
  });
  // Once all stand there: an older one has fewer lines than the last.
  wanted.forEach(([node, line]) => writeWhole(node.firstChild, line.text));
}
