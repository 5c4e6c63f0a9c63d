// Your hand and your moves, made from the panel's offers alone: the page knows no game.

import { byId, el, say } from "./dom.js";
import { isAway, play } from "./play.js";
import { isInTheBar } from "./bar.js";
import { status } from "./answer.js";
import { asked, explainOptions, held, lineOf, moveForm, press, renew, secretTag } from "./form.js";
import { meaningOf } from "./games.js";
import { answerTo } from "./send.js";

// What one would press first, if there is no move.
const FIRST = new Set(["agree", "join", "queue", "start", "rematch", "rebuy", "bots"]);
// Where the next game begins by itself, these say when, and its host can let it wait.
const BEGIN = new Set(["start", "rematch"]);
const ENOUGH = { word: "enough", label: say("begins-not") };
// How a value is written that adds nothing.
const NOTHING = "none";
const MOST_DIRECT = 12;
const MOST_BESIDE = 3;
const MOST_SHORT = 8;
const MOST_TOLD = 2;
const MOST_WEIGHT = 9;

// The label, with what little is fixed in the move, unless it tells it already.
function labelOf(offer) {
  const fixed = offer.fields.filter((field) => field.kind === "fixed").flatMap((field) => field.among.filter(({ word }) => word !== field.name));
  const words = ` ${offer.label.replaceAll(":", " ")} `;
  const told = fixed.length > MOST_TOLD || fixed.every(({ label }) => words.includes(` ${label} `));
  return told ? offer.label : [offer.label, ...fixed.map(({ label }) => label)].join(" ");
}

function moveButton(panel, offer, line, { label = labelOf(offer), word = null, beside = false } = {}) {
  const button = el("button", { type: "button", class: beside ? "main-button beside" : "main-button", title: offer.help, "data-word": word, "data-plays": line },
    label, beside || word !== null ? null : secretTag(offer));
  button.addEventListener("click", () => { if (!held(button)) press(button, line, panel, { hidden: offer.secret }); });
  return button;
}

// A move that needs nothing, but to which something may be added: it comes first.
function withMore(panel, offer, [alone, ...more]) {
  const button = ({ word, label }) => moveButton(panel, offer, lineOf(offer, word), { label: say("move-along", { thing: label }), word, beside: true });
  return el("fieldset", { class: "direct", "aria-label": offer.label },
    el("div", { class: "button-row" }, moveButton(panel, offer, lineOf(offer, alone.word), { label: offer.label, word: alone.word }), more.map(button)),
    el("p", { class: "hint" }, offer.help));
}

// One choice and nothing else: a button each.
function directChoices(panel, offer) {
  const [field] = asked(offer);
  if (field.among[0].word === NOTHING && field.among.length > 1) return withMore(panel, offer, field.among);
  const choices = el("fieldset", { class: "direct" }, el("legend", {}, offer.label, " ", secretTag(offer), " ", el("small", { class: "about" }, offer.help)),
    el("div", { class: "button-row" }, field.among.map(({ word, label }) => moveButton(panel, offer, lineOf(offer, word), { label, word }))));
  explainOptions(choices, panel);
  return choices;
}

// Several moves of one verb that leave nothing to choose: the verb once, and what tells them apart as buttons.
function choicesOf(panel, offers) {
  const rest = (offer) => offer.fields.map((field) => field.among.map(({ label }) => label).join(" ")).join(" → ");
  const [first] = offers[0].fields.flatMap((field) => field.among);
  const shared = offers[0].label.slice(0, offers[0].label.lastIndexOf(first.label)).trim() || offers[0].label;
  return el("fieldset", { class: "direct" }, el("legend", {}, shared, " ", secretTag(offers[0]), " ", el("small", { class: "about" }, offers[0].help)),
    el("div", { class: "button-row" }, offers.map((offer) => moveButton(panel, offer, lineOf(offer), { label: rest(offer), word: lineOf(offer) }))));
}

function isDirect(offer) {
  const [field, ...more] = asked(offer);
  return !more.length && field.kind === "one" && field.among.length <= MOST_DIRECT;
}

// What their labels begin with, in whole words.
function sharedLabel(offers) {
  const [first, ...others] = offers.map((offer) => offer.label.split(" "));
  const differs = first.findIndex((word, index) => others.some((other) => other[index] !== word));
  return first.slice(0, differs < 0 ? first.length : differs).join(" ") || offers[0].label;
}

const PLAIN_KINDS = new Set(["number", "one", "fixed"]);
const isPlain = ({ kind, among = [] }) => PLAIN_KINDS.has(kind) && (kind !== "fixed" || among.length === 1);

// Moves of one verb that the word of one field tells apart, as one move in which it is chosen; null where they are not.
function merged(offers) {
  const [first] = offers;
  const names = (offer) => offer.fields.map((field) => field.name).join(" ");
  const alike = offers.every((offer) => names(offer) === names(first) && offer.secret === first.secret && offer.fields.every(isPlain));
  if (offers.length < 2 || !alike || offers.every((offer) => !asked(offer).length || isDirect(offer))) return null;
  const kinds = ({ fields }, but) => fields.map(({ kind }, at) => (at === but ? "" : kind)).join(" ");
  const teller = first.fields.findIndex((_, at) => {
    const told = offers.map(({ fields }) => fields[at]);
    const words = told.flatMap(({ among = [] }) => among.map(({ word }) => word));
    const fits = told.every(({ kind }) => kind === "fixed") || (told.every(({ kind }) => kind !== "number") && offers.every((offer) => kinds(offer, at) === kinds(first, at)));
    return fits && new Set(words).size === words.length;
  });
  if (teller < 0) return null;
  const variants = offers.flatMap(({ fields }) => fields[teller].among.map((choice) => fields.with(teller, { ...fields[teller], kind: "fixed", among: [choice] })));
  const field = { name: first.fields.map(({ name }) => name).join(" "), kind: "variants", teller, variants, fills: `${first.verb}.${first.fields[teller].name}` };
  return { ...first, label: sharedLabel(offers), fields: [field] };
}

// The moves, those that differ in a word put together.
function gathered(offers) {
  const verbs = [...new Set(offers.map((offer) => offer.verb))];
  return verbs.flatMap((verb) => {
    const ofVerb = offers.filter((offer) => offer.verb === verb);
    return merged(ofVerb) ?? ofVerb;
  });
}

// Any line takes the seat back. This one asks for what the page shows already, so its answer is not shown.
async function takeBack(button, panel) {
  if (held(button)) return;
  button.setAttribute("aria-disabled", "true");
  await answerTo("hand", { table: panel.code, hidden: true, pressed: true }).catch(() => status(say("connection-lost"), { bad: true }));
  button.removeAttribute("aria-disabled");
}

// What the house bot did for this person, whose seat it has.
export function tellDeed(deed) {
  const line = byId("bot-did");
  if (!line) return;
  const told = deed ? say("bot-did", { deed }) : "";
  if (line.textContent !== told) line.textContent = told;
}

function awayNodes(panel) {
  const button = el("button", { type: "button", class: "main-button", id: "im-back" }, say("im-back"));
  button.addEventListener("click", () => takeBack(button, panel));
  return [el("div", { class: "is-away", role: "status" }, el("p", {}, say("bot-plays-for-you")), el("p", { class: "hint", id: "bot-did" }), el("p", { class: "hint" }, say("take-seat-back")), button)];
}

// Where there is room for it: one choice among a few things that are no cards is all there is. It stands here as well, so
// that nobody need search the board.
function isShort({ offers }) {
  if (!matchMedia("(min-width: 900px) and (min-height: 700px)").matches) return false;
  const [offer] = offers;
  const lies = (piece) => piece.fills?.some((fill) => fill.startsWith(`${offer.verb}.`));
  return offers.length === 1 && asked(offer).length === 1 && isDirect(offer) && asked(offer)[0].among.length <= MOST_SHORT && !play.pieces.some((piece) => piece.kind === "card" && lies(piece));
}

const isInList = (panel, offer) => play.holds(offer) && !isShort(panel);

// What the options mean that are chosen on the board alone.
function meanings(panel) {
  const list = el("ul", { class: "meanings" });
  const options = panel.offers.filter((offer) => isInList(panel, offer)).flatMap(({ fields }) => fields.filter(({ kind }) => kind === "one").flatMap(({ among }) => among));
  meaningOf(panel.game).then((meaning) => {
    const told = new Map(options.map(({ word, label }) => [label, meaning(word)]).filter(([, about]) => about));
    list.replaceChildren(...[...told].map(([label, about]) => el("li", {}, el("b", {}, `${label}: `), about)));
  });
  return list;
}

// What is chosen on the board can be chosen from a list as well, beside the commands; all else stands here.
function offerNodes(panel) {
  if (isAway(panel)) return awayNodes(panel);
  const nodes = nodesOf(panel, panel.offers.filter((offer) => !isInList(panel, offer)));
  const idle = !panel.offers.length && !panel.covered && panel.phase === "playing";
  const says = panel.seats.some((seat) => seat.you) ? "no-moves" : "you-look-on";
  return [...nodes, meanings(panel), idle ? el("p", { class: "hint" }, say(says)) : null].filter(Boolean);
}

function listOf(panel) {
  const offers = panel.offers.filter((offer) => isInList(panel, offer));
  return offers.length ? el("details", { class: "by-list" }, el("summary", { class: "quiet" }, say("move-from-list")), nodesOf(panel, offers)) : null;
}

// How much there is to choose: so many things stand in its form.
const weight = (offer) => asked(offer).reduce((sum, field) => sum + Math.max(1, (field.among ?? []).length), 0);

// Several forms that don't go on one screen: one is open at a time, at first the shortest.
function folded(offers, forms) {
  const shortest = offers.reduce((least, offer, at) => (weight(offer) < weight(offers[least]) ? at : least), 0);
  return forms.map((form, at) => el("details", { class: "folded-form", name: "moves", open: at === shortest }, el("summary", {}, offers[at].label), form));
}

function nodesOf(panel, of) {
  const offers = gathered(of);
  const fixed = offers.filter((offer) => !asked(offer).length);
  const verbs = [...new Set(fixed.map((offer) => offer.verb))];
  const groups = verbs.map((verb) => fixed.filter((offer) => offer.verb === verb && offer.fields.length)).filter((group) => group.length > 1);
  const plain = fixed.filter((offer) => !groups.some((group) => group.includes(offer)));
  const rest = offers.filter((offer) => asked(offer).length);
  // What takes nothing stands beside the one form that there is: all in reach of a thumb.
  const beside = rest.length === 1 && !isDirect(rest[0]) && plain.length <= MOST_BESIDE;
  const buttons = plain.map((offer) => moveButton(panel, offer, lineOf(offer), { beside }));
  const direct = rest.filter(isDirect).map((offer) => directChoices(panel, offer));
  const filled = rest.filter((offer) => !isDirect(offer));
  const forms = filled.map((offer) => moveForm(panel, offer, beside ? buttons : []));
  const row = buttons.length && !beside ? el("div", { class: "button-row" }, buttons) : null;
  const folds = filled.length > 1 && filled.reduce((sum, offer) => sum + weight(offer), 0) > MOST_WEIGHT;
  const chosen = [...groups.map((group) => choicesOf(panel, group)), ...direct];
  return [...chosen, ...(folds ? [row, ...folded(filled, forms)] : [...forms, row])].filter(Boolean);
}

function commandButton(panel, command, first) {
  const button = el("button", { type: "button", class: first ? "main-button" : "quiet" }, command.label, BEGIN.has(command.word) ? el("span", { class: "begins" }) : null);
  button.addEventListener("click", () => {
    if (held(button)) return;
    const extra = command.word === "join" ? byId("dice-text")?.value.trim() : "";
    press(button, extra ? `${command.word} ${extra}` : command.word, panel, { brief: false });
  });
  return button;
}

// Whoever sits down may add a text that is mixed into the dice.
function diceText() {
  return el("details", { class: "dice-text" }, el("summary", {}, say("dice-text")),
    el("label", { class: "unseen", for: "dice-text" }, say("dice-text")),
    el("input", { id: "dice-text", maxlength: 100, autocomplete: "off" }), el("p", { class: "hint" }, say("dice-text-help")));
}

// What a seat chooses for itself: a list takes less room than a button each.
function commandList(panel, commands) {
  const list = el("select", { class: "quiet", "aria-label": panel.choosing },
    el("option", { value: "" }, `${panel.choosing} …`), commands.map(({ word, label }) => el("option", { value: word }, label)));
  list.addEventListener("change", () => { if (list.value) press(list, list.value, panel, { brief: false }); });
  return list;
}

const mayHold = ({ is_host: host, phase, ends_at: at }) => host && phase === "between" && Boolean(at);

function commandNodes(panel) {
  const isListed = ({ word }) => word.startsWith("choose ");
  const here = [...panel.commands.filter((command) => !isInTheBar(command)), ...(mayHold(panel) ? [ENOUGH] : [])];
  const buttons = here.map((command, index) => (isListed(command) ? null : commandButton(panel, command, index === 0 && !panel.offers.length && FIRST.has(command.word))));
  const listed = here.filter(isListed);
  const all = [listOf(panel), ...buttons, listed.length ? commandList(panel, listed) : null].filter(Boolean);
  return panel.commands.some((command) => command.word === "join") ? [...all, diceText()] : all;
}

// Where a form was shown, its room is kept below the board until the game ends.
let formed = "";
function keepRoom(panel) {
  const game = `${panel.code} ${panel.game} ${panel.phase}`;
  if (document.querySelector("#offers .move-form")) formed = game;
  byId("room").classList.toggle("had-form", formed === game);
}

export function showMoves(panel) {
  const own = byId("own");
  own.hidden = !panel?.own.length;
  renew(own, JSON.stringify(panel?.own ?? []), () => (panel?.own ?? []).map((line) => el("p", {}, line)));
  if (panel === null) {
    renew(byId("offers"), "", () => []);
    renew(byId("commands"), "", () => []);
    return;
  }
  renew(byId("offers"), JSON.stringify([panel.code, panel.ask, panel.offers, panel.phase, panel.covered, isAway(panel)]), () => offerNodes(panel));
  renew(byId("commands"), JSON.stringify([panel.code, panel.ask, panel.commands, panel.offers.filter((offer) => play.holds(offer)), panel.offers.length > 0, panel.phase, panel.is_host, mayHold(panel), panel.paused, panel.given]), () => commandNodes(panel));
  keepRoom(panel);
  const waits = panel.covered === true && panel.seats.some((seat) => seat.you && seat.awaited);
  byId("dock").classList.toggle("busy", panel.offers.length > 0 || waits);
}
