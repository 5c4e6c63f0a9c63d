"""The processes that live: each says so again and again, and whoever was silent too long is gone."""

from typing import Final

from persistence.face import Face, pairs
from persistence.keys import PEERS_KEY, SERVING_KEY

GONE_AFTER: Final = 4_000
"""ms of silence after which a process counts as gone."""


class Peers(Face):
    """Names of processes (`News.name`), in a sorted set by when each was last here, and what each of them serves."""

    async def here(self, name: str, serves: str = "") -> dict[str, str]:
        """Say that a process lives, and what it serves; return that of all that live."""
        now = self.clock.now()
        *_, names, told = await self.pipe.write_all(
            [
                ("ZADD", PEERS_KEY, now, name),
                ("HSET", SERVING_KEY, name, f"{now} {serves}"),
                ("ZREMRANGEBYSCORE", PEERS_KEY, "-inf", now - GONE_AFTER),
                ("ZRANGE", PEERS_KEY, 0, -1),
                ("HGETALL", SERVING_KEY),
            ]
        )
        served = {who: content.decode().partition(" ") for who, content in pairs(told).items()}
        gone = [who for who, (at, _, _) in served.items() if int(at) < now - GONE_AFTER]
        if gone:
            await self.pipe.write("HDEL", SERVING_KEY, *gone)
        return {one: served.get(one, ("", "", ""))[2] for one in (name.decode() for name in names)}

    async def live(self) -> dict[str, str]:
        """Return the names of all processes that live, sorted, each with what it serves."""
        names, told = await self.pipe.read_all(
            [
                ("ZRANGEBYSCORE", PEERS_KEY, self.clock.now() - GONE_AFTER, "+inf"),
                ("HGETALL", SERVING_KEY),
            ]
        )
        served = {who: content.decode().partition(" ")[2] for who, content in pairs(told).items()}
        return {one: served.get(one, "") for one in sorted(name.decode() for name in names)}

    async def gone(self, name: str) -> None:
        """Say that a process ends."""
        await self.pipe.write_all([("ZREM", PEERS_KEY, name), ("HDEL", SERVING_KEY, name)])
