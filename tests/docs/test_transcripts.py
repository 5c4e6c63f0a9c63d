"""Play the transcripts in the pages, and check that the program prints the same.

POTLUCK_REWRITE_DOCS=1 writes the current output into the pages instead. Read the difference before you commit it.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.adapters.console.transcript import Cue, check, parse
from bot.app.console import Console, console

HOUSE = Path(__file__).parents[2]
PAGES = sorted((HOUSE / "docs").glob("*.md"))
FENCE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SEAL = re.compile(r"\b([0-9a-f]{8})[0-9a-f]{56}\b")
REWRITE = "POTLUCK_REWRITE_DOCS" in os.environ


class Block(NamedTuple):
    page: Path
    text: str

    def __str__(self) -> str:
        before = self.page.read_text(encoding="utf-8").partition(self.text)[0]
        return f"{self.page.name}:{before.count(chr(10)) + 1}"


def blocks() -> Iterator[Block]:
    for page in PAGES:
        for text in FENCE.findall(page.read_text(encoding="utf-8")):
            yield Block(page, text)


BLOCKS = list(blocks())


@pytest.mark.parametrize("block", BLOCKS, ids=str)
async def test_a_transcript_prints_what_the_page_says(block: Block) -> None:
    found, lines = [], []
    async with console() as table:
        for cue in parse(block.text):
            printed = await play(table, cue)
            wrong = check(cue, printed)
            found += wrong
            lines += rewritten(cue, printed, differs=bool(wrong))
    if REWRITE and found:
        page = block.page.read_text(encoding="utf-8")
        block.page.write_text(
            page.replace(block.text, "\n".join([*comments(block.text), *lines, ""])), encoding="utf-8"
        )
    else:
        assert not found, "\n".join(found)


async def play(table: Console, cue: Cue) -> list[str]:
    return [f"{to} | {text}" for to, text in await table.play(cue)]


def rewritten(cue: Cue, printed: list[str], *, differs: bool) -> list[str]:
    """Return the cue with its output. Lines that still match stay as written, with their `…`."""
    if cue.expected is None:
        return [cue.source]
    wanted = (SEAL.sub(r"\1…", line) for line in printed) if differs else cue.expected
    return [cue.source, *(f"    {line}" for line in (list(wanted) or ["(nothing)"]))]


def comments(text: str) -> list[str]:
    """Return the comments at the top of a block. A rewrite loses all other comments."""
    return [line for line in text.splitlines() if line.startswith("#")]


def test_there_are_transcripts_in_the_pages_for_players() -> None:
    assert {"play.md", "transcripts.md"} <= {block.page.name for block in BLOCKS}
