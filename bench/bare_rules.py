"""How many moves a second the bare rules play: nothing around them, a random player on every seat."""

import random
from collections.abc import Callable, Sequence
from typing import Any, Final

from bench import peers
from bench.figures import Row, Scale, rate, whole
from bench.peers import Peer, installed
from games.catalogue import AnyGame, catalogue
from games.kit.dice import Dice, Draw
from games.kit.moves import LegalMove
from games.kit.seats import Seat, all_seats
from games.proof.seeded_dice import SeededDice

GAME: Final = "halflings"
TABLES: Final = (
    ("one seat against the House", 1, {}),
    ("a duel", 2, {"mode": "duel"}),
    ("a crowd of 20", 20, {"mode": "crowd"}),
)


class PlainDraw(Draw):
    """Numbers from `random`: what dice cost that prove nothing."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def below(self, n: int) -> int:
        return self._chance.randrange(n)


class PlainDice(Dice):
    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self._draw = PlainDraw(chance)

    def stream(self, label: str, index: int) -> Draw:  # noqa: ARG002 - one stream for all labels
        return self._draw


def one_game(
    given: dict[str, str], seats: int, dice: Callable[[], Dice], chance: random.Random, name: str = GAME
) -> Callable[[], int]:
    """A whole game, each move taken from what is legal; gives the number of moves and silences it took."""
    game = catalogue()[name]
    options = game.options_from(given)
    stacks = (game.stack(options),) * seats

    def play() -> int:
        thrown = dice()
        state, moves = game.start(options, stacks, thrown, None).state, 0
        while game.asks(state) is not None:
            seat, legal = first_who_may(game, state, seats, chance)
            if legal:
                move = chance.choice(chance.choice(legal).examples())
                state = game.play(state, seat, move, thrown).state
            else:
                state = game.time_up(state, (), thrown).state
            moves += 1
        return moves

    return play


def first_who_may(game: AnyGame, state: Any, seats: int, chance: random.Random) -> tuple[Seat, tuple[LegalMove, ...]]:
    """The first seat, from one that is drawn, that has something to do; no moves where only the clock goes on."""
    first = chance.randrange(seats)
    around = all_seats(seats)
    for seat in around[first:] + around[:first]:
        if legal := game.legal_moves(state, seat):
            return seat, legal
    return Seat(first), ()


def beside(peer: Peer | str, seconds: float) -> str:
    if isinstance(peer, str):
        return f"({peer} is not installed)"
    name, play = peer
    return f"{name}: {whole(rate(play, seconds))}/s"


def bare_rules(scale: Scale) -> Sequence[Row]:
    chance = random.Random(7)  # noqa: S311 - a benchmark's player, not a game's dice
    rows = []
    for (title, seats, given), peer in zip(TABLES, peers.peers(chance), strict=True):
        play = one_game(given, seats, lambda: SeededDice(chance.randbytes(32), "bench", b""), chance)
        rows.append(Row(f"moves, {title}", f"{whole(rate(play, scale.seconds))}/s", beside(peer, scale.seconds)))
    plain = rate(one_game({}, 1, lambda: PlainDice(chance), chance), scale.seconds)
    auction = one_game({}, 5, lambda: SeededDice(chance.randbytes(32), "bench", b""), chance, "headache")
    cards = one_game(
        {"opening": "dealer_left"}, 2, lambda: SeededDice(chance.randbytes(32), "bench", b""), chance, "poohead"
    )
    uno = beside(installed(peers.uno, chance), scale.seconds)
    rows.append(Row("moves, Poohead of two", f"{whole(rate(cards, scale.seconds))}/s", uno))
    thieves = one_game(
        {"betting": "thieves"}, 4, lambda: SeededDice(chance.randbytes(32), "bench", b""), chance, "rogues"
    )
    poker = beside(installed(peers.holdem, chance), scale.seconds)
    rows.append(Row("moves, Rogues of four with betting", f"{whole(rate(thieves, scale.seconds))}/s", poker))
    rows.append(Row("moves, Headache of five", f"{whole(rate(auction, scale.seconds))}/s"))
    return [*rows, Row("the same against the House, with dice that prove nothing", f"{whole(plain)}/s")]
