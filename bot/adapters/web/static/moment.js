// The moment in which somebody has won: large over the board for some seconds, or until anything is pressed. It repeats
// what stands beside the board, so screen readers pass it by.

import { byId, say } from "./dom.js";
import { drawBoard } from "./board.js";
import { Crowned } from "./face.js";
import { html, render } from "./html.js";
import { markOf } from "./seated.js";
import { piecesOf } from "./told.js";

// What decided it is seen first, on the board.
const REVEAL = 700;
const LASTS = 6000;
// Rounds that follow each other quickly are celebrated shortly, as is a house bot.
const SHORTLY = 2400;
const LONG_GAME = 45_000;
const MOST_FACES = 3;
const MOST_PIECES = 6;
const FEW_DICE = 4;
const CONFETTI = 30;
const GOLDEN = 0.618034;
const STRIP = { height: 60, gap: 10, width: 400 };
let last = null;
let lasting = null;
let celebrated = "";

// For how many ms it is celebrated that this table's game has just ended; 0: it has not, or this page did not see it on.
function lastsFor(panel) {
  const before = last;
  if (panel?.code === before?.code && panel?.phase === before?.phase) return 0;
  last = panel && { code: panel.code, phase: panel.phase, since: Date.now() };
  const ended = before && before.code === panel?.code && before.phase === "playing" && panel.phase === "between";
  if (!ended || document.hidden) return 0;
  return Date.now() - before.since < LONG_GAME ? SHORTLY : LASTS;
}

const shows = ({ kind, face, label }) => (kind === "die" && (face.includes("-") || Boolean(label))) || (kind === "card" && face !== "back");

// The last dice, or the last card, that lie on the board: those of the winners, and what belongs to nobody.
function deciding(board, won) {
  const pieces = board ? piecesOf(board).filter(shows) : [];
  const ofNobody = (piece) => typeof piece.seat !== "number";
  const dice = pieces.filter(({ kind }) => kind === "die");
  if (dice.length) {
    const chosen = dice.length > FEW_DICE ? dice.filter((die) => ofNobody(die) || won.has(die.seat)) : dice;
    return chosen.toSorted((one, other) => ofNobody(other) - ofNobody(one)).slice(0, MOST_PIECES);
  }
  return pieces.filter(ofNobody).slice(-1);
}

// Pieces in a row, as a board of their own.
function strip(pieces) {
  const wide = pieces.map(({ width, height }) => (width * STRIP.height) / height);
  let left = (STRIP.width - wide.reduce((sum, one) => sum + one + STRIP.gap, -STRIP.gap)) / 2;
  const laid = pieces.map((piece, at) => {
    const one = { ...piece, left, top: 0, width: wide[at], height: STRIP.height, looks: [], key: `${at}` };
    left += wide[at] + STRIP.gap;
    return one;
  });
  return { height: STRIP.height, name: "", pieces: laid };
}

// Suckers that fall, each by its own way.
function Confetti() {
  const part = (at, share) => ((at + 1) * share) % 1;
  const one = (at) => html`<i style=${{ "--x": part(at, GOLDEN), "--size": 0.7 + part(at, 0.41), "--late": part(at, 0.27), "--turns": 1 + part(at, 0.73) }}></i>`;
  return html`<div class="confetti">${Array.from({ length: CONFETTI }, (_, at) => one(at))}</div>`;
}

// House bots celebrate nothing.
const isCalm = (won) => won.every(({ bot }) => bot);

// Whoever has become what everybody feared, under the figure of it.
function Fallen({ panel }) {
  const fallen = panel.seats.find((seat) => markOf(panel, seat));
  const mark = fallen && markOf(panel, fallen);
  return mark ? html`<div class="winner-fallen"><${Crowned} seat=${fallen} figure=${mark.face} /><p>${mark.name}</p></div>` : null;
}

function Moment({ panel, won, told }) {
  const faces = won.slice(0, MOST_FACES);
  const pieces = deciding(panel.board, new Set(won.map(({ seat }) => seat)));
  const draw = (node) => { if (node) drawBoard(node, strip(pieces)); };
  return html`${isCalm(won) ? null : html`<div class="rays"></div><${Confetti} />`}
    <div class="winner-card"><div class="winner-faces">${faces.map((seat) => html`<${Crowned} key=${seat.seat} seat=${seat} />`)}</div>
      <p class="winner-names"><bdi>${faces.map(({ name }) => name).join(", ")}</bdi>${won.length > faces.length ? ` ${say("and-more-seats", { count: won.length - faces.length })}` : ""}</p>
      <p class="winner-word">${say(won.length > 1 ? "they-win" : "wins", { game: panel.title })}${told.gain ? html` <span class="gain">${told.gain}</span>` : null}</p>
      <${Fallen} panel=${panel} />
      ${pieces.length ? html`<div class="deciding board-box" ref=${draw}></div>` : null}
      ${told.mine && !won.some(({ you }) => you) ? html`<p class="winner-mine">${told.mine}</p>` : null}</div>`;
}

function hide() {
  const box = byId("moment");
  box.hidden = true;
  render(null, box);
  lasting = null;
}

function lieOver(felt, box) {
  for (const [side, size] of [["left", felt.offsetLeft], ["top", felt.offsetTop], ["width", felt.offsetWidth], ["height", felt.offsetHeight]]) box.style[side] = `${size}px`;
}

// Pressed anywhere, or when the next game begins, it is over.
const skip = () => lasting?.finish();

// `told`: what it brought the winner and whoever looks, in words.
export function showMoment(panel, won, told) {
  const ms = lastsFor(panel);
  if (panel?.phase !== "between" || panel.code !== celebrated) skip();
  if (!ms || !won.length) return;
  celebrated = panel.code;
  const box = byId("moment");
  lieOver(byId("felt"), box);
  render(html`<${Moment} panel=${panel} won=${won} told=${told} />`, box);
  box.hidden = false;
  const whole = { opacity: 1 };
  lasting = box.animate([{ opacity: 0 }, { ...whole, offset: 0.05 }, { ...whole, offset: 0.94 }, { opacity: 0 }], { duration: isCalm(won) ? SHORTLY : ms, delay: REVEAL, fill: "backwards" });
  lasting.finished.then(hide, hide);
}

document.addEventListener("pointerdown", skip, { capture: true });
document.addEventListener("keydown", skip, { capture: true });
