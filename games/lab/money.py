"""Measure what house bots win from the House: whole matches at a table for purses, in memory. It only illustrates;
`Game.best_play` says what the best play can win.
"""

import hashlib
from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from games.catalogue import AnyGame
from games.kit.contract import Options, PrivateEvent, Result, Step
from games.kit.money import Stacks
from games.kit.moves import LegalMove, Move
from games.kit.seats import Seat, all_seats
from games.kit.temper import Temper
from games.lab.simulation import MOST_DEEDS
from games.proof.seeded_dice import SeededDice, thinking

LEVELS: Final = (0, 1, 2, 3)
MOST_IN_A_MATCH: Final = 100
"""A match is abandoned after so many rounds without an end."""


class MoneyReport(Struct, frozen=True):
    """Say what the House won from bots of one level in so many games (below zero: what it paid them), in suckers.

    `matches`: how many; each lasts from the first stacks until no other game follows.
    """

    level: int
    games: int
    matches: int
    house: int


def money_report(
    game: AnyGame, options: Options, stacks: Stacks, *, level: int, games: int, seed: bytes
) -> MoneyReport:
    """Play at least so many games, and the last match to its end."""
    played = matches = house = 0
    while played < games:
        for result in match(game, options, stacks, level, seed + matches.to_bytes(8, "big")):
            played, house = played + 1, house + result.bank
        matches += 1
    return MoneyReport(level, played, matches, house)


def match(game: AnyGame, options: Options, stacks: Stacks, level: int, seed: bytes) -> Iterator[Result]:
    """Yield the result of each game of one match."""
    carry = None
    for number in range(MOST_IN_A_MATCH):
        dice = SeededDice(hashlib.sha256(seed + bytes([number])).digest(), f"money/{game.name}", b"")
        state = BotTable(game, dice, level, all_seats(len(stacks))).played(game.start(options, stacks, dice, carry))
        result = game.result(state)
        if result is None:
            raise ValueError(f"{game.name} awaits nobody, and is not over")
        yield result
        if result.next_after is None or not any(result.stacks):
            return
        stacks, carry = result.stacks, game.carried(state)


class BotTable:
    """Play one game with a house bot on each seat; nobody leaves."""

    def __init__(self, game: AnyGame, dice: SeededDice, level: int, seats: tuple[Seat, ...]) -> None:
        self.game, self.dice, self.level, self.seats = game, dice, level, seats
        self.told: dict[Seat, tuple[PrivateEvent, ...]] = {}

    def played(self, step: Step[Any]) -> Any:
        """Return the last state. The first bot that wants to move does so; if none does, the clock goes on."""
        for _ in range(MOST_DEEDS):
            for event in step.events:
                if isinstance(event, PrivateEvent):
                    self.told[event.to] = (*self.told.get(event.to, ()), event)
            ask = self.game.asks(step.state)
            if ask is None:
                return step.state
            moved = next(self.moves(step.state), None)
            step = self.game.time_up(step.state, ask.seats, self.dice) if moved is None else moved
        raise ValueError(f"{self.game.name} never ends")

    def moves(self, state: Any) -> Iterator[Step[Any]]:
        """Yield the step of each bot that wants to move now."""
        for seat in self.seats:
            legal = self.game.legal_moves(state, seat)
            move = self.choice(state, seat, legal) if legal else None
            if move is not None:
                yield self.game.play(state, seat, move, self.dice, legal)

    def choice(self, state: Any, seat: Seat, legal: tuple[LegalMove, ...]) -> Move | None:
        game = self.game
        return game.choose(
            game.view(state, seat),
            self.told.get(seat, ()),
            legal,
            lambda dice: game.resample(state, seat, dice),
            Temper(self.level),
            thinking(self.dice, seat),
        )
