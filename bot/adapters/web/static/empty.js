// Where no table is in view: those that stand in the room, and the games that can be opened, each with one press against
// house bots.

import { boot, byId, el, say } from "./dom.js";
import { coverOf, facts, hostsMost, openGame } from "./chooser.js";
import { allGames } from "./games.js";
import { send } from "./send.js";
import { tableCards, toldOf } from "./tabs.js";

const COMFORTABLE = 4;
const PATIENCE = 8000;

// Wait for a panel of one's own table that fits.
function seated(fits) {
  return new Promise((done, failed) => {
    const timer = setTimeout(() => finish(failed), PATIENCE);
    const hear = ({ detail: panel }) => { if (panel?.is_host && fits(panel)) finish(() => done(panel)); };
    const finish = (end) => {
      clearTimeout(timer);
      document.removeEventListener("shown", hear);
      end();
    };
    document.addEventListener("shown", hear);
  });
}

// Open a table, fill it with house bots, and start: what its host would press one after the other. Nobody else waits.
async function playTheHouse(game) {
  const [fewest, most] = game.players;
  const bots = Math.max(fewest, Math.min(COMFORTABLE, most)) - 1;
  const opened = seated((panel) => panel.game === game.name && panel.phase === "lobby");
  if (!(await send(`${boot.prefix}open ${game.name}${fewest > 1 ? " solo=on" : ""}`, { pressed: true, brief: true }))) {
    opened.catch(() => null);
    return null;
  }
  const { code } = await opened;
  if (fewest > 1 && !(await send(`bots ${bots}`, { table: code, pressed: true, brief: true }))) return null;
  return send("start", { table: code, pressed: true, brief: true });
}

function cardOf(game) {
  const title = el("button", { type: "button", class: "opens", "data-opens": game.name, "aria-label": say("open-this", { game: game.title }), onclick: () => openGame(game) }, game.title);
  const house = el("button", { type: "button", class: "main-button", "data-house": game.name }, say("play-house"));
  house.addEventListener("click", async () => {
    if (byId("empty").inert) return;
    if (hostsMost()) return openGame(game);
    byId("empty").inert = true;
    try {
      await playTheHouse(game);
    } catch {
      // The table did not come: what is wrong was said already, and the cards stand as before.
    } finally {
      byId("empty").inert = false;
    }
  });
  return el("li", { class: "game-card" }, coverOf(game), el("h3", {}, title), facts(game), house);
}

// Who opens a table meanwhile puts a card here.
function showTables(open, select) {
  const list = byId("empty-tables");
  const key = JSON.stringify(toldOf(open));
  if (list.dataset.key === key) return;
  const focused = list.contains(document.activeElement) ? document.activeElement.dataset.table : null;
  list.dataset.key = key;
  list.replaceChildren(...tableCards(open, null, select));
  if (focused) list.querySelector(`[data-table="${CSS.escape(focused)}"]`)?.focus();
  byId("empty-title").textContent = say(open.size ? "all-tables" : "empty-room");
}

let isEmpty = false;

// The games are fetched when there is first nothing else to see.
export async function showEmpty(is, open, select) {
  showTables(is ? open : new Map(), select);
  if (is === isEmpty) return;
  isEmpty = is;
  const games = is ? await allGames().catch(() => []) : [];
  if (is === isEmpty) byId("empty-games").replaceChildren(...games.map(cardOf));
}
