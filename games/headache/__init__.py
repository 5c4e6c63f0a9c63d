"""Headache: the dice auction."""

from collections.abc import Mapping
from typing import Any, ClassVar

from games.headache import bots, odds, refusals, resample, rules, scene, view
from games.headache import options as choices
from games.headache.events import EVENTS
from games.headache.moves import MOVES, NONE, Abstain, Ally, For
from games.headache.options import MOST_PLAYERS, HeadacheOptions
from games.headache.state import Carry, State
from games.headache.view import HeadacheView
from games.kit.contract import Abilities, Ask, DealAgain, Game, Illegal, Odds, PrivateEvent, Result, Scene, Step
from games.kit.dice import Dice
from games.kit.money import Stacks, Suckers, moved, shared
from games.kit.moves import LegalMove, Move
from games.kit.seats import Seat, Viewer, all_seats


class Headache(Game[HeadacheOptions, State, Carry]):
    """The contract's face of these rules."""

    name: ClassVar[str] = "headache"
    version: ClassVar[str] = "headache/2"

    options = HeadacheOptions
    state = State
    carry = Carry
    moves = MOVES
    events = EVENTS

    def defaults(self, given: Mapping[str, str], abilities: Abilities) -> dict[str, Any]:
        return choices.defaults(given, abilities)

    def seats(self, options: HeadacheOptions) -> range:
        return range(options.min_players, MOST_PLAYERS + 1)

    def stack(self, options: HeadacheOptions) -> Suckers:
        return options.stack

    def least(self, options: HeadacheOptions) -> Suckers | None:
        """Who can't pay the entrance fee may buy in again where the host allows it (HA-3)."""
        return options.entry if options.rebuy else None

    def held_up_by(self, options: HeadacheOptions, carry: Carry | None, stacks: Stacks) -> tuple[Seat, ...]:  # noqa: ARG002
        """Return who can't pay the entrance fee, where fewer than the least number of players can (HA-1, HA-3)."""
        short = tuple(seat for seat in all_seats(len(stacks)) if stacks[seat] < options.entry)
        return short if len(stacks) - len(short) < options.min_players else ()

    def must_buy_in(self, options: HeadacheOptions, carry: Carry | None, stacks: Stacks) -> tuple[Seat, ...]:
        """Return who can't pay the entrance fee and may buy in again (HA-3)."""
        return tuple(seat for seat in all_seats(len(stacks)) if self.buys_in(options, carry, stacks, seat))

    def plays_on(self, options: HeadacheOptions, carry: Carry | None, stacks: Stacks) -> tuple[bool, ...]:  # noqa: ARG002
        """Return for each seat whether it can pay the entrance fee; the others sit out (HA-3)."""
        return tuple(stack >= options.entry for stack in stacks)

    def meant(self, kind: type[Move], words: tuple[str, ...]) -> tuple[type[Move], tuple[str, ...]]:
        """Read `for none` as what it is: said of an empty fist."""
        return (Abstain, ()) if kind is For and [word.lower() for word in words] == [NONE] else (kind, words)

    def start(self, options: HeadacheOptions, stacks: Stacks, dice: Dice, carry: Carry | None) -> Step[State]:
        return rules.start(options, stacks, dice, carry)

    def legal_moves(self, state: State, seat: Seat) -> tuple[LegalMove, ...]:
        return rules.legal_moves(state, seat)

    def played(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State]:
        return rules.played(state, seat, move, dice)

    def refusal(self, state: State, seat: Seat, move: Move, legal: tuple[LegalMove, ...]) -> Illegal:
        """Say who is waited for, also to those who might ally meanwhile (HA-31b)."""
        asked = legal if isinstance(move, Ally) else tuple(offer for offer in legal if offer.move is not Ally)
        return refusals.refusal(state, seat, move, legal) or super().refusal(state, seat, move, asked)

    def asks(self, state: State) -> Ask | None:
        return rules.asks(state)

    def time_up(self, state: State, seats: tuple[Seat, ...], dice: Dice) -> Step[State]:
        return rules.time_up(state, seats, dice)

    def leave(self, state: State, seat: Seat, dice: Dice) -> Step[State]:
        return rules.leave(state, seat, dice)

    def view(self, state: State, viewer: Viewer) -> HeadacheView:
        return view.view(state, viewer)

    def scene(self, view: HeadacheView) -> Scene:
        return scene.scene(view)

    def resample(self, state: State, seat: Seat, dice: Dice) -> State:
        return resample.resample(state, seat, dice)

    def choose(
        self,
        view: HeadacheView,
        told: tuple[PrivateEvent, ...],  # noqa: ARG002 - `deal_again` agrees with all of it
        legal: tuple[LegalMove, ...],
        deal_again: DealAgain,
        level: int,
        dice: Dice,
    ) -> Move | None:
        return bots.choose(view, legal, deal_again, level, dice)

    def odds(
        self,
        view: HeadacheView,
        told: tuple[PrivateEvent, ...],  # noqa: ARG002 - with memory on it is not repeated (HA-14)
        deal_again: DealAgain,
        dice: Dice,
    ) -> Odds | None:
        return odds.own(view, deal_again, dice)

    def result(self, state: State) -> Result | None:
        return rules.result(state)

    def carried(self, state: State) -> Carry:
        return rules.carried(state)

    def reseated(self, carry: Carry, seats: tuple[Seat | None, ...]) -> Carry:
        """Who rolls first where that player has left: the next one clockwise (HA-34)."""
        around = [*seats[carry.first :], *seats[: carry.first]]
        return Carry(next((seat for seat in around if seat is not None), Seat(0)), carry.pot, carry.games)

    def break_up(self, carry: Carry, stacks: Stacks) -> Stacks:
        """A pot that nobody won is shared by those who sit (HA-31)."""
        return moved(stacks, shared(carry.pot, all_seats(len(stacks)))) if stacks else stacks


GAME = Headache()
