"""The people who sit at a table, or wait to."""

from typing import Final

from msgspec import Struct

from bot.ports.ids import PersonId
from games.kit.kept import known_once

BOT: Final = "bot:"


class Kept(Struct, frozen=True):
    """A stake that was said while a round of a crowd is on: for the round after it. `text`: for the dice of that."""

    opening: str
    text: str


class Seated(Struct, frozen=True, omit_defaults=True, dict=True):
    """Somebody on a seat. `text`: for the dice of the next game. `opening`: an opening move kept for the start.

    `bound`: what was told of the text (T, hex) when it was given; empty for the id of a message that all can see.
    `bound_in`: in which line of the log.

    `next`: what is kept for the round after the one that is on.
    `choice`: what this seat has chosen for itself, as a colour; empty: nothing.
    `missed`: silences in a row. `away`: a house bot plays the seat until the player is back (ruling ALL-3).
    `gone`: left for good while a game is on; the seat is cleared when it ends.
    """

    player: PersonId
    name: str
    stack: int
    text: str = ""
    opening: str = ""
    missed: int = 0
    away: bool = False
    gone: bool = False
    opened_at: int = 0
    next: Kept | None = None
    bound: str = ""
    bound_in: int = 0
    choice: str = ""

    @known_once
    def is_bot(self) -> bool:
        return self.player.startswith(BOT)

    @property
    def played_by_house(self) -> bool:
        return self.is_bot or self.away


class Newcomer(Struct, frozen=True):
    """Somebody who staked while a round of a crowd was on, and sits down when it is over.

    `stack`: what they have bought in with; it lies on the table already.
    """

    player: PersonId
    name: str
    stack: int
    next: Kept


class Removed(Struct, frozen=True):
    """Somebody whom a moderator took off the table: they sit down there no more. `also`: their other selves then.

    `by_table`: its host did, or a vote.
    """

    player: PersonId
    name: str
    also: tuple[PersonId, ...] = ()
    by_table: bool = False

    def is_one_of(self, ids: frozenset[PersonId]) -> bool:
        """Tell whether one of these ids is theirs."""
        return not ids.isdisjoint((self.player, *self.also))


class KeptSeats(Struct, frozen=True):
    """Free seats that are kept for those who came with a raid: so many are left of them, until this time (ms)."""

    seats: int
    until: int


class Untold(Struct, frozen=True):
    """Stakes for the next round that the table is still to be told of, all in one line at `at`.

    `new`: by whom; `changed`: who has changed one that was told already.
    """

    at: int
    new: tuple[PersonId, ...] = ()
    changed: tuple[PersonId, ...] = ()
