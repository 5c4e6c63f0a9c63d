"""`potluck odds`: exact odds as a table of fractions."""

import json
from fractions import Fraction
from typing import Any

import click

from bot.app.cli.games import OPTIONS, game_named, sure
from games.catalogue import AnyGame


@click.command()
@click.argument("game", callback=game_named)
@OPTIONS
@click.option("--json", "as_json", is_flag=True, help="fractions as strings")
def odds(game: AnyGame, given: dict[str, str], as_json: bool) -> None:
    """Print a game's exact odds, computed from its rules by enumeration."""
    sure(game, given)
    options = game.options_from(given)
    found = game.options_odds(options)
    if found is None:
        raise click.UsageError(f"{game.name} has no odds of its own to print")
    if as_json:
        shown = options.model_dump(mode="json")
        click.echo(json.dumps(fractions_as_text({"game": game.name, "options": shown, **found})))
    else:
        for line in odds_table(found):
            click.echo(line)


def fractions_as_text(value: Any) -> Any:
    match value:
        case Fraction():
            return str(value)
        case dict():
            return {key: fractions_as_text(one) for key, one in value.items()}
        case list():
            return [fractions_as_text(one) for one in value]
        case _:
            return value


def odds_table(found: dict[str, Any]) -> list[str]:
    """Return the odds as lines of fractions with percent; the last is the total."""
    lines = []
    for title, rows in found.items():
        for row in rows if isinstance(rows, list) else [{title: "", **rows}]:
            cells = [cell(key, value) for key, value in row.items()]
            lines.append(" · ".join(one.strip() for one in cells))
    return lines


def cell(key: str, value: Any) -> str:
    """Return one value of the odds with its name: `pays 3:1`, `win 8/9 (88.89 %)`, or the value as it is."""
    match key, value:
        case "pays", Fraction():
            return f"pays {value.numerator}:{value.denominator}"
        case _, Fraction():
            return f"{key} {value} ({float(value) * 100:.2f} %)"
        case _:
            return f"{key} {value}"
