"""A wing can be taken out by removing its folder: what is left starts, plays, and knows none of its words."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from told_lines import FILES

from bot.commands.table import ALIASES, COMMANDS, DONE
from bot.commands.wing import WINGS
from games.catalogue import catalogue
from games.kit.moves import verb

ROOT = Path(__file__).parents[2]
NAMES = sorted(found.parent.name for found in WINGS.glob("*/__init__.py"))
TOLD = re.compile(r"(?:\{ \$prefix \}(?:\{ \$codes? \} )?|[“\"`]!)([a-z]+)")
"""A word that a sentence tells people to type, after the sign and perhaps a table's code."""
NOT_OURS = {"raffle", "potluck"}
"""A word of another bot, as an example, and the bot's name."""
LEFT = """
import asyncio
import sys

import aiohttp

from bot.adapters.console.transcript import cue
from bot.adapters.discord.inbound.slash import all_slashes
from bot.app.application import Application
from bot.app.console import console
from bot.app.settings import Settings
from bot.app.table_room import open_room
from bot.commands.table import COMMANDS
from bot.text import Words


async def left():
    async with console() as here:
        opened = "ann> !open halflings mode=duel", "ben> !join", "dice: 3 4 5 6 3 4", "ann> !start"
        for line in (*opened, "ann> !stake 5", "ann> !table", "ann> !help", "ann> !server"):
            for to, text in await here.play(cue(1, line)):
                print(to, text)
        async with open_room(here.app, Settings(_env_file=None), "127.0.0.1", 0, str) as room:
            async with aiohttp.ClientSession() as client, client.get(f"http://127.0.0.1:{room.port}/") as page:
                print("page", page.status)
    words = Words()
    assert all_slashes()
    for command in COMMANDS.values():
        words.text(command.help)
    print("commands", *COMMANDS)


asyncio.run(left())
"""
LOADED = """
import os
import sys

import aiohttp.web
import discord.app_commands
import fluent.runtime
import PIL.Image
import prometheus_client
import pydantic_settings
import redis.asyncio
import resvg_py
import structlog

for folder in sys.stdin:
    if child := os.fork():
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
        continue
    os.chdir(folder.rstrip())
    said = os.open("said", os.O_WRONLY | os.O_CREAT)
    os.dup2(said, 1)
    os.dup2(said, 2)
    exec(sys.argv[1])
    sys.exit()
"""
"""It loads the libraries once, and none of our modules. For each folder it forks a process that runs there."""


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-c", LOADED, LEFT],
        cwd=tmp_path_factory.mktemp("empty"),
        env={"PATH": "/usr/bin:/bin"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process


def run_in(copy: Path, loaded: subprocess.Popen[str]) -> tuple[int, str]:
    """Run what is left in this folder; return its exit code and what it said."""
    assert loaded.stdin is not None
    assert loaded.stdout is not None
    loaded.stdin.write(f"{copy}\n")
    loaded.stdin.flush()
    return int(loaded.stdout.readline()), (copy / "said").read_text("utf-8")


def without(name: str, copy: Path) -> Path:
    """Return a folder of links to the program, in which nothing of this wing is."""
    linked = {copy: ("games", "persistence"), copy / "bot": (), copy / "bot" / "wings": ()}
    for folder, names in linked.items():
        folder.mkdir(exist_ok=True)
        home = ROOT / folder.relative_to(copy)
        for one in names or [path.name for path in home.iterdir() if path.name not in {name, "wings", "__pycache__"}]:
            (folder / one).symlink_to(home / one)
    return copy


def words_of(name: str) -> set[str]:
    """Return the commands of a wing; of no name: those of the core."""
    families = f"bot.wings.{name}." if name else "bot.commands."
    return {command.word for command, done in DONE.items() if done.family.__module__.startswith(families)}


@pytest.mark.parametrize("name", ["", *NAMES])
def test_sentences_tell_people_to_type_what_is_there_without_other_wings(name: str) -> None:
    there = words_of("") | words_of(name)
    known = there | {alias for alias, word in ALIASES.items() if word in there} | NOT_OURS
    known |= {verb(move) for game in catalogue().values() for move in game.moves} | set(catalogue())
    files = [path for path in FILES if (path.is_relative_to(WINGS / name) if name else WINGS not in path.parents)]
    told = {word for path in files for word in TOLD.findall(path.read_text("utf-8"))}
    assert told or name
    assert told <= known


@pytest.mark.parametrize("name", NAMES)
def test_without_a_wing_the_rest_starts_and_plays(name: str, loaded: subprocess.Popen[str], tmp_path: Path) -> None:
    code, said = run_in(without(name, tmp_path), loaded)
    assert code == 0, said
    words = words_of(name)
    commands = set(said.rpartition("commands ")[2].split())
    assert commands == set(COMMANDS) - words
    assert "page 200" in said
    assert "ann stakes 5" in said
    assert "In the pot: 10" in said
    assert "Something broke" not in said
    listed = re.search(r"Words: (.*)", said)
    assert listed is not None
    assert not words & set(listed[1].split(", "))


def test_no_file_of_the_core_imports_a_wing() -> None:
    core = [path for path in (ROOT / "bot").rglob("*.py") if "wings" not in path.parts]
    assert [path.name for path in core if "from bot.wings" in path.read_text("utf-8")] == []
