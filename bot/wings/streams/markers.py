"""Markers in the recording of a stream: at the largest win of an evening, so that it is found again."""

import asyncio
from collections.abc import Sequence
from typing import Final

import structlog

from bot.delivery.evenings import Evenings
from bot.people.languages import Languages
from bot.people.venues import Venues
from bot.ports.browser import GameEnded
from bot.ports.ids import PlaceId, platform_of
from bot.ports.messages import Unreachable
from bot.ports.platforms import Platforms
from bot.table.document import Session
from bot.table.hooks import Hooks
from persistence import StoreTrouble

FEWEST: Final = 3
"""From so many games on one of them can be the largest of an evening."""
APART: Final = 10 * 60_000
"""The fewest milliseconds between two marked games: who looks for a highlight wants few."""
log = structlog.get_logger()


class Markers:
    """Marks a game that brought more than all others of its evening, where the streamer wants that."""

    def __init__(
        self, venues: Venues, languages: Languages, platforms: Platforms, hooks: Hooks, evenings: Evenings
    ) -> None:
        self._venues, self._languages, self._evenings = venues, languages, evenings
        self._broadcasts = platforms.broadcasts
        self._under_way: set[asyncio.Task[None]] = set()
        hooks.first_broadcast.append(lambda: hooks.ended.append(self.note))
        hooks.settles.append(self.settle)
        hooks.stops.append(self.stop)

    def note(self, session: Session, was_seen: bool) -> None:
        """Look soon whether the end of a game on a channel is marked."""
        if not was_seen:  # after a start nobody knows when it ended
            return
        for place in session.places:
            if platform_of(place) in self._broadcasts:
                task = asyncio.get_running_loop().create_task(self._looked(session, place), name="marker")
                self._under_way.add(task)
                task.add_done_callback(self._under_way.discard)

    async def _looked(self, session: Session, place: PlaceId) -> None:
        try:
            if (await self._venues.settings(session.venue_at(place))).markers:
                await self._mark(place, session.record)
        except (Unreachable, StoreTrouble) as trouble:  # no leave, not live, no recording: the game goes on
            log.info("no marker here", why=str(trouble))
        except Exception as error:  # noqa: BLE001 - a marker must not stop a table
            log.error("a marker broke", kind=type(error).__name__)  # noqa: TRY400 - frames hold views

    async def _mark(self, place: PlaceId, record: str) -> None:
        """Mark the game with this record, if it is the last one here. Raises Unreachable and StoreTrouble."""
        ended = await self._evenings.of(place, "en")
        if not ended or ended[0].id != record or not is_marked(ended):
            return
        best = max(ended[0].winners, key=lambda one: one.gain)
        words = self._languages.words("en", platform_of(place))
        text = words.text("marker", who=best.name, gain=best.gain, game=ended[0].title)
        await self._broadcasts[platform_of(place)].mark(place, text)

    async def settle(self) -> None:
        """Wait until nothing is being marked."""
        await asyncio.gather(*self._under_way, return_exceptions=True)

    async def stop(self) -> None:
        """Stop; what was not marked stays so, since its moment is over."""
        for task in tuple(self._under_way):
            task.cancel()
        await self.settle()


def is_marked(ended: Sequence[GameEnded]) -> bool:
    """Tell whether the last game of an evening is marked: it brought more than all before, and none was marked lately.

    `ended`: the newest first. That any process finds the same from them needs no note of what was marked.
    """
    most, marked, lately = 0, False, -APART
    for number, game in enumerate(reversed(ended), 1):
        marked = number >= FEWEST and won(game) > most and game.at - lately >= APART
        most = max(most, won(game))
        lately = game.at if marked else lately
    return marked


def won(ended: GameEnded) -> int:
    """Return the largest gain in a game."""
    return max((one.gain for one in ended.winners), default=0)
