"""The store: tables, purses, deadlines and small indices in Redis.

Documents are opaque bytes; times are whole milliseconds since the epoch. The store reconnects by itself when the server
is back (threats F2).
"""

from pathlib import Path
from typing import Self

from persistence.address import SecretText, address
from persistence.archive import Archive
from persistence.checks import ServerFacts, check_server, look_at_server
from persistence.clock import Clock
from persistence.cluster import pipe_to
from persistence.deliveries import Deliveries
from persistence.forgetting import Forgetting
from persistence.form import Form
from persistence.growth import Growth
from persistence.messages import Messages
from persistence.money import Money
from persistence.news import one_line
from persistence.notes import Notes
from persistence.peers import Peers
from persistence.pipe import Trips
from persistence.routing import Router
from persistence.server import little_space
from persistence.snapshot import Snapshot
from persistence.tables import Tables
from persistence.troubles import StoreTrouble


class Store(Tables, Messages, Deliveries, Money, Archive, Notes, Forgetting, Growth, Form, Snapshot, Peers):
    """All faces over the same connections. Made by `connect`, ended by `close`. `folder`: of the data, where the server
    is our own. `facts`, `is_suitable`: of each server, and of all, as they were looked at last.
    """

    folder: Path | None = None
    facts: list[ServerFacts]
    is_suitable = True

    @classmethod
    async def connect(
        cls,
        url: str,
        *,
        password: str | SecretText | None = None,
        timeout: float = 5.0,  # noqa: ASYNC109 - it holds for every later call
        allow_open: bool = False,
        clock: Clock | None = None,
    ) -> Self:
        """Connect to a server, to the one that Sentinels name, or to a Cluster, and check it. `timeout`: seconds for
        each call. `clock`: in place of that of Redis (console, tests).

        Raises StoreTrouble, with a sentence, if the server can't be reached or is unsuitable (threats T19, F4).
        """
        place = address(url, password, timeout, allow_open=allow_open)
        pipe = pipe_to(place, timeout)
        try:
            await pipe.open()
            facts = await check_server(pipe)
            store = cls(pipe, clock)
            store.facts = facts
            await store._server_clock.set()
            lines = pipe.lines if isinstance(pipe, Router) else one_line(place.connection)
            await store.news.open(lines, place.database, sharded_alone=place.kind == "cluster")
        except BaseException:
            await pipe.close()
            raise
        return store

    @property
    def most_replicas(self) -> int:
        """Return how many replicas each server had at least when it had the most."""
        return min(one.most_replicas for one in self.pipe.primaries)

    @property
    def trips(self) -> Trips:
        """Return the counts of round trips so far."""
        return self.pipe.trips

    async def look(self) -> tuple[str, ...]:
        """Check the server again, for others may change its settings while we run (F4). Return a sentence for the
        operator about each thing that goes wrong with it.

        Raises StoreTrouble, with a sentence for the operator, if it is no longer suitable.
        """
        try:
            told = await look_at_server(self.pipe, self.facts)
        except StoreTrouble:
            self.is_suitable = False
            raise
        self.is_suitable = True
        return told if self.folder is None else (*told, *little_space(self.folder))

    async def close(self) -> None:
        await self.news.stop()
        await self._server_clock.close()
        await self.pipe.close()
