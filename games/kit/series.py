"""A series of games at one table: what is handed from one to the next, and who may play on."""

from typing import ClassVar, Generic, TypeVar

from msgspec import Struct

from games.kit.contract import Options
from games.kit.money import Stacks, Suckers
from games.kit.seats import Seat

O = TypeVar("O", bound=Options)  # noqa: E741 - options, state, carry
S = TypeVar("S", bound=Struct)
C = TypeVar("C", bound=Struct)


class Series(Generic[O, S, C]):
    """Answer for a game's series. Plainly: nothing is carried on, and whoever has a sucker plays.

    `carry` None: the first game of the series is to come. `stacks` has an amount for each seat.
    """

    carry: type[C]
    last_one_plays: ClassVar[bool] = False
    """Whether a series goes on with one who is left, where all others have stood up: there is still a game to win."""
    keeps_hidden: ClassVar[bool] = False
    """Whether what a game hid to its end stays hidden to the end of the series: record and replay open only then."""
    settled: ClassVar[frozenset[str]] = frozenset()
    """Options that stand from the first game of a series to its end."""

    def carried(self, state: S, /) -> C:  # noqa: ARG002
        """Return what an ended game hands to the next of its series; opaque to the host. Plainly: nothing."""
        return self.carry()

    def reseated(self, carry: C, seats: tuple[Seat | None, ...], /) -> C:  # noqa: ARG002
        """Return the carry after people left between games.

        `seats`: where each old seat is now, None for who is gone, with what was owed to them. Plainly: the same carry.
        """
        return carry

    def turns_before(self, options: O, carry: C, seats: int, seat: Seat, /) -> int | None:  # noqa: ARG002
        """Return how many have their turn, at what each does in the series, before whoever leaves this seat now.

        `seats`: how many there are. None, plainly: they owe none.
        """
        return None

    def place_in_turn(self, carry: C, seats: int, turns: int, /) -> Seat:  # noqa: ARG002
        """Return where whoever left owing a turn sits when they are back, behind so many others. Plainly: first.

        `seats`: how many sit there without them.
        """
        return Seat(0)

    def rates(self, options: O, /) -> bool:  # noqa: ARG002
        """Return whether its games say who plays better: people play against each other. Plainly: yes."""
        return True

    def paid(self, carry: C, /) -> C:
        """Return the carry once all that it holds for its winners has been paid to them. Plainly: the same carry."""
        return carry

    def match_is_over(self, carry: C, /) -> bool:  # noqa: ARG002
        """Return whether nothing is left to be played for by those who sit: a next game would be another match's.

        Plainly: no, each game is as good as the next.
        """
        return False

    # Who has enough

    def least(self, options: O, /) -> Suckers | None:  # noqa: ARG002
        """Return the stack that one needs to play; who has less may buy in again. None: nobody may."""
        return Suckers(1)

    def buys_in(self, options: O, carry: C | None, stacks: Stacks, seat: Seat, /) -> bool:  # noqa: ARG002
        """Return whether this seat may buy in again between two games. Plainly: if it has less than `least`."""
        least = self.least(options)
        return least is not None and stacks[seat] < least

    def held_up_by(self, options: O, carry: C | None, stacks: Stacks, /) -> tuple[Seat, ...]:  # noqa: ARG002
        """Return the seats with too little for any game to be played; nobody, where one can be. Plainly: nobody."""
        return ()

    def must_buy_in(self, options: O, carry: C | None, stacks: Stacks, /) -> tuple[Seat, ...]:  # noqa: ARG002
        """Return the seats that sit out the next game of the series unless they buy in again. Plainly: none."""
        return ()

    def plays_on(self, options: O, carry: C | None, stacks: Stacks, /) -> tuple[bool, ...]:  # noqa: ARG002
        """Return for each seat whether it is still in the series; in a tournament the others are out. Plainly: all."""
        return (True,) * len(stacks)
