"""Finished games as lists show them: who played, the result, and where the record is."""

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Final

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from bot.ports.ids import PersonId, PlaceId, TableCode, VenueId
from persistence import Store, paged

DAY: Final = 24 * 3600 * 1000
MOST_LOOKED_AT: Final = 2000
"""How many of the newest games are searched for those that are asked for."""
AT_ONCE: Final = 200
READ_AT_ONCE: Final = 500
READ_FIRST: Final = 25
"""How many are read at first, which is mostly enough."""
GROWS: Final = 4
GONE: Final = "gone:"
"""The beginning of the id that replaces that of a forgotten person."""


class Sat(Struct, frozen=True, array_like=True, gc=False):
    """Somebody who sat at a finished game. `before`, `after`: their stack. `house`: a house bot. `left`: for good.

    `place`: 1 for the best; 0: none, or they took no part (`bot/table/ending.py`). `low`: to how many percent the
    chance of a winner had sunk; 0: unknown.
    `feats`: their feats (`games/kit/feats.py`). `moves`: how often they made each, by its verb. `luck`: what they won
    (0 or 1000) less their chance in thousandths before their last move; None: unknown.
    """

    player: PersonId
    name: str
    before: int
    after: int
    won: bool = False
    house: bool = False
    left: bool = False
    feats: tuple[str, ...] = ()
    moves: dict[str, int] = {}
    luck: int | None = None
    place: int = 0
    low: int = 0

    @property
    def known(self) -> bool:
        """Tell whether this is a person who is still kept: no house bot, and not forgotten."""
        return not self.house and not self.player.startswith(GONE)

    @property
    def gain(self) -> int:
        return self.after - self.before


class FinishedGame(Struct, frozen=True, omit_defaults=True, gc=False):
    """A game of the archive. Times in ms. `number`: that of its dice, at its place. `record`: the record's name.

    `how`: the word for its end (`Result.ended`). `void`: why it was called off; empty for a whole game. `purse`: it was
    for suckers of purses. `bank`: what the House won from all. `deeds`: how many moves and silences it took; if it is
    `withheld`, only the public ones, here and in the moves of seats. `loaded`: its dice were set by hand. `rates`: it
    counts for ratings. `withheld`: it is opened only when its series is over (`bot/delivery/replays.py`).
    `stamp_link`: where the message that started it can be seen. `pot`: the largest pot; 0: there is none, or it is
    unknown. `unsealed`: its seal was told with its start, not before.
    """

    record: str
    game: str
    code: TableCode
    table: str
    place: PlaceId
    number: int
    began: int
    ended: int
    seats: tuple[Sat, ...]
    deeds: int = 0
    how: str = ""
    void: str = ""
    purse: bool = False
    bank: int = 0
    options: dict[str, str] = {}
    loaded: bool = False
    rates: bool = True
    withheld: bool = field(default=False, name="sealed")
    stamp_link: str = ""
    pot: int = 0
    unsealed: bool = False

    @property
    def people(self) -> tuple[PersonId, ...]:
        """Return the people who played it, without house bots and forgotten people."""
        return tuple(one.player for one in self.seats if one.known)

    @property
    def counts(self) -> bool:
        """Tell whether the game counts in statistics: it was played to its end, with dice that nobody set."""
        return not self.void and not self.loaded

    def of(self, person: PersonId) -> Sat | None:
        """Return the seat at which this person played it."""
        return next((one for one in self.seats if one.player == person), None)


class Wanted(Struct, frozen=True):
    """Which games are asked for: those of one person, of one game, of one table, ended since a time (ms)."""

    person: PersonId = PersonId("")
    game: str = ""
    code: TableCode = TableCode("")
    place: PlaceId = PlaceId("")
    number: int = 0
    since: int = 0

    def fits(self, game: FinishedGame) -> bool:
        """Tell whether this game is asked for. The person is not checked, since the store has selected by them."""
        return (
            self.game in {"", game.game}
            and self.code in {"", game.code}
            and self.place in {"", game.place}
            and self.number in {0, game.number}
            and game.ended >= self.since
        )


Whose = Mapping[PersonId, tuple[int, PersonId]]
_LISTING: Final = msgspec.json.Decoder(FinishedGame)


def listing(game: FinishedGame) -> bytes:
    """Return a game as the store's lists keep it."""
    return msgspec.json.encode(game)


class FinishedGames:
    """Read the archive of a venue. All methods may raise StoreTrouble."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, venue: VenueId, wanted: Wanted, first: int, count: int) -> list[FinishedGame]:
        """Return `count` of the games asked for, the newest first, starting from number `first` (from 0)."""
        if wanted == Wanted(person=wanted.person):
            return await self.named(venue, await self._store.records(venue, count, person=wanted.person, first=first))
        found: list[FinishedGame] = []
        for start in range(0, MOST_LOOKED_AT, AT_ONCE):
            games, more = await self._newest(venue, wanted.person, start)
            found += [game for game in games if wanted.fits(game)]
            if not more or len(found) >= first + count or games[-1].ended < wanted.since:
                break
        return found[first : first + count]

    async def all_of(self, venue: VenueId, wanted: Wanted, most: int = 10_000) -> list[FinishedGame]:
        """Return all games asked for among the last `most`, the newest first.

        No older games are read than are asked for.
        """
        return [game async for part in self.parts(venue, wanted, most) for game in part]

    async def parts(self, venue: VenueId, wanted: Wanted, most: int = 10_000) -> AsyncIterator[list[FinishedGame]]:
        """Yield the games asked for, the newest first, in parts as they are read, so that a caller can stop early."""
        names, size = await self._store.records(venue, most, person=wanted.person), READ_FIRST
        while names:
            games = await self._read(venue, names[:size])
            yield [game for game in games if wanted.fits(game)]
            if games and games[-1].ended < wanted.since:
                return
            names, size = names[size:], min(size * GROWS, READ_AT_ONCE)

    async def names_since(self, venue: VenueId, last: str) -> tuple[list[str], bool]:
        """Return the records after `last`, the newest first, and True; if `last` is not kept, all and False."""
        found: list[str] = []
        while True:
            page = await self._store.records(venue, AT_ONCE, first=len(found))
            if last in page:
                return [*found, *page[: page.index(last)]], True
            found += page
            if len(page) < AT_ONCE:
                return found, False

    async def named(self, venue: VenueId, names: list[str]) -> list[FinishedGame]:
        """Return the listed games of these records. If they are many, others get to run in between."""
        found: list[FinishedGame] = []
        for page in paged(names, READ_AT_ONCE):
            found += await self._read(venue, page)
        return found

    async def count(self, venue: VenueId, person: PersonId = PersonId("")) -> int:  # noqa: B008 - a text
        """Return how many games the archive has; with a person, how many of theirs."""
        return await self._store.games_count(venue, person=person)

    async def _newest(self, venue: VenueId, person: PersonId, start: int) -> tuple[list[FinishedGame], bool]:
        """Return the next games from `start` on, and whether there may be more."""
        names = await self._store.records(venue, AT_ONCE, person=person, first=start)
        known = await self._read(venue, names)
        return known, len(names) == AT_ONCE and bool(known)

    async def _read(self, venue: VenueId, names: Sequence[str]) -> list[FinishedGame]:
        if not names:
            return []
        listings, owners = await self._store.listings_and_owners(venue, names)
        games = [game for game in map(read, listings) if game is not None]
        if not owners:
            return games
        whose = whose_of(owners)
        return [by_persons(game, whose) for game in games]

    async def whose(self, venue: VenueId) -> Whose:
        """Return by self the person who owns its games now, and the time (ms) up to which they do."""
        return whose_of(await self._store.played_as(venue))


def whose_of(owners: Mapping[str, tuple[int, str]]) -> Whose:
    """Return by self the person who owns its games, as the store has it."""
    return {PersonId(one): (until, PersonId(person)) for one, (until, person) in owners.items()}


def by_persons(game: FinishedGame, whose: Whose) -> FinishedGame:
    """Return a game as played by persons, in place of selves that were linked to them later."""
    seats = tuple(replace(sat, player=person_of(sat.player, game.ended, whose)) for sat in game.seats)
    return game if seats == game.seats else replace(game, seats=seats)


def person_of(one: PersonId, ended: int, whose: Whose) -> PersonId:
    """Return the person that a self belongs to by now, over any number of links."""
    for _ in whose:
        until, person = whose.get(one, (-1, one))
        if ended > until:
            break
        one = person
    return one


def read(content: bytes) -> FinishedGame | None:
    """Return a game from the store's lists; None if it is unreadable."""
    try:
        return _LISTING.decode(content)
    except msgspec.MsgspecError:
        return None


def names_of(games: Iterable[FinishedGame]) -> dict[PersonId, str]:
    """Return each person's latest name; the games come newest first."""
    names: dict[PersonId, str] = {}
    for game in games:
        for sat in game.seats:
            if sat.known:
                names.setdefault(sat.player, sat.name)
    return names
