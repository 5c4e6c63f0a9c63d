"""`potluck verify`: what the record of a game proves."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import click

from bot.app.cli import WRONG
from games.proof import fair
from games.proof.posted import REPEATS, Posted, binds, check_posted
from games.proof.record import Mismatch
from games.proof.verifying import Replayed, replayed

BINDING: Final = ("commitment", "end", "text")
"""The options of `verify` that take a binding hash."""
TEXTS_TOLD: Final = 10


def digits(_: click.Context, parameter: click.Parameter, given: Any) -> Any:
    """Return hashes in the form for comparison; raise BadParameter for one that is too short."""
    several = tuple(one.strip().lower() for one in (given if isinstance(given, tuple) else (given,)))
    for one in several:
        if parameter.name in BINDING and one and not binds(one):
            asked = f"give at least {fair.BINDS} of its letters and digits, or {fair.BINDS_IN_HEX} hex digits"
            raise click.BadParameter(f"{asked}, not {one!r}", param=parameter)
        if parameter.name not in BINDING and one and not REPEATS.fullmatch(one):
            raise click.BadParameter(f"give {fair.SHOWN} to 64 of its digits, not {one!r}", param=parameter)
    return several if isinstance(given, tuple) else several[0]


@click.command("verify")
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
    """Return a line whose unprintable characters are escaped, so that a record can't move the cursor, or hide or break
    lines.
    """
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode() for one in line)


def moment(at: int) -> str:
    """Return a time (ms) as a date, or as a number if no calendar has it."""
    try:
        return f"{datetime.fromtimestamp(at / 1000, UTC):%F %T.%f} (UTC)"
    except (OverflowError, ValueError, OSError):
        return f"{at} ms"


def texts_of(found: Replayed) -> str:
    """Return the texts that were mixed in, and the announced hash of each, so that people can recognise their own."""
    given = [(owner, text) for owner, text in found.pairs if owner in found.texts]
    told = [
        f'seat {int(owner) + 1} "{text}" ({fair.binding(found.texts[owner])})' for owner, text in given[:TEXTS_TOLD]
    ]
    more = [f"and {len(given) - TEXTS_TOLD} more"] * (len(given) > TEXTS_TOLD)
    return f"Texts mixed in: {', '.join([*told, *more]) or 'none'}."


def said_of(found: Replayed, posted: Posted) -> Iterator[str]:
    """Yield what a verified record proves, what was compared, and what still has to be compared."""
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
    """Return the level of proof (`docs/fairness.md`): computed, never just claimed, and what would prove more."""
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
