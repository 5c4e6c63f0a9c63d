"""Pages of a venue's archive: whoever has its link sees what is listed there, as in its chat."""

import asyncio
import hashlib
import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from cachetools import LRUCache

from bot.delivery.replays import Replays
from bot.people import statistics
from bot.people.finished_games import FinishedGame, FinishedGames, Wanted
from bot.people.languages import Languages
from bot.people.listed import Listed
from bot.people.ratings import Histories, histories, settled
from bot.people.seasons import Season, on_of, table_of, winners_of
from bot.people.venues import Venues
from bot.ports.archive import (
    ArchivedGame,
    ArchivedSeat,
    ArchiveFilter,
    Choice,
    OfGame,
    Opponent,
    SeasonLine,
    ShownArchive,
    ShownPerson,
    ShownSeason,
)
from bot.ports.ids import PersonId, VenueId
from bot.render.archive import how_it_ended, title
from bot.text import Words
from persistence import Store

LINK: Final = "archive"
LINKED: Final = "archive-of"
LETTERS: Final = 9
"""Bytes of a link's random part: nobody finds a venue's games by guessing."""
A_PAGE: Final = 30
LOOKED_AT: Final = 3000
"""Games of a venue that its pages know, the newest first."""
PEOPLE: Final = 100
OPPONENTS: Final = 12
LATEST: Final = 8
POINTS: Final = 200
"""Of a line over time, at most."""
SEASON_LINES: Final = 10
MOST_KEPT: Final = 32


class ArchivePages:
    """Makes the links of venues, and shows what they lead to. Each raises StoreTrouble."""

    def __init__(self, store: Store, languages: Languages, venues: Venues, replays: Replays) -> None:
        self._store, self._languages, self._venues, self.replays = store, languages, venues, replays
        self._games, self.listed = FinishedGames(store), Listed(store)
        self._histories: LRUCache[tuple[str, str, int], Histories] = LRUCache(MOST_KEPT)

    async def link(self, venue: VenueId) -> str:
        """Return the secret part of the link to a venue's archive: always the same one."""
        known = await self._store.note(LINKED, venue)
        if known is not None:
            return known.decode()
        made = secrets.token_urlsafe(LETTERS)
        await self._store.put_note(LINK, made, venue.encode(), None)
        if await self._store.claim_note(LINKED, venue, made.encode(), None):
            return made
        await self._store.drop_note(LINK, made)  # of two who ask at once, one makes it
        first = await self._store.note(LINKED, venue)
        return made if first is None else first.decode()

    async def shown(self, link: str, wanted: ArchiveFilter, locale: str) -> ShownArchive | None:
        """Return the games that a link leads to, as far as a filter wants them; None: it leads nowhere."""
        venue = await self._venue(link)
        if venue is None:
            return None
        games, seasons = await self._all(venue), (await self._venues.settings(venue)).seasons
        words = self._languages.words(locale, page=True)
        listed = await self._listed_of(games)
        season = next((one for one in seasons if one.number == wanted.season), None)
        found = [game for game in games if fits(game, wanted, link) and (season is None or season.has(game))]
        first = (wanted.page - 1) * A_PAGE
        on = season or on_of(seasons)
        names = statistics.names_of(games)
        often = Counter(one for game in games for one in set(game.people) if one in listed)
        return ShownArchive(
            games=tuple(archived(game, link, listed, words) for game in found[first : first + A_PAGE]),
            more=len(found) > first + A_PAGE,
            people=tuple(Choice(key_of(link, one), names[one], count) for one, count in often.most_common(PEOPLE)),
            kinds=tuple(
                Choice(name, title(name, words), count)
                for name, count in Counter(game.game for game in games).most_common()
            ),
            seasons=tuple(Choice(str(one.number), one.name) for one in reversed(seasons)),
            season=None if on is None else shown_season(on, games, link, listed),
        )

    async def person(self, link: str, key: str, locale: str) -> ShownPerson | None:
        """Return what the games say of whoever has this key; None: of nobody who is listed."""
        venue = await self._venue(link)
        if venue is None:
            return None
        games = await self._all(venue)
        people = statistics.names_of(games)
        who = next((one for one in people if key_of(link, one) == key), None)
        if who is None or not await self.listed.of(who):
            return None
        found = statistics.of_person(games, who)
        if found is None:
            return None
        words, listed = self._languages.words(locale, page=True), await self._listed_of(games)
        rated = await self._rated(venue, games)
        seasons = (await self._venues.settings(venue)).seasons
        best = found.best
        return ShownPerson(
            name=found.name,
            key=key,
            games=found.all.games,
            won=found.all.won,
            row=found.row,
            longest_row=found.longest_row,
            net=found.net,
            best=0 if best is None else best.gain,
            best_record="" if best is None else best.game.record,
            since=found.since,
            last=found.last,
            of_games=tuple(
                of_game(title(name, words), share, rated.get((name, who), ())) for name, share in found.by_game
            ),
            opponents=opponents_of(games, who, link, listed),
            money=money_of(games, who),
            latest=tuple(archived(game, link, listed, words) for game in games if game.of(who) is not None)[:LATEST],
            seasons=tuple(one.name for one in seasons if one.until and has_won(one, games, who)),
        )

    async def watch(self, link: str, record: str) -> str | None:
        """Return the link to the replay of a game of this archive; None: it is not one of them."""
        venue = await self._venue(link)
        if venue is None or not record or not await self._games.named(venue, [record]):
            return None
        return await self.replays.link(venue, record)

    async def _all(self, venue: VenueId) -> list[FinishedGame]:
        return await self._games.all_of(venue, Wanted(), LOOKED_AT)

    async def _listed_of(self, games: Iterable[FinishedGame]) -> set[PersonId]:
        people = list(statistics.names_of(games))
        return {one for one, listed in zip(people, await self._each_listed(people), strict=True) if listed}

    async def _each_listed(self, people: Sequence[PersonId]) -> list[bool]:
        return [await self.listed.of(one) for one in people]  # kept for a minute each

    async def _rated(self, venue: VenueId, games: Sequence[FinishedGame]) -> Histories:
        """Return everybody's rating after each of their games, worked out anew when they have changed."""
        key = venue, games[0].record, len(statistics.names_of(games))  # fewer when two selves become one
        if key not in self._histories:
            self._histories[key] = await asyncio.to_thread(histories, list(reversed(games)))
        return self._histories[key]

    async def _venue(self, link: str) -> VenueId | None:
        if not link or len(link) > 4 * LETTERS:
            return None
        content = await self._store.note(LINK, link)
        return None if content is None else VenueId(content.decode())


def key_of(link: str, person: PersonId) -> str:
    """Return what leads to somebody's page: not their id, and another one at every venue."""
    return hashlib.sha256(f"{link} {person}".encode()).hexdigest()[:12]


def fits(game: FinishedGame, wanted: ArchiveFilter, link: str) -> bool:
    """Tell whether a filter wants this game, seasons left aside."""
    if wanted.game not in {"", game.game}:
        return False
    return not wanted.who or any(key_of(link, one) == wanted.who for one in game.people)


def archived(game: FinishedGame, link: str, listed: set[PersonId], words: Words) -> ArchivedGame:
    """Return a game as a list shows it; who is not listed is named there, but leads to no page."""
    seats = tuple(
        ArchivedSeat(sat.name, key_of(link, sat.player) if sat.player in listed else "", sat.won, sat.house)
        for sat in game.seats
    )
    named, how = title(game.game, words), how_it_ended(game, words)
    return ArchivedGame(game.record, game.game, named, game.code, game.number, game.ended, how, game.void, seats)


def shown_season(season: Season, games: Sequence[FinishedGame], link: str, listed: set[PersonId]) -> ShownSeason:
    """Return a season with its table; who is not listed stands in none."""
    places = [one for one in table_of([game for game in games if season.has(game)]) if one.player in listed]
    lines = tuple(
        SeasonLine(one.place, one.name, key_of(link, one.player), one.won, one.games, one.net)
        for one in places[:SEASON_LINES]
    )
    return ShownSeason(season.number, season.name, season.since, season.until, lines)


def has_won(season: Season, games: Sequence[FinishedGame], who: PersonId) -> bool:
    return any(one.player == who for one in winners_of(table_of([game for game in games if season.has(game)])))


def of_game(named: str, share: statistics.Share, rated: Sequence[tuple[int, int]]) -> OfGame:
    """Return how somebody fares in one game; a rating is shown once it is settled."""
    shown = settled(rated)
    return OfGame(named, share.games, share.won, shown[-1][1] if shown else 0, tuple(thinned(shown)))


def opponents_of(
    games: Sequence[FinishedGame], who: PersonId, link: str, listed: set[PersonId]
) -> tuple[Opponent, ...]:
    """Return whom somebody met most often, and who won how often."""
    names = statistics.names_of(games)
    met = Counter(one for game in games if game.counts and who in game.people for one in set(game.people) - {who})
    found: list[Opponent] = []
    for one, _ in met.most_common():
        if one in listed and len(found) < OPPONENTS:
            both = statistics.of_pair(games, who, one)
            found.append(Opponent(names[one], key_of(link, one), both.games, both.one_won, both.other_won))
    return tuple(found)


def money_of(games: Sequence[FinishedGame], who: PersonId) -> tuple[tuple[int, int], ...]:
    """Return what came of somebody's games for purses, after each of them, the oldest first."""
    sum_of, points = 0, []
    for game in reversed(games):
        sat = game.of(who)
        if sat is not None and game.counts and game.purse:
            sum_of += sat.gain
            points.append((game.ended, sum_of))
    return tuple(thinned(points))


def thinned(points: Sequence[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    """Return so many of the points as a line needs, the last one among them."""
    if len(points) <= POINTS:
        return points
    step = -(-len(points) // POINTS)
    return [*points[:-1:step], points[-1]]
