"""The log of a table: what was done and told, line by line, and in which order a page may know it."""

from typing import Any, Final

import msgspec
from msgspec import Struct

from bot.ports.ids import PersonId
from games.kit.dice import Drawn
from games.kit.kept import known_once
from games.kit.seats import Seat
from games.kit.telling import Say
from games.proof.record import AnyDeed, CalledOff


class Cast(Struct, frozen=True, array_like=True):
    """Somebody on a seat, as they were called when something was told of it: later others may sit there.

    `house`: a house bot played it then.
    """

    seat: Seat
    player: PersonId
    name: str
    house: bool = False


class Receipt(Struct, frozen=True, array_like=True):
    """The first digits of the chain's head after somebody's move. `message`: the id of the message that made it."""

    digits: str
    message: str


class Note(Struct, frozen=True, omit_defaults=True):
    """Something the bot tells; `to`: one seat alone."""

    say: Say
    to: Seat | None = None


class Position(Struct, frozen=True, array_like=True):
    """A line's position among those that everybody is told something by. `before`: how many of these come before it.

    `public`: it is one of them. However much stands between two of them has one position, so that nobody can count
    what others do in private.
    """

    before: int
    public: bool

    @property
    def number(self) -> int:
        """Return by what a page knows the line and sorts it: even of public ones, odd of all that stand between two."""
        return 2 * self.before if self.public else 2 * self.before - 1


FIRST: Final = Position(0, public=True)


class Batch(Struct, frozen=True, dict=True, omit_defaults=True):
    """One line of a table's log: a deed with its events, or notes of the bot's. `game`: the number `n`, 0 for none.

    `cast`: the seats that it speaks of or to. `draws`: what was drawn for the deed, as its line in the record lists
    it. `begun`: the first two lines of a game's record, where it began; of a later round of a match its own line.
    `receipt`: that of the move, where it was a person's.
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
        """Its words, as far as it is told again and again: kept for as long as the line is."""
        return {}

    @property
    def is_of_notes(self) -> bool:
        """Tell whether the bot's notes may be added to it: nothing happened in the game, or it was called off."""
        return (self.deed is None or isinstance(self.deed, CalledOff)) and not self.events and not self.begun

    @property
    def is_for_all(self) -> bool:
        """Tell whether everybody is told something of it."""
        return self.position.public
