"""How many acts a second of CPU the bare rules play, a random player on every seat; and one draw of seeded dice."""

import hmac
import random
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Final

from bench.bare_rules import one_game
from bench.goals import RUNS, Goal, Measured, Scale, micros
from bench.peers import Peer, chess, holdem, installed, uno
from games.proof.seeded_dice import SeededDice

GAMES: Final = (
    ("poohead", {"opening": "dealer_left"}, 4, 25_000, uno),
    ("cones", {}, 4, 14_250, chess),
    ("headache", {}, 5, 43_200, None),
    ("rogues", {"betting": "thieves"}, 4, 60_000, holdem),
    ("halflings", {"mode": "duel"}, 2, 60_000, holdem),
)


def rate(play: Callable[[], int], seconds: float) -> float:
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        done += play()
    return done / spent


def rules_alone(scale: Scale) -> Iterator[Goal]:
    chance = random.Random(7)  # noqa: S311 - a benchmark's player, not a game's dice
    for name, given, seats, goal, make in GAMES:
        play = one_game(given, seats, lambda: SeededDice(chance.randbytes(32), "bench", b""), chance, name)
        play()
        ours = Measured.of([rate(play, scale.seconds) for _ in range(RUNS)])
        peer: Peer | str = "" if make is None else installed(make, chance)
        beside = (f"{peer} is not installed" if peer else "", None) if isinstance(peer, str) else beside_of(peer, scale)
        yield Goal(f"acts by the bare rules: {name} of {seats}", ours, "a second of CPU", f">= {goal}", *beside)
    dice, numbers = SeededDice(bytes(32), "bench", b""), count()
    drawn = micros(lambda: dice.draw(f"roll/{next(numbers) % 8}").below(6), scale.calls)
    alone = micros(lambda: hmac.digest(bytes(32), b"roll/1/1/0", "sha256"), scale.calls).median
    yield Goal("a seeded draw", drawn, "µs", "<= 3.5", "its bare HMAC, µs", alone)


def beside_of(peer: Peer, scale: Scale) -> tuple[str, float]:
    name, play = peer
    play()
    return f"{name}, a second", Measured.of([rate(play, scale.seconds) for _ in range(RUNS)]).median
