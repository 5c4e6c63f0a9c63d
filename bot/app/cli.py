"""The command `potluck`."""

import asyncio
import json
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, TextIO

import click
import msgspec
import structlog
from pydantic import SecretStr, ValidationError

from bot.adapters.console.transcript import BadTranscript, Cue, check, cue, parse
from bot.app.collecting import collect_seldom
from bot.app.console import Console, console
from bot.app.key_file import KeyFileError
from bot.app.on_cores import spread_over_cores
from bot.app.settings import Settings, unread
from bot.app.stream_check.env_file import EnvFileError
from bot.app.yielding import yield_soon
from bot.engine import logs
from bot.ports.messages import NotKnownError
from bot.table.change import Refused
from bot.table.document import TableOptions
from bot.table.options import check_options
from bot.text import Words, lacking
from bot.text.reader import split_options
from games.catalogue import AnyGame, catalogue, with_tournaments
from games.kit.contract import Abilities
from games.kit.dice import LoadedDiceError
from games.kit.money import Suckers
from games.lab.money import LEVELS, money_report
from games.lab.simulation import Report, seats_of
from games.lab.simulation import simulate as play_games
from games.lab.tournament import TournamentReport, simulate_tournament
from games.proof import fair
from games.proof.posted import REPEATS, Posted, binds, check_posted
from games.proof.record import Mismatch
from games.proof.verifying import Replayed, replayed
from games.tournament import FEWEST_ENTRANTS, FEWEST_SEATS, MOST_ENTRANTS, MOST_TABLES, tables_for
from persistence import StoreTrouble, Weight

BINDING: Final = ("commitment", "end", "text")
"""The options of `verify` that take what binds."""
TEXTS_TOLD: Final = 10
WRONG: Final = 1
CANNOT: Final = 2


def main() -> None:
    """Run the command that was typed; an error that people can mend is one sentence on stderr, with exit code 2."""
    try:
        stopped = cli(standalone_mode=False)  # the code that a command exits with, as click hands it on
        sys.exit(stopped if isinstance(stopped, int) else 0)
    except click.exceptions.Abort:
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (
        StoreTrouble,
        BadTranscript,
        EnvFileError,
        KeyFileError,
        LoadedDiceError,
        NotKnownError,
        OSError,
    ) as trouble:
        click.echo(f"potluck: {trouble}", err=True)
        sys.exit(CANNOT)
    except ValidationError as error:
        first = error.errors()[0]
        named = str(first["loc"][0])
        setting = named if named.isupper() else f"POTLUCK_{named.upper()}"
        click.echo(f"potluck: {setting}: {first['msg'][0].lower()}{first['msg'][1:]}", err=True)
        sys.exit(CANNOT)


@click.group(
    help="Potluck: games of hidden dice and cards for people in chat.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="potluck", prog_name="potluck")
def cli() -> None:
    """Hold the commands; each is one word after `potluck`."""


def game_named(_: click.Context, __: click.Parameter, name: str) -> AnyGame:
    game = catalogue().get(name.lower())
    if game is None:
        raise click.BadParameter(f"{name!r} is not a game here. Games: {', '.join(catalogue())}")
    return game


def options_given(_: click.Context, __: click.Parameter, words: tuple[str, ...]) -> dict[str, str]:
    """Return what `--options k=v,k=v` gives, several times if liked; raise BadParameter for anything else."""
    given, others = split_options([word for line in words for word in line.split(",") if word])
    if others:
        raise click.BadParameter(f"options are given like pay=banker, not {others[0]!r}")
    return given


def sure(game: AnyGame, given: dict[str, str], from_purses: int = 0) -> None:
    """Raise a usage error for options that are not. `from_purses`: what a seat takes out of a purse."""
    try:
        check_options(game, given, Abilities(), from_purses)
    except Refused as refused:
        raise click.UsageError(Words().sentence(refused.reason)) from None


OPTIONS = click.option(
    "--options", "given", multiple=True, callback=options_given, help="k=v,… as the rulings name them"
)


@cli.command()
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
    """Return one value of the odds with its name: `pays 3:1`, `win 8/9 (88.89 %)`, or the thing itself."""
    match key, value:
        case "pays", Fraction():
            return f"pays {value.numerator}:{value.denominator}"
        case _, Fraction():
            return f"{key} {value} ({float(value) * 100:.2f} %)"
        case _:
            return f"{key} {value}"


TOURNAMENT: Final = "tournament"


def game_or_tournament(context: click.Context, parameter: click.Parameter, name: str) -> AnyGame | None:
    """Return the game of this name, or None for a tournament; raise BadParameter where it is neither."""
    return None if name.lower() == TOURNAMENT else game_named(context, parameter, name)


@cli.command()
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
def simulate(  # noqa: PLR0913, PLR0917 - as many as it has options
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
    """Let house bots play whole games in memory, or a "tournament" of so many players; all invariants are checked.

    With --money nothing is checked, and told is what the House made of it.
    """
    refuse_what_would_do_nothing(context, game)
    collect_seldom()
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
    """Raise a usage error for an option that says nothing of what is played."""

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
    """Print what the House wins of house bots of each level at a table for purses, and what no play can win from it."""
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
    """Play a tournament of the first game that has them, and return its report; raise UsageError where none has."""
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


def digits(_: click.Context, parameter: click.Parameter, given: Any) -> Any:
    """Return hashes as they are compared; of each enough must be given."""
    several = tuple(one.strip().lower() for one in (given if isinstance(given, tuple) else (given,)))
    for one in several:
        if parameter.name in BINDING and one and not binds(one):
            asked = f"give at least {fair.BINDS} of its letters and digits, or {fair.BINDS_IN_HEX} hex digits"
            raise click.BadParameter(f"{asked}, not {one!r}", param=parameter)
        if parameter.name not in BINDING and one and not REPEATS.fullmatch(one):
            raise click.BadParameter(f"give {fair.SHOWN} to 64 of its digits, not {one!r}", param=parameter)
    return several if isinstance(given, tuple) else several[0]


@cli.command("verify")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--commitment", default="", callback=digits, help="the seal that you were shown before the game")
@click.option("--entropy", default="", callback=digits, help="what was told with the start to be mixed in")
@click.option("--end", default="", callback=digits, help="the hash of the end that was told with the result")
@click.option("--text", multiple=True, callback=digits, help="what was told of a text for the dice; several times")
@click.option("--receipt", multiple=True, callback=digits, help="a receipt of a move; may be given several times")
@click.option("--stamp", default="", help="the platform's own id of the message that started the game")
def verify_record(file: Path, **shown: Any) -> None:
    """Check a game's record offline: seal, terms, texts, every draw, every event, and the chain of deeds.

    What you were shown of the game is compared with it, as it was shown or whole.
    """
    texts, receipts, stamp = shown["text"], shown["receipt"], shown["stamp"].strip()
    posted = Posted(shown["commitment"], shown["entropy"], shown["end"], texts, receipts, stamp)
    try:
        found = replayed(file.read_bytes().decode())
        check_posted(found, posted)
    except (Mismatch, UnicodeDecodeError) as wrong:
        click.echo(visible(f"{file.name}: {wrong}"))
        raise click.exceptions.Exit(WRONG) from None
    committed = found.committed
    click.echo(visible(f"{file.name}: {committed.game} {committed.game_id} is as committed: {committed.commitment}"))
    for line in (texts_of(found), *said_of(found, posted)):
        click.echo(visible(line))


def visible(line: str) -> str:
    """Return a line in which nothing of a record moves the cursor, hides or breaks it: such signs are spelled out."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in line)


def moment(at: int) -> str:
    """Return a moment (ms) as a date; as its number where no calendar has it."""
    try:
        return f"{datetime.fromtimestamp(at / 1000, UTC):%F %T.%f} (UTC)"
    except (OverflowError, ValueError, OSError):
        return f"{at} ms"


def texts_of(found: Replayed) -> str:
    """Return which texts were mixed in, and what was told of each: people see whether what stands there is theirs."""
    given = [(owner, text) for owner, text in found.pairs if owner in found.texts]
    told = [
        f'seat {int(owner) + 1} "{text}" ({fair.binding(found.texts[owner])})' for owner, text in given[:TEXTS_TOLD]
    ]
    more = [f"and {len(given) - TEXTS_TOLD} more"] * (len(given) > TEXTS_TOLD)
    return f"Texts mixed in: {', '.join([*told, *more]) or 'none'}."


def said_of(found: Replayed, posted: Posted) -> Iterator[str]:
    """Yield what a record that checks out proves, what was compared, and what is still to be compared."""
    yield f"Entropy {found.entropy}, end {found.end}, {len(found.receipts)} deeds."
    if found.void:
        yield f"It was called off: {found.void}"
    given = {"commitment": posted.commitment, "entropy": posted.entropy, "end": posted.end}
    given |= {"stamp": posted.stamp} if found.stamp else {}
    compared = [name for name, one in given.items() if one]
    compared += [*("text" for _ in posted.texts), *("receipt" for _ in posted.receipts)]
    yield f"Compared: {', '.join(compared) or 'nothing'}."
    missing = [name for name, one in given.items() if not one]
    if missing:
        yield f"Not compared, so compare them with what you were shown: {', '.join(missing)}."
    if not posted.end:
        yield "Only the end shows that this is the game that was played, and no other that its seed could have given."
    yield level_of(found, posted)
    if found.told is not None:
        at, came = moment(found.told.seal_at), moment(found.told.stamp_at)
        by = f" by the message {found.told.seal}" if found.told.seal else ""
        yield f"It says that its seal was told{by} at {at}, and that the stamp's message came at"
        yield f"{came}: whoever was there must compare them."


def level_of(found: Replayed, posted: Posted) -> str:
    """Return the level that is proved (`docs/fairness.md`): computed, never claimed, and what would prove more."""
    by_number = f"--stamp, if {found.stamp} is the number of the message that all saw start the game"
    if not posted.commitment:
        more = f"; level 2 with {by_number}" if found.stamp else ""
        return (
            "Level 0: it agrees with itself, and whoever ran the bot could write another record that does. "
            f"Level 1 with --commitment, the seal that was told before the game{more}."
        )
    if found.stamp and posted.stamp:
        return (
            "Level 2: nobody, the operator included, could know the dice before the platform numbered the message "
            f"{found.stamp}. It is so if the seal was told before that message."
        )
    more = f" Level 2 with {by_number}." if found.stamp else ""
    return (
        "Level 1: the dice were fixed before anybody sat down, but by the operator. It is so if the seal was told "
        f"before that; one told with the start alone is level 0: nothing was changed afterwards.{more}"
    )


@cli.command("console")
@click.argument("file", type=click.File(encoding="utf-8"), default="-")
@click.option("--check", "checking", is_flag=True, help="compare with the indented lines, and show the difference")
@click.option("--json", "as_json", is_flag=True, help="an object a delivered line; at the end the spectator's view")
@click.option("--redis", default="", help="a Redis to use instead of one of its own")
def run_console(file: TextIO, checking: bool, as_json: bool, redis: str) -> None:
    """Play a transcript: lines like `pete> !roll`, `@pete> hand`, `wait: 20s`, `dice: 7 4 3`."""
    logs.set_up("people", "error")
    wrong = asyncio.run(transcript(file, checking=checking, as_json=as_json, redis=redis))
    if wrong:
        raise click.exceptions.Exit(WRONG)


def text_of(file: TextIO) -> str:
    """Return what stands in a transcript. Raises BadTranscript where it is no text."""
    try:
        return file.read()
    except UnicodeDecodeError as wrong:
        raise BadTranscript(wrong.object.count(b"\n", 0, wrong.start) + 1, "that is no text in UTF-8") from None


async def transcript(file: TextIO, *, checking: bool, as_json: bool, redis: str) -> bool:
    """Play a transcript, and tell whether anything differed from what was expected."""
    different = False
    async with console(redis) as table:
        if checking or file is not sys.stdin or not sys.stdin.isatty():
            for one in parse(text_of(file)):
                printed = await play_cue(table, one, as_json=as_json, quiet=checking)
                found = check(one, printed) if checking else []
                different = different or bool(found)
                for line in found:
                    click.echo(line)
        else:
            await by_hand(table, as_json=as_json)
        if as_json:
            click.echo(json.dumps({"view": await table.view()}, ensure_ascii=False))
    return different


async def play_cue(table: Console, one: Cue, *, as_json: bool, quiet: bool = False) -> list[str]:
    shown = await table.play(one)
    if not quiet or as_json:
        for to, text in shown:
            click.echo(json.dumps({"to": to, "text": text}, ensure_ascii=False) if as_json else f"{to} | {text}")
    return [f"{to} | {text}" for to, text in shown]


async def by_hand(table: Console, *, as_json: bool) -> None:
    """Read lines typed at a prompt and play each; one that can't be read is explained, and nothing is lost."""
    click.echo("Type lines like: pete> !help     (end with Ctrl-D)", err=True)
    number = 0
    while line := await asyncio.to_thread(sys.stdin.readline):
        number += 1
        if not line.strip() or line.startswith("#"):
            continue
        try:
            await play_cue(table, cue(number, line.rstrip("\n")), as_json=as_json)
        except (BadTranscript, LoadedDiceError) as wrong:
            click.echo(f"potluck: {wrong}", err=True)


NEW_KEY = click.option(
    "--new-key", is_flag=True, help="take a new key beside the old; give up what was sealed with a key that is lost"
)


@cli.command()
@click.option("--host", default=None, help="an address other than loopback, for phones in the same network")
@click.option("--port", type=click.IntRange(0, 65535), default=None)
@NEW_KEY
def play(host: str | None, port: int | None, *, new_key: bool) -> None:
    """Serve the table room alone: play in a browser, with house bots and friends."""
    nothing = {"discord_client_id": "", "twitch_client_id": ""}
    secrets = ("discord_token", "discord_client_secret")
    nowhere = {**dict.fromkeys(secrets, SecretStr("")), **nothing}
    start_bot(Settings().model_copy(update=nowhere), host, port, new_key=new_key)


@cli.command()
@click.option("--host", default=None, help="an address other than loopback for the table room")
@click.option("--port", type=click.IntRange(0, 65535), default=None, help="of the table room")
@NEW_KEY
@click.option("--stream", "on_stream", is_flag=True, help="get on air on Twitch, as `potluck stream` does")
@click.pass_context
def run(context: click.Context, host: str | None, port: int | None, *, new_key: bool, on_stream: bool) -> None:
    """Run the bot: Discord where DISCORD_TOKEN is set, Twitch where TWITCH_CLIENT_ID is, and the table room."""
    if not on_stream:
        start_bot(Settings(), host, port, new_key=new_key)
    elif host is not None or port is not None:
        raise click.UsageError("with --stream the address comes from .env: set POTLUCK_WEB_HOST and POTLUCK_WEB_PORT")
    else:
        context.invoke(stream, check=False, again=False)


@cli.command()
@click.option(
    "--check", "--yes", "check", is_flag=True, help="ask and change nothing: say what is there, and what is missing"
)
@click.option("--again", is_flag=True, help="ask for what is set, too")
def stream(*, check: bool, again: bool) -> None:
    """Get on air on Twitch: asks for what is missing, checks all of it, and starts the bot."""
    from bot.app.stream_check import command  # noqa: PLC0415 - servers are loaded only to serve

    somebody_answers = sys.stdin.isatty() and sys.stdout.isatty()
    logs.set_up("people", "error")
    if not (command.set_up(again=again) if somebody_answers and not check else command.check_only()):
        raise click.exceptions.Exit(WRONG)


def start_bot(settings: Settings, host: str | None, port: int | None, *, new_key: bool = False) -> None:
    collect_seldom()
    yield_soon()
    from bot.app.running import run as run_bot  # noqa: PLC0415 - servers are loaded only to serve

    logs.set_up(settings.log, settings.log_level)
    structlog.get_logger().info("starting")
    for name, close in unread():
        structlog.get_logger().warning("a setting is not known, and does nothing", name=name, nearest=close or "none")
    asyncio.run(
        run_bot(settings, host or settings.web_host, settings.web_port if port is None else port, new_key=new_key)
    )


@cli.command()
@click.option("--dry-run", is_flag=True, help="print what Discord would be told, as JSON; needs no token")
@click.option("--emojis", "only_emojis", is_flag=True, help="the emojis of the pieces alone, no commands")
def sync(*, dry_run: bool, only_emojis: bool) -> None:
    """Make slash commands known to Discord (`run` does it when they have changed), and upload the pieces' emojis."""
    from bot.app import on_discord  # noqa: PLC0415 - servers are loaded only to serve

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


@cli.group()
def admin() -> None:
    """Hold what an operator may ask of the store."""


@admin.command("keys")
@click.option("--json", "as_json", is_flag=True, help="one object: bytes and keys by kind")
def admin_keys(*, as_json: bool) -> None:
    """Print how many bytes each kind of key takes in the store; nothing is changed."""
    weights = asyncio.run(weighed(Settings()))
    if as_json:
        click.echo(json.dumps({one.kind: {"bytes": one.bytes, "keys": one.keys} for one in weights}))
        return
    click.echo(f"{'bytes':>14} {'keys':>10}  kind")
    for one in weights:
        click.echo(f"{one.bytes:>14,} {one.keys:>10,}  {one.kind}")
    click.echo(f"{sum(one.bytes for one in weights):>14,} {sum(one.keys for one in weights):>10,}  all")


async def weighed(settings: Settings) -> list[Weight]:
    """Return the bytes of the store by kind of key."""
    from bot.app.application import opened  # noqa: PLC0415 - the whole bot is loaded only where it is asked

    async with opened(settings) as app:
        return await app.store.weights()


if __name__ == "__main__":
    main()
