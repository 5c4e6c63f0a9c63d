// A line over time, drawn as SVG: its points stand as far apart as the days they are of.

import { number, say } from "/static/dom.js";
import { day } from "./listed.js";

const WIDE = 560;
const HIGH = 210;
const LEFT = 74;
const RIGHT = 14;
const TOP = 14;
const BELOW = 34;
const RUNGS = 4;

function svg(tag, attributes, text = "") {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  if (text) node.textContent = text;
  return node;
}

// Round steps: 1, 2 or 5 of a power of ten.
function step(span) {
  const rough = span / RUNGS;
  const power = 10 ** Math.floor(Math.log10(rough));
  return Math.max(1, [1, 2, 5, 10].find((one) => one * power >= rough) * power);
}

// points: [ms, value], the oldest first; base: a value that is always in sight.
export function chart(title, points, base) {
  const values = points.map(([, value]) => value);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const seen = base === undefined ? [low, high] : [Math.min(base, low), Math.max(base, high)];
  const rung = step(Math.max(1, seen[1] - seen[0]));
  const bottom = Math.floor(seen[0] / rung) * rung;
  const top = Math.max(bottom + rung, Math.ceil(seen[1] / rung) * rung);
  const [first, last] = [points[0][0], points.at(-1)[0]];
  const x = (ms) => LEFT + ((ms - first) / Math.max(1, last - first)) * (WIDE - LEFT - RIGHT);
  const y = (value) => TOP + ((top - value) / (top - bottom)) * (HIGH - TOP - BELOW);
  const words = say("chart-says", { first: number(values[0]), last: number(values.at(-1)), low: number(low), high: number(high), from: day(first), to: day(last) });

  const drawn = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${title}. ${words}` });
  for (let value = bottom; value <= top; value += rung) {
    drawn.append(svg("line", { class: value === base ? "ground" : "rung", x1: LEFT, x2: WIDE - RIGHT, y1: y(value), y2: y(value) }));
    drawn.append(svg("text", { class: "label", x: LEFT - 8, y: y(value) + 5, "text-anchor": "end" }, number(value)));
  }
  const line = points.map(([ms, value]) => `${x(ms).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  const ground = y(base ?? bottom);
  drawn.append(svg("polygon", { class: "under", points: `${x(first)},${ground} ${line} ${x(last)},${ground}` }));
  drawn.append(svg("polyline", { class: "line", points: line }));
  drawn.append(svg("circle", { class: "now", cx: x(last), cy: y(values.at(-1)), r: 5 }));
  drawn.append(svg("text", { class: "label", x: LEFT, y: HIGH - 6 }, day(first)));
  drawn.append(svg("text", { class: "label", x: WIDE - RIGHT, y: HIGH - 6, "text-anchor": "end" }, day(last)));

  const figure = document.createElement("figure");
  const caption = document.createElement("figcaption");
  const said = document.createElement("p");
  caption.textContent = title;
  said.className = "hint";
  said.textContent = words;
  figure.append(caption, drawn, said);
  return figure;
}
