"""Decide who is called to their turn, and how: nobody who is present, and nobody more than once a minute."""

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
"""Seconds for which somebody counts as present after they said or pressed something."""
CALL_EVERY: Final = 60.0
"""One person is called at most once in this many seconds, at all tables together."""
MOST_KNOWN: Final = 50_000


class Called(Struct, frozen=True):
    """The ids of those to call to a table. `on_card`: by the card itself; `by_ping`: by a short message.

    `away`: all who are awaited and have not been heard since, including those who were called before.
    """

    on_card: tuple[int, ...] = ()
    by_ping: tuple[int, ...] = ()
    away: frozenset[int] = frozenset()

    @property
    def everybody(self) -> tuple[int, ...]:
        """Return everybody who is to be called now."""
        return self.on_card + self.by_ping


class WhoIsCalled:
    """Knows who is present, and who was called recently. `clock`: a monotonic clock in seconds."""

    def __init__(self, bot: Bot, clock: Callable[[], float] = time.monotonic) -> None:
        self._bot = bot
        self._present: TTLCache[int, None] = TTLCache(MOST_KNOWN, PRESENT, timer=clock)
        self._called: TTLCache[int, None] = TTLCache(MOST_KNOWN, CALL_EVERY, timer=clock)

    def seen(self, user: int) -> None:
        """Note that somebody is present: for a while they need no call."""
        self._present[user] = None

    def were_called(self, users: Iterable[int]) -> None:
        """Note that these people were called."""
        for user in users:
            self._called[user] = None

    async def at_place(self, update: Update, venue: VenueId) -> Called:
        """Return the people to call at the table's place, and how."""
        by_way: dict[Way, list[int]] = {"card": [], "ping": []}
        for person in self._to_call(update):
            by_way.setdefault(await self._bot.way_to_call(person, venue), []).append(snowflake_of(person))
        away = {snowflake_of(one) for one in update.awaited if is_ours(one) and self._is_away(one, update)}
        return Called(tuple(by_way["card"]), tuple(by_way["ping"]), frozenset(away))

    async def privately(self, update: Update, user: int, venue: VenueId) -> bool:
        """Return whether this person is to be called by direct message."""
        persons = [one for one in self._to_call(update) if snowflake_of(one) == user]
        return bool(persons) and await self._bot.way_to_call(persons[0], venue) == "dm"

    def _to_call(self, update: Update) -> list[PersonId]:
        """Return those to tell that it is their turn. Outside a game, as for a new seat elsewhere, all are told."""
        ours = [person for person in update.notify if is_ours(person)]
        if not is_on(update):
            return ours
        return [one for one in ours if self._is_away(one, update) and snowflake_of(one) not in self._called]

    def _is_away(self, person: PersonId, update: Update) -> bool:
        """Return whether somebody was not heard recently. Outside a game, people called to a seat always count
        as away.
        """
        return not is_on(update) or snowflake_of(person) not in self._present


def is_on(update: Update) -> bool:
    return update.card.phase == "playing"


def is_ours(person: PersonId) -> bool:
    return person.startswith(f"{PLATFORM}:")
