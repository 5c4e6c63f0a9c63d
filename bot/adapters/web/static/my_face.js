// One's own face, and those to choose from: one press takes one, at every table.

import { boot, byId, hue, say } from "./dom.js";
import { Face, ownFace, wear } from "./face.js";
import { html, render } from "./html.js";
import { send } from "./send.js";

const ANY = "any";
// The last one that was taken, and what is shown as chosen meanwhile.
let kept = boot.face;
let chosen = kept;
let presses = 0;
let atTable = null;

function take(face) {
  chosen = face === ANY ? "" : face;
  draw();
  presses += 1;
  const press = presses;
  send(`${boot.prefix}face ${face}`, { hidden: true, brief: true }).then((taken) => {
    if (taken) kept = face === ANY ? "" : face;
    if (press === presses) chosen = kept;
    draw();
  });
}

function draw() {
  // At a table somebody else may have chosen the same before.
  const mine = atTable ?? { you: true, seat: hue(boot.id), name: boot.name, face: chosen || ownFace(boot.id) };
  wear([mine]);
  render(html`<${Face} seat=${mine} />`, byId("my-face"));
  render(boot.handAlone ? null : html`<h2>${say("your-face")}</h2><div class="faces">
    ${boot.faces.map((face) => html`<button type="button" key=${face} title=${face} aria-label=${face} aria-pressed=${String(face === chosen)} onClick=${() => take(face)}>
      <${Face} seat=${{ seat: atTable?.seat ?? hue(boot.id), name: face, face }} /></button>`)}
    <button type="button" class="quiet" aria-pressed=${String(chosen === "")} onClick=${() => take(ANY)}>${say("any-face")}</button></div>`, byId("my-faces"));
}

// Show one's face in the bar: that at this table, else the one that was chosen, else one's own.
export function showMyFace(panel) {
  atTable = panel?.seats.find((seat) => seat.you) ?? null;
  draw();
}
