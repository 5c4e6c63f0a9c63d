"""House bots, and the chances that a player is told: what a game can work out from what a seat knows."""

from typing import Any, Generic, TypeVar

from games.kit.contract import Odds, Options, PrivateEvent, Resample
from games.kit.dice import Dice
from games.kit.moves import LegalMove, Move

O = TypeVar("O", bound=Options)  # noqa: E741 - options


class Thinker(Generic[O]):
    """Work out moves and odds for a game. It never sees the true state: only a view, what was told, and other
    dealings.
    """

    def choose(
        self,
        view: Any,  # noqa: ARG002
        told: tuple[PrivateEvent, ...],  # noqa: ARG002
        legal: tuple[LegalMove, ...],
        resample: Resample,  # noqa: ARG002
        level: int,  # noqa: ARG002
        dice: Dice,
        /,
    ) -> Move | None:
        """Return a house bot's move, one that `legal` covers; None: it waits. Plainly: any legal move.

        `told`: all private events of its seat in this game. `level`: from 0, the least, to 3, the best.
        """
        offer = dice.draw("choose").pick(legal)
        return dice.draw("choose").pick(offer.examples())

    def odds(
        self,
        view: Any,  # noqa: ARG002
        told: tuple[PrivateEvent, ...],  # noqa: ARG002
        resample: Resample,  # noqa: ARG002
        dice: Dice,  # noqa: ARG002
        /,
    ) -> Odds | None:
        """Return this seat's own chances now; None: there is nothing to compute. Plainly: None."""
        return None

    def chance(self, view: Any, move: Move | None, /) -> float | None:  # noqa: ARG002
        """Return the exact chance of this seat to win, when what it has decided so far is left to fall out.

        `move`: the chance that this move comes off, if it makes it now. None: it can't be told exactly. Plainly: None.
        """
        return None

    def options_odds(self, options: O, /) -> dict[str, Any] | None:  # noqa: ARG002
        """Return the exact odds of the game as a whole, for `potluck odds`; None: there are none to print."""
        return None
