"""Hooks: what the parts of the bot do when a table was changed, and as the bot starts and stops."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.ports.channels import ChannelEvents
from bot.ports.ids import PlaceId, VenueId
from bot.ports.messages import Reply
from bot.ports.said import Said
from bot.table.document import Session
from persistence import TableNews, TableRef


@dataclass(eq=False)
class Hooks:
    """Each part adds its own as it is made, and they are called in that order.

    `heard`: a line that was for us was answered: what kind it was, what came of it, and the seconds it took.
    `committed`: a session was stored. `elsewhere`: another process stored one. `missed`: such news may have been lost.
    `taken_up`: this process told people what another one stored that does not serve them.
    `undelivered`: a process that stopped may have left something untold at a table.
    `stream_ended`: the stream of a place is over. `channels`: what happens on channels. `gathered`: somebody starts a
    tournament that gathers people. `starts`: the bot does. `settles`: wait until nothing is at work.
    `rests`: the bot stops, and with it what acts by itself: polls, tournaments, forgetting. `stops`: then, when all has
    been told, what follows the tables.
    """

    heard: list[Callable[[str, str, float], None]] = field(default_factory=list)
    committed: list[Callable[[Session], None]] = field(default_factory=list)
    elsewhere: list[Callable[[TableNews], None]] = field(default_factory=list)
    missed: list[Callable[[], None]] = field(default_factory=list)
    taken_up: list[Callable[[Session], None]] = field(default_factory=list)
    undelivered: list[Callable[[TableRef], None]] = field(default_factory=list)
    stream_ended: list[Callable[[VenueId, PlaceId], None]] = field(default_factory=list)
    channels: list[ChannelEvents] = field(default_factory=list)
    gathered: list[Callable[[Said], Awaitable[Reply]]] = field(default_factory=list)
    starts: list[Callable[[], object]] = field(default_factory=list)
    settles: list[Callable[[], Awaitable[None]]] = field(default_factory=list)
    rests: list[Callable[[], Awaitable[None]]] = field(default_factory=list)
    stops: list[Callable[[], Awaitable[None]]] = field(default_factory=list)
