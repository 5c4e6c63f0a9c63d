"""Serve the application's own emojis, as Discord's REST API does."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from standins.discord.errors import ApiError, Json, Problems
from standins.discord.routing import ROUTES, Answer, Call

if TYPE_CHECKING:
    from standins.discord.world import World

MOST = 2_000
LARGEST = 256 * 1024
NAME = re.compile(r"\w{2,32}", re.ASCII)
IMAGE = re.compile(r"data:image/(png|jpeg|gif|webp);base64,(.+)")


@dataclass(frozen=True)
class AppEmoji:
    id: int
    name: str
    image: bytes

    @property
    def payload(self) -> Json:
        shape = {"roles": [], "require_colons": True, "managed": False, "animated": False, "available": True}
        return {"id": str(self.id), "name": self.name, **shape}


def ours(world: World, call: Call) -> dict[int, AppEmoji]:
    if call.id("application_id") != world.bot.id:
        raise ApiError(50001)
    return world.app_emojis


@ROUTES.add("GET", "/applications/{application_id}/emojis")
def list_emojis(world: World, call: Call) -> Answer:
    return 200, {"items": [one.payload for one in ours(world, call).values()]}


@ROUTES.add("POST", "/applications/{application_id}/emojis")
def make_emoji(world: World, call: Call) -> Answer:
    there, body, problems = ours(world, call), call.json(), Problems()
    name, image = str(body.get("name") or ""), IMAGE.fullmatch(str(body.get("image") or ""))
    if NAME.fullmatch(name) is None:
        problems.add(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
    if any(one.name == name for one in there.values()):
        problems.add(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with that name already exists")
    if image is None:
        problems.add(("image",), "IMAGE_INVALID", "Invalid image")
    problems.settle()
    content = b"" if image is None else base64.b64decode(image[2])
    if len(content) > LARGEST:
        raise ApiError(50045)
    if len(there) >= MOST:
        raise ApiError(30008)
    made = AppEmoji(world.ids.next(), name, content)
    there[made.id] = made
    return 201, made.payload


@ROUTES.add("DELETE", "/applications/{application_id}/emojis/{emoji_id}")
def delete_emoji(world: World, call: Call) -> Answer:
    if ours(world, call).pop(call.id("emoji_id"), None) is None:
        raise ApiError(10014)
    return 204, None
