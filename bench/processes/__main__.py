"""Play over several processes, and print what was noted; the exit code is 1 if anything was wrong."""

import asyncio
import sys

from bench.processes.run import arguments, played
from bot.engine import logs

if __name__ == "__main__":
    logs.set_up("people", "error")
    found = asyncio.run(played(arguments()))
    print(*found.rows(), sep="\n")
    sys.exit(bool(found.wrong.total()))
