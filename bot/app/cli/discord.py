"""`potluck sync`: sends commands and emojis to Discord."""

import asyncio
import json

import click

from bot.app import on_discord
from bot.app.settings import Settings
from bot.engine import logs


@click.command()
@click.option("--dry-run", is_flag=True, help="print what Discord would be told, as JSON; needs no token")
@click.option("--emojis", "only_emojis", is_flag=True, help="the emojis of the pieces alone, no commands")
def sync(*, dry_run: bool, only_emojis: bool) -> None:
    """Make slash commands known to Discord (`run` does it when they have changed), and upload the pieces' emojis."""
    if dry_run:
        told = on_discord.emojis_as_listed() if only_emojis else on_discord.slash_tree()
        click.echo(json.dumps(told, indent=1, ensure_ascii=False))
        return
    settings = Settings()
    if not settings.discord_token.get_secret_value():
        raise click.UsageError("DISCORD_TOKEN is not set. docs/run-on-discord.md says where to get one")
    logs.set_up(settings.log, settings.log_level)
    commands, emojis = asyncio.run(on_discord.sync(settings, only_emojis=only_emojis))
    if not only_emojis:
        click.echo(f"{commands} commands made known to Discord.")
    click.echo(f"Emojis of the pieces: {emojis.made} uploaded, {emojis.kept} there already, {emojis.deleted} deleted.")
    if emojis.refused:
        raise click.ClickException(f"Discord did not take {', '.join(emojis.refused)}. Try again later.")
