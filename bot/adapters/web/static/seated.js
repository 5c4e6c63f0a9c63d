// Who sits at a table: while a game is on, before it (with the chairs that are free), and after it (by what they have).

import { boot, number, say } from "./dom.js";
import { drawBoard } from "./board.js";
import { Crowned, Face } from "./face.js";
import { gameNamed } from "./games.js";
import { html } from "./html.js";
import { piecesOf } from "./told.js";

const MOST_SEATS = 16;
const MOST_LARGE = 2;
const MOST_CHAIRS = 10;
const FEW_SEATS = 6;
const PLACES = ["🥇", "🥈", "🥉"];

const marksOf = (seat) => [seat.you ? "you" : "", seat.awaited ? "to-move" : "", seat.ready ? "ready" : "", seat.away ? "away" : "", seat.bot ? "bot" : ""].filter(Boolean);
const tag = (word) => html`<span class="tag ${word}">${say(word)}</span>`;

function stackOf(seat) {
  if (seat.stack === null) return null;
  return html`<span class="stack"><span aria-hidden="true">${number(seat.stack)}</span><span class="unseen">${say("stack", { amount: number(seat.stack) })}</span></span>`;
}

function Seat({ seat }) {
  const marks = marksOf(seat);
  return html`<li class=${["seat", ...marks].join(" ")}>
    <span class="unseen">${say("seat-number", { number: seat.seat + 1 })}</span>
    <${Face} seat=${seat}><span class="place">${number(seat.seat + 1)}</span><//>
    <div class="seat-text">
      <span class="seat-name"><bdi>${seat.name}</bdi>${seat.you ? tag("you") : null}</span>
      <span class="seat-under">${stackOf(seat)}${marks.filter((mark) => mark !== "you").map(tag)}</span>
    </div></li>`;
}

// A crowd is cut: oneself and those who are awaited first.
function shownOf(panel) {
  if (panel.seats.length <= MOST_SEATS) return panel.seats;
  return [...panel.seats].sort((a, b) => (b.you - a.you) || (b.awaited - a.awaited) || (a.seat - b.seat)).slice(0, MOST_SEATS);
}

function More({ panel, shown }) {
  const more = Math.max(panel.sitting, panel.seats.length) - shown.length;
  return more > 0 ? html`<li class="more">${say("and-more-seats", { count: number(more) })}</li>` : null;
}

export function Seats({ panel }) {
  const shown = shownOf(panel);
  const kind = panel.seats.length > FEW_SEATS || panel.board ? "seats many" : "seats";
  return html`<ul class=${kind} aria-label=${say("seats-at")}>
    ${shown.map((seat) => html`<${Seat} key=${seat.seat} seat=${seat} />`)}<${More} panel=${panel} shown=${shown} /></ul>`;
}

// Those who played, by their places; who has none comes last.
function ranked(panel) {
  const placeOf = (seat) => seat.place || panel.seats.length + 1;
  const order = (one, other) => placeOf(one) - placeOf(other) || (other.gain ?? 0) - (one.gain ?? 0) || (other.stack ?? 0) - (one.stack ?? 0) || one.seat - other.seat;
  return panel.seats.filter((seat) => !seat.new).sort(order);
}

// In a crowd those who came first, and oneself.
function firstOf(ranked) {
  if (ranked.length <= MOST_SEATS) return ranked;
  const first = ranked.slice(0, MOST_SEATS);
  const own = ranked.find((seat) => seat.you);
  return !own || first.includes(own) ? first : [...first.slice(0, -1), own];
}

export const signed = (gain) => `${gain > 0 ? "+" : gain < 0 ? "−" : "±"}${number(Math.abs(gain))}`;

function Gain({ seat }) {
  if (typeof seat.gain !== "number") return null;
  return html`<span class=${`gain ${seat.gain > 0 ? "more" : seat.gain < 0 ? "less" : "same"}`}>${signed(seat.gain)}</span>`;
}

// What became of whoever did not win, as the board has it at their seat, where no gain says it.
export function markOf(panel, seat) {
  const has = ({ kind, seat: at, name }) => kind === "figure" && at === seat.seat && name;
  return seat.won || typeof seat.gain === "number" || !panel.board ? null : piecesOf(panel.board).find(has);
}

function Mark({ mark }) {
  return mark ? html`<svg class="mark" role="img" aria-label=${mark.name}><use href=${`${boot.symbols}#figure-${mark.face}`} /></svg>` : null;
}

function Standing({ panel, seat, large }) {
  const marks = ["standing", seat.you ? "you" : "", seat.won ? "won" : "", large ? "large" : ""].filter(Boolean).join(" ");
  const medal = seat.place ? PLACES[seat.place - 1] ?? number(seat.place) : "";
  return html`<li class=${marks}><span class="medal" aria-hidden="true">${medal}</span>${large ? html`<${Crowned} seat=${seat} />` : html`<${Face} seat=${seat} />`}
    <span class="seat-name"><bdi>${seat.name}</bdi>${seat.you ? tag("you") : null}${seat.bot ? tag("bot") : null}<${Mark} mark=${markOf(panel, seat)} /></span><${Gain} seat=${seat} />${stackOf(seat)}${seat.remark ? html`<span class="remark" dir="auto">${seat.remark}</span>` : null}</li>`;
}

// How a game ended for each: who won, large; what decided it, and one's own place (`children`); then places, what it
// brought, what they have now.
export function Standings({ panel, children }) {
  const shown = firstOf(ranked(panel));
  const won = shown.filter((seat) => seat.won).length;
  const large = (seat) => seat.won && won <= MOST_LARGE;
  const row = (seat) => html`<${Standing} key=${seat.seat} panel=${panel} seat=${seat} large=${large(seat)} />`;
  const list = (name, seats, more = null) => html`<ul class="standings" aria-label=${name}>${seats.map(row)}${more}</ul>`;
  const rest = shown.filter((seat) => !large(seat));
  const came = panel.seats.filter((seat) => seat.new);
  const names = came.map(({ name }) => name).join(", ");
  const more = html`<${More} panel=${panel} shown=${[...shown, ...came]} />${names ? html`<li class="more"><bdi>${say("also-next", { names })}</bdi></li>` : null}`;
  if (rest.length === shown.length) return html`${children}${list(say("standings"), rest, more)}`;
  return html`${list(say("who-won"), shown.filter(large))}${children}${rest.length || names ? list(say("standings"), rest, more) : null}`;
}

// A free chair: a seat for whoever has none, a house bot for the host.
function Chair({ at, word, press }) {
  if (!word) return html`<li class="chair"><span class="disc" aria-hidden="true">${number(at + 1)}</span><span class="seat-text">${say("chair-free")}</span></li>`;
  return html`<li class="chair"><button type="button" class="chair-button" onClick=${(event) => press(event.currentTarget, word)}>
    <span class="disc" aria-hidden="true">+</span><span class="seat-text">${word === "join" ? say("chair-join") : say("chair-bots")}</span></button></li>`;
}

function waitsFor(panel) {
  const missing = panel.fewest - panel.sitting;
  if (missing > 0) return say("needs-more", { count: number(missing) });
  return panel.sitting >= panel.most ? say("all-seated") : say("room-for", { count: number(panel.most - panel.sitting) });
}

// What is played otherwise than usual, as the host has set it.
function Chosen({ panel, change }) {
  const chosen = panel.chosen.length ? panel.chosen.map((one) => html`<li>${one}</li>`) : html`<li class="usual">${say("as-usual")}</li>`;
  return html`<div class="chosen"><ul aria-label=${say("options")}>${chosen}</ul>
    ${panel.is_host ? html`<button type="button" class="quiet" onClick=${change}>${say("change-options")}</button>` : null}</div>`;
}

// The game as it looks when it is played, and what it is about.
function Art({ game }) {
  const put = (show) => (node) => {
    if (node) gameNamed(game).then((found) => show(node, found));
  };
  const draw = put((node, found) => drawBoard(node, found?.cover ?? null));
  const tell = put((node, found) => { node.textContent = found?.about ?? ""; });
  return html`<div class="art"><div class="board-box" aria-hidden="true" key=${game} ref=${draw}></div><p class="about" key=${`about ${game}`} ref=${tell}></p></div>`;
}

export function Lobby({ panel, press, change }) {
  const may = new Set(panel.commands.map((command) => command.word));
  const word = may.has("join") ? "join" : may.has("bots") ? "bots" : "";
  const missing = Math.max(0, panel.fewest - panel.sitting);
  const shown = shownOf(panel);
  const chairs = Math.max(0, Math.min(panel.most, Math.max(MOST_CHAIRS, panel.fewest)) - shown.length);
  const free = Array.from({ length: chairs }, (_, index) => panel.sitting + index);
  return html`<div class=${shown.length + chairs > FEW_SEATS ? "lobby many" : "lobby"}><${Art} game=${panel.game} /><div class="lobby-seats">
    <${Chosen} panel=${panel} change=${change} />
    <p class="waits-for" role="status">${waitsFor(panel)}${missing > 1 && may.has("bots")
      ? html` <button type="button" class="quiet" onClick=${(event) => press(event.currentTarget, `bots ${missing}`)}>${say("fill-with-bots")}</button>` : null}</p>
    <ul class="seats" aria-label=${say("seats-at")}>
      ${shown.map((seat) => html`<${Seat} key=${seat.seat} seat=${seat} />`)}<${More} panel=${panel} shown=${shown} />
      ${free.map((at, index) => html`<${Chair} key=${`free ${at}`} at=${at} word=${index === 0 || word === "join" ? word : ""} press=${press} />`)}</ul></div></div>`;
}
