"""Test one table that two programs serve: one shows pages alone, and the other has Discord's token (threats F1)."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import aiohttp
import pytest
from both_night import STAFF_WORD, Browser, code_in
from forked import Forked, potluck
from slashes import gives
from standins.discord.places import Channel
from standins.discord.stand_in import DiscordStandIn

from persistence import EmbeddedServer

PATIENCE: Final = 60.0
DUEL: Final = "mode=duel cooldown=0 stake_seconds=600 roll_seconds=600"


class Programs:
    """Programs on one Redis. `own`: the settings of all of them."""

    def __init__(self, own: dict[str, str], folder: Path) -> None:
        kept = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("POTLUCK_", "REDIS_", "DISCORD_", "TWITCH_"))
        }
        self._environment, self._folder = kept | own, folder
        self.running: list[Forked] = []

    def start(self, *words: str, settings: dict[str, str] | None = None) -> Forked:
        output = self._folder / f"printed-{len(self.running)}"
        about = {"environment": self._environment | (settings or {}), "folder": self._folder, "output": output}
        self.running.append(potluck("run", "--port", "0", *words, **about))
        return self.running[-1]

    def printed(self, number: int) -> str:
        found = self._folder / f"printed-{number}"
        return found.read_text() if found.exists() else ""

    async def prints(self, number: int, text: str) -> str:
        """Return the line with this text that a program printed."""
        await until(lambda: text in self.printed(number), lambda: self.printed(number))
        return next(line for line in self.printed(number).splitlines() if text in line)


async def until(wanted: Callable[[], bool], otherwise: Callable[[], object] = str) -> None:
    for _ in range(int(PATIENCE / 0.02)):
        if wanted():
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"it never came true: {otherwise()}")


@pytest.fixture
async def discord_server() -> AsyncIterator[DiscordStandIn]:
    async with DiscordStandIn() as server:
        server.limits.off()
        yield server


@pytest.fixture
async def programs(discord_server: DiscordStandIn, tmp_path: Path) -> AsyncIterator[Programs]:
    async with await EmbeddedServer.start(tmp_path / "redis") as redis:
        own = {"REDIS_URL": redis.url, "POTLUCK_DATA": str(tmp_path), "POTLUCK_STAFF_WORD": STAFF_WORD}
        made = Programs(own, tmp_path)
        yield made
        for one in made.running:
            one.kill()


def cards(channel: Channel) -> list[str]:
    return [one.text for one in channel.from_bot if one.components]


@pytest.mark.timeout(300)
async def test_each_place_is_told_by_the_program_that_serves_it_after_a_kill_too(
    programs: Programs, discord_server: DiscordStandIn
) -> None:
    token = {
        "DISCORD_TOKEN": "a-token",
        "DISCORD_API_BASE": discord_server.api_base,
        "DISCORD_GATEWAY_URL": discord_server.gateway_url,
    }
    world = discord_server.world
    guild = world.guild("the inn")
    channel, ann = guild.channel("table"), world.person("ann")
    guild.join(ann)
    async with AsyncExitStack() as stack:
        programs.start("--serve", "web")
        base = (await programs.prints(0, "The table room is open")).split(": ", 1)[1].split()[0]
        serves_discord = programs.start("--serve", "discord", settings=token)
        await programs.prints(1, "Discord is connected")
        assert "Another process shows the pages" in programs.printed(1)
        pia = Browser(
            base, await stack.enter_async_context(aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)))
        )
        await pia.sit("pia")
        await pia.says(f"!staff {STAFF_WORD}")
        await gives(ann, "open", channel=channel, game="halflings", options=DUEL)
        code = code_in((await gives(ann, "mirror", channel=channel)).shown[0])
        assert "stands here too" in (await pia.says(f"!mirror {code} yes"))["text"]
        assert (await pia.says("!join"))["ok"]
        await until(lambda: any("pia" in card for card in cards(channel)), lambda: cards(channel))
        await gives(ann, "start", channel=channel)
        await gives(ann, "stake", channel=channel, amount="10")
        await until(lambda: any("ann stakes 10" in card for card in cards(channel)), lambda: cards(channel))

        serves_discord.kill()
        answer = await pia.says("!roll")
        assert answer["ok"], answer
        programs.start("--serve", "discord", settings=token)
        await until(lambda: any("The Giant rolls" in card for card in cards(channel)), lambda: cards(channel))
    texts = "\n".join(one.text for one in channel.messages.values())
    assert {line: texts.count(line) for line in ("ann stakes 10", "The Giant rolls")} == {
        "ann stakes 10": 1,
        "The Giant rolls": 1,
    }
