"""Keep who wants to be called to which games in a venue, and when not; and the roles that are mentioned there.

There is one note a venue.
"""

import asyncio
import re
from collections.abc import Callable, Collection
from typing import Final
from weakref import WeakValueDictionary

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from bot.people.changed_notes import changed
from bot.people.opening_rules import QuietHours
from bot.people.rule_words import zone_named
from bot.people.venues import VenueSettings
from bot.ports.ids import PersonId, VenueId
from bot.table.change import Refused
from bot.table.hooks import Hooks, NoteOfMany
from persistence import Heard, Store

SUBSCRIBERS: Final = "subscribers"
MOST: Final = 2_000
"""How many people of a venue may be called to its tables."""
HOURS: Final = re.compile(r"([01]?[0-9]|2[0-4])(?::([0-5][0-9]))?(?:-|to)([01]?[0-9]|2[0-4])(?::([0-5][0-9]))?")
"""Hours as people type them: `23-8`, `23:30-8:00`."""
A_DAY: Final = 24 * 60
UTC: Final = "UTC"
log = structlog.get_logger()


class Subscriber(Struct, frozen=True, omit_defaults=True):
    """Somebody who is called to tables of these games, under this name.

    `quiet`: between these two minutes of the day they are not. `zone`: theirs; empty: the venue's.
    """

    name: str
    games: tuple[str, ...] = ()
    quiet: tuple[int, int] | None = None
    zone: str = ""


class VenueSubscribers(Struct, frozen=True, omit_defaults=True):
    """Whom a venue calls. `roles`: the role to mention, by the server and the game, as `SERVER GAME`."""

    people: dict[PersonId, Subscriber] = {}
    roles: dict[str, str] = {}

    def role(self, venue: VenueId, game: str) -> str:
        """Return the role that is mentioned on a server for a game; empty: none."""
        return self.roles.get(f"{venue} {game}", "")

    def with_role(self, venue: VenueId, game: str, role: str) -> "VenueSubscribers":
        """Return it with another role for a game on a server; empty: with none."""
        others = {key: one for key, one in self.roles.items() if key != f"{venue} {game}"}
        return replace(self, roles={**others, f"{venue} {game}": role} if role else others)

    def of(self, ids: Collection[PersonId]) -> Subscriber | None:
        """Return what somebody wants, as one of their selves said it; None: nothing."""
        return next((one for key, one in self.people.items() if key in ids), None)

    def without(self, ids: Collection[PersonId]) -> "VenueSubscribers":
        """Return it without somebody, under any of these ids."""
        return replace(self, people={key: one for key, one in self.people.items() if key not in ids})

    def with_person(self, person: PersonId, one: Subscriber) -> "VenueSubscribers":
        """Return it with what somebody wants now. Raises Refused if they are too many."""
        others = {key: other for key, other in self.people.items() if key != person}
        if not one.games and one.quiet is None:
            return replace(self, people=others)
        if len(others) >= MOST:
            raise Refused("notify-too-many", most=MOST)
        return replace(self, people={**others, person: one})


NOBODY_CALLED: Final = VenueSubscribers()
_DECODER: Final = msgspec.json.Decoder(VenueSubscribers)


class Subscribers:
    """Read and change whom venues call. Each method raises StoreTrouble."""

    def __init__(self, store: Store, hooks: Hooks) -> None:
        self._store = store
        self._locks: WeakValueDictionary[VenueId, asyncio.Lock] = WeakValueDictionary()
        hooks.notes_of_many[SUBSCRIBERS] = NoteOfMany(without_person, own_part)

    async def of(self, venue: VenueId) -> VenueSubscribers:
        """Return whom a venue calls; nobody if that can't be read."""
        try:
            return read(await self._store.note(SUBSCRIBERS, venue))
        except Refused:
            return NOBODY_CALLED

    async def change(
        self, venue: VenueId, alter: Callable[[VenueSubscribers], VenueSubscribers], by: Heard
    ) -> VenueSubscribers:
        """Change whom a venue calls, and return it. Raises what `alter` raises, and Refused if it can't be read."""
        async with self._locks.setdefault(venue, asyncio.Lock()):
            return await changed(self._store, SUBSCRIBERS, venue, read, alter, by)


def read(content: bytes | None) -> VenueSubscribers:
    """Return what a note says. Raises Refused if it can't be read: somebody may mend it by hand."""
    try:
        return NOBODY_CALLED if content is None else _DECODER.decode(content)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        log.error("whom a venue calls can't be read: nobody is called")  # noqa: TRY400 - the error may quote names
        raise Refused("notify-unreadable") from None


def without_person(content: bytes, person: PersonId) -> bytes:
    """Return a stored note without a person."""
    return msgspec.json.encode(_DECODER.decode(content).without((person,)))


def own_part(content: bytes, person: PersonId) -> bytes:
    """Return what a note says about one person."""
    return msgspec.json.encode(_DECODER.decode(content).people.get(person))


def is_quiet(one: Subscriber, settings: VenueSettings, now: int) -> bool:
    """Tell whether somebody's quiet hours hold now (ms), in their own zone or else in that of the venue."""
    return one.quiet is not None and QuietHours(*one.quiet, one.zone or zone_of(settings)).hold(now)


def zone_of(settings: VenueSettings) -> str:
    """Return the zone in which people of a venue say times: its own, that of its quiet hours, or UTC."""
    quiet = settings.opening.quiet
    return settings.zone or (UTC if quiet is None else quiet.zone)


def hours_of(word: str) -> tuple[int, int]:
    """Return the two minutes of the day that hours begin and end at, as typed. Raises Refused."""
    found = HOURS.fullmatch(word.lower())
    if found is None:
        raise Refused("notify-quiet-how")
    begins, ends = ((int(found[at]) * 60 + int(found[at + 1] or 0)) % A_DAY for at in (1, 3))
    if begins == ends:
        raise Refused("notify-quiet-how")
    return begins, ends


def zone_called(word: str) -> str:
    """Return the name of a time zone as it is written. Raises Refused if there is none."""
    if not (found := zone_named(word)):
        raise Refused("notify-no-zone", word=word)
    return found
