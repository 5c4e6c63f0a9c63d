"""Test the same games over a conduit, whose subscriptions outlive the sockets (platforms 6)."""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
from on_twitch.gatherings import SLOW, a_duel
from on_twitch.night import Night
from standins.twitch.stand_in import TwitchStandIn

from bot.adapters.twitch import RateLimits, TwitchAdapter
from bot.adapters.twitch.connection import supervisor
from bot.adapters.twitch.connection.event_clients import deafened
from bot.app.application import Application
from bot.app.on_twitch import OnTwitch, TwitchNotes
from bot.engine.shares import BEAT, first
from bot.table.defaults import Defaults
from bot.table.phases import Between
from persistence import EmbeddedServer, Store
from persistence.peers import GONE_AFTER


@pytest.fixture
async def piped(twitch: TwitchStandIn, store: Store) -> AsyncIterator[Night]:
    async with Night(twitch, store, unlimited=True, conduit=True) as made:
        yield made


def times(night: Night, part: str) -> int:
    return sum(part in text for text in night.said)


async def shard_is_back(night: Night, associations: int) -> None:
    (conduit,) = night.world.conduits.all
    await night.until(lambda: len(night.world.conduits.associations) > associations and conduit.alive)


async def test_a_duel_is_played_over_a_conduit(piped: Night) -> None:
    ann, ben = await a_duel(piped)
    piped.dice.load(["7", "2", "6", "1"])
    await ann.says(piped.channel, "!stake 20")
    await piped.line("Ann stakes 20.")
    await ben.says(piped.channel, "!roll")
    await piped.line("that is the Knee")
    await ann.says(piped.channel, "!roll")
    await piped.line("Ann wins 20.")
    await ben.says(piped.channel, "!stake 10")
    await piped.line("Ben stakes 10.")
    await ann.says(piped.channel, "!roll")
    await piped.line("a Kick!")
    assert isinstance((await piped.session()).phase, Between)


async def test_a_shard_whose_socket_drops_takes_the_game_on(piped: Night) -> None:
    ann, ben = await a_duel(piped)
    await ann.says(piped.channel, "!stake 20")
    await piped.line("Ann stakes 20.")
    before = len(piped.world.conduits.associations)
    await piped.kill_sockets()
    await shard_is_back(piped, before)
    piped.dice.load(["7"])
    await ben.says(piped.channel, "!roll")
    await piped.line("that is the Knee")
    assert times(piped, "Ann stakes 20.") == 1
    assert piped.adapter.supervisor.starts == 1


async def test_a_shard_that_is_moved_by_twitch_loses_nothing(piped: Night) -> None:
    """Two sockets do not take it from each other forever."""
    ann, ben = await a_duel(piped)
    await ann.says(piped.channel, "!stake 20")
    before = len(piped.world.conduits.associations)
    await piped.twitch.eventsub.ask_reconnect()
    await shard_is_back(piped, before - 1)
    await piped.line("Ann stakes 20.")
    await asyncio.sleep(0.5)
    piped.dice.load(["7"])
    await ben.says(piped.channel, "!roll")
    await piped.line("that is the Knee")
    piped.world.clock.advance(60)
    await asyncio.sleep(0.5)
    after = len(piped.world.conduits.associations)
    piped.world.clock.advance(60)
    await asyncio.sleep(0.5)
    assert len(piped.world.conduits.associations) == after
    assert after - before <= 3


async def test_a_restart_finds_its_subscriptions_where_they_were(piped: Night) -> None:
    ann, _ = await a_duel(piped)
    await piped.restart()
    await ann.says(piped.channel, "!stake 20")
    await piped.line("Ann stakes 20.")
    assert len(piped.world.conduits.all) == 1
    assert len([one for one in piped.world.subscriptions.enabled if one.type == "channel.chat.message"]) == 1


async def test_a_streamer_who_signs_in_is_heard_over_the_conduit_too(piped: Night) -> None:
    pub = await piped.joins("pub")
    (ann,) = piped.people("ann")
    await ann.says(pub, f"!halflings 50 mode=house {SLOW}")
    await piped.line("Ann stakes 50", channel=pub)


async def test_while_no_shard_is_there_the_clocks_stand_still(piped: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "UNHEARD", 0.2)
    monkeypatch.setattr(supervisor, "GIVE_UP", 0.5)
    await a_duel(piped)
    await piped.twitch.eventsub.stop()
    for _ in range(300):
        paused = (await piped.session()).paused
        if paused is not None:
            break
        await asyncio.sleep(0.02)
    assert paused is not None
    assert paused.why == "place"
    piped.twitch.eventsub.start()
    await piped.goes_on()
    await piped.line("I was away for a moment")


# Two processes


class Second:
    """Another process at the same conduit, with its own connection to the store."""

    def __init__(self, night: Night, store: Store) -> None:
        self.house, self.store = Application(store, night.dice, Defaults(pace=0, bots_from_bank=True)), store
        limits = RateLimits(limited=False)
        self.adapter = TwitchAdapter(
            OnTwitch(self.house), TwitchNotes(store), night.new_accounts(), conduit=night.conduit, limits=limits
        )
        self.house.add(self.adapter)

    async def start(self) -> None:
        await self.house.start()
        self.running = asyncio.create_task(self.adapter.run())
        await asyncio.wait_for(self.adapter.supervisor.first_ready.wait(), 60)

    async def stop(self) -> None:
        await self.house.stop()
        await self.adapter.stop()
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)
        await self.store.close()

    async def die(self) -> None:
        """End without a word, as a kill does."""
        client, beating = self.adapter.supervisor.client, self.house.shares._beating
        assert client is not None
        assert beating is not None
        await deafened(client)
        beating.cancel()
        self.house.shares._beating = None
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)
        await self.house.stop()
        await self.store.close()


def holds(one: Night | Second) -> bool:
    client = one.adapter.supervisor.client
    return client is not None and any(socket.connected for socket in client.sockets())


async def ranking_first(night: Night, url: str) -> Store:
    """Return a connection of a process to which the only shard falls, as long as it lives."""
    while True:
        store = await Store.connect(url, timeout=60)
        store._hand_clock = night.store._hand_clock
        if first((store.news.name, night.house.shares.name), "twitch 0") == store.news.name:
            return store
        await store.close()


async def test_a_shard_goes_over_to_whoever_comes_and_back_when_it_is_gone(piped: Night, redis: EmbeddedServer) -> None:
    """Nobody takes it from the other forever, and each line is heard once."""
    ann, ben = await a_duel(piped)
    second = Second(piped, await ranking_first(piped, redis.url))
    await second.start()
    piped._clients.append(second.adapter.supervisor.client)  # type: ignore[arg-type]  # it is ready
    await piped.until(lambda: holds(second) and not holds(piped))
    await ann.says(piped.channel, "!stake 20")
    await piped.line("Ann stakes 20.")
    associations = len(piped.world.conduits.associations)
    await asyncio.sleep(30)
    assert len(piped.world.conduits.associations) == associations
    assert second.adapter.supervisor.starts == piped.adapter.supervisor.starts == 1
    await second.stop()
    await piped.until(lambda: holds(piped))
    piped.dice.load(["7"])
    await ben.says(piped.channel, "!roll")
    await piped.line("that is the Knee")
    assert times(piped, "Ann stakes 20.") == 1


async def test_once_a_process_is_killed_another_reads_its_channels_within_seconds(
    piped: Night, redis: EmbeddedServer
) -> None:
    ann, _ = await a_duel(piped)
    second = Second(piped, await ranking_first(piped, redis.url))
    await second.start()
    await piped.until(lambda: holds(second) and not holds(piped))
    await second.die()
    began = time.monotonic()
    await piped.until(lambda: holds(piped))
    assert time.monotonic() - began < GONE_AFTER / 1000 + 2 * BEAT
    await ann.says(piped.channel, "!stake 20")
    await piped.line("Ann stakes 20.")


async def test_of_two_processes_without_a_conduit_one_answers_and_the_other_once_it_is_gone(
    night: Night, redis: EmbeddedServer
) -> None:
    ann, ben = await a_duel(night)
    second = Second(night, await ranking_first(night, redis.url))
    heard: list[tuple[str, str]] = []
    for name, house in (("first", night.house), ("second", second.house)):
        house.hooks.spoke.append(lambda said, name=name: heard.append((name, said.text)))  # type: ignore[misc]
    await second.start()
    await night.until(lambda: not night.house.shares.leased("twitch", 1))
    await night.until(lambda: bool(second.adapter.supervisor.client and second.adapter.supervisor.client.channels))
    await ann.says(night.channel, "!stake 20")
    await night.until(lambda: bool(heard))
    await ann.says(night.channel, "!table")
    await night.until(lambda: len(heard) > 1)
    assert heard == [("second", "!stake 20"), ("second", "!table")]
    await second.stop()
    await night.until(lambda: bool(night.house.shares.leased("twitch", 1)))
    night.dice.load(["7"])
    await ben.says(night.channel, "!roll")
    await night.line("that is the Knee")
    assert heard[2:] == [("first", "!roll")]


async def test_without_a_conduit_a_killed_process_is_replaced_as_soon_as_it_counts_as_gone(
    night: Night, redis: EmbeddedServer
) -> None:
    """The other one has heard all along, and only did not answer. What was said meanwhile is lost."""
    ann, _ = await a_duel(night)
    second = Second(night, await ranking_first(night, redis.url))
    await second.start()
    await night.until(lambda: not night.house.shares.leased("twitch", 1))
    await second.die()
    began = time.monotonic()
    await night.until(lambda: bool(night.house.shares.leased("twitch", 1)))
    assert time.monotonic() - began < GONE_AFTER / 1000 + 2 * BEAT
    await ann.says(night.channel, "!stake 20")
    await night.line("Ann stakes 20.")
