"""Let simcord read the bodies that our adapter makes itself; it knows only those of discord.py."""

import io
import json
from typing import Any

import discord
from aiohttp import BytesPayload
from simcord.http.client import FakeHTTPClient

from bot.adapters.discord.outbound.requests import BOUNDARY


def read_bodies() -> None:
    """Give simcord each body as discord.py would: its JSON, and its picture as a file."""
    request = FakeHTTPClient.request

    async def reading(self: FakeHTTPClient, route: Any, **about: Any) -> Any:
        content = about.pop("data", None)
        if isinstance(content, BytesPayload):
            about["json"], about["files"] = in_parts(bytes(content._value))
        return await request(self, route, **about)

    FakeHTTPClient.request = reading  # type: ignore[method-assign,assignment]


def in_parts(body: bytes) -> tuple[Any, list[discord.File]]:
    if BOUNDARY.encode() not in body:
        return json.loads(body), []
    _, told, picture, _ = (part.partition(b"\r\n\r\n") for part in body.split(f"\r\n--{BOUNDARY}".encode()))
    name = picture[0].partition(b'filename="')[2].partition(b'"')[0].decode()
    return json.loads(told[2]), [discord.File(io.BytesIO(picture[2]), name)]
