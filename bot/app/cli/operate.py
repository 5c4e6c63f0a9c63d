"""`potluck doctor`, `backup` and `restore`: what an operator runs beside the bot."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import click
from pydantic import ValidationError

from bot.app.cli import WRONG
from bot.app.settings import Settings
from bot.app.stream_check.env_file import FILE, EnvFile, EnvFileError
from bot.engine import logs


@click.command()
def doctor() -> None:
    """Look at all that the bot depends on: what is wrong, and the line that mends it. Nothing secret is printed."""
    from bot.app.cli.mendable import sentence_of  # noqa: PLC0415 - it imports all that can fail
    from bot.app.doctor.command import report  # noqa: PLC0415 - Twitch's library is loaded only where it is needed

    logs.set_up("people", "error")
    try:
        EnvFile(FILE).names()  # a file that can't be read is told here
        well = asyncio.run(report(Settings(), click.echo))
    except (EnvFileError, ValidationError) as error:
        click.echo(
            f"WRONG {sentence_of(error)}\n      -> correct it in .env or the environment; .env.example explains it"
        )
        well = False
    if not well:
        raise click.exceptions.Exit(WRONG)


@click.command("backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--try", "tries", is_flag=True, help="then restore it into a server of its own, and check what is there")
def take_backup(file: Path, *, tries: bool) -> None:
    """Write all that is stored into FILE, also while people play. The key file is not in it: keep that apart."""
    from bot.app.backups import taken  # noqa: PLC0415 - it loads the adapters, needed only here

    logs.set_up("people", "error")
    settings = Settings()
    head = asyncio.run(taken(settings, file))
    size = file.stat().st_size
    click.echo(f"{file}: {head.keys:,} keys of {head.venues:,} venues in {size:,} bytes.")
    click.echo(f"The dice key is not in it: keep a copy of {settings.key_file}, apart from this file.")
    if tries:
        try_out(file)


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--try", "tries", is_flag=True, help="into a server of its own, to check what is there; nothing else is touched"
)
def restore(file: Path, *, tries: bool) -> None:
    """Bring a backup back into an empty store that no bot uses."""
    from bot.app.backups import brought_back, lacking_keys  # noqa: PLC0415 - as above

    logs.set_up("people", "error")
    if tries:
        try_out(file)
        return
    settings = Settings()
    head = asyncio.run(brought_back(settings, file))
    click.echo(f"{head.keys:,} keys are back, as they were at {moment(head.at)}.")
    if lacking := lacking_keys(head, settings.key_file):
        click.echo(lacking, err=True)
        raise click.exceptions.Exit(WRONG)
    click.echo(f"{settings.key_file} has every key that they need. Start Potluck.")


def try_out(file: Path) -> None:
    """Restore a backup into a server of its own, and print what was checked; exit with 1 if anything is wrong."""
    from bot.app.trial import held  # noqa: PLC0415 - it loads the games, needed only here

    trial = asyncio.run(held(Settings(), file))
    for line in trial.wrong:
        click.echo(f"WRONG {line}")
    if trial.wrong:
        raise click.exceptions.Exit(WRONG)
    for line in trial.said:
        click.echo(f"ok    {line}")


def moment(at: int) -> str:
    """Return a time (ms) as people read it."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%F %T} UTC"
