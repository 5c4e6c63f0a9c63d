"""Arguments that name a game and its options."""

import click

from bot.table.change import Refused
from bot.table.options import check_options
from bot.text import Words
from bot.text.reader import split_options
from games.catalogue import AnyGame, catalogue
from games.kit.contract import Abilities


def game_named(_: click.Context, __: click.Parameter, name: str) -> AnyGame:
    game = catalogue().get(name.lower())
    if game is None:
        raise click.BadParameter(f"{name!r} is not a game here. Games: {', '.join(catalogue())}")
    return game


def options_given(_: click.Context, __: click.Parameter, words: tuple[str, ...]) -> dict[str, str]:
    """Return the options given by `--options k=v,k=v`, perhaps several times; raise BadParameter for anything else."""
    given, others = split_options([word for line in words for word in line.split(",") if word])
    if others:
        raise click.BadParameter(f"options are given like pay=banker, not {others[0]!r}")
    return given


def sure(game: AnyGame, given: dict[str, str], from_purses: int = 0) -> None:
    """Raise a usage error for unknown options. `from_purses`: what a seat takes from a purse."""
    try:
        check_options(game, given, Abilities(), from_purses)
    except Refused as refused:
        raise click.UsageError(Words().sentence(refused.reason)) from None


OPTIONS = click.option(
    "--options", "given", multiple=True, callback=options_given, help="k=v,… as the rulings name them"
)
