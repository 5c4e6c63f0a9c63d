"""Commands for seasons: moderators begin and end them, and everybody can see the table."""

import asyncio
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Final

from cachetools import LRUCache
from msgspec.structs import replace

from bot.commands.command import Command, Group, Parameter
from bot.commands.staff import need
from bot.engine.taken import heard_of
from bot.people.doors import Doors
from bot.people.finished_games import FinishedGame, FinishedGames, Wanted
from bot.people.languages import WordsOf
from bot.people.seasons import Place, Season
from bot.people.venues import Venues, VenueSettings
from bot.ports.ids import VenueId
from bot.ports.messages import Answer, File, Message, Reply, Rights
from bot.ports.said import Said
from bot.render.ago import ago
from bot.table.audit import AuditEntry
from bot.table.change import Refused
from bot.text import Words
from bot.text.safe_text import bare, safe_name
from bot.wings.archive.archive import Archive
from bot.wings.archive.listed import Listed
from bot.wings.archive.seasons import ended, games_of, places_of, started, winners_of
from persistence import Store

SHOWN: Final = 10
MOST_PICTURES: Final = 32
LONGEST_NAME: Final = 24
"""As long as the names of people that are shown."""


@dataclass(eq=False)
class SeasonCommands:
    """Begin and end seasons of a venue, and show their tables."""

    store: Store
    words: WordsOf
    venues: Venues
    finished: FinishedGames
    listed: Listed
    pages: Archive
    doors: Doors
    _pictures: LRUCache[Hashable, File] = field(default_factory=lambda: LRUCache(MOST_PICTURES))

    @Command(
        "season",
        Group.ME,
        aliases=("seasons",),
        parameters=(Parameter("what", "slash-season"),),
        apart=True,
        of_a_table=False,
        of_many=True,
    )
    async def season(self, said: Said) -> Reply:
        """Show the table of a season: `season`, `season 2`; for staff: `season start NAME`, `season end`. Raises
        Refused.
        """
        match [said.rest[0].lower(), *said.rest[1:]] if said.rest else []:
            case []:
                return await self._table(said, 0)
            case [word] if word.isascii() and word.isdigit() and len(word) < 6:
                return await self._table(said, int(word))
            case ["start" | "begin", *name]:
                return await self._start(said, " ".join(name))
            case ["end" | "stop"]:
                return await self._end(said)
            case _:
                raise Refused("season-how")

    async def _table(self, said: Said, number: int) -> Reply:
        """Answer with the table of a season; 0: of the current one, or the last. Raises Refused and StoreTrouble."""
        message, words = said.message, self.words(said.message)
        seasons = (await self.venues.stored(message.community)).seasons
        if not seasons:
            raise Refused("no-season")
        season = next((one for one in seasons if one.number == number), None) if number else seasons[-1]
        if season is None:
            raise Refused("no-such-season", first=seasons[0].number, last=seasons[-1].number)
        places = await self._places(message.community, season)
        lines = [self._headline(season, places, words)]
        lines += [season_line(one, words) for one in places[:SHOWN]]
        if len(places) > SHOWN:
            lines.append(words.text("season-more", count=len(places) - SHOWN))
        if not places:
            lines.append(words.text("season-none-yet"))
        if not number and len(seasons) > 1:
            named = ", ".join(f"{one.number} {one.name}" for one in reversed(seasons[-6:-1]))
            lines.append(words.text("season-others", seasons=named))
        if self.doors.public:
            link = await self.pages.link(message.community)
            address = f"{self.doors.public}games/{link}?season={season.number}"
            lines.append(words.text("season-page", address=address))
        return Answer("\n".join(lines), files=await self._picture(season, places, words))

    async def _picture(self, season: Season, places: Sequence[Place], words: Words) -> tuple[File, ...]:
        """Return a season as a picture, which is drawn only once; none while nobody has won."""
        if not winners_of(places):
            return ()
        winners = winners_line(places, words)
        head = (
            words.text("season-won-by", winners=winners)
            if season.until
            else words.text("season-in-front", winners=winners)
        )
        key = season.name, head, tuple(places)
        if key not in self._pictures:
            from bot.wings.archive.evening_picture import season_png  # noqa: PLC0415 - pictures are rare

            drawn = await asyncio.to_thread(season_png, season.name, head, places, words)
            self._pictures[key] = File("season.png", drawn)
        return (self._pictures[key],)

    def _headline(self, season: Season, places: Sequence[Place], words: Words) -> str:
        if not season.until:
            return words.text("season-is", name=season.name, since=ago(season.since, self.store.clock.now(), words))
        if not winners_of(places):
            return words.text("season-was-nobodys", name=season.name)
        return words.text("season-was", name=season.name, winners=winners_line(places, words))

    async def _start(self, said: Said, typed: str) -> Reply:
        """Begin a season. Raises Refused while another is on, and StoreTrouble."""
        need(said, Rights.STAFF)
        name = bare(safe_name(typed)).strip() if typed.strip() else ""
        if not name or len(typed.strip()) > LONGEST_NAME:
            raise Refused("season-name", most=LONGEST_NAME)
        now = self.store.clock.now()

        def begun(settings: VenueSettings) -> VenueSettings:
            on = settings.season
            if on is not None:
                raise Refused("season-is-on", name=on.name)
            return replace(settings, seasons=started(settings.seasons, name, now))

        await self._change(said.message, f"season start {name}", begun)
        return Answer(self.words(said.message).text("season-begins", name=name))

    async def _end(self, said: Said) -> Reply:
        """End the current season, and tell who won it. Raises Refused if there is none, and StoreTrouble."""
        need(said, Rights.STAFF)
        message, words, now = said.message, self.words(said.message), self.store.clock.now()

        season = (await self.venues.stored(message.community)).season
        games = [] if season is None else await self._of(message.community, season)

        def over(settings: VenueSettings) -> VenueSettings:
            on = settings.season
            if on is None or season is None or on.number != season.number:
                raise Refused("season-is-off")
            return replace(settings, seasons=ended(settings.seasons, now, games))

        await self._change(message, "season end", over)
        season = (await self.venues.settings(message.community)).seasons[-1]
        places = await self._places(message.community, season)
        if not winners_of(places):
            return Answer(words.text("season-ends-nobodys", name=season.name))
        winners = winners_line(places, words)
        told = words.text("season-ends", name=season.name, count=games_of(season, games), winners=winners)
        lines = [told, *(season_line(one, words) for one in places[:SHOWN])]
        return Answer("\n".join(lines), files=await self._picture(season, places, words))

    async def _change(self, message: Message, did: str, alter: Callable[[VenueSettings], VenueSettings]) -> None:
        now, sender = self.store.clock.now(), message.sender
        entry = AuditEntry(now, sender.id, bare(safe_name(sender.name)), did)
        await self.venues.change(heard_of(message), alter, entry, message.community)

    async def _of(self, venue: VenueId, season: Season) -> list[FinishedGame]:
        return [one for one in await self.finished.all_of(venue, Wanted(since=season.since)) if season.has(one)]

    async def _places(self, venue: VenueId, season: Season) -> list[Place]:
        """Return the places of a season's listed people."""
        games = [] if season.outcome is not None else await self._of(venue, season)
        places = places_of(season, games, await self.finished.whose(venue))
        return [one for one in places if await self.listed.of(one.player)]


def season_line(place: Place, words: Words) -> str:
    return words.text("season-line", place=place.place, name=place.name, won=place.won, games=place.games)


def winners_line(places: Sequence[Place], words: Words) -> str:
    """Return the winners of a season with their wins, in one line."""
    return words.listed(
        [words.text("season-winner", name=one.name, won=one.won, games=one.games) for one in winners_of(places)]
    )
