"""`python -m bench`: what matters to people, in fourteen rows, each beside its peer or its limit.

`--json`: as one JSON array. `--quick`: a short run that only shows that everything works. Nothing is written; paste
what you like into docs/figures.md. Peers are measured if they are installed: boardgame.io (`npm install` in
`bench/peers`), and `pip install chess pokerkit`.
"""

import contextlib
import os
import platform
import sys
import time
from importlib.metadata import version

from bench.busy_chat import busy_chat
from bench.goals import QUICK, WHOLE, Goal, as_json, as_text
from bench.on_discord import on_discord
from bench.on_twitch import on_twitch
from bench.over_sockets import over_sockets
from bench.rules_alone import rules_alone
from bench.start import start
from bot.engine import logs

PARTS = (over_sockets, on_discord, on_twitch, busy_chat, rules_alone, start)


def machine() -> str:
    """Return the machine and the versions that were measured with."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}, Potluck {version('potluck')}"
    )


def rows(*, quick: bool) -> list[Goal]:
    """Measure all rows; how long each part takes is printed to standard error."""
    found: list[Goal] = []
    for measure in PARTS:
        began = time.perf_counter()
        found += measure(QUICK if quick else WHOLE)
        print(f"{measure.__name__}: {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    return found


def main() -> None:
    logs.set_up("people", "error")
    with contextlib.redirect_stdout(sys.stderr):  # only the figures go to standard output
        found = rows(quick="--quick" in sys.argv[1:])
    if "--json" in sys.argv[1:]:
        print(as_json(found))
    else:
        print(machine(), "\n")
        print(as_text(found))


if __name__ == "__main__":
    main()
