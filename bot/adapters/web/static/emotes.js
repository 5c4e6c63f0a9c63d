// Six faces and a few words to say with one press; what others say so can be muted with one.

import { areMuted, mute } from "./bubbles.js";
import { say } from "./dom.js";
import { html } from "./html.js";
import { send } from "./send.js";

const FACES = ["👏", "😂", "😱", "🔥", "🤔", "🎉"];
const PHRASES = ["phrase-luck", "phrase-nice", "phrase-oh", "phrase-thanks"];

function speak(event, text) {
  event.currentTarget.closest("details").open = false;
  send(text, { brief: true });
}

function muteThem(event) {
  mute(!areMuted());
  event.currentTarget.setAttribute("aria-pressed", String(areMuted()));
}

// A press elsewhere closes them.
document.addEventListener("click", ({ target }) => {
  for (const open of document.querySelectorAll(".emotes[open]")) if (!open.contains(target)) open.open = false;
});

export function Emotes() {
  return html`<details class="emotes"><summary title=${say("emotes")}><span aria-hidden="true">☺</span><span class="unseen">${say("emotes")}</span></summary>
    <div class="emote-card">
      <div class="faces">${FACES.map((face) => html`<button type="button" onClick=${(event) => speak(event, face)}>${face}</button>`)}</div>
      ${PHRASES.map((word) => html`<button type="button" class="quiet" onClick=${(event) => speak(event, say(word))}>${say(word)}</button>`)}
      <button type="button" class="quiet mute" aria-pressed=${String(areMuted())} onClick=${muteThem}>${say("mute-emotes")}</button>
    </div></details>`;
}
