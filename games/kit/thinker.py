"""Define house bots and the chances told to a player: what a game can work out from what a seat knows."""

from typing import Any, Generic, TypeVar

from games.kit.contract import Odds, Options, PrivateEvent, Resample
from games.kit.dice import Dice
from games.kit.moves import LegalMove, Move
from games.kit.seats import Seat
from games.kit.temper import LEVELS, Temper

O = TypeVar("O", bound=Options)  # noqa: E741 - options


class Thinker(Generic[O]):
    """Work out moves and odds for a game. It never sees the true state: only a view, what was told, and other possible
    dealings.
    """

    def choose(
        self,
        view: Any,  # noqa: ARG002
        told: tuple[PrivateEvent, ...],  # noqa: ARG002
        legal: tuple[LegalMove, ...],
        resample: Resample,  # noqa: ARG002
        temper: Temper,  # noqa: ARG002
        dice: Dice,
        /,
    ) -> Move | None:
        """Return a house bot's move, one that `legal` covers; None: it waits. By default: any legal move.

        `told`: all private events of its seat in this game. `temper`: how well it plays, and in what manner.
        """
        offer = dice.draw("choose").pick(legal)
        return dice.draw("choose").pick(offer.examples())

    def levels(self, options: O, seats: int, /) -> tuple[int, ...]:  # noqa: ARG002
        """Return the levels of house bots that are offered at a table of so many: each plays better than those below.

        By default: all four.
        """
        return LEVELS

    def odds(
        self,
        view: Any,  # noqa: ARG002
        told: tuple[PrivateEvent, ...],  # noqa: ARG002
        resample: Resample,  # noqa: ARG002
        dice: Dice,  # noqa: ARG002
        /,
    ) -> Odds | None:
        """Return this seat's own chances now; None, the default: there is nothing to compute."""
        return None

    def has_odds(self, view: Any, seat: Seat, /) -> bool:  # noqa: ARG002
        """Return whether `odds` may have an answer for this seat, found at once; if not, it is not offered to ask.

        `view`: its own, or where all see the same, that of all.
        """
        return True

    def chance(self, view: Any, move: Move | None, /) -> float | None:  # noqa: ARG002
        """Return the exact chance of this seat to win if nothing more is decided and only chance is left.

        `move`: if given, the chance that this move succeeds when made now. None, the default: no exact chance is known.
        """
        return None

    def options_odds(self, options: O, /) -> dict[str, Any] | None:  # noqa: ARG002
        """Return the exact odds of the game as a whole, for `potluck odds`; None: there are none to print."""
        return None
