"""Links to finished games, which nobody can guess."""

from typing import Final

import msgspec
import structlog
from cachetools import LRUCache
from msgspec import Struct

from bot.people.doors import Doors
from bot.people.secret_links import SecretLinks
from bot.people.venues import Venues
from bot.ports.ids import VenueId
from bot.table.document import Session
from bot.table.phases import Between
from persistence import Store, StoreTrouble

LINK: Final = "replay"
LINKED: Final = "replay-of"
DAY_SECONDS: Final = 24 * 3600
MOST_KEPT: Final = 1024
log = structlog.get_logger()


class Target(Struct, frozen=True):
    """The game that a link leads to."""

    venue: VenueId
    record: str


_TARGET: Final = msgspec.json.Decoder(Target)


class ReplayLinks:
    """Makes links to the games of the archive, and finds what they lead to."""

    def __init__(self, store: Store, venues: Venues, doors: Doors) -> None:
        self._venues, self._doors, self._links = venues, doors, SecretLinks(store, LINK, LINKED)
        self._known: LRUCache[tuple[VenueId, str], str] = LRUCache(MOST_KEPT)

    async def link(self, venue: VenueId, record: str) -> str:
        """Return the secret part of the link to a game. It is always the same, and works as long as games are kept.

        Raises StoreTrouble.
        """
        kept = (await self._venues.settings(venue)).archive_days * DAY_SECONDS
        return await self._links.link(f"{venue} {record}", msgspec.json.encode(Target(venue, record)), kept)

    async def target(self, link: str) -> Target | None:
        """Return the game that a link leads to; None: there is none. Raises StoreTrouble."""
        content = await self._links.target(link)
        try:
            return None if content is None else _TARGET.decode(content)
        except msgspec.MsgspecError:
            return None

    async def of_last(self, session: Session) -> str:
        """Return the address at which everybody can watch the game that has just ended; empty where there is none."""
        phase, record = session.phase, session.record
        ended = isinstance(phase, Between) and bool(phase.before) and session.practice is None
        if not ended or record in {"", *session.withheld} or self._doors.lead_nowhere or not self._doors.public:
            return ""
        if (session.venue, record) not in self._known:
            try:
                self._known[session.venue, record] = await self.link(session.venue, record)
            except StoreTrouble as trouble:
                log.warning("a replay has no link", table=session.table, kind=trouble.kind)
                return ""
        return f"{self._doors.public}game/{self._known[session.venue, record]}"
