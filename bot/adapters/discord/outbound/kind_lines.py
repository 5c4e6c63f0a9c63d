"""Of what belongs to no table, such as feats, one message of a kind stands in a channel: the one before it goes."""

from typing import Final

import structlog

from bot.adapters.discord.outbound.tidying import Old, Tidying
from bot.ports.chat import Notes
from persistence import StoreTrouble

KEPT: Final = 30 * 24 * 3600
"""Seconds; what is older scrolled away long ago."""
log = structlog.get_logger()


class KindLines:
    """Remembers the newest message of each kind in each channel, across restarts."""

    def __init__(self, notes: Notes, tidying: Tidying) -> None:
        self._notes, self._tidying = notes, tidying

    async def stands(self, channel: int, kind: str, message: int) -> None:
        """Note that this message stands there now, and have the one before it deleted."""
        named = f"{kind} {channel}"
        try:
            before = await self._notes.load(named)
            await self._notes.save(named, str(message).encode(), KEPT)
        except StoreTrouble as trouble:
            log.warning("an older message is left behind", kind=trouble.kind)
            return
        if before is not None and before.isdigit() and int(before) != message:
            self._tidying.want(Old(channel, int(before), is_card=False))
