// A card game of five on boardgame.io's own server, kept in PostgreSQL: node boardgame_server.js PORT DATABASE_URL
"use strict";
const { Server, Origins } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");
const { PostgresStore } = require("bgio-postgres");

const PLAYERS = 5;
const CARDS = 10;

function deal(G, random) {
  const pack = random.Shuffle([...Array(PLAYERS * CARDS).keys()]);
  G.hands = Object.fromEntries([...Array(PLAYERS).keys()].map((seat) => [seat, pack.slice(seat * CARDS, (seat + 1) * CARDS)]));
  G.trick = [];
  G.taken = Array(PLAYERS).fill(0);
}

const game = {
  name: "tricks",
  minPlayers: PLAYERS,
  maxPlayers: PLAYERS,
  setup: ({ random }) => {
    const G = {};
    deal(G, random);
    return G;
  },
  turn: { minMoves: 1, maxMoves: 1 },
  // The highest card takes the trick; when the hands are played out, they are dealt anew.
  moves: {
    play: ({ G, playerID, random }, index) => {
      if (!(index in G.hands[playerID])) return INVALID_MOVE;
      const [card] = G.hands[playerID].splice(index, 1);
      G.trick.push({ seat: Number(playerID), card });
      if (G.trick.length === PLAYERS) {
        const best = G.trick.reduce((one, other) => (one.card > other.card ? one : other));
        G.taken[best.seat] += 1;
        G.trick = [];
      }
      if (Object.values(G.hands).every((hand) => !hand.length)) deal(G, random);
    },
  },
  playerView: ({ G, playerID }) => ({
    ...G,
    hands: Object.fromEntries(Object.entries(G.hands).map(([seat, hand]) => [seat, seat === playerID ? hand : hand.length])),
  }),
};

const [port, url] = process.argv.slice(2);
const server = Server({ games: [game], db: new PostgresStore(url, { logging: false }), origins: [Origins.LOCALHOST] });
server.run({ port: Number(port) });
