"""The metrics: what is counted as it happens, and what is read when somebody asks."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from time import perf_counter
from typing import Final

import structlog
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.delivery.delivery import Delivery
from bot.engine.repository import Repository
from bot.engine.scheduler import Scheduler
from bot.ports.figures import Observed
from bot.ports.platforms import Platforms
from bot.table.hooks import Hooks
from persistence import Store

EVERY: Final = 0.5
"""Seconds between two looks at how late the event loop is."""
DRIFT_EVERY: Final = 600.0
"""Seconds between two sums over the purses of the venues that play."""
OURS: Final = "potluck_"
STEPS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
log = structlog.get_logger()


class Metrics(Collector):
    """Holds the metrics of this process. None has a label that people could fill: no names, no lines, no ids."""

    def __init__(
        self,
        store: Store,
        repository: Repository,
        scheduler: Scheduler,
        delivery: Delivery,
        platforms: Platforms,
        hooks: Hooks,
    ) -> None:
        self._store, self._repository, self._scheduler = store, repository, scheduler
        self._delivery, self._platforms, self._hooks = delivery, platforms, hooks
        self.registry = CollectorRegistry()
        at = self.registry
        self._lines = Counter(
            f"{OURS}lines", "Lines and presses that were for the bot", ["kind", "outcome"], registry=at
        )
        self._seconds = Histogram(
            f"{OURS}line_seconds", "Seconds from a line to its answer", ["kind"], buckets=STEPS, registry=at
        )
        self._steps = Histogram(
            f"{OURS}step_seconds", "Seconds of a step on the way of a line", ["step"], buckets=STEPS, registry=at
        )
        self._commits = Counter(f"{OURS}commits", "Steps of tables that were stored", registry=at)
        self._late = Histogram(
            f"{OURS}loop_lag_seconds", "Seconds by which the event loop is late", buckets=STEPS, registry=at
        )
        self.drift = 0
        """Of the venues that play, the sum of purses, stakes and bank that is farthest from 0; it is always 0."""
        self.registry.register(self)
        self._looking: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        """Count from now on. A second call does nothing."""
        if self._looking:
            return
        self._hooks.heard.append(self._heard)
        self._hooks.committed.append(lambda _: self._commits.inc())
        self._hooks.parsed.append(self._steps.labels("parse").observe)
        self._time(self._store, "load")
        self._time(self._store, "commit")
        self._time(self._delivery, "deliver")
        self._looking = [asyncio.create_task(one, name="metrics") for one in (self._look(), self._watch_purses())]

    async def stop(self) -> None:
        for task in self._looking:
            task.cancel()
        await asyncio.gather(*self._looking, return_exceptions=True)

    def told(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self.registry)

    def _heard(self, kind: str, outcome: str, seconds: float) -> None:
        self._lines.labels(kind, outcome).inc()
        self._seconds.labels(kind).observe(seconds)

    def _time(self, part: object, step: str) -> None:
        """Time a step from now on: its method in this part is called by way of one that looks at the clock."""
        call: Callable[..., Awaitable[object]] = getattr(part, step)
        observe = self._steps.labels(step).observe

        async def timed(*about: object, **how: object) -> object:
            began = perf_counter()
            try:
                return await call(*about, **how)
            finally:
                observe(perf_counter() - began)

        setattr(part, step, timed)

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + EVERY
            await asyncio.sleep(EVERY)
            self._late.observe(max(0.0, loop.time() - due))

    async def _watch_purses(self) -> None:
        while True:
            try:
                await self.add_up()
            except Exception as error:  # noqa: BLE001 - the next sum may be had
                log.info("the purses could not be added up", kind=type(error).__name__)
            await asyncio.sleep(DRIFT_EVERY)

    async def add_up(self) -> None:
        """Add up the purses of the venues that play. Raises StoreTrouble."""
        venues = {session.venue for session in self._repository.known()}
        sums = [sum((await self._store.accounts(venue)).values()) for venue in venues]
        self.drift = max(sums, key=abs, default=0)

    def collect(self) -> Iterable[Metric]:
        """Yield what stands now, each time that somebody asks."""
        trips = self._store.trips
        yield CounterMetricFamily("potluck_store_trips", "Round trips to the store", trips.count)
        yield CounterMetricFamily("potluck_store_seconds", "Seconds that they took", trips.seconds)
        yield CounterMetricFamily("potluck_store_failures", "Round trips that failed", trips.failed)
        due, waiting = self._scheduler.next_at(), len(self._delivery.wake_ups.waiting())
        overdue = 0.0 if due is None else max(0.0, (self._store.clock.now() - due) / 1000)
        yield GaugeMetricFamily("potluck_tables", "Tables in memory", len(self._repository.known()))
        yield GaugeMetricFamily("potluck_overdue_seconds", "Seconds since the oldest deadline was due", overdue)
        yield GaugeMetricFamily("potluck_deliveries_waiting", "Tables that are told once more later", waiting)
        yield GaugeMetricFamily("potluck_bank_drift", "Suckers too many (or too few); always 0", self.drift)
        yield from self._of_store()
        yield from self._of_platforms()

    def _of_store(self) -> Iterable[Metric]:
        facts, store = self._store.facts, self._store
        share = max((one.used / one.most for one in facts if one.most), default=0.0)
        durable = all(one.is_durable for one in facts)
        replicas, most = min((one.replicas for one in facts), default=0), store.most_replicas
        yield GaugeMetricFamily("potluck_store_suitable", "1 while tables may be kept on it", store.is_suitable)
        yield GaugeMetricFamily("potluck_store_durable", "1 while it writes to disk", durable)
        yield GaugeMetricFamily("potluck_store_replicas", "Replicas of the server with the fewest", replicas)
        yield GaugeMetricFamily("potluck_store_replicas_most", "How many each had when it had the most", most)
        yield GaugeMetricFamily("potluck_store_memory_bytes", "Memory used", sum(one.used for one in facts))
        yield GaugeMetricFamily("potluck_store_memory_share", "Of the fullest server, what it may use", share)

    def _of_platforms(self) -> Iterable[Metric]:
        found: dict[str, GaugeMetricFamily] = {}
        waited = CounterMetricFamily(
            f"{OURS}limit_wait_seconds", "Seconds waited for limits of platforms", labels=["platform", "kind"]
        )
        for name, adapter in self._platforms.adapters.items():
            for figure in adapter.figures() if isinstance(adapter, Observed) else ():
                if figure.kind:
                    waited.add_metric([name, figure.kind], figure.value)
                    continue
                metric = f"potluck_platform_{figure.name}"
                told = f"For each platform: {figure.name}"
                family = found.setdefault(metric, GaugeMetricFamily(metric, told, labels=["platform"]))
                family.add_metric([name], figure.value)
        yield from (*found.values(), waited)
