"""The command `potluck`: each of its words loads only what it needs, so that no word waits for another's modules."""

import gc
import pkgutil
import sys
from typing import Final

import click

from bot.app.collecting import collect_seldom, set_aside_what_stays

WRONG: Final = 1
CANNOT: Final = 2
WORDS: Final = {
    "odds": "bot.app.cli.odds:odds",
    "simulate": "bot.app.cli.simulate:simulate",
    "load": "bot.app.cli.load:load",
    "verify": "bot.app.cli.verify:verify_record",
    "console": "bot.app.cli.console:run_console",
    "play": "bot.app.cli.serve:play",
    "run": "bot.app.cli.serve:run",
    "stream": "bot.app.cli.serve:stream",
    "sync": "bot.app.cli.discord:sync",
    "admin": "bot.app.cli.admin:admin",
    "backup": "bot.app.cli.operate:take_backup",
    "restore": "bot.app.cli.operate:restore",
    "doctor": "bot.app.cli.operate:doctor",
}
"""The words after `potluck`, and where their commands are, in the form of entry points."""


class Commands(click.Group):
    """Loads each command when it is asked for."""

    def list_commands(self, _: click.Context) -> list[str]:
        return sorted(WORDS)

    def get_command(self, _: click.Context, word: str) -> click.Command | None:
        return loaded(word) if word in WORDS else None


def loaded(word: str) -> click.Command:
    """Return the command of this word; the garbage collector is off meanwhile, because what is loaded stays."""
    gc.disable()
    try:
        found: click.Command = pkgutil.resolve_name(WORDS[word])
    finally:
        set_aside_what_stays()
        gc.enable()
    return found


@click.group(
    cls=Commands,
    help="Potluck: games of hidden dice and cards for people in chat.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="potluck", prog_name="potluck")
def cli() -> None:
    """Group the commands; each is one word after `potluck`."""


def main() -> None:
    """Run the command that was typed. An error that people can fix is one sentence on stderr, with exit code 2."""
    collect_seldom()
    try:
        stopped = cli(standalone_mode=False)  # the exit code of a command, as click returns it
        sys.exit(stopped if isinstance(stopped, int) else 0)
    except click.exceptions.Abort:
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except Exception as error:
        from bot.app.cli.mendable import sentence_of  # noqa: PLC0415 - it imports all that can fail

        told = sentence_of(error)
        if told is None:
            raise
        click.echo(f"potluck: {told}", err=True)
        sys.exit(CANNOT)
