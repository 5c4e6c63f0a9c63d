// Rules are written in a little Markdown: headings, lists, tables, bold, code. Out of text nodes, like everything here.

import { el } from "./dom.js";

const INLINE = /(`[^`]+`|\*\*[^*]+\*\*)/;

function inline(text) {
  return text.split(INLINE).map((part) => {
    if (part.startsWith("**") && part.endsWith("**") && part.length > 4) return el("b", {}, part.slice(2, -2));
    return part.startsWith("`") && part.endsWith("`") && part.length > 2 ? el("code", {}, part.slice(1, -1)) : part;
  });
}

const cells = (line) => line.replace(/^\||\|\s*$/g, "").split("|").map((cell) => cell.trim());

function table(lines) {
  const [head, ...rows] = lines.filter((line) => !/^[|\s:-]+$/.test(line)).map(cells);
  return el("table", {}, el("thead", {}, el("tr", {}, head.map((cell) => el("th", { scope: "col" }, inline(cell))))),
    el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, inline(cell)))))));
}

const KINDS = [["heading", /^#{1,4} /], ["table", /^\|/], ["numbers", /^[0-9]+\. /], ["dots", /^[-*] /], ["gap", /^\s*$/]];
const ITEM = /^([0-9]+\.|[-*]) /;
const list = (tag) => (lines) => el(tag, {}, lines.map((line) => el("li", {}, inline(line.replace(ITEM, "")))));
const MADE = {
  heading: ([line]) => el(line.startsWith("# ") ? "h3" : "h4", {}, inline(line.replace(/^#+ /, ""))),
  table,
  numbers: list("ol"),
  dots: list("ul"),
  text: (lines) => el("p", {}, inline(lines.join(" "))),
};

// Lines of one kind that follow each other are one block; a line of text after an item goes on with it.
function blocks(text) {
  const found = [];
  for (const line of text.split("\n")) {
    const kind = KINDS.find(([, sign]) => sign.test(line))?.[0] ?? "text";
    const last = found.at(-1);
    if (kind === "text" && ["numbers", "dots"].includes(last?.kind)) last.lines.push(`${last.lines.pop()} ${line.trim()}`);
    else if (kind === last?.kind && kind !== "heading") last.lines.push(line.trim());
    else found.push({ kind, lines: [line.trim()] });
  }
  return found.filter(({ kind }) => kind !== "gap");
}

// Addresses of our own pages can be pressed, and that of a message which a proof names; what leads elsewhere is text.
const ADDRESS = /(https?:\/\/[^\s/]+\/[\w./?=&#-]*[\w/-])/;
const MESSAGE = /^https:\/\/discord\.com\/channels(\/[0-9]+){3}$/;
const leads = (part) => part.startsWith(`${location.origin}/`) || MESSAGE.test(part);
const linked = (line) => line.split(ADDRESS).map((part) => (leads(part) ? el("a", { href: part, target: "_blank", rel: "noopener" }, part) : part));
const plain = (text) => text.split("\n").map((line) => el("p", {}, linked(line)));

// What begins with a heading is Markdown; all else is lines.
export function rich(text) {
  return text.startsWith("# ") ? blocks(text).map(({ kind, lines }) => MADE[kind](lines)) : plain(text);
}
