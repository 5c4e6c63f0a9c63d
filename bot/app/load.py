"""A load that can be seen: one process, a store of its own, and a platform imitated with its latency and its limits.

Everything from the line that somebody said to the message that shows it is the real bot; only what a platform does with
the message is imitated. The people who play are in the same process, so CPU and memory include them.
"""

import asyncio
import os
import random
import re
import secrets
import tempfile
import time
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Final

from bot.app.application import Application
from bot.ports.ids import PersonId, PlaceId, VenueId
from bot.ports.messages import Message, OneRoom, Person, Reply, Update
from bot.table.defaults import Defaults
from bot.table.document import Session
from bot.table.fairness import Fairness, Keys
from bot.table.phases import Closed, Playing
from games.catalogue import AnyGame, catalogue
from games.kit.contract import Abilities
from games.kit.notation import write
from games.kit.seats import all_seats
from persistence import EmbeddedServer, Store

CROWD_IN: Final = 20
"""Of so many venues one has a crowd."""
VIEWERS: Final = 30
ROUND: Final = 60.0
"""Seconds between two stakes of one viewer, on average."""
LATENCY: Final = 0.12
"""Of a call to the platform: its median in seconds."""
SPREAD: Final = 0.5
"""The standard deviation of the logarithm of that latency."""
A_PLACE: Final = 5
"""Messages that a place takes within `A_SPAN` seconds (Discord's limit of a channel)."""
A_SPAN: Final = 5.0
A_SECOND: Final = 50
"""Calls that a platform takes from one bot in a second (Discord's global limit)."""
LATE: Final = 2.0
"""Seconds after which a move that is not shown counts as late."""
LOST: Final = 30.0
"""Seconds after which a move that is not shown counts as dropped."""


@dataclass(frozen=True)
class Load:
    """Say how much is played. `think`: seconds of a person before a move, on average."""

    venues: int
    minutes: float
    think: float = 8.0
    limited: bool = True


@dataclass
class Seen:
    """Hold what came of it. Times in seconds; `memory`, `stored`: bytes before and at the end."""

    tables: int = 0
    opened_in: float = 0.0
    shown: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    dropped: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    stalls: list[float] = field(default_factory=list)
    seconds: float = 0.0
    cpu: float = 0.0
    calls: int = 0
    waited: float = 0.0
    memory: tuple[int, int] = (0, 0)
    stored: tuple[int, int] = (0, 0)

    @property
    def late(self) -> int:
        """Return how many moves were shown later than `LATE`."""
        return sum(one > LATE for one in self.shown)


class Limit:
    """Lets so many through within a span of seconds, and makes the others wait."""

    def __init__(self, most: int, span: float) -> None:
        self._span, self._last = span, deque[float](maxlen=most)
        self._turn, self.is_on = asyncio.Lock(), True

    async def passed(self) -> None:
        """Wait until one more may pass."""
        async with self._turn:
            if self.is_on and len(self._last) == self._last.maxlen:
                await asyncio.sleep(self._last[0] + self._span - time.monotonic())
            self._last.append(time.monotonic())


class Imitation(OneRoom):
    """A chat platform that shows what it is given after a while, at most so often.

    `crowds`: a place has one table, at which all who speak may play.
    """

    abilities = Abilities(takes_back=False)
    prefix = "!"
    stands = True

    def __init__(self, platform: str, chance: random.Random, seen: Seen, *, crowds: bool, limited: bool) -> None:
        self.platform, self._chance, self._seen = platform, chance, seen
        self.most_tables = 1 if crowds else 8
        self._all = Limit(A_SECOND, 1.0)
        self._places: dict[str, Limit] = {}
        self.limited = limited
        self._began: dict[str, float] = {}
        self._shown: dict[str, asyncio.Future[None]] = {}
        self._next: dict[str, asyncio.Future[None]] = {}

    def wants_card(self, audience: str) -> bool:
        """Give each place a card, as on Discord."""
        return audience.startswith("place:")

    async def show(self, update: Update) -> str:
        """Show an update after the platform's limits and latency."""
        here, began = update.audience, time.monotonic()
        self._began[here] = began
        done = self._shown[here] = self._next.setdefault(here, asyncio.get_running_loop().create_future())
        del self._next[here]
        if here.startswith("place:"):  # a hand answers a press, which no limit counts
            if self.limited:
                await self._places.setdefault(here, Limit(A_PLACE, A_SPAN)).passed()
                await self._all.passed()
                self._seen.waited += time.monotonic() - began
            self._seen.calls += 1
        await asyncio.sleep(self._chance.lognormvariate(0, SPREAD) * LATENCY)
        if not done.done():
            done.set_result(None)
        return update.handle or "1"

    def rest(self) -> None:
        """Let all that waits for a limit pass."""
        self.limited = False
        for one in (self._all, *self._places.values()):
            one.is_on = False

    async def is_shown(self, place: PlaceId, since: float) -> None:
        """Wait until a place is shown what was done in a line said at `since`. Raises TimeoutError."""
        here = f"place:{place}"
        if self._began.get(here, 0.0) >= since:
            done = self._shown[here]
        else:
            done = self._next.setdefault(here, asyncio.get_running_loop().create_future())
        async with asyncio.timeout(LOST):
            await asyncio.shield(done)


class Company(ABC):
    """The people of one venue, at one table of theirs."""

    def __init__(self, app: Application, on: Imitation, number: int, load: Load, seen: Seen) -> None:
        self._app, self._on, self._load, self._seen = app, on, load, seen
        self._number, self._said = number, 0
        self.venue = VenueId(f"{on.platform}:venue{number}")
        self.place = PlaceId(f"{on.platform}:room{number}")
        self._chance = random.Random(number)  # noqa: S311 - who moves when

    def message(self, name: str, text: str, *, private: bool = False) -> Message:
        """Return a line of one of them, as the platform would tell it."""
        self._said += 1
        sender = Person(PersonId(f"{self._on.platform}:{name}x{self._number}"), f"{name}{self._number}")
        made = f"{self._number}-{self._said}"
        return Message(made, sender, self.venue, self.place, private=private, text=text, at=self._app.store.clock.now())

    async def says(self, name: str, text: str, *, private: bool = False) -> Reply:
        """Say a line; note how long its answer took."""
        began = time.monotonic()
        answer = await self._app.hear(self.message(name, text, private=private))
        self._seen.answered.append(time.monotonic() - began)
        if not answer.ok:
            self._seen.refused[masked(answer.text)] += 1
        return answer

    @abstractmethod
    async def open(self) -> None:
        """Open the table."""

    @abstractmethod
    async def play(self) -> None:
        """Play without end."""

    async def session(self) -> Session | None:
        """Return their table; None if there is none."""
        return next(iter(await self._app.directory.at(self.venue, self.place)), None)

    async def pause(self, average: float) -> None:
        """Let a while pass, as people do."""
        await asyncio.sleep(min(5 * average, self._chance.expovariate(1 / average)))


class Players(Company):
    """A few people at a table of a game, with house bots on the other seats of every second table."""

    def __init__(self, app: Application, on: Imitation, number: int, load: Load, seen: Seen, game: AnyGame) -> None:
        super().__init__(app, on, number, load, seen)
        self._game = game
        self._names = [f"p{seat}" for seat in range(2 if number % 2 else max(2, fewest(game)))]

    async def open(self) -> None:
        """Open a table, sit down, and begin."""
        first, *others = self._names
        await self.says(first, f"!open {self._game.name}")
        for name in others:
            await self.says(name, "!join")
        if (lacking := fewest(self._game) - len(self._names)) > 0:
            await self.says(first, f"!bots {lacking}")
        await self.says(first, "!start")

    async def play(self) -> None:
        """Play, game after game."""
        while True:
            await self.pause(self._load.think / len(self._names))
            session = await self.session()
            if session is None or isinstance(session.phase, Closed):
                await self.open()
            elif isinstance(session.phase, Playing):
                await self.move(session)
            else:
                await self.says(self._names[0], "!rematch")

    async def move(self, session: Session) -> None:
        """Let somebody who may move do so, and wait until the table is shown it."""
        for seat in self._chance.sample(list(all_seats(len(session.seats))), len(session.seats)):
            if session.seats[seat].is_bot or not (legal := session.rules.legal_moves(session.state, seat)):
                continue
            offer = self._chance.choice(legal)
            line, began = f"!{write(self._chance.choice(offer.examples()))}", time.monotonic()
            name = self._names[int(session.seats[seat].player.rpartition(":p")[2].partition("x")[0])]
            answer = await self.says(name, line, private=offer.secret)
            if answer.ok and not offer.secret:
                await self.watch(began)
            return

    async def watch(self, began: float) -> None:
        """Note how long it takes until all can see it."""
        try:
            await self._on.is_shown(self.place, began)
            self._seen.shown.append(time.monotonic() - began)
        except TimeoutError:
            self._seen.dropped += 1


class Crowd(Company):
    """Viewers who stake on a round, each about once a minute."""

    def __init__(self, app: Application, on: Imitation, number: int, load: Load, seen: Seen, game: AnyGame) -> None:
        super().__init__(app, on, number, load, seen)
        self._line = f"!{game.name} 10"

    async def open(self) -> None:
        """Open the table with the first stake."""
        await self.says("p0", self._line)

    async def play(self) -> None:
        """Stake, one viewer after the other."""
        while True:
            await self.pause(ROUND / VIEWERS)
            await self.says(f"p{self._chance.randrange(VIEWERS)}", self._line)


def masked(text: str) -> str:
    """Return the first line of a sentence without its numbers, so that equal ones can be counted."""
    return re.sub(r"\d+", "N", text.partition("\n")[0])[:100]


def fewest(game: AnyGame) -> int:
    """Return the fewest seats with which a game is played, with its usual options."""
    return game.seats(game.options_from({})).start


def companies(app: Application, load: Load, on: tuple[Imitation, Imitation], seen: Seen) -> Iterator[Company]:
    """Yield a company for each venue: of each game in turn, and some crowds."""
    games = list(catalogue().values())
    crowds = [game for game in games if game.for_all]
    for number in range(load.venues):
        if crowds and number % CROWD_IN == CROWD_IN - 1:
            yield Crowd(app, on[1], number, load, seen, crowds[number // CROWD_IN % len(crowds)])
        else:
            yield Players(app, on[0], number, load, seen, games[number % len(games)])


async def carried(load: Load) -> Seen:
    """Play for so long, and return what came of it."""
    seen, chance = Seen(), random.Random(0)  # noqa: S311 - how long a call takes
    on = (
        Imitation("cards", chance, seen, crowds=False, limited=load.limited),
        Imitation("chat", chance, seen, crowds=True, limited=load.limited),
    )
    async with house(on) as (app, server):
        before, stored = held(), held(server)
        all_of_them = list(companies(app, load, on, seen))
        began = time.monotonic()
        await in_groups(all_of_them)
        seen.tables, seen.opened_in = len(all_of_them), time.monotonic() - began
        forget_the_opening(seen)
        await while_playing(all_of_them, load.minutes * 60, seen)
        for platform in on:
            platform.rest()
        seen.memory, seen.stored = (before, held()), (stored, held(server))
    return seen


def forget_the_opening(seen: Seen) -> None:
    """Let the figures begin when all sit: that all open within seconds happens on no evening."""
    seen.answered.clear()
    seen.refused.clear()
    seen.calls, seen.waited = 0, 0.0


async def in_groups(all_of_them: list[Company], size: int = 32) -> None:
    """Open all tables, a few at a time."""
    turn = asyncio.Semaphore(size)

    async def one(company: Company) -> None:
        async with turn:
            await company.open()

    await asyncio.gather(*map(one, all_of_them))


async def while_playing(all_of_them: list[Company], seconds: float, seen: Seen) -> None:
    """Let all play for so many seconds; note CPU and stalls of the loop."""
    began, cpu = time.monotonic(), time.process_time()
    playing = [asyncio.create_task(company.play()) for company in all_of_them]
    playing.append(asyncio.create_task(stalls(seen.stalls)))
    done, _ = await asyncio.wait(playing, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    seen.seconds, seen.cpu = time.monotonic() - began, time.process_time() - cpu
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for task in done:
        task.result()


async def stalls(found: list[float]) -> None:
    """Note again and again by how much the event loop comes back late."""
    while True:
        before = time.monotonic()
        await asyncio.sleep(0.05)
        found.append(time.monotonic() - before - 0.05)


@asynccontextmanager
async def house(on: tuple[Imitation, Imitation]) -> AsyncIterator[tuple[Application, int | None]]:
    """Run a bot on a store of its own, which is gone afterwards; yield it, and the id of the server's process."""
    with tempfile.TemporaryDirectory(prefix="potluck-load-") as folder:
        async with await EmbeddedServer.start(Path(folder)) as server:
            store = await Store.connect(server.url)
            try:
                fairness = Fairness(Keys({1: secrets.token_bytes(32)}), secrets.token_bytes)
                app = Application(store, fairness, Defaults(), secrets.token_bytes)
                for platform in on:
                    app.add(platform)
                await app.start()
                yield app, server.pid
                await app.stop()
            finally:
                await store.close()


def held(pid: int | None = None) -> int:
    """Return the bytes of memory that a process uses."""
    return int(Path(f"/proc/{pid or 'self'}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def rows(load: Load, seen: Seen) -> Iterator[str]:
    """Yield the result in sentences."""
    moves = len(seen.shown) + seen.dropped
    yield f"{load.venues} venues, each with a table, played for {seen.seconds:.0f} s (opened in {seen.opened_in:.1f} s)"
    yield f"shown: {moves} moves, {spread(seen.shown)}; late (over {LATE:.0f} s): {seen.late}; dropped: {seen.dropped}"
    yield f"answered: {len(seen.answered)} lines, {spread(seen.answered)}"
    yield f"refused: {seen.refused.total()}"
    yield from (f"  {count:5} {text}" for text, count in seen.refused.most_common(3))
    each = 1000 * seen.cpu / max(1, len(seen.answered))
    yield f"CPU: {seen.cpu / seen.seconds:.0%} of a core, {each:.1f} ms a line; the loop late: {spread(seen.stalls)}"
    a_second, waits = seen.calls / seen.seconds, seen.waited / max(1, seen.calls)
    yield f"messages in public places: {a_second:.1f} a second, each waited {waits:.2f} s for limits"
    for name, (before, after) in (("memory", seen.memory), ("store", seen.stored)):
        grown = (after - before) / 1000 / max(1, load.venues)
        yield f"{name}: {before / 1e6:.0f} MB before, {after / 1e6:.0f} MB at the end, {grown:.1f} KB a venue"


def spread(found: list[float]) -> str:
    """Return the median and the 99th percentile of some seconds."""
    if len(found) < 2:
        return "too few to say"
    parts = quantiles(found, n=100)
    return f"p50 {parts[49] * 1000:.0f} ms, p99 {parts[98] * 1000:.0f} ms"
