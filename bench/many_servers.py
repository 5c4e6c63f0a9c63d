"""Run many servers on several shards, one of which is lost for a while: `python -m bench.many_servers`.

`--servers 1000 --tables 2000 --shards 5 --away 60`. Bot, stand-in and players share this process; the limits and the
pauses between sessions are the real ones. People play on the shards that stay. How long they wait is compared with the
time before, and with the time after the shard is back, when all its tables are shown again.
"""

import argparse
import asyncio
import gc
import os
import random
import sys
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from bench.goals import percentile
from bench.house import a_store

TESTS: Final = Path(__file__).parents[1] / "tests"
AWAY: Final = 1
"""The shard that is lost."""
DUEL: Final = "mode=duel cooldown=0"
LONG: Final = 600
"""Seconds of a turn, longer than the whole run."""
ONE_IN: Final = 50
AT_ONCE: Final = 8
LINES: Final = 20
"""Lines said on the lost shard."""
LOST_AFTER: Final = 20.0
"""Seconds within which a move must be shown."""


class Size(NamedTuple):
    """The number of everything, and durations in seconds; `pace`: moves a second; `every`: seconds between two new
    sessions.
    """

    servers: int
    tables: int
    shards: int
    away: float
    around: float
    pace: float
    every: float


class Inn(NamedTuple):
    """A channel with a table, and the people who sit there."""

    channel: Any
    people: Sequence[Any]
    shard: int
    by_clock: bool


class Seen(NamedTuple):
    """The result. Times in seconds; for a move: until the table's card shows it.

    `lost`: moves that were never shown, and lines without an answer. `clocks_here`, `clocks_there`: tables, on the
    other shards (of `of_clocks`) and on the lost one, at which the clock ran out during the outage. `put_off`: tables
    of the lost shard whose deadlines were moved by the length of the outage. `all_back`: until every table of the lost
    shard goes on.
    """

    ready: float
    sessions: Sequence[float]
    memory: Sequence[float]
    before: Sequence[float]
    during: Sequence[float]
    after: Sequence[float]
    lost: int
    there: int
    paused_there: int
    paused_here: int
    clocks_there: int
    clocks_here: int
    of_clocks: int
    put_off: int
    back: float
    all_back: float
    resumed: int
    begun: int
    refused: int
    told_anew: int
    stalls: Sequence[float]


class Evening:
    """One evening on many servers."""

    def __init__(self, night: Any, size: Size) -> None:
        self.night, self.size = night, size
        self.gateway, self.calls = night.server.gateway, night.server.rest.calls
        self.chance = random.Random(5)  # noqa: S311 - no dice of ours
        self.inns: list[Inn] = []
        self.lost = 0
        self._busy = set[int]()

    # Tables

    async def open_tables(self, guilds: Sequence[Any], clock: float) -> None:
        """Seat two people at each table, without limits meanwhile. At some tables the clock runs out after `clock`
        seconds.
        """
        places = [(guilds[at % len(guilds)], at) for at in range(self.size.tables)]
        turn, by_clock = asyncio.Semaphore(AT_ONCE), [place for place in places if self._is_by_clock(place[1])]
        self._limit(on=False)
        longer = [place for place in places if not self._is_by_clock(place[1])]
        await asyncio.gather(*(self._open(turn, guild, at, LONG) for guild, at in longer))
        await self.night.quiet()
        await asyncio.gather(*(self._open(turn, guild, at, max(5, round(clock))) for guild, at in by_clock))
        await self.night.quiet()
        self._limit(on=True)

    def _is_by_clock(self, at: int) -> bool:
        return at // self.size.shards % ONE_IN == 0

    def _limit(self, *, on: bool) -> None:
        self.night.adapter.limits._limited = on  # noqa: SLF001 - while thousands sit down
        self.night.server.limits.on = on

    async def _open(self, turn: asyncio.Semaphore, guild: Any, at: int, clock: int) -> None:
        from slashes import gives  # noqa: PLC0415 - the tests' own folder

        async with turn:
            channel = guild.channel(f"table{at}")
            options = f"{DUEL} stake_seconds={clock}"
            people = [self.night.world.person(f"{name}{at}") for name in ("ann", "ben")]
            for person in people:
                guild.join(person)
            await gives(people[0], "open", channel=channel, game="halflings", options=options)
            await gives(people[1], "join", channel=channel)
            await gives(people[0], "start", channel=channel)
            self.inns.append(Inn(channel, people, (guild.id >> 22) % self.size.shards, clock != LONG))

    def on_shard(self, *, away: bool) -> list[Inn]:
        return [inn for inn in self.inns if (inn.shard == AWAY) == away]

    # Moves

    async def play(self, seconds: float) -> list[float]:
        """Let people move on the shards that stay; return how long each move took to be shown."""
        until, waited, moves = time.monotonic() + seconds, list[float](), set[asyncio.Task[None]]()
        inns = [inn for inn in self.on_shard(away=False) if not inn.by_clock]
        while time.monotonic() < until:
            inn = self.chance.choice(inns)
            if inn.channel.id not in self._busy:
                moves.add(asyncio.create_task(self._move(inn, waited)))
            await asyncio.sleep(self.chance.expovariate(self.size.pace))
        await asyncio.gather(*moves)
        return waited

    async def _move(self, inn: Inn, waited: list[float]) -> None:
        from on_discord.offered import NOT_FOR_EVER, given  # noqa: PLC0415 - the tests' own folder
        from players import looked  # noqa: PLC0415 - as above
        from slashes import gives  # noqa: PLC0415 - as above

        self._busy.add(inn.channel.id)
        try:
            for person in inn.people:
                update = await looked(self.night, person, inn.channel)
                offers = [] if update is None else [one for one in update.card.offers if one.verb not in NOT_FOR_EVER]
                if offers:
                    offer, first = self.chance.choice(offers), len(self.calls)
                    began = self.night.world.clock.now()
                    await gives(person, offer.verb, channel=inn.channel, **given(offer, self.chance))
                    waited.append(await self._shown(inn, first) - began)
                    return
        except TimeoutError:
            self.lost += 1
        finally:
            self._busy.discard(inn.channel.id)

    async def _shown(self, inn: Inn, first: int) -> float:
        """Return when the channel's card was updated. Raises TimeoutError."""
        until = time.monotonic() + LOST_AFTER
        while time.monotonic() < until:
            for call in self.calls[first:]:
                if call.public and call.channel_id == inn.channel.id and call.status < 300:
                    return float(call.at)
            await asyncio.sleep(0.01)
        raise TimeoutError

    # The shard that is away

    def cut(self) -> None:
        self.gateway.away.add(AWAY)
        self.gateway.unreachable.add(AWAY)

    def mend(self) -> None:
        self.gateway.away.clear()
        self.gateway.unreachable.clear()

    async def say_lines(self) -> list[tuple[Any, int]]:
        """Say something to the bot on the lost shard; return the channels, and the number of the bot's messages
        there.
        """
        inns = [inn for inn in self.on_shard(away=True) if not inn.by_clock][:LINES]
        for inn in inns:
            await inn.people[0].says(inn.channel, f"<@{self.night.world.bot.id}> odds")
        return [(inn.channel, len(inn.channel.from_bot)) for inn in inns]

    async def stored(self, *, away: bool) -> dict[int, Any]:
        """Return the tables of these shards by their channels, as they are stored now."""
        found = {}
        for inn in self.on_shard(away=away):
            at = inn.channel.id
            (found[at],) = await self.night.house.directory.at(
                f"discord:{inn.channel.guild.id}", f"discord:{at}", fresh=True
            )
        return found

    async def logs(self) -> dict[int, int]:
        """Return the length of the log of each table with a short clock."""
        every = {**await self.stored(away=True), **await self.stored(away=False)}
        return {inn.channel.id: every[inn.channel.id].log_length for inn in self.inns if inn.by_clock}

    async def go_on(self) -> None:
        """Wait until every table of the lost shard goes on."""
        for _ in range(1500):
            if all(one.paused is None for one in (await self.stored(away=True)).values()):
                return
            await asyncio.sleep(0.2)
        raise TimeoutError


async def watched(stalls: list[float]) -> None:
    """Record how late the event loop comes back, in milliseconds."""
    while True:
        before = time.perf_counter()
        await asyncio.sleep(0.01)
        stalls.append((time.perf_counter() - before - 0.01) * 1000)


def held() -> float:
    """Return the megabytes that this process uses."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


async def seen(night: Any, guilds: Sequence[Any], size: Size, settles: float) -> Seen:
    """Run an evening on these servers, and return the result. The bot is not connected yet.

    `settles`: seconds after which the tables of a lost shard must have stopped.
    """
    gateway, memory, began = night.server.gateway, [held()], time.monotonic()
    async with night:
        await night.until(lambda: len(night.client.connected) == size.shards)
        ready = time.monotonic() - began
        memory.append(held())
        evening, stalls = Evening(night, size), list[float]()
        await evening.open_tables(guilds, size.around + (settles + size.away) / 2)
        memory.append(held())
        gc.collect()
        gc.freeze()  # otherwise each full collection searches all that the stand-in and thousands of players hold
        watch = asyncio.create_task(watched(stalls))
        before = await evening.play(size.around)
        resumes, begun = gateway.resumes, gateway.identifies
        planned = await evening.stored(away=True)
        evening.cut()
        await gateway.drop(AWAY)
        during = await evening.play(settles)
        logs = await evening.logs()
        during += await evening.play(size.away - settles)
        there, here = await evening.stored(away=True), await evening.stored(away=False)
        grown = {channel for channel, length in (await evening.logs()).items() if length != logs[channel]}
        said = await evening.say_lines()
        evening.mend()
        mended = time.monotonic()
        playing = asyncio.create_task(evening.play(size.around))
        await night.until(lambda: gateway.resumes > resumes or gateway.identifies > begun)
        back = time.monotonic() - mended
        await evening.go_on()
        all_back = time.monotonic() - mended
        after = await playing
        watch.cancel()
        now = await evening.stored(away=True)
        clocks = {inn.channel.id for inn in evening.inns if inn.by_clock and inn.shard != AWAY}
        turns = [inn.channel.id for inn in evening.on_shard(away=True) if not inn.by_clock]
        clocked = [(ends_at(now[channel]), ends_at(planned[channel])) for channel in turns]
        put_off = [
            late - before > 1000 * (size.away - settles)
            for late, before in clocked
            if late is not None and before is not None
        ]
        memory.append(held())
        gc.unfreeze()
        return Seen(
            ready=ready,
            sessions=[at for at, _ in gateway.identified_at],
            memory=memory,
            before=before,
            during=during,
            after=after,
            lost=evening.lost + sum(len(channel.from_bot) <= count for channel, count in said),
            there=len(there),
            paused_there=sum(one.paused is not None for one in there.values()),
            paused_here=sum(one.paused is not None for one in here.values()),
            clocks_there=len(grown - clocks),
            clocks_here=len(grown & clocks),
            of_clocks=len(clocks),
            put_off=sum(put_off),
            back=back,
            all_back=all_back,
            resumed=gateway.resumes - resumes,
            begun=gateway.identifies - begun,
            refused=night.server.rest.too_many,
            told_anew=sum("here again" in one.text for inn in evening.inns for one in inn.channel.from_bot),
            stalls=stalls,
        )


def ends_at(session: Any) -> int | None:
    """Return when the clock of a table ends, in ms; None: a stack was lost meanwhile, and there is no game."""
    clock = getattr(session.phase, "clock", None)
    return None if clock is None else int(clock.ends_at)


async def evening_on(size: Size) -> Seen:
    """Create the servers and what the bot needs, and run an evening."""
    for folder in (TESTS, TESTS / "on_discord"):
        if str(folder) not in sys.path:
            sys.path.append(str(folder))
    import night as nights  # noqa: PLC0415 - the tests' own folder
    from standins.discord.stand_in import DiscordStandIn  # noqa: PLC0415 - as above

    from bot.adapters.discord.adapter import PATIENCE  # noqa: PLC0415 - as above
    from bot.render.painter import PainterBeside  # noqa: PLC0415 - as above

    nights.SESSIONS_EVERY = size.every
    nights.PATIENCE = 600.0
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(a_store())
        server = await stack.enter_async_context(DiscordStandIn())
        server.world.application.shards = size.shards
        guilds = [server.world.guild(f"server {number}") for number in range(size.servers)]
        night = nights.Night(server, store)
        night.painter = PainterBeside()
        return await seen(night, guilds, size, settles=PATIENCE + 3)


def told(size: Size, found: Seen) -> list[str]:
    """Return the result in sentences."""
    memory = ", ".join(f"{one:.0f}" for one in found.memory)
    gaps = [later - earlier for earlier, later in pairwise(found.sessions)]
    return [
        f"{size.servers} servers, {size.tables} tables, {size.shards} shards, one away for {size.away:.0f} s",
        f"all shards ready after {found.ready:.1f} s; at least {min(gaps, default=0):.1f} s between two new sessions",
        f"memory of bot, stand-in, players, in MB: {memory} (before, connected, with all tables, at the end)",
        *(
            f"a move on the {size.shards - 1} shards that stay, {when}: {len(times)} moves,"
            f" {percentile(times, 0.5) * 1000:.0f} ms (p50), {percentile(times, 0.99) * 1000:.0f} ms (p99)"
            for when, times in (("before", found.before), ("meanwhile", found.during), ("after", found.after))
        ),
        f"moves and lines lost: {found.lost}; calls refused by limits: {found.refused}",
        f"tables that stood still: {found.paused_there} of {found.there} there, {found.paused_here} elsewhere",
        f"the clock played at {found.clocks_here} of {found.of_clocks} elsewhere, at {found.clocks_there} there",
        f"back after {found.back:.1f} s by {found.resumed} resumed and {found.begun} new sessions",
        f"all tables there go on after {found.all_back:.1f} s, {found.put_off} of them with the time that was left",
        f"tables that were told that something is lost: {found.told_anew}",
        f"the loop came back late by {percentile(found.stalls, 0.99):.0f} ms (p99), {max(found.stalls):.0f} ms (most)",
    ]


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    for name, usual in (("servers", 1000), ("tables", 2000), ("shards", 5)):
        reader.add_argument(f"--{name}", type=int, default=usual)
    for name, seconds in (("away", 60.0), ("around", 30.0), ("pace", 4.0), ("every", 6.0)):
        reader.add_argument(f"--{name}", type=float, default=seconds)
    size = Size(**vars(reader.parse_args()))
    print("\n".join(told(size, asyncio.run(evening_on(size)))))


if __name__ == "__main__":
    main()
