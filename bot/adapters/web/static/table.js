// The table as everybody sees it: what is asked, the clock, the board, who sits there.

import { showClock } from "./clock.js";
import { drawBoard } from "./board.js";
import { byId, el, number, say, unseen } from "./dom.js";
import { press } from "./form.js";
import { html, render } from "./html.js";
import { inviteButton } from "./invite.js";
import { play } from "./play.js";
import { openOptions } from "./menu.js";
import { Lobby, Seats, Standings } from "./seated.js";

const HEADLINE = 100;
const FEW_TABS = 3;

function Turn({ panel }) {
  if (panel.paused) return html`<span class="turn stands">${say("paused")}</span>`;
  const awaited = panel.seats.filter((seat) => seat.awaited);
  if (awaited.some((seat) => seat.you)) return html`<span class="turn yours">${say("your-turn")}</span>`;
  if (panel.phase !== "playing") return null;
  if (!awaited.length) return panel.offers.length ? html`<span class="turn may">${say("you-may")}</span>` : null;
  const names = awaited.slice(0, 3).map((seat) => seat.name).join(", ");
  const words = awaited.length > 3 ? "waiting-for-many" : "waiting-for";
  return html`<span class="turn"><bdi>${say(words, { names, count: number(awaited.length - 3) })}</bdi></span>`;
}

function Pot({ panel }) {
  if (!panel.pot) return null;
  return html`<span class="pot"><span class="chips" aria-hidden="true"></span>${say("pot", { amount: number(panel.pot) })}</span>`;
}

// A button made elsewhere, put in once.
function Invite({ panel }) {
  const put = (node) => {
    const button = node && !node.childElementCount ? inviteButton(panel) : null;
    if (button) node.append(button);
  };
  return html`<span class="invite-place" key=${panel.code} ref=${put}></span>`;
}

// The tab above says which table it is, and the board shows the pot: over a board stands what is asked.
function Head({ panel, asks }) {
  return html`<header class="panel-head">
    <div class="panel-title">
      <h2>${panel.title}</h2>
      <p class="under"><span class="code"><span class="unseen">${say("table-code", { code: "" })} </span>${panel.code}</span>${" "}
        <span class="phase ${panel.phase}">${say(`phase-${panel.phase}`)}</span>${" "}${asks ? null : html`<${Turn} panel=${panel} />`}${" "}<${Pot} panel=${panel} />${panel.phase === "playing" ? null : html`${" "}<${Invite} panel=${panel} key=${panel.code} />`}</p>
      ${asks ? html`<div class="lines asks"><p><${Turn} panel=${panel} />${" "}${asks}</p></div>` : null}
    </div>
    <div class="clock" id="clock" role="timer" hidden><span id="clock-seconds" aria-hidden="true"></span><span class="unseen"></span></div>
  </header>`;
}

const Lines = ({ lines, more = false }) => (lines.length ? html`<div class=${more ? "lines more-lines" : "lines"}>${lines.map((line) => html`<p>${line}</p>`)}</div>` : null);

// What is seen on the board, for those who would rather read it. Open stays open.
const InWords = ({ lines }) => (lines.length ? html`<details class="in-words"><summary>${say("in-words")}</summary><${Lines} lines=${lines} more /></details>` : null);

// Of much that happened at once the last sentences say how it ended: what came before them, and they.
function ending(text) {
  const starts = [0, ...[...text.matchAll(/(?<=[.!?…])\s+/g)].map((gap) => gap.index + gap[0].length)];
  const cut = starts.find((start) => text.length - start <= HEADLINE) ?? starts.at(-1);
  return [text.slice(0, cut).trim(), text.slice(cut).trim()];
}

// How the last game ended, until the next begins.
function Result({ result }) {
  if (!result?.all) return null;
  const [before, end] = ending(result.all.trim());
  return html`<div class=${result.own ? "result both" : "result"}>${result.own ? html`<p class="own-result">${result.own}</p>` : null}
    ${before ? html`<p class="before-that" tabindex="0">${before}</p>` : null}<p class="end">${end}</p></div>`;
}

// Its content is drawn apart, so that what stays on it is changed in place.
const BoardBox = () => html`<div class="board-box" ref=${(node) => { boardBox = node; }}></div>`;
let boardBox = null;

export function showBoard() {
  if (boardBox) drawBoard(boardBox, play.board, { play, of: play.panel?.code });
}

function sit(panel) {
  return (button, line) => press(button, line, panel, { brief: false });
}

function Beside({ panel, result, lines }) {
  const over = panel.phase === "between";
  return html`<div class="beside-board"><${Result} result=${result} />${over ? html`<${Standings} panel=${panel} />` : html`<${Seats} panel=${panel} />`}
    <${InWords} lines=${lines} /></div>`;
}

function Panel({ panel, result }) {
  // The head says already which phase it is.
  const told = say(`phase-${panel.phase}`).toLocaleLowerCase();
  const lines = panel.lines.filter((line) => line.toLocaleLowerCase() !== told);
  if (panel.board) {
    const [asks, ...rest] = lines;
    return html`<${Head} panel=${panel} asks=${asks} /><div class="board-area ${panel.phase}"><${BoardBox} key="board" /><${Beside} panel=${panel} result=${result} lines=${[...rest, ...panel.own]} /></div>`;
  }
  const waits = ["lobby", "between"].includes(panel.phase) && panel.most > 0;
  return html`<${Head} panel=${panel} /><${Lines} lines=${lines.slice(0, 1)} /><${Result} result=${result} />
    ${waits ? html`<${Lobby} panel=${panel} press=${sit(panel)} change=${() => openOptions(panel)} />` : html`<${Seats} panel=${panel} />`}<${Lines} lines=${lines.slice(1)} more />`;
}

export function showPanel(panel, result = null) {
  const box = byId("panel");
  byId("empty").hidden = panel !== null;
  box.hidden = panel === null;
  document.body.classList.toggle("has-board", Boolean(panel?.board));
  render(panel === null ? null : html`<${Panel} panel=${panel} result=${result} />`, box);
  if (panel === null) return;
  box.dataset.phase = panel.phase;
  showBoard();
  showClock(panel);
  if (panel.offers.length && panel.ask !== lastAsk) ["felt", "dock", "dock-top"].forEach((id) => { byId(id).scrollTop = 0; });
  lastAsk = panel.ask;
}

// A new question begins at the top of the panel.
let lastAsk = "";

export function showTabs(tables, selected, select) {
  const tabs = byId("tabs");
  const key = JSON.stringify([...tables].map(([id, table]) => [id, table.panel.code, table.panel.short || table.panel.title, table.panel.phase, table.yours, table.awaitsYou]).concat([selected]));
  if (tabs.dataset.key === key) return;
  const focused = tabs.contains(document.activeElement) ? document.activeElement.dataset.table : null;
  tabs.dataset.key = key;
  tabs.replaceChildren(...[...tables].map(([id, { panel, awaitsYou, yours }]) => el("button", {
    type: "button",
    "data-table": id,
    class: [yours ? "yours" : "", awaitsYou ? "awaits" : "", panel.phase].join(" "),
    "aria-current": id === selected ? "true" : null,
    title: panel.short || panel.title,
    onclick: () => select(id),
  }, el("b", {}, panel.code), el("span", {}, panel.short || panel.title), awaitsYou ? unseen(say("your-turn")) : null)));
  tabs.classList.toggle("several", tables.size > 1);
  tabs.classList.toggle("many", tables.size > FEW_TABS);
  if (focused) tabs.querySelector(`[data-table="${CSS.escape(focused)}"]`)?.focus();
  showCurrentTab();
}

function showCurrentTab() {
  byId("tabs").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

new ResizeObserver(showCurrentTab).observe(byId("tabs"));
