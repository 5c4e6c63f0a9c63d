// Four players and one who looks on at each table, over sockets: node play.cjs PORT TABLES MOVES. It waits for a line
// before the moves that count; then it prints "done", what the pages were sent a move, and ms from press to shown.

const { SocketIO } = require("boardgame.io/multiplayer");
const { Client, LobbyClient } = require("boardgame.io/client");
const { Hands } = require("./hands.cjs");

const [port, tables, moves] = process.argv.slice(2).map(Number);
const server = `http://127.0.0.1:${port}`;
const log = console.log;
console.log = console.info = console.debug = () => {};

async function seated() {
  const lobby = new LobbyClient({ server });
  const { matchID } = await lobby.createMatch("hands", { numPlayers: 4 });
  const clients = [];
  for (const playerID of ["0", "1", "2", "3", null]) {
    const credentials = playerID === null ? undefined
      : (await lobby.joinMatch("hands", matchID, { playerID, playerName: `p${playerID}` })).playerCredentials;
    const client = Client({ game: Hands, multiplayer: SocketIO({ server }), matchID, playerID, credentials, debug: false, numPlayers: 4 });
    client.subscribe(() => heard(client));
    client.start();
    clients.push(client);
  }
  await until(clients[4], (state) => state !== null);
  for (const client of clients) await until(client, (state) => state !== null);
  return clients;
}

// One subscription a client for good: boardgame.io numbers them by how many there are, and a second may replace a first.
function until(client, holds) {
  client.waiting ??= [];
  return new Promise((done) => {
    if (holds(client.getState())) done();
    else client.waiting.push({ holds, done });
  });
}

function heard(client) {
  const met = (client.waiting ?? []).filter(({ holds }) => holds(client.getState()));
  client.waiting = (client.waiting ?? []).filter((one) => !met.includes(one));
  met.forEach(({ done }) => done());
}

async function play(clients, count, shown) {
  for (let move = 0; move < count; move += 1) {
    const before = clients[4].getState();
    const began = performance.now();
    clients[Number(before.ctx.currentPlayer)].moves.play(move % 13);
    await until(clients[4], (state) => state._stateID > before._stateID);
    await Promise.all(clients.slice(0, 4).map((one) => until(one, (state) => state._stateID > before._stateID)));
    shown.push(performance.now() - began);
  }
}

const line = () => new Promise((done) => process.stdin.once("data", done));

(async () => {
  const all = [];
  for (let table = 0; table < tables; table += 1) all.push(await seated());
  await Promise.all(all.map((clients) => play(clients, 5, [])));
  log("ready");
  await line();
  const shown = [];
  await Promise.all(all.map((clients) => play(clients, moves / tables, shown)));
  shown.sort((a, b) => a - b);
  log(`${shown[Math.floor(shown.length / 2)]}`);
  await line();
  process.exit(0);
})();
