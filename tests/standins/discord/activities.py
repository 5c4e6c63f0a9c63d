"""Simulate Activities: who has one open in which channel, the OAuth2 codes, and the API's answers about both."""

from __future__ import annotations

from dataclasses import dataclass, field
from secrets import token_hex
from typing import TYPE_CHECKING, Any

from standins.discord import payloads
from standins.discord.commands import ENTRY_POINT, register
from standins.discord.errors import ApiError, Json
from standins.discord.routing import ROUTES, Answer, Call

if TYPE_CHECKING:
    from standins.discord.places import Channel
    from standins.discord.world import User, World

TOKEN = "/oauth2/token"
LAUNCH = {"name": "launch", "description": "Launch an activity", "type": ENTRY_POINT, "handler": 2}


@dataclass(eq=False)
class Instance:
    """An Activity that runs in a channel, and who is in it."""

    id: str
    channel: Channel
    users: list[User] = field(default_factory=list)

    @property
    def people(self) -> list[Json]:
        """Return the people as the SDK names them; a nickname is the server's."""
        members = {} if self.channel.guild is None else self.channel.guild.members
        nicks = {user: member.nick for user, member in members.items()}
        return [payloads.user(user) | {"nickname": nicks.get(user.id)} for user in self.users]


class Activities:
    """All Activities, and their sign-ins. `secret`: the application's. `declining`: people who press Cancel
    when asked.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self.secret = token_hex(16)
        self.instances: dict[str, Instance] = {}
        self.codes: dict[str, tuple[User, tuple[str, ...]]] = {}
        self.tokens: dict[str, tuple[User, tuple[str, ...]]] = {}
        self.declining: set[int] = set()
        self.asked: list[tuple[int, tuple[str, ...]]] = []
        """Who was asked for which scopes."""

    def enable(self) -> None:
        """Switch Activities on, as the owner does in the portal: Discord then creates the command that opens one."""
        register(self._world, None, [*(one.payload for one in self._world.commands[None]), LAUNCH])

    def open(self, channel: Channel, user: User) -> Instance:
        """Open the Activity in a channel for somebody, or let them join the one that runs there."""
        found = next((one for one in self.instances.values() if one.channel is channel), None)
        if found is None:
            guild = "" if channel.guild is None else f"gc-{channel.guild.id}-"
            name = f"i-{self._world.ids.past(0)}-{guild or 'pc-'}{channel.id}"
            found = self.instances[name] = Instance(name, channel)
        if user not in found.users:
            found.users.append(user)
        return found

    def leave(self, instance: Instance, user: User) -> None:
        """Let somebody close it; it ends with the last person."""
        instance.users.remove(user)
        if not instance.users:
            del self.instances[instance.id]

    def authorize(self, user: User, scopes: tuple[str, ...]) -> str:
        """Return a code, as AUTHORIZE gives it; empty: they declined."""
        self.asked.append((user.id, scopes))
        if user.id in self.declining:
            return ""
        code = token_hex(15)
        self.codes[code] = user, scopes
        return code


@ROUTES.add("POST", TOKEN)
def exchange(world: World, call: Call) -> Answer:
    form = call.json()
    if (form.get("client_id"), form.get("client_secret")) != (str(world.bot.id), world.activities.secret):
        return 401, {"error": "invalid_client"}
    found = world.activities.codes.pop(str(form.get("code")), None)
    if form.get("grant_type") != "authorization_code" or found is None:
        return 400, {"error": "invalid_grant", "error_description": 'Invalid "code" in request.'}
    token = token_hex(20)
    world.activities.tokens[token] = found
    return 200, {
        "access_token": token,
        "token_type": "Bearer",
        "expires_in": 604800,
        "refresh_token": token_hex(20),
        "scope": " ".join(found[1]),
    }


@ROUTES.add("GET", "/applications/{application_id}/activity-instances/{instance_id}")
def instance(world: World, call: Call) -> Answer:
    found = world.activities.instances.get(call.params["instance_id"])
    if found is None or call.id("application_id") != world.bot.id:
        raise ApiError(0, status=404, message="404: Not Found")
    guild = found.channel.guild
    where: dict[str, Any] = {"channel_id": str(found.channel.id), "kind": "pc" if guild is None else "gc"}
    where |= {} if guild is None else {"guild_id": str(guild.id)}
    return 200, {
        "application_id": str(world.bot.id),
        "instance_id": found.id,
        "launch_id": str(world.ids.past(0)),
        "location": {"id": found.id.partition("-")[2].partition("-")[2], **where},
        "users": [str(user.id) for user in found.users],
    }
