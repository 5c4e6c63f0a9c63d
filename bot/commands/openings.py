"""The openings of tables, one after another where one has to know of the other: one table at a time, or a cooldown."""

import contextlib
from collections.abc import AsyncIterator
from typing import Final

from bot.engine.directory import Directory
from bot.people.opening_rules import OpeningRules
from bot.ports.messages import Rights
from bot.ports.said import Said
from bot.table.change import Refused
from persistence import Store

OPENING: Final = "opening"
OPENED: Final = "opened"
LONGEST: Final = 15
"""Seconds after which an opening that was never heard of again holds up no other."""


class Openings:
    """Let one person at a time open a table in a place, whichever process hears them."""

    def __init__(self, store: Store, directory: Directory) -> None:
        self._store, self._directory = store, directory

    @contextlib.asynccontextmanager
    async def one(self, rules: OpeningRules, said: Said) -> AsyncIterator[None]:
        """Hold the place while a table is opened; the cooldown begins once it is. Raises Refused and StoreTrouble."""
        if not rules.take_turns:
            yield
            return
        place = said.message.place
        if not await self._store.claim_note(OPENING, place, b"", LONGEST):
            raise Refused("opened-just-now")
        try:
            await self._check(rules, said)
            yield
            if rules.cooldown:
                until = self._store.clock.now() + rules.cooldown * 1000
                await self._store.put_note(OPENED, place, str(until).encode(), rules.cooldown)
        finally:
            await self._store.drop_note(OPENING, place)

    async def _check(self, rules: OpeningRules, said: Said) -> None:
        """Raise Refused where a table is open, or the last one was opened too short a while ago."""
        if rules.one_table:
            here = await self._directory.around(said, fresh=True)
            around = [one for one in here if one.opened_in == said.message.venue]
            if around:
                raise Refused("one-table-here", code=around[0].code)
        if rules.cooldown and said.message.rights < Rights.STAFF:
            until = int(await self._store.note(OPENED, said.message.place) or b"0")
            if (left := until - self._store.clock.now()) > 0:
                raise Refused("opening-cools-down", seconds=-(-left // 1000))
