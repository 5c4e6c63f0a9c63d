"""`potluck simulate`: whole games and tournaments in memory."""

import json
import time
from typing import Final

import click
import msgspec

from bot.app.cli import WRONG
from bot.app.cli.games import OPTIONS, game_named, sure
from bot.app.on_cores import spread_over_cores
from bot.table.document import TableOptions
from bot.text import lacking
from games.catalogue import AnyGame, with_tournaments
from games.kit.money import Suckers
from games.lab.money import LEVELS, money_report
from games.lab.simulation import Report, seats_of
from games.lab.simulation import simulate as play_games
from games.lab.tournament import TournamentReport, simulate_tournament
from games.tournament import FEWEST_ENTRANTS, FEWEST_SEATS, MOST_ENTRANTS, MOST_TABLES, tables_for

TOURNAMENT: Final = "tournament"


def game_or_tournament(context: click.Context, parameter: click.Parameter, name: str) -> AnyGame | None:
    """Return the game of this name, or None for a tournament; raise BadParameter for other names."""
    return None if name.lower() == TOURNAMENT else game_named(context, parameter, name)


@click.command()
@click.argument("game", callback=game_or_tournament)
@click.option("--seats", type=click.IntRange(1, 500), default=None, help="how many sit at a table")
@click.option(
    "--games", "count", type=click.IntRange(1, 10_000_000), default=1000, show_default=True, help="not of a tournament"
)
@click.option(
    "--players", type=click.IntRange(FEWEST_ENTRANTS, MOST_ENTRANTS), default=MOST_ENTRANTS, help="of a tournament"
)
@click.option("--seed", default="00", show_default=True, help="hex of any length")
@click.option("--level", type=click.IntRange(0, 3), default=0, show_default=True, help="how well house bots play")
@OPTIONS
@click.option("--money", is_flag=True, help="at a table for purses: what the House wins of bots of each level")
@click.option("--json", "as_json", is_flag=True, help="only the last line, as JSON")
@click.pass_context
def simulate(  # noqa: PLR0913, PLR0917 - one for each option
    context: click.Context,
    game: AnyGame | None,
    seats: int | None,
    count: int,
    players: int,
    seed: str,
    level: int,
    given: dict[str, str],
    money: bool,
    as_json: bool,
) -> None:
    """Let house bots play whole games in memory, or a "tournament" of this many players; all invariants are checked.

    With --money nothing is checked; it prints what the House won.
    """
    refuse_what_would_do_nothing(context, game)
    try:
        start = bytes.fromhex(seed if len(seed) % 2 == 0 else f"0{seed}")
    except ValueError:
        raise click.BadParameter(f"{seed!r} is not hex", param_hint="--seed") from None
    if money and game is not None:
        tell_money(game, seats, count, start, given, as_json=as_json)
        return
    began = time.perf_counter()
    report: Report | TournamentReport
    if game is None:
        report = tournament_of(players, seats, start, given, level)
        well = report.finished
    else:
        report = games_of(game, seats, count, start, given, level)
        well = report.finished == report.games
    spent = time.perf_counter() - began
    if not as_json:
        for found in report.first:
            click.echo(f"violation: {found}")
    shown = msgspec.to_builtins(report)
    shown.pop("first")
    click.echo(json.dumps({**shown, "moves_per_second": round(report.moves / spent)}))
    if report.violations or not well:
        raise click.exceptions.Exit(WRONG)


def refuse_what_would_do_nothing(context: click.Context, game: AnyGame | None) -> None:
    """Raise a usage error for an option that has no effect on what is played."""

    def given(name: str) -> bool:
        return context.get_parameter_source(name) is not click.core.ParameterSource.DEFAULT

    if game is None and given("count"):
        raise click.UsageError("--games is for games: a tournament is played once, to its end. Leave it out")
    if given("money") and (game is None or given("level")):
        raise click.UsageError("--money is of one game, and of bots of all levels: leave --level out")
    if game is not None and given("players"):
        raise click.UsageError(
            f"--players is for a tournament. How many sit at a table of {game.name} is --seats, and --games how often"
        )


def games_of(game: AnyGame, seats: int | None, count: int, seed: bytes, given: dict[str, str], level: int) -> Report:
    sure(game, given)
    fits(game, seats, game.seats(game.options_from(given)))
    spread = spread_over_cores(count)
    return play_games(
        game, seats=seats, games=count, seed=seed, options=given, level=level, lacks=lacking, spread=spread
    )


def tell_money(
    game: AnyGame, seats: int | None, count: int, seed: bytes, given: dict[str, str], *, as_json: bool
) -> None:
    """Print what the House wins against house bots of each level at a table for purses, and what the best play wins
    from it.
    """
    buyin = TableOptions().buyin
    sure(game, given, buyin)
    options = game.options_from(given, buyin=buyin)
    fits(game, seats, game.seats(options))
    if not game.stack(options):
        raise click.UsageError(f"{game.name} is not played for suckers")
    stacks, best = (Suckers(buyin),) * seats_of(game, options, seats), game.best_play(options)
    nets = [money_report(game, options, stacks, level=level, games=count, seed=seed) for level in LEVELS]
    if as_json:
        worth = None if best is None else str(best)
        click.echo(json.dumps({"game": game.name, "best_play": worth, "levels": msgspec.to_builtins(nets)}))
        return
    for net in nets:
        a_match, a_game = (f"{net.house / of:+.1f}" for of in (net.matches, net.games))
        played = f"{net.matches} matches, {net.games} games"
        click.echo(f"level {net.level}: the House {a_match} a match, {a_game} a game ({played})")
    share = (
        "nothing, for it takes no part" if best is None else f"{float(best) * 100:+.2f} % ({best}) of what they stake"
    )
    click.echo(f"The best play, all seats in league, wins of it at most {share}.")


def tournament_of(players: int, seats: int | None, seed: bytes, given: dict[str, str], level: int) -> TournamentReport:
    """Play a tournament of the first game that has them, and return its report; raise UsageError if no game has."""
    if not with_tournaments():
        raise click.UsageError("there is no game here of which tournaments are played")
    game = with_tournaments()[0]
    sure(game, given)
    allowed = game.seats(game.options_from(given))
    fits(game, seats, range(FEWEST_SEATS, allowed.stop))
    most = allowed[-1] if seats is None else seats
    if tables_for(players, most) > MOST_TABLES:
        raise click.BadParameter(f"{players} players need more than {MOST_TABLES} tables", param_hint="--seats")
    return simulate_tournament(game, players=players, seats=most, seed=seed, given=given, level=level, lacks=lacking)


def fits(game: AnyGame, seats: int | None, allowed: range) -> None:
    if seats is not None and seats not in allowed:
        raise click.BadParameter(f"{game.name} takes {allowed[0]} to {allowed[-1]} seats", param_hint="--seats")
