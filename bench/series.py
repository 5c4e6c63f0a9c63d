"""Play a series of games between house bots, as fast as the rules allow, without checks or storage."""

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from games.catalogue import AnyGame
from games.kit.contract import Ask, Event, PrivateEvent, Result, Step, phrases_of
from games.kit.money import Stacks
from games.kit.moves import Move
from games.kit.seats import SPECTATOR, Seat, all_seats
from games.kit.temper import Manner, Temper, drawn
from games.proof.seeded_dice import SeededDice, thinking
from games.rogues.events import MatchWon

MOST_STEPS: Final = 20_000
THINKS: Final = 6
"""Seconds for which somebody at a human pace thinks about a move."""


class Ended(Struct, frozen=True):
    """How a series ended. `games`: their number; `moves`: the moves played; `lines`: the lines told to everybody;

    `last`: who came last in the last game. `seconds`: what it takes people who think for six seconds about each move,
    with the breaks between games.
    """

    why: str
    winners: tuple[Seat, ...]
    stacks: Stacks
    games: int
    moves: int
    lines: int
    last: tuple[Seat, ...]
    seconds: int


class Evening:
    """One series: the levels of its seats, what each seat was told, and the counts."""

    def __init__(
        self, game: AnyGame, given: Mapping[str, str], levels: Sequence[int], seed: str, *, manners: bool = False
    ) -> None:
        """Begin it. `manners`: the house bots have them, as at a table; else all are plain."""
        self.game, self.options = game, game.options_from(given)
        has = drawn(seed.encode(), len(levels)) if manners else (Manner.PLAIN,) * len(levels)
        self.tempers = tuple(map(Temper, levels, has))
        self.seats = all_seats(len(levels))
        self.seed = seed
        self.moves = self.lines = self.games = self.seconds = 0
        self.asked = ""
        self.answers: Counter[Seat] = Counter()
        """How often each seat has answered the question that is open."""
        self.told: dict[Seat, tuple[PrivateEvent, ...]] = {}
        self.last: tuple[Seat, ...] = ()
        self.match_won: tuple[Seat, ...] = ()
        """Who has won a match of Rogues: the last Halfling, who may lose the duel of its last round."""
        self.thought: list[list[float]] = [[] for _ in levels]
        """By seat: the milliseconds of CPU that each decision took."""

    def play(self, most_games: int) -> Ended:
        """Play until no next game starts by itself, or this many games are over."""
        stacks, carry = (self.game.stack(self.options),) * len(self.seats), None
        while True:
            ended, carry = self.play_game(stacks, carry)
            stacks, self.games = ended.stacks, self.games + 1
            if ended.next_after is None or self.games >= most_games:
                winners = self.match_won or ended.winners
                return Ended(
                    ended.ended,
                    winners,
                    stacks,
                    self.games,
                    self.moves,
                    self.lines,
                    self.last,
                    self.seconds,
                )
            self.seconds += ended.next_after

    def play_game(self, stacks: Stacks, carry: Any) -> tuple[Result, Any]:
        key = hashlib.sha256(f"{self.seed}/{self.games}".encode()).digest()
        self.dice, self.chance = SeededDice(key, "bench", b""), SeededDice(key, "order", b"").draw("order")
        self.told = {}
        state = self.happened(self.game.start(self.options, stacks, self.dice, carry))
        for _ in range(MOST_STEPS):
            if (ended := self.game.result(state)) is not None:
                self.last = last_of(self.game, state, ended.stacks)
                return ended, self.game.carried(state)
            state = self.happened(self.next_step(state))
        raise RuntimeError(f"a game of {self.game.name} does not end: seed {self.seed}")

    def count_time(self, ask: Ask | None, seat: Seat | None) -> None:
        """Count the time of a move at a human pace, or of a silence (None). Those who answer one question think at the
        same time.
        """
        if ask is None:
            return
        if ask.id != self.asked:
            self.asked, self.answers = ask.id, Counter()
        longest = max(self.answers.values(), default=0)
        if seat is None:
            self.seconds += max(0, ask.seconds - THINKS * longest)
            return
        self.answers[seat] += 1
        self.seconds += THINKS * (max(self.answers.values()) - longest)

    def next_step(self, state: Any) -> Step[Any]:
        """Return the step of the first house bot that moves, from a random seat on; the clock's if all wait."""
        first = self.chance.below(len(self.seats))
        for seat in self.seats[first:] + self.seats[:first]:
            if (move := self.choice(state, seat)) is not None:
                self.moves += 1
                self.count_time(self.game.asks(state), seat)
                return self.game.play(state, seat, move, self.dice)
        ask = self.game.asks(state)
        self.count_time(ask, None)
        return self.game.time_up(state, () if ask is None else ask.seats, self.dice)

    def choice(self, state: Any, seat: Seat) -> Move | None:
        legal = self.game.legal_moves(state, seat)
        if not legal:
            return None
        again: Callable[..., Any] = lambda dice: self.game.resample(state, seat, dice)  # noqa: E731
        told, own = self.told.get(seat, ()), thinking(self.dice, seat)
        begun = time.process_time()
        move = self.game.choose(self.game.view(state, seat), told, legal, again, self.tempers[seat], own)
        self.thought[seat].append(1000 * (time.process_time() - begun))
        return move

    def happened(self, step: Step[Any]) -> Any:
        for event in step.events:
            if isinstance(event, PrivateEvent):
                self.told[event.to] = (*self.told.get(event.to, ()), event)
            self.match_won = tuple(one.seat for one in phrases_of(event) if isinstance(one, MatchWon)) or self.match_won
        self.lines += lines_of(step.events)
        return step.state


def lines_of(events: Sequence[Event]) -> int:
    """Return how many lines of chat a step makes: one, and one for each further event that opens a line."""
    public = [event for event in events if not isinstance(event, PrivateEvent)]
    return bool(public) + sum(event.opens_line for event in public[1:])


def last_of(game: AnyGame, state: Any, stacks: Stacks) -> tuple[Seat, ...]:
    """Return who came last: as the game says, otherwise those with the fewest suckers; nobody if all have the same."""
    named = getattr(game.view(state, SPECTATOR), "last", None)
    if isinstance(named, tuple):
        return named
    return tuple(seat for seat in all_seats(len(stacks)) if min(stacks) == stacks[seat] < max(stacks))
