// The games of a place, narrowed down by a form that its address tells whole.

import { boot, byId, el, name, number, say } from "/static/dom.js";
import { day, person, showGames, signed, table } from "./listed.js";

const { shown, wanted } = boot;

function choices(select, all, found, chosen) {
  const option = ({ word, label, games }) => el("option", { value: word, selected: word === chosen }, games ? say("choice", { name: label, count: number(games) }) : label);
  select.replaceChildren(el("option", { value: "" }, all), ...found.map(option));
  select.addEventListener("change", () => byId("filter").requestSubmit());
}

function toPage(link, page) {
  const asked = new URLSearchParams();
  for (const [key, value] of Object.entries({ ...wanted, season: wanted.season || "", page: page > 1 ? page : "" })) if (value) asked.set(key, value);
  link.href = `${boot.base}${asked.size ? `?${asked}` : ""}`;
  link.hidden = false;
}

function showSeason(season) {
  byId("season-box").hidden = false;
  byId("season-title").textContent = season.name;
  const since = day(season.since);
  byId("season-when").textContent = season.until ? say("season-until", { since, until: day(season.until) }) : say("season-since", { since });
  const rows = season.table.map((line) => [el("span", { class: `place place-${line.place}` }, number(line.place)), person(line), number(line.won), number(line.games), signed(line.net)]);
  byId("season-table").replaceChildren(rows.length ? table([say("place"), say("name"), say("won"), say("games"), say("net")], rows, 2) : el("p", { class: "hint" }, say("none")));
}

function showEvening({ began, lines }) {
  byId("evening-box").hidden = false;
  byId("evening-title").textContent = say("evening-of", { day: day(began) });
  byId("evening-lines").replaceChildren(...lines.map((line) => el("li", {}, el("bdi", {}, line))));
}

// Each against each: what the one in the row won of the games that both sat at.
function showCrossings(found) {
  byId("crossings-box").hidden = found.length < 2;
  const cell = (met) => (met === null ? el("span", { class: "self", "aria-label": say("themselves") }, "·") : met[1] ? say("won-of", { won: number(met[0]), count: number(met[1]) }) : "–");
  byId("crossings").replaceChildren(table([say("name"), ...found.map((one) => name(one.name))], found.map((one) => [person(one), ...one.met.map(cell)])));
}

choices(byId("who"), say("all-people"), shown.people, wanted.who);
choices(byId("game"), say("all-games"), shown.kinds, wanted.game);
choices(byId("season"), say("all-times"), shown.seasons, String(wanted.season || ""));
choices(byId("ended"), say("ended-all"), [{ word: "whole", label: say("ended-whole") }, { word: "void", label: say("ended-void") }], wanted.ended);
byId("table").value = wanted.table;
for (const id of ["since", "until"]) {
  byId(id).value = wanted[id];
  byId(id).addEventListener("change", () => byId("filter").requestSubmit());
}
byId("season-field").hidden = shown.seasons.length === 0;
// A form that is sent says nothing of what was left as it is.
byId("filter").addEventListener("formdata", (event) => { for (const [key, value] of [...event.formData]) if (!value) event.formData.delete(key); });
if (shown.season) showSeason(shown.season);
if (shown.evening) showEvening(shown.evening);
showCrossings(shown.crossings);
showGames(byId("games"), shown.games);
if (wanted.page > 1) toPage(byId("newer"), wanted.page - 1);
if (shown.more) toPage(byId("older"), wanted.page + 1);
