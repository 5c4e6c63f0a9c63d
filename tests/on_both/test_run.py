"""Test `potluck run` with Twitch alone, as an operator starts it: from no account to a round in a streamer's chat."""

import asyncio
import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

import aiohttp
from forked import Forked, potluck
from standins.twitch.people import Person
from standins.twitch.stand_in import TwitchStandIn

PATIENCE = 60.0


class Program:
    """A separate process, stopped by its pid."""

    def __init__(self, process: Forked, output: Path) -> None:
        self._process, self._output, self._read = process, output, 0

    @property
    def printed(self) -> str:
        return self._output.read_text() if self._output.exists() else ""

    async def prints(self, text: str) -> str:
        """Return the next line with this text."""
        async with asyncio.timeout(PATIENCE):
            while (at := self.printed.find(text, self._read)) < 0:
                assert self._process.code is None, f"it ended: {self.printed}"
                await asyncio.sleep(0.02)
        self._read = at + len(text)
        return self.printed[: self.printed.find("\n", at)].rpartition("\n")[2]

    async def stop(self) -> int | None:
        self._process.signal(signal.SIGTERM)
        return await self.ends()

    async def ends(self) -> int | None:
        return await asyncio.to_thread(self._process.wait, PATIENCE)


@contextmanager
def started(twitch: TwitchStandIn, folder: str, secret: str) -> Iterator[Program]:
    settings = {
        "TWITCH_CLIENT_ID": twitch.world.application.id,
        "TWITCH_CLIENT_SECRET": secret,
        "TWITCH_API_BASE": twitch.api_base,
        "TWITCH_AUTH_BASE": twitch.auth_base,
        "TWITCH_EVENTSUB_URL": twitch.eventsub_url,
        "POTLUCK_DATA": folder,
    }
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("POTLUCK_", "REDIS_", "DISCORD_"))
    }
    output = Path(folder, f"printed-{token_hex(4)}")
    process = potluck("run", "--port", "0", environment=kept | settings, folder=Path(folder), output=output)
    try:
        yield Program(process, output)
    finally:
        process.kill()


async def signs_in(twitch: TwitchStandIn, page: str, person: Person, **said: str) -> str:
    """Return the text of the page when somebody is back from Twitch."""
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
            with started(twitch, folder, world.application.secret) as program:
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
                await inn.broadcaster.says(inn, "!control open everybody")
                await world.until(lambda: any("Everybody may open" in one.text for one in inn.lines), PATIENCE)
                await ann.says(inn, "!halflings 50 mode=house")
                line = await world.until(
                    lambda: next((one for one in inn.lines if "Ann stakes 50" in one.text), None), PATIENCE
                )
                assert line.badges == ("bot-badge",)
                assert await program.stop() == 0
            assert world.leaked(program.printed) == []
            with started(twitch, folder, world.application.secret) as program:
                known = await program.prints("Twitch is connected")
                assert "Channels: inn" in known, "all that was connected is remembered"
                assert await program.stop() == 0


async def test_a_secret_that_twitch_does_not_know_ends_it_with_a_sentence() -> None:
    with tempfile.TemporaryDirectory(prefix="pl-") as folder:
        async with TwitchStandIn() as twitch:
            with started(twitch, folder, twitch.world.application.secret) as program:
                asked = await program.prints("Twitch needs an account")
                page, _, key = asked.split()[-1].partition("#")
                await signs_in(twitch, page, twitch.world.bot, key=key)
                await program.prints("Twitch is connected")
                await program.stop()
            with started(twitch, folder, "another") as program:
                assert "See docs/stream.md" in await program.prints("Twitch does not know")
                assert await program.ends() == 2
