// The room: what the live line tells becomes tables, of which one is shown.

import { boot, byId, say } from "./dom.js";
import { showBar as showTableBar } from "./bar.js";
import { clear as clearBubbles, layAgain, showDone, showSaid } from "./bubbles.js";
import { hearChat, hearPeople, showPeople, showView, startChat } from "./chat.js";
import { hearTime, now, showClock } from "./clock.js";
import { isCovered, onCover, showCover, startCover, underCover } from "./cover.js";
import { showEnding } from "./ending.js";
import { wear } from "./face.js";
import { showFleeting } from "./fleeting.js";
import { clearGlimpses } from "./glimpse.js";
import { Live } from "./live.js";
import { Log, showLog } from "./news.js";
import { showMyFace } from "./my_face.js";
import { remember } from "./seats.js";
import { lastCall } from "./last_call.js";
import { showMoves, tellDeed } from "./moves.js";
import { isAway, onPick, play, showBar } from "./play.js";
import { laid, showAct, showBoard, showPanel } from "./table.js";
import { showClocks, showTabs } from "./tabs.js";
import { dropAnswer, parted, showAnswer, startAnswers, status } from "./answer.js";
import { showHosted, startOpening } from "./chooser.js";
import { showEmpty } from "./empty.js";
import { brought, newsOf } from "./told.js";
import { startExplaining } from "./explain.js";
import { showLesson, startLessons } from "./lesson.js";
import { startRules } from "./rules.js";
import { send } from "./send.js";
import { callTurn, offerSound, sound, startSound } from "./sound.js";
import { suspend, tellNow, waits } from "./suspense.js";

const title = document.title;
// The table that this page was opened for, by its code: shown first, once.
let wantedFirst = boot.table;
let tables = new Map();
let selected = "";
let snapshots = 0;
let live = null;
// What waits until dice lie still: sounds, what others have done and said. And whether it was this person's turn when
// they were last told so; null: they were told of another table, or of none.
const [cues, done, said] = [[], [], []];
let wasAwaited = null;

class Table {
  constructor() {
    this.log = new Log();
    this.place = null;
    this.own = null;
    // What its place sees is as it is now: of a table where one sits it is told only while the hand is covered.
    this.placeIsNow = false;
    this.brief = false;
    this.shown = "";
    // Since when a house bot has this person's seat, by the order of the log; null: it has not.
    this.awaySince = null;
  }

  hear(told, now) {
    if (told.own) this.own = brought(this.own, told);
    else this.place = brought(this.place, told);
    if (!told.own && (told.panel || told.change)) this.placeIsNow = true;
    if (!told.own && told.panel) this.brief = told.brief;
    this.log.add(newsOf(told), now);
    if (!isAway(this.panel)) this.awaySince = null;
    else this.awaySince ??= this.log.lastOrder;
  }

  get yours() {
    return this.own?.seats.some((seat) => seat.you) ?? false;
  }

  // What is made for this person counts while they sit there.
  get panel() {
    return this.yours ? this.own : this.place ?? this.own;
  }

  get covered() {
    return this.yours && this.panel.hands && isCovered();
  }

  // What the house bot has done last for this person.
  get deed() {
    const own = this.panel.seats.find((seat) => seat.you);
    return this.awaySince === null || !own ? "" : this.log.deedOf(own, this.panel.seats, this.awaySince);
  }

  // What may be seen of it now.
  get seen() {
    return this.covered ? underCover(this.panel, this.placeIsNow ? this.place : null) : this.panel;
  }

  get awaitsYou() {
    return this.yours && this.panel.seats.some((seat) => seat.you && seat.awaited && !seat.away);
  }

  // People play there, or one can still sit down. Of one of many only the number is told.
  get isAlive() {
    const { phase, room, seats, sitting } = this.panel;
    const people = seats.length ? seats.filter(({ bot, away }) => !bot && !away).length : sitting;
    return phase === "lobby" ? room > 0 : people >= (phase === "playing" ? 1 : 2);
  }

  // Closed for its place is closed for everybody, whatever somebody was shown last of their own.
  get closed() {
    return (this.place ?? this.panel).phase === "closed" || this.panel.phase === "closed";
  }
}

function hearTable(told) {
  let table = tables.get(told.table);
  // One that was closed and is out of sight: what has changed there is of no table that is known.
  if (!table && !told.panel) return;
  if (!table) {
    // What happened at a closed one stays in sight, but of no other.
    tables = new Map([...tables].filter(([id, one]) => !one.closed || id === selected));
    table = new Table();
    tables.set(told.table, table);
  }
  const wasYours = table.yours;
  table.hear(told, now());
  if (table.yours && !wasYours) {
    selected = told.table;
    atHome = false;
  }
  if (told.notify && told.table === selected) status("");
}

function snapshot({ tables: told, chat }) {
  wasAwaited = null;
  const before = tables.get(selected);
  const old = tables;
  tables = new Map();
  const wanted = selected;
  // They stand where they stood.
  const at = [...old.keys()];
  const place = ({ table }) => (old.has(table) ? at.indexOf(table) : at.length);
  told.toSorted((one, other) => place(one) - place(other)).forEach(hearTable);
  snapshots += 1;
  for (const [id, table] of tables) table.log.begin(snapshots, old.get(id)?.log);
  if (before && !tables.size) tables.set(wanted, before);
  if (tables.has(wanted)) selected = wanted;
  selectWanted();
  hearChat(chat, { all: true });
}

function selectWanted() {
  if (!wantedFirst) return;
  selected = [...tables].find(([, { panel }]) => panel.code === wantedFirst)?.[0] ?? selected;
  wantedFirst = "";
  if (location.search) history.replaceState(null, "", location.pathname);
}

// One's own tables stand first.
function ordered() {
  const rank = ([, table]) => (table.yours ? 0 : 1);
  return new Map([...tables].sort((a, b) => rank(a) - rank(b)));
}

function select(table) {
  atHome = false;
  dropAnswer();
  selected = table;
  wasAwaited = null;
  show();
}

// The sign of the house leads to the games of the room, as long as tables stand between.
let atHome = false;
function goHome(event) {
  if ([...tables.values()].every((one) => one.closed)) return;
  event.preventDefault();
  comeHome();
  dropAnswer();
  show();
}

function comeHome() {
  atHome = true;
  showView("table");
}

// Of many tables only the one that is looked at is told whole.
function lookAt(table) {
  if (table?.brief && !table.yours) live.look(table.panel.code);
}

// The ids of guests who sit at a table here; null: of some table not all are told.
function seatedGuests(open) {
  const panels = [...open.values()].map(({ panel }) => panel);
  return panels.some(({ seats, sitting }) => sitting > seats.length) ? null : new Set(panels.flatMap(({ seats }) => seats.map(({ you, guest }) => (you ? boot.id : guest))));
}

// The table that comes by itself: where it is one's turn, or one plays or gathers; for whoever has just come, where they
// sit, or what people play. Undefined: none.
function nextOf(open) {
  const all = [...open].filter(([id]) => id !== left);
  const first = (fits) => all.find(([, one]) => fits(one))?.[0];
  const own = first((one) => one.awaitsYou) ?? first(({ yours, panel }) => yours && panel.phase !== "between");
  return own ?? (hasCome ? undefined : first(({ yours }) => yours) ?? first(({ isAlive }) => isAlive));
}

// Whoever comes is shown a table, if one is played or gathers. From then on what is in view stays, whatever others open.
// A table that closes is gone; what happened there is still read, or told where one plays next. Whoever leaves one comes
// home, or to where they play.
let hasCome = false;
let left = null;
function choose(open) {
  const next = nextOf(open);
  hasCome = true;
  if (left !== null && selected === left) {
    selected = null;
    if (!next) comeHome();
  }
  left = null;
  if (atHome) selected = null;
  else if (!open.has(selected) && next) {
    const before = tables.get(selected);
    if (before?.closed) status(before.log.lastNews);
    selected = next;
  }
}

// While the last dice of a game still roll, no move stands below them any more.
const hideMoves = (past) => ["offers", "press-bar"].forEach((id) => byId(id).classList.toggle("past", past));

// The table itself: what is asked, its pot, its board.
function showTable(panel) {
  const box = byId("panel");
  if (box.dataset.table !== panel?.code) {
    clearBubbles();
    clearGlimpses();
  }
  box.dataset.table = panel?.code ?? "";
  const key = JSON.stringify(panel);
  if (box.dataset.key === key) return;
  box.dataset.key = key;
  showPanel(panel);
}

// The page's title calls whose turn it is, and how long still where that is short.
function showTitle() {
  const called = [...tables.values()].some((one) => one.awaitsYou);
  const told = called ? `● ${lastCall([...tables.values()]) || say("your-turn")} · ${title}` : title;
  if (document.title !== told) document.title = told;
  byId("table-mark").textContent = called ? "●" : "";
}

// All that tells how things stand at the tables, once nothing of it has to wait any more.
function showAll(open, table, panel, result, covered) {
  showTabs(open, selected, select);
  showHosted([...open.values()].map((one) => one.panel));
  showTableBar(panel);
  showMyFace(panel);
  showTable(panel);
  hideMoves(false);
  showEnding(panel, result, () => [...table.log.finePrint]);
  offerSound(Boolean(table?.yours), panel?.phase);
  showMoves(panel);
  tellDeed(table?.deed);
  showLesson(panel);
  showBar();
  showLog(table?.log ?? null, covered);
  showFleeting(table?.log ?? null, now(), covered);
  sound(cues.splice(0));
  showDone(done.splice(0), panel?.phase === "playing" ? panel.seats : []);
  said.splice(0).forEach((line) => showSaid(line, panel?.seats ?? []));
  const begins = awaited() && wasAwaited === false;
  wasAwaited = awaited();
  if (begins) callTurn();
  showTitle();
  document.dispatchEvent(new CustomEvent("shown", { detail: panel }));
}

// The table whose board is drawn, and whether it is covered.
let inSight = "";
// `rolls`: it was told just now that dice were rolled there.
function show(rolls = false) {
  tables = ordered();
  const open = new Map([...tables].filter(([, one]) => !one.closed));
  choose(open);
  const table = tables.get(selected) ?? null;
  const panel = table === null || table.closed ? null : table.seen;
  const covered = table?.covered ?? false;
  if (panel !== null) lookAt(table);
  showEmpty(panel === null, open, select);
  document.body.classList.toggle("no-table", panel === null);
  document.body.classList.toggle("no-news", table === null);
  wear([...open.values()].flatMap(({ panel: { seats } }) => seats));
  showPeople(seatedGuests(open));
  const result = panel?.phase === "between" ? table.log.result(covered) : null;
  showCover(panel === null ? null : table);
  // What is covered is so at once, and no table waits for another.
  const sight = [panel?.code, covered].join(" ");
  if (sight !== inSight) tellNow();
  inSight = sight;
  play.take(laid(panel));
  hideMoves(panel?.phase !== "playing");
  const isSame = byId("panel").dataset.key === JSON.stringify(panel);
  const ms = isSame || panel === null ? 0 : showAct(rolls);
  // What is drawn now is neither this panel nor the one before.
  if (ms) byId("panel").dataset.key = "";
  suspend(ms, () => showAll(open, table, panel, result, covered));
}

const awaited = () => tables.get(selected)?.awaitsYou ?? false;

// What binds a secret move is kept, behind the seal of its table, or of one's own where none is named; false: there is none.
function keepProof({ proof }, code = "") {
  const all = [...tables.values()];
  const table = all.find(({ panel }) => panel.code === code) ?? [tables.get(selected), ...all].find((one) => one?.yours);
  if (proof) table?.log.keepReceipt(proof);
  return table !== undefined;
}

document.addEventListener("answered", ({ detail: { said, answer } }) => {
  const told = parted(answer);
  if (keepProof(told, said.table || said.looks_at) && told.proof && !waits()) show();
});

const LEAVES = /^\W?leave\b/i;
document.addEventListener("answered", ({ detail: { said, answer } }) => {
  if (!answer.ok || answer.confirm || !LEAVES.test(said.text)) return;
  left = [...tables].find(([, { panel }]) => panel.code === (said.table || said.looks_at))?.[0] ?? null;
  if (left !== null && !waits()) show();
});

// An answer to what this person said elsewhere.
function hearAnswer(answer) {
  const told = keepProof(parted(answer)) ? answer : { ...answer, receipt: "" };
  showAnswer(told, null, { unasked: true, sayIt: (line) => send(line, { hidden: true }) });
}

function hear(content) {
  let rolls = false;
  hearTime(content.now);
  if (content.type === "snapshot") {
    snapshot(content);
  } else {
    content.tables.forEach(hearTable);
    const heard = content.tables.filter((told) => told.table === selected).flatMap((told) => newsOf(told).flatMap((line) => line.cues));
    rolls = heard.includes("roll");
    if (rolls) sound(["roll"]);
    cues.push(...heard.filter((cue) => cue !== "roll"));
    done.push(...content.tables.filter((told) => told.table === selected).flatMap(newsOf));
    const { chat = [], people, answers = [] } = content;
    said.push(...chat);
    if (chat.length) hearChat(chat);
    if (people) hearPeople(people);
    answers.forEach(hearAnswer);
  }
  show(rolls);
}

function tick() {
  if (waits()) return;
  showClocks(tables);
  showTitle();
  const table = tables.get(selected);
  if (!table) return;
  showClock(table.panel);
  if (table.log.fade(now())) showLog(table.log, table.covered);
  showFleeting(table.log, now(), table.covered);
}

remember(boot);
byId("overlay-link").hidden = !boot.staff;
byId("control-link").hidden = !boot.control;
byId("desk-link").hidden = !(boot.staff && boot.reports);
byId("setup-link").hidden = !boot.setup;
startAnswers();
document.querySelector(".brand").addEventListener("click", goHome);
startCover();
onCover(() => {
  if (isCovered() && !live.covered) tables.forEach((table) => { table.placeIsNow = false; });
  live.cover(isCovered());
});
onCover(show);
startOpening();
startRules();
startExplaining();
startLessons();
startChat();
startSound();
onPick(() => {
  showBoard();
  showBar();
});
// The board has more room, or less, than before: it is laid out anew.
document.addEventListener("room", () => {
  const table = tables.get(selected);
  if (!table || table.closed) return;
  play.take(laid(table.seen));
  showBoard();
  layAgain();
});
setInterval(tick, 250);
live = new Live(hear, boot.table, isCovered());
