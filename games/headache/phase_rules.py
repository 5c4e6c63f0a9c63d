"""Define the methods that the rules of every phase have."""

from collections.abc import Sequence
from typing import Protocol

from games.headache.state import State, Table
from games.headache.step import HeadacheBuilder
from games.kit.contract import Ask
from games.kit.moves import LegalMove, Move
from games.kit.seats import Seat


class PhaseRules(Protocol):
    """Apply the rules of one phase. The methods return the table when the phase is over; None while it isn't."""

    def legal_moves(self, state: State, seat: Seat) -> tuple[LegalMove, ...]:
        """Return what a player who has not left may do now."""

    def play(self, step: HeadacheBuilder, seat: Seat, move: Move) -> Table | None:
        """Play a move that `legal_moves` offers. Raises AssertionError for every other."""

    def silence(self, step: HeadacheBuilder, seats: Sequence[Seat]) -> Table | None:
        """Do what the rules do for those who did not answer in time; if nobody was asked, the clock alone moves on."""

    def left(self, step: HeadacheBuilder) -> Table | None:
        """Go on after somebody has left; the phase has already been changed to one without them."""

    def asks(self, state: State, name: str) -> Ask:
        """Return who is awaited, under this id."""
