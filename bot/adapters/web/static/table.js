// The table as everybody sees it: what is asked, the clock, the board, who sits there.

import { showClock } from "./clock.js";
import { drawBoard, playAct } from "./board.js";
import { byId, number, say } from "./dom.js";
import { press } from "./form.js";
import { Emotes } from "./emotes.js";
import { listExplained } from "./explain.js";
import { fitted } from "./fit.js";
import { Hosted } from "./hosted.js";
import { html, render } from "./html.js";
import { inviteButton } from "./invite.js";
import { isAway, play } from "./play.js";
import { openOptions } from "./menu.js";
import { Lobby, Seats } from "./seated.js";
import { waits } from "./suspense.js";

// `asks`: what is asked stands beside it, and may begin with their names.
function Turn({ panel, asks = "" }) {
  if (panel.paused) return html`<span class="turn stands">${say("paused")}</span>`;
  const awaited = panel.seats.filter((seat) => seat.awaited);
  // Beside the moves stands that a house bot plays.
  if (isAway(panel)) return null;
  if (awaited.some((seat) => seat.you)) return html`<span class="turn yours">${say("your-turn")}</span>`;
  if (panel.phase !== "playing") return null;
  if (!awaited.length) return panel.offers.length ? html`<span class="turn may">${say("you-may")}</span>` : null;
  const names = awaited.slice(0, 3).map((seat) => seat.name).join(", ");
  if (asks.startsWith(`${names} `)) return null;
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

// The tab above says which game it is, and the board shows the pot: over a board stands what is asked.
function Head({ panel, asks = "", words = null }) {
  return html`<header class="panel-head">
    <div class="panel-title">
      <h2>${panel.title}</h2>
      <p class="under">
        <span class="phase ${panel.phase}">${say(`phase-${panel.phase}`)}</span>${" "}${asks ? null : html`<${Turn} panel=${panel} />`}${" "}<${Pot} panel=${panel} /></p>
      ${asks ? html`<div class="lines asks"><p><${Turn} panel=${panel} asks=${asks} />${" "}${asks}</p></div>` : null}
    </div>${panel.phase === "playing" ? null : html`<${Invite} panel=${panel} key=${`${panel.code} ${panel.room > 0}`} />`}<${Emotes} />${words}
    <div class="clock" id="clock" role="timer" hidden><span id="clock-seconds" aria-hidden="true"></span><span class="unseen"></span></div>
  </header>`;
}

const Lines = ({ lines, more = false }) => (lines.length ? html`<div class=${more ? "lines more-lines" : "lines"}>${lines.map((line) => html`<p>${line}</p>`)}</div>` : null);

// What is seen on the board, for those who would rather read it. Open stays open.
function InWords({ panel, lines }) {
  const list = (node) => { if (node?.open) listExplained(node.querySelector("ul"), panel); };
  return html`<details class="in-words" ref=${list} onToggle=${(event) => list(event.currentTarget)}><summary title=${say("in-words")}><span aria-hidden="true">≡</span><span class="unseen">${say("in-words")}</span></summary>
    <div class="all-in-words" tabindex="0"><${Lines} lines=${lines} more /><h3>${say("what-lies-here")}</h3><ul class="explained"></ul></div></details>`;
}

// Its content is drawn apart, so that what stays on it is changed in place.
const BoardBox = () => html`<div class="board-box" ref=${(node) => { boardBox = node; if (node) measured.observe(node); }}></div>`;
let boardBox = null;
const measured = new ResizeObserver(() => document.dispatchEvent(new CustomEvent("room")));

// How many units high the box of the board is, whose width is 400; 0 where there is none yet.
const roomOfBoard = () => (boardBox?.clientWidth ? (400 * boardBox.clientHeight) / boardBox.clientWidth : 0);

// The board of a panel as it lies in its box.
export const laid = (panel) => (panel?.board ? { ...panel, board: fitted(panel.board, roomOfBoard(), panel.seats.find((seat) => seat.you)?.seat) } : panel);

const howDrawn = ({ panel }) => ({ play, of: [panel?.code, panel?.game, panel?.covered ? "covered" : ""].join(" "), seats: panel?.seats, pot: panel?.pot });

// While an act is on, the board waits for its end.
export function showBoard() {
  if (boardBox !== null && !waits()) drawBoard(boardBox, play.board, howDrawn(play));
}

// Show what of the board comes first. `rolls`: it was told that dice were rolled. Returns for how many ms it lasts.
export const showAct = (rolls) => (boardBox === null ? 0 : playAct(boardBox, play.board, { ...howDrawn(play), rolls }));

function sit(panel) {
  return (button, line) => press(button, line, panel, { brief: false });
}

function Panel({ panel }) {
  // The head says already which phase it is.
  const told = say(`phase-${panel.phase}`).toLocaleLowerCase();
  const lines = panel.lines.filter((line) => line.toLocaleLowerCase() !== told);
  if (panel.board) {
    // What the game asks stands above what is so at this table all the time, unless it stands still. In the end only who
    // won stands there, unless there is something to choose already.
    const [asks] = panel.paused ? lines : panel.phase === "between" && !panel.offers.length ? [panel.asks] : [panel.asks, ...(panel.by_board ?? []), ...lines].filter(Boolean);
    const rest = lines.filter((line) => line !== asks);
    const words = html`<${InWords} panel=${panel} lines=${[...rest, ...panel.own]} />`;
    return html`<${Head} panel=${panel} asks=${asks} words=${words} /><${BoardBox} key="board" /><div class="who-sits"><${Seats} panel=${panel} /></div>`;
  }
  if (panel.entered.length) {
    const rest = lines.filter((line) => !panel.by_board.includes(line));
    return html`<${Head} panel=${panel} /><${Lines} lines=${rest} /><${Hosted} panel=${panel} />`;
  }
  const waits = ["lobby", "between"].includes(panel.phase) && panel.most > 0;
  return html`<${Head} panel=${panel} /><${Lines} lines=${lines.slice(panel.phase === "lobby" && waits ? 1 : 0, 1)} />
    ${waits ? html`<${Lobby} panel=${panel} press=${sit(panel)} change=${() => openOptions(panel)} />` : html`<${Seats} panel=${panel} />`}<${Lines} lines=${lines.slice(1)} more />`;
}

export function showPanel(panel) {
  const box = byId("panel");
  byId("empty").hidden = panel !== null;
  box.hidden = panel === null;
  document.body.classList.toggle("has-board", Boolean(panel?.board));
  document.body.classList.toggle("stands-still", Boolean(panel?.paused));
  render(panel === null ? null : html`<${Panel} panel=${panel} />`, box);
  if (panel === null) return;
  box.dataset.phase = panel.phase;
  showBoard();
  showClock(panel);
  if (panel.offers.length && panel.ask !== lastAsk) ["felt", "dock", "dock-top"].forEach((id) => { byId(id).scrollTop = 0; });
  lastAsk = panel.ask;
}

// A new question begins at the top of the panel.
let lastAsk = "";
