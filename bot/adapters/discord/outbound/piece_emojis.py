"""Manage the application's own emojis, one for each piece, for buttons and lists.

`potluck sync` uploads them; afterwards they are used by id. Without them, the labels still say everything.
"""

import asyncio
import re
import time
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import discord
import structlog
from msgspec import Struct

from bot.adapters.discord.connection.errors import LOST
from bot.adapters.discord.outbound import components
from bot.render.emojis import Emoji, emojis
from bot.render.painter import Painter

PREFIX: Final = "pl_"
"""Begins our names: the application may have other emojis."""
OURS: Final = re.compile(rf"{PREFIX}[A-Za-z0-9_]+_[0-9a-f]{{6}}")
BAD_REQUEST: Final = 400
AGAIN: Final = 600.0
Known = Mapping[str, components.Emoji]
"""By piece, such as `card-7H`."""
NONE_KNOWN: Final[Known] = MappingProxyType({})
log = structlog.get_logger()


class Synced(Struct, frozen=True):
    """The numbers of emojis that existed, were uploaded and were deleted, and the names that Discord refused."""

    kept: int
    made: int
    deleted: int
    refused: tuple[str, ...]


class PieceEmojis:
    """Knows the emojis that the application has; none until Discord was asked. `clock`: in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.known: Known = NONE_KNOWN
        self._clock, self._again_at = clock, 0.0
        self._client: discord.Client | None = None
        self._learning: asyncio.Task[None] | None = None

    async def learn(self, client: discord.Client) -> None:
        """Ask Discord for them, once for each client; without an answer none are used."""
        self._client = client
        try:
            found = {one.name: one for one in await client.fetch_application_emojis()}
        except LOST as error:
            log.warning("the application's emojis are not known", kind=type(error).__name__)
            return
        self.known = {one.piece: shown(found[name_of(one.name)]) for one in emojis() if name_of(one.name) in found}

    def refused(self, status: int) -> bool:
        """Note that Discord refused a message; return whether our emojis may be the reason, and another try is
        worthwhile.

        Discord refuses a whole message for one deleted emoji. Then none are used until Discord was asked which are
        left. That is done once in ten minutes, since the reason may be another.
        """
        worth = status == BAD_REQUEST and bool(self.known)
        if worth:
            log.warning("a message with emojis was refused: none are used until it is known which are left")
            self.known = NONE_KNOWN
            if self._client is not None and self._clock() >= self._again_at:
                self._again_at = self._clock() + AGAIN
                self._learning = asyncio.get_running_loop().create_task(self.learn(self._client), name="emojis")
        return worth


class Pieces(Struct, frozen=True):
    """Holds what shows pieces: the painter of pictures, and the emojis."""

    painter: Painter
    emojis: PieceEmojis


def name_of(name: str) -> str:
    return f"{PREFIX}{name}"


def as_listed() -> list[dict[str, Any]]:
    """Return the emojis as JSON: the name of each, its piece, and the size of its picture in bytes."""
    return [{"name": name_of(one.name), "piece": one.piece, "bytes": len(one.png())} for one in emojis()]


def shown(one: discord.Emoji) -> components.Emoji:
    return components.Emoji(str(one.id), one.name)


async def sync_emojis(client: discord.Client) -> Synced:
    """Upload emojis that are missing or changed, and delete those of ours that are outdated.

    One that Discord refuses is reported, and the others continue. Raises one of LOST if Discord can't be asked for the
    list.
    """
    wanted = {name_of(one.name): one for one in emojis()}
    there = {one.name: one for one in await client.fetch_application_emojis()}
    refused = [name for name in wanted if name not in there and not await made(client, name, wanted[name])]
    old = [one for name, one in there.items() if name not in wanted and OURS.fullmatch(name)]
    kept = sum(name in there for name in wanted)
    return Synced(kept, len(wanted) - kept - len(refused), await deleted(old), tuple(refused))


async def made(client: discord.Client, name: str, one: Emoji) -> bool:
    try:
        await client.create_application_emoji(name=name, image=one.png())
    except LOST as error:
        log.warning("Discord did not take an emoji", name=name, kind=type(error).__name__, code=code_of(error))
        return False
    return True


def code_of(error: Exception) -> int:
    """Return the code of a refusal; 0: there was no answer."""
    return error.code if isinstance(error, discord.HTTPException) else 0


async def deleted(old: Sequence[discord.Emoji]) -> int:
    count = 0
    for one in old:
        try:
            await one.delete()
        except LOST as error:
            log.warning("an old emoji was not deleted", name=one.name, kind=type(error).__name__)
        else:
            count += 1
    return count
