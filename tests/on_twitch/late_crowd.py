"""Play a crowd whose stakes arrive during the round, and find what becomes of each and what the channel reads."""

import asyncio
import random
import re
from collections.abc import Callable
from typing import Final, NamedTuple

from on_twitch.night import Night
from standins.twitch.people import Person

from bot.people.opening_rules import CROWDS_BUYIN
from bot.table.document import Session
from bot.table.phases import Between, Playing

HOST_STAKES: Final = 20
ONE_IN: Final = 20
"""One line in this many comes twice, and one can't be read."""
GARBLED: Final = ("!halfings 50", "!halflings 5o", "!halflings fifty", "halflings 50", "!halflings50", "!halflings -5")
LOBBY: Final = 5
"""In seconds, the shortest possible."""
WAIT: Final = re.compile(r"(One|[0-9]+) stakes? waits? for the next round")
PATIENCE: Final = 60.0


class Figures(NamedTuple):
    """The results for late stakes.

    `lost`: people whose last stake was not played. `told`: stakes, over all lines that count them. `stored`,
    `told_after`: seconds from the last chat line until all were stored, and until the channel read of all. `lines`: the
    bot's lines about them; `dropped`: lines of the bot that Twitch dropped.
    """

    people: int
    sent: int
    doubled: int
    garbled: int
    seconds: float
    tables: int
    lost: int
    told: int
    stored: float
    told_after: float
    lines: int
    dropped: int


async def a_late_crowd(
    night: Night, people: int, seconds: float, wait: Callable[[float], None] = lambda _: None
) -> Figures:
    """Let everybody stake within this many seconds during the host's round, which may be split.

    `wait`: moves the clock over the gathering time; without it that time passes.
    """
    (host,) = night.people("host")
    night.dice.load(["7", "3", "3"])
    await host.says(
        night.channel, f"!halflings {HOST_STAKES} mode=crowd crowd_seconds={LOBBY} split_seconds=600 cooldown=0"
    )
    await night.gathered(1)
    await night.quiet()
    wait(LOBBY)
    await once(night, lambda session: isinstance(session.phase, Playing))
    await night.quiet()
    crowd = night.channel.crowd(people)
    lines, wanted, doubled, garbled = said_by(crowd)
    before, began = len(night.channel.from_bot), asyncio.get_running_loop().time()
    await night.channel.flood(lines, per_second=len(lines) / seconds)
    sent = asyncio.get_running_loop().time()
    await once(night, lambda session: len(session.newcomers) == people)
    stored = asyncio.get_running_loop().time()
    await until(lambda: told(night) >= people)
    read = asyncio.get_running_loop().time()
    await night.quiet()
    said = night.channel.from_bot[before:]
    played = await next_round(night, host, wait)
    return Figures(
        people=people,
        sent=len(lines),
        doubled=doubled,
        garbled=garbled,
        seconds=sent - began,
        tables=len(await night.sessions()),
        lost=sum(played.get(player) != stake for player, stake in wanted.items()),
        told=told(night),
        stored=stored - sent,
        told_after=read - sent,
        lines=sum(bool(WAIT.search(one.text)) for one in said),
        dropped=len(night.world.dropped_lines),
    )


def said_by(crowd: list[Person]) -> tuple[list[tuple[Person, str]], dict[str, int], int, int]:
    """Return the lines in chat order, each person's last stake, and how many come twice or can't be read."""
    chance = random.Random(15)  # noqa: S311 - not the dice of a game
    wanted = {f"twitch:{one.id}": chance.randint(1, 100) for one in crowd}
    lines = [(one, f"!halflings {wanted[f'twitch:{one.id}']}") for one in crowd]
    twice = chance.sample(lines, max(1, len(lines) // ONE_IN))
    torn = [(chance.choice(crowd), chance.choice(GARBLED)) for _ in range(max(1, len(lines) // ONE_IN))]
    lines += [*twice, *torn]
    chance.shuffle(lines)
    return lines, wanted, len(twice), len(torn)


def told(night: Night) -> int:
    """Return how many stakes the channel was told of."""
    counts = [count for line in night.said for count in WAIT.findall(line)]
    return sum(1 if count == "One" else int(count) for count in counts)


async def next_round(night: Night, host: Person, wait: Callable[[float], None]) -> dict[str, int]:
    """End the round and play the next with a Kick, so that everybody loses their stake; return the stakes by player."""
    await host.says(night.channel, "!stand")
    waiting = await once(night, lambda session: isinstance(session.phase, Between))
    night.dice.load(["1"])
    wait(LOBBY)
    played = await once(night, lambda session: session.pledge.n > waiting.pledge.n)
    assert isinstance(played.phase, Between)
    await night.quiet()
    return {one.player: CROWDS_BUYIN - one.stack for one in played.seats}


async def once(night: Night, found: Callable[[Session], bool]) -> Session:
    """Wait until the channel's only table fulfils this condition, and return it."""
    deadline = asyncio.get_running_loop().time() + PATIENCE
    while asyncio.get_running_loop().time() < deadline:
        for session in await night.sessions():
            if found(session):
                return session
        await asyncio.sleep(0.05)
    raise AssertionError("it never came to that")


async def until(found: Callable[[], bool]) -> None:
    deadline = asyncio.get_running_loop().time() + PATIENCE
    while not found():
        assert asyncio.get_running_loop().time() < deadline, "it never came to that"
        await asyncio.sleep(0.02)
