"""What a line of chat costs that is not for us, from the library's event on; beside the libraries' own command bots."""

import asyncio
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Final

import discord
from discord.ext import commands
from msgspec.structs import replace

from bench.goals import RUNS, Goal, Measured, Scale, micros
from bench.house import People, a_house, a_store
from bench.not_for_us import CHATTER
from bot.commands.lines import read_line
from bot.engine import logs
from bot.ports.messages import Person
from games.halflings.moves import Stake
from games.kit.money import Suckers
from games.kit.notation import read_arguments
from games.kit.seats import Seat

TESTS: Final = Path(__file__).parents[1] / "tests"
TALK: Final = "gg, what a roll that was"
OTHERS: Final = "!so pete"
MOST_TASKS: Final = 500


async def drained(dispatch: Callable[[], object], calls: int) -> Measured:
    """Return the µs of CPU that one event takes, with the tasks that were made for it."""
    runs = []
    for _ in range(RUNS):
        began = time.process_time()
        for number in range(calls):
            dispatch()
            if number % MOST_TASKS == 0:
                await asyncio.sleep(0)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        runs.append((time.process_time() - began) / calls * 1e6)
    return Measured.of(runs)


def is_ours(message: Any) -> bool:
    """Tell whether the bot said it: in these benchmarks its lines have no letter first."""
    return bool(getattr(message, "text", TALK)[:1] not in f"{TALK[0]}{OTHERS[0]}")


async def first_message(told: Any, say: Callable[[], Any]) -> Any:
    """Return what the library makes of a line, as it comes to its client by the `dispatch` of what is `told`."""
    came = asyncio.get_running_loop().create_future()
    before = told.dispatch

    def dispatch(event: str, *given: Any, **named: Any) -> None:
        (message, *_) = *given, *named.values(), None
        if event == "message" and not came.done() and not is_ours(message):
            came.set_result(message)
        before(event, *given, **named)

    told.dispatch = dispatch
    try:
        await say()
        return await asyncio.wait_for(came, 20)
    finally:
        told.dispatch = before


async def on_twitch(calls: int) -> list[Goal]:
    from on_twitch.night import Night  # noqa: PLC0415 - the tests' own folder
    from standins.twitch.house import house  # noqa: PLC0415 - as above
    from standins.twitch.sample_bot import SampleBot  # noqa: PLC0415 - as above
    from standins.twitch.stand_in import TwitchStandIn  # noqa: PLC0415 - as above

    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(a_store())
        night = await stack.enter_async_context(
            Night(await stack.enter_async_context(TwitchStandIn()), store, unlimited=True)
        )
        ann, pete = night.people("ann", "pete")
        await ann.says(night.channel, "!open halflings mode=duel")
        await night.line("is open")
        client = night._clients[-1]  # noqa: SLF001 - the tests' own folder
        talk = await first_message(client, lambda: pete.says(night.channel, TALK))
        theirs = await first_message(client, lambda: pete.says(night.channel, OTHERS))
        ours = [await drained(lambda: client.dispatch("message", talk), calls)]
        ours.append(await drained(lambda: client.dispatch("message", theirs), calls))
    async with house(SampleBot) as at:
        at.twitch.limits.off()
        heard = await first_message(at.bot, lambda: at.ann.says(at.inn, TALK))
        peer = await drained(lambda: at.bot.dispatch("message", heard), calls // 10)
    beside = "TwitchIO's ext.commands, µs"
    return [
        Goal("a line of talk on Twitch, from the library's event on", ours[0], "µs", "<= 0.5", beside, peer.median),
        Goal("another bot's word on Twitch (!so)", ours[1], "µs", "<= 10", beside, peer.median),
    ]


async def on_discord(calls: int) -> list[Goal]:
    from night import Night  # noqa: PLC0415 - the tests' own folder
    from standins.discord.stand_in import DiscordStandIn  # noqa: PLC0415 - as above

    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(a_store())
        night = await stack.enter_async_context(
            Night(await stack.enter_async_context(DiscordStandIn()), store, unlimited=True)
        )
        (ann,) = night.people("ann")
        client = night.adapter.supervisor.client
        message = await first_message(client._connection, lambda: ann.says(night.channel, TALK))  # noqa: SLF001
        message.content = TALK
        ours = await drained(lambda: client.dispatch("message", message), calls)
        bot = commands.Bot(command_prefix="!", intents=discord.Intents.none())
        bot._connection.user = client.user  # noqa: SLF001 - as if it were logged in
        bot.loop = asyncio.get_running_loop()
        peer = await drained(lambda: bot.dispatch("message", message), calls // 10)
    what = "a line of talk on Discord, from the library's event on"
    return [Goal(what, ours, "µs", "<= 0.5", "discord.py's ext.commands, µs", peer.median)]


def foreign(scale: Scale) -> Iterator[Goal]:
    logs.set_up("people", "error")
    for folder in (TESTS, TESTS / "on_discord"):
        if str(folder) not in sys.path:
            sys.path.append(str(folder))
    yield from asyncio.run(on_twitch(scale.calls))
    yield from asyncio.run(on_discord(scale.calls))
    yield asyncio.run(handed_over(scale.calls // 10))


async def handed_over(calls: int) -> Goal:
    """A line of a command, taken apart, and its move read for the table where its sender sits."""
    async with a_house() as (house, _):
        people = People(house)
        await people.say("ann", "1", "!open halflings mode=duel")
        await people.say("bob", "1", "!join")
        await people.say("ann", "1", "!start")
        (session,) = await house.directory.at("bench", "bench:1")
        moves = house.dispatcher._families.opening._moves  # noqa: SLF001 - the part that is measured
        message, seat = replace(CHATTER, text="!stake 10", sender=Person(session.seats[0].player, "ann")), Seat(0)
        legal = session.legal_moves(seat)

        def hand_over() -> object:
            said = read_line(message, "!")
            assert said is not None
            return read_arguments(Stake, said.rest, moves.reader(session, seat, said, legal))

        assert hand_over() == Stake(Suckers(10))
        return Goal("a command parsed and its move read", micros(hand_over, calls), "µs", "<= 6")
