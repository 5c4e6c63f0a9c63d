"""Open this many connections that send no complete request, and open them again when they are cut off.

Run it as `python half_open.py PORT SOURCE NUMBER`.
"""

import asyncio
import contextlib
import sys

BEGINNINGS = (b"", b"G", b"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ")
AGAIN = 0.2


async def nag(port: int, source: str, number: int) -> None:
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
            writer.write(BEGINNINGS[number % len(BEGINNINGS)])
            try:
                await reader.read()
            finally:
                writer.close()
        await asyncio.sleep(AGAIN)


async def main(port: int, source: str, number: int) -> None:
    await asyncio.gather(*(nag(port, source, one) for one in range(number)))


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
