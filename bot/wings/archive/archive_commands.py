"""Commands of the archive: the finished games, people's statistics, and tables of the best."""

import asyncio
from collections.abc import Container, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from cachetools import LRUCache
from msgspec import Struct
from msgspec.structs import replace

from bot.commands.command import Command, Group, Parameter
from bot.commands.people_here import PeopleHere
from bot.delivery.replays import Replays
from bot.engine.directory import Directory
from bot.engine.taken import heard_of
from bot.people.doors import Doors
from bot.people.finished_games import DAY, FinishedGame, FinishedGames, Wanted, names_of
from bot.people.languages import WordsOf
from bot.people.venues import Venues
from bot.ports.ids import PersonId, PlaceId, TableCode, VenueId
from bot.ports.messages import Answer, Choosable, File, Reply
from bot.ports.said import CODE, Said
from bot.render.ago import ago
from bot.render.archive import favourite_of, how_it_ended, options_of, title
from bot.render.seat_lines import feat_title
from bot.table.change import Refused
from bot.text import Words
from bot.wings.archive import statistics
from bot.wings.archive.archive import Archive
from bot.wings.archive.archive_views import key_of
from bot.wings.archive.evening import EveningResult, result_of, span_of
from bot.wings.archive.evening_words import evening_head, evening_lines, in_games
from bot.wings.archive.listed import Listed
from bot.wings.archive.ratings import Ratings
from bot.wings.archive.statistics import BestPot, FeatDone, OfOneGame, PersonStatistics, Standing
from games.catalogue import by_word
from persistence import Store

SHOWN: Final = 5
MOST_PAGES: Final = 200
GAMES_NAMED: Final = 3
FEATS_NAMED: Final = 6
MOST_PICTURES: Final = 32
"""How many pictures of evenings are kept."""
LOOKED_AT: Final = 2000
"""How many of the newest games of a place are searched for the best: most wins, runs, luck."""
TOP: Final = 10
PURSES: Final = "purses"
WINS: Final = "wins"
SEASON: Final = "season"
SPANS: Final = {"week": 7, "month": 30}
"""Lists of the winnings at tables for purses, by their number of days."""
ME: Final = frozenset({"me", "mine"})
HERE: Final = frozenset({"here", "all"})


class Asked(Struct, frozen=True):
    """A question about the archive, read: about which person, game and table, and which page (from 1).

    `name`: of the person; empty if none is named.
    """

    wanted: Wanted
    name: str = ""
    page: int = 1
    here: bool = False


@dataclass(eq=False)
class ArchiveCommands:
    """Answer questions from the archive of the venue. Nothing changes, except who is listed."""

    store: Store
    words: WordsOf
    directory: Directory
    replays: Replays
    pages: Archive
    doors: Doors
    people: PeopleHere
    finished: FinishedGames
    ratings: Ratings
    listed: Listed
    venues: Venues
    _pictures: LRUCache[Hashable, File] = field(default_factory=lambda: LRUCache(MOST_PICTURES))

    # Games

    @Command("games", Group.ME, parameters=(Parameter("which", "slash-which-games"),), of_a_table=False)
    async def games(self, said: Said) -> Reply:
        """List finished games, the newest first: `games`, `games me`, `games here`, `games pete GAME 2`. Raises Refused
        and StoreTrouble.
        """
        asked, words = await self._read(said), self.words(said.message)
        venue = said.message.community
        first, place = (asked.page - 1) * SHOWN, said.message.place if "here" in said.rest else PlaceId("")
        found = await self.finished.find(venue, replace(asked.wanted, place=place), first, SHOWN + 1)
        if not found and asked == Asked(Wanted()):
            raise Refused("no-games-here")
        if not found:
            raise Refused("no-games-there")
        now = self.store.clock.now()
        lines = [words.text("games-are"), *(game_line(game, now, words) for game in found[:SHOWN])]
        if len(found) > SHOWN:
            again = " ".join([*(one for one in said.rest if not is_page(one)), str(asked.page + 1)])
            lines.append(words.text("games-more", line=words.typed(f"games {again}")))
        if self.doors.public:
            lines.append(words.text("games-page", address=await self._address(venue)))
        watched = found[:SHOWN] if said.message.page and self.doors.public else []
        return Answer("\n".join(lines), ways=tuple(to_watch(game, now, words) for game in watched))

    async def _read(self, said: Said) -> Asked:
        """Read the words of a question, in any order. Raises Refused for an unknown word."""
        asked = Asked(Wanted(code=said.code))
        rest = list(said.rest)
        while rest:
            word = rest.pop(0)
            game = by_word(word)
            if is_page(word):
                asked = replace(asked, page=int(word))
            elif game is not None:
                asked = replace(asked, wanted=replace(asked.wanted, game=game.name))
            elif CODE.fullmatch(word):
                asked = replace(asked, wanted=replace(asked.wanted, code=TableCode(word.upper())))
            elif word.lower() in ME:
                asked = of_person(asked, said.message.sender.id, said.message.sender.name)
            elif word.lower() in HERE:
                asked = replace(asked, here=True)
            else:
                person, name, taken = await self.people.named(said.message.community, [word, *rest])
                asked, rest = of_person(asked, person, name), rest[taken - 1 :]
        return asked

    @Command("evening", Group.ME, parameters=(Parameter("when", "slash-evening"),), of_a_table=False)
    async def evening(self, said: Said) -> Reply:
        """Answer with the result of an evening here: `evening`, `evening yesterday`, `evening friday`.

        Raises Refused.
        """
        message, words, now = said.message, self.words(said.message), self.store.clock.now()
        span = span_of(said.rest[0] if said.rest else "", now)
        if span is None:
            raise Refused("evening-when", word=said.rest[0])
        games = await self.finished.all_of(message.community, Wanted(place=message.place, since=span.since))
        games = [game for game in games if game.ended < span.until or not said.rest]
        people = names_of(games)
        found = result_of(games, [one for one in people if not await self.listed.of(one)])
        if not found.games:
            raise Refused("evening-empty")
        lines, picture = evening_lines(found, words), await self._picture(found, words)
        if self.doors.public:
            best = games[0] if found.biggest is None else found.biggest.game
            link = await self.replays.link(message.community, best.record)
            win = "no" if found.biggest is None else "yes"
            lines.append(words.text("evening-watch", address=f"{self.doors.public}game/{link}", win=win))
        return Answer("\n".join(lines), files=(picture,))

    async def _picture(self, found: EveningResult, words: Words) -> File:
        """Return the result of an evening as a picture, which is drawn only once."""
        head = evening_head(found, words)
        key = head, found.winners, found.purses
        if key not in self._pictures:
            from bot.wings.archive.evening_picture import evening_png  # noqa: PLC0415 - pictures are rare

            self._pictures[key] = File("evening.png", await asyncio.to_thread(evening_png, found, head, words))
        return self._pictures[key]

    # People

    @Command(
        "stats", Group.ME, aliases=("record",), parameters=(Parameter("whose", "slash-whose-stats"),), of_a_table=False
    )
    async def stats(self, said: Said) -> Reply:
        """Answer with somebody's statistics: `stats`, `stats pete`, `stats GAME`. Raises Refused."""
        asked, words, message = await self._read(said), self.words(said.message), said.message
        if asked.here:
            return await self._of_venue(message.community, asked, words)
        person = asked.wanted.person or message.sender.id
        name = asked.name or message.sender.name
        if person != message.sender.id and not await self.listed.of(person):
            raise Refused("stats-unlisted", name=name)
        games = await self.finished.all_of(message.community, replace(asked.wanted, person=person))
        found = statistics.of_person(games, person)
        if found is None and person == message.sender.id:
            raise Refused("no-stats-yet")
        if found is None:
            raise Refused("no-stats-of", name=name)
        lines = stats_lines(found, self.store.clock.now(), words)
        if told := feats_line(statistics.feats_of(games, person), words):
            lines.append(told)
        lines += await self._rating_lines(message.community, person, found, words)
        if person != message.sender.id:
            met = statistics.of_pair(games, message.sender.id, person)
            if met.games:
                lines.append(words.text("stats-met", count=met.games, you=met.one_won, they=met.other_won, name=name))
            if met.pot is not None:
                winners = [sat.name for sat in met.pot.game.seats if sat.won]
                lines.append(words.text("stats-met-pot", pot=met.pot.pot, name=", ".join(winners)))
        if self.doors.public and await self.listed.of(person):
            lines.append(words.text("stats-page", address=await self._address(message.community, person)))
        return Answer("\n".join(lines))

    @Command("top", Group.ME, parameters=(Parameter("which", "slash-top"),), apart=True, of_a_table=False, of_many=True)
    async def top(self, said: Said) -> Reply:
        """List the best: `top` (purses), `top week`, `top month`, `top season`, `top wins`, `top GAME` (ratings).

        `top on` and `top off` set whether the sender is listed. Raises Refused.
        """
        message, words = said.message, self.words(said.message)
        word = said.rest[0].lower() if said.rest else PURSES
        if word in {"on", "off"}:
            await self.listed.set(message.sender.id, heard_of(message), on=word == "on")
            return Answer(words.text("listed-on") if word == "on" else words.text("listed-off"))
        values, names = await self._values(message.community, word)
        found = statistics.ranked(values, names)
        if not found:
            raise Refused("top-empty") if by_word(word) is None else Refused("top-unrated")
        shown = await self._shown(found, message.sender.id)
        lines = [words.text("top-line", place=one.place, name=one.name, value=one.value) for one in shown]
        return Answer("\n".join([top_title(word, words), *lines]))

    async def _shown(self, found: Sequence[Standing], asker: PersonId) -> list[Standing]:
        """Return the best people who are listed, and the asker, even further down."""
        shown: list[Standing] = []
        for one in found:
            if one.player == asker or (len(shown) < TOP and await self.listed.of(one.player)):
                shown.append(one)
        return shown

    async def _values(self, venue: VenueId, word: str) -> tuple[dict[PersonId, int], Mapping[PersonId, str]]:
        """Return the values by which this list ranks people, and their names. Raises Refused for an unknown list."""
        names, now = await self.people.players(venue), self.store.clock.now()
        game = by_word(word)
        if word == PURSES:
            accounts = await self.store.accounts(venue)
            purses = {PersonId(name.removeprefix("purse:")): value for name, value in accounts.items()}
            return {person: value for person, value in purses.items() if person in names}, names
        if word in SPANS:
            games = await self.finished.all_of(venue, Wanted(since=now - SPANS[word] * DAY))
            return {one: net for one, net in statistics.winnings(games).items() if net}, names_of(games)
        if word == SEASON:
            games = await self._of_season(venue)
            return {one: net for one, net in statistics.winnings(games).items() if net}, names_of(games)
        if word == WINS:
            games = await self.finished.all_of(venue, Wanted(since=now - SPANS["month"] * DAY))
            return {one: won for one, won in statistics.wins(games).items() if won}, names_of(games)
        if game is None:
            raise Refused("top-which", word=word)
        ratings = (await self.ratings.of(venue)).get(game.name, {})
        return {one: rating.shown for one, rating in ratings.items() if rating.settled and one in names}, names

    async def _of_season(self, venue: VenueId) -> list[FinishedGame]:
        """Return the games of the current season, or of the last one. Raises Refused if there was none."""
        seasons = (await self.venues.settings(venue)).seasons
        if not seasons:
            raise Refused("no-season")
        last = seasons[-1]
        return [game for game in await self.finished.all_of(venue, Wanted(since=last.since)) if last.has(game)]

    async def _address(self, venue: VenueId, person: PersonId | None = None) -> str:
        """Return the address of a venue's archive, or of a person's page in it."""
        link = await self.pages.link(venue)
        return f"{self.doors.public}games/{link}" + ("" if person is None else f"/{key_of(link, person)}")

    async def _rating_lines(self, venue: VenueId, person: PersonId, found: PersonStatistics, words: Words) -> list[str]:
        """Return one line with somebody's settled ratings, or nothing if they have none."""
        rated: list[str] = []
        ratings = await self.ratings.of(venue)
        for one in found.of_games:
            rating = ratings.get(one.game, {}).get(person)
            if rating is not None and rating.settled:
                rated.append(words.text("stats-rated", game=title(one.game, words), rating=rating.shown))
        return [words.text("stats-ratings", ratings=", ".join(rated))] if rated else []

    async def _of_venue(self, venue: VenueId, asked: Asked, words: Words) -> Reply:
        games = [game for game in await self.finished.all_of(venue, asked.wanted) if game.counts]
        if not games:
            raise Refused("no-games-here")
        often = statistics.by_game([(game, sat) for game in games for sat in game.seats[:1]])
        named = ", ".join(f"{title(name, words)} ({share.games})" for name, share in often)
        people, now = names_of(games), self.store.clock.now()
        listed = await self.listed.among(people)
        found = await asyncio.to_thread(result_of, games[:LOOKED_AT], set(people) - listed)
        since = ago(games[-1].ended, now, words)
        lines = [
            words.text("stats-here", count=len(games), people=len(people), since=since),
            words.text("stats-most-played", games=named),
            *evening_lines(found, words)[1:],
        ]
        if (pot := statistics.best_pot(games)) is not None:
            lines.append(pot_line(pot, listed, now, words))
        return Answer("\n".join(lines))


def pot_line(pot: BestPot, listed: Container[PersonId], now: int, words: Words) -> str:
    """Return a line about the largest pot of a venue. Winners who are not listed are not named."""
    game, winners = pot.game, [sat for sat in pot.game.seats if sat.won]
    names = [sat.name if sat.house or sat.player in listed else words.text("somebody") for sat in winners]
    shown, when = ", ".join(names) or words.text("the-house"), ago(game.ended, now, words)
    called = title(game.game, words)
    return words.text("stats-pot-here", pot=pot.pot, game=called, number=game.number, names=shown, ago=when)


def of_person(asked: Asked, person: PersonId, name: str) -> Asked:
    return replace(asked, wanted=replace(asked.wanted, person=person), name=name)


def is_page(word: str) -> bool:
    """Tell whether a word is a page number."""
    return word.isascii() and word.isdigit() and len(word) < 4 and 1 <= int(word) <= MOST_PAGES


def game_line(game: FinishedGame, now: int, words: Words) -> str:
    """Return one finished game as a line of a list."""
    how = how_it_ended(game, words)
    when = ago(game.ended, now, words)
    line = words.text("game-line", number=game.number, game=title(game.game, words), code=game.code, ago=when, how=how)
    options = " ".join(options_of(game))
    return f"{line} [{options}]" if options else line


def to_watch(game: FinishedGame, now: int, words: Words) -> Choosable:
    """Return the line that leads to a game's replay."""
    named, how = title(game.game, words), how_it_ended(game, words)
    return Choosable(
        f"replay {game.number}", words.text("game-to-watch", game=named, how=how, ago=ago(game.ended, now, words))
    )


def stats_lines(found: PersonStatistics, now: int, words: Words) -> list[str]:
    """Return somebody's statistics, one line each."""
    of_all, since = found.all, ago(found.since, now, words)
    lines = [
        words.text(
            "stats-are", name=found.name, count=of_all.games, won=of_all.won, percent=of_all.percent, since=since
        )
    ]
    named = [
        words.text("stats-of-game", game=title(one.game, words), count=one.share.games, won=one.share.won)
        for one in found.of_games[:GAMES_NAMED]
    ]
    lines.append(words.text("stats-most-played", games=", ".join(named)))
    lines += [line for one in found.of_games[:GAMES_NAMED] if (line := more_of_game(one, words))]
    if found.luck is not None:
        way = "more" if found.luck >= 0 else "fewer"
        lines.append(words.text("stats-luck", way=way, luck=in_games(found.luck)))
    if found.longest_row > 1:
        lines.append(words.text("stats-row", now=found.row, longest=found.longest_row))
    if found.best is not None:
        game, when = title(found.best.game.game, words), ago(found.best.game.ended, now, words)
        lines.append(words.text("stats-best", gain=found.best.gain, game=game, number=found.best.game.number, ago=when))
    if found.pot is not None:
        game, when = title(found.pot.game.game, words), ago(found.pot.game.ended, now, words)
        lines.append(words.text("stats-pot", pot=found.pot.pot, game=game, number=found.pot.game.number, ago=when))
    if found.net:
        lines.append(words.text("stats-net", way="won" if found.net > 0 else "lost", amount=abs(found.net)))
    return lines


def more_of_game(one: OfOneGame, words: Words) -> str:
    """Return somebody's average place and favourite move in one game; empty if neither is known."""
    liked, named = favourite_of(one.game, one.favourite, words), title(one.game, words)
    place, seats = f"{one.place / 10:.1f}", f"{one.seats / 10:.1f}"
    if one.place and liked:
        return words.text("stats-place-and-move", game=named, place=place, seats=seats, move=liked)
    if liked:
        return words.text("stats-move", game=named, move=liked)
    return words.text("stats-place", game=named, place=place, seats=seats) if one.place else ""


def feats_line(done: Sequence[FeatDone], words: Words) -> str:
    """Return somebody's feats in one line; empty if they have none."""
    named = [feat for one in done if (feat := feat_title(one.game, one.name, words))]
    if not named:
        return ""
    more = len(named) - FEATS_NAMED
    shown = ", ".join(named[:FEATS_NAMED])
    return words.text("stats-feats", feats=shown, count=len(named), more=max(0, more))


def top_title(word: str, words: Words) -> str:
    """Return the title of a list of the best."""
    game = by_word(word)
    if game is not None:
        return words.text("top-rated", game=words.title(game))
    match word:
        case "week":
            return words.text("top-week")
        case "month":
            return words.text("top-month")
        case "season":
            return words.text("top-season")
        case "wins":
            return words.text("top-wins")
        case _:
            return words.text("top-purses")
