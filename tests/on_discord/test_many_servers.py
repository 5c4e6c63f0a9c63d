"""Test an evening on many servers with one shard away for a while: nobody on the others notices."""

import pytest
from night import Night
from standins.discord.stand_in import DiscordStandIn

from bench.goals import percentile
from bench.many_servers import LINES, Size, seen
from bot.adapters.discord import adapter
from bot.adapters.discord.connection import shards
from persistence import Store

PATIENCE = 1.0
SIZE = Size(servers=20, tables=40, shards=5, away=8.0, around=3.0, pace=4.0, every=0.0)


async def test_nobody_on_four_shards_notices_that_the_fifth_is_away(
    discord_server: DiscordStandIn, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adapter, "PATIENCE", PATIENCE)
    monkeypatch.setattr(adapter, "LOOK_EVERY", 0.1)
    monkeypatch.setattr(shards, "LONGEST_PAUSE", 0.5)
    discord_server.world.application.shards = SIZE.shards
    guilds = [discord_server.world.guild(f"server {number}") for number in range(SIZE.servers)]
    found = await seen(Night(discord_server, store), guilds, SIZE, settles=PATIENCE + 1)
    assert (found.lost, found.refused, found.told_anew) == (0, 0, 0)
    assert (found.resumed, found.begun) == (1, 0)
    assert (found.paused_there, found.paused_here) == (found.there, 0)
    assert (found.clocks_here, found.clocks_there) == (found.of_clocks, 0)
    assert found.put_off == found.there - 1, "all but the table at which the clock plays"
    assert found.there == SIZE.tables // SIZE.shards < LINES
    assert len(found.during) > 10
    assert percentile(found.during, 0.9) < 1.0
