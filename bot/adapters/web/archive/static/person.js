// What the games of a place say of one person.

import { boot, byId, el, number, say } from "/static/dom.js";
import { chart } from "./chart.js";
import { person, showGames, signed, table } from "./listed.js";

const { shown } = boot;

function fact(value, label) {
  return el("li", {}, el("strong", {}, value), el("span", {}, label));
}

const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
const share = (won, games) => percent.format(games ? won / games : 0);

byId("numbers").replaceChildren(
  fact(number(shown.games), say("played")),
  fact(number(shown.won), say("won")),
  fact(share(shown.won, shown.games), say("share")),
  ...(shown.net || shown.money.length ? [fact(signed(shown.net), say("net"))] : []));

byId("badges").replaceChildren(
  ...shown.seasons.map((name) => el("li", { class: "gold" }, say("season-won", { name }))),
  ...(shown.longest_row > 1 ? [el("li", {}, say("row", { now: number(shown.row), longest: number(shown.longest_row) }))] : []),
  ...(shown.best ? [el("li", {}, el("a", { href: `${boot.base}/watch/${shown.best_record}` }, say("best", { amount: number(shown.best) })))] : []));

const rated = shown.of_games.filter((one) => one.ratings.length > 1);
byId("charts").replaceChildren(
  ...(shown.money.length > 1 ? [chart(say("chart-money"), shown.money, 0)] : []),
  ...rated.map((one) => chart(say("chart-rating", { game: one.title }), one.ratings)),
  ...(shown.money.length ? [] : [el("p", { class: "hint" }, say("no-money"))]),
  ...(rated.length ? [] : [el("p", { class: "hint" }, say("no-ratings"))]));

const bar = (won, games) => el("meter", { min: 0, max: games, value: won, "aria-hidden": "true" });
byId("by-game").replaceChildren(table(
  [say("game"), say("games"), say("won"), say("share"), say("rating")],
  shown.of_games.map((one) => [one.title, number(one.games), number(one.won), el("span", { class: "share" }, bar(one.won, one.games), share(one.won, one.games)), one.rating ? number(one.rating) : "–"])));

byId("met-box").hidden = shown.opponents.length === 0;
byId("met").replaceChildren(table(
  [say("opponent"), say("games"), say("won"), say("lost")],
  shown.opponents.map((one) => [person(one), number(one.games), number(one.won), number(one.lost)])));

showGames(byId("games"), shown.latest);
