"""Poohead: get rid of all your cards, or be the Poohead."""

from collections.abc import Mapping
from typing import Any, ClassVar

from games.kit.contract import Abilities, Ask, DealAgain, Game, Illegal, Odds, PrivateEvent, Result, Scene, Step
from games.kit.dice import Dice
from games.kit.money import Stacks, Suckers
from games.kit.moves import LegalMove, Move
from games.kit.seats import Seat, Viewer
from games.poohead import bots, deal, odds, refusals, resample, rules, scene, typed, view
from games.poohead import options as choices
from games.poohead.events import EVENTS
from games.poohead.moves import MOVES
from games.poohead.options import FEWEST, MOST_PLAYERS, PooheadOptions
from games.poohead.state import Carry, State
from games.poohead.view import PooheadView


class Poohead(Game[PooheadOptions, State, Carry]):
    """The contract's face of these rules."""

    name: ClassVar[str] = "poohead"
    version: ClassVar[str] = "poohead/2"

    options = PooheadOptions
    state = State
    carry = Carry
    moves = MOVES
    events = EVENTS

    def defaults(self, given: Mapping[str, str], abilities: Abilities) -> dict[str, Any]:
        return choices.defaults(given, abilities)

    def seats(self, options: PooheadOptions) -> range:  # noqa: ARG002 - always the same
        return range(FEWEST, MOST_PLAYERS + 1)

    def stack(self, options: PooheadOptions) -> Suckers:  # noqa: ARG002
        """It is not played for suckers."""
        return Suckers(0)

    def least(self, options: PooheadOptions) -> Suckers | None:  # noqa: ARG002
        return None

    def implied(self, word: str) -> type[Move] | None:
        return typed.implied(word)

    def meant(self, kind: type[Move], words: tuple[str, ...]) -> tuple[type[Move], tuple[str, ...]]:
        return typed.meant(kind, words)

    def spelled_out(self, kind: type[Move], words: tuple[str, ...], legal: tuple[LegalMove, ...]) -> tuple[str, ...]:
        return typed.spelled_out(kind, words, legal)

    def start(self, options: PooheadOptions, stacks: Stacks, dice: Dice, carry: Carry | None) -> Step[State]:
        return deal.start(options, stacks, dice, carry)

    def legal_moves(self, state: State, seat: Seat) -> tuple[LegalMove, ...]:
        return rules.legal_moves(state, seat)

    def played(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State]:
        return rules.played(state, seat, move, dice)

    def refusal(self, state: State, seat: Seat, move: Move, legal: tuple[LegalMove, ...]) -> Illegal:
        return refusals.refusal(state, seat, move, legal) or super().refusal(state, seat, move, legal)

    def asks(self, state: State) -> Ask | None:
        return rules.asks(state)

    def time_up(self, state: State, seats: tuple[Seat, ...], dice: Dice) -> Step[State]:  # noqa: ARG002
        return rules.time_up(state, dice)

    def leave(self, state: State, seat: Seat, dice: Dice) -> Step[State]:
        return rules.leave(state, seat, dice)

    def view(self, state: State, viewer: Viewer) -> PooheadView:
        return view.view(state, viewer)

    def scene(self, view: PooheadView) -> Scene:
        return scene.scene(view)

    def resample(self, state: State, seat: Seat, dice: Dice) -> State:
        return resample.resample(state, seat, dice)

    def choose(
        self,
        view: PooheadView,
        told: tuple[PrivateEvent, ...],  # noqa: ARG002 - the view holds what was told
        legal: tuple[LegalMove, ...],
        deal_again: DealAgain,
        level: int,
        dice: Dice,
    ) -> Move | None:
        return bots.choose(view, legal, deal_again, level, dice)

    def odds(
        self,
        view: PooheadView,
        told: tuple[PrivateEvent, ...],  # noqa: ARG002
        deal_again: DealAgain,  # noqa: ARG002 - the unseen cards are counted, not sampled
        dice: Dice,  # noqa: ARG002
    ) -> Odds | None:
        return odds.own(view)

    def result(self, state: State) -> Result | None:
        return rules.result(state)

    def carried(self, state: State) -> Carry:
        return rules.carried(state)

    def reseated(self, carry: Carry, seats: tuple[Seat | None, ...]) -> Carry:
        """Where the Poohead has left, the next one clockwise deals (PH-31)."""
        around = [*seats[carry.dealer :], *seats[: carry.dealer]]
        return Carry(next((seat for seat in around if seat is not None), Seat(0)))


GAME = Poohead()
