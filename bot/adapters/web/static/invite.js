// The invitation to a table: its address, to copy, to share, and as a QR code for the cameras of phones.

import { boot, byId, el, say } from "./dom.js";

const homeOf = (code) => `${boot.invite.home}${code}`;

// Pages that come over plain http have no clipboard for us: there what is selected is copied, if the browser lets us.
async function copy(field, told) {
  let copied = true;
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select();
    copied = document.execCommand("copy");
  }
  told.textContent = say(copied ? "copied" : "invite-by-hand");
}

// Who turns the share sheet down has nothing to be told.
const share = (title, url) => navigator.share({ title, url }).catch(() => {});

function buttons(panel, field, told) {
  const copies = el("button", { type: "button", class: "main-button", autofocus: true, onclick: () => copy(field, told) }, say("copy"));
  const shares = navigator.share && !boot.invite.local
    ? el("button", { type: "button", class: "quiet", onclick: () => share(panel.title, field.value) }, say("share"))
    : null;
  return el("div", { class: "invite-buttons" }, copies, shares);
}

// A phone can't open what this computer alone can.
function forCameras(code) {
  if (boot.invite.local) return el("p", { class: "invite-local" }, say("invite-local"));
  const picture = el("img", { src: `/room/${boot.room}/t/${code}/qr.svg`, alt: say("invite-picture"), width: 240, height: 240 });
  const figure = el("figure", {}, picture, el("figcaption", { class: "hint" }, say("invite-code")));
  picture.addEventListener("error", () => { figure.hidden = true; });
  return figure;
}

function content(panel, close) {
  const field = el("textarea", { class: "invite-address", rows: 2, readonly: true, spellcheck: "false", "aria-label": say("invite-address") }, homeOf(panel.code));
  const told = el("p", { class: "invite-told", role: "status" });
  field.addEventListener("focus", () => field.select());
  return [
    el("header", {}, el("h2", { id: "invite-title" }, say(panel.room > 0 ? "invite-to" : "invite-to-watch-this", { game: panel.short || panel.title })),
      el("button", { type: "button", class: "quiet", onclick: close }, say("close"))),
    el("p", {}, say(panel.room > 0 ? "invite-about" : "invite-about-watching")), field, buttons(panel, field, told), told, forCameras(panel.code)];
}

function dialog() {
  const found = byId("invite");
  if (found) return found;
  const made = el("dialog", { id: "invite", class: "invite", "aria-labelledby": "invite-title" });
  made.addEventListener("click", (event) => { if (event.target === made) made.close(); });
  // The button that opened it may have been drawn anew meanwhile.
  made.addEventListener("close", () => {
    if (document.activeElement === document.body) document.querySelector("button.invite-button")?.focus();
  });
  document.body.append(made);
  return made;
}

export function openInvite(panel) {
  const shown = dialog();
  shown.replaceChildren(...content(panel, () => shown.close()));
  shown.showModal();
}

// Nobody can be invited where the table is closed, stands on another platform, or has no seat left and is not to be seen.
export const mayInvite = (panel) => Boolean(boot.invite) && panel.phase !== "closed" && (panel.room > 0 || !panel.unwatched);

// Where all seats are taken, whoever comes looks on.
export const invitation = (panel) => say(panel.room > 0 ? "invite" : "invite-to-watch");

// The button over a table, while somebody can still sit down there.
export function inviteButton(panel) {
  if (!mayInvite(panel) || panel.room < 1) return null;
  return el("button", { type: "button", class: "quiet invite-button", "aria-haspopup": "dialog", onclick: () => openInvite(panel) }, say("invite"));
}
