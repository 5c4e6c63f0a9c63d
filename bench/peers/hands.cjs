// A game of hidden hands for boardgame.io: four players with thirteen cards each, one is played and one is drawn a
// turn, and nobody sees what others hold nor what lies in the deck.

const SEATS = 4;
const HAND = 13;
const DECK = 100_000;

module.exports.Hands = {
  name: "hands",
  setup: ({ random }) => ({
    deck: DECK,
    pile: [],
    hands: Array.from({ length: SEATS }, () => Array.from({ length: HAND }, () => random.Die(52))),
  }),
  moves: {
    play: {
      client: false,
      move: ({ G, playerID, events, random }, at) => {
        const [card] = G.hands[playerID].splice(at, 1);
        G.pile = [...G.pile, card].slice(-5);
        G.hands[playerID].push(random.Die(52));
        G.deck -= 1;
        events.endTurn();
      },
    },
  },
  playerView: ({ G, playerID }) => ({
    deck: G.deck,
    pile: G.pile,
    counts: G.hands.map((hand) => hand.length),
    hand: playerID === null ? null : G.hands[playerID],
  }),
};
