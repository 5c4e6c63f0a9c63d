"""`potluck run` with Twitch alone, as an operator starts it: from no account at all to a round in a streamer's chat."""

import asyncio
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
from standins.twitch.people import Person
from standins.twitch.stand_in import TwitchStandIn

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0


class Program:
    """A process of its own, stopped by its pid."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process, self.printed = process, ""

    async def prints(self, text: str) -> str:
        """The line that holds this text."""
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            while True:
                line = (await self.process.stdout.readline()).decode()
                assert line, f"it ended: {self.printed}"
                self.printed += line
                if text in line:
                    return line

    async def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(PATIENCE):
            return await self.process.wait()


@asynccontextmanager
async def started(twitch: TwitchStandIn, folder: str, secret: str) -> AsyncIterator[Program]:
    settings = {
        "TWITCH_CLIENT_ID": twitch.world.application.id,
        "TWITCH_CLIENT_SECRET": secret,
        "TWITCH_API_BASE": twitch.api_base,
        "TWITCH_AUTH_BASE": twitch.auth_base,
        "TWITCH_EVENTSUB_URL": twitch.eventsub_url,
        "POTLUCK_DATA": folder,
        "PYTHONPATH": str(ROOT),
        "PYTHONUNBUFFERED": "1",
    }
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("POTLUCK_", "REDIS_", "DISCORD_"))
    }
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.app.cli", "run", "--port", "0"),
        env=kept | settings,
        cwd=folder,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        yield Program(process)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def signs_in(twitch: TwitchStandIn, page: str, person: Person, **said: str) -> str:
    """What the page says when somebody is back from Twitch."""
    base = "/".join(page.split("/")[:3])
    ours = {"Sec-Fetch-Site": "same-origin", "Origin": base}
    if (back := f"{base}/signed-in/twitch") not in twitch.world.application.redirect_uris:
        twitch.world.application.redirect_uris.append(back)
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser:
        async with browser.post(page, json=said, headers=ours) as answer:
            told = await answer.json()
        assert told["ok"], told
        async with browser.get(person.authorises(told["go"])) as answer:
            return await answer.text()


async def test_an_operator_connects_the_bot_a_streamer_the_channel_and_people_play() -> None:
    with tempfile.TemporaryDirectory(prefix="pl-") as folder:
        async with TwitchStandIn() as twitch:
            world = twitch.world
            async with started(twitch, folder, world.application.secret) as program:
                asked = await program.prints("Twitch needs an account")
                page, _, key = asked.split()[-1].partition("#")
                assert "account now" in await signs_in(twitch, page, world.bot, key=key)
                await program.prints("Twitch is connected")
                inn, ann = world.channel("inn", allows_bot=False), world.person("ann")
                inn.join(ann)
                connected = await signs_in(twitch, page.removesuffix("/bot"), inn.broadcaster)
                assert "Your channel is connected" in connected
                heard = {"broadcaster_user_id": inn.id}
                await world.until(lambda: world.subscriptions.wanting("channel.chat.message", heard), PATIENCE)
                await ann.says(inn, "!halflings 50")
                line = await world.until(
                    lambda: next((one for one in inn.lines if "Ann stakes 50" in one.text), None), PATIENCE
                )
                assert line.badges == ("bot-badge",)
                assert await program.stop() == 0
            assert world.leaked(program.printed) == []
            async with started(twitch, folder, world.application.secret) as program:
                known = await program.prints("Twitch is connected")
                assert "Channels: inn" in known, "all that was connected is remembered"
                assert await program.stop() == 0


async def test_a_secret_that_twitch_does_not_know_ends_it_with_a_sentence() -> None:
    with tempfile.TemporaryDirectory(prefix="pl-") as folder:
        async with TwitchStandIn() as twitch:
            async with started(twitch, folder, twitch.world.application.secret) as program:
                asked = await program.prints("Twitch needs an account")
                page, _, key = asked.split()[-1].partition("#")
                await signs_in(twitch, page, twitch.world.bot, key=key)
                await program.prints("Twitch is connected")
                await program.stop()
            async with started(twitch, folder, "another") as program:
                assert "See docs/stream.md" in await program.prints("Twitch does not know")
                async with asyncio.timeout(PATIENCE):
                    assert await program.process.wait() == 2
