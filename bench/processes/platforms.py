"""Start stand-ins of Discord and Twitch beside the processes, and open tables there."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self

from standins.discord.stand_in import DiscordStandIn
from standins.twitch.stand_in import TwitchStandIn

from bench.processes.chats import ChatTable
from bench.processes.on_discord import DiscordTables
from bench.processes.on_twitch import TwitchTables
from bot.app.application import opened
from bot.app.settings import Settings

if TYPE_CHECKING:
    from bench.processes.run import Run


class Platforms:
    """Hold what there is of Discord and Twitch; nothing where no table is."""

    def __init__(self, on_discord: int, on_twitch: int) -> None:
        self._counts = on_discord, on_twitch
        self.discord: DiscordTables | None = None
        self.twitch: TwitchTables | None = None

    @classmethod
    @asynccontextmanager
    async def started(cls, on_discord: int, on_twitch: int) -> AsyncIterator[Self]:
        made = cls(on_discord, on_twitch)
        async with AsyncExitStack() as stack:
            if on_discord:
                made.discord = DiscordTables(await stack.enter_async_context(DiscordStandIn()))
            if on_twitch:
                made.twitch = TwitchTables(await stack.enter_async_context(TwitchStandIn()), on_twitch)
            yield made

    @property
    def settings(self) -> dict[str, str]:
        """Return what each process needs to be told of them."""
        return {name: value for one in self._all for name, value in one.settings.items()}

    @property
    def _all(self) -> list[DiscordTables | TwitchTables]:
        return [one for one in (self.discord, self.twitch) if one is not None]

    async def sign_in(self, redis: str, folder: Path) -> None:
        """Let the bot into Twitch's channels, before it is started."""
        if self.twitch is not None:
            async with opened(Settings(_env_file=None, redis_url=redis, data=folder)) as app:
                await self.twitch.sign_in(app)

    async def tables(self, run: "Run") -> list[ChatTable]:
        """Return their tables, which are not open yet, once the bot hears all of it."""
        for one in self._all:
            await one.ready()
        counts = (one for one in self._counts if one)
        return [one.table(number, run) for one, count in zip(self._all, counts, strict=True) for number in range(count)]

    def rows(self) -> list[str]:
        return [row for one in self._all for row in one.rows()]
