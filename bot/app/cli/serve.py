"""`potluck play`, `run` and `stream`: the bot at work."""

import asyncio
import sys

import click
import structlog
from pydantic import SecretStr

from bot.app.cli import WRONG
from bot.app.running import run as run_bot
from bot.app.served import ServeError, served
from bot.app.settings import Settings, unread
from bot.app.yielding import yield_soon
from bot.engine import logs

NEW_KEY = click.option(
    "--new-key", is_flag=True, help="take a new key beside the old; give up what was sealed with a key that is lost"
)


@click.command()
@click.option("--host", default=None, help="an address other than loopback, for phones in the same network")
@click.option("--port", type=click.IntRange(0, 65535), default=None)
@NEW_KEY
def play(host: str | None, port: int | None, *, new_key: bool) -> None:
    """Serve the table room alone: play in a browser, with house bots and friends."""
    nothing = {"discord_client_id": "", "twitch_client_id": ""}
    secrets = ("discord_token", "discord_client_secret")
    nowhere = {**dict.fromkeys(secrets, SecretStr("")), **nothing}
    start_bot(Settings().model_copy(update=nowhere), host, port, new_key=new_key)


@click.command()
@click.option("--host", default=None, help="an address other than loopback for the table room")
@click.option("--port", type=click.IntRange(0, 65535), default=None, help="of the table room")
@NEW_KEY
@click.option(
    "--serve", default=None, metavar="PARTS", help="serve these alone: web,twitch,discord or discord:0-3/16 (shards)"
)
@click.option("--stream", "on_stream", is_flag=True, help="get on air on Twitch, as `potluck stream` does")
@click.pass_context
def run(
    context: click.Context, host: str | None, port: int | None, serve: str | None, *, new_key: bool, on_stream: bool
) -> None:
    """Run the bot: Discord where DISCORD_TOKEN is set, Twitch where TWITCH_CLIENT_ID is, and the table room."""
    if not on_stream:
        start_bot(Settings(), host, port, serve, new_key=new_key)
    elif serve is not None:
        raise click.UsageError("--stream sets up one bot that serves all. Start it so, or with --serve, not both")
    elif host is not None or port is not None:
        raise click.UsageError("with --stream the address comes from .env: set POTLUCK_WEB_HOST and POTLUCK_WEB_PORT")
    else:
        context.invoke(stream, check=False, again=False)


@click.command()
@click.option(
    "--check", "--yes", "check", is_flag=True, help="ask and change nothing: say what is there, and what is missing"
)
@click.option("--again", is_flag=True, help="ask for what is set, too")
def stream(*, check: bool, again: bool) -> None:
    """Get on air on Twitch: asks for what is missing, checks all of it, and starts the bot."""
    from bot.app.stream_check import command  # noqa: PLC0415 - Twitch's library is loaded only where it is needed

    somebody_answers = sys.stdin.isatty() and sys.stdout.isatty()
    logs.set_up("people", "error")
    if not (command.set_up(again=again) if somebody_answers and not check else command.check_only()):
        raise click.exceptions.Exit(WRONG)


def start_bot(
    settings: Settings, host: str | None, port: int | None, serve: str | None = None, *, new_key: bool = False
) -> None:
    try:
        serves = served(serve, settings)
    except ServeError as wrong:
        raise click.UsageError(str(wrong)) from None
    if serve is not None and not settings.redis_url:
        raise click.UsageError(
            "--serve shares the bot out over processes on one Redis: set REDIS_URL, or leave it out."
        )
    yield_soon()
    logs.set_up(settings.log, settings.log_level)
    structlog.get_logger().info("starting")
    for name, close in unread():
        structlog.get_logger().warning("a setting is not known, and does nothing", name=name, nearest=close or "none")
    where = host or settings.web_host, settings.web_port if port is None else port
    asyncio.run(run_bot(settings, *where, new_key=new_key, serves=serves))
