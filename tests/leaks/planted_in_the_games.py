"""Plant leaks in the games that people play, by a patch that the test takes back."""

from typing import Any

import pytest

from games.catalogue import AnyGame, catalogue
from games.headache import Headache
from games.headache.auction_events import BidsShown, Raised
from games.headache.moves import Bid
from games.headache.state import BlindBids
from games.kit.contract import Step
from games.kit.dice import Dice
from games.kit.moves import Move
from games.kit.seats import Seat
from games.poohead import Poohead
from games.poohead.events import FaceUp, PlayBegins
from games.poohead.moves import Play, Swap
from games.poohead.step import ranked
from games.rogues import Rogues
from games.rogues.moves import Split


def a_double_as_a_button(patch: pytest.MonkeyPatch) -> AnyGame:
    """Offer `split` to all as a button, although only a double may be split."""
    patch.setattr(Split, "offered_openly", True)
    return catalogue()["rogues"]


def a_hand_as_buttons(patch: pytest.MonkeyPatch) -> AnyGame:
    patch.setattr(Play, "offered_openly", True)
    return catalogue()["poohead"]


def bids_that_say_nothing_of_it(patch: pytest.MonkeyPatch) -> AnyGame:
    """Reveal the bids by an event that does not say that it reveals."""
    patch.setattr(BidsShown, "reveals", False)
    return catalogue()["headache"]


class BidsAloud(Headache):
    """Tells a blind bid like an open one."""

    def played(self, state: Any, seat: Seat, move: Move, dice: Dice) -> Step[Any]:
        step = super().played(state, seat, move, dice)
        blind = isinstance(move, Bid) and isinstance(state.phase, BlindBids)
        return Step(step.state, (Raised(seat, move.amount), *step.events)) if blind else step  # type: ignore[attr-defined]


class SwapsInTheOpen(Poohead):
    """Tells what is face up after a swap before all are ready."""

    def played(self, state: Any, seat: Seat, move: Move, dice: Dice) -> Step[Any]:
        step = super().played(state, seat, move, dice)
        if not isinstance(move, Swap):
            return step
        shown = PlayBegins((FaceUp(seat, ranked(self.view(step.state, seat).up)),), "race", 20, (), ())
        return Step(step.state, (*step.events, shown))


class NamesWhoHasADouble(Rogues):
    """The order of play begins with a double."""

    def view(self, state: Any, viewer: Any) -> Any:
        shown = super().view(state, viewer)
        doubles = [len(set(rogue.dice.reveal())) for rogue in state.rogues]
        return type(shown)(
            *(
                tuple(sorted(shown.order, key=lambda seat: doubles[seat])) if name == "order" else getattr(shown, name)
                for name in shown.__struct_fields__
            )
        )
