// How the last game ended, until the next begins: who won, what decided it, places, what it brought; the board stays.

import { byId, number, say } from "./dom.js";
import { html, render } from "./html.js";
import { showMoment } from "./moment.js";
import { isNamed, seatAt } from "./named.js";
import { sealOf } from "./seal.js";
import { signed, Standings } from "./seated.js";
import { share, watch } from "./watching.js";

for (const [id, other] of [["to-news", "to-chat"], ["to-chat", "to-news"]]) {
  byId(id).addEventListener("click", () => {
    byId("room").classList.toggle("reads-news", id === "to-news");
    byId(other).focus();
  });
}

const HEADLINE = 100;
// A longer one is cut, and stands whole among how it went.
const LONGEST = 170;
const kindOf = new Intl.PluralRules(document.documentElement.lang, { type: "ordinal" });

const startsOf = (text) => [0, ...[...text.matchAll(/(?<=[.!?…])\s+/g)].map((gap) => gap.index + gap[0].length)];

// Of much that happened at once the last sentences say how it ended: what came before them, and they.
function ending(text) {
  const starts = startsOf(text);
  const cut = starts.find((start) => text.length - start <= HEADLINE) ?? starts.at(-1);
  return [text.slice(0, cut).trim(), text.slice(cut).trim()];
}

// The seal of this game, made once; practice has none.
function Seal({ panel, fine }) {
  const put = (node) => { if (node && !node.childElementCount) node.append(sealOf(panel, fine)); };
  return html`<div class="seal-place" ref=${put}></div>`;
}

// One's own place, in the second person; empty for whoever has neither a place nor gained or lost anything.
function ownResult(seat) {
  if (!seat || (!seat.place && typeof seat.gain !== "number")) return "";
  const gain = typeof seat.gain === "number" ? `: ${signed(seat.gain)}` : "";
  if (seat.won) return `${say("you-win")}${gain}`;
  if (seat.place) return `${say("you-came", { place: ordinal(seat.place) })}${gain}`;
  if (!seat.gain) return say("you-come-out-even");
  return say(seat.gain > 0 ? "you-gain" : "you-lose", { amount: number(Math.abs(seat.gain)) });
}

function ordinal(place) {
  const said = { one: say("place-one", { place }), two: say("place-two", { place }), few: say("place-few", { place }) };
  return said[kindOf.select(place)] ?? say("place-other", { place });
}

// What the end says of one's own lot, before what it says last; empty if that names one, too.
function ownLot(before, end, own, seats) {
  if (!own?.name || isNamed(end, own, seats)) return "";
  const starts = startsOf(before);
  return starts.map((start, at) => before.slice(start, starts[at + 1]).trim()).findLast((one) => seatAt(one, 0, seats) === own && one.length <= LONGEST) ?? "";
}

// What is done with the game that is over stands beside one's own result: small, and in sight.
function After({ panel, result, fine, mine }) {
  const may = (wanted) => panel.commands.some(({ word }) => word === wanted);
  return html`<div class="after">${mine ? html`<p class="mine" role="status">${mine}</p>` : null}
    <button type="button" class="quiet watch" onClick=${() => watch("replay", panel.code)}>${say("watch-it")}</button>
    <button type="button" class="quiet share" onClick=${(event) => share(event.currentTarget, panel)}>${say("share")}</button>
    ${may("verify") ? html`<${Seal} key=${`${panel.code} ${result.all}`} panel=${panel} fine=${fine} />` : null}</div>`;
}

function Ending({ panel, told, result, fine }) {
  return html`<div class="result"><${After} panel=${panel} result=${result} fine=${fine} mine=${told.mine} />${told.lot ? html`<p class="lot">${told.lot}</p>` : null}
      <${Standings} panel=${panel}>${told.end ? html`<p class="end">${told.end}</p>` : null}
      ${result.own && !told.mine ? html`<p class="own-result">${result.own}</p>` : null}<//>
    ${told.before ? html`<details class="before-that"><summary>${say("how-it-went")}</summary><p tabindex="0">${told.before}</p></details>` : null}</div>`;
}

// What is said of it: what ended it, what came before that, and what it brought the winner and whoever looks.
function told(panel, result, won) {
  const whole = (result.all ?? "").trim();
  const [rest, end] = ending(whole);
  const before = end.length > LONGEST ? whole : rest;
  const alike = won.length && won.every(({ gain }) => gain === won[0].gain) && typeof won[0].gain === "number";
  const own = panel.seats.find(({ you }) => you);
  return { before, end, gain: alike ? signed(won[0].gain) : "", mine: ownResult(own), lot: ownLot(rest, end, own, panel.seats) };
}

export function showEnding(panel, result, fine) {
  const box = byId("ending");
  const shown = panel?.phase === "between" && result;
  const won = shown ? panel.seats.filter((seat) => seat.won) : [];
  const words = shown ? told(panel, result, won) : null;
  box.hidden = !shown;
  render(shown ? html`<${Ending} panel=${panel} told=${words} result=${result} fine=${fine} />` : null, box);
  showMoment(panel, won, words);
}
