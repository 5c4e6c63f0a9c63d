"""Viewers' predictions about a game: opened when it begins, decided by its verified record, otherwise called off."""

import asyncio
from typing import Final

import msgspec
import structlog
from msgspec import Struct

from bot.engine.repository import Repository
from bot.engine.sessions import GoneError
from bot.people.finished_games import FinishedGames
from bot.people.languages import Languages
from bot.people.venues import Venues
from bot.ports.ids import PlaceId, platform_of
from bot.ports.messages import Unreachable
from bot.ports.platforms import Platforms
from bot.render.panel import names
from bot.table.document import Session
from bot.table.ending import number_of
from bot.table.hooks import Hooks
from bot.table.phases import Between, Playing
from bot.wings.streams.foretold import DECIDED, WINNER, outcomes
from games.proof.record import Mismatch
from games.proof.verifying import verify
from persistence import Store, StoreTrouble, TableRef

FORECAST: Final = "forecast"
SECONDS: Final = 90
TRIES: Final = 5
AGAIN_AFTER: Final = 10.0
KEPT: Final = 2 * 24 * 3600
FEW_BATCHES: Final = 8
"""A game with at most this many batches in its log has just begun: hardly anybody has moved."""
log = structlog.get_logger()


class Forecast(Struct, frozen=True):
    """A prediction that is open on the game with this number.

    `foretold`: what the prediction asks. `outcomes`: the platform's ids of the answers, in the order in which
    `foretold.outcomes` lists them.
    """

    place: PlaceId
    prediction: str
    outcomes: tuple[str, ...]
    game: int
    foretold: str = WINNER


_FORECAST: Final = msgspec.json.Decoder(Forecast)


class Forecasts:
    def __init__(
        self,
        store: Store,
        repository: Repository,
        venues: Venues,
        languages: Languages,
        platforms: Platforms,
        hooks: Hooks,
    ) -> None:
        self._store, self._repository, self._venues, self._languages = store, repository, venues, languages
        self._broadcasts, self._games = platforms.broadcasts, FinishedGames(store)
        self._seen: dict[TableRef, tuple[int, str]] = {}
        self._following: dict[TableRef, asyncio.Task[None]] = {}
        self._hooks = hooks
        hooks.first_broadcast.append(self.begin)
        hooks.stops.append(self.stop)

    def begin(self) -> None:
        """Begin to follow tables: there is a platform that can open predictions."""
        self._hooks.turned.append(self.note)
        self._hooks.taken_up.append(self.note)

    def note(self, session: Session) -> None:
        """Note a committed session: if a game began or ended on a channel, a task follows it up."""
        if session.practice is not None or self._broadcasts.keys().isdisjoint(map(platform_of, session.places)):
            return
        now = (session.pledge.n, str(session.phase.__struct_config__.tag))
        if self._seen.get(session.ref) == now:
            return
        self._seen[session.ref] = now
        if session.ref not in self._following:
            task = asyncio.get_running_loop().create_task(self._follow(session.ref), name=f"forecast {session.code}")
            self._following[session.ref] = task

    async def _follow(self, ref: TableRef) -> None:
        try:
            for attempt in range(TRIES):
                try:
                    await self._bring_up(ref)
                except (Unreachable, StoreTrouble) as trouble:
                    log.warning("a prediction waits", table=ref.table, why=type(trouble).__name__)
                    await asyncio.sleep(AGAIN_AFTER * (attempt + 1))
                else:
                    break
        except GoneError:
            pass
        except Exception as error:  # noqa: BLE001 - a prediction must not stop a table
            log.error("a prediction broke", table=ref.table, kind=type(error).__name__)  # noqa: TRY400 - frames hold views
        finally:
            self._following.pop(ref, None)
            if self._seen.get(ref, (0, ""))[1] == "closed":
                del self._seen[ref]

    async def _bring_up(self, ref: TableRef) -> None:
        """Open or end the prediction until it fits the table. Raises Unreachable, StoreTrouble and GoneError."""
        seen: tuple[int, str] | None = None
        while seen != self._seen.get(ref, seen) or seen is None:
            seen = self._seen.get(ref, (0, ""))
            session = await self._repository.get(ref, fresh=True)
            forecast = await self._open_one(ref)
            if forecast is not None and not is_on(session, forecast.game):
                await self._end(session, forecast)
                forecast = None
            if forecast is None and isinstance(session.phase, Playing) and has_just_begun(session, session.phase):
                await self._begin(session, session.phase.pledge.n)

    async def _open_one(self, ref: TableRef) -> Forecast | None:
        content = await self._store.note(FORECAST, ref.table)
        return None if content is None else _FORECAST.decode(content)

    async def _begin(self, session: Session, game: int) -> None:
        """Open a prediction on the first of the table's channels that wants them; none if another one is open there."""
        for place in session.places:
            broadcast = self._broadcasts.get(platform_of(place))
            settings = await self._venues.settings(session.venue_at(place))
            if broadcast is None or not settings.predictions:
                continue
            words = self._languages.words("en", platform_of(place))
            called = outcomes(settings.foretold, names(session, words), words)
            if not called:
                return
            try:
                asked = words.text(f"who-{settings.foretold}", code=session.code)
                opened = await broadcast.open_prediction(place, asked, called, SECONDS)
            except Unreachable as refused:
                log.info("no prediction here", why=str(refused))
                return
            forecast = Forecast(place, opened.id, opened.outcomes, game, settings.foretold)
            await self._store.put_note(FORECAST, session.table, msgspec.json.encode(forecast), KEPT)
            return

    async def _end(self, session: Session, forecast: Forecast) -> None:
        came_true = await self._came_true(session, forecast)
        broadcast = self._broadcasts.get(platform_of(forecast.place))
        if broadcast is not None:
            chosen = "" if came_true is None or came_true >= len(forecast.outcomes) else forecast.outcomes[came_true]
            await broadcast.end_prediction(forecast.place, forecast.prediction, chosen)
        await self._store.drop_note(FORECAST, session.table)

    async def _came_true(self, session: Session, forecast: Forecast) -> int | None:
        """Return the outcome that came true, from a verified record; None: the game was called off or undecided, or is
        gone.
        """
        if not isinstance(session.phase, Between) or number_of(session.record) != forecast.game:
            return None
        content = await self._store.record(session.venue, session.record)
        found = await self._games.named(session.venue, [session.record])
        if content is None or not found or found[0].void:
            return None
        try:
            await asyncio.to_thread(verify, content.decode())
        except Mismatch:
            log.error("a record does not verify: the prediction on it is called off", game=session.record)  # noqa: TRY400
            return None
        return DECIDED[forecast.foretold](found[0])

    async def settle(self) -> None:
        """Wait until nothing is being followed up."""
        await asyncio.gather(*self._following.values(), return_exceptions=True)

    async def stop(self) -> None:
        tasks = list(self._following.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def is_on(session: Session, game: int) -> bool:
    return session.game_on is not None and session.game_on.pledge.n == game


def has_just_begun(session: Session, playing: Playing) -> bool:
    """Tell whether a game has just begun; viewers don't predict one that has been on for a while."""
    return session.log_length - playing.record_start <= FEW_BATCHES
