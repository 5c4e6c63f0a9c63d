"""Hold a game between two moves, for all checks of `potluck simulate`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from games.catalogue import AnyGame
from games.kit.contract import Event, Illegal, Step
from games.kit.dice import Dice, Draw
from games.kit.kept import known_once
from games.kit.moves import LegalMove, Move
from games.kit.owed import Owed
from games.kit.seats import Seat
from games.kit.telling import Say
from games.lab.seen import Seen

SCENES_ONE_IN: Final = 6
"""Scenes follow from views alone, so they are compared and read, and boards checked, only at one in so many moments."""

Lacking = Callable[[AnyGame, Say], str]
"""Say which words are missing for something a game says; empty: none. The caller has the words, not the rules."""


def nothing_lacks(game: AnyGame, said: Say) -> str:  # noqa: ARG001 - whatever it says
    """Find nothing missing, for callers that do not check the words."""
    return ""


@dataclass(frozen=True)
class Moment:
    """Hold a game between two moves. What is `seen` of it now is shared by all checks.

    `copied`: returns a copy of the game's dice, to be thrown away. `chance`: decides which of many probes is made.
    `brought`: whose each sucker was when it began. `gone`: the seats that left. `events`: what was told on the way
    here. `lacks`: see `Lacking`.
    """

    game: AnyGame
    state: Any
    seats: tuple[Seat, ...]
    gone: frozenset[Seat]
    brought: Owed
    copied: Callable[[], Dice]
    chance: Draw
    events: tuple[Event, ...] = ()
    lacks: Lacking = nothing_lacks

    @known_once
    def seen(self) -> Seen:
        return Seen(self.game, self.state, self.seats)

    @known_once
    def owed(self) -> Owed:
        return self.game.owed(self.state, self.brought.seats)

    @property
    def total(self) -> int:
        """Return the number of all suckers."""
        return sum(self.brought.seats) + self.brought.house + self.brought.pot

    @property
    def ended(self) -> bool:
        return self.seen.ask is None

    # Drawn once and shared, because several checks use it

    @known_once
    def scenes(self) -> bool:
        """Return whether scenes are checked at this moment: it takes time."""
        return self.chance.below(SCENES_ONE_IN) == 0

    @known_once
    def looking(self) -> Seat:
        return self.chance.pick(self.seats)

    @known_once
    def mover(self) -> tuple[Seat, tuple[LegalMove, ...]] | None:
        return somebody_who_may_move(self)

    @known_once
    def tried(self) -> "Tried | None":
        """Return a move that is offered, and what came of it on copies; None: no seat was found that may move."""
        if self.mover is None:
            return None
        seat, legal = self.mover
        offer = self.chance.pick(legal)
        move = self.chance.pick(offer.examples())
        try:
            return Tried(seat, offer, move, self.game.play(self.state, seat, move, self.copied()))
        except Illegal as refused:
            return Tried(seat, offer, move, refused)


class Tried(NamedTuple):
    """Hold a move, with its step or the reason why it was refused."""

    seat: Seat
    offer: LegalMove
    move: Move
    came: Step[Any] | Illegal


def somebody_who_may_move(moment: Moment, tries: int = 8) -> tuple[Seat, tuple[LegalMove, ...]] | None:
    """Return a seat that may move now, chosen by chance; None if a few tries find none."""
    first = moment.chance.below(len(moment.seats))
    for place in range(first, first + min(tries, len(moment.seats))):
        seat = moment.seats[place % len(moment.seats)]
        legal = moment.seen.legal(seat)
        if legal:
            return seat, legal
    return None
