"""Blocks: people with whom somebody does not want to sit at a table. They hold everywhere, and are nobody else's."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.people.changed_notes import changed
from bot.people.expiring_cache import ExpiringCache
from bot.people.rewording import SOMEBODY
from bot.people.selves import Selves
from bot.ports.ids import PersonId, VenueId, is_alone
from bot.ports.messages import Person, Rights
from bot.table.change import Refused
from bot.table.hooks import Hooks
from bot.wings.desk.sanctions import TRUSTED, Sanctions, to_change
from persistence import Heard, Store

BLOCKS: Final = "blocks"
CHANGED: Final = b"blocks-changed"
REWORDED: Final = b"blocks-reworded"
MOST: Final = 50
MOST_KEPT: Final = 20_000
log = structlog.get_logger()


class Blocked(Struct, frozen=True):
    """Somebody who is blocked: keyed hashes of their ids, and what they were called."""

    who: tuple[str, ...]
    name: str


_BLOCKED: Final = msgspec.json.Decoder(tuple[Blocked, ...])


class Blocks:
    """Keep blocks, under keyed hashes of ids on both sides, and keep the two apart. Methods may raise StoreTrouble."""

    def __init__(self, store: Store, sanctions: Sanctions, selves: Selves, hooks: Hooks) -> None:
        self._store, self._sanctions, self._selves = store, sanctions, selves
        self._drop_all()
        store.news.hear(CHANGED, lambda _, name: self._kept.drop(name.decode()))
        store.news.hear(REWORDED, lambda *_: self._drop_all())
        hooks.sits.append(self.check_sitting)
        hooks.together.append(self.may_sit_together)
        hooks.keeps.append(self.kept_of)
        hooks.forgets.append(self.forget)

    async def of(self, ids: Collection[PersonId]) -> tuple[Blocked, ...]:
        """Return whom a person with these ids has blocked."""
        found = await asyncio.gather(*(self._under(name) for name in self._sanctions.hashes(ids)))
        return tuple(one for blocked in found for one in blocked)

    async def _under(self, name: str) -> tuple[Blocked, ...]:
        known = self._kept.good(name)
        return known if known is not None else self._kept.keep(name, decoded(await self._store.note(BLOCKS, name)))

    async def add(self, person: PersonId, by: Heard, blocked: Blocked) -> None:
        """Block somebody. Raises Refused if there are too many."""
        (name,) = self._sanctions.hashes((person,))

        def alter(before: tuple[Blocked, ...]) -> tuple[Blocked, ...]:
            if len(before) >= MOST:
                raise Refused("desk-most-blocks", most=MOST)
            return (*before, blocked)

        await self._change(name, alter, by)

    async def drop(self, ids: Collection[PersonId], by: Heard, gone: Collection[Blocked]) -> None:
        """Let a person's blocks of these people go, under whichever of the person's ids they stand."""
        for name in self._sanctions.hashes(ids):
            before = to_change(read(await self._store.note(BLOCKS, name)))
            if not frozenset(before).isdisjoint(gone):
                await self._change(name, lambda now: tuple(one for one in now if one not in gone), by)

    async def _change(self, name: str, alter: Callable[[tuple[Blocked, ...]], tuple[Blocked, ...]], by: Heard) -> None:
        after = await changed(self._store, BLOCKS, name, lambda content: to_change(read(content)), alter, by)
        self._kept.keep(name, after)
        self._store.news.tell(CHANGED, name, name.encode())

    # What they keep apart

    async def may_sit_together(self, one: PersonId, other: PersonId) -> bool:
        """Tell whether neither of two people has blocked the other."""
        return not await self._blocks(one, other) and not await self._blocks(other, one)

    async def _blocks(self, one: PersonId, other: PersonId) -> bool:
        mine, theirs = await asyncio.gather(self._selves.ids_of(one), self._selves.ids_of(other))
        hashes = frozenset(self._sanctions.hashes(theirs))
        return any(not hashes.isdisjoint(blocked.who) for blocked in await self.of(mine))

    async def check_sitting(self, person: Person, venue: VenueId, _: Rights, others: Collection[PersonId]) -> None:
        """Raise Refused for somebody who would sit with a person whom they blocked, or who blocked them.

        It names nobody: that one of the others sits there is all that the refused person learns.
        """
        there = [one for one in others if one not in person.ids]
        if is_alone(venue) or not there:
            return
        apart = await asyncio.gather(*(self.may_sit_together(person.id, one) for one in there))
        if not all(apart):
            raise Refused("desk-not-together")

    # One's own file, and being forgotten

    async def kept_of(self, ids: Sequence[PersonId]) -> dict[str, Any]:
        """Return whom a person has blocked. Who blocked them is not told."""
        return {"blocks": [one.name for one in await self.of(ids)]}

    async def forget(self, ids: Sequence[PersonId]) -> None:
        """Drop a person's blocks, and their name from those of others; these hold on."""
        hashes = self._sanctions.hashes(ids)
        for name in hashes:
            await self._store.drop_note(BLOCKS, name)

        def nameless(found: bytes) -> bytes:
            blocked = read(found)
            if blocked is None:
                return found
            return msgspec.json.encode(
                tuple(one if frozenset(hashes).isdisjoint(one.who) else replace(one, name=SOMEBODY) for one in blocked)
            )

        await self._store.reword_notes(BLOCKS, nameless)
        self._drop_all()
        self._store.news.tell(REWORDED, hashes[0], b"")

    def _drop_all(self) -> None:
        self._kept: ExpiringCache[tuple[Blocked, ...]] = ExpiringCache(MOST_KEPT, TRUSTED)


def read(content: bytes | None) -> tuple[Blocked, ...] | None:
    """Return the blocks in a note; None if it can't be read."""
    try:
        return () if content is None else _BLOCKED.decode(content)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        log.error("somebody's blocks can't be read: none hold")  # noqa: TRY400 - the error may quote them
        return None


def decoded(content: bytes | None) -> tuple[Blocked, ...]:
    """Return the blocks in a note; none if it can't be read."""
    return read(content) or ()
