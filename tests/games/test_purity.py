"""Test habit 1: the games use no clock, await, log or path, and no chance except the given dice."""

import subprocess
import sys
from pathlib import Path

FORBIDDEN = (
    "asyncio concurrent datetime http io logging multiprocessing os pathlib random secrets select selectors shutil "
    "signal socket socketserver sqlite3 ssl subprocess tempfile threading time urllib uuid zoneinfo"
)
LIBRARIES = "games highdie msgspec pydantic"

GUARDED = f"""
import builtins, importlib, pkgutil, sys

forbidden, libraries = set({FORBIDDEN.split()!r}), set({LIBRARIES.split()!r})
imported = builtins.__import__

def guarded(name, globals=None, locals=None, fromlist=(), level=0):
    importer = (globals or {{}}).get("__name__", "").partition(".")[0]
    if importer in ("games", "highdie"):
        root = name.partition(".")[0] or importer
        if root in forbidden or (root not in libraries and root not in sys.stdlib_module_names):
            raise ImportError(f"{{globals['__name__']}} imports {{name}}")
    return imported(name, globals, locals, fromlist, level)

builtins.__import__ = guarded
import games
for module in pkgutil.walk_packages(games.__path__, "games."):
    importlib.import_module(module.name)
import highdie
"""

POISONED = """
import random, socket, time
from games.catalogue import catalogue
from games.lab.simulation import simulate
import highdie

def poisoned(*_, **__):
    raise AssertionError("a game looked at the clock, the net or foreign chance")

played = [*catalogue().values(), highdie.GAME]
for module, names in (
    (socket, ("socket", "create_connection", "getaddrinfo")),
    (time, ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "sleep", "localtime", "gmtime")),
    (random, ("random", "randint", "choice", "shuffle", "randrange", "getrandbits")),
):
    for name in names:
        setattr(module, name, poisoned)
builtins_open = open
import builtins
builtins.open = poisoned
for game in played:
    report = simulate(game, seats=None, games=2, seed=b"pure", options={})
    print(game.name, report.violations, report.first)
"""


def python(program: str) -> subprocess.CompletedProcess[str]:
    root = Path(__file__).parents[2]
    environment = {"PYTHONPATH": f"{root}:{root / 'examples' / 'highdie'}"}
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment, cwd=root, check=False
    )


def test_games_import_nothing_but_themselves_and_what_is_pure() -> None:
    done = python(GUARDED)
    assert done.returncode == 0, done.stderr


IMPURE = ("import time", "from random import choice", "import aiohttp", "import asyncio.tasks")
TRIED = """
try:
    exec({line!r}, {{"__name__": "games.whist"}})
except ImportError as caught:
    print(caught)
"""


def test_the_guard_catches_what_it_should() -> None:
    """Shows that the test above can fail."""
    done = python(GUARDED + "".join(TRIED.format(line=line) for line in IMPURE))
    assert done.returncode == 0, done.stderr
    caught = ("time", "random", "aiohttp", "asyncio.tasks")
    assert done.stdout.splitlines() == [f"games.whist imports {name}" for name in caught]


def test_games_are_played_with_clock_net_files_and_foreign_chance_poisoned() -> None:
    done = python(POISONED)
    assert done.returncode == 0, done.stderr
    assert "halflings 0 ()" in done.stdout
    assert "headache 0 ()" in done.stdout
    assert "highdie 0 ()" in done.stdout
