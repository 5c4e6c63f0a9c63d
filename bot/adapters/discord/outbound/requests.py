"""Send what changes with each move: edits of messages, and first answers to presses; each as one body, made once.

The library would copy a message's parts and its picture several times, send them in many small pieces, and make
objects of what Discord answers, which nobody reads. Its connection, its limits and its errors are used as they are.
"""

from functools import lru_cache
from secrets import token_hex
from typing import Any, Final

import discord
import msgspec
from aiohttp import BytesPayload
from discord.http import HTTPClient, Route
from msgspec import UNSET, Struct, UnsetType

from bot.adapters.discord.outbound.components import Part, View
from bot.adapters.discord.outbound.pictures import Picture

V2, EPHEMERAL = 1 << 15, 1 << 6
"""Flags of a message: it has components of version 2; only one person sees it."""
BOUNDARY: Final = token_hex(16)
"""Separates the parts of a body, so nobody outside may know it."""
Kind = discord.InteractionResponseType


class Mentions(Struct, frozen=True):
    """Whom a message may mention: nobody (threats T10)."""

    parse: tuple[str, ...] = ()


class Attached(Struct, frozen=True):
    """A picture that comes with a message; all others that it had are taken away."""

    id: int
    filename: str


class Content(Struct, frozen=True):
    """Hold what a message shows."""

    components: tuple[Part, ...]
    attachments: tuple[Attached, ...] = ()
    flags: int = V2
    allowed_mentions: Mentions = Mentions()


class Answer(Struct, frozen=True):
    """A first answer to an interaction."""

    type: int
    data: Content | UnsetType = UNSET


async def edit(client: discord.Client, channel: int, message: int, view: View, picture: Picture | None = None) -> None:
    """Replace what a message shows. Raises the library's errors."""
    address = "/channels/{channel_id}/messages/{message_id}"
    route = Route("PATCH", address, channel_id=channel, message_id=message)
    await client.http.request(route, data=body(content(view, picture), picture))


async def answer(
    interaction: discord.Interaction[Any], kind: Kind, view: View | None = None, picture: Picture | None = None
) -> None:
    """Give the first answer to an interaction; what is new, only the sender sees. Raises the library's errors."""
    hidden = EPHEMERAL if kind is Kind.channel_message else 0
    said = Answer(kind.value, UNSET if view is None else content(view, picture, hidden))
    address = "/interactions/{webhook_id}/{webhook_token}/callback"
    route = Route("POST", address, webhook_id=interaction.id, webhook_token=interaction.token)
    try:
        await interaction.client.http.request(route, data=body(said, picture))
    finally:
        forget_limit(interaction.client.http, route)
    interaction.response._response_type = kind  # noqa: SLF001 - for its own answers, which come later


def forget_limit(http: HTTPClient, route: Route) -> None:
    """Forget the limit of a route that is taken once: the library would keep it for five minutes, and look through all
    that it keeps at each new one.
    """
    of = http._bucket_hashes.get(route.key, route.key)  # noqa: SLF001 - there is no other way to it
    http._buckets.pop(f"{of}:{route.major_parameters}", None)  # noqa: SLF001 - as above


def content(view: View, picture: Picture | None, flags: int = 0) -> Content:
    return Content(view.parts, () if picture is None else (Attached(0, picture.name),), V2 | flags)


def body(said: Content | Answer, picture: Picture | None) -> BytesPayload:
    """Return the body of a request."""
    told = msgspec.json.encode(said)
    if picture is None:
        return BytesPayload(told, content_type="application/json")
    parts = (
        head("payload_json", "application/json"),
        told,
        head(f'files[0]"; filename="{picture.name}', "application/octet-stream"),
        picture.png,
        f"\r\n--{BOUNDARY}--\r\n".encode(),
    )
    return BytesPayload(b"".join(parts), content_type=f"multipart/form-data; boundary={BOUNDARY}")


@lru_cache(maxsize=8)
def head(name: str, kind: str) -> bytes:
    """Return what stands before a part of a body."""
    return f'\r\n--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\nContent-Type: {kind}\r\n\r\n'.encode()
