"""How many moves a second of CPU the bare rules play: nothing around them, a random player on every seat."""

import hmac
import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from bench import peers
from bench.figures import Row, Scale, whole
from bench.peers import Peer, installed, picked
from games.catalogue import AnyGame, catalogue
from games.kit.dice import Dice, Draw
from games.kit.moves import LegalMove, Move
from games.kit.seats import Seat, all_seats
from games.proof.seeded_dice import SeededDice

GAME: Final = "halflings"
TABLES: Final = (
    ("one seat against the House", 1, {}),
    ("a duel", 2, {"mode": "duel"}),
    ("a crowd of 20", 20, {"mode": "crowd"}),
)
OTHERS: Final[tuple[tuple[str, str, int, dict[str, str], Callable[[random.Random], Peer] | None], ...]] = (
    ("Poohead of two", "poohead", 2, {"opening": "dealer_left"}, peers.uno),
    ("Poohead of four", "poohead", 4, {"opening": "dealer_left"}, None),
    ("Cones of four", "cones", 4, {}, peers.chess),
    ("Headache of five", "headache", 5, {}, None),
    ("Rogues of four with betting", "rogues", 4, {"betting": "thieves"}, peers.holdem),
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


def rate(play: Callable[[], int], seconds: float) -> float:
    """How many things `play` does in a second of CPU: others on the machine do not count."""
    play()
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        done += play()
    return done / spent


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
                move = one_of(picked(chance, legal), chance)
                state = game.play(state, seat, move, thrown).state
            else:
                state = game.time_up(state, (), thrown).state
            moves += 1
        return moves

    return play


def one_of(offer: LegalMove, chance: random.Random) -> Move:
    """Return a move by chance that is offered."""
    return offer.move(**{name: picked(chance, choice.some()) for name, choice in offer.fields.items()})


def first_who_may(game: AnyGame, state: Any, seats: int, chance: random.Random) -> tuple[Seat, tuple[LegalMove, ...]]:
    """The first seat, from one that is drawn, that has something to do; no moves where only the clock goes on."""
    around = all_seats(seats)
    first = picked(chance, around)
    for seat in around[first:] + around[:first]:
        if legal := game.legal_moves(state, seat):
            return seat, legal
    return first, ()


def beside(peer: Peer | str, seconds: float) -> str:
    if isinstance(peer, str):
        return f"({peer} is not installed)"
    name, play = peer
    return f"{name}: {whole(rate(play, seconds))}/s"


def bare_rules(scale: Scale) -> Sequence[Row]:
    chance = random.Random(7)  # noqa: S311 - a benchmark's player, not a game's dice

    def played(name: str, seats: int, given: dict[str, str]) -> str:
        game = one_game(given, seats, lambda: SeededDice(chance.randbytes(32), "bench", b""), chance, name)
        return f"{whole(rate(game, scale.seconds))}/s"

    rows = [
        Row(f"moves, {title}", played(GAME, seats, given), beside(peer, scale.seconds))
        for (title, seats, given), peer in zip(TABLES, peers.peers(chance), strict=True)
    ]
    for title, name, seats, given, make in OTHERS:
        peer = "" if make is None else beside(installed(make, chance), scale.seconds)
        rows.append(Row(f"moves, {title}", played(name, seats, given), peer))
    plain = rate(one_game({}, 1, lambda: PlainDice(chance), chance), scale.seconds)
    rows.append(Row("the same against the House, with dice that prove nothing", f"{whole(plain)}/s"))
    return [*rows, *draws(scale)]


def draws(scale: Scale) -> Iterator[Row]:
    """Yield how long one draw of seeded dice takes, beside the hash that it can't do without."""
    dice = SeededDice(bytes(32), "bench", bytes(32))
    key, message = bytes(32), bytes(96)

    def a_thousand(call: Callable[[], object]) -> Callable[[], int]:
        return lambda: len([call() for _ in range(1000)])

    ours = rate(a_thousand(lambda: dice.draw("roll", Seat(2)).below(6)), scale.seconds)
    bare = rate(a_thousand(lambda: hmac.digest(key, message, "sha256")), scale.seconds)
    yield Row("a draw of one die, seeded", f"{1e6 / ours:.1f} µs", f"its HMAC alone: {1e6 / bare:.1f} µs")
