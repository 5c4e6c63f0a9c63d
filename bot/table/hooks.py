"""Hooks: what the parts of the bot do when a table was changed, and as the bot starts and stops."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, get_args

from bot.ports.browser import DeskPart, Upcoming
from bot.ports.channels import ChannelEvents
from bot.ports.ids import AudienceKey, PersonId, PlaceId, VenueId
from bot.ports.messages import Message, Person, Reply, Rights
from bot.ports.said import Said
from bot.table.document import Session
from bot.table.phases import Phase
from persistence import TableNews, TableRef


class Alarm(Protocol):
    """Something that has times of its own besides those of tables; the scheduler asks it whenever it looks at these."""

    def next_at(self) -> int | None:
        """Return when something is due next, in ms; None: nothing is."""
        ...

    def fire_due(self) -> int:
        """Begin what is due, without waiting for it; return how much that was."""
        ...

    def sweep(self) -> None:
        """Begin to look for what others have left, without waiting for it."""
        ...


class NoteOfMany(NamedTuple):
    """Read a kind of note that names many people for one of them. Both take its content and an id.

    `without`: the note as it stays if that person is forgotten. `own`: what of it is theirs.
    """

    without: Callable[[bytes, PersonId], bytes]
    own: Callable[[bytes, PersonId], bytes]


@dataclass(eq=False)
class Hooks:
    """Each part adds its own as it is made, and they are called in that order.

    `parsed`: a line that is for us was read, in so many seconds. `spoke`: somebody said it, before it is done.
    `heard`: it was answered: what kind it was, what came of it, and the seconds it took.
    `shows`: a session is about to be stored, as it was before (None: it is new) and as it will be: return the notes by
    audience that are stored with it, which is marked as undelivered if its log grew; None: not even then, since only
    open pages are told.
    `committed`: a session was stored. `elsewhere`: another process stored one. `missed`: such news may have been lost.
    `taken_up`: this process told people what another one stored that does not serve them.
    `turned`: as `committed`, but not for a step of a game that changes nothing else of the table, if this process
    stored the step before it. `turned_to`: the same by phase, for a table that is in it. `turned_in_tournament`: for a
    tournament, or a table of one. `turned_with_queue`: for a table where somebody is in line. `ended`: the same once a
    game has ended, and whether this process saw it go on; if not, it may have ended long ago.
    `options_set`: a table was opened, or other options were chosen for it.
    `undelivered`: a process that stopped may have left something untold at a table.
    `first_broadcast`, `first_window`: the first platform with rewards, predictions and polls was added, or the first
    pages: what is only for these begins to follow tables.
    `stream_ended`: the stream of a place is over. `channels`: what happens on channels. `gathered`: start the
    tournament that this lobby gathers, by this message. `alarms`: what has times of its own. `notes_of_many`: by
    kind, notes that name many people. `starts`: the bot does. `settles`: wait until nothing is at work.
    `rests`: the bot stops, and with it what acts by itself: polls, tournaments, forgetting. `stops`: then, when all has
    been told, what follows the tables.

    `admits`: somebody wants to sit down at a table by invitation, with this text: return the text that is left for the
    dice, or None if they are not invited. `overheard`: somebody who was refused said these words where all read them,
    and they may be the password of this table. `opens`: return the words of a line that opens a table in full, and what
    its sender is told besides.
    `sits`: somebody wants to sit down in a venue with these others: raise Refused if they may not. `speaks`: the same
    for a line of chat in a room of ours. `texts`: the same for a text that a player gives. `together`: tell whether two
    people may be seated at one table. `orders`: do what follows the word `mod`, or return None for what another does.
    `upcoming`: return what begins at a place of a venue within the hour, for readers of this language, or None.
    `at_desk`: return what a part shows at the desk of the moderator who sends this message.
    `sets`: set what follows the word `server`, or return None for what is no setting of the part's.
    `keeps`: return what is kept of the person with these ids, for their own file. `forgets`: forget that person.
    """

    parsed: list[Callable[[float], None]] = field(default_factory=list)
    spoke: list[Callable[[Message], None]] = field(default_factory=list)
    heard: list[Callable[[str, str, float], None]] = field(default_factory=list)
    shows: list[Callable[[Session | None, Session], Mapping[AudienceKey, bytes] | None]] = field(default_factory=list)
    committed: list[Callable[[Session], None]] = field(default_factory=list)
    turned: list[Callable[[Session], None]] = field(default_factory=list)
    turned_to: dict[type[Phase], list[Callable[[Session], None]]] = field(
        default_factory=lambda: {phase: [] for phase in get_args(Phase)}
    )
    turned_in_tournament: list[Callable[[Session], None]] = field(default_factory=list)
    turned_with_queue: list[Callable[[Session], None]] = field(default_factory=list)
    ended: list[Callable[[Session, bool], None]] = field(default_factory=list)
    options_set: list[Callable[[Session], None]] = field(default_factory=list)
    elsewhere: list[Callable[[TableNews], None]] = field(default_factory=list)
    missed: list[Callable[[], None]] = field(default_factory=list)
    taken_up: list[Callable[[Session], None]] = field(default_factory=list)
    undelivered: list[Callable[[TableRef], None]] = field(default_factory=list)
    first_broadcast: list[Callable[[], None]] = field(default_factory=list)
    first_window: list[Callable[[], None]] = field(default_factory=list)
    stream_ended: list[Callable[[VenueId, PlaceId], None]] = field(default_factory=list)
    channels: list[ChannelEvents] = field(default_factory=list)
    admits: list[Callable[[Session, Message, str], Awaitable[str | None]]] = field(default_factory=list)
    overheard: list[Callable[[Session, Message, Sequence[str]], Awaitable[None]]] = field(default_factory=list)
    opens: list[Callable[[Said], Awaitable[tuple[Said, str]]]] = field(default_factory=list)
    sits: list[Callable[[Person, VenueId, Rights, Collection[PersonId]], Awaitable[None]]] = field(default_factory=list)
    speaks: list[Callable[[Person, VenueId, Rights], Awaitable[None]]] = field(default_factory=list)
    texts: list[Callable[[VenueId, str], Awaitable[None]]] = field(default_factory=list)
    together: list[Callable[[PersonId, PersonId], Awaitable[bool]]] = field(default_factory=list)
    orders: list[Callable[[Said], Awaitable[Reply | None]]] = field(default_factory=list)
    sets: list[Callable[[Said], Awaitable[Reply | None]]] = field(default_factory=list)
    upcoming: list[Callable[[VenueId, PlaceId, str], Awaitable[Upcoming | None]]] = field(default_factory=list)
    at_desk: list[Callable[[Message], Awaitable[DeskPart]]] = field(default_factory=list)
    keeps: list[Callable[[Sequence[PersonId]], Awaitable[dict[str, Any]]]] = field(default_factory=list)
    forgets: list[Callable[[Sequence[PersonId]], Awaitable[None]]] = field(default_factory=list)
    gathered: list[Callable[[Session, Message], Awaitable[Reply]]] = field(default_factory=list)
    alarms: list[Alarm] = field(default_factory=list)
    notes_of_many: dict[str, NoteOfMany] = field(default_factory=dict)
    starts: list[Callable[[], object]] = field(default_factory=list)
    settles: list[Callable[[], Awaitable[None]]] = field(default_factory=list)
    rests: list[Callable[[], Awaitable[None]]] = field(default_factory=list)
    stops: list[Callable[[], Awaitable[None]]] = field(default_factory=list)

    async def opened_in_full(self, said: Said) -> tuple[Said, str]:
        """Return the line that opens a table in full, and what its sender is told besides. Raises Refused."""
        told = list[str]()
        for spell in self.opens:
            said, text = await spell(said)
            told += filter(None, (text,))
        return said, "\n".join(told)

    async def check_sitting(self, person: Person, venue: VenueId, rights: Rights, others: Collection[PersonId]) -> None:
        """Raise Refused if a person may not sit down in a venue, with these others."""
        for check in self.sits:
            await check(person, venue, rights, others)

    async def check_speaking(self, person: Person, venue: VenueId, rights: Rights) -> None:
        """Raise Refused if a person may not speak in a room."""
        for check in self.speaks:
            await check(person, venue, rights)

    async def check_text(self, venue: VenueId, text: str) -> None:
        """Raise Refused if a player may not give such a text."""
        for check in self.texts if text else ():
            await check(venue, text)

    async def may_sit_together(self, one: PersonId, other: PersonId) -> bool:
        """Tell whether two people may be seated at one table."""
        return all([await may(one, other) for may in self.together])
