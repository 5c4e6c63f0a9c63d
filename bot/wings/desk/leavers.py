"""People who leave games that others go on with: after several within a day they pause, where the place wants it.

It is mild, off at first, and ends by itself: a leaver spoils an evening, and has often just lost the line.
"""

import asyncio
from collections.abc import Collection, Iterator
from typing import Final

import structlog
from cachetools import LRUCache

from bot.people.communities import Communities
from bot.people.selves import Selves
from bot.people.venues import Venues
from bot.ports.ids import PersonId, VenueId, is_alone
from bot.ports.messages import Person, Rights
from bot.render.ago import DAY, HOUR
from bot.table.change import Refused
from bot.table.document import Session
from bot.table.hooks import Hooks
from bot.table.phases import Playing
from bot.table.seats import Seated
from bot.wings.desk.durations import left
from bot.wings.desk.sanctions import LEFT, Record, Sanction, Sanctions, holding
from persistence import StoreTrouble

PAUSES: Final = {2: HOUR // 12, 3: HOUR // 2}
"""How long somebody waits before they sit down again who has left so many games within a day."""
NOTED: Final = 4096
log = structlog.get_logger()


class Leavers:
    """Notes who leaves a running game with others in it, and keeps those who often do from sitting down for a while."""

    def __init__(
        self, sanctions: Sanctions, venues: Venues, communities: Communities, selves: Selves, hooks: Hooks
    ) -> None:
        self._sanctions, self._venues, self._communities, self._selves = sanctions, venues, communities, selves
        self._noted: LRUCache[tuple[str, PersonId], None] = LRUCache(NOTED)
        self._noting: set[asyncio.Task[None]] = set()
        hooks.turned_to[Playing].append(self._look)
        hooks.sits.append(self.check_sitting)
        hooks.settles.append(self.settle)
        hooks.stops.append(self.settle)

    def _look(self, session: Session) -> None:
        """Note those who have left the running game since the last step."""
        if not isinstance(session.phase, Playing):
            return
        game = session.phase.pledge.game_id
        for one in leavers_of(session):
            if (game, one.player) not in self._noted:
                self._noted[game, one.player] = None
                task = asyncio.get_running_loop().create_task(self._note(session, game, one), name="a leaver is noted")
                self._noting.add(task)
                task.add_done_callback(self._noting.discard)

    async def settle(self) -> None:
        """Wait until all leavers are noted."""
        await asyncio.gather(*self._noting, return_exceptions=True)

    async def _note(self, session: Session, game: str, one: Seated) -> None:
        """Note that somebody left a game, once, whichever process sees it, unless they were taken off the table."""
        try:
            home = await self._communities.home_of(session.venue)
            ids = await self._selves.stored_ids(one.player)
            if not (await self._venues.settings(home)).leavers or session.is_removed(frozenset(ids)):
                return
            now, who = self._sanctions.now(), self._sanctions.hashes(ids)
            noted = Sanction(0, LEFT, who, one.name, now, now + DAY, mark=game)

            def alter(record: Record) -> Record:
                known = any(each.kind == LEFT and each.mark == game for each in record.of(who))
                return record if known else record.added(noted)

            await self._sanctions.change(home, None, alter)
        except (StoreTrouble, Refused):
            log.info("a leaver was not noted", table=session.table)

    async def check_sitting(self, person: Person, venue: VenueId, rights: Rights, _: Collection[PersonId]) -> None:
        """Raise Refused for somebody who has left several games within a day, for a while after the last one."""
        if is_alone(venue) or not (await self._venues.settings(venue)).leavers:
            return
        now, record = self._sanctions.now(), await self._sanctions.known(venue)
        mine = holding(record.of(self._sanctions.hashes(person.ids)), rights)
        games = [one.at for one in mine if one.kind == LEFT and one.holds(now)]
        pause = PAUSES.get(min(len(games), max(PAUSES)), 0)
        if pause and now < max(games) + pause:
            raise Refused("desk-leaves", count=len(games), span=left(max(games) + pause, now))


def leavers_of(session: Session) -> Iterator[Seated]:
    """Yield the people who have left a game for good that other people go on with, and that was not over for them.
    Crowds come and go.
    """
    if not any(one.gone for one in session.seats) or session.practice is not None or session.gathers is not None:
        return
    if any(not (one.gone or one.is_bot) for one in session.seats):
        yield from (one for one in session.seats if one.gone and not (one.out or one.is_bot))
