// Moves made by pressing pieces: what is picked, until it is sent; the bar above the moves says what a press would do.

import { byId, el, say } from "./dom.js";
import { chooseInForm, isChosenInForm, secretTag } from "./form.js";
import { Picking, identified, most, takes } from "./pick.js";
import { send } from "./send.js";
import { piecesOf } from "./told.js";

const AT_ONCE = 400;
const listeners = [];
export const onPick = (listen) => listeners.push(listen);

// A house bot plays for whoever was silent too long, until they say anything.
export const isAway = (panel) => panel?.phase === "playing" && !panel.paused && panel.seats.some((seat) => seat.you && seat.away);

// What the pieces of one panel can be pressed for. What is picked stays while others move, for the same question.
class Play {
  constructor() {
    this.panel = null;
    this.pieces = [];
    this.madeAt = -Infinity;
    this.forget();
  }

  forget() {
    this.lone = null;
    this.picks = [];
    this.armed = [];
  }

  take(panel) {
    const asked = panel === null ? "" : [panel.code, panel.ask].join(" ");
    const isNew = asked !== this.asked;
    if (isNew) this.forget();
    this.asked = asked;
    this.panel = panel;
    this.pieces = identified(panel?.board ? piecesOf(panel.board) : []);
    const offers = isAway(panel) ? [] : panel?.offers ?? [];
    this.picking = new Picking(offers, this.pieces);
    const picks = this.picks.map((pick) => this.pieces.find((piece) => piece.id === pick.id)).filter(Boolean);
    this.picks = picks.length === this.picks.length && this.picking.goesWith(picks) ? picks : [];
    // Where one move is all there is, it is picked beforehand: one press makes it. Nobody else is told.
    this.lone = this.picking.lone(offers);
    if (isNew) this.picks = this.lone ?? this.picking.onlyStart();
    this.armed = this.armed.filter((verb) => this.picking.offers.some((offer) => offer.verb === verb));
  }

  get board() {
    return this.panel?.board ? { ...this.panel.board, pieces: this.pieces } : null;
  }

  // What is chosen on the board, and needs no form.
  holds(offer) {
    return this.picking.offers.includes(offer) && offer.fields.some((field) => field.kind !== "flag");
  }

  isLone(piece) {
    return this.lone !== null && this.picks.length === this.lone.length && this.picking.isPicked(piece, this.picks);
  }

  // It is an option in a form: the board chooses it there, unless it is small. A lone choice has a button for each instead.
  isInForm(piece) {
    if (matchMedia("(max-width: 899px)").matches) return false;
    const offers = isAway(this.panel) ? [] : this.panel?.offers ?? [];
    const isOption = (offer) => offer.fields.some((field) => field.kind === "one" && takes(piece, offer, field));
    return Boolean(piece.id) && offers.some((offer) => offer.fields.length > 1 && !this.holds(offer) && isOption(offer));
  }

  canPress = (piece) => this.picking.canPress(piece, this.picks) || this.isInForm(piece);
  isPicked = (piece) => this.picking.isPicked(piece, this.picks) || (this.isInForm(piece) && isChosenInForm(piece));
  isNext = (piece) => this.picking.isNext(piece, this.picks) || (this.isInForm(piece) && !isChosenInForm(piece));

  press = (piece) => {
    if (this.isInForm(piece)) {
      chooseInForm(piece);
      return;
    }
    // In the moment that it goes it means nothing any more.
    // The second press of two at once is none of the next move, should it be picked already.
    if (this.isLone(piece) && performance.now() - this.madeAt < AT_ONCE) return;
    if (this.sending || !this.pieces.some((one) => one.id === piece.id)) return;
    const { picks, line, offer, armed = [] } = this.isLone(piece) ? { picks: this.picks, ...this.picking.whole(this.picks)[0] } : this.picking.press(piece, this.picks);
    this.picks = picks;
    this.armed = armed;
    if (line) this.make(offer, line);
    else listeners.forEach((listen) => listen());
  };

  // The moves that one more press makes: what is picked makes them whole, or their piece was pressed.
  get whole() {
    if (!this.picks.length && !this.armed.length) return [];
    return this.picking.whole(this.picks).filter(({ offer }) => this.holds(offer) || this.armed.includes(offer.verb));
  }

  async make(offer, line) {
    const { code, ask } = this.panel;
    const [before, asked] = [this.picks, this.asked];
    this.sending = true;
    this.madeAt = performance.now();
    try {
      const taken = await send(line, { table: code, ask, hidden: offer.secret, pressed: true, brief: true });
      // The next question came with the answer.
      if (this.asked !== asked) return;
      if (taken && !offer.reversible) this.forget();
      else this.picks = before.filter((pick) => this.pieces.some((piece) => piece.id === pick.id));
    } finally {
      this.sending = false;
      listeners.forEach((listen) => listen());
    }
  }
}

export const play = new Play();

// What is chosen in a form is seen on the board.
document.addEventListener("change", ({ target }) => { if (target.closest?.("[data-fills]")) listeners.forEach((listen) => listen()); });

// Of several things that are the same to the rules no one is named: they are called as the rules call them.
const isAlike = (pick) => (one) => one.id && one.word === pick.word && one.name !== pick.name && one.fills.some((fill) => pick.fills.includes(fill));

const choiceOf = (pick) => play.picking.offers.flatMap(({ fields }) => fields.flatMap(({ among }) => among ?? [])).find(({ word }) => word === pick?.word);

function nameOf(pick) {
  if (pick.name && !play.pieces.some(isAlike(pick))) return pick.name.split(",")[0];
  return choiceOf(pick)?.label ?? pick.label ?? pick.word;
}

const picked = (between = ", ") => play.picks.map(nameOf).join(between);

// What is picked is named once, though the move's own label may name it, too.
function labelOf(offer) {
  const named = picked(offer.fields.length > 1 ? " → " : ", ");
  if (` ${offer.label} `.includes(` ${named} `)) return offer.label;
  const at = offer.label.lastIndexOf(` ${choiceOf(play.picks[0])?.label}`);
  return named ? say("move-with-pieces", { move: at > 0 ? offer.label.slice(0, at) : offer.label, pieces: named }) : offer.label;
}

function makeButton({ offer, line }) {
  const button = el("button", { type: "button", class: "main-button", "data-line": line }, labelOf(offer), secretTag(offer), play.lone ? el("small", {}, say("only-move")) : null);
  button.addEventListener("click", () => { if (!play.sending) play.make(offer, line); });
  return button;
}

function clearButton() {
  const button = el("button", { type: "button", class: "quiet clear-picks", title: say("clear-picks"), "aria-label": say("clear-picks") }, "✕");
  button.addEventListener("click", () => {
    play.forget();
    listeners.forEach((listen) => listen());
  });
  return button;
}

// What is to be pressed now; empty: the buttons say it, or nothing on the board can be pressed.
function next() {
  const { whole, picks, picking, panel } = play;
  if (whole.length) return "";
  const held = panel?.offers.filter((offer) => play.holds(offer)) ?? [];
  if (!picks.length) return held.length ? say(held.length < panel.offers.length ? "press-pieces-or" : "press-pieces") : "";
  const field = picking.asksNext(picks);
  if (!field) return say("press-next", { pieces: picked() });
  return most(field) === 1 ? say("press-field", { pieces: picked(), asked: field.label.toLocaleLowerCase() }) : say("press-more", { pieces: picked() });
}

// Drawn anew only where it says something else: a screen reader reads what is new, and the focus stays.
export function showBar() {
  const { whole, picks } = play;
  const told = next();
  const bar = byId("press-bar");
  // What was picked on the board can be pressed once, in the bar.
  const again = !play.lone ? whole.map(({ line }) => line) : [];
  document.querySelectorAll("#offers [data-plays]").forEach((one) => { one.hidden = again.includes(one.dataset.plays); });
  const key = JSON.stringify([play.asked, told, picked(), picks.length, whole.map(({ offer, line }) => [offer.label, offer.secret, line])]);
  if (bar.dataset.key === key) return;
  bar.dataset.key = key;
  const buttons = [...whole.map(makeButton), picks.length || whole.length ? clearButton() : null].filter(Boolean);
  const shown = [told ? el("p", { class: "next-press" }, told) : null, buttons.length ? el("div", { class: "button-row" }, buttons) : null];
  bar.replaceChildren(...shown.filter(Boolean));
  bar.hidden = !bar.childElementCount;
}
