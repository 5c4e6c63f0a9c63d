"""What is to be told on platforms that this process does not serve: another one that does tells it, and answers whether
it did.
"""

import asyncio
from secrets import token_hex
from typing import Final

import msgspec
import structlog
from cachetools import FIFOCache
from msgspec import Struct

from bot.engine.shares import Shares, first
from bot.ports.ids import PersonId, PlaceId, platform_of
from bot.ports.messages import Choosable, Posting, Reach, Unreachable
from bot.ports.platforms import Platforms
from bot.table.hooks import Hooks
from persistence import Store, StoreTrouble

POST, ANSWER = b"post", b"post-answer"
AGAIN: Final = 5.0
"""Seconds after which one may try again what nobody told."""
PATIENCE: Final = 5.0
"""Seconds for which an answer is waited for."""
MOST_KEPT: Final = 1_000
NOBODY: Final = PersonId("")
log = structlog.get_logger()


class RelayedPosting(Struct, frozen=True):
    """A posting for a place, or for one person alone. `by`: the process that is to tell it. `name`: the answer's."""

    place: PlaceId
    posting: Posting
    by: str
    name: str
    person: PersonId = NOBODY


class RelayedAnswer(Struct, frozen=True):
    """Say whether a relayed posting was told; if not, when another try is worth it."""

    name: str
    told: bool
    why: str = ""
    reach: Reach = Reach.AGAIN
    after: float = AGAIN

    def was_told(self) -> bool:
        """Return whether it was told; False: a person accepts nothing in private. Raises Unreachable."""
        if self.why:
            raise Unreachable(self.why, self.reach, self.after)
        return self.told


_RELAYED: Final = msgspec.json.Decoder(RelayedPosting)
_ANSWER: Final = msgspec.json.Decoder(RelayedAnswer)


class RelayedPostings:
    """Passes postings on to the processes that serve their platforms, and tells what others pass on."""

    def __init__(self, store: Store, shares: Shares, platforms: Platforms, hooks: Hooks) -> None:
        self._store, self._shares, self._platforms = store, shares, platforms
        self._awaited: dict[str, asyncio.Future[RelayedAnswer]] = {}
        self._told: FIFOCache[tuple[str, str], asyncio.Task[bool]] = FIFOCache(MOST_KEPT)
        """What was told, or is being told, here for others, by whom it is for and its mark: nobody reads it twice."""
        self._answering = set[asyncio.Task[None]]()
        platforms.relays.append(self)
        store.news.hear(POST, lambda _, content: self._heard(_RELAYED.decode(content)))
        store.news.hear(ANSWER, lambda _, content: self._answered(_ANSWER.decode(content)))
        hooks.rests.append(self.stop)

    def reaches(self, platform: str) -> bool:
        """Tell whether another process serves a platform."""
        return bool(self._shares.serving(platform))

    async def post(self, place: PlaceId, posting: Posting) -> None:
        """Let another process post something. Raises Unreachable unless it says that it did."""
        await self._relayed(place, posting)

    async def tell_with_buttons(self, person: PersonId, text: str, mark: str, ways: tuple[Choosable, ...]) -> bool:
        """Let another process tell somebody something in private; False: they accept none. Raises Unreachable."""
        return await self._relayed(PlaceId(""), Posting((text,), None, mark, 0, ways=ways), person)

    async def _relayed(self, place: PlaceId, posting: Posting, person: PersonId = NOBODY) -> bool:
        name, to = token_hex(8), person or place
        by, news = first(self._shares.serving(platform_of(to)), to), self._store.news
        answer: asyncio.Future[RelayedAnswer] = asyncio.get_running_loop().create_future()
        self._awaited[name] = answer
        relayed = msgspec.json.encode(RelayedPosting(place, posting, by, name, person))
        try:
            if not by or await news.tell_now(POST, relayed) <= news.is_heard:  # we hear it ourselves
                raise Unreachable("no process serves this place", after=AGAIN)
            async with asyncio.timeout(PATIENCE):
                return (await answer).was_told()
        except (StoreTrouble, TimeoutError):
            raise Unreachable("the process that serves this place does not answer", after=AGAIN) from None
        finally:
            del self._awaited[name]

    def _answered(self, answer: RelayedAnswer) -> None:
        awaited = self._awaited.get(answer.name)
        if awaited is not None and not awaited.done():
            awaited.set_result(answer)

    async def stop(self) -> None:
        """Finish what was begun."""
        await asyncio.gather(*self._answering, return_exceptions=True)

    def _heard(self, one: RelayedPosting) -> None:
        if one.by != self._shares.name:
            return
        task = asyncio.get_running_loop().create_task(self._answer(one), name="relayed posting")
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def _answer(self, one: RelayedPosting) -> None:
        """Tell what another process passed on, unless that was done before, and say what came of it."""
        key = one.person or one.place, one.posting.mark
        if key not in self._told:
            self._told[key] = asyncio.get_running_loop().create_task(self._tell(one), name="relayed posting told")
        try:
            answer = RelayedAnswer(one.name, await self._told[key])
        except Unreachable as away:
            answer = RelayedAnswer(one.name, told=False, why=str(away), reach=away.reach, after=away.after)
        except Exception as error:  # noqa: BLE001 - whoever waits for it is to try again
            log.error("a relayed posting broke", kind=type(error).__name__)  # noqa: TRY400 - frames hold the text
            answer = RelayedAnswer(one.name, told=False, why="it broke")
        if not answer.told:
            self._told.pop(key, None)
        try:
            await self._store.news.tell_now(ANSWER, msgspec.json.encode(answer))
        except StoreTrouble as trouble:
            log.info("a relayed posting could not be acknowledged", kind=trouble.kind)

    async def _tell(self, one: RelayedPosting) -> bool:
        if one.person:
            posting = one.posting
            return await self._platforms.tell_alone(one.person, posting.lines[0], posting.mark, posting.ways)
        await self._platforms.post(one.place, one.posting)
        return True
