"""The log of a table: what was done and told, line by line, and how pages may know the order of lines."""

from typing import Any, Final

import msgspec
from msgspec import Struct

from bot.ports.ids import PersonId
from games.kit.dice import Drawn
from games.kit.kept import known_once
from games.kit.seats import Seat
from games.kit.telling import Say
from games.proof.record import AnyDeed, CalledOff


class Cast(Struct, frozen=True, gc=False, array_like=True):
    """Somebody on a seat, with the name they had when it was told; others may sit there later.

    `house`: a house bot played it then.
    """

    seat: Seat
    player: PersonId
    name: str
    house: bool = False


class Receipt(Struct, frozen=True, array_like=True):
    """The first digits of the chain's head after somebody's move. `message`: the id of the message with the move."""

    digits: str
    message: str


class Note(Struct, frozen=True, gc=False, omit_defaults=True):
    """Something that the bot tells. `to`: only this seat."""

    say: Say
    to: Seat | None = None


class Position(Struct, frozen=True, gc=False, array_like=True):
    """A line's position among the public ones, which tell everybody something. `before`: how many come before it.

    `public`: it is one of them. All private lines between two public ones have the same position, so that nobody can
    count what others do in private.
    """

    before: int
    public: bool

    @property
    def number(self) -> int:
        """Return the number that a page knows and sorts the line by: even for public lines, odd for all between two."""
        return 2 * self.before if self.public else 2 * self.before - 1


FIRST: Final = Position(0, public=True)


class Batch(Struct, frozen=True, dict=True, omit_defaults=True):
    """A line of a table's log: a deed with its events, or notes by the bot. `game`: the number `n`, 0 for none.

    `cast`: the seats that it mentions or is for. `draws`: what was drawn for the deed, as in its line of the record.
    `begun`: if it begins a game, the first two lines of the record; for a later round of a match, its line. `receipt`:
    of a person's move.
    """

    at: int
    game: int = 0
    deed: AnyDeed | None = None
    events: tuple[msgspec.Raw, ...] = ()
    notes: tuple[Note, ...] = ()
    cast: tuple[Cast, ...] = ()
    position: Position = FIRST
    draws: tuple[Drawn, ...] = ()
    begun: str = ""
    receipt: Receipt | None = None

    @known_once
    def in_words(self) -> dict[Any, Any]:
        """Its words, if they are needed often: cached as long as the line is."""
        return {}

    @property
    def is_of_notes(self) -> bool:
        """Tell whether notes by the bot may be added to it: nothing happened in the game, or it was called off."""
        return (self.deed is None or isinstance(self.deed, CalledOff)) and not self.events and not self.begun

    @property
    def is_for_all(self) -> bool:
        """Tell whether it tells everybody something."""
        return self.position.public
