"""The share of work that falls to this process: of all partitions, those for which it ranks first among the living.

There is no lock. For a moment two processes may believe that a share is theirs, or a frozen one wakes and believes so
still: the version of a table lets only one of them do what is due (docs/decisions/0039). What is told on a platform is
shared out over those that serve it (docs/decisions/0041).
"""

import asyncio
import contextlib
from collections.abc import Callable, Collection, Iterable
from hashlib import blake2b
from typing import Final

import structlog

from bot.ports.ids import VenueId
from bot.ports.platforms import Platforms
from bot.ports.serving import Service, read
from persistence import PARTITIONS, Store, StoreTrouble, TableRef, partition
from persistence.peers import GONE_AFTER

BEAT: Final = 1.0
"""Seconds between two signs of life."""
IDLE: Final = 75.0
"""Seconds after which a lease is no longer left to a process that holds nothing of the platform."""
COMES, GOES = b"comes", b"goes"
ALL: Final = frozenset(range(PARTITIONS))
log = structlog.get_logger()
Serving = dict[str, Service]
"""What a process serves, by platform."""


class Shares:
    """Knows which processes live and what each serves, and so which tables are this one's to look after, and whom it
    tells of them. Alone, all of them are.

    `when_changed`: is called when a process came, went, or serves something else; `when_vanished` for one that fell
    silent without a word. `to_tell`: the partitions with tables that this process may have to tell of.
    """

    def __init__(self, store: Store, platforms: Platforms) -> None:
        self._store, self.name, self._platforms = store, store.news.name, platforms
        self.live = frozenset({self.name})
        self.partitions = self.to_tell = ALL
        self._others: dict[str, Serving] = {}
        self._told: dict[str, str] = {}
        """What all that live say that they serve, as it was read last."""
        self._idle: dict[str, dict[str, float]] = {}
        """By platform, the other processes that hold nothing of what falls to them, and since when."""
        self._beat_at: float | None = None
        self._spares_until = 0.0
        """When this process last gave a sign of life, and until when no other counts as gone, by the loop's clock."""
        self.when_changed: list[Callable[[], None]] = []
        self.when_vanished: list[Callable[[str], None]] = []
        self._missing, self._said_goodbye = set[str](), set[str]()
        self._beating: asyncio.Task[None] | None = None
        self._now = asyncio.Event()
        store.news.hear(COMES, lambda _teller, _content: self._now.set())
        store.news.hear(GOES, lambda teller, _content: self._goes(teller))

    @property
    def is_alone(self) -> bool:
        """Tell whether no other process lives."""
        return len(self.live) == 1

    @property
    def is_cut_off(self) -> bool:
        """Tell whether this process has not reached the store for so long that others count it as gone."""
        if self.is_alone or self._beat_at is None:
            return False
        return asyncio.get_running_loop().time() - self._beat_at > GONE_AFTER / 1000

    def has(self, ref: TableRef) -> bool:
        """Tell whether a table is in this process's share."""
        return partition(ref.venue) in self.partitions

    # Who tells whom

    def serving(self, platform: str) -> dict[str, Service]:
        """Return the processes that serve a platform, this one among them if it does, and what of it they serve."""
        found = {one: serves[platform] for one, serves in self._others.items() if platform in serves}
        own = self._platforms.service(platform)
        return found if own is None else {**found, self.name: own}

    def tells(self, ref: TableRef, platform: str, venue: VenueId, by: str) -> bool:
        """Tell whether this process tells an audience what `by` did at a table; `by` empty: nobody knows who did it.

        Whoever did it tells it, if it serves that audience; otherwise one of those that do.
        """
        own = self._platforms.service(platform)
        if own is None or (self.is_alone and not own.fixed):
            return own is not None
        reaching = self._reaching(platform, venue)
        if self.name not in reaching or by in reaching:
            return by == self.name and by in reaching
        return first(reaching, partition(ref.venue)) == self.name

    def may_tell(self, ref: TableRef, platform: str, by: str, *, places: int = 1) -> bool:
        """Tell whether this process may have to tell somebody on a platform what `by` did, because that one does not
        serve all of it. `places`: how many the table has there.
        """
        known = self.serving(platform)
        if self.name not in known:
            return False
        if places == 1 and ref.venue.startswith(f"{platform}:"):
            reaching = self._reaching(platform, VenueId(ref.venue))
            return by not in reaching and first(reaching, partition(ref.venue)) == self.name
        return by not in known or bool(known[by].of)

    def _reaching(self, platform: str, venue: VenueId) -> list[str]:
        """Return the processes that serve an audience of this venue on a platform."""
        known = self.serving(platform)
        if len(known) == 1 and not any(one.fixed for one in known.values()):
            return list(known)
        return [name for name, one in known.items() if self._serves(one, venue)]

    def _serves(self, service: Service, venue: VenueId) -> bool:
        if service.of:
            return self._platforms.shard_of(service.platform, venue, service.of) in service.shards
        return service.fixed or not self._platforms.has_shards(service.platform)

    # What of a platform is leased

    def leased(self, platform: str, count: int) -> frozenset[int]:
        """Return the shards of a platform that this process is to hold: of those that no operator has fixed, the ones
        for which it ranks first; none while it is cut off, since others hold them by then.
        """
        if self.is_cut_off:
            return frozenset()
        known = self.serving(platform)
        fixed = {shard for one in known.values() if one.fixed for shard in one.shards}
        among = [name for name, one in known.items() if not one.fixed]
        free = [shard for shard in range(count) if shard not in fixed]
        if self._platforms.has_shards(platform):
            among = self._without_idle(platform, among, free)
        return frozenset(shard for shard in free if first(among, f"{platform} {shard}") == self.name)

    def _without_idle(self, platform: str, among: Collection[str], free: Collection[int]) -> list[str]:
        """Return these processes without those that have had a lease for long and hold nothing: they live, but do not
        reach the platform. This one is never left out, so it goes on trying; what it then holds counts again.
        """
        known, now = self.serving(platform), asyncio.get_running_loop().time()
        leasing = {first(among, f"{platform} {shard}") for shard in free}
        was = self._idle.get(platform, {})
        idle = {name: was.get(name, now) for name in leasing - {self.name, ""} if not known[name].shards}
        self._idle[platform] = idle
        return [name for name in among if name not in idle or now - idle[name] < IDLE]

    def held_elsewhere(self, platform: str) -> frozenset[int]:
        """Return the shards of a platform that other processes hold; while this one is cut off, its own as well: others
        hold them by now, or will in a moment.
        """
        held = [serves[platform].shards for serves in self._others.values() if platform in serves]
        if self.is_cut_off and (own := self._platforms.service(platform)) is not None:
            held.append(own.shards)
        return frozenset[int]().union(*held)

    def count_of(self, platform: str) -> int:
        """Return the number of shards that other processes go by; 0: nobody has said one."""
        return max((serves[platform].of for serves in self._others.values() if platform in serves), default=0)

    def parts_of(self, platform: str) -> int:
        """Return over how many processes a platform's limits are divided."""
        return max(1, len(self.serving(platform)))

    # Signs of life

    async def start(self) -> None:
        """Join the living; from now on say again and again that this process lives."""
        with contextlib.suppress(StoreTrouble):  # the next sign of life comes soon
            await self.beat()
        self._store.news.tell(COMES, self.name, b"")
        self._beating = asyncio.get_running_loop().create_task(self._beat_on(), name="shares")

    async def stop(self) -> None:
        """Leave the living, so that others take over at once."""
        if self._beating is None:
            return
        self._beating.cancel()
        await asyncio.gather(self._beating, return_exceptions=True)
        with contextlib.suppress(StoreTrouble):  # they notice by its silence
            await self._store.gone(self.name)
        self._store.news.tell(GOES, self.name, b"")

    def _goes(self, name: str) -> None:
        self._said_goodbye.add(name)
        self._now.set()

    async def beat(self) -> None:
        """Say that this process lives, and what it serves; learn who else does. Raises StoreTrouble.

        If the store was away for long, nobody could say it: the others have a moment to do so.
        """
        told = await self._store.here(self.name, " ".join(map(str, self._platforms.services())))
        now = asyncio.get_running_loop().time()
        if self._beat_at is not None and now - self._beat_at > GONE_AFTER / 1000:
            self._spares_until = now + 2 * BEAT
        self._beat_at = now
        if now < self._spares_until:
            told = {**self._told, **told}
        self._look_for_missing()
        if told != self._told:
            self._told = told
            self._missing = set(self.live - told.keys()) - {self.name}
            self._learn(told)
            for changed in self.when_changed:
                changed()

    def _look_for_missing(self) -> None:
        """Tell of those that were missing at the last sign of life, unless their goodbye has come since."""
        for name in self._missing - self._said_goodbye:
            for vanished in self.when_vanished:
                vanished(name)
        self._said_goodbye -= self._missing
        self._missing.clear()

    def _learn(self, told: dict[str, str]) -> None:
        others = {name: serves for name, serves in told.items() if name != self.name}
        self._others = {name: self._read(serves) for name, serves in others.items()}
        self.live = frozenset(told)
        self.partitions = share_of(self.name, self.live)
        self.to_tell = frozenset[int]().union(*map(self._to_tell_on, self._platforms.services()))
        self._store.news.is_alone = self.is_alone

    def _read(self, serves: str) -> Serving:
        """Read what a process says that it serves. One of an older version says nothing, and serves all."""
        told = read(serves) if serves else [Service(one.platform, fixed=True) for one in self._platforms.services()]
        return {one.platform: one for one in told}

    def _to_tell_on(self, own: Service) -> frozenset[int]:
        """Return the partitions with tables that this process may have to tell of on a platform."""
        if own.of:  # who tells depends on the shard, which a partition does not show
            return ALL
        return share_of(self.name, self.serving(own.platform))

    async def _beat_on(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._now.wait()
            self._now.clear()
            try:
                await self.beat()
            except StoreTrouble as trouble:  # without the store nobody can do anything
                log.debug("no sign of life could be given", kind=trouble.kind)
            except Exception as error:  # noqa: BLE001 - who falls silent counts as gone
                log.error("a sign of life stumbled", kind=type(error).__name__)  # noqa: TRY400 - frames hold state


def share_of(name: str, live: Collection[str]) -> frozenset[int]:
    """Return the partitions for which this process ranks first, by rendezvous hashing: whoever comes or goes moves no
    partition between two others.
    """
    return frozenset(number for number in ALL if first({*live, name}, number) == name)


def first(names: Iterable[str], what: int | str) -> str:
    """Return the process that ranks first for a partition or whatever else is shared out; empty: there is none."""
    return max(names, key=lambda one: rank(one, what), default="")


def rank(name: str, what: int | str) -> bytes:
    """Return the rank of a process for something that is shared out."""
    return blake2b(f"{name} {what}".encode(), digest_size=8).digest()
