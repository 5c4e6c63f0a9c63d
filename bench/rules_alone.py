"""Measure how many moves a CPU second the bare rules play, with a random player on every seat."""

import random
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from bench.goals import Goal, Measured, Scale
from bench.peers import chess, holdem, installed, picked
from games.catalogue import AnyGame, catalogue
from games.kit.dice import Dice
from games.kit.moves import LegalMove, Move
from games.kit.seats import Seat, all_seats
from games.proof.seeded_dice import SeededDice

GAMES: Final = (
    ("rogues", {"betting": "thieves"}, 4, 60_000, holdem),
    ("cones", {}, 4, 14_250, chess),
)


def rules_alone(scale: Scale) -> Iterator[Goal]:
    """Yield Rogues beside hold'em, and Cones beside chess."""
    chance = random.Random(7)  # noqa: S311 - a benchmark's player, not a game's dice
    for name, given, seats, goal, make in GAMES:
        play = one_game(given, seats, lambda: SeededDice(chance.randbytes(32), "bench", b""), chance, name)
        ours = Measured.of([rate(play, scale.seconds / 5) for _ in range(scale.runs)])
        peer = installed(make, chance)
        beside: tuple[str, float | None] = (f"{peer} is not installed", None)
        if not isinstance(peer, str):
            told, theirs = peer
            beside = f"{told}, a second", rate(theirs, scale.seconds / 5)
        yield Goal(f"acts by the bare rules: {name} of {seats}", ours, "a second of CPU", f">= {goal}", *beside)


def rate(play: Callable[[], int], seconds: float) -> float:
    """Return how many things `play` does in a CPU second, so that other load on the machine does not count."""
    play()
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        done += play()
    return done / spent


def one_game(
    given: dict[str, str], seats: int, dice: Callable[[], Dice], chance: random.Random, name: str
) -> Callable[[], int]:
    """Return a function that plays a whole game of random legal moves, and returns the number of moves and timeouts."""
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
    """Return a random move that this offer allows."""
    return offer.move(**{name: picked(chance, choice.some()) for name, choice in offer.fields.items()})


def first_who_may(game: AnyGame, state: Any, seats: int, chance: random.Random) -> tuple[Seat, tuple[LegalMove, ...]]:
    """Return the first seat, from a random one on, that can act, and its moves; no moves: only the clock can go on."""
    around = all_seats(seats)
    first = picked(chance, around)
    for seat in around[first:] + around[:first]:
        if legal := game.legal_moves(state, seat):
            return seat, legal
    return first, ()
