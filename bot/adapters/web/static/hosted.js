// A tournament: who sits at which table with how much, and who is out with which place.

import { number, say } from "./dom.js";
import { Face } from "./face.js";
import { html } from "./html.js";

const MEDALS = ["🥇", "🥈", "🥉"];

function Player({ one }) {
  const { name, place = 0, stack = 0 } = one;
  return html`<li class="seat"><${Face} seat=${one} /><div class="seat-text"><span class="seat-name"><bdi>${name}</bdi></span>
    <span class="seat-under">${place ? html`<span class="medal">${MEDALS[place - 1] ?? number(place)}</span>` : html`<span class="stack">${number(stack)}</span>`}</span></div></li>`;
}

export function Hosted({ panel }) {
  const all = panel.entered.map((one, seat) => ({ ...one, seat }));
  const tables = [...new Set(all.filter(({ place }) => !place).map(({ table }) => table))];
  const parts = [...tables.map((table) => [say("hosted-table", { number: number(table ?? 0) }), all.filter((one) => !one.place && one.table === table)]), [say(tables.length ? "hosted-out" : "standings"), all.filter(({ place }) => place)]];
  return html`<div class="hosted">${parts.filter(([, players]) => players.length).map(([called, players]) => html`<section><h3>${called}</h3>
    <ul class="seats" aria-label=${called}>${players.map((one) => html`<${Player} key=${one.seat} one=${one} />`)}</ul></section>`)}</div>`;
}
