"""`python -m tcpchat PORT`: a bot with this one adapter, until Ctrl-C."""

import asyncio
import sys
from contextlib import suppress

from bot.app.application import opened
from bot.app.settings import Settings
from tcpchat.connection import Room
from tcpchat.glue import serving


async def run(port: int) -> None:
    async with opened(Settings()) as app, serving(app, Room(), "127.0.0.1", port) as taken:
        await app.start()
        sys.stdout.write(f"The room is open: nc 127.0.0.1 {taken}\n")
        sys.stdout.flush()
        try:
            await asyncio.Event().wait()
        finally:
            await app.stop()


def main() -> None:
    with suppress(KeyboardInterrupt):
        asyncio.run(run(int(sys.argv[1])))


if __name__ == "__main__":
    main()
