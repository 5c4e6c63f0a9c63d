"""A snapshot of all that is stored, taken while people play, and its way back into an empty store.

What belongs to a venue is read in one script: at one moment, so that its tables, purses, ledger and deadlines fit
together. Records of finished games, which nothing else depends on, and what belongs to no venue are read apart from
it: the former by themselves, the latter last, so that every note that a table needs is there.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from persistence.face import A_PAGE, paged, two_by_two
from persistence.form import FORM, RESTORING
from persistence.keys import (
    FORM_KEY,
    PEERS_KEY,
    RESTORE_LOCK,
    SCRATCH,
    SERVING_KEY,
    indices,
    is_record,
    kin,
    marks_key,
    owner_of,
    partition_marks,
)
from persistence.peers import Peers
from persistence.scripts import SNAPSHOT
from persistence.troubles import StoreTrouble
from persistence.wire import Argument, Reply

TRIES: Final = 20
"""How often a venue is read anew because it got other keys meanwhile; each try takes a round trip."""
A_PART: Final = 1_000
"""The most items of one key that are kept, and written back, at a time; even, for those that come in pairs."""
LOCKED: Final = 30_000  # ms for which a restore that was broken off keeps others away
_WRITES: Final = {"string": "SET", "hash": "HSET", "list": "RPUSH", "set": "SADD", "zset": "ZADD"}


class StoredKey(Struct, frozen=True, array_like=True):
    """A key with its content, or one part of it. `until`: ms since the epoch; 0: for good.

    `items`: in the order in which the command that writes them takes them; of a sorted set, the score first.
    """

    name: bytes
    kind: str
    until: int
    items: list[bytes]


class Snapshot(Peers):
    """Takes a snapshot of the store, and brings one back."""

    async def snapshot(self) -> AsyncIterator[list[StoredKey]]:
        """Yield all that is stored, each venue's at one moment. Many round trips."""
        venues: dict[str, set[str]] = {}
        records: list[str] = []
        others: list[str] = []
        async for name in self._all_names():
            owner = owner_of(name)
            if is_record(name):
                records.append(name)
            elif owner:
                venues.setdefault(owner, set()).add(name)
            elif partition_marks(name):
                pass  # deadlines and deliveries are read with each venue
            else:
                others.append(name)
        for base in sorted(venues):
            yield await self._venue(base, venues.pop(base))
        for names in (*paged(records, A_PAGE), *paged(others, A_PAGE)):
            found = await asyncio.gather(*(self.pipe.run(SNAPSHOT, [name], []) for name in names))
            yield [part for name, reply in zip(names, found, strict=True) for part in _kept([name], reply)]

    async def _all_names(self) -> AsyncIterator[str]:
        """Yield each of our names once, but for those that are no content."""
        seen = set[bytes]()
        async for found in self._all_keys("pl:*"):
            for name in found:
                if name not in seen and name not in _NO_CONTENT and not name.startswith(SCRATCH):
                    seen.add(name)
                    yield name.decode()

    async def _venue(self, base: str, known: set[str]) -> list[StoredKey]:
        """Return all of a venue but its records, as it stands at one moment.

        A key that is new since the names were listed shows in the content of others, which was read at the same moment:
        then all are read again.
        """
        names = known | kin(base, [(one.name.decode(), one.items) for one in await self._read(base, indices(base))])
        for _ in range(TRIES):
            found = await self._read(base, names)
            more = kin(base, [(one.name.decode(), one.items) for one in found]) - names
            if not more:
                return [one for one in found if one.items]
            names |= more
        raise StoreTrouble("busy", f"A venue changed {TRIES} times while it was read. Try again when less is played.")

    async def _read(self, base: str, names: set[str]) -> list[StoredKey]:
        """Return what stands under these names of a venue at one moment, with its deadlines and deliveries."""
        marks = marks_key(base)
        listed = [*sorted(names), *marks]
        found = _kept(listed, await self.pipe.run(SNAPSHOT, listed, []))
        return [_own(one, base) if one.name.decode() in marks else one for one in found]

    # The way back

    async def restore(self, parts: Iterable[StoredKey]) -> int:
        """Write a snapshot into an empty store; return how many keys. Until all is there, no Potluck starts on it.

        Raises StoreTrouble, with a sentence and nothing touched, if anything is stored there. What a restore has left
        that was broken off is deleted first.
        """
        await self._begin_restore()
        names = set[bytes]()
        commands: list[Sequence[Argument]] = []
        checked = time.monotonic()
        for one in parts:
            names.add(one.name)
            commands += _written(one)
            if len(commands) >= A_PAGE or time.monotonic() - checked > 1:
                await self._write(commands)
                commands, checked = [], time.monotonic()
        await self._write(commands)
        await self.pipe.write_all([("SET", FORM_KEY, FORM), ("DEL", RESTORE_LOCK)])
        return len(names)

    async def _write(self, commands: list[Sequence[Argument]]) -> None:
        """Write a part, and keep others away for another while."""
        await self.pipe.write_all([*commands, ("SET", RESTORE_LOCK, b"", "PX", LOCKED)])

    async def _begin_restore(self) -> None:
        if await self.live():
            sentence = f"A Potluck runs on Redis at {self.pipe.where}. Stop it before you restore; nothing was touched."
            raise StoreTrouble("unsuitable", sentence)
        broken_off = await self.pipe.read("GET", FORM_KEY) == RESTORING
        if not broken_off:
            await self._check_empty()
            if await self.pipe.write("SET", FORM_KEY, RESTORING, "NX") is None:
                raise self._not_empty()
        if await self.pipe.write("SET", RESTORE_LOCK, b"", "NX", "PX", LOCKED) is None:
            where = self.pipe.where
            sentence = f"A restore into Redis at {where} is under way, or was broken off a moment ago. Wait a minute."
            raise StoreTrouble("busy", sentence)
        if broken_off:
            async for name in self._all_names():
                await self.pipe.write("UNLINK", name)

    async def _check_empty(self) -> None:
        async for _ in self._all_names():
            raise self._not_empty()
        if await self.pipe.read("EXISTS", FORM_KEY):
            raise self._not_empty()

    def _not_empty(self) -> StoreTrouble:
        return StoreTrouble(
            "unsuitable",
            f"Redis at {self.pipe.where} is not empty: what a Potluck stored is there. Nothing "
            "was touched. Restore into an empty store: point REDIS_URL (or POTLUCK_DATA, where Potluck runs a Redis of "
            "its own) to one, or move away what is there.",
        )


_NO_CONTENT: Final = frozenset({FORM_KEY.encode(), RESTORE_LOCK.encode(), PEERS_KEY.encode(), SERVING_KEY.encode()})


def _kept(names: Sequence[str], reply: Reply) -> list[StoredKey]:
    """Read the answer of the script: each key in parts."""
    now, *found = reply
    return [part for one in found for part in _parts(names, int(now), one)]


def _parts(names: Sequence[str], now: int, found: tuple[int, bytes, int, list[bytes]]) -> Iterator[StoredKey]:
    place, kind, life, items = found
    name, until = names[place - 1].encode(), now + life if life >= 0 else 0
    if kind == b"zset":
        items = [word for value, score in two_by_two(items) for word in (score, value)]
    for page in paged(items, A_PART):
        yield StoredKey(name, kind.decode(), until, list(page))


def _own(marks: StoredKey, base: str) -> StoredKey:
    """Return those deadlines and deliveries of a partition that belong to a venue."""
    beginning = f"{base.rpartition(':')[2]}:".encode()
    own = [(at, one) for at, one in two_by_two(marks.items) if one.startswith(beginning)]
    return StoredKey(marks.name, marks.kind, marks.until, [word for pair in own for word in pair])


def _written(one: StoredKey) -> Iterator[Sequence[Argument]]:
    """Yield the commands that write a part back."""
    yield (_WRITES[one.kind], one.name, *one.items)
    if one.until:
        yield ("PEXPIREAT", one.name, one.until)
