"""`potluck admin`: what an operator can ask about the store, and tell running bots."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import TypeVar

import click

from bot.app.beside import connected, server_beside
from bot.app.settings import Settings
from bot.people.venue_space import A_DAY
from bot.ports.orders import BROADCAST, DRAIN, LONGEST
from persistence import EmbeddedServer, Store, StoreTrouble

T = TypeVar("T")


@click.group()
def admin() -> None:
    """Answer what an operator asks, and tell running bots what to do."""


@admin.command("keys")
@click.option("--json", "as_json", is_flag=True, help="one object: bytes and keys by kind")
def admin_keys(*, as_json: bool) -> None:
    """Print how many bytes each kind of key takes in the store; nothing is changed, and a bot may run."""
    weights = asyncio.run(beside(Settings(), lambda store: store.weights()))
    if as_json:
        click.echo(json.dumps({one.kind: {"bytes": one.bytes, "keys": one.keys} for one in weights}))
        return
    click.echo(f"{'bytes':>14} {'keys':>10}  kind")
    for one in weights:
        click.echo(f"{one.bytes:>14,} {one.keys:>10,}  {one.kind}")
    click.echo(f"{sum(one.bytes for one in weights):>14,} {sum(one.keys for one in weights):>10,}  all")


@admin.command("venues")
@click.option("--most", default=20, show_default=True, help="how many, the heaviest first")
def admin_venues(most: int) -> None:
    """Print how many bytes venues take in the store, and wrote today; nothing is changed, and a bot may run."""
    settings = Settings()
    found = asyncio.run(beside(settings, lambda store: store.venue_weights()))
    click.echo(f"{'bytes':>14} {'keys':>10} {'today':>14}  venue")
    for one in found[:most]:
        click.echo(f"{one.bytes:>14,} {one.keys:>10,} {one.written:>14,}  {one.venue}")
    click.echo(
        f"{sum(one.bytes for one in found):>14,} {sum(one.keys for one in found):>10,} {'':>14}  all {len(found):,}"
    )
    click.echo(f"A venue may keep {settings.venue_mb:,} MB (POTLUCK_VENUE_MB), and write a {A_DAY}nd of that in a day.")


async def beside(settings: Settings, asked: Callable[[Store], Awaitable[list[T]]]) -> list[T]:
    """Return the answer of the store, beside running bots or without one; nothing where nothing is stored yet.

    Raises StoreTrouble, also if another Potluck than this one stored it.
    """
    async with server_beside(settings) as url:
        if not url:
            return []
        async with connected(url, settings) as store:
            await store.check_form()
            return await asked(store)


@admin.command("processes")
def admin_processes() -> None:
    """List the processes that run on this store: the name of each, and what it serves now."""
    for name, serves in asyncio.run(with_running(Settings(), lambda store: store.live())).items():
        click.echo(f"{name}  {serves}".rstrip())


@admin.command("drain")
@click.argument("name", default="")
@click.option("--all", "every", is_flag=True, help="each process")
def admin_drain(name: str, *, every: bool) -> None:
    """Stop a process, once all that is under way is done; its tables and pages go to the others.

    NAME is one that `potluck admin processes` lists.
    """
    if bool(name) == every:
        raise click.UsageError("Say which process, as `potluck admin processes` lists it, or --all.")
    settings = Settings()
    if name and name not in (known := asyncio.run(with_running(settings, lambda store: store.live()))):
        raise click.ClickException(f"No process is called {name}. There are: {', '.join(known) or 'none'}.")
    asyncio.run(with_running(settings, lambda store: store.news.tell_now(DRAIN, name.encode())))
    click.echo("It stops." if name else "They stop.")


@admin.command("broadcast")
@click.argument("text")
def admin_broadcast(text: str) -> None:
    """Say TEXT at all open tables: "the bot is back in five minutes"."""
    if len(text) > LONGEST:
        raise click.UsageError(f"That is {len(text)} letters; {LONGEST} are the most.")
    heard = asyncio.run(with_running(Settings(), lambda store: store.news.tell_now(BROADCAST, text.encode())))
    click.echo(f"Told to {heard} process{'' if heard == 1 else 'es'}, which say it at all tables now.")


async def with_running(settings: Settings, asked: Callable[[Store], Awaitable[T]]) -> T:
    """Return the answer of the store that running bots use. Raises ClickException if none runs, or it can't be
    reached.
    """
    url = settings.redis_url or await EmbeddedServer.running(settings.data / "redis")
    if not url:
        raise click.ClickException(f"No bot runs on {settings.data}. Start it, or set POTLUCK_DATA or REDIS_URL.")
    try:
        password = settings.redis_password.get_secret_value() or None
        store = await Store.connect(url, password=password, allow_open=settings.redis_allow_open)
        try:
            return await asked(store)
        finally:
            await store.close()
    except StoreTrouble as trouble:
        raise click.ClickException(str(trouble)) from None
