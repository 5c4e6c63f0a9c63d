"""Who is called to their turn, and how: nobody who is here anyway, and nobody more than once a minute."""

import time
from collections.abc import Callable, Iterable
from typing import Final

from cachetools import TTLCache
from msgspec import Struct

from bot.adapters.discord.names import PLATFORM, snowflake_of
from bot.adapters.discord.port import Bot, Way
from bot.ports.ids import PersonId, VenueId
from bot.ports.messages import Update

PRESENT: Final = 60.0
"""Seconds for which somebody who said or pressed something is here, and needs no call."""
CALL_EVERY: Final = 60.0
"""Seconds in which one person is called once, at however many tables they sit."""
MOST_KNOWN: Final = 50_000


class Called(Struct, frozen=True):
    """The ids of those to be called to a table. `on_card`: by the card itself; `by_ping`: by a short message.

    `away`: all who are awaited there and have not been heard since, those who were called before among them.
    """

    on_card: tuple[int, ...] = ()
    by_ping: tuple[int, ...] = ()
    away: frozenset[int] = frozenset()

    @property
    def everybody(self) -> tuple[int, ...]:
        """Return all who are to be called now."""
        return self.on_card + self.by_ping


class WhoIsCalled:
    """Knows who is here, and who was called lately. `clock`: seconds that never go back."""

    def __init__(self, bot: Bot, clock: Callable[[], float] = time.monotonic) -> None:
        self._bot = bot
        self._present: TTLCache[int, None] = TTLCache(MOST_KNOWN, PRESENT, timer=clock)
        self._called: TTLCache[int, None] = TTLCache(MOST_KNOWN, CALL_EVERY, timer=clock)

    def seen(self, user: int) -> None:
        """Take note that somebody is here: for a while they need no call."""
        self._present[user] = None

    def were_called(self, users: Iterable[int]) -> None:
        """Take note that these people were called."""
        for user in users:
            self._called[user] = None

    async def at_place(self, update: Update, venue: VenueId) -> Called:
        """Return whom the table's place calls, and how."""
        by_way: dict[Way, list[int]] = {"card": [], "ping": []}
        for person in self._to_call(update):
            by_way.setdefault(await self._bot.way_to_call(person, venue), []).append(snowflake_of(person))
        away = {snowflake_of(one) for one in update.awaited if is_ours(one) and self._is_away(one, update)}
        return Called(tuple(by_way["card"]), tuple(by_way["ping"]), frozenset(away))

    async def privately(self, update: Update, user: int, venue: VenueId) -> bool:
        """Tell whether this one person is to be called by direct message."""
        persons = [one for one in self._to_call(update) if snowflake_of(one) == user]
        return bool(persons) and await self._bot.way_to_call(persons[0], venue) == "dm"

    def _to_call(self, update: Update) -> list[PersonId]:
        """Return whoever is to be told that it is their turn; a seat in another room is told to all who get one."""
        ours = [person for person in update.notify if is_ours(person)]
        if not is_on(update):
            return ours
        return [one for one in ours if self._is_away(one, update) and snowflake_of(one) not in self._called]

    def _is_away(self, person: PersonId, update: Update) -> bool:
        """Tell whether somebody was not heard lately; who is called to another table, before a game, is not there."""
        return not is_on(update) or snowflake_of(person) not in self._present


def is_on(update: Update) -> bool:
    return update.card.phase == "playing"


def is_ours(person: PersonId) -> bool:
    return person.startswith(f"{PLATFORM}:")
