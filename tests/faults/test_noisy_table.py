"""Test that people who flood one table do not change what the people at four quiet tables are told (threats T6).

The same evening is played twice, with the flood and without it. `tests/on_twitch/test_flood.py` tests what chats let
through.
"""

import asyncio
import copy
import random
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple

import msgspec
import pytest
from any_lines import AnyLines
from beside import log
from evening import PLATFORM, START, Evening, Witness, commits_of
from moments import offered
from redis.asyncio import Redis
from said_again import Rounds

from bot.engine import repository
from bot.engine.scheduler import SPARE
from bot.engine.sessions import RECENT
from bot.ports.messages import Message, News, Panel, Reply, Rights, Update
from bot.table.document import Session
from bot.table.log import Batch
from bot.table.phases import Playing
from games.proof.record import TimedOut
from persistence import Commit, EmbeddedServer, HandClock, Store, TableRef
from persistence.keys import table_keys
from persistence.tables import TYPED_MOST

pytestmark = pytest.mark.timeout(400)
VENUE = f"{PLATFORM}:noise"
QUIET = {
    "duel": ("halflings mode=duel cooldown=30 money=purse buyin=300", 2),
    "cups": ("headache min_players=3 max_swap_rounds=2 memory=off stack=2000 rebuy=on", 3),
    "cards": ("poohead", 3),
    "cones": ("cones sectors=4", 2),
}
"""The quiet tables, each in its own place: the line that opens one, and the number of people."""
NOISY = "halflings mode=crowd crowd_seconds=10 cooldown=60"
FLOODERS = 60
BURST, LARGE_BURST = 50, 150
TICKS = (1, 1, 1, 40, 1, 1, 1, 25, 1, 1, 1, 90, 1, 1, 1, 1, 150, 1, 1, 1)
"""Seconds after each burst. Nobody at a quiet table speaks meanwhile, so deadlines pass in the long ones."""
SHORT_TICKS, MOST_STEPS = (1, 1, 15, 1, 15, 1), 8
"""A shorter list, and how many store commits a large burst and its effects may take on average."""
TOLD_THE_FLOOD = ("That was taken before", "more second", "here it is one at a time")
"""Answers to people who repeat a line, stake again too soon, or open one more table."""


class Everybody(Witness):
    """Keeps each line told to an audience, and the last update of each moment; cards for quiet people alone.

    An audience may be shown more or fewer steps of one moment. The lines are the same, and so is the last update.
    """

    def __init__(self, clock: HandClock) -> None:
        super().__init__()
        self._clock = clock
        self.lines: dict[str, list[tuple[int, News]]] = {}
        self.last: dict[str, dict[int, Panel]] = {}

    def wants_card(self, audience: str) -> bool:
        return is_quiet(audience)

    async def show(self, update: Update) -> str:
        now = self._clock.now()
        self.lines.setdefault(update.audience, []).extend((now, news) for news in update.news)
        self.last.setdefault(update.audience, {})[now] = update.card
        return ""


class Quiet(Rounds):
    """One quiet table, whose people go on whatever they are answered."""

    def __init__(self, evening: Evening, name: str) -> None:
        super().__init__(evening)
        self.name = name
        self.answers: list[tuple[int, str, str, Reply]] = []

    async def hear(self, message: Message) -> Message:
        answer = await self.evening.house.hear(message)
        self.answers.append((self.evening.clock.now(), message.sender.name, message.text, answer))
        return message

    async def turn(self) -> None:
        """Let somebody there make a move, or begin the next game."""
        session = await self.evening.table()
        if isinstance(session.phase, Playing) and self._offered(session):
            await self.step()
        elif not isinstance(session.phase, Playing) and session.phase.starts_at is None:
            await self._next(session)


class Told(msgspec.Struct):
    """Everything that quiet people and their places were told, and their stored tables, by place."""

    lines: dict[str, list[tuple[int, News]]]
    last: dict[str, dict[int, Panel]]
    answers: dict[str, list[tuple[int, str, str, Reply]]]
    logs: dict[str, list[Batch]]
    fired: dict[str, list[int]]
    purses: dict[str, int]


class Night:
    """A house with its quiet places, and a noisy one where nobody may come."""

    def __init__(self, store: Store, clock: HandClock) -> None:
        self.witness = Everybody(clock)
        self.evening = Evening(store, clock, venue=VENUE, place=f"{PLATFORM}:noisy", seed="noise", tag="-x")
        self.evening.house.add(self.witness)
        self.evening.dice.random_bytes = bytes  # one salt for all games: the flood must not change the dice
        self.evening.rights = {"mia": Rights.OWNER}
        self.quiet = [Quiet(self.at(name), name) for name in QUIET]
        self.refs: dict[str, TableRef] = {}

    def at(self, name: str) -> Evening:
        """Return the same house in another place, with its own message ids."""
        there = copy.copy(self.evening)
        there.place, there._ids = f"{PLATFORM}:{name}", name
        return there

    async def open(self) -> None:
        for one in self.quiet:
            line, people = QUIET[one.name]
            await one.begin(f"!open {line}", people, [f"{one.name}-{number}" for number in range(people)])
            self.refs[one.name] = (await one.evening.table()).ref
        await self.evening.lines(f"flooder-0: !open {NOISY}", "mia: !control tables one")
        await self.evening.settle()

    async def tick(self, seconds: int, noise: Sequence[Message]) -> list[Reply]:
        """Make a move at each quiet table in the middle of a burst of noise, then let time pass."""
        half = len(noise) // 2
        hear = self.evening.house.hear
        said = [*map(hear, noise[:half]), *(one.turn() for one in self.quiet), *map(hear, noise[half:])]
        answers = await asyncio.gather(*said)
        await self.evening.settle()
        await self.evening.wait(seconds)
        return [*answers[:half], *answers[half + len(self.quiet) :]]

    async def told(self) -> Told:
        logs = {name: await log(self.evening, ref) for name, ref in self.refs.items()}
        accounts = await self.evening.store.accounts(VENUE)
        return Told(
            lines={key: found for key, found in self.witness.lines.items() if is_quiet(key)},
            last={key: found for key, found in self.witness.last.items() if is_quiet(key)},
            answers={one.name: one.answers for one in self.quiet},
            logs=logs,
            fired={name: [one.at for one in found if isinstance(one.deed, TimedOut)] for name, found in logs.items()},
            purses={key: amount for key, amount in accounts.items() if is_quiet(key)},
        )


def is_quiet(key: str) -> bool:
    """Tell whether an audience or account belongs to a quiet table or to somebody there."""
    return key.partition(f"{PLATFORM}:")[2].startswith(tuple(QUIET))


class Flood:
    """Many people who say anything, twice, out of turn, and sometimes a stake."""

    def __init__(self, evening: Evening) -> None:
        self._evening, self._chance = evening, random.Random("noise")  # noqa: S311 - a test's own
        self._lines = AnyLines("noise")
        self.people = [f"flooder-{number}" for number in range(1, FLOODERS)]
        self.said: list[Message] = []

    def burst(self, session: Session, most: int) -> list[Message]:
        legal = offered(session) if isinstance(session.phase, Playing) else []
        self._lines.turn_to(self.people, legal)
        return [self._message() for _ in range(most)]

    def _message(self) -> Message:
        if self.said and self._chance.random() < 0.15:
            return self._chance.choice(self.said[-BURST:])
        kind = self._chance.random()
        line = f"!stake {self._chance.randrange(12)}" if kind < 0.4 else self._lines.one()
        line = "!open halflings" if kind > 0.95 else line
        private = 0.4 < kind < 0.6
        message = self._evening.message(self._chance.choice(self.people), line, private=private)
        self.said.append(message)
        return message


class Played(NamedTuple):
    """A finished night. `answers`: what the flooders were told."""

    told: Told
    evening: Evening
    answers: list[Reply]


@asynccontextmanager
async def played(server: EmbeddedServer, ticks: Sequence[int], burst: int) -> AsyncIterator[Played]:
    """Play a night on an otherwise empty server, with this many lines of noise at each tick."""
    async with Redis.from_url(server.url) as bare:
        await bare.flushall()
    clock = HandClock(START)
    store = await Store.connect(server.url, clock=clock, timeout=60)
    night = Night(store, clock)
    flood, answers = Flood(night.evening), []
    try:
        await night.open()
        for seconds in ticks:
            noise = flood.burst(await night.evening.table(), burst)
            answers += await night.tick(seconds, noise)
        yield Played(await night.told(), night.evening, answers)
    finally:
        await night.evening.end()
        await store.close()


async def test_nobody_at_a_quiet_table_is_told_anything_else_because_of_a_noisy_one(server: EmbeddedServer) -> None:
    """Line by line, at the same moments, with the same cards, deadlines, records and purses."""
    async with played(server, TICKS, burst=0) as night:
        alone = night.told
    async with played(server, TICKS, burst=BURST) as night:
        beside = night.told
    for part in Told.__struct_fields__:
        found, wanted = getattr(beside, part), getattr(alone, part)
        assert found.keys() == wanted.keys(), part
        for name, told in wanted.items():
            assert found[name] == told, (part, name)
    assert min(map(len, alone.fired.values())) >= 2, "deadlines fire at each quiet table"
    for name, answers in alone.answers.items():
        assert Counter(answer.ok for *_, answer in answers)[True] >= len(TICKS) // 2, name
    assert Counter(answer.ok for answer in night.answers)[True] > BURST, "or it would be no flood"


async def test_what_is_kept_and_stored_of_a_noisy_table_is_bounded(
    server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each line is answered. A person who is too fast, repeats a line or opens one more table is told so."""
    monkeypatch.setattr(repository, "LONGEST_STEP", 60.0)  # not to depend on this machine's load
    commits = commits_of(monkeypatch)
    async with played(server, SHORT_TICKS, burst=LARGE_BURST) as night:
        await check_bounds(night.evening, commits)
    assert len(night.answers) == len(SHORT_TICKS) * LARGE_BURST
    for line in TOLD_THE_FLOOD:
        assert any(line in answer.text for answer in night.answers), line
    assert not any("Something broke" in answer.text for answer in night.answers)


async def check_bounds(evening: Evening, commits: Sequence[Commit]) -> None:
    """Check that little of everything said is kept, that nothing waits, and that a burst took few store commits."""
    ref, kept = (await evening.table()).ref, evening.house.repository
    assert await evening.store.pipe.read("LLEN", table_keys(ref).typed) == TYPED_MOST
    assert len(kept.cache._kept[ref].recent) <= RECENT
    assert (kept._turns, kept.place_turns._last, kept.place_turns._heard, kept.taken.being_heard) == ({}, {}, {}, {})
    assert len(evening.house.scheduler._heap) <= SPARE
    assert sum(one.ref == ref for one in commits) < MOST_STEPS * len(SHORT_TICKS)
