"""Define a series of games at one table: what one game hands to the next, and who may play on."""

from typing import ClassVar, Generic, TypeVar

from msgspec import Struct

from games.kit.contract import Options
from games.kit.money import Stacks, Suckers
from games.kit.seats import Seat

O = TypeVar("O", bound=Options)  # noqa: E741 - options, state, carry
S = TypeVar("S", bound=Struct)
C = TypeVar("C", bound=Struct)


class Series(Generic[O, S, C]):
    """Say how a game continues in a series. By default nothing is carried on, and whoever has a sucker plays.

    `carry` None: the first game of the series is still to come. `stacks` has an amount for each seat.
    """

    carry: type[C]
    last_one_plays: ClassVar[bool] = False
    """Whether a series goes on with a single player after all others have stood up: they still have a game to win."""
    keeps_hidden: ClassVar[bool] = False
    """Whether what a game hid stays hidden until the series ends: only then are record and replay opened."""
    settled: ClassVar[frozenset[str]] = frozenset()
    """Options that are fixed from the first game of a series to its end."""

    def carried(self, state: S, /) -> C:  # noqa: ARG002
        """Return what an ended game hands to the next of its series. The host cannot read it. By default: nothing."""
        return self.carry()

    def reseated(self, carry: C, seats: tuple[Seat | None, ...], /) -> C:  # noqa: ARG002
        """Return the carry after people left between games.

        `seats`: where each old seat is now; None if its player left with what was owed. By default: the same carry.
        """
        return carry

    def turns_before(self, options: O, carry: C, seats: int, seat: Seat, /) -> int | None:  # noqa: ARG002
        """Return how many players have their turn before the player who is leaving, if each gets a turn in the series.

        `seats`: how many there are. None, the default: the leaver owes no turn.
        """
        return None

    def place_in_turn(self, carry: C, seats: int, turns: int, /) -> Seat:  # noqa: ARG002
        """Return the seat of a player who left owing a turn and is back, behind so many others. By default: the first.

        `seats`: how many sit there without them.
        """
        return Seat(0)

    def rates(self, options: O, /) -> bool:  # noqa: ARG002
        """Return whether results say who plays better, because people play against each other. By default: yes."""
        return True

    def paid(self, carry: C, /) -> C:
        """Return the carry after all that it holds for its winners has been paid. By default: the same carry."""
        return carry

    def match_is_over(self, carry: C, /) -> bool:  # noqa: ARG002
        """Return whether those who sit have nothing left to play for: a next game would belong to another match.

        By default: no, each game is as good as the next.
        """
        return False

    # Who has enough suckers

    def least(self, options: O, /) -> Suckers | None:  # noqa: ARG002
        """Return the stack that one needs to play; whoever has less may buy in again. None: nobody may."""
        return Suckers(1)

    def buys_in(self, options: O, carry: C | None, stacks: Stacks, seat: Seat, /) -> bool:  # noqa: ARG002
        """Return whether this seat may buy in again between two games. By default: if it has less than `least`."""
        least = self.least(options)
        return least is not None and stacks[seat] < least

    def held_up_by(self, options: O, carry: C | None, stacks: Stacks, /) -> tuple[Seat, ...]:  # noqa: ARG002
        """Return the seats with too little for any game to be played; empty if one can be. By default: empty."""
        return ()

    def must_buy_in(self, options: O, carry: C | None, stacks: Stacks, /) -> tuple[Seat, ...]:  # noqa: ARG002
        """Return the seats that sit out the next game of the series unless they buy in again. By default: none."""
        return ()

    def plays_on(self, options: O, carry: C | None, stacks: Stacks, /) -> tuple[bool, ...]:  # noqa: ARG002
        """Return for each seat whether it is still in the series, or else out of a tournament. By default: all are."""
        return (True,) * len(stacks)
