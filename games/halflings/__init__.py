"""Halflings & Giants: two dice against the Giant's one."""

from collections.abc import Mapping
from typing import Any, ClassVar

from games.halflings import bots, chances, giants, refusals, rules, scene
from games.halflings.events import EVENTS
from games.halflings.moves import Roll, Split, Stake, Stand
from games.halflings.options import CROWD, GiantIs, HalflingsOptions, Mode, Pay, SplitRule
from games.halflings.scene import HalflingsView
from games.halflings.state import Carry, State
from games.kit.contract import Abilities, Ask, DealAgain, Game, Illegal, Odds, PrivateEvent, Result, Scene, Step
from games.kit.dice import Dice
from games.kit.money import Stacks, Suckers
from games.kit.moves import LegalMove, Move, verb
from games.kit.seats import Seat, Viewer


class Halflings(Game[HalflingsOptions, State, Carry]):
    """The contract's face of these rules."""

    name: ClassVar[str] = "halflings"
    aliases: ClassVar[tuple[str, ...]] = ("giant",)
    version: ClassVar[str] = "halflings/2"

    options = HalflingsOptions
    state = State
    carry = Carry
    moves = (Stake, Roll, Split, Stand)
    events = EVENTS
    opening = Stake

    def defaults(self, given: Mapping[str, str], abilities: Abilities) -> dict[str, Any]:  # noqa: ARG002
        """Against a Giant who is a player it pays even (HG-15); a split by the original card stops at two (HG-18)."""
        mode, giant = given.get("mode"), given.get("giant")
        giant_plays = mode == Mode.DUEL or (mode == Mode.CROWD and giant == GiantIs.PLAYER)
        even = {"pay": Pay.EVEN} if giant_plays else {}
        exact = {"max_splits": 2} if given.get("split") == SplitRule.EXACT else {}
        return {**even, **exact}

    def seats(self, options: HalflingsOptions) -> range:
        match options.mode:
            case Mode.HOUSE:
                return range(1, 2)
            case Mode.DUEL:
                return range(2, 3)
            case Mode.CROWD:
                return range(1, CROWD + 1)

    def stack(self, options: HalflingsOptions) -> Suckers:
        return options.stack

    def least(self, options: HalflingsOptions) -> Suckers:
        return giants.least(options)

    def held_up_by(
        self,
        options: HalflingsOptions,
        carry: Carry | None,  # noqa: ARG002
        stacks: Stacks,
    ) -> tuple[Seat, ...]:
        return giants.held_up_by(options, stacks)

    def cooldown(self, options: HalflingsOptions) -> int:
        return options.cooldown

    def gathers(self, options: HalflingsOptions) -> int | None:
        return options.crowd_seconds if options.mode is Mode.CROWD else None

    def start(self, options: HalflingsOptions, stacks: Stacks, dice: Dice, carry: Carry | None) -> Step[State]:
        return rules.start(options, stacks, dice, carry)

    def legal_moves(self, state: State, seat: Seat) -> tuple[LegalMove, ...]:
        return rules.legal_moves(state, seat)

    def played(self, state: State, seat: Seat, move: Move, dice: Dice) -> Step[State]:
        return rules.played(state, seat, move, dice)

    def refusal(self, state: State, seat: Seat, move: Move, legal: tuple[LegalMove, ...]) -> Illegal:
        """In words of this game where it has some, with the numbers (HG-15)."""
        why = refusals.why(state, seat, move)
        if why is None:
            return super().refusal(state, seat, move, legal)
        return Illegal(why, rule=f"{self.name}: {verb(move)}", legal=legal)

    def asks(self, state: State) -> Ask | None:
        return rules.asks(state)

    def time_up(self, state: State, seats: tuple[Seat, ...], dice: Dice) -> Step[State]:  # noqa: ARG002
        return rules.time_up(state, dice)

    def leave(self, state: State, seat: Seat, dice: Dice) -> Step[State]:
        return rules.leave(state, seat, dice)

    def view(self, state: State, viewer: Viewer) -> HalflingsView:
        return scene.view(state, viewer)

    def scene(self, view: HalflingsView) -> Scene:
        return scene.scene(view)

    def resample(self, state: State, seat: Seat, dice: Dice) -> State:  # noqa: ARG002
        """Nothing is hidden in this game: there is no other dealing."""
        return state

    def choose(
        self,
        view: HalflingsView,
        told: tuple[PrivateEvent, ...],  # noqa: ARG002
        legal: tuple[LegalMove, ...],
        deal_again: DealAgain,  # noqa: ARG002
        level: int,
        dice: Dice,
    ) -> Move | None:
        return bots.choose(view, legal, level, dice)

    def odds(
        self,
        view: HalflingsView,
        told: tuple[PrivateEvent, ...],  # noqa: ARG002
        deal_again: DealAgain,  # noqa: ARG002
        dice: Dice,  # noqa: ARG002
    ) -> Odds | None:
        return chances.own(view)

    def result(self, state: State) -> Result | None:
        return rules.result(state)

    def carried(self, state: State) -> Carry:
        return Carry(state.giant)

    def reseated(self, carry: Carry, seats: tuple[Seat | None, ...]) -> Carry:
        """The Giant's seat passes on from where it was (HG-15); if that player left, to the first seat."""
        return Carry(None if carry.giant is None else seats[carry.giant])

    def options_odds(self, options: HalflingsOptions) -> dict[str, Any]:
        return chances.whole_game(options)


GAME = Halflings()
