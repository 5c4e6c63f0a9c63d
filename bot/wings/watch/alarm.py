"""The alarm: the gravest trouble is told to a webhook, once when it begins and once when it is over."""

import asyncio
import re
from typing import Final

import structlog
from aiohttp import ClientError, ClientSession, ClientTimeout

from bot.engine.shares import Shares, first
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
ALARM: Final = "alarm"
PATIENCE: Final = ClientTimeout(total=10.0)
log = structlog.get_logger()


class Alarm:
    """Looks for what nobody should sleep through: this process can't serve people, something goes wrong with the store,
    purses do not add up, or another process fell silent.

    What all processes see, one of them tells.
    """

    def __init__(self, readiness: Readiness, metrics: Metrics, shares: Shares, hooks: Hooks) -> None:
        self._readiness, self._metrics, self._shares = readiness, metrics, shares
        self._vanished: set[str] = set()
        self._webhook = WatchSettings().alarm_webhook.get_secret_value()
        self._looking: asyncio.Task[None] | None = None
        self._told = ""
        """What was told last, without its figures; empty: all is well."""
        self._found = 0
        """How many looks in a row have found trouble."""
        if self._webhook:
            hooks.starts.append(self.start)
            hooks.rests.append(self.stop)
            shares.when_vanished.append(self._vanished.add)

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
        own, of_all = self._own_trouble(), [*await self._readiness.of_store(), *self._readiness.nearing]
        trouble = "; ".join([*own, *of_all] if self._tells_for_all else own)
        self._found = self._found + 1 if trouble else 0
        if trouble and self._found >= TWICE and FIGURES.sub("", trouble) != self._told:
            if await self._is_told(f"Potluck{self._named} needs you: {trouble}"):
                self._told = FIGURES.sub("", trouble)
        elif not trouble and self._told and (of_all or await self._is_told(f"Potluck{self._named} is well again.")):
            self._told = ""  # or another process tells of it by now
        await self._tell_who_vanished()

    async def _tell_who_vanished(self) -> None:
        for name in sorted(self._vanished):
            sentence = f"A process of Potluck fell silent: {name}. It was killed, or does not reach the store."
            if not self._tells_for_all or await self._is_told(f"{sentence} {len(self._shares.live)} go on."):
                self._vanished.discard(name)

    @property
    def _tells_for_all(self) -> bool:
        return first(self._shares.live, ALARM) == self._shares.name

    @property
    def _named(self) -> str:
        return "" if self._shares.is_alone else f" ({self._shares.name})"

    def _own_trouble(self) -> list[str]:
        found, drift = self._readiness.away(), self._metrics.drift
        return [*found, f"purses do not add up: {drift:+} suckers"] if drift else found

    async def _is_told(self, sentence: str) -> bool:
        """Post a sentence; if that fails, the next look tries again. `content` is how Discord's webhooks take it."""
        try:
            async with ClientSession(timeout=PATIENCE) as session:
                answer = await session.post(self._webhook, json={"content": sentence, "text": sentence})
                answer.raise_for_status()
        except (ClientError, OSError, TimeoutError) as error:
            log.warning("the alarm could not be told", kind=type(error).__name__)
            return False
        return True
