"""Readiness: whether this process can serve people now, and what is in the way."""

import asyncio
from typing import Final

from bot.engine.shares import Shares
from bot.ports.figures import Observed
from bot.ports.platforms import Platforms
from persistence import PARTITIONS, Store, StoreTrouble

PATIENCE: Final = 1.0
"""Seconds within which the store must answer."""


class Readiness:
    """Says what is in the way of serving people. `nearing`: sentences about what goes wrong with the store, which is
    not in the way yet.
    """

    def __init__(self, store: Store, platforms: Platforms, shares: Shares) -> None:
        self._store, self._platforms, self._shares = store, platforms, shares
        self.nearing: tuple[str, ...] = ()

    async def lacking(self, platform: str = "") -> list[str]:
        """Return a line for each thing in the way; none: this process is ready. `platform`: for people there alone."""
        away = self.away()
        if platform:
            serves = platform in self._platforms.adapters
            away = [one for one in away if one.startswith(f"{platform}:")] if serves else ["not served here"]
        return [*away, *await self.of_store()]

    async def of_store(self) -> list[str]:
        """Return a line if the store is in the way, and note what goes wrong with it besides."""
        self.nearing = ()
        try:
            async with asyncio.timeout(PATIENCE):
                self.nearing = await self._store.look()
        except TimeoutError:
            return [f"store: no answer within {PATIENCE:g} s"]
        except StoreTrouble as trouble:
            return [f"store: {trouble}"]
        return []

    def share(self) -> str:
        """Return this process's share of the work, in a line: its name, its part of all tables, what it serves."""
        serves = " ".join(map(str, self._platforms.services()))
        shares = self._shares
        return f"share of work: {shares.name} of {len(shares.live)}, {len(shares.partitions)}/{PARTITIONS}, {serves}"

    def away(self) -> list[str]:
        """Return a line for each platform that is not connected."""
        seen = {name: one for name, one in self._platforms.adapters.items() if isinstance(one, Observed)}
        up = {name: all(told.value for told in one.figures() if told.name == "up") for name, one in seen.items()}
        return [f"{name}: not connected" for name, is_up in up.items() if not is_up]
