"""Games with options that people keep: by a name, for themselves or for all of a place, and what each game had last."""

import asyncio
import hashlib
from collections.abc import Callable, Mapping
from typing import Final

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import asdict, replace

from bot.people.changed_notes import changed
from bot.ports.ids import PersonId, VenueId, is_alone
from bot.ports.messages import Message
from bot.table.change import Refused
from bot.table.defaults import Defaults
from bot.table.document import Session, TableOptions
from bot.table.hooks import Hooks
from bot.table.options import as_typed
from bot.table.seats import BOT
from games.catalogue import AnyGame
from persistence import Heard, Store, StoreTrouble

OF_A_PERSON, OF_A_PLACE = "saved-tables", "saved-tables-here"
MOST_OF_ONE, MOST_HERE, MOST_PLACES = 10, 20, 20
log = structlog.get_logger()


class SavedTable(Struct, frozen=True):
    """A game with the options that a table of it had, as typed."""

    game: str
    options: dict[str, str]

    def without_gone(self, game: AnyGame) -> tuple[dict[str, str], tuple[str, ...]]:
        """Return the options that there still are, and the names of those that are gone."""
        known = {*game.options.model_fields, *TableOptions.__struct_fields__}
        kept = {key: value for key, value in self.options.items() if key in known}
        return kept, tuple(key for key in self.options if key not in known)


class SavedAtPlace(Struct, frozen=True):
    """Hold what one person keeps at one place: by name, and by game what they had last."""

    named: dict[str, SavedTable] = {}
    last: dict[str, dict[str, str]] = {}


SavedByPlace = dict[str, SavedAtPlace]
_OF_PERSON: Final = msgspec.json.Decoder(SavedByPlace)
_OF_PLACE: Final = msgspec.json.Decoder(dict[str, SavedTable])


class SavedTables:
    """Keep them. All methods may raise StoreTrouble.

    Places stand under hashes, since the id of a channel may be that of a person.
    """

    def __init__(self, store: Store, defaults: Defaults, hooks: Hooks) -> None:
        self._store, self._usual = store, asdict(TableOptions(pace=defaults.pace))
        self._noting: set[asyncio.Task[None]] = set()
        hooks.options_set.append(self._follow)
        hooks.settles.append(self.settle)
        hooks.stops.append(self.settle)

    def saved(self, session: Session) -> SavedTable:
        """Return a table's game, and all options that it was given."""
        own, usual = asdict(session.options), self._usual
        own = {key: as_typed(value) for key, value in own.items() if value != usual[key] or key == "money"}
        return SavedTable(session.game, {**session.given, **own})

    async def of(self, message: Message, venue: VenueId) -> SavedAtPlace:
        """Return what the sender keeps at a place, under all their ids."""
        found = [await self._of(one, venue) for one in (message.sender.id, *message.sender.others)]
        named = {name: one for saved in reversed(found) for name, one in saved.named.items()}
        last = {game: one for saved in reversed(found) for game, one in saved.last.items()}
        return SavedAtPlace(named, last)

    async def _of(self, person: PersonId, venue: VenueId) -> SavedAtPlace:
        return of_person(await self._store.note(OF_A_PERSON, person)).get(hashed(venue), SavedAtPlace())

    async def here(self, venue: VenueId) -> dict[str, SavedTable]:
        """Return what is kept for all of a place."""
        return of_place(await self._store.note(OF_A_PLACE, hashed(venue)))

    async def save(self, person: PersonId, venue: VenueId, name: str, one: SavedTable, by: Heard) -> None:
        """Keep a table's game and options for a person. Raises Refused if they keep too many."""

        def with_one(now: SavedAtPlace) -> SavedAtPlace:
            return replace(now, named=added(now.named, name, one, MOST_OF_ONE))

        await self._change(person, venue, with_one, by)

    async def save_for_all(self, venue: VenueId, name: str, one: SavedTable, by: Heard) -> None:
        """Keep a table's game and options for all of a place. Raises Refused if too many are kept."""
        await self._change_here(venue, lambda now: added(now, name, one, MOST_HERE), by)

    async def drop(self, message: Message, venue: VenueId, name: str, by: Heard) -> None:
        """Drop what the sender keeps by this name, under whichever of their ids. Raises Refused if there is none."""
        ids = (message.sender.id, *message.sender.others)
        holds = [one for one in ids if name in (await self._of(one, venue)).named] or ids
        await self._change(holds[0], venue, lambda now: replace(now, named=without(now.named, name)), by)

    async def drop_for_all(self, venue: VenueId, name: str, by: Heard) -> None:
        """Drop what is kept by this name for all of a place."""
        await self._change_here(venue, lambda now: without(now, name), by)

    async def _change(
        self,
        person: PersonId,
        venue: VenueId,
        alter: Callable[[SavedAtPlace], SavedAtPlace],
        by: Heard | None = None,
    ) -> None:
        where = hashed(venue)

        def altered(now: SavedByPlace) -> SavedByPlace:
            others = [(key, one) for key, one in now.items() if key != where]
            return dict([*others, (where, alter(now.get(where, SavedAtPlace())))][-MOST_PLACES:])

        await changed(self._store, OF_A_PERSON, person, of_person, altered, by)

    async def _change_here(
        self, venue: VenueId, alter: Callable[[dict[str, SavedTable]], dict[str, SavedTable]], by: Heard
    ) -> None:
        await changed(self._store, OF_A_PLACE, hashed(venue), of_place, alter, by)

    # What somebody had last

    def _follow(self, session: Session) -> None:
        """Note the options that a table has now for its host."""
        plain = session.tournament is None and session.practice is None
        if not plain or session.host.startswith(BOT) or is_alone(session.venue):
            return
        task = asyncio.get_running_loop().create_task(self._note(session, self.saved(session)), name="options noted")
        self._noting.add(task)
        task.add_done_callback(self._noting.discard)

    async def _note(self, session: Session, now: SavedTable) -> None:
        try:
            if (await self._of(session.host, session.venue)).last.get(now.game) != now.options:
                await self._change(
                    session.host,
                    session.venue,
                    lambda found: replace(found, last={**found.last, now.game: now.options}),
                )
        except StoreTrouble as trouble:
            log.warning("the last options of a host were not noted", kind=trouble.kind)

    async def settle(self) -> None:
        """Wait until all is noted."""
        await asyncio.gather(*self._noting, return_exceptions=True)


def added(now: Mapping[str, SavedTable], name: str, one: SavedTable, most: int) -> dict[str, SavedTable]:
    """Return these with one more, or with another of this name. Raises Refused if there are too many."""
    if name not in now and len(now) >= most:
        raise Refused("saved-most", most=most)
    return {**now, name: one}


def without(now: Mapping[str, SavedTable], name: str) -> dict[str, SavedTable]:
    """Return these without the one of this name. Raises Refused if there is none."""
    if name not in now:
        raise Refused("saved-unknown", name=name)
    return {key: one for key, one in now.items() if key != name}


def of_person(content: bytes | None) -> SavedByPlace:
    return {} if content is None else _OF_PERSON.decode(content)


def of_place(content: bytes | None) -> dict[str, SavedTable]:
    return {} if content is None else _OF_PLACE.decode(content)


def hashed(venue: VenueId) -> str:
    """Return the name under which a place stands."""
    return hashlib.sha256(venue.encode()).hexdigest()[:24]
