"""Those who watch the bot are told whether it serves people, in numbers, and are woken by the gravest trouble."""

import asyncio
import re
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import ClientSession, web
from prometheus_client.parser import text_string_to_metric_families

from bot.adapters.console.transcript import cue
from bot.app.console import Console, console
from bot.app.on_discord import discord_adapter
from bot.app.settings import Settings
from bot.engine.shares import first
from bot.ports.orders import BROADCAST, DRAIN
from bot.wings.watch.alarm import ALARM, TWICE, Alarm
from bot.wings.watch.listener import Listener
from bot.wings.watch.metrics import Metrics
from bot.wings.watch.orders import Orders
from bot.wings.watch.readiness import Readiness
from persistence import Store, StoreTrouble
from persistence.keys import venue_keys

RULES = Path(__file__).parents[2] / "deploy" / "alerts.yaml"
SECRET = "my-hand-is-d12"


@asynccontextmanager
async def watched(monkeypatch: pytest.MonkeyPatch, **settings: str) -> AsyncIterator[tuple[Console, str]]:
    """Yield a console with a table, and the address of its watch."""
    for name, value in ({"METRICS_PORT": "0"} | settings).items():
        monkeypatch.setenv(f"POTLUCK_{name}", value)
    async with console() as here:
        listener = here.app.part(Listener)
        listener.start()
        for line in ("ann> !open halflings mode=duel", "ben> !join", "ann> !start", f"ben> !{SECRET}"):
            await here.play(cue(1, line))
        try:
            yield here, f"http://127.0.0.1:{listener.port}"
        finally:
            await listener.stop()


async def asked(url: str) -> tuple[int, str]:
    async with ClientSession() as client, client.get(url) as answer:
        return answer.status, await answer.text()


async def test_a_bot_that_serves_is_alive_and_ready_and_tells_what_it_did(monkeypatch: pytest.MonkeyPatch) -> None:
    async with watched(monkeypatch) as (_, url):
        assert await asked(f"{url}/livez") == (200, "ok\n")
        status, text = await asked(f"{url}/readyz")
        ok, share = text.splitlines()
        assert (status, ok) == (200, "ok")
        assert share.startswith("share of work: ")
        assert share.endswith(" of 1, 256/256, console discord twitch web")
        status, text = await asked(f"{url}/metrics")
    told = {one.name: one for one in text_string_to_metric_families(text)}
    lines = {
        (one.labels["kind"], one.labels["outcome"]): one.value
        for one in told["potluck_lines"].samples
        if one.name.endswith("_total")
    }
    assert status == 200
    assert lines == {("open", "done"): 1, ("join", "done"): 1, ("start", "done"): 1, ("unknown", "refused"): 1}
    assert told["potluck_tables"].samples[0].value == 1
    assert told["potluck_commits"].samples[0].value == 3
    assert told["potluck_store_trips"].samples[0].value > 3
    assert told["potluck_bank_drift"].samples[0].value == 0
    steps = {
        one.labels["step"]: one.value for one in told["potluck_step_seconds"].samples if one.name.endswith("_count")
    }
    assert (steps["parse"], steps["commit"]) == (4, 3)
    assert min(steps["load"], steps["deliver"]) > 0
    assert SECRET not in text, "what people typed is in no label"


async def test_a_bot_that_cannot_serve_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    async with watched(monkeypatch) as (here, url):
        here.app.add(discord_adapter(here.app, Settings(_env_file=None, DISCORD_TOKEN="none")))  # type: ignore[call-arg]
        status, text = await asked(f"{url}/readyz")
        assert (status, text.splitlines()[0]) == (503, "discord: not connected")
        of_one = {name: (await asked(f"{url}/readyz?for={name}"))[0] for name in ("console", "discord", "other")}
        assert of_one == {"console": 200, "discord": 503, "other": 503}, "who serves people there asks for them alone"
        await here.app.store.close()
        status, text = await asked(f"{url}/readyz")
        assert status == 503
        assert "store: " in text
        assert (await asked(f"{url}/livez"))[0] == 200, "it is alive all the same: a restart would not help"


@asynccontextmanager
async def webhook() -> AsyncIterator[tuple[str, list[str]]]:
    """Yield a webhook, and what it was told."""
    told: list[str] = []

    async def hear(request: web.Request) -> web.Response:
        told.append((await request.json())["content"])
        return web.Response(status=204)

    app = web.Application()
    app.add_routes([web.post("/hook", hear)])
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/hook", told
    finally:
        await runner.cleanup()


async def test_the_alarm_is_told_once_when_trouble_stays_and_once_when_it_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with webhook() as (hook, told), watched(monkeypatch, ALARM_WEBHOOK=hook) as (here, url):
        alarm, metrics, store = here.app.part(Alarm), here.app.part(Metrics), here.app.store
        (venue,) = {session.venue for session in here.app.repository.known()}
        for suckers, drift in ((7, 7), (0, 7), (2, 9), (-9, 0), (0, 0)):
            await store.pipe.write("HINCRBY", venue_keys(venue).purses, "somebody", suckers)
            await metrics.add_up()
            assert metrics.drift == drift
            await alarm.look()
        assert told == ["Potluck needs you: purses do not add up: +7 suckers", "Potluck is well again."]
        assert "potluck_bank_drift 0.0" in (await asked(f"{url}/metrics"))[1]


async def test_what_all_processes_see_one_of_them_tells_and_who_falls_silent_is_told_by_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with webhook() as (hook, told), watched(monkeypatch, ALARM_WEBHOOK=hook) as (here, _):
        alarm, store, shares = here.app.part(Alarm), here.app.store, here.app.shares
        before = next(name for name in map(str, range(99)) if first((name, shares.name), ALARM) == name)
        after = next(name for name in map(str, range(99)) if first((name, shares.name), ALARM) != name)
        await store.pipe.write("CONFIG", "SET", "appendonly", "no")
        await store.here(before)
        await shares.beat()
        for _ in range(TWICE):
            await alarm.look()
        assert told == [], "the other one tells it"
        await store.gone(before)
        await store.here(after)
        for _ in range(2):
            await shares.beat()
        await alarm.look()
        await alarm.look()
        silent, wrong = told
        assert silent.startswith(f"A process of Potluck fell silent: {before}. It was killed")
        assert silent.endswith(" 2 go on.")
        assert wrong.startswith(f"Potluck ({shares.name}) needs you: Redis at")
        shares._goes(after)
        await store.gone(after)
        for _ in range(2):
            await shares.beat()
        await store.pipe.write("CONFIG", "SET", "appendonly", "yes")
        await alarm.look()
        assert told[2:] == ["Potluck is well again."], "it said goodbye"


async def test_the_state_of_the_store_is_told_as_it_was_looked_at_last(monkeypatch: pytest.MonkeyPatch) -> None:
    async def told() -> dict[str, float]:
        families = text_string_to_metric_families((await asked(f"{url}/metrics"))[1])
        return {one.name: one.value for family in families for one in family.samples}

    async with watched(monkeypatch) as (here, url):
        before = await told()
        assert (before["potluck_store_suitable"], before["potluck_store_durable"]) == (1, 1)
        assert before["potluck_store_replicas"] == before["potluck_store_replicas_most"] == 0
        assert 0 < before["potluck_store_memory_share"] < 0.9
        assert before["potluck_store_memory_bytes"] > 500_000
        store = here.app.store
        for name, value in (("maxmemory-policy", "allkeys-lru"), ("appendonly", "no")):
            await store.pipe.write("CONFIG", "SET", name, value)
        with pytest.raises(StoreTrouble):
            await store.look()
        after = await told()
        assert (after["potluck_store_suitable"], after["potluck_store_durable"]) == (0, 0)
        for name, value in (("maxmemory-policy", "noeviction"), ("appendonly", "yes")):
            await store.pipe.write("CONFIG", "SET", name, value)


async def test_every_metric_that_an_alert_needs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async with watched(monkeypatch) as (here, url):
        here.app.add(discord_adapter(here.app, Settings(_env_file=None, DISCORD_TOKEN="none")))  # type: ignore[call-arg]
        text = (await asked(f"{url}/metrics"))[1]
    wanted = set(re.findall(r"potluck_\w+", " ".join(re.findall("expr: (.*)", RULES.read_text(encoding="utf-8")))))
    assert len(wanted) > 5
    assert {name for name in wanted if not re.search(rf"^{name}[ {{]", text, re.MULTILINE)} == set()


async def test_a_port_that_is_taken_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    async with watched(monkeypatch) as (here, url):
        taken = url.rpartition(":")[2]
        monkeypatch.setenv("POTLUCK_METRICS_PORT", taken)
        with pytest.raises(OSError, match=f"Port {taken} .* Set POTLUCK_METRICS_PORT to another one"):
            Listener(here.app.part(Metrics), here.app.part(Readiness), here.app.hooks).start()


async def test_without_a_port_the_alarm_finds_purses_that_do_not_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("POTLUCK_METRICS_PORT", raising=False)
    monkeypatch.setenv("POTLUCK_ALARM_WEBHOOK", "http://127.0.0.1:9/")
    async with console() as here:
        await here.play(cue(1, "ann> !open halflings mode=duel"))
        [session] = here.app.repository.known()
        await here.app.store.pipe.write("HINCRBY", venue_keys(session.venue).purses, "somebody", 7)
        alarm, metrics = here.app.part(Alarm), here.app.part(Metrics)
        alarm.start()
        async with asyncio.timeout(60):
            while not metrics.drift:  # noqa: ASYNC110 - a task of its own adds up
                await asyncio.sleep(0.01)
        await alarm.stop()


async def test_the_operator_speaks_at_each_table_once_and_stops_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped: list[int] = []
    monkeypatch.setattr(signal, "raise_signal", stopped.append)
    async with watched(monkeypatch) as (here, _):
        orders, news = here.app.part(Orders), here.app.store.news
        news.start()
        await here.app.store.here("this")
        assert await here.app.store.live() == {"this": ""}
        other = await Store.connect(f"unix://{here.app.store.pipe.where}")
        async with asyncio.timeout(60):
            while not news.is_heard:  # noqa: ASYNC110 - a task of its own connects
                await asyncio.sleep(0.01)
        assert await other.news.tell_now(BROADCAST, b"Back in *five* minutes. @everyone") == 1
        assert await other.news.tell_now(DRAIN, b"another") == 1
        assert await other.news.tell_now(DRAIN, news.name.encode()) == 1
        async with asyncio.timeout(60):
            while not stopped:  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.01)
        await orders.stop()
        [session] = here.app.repository.known()
        _, batches = await here.app.repository.last_told(session, 40)
        said = [str(batch) for batch in batches if "operator-says" in str(batch)]
        assert len(said) == 1
        assert "Back in *five* minutes. everyone" in said[0], "it is no mention"
        await other.close()
    assert stopped == [signal.SIGTERM]
