"""Fearless Rogues Hold 'Em: several Halflings, each with secret dice, against one unseen Giant."""

from collections.abc import Mapping
from typing import ClassVar

from games.kit.contract import Ask, DealAgain, Game, Illegal, Odds, PrivateEvent, Result, Scene, Step
from games.kit.dice import Dice
from games.kit.money import Stacks, Suckers
from games.kit.moves import LegalMove, Move
from games.kit.seats import Seat, Viewer
from games.rogues import bots, odds, refusals, resample, rules, scene, typed, view
from games.rogues import options as choices
from games.rogues.events import EVENTS
from games.rogues.moves import MOVES
from games.rogues.options import FEWEST, MOST_PLAYERS, RoguesOptions
from games.rogues.state import Carry, State
from games.rogues.view import RoguesView


class Rogues(Game[RoguesOptions, State, Carry]):
    """The contract's face of these rules."""

    name: ClassVar[str] = "rogues"
    aliases: ClassVar[tuple[str, ...]] = ("fearless",)
    version: ClassVar[str] = "rogues/2"
    tournaments: ClassVar[bool] = True
    in_tournaments: ClassVar[Mapping[str, str]] = choices.IN_TOURNAMENTS
    last_one_plays: ClassVar[bool] = True
    settled: ClassVar[frozenset[str]] = frozenset(
        key for key in RoguesOptions.model_fields if key != "stack" and not key.endswith("_seconds")
    )

    options = RoguesOptions
    state = State
    carry = Carry
    moves = MOVES
    events = EVENTS

    def seats(self, options: RoguesOptions) -> range:  # noqa: ARG002 - always the same (FR-1)
        return range(FEWEST, MOST_PLAYERS + 1)

    def stack(self, options: RoguesOptions) -> Suckers:
        return options.stack

    def least(self, options: RoguesOptions) -> Suckers | None:
        """The first ante."""
        return options.first_ante

    def implied(self, word: str) -> type[Move] | None:
        return typed.implied(word)

    def meant(self, kind: type[Move], words: tuple[str, ...]) -> tuple[type[Move], tuple[str, ...]]:
        return typed.meant(kind, words)

    def spelled_out(self, kind: type[Move], words: tuple[str, ...], legal: tuple[LegalMove, ...]) -> tuple[str, ...]:
        return typed.spelled_out(kind, words, legal)

    def start(self, options: RoguesOptions, stacks: Stacks, dice: Dice, carry: Carry | None) -> Step[State]:
        return rules.start(options, stacks, dice, carry)

    def legal_moves(self, state: State, seat: Seat) -> tuple[LegalMove, ...]:
        return rules.legal_moves(state, seat)

    def played(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State]:
        return rules.played(state, seat, move, dice)

    def refusal(self, state: State, seat: Seat, move: Move, legal: tuple[LegalMove, ...]) -> Illegal:
        return refusals.refusal(state, seat, move, legal) or super().refusal(state, seat, move, legal)

    def asks(self, state: State) -> Ask | None:
        return rules.asks(state)

    def time_up(self, state: State, seats: tuple[Seat, ...], dice: Dice) -> Step[State]:
        return rules.time_up(state, seats, dice)

    def leave(self, state: State, seat: Seat, dice: Dice) -> Step[State]:
        return rules.leave(state, seat, dice)

    def view(self, state: State, viewer: Viewer) -> RoguesView:
        return view.view(state, viewer)

    def scene(self, view: RoguesView) -> Scene:
        return scene.scene(view)

    def resample(self, state: State, seat: Seat, dice: Dice) -> State:
        return resample.resample(state, seat, dice)

    def choose(
        self,
        view: RoguesView,
        told: tuple[PrivateEvent, ...],  # noqa: ARG002 - the view holds what was told
        legal: tuple[LegalMove, ...],
        deal_again: DealAgain,
        level: int,
        dice: Dice,
    ) -> Move | None:
        return bots.choose(view, legal, deal_again, level, dice)

    def odds(
        self,
        view: RoguesView,
        told: tuple[PrivateEvent, ...],  # noqa: ARG002
        deal_again: DealAgain,  # noqa: ARG002 - what the Party tells of the Giant is reckoned, not sampled
        dice: Dice,  # noqa: ARG002
    ) -> Odds | None:
        return odds.own(view)

    def result(self, state: State) -> Result | None:
        return rules.result(state)

    def carried(self, state: State) -> Carry:
        return rules.carried(state)

    def reseated(self, carry: Carry, seats: tuple[Seat | None, ...]) -> Carry:
        return rules.reseated(carry, seats)

    def break_up(self, carry: Carry, stacks: Stacks) -> Stacks:
        return rules.break_up(carry, stacks)

    def plays_on(self, options: RoguesOptions, carry: Carry | None, stacks: Stacks) -> tuple[bool, ...]:
        """For each seat, whether it is still in the match."""
        return rules.plays_on(options, carry, stacks)

    def joined(self, carry: Carry | None, of: Carry | None, seat: Seat) -> Carry:
        """This table's carry when a player comes to its next free seat from `seat` of a table whose carry was `of`."""
        return rules.joined(carry, of, seat)

    def buys_in(self, options: RoguesOptions, carry: Carry | None, stacks: Stacks, seat: Seat) -> bool:
        """Nobody who is still in a match."""
        return super().buys_in(options, carry, stacks, seat) and not self.plays_on(options, carry, stacks)[seat]

    def raised(self, options: RoguesOptions, level: int) -> dict[str, str]:
        """The options of a tournament's level; the first is 0."""
        return choices.raised(options, level)


GAME = Rogues()
