"""Cones: land on the others, and capture all of them."""

from collections.abc import Mapping
from typing import Any, ClassVar

from games.cones import bots, odds, refusals, rules, scene, typed, view
from games.cones import options as choices
from games.cones.events import EVENTS
from games.cones.moves import MOVES
from games.cones.options import FEWEST, MOST_PLAYERS, ConesOptions, Sets
from games.cones.state import State
from games.cones.view import ConesView
from games.kit.contract import (
    Abilities,
    Ask,
    DealAgain,
    Game,
    Illegal,
    Nothing,
    Odds,
    PrivateEvent,
    Result,
    Scene,
    Step,
)
from games.kit.dice import Dice
from games.kit.money import Stacks, Suckers
from games.kit.moves import LegalMove, Move
from games.kit.seats import Seat, Viewer


class Cones(Game[ConesOptions, State, Nothing]):
    """The contract's face of these rules."""

    name: ClassVar[str] = "cones"
    version: ClassVar[str] = "cones/2"

    options = ConesOptions
    state = State
    carry = Nothing
    moves = MOVES
    events = EVENTS

    def defaults(self, given: Mapping[str, str], abilities: Abilities) -> dict[str, Any]:  # noqa: ARG002 - places differ in nothing
        return dict(choices.defaults(given))

    def seats(self, options: ConesOptions) -> range:
        """Two sets each is for two (HC-16)."""
        return range(FEWEST, FEWEST + 1 if options.sets_per_player is Sets.TWO else MOST_PLAYERS + 1)

    def stack(self, options: ConesOptions) -> Suckers:  # noqa: ARG002
        """It is not played for suckers."""
        return Suckers(0)

    def least(self, options: ConesOptions) -> Suckers | None:  # noqa: ARG002
        return None

    def implied(self, word: str) -> type[Move] | None:
        return typed.implied(word)

    def spelled_out(self, kind: type[Move], words: tuple[str, ...], legal: tuple[LegalMove, ...]) -> tuple[str, ...]:
        return typed.spelled_out(kind, words, legal)

    def start(self, options: ConesOptions, stacks: Stacks, dice: Dice, carry: Nothing | None) -> Step[State]:  # noqa: ARG002
        return rules.start(options, stacks, dice)

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

    def view(self, state: State, viewer: Viewer) -> ConesView:
        return view.view(state, viewer)

    def scene(self, view: ConesView) -> Scene:
        return scene.scene(view)

    def choose(
        self,
        view: ConesView,
        told: tuple[PrivateEvent, ...],  # noqa: ARG002 - nothing is secret
        legal: tuple[LegalMove, ...],
        deal_again: DealAgain,  # noqa: ARG002
        level: int,
        dice: Dice,
    ) -> Move | None:
        return bots.choose(view, legal, level, dice)

    def odds(
        self,
        view: ConesView,
        told: tuple[PrivateEvent, ...],  # noqa: ARG002
        deal_again: DealAgain,  # noqa: ARG002
        dice: Dice,  # noqa: ARG002 - exact
    ) -> Odds | None:
        return odds.own(view)

    def result(self, state: State) -> Result | None:
        return rules.result(state)


GAME = Cones()
