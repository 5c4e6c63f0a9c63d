"""The report of the doctor: a line for each thing that is well, and the line that mends each that is not."""

import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Final

from bot.app.beside import server_beside
from bot.app.doctor import kept, machine, platforms
from bot.app.key_file import KeyFileError
from bot.app.settings import Settings
from bot.app.stream_check.finding import Finding, Mark, good, wrong
from bot.app.stream_check.outside import answers_health, here
from bot.app.stream_check.stored import Stored, opened_to_read
from persistence import StoreTrouble

SIGNS: Final = {Mark.GOOD: "ok   ", Mark.WRONG: "WRONG", Mark.NOTE: "-    "}


async def report(settings: Settings, say: Callable[[str], None]) -> bool:
    """Look at everything, tell each finding as soon as it is known, and return whether nothing is wrong."""
    told: list[Finding] = []
    async for found in findings(settings):
        for line in lines_of(found) if found not in told else ():
            say(line)
        told.append(found)
    return all(one.mark is not Mark.WRONG for one in told)


def lines_of(found: Finding) -> list[str]:
    """Return the line of a finding, and below it the one that mends it or says more."""
    return [f"{SIGNS[found.mark]} {found.text}", *([f"      -> {found.todo}"] if found.todo else [])]


async def findings(settings: Settings) -> AsyncIterator[Finding]:
    """Yield each finding, in the order in which one would mend things."""
    running = await answers_health(here(settings))
    yield good("bot", "A Potluck runs here" if running else "No Potluck runs here now")
    for found in (*machine.of_settings(), machine.of_folder(settings.data), machine.of_files(settings)):
        yield found
    for found in machine.of_ports(settings, running=running):
        yield found
    for found in kept.of_key_file(settings.key_file):
        yield found
    async with contextlib.AsyncExitStack() as ending:
        look = LookAtStore(settings, ending)
        async for found in look.findings():
            yield found
        yield await platforms.of_address(settings, running=running)
        async for found in platforms.of_discord(settings):
            yield found
        accounts = look.stored if look.well else platforms.UNKNOWN
        async for found in platforms.of_twitch(settings, accounts, running=running):
            yield found
        async for found in platforms.of_clocks(settings, look.now):
            yield found


class LookAtStore:
    """Looks at the store, and leaves it open for what stands in it.

    `well`: it can be read, with the key file; `stored`: what stands in it, None for nothing yet; `now`: its clock (ms).
    """

    def __init__(self, settings: Settings, ending: contextlib.AsyncExitStack) -> None:
        self._settings, self._ending = settings, ending
        self.well = True
        self.stored: Stored | None = None
        self.now: int | None = None

    async def findings(self) -> AsyncIterator[Finding]:
        """Yield what is found."""
        try:
            async for found in self._looked():
                yield found
        except StoreTrouble as trouble:
            self.well = False
            yield kept.of_trouble(trouble)
        except (KeyFileError, OSError) as trouble:
            self.well = False
            yield wrong("store", str(trouble).rstrip("."), kept.AGAIN)

    async def _looked(self) -> AsyncIterator[Finding]:
        settings = self._settings
        url = await self._ending.enter_async_context(server_beside(settings))
        found, facts = await kept.of_servers(url, settings)
        for one in found:
            yield one
        if not facts:
            self.well = not url
            return
        self.now, self.well = facts[0].now, all(one.is_primary and not one.may_evict for one in facts)
        if self.well:
            async for one in kept.of_store(url, settings):
                self.well = self.well and one.mark is not Mark.WRONG
                yield one
        if self.well:
            self.stored = await self._ending.enter_async_context(opened_to_read(settings))
