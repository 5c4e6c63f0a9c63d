"""Films of finished games, which are made from the record when somebody follows a link."""

import asyncio
from typing import Final

import structlog
from cachetools import LRUCache

from bot.delivery.replay_links import ReplayLinks, Target
from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.people.faces import Faces
from bot.people.finished_games import FinishedGame, FinishedGames
from bot.people.languages import Languages
from bot.ports.ids import VenueId
from bot.ports.messages import File
from bot.ports.replays import Course, Film, FilmOdds, GameWithheld, ShownReplay
from bot.render.archive import how_it_ended, options_of, result_of, title
from bot.render.film import ALL, film_of, film_seats, last_frame, odds_of
from bot.render.painter import PainterBeside
from bot.render.painting import ResultWanted
from bot.render.posted import posted_lines
from bot.render.seat_lines import faces_in
from bot.table.hooks import Hooks
from bot.text import Words
from games.catalogue import catalogue
from games.kit.kinds import keeps_secrets
from games.proof.record import Mismatch
from games.proof.verifying import Replayed, replayed
from persistence import Store, TableRef

TABLE: Final = "table"
"""The view of everybody at the table."""
MOST_RECORDS: Final = 32
MOST_FILMS: Final = 64
MOST_ODDS: Final = 4096
MOST_PICTURE: Final = 200_000
"""Bytes that a picture may have: chats load larger ones, but nobody waits for them."""
log = structlog.get_logger()


class WithheldGames:
    """Knows the finished games that nobody may look into yet, because their series is on and they hide something from
    its next games.

    It asks a game's table whether the series is over; a table that no longer exists has none.
    """

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    async def has(self, venue: VenueId, game: FinishedGame) -> bool:
        """Tell whether a game's record, replay and seed are still withheld. Raises StoreTrouble."""
        if not game.withheld:
            return False
        try:
            session = await self._repository.get(TableRef(venue, game.table), fresh=True)
        except GoneError:
            return False
        return game.record in session.withheld


class Replays:
    """Makes links to the games of the archive, and shows these games.

    Each method raises StoreTrouble; those that show a game also raise GameWithheld.
    """

    def __init__(
        self,
        store: Store,
        languages: Languages,
        links: ReplayLinks,
        withheld: WithheldGames,
        faces: Faces,
        painter: PainterBeside,
        hooks: Hooks,
    ) -> None:
        self._faces, self._painter = faces, painter
        hooks.stops.append(painter.stop)
        self._store, self._languages, self._links, self.withheld = store, languages, links, withheld
        self._games = FinishedGames(store)
        self._replayed: LRUCache[str, Replayed] = LRUCache(MOST_RECORDS)
        self._films: LRUCache[tuple[str, str, str], Film] = LRUCache(MOST_FILMS)
        self._odds: LRUCache[tuple[str, int, str], FilmOdds | None] = LRUCache(MOST_ODDS)
        self._at_work = asyncio.Lock()

    async def link(self, venue: VenueId, record: str) -> str:
        """Return the secret part of the link to a game. It is always the same, and works as long as games are kept."""
        return await self._links.link(venue, record)

    async def shown(self, link: str, locale: str) -> ShownReplay | None:
        """Return the game that a link leads to; None: there is no such link, or not any more."""
        game = await self._game(link)
        if game is None:
            return None
        words, rules = self._languages.words(locale, page=True), catalogue().get(game.game)
        return ShownReplay(
            game=game.game,
            title=title(game.game, words),
            code=game.code,
            number=game.number,
            began=game.began,
            ended=game.ended,
            how=how_it_ended(game, words),
            void=game.void,
            seats=film_seats(game, faces_in(game, await self._faces.at(game)), words),
            secret=rules is not None and keeps_secrets(rules),
            money=any(one.before or one.after for one in game.seats),
            record=game.record,
            options=options_of(game),
            posted=await self._posted(link, game, words),
        )

    async def _posted(self, link: str, game: FinishedGame, words: Words) -> tuple[str, ...]:
        """Return what was posted about a game, which tells its record from any other; nothing for loaded dice."""
        target = None if game.loaded else await self._target(link)
        content = None if target is None else await self._store.record(target.venue, target.record)
        if content is None:
            return ()
        return tuple(posted_lines(content, game.number, game.stamp_link, words, unsealed=game.unsealed))

    async def course(self, link: str) -> Course | None:
        """Return where and when the game behind a link was played."""
        game = await self._game(link)
        return None if game is None else Course(game.place, game.began, game.ended)

    async def record(self, link: str) -> File | None:
        """Return the record of the game that a link leads to."""
        target, game = await self._target(link), await self._game(link)
        content = None if target is None or game is None else await self._store.record(target.venue, target.record)
        return None if target is None or content is None else File(target.record, content)

    async def replayed(self, link: str) -> tuple[FinishedGame, Replayed] | None:
        """Return the game behind a link, replayed; None if it is gone, or its record does not verify."""
        game = await self._game(link)
        found = None if game is None else await self._checked(link, game)
        return None if game is None or found is None else (game, found)

    async def film(self, link: str, eyes: str, locale: str) -> Film | None:
        """Return the film of a game from this view; None if there is none, or the game's rules are not installed."""
        game = await self._game(link)
        if game is None or not may_see(eyes, game):
            return None
        key = f"{link} {names_of(game)}", eyes, locale
        if key not in self._films:
            async with self._at_work:  # one at a time, since this keeps a core busy
                if key not in self._films:
                    made = await self._made(link, game, eyes, locale)
                    if made is None:
                        return None
                    self._films[key] = made
        return self._films[key]

    async def picture(self, link: str, locale: str) -> bytes | None:
        """Return how a game ended as PNG; None if there is none, or it can't be drawn. It tells what its replay tells
        everybody.
        """
        found = await self.replayed(link)
        if found is None or found[0].game not in catalogue():
            return None
        game, moments = found
        words, faces = self._languages.words(locale, page=True), faces_in(game, await self._faces.at(game))
        async with self._at_work:
            rules = catalogue()[game.game]
            end = await asyncio.to_thread(last_frame, game, rules, moments, words)
            result = result_of(game, end, faces, words)
        return await self._painter.drawn(ResultWanted(result, MOST_PICTURE))

    async def odds(self, link: str, eyes: str, step: int, locale: str) -> FilmOdds | None:
        """Return the chances of a seat before its move at this step (from 0); None: there are none.

        They follow from the seat's hand, so only views that include the hand get them.
        """
        game = await self._game(link)
        if game is None or not may_see(eyes, game) or game.game not in catalogue():
            return None
        rules = catalogue()[game.game]
        key = f"{link} {names_of(game)}", step, locale
        if key not in self._odds:
            async with self._at_work:
                found = await self._checked(link, game)
                if found is None:
                    return None
                words = self._languages.words(locale, page=True)
                self._odds[key] = await asyncio.to_thread(odds_of, game, rules, found, step, words)
        odds = self._odds[key]
        seen = odds is None or not keeps_secrets(rules) or eyes in {ALL, str(odds.who)}
        return odds if seen else None

    async def _made(self, link: str, game: FinishedGame, eyes: str, locale: str) -> Film | None:
        found = await self._checked(link, game)
        if found is None:
            return None
        words = self._languages.words(locale, page=True)
        return await asyncio.to_thread(film_of, game, catalogue()[game.game], found, eyes, words)

    async def _checked(self, link: str, game: FinishedGame) -> Replayed | None:
        """Return the game, replayed from its record; None if that does not verify, or belongs to another game."""
        if link not in self._replayed:
            file = await self.record(link)
            if file is None:
                return None
            try:
                self._replayed[link] = await asyncio.to_thread(replayed, file.content.decode())
            except (Mismatch, UnicodeDecodeError) as wrong:
                log.warning("a record can't be shown", kind=type(wrong).__name__)
                return None
        found = self._replayed[link]
        if found.committed.game != game.game or len(found.stacks) != len(game.seats):
            log.warning("a record is not of the game that it is listed as")
            return None
        return found

    async def _game(self, link: str) -> FinishedGame | None:
        target = await self._target(link)
        if target is None:
            return None
        game = next(iter(await self._games.named(target.venue, [target.record])), None)
        if game is not None and await self.withheld.has(target.venue, game):
            raise GameWithheld(game.record)
        return game

    async def _target(self, link: str) -> Target | None:
        return await self._links.target(link)


def names_of(game: FinishedGame) -> str:
    """Return the current names of its players, so that no older film shows somebody who was forgotten since."""
    return "/".join(sat.name for sat in game.seats)


def may_see(eyes: str, game: FinishedGame) -> bool:
    """Tell whether `eyes` names a view of this game: the table, all, or the number of a seat."""
    if eyes in {TABLE, ALL}:
        return True
    return eyes.isascii() and eyes.isdigit() and len(eyes) < 4 and int(eyes) < len(game.seats)
