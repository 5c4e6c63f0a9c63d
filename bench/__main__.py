"""`python -m bench`: every figure beside its peer. It writes nothing; paste what you like into the README."""

import os
import platform
import sys
import time
from importlib.metadata import version

from bench.bare_rules import bare_rules
from bench.crowd import crowd
from bench.figures import PLAIN, QUICK, markdown, timed
from bench.not_for_us import not_for_us
from bench.on_discord import on_discord
from bench.on_twitch import on_twitch
from bench.one_command import one_command
from bench.sealing import sealing

PARTS = {
    "The bare rules, a random player on every seat": bare_rules,
    "One command, from its message to everybody told": one_command,
    "A line of chat that is not for us": not_for_us,
    "Sealing what one command stores": sealing,
    "A crowd round": crowd,
    "A game on Discord, over sockets": on_discord,
    "A game on Twitch, over sockets": on_twitch,
}


def machine() -> str:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}, Potluck {version('potluck')}"
    )


def main() -> None:
    scale, began = QUICK if "--quick" in sys.argv[1:] else PLAIN, time.perf_counter()
    print(machine(), "\n")
    for title, measure in PARTS.items():
        section = timed(title, lambda measure=measure: measure(scale))
        print("\n".join(markdown(section)), flush=True)
    print(f"{time.perf_counter() - began:.0f} s in all")


if __name__ == "__main__":
    main()
