"""The people who sit at a table, or wait to."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.ports.ids import PersonId
from bot.text.safe_text import skeleton
from games.kit.kept import known_once
from games.kit.temper import Manner

HOUSE: Final = ("the House", "House")
"""The names of the House; a person with such a name gets a number."""

BOT: Final = "bot:"


class Kept(Struct, frozen=True):
    """A stake made during a round of a crowd, for the next round. `text`: for the dice of that round."""

    opening: str
    text: str


class Seated(Struct, frozen=True, omit_defaults=True, dict=True):
    """Somebody on a seat. `text`: for the dice of the next game. `opening`: an opening move kept for its start.

    `bound`: the commitment to the text (T, hex) told when it was given; empty if the text is the id of a public
    message. `bound_in`: the line of the log that told it.

    `next`: what is kept for the next round. `choice`: what this seat has chosen, such as a colour; empty: nothing.
    `manner`: that of a house bot, for the evening. `face`: the one that this person chose; empty: none.

    `missed`: silences in a row. `away`: a house bot plays the seat until the player is back (ruling ALL-3). `gone`:
    left for good during a game; the seat is cleared when it ends. `out`: of who left, the game was over for them then.
    """

    player: PersonId
    name: str
    stack: int
    text: str = ""
    opening: str = ""
    missed: int = 0
    away: bool = False
    gone: bool = False
    out: bool = False
    opened_at: int = 0
    next: Kept | None = None
    bound: str = ""
    bound_in: int = 0
    choice: str = ""
    manner: Manner = Manner.PLAIN
    face: str = ""

    @known_once
    def is_bot(self) -> bool:
        return self.player.startswith(BOT)

    @known_once
    def played_by_house(self) -> bool:
        return self.is_bot or self.away


class Newcomer(Struct, frozen=True, omit_defaults=True):
    """Somebody who staked during a round of a crowd, and sits down when it is over.

    `stack`: what they bought in with, which is already on the table. `face`: as in `Seated`.
    """

    player: PersonId
    name: str
    stack: int
    next: Kept
    face: str = ""


class Removed(Struct, frozen=True):
    """Somebody who was taken off the table and may not sit down there again. `also`: their other selves then.

    `by_table`: by its host or a vote, not by a moderator.
    """

    player: PersonId
    name: str
    also: tuple[PersonId, ...] = ()
    by_table: bool = False

    def is_one_of(self, ids: frozenset[PersonId]) -> bool:
        """Tell whether one of these ids is theirs."""
        return not ids.isdisjoint((self.player, *self.also))


class KeptSeats(Struct, frozen=True):
    """Free seats kept for people who came with a raid: how many are left, and until when (ms)."""

    seats: int
    until: int


class Queued(Struct, frozen=True, omit_defaults=True):
    """Somebody who waits for a seat. `until`: a seat is held for them until then (ms); 0: it is not their turn yet.

    `by`: who said that they are on their way; empty: they queue. Of those, `player` may be empty: then any name that
    looks alike is theirs. `begins`: when the game that was put off for them would have begun (ms); 0: none was.
    `turns`: how often a game began before they came.
    """

    player: PersonId
    name: str
    until: int = 0
    by: PersonId = PersonId("")
    begins: int = 0
    turns: int = 0

    def later(self, span: int) -> "Queued":
        """Return the same with its times, if it has any, `span` ms later."""
        return replace(self, until=self.until and self.until + span, begins=self.begins and self.begins + span)

    def is_of(self, ids: frozenset[PersonId], looks: str) -> bool:
        """Tell whether this is the person with these ids and a name that looks so."""
        return self.player in ids if self.player else skeleton(self.name) == looks


class Untold(Struct, frozen=True):
    """Stakes for the next round that the table is still to be told of, in one line at `at`.

    `new`: who made one. `changed`: who changed one that was already told.
    """

    at: int
    new: tuple[PersonId, ...] = ()
    changed: tuple[PersonId, ...] = ()
