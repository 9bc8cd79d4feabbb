// Plays as fast as it goes: node boardgame_load.js PORT MATCHES SENDERS SECONDS; prints how many moves in how many seconds.
"use strict";
const { io } = require("socket.io-client");

const [port, matches, senders, seconds] = process.argv.slice(2).map(Number);
const address = `http://localhost:${port}`;

async function ask(path, body) {
  const answer = await fetch(`${address}/games/tricks/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

// A match of five, of whom one has their page open.
async function begin() {
  const { matchID } = await ask("create", { numPlayers: 5 });
  const credentials = [];
  for (let seat = 0; seat < 5; seat++) {
    const { playerCredentials } = await ask(`${matchID}/join`, { playerID: String(seat), playerName: `Player ${seat}` });
    credentials.push(playerCredentials);
  }
  const socket = io(`${address}/tricks`, { transports: ["websocket"] });
  const match = { matchID, credentials, socket, state: null, told: null };
  const take = (state) => {
    match.state = state;
    match.told?.();
  };
  socket.on("sync", (_id, { state }) => take(state));
  socket.on("update", (_id, state) => take(state));
  const synced = new Promise((resolve) => { match.told = resolve; });
  socket.emit("sync", matchID, "0", credentials[0], 5);
  await synced;
  return match;
}

async function move(match) {
  const { _stateID, ctx } = match.state;
  const playerID = ctx.currentPlayer;
  const payload = { type: "play", args: [0], playerID, credentials: match.credentials[Number(playerID)] };
  const taken = new Promise((resolve) => { match.told = resolve; });
  match.socket.emit("update", { type: "MAKE_MOVE", payload }, _stateID, match.matchID, playerID);
  await taken;
  if (match.state._stateID <= _stateID) throw new Error("a move was refused");
}

async function main() {
  const all = [];
  for (let number = 0; number < matches; number++) all.push(await begin());
  const begun = performance.now(), until = begun + 1000 * seconds;
  let moves = 0;
  await Promise.all([...Array(senders).keys()].map(async (sender) => {
    for (let at = sender; performance.now() < until; at = (at + senders) % matches) {
      await move(all[at]);
      moves += 1;
    }
  }));
  console.log(JSON.stringify({ moves, seconds: (performance.now() - begun) / 1000 }));
  process.exit(0);
}

main();
