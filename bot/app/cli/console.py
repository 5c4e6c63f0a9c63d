"""`potluck console`: plays transcripts, or lines typed by hand."""

import asyncio
import json
import sys
from typing import TextIO

import click

from bot.adapters.console.transcript import BadTranscript, Cue, check, cue, parse
from bot.app.cli import WRONG
from bot.app.console import Console, console
from bot.engine import logs
from games.kit.dice import LoadedDiceError


@click.command("console")
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
    """Return the text of a transcript. Raises BadTranscript if it is no text."""
    try:
        return file.read()
    except UnicodeDecodeError as wrong:
        raise BadTranscript(wrong.object.count(b"\n", 0, wrong.start) + 1, "that is no text in UTF-8") from None


async def transcript(file: TextIO, *, checking: bool, as_json: bool, redis: str) -> bool:
    """Play a transcript; return whether anything differed from what was expected."""
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
    """Play lines typed at a prompt; a line that can't be read is explained, and nothing is lost."""
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
