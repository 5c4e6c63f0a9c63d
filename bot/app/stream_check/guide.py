"""A guide that runs beside the bot: it checks again and again, and says what has changed."""

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
"""Seconds between two looks at the store, where a sign-in shows."""
SOON: Final = 10.0
LATER: Final = 60.0
"""Seconds until Twitch is asked again: `SOON` if something has to be fixed, `LATER` if not."""
SETTLED: Final = 1.5
"""Seconds that the bot gets to use a new connection."""
SAID_WITHIN: Final = 10.0
LINES_OF_THE_BOT: Final = 2
"""The bot first prints where the table room is and how its account is connected; findings refer to these lines."""


def said(finding: Finding) -> None:
    """Print a finding."""
    click.echo(finding.line(getattr(sys.stdout, "encoding", None) or "ascii"))


class Guide:
    """Guides the person who has just started the bot to the first game. `announce`: prints the bot's own lines."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._announced, self._spoke = 0, asyncio.Event()
        self._known: dict[str, Finding] = {}
        self._allowed_or_not: set[str] = set()
        self._is_on_air = False

    def announce(self, line: str) -> None:
        """Print a line of the bot for its owner."""
        click.echo(line)
        self._announced += 1
        if self._announced == LINES_OF_THE_BOT:
            self._spoke.set()

    async def go(self) -> None:
        """Guide until cancelled."""
        await self._bot_spoke()
        while True:
            with suppress(StoreTrouble):  # the bot says so itself, and recovers
                async with opened_to_read(self._settings) as stored:
                    while stored is not None:
                        await self._look(stored)
                        await self._change(stored)
            await asyncio.sleep(LOOK_EVERY)

    async def _bot_spoke(self) -> None:
        """Wait, for a limited time, until the bot has said how it is connected, and serves its pages."""
        with suppress(TimeoutError):
            async with asyncio.timeout(SAID_WITHIN):
                await self._spoke.wait()
                while not await answers_health(here(self._settings)):  # noqa: ASYNC110 - a server sets no event
                    await asyncio.sleep(0.1)
        click.echo()

    async def _look(self, stored: Stored) -> None:
        """Check everything, and print what is new."""
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
        """Ask once whether the bot may use a streamer's own account."""
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
        """Wait until something was connected or shown, or until it is time to ask Twitch again."""
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
    """Say a test line in the first chat, if the person at the prompt wants it."""
    if check.bot is None or not check.channels:
        return
    channel = check.channels[0]
    if await confirms(f"\nSay one test line in {channel.login}'s chat?"):
        said(await check.say(channel, told.TEST_LINE.format(prefix=settings.prefix)))


async def confirmed(question: str) -> bool:
    """Ask for a yes while the bot goes on; any other answer is a no."""
    click.echo(f"{question} [y/N]: ", nl=False)
    return (await typed_line()).strip().lower() in {"y", "yes"}


async def typed_line() -> str:
    """Return the next typed line. No thread waits for it, since that would block Ctrl-C."""
    loop, come = asyncio.get_running_loop(), asyncio.Event()
    handle = sys.stdin.fileno()
    loop.add_reader(handle, come.set)
    try:
        await come.wait()
    finally:
        loop.remove_reader(handle)
    return os.read(handle, 1000).decode("utf-8", "replace")
