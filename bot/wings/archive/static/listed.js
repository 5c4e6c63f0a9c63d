// What both pages show: games in a list, people by name, tables, days.

import { boot, el, name, number, say } from "/static/dom.js";

const days = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" });
const moments = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
export const day = (ms) => days.format(ms);
export const signed = (value) => (value > 0 ? `+${number(value)}` : number(value));

// Who is listed leads to their page.
export function person({ name: called, key }) {
  return key ? el("a", { href: `${boot.base}/${key}` }, name(called)) : name(called);
}

const MEDALS = { 2: "🥈", 3: "🥉" };

function sat(seat) {
  return el("li", { class: seat.won ? "won" : "" }, MEDALS[seat.won ? 0 : seat.place] ?? "", person(seat), seat.won ? el("span", { class: "medal" }, say("won")) : "", seat.house ? el("small", {}, say("house-bot")) : "");
}

function game(one) {
  const watched = el("a", { class: "quiet watch", href: `${boot.base}/watch/${one.record}`, "aria-label": say("watch-game", { number: one.number, game: one.title }) }, say("watch"));
  return el("li", { class: one.void ? "game off" : "game" },
    el("p", { class: "which" }, el("strong", {}, one.title), " ", el("span", { class: "hint" }, say("number-of", { number: one.number, code: one.code }))),
    el("time", { class: "hint", datetime: new Date(one.ended).toISOString() }, moments.format(one.ended)),
    el("p", { class: "how" }, name(one.void ? say("called-off", { why: one.void }) : one.how)),
    el("ul", { class: "sat" }, one.seats.map(sat)),
    one.options.length ? el("p", { class: "hint options" }, say("options"), " ", el("code", {}, one.options.join(" "))) : "",
    watched);
}

export function showGames(list, games) {
  list.replaceChildren(...(games.length ? games.map(game) : [el("li", { class: "hint" }, say("none"))]));
}

// A table of people or games: heads by their words, and cells that are text or elements; all but the first are numbers.
export function table(heads, rows, first = 1) {
  const cell = (content, at) => (at === first - 1
    ? el("th", { scope: "row", role: "rowheader" }, content)
    : el("td", { role: "cell", class: at < first ? "" : "amount", "data-head": heads[at] }, content));
  // The roles stand here as well, for a table that is laid out as cards is none to every reader.
  return el("table", { role: "table" },
    el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, heads.map((head, at) => el("th", { scope: "col", role: "columnheader", class: at < first ? "" : "amount" }, head)))),
    el("tbody", { role: "rowgroup" }, rows.map((row) => el("tr", { role: "row" }, row.map(cell)))));
}
