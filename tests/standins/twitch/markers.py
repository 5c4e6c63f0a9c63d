"""Simulate markers: points in the recording of a live stream, made by its broadcaster."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from standins.twitch.errors import TwitchError
from standins.twitch.points import refuse_size
from standins.twitch.routing import TWITCH_ROUTES, Answer, Call

if TYPE_CHECKING:
    from standins.twitch.world import TwitchWorld

SCOPE = "channel:manage:broadcast"
LONGEST = 140


@TWITCH_ROUTES.add("POST", "/helix/streams/markers")
def create_marker(world: TwitchWorld, call: Call) -> Answer:
    user = call.by_user(SCOPE)
    if call.need("user_id") != user.id:
        raise TwitchError(403, "user does not have permission to create a marker on this channel")
    description = str(call.body.get("description") or "")
    refuse_size("description", 0, len(description), LONGEST)
    channel = world.channel_of(user.id)
    if channel.live_since is None:
        raise TwitchError(404, "the broadcaster is not streaming live")
    channel.markers.append(description)
    world.changed()
    made = {"id": uuid.uuid4().hex, "created_at": world.clock.rfc3339(), "description": description}
    return 200, {"data": [{**made, "position_seconds": len(channel.markers)}]}
