"""The alarm: the gravest trouble is told to a webhook, once when it begins and once when it is over."""

import asyncio
import re
from typing import Final

import structlog
from aiohttp import ClientError, ClientSession, ClientTimeout

from bot.table.hooks import Hooks
from bot.wings.watch.metrics import Metrics
from bot.wings.watch.readiness import Readiness
from bot.wings.watch.settings import WatchSettings

EVERY: Final = 15.0
"""Seconds between two looks."""
TWICE: Final = 2
"""How many looks in a row must find trouble: a short one mends itself."""
FIGURES: Final = re.compile(r"[-+]?\d[\d,.]*")
"""What changes in a sentence while the trouble stays the same."""
PATIENCE: Final = ClientTimeout(total=10.0)
log = structlog.get_logger()


class Alarm:
    """Looks for what nobody should sleep through: this process can't serve people, something goes wrong with the store,
    or purses do not add up.
    """

    def __init__(self, readiness: Readiness, metrics: Metrics, hooks: Hooks) -> None:
        self._readiness, self._metrics = readiness, metrics
        self._webhook = WatchSettings().alarm_webhook.get_secret_value()
        self._looking: asyncio.Task[None] | None = None
        self._told = ""
        """What was told last, without its figures; empty: all is well."""
        self._found = 0
        """How many looks in a row have found trouble."""
        if self._webhook:
            hooks.starts.append(self.start)
            hooks.rests.append(self.stop)

    def start(self) -> None:
        """Look from now on, whether or not anybody asks for metrics."""
        self._metrics.begin()
        self._looking = asyncio.create_task(self._look(), name="alarm")

    async def stop(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, self._metrics.stop(), return_exceptions=True)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                await self.look()
            except Exception as error:  # noqa: BLE001 - nobody else would tell
                log.error("the alarm broke", kind=type(error).__name__)  # noqa: TRY400 - frames hold the webhook

    async def look(self) -> None:
        """Look once, and tell what has begun or is over."""
        trouble = "; ".join(await self._trouble())
        self._found = self._found + 1 if trouble else 0
        if trouble and self._found >= TWICE and FIGURES.sub("", trouble) != self._told:
            await self._tell(f"Potluck needs you: {trouble}", FIGURES.sub("", trouble))
        elif not trouble and self._told:
            await self._tell("Potluck is well again.", "")

    async def _trouble(self) -> list[str]:
        found = [*await self._readiness.lacking(), *self._readiness.nearing]
        drift = self._metrics.drift
        return [*found, f"purses do not add up: {drift:+} suckers"] if drift else found

    async def _tell(self, sentence: str, now: str) -> None:
        """Post a sentence; if that fails, the next look tries again. `content` is how Discord's webhooks take it."""
        try:
            async with ClientSession(timeout=PATIENCE) as session:
                answer = await session.post(self._webhook, json={"content": sentence, "text": sentence})
                answer.raise_for_status()
        except (ClientError, OSError, TimeoutError) as error:
            log.warning("the alarm could not be told", kind=type(error).__name__)
        else:
            self._told = now
