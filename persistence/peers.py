"""The processes that live: each says so again and again, and whoever was silent too long is gone."""

from typing import Final

from persistence.face import Face
from persistence.keys import PEERS_KEY

GONE_AFTER: Final = 4_000
"""ms of silence after which a process counts as gone."""


class Peers(Face):
    """Names of processes (`News.name`), in a sorted set by when each was last here."""

    async def here(self, name: str) -> frozenset[str]:
        """Say that a process lives; return the names of all that do."""
        now = self.clock.now()
        *_, names = await self.pipe.write_all(
            [
                ("ZADD", PEERS_KEY, now, name),
                ("ZREMRANGEBYSCORE", PEERS_KEY, "-inf", now - GONE_AFTER),
                ("ZRANGE", PEERS_KEY, 0, -1),
            ]
        )
        return frozenset(one.decode() for one in names)

    async def live(self) -> list[str]:
        """Return the names of all processes that live, sorted."""
        now = self.clock.now()
        return sorted(
            one.decode() for one in await self.pipe.read("ZRANGEBYSCORE", PEERS_KEY, now - GONE_AFTER, "+inf")
        )

    async def gone(self, name: str) -> None:
        """Say that a process ends."""
        await self.pipe.write("ZREM", PEERS_KEY, name)
