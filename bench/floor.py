"""Serve the cheapest possible moves with our libraries, for `bench.over_sockets`: a server that knows no game.

It reads a move from a page's socket (or, at `/say`, from a form), stores 2 KB by one script, and sends each page of the
table 1 KB. As a program it prints its port, and its CPU seconds for each line that it reads.
"""

import asyncio
import json
import sys
import time
from typing import Final

from aiohttp import WSMsgType, web
from redis.asyncio import Redis

from bench.house import a_server

SCRIPT: Final = "redis.call('SET', KEYS[1], ARGV[1]) return redis.call('INCR', KEYS[2])"
STORED: Final = b"x" * 2048
FRAME: Final = "y" * 1000
HOST: Final = "127.0.0.1"


class Floor:
    """Tables and their open pages."""

    def __init__(self, redis: "Redis") -> None:
        self._script = redis.register_script(SCRIPT)
        self._tables: dict[str, list[web.WebSocketResponse]] = {}

    async def live(self, request: web.Request) -> web.WebSocketResponse:
        """Serve a page: each message is a move."""
        socket = web.WebSocketResponse(compress=False)
        await socket.prepare(request)
        pages = self._tables.setdefault(request.match_info["table"], [])
        pages.append(socket)
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                number = await self._move(request.match_info["table"], json.loads(message.data))
                await socket.send_str(json.dumps({"ok": True, "id": number}))
        pages.remove(socket)
        return socket

    async def say(self, request: web.Request) -> web.Response:
        """Take a move from a form."""
        number = await self._move(request.match_info["table"], await request.json())
        return web.json_response({"ok": True, "id": number})

    async def _move(self, table: str, said: dict[str, str]) -> int:
        number = int(await self._script(keys=[f"t:{table}", f"n:{table}"], args=[STORED]))
        told = json.dumps({"tables": [{"own": False, "changed": {}, "text": FRAME, "by": said["text"]}]})
        for page in tuple(self._tables.get(table, ())):
            if not page.closed:
                await page.send_str(told)
        return number


async def main() -> None:
    """Serve on a free loopback port until standard input ends."""
    async with a_server() as server:
        floor = Floor(Redis.from_url(server.url))
        app = web.Application()
        app.add_routes([web.get("/live/{table}", floor.live), web.post("/say/{table}", floor.say)])
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        site = web.TCPSite(runner, HOST, 0)
        await site.start()
        print(runner.addresses[0][1], flush=True)
        while await asyncio.to_thread(sys.stdin.readline):
            print(time.process_time(), flush=True)
        await runner.cleanup()


if __name__ == "__main__":
    asyncio.run(main())
