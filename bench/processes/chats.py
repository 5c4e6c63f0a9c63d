"""Let people play in chats, where each says a line, waits for what comes of it, and says it again if nothing does."""

import asyncio
import random
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from on_discord.offered import NOT_FOR_EVER

from bench.busy_tables import Kind
from bench.processes.noted import NOT_SURE, masked
from bench.processes.tables import lost_steps, replays, stored_moves
from bench.processes.waiting import STILL
from bot.ports.ids import PersonId, PlaceId, VenueId
from bot.ports.messages import Offer, Update
from bot.ports.messages import Person as Player
from bot.table.codec import decode_batch, decode_session
from bot.table.document import Session
from bot.table.log import Batch
from persistence import TableRef

if TYPE_CHECKING:
    from bench.processes.run import Run

PATIENCE: Final = 8.0
"""Seconds after which somebody says a line again that nobody has answered."""
LOOK: Final = 0.15
PERSON: Final = "person:"


@dataclass
class Deed:
    """Something that somebody did. `id`: of its message. `told`: returns what they were told of it so far."""

    id: str
    told: Callable[[], str]
    refused: bool = False


class ChatTable(ABC):
    """One table in a chat. `venue`, `place`: of the chat, by our names. `people`: of a stand-in, the host first."""

    platform: str

    def __init__(self, kind: Kind, venue: str, place: str, people: Sequence[Any], run: "Run") -> None:
        self.kind, self.people, self._run, self._noted = kind, people, run, run.noted
        self.venue, self.place = VenueId(venue), PlaceId(place)
        self.chance = random.Random(run.chance.random())  # noqa: S311 - a benchmark's players
        self.moves, self.rests, self.state = 0, False, ""
        self._deeds: list[Deed] = []
        self._ref: TableRef | None = None

    # What a platform does in its own way

    @abstractmethod
    async def says(self, person: Any, line: str, offer: Offer | None = None) -> Deed:
        """Let somebody say a line, or make this move in the way of their client; "open" opens the table."""

    @abstractmethod
    async def check_told(self, session: Session, batches: Sequence[Batch]) -> None:
        """Compare what the chat was told with the log."""

    # The table

    async def session(self) -> Session | None:
        """Return the table as it is stored now."""
        store = self._run.store
        if self._ref is None:
            names = await store.tables_at(self.venue, self.place)
            self._ref = TableRef(self.venue, names[0]) if names else None
        found = await store.load(self._ref) if self._ref is not None else None
        if found is None:
            return None
        session = decode_session(found.document)
        self.state = f"{type(session.phase).__name__}{', paused' if session.paused else ''}"
        return session

    async def seated(self) -> None:
        """Open the table, and play its first turn."""
        host, *others = self.people
        await self._until(host, "open", lambda now: now is not None)
        for person in others:
            await self._until(person, "join", lambda now, one=person: now is not None and now.has(self.name_of(one)))
        await self._until(host, "start", lambda now: now is not None and type(now.phase).__name__ != "Lobby")

    async def _until(self, person: Any, line: str, holds: Callable[[Session | None], bool]) -> None:
        """Say a line, and again now and then, until something holds."""
        async with asyncio.timeout(STILL):
            while not holds(await self.session()):
                deed, until = await self.says(person, line), time.monotonic() + PATIENCE
                while not holds(await self.session()) and time.monotonic() < until:  # noqa: ASYNC110 - it is in the store
                    await asyncio.sleep(LOOK)
                if not holds(await self.session()):
                    print(f"{self.platform}: {line} has to be said again: {deed.told()[:200]}", flush=True)

    def name_of(self, person: Any) -> PersonId:
        return PersonId(f"{self.platform}:{person.id}")

    async def own(self, person: Any) -> Update | None:
        """Return the table as this person may see it."""
        player = Player(self.name_of(person), person.name)
        seen = await self._run.eyes.look(player, self.venue, self.place, "en", told=False)
        return next((one for one in seen if one.audience.startswith(PERSON)), None)

    async def is_held(self) -> bool:
        """Tell whether it waits for its moderators, as it is stored."""
        session = await self.session()
        return session is not None and lost_steps(session)

    @property
    def is_over(self) -> bool:
        return self.state.startswith("Closed")

    # Playing

    async def plays(self, person: Any, think: float) -> None:
        """Let somebody play until they may rest."""
        while not self.rests:
            await asyncio.sleep(think * (0.5 + self.chance.random()))
            seen = await self.own(person)
            if seen is None or self.rests or seen.card.paused:
                continue
            offers = [one for one in seen.card.offers if one.verb not in NOT_FOR_EVER]
            if seen.card.phase == "playing" and offers:
                await self._move(person, self.chance.choice(offers))
            elif seen.card.phase == "between":
                offered = {one.word for one in seen.card.commands}
                for word in {"rebuy", "rematch"} & offered:
                    await self.says(person, word)

    async def _move(self, person: Any, offer: Offer) -> None:
        before = await self.session()
        assert before is not None
        began = time.monotonic()
        deed = await self.says(person, offer.verb, offer)
        self._deeds.append(deed)
        while not (stands := await self._stands(deed, before)) and time.monotonic() - began < PATIENCE:
            if deed.told():
                stands = await self._stands(deed, before)
                break
            await asyncio.sleep(LOOK)
        if stands:
            self._noted.taken.add(deed.id)
            self._noted.stood_after[self.platform].append(time.monotonic() - began)
            self.moves += 1
        elif deed.told() and NOT_SURE not in deed.told():
            await self._refused(deed, before)
        else:
            self._noted.again += 1

    async def _stands(self, deed: Deed, before: Session) -> bool:
        lines = await self._run.store.log(before.ref, before.log_length)
        batches = map(decode_batch, lines)
        return any(one.receipt is not None and one.receipt.message == deed.id for one in batches)

    async def _refused(self, deed: Deed, before: Session) -> None:
        """Note a refusal, which is true if the table is no longer as its player saw it."""
        deed.refused, until, is_true = True, time.monotonic() + PATIENCE, self._noted.is_true(deed.told())
        while not is_true and await self.session() == before and time.monotonic() < until:  # noqa: ASYNC110 - it is another process
            await asyncio.sleep(LOOK)
        is_true = is_true or await self.session() != before
        where = self._noted.refused if is_true else self._noted.wrong
        where[f"refused on {self.platform}: {masked(deed.told())}"] += 1

    # Afterwards

    async def check(self) -> Counter[str]:
        """Compare purses, records and what was told with the log; return how often each move stands in it."""
        store, session = self._run.store, await self.session()
        assert session is not None
        batches = [decode_batch(line) for line in await store.log(session.ref)]
        self._noted.taken |= {deed.id for deed in self._deeds if not deed.refused} & stored_moves(batches).keys()
        await replays(store, self.venue, self.kind, self._noted)
        await self.check_told(session, batches)
        return stored_moves(batches)
