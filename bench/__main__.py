"""`python -m bench`: every figure beside its peer. It writes nothing; paste what you like into docs/figures.md.

`--json`: what has a goal, as one JSON array. `--quick`: a short run, within four minutes.
"""

import contextlib
import os
import platform
import sys
import time
from importlib.metadata import version

from bench.backlog import backlog
from bench.bare_rules import bare_rules
from bench.busy_chat import busy_chat
from bench.committed import committed
from bench.crowd import crowd
from bench.figures import PLAIN, QUICK, markdown, timed
from bench.foreign import foreign
from bench.goals import QUICK as LITTLE
from bench.goals import WHOLE, Goal, as_json, as_text
from bench.held_back import held_back
from bench.idle_tables import idle_tables
from bench.not_for_us import not_for_us
from bench.on_discord import on_discord
from bench.on_twitch import on_twitch
from bench.one_command import one_command
from bench.over_sockets import over_sockets
from bench.pictures_alone import pictures_alone
from bench.rules_alone import rules_alone
from bench.sealing import sealing
from bench.sentences import sentences
from bench.start import start
from bot.engine import logs

GOALS = (
    over_sockets,
    sentences,
    pictures_alone,
    foreign,
    committed,
    rules_alone,
    idle_tables,
    start,
    backlog,
    held_back,
)
PARTS = {
    "The bare rules, a random player on every seat": bare_rules,
    "One command, from its message to everybody told": one_command,
    "A line of chat that is not for us": not_for_us,
    "Sealing what one command stores": sealing,
    "A crowd round": crowd,
    "A game on Discord, over sockets": on_discord,
    "A game on Twitch, over sockets": on_twitch,
    "A busy chat on Twitch, in which nobody plays": busy_chat,
}


def machine() -> str:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}, Potluck {version('potluck')}"
    )


def goals(*, quick: bool) -> list[Goal]:
    """Measure all that has a goal; what takes how long is told on the side."""
    found: list[Goal] = []
    for measure in GOALS:
        began = time.perf_counter()
        found += measure(LITTLE if quick else WHOLE)
        print(f"{measure.__name__}: {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
    return found


def main() -> None:
    quick, began = "--quick" in sys.argv[1:], time.perf_counter()
    logs.set_up("people", "error")
    with contextlib.redirect_stdout(sys.stderr):  # what is printed is the figures alone
        found = goals(quick=quick)
    if "--json" in sys.argv[1:]:
        print(as_json(found))
        return
    print(machine(), "\n\n### What is to be reached\n")
    print(as_text(found), "\n")
    for title, measure in PARTS.items():
        section = timed(title, lambda measure=measure: measure(QUICK if quick else PLAIN))
        print("\n".join(markdown(section)), flush=True)
    print(f"{time.perf_counter() - began:.0f} s in all")


if __name__ == "__main__":
    main()
