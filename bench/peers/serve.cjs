// boardgame.io's own server, in memory: it prints its port, and its seconds of CPU at each line that it reads.

const { Server, Origins } = require("boardgame.io/server");
const { Hands } = require("./hands.cjs");

const log = console.log;
console.log = console.info = console.debug = () => {};
const server = Server({ games: [Hands], origins: [Origins.LOCALHOST] });
server.run({ port: 0, callback: () => {} }).then(({ appServer }) => {
  log(appServer.address().port);
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", () => {
    const { user, system } = process.cpuUsage();
    log((user + system) / 1e6);
  });
  process.stdin.on("end", () => process.exit(0));
});
