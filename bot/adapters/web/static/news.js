// What happened at the table that is shown, newest at the bottom. What only proves it is no news: it stands behind a seal.

import { byId, el, Scroll, say, unseen } from "./dom.js";
import { seatAt } from "./named.js";

const MOST = 120;
const MOST_TOLD = 2000;
// Of what proves games, many times what one has: the seal is of the last game alone.
const MOST_FINE = 200;
const MOST_RECEIPTS = 100;

const newest = (fine) => (fine.size <= MOST_FINE ? fine : new Map([...fine].sort(([, one], [, other]) => one.order - other.order).slice(-MOST_FINE)));

const rank = (line) => (line.own ? 2 : 1);
const after = (a, b) => a.order > b.order || (a.order === b.order && rank(a) > rank(b));

// The lines of one table, by their place in its log: of a batch the public news first, then one's own.
export class Log {
  constructor() {
    this.lines = [];
    this.told = new Set();
    // Kept for the seal: each text, its place, and the number of the snapshot that it came with;
    // 0: of none.
    this.finePrint = new Map();
    // What binds one's own secret moves, as it came with their answers.
    this.receipts = [];
  }

  add(news, now) {
    for (const { text, at, own, fades, replaces, order, fine, game, glimpse } of news) {
      const until = fades === null ? Infinity : at + fades * 1000;
      if (this.knows(`${own} ${order} ${at} ${text}`) || until <= now) continue;
      if (replaces) this.dropLastReplaced(own);
      if (fine) this.finePrint.set(text, { order, snapshot: 0 });
      else this.insert({ text, at, until, lasts: fades * 1000, own, replaces, order, game, glimpse });
    }
    this.finePrint = newest(this.finePrint);
    if (this.lines.length > MOST) this.lines.splice(0, this.lines.length - MOST);
  }

  // A line may be brought twice, also when it has faded or was replaced since.
  knows(line) {
    if (this.told.has(line)) return true;
    this.told.add(line);
    if (this.told.size > MOST_TOLD) this.told.delete(this.told.values().next().value);
    return false;
  }

  keepReceipt(text) {
    this.receipts = [...this.receipts, text].slice(-MOST_RECEIPTS);
  }

  insert(line) {
    let index = this.lines.length;
    while (index > 0 && after(this.lines[index - 1], line)) index -= 1;
    this.lines.splice(index, 0, line);
  }

  dropLastReplaced(own) {
    const index = this.lines.findLastIndex((line) => line.replaces && line.own === own);
    if (index >= 0) this.lines.splice(index, 1);
  }

  fade(now) {
    const before = this.lines.length;
    this.lines = this.lines.filter((line) => line.until > now);
    return this.lines.length !== before;
  }

  // What is told to this person alone for seconds only; all else stands in the list.
  get fleeting() {
    return this.lines.filter((line) => line.own && line.until < Infinity);
  }

  get listed() {
    return this.lines.filter((line) => !line.own || line.until === Infinity);
  }

  get hasOwn() {
    return this.lines.some((line) => line.own);
  }

  // All that is known now came with a snapshot, but for what a page knew before that was cut off for a moment; that also
  // keeps what it may still show: it is not brought again.
  begin(number, before = new Log()) {
    const came = [...this.finePrint].map(([text, { order }]) => [text, { order, snapshot: number }]);
    this.finePrint = newest(new Map([...came, ...before.finePrint]));
    this.receipts = before.receipts;
    for (const line of before.lines.filter((one) => one.until < Infinity)) {
      if (!this.knows(`${line.own} ${line.order} ${line.at} ${line.text}`)) this.insert(line);
    }
  }

  get lastOrder() {
    return this.lines.at(-1)?.order ?? -1;
  }

  // What a seat did last after that.
  deedOf(seat, seats, order) {
    return this.lines.findLast((line) => line.game && !line.own && line.order > order && seatAt(line.text, 0, seats) === seat)?.text ?? "";
  }

  get lastNews() {
    return this.lines.findLast((line) => !line.own)?.text ?? "";
  }

  // How the last game or round ended, for all and for this person: what it told last.
  result(covered) {
    const lines = this.listed.filter((line) => line.game);
    const told = lines.filter((line) => !line.own);
    const own = lines.findLast((line) => line.own && line.order > (told.at(-2)?.order ?? -1));
    return { all: told.at(-1)?.text ?? "", own: covered ? "" : own?.text ?? "" };
  }
}

const nodes = new WeakMap();
let scroll = null;
let shownLog = null;

async function copy(event) {
  const text = event.currentTarget.previousElementSibling;
  getSelection().selectAllChildren(text);
  // Phones that come over plain http have no clipboard for us: there the text stays selected.
  await navigator.clipboard?.writeText(text.textContent).then(() => { event.target.textContent = say("copied"); }, () => null);
}

// A proof, to be kept: no screen reader reads it unasked.
const proofNode = (text) => el("li", {}, el("p", {}, text), el("button", { type: "button", class: "quiet", onclick: copy }, say("copy")));

// What was told of the dice and cards so far, behind the seal beside the news.
function showProofs(log) {
  const box = byId("proofs");
  const proofs = log ? [...log.finePrint.keys(), ...log.receipts] : [];
  const key = JSON.stringify(proofs);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  box.hidden = !proofs.length;
  byId("proof-lines").replaceChildren(...proofs.map(proofNode));
}

function newsNode(line) {
  return el("li", { class: line.own ? "only-you" : "" }, line.own ? unseen(`${say("only-you")}: `) : null, el("span", {}, line.text));
}

function lineNode(line) {
  if (!nodes.has(line)) nodes.set(line, newsNode(line));
  return nodes.get(line);
}

// Only what changed is touched: a screen reader reads what is new.
export function showLog(log, covered = false) {
  const list = byId("news");
  scroll ??= new Scroll(list, byId("news-newest"));
  const wanted = (log?.listed ?? []).filter((line) => !(line.own && covered)).map(lineNode);
  showProofs(log);
  const another = log !== shownLog;
  shownLog = log;
  if (another) list.parentElement.setAttribute("aria-live", "off");
  const current = [...list.children];
  if (current.length !== wanted.length || current.some((node, index) => node !== wanted[index])) {
    scroll.around(() => {
      const keep = new Set(wanted);
      current.filter((node) => !keep.has(node)).forEach((node) => node.remove());
      wanted.forEach((node, index) => { if (list.children[index] !== node) list.insertBefore(node, list.children[index] ?? null); });
      wanted.forEach((node) => node.classList.toggle("newest", node === wanted.at(-1)));
    });
  }
  if (another) {
    scroll.toEnd();
    setTimeout(() => list.parentElement.setAttribute("aria-live", "polite"), 300);
  }
}
