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

// In thousandths of a game: "+1.2 games" is what was won beyond what the chances promised.
const games = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" });
const tenths = new Intl.NumberFormat(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const luck = (value) => (value === null ? "–" : games.format(value / 1000));
if (shown.luck !== null) byId("numbers").append(fact(luck(shown.luck), say("luck")));
byId("luck-how").hidden = shown.luck === null;

byId("badges").replaceChildren(
  ...shown.seasons.map((name) => el("li", { class: "gold" }, say("season-won", { name }))),
  ...(shown.longest_row > 1 ? [el("li", {}, say("row", { now: number(shown.row), longest: number(shown.longest_row) }))] : []),
  ...(shown.best ? [el("li", {}, el("a", { href: `${boot.base}/watch/${shown.best_record}` }, say("best", { amount: number(shown.best) })))] : []),
  ...(shown.pot ? [el("li", {}, el("a", { href: `${boot.base}/watch/${shown.pot_record}` }, say("pot", { amount: number(shown.pot) })))] : []));

const rated = shown.of_games.filter((one) => one.ratings.length > 1);
byId("charts").replaceChildren(
  ...(shown.money.length > 1 ? [chart(say("chart-money"), shown.money, 0)] : []),
  ...rated.map((one) => chart(say("chart-rating", { game: one.title }), one.ratings)),
  ...(shown.money.length ? [] : [el("p", { class: "hint" }, say("no-money"))]),
  ...(rated.length ? [] : [el("p", { class: "hint" }, say("no-ratings"))]));

const bar = (won, games) => el("meter", { min: 0, max: games, value: won, "aria-hidden": "true" });
byId("by-game").replaceChildren(table(
  [say("game"), say("games"), say("won"), say("share"), say("mean-place"), say("luck"), say("best-pot"), say("favourite"), say("rating")],
  shown.of_games.map((one) => [
    one.title, number(one.games), number(one.won), el("span", { class: "share" }, bar(one.won, one.games), share(one.won, one.games)),
    one.place ? say("place-of", { place: tenths.format(one.place / 10), seats: tenths.format(one.seats / 10) }) : "–",
    luck(one.luck), one.pot ? number(one.pot) : "–", one.favourite || "–", one.rating ? number(one.rating) : "–"])));

byId("feats-box").hidden = shown.feats.length === 0;
byId("feats").replaceChildren(...shown.feats.map((one) => el("li", {},
  el("a", { href: `${boot.base}/watch/${one.record}` }, one.name), one.times > 1 ? el("span", { class: "times" }, say("times", { count: number(one.times) })) : "",
  el("span", { class: "hint" }, say("feat-how", { how: one.how, game: one.title })))));

byId("met-box").hidden = shown.opponents.length === 0;
byId("met").replaceChildren(table(
  [say("opponent"), say("games"), say("won"), say("lost")],
  shown.opponents.map((one) => [person(one), number(one.games), number(one.won), number(one.lost)])));

showGames(byId("games"), shown.latest);
