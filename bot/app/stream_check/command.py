"""The two forms of `potluck stream`: with somebody who answers questions, and as a report."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import click

from bot.adapters.twitch import point_to
from bot.app.settings import Settings
from bot.app.stream_check import told
from bot.app.stream_check.checks import Check
from bot.app.stream_check.finding import Finding, Mark
from bot.app.stream_check.guide import Guide, offer_line, said
from bot.app.stream_check.missing_settings import MissingSettings
from bot.app.stream_check.outside import answers_health, here
from bot.app.stream_check.stored import opened_to_read
from bot.engine import logs
from persistence import StoreTrouble


def set_up(*, again: bool) -> bool:
    """Ask, check, and start the bot if none runs; return whether all is well. Raises EnvFileError and Abort."""
    click.echo(told.GREETING)
    missing = MissingSettings(again=again)
    missing.ask_all()
    settings = Settings()
    point_to(settings.twitch_api_base, settings.twitch_auth_base, settings.twitch_eventsub_url)
    if asyncio.run(answers_health(here(settings))):
        if missing.wrote:
            click.echo("\nA Potluck runs already. Start it again, so that it takes up what you have answered.")
        click.echo()
        return asyncio.run(report(settings, asks=True))
    click.echo()
    if click.confirm("Start the bot now? It tells what is left to do", default=True):
        logs.set_up(settings.log, settings.log_level)
        asyncio.run(on_air(settings))
        return True
    return asyncio.run(report(settings, asks=False))


def check_only() -> bool:
    """Check everything without asking or changing anything; return whether all is well."""
    settings = Settings()
    point_to(settings.twitch_api_base, settings.twitch_auth_base, settings.twitch_eventsub_url)
    return asyncio.run(report(settings, asks=False))


async def report(settings: Settings, *, asks: bool) -> bool:
    """Print each finding as soon as it is known; return whether nothing is wrong."""
    if lacking := unset(settings):
        click.echo(f"{lacking} must be set in .env or the environment: potluck stream asks for it (docs/stream.md).")
        return False
    running = await answers_health(here(settings))
    try:
        found = await looked(settings, asks=asks, running=running)
    except StoreTrouble as trouble:
        said(Finding("store", Mark.WRONG, str(trouble)))
        return False
    if not told.is_reached(found):
        click.echo(told.without_address(settings))
    if any(one.mark is Mark.WRONG for one in found):
        return False
    click.echo(told.next_steps(settings, found, running=running))
    return True


async def looked(settings: Settings, *, asks: bool, running: bool) -> list[Finding]:
    """Check everything, and print the findings. Raises StoreTrouble."""
    found: list[Finding] = []
    async with opened_to_read(settings) as stored:
        check = Check(settings, stored, running=running)
        async for finding in check.findings():
            said(finding)
            found.append(finding)
        if asks:
            await offer_line(check, settings, confirmed_at_prompt)
    return found


async def confirmed_at_prompt(question: str) -> bool:
    """Ask for a yes; nothing else goes on meanwhile."""
    return click.confirm(question, default=False)


def unset(settings: Settings) -> str:
    """Return the names of required settings that are not set."""
    values = {
        "TWITCH_CLIENT_ID": settings.twitch_client_id,
        "TWITCH_CLIENT_SECRET": settings.twitch_client_secret.get_secret_value(),
    }
    return " and ".join(name for name, value in values.items() if not value)


async def on_air(settings: Settings) -> None:
    """Run the bot, and guide the person who started it, until the bot is stopped. Raises what the bot raises."""
    from bot.app.running import run as run_bot  # noqa: PLC0415 - loads servers, needed only here

    guide = Guide(settings)
    running = run_bot(settings, settings.web_host, settings.web_port, guide.announce, guided=True)
    await first_of(running, guide.go())


async def first_of(*ways: Coroutine[Any, Any, None]) -> None:
    """Run these until one of them ends, then cancel the others. Raises what one of them raises."""
    tasks = [asyncio.create_task(one) for one in ways]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for one in ended:
        if isinstance(one, Exception):
            raise one
