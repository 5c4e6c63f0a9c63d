// How the last game ended, until the next begins: what decided it, places, what it brought; the board stays.

import { byId, say } from "./dom.js";
import { press } from "./form.js";
import { html, render } from "./html.js";
import { sealOf } from "./seal.js";
import { Standings } from "./seated.js";

const HEADLINE = 100;

// Of much that happened at once the last sentences say how it ended: what came before them, and they.
function ending(text) {
  const starts = [0, ...[...text.matchAll(/(?<=[.!?…])\s+/g)].map((gap) => gap.index + gap[0].length)];
  const cut = starts.find((start) => text.length - start <= HEADLINE) ?? starts.at(-1);
  return [text.slice(0, cut).trim(), text.slice(cut).trim()];
}

// The seal of this game, made once; practice has none.
function Seal({ panel, fine }) {
  const put = (node) => { if (node && !node.childElementCount) node.append(sealOf(panel, fine)); };
  return html`<div class="seal-place" ref=${put}></div>`;
}

function Ending({ panel, result, fine }) {
  const [before, end] = ending((result.all ?? "").trim());
  const watch = (event) => press(event.currentTarget, "replay", panel, { brief: false });
  return html`<div class="result">
    ${end ? html`<p class="end">${end}</p>` : null}${result.own ? html`<p class="own-result">${result.own}</p>` : null}
    <${Standings} panel=${panel} />
    <div class="after"><button type="button" class="quiet watch" onClick=${watch}>${say("watch-it")}</button>
    ${panel.commands.some(({ word }) => word === "verify") ? html`<${Seal} key=${`${panel.code} ${result.all}`} panel=${panel} fine=${fine} />` : null}
    ${before ? html`<details class="before-that"><summary>${say("how-it-went")}</summary><p tabindex="0">${before}</p></details>` : null}</div></div>`;
}

export function showEnding(panel, result, fine) {
  const box = byId("ending");
  const shown = panel?.phase === "between" && result;
  box.hidden = !shown;
  render(shown ? html`<${Ending} panel=${panel} result=${result} fine=${fine} />` : null, box);
}
