"""The way on air beside the bot that runs: looks again and again, and says what has changed."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import click

from bot.app.settings import Settings
from bot.app.stream_check import told
from bot.app.stream_check.checks import OWN, Check
from bot.app.stream_check.env_file import FILE, EnvFile
from bot.app.stream_check.finding import Finding, Mark
from bot.app.stream_check.outside import answers_health, here
from bot.app.stream_check.stored import Stored, opened_to_read
from persistence import StoreTrouble

LOOK_EVERY: Final = 1.0
"""Seconds between two looks at what is stored: a sign-in shows there."""
SOON: Final = 10.0
LATER: Final = 60.0
"""Seconds until Twitch is asked again, while something is to be mended and when nothing is."""
SETTLED: Final = 1.5
"""Seconds that the bot gets to take up what was connected."""
SAID_WITHIN: Final = 10.0
LINES_OF_THE_BOT: Final = 2
"""It says where the table room is, then how its account is connected: what is found refers to that."""


def said(finding: Finding) -> None:
    """Print a finding."""
    click.echo(finding.line(getattr(sys.stdout, "encoding", None) or "ascii"))


class Guide:
    """Leads whoever has just started the bot to the first game. `announce`: for what the bot itself has to say."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._announced, self._spoke = 0, asyncio.Event()
        self._known: dict[str, Finding] = {}
        self._allowed_or_not: set[str] = set()
        self._is_on_air = False

    def announce(self, line: str) -> None:
        """Print what the bot says to its owner."""
        click.echo(line)
        self._announced += 1
        if self._announced == LINES_OF_THE_BOT:
            self._spoke.set()

    async def go(self) -> None:
        """Guide until cancelled."""
        await self._bot_spoke()
        while True:
            with suppress(StoreTrouble):  # the bot says so itself, and comes back
                async with opened_to_read(self._settings) as stored:
                    while stored is not None:
                        await self._look(stored)
                        await self._change(stored)
            await asyncio.sleep(LOOK_EVERY)

    async def _bot_spoke(self) -> None:
        """Wait until the bot has said how it is connected, and serves its pages; but not for ever."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SAID_WITHIN):
                await self._spoke.wait()
                while not await answers_health(here(self._settings)):  # noqa: ASYNC110 - a server, no event of ours
                    await asyncio.sleep(0.1)
        click.echo()

    async def _look(self, stored: Stored) -> None:
        """Look at everything, and print what is new."""
        check = Check(self._settings, stored, running=True)
        found = {}
        async for finding in check.findings():
            found[finding.about] = finding
            if self._known.get(finding.about) != finding:
                said(finding)
        self._known = found
        await self._own_account(check)
        ready = check.bot is not None and check.channels and not self._is_wrong(("application", "channel", OWN))
        if ready and not self._is_on_air:
            self._is_on_air = True
            await self._on_air(check)

    def _is_wrong(self, abouts: tuple[str, ...]) -> bool:
        return any(one.mark is Mark.WRONG for one in self._known.values() if one.about.split()[0] in abouts)

    async def _own_account(self, check: Check) -> None:
        """Ask once whether a streamer's own account shall be the bot's."""
        own = self._known.get(OWN)
        if check.bot is None or own is None or own.mark is not Mark.WRONG or check.bot.id in self._allowed_or_not:
            return
        self._allowed_or_not.add(check.bot.id)
        if await confirmed("Let it be the bot's all the same?"):
            EnvFile(FILE).set({"TWITCH_OWN_ACCOUNT": "true"})
            self._settings = self._settings.model_copy(update={"twitch_own_account": True})
            self._known[OWN] = Finding(OWN, Mark.NOTE, "As you wish: TWITCH_OWN_ACCOUNT=true stands in .env")
            said(self._known[OWN])
        else:
            click.echo(
                "  Then open the address with connect/twitch/bot#… above in a private window, "
                "and sign in as another account."
            )

    async def _on_air(self, check: Check) -> None:
        findings = list(self._known.values())
        await offer_line(check, self._settings, confirmed)
        if not told.is_reached(findings):
            click.echo(told.without_address(self._settings))
        click.echo(told.next_steps(self._settings, findings))
        click.echo("\nThe bot runs; leave it open while you stream. Ctrl-C ends it, and all tables are kept.\n")

    async def _change(self, stored: Stored) -> None:
        """Wait until something was connected or shown, or it is time to ask Twitch again."""
        before = await self._fingerprint(stored)
        wrong = any(one.mark is Mark.WRONG for one in self._known.values())
        with suppress(TimeoutError):
            async with asyncio.timeout(SOON if wrong else LATER):
                while await self._fingerprint(stored) == before:  # noqa: ASYNC110 - another process may change it
                    await asyncio.sleep(LOOK_EVERY)
                await asyncio.sleep(SETTLED)

    async def _fingerprint(self, stored: Stored) -> tuple[object, ...]:
        directory = await stored.directory()
        shown = [await stored.overlay_was_shown(one.id) for one in directory.channels]
        made = [await stored.has_overlay(one.id) for one in directory.channels]
        account = None if not directory.bot else await stored.account(directory.bot)
        return (directory, account, *shown, *made)


async def offer_line(check: Check, settings: Settings, confirms: Callable[[str], Awaitable[bool]]) -> None:
    """Say a line in the first chat, if whoever sets the bot up wants it."""
    if check.bot is None or not check.channels:
        return
    channel = check.channels[0]
    if await confirms(f"\nSay one test line in {channel.login}'s chat?"):
        said(await check.say(channel, told.TEST_LINE.format(prefix=settings.prefix)))


async def confirmed(question: str) -> bool:
    """Ask for a yes, while the bot goes on; everything else is a no."""
    click.echo(f"{question} [y/N]: ", nl=False)
    return (await typed_line()).strip().lower() in {"y", "yes"}


async def typed_line() -> str:
    """Return the next line that is typed; no thread waits for it, which would hold up Ctrl-C."""
    loop, come = asyncio.get_running_loop(), asyncio.Event()
    handle = sys.stdin.fileno()
    loop.add_reader(handle, come.set)
    try:
        await come.wait()
    finally:
        loop.remove_reader(handle)
    return os.read(handle, 1000).decode("utf-8", "replace")
