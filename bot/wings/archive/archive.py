"""The archive of a venue on pages. Everybody who has its link sees what is listed there, as in the venue's chat."""

import asyncio
from collections import Counter
from collections.abc import Mapping
from itertools import islice, takewhile
from typing import Final

from cachetools import LRUCache

from bot.delivery.replays import Replays
from bot.people.finished_games import FinishedGames, names_of
from bot.people.languages import Languages
from bot.people.seasons import Season
from bot.people.secret_links import SecretLinks
from bot.people.venues import Venues
from bot.ports.ids import PersonId, VenueId
from bot.render.archive import title
from bot.wings.archive import statistics
from bot.wings.archive.archive_views import (
    archived,
    asked_for,
    crossings_of,
    evening_shown,
    has_won,
    key_of,
    money_of,
    of_game,
    opponents_of,
    shown_feats,
    shown_season,
)
from bot.wings.archive.listed import Listed
from bot.wings.archive.ratings import Histories, RatedSoFar
from bot.wings.archive.seasons import places_of
from bot.wings.archive.shown import ArchiveFilter, Choice, ShownArchive, ShownPerson, ShownSeason
from bot.wings.archive.venue_games import VenueArchive, VenueGames
from persistence import Store

LINK: Final = "archive"
LINKED: Final = "archive-of"
A_PAGE: Final = 30
PEOPLE: Final = 100
LATEST: Final = 8
MOST_KEPT: Final = 32


class Archive:
    """Makes the links to archives of venues, and returns what they show. Each method raises StoreTrouble."""

    def __init__(self, store: Store, languages: Languages, venues: Venues, replays: Replays, listed: Listed) -> None:
        self._languages, self._venues, self.replays = languages, venues, replays
        self._links = SecretLinks(store, LINK, LINKED)
        self._finished, self.games, self.listed = FinishedGames(store), VenueGames(store), listed
        self._rated_so_far: LRUCache[str, tuple[int, RatedSoFar]] = LRUCache(MOST_KEPT)
        self._rating = asyncio.Lock()

    async def link(self, venue: VenueId) -> str:
        """Return the secret part of the link to a venue's archive: always the same one."""
        return await self._links.link(venue, venue.encode())

    async def shown(self, link: str, wanted: ArchiveFilter, locale: str) -> ShownArchive | None:
        """Return the games that a link leads to and a filter lets through; None: there is no such link."""
        venue = await self._venue(link)
        if venue is None:
            return None
        kept, settings = await self.games.latest(venue), await self._venues.settings(venue)
        games, words = kept.games, self._languages.words(locale, page=True)
        names = names_of(games)
        listed = await self.listed.among(names)
        who = next((one for one in names if wanted.who and key_of(link, one) == wanted.who), None)
        season = next((one for one in settings.seasons if one.number == wanted.season), None)
        found = asked_for(games, wanted, who, season)
        first = (wanted.page - 1) * A_PAGE
        often = Counter(one for game in games for one in set(game.people) if one in listed)
        return ShownArchive(
            games=tuple(archived(game, link, listed, words) for game in found[first : first + A_PAGE]),
            more=len(found) > first + A_PAGE,
            people=tuple(Choice(key_of(link, one), names[one], count) for one, count in often.most_common(PEOPLE)),
            kinds=tuple(
                Choice(name, title(name, words), count)
                for name, count in Counter(game.game for game in games).most_common()
            ),
            seasons=tuple(Choice(str(one.number), one.name) for one in reversed(settings.seasons)),
            season=await self._season(season or settings.season, kept, link, names),
            crossings=crossings_of(found, names, listed, link),
            evening=evening_shown(games, wanted, names.keys() - listed, words),
        )

    async def _season(
        self, season: Season | None, kept: VenueArchive, link: str, names: Mapping[PersonId, str]
    ) -> ShownSeason | None:
        """Return the table of a season, without people who are not listed."""
        if season is None:
            return None
        places = places_of(season, kept.games, kept.whose)
        listed = await self.listed.among([one.player for one in places])
        shown = [one for one in places if one.player in listed]
        return shown_season(season, shown, link, names)

    async def person(self, link: str, key: str, locale: str) -> ShownPerson | None:
        """Return the statistics of the person with this key; None: nobody who is listed has it."""
        venue = await self._venue(link)
        if venue is None:
            return None
        kept = await self.games.latest(venue)
        games, names = kept.games, names_of(kept.games)
        who = next((one for one in names if key_of(link, one) == key), None)
        if who is None or not await self.listed.of(who):
            return None
        found = statistics.of_person(games, who)
        if found is None:
            return None
        words, listed = self._languages.words(locale, page=True), await self.listed.among(names)
        rated, best = await self._rated(venue, kept), found.best
        played = (game for game in games if game.of(who) is not None)
        seasons = (await self._venues.settings(venue)).seasons
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
            of_games=tuple(of_game(one, words, rated.get((one.game, who), ())) for one in found.of_games),
            opponents=opponents_of(games, who, link, listed),
            money=money_of(games, who),
            latest=tuple(archived(game, link, listed, words) for game in islice(played, LATEST)),
            seasons=tuple(one.name for one in seasons if one.until and has_won(one, games, who, kept.whose)),
            feats=shown_feats(games, who, words),
            luck=found.luck,
            pot=0 if found.pot is None else found.pot.pot,
            pot_record="" if found.pot is None else found.pot.game.record,
        )

    async def watch(self, link: str, record: str) -> str | None:
        """Return the link to the replay of a game of this archive; None: the archive has no such game."""
        venue = await self._venue(link)
        if venue is None or not record or not await self._finished.named(venue, [record]):
            return None
        return await self.replays.link(venue, record)

    async def _rated(self, venue: VenueId, kept: VenueArchive) -> Histories:
        """Return everybody's rating after each of their games; only new games are read."""
        async with self._rating:  # of two requests at once, one reads the new games
            reading, so_far = self._rated_so_far.get(venue, (0, RatedSoFar()))
            if reading != kept.reading:
                so_far = RatedSoFar()
            if kept.games and kept.games[0].record != so_far.last:
                fresh = list(takewhile(lambda game: game.record != so_far.last, kept.games))
                await asyncio.to_thread(so_far.read_on, fresh[::-1])
            self._rated_so_far[venue] = kept.reading, so_far
            return so_far.histories

    async def _venue(self, link: str) -> VenueId | None:
        content = await self._links.target(link)
        return None if content is None else VenueId(content.decode())
